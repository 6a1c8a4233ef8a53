//! Readers of the commands' arguments. Each takes what it understands and leaves the rest of the line; what it
//! can't do without it says.

use super::day::Day;
use super::fault::{Missing, Slip};
use super::nearest::nearest;
use super::turn_text::{self, TurnText};
use super::words::Words;
use super::{Answer, Cancel, Command, HelpTopic, new_game, setting, table};
use crate::clock::duration::{self, DAY};
use crate::game::GameNumber;
use crate::house::LEVELS;
use crate::likeness;
use crate::notation::normal;
use crate::rules::GameKind;

type Read<T> = Result<T, Slip>;

/// `[N] [#12] TURN`, and a comment behind it.
pub(super) fn turn(words: &mut Words<'_>) -> Read<Command> {
    a_turn(words, turn_text::split, Missing::Turn)
}

/// `place [N] PIECE…`.
pub(super) fn place(words: &mut Words<'_>) -> Read<Command> {
    a_turn(words, turn_text::put_down, Missing::Piece)
}

/// `spur [N] FROM-TO`.
pub(super) fn spur(words: &mut Words<'_>) -> Read<Command> {
    a_turn(words, turn_text::spur, Missing::Move)
}

/// `pass [N]`, with nothing after it: "pass the salt" is not one.
pub(super) fn pass(words: &mut Words<'_>) -> Read<Command> {
    let (game, guard) = (words.game(), words.guard());
    if words.is_done() { Ok(Command::Turn { game, guard, text: "pass".to_owned() }) } else { Err(Slip::BehindPass) }
}

fn a_turn(words: &mut Words<'_>, split: fn(&str) -> Option<TurnText<'_>>, which: Missing) -> Read<Command> {
    let (game, guard) = (words.game(), words.guard());
    let turn = split(words.rest()).ok_or(which)?;
    if turn.question {
        return Err(Slip::TurnAsks(turn.text));
    }
    words.go_on_at(turn.rest);
    Ok(Command::Turn { game, guard, text: turn.text })
}

/// `[N] [#12]`, also `turn 12`.
pub(super) fn show(words: &mut Words<'_>) -> Read<Command> {
    let game = words.game();
    let turn = match words.guard() {
        Some(turn) => Some(turn),
        None if words.take("turn") => u32::try_from(words.game().ok_or(Missing::Turn)?).ok(),
        None => words.game().and_then(|turn| u32::try_from(turn).ok()),
    };
    Ok(Command::Show { game, turn })
}

/// `[N] [SQUARE]`.
pub(super) fn moves(words: &mut Words<'_>) -> Read<Command> {
    let game = words.game();
    let from = turn_text::split(words.rest());
    if let Some(turn) = &from {
        words.go_on_at(turn.rest);
    }
    Ok(Command::Moves { game, from: from.map(|turn| turn.text) })
}

/// `[N] TURN; TURN…`.
pub(super) fn preview(words: &mut Words<'_>) -> Read<Command> {
    let game = words.game();
    let turns = words.rest().split([';', '|', '\n']).map(str::trim).filter(|turn| !turn.is_empty());
    let turns: Vec<String> = turns.map(whole_turn).collect::<Read<_>>()?;
    if turns.is_empty() {
        return Err(Missing::Turns.into());
    }
    words.take_rest();
    Ok(Command::Preview { game, turns })
}

/// `[N] [yes]`, in either order.
pub(super) fn resign(words: &mut Words<'_>) -> Read<Command> {
    let mut sure = words.take("yes");
    let game = words.game();
    sure |= words.take("yes");
    Ok(Command::Resign { game, sure })
}

/// `[N] [accept|decline]`, in either order.
pub(super) fn draw(words: &mut Words<'_>) -> Read<Command> {
    let mut answer = Answer::Offer;
    let mut game = None;
    loop {
        if words.take_any(&["accept", "accepted", "agreed", "yes"]) {
            answer = Answer::Accept;
        } else if words.take_any(&["decline", "declined", "refuse", "no"]) {
            answer = Answer::Decline;
        } else if words.take("offer") {
            answer = Answer::Offer;
        } else if let (None, Some(number)) = (game, words.game()) {
            game = Some(number);
        } else {
            return Ok(Command::Draw { game, answer });
        }
    }
}

