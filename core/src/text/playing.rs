//! The words for turns: it is the reader's turn, the reader's turn was played, or somebody else's.

use super::clause::{Clause, capital};
use super::{Line, Reader, Span, Wording, beside, comments, deeds, house, joined};
use crate::game::Means;
use crate::notice::{BoardView, PlayedNews, Preface, Remark, TurnNews};
use crate::rules::{Position, Side};
use crate::text::plural::counted;

/// It is the reader's turn or, in a Discord channel, the mentioned player's.
pub(super) fn your_turn(reader: &Reader<'_>, news: &TurnNews) -> Wording {
    if reader.discord() {
        return your_turn_in_discord(reader, news);
    }
    let pattern = super::refusing::pattern(reader).unwrap_or_else(|| news.pattern.clone());
    let mut second = Vec::new();
    second.push(match news.deadline {
        Some(at) => Line::words("By ").span(reader.deadline(at)).and("."),
        None => Line::words("No clock runs."),
    });
    // Until both have moved once.
    if reader.notice.game.as_ref().is_some_and(|game| game.turn <= 2) {
        second.extend(news.to_move.as_ref().map(|(_, side)| Line::words(format!("You are {}.", capital(side)))));
    }
    let (offers, remarks) = offers_apart(reader, news);
    let forced = only_pass(reader);
    second.extend(remarks);
    // Whoever plays alone was invited by nobody who explained the game.
    let alone = reader.notice.game.as_ref().is_some_and(|game| game.turn <= 2 && house::plays(game));
    second.extend(alone.then(|| Line::words("New to it? ").code("rules").and(" explains the game.")));
    let beside = offers.into_iter().chain(customs(reader, news)).chain(reader.beside_the_board());
    Wording {
        headline: Line::words("Your turn.").then(what_happened(reader, news).opening()),
        second: joined(second),
        comments: comments(reader, &news.comments),
        instruction: forced.is_none().then(|| Line::words("Reply with a move: ").code(&pattern)),
        above: forced.into_iter().chain(beside).chain(setup_hint(reader)).collect(),
        pattern: Some(pattern),
        body: all_played(reader, &news.played).into_iter().collect(),
        ..Wording::default()
    }
}

/// The reader's own turn was accepted.
pub(super) fn receipt(reader: &Reader<'_>, news: &TurnNews) -> Wording {
    // A reader who has only accepted learns here which side is theirs.
    let side = reader.notice.board.as_ref().and_then(|board| board.side.as_deref());
    let begins = news.played.is_empty() && reader.notice.game.as_ref().is_some_and(|game| game.turn == 1);
    let colour = side.filter(|_| begins).map(|side| Line::words(format!("You are {}.", capital(side))));
    let (offers, remarks) = offers_apart(reader, news);
    let above = offers.into_iter().chain(customs(reader, news)).chain(reader.beside_the_board());
    Wording { above: above.collect(), ..told(reader, news, colour.into_iter().chain(remarks).collect()) }
}

/// What is offered or asked stands on a line of its own, so that nobody overlooks it; then what else is said.
fn offers_apart(reader: &Reader<'_>, news: &TurnNews) -> (Vec<Line>, Vec<Line>) {
    // A name that Discord shows beside everything that its owner writes needs no mention.
    let known = |remark: &Remark| reader.discord() && matches!(remark, Remark::YouAre { .. });
    let offered =
        |remark: &&Remark| matches!(remark, Remark::DrawOffered { .. } | Remark::Question(_) | Remark::Settled { .. });
    let remarks = news.remarks.iter().filter(|remark| !known(remark));
    let (offers, others): (Vec<&Remark>, Vec<&Remark>) = remarks.partition(offered);
    let said = |remarks: Vec<&Remark>| remarks.into_iter().map(|remark| beside::remark(reader, remark)).collect();
    (said(offers), said(others))
}

/// A watcher's view.
pub(super) fn watched(reader: &Reader<'_>, news: &TurnNews) -> Wording {
    let number = reader.number();
    let watching = Line::words(format!("You watch game {number}; ")).code(format!("unwatch {number}")).and(" ends it.");
    told(reader, news, vec![watching])
}

fn told(reader: &Reader<'_>, news: &TurnNews, second: Vec<Line>) -> Wording {
    let happened = reader.settled(what_happened(reader, news));
    let next = news.to_move.as_ref().map(|(who, _)| match reader.is(who) {
        true => Line::words("It is your turn."),
        false => Line::words(format!("{who} is to move.")),
    });
    Wording {
        headline: happened.then(next.unwrap_or_default()),
        second: joined(second),
        comments: comments(reader, &news.comments),
        body: all_played(reader, &news.played).into_iter().collect(),
        ..Wording::default()
    }
}

