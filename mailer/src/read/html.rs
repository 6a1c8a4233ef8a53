//! HTML mail to lines of text, in one linear pass over the tokens, without what the client marked as quoted.
//!
//! No tree is built: hostile nesting costs a counter, not a stack. A part that is left out leaves a line
//! `>` behind, so that what follows treats it like any quote.

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

/// Text longer than this is cut: nobody types it.
const MAX_TEXT: usize = 256 * 1024;

/// The text of an HTML mail with `>` for each quoted part.
pub fn text_of(html: &str) -> String {
    let mut page = Page::default();
    let mut emitter: DefaultEmitter<()> = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => page.open(&tag),
            Token::EndTag(tag) => page.close(&tag.name),
            Token::String(text) => page.text(&String::from_utf8_lossy(&text)),
            _ => {}
        }
        if page.done || page.out.len() > MAX_TEXT {
            break;
        }
    }
    page.out
}

/// What a start tag means for the reading.
enum Meaning {
    /// New text may be in it.
    Text,
    /// All of it is quoted or hidden.
    Quote,
    /// It is no text of the mail: style, script, head's title.
    Nothing,
    /// It is the sender's signature: like a quote, but the client may put more after it.
    Signature,
    /// It and all that follows is quoted.
    RestIsQuote,
}

#[derive(Default)]
struct Page {
    out: String,
    /// The element that is being skipped, and how many of that name are open in it.
    skipping: Option<(Vec<u8>, usize)>,
    preformatted: usize,
    done: bool,
}

impl Page {
    fn open(&mut self, tag: &StartTag<()>) {
        let name: &[u8] = &tag.name;
        if let Some((skipped, depth)) = &mut self.skipping {
            if skipped == name && !tag.self_closing {
                *depth += 1;
            }
            return;
        }
        let void = is_void(name);
        match meaning(tag) {
            Meaning::RestIsQuote => {
                self.mark_quote();
                self.done = true;
            }
            Meaning::Quote | Meaning::Signature if !void => {
                self.mark_quote();
                self.skipping = Some((name.to_vec(), 1));
            }
            // Apple's phones mark where it begins, not what it is.
            Meaning::Signature => {
                self.break_line();
                self.out.push_str("-- \n");
            }
            Meaning::Nothing if !void => self.skipping = Some((name.to_vec(), 1)),
            _ if name == b"br" => self.out.push('\n'),
            _ if name == b"td" || name == b"th" => self.out.push(' '),
            _ if is_block(name) => {
                self.break_line();
                if name == b"p" && !is_mere_line(tag) && !self.out.is_empty() {
                    self.out.push('\n');
                }
                self.preformatted += usize::from(name == b"pre");
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &[u8]) {
        if let Some((skipped, depth)) = &mut self.skipping {
            if skipped == name {
                *depth -= 1;
                if *depth == 0 {
                    self.skipping = None;
                }
            }
            return;
        }
        if is_block(name) {
            self.break_line();
            self.preformatted = self.preformatted.saturating_sub(usize::from(name == b"pre"));
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipping.is_some() {
            return;
        }
        for c in text.chars() {
            let newline = c == '\n' || c == '\r';
            if self.preformatted > 0 && newline {
                if c == '\n' {
                    self.out.push('\n');
                }
            } else if c.is_ascii_whitespace() {
                if !self.out.ends_with(['\n', ' ']) && !self.out.is_empty() {
                    self.out.push(' ');
                }
            } else {
                self.out.push(if c == '\u{a0}' { ' ' } else { c });
            }
        }
    }

    fn break_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn mark_quote(&mut self) {
        self.break_line();
        self.out.push_str(">\n");
    }
}

/// Classes whose element is a quote, by the client that writes them. Webmail that shows a mail renames them by a
/// prefix (`ydp…`, `x_`, `m_…`), so the end of the name counts.
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

/// What `name` says of elements: Spark, GMX and WEB.DE.
const QUOTE_NAMES: &[&str] = &["messagereplysection", "quote", "quoted-content"];
/// Spark's signature.
const SIGNATURE_NAME: &str = "messagesignaturesection";

/// Ids of signatures.
const SIGNATURE_IDS: &[&str] =
    &["signature", "ms-outlook-mobile-signature", "applemailsignature", "linebreakatbeginningofsignature"];

/// Ids from which on all is quoted: Outlook puts the quote after, not into, the element.
const REST_IDS: &[&str] = &[
    "divrplyfwdmsg",
    "appendonsend",
    "olk_src_body_section",
    "mail-editor-reference-message-container",
    "zwchr",
    "stopspelling",
];

fn meaning(tag: &StartTag<()>) -> Meaning {
    let name: &[u8] = &tag.name;
    if matches!(name, b"style" | b"script" | b"title" | b"template" | b"noscript" | b"select" | b"textarea") {
        return Meaning::Nothing;
    }
    // What is struck out is taken back.
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
        // Outlook for the desktop has no name for its quote: a rule above the header block is all it draws.
        if name == b"div" && style.contains("border-top:solid#") && style.contains("padding:3.0pt0") {
            return Meaning::RestIsQuote;
        }
    }
    Meaning::Text
}

/// Whether a `p` is drawn without space around it: Outlook makes one of each line.
fn is_mere_line(tag: &StartTag<()>) -> bool {
    let classed = attribute(tag, b"class").is_some_and(|class| class.contains("mso"));
    let style = attribute(tag, b"style").map(|style| style.split_whitespace().collect::<String>());
    classed
        || style.is_some_and(|style| ["margin:0", "margin-top:0", "margin-bottom:0"].iter().any(|m| style.contains(m)))
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value = tag.attributes.get(name)?;
    Some(String::from_utf8_lossy(value).to_ascii_lowercase())
}

fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"br"
            | b"hr"
            | b"img"
            | b"input"
            | b"meta"
            | b"link"
            | b"wbr"
            | b"col"
            | b"area"
            | b"base"
            | b"embed"
            | b"source"
    )
}

