//! What the parts of a turn by mail cost, each on its own.

use std::path::Path;
use std::sync::Arc;

use tokio::runtime::Runtime;
use turnpost_core::game::Game;
use turnpost_core::message;
use turnpost_core::rules::{GameKind, Setup, Side};
use turnpost_core::store::{Shared, Store, StoreError};
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::compose::mime::{Draft, Inline};
use turnpost_mailer::guard;
use turnpost_mailer::read::{Answered, Letter, new_text};
use turnpost_render::{Picture, Renderer};

use super::Cost;

/// Threads that commit at the same time, as the pipeline has them.
const TOGETHER: u32 = 16;

/// Transactions that a turn takes: the mail is stored, taken, handled; of each of two mails out, a share of one leases
/// it, one keeps its bytes, one settles it.
const TRANSACTIONS: u32 = 8;

/// Prints the parts and gives their sum for one turn.
pub fn measure(folder: &Path, runtime: &Runtime, mail: &[u8]) -> Cost {
    let raw = b"From: Ann <ann@example.net>\r\nTo: play+x@example.org\r\nMessage-ID: <1@x>\r\nSubject: Re: x\r\n\
        In-Reply-To: <x.1@example.org>\r\n\r\nd1-d7/g7\r\n\r\nGood luck.\r\n";
    let ours = OurAddress::parse("play@example.org").unwrap();
    let parse = each(2000, || {
        let letter = Letter::parse(raw).unwrap();
        let kind = guard::kind(&letter, Some("ann@example.net"), &[], &ours);
        assert_eq!(kind, guard::Kind::Person);
        message::read(&new_text(&letter.text, &Answered::default()))
    });
    let renderer = Renderer::new();
    let pictures: Vec<Picture> =
        GameKind::ALL.iter().flat_map(|kind| Side::BOTH.map(|side| picture(*kind, side))).collect();
    let mut next = pictures.iter().cycle();
    let png = each(400, || renderer.png(next.next().unwrap()).unwrap());
    let draft = draft(renderer.png(&pictures[0]).unwrap());
    let mime = each(2000, || draft.bytes().unwrap());
    let (alone, shared) = commits(&folder.join("parts.db"));
    let smtp = smtp(runtime, mail);
    let mut game = Game::new(&Setup::new(GameKind::ALL[0].name(), None, &[]).unwrap()).unwrap();
    let players = each(200, || {
        let turn = super::some_turn(&game);
        if game.play(&turn).is_err() || game.turns().len() > 20 {
            game = Game::new(&Setup::new(GameKind::ALL[0].name(), None, &[]).unwrap()).unwrap();
        }
        (super::read(mail), super::read(mail))
    });
    let rows = [
        ("parse: one mail", parse),
        ("commit: eight transactions, shared by sixteen", shared.times(TRANSACTIONS)),
        ("two pictures", png.times(2)),
        ("MIME: two mails", mime.times(2)),
        ("SMTP: one mail in, two out", smtp),
        ("the bench's own players: two mails read, a turn", players),
    ];
    println!("{:<46} {:>11} {:>11}", "part of a turn", "time", "work");
    let mut sum = Cost::default();
    for (name, cost) in rows {
        cost.print(name);
        sum = Cost { passed: sum.passed + cost.passed, worked: sum.worked + cost.worked };
    }
    alone.print("(one commit alone, for comparison)");
    sum
}

impl Cost {
    fn times(self, times: u32) -> Cost {
        Cost { passed: self.passed * times, worked: self.worked * times }
    }

    fn one_of(self, times: u32) -> Cost {
        Cost { passed: self.passed / times, worked: self.worked / times }
    }
}

fn each<T>(times: u32, mut run: impl FnMut() -> T) -> Cost {
    for _ in 0..times / 4 {
        std::hint::black_box(run());
    }
    let (cost, ()) = Cost::of(|| (0..times).for_each(|_| drop(std::hint::black_box(run()))));
    cost.one_of(times)
}

fn picture(kind: GameKind, side: Side) -> Picture {
    let mut game = Game::new(&Setup::new(kind.name(), None, &[]).unwrap()).unwrap();
    for _ in 0..8 {
        let turn = super::some_turn(&game);
        game.play(&turn).unwrap();
    }
    Picture { side, ..Picture::new(game.scene()) }
}

fn draft(png: Vec<u8>) -> Draft {
    Draft {
        from_name: "Ann via Turnpost".to_owned(),
        from: "play@example.org".to_owned(),
        reply_to: "play+secret@example.org".to_owned(),
        to: "ben@example.net".to_owned(),
        subject: "Amazons 41: Ben vs Ann".to_owned(),
        message_id: "secret.7@example.org".to_owned(),
        plain: "Your turn. Ann played j7-h7/h3.\n".repeat(20),
        html: "<p>Your turn. Ann played j7-h7/h3.</p>\n".repeat(20),
        pictures: vec![Inline { id: "board@example.org".to_owned(), png }],
        ..Draft::default()
    }
}

/// The time of a durable transaction of one small row: alone, and where many threads have one each.
fn commits(file: &Path) -> (Cost, Cost) {
    let shared = Arc::new(Shared::new(Store::open(file).unwrap()));
    let commit = |shared: &Shared| shared.write(|tx| tx.count("bench")).map_err(|error: StoreError| error).unwrap();
    let alone = each(100, || commit(&shared));
    let (together, ()) = Cost::of(|| {
        std::thread::scope(|scope| {
            for _ in 0..TOGETHER {
                scope.spawn(|| (0..100).for_each(|_| commit(&shared)));
            }
        });
    });
    (alone, together.one_of(100 * TOGETHER))
}

/// Three mails over connections that are open: a short one, and two with a picture.
fn smtp(runtime: &Runtime, mail: &[u8]) -> Cost {
    const TIMES: u32 = 60;
    let (mut wire, _arrived) = runtime.block_on(async {
        let (port, arrived) = super::sink().await;
        (super::connect(port).await, arrived)
    });
    let send = async {
        for _ in 0..TIMES {
            wire.send("a@b.example", "p+x@sink.test", b"From: a@b\r\n\r\nd1-d7/g7\r\n").await.unwrap();
            wire.send("a@b.example", "p+x@sink.test", mail).await.unwrap();
            wire.send("a@b.example", "p+x@sink.test", mail).await.unwrap();
        }
    };
    let (cost, ()) = Cost::of(|| runtime.block_on(send));
    cost.one_of(TIMES)
}
