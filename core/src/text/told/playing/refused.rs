//! Why something was not played, settled, planned or said.

use crate::notice::told::playing::{Illegal, NotNow, Why};
use crate::text::plural::counted;
use crate::text::times::roughly;
use crate::text::told::incoming::one_of_them;
use crate::text::way::Way;
use crate::text::{Reader, count, literal};

/// The reason as it follows a colon, then the remedy.
pub(in crate::text::told) fn why(reader: &Reader<'_>, why: &Why) -> Vec<String> {
    vec![match why {
        Why::NoGame(number) => format!("there is no game {number}; `games` lists yours."),
        Why::StillAChallenge(number) => format!("challenge {number} is not a game yet."),
        Why::NoRunningGame => "you have no running game; `new amazons` finds you one.".to_owned(),
        Why::WhichGame(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("say which game, its number first: {}.", numbers.join(", "))
        }
        Why::WhichOf { games, turn } => {
            let number = games.first().map_or(0, |(number, ..)| *number);
            let written =
                turn.as_ref().map_or_else(String::new, |turn| format!(", as in `{number} {}`", literal(turn)));
            let each = games.iter().map(|(number, title, other)| format!("{number} is {title} vs {}", literal(other)));
            // A slash command has nothing in front of it.
            let how = match (reader.way, turn) {
                (Way::Discord, None) => format!("name one: `game:{number}` in a slash command, or the number in front"),
                _ => format!("write the number in front{written}"),
            };
            return vec![
                format!("it could be for {}; {how}.", counted(games.len() as i64, "game")),
                format!("{}.", each.collect::<Vec<_>>().join(", ")),
            ];
        }
        Why::BetweenOthers(number) => format!("game {number} is between other players."),
        Why::Over { number, reason } => format!("game {number} is over: {reason}. `rematch` plays again."),
        Why::Adjourned(number) => format!("game {number} is adjourned by the operator."),
        Why::Guarded { guard, number, turn } => format!("you wrote #{guard}, and game {number} is at turn {turn}."),
        Why::OlderBoard { number, turn } => {
            format!("your message answers an older board; game {number} is at turn {turn}.")
        }
        Why::TheirTurn { opponent, undo } => {
            let whose = format!("it is {opponent}'s turn. To answer in advance: `if TURN then TURN`.");
            let undo = undo
                .as_ref()
                .map(|turn| format!("You played {}; `undo` takes it back, until {opponent} plays.", literal(turn)));
            return [whose].into_iter().chain(undo).collect();
        }
        Why::OwnTurn => "it is your own turn; a spur is for when the other player takes too long.".to_owned(),
        Why::SpurTooEarly { seconds } => {
            format!("a spur is allowed once the other player has waited longer than {}.", roughly(*seconds))
        }
        Why::CannotPass => "one can't pass while there is a turn to play.".to_owned(),
        Why::Illegal(illegal) => return self::illegal(reader.way, illegal),

        Why::NoQuestion { yes } => format!("nothing waits for your {}.", answer(*yes)),
        Why::NotAskedHere { yes } => {
            let how = match reader.way {
                Way::Discord => format!("{} below the question", reader.way.answering(*yes)),
                _ => format!("reply {} to the mail that asks", answer(*yes)),
            };
            format!("it is not clear what your {} is to; {how}.", answer(*yes))
        }
        Why::SeveralQuestions { yes } => match reader.way {
            Way::Discord => {
                format!("several questions wait for you; {} below the one that you mean.", reader.way.answering(*yes))
            }
            _ => format!("several questions wait for you; reply {} to the message that asks.", answer(*yes)),
        },
        // The same whether it was answered, is over or asks somebody else: who asked what is nobody's business.
        Why::QuestionOver => "that question is not open to you, or no longer.".to_owned(),
        Why::AnswerTheMail => "reply to the mail that asked, so that we know it is you.".to_owned(),
        Why::GoneOn(number) => format!("game {number} has gone on since that was asked."),

        Why::NoOfferBy { opponent } => format!("{opponent} offers no draw; `draw` offers one."),
        Why::NoOffer => "no draw is offered.".to_owned(),
        Why::OneOffer => "one offer a turn is enough.".to_owned(),
        Why::NothingToTakeBack => "you have played no turn that could be taken back.".to_owned(),
        Why::AskedAlready => "that was asked already in this turn.".to_owned(),
        Why::NoClaims { game } => format!("{game} knows no claims; it is played to the end."),
        Why::NothingToClaim => "the game is over.".to_owned(),
        Why::Unsettled { why } => format!("the position isn't settled: {why}"),
        Why::Undecided(count) => {
            let first = "the position is settled, but the count doesn't decide it yet.".to_owned();
            return [first].into_iter().chain(count::lines(count)).collect();
        }

        Why::PlayFirst => "it is your turn: play first, then plan the answers.".to_owned(),
        Why::EnoughPlans { lines, turns } => {
            format!("{lines} lines of {turns} turns are the most; `plans` lists yours.")
        }
        Why::NoPlan { place, number } => format!("you have no plan {place} in game {number}."),
        Why::NoPlanForm => "a plan is `if TURN then TURN`, or `any then TURN`.".to_owned(),
        Why::AnyIsTheirs => "any stands for the other player's turn only.".to_owned(),
        Why::NotByTurns { turn } => {
            format!("{}: the turns of a plan don't alternate there; plan up to that turn.", literal(turn))
        }
        Why::PlanIllegal { turn, why } => format!("in the plan, {}: {}", literal(turn), rule(why)),
        Why::PlanUnread { turn, why } => format!("{}: {why}", literal(turn)),

        Why::TooLong { has, most } => {
            format!("that has {has} characters, and {most} fit into one message; send it in parts.")
        }
        Why::HouseReadsNothing => {
            "the house is a computer and reads nothing; `note` keeps words for yourself.".to_owned()
        }
        Why::NothingToSay => "there is nothing to say in that.".to_owned(),
        Why::Unreachable { opponent } => format!("{opponent} gets no messages at present."),
        Why::EnoughWaits { most } => {
            format!("{most} messages of yours wait for the next turn already, and that is enough.")
        }
        Why::OnceAnHour => "once an hour is enough after the game.".to_owned(),
    }]
}

