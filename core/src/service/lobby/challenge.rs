//! Challenges: made, answered, withdrawn.

use super::posting::challenge_topic;
use super::starting::{raw_options, setup_for};
use crate::address::Mailbox;
use crate::command::{Colour, NewGame, Opponent};
use crate::comment;
use crate::game::GameNumber;
use crate::notice::News;
use crate::notice::told::lobby::{Bound, Closed, Told, Why};
use crate::rules::{Setup, Side};
use crate::service::incoming::requester::{About, Requester};
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::{Challenge, ChallengeState, Invitee, Player};

impl Work<'_> {
    /// `new …`: pairs with a matching open challenge, or makes one.
    pub fn new_game(&mut self, who: &mut Requester, new: &NewGame) -> Result<(), ServiceError> {
        let setup = match setup_for(new, Side::Black) {
            Ok(setup) => setup,
            Err(error) => return self.refuse(who, None, Why::Setup(error)),
        };
        let me = self.need_player(who)?;
        // Before anybody is looked for: whoever is mentioned for the first time becomes a row of ours.
        if let Some(why) = self.why_no_challenge_of(&me)? {
            return self.refuse(who, None, why);
        }
        let invitee = match self.invitee(who, &me, &new.opponent)? {
            Ok(invitee) => invitee,
            Err(why) => return self.refuse(who, None, why),
        };
        let greeting = who.comment.take().and_then(|text| comment::greeting(&text));
        let challenge = Challenge {
            number: 0,
            state: ChallengeState::Open,
            challenger: me.id,
            invitee,
            setup: Setup { options: raw_options(&setup, new), ..setup },
            colour: new.colour,
            clock: new.clock.unwrap_or(self.settings.clock),
            rated: new.rated,
            greeting,
            sent: true,
            place: who.place,
            created: self.at,
            expires: self.at + DAY * i64::from(self.settings.challenge_days),
        };
        match invitee {
            Invitee::Anyone => match self.matching(&challenge)? {
                Some(found) => {
                    who.comment = challenge.greeting;
                    self.start_game(who, &found, &me)
                }
                None => self.post_open(who, challenge),
            },
            Invitee::Player(_) => self.post_to(who, challenge, &new.opponent),
            Invitee::Address(_) => match self.may_invite(who, &me)? {
                Ok(()) => self.post_to(who, challenge, &new.opponent),
                Err(bound) => self.not_invited(who, bound),
            },
        }
    }

    /// Says why an invitation does not go out.
    fn not_invited(&mut self, who: &Requester, bound: Bound) -> Result<(), ServiceError> {
        if self.may_refuse(who, None)? {
            self.tx.count("refusals")?;
            self.reply(who, Told::NotInvited(bound));
        }
        Ok(())
    }

    /// `rematch`: the same again, colours swapped.
    pub fn rematch(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let context = who.about.game().map(|(number, _)| number);
        let row = match number.or(context) {
            Some(number) => self.tx.game(number)?,
            None => self.tx.finished_games(me.id, 1)?.pop(),
        };
        let Some((row, side)) = row.and_then(|row| row.side_of(me.id).map(|side| (row, side))) else {
            return self.refuse(who, None, Why::RematchWhich);
        };
        let game = self.seated(row)?;
        if game.row.ended.is_none() {
            return self.refuse(who, Some(&game), Why::StillRunning { number: game.row.number });
        }
        let other = game.at(side.other()).clone();
        if other.forgotten {
            return self.refuse(who, None, Why::NoLongerHere);
        }
        // Asked by both, it is agreed.
        let theirs = self.tx.challenges_by(other.id)?.into_iter();
        let same = theirs.into_iter().find(|c| c.invitee == Invitee::Player(me.id) && c.setup == game.row.setup);
        if let Some(challenge) = same {
            return self.start_game(who, &challenge, &me);
        }
        if let Some(why) = self.why_no_challenge_of(&me)? {
            return self.refuse(who, None, why);
        }
        let challenge = Challenge {
            number: 0,
            state: ChallengeState::Open,
            challenger: me.id,
            invitee: Invitee::Player(other.id),
            setup: game.row.setup.clone(),
            colour: Some(Colour::Side(side.other())),
            clock: game.row.clock.rule,
            rated: Some(game.row.rated),
            greeting: who.comment.take().and_then(|text| comment::greeting(&text)),
            sent: true,
            place: self.tx.place(game.row.number)?.map(|place| place.parent.unwrap_or(place.channel)),
            created: self.at,
            expires: self.at + DAY * i64::from(self.settings.challenge_days),
        };
        let opponent = Opponent::Player(other.name.clone());
        self.post_to(who, challenge, &opponent)
    }

    /// `accept`: the challenge named, answered, or the only one there is.
    pub fn accept(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<(), ServiceError> {
        let Some(challenge) = self.which_challenge(who, number)? else { return Ok(()) };
        self.accept_this(who, &challenge).map(|_| ())
    }

    /// Accepts a challenge if the requester may. True if the game is on.
    pub fn accept_this(&mut self, who: &mut Requester, challenge: &Challenge) -> Result<bool, ServiceError> {
        if let Some(why) = self.why_not_accept(who, challenge)? {
            self.refuse(who, None, why)?;
            return Ok(false);
        }
        let me = self.need_player(who)?;
        self.start_game(who, challenge, &me)?;
        Ok(true)
    }

    /// `decline`.
    pub fn decline(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<(), ServiceError> {
        let Some(challenge) = self.which_challenge(who, number)? else { return Ok(()) };
        self.decline_this(who, &challenge)
    }

    /// Declines a challenge to the requester; withdraws it if it is their own.
    pub fn decline_this(&mut self, who: &mut Requester, challenge: &Challenge) -> Result<(), ServiceError> {
        let number = challenge.number;
        if who.player.as_ref().is_some_and(|me| me.id == challenge.challenger) {
            return self.cancel(who, Some(number));
        }
        // What became of somebody else's challenge is nobody's business.
        if !self.is_for(who, challenge)? {
            return self.refuse(who, None, Why::NotForYou { number });
        }
        if let Some(why) = why_closed(challenge) {
            return self.refuse(who, None, why);
        }
        // One person's no isn't everybody's.
        if challenge.invitee == Invitee::Anyone {
            return self.refuse(who, None, Why::OpenToAll { number });
        }
        self.tx.set_challenge_state(number, ChallengeState::Declined)?;
        self.reply(who, Told::Declined { number });
        self.tell_declined(challenge)
    }

    /// Tells the challenger that their challenge was declined.
    pub fn tell_declined(&mut self, challenge: &Challenge) -> Result<(), ServiceError> {
        let challenger = self.player(challenge.challenger)?;
        let what = Told::WasDeclined { number: challenge.number }.into();
        self.tell(&challenger, challenge_topic(challenge, &challenger), News::Told { what })
    }

    /// `cancel`: withdraws one's own.
    pub fn cancel(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let context = match who.about {
            About::Game { number, .. } => Some(number),
            _ => None,
        };
        let mine = self.tx.challenges_by(me.id)?;
        let found = match number.or(context) {
            Some(number) => mine.into_iter().find(|challenge| challenge.number == number),
            None if mine.len() == 1 => mine.into_iter().next(),
            None => None,
        };
        let Some(challenge) = found else {
            let why = match number.or(context) {
                Some(number) => Why::NoneOfYours { number },
                None => Why::WithdrawWhich,
            };
            return self.refuse(who, None, why);
        };
        let number = challenge.number;
        self.tx.set_challenge_state(number, ChallengeState::Cancelled)?;
        self.reply(who, Told::Withdrawn { number, by: None });
        let unsent = self.withhold_challenge(number)?;
        if let Invitee::Player(id) = challenge.invitee {
            let other = self.player(id)?;
            if !unsent && !self.tx.blocks(other.id, me.id)? {
                let what = Told::Withdrawn { number, by: Some(me.name.clone()) }.into();
                self.tell(&other, challenge_topic(&challenge, &me), News::Told { what })?;
            }
        }
        Ok(())
    }

    /// The challenge that is meant by its number, by what is answered, or because it is the only one.
    pub fn which_challenge(
        &mut self,
        who: &Requester,
        number: Option<GameNumber>,
    ) -> Result<Option<Challenge>, ServiceError> {
        let context = match who.about {
            About::Game { number, .. } => Some(number),
            _ => None,
        };
        let why = match number.or(context) {
            Some(number) => match self.challenge_of(who, number)? {
                Some(challenge) => return Ok(Some(challenge)),
                None => Why::NotForYou { number },
            },
            None => {
                let mut to_me = match &who.player {
                    Some(me) => self.tx.challenges_to(me.id)?,
                    None => Vec::new(),
                };
                match to_me.len() {
                    0 => Why::NoneWaits,
                    1 => return Ok(to_me.pop()),
                    _ => Why::AcceptWhich { numbers: to_me.iter().map(|challenge| challenge.number).collect() },
                }
            }
        };
        self.refuse(who, None, why)?;
        Ok(None)
    }

    /// The challenge of a number out of a message, if it concerns the requester: they made it, it is for them, or it
    /// was made where they are. Anybody else's is as if it weren't there.
    pub fn challenge_of(&self, who: &Requester, number: GameNumber) -> Result<Option<Challenge>, ServiceError> {
        let Some(challenge) = self.tx.challenge(number)? else { return Ok(None) };
        let own = who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
        let here = challenge.place.is_some() && challenge.place == who.place;
        Ok((own || here || self.is_for(who, &challenge)?).then_some(challenge))
    }

    /// Whether a challenge is open to the requester by name or address, or to anyone.
    pub fn is_for(&self, who: &Requester, challenge: &Challenge) -> Result<bool, ServiceError> {
        Ok(match challenge.invitee {
            Invitee::Anyone => true,
            Invitee::Player(id) => who.player.as_ref().is_some_and(|me| me.id == id),
            Invitee::Address(id) => {
                who.address.as_ref().is_some_and(|address| address.id == id)
                    || match &who.player {
                        Some(me) => self.tx.addresses_of(me.id)?.iter().any(|address| address.id == id),
                        None => false,
                    }
            }
        })
    }

    fn why_not_accept(&self, who: &Requester, challenge: &Challenge) -> Result<Option<Why>, ServiceError> {
        let number = challenge.number;
        if who.player.as_ref().is_some_and(|me| me.id == challenge.challenger) {
            return Ok(Some(why_closed(challenge).unwrap_or(Why::YourOwn { number })));
        }
        let blocked = match &who.player {
            Some(me) => self.tx.blocks(challenge.challenger, me.id)?,
            None => false,
        };
        // What became of somebody else's challenge is nobody's business.
        if blocked || !self.is_for(who, challenge)? {
            return Ok(Some(Why::NotForYou { number }));
        }
        Ok(why_closed(challenge))
    }

    /// Whom `vs …` means, or why nobody. An address gets the same answer whoever it belongs to.
    fn invitee(
        &mut self,
        who: &Requester,
        me: &Player,
        opponent: &Opponent,
    ) -> Result<Result<Invitee, Why>, ServiceError> {
        Ok(match opponent {
            Opponent::Anyone => Ok(Invitee::Anyone),
            Opponent::Player(name) => match self.tx.player_named(name)? {
                Some(player) if player.id == me.id => Err(Why::Yourself),
                Some(player) => Ok(Invitee::Player(player.id)),
                None => {
                    let beginning: String = name.chars().take(2).collect();
                    Err(Why::Nobody { called: name.clone(), like: self.tx.names_like(&beginning, 3)? })
                }
            },
            Opponent::Email(text) => {
                let mailbox = match Mailbox::parse(text) {
                    Ok(mailbox) => mailbox,
                    Err(why) => return Ok(Err(Why::NoAddress(why))),
                };
                let address = self.tx.address(&mailbox)?;
                match address.player {
                    Some(id) if id == me.id => Err(Why::Yourself),
                    _ => Ok(Invitee::Address(address.id)),
                }
            }
            Opponent::Discord(user) => match self.tx.discord_player(*user)? {
                Some(id) if id == me.id => Err(Why::Yourself),
                Some(id) => Ok(Invitee::Player(id)),
                // Whoever never had to do with us gets no direct message of ours.
                None if who.place.is_none() => Err(Why::MentionedElsewhere),
                None => {
                    // A mention is an invitation in place; they become a player by accepting. Till then nothing but
                    // their id is known.
                    let name = self.free_name(None)?;
                    let id = self.tx.insert_player(&name, self.at)?;
                    self.tx.set_discord_player(*user, Some(id), self.at)?;
                    self.restore_blocks(&self.player(id)?)?;
                    Ok(Invitee::Player(id))
                }
            },
        })
    }
}

/// Why a challenge can't be answered any more, whoever asks.
pub(in crate::service) fn why_closed(challenge: &Challenge) -> Option<Why> {
    let how = match challenge.state {
        ChallengeState::Open => return None,
        ChallengeState::Accepted => Closed::Accepted,
        ChallengeState::Declined => Closed::Declined,
        ChallengeState::Cancelled => Closed::Withdrawn,
        ChallengeState::Expired => Closed::Expired,
    };
    Some(Why::Closed { number: challenge.number, how })
}
