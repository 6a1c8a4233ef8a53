//! Tells people's mail from machines': bounces, automatic answers, lists, loops. What a machine sent is never
//! answered (RFC 3834 §2), and nothing in it is a command.

use crate::address::{OurAddress, Ours, ReturnPath, split};
use crate::read::{Letter, phrases};

/// More hops than this mean that a mail is looping.
const MAX_RECEIVED: usize = 25;

/// What sort of mail this is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person wrote it.
    Person,
    /// For the operator's eyes: to postmaster or abuse.
    Operator,
    /// A mail of ours could not be delivered, or not yet.
    Bounce {
        /// Which, and to whom.
        path: ReturnPath,
        /// Whether it never will be (5.x.x).
        permanent: bool,
    },
    /// A machine sent it, for this reason.
    Automatic(&'static str),
    /// A machine may have sent it, for this reason; people write so too.
    PerhapsAutomatic(&'static str),
}

/// Judges a mail by its headers and envelope. `sender` is the envelope's, empty for `<>`; `recipients` too.
pub fn kind(letter: &Letter, sender: Option<&str>, recipients: &[String], ours: &OurAddress) -> Kind {
    if ours.recognise(&letter.from).is_some() {
        return Kind::Automatic("it is from ourselves");
    }
    if letter.headers.all("received").count() > MAX_RECEIVED {
        return Kind::Automatic("it goes in circles");
    }
    // Where the envelope isn't known, the first trace of it counts; a Cc to postmaster doesn't make a turn the
    // operator's. The operator's mail may come from a machine, as abuse reports do.
    let traced = letter.recipients.iter().find(|address| ours.recognise(address).is_some());
    if is_operators(recipients, ours) || recipients.is_empty() && is_operators(traced, ours) {
        return Kind::Operator;
    }
    let to = || recipients.iter().chain(&letter.recipients).filter_map(|address| ours.recognise(address));
    if let Some(path) = to().find_map(|to| if let Ours::Bounce(path) = to { Some(path) } else { None }) {
        return bounce(letter, path);
    }
    if let Some(why) = automatic(letter, sender) {
        return Kind::Automatic(why);
    }
    if is_away(&letter.subject) {
        return Kind::PerhapsAutomatic("its Subject is an automatic answer's");
    }
    Kind::Person
}

/// Whether a mail that can't be parsed is still for the operator, by its envelope, and isn't looping.
pub(crate) fn is_operators_unread(raw: &[u8], recipients: &[String], ours: &OurAddress) -> bool {
    let head = raw.split(|&byte| byte == b'\n').take_while(|line| !line.trim_ascii().is_empty());
    let received = |line: &&[u8]| line.get(..9).is_some_and(|name| name.eq_ignore_ascii_case(b"received:"));
    is_operators(recipients, ours) && head.filter(received).count() <= MAX_RECEIVED
}

/// Whether all of our addresses among these are the operator's.
fn is_operators<'a>(addresses: impl IntoIterator<Item = &'a String>, ours: &OurAddress) -> bool {
    let mut known = addresses.into_iter().filter_map(|address| ours.recognise(address)).peekable();
    known.peek().is_some() && known.all(|to| to == Ours::Operator)
}

/// Why a mail is automatic, if it is.
fn automatic(letter: &Letter, sender: Option<&str>) -> Option<&'static str> {
    let header = |name: &str| letter.headers.first(name).map(str::to_lowercase);
    // RFC 3834 §2: a null return path is a report. Only the envelope or the topmost trace of it counts.
    if sender.is_some_and(is_null) || sender.is_none() && header("return-path").is_some_and(|path| is_null(&path)) {
        return Some("its return path is empty");
    }
    // RFC 3834 §5: anything but `no`.
    if header("auto-submitted").is_some_and(|value| !value.trim_start().starts_with("no")) {
        return Some("it says Auto-Submitted");
    }
    if header("precedence").is_some_and(|value| ["bulk", "junk", "list"].contains(&value.trim())) {
        return Some("it says Precedence: bulk");
    }
    // RFC 2369 and RFC 8058: no person offers to take the reader off a list. Feedback-ID is what senders of bulk count by.
    if [
        "list-id",
        "list-post",
        "list-unsubscribe",
        "list-help",
        "feedback-id",
        "x-autoreply",
        "x-autorespond",
        "x-autoresponse",
    ]
    .iter()
    .any(|name| header(name).is_some())
    {
        return Some("it is from a list or an autoresponder");
    }
    if header("content-type").is_some_and(|value| value.starts_with("multipart/report")) {
        return Some("it is a report");
    }
    let machine = split(&letter.from).is_some_and(|(local, _)| is_machine(local));
    machine.then_some("its sender is a machine")
}

