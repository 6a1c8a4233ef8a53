//! One request or tick at work: what it knows, and the notices it owes, gathered until the end and then
//! put into the outbox, one per recipient and game.

use crate::command::{Command, GameNumber, Transport};
use crate::game::{Game, Means};
use crate::notice::{
    Audience, BoardView, Destination, GameHeading, Last, News, Notice, Remark, ResultNews, Secret, SheetBoard, Taste,
    Undone,
};
use crate::request::Timestamp;
use crate::service::random::Randomness;
use crate::service::{HOUR, IN_PLACE, ServiceError, Settings};
use crate::store::{AddressRow, OutboxRow, Player, StoreError, Tx};
use crate::token::{Subject, TokenKey};

/// What every use case works with.
pub(in crate::service) struct Work<'a> {
    pub tx: &'a Tx<'a>,
    pub settings: &'a Settings,
    pub key: &'a TokenKey,
    pub at: Timestamp,
    pub random: Randomness,
    /// The key of the request, for answers in place.
    pub request: Option<String>,
    /// Who may read what is answered, as far as what is being done tells.
    pub audience: Audience,
    /// What a refusal says was not done.
    pub undone: Undone,
    /// What the request is known by when it comes again; empty in a tick.
    pub scope: String,
    /// The commands that were answered with what they asked to see, and whether it was said that there is no more.
    pub shown: Vec<Command>,
    pub shown_enough: bool,
    drafts: Vec<OutboxRow>,
}

/// Who is asking.
#[derive(Clone, Debug)]
pub(in crate::service) struct Requester {
    pub via: Via,
    pub player: Option<Player>,
    /// The address that a mail came from, or that the player has.
    pub address: Option<AddressRow>,
    pub discord: Option<u64>,
    pub display: Option<String>,
    pub offset: Option<i16>,
    /// The Discord channel it was said in.
    pub place: Option<u64>,
    pub level: Level,
    /// Our secret came from its own address, but after its end.
    pub ended: Option<Subject>,
    /// Whether they just answered a mail that asked whether it was them.
    pub confirmed: bool,
    pub about: About,
    /// What they wrote for the opponent, until somebody takes it along.
    pub comment: Option<String>,
}

/// By what a request came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) enum Via {
    Mail,
    Discord,
    Console,
}

/// How far a requester is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::service) enum Level {
    /// Nothing vouches for them.
    Unproven,
    /// Their domain does: enough for all but what wants a token.
    Signed,
    /// A token or the transport does.
    Full,
}

/// What a request is about, as far as its context tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::service) enum About {
    Nothing,
    Game {
        number: GameNumber,
        revision: Option<i64>,
    },
    /// A question, and the board that it was asked on: whoever answers with a turn means that one.
    Question {
        id: i64,
        game: Option<(GameNumber, i64)>,
    },
    Digest(Vec<(GameNumber, i64)>),
}

impl About {
    /// The one game that is answered, and the revision of its board where that is known.
    pub const fn game(&self) -> Option<(GameNumber, Option<i64>)> {
        match *self {
            About::Game { number, revision } => Some((number, revision)),
            About::Question { game: Some((number, revision)), .. } => Some((number, Some(revision))),
            About::Question { game: None, .. } | About::Digest(_) | About::Nothing => None,
        }
    }
}

impl Via {
    pub const fn means(self) -> Means {
        match self {
            Via::Mail => Means::Mail,
            Via::Discord => Means::Discord,
            Via::Console => Means::Console,
        }
    }

    pub const fn transport(self) -> Option<Transport> {
        match self {
            Via::Mail => Some(Transport::Mail),
            Via::Discord => Some(Transport::Discord),
            Via::Console => None,
        }
    }
}

/// What a notice to a player is about: gives its thread, its secret and its board.
#[derive(Clone, Debug, Default)]
pub(in crate::service) struct Topic {
    pub heading: Option<GameHeading>,
    pub board: Option<BoardView>,
    pub sheet: Vec<SheetBoard>,
    pub question: Option<i64>,
    pub digest: Option<i64>,
    /// A game that an answer keeps in mind, though it shows nothing of it: number and revision.
    pub kept: Option<(GameNumber, i64)>,
    /// Whether nothing follows it: it has no secret to answer with.
    pub last: bool,
    /// What the notice must not hold while it is stored.
    pub secret: Option<Secret>,
    /// Whether nothing of it stays once it is delivered.
    pub fleeting: bool,
}

