//! Challenges: made, answered, withdrawn.

use crate::address::Mailbox;
use crate::command::{Colour, NewGame, Opponent};
use crate::comment;
use crate::game::GameNumber;
use crate::notice::News;
use crate::notice::told::lobby;
use crate::notice::told::lobby::Bound;
use crate::request::Venue;
use crate::rules::{Setup, Side};
use crate::service::lobby::posting::challenge_topic;
use crate::service::lobby::terms::{raw_options, setup_for, terms};
use crate::service::lobby::{bounds, house, invitations, posting, starting};
use crate::service::now::Now;
use crate::service::people::{blocks, names, registering};
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{Requester, Via};
use crate::service::seat::{Seat, home, seat};
use crate::service::seated::Seated;
use crate::service::{DAY, ServiceError, whose};
use crate::store::{Challenge, ChallengeState, Counter, EventState, Invitee, Player};

/// So many events are looked through for those of a host.
const EVENTS: u32 = 200;

/// `new …`: pairs with a matching open challenge, or posts a new one.
pub fn new_game(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, new: &NewGame) -> Result<(), ServiceError> {
    let setup = match setup_for(new, Side::Black) {
        Ok(setup) => setup,
        Err(error) => return out.refuse(who, None, lobby::Why::Setup(error)),
    };
    let me = registering::need_player(now, who)?;
    // Checked before looking up the opponent: a first mention creates a row.
    if let Some(why) = bounds::why_no_challenge_of(now, &me)? {
        return out.refuse(who, None, why);
    }
    if let Opponent::House(level) = new.opponent {
        let challenge = asked_for(now, who, &me, Invitee::Anyone, new, setup);
        return house::begin(now, out, who, &me, challenge, level);
    }
    let invitee = match invitee(now, who, &me, &new.opponent)? {
        Ok(invitee) => invitee,
        Err(why) => return out.refuse(who, None, why),
    };
    let challenge = asked_for(now, who, &me, invitee, new, setup);
    match invitee {
        Invitee::Anyone => match starting::matching(now, &challenge)? {
            Some(found) => {
                who.comment = challenge.greeting;
                starting::start_game(now, out, who, &found, &me)
            }
            None => posting::post_open(now, out, who, challenge),
        },
        Invitee::Player(_) => {
            let mentioned = who.via == Via::Discord && matches!(new.opponent, Opponent::Discord(_));
            let venue = who.place.filter(|_| mentioned);
            posting::post_to(now, out, who, challenge, venue)
        }
        Invitee::Address(_) => match invitations::may_invite(now, who, &me)? {
            Ok(()) => posting::post_to(now, out, who, challenge, None),
            Err(bound) => not_invited(now, out, who, bound),
        },
    }
}

/// The challenge that `new` asks for, not stored yet.
fn asked_for(
    now: Now<'_>,
    who: &mut Requester,
    me: &Player,
    invitee: Invitee,
    new: &NewGame,
    setup: Setup,
) -> Challenge {
    Challenge {
        number: 0,
        state: ChallengeState::Open,
        challenger: me.id,
        invitee,
        setup: Setup { options: raw_options(&setup, new), ..setup },
        colour: new.colour,
        clock: new.clock.unwrap_or(now.settings.clock),
        rated: new.rated,
        greeting: who.comment.take().and_then(|text| comment::greeting(&text)),
        sent: true,
        place: who.place.filter(|venue| venue.at_home).map(|venue| venue.channel),
        server: who.place.and_then(|venue| venue.server),
        created: now.at,
        expires: now.at + DAY * i64::from(now.settings.challenge_days),
    }
}

/// Says why an invitation was not sent.
fn not_invited(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, bound: Bound) -> Result<(), ServiceError> {
    if out.may_refuse(who)? {
        now.tx.count(Counter::Refusals)?;
        out.reply(who, lobby::Told::NotInvited(bound));
    }
    Ok(())
}

