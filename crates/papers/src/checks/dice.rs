//! Throws of two dice, by counting all of them.

use super::{Check, Work, holds_if};
use crate::Verdict;
use hexa_games::Share;
use hexa_games::dice::{Dice, throw};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "two dice reach", at: file!(), run: |work| of_two_dice(work, reach) },
    Check { name: "two dice on average", at: file!(), run: |work| of_two_dice(work, average) },
];

fn of_two_dice(work: &Work, check: fn(&Work, &Dice) -> Verdict) -> Verdict {
    match throw(2, 6) {
        Ok(dice) => check(work, &dice),
        Err(why) => Verdict::Open(why.to_string()),
    }
}

/// Of 36 throws, so many are at least this.
fn at_least(dice: &Dice, sum: u32) -> Option<Share> {
    dice.sums.iter().find(|of| of.sum == sum).map(|of| of.at_least)
}

/// Of 36 throws, 21 reach 7 and 15 reach 8.
fn reach(work: &Work, dice: &Dice) -> Verdict {
    let told = dice.sums.iter().map(|of| format!("at least {}: {}", of.sum, of.at_least));
    work.tell(told.collect::<Vec<_>>().join(", "));
    let found = [7, 8].map(|sum| at_least(dice, sum));
    holds_if(found == [Some(Share::of(21, 36)), Some(Share::of(15, 36))], || format!("{found:?}"))
}

/// A throw is 7 on average, and 33 of 36 are at least 4.
fn average(work: &Work, dice: &Dice) -> Verdict {
    let more = at_least(dice, 4);
    let told = more.map_or_else(String::new, |more| more.to_string());
    let holds = dice.mean == Share::of(7, 1) && more == Some(Share::of(33, 36));
    work.found(holds, format!("a throw is {} on average, and at least 4: {told}", dice.mean))
}
