//! Finds the addresses in a mail, however they are encoded, so that the mail is found again when one of them is to be
//! forgotten. The mail's own account of its form isn't trusted: whatever could be an encoding is decoded, in time linear in
//! its size.

use mail_parser::decoders::base64::base64_decode;
use turnpost_core::store::addresses_in;

use crate::address::OurAddress;

/// How many layers of encoding are looked through: a mail may be attached to a mail.
const DEEPEST: u8 = 3;

/// The addresses in a mail and its envelope, each once, in lower case; not our own.
pub(crate) fn mentions(raw: &[u8], sender: Option<&str>, recipients: &[String], ours: &OurAddress) -> Vec<String> {
    let mut found: Vec<String> =
        sender.map(str::to_lowercase).into_iter().filter(|sender| !sender.is_empty()).collect();
    found.extend(recipients.iter().map(|recipient| recipient.to_lowercase()));
    look(raw, DEEPEST, &mut found);
    found.sort_unstable();
    found.dedup();
    found.retain(|address| ours.recognise(address).is_none());
    found
}

fn look(bytes: &[u8], depth: u8, found: &mut Vec<String>) {
    found.extend(addresses_in(&String::from_utf8_lossy(bytes)));
    // Every second byte of an ASCII text in UTF-16 is zero.
    if bytes.contains(&0) {
        let text: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
        found.extend(addresses_in(&String::from_utf8_lossy(&text)));
    }
    let Some(depth) = depth.checked_sub(1) else { return };
    if bytes.contains(&b'=') {
        let text = unquoted(bytes);
        found.extend(addresses_in(&String::from_utf8_lossy(&text)));
    }
    let lines = coded_lines(bytes).filter_map(|coded| base64_decode(&coded));
    for inner in encoded_words(bytes).into_iter().chain(lines) {
        look(&inner, depth, found);
    }
}

/// Decodes quoted-printable and the Q encoding (RFC 2045 §6.7, RFC 2047 §4.2), wherever they occur.
fn unquoted(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [first, behind @ ..] = rest {
        rest = behind;
        if *first != b'=' {
            text.push(*first);
            continue;
        }
        // A soft line end, with the spaces that transport may have added.
        let spaces = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        let code = || std::str::from_utf8(behind.get(..2)?).ok().and_then(|code| u8::from_str_radix(code, 16).ok());
        if behind.get(spaces) == Some(&b'\n') {
            rest = behind.get(spaces + 1..).unwrap_or_default();
        } else if let Some(byte) = code() {
            text.push(byte);
            rest = behind.get(2..).unwrap_or_default();
        } else {
            text.push(b'=');
        }
    }
    text
}

/// The base64 texts of encoded words in headers, adjacent ones joined (RFC 2047 §6.2).
fn encoded_words(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    let mut between = usize::MAX;
    for piece in bytes.split(|byte| *byte == b'?') {
        // `=?charset?B?` comes before it and `?=` after it; of these pieces only this one is that long.
        let coded = piece.len() >= 4 && piece.len() % 4 == 0 && piece.iter().all(is_code);
        let decoded = if coded { base64_decode(piece) } else { None };
        between = between.saturating_add(1);
        let Some(decoded) = decoded else { continue };
        match words.last_mut() {
            Some(word) if between <= 4 => word.extend(decoded),
            _ => words.push(decoded),
        }
        between = 0;
    }
    words
}

/// Runs of consecutive lines that contain nothing but base64 characters.
fn coded_lines(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let mut runs: Vec<Vec<u8>> = Vec::new();
    let mut going_on = false;
    for line in bytes.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        let coded = line.len() >= 4 && line.iter().all(is_code);
        match runs.last_mut() {
            Some(run) if coded && going_on => run.extend_from_slice(line),
            _ if coded => runs.push(line.to_vec()),
            _ => {}
        }
        going_on = coded && !line.ends_with(b"=");
    }
    runs.into_iter()
}

fn is_code(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=".contains(byte)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::send::smtp::base64;

    fn of(raw: &str) -> Vec<String> {
        mentions(raw.as_bytes(), None, &[], &OurAddress::parse("play@example.org").unwrap())
    }

    #[test]
    fn an_address_is_found_however_it_is_encoded() {
        let folded = |text: &str| {
            let code = base64(text.as_bytes());
            code.as_bytes()
                .chunks(20)
                .map(|line| String::from_utf8_lossy(line).into_owned() + "\r\n")
                .collect::<String>()
        };
        let said = "Hello there, I play with ben@example.net on Tuesdays.";
        let utf16: Vec<u8> = said.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mails = [
            format!("From: x\r\n\r\n{said}"),
            format!("From: x\r\n\r\n{}", folded(said)),
            format!("From: x\r\n\r\n{}", folded(&format!("A: b\r\n\r\n{}", folded(said)))),
            "A: b\r\n\r\nI play with ben=40exam=\r\nple.net on".to_owned(),
            format!("Subject: =?utf-8?B?{}?=\r\n\r\nhi", base64(said.as_bytes())),
            format!(
                "Subject: =?utf-8?B?{}?=\r\n =?utf-8?B?{}?=\r\n\r\nhi",
                base64(b"new vs ben@exa"),
                base64(b"mple.net")
            ),
            "Subject: =?utf-8?Q?new_vs=20ben=40example=2Enet?=\r\n\r\nhi".to_owned(),
            format!("A: b\r\n\r\n{}", base64(&utf16)),
            "Received-SPF: pass envelope-from=\"Ben@Example.NET\"; smtp.mailfrom=ben@example.net".to_owned(),
            "A: <mailto:ben@example.net>, (...ben@example.net).".to_owned(),
        ];
        for mail in mails {
            assert!(of(&mail).contains(&"ben@example.net".to_owned()), "{mail}\n{:?}", of(&mail));
        }
        assert_eq!(of("To: play+k7@example.org, d.ben@example.net.au"), ["d.ben@example.net.au"], "others, and not we");
    }

    #[test]
    fn any_bytes_take_linear_time() {
        for piece in ["@", "a@", "=", "=4", "=?", "?B?AAAA?= ", "QUFB\n", "QUFBQUFB", "@=\r\n"] {
            let raw = piece.repeat(1_000_000 / piece.len());
            let begun = std::time::Instant::now();
            of(&raw);
            assert!(begun.elapsed().as_secs() < 5, "{piece:?}: {:?}", begun.elapsed());
        }
    }
}
