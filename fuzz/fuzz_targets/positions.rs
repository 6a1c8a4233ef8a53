#![no_main]
//! Position strings of every game and variant.

libfuzzer_sys::fuzz_target!(|input: &str| turnpost_fuzz::position(input));
