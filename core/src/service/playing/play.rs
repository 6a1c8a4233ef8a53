//! Playing a turn: which game, whether it may be played, and who is told.

use crate::command::Transport;
use crate::game::GameNumber;
use crate::game::history::{has_moved, in_force, taken_back_since};
use crate::game::{Entry, EntryKind, Game, Means, TakeBack, take_back};
use crate::notice::told::playing::{self, NotNow};
use crate::notice::{News, Preface, Remark, TurnNews, Why};
use crate::rules::{MoveError, Outcome, Position, Side};
use crate::service::incoming::requester::{About, Requester, Via};
use crate::service::lobby::challenge::why_closed;
use crate::service::playing::board::Seated;
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::{ChallengeState, Mode, Player, Question, QuestionKind};

impl Work<'_> {
    /// A turn, in the game named, answered, or the only one that waits.
    pub fn turn(
        &mut self,
        who: &mut Requester,
        number: Option<GameNumber>,
        guard: Option<u32>,
        text: &str,
    ) -> Result<(), ServiceError> {
        if !self.accept_by_moving(who, number)? {
            return Ok(());
        }
        let me = self.need_player(who)?;
        let Some((mut game, revision)) = self.which_game(who, &me, number, true)? else { return Ok(()) };
        let Some(side) = self.may_play(who, &mut game, &me)? else { return Ok(()) };
        if let Some(revision) = revision
            && self.stale(who, &game, side, revision, text)?
        {
            who.comment = None;
            return Ok(());
        }
        if let Some(guard) = guard.filter(|guard| *guard != game.row.turn) {
            who.comment = None;
            let why = playing::Why::Guarded { guard, number: game.row.number, turn: game.row.turn };
            return self.refuse(who, Some(&game), why);
        }
        self.play_text(who, game, side, text)
    }

    /// Plays a text of that side, or refuses it.
    pub fn play_text(
        &mut self,
        who: &mut Requester,
        mut game: Seated,
        side: Side,
        text: &str,
    ) -> Result<(), ServiceError> {
        let position = game.row.board()?;
        let queue = position.read_several(text);
        let first = queue.as_ref().and_then(|texts| texts.first()).map_or(text, String::as_str);
        if let Some(why) = self.why_not_now(&game, &position, side, first) {
            who.comment = None;
            return self.refuse(who, Some(&game), why);
        }
        let since = game.row.revision;
        match self.played(&mut game, first, who.via.means())? {
            Err(error) => {
                who.comment = None;
                self.refuse_about(who, Some(&game), playing::Why::Illegal((&error).into()), about(&error))
            }
            Ok(outcome) => {
                self.tx.count("turns played")?;
                game.row.told[side as usize] = game.row.told[side as usize].max(since);
                self.take_comment(who, &game, side)?;
                if let Some(rest) = queue.as_ref().and_then(|texts| texts.get(1..)) {
                    self.queue(&game, side, rest)?;
                }
                if let Some(outcome) = self.go_on(&mut game, outcome)? {
                    return self.end_by_rules(Some(who), game, outcome, since);
                }
                self.announce(&mut game, Some(who), Some(side), [None, None], since)?;
                Ok(self.tx.update_game(&game.row)?)
            }
        }
    }

    /// Plays a text for whoever's it is and keeps it in the record. The clock, and what follows, is the caller's.
    pub fn played(
        &self,
        game: &mut Seated,
        text: &str,
        means: Means,
    ) -> Result<Result<Option<Outcome>, MoveError>, ServiceError> {
        let number = game.row.number;
        let seen_before = |mark| Ok::<_, ServiceError>(self.tx.occurrences(number, mark)?);
        match game.row.play(text, means, self.at, seen_before)? {
            Err(error) => Ok(Err(error)),
            Ok(change) => {
                self.tx.store_change(&game.row, &change)?;
                Ok(Ok(change.outcome))
            }
        }
    }

    /// A bare move in answer to a challenge accepts it. False if that was tried and refused.
    fn accept_by_moving(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<bool, ServiceError> {
        let context = who.about.game().map(|(number, _)| number);
        let Some(number) = number.or(context) else { return Ok(true) };
        match self.tx.challenge(number)? {
            Some(challenge) if challenge.state == ChallengeState::Open && self.is_for(who, &challenge)? => {
                let own = who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
                if own { Ok(true) } else { self.accept_this(who, &challenge) }
            }
            _ => Ok(true),
        }
    }

    /// The game that is meant, and the revision of the board that is answered. Refuses if that isn't clear.
    pub fn which_game(
        &mut self,
        who: &Requester,
        me: &Player,
        number: Option<GameNumber>,
        for_turn: bool,
    ) -> Result<Option<(Seated, Option<i64>)>, ServiceError> {
        let (context, revision) = answered(who, number);
        let why: Why = match number.or(context) {
            Some(number) => match self.tx.game(number)? {
                Some(row) => return Ok(Some((self.seated(row)?, revision))),
                None => match self.challenge_of(who, number)? {
                    Some(challenge) => match why_closed(&challenge) {
                        Some(why) => why.into(),
                        None => playing::Why::StillAChallenge(number).into(),
                    },
                    None => playing::Why::NoGame(number).into(),
                },
            },
            None => {
                let games = self.games_at_hand(me, for_turn)?;
                match &games[..] {
                    [] => playing::Why::NoRunningGame,
                    [row] => return Ok(Some((self.seated(row.clone())?, None))),
                    _ => playing::Why::WhichGame(games.iter().map(|row| row.number).collect()),
                }
                .into()
            }
        };
        self.refuse(who, None, why)?;
        Ok(None)
    }

    /// The game that a turn without a number is for, where that is clear.
    pub fn bare_turn_is_for(&self, who: &Requester) -> Result<Option<GameNumber>, ServiceError> {
        if let (Some(number), _) = answered(who, None) {
            return Ok(Some(number));
        }
        let Some(me) = &who.player else { return Ok(None) };
        Ok(match &self.games_at_hand(me, true)?[..] {
            [row] => Some(row.number),
            _ => None,
        })
    }

    /// The running games of a player; where there are several and a turn is to be played, those that wait for it.
    fn games_at_hand(&self, me: &Player, for_turn: bool) -> Result<Vec<Game>, ServiceError> {
        let mut games = self.tx.running_games(me.id)?;
        if for_turn && games.len() > 1 {
            games.retain(|row| row.to_move == row.side_of(me.id));
        }
        Ok(games)
    }

    /// The side of a player who may act in a running game; refuses otherwise. Time that ran out is seen to first.
    pub fn may_play(&mut self, who: &Requester, game: &mut Seated, me: &Player) -> Result<Option<Side>, ServiceError> {
        let number = game.row.number;
        let Some(side) = game.side_of(me) else {
            self.refuse(who, Some(game), playing::Why::BetweenOthers(number))?;
            return Ok(None);
        };
        if game.row.is_late(self.at) {
            self.time_is_up(game)?;
            // The mail with the result says it all.
            if game.row.ended.is_some() && who.via == Via::Mail && self.destination(me)?.is_some() {
                return Ok(None);
            }
        }
        if let Some(ended) = &game.row.ended {
            let why = playing::Why::Over { number, reason: ended.reason };
            self.refuse(who, Some(game), why)?;
            return Ok(None);
        }
        if game.row.adjourned {
            self.refuse(who, Some(game), playing::Why::Adjourned(number))?;
            return Ok(None);
        }
        Ok(Some(side))
    }

    /// Why a text can't be this side's now, whatever the board says.
    fn why_not_now(&self, game: &Seated, position: &Position, side: Side, text: &str) -> Option<playing::Why> {
        let plain = crate::notation::normal(text);
        let mine = game.row.to_move == Some(side);
        if plain.starts_with("spur") {
            let seconds = i64::try_from(position.customs()?.seconds).unwrap_or(i64::MAX);
            let waited = game.row.clock.running.map_or(0, |running| self.at - running.since);
            return match mine {
                true => Some(playing::Why::OwnTurn),
                false => (waited <= seconds).then_some(playing::Why::SpurTooEarly { seconds }),
            };
        }
        if !mine {
            return Some(playing::Why::TheirTurn { opponent: game.at(side.other()).name.clone() });
        }
        // With customs on, the rules read `pass` at any time; it is the server's, for a turn that is forfeited.
        let forced = plain == "pass" && !position.legal().iter().any(|turn| turn == "pass");
        forced.then_some(playing::Why::CannotPass)
    }

    /// Whether a text answers an old board; then says so, and asks whether to play it if it still can be.
    fn stale(
        &mut self,
        who: &Requester,
        game: &Seated,
        side: Side,
        revision: i64,
        text: &str,
    ) -> Result<bool, ServiceError> {
        if !has_moved(&self.tx.entries_after(game.row.number, revision)?) {
            return Ok(false);
        }
        let entries = self.tx.entries_after(game.row.number, 0)?;
        let then = game.row.position_at(&entries, revision)?;
        let answered = then.turn_number();
        let in_force: Vec<&Entry> = in_force(&entries).filter(|entry| entry.number > revision).collect();
        if let Ok(meant) = then.read(text)
            && in_force.first().is_some_and(|entry| entry.side == Some(side) && entry.text == meant)
        {
            let what = playing::Told::AlreadyPlayed { turn: meant, number: answered }.into();
            self.answer(who, game.topic(Some(side)), News::Told { what });
            return Ok(true);
        }
        if !self.may_refuse(who, Some(&game.row))? {
            return Ok(true);
        }
        let now = game.row.board()?;
        let mine = game.row.to_move == Some(side);
        let (still_legal, why_not) = match now.read(text) {
            _ if !mine => (None, Some(NotNow::TheirTurn { opponent: game.at(side.other()).name.clone() })),
            Ok(turn) => (Some(turn), None),
            Err(error) => (None, Some(NotNow::Illegal((&error).into()))),
        };
        let question = match &still_legal {
            Some(turn) => Some(self.ask(game, side, QuestionKind::Play(turn.clone()))?),
            None => None,
        };
        let since = in_force
            .iter()
            .filter_map(|entry| entry.side.map(|by| (game.at(by).name.clone(), entry.text.clone())))
            .collect();
        let taken_back = taken_back_since(&entries, revision)
            .into_iter()
            .map(|(side, turn)| (game.at(side).name.clone(), turn))
            .collect();
        let deadline = game.row.clock.deadline().filter(|_| mine);
        let mut topic = game.topic(Some(side));
        topic.question = question;
        self.answer(who, topic, News::Stale { answered, taken_back, since, still_legal, why_not, question, deadline });
        Ok(true)
    }

    /// Keeps a question to one side of a game and gives its id.
    pub fn ask(&mut self, game: &Seated, side: Side, kind: QuestionKind) -> Result<i64, ServiceError> {
        Ok(self.tx.insert_question(&Question {
            id: 0,
            player: Some(game.at(side).id),
            address: None,
            kind,
            game: Some(game.row.number),
            revision: Some(game.row.revision),
            asked: self.at,
            expires: self.at + DAY * i64::from(self.settings.question_days),
        })?)
    }

    /// Tells everybody concerned about a board: the player to move, the one who acted, the place in Discord,
    /// the watchers. `since` is the revision before; a preface is news of its own for that side. What nobody asked
    /// for (`who` is none: time has passed) is told to both.
    pub fn announce(
        &mut self,
        game: &mut Seated,
        who: Option<&Requester>,
        actor: Option<Side>,
        prefaces: [Option<Preface>; 2],
        since: i64,
    ) -> Result<(), ServiceError> {
        let place = self.tx.place(game.row.number)?;
        if let Some(place) = place {
            self.announce_in_place(game, place.channel, &prefaces, since)?;
        }
        for side in Side::BOTH {
            let player = game.at(side).clone();
            let to_move = game.row.to_move == Some(side);
            let requester = who.filter(|who| who.player.as_ref().is_some_and(|me| me.id == player.id));
            let preface = prefaces[side as usize].clone();
            let in_discord = place.is_some() && self.is_in_discord(&player)?;
            // What the same message told before is brought up to date, whatever the player chose not to hear.
            let told = self.owes_board(&player, game.row.number);
            // What can't be told now, comments too, waits for a later board.
            let reached = self.destination(&player)?.is_some();
            if to_move {
                if let Some(who) = requester.filter(|who| who.via != Via::Mail || !in_discord) {
                    let news = self.turn_news(game, side, preface)?;
                    self.answer(who, game.topic(Some(side)), News::YourTurn(news));
                } else if in_discord {
                    game.row.told[side as usize] = game.row.revision;
                } else if reached && (player.mode == Mode::Now || preface.is_some() || told) {
                    // A digest takes the place of what others play, not of answers: a challenge of theirs is accepted.
                    let news = self.turn_news(game, side, preface)?;
                    self.tell(&player, game.topic(Some(side)), News::YourTurn(news))?;
                }
            } else if let Some(who) = requester.filter(|_| actor == Some(side) || preface.is_some()) {
                // Nobody needs to be told that their own turn was played; that a game is on is another matter.
                if who.via != Via::Mail || player.receipts || actor.is_none() || told {
                    let mut news = self.turn_news(game, side, preface)?;
                    self.receipt_remarks(game, side, actor.is_some(), &mut news)?;
                    self.answer(who, game.topic(Some(side)), News::Receipt(news));
                }
            } else if reached && !in_discord && (preface.is_some() || who.is_none()) {
                let news = self.turn_news(game, side, preface)?;
                self.tell(&player, game.topic(Some(side)), News::Receipt(news))?;
            }
        }
        self.tell_watchers(game, since)
    }

    fn announce_in_place(
        &mut self,
        game: &Seated,
        channel: u64,
        prefaces: &[Option<Preface>; 2],
        since: i64,
    ) -> Result<(), ServiceError> {
        let mention = match game.row.to_move {
            Some(side) if self.is_in_discord(game.at(side))? => self.tx.discord_of(game.at(side).id)?,
            _ => None,
        };
        let comments = self.comments_in_place(game)?;
        let news = TurnNews {
            played: self.played_since(game, since, None)?,
            preface: prefaces.iter().flatten().take(1).cloned().collect(),
            comments,
            to_move: game.to_move(),
            deadline: game.row.clock.deadline(),
            forfeit: game.row.forfeit,
            pattern: game.row.setup.game.pattern().to_owned(),
            remarks: Vec::new(),
        };
        self.tell_place(channel, mention, game.topic(game.row.to_move), News::YourTurn(news));
        Ok(())
    }

    /// The comments that nobody has seen in the game's place yet. There everybody will; a mail player is told by mail
    /// as well.
    pub fn comments_in_place(&self, game: &Seated) -> Result<Vec<(String, String)>, ServiceError> {
        let mut comments = Vec::new();
        for side in Side::BOTH {
            for comment in self.tx.untold_comments(game.row.number, game.at(side).id)? {
                if !self.tx.blocks(game.at(side).id, comment.player)? {
                    comments.push((game.at(side.other()).name.clone(), comment.text));
                }
                if self.is_in_discord(game.at(side))? {
                    self.tx.comment_told(comment.id)?;
                }
            }
        }
        Ok(comments)
    }

    fn tell_watchers(&mut self, game: &Seated, since: i64) -> Result<(), ServiceError> {
        let watchers = self.tx.watchers(game.row.number)?;
        let played = if watchers.is_empty() { Vec::new() } else { self.played_since(game, since, None)? };
        if played.is_empty() {
            return Ok(());
        }
        let news = TurnNews {
            played,
            preface: Vec::new(),
            comments: Vec::new(),
            to_move: game.to_move(),
            deadline: None,
            forfeit: None,
            pattern: String::new(),
            remarks: Vec::new(),
        };
        for id in watchers {
            let watcher = self.player(id)?;
            self.tell(&watcher, game.topic(None), News::Watched(news.clone()))?;
        }
        Ok(())
    }

    fn receipt_remarks(&self, game: &Seated, side: Side, acted: bool, news: &mut TurnNews) -> Result<(), ServiceError> {
        let other = &game.at(side.other()).name;
        if acted && game.row.made[side as usize] == 1 {
            news.remarks.push(Remark::YouAre { name: game.at(side).name.clone() });
        }
        if acted {
            if self.undo_is_free(game, side)? {
                news.remarks.push(Remark::UndoUntil { plays: other.clone() });
            }
            if !self.tx.plans(game.row.number, game.at(side).id)?.is_empty() {
                news.remarks.push(Remark::HasPlans);
            }
        }
        Ok(())
    }

    /// Whether what a side did last is a turn that `undo` takes back without asking.
    fn undo_is_free(&self, game: &Seated, side: Side) -> Result<bool, ServiceError> {
        let entries = self.tx.entries_from_turn(game.row.number, game.row.turn.saturating_sub(2))?;
        let last = in_force(&entries).next_back();
        let is_turn = last.is_some_and(|last| last.kind == EntryKind::Turn && last.side == Some(side));
        Ok(is_turn && take_back(&entries, side) == TakeBack::Free)
    }

    /// Whether a player is reached in Discord rather than by mail.
    pub fn is_in_discord(&self, player: &Player) -> Result<bool, ServiceError> {
        let wants_mail = player.transport.or(player.last_transport) == Some(Transport::Mail);
        Ok(!wants_mail && self.tx.discord_of(player.id)?.is_some())
    }
}

/// The game that a message answers, and the revision of the board that it showed, as far as it holds for that number.
pub(in crate::service) fn answered(who: &Requester, number: Option<GameNumber>) -> (Option<GameNumber>, Option<i64>) {
    match &who.about {
        About::Digest(games) => {
            let shown = games.iter().find(|(shown, _)| number == Some(*shown) || games.len() == 1);
            (shown.map(|(shown, _)| *shown), shown.map(|(_, revision)| *revision))
        }
        about => match about.game() {
            Some((context, revision)) => {
                (Some(context), revision.filter(|_| number.is_none_or(|number| number == context)))
            }
            None => (None, None),
        },
    }
}

/// The piece that a refused text is about.
pub(in crate::service) fn about(error: &MoveError) -> Option<String> {
    match error {
        MoveError::Illegal { about, .. } => about.map(|square| square.to_string()),
        MoveError::Syntax(_) | MoveError::Ambiguous(_) => None,
    }
}
