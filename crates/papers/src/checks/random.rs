//! Looking for counterexamples among random cases. The cases of a check are the same at every run, and a
//! counterexample is made as small as it gets.

use super::{Effort, Work};
use crate::Verdict;
use crate::verdict::Doubt;
use hexa_engine::generate::{Case, shrink};
use hexa_logic::Stream;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Looks at random cases; more of them if there is time. The claim fails if a test gives a witness, and is open if
/// none does but a case could not be settled. So is it if the check itself breaks off.
pub(super) fn search(
    work: &Work,
    cases: u32,
    of_what: &str,
    test: impl Fn(&mut Case) -> Result<(), Doubt>,
) -> Verdict {
    look_at(work, cases, of_what, &test)
}

/// As [`search`], but cases for which the test says `false` are passed over. The verdict says how many were not.
pub(super) fn search_fitting(
    work: &Work,
    cases: u32,
    of_what: &str,
    test: impl Fn(&mut Case) -> Result<bool, Doubt>,
) -> Verdict {
    let fitting = Cell::new(0u32);
    let found = look_at(work, cases, of_what, &|case| {
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

/// A test of one case.
type Test<'a> = &'a dyn Fn(&mut Case) -> Result<(), Doubt>;

/// One compiled copy for all checks.
fn look_at(work: &Work, cases: u32, of_what: &str, test: Test<'_>) -> Verdict {
    let cases = match work.effort {
        Effort::Short => cases,
        Effort::Deep => cases.saturating_mul(20),
    };
    let stream = format!("{}: {of_what}", work.check);
    let mut unsettled = None;
    for number in 0..cases {
        if let Err(stopped) = work.go_on() {
            return Verdict::Open(stopped);
        }
        let mut case = Case::new(Stream::new(&stream, number.into()));
        match run_test(test, &mut case) {
            Ok(()) => {}
            Err(Broken::Doubt(Doubt::Unsettled(why))) => _ = unsettled.get_or_insert(why),
            Err(Broken::Doubt(Doubt::Witness(first))) => {
                return Verdict::Fails(smallest_witness(work, test, &case).unwrap_or(first));
            }
            Err(Broken::Off(why)) => return Verdict::Open(why),
        }
    }
    match unsettled {
        Some(why) => Verdict::Open(why),
        None => Verdict::HoldsUpTo(format!("{cases} random {of_what}")),
    }
}

/// Why a test does not confirm a claim.
enum Broken {
    /// There is a doubt.
    Doubt(Doubt),
    /// The test itself broke off.
    Off(String),
}

fn run_test(test: Test<'_>, case: &mut Case) -> Result<(), Broken> {
    match catch_unwind(AssertUnwindSafe(|| test(case))) {
        Ok(found) => found.map_err(Broken::Doubt),
        Err(panic) => Err(Broken::Off(message(&*panic))),
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "the check broke off".to_owned())
}

/// The witness of the smallest case that is found from this one.
fn smallest_witness(work: &Work, test: Test<'_>, case: &Case) -> Option<String> {
    let witness = |case: &mut Case| match run_test(test, case) {
        Err(Broken::Doubt(Doubt::Witness(witness))) => Some(witness),
        _ => None,
    };
    let fails = |case: &mut Case| work.go_on().is_ok() && witness(case).is_some();
    witness(&mut Case::again(shrink(case.drawn().clone(), fails)))
}

/// A class for each of some things.
pub(super) fn partition(case: &mut Case, things: usize) -> Vec<usize> {
    let classes = 1 + case.below(things);
    (0..things).map(|_| case.below(classes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexa_engine::Limits;
    use hexa_logic::Stop;

    fn verdict(test: impl Fn(usize) -> Result<(), Doubt>) -> Verdict {
        let work = Work::new("numbers", Effort::Short, &Limits::default());
        search(&work, 200, "numbers", |case| test(case.below(1 << 16)))
    }

    #[test]
    fn what_could_not_be_computed_leaves_a_claim_open() {
        let given_up: Result<(), String> = Err("the limit is 5 steps".to_owned());
        let verdict = verdict(|number| match number < 1000 {
            true => Ok(given_up.clone()?),
            false => Ok(()),
        });
        assert_eq!(verdict, Verdict::Open("the limit is 5 steps".to_owned()));
    }

    #[test]
    fn a_witness_outweighs_what_could_not_be_computed() {
        let verdict = verdict(|number| match number {
            0..2000 => Err("the limit is 5 steps".into()),
            2000..3000 => Ok(()),
            _ => Err(Doubt::Witness(number.to_string())),
        });
        assert_eq!(verdict, Verdict::Fails("3000".to_owned()));
    }

    #[test]
    fn a_check_that_breaks_off_is_no_witness() {
        let verdict = verdict(|number| match [0, 1].get(number % 3) {
            Some(_) => Ok(()),
            None => panic!("broken"),
        });
        assert_eq!(verdict, Verdict::Open("broken".to_owned()));
    }

    #[test]
    fn a_stopped_search_looks_at_no_further_case() {
        let limits = Limits { stop: Stop::after(50), ..Limits::default() };
        let work = Work::new("numbers", Effort::Short, &limits);
        let looked = Cell::new(0);
        let verdict = search(&work, 200, "numbers", |_| {
            looked.set(looked.get() + 1);
            Ok(())
        });
        assert!(looked.get() < 50 && matches!(verdict, Verdict::Open(_)), "{looked:?} {verdict}");
    }
}
