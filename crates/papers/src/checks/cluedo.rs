//! Cluedo at its full size (thesis sec. 6.4): six players and the table with three cards each. The states are too large
//! for lists of worlds, and are held as diagrams.

use super::snippet::{Snippet, in_words, verdict_or_open};
use super::{Check, Work, holds_if};
use crate::Verdict;
use hexa_engine::{Engine, UBig};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "deals of Cluedo", at: file!(), run: deals },
    Check { name: "a first showing in Cluedo", at: file!(), run: first_showing },
];

const CLUEDO: &str = "agents 1, 2, 3, 4, 5, 6\ntable t\n\
    deal a b c | d e f | g h i | j k l | m n o | p q r | s u v\nwin table\n\
    do ask 2 1 for a, d, g: show a\n";

fn factorial(n: u32) -> UBig {
    (1..=n).map(UBig::from).product()
}

/// 21! / (3!)^7 deals.
fn deals(_: &Work) -> Verdict {
    verdict_or_open((|| {
        let found = in_words(Snippet::read(CLUEDO)?.hold(Engine::Symbolic)?.relevant_count())?;
        let expected = factorial(21) / factorial(3).pow(7);
        Ok(holds_if(found == expected, || format!("there are {found} deals, not {expected}")))
    })())
}

/// When 1 first shows 2 one of three cards, fewer worlds are left.
fn first_showing(_: &Work) -> Verdict {
    verdict_or_open((|| {
        let text = Snippet::read(CLUEDO)?;
        let before = text.hold(Engine::Symbolic)?;
        let after = in_words(before.update(&text.document.terms, text.actions()[0]))?.into_single();
        let after = after.ok_or("there are several outcomes")?;
        let [before, after] = [before, after].map(|state| state.relevant_count());
        let (before, after) = (in_words(before)?, in_words(after)?);
        Ok(holds_if(after < before, || format!("{before} worlds become {after}")))
    })())
}
