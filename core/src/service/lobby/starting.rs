//! How a challenge becomes a game: finding a matching one, settling sides and options, and starting it.

use crate::clock::running::{Clock, Running};
use crate::command::Colour;
use crate::game::Game;
use crate::notice::Preface;
use crate::rules::{Position, Side};
use crate::service::ServiceError;
use crate::service::lobby::bounds;
use crate::service::lobby::terms::{challengers_side, sided};
use crate::service::now::Now;
use crate::service::people::names;
use crate::service::playing::{announcing, say, timing};
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::Requester;
use crate::service::seated::Seated;
use crate::store::{Challenge, ChallengeState, Counter, Invitee, Place, Player, StoreError};
use crate::text::NEWCOMER;

/// An open challenge that matches a new one, rather one of the same server.
pub fn matching(now: Now<'_>, new: &Challenge) -> Result<Option<Challenge>, ServiceError> {
    for open in now.tx.open_challenges(Some(new.setup.game.name()), new.server, 100)? {
        let colours = match (open.colour, new.colour) {
            (Some(Colour::Side(one)), Some(Colour::Side(other))) => one != other,
            _ => true,
        };
        let rated = open.rated.is_none() || new.rated.is_none() || open.rated == new.rated;
        if open.challenger != new.challenger
            && open.setup == new.setup
            && open.clock == new.clock
            && colours
            && rated
            && !now.tx.blocks(open.challenger, new.challenger)?
            && !now.tx.blocks(new.challenger, open.challenger)?
        {
            // Somebody else may have accepted it just now.
            if now.tx.challenge(open.number)?.is_none_or(|still| still.state != ChallengeState::Open) {
                continue;
            }
            // Both sides' wishes count, whoever posted first.
            let colour = open.colour.or(match new.colour {
                Some(Colour::Side(side)) => Some(Colour::Side(side.other())),
                other => other,
            });
            return Ok(Some(Challenge { colour, rated: open.rated.or(new.rated), ..open }));
        }
    }
    Ok(None)
}

/// Fills in what a challenge leaves open when it is posted, so that everybody knows the terms: invitations and first
/// games are unrated, others rated. An open challenge can't know whether it will be somebody's first game.
pub fn settled(now: Now<'_>, challenge: Challenge) -> Result<Challenge, ServiceError> {
    let seasoned = now.tx.has_finished(challenge.challenger)?;
    let rated = match (challenge.rated, challenge.invitee) {
        (Some(rated), _) => Some(rated),
        (None, Invitee::Player(id)) if hasty(&challenge) && by_mail(now, id)? => Some(false),
        (None, _) if hasty(&challenge) && by_mail(now, challenge.challenger)? => Some(false),
        (None, Invitee::Address(_)) => Some(false),
        (None, Invitee::Player(id)) => Some(seasoned && now.tx.has_finished(id)?),
        (None, Invitee::Anyone) => {
            if seasoned {
                None
            } else {
                Some(false)
            }
        }
    };
    Ok(Challenge { rated, ..challenge })
}

/// Whether a turn is forfeited by customs. A mail may lie unread for longer than they wait, so whoever wants such a game
/// rated by mail says so in the challenge, and the other by accepting it.
fn hasty(challenge: &Challenge) -> bool {
    Position::start(&sided(&challenge.setup, Side::White)).is_ok_and(|start| start.customs().is_some())
}

fn by_mail(now: Now<'_>, player: i64) -> Result<bool, ServiceError> {
    Ok(now.tx.discord_of(player)?.is_none())
}

/// Starts the game of a challenge.
pub fn start_game(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    challenge: &Challenge,
    acceptor: &Player,
) -> Result<(), ServiceError> {
    let number = challenge.number;
    let challenge = &settled(now, challenge.clone())?;
    let challenger = now.player(challenge.challenger)?;
    let rated = match challenge.rated {
        Some(rated) => rated,
        None => now.tx.has_finished(acceptor.id)? && !(hasty(challenge) && by_mail(now, acceptor.id)?),
    };
    let side = challengers_side(challenge).unwrap_or_else(|| Side::BOTH[(now.chance() & 1) as usize]);
    let setup = sided(&challenge.setup, side);
    let position = Position::start(&setup).map_err(|error| StoreError::Nonsense(error.to_string()))?;
    let ids = match side {
        Side::White => [challenger.id, acceptor.id],
        Side::Black => [acceptor.id, challenger.id],
    };
    let mut clock = Clock::new(challenge.clock);
    clock.running = Some(Running { side: position.to_move(), since: now.at });
    let house = match side {
        Side::White => [challenger.house.is_some(), acceptor.house.is_some()],
        Side::Black => [acceptor.house.is_some(), challenger.house.is_some()],
    };
    // What a guest plays is for nobody else to see.
    let listed = challenger.guest.is_none();
    let row = Game { rated, house, listed, ..Game::new(number, setup, &position, ids, clock, now.at) };
    now.tx.set_challenge_state(number, ChallengeState::Accepted)?;
    bounds::challenge_was_welcome(now, &challenger, acceptor)?;
    now.tx.count(Counter::GamesBegun)?;
    let mut game = Seated::of(now.tx, row)?;
    // A guest may get a name with the first mail.
    game.row.thread = thread_name(&game).filter(|_| listed);
    timing::wind(now, &mut game)?;
    now.tx.insert_game(&game.row)?;
    if game.around.place.is_none()
        && let Some(channel) = challenge.place
        && game.reach[side as usize].discord.is_some()
        && (acceptor.house.is_some() || game.reach[side.other() as usize].discord.is_some())
    {
        game.around.place = Some(Place { channel, parent: None, message: None });
        now.tx.set_place(number, game.around.place)?;
    }
    // A comment sent with the acceptance is delivered with it, whatever happens to a first turn in the same message.
    say::take_comment(now, who, &mut game, side.other())?;
    let mut prefaces = [None, None];
    match acceptor.house {
        Some(level) => prefaces[side as usize] = Some(Preface::House { level }),
        None => {
            prefaces[side as usize] = Some(Preface::Accepted { by: acceptor.name.clone() });
            prefaces[side.other() as usize] = Some(Preface::GameOn);
        }
    }
    announcing::announce(now, out, &mut game, Some(who), None, prefaces, 0)?;
    now.tx.update_game(&game.row)?;
    Ok(())
}

/// The name that a game's thread has from now on. Whoever was given a number for a name will choose one, and the thread
/// can't follow.
pub fn thread_name(game: &Seated) -> Option<String> {
    let mut heading = game.heading();
    for name in [&mut heading.white, &mut heading.black].into_iter().flatten() {
        if names::is_given(name) {
            NEWCOMER.clone_into(name);
        }
    }
    heading.thread_name()
}
