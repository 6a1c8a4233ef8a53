//! What strangers can make us send: invitations, their words, and answers out of proportion. Other spellings of an
//! address pass no limit.

use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::request::{Context, Proof, Sender};

use super::world::{DAY, HOUR, World, mailbox, user, words};

fn sender(address: &str) -> Sender {
    Sender::Email { address: address.to_owned(), display: Some("Eve Evil".to_owned()), offset: Some(0) }
}

/// A fresh mail whose domain vouches for it.
fn signed(world: &mut World, address: &str, text: &str) -> Vec<Notice> {
    world.say(sender(address), Proof::Dmarc, Context::Fresh, text)
}

fn to(address: &str) -> impl Fn(&&Notice) -> bool {
    move |notice| notice.to == Destination::Email(address.to_owned())
}

/// The invitations among what was told.
fn invitations(told: &[Notice]) -> Vec<&Notice> {
    told.iter().filter(|notice| matches!(notice.news, News::Challenge(_))).collect()
}

fn greeting(told: &[Notice]) -> Option<String> {
    invitations(told).iter().find_map(|notice| match &notice.news {
        News::Challenge(news) => news.greeting.clone(),
        _ => None,
    })
}

#[test]
fn one_domain_sends_a_fifth_of_a_days_invitations() {
    let mut world = World::new();
    let mut sent = 0;
    for who in 0..12 {
        for friend in 0..5 {
            let text = format!("new amazons vs friend{friend}@of{who}.example");
            let told = signed(&mut world, &format!("eve{who}@x{who}.evil.example"), &text);
            sent += invitations(&told).len();
            if sent == 40 && invitations(&told).is_empty() {
                let why = words(told.first().unwrap());
                assert!(why.starts_with("Not sent: too many invitations by mail come from your mail domain"), "{why}");
            }
        }
    }
    assert_eq!(sent, 40);
    assert!(world.service.invitations_capped(world.now - HOUR).unwrap());
    let told = signed(&mut world, "ann@honest.example", "new amazons vs ben@friends.example");
    assert_eq!(invitations(&told).len(), 1, "others are not in that domain");
}

#[test]
fn all_together_send_so_many_a_day() {
    let mut world = World::new();
    let (mut hours, mut sent) = ([0; 6], 0);
    for who in 0..60 {
        for friend in 0..5 {
            let text = format!("new amazons vs friend{friend}@of{who}.example");
            let told = signed(&mut world, &format!("eve@evil{who}.example"), &text);
            let now = invitations(&told).len();
            hours[(who * 5 + friend) / 60] += now;
            sent += now;
            if now == 0 {
                let why = words(told.first().unwrap());
                assert!(why.starts_with("Not sent: this server sends no more invitations"), "{why}");
            }
        }
    }
    assert_eq!((sent, hours.iter().max()), (200, Some(&50)));
    world.now += DAY;
    let told = signed(&mut world, "ann@honest.example", "new amazons vs ben@friends.example");
    assert_eq!(invitations(&told).len(), 1, "another day");
}

#[test]
fn five_a_day_of_one_person_whatever_they_forget() {
    let mut world = World::new();
    let mut sent = 0;
    for friend in 0..4 {
        sent += invitations(&world.signed("eve", &format!("new amazons vs friend{friend}@a.example"))).len();
    }
    // A tag is no other person.
    sent += invitations(&signed(&mut world, "eve+1@example.net", "new amazons vs friend4@a.example")).len();
    let told = signed(&mut world, "eve+2@example.net", "new amazons vs friend5@a.example");
    assert_eq!((sent, invitations(&told).len()), (5, 0));
    assert!(words(&told[0]).starts_with("Not sent: 5 invitations by mail a day are the most"), "{:?}", told[0].news);
    world.reply("eve", "forget me");
    world.reply("eve", "yes");
    let told = world.signed("eve", "new amazons vs friend6@a.example");
    assert!(invitations(&told).is_empty(), "{told:?}");
    world.now += DAY;
    assert_eq!(invitations(&world.signed("eve", "new amazons vs friend7@a.example")).len(), 1);
}

