//! Early close: whether any unfinished game can still change who goes on, goes up or goes down.
//!
//! Whoever is over a line stays over it if nobody below can come level. The worst that can happen to one player against
//! another is that he loses all he has left and the other wins all: both at once, whatever else happens. Only if that brings
//! them level on points do ties decide, and then the games among the others are tried one by one.

use super::ranking::{self, Group};
use super::score::{Outcome, Played};
use crate::rules::Side;

/// Where a table is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The first so many go on or up.
    First(usize),
    /// The last so many go down.
    Last(usize),
}

/// How many games among others are tried out: three to this power cases for a pair. With more than that open the group
/// waits for the next result.
const TRIED: usize = 8;
/// The same where a tie is to be parted: five to this power cases.
const TIED: usize = 4;

/// Whether nothing that is unfinished can change who is over any of these lines.
pub fn is_decided(group: &Group, lines: &[Line]) -> bool {
    lines.iter().all(|line| {
        let over = over(&completed(group), *line);
        let stay = (0..group.players).filter(|player| group.stays(*player));
        let under: Vec<usize> = stay.clone().filter(|player| !over.contains(player)).collect();
        let kept = over.iter().all(|one| under.iter().all(|other| is_ahead_for_good(group, *one, *other)));
        // A tie across the line may be parted by what is open.
        let tied = over.len() > line.length(stay.count());
        kept && (!tied || tie_holds(group, *line, &over))
    })
}

/// Whether a tie across a line stands however the unfinished games end: all of it is tried.
fn tie_holds(group: &Group, line: Line, wanted: &[usize]) -> bool {
    let void = |player: usize| group.void.get(player).copied().unwrap_or(false);
    let counts = |game: &Played| !void(game.white) && !void(game.black);
    let open = (0..group.games.len())
        .filter(|index| group.games.get(*index).is_some_and(|game| game.result.is_none() && counts(game)));
    let open: Vec<usize> = open.collect();
    open.len() <= TIED && holds(&mut group.clone(), &open, line, wanted)
}

fn holds(group: &mut Group, open: &[usize], line: Line, wanted: &[usize]) -> bool {
    let Some((game, open)) = open.split_first() else { return over(group, line) == wanted };
    let ends =
        [(Some(Side::White), 1), (Some(Side::White), 20), (None, 0), (Some(Side::Black), 1), (Some(Side::Black), 20)];
    ends.into_iter().all(|(winner, margin)| {
        if let Some(game) = group.games.get_mut(*game) {
            game.result = Some(Outcome { winner, margin: Some(margin), given_up: false, forfeit: false });
        }
        holds(group, open, line, wanted)
    })
}

impl Line {
    /// How many are over it where no tie makes them more.
    fn length(self, stay: usize) -> usize {
        match self {
            Line::First(line) => line.min(stay),
            Line::Last(line) => stay.saturating_sub(line),
        }
    }
}

/// Who is over a line, in the order of the list: those who go on or up, or those who don't go down.
fn over(group: &Group, line: Line) -> Vec<usize> {
    match line {
        Line::First(line) => {
            let first = ranking::first(group, line);
            (0..group.players).filter(|player| first.contains(player)).collect()
        }
        Line::Last(line) => {
            let down = ranking::last(group, line);
            (0..group.players).filter(|player| group.stays(*player) && !down.contains(player)).collect()
        }
    }
}

/// The group with all unfinished games drawn: one of the ends it can come to. What is decided is the same in all of them,
/// though not always in the table as it stands, where games that are open count for nobody.
pub fn completed(group: &Group) -> Group {
    let draw = Outcome { winner: None, margin: None, given_up: false, forfeit: false };
    let games = group.games.iter().map(|game| Played { result: game.result.or(Some(draw)), ..*game });
    Group { games: games.collect(), ..group.clone() }
}

/// Whether one player ranks above another however the unfinished games end.
fn is_ahead_for_good(group: &Group, one: usize, other: usize) -> bool {
    let lost = |player: usize, game: &Played| {
        let side = if game.white == player { Side::Black } else { Side::White };
        // The margin of a resignation is the widest there is.
        Outcome { winner: Some(side), margin: None, given_up: true, forfeit: false }
    };
    let has = |player: usize, game: &Played| game.white == player || game.black == player;
    let mut worst = group.clone();
    let mut free = Vec::new();
    for (index, game) in worst.games.iter_mut().enumerate().filter(|(_, game)| game.result.is_none()) {
        if has(one, game) {
            game.result = Some(lost(one, game));
        } else if has(other, game) {
            let loser = if game.white == other { game.black } else { game.white };
            game.result = Some(lost(loser, game));
        } else if !group.void.get(game.white).copied().unwrap_or(false)
            && !group.void.get(game.black).copied().unwrap_or(false)
        {
            free.push(index);
        }
    }
    let points = |group: &Group, player: usize| {
        group.table().iter().find(|row| row.player == player).map_or(0, |row| row.points)
    };
    match points(&worst, one).cmp(&points(&worst, other)) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal if free.len() > TRIED => false,
        std::cmp::Ordering::Equal => stays_ahead(&mut worst, one, other, &free),
    }
}

/// Tries all ends of the free games.
fn stays_ahead(group: &mut Group, one: usize, other: usize, free: &[usize]) -> bool {
    let Some((game, free)) = free.split_first() else {
        let table = group.table();
        let place = |player: usize| table.iter().find(|row| row.player == player).map(|row| row.place);
        return place(one) < place(other);
    };
    [Some(Side::White), None, Some(Side::Black)].into_iter().all(|winner| {
        let outcome = Outcome { winner, margin: None, given_up: true, forfeit: false };
        if let Some(game) = group.games.get_mut(*game) {
            game.result = Some(outcome);
        }
        stays_ahead(group, one, other, free)
    })
}

#[cfg(test)]
mod tests;
