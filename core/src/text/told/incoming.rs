//! Words about what becomes of a message before any room does what it asks for.

use super::Said;
use crate::notice::told::incoming::{Ask, Told, Why};
use crate::text::Reader;

pub(super) fn told(_reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::FromElsewhere { link } => {
            let mut lines = vec![
                "A mail with your reply address came from another mail address.".to_owned(),
                "Nothing was done. If it was not you, ignore this.".to_owned(),
            ];
            match link {
                Some(link) => {
                    let code = link.code.as_deref().unwrap_or_default();
                    lines.push(format!(
                        "If it was you and you want to play from there too, send from there, within an hour: link {code}"
                    ));
                    lines.extend(link.then_done.then(|| "What that mail asked for is done then.".to_owned()));
                    lines.push("Whoever can read mail there can then play in your name.".to_owned());
                }
                None => lines.push("If it was you, reply once more from this address.".to_owned()),
            }
            Said::under("Turnpost: did you write from another address?", lines)
        }
    }
}

pub(super) fn asked(_reader: &Reader<'_>, ask: &Ask) -> Said {
    match *ask {}
}

/// The reason as it goes on behind a colon, then the remedy.
pub(super) fn why(_reader: &Reader<'_>, why: &Why) -> Vec<String> {
    match *why {}
}
