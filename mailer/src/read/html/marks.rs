//! The marks by which mail clients tell in HTML what is quoted, what is a signature and what is hidden.

use html5gum::StartTag;

/// What a start tag means to the reader.
pub(super) enum Meaning {
    /// New text may be in it.
    Text,
    /// All of it is quoted or hidden.
    Quote,
    /// None of it is text of the mail: style, script, title.
    Nothing,
    /// It is the sender's signature: like a quote, but more text may follow.
    Signature,
    /// It and all that follows is quoted.
    RestIsQuote,
}

/// Classes of quotes, with the client that writes them. Webmail that displays a mail renames them with a prefix (`ydp…`,
/// `x_`, `m_…`), so the end of the name counts.
const QUOTE_CLASSES: &[&str] = &[
    "gmail_quote",                         // Gmail, K-9
    "gmail_quote_container",               // Gmail since 2024
    "gmail_attr",                          // Gmail's attribution
    "moz-cite-prefix",                     // Thunderbird's attribution
    "moz-forward-container",               // Thunderbird
    "yahoo_quoted",                        // Yahoo
    "protonmail_quote",                    // Proton
    "ms-outlook-mobile-reference-message", // Outlook mobile
    "zmail_extra",                         // Zoho
    "tutanota_quote",                      // Tuta
];

/// Classes of signatures.
const SIGNATURE_CLASSES: &[&str] = &[
    "gmail_signature",
    "gmail_signature_prefix",
    "moz-signature",
    "protonmail_signature_block",
    "k9mail-signature",
    "ms-outlook-ios-signature",
];

/// Values of `name` that mark quotes: Spark, GMX and WEB.DE.
const QUOTE_NAMES: &[&str] = &["messagereplysection", "quote", "quoted-content"];
/// Spark's signature.
const SIGNATURE_NAME: &str = "messagesignaturesection";

/// Ids of signatures.
const SIGNATURE_IDS: &[&str] =
    &["signature", "ms-outlook-mobile-signature", "applemailsignature", "linebreakatbeginningofsignature"];

/// Ids from which on everything is quoted: Outlook puts the quote after the element, not into it.
const REST_IDS: &[&str] = &[
    "divrplyfwdmsg",
    "appendonsend",
    "olk_src_body_section",
    "mail-editor-reference-message-container",
    "zwchr",
    "stopspelling",
];

/// What an element is, by its name and attributes.
pub(super) fn meaning(tag: &StartTag<()>) -> Meaning {
    let name: &[u8] = &tag.name;
    if matches!(name, b"style" | b"script" | b"title" | b"template" | b"noscript" | b"select" | b"textarea") {
        return Meaning::Nothing;
    }
    // Struck-out text is taken back.
    if matches!(name, b"s" | b"strike" | b"del") {
        return Meaning::Nothing;
    }
    // Foxmail and QQ have a tag of their own.
    if matches!(name, b"blockquote" | b"includetail") {
        return Meaning::Quote;
    }
    if let Some(named) = attribute(tag, b"name").filter(|_| name == b"div") {
        if QUOTE_NAMES.contains(&named.as_str()) {
            return Meaning::Quote;
        }
        if named == SIGNATURE_NAME {
            return Meaning::Signature;
        }
    }
    // Mail.ru.
    if tag.attributes.contains_key(&b"data-signature-widget"[..]) {
        return Meaning::Signature;
    }
    if let Some(id) = attribute(tag, b"id") {
        if REST_IDS.iter().any(|known| id.ends_with(known)) {
            return Meaning::RestIsQuote;
        }
        if id.contains("yahoo_quoted") {
            return Meaning::Quote;
        }
        // Fastmail numbers its signatures.
        let numbered = id.strip_prefix("sig").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        if numbered || SIGNATURE_IDS.iter().any(|known| id.ends_with(known)) {
            return Meaning::Signature;
        }
    }
    if let Some(classes) = attribute(tag, b"class") {
        let has =
            |known: &[&str]| classes.split_ascii_whitespace().any(|class| known.iter().any(|k| class.ends_with(k)));
        if has(QUOTE_CLASSES) {
            return Meaning::Quote;
        }
        if has(SIGNATURE_CLASSES) {
            return Meaning::Signature;
        }
    }
    if let Some(style) = attribute(tag, b"style") {
        let style: String = style.split_whitespace().collect();
        if ["display:none", "visibility:hidden", "line-through"].iter().any(|hides| style.contains(hides)) {
            return Meaning::Nothing;
        }
        // Outlook for the desktop doesn't name its quote; it only draws a rule above the header block.
        if name == b"div" && style.contains("border-top:solid#") && style.contains("padding:3.0pt0") {
            return Meaning::RestIsQuote;
        }
    }
    Meaning::Text
}

/// Whether a `p` is drawn without space around it: Outlook makes each line one.
pub(super) fn is_mere_line(tag: &StartTag<()>) -> bool {
    let classed = attribute(tag, b"class").is_some_and(|class| class.contains("mso"));
    let style = attribute(tag, b"style").map(|style| style.split_whitespace().collect::<String>());
    classed
        || style.is_some_and(|style| ["margin:0", "margin-top:0", "margin-bottom:0"].iter().any(|m| style.contains(m)))
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value = tag.attributes.get(name)?;
    Some(String::from_utf8_lossy(value).to_ascii_lowercase())
}
