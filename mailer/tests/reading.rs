//! Replies as the common mail clients write them, in ten languages: a turn in the new text is found, a turn that
//! stands only in the quote is not. The templates are in `reading/clients`, the words in `reading/languages.ini`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "reading/encode.rs"]
mod encode;

use std::collections::BTreeMap;
use std::path::Path;

use turnpost_mailer::read::{Answered, Letter, new_text};

type Words = BTreeMap<String, String>;

/// The quoted mail: one of ours, below it an old answer with a turn alone on its line, as threads have them.
const OLD: &str = "Your turn. Ann played j7-h7/h3.\nBy Fri 5 Jun 09:30 (10 days). Ann: \"Good luck.\"\n\
                   --- reply above this line: from-to/arrow ---\n10 . . . B . . B . . .\n\nd1-d7/g7\nresign yes\n";

const WITH_TURN: &str = "g1-g4/e4\n\nThank you, and to you.";
const WITHOUT: &str = "I will think about it over the weekend.";

#[test]
fn replies_of_all_clients_in_all_languages() {
    let mut mails = 0;
    let mut wrong = Vec::new();
    for (client, template) in templates() {
        for (language, words) in languages() {
            for new in [WITH_TURN, WITHOUT] {
                let raw = fill(&template, &words, new);
                let letter = Letter::parse(&raw).expect("a readable mail");
                assert!(letter.is_answer());
                let found = new_text(&letter.text, &Answered::default());
                let found: Vec<&str> = found.lines().map(str::trim).collect();
                let expected: Vec<&str> = new.lines().collect();
                if found != expected {
                    wrong.push(format!("{client} {language}: {found:?}"));
                }
                mails += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {mails} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(mails >= 150, "only {mails} mails");
}

#[test]
fn subjects_of_answers_are_known_in_all_languages() {
    for (language, words) in languages() {
        let raw = format!("From: a@b\nSubject: {}: Amazons 41\n\nx", words["re"]);
        assert!(Letter::parse(raw.as_bytes()).unwrap().is_answer(), "{language}");
    }
}

fn templates() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reading/clients");
    let mut all: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let mail = text.lines().skip_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n");
            (path.file_stem().unwrap().to_string_lossy().into_owned(), mail)
        })
        .collect();
    all.sort();
    all
}

fn languages() -> Vec<(String, Words)> {
    let text = include_str!("reading/languages.ini");
    let mut all: Vec<(String, Words)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            all.push((name.trim_end_matches(']').to_owned(), Words::new()));
        } else {
            let (key, value) = line.split_once(" = ").expect("key = value");
            all.last_mut().unwrap().1.insert(key.to_owned(), value.to_owned());
        }
    }
    assert_eq!(all.len(), 10);
    all
}

/// Puts the words of a language, the new text and the quoted one into a template, and all of it into its encoding.
fn fill(template: &str, words: &Words, new: &str) -> Vec<u8> {
    let each = |text: &str, before: &str, after: &str, empty: &str| -> String {
        let line =
            |line: &str| format!("{before}{}{after}", if line.is_empty() { empty.to_owned() } else { escape(line) });
        text.lines().map(line).collect()
    };
    let mut mail = template
        .replace("%NEW%", new)
        .replace("%NEW:div%", &each(new, "<div>", "</div>", "<br>"))
        .replace("%NEW:mso%", &each(new, "<p class=\"MsoNormal\"><span>", "<o:p></o:p></span></p>\n", "&nbsp;"))
        .replace("%NEW:brs%", &each(new, "", "<br>\n    ", ""))
        .replace("%OLD%", OLD)
        .replace("%OLD:br%", &each(OLD, "", "<br>", ""))
        .replace("%OLD>%", &OLD.lines().map(|line| format!("> {line}\n")).collect::<String>());
    for (key, value) in words {
        mail = mail.replace(&format!("%{key}%"), value);
        mail = mail.replace(&format!("%{key}:html%"), &escape(value));
        mail = mail.replace(&format!("%{key}:wrap%"), &wrap(value));
    }
    let is_name = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || ":>".contains(c));
    assert_eq!(mail.split('%').skip(1).find(is_name), None, "a word is missing");
    encode::encoded(&mail.replace('\n', "\r\n"))
}

/// Gmail wraps its attribution before the address.
fn wrap(line: &str) -> String {
    line.replace(" <", "\n<").replace(" (<", "\n(<")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
