//! What the conclusions of the thesis sum up: checks of earlier chapters, taken together.

use super::{Check, Work, by_name};
use crate::Verdict;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "descriptions of initial states", at: file!(), run: descriptions },
    Check { name: "execution preserves bisimilarity", at: file!(), run: bisimilarity },
    Check { name: "two interpretations agree", at: file!(), run: interpretations },
    Check { name: "every game action is described", at: file!(), run: game_actions },
];

/// The verdict of several checks together.
fn all(names: &[&str], work: &Work) -> Verdict {
    let verdict = |name: &&str| match by_name(name) {
        Some(check) => (check.run)(&work.of_check(check)),
        None => Verdict::Open(format!("there is no check `{name}`")),
    };
    names.iter().map(verdict).fold(Verdict::Holds, Verdict::and)
}

fn descriptions(work: &Work) -> Verdict {
    all(&["kgames describes initial states", "prekgames describes dealt cards"], work)
}

fn bisimilarity(work: &Work) -> Verdict {
    all(&["actions on bisimilar states", "actions on totally bisimilar models"], work)
}

fn interpretations(work: &Work) -> Verdict {
    all(&["local and product interpretation"], work)
}

fn game_actions(work: &Work) -> Verdict {
    all(&["describe"], work)
}
