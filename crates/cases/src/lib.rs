//! Property tests on random cases. Only tests depend on this crate: it reads the environment.
//!
//! The cases of a test are the same at every run. `HEXA_SEED=7` takes others, `HEXA_CASES=20` takes twenty times
//! as many. A case that fails is made as small as it gets; the models in it are told as texts that can be run.

use hexa_engine::generate::{self, Case, shrink};
use hexa_lang::Writer;
use hexa_logic::{Setup, Stream, Terms};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::str::FromStr;
use std::sync::Once;

/// Why a case fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed(pub String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Fails if something is false, with a message if there is one.
#[macro_export]
macro_rules! ensure {
    ($holds:expr $(,)?) => { $crate::ensure!($holds, "{}", stringify!($holds)) };
    ($holds:expr, $($message:tt)+) => {
        if !$holds {
            return Err($crate::Failed(format!($($message)+)));
        }
    };
}

/// Fails if two values differ, with a message if there is one.
#[macro_export]
macro_rules! ensure_eq {
    ($left:expr, $right:expr $(,)?) => { $crate::ensure_eq!($left, $right, "") };
    ($left:expr, $right:expr, $($message:tt)+) => {{
        let (left, right) = (&$left, &$right);
        if *left != *right {
            let message = format!($($message)+);
            return Err($crate::Failed(format!("{left:?} is not {right:?}: {message}")));
        }
    }};
}

/// Tests a property on so many cases. Panics if a case fails or panics, with the smallest such case.
pub fn cases(name: &str, many: u32, property: impl Fn(&mut Case) -> Result<(), Failed>) {
    let seed = read("HEXA_SEED").unwrap_or(1);
    let many = many.saturating_mul(read("HEXA_CASES").unwrap_or(1));
    for number in 0..many {
        let mut case = Case::new(Stream::new(&format!("{name}, case {number}"), seed));
        if test(&property, &mut case).is_err() {
            let drawn = shrink(case.drawn().clone(), |case| test(&property, case).is_err());
            let mut smallest = Case::again(drawn);
            let why = test(&property, &mut smallest).err();
            let why = why.unwrap_or_else(|| Failed("it fails only sometimes".to_owned()));
            panic!("case {number} of `{name}` with seed {seed}: {why}\n{}", describe(&smallest));
        }
    }
}

fn read<T: FromStr>(variable: &str) -> Option<T> {
    std::env::var(variable).ok()?.parse().ok()
}

/// What was drawn for a case, and its models as texts that can be run.
fn describe(case: &Case) -> String {
    let vocabulary = generate::vocabulary();
    let mut text = format!("{:?}\n", case.drawn());
    for model in case.models() {
        let terms = Terms::default();
        let writer = Writer::new(&terms, &vocabulary);
        match model {
            Setup::Model(model) => text += &format!("\n{}", writer.model(model)),
            Setup::Weighed(weighed) => text += &format!("\n{}", writer.weighed_model(weighed)),
            Setup::Deal(_) | Setup::Structure(_) | Setup::Hypercube(_) => {}
        }
    }
    text
}

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics of this thread are kept and not printed while a case is tested.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| match IS_QUIET.get() {
            true => _ = LAST_PANIC.replace(panic.to_string()),
            false => usual(panic),
        }));
    });
}

fn test(property: impl Fn(&mut Case) -> Result<(), Failed>, case: &mut Case) -> Result<(), Failed> {
    install_hook();
    IS_QUIET.set(true);
    let tested = panic::catch_unwind(AssertUnwindSafe(|| property(case)));
    IS_QUIET.set(false);
    tested.unwrap_or_else(|_| Err(Failed(LAST_PANIC.take())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexa_engine::generate::Access;

    fn message(property: impl Fn(&mut Case) -> Result<(), Failed>) -> String {
        let failure = panic::catch_unwind(AssertUnwindSafe(|| cases("test", 100, property)));
        let failure = failure.expect_err("a case fails");
        failure.downcast_ref::<String>().cloned().unwrap_or_default()
    }

    #[test]
    fn a_property_that_holds_passes_and_every_case_is_looked_at() {
        let looked = Cell::new(0);
        cases("test", 100, |case| {
            looked.set(looked.get() + 1);
            ensure!(case.below(5) < 5);
            Ok(())
        });
        assert!(looked.get() >= 100);
    }

    #[test]
    fn the_smallest_model_is_told_as_a_text() {
        let told = message(|case| {
            let Setup::Model(model) = generate::model(case, 6, Access::Any) else { return Ok(()) };
            ensure_eq!(model.worlds.len().min(2), 1, "several worlds");
            Ok(())
        });
        assert!(told.contains("2 is not 1: several worlds"), "{told}");
        let text = &told[told.find("agents").expect("a model is told")..];
        let loaded = hexa_lang::load("case.hexa", text, &hexa_lang::NoIncludes, &[]);
        assert!(loaded.diagnostics.is_empty(), "{text}");
        assert_eq!(text.matches("world w").count(), 2, "{text}");
    }

    #[test]
    fn a_panic_is_a_failure_with_its_message() {
        let told = message(|case| {
            assert!(case.decisions(0..9).len() < 3, "too long");
            Ok(())
        });
        assert!(told.contains("too long") && told.contains("[[0, 0, 0]]"), "{told}");
    }
}
