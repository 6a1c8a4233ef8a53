//! Games that don't live in one thread: by email against Discord, where the bot is a guest, and with closed doors.

use serde_json::json;
use turnpost_core::command::Command;
use turnpost_core::command::parse::parse_command;
use turnpost_core::notice::Notice;
use turnpost_core::request::{Context, Proof, Request, Sender, Timestamp};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery, Store};
use turnpost_standin::world::World;

use crate::rig::Rig;

/// Mia, who writes mail: the same database, in a process of its own.
struct Mia {
    service: Service,
    mails: u64,
}

impl Mia {
    fn beside(rig: &Rig) -> Mia {
        let store = Store::open(rig.database()).expect("the bot's database");
        let settings = Settings { holder: "mail".to_owned(), ..Settings::default() };
        Mia { service: Service::new(store, settings).expect("a service"), mails: 0 }
    }

    /// Writes a line in a mail that DMARC vouches for.
    fn writes(&mut self, line: &str, comment: Option<&str>) {
        self.mails += 1;
        let from =
            Sender::Email { address: "mia@example.net".to_owned(), display: Some("Mia".to_owned()), offset: None };
        let (commands, _): (Vec<Command>, _) = parse_command(line).expect("a command");
        let request = Request {
            from,
            proof: Proof::Dmarc,
            key: format!("mail {}", self.mails),
            at: now(),
            context: Context::Fresh,
            place: None,
            commands: commands.into_iter().map(Ok).collect(),
            comment: comment.map(str::to_owned),
        };
        self.service.handle(&request, Randomness::fixed(self.mails)).expect("it is handled");
    }

    /// The mails that she was sent.
    fn reads(&self) -> Vec<Notice> {
        let owed = self.service.pending(Channel::Mail, now(), 60, 100).expect("her mail");
        for one in &owed {
            self.service.settle(one.id, &Delivery::Sent, now()).expect("it is settled");
        }
        owed.into_iter().map(|one| one.notice).collect()
    }
}

fn now() -> Timestamp {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock");
    Timestamp::try_from(since.as_secs()).expect("a time")
}

#[tokio::test(flavor = "multi_thread")]
async fn email_against_discord() {
    let rig = Rig::start().await;
    let mut mia = Mia::beside(&rig);
    // Ben opens a game to anyone, in the channel; Mia takes it by mail.
    let asked = rig.discord.slash(rig.ben, rig.channel, "new", &[("game", json!("dameo"))]);
    let challenge = rig.discord.posted(rig.channel, asked, "anyone").await;
    mia.writes("accept 1", None);
    let (thread, first) = rig.first_board(challenge.id).await;
    assert!(first.pinged.is_empty(), "Mia is White and not in Discord: {:?}", first.content);
    mia.writes("move 1 c3-c4", Some("Good luck."));
    let board = rig.board(thread, first.id).await;
    assert!(
        board.content.contains("(by mail) played `c3-c4`") && board.content.contains("Good luck."),
        "{:?}",
        board.content
    );
    assert_eq!(board.pinged, [rig.ben].into());
    let before = mia.reads().len();
    let said = rig.discord.say(rig.ben, thread, "a8-a7\nthanks, Mia");
    rig.board(thread, board.id).await;
    let envelope = |world: &World| (!world.messages[&said].reactions.is_empty()).then_some(());
    rig.discord.until("an envelope for the comment that goes by mail", envelope).await;
    let told = mia.reads();
    let shown = format!("{told:?}");
    assert!(shown.contains("a8-a7") && shown.contains("thanks, Mia"), "{before} mails before, then {shown}");
    assert!(!shown.contains(&rig.ben.to_string()), "no Discord id in mail");
    let all = rig.discord.messages(thread);
    assert!(all.iter().all(|message| !message.content.contains("example.net")), "no address in Discord");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_answers_in_place_and_plays_in_direct_messages() {
    let rig = Rig::start().await;
    // A group chat that the bot is no member of: Ann has installed it for herself.
    let group = rig.discord.change(|world| {
        let group = world.add_channel(3, None, "friends");
        world.channels.get_mut(&group).unwrap().allowed.view = false;
        group
    });
    let options = [("game", json!("dameo")), ("opponent", json!(rig.ben.to_string()))];
    let asked = rig.discord.slash(rig.ann, group, "new", &options);
    let challenge = rig.discord.posted(group, asked, "challenges").await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let ben = rig.discord.change(|world| world.direct(rig.ben));
    let board = rig.board(ben, challenge.id).await;
    rig.discord.click(rig.ben, board.id, "Move");
    rig.discord.say(rig.ben, ben, "c3-c4");
    let ann = rig.discord.change(|world| world.direct(rig.ann));
    assert!(rig.board(ann, board.id).await.content.contains("c3-c4"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_told_waits_for_the_next_contact() {
    let rig = Rig::start().await;
    let (thread, _) = rig.game("dameo", None).await;
    rig.discord.change(|world| {
        world.channels.get_mut(&thread).unwrap().allowed.send = false;
        world.users.get_mut(&rig.ann).unwrap().dms_open = false;
    });
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let refused = |world: &World| world.requests.iter().filter(|(_, _, status)| *status == 403).nth(1).map(|_| ());
    rig.discord.until("both doors are closed", refused).await;
    // Whatever Ann asks for next, she is told: here, in a channel, where only she sees it.
    let told = |world: &World| {
        let mine = |message: &&turnpost_standin::world::Message| {
            message.only_for == Some(rig.ann) && message.content.contains("c3-c4")
        };
        world.messages.values().find(mine).map(|_| ())
    };
    let asks_until_told = async {
        while rig.discord.look(told).is_none() {
            let asked = rig.discord.slash(rig.ann, rig.channel, "help", &[]);
            rig.discord.answer(asked).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), asks_until_told).await.expect("Ann is told of the turn");
}
