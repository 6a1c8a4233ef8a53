//! How letters begin: a line that only greets says nothing, and a command may follow it.

/// What such a line begins with, in the languages that mail clients speak. All are lower case.
#[rustfmt::skip]
const GREETINGS: &[&str] = &[
    "hi", "hello", "hey", "dear", "greetings", // en
    "hallo", "moin", "servus", "liebe", "lieber", "guten", "grüß", "grüezi", // de
    "bonjour", "bonsoir", "salut", "cher", "chère", // fr
    "hola", "buenos", "buenas", "estimado", "estimada", "querido", "querida", // es
    "ciao", "salve", "buongiorno", "buonasera", "caro", "cara", // it
    "olá", "oi", "bom", "boa", "caro", "prezado", "prezada", // pt
    "hoi", "dag", "beste", "goedemorgen", "goedemiddag", "goedenavond", // nl
    "cześć", "witam", "witaj", "szanowny", "szanowna", // pl
    "hej", "hejsan", "tjena", "god", "kära", "käre", // sv
    "привет", "здравствуй", "здравствуйте", "добрый", "уважаемый", "уважаемая", // ru
];

/// More words than this are a sentence.
const MOST_WORDS: usize = 4;

/// Whether a line is surely a greeting and nothing else: a few words that greet, or that end with a comma.
pub(super) fn is_greeting(line: &str) -> bool {
    let line = line.trim();
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let greets = greets(line) || (line.ends_with(',') && words.len() < MOST_WORDS);
    (1..=MOST_WORDS).contains(&words.len()) && greets && !line.contains(|c: char| c.is_numeric() || c == '?')
}

/// A paragraph without the greeting that it begins with: "Hi Ann, yes".
pub(super) fn without_greeting(text: &str) -> &str {
    let Some(end) = text.find([',', '!', '.', ':']) else { return text };
    let (front, behind) = text.split_at(end + 1);
    if greets(front) && is_greeting(front) && !behind.trim().is_empty() { behind.trim_start() } else { text }
}

/// Whether the first word greets.
pub(super) fn greets(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    GREETINGS.contains(&first.trim_matches(|c: char| !c.is_alphabetic()))
}
