//! The string literals of a Rust source that a running program can show: none of comments, attributes, test modules,
//! nor of what only a log or a panic says.

/// A literal and its line.
#[derive(Debug, PartialEq, Eq)]
pub struct Literal {
    pub line: usize,
    pub text: String,
}

/// What a literal in its parentheses is for nobody to read but those who keep the program running.
const FOR_OPERATORS: &[&str] = &[
    "expect",
    "panic!",
    "unreachable!",
    "assert!",
    "assert_eq!",
    "assert_ne!",
    "debug_assert!",
    "debug_assert_eq!",
    "error!",
    "warn!",
    "info!",
    "debug!",
    "trace!",
    "info_span!",
    "error_span!",
    "debug_span!",
    "event!",
    "concat!",
    "env!",
    "include_str!",
    // Errors of the database.
    "Nonsense",
    "Damaged",
    // The names under which the store counts something.
    "count",
    "allow",
    "happened",
    "note_happening",
    "see",
    "hash",
];

/// The literals of a source, up to the test module at its end.
pub fn literals(source: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut scan = Scan { rest: source, line: 1 };
    // The parentheses that are open; whether what stands in them is nobody's to read.
    let mut open: Vec<bool> = Vec::new();
    let mut word = String::new();
    while let Some(c) = scan.rest.chars().next() {
        if scan.rest.starts_with("#[cfg(test)]") && scan.module_follows() {
            break;
        } else if scan.rest.starts_with("//") {
            scan.skip(scan.rest.find('\n').unwrap_or(scan.rest.len()));
        } else if let Some(length) = raw_opening(scan.rest).filter(|_| !ends_in_letter(&word)) {
            let end = format!("\"{}", "#".repeat(scan.rest[..length].matches('#').count()));
            let line = scan.line;
            scan.skip(length);
            let text = scan.until(&end);
            if !open.contains(&true) {
                found.push(Literal { line, text });
            }
        } else if c == '"' {
            let line = scan.line;
            scan.skip(1);
            let text = scan.string();
            if !open.contains(&true) {
                found.push(Literal { line, text });
            }
        } else if let Some(length) = character(scan.rest) {
            scan.skip(length);
        } else {
            match c {
                '(' | '[' | '{' => {
                    let attribute = c == '[' && word == "#";
                    open.push(attribute || (c != '{' && FOR_OPERATORS.contains(&word.as_str())));
                }
                ')' | ']' | '}' => {
                    open.pop();
                }
                _ => {}
            }
            if c.is_alphanumeric() || matches!(c, '_' | '!' | '#') {
                if word.ends_with('!') || c == '#' {
                    word.clear();
                }
                word.push(c);
            } else if !(c.is_whitespace() && word.ends_with('!')) {
                word.clear();
            }
            scan.skip(c.len_utf8());
            continue;
        }
        word.clear();
    }
    found
}

/// The files of the modules that only tests are built with.
pub fn test_modules(file: &str, source: &str) -> Vec<String> {
    let folder = match file.strip_suffix("/mod.rs").or_else(|| file.strip_suffix("/lib.rs")) {
        Some(folder) => folder.to_owned(),
        None => file.trim_end_matches(".rs").to_owned(),
    };
    let mut lines = source.lines().map(str::trim);
    let mut modules = Vec::new();
    while let Some(line) = lines.next() {
        if !line.starts_with("#[cfg(") || !line.contains("test") {
            continue;
        }
        let item = lines.by_ref().find(|line| !line.starts_with("#[")).unwrap_or_default();
        let name = item.trim_start_matches("pub(crate) ").trim_start_matches("pub ").strip_prefix("mod ");
        if let Some(name) = name.and_then(|name| name.strip_suffix(';')) {
            modules.push(format!("{folder}/{name}.rs"));
            modules.push(format!("{folder}/{name}/"));
        }
    }
    modules
}

struct Scan<'a> {
    rest: &'a str,
    line: usize,
}

impl Scan<'_> {
    fn skip(&mut self, length: usize) {
        self.line += self.rest[..length].matches('\n').count();
        self.rest = &self.rest[length..];
    }

    /// What stands before the end, and skips both.
    fn until(&mut self, end: &str) -> String {
        let length = self.rest.find(end).unwrap_or(self.rest.len());
        let text = self.rest[..length].to_owned();
        self.skip((length + end.len()).min(self.rest.len()));
        text
    }

    /// The rest of a literal whose quotation mark was read.
    fn string(&mut self) -> String {
        let mut escaped = false;
        let end = self.rest.char_indices().find(|&(_, c)| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let length = end.map_or(self.rest.len(), |(at, _)| at);
        let text = self.rest[..length].to_owned();
        self.skip((length + 1).min(self.rest.len()));
        text
    }

    /// Whether the attribute here is that of a module with a body.
    fn module_follows(&self) -> bool {
        let item = self.rest.lines().map(str::trim).find(|line| !line.starts_with("#["));
        item.is_some_and(|line| line.contains("mod ") && line.ends_with('{'))
    }
}

/// `r#"`, `br"`: how long it is.
fn raw_opening(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('b').unwrap_or(text).strip_prefix('r')?;
    rest.trim_start_matches('#').starts_with('"').then(|| text.find('"').map(|at| at + 1)).flatten()
}

fn ends_in_letter(word: &str) -> bool {
    word.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// `'"'`, `'\''`: how long it is. A lifetime is none.
fn character(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('\'')?;
    if let Some(escape) = rest.strip_prefix('\\') {
        let behind = escape.char_indices().nth(1)?.0;
        return escape[behind..].find('\'').map(|at| behind + at + 3);
    }
    let (at, end) = rest.char_indices().nth(1)?;
    (end == '\'').then_some(at + 2)
}

#[test]
fn finds_what_can_be_shown() {
    let source = r##"
//! "A comment."
#[error("an attribute {0}")]
const A: &str = "a literal"; // "no literal"
fn f<'a>(c: char) -> &'a str {
    if c == '"' || c == '\'' || c == '\u{1f600}' { panic!("no, {}", g("nor this")) }
    tracing::warn!(%c, "a log");
    x.expect("never");
    h!("shown \"here\"", r#"and "here""#);
    "over
two lines"
}
#[cfg(test)]
mod tests {
    const T: &str = "a test";
}
"##;
    let texts: Vec<(usize, String)> = literals(source).into_iter().map(|found| (found.line, found.text)).collect();
    let expected = [(4, "a literal"), (9, "shown \\\"here\\\""), (9, "and \"here\""), (10, "over\ntwo lines")];
    assert_eq!(texts, expected.map(|(line, text)| (line, text.to_owned())));
    let modules = test_modules("core/src/rules.rs", "#[cfg(test)]\nmod laws;\n#[cfg(test)]\nmod tests {");
    assert_eq!(modules, ["core/src/rules/laws.rs", "core/src/rules/laws/"]);
}
