//! Words about a message before any room acts on it.

use super::Said;
use crate::command::table;
use crate::notice::Last;
use crate::notice::told::incoming::{Ask, Asked, LinkElsewhere, Remedy, Rest, Told, Why};
use crate::text::help::topics::TURNPOST;
use crate::text::refusing::last_for_now;
use crate::text::way::Way;
use crate::text::{Reader, help, literal, sentence, terms};

mod asked_for;

pub(in crate::text) use asked_for::asked_for;

/// There is no command in a message.
const ONLY_WORDS: &str = "no move or command was found in the message.";

/// A question, whatever it was about, was answered too late.
pub(super) fn too_late(reader: &Reader<'_>) -> String {
    reader.way.settled("that question's time is over, and nothing was done. Ask again if you still want it.")
}

pub(super) fn told(reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::FromElsewhere { link } => {
            Said::under("Turnpost: did you write from another address?", from_elsewhere(link.as_ref()))
        }
        Told::Dropped => Said::under("Turnpost: dropped", [reader.way.settled("it is dropped, and nobody was told.")]),
        Told::TooLate => Said::under("Turnpost: too late", [too_late(reader)]),
        Told::ShownEnough { a_mail, an_hour, a_day } => Said::under(
            "Turnpost: not all was answered",
            [
                "Not answered: the rest of what you asked to see.".to_owned(),
                format!("{a_mail} answers to one mail are the most, {an_hour} in an hour and {a_day} in a day."),
                "Moves, `yes` and `no` always count, and the mails about your games come as before.".to_owned(),
            ],
        ),
        Told::AskedAgain { an_hour } => Said::under(
            "Turnpost: not answered again",
            [
                format!("Not answered: the same question more than {an_hour} times in an hour."),
                "Everything else works as before.".to_owned(),
            ],
        ),
        Told::RefusedEnough => Said::under("Turnpost: no more answers for now", [last_for_now(Last::ThisHour)]),
        Told::WordsEnough => Said::under("Turnpost: no more answers for now", [last_for_now(Last::Words)]),
        Told::MailsWait { an_hour, until } => Said::under(
            "Turnpost: your mails wait",
            [
                reader.way.settled(format!("{an_hour} mails an hour are handled, and yours wait in their order.")),
                format!(
                    "The next ones are handled from {}. Nothing is lost, and clocks stopped when we got them.",
                    reader.local(*until)
                ),
            ],
        ),
        Told::NoCommand => Said::under(
            "Turnpost: no command found",
            [
                "No command was found in your mail, so nothing was done.".to_owned(),
                TURNPOST.to_owned(),
                "To begin, reply with one of these: `new amazons vs house` plays the computer, `new amazons` finds an opponent, \
                 `new amazons vs friend@example.net` invites a friend."
                    .to_owned(),
                format!("The games: {}. `rules amazons` explains one, `help` tells the rest.", help::games()),
            ],
        ),
        Told::NoTurnHere => Said::under(
            "Turnpost: no command found",
            [
                "Not played: no command was found in your mail. A turn is written in a reply to the latest mail of its game.",
                "To invite a friend to a game, write: `new amazons vs friend@example.net`. More: `help`.",
            ],
        ),
        Told::NotSentOn { number, opponent } => Said::in_thread([
            reader.way.settled(format!("game {number} is over. Your words were not sent on.")),
            format!("With `say` in front they go to {opponent}; `rematch` plays again; `help` and `settings` tell what else there is."),
        ]),
    }
}

pub(super) fn asked(reader: &Reader<'_>, ask: &Ask) -> Said {
    match ask {
        Ask::Meant { command, comment } => {
            let yes = reader.way.answer(true);
            let does = match command.as_str() {
                "draw accept" => "The game ends in a draw, as your opponent offers.",
                command => table::begin(command).map_or("", |begun| begun.entry.help),
            };
            Said::under(
                "Turnpost: did you mean this?",
                [
                    format!("Did you mean `{command}`? {yes} to do that."),
                    format!("What it does: {does}"),
                    "`no`, or no answer: nothing is done.".to_owned(),
                ]
                .into_iter()
                .chain(comment.as_deref().map(super::playing::go_along)),
            )
        }
        Ask::Send { unsent, over, theirs } => {
            let yes = reader.way.answer(true);
            let opponent = literal(&unsent.opponent);
            let stays = match over {
                Some(number) => {
                    format!("`no`, or no answer: they go nowhere. Game {number} is over; `rematch` plays again.")
                }
                None if *theirs => format!("`no`, or no answer: they go nowhere. It is {opponent}'s turn."),
                None => "`no`, or no answer: they go nowhere.".to_owned(),
            };
            let words = literal(&unsent.words);
            Said::in_thread([format!("Send your words to {opponent}? {yes} to send them: \"{words}\""), stays])
        }
        Ask::WasItYou => was_it_you(reader, None),
        Ask::WasItYouFor { asked } => was_it_you(reader, Some(asked)),
    }
}

