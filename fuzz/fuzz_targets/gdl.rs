//! `cargo fuzz run gdl`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::check_bytes("gdl", data));
