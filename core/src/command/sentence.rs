//! Where one sentence of a text ends and the next begins.

/// The first sentence of a text, and the others.
pub(super) fn first_sentence(text: &str) -> (&str, &str) {
    let ends = |(at, c): &(usize, char)| {
        let behind = &text[at + c.len_utf8()..];
        matches!(c, '.' | '!' | '?' | '…') && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    match text.char_indices().find(ends) {
        Some((at, c)) => text.split_at(at + c.len_utf8()),
        None => (text, ""),
    }
}

/// The sentences of a text; a line break ends one, too.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let mut rest = line.trim();
        std::iter::from_fn(move || {
            let (sentence, behind) = first_sentence(rest);
            rest = behind.trim_start();
            (!sentence.is_empty()).then_some(sentence)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_a_letter() {
        let text = "Hi Ben! I play d1-d7/g7. v0.1 is out…\nGood luck";
        let found: Vec<&str> = sentences(text).collect();
        assert_eq!(found, ["Hi Ben!", "I play d1-d7/g7.", "v0.1 is out…", "Good luck"]);
        assert_eq!(sentences(" \n ").count(), 0);
    }
}
