//! First contact, the first turns, and what a stranger or a robot can make us send.

use turnpost_core::command::Command;
use turnpost_core::notice::{News, Preface};
use turnpost_core::request::Proof;
use turnpost_core::text::word;

use crate::world::{World, begun, invite, said, token, turn};

#[test]
fn from_first_contact_to_the_first_turns() {
    let mut world = World::new();
    // (a) One mail, to the sender alone.
    let confirm = world.mail("ann@example.net", None, &[invite("ben@example.net")], Some("Hi Ben, Ann here."));
    assert_eq!(confirm.len(), 1, "{confirm:?}");
    assert_eq!(confirm[0].0, "ann@example.net");
    let News::Confirm { name, .. } = &confirm[0].1.news else { panic!("{confirm:?}") };
    assert_eq!(
        (&said(&confirm[0].1).lines[..], name.as_str()),
        (&["Amazons, inviting one friend".to_owned()][..], "Ann")
    );

    // (b) Her yes sends one invitation with the board, and her a word.
    let sent = world.mail("ann@example.net", Some(&token(&confirm[0].1)), &[Command::Yes], None);
    assert_eq!(sent.len(), 2, "{sent:?}");
    let invitation = &sent.iter().find(|(to, _)| to == "ben@example.net").unwrap().1;
    let News::Challenge(news) = &invitation.news else { panic!("{invitation:?}") };
    assert_eq!(news.challenger, "Ann");
    assert_eq!(news.greeting.as_deref(), Some("Hi Ben, Ann here."));
    assert_eq!(news.you_play.as_deref(), Some("white"));
    assert!(news.first_contact && invitation.board.is_some());
    let word = &sent.iter().find(|(to, _)| to == "ann@example.net").unwrap().1;
    assert!(said(word).subject.ends_with("is sent"), "{word:?}");

    // The same yes again is answered already.
    let again = world.mail("ann@example.net", Some(&token(&confirm[0].1)), &[Command::Yes], None);
    assert!(again.iter().all(|(to, notice)| to == "ann@example.net" && !matches!(notice.news, News::Challenge(_))));

    // (c) Ben's yes with a turn: one board each, Ann's says it is her turn.
    let both =
        world.mail("ben@example.net", Some(&token(invitation)), &[Command::Yes, turn("d1-d7/g7")], Some("Hello Ann"));
    assert_eq!(both.len(), 2, "{both:?}");
    let to_ann = &both.iter().find(|(to, _)| to == "ann@example.net").unwrap().1;
    let News::YourTurn(news) = &to_ann.news else { panic!("{to_ann:?}") };
    assert_eq!(news.preface, [Preface::Accepted { by: "Ben".to_owned() }]);
    assert_eq!(news.played.len(), 1);
    assert_eq!((news.played[0].who.as_str(), news.played[0].turn.as_str()), ("Ben", "d1-d7/g7"));
    assert_eq!(news.comments, [("Ben".to_owned(), "Hello Ann".to_owned())]);
    assert_eq!(news.deadline, Some(world.now + 10 * 86_400));
    let to_ben = &both.iter().find(|(to, _)| to == "ben@example.net").unwrap().1;
    let News::Receipt(news) = &to_ben.news else { panic!("{to_ben:?}") };
    assert!(news.played[0].own && to_ben.board.is_some());

    // (d) Ann's turn: one turn mail, one receipt, both with the board.
    let turns = world.mail("ann@example.net", Some(&token(to_ann)), &[turn("j7-h7/h3")], None);
    assert_eq!(turns.len(), 2);
    assert!(turns.iter().all(|(_, notice)| notice.board.is_some()));
    let to_ben = &turns.iter().find(|(to, _)| to == "ben@example.net").unwrap().1;
    assert!(matches!(&to_ben.news, News::YourTurn(news) if news.played.len() == 1), "{to_ben:?}");

    // (e) A refusal goes to the sender alone, with the board.
    let refused = world.mail("ben@example.net", Some(&token(to_ben)), &[turn("d7-h7/h5")], None);
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].0, "ben@example.net");
    assert!(matches!(&refused[0].1.news, News::Refused { deadline: Some(_), .. }), "{refused:?}");
    assert!(refused[0].1.board.is_some());
}

