//! Cuts a mail's text down to what its sender newly wrote: without quotes, attributions, header blocks,
//! signatures and footers.
//!
//! The rule of thumb is the opposite of a general reply trimmer's: a line is only dropped for a reason that no turn and no
//! command can give, since a turn that is swallowed costs a player days.

use std::collections::HashSet;

use super::frame::{attribution, ends_all, is_header_block, is_quote};

/// The most lines of a mail that are read; nobody writes below that, even under a long quote.
const MOST_LINES: usize = 4_000;

/// The most lines over which clients wrap a quoted line.
const WRAPPED_LINES: usize = 4;

/// The most lines of a mail of ours that are recognised, and the longest.
const KNOWN_LINES: usize = 2_000;
const LONGEST_KNOWN: usize = 1_000;

/// The lines of the mail of ours that is answered: each of them is a quote, whatever the client did to it. Only whole
/// lines count. If parts of lines did, whoever got another's mail compared with their own could guess it word by word.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    lines: HashSet<String>,
}

impl Answered {
    /// Takes the texts of the mail, one for each of its forms.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let lines = texts.into_iter().flat_map(|text| text.lines().take(KNOWN_LINES));
        let lines = lines.filter(|line| line.len() <= LONGEST_KNOWN).map(plain);
        Self { lines: lines.filter(|line| !line.is_empty()).collect() }
    }

    /// How many lines, from the first on, are one line of the mail, as it was or wrapped.
    fn quoted(&self, lines: &[&str]) -> Option<usize> {
        if self.lines.is_empty() {
            return None;
        }
        let mut joined = String::new();
        for (index, line) in lines.iter().take(WRAPPED_LINES).enumerate() {
            let line = plain(line);
            if line.is_empty() || joined.len() + line.len() > LONGEST_KNOWN {
                return None;
            }
            joined.push_str(&line);
            if self.lines.contains(&joined) {
                return Some(index + 1);
            }
            joined.push(' ');
        }
        None
    }
}

/// What is new in a text: its lines without the quoted ones, each of which leaves a blank line. Each line is looked at a
/// few times, whatever the text and the mail that it answers.
pub fn new_text(text: &str, answered: &Answered) -> String {
    let lines: Vec<&str> = without_armor(text.lines().take(MOST_LINES).map(str::trim_end));
    let mut out: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        if is_quote(line) {
            out.push("");
            at += 1;
        } else if let Some(length) = answered.quoted(&lines[at..]) {
            out.push("");
            at += length;
        } else if ends_all(line) || is_header_block(&lines[at..]) {
            break;
        } else if let Some(length) = attribution(&lines[at..]) {
            // Below an attribution either every line is marked, and then new text may follow, or none is.
            let after = lines[at + length..].iter().position(|line| !line.is_empty());
            match after.map(|blank| at + length + blank) {
                Some(next) if is_quote(lines[next]) || answered.quoted(&lines[next..]).is_some() => at = next,
                _ => break,
            }
            out.push("");
        } else {
            out.push(line);
            at += 1;
        }
    }
    squeeze(&out)
}

/// A text without the signature that begins with its writer's own name, alone on a line or first in a row such as
/// `Anna Miller | Counsel`. There must be something above it: a letter may begin with a name.
pub fn without_signature<'a>(text: &'a str, name: &str) -> &'a str {
    let name = plain(name);
    let full = name.contains(' ');
    let signs = |line: &str| {
        let line = plain(line);
        let behind = line.trim_start_matches(|c: char| !c.is_alphanumeric()).strip_prefix(&name);
        behind.map(str::trim_start).is_some_and(|behind| {
            let row = full && behind.starts_with(['|', '/', '·', '•', '-', '–', '—']);
            row || !behind.contains(char::is_alphanumeric)
        })
    };
    let (mut end, mut said) = (0, false);
    for line in text.split_inclusive('\n') {
        if !name.is_empty() && said && signs(line) {
            return text[..end].trim_end();
        }
        said |= !line.trim().is_empty();
        end += line.len();
    }
    text
}

/// The lines of a clearsigned text (RFC 9580 §7.2), without the frame above it and the escaping dashes. The signature
/// below ends the text like any rule.
fn without_armor<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let (mut signed, mut in_head) = (false, false);
    let mut out = Vec::new();
    for line in lines {
        if line == "-----BEGIN PGP SIGNED MESSAGE-----" {
            (signed, in_head) = (true, true);
        } else if in_head && line.contains(": ") {
            // `Hash: SHA256`
        } else {
            in_head = false;
            out.push(if signed { line.strip_prefix("- ").unwrap_or(line) } else { line });
        }
    }
    out
}

/// A line as it is compared: without quote marks, case and the client's spacing.
fn plain(line: &str) -> String {
    let line = line.trim_start_matches(['>', '|', ' ', '\u{a0}', '*']);
    let words: Vec<&str> = line.split_whitespace().collect();
    words.join(" ").trim_end_matches('*').to_lowercase()
}

