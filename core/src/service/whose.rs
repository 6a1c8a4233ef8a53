//! Which game or challenge a message means, and whether it concerns its sender. Asked here before anything of it is
//! used.

use crate::game::{Game, GameNumber};
use crate::notice::Why;
use crate::notice::told::lobby::Closed;
use crate::notice::told::views::{Between, ChallengeRow};
use crate::notice::told::{lobby, playing};
use crate::service::ServiceError;
use crate::service::lobby::terms::terms;
use crate::service::now::Now;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{About, Level, Requester, Via};
use crate::service::seat::home;
use crate::service::seated::Seated;
use crate::store::{Challenge, ChallengeState, Invitee, Player};

/// The game meant, and the revision of the board being answered. Of several games of one place, a turn that is legal in
/// one of them alone is meant for that. Refuses if it is unclear.
pub fn which_game(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    me: &Player,
    number: Option<GameNumber>,
    for_turn: Option<&str>,
) -> Result<Option<(Seated, Option<i64>)>, ServiceError> {
    let (context, revision) = answered(who, number);
    let why: Why = match number.or(context) {
        Some(number) => match now.tx.game(number)? {
            Some(row) if may_look(now, Some(me), who.channel(), &row)? => {
                return Ok(Some((Seated::of(now.tx, row)?, revision)));
            }
            Some(_) => playing::Why::NoGame(number).into(),
            None => match challenge_of(now, who, number)? {
                Some(challenge) => match why_closed(&challenge) {
                    Some(why) => why.into(),
                    None => playing::Why::StillAChallenge(number).into(),
                },
                None => playing::Why::NoGame(number).into(),
            },
        },
        None => {
            let games = games_at_hand(now, who, me, for_turn)?;
            match &games[..] {
                [] => playing::Why::NoRunningGame,
                [row] => return Ok(Some((Seated::of(now.tx, row.clone())?, None))),
                several => which_of(now, me, several, for_turn)?,
            }
            .into()
        }
    };
    out.refuse(who, None, why)?;
    Ok(None)
}

/// The number of the game that is meant by somebody who names none, where what they want can't be done in all of theirs;
/// the inner one is none if that tells nothing. Refuses if it can be done in several.
pub fn only_where(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    me: &Player,
    number: Option<GameNumber>,
    can_be_done: impl Fn(&Game) -> bool,
) -> Result<Option<Option<GameNumber>>, ServiceError> {
    if number.is_some() || answered(who, None).0.is_some() {
        return Ok(Some(number));
    }
    let all = games_at_hand(now, who, me, None)?;
    let fitting: Vec<Game> = all.iter().filter(|row| can_be_done(row)).cloned().collect();
    match &fitting[..] {
        [only] => Ok(Some(Some(only.number))),
        several if several.len() > 1 && several.len() < all.len() => {
            let why = which_of(now, me, several, None)?;
            out.refuse(who, None, why).map(|()| None)
        }
        _ => Ok(Some(None)),
    }
}

/// Says which games it could be, by what they are called.
fn which_of(now: Now<'_>, me: &Player, games: &[Game], for_turn: Option<&str>) -> Result<playing::Why, ServiceError> {
    let mut rows = Vec::new();
    for row in games {
        let opponent = row.side_of(me.id).map_or(row.players[0], |side| row.players[side.other() as usize]);
        rows.push((row.number, row.setup.title(), now.player(opponent)?.name));
    }
    let turn = for_turn.filter(|text| !text.is_empty()).map(str::to_owned);
    Ok(playing::Why::WhichOf { games: rows, turn })
}

/// The game that is answered, if it is the one meant, one of theirs, and was read along with its sender.
pub fn at_hand(
    who: &mut Requester,
    me: &Player,
    number: Option<GameNumber>,
) -> Result<Option<(Seated, Option<i64>)>, ServiceError> {
    let (context, revision) = answered(who, number);
    let Some((row, table)) = who.at_hand.take().map(|at_hand| *at_hand) else { return Ok(None) };
    let Some(side) = row.side_of(me.id).filter(|_| number.or(context) == Some(row.number)) else { return Ok(None) };
    let mut game = Seated::at_table(row, &table)?;
    game.players[side as usize] = me.clone();
    Ok(Some((game, revision)))
}

/// Whether that number is a game's. If it is theirs, it is at hand from now on.
pub fn is_a_game(now: Now<'_>, who: &mut Requester, number: GameNumber) -> Result<bool, ServiceError> {
    if who.at_hand.as_ref().is_some_and(|at_hand| at_hand.0.number == number) {
        return Ok(true);
    }
    let Some(row) = now.tx.game(number)? else { return Ok(false) };
    if who.player.as_ref().is_some_and(|me| row.side_of(me.id).is_some()) {
        let table = now.tx.table(Some((row.number, row.players)), None)?;
        who.at_hand = Some(Box::new((row, table)));
    }
    Ok(true)
}

