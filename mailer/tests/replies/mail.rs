//! Makes a mail of a reply's body: its headers, its parts, its charset and transfer encoding.

use encoding_rs::Encoding;

use crate::chance::Chance;
use crate::encode::{base64, encoded};
use crate::write::escape;

/// The headers of a reply.
pub struct Head {
    pub from: String,
    pub from_name: String,
    pub to: String,
    pub subject: String,
    pub answers: Option<String>,
    pub id: String,
}

impl Head {
    fn lines(&self) -> String {
        let mut lines = format!(
            "From: {} <{}>\nTo: {}\nSubject: {}\nMessage-ID: <{}@client.example>\nDate: Mon, 01 Jun 2026 14:00:00 +0200\nMIME-Version: 1.0\n",
            in_header(&self.from_name),
            self.from,
            self.to,
            in_header(&self.subject),
            self.id,
        );
        if let Some(id) = &self.answers {
            lines.push_str(&format!("In-Reply-To: <{id}>\nReferences: <{id}>\n"));
        }
        lines
    }
}

/// A mail with one plain text and nothing else.
pub fn plain(head: &Head, body: &str) -> Vec<u8> {
    entity(&format!("{}{}", head.lines(), part("text/plain; charset=utf-8", "8bit", body)))
}

/// A mail in some form. The second is how it is encoded.
pub fn any(head: &Head, body: &str, page: bool, legacy: &str, chance: &mut Chance) -> (Vec<u8>, String) {
    let legacy = if chance.one_in(3) && can_say(legacy, body) { legacy } else { "utf-8" };
    let transfer = *chance.pick(&["8bit", "quoted-printable", "base64"]);
    let whole = |part: String, how: String| (entity(&format!("{}{part}", head.lines())), how);
    if page {
        return whole(
            part(&format!("text/html; charset={legacy}"), transfer, body),
            format!("html {legacy} {transfer}"),
        );
    }
    match chance.below(7) {
        2 => {
            let picture = "Content-Type: image/png; name=\"image.png\"\nContent-Disposition: inline; filename=\"image.png\"\n\
                           Content-Transfer-Encoding: base64\n\niVBORw0KGgo=";
            let text = part(&format!("text/plain; charset={legacy}"), transfer, body);
            whole(several("mixed", &[&text, picture]), format!("mixed {legacy} {transfer}"))
        }
        0 => {
            let delsp = chance.one_in(2);
            let kind = format!("text/plain; charset=utf-8; format=flowed{}", if delsp { "; delsp=yes" } else { "" });
            whole(part(&kind, "8bit", &flowed(body, delsp)), format!("flowed delsp={delsp}"))
        }
        1 => {
            let page = format!("<html><body><div>{}</div></body></html>", escape(body).replace('\n', "<br>\n"));
            let text = part(&format!("text/plain; charset={legacy}"), transfer, body);
            let html = part("text/html; charset=utf-8", "quoted-printable", &page);
            whole(several("alternative", &[&text, &html]), format!("alternative {legacy} {transfer}"))
        }
        _ => whole(part(&format!("text/plain; charset={legacy}"), transfer, body), format!("text {legacy} {transfer}")),
    }
}

/// Several parts in one.
fn several(kind: &str, parts: &[&str]) -> String {
    let parts: String = parts.iter().map(|part| format!("--=_b1\n{part}\n")).collect();
    format!("Content-Type: multipart/{kind}; boundary=\"=_b1\"\n\n{parts}--=_b1--\n")
}

fn part(kind: &str, transfer: &str, body: &str) -> String {
    format!("Content-Type: {kind}\nContent-Transfer-Encoding: {transfer}\n\n{body}")
}

fn entity(mail: &str) -> Vec<u8> {
    encoded(&mail.replace('\n', "\r\n"))
}

fn can_say(charset: &str, text: &str) -> bool {
    let (_, _, unwritable) = Encoding::for_label(charset.as_bytes()).expect("a charset").encode(text);
    !unwritable
}

fn in_header(text: &str) -> String {
    match text.is_ascii() {
        true => text.to_owned(),
        false => format!("=?utf-8?B?{}?=", String::from_utf8(base64(text.as_bytes())).unwrap().replace("\r\n", "")),
    }
}

/// The text with soft line ends (RFC 3676 §4).
fn flowed(text: &str, delsp: bool) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let (marks, rest) = marks(line);
        let rest = if rest == "-- " { rest } else { rest.trim_end() };
        let mut begun = String::new();
        let mut words = rest.split_inclusive(' ').peekable();
        while let Some(word) = words.next() {
            begun.push_str(word);
            let full = words.peek().is_some_and(|next| begun.chars().count() + next.chars().count() > 70);
            if full {
                out.push_str(&stuffed(&marks, &begun));
                out.push_str(if delsp { " \n" } else { "\n" });
                begun.clear();
            }
        }
        out.push_str(&stuffed(&marks, &begun));
        out.push('\n');
    }
    out
}

fn stuffed(marks: &str, line: &str) -> String {
    let stuff = !marks.is_empty() || line.starts_with([' ', '>']) || line.starts_with("From ");
    format!("{marks}{}{line}", if stuff { " " } else { "" })
}

/// The quote marks of a line, as the format wants them, and what is behind them.
fn marks(line: &str) -> (String, &str) {
    let mut marks = String::new();
    let mut rest = line;
    while let Some(behind) = rest.strip_prefix('>') {
        marks.push('>');
        rest = behind.strip_prefix(' ').unwrap_or(behind);
    }
    (marks, rest)
}
