//! A notice in one line: what a dialogue writes down. The wording of mails is another module's affair.

use turnpost_core::notice::{BoardView, News, Notice, PlayedNews, TurnNews};
use turnpost_core::request::{Context, Timestamp};

/// The whole notice.
pub fn line(notice: &Notice) -> String {
    let game = notice.game.as_ref().map(|game| format!(" [{} turn {}]", game.number, game.turn));
    let board = notice.board.as_ref().map(board).unwrap_or_default();
    format!("{}{}{board}", news(notice), game.unwrap_or_default())
}

/// What a button under that notice would answer.
pub fn button(notice: &Notice) -> Option<Context> {
    match &notice.news {
        News::Question { id, .. } | News::Stale { question: Some(id), .. } => Some(Context::Question(*id)),
        News::Challenge(_) => {
            notice.game.as_ref().map(|game| Context::Game { number: game.number, revision: Some(game.revision) })
        }
        _ => None,
    }
}

fn news(notice: &Notice) -> String {
    let at = notice.at;
    match &notice.news {
        News::Confirm { asked, name, late } => {
            format!("Confirm {} as {name}{}", asked.join("; "), if *late { ", late" } else { "" })
        }
        News::Words { subject, lines } => {
            let subject = if subject.is_empty() { String::new() } else { format!("{{{subject}}} ") };
            format!("{subject}{}", short(lines))
        }
        News::Question { lines, .. } => format!("Question: {}", short(lines)),
        News::Challenge(c) => {
            let mut text =
                format!("Challenge by {}, you play {}", c.challenger, c.you_play.as_deref().unwrap_or("either"));
            for (said, what) in [
                (c.rated != Some(false), ", rated".to_owned()),
                (c.rated.is_none(), " unless a first game".to_owned()),
                (c.first_contact, ", first contact".to_owned()),
                (c.open, ", open to all".to_owned()),
                (c.variant.is_some(), format!(", {}", c.variant.as_deref().unwrap_or_default())),
                (c.greeting.is_some(), format!(", says {:?}", c.greeting.as_deref().unwrap_or_default())),
            ] {
                if said {
                    text.push_str(&what);
                }
            }
            format!("{text}, {}", c.clock)
        }
        News::YourTurn(turn) => format!("YourTurn{}", turn_words(turn, at)),
        News::Receipt(turn) => format!("Receipt{}", turn_words(turn, at)),
        News::Watched(turn) => format!("Watched{}", turn_words(turn, at)),
        News::Refused { why, deadline } => format!("Refused: {}{}", short(why), by(*deadline, at)),
        News::Stale { answered, taken_back, since, still_legal, why_not, deadline, .. } => {
            let undone = taken_back.iter().map(|(who, turn)| format!("{who} took {turn} back"));
            let since: Vec<String> = undone.chain(since.iter().map(|(who, turn)| format!("{who} {turn}"))).collect();
            let now = match (still_legal, why_not) {
                (Some(turn), _) => format!("{turn} still legal"),
                (None, Some(why)) => why.clone(),
                (None, None) => String::new(),
            };
            format!("Stale: answers turn {answered}, since then {}; {now}{}", since.join(", "), by(*deadline, at))
        }
        News::Reminder { last, deadline, also } => {
            let last = last.as_ref().map_or_else(String::new, |(who, turn)| format!(", {who} played {turn}"));
            let also: Vec<String> = also.iter().map(|(number, _)| format!(", also game {number}")).collect();
            format!("Reminder{last}{}{}", also.join(""), by(Some(*deadline), at))
        }
        News::Result(result) => {
            let winner = result.winner.as_deref().unwrap_or(if result.aborted { "aborted" } else { "draw" });
            let you = match result.you_won {
                Some(true) => ", you won",
                Some(false) => ", you lost",
                None => "",
            };
            let margin = result.margin.as_ref().map_or_else(String::new, |margin| format!(" by {margin}"));
            let rating = result.rating.as_ref().map_or_else(String::new, |rating| format!(", {rating}"));
            let more = played(&result.played) + &comments(&result.comments);
            format!("Result: {winner}{you}{margin}, {}{rating}{more}", result.reason)
        }
        News::Digest { rows } => {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| {
                    let said = comments(&row.comments);
                    format!("{} {} vs {} turn {}{said}", row.game.number, row.game.title, row.opponent, row.game.turn)
                })
                .collect();
            format!("Digest: {}", rows.join("; "))
        }
    }
}

fn turn_words(turn: &TurnNews, at: Timestamp) -> String {
    let mut text = String::new();
    if let Some(preface) = &turn.preface {
        text.push_str(&format!(" ({preface})"));
    }
    text.push_str(&played(&turn.played));
    text.push_str(&comments(&turn.comments));
    if let Some((who, side)) = &turn.to_move {
        text.push_str(&format!("; {who} ({side}) to move"));
    }
    text.push_str(&by(turn.deadline, at));
    turn.remarks.iter().for_each(|remark| text.push_str(&format!("; {remark}")));
    text
}

fn played(played: &[PlayedNews]) -> String {
    let one = |p: &PlayedNews| format!(" {}{} {} by {}", p.who, if p.own { " (you)" } else { "" }, p.turn, p.by.word());
    played.iter().map(one).collect::<Vec<_>>().join(",")
}

fn comments(comments: &[(String, String)]) -> String {
    comments.iter().map(|(who, text)| format!(", {who} says {text:?}")).collect()
}

fn by(deadline: Option<Timestamp>, at: Timestamp) -> String {
    deadline.map_or_else(String::new, |deadline| {
        format!("; {} left", turnpost_core::clock::duration::roughly(deadline - at))
    })
}

fn board(board: &BoardView) -> String {
    let about = board.about.as_ref().map_or_else(String::new, |square| format!(" about {square}"));
    format!(" +board{about}")
}

/// The first lines of many.
fn short(lines: &[String]) -> String {
    let most = 4;
    let more = if lines.len() > most { format!(" … ({} lines)", lines.len()) } else { String::new() };
    lines.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(" / ") + &more
}
