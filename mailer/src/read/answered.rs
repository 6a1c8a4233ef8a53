//! What is known of the mail of ours that a reply answers, and so isn't new in it: the names that clients put above a
//! quote, and the mail's words, however they are wrapped or marked.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::dates::is_dated;

/// Words in a row that are recognised. Fewer are anybody's; and whole words count, so that nobody who has another's
/// secret could guess a code in their mail letter by letter.
pub(super) const RUN: usize = 4;

/// The most lines of a mail of ours that are recognised, and the longest.
const KNOWN_LINES: usize = 2_000;
const LONGEST_KNOWN: usize = 4_000;

/// The name that all our mails are from, alone or behind a player's.
const OUR_NAME: &str = "turnpost";
const VIA: &str = " via turnpost";

/// What a reply may contain that isn't its writer's.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    /// Hashes of all runs of words in the mail.
    runs: HashSet<u64>,
    /// What nobody but a client that frames a quote of ours writes: its sender, addresses and Subject.
    names: Vec<String>,
    /// The writer's own address and full name: clients put these behind `To:`.
    writer: Vec<String>,
    /// What the mail calls them, and what they call themselves.
    called: Vec<String>,
}

impl Answered {
    /// Takes the texts of the mail, one for each of its forms.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known = Self::default();
        for text in texts {
            let lines = text.lines().take(KNOWN_LINES).filter(|line| line.len() <= LONGEST_KNOWN);
            let words: Vec<String> = lines.flat_map(words).collect();
            known.runs.extend(words.windows(RUN).map(hash));
        }
        known
    }

    /// Adds what clients write above a quote of it.
    pub fn named<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.names.extend(names.into_iter().map(one_spelling).filter(|name| name.chars().count() > 3));
        self
    }

    /// Adds what its recipient is called in it.
    pub fn to(mut self, name: &str) -> Self {
        self.called.extend(Some(one_spelling(name)).filter(|name| !name.is_empty()));
        self
    }

    /// Adds who writes the reply.
    pub fn by(mut self, address: &str, display: Option<&str>) -> Self {
        self.writer.push(one_spelling(address));
        self.writer.extend(display.filter(|name| name.trim().contains(' ')).map(one_spelling));
        self.to(display.unwrap_or_default())
    }

    /// Whether a text names the mail: its sender, one of our addresses, its Subject.
    pub(super) fn names(&self, text: &str) -> bool {
        let text = one_spelling(text);
        // Our name alone may be said by anybody; behind a player's, or in a line made like an attribution, by clients only.
        let ours = text.contains(OUR_NAME)
            && (text.contains(VIA) || text.ends_with([':', '：']) || text.contains('<') || is_dated(&text));
        ours || self.names.iter().any(|name| text.contains(name.as_str()))
    }

    /// Whether a name begins in one line and ends in the next.
    pub(super) fn names_across(&self, above: &str, below: &str) -> bool {
        let [above, below] = [above, below].map(one_spelling);
        let both = format!("{above} {below}");
        let across = |name: &str| both.contains(name) && !above.contains(name) && !below.contains(name);
        across(VIA) || self.names.iter().any(|name| across(name))
    }

    /// Whether a text names the writer.
    pub(super) fn names_writer(&self, text: &str) -> bool {
        let text = one_spelling(text);
        self.writer.iter().any(|name| text.contains(name.as_str()))
    }

    /// Whether a line is the writer's name and nothing else.
    pub(super) fn is_writer(&self, line: &str) -> bool {
        self.called.contains(&one_spelling(line))
    }

    /// Whether a line has the writer's address in it, or ends in their name and a colon, and isn't a sentence: a
    /// signature, or the head of an older mail.
    pub(super) fn is_signed(&self, line: &str) -> bool {
        let line = one_spelling(line);
        let address = self.writer.first().is_some_and(|address| line.contains(address.as_str()));
        let named = line.ends_with([':', '：']) && line.split(' ').count() <= 6;
        address && (line.contains('<') || line.split(' ').count() <= 2 || is_dated(&line))
            || named && self.writer.iter().any(|name| line.contains(name.as_str()))
            || named
                && line.trim_end_matches([':', '：']).split(' ').any(|word| self.called.iter().any(|name| name == word))
    }

    /// Whether there is no mail of ours to compare with.
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Whether these are words of the mail, in their order.
    pub(super) fn has(&self, words: &[String]) -> bool {
        words.len() >= RUN && words.windows(RUN).all(|run| self.runs.contains(&hash(run)))
    }
}

