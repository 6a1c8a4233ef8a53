//! Mail that comes back or is refused: whom else it reaches, and when an address is left alone.

use turnpost_core::command::Command;
use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::Randomness;
use turnpost_core::store::{Channel, Delivery};

use crate::world::{World, begun, invite, said, token, turn};

#[test]
fn an_address_that_fails_is_left_alone_until_it_writes() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    world.sending = false;
    world.mail("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None);
    for owed in world.service.pending(Channel::Mail, world.now, 60, 10).unwrap() {
        let failed = Delivery::Unreachable { why: "550 no such user".to_owned() };
        world.service.settle(owed.id, &failed, world.now).unwrap();
    }
    world.sending = true;
    assert!(world.delivered().is_empty());
    // Ben's address works after all: he writes from it, and is written to again.
    let answered = world.mail_with("ben@example.net", None, &[turn("d7-d5/b3")], None, "<b@y>", Proof::Dmarc);
    assert_eq!(answered.iter().map(|(to, _)| to.as_str()).collect::<Vec<_>>(), ["ben@example.net"]);
    world.comes_back("ben@example.net", false);
    let shown = world.mail_with("ben@example.net", None, &[Command::Games], None, "<c@y>", Proof::Dmarc);
    assert_eq!(shown.len(), 1, "one passing failure is no reason");
}

#[test]
fn passing_failures_add_up_only_until_a_mail_shows_that_all_is_well() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    let failures = |world: &mut World, count| {
        for _ in 0..count {
            world.comes_back("ben@example.net", false);
        }
    };
    for number in 0..4 {
        world.mail_with("ben@example.net", None, &[Command::Games], None, &format!("<d{number}@y>"), Proof::Dmarc);
    }
    failures(&mut world, 4);
    world.mail_with("ben@example.net", None, &[Command::Games], None, "<d@y>", Proof::Dmarc);
    failures(&mut world, 1);
    let sent = world.mail("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None);
    assert!(sent.iter().any(|(to, _)| to == "ben@example.net"), "five in a life are no reason");
}

/// The code in an answer to `link`.
fn code(notice: &Notice) -> String {
    let lines = said(notice).lines;
    let words = lines.join(" ");
    words.split(|c: char| !c.is_ascii_alphanumeric()).find(|word| word.len() == 8).unwrap().to_owned()
}

/// Ann links her Discord account: the code shown there is typed in a mail.
fn link_discord(world: &mut World, ann: &str) {
    let asked = Request {
        from: Sender::Discord { user: 7, display: "ann".to_owned() },
        proof: Proof::Transport,
        key: "link".to_owned(),
        at: world.now,
        context: Context::Fresh,
        place: None,
        commands: vec![Ok(Command::Link(None))],
        comment: None,
        manner: Manner::default(),
    };
    let answer = world.service.handle(&asked, Randomness::fixed(1)).unwrap().answers.remove(0);
    world.service.settle(answer.id, &Delivery::Sent, world.now).unwrap();
    let asked = world.mail("ann@example.net", Some(ann), &[Command::Link(Some(code(&answer.notice)))], None);
    world.mail("ann@example.net", Some(&token(&asked[0].1)), &[Command::Yes], None);
    // The account in Discord is told of it.
    let told = world.service.pending(Channel::Discord, world.now, 60, 10).unwrap();
    assert!(matches!(told[0].notice.news, News::Question { .. }), "{told:?}");
    world.service.settle(told[0].id, &Delivery::Sent, world.now).unwrap();
}

#[test]
fn who_cannot_be_mailed_is_told_in_discord() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    link_discord(&mut world, &ann);
    world.comes_back("ann@example.net", true);
    world.comes_back("ann@example.net", true);
    assert!(world.delivered().is_empty(), "nothing more goes to a dead address");
    let told = world.service.pending(Channel::Discord, world.now, 60, 10).unwrap();
    assert_eq!(told.iter().map(|owed| owed.notice.to.clone()).collect::<Vec<_>>(), [Destination::DiscordUser(7)]);
    let lines = said(&told[0].notice).lines;
    assert!(lines[0].starts_with("Mail to you comes back"), "{lines:?}");
}

