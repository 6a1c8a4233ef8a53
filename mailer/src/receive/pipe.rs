//! Takes one mail from an MTA's pipe.

use std::io::Read;

use turnpost_core::clock::moment::now;

use super::{Arrival, Inbox, Via};

/// What the exit code tells the MTA (sysexits.h).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The mail is safely stored.
    Stored = 0,
    /// The mail can never be accepted: EX_DATAERR.
    Refused = 65,
    /// Try again later: EX_TEMPFAIL.
    Later = 75,
}

/// Reads a mail to its end and stores it.
pub fn take(input: impl Read, sender: Option<String>, recipients: Vec<String>, inbox: &Inbox, max_size: usize) -> Exit {
    let mut raw = Vec::new();
    let more = u64::try_from(max_size).unwrap_or(u64::MAX).saturating_add(1);
    if let Err(error) = input.take(more).read_to_end(&mut raw) {
        tracing::error!(%error, "can't read the mail");
        return Exit::Later;
    }
    if raw.len() > max_size || raw.is_empty() {
        tracing::error!(limit = max_size, "the mail is empty or too large");
        return Exit::Refused;
    }
    let arrival = Arrival { raw: without_from_line(raw), via: Via::Pipe, sender, recipients, at: now() };
    match inbox.store_now(arrival) {
        Ok(()) => Exit::Stored,
        Err(error) => {
            tracing::error!(%error, "the MTA must try again");
            Exit::Later
        }
    }
}

/// Drops the `From ` line of the mbox format, which some MTAs write before a piped mail.
fn without_from_line(mut raw: Vec<u8>) -> Vec<u8> {
    if raw.starts_with(b"From ")
        && let Some(end) = raw.iter().position(|&byte| byte == b'\n')
    {
        raw.drain(..=end);
    }
    raw
}

#[cfg(test)]
mod tests {
    use super::super::NotStored;
    use super::*;

    #[test]
    fn the_exit_code_says_what_became_of_it() {
        let good =
            Inbox::new(|arrival| if arrival.raw == b"A: b\n" { Ok(()) } else { Err(NotStored::Failed("?".into())) });
        let full = Inbox::new(|_| Err(NotStored::NoRoom("full".into())));
        let run = |mail: &str, inbox: &Inbox| take(mail.as_bytes(), None, Vec::new(), inbox, 40);
        assert_eq!(run("From a Mon\nA: b\n", &good), Exit::Stored);
        assert_eq!(run("A: b\n", &full), Exit::Later);
        assert_eq!(run("", &good), Exit::Refused);
        assert_eq!(run(&"x".repeat(41), &good), Exit::Refused);
    }
}