/// Whether somebody in a Discord channel, or nowhere in particular, may look at a game: they play in it, it is played
/// where they are, or its players let everybody look. For anybody else it might as well not exist.
pub fn may_look(now: Now<'_>, me: Option<&Player>, place: Option<u64>, row: &Game) -> Result<bool, ServiceError> {
    if me.is_some_and(|me| row.side_of(me.id).is_some()) || now.tx.is_public(row.number)? {
        return Ok(true);
    }
    let played_in = now.tx.place(row.number)?.filter(|_| place.is_some());
    let here = played_in.is_some_and(|played_in| place == Some(played_in.channel) || place == played_in.parent);
    // Whoever watched a game from before there were public ones goes on watching it.
    let watching = match me {
        Some(me) => now.tx.watchers(row.number)?.contains(&me.id),
        None => false,
    };
    Ok(here || watching)
}

/// The game that a message answers, if its writer may look at it.
pub fn game_answered(now: Now<'_>, who: &Requester) -> Result<Option<Seated>, ServiceError> {
    let Some((number, _)) = who.about.game() else { return Ok(None) };
    let Some(row) = now.tx.game(number)? else { return Ok(None) };
    match may_look(now, who.player.as_ref(), who.channel(), &row)? {
        true => Ok(Some(Seated::of(now.tx, row)?)),
        false => Ok(None),
    }
}

/// The challenge meant by number, by what is being answered, or because it is the only one. Refuses if that is unclear.
pub fn which_challenge(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    number: Option<GameNumber>,
) -> Result<Option<Challenge>, ServiceError> {
    let context = challenge_in_context(now, who)?;
    // A list that was asked for beside a game is answered, not that game; but a second "accept" to it accepts nothing.
    let beside_game = match context.filter(|_| number.is_none() && who.via == Via::Mail) {
        Some(game) => now.tx.game(game)?.is_some(),
        None => false,
    };
    let others = if beside_game { open_to(now, who)? } else { Vec::new() };
    let why = match number.or(context) {
        Some(_) if !others.is_empty() => {
            let numbers = others.iter().map(|challenge| challenge.number).collect();
            lobby::Why::AcceptWhich { numbers, challenges: Vec::new() }
        }
        Some(number) => match challenge_of(now, who, number)? {
            Some(challenge) => return Ok(Some(challenge)),
            None => lobby::Why::NotForYou { number },
        },
        None => {
            let mut to_me = match &who.player {
                Some(me) => now.tx.challenges_to(me.id)?,
                None => Vec::new(),
            };
            if to_me.is_empty() {
                to_me = open_here(now, who)?;
            }
            // Whoever answers the list of challenges by mail means one that is on it.
            let listed = to_me.is_empty() && who.via == Via::Mail && who.level > Level::Unproven;
            if listed {
                to_me = open_to(now, who)?;
            }
            match &to_me[..] {
                [] => lobby::Why::NoneWaits,
                [only] => return Ok(now.tx.challenge(only.number)?),
                _ if listed => {
                    let numbers = to_me.iter().map(|challenge| challenge.number).collect();
                    lobby::Why::AcceptWhich { numbers, challenges: Vec::new() }
                }
                _ => {
                    let challenges: Result<_, ServiceError> =
                        to_me.iter().map(|challenge| challenge_to_me(now, challenge)).collect();
                    let numbers = to_me.iter().map(|challenge| challenge.number).collect();
                    lobby::Why::AcceptWhich { numbers, challenges: challenges? }
                }
            }
        }
    };
    out.refuse(who, None, why)?;
    Ok(None)
}

/// Other people's challenges to anyone, as they are listed.
pub fn open_to(now: Now<'_>, who: &Requester) -> Result<Vec<Challenge>, ServiceError> {
    let mut open = now.tx.open_challenges(None, None, 50)?;
    let Some(me) = &who.player else { return Ok(open) };
    open.retain(|challenge| challenge.challenger != me.id);
    let mut seen = Vec::new();
    for challenge in open {
        if !now.tx.blocks(me.id, challenge.challenger)? {
            seen.push(challenge);
        }
    }
    Ok(seen)
}

/// The challenge that a message without a number answers. In a game's thread that is never the game itself.
pub fn challenge_in_context(now: Now<'_>, who: &Requester) -> Result<Option<GameNumber>, ServiceError> {
    let About::Game { number, revision } = who.about else { return Ok(None) };
    let around = who.via == Via::Discord && revision.is_none();
    let begun = around && game_answered(now, who)?.is_some();
    Ok(Some(number).filter(|_| !begun))
}

/// Other people's challenges to anyone that were made where the requester is: in this channel, or around this thread.
fn open_here(now: Now<'_>, who: &Requester) -> Result<Vec<Challenge>, ServiceError> {
    let Some(here) = who.channel() else { return Ok(Vec::new()) };
    let around = match who.about {
        About::Game { number, .. } => now.tx.place(number)?.map(home),
        _ => None,
    };
    let mine = |challenge: &Challenge| who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
    let mut open = now.tx.open_challenges(None, who.place.and_then(|venue| venue.server), 100)?;
    open.retain(|one| !mine(one) && one.place.is_some() && (one.place == Some(here) || one.place == around));
    Ok(open)
}

