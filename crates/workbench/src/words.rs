//! All English of the workbench: answers in words. No word here depends on how an answer is shown.

mod card_trace;
pub mod comparison;
pub mod description;
pub mod event;
pub mod exercise;
pub mod experiment;
pub mod explanation;
pub mod knowledge;
pub mod minds;
mod move_list;
pub mod pit;
pub mod proofs;
pub(crate) mod reading;
pub mod state;
pub mod strength;
pub mod table;
pub mod trace;
pub mod validity;
pub mod verdict;
pub mod wrapping;

use std::fmt::Display;

/// `1 world`, `6 worlds`.
pub fn count_noun(count: impl Display, what: &str) -> String {
    match count.to_string().as_str() {
        "1" => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}

/// `1, 2 and 3`
pub fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