/// `rematch`: the same game again with colours swapped.
pub fn rematch(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let context = who.about.game().map(|(number, _)| number);
    let row = match number.or(context) {
        Some(number) => now.tx.game(number)?,
        None => now.tx.finished_games(me.id, 1)?.pop(),
    };
    let Some((row, side)) = row.and_then(|row| row.side_of(me.id).map(|side| (row, side))) else {
        return out.refuse(who, None, lobby::Why::RematchWhich);
    };
    let game = Seated::of(now.tx, row)?;
    if game.row.ended.is_none() {
        return out.refuse(who, Some(&game), lobby::Why::StillRunning { number: game.row.number });
    }
    let other = game.at(side.other()).clone();
    if other.forgotten {
        return out.refuse(who, None, lobby::Why::NoLongerHere);
    }
    if let Some(level) = other.house {
        let challenge = again(now, who, &game, &me, side, Invitee::Anyone)?;
        return house::begin(now, out, who, &me, Challenge { rated: None, ..challenge }, Some(level));
    }
    // If both ask, it is agreed.
    let theirs = now.tx.challenges_by(other.id)?.into_iter();
    let same = theirs.into_iter().find(|c| c.invitee == Invitee::Player(me.id) && c.setup == game.row.setup);
    if let Some(challenge) = same {
        return starting::start_game(now, out, who, &challenge, &me);
    }
    if let Some(why) = bounds::why_no_challenge_of(now, &me)? {
        return out.refuse(who, None, why);
    }
    let challenge = again(now, who, &game, &me, side, Invitee::Player(other.id))?;
    // Where the game was, if the opponent still plays there.
    let venue = match seat(now, game.row.number, &other)? {
        Seat::InPlace { channel, .. } => Some(Venue { channel, server: challenge.server, at_home: true }),
        Seat::Elsewhere => None,
    };
    posting::post_to(now, out, who, challenge, venue)
}

/// The same game once more, colours swapped.
fn again(
    now: Now<'_>,
    who: &mut Requester,
    game: &Seated,
    me: &Player,
    side: Side,
    invitee: Invitee,
) -> Result<Challenge, ServiceError> {
    Ok(Challenge {
        number: 0,
        state: ChallengeState::Open,
        challenger: me.id,
        invitee,
        setup: game.row.setup.clone(),
        colour: Some(Colour::Side(side.other())),
        clock: game.row.clock.rule,
        rated: Some(game.row.rated),
        greeting: who.comment.take().and_then(|text| comment::greeting(&text)),
        sent: true,
        place: now.tx.place(game.row.number)?.map(home),
        server: who.place.and_then(|venue| venue.server),
        created: now.at,
        expires: now.at + DAY * i64::from(now.settings.challenge_days),
    })
}

/// `accept`: the challenge named, the one being answered, or the only one open.
pub fn accept(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let Some(challenge) = whose::which_challenge(now, out, who, number)? else { return Ok(()) };
    accept_this(now, out, who, &challenge).map(|_| ())
}

/// Accepts a challenge if the requester may; true if the game has started.
pub fn accept_this(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    challenge: &Challenge,
) -> Result<bool, ServiceError> {
    if let Some(why) = why_not_accept(now, who, challenge)? {
        out.refuse(who, None, why)?;
        return Ok(false);
    }
    let me = registering::need_player(now, who)?;
    if let Some(why) = bounds::why_no_game_of(now, &me)? {
        out.refuse(who, None, why)?;
        return Ok(false);
    }
    starting::start_game(now, out, who, challenge, &me)?;
    Ok(true)
}

/// `decline`.
pub fn decline(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let Some(challenge) = whose::which_challenge(now, out, who, number)? else { return Ok(()) };
    decline_this(now, out, who, &challenge)
}

