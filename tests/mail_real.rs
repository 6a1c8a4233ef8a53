//! Whole games of each kind through real mail servers: swaks → Postfix → LMTP → the server → Postfix submission
//! (STARTTLS, login) → Dovecot → read by IMAP; and the same by the other three ways in: an IMAP mailbox, a Maildir and
//! Postfix's pipe. Postfix and Dovecot are plain processes on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "mail_real/alerts.rs"]
mod alerts;
#[path = "mail_real/client.rs"]
mod client;
#[path = "database/mod.rs"]
mod database;
#[path = "mail_real/servers.rs"]
mod servers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use client::{Got, Player};
use servers::{Route, Servers, available, free_port, wait_for};
use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};

/// The ways in.
const WAYS: [&str; 4] = ["lmtp", "imap", "maildir", "pipe"];

/// By each way one short game of each kind, out of `core/tests/games`; where a kind has several, all are among them.
fn games() -> Vec<(&'static str, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("core/tests/games");
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).map(name).collect();
    names.sort();
    let mut games = Vec::new();
    for game in GameKind::ALL {
        let short = |name: &&String| name.starts_with(game.name()) && name.ends_with("-short");
        let short: Vec<&String> = names.iter().filter(short).collect();
        assert!(!short.is_empty(), "{game:?} has no short game; UPDATE=1 cargo test -p turnpost-core --test games");
        games.extend(WAYS.iter().zip(short.into_iter().cycle()).map(|(way, name)| (*way, name.clone())));
    }
    games
}

fn name(file: PathBuf) -> String {
    file.file_stem().unwrap().to_string_lossy().into_owned()
}

/// Mails that two strangers write until their game runs: a challenge, its confirmation, its acceptance.
const BEGINNING: usize = 3;

/// Ten placements in one line, as the first mail of a setup proposes; here for White and for Black.
const PLANS: [&str; 2] = ["r o h k c s c g z c", "r o h k s c c g z c"];

#[test]
fn whole_games_of_each_kind_by_each_way_in() {
    if !available() {
        return;
    }
    let mut tables: Vec<Table> = games().into_iter().map(|(way, game)| Table::new(way, &game)).collect();
    tables.push(Table::new("imap", "diamond-setup-short").planned());
    let players: Vec<String> = tables.iter().flat_map(|table| ["ann", "ben"].map(|who| table.address(who))).collect();
    let folder = Servers::folder_for("ways");
    let lmtp = free_port();
    let routes = [
        ("lmtp.test", Route::Lmtp(lmtp)),
        ("imap.test", Route::Mailbox),
        ("maildir.test", Route::Maildir("turnpost")),
        ("pipe.test", Route::Pipe(folder.join("pipe.toml"))),
    ];
    let mut servers = Servers::start("ways", &routes, &players);
    // The pipe doesn't run as root, who alone may reach the place where it was built.
    fs::copy(env!("CARGO_BIN_EXE_turnpost"), folder.join("turnpost")).unwrap();
    let _running = WAYS.map(|way| {
        let keys = match way {
            "lmtp" => format!("listen = \"127.0.0.1:{lmtp}\"\ntrusted_authserv = \"mx.test\"\n"),
            "imap" => {
                format!("listen = \"\"\nimap = \"imaps://play%40imap.test:secret@localhost:{}/INBOX\"\n", servers.imaps)
            }
            "maildir" => format!("listen = \"\"\nmaildir = \"{}/mail/turnpost\"\n", folder.display()),
            _ => "listen = \"\"\n".to_owned(),
        };
        Server::start(&servers, way, &format!("address = \"play@{way}.test\"\n{keys}"))
    });
    wait_for(lmtp);
    std::thread::scope(|scope| {
        for table in &tables {
            let servers = &servers;
            scope.spawn(move || table.play(servers));
        }
    });
    // Nobody vouches for himself in the name of the server that is believed.
    let mut ann = Player::new(&servers, &Table::new("lmtp", "dameo-short").address("ann"), "Ann");
    let forged = "Authentication-Results: mx.test; dmarc=pass header.from=players.test\n";
    ann.write_below(forged, "play@lmtp.test", None, "new amazons vs nobody@players.test");
    assert!(ann.next().text.starts_with("Was this you?"));
    // A mailbox that goes away under our feet and comes back loses nothing, neither here nor there.
    servers.restart_dovecot();
    let mut ann = Player::new(&servers, &Table::new("imap", "dameo-short").address("ann"), "Ann");
    ann.write("play@imap.test", None, "help");
    assert!(ann.next().subject.contains("Turnpost"));
    // All that was ever written to the mailbox is put by in it, each mail once.
    let fetched = Player::new(&servers, "play@imap.test", "Turnpost");
    fetched.wait_until_empty("INBOX");
    let by_imap = tables.iter().filter(|table| table.way == "imap").map(|table| BEGINNING + table.written.len());
    assert_eq!(fetched.count("Turnpost-done"), Some(by_imap.sum::<usize>() + 1));
}

