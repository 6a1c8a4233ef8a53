//! `serve --only mail` and `serve --only discord`: two processes, one data directory, one game.

use turnpost_standin::Standin;
use turnpost_standin::world::Message;

use crate::rig::{Server, until};

#[test]
fn mail_and_discord_in_processes_of_their_own_play_one_game() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let discord = runtime.block_on(Standin::start("token")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let variables = [
        ("TURNPOST_DISCORD__TOKEN", "token"),
        ("TURNPOST_DISCORD__API", discord.api.as_str()),
        ("TURNPOST_DISCORD__GATEWAY", discord.gateway.as_str()),
    ];
    let mut mail = Server::start(folder.path(), &variables, &["--only", "mail"]);
    let mut bot = Server::start(folder.path(), &variables, &["--only", "discord"]);
    assert!(bot.mail.is_empty(), "it takes no mail");
    until("the gateway", || bot.get("/metrics").1.contains("turnpost_discord_connected 1\n").then_some(()));
    assert!(!mail.get("/metrics").1.contains("discord_connected"));
    assert_eq!((mail.get("/healthz").1, bot.get("/healthz").1), ("ok\n".to_owned(), "ok\n".to_owned()));

    let dora = discord.add_user("dora");
    // Shares no server with the bot, but has it with her.
    discord.install(dora);
    let place = discord.change(|world| world.direct(dora));
    let said = |part: &str| {
        discord.look(|world| {
            let fits = |message: &&Message| {
                message.channel == place && message.author == world.application && message.content.contains(part)
            };
            world.messages.values().rev().find(fits).cloned()
        })
    };
    discord.say(dora, place, "games");
    until("an answer in Discord", || said(""));
    let mia = "mia@example.org";
    assert!(mail.says(mia, "new dameo vs dora as black", false).text.starts_with("Was this you?"));
    mail.says(mia, "yes", true);
    let accept = until("the challenge in Discord", || {
        let message = said("")?;
        let parts = message.components.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        let accept = parts.into_iter().find(|part| part["label"] == "Accept")?;
        Some((message.id, accept["custom_id"].as_str()?.to_owned()))
    });
    discord.press(dora, accept.0, &accept.1);
    until("her board in Discord", || said("Your turn"));
    discord.say(dora, place, "c3-c4");
    let board = until("the turn by mail", || {
        mail.client(mia).got().ok()?.into_iter().find(|seen| seen.text.starts_with("Your turn"))
    });
    assert!(board.text.contains("c3-c4"), "{}", board.text);
    mail.says(mia, "c6-c5", true);
    until("the answer in Discord", || said("`c6-c5`"));

    for server in [&mut mail, &mut bot] {
        server.signal("TERM");
        assert!(server.ended().success(), "{}", server.log());
    }
}
