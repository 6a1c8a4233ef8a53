//! The words of a mail that are links: a tap on one writes a reply that does what the word says, for its reader alone.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod world;

use world::{ANN, BEN, Got, World};

/// A reply as a link asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reply {
    words: String,
    to: String,
    subject: String,
    body: String,
}

/// All links of a mail's page.
fn links(got: &Got) -> Vec<Reply> {
    got.html
        .split("<a href=\"")
        .skip(1)
        .map(|part| {
            let (link, rest) = part.split_once('"').unwrap();
            let words = rest.split_once('>').unwrap().1.split("</a>").next().unwrap().to_owned();
            let link = link.replace("&amp;", "&");
            let (to, query) = link.strip_prefix("mailto:").expect("only replies").split_once('?').unwrap();
            let field = |name: &str| {
                let found = query.split('&').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
                decoded(found.unwrap_or_default())
            };
            Reply { words, to: decoded(to), subject: field("subject"), body: field("body") }
        })
        .collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn link(got: &Got, words: &str) -> Reply {
    let found = links(got);
    found.iter().find(|reply| reply.words == words).unwrap_or_else(|| panic!("no {words} in {found:#?}")).clone()
}

impl World {
    /// Somebody taps on a word and sends what the program wrote.
    async fn tap(&self, from: &str, got: &Got, words: &str) -> Vec<Got> {
        let Reply { to, subject, body, .. } = link(got, words);
        self.post(&self.fresh(from, &to, &subject, &body)).await
    }
}

#[tokio::test]
async fn a_tap_does_what_the_word_says() {
    let world = World::new().await;
    let asked = world.say(ANN, "play@example.org", "new amazons vs ben@example.net").await;
    let sent = world.tap(ANN, &asked[0], "yes").await;
    let invitation = sent.iter().find(|got| got.to == "ben@example.net").unwrap();
    let begun = world.tap(BEN, invitation, "yes").await;
    let to_ben = begun.iter().find(|got| got.to == "ben@example.net").unwrap();
    assert!(to_ben.text.starts_with("Your turn."), "{}", to_ben.text);

    let empty = link(to_ben, "Reply with your move");
    assert_eq!((empty.subject.as_str(), empty.body.as_str()), ("Re: Amazons 1: Ben vs Ann", ""));
    let played = world.post(&world.fresh(BEN, &empty.to, &empty.subject, "d1-d7/g7")).await;
    let receipt = played.iter().find(|got| got.to == "ben@example.net").unwrap();
    assert!(receipt.first_line().starts_with("No action needed: you played d1-d7/g7."), "{}", receipt.text);

    let undone = world.tap(BEN, receipt, "undo").await;
    let again = undone.iter().find(|got| got.to == "ben@example.net").unwrap();
    assert!(again.first_line().contains("taken back"), "{}", again.text);
    for (word, subject) in [("help", "Turnpost: help"), ("games", "Turnpost: your games")] {
        assert_eq!(world.tap(BEN, again, word).await[0].subject, subject);
    }
    let away = world.tap(BEN, again, "away 7d").await;
    assert!(away[0].first_line().contains("away"), "{}", away[0].text);
    let ended = world.reply(BEN, again, "resign yes").await;
    let result = ended.iter().find(|got| got.to == "ben@example.net").unwrap();
    assert!(links(result).iter().any(|reply| reply.body == "rematch" || result.text.contains("aborted")));
}

#[tokio::test]
async fn every_link_goes_to_the_readers_own_address() {
    let world = World::new().await;
    let (to_ann, to_ben) = world.game().await;
    for got in [&to_ann, &to_ben] {
        let found = links(got);
        assert!(found.len() >= 4, "{found:#?}");
        for reply in found {
            assert_eq!(reply.to, got.reply_to);
            assert_eq!(reply.subject, format!("Re: {}", got.subject));
            assert!(reply.body.is_empty() || reply.body == reply.words, "{reply:?}");
        }
    }
    assert_ne!(to_ann.reply_to, to_ben.reply_to);
}

/// Programs put links into the text of a quote, without any mark, and wrap the lines.
#[tokio::test]
async fn quoted_links_are_neither_obeyed_nor_passed_on() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let page = quoted(&to_ann);
    assert!(page.contains("<mailto:play%2B") && page.contains("\nhelp"), "{page}");
    // All of it would end the text; its foot alone is told from a comment by its words.
    let foot = &page[page.find("\nhelp").unwrap()..];
    for quote in [&page, foot] {
        let got = world.reply(ANN, &to_ann, &format!("preview j7-h7/h3\n\n{quote}")).await;
        let told: Vec<&str> = got.iter().map(Got::first_line).collect();
        assert_eq!(told, ["Preview of game 1 after j7-h7/h3. Nothing is played."], "{quote}");
    }
    let got = world.reply(ANN, &to_ann, &format!("j7-h7/h3\nGood luck.\n\n{foot}")).await;
    assert!(got.iter().all(|got| got.subject == to_ann.subject), "something else was obeyed");
    let to_ben = got.iter().find(|got| got.to == "ben@example.net").unwrap();
    assert!(to_ben.first_line().contains("j7-h7/h3") && to_ben.text.contains("Good luck."), "{}", to_ben.text);
    let secret = to_ann.reply_to.split('+').nth(1).unwrap().split('@').next().unwrap();
    let raw = String::from_utf8_lossy(&to_ben.raw).to_lowercase();
    assert!(
        !raw.contains(secret) && !to_ben.html.contains(secret) && !to_ben.text.contains("mailto"),
        "{}",
        to_ben.text
    );
}

/// A mail's page as a program quotes it in plain text: each link behind its words, on a line of its own.
fn quoted(got: &Got) -> String {
    let page = got.html.split("<div").nth(1).unwrap().split_once('>').unwrap().1;
    let mut out = String::new();
    for part in page.split('<') {
        let (tag, text) = part.split_once('>').unwrap_or(("", part));
        if let Some(link) = tag.strip_prefix("a href=\"") {
            let link = link.split('"').next().unwrap().replace("&amp;", "&");
            out.push_str(&format!("{text}\n<{link}>\n"));
            continue;
        }
        if tag.starts_with("p ") {
            out.push('\n');
        }
        out.push_str(text.trim_end_matches('\n'));
    }
    out
}

#[tokio::test]
async fn whoever_cannot_answer_has_nothing_to_tap() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let asked = world.reply(ANN, &to_ann, "forget me").await;
    let last = world.reply(ANN, &asked[0], "yes").await;
    let last = last.iter().find(|got| got.to == "ann@example.com").unwrap();
    assert_eq!(last.reply_to, "play@example.org");
    assert_eq!(links(last), []);
}
