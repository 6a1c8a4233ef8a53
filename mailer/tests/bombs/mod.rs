//! Mails that are made to take their reader's memory, stack or time. Each is from Ann, and small enough to be taken.

/// What each is, and its bytes.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let from = "From: Ann <ann@example.com>\r\n";
    let headed = |rest: &str| format!("{from}{rest}").into_bytes();
    let nested: String =
        (0..10_000).map(|number| format!("{PARTS}; boundary=b{number}\r\n\r\n--b{number}\r\n")).collect();
    vec![
        ("nothing", Vec::new()),
        ("NUL", vec![0; 1000]),
        ("no header", b"\r\n\r\n".to_vec()),
        ("no text in any charset", vec![0xff; 5000]),
        (
            "8-bit headers",
            b"From: \xff\xfe\xe4 <ann@example.com>\r\nSubject: \xe4\xf6\xfc\r\n\r\n\xe4 \0 x\r\n".to_vec(),
        ),
        ("a broken Subject", headed(&format!("Subject: {}\r\n\r\nx", "=?utf-8?b?/////w==?= ".repeat(20_000)))),
        ("headers without end", headed(&format!("{}\r\nx", "X-Filler: y\r\n".repeat(50_000)))),
        ("broken base64", headed(&format!("Content-Type: text/plain\r\n{BASE64}\r\n\r\n!!!@@@###\r\n"))),
        (
            "half a megabyte of it",
            headed(&format!("Content-Type: text/plain\r\n{BASE64}\r\n\r\n{}", "=\u{fffd}!a".repeat(80_000))),
        ),
        ("HTML tags", headed(&format!("Content-Type: text/html\r\n\r\n{}", "<div><table>".repeat(40_000)))),
        ("parts side by side", headed(&format!("{PARTS}; boundary=b\r\n\r\n{}", "--b\r\n\r\nx\r\n".repeat(50_000)))),
        ("parts in parts", headed(&nested)),
        ("message/rfc822 in itself", headed(&"Content-Type: message/rfc822\r\n\r\n".repeat(25_000))),
        ("message/global in itself", headed(&"Content-Type: message/global\r\n\r\n".repeat(25_000))),
        ("message/ rfc822 in itself", headed(&"Content-Type: message/ rfc822\r\n\r\n".repeat(25_000))),
        (
            "the same inside base64",
            headed(&format!("Content-Type: message/rfc822\r\n{BASE64}\r\n\r\n{}", NESTED.repeat(20_000))),
        ),
    ]
}

const PARTS: &str = "Content-Type: multipart/mixed";
const BASE64: &str = "Content-Transfer-Encoding: base64";

/// `Content-Type:  message/rfc822` and an empty line, in base64.
const NESTED: &str = "Q29udGVudC1UeXBlOiAgbWVzc2FnZS9yZmM4MjINCg0K\r\n";
