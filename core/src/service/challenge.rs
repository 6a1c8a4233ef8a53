//! Challenges: made, paired, answered, withdrawn; and how one becomes a game.

use super::board::Seated;
use super::work::{About, Requester, Topic, Via, Work};
use super::{DAY, ServiceError};
use crate::clock::running::{Clock, Running};
use crate::command::{Colour, GameNumber, NewGame, Opponent};
use crate::comment;
use crate::notice::{BoardView, ChallengeNews, GameHeading, News};
use crate::rules::{Position, Setup, Side};
use crate::store::{Challenge, ChallengeState, GameRow, Invitee, Place, Player, StoreError};

/// Open challenges that one player may have at a time.
const MOST_OPEN: usize = 20;
/// Invitations by mail that one player may send in a day.
const MOST_INVITATIONS: u32 = 5;

impl Work<'_> {
    /// `new …`: pairs with a matching open challenge, or makes one.
    pub fn new_game(&mut self, who: &mut Requester, new: &NewGame) -> Result<(), ServiceError> {
        let setup = match setup_for(new, Side::Black) {
            Ok(setup) => setup,
            Err(why) => return self.refuse(who, None, vec![why]),
        };
        let me = self.need_player(who)?;
        let invitee = match self.invitee(&me, &new.opponent)? {
            Ok(invitee) => invitee,
            Err(why) => return self.refuse(who, None, vec![why]),
        };
        if self.tx.challenges_by(me.id)?.len() >= MOST_OPEN {
            let why = format!("you have {MOST_OPEN} open challenges already; cancel one of them first.");
            return self.refuse(who, None, vec![why]);
        }
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
                Some(found) => self.start_game(who, &found, &me),
                None => self.post_open(who, challenge),
            },
            Invitee::Player(_) | Invitee::Address(_) => self.post_to(who, challenge, &new.opponent),
        }
    }

    /// `rematch`: the same again, colours swapped.
    pub fn rematch(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let context = match who.about {
            About::Game { number, .. } => Some(number),
            _ => None,
        };
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
        if challenge.state != ChallengeState::Open || !self.is_for(who, challenge)? {
            let why = format!("challenge {number} isn't open to you.");
            return self.refuse(who, None, vec![why]);
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
        self.tell(&challenger, challenge_topic(challenge, &challenger), News::Words { subject, lines })
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
        if let Invitee::Player(id) = challenge.invitee {
            let other = self.player(id)?;
            if !self.tx.blocks(other.id, me.id)? {
                let lines = vec![format!("No action needed: {} withdrew challenge {number}.", me.name)];
                let subject = format!("Turnpost: challenge {number} is withdrawn");
                self.tell(&other, challenge_topic(&challenge, &me), News::Words { subject, lines })?;
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
            Some(number) => match self.tx.challenge(number)? {
                Some(challenge) => return Ok(Some(challenge)),
                None => format!("there is no challenge {number}."),
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
        let own = who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
        Ok(Some(match challenge.state {
            ChallengeState::Accepted => format!("challenge {number} was accepted already."),
            ChallengeState::Declined => format!("challenge {number} was declined."),
            ChallengeState::Cancelled => format!("challenge {number} was withdrawn."),
            ChallengeState::Expired => format!("challenge {number} has expired."),
            ChallengeState::Open if own => format!("challenge {number} is your own; cancel {number} withdraws it."),
            ChallengeState::Open if !self.is_for(who, challenge)? => {
                format!("challenge {number} is for somebody else.")
            }
            ChallengeState::Open => match &who.player {
                Some(me) if self.tx.blocks(challenge.challenger, me.id)? => {
                    format!("challenge {number} is for somebody else.")
                }
                _ => return Ok(None),
            },
        }))
    }

    /// Whom `vs …` means, or a sentence why not. An address gets the same answer whoever it belongs to.
    fn invitee(&mut self, me: &Player, opponent: &Opponent) -> Result<Result<Invitee, String>, ServiceError> {
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
                let address = self.tx.address(text)?;
                let today = self.tx.invitations_since(me.id, self.at - DAY)?;
                match address.player {
                    Some(id) if id == me.id => Err("one can't play against oneself.".to_owned()),
                    _ if today >= MOST_INVITATIONS => {
                        Err(format!("{MOST_INVITATIONS} invitations by mail a day are the most; try again tomorrow."))
                    }
                    _ => Ok(Invitee::Address(address.id)),
                }
            }
            Opponent::Discord(user) => match self.tx.discord_player(*user)? {
                Some(id) if id == me.id => Err("one can't play against oneself.".to_owned()),
                Some(id) => Ok(Invitee::Player(id)),
                None => {
                    // A mention is an invitation in place; they become a player by accepting. Till then nothing but
                    // their id is known.
                    let name = self.free_name(None)?;
                    let id = self.tx.insert_player(&name, self.at)?;
                    self.tx.set_discord_player(*user, Some(id))?;
                    Ok(Invitee::Player(id))
                }
            },
        })
    }

    /// An open challenge that fits a new one.
    fn matching(&self, new: &Challenge) -> Result<Option<Challenge>, ServiceError> {
        for open in self.tx.open_challenges(Some(new.setup.game.name()), 100)? {
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
                && !self.tx.blocks(open.challenger, new.challenger)?
                && !self.tx.blocks(new.challenger, open.challenger)?
            {
                // Each side's wish counts, whoever came first.
                let colour = open.colour.or(match new.colour {
                    Some(Colour::Side(side)) => Some(Colour::Side(side.other())),
                    other => other,
                });
                return Ok(Some(Challenge { colour, rated: open.rated.or(new.rated), ..open }));
            }
        }
        Ok(None)
    }

    fn post_open(&mut self, who: &Requester, mut challenge: Challenge) -> Result<(), ServiceError> {
        challenge.number = self.tx.insert_challenge(&challenge)?;
        let number = challenge.number;
        let me = self.player(challenge.challenger)?;
        if let (Via::Discord, Some(place)) = (who.via, challenge.place) {
            return self.post_in_place(&challenge, &me, place);
        }
        let lines = vec![
            format!("No action needed: challenge {number} is open, we write when somebody accepts."),
            format!("Changed your mind? Reply cancel. It ends by itself after {} days.", self.settings.challenge_days),
        ];
        let news = News::Words { subject: format!("Turnpost: challenge {number} is open"), lines };
        self.answer(who, challenge_topic(&challenge, &me), news);
        Ok(())
    }

    /// A challenge made in a Discord channel is its own answer, for all to see.
    fn post_in_place(&mut self, challenge: &Challenge, me: &Player, channel: u64) -> Result<(), ServiceError> {
        self.tx.set_place(challenge.number, Some(Place { channel, parent: None, message: None }))?;
        let mention = match challenge.invitee {
            Invitee::Player(id) => self.tx.discord_of(id)?,
            Invitee::Anyone | Invitee::Address(_) => None,
        };
        let news = self.challenge_news(challenge, me, false);
        let topic = Topic { board: start_board(challenge), ..challenge_topic(challenge, me) };
        self.answer_in_channel(channel, mention, topic, News::Challenge(news));
        Ok(())
    }

    /// A challenge to a player or an address.
    fn post_to(&mut self, who: &Requester, mut challenge: Challenge, opponent: &Opponent) -> Result<(), ServiceError> {
        let me = self.player(challenge.challenger)?;
        let by_address = matches!(challenge.invitee, Invitee::Address(_));
        let known = match challenge.invitee {
            Invitee::Player(id) => Some(self.player(id)?),
            Invitee::Address(id) => {
                let address = self.tx.address_by_id(id)?;
                address.and_then(|a| a.player).map(|id| self.player(id)).transpose()?
            }
            Invitee::Anyone => None,
        };
        challenge.sent = self.may_write_to(&challenge, &me, known.as_ref())?;
        challenge.number = self.tx.insert_challenge(&challenge)?;
        let number = challenge.number;
        let in_channel = match (who.via, challenge.place, known.as_ref(), opponent) {
            (Via::Discord, Some(place), Some(_), Opponent::Discord(_)) => Some(place),
            _ => None,
        };
        let news = self.challenge_news(&challenge, &me, known.is_none());
        if let Some(channel) = in_channel {
            return self.post_in_place(&challenge, &me, channel);
        }
        if challenge.sent {
            let topic = Topic { board: start_board(&challenge), ..challenge_topic(&challenge, &me) };
            match (&known, challenge.invitee) {
                (Some(player), _) => self.tell(player, topic, News::Challenge(news))?,
                (None, Invitee::Address(id)) => {
                    if let Some(address) = self.tx.address_by_id(id)? {
                        self.tell_address(&address, topic, News::Challenge(news))?;
                    }
                }
                (None, _) => {}
            }
        }
        let (what, whom) = match (&known, by_address) {
            (Some(player), false) => ("challenge", player.name.clone()),
            _ => ("invitation", "your friend".to_owned()),
        };
        let lines = vec![
            format!("No action needed: we write when {whom} answers."),
            "Changed your mind? Reply cancel.".to_owned(),
        ];
        let news = News::Words { subject: format!("Turnpost: {what} {number} is sent"), lines };
        self.answer(who, challenge_topic(&challenge, &me), news);
        Ok(())
    }

    /// Whether the challenged may be written to: nobody who blocks or stopped us, and an address that isn't a
    /// player's has one open invitation at a time, and none after three that went unanswered.
    fn may_write_to(&self, challenge: &Challenge, me: &Player, known: Option<&Player>) -> Result<bool, ServiceError> {
        if let Some(player) = known {
            return Ok(!self.tx.blocks(player.id, me.id)? && !player.suspended);
        }
        let Invitee::Address(id) = challenge.invitee else { return Ok(true) };
        let (open, unanswered) = self.tx.invitations_to(id)?;
        let stopped = self.tx.address_by_id(id)?.is_none_or(|address| address.stopped);
        Ok(!stopped && open == 0 && unanswered < 3)
    }

    fn challenge_news(&self, challenge: &Challenge, me: &Player, first_contact: bool) -> ChallengeNews {
        let theirs = match challenge.colour {
            Some(Colour::Side(side)) => Some(side.other()),
            Some(Colour::Random) => None,
            None if challenge.rated == Some(true) => None,
            None => Some(Side::White),
        };
        let setup = &challenge.setup;
        let mut special: Vec<String> = Vec::new();
        if setup.variant != setup.game.variants().first().copied().unwrap_or_default() {
            special.push(setup.variant.to_owned());
        }
        special.extend(setup.options.iter().map(|(name, value)| format!("{name}={value}")));
        let first = Position::start(&sided(setup, Side::Black));
        let example = match theirs {
            Some(Side::White) => first.ok().and_then(|position| example(&position)),
            _ => None,
        };
        ChallengeNews {
            challenger: me.name.clone(),
            greeting: challenge.greeting.clone(),
            you_play: theirs.map(|side| side.word().to_owned()),
            clock: challenge.clock.words(),
            rated: challenge.rated.unwrap_or(false),
            variant: (!special.is_empty()).then(|| special.join(", ")),
            blurb: setup.game.blurb().to_owned(),
            example,
            first_contact,
            open: challenge.invitee == Invitee::Anyone,
        }
    }

    /// Begins the game of a challenge.
    fn start_game(&mut self, who: &Requester, challenge: &Challenge, acceptor: &Player) -> Result<(), ServiceError> {
        let number = challenge.number;
        let challenger = self.player(challenge.challenger)?;
        let seasoned = self.tx.has_finished(challenger.id)? && self.tx.has_finished(acceptor.id)?;
        let invited = matches!(challenge.invitee, Invitee::Address(_));
        let rated = challenge.rated.unwrap_or(seasoned && !invited);
        let side = match challenge.colour {
            Some(Colour::Side(side)) => side,
            None if !rated => Side::Black,
            Some(Colour::Random) | None => Side::BOTH[(self.random.draw() & 1) as usize],
        };
        let setup = sided(&challenge.setup, side);
        let position = Position::start(&setup).map_err(|error| StoreError::Nonsense(error.to_string()))?;
        let players = match side {
            Side::White => [challenger.clone(), acceptor.clone()],
            Side::Black => [acceptor.clone(), challenger.clone()],
        };
        let mut clock = Clock::new(challenge.clock);
        clock.running = Some(Running { side: position.to_move(), since: self.at });
        let row = GameRow {
            number,
            setup,
            first: None,
            players: [players[0].id, players[1].id],
            rated,
            clock,
            revision: 0,
            position: position.text(),
            last: None,
            quiet: 0,
            turn: position.turn_number(),
            to_move: Some(position.to_move()),
            made: [0, 0],
            reminder: None,
            forfeit: None,
            draw_by: None,
            told: [0, 0],
            adjourned: false,
            started: self.at,
            ended: None,
        };
        self.tx.set_challenge_state(number, ChallengeState::Accepted)?;
        self.tx.count("games begun")?;
        let mut game = Seated { row, players, dropped: [None, None] };
        self.wind(&mut game, &position);
        self.tx.insert_game(&game.row)?;
        if self.tx.place(number)?.is_none()
            && let Some(channel) = challenge.place
            && let (Some(_), Some(_)) = (self.tx.discord_of(challenger.id)?, self.tx.discord_of(acceptor.id)?)
        {
            self.tx.set_place(number, Some(Place { channel, parent: None, message: None }))?;
        }
        let accepted = format!("{} accepted.", acceptor.name);
        let mut prefaces = [None, None];
        prefaces[side as usize] = Some(accepted);
        prefaces[side.other() as usize] = Some("The game is on.".to_owned());
        self.announce(&mut game, Some(who), None, prefaces, 0)?;
        self.tx.update_game(&game.row)?;
        Ok(())
    }
}

