//! Fills the templates: a style, a language's words, who is quoted, what was written and what is quoted.

use crate::chance::Chance;
use crate::quote::{Quote, Shape, marked};
use crate::tables::{Language, Style};

/// Whose mail is quoted, and when and to whom they wrote it.
#[derive(Clone)]
pub struct Speaker {
    pub name: String,
    pub mail: String,
    pub reply: String,
    pub user: String,
    pub user_mail: String,
    /// How the user signs.
    pub signs: String,
    pub subject: String,
    pub day: usize,
    pub clock: usize,
}

impl Speaker {
    /// The one who was written to, as the writer.
    pub fn turned(&self) -> Speaker {
        Speaker {
            name: self.user.clone(),
            mail: self.user_mail.clone(),
            user: self.name.clone(),
            user_mail: self.mail.clone(),
            ..self.clone()
        }
    }

    fn value(&self, key: &str) -> Option<String> {
        let clock = |times: [&str; 3]| times[self.clock].to_owned();
        Some(match key {
            "NAME" => self.name.clone(),
            "MAIL" => self.mail.clone(),
            "WHO" => format!("{} <{}>", self.name, self.mail),
            "REPLY" => self.reply.clone(),
            "USER" => self.user.clone(),
            "SIGNED" => self.signs.clone(),
            "USERMAIL" => self.user_mail.clone(),
            "SUBJECT" => self.subject.clone(),
            "d" => self.day.to_string(),
            "t" => clock(["18:12", "9:05", "23:47"]),
            "T" => clock(["6:12 PM", "9:05 AM", "11:47 PM"]),
            "T24" => clock(["18.12", "9.05", "23.47"]),
            _ => return None,
        })
    }
}

/// The body of a reply: a text, or a page.
pub fn body(
    style: &Style,
    language: &Language,
    speaker: &Speaker,
    new: &str,
    quote: &Quote,
    shape: Shape,
    chance: &mut Chance,
) -> String {
    if style.page {
        return page(&style.template, language, speaker, new, quote);
    }
    let mut out: Vec<String> = Vec::new();
    let head = quote.lines.len().min(1 + chance.below(3));
    for line in style.template.lines() {
        let lines_for = |start: &str| line.strip_prefix(start).and_then(|rest| rest.strip_suffix('}'));
        if line == "{new}" {
            out.extend(new.lines().map(str::to_owned));
        } else if let Some(mark) = lines_for("{quote:") {
            out.extend(marked(&quote.lines, mark, shape));
        } else if let Some(mark) = lines_for("{head:") {
            out.extend(marked(&quote.lines[..head], mark, shape));
        } else if let Some(mark) = lines_for("{rest:") {
            out.extend(marked(&quote.lines[head..], mark, shape));
        } else {
            out.push(filled(line, language, speaker));
        }
    }
    out.join("\n") + "\n"
}

/// A template's line with its words.
pub fn filled(line: &str, language: &Language, speaker: &Speaker) -> String {
    replaced(line, &|key| word(key, language, speaker))
}

fn replaced(text: &str, word: &dyn Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (key, behind) = behind.split_once('}').expect("a closing brace");
        out.push_str(before);
        out.push_str(&word(key));
        rest = behind;
    }
    out + rest
}

fn word(key: &str, language: &Language, speaker: &Speaker) -> String {
    let Some((change, key)) = key.split_once(':') else {
        return speaker.value(key).unwrap_or_else(|| {
            let all: Vec<&str> = language.word(key).split(" || ").collect();
            filled(all[speaker.clock % all.len()], language, speaker)
        });
    };
    let line = word(key, language, speaker);
    match change {
        "cut" => line.replace(" <", "\n<").replace(" (<", "\n(<"),
        "cut-inside" => line.replace(&format!("<{}", speaker.mail), &format!("<\n{}", speaker.mail)),
        "w30" => wrapped(&line, 30),
        "w78" => wrapped(&line, 78),
        "w60" => wrapped(&line, 60),
        "w40" => wrapped(&line, 40),
        "marks" => {
            let name = format!("\u{202a}{}\u{202c}\u{200f}", speaker.name);
            line.replace(" PM", "\u{202f}PM").replace(" AM", "\u{202f}AM").replace(&speaker.name, &name)
        }
        "bare" if speaker.clock == 0 => line.replace(&format!(" <{}>", speaker.mail), ""),
        "bare" => line.replace(['<', '>'], ""),
        "nocolon" => line.trim_end_matches([':', '：', ' ']).to_owned(),
        other => panic!("no change {other}"),
    }
}

fn wrapped(line: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.last_mut().unwrap();
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

fn page(template: &str, language: &Language, speaker: &Speaker, new: &str, quote: &Quote) -> String {
    let lines = |before: &str, after: &str, blank: &str| -> String {
        new.lines()
            .map(|line| format!("{before}{}{after}", if line.is_empty() { blank.to_owned() } else { escape(line) }))
            .collect()
    };
    replaced(template, &|key| match key {
        "new:div" => lines("<div>", "</div>", "<br>"),
        "new:p" => lines("<p>", "</p>", "&nbsp;"),
        "new:br" => lines("", "<br>\n", ""),
        "new:mso" => lines("<p class=\"MsoNormal\"><span>", "<o:p></o:p></span></p>\n", "&nbsp;"),
        "old" => quote.page.clone(),
        key => escape(&word(key, language, speaker)),
    })
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