impl<'a> Work<'a> {
    pub fn new(
        tx: &'a Tx<'a>,
        settings: &'a Settings,
        key: &'a TokenKey,
        at: Timestamp,
        random: Randomness,
    ) -> Work<'a> {
        Work {
            tx,
            settings,
            key,
            at,
            random,
            request: None,
            audience: Audience::Asker,
            undone: Undone::Played,
            scope: String::new(),
            shown: Vec::new(),
            shown_enough: false,
            drafts: Vec::new(),
        }
    }

    /// Does something; a refusal on the way says that this was not done.
    pub fn doing<T>(&mut self, undone: Undone, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.undone, undone);
        let done = work(self);
        self.undone = before;
        done
    }

    /// Does something whose answers may be read by these.
    pub fn with_audience<T>(&mut self, audience: Audience, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.audience, audience);
        let done = work(self);
        self.audience = before;
        done
    }

    /// A player that a row refers to.
    pub fn player(&self, id: i64) -> Result<Player, ServiceError> {
        let player = self.tx.player(id)?;
        Ok(player.ok_or_else(|| StoreError::Nonsense(format!("player {id} is missing")))?)
    }

    /// How a player wants things shown.
    pub fn taste(&self, player: Option<&Player>, offset: Option<i16>) -> Taste {
        let offset = player.and_then(|p| p.mail_offset).or(offset);
        let zone = player.and_then(|p| p.zone.clone()).or_else(|| offset.map(crate::clock::moment::offset_name));
        Taste {
            theme: player.and_then(|p| p.theme.clone()).unwrap_or_else(|| self.settings.theme.clone()),
            zone: zone.unwrap_or_else(|| "UTC".to_owned()),
            my_side: player.is_none_or(|p| p.my_side),
        }
    }

    /// Where a player is reached now; nowhere if they stopped all mail and have nothing else.
    pub fn destination(&self, player: &Player) -> Result<Option<(Destination, Option<AddressRow>)>, ServiceError> {
        if player.forgotten {
            return Ok(None);
        }
        let discord = self.tx.discord_of(player.id)?;
        let addresses = self.tx.addresses_of(player.id)?;
        let mail = addresses.iter().find(|a| !a.stopped && a.suspended.is_none()).cloned();
        let wants_mail = player.transport.or(player.last_transport) != Some(Transport::Discord);
        Ok(match (discord, mail) {
            (Some(user), None) => Some((Destination::DiscordUser(user), None)),
            (Some(user), Some(_)) if !wants_mail => Some((Destination::DiscordUser(user), None)),
            (_, Some(address)) => Some((Destination::Email(address.address.clone()), Some(address))),
            (None, None) if addresses.is_empty() => Some((Destination::Console(player.name.clone()), None)),
            (None, None) => None,
        })
    }

    /// Owes a player a notice, by whatever way they are reached.
    pub fn tell(&mut self, player: &Player, topic: Topic, news: News) -> Result<(), ServiceError> {
        if let Some((to, address)) = self.destination(player)? {
            self.push(to, Some(player), address.as_ref(), None, topic, news, false);
        }
        Ok(())
    }

    /// Owes an address a notice.
    pub fn tell_address(&mut self, address: &AddressRow, topic: Topic, news: News) -> Result<(), ServiceError> {
        if !address.stopped && address.suspended.is_none() {
            let player = address.player.map(|id| self.player(id)).transpose()?;
            let to = Destination::Email(address.address.clone());
            self.push(to, player.as_ref(), Some(address), None, topic, news, false);
        }
        Ok(())
    }

    /// Owes a player a notice by just that way.
    pub fn tell_directly(&mut self, to: Destination, player: &Player, topic: Topic, news: News) {
        self.push(to, Some(player), None, None, topic, news, false);
    }

    /// Owes a Discord channel or thread a notice.
    pub fn tell_place(&mut self, channel: u64, mention: Option<u64>, topic: Topic, news: News) {
        self.push(Destination::DiscordPlace { channel, mention }, None, None, None, topic, news, false);
    }

    /// Answers the requester: in place where the transport can, by mail to where it came from otherwise.
    pub fn answer(&mut self, who: &Requester, mut topic: Topic, news: News) {
        // Help asked for in reply to a board can be answered with a move.
        if let Some((number, Some(revision))) = who.about.game() {
            topic.kept = Some((number, revision));
        }
        let to = match (who.via, &who.address, who.discord) {
            (Via::Mail, Some(address), _) => Destination::Email(address.address.clone()),
            (Via::Discord, _, Some(user)) => Destination::DiscordUser(user),
            _ => Destination::Console(who.player.as_ref().map_or_else(String::new, |p| p.name.clone())),
        };
        // Whoever asked to be left alone is still answered when they write.
        let in_place = who.via != Via::Mail;
        let address = if in_place { None } else { who.address.as_ref() };
        self.push(to, who.player.as_ref(), address, who.offset, topic, news, in_place);
    }

    /// Answers the requester in the Discord channel, for all to see.
    pub fn answer_in_channel(&mut self, channel: u64, mention: Option<u64>, topic: Topic, news: News) {
        self.push(Destination::DiscordPlace { channel, mention }, None, None, None, topic, news, true);
    }

    #[allow(clippy::too_many_arguments)]
    fn push(
        &mut self,
        to: Destination,
        player: Option<&Player>,
        address: Option<&AddressRow>,
        offset: Option<i16>,
        topic: Topic,
        news: News,
        in_place: bool,
    ) {
        let fleeting = topic.fleeting;
        let subject = match (&topic.heading, topic.question, topic.digest) {
            (_, Some(id), _) => Subject::Question(id),
            (_, _, Some(id)) => Subject::Digest(id),
            (Some(heading), ..) => Subject::Game { number: heading.number, revision: heading.revision },
            (None, ..) => match topic.kept {
                Some((number, revision)) => Subject::Game { number, revision },
                None => Subject::Person,
            },
        };
        let token = address.filter(|_| !topic.last).map(|address| self.secret(address.id, subject));
        // What isn't even stored is nobody else's, whatever asked for it.
        let audience = if topic.secret.is_some() { Audience::Asker } else { self.audience.of_news(&news) };
        let notice = Notice {
            to,
            name: player.map(|p| p.name.clone()),
            taste: self.taste(player, offset),
            at: self.at,
            token,
            game: topic.heading,
            news,
            board: topic.board,
            sheet: topic.sheet,
            tried: Vec::new(),
            secret: topic.secret,
            audience,
        };
        let board = notice.game.is_some() && supersedable(&notice.news);
        let request = if in_place { self.request.clone() } else { None };
        self.drafts.push(OutboxRow { player: player.map(|p| p.id), board, request, fleeting, notice });
    }

    /// Whether a refusal by mail may be sent: three per turn, then one an hour (ten a day outside of games); to
    /// people who aren't players two a day.
    pub fn may_refuse(&self, who: &Requester, game: Option<&Game>) -> Result<bool, ServiceError> {
        let Some(what) = refusals(who, game) else { return Ok(true) };
        let may = self.refusal_left(who, game, &what)?;
        if may {
            self.tx.note_happening(&what, self.at)?;
        }
        Ok(may)
    }

    /// What somebody is told with the last refusal for now, so that silence is not taken for success.
    pub fn last_refusal(&self, who: &Requester, game: Option<&Game>) -> Result<Option<Last>, ServiceError> {
        let Some(what) = refusals(who, game) else { return Ok(None) };
        Ok(match self.refusal_left(who, game, &what)? {
            true => None,
            false => Some(if game.is_some() { Last::InTurn } else { Last::Today }),
        })
    }

    fn refusal_left(&self, who: &Requester, game: Option<&Game>, what: &str) -> Result<bool, ServiceError> {
        let since = |seconds: i64| self.tx.happened(what, self.at - seconds);
        let day = 24 * HOUR;
        Ok(match (game, &who.player) {
            (Some(_), _) => since(30 * day)? < 3 || since(HOUR)? < 1,
            (None, Some(_)) => since(day)? < 10,
            (None, None) => since(day)? < 2,
        })
    }

    /// Whether a board of a game for a player is among what was gathered.
    pub fn owes_board(&self, player: &Player, number: GameNumber) -> bool {
        let of_game = |row: &OutboxRow| row.notice.game.as_ref().is_some_and(|game| game.number == number);
        self.drafts.iter().any(|row| row.board && row.player == Some(player.id) && of_game(row))
    }

    /// Forgets what was gathered for a player.
    pub fn drop_drafts(&mut self, player: i64) {
        self.drafts.retain(|row| row.player != Some(player));
    }

    /// Sees to it that a challenge which nobody has delivered yet never will be. True if there was one.
    pub fn withhold_challenge(&mut self, number: GameNumber) -> Result<bool, ServiceError> {
        let asks = |notice: &Notice| {
            matches!(notice.news, News::Challenge(_)) && notice.game.as_ref().is_some_and(|game| game.number == number)
        };
        let gathered = self.drafts.len();
        self.drafts.retain(|row| !asks(&row.notice));
        let mut any = self.drafts.len() < gathered;
        for (id, notice) in self.tx.unsent_of_game(number, self.at)? {
            if asks(&notice) {
                self.tx.supersede(id, self.at)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Puts the gathered notices into the outbox, merging boards of the same game for the same recipient.
    pub fn flush(&mut self) -> Result<(), ServiceError> {
        for mut row in merged(std::mem::take(&mut self.drafts)) {
            if supersedes(&row.notice.news)
                && row.request.is_none()
                && let Some(number) = row.notice.game.as_ref().map(|game| game.number)
            {
                for (id, older) in self.tx.unsent_boards(&row.notice.to, number)?.into_iter().rev() {
                    self.tx.supersede(id, self.at)?;
                    absorb(&mut row.notice, older);
                }
            }
            let leased = if row.request.is_some() { self.at + IN_PLACE } else { 0 };
            self.tx.insert_notice(&row, self.at, leased)?;
        }
        Ok(())
    }
}

/// What somebody's refusals by mail are counted by; elsewhere they are not.
fn refusals(who: &Requester, game: Option<&Game>) -> Option<String> {
    let address = who.address.as_ref().filter(|_| who.via == Via::Mail)?;
    Some(match game {
        Some(game) => format!("refused {} {} {}", address.counted, game.number, game.turn),
        None => format!("refused {}", address.counted),
    })
}

/// Merges boards of one game for one recipient: the last one stays and tells what the earlier ones would have.
fn merged(drafts: Vec<OutboxRow>) -> Vec<OutboxRow> {
    let mut kept: Vec<OutboxRow> = Vec::with_capacity(drafts.len());
    for mut row in drafts {
        let same = |other: &OutboxRow| {
            other.board
                && other.notice.to.recipient() == row.notice.to.recipient()
                && other.notice.game.as_ref().map(|g| g.number) == row.notice.game.as_ref().map(|g| g.number)
        };
        if supersedes(&row.notice.news)
            && let Some(at) = kept.iter().position(same)
        {
            let older = kept.remove(at);
            row.request = row.request.or(older.request);
            absorb(&mut row.notice, older.notice);
        } else if let Some(older) = kept.iter_mut().find(|other| same(other))
            && asks_with(&mut older.notice, &row.notice)
        {
            continue;
        }
        kept.push(row);
    }
    kept
}

/// A question that arose with a turn is asked in the mail that tells the turn: its secret names the question. In
/// Discord a question has buttons of its own.
fn asks_with(board: &mut Notice, question: &Notice) -> bool {
    let in_discord = matches!(board.to, Destination::DiscordUser(_) | Destination::DiscordPlace { .. });
    let (News::YourTurn(turn), News::Question { ask, .. }, false) = (&mut board.news, &question.news, in_discord)
    else {
        return false;
    };
    turn.remarks.push(Remark::Question(ask.clone()));
    board.token.clone_from(&question.token);
    board.game.clone_from(&question.game);
    true
}

/// Takes over what an older board would have told.
fn absorb(newer: &mut Notice, older: Notice) {
    let turn = |notice: &Notice| notice.game.as_ref().map(|game| game.turn);
    // After a take-back, what was played before is no news any more; comments always stay.
    let taken_back = turn(newer) < turn(&older);
    let (News::YourTurn(older) | News::Receipt(older) | News::Watched(older)) = older.news else { return };
    match &mut newer.news {
        News::YourTurn(news) | News::Receipt(news) | News::Watched(news) => {
            news.comments.splice(0..0, older.comments);
            if taken_back {
                return;
            }
            if news.played.is_empty() && !older.played.is_empty() {
                // Beside a turn, what else happened is a remark.
                let beside = std::mem::replace(&mut news.preface, older.preface);
                news.remarks.splice(0..0, older.remarks.into_iter().chain(beside.into_iter().map(Remark::Beside)));
            } else {
                news.preface.splice(0..0, older.preface);
            }
            news.played.splice(0..0, older.played);
        }
        News::Result(ResultNews { played, comments, .. }) => {
            comments.splice(0..0, older.comments);
            if !played.is_empty() {
                played.splice(0..0, older.played);
            }
        }
        _ => {}
    }
}

/// Whether a later board of the game may take its place.
pub(in crate::service) const fn supersedable(news: &News) -> bool {
    matches!(news, News::YourTurn(_) | News::Receipt(_) | News::Watched(_) | News::Reminder { .. })
}

/// Whether it takes the place of earlier boards of the game.
const fn supersedes(news: &News) -> bool {
    matches!(news, News::YourTurn(_) | News::Receipt(_) | News::Watched(_) | News::Result(_))
}
