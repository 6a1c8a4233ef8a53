#![no_main]
//! Texts typed as turns of amazons, in any position.

libfuzzer_sys::fuzz_target!(|input: &str| turnpost_fuzz::read("amazons", input));
