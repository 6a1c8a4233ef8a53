//! Events as Discord shows them: one post that is changed in place, numbers that complete themselves, files, computers.

use serde_json::json;
use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

/// The number of the event that an answer names: the 12 of T12.
pub fn number_in(text: &str) -> String {
    let numbers = text.split('T').map(|behind| behind.chars().take_while(char::is_ascii_digit).collect::<String>());
    numbers.skip(1).find(|number| !number.is_empty()).unwrap_or_default()
}

/// What the bot posted for everybody in a channel that names an event.
fn posts(world: &World, channel: u64, number: &str) -> Vec<Message> {
    let name = format!("T{number}");
    let here = |message: &&Message| message.channel == channel && message.author == world.application;
    let public = world.messages.values().filter(here).filter(|message| message.only_for.is_none() && !message.deleted);
    public.filter(|message| message.content.contains(&name) && message.answers.is_none()).cloned().collect()
}

async fn host(rig: &Rig, options: &[(&str, serde_json::Value)]) -> String {
    let all: Vec<_> =
        [("game", json!("dameo")), ("format", json!("roundrobin"))].iter().chain(options).cloned().collect();
    let hosted = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "host", &all)).await;
    number_in(&hosted.content)
}

async fn join(rig: &Rig, user: u64, number: &str) {
    let event = [("event", json!(format!("T{number}")))];
    let joined = rig.discord.answer(rig.discord.slash(user, rig.channel, "join", &event)).await;
    assert!(joined.content.contains("ou are in Dameo"), "{}", joined.content);
}

