//! Mails that are made to take their reader's memory, stack or time. Each is from Ann, and small enough to be taken.
#![allow(dead_code)]

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

/// Mails that a player may write, with her own secret, to make their reading long.
pub fn costly(to: &str, answers: &str) -> Vec<(&'static str, Vec<u8>)> {
    let headed = |headers: &str, body: &str| {
        let id = body.len() + headers.len();
        let fixed = format!("From: Ann Example <ann@example.com>\r\nTo: {to}\r\nMessage-ID: <{id}@x>\r\n");
        format!("{fixed}In-Reply-To: <{answers}>\r\n{headers}\r\n{body}").into_bytes()
    };
    let of = |what: &str| what.repeat(250_000 / what.len());
    let nested: String = (0..9).map(|depth| format!("{PARTS}; boundary=b{depth}\r\n\r\n--b{depth}\r\n")).collect();
    vec![
        ("short lines", headed("", &of("x\r\n"))),
        ("lines of words", headed("", &of("Your turn. Ben accepted and played\r\n"))),
        ("blank lines", headed("", &format!("{}x", of("\r\n")))),
        ("spaces, then lines", headed("", &format!("{}x\r\n{}", " ".repeat(120_000), "y\r\n".repeat(40_000)))),
        ("initials", headed("", &of(&format!("a{}\r\n", " ".repeat(600))))),
        ("commas below a command", headed("", &format!("show\r\n{}", of("x,")))),
        ("commas with spaces", headed("", &format!("show\r\n{}", of("thanks, and,\r\n")))),
        ("commands", headed("Subject: Out of office\r\n", &of("nonsense 1\r\n"))),
        ("misspelt commands", headed("", &of("rematck 1 and more words\r\n"))),
        ("long commands", headed("", &of(&format!("plan 1 if {}\r\n", "d1-d7/g7 then ".repeat(120))))),
        ("long previews", headed("", &of(&format!("preview 1 {}\r\n", "d1-d2/d3; ".repeat(150))))),
        ("attributions", headed("", &of("On 1.6.2026 18:00, Ann <a@b>\r\n"))),
        ("header blocks", headed("", &of("From: x\r\n"))),
        ("one long line", headed("", &of("d1-d7/g7 wrote: "))),
        ("soft line ends", headed("Content-Type: text/plain; format=flowed\r\n", &of("> x \r\n"))),
        ("HTML attributes", headed("Content-Type: text/html\r\n", &format!("<p {}>", of("class=x style='a b' ")))),
        ("HTML entities", headed("Content-Type: text/html\r\n", &of("&notanentity;&am"))),
        ("HTML comments", headed("Content-Type: text/html\r\n", &of("<!--<!-"))),
        ("HTML quotes", headed("Content-Type: text/html\r\n", &of("<blockquote></s><s>"))),
        ("equals signs", headed("Content-Transfer-Encoding: quoted-printable\r\n", &of("= \t= \t"))),
        ("parts in parts", headed(&nested, &of("x\r\n"))),
        ("encoded words", headed(&format!("Subject: {}\r\n", "=?aa?q?".repeat(499)), "show")),
        ("encoded words without end", headed(&format!("Subject: {}\r\n", of("=?aa?q?")), "show")),
        ("comments in addresses", headed(&format!("Cc: {}\r\n", "(".repeat(30_000)), "show")),
        ("a list of addresses", headed(&format!("Cc: {}\r\n", "a@b,".repeat(7_000)), "show")),
        ("references", headed(&format!("References: {}\r\n", "<a.1@example.org>".repeat(1_800)), "show")),
        ("results", headed(&format!("Authentication-Results: {}\r\n", "mx;a=b(".repeat(4_000)), "show")),
        ("parameters", headed(&format!("Content-Type: text/plain; {}\r\n", "a*0*=x;".repeat(4_000)), "show")),
    ]
}

const PARTS: &str = "Content-Type: multipart/mixed";
const BASE64: &str = "Content-Transfer-Encoding: base64";

/// `Content-Type:  message/rfc822` and an empty line, in base64.
const NESTED: &str = "Q29udGVudC1UeXBlOiAgbWVzc2FnZS9yZmM4MjINCg0K\r\n";