/// Joins lines, with no more than one blank line in a row and none at the ends.
fn squeeze(lines: &[&str]) -> String {
    let mut out = String::new();
    for line in lines {
        let blank = line.trim().is_empty();
        if blank && (out.is_empty() || out.ends_with("\n\n")) {
            continue;
        }
        out.push_str(if blank { "" } else { line });
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(text: &str) -> String {
        new_text(text, &Answered::default())
    }

    #[test]
    fn a_line_above_an_attribution_is_never_part_of_it() {
        assert_eq!(new("d1-d7/g7\nOn Mon, 1 Jun 2026 at 18:00, Ann <a@b.c> wrote:\n> x"), "d1-d7/g7");
        assert_eq!(new("37 c3-c4\nOn 1 June 2026 at 18:00,\nAnn via Turnpost\n<a@b.c> wrote:\n\nold"), "37 c3-c4");
    }

    #[test]
    fn text_below_a_marked_quote_is_new_and_below_an_unmarked_one_is_not() {
        assert_eq!(new("On 1.6.2026 18:00, Ann wrote:\n> a\n>\nd1-d7/g7\n"), "d1-d7/g7");
        assert_eq!(new("On 1.6.2026 18:00, Ann wrote:\n\nd1-d7/g7\n"), "");
    }

    #[test]
    fn turns_and_prose_are_kept() {
        for text in [
            "d1-d7/g7",
            "e1-e3 g2-g4",
            "d6-b6+e6-c6",
            "f4xf5",
            "- good luck",
            "As you wrote: fine",
            "r o h k s c c g z c",
            "no",
            "From there I win: easily",
            "if d1-d7/g7 then e4-e6/e3",
            "de: hello",
            "On we go",
        ] {
            assert_eq!(new(text), text);
        }
    }

    #[test]
    fn signatures_rules_and_footers_end_the_text() {
        for tail in [
            "-- ",
            "--",
            "____________",
            "-----Original Message-----",
            "--- reply above this line: from-to ---",
            "Sent from my iPhone",
            "Von meinem iPad gesendet",
            "From: Ann\nSent: Monday",
        ] {
            assert_eq!(new(&format!("c3-c4\n\nHi\n{tail}\nd1-d7/g7")), "c3-c4\n\nHi", "{tail}");
        }
    }

    #[test]
    fn the_writers_own_name_begins_a_signature() {
        for (name, text, left) in [
            ("Anna Miller", "d1-d7/g7\n\nAnna Miller | Senior Counsel | Acme Inc.", "d1-d7/g7"),
            ("Anna Miller", "d1-d7/g7\nHello\n\n*Anna Miller*\nAcme Inc.", "d1-d7/g7\nHello"),
            ("Anna Miller", "d1-d7/g7\nGood luck,\nanna miller - Acme", "d1-d7/g7\nGood luck,"),
            ("Ann", "d1-d7/g7\n\n~ Ann.\nAcme", "d1-d7/g7"),
            ("Ann", "d1-d7/g7\nAnn - that was good", "d1-d7/g7\nAnn - that was good"),
            ("Anna Miller", "Anna Miller\nd1-d7/g7", "Anna Miller\nd1-d7/g7"),
            ("Anna Miller", "d1-d7/g7\nAnna Miller here, hello", "d1-d7/g7\nAnna Miller here, hello"),
            ("", "d1-d7/g7\n\n-", "d1-d7/g7\n\n-"),
        ] {
            assert_eq!(without_signature(text, name), left, "{text}");
        }
    }

    #[test]
    fn lines_of_the_answered_mail_are_quotes_even_unmarked() {
        let ours =
            "Your turn. Ann played j7-h7/h3.\nMove one amazon like a chess queen, then shoot an arrow the same way;\n";
        let answered = Answered::new([ours]);
        let wrapped = "Move one amazon like a chess queen, then\nshoot an arrow the\n same way;";
        let reply = format!("d1-d7/g7\n\n  your turn.  Ann played j7-h7/h3.\n{wrapped}\n");
        assert_eq!(new_text(&reply, &answered), "d1-d7/g7");
        assert_eq!(new_text("j7-h7/h3\n", &answered), "j7-h7/h3");
    }

    #[test]
    fn a_piece_of_a_line_is_nobodys_quote() {
        let answered = Answered::new(["Your code is kq7mdp2x, it works for an hour and only from that address."]);
        for piece in
            ["Your code is kq7mdp2x", "kq7mdp2x, it works for an hour", "it works for an hour and only from that"]
        {
            assert_eq!(new_text(piece, &answered), piece);
        }
    }

    #[test]
    fn only_so_many_lines_are_looked_at() {
        let lines = "x\n".repeat(MOST_LINES + 100);
        assert_eq!(new(&lines).lines().count(), MOST_LINES);
        let known: String = (0..KNOWN_LINES + 100).map(|number| format!("line {number}\n")).collect();
        assert_eq!(Answered::new([known.as_str()]).lines.len(), KNOWN_LINES);
    }
}
