//! What the parts of a turn by mail cost, each on its own, with what was really written, drawn and sent.

use std::path::Path;

use tokio::runtime::Runtime;
use turnpost_core::clock::moment::now;
use turnpost_core::game::Course;
use turnpost_core::message;
use turnpost_core::notice::{News, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::{GameKind, Setup, Side};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery, Store};
use turnpost_core::text;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::compose::Composer;
use turnpost_mailer::decide::answers::answers;
use turnpost_mailer::decide::guard;
use turnpost_mailer::decide::quoted::words_of;
use turnpost_mailer::read::{Letter, new_text};
use turnpost_mailer::send::post::Post;
use turnpost_render::{Picture, Renderer};

use super::{Cost, LENGTH, Seen, some_turn};

/// Threads that write to the database at the same time, as the pipeline has them.
const TOGETHER: usize = 16;

/// Every so many notices one is drawn again.
const EVERY: usize = 8;

/// Prints the parts and gives their sum for one turn.
pub fn measure(folder: &Path, runtime: &Runtime, seen: &Seen) -> Cost {
    let ours = OurAddress::parse("play@example.org").unwrap();
    let notices = boards(&folder.join("turnpost.db"));
    let times = u32::try_from(notices.len()).unwrap();
    let mut next = notices.iter().cycle();
    let parse = each(2000, || {
        let letter = Letter::parse(&seen.sent).unwrap();
        assert_eq!(guard::kind(&letter, Some(&letter.from), &[], &ours), guard::Kind::Person);
        assert!(!answers(&letter, &[], &ours).tokens.is_empty());
        message::read(&new_text(&letter.text, &words_of(next.next().unwrap())))
    });
    let renderer = Renderer::new();
    let mut pictures = notices.iter().map(picture).collect::<Vec<_>>().into_iter().cycle();
    let picture = each(times, || renderer.png(&pictures.next().unwrap()).unwrap());
    let composer = Composer::new(ours, None);
    let mut next = notices.iter().cycle();
    let compose = each(times, || composer.mail(1, next.next().unwrap(), "mark", now()).unwrap());
    let words = Cost {
        passed: compose.passed.saturating_sub(picture.passed),
        worked: compose.worked.saturating_sub(picture.worked),
    };
    let kinds = GameKind::ALL.iter().cycle();
    let mut games = kinds.map(|kind| Course::new(&Setup::new(kind.name(), None, &[]).unwrap()).unwrap());
    let mut game = games.next().unwrap();
    let players = each(u32::try_from(LENGTH).unwrap() * 40, || {
        if game.to_move().is_none() || game.turns().len() >= LENGTH {
            game = games.next().unwrap();
        }
        let turn = some_turn(&game);
        game.play(&turn).unwrap();
        (super::read(&seen.got), super::read(&seen.got))
    });
    let rows = [
        ("parse: one mail", parse),
        ("commit: the transactions of a turn", commits(&folder.join("parts.db"), seen)),
        ("two pictures", picture.times(2)),
        ("MIME: words and bytes of two mails", words.times(2)),
        ("SMTP: one mail in, two out", smtp(runtime, seen)),
        ("the bench's own players: two mails read, a turn", players),
    ];
    println!("{:<46} {:>11} {:>11}", "part of a turn", "time", "work");
    let mut sum = Cost::default();
    for (name, cost) in rows {
        cost.print(name);
        sum = Cost { passed: sum.passed + cost.passed, worked: sum.worked + cost.worked };
    }
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

/// Some of the notices that were sent after a turn.
fn boards(file: &Path) -> Vec<Notice> {
    let mut store = Store::open(file).unwrap();
    let all = (1..).map_while(|id| store.read(|tx| tx.notice(id)).unwrap()).map(|(_, notice)| notice);
    let after_a_turn = |notice: &Notice| match &notice.news {
        News::YourTurn(news) | News::Receipt(news) => !news.played.is_empty(),
        _ => false,
    };
    all.filter(after_a_turn).step_by(EVERY).collect()
}

/// The picture of a notice's mail, as the mail has it.
fn picture(notice: &Notice) -> Picture {
    let board = notice.board.as_ref().unwrap();
    let scene = board.scene().unwrap();
    let caption = text::caption::of(notice, &scene);
    Picture { side: board.bottom(notice.taste.my_side), caption, ..Picture::new(scene) }
}

/// What the database does for a turn: the mail is stored, taken, what it answers looked up; it is handled; what is owed
/// is leased, kept as bytes, settled. Many threads do so for a game each, and share commits as they come.
fn commits(file: &Path, seen: &Seen) -> Cost {
    let service = Service::new(Store::open(file).unwrap(), Settings::default()).unwrap();
    let tables: Vec<(usize, i64)> = (0..TOGETHER).map(|table| (table, begin(&service, table))).collect();
    let (cost, ()) = Cost::of(|| {
        std::thread::scope(|scope| {
            for (table, number) in tables {
                let service = &service;
                scope.spawn(move || turns(service, table, number, seen));
            }
        });
    });
    cost.one_of(u32::try_from(TOGETHER * LENGTH).unwrap())
}

fn kind(table: usize) -> GameKind {
    GameKind::ALL[table % GameKind::ALL.len()]
}

/// Begins a game between two players of its own and gives its number.
fn begin(service: &Service, table: usize) -> i64 {
    for (who, colour) in [("ann", "as black"), ("ben", "")] {
        let text = format!("new {} anyone {colour} unrated", kind(table).name());
        service.handle(&request(who, table, &text, 0), Randomness::fixed(1)).unwrap();
    }
    let last = i64::try_from(table).unwrap();
    service.games(last, 1).unwrap()[0].number
}

fn request(who: &str, table: usize, text: &str, turn: usize) -> Request {
    Request {
        from: Sender::Email { address: format!("{who}{table}@example.net"), display: None, offset: None },
        proof: Proof::Dmarc,
        key: format!("{text}.{table}.{turn}"),
        at: now(),
        context: Context::Fresh,
        place: None,
        commands: message::read(text).commands,
        comment: None,
        manner: Manner::default(),
    }
}

fn turns(service: &Service, table: usize, number: i64, seen: &Seen) {
    let mut game = Course::new(&Setup::new(kind(table).name(), None, &[]).unwrap()).unwrap();
    let mut answered: Option<(i64, String, String)> = None;
    for turn in 0..LENGTH {
        let text = some_turn(&game);
        let who = if game.to_move() == Some(Side::White) { "ben" } else { "ann" };
        game.play(&text).unwrap();
        let id = service.inbox_put(&seen.sent, &format!("{table}.{turn}"), None, now()).unwrap();
        service.inbox_take(now(), 60, 1).unwrap();
        if let Some((notice, token, sender)) = &answered {
            service.notice_for(*notice, token, sender).unwrap();
        }
        let request = request(who, table, &format!("{number} {text}"), turn);
        service.handle_mail(id, &request, &[], Randomness::fixed(1)).unwrap();
        for owed in service.pending(Channel::Mail, now(), 60, 2).unwrap() {
            service.store_rendered(owed.id, &seen.got, "").unwrap();
            service.settle(owed.id, &Delivery::Sent, now()).unwrap();
            answered = owed.notice.token.map(|token| (owed.id, token, owed.notice.to.recipient()));
        }
    }
}

/// Three mails over a connection that is open: a short one, and two with a picture.
fn smtp(runtime: &Runtime, seen: &Seen) -> Cost {
    const TIMES: u32 = 300;
    let (post, _arrived) = runtime.block_on(async {
        let (port, arrived) = super::sink().await;
        (Post::relay(super::server(port)), arrived)
    });
    let send = async {
        for _ in 0..TIMES {
            for mail in [&seen.sent, &seen.got, &seen.got] {
                post.send("", "a@b.example", "p+x@sink.test", mail.clone()).await.unwrap();
            }
        }
    };
    let (cost, ()) = Cost::of(|| runtime.block_on(send));
    cost.one_of(TIMES)
}
