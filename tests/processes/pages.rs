//! `/metrics` and `/healthz` of a running server.

use std::collections::BTreeMap;

use turnpost_core::store::StoreError;

use crate::database;
use crate::rig::{Server, begin, until};

/// What one answer of `/metrics` says: values by name and labels, kinds by name. Checks the text format's rules.
struct Scrape {
    values: BTreeMap<String, f64>,
    kinds: BTreeMap<String, String>,
}

impl Scrape {
    fn of(server: &Server) -> Scrape {
        let (status, body) = server.get("/metrics");
        assert_eq!(status, "HTTP/1.1 200 OK");
        let mut scrape = Scrape { values: BTreeMap::new(), kinds: BTreeMap::new() };
        let mut helped = String::new();
        assert!(body.ends_with('\n'));
        for line in body.lines() {
            if let Some(help) = line.strip_prefix("# HELP ") {
                let (name, text) = help.split_once(' ').unwrap();
                assert!(is_name(name) && !text.is_empty(), "{line}");
                helped = name.to_owned();
            } else if let Some(kind) = line.strip_prefix("# TYPE ") {
                let (name, kind) = kind.split_once(' ').unwrap();
                assert_eq!(name, helped, "the help comes first");
                assert!(["counter", "gauge", "histogram", "summary"].contains(&kind), "{line}");
                assert!(scrape.kinds.insert(name.to_owned(), kind.to_owned()).is_none(), "twice: {line}");
            } else {
                scrape.sample(line, &helped);
            }
        }
        scrape
    }

    fn sample(&mut self, line: &str, helped: &str) {
        let (full, value) = line.rsplit_once(' ').unwrap();
        let name = full.split('{').next().unwrap();
        let ends: &[&str] = match self.kinds[helped].as_str() {
            "histogram" => &["_bucket", "_sum", "_count"],
            "summary" => &["_sum", "_count"],
            _ => &[""],
        };
        assert!(ends.iter().any(|end| name == format!("{helped}{end}")), "{line} stands below {helped}");
        if self.kinds[helped] == "counter" {
            assert!(name.ends_with("_total"), "{line}");
        }
        if let Some(labels) = full.strip_prefix(name).filter(|labels| !labels.is_empty()) {
            for label in labels.trim_start_matches('{').trim_end_matches('}').split(',') {
                let (label, text) = label.split_once('=').unwrap();
                assert!(is_name(label) && text.starts_with('"') && text.ends_with('"') && text.len() > 2, "{line}");
            }
        }
        assert!(self.values.insert(full.to_owned(), value.parse().unwrap()).is_none(), "twice: {line}");
    }

    fn get(&self, name: &str) -> f64 {
        *self.values.get(&format!("turnpost_{name}")).unwrap_or_else(|| panic!("no {name} in {:#?}", self.values))
    }

    /// Whether this kind of value never falls.
    fn only_grows(&self, full: &str) -> bool {
        let name = full.split('{').next().unwrap();
        let whole = name.trim_end_matches("_bucket").trim_end_matches("_sum").trim_end_matches("_count");
        self.kinds.get(name).is_some_and(|kind| kind == "counter")
            || self.kinds.get(whole).is_some_and(|kind| kind == "histogram")
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[test]
fn metrics_tell_what_happened() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[], &[]);
    let before = Scrape::of(&server);
    assert_eq!(before.get("turns_total{by=\"hand\"}"), 0.0);
    assert!(!before.values.contains_key("turnpost_discord_connected"), "Discord is off");

    begin(&server, "ann@example.org", "ben@example.net");
    assert!(server.says("ben@example.net", "a1-h8", true).text.starts_with("Not played"));
    server.says("ben@example.net", "c3-c4", true);
    until("everything sent", || (Scrape::of(&server).get("outbox_waiting{channel=\"mail\"}") == 0.0).then_some(()));

    let after = Scrape::of(&server);
    assert_eq!(after.get("turns_total{by=\"hand\"}"), 1.0);
    assert_eq!(after.get("refusals_total"), 1.0);
    assert_eq!(after.get("games_begun_total"), 1.0);
    assert_eq!(after.get("mails_received_total"), 5.0);
    assert_eq!(after.get("mails_done_total{verdict=\"handled\"}"), 5.0);
    assert!(after.get("deliveries_total{channel=\"mail\",outcome=\"sent\"}") >= 7.0);
    assert_eq!(after.get("inbox_waiting"), 0.0);
    assert!(after.get("database_bytes") > 4096.0);
    assert!(after.get("render_seconds_count") >= 4.0);
    for (name, value) in &before.values {
        let now = after.values.get(name).unwrap_or_else(|| panic!("{name} is gone"));
        assert!(!after.only_grows(name) || now >= value, "{name} fell from {value} to {now}");
    }
    let mut last = 0.0;
    for step in ["0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "+Inf"] {
        let count = after.get(&format!("render_seconds_bucket{{le=\"{step}\"}}"));
        assert!(count >= last, "steps add up");
        last = count;
    }
    assert_eq!(last, after.get("render_seconds_count"));
}

#[test]
fn health_says_what_is_wrong() {
    if database::is_about_the_file("only there one writer keeps out another; tests/engines/lost.rs has the like") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[], &[]);
    assert_eq!(server.get("/healthz"), ("HTTP/1.1 200 OK".to_owned(), "ok\n".to_owned()));
    // Another process holds the database: nothing can be written.
    let mut store = database::open(folder.path());
    let (status, why) = store.write(|_| Ok::<_, StoreError>(server.get("/healthz"))).unwrap();
    assert_eq!(status, "HTTP/1.1 503 Service Unavailable");
    assert!(why.starts_with("database: "), "{why}");
    until("it is well again", || (server.get("/healthz").1 == "ok\n").then_some(()));
}