/// `[N] TEXT`.
pub(super) fn say(words: &mut Words<'_>) -> Read<Command> {
    let game = words.game();
    match words.take_rest() {
        "" => Err(Missing::Words.into()),
        text => Ok(Command::Say { game, text: text.to_owned() }),
    }
}

/// `[N] [TEXT]`.
pub(super) fn note(words: &mut Words<'_>) -> Read<Command> {
    let game = words.game();
    // "Note that I am away next week" is meant for the opponent.
    if words.take("that") {
        return Err(Slip::NoteIsPrivate);
    }
    let text = words.take_rest();
    Ok(Command::Note { game, text: (!text.is_empty()).then(|| text.to_owned()) })
}

/// `[N] if TURN then TURN [then TURN…]`, `[N] any then TURN`; the number may stand behind the first word too.
pub(super) fn plan(words: &mut Words<'_>) -> Read<Command> {
    const ANY: &[&str] = &["any", "anything", "any turn", "any move", "whatever", "*"];
    let mut game = words.game();
    let any = words.take_any(ANY);
    if !any {
        words.take("if");
    }
    game = game.or_else(|| words.game());
    let text = words.take_rest();
    let text = if any { format!("any {text}") } else { text.to_owned() };
    let mut line = Vec::new();
    for (place, part) in split_then(&text).into_iter().enumerate() {
        let opponents = place % 2 == 0;
        let mut part_words = Words::new(&part);
        if opponents && part_words.take_any(ANY) && part_words.is_done() {
            line.push(None);
        } else {
            // "If he plays d7-d5/b3 then I play g1-g4/e4".
            part_words = Words::new(&part);
            part_words.take_any(if opponents {
                &["he", "she", "they", "you", "white", "black"]
            } else {
                &["i", "i'll"]
            });
            part_words.take_any(&["play", "plays"]);
            line.push(Some(whole_turn(part_words.rest())?));
        }
    }
    match line.len() {
        0 | 1 => Err(Missing::Answer.into()),
        n if n % 2 == 1 => Err(Slip::EndsWithTheirTurn),
        _ => Ok(Command::Plan { game, line }),
    }
}

/// `[N] [cancel [K]]`.
pub(super) fn plans(words: &mut Words<'_>) -> Read<Command> {
    let game = words.game();
    let cancel = words.take_any(&["cancel", "drop", "clear", "delete"]).then(|| {
        words.take("all");
        words.game().map_or(Cancel::All, |number| Cancel::One(usize::try_from(number).unwrap_or(usize::MAX)))
    });
    Ok(Command::Plans { game, cancel })
}

/// The game's number, which must be there.
pub(super) fn one_game(words: &mut Words<'_>) -> Read<GameNumber> {
    Ok(words.game().ok_or(Missing::Game)?)
}

/// One word, which must be there.
pub(super) fn one_word(words: &mut Words<'_>, what: Missing) -> Read<String> {
    Ok(words.next().filter(|word| !word.is_empty()).map(str::to_owned).ok_or(what)?)
}

/// A player's name, or a mention.
pub(super) fn player(words: &mut Words<'_>) -> Read<String> {
    let word = one_word(words, Missing::Player)?;
    if word.eq_ignore_ascii_case("house") {
        words.take("level");
        let level = words.peek().and_then(|word| word.parse::<u8>().ok()).filter(|level| LEVELS.contains(level));
        if level.is_some() {
            words.next();
        }
        return Ok(level.map_or(word, |level| format!("house-{level}")));
    }
    let name = likeness::composed(word.strip_prefix('@').unwrap_or(&word));
    let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_') || likeness::is_of_words(c);
    let fits = name.chars().all(part) && (1..=32).contains(&name.chars().count());
    if fits || word.starts_with("<@") { Ok(name) } else { Err(Slip::NoName(short(&word))) }
}

/// `anyone`: the games of others.
pub(super) fn whose_games(words: &mut Words<'_>) -> Command {
    words.take("of");
    if words.take_any(&["anyone", "anybody", "everyone", "everybody", "others", "all"]) {
        return Command::GamesAnyone;
    }
    words.take_any(&["mine", "me"]);
    Command::Games
}

