//! Challenges: made, answered, withdrawn.

use super::posting::challenge_topic;
use super::starting::{raw_options, setup_for};
use crate::address::Mailbox;
use crate::command::{Colour, NewGame, Opponent};
use crate::comment;
use crate::game::GameNumber;
use crate::notice::{News, Told};
use crate::rules::{Setup, Side};
use crate::service::incoming::requester::{About, Requester};
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::{Challenge, ChallengeState, Invitee, Player};
use crate::text::challenging as text;

impl Work<'_> {
    /// `new …`: pairs with a matching open challenge, or makes one.
    pub fn new_game(&mut self, who: &mut Requester, new: &NewGame) -> Result<(), ServiceError> {
        let setup = match setup_for(new, Side::Black) {
            Ok(setup) => setup,
            Err(why) => return self.refuse(who, None, vec![why]),
        };
        let me = self.need_player(who)?;
        // Before anybody is looked for: whoever is mentioned for the first time becomes a row of ours.
        if let Some(why) = self.why_no_challenge_of(&me)? {
            return self.refuse(who, None, vec![why]);
        }
        let invitee = match self.invitee(who, &me, &new.opponent)? {
            Ok(invitee) => invitee,
            Err(why) => return self.refuse(who, None, vec![why]),
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
                Err(why) => self.not_sent(who, &why),
            },
        }
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
            return self.refuse(who, None, vec!["say which of your games: rematch and its number.".to_owned()]);
        };
        let game = self.seated(row)?;
        if game.row.ended.is_none() {
            let why = format!("game {} is still running.", game.row.number);
            return self.refuse(who, Some(&game), vec![why]);
        }
        let other = game.at(side.other()).clone();
        if other.forgotten {
            return self.refuse(who, None, vec!["that player is no longer here.".to_owned()]);
        }
        // Asked by both, it is agreed.
        let theirs = self.tx.challenges_by(other.id)?.into_iter();
        let same = theirs.into_iter().find(|c| c.invitee == Invitee::Player(me.id) && c.setup == game.row.setup);
        if let Some(challenge) = same {
            return self.start_game(who, &challenge, &me);
        }
        if let Some(why) = self.why_no_challenge_of(&me)? {
            return self.refuse(who, None, vec![why]);
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
            self.refuse(who, None, vec![why])?;
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
            return self.refuse(who, None, vec![text::not_for_you(number)]);
        }
        if let Some(why) = why_closed(challenge) {
            return self.refuse(who, None, vec![why]);
        }
        // One person's no isn't everybody's.
        if challenge.invitee == Invitee::Anyone {
            return self.refuse(who, None, vec![text::open_to_all(number)]);
        }
        self.tx.set_challenge_state(number, ChallengeState::Declined)?;
        self.words(
            who,
            &format!("Turnpost: challenge {number} is declined"),
            vec![format!("No action needed: challenge {number} is declined.")],
        );
        let challenger = self.player(challenge.challenger)?;
        let lines = vec![format!("No action needed: your challenge {number} was declined.")];
        let subject = format!("Turnpost: challenge {number} was declined");
        self.tell(
            &challenger,
            challenge_topic(challenge, &challenger),
            News::Told { what: Told::Written { subject, lines } },
        )
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
                Some(number) => format!("you have no open challenge {number}; challenges lists yours."),
                None => "say which challenge: cancel and its number; challenges lists yours.".to_owned(),
            };
            return self.refuse(who, None, vec![why]);
        };
        let number = challenge.number;
        self.tx.set_challenge_state(number, ChallengeState::Cancelled)?;
        self.words(
            who,
            &format!("Turnpost: challenge {number} is withdrawn"),
            vec![format!("No action needed: challenge {number} is withdrawn.")],
        );
        let unsent = self.withhold_challenge(number)?;
        if let Invitee::Player(id) = challenge.invitee {
            let other = self.player(id)?;
            if !unsent && !self.tx.blocks(other.id, me.id)? {
                let lines = vec![format!("No action needed: {} withdrew challenge {number}.", me.name)];
                let subject = format!("Turnpost: challenge {number} is withdrawn");
                self.tell(
                    &other,
                    challenge_topic(&challenge, &me),
                    News::Told { what: Told::Written { subject, lines } },
                )?;
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
                None => text::not_for_you(number),
            },
            None => {
                let mut to_me = match &who.player {
                    Some(me) => self.tx.challenges_to(me.id)?,
                    None => Vec::new(),
                };
                match to_me.len() {
                    0 => "no challenge waits for your answer; challenges lists the open ones.".to_owned(),
                    1 => return Ok(to_me.pop()),
                    _ => {
                        let numbers: Vec<String> = to_me.iter().map(|c| c.number.to_string()).collect();
                        format!("say which challenge: accept and one of {}.", numbers.join(", "))
                    }
                }
            }
        };
        self.refuse(who, None, vec![why])?;
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

    fn why_not_accept(&self, who: &Requester, challenge: &Challenge) -> Result<Option<String>, ServiceError> {
        let number = challenge.number;
        if who.player.as_ref().is_some_and(|me| me.id == challenge.challenger) {
            let own = || format!("challenge {number} is your own; cancel {number} withdraws it.");
            return Ok(Some(why_closed(challenge).unwrap_or_else(own)));
        }
        let blocked = match &who.player {
            Some(me) => self.tx.blocks(challenge.challenger, me.id)?,
            None => false,
        };
        // What became of somebody else's challenge is nobody's business.
        if blocked || !self.is_for(who, challenge)? {
            return Ok(Some(text::not_for_you(number)));
        }
        Ok(why_closed(challenge))
    }

    /// Whom `vs …` means, or a sentence why not. An address gets the same answer whoever it belongs to.
    fn invitee(
        &mut self,
        who: &Requester,
        me: &Player,
        opponent: &Opponent,
    ) -> Result<Result<Invitee, String>, ServiceError> {
        Ok(match opponent {
            Opponent::Anyone => Ok(Invitee::Anyone),
            Opponent::Player(name) => match self.tx.player_named(name)? {
                Some(player) if player.id == me.id => Err("one can't play against oneself.".to_owned()),
                Some(player) => Ok(Invitee::Player(player.id)),
                None => {
                    let beginning: String = name.chars().take(2).collect();
                    let near = self.tx.names_like(&beginning, 3)?;
                    let mean =
                        if near.is_empty() { String::new() } else { format!(" Did you mean {}?", near.join(" or ")) };
                    Err(format!("nobody is called {name:?} here.{mean} A friend is invited by mail address."))
                }
            },
            Opponent::Email(text) => {
                let mailbox = match Mailbox::parse(text) {
                    Ok(mailbox) => mailbox,
                    Err(why) => return Ok(Err(format!("that is no mail address: {why}."))),
                };
                let address = self.tx.address(&mailbox)?;
                match address.player {
                    Some(id) if id == me.id => Err("one can't play against oneself.".to_owned()),
                    _ => Ok(Invitee::Address(address.id)),
                }
            }
            Opponent::Discord(user) => match self.tx.discord_player(*user)? {
                Some(id) if id == me.id => Err("one can't play against oneself.".to_owned()),
                Some(id) => Ok(Invitee::Player(id)),
                // Whoever never had to do with us gets no direct message of ours.
                None if who.place.is_none() => Err(text::mentioned_elsewhere()),
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
pub(in crate::service) fn why_closed(challenge: &Challenge) -> Option<String> {
    let number = challenge.number;
    match challenge.state {
        ChallengeState::Open => None,
        ChallengeState::Accepted => Some(format!("challenge {number} was accepted already.")),
        ChallengeState::Declined => Some(format!("challenge {number} was declined.")),
        ChallengeState::Cancelled => Some(format!("challenge {number} was withdrawn.")),
        ChallengeState::Expired => Some(format!("challenge {number} has expired.")),
    }
}
