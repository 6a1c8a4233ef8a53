//! Words about the games, lists, help and rules that were asked for.

use super::Said;
use crate::command::HelpTopic;
use crate::notice::Destination;
use crate::notice::told::views::{Told, Why};
use crate::rules::GameKind;
use crate::text::ending::attached;
use crate::text::plural::counted;
use crate::text::{Reader, count, help, house, literal};

mod lists;
mod looking;
mod one_game;

pub(super) use lists::challenge;

pub(super) fn told(reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        // Answers about one game go to its thread.
        Told::Standing(standing) => Said::in_thread(one_game::standing(reader, standing)),
        Told::Before { number, turn, now, over } => {
            let by_now = if *over { format!("It ended at turn {now}") } else { format!("It is at turn {now} by now") };
            Said::in_thread(vec![format!("Game {number} before turn {turn}. {by_now}.")])
        }
        Told::History { standing, turns, replay } => {
            // At the console nothing can be attached.
            let replay = replay.as_ref().filter(|_| !matches!(reader.notice.to, Destination::Console(_)));
            let attached = replay.and_then(|replay| attached(reader, replay.animated));
            Said::in_thread(one_game::history(reader, standing, turns).into_iter().chain(attached))
        }
        Told::Moves { count, from, turns } => Said::in_thread(one_game::moves(reader, *count, from, turns)),
        Told::Preview { number, after } => {
            Said::in_thread(vec![format!("Preview of game {number} after {}. Nothing is played.", after.join(", "))])
        }
        Told::Count(found) => Said::in_thread(count::lines(found)),
        Told::Stones { game, stones } => {
            let what = GameKind::named(game).map_or("", GameKind::counted);
            Said::in_thread([count::stones(reader, what, *stones), count::leads(reader, what, *stones)])
        }
        Told::Pieces { title, pieces } => Said::in_thread([
            count::pieces(reader, pieces),
            format!("Nothing is counted in {title}: the position decides."),
        ]),
        Told::Counted { count: found, to_move, winner } => {
            Said::in_thread(count::lines(found).into_iter().chain(count::verdict(found, *to_move, winner.as_ref())))
        }
        Told::Notes { number, notes, older } => Said::under(
            format!("Turnpost: your notes on game {number}"),
            one_game::notes(reader, *number, notes, *older),
        ),
        Told::Watching { number, on, changed } => {
            Said::in_thread(vec![one_game::watching(reader, *number, *on, *changed)])
        }
        Told::Help => Said::under("Turnpost: help", help::introduction(reader.way)).with(help::overview_on(reader.way)),
        Told::Topic { topic } => {
            let said =
                Said::under(format!("Turnpost: help on {}", topic.word()), help::topics::lines(*topic, reader.way));
            match topic {
                HelpTopic::Commands => said.with(help::commands_on(reader.way)),
                _ => said,
            }
        }
        Told::About { command } => {
            let (first, article) = help::about_on(reader.way, command).unwrap_or_default();
            Said::one("Turnpost: help", first).with(article)
        }
        Told::Rules { game } => {
            let title = lists::title(game);
            let kind = GameKind::named(game).ok();
            let blurb = kind.map_or_else(String::new, |kind| kind.blurb().replace('\n', " "));
            let lines = [format!("The rules of {title}."), blurb];
            Said::under(format!("Turnpost: the rules of {title}"), lines)
                .with(kind.map(GameKind::rules).unwrap_or_default())
        }
        Told::Hint { advice, .. } => Said::in_thread(house::hint(reader, advice)),
        Told::Reviewing { number } => Said::in_thread([reader
            .way
            .settled(format!("the house looks at game {number}; its review follows in a minute or two."))]),
        Told::Review { number, players, winner, review } => {
            Said::in_thread(house::review(*number, players, *winner, review))
        }
        Told::Games { running, finished, challenges } => {
            Said::under("Turnpost: your games", lists::games(reader, running, finished, challenges))
        }
        Told::Challenges { own, open } => Said::under("Turnpost: open challenges", lists::challenges(own, open)),
        Told::Player { name, running, ratings, away, courses, against } => {
            let lines = looking::player(reader, (name, *running, *away), ratings, courses, against);
            Said::under(format!("Turnpost: {name}"), lines)
        }
        Told::Finished { player, rows, page, all } => {
            let whose = player.as_ref().map_or_else(|| "your games".to_owned(), |name| format!("games of {name}"));
            let lines = looking::finished(reader, player.as_deref(), rows, *page, *all);
            Said::under(format!("Turnpost: {whose} that are over"), lines)
        }
        Told::Others { rows, all } => Said::under("Turnpost: games of others", looking::others(rows, *all)),
        Told::Ratings(games) => Said::under("Turnpost: ratings", lists::ratings(games)),
    }
}

/// The reason as it follows a colon, then the remedy.
pub(super) fn why(reader: &Reader<'_>, why: &Why) -> Vec<String> {
    let line = match why {
        Why::After { played, why } => {
            let mut lines = super::illegal(reader.way, why);
            if let Some(first) = lines.first_mut()
                && !played.is_empty()
            {
                *first = format!("after {}: {first}", played.join(", "));
            }
            return lines;
        }
        Why::NoHints => {
            "hints are for games with the house; between people everybody finds their own turns.".to_owned()
        }
        Why::NoHintsInEvents => "there are no hints in tournaments, where others play for the same places.".to_owned(),
        Why::HouseIsOff => "the house is switched off at present; try again later.".to_owned(),
        Why::ReviewLater { number } => {
            format!(
                "game {number} still runs, and a review would be help in it; once it is over, `review {number}` works."
            )
        }
        Why::NothingToReview { number } => format!("nothing was played in game {number}."),
        Why::EnoughReviews { most } => {
            format!("{most} reviews a day are the most for one player; try again tomorrow.")
        }
        Why::NoSuchTurn { number, turn, now } => format!("game {number} has no turn {turn}; it is at turn {now}."),
        Why::NoTurnLeft { number } => format!("game {number} is over: no turn is left to play."),
        Why::NoneBegins { with } => format!("no legal turn begins with {}.", literal(with)),
        Why::EmptyNote => "there is nothing to note in that.".to_owned(),
        Why::EnoughNotes { most } => format!("{most} notes a day and game are the most."),
        Why::NoCommand { word } => {
            format!("there is no command {}; `help` lists them all.", literal(&format!("{word:?}")))
        }
        Why::NoGame { name } => {
            format!("no game {}; the games: {}", literal(&format!("{name:?}")), help::games())
        }
        Why::WhichGame => format!("say of which game: {}.", help::games()),
        Why::OwnGame => "it is your own game; you hear of every turn.".to_owned(),
        Why::NothingToWatch { number } => format!("game {number} is over; `show {number}` shows it."),
        Why::WatchesEnough { most } => {
            format!("{} are the most to watch; `unwatch` and a number makes room.", counted(*most as i64, "game"))
        }
        Why::WatchedEnough { number, most } => {
            format!("{most} others watch game {number}, which are the most; `show {number}` shows it.")
        }
        Why::NoneFinished { later: true, .. } => "there are no older games.".to_owned(),
        Why::NoneFinished { player: None, .. } => "you have finished no game yet.".to_owned(),
        Why::NoneFinished { player: Some(name), .. } => {
            format!("{} has no finished game that you could look at.", literal(name))
        }
        Why::NobodyCalled { name } if name.starts_with("<@") => "that member doesn't play here yet.".to_owned(),
        Why::NobodyCalled { name } => format!("nobody is called {} here.", literal(&format!("{name:?}"))),
    };
    vec![line]
}
