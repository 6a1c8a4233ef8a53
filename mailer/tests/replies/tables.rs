//! The tables: the words of each language in `languages`, the forms of replies in `styles`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A language and its words.
pub struct Language {
    pub name: String,
    words: BTreeMap<String, String>,
}

/// The form of a reply.
pub struct Style {
    pub name: String,
    /// Whether it is a page.
    pub page: bool,
    /// Only for replies with a move, which stands below a quote.
    pub only_top: bool,
    /// May forward somebody else's mail.
    pub forward: bool,
    pub only: Option<String>,
    pub template: String,
}

impl Language {
    pub fn word(&self, key: &str) -> &str {
        self.words.get(key).unwrap_or_else(|| panic!("{} has no {key}", self.name))
    }
}

pub fn languages() -> Vec<Language> {
    files("languages").iter().map(|file| language(file)).collect()
}

fn language(file: &Path) -> Language {
    let mut words = BTreeMap::new();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let (key, value) = line.split_once(" = ").unwrap_or_else(|| panic!("{}: {line}", file.display()));
        words.insert(key.to_owned(), value.to_owned());
    }
    let labels = words.remove("labels").expect("labels");
    for (key, label) in ["from", "sent", "to", "cc", "subject", "date"].iter().zip(labels.split(" | ")) {
        words.insert((*key).to_owned(), label.to_owned());
    }
    Language { name: file.file_stem().unwrap().to_string_lossy().into_owned(), words }
}

pub fn styles() -> Vec<Style> {
    files("styles").iter().flat_map(|file| styles_of(file)).collect()
}

fn styles_of(file: &Path) -> Vec<Style> {
    let text = std::fs::read_to_string(file).unwrap();
    let sections = text.split("\n== ").skip(1);
    sections
        .map(|section| {
            let (title, template) = section.split_once('\n').unwrap();
            let mut words = title.split_whitespace();
            let name = words.next().unwrap().to_owned();
            let flags: Vec<&str> = words.collect();
            Style {
                page: name.starts_with("page-"),
                only_top: flags.contains(&"top"),
                forward: flags.contains(&"forward"),
                only: flags.iter().find_map(|flag| flag.strip_prefix("only=")).map(str::to_owned),
                template: template.trim_end_matches('\n').to_owned(),
                name,
            }
        })
        .collect()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies").join(folder);
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}
