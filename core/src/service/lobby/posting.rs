//! How a challenge reaches its recipient: in a channel, by mail, or as an invitation to a stranger.

use crate::game::GameNumber;
use crate::notice::told::lobby;
use crate::notice::told::lobby::{Closed, Recipient};
use crate::notice::{BoardView, ChallengeNews, GameHeading, News, Timing};
use crate::request::Venue;
use crate::rules::Side;
use crate::service::ServiceError;
use crate::service::lobby::terms::{challengers_side, options, start_position, terms};
use crate::service::lobby::{bounds, invitations, starting};
use crate::service::now::Now;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Requester, Via};
use crate::store::{Challenge, ChallengeState, Invitee, Place, Player};

/// What becomes of a challenge that only its maker could see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// It is for anyone, and stays open for whoever asks for such a game.
    Open,
    /// It was sent to the player it is for.
    SentToThem,
    /// Nobody can accept it, so it was taken back.
    Withdrawn,
}

pub fn post_open(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    challenge: Challenge,
) -> Result<(), ServiceError> {
    let mut challenge = starting::settled(now, challenge)?;
    challenge.number = now.tx.insert_challenge(&challenge)?;
    let number = challenge.number;
    let me = now.player(challenge.challenger)?;
    if let (Via::Discord, Some(venue)) = (who.via, who.place) {
        return post_in_place(now, out, &challenge, &me, venue, true);
    }
    let what = lobby::Told::Open {
        number,
        days: now.settings.challenge_days,
        terms: Some(terms(&challenge, true)),
        house: now.settings.house,
    }
    .into();
    out.answer(who, challenge_topic(&challenge, &me), News::Told { what });
    Ok(())
}

/// A challenge made in a Discord channel is posted there for all to see; as the answer, if it was made there.
fn post_in_place(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    challenge: &Challenge,
    me: &Player,
    Venue { channel, at_home, .. }: Venue,
    as_answer: bool,
) -> Result<(), ServiceError> {
    if at_home {
        now.tx.set_place(challenge.number, Some(Place { channel, parent: None, message: None }))?;
    }
    let mention = match challenge.invitee {
        Invitee::Player(id) => now.tx.discord_of(id)?,
        Invitee::Anyone | Invitee::Address(_) => None,
    };
    let news = challenge_news(now, challenge, me, false);
    let topic = board_topic(challenge, me);
    match as_answer {
        true => out.answer_in_channel(channel, mention, topic, News::Challenge(news)),
        false => out.tell_place(channel, mention, topic, News::Challenge(news)),
    }
    Ok(())
}

/// Says in place of a challenge that was posted for all to see what became of it.
pub fn close_in_place(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    challenge: &Challenge,
    how: Closed,
    by: Option<String>,
) -> Result<(), ServiceError> {
    let Some(place) = now.tx.place(challenge.number)? else { return Ok(()) };
    let challenger = now.player(challenge.challenger)?;
    let topic = challenge_topic(challenge, &challenger);
    let (number, title, challenger) = (challenge.number, challenge.setup.title(), challenger.name);
    let what = lobby::Told::Over { number, title, challenger, how, by }.into();
    out.tell_place(place.channel, None, topic, News::Told { what });
    Ok(())
}

/// See [`crate::service::Service::nobody_saw`].
pub fn nobody_saw(now: Now<'_>, out: &mut Outgoing<'_>, number: GameNumber) -> Result<Unseen, ServiceError> {
    let Some(challenge) = now.tx.challenge(number)?.filter(|one| one.state == ChallengeState::Open) else {
        return Ok(Unseen::Withdrawn);
    };
    let invited = match challenge.invitee {
        Invitee::Anyone => return Ok(Unseen::Open),
        Invitee::Player(id) => Some(now.player(id)?),
        Invitee::Address(_) => None,
    };
    // People we have never dealt with get no direct messages from us.
    let Some(invited) = invited.filter(|player| player.last_transport.is_some()) else {
        now.tx.set_challenge_state(number, ChallengeState::Cancelled)?;
        return Ok(Unseen::Withdrawn);
    };
    let me = now.player(challenge.challenger)?;
    out.tell(&invited, board_topic(&challenge, &me), News::Challenge(challenge_news(now, &challenge, &me, false)))?;
    Ok(Unseen::SentToThem)
}