/// The rule a text breaks, and legal turns like it.
pub(in crate::text) fn illegal(way: Way, illegal: &Illegal) -> Vec<String> {
    match illegal {
        Illegal::Rule { near, .. } if near.is_empty() => vec![rule(illegal)],
        Illegal::Rule { near, .. } => vec![rule(illegal), format!("Near it: {}.", codes(near))],
        Illegal::Words(words) => vec![words.clone()],
        Illegal::Unfinished { some, all, .. } => {
            let listed = match some.len() == *all {
                true => format!("All {all}: {}.", codes(some)),
                false => format!("{} of {all}: {}.", some.len(), codes(some)),
            };
            vec![
                format!("{}.", rule(illegal)),
                listed,
                "The squares that may come next are marked on the board.".to_owned(),
            ]
        }
        Illegal::Ambiguous(turns) => {
            let listed =
                (turns.len() > FEW).then(|| format!("Some of them: {}.", codes(&turns[..SOME.min(turns.len())])));
            let rule = format!("{}.", rule(illegal));
            [rule].into_iter().chain(listed).chain([format!("{}.", one_of_them(way))]).collect()
        }
    }
}

/// So many turns that a text may mean are named in one sentence, and so many of more of them in a list.
const FEW: usize = 3;
const SOME: usize = 6;

/// Turns, each of which stays on one line.
fn codes(turns: &[String]) -> String {
    turns.iter().map(|turn| format!("`{}`", literal(turn))).collect::<Vec<_>>().join(", ")
}

/// The rule alone, as part of a sentence.
pub(in crate::text) fn rule(illegal: &Illegal) -> String {
    match illegal {
        Illegal::Rule { why, .. } | Illegal::Words(why) => why.clone(),
        Illegal::Unfinished { path, all, missing, .. } => {
            let turns = counted(i64::try_from(*all).unwrap_or(i64::MAX), "turn");
            let missing = missing.as_ref().map_or_else(String::new, |missing| format!(": {missing}"));
            format!("`{path}` is only the beginning of {turns}{missing}")
        }
        Illegal::Ambiguous(turns) if turns.len() <= FEW => format!("that could be {}", turns.join(" or ")),
        Illegal::Ambiguous(_) => "that could be several turns".to_owned(),
    }
}

/// Why a turn for an older board can't be played now.
pub(in crate::text) fn not_now(why: &NotNow) -> String {
    match why {
        NotNow::TheirTurn { opponent } => format!("it is {opponent}'s turn"),
        NotNow::Illegal(illegal) => rule(illegal),
        NotNow::Words(words) => words.clone(),
    }
}

const fn answer(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}