/// `ben played d1-d7/g7 · "hello"`, then whose turn it is, with one mention.
fn your_turn_in_discord(reader: &Reader<'_>, news: &TurnNews) -> Wording {
    let pattern = super::refusing::pattern(reader).unwrap_or_else(|| news.pattern.clone());
    let mut lines: Vec<Line> = Vec::new();
    let mut comments = news.comments.clone();
    let prefaces = news.preface.iter().filter(|preface| !is_said_by_playing(preface, &news.played));
    lines.extend(prefaces.map(|preface| match reader.also() {
        Some(user) => {
            Line::default().span(Span::Mention { user }).and(", ").glued(&beside::preface(preface).going_on().0)
        }
        None => beside::preface(preface).opening(),
    }));
    let hidden = news.played.len().saturating_sub(MOST_NAMED);
    if hidden > 0 {
        // The house answers at once, and plans nothing.
        let planned = |who: &str| news.played.iter().any(|turn| turn.who == who && turn.by == Means::Plan);
        let plans = if news.played.iter().all(|turn| planned(&turn.who)) { ", by plans on both sides" } else { "" };
        lines.push(Line::words(counted(hidden as i64, "turn") + " before" + plans));
    }
    for (i, played) in news.played.iter().enumerate().skip(hidden) {
        let mut line = played_by(reader, played).opening();
        if i + 1 == news.played.len() {
            for (_, text) in comments.extract_if(.., |(who, _)| *who == played.who) {
                line = line.and(format!(" · \"{text}\""));
            }
        }
        lines.push(line);
    }
    lines.extend(super::comments(reader, &comments));
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
    lines.push(whose);
    let mut lines = lines.into_iter();
    Wording {
        headline: lines.next().unwrap_or_default(),
        second: lines.next(),
        above: lines
            .chain(only_pass(reader))
            .chain(customs(reader, news))
            .chain(reader.beside_the_board())
            .chain(news.remarks.iter().map(|remark| beside::remark(reader, remark)))
            .chain(setup_hint(reader))
            .chain(is_new_form(reader, turn).then(|| written_too(reader)).flatten())
            .collect(),
        instruction: is_new_form(reader, turn).then(|| how_to_type(reader, &pattern)),
        ..Wording::default()
    }
}

/// Whether the reader has not yet been told how turns are written now: both begin, or the last turn was of another form.
fn is_new_form(reader: &Reader<'_>, turn: u32) -> bool {
    let board = reader.notice.board.as_ref();
    let before = board.and_then(|board| {
        let (position, _) = board.last.as_ref()?;
        BoardView { position: position.clone(), last: None, ..board.clone() }.now().ok()
    });
    let changed = before.zip(reader.position()).is_some_and(|(before, now)| before.pattern() != now.pattern());
    turn <= 2 || changed
}

/// The form of a turn, or one for example where the form is in words.
fn how_to_type(reader: &Reader<'_>, pattern: &str) -> Line {
    let example = reader.position().and_then(|position| position.fair_turn()).filter(|_| pattern.contains(' '));
    match example {
        Some(turn) => Line::words("Type a turn here, such as ").code(turn).and(", or press Move."),
        None => Line::words("Type ").code(pattern).and(" here, or press Move."),
    }
}

/// How turns are written that the pattern doesn't cover.
fn written_too(reader: &Reader<'_>) -> Option<Line> {
    reader.position()?.written_too().map(|sentence| Line::marked(&sentence))
}

/// Whoever has nothing to play must say so himself.
fn only_pass(reader: &Reader<'_>) -> Option<Line> {
    reader.position().filter(Position::can_only_pass)?;
    Some(match reader.discord() {
        true => Line::words("There is nothing to play but ").code("pass").and("."),
        false => Line::words("You have nothing to play: reply ").code("pass").and("."),
    })
}

/// When customs let the waiting player spur the other on, and when they forfeit the turn, whatever the clock says.
fn customs(reader: &Reader<'_>, news: &TurnNews) -> Option<Line> {
    let forfeited = news.forfeit?;
    let until = |line: Line| line.and("; the turn is forfeited ").span(reader.time(forfeited)).and(".");
    let position = reader.position()?;
    let customs = position.customs()?;
    let (mover, waiting) = (position.to_move(), position.to_move().other());
    let called = |side: Side| if reader.plays(side) { "you" } else { reader.name_of(side.word()) };
    let has = if reader.plays(waiting) { "have" } else { "has" };
    if customs.spurred {
        return Some(until(Line::words(format!("Customs: {} {has} spurred {} on", called(waiting), called(mover)))));
    }
    let since = reader.time(forfeited.saturating_sub(i64::try_from(customs.seconds).unwrap_or(i64::MAX)));
    let may = Line::words(format!("Customs: {} may spur {} on, once, after ", called(waiting), called(mover)));
    let how = if reader.plays(waiting) { Line::words(", by ").code("spur from-to") } else { Line::default() };
    Some(until(may.span(since).glued(&how.0)))
}

