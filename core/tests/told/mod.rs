//! A notice in one line: what a dialogue writes down. The wording of mails is another module's affair.

use turnpost_core::clock::moment::Timestamp;
use turnpost_core::notice::told::playing::Illegal;
use turnpost_core::notice::{
    BoardView, Ending, GameHeading, News, Notice, PlayedNews, Preface, Remark, Tally, Timing, TurnNews,
};
use turnpost_core::request::Context;
use turnpost_core::rules::{Reason, Side};
use turnpost_core::text::clocks;
use turnpost_core::text::times;
use turnpost_core::text::told::Said;

/// The whole notice.
pub fn line(notice: &Notice) -> String {
    let game = notice.game.as_ref().map(|game| format!(" [{} turn {}]", game.number, game.turn));
    let board = notice.board.as_ref().map(board).unwrap_or_default();
    let last = notice.last.map_or_else(String::new, |last| format!(" (last: {last:?})"));
    format!("{}{last}{}{board}", news(notice), game.unwrap_or_default())
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
        News::Confirm { name, late, .. } => {
            let asked = said(notice).lines.join("; ");
            format!("Confirm {asked} as {name}{}", if *late { ", late" } else { "" })
        }
        News::Told { .. } => {
            let told = said(notice);
            let subject = if told.subject.is_empty() { String::new() } else { format!("{{{}}} ", told.subject) };
            format!("{subject}{}", short(&told.lines))
        }
        News::Question { .. } => format!("Question: {}", short(&said(notice).lines)),
        News::Challenge(c) => {
            let mut text =
                format!("Challenge by {}, you play {}", c.challenger, c.you_play.as_deref().unwrap_or("either"));
            for (said, what) in [
                (c.rated != Some(false), ", rated".to_owned()),
                (c.rated.is_none(), " unless a first game".to_owned()),
                (c.first_contact, ", first contact".to_owned()),
                (c.open, ", open to all".to_owned()),
                (c.variant.is_some(), format!(", {}", c.variant.as_deref().unwrap_or_default())),
                (
                    !c.options.is_empty(),
                    c.options.iter().map(|(name, value)| format!(", {name}={value}")).collect::<String>(),
                ),
                (c.example.is_some(), format!(", like {}", c.example.as_deref().unwrap_or_default())),
                (c.greeting.is_some(), format!(", says {:?}", c.greeting.as_deref().unwrap_or_default())),
            ] {
                if said {
                    text.push_str(&what);
                }
            }
            match &c.clock {
                Timing::Rule(rule) => format!("{text}, {}", clocks::in_full(*rule)),
                Timing::Words(words) => format!("{text}, {words}"),
            }
        }
        News::YourTurn(turn) => format!("YourTurn{}", turn_words(turn, at)),
        News::Receipt(turn) => format!("Receipt{}", turn_words(turn, at)),
        News::Watched(turn) => format!("Watched{}", turn_words(turn, at)),
        News::Aside { what, to_move, mine, comments } => {
            let whose = to_move.as_deref().map_or_else(String::new, |who| format!("; {who} to move"));
            let said: String = comments.iter().map(|(who, words)| format!("; {who}: \"{words}\"")).collect();
            format!("Aside: {}{whose}{}{said}", beside(what), if *mine { " (you)" } else { "" })
        }
        News::Refused { undone, deadline, .. } => {
            format!("Not{undone:?}: {}{}", short(&said(notice).lines), by(*deadline, at))
        }
        News::Stale { answered, taken_back, since, still_legal, why_not, deadline, .. } => {
            let undone = taken_back.iter().map(|(who, turn)| format!("{who} took {turn} back"));
            let since: Vec<String> = undone.chain(since.iter().map(|(who, turn)| format!("{who} {turn}"))).collect();
            let now = match (still_legal, why_not) {
                (Some(turn), _) => format!("{turn} still legal"),
                (None, _) => said(notice).lines.join(" "),
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
            let why = ending(&result.reason, notice.game.as_ref(), result.aborted);
            let tally = match result.tally {
                Some(Tally::Stones([white, black])) => format!(", stones {white}:{black}"),
                Some(Tally::TurnsLeft([white, black])) => format!(", turns left {}:{}", white.min, black.min),
                None => String::new(),
            };
            format!("Result: {winner}{you}{margin}{tally}, {why}{rating}{more}")
        }
        News::Digest { rows, .. } => {
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

fn said(notice: &Notice) -> Said {
    turnpost_core::text::said(notice).unwrap_or_default()
}

fn turn_words(turn: &TurnNews, at: Timestamp) -> String {
    let mut text = String::new();
    let prefaces: Vec<String> = turn.preface.iter().map(preface).collect();
    if !prefaces.is_empty() {
        text.push_str(&format!(" ({})", prefaces.join(" ")));
    }
    text.push_str(&played(&turn.played));
    text.push_str(&comments(&turn.comments));
    if let Some((who, side)) = &turn.to_move {
        text.push_str(&format!("; {who} ({side}) to move"));
    }
    text.push_str(&by(turn.deadline, at));
    turn.remarks.iter().for_each(|remark| text.push_str(&format!("; {}", remarked(remark))));
    text
}

fn preface(preface: &Preface) -> String {
    match preface {
        Preface::GameOn => "The game is on.".to_owned(),
        Preface::Accepted { by } => format!("{by} accepted."),
        Preface::House { level } => format!("The house plays at level {level}."),
        Preface::TakenBack { by: None, turn, with } => format!("{turn} is taken back{}.", along(with)),
        Preface::TakenBack { by: Some(by), turn, with } => format!("{by} took {turn} back{}.", along(with)),
        Preface::Beside(what) => beside(what),
        Preface::Written(words) => words.clone(),
    }
}

fn along(with: &[String]) -> String {
    if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) }
}

/// `DrawAsked ann`, from the fact and what it holds.
fn beside(what: &impl std::fmt::Debug) -> String {
    let fact = format!("{what:?}");
    let words = fact.split(|c: char| !c.is_alphanumeric() && !"-_".contains(c)).filter(|word| !word.is_empty());
    words.filter(|word| !["by", "whom", "when", "turn", "number"].contains(word)).collect::<Vec<_>>().join(" ")
}

fn remarked(remark: &Remark) -> String {
    match remark {
        Remark::YouAre { name } => format!("You are {name} here (name X changes it)."),
        Remark::UndoUntil { plays } => format!("undo works until {plays} plays."),
        Remark::HasPlans => "What you planned is played as it fits; plans lists it.".to_owned(),
        Remark::PlanDropped { turn, why: Illegal::Rule { why, .. } } => {
            format!("Your plan {turn} was dropped: {why}.")
        }
        Remark::PlansDropped => "Your plans didn't foresee that and are dropped.".to_owned(),
        Remark::DrawOffered { by } => format!("{by} offers a draw: yes agrees, a move declines."),
        Remark::Beside(what) => preface(what),
        Remark::Written(words) => words.clone(),
        other => beside(other),
    }
}

fn ending(ending: &Ending, game: Option<&GameHeading>, aborted: bool) -> String {
    let Ending::By { reason, loser, turn } = ending else { return format!("{ending:?}") };
    let name =
        |side: Side| game.and_then(|game| if side == Side::White { game.white.clone() } else { game.black.clone() });
    match (reason, loser.and_then(name)) {
        (Reason::Resigned, Some(name)) if aborted => format!("{name} left before playing a turn"),
        (Reason::Timeout, Some(name)) if aborted => format!("{name} never played a turn"),
        (Reason::Resigned, Some(name)) => format!("{name} resigned at turn {turn}"),
        (Reason::Timeout, Some(name)) => format!("{name}'s time ran out at turn {turn}"),
        (reason, _) => format!("{reason} at turn {turn}"),
    }
}

fn played(played: &[PlayedNews]) -> String {
    let one = |p: &PlayedNews| format!(" {}{} {} by {}", p.who, if p.own { " (you)" } else { "" }, p.turn, p.by.word());
    played.iter().map(one).collect::<Vec<_>>().join(",")
}

fn comments(comments: &[(String, String)]) -> String {
    comments.iter().map(|(who, text)| format!(", {who} says {text:?}")).collect()
}

fn by(deadline: Option<Timestamp>, at: Timestamp) -> String {
    deadline.map_or_else(String::new, |deadline| format!("; {} left", times::roughly(deadline - at)))
}

fn board(board: &BoardView) -> String {
    let about = board.about.as_ref().map_or_else(String::new, |square| match square.as_str() {
        "" => " about its beginning".to_owned(),
        square => format!(" about {square}"),
    });
    format!(" +board{about}")
}

/// The first lines of many.
fn short(lines: &[String]) -> String {
    let most = 4;
    let more = if lines.len() > most { format!(" … ({} lines)", lines.len()) } else { String::new() };
    lines.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(" / ") + &more
}
