//! Diagrams beside those of another library, which shares no code with ours: random sequences of
//! all operations make the same functions there, whether there is room for all of them or not.

use super::{Diagram, Diagrams, Variable};
use crate::limits::Limit;
use biodivine_lib_bdd::{Bdd, BddValuation, BddVariable, BddVariableSet};
use dashu_int::UBig;
use hexa_logic::{Stop, Stream};

const VARIABLES: usize = 7;

/// How many functions are kept beside the constants and the variables.
const KEPT: usize = 24;

/// Not all numbers are used, so that places and numbers are told apart.
fn variable(place: usize) -> Variable {
    Variable(2 * place as u32 + 1)
}

fn variables(places: &[usize]) -> Vec<Variable> {
    places.iter().map(|&place| variable(place)).collect()
}

/// All values of so many variables, those with the earlier variables false first.
fn rows(variables: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << variables)
        .map(move |row| (0..variables).rev().map(|at| row >> at & 1 == 1).collect())
}

/// At most so many variables, by their places in order.
fn some_places(dice: &mut Stream, most: usize) -> Vec<usize> {
    let wanted = dice.below(most + 1);
    let mut places: Vec<usize> = (0..wanted).map(|_| dice.below(VARIABLES)).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// One function, held by both libraries.
#[derive(Clone)]
struct Twin {
    ours: Diagram,
    theirs: Bdd,
}

impl Twin {
    fn table(&self) -> Vec<bool> {
        rows(VARIABLES).map(|row| self.theirs.eval_in(&BddValuation::new(row))).collect()
    }

    /// That ours is the function that theirs is, however it is asked.
    fn check(&self, told: &str) {
        let table = self.table();
        let all: Vec<Variable> = (0..VARIABLES).map(variable).collect();
        let ours = self.ours.table();
        let is_true = |row: &[bool], of: Variable| {
            all.iter().position(|&variable| variable == of).is_some_and(|place| row[place])
        };
        let held = rows(VARIABLES).map(|row| ours.holds(|of| is_true(&row, of)));
        assert_eq!(held.collect::<Vec<bool>>(), table, "{told}");
        let true_rows: Vec<Vec<bool>> =
            rows(VARIABLES).zip(&table).filter(|(_, value)| **value).map(|(row, _)| row).collect();
        assert_eq!(self.ours.count(&all), UBig::from(true_rows.len()), "{told}");
        assert_eq!(self.ours.solutions(&all).collect::<Vec<_>>(), true_rows, "{told}");
        assert_eq!(self.ours.is_true(), self.theirs.is_true(), "{told}");
        assert_eq!(self.ours.is_false(), self.theirs.is_false(), "{told}");
        self.check_support(&true_rows, told);
    }

    /// That it depends on the same variables, and is counted and listed by them alone.
    fn check_support(&self, true_rows: &[Vec<bool>], told: &str) {
        let theirs = self.theirs.support_set();
        let mut places: Vec<usize> = theirs.iter().map(|variable| variable.to_index()).collect();
        places.sort_unstable();
        let support = variables(&places);
        assert_eq!(self.ours.support(), support, "{told}");
        let mut short: Vec<Vec<bool>> =
            true_rows.iter().map(|row| places.iter().map(|&place| row[place]).collect()).collect();
        short.sort_unstable();
        short.dedup();
        assert_eq!(self.ours.count(&support), UBig::from(short.len()), "{told}");
        assert_eq!(self.ours.solutions(&support).collect::<Vec<_>>(), short, "{told}");
    }
}

/// A sequence of operations.
struct Trial {
    dice: Stream,
    diagrams: Diagrams,
    set: BddVariableSet,
    /// The constants and the variables, which stay.
    simple: Vec<Twin>,
    made: Vec<Twin>,
    given_up: usize,
}

impl Trial {
    fn new(seed: u64, limit: u64) -> Result<Self, Limit> {
        let diagrams = Diagrams::new(limit, Stop::new());
        let set = BddVariableSet::new_anonymous(VARIABLES as u16);
        let constants = [(true, set.mk_true()), (false, set.mk_false())]
            .map(|(value, theirs)| Twin { ours: diagrams.constant(value), theirs });
        let mut simple = constants.to_vec();
        for (place, of) in set.variables().into_iter().enumerate() {
            let ours = diagrams.variable(variable(place))?;
            simple.push(Twin { ours, theirs: set.mk_var(of) });
        }
        let dice = Stream::new("diagrams", seed);
        Ok(Self { dice, diagrams, set, simple, made: Vec::new(), given_up: 0 })
    }

    fn pick(&mut self) -> Twin {
        let at = self.dice.below(self.simple.len() + 2 * self.made.len());
        match self.simple.get(at) {
            Some(simple) => simple.clone(),
            None => self.made[(at - self.simple.len()) / 2].clone(),
        }
    }

    fn of_theirs(&self, places: &[usize]) -> Vec<BddVariable> {
        let all = self.set.variables();
        places.iter().map(|&place| all[place]).collect()
    }

    /// One of the operations, and what it makes.
    fn operate(&mut self) -> (&'static str, Result<Twin, Limit>) {
        let (name, ours, theirs) = match self.dice.below(6) {
            0 => self.connect(),
            1 => self.quantify(),
            2 => self.quantify_at_once(),
            3 => self.gather(),
            4 => self.substitute(),
            _ => self.scatter(),
        };
        (name, ours.map(|ours| Twin { ours, theirs }))
    }

    fn connect(&mut self) -> Operated {
        let [f, g, h] = [0; 3].map(|_| self.pick());
        let d = &self.diagrams;
        let (ours, theirs) = ((&f.ours, &g.ours), (&f.theirs, &g.theirs));
        match self.dice.below(7) {
            0 => ("and", d.and(ours.0, ours.1), theirs.0.and(theirs.1)),
            1 => ("or", d.or(ours.0, ours.1), theirs.0.or(theirs.1)),
            2 => ("not", d.not(ours.0), theirs.0.not()),
            3 => ("iff", d.iff(ours.0, ours.1), theirs.0.iff(theirs.1)),
            4 => ("implies", d.implies(ours.0, ours.1), theirs.0.imp(theirs.1)),
            5 => ("minus", d.minus(ours.0, ours.1), theirs.0.and_not(theirs.1)),
            _ => (
                "if_then_else",
                d.if_then_else(ours.0, ours.1, &h.ours),
                Bdd::if_then_else(theirs.0, theirs.1, &h.theirs),
            ),
        }
    }

    fn quantify(&mut self) -> Operated {
        let f = self.pick();
        let (places, one) = (some_places(&mut self.dice, 3), self.dice.below(VARIABLES));
        let of_theirs = self.of_theirs(&places);
        let cube = |places: &[usize]| self.diagrams.cube(&variables(places));
        let d = &self.diagrams;
        match self.dice.below(4) {
            0 => {
                let ours = cube(&places).and_then(|cube| d.exists(&f.ours, &cube));
                ("exists", ours, f.theirs.exists(&of_theirs))
            }
            1 => {
                let ours = cube(&places).and_then(|cube| d.forall(&f.ours, &cube));
                ("forall", ours, f.theirs.for_all(&of_theirs))
            }
            2 => {
                let ours = cube(&[one]).and_then(|cube| d.differs(&f.ours, &cube));
                let one = self.of_theirs(&[one])[0];
                let [yes, no] = [true, false].map(|value| f.theirs.var_restrict(one, value));
                ("differs", ours, yes.xor(&no))
            }
            _ => {
                let chosen = of_theirs.iter().map(|&of| self.set.mk_var(of));
                let theirs = chosen.fold(self.set.mk_true(), |all, next| all.and(&next));
                ("cube", cube(&places), theirs)
            }
        }
    }

    fn quantify_at_once(&mut self) -> Operated {
        let [f, g] = [0; 2].map(|_| self.pick());
        let places = some_places(&mut self.dice, 3);
        let of_theirs = self.of_theirs(&places);
        let kind = self.dice.below(3);
        let d = &self.diagrams;
        let name = ["and_exists", "minus_exists", "implies_forall"][kind];
        let ours = d.cube(&variables(&places)).and_then(|cube| match kind {
            0 => d.and_exists(&f.ours, &g.ours, &cube),
            1 => d.minus_exists(&f.ours, &g.ours, &cube),
            _ => d.implies_forall(&f.ours, &g.ours, &cube),
        });
        let theirs = match kind {
            0 => f.theirs.and(&g.theirs).exists(&of_theirs),
            1 => f.theirs.and_not(&g.theirs).exists(&of_theirs),
            _ => f.theirs.imp(&g.theirs).for_all(&of_theirs),
        };
        (name, ours, theirs)
    }

    fn gather(&mut self) -> Operated {
        let number = self.dice.below(5);
        let of: Vec<Twin> = (0..number).map(|_| self.pick()).collect();
        let ours = of.iter().map(|twin| &twin.ours);
        let d = &self.diagrams;
        let all = || of.iter().fold(self.set.mk_true(), |all, twin| all.and(&twin.theirs));
        let some = || of.iter().fold(self.set.mk_false(), |some, twin| some.or(&twin.theirs));
        let odd = || of.iter().fold(self.set.mk_false(), |odd, twin| odd.xor(&twin.theirs));
        match self.dice.below(3) {
            0 => ("smallest first", d.smallest_first(ours.cloned().collect()), all()),
            1 => ("odd", d.odd(ours.cloned().collect()), odd()),
            _ => ("any", d.any(ours.cloned().collect()), some()),
        }
    }

    /// Theirs puts in one function after the other; all at once is a case for each of their values.
    fn substitute(&mut self) -> Operated {
        let f = self.pick();
        let places = some_places(&mut self.dice, 3);
        let instead: Vec<Twin> = places.iter().map(|_| self.pick()).collect();
        let mut theirs = self.set.mk_false();
        for values in rows(places.len()) {
            let of_theirs = self.of_theirs(&places).into_iter().zip(values.iter().copied());
            let mut case = f.theirs.restrict(&of_theirs.collect::<Vec<_>>());
            for (twin, &value) in instead.iter().zip(&values) {
                case = if value { case.and(&twin.theirs) } else { case.and_not(&twin.theirs) };
            }
            theirs = theirs.or(&case);
        }
        let instead = places.iter().zip(instead).map(|(&place, twin)| (variable(place), twin.ours));
        let instead: Vec<(Variable, Diagram)> = instead.collect();
        ("substitute", self.diagrams.substitute(&f.ours, &instead), theirs)
    }

    /// Any function of all variables but two: without new ones, sequences end with simple ones only.
    fn scatter(&mut self) -> Operated {
        let first = self.dice.below(3);
        let constants = self.simple[..2].to_vec();
        let leaves = 1 << (VARIABLES - 2);
        let mut level: Vec<Twin> =
            (0..leaves).map(|_| constants[self.dice.below(2)].clone()).collect();
        for place in (first..first + VARIABLES - 2).rev() {
            let test = self.simple[2 + place].clone();
            let mut next = Vec::new();
            for pair in level.chunks(2) {
                let theirs = Bdd::if_then_else(&test.theirs, &pair[0].theirs, &pair[1].theirs);
                match self.diagrams.if_then_else(&test.ours, &pair[0].ours, &pair[1].ours) {
                    Ok(ours) => next.push(Twin { ours, theirs }),
                    given_up => return ("scatter", given_up, theirs),
                }
            }
            level = next;
        }
        let Twin { ours, theirs } = level.swap_remove(0);
        ("scatter", Ok(ours), theirs)
    }

    /// Constants are there already; sequences that keep them end with nothing else.
    fn keep(&mut self, twin: Twin) {
        if twin.theirs.is_true() || twin.theirs.is_false() {
            return;
        }
        if self.made.len() < KEPT {
            self.made.push(twin);
        } else {
            let at = self.dice.below(KEPT);
            self.made[at] = twin;
        }
    }

    /// Equal functions are one diagram, and different ones are not.
    fn check_equality(&self, twin: &Twin, told: &str) {
        for other in self.simple.iter().chain(&self.made) {
            let same = twin.theirs == other.theirs;
            assert_eq!(twin.ours == other.ours, same, "{told}");
        }
    }

    /// What is given up leaves everything as it was; then half of it is no longer needed.
    fn give_up(&mut self, limit: u64, why: Limit, told: &str) {
        assert_eq!(why, Limit::Nodes(limit), "{told}");
        self.given_up += 1;
        self.simple.iter().chain(&self.made).for_each(|twin| twin.check(told));
        self.made.truncate(self.made.len() / 2);
    }
}

/// What an operation is called, and what it makes of ours and of theirs.
type Operated = (&'static str, Result<Diagram, Limit>, Bdd);

/// What became of a sequence.
#[derive(PartialEq, Eq, Debug)]
struct Told {
    done: usize,
    given_up: usize,
    /// How many of the functions kept to the end depend on most variables.
    complex: usize,
}

fn run(seed: u64, steps: usize, limit: u64) -> Result<Told, Limit> {
    let mut trial = Trial::new(seed, limit)?;
    for step in 0..steps {
        let (name, made) = trial.operate();
        let told = format!("seed {seed}, step {step}: {name}");
        match made {
            Ok(twin) => {
                twin.check(&told);
                trial.check_equality(&twin, &told);
                trial.keep(twin);
            }
            Err(why) => trial.give_up(limit, why, &told),
        }
    }
    trial.made.iter().for_each(|twin| twin.check(&format!("seed {seed}, at the end")));
    let given_up = trial.given_up;
    let complex = trial.made.iter().filter(|twin| 2 * twin.ours.support().len() > VARIABLES);
    Ok(Told { done: steps - given_up, given_up, complex: complex.count() })
}

#[test]
fn operations_make_the_functions_that_another_library_makes() -> Result<(), Limit> {
    let mut complex = 0;
    for seed in 0..40 {
        let told = run(seed, 150, 1 << 16)?;
        assert_eq!((told.done, told.given_up), (150, 0));
        complex += told.complex;
    }
    assert!(complex > 40 * KEPT / 2, "only {complex} functions are not simple");
    Ok(())
}

#[test]
fn operations_given_up_for_want_of_nodes_leave_all_functions_as_they_were() -> Result<(), Limit> {
    let (mut done, mut given_up) = (0, 0);
    for seed in 100..120 {
        let told = run(seed, 150, 120)?;
        assert_eq!(run(seed, 150, 120)?, told, "the same operations end in the same way");
        (done, given_up) = (done + told.done, given_up + told.given_up);
    }
    assert!(done > 1000 && given_up > 50, "{done} done, {given_up} given up");
    Ok(())
}
