//! What has not been sent yet: later boards take the place of earlier ones, and what is withdrawn is never sent.

use turnpost_core::command::{Answer, Command, NewGame, Opponent};
use turnpost_core::notice::{News, Notice};
use turnpost_core::request::Proof;
use turnpost_core::store::{Channel, Delivery};
use turnpost_core::text::word;

use crate::world::{World, begun, invite, new_game, turn};

#[test]
fn boards_that_were_not_sent_yet_become_one() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    world.sending = false;
    world.mail("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], Some("mine"));
    world.mail_with("ben@example.net", None, &[turn("d7-d5/b3")], Some("yours"), "<b@y>", Proof::Dmarc);
    let sent = world.delivered();
    assert_eq!(sent.len(), 2, "one each: {sent:?}");
    let to_ann = &sent.iter().find(|(to, _)| to == "ann@example.net").unwrap().1;
    let News::YourTurn(news) = &to_ann.news else { panic!("{to_ann:?}") };
    let played: Vec<(&str, bool)> = news.played.iter().map(|p| (p.turn.as_str(), p.own)).collect();
    assert_eq!(played, [("j7-h7/h3", true), ("d7-d5/b3", false)], "the receipt and the answer");
    let to_ben = &sent.iter().find(|(to, _)| to == "ben@example.net").unwrap().1;
    let News::Receipt(news) = &to_ben.news else { panic!("{to_ben:?}") };
    assert_eq!(news.comments, [("Ann".to_owned(), "mine".to_owned())], "nothing that was said is lost");
}

#[test]
fn a_challenge_that_is_withdrawn_before_it_was_sent_never_is() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    let to_ben = |mails: &[(String, Notice)]| mails.iter().filter(|(to, _)| to == "ben@example.net").count();
    let both = world.mail("ann@example.net", Some(&ann), &[invite("ben@example.net"), Command::Cancel(Some(2))], None);
    assert_eq!((both.len(), to_ben(&both)), (2, 0), "{both:?}");
    // A mail server that is down for a while makes no difference.
    world.sending = false;
    let by_name = NewGame { opponent: Opponent::Player("Ben".to_owned()), ..new_game() };
    world.mail("ann@example.net", Some(&ann), &[Command::New(by_name.clone())], None);
    for owed in world.service.pending(Channel::Mail, world.now, 60, 10).unwrap() {
        let later = Delivery::Retry { at: world.now + 60, why: "421 not now".to_owned() };
        world.service.settle(owed.id, &later, world.now).unwrap();
    }
    world.mail("ann@example.net", Some(&ann), &[Command::Cancel(Some(3))], None);
    world.now += 60;
    assert_eq!(to_ben(&world.delivered()), 0);
    // Once it was sent, he is told.
    world.sending = true;
    assert_eq!(to_ben(&world.mail("ann@example.net", Some(&ann), &[Command::New(by_name)], None)), 1);
    assert_eq!(to_ben(&world.mail("ann@example.net", Some(&ann), &[Command::Cancel(Some(4))], None)), 1);
}

#[test]
fn what_is_said_arrives_as_it_was_written() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    let say = Command::Say { game: None, text: "Use `d4` here".to_owned() };
    let said = world.mail("ann@example.net", Some(&ann), &[say], None);
    assert_eq!(word(&said[0].1).headline.plain(), "Ann: \"Use `d4` here\"");
    let offered =
        world.mail("ann@example.net", Some(&ann), &[Command::Draw { game: None, answer: Answer::Offer }], Some("`?`"));
    let question = &offered.iter().find(|(to, _)| to == "ben@example.net").unwrap().1;
    assert_eq!(word(question).above[0].plain(), "Ann: \"`?`\"");
}

#[test]
fn a_take_back_replaces_the_board_that_was_not_sent() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    world.sending = false;
    world.mail("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None);
    world.mail("ann@example.net", Some(&ann), &[Command::Undo(None)], None);
    let sent = world.delivered();
    let to_ben = &sent.iter().find(|(to, _)| to == "ben@example.net").unwrap().1;
    let News::Receipt(news) = &to_ben.news else { panic!("{to_ben:?}") };
    assert!(news.played.is_empty(), "what was taken back isn't told as played");
    assert_eq!(sent.len(), 2);
}
