//! The words for turns: it is yours, yours was played, somebody's was.

use super::{Line, Reader, Span, Wording, after_colon, joined, said, sentence};
use crate::clock::duration::counted;
use crate::game::Means;
use crate::notice::{PlayedNews, TurnNews};

/// It is the reader's turn, or in a Discord place the mentioned player's.
pub(super) fn your_turn(reader: &Reader<'_>, news: &TurnNews) -> Wording {
    if reader.discord {
        return your_turn_in_discord(reader, news);
    }
    let pattern = super::refusing::pattern(reader).unwrap_or_else(|| news.pattern.clone());
    let mut second = Vec::new();
    second.push(match news.deadline {
        Some(at) => Line::words("By ").span(reader.deadline(at)).and("."),
        None => Line::words("No clock runs."),
    });
    second.extend(forfeit(reader, news));
    // Said until both have moved once.
    if reader.notice.game.as_ref().is_some_and(|game| game.turn <= 2) {
        second.extend(news.to_move.as_ref().map(|(_, side)| Line::words(format!("You are {}.", capital(side)))));
    }
    second.extend(news.remarks.iter().map(|remark| Line::marked(remark)));
    Wording {
        headline: Line::words("Your turn.").then(what_happened(reader, news)),
        second: joined(second),
        comments: said(reader, &news.comments),
        above: setup_hint(reader).into_iter().collect(),
        instruction: Some(Line::words("Reply with a move: ").code(&pattern)),
        pattern: Some(pattern),
        body: all_played(reader, &news.played).into_iter().collect(),
        ..Wording::default()
    }
}

/// The reader's own turn was accepted.
pub(super) fn receipt(reader: &Reader<'_>, news: &TurnNews) -> Wording {
    // Whoever has only accepted learns here which side is theirs.
    let side = reader.notice.board.as_ref().and_then(|board| board.side.as_deref());
    let begins = news.played.is_empty() && reader.notice.game.as_ref().is_some_and(|game| game.turn == 1);
    let colour = side.filter(|_| begins).map(|side| Line::words(format!("You are {}.", capital(side))));
    let remarks = news.remarks.iter().map(|remark| Line::marked(remark));
    told(reader, news, colour.into_iter().chain(remarks).collect())
}

/// A watcher's view.
pub(super) fn watched(reader: &Reader<'_>, news: &TurnNews) -> Wording {
    let number = reader.number();
    let watching = Line::words(format!("You watch game {number}; ")).code(format!("unwatch {number}")).and(" ends it.");
    told(reader, news, vec![watching])
}

fn told(reader: &Reader<'_>, news: &TurnNews, second: Vec<Line>) -> Wording {
    let mut happened = what_happened(reader, news);
    if let Some(Span::Words(first)) = happened.0.first_mut() {
        *first = after_colon(first);
    }
    let next = news.to_move.as_ref().map(|(who, _)| match reader.called(who) {
        "you" => Line::words("It is your turn."),
        who => Line::words(format!("{who} is to move.")),
    });
    Wording {
        headline: Line::words("No action needed:").then(happened).then(next.unwrap_or_default()),
        second: joined(second),
        comments: said(reader, &news.comments),
        body: all_played(reader, &news.played).into_iter().collect(),
        ..Wording::default()
    }
}

/// `ben played d1-d7/g7 · "hello"`, then whose turn it is, with the one mention.
fn your_turn_in_discord(reader: &Reader<'_>, news: &TurnNews) -> Wording {
    let pattern = super::refusing::pattern(reader).unwrap_or_else(|| news.pattern.clone());
    let mut lines: Vec<Line> = Vec::new();
    let mut comments = news.comments.clone();
    let preface = news.preface.as_ref().filter(|preface| accepted_and_played(preface, &news.played).is_none());
    lines.extend(preface.map(|preface| Line::marked(preface)));
    let hidden = news.played.len().saturating_sub(MOST_NAMED);
    if hidden > 0 {
        let hidden = counted(hidden as i64, "turn");
        lines.push(Line::words(format!("{hidden} before, by plans on both sides")));
    }
    for (i, played) in news.played.iter().enumerate().skip(hidden) {
        let mut line = played_by(reader, played, true);
        if i + 1 == news.played.len() {
            for (_, text) in comments.extract_if(.., |(who, _)| *who == played.who) {
                line = line.and(format!(" · \"{text}\""));
            }
        }
        lines.push(line);
    }
    lines.extend(said(reader, &comments));
    let turn = reader.notice.game.as_ref().map_or(0, |game| game.turn);
    let (name, side) = news.to_move.clone().unwrap_or_default();
    let mut whose = match (reader.mention(), reader.is_place()) {
        (Some(user), _) => {
            Line::default().span(Span::Mention { user }).and(format!(", your turn {turn} ({})", capital(&side)))
        }
        (None, true) => Line::words(format!("{name}'s turn {turn} ({})", capital(&side))),
        (None, false) => Line::words(format!("Your turn {turn} ({})", capital(&side))),
    };
    if let Some(at) = news.deadline {
        whose = whose.and(", until ").span(reader.time(at));
    }
    let first = news.played.is_empty();
    lines.push(whose);
    let mut lines = lines.into_iter();
    Wording {
        headline: lines.next().unwrap_or_default(),
        second: lines.next(),
        above: lines
            .chain(forfeit(reader, news))
            .chain(news.remarks.iter().map(|remark| Line::marked(remark)))
            .chain(setup_hint(reader))
            .collect(),
        instruction: first.then(|| Line::words("Type ").code(&pattern).and(" here, or press Move.")),
        ..Wording::default()
    }
}