/// Whose finished games, and which page of them.
pub(super) fn finished(words: &mut Words<'_>) -> Read<Command> {
    words.take_any(&["of", "by"]);
    let is_page = |words: &Words<'_>| words.peek().is_none_or(|word| word.eq_ignore_ascii_case("page"));
    let named = match is_page(words) || words.take_any(&["mine", "me"]) {
        true => None,
        false => Some(player(words)?),
    };
    let page = match words.take("page") {
        true => words.next().and_then(|word| word.parse().ok()).filter(|page| (1..=LAST_PAGE).contains(page)),
        false => Some(1),
    };
    let page = page.ok_or(Missing::Page)?;
    Ok(Command::Finished { player: named, page })
}

/// Nobody leafs further back.
const LAST_PAGE: u32 = 500;

/// `T12 house-3`; with a game's name, as it was before there were tournaments, a challenge.
pub(super) fn invite(words: &mut Words<'_>) -> Read<Command> {
    let Some(event) = words.event() else { return new_game::read(words) };
    Ok(Command::Invite { event, name: player(words)? })
}

/// `T12 [once] [code WORD]`; with a game's number it accepts that challenge.
pub(super) fn join(words: &mut Words<'_>) -> Read<Command> {
    if let Some(number) = words.game() {
        return Ok(Command::Accept(Some(number)));
    }
    let event = words.event().ok_or(Missing::Event)?;
    let (mut once, mut code) = (false, None);
    while !words.is_done() {
        if words.take("once") {
            once = true;
            continue;
        }
        let named = words.take("code");
        let word = one_word(words, Missing::Words)?;
        if code.is_some() || !(named || is_code(&word)) {
            return Err(Slip::SaysNothing(short(&word)));
        }
        code = Some(word.to_lowercase());
    }
    Ok(Command::Join { event, once, code })
}

fn is_code(word: &str) -> bool {
    word.chars().all(char::is_alphanumeric)
}

/// `T12 [yes]`; with a game's number it withdraws that challenge.
pub(super) fn withdraw(words: &mut Words<'_>) -> Read<Command> {
    words.take("from");
    if let Some(number) = words.game() {
        return Ok(Command::Cancel(Some(number)));
    }
    let event = words.event().ok_or(Missing::Event)?;
    Ok(Command::Withdraw { event, sure: words.take("yes") })
}

/// `[T12]`; with a game's name, as it was before there were tournaments, its ratings.
pub(super) fn standings(words: &mut Words<'_>) -> Read<Command> {
    words.take_any(&["of", "for"]);
    match words.event() {
        Some(event) => Ok(Command::Standings(Some(event))),
        None if words.is_done() => Ok(Command::Standings(None)),
        None => game_name(words).map(Command::Ratings),
    }
}

/// `GAME [vs NAME]`.
pub(super) fn ladder(words: &mut Words<'_>) -> Read<Command> {
    words.take_any(&["of", "for"]);
    let known = GameKind::ALL.iter().find(|game| words.take_any(&[game.title(), game.name()])).map(|game| game.name());
    let game = match known {
        Some(game) => game,
        None => named_game(&one_word(words, Missing::Game)?)?,
    };
    let against = match words.take_any(&["vs", "v", "versus", "against", "challenge"]) {
        true => Some(player(words)?),
        false => None,
    };
    Ok(Command::Ladder { game: game.to_owned(), against })
}

/// `7d`, `until Monday`, `off`.
pub(super) fn away(words: &mut Words<'_>) -> Read<Command> {
    if words.take_any(&["off", "end", "ends", "stop", "over", "back", "cancel"]) {
        return Ok(Command::Away(None));
    }
    if words.take_any(&["until", "till", "til", "to"]) {
        return Day::read(words).map(Command::AwayUntil).ok_or(Missing::Days.into());
    }
    words.take("for");
    let text = words.rest();
    let days = match text.parse::<u32>() {
        Ok(days) => Some(days),
        Err(_) => duration::read(text).map(|seconds| seconds.div_ceil(DAY)),
    };
    words.take_rest();
    match days {
        Some(days @ 1..=366) => Ok(Command::Away(Some(days))),
        _ => Err(Missing::Days.into()),
    }
}

