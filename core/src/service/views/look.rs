//! Looking at one game (board, history, legal turns, previews, counts), and at help and rules. Nothing changes but
//! notes and who watches.

use crate::service::ServiceError;
use crate::service::playing::board::Seated;
use crate::service::playing::play::about;

use crate::clock::moment;
use crate::command::help;
use crate::comment;
use crate::game::GameNumber;
use crate::game::history::in_force;
use crate::game::{Damaged, Entry};
use crate::notice::{News, Told};
use crate::plural::counted;
use crate::rules::{GameKind, Side};
use crate::service::incoming::requester::Requester;
use crate::service::post::work::Work;
use crate::text::{literal, looking};

/// How many legal turns are listed one by one.
const MOST_LISTED: usize = 60;
/// How many people may watch one game, and how many games one player. Each turn is told to all of them.
const MOST_WATCHERS: usize = 50;
const MOST_WATCHED: usize = 20;
/// How many characters of notes are shown, the newest of them.
const NOTES_SHOWN: usize = 12_000;

impl Work<'_> {
    /// `show`, `show N #turn`.
    pub fn show(
        &mut self,
        who: &mut Requester,
        number: Option<GameNumber>,
        turn: Option<u32>,
    ) -> Result<(), ServiceError> {
        let Some(game) = self.shown_game(who, number)? else { return Ok(()) };
        let side = self.my_side(who, &game);
        let mut topic = game.topic(side);
        let mut lines = self.status(who, &game);
        if let Some(turn) = turn.filter(|turn| *turn != game.row.turn) {
            let entries = self.tx.entries_after(game.row.number, 0)?;
            let mut before: Vec<&Entry> = in_force(&entries).filter(|entry| entry.turn < turn).collect();
            if turn == 0 || turn > game.row.turn {
                let why = format!("game {} has no turn {turn}; it is at turn {}.", game.row.number, game.row.turn);
                return self.refuse(who, Some(&game), vec![why]);
            }
            if let Some(board) = &mut topic.board {
                let last = before.pop();
                let mut course = game.row.replayed(before)?;
                board.last = last.map(|last| (course.position().text(), last.text.clone()));
                if let Some(last) = last {
                    course = course.replay([last.text.as_str()]).map_err(|error| Damaged(error.to_string()))?;
                }
                board.position = course.position().text();
                board.over = false;
            }
            // The small print names the turn that is shown; a reply is still about the game as it is.
            if let Some(heading) = &mut topic.heading {
                heading.turn = turn;
            }
            lines =
                vec![format!("Game {} before turn {turn}. It is at turn {} by now.", game.row.number, game.row.turn)];
        }
        self.answer(who, topic, News::Told { what: Told::Written { subject: String::new(), lines } });
        Ok(())
    }

    /// `history`.
    pub fn history(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<(), ServiceError> {
        let Some(game) = self.shown_game(who, number)? else { return Ok(()) };
        let mut lines = self.status(who, &game);
        let entries = self.tx.entries_after(game.row.number, 0)?;
        for entry in in_force(&entries) {
            let by = entry.side.map_or("", |side| game.at(side).name.as_str());
            // The name stands before the turn, so that a quoted history isn't read as moves.
            lines.push(format!("{:>3}. {by:<16}  {}", entry.turn, entry.text));
        }
        let side = self.my_side(who, &game);
        self.answer(who, game.topic(side), News::Told { what: Told::Written { subject: String::new(), lines } });
        Ok(())
    }

    /// `moves`, `moves N d7`.
    pub fn moves(
        &mut self,
        who: &mut Requester,
        number: Option<GameNumber>,
        from: Option<&str>,
    ) -> Result<(), ServiceError> {
        let Some(game) = self.shown_game(who, number)? else { return Ok(()) };
        let side = self.my_side(who, &game);
        let mut topic = game.topic(side);
        if game.row.ended.is_some() {
            let why = format!("game {} is over: no turn is left to play.", game.row.number);
            return self.refuse(who, Some(&game), vec![why]);
        }
        let position = game.row.board()?;
        let from = from.map(crate::notation::normal).unwrap_or_default();
        let turns: Vec<String> = position.legal().into_iter().filter(|turn| begins(turn, &from)).collect();
        if turns.is_empty() {
            return self.refuse(who, Some(&game), vec![format!("no legal turn begins with {from}.")]);
        }
        let found = counted(turns.len() as i64, "legal turn");
        let mut lines = vec![if from.is_empty() { format!("{found}.") } else { format!("{found} with {from}.") }];
        // A dot in front keeps a quoted row from being read as a move.
        let rows = |texts: &[String]| texts.chunks(6).map(|row| format!("· {}", row.join("  "))).collect::<Vec<_>>();
        if turns.len() <= MOST_LISTED {
            lines.extend(rows(&turns));
        } else {
            let stages = position.complete(&from).into_iter().filter(|stage| begins(stage, &from)).collect::<Vec<_>>();
            let counted = stages.iter().map(|stage| {
                let count = turns.iter().filter(|turn| begins(turn, stage)).count();
                format!("{stage} ({count})")
            });
            if let (Some(line), Some(first)) = (lines.first_mut(), stages.first()) {
                *line += &format!(" By how they begin; moves {first} tells more of these:");
            }
            lines.extend(rows(&counted.collect::<Vec<_>>()));
        }
        if let (Some(board), Ok(_)) = (&mut topic.board, from.parse::<crate::board::Square>()) {
            board.about = Some(from);
        }
        self.answer(who, topic, News::Told { what: Told::Written { subject: String::new(), lines } });
        Ok(())
    }

    /// `preview`: the board after these turns, which are not played.
    pub fn preview(
        &mut self,
        who: &mut Requester,
        number: Option<GameNumber>,
        turns: &[String],
    ) -> Result<(), ServiceError> {
        let Some(game) = self.shown_game(who, number)? else { return Ok(()) };
        let side = self.my_side(who, &game);
        let mut position = game.row.board()?;
        let mut topic = game.topic(side);
        let mut played = Vec::new();
        for text in turns.iter().take(20) {
            let before = position.text();
            match position.play(text) {
                Ok(turn) => {
                    if let Some(board) = &mut topic.board {
                        board.last = Some((before, turn.text.clone()));
                        board.position = position.text();
                    }
                    played.push(turn.text);
                }
                Err(error) => {
                    let about = about(&error);
                    let mut why = crate::text::told::illegal(&(&error).into());
                    if let Some(first) = why.first_mut()
                        && !played.is_empty()
                    {
                        *first = format!("after {}: {first}", played.join(", "));
                    }
                    return self.refuse_about(who, Some(&game), why, about);
                }
            }
        }
        if let Some(heading) = &mut topic.heading {
            heading.turn = position.turn_number();
        }
        let lines =
            vec![format!("Preview of game {} after {}. Nothing is played.", game.row.number, played.join(", "))];
        self.answer(who, topic, News::Told { what: Told::Written { subject: String::new(), lines } });
        Ok(())
    }

    /// `count`.
    pub fn count_position(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<(), ServiceError> {
        let Some(game) = self.shown_game(who, number)? else { return Ok(()) };
        let Some(count) = game.row.board()?.count() else {
            let why = format!("{} has nothing to count.", game.row.setup.game.title());
            return self.refuse(who, Some(&game), vec![why]);
        };
        let side = self.my_side(who, &game);
        self.answer(
            who,
            game.topic(side),
            News::Told { what: Told::Written { subject: String::new(), lines: crate::text::count::lines(&count) } },
        );
        Ok(())
    }

    /// `note`: keeps one, or shows them.
    pub fn note_to_self(
        &mut self,
        who: &mut Requester,
        number: Option<GameNumber>,
        text: Option<&str>,
    ) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let Some(game) = self.shown_game(who, number)? else { return Ok(()) };
        let number = game.row.number;
        if let Some(text) = text {
            let Some(text) = comment::private_note(text) else {
                return self.refuse(who, None, vec!["there is nothing to note in that.".to_owned()]);
            };
            if !self.tx.allow(&format!("note {} {number}", me.id), self.at, 50, crate::service::DAY)? {
                return self.refuse(who, None, vec!["50 notes a day and game are the most.".to_owned()]);
            }
            self.tx.insert_note(number, me.id, &text, self.at)?;
        }
        let all = self.tx.notes(number, me.id)?;
        let mut room = NOTES_SHOWN;
        let fits = |(_, text): &&(_, String)| {
            let left = room.checked_sub(text.chars().count());
            room = left.unwrap_or(0);
            left.is_some()
        };
        let shown = all.iter().rev().take_while(fits).count();
        let notes = all.get(all.len() - shown..).unwrap_or_default();
        let mut lines = vec![match notes.len() {
            0 => format!("You have no notes on game {number}; note and some words keeps one."),
            _ => format!("Your notes on game {number}, which nobody else sees:"),
        }];
        lines.extend(notes.iter().map(|(at, text)| format!("{}  {}", self.local(&me, *at), literal(text))));
        lines.extend((shown < all.len()).then(|| looking::older_notes(all.len() - shown)));
        self.words_once(who, &format!("Turnpost: your notes on game {number}"), lines);
        Ok(())
    }

    /// `help`, `help new`.
    pub fn help(&mut self, who: &Requester, word: Option<&str>) -> Result<(), ServiceError> {
        let lines = match word {
            None => help::overview(),
            Some(word) => match help::about(word) {
                Some(lines) => lines,
                None => {
                    return self.refuse(who, None, vec![format!("there is no command {word:?}; help lists them all.")]);
                }
            },
        };
        self.words(who, "Turnpost: help", lines);
        Ok(())
    }

    /// `rules amazons`; in a game's context that game's.
    pub fn rules(&mut self, who: &Requester, game: Option<&str>) -> Result<(), ServiceError> {
        let about = match who.about.game() {
            // A challenge has its game's number.
            Some((number, _)) => match self.challenge_of(who, number)? {
                Some(challenge) => Some(challenge.setup.game),
                None => self.tx.game(number)?.map(|row| row.setup.game),
            },
            None => None,
        };
        let kind = match (game, about) {
            (Some(name), _) => match GameKind::named(name) {
                Ok(kind) => kind,
                Err(error) => return self.refuse(who, None, vec![error.to_string()]),
            },
            (None, Some(kind)) => kind,
            (None, None) => {
                let names: Vec<&str> = GameKind::ALL.iter().map(|game| game.name()).collect();
                return self.refuse(who, None, vec![format!("say of which game: {}.", names.join(", "))]);
            }
        };
        let lines = kind.help().lines().map(str::to_owned).collect();
        self.words(who, &format!("Turnpost: the rules of {}", kind.title()), lines);
        Ok(())
    }

    /// `watch`, `unwatch`.
    pub fn watch(&mut self, who: &mut Requester, number: GameNumber, on: bool) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let Some(game) = self.shown_game(who, Some(number))? else { return Ok(()) };
        if on && game.side_of(&me).is_some() {
            return self.refuse(who, Some(&game), vec!["it is your own game; you hear of every turn.".to_owned()]);
        }
        if on && game.row.ended.is_some() {
            return self.refuse(who, Some(&game), vec![format!("game {number} is over; show {number} shows it.")]);
        }
        let watching = self.tx.watched_by(me.id)?;
        if on && !watching.contains(&number) {
            let full = watching.len() >= MOST_WATCHED;
            if full || self.tx.watchers(number)?.len() >= MOST_WATCHERS {
                return self.refuse(who, None, vec![looking::no_place(number, full, MOST_WATCHED, MOST_WATCHERS)]);
            }
        }
        let changed = self.tx.set_watching(number, me.id, on)?;
        let line = match (on, changed) {
            (true, true) => format!("No action needed: you watch game {number}; unwatch {number} ends it."),
            (true, false) => format!("No action needed: you watch game {number} already."),
            (false, true) => format!("No action needed: you don't watch game {number} any more."),
            (false, false) => format!("No action needed: you didn't watch game {number}."),
        };
        self.answer(
            who,
            game.topic(None),
            News::Told { what: Told::Written { subject: String::new(), lines: vec![line] } },
        );
        Ok(())
    }

    /// A game to look at: anybody's, by its number, else one of one's own.
    fn shown_game(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<Option<Seated>, ServiceError> {
        let me = self.need_player(who)?;
        Ok(self.which_game(who, &me, number, false)?.map(|(game, _)| game))
    }

    fn my_side(&self, who: &Requester, game: &Seated) -> Option<Side> {
        who.player.as_ref().and_then(|me| game.side_of(me))
    }

    /// Two lines on how a game stands.
    fn status(&self, who: &Requester, game: &Seated) -> Vec<String> {
        let row = &game.row;
        let first = format!(
            "Game {}: {}, {} (White) vs {} (Black), turn {}.",
            row.number,
            row.setup.title(),
            game.players[0].name,
            game.players[1].name,
            row.turn
        );
        let second = match (&row.ended, row.to_move) {
            (Some(ended), _) => self.end_words(game, ended),
            (None, Some(side)) => {
                let zone = moment::zone(&self.taste(who.player.as_ref(), who.offset).zone);
                let by = row.clock.deadline().zip(zone);
                let by = by.map(|(deadline, zone)| format!(", {}", moment::by(deadline, self.at, &zone)));
                format!("{} ({side}) is to move{}.", game.at(side).name, by.unwrap_or_default())
            }
            (None, None) => "Nobody is to move.".to_owned(),
        };
        vec![first, second]
    }

    fn end_words(&self, game: &Seated, ended: &crate::game::Ended) -> String {
        match ended.winner {
            _ if ended.aborted => "It was aborted and counts for nothing.".to_owned(),
            Some(side) => format!("{} ({side}) won: {}.", game.at(side).name, ended.reason),
            None => format!("A draw: {}.", ended.reason),
        }
    }
}

/// Whether a turn's text begins so, with whole squares: `d1` doesn't begin `d10-d9`.
fn begins(turn: &str, with: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let rest = turn.strip_prefix(with);
    rest.is_some_and(|rest| !(digit(with.chars().last()) && digit(rest.chars().next())))
}
