//! Replies to real mails of ours, as every client known to us quotes, wraps and translates them, in every language of the
//! tables: the move on top is played, and nothing of the quote is played or reaches the opponent.
//!
//! The tables are in `languages` and `styles`. A sample is read each time; `REPLIES=all` reads them all, `REPLIES_SEED=2` draws
//! others, and `REPLIES_SHOW=3` shows so many mails of each family that fails.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod chance;
#[path = "../reading/encode.rs"]
mod encode;
mod mail;
mod originals;
mod quote;
mod replies;
mod tables;
mod tally;
#[path = "../world/mod.rs"]
mod world;
mod write;

use chance::Chance;
use originals::Original;
use replies::{New, Reply, Set, reply, reply_to, with_turn};
use tables::{languages, styles};
use tally::{Finding, Tally};
use tokio::sync::OnceCell;
use turnpost_core::command::Command;
use turnpost_core::comment;
use turnpost_core::message::Message;
use turnpost_core::rules::GameKind;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::decide::understood::{Understood, understood};
use world::World;

/// Of so many replies, one is in the sample.
const SAMPLE: usize = 32;

/// The aim: so many replies in a thousand are read, of a sample and of all.
const READ: [usize; 2] = [990, 995];
/// Nothing is played or told that was not written, in a sample or in all.
const PLAYED: [usize; 2] = [0, 0];
const LEAKED: [usize; 2] = [0, 0];
/// The same for mails that answer none of ours.
const STRANGE_READ: [usize; 2] = [980, 990];
const STRANGE_PLAYED: [usize; 2] = [0, 0];

static ORIGINALS: OnceCell<Vec<Original>> = OnceCell::const_new();

#[tokio::test]
async fn a_move_on_top_is_played() {
    let tally = read_all(Set::MoveOnTop).await;
    assert!(tally.in_thousand() >= READ[which()], "{} in a thousand are read", tally.in_thousand());
}

#[tokio::test]
async fn a_move_only_below_is_not_played_and_nothing_of_the_quote_goes_on() {
    let tally = read_all(Set::MoveBelow).await;
    let (played, leaked) = (tally.count(Finding::Played), tally.count(Finding::Leaked));
    assert!(played <= PLAYED[which()], "{played} are played");
    assert!(leaked <= LEAKED[which()], "{leaked} say too much");
}

#[tokio::test]
async fn mails_that_answer_none_of_ours_are_read_by_their_shape() {
    let tally = read_all(Set::StrangeOnTop).await;
    assert!(tally.in_thousand() >= STRANGE_READ[which()], "{} in a thousand are read", tally.in_thousand());
    let tally = read_all(Set::StrangeBelow).await;
    let played = tally.count(Finding::Played);
    assert!(played <= STRANGE_PLAYED[which()], "{played} are played");
}

/// Whether a sample is read or all.
fn which() -> usize {
    usize::from(std::env::var("REPLIES").is_ok_and(|which| which == "all"))
}

/// The whole way: the gateway plays what is on top and tells the opponent what was written, and nothing else.
#[tokio::test]
async fn a_game_is_played_by_such_replies() {
    let world = World::with(|settings| settings.mails_per_hour = 10_000).await;
    let (languages, styles) = (languages(), styles());
    let mut chance = Chance::of(&["gateway"]);
    let mut to_move = originals::invitation(&world, GameKind::Amazons).await.pop().unwrap();
    let mut course =
        turnpost_core::game::Course::new(&turnpost_core::rules::Setup::new("amazons", None, &[]).unwrap()).unwrap();
    for number in 0..12 {
        let style = chance.pick(&styles);
        let language = chance.pick(&languages);
        let turn = chance.pick(&course.position().legal()).clone();
        let mut original = Original::new(&world, GameKind::Amazons, &to_move, &turn, "a4-a5/a6");
        original.named = None;
        if number > 0 && !style.only_top {
            let prose = New { text: language.word("prose").to_owned(), words: None };
            let below = reply_to(Set::MoveBelow, style, language, &original, prose, &mut chance);
            world.deliver(&original.to, &original.reply_to, &below.raw).await;
            assert_eq!(world.record().turns.len(), number, "{} {}:\n{}", below.style, below.language, below.body);
        }
        let new = with_turn(&original, language, &mut chance);
        let on_top = reply_to(Set::MoveOnTop, style, language, &original, new, &mut chance);
        let got = world.deliver(&original.to, &original.reply_to, &on_top.raw).await;
        let told = format!("{} {}:\n{}", on_top.style, on_top.language, on_top.body);
        course.play(&turn).unwrap();
        let played = world.record().turns;
        assert_eq!(played.len(), number + 1, "{told}");
        to_move = got.into_iter().find(|got| got.to != original.to).expect("a mail to the other");
        let said = on_top.new.words.map(|words| format!("\"{words}\""));
        assert_eq!(to_move.text.matches('"').count(), if said.is_some() { 2 } else { 0 }, "{told}\n\n{}", to_move.text);
        assert!(said.is_none_or(|said| to_move.text.contains(&said)), "{told}\n\n{}", to_move.text);
    }
}

