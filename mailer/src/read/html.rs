//! HTML mail to lines of text, in one linear pass over the tokens, without what the client marked as quoted.
//!
//! No tree is built: hostile nesting costs a counter, not a stack. A part that is left out leaves a line `>` behind, so
//! that later steps treat it like any quote.

mod marks;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

use marks::{Meaning, is_mere_line, meaning};

/// Longer text is cut: nobody types that much.
const MAX_TEXT: usize = 256 * 1024;

/// The text of an HTML mail with `>` for each quoted part.
pub(crate) fn text_of(html: &str) -> String {
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
            // iPhones mark where it begins, not the whole of it.
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