#[test]
fn what_an_address_refuses_goes_to_the_other_with_all_that_waits_behind_it() {
    let mut world = World::new();
    let (ann, ben) = begun(&mut world);
    let shown = world.mail("ben@example.net", Some(&ben), &[Command::Link(None)], None);
    let confirm = world.mail("b2@example.net", None, &[Command::Link(Some(code(&shown[0].1)))], None);
    world.mail("b2@example.net", Some(&token(&confirm[0].1)), &[Command::Yes], None);
    world.sending = false;
    world.mail("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None);
    // A board that was begun with isn't superseded: the next one waits behind it.
    let owed = world.service.pending(Channel::Mail, world.now, 60, 10).unwrap();
    let first =
        owed.into_iter().find(|owed| owed.notice.to == Destination::Email("b2@example.net".to_owned())).unwrap();
    let said = Command::Say { game: None, text: "Still there?".to_owned() };
    world.mail("ann@example.net", Some(&ann), &[said], None);
    let gone = Delivery::Unreachable { why: "550 no such user".to_owned() };
    world.service.settle(first.id, &gone, world.now).unwrap();
    world.service.settle(first.id, &gone, world.now).unwrap();
    world.now += 60;
    let sent = world.delivered();
    let to_ben: Vec<&Notice> =
        sent.iter().filter(|(to, _)| to == "ben@example.net").map(|(_, notice)| notice).collect();
    assert!(sent.iter().all(|(to, _)| to != "b2@example.net"), "{sent:?}");
    assert!(matches!(to_ben[0].news, News::YourTurn(_)) && to_ben.len() == 2, "{to_ben:?}");
    // The address that it went to is the one that a bounce counts against.
    let address = world.service.address_of(&token(to_ben[0])).unwrap();
    assert_eq!(address.as_deref(), Some("ben@example.net"));
    world.sending = true;
    let played = world.mail("ben@example.net", Some(&token(to_ben[0])), &[turn("d7-d5/b3")], None);
    assert!(played.iter().any(|(to, _)| to == "ann@example.net"), "{played:?}");
}

#[test]
fn what_goes_no_way_is_kept_and_not_sent_in_circles() {
    let mut world = World::new();
    let (ann, ben) = begun(&mut world);
    link_discord(&mut world, &ann);
    world.mail("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None);
    world.sending = false;
    world.mail("ben@example.net", Some(&ben), &[Command::Say { game: None, text: "Hello?".to_owned() }], None);
    let mut tries = 0;
    for _ in 0..5 {
        for channel in [Channel::Mail, Channel::Discord] {
            for owed in world.service.pending(channel, world.now, 60, 10).unwrap() {
                tries += usize::from(said(&owed.notice).lines.first().is_some_and(|line| line.contains("Hello?")));
                let failed = Delivery::Failed { why: "554 5.6.0 no".to_owned() };
                world.service.settle(owed.id, &failed, world.now).unwrap();
            }
        }
    }
    assert_eq!(tries, 2, "once by mail, once in Discord");
    assert_eq!(world.service.kept_for(7, world.now).unwrap().len(), 1, "it waits until she is there");
}

#[test]
fn an_invitation_reaches_nobody_twice() {
    let mut world = World::new();
    let mut invited = 0;
    for (i, from) in ["ann@example.net", "cat@example.net"].iter().enumerate() {
        let key = format!("<i{i}@y>");
        let sent = world.mail_with(from, None, &[invite("ben@example.net")], None, &key, Proof::Dmarc);
        invited += sent.iter().filter(|(to, _)| to == "ben@example.net").count();
        assert!(sent.iter().any(|(to, _)| to == from), "the same answer for everybody");
    }
    assert_eq!(invited, 1, "one open invitation per address");
    let more: Vec<_> = (0..6)
        .map(|i| {
            let to = format!("friend{i}@example.net");
            world.mail_with("ann@example.net", None, &[invite(&to)], None, &format!("<m{i}@y>"), Proof::Dmarc)
        })
        .collect();
    let refused = more
        .iter()
        .filter(|sent| said(&sent[0].1).lines.first().is_some_and(|line| line.starts_with("Not sent:")))
        .count();
    assert_eq!(refused, 2, "five a day, one was sent before");
}
