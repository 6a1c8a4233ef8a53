//! Every kind of mail that the product sends, as a client shows it: pictures that are there and have words for those who
//! don't see them, and a page that fits a phone. `MAILS=FOLDER` also writes them down, for somebody to look at.
#![allow(clippy::unwrap_used)]

#[path = "../../core/tests/wording/samples/mod.rs"]
mod samples;
mod world;

use std::path::Path;

use mail_parser::{MessageParser, MimeHeaders};
use turnpost_core::notice::Destination;
use turnpost_core::rules::GameKind;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::compose::Composer;
use world::{ANN, Got, World};

/// What a player asks about, each answered by a mail of its own kind.
const ASKED: [&str; 26] = [
    "help",
    "help clock",
    "games",
    "games anyone",
    "finished",
    "challenges",
    "settings",
    "who ben",
    "stats",
    "show",
    "history",
    "record",
    "moves",
    "preview d7-d5/g5",
    "j7-h7",
    "d1",
    "I play j7 to h7 and shoot h3",
    "plan b7-d5/d3 a4-a5/a6",
    "plans",
    "say Good luck to you!",
    "note Watch the corner.",
    "draw",
    "undo",
    "away 7d",
    "resign",
    "export me",
];

/// A page wider than this is scrolled sideways in a reading pane.
const WIDEST: u32 = 600;

#[tokio::test]
async fn every_kind_of_mail_can_be_looked_at() {
    let mut mails = of_samples();
    mails.extend(of_a_conversation().await);
    for (name, raw) in &mails {
        check(name, &Got::read(raw.clone()));
    }
    assert!(mails.len() > 60, "{}", mails.len());
    if let Some(folder) = std::env::var_os("MAILS") {
        let folder = Path::new(&folder);
        std::fs::create_dir_all(folder).unwrap();
        for (number, (name, raw)) in mails.iter().enumerate() {
            std::fs::write(folder.join(format!("{number:03}-{name}.eml")), raw).unwrap();
        }
    }
}

fn of_samples() -> Vec<(String, Vec<u8>)> {
    let composer = Composer::new(OurAddress::parse("play@example.org").unwrap(), None);
    let mails = samples::all().into_iter().filter(|(_, notice)| matches!(notice.to, Destination::Email(_)));
    let made = mails.map(|(name, notice)| (name.to_owned(), composer.mail(7, &notice, "k9", samples::NOW).unwrap().0));
    made.collect()
}

/// Ann, who is to move, asks for everything in turn.
async fn of_a_conversation() -> Vec<(String, Vec<u8>)> {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let rules = GameKind::ALL.iter().map(|game| format!("rules {}", game.name()));
    let mut mails = Vec::new();
    for asked in rules.chain(ASKED.map(str::to_owned)) {
        let mut words: String = asked.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '-' }).collect();
        words.truncate(24);
        let answers = world.reply(ANN, &to_ann, &asked).await;
        assert!(!answers.is_empty(), "{asked} was not answered");
        let named = answers.into_iter().enumerate();
        mails.extend(named.map(|(number, got)| (format!("{words}-{}-{number}", name(&got.to)), got.raw)));
    }
    mails
}

fn name(address: &str) -> &str {
    address.split('@').next().unwrap_or_default()
}

fn check(name: &str, got: &Got) {
    let mail = MessageParser::default().parse(&got.raw).unwrap();
    let ids: Vec<&str> = mail.parts.iter().filter_map(|part| part.content_id()).collect();
    let mut shown = 0;
    for image in got.html.split("<img ").skip(1).map(|rest| rest.split('>').next().unwrap()) {
        let value = |key: &str| image.split(&format!("{key}=\"")).nth(1)?.split('"').next();
        let id = value("src").and_then(|source| source.strip_prefix("cid:")).unwrap();
        assert!(ids.contains(&id), "{name}: there is no picture {id}");
        assert!(value("alt").is_some_and(|alt| alt.len() > 5), "{name}: {image}");
        assert!(value("width").unwrap().parse::<u32>().unwrap() <= WIDEST, "{name}: {image}");
        shown += 1;
    }
    assert_eq!(shown, ids.len(), "{name}: pictures that nobody sees");
    assert!(got.html.contains("color-scheme") && got.html.contains("max-width:"), "{name}: {}", got.html);
    assert!(!got.text.trim().is_empty() && !got.html.trim().is_empty(), "{name}");
}