/// The code of `link`: letters and digits.
pub(super) fn code(words: &mut Words<'_>) -> Read<Option<String>> {
    let Some(word) = words.next() else { return Ok(None) };
    let code: String = word.chars().filter(|c| *c != '-').collect();
    let fits = (6..=12).contains(&code.len()) && code.chars().all(|c| c.is_ascii_alphanumeric());
    if fits { Ok(Some(code.to_ascii_lowercase())) } else { Err(Slip::NoCode(short(word))) }
}

/// What `unlink` removes: an address by its place, or `discord`.
pub(super) fn identity(words: &mut Words<'_>) -> Read<Option<String>> {
    let Some(word) = words.next() else { return Ok(None) };
    let word = word.to_ascii_lowercase();
    let fits = word == "discord" || word.parse::<u32>().is_ok_and(|place| place > 0);
    if fits { Ok(Some(word)) } else { Err(Missing::Way.into()) }
}

/// A command, or a game, to be explained.
pub(super) fn topic(words: &mut Words<'_>) -> Read<Option<String>> {
    words.take_any(&["me", "with", "about", "on"]);
    let text = words.take_rest().trim_matches(['.', '!', '?', '`', '"', '\'']).to_ascii_lowercase();
    if text.is_empty() {
        return Ok(None);
    }
    let topic = || HelpTopic::named(&text).map(HelpTopic::word);
    // All settings are explained together.
    let setting = || setting::NAMES.contains(&text.as_str()).then_some("set");
    let command = table::entry(&text).map(|entry| entry.word);
    match HelpTopic::called(&text).or(command).or(find_game(&text)).or_else(topic).or_else(setting) {
        Some(known) => Ok(Some(known.to_owned())),
        None => {
            let near = nearest(&text, table::vocabulary()).map(str::to_owned);
            Err(Slip::NoCommand { word: short(&text), near })
        }
    }
}

/// A game's name, if any.
pub(super) fn game_name(words: &mut Words<'_>) -> Read<Option<String>> {
    words.take_any(&["of", "for"]);
    if words.is_done() {
        words.take_rest();
        return Ok(None);
    }
    let text = words.take_rest().trim_matches(['.', '!', '?', '`', '"', '\'']);
    if text.is_empty() { Ok(None) } else { named_game(text).map(|name| Some(name.to_owned())) }
}

/// The contract's name of a game, however it is written; otherwise what it may have meant.
pub(super) fn named_game(text: &str) -> Read<&'static str> {
    let near = || nearest(text, GameKind::ALL.iter().map(|game| game.name())).map(str::to_owned);
    find_game(text).ok_or_else(|| Slip::NoGame { word: short(text), near: near() })
}

/// The contract's name of a game of that name or title.
pub(super) fn find_game(text: &str) -> Option<&'static str> {
    GameKind::named(text).ok().map(GameKind::name)
}

/// A stranger's word, cut to a sane length.
pub(super) fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(30).collect()
}

/// A text that is a turn and nothing more.
fn whole_turn(text: &str) -> Read<String> {
    match turn_text::split(text).filter(|turn| turn.rest.is_empty()) {
        Some(turn) => Ok(turn.text),
        None => Err(Slip::NoTurn(short(text.trim()))),
    }
}

/// The parts of a planned line, between `then`, `;` and `,` + space.
fn split_then(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in text.split_whitespace() {
        let (bare, ends) = match word.strip_suffix([';', ',']) {
            Some(bare) => (bare, word.ends_with(';')),
            None => (word, false),
        };
        if normal(word) == "then" {
            parts.push(String::new());
            continue;
        }
        if let Some(part) = parts.last_mut() {
            part.push_str(if part.is_empty() { "" } else { " " });
            part.push_str(if ends { bare } else { word });
        }
        if ends {
            parts.push(String::new());
        }
    }
    parts
        .into_iter()
        .map(|part| part.trim_end_matches([',', ';', ':']).to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}
