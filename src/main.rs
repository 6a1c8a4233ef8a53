//! The one binary: command line, configuration and wiring; no logic.

fn main() {}