fn was_it_you(reader: &Reader<'_>, asked: Option<&Vec<Asked>>) -> Said {
    let ask = match reader.discord() {
        true => "Was this you? Press Yes to go ahead.",
        false => "Was this you? Reply `yes`, alone on its line, to go ahead.",
    };
    let about = asked.map(|asked| format!("Asked for: {}", sentence(&asked_for(asked))));
    let unless = "`no`, or no answer: nothing is done, nobody is told.".to_owned();
    let lines: Vec<String> = [ask.to_owned()].into_iter().chain(about).chain([unless]).collect();
    Said::under("Turnpost: was this you?", lines)
}

/// The reason as it follows a colon, then the remedy.
pub(super) fn why(reader: &Reader<'_>, why: &Why) -> Vec<String> {
    lines(reader.way, why)
}

fn lines(way: Way, why: &Why) -> Vec<String> {
    let lines: &[&str] = match why {
        Why::Suspended => &["this account is suspended; the operator can tell why."],
        Why::NotOnPage => &["this page plays turns, sends comments, and offers or answers draws, nothing else."],
        Why::TooManyQuestions => {
            &["several mails to you still ask whether it was you; answer one of them, or wait a day."]
        }
        Why::NoAnswer => &[
            "no yes or no was found in your message.",
            "Alone on its line, `yes` accepts the challenge and `no` declines it; `stop` ends all mail.",
        ],
        Why::NoAnswerYet { by, terms } => {
            let said =
                format!("no yes or no was found in your message. {} invites you: {}.", literal(by), terms::line(terms));
            let answer = "Alone on its line, `yes` accepts the challenge and `no` declines it; `stop` ends all mail.";
            return [said, TURNPOST.to_owned(), answer.to_owned()].into();
        }
        Why::OnlyWords => {
            &[ONLY_WORDS, "`help` tells what there is; `say` in front of a line sends it to an opponent."]
        }
        Why::WordsInGame { opponent, theirs } => {
            let opponent = literal(opponent);
            let whose = theirs.then(|| format!("It is {opponent}'s turn."));
            let say = format!("With `say` in front a line goes to {opponent}.");
            return [ONLY_WORDS.to_owned()].into_iter().chain(whose).chain([say]).collect();
        }
        Why::NoClearAnswer => &[
            "no clear yes or no was found in your message, and the question is still open.",
            "Alone on its line, `yes` or `no` answers it.",
        ],
        Why::DidYouMean { command } => {
            let takes = table::entry(command).filter(|entry| entry.arguments.iter().any(|argument| argument.required));
            let how = match (takes, way) {
                (Some(entry), _) => format!("It is written like `{}`", entry.example),
                (None, Way::Discord) => "Then type that alone on a line".to_owned(),
                (None, Way::Mail | Way::Console) => "Then reply with that alone on a line".to_owned(),
            };
            return vec![
                ONLY_WORDS.to_owned(),
                format!("Did you mean `{command}`? {how}; `help {command}` explains it."),
            ];
        }
        // A word that goes on behind each turn keeps it from being one when a client wraps the line in front of it.
        Why::HowToMove { pattern, example, unsent, opponent } => {
            let one = example.as_ref().map_or_else(String::new, |turn| format!("; {} is one", literal(turn)));
            let how =
                format!("A turn stands alone on its line, written as `{pattern}`{one}. `help` explains the rest.");
            let send = unsent.as_ref().map(|unsent| {
                format!("`yes` sends your words to {}: \"{}\"", literal(&unsent.opponent), literal(&unsent.words))
            });
            let say = opponent.as_ref().map(|name| format!("With `say` in front a line goes to {}.", literal(name)));
            return [ONLY_WORDS.to_owned(), how].into_iter().chain(send).chain(say).collect();
        }
        Why::Nearly { turns } => {
            let each: Vec<String> = turns.iter().map(|turn| format!("{} is one", literal(turn))).collect();
            return vec![
                format!("your words fit several turns: {}.", each.join(", ")),
                format!("{}, alone on its line.", one_of_them(way)),
            ];
        }
        Why::NearlyAccepted { turn } => {
            let how = if way == Way::Discord { "type" } else { "reply with" };
            let accept = format!("To accept and play it, {how} {} and nothing else on that line", literal(turn));
            let seem = format!("you seem to mean {} as your first turn.", literal(turn));
            return vec![seem, format!("{accept}; `no` declines.")];
        }
        Why::SeveralTurns { by_mail, number, turns, since_then, remedy, rest } => {
            let what = if *by_mail { Way::Mail } else { Way::Discord }.carrier();
            let of = number.map_or_else(String::new, |number| format!(" for game {number}"));
            let first = several_turns(&format!("your {what}"), &of, turns);
            let since = number
                .zip(*since_then)
                .map(|(number, turn)| format!("The board has changed since: game {number} is at turn {turn}."));
            return [first]
                .into_iter()
                .chain(since)
                .chain([self::remedy(way, remedy)])
                .chain(rest.map(self::rest))
                .collect();
        }
    };
    lines.iter().map(|line| (*line).to_owned()).collect()
}