/// Heading of a challenge's thread: the same as its game's will be, with the sides open.
pub(super) fn challenge_topic(challenge: &Challenge, challenger: &Player) -> Topic {
    let (mut white, mut black) = (None, None);
    match challenge.colour {
        Some(Colour::Side(Side::White)) => white = Some(challenger.name.clone()),
        Some(Colour::Random) => {}
        _ => black = Some(challenger.name.clone()),
    }
    let heading = GameHeading {
        number: challenge.number,
        title: challenge.setup.game.title().to_owned(),
        white,
        black,
        revision: 0,
        turn: 1,
    };
    Topic { heading: Some(heading), ..Topic::default() }
}

fn start_board(challenge: &Challenge) -> Option<BoardView> {
    let setup = sided(&challenge.setup, Side::Black);
    let position = Position::start(&setup).ok()?;
    let side = match challenge.colour {
        Some(Colour::Side(side)) => Some(side.other()),
        Some(Colour::Random) => None,
        None => Some(Side::White),
    };
    Some(BoardView {
        game: setup.game.name().to_owned(),
        variant: setup.variant.to_owned(),
        options: Vec::new(),
        last: None,
        position: position.text(),
        over: false,
        side: side.map(|side| side.word().to_owned()),
        about: None,
    })
}

/// A legal first turn that shows the notation at its fullest.
fn example(position: &Position) -> Option<String> {
    let legal = position.legal();
    let middle = legal.len() / 2;
    legal.into_iter().nth(middle)
}

