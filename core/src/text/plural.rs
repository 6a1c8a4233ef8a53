//! Numbers of things, in words.

/// `1 game`, `2 games`.
pub fn counted(number: i64, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}
