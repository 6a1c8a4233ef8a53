//! The words for events around the turns: a game begins, a turn is taken back, an offer is made or declined.

use super::clause::Clause;
use super::{Line, Reader, Wording, count, house};
use crate::notice::{Arrival, Beside, Preface, Remark};
use crate::text::plural::counted;
use crate::text::times::roughly;

/// How a game got here.
pub(super) fn preface(preface: &Preface) -> Clause {
    match preface {
        Preface::GameOn => Clause::ours("the game is on."),
        Preface::Accepted { by } => Clause::of(by, " accepted."),
        Preface::House { level } => Clause::named(
            Line::words(format!("{} plays at level {level} of 8, unrated; ", house::name(*level)))
                .code("hint")
                .and(" and ")
                .code("undo")
                .and(" are free."),
        ),
        Preface::TakenBack { by: None, turn, with } => {
            Clause::coded(Line::default().code(turn).and(" is taken back").glued(&also(with).0))
        }
        Preface::TakenBack { by: Some(by), turn, with } => {
            Clause::named(Line::words(format!("{by} took ")).code(turn).and(" back").glued(&also(with).0))
        }
        Preface::Beside(what) => beside(what),
        Preface::Written(words) => Clause::named(Line::marked(&super::sentence(words))),
    }
}

/// The turns that are taken back along with one.
fn also(with: &[String]) -> Line {
    match with {
        [] => Line::words("."),
        [turn] => Line::words(", and with it ").code(turn).and("."),
        more => Line::words(format!(", and with it the {} since.", counted(more.len() as i64, "turn"))),
    }
}

/// What was settled besides the turns.
pub(super) fn beside(what: &Beside) -> Clause {
    match what {
        Beside::Accepted { by } => Clause::of(by, " accepted."),
        Beside::NothingDone => Clause::ours("nothing was done."),
        Beside::TurnStands => Clause::ours("the turn stands."),
        Beside::UndoRefused { by } => Clause::of(by, " doesn't want the turn taken back."),
        Beside::UndoAsked { whom, turn } => Clause::of(whom, &format!(" is asked to take turn {turn} back.")),
        Beside::DrawAsked { whom } => Clause::of(whom, " is asked for a draw."),
        Beside::OfferWithdrawn => Clause::ours("your offer is withdrawn."),
        Beside::DrawDeclined => Clause::ours("the draw is declined."),
        Beside::DrawRefused { by } => Clause::of(by, " declined the draw, the game goes on."),
        Beside::Told { whom, when: Arrival::Now } => Clause::of(whom, " is told."),
        Beside::Told { whom, when: Arrival::NextTurn } => Clause::of(whom, " is told with the next turn."),
        Beside::Told { whom, when: Arrival::Later } => {
            Clause::of(whom, " gets no messages at present, and is told with a later board.")
        }
        Beside::Adjourned { number, resumed } => {
            let did = if *resumed { "resumed" } else { "adjourned" };
            Clause::ours(format!("the operator {did} game {number}."))
        }
        Beside::TimeGiven { whom, seconds } => {
            let change = if *seconds < 0 { "less" } else { "more" };
            Clause::ours(format!("the operator gave {whom} {} {change}.", roughly(seconds.abs())))
        }
    }
}

/// The same where the board can be seen anyway: a line of its own.
pub(super) fn aside(reader: &Reader<'_>, what: &Beside, to_move: Option<&str>, mine: bool) -> Wording {
    let clause = beside(what);
    let headline = match to_move {
        Some(_) if mine => Line::words("Your turn.").then(clause.opening()),
        Some(mover) => reader.settled(clause).and(format!(" {mover} is to move.")),
        None => reader.settled(clause),
    };
    Wording { headline, ..Wording::default() }
}

/// What else is said with a board.
pub(super) fn remark(reader: &Reader<'_>, remark: &Remark) -> Line {
    match remark {
        Remark::YouAre { name } => Line::words(format!("You are {name} here (")).code("name X").and(" changes it)."),
        Remark::UndoUntil { plays } => Line::default().code("undo").and(format!(" works until {plays} plays.")),
        Remark::HasPlans => Line::words("What you planned is played as it fits; ").code("plans").and(" lists it."),
        Remark::PlanDropped { turn, why } => {
            Line::marked(&format!("Your plan {turn} was dropped: {}.", super::told::rule(why)))
        }
        Remark::HouseIsOff => {
            Line::words("The house is switched off at present: the game waits until it is back, and no clock runs.")
        }
        Remark::PlansDropped => Line::words("Your plans didn't foresee that and are dropped."),
        Remark::SeenInDiscord { who } => {
            Line::words(format!("{who} plays in a Discord channel; your name, moves and comments are seen there."))
        }
        Remark::DrawOffered { by } => {
            let agrees = if reader.discord() { "draw accept" } else { "yes" };
            Line::words(format!("{by} offers a draw: ")).code(agrees).and(" agrees, a move declines.")
        }
        Remark::Settled { count, decided } => {
            let (white, black) = (count::turns(count.white), count::number(count.black));
            let line = Line::words(format!("All regions are settled: White has {white} left, Black {black}."));
            if *decided { line.and(" ").code("claim").and(" ends the game.") } else { line }
        }
        Remark::Away { who, until } => Line::words(format!("{who} is away until ")).span(reader.time(*until)).and("."),
        Remark::TakesNothing { turn } => {
            Line::words("There was nothing to take or to flip: it was played as ").code(turn).and(".")
        }
        Remark::NotSent(unsent) => Line::words(format!("Not sent: your words above the turn, \"{}\"; ", unsent.words))
            .code("yes")
            .and(format!(" sends them to {}.", unsent.opponent)),
        Remark::Question(ask) => {
            let lines = super::told::asked(reader, ask).lines;
            super::joined(lines.iter().map(|line| Line::marked(line))).unwrap_or_default()
        }
        Remark::Beside(happened) => preface(happened).opening(),
        Remark::Written(words) => Line::marked(words),
    }
}
