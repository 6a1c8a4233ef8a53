//! Printing a command the way it is typed. What this prints, the parser reads back as the same command.

use std::fmt;

use super::day::month_name;
use super::{Answer, Cancel, Colour, Command, HostEvent, HostStart, NewGame, Opponent};
use crate::game::GameNumber;
use crate::rules::Side;

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::New(new) => print_new(f, new),
            Command::Accept(game) => with_game(f, "accept", *game),
            Command::Decline(game) => with_game(f, "decline", *game),
            Command::Cancel(game) => with_game(f, "cancel", *game),
            Command::Challenges => f.write_str("challenges"),
            Command::Rematch(game) => with_game(f, "rematch", *game),
            Command::House { game, level } => {
                with_game(f, "house", *game)?;
                level.map_or(Ok(()), |level| write!(f, " level {level}"))
            }
            Command::Turn { game, guard, text } => {
                with_game(f, "move", *game)?;
                guard.map_or(Ok(()), |turn| write!(f, " #{turn}"))?;
                write!(f, " {text}")
            }
            Command::Perhaps { yes, game, guard, text } => {
                f.write_str(if *yes { "yes " } else { "" })?;
                game.map_or(Ok(()), |game| write!(f, "{game} "))?;
                guard.map_or(Ok(()), |turn| write!(f, "#{turn} "))?;
                f.write_str(text)
            }
            Command::Nearly(places) => f.write_str(&places.join(" ")),
            Command::Hint(hint) => {
                let answer = hint.answer.as_ref().map(|answer| if answer.yes { "yes" } else { "no" });
                let all = [answer, hint.turn.as_deref(), hint.wish.as_deref()];
                f.write_str(&all.into_iter().flatten().collect::<Vec<_>>().join(" "))
            }
            Command::Show { game, turn } => {
                with_game(f, "show", *game)?;
                turn.map_or(Ok(()), |turn| write!(f, " #{turn}"))
            }
            Command::History(game) => with_game(f, "history", *game),
            Command::Moves { game, from } => with_text(f, "moves", *game, from.as_deref()),
            Command::Preview { game, turns } => with_text(f, "preview", *game, Some(&turns.join("; "))),
            Command::Resign { game, sure } => with_text(f, "resign", *game, sure.then_some("yes")),
            Command::Draw { game, answer } => {
                let answer = match answer {
                    Answer::Offer => None,
                    Answer::Accept => Some("accept"),
                    Answer::Decline => Some("decline"),
                };
                with_text(f, "draw", *game, answer)
            }
            Command::Undo(game) => with_game(f, "undo", *game),
            Command::Claim(game) => with_game(f, "claim", *game),
            Command::Count(game) => with_game(f, "count", *game),
            Command::AskHint(game) => with_game(f, "hint", *game),
            Command::Review(game) => with_game(f, "review", *game),
            Command::Say { game, text } => with_text(f, "say", *game, Some(text)),
            Command::Note { game, text } => with_text(f, "note", *game, text.as_deref()),
            Command::Plan { game, line } => {
                with_game(f, "plan", *game)?;
                for (place, turn) in line.iter().enumerate() {
                    f.write_str(match (place, turn) {
                        (0, Some(_)) => " if ",
                        (0, None) => " ",
                        _ => " then ",
                    })?;
                    f.write_str(turn.as_deref().unwrap_or("any"))?;
                }
                Ok(())
            }
            Command::Plans { game, cancel } => {
                with_game(f, "plans", *game)?;
                match cancel {
                    None => Ok(()),
                    Some(Cancel::All) => f.write_str(" cancel"),
                    Some(Cancel::One(number)) => write!(f, " cancel {number}"),
                }
            }
            Command::Watch(game) => with_game(f, "watch", Some(*game)),
            Command::Unwatch(game) => with_game(f, "unwatch", Some(*game)),
            Command::Yes => f.write_str("yes"),
            Command::No => f.write_str("no"),
            Command::Games => f.write_str("games"),
            Command::GamesAnyone => f.write_str("games anyone"),
            Command::Finished { player, page } => {
                with_text(f, "finished", None, player.as_deref())?;
                if *page > 1 { write!(f, " page {page}") } else { Ok(()) }
            }
            Command::Name(name) => write!(f, "name {name}"),
            Command::Settings(None) => f.write_str("set"),
            Command::Settings(Some(setting)) => write!(f, "set {setting}"),
            Command::Away(Some(days)) => write!(f, "away {days}d"),
            Command::Away(None) => f.write_str("away off"),
            Command::AwayUntil(day) => write!(f, "away until {day}"),
            Command::Link(code) => with_text(f, "link", None, code.as_deref()),
            Command::Unlink(what) => with_text(f, "unlink", None, what.as_deref()),
            Command::Stop => f.write_str("stop"),
            Command::Start => f.write_str("start"),
            Command::Block(name) => write!(f, "block {name}"),
            Command::Unblock(name) => write!(f, "unblock {name}"),
            Command::ExportMe => f.write_str("export me"),
            Command::ForgetMe => f.write_str("forget me"),
            Command::Tournaments(game) => with_text(f, "tournaments", None, game.as_deref()),
            Command::Invite { event, name } => write!(f, "invite T{event} {name}"),
            Command::Join { event, once, code } => {
                write!(f, "join T{event}{}", if *once { " once" } else { "" })?;
                code.as_ref().map_or(Ok(()), |code| write!(f, " code {code}"))
            }
            Command::Leave(event) => write!(f, "leave T{event}"),
            Command::Withdraw { event, sure } => write!(f, "withdraw T{event}{}", if *sure { " yes" } else { "" }),
            Command::Standings(event) => {
                f.write_str("standings")?;
                event.map_or(Ok(()), |event| write!(f, " T{event}"))
            }
            Command::Ladder { game, against } => {
                write!(f, "ladder {game}")?;
                against.as_ref().map_or(Ok(()), |name| write!(f, " vs {name}"))
            }
            Command::Host(host) => print_host(f, host),
            Command::CancelEvent(event) => write!(f, "cancel T{event}"),
            Command::ExportEvent(event) => write!(f, "export T{event}"),
            Command::Help(topic) => with_text(f, "help", None, topic.as_deref()),
            Command::Rules(game) => with_text(f, "rules", None, game.as_deref()),
            Command::Ratings(game) => with_text(f, "ratings", None, game.as_deref()),
            Command::Who(name) => with_text(f, "who", None, name.as_deref()),
        }
    }
}

