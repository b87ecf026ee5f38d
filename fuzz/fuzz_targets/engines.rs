//! `cargo fuzz run engines`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::check_bytes("engines", data));
