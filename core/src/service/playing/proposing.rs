//! Turns that are asked about before they are played: those that words only nearly name, and those that fit but may be
//! meant otherwise. Nothing is played without a yes.

use crate::notation;
use crate::notice::News;
use crate::notice::told::playing;
use crate::rules::{Position, Side};
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::playing::asking;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::Requester;
use crate::service::seated::Seated;
use crate::store::{Proposal, QuestionKind};

/// Asks whether to play a turn, on the board as it would be then, and keeps what else was said with it.
pub fn propose(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    game: &Seated,
    side: Side,
    turn: &str,
    offers_draw: bool,
) -> Result<(), ServiceError> {
    if !out.may_ask(who)? {
        return Ok(());
    }
    let number = game.row.number;
    // The house reads nothing.
    let comment = who.comment.take().filter(|_| game.house().is_none());
    let proposal = Proposal { turn: turn.to_owned(), comment: comment.clone(), offers_draw };
    let id = asking::ask(now, game, side, QuestionKind::Play(proposal))?;
    let mut position = game.row.board()?;
    let (pattern, before) = (position.pattern().to_owned(), position.text());
    let mut topic = Topic { question: Some(id), ..game.topic(Some(side)) };
    if let Some(board) = topic.board.as_mut().filter(|_| position.play(turn).is_ok()) {
        board.last = Some((before, turn.to_owned()));
        board.position = position.text();
    }
    let ask = playing::Ask::Play { number, turn: turn.to_owned(), pattern, comment, offers_draw };
    out.answer(who, topic, News::Question { ask: ask.into(), id });
    Ok(())
}

/// The one turn that a text fits, if it leaves out more than it names, or goes from a square where the mover has nothing:
/// `b2` for `g5-g2/b2`, `e2-e4` for `d1-e2/e4`. The rules take it, but its writer may have meant something else.
pub fn doubtful(position: &Position, text: &str) -> Option<String> {
    let plain = notation::normal(text);
    let named = notation::squares(&plain);
    let (start, first) = *named.first()?;
    let mover = position.to_move();
    let stands = position.scene().pieces.iter().any(|piece| piece.at == first && piece.side == Some(mover));
    if stands || plain.contains('@') {
        return None;
    }
    let turn = position.read(text).ok()?;
    let whole = notation::squares(&turn);
    if whole.first().is_none_or(|(_, from)| *from == first) {
        return None;
    }
    let alone = named.len() == 1 && whole.len() > 2;
    // What stands in front of a slash is where a piece goes to.
    let goes = named.get(1).is_some_and(|&(next, _)| !plain[start..next].contains(['/', ',', '(', 'x']));
    (alone || goes).then_some(turn)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    #[test]
    fn what_leaves_out_most_of_a_turn_is_doubtful() {
        let start = |game, turns: &[&str]| {
            let mut position = Position::start(&Setup::new(game, None, &[]).unwrap()).unwrap();
            turns.iter().for_each(|turn| drop(position.play(turn).unwrap()));
            position
        };
        let amazons = start("amazons", &[]);
        for text in ["e2-e4", "e2 to e4", "E2 - E4", "e2 e4"] {
            assert_eq!(doubtful(&amazons, &text.replace("to", "-")).as_deref(), Some("d1-e2/e4"), "{text}");
        }
        for text in ["e2/e4", "e2,e4", "d1-e2/e4", "d1 e2 e4", "e2-f9"] {
            assert_eq!(doubtful(&amazons, text), None, "{text}");
        }
        assert_eq!(doubtful(&start("othello", &[]), "d3"), None);
        assert_eq!(doubtful(&start("diamond", &[]), "c@g1"), None);
    }
}
