//! The architecture page names functions in the order in which data passes them. Each must be where it says.
#![allow(clippy::unwrap_used)]

use std::path::Path;

#[test]
fn every_function_that_the_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let steps: Vec<(&str, &str)> =
        page.lines().filter_map(|line| line.strip_prefix("- `")?.strip_suffix('`')?.split_once(".rs: ")).collect();
    assert!(steps.len() > 40, "{}", steps.len());
    let is_missing = |(file, function): &(&str, &str)| {
        let source = std::fs::read_to_string(root.join(format!("{file}.rs"))).unwrap_or_default();
        ![format!("fn {function}("), format!("fn {function}<")].iter().any(|start| source.contains(start))
    };
    let missing: Vec<_> = steps.into_iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "not where docs/architecture.md says: {missing:?}");
}

#[test]
fn every_file_that_the_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let words = page.split('`').skip(1).step_by(2);
    let files = words.map(|word| word.split(':').next().unwrap_or(word)).filter(|word| word.ends_with(".rs"));
    let missing: Vec<_> = files.filter(|file| !root.join(file).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
