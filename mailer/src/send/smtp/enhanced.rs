//! What a relay's refusal of a recipient says about the address: whether anybody can ever be reached there.

/// Whether the reply means that the mailbox is bad, rather than the mail, us, or the relay's rules. The enhanced status
/// code at the beginning of its text decides (RFC 2034 §4) if there is one, otherwise the reply code.
pub(crate) fn is_about_address(code: u16, text: &str) -> bool {
    match enhanced(text) {
        // RFC 3463 §3.2: 5.1.x is about addresses; .7 and .8 about the sender's.
        Some([5, 1, detail]) => !matches!(detail, 7 | 8),
        // §3.3: another status, disabled, full; the others are about a mail's length, and about lists.
        Some([5, 2, detail]) => detail <= 2,
        Some(_) => false,
        // RFC 5321 §4.2.3: mailbox unavailable, not local, its name not allowed.
        None => matches!(code, 550 | 551 | 553),
    }
}

/// The three numbers of an enhanced status code.
fn enhanced(text: &str) -> Option<[u16; 3]> {
    let mut numbers = text.split_whitespace().next()?.split('.').map(|number| number.parse().ok());
    let code = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_bad_mailbox_is_about_the_address() {
        for (code, text) in [
            (550, "5.1.1 <ben@example.net>: no such user"),
            (550, "5.1.10 null MX"),
            (550, "5.2.1 disabled"),
            (552, "5.2.2 full"),
            (550, "no such user"),
            (553, ""),
            (550, "5.1 is no code"),
        ] {
            assert!(is_about_address(code, text), "{code} {text}");
        }
        for (code, text) in [
            (554, "5.7.1 Relay access denied"),
            (550, "5.7.1 blocked, see https://example.net"),
            (550, "5.1.8 your domain does not exist"),
            (552, "5.2.3 too long"),
            (550, "5.3.4 too big"),
            (554, "no"),
            (503, "RCPT first"),
        ] {
            assert!(!is_about_address(code, text), "{code} {text}");
        }
    }
}
