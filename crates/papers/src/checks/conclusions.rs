//! What the conclusions of the thesis sum up: checks of earlier chapters, taken together.

use super::{Check, Effort, named};
use crate::Verdict;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "descriptions of initial states", at: file!(), run: descriptions },
    Check { name: "execution preserves bisimilarity", at: file!(), run: bisimilarity },
    Check { name: "two interpretations agree", at: file!(), run: interpretations },
    Check { name: "every game action is described", at: file!(), run: game_actions },
];

/// The verdict of several checks together.
fn all(names: &[&str], effort: Effort) -> Verdict {
    let verdict = |name: &&str| match named(name) {
        Some(check) => (check.run)(effort),
        None => Verdict::Open(format!("there is no check `{name}`")),
    };
    names.iter().map(verdict).fold(Verdict::Holds, Verdict::and)
}

fn descriptions(effort: Effort) -> Verdict {
    all(&["kgames describes initial states", "prekgames describes dealt cards"], effort)
}

fn bisimilarity(effort: Effort) -> Verdict {
    all(&["actions on bisimilar states", "actions on totally bisimilar models"], effort)
}

fn interpretations(effort: Effort) -> Verdict {
    all(&["local and product interpretation"], effort)
}

fn game_actions(effort: Effort) -> Verdict {
    all(&["describe"], effort)
}
