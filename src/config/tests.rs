//! What is read, what is refused and in which words, and what is printed.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use tracing::Level;
use turnpost_core::clock::ClockRule;

use super::*;

fn check(text: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
    let variables = variables.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    Config::check("turnpost.toml", text, variables).map_err(|error| error.to_string())
}

#[test]
fn defaults_need_no_file() {
    let config = check("", &[("HOME", "/")]).unwrap();
    assert_eq!(config.mail.address.plain(), "play@localhost");
    assert_eq!(config.outbox(), Path::new("turnpost-data/outbox"));
    assert_eq!(config.mail.smtp, None);
    assert_eq!((config.mail.max_size, config.mail.keep_days, config.discord.pace), (1_000_000, 30, 5));
    assert_eq!(config.clock, ClockRule::default());
    assert_eq!((config.log.level, config.log.format), (Level::INFO, LogFormat::Human));
}

#[test]
fn the_environment_wins_over_the_file() {
    let file = "data_dir = \"/srv/a\"\n[mail]\nkeep_days = 7\nsmtp = \"smtp://a@b\"\n";
    let config = check(file, &[("TURNPOST_MAIL__SMTP", "smtps://c"), ("DISCORD_TOKEN", "abc")]).unwrap();
    let relay = config.mail.smtp.unwrap();
    assert_eq!((relay.scheme.as_str(), relay.host.as_str(), relay.login), ("smtps", "c", None));
    assert_eq!(config.mail.keep_days, 7);
    assert_eq!(config.discord.token.as_deref(), Some("abc"));
}

#[test]
fn all_that_is_wrong_is_said_with_its_place() {
    let file = "[mail]\nsmpt = \"x\"\nlisten = \"nowhere\"\nkeep_days = \"x\"\n[log]\nformat = \"xml\"\n";
    let error = check(file, &[("TURNPOST_GAME__CLOCK", "soon")]).err().unwrap();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 5, "{error}");
    assert!(lines[0].contains(":2: ") && lines[3].contains(":6: "), "in the order of the file:\n{error}");
    for (line, part) in [
        (0, "turnpost.toml:4: mail.keep_days must be a whole number from 1 to 3650"),
        (1, "turnpost.toml:3: mail.listen must be \"address:port\""),
        (2, "turnpost.toml:2: there is no key mail.smpt; did you mean mail.smtp?"),
        (3, "turnpost.toml:6: log.format must be one of human, json; it is \"xml\""),
        (4, "environment: TURNPOST_GAME__CLOCK must be a clock"),
    ] {
        assert!(lines.iter().any(|l| l.contains(part)), "{line}: {part} in\n{error}");
    }
}

#[test]
fn each_mistake_has_its_message() {
    for (file, message) in [
        ("mail = 3", "turnpost.toml:1: mail is a section: write [mail] and its keys below it"),
        ("\n[mail]\nsmtp = true", "turnpost.toml:3: mail.smtp must be a URL: smtp://user:password@host:port"),
        ("[mail.smtp]\nhost = \"x\"", "turnpost.toml:2: there is no key mail.smtp.host; mail.smtp is one value, a URL"),
        ("data_dir = \"\"", "turnpost.toml:1: data_dir must be a path"),
        ("[mail]\nimap = \"imaps://host/INBOX\"", "turnpost.toml:2: mail.imap must be a URL"),
        ("[mail]\nsmtp = \"smtp://a%zz@host\"", "turnpost.toml:2: mail.smtp must be a URL"),
        ("[mail]\naddress = \"play\"", "turnpost.toml:2: mail.address must be a mail address"),
        ("[mail]\naddress = \"play+x@a.org\"", "turnpost.toml:2: mail.address must be a mail address"),
        (
            "[mail]\naddress = \"a-name-of-more-than-24-letters@a.org\"",
            "turnpost.toml:2: mail.address must be a mail address",
        ),
        ("[mail]\nmax_size = 5", "turnpost.toml:2: mail.max_size must be a whole number from 10000"),
        ("[mail]\nnat = \"10.0.0.1/8\"", "turnpost.toml:2: mail.nat must be networks such as \"10.0.0.0/8"),
        ("[mail]\nproxies = \"localhost\"", "turnpost.toml:2: mail.proxies must be networks"),
        ("[mail]\ntls_cert = \"a.pem\"", "mail.tls_cert and mail.tls_key belong together"),
        ("[mail\nx", "turnpost.toml:1: "),
        ("[mail]\nlisten = \"a:1\"\nlisten = \"b:2\"", "turnpost.toml:3: duplicate key"),
        ("[game]\nclock = \"fast\"", "turnpost.toml:2: game.clock must be a clock: \"10d+36h\""),
        ("colour = \"red\"", "turnpost.toml:1: there is no key colour; `turnpost config` lists all keys"),
        ("smtp = \"smtp://a\"", "turnpost.toml:1: there is no key smtp; did you mean mail.smtp?"),
        ("[log]\nlevle = \"info\"", "turnpost.toml:2: there is no key log.levle; did you mean log.level?"),
    ] {
        let error = check(file, &[]).err().unwrap_or_else(|| panic!("{file} is taken"));
        assert!(error.starts_with(message), "{file:?} gives {error}");
    }
}

#[test]
fn variables_of_kubernetes_are_not_ours() {
    let theirs =
        [("TURNPOST_SERVICE_HOST", "10.0.0.1"), ("TURNPOST_PORT_2525_TCP_PORT", "2525"), ("TURNPOST_PORT", "x")];
    assert!(check("", &theirs).is_ok());
    assert!(check("", &[("TURNPOST_MAIL__SMPT", "smtp://x")]).is_err());
}

#[test]
fn secrets_are_neither_printed_nor_repeated_in_messages() {
    let config = check("[discord]\ntoken = \"hush\"\n[mail]\nimap = \"imaps://u:hush@h/INBOX\"", &[]).unwrap();
    assert!(!config.to_string().contains("hush"), "{config}");
    assert!(!check("[mail]\nimap = \"http://u:hush@h\"", &[]).err().unwrap().contains("hush"));
}

#[test]
fn what_is_printed_says_what_is_allowed_and_what_was_changed() {
    let text = check("[log]\nlevel = \"warn\"", &[]).unwrap().to_string();
    assert!(text.contains("# how much is logged. Allowed: one of error, warn, info, debug\n"), "{text}");
    assert!(text.contains("level = \"warn\"  # changed; default: \"info\"\n"), "{text}");
    assert_eq!(text.matches("# changed").count(), 1, "{text}");
}

#[test]
fn what_is_printed_can_be_read_back() {
    let config = check("", &[]).unwrap();
    let again = check(&config.to_string(), &[]).unwrap();
    assert_eq!(config.written, again.written);
}

#[test]
fn what_is_empty_is_off() {
    let file = "[mail]\nlisten = \"\"\nsmtp = \"\"\nca = \"\"\noperator = \"\"\n[http]\nlisten = \"\"\n[discord]\ntoken = \"\"";
    let config = check(file, &[]).unwrap();
    assert_eq!((config.mail.listen, config.mail.smtp, config.http_listen), (None, None, None));
    assert_eq!((config.mail.authority, config.mail.operator, config.discord.token), (None, None, None));
}

#[test]
fn every_default_is_allowed() {
    let mut config = Config::default();
    for key in KEYS {
        assert_eq!(config.put(key, key.default.to_owned()), Ok(()), "{}", key.name);
    }
}
