//! Joining and parting: told to every way in, undone for a week, and the older way in wins.

use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::request::{Context, Proof};

use crate::world::{DAY, HOUR, World, code, mailbox, user, words};

const ANN: &str = "ann@example.net";

/// Ann plays by mail; whoever got hold of a code of hers joins her account in Discord as user 1.
fn joined_in_discord(world: &mut World) -> Vec<Notice> {
    world.game();
    world.pass(30 * DAY);
    let link = link_of(world, "ann");
    world.dm(1, &link)
}

/// `link CODE`, with a code that was shown to that player.
fn link_of(world: &mut World, name: &str) -> String {
    format!("link {}", code(&world.reply(name, "link")[0]))
}

/// Ann plays Ben in game 1, Cat plays Dan in game 2, and Dan has moved. Gives Cat's id.
fn ann_and_cat_play(world: &mut World) -> i64 {
    world.game();
    world.signed("cat", "new dameo vs dan@example.net");
    world.reply("dan", "c3-c4");
    player_of(world, "cat@example.net").expect("Cat")
}

/// The same, and Cat, who is talked into typing a code of Ann's, becomes Ann. Gives the id that Cat had.
fn cat_becomes_ann(world: &mut World) -> i64 {
    let cats = ann_and_cat_play(world);
    let link = link_of(world, "ann");
    world.reply("cat", &link);
    world.reply("cat", "yes");
    assert_eq!(player_of(world, "cat@example.net"), Some(1));
    cats
}

fn has_stopped(world: &World, name: &str) -> bool {
    world.value(&format!("SELECT stopped IS NOT NULL FROM addresses WHERE address = '{name}@example.net'"))
}

fn is_to(notice: &Notice, name: &str) -> bool {
    notice.to == Destination::Email(format!("{name}@example.net"))
}

fn player_of(world: &World, address: &str) -> Option<i64> {
    world.value(&format!("SELECT player FROM addresses WHERE address = '{address}'"))
}

fn accounts(world: &World) -> i64 {
    world.value("SELECT count(*) FROM discord_users")
}

#[test]
fn a_link_is_told_to_every_other_way_in_and_undone_with_no() {
    let mut world = World::new();
    let told = joined_in_discord(&mut world);
    assert_eq!(told.len(), 2, "{told:?}");
    let asked = told.iter().find(|notice| is_to(notice, "ann")).expect("a mail to Ann");
    assert!(matches!(asked.news, News::Question { .. }), "{asked:?}");
    assert!(words(asked).contains("Another Discord account can act as Ann"), "{asked:?}");
    assert_eq!(accounts(&world), 1);
    world.pass(6 * DAY);
    let told = world.reply("ann", "no");
    assert!(told.iter().any(|notice| is_to(notice, "ann") && words(notice).contains("undone")), "{told:?}");
    assert!(told.iter().any(|notice| matches!(notice.to, Destination::DiscordUser(_))), "{told:?}");
    assert_eq!(accounts(&world), 0, "it can't act as Ann any more");
    let told = world.dm(1, "j7-h7/h3");
    assert!(!told.iter().any(|notice| is_to(notice, "ben")), "{told:?}");
    // The undo can't be undone: what Discord was asked is over.
    let told = world.click(1, "yes");
    assert!(matches!(told[0].news, News::Refused { .. } | News::Told { .. }));
    assert_eq!(player_of(&world, ANN), Some(1));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM discord_users WHERE player = 1"), 0);
}

#[test]
fn after_a_week_a_link_stays() {
    let mut world = World::new();
    joined_in_discord(&mut world);
    let token = world.last("ann").token.clone().unwrap();
    world.pass(8 * DAY);
    let told = world.with("ann", &token, "no");
    assert!(told.iter().any(|notice| words(notice).contains("time is over")), "{told:?}");
    assert_eq!(accounts(&world), 1);
}

#[test]
fn a_fresh_way_in_neither_removes_an_older_one_nor_does_what_stays() {
    let mut world = World::new();
    joined_in_discord(&mut world);
    for ask in ["unlink 1", "forget me", "export me", "link"] {
        let told = world.dm(1, ask);
        assert_eq!(told.len(), 1, "{ask}: {told:?}");
        assert!(words(&told[0]).contains("only an older one"), "{ask}: {told:?}");
        assert!(!format!("{:?}", told[0].news).contains(ANN), "{ask}: {told:?}");
    }
    let told = world.dm(1, "settings");
    assert!(!words(&told[0]).contains(ANN), "{told:?}");
    // Nor does it silence the older one.
    world.dm(1, "stop");
    assert!(!has_stopped(&world, "ann"));
    // A week later it is as good as any.
    world.pass(8 * DAY);
    let told = world.dm(1, "export me");
    assert!(format!("{:?}", told[0].news).contains(ANN), "{told:?}");
}

