//! Notices gathered during a request or tick, then put into the outbox: one per recipient and game.

use std::collections::BTreeMap;

use crate::clock::moment::Timestamp;
use crate::command::Command;
use crate::game::GameNumber;
use crate::notice::told::{incoming, views};
use crate::notice::{
    Audience, BoardView, Destination, GameHeading, Last, News, Notice, Remark, Secret, SheetBoard, Told, Undone, Why,
};
use crate::service::now::{Now, reached};
use crate::service::post::merging::{absorb, merged, supersedable, supersedes};
use crate::service::requester::{Requester, Via};
use crate::service::{IN_PLACE, ServiceError};
use crate::store::{AddressRow, OutboxRow, Owed, Player, Reach};
use crate::token::{PageSecret, Subject};

/// The notices gathered so far, and what applies to all of them.
pub(in crate::service) struct Outgoing<'a> {
    pub now: Now<'a>,
    /// The request's key, for answers in place.
    pub request: Option<String>,
    /// Who may read the answers to what is being done.
    pub audience: Audience,
    /// What a refusal will say was not done.
    pub undone: Undone,
    /// The key that recognises this request if it is repeated; empty in a tick.
    pub scope: String,
    /// The commands already answered that only show something; and whether the sender was told that there is no more.
    pub shown: Vec<Command>,
    pub shown_enough: bool,
    /// The letters of a mail that is words alone, and whether the same ones won't be answered again for now.
    pub prose: Option<String>,
    pub same_words: bool,
    /// What is shown at once on the page that asked.
    pub shown_on_page: Vec<Notice>,
    /// Whoever got their last refusal for now, and has yet to be told so.
    pub enough: Option<(Requester, Last)>,
    /// Whether what answers an unproven sender is the last such answer for now.
    pub last_answer: Option<Last>,
    drafts: Vec<OutboxRow>,
}

/// What a notice is about, which determines its thread, its secret and its board.
#[derive(Clone, Debug, Default)]
pub(in crate::service) struct Topic {
    pub heading: Option<GameHeading>,
    pub board: Option<BoardView>,
    pub sheet: Vec<SheetBoard>,
    pub question: Option<i64>,
    pub digest: Option<i64>,
    /// A game that a reply can still refer to though the notice doesn't show it: number and revision.
    pub kept: Option<(GameNumber, i64)>,
    /// Whether it ends the exchange: it carries no secret to answer with.
    pub last: bool,
    /// What the notice must not contain while it is stored.
    pub secret: Option<Secret>,
    /// Whether it is erased once delivered.
    pub fleeting: bool,
    /// Until when it waits for what may soon be said along with it; 0 for not at all.
    pub held: Timestamp,
}

