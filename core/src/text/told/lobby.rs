//! Words about challenges and invitations.

use std::fmt;

use super::Said;
use super::views::challenge;
use crate::address::NoMailbox;
use crate::game::GameNumber;
use crate::notice::told::lobby::{Bound, Closed, Recipient, Told, Why};
use crate::notice::{Destination, Terms};
use crate::text::plural::counted;
use crate::text::{Reader, literal, terms};

pub(super) fn told(reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::Open { number, days, terms, house } => {
            let lines = [
                reader.way.settled(format!("challenge {number} is open, we write when somebody accepts.")),
                format!("{} It ends by itself after {}.", changed_your_mind(reader), counted((*days).into(), "day")),
            ];
            let by_mail = matches!(reader.notice.to, Destination::Email(_));
            let meanwhile = house.then(|| {
                format!("Rather not wait? {}: the house, a computer, plays you at once.", reader.way.ask("house"))
            });
            let lines = lines.into_iter().chain(meanwhile).chain(in_full(terms.as_ref(), by_mail));
            Said::under(format!("Turnpost: challenge {number} is open"), lines)
        }
        Told::Sent { number, to, without_words, terms } => {
            let by_mail = matches!(reader.notice.to, Destination::Email(_)) || *to == Recipient::Address;
            sent(reader, *number, to, *without_words, in_full(terms.as_ref(), by_mail))
        }
        Told::NotInvited(bound) => Said::under("Turnpost: not sent", [format!("Not sent: {}", no_more(*bound))]),
        Told::Declined { number, terms } => Said::under(
            format!("Turnpost: challenge {number} is declined"),
            [reader.way.settled(format!("challenge {number} is declined."))]
                .into_iter()
                .chain(in_short(terms.as_ref())),
        ),
        Told::WasDeclined { number, terms, by, words } => {
            let first = match by {
                Some(by) => reader.way.settled_by(&literal(by), format!(" declined your challenge {number}.")),
                None => reader.way.settled(format!("your challenge {number} was declined.")),
            };
            let by = by.as_deref().unwrap_or("Your friend");
            let words = words.as_ref().map(|words| format!("{by}: \"{}\"", literal(words)));
            Said::under(
                format!("Turnpost: challenge {number} was declined"),
                [first].into_iter().chain(words).chain(in_short(terms.as_ref())),
            )
        }
        Told::Withdrawn { number, by, terms } => Said::under(
            format!("Turnpost: challenge {number} is withdrawn"),
            [match by {
                None => reader.way.settled(format!("challenge {number} is withdrawn.")),
                Some(by) => reader.way.settled_by(&literal(by), format!(" withdrew challenge {number}.")),
            }]
            .into_iter()
            .chain(in_short(terms.as_ref())),
        ),
        Told::Over { number, title, challenger, how, by } => Said::under(
            format!("Turnpost: challenge {number} is over"),
            [over(*how, &literal(challenger), title, by.as_deref())],
        ),
    }
}

/// In place of a challenge: who did what about whose.
fn over(how: Closed, challenger: &str, title: &str, by: Option<&str>) -> String {
    match (how, by) {
        (Closed::Accepted, _) => format!("{challenger}'s challenge to {title} was accepted."),
        (Closed::Declined, Some(by)) => format!("{} declined {challenger}'s challenge to {title}.", literal(by)),
        (Closed::Declined, None) => format!("{challenger}'s challenge to {title} was declined."),
        (Closed::Withdrawn, _) => format!("{challenger} took the challenge to {title} back."),
        (Closed::Expired, _) => format!("Nobody answered {challenger}'s challenge to {title}, and it has ended."),
    }
}

/// What a challenge was for, in one line.
pub(super) fn in_short(terms: Option<&Terms>) -> Option<String> {
    terms.map(|terms| format!("It was for: {}.", terms::line(terms)))
}

/// What a challenge is for, what its options mean, and a warning where its clock is too fast.
fn in_full(terms: Option<&Terms>, by_mail: bool) -> Vec<String> {
    let Some(terms) = terms else { return Vec::new() };
    let mut lines = vec![format!("{}.", terms::line(terms))];
    lines.extend(terms::options(&terms.game, &terms.options, terms.you_play));
    lines.extend(terms::too_fast_for_mail(terms.clock).filter(|_| by_mail));
    lines
}

/// A challenge or an invitation has been sent.
fn sent(reader: &Reader<'_>, number: GameNumber, to: &Recipient, without_words: bool, terms: Vec<String>) -> Said {
    let (subject, news) = match to {
        Recipient::Player { name, reached: false } => (
            format!("Turnpost: challenge {number} waits"),
            reader.way.settled_by(
                &literal(name),
                format!(" gets no messages at present, but can still find challenge {number}."),
            ),
        ),
        Recipient::Player { name, reached: true } => {
            let news = reader.way.settled(format!("we write when {} answers.", literal(name)));
            (format!("Turnpost: challenge {number} is sent"), news)
        }
        Recipient::Address => {
            let news = reader.way.settled("we write when your friend answers.");
            (format!("Turnpost: invitation {number} is sent"), news)
        }
    };
    let mut lines = vec![news, changed_your_mind(reader)];
    lines.extend(terms);
    if without_words {
        let why = "Your words were left out: they go along once you have answered a mail of ours, such as this one.";
        lines.push(why.to_owned());
    }
    Said::under(subject, lines)
}

fn changed_your_mind(reader: &Reader<'_>) -> String {
    format!("Changed your mind? {}.", reader.way.ask("cancel"))
}

