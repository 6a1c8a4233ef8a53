//! Mail that wants to learn what others were written, or to cost more than it may.
#![allow(clippy::unwrap_used)]

mod bombs;
mod world;

use world::{ANN, BEN, Got, World};

/// Whether what Ben writes below a turn reaches Ann, though it is a line that she was written: he guesses it, in answer to
/// whatever these Message-IDs name.
async fn arrives(answers: &str) -> bool {
    let world = World::new().await;
    let (to_ann, to_ben) = world.game().await;
    let played = world.reply(ANN, &to_ann, "j7-h7/h3").await;
    let his = played.iter().find(|got| got.to == "ben@example.net").unwrap();
    let hers = |got: &Got| {
        got.message_id.split_once('@').unwrap().0.split_once('.').map(|(a, b)| (a.to_owned(), b.to_owned()))
    };
    let ((token, id), (own, _)) = (hers(&to_ann).unwrap(), hers(&to_ben).unwrap());
    let answers = answers.replace("ID", &id).replace("HERS", &token).replace("HIS", &own);
    let (to, line) = (&his.reply_to, to_ann.first_line());
    let raw = format!(
        "From: {BEN}\r\nTo: {to}\r\nMessage-ID: <guess@x>\r\nIn-Reply-To: {answers}\r\n\r\nd7-d5/b3\r\n{line}\r\n"
    );
    let got = world.deliver(BEN, to, raw.as_bytes()).await;
    let told = got.iter().find(|got| got.to == "ann@example.com").unwrap();
    told.text.contains(line)
}

/// If a line of hers went missing in what he writes, he would know that he guessed it.
#[tokio::test]
async fn nobody_guesses_what_another_was_written() {
    for answers in [
        "<anything.ID@example.org>",
        "<notice.ID@example.org>",
        "<HIS.ID@example.org>",
        "<HERS.ID@example.org>",
        "<HIS.1@example.org> <HERS.ID@example.org>",
    ] {
        assert!(arrives(answers).await, "{answers}");
    }
}

/// What somebody was written is a quote in their own answer, whatever their client did to it.
#[tokio::test]
async fn ones_own_mail_is_a_quote() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let line = to_ann.text.lines().find(|line| line.starts_with("Your turn")).unwrap();
    let got = world.reply(ANN, &to_ann, &format!("j7-h7/h3\r\n{line}\r\nGood luck.")).await;
    let to_ben = got.iter().find(|got| got.to == "ben@example.net").unwrap();
    assert!(to_ben.text.contains("Good luck.") && !to_ben.text.contains(line), "{}", to_ben.text);
    // The reply address alone tells whose mail it is where a client makes up the rest.
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let (_, id) = to_ann.message_id.split_once('@').unwrap().0.split_once('.').unwrap();
    let raw = format!(
        "From: {ANN}\r\nTo: {}\r\nReferences: <x.{id}@example.org>\r\n\r\nj7-h7/h3\r\n{line}\r\nGood luck.\r\n",
        to_ann.reply_to
    );
    let got = world.deliver(ANN, &to_ann.reply_to, raw.as_bytes()).await;
    let to_ben = got.iter().find(|got| got.to == "ben@example.net").unwrap();
    assert!(to_ben.text.contains("Good luck.") && !to_ben.text.contains(line), "{}", to_ben.text);
}

/// A mail with more in it than is read is put aside: its sender hears of it where it is known who that is.
#[tokio::test]
async fn what_is_too_much_is_told_to_whoever_is_known() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let parts = format!("Content-Type: multipart/mixed; boundary=b\r\n\r\n{}", "--b\r\n\r\nj7-h7/h3\r\n".repeat(200));
    let mail = |to: &str, id: u32| format!("From: {ANN}\r\nTo: {to}\r\nMessage-ID: <{id}@x>\r\n{parts}");
    assert!(world.deliver(ANN, "play@example.org", mail("play@example.org", 1).as_bytes()).await.is_empty());
    let got = world.deliver(ANN, &to_ann.reply_to, mail(&to_ann.reply_to, 2).as_bytes()).await;
    assert_eq!(got.iter().map(|got| got.to.as_str()).collect::<Vec<_>>(), ["ann@example.com"]);
    assert!(got[0].first_line().contains(": there is too much in your mail"), "{}", got[0].text);
    let got = world.reply(ANN, &to_ann, "j7-h7/h3").await;
    assert!(got.iter().any(|got| got.to == "ben@example.net"), "her next mail is read");
}

/// Whatever is in a mail of hers, it is decided about, and it makes no more mails than she may get.
#[tokio::test]
async fn costly_mails_of_a_player_are_only_mails() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    for (what, bomb) in bombs::costly(&to_ann.reply_to, &to_ann.message_id) {
        let got = world.deliver(ANN, &to_ann.reply_to, &bomb).await;
        assert!(got.len() <= 21 && got.iter().all(|got| got.to == "ann@example.com"), "{what}: {}", got.len());
    }
    let got = world.reply(ANN, &to_ann, "j7-h7/h3").await;
    assert!(got.iter().any(|got| got.to == "ben@example.net"));
}
