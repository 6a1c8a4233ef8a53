//! Cuts a mail's text down to what its sender newly wrote: without quotes, attributions, header blocks,
//! signatures and footers.
//!
//! The rule of thumb is the opposite of a general reply trimmer's: a line is only dropped for a reason that no turn and no
//! command can give, since a turn that is swallowed costs a player days.

use super::answered::Answered;
use super::footers::{ends_all, is_banner, is_device, is_footer};
use super::frame::{Frame, frame};
use super::lines::{Lines, is_order};
use super::links::without_links;

/// The most lines of a mail that are read; nobody writes below that, even under a long quote.
const MOST_LINES: usize = 4_000;

/// So many unmarked lines of the answered mail are a quote of all of it; fewer somebody may have pasted.
const WHOLE: usize = 3;

/// The most lines of a signature below a name.
const SIGNATURE: usize = 5;

/// From this length on a marked line may have been wrapped, so that its end stands below it without a mark.
const WRAPPED: usize = 60;

/// What is new in a text: its lines without the quoted ones, each of which leaves a blank line. Each line is looked at a
/// few times, whatever the text and the mail that it answers.
///
/// New text stands above a quote. Below one it is looked for only where marks tell the one from the other, or where there
/// was nothing above.
pub fn new_text(text: &str, answered: &Answered) -> String {
    let text = without_links(text);
    let lines = Lines::new(without_armor(text.lines().take(MOST_LINES).map(str::trim_end)), answered);
    let mut out: Vec<&str> = Vec::new();
    // Whether there is anything new above, and how many unmarked lines of the answered mail there were.
    let (mut said, mut unmarked) = (false, 0);
    let mut at = 0;
    while at < lines.len() {
        let line = lines.text(at);
        let mut kept = "";
        let mut length = 1;
        if lines.is_quote(at) || is_end_of_marked(&lines, at) {
        } else if lines.is_known(at) {
            unmarked += 1;
            if said && unmarked >= WHOLE {
                break;
            }
        } else if !said && is_banner(line) {
        } else if is_footer(line) || is_device(line) && lines.is_last(at) {
            // Some clients put theirs on top.
            if said {
                break;
            }
        } else if ends_all(line) {
            break;
        } else if let Some(frame) = frame(&lines, at) {
            // Below a frame either every line is marked, and then new text may follow, or none is and all is old.
            let (framed, may_follow) = match frame {
                Frame::Attribution(framed) => (framed, true),
                Frame::Headers(framed) => (framed, !said),
            };
            match lines.next(at + framed).filter(|&next| may_follow && lines.is_quote(next)) {
                Some(next) => length = next - at,
                None => break,
            }
        } else {
            kept = line;
            said |= !lines.is_blank(at);
        }
        out.push(kept);
        at += length;
    }
    out.truncate(above_signature(&out, answered));
    squeeze(&out)
}

/// How many lines there are above the writer's name where that is the last but for a few lines, none of which asks for
/// anything: a signature. Something must stand above it, a letter may begin with a name.
fn above_signature(lines: &[&str], answered: &Answered) -> usize {
    let texts = |lines: &[&str]| lines.iter().filter(|line| !line.trim().is_empty()).count();
    let signs = |&at: &usize| answered.is_writer(lines[at]) && texts(&lines[..at]) > 0;
    let name = (0..lines.len()).rev().take(SIGNATURE + 20).find(signs);
    let only_signs = |&at: &usize| {
        let below = &lines[at + 1..];
        texts(below) <= SIGNATURE && !below.iter().any(|line| is_order(line))
    };
    name.filter(only_signs).unwrap_or(lines.len())
}

/// Whether a line is the rest of a marked line above it that a server or client wrapped.
fn is_end_of_marked(lines: &Lines, at: usize) -> bool {
    if lines.is_blank(at) || !at.checked_sub(1).is_some_and(|above| lines.is_quote(above)) {
        return false;
    }
    let length = |at| lines.text(at).chars().count();
    let wrapped = || lines.is_quote(at + 1) && length(at - 1) >= WRAPPED && length(at) < WRAPPED;
    lines.is_known(at) || wrapped() && !lines.is_order(at)
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
    fn only_so_many_lines_are_looked_at() {
        let lines = "x\n".repeat(MOST_LINES + 100);
        assert_eq!(new(&lines).lines().count(), MOST_LINES);
    }
}
