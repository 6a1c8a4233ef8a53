//! Counts what became of the replies, by style and by language, and shows those that were misread.

use std::collections::BTreeMap;

use turnpost_mailer::decide::understood::Understood;

use crate::replies::Reply;

/// What became of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    /// It was read as it was written.
    Good,
    /// Its commands and words were, but something of the quote was taken for new text as well, without effect.
    Residue,
    /// Its turn wasn't found.
    Lost,
    /// A turn was played that wasn't written.
    Played,
    /// The opponent would get something that wasn't written to them.
    Leaked,
    /// The opponent wouldn't get all of what was written.
    Cut,
    /// Its sender would be told of a mistake that they didn't make, or other commands were read.
    Muddled,
}

/// The findings of one set.
pub struct Tally {
    name: String,
    counts: BTreeMap<Finding, usize>,
    by_style: BTreeMap<String, (usize, BTreeMap<Finding, Vec<String>>)>,
    by_language: BTreeMap<String, (usize, usize)>,
}

impl Tally {
    pub fn new(name: String) -> Tally {
        Tally { name, counts: BTreeMap::new(), by_style: BTreeMap::new(), by_language: BTreeMap::new() }
    }

    pub fn add(&mut self, finding: Finding, reply: &Reply, wanted: &Understood, read: &Understood) {
        *self.counts.entry(finding).or_default() += 1;
        let style = self.by_style.entry(reply.style.clone()).or_default();
        style.0 += 1;
        let language = self.by_language.entry(reply.language.clone()).or_default();
        language.0 += 1;
        if finding == Finding::Good {
            return;
        }
        language.1 += usize::from(finding != Finding::Residue);
        let shown = format!(
            "{finding:?} in {} {} ({})\n{}\n-- written: {:?}\n-- wanted: {:?}\n-- read: {:?}\n-- new text: {:?}",
            reply.style, reply.language, reply.how, reply.body, reply.new.text, wanted.message, read.message, read.text
        );
        style.1.entry(finding).or_default().push(shown);
    }

    pub fn all(&self) -> usize {
        self.counts.values().sum()
    }

    pub fn count(&self, finding: Finding) -> usize {
        self.counts.get(&finding).copied().unwrap_or_default()
    }

    /// How many of a thousand are read with the right effect.
    pub fn in_thousand(&self) -> usize {
        1000 * (self.count(Finding::Good) + self.count(Finding::Residue)) / self.all()
    }

    /// The figures, then the families that fail, the largest first.
    pub fn print(&self) {
        let styles = self.by_style.len();
        let languages = self.by_language.len();
        println!(
            "\n### {}: {} replies in {styles} styles and {languages} languages: {:?}",
            self.name,
            self.all(),
            self.counts
        );
        println!(
            "by language (read otherwise than written, of all): {:?}",
            self.by_language
                .iter()
                .filter(|(_, (_, bad))| *bad > 0)
                .map(|(name, (all, bad))| format!("{name} {bad}/{all}"))
                .collect::<Vec<_>>()
        );
        let show: usize = std::env::var("REPLIES_SHOW").ok().and_then(|count| count.parse().ok()).unwrap_or(1);
        let failing = |found: &BTreeMap<Finding, Vec<String>>| found.values().map(Vec::len).sum::<usize>();
        let mut families: Vec<_> = self.by_style.iter().filter(|(_, (_, found))| !found.is_empty()).collect();
        families.sort_by_key(|(_, (_, found))| std::cmp::Reverse(failing(found)));
        for (style, (all, found)) in &families {
            let counts: Vec<String> =
                found.iter().map(|(finding, shown)| format!("{finding:?} {}", shown.len())).collect();
            println!("{style}: {} of {all}", counts.join(", "));
        }
        for (_, (_, found)) in &families {
            for shown in found.values().flat_map(|shown| shown.iter().take(show)) {
                println!("\n---- {shown}");
            }
        }
    }
}
