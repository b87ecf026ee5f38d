//! Names as Gambit takes them: on one line, with single spaces, and different from each other.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Names, each once.
pub(super) type Names = IndexSet<String, FxBuildHasher>;

/// A text as a name: without control characters, and with single spaces between its words.
pub(super) fn one_line(text: &str) -> String {
    let harmless = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(harmless).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same names, with numbers added to those that are there twice, and in place of those that are missing.
pub(super) fn tell_apart(names: &[String]) -> Vec<String> {
    let written: Names = names.iter().cloned().collect();
    let mut given = Names::default();
    for (name, number) in names.iter().zip(1..) {
        let numbered = number.to_string();
        let is_taken = |name: &str| given.contains(name) || written.contains(name);
        let (wanted, clashes) = match name.is_empty() {
            true => (&numbered, is_taken(&numbered)),
            false => (name, given.contains(name)),
        };
        let new = if clashes { add_number(wanted, number, is_taken) } else { wanted.clone() };
        given.insert(new);
    }
    given.into_iter().collect()
}

/// A name with a number behind it, this or a larger one, that is not taken.
pub(super) fn add_number(name: &str, number: usize, is_taken: impl Fn(&str) -> bool) -> String {
    let mut number = number;
    loop {
        let numbered = format!("{name} ({number})");
        if !is_taken(&numbered) {
            return numbered;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let names = ["x", "x", "", "3", "x (2)", "x"].map(str::to_owned);
        assert_eq!(tell_apart(&names), ["x", "x (3)", "3 (3)", "3", "x (2)", "x (6)"]);
        assert_eq!(one_line(" a\n\tb\u{7}c "), "a b c");
    }
}
