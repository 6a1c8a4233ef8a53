//! `forget me`, searched for as somebody would who got hold of the files: byte by byte, in every encoding that a mail can
//! bring.
#![allow(clippy::unwrap_used)]

mod world;

use std::path::Path;

use world::{BEN, Got, World, database};

/// Names and words that stand nowhere else.
const ANN: &str = "Annabel <annabel.q@example.com>";
const WORDS: [&str; 6] =
    ["annabel.q@example.com", "annabel", "rhubarbcrumble", "secretweakness", "tuesdayclub", "192.0.2.77"];

/// What a text looks like in a file: as it is, in base64 at each of its three places, in UTF-16, percent and quoted.
fn forms(text: &str) -> Vec<Vec<u8>> {
    let mut forms = vec![text.as_bytes().to_vec(), text.encode_utf16().flat_map(u16::to_le_bytes).collect()];
    for shift in 0..3 {
        let padded = [&vec![b' '; shift][..], text.as_bytes()].concat();
        let code = base64(&padded);
        // The characters that depend on nothing but the text.
        let (from, to) = ([0, 2, 3][shift], padded.len() * 8 / 6);
        forms.push(code[from..to].to_vec());
    }
    forms.push(text.replace('@', "=40").into_bytes());
    forms.push(text.replace('@', "%40").into_bytes());
    forms.push(text.replace('@', "\\u0040").into_bytes());
    forms.push(text.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect::<String>().into_bytes());
    forms
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |some: &[u8]| {
        let bits = some.iter().chain([&0, &0]).take(3).fold(0usize, |bits, byte| bits << 8 | usize::from(*byte));
        [18, 12, 6, 0].map(|shift| DIGITS[bits >> shift & 63])
    };
    bytes.chunks(3).flat_map(group).collect()
}

/// Where any form of a word stands in the files of the database, and in a fresh backup. Of a server's files nobody sees
/// anything: there it is every row.
fn found(world: &World, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (place, bytes) in stored(world) {
        let bytes = bytes.to_ascii_lowercase();
        let text = String::from_utf8_lossy(&bytes);
        for word in words {
            for form in forms(word) {
                let form = String::from_utf8(form.to_ascii_lowercase()).unwrap();
                let count = text.matches(&form).count();
                if count > 0 {
                    found.push(format!("{place}: {word} as {form:?}, {count} times"));
                }
            }
        }
    }
    found
}

/// Everything that is stored, and where.
fn stored(world: &World) -> Vec<(String, Vec<u8>)> {
    if database::is_postgres() {
        let of = |table: String| {
            let mut bytes = Vec::new();
            database::each(&world.folder, &format!("SELECT * FROM {table}"), |row| bytes.extend(row.bytes()));
            (table, bytes)
        };
        return database::tables(&world.folder).into_iter().map(of).collect();
    }
    let backup = world.folder.join(format!("backup-{}.db", turnpost_mailer::maildir::fresh_name()));
    world.ask(|service| service.backup(&backup)).unwrap();
    let name = |end: &str| world.folder.join(format!("turnpost.db{end}"));
    let files = [name(""), name("-wal"), name("-shm"), backup];
    let files = files.iter().filter(|file| file.exists());
    files.map(|file| (shown(file), std::fs::read(file).unwrap())).collect()
}

fn shown(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

fn to<'a>(got: &'a [Got], address: &str) -> &'a Got {
    got.iter().rev().find(|got| got.to == address).unwrap_or_else(|| panic!("no mail to {address}"))
}

/// A mail whose text is in base64, as phones send them.
fn encoded(from: &str, got: &Got, body: &str) -> Vec<u8> {
    let code = base64(body.as_bytes());
    let lines: Vec<&[u8]> = code.chunks(76).collect();
    let head = format!(
        "From: {from}\r\nTo: {}\r\nSubject: Re: {}\r\nIn-Reply-To: <{}>\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n",
        got.reply_to, got.subject, got.message_id
    );
    [head.as_bytes(), &lines.join(&b"\r\n"[..]), b"\r\n"].concat()
}

fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}\n")).collect()
}

/// Annabel and Ben have played, talked and written to us in many ways. Gives the last mails to each.
async fn lived(world: &World) -> (Got, Got) {
    // Somebody asked for a game with her, and did not confirm it.
    world.say("Carl <carl@example.net>", "play@example.org", "new dameo vs annabel.q@example.com").await;
    let invite = "new amazons vs ben@example.net\r\n\r\nHi Ben, from the tuesdayclub.";
    let asked = world.say(ANN, "play@example.org", invite).await;
    let sent = world.reply(ANN, to(&asked, "annabel.q@example.com"), "yes").await;
    let invitation = to(&sent, "ben@example.net");
    let answer = format!("yes d1-d7/g7\n\n{}", quoted(&invitation.text));
    let begun = world.reply(BEN, invitation, &answer).await;
    let to_ann = to(&begun, "annabel.q@example.com");
    let body = format!("j7-h7/h3\n\nI had rhubarbcrumble.\n\n{}", quoted(&to_ann.text));
    let played = world.deliver(ANN, &to_ann.reply_to, &encoded(ANN, to_ann, &body)).await;
    let to_ben = to(&played, "ben@example.net");
    let (to_ann, to_ben) = (to(&played, "annabel.q@example.com"), to_ben);
    assert!(to_ben.text.contains("rhubarbcrumble"), "{}", to_ben.text);
    world.reply(ANN, to_ann, "note 1 his secretweakness is the left").await;
    world.reply(ANN, to_ann, "say 1 more rhubarbcrumble tomorrow").await;
    world.reply(ANN, to_ann, "plan 1 d7-d5/b3 h7-h4/f6").await;
    // Ben quotes her, in base64 as well, and asks about her.
    let body = format!("say 1 glad to hear\n\n{}", quoted(&to_ben.text));
    world.deliver(BEN, &to_ben.reply_to, &encoded(BEN, to_ben, &body)).await;
    world.reply(BEN, to_ben, "who annabel").await;
    world.reply(BEN, to_ben, "games").await;
    let played = world.reply(BEN, to_ben, "d7-d5/b3").await;
    let to_ann = to(&played, "annabel.q@example.com");
    // Somebody writes about her to the operator, and a robot answers her in vain.
    world.say("Dan <dan@example.net>", "abuse@example.org", "annabel.q@example.com writes to me").await;
    world.say("no-reply@example.com", "play@example.org", "annabel.q@example.com is on vacation").await;
    (world.reply(ANN, to_ann, "show 1").await.remove(0), world.reply(BEN, to_ben, "show 1").await.remove(0))
}