#[test]
fn a_fresh_way_in_carries_the_account_over_to_nobody() {
    let mut world = World::new();
    joined_in_discord(&mut world);
    world.signed("eve", "games");
    let link = link_of(&mut world, "eve");
    let told = world.dm(1, &link);
    assert!(words(&told[0]).contains("only an older one"), "{told:?}");
    assert_eq!(player_of(&world, ANN), Some(1));
}

#[test]
fn whoever_is_carried_over_is_told_and_goes_back() {
    let mut world = World::new();
    joined_in_discord(&mut world);
    world.pass(8 * DAY);
    world.signed("eve", "games");
    let link = link_of(&mut world, "eve");
    let told = world.dm(1, &link);
    let eves = player_of(&world, "eve@example.net");
    assert_eq!(player_of(&world, ANN), eves, "a week later it may");
    assert!(
        told.iter().any(|notice| is_to(notice, "ann") && words(notice).contains("You are Eve here too")),
        "{told:?}"
    );
    world.reply("ann", "no");
    assert_eq!((player_of(&world, ANN), player_of(&world, "eve@example.net")), (Some(1), eves));
    let told = world.signed("ann", "games");
    assert!(words(&told[0]).contains("Amazons vs Ben") || words(&told[0]).contains("no running game"), "{told:?}");
    assert_eq!(world.value::<i64>("SELECT black FROM games WHERE number = 1"), 1);
}

#[test]
fn a_fresh_address_silences_itself_alone() {
    let mut world = World::new();
    world.game();
    world.pass(30 * DAY);
    let link = link_of(&mut world, "ann");
    world.signed("eve", &link);
    // The join is confirmed while the mail server is slow: the notice to Ann is still owed when stop comes.
    let token = world.last("eve").token.clone().unwrap();
    let yes = world.request(mailbox("eve"), Proof::None, Context::Token(token.clone()), "yes");
    world.service.handle(&yes, turnpost_core::service::Randomness::fixed(1)).unwrap();
    let told = world.with("eve", &token, "stop");
    assert!(told.iter().any(|notice| is_to(notice, "ann") && words(notice).contains("can act as Ann")), "{told:?}");
    assert!(!has_stopped(&world, "ann"));
    assert!(has_stopped(&world, "eve"));
}

#[test]
fn removing_is_asked_told_and_undone() {
    let mut world = World::new();
    joined_in_discord(&mut world);
    world.pass(8 * DAY);
    // The newer way in removes the older one: that one is asked, and comes back.
    let told = world.dm(1, "unlink 1");
    assert!(matches!(told[0].news, News::Question { .. }), "{told:?}");
    assert_eq!(player_of(&world, ANN), Some(1), "nothing before yes");
    let told = world.click(1, "yes");
    assert_eq!(player_of(&world, ANN), None);
    let asked = told.iter().find(|notice| is_to(notice, "ann")).expect("a mail to Ann");
    assert!(matches!(asked.news, News::Question { .. }), "{asked:?}");
    // Until then the newer one does nothing final.
    let told = world.dm(1, "forget me");
    assert!(words(&told[0]).contains("only an older one"), "{told:?}");
    let told = world.reply("ann", "no");
    assert!(words(&told[0]).contains("can act as Ann again"), "{told:?}");
    assert_eq!(player_of(&world, ANN), Some(1));
    // The older way in removes the newer one, which is told and asked nothing.
    world.reply("ann", "unlink discord");
    let told = world.reply("ann", "yes");
    let discord = told.iter().find(|notice| matches!(notice.to, Destination::DiscordUser(_))).expect("told");
    assert!(matches!(discord.news, News::Told { .. }), "{discord:?}");
    assert_eq!(accounts(&world), 0);
}

#[test]
fn whoever_became_another_player_gets_everything_back() {
    let mut world = World::new();
    let cats = ann_and_cat_play(&mut world);
    world.reply("cat", "note mine alone");
    // Cat is talked into typing a code of Ann's.
    let link = link_of(&mut world, "ann");
    let asked = world.reply("cat", &link);
    assert!(matches!(asked[0].news, News::Confirm { .. }), "a secret is not enough: {asked:?}");
    world.reply("cat", "yes");
    assert_eq!(player_of(&world, "cat@example.net"), Some(1));
    assert_eq!(world.value::<i64>("SELECT black FROM games WHERE number = 2"), 1);
    let told = world.reply("cat", "no");
    assert!(told.iter().any(|notice| is_to(notice, "ann")), "{told:?}");
    assert_eq!(player_of(&world, "cat@example.net"), Some(cats));
    assert_eq!(world.value::<i64>("SELECT black FROM games WHERE number = 2"), cats);
    assert_eq!(world.value::<String>(&format!("SELECT name FROM players WHERE id = {cats}")), "Cat");
    assert_eq!(world.value::<i64>("SELECT player FROM notes"), cats);
    let told = world.signed("cat", "f6-f5");
    assert!(told.iter().any(|notice| is_to(notice, "dan")), "she plays on: {told:?}");
}

