//! `cargo fuzz run parse_print_parse`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::check_bytes("parse_print_parse", data));
