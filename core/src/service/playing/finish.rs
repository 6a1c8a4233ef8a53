//! The end of a game: its result, its ratings, and who is told.

use crate::game::{Ended, Means};
use crate::notice::{Ending, News, ResultNews};
use crate::rating::{self, Rating};
use crate::rules::{Outcome, Reason, Side};
use crate::service::ServiceError;
use crate::service::incoming::requester::{Requester, Via};
use crate::service::playing::board::Seated;
use crate::service::post::work::Work;

impl Work<'_> {
    /// A turn ended the game by the rules.
    pub fn end_by_rules(
        &mut self,
        who: Option<&Requester>,
        game: Seated,
        outcome: Outcome,
        since: i64,
    ) -> Result<(), ServiceError> {
        let Outcome { winner, reason, margin } = outcome;
        let ended = Ended { at: self.at, winner, reason, margin, aborted: false };
        self.end(who, game, ended, None, since)
    }

    /// A player gave up or ran out of time. Whoever never made a turn loses nothing: the game is aborted.
    pub fn lose(
        &mut self,
        who: Option<&Requester>,
        mut game: Seated,
        loser: Side,
        reason: Reason,
    ) -> Result<(), ServiceError> {
        let since = game.row.revision;
        let means = who.map_or(Means::Server, |who| who.via.means());
        let change = game.row.note_end(reason, Some(loser), means, self.at);
        self.tx.store_change(&game.row, &change)?;
        let ended = game.row.lost_by(loser, reason, self.at);
        self.end(who, game, ended, Some(loser), since)
    }

    /// Stores the end and tells everybody. The loser is named where one player's act or rest ended it.
    pub fn end(
        &mut self,
        who: Option<&Requester>,
        mut game: Seated,
        ended: Ended,
        loser: Option<Side>,
        since: i64,
    ) -> Result<(), ServiceError> {
        let turn = game.row.turn;
        game.row.end(ended);
        self.tx.delete_plans(game.row.number, None)?;
        self.tx.count("games ended")?;
        let ratings = self.rate(&game, &ended)?;
        let reason = Ending::By { reason: ended.reason, loser, turn };
        let place = self.tx.place(game.row.number)?;
        let said = if place.is_some() { self.comments_in_place(&game)? } else { Vec::new() };
        for side in Side::BOTH {
            let player = game.at(side).clone();
            let requester = who.filter(|who| who.player.as_ref().is_some_and(|me| me.id == player.id));
            let news =
                self.result_news(&mut game, &ended, &reason, Some(side), since, ratings[side as usize].clone())?;
            let topic = game.topic(Some(side));
            let in_discord = place.is_some() && self.is_in_discord(&player)?;
            match requester.filter(|who| who.via != Via::Mail || !in_discord) {
                Some(who) => self.answer(who, topic, News::Result(news)),
                None if in_discord => {}
                None => self.tell(&player, topic, News::Result(news))?,
            }
        }
        if let Some(place) = place {
            let news = self.result_news(&mut game, &ended, &reason, None, since, None)?;
            let news = ResultNews { comments: said, ..news };
            self.tell_place(place.channel, None, game.topic(None), News::Result(news));
        }
        let watchers = self.tx.watchers(game.row.number)?;
        if !watchers.is_empty() {
            let news = self.result_news(&mut game, &ended, &reason, None, since, None)?;
            for id in watchers {
                let watcher = self.player(id)?;
                self.tell(&watcher, game.topic(None), News::Result(news.clone()))?;
            }
        }
        Ok(self.tx.update_game(&game.row)?)
    }

    /// Rates a finished game and says each side's change in words; nothing for an unrated one.
    fn rate(&mut self, game: &Seated, ended: &Ended) -> Result<[Option<String>; 2], ServiceError> {
        if !game.row.rated || ended.aborted {
            return Ok([None, None]);
        }
        let kind = game.row.setup.game.name();
        let before = |side: Side| -> Result<Rating, ServiceError> {
            Ok(self.tx.rating(game.at(side).id, kind)?.unwrap_or_else(|| Rating::new(self.at)))
        };
        let (white, black) = (before(Side::White)?, before(Side::Black)?);
        let (new_white, new_black) = rating::rate(&white, &black, ended.winner, self.at);
        self.tx.set_rating(game.at(Side::White).id, kind, &new_white)?;
        self.tx.set_rating(game.at(Side::Black).id, kind, &new_black)?;
        Ok([Some(rating::change(&white, &new_white)), Some(rating::change(&black, &new_black))])
    }

    fn result_news(
        &mut self,
        game: &mut Seated,
        ended: &Ended,
        reason: &Ending,
        side: Option<Side>,
        since: i64,
        rating: Option<String>,
    ) -> Result<ResultNews, ServiceError> {
        let (played, comments) = match side {
            Some(side) => {
                let news = self.turn_news(game, side, None)?;
                (news.played, news.comments)
            }
            None => (self.played_since(game, since, None)?, Vec::new()),
        };
        Ok(ResultNews {
            winner: ended.winner.map(|side| side.word().to_owned()),
            you_won: side.and_then(|side| ended.winner.map(|winner| winner == side)),
            aborted: ended.aborted,
            reason: reason.clone(),
            margin: ended.margin.map(|margin| margin.to_string()),
            played,
            comments,
            rating,
            record: self.record(game)?.to_string(),
        })
    }
}
