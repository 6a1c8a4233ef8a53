//! Reads an Authentication-Results header (RFC 8601).

use turnpost_core::request::Proof;

/// What one server found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// Who says so, lower case.
    pub authserv_id: String,
    /// What each method gave.
    pub methods: Vec<Method>,
}

/// The result of one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// `dmarc`, `dkim`, `spf`…, lower case.
    pub name: String,
    /// `pass`, `fail`…, lower case.
    pub result: String,
    /// `header.from` and its like, names in lower case.
    pub properties: Vec<(String, String)>,
    /// What stood in brackets.
    pub comment: String,
}

/// What the topmost header of a trusted server says about a From domain.
pub fn proof<'a>(headers: impl Iterator<Item = &'a str>, trusted: &str, from_domain: &str) -> Proof {
    let results = headers.filter_map(parse).find(|results| results.authserv_id.eq_ignore_ascii_case(trusted));
    let about = |method: &&Method| {
        let domain = method.properties.iter().find(|(name, _)| name == "header.from");
        method.name == "dmarc" && domain.is_some_and(|(_, domain)| domain.eq_ignore_ascii_case(from_domain))
    };
    let Some(results) = results else {
        return Proof::None;
    };
    let Some(dmarc) = results.methods.iter().find(about) else {
        return Proof::None;
    };
    let strict = || {
        let told =
            dmarc.properties.iter().filter(|(name, _)| name.starts_with("policy.")).map(|(_, value)| value.as_str());
        told.chain([dmarc.comment.as_str()]).any(|text| {
            let text = text.to_ascii_lowercase();
            text.contains("reject") || text.contains("quarantine")
        })
    };
    match dmarc.result.as_str() {
        "pass" => Proof::Dmarc,
        "fail" if strict() => Proof::Forged,
        _ => Proof::None,
    }
}

/// Reads a header's value; `None` if it doesn't follow the grammar as far as it matters.
pub fn parse(value: &str) -> Option<Results> {
    let tokens = tokens(value);
    let mut statements = tokens.split(|token| *token == Token::Mark(';'));
    let authserv_id = match statements.next()?.first()? {
        Token::Word(word) => word.to_ascii_lowercase(),
        _ => return None,
    };
    Some(Results { authserv_id, methods: statements.filter_map(method).collect() })
}

/// `method[/version]=result`, then `name=value` pairs.
fn method(tokens: &[Token]) -> Option<Method> {
    let comment =
        tokens.iter().filter_map(|token| if let Token::Comment(text) = token { Some(text.as_str()) } else { None });
    let comment = comment.collect::<Vec<_>>().join(" ");
    let plain: Vec<&Token> = tokens.iter().filter(|token| !matches!(token, Token::Comment(_))).collect();
    let mut pairs = Vec::new();
    let mut rest = plain.as_slice();
    while let [Token::Word(name), Token::Mark('='), Token::Word(value), after @ ..] = rest {
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

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Comment(String),
    Mark(char),
}

/// Words, quoted strings, comments (RFC 5322 §3.2.2, which nest) and the marks `;` and `=`.
fn tokens(value: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ';' | '=' => found.push(Token::Mark(c)),
            '"' => found.push(Token::Word(until(&mut chars, '"', None))),
            '(' => found.push(Token::Comment(until(&mut chars, ')', Some('(')))),
            c if c.is_whitespace() => {}
            c => {
                let mut word = String::from(c);
                while let Some(next) = chars.next_if(|&next| !next.is_whitespace() && !";=\"(".contains(next)) {
                    word.push(next);
                }
                found.push(Token::Word(word));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(headers: &[&str]) -> Proof {
        proof(headers.iter().copied(), "mx.example.org", "example.net")
    }

    #[test]
    fn only_the_trusted_servers_topmost_word_counts() {
        let pass = "mx.example.org; dmarc=pass (p=none) header.from=example.net";
        let fail =
            "mx.example.org 1; spf=pass smtp.mailfrom=a@b; dmarc=fail (p=REJECT dis=none) header.from=example.net";
        assert_eq!(judge(&[pass]), Proof::Dmarc);
        assert_eq!(judge(&[fail, pass]), Proof::Forged);
        assert_eq!(judge(&["mx.evil.example; dmarc=pass header.from=example.net"]), Proof::None);
        assert_eq!(judge(&["mx.evil.example; x", pass]), Proof::Dmarc);
        assert_eq!(judge(&[]), Proof::None);
    }

    #[test]
    fn the_result_must_be_about_the_from_domain() {
        assert_eq!(judge(&["mx.example.org; dmarc=pass header.from=evil.example"]), Proof::None);
        assert_eq!(judge(&["mx.example.org; dmarc=pass"]), Proof::None);
        assert_eq!(judge(&["mx.example.org; dkim=pass header.d=example.net; none"]), Proof::None);
        assert_eq!(judge(&["mx.example.org; dmarc=fail (p=none) header.from=example.net"]), Proof::None);
        assert_eq!(
            judge(&["mx.example.org; dmarc=fail policy.dmarc=quarantine header.from=example.net"]),
            Proof::Forged
        );
    }

    #[test]
    fn comments_and_quotes_hide_nothing() {
        assert_eq!(judge(&["mx.example.org (dmarc=pass header.from=example.net); dmarc=none"]), Proof::None);
        assert_eq!(judge(&["mx.example.org; spf=\"x; dmarc=pass header.from=example.net\""]), Proof::None);
        assert_eq!(judge(&["\"mx.example.org\"; DMARC/1 = (a (b) c) Pass header.from=\"example.net\""]), Proof::Dmarc);
        assert!(parse("((((").is_none());
        assert!(parse("").is_none());
    }
}
