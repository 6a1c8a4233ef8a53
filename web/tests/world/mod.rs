//! A server with pages on a port of its own, people who play on it by mail, and what they are sent.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

#[path = "../../../tests/database/mod.rs"]
pub mod database;

use std::sync::{Arc, Mutex};

use turnpost_core::clock::moment;
use turnpost_core::command::{Command, NewGame, Opponent};
use turnpost_core::message;
use turnpost_core::notice::{Destination, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::{GameKind, Side};
use turnpost_core::service::{Handled, Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery};
use turnpost_web::server::{Bounds, serve};
use turnpost_web::{Site, router};

pub mod everything;

pub struct World {
    pub service: Arc<Service>,
    pub url: String,
    pub folder: tempfile::TempDir,
    /// All mails that were ever owed, as `(address, notice)`.
    pub post: Mutex<Vec<(String, Notice)>>,
    keys: u64,
    server: tokio::task::JoinHandle<()>,
}

/// A game between Ann and Ben.
#[derive(Clone, Debug)]
pub struct Table {
    pub number: i64,
    /// The pages of White and Black, in full.
    pub pages: [String; 2],
    /// The addresses of White and Black.
    pub players: [String; 2],
    /// The last reply secret of each.
    pub tokens: [String; 2],
}

impl World {
    pub async fn new() -> World {
        World::with(|settings| settings).await
    }

    pub async fn with(change: impl FnOnce(turnpost_web::Settings) -> turnpost_web::Settings) -> World {
        World::of(Settings::default(), change).await
    }

    /// One without the computer player.
    pub async fn closed() -> World {
        World::of(Settings { house: false, ..Settings::default() }, |settings| settings).await
    }

    async fn of(settings: Settings, change: impl FnOnce(turnpost_web::Settings) -> turnpost_web::Settings) -> World {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let store = database::open(folder.path());
        let settings = Settings { pages: Some(url.clone()), ..settings };
        let service = Arc::new(database::apart(|| Service::new(store, settings).unwrap()));
        let plain = turnpost_web::Settings::new(|| Randomness::fixed(7));
        let settings = turnpost_web::Settings { url: Some(url.clone()), pace: 100_000, ..plain };
        let pages = router(Site::new(service.clone(), change(settings)));
        let server = tokio::spawn(serve(listener, pages, Bounds::PAGES));
        World { service, url, folder, post: Mutex::default(), keys: 0, server }
    }

    /// Asks the service. Not on this thread: a database at a server keeps whoever asks waiting, and a thread of a runtime
    /// must not wait.
    pub fn ask<T: Send>(&self, ask: impl FnOnce(&Service) -> T + Send) -> T {
        database::apart(|| ask(&self.service))
    }

    /// Somebody writes a mail; gives all notices that it caused, as `(address, notice)`.
    pub fn mail(&mut self, from: &str, token: Option<&str>, text: &str) -> Vec<(String, Notice)> {
        let read = message::read(text);
        self.commands(from, token, read.commands.into_iter().flatten().collect(), read.comment)
    }

    pub fn commands(
        &mut self,
        from: &str,
        token: Option<&str>,
        commands: Vec<Command>,
        comment: Option<String>,
    ) -> Vec<(String, Notice)> {
        self.keys += 1;
        let name = from.split('@').next().unwrap();
        let request = Request {
            from: Sender::Email { address: from.to_owned(), display: Some(name.to_owned()), offset: Some(0) },
            proof: Proof::Dmarc,
            key: format!("<{}@example>", self.keys),
            at: moment::now(),
            context: token.map_or(Context::Fresh, |token| Context::Token(token.to_owned())),
            place: None,
            commands: commands.into_iter().map(Ok).collect(),
            comment,
            manner: Manner::default(),
        };
        self.ask(|service| service.handle(&request, Randomness::fixed(self.keys))).unwrap();
        self.delivered()
    }

    /// What was owed by mail.
    pub fn delivered(&self) -> Vec<(String, Notice)> {
        self.delivered_at(moment::now())
    }

    pub fn delivered_at(&self, now: i64) -> Vec<(String, Notice)> {
        let mut all = Vec::new();
        loop {
            let owed = self.ask(|service| service.pending(Channel::Mail, now, 60, 100)).unwrap();
            if owed.is_empty() {
                return all;
            }
            for owed in owed {
                self.ask(|service| service.settle(owed.id, &Delivery::Sent, now)).unwrap();
                let Destination::Email(address) = owed.notice.to.clone() else { panic!("not a mail") };
                all.push((address.clone(), owed.notice.clone()));
                self.post.lock().unwrap().push((address, owed.notice));
            }
        }
    }

    /// A game of this kind, in which these two play White and Black.
    pub fn begin(&mut self, game: &str, variant: Option<&str>, options: &[(&str, &str)], clock: &str) -> Table {
        self.keys += 1;
        let players = [format!("ann{}@example.org", self.keys), format!("ben{}@example.org", self.keys)];
        let new = NewGame {
            game: game.to_owned(),
            variant: variant.map(str::to_owned),
            opponent: Opponent::Email(players[1].clone()),
            colour: Some(turnpost_core::command::Colour::Side(Side::White)),
            clock: Some(clock.parse().unwrap()),
            rated: None,
            options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        };
        let sent = self.commands(&players[0], None, vec![Command::New(new)], None);
        let invitation = sent.iter().find(|(to, _)| *to == players[1]).expect("an invitation");
        let number = invitation.1.game.as_ref().unwrap().number;
        let token = invitation.1.token.clone().unwrap();
        let begun = self.mail(&players[1], Some(&token), "yes");
        let of = |player: &String| begun.iter().find(|(to, _)| to == player).map(|(_, notice)| notice).unwrap();
        let pages = players.each_ref().map(|player| of(player).page.clone().expect("a page"));
        let tokens = players.each_ref().map(|player| of(player).token.clone().unwrap());
        Table { number, pages, players, tokens }
    }

    /// A side plays a turn by mail.
    pub fn by_mail(&mut self, table: &Table, side: Side, turn: &str) {
        let player = table.players[side as usize].clone();
        let command = Command::Turn { game: Some(table.number), guard: None, text: turn.to_owned() };
        self.commands(&player, None, vec![command], None);
    }

    /// What a form of a page asks for.
    pub fn page_command(&mut self, secret: &str, command: Command) -> Handled {
        self.keys += 1;
        let (number, revision) =
            self.ask(|service| service.my_revision(secret, moment::now())).unwrap().expect("a board");
        let request = Request {
            from: Sender::Page { secret: secret.to_owned() },
            proof: Proof::Transport,
            key: format!("form {}", self.keys),
            at: moment::now(),
            context: Context::Game { number, revision: Some(revision) },
            place: None,
            commands: vec![Ok(command)],
            comment: None,
            manner: Manner::default(),
        };
        self.ask(|service| service.handle(&request, Randomness::fixed(self.keys))).unwrap()
    }

    /// Somebody hosts an event; gives its number.
    pub fn hosted(&mut self, by: &str, command: &str) -> i64 {
        let told = format!("{:?}", self.mail(by, None, command));
        told.split("number: ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap()
    }

    /// The server's own ladder of a game with these on it, which would take many games; gives its number.
    pub fn on_the_ladder(&mut self, game: GameKind, names: &[&str]) -> i64 {
        for step in 0..4 {
            self.ask(|service| service.tick(moment::now() + 60 * step, Randomness::fixed(5))).unwrap();
        }
        let number = self.ask(|service| service.public_ladder(game)).unwrap().expect("a ladder");
        for (rank, name) in (1..).zip(names) {
            let sql = format!(
                "INSERT INTO entrants (event, player, entered, state, rank) SELECT {number}, id, 0, 'in', {rank} FROM players WHERE name = '{name}'"
            );
            database::execute(self.folder.path(), &sql);
        }
        number
    }

    pub fn secret(&self, page: &str) -> String {
        page.rsplit('/').next().unwrap().to_owned()
    }

    /// Everything that is stored, as text.
    pub fn dump(&self) -> String {
        let mut dump = String::new();
        for name in database::tables(self.folder.path()) {
            database::each(self.folder.path(), &format!("SELECT * FROM {name}"), |row| {
                dump.push_str(&format!("{name} {row:?}\n"));
            });
        }
        dump
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.server.abort();
    }
}
