#![no_main]
//! Texts typed as turns of desdemona, in any position.

libfuzzer_sys::fuzz_target!(|input: &str| turnpost_fuzz::read("desdemona", input));
