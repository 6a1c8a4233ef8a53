//! What the parts of a turn by mail cost, each on its own.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// Threads that commit at the same time, as the pipeline has them.
const TOGETHER: u32 = 16;

/// Transactions that a turn takes: the mail is stored, taken, handled; of each of two mails out, a share of one leases
/// it, one keeps its bytes, one settles it.
const TRANSACTIONS: u32 = 8;

/// Prints the parts and gives their sum for one turn.
pub fn measure(folder: &Path, runtime: &Runtime, mail: &[u8]) -> Duration {
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
    let mime = each(200, || draft.bytes().unwrap());
    let (alone, shared) = commits(&folder.join("parts.db"));
    let smtp = smtp(runtime, mail);
    let rows = [
        ("parse: one mail", parse),
        ("commit: eight transactions, shared by sixteen", shared * TRANSACTIONS),
        ("two pictures", png * 2),
        ("MIME: two mails", mime * 2),
        ("SMTP: one mail in, two out", smtp),
    ];
    for (name, time) in rows {
        println!("{name:<46} {:>8.2} ms", time.as_secs_f64() * 1e3);
    }
    println!("{:<46} {:>8.2} ms", "(one commit alone, for comparison)", alone.as_secs_f64() * 1e3);
    rows.iter().map(|(_, time)| *time).sum()
}

fn each<T>(times: u32, mut run: impl FnMut() -> T) -> Duration {
    for _ in 0..times / 4 {
        std::hint::black_box(run());
    }
    let began = Instant::now();
    for _ in 0..times {
        std::hint::black_box(run());
    }
    began.elapsed() / times
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
fn commits(file: &Path) -> (Duration, Duration) {
    let shared = Arc::new(Shared::new(Store::open(file).unwrap()));
    let commit = |shared: &Shared| shared.write(|tx| tx.count("bench")).map_err(|error: StoreError| error).unwrap();
    let alone = each(100, || commit(&shared));
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..TOGETHER {
            scope.spawn(|| (0..100).for_each(|_| commit(&shared)));
        }
    });
    (alone, began.elapsed() / (100 * TOGETHER))
}

/// Three mails over connections that are open: a short one, and two with a picture.
fn smtp(runtime: &Runtime, mail: &[u8]) -> Duration {
    runtime.block_on(async {
        let (port, _arrived) = super::sink().await;
        let mut wire = super::connect(port).await;
        let began = Instant::now();
        for _ in 0..60 {
            wire.send("a@b.example", "p+x@sink.test", b"From: a@b\r\n\r\nd1-d7/g7\r\n").await.unwrap();
            wire.send("a@b.example", "p+x@sink.test", mail).await.unwrap();
            wire.send("a@b.example", "p+x@sink.test", mail).await.unwrap();
        }
        began.elapsed() / 60
    })
}
