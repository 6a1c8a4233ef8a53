//! What is told in Discord: most of what is told by mail, and what is only told there.

use turnpost_core::notice::{Beside, Destination, News, Notice, Preface, ResultNews, TurnNews};

use super::turns::ben_to_move;
use super::{mail, turn};

pub fn all(mails: Vec<(&'static str, Notice)>) -> Vec<(&'static str, Notice)> {
    let discord = |mention: Option<u64>, notice: Notice| Notice {
        to: Destination::DiscordPlace { channel: 5, mention, also: None },
        ..notice
    };
    // Everything that can also be told there, with the name it goes by there.
    let kept = [
        "invitation",
        "receipt-first",
        "your-turn-accepted",
        "your-turn",
        "your-turn-after-a-plan",
        "refused",
        "stale",
        "reminder",
        "result",
        "result-lost-by-a-turn",
        "watched",
        "question",
        "words",
        "digest",
    ];
    let names = [
        "discord-challenge",
        "discord-receipt",
        "discord-accepted",
        "discord-your-turn",
        "discord-after-a-plan",
        "discord-refused",
        "discord-stale",
        "discord-reminder",
        "discord-result",
        "discord-result-by-a-turn",
        "discord-watched",
        "discord-question",
        "discord-words",
        "discord-digest",
    ];
    let mut all = Vec::new();
    for (name, notice) in mails {
        let Some(place) = kept.iter().position(|kept| *kept == name) else { continue };
        let notice = match &notice.news {
            // Everybody in the thread reads it; nobody there is "you".
            News::Result(result) => {
                let news = News::Result(ResultNews { you_won: None, ..result.clone() });
                discord(None, Notice { news, ..notice })
            }
            News::YourTurn(_) | News::Reminder { .. } | News::Challenge(_) => discord(Some(77), notice),
            _ => Notice { to: Destination::DiscordUser(77), ..notice },
        };
        all.push((names[place], notice));
    }
    let first = TurnNews { preface: vec![Preface::Accepted { by: "Ann".into() }], ..turn("Ben", "white", &[]) };
    all.push(("discord-first-turn", discord(Some(77), mail(News::YourTurn(first), 0))));
    let aside = News::Aside {
        what: Beside::DrawAsked { whom: "Ann".into() },
        to_move: Some("Ben".into()),
        mine: true,
        comments: Vec::new(),
    };
    all.push(("discord-aside", Notice { to: Destination::DiscordUser(77), ..mail(aside, 0) }));
    let aside = News::Aside {
        what: Beside::DrawRefused { by: "Ann".into() },
        to_move: Some("Ann".into()),
        mine: false,
        comments: vec![("Ann".into(), "Not yet".into())],
    };
    all.push(("discord-aside-of-the-other", Notice { to: Destination::DiscordUser(77), ..mail(aside, 0) }));
    all.push(("discord-direct", Notice { to: Destination::DiscordUser(77), ..ben_to_move() }));
    all
}
