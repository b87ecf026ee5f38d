//! Throws of two dice, by counting all of them.

use super::{Check, Work, holds_if};
use crate::Verdict;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "two dice reach", at: file!(), run: reach },
    Check { name: "two dice on average", at: file!(), run: average },
];

fn throws() -> impl Iterator<Item = u32> {
    (1..=6).flat_map(|first| (1..=6).map(move |second| first + second))
}

fn at_least(sum: u32) -> usize {
    throws().filter(|&throw| throw >= sum).count()
}

/// Of 36 throws, 21 reach 7 and 15 reach 8.
fn reach(work: &Work) -> Verdict {
    let found = (at_least(7), at_least(8));
    let of = |sum: u32| format!("at least {sum}: {}/36", at_least(sum));
    work.tell((2..=12).map(of).collect::<Vec<_>>().join(", "));
    holds_if(found == (21, 15), || format!("{} of 36 reach 7 and {} reach 8", found.0, found.1))
}

/// A throw is 7 on average, and 33 of 36 are at least 4.
fn average(work: &Work) -> Verdict {
    let found = (throws().sum::<u32>(), at_least(4));
    work.tell(format!("36 throws add up to {}, and {} of them are at least 4", found.0, found.1));
    holds_if(found == (7 * 36, 33), || {
        format!("36 throws add up to {}, and {} are at least 4", found.0, found.1)
    })
}
