//! Configuration: `turnpost.toml` and the environment, checked as a whole against the table of keys. All
//! that is wrong is said at once, each with its file, line and key and what is allowed there.

mod keys;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use keys::{KEYS, Key, Kind};
use toml::de::{DeTable, DeValue};
use turnpost_core::command::nearest::nearest;
use turnpost_mailer::receive::network::Networks;
use turnpost_mailer::url::ServerUrl;

/// The effective configuration: a checked value for every key.
#[derive(Clone)]
pub struct Config {
    values: BTreeMap<&'static str, String>,
    /// The file it was read from, if there was one.
    pub file: Option<PathBuf>,
}

/// Everything that is wrong with a configuration.
#[derive(Debug)]
pub struct ConfigError(Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\nturnpost: "))
    }
}

impl Config {
    /// Reads the named file, or `turnpost.toml` here if there is one, then the environment on top.
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
        let default = Path::new("turnpost.toml");
        let file = file.or_else(|| default.exists().then_some(default));
        let text = match file {
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| ConfigError(vec![format!("{}: cannot be read: {error}", path.display())]))?,
            None => String::new(),
        };
        let name = file.map_or_else(String::new, |path| path.display().to_string());
        let mut config = Config::check(&name, &text, std::env::vars())?;
        config.file = file.map(Path::to_owned);
        Ok(config)
    }

    /// Checks a file's text and variables; the name is for messages.
    pub fn check(
        name: &str,
        text: &str,
        variables: impl Iterator<Item = (String, String)>,
    ) -> Result<Config, ConfigError> {
        let mut values: BTreeMap<&str, String> = KEYS.iter().map(|key| (key.name, key.default.to_owned())).collect();
        let mut wrong = Vec::new();
        match DeTable::parse(text) {
            Ok(table) => {
                let mut found = Vec::new();
                read_table(text, "", table.get_ref(), &mut values, &mut found);
                found.sort();
                wrong.extend(found.into_iter().map(|(line, why)| format!("{name}:{line}: {why}")));
            }
            Err(error) => {
                let at = error.span().map_or(1, |span| line_of(text, span.start));
                wrong.push(format!("{name}:{at}: {}", error.message()));
            }
        }
        for (variable, value) in variables {
            read_variable(&variable, value, &mut values, &mut wrong);
        }
        if wrong.is_empty() {
            wrong.extend(contradictions(&values));
        }
        if wrong.is_empty() { Ok(Config { values, file: None }) } else { Err(ConfigError(wrong)) }
    }

    /// The value of a key of the table; empty means off or unset.
    pub fn get(&self, name: &str) -> &str {
        debug_assert!(self.values.contains_key(name), "no key {name}");
        self.values.get(name).map_or("", String::as_str)
    }

    /// The same, `None` where it is empty.
    pub fn set(&self, name: &str) -> Option<&str> {
        Some(self.get(name)).filter(|value| !value.is_empty())
    }

    /// A number, as checked.
    pub fn number(&self, name: &str) -> u64 {
        self.get(name).parse().unwrap_or_default()
    }

    /// Everything that must never be shown, in every form that it may appear in.
    pub fn secrets(&self) -> Vec<String> {
        let mut found = Vec::new();
        for key in KEYS.iter().filter(|key| key.secret) {
            let Some(value) = self.set(key.name) else { continue };
            found.push(value.to_owned());
            let password = value.rsplit_once('@').and_then(|(login, _)| login.rsplit_once(':'));
            found.extend(password.map(|(_, password)| password.to_owned()));
            found.extend(ServerUrl::parse(value).ok().and_then(|url| url.login).map(|(_, password)| password));
        }
        // Very short ones would cover half of every line, and are no secrets.
        found.retain(|secret| secret.len() >= 4);
        found
    }

    /// The data directory.
    pub fn data_dir(&self) -> PathBuf {
        PathBuf::from(self.get("data_dir"))
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.data_dir().join("turnpost.db")
    }

    /// The Maildir for replies; a relative one lies in the data directory.
    pub fn outbox(&self) -> PathBuf {
        self.data_dir().join(self.get("mail.outbox"))
    }
}

