//! What people may ask of us at any time: silence, distance, their data, and to be forgotten.

use super::work::{Requester, Topic, Via, Work};
use super::{DAY, ServiceError};
use crate::notice::{Destination, News};
use crate::rules::Reason;
use crate::store::{ChallengeState, Mode, Player, Question, QuestionKind};

impl Work<'_> {
    /// `stop`: no more mail, to nobody's address of this person. Running games are listed once.
    pub fn stop(&mut self, who: &mut Requester) -> Result<(), ServiceError> {
        let mut addresses: Vec<_> = who.address.iter().cloned().collect();
        if let Some(me) = &who.player {
            for address in self.tx.addresses_of(me.id)? {
                if addresses.iter().all(|known| known.id != address.id) {
                    addresses.push(address);
                }
            }
        }
        for address in &addresses {
            self.tx.set_stopped(address.id, Some(self.at))?;
            self.tx.drop_owed(&Destination::Email(address.address.clone()), self.at)?;
        }
        if who.via == Via::Discord
            && let Some(me) = &mut who.player
        {
            me.mode = Mode::Reminders;
            self.tx.update_player(me)?;
        }
        self.decline_all(who)?;
        let mut lines = vec!["No action needed: we write no more. start lets mail flow again.".to_owned()];
        let mut topic = Topic::default();
        if let Some(me) = who.player.clone() {
            let games = self.tx.running_games(me.id)?;
            if !games.is_empty() {
                let numbers: Vec<String> = games.iter().map(|row| row.number.to_string()).collect();
                lines.push(format!("These games will be lost on time: {}.", numbers.join(", ")));
                lines.push("Reply yes to resign them now, which is kinder; no leaves them.".to_owned());
                let id = self.ask_player(&me, QuestionKind::ResignAll)?;
                topic.question = Some(id);
                self.answer(who, topic, News::Question { lines, id });
                return Ok(());
            }
        }
        self.answer(who, topic, News::Words { subject: "Turnpost: we write no more".to_owned(), lines });
        Ok(())
    }

    /// `start`: mail flows again.
    pub fn start(&mut self, who: &mut Requester) -> Result<(), ServiceError> {
        let mut addresses: Vec<_> = who.address.iter().cloned().collect();
        if let Some(me) = &who.player {
            addresses.extend(self.tx.addresses_of(me.id)?);
        }
        for address in &addresses {
            self.tx.set_stopped(address.id, None)?;
            self.tx.set_suspended(address.id, None)?;
        }
        if let Some(address) = &mut who.address {
            address.stopped = false;
            address.suspended = None;
        }
        if who.via == Via::Discord
            && let Some(me) = &mut who.player
        {
            me.mode = Mode::Now;
            self.tx.update_player(me)?;
        }
        let lines = vec!["No action needed: we write again. games lists yours.".to_owned()];
        self.words(who, "Turnpost: we write again", lines);
        Ok(())
    }

    /// `block`, `unblock`.
    pub fn block(&mut self, who: &mut Requester, name: &str, on: bool) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let Some(other) = self.tx.player_named(name)?.filter(|other| other.id != me.id) else {
            return self.refuse(who, None, vec![format!("no other player is called {name:?}.")]);
        };
        self.tx.set_block(me.id, other.id, on)?;
        let line = match on {
            true => format!("No action needed: challenges and comments of {} don't reach you any more.", other.name),
            false => format!("No action needed: {} can challenge you and write to you again.", other.name),
        };
        self.words(who, "Turnpost: blocked players", vec![line]);
        Ok(())
    }

    /// `export me`: every stored row about them, as JSON.
    pub fn export(&mut self, who: &mut Requester) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        if !self.tx.allow(&format!("export {}", me.id), self.at, 3, DAY)? {
            return self.refuse(who, None, vec!["three a day are the most.".to_owned()]);
        }
        let mut all = serde_json::Map::new();
        for (table, rows) in self.tx.rows_about(me.id)? {
            all.insert(table.to_owned(), serde_json::Value::Array(rows));
        }
        let json = serde_json::to_string_pretty(&all).map_err(crate::store::StoreError::from)?;
        let mut lines = vec!["Everything stored about you:".to_owned()];
        lines.extend(json.lines().map(str::to_owned));
        self.words(who, "Turnpost: everything stored about you", lines);
        Ok(())
    }

    /// `forget me`: asks first.
    pub fn ask_to_forget(&mut self, who: &mut Requester) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let running = self.tx.running_games(me.id)?.len();
        let id = self.ask_player(&me, QuestionKind::Forget)?;
        let lines = vec![
            format!("Delete you, {}? Reply yes to go ahead; it can't be undone.", me.name),
            format!(
                "{} resigned; finished games stay, under \"a former player\".",
                match running {
                    0 => "No game is".to_owned(),
                    1 => "Your running game is".to_owned(),
                    more => format!("Your {more} running games are"),
                }
            ),
            "no, or no answer: nothing is deleted.".to_owned(),
        ];
        let topic = Topic { question: Some(id), ..Topic::default() };
        self.answer(who, topic, News::Question { lines, id });
        Ok(())
    }

    /// Deletes a player: games are resigned, challenges withdrawn, and only an empty name stays in old games.
    pub fn forget(&mut self, who: &mut Requester, me: &Player) -> Result<(), ServiceError> {
        for row in self.tx.running_games(me.id)? {
            let game = self.seated(row)?;
            if let Some(side) = game.side_of(me) {
                self.lose(None, game, side, Reason::Resigned)?;
            }
        }
        for challenge in self.tx.challenges_by(me.id)? {
            self.tx.set_challenge_state(challenge.number, ChallengeState::Cancelled)?;
        }
        self.decline_all(who)?;
        self.drop_drafts(me.id);
        for address in self.tx.addresses_of(me.id)? {
            self.tx.erase_notices(&Destination::Email(address.address.clone()))?;
            self.tx.erase_mails(&address.address)?;
            self.tx.scrub_address(address.id, &format!("forgotten {}", address.id))?;
        }
        self.tx.erase_belongings(me.id)?;
        self.tx.forget_player(me.id)?;
        who.player = None;
        let lines = vec!["No action needed: you are deleted. This is the last you hear of us.".to_owned()];
        self.words(who, "Turnpost: you are deleted", lines);
        Ok(())
    }

    /// Asks a player something that is about no game.
    fn ask_player(&mut self, me: &Player, kind: QuestionKind) -> Result<i64, ServiceError> {
        Ok(self.tx.insert_question(&Question {
            id: 0,
            player: Some(me.id),
            address: None,
            kind,
            game: None,
            revision: None,
            asked: self.at,
            expires: self.at + DAY * i64::from(self.settings.question_days),
        })?)
    }

    /// Declines everything that waits for somebody who wants no more of it.
    fn decline_all(&mut self, who: &Requester) -> Result<(), ServiceError> {
        let mut waiting = match &who.player {
            Some(me) => self.tx.challenges_to(me.id)?,
            None => Vec::new(),
        };
        if let Some(address) = &who.address {
            waiting.extend(self.tx.challenges_to_address(address.id)?);
        }
        waiting.dedup_by_key(|challenge| challenge.number);
        for challenge in waiting {
            self.tx.set_challenge_state(challenge.number, ChallengeState::Declined)?;
            let challenger = self.player(challenge.challenger)?;
            let number = challenge.number;
            let lines = vec![format!("No action needed: your challenge {number} was declined.")];
            let subject = format!("Turnpost: challenge {number} was declined");
            let topic = super::challenge::challenge_topic(&challenge, &challenger);
            self.tell(&challenger, topic, News::Words { subject, lines })?;
        }
        Ok(())
    }
}
