//! Looking for counterexamples among random cases. The cases are the same at every run, and a
//! counterexample is made as small as it gets.

use super::Effort;
use crate::Verdict;
use crate::verdict::Doubt;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::{Cell, OnceCell, RefCell};

/// Looks at random cases; more of them if there is time. The claim fails if a test gives a witness, and is open if
/// none does but a case could not be settled. So is it if the check itself breaks off.
pub(super) fn search<S: Strategy>(
    effort: Effort,
    cases: u32,
    of_what: &str,
    strategy: S,
    test: impl Fn(S::Value) -> Result<(), Doubt>,
) -> Verdict {
    let cases = match effort {
        Effort::Short => cases,
        Effort::Deep => cases.saturating_mul(20),
    };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let (witness, unsettled) = (RefCell::new(None), OnceCell::new());
    let found = TestRunner::new_with_rng(config, rng).run(&strategy, |case| match test(case) {
        Ok(()) => Ok(()),
        Err(Doubt::Unsettled(why)) => {
            unsettled.get_or_init(|| why);
            Ok(())
        }
        // The last one is the smallest.
        Err(Doubt::Witness(found)) => {
            witness.replace(Some(found));
            Err(TestCaseError::fail("witness"))
        }
    });
    match (witness.into_inner(), found, unsettled.into_inner()) {
        (Some(witness), ..) => Verdict::Fails(witness),
        (None, Err(TestError::Fail(why, _) | TestError::Abort(why)), _) => {
            Verdict::Open(why.message().to_owned())
        }
        (None, Ok(()), Some(why)) => Verdict::Open(why),
        (None, Ok(()), None) => Verdict::HoldsUpTo(format!("{cases} random {of_what}")),
    }
}

/// As [`search`], but cases for which the test says `false` are passed over. The verdict says how many were not.
pub(super) fn search_fitting<S: Strategy>(
    effort: Effort,
    cases: u32,
    of_what: &str,
    strategy: S,
    test: impl Fn(S::Value) -> Result<bool, Doubt>,
) -> Verdict {
    let fitting = Cell::new(0u32);
    let found = search(effort, cases, of_what, strategy, |case| {
        fitting.set(fitting.get() + u32::from(test(case)?));
        Ok(())
    });
    match (found, fitting.get()) {
        (Verdict::HoldsUpTo(_), 0) => {
            Verdict::Open(format!("none of {cases} random {of_what} fits"))
        }
        (Verdict::HoldsUpTo(_), fitting) => {
            Verdict::HoldsUpTo(format!("{fitting} random {of_what}"))
        }
        (found, _) => found,
    }
}

/// Numbers that decide.
pub(super) struct Dice<'n> {
    numbers: &'n [u16],
    at: usize,
}

impl<'n> Dice<'n> {
    pub(super) fn new(numbers: &'n [u16]) -> Self {
        Self { numbers, at: 0 }
    }

    /// A number below a bound. Numbers that come round again decide something else.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let round = self.at / self.numbers.len();
        let number = usize::from(self.numbers[self.at % self.numbers.len()]);
        self.at += 1;
        (number + 7 * round) % bound
    }

    /// A class for each of some things.
    pub(super) fn partition(&mut self, things: usize) -> Vec<usize> {
        let classes = 1 + self.below(things);
        (0..things).map(|_| self.below(classes)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::any;

    fn searched(test: impl Fn(u16) -> Result<(), Doubt>) -> Verdict {
        search(Effort::Short, 200, "numbers", any::<u16>(), test)
    }

    #[test]
    fn what_could_not_be_computed_leaves_a_claim_open() {
        let given_up: Result<(), String> = Err("the limit is 5 steps".to_owned());
        let verdict = searched(|number| match number < 1000 {
            true => Ok(given_up.clone()?),
            false => Ok(()),
        });
        assert_eq!(verdict, Verdict::Open("the limit is 5 steps".to_owned()));
    }

    #[test]
    fn a_witness_outweighs_what_could_not_be_computed() {
        let verdict = searched(|number| match number {
            0..2000 => Err("the limit is 5 steps".into()),
            2000..3000 => Ok(()),
            _ => Err(Doubt::Witness(number.to_string())),
        });
        assert_eq!(verdict, Verdict::Fails("3000".to_owned()));
    }

    #[test]
    fn a_check_that_breaks_off_is_no_witness() {
        let verdict = searched(|number| match [0, 1].get(usize::from(number % 3)) {
            Some(_) => Ok(()),
            None => panic!("broken"),
        });
        assert!(matches!(verdict, Verdict::Open(_)), "{verdict}");
    }
}
