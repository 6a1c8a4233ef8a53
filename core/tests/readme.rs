//! The README's table of commands is the program's; `UPDATE=1` writes it anew.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use turnpost_core::command::help;

#[test]
fn the_readme_lists_the_commands() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(&file).unwrap();
    let (before, rest) = readme.split_once("<!-- commands -->\n").unwrap();
    let (listed, after) = rest.split_once("<!-- /commands -->").unwrap();
    if listed == help::markdown() {
        return;
    }
    assert!(std::env::var_os("UPDATE").is_some(), "the table has changed; UPDATE=1 writes it");
    let table = help::markdown();
    std::fs::write(&file, format!("{before}<!-- commands -->\n{table}<!-- /commands -->{after}")).unwrap();
}
