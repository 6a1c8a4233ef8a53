//! Who may act as a player, as it changes: every change is told to all ways in and can be undone for a week. The older
//! way in wins: a fresh one can neither remove an older one nor do what can't be undone.

use crate::clock::moment::Timestamp;
use crate::command::Transport;
use crate::notice::told::people::{Ask, Told, Why};
use crate::notice::{Audience, Destination, News};
use crate::service::incoming::requester::{Level, Requester, Via};
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::{Change, Merged, Player, Question, QuestionKind, Way};

/// For how long a change can be undone, and a way in is fresh.
pub(in crate::service) const WEEK: i64 = 7 * DAY;

/// How often a day a player is asked whether they mean what reaches far.
const QUESTIONS: u32 = 10;

impl Requester {
    /// By what they act.
    pub fn way(&self) -> Option<Way> {
        match self.via {
            Via::Mail => self.address.as_ref().map(|address| Way::Address(address.id)),
            Via::Discord => self.discord.map(Way::Discord),
            Via::Console => None,
        }
    }
}

impl Work<'_> {
    /// An older way in of the requester's, while theirs is fresh or the other one was just removed.
    pub fn older_way(&self, who: &Requester) -> Result<Option<Way>, ServiceError> {
        let (Some(way), Some(me)) = (who.way(), &who.player) else { return Ok(None) };
        let mut ways = self.tx.ways_of(me.id)?;
        let mine = since(&ways, way);
        if mine <= self.at - WEEK {
            ways.clear();
        }
        // One that was removed within the week may come back, and finds things as they were.
        ways.extend(self.tx.changes_of(me.id, self.at - WEEK)?.into_iter().filter_map(|(_, change)| match change {
            Change::Left { way, since } => Some((way, since)),
            Change::Joined { .. } => None,
        }));
        Ok(ways.into_iter().filter(|(_, since)| *since < mine).min_by_key(|(_, since)| *since).map(|(way, _)| way))
    }

    /// Refuses what can't be undone to a fresh way in. True if it was refused.
    pub fn too_fresh(&mut self, who: &Requester) -> Result<bool, ServiceError> {
        let Some(older) = self.older_way(who)? else { return Ok(false) };
        self.refuse(who, None, Why::TooFresh { older: kind(older) })?;
        Ok(true)
    }

    /// Joins whoever asks to a player: they are the same from now on.
    pub fn join(&mut self, who: &mut Requester, owner: &Player) -> Result<(), ServiceError> {
        let Some(way) = who.way() else { return Ok(()) };
        let older: Vec<Way> = self.tx.ways_of(owner.id)?.into_iter().map(|(way, _)| way).collect();
        let (joining, merged) = match &who.player {
            Some(other) => {
                let merged =
                    Merged { player: other.id, name: other.name.clone(), numbers: self.tx.numbers_of(other.id)? };
                let ways = self.tx.ways_of(other.id)?;
                self.tx.merge_players(other.id, owner.id, self.at)?;
                (ways, Some(merged))
            }
            None => {
                self.tx.set_way(way, Some(owner.id), self.at)?;
                (vec![(way, self.at)], None)
            }
        };
        if let Some(address) = &mut who.address {
            self.tx.set_address_player(address.id, Some(owner.id), self.at)?;
            address.player = Some(owner.id);
        }
        who.player = Some(owner.clone());
        let others: Vec<Way> = joining.iter().map(|(joining, _)| *joining).filter(|joining| *joining != way).collect();
        let change = Change::Joined { ways: joining, merged };
        let change = self.tx.insert_change(owner.id, &change, self.at)?;
        let id = self.ask_to_keep(owner, change, way)?;
        let topic = Topic { question: Some(id), ..Topic::default() };
        let you_joined = Ask::YouJoined { name: owner.name.clone() };
        self.answer(who, topic, News::Question { ask: you_joined.clone().into(), id });
        for other in others {
            self.ask_way(other, owner, change, you_joined.clone())?;
        }
        for other in older {
            self.ask_way(other, owner, change, Ask::Joined { way: kind(way), name: owner.name.clone() })?;
        }
        Ok(())
    }

    /// `unlink 2`, `unlink discord`: asks first.
    pub fn unlink(&mut self, who: &mut Requester, what: Option<&str>) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let addresses = self.tx.addresses_of(me.id)?;
        let discord = self.tx.discord_of(me.id)?;
        if addresses.len() + usize::from(discord.is_some()) < 2 {
            return self.refuse(who, None, Why::OnlyWayIn);
        }
        let what = what.unwrap_or_default().trim().to_lowercase();
        let chosen = what.parse::<usize>().ok().and_then(|n| addresses.get(n.checked_sub(1)?));
        let chosen = chosen.or_else(|| addresses.iter().find(|address| crate::address::same(&address.address, &what)));
        let (way, address) = match (chosen, discord) {
            (_, Some(user)) if what == "discord" => (Way::Discord(user), None),
            (Some(address), _) => (Way::Address(address.id), Some(address.address.as_str())),
            _ => return self.refuse(who, None, Why::UnlinkWhich),
        };
        let itself = who.way() == Some(way);
        if (!itself && self.too_fresh(who)?) || !self.may_ask(who, &me)? {
            return Ok(());
        }
        let id = self.ask_player(&me, QuestionKind::Unlink(way), crate::service::HOUR)?;
        let topic = Topic { question: Some(id), ..Topic::default() };
        let address = address.filter(|_| !itself).map(str::to_owned);
        let ask = Ask::Unlink { way: kind(way), address, name: me.name, here: itself };
        self.answer(who, topic, News::Question { ask: ask.into(), id });
        Ok(())
    }

    /// Removes a way in, once that was confirmed.
    pub fn unlink_now(&mut self, who: &mut Requester, me: &Player, way: Way) -> Result<(), ServiceError> {
        let ways = self.tx.ways_of(me.id)?;
        let theirs = ways.iter().any(|(known, _)| *known == way);
        if !theirs || ways.len() < 2 || (who.way() != Some(way) && self.too_fresh(who)?) {
            self.reply(who, Told::NothingUnlinked);
            return Ok(());
        }
        // What joined within the week leaves as it came, with all that was its own.
        for (id, change) in self.tx.changes_of(me.id, self.at - WEEK)? {
            if matches!(&change, Change::Joined { ways, .. } if ways.iter().any(|(joined, _)| *joined == way)) {
                return self.undo_change(who, me, id, change);
            }
        }
        let gone_since = since(&ways, way);
        let acting = who.way().map_or(0, |acting| since(&ways, acting));
        self.tx.set_way(way, None, self.at)?;
        let change = self.tx.insert_change(me.id, &Change::Left { way, since: gone_since }, self.at)?;
        if who.way() == Some(way) {
            let id = self.ask_to_keep(me, change, way)?;
            let topic = Topic { question: Some(id), ..Topic::default() };
            let ask = Ask::Left { way: kind(way), name: me.name.clone(), here: true };
            self.answer(who, topic, News::Question { ask: ask.into(), id });
        } else {
            self.reply(who, Told::Unlinked { way: kind(way), name: me.name.clone(), here: false });
        }
        for (other, since) in ways.into_iter().filter(|(other, _)| who.way() != Some(*other)) {
            let (way, name, here) = (kind(way), me.name.clone(), other == way);
            // Whoever is newer than the one who removed it has no say in it.
            match since <= acting {
                true => self.ask_way(other, me, change, Ask::Left { way, name, here })?,
                false => self.tell_way(other, me, Told::Unlinked { way, name, here })?,
            }
        }
        who.player = who.player.take().filter(|_| who.way() != Some(way));
        Ok(())
    }

    /// An answer to what was asked about a change. False if that question isn't one, or is another's.
    pub fn answer_change(&mut self, who: &mut Requester, id: i64, yes: bool) -> Result<bool, ServiceError> {
        let Some(question) = self.tx.open_question(id, self.at)? else { return Ok(false) };
        let QuestionKind::Keep { change, asked } = question.kind else { return Ok(false) };
        // What could not be delivered there went by another way of the same person.
        let same = who.way() == Some(asked)
            || (question.player == who.player.as_ref().map(|me| me.id) && self.older_way(who)?.is_none());
        if !same || who.level < Level::Full {
            return Ok(false);
        }
        self.tx.close_question(id)?;
        self.audience = Audience::of_question(&question.kind);
        if yes {
            self.reply(who, Told::ChangeStands);
            return Ok(true);
        }
        match self.tx.change(change, self.at - WEEK)? {
            Some((player, found)) => {
                let player = self.player(player)?;
                self.undo_change(who, &player, change, found)?;
            }
            None => self.reply(who, Told::TooLateToUndo),
        }
        Ok(true)
    }

    /// Undoes a change, tells all whom it concerns, and asks nobody again: an undo stays.
    fn undo_change(
        &mut self,
        who: &mut Requester,
        player: &Player,
        id: i64,
        change: Change,
    ) -> Result<(), ServiceError> {
        let mut concerned: Vec<Way> = self.tx.ways_of(player.id)?.into_iter().map(|(way, _)| way).collect();
        let (way, attached) = match change {
            Change::Joined { ways, merged } => {
                let way = ways.first().map(|(way, _)| *way);
                self.part(player, ways, merged)?;
                (way, false)
            }
            Change::Left { way, since } => {
                concerned.push(way);
                match self.reattach(player, way, since)? {
                    true => (Some(way), true),
                    false => {
                        return self.refuse(who, None, Why::CannotReturn);
                    }
                }
            }
        };
        self.tx.forget_change(id)?;
        let way = way.map_or(Transport::Mail, kind);
        let undone = Told::ChangeUndone { way, name: player.name.clone(), joined: attached };
        // Whoever is another player now is answered as that one.
        let me = who.way().map(|way| self.tx.player_by(way)).transpose()?.flatten();
        who.player = me.map(|id| self.player(id)).transpose()?;
        if let Some(address) = &mut who.address {
            address.player = me;
        }
        self.reply(who, undone.clone());
        for other in concerned.into_iter().filter(|other| who.way() != Some(*other)) {
            self.tell_way(other, player, undone.clone())?;
        }
        Ok(())
    }

    /// Parts what had joined: those ways in are again what they were before.
    pub fn part(
        &mut self,
        player: &Player,
        ways: Vec<(Way, Timestamp)>,
        merged: Option<Merged>,
    ) -> Result<(), ServiceError> {
        let back = match &merged {
            Some(merged) => {
                let name = self.free_name(Some(&merged.name))?;
                self.tx.part_players(merged, &name, player.id)?;
                Some(merged.player)
            }
            None => None,
        };
        for (way, since) in ways {
            if self.tx.player_by(way)? == Some(player.id) {
                self.tx.set_way(way, back, since)?;
            }
        }
        Ok(())
    }

    /// Gives a player back a way in that was removed. False if it met them since, as somebody else.
    fn reattach(&mut self, player: &Player, way: Way, since: Timestamp) -> Result<bool, ServiceError> {
        if matches!(way, Way::Discord(user) if self.tx.discord_of(player.id)?.is_some_and(|other| other != user)) {
            return Ok(false);
        }
        if let Some(other) = self.tx.player_by(way)?.filter(|other| *other != player.id) {
            if self.tx.have_met(player.id, other)? {
                return Ok(false);
            }
            self.tx.merge_players(other, player.id, self.at)?;
        }
        self.tx.set_way(way, Some(player.id), since)?;
        Ok(true)
    }

    /// Parts whoever joined a player within the week, before that player is deleted.
    pub fn part_all(&mut self, me: &Player) -> Result<(), ServiceError> {
        for (id, change) in self.tx.changes_of(me.id, self.at - WEEK)? {
            if let Change::Joined { ways, merged } = change {
                self.part(me, ways, merged)?;
                self.tx.forget_change(id)?;
            }
        }
        Ok(())
    }

    /// Tells every way in of a player but the one that is used.
    pub fn tell_other_ways(&mut self, who: &Requester, me: &Player, what: &Told) -> Result<(), ServiceError> {
        for (way, _) in self.tx.ways_of(me.id)? {
            if who.way() != Some(way) {
                self.tell_way(way, me, what.clone())?;
            }
        }
        Ok(())
    }

    fn ask_to_keep(&mut self, player: &Player, change: i64, asked: Way) -> Result<i64, ServiceError> {
        self.ask_player(player, QuestionKind::Keep { change, asked }, WEEK)
    }

    /// Whether it may be asked once more whether somebody means what reaches far: an old secret must not be good for
    /// filling a mailbox.
    pub fn may_ask(&mut self, who: &Requester, me: &Player) -> Result<bool, ServiceError> {
        if self.tx.allow(&format!("asked back {}", me.id), self.at, QUESTIONS, DAY)? {
            return Ok(true);
        }
        self.refuse(who, None, Why::AskedEnough { most: QUESTIONS })?;
        Ok(false)
    }

    /// Asks a player something that is about no game, for so many seconds.
    pub fn ask_player(&mut self, me: &Player, kind: QuestionKind, seconds: i64) -> Result<i64, ServiceError> {
        Ok(self.tx.insert_question(&Question {
            id: 0,
            player: Some(me.id),
            address: None,
            kind,
            game: None,
            revision: None,
            asked: self.at,
            expires: self.at + seconds,
        })?)
    }

    fn ask_way(&mut self, way: Way, player: &Player, change: i64, ask: Ask) -> Result<(), ServiceError> {
        let id = self.ask_to_keep(player, change, way)?;
        let topic = Topic { question: Some(id), ..Topic::default() };
        self.tell_by(way, player, topic, News::Question { ask: ask.into(), id })
    }

    fn tell_way(&mut self, way: Way, player: &Player, what: Told) -> Result<(), ServiceError> {
        self.tell_by(way, player, Topic::default(), News::Told { what: what.into() })
    }

    fn tell_by(&mut self, way: Way, player: &Player, topic: Topic, news: News) -> Result<(), ServiceError> {
        match way {
            Way::Address(id) => match self.tx.address_by_id(id)? {
                Some(address) => self.tell_address(&address, topic, news),
                None => Ok(()),
            },
            Way::Discord(user) => {
                self.tell_directly(Destination::DiscordUser(user), player, topic, news);
                Ok(())
            }
        }
    }
}

const fn kind(way: Way) -> Transport {
    match way {
        Way::Address(_) => Transport::Mail,
        Way::Discord(_) => Transport::Discord,
    }
}

fn since(ways: &[(Way, Timestamp)], way: Way) -> Timestamp {
    ways.iter().find(|(known, _)| *known == way).map_or(0, |(_, since)| *since)
}
