//! The commands as the README's table; in a mail or a message they are explained by `text/help.rs`.

use super::table::{self, Entry, Group};

/// The README's table, between its markers.
pub fn markdown() -> String {
    let mut text = String::from("| command | what it does | for example |\n|---|---|---|\n");
    for group in Group::ALL {
        text += &format!("| **{}** | | |\n", group.title());
        for entry in table::all().filter(|entry| entry.group == group) {
            text += &row(entry);
        }
    }
    text
}

fn row(entry: &Entry) -> String {
    // A bar ends a cell even inside code.
    let usage = entry.usage().replace('|', "\\|");
    format!("| `{usage}` | {} {} | `{}` |\n", entry.help, entry.more.replace('|', "\\|"), entry.example)
        .replace("  |", " |")
}
