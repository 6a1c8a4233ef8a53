//! What costly mails cost: the processors' time for one of each kind, from its bytes to the last mail that comes of it,
//! with the part of reading it; and how long `/healthz` takes to answer while 200 of them are worked on.
//! `cargo bench --bench hostile`. What is promised is 250 ms a mail, and an answer within a second.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../mailer/tests/bombs/mod.rs"]
mod bombs;
#[path = "../tests/database/mod.rs"]
mod database;
#[path = "../tests/processes/rig.rs"]
#[allow(dead_code)]
mod rig;
#[path = "measure/work.rs"]
mod work;

use std::time::{Duration, Instant};

use turnpost_core::message;
use turnpost_mailer::maildir::Maildir;
use turnpost_mailer::read::{Answered, Letter, new_text, without_signature};
use work::worked;

/// So often one is read: the processors' time is known to a hundredth of a second.
const TIMES: u32 = 20;

/// Mails that are worked on while somebody asks whether all is well.
const TOGETHER: usize = 200;

fn main() {
    let folder = tempfile::tempdir_in(std::env::var_os("BENCH_DIR").unwrap_or_else(|| ".".into())).unwrap();
    let mailbox = Maildir::open(folder.path().join("in")).unwrap();
    let at = folder.path().join("in");
    let server = rig::Server::start(folder.path(), &[("TURNPOST_MAIL__MAILDIR", at.to_str().unwrap())], &[]);
    rig::begin(&server, "ann@example.com", "ben@example.net");
    let last = server.client("ann@example.com").got().unwrap().pop().unwrap();
    let mails = bombs::costly(&last.reply_to, &last.message_id);
    println!("{:<28} {:>12} {:>12}", "one mail of", "read", "in all");
    let mut most = Duration::ZERO;
    for (what, mail) in &mails {
        let begun = worked();
        for _ in 0..TIMES {
            std::hint::black_box(read(mail));
        }
        let reading = (worked() - begun) / TIMES;
        let begun = server_worked(&server);
        mailbox.put(&turnpost_mailer::maildir::fresh_name(), mail).unwrap();
        done(&server);
        let all = server_worked(&server).saturating_sub(begun);
        println!("{what:<28} {:>9.1} ms {:>9} ms", reading.as_secs_f64() * 1e3, all.as_millis());
        most = most.max(all);
    }
    println!("{:<28} {:>12} {:>9} ms", "the most", "", most.as_millis());
    for number in 0..TOGETHER {
        let (_, mail) = &mails[number % mails.len()];
        let other = String::from_utf8_lossy(mail).replacen("Message-ID: <", &format!("Message-ID: <{number}."), 1);
        mailbox.put(&turnpost_mailer::maildir::fresh_name(), other.as_bytes()).unwrap();
    }
    let (mut asked, mut longest) = (0, Duration::ZERO);
    let begun = Instant::now();
    while asked == 0 || !is_done(&server) {
        let asking = Instant::now();
        assert_eq!(server.get("/healthz").1, "ok\n");
        longest = longest.max(asking.elapsed());
        asked += 1;
    }
    println!(
        "{TOGETHER} of them took {:.1} s; /healthz was asked {asked} times meanwhile, the longest answer took {:.3} s",
        begun.elapsed().as_secs_f64(),
        longest.as_secs_f64()
    );
}

/// All that is read of a mail.
fn read(mail: &[u8]) -> usize {
    let Ok(letter) = Letter::parse(mail) else { return 0 };
    let text = new_text(&letter.text, &Answered::new([letter.text.as_str()]));
    message::read(&text).commands.len() + message::read(without_signature(&text, "Ann Example")).commands.len()
}

fn value(server: &rig::Server, name: &str) -> f64 {
    let page = server.get("/metrics").1;
    page.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap()
}

fn is_done(server: &rig::Server) -> bool {
    let nothing = |folder: &str| server.data.join("in").join(folder).read_dir().unwrap().next().is_none();
    nothing("new")
        && value(server, "turnpost_inbox_waiting") == 0.0
        && value(server, "turnpost_outbox_waiting{channel=\"mail\"}") == 0.0
}

fn done(server: &rig::Server) {
    rig::until("the mail is handled", || is_done(server).then_some(()));
}

/// How long processors worked for the server.
fn server_worked(server: &rig::Server) -> Duration {
    work::worked_for(&server.child.id().to_string())
}
