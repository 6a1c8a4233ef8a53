//! Puts a mail that was written as text into the charsets and transfer encodings that its headers name (RFC 2045 §6).

/// The longest line in either encoding (§6.7, §6.8).
const WIDTH: usize = 76;

/// The bytes of a mail, or of a part of one.
pub fn encoded(entity: &str) -> Vec<u8> {
    let (head, body) = entity.split_once("\r\n\r\n").expect("a head and a body");
    let mut all = format!("{head}\r\n\r\n").into_bytes();
    if let Some(boundary) = parameter(head, "boundary=") {
        let delimiter = format!("--{boundary}");
        for part in body.split(&delimiter).skip(1) {
            all.extend_from_slice(delimiter.as_bytes());
            match part.strip_prefix("\r\n") {
                Some(part) => all.extend([b"\r\n", encoded(part).as_slice()].concat()),
                None => all.extend_from_slice(part.as_bytes()),
            }
        }
        return all;
    }
    // A file is in its encoding already.
    if head.contains("filename=") {
        all.extend_from_slice(body.as_bytes());
        return all;
    }
    let charset = parameter(head, "charset=").and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes()));
    let (bytes, _, unwritable) = charset.expect("a charset").encode(body);
    assert!(!unwritable, "{head} can't say {body}");
    match head.split_once("Transfer-Encoding: ").map(|(_, rest)| rest.lines().next().unwrap_or_default()) {
        Some("base64") => all.extend(base64(&bytes)),
        Some("quoted-printable") => all.extend(quoted_printable(&bytes)),
        _ => all.extend_from_slice(&bytes),
    }
    all
}

/// The value of a parameter of the Content-Type.
fn parameter<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = head.split_once(name)?;
    rest.trim_start_matches('"').split(['"', ';', '\r', '\n']).next()
}

pub fn base64(bytes: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut all = Vec::new();
    for line in bytes.chunks(WIDTH / 4 * 3) {
        for three in line.chunks(3) {
            let value = three.iter().fold(0, |all, &byte| all << 8 | usize::from(byte)) << (8 * (3 - three.len()));
            let digit = |at: usize| if at <= three.len() { DIGITS[value >> (18 - 6 * at) & 63] } else { b'=' };
            all.extend([0, 1, 2, 3].map(digit));
        }
        all.extend_from_slice(b"\r\n");
    }
    all
}

fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    let mut width = 0;
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        if rest.starts_with(b"\r\n") {
            all.extend_from_slice(b"\r\n");
            (width, rest) = (0, &rest[2..]);
            continue;
        }
        let plain = matches!(byte, b' '..=b'~') && byte != b'=' && !(byte == b' ' && after.starts_with(b"\r\n"));
        let coded = if plain { char::from(byte).to_string() } else { format!("={byte:02X}") };
        if width + coded.len() >= WIDTH {
            all.extend_from_slice(b"=\r\n");
            width = 0;
        }
        width += coded.len();
        all.extend_from_slice(coded.as_bytes());
        rest = after;
    }
    all
}
