//! Parse, print, parse again: the same tree. The fuzz target and the ordinary tests
//! share this. It also checks what holds of every input, good or bad: nothing
//! panics, diagnostics are few and point into the text, and the formatter refuses
//! exactly the texts that have errors.

use hexa_lang::SourceId;
use hexa_lang::syntax::{MAX_ERRORS, Parsed, Spelling, Symbols, format, parse};

/// Checks one input.
pub fn parse_print_parse(text: &str) {
    let mut symbols = Symbols::default();
    let parsed = parse(text, SourceId(0), &mut symbols);
    check_diagnostics(text, &parsed);
    for spelling in [Spelling::AsWritten, Spelling::Ascii, Spelling::Unicode] {
        match format(text, spelling) {
            Ok(printed) => check_printed(text, &parsed, &printed, spelling, &mut symbols),
            Err(errors) => assert_eq!(errors, parsed.diagnostics),
        }
    }
}

fn check_diagnostics(text: &str, parsed: &Parsed) {
    assert!(parsed.diagnostics.len() <= MAX_ERRORS + 1);
    for diagnostic in &parsed.diagnostics {
        for label in &diagnostic.labels {
            assert!(text.get(label.at.span.range()).is_some(), "{diagnostic:?} points nowhere");
        }
    }
    for statement in &parsed.tree.statements {
        assert!(text.get(statement.span.range()).is_some());
    }
}

fn check_printed(
    text: &str,
    parsed: &Parsed,
    printed: &str,
    spelling: Spelling,
    symbols: &mut Symbols,
) {
    assert_eq!(parsed.diagnostics, [], "formatted a text with errors");
    let again = parse(printed, SourceId(0), symbols);
    assert_eq!(again.diagnostics, [], "{spelling:?} made errors:\n{text}\n----\n{printed}");
    assert!(parsed.tree == again.tree, "{spelling:?} changed the tree:\n{text}\n----\n{printed}");
    assert_eq!(comments(text, parsed), comments(printed, &again), "{spelling:?} changed comments");
    let twice = format(printed, spelling).expect("it had no errors");
    assert_eq!(printed, twice, "{spelling:?} is not idempotent");
}

fn comments<'a>(text: &'a str, parsed: &Parsed) -> Vec<&'a str> {
    parsed.comments.iter().map(|comment| &text[comment.span.range()]).collect()
}