/// A file that could be read back: every key with its meaning, secrets withheld.
impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = "";
        for key in KEYS {
            let (section, name) = key.name.split_once('.').unwrap_or(("", key.name));
            if section != table {
                writeln!(f, "\n[{section}]")?;
                table = section;
            }
            let value = self.get(key.name);
            let shown = match (key.secret && !value.is_empty(), &key.kind) {
                (true, _) => "\"(secret, set)\"".to_owned(),
                (false, Kind::Number(..)) => value.to_owned(),
                (false, _) => toml::Value::from(value).to_string(),
            };
            let allowed =
                if matches!(key.kind, Kind::Text) { String::new() } else { format!(". Allowed: {}", key.allowed()) };
            writeln!(f, "# {}{allowed}", key.help)?;
            let default = toml::Value::from(key.default).to_string();
            let changed = if value == key.default { String::new() } else { format!("  # changed; default: {default}") };
            writeln!(f, "{name} = {shown}{changed}")?;
        }
        Ok(())
    }
}

/// Reads a table's keys; what is wrong is noted with its line.
fn read_table(
    text: &str,
    prefix: &str,
    table: &DeTable<'_>,
    values: &mut BTreeMap<&'static str, String>,
    wrong: &mut Vec<(usize, String)>,
) {
    for (name, value) in table.iter() {
        let full = if prefix.is_empty() { name.get_ref().to_string() } else { format!("{prefix}.{}", name.get_ref()) };
        let at = line_of(text, name.span().start);
        if let DeValue::Table(inner) = value.get_ref() {
            read_table(text, &full, inner, values, wrong);
            continue;
        }
        let Some(key) = KEYS.iter().find(|key| key.name == full) else {
            wrong.push((at, unknown(&full)));
            continue;
        };
        let given = match (value.get_ref(), &key.kind) {
            (DeValue::Integer(number), Kind::Number(..)) => number.to_string(),
            (DeValue::String(text), _) => text.to_string(),
            _ => {
                let given = value.get_ref().type_str();
                wrong.push((at, format!("{full} must be {}; it is of type {given}", key.allowed())));
                continue;
            }
        };
        match checked(key, &given) {
            Ok(()) => _ = values.insert(key.name, given),
            Err(why) => wrong.push((at, format!("{full} {why}"))),
        }
    }
}

fn read_variable(variable: &str, value: String, values: &mut BTreeMap<&'static str, String>, wrong: &mut Vec<String>) {
    let name = match variable.strip_prefix("TURNPOST_") {
        // Kubernetes gives every container such variables about a service called turnpost.
        Some(name) if name.starts_with("SERVICE_") || name == "PORT" || name.starts_with("PORT_") => return,
        Some(name) => name.to_ascii_lowercase().replace("__", "."),
        // The name that every Discord guide uses; the precise one wins.
        None if variable == "DISCORD_TOKEN" && values.get("discord.token").is_none_or(String::is_empty) => {
            "discord.token".to_owned()
        }
        None => return,
    };
    let Some(key) = KEYS.iter().find(|key| key.name == name) else {
        wrong.push(format!("environment: {variable}: {}", unknown(&name)));
        return;
    };
    match checked(key, &value) {
        Ok(()) => _ = values.insert(key.name, value),
        Err(why) => wrong.push(format!("environment: {variable} {why}")),
    }
}

/// Whether a value is of the key's kind; the message never repeats a secret.
fn checked(key: &Key, value: &str) -> Result<(), String> {
    let good = value == key.default
        || match &key.kind {
            Kind::Text => !value.contains(['\n', '\0']),
            // What has a place by default can't do without one.
            Kind::Path => !value.contains(['\n', '\0']) && (key.default.is_empty() || !value.is_empty()),
            Kind::Address => is_address(value),
            Kind::Networks => value.parse::<Networks>().is_ok(),
            Kind::Listen => value.is_empty() || is_listen(value),
            Kind::Server(schemes) => ServerUrl::parse(value).is_ok_and(|url| {
                schemes.contains(&url.scheme.as_str()) && (!url.scheme.starts_with("imap") || url.login.is_some())
            }),
            Kind::Url(schemes) => value
                .split_once("://")
                .is_some_and(|(scheme, rest)| schemes.contains(&scheme) && !rest.is_empty() && !rest.contains(' ')),
            Kind::Number(least, most) => value.parse().is_ok_and(|number: u64| (least..=most).contains(&&number)),
            Kind::Word(words) => words.contains(&value),
            Kind::Clock => value.parse::<turnpost_core::clock::ClockRule>().is_ok(),
        };
    if good {
        return Ok(());
    }
    let shown = if key.secret { String::new() } else { format!("; it is {value:?}") };
    Err(format!("must be {}{shown}", key.allowed()))
}

