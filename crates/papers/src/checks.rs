//! Checks that are programs: exhaustive where that is possible, and otherwise up to a bound that the
//! verdict names. Each is called by the name that the list of claims gives it.

mod actions;
mod agents;
mod appendix;
mod categories;
mod closures;
mod cluedo;
mod conclusions;
mod concurrency;
mod deals;
mod descriptions;
mod dice;
mod expressions;
mod frames;
mod gossip;
mod hands;
mod knowledge;
mod krieg;
mod letter;
mod paths;
mod pit;
mod premodels;
mod random;
mod sample;
mod search;
mod shapes;
mod sizes;
mod snippet;
mod split;
mod theories;
mod updates;
mod values;

use crate::Verdict;
use crate::verdict::Finding;
use hexa_engine::Limits;
use hexa_logic::Stopped;
use std::cell::RefCell;

/// How much a check may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// What is done in seconds.
    Short,
    /// Long searches too.
    Deep,
}

/// A check.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The name in the list of claims.
    pub name: &'static str,
    /// Where it stands, for readers.
    pub at: &'static str,
    /// What it finds. If it is stopped, this means nothing.
    run: fn(&Work) -> Verdict,
}

impl Check {
    /// What the check finds. If it is stopped before it is finished it finds nothing.
    pub fn find(&self, effort: Effort, limits: &Limits) -> Result<Finding, Stopped> {
        let work = Work::new(self.name, effort, limits);
        let verdict = (self.run)(&work);
        limits.stop.look()?;
        Ok(Finding { verdict, numbers: work.numbers.into_inner() })
    }
}

/// What a check is given.
#[derive(Clone, Debug)]
struct Work {
    /// The name of the check, after which its random cases are named.
    check: &'static str,
    effort: Effort,
    /// What may be used for each state, and what ends the work, inside a case too.
    limits: Limits,
    /// What was computed, for readers.
    numbers: RefCell<Vec<String>>,
}

impl Work {
    fn new(check: &'static str, effort: Effort, limits: &Limits) -> Self {
        Self { check, effort, limits: limits.clone(), numbers: RefCell::default() }
    }

    /// Tells readers what was computed. It is told once, however often it comes out.
    fn tell(&self, number: impl Into<String>) {
        let (number, mut numbers) = (number.into(), self.numbers.borrow_mut());
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }

    /// Whether to go on with the next case; if not, the check ends with whatever it likes.
    fn go_on(&self) -> Result<(), String> {
        self.limits.stop.count(1).map_err(|stopped| stopped.to_string())
    }

    /// A verdict on what was computed, which is told whether it is as claimed or not.
    fn found(&self, as_claimed: bool, found: String) -> Verdict {
        self.tell(found.clone());
        holds_if(as_claimed, || found)
    }

    /// The same for another check.
    fn of_check(&self, check: &Check) -> Self {
        Self { check: check.name, ..self.clone() }
    }
}

/// All checks.
pub fn all() -> impl Iterator<Item = &'static Check> {
    let by_notion: &[&[Check]] = &[
        actions::CHECKS,
        agents::CHECKS,
        appendix::CHECKS,
        categories::CHECKS,
        closures::CHECKS,
        cluedo::CHECKS,
        conclusions::CHECKS,
        concurrency::CHECKS,
        deals::CHECKS,
        descriptions::CHECKS,
        dice::CHECKS,
        expressions::CHECKS,
        frames::CHECKS,
        gossip::CHECKS,
        hands::CHECKS,
        knowledge::CHECKS,
        krieg::CHECKS,
        letter::CHECKS,
        paths::CHECKS,
        pit::CHECKS,
        pit::beyond::CHECKS,
        pit::solved::CHECKS,
        premodels::CHECKS,
        search::CHECKS,
        shapes::CHECKS,
        sizes::CHECKS,
        split::CHECKS,
        theories::CHECKS,
        updates::CHECKS,
        values::CHECKS,
    ];
    by_notion.iter().copied().flatten()
}

/// The check with a name.
pub fn by_name(name: &str) -> Option<&'static Check> {
    all().find(|check| check.name == name)
}

/// A verdict on something that is true or false, with a witness if it is false.
fn holds_if(holds: bool, witness: impl FnOnce() -> String) -> Verdict {
    match holds {
        true => Verdict::Holds,
        false => Verdict::Fails(witness()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexa_engine::MOST_STEPS_BETWEEN_LOOKS;
    use hexa_logic::{Progress, Stop};

    /// Random cases, all small types, all games, a search through states, and the rules of a game.
    #[test]
    fn a_stopped_check_has_no_verdict() {
        for name in [
            "associativity",
            "another form of local interpretation",
            "nobody can win, in all variants",
            "public actions as game actions",
            "Krieg-Tictactoe: all rules",
            "execution preserves bisimilarity",
        ] {
            let check = by_name(name).expect("there is such a check");
            let limits = Limits { stop: Stop::after(5), ..Limits::default() };
            assert_eq!(check.find(Effort::Deep, &limits), Err(Stopped), "{name}");
            let Progress { steps, .. } = limits.stop.progress();
            assert!(steps < 50 + MOST_STEPS_BETWEEN_LOOKS, "{name}: {steps}");
        }
    }

    /// Inside a case too: what a check does itself, and what engines do for it, is counted alike.
    #[test]
    fn every_check_ends_soon_after_it_is_stopped() {
        let mut stopped = 0;
        for check in all() {
            let limits = Limits { stop: Stop::after(5), ..Limits::default() };
            stopped += usize::from(check.find(Effort::Short, &limits) == Err(Stopped));
            let Progress { steps, .. } = limits.stop.progress();
            assert!(steps < 50 + MOST_STEPS_BETWEEN_LOOKS, "{}: {steps}", check.name);
        }
        // The others compute a few numbers.
        assert!(stopped * 3 > all().count() * 2, "{stopped} of {}", all().count());
    }
}