/// Checks what was asked for, with a handicap taken on by the challenger's side.
fn setup_for(new: &NewGame, challenger: Side) -> Result<Setup, String> {
    let options: Vec<_> = new.options.iter().map(|option| with_side(option, challenger)).collect();
    Setup::new(&new.game, new.variant.as_deref(), &options).map_err(|error| error.to_string())
}

/// The options as they are kept until the colours are known.
fn raw_options(checked: &Setup, new: &NewGame) -> Vec<(String, String)> {
    let mut options = checked.options.clone();
    for (name, value) in &mut options {
        let typed = new.options.iter().find(|(typed, _)| typed.eq_ignore_ascii_case(name));
        if let Some((_, typed)) = typed.filter(|(_, typed)| is_number(typed)) {
            value.clone_from(typed);
        }
    }
    options
}

/// A stored setup once the challenger's side is known.
fn sided(setup: &Setup, challenger: Side) -> Setup {
    let options = setup.options.iter().map(|option| with_side(option, challenger)).collect();
    Setup { options, ..setup.clone() }
}

/// `handicap=2` is taken on by whoever writes it.
fn with_side((name, value): &(String, String), side: Side) -> (String, String) {
    let value = if name.eq_ignore_ascii_case("handicap") && is_number(value) {
        format!("{}:{value}", side.word())
    } else {
        value.clone()
    };
    (name.clone(), value)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
