#![no_main]
//! Texts typed as turns of any game, in any position.

libfuzzer_sys::fuzz_target!(|input: &str| turnpost_fuzz::read(input));
