//! Looking for counterexamples among random cases. The cases are the same at every run, and a
//! counterexample is made as small as it gets.

use super::Effort;
use crate::Verdict;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::Cell;

/// Looks at random cases; more of them if there is time. A case speaks against the claim if the test
/// gives a witness.
#[allow(dead_code)]
pub(super) fn search<S: Strategy>(
    effort: Effort,
    cases: u32,
    of_what: &str,
    strategy: S,
    test: impl Fn(S::Value) -> Result<(), String>,
) -> Verdict {
    let cases = match effort {
        Effort::Short => cases,
        Effort::Deep => cases.saturating_mul(20),
    };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let found = runner.run(&strategy, |case| test(case).map_err(TestCaseError::fail));
    match found {
        Ok(()) => Verdict::HoldsUpTo(format!("{cases} random {of_what}")),
        Err(TestError::Fail(witness, _)) => Verdict::Fails(witness.message().to_owned()),
        Err(TestError::Abort(why)) => Verdict::Open(why.message().to_owned()),
    }
}

/// As [`search`], but cases for which the test says `false` are passed over. The verdict says how many were not.
pub(super) fn search_fitting<S: Strategy>(
    effort: Effort,
    cases: u32,
    of_what: &str,
    strategy: S,
    test: impl Fn(S::Value) -> Result<bool, String>,
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