/// A challenge to a player or an address; posted in a channel, if one is given and the player may be written to.
pub fn post_to(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    challenge: Challenge,
    venue: Option<Venue>,
) -> Result<(), ServiceError> {
    let mut challenge = starting::settled(now, challenge)?;
    let me = now.player(challenge.challenger)?;
    let by_address = matches!(challenge.invitee, Invitee::Address(_));
    // Not dependent on who has the address: the answer must not reveal that.
    let left_out = by_address && challenge.greeting.is_some() && !invitations::may_greet(now, who, &me)?;
    if left_out {
        challenge.greeting = None;
    }
    let known = match challenge.invitee {
        Invitee::Player(id) => Some(now.player(id)?),
        Invitee::Address(id) => {
            let address = now.tx.address_by_id(id)?;
            address.and_then(|a| a.player).map(|id| now.player(id)).transpose()?
        }
        Invitee::Anyone => None,
    };
    // Nothing is revealed about an address, not even that its player is challenged often.
    if let Some(other) = known.as_ref().filter(|_| !by_address)
        && let Some(why) = bounds::why_no_challenge_to(now, &me, other)?
    {
        return out.refuse(who, None, why);
    }
    challenge.sent = may_write_to(now, &challenge, &me, known.as_ref())?;
    challenge.number = now.tx.insert_challenge(&challenge)?;
    let number = challenge.number;
    // What isn't sent isn't posted either: the mention would reach someone who blocks the challenger.
    let venue = venue.filter(|_| challenge.sent && known.is_some());
    let news = challenge_news(now, &challenge, &me, known.is_none());
    if let Some(venue) = venue {
        post_in_place(now, out, &challenge, &me, venue, who.via == Via::Discord)?;
        if who.via == Via::Discord {
            return Ok(());
        }
    } else if challenge.sent {
        let topic = board_topic(&challenge, &me);
        match (&known, challenge.invitee) {
            (Some(player), _) => out.tell(player, topic, News::Challenge(news))?,
            (None, Invitee::Address(id)) => {
                if let Some(address) = now.tx.address_by_id(id)? {
                    out.tell_address(&address, topic, News::Challenge(news))?;
                }
            }
            (None, _) => {}
        }
    }
    // Nothing is revealed about an address, not even whether it is a player's; players' names are public.
    let to = match known.as_ref().filter(|_| !by_address) {
        Some(player) => Recipient::Player { name: player.name.clone(), reached: now.destination(player)?.is_some() },
        None => Recipient::Address,
    };
    let what = lobby::Told::Sent { number, to, without_words: left_out, terms: Some(terms(&challenge, true)) }.into();
    out.answer(who, challenge_topic(&challenge, &me), News::Told { what });
    Ok(())
}

/// Whether the challenged may be written to: not if they block the challenger or stopped our mail; and an address that
/// isn't a player's gets one open invitation at a time, and none after three went unanswered.
fn may_write_to(
    now: Now<'_>,
    challenge: &Challenge,
    me: &Player,
    known: Option<&Player>,
) -> Result<bool, ServiceError> {
    if let Some(player) = known {
        return Ok(!now.tx.blocks(player.id, me.id)? && !player.suspended);
    }
    let Invitee::Address(id) = challenge.invitee else { return Ok(true) };
    let Some(address) = now.tx.address_by_id(id)? else { return Ok(false) };
    let (open, unanswered) = now.tx.invitations_to(&address.counted)?;
    let stopped = address.stopped || now.tx.said_stop(&address.counted)?;
    let blocked = now.tx.blocks_from(&address.counted, me.id)?;
    Ok(!stopped && !blocked && open == 0 && unanswered < 3)
}

fn challenge_news(now: Now<'_>, challenge: &Challenge, me: &Player, first_contact: bool) -> ChallengeNews {
    let theirs = challengers_side(challenge).map(Side::other);
    let setup = &challenge.setup;
    let begins = theirs == Some(setup.begins());
    let example = start_position(challenge).filter(|_| begins).and_then(|position| position.example());
    ChallengeNews {
        challenger: me.name.clone(),
        greeting: challenge.greeting.clone(),
        you_play: theirs.map(|side| side.word().to_owned()),
        clock: Timing::Rule(challenge.clock),
        rated: challenge.rated,
        variant: (!setup.is_usual()).then(|| setup.variant.to_owned()),
        options: options(challenge),
        example: example.map(str::to_owned),
        first_contact,
        open: challenge.invitee == Invitee::Anyone,
        house: now.settings.house && challenge.invitee == Invitee::Anyone,
    }
}

/// The heading of a challenge's thread: the same as its game's will be, with the sides still open.
pub(in crate::service) fn challenge_topic(challenge: &Challenge, challenger: &Player) -> Topic {
    let (mut white, mut black) = (None, None);
    match challengers_side(challenge) {
        Some(Side::White) => white = Some(challenger.name.clone()),
        Some(Side::Black) => black = Some(challenger.name.clone()),
        None => {}
    }
    let (number, title) = (challenge.number, challenge.setup.title());
    let heading = GameHeading { number, title, thread: None, white, black, revision: 0, turn: 1 };
    Topic { heading: Some(heading), ..Topic::default() }
}

/// The same, with the board the game would begin on.
pub(in crate::service) fn board_topic(challenge: &Challenge, challenger: &Player) -> Topic {
    Topic { board: start_board(challenge), ..challenge_topic(challenge, challenger) }
}

fn start_board(challenge: &Challenge) -> Option<BoardView> {
    let (setup, position) = (&challenge.setup, start_position(challenge)?);
    let side = challengers_side(challenge).map(Side::other);
    Some(BoardView {
        game: setup.game.name().to_owned(),
        variant: setup.variant.to_owned(),
        options: Vec::new(),
        before: None,
        last: None,
        position: position.text(),
        over: false,
        side: side.map(|side| side.word().to_owned()),
        about: None,
    })
}