#[test]
fn words_go_along_once_a_mail_of_ours_was_answered() {
    let mut world = World::new();
    let told = world.signed("ann", "new amazons vs ben@example.net\n\nBuy my things");
    assert_eq!((invitations(&told).len(), greeting(&told)), (1, None));
    let answer = told.iter().find(to("ann@example.net")).unwrap();
    assert!(words(answer).contains("Your words were left out"), "{}", words(answer));
    world.reply("ann", "help");
    let told = world.signed("ann", "new amazons vs carl@example.net\n\nHi Carl, look,evil.com/win");
    assert_eq!(greeting(&told).as_deref(), Some("Hi Carl, [link]"));
    // "Was this you?" is such a mail.
    world.say(mailbox("dan"), Proof::None, Context::Fresh, "new amazons vs eric@example.net\n\nHi Eric");
    let told = world.reply("dan", "yes");
    assert_eq!(greeting(&told).as_deref(), Some("Hi Eric"));
    // An account in Discord has never answered a mail.
    let told = world.dm(1, "new amazons vs fred@example.net\n\nBuy my things");
    assert_eq!((invitations(&told).len(), greeting(&told)), (1, None));
}

#[test]
fn stop_holds_for_every_spelling() {
    let mut world = World::new();
    world.signed("ann", "new amazons vs victim@victim.example");
    let token = world.told.iter().find(|it| to("victim@victim.example")(it)).unwrap().token.clone().unwrap();
    world.say(sender("victim@victim.example"), Proof::None, Context::Token(token), "stop");
    for (number, spelling) in [
        "victim@ｖictim.example",
        "Victim@VICTIM.example.",
        "victim@victim。example",
        "\"victim\"@victim.example",
        "victim+games@victim.example",
        "victim@vic\u{ad}tim.example",
    ]
    .into_iter()
    .enumerate()
    {
        let told = signed(&mut world, &format!("eve@evil{number}.example"), &format!("new amazons vs {spelling}"));
        assert!(invitations(&told).is_empty(), "{spelling}: {told:?}");
        // Nor does anybody who writes in their name make us ask them.
        let told = world.say(sender(spelling), Proof::None, Context::Fresh, "new amazons vs ben@example.net");
        assert!(told.is_empty(), "{spelling}: {told:?}");
    }
    assert_eq!(world.value::<i64>("SELECT count(*) FROM addresses WHERE address LIKE 'victim@%'"), 1);
}

#[test]
fn the_tags_of_one_mailbox_get_one_invitation_at_a_time() {
    let mut world = World::new();
    let mut sent = 0;
    for (number, address) in
        ["v.ictim@gmail.com", "victim+1@gmail.com", "victim@googlemail.com"].into_iter().enumerate()
    {
        let told = signed(&mut world, &format!("eve@evil{number}.example"), &format!("new amazons vs {address}"));
        sent += invitations(&told).len();
        assert!(!told.is_empty(), "and nobody learns why");
    }
    assert_eq!(sent, 1);
}

#[test]
fn no_other_letter_writes_in_kates_name() {
    let mut world = World::new();
    world.signed("kate", "new amazons");
    let players: i64 = world.value("SELECT count(*) FROM players");
    assert!(signed(&mut world, "\u{212a}ate@example.net", "cancel").is_empty());
    assert_eq!(world.value::<i64>("SELECT count(*) FROM players"), players);
    let told = world.signed("ann", "new amazons vs \u{212a}ate@example.net");
    assert!(words(&told[0]).contains("no mail address"), "{:?}", told[0].news);
}

#[test]
fn what_only_tells_something_is_bounded() {
    let mut world = World::new();
    world.game();
    for number in 0..40 {
        world.reply("ann", &format!("note 1 {number} {}", "long ".repeat(390)));
        world.now += HOUR;
    }
    let told = world.reply("ann", &"note 1\n".repeat(20));
    assert_eq!(told.len(), 1, "the same is told once");
    assert!(words(&told[0]).len() < 20_000, "{} bytes", words(&told[0]).len());
    assert!(words(&told[0]).contains("older; `export me` has them all."));
    world.now += DAY;
    let asked =
        "help\ngames\nsettings\nplans 1\nnote 1\nshow 1\nhistory 1\nmoves 1\nrules amazons\nratings\nexport me\n";
    assert_eq!(world.reply("ann", asked).len(), 10, "all of it is answered, settings and notes in one mail");
    // Nobody asks the same so often, but two robots would.
    let mut answers = 1;
    let last = loop {
        let told = world.reply("ann", "help");
        match told.len() {
            1 if words(&told[0]).starts_with("Not answered: the same question") => break answers,
            1 => answers += 1,
            many => panic!("{many} answers"),
        }
        world.now -= 50;
    };
    assert_eq!(last, 20);
    assert!(world.reply("ann", "help").is_empty(), "and it was said");
    assert_eq!(world.reply("ann", "help new").len(), 1, "another question is answered");
    world.now += HOUR;
    assert_eq!(world.reply("ann", "help").len(), 1);
}

