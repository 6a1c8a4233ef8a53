//! What a receipt says about how a message was read, where that may not be what its writer thinks.

use crate::command::Command;
use crate::notation::normal;
use crate::notice::Remark;
use crate::notice::told::incoming::Unsent;
use crate::rules::{GameKind, Position, Side};
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::playing::asking::ask;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{Requester, Via};
use crate::service::seated::Seated;
use crate::store::QuestionKind;

/// Says that words above a turn went to nobody, and asks whether to send them.
pub fn words_above(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    game: &Seated,
    side: Side,
) -> Result<(), ServiceError> {
    let Some((unsent, question)) = unsent(who, game, side) else { return Ok(()) };
    let (number, player) = (game.row.number, game.at(side));
    if !out.add_to_receipt(player, number, Remark::NotSent(unsent)) {
        return Ok(());
    }
    who.unsent = None;
    let id = ask(now, game, side, question)?;
    if let Some(address) = &who.address {
        out.ask_with_receipt(player, number, address.id, id);
    }
    Ok(())
}

/// The words of a mail that go to nobody by themselves, and the question whose yes sends them. The house reads nothing.
pub fn unsent(who: &Requester, game: &Seated, side: Side) -> Option<(Unsent, QuestionKind)> {
    let words = who.unsent.clone().filter(|_| who.via == Via::Mail && game.house().is_none())?;
    let say = Command::Say { game: Some(game.row.number), text: words.clone() };
    let unsent = Unsent { opponent: game.at(side.other()).name.clone(), words };
    Some((unsent, QuestionKind::Mean { command: say, comment: None }))
}

/// What to say of a text that claims to take or to flip something, if it is a turn that doesn't: `d5-d4xd7` with nothing
/// between. It is played, since only one turn fits.
pub fn takes_nothing(game: GameKind, position: &Position, text: &str) -> Option<Remark> {
    // In Amazons the sign means nothing else.
    if game == GameKind::Amazons || !normal(text).contains('x') {
        return None;
    }
    let turn = position.read(text).ok().filter(|turn| !turn.contains(['x', '^']))?;
    Some(Remark::TakesNothing { turn })
}
