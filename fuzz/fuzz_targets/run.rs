//! `cargo fuzz run run`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::check_bytes("run", data));