/// Diamond Chess customs: when the turn is lost, clock or not.
fn forfeit(reader: &Reader<'_>, news: &TurnNews) -> Option<Line> {
    news.forfeit.map(|at| Line::words("By customs the turn is forfeited ").span(reader.time(at)).and("."))
}

/// How it came to this point, and what was played since: one or two sentences.
fn what_happened(reader: &Reader<'_>, news: &TurnNews) -> Line {
    match &news.preface {
        None => played(reader, &news.played),
        // Whoever accepted and played knows that the game is on.
        Some(preface) if preface == "The game is on." && news.played.first().is_some_and(|first| first.own) => {
            played(reader, &news.played)
        }
        Some(preface) => match accepted_and_played(preface, &news.played) {
            Some(who) => {
                Line::words(format!("{who} accepted and ")).glued(&without_subject(played(reader, &news.played)).0)
            }
            None => Line::marked(&sentence(preface)).then(played(reader, &news.played)),
        },
    }
}

/// `Ben accepted.` and his first turn make one sentence.
fn accepted_and_played<'a>(preface: &'a str, played: &[PlayedNews]) -> Option<&'a str> {
    let who = preface.strip_suffix(" accepted.")?;
    played.first().filter(|first| first.who == who && !first.own && first.by != Means::Server).map(|_| who)
}

fn without_subject(line: Line) -> Line {
    let mut spans = line.0;
    if let Some(Span::Words(first)) = spans.first_mut()
        && let Some((_, verb)) = first.split_once(' ')
    {
        *first = verb.to_owned();
    }
    Line(spans)
}

/// `Ann played j7-h7/h3.`, `You played d7-d5/b3, Ann played h7-h4/f6.`; nothing if nothing was played. When plans
/// answered plans, only how many and the last.
pub(super) fn played(reader: &Reader<'_>, turns: &[PlayedNews]) -> Line {
    match turns {
        [.., last] if turns.len() > MOST_NAMED => Line::words(format!("{} turns were played, the last: ", turns.len()))
            .glued(&played_by(reader, last, false).0)
            .and("."),
        [] => Line::default(),
        _ => in_order(reader, turns).and("."),
    }
}

/// More turns than this are not the news; they are listed below the board.
const MOST_NAMED: usize = 4;

fn all_played(reader: &Reader<'_>, turns: &[PlayedNews]) -> Option<Line> {
    (turns.len() > MOST_NAMED).then(|| Line::words("In order: ").glued(&in_order(reader, turns).0).and("."))
}

fn in_order(reader: &Reader<'_>, turns: &[PlayedNews]) -> Line {
    let mut line = Line::default();
    for (i, turn) in turns.iter().enumerate() {
        let next = played_by(reader, turn, i == 0);
        line = if i == 0 { next } else { line.and(", ").glued(&next.0) };
    }
    line
}

/// At the beginning of a setup: all ten pieces can be put down with one answer.
fn setup_hint(reader: &Reader<'_>) -> Option<Line> {
    let first = reader.notice.game.as_ref().is_some_and(|game| game.turn <= 2);
    let hint = Line::words("One reply can plan all your placements, in the order of the squares: ");
    (first && reader.in_setup()).then(|| hint.code("r o h k s c c g z c").and(" for example."))
}

fn played_by(reader: &Reader<'_>, turn: &PlayedNews, first: bool) -> Line {
    let own = turn.own && !reader.is_place();
    let who = match (own, first) {
        (true, true) => "You".to_owned(),
        (true, false) => "you".to_owned(),
        // In Discord it is worth saying that somebody isn't there.
        (false, _) if reader.discord && turn.by == Means::Mail => format!("{} (by mail)", turn.who),
        (false, _) => turn.who.clone(),
    };
    match (turn.turn.strip_prefix("spur "), turn.by) {
        (Some(half_move), _) => Line::words(format!("{who} spurred with ")).code(half_move),
        (None, Means::Server) => {
            let whose = if own { format!("{who}r turn") } else { format!("{who}'s turn") };
            Line::words(format!("{whose} was forfeited by customs: ")).code(&turn.turn)
        }
        (None, Means::Plan) if own => {
            Line::words(if first { "Your plan played " } else { "your plan played " }).code(&turn.turn)
        }
        (None, _) => Line::words(format!("{who} played ")).code(&turn.turn),
    }
}

/// `White`, from `white`.
pub(super) fn capital(side: &str) -> String {
    let mut chars = side.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

impl Line {
    /// Goes on with these parts, without a space.
    pub(super) fn glued(mut self, spans: &[Span]) -> Line {
        self.0.extend_from_slice(spans);
        self
    }
}