fn from_elsewhere(link: Option<&LinkElsewhere>) -> Vec<String> {
    let mut lines = vec![
        "A mail with your reply address came from another mail address.".to_owned(),
        "Nothing was done. If it was not you, ignore this.".to_owned(),
    ];
    match link {
        Some(link) => {
            let code = link.code.as_deref().unwrap_or_default();
            lines.push(format!(
                "If it was you and you want to play from there too, send from there, within an hour: `link {code}`"
            ));
            lines.extend(link.then_done.then(|| "What that mail asked for is done then.".to_owned()));
            lines.push("Whoever can read mail there can then play in your name.".to_owned());
        }
        None => lines.push("If it was you, reply once more from this address.".to_owned()),
    }
    lines
}

fn several_turns(yours: &str, of: &str, turns: &[String]) -> String {
    match turns {
        [first, second] => format!("{yours} has two turns{of}, {} and {}.", literal(first), literal(second)),
        [first, second, ..] => {
            format!("{yours} has several turns{of}, {} and {} among them.", literal(first), literal(second))
        }
        _ => format!("{yours} has several turns{of}."),
    }
}

/// How a reader says which of several turns it is.
pub(super) const fn one_of_them(way: Way) -> &'static str {
    match way {
        Way::Discord => "Type the one you mean",
        Way::Mail | Way::Console => "Reply with the one you mean",
    }
}

fn remedy(way: Way, remedy: &Remedy) -> String {
    match remedy {
        Remedy::SayWhich => format!("{}.", one_of_them(way)),
        Remedy::SayWhichGame => format!("{}, the number of its game in front.", one_of_them(way)),
        Remedy::Wait { opponent } => format!("It is {opponent}'s turn."),
    }
}

fn rest(rest: Rest) -> String {
    match rest {
        Rest::Undone => "The rest was not done either.",
        Rest::OtherGames => "Of the rest only turns in other games count.",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::command::parse::{Parsed, parse_line};

    #[test]
    fn no_example_is_a_turn_when_its_line_is_wrapped() {
        let turn = || "d1-d7/g7".to_owned();
        for why in [
            Why::HowToMove { pattern: "from-to/arrow".to_owned(), example: Some(turn()), unsent: None, opponent: None },
            Why::HowToMove {
                pattern: "square".to_owned(),
                example: Some("d3".to_owned()),
                unsent: None,
                opponent: None,
            },
            Why::Nearly { turns: vec![turn(), "d1-d2/g2".to_owned()] },
            Why::NearlyAccepted { turn: turn() },
        ] {
            for line in [Way::Mail, Way::Discord].iter().flat_map(|way| lines(*way, &why)) {
                let line = line.replace('`', "");
                for (at, _) in line.match_indices(' ') {
                    let Parsed::Commands { commands, .. } = parse_line(&line[at..]) else { continue };
                    let plays = commands.iter().any(|command| matches!(command, Command::Turn { .. }));
                    assert!(!plays, "{}", &line[at..]);
                }
            }
        }
    }
}
