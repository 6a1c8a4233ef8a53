//! The mail flow of the outside contract, (a) to (e), at the service's edge: who gets which notice, and no more.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use turnpost_core::command::{Answer, Command, NewGame, Opponent};
use turnpost_core::notice::{Destination, News, Notice, Preface};
use turnpost_core::request::{Context, Proof, Request, Sender};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery, Store};
use turnpost_core::text::told::Said;
use turnpost_core::text::word;

const T0: i64 = 1_780_000_000;

struct World {
    service: Service,
    now: i64,
    keys: u32,
    /// Whether the mail server works.
    sending: bool,
    /// The mails that were sent: to whom, and their numbers.
    sent: Vec<(String, i64)>,
}

impl World {
    fn new() -> World {
        let service = Service::new(Store::in_memory().unwrap(), Settings::default()).unwrap();
        World { service, now: T0, keys: 0, sending: true, sent: Vec::new() }
    }

    /// Sends a mail and gives all notices that it caused, as `(address, notice)`.
    fn mail(
        &mut self,
        from: &str,
        token: Option<&str>,
        commands: &[Command],
        comment: Option<&str>,
    ) -> Vec<(String, Notice)> {
        self.keys += 1;
        let key = format!("<{}@example>", self.keys);
        self.mail_with(from, token, commands, comment, &key, Proof::None)
    }

    fn mail_with(
        &mut self,
        from: &str,
        token: Option<&str>,
        commands: &[Command],
        comment: Option<&str>,
        key: &str,
        proof: Proof,
    ) -> Vec<(String, Notice)> {
        self.now += 60;
        let (name, _) = from.split_once('@').unwrap();
        let request = Request {
            from: Sender::Email {
                address: from.to_owned(),
                display: Some(format!("{}{} Example", name[..1].to_uppercase(), &name[1..])),
                offset: Some(120),
            },
            proof,
            key: key.to_owned(),
            at: self.now,
            context: token.map_or(Context::Fresh, |token| Context::Token(token.to_owned())),
            place: None,
            commands: commands.iter().cloned().map(Ok).collect(),
            comment: comment.map(str::to_owned),
        };
        self.service.handle(&request, Randomness::fixed(self.keys.into())).unwrap();
        if self.sending { self.delivered() } else { Vec::new() }
    }

    fn delivered(&mut self) -> Vec<(String, Notice)> {
        let mut all = Vec::new();
        loop {
            let owed = self.service.pending(Channel::Mail, self.now, 60, 100).unwrap();
            if owed.is_empty() {
                return all;
            }
            for owed in owed {
                self.service.settle(owed.id, &Delivery::Sent, self.now).unwrap();
                let Destination::Email(address) = owed.notice.to.clone() else { panic!("not a mail") };
                self.sent.push((address.clone(), owed.id));
                all.push((address, owed.notice));
            }
        }
    }
}

impl World {
    /// A mail to an address comes back, the last that didn't.
    fn comes_back(&mut self, address: &str, permanent: bool) {
        let at = self.sent.iter().rposition(|(to, _)| to == address).unwrap();
        let (_, id) = self.sent.remove(at);
        let mark = self.service.return_mark(id);
        assert!(self.service.came_back(id, &mark, permanent, "4.2.2 full", self.now).unwrap());
    }
}

fn invite(address: &str) -> Command {
    Command::New(NewGame { opponent: Opponent::Email(address.to_owned()), ..new_game() })
}

fn new_game() -> NewGame {
    NewGame {
        game: "amazons".to_owned(),
        variant: None,
        opponent: Opponent::Anyone,
        colour: None,
        clock: None,
        rated: None,
        options: Vec::new(),
    }
}

fn turn(text: &str) -> Command {
    Command::Turn { game: None, guard: None, text: text.to_owned() }
}

fn token(notice: &Notice) -> String {
    notice.token.clone().unwrap()
}

/// Ann invites Ben, and Ben accepts with a first turn. Gives the last tokens of Ann and Ben.
fn begun(world: &mut World) -> (String, String) {
    let confirm = world.mail("ann@example.net", None, &[invite("ben@example.net")], Some("Hi Ben"));
    let sent = world.mail("ann@example.net", Some(&token(&confirm[0].1)), &[Command::Yes], None);
    let invitation = sent.iter().find(|(to, _)| to == "ben@example.net").unwrap();
    let both = world.mail(
        "ben@example.net",
        Some(&token(&invitation.1)),
        &[Command::Yes, turn("d1-d7/g7")],
        Some("Hello Ann"),
    );
    let of = |who: &str| token(&both.iter().find(|(to, _)| to == who).unwrap().1);
    (of("ann@example.net"), of("ben@example.net"))
}

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

#[test]
fn a_robot_that_asks_for_help_in_every_mail_is_answered_some_twenty_times_an_hour() {
    let mut world = World::new();
    let (ann, _) = begun(&mut world);
    let mut asks =
        |command: &Command| world.mail("ann@example.net", Some(&ann), std::slice::from_ref(command), None).len();
    let answers: usize = (0..40).map(|_| asks(&Command::Help(None))).sum();
    assert_eq!(answers, 21, "the last one says that it is");
    assert_eq!(asks(&Command::Games), 0, "whatever else it asks for");
    assert_eq!(asks(&turn("j7-h7/h3")), 2, "a turn is no question");
    world.now += 24 * 60 * 60;
    assert_eq!(world.mail("ann@example.net", Some(&ann), &[Command::Games], None).len(), 1, "it is another day");
}

/// What a notice says, beside turns.
fn said(notice: &Notice) -> Said {
    turnpost_core::text::said(notice).unwrap_or_default()
}