/// Whether a return path is the null one. Postfix's pipe writes it as MAILER-DAEMON unless it is told otherwise, and some
/// servers add their domain.
fn is_null(path: &str) -> bool {
    let path = path.trim().trim_matches(['<', '>']);
    let local = path.rsplit_once('@').map_or(path, |(local, _)| local);
    path.is_empty() || local.trim_matches('"').eq_ignore_ascii_case("mailer-daemon")
}

/// Whether a Subject begins as those of automatic answers do.
fn is_away(subject: &str) -> bool {
    let subject = subject.to_lowercase();
    let bare = subject.split_once(": ").map_or(subject.as_str(), |(_, rest)| rest);
    let away = |text: &str| phrases::OUT_OF_OFFICE.iter().any(|phrase| text.starts_with(phrase));
    away(&subject) || away(bare)
}

fn is_machine(local: &str) -> bool {
    let local = local.to_ascii_lowercase().replace(['-', '_', '.'], "");
    ["mailerdaemon", "postmaster", "noreply", "donotreply", "bounce", "bounces", "listserv", "majordomo"]
        .contains(&local.as_str())
        || local.starts_with("noreply+")
        || local.starts_with("bounce+")
        || local.starts_with("bounces+")
}

/// Reads a delivery report (RFC 3464 §2.3). Anything else, and reports of no failure, are ignored: this address is the
/// return path of our mails, which vacation programs reply to (RFC 3834 §4).
fn bounce(letter: &Letter, path: Option<ReturnPath>) -> Kind {
    let Some(path) = path else {
        return Kind::Automatic("it came to where reports go, and names no mail of ours");
    };
    let Some(report) = &letter.delivery_status else {
        return Kind::Automatic("it is no report, but came to where reports go");
    };
    let field = |name: &str| {
        report.lines().find_map(|line| {
            let (label, value) = line.split_once(':')?;
            label.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_lowercase())
        })
    };
    let (action, status) = (field("action").unwrap_or_default(), field("status").unwrap_or_default());
    match (action.as_str(), status.split('.').next()) {
        ("failed", Some("5")) => Kind::Bounce { path, permanent: true },
        ("failed" | "delayed", Some("4" | "5")) => Kind::Bounce { path, permanent: false },
        _ => Kind::Automatic("it is a report of no failure"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn judge(headers: &str, sender: Option<&str>, to: &[&str]) -> Kind {
        let from = if headers.contains("From:") { "" } else { "From: ann@example.net\n" };
        judge_bytes(format!("{from}{headers}\nhi").as_bytes(), sender, to)
    }

    fn judge_bytes(raw: &[u8], sender: Option<&str>, to: &[&str]) -> Kind {
        let letter = Letter::parse(raw).unwrap();
        let to: Vec<String> = to.iter().map(|&to| to.to_owned()).collect();
        kind(&letter, sender, &to, &OurAddress::parse("play@example.org").unwrap())
    }

    fn automatic(headers: &str) -> bool {
        matches!(judge(headers, Some("ann@example.net"), &["play@example.org"]), Kind::Automatic(_))
    }

    #[test]
    fn people_are_heard() {
        for headers in [
            "",
            "Auto-Submitted: no\n",
            "Precedence: first-class\n",
            "Subject: Re: Amazons 41\n",
            "From: noriko@example.net\n",
        ] {
            assert_eq!(judge(headers, Some("ann@example.net"), &["play@example.org"]), Kind::Person, "{headers}");
        }
        assert_eq!(judge("To: play@example.org\nCc: postmaster@example.org\n", None, &[]), Kind::Person);
    }

    #[test]
    fn machines_are_not() {
        for headers in [
            "Auto-Submitted: auto-replied (vacation)\n",
            "Precedence: bulk\n",
            "List-Id: <x.example>\n",
            "List-Unsubscribe: <mailto:off@example.net>\n",
            "Feedback-ID: 17:campaign\n",
            "From: MAILER-DAEMON@example.net\n",
            "From: no-reply@example.net\n",
            "From: play+abc@example.org\n",
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=x\n",
        ] {
            assert!(automatic(headers), "{headers}");
        }
        assert!(automatic(&"Received: x\n".repeat(26)));
        assert!(matches!(judge("", Some(""), &[]), Kind::Automatic(_)));
        assert!(matches!(judge("Return-Path: <>\n", None, &[]), Kind::Automatic(_)));
        for null in ["MAILER-DAEMON", "<>", "<mailer-daemon>", "Mailer-Daemon@mx.example.net", "\"MAILER-DAEMON\""] {
            assert!(matches!(judge("", Some(null), &[]), Kind::Automatic(_)), "{null}");
            assert!(matches!(judge(&format!("Return-Path: {null}\n"), None, &[]), Kind::Automatic(_)), "{null}");
        }
        assert_eq!(judge("", Some("mailer-daemon.fan@example.net"), &["play@example.org"]), Kind::Person);
    }

    #[test]
    fn a_subject_alone_leaves_doubt() {
        for headers in [
            "Subject: Automatische Antwort: Amazons 41\n",
            "Subject: Re: Out of Office\n",
            "Subject: =?utf-8?q?R=C3=A9ponse_automatique?=\n",
            "Subject: Vacation\n",
        ] {
            let kind = judge(headers, Some("ann@example.net"), &["play@example.org"]);
            assert!(matches!(kind, Kind::PerhapsAutomatic(_)), "{headers}");
            assert!(automatic(&format!("Precedence: bulk\n{headers}")));
        }
    }

    #[test]
    fn machines_are_known_whatever_bytes_they_write() {
        let judge = |headers: &[u8]| {
            judge_bytes(&[b"From: a@b\n", headers, b"\nhi"].concat(), Some("a@b"), &["play@example.org"])
        };
        assert_eq!(judge(b"Auto-Submitted: auto-replied (\xfcber)\n"), Kind::Automatic("it says Auto-Submitted"));
        assert_eq!(judge(&b"Received: from \xfcber\n".repeat(60)), Kind::Automatic("it goes in circles"));
    }

    #[test]
    fn the_operator_gets_what_is_only_for_him() {
        assert_eq!(judge("", Some("a@b"), &["postmaster@example.org"]), Kind::Operator);
        assert_eq!(judge("To: abuse@example.org\n", None, &[]), Kind::Operator);
        assert_eq!(judge("", Some("a@b"), &["abuse@example.org", "play@example.org"]), Kind::Person);
        // Abuse reports are written by machines, too; only what could loop is kept from the operator.
        let to = ["abuse@example.org"];
        for headers in ["Auto-Submitted: auto-generated\n", "Precedence: bulk\n", "From: MAILER-DAEMON@example.net\n"] {
            assert_eq!(judge(headers, Some(""), &to), Kind::Operator, "{headers}");
        }
        assert!(matches!(judge("From: play@example.org\n", Some(""), &to), Kind::Automatic(_)));
        assert!(matches!(judge(&"Received: x\n".repeat(26), Some(""), &to), Kind::Automatic(_)));
    }

    #[test]
    fn bounces_count_only_at_their_own_address() {
        let report = |status: &str| {
            format!(
                "From: MAILER-DAEMON@mx.example.net\nMIME-Version: 1.0\n\
                 Content-Type: multipart/report; report-type=delivery-status; boundary=B\n\n--B\n\nsorry\n--B\n\
                 Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n\n\
                 Final-Recipient: rfc822; ann@example.net\n{status}\n\n--B--\n"
            )
        };
        let to = ["play+b-k7.9@example.org"];
        let path = ReturnPath { mark: "k7".into(), notice: 9 };
        let bounce = |permanent| Kind::Bounce { path: path.clone(), permanent };
        assert_eq!(judge(&report("Action: failed\nStatus: 5.1.1"), Some(""), &to), bounce(true));
        assert_eq!(judge(&report("Action: failed\nStatus: 4.2.2"), Some(""), &to), bounce(false));
        assert_eq!(judge(&report("Action: delayed\nStatus: 4.4.1"), Some(""), &to), bounce(false));
        assert!(matches!(judge(&report("Action: delivered\nStatus: 2.0.0"), Some(""), &to), Kind::Automatic(_)));
        assert!(matches!(
            judge(&report("Action: failed\nStatus: 5.1.1"), Some(""), &["play@example.org"]),
            Kind::Automatic(_)
        ));
        let nameless = judge(&report("Action: failed\nStatus: 5.1.1"), Some(""), &["play+b-k7@example.org"]);
        assert!(matches!(nameless, Kind::Automatic(_)), "it must name the mail");
        // Anything else that comes there is ignored: vacation programs answer to the return path (RFC 3834 §4).
        for other in [
            "From: x@y\nSubject: I am away\n",
            "From: x@y\nAuto-Submitted: auto-replied\n",
            &report("Action: failed"),
            &report("Status: 5.1.1"),
            &report("Action: failed\nStatus: 2.0.0"),
            &report("Action: delayed\nStatus: nonsense"),
        ] {
            assert!(matches!(judge(other, Some(""), &to), Kind::Automatic(_)), "{other}");
        }
        assert_eq!(judge(&report("Action: delayed\nStatus: 5.4.1"), Some(""), &to), bounce(false));
    }
}
