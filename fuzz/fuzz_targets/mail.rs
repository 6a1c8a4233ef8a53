#![no_main]
//! Raw mails.

libfuzzer_sys::fuzz_target!(|input: &[u8]| turnpost_fuzz::mail(input));