#[test]
fn a_new_name_leaves_the_thread_as_it_is() {
    let mut world = World::new();
    let (ann, ben) = begun(&mut world);
    let named = world.mail("ben@example.net", Some(&ben), &[Command::Name("Benjamin".to_owned())], None);
    assert_eq!(named.len(), 1, "{named:?}");
    let mails = world.mail("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None);
    for (to, notice) in &mails {
        let heading = notice.game.as_ref().unwrap();
        assert_eq!(heading.white.as_deref(), Some("Benjamin"));
        assert_eq!(word(notice).subject, "Amazons 1: Ben vs Ann", "to {to}");
    }
    // Whoever is forgotten leaves no name in it.
    let question = world.mail("ben@example.net", Some(&ben), &[Command::ForgetMe], None);
    world.mail("ben@example.net", Some(&token(&question[0].1)), &[Command::Yes], None);
    assert_eq!(world.service.games(0, 10).unwrap()[0].thread, None);
}

#[test]
fn no_means_nobody_is_told_and_stop_is_for_good() {
    let mut world = World::new();
    let confirm = world.mail("ann@example.net", None, &[invite("ben@example.net")], None);
    let dropped = world.mail("ann@example.net", Some(&token(&confirm[0].1)), &[Command::No], None);
    assert!(dropped.iter().all(|(to, _)| to == "ann@example.net"));
    let late = world.mail("ann@example.net", Some(&token(&confirm[0].1)), &[Command::Yes], None);
    assert!(late.iter().all(|(to, _)| to == "ann@example.net"), "answered once: {late:?}");
}

#[test]
fn a_bare_move_accepts_an_invitation() {
    let mut world = World::new();
    let confirm = world.mail("ann@example.net", None, &[invite("ben@example.net")], None);
    let sent = world.mail("ann@example.net", Some(&token(&confirm[0].1)), &[Command::Yes], None);
    let invitation = &sent.iter().find(|(to, _)| to == "ben@example.net").unwrap().1;
    let both = world.mail("ben@example.net", Some(&token(invitation)), &[turn("d1-d7/g7")], None);
    assert_eq!(both.len(), 2);
    assert!(both.iter().any(|(to, notice)| to == "ann@example.net" && matches!(notice.news, News::YourTurn(_))));
}

#[test]
fn a_repeated_mail_changes_nothing() {
    let mut world = World::new();
    let (ann, ben) = begun(&mut world);
    let first = world.mail_with("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None, "<x@y>", Proof::None);
    assert_eq!(first.len(), 2);
    let again = world.mail_with("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None, "<x@y>", Proof::None);
    assert!(again.is_empty(), "{again:?}");
    // Another mail with the same move finds it played.
    let twice = world.mail("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None);
    assert_eq!(twice.len(), 1);
    assert!(said(&twice[0].1).lines[0].starts_with("Already played"));
    // Ben answers his receipt, which showed an older board.
    let stale = world.mail("ben@example.net", Some(&ben), &[turn("g1-g4/e4")], None);
    assert_eq!(stale.len(), 1);
    let News::Stale { answered: 2, since, still_legal: Some(turn), question: Some(_), .. } = &stale[0].1.news else {
        panic!("{stale:?}")
    };
    assert_eq!((since.len(), turn.as_str()), (1, "g1-g4/e4"));
}

#[test]
fn the_right_token_from_elsewhere_plays_nothing() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    let told = world.mail("eve@example.org", Some(&ann), &[turn("j7-h7/h3")], None);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, "ann@example.net", "the sender learns nothing");
    let again = world.mail("eve@example.org", Some(&ann), &[turn("j7-h7/h3")], None);
    assert!(again.is_empty(), "one such mail a day");
    // A forged From without a token is held.
    let held = world.mail("ann@example.net", None, &[turn("j7-h7/h3")], None);
    assert!(matches!(held[0].1.news, News::Confirm { .. }));
    // A signed one plays at once.
    let played = world.mail_with("ann@example.net", None, &[turn("j7-h7/h3")], None, "<s@y>", Proof::Dmarc);
    assert_eq!(played.len(), 2);
    // A forged-looking mail is held in spite of its token.
    let held = world.mail_with("ann@example.net", Some(&ann), &[turn("j7-h7/h3")], None, "<f@y>", Proof::Forged);
    assert!(matches!(held[0].1.news, News::Confirm { .. }), "{held:?}");
}

#[test]
fn confirmations_are_limited() {
    let mut world = World::new();
    let mails: usize =
        (0..8).map(|i| world.mail("ann@example.net", None, &[invite(&format!("b{i}@example.net"))], None).len()).sum();
    assert_eq!(mails, 3, "three open ones per address");
}

#[test]
fn a_robot_that_asks_for_help_in_every_mail_is_answered_some_twenty_times_an_hour() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    let mut asks =
        |command: &Command| world.mail("ann@example.net", Some(&ann), std::slice::from_ref(command), None).len();
    let answers: usize = (0..40).map(|_| asks(&Command::Help(None))).sum();
    assert_eq!(answers, 21, "the last one says that it is");
    assert_eq!(asks(&Command::Games), 1, "another question is another matter");
    assert_eq!(asks(&turn("j7-h7/h3")), 2, "a turn is no question");
    world.now += 24 * 60 * 60;
    assert_eq!(world.mail("ann@example.net", Some(&ann), &[Command::Games], None).len(), 1, "it is another day");
}
