//! Reading the file's text and the environment: each value goes through its key's row of the table into its field, and
//! what doesn't fit is reported with its place.

use toml::de::{DeTable, DeValue};
use turnpost_core::command::nearest::nearest;

use super::keys::{KEYS, Key, Kind};
use super::{Config, ConfigError};

impl Config {
    /// Reads a file's text and variables; the name is for messages.
    pub fn check(
        name: &str,
        text: &str,
        variables: impl Iterator<Item = (String, String)>,
    ) -> Result<Config, ConfigError> {
        let mut config = Config::default();
        let mut wrong = Vec::new();
        for key in KEYS {
            wrong.extend(config.put(key, key.default.to_owned()).err().map(|why| format!("{} {why}", key.name)));
        }
        match DeTable::parse(text) {
            Ok(table) => {
                let mut found = Vec::new();
                config.read_table(text, "", table.get_ref(), &mut found);
                found.sort();
                wrong.extend(found.into_iter().map(|(line, why)| format!("{name}:{line}: {why}")));
            }
            Err(error) => {
                let at = error.span().map_or(1, |span| line_of(text, span.start));
                wrong.push(format!("{name}:{at}: {}", error.message()));
            }
        }
        for (variable, value) in variables {
            wrong.extend(config.read_variable(&variable, value).err());
        }
        if wrong.is_empty() {
            wrong.extend(config.contradictions());
        }
        if wrong.is_empty() { Ok(config) } else { Err(ConfigError(wrong)) }
    }

    /// Puts a value into its key's field; the message never repeats a secret.
    pub(super) fn put(&mut self, key: &Key, value: String) -> Result<(), String> {
        if key.kind.put(self, &value).is_none() {
            let shown = if key.secret { String::new() } else { format!("; it is {value:?}") };
            return Err(format!("must be {}{shown}", key.allowed()));
        }
        self.written.insert(key.name, value);
        Ok(())
    }

    /// Reads a table's keys; what is wrong is noted with its line.
    fn read_table(&mut self, text: &str, prefix: &str, table: &DeTable<'_>, wrong: &mut Vec<(usize, String)>) {
        for (name, value) in table.iter() {
            let name_ref = name.get_ref();
            let full = if prefix.is_empty() { name_ref.to_string() } else { format!("{prefix}.{name_ref}") };
            let at = line_of(text, name.span().start);
            if let DeValue::Table(inner) = value.get_ref() {
                self.read_table(text, &full, inner, wrong);
                continue;
            }
            let Some(key) = KEYS.iter().find(|key| key.name == full) else {
                wrong.push((at, unknown(&full)));
                continue;
            };
            let given = match (value.get_ref(), &key.kind) {
                (DeValue::Integer(number), Kind::Number(..) | Kind::Threads(_)) => number.to_string(),
                (DeValue::String(text), _) => text.to_string(),
                _ => {
                    let given = value.get_ref().type_str();
                    wrong.push((at, format!("{full} must be {}; it is of type {given}", key.allowed())));
                    continue;
                }
            };
            wrong.extend(self.put(key, given).err().map(|why| (at, format!("{full} {why}"))));
        }
    }

    fn read_variable(&mut self, variable: &str, value: String) -> Result<(), String> {
        let name = match variable.strip_prefix("TURNPOST_") {
            // Kubernetes gives every container such variables about a service called turnpost.
            Some(name) if name.starts_with("SERVICE_") || name == "PORT" || name.starts_with("PORT_") => return Ok(()),
            Some(name) => name.to_ascii_lowercase().replace("__", "."),
            // The name that every Discord guide uses; the precise one wins.
            None if variable == "DISCORD_TOKEN" && self.discord.token.is_none() => "discord.token".to_owned(),
            None => return Ok(()),
        };
        let Some(key) = KEYS.iter().find(|key| key.name == name) else {
            return Err(format!("environment: {variable}: {}", unknown(&name)));
        };
        self.put(key, value).map_err(|why| format!("environment: {variable} {why}"))
    }

    /// Mistakes that no single key shows.
    fn contradictions(&self) -> Vec<String> {
        let mail = &self.mail;
        let pairs = [
            ("mail.tls_cert", mail.tls_cert.is_some(), "mail.tls_key", mail.tls_key.is_some()),
            ("mail.dkim_selector", mail.dkim_selector.is_some(), "mail.dkim_key", mail.dkim_key.is_some()),
        ];
        let apart = pairs.into_iter().filter(|(_, one, _, other)| one != other);
        apart.map(|(one, _, other, _)| format!("{one} and {other} belong together: set both or neither")).collect()
    }
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

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}
