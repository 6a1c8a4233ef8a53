//! The charset HZ (RFC 1843): Chinese in ASCII, between `~{` and `~}`. mail-parser knows its name but not how to read it.

use mail_parser::decoders::charsets::map::charset_decoder;

/// Whether a charset's name is one of HZ's.
pub(super) fn is_named(charset: &str) -> bool {
    ["hz-gb-2312", "hz"].iter().any(|name| charset.trim().eq_ignore_ascii_case(name))
}

/// A text in HZ. Whatever line it is left open on ends it; what makes no sense stays as it is.
pub(super) fn decoded(text: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut chinese = false;
    let mut rest = text;
    loop {
        rest = match (chinese, rest) {
            (_, []) => break,
            (true, [b'~', b'}', behind @ ..]) => {
                chinese = false;
                behind
            }
            (true, [high @ 0x21..=0x7d, low @ 0x21..=0x7e, behind @ ..]) => {
                // GB 2312 in eight bits is the same pair with the highest bits set.
                bytes.extend([high | 0x80, low | 0x80]);
                behind
            }
            (false, [b'~', b'{', behind @ ..]) => {
                chinese = true;
                behind
            }
            (false, [b'~', b'~', behind @ ..]) => {
                bytes.push(b'~');
                behind
            }
            // A line end that is only for the transport (§2).
            (false, [b'~', b'\n', behind @ ..] | [b'~', b'\r', b'\n', behind @ ..]) => behind,
            (_, [byte, behind @ ..]) => {
                chinese &= *byte != b'\n';
                bytes.push(*byte);
                behind
            }
        };
    }
    charset_decoder(b"gbk").map_or_else(|| String::from_utf8_lossy(&bytes).into_owned(), |decode| decode(&bytes))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read::Letter;

    #[test]
    fn chinese_between_its_marks_and_ascii_around_them() {
        for (coded, text) in [
            ("This sentence is in ASCII.", "This sentence is in ASCII."),
            ("d1-d7/g7 ~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.", "d1-d7/g7 己所不欲，勿施於人。Bye."),
            ("a ~~ b ~\nc~\r\nd", "a ~ b cd"),
            ("~{<:Ky\nd1-d7/g7", "己所\nd1-d7/g7"),
            ("~{<", "<"),
        ] {
            let read = decoded(coded.as_bytes());
            assert_eq!(read, text, "{coded}");
        }
    }

    #[test]
    fn a_mail_in_hz_is_read() {
        for name in ["hz-gb-2312", "HZ-GB-2312", "\"HZ\""] {
            let raw = format!("From: a@b\nContent-Type: text/plain; charset={name}\n\nd1-d7/g7\n\n~{{VPND~}}\n");
            assert_eq!(Letter::parse(raw.as_bytes()).unwrap().text.trim(), "d1-d7/g7\n\n中文");
        }
    }
}