async fn read_all(set: Set) -> Tally {
    let originals = ORIGINALS.get_or_init(originals::all).await;
    let all = which() == 1;
    let ours = OurAddress::parse("play@example.org").unwrap();
    let (languages, styles) = (languages(), styles());
    assert!(languages.len() >= 35 && styles.len() >= 40);
    let mut tally = Tally::new(format!("{set:?}"));
    for (style_number, style) in styles.iter().enumerate() {
        for (language_number, language) in languages.iter().enumerate() {
            let place = style_number * 7 + language_number;
            let chosen = if set.known() { all || place % SAMPLE == 0 } else { place % if all { 5 } else { 64 } == 0 };
            // A nameless quote of a mail that isn't ours can't be told from anything.
            if !chosen || !set.known() && style.name == "no-frame" {
                continue;
            }
            let Some(reply) = reply(set, style, language, originals) else { continue };
            let notice = Some(&originals[reply.original].notice).filter(|_| set.known());
            let wanted = understood(&reply.alone, None, &ours).unwrap();
            check(set, &wanted, &reply);
            let read = understood(&reply.raw, notice, &ours).unwrap();
            let names = [language.word("person"), originals[reply.original].to_name];
            tally.add(finding(set, &wanted, &read, names), &reply, &wanted, &read);
        }
    }
    let least = if set.known() { 3_000 } else { 500 };
    assert!(!all || tally.all() >= least, "only {} replies", tally.all());
    tally.print();
    tally
}

/// What was written is read as it was meant, without a quote.
fn check(set: Set, wanted: &Understood, reply: &Reply) {
    let turns = turns(&wanted.message);
    assert_eq!(turns.len(), usize::from(set.on_top()), "{}\n{wanted:?}", reply.new.text);
    assert_eq!(wanted.message.comment, reply.new.words, "{}\n{wanted:?}", reply.new.text);
}

fn finding(set: Set, wanted: &Understood, read: &Understood, names: [&str; 2]) -> Finding {
    let one_space = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (wanted_turns, read_turns) = (turns(&wanted.message), turns(&read.message));
    let (wanted_words, read_words) = (words(&wanted.message, names), words(&read.message, names));
    match () {
        () if set.on_top() && read_turns.is_empty() => Finding::Lost,
        () if read_turns != wanted_turns => Finding::Played,
        () if wanted_words == read_words && said(&wanted.message) != said(&read.message) => Finding::Muddled,
        () if wanted_words.contains(&read_words) && wanted_words != read_words => Finding::Cut,
        () if wanted_words != read_words => Finding::Leaked,
        () if one_space(&wanted.text) != one_space(&read.text) => Finding::Residue,
        () => Finding::Good,
    }
}

/// What the opponent would be told. The service drops a mere signature.
fn words(message: &Message, names: [&str; 2]) -> String {
    let said = message.commands.iter().find_map(|command| match command {
        Ok(Command::Say { text, .. }) => Some(text.clone()),
        _ => None,
    });
    let comment =
        message.comment.clone().filter(|text| names.iter().all(|name| comment::clean_from(name, text).is_some()));
    said.into_iter().chain(comment).collect::<Vec<_>>().join(" ")
}

/// The commands, without their words.
fn said(message: &Message) -> Vec<Option<std::mem::Discriminant<Command>>> {
    message.commands.iter().map(|command| command.as_ref().ok().map(std::mem::discriminant)).collect()
}

/// The commands that do something, as they are printed.
fn turns(message: &Message) -> Vec<String> {
    let does = |command: &&Command| {
        matches!(command, Command::Turn { .. } | Command::Perhaps { .. } | Command::Rematch(_) | Command::Yes)
    };
    message.commands.iter().filter_map(|command| command.as_ref().ok()).filter(does).map(ToString::to_string).collect()
}
