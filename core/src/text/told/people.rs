//! Words about players: names, settings, ways in, privacy.

use super::Said;
use crate::notice::told::people::{Ask, Told, Why};
use crate::text::Reader;

pub(super) fn told(_reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::LinkCode { name, code } => {
            let code = code.as_deref().unwrap_or_default();
            Said::under(
                "Turnpost: link another account",
                vec![
                    format!(
                        "Your code: {code}. Within an hour, write link {code} from your other address, or in Discord."
                    ),
                    format!("Whoever does so can play as {name} from then on. Show it to nobody."),
                ],
            )
        }
        Told::CodeIsGone => Said::under(
            "Turnpost: link another account",
            vec!["No action needed: the code that was here works no more; `link` shows a new one.".to_owned()],
        ),
        Told::ShownOnce => Said::under(
            "Turnpost: shown already",
            vec!["No action needed: this was shown already and isn't kept; ask again to see it.".to_owned()],
        ),
    }
}

pub(super) fn asked(_reader: &Reader<'_>, ask: &Ask) -> Said {
    match *ask {}
}

/// The reason as it goes on behind a colon, then the remedy.
pub(super) fn why(_reader: &Reader<'_>, why: &Why) -> Vec<String> {
    match *why {}
}
