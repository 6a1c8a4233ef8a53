//! The grammar of an Authentication-Results header (RFC 8601 §2.2).

/// One server's findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Results {
    /// The server's name, lower case.
    pub authserv_id: String,
    /// Whether the name comes first and is unquoted. It may be quoted or follow a comment (RFC 8601 §2.2), but no server
    /// writes its own name like that, and one that removes forged headers may look for the bare name only.
    pub bare: bool,
    /// The result of each method.
    pub methods: Vec<Method>,
}

/// The result of one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Method {
    /// `dmarc`, `dkim`, `spf`…, lower case.
    pub name: String,
    /// `pass`, `fail`…, lower case.
    pub result: String,
    /// `header.from` and the like, names in lower case.
    pub properties: Vec<(String, String)>,
    /// The text in parentheses.
    pub comment: String,
}

/// Reads a header's value; `None` if it doesn't follow the grammar where that matters.
pub(crate) fn parse(value: &str) -> Option<Results> {
    let pieces = pieces(value);
    let mut statements = pieces.split(|piece| *piece == Piece::Mark(';'));
    let words = statements.next()?.iter().filter(|piece| !matches!(piece, Piece::Comment(_)));
    let Some(Piece::Word(authserv_id)) = words.into_iter().next() else {
        return None;
    };
    let behind = value.strip_prefix(authserv_id.as_str());
    let bare = behind.is_some_and(|behind| behind.is_empty() || behind.starts_with([';', ' ', '\t']));
    let authserv_id = authserv_id.to_ascii_lowercase();
    Some(Results { authserv_id, bare, methods: statements.filter_map(method).collect() })
}

/// `method[/version]=result`, then `name=value` pairs.
fn method(pieces: &[Piece]) -> Option<Method> {
    let comment =
        pieces.iter().filter_map(|piece| if let Piece::Comment(text) = piece { Some(text.as_str()) } else { None });
    let comment = comment.collect::<Vec<_>>().join(" ");
    let plain: Vec<&Piece> = pieces.iter().filter(|piece| !matches!(piece, Piece::Comment(_))).collect();
    let mut pairs = Vec::new();
    let mut rest = plain.as_slice();
    while let [Piece::Word(name), Piece::Mark('='), Piece::Word(value), after @ ..] = rest {
        pairs.push((name.to_ascii_lowercase(), value.clone()));
        rest = after;
    }
    if pairs.is_empty() {
        return None;
    }
    let (name, result) = pairs.remove(0);
    let name = name.split('/').next().unwrap_or_default().to_owned();
    Some(Method { name, result: result.to_ascii_lowercase(), properties: pairs, comment })
}

/// A piece of such a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Word(String),
    Comment(String),
    Mark(char),
}

/// Words, quoted strings, comments (RFC 5322 §3.2.2, which nest) and the marks `;` and `=`.
pub(super) fn pieces(value: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ';' | '=' => found.push(Piece::Mark(c)),
            '"' => found.push(Piece::Word(until(&mut chars, '"', None))),
            '(' => found.push(Piece::Comment(until(&mut chars, ')', Some('(')))),
            c if c.is_whitespace() => {}
            c => {
                let mut word = String::from(c);
                while let Some(next) = chars.next_if(|&next| !next.is_whitespace() && !";=\"(".contains(next)) {
                    word.push(next);
                }
                found.push(Piece::Word(word));
            }
        }
    }
    found
}

/// The text up to a closing mark; a backslash quotes, and an opening mark nests.
fn until(chars: &mut impl Iterator<Item = char>, close: char, open: Option<char>) -> String {
    let mut text = String::new();
    let mut depth = 0_usize;
    while let Some(c) = chars.next() {
        if c == '\\' {
            text.extend(chars.next());
            continue;
        }
        if c == close {
            if depth == 0 {
                break;
            }
            depth -= 1;
        } else if Some(c) == open {
            depth += 1;
        }
        text.push(c);
    }
    text
}