/// The games of an event that run, as the tables of a finished one have none.
async fn resign_all(rig: &Rig, users: &[u64], games: std::ops::RangeInclusive<i64>) {
    for game in games {
        for user in users {
            let options = [("game", json!(game)), ("sure", json!("yes"))];
            rig.discord.answered(rig.discord.slash(*user, rig.channel, "resign", &options)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_has_one_post_and_mentions_nobody() {
    let rig = Rig::for_the_fast().await;
    let cyd = rig.discord.add_user("cyd");
    let number = host(&rig, &[("players", json!("3-3"))]).await;
    let first = rig.discord.until("the event's post", |world| posts(world, rig.channel, &number).pop()).await;
    assert!(first.content.contains("0 in"), "{}", first.content);
    assert!(first.content.contains(&format!("`/join event:T{number}` enters it.")), "{}", first.content);
    for user in [rig.ann, rig.ben, cyd] {
        join(&rig, user, &number).await;
    }
    let table = rig.discord.until("the table in it", |world| {
        posts(world, rig.channel, &number)
            .pop()
            .filter(|post| post.content.contains("this round ends") && !post.files.is_empty())
    });
    let begun = table.await;
    assert_eq!(begun.id, first.id, "the same post");
    let edits = begun.edits;
    // Two of three games end: results are shown at most once a day, so that the post stays as it is.
    resign_all(&rig, &[rig.ann], 1..=3).await;
    let still = rig.discord.message(first.id).unwrap();
    assert_eq!(still.edits, edits, "{}", still.content);
    resign_all(&rig, &[rig.ben], 1..=3).await;
    let over = rig.discord.until("that it is over", |world| {
        posts(world, rig.channel, &number).pop().filter(|post| post.content.contains("over"))
    });
    let over = over.await;
    assert_eq!((over.id, over.pinged.len(), over.everyone), (first.id, 0, false));
    assert_eq!(rig.discord.look(|world| posts(world, rig.channel, &number).len()), 1, "one post");
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_of_events_complete_themselves() {
    let rig = Rig::for_the_fast().await;
    let open = host(&rig, &[("players", json!("4-4"))]).await;
    let secret = host(&rig, &[("players", json!("4-4")), ("code", json!("tuesday"))]).await;
    join(&rig, rig.ben, &open).await;
    let offered = async |user: u64, command: &str, typed: &str| {
        let asked = rig.discord.typing(user, rig.channel, command, &[("event", json!(typed))]);
        rig.discord.choices(asked).await
    };
    let (open, secret) = (format!("T{open}"), format!("T{secret}"));
    assert_eq!(offered(rig.ben, "leave", "").await, [open.as_str()]);
    assert_eq!(offered(rig.ann, "cancel", "").await, [open.as_str(), &secret]);
    assert!(offered(rig.ben, "cancel", "").await.is_empty(), "he hosts none");
    let join = offered(rig.ben, "join", "dameo").await;
    assert!(!join.is_empty() && !join.contains(&open) && !join.contains(&secret), "{join:?}");
    assert!(offered(rig.ann, "join", "round robin").await.contains(&open));
    assert!(!offered(rig.ben, "standings", "").await.contains(&secret), "it is by invitation");
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_play_where_the_host_invites_them() {
    let rig = Rig::for_the_fast().await;
    let number = host(&rig, &[("players", json!("4-4")), ("rated", json!("unrated"))]).await;
    for user in [rig.ann, rig.ben] {
        join(&rig, user, &number).await;
    }
    for computer in ["house-1", "house-2"] {
        let options = [("event", json!(format!("T{number}"))), ("opponent", json!(computer))];
        let invited = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "invite", &options)).await;
        assert!(invited.content.contains("(computer) is in Dameo"), "{}", invited.content);
    }
    rig.discord
        .until("the table", |world| {
            posts(world, rig.channel, &number).pop().filter(|post| post.content.contains("this round ends"))
        })
        .await;
    // The people resign what they have; the computers' own game is played out by themselves.
    resign_all(&rig, &[rig.ann, rig.ben], 1..=6).await;
    let over = rig.discord.until("that it is over", |world| {
        posts(world, rig.channel, &number).pop().filter(|post| post.content.contains("over"))
    });
    let over = over.await;
    let shown = format!("{}{:?}", over.content, over.embeds);
    assert!(shown.contains("House 1 (computer)") && shown.contains("House 2 (computer)"), "{shown}");
    // The host gets all of it as files.
    let options = [("event", json!(format!("T{number}")))];
    let export = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "export-me", &options)).await;
    let files: Vec<&str> = export.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(files, [format!("t{number}.txt"), format!("t{number}-round1-group1.trf")], "{}", export.content);
    assert_eq!(export.only_for, Some(rig.ann));
    let trf = String::from_utf8_lossy(&export.files[1].bytes).into_owned();
    assert!(trf.contains("001    1") && trf.contains("House 1 (computer)"), "{trf}");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_about_events_are_written_for_discord() {
    let rig = Rig::for_the_fast().await;
    let ask = async |command: &str, options: &[(&str, serde_json::Value)]| {
        rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, command, options)).await.content
    };
    let dameo = |more: &[(&'static str, serde_json::Value)]| {
        let all = [("game", json!("dameo")), ("format", json!("roundrobin"))];
        all.into_iter().chain(more.iter().cloned()).collect::<Vec<_>>()
    };
    // Times are Discord's own, and not set as code.
    for day in ["1 Dec", "friday", "tomorrow"] {
        let hosted = ask("host", &dameo(&[("start", json!(day))])).await;
        assert!(hosted.contains("It begins <t:") && !hosted.contains("`It begins"), "{hosted}");
    }
    let hosted = ask("host", &dameo(&[("start", json!("whenever")), ("code", json!("secret"))])).await;
    assert!(hosted.contains("\"whenever\" is no day"), "{hosted}");
    let refused = ask("host", &dameo(&[("players", json!("2"))])).await;
    assert!(refused.contains("`players:4-8`"), "{refused}");
    // A number is enough where an event is meant.
    let number = host(&rig, &[("players", json!("4-4"))]).await;
    let joined = ask("join", &[("event", json!(number))]).await;
    assert!(joined.contains("ou are in Dameo"), "{joined}");
    let standings = ask("standings", &[("event", json!(number))]).await;
    assert!(standings.contains("You are in; `/leave event:T") && !standings.contains("/join"), "{standings}");
}
