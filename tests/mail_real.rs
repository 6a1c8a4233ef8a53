//! Whole games through real mail servers: swaks → Postfix → LMTP → the server → Postfix submission (STARTTLS, login) →
//! Dovecot → read by IMAP; and the other three ways in. Postfix and Dovecot are plain processes on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "mail_real/client.rs"]
mod client;
#[path = "mail_real/servers.rs"]
mod servers;

use std::fs;
use std::process::{Child, Command, Stdio};

use client::{Got, Player};
use servers::{Route, Servers, available, free_ports};
use turnpost_core::game::Game;
use turnpost_core::rules::{Setup, Side};

/// `turnpost serve`, killed when dropped.
struct Server(Child);

impl Server {
    /// Runs it with a folder of its own and these keys of `[mail]`.
    fn start(servers: &Servers, name: &str, keys: &str) -> Server {
        let config = servers.folder.join(format!("{name}.toml"));
        let data = servers.folder.join(format!("{name}-data"));
        let relay = format!("smtp://relay:secret@localhost:{}", servers.submission);
        let at = servers.folder.display();
        fs::write(
            &config,
            format!(
                "data_dir = \"{}\"\n[mail]\nsmtp = \"{relay}\"\nca = \"{at}/ca.pem\"\n{keys}\n[http]\nlisten = \"\"\n",
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
        let child =
            command.arg("serve").arg("--config").arg(&config).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        Server(child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Two players with the last mail that each got.
struct Pair {
    ann: (Player, Got),
    ben: (Player, Got),
}

/// From two strangers to a running game, in which Ben is White.
fn begin(servers: &Servers, pair: &str, play: &str, game: &str) -> Pair {
    let ann = Player::new(servers, &format!("ann-{pair}@players.test"), "Ann");
    let ben = Player::new(servers, &format!("ben-{pair}@players.test"), "Ben");
    ann.write(play, None, &format!("new {game} vs {}", ben.address));
    let asked = ann.next();
    assert!(asked.text.starts_with("Was this you?"), "{}", asked.text);
    ann.write(&asked.reply_to, Some(&asked), "yes");
    let invitation = ben.next();
    ann.next();
    ben.write(&invitation.reply_to, Some(&invitation), "yes");
    let (to_ann, to_ben) = (ann.next(), ben.next());
    assert!(to_ben.text.starts_with("Your turn"), "{}", to_ben.text);
    Pair { ann: (ann, to_ann), ben: (ben, to_ben) }
}

/// The shortest of some games played by chance; its sequence is fixed.
fn short_game(game: &str) -> Vec<String> {
    let games = (1..=60_u64).filter_map(|mut chance| {
        let mut board = new_game(game);
        while board.outcome().is_none() && board.turns().len() < 200 {
            let mut legal = board.position().legal();
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let turn = legal.swap_remove(usize::try_from(chance >> 33).unwrap() % legal.len());
            board.play(&turn).unwrap();
        }
        board.outcome().is_some().then(|| board.turns().iter().map(|played| played.text.clone()).collect::<Vec<_>>())
    });
    games.min_by_key(Vec::len).expect("a game that ends")
}

fn new_game(game: &str) -> Game {
    let (name, variant) = game.split_once(' ').map_or((game, None), |(name, variant)| (name, Some(variant)));
    Game::new(&Setup::new(name, variant, &[]).unwrap()).unwrap()
}

/// Plays these turns, each as an answer to the last mail; if the game isn't over then, White resigns.
fn play_out(servers: &Servers, pair: &str, play: &str, game: &str, turns: &[String]) {
    let mut pair = begin(servers, pair, play, game);
    let mut board = new_game(game);
    for turn in turns {
        let (mover, mail) = match board.to_move().unwrap() {
            Side::White => &pair.ben,
            Side::Black => &pair.ann,
        };
        mover.write(&mail.reply_to, Some(mail), turn);
        board.play(turn).unwrap();
        pair.ann.1 = pair.ann.0.next();
        pair.ben.1 = pair.ben.0.next();
        for (_, mail) in [&pair.ann, &pair.ben] {
            assert!(mail.text.contains(turn), "{turn}\n{}", mail.text);
            assert!(mail.raw.contains("Content-Type: image/png"));
        }
    }
    if board.outcome().is_some() {
        assert!(pair.ann.1.raw.contains("Content-Disposition: attachment"), "the record comes along");
        return;
    }
    pair.ben.0.write(&pair.ben.1.reply_to, Some(&pair.ben.1), "resign yes");
    let result = pair.ann.0.next();
    assert!(result.text.starts_with("You won"), "{}", result.text);
}

#[test]
fn whole_games_of_each_kind_by_lmtp() {
    if !available() {
        return;
    }
    let games = [("a", "amazons"), ("d", "dameo"), ("e", "desdemona"), ("c", "diamond quick")];
    let players: Vec<String> =
        games.iter().flat_map(|(pair, _)| ["ann", "ben"].map(|who| format!("{who}-{pair}@players.test"))).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let [port] = free_ports();
    let servers = Servers::start("lmtp", &[("lmtp.test", Route::Lmtp(port))], &players);
    let keys = format!("address = \"play@lmtp.test\"\nlisten = \"127.0.0.1:{port}\"");
    let _server = Server::start(&servers, "lmtp", &keys);
    std::thread::scope(|scope| {
        for (pair, game) in games {
            let servers = &servers;
            scope.spawn(move || play_out(servers, pair, "play@lmtp.test", game, &short_game(game)[..4]));
        }
    });
}

#[test]
fn the_other_ways_in() {
    if !available() {
        return;
    }
    let players: Vec<String> = ["i", "m", "p"]
        .iter()
        .flat_map(|pair| ["ann", "ben"].map(|who| format!("{who}-{pair}@players.test")))
        .collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let folder = Servers::folder_for("ways");
    let routes = [
        ("imap.test", Route::Mailbox),
        ("maildir.test", Route::Maildir("turnpost")),
        ("pipe.test", Route::Pipe(folder.join("pipe.toml"))),
    ];
    let mut servers = Servers::start("ways", &routes, &players);
    fs::copy(env!("CARGO_BIN_EXE_turnpost"), folder.join("turnpost")).unwrap();
    let imap = format!("imap = \"imaps://play%40imap.test:secret@localhost:{}/INBOX\"\n", servers.imaps);
    let maildir = format!("maildir = \"{}/mail/turnpost\"\n", folder.display());
    let ways = [("imap", "i", imap.as_str()), ("maildir", "m", maildir.as_str()), ("pipe", "p", "")];
    let _running: Vec<Server> = ways
        .iter()
        .map(|(name, _, keys)| {
            Server::start(&servers, name, &format!("address = \"play@{name}.test\"\nlisten = \"\"\n{keys}"))
        })
        .collect();
    std::thread::scope(|scope| {
        for (name, pair, _) in ways {
            let servers = &servers;
            scope.spawn(move || {
                play_out(servers, pair, &format!("play@{name}.test"), "dameo", &short_game("dameo")[..4])
            });
        }
    });
    // A mailbox that goes away and comes back loses nothing.
    servers.restart_dovecot();
    let ann = Player::new(&servers, "ann-i@players.test", "Ann");
    ann.write("play@imap.test", None, "help");
    assert!(ann.next().subject.contains("Turnpost"));
}

#[test]
fn the_doctor_logs_in() {
    if !available() {
        return;
    }
    let servers = Servers::start("doctor", &[("imap.test", Route::Mailbox)], &[]);
    let doctor = |password: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_turnpost"))
            .arg("doctor")
            .current_dir(&servers.folder)
            .env("TURNPOST_MAIL__CA", servers.folder.join("ca.pem"))
            .env("TURNPOST_MAIL__SMTP", format!("smtp://relay:{password}@localhost:{}", servers.submission))
            .env("TURNPOST_MAIL__IMAP", format!("imaps://play%40imap.test:{password}@localhost:{}", servers.imaps))
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let well = doctor("secret");
    for part in
        ["OK       smtp       logged in at smtp://localhost", ", encrypted", "OK       imap       logged in", "IDLE"]
    {
        assert!(well.contains(part), "{part}\n{well}");
    }
    let wrong = doctor("mistyped");
    for part in ["fault    smtp ", "fault    imap "] {
        assert!(wrong.contains(part), "{part}\n{wrong}");
    }
    assert!(!wrong.contains("mistyped"), "{wrong}");
}