#[tokio::test]
async fn nothing_is_left_of_somebody_in_any_file() {
    let world = World::new().await;
    let (to_ann, to_ben) = lived(&world).await;
    assert!(found(&world, &WORDS[..5]).len() >= 5, "they can be found");
    let asked = world.reply(ANN, &to_ann, "forget me").await;
    let farewell = world.reply(ANN, &asked[0], "yes").await;
    assert!(to(&farewell, "annabel.q@example.com").text.contains("you are deleted"), "{}", farewell[0].text);
    assert!(to(&farewell, "ben@example.net").text.contains("resigned"));
    world.tick();
    assert_eq!(found(&world, &WORDS), Vec::<String>::new());
    // What is Ben's is still there, and he goes on playing.
    let got = world.reply(BEN, &to_ben, "history 1").await;
    assert!(got[0].text.contains("a former player") && !got[0].text.contains("nnabel"), "{}", got[0].text);
}

/// The relay is away when she goes: what is owed to Ben and to her is sent later, and then it goes, too.
#[tokio::test]
async fn what_is_still_owed_goes_when_it_is_settled() {
    let world = World::new().await;
    let (to_ann, _) = lived(&world).await;
    let asked = world.reply(ANN, &to_ann, "forget me").await;
    // She writes, and nobody sends anything yet.
    let outbox = world.folder.join("outbox");
    let aside = world.folder.join("aside");
    std::fs::rename(&outbox, &aside).unwrap();
    std::fs::write(&outbox, "no folder").unwrap();
    world.reply_unsent(ANN, &asked[0], "yes").await;
    world.tick();
    assert!(!found(&world, &["annabel"]).is_empty(), "Ben has yet to be told that she resigned");
    assert_eq!(found(&world, &["secretweakness"]), Vec::<String>::new());
    std::fs::remove_file(&outbox).unwrap();
    std::fs::rename(&aside, &outbox).unwrap();
    world::pass(7200);
    world.tick();
    world.gateway.drain().await.unwrap();
    let got = world.new_mails();
    assert!(got.iter().any(|got| got.to == "ben@example.net" && got.text.contains("Annabel resigned")));
    assert!(got.iter().any(|got| got.to == "annabel.q@example.com"));
    // A small database is compacted at most once an hour.
    world::pass(3600);
    world.tick();
    assert_eq!(found(&world, &WORDS), Vec::<String>::new());
}

#[tokio::test]
async fn an_export_has_all_that_is_stored_and_nothing_of_others() {
    let world = World::new().await;
    let (to_ann, to_ben) = lived(&world).await;
    let got = world.reply(ANN, &to_ann, "export me").await;
    let text = &to(&got, "annabel.q@example.com").file();
    let json = &text[text.find('{').unwrap()..=text.rfind('}').unwrap()];
    let all: serde_json::Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {text}"));
    let section = |name: &str| all[name].as_array().unwrap_or_else(|| panic!("no {name} in {all}")).clone();
    let has = |name: &str, part: &str| section(name).iter().any(|row| row.to_string().contains(part));
    assert!(has("your mails", "Content-Transfer-Encoding: base64"), "raw mails");
    assert!(has("your mails", "secretweakness") && has("notes", "secretweakness"));
    assert!(has("messages to you", "Ben accepted"), "the words of messages");
    assert!(has("questions to you", "asked"), "questions");
    // Ben's has none of what is hers alone.
    let got = world.reply(BEN, &to_ben, "export me").await;
    let text = &to(&got, "ben@example.net").file();
    assert!(!text.contains("secretweakness") && !text.contains("annabel.q@example.com"), "{text}");
    // A mail that only claims to be from him, and waits for his word, is not his.
    world.say(BEN, "play@example.org", "say 1 forgedwords").await;
    let got = world.reply(BEN, &to_ben, "export me").await;
    let text = &to(&got, "ben@example.net").file();
    assert!(!mails(text).contains("forgedwords"), "{text}");
}

/// The section of raw mails.
fn mails(text: &str) -> &str {
    let begin = text.find("\"your mails\"").unwrap();
    &text[begin..begin + text[begin..].find("\n  ]").unwrap()]
}
