//! `cargo fuzz run efg`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::check_bytes("efg", data));
