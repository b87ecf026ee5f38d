//! `cargo fuzz run play_log`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::check_bytes("play_log", data));