fn with_game(f: &mut fmt::Formatter<'_>, word: &str, game: Option<GameNumber>) -> fmt::Result {
    with_text(f, word, game, None)
}

fn with_text(f: &mut fmt::Formatter<'_>, word: &str, game: Option<GameNumber>, text: Option<&str>) -> fmt::Result {
    f.write_str(word)?;
    game.map_or(Ok(()), |game| write!(f, " {game}"))?;
    text.map_or(Ok(()), |text| write!(f, " {text}"))
}

fn print_new(f: &mut fmt::Formatter<'_>, new: &NewGame) -> fmt::Result {
    write!(f, "new {}", new.game)?;
    new.variant.as_ref().map_or(Ok(()), |variant| write!(f, " {variant}"))?;
    match &new.opponent {
        Opponent::Anyone => {}
        Opponent::Player(name) => write!(f, " vs {name}")?,
        Opponent::Email(address) => write!(f, " vs {address}")?,
        Opponent::Discord(id) => write!(f, " vs <@{id}>")?,
        Opponent::House(None) => f.write_str(" vs house")?,
        Opponent::House(Some(level)) => write!(f, " vs house level {level}")?,
    }
    match new.colour {
        None => {}
        Some(Colour::Side(Side::White)) => f.write_str(" as white")?,
        Some(Colour::Side(Side::Black)) => f.write_str(" as black")?,
        Some(Colour::Random) => f.write_str(" as random")?,
    }
    new.clock.map_or(Ok(()), |clock| write!(f, " clock {clock}"))?;
    match new.rated {
        None => {}
        Some(true) => f.write_str(" rated")?,
        Some(false) => f.write_str(" unrated")?,
    }
    new.options.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
}

fn print_host(f: &mut fmt::Formatter<'_>, host: &HostEvent) -> fmt::Result {
    write!(f, "host {}", host.game)?;
    host.variant.as_ref().map_or(Ok(()), |variant| write!(f, " {variant}"))?;
    f.write_str(if host.cup { " cup" } else { " roundrobin" })?;
    host.players.map_or(Ok(()), |(fewest, most)| write!(f, " players {fewest}-{most}"))?;
    match host.start {
        None => {}
        Some(HostStart::WhenFull) => f.write_str(" when full")?,
        Some(HostStart::Day { day, month, year }) => {
            write!(f, " start {day} {}", month_name(month))?;
            year.map_or(Ok(()), |year| write!(f, " {year:04}"))?;
        }
        Some(HostStart::Named(day)) => write!(f, " start {day}")?,
    }
    host.clock.map_or(Ok(()), |clock| write!(f, " clock {clock}"))?;
    host.code.as_ref().map_or(Ok(()), |code| write!(f, " code {code}"))?;
    match host.rated {
        None => Ok(()),
        Some(true) => f.write_str(" rated"),
        Some(false) => f.write_str(" unrated"),
    }
}