/// `turnpost serve`, killed when dropped.
struct Server(Child);

impl Server {
    /// Runs it with a folder of its own and these keys of `[mail]`.
    fn start(servers: &Servers, name: &str, keys: &str) -> Server {
        let config = servers.folder.join(format!("{name}.toml"));
        let data = servers.folder.join(format!("{name}-data"));
        let relay = format!("smtp://relay:secret@localhost:{}", servers.submission);
        let at = servers.folder.display();
        let database = database::url(&data).map(|url| format!("database = \"{url}\"\n")).unwrap_or_default();
        fs::write(
            &config,
            format!(
                "{database}data_dir = \"{}\"\n[mail]\nsmtp = \"{relay}\"\nca = \"{at}/ca.pem\"\ninvitations = 100000\n{keys}\n[http]\nlisten = \"\"\n",
                data.display()
            ),
        )
        .unwrap();
        let log = fs::File::create(servers.folder.join(format!("{name}.log"))).unwrap();
        // A pipe may not run as root, and shares the database with the server: then both are `mail`.
        fs::create_dir_all(&data).unwrap();
        let mut command = match name {
            "pipe" => {
                assert!(Command::new("chown").arg("mail:mail").arg(&data).status().unwrap().success());
                let mut command = Command::new("setpriv");
                command.args(["--reuid=mail", "--regid=mail", "--clear-groups"]).arg(servers.folder.join("turnpost"));
                command
            }
            _ => Command::new(env!("CARGO_BIN_EXE_turnpost")),
        };
        let child = command
            .env_remove(database::SERVER)
            .arg("serve")
            .arg("--config")
            .arg(&config)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        Server(child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// One game between two strangers, by one way in.
struct Table {
    way: &'static str,
    name: String,
    setup: Setup,
    turns: Vec<String>,
    /// What is written, and how many turns come of it.
    written: Vec<(String, usize)>,
}

impl Table {
    fn new(way: &'static str, name: &str) -> Table {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("core/tests/games/{name}.txt"));
        let text = fs::read_to_string(file).unwrap();
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
        let setup = Setup::new(value("game: ").unwrap(), value("variant: "), &[]).unwrap();
        let turns = text.lines().filter_map(|line| line.split_once(". "));
        let turns = turns.filter(|(number, _)| number.parse::<u32>().is_ok()).map(|(_, turn)| turn.to_owned());
        let turns: Vec<String> = turns.collect();
        let written = turns.iter().map(|turn| (turn.clone(), 1)).collect();
        Table { way, name: name.to_owned(), setup, turns, written }
    }

    /// The same game with its setup in one mail by each: Black's sets off all that is left of it.
    fn planned(mut self) -> Table {
        let [white, black] = PLANS.map(str::to_owned);
        self.written.splice(..20, [(white, 1), (black, 19)]);
        self
    }

    fn address(&self, who: &str) -> String {
        format!("{who}-{}-{}@players.test", self.name, self.way)
    }

    /// From two strangers to the result: each turn is an answer to the last mail, and both get one with the board.
    fn play(&self, servers: &Servers) {
        let (mut ann, mut ben, mut to_ann, mut to_ben) = self.begin(servers);
        let mut board = Course::new(&self.setup).unwrap();
        let mut turns = self.turns.iter();
        for (text, count) in &self.written {
            match board.to_move().unwrap() == self.setup.begins() {
                true => ben.write(&to_ben.reply_to, Some(&to_ben), text),
                false => ann.write(&to_ann.reply_to, Some(&to_ann), text),
            }
            let played: Vec<&String> = turns.by_ref().take(*count).collect();
            for turn in &played {
                board.play(turn).unwrap();
            }
            let turn = played.last().unwrap();
            (to_ann, to_ben) = (ann.next(), ben.next());
            for mail in [&to_ann, &to_ben] {
                assert!(mail.text.contains(*turn), "{} {}: {turn}\n{}", self.way, self.name, mail.text);
                assert!(mail.raw.contains("Content-Type: image/png"));
            }
        }
        let outcome = board.outcome().expect("a whole game");
        let verdicts = match outcome.winner.map(|side| side == self.setup.begins()) {
            Some(true) => ["You won", "You lost"],
            Some(false) => ["You lost", "You won"],
            None => ["Game", "Game"],
        };
        for (mail, verdict) in [&to_ben, &to_ann].into_iter().zip(verdicts) {
            assert!(mail.text.starts_with(verdict), "{} {}: {}", self.way, self.name, mail.text);
            let number = mail.subject.split([' ', ':']).find_map(|word| word.parse::<u32>().ok()).unwrap();
            let name = format!("{}-{number}", self.setup.game.name());
            assert_eq!(mail.files, [format!("{name}.txt"), format!("{name}.gif")], "the record and the replay");
        }
    }

    /// From two strangers to a running game, in which Ben begins: the players, and the last mail of each.
    fn begin(&self, servers: &Servers) -> (Player, Player, Got, Got) {
        let mut ann = Player::new(servers, &self.address("ann"), "Ann");
        let mut ben = Player::new(servers, &self.address("ben"), "Ben");
        let asks = format!("new {} {} vs {}", self.setup.game.name(), self.setup.variant, ben.address);
        ann.write(&format!("play@{}.test", self.way), None, &asks);
        let asked = ann.next();
        assert!(asked.text.starts_with("Was this you?"), "{}", asked.text);
        ann.write(&asked.reply_to, Some(&asked), "yes");
        let invitation = ben.next();
        ann.next();
        ben.write(&invitation.reply_to, Some(&invitation), "yes");
        let (to_ann, to_ben) = (ann.next(), ben.next());
        assert!(to_ben.text.starts_with("Your turn"), "{}", to_ben.text);
        (ann, ben, to_ann, to_ben)
    }
}

#[test]
fn the_doctor_logs_in() {
    if !available() {
        return;
    }
    let servers = Servers::start("doctor", &[("imap.test", Route::Mailbox)], &[]);
    let certified = servers.folder.join("ca.pem").display().to_string();
    let doctor = |imap: &str, port: u16, password: &str, authority: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_turnpost"))
            .arg("doctor")
            .current_dir(&servers.folder)
            .env("TURNPOST_MAIL__CA", authority)
            .env("TURNPOST_MAIL__SMTP", format!("smtp://relay:{password}@localhost:{}", servers.submission))
            .env("TURNPOST_MAIL__IMAP", format!("{imap}://play%40imap.test:{password}@localhost:{port}"))
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // `imap` begins in the clear and goes on with STARTTLS.
    for (imap, port) in [("imaps", servers.imaps), ("imap", servers.imap)] {
        let well = doctor(imap, port, "secret", &certified);
        for part in [
            "OK       smtp       logged in at smtp://localhost",
            ", encrypted",
            "OK       imap       logged in",
            "IDLE",
        ] {
            assert!(well.contains(part), "{part}\n{well}");
        }
        let stranger = doctor(imap, port, "secret", "");
        assert!(stranger.contains("fault    imap "), "nobody vouches for this certificate\n{stranger}");
    }
    let wrong = doctor("imaps", servers.imaps, "mistyped", &certified);
    for part in ["fault    smtp ", "fault    imap "] {
        assert!(wrong.contains(part), "{part}\n{wrong}");
    }
    assert!(!wrong.contains("mistyped"), "{wrong}");
}