#[test]
fn a_game_has_so_many_watchers() {
    let mut world = World::new();
    world.game();
    for number in 0..50 {
        let told = world.dm(number, "watch 1");
        assert!(words(&told[0]).contains("ou watch game 1"), "{}", words(&told[0]));
    }
    let told = world.say(user(50), Proof::Transport, Context::Fresh, "watch 1");
    assert!(words(&told[0]).contains("50 others watch game 1"), "{}", words(&told[0]));
    assert!(words(&world.dm(7, "watch 1")[0]).contains("already"));
}

#[test]
fn names_that_look_like_anothers_are_taken() {
    let mut world = World::new();
    world.dm(1, "name Billy");
    for name in ["Bi11y", "BILLY", "Bıl1y", "Turnpost-Admin", "0perator", "Postmaster"] {
        let told = world.dm(2, &format!("name {name}"));
        assert!(matches!(told[0].news, News::Refused { .. }), "{name}: {:?}", told[0].news);
    }
    assert!(words(&world.dm(2, "name Billie")[0]).contains("ou are Billie"));
    assert!(words(&world.dm(1, "name BILLY")[0]).contains("ou are BILLY"), "one's own is free");
}

#[test]
fn vacations_are_told_to_opponents_three_times_a_day() {
    let mut world = World::new();
    world.game();
    let text: Vec<String> = (1..=20).map(|days| format!("away {days}d")).collect();
    let told = world.reply("ann", &text.join("\n"));
    assert_eq!(told.iter().filter(to("ben@example.net")).count(), 3);
    let why = words(told.last().unwrap());
    assert!(why.starts_with("3 vacations a day are the most"), "{why}");
    world.pass(DAY);
    assert_eq!(world.reply("ann", "away 5d").iter().filter(to("ben@example.net")).count(), 1);
}

#[test]
fn a_vacation_outlives_a_change_that_is_refused() {
    let mut world = World::new();
    world.game();
    world.reply("ann", "away 7d");
    let why = words(world.reply("ann", "away 99d").first().unwrap());
    assert!(why.ends_with("You are away as before; `away off` ends it."), "{why}");
    let back = words(world.reply("ann", "away off").first().unwrap());
    assert_eq!(back, "No action needed: your clocks run again.");
}

#[test]
fn whoever_gets_no_more_refusals_is_told_so_with_the_last() {
    let mut world = World::new();
    world.game();
    let last = "silence then means that nothing was done";
    for number in 1..=20 {
        let told = world.reply("ann", "d10-z9/z9");
        assert_eq!(told.len(), 1, "{number}");
        assert_eq!(words(told.first().unwrap()).contains(last), number == 20, "{number}");
    }
    assert!(world.reply("ann", "d10-z9/z9").is_empty());
    world.pass(HOUR);
    assert!(!words(world.reply("ann", "d10-z9/z9").first().unwrap()).contains(last));
}

/// A refusal that isn't one sentence can be the last, too: then that is told beside it.
#[test]
fn the_last_refusal_is_told_whatever_it_says() {
    let mut world = World::new();
    world.game();
    world.reply("ben", "resign yes");
    for number in 1..20 {
        assert_eq!(world.reply("ann", &format!("That was {}good!", "so ".repeat(number))).len(), 1);
    }
    let told = world.reply("ann", "That was a good game!");
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(words(&told[1]).starts_with("No more words without a command are answered"), "{}", words(&told[1]));
}

/// Whoever made too many mistakes may still ask.
#[test]
fn a_question_is_no_mistake() {
    let mut world = World::new();
    world.game();
    for _ in 0..21 {
        world.reply("ann", "d10-z9/z9");
    }
    assert!(world.reply("ann", "d10-z9/z9").is_empty());
    for asked in ["How do I move?", "How about a draw?", "help", "show"] {
        assert_eq!(world.reply("ann", asked).len(), 1, "{asked}");
    }
}