/// How the game got here, and what was played since: one or two sentences.
fn what_happened(reader: &Reader<'_>, news: &TurnNews) -> Clause {
    let (mut happened, mut turns) = (Clause::default(), played(reader, &news.played));
    for preface in &news.preface {
        if let (Preface::Accepted { by }, true) = (preface, is_said_by_playing(preface, &news.played)) {
            // Acceptance and first turn make one sentence.
            turns = Clause::named(Line::words(format!("{by} accepted and ")).glued(&without(by, turns).0));
        } else if !is_said_by_playing(preface, &news.played) {
            happened = happened.then(beside::preface(preface));
        }
    }
    happened.then(turns)
}

/// Whether the turns already say it: a reader who accepted and played knows that the game is on, and an opponent whose
/// first turn is told has accepted.
fn is_said_by_playing(preface: &Preface, played: &[PlayedNews]) -> bool {
    played.first().is_some_and(|first| match preface {
        Preface::GameOn => first.own,
        Preface::Accepted { by } => first.who == *by && !first.own && first.by != Means::Server,
        _ => false,
    })
}

/// What somebody did, without their name in front.
fn without(name: &str, clause: Clause) -> Line {
    let mut line = clause.going_on();
    if let Some(Span::Words(first)) = line.0.first_mut()
        && let Some(rest) = first.strip_prefix(name)
    {
        *first = rest.trim_start().to_owned();
    }
    line
}

/// `Ann played j7-h7/h3.`, `you played d7-d5/b3, Ann played h7-h4/f6.`; empty if nothing was played. When plans
/// answered plans, only their number and the last turn.
pub(super) fn played(reader: &Reader<'_>, turns: &[PlayedNews]) -> Clause {
    match turns {
        [] => Clause::default(),
        [.., last] if turns.len() > MOST_NAMED => Clause::named(
            Line::words(format!("{} turns were played, the last: ", turns.len()))
                .glued(&played_by(reader, last).going_on().0)
                .and("."),
        ),
        [_, ..] => in_order(reader, turns).and("."),
    }
}

/// More turns than this are not named in the news but listed below the board.
const MOST_NAMED: usize = 4;

fn all_played(reader: &Reader<'_>, turns: &[PlayedNews]) -> Option<Line> {
    let all = (turns.len() > MOST_NAMED).then(|| in_order(reader, turns).opening())?;
    Some(Line::words("In order: ").glued(&all.0).and("."))
}

fn in_order(reader: &Reader<'_>, turns: &[PlayedNews]) -> Clause {
    let mut clauses = turns.iter().map(|turn| played_by(reader, turn));
    let first = clauses.next().unwrap_or_default();
    clauses.fold(first, |line, next| line.and(", ").glued(next))
}

/// At the start of a setup: all pieces can be placed in one reply.
fn setup_hint(reader: &Reader<'_>) -> Option<Line> {
    let first = reader.notice.game.as_ref().is_some_and(|game| game.turn <= 2);
    let one = if reader.discord() { "message" } else { "reply" };
    let hint = Line::words(format!("One {one} can plan all your placements, in the order of the squares: "));
    let several = reader.position().filter(|_| first)?.several_to_propose()?;
    Some(hint.code(several).and(" for example."))
}

fn played_by(reader: &Reader<'_>, turn: &PlayedNews) -> Clause {
    let own = turn.own && !reader.is_place();
    let (who, whose) = match own {
        true => ("you".to_owned(), "your".to_owned()),
        // In Discord it is worth mentioning that somebody plays by mail.
        false if reader.discord() && turn.by == Means::Mail => {
            (format!("{} (by mail)", turn.who), format!("{}'s", turn.who))
        }
        false => (turn.who.clone(), format!("{}'s", turn.who)),
    };
    let line = match (turn.turn.strip_prefix("spur "), turn.by) {
        (Some(half_move), _) => Line::words(format!("{who} spurred with ")).code(half_move),
        (None, Means::Server) => Line::words(format!("{whose} turn was forfeited by customs: ")).code(&turn.turn),
        (None, Means::Plan) if own => did("your plan", &turn.turn),
        (None, Means::Plan) => did(&who, &turn.turn).and(", as planned"),
        (None, _) => did(&who, &turn.turn),
    };
    let line = match deeds::deeds(reader, &turn.turn) {
        Some(deeds) => line.and(format!(" ({deeds})")),
        None => line,
    };
    if own { Clause::our_line(line) } else { Clause::named(line) }
}

/// `Ann played d3`, `Ann passed`.
pub(super) fn did(who: &str, turn: &str) -> Line {
    match turn {
        "pass" => Line::words(format!("{who} passed")),
        _ => Line::words(format!("{who} played ")).code(turn),
    }
}

impl Line {
    /// Appends these spans, without a space.
    pub(super) fn glued(mut self, spans: &[Span]) -> Line {
        self.0.extend_from_slice(spans);
        self
    }
}
