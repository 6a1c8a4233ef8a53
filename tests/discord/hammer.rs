//! People who use the bot to ping others, to flood it, or to break it.

use serde_json::{Value, json};
use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

fn bot(rig: &Rig) -> u64 {
    rig.discord.look(|world| world.application)
}

/// How often the bot pinged somebody, anywhere.
fn pings(rig: &Rig, user: u64) -> usize {
    rig.discord.look(|world| {
        let pinged = |m: &&Message| m.author == world.application && m.pinged.contains(&user);
        world.messages.values().filter(pinged).count()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_blocked_pings_nobody() {
    let rig = Rig::start().await;
    rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "games", &[])).await;
    let direct = rig.discord.change(|world| world.direct(rig.ben));
    let said = rig.discord.say(rig.ben, direct, "block ann");
    rig.discord.posted(direct, said, "don't reach you").await;
    let bot = bot(&rig);
    for n in 0..25 {
        if n % 2 == 0 {
            rig.discord.say(rig.ann, rig.channel, &format!("<@{bot}> new dameo <@{}>", rig.ben));
        } else {
            let options = [("game", json!("dameo")), ("opponent", json!(rig.ben.to_string()))];
            rig.discord.slash(rig.ann, rig.channel, "new", &options);
        }
    }
    // What is asked in one place is done in order: after this, all of it is.
    rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "help", &[])).await;
    assert_eq!(pings(&rig, rig.ben), 0);
    let named = format!("<@{}>", rig.ben);
    let ours = rig.discord.messages(rig.channel).into_iter().filter(|message| message.author == bot);
    assert!(ours.into_iter().all(|message| !message.content.contains(&named)));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_challenged_without_end() {
    let rig = Rig::start().await;
    let options = [("game", json!("dameo")), ("opponent", json!(rig.ben.to_string()))];
    let mut told = Vec::new();
    for _ in 0..20 {
        let asked = rig.discord.slash(rig.ann, rig.channel, "new", &options);
        told.push(rig.discord.answer(asked).await.content);
    }
    assert_eq!(told.iter().filter(|words| words.contains("is posted")).count(), 3);
    assert!(told[3..].iter().all(|words| words.contains("3 open challenges to that player")), "{told:?}");
    assert_eq!(pings(&rig, rig.ben), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_people_who_are_here_are_challenged() {
    let rig = Rig::start().await;
    let bot = bot(&rig);
    let eve = rig.discord.add_user("eve");
    // By hand, an id can be written that nobody has; and a bot doesn't play.
    let typed = [("game", json!("dameo")), ("name", json!("<@77>"))];
    let told = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "new", &typed)).await;
    assert!(told.content.contains("known by that mention"), "{:?}", told.content);
    let machine = [("game", json!("dameo")), ("opponent", json!(bot.to_string()))];
    let told = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "new", &machine)).await;
    assert!(told.content.starts_with("House 3 (computer)"), "challenging us is playing the house: {:?}", told.content);
    let another = rig.discord.add_user("dicebot");
    rig.discord.change(|world| world.users.get_mut(&another).unwrap().bot = true);
    let machine = [("game", json!("dameo")), ("opponent", json!(another.to_string()))];
    let told = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "new", &machine)).await;
    assert!(told.content.starts_with("Not sent: that is a bot"), "{:?}", told.content);
    // Somebody who never had to do with us gets no direct message of ours.
    let direct = rig.discord.change(|world| world.direct(rig.ann));
    let said = rig.discord.say(rig.ann, direct, &format!("new dameo <@{eve}>"));
    rig.discord.posted(direct, said, "known by that mention").await;
    rig.discord.look(|world| assert!(world.channels.values().all(|place| place.recipient != Some(eve))));
}

#[tokio::test(flavor = "multi_thread")]
async fn words_ping_nobody_and_unfold_nothing() {
    let rig = Rig::start().await;
    let eve = rig.discord.add_user("@everyone <@1> discord.gg/abc");
    let words = format!("@everyone @here <@&12> <@{}> https://example.net discord.gg/abc", rig.ann);
    let asked = rig.discord.say(eve, rig.channel, &format!("<@{}> new dameo <@{}>\n\n{words}", bot(&rig), rig.ben));
    let challenge = rig.discord.posted(rig.channel, asked, "challenges").await;
    assert_eq!((challenge.pinged.clone(), challenge.everyone), ([rig.ben].into(), false), "{:?}", challenge.content);
    for part in ["@everyone", "@here", "<@&12>", "<@1>", "://", "discord.gg/abc"] {
        assert!(!challenge.content.contains(part), "{part}: {:?}", challenge.content);
    }
    assert!(challenge.suppressed, "no link unfolds below it");
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let (thread, _) = rig.first_board(challenge.id).await;
    let name = rig.discord.look(|world| world.channels[&thread].name.clone());
    assert!(!name.contains('@') && !name.contains('<') && !name.contains("://"), "{name}");
}