/// Twenty lines that each have a short answer get one mail.
#[test]
fn the_answers_to_one_mail_come_in_one() {
    let mut world = World::new();
    world.game();
    let themes = ["classic", "dark"];
    for (line, said) in [
        (Box::new(|_| "link".to_owned()) as Box<dyn Fn(usize) -> String>, "link"),
        (Box::new(|number| format!("note 1 thought {number}")), "thought 19"),
        (Box::new(move |number| format!("theme {}", themes[number % 2])), "dark"),
        (Box::new(|_| "block Ben".to_owned()), "Ben"),
    ] {
        let lines: Vec<String> = (0..20).map(line).collect();
        let told = world.reply("ann", &lines.join("\n"));
        assert_eq!(told.len(), 1, "{}: {told:?}", lines[0]);
        assert!(words(&told[0]).contains(said), "{}", words(&told[0]));
        world.now += HOUR;
    }
    let told = world.reply("ann", "theme dark\nreceipts off\nunblock Ben\nshow 1");
    assert_eq!(told.len(), 2, "the board is a mail of its own: {told:?}");
    let all = words(told.iter().find(|notice| notice.board.is_none()).unwrap());
    assert!(all.contains("dark") && all.contains("eceipt") && all.contains("Ben"), "{all}");
}

/// What shows a robot: the same words again.
#[test]
fn the_same_words_are_answered_three_times() {
    let mut world = World::new();
    world.game();
    for said in [false, false, true] {
        let told = world.reply("ann", "I am on holiday until the end of the month. Your ticket is 17.");
        assert_eq!(told.len(), 1);
        assert_eq!(words(told.first().unwrap()).contains("same words are not answered again"), said, "{told:?}");
    }
    assert!(world.reply("ann", "I am on holiday until the end of the month. Your ticket is 18.").is_empty());
    assert_eq!(world.reply("ann", "How do I move?").len(), 1, "other words are answered");
    world.pass(HOUR);
    assert_eq!(world.reply("ann", "I am on holiday until the end of the month. Your ticket is 19.").len(), 1);
}

#[test]
fn a_newcomer_who_is_proven_may_fumble() {
    let mut world = World::new();
    for number in 1..=20 {
        let told = world.signed("ida", "new nonsense");
        assert_eq!(told.len(), 1, "{number}");
        assert_eq!(words(told.first().unwrap()).contains("for up to an hour"), number == 20, "{number}");
    }
    assert!(world.signed("ida", "new nonsense").is_empty());
}

#[test]
fn whoever_is_suspended_can_say_stop_and_is_not_written_to_for_others() {
    let mut world = World::new();
    world.game();
    world.service.suspend_player("Ann", true, world.now).unwrap().unwrap();
    for text in ["games", "stop", "nonsense", ""] {
        let told = world.say(mailbox("ann"), Proof::None, Context::Fresh, text);
        assert!(told.is_empty(), "anybody may have written {text:?}: {told:?}");
    }
    let why = words(world.reply("ann", "games").first().unwrap());
    assert!(why.starts_with("this account is suspended"), "{why}");
    let done = words(world.reply("ann", "stop").first().unwrap());
    assert!(done.starts_with("No action needed: we write no more."), "{done}");
    assert!(!world.reply("ben", "say hello").iter().any(|notice| to("ann@example.net")(&notice)));
}

#[test]
fn no_name_is_a_phone_number() {
    let mut world = World::new();
    let caller = |name: &str| Sender::Email {
        address: format!("{}@evil.example", name.to_lowercase()),
        display: Some(name.to_owned()),
        offset: Some(0),
    };
    for name in ["Call-5551234567", "x555_12_34", "c5-5-5-1-2-3-4"] {
        let told =
            world.say(caller(name), Proof::Dmarc, Context::Fresh, &format!("new amazons vs of-{name}@example.org"));
        assert_eq!(invitations(&told).len(), 1);
        let invited = invitations(&told)[0];
        assert!(!format!("{:?}", invited.news).contains(name), "{invited:?}");
    }
    world.game();
    let why = words(world.reply("ann", "name Ann5551234").first().unwrap());
    assert!(why.contains("six digits"), "{why}");
}

#[test]
fn a_block_holds_at_every_door_of_the_mailbox() {
    let mut world = World::new();
    world.game();
    world.reply("ben", "block Ann");
    let told = world.reply("ann", "new dameo vs ben+more@example.net");
    assert!(invitations(&told).is_empty(), "{told:?}");
    assert!(words(told.first().unwrap()).contains("we write when your friend answers"), "and nobody is told so");
    world.reply("ben", "unblock Ann");
    world.reply("ann", "cancel");
    assert_eq!(invitations(&world.reply("ann", "new dameo vs ben+more@example.net")).len(), 1);
}
