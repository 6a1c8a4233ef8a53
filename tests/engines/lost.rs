//! The database is gone for a while: monitoring, whoever brings mail and whoever plays are told, and everything goes on by
//! itself when it is back.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use turnpost_standin::Standin;
use turnpost_standin::world::{Message, World};

use crate::cluster::Cluster;
use crate::rig::{Server, until};

/// What the receiver says to a whole mail.
fn offered(server: &Server, from: &str) -> String {
    let stream = TcpStream::connect(&server.mail).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let (mut to, mut from_it) = (stream.try_clone().unwrap(), BufReader::new(stream));
    let mail = format!("From: {from}\r\nTo: play@localhost\r\nMessage-ID: <1{from}>\r\n\r\nhelp\r\n.\r\n");
    let mut said = String::new();
    for line in [
        "",
        "HELO localhost\r\n",
        &format!("MAIL FROM:<{from}>\r\n"),
        "RCPT TO:<play@localhost>\r\n",
        "DATA\r\n",
        &mail,
    ] {
        to.write_all(line.as_bytes()).unwrap();
        said.clear();
        from_it.read_line(&mut said).unwrap();
        if said.starts_with(['4', '5']) {
            return said;
        }
    }
    said
}

#[test]
fn a_lost_database_is_told_and_survived() {
    let Some(cluster) = Cluster::start() else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let discord = runtime.block_on(Standin::start("token")).unwrap();
    let (_, channel) = discord.add_guild();
    let (ann, ben) = (discord.add_user("ann"), discord.add_user("ben"));
    let folder = tempfile::tempdir().unwrap();
    let url = cluster.primary.url();
    let variables = [
        ("TURNPOST_DATABASE", url.as_str()),
        ("TURNPOST_DISCORD__TOKEN", "token"),
        ("TURNPOST_DISCORD__API", discord.api.as_str()),
        ("TURNPOST_DISCORD__GATEWAY", discord.gateway.as_str()),
    ];
    let server = Server::start(folder.path(), &variables, &[]);
    let options = [("game", json!("dameo")), ("opponent", json!(ben.to_string()))];
    let (thread, board) = runtime.block_on(async {
        discord.until("commands are registered", |world| (!world.commands.is_empty()).then_some(())).await;
        let asked = discord.slash(ann, channel, "new", &options);
        let challenge = discord.posted(channel, asked, "challenges").await;
        discord.click(ben, challenge.id, "Accept");
        let found = |world: &World| {
            world.messages.values().find(|message| message.id > challenge.id && !message.files.is_empty()).cloned()
        };
        let board = discord.until("the first board", found).await;
        (board.channel, board)
    });
    assert_eq!(server.get("/healthz"), ("HTTP/1.1 200 OK".to_owned(), "ok\n".to_owned()));

    cluster.primary.kill();
    let asked = Instant::now();
    let (status, told) = server.get("/healthz");
    assert!(status.contains("503") && told.contains("database"), "{status} {told}");
    assert!(asked.elapsed() < Duration::from_millis(2_500), "monitoring has little patience: {:?}", asked.elapsed());
    assert!(offered(&server, "mia@example.org").starts_with("451"), "a mail server keeps it and comes again");
    // Whoever presses a button or uses a command is told, in time; what is typed waits.
    for n in 0..3 {
        let asked = Instant::now();
        let interaction =
            if n == 0 { discord.click(ben, board.id, "Type") } else { discord.slash(ben, thread, "games", &[]) };
        let told = runtime.block_on(discord.answer(interaction));
        assert!(told.content.contains("can't do that now") && told.only_for == Some(ben), "{:?}", told.content);
        assert!(asked.elapsed() < Duration::from_secs(if n == 0 { 8 } else { 3 }), "{:?}", asked.elapsed());
    }
    discord.say(ben, thread, "c3-c4");
    let direct = discord.change(|world| world.direct(ann));
    let said = discord.say(ann, direct, "games");
    runtime.block_on(discord.posted(direct, said, "can't do that now"));

    cluster.primary.restart();
    until("health", || (server.get("/healthz").1 == "ok\n").then_some(()));
    until("mail is taken", || offered(&server, "mia@example.org").starts_with("250").then_some(()));
    until("and answered", || server.client("mia@example.org").got().ok().filter(|got| !got.is_empty()));
    let played = |world: &World| {
        let shows = |message: &&Message| message.channel == thread && message.content.contains("played `c3-c4`");
        (world.messages.values().filter(shows).count() == 1).then_some(())
    };
    runtime.block_on(discord.until("the turn that was typed meanwhile", played));
    let answered = runtime.block_on(discord.answer(discord.slash(ben, thread, "games", &[])));
    assert!(!answered.content.contains("can't do that now"), "{:?}", answered.content);
    assert_eq!(discord.look(|world| world.malformed.clone()), Vec::<String>::new());
}
