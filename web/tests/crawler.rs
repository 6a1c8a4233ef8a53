//! Mail scanners and search engines open every link they find, again and again: nothing changes.
//!
//! Every link of every mail and of every page is asked for by HEAD and by GET, as are the pictures, files and streams that
//! a page names. Of steps and turns, of which there are thousands, so many of a kind are followed; `CRAWL=all` follows all.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod http;
mod world;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::LazyLock;

use futures_util::StreamExt;
use http::{client, play};
use mail_parser::MessageParser;
use reqwest::{Client, Response};
use turnpost_core::clock::moment;
use turnpost_core::notice::{News, Notice};
use turnpost_core::rules::GameKind;
use turnpost_core::service::Randomness;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::compose::Composer;
use world::World;
use world::everything::every;

/// Pages of one kind that are followed.
const OF_A_KIND: usize = 40;

/// What there must be, so that nothing is left out unseen.
const KINDS: [&str; 24] = [
    "/",
    "/a/F",
    "/b/S",
    "/b/S/live",
    "/b/S?p",
    "/g/N",
    "/g/N.atom",
    "/g/N.gif",
    "/g/N.json",
    "/g/N.png",
    "/g/N.png?t",
    "/g/N.txt",
    "/g/N/embed",
    "/g/N/live",
    "/g/N?t",
    "/ladder/F",
    "/p/F",
    "/pictures/F.png",
    "/pictures/F.svg",
    "/ratings",
    "/ratings/F",
    "/rules/F",
    "/rules/F/N.svg",
    "/t",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_crawler_changes_nothing() {
    let (world, pages) = every().await;
    // The front page leads to all that is public; boards are only found by their addresses.
    let mut found = vec![format!("{}/", world.url)];
    found.extend(pages.into_iter().filter(|(name, _)| *name != "missing").map(|(_, address)| address));
    let crawled = crawl(&world, found).await;
    for kind in KINDS.into_iter().chain(["/t/TN", "/t/TN.atom"]) {
        assert!(crawled.contains_key(kind), "no {kind} among {crawled:?}");
    }
}

/// Nine days of mails: turns, receipts, reminders, digests, results; invitations, questions to strangers; an event.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_opens_all_links_of_all_mails_changes_nothing() {
    let mut world =
        World::with(|settings| turnpost_web::Settings { mail: Some("play@example.org".into()), ..settings }).await;
    let tables = ["amazons", "othello"].map(|game| world.begin(game, None, &[], "10d+36h"));
    play(&tables[1].pages[1], "d3", "Hello").await;
    world.mail(&tables[1].players[0], Some(&tables[1].tokens[0]), "set digest 8:00");
    let over = world.begin("dameo", None, &[], "10d+36h");
    world.mail(&over.players[0], Some(&over.tokens[0]), "resign yes");
    world.mail("hanna@example.org", None, "new dameo vs igor@example.org");
    let guest = world.ask(|service| service.guest_begins(GameKind::ALL[2], 1, moment::now(), Randomness::fixed(8)));
    let guest = guest.unwrap().unwrap();
    world.ask(|service| service.send_board(&guest, "jana@example.org", moment::now(), Randomness::fixed(9))).unwrap();
    let event = world.hosted("dora@example.org", "host othello roundrobin players 3");
    for who in ["dora", "emil", "frida"] {
        world.mail(&format!("{who}@example.org"), None, &format!("join T{event}"));
    }
    // A longer gap would be an outage, for which everybody gets time.
    for minutes in (0..236 * 60).step_by(55) {
        let then = moment::now() + 60 * minutes;
        world.ask(|service| service.tick(then, Randomness::fixed(1))).unwrap();
        world.delivered_at(then);
    }
    let mails = world.post.lock().unwrap().clone();
    let linked = |is: fn(&News) -> bool| mails.iter().any(|(_, mail)| is(&mail.news) && !links_of(mail).is_empty());
    assert!(linked(|news| matches!(news, News::YourTurn(_))), "no turn");
    assert!(linked(|news| matches!(news, News::Receipt(_))), "no receipt");
    assert!(linked(|news| matches!(news, News::Digest { .. })), "no digest");
    assert!(linked(|news| matches!(news, News::Reminder { .. })), "no reminder");
    let any = |is: fn(&News) -> bool| mails.iter().any(|(_, mail)| is(&mail.news));
    assert!(any(|news| matches!(news, News::Challenge(_))), "no invitation");
    assert!(any(|news| matches!(news, News::Confirm { .. })), "no question to a stranger");
    assert!(any(|news| matches!(news, News::Result(_))), "no result");
    assert!(mails.iter().any(|(_, mail)| format!("{:?}", mail.news).contains("RoundBegins")), "nothing of an event");
    let found: Vec<String> = mails.iter().flat_map(|(_, notice)| links_of(notice)).collect();
    crawl(&world, found).await;
}

/// Opens everything that can be reached; gives how many pages there were of each kind.
async fn crawl(world: &World, found: Vec<String>) -> BTreeMap<String, usize> {
    let before = world.dump();
    let crawled = Crawler::new(world).from(found).await;
    assert_eq!(before, world.dump(), "opening pages changed something");
    crawled
}