/// What no single key shows.
fn contradictions(values: &BTreeMap<&'static str, String>) -> Vec<String> {
    let is_set = |name: &str| values.get(name).is_some_and(|value| !value.is_empty());
    let mut wrong = Vec::new();
    for (one, other) in [("mail.tls_cert", "mail.tls_key"), ("mail.dkim_selector", "mail.dkim_key")] {
        if is_set(one) != is_set(other) {
            wrong.push(format!("{one} and {other} belong together: set both or neither"));
        }
    }
    wrong
}

fn unknown(name: &str) -> String {
    if KEYS.iter().any(|key| key.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))) {
        return format!("{name} is a section: write [{name}] and its keys below it");
    }
    if let Some(key) = KEYS.iter().find(|key| name.strip_prefix(key.name).is_some_and(|rest| rest.starts_with('.'))) {
        return format!("there is no key {name}; {} is one value, {}", key.name, key.allowed());
    }
    // The right word in the wrong section is as near as a typo.
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    let moved = KEYS.iter().map(|key| key.name).find(|key| last(key) == last(name));
    match nearest(name, KEYS.iter().map(|key| key.name)).or(moved) {
        Some(near) => format!("there is no key {name}; did you mean {near}?"),
        None => format!("there is no key {name}; `turnpost config` lists all keys"),
    }
}

fn is_address(value: &str) -> bool {
    value.is_ascii()
        && value.split_once('@').is_some_and(|(local, domain)| {
            let word = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            // A plus would collide with the secrets of reply addresses.
            !local.is_empty() && local.chars().all(word) && !domain.is_empty() && domain.chars().all(word)
        })
}

fn is_listen(value: &str) -> bool {
    value.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn check(text: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
        let variables = variables.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        Config::check("turnpost.toml", text, variables).map_err(|error| error.to_string())
    }

    #[test]
    fn defaults_need_no_file() {
        let config = check("", &[("HOME", "/")]).unwrap();
        assert_eq!(config.get("mail.address"), "play@localhost");
        assert_eq!(config.outbox(), Path::new("turnpost-data/outbox"));
        assert_eq!(config.set("mail.smtp"), None);
    }

    #[test]
    fn the_environment_wins_over_the_file() {
        let file = "data_dir = \"/srv/a\"\n[mail]\nkeep_days = 7\nsmtp = \"smtp://a@b\"\n";
        let config = check(file, &[("TURNPOST_MAIL__SMTP", "smtps://c"), ("DISCORD_TOKEN", "abc")]).unwrap();
        assert_eq!(config.get("mail.smtp"), "smtps://c");
        assert_eq!(config.number("mail.keep_days"), 7);
        assert_eq!(config.get("discord.token"), "abc");
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
            (
                "[mail.smtp]\nhost = \"x\"",
                "turnpost.toml:2: there is no key mail.smtp.host; mail.smtp is one value, a URL",
            ),
            ("data_dir = \"\"", "turnpost.toml:1: data_dir must be a path"),
            ("[mail]\nimap = \"imaps://host/INBOX\"", "turnpost.toml:2: mail.imap must be a URL"),
            ("[mail]\nsmtp = \"smtp://a%zz@host\"", "turnpost.toml:2: mail.smtp must be a URL"),
            ("[mail]\naddress = \"play\"", "turnpost.toml:2: mail.address must be a mail address"),
            ("[mail]\naddress = \"play+x@a.org\"", "turnpost.toml:2: mail.address must be a mail address"),
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
        assert_eq!(config.values, again.values);
    }
}
