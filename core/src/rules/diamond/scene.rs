//! What a picture of a position needs: squares, pieces, and what a turn did.

use super::attacks::{Effect, effect, manner_of, sacrifice, strike};
use super::cells::{Cell, Cells, FORDS, RIVER};
use super::pieces::{Board, Kind};
use super::turns::Turn;
use super::{Diamond, Phase, setup};
use crate::board::SquareSet;
use crate::rules::{GameKind, Rules, Side};
use crate::scene::{Layout, Mark, Piece, Scene};

/// The position, without marks and targets.
pub fn scene(position: &Diamond) -> Scene {
    let slots = match position.phase {
        Phase::Play => Vec::new(),
        Phase::Setup { .. } => Side::BOTH
            .into_iter()
            .flat_map(|side| setup::open_slots(position.board.army(side), side))
            .map(|(cell, number)| (cell.square(), number))
            .collect(),
    };
    let (files, ranks) = Diamond::SIZE;
    let cells = SquareSet::board(files, ranks).into_iter().filter_map(Cell::of);
    let pieces = cells.flat_map(|cell| pieces_on(&position.board, cell)).collect();
    let to_move = position.outcome().is_none().then_some(position.to_move);
    Scene {
        layout: Layout::Diamond,
        river: RIVER.squares(),
        fords: FORDS.iter().map(|(black, white)| (black.square(), white.square())).collect(),
        slots,
        ..Scene::new(GameKind::Diamond, Diamond::SIZE, pieces, to_move, position.turn.0)
    }
}

/// What that turn, made by `side` on this board, does.
pub fn marks(board: &Board, side: Side, turn: &Turn) -> Vec<Mark> {
    let path = |from: Cell, to: Cell| Mark::Path(vec![from.square(), to.square()]);
    let captured = |board: &Board, kind: Kind, at: Cell| {
        let taken = pieces_on(board, at).into_iter();
        taken.filter(|piece| piece.side == Some(side.other()) && piece.kind == kind.scene()).map(Mark::Captured).next()
    };
    let mut marks = Vec::new();
    let mut doomed = sacrifice(board, side);
    match *turn {
        Turn::Pass => return marks,
        Turn::Place { at, .. } => return vec![Mark::Placed(at.square())],
        Turn::Two(_) | Turn::Lone(_) | Turn::Spur(_) => {
            let parts = turn.moves().iter().flat_map(|by| by.parts());
            return parts.map(|part| path(part.from, part.to)).collect();
        }
        Turn::Pounce { from, to } => {
            marks.push(path(from, to));
            marks.extend(board.army(side.other()).at(to).filter_map(|kind| captured(board, kind, to)));
            doomed = doomed.filter(|&cell| cell != to);
        }
        Turn::Attack { from, blows } => {
            let mut board = board.clone();
            for &blow in blows.all() {
                let manner = manner_of(from, blow.at);
                marks.push(Mark::Attack { from: from.square(), to: blow.at.square() });
                if effect(board.army(side.other()), blow.victim, blow.at, manner) == Effect::Resisted {
                    marks.push(Mark::Resisted(blow.at.square()));
                } else {
                    marks.extend(captured(&board, blow.victim, blow.at));
                }
                strike(board.army_mut(side.other()), blow, manner);
            }
            doomed = doomed.filter(|&cell| board.army(side.other()).of(Kind::ZiRi).contains(cell));
        }
    }
    marks.extend(doomed.and_then(|cell| captured(board, Kind::ZiRi, cell)));
    marks
}

/// Where the piece on that square can go or what it can attack, to begin a turn with; an empty numbered square is its
/// own target while something can be put there.
pub fn targets(position: &Diamond, from: Cell) -> Cells {
    let mover = position.mover(position.to_move);
    let mut targets = Cells::EMPTY;
    for turn in position.legal_turns() {
        match turn {
            Turn::Place { at, .. } if at == from => targets |= Cells::of(at),
            Turn::Attack { from: attacker, blows } if attacker == from => {
                targets |= blows.all().iter().map(|blow| blow.at).collect();
            }
            Turn::Pounce { from: sleeth, to } if sleeth == from => targets |= Cells::of(to),
            Turn::Two([one, other]) => {
                targets |= one.end_of(from);
                if other.froms().contains(from) && mover.can_make(&[other, one]) {
                    targets |= other.end_of(from);
                }
            }
            Turn::Lone(one) => targets |= one.end_of(from),
            _ => {}
        }
    }
    targets
}

/// The pieces on a square; a zi ri is above what it shares the square with.
fn pieces_on(board: &Board, cell: Cell) -> Vec<Piece> {
    let shared = board.at(cell).count() > 1;
    board
        .at(cell)
        .map(|(side, kind)| Piece {
            at: cell.square(),
            kind: kind.scene(),
            side: Some(side),
            letter: kind.letter_of(side),
            used: board.army(side).is_used(kind),
            shared,
        })
        .collect()
}
