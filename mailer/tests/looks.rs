//! How a mail looks: rules and help have a structure and pictures, boards have captions, and nothing stands there that
//! nobody asked for.
#![allow(clippy::unwrap_used, missing_docs)]

mod world;

use mail_parser::{MessageParser, MimeHeaders};
use turnpost_core::rules::GameKind;
use world::{ANN, BEN, Got, World};

/// The width and height of each picture (PNG §11.2.2), by the first part of its content id.
fn pictures(got: &Got) -> Vec<(String, [u32; 2])> {
    let mail = MessageParser::default().parse(&got.raw).unwrap();
    let measured = mail.parts.iter().filter_map(|part| {
        let id = part.content_id()?.split('.').next()?.to_owned();
        let number = |at: usize| u32::from_be_bytes(part.contents()[at..at + 4].try_into().unwrap());
        Some((id, [number(16), number(20)]))
    });
    measured.collect()
}

#[tokio::test]
async fn the_rules_are_a_page_with_pictures() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    for &game in GameKind::ALL {
        let got = world.reply(ANN, &to_ann, &format!("rules {}", game.name())).await.remove(0);
        assert_eq!(got.subject, format!("Turnpost: the rules of {}", game.title()));
        assert_eq!(got.first_line(), format!("The rules of {}.", game.title()));
        let shown = pictures(&got);
        assert!((3..=6).contains(&shown.len()), "{}: {shown:?}", game.name());
        for (id, [wide, high]) in &shown {
            assert!(id.starts_with("rule") && *wide == 480 && high <= wide, "{shown:?}");
            assert!(got.html.contains(&format!("cid:{id}.")), "{}", got.html);
        }
        for tag in ["<h2 ", "<code ", "width=\"240\""] {
            assert!(got.html.contains(tag), "{tag}: {}", got.html);
        }
        assert!(got.html.contains("<li ") || got.html.contains("<table "), "{}", got.html);
        // A paragraph is one paragraph, however the text is wrapped.
        for paragraph in got.html.split("<p ").skip(1).map(|part| part.split("</p>").next().unwrap()) {
            assert!(paragraph.trim_end().ends_with(['.', ':', '>']) || paragraph.contains("<code "), "{paragraph}");
        }
        assert!(got.text.lines().skip(2).all(|line| line.chars().count() <= 78), "{}", got.text);
    }
    let got = world.reply(ANN, &to_ann, "rules diamond").await.remove(0);
    assert!(got.html.contains(">c cani</td>") && got.html.contains(">resists</th>"), "{}", got.html);
}

#[tokio::test]
async fn the_help_is_a_page_with_lists() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let short = world.reply(ANN, &to_ann, "help").await.remove(0);
    assert!((4..20).contains(&short.html.matches("<li ").count()), "{}", short.html);
    let got = world.reply(ANN, &to_ann, "help commands").await.remove(0);
    assert_eq!(got.html.matches("<h2 ").count(), 6, "{}", got.html);
    assert!(
        got.html.matches("<li ").count() > 20 && got.html.contains("<li style=\"margin:0 0 4px\"><code"),
        "{}",
        got.html
    );
    let got = world.reply(ANN, &to_ann, "help undo").await.remove(0);
    assert!(got.html.contains(">undo [N]</code>"), "{}", got.html);
}

#[tokio::test]
async fn boards_have_captions_and_the_position_is_text() {
    let world = World::new().await;
    let (to_ann, to_ben) = world.game().await;
    for got in [&to_ann, &to_ben] {
        let [(_, [wide, high])] = &pictures(got)[..] else { panic!("{:?}", pictures(got)) };
        // Two strips for names, turn and time.
        assert_eq!((*wide, *high), (800, 800 + 2 * 64), "{}", got.text);
        assert!(got.text.contains("/10/10/6W3 b 2") && !got.html.contains("6W3 b 2"), "{}", got.html);
        assert!(got.html.contains(">Turn 2</p>"), "{}", got.html);
    }
    let shown = world.reply(ANN, &to_ann, "show").await.remove(0);
    assert!(shown.html.contains("6W3 b 2"), "{}", shown.html);
}