impl<'a> Outgoing<'a> {
    /// Does something and puts what it owes into the outbox.
    pub fn gather<T>(
        now: Now<'a>,
        act: impl FnOnce(&mut Outgoing<'a>) -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        let mut out = Outgoing::new(now);
        let done = act(&mut out)?;
        out.flush()?;
        Ok(done)
    }

    pub fn new(now: Now<'a>) -> Outgoing<'a> {
        Outgoing {
            now,
            request: None,
            audience: Audience::Asker,
            undone: Undone::Played,
            scope: String::new(),
            shown: Vec::new(),
            shown_enough: false,
            prose: None,
            same_words: false,
            shown_on_page: Vec::new(),
            enough: None,
            last_answer: None,
            drafts: Vec::new(),
        }
    }

    /// Owes a player a notice, wherever they are reached.
    pub fn tell(&mut self, player: &Player, topic: Topic, news: News) -> Result<(), ServiceError> {
        let ways = self.now.tx.reach_of(player.id)?;
        self.tell_by(player, &ways, topic, news);
        Ok(())
    }

    /// The same, where the ways to reach them are known.
    pub fn tell_by(&mut self, player: &Player, ways: &Reach, topic: Topic, news: News) {
        if let Some((to, address)) = reached(player, ways) {
            self.push(to, Some(player), address.as_ref(), None, topic, news, false);
        }
    }

    /// Owes an address a notice.
    pub fn tell_address(&mut self, address: &AddressRow, topic: Topic, news: News) -> Result<(), ServiceError> {
        if !address.stopped && address.suspended.is_none() {
            let player = address.player.map(|id| self.now.player(id)).transpose()?;
            let to = Destination::Email(address.address.clone());
            self.push(to, player.as_ref(), Some(address), None, topic, news, false);
        }
        Ok(())
    }

    /// Owes a player a notice by exactly this way.
    pub fn tell_directly(&mut self, to: Destination, player: &Player, topic: Topic, news: News) {
        self.push(to, Some(player), None, None, topic, news, false);
    }

    /// Owes a Discord channel or thread a notice.
    pub fn tell_place(&mut self, channel: u64, mention: Option<u64>, topic: Topic, news: News) {
        self.tell_both(channel, mention, None, topic, news);
    }

    /// The same, and somebody else is mentioned besides.
    pub fn tell_both(&mut self, channel: u64, mention: Option<u64>, also: Option<u64>, topic: Topic, news: News) {
        self.push(Destination::DiscordPlace { channel, mention, also }, None, None, None, topic, news, false);
    }

    /// Answers the requester: in place where the transport allows it, otherwise by mail to where they wrote from.
    pub fn answer(&mut self, who: &Requester, mut topic: Topic, news: News) {
        if who.via == Via::House {
            return;
        }
        // Help asked for in reply to a board can itself be answered with a move.
        if let Some((number, Some(revision))) = who.about.game() {
            topic.kept = Some((number, revision));
        }
        let to = match (who.via, &who.address, who.discord) {
            (Via::Mail, Some(address), _) => Destination::Email(address.address.clone()),
            (Via::Discord, _, Some(user)) => Destination::DiscordUser(user),
            _ => Destination::Console(who.player.as_ref().map_or_else(String::new, |p| p.name.clone())),
        };
        if who.via == Via::Page {
            let player = who.player.as_ref();
            let row = self.draft(to, player, None, None, topic, news, false);
            self.shown_on_page.push(row.notice);
            return;
        }
        // Even those who asked to be left alone are answered when they write.
        let in_place = who.via != Via::Mail;
        let address = if in_place { None } else { who.address.as_ref() };
        self.push(to, who.player.as_ref(), address, who.offset, topic, news, in_place);
    }

    /// Answers the requester in the Discord channel, for all to see.
    pub fn answer_in_channel(&mut self, channel: u64, mention: Option<u64>, topic: Topic, news: News) {
        self.push(Destination::DiscordPlace { channel, mention, also: None }, None, None, None, topic, news, true);
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
        let row = self.draft(to, player, address, offset, topic, news, in_place);
        self.drafts.push(row);
    }

    #[allow(clippy::too_many_arguments)]
    fn draft(
        &self,
        to: Destination,
        player: Option<&Player>,
        address: Option<&AddressRow>,
        offset: Option<i16>,
        topic: Topic,
        news: News,
        in_place: bool,
    ) -> OutboxRow {
        let (fleeting, held) = (topic.fleeting, topic.held);
        let subject = match (&topic.heading, topic.question, topic.digest) {
            (_, Some(id), _) => Subject::Question(id),
            (_, _, Some(id)) => Subject::Digest(id),
            (Some(heading), ..) => Subject::Game { number: heading.number, revision: heading.revision },
            (None, ..) => match topic.kept {
                Some((number, revision)) => Subject::Game { number, revision },
                None => Subject::Person,
            },
        };
        let token = address.filter(|_| !topic.last).map(|address| self.now.secret(address.id, subject));
        // What isn't even stored is for nobody else, whatever asked for it.
        let audience = if topic.secret.is_some() { Audience::Asker } else { self.audience.of_news(&news) };
        let page = self.page(&to, player, &topic, &news);
        let notice = Notice {
            to,
            name: player.map(|p| p.name.clone()),
            taste: self.now.taste(player, offset),
            at: self.now.at,
            token,
            game: topic.heading,
            news,
            board: topic.board,
            sheet: topic.sheet,
            tried: Vec::new(),
            last: self.last_answer,
            secret: topic.secret,
            audience,
            page,
        };
        let board = notice.game.is_some() && supersedable(&notice.news);
        let request = if in_place { self.request.clone() } else { None };
        OutboxRow { player: player.map(|p| p.id), board, request, fleeting, held, notice }
    }

    /// Where the reader finds the board of a notice on a page: only with news of a running game of theirs, where nobody
    /// else reads it.
    fn page(&self, to: &Destination, player: Option<&Player>, topic: &Topic, news: &News) -> Option<String> {
        let heading = topic.heading.as_ref()?;
        let running = topic.board.as_ref().is_some_and(|board| !board.over && board.side.is_some());
        let alone = matches!(to, Destination::Email(_) | Destination::DiscordUser(_));
        let of_turns = matches!(news, News::YourTurn(_) | News::Receipt(_) | News::Reminder { .. });
        if running && alone && of_turns { self.own_page(player?, heading.number) } else { None }
    }

    /// The page with a player's own board in a game, if they want such addresses.
    pub fn own_page(&self, player: &Player, game: GameNumber) -> Option<String> {
        let pages = self.now.settings.pages.as_ref().filter(|_| player.page_links)?;
        Some(page_url(pages, &self.now.key.sign_page(PageSecret { player: player.id, game })))
    }

    /// Says in the notice gathered last that it is the last one of its kind for now.
    pub fn say_last(&mut self, last: Last) {
        if let Some(row) = self.drafts.last_mut() {
            row.notice.last = Some(last);
        }
    }

    /// Whether anything was gathered.
    pub fn owes_any(&self) -> bool {
        !self.drafts.is_empty()
    }

    /// Whether a board of this game for this player is among the gathered notices.
    pub fn owes_board(&self, player: &Player, number: GameNumber) -> bool {
        let of_game = |row: &OutboxRow| row.notice.game.as_ref().is_some_and(|game| game.number == number);
        self.drafts.iter().any(|row| row.board && row.player == Some(player.id) && of_game(row))
    }

    /// Adds a remark to the receipt of a turn among the gathered notices, once. False if there is none.
    pub fn add_to_receipt(&mut self, player: &Player, number: GameNumber, remark: Remark) -> bool {
        let of_game = |notice: &Notice| notice.game.as_ref().is_some_and(|game| game.number == number);
        let mine = self.drafts.iter_mut().filter(|row| row.player == Some(player.id) && of_game(&row.notice));
        for row in mine {
            if let News::Receipt(news) = &mut row.notice.news
                && news.played.iter().any(|played| played.own)
            {
                if !news.remarks.contains(&remark) {
                    news.remarks.push(remark);
                }
                return true;
            }
        }
        false
    }

    /// Lets a reply to that receipt answer a question.
    pub fn ask_with_receipt(&mut self, player: &Player, number: GameNumber, address: i64, question: i64) {
        let secret = self.now.secret(address, Subject::Question(question));
        let of_game = |notice: &Notice| notice.game.as_ref().is_some_and(|game| game.number == number);
        let mine = |row: &&mut OutboxRow| row.player == Some(player.id) && of_game(&row.notice);
        if let Some(row) = self.drafts.iter_mut().find(|row| mine(row) && matches!(row.notice.news, News::Receipt(_))) {
            row.notice.token = row.notice.token.take().map(|_| secret);
        }
    }

    /// Whether the same was refused already for the same reason, in answer to the same message.
    pub fn has_refused(&self, number: Option<GameNumber>, reason: &Why) -> bool {
        self.drafts.iter().map(|row| &row.notice).any(|notice| {
            let same =
                matches!(&notice.news, News::Refused { undone, why, .. } if (*undone, why) == (self.undone, reason));
            same && notice.game.as_ref().map(|game| game.number) == number
        })
    }

    /// Whether a turn in that game was refused in answer to the same message.
    pub fn has_refused_turn(&self, number: GameNumber) -> bool {
        self.drafts.iter().map(|row| &row.notice).any(|notice| {
            let of_game = notice.game.as_ref().is_some_and(|game| game.number == number);
            of_game && matches!(notice.news, News::Refused { undone: Undone::Played, .. } | News::Stale { .. })
        })
    }

    /// Whether a player is told just this about a game already.
    pub fn tells(&self, player: &Player, number: GameNumber, told: &Told) -> bool {
        let of_game = |notice: &Notice| notice.game.as_ref().is_some_and(|game| game.number == number);
        let mut mine = self.drafts.iter().filter(|row| row.player == Some(player.id) && of_game(&row.notice));
        mine.any(|row| matches!(&row.notice.news, News::Told { what } if what == told))
    }

    /// Drops the notices gathered for a player.
    pub fn drop_drafts(&mut self, player: i64) {
        self.drafts.retain(|row| row.player != Some(player));
    }

    /// Makes sure that the news that a review follows isn't delivered behind it.
    pub fn withhold_waiting(&mut self, number: GameNumber, player: i64) -> Result<(), ServiceError> {
        for (id, notice) in self.now.tx.unsent_of_game(number, self.now.at)? {
            let waits = matches!(notice.news, News::Told { what: Told::Views(views::Told::Reviewing { .. }) });
            if waits && self.now.tx.notice(id)?.is_some_and(|(whose, _)| whose == Some(player)) {
                self.now.tx.supersede(id, self.now.at)?;
            }
        }
        Ok(())
    }

    /// Makes sure that a challenge not yet delivered never will be. True if there was one.
    pub fn withhold_challenge(&mut self, number: GameNumber) -> Result<bool, ServiceError> {
        let asks = |notice: &Notice| {
            matches!(notice.news, News::Challenge(_)) && notice.game.as_ref().is_some_and(|game| game.number == number)
        };
        let gathered = self.drafts.len();
        self.drafts.retain(|row| !asks(&row.notice));
        let mut any = self.drafts.len() < gathered;
        for (id, notice) in self.now.tx.unsent_of_game(number, self.now.at)? {
            if asks(&notice) {
                self.now.tx.supersede(id, self.now.at)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Puts the gathered notices into the outbox, merging boards of one game for one recipient. What answers the request in
    /// place is given back.
    pub fn flush(&mut self) -> Result<Vec<Owed>, ServiceError> {
        if let Some((who, last)) = self.enough.take() {
            let what = if last == Last::Words { incoming::Told::WordsEnough } else { incoming::Told::RefusedEnough };
            self.reply(&who, what);
        }
        let mut rows = merged(std::mem::take(&mut self.drafts));
        self.now.tx.lock_recipients(rows.iter().map(|row| &row.notice.to))?;
        let replacing = |row: &OutboxRow| row.request.is_none() && supersedes(&row.notice.news);
        let mut games: BTreeMap<GameNumber, Vec<&Destination>> = BTreeMap::new();
        for row in rows.iter().filter(|row| replacing(row)) {
            if let Some(game) = &row.notice.game {
                games.entry(game.number).or_default().push(&row.notice.to);
            }
        }
        let mut replaced = Vec::new();
        for (number, to) in &games {
            replaced.extend(self.now.tx.supersede_boards(*number, to, self.now.at)?);
        }
        let number = |notice: &Notice| notice.game.as_ref().map(|game| game.number);
        for older in replaced {
            let takes_over = |row: &&mut OutboxRow| {
                replacing(row) && row.notice.to.is_same_line(&older.to) && number(&row.notice) == number(&older)
            };
            if let Some(row) = rows.iter_mut().find(takes_over) {
                absorb(&mut row.notice, older);
            }
        }
        let lease = (self.now.settings.holder.as_str(), self.now.at + IN_PLACE);
        Ok(self.now.tx.insert_notices(rows, self.now.at, lease)?)
    }

    /// Does something; refusals on the way say that this was not done.
    pub fn doing<T>(&mut self, undone: Undone, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.undone, undone);
        let done = work(self);
        self.undone = before;
        done
    }

    /// Does something whose answers this audience may read.
    pub fn with_audience<T>(&mut self, audience: Audience, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.audience, audience);
        let done = work(self);
        self.audience = before;
        done
    }
}

/// Where the board of that secret is.
pub(in crate::service) fn page_url(pages: &str, secret: &str) -> String {
    format!("{pages}/b/{secret}")
}