/// Why no more invitations are mailed.
fn no_more(bound: Bound) -> String {
    match bound {
        Bound::OfOne { most } => format!("{most} invitations by mail a day are the most; try again tomorrow."),
        Bound::OfDomain => {
            "too many invitations by mail come from your mail domain today; try again tomorrow. Players here can be \
             challenged by name at any time."
                .to_owned()
        }
        Bound::OfAll => {
            "this server sends no more invitations by mail for now; try again tomorrow. Players here can be challenged \
             by name at any time."
                .to_owned()
        }
    }
}

/// The reason as it follows a colon, then the remedy.
pub(super) fn why(_reader: &Reader<'_>, why: &Why) -> Vec<String> {
    vec![match why {
        Why::Setup(error) => literal(&error.to_string()),
        Why::TooManyOpen { most } => format!("you have {most} open challenges already; cancel one of them first."),
        Why::TooManyToday { most } => {
            format!("{most} challenges a day that nobody accepts are the most; try again tomorrow.")
        }
        Why::TooManyOpenTo { most } => format!(
            "you have {most} open challenges to that player already; wait for an answer, or cancel one of them."
        ),
        Why::TooManyTo { most } => {
            format!("{most} challenges a day to one player are the most; they can still challenge you.")
        }
        Why::ChallengedTooOften => "that player was challenged too often today; try again tomorrow.".to_owned(),
        Why::Yourself => "one can't play against oneself.".to_owned(),
        Why::Nobody { called, like } => {
            let mean =
                if like.is_empty() { String::new() } else { format!(" Did you mean {}?", literal(&like.join(" or "))) };
            let called = literal(&format!("{called:?}"));
            format!("nobody is called {called} here.{mean} A friend is invited by mail address.")
        }
        Why::NoHouse => {
            "the house doesn't play here at present. `new amazons` finds anyone; a friend is invited by mail address."
                .to_owned()
        }
        Why::HouseIsUnrated => "games with the house are never rated; leave the word out.".to_owned(),
        Why::EnoughGames { most } => format!(
            "you have {}, as many as you want at a time; `set games off` removes that bound.",
            counted((*most).into(), "game")
        ),
        Why::HouseGames { most } => {
            format!(
                "you play the house in {most} games already, which is the most; finish or resign one of them first."
            )
        }
        Why::HouseToday { most } => {
            format!("{most} games a day with the house are the most for one player; try again tomorrow.")
        }
        Why::NoneForHouse => {
            "you have no challenge open to anyone; `new amazons vs house` begins a game with the house.".to_owned()
        }
        Why::HouseWhich { numbers } => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("say which challenge: `house` and one of {}.", numbers.join(", "))
        }
        Why::NoAddress(why @ (NoMailbox::NoDot | NoMailbox::Reserved | NoMailbox::OurOwn)) => {
            format!("nobody can be invited at that address: {why}.")
        }
        Why::NoAddress(why) => format!("that is no mail address: {why}."),
        Why::MentionedElsewhere => {
            "nobody here is known by that mention; challenge them in a channel that you share, or by name.".to_owned()
        }
        Why::NotForYou { number } => {
            format!("no challenge {number} is open to you; challenges lists those that are.")
        }
        Why::OpenToAll { number } => format!("challenge {number} is open to all; only its challenger can withdraw it."),
        Why::YourOwn { number } => format!("challenge {number} is your own; `cancel {number}` withdraws it."),
        Why::Closed { number, how } => {
            let became = match how {
                Closed::Accepted => "was accepted already",
                Closed::Declined => "was declined",
                Closed::Withdrawn => "was withdrawn",
                Closed::Expired => "has expired",
            };
            format!("challenge {number} {became}.")
        }
        Why::NoneOfYours { number } => format!(
            "you have no open challenge {number}; challenges lists yours. A game that runs is given up by `resign`."
        ),
        Why::WithdrawWhich => {
            "you have no open challenge to take back. A game that runs is given up by `resign`.".to_owned()
        }
        Why::CancelWhichEvent { numbers } => {
            let each: Vec<String> = numbers.iter().map(|number| format!("`cancel T{number}`")).collect();
            let what = if numbers.len() == 1 { "the tournament" } else { "a tournament" };
            format!("you have no open challenge; {} cancels {what} that you host.", each.join(" or "))
        }
        Why::NoneWaits => "no challenge waits for your answer; challenges lists the open ones.".to_owned(),
        Why::AcceptWhich { challenges, .. } if !challenges.is_empty() => {
            let first = "say which challenge: `accept` and its number.".to_owned();
            return [first].into_iter().chain(challenges.iter().map(challenge)).collect();
        }
        Why::WithdrawOneOf { challenges } => {
            let first = "say which challenge: `cancel` and its number.".to_owned();
            return [first].into_iter().chain(challenges.iter().map(challenge)).collect();
        }
        Why::AcceptWhich { numbers, .. } => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("say which challenge: `accept` and one of {}.", numbers.join(", "))
        }
        Why::RematchWhich => "say which of your games: `rematch` and its number.".to_owned(),
        Why::StillRunning { number } => format!("game {number} is still running."),
        Why::NoLongerHere => "that player is no longer here.".to_owned(),
    }]
}

/// What a valid address would look like.
impl fmt::Display for NoMailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoMailbox::Form => "it has the form name@domain",
            NoMailbox::Local => "before the @ it has letters, digits, single dots and plain signs like - _ + only",
            NoMailbox::Domain => "behind the @ stands the name of a domain, such as example.org",
            NoMailbox::Long => "it is too long",
            NoMailbox::NoDot => "behind the @ stands the whole name of a domain, with a dot, such as example.org",
            NoMailbox::Reserved => "its domain is a name for private networks, and no mail gets there from here",
            NoMailbox::OurOwn => "it is this server's own",
        })
    }
}