fn is_block(name: &[u8]) -> bool {
    matches!(
        name,
        b"div"
            | b"p"
            | b"pre"
            | b"li"
            | b"ul"
            | b"ol"
            | b"table"
            | b"tr"
            | b"hr"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"body"
            | b"center"
            | b"section"
            | b"article"
            | b"header"
            | b"footer"
            | b"address"
            | b"dl"
            | b"dd"
            | b"dt"
            | b"form"
    )
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn blocks_breaks_and_spaces() {
        assert_eq!(text_of("<div>d1-d7/g7<br>Hello&nbsp;&amp;\n bye</div><p>x</p>"), "d1-d7/g7\nHello & bye\n\nx\n");
        assert_eq!(text_of("<style>a{}</style><script>d1-d7</script>e<!-- c -->f"), "ef");
    }

    #[test]
    fn quotes_are_left_out_and_leave_a_mark() {
        assert_eq!(text_of("a<blockquote>b<blockquote>c</blockquote>d</blockquote>e"), "a\n>\ne");
        assert_eq!(text_of("a<div class='gmail_quote'>b<div>c</div>d</div>e"), "a\n>\ne");
        assert_eq!(text_of("a<hr id=stopSpelling>b<div>c</div>"), "a\n>\n");
        assert_eq!(text_of("a<div class=ydp12yahoo_quoted>b"), "a\n>\n");
    }

    #[test]
    fn bombs_are_only_long() {
        let nested = "<div><table><tr><td>".repeat(50_000);
        assert!(text_of(&nested).len() < 200_000);
        let quoted = "<blockquote>".repeat(100_000);
        assert_eq!(text_of(&quoted), ">\n");
        let attributes = format!("<div {}>x", "a=b ".repeat(100_000));
        assert_eq!(text_of(&attributes), "x");
    }
}