#[test]
fn unlinking_what_joined_within_the_week_parts_it_as_it_was() {
    let mut world = World::new();
    let cats = cat_becomes_ann(&mut world);
    let asked = world.reply("ann", "unlink 2");
    assert!(words(&asked[0]).contains("Remove the mail address cat@example.net"), "{asked:?}");
    let told = world.reply("ann", "yes");
    assert!(told.iter().any(|notice| is_to(notice, "cat")), "{told:?}");
    assert_eq!(player_of(&world, "cat@example.net"), Some(cats));
    assert_eq!(world.value::<i64>("SELECT black FROM games WHERE number = 2"), cats);
}

#[test]
fn deleting_oneself_spares_whoever_joined_within_the_week() {
    let mut world = World::new();
    let cats = cat_becomes_ann(&mut world);
    world.reply("ann", "forget me");
    world.reply("ann", "yes");
    assert_eq!(player_of(&world, "cat@example.net"), Some(cats));
    assert!(world.value::<bool>("SELECT ended IS NULL FROM games WHERE number = 2"));
    assert!(world.value::<bool>("SELECT ended IS NOT NULL FROM games WHERE number = 1"));
}

#[test]
fn an_old_secret_says_yes_to_nothing_that_reaches_far() {
    let mut world = World::new();
    joined_in_discord(&mut world);
    let old = world.last("ann").token.clone().unwrap();
    for ask in ["forget me", "unlink discord"] {
        let asked = world.with("ann", &old, ask);
        assert!(matches!(asked[0].news, News::Question { .. }), "{ask}: {asked:?}");
        let fresh = asked[0].token.clone().unwrap();
        assert_ne!(fresh, old);
        world.say(mailbox("ann"), Proof::Dmarc, Context::Fresh, "yes");
        // Nor any other secret of hers, about a game or about nothing in particular.
        let shown = world.with("ann", &old, "settings");
        world.with("ann", &shown[0].token.clone().unwrap(), "yes");
        let game = world.told.iter().find(|notice| is_to(notice, "ann") && notice.game.is_some()).unwrap();
        let of_the_game = game.token.clone().unwrap();
        world.with("ann", &of_the_game, "yes");
        assert_eq!((player_of(&world, ANN), accounts(&world)), (Some(1), 1), "{ask}");
        // Nor does the fresh one, after an hour.
        world.pass(HOUR + 60);
        let late = world.with("ann", &fresh, "yes");
        assert_eq!((player_of(&world, ANN), accounts(&world)), (Some(1), 1), "{ask}");
        assert!(late.iter().any(|notice| words(notice).contains("time is over")), "{late:?}");
    }
    world.with("ann", &old, "unlink discord");
    world.reply("ann", "yes");
    assert_eq!(accounts(&world), 0, "the reply to the mail that asks says yes");
}

#[test]
fn a_deletion_asked_for_in_discord_is_told_by_mail() {
    let mut world = World::new();
    joined_in_discord(&mut world);
    world.pass(8 * DAY);
    let told = world.dm(1, "forget me");
    assert!(told.iter().any(|notice| is_to(notice, "ann") && words(notice).contains("delete Ann")), "{told:?}");
}

#[test]
fn a_second_discord_account_joins_nobody() {
    let mut world = World::new();
    joined_in_discord(&mut world);
    let link = link_of(&mut world, "ann");
    let told = world.say(user(2), Proof::Transport, Context::Fresh, &link);
    assert!(matches!(told[0].news, News::Refused { .. }), "{told:?}");
    assert_eq!(accounts(&world), 1);
}

/// Anybody can write `link CODE` in Ann's name; she is asked, and what she says besides is no yes.
#[test]
fn only_a_yes_joins_whoever_is_asked_whether_they_want_to() {
    let mut world = World::new();
    world.game();
    world.signed("mallory", "new amazons");
    let link = link_of(&mut world, "mallory");
    let (ann, asked) = (player_of(&world, ANN), world.say(mailbox("ann"), Proof::None, Context::Fresh, &link));
    let secret = asked[0].token.clone().unwrap();
    for besides in ["help", "games", "j7-h7/h3", "settings", "block mallory"] {
        let told = world.with("ann", &secret, besides);
        assert!(!told.is_empty(), "{besides} is answered");
        assert_eq!(player_of(&world, ANN), ann, "{besides}");
    }
    world.with("ann", &secret, "yes");
    assert_ne!(player_of(&world, ANN), ann, "it could still be answered");
}