/// Declines a challenge to the requester, or withdraws their own.
pub fn decline_this(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    challenge: &Challenge,
) -> Result<(), ServiceError> {
    let number = challenge.number;
    if who.player.as_ref().is_some_and(|me| me.id == challenge.challenger) {
        return cancel(now, out, who, Some(number));
    }
    // The fate of other people's challenges is private.
    if !whose::is_for(now, who, challenge)? {
        return out.refuse(who, None, lobby::Why::NotForYou { number });
    }
    if let Some(why) = whose::why_closed(challenge) {
        return out.refuse(who, None, why);
    }
    // One person declining an open challenge doesn't close it for everybody.
    if challenge.invitee == Invitee::Anyone {
        return out.refuse(who, None, lobby::Why::OpenToAll { number });
    }
    now.tx.set_challenge_state(number, ChallengeState::Declined)?;
    let by = who.player.as_ref().map(|me| me.name.clone());
    posting::close_in_place(now, out, challenge, lobby::Closed::Declined, by)?;
    out.reply(who, lobby::Told::Declined { number, terms: Some(terms(challenge, false)) });
    let blocked = match &who.player {
        Some(me) => now.tx.blocks(challenge.challenger, me.id)?,
        None => false,
    };
    let words = who.comment.take().filter(|_| !blocked).and_then(|text| {
        let signed = who.player.as_ref().map(|me| me.name.as_str()).or(who.display.as_deref());
        comment::clean_from(signed.unwrap_or_default(), &text)
    });
    tell_declined(now, out, challenge, words)
}

/// Tells the challenger that their challenge was declined, and what was said to that.
pub fn tell_declined(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    challenge: &Challenge,
    words: Option<String>,
) -> Result<(), ServiceError> {
    let challenger = now.player(challenge.challenger)?;
    // Who is behind an address is not ours to tell.
    let by = match challenge.invitee {
        Invitee::Player(id) => Some(now.player(id)?.name),
        Invitee::Anyone | Invitee::Address(_) => None,
    };
    let terms = Some(terms(challenge, true));
    let what = lobby::Told::WasDeclined { number: challenge.number, terms, by, words }.into();
    out.tell(&challenger, challenge_topic(challenge, &challenger), News::Told { what })
}

/// `cancel`: withdraws one of the requester's own challenges.
pub fn cancel(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let context = whose::challenge_in_context(now, who)?;
    let mine = now.tx.challenges_by(me.id)?;
    let found = match (number.or(context), &mine[..]) {
        (Some(number), _) => mine.iter().find(|challenge| challenge.number == number).cloned(),
        (None, [challenge]) => Some(challenge.clone()),
        (None, _) => None,
    };
    let Some(challenge) = found else {
        let why = match number.or(context) {
            Some(number) => lobby::Why::NoneOfYours { number },
            None if mine.is_empty() => {
                let mut hosted = now.tx.events_listed(None, EVENTS)?;
                hosted.retain(|event| event.host == Some(me.id) && event.state == EventState::Open);
                match hosted.is_empty() {
                    true => lobby::Why::WithdrawWhich,
                    false => {
                        lobby::Why::CancelWhichEvent { numbers: hosted.iter().map(|event| event.number).collect() }
                    }
                }
            }
            None => {
                let challenges: Result<_, ServiceError> =
                    mine.iter().map(|challenge| whose::own_challenge(now, challenge)).collect();
                lobby::Why::WithdrawOneOf { challenges: challenges? }
            }
        };
        return out.refuse(who, None, why);
    };
    let number = challenge.number;
    now.tx.set_challenge_state(number, ChallengeState::Cancelled)?;
    out.reply(who, lobby::Told::Withdrawn { number, by: None, terms: Some(terms(&challenge, true)) });
    posting::close_in_place(now, out, &challenge, lobby::Closed::Withdrawn, None)?;
    let unsent = out.withhold_challenge(number)?;
    if let Invitee::Player(id) = challenge.invitee {
        let other = now.player(id)?;
        if !unsent && !now.tx.blocks(other.id, me.id)? {
            let terms = Some(terms(&challenge, false));
            let what = lobby::Told::Withdrawn { number, by: Some(me.name.clone()), terms }.into();
            out.tell(&other, challenge_topic(&challenge, &me), News::Told { what })?;
        }
    }
    Ok(())
}

