//! A server, people who write to it by mail, and what they are sent.

use turnpost_core::command::{Command, NewGame, Opponent};
use turnpost_core::notice::{Destination, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery};
use turnpost_core::text::told::Said;

pub const T0: i64 = 1_780_000_000;

pub struct World {
    pub service: Service,
    pub now: i64,
    pub keys: u32,
    /// Whether the mail server works.
    pub sending: bool,
    /// The mails that were sent: to whom, and their numbers.
    pub sent: Vec<(String, i64)>,
}

impl World {
    pub fn new() -> World {
        let service = Service::new(crate::engine::fresh(), Settings::default()).unwrap();
        World { service, now: T0, keys: 0, sending: true, sent: Vec::new() }
    }

    /// Sends a mail and gives all notices that it caused, as `(address, notice)`.
    pub fn mail(
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

    pub fn mail_with(
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
            manner: Manner::default(),
        };
        self.service.handle(&request, Randomness::fixed(self.keys.into())).unwrap();
        if self.sending { self.delivered() } else { Vec::new() }
    }

    pub fn delivered(&mut self) -> Vec<(String, Notice)> {
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
    pub fn comes_back(&mut self, address: &str, permanent: bool) {
        let at = self.sent.iter().rposition(|(to, _)| to == address).unwrap();
        let (_, id) = self.sent.remove(at);
        let mark = self.service.return_mark(id);
        assert!(self.service.came_back(id, &mark, permanent, "4.2.2 full", self.now).unwrap());
    }
}

pub fn invite(address: &str) -> Command {
    Command::New(NewGame { opponent: Opponent::Email(address.to_owned()), ..new_game() })
}

pub fn new_game() -> NewGame {
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

pub fn turn(text: &str) -> Command {
    Command::Turn { game: None, guard: None, text: text.to_owned() }
}

pub fn token(notice: &Notice) -> String {
    notice.token.clone().unwrap()
}

/// Ann invites Ben, and Ben accepts with a first turn. Gives the last tokens of Ann and Ben.
pub fn begun(world: &mut World) -> (String, String) {
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

/// What a notice says, beside turns.
pub fn said(notice: &Notice) -> Said {
    turnpost_core::text::said(notice).unwrap_or_default()
}