/// The addresses of pages in a mail as it is sent: those of its text, which clients make into links, and those of its HTML.
fn links_of(notice: &Notice) -> Vec<String> {
    static COMPOSER: LazyLock<Composer> =
        LazyLock::new(|| Composer::new(OurAddress::parse("play@example.org").unwrap(), None));
    let (bytes, _) = COMPOSER.mail(1, notice, "mark", moment::now()).unwrap();
    let mail = MessageParser::default().parse(&bytes).unwrap();
    let [plain, html] = [mail.body_text(0), mail.body_html(0)].map(|part| part.unwrap().into_owned());
    let in_text: BTreeSet<String> =
        plain.split_whitespace().filter(|word| word.starts_with("http")).map(str::to_owned).collect();
    let named = html.split(" href=\"").skip(1).chain(html.split(" src=\"").skip(1));
    let in_html: BTreeSet<String> = named
        .map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&"))
        // A reply that is begun, and a picture that the mail carries with it.
        .filter(|link| !link.starts_with("mailto:") && !link.starts_with("cid:"))
        .collect();
    assert_eq!(in_text, in_html, "{plain}");
    in_html.into_iter().collect()
}

struct Crawler {
    url: String,
    client: Client,
    seen: BTreeSet<String>,
    kinds: BTreeMap<String, usize>,
    open: VecDeque<String>,
}

impl Crawler {
    fn new(world: &World) -> Crawler {
        let (seen, kinds, open) = (BTreeSet::new(), BTreeMap::new(), VecDeque::new());
        Crawler { url: world.url.clone(), client: client(), seen, kinds, open }
    }

    /// Opens all that can be reached; gives how many there were of each kind.
    async fn from(mut self, first: Vec<String>) -> BTreeMap<String, usize> {
        for url in first {
            self.note(url);
        }
        while let Some(url) = self.open.pop_front() {
            self.visit(&url).await;
        }
        self.kinds
    }

    fn note(&mut self, url: String) {
        let url = url.split('#').next().unwrap().to_owned();
        assert!(url.starts_with(&self.url), "{url} leads elsewhere");
        if !self.seen.insert(url.clone()) {
            return;
        }
        let count = self.kinds.entry(kind(&url[self.url.len()..])).or_default();
        *count += 1;
        if *count <= OF_A_KIND || std::env::var("CRAWL").as_deref() == Ok("all") {
            self.open.push_back(url);
        }
    }

    async fn visit(&mut self, url: &str) {
        for method in [reqwest::Method::HEAD, reqwest::Method::GET] {
            let answer = self.client.request(method.clone(), url).send().await.unwrap();
            let status = answer.status();
            assert!(status.is_success() || status.is_redirection(), "{method} {url}: {status}");
            if let Some(to) = answer.headers().get("location") {
                self.note(format!("{}{}", self.url, to.to_str().unwrap()));
            }
            if method == reqwest::Method::GET {
                self.read(url, answer).await;
            }
        }
    }

    async fn read(&mut self, url: &str, answer: Response) {
        let kind = answer.headers().get("content-type").map_or("", |kind| kind.to_str().unwrap()).to_owned();
        if kind.starts_with("text/event-stream") {
            assert!(answer.bytes_stream().next().await.is_some_and(|first| first.is_ok()), "{url} tells nothing");
            return;
        }
        if !kind.starts_with("text/html") && !kind.contains("atom") {
            return;
        }
        let page = answer.text().await.unwrap();
        let base = url.split('?').next().unwrap().to_owned();
        for name in ["href=\"", "src=\"", "action=\"", "content=\"http", "data-live=\""] {
            for link in page.split(&format!(" {name}")).skip(1) {
                let link = link.split('"').next().unwrap().replace("&amp;", "&");
                match (name, link.chars().next()) {
                    // Where a form is sent to is opened as well: whoever follows it doesn't send the form.
                    ("action=\"", _) if link == "/play" => {}
                    ("content=\"http", _) => self.note(format!("http{link}")),
                    (_, Some('/')) => self.note(format!("{}{link}", self.url)),
                    (_, Some('?')) => self.note(format!("{base}{}", link.trim_end_matches('?'))),
                    (_, Some('h')) if link.starts_with("http") => self.note(link),
                    _ => {}
                }
            }
        }
        if page.contains(" data-live data-") {
            self.note(format!("{base}/live"));
        }
    }
}

/// What sort of page a path is: `/b/S?p`, `/g/N.png`.
fn kind(path: &str) -> String {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut parts: Vec<String> = path.split('/').map(str::to_owned).collect();
    for at in 2..parts.len() {
        let (name, end) =
            parts[at].split_once('.').map_or((parts[at].as_str(), String::new()), |(a, b)| (a, format!(".{b}")));
        let letter = match (parts[1].as_str(), at, name) {
            (_, _, "live" | "embed") => continue,
            ("a", ..) => "F",
            ("b", ..) => "S",
            ("t", ..) => "TN",
            _ if name.bytes().all(|digit| digit.is_ascii_digit()) => "N",
            _ => "F",
        };
        parts[at] = if parts[1] == "a" { letter.to_owned() } else { format!("{letter}{end}") };
    }
    let mut keys: Vec<&str> =
        query.split('&').filter_map(|pair| pair.split('=').next()).filter(|key| !key.is_empty()).collect();
    keys.sort_unstable();
    let query = if keys.is_empty() { String::new() } else { format!("?{}", keys.join("&")) };
    format!("{}{query}", parts.join("/"))
}
