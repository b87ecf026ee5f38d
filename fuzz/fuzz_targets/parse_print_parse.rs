//! `cargo +nightly fuzz run parse_print_parse`
#![no_main]

#[path = "../parse_print_parse.rs"]
mod parse_print_parse;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // Files that are not UTF-8 are refused before they are parsed.
    if let Ok(text) = std::str::from_utf8(data) {
        parse_print_parse::parse_print_parse(text);
    }
});