#[tokio::test]
async fn an_invitation_shows_three_boards_that_can_be_read() {
    let world = World::new().await;
    let asked = world.say(ANN, "play@example.org", "new amazons vs ben@example.net").await;
    let sent = world.reply(ANN, &asked[0], "yes").await;
    let invitation = sent.iter().find(|got| got.to == "ben@example.net").unwrap();
    let small: Vec<_> = pictures(invitation).into_iter().filter(|(id, _)| id.starts_with("step")).collect();
    assert_eq!(small.iter().map(|(_, [wide, _])| *wide).collect::<Vec<_>>(), [400; 3]);
    // As wide as they are, so that they go below each other where there is no room.
    assert_eq!(invitation.html.matches("display:inline-block;width:200px").count(), 3, "{}", invitation.html);
}

fn to<'a>(got: &'a [Got], address: &str) -> &'a Got {
    got.iter().find(|got| got.to == address).unwrap()
}

/// After that many rated games of Dameo, each resigned by Ben, the last mail to Ann.
async fn rated(world: &World, mut to_ann: Got, games: usize) -> Got {
    for _ in 0..games {
        let got = world.reply(ANN, &to_ann, "new dameo vs Ben rated as white").await;
        let got = world.reply(BEN, to(&got, "ben@example.net"), "yes").await;
        let got = world.reply(ANN, to(&got, "ann@example.com"), "c3-c4").await;
        let got = world.reply(BEN, to(&got, "ben@example.net"), "c6-c5\nresign yes").await;
        to_ann = got.into_iter().rfind(|got| got.to == "ann@example.com").unwrap();
    }
    to_ann
}

#[tokio::test]
async fn who_shows_how_ratings_went_as_a_picture_and_in_words() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let got = world.reply(ANN, &to_ann, "who Ben").await.remove(0);
    assert!(pictures(&got).is_empty(), "without a rated game there is nothing to draw");
    let to_ann = rated(&world, to_ann, 1).await;
    let got = world.reply(ANN, &to_ann, "who Ben").await.remove(0);
    assert_eq!(pictures(&got), [("ratings".to_owned(), [800, 336])]);
    assert!(got.html.contains("alt=\"How the ratings went. Dameo: 1338? after 1 game.\""), "{}", got.html);
    assert!(got.html.contains("width=\"400\""), "{}", got.html);
    assert!(got.text.contains("Dameo: 1338? (1 game)\n"), "{}", got.text);
    assert!(got.text.contains("You against Ben: Dameo 1 won."), "{}", got.text);
    let to_ann = rated(&world, to_ann, 1).await;
    let got = world.reply(ANN, &to_ann, "who Ben").await.remove(0);
    assert!(got.text.contains("Dameo: 1280? (2 games), between 1280 and 1500"), "{}", got.text);
    // What is quoted of it is no command.
    let quoted: String = got.text.lines().map(|line| format!("> {line}\n")).collect();
    let again = world.reply(ANN, &got, &format!("rules dameo\n\n{quoted}")).await;
    assert_eq!(again.iter().map(|got| got.subject.as_str()).collect::<Vec<_>>(), ["Turnpost: the rules of Dameo"]);
}

#[tokio::test]
async fn a_finished_game_can_be_replayed_by_whoever_may_look_at_it() {
    let world = World::new().await;
    let (to_ann, to_ben) = world.game().await;
    let got = world.reply(ANN, &to_ann, "history").await.remove(0);
    assert_eq!(got.attachments, [""; 0], "it goes on");
    world.reply(BEN, &to_ben, "resign yes").await;
    let carl = "Carl <carl@example.net>";
    let asked = world.say(carl, "play@example.org", "games anyone").await;
    let others = world.reply(carl, &asked[0], "yes").await.remove(0);
    let listed = world.reply(carl, &others, "finished Ben").await.remove(0);
    assert!(listed.text.contains("1 Amazons, Ben vs Ann · Ann won · 1 turn"), "{}", listed.text);
    let got = world.reply(carl, &listed, "history 1").await.remove(0);
    assert_eq!(got.attachments, ["amazons-1.txt", "amazons-1.gif"]);
    assert!(got.text.contains("Attached: amazons-1.txt, amazons-1.gif"), "{}", got.text);
    world.reply(ANN, &to_ann, "public off").await;
    let got = world.reply(carl, &listed, "history 1").await.remove(0);
    assert!(got.attachments.is_empty() && got.text.contains("there is no game 1"), "{}", got.text);
}