fn hash(words: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

/// The words of a line as they are compared: without quote marks, case, the client's emphasis, and what it puts around
/// the words for a picture (`[image: …]`).
pub(super) fn words(line: &str) -> Vec<String> {
    let line = line.trim_start_matches(['>', '|', ' ', '\t', '\u{a0}']);
    let pictured = line.strip_prefix('[').and_then(|line| line.split_once(": ")).filter(|(label, _)| label.len() <= 20);
    let line = pictured.map_or(line, |(_, words)| words);
    let bare = line.split_whitespace().map(|word| word.trim_matches(['*', '_', '[', ']', ':']).to_lowercase());
    // Bullets and what else clients add between; a board's empty squares are words of ours.
    bare.filter(|word| word.contains(|c: char| c.is_alphanumeric() || ".~".contains(c))).collect()
}

fn one_spelling(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::super::new_text;
    use super::*;

    const OURS: &str = "Your turn. Ann played j7-h7/h3.\n\
        Move one amazon like a chess queen, then shoot an arrow the same way;\nReply with a first move like g1-b6/a5\n\
        and have fun, whatever happens.\n";

    fn new(text: &str) -> String {
        new_text(text, &Answered::new([OURS]).named(["Ann via Turnpost", "Amazons 1: Ann vs Ben"]))
    }

    #[test]
    fn words_of_the_answered_mail_are_quotes_however_they_are_wrapped() {
        for quote in [
            OURS,
            "  your turn.  Ann played *j7-h7/h3.*\nMove one amazon like a chess queen, then\nshoot an arrow the\n same way;",
            "Your turn.\nAnn played j7-h7/h3. Move one amazon like a chess queen,\nthen shoot an arrow the same\nway;",
            "> Your turn. Ann played j7-h7/h3. Move one amazon like a chess\nqueen,\n> then shoot an arrow the same way;",
        ] {
            assert_eq!(new(&format!("d1-d7/g7\n\n{quote}\n")), "d1-d7/g7", "{quote}");
            assert_eq!(new(&format!("d1-d7/g7\n{quote}\n")), "d1-d7/g7", "{quote}");
        }
    }

    #[test]
    fn a_few_words_and_turns_are_the_writers() {
        for text in ["j7-h7/h3", "g1-b6/a5", "Your turn.", "g1-b6/a5\nhave fun", "have fun"] {
            assert_eq!(new(text), text);
        }
        // Somebody may send the very turn that the mail gives as an example.
        let example = Answered::new(["One reply can plan all of them: r o h k s c c g z c for example."]);
        assert_eq!(new_text("r o h k s c c g z c", &example), "r o h k s c c g z c");
        // But not where they are the end of a line that was wrapped.
        assert_eq!(new("> Reply with a first move like\ng1-b6/a5\n> and have fun, whatever happens."), "");
    }

    #[test]
    fn whoever_knows_a_secret_can_not_guess_a_code_by_letters() {
        let answered = Answered::new(["Your code is kq7mdp2x, it works for an hour and only from that address."]);
        for piece in ["kq7mdp2x,", "Your code is kq7mdp2", "is kq7m"] {
            assert_eq!(new_text(piece, &answered), piece);
        }
    }

    #[test]
    fn only_so_many_lines_are_known() {
        let known: String = (0..KNOWN_LINES + 100).map(|number| format!("a b c line {number}\n")).collect();
        assert_eq!(Answered::new([known.as_str()]).runs.len(), 5 * KNOWN_LINES - 3 - (KNOWN_LINES - 1));
    }
}
