//! The modules of each front end and the rooms of the service use each other in one direction only: none calls one that
//! calls it. Each part of a front end uses only those that stand above it in the crate's `lib.rs`.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module by its path inside the crate, such as `["receive", "imap"]`.
type Module = Vec<String>;

/// The crates that are looked at.
const FRONT_ENDS: [&str; 3] = ["mailer", "bot", "web"];

/// The source of each module, without its tests.
fn sources(folder: &Path, inside: &Module, found: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "lib" || name == "tests" {
            continue;
        }
        let module: Module = inside.iter().cloned().chain([name]).collect();
        if path.is_dir() {
            sources(&path, &module, found);
        } else {
            let text = std::fs::read_to_string(&path).unwrap();
            found.insert(module, text.split("#[cfg(test)]").next().unwrap_or_default().to_owned());
        }
    }
}

/// The paths that a source names: each of its `use` statements, taken apart, and what begins with `crate::` elsewhere.
fn paths(source: &str) -> Vec<Vec<String>> {
    let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join(" ");
    let mut found = Vec::new();
    for statement in code.split(';') {
        let used = statement.rsplit_once(" use ").map(|(_, tree)| tree).or_else(|| statement.strip_prefix("use "));
        match used.filter(|tree| !tree.contains(['(', '='])) {
            Some(tree) => spread(&[], tree, &mut found),
            None => {
                for inline in statement.split("crate::").skip(1) {
                    let path = inline.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next();
                    let path = path.unwrap_or_default().split("::").map(str::to_owned);
                    found.push(["crate".to_owned()].into_iter().chain(path).collect());
                }
            }
        }
    }
    found
}

/// Takes a tree such as `a::{b, c::d}` apart.
fn spread(before: &[String], tree: &str, found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let (head, rest) = tree.split_once('{').map_or((tree, None), |(head, rest)| (head, Some(rest)));
    let head = head.split("::").map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned);
    let path: Vec<String> = before.iter().cloned().chain(head).collect();
    let Some(inner) = rest.map(|rest| rest.trim_end().strip_suffix('}').unwrap_or(rest)) else {
        return found.push(path);
    };
    let (mut depth, mut begun) = (0, 0);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                spread(&path, &inner[begun..at], found);
                begun = at + 1;
            }
            _ => {}
        }
    }
}

/// Which module a path is in, as the one that names it sees it.
fn resolve(path: &[String], from: &Module, all: &BTreeMap<Module, String>) -> Option<Module> {
    let mut at = from.clone();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => (at, rest) = (Vec::new(), &path[1..]),
        "super" | "self" => {
            while let Some(word) = rest.first().filter(|word| ["super", "self"].contains(&word.as_str())) {
                if word == "super" {
                    at.pop();
                }
                rest = &rest[1..];
            }
        }
        _ => {}
    }
    let begun = at.len();
    for word in rest {
        at.push(word.clone());
        if !all.contains_key(&at) {
            at.pop();
            break;
        }
    }
    // A path that begins with neither is another crate's, unless it leads to a module inside this one.
    let elsewhere = at.len() == begun && !["crate", "super", "self"].contains(&path[0].as_str());
    let named = !at.is_empty() && !elsewhere;
    named.then_some(at)
}

/// The modules of a crate, each with those that it uses.
fn graph(name: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut all = BTreeMap::new();
    sources(&folder(name), &Vec::new(), &mut all);
    let uses = |(module, source): (&Module, &String)| {
        let used = paths(source).into_iter().filter_map(|path| resolve(&path, module, &all));
        (module.clone(), used.filter(|used| used != module).collect())
    };
    all.iter().map(uses).collect()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name).join("src")
}

/// The rooms of the service. Its errors and settings, which all of them use, stand above them.
fn rooms() -> BTreeMap<Module, BTreeSet<Module>> {
    let inside = |module: &Module| module.len() > 1 && module[0] == "service";
    let graph = graph("core").into_iter().filter(|(module, _)| inside(module));
    graph.map(|(module, uses)| (module, uses.into_iter().filter(inside).collect())).collect()
}

#[test]
fn no_modules_use_each_other() {
    let front_ends = FRONT_ENDS.map(|name| (name, graph(name)));
    for (name, mut graph) in front_ends.into_iter().chain([("the service", rooms())]) {
        let uses: usize = graph.values().map(BTreeSet::len).sum();
        assert!(graph.len() > 20 && uses > 40, "the sources of {name} were not found: {uses} uses of {}", graph.len());
        // Whoever uses nobody that is left can be in no circle.
        while let Some(done) = graph.iter().find(|(_, uses)| uses.is_empty()).map(|(module, _)| module.clone()) {
            graph.remove(&done);
            graph.values_mut().for_each(|uses| {
                uses.remove(&done);
            });
        }
        assert!(graph.is_empty(), "in {name} these are in a circle, or use one that is: {graph:#?}");
    }
}

#[test]
fn each_part_uses_only_those_above_it() {
    for name in FRONT_ENDS {
        let list = std::fs::read_to_string(folder(name).join("lib.rs")).unwrap();
        let declared =
            |line: &str| Some(line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')?.to_owned());
        let order: Vec<String> = list.lines().filter_map(declared).collect();
        let place = |module: &Module| order.iter().position(|part| *part == module[0]);
        for (module, uses) in graph(name) {
            for used in uses {
                assert!(place(&used).is_some() && place(&used) <= place(&module), "{name}: {module:?} uses {used:?}");
            }
        }
    }
}