#[tokio::test(flavor = "multi_thread")]
async fn typing_has_a_budget_of_its_own() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("amazons", None).await;
    let eve = rig.discord.add_user("eve");
    let typed: Vec<u64> =
        (0..300).map(|_| rig.discord.typing(eve, thread, "preview", &[("turns", json!("d1"))])).collect();
    let mut offered = 0;
    for asked in typed {
        offered += usize::from(!rig.discord.choices(asked).await.is_empty());
    }
    assert!((1..150).contains(&offered), "{offered} of 300 were completed");
    // Whoever floods so may still ask for something, and others type as ever.
    assert!(!rig.discord.answer(rig.discord.slash(eve, thread, "help", &[])).await.content.is_empty());
    let honest = rig.discord.typing(rig.ben, thread, "move", &[("turn", json!("d1"))]);
    assert!(!rig.discord.choices(honest).await.is_empty());
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("d1-d7/g7"))]);
    rig.board(thread, board.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_too_fast_is_told_once() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let eve = rig.discord.add_user("eve");
    for n in 0..300 {
        match n % 3 {
            0 => rig.discord.slash(eve, thread, "help", &[]),
            1 => rig.discord.click(eve, board.id, "Type"),
            _ => rig.discord.say(eve, thread, &format!("<@{}> help", bot(&rig))),
        };
    }
    let told = |world: &World| {
        let all = world.messages.values().filter(|message| message.content.contains("a lot at once")).count();
        (all > 0).then_some(all)
    };
    rig.discord.until("she is told", told).await;
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    rig.board(thread, board.id).await;
    assert_eq!(rig.discord.look(told), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_from_the_gateway_costs_nothing_but_itself() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let guild = rig.discord.look(|world| world.channels[&thread].guild);
    let interaction = |id: u64, kind: u64, data: Value| {
        let user = rig.discord.look(|world| world.member_json(rig.ann));
        json!({"id": id.to_string(), "application_id": bot(&rig).to_string(), "type": kind, "token": format!("nonsense-{id}"),
            "version": 1, "channel_id": thread.to_string(), "guild_id": guild.map(|guild| guild.to_string()),
            "member": user, "data": data, "locale": "xx", "entitlements": [], "authorizing_integration_owners": {},
            "app_permissions": "0", "attachment_size_limit": 1})
    };
    let huge = "x".repeat(100_000);
    let option = |value: Value| json!({"id": "1", "name": "move", "type": 1, "options": [value], "resolved": {}});
    let shown = rig.discord.look(|world| world.message_json(&board));
    let strange = [
        json!({}),
        json!({"type": 2}),
        json!([1, 2, 3]),
        interaction(1, 99, json!({})),
        interaction(2, 2, Value::Null),
        interaction(3, 2, json!({"id": "1", "name": "no-such-command", "type": 1})),
        interaction(4, 2, json!({"id": "1", "name": "help", "type": 3, "target_id": "5"})),
        interaction(5, 2, option(json!({"name": "turn", "type": 3, "value": huge}))),
        interaction(6, 2, option(json!({"name": "turn", "type": 11, "value": "77"}))),
        interaction(7, 2, option(json!({"name": "turn", "type": 1, "options": [{"name": "turn", "type": 1}]}))),
        interaction(8, 4, option(json!({"name": "turn", "type": 3, "value": huge, "focused": true}))),
        interaction(
            9,
            4,
            option(json!({"name": "game", "type": 4, "value": "99999999999999999999999", "focused": true})),
        ),
        interaction(10, 5, json!({"custom_id": "1t:1:1", "components": []})),
        interaction(11, 5, json!({"custom_id": huge, "components": [{"type": 1, "components": []}]})),
        interaction(12, 3, json!({"custom_id": "1b:1:1:m", "component_type": 2})),
        {
            let mut select = interaction(13, 3, json!({"custom_id": "1b:1:1:m", "component_type": 99, "values": []}));
            select["message"] = shown.clone();
            select
        },
        {
            let mut select = interaction(14, 3, json!({"custom_id": "1p:1:1:0:", "component_type": 3, "values": []}));
            select["message"] = shown.clone();
            select
        },
    ];
    for data in strange {
        rig.discord.forge("INTERACTION_CREATE", data, guild);
    }
    let mut message = shown.clone();
    message["id"] = "15".into();
    message["author"] = rig.discord.look(|world| world.user_json(rig.ann));
    for content in
        [Value::Null, json!(huge), json!(format!("<@{}>{}", bot(&rig), "\n".repeat(1990))), json!("\u{0}\u{202e}")]
    {
        message["id"] = rig.discord.change(|world| world.id()).to_string().into();
        message["content"] = content;
        rig.discord.forge("MESSAGE_CREATE", message.clone(), guild);
    }
    message["referenced_message"] = Value::Null;
    message["message_reference"] = json!({"message_id": "5", "type": 0});
    message["content"] = json!("c3-c4");
    rig.discord.forge("MESSAGE_CREATE", message, guild);
    // Somebody uses what isn't theirs to use: a deleted message, a place that is closed to us.
    rig.discord.change(|world| world.messages.get_mut(&board.id).unwrap().deleted = true);
    rig.discord.reply(rig.ann, board.id, "show");
    rig.discord.click(rig.ann, board.id, "More");
    let closed = rig.discord.change(|world| {
        let closed = world.add_channel(0, guild, "closed");
        let allowed = &mut world.channels.get_mut(&closed).unwrap().allowed;
        (allowed.send, allowed.threads) = (false, false);
        closed
    });
    rig.discord.say(rig.ann, closed, &format!("<@{}> help", bot(&rig)));
    let refused = rig.discord.say(rig.ann, closed, &format!("<@{}> new dameo <@{}>", bot(&rig), rig.ben));
    assert!(refused > 0);
    // After all of it, Ben plays.
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    rig.discord.posted(thread, board.id, "played `c3-c4`").await;
    assert!(!rig.log().contains("broke off") && !rig.log().contains("panicked"), "{}", rig.log());
}
