//! Words for the opponent: with a turn, or on their own within limits.

use crate::comment;
use crate::game::GameNumber;
use crate::notice::told::playing;
use crate::notice::{Arrival, Beside, News};
use crate::rules::Side;
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::playing::beside;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{Requester, Via};
use crate::service::seat::seat;
use crate::service::seated::Seated;
use crate::service::{HOUR, ServiceError, whose};
use crate::store::Happening;

/// How many comments may wait for the next turn.
const MOST_WAITING: usize = 10;

/// `say`: at once unless that would be a nuisance (one mail an hour), else with the next turn.
pub fn say(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    text: &str,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let Some((game, _)) = whose::which_game(now, out, who, &me, number, None)? else { return Ok(()) };
    let Some(side) = game.side_of(&me) else {
        return out.refuse(who, Some(&game), playing::Why::BetweenOthers(game.row.number));
    };
    let has = comment::length(text);
    // A mail also carries a signature or a quote; who types here says what they mean.
    if who.via != Via::Mail && has > comment::LONGEST_COMMENT {
        return out.refuse(who, Some(&game), playing::Why::TooLong { has, most: comment::LONGEST_COMMENT });
    }
    let Some(text) = comment::clean(without_addressee(text, &game.at(side.other()).name)) else {
        return out.refuse(who, Some(&game), playing::Why::NothingToSay);
    };
    if game.house().is_some() {
        return out.refuse(who, Some(&game), playing::Why::HouseReadsNothing);
    }
    let other = game.at(side.other()).clone();
    let wants_receipts = me.receipts;
    let over = game.row.ended.is_some();
    let reached = now.destination(&other)?.is_some();
    if over && !reached {
        return out.refuse(who, Some(&game), playing::Why::Unreachable { opponent: other.name });
    }
    // What was said during the game doesn't keep anybody from saying goodbye.
    let said = Happening::Said { game: game.row.number, player: me.id, over };
    // Where people write to each other anyway, nothing that is said is a nuisance.
    let in_place = seat(now, game.row.number, &other)?.is_in_place() && !over;
    let at_once = reached && (in_place || now.tx.allow(&said, now.at, 1, HOUR)?);
    let blocked = now.tx.blocks(other.id, me.id)?;
    if at_once && blocked {
        // Goes nowhere, and nobody is told.
        now.tx.insert_told_comment(game.row.number, me.id, &text, now.at)?;
    } else if at_once {
        now.tx.insert_told_comment(game.row.number, me.id, &text, now.at)?;
        let what = playing::Told::Said { who: me.name, words: text }.into();
        beside::tell_at_table(now, out, &game, side.other(), game.topic(Some(side.other())), News::Told { what })?;
    } else if !over && now.tx.untold_comments(game.row.number, other.id)?.len() >= MOST_WAITING {
        return out.refuse(who, Some(&game), playing::Why::EnoughWaits { most: MOST_WAITING });
    } else if over {
        return out.refuse(who, Some(&game), playing::Why::OnceAnHour);
    } else {
        now.tx.insert_comment(game.row.number, me.id, &text, now.at)?;
    }
    let when = match (at_once, reached) {
        (true, _) => Arrival::Now,
        (false, true) => Arrival::NextTurn,
        (false, false) => Arrival::Later,
    };
    // Whoever wants no receipts hears only of a delay.
    if who.via != Via::Mail || !at_once || wants_receipts {
        beside::say_done(out, who, &game, side, Beside::Told { whom: other.name, when });
    }
    Ok(())
}

/// What somebody wants to have told, without whom: of "tell Ann that I am away" Ann reads "I am away".
fn without_addressee<'a>(text: &'a str, name: &str) -> &'a str {
    const THEM: &[&str] = &["her", "him", "them"];
    let text = text.trim();
    let first = name.split_whitespace().next().unwrap_or_default();
    let whom = [name, first].into_iter().chain(THEM.iter().copied()).filter(|whom| !whom.is_empty());
    let behind = whom.filter_map(|whom| {
        text.get(..whom.len()).filter(|front| front.eq_ignore_ascii_case(whom)).map(|_| &text[whom.len()..])
    });
    // "Ann, good luck" is said to Ann, and so is all of it.
    let Some(said) = behind.into_iter().find_map(|behind| behind.strip_prefix(':').or(behind.strip_prefix(' '))) else {
        return text;
    };
    let said = said.trim_start().trim_start_matches([':', '-', '–', '—']).trim_start();
    let that = said.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("that "));
    let said = if that { said[5..].trim_start() } else { said };
    if said.is_empty() { text } else { said }
}

/// The requester's comment, to accompany a question or an answer to the opponent.
pub fn comment_with(
    now: Now<'_>,
    who: &mut Requester,
    game: &Seated,
    side: Side,
) -> Result<Option<String>, ServiceError> {
    let me = game.at(side);
    let comment = who.comment.take().and_then(|text| comment::clean_from(&me.name, &text));
    let blocked = now.tx.blocks(game.at(side.other()).id, me.id)?;
    Ok(comment.filter(|_| !blocked))
}

/// Attaches the requester's comment to the game, for the other player.
pub fn take_comment(now: Now<'_>, who: &mut Requester, game: &mut Seated, side: Side) -> Result<(), ServiceError> {
    let author = &game.at(side).name;
    match who.comment.take().and_then(|text| comment::clean_from(author, &text)) {
        // The house reads nothing, so nothing waits for it.
        Some(comment) if game.house() == Some(side.other()) => {
            Ok(now.tx.insert_told_comment(game.row.number, game.at(side).id, &comment, now.at)?)
        }
        Some(comment) => {
            game.around.commented = true;
            Ok(now.tx.insert_comment(game.row.number, game.at(side).id, &comment, now.at)?)
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whom_to_tell_is_no_part_of_what_is_told() {
        for (text, told) in [
            ("Ann that I will be away next week", "I will be away next week"),
            ("her thanks", "thanks"),
            ("Ann: no hurry!", "no hurry!"),
            ("ann I will play tomorrow", "I will play tomorrow"),
            ("Ann, good luck", "Ann, good luck"),
            ("Ann", "Ann"),
            ("Anna is here", "Anna is here"),
            ("that was fun", "that was fun"),
            ("Ännchen", "Ännchen"),
        ] {
            assert_eq!(without_addressee(text, "Ann"), told, "{text}");
        }
        assert_eq!(without_addressee("Ann Lee that I wait", "Ann Lee"), "I wait");
    }
}