fn why_not_accept(now: Now<'_>, who: &Requester, challenge: &Challenge) -> Result<Option<lobby::Why>, ServiceError> {
    let number = challenge.number;
    if who.player.as_ref().is_some_and(|me| me.id == challenge.challenger) {
        return Ok(Some(whose::why_closed(challenge).unwrap_or(lobby::Why::YourOwn { number })));
    }
    let blocked = match &who.player {
        Some(me) => now.tx.blocks(challenge.challenger, me.id)?,
        None => false,
    };
    // The fate of other people's challenges is private.
    if blocked || !whose::is_for(now, who, challenge)? {
        return Ok(Some(lobby::Why::NotForYou { number }));
    }
    Ok(whose::why_closed(challenge))
}

/// Whom `vs …` means, or why nobody. An address gets the same answer whether or not it is a player's.
fn invitee(
    now: Now<'_>,
    who: &Requester,
    me: &Player,
    opponent: &Opponent,
) -> Result<Result<Invitee, lobby::Why>, ServiceError> {
    Ok(match opponent {
        // The house needs no invitation.
        Opponent::Anyone | Opponent::House(_) => Ok(Invitee::Anyone),
        Opponent::Player(name) => match now.tx.player_named(name)? {
            Some(player) if player.id == me.id => Err(lobby::Why::Yourself),
            Some(player) => Ok(Invitee::Player(player.id)),
            None => {
                let beginning: String = name.chars().take(2).collect();
                Err(lobby::Why::Nobody { called: name.clone(), like: now.tx.names_like(&beginning, 3)? })
            }
        },
        Opponent::Email(text) => {
            let home = now.settings.home.as_ref();
            let reached = |mailbox: Mailbox| mailbox.reached_from(home).map(|()| mailbox);
            let mailbox = match Mailbox::parse(text).and_then(reached) {
                Ok(mailbox) => mailbox,
                Err(why) => return Ok(Err(lobby::Why::NoAddress(why))),
            };
            let address = now.tx.address(&mailbox)?;
            match address.player {
                Some(id) if id == me.id => Err(lobby::Why::Yourself),
                _ => Ok(Invitee::Address(address.id)),
            }
        }
        Opponent::Discord(user) => match now.tx.discord_player(*user)? {
            Some(id) if id == me.id => Err(lobby::Why::Yourself),
            Some(id) => Ok(Invitee::Player(id)),
            // People we have never dealt with get no direct messages from us.
            None if who.place.is_none() => Err(lobby::Why::MentionedElsewhere),
            None => {
                // A mention is an invitation in the channel; they become a player by accepting. Until then we know only
                // what Discord tells of them.
                let called = who.called(*user);
                let known = called.map(|called| (called.display.as_str(), called.username.as_str()));
                let name = names::free_name(now, known.unzip())?;
                let id = now.tx.insert_player(&name, now.at)?;
                now.tx.set_discord_player(*user, Some(id), now.at)?;
                blocks::restore_blocks(now, &now.player(id)?)?;
                Ok(Invitee::Player(id))
            }
        },
    })
}

/// A bare turn in reply to a challenge accepts it. False if that was tried and refused.
pub fn accept_by_moving(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<bool, ServiceError> {
    let context = who.about.game().map(|(number, _)| number);
    let Some(number) = number.or(context) else { return Ok(true) };
    // What has become a game is accepted.
    if whose::is_a_game(now, who, number)? {
        return Ok(true);
    }
    match now.tx.challenge(number)? {
        Some(challenge) if challenge.state == ChallengeState::Open && whose::is_for(now, who, &challenge)? => {
            let own = who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
            if own { Ok(true) } else { accept_this(now, out, who, &challenge) }
        }
        _ => Ok(true),
    }
}
