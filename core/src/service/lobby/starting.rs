//! How a challenge becomes a game: finding a matching one, settling sides and options, and starting it.

use crate::clock::running::{Clock, Running};
use crate::command::{Colour, NewGame};
use crate::game::Game;
use crate::notice::Preface;
use crate::rules::{GameKind, Position, Setup, SetupError, Side};
use crate::service::ServiceError;
use crate::service::lobby::bounds;
use crate::service::now::Now;
use crate::service::playing::{announcing, say, timing};
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::Requester;
use crate::service::seated::Seated;
use crate::store::{Challenge, ChallengeState, Invitee, Place, Player, StoreError};

/// An open challenge that matches a new one.
pub fn matching(now: Now<'_>, new: &Challenge) -> Result<Option<Challenge>, ServiceError> {
    for open in now.tx.open_challenges(Some(new.setup.game.name()), 100)? {
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
        None => now.tx.has_finished(acceptor.id)?,
    };
    let side = challengers_side(challenge).unwrap_or_else(|| Side::BOTH[(now.chance() & 1) as usize]);
    let setup = sided(&challenge.setup, side);
    let position = Position::start(&setup).map_err(|error| StoreError::Nonsense(error.to_string()))?;
    let players = match side {
        Side::White => [challenger.clone(), acceptor.clone()],
        Side::Black => [acceptor.clone(), challenger.clone()],
    };
    let mut clock = Clock::new(challenge.clock);
    clock.running = Some(Running { side: position.to_move(), since: now.at });
    let ids = players.each_ref().map(|player| player.id);
    let row = Game { rated, ..Game::new(number, setup, &position, ids, clock, now.at) };
    now.tx.set_challenge_state(number, ChallengeState::Accepted)?;
    bounds::challenge_was_welcome(now, &challenger, acceptor)?;
    now.tx.count("games begun")?;
    let mut game = Seated { row, players, dropped: [None, None] };
    game.row.thread = game.heading().thread_name();
    timing::wind(now, &mut game)?;
    now.tx.insert_game(&game.row)?;
    if now.tx.place(number)?.is_none()
        && let Some(channel) = challenge.place
        && let (Some(_), Some(_)) = (now.tx.discord_of(challenger.id)?, now.tx.discord_of(acceptor.id)?)
    {
        now.tx.set_place(number, Some(Place { channel, parent: None, message: None }))?;
    }
    // A comment sent with the acceptance is delivered with it, whatever happens to a first turn in the same message.
    say::take_comment(now, who, &game, side.other())?;
    let mut prefaces = [None, None];
    prefaces[side as usize] = Some(Preface::Accepted { by: acceptor.name.clone() });
    prefaces[side.other() as usize] = Some(Preface::GameOn);
    announcing::announce(now, out, &mut game, Some(who), None, prefaces, 0)?;
    now.tx.update_game(&game.row)?;
    Ok(())
}

/// The challenger's side in a settled challenge; none if it is drawn by lot on acceptance.
pub(in crate::service) fn challengers_side(challenge: &Challenge) -> Option<Side> {
    match (challenge.colour, challenge.rated) {
        (Some(Colour::Side(side)), _) => Some(side),
        // The invited player begins.
        (None, Some(false)) => Some(challenge.setup.begins().other()),
        (Some(Colour::Random) | None, _) => None,
    }
}

/// Validates what was asked for; one-sided options go to the challenger's side.
pub(in crate::service) fn setup_for(new: &NewGame, challenger: Side) -> Result<Setup, SetupError> {
    let game = GameKind::named(&new.game)?;
    let options: Vec<_> = new.options.iter().map(|option| with_side(game, option, challenger)).collect();
    Setup::new(&new.game, new.variant.as_deref(), &options)
}

/// The options as stored until the colours are known.
pub(in crate::service) fn raw_options(checked: &Setup, new: &NewGame) -> Vec<(String, String)> {
    let mut options = checked.options.clone();
    for (name, value) in &mut options {
        let typed = new.options.iter().find(|(typed, _)| typed.eq_ignore_ascii_case(name));
        if let Some((_, typed)) = typed.filter(|(_, typed)| is_number(typed)) {
            value.clone_from(typed);
        }
    }
    options
}

/// A stored setup, once the challenger's side is known.
pub(in crate::service) fn sided(setup: &Setup, challenger: Side) -> Setup {
    let options = setup.options.iter().map(|option| with_side(setup.game, option, challenger)).collect();
    Setup { options, ..setup.clone() }
}

/// A one-sided option, `handicap=2`, applies to the one who writes it.
fn with_side(game: GameKind, (name, value): &(String, String), side: Side) -> (String, String) {
    let one_sided = game.options().iter().any(|option| option.one_sided && name.eq_ignore_ascii_case(option.name));
    let value = if one_sided && is_number(value) { format!("{}:{value}", side.word()) } else { value.clone() };
    (name.clone(), value)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