/// A challenge to the reader, as it is listed.
pub fn challenge_to_me(now: Now<'_>, challenge: &Challenge) -> Result<ChallengeRow, ServiceError> {
    Ok(listed(challenge, false, Between::By(now.player(challenge.challenger)?.name)))
}

/// One of the reader's own. An invited address stays "your friend", whether or not we know whose it is.
pub fn own_challenge(now: Now<'_>, challenge: &Challenge) -> Result<ChallengeRow, ServiceError> {
    let between = match challenge.invitee {
        Invitee::Anyone => Between::ToAnyone,
        Invitee::Player(id) => Between::To(now.player(id)?.name),
        Invitee::Address(_) => Between::ToFriend,
    };
    Ok(listed(challenge, true, between))
}

fn listed(challenge: &Challenge, own: bool, between: Between) -> ChallengeRow {
    let terms = Some(terms(challenge, own));
    ChallengeRow { number: challenge.number, title: challenge.setup.title(), between, terms }
}

/// The game that a turn without a number is for, if that is clear.
pub fn bare_turn_is_for(now: Now<'_>, who: &Requester) -> Result<Option<GameNumber>, ServiceError> {
    if let (Some(number), _) = answered(who, None) {
        return Ok(Some(number));
    }
    let Some(me) = &who.player else { return Ok(None) };
    Ok(match &games_at_hand(now, who, me, Some(""))?[..] {
        [row] => Some(row.number),
        _ => None,
    })
}

/// The challenge with a number from a message, if it concerns the requester: they made it, it is for them, or it was
/// made where they are. Anybody else's might as well not exist.
pub fn challenge_of(now: Now<'_>, who: &Requester, number: GameNumber) -> Result<Option<Challenge>, ServiceError> {
    let Some(challenge) = now.tx.challenge(number)? else { return Ok(None) };
    let own = who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
    let here = challenge.place.is_some() && challenge.place == who.channel();
    Ok((own || here || is_for(now, who, &challenge)?).then_some(challenge))
}

/// Whether a challenge is for the requester, by name or address, or for anyone.
pub fn is_for(now: Now<'_>, who: &Requester, challenge: &Challenge) -> Result<bool, ServiceError> {
    Ok(match challenge.invitee {
        Invitee::Anyone => true,
        Invitee::Player(id) => who.player.as_ref().is_some_and(|me| me.id == id),
        Invitee::Address(id) => {
            who.address.as_ref().is_some_and(|address| address.id == id)
                || match &who.player {
                    Some(me) => now.tx.addresses_of(me.id)?.iter().any(|address| address.id == id),
                    None => false,
                }
        }
    })
}

/// Why a challenge can no longer be answered by anybody.
pub fn why_closed(challenge: &Challenge) -> Option<lobby::Why> {
    let how = match challenge.state {
        ChallengeState::Open => return None,
        ChallengeState::Accepted => Closed::Accepted,
        ChallengeState::Declined => Closed::Declined,
        ChallengeState::Cancelled => Closed::Withdrawn,
        ChallengeState::Expired => Closed::Expired,
    };
    Some(lobby::Why::Closed { number: challenge.number, how })
}

/// The game a message replies to, and the revision of the board it showed if that is the game of the given number.
pub fn answered(who: &Requester, number: Option<GameNumber>) -> (Option<GameNumber>, Option<i64>) {
    match &who.about {
        About::Digest(games) => {
            let shown = games.iter().find(|(shown, _)| number == Some(*shown) || games.len() == 1);
            (shown.map(|(shown, _)| *shown), shown.map(|(_, revision)| *revision))
        }
        about => match about.game() {
            Some((context, revision)) => {
                (Some(context), revision.filter(|_| number.is_none_or(|number| number == context)))
            }
            None => (None, None),
        },
    }
}

/// A player's running games, rather those of the place they write in. If there are several and a turn is to be played,
/// only those waiting for it, and of those at one place only the ones it fits. Anywhere else the one that it fits is meant if
/// the others are of other kinds: nobody mistakes one game for another.
fn games_at_hand(
    now: Now<'_>,
    who: &Requester,
    me: &Player,
    for_turn: Option<&str>,
) -> Result<Vec<Game>, ServiceError> {
    let mut games = now.tx.running_games_to_change(me.id)?;
    let here = |row: &Game| matches!(&who.about, About::Table(here) if here.contains(&row.number));
    let at_table = games.iter().any(here);
    if at_table {
        games.retain(here);
    }
    let Some(text) = for_turn.filter(|_| games.len() > 1) else { return Ok(games) };
    games.retain(|row| row.to_move == row.side_of(me.id));
    let fits = |row: &Game| row.board().is_ok_and(|position| position.read(text).is_ok());
    let fitting: Vec<&Game> = games.iter().filter(|row| fits(row)).collect();
    let alone = |only: &Game| games.iter().filter(|row| row.setup.game == only.setup.game).count() == 1;
    let meant = match &fitting[..] {
        [] => false,
        [only] => at_table || alone(only),
        _ => at_table,
    };
    if meant {
        games.retain(fits);
    }
    Ok(games)
}
