//! Diagrams beside truth tables, where all functions of few variables can be gone through; and what
//! happens when there is no room, when the work is stopped, and when there are very many variables.

use super::store::STEPS_PER_REPORT;
use super::{Diagram, Diagrams, Graph, Variable};
use crate::limits::Limit;
use dashu_int::UBig;
use hexa_logic::Stop;

/// For each row, the values of the variables as its bits, whether a function holds there.
type Table = u32;

/// Functions of so many variables. Not all numbers are used, so that places and numbers are told apart.
struct Functions {
    diagrams: Diagrams,
    variables: Vec<Variable>,
}

impl Functions {
    fn new(variables: usize) -> Self {
        let diagrams = Diagrams::new(1 << 16, Stop::new());
        Self { diagrams, variables: (0..variables).map(|at| Variable(3 * at as u32 + 1)).collect() }
    }

    fn rows(&self) -> u32 {
        1 << self.variables.len()
    }

    fn all(&self) -> Table {
        Table::MAX >> (32 - self.rows())
    }

    fn build(&self, table: Table) -> Result<Diagram, Limit> {
        let mut level: Vec<Diagram> =
            (0..self.rows()).map(|row| self.diagrams.constant(table >> row & 1 == 1)).collect();
        // The first variable is the last bit of a row.
        for &variable in self.variables.iter().rev() {
            let test = self.diagrams.variable(variable)?;
            let (low, high) = level.split_at(level.len() / 2);
            let pairs = low.iter().zip(high);
            level = pairs
                .map(|(low, high)| self.diagrams.if_then_else(&test, high, low))
                .collect::<Result<_, _>>()?;
        }
        Ok(level.swap_remove(0))
    }

    /// All functions, by their tables.
    fn every(&self) -> Result<Vec<Diagram>, Limit> {
        (0..=self.all()).map(|table| self.build(table)).collect()
    }

    fn table(&self, of: &Diagram) -> Table {
        let value = |row: u32, variable| {
            let at = self.variables.iter().position(|&known| known == variable);
            at.is_some_and(|at| row >> at & 1 == 1)
        };
        let holds = |row: &u32| of.holds(|variable| value(*row, variable));
        (0..self.rows()).filter(holds).map(|row| 1 << row).sum()
    }

    /// The table that says for each row what a function of it says.
    fn tabulate(&self, holds: impl Fn(u32) -> bool) -> Table {
        (0..self.rows()).filter(|&row| holds(row)).map(|row| 1 << row).sum()
    }

    /// The variables whose bits are set.
    fn chosen_variables(&self, bits: u32) -> Vec<Variable> {
        let all = self.variables.iter().enumerate();
        all.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &variable)| variable).collect()
    }

    /// For how many values of some variables a function holds, beside a row.
    fn count_around(&self, table: Table, bits: u32, row: u32) -> u32 {
        let around = |other: &u32| other & !bits == row & !bits;
        (0..self.rows()).filter(around).filter(|other| table >> other & 1 == 1).count() as u32
    }

    fn exists(&self, table: Table, bits: u32) -> Table {
        self.tabulate(|row| self.count_around(table, bits, row) > 0)
    }

    fn forall(&self, table: Table, bits: u32) -> Table {
        self.all() & !self.exists(self.all() & !table, bits)
    }

    fn odd(&self, table: Table, bits: u32) -> Table {
        self.tabulate(|row| self.count_around(table, bits, row) % 2 == 1)
    }

    /// Checks all operations on two functions and a set of variables.
    fn check_pair(
        &self,
        every: &dyn Fn(Table) -> Diagram,
        f: Table,
        g: Table,
    ) -> Result<(), Limit> {
        let (d, all) = (&self.diagrams, self.all());
        let (left, right) = (&every(f), &every(g));
        assert_eq!(d.and(left, right)?, every(f & g), "{f:b} and {g:b}");
        assert_eq!(d.or(left, right)?, every(f | g), "{f:b} or {g:b}");
        assert_eq!(d.minus(left, right)?, every(f & !g), "{f:b} minus {g:b}");
        assert_eq!(d.implies(left, right)?, every(all & (!f | g)), "{f:b} implies {g:b}");
        assert_eq!(d.iff(left, right)?, every(all & !(f ^ g)), "{f:b} iff {g:b}");
        let odd = d.odd(vec![left.clone(), right.clone()])?;
        assert_eq!(odd, every(f ^ g), "{f:b} xor {g:b}");
        for bits in 0..self.rows() {
            let cube = d.cube(&self.chosen_variables(bits))?;
            let about = format!("{f:b} and {g:b} for {bits:b}");
            assert_eq!(
                d.and_exists(left, right, &cube)?,
                every(self.exists(f & g, bits)),
                "{about}"
            );
            let minus = every(self.exists(f & !g, bits));
            assert_eq!(d.minus_exists(left, right, &cube)?, minus, "{about}");
            let each = (0..self.variables.len()).filter(|at| bits >> at & 1 == 1);
            let each = each.fold(f, |each, at| each & self.forall(f, 1 << at));
            assert_eq!(d.forall_each(left, &cube)?, every(each), "{about}");
            let implies = every(self.forall(all & (!f | g), bits));
            assert_eq!(d.implies_forall(left, right, &cube)?, implies, "{about}");
        }
        Ok(())
    }

    /// Checks all operations on one function.
    fn check_one(&self, every: &dyn Fn(Table) -> Diagram, f: Table) -> Result<(), Limit> {
        let (d, of) = (&self.diagrams, &every(f));
        assert_eq!(self.table(of), f);
        assert_eq!(d.not(of)?, every(self.all() & !f), "not {f:b}");
        assert_eq!((of.is_true(), of.is_false()), (f == self.all(), f == 0), "{f:b}");
        assert_eq!(of.count(&self.variables), UBig::from(f.count_ones()), "{f:b}");
        let matters = |bit: &u32| self.odd(f, 1 << bit) != 0;
        let matter = (0..self.variables.len() as u32).filter(matters).map(|bit| 1 << bit).sum();
        assert_eq!(of.support(), self.chosen_variables(matter), "{f:b}");
        for bits in 0..self.rows() {
            let cube = d.cube(&self.chosen_variables(bits))?;
            assert_eq!(d.exists(of, &cube)?, every(self.exists(f, bits)), "{f:b} for {bits:b}");
            assert_eq!(d.forall(of, &cube)?, every(self.forall(f, bits)), "{f:b} for {bits:b}");
            assert_eq!(d.differs(of, &cube)?, every(self.odd(f, bits)), "{f:b} for {bits:b}");
        }
        let renamed = d.copy(of, |Variable(number)| Variable(number + 30))?;
        assert_eq!(d.copy(&renamed, |Variable(number)| Variable(number - 30))?, *of, "{f:b}");
        Ok(())
    }

    /// Checks operations on three functions: `f` where the first holds, and with the others for the
    /// first two variables.
    fn check_three(
        &self,
        every: &dyn Fn(Table) -> Diagram,
        [f, g, h]: [Table; 3],
    ) -> Result<(), Limit> {
        let about = format!("{f:b}, {g:b}, {h:b}");
        let chosen = self.diagrams.if_then_else(&every(f), &every(g), &every(h))?;
        assert_eq!(chosen, every(f & g | !f & h), "{about}");
        let instead = [(self.variables[0], every(g)), (self.variables[1], every(h))];
        let put_in = self.tabulate(|row| {
            let other = row & !3 | (g >> row & 1) | (h >> row & 1) << 1;
            f >> other & 1 == 1
        });
        assert_eq!(self.diagrams.substitute(&every(f), &instead)?, every(put_in), "{about}");
        Ok(())
    }
}

#[test]
fn all_operations_on_all_functions_of_two_variables_agree_with_truth_tables() -> Result<(), Limit> {
    let functions = Functions::new(2);
    let every = functions.every()?;
    let every = |table: Table| every[table as usize].clone();
    let all = functions.all();
    for f in 0..=all {
        functions.check_one(&every, f)?;
        for g in 0..=all {
            functions.check_pair(&every, f, g)?;
            (0..=all).try_for_each(|h| functions.check_three(&every, [f, g, h]))?;
        }
    }
    Ok(())
}

#[test]
fn operations_on_functions_of_three_variables_agree_with_truth_tables() -> Result<(), Limit> {
    let functions = Functions::new(3);
    let every = functions.every()?;
    let every = |table: Table| every[table as usize].clone();
    for f in 0..=functions.all() {
        functions.check_one(&every, f)?;
        for g in (f % 7..=functions.all()).step_by(7) {
            functions.check_pair(&every, f, g)?;
            functions.check_three(&every, [f, g, (f + 5 * g) % 256])?;
        }
    }
    Ok(())
}

#[test]
fn operations_on_functions_of_four_variables_agree_with_truth_tables() -> Result<(), Limit> {
    let functions = Functions::new(4);
    let every = |table: Table| functions.build(table).expect("few nodes");
    // Steps that share no factor with the number of functions lead to many different ones.
    for step in 0..200 {
        let [f, g, h] = [40_503, 30_011, 52_711].map(|by: u32| by * (step + 1) % (1 << 16));
        functions.check_one(&every, f)?;
        functions.check_pair(&every, f, g)?;
        functions.check_three(&every, [f, g, h])?;
    }
    Ok(())
}

#[test]
fn one_or_none_of_three_variables_is_told_by_cases() -> Result<(), Limit> {
    let functions = Functions::new(3);
    let every = functions.every()?;
    let each: Vec<Diagram> = functions
        .variables
        .iter()
        .map(|&of| functions.diagrams.variable(of))
        .collect::<Result<_, _>>()?;
    for table in 0..=functions.all() {
        // Each case has another function.
        let cases: Vec<u32> = (0..4).map(|case| (table * 29 + 71 * case) % 256).collect();
        let given = cases.iter().map(|&case| &every[case as usize]).collect();
        let made = functions.diagrams.one_or_none(&each, &[given])?.swap_remove(0);
        let holds = |row: u32| {
            let case = match row {
                0 => Some(3),
                _ if row.is_power_of_two() => Some(row.trailing_zeros() as usize),
                _ => None,
            };
            case.is_some_and(|case| cases[case] >> row & 1 == 1)
        };
        assert_eq!(functions.table(&made), functions.tabulate(holds), "{table:b}");
    }
    Ok(())
}

/// Where each variable of the first half has the value of the one in its place in the other half: wide, in
/// this order.
fn compare(diagrams: &Diagrams, half: u32) -> Result<Diagram, Limit> {
    let same = (0..half).map(|at| {
        let [left, right] = [at, at + half].map(|at| diagrams.variable(Variable(at)));
        diagrams.iff(&left?, &right?)
    });
    diagrams.smallest_first(same.collect::<Result<_, _>>()?)
}

#[test]
fn work_that_is_stopped_leaves_all_diagrams_as_they_were() -> Result<(), Limit> {
    let whole = Stop::new();
    let diagrams = Diagrams::new(1 << 20, whole.clone());
    // What is made before matters for where results are remembered, and so for the number of steps.
    compare(&diagrams, 3)?;
    compare(&diagrams, 14)?;
    let all = whole.progress().steps;
    assert!(all > 20 * u64::from(STEPS_PER_REPORT), "only {all} steps");
    for most in [0, 1, 5000, all / 2, all - 1] {
        let stop = Stop::after(most);
        let diagrams = Diagrams::new(1 << 20, stop.clone());
        let few = compare(&diagrams, 3)?;
        assert_eq!(compare(&diagrams, 14), Err(Limit::Stopped), "after {most} steps");
        let done = stop.progress().steps;
        assert!(done <= most + u64::from(STEPS_PER_REPORT), "{done} steps after {most}");
        assert_eq!(few.count(&(0..6).map(Variable).collect::<Vec<_>>()), UBig::from(8u8));
        let elsewhere = Diagrams::new(1 << 20, Stop::new());
        assert_eq!(elsewhere.copy(&few, |of| of)?, compare(&elsewhere, 3)?);
        // These are fewer steps than are reported at once.
        assert_eq!(compare(&diagrams, 3)?, few);
    }
    Ok(())
}

#[test]
fn at_most_a_batch_of_steps_is_done_after_the_end_was_asked_for() -> Result<(), Limit> {
    let stop = Stop::new();
    let diagrams = Diagrams::new(1 << 20, stop.clone());
    let few = compare(&diagrams, 3)?;
    let before = stop.progress().steps;
    stop.ask();
    assert_eq!(compare(&diagrams, 12), Err(Limit::Stopped));
    assert!(stop.progress().steps <= before + u64::from(STEPS_PER_REPORT));
    stop.clear();
    let many = compare(&diagrams, 12)?;
    let variables: Vec<Variable> = (0..24).map(Variable).collect();
    assert_eq!(many.count(&variables), UBig::from(1u32 << 12));
    assert_eq!(compare(&diagrams, 3)?, few);
    Ok(())
}

#[test]
fn memory_is_held_to_account_and_given_back() -> Result<(), Limit> {
    let stop = Stop::new();
    let diagrams = Diagrams::new(1 << 20, stop.clone());
    let fresh = stop.progress().bytes;
    assert!(fresh < 10_000, "a new store takes {fresh} bytes");
    let many = compare(&diagrams, 12)?;
    let held = stop.progress().bytes;
    assert!(held >= 16 * many.size() as u64, "{held} bytes");
    drop(diagrams);
    assert_eq!(stop.progress().bytes, held, "a diagram keeps its store");
    drop(many);
    assert_eq!(stop.progress().bytes, 0);
    Ok(())
}

#[test]
fn more_nodes_than_allowed_are_given_up_and_everything_else_stays() -> Result<(), Limit> {
    // In this order it takes 3 * (2^10 - 1) nodes, and there are others while it is made.
    let diagrams = Diagrams::new(2000, Stop::new());
    let few = compare(&diagrams, 5)?;
    for _ in 0..3 {
        assert_eq!(compare(&diagrams, 10), Err(Limit::Nodes(2000)));
        assert_eq!(compare(&diagrams, 5)?, few);
    }
    assert!(diagrams.peak() <= 4000, "{} nodes", diagrams.peak());
    Ok(())
}

#[test]
fn whether_there_is_room_does_not_depend_on_what_was_thrown_away() -> Result<(), Limit> {
    const HALF: u32 = 10;
    let wide = compare(&Diagrams::new(1 << 20, Stop::new()), HALF)?;
    // With those that agree beside each other it is narrow, but what it is put together from is not.
    let beside = |Variable(at)| Variable(if at < HALF { 2 * at } else { 2 * (at - HALF) + 1 });
    let alone = Diagrams::new(1 << 20, Stop::new());
    let narrow = alone.copy(&wide, beside)?;
    let needed = alone.nodes() as u64;
    assert!(needed > 2000 && 20 * narrow.size() < needed as usize, "{needed} nodes");
    // There is room for all of these nodes, but not for as many others.
    let limit = needed * 6 / 10;
    let diagrams = Diagrams::new(limit, Stop::new());
    let thrown_away: Vec<Variable> = (100..100 + limit as u32 - 10).map(Variable).collect();
    drop(diagrams.cube(&thrown_away)?);
    assert_eq!(diagrams.copy(&wide, beside)?.size(), narrow.size());
    let held = diagrams.cube(&thrown_away)?;
    assert_eq!(diagrams.copy(&wide, beside), Err(Limit::Nodes(limit)));
    assert_eq!(held.size(), thrown_away.len());
    Ok(())
}

#[test]
fn what_nobody_holds_is_swept_away() -> Result<(), Limit> {
    let diagrams = Diagrams::new(5000, Stop::new());
    let few = compare(&diagrams, 4)?;
    for at in 0..100 {
        let cube: Vec<Variable> = (at..at + 1000).map(Variable).collect();
        drop(diagrams.cube(&cube)?);
    }
    assert!(diagrams.nodes() <= 5000, "{} nodes", diagrams.nodes());
    assert!(diagrams.peak() > 4000, "{} nodes", diagrams.peak());
    assert_eq!(compare(&diagrams, 4)?, few);
    Ok(())
}

#[test]
fn what_was_swept_away_is_not_taken_for_what_has_its_number_now() -> Result<(), Limit> {
    let diagrams = Diagrams::new(2000, Stop::new());
    let thrown_away: Vec<Variable> = (1000..2990).map(Variable).collect();
    for at in 0..20 {
        // Made in this order after each sweep, these have the same numbers each time.
        let cube = diagrams.cube(&[Variable(at)])?;
        let [next, last] = [1, 2].map(|by| diagrams.variable(Variable(at + by)));
        let (next, last) = (next?, last?);
        let both = diagrams.and(&cube, &next)?;
        assert_eq!(diagrams.exists(&both, &cube)?, next, "{at}");
        let instead = [(Variable(at), last.clone())];
        assert_eq!(diagrams.substitute(&both, &instead)?, diagrams.and(&next, &last)?, "{at}");
        drop((cube, next, last, both, instead));
        for _ in 0..2 {
            drop(diagrams.cube(&thrown_away)?);
            drop(diagrams.cube(&thrown_away[1..])?);
            drop(diagrams.cube(&thrown_away[..1000])?);
        }
        assert!(diagrams.nodes() < 2000, "{} nodes", diagrams.nodes());
    }
    Ok(())
}

#[test]
fn the_same_work_takes_the_same_steps_and_makes_the_same_nodes() -> Result<(), Limit> {
    let work = || {
        let stop = Stop::new();
        let diagrams = Diagrams::new(20_000, stop.clone());
        let results: Vec<Option<usize>> =
            (1..14).map(|half| compare(&diagrams, half).ok().map(|made| made.size())).collect();
        let wide = Graph::of(&compare(&diagrams, 10)?).nodes().len();
        Ok::<_, Limit>((results, wide, diagrams.nodes(), diagrams.peak(), stop.progress()))
    };
    assert_eq!(work()?, work()?);
    Ok(())
}

#[test]
fn a_hundred_thousand_variables_need_no_deep_stack() -> Result<(), Limit> {
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let done = small.spawn(many_variables).expect("a thread").join();
    done.expect("the stack is deep enough")
}

/// All operations, to the depth of as many variables.
fn many_variables() -> Result<(), Limit> {
    const MANY: u32 = 100_000;
    let diagrams = Diagrams::new(1 << 22, Stop::new());
    let all: Vec<Variable> = (0..MANY).map(Variable).collect();
    let every_second: Vec<Variable> = all.iter().copied().step_by(2).collect();
    let (cube, half) = (diagrams.cube(&all)?, diagrams.cube(&every_second)?);
    let neither = diagrams.not(&diagrams.or(&cube, &half)?)?;
    assert_eq!(diagrams.and(&neither, &half)?, diagrams.constant(false));
    let odd =
        diagrams.odd(all.iter().map(|&of| diagrams.variable(of)).collect::<Result<_, _>>()?)?;
    assert_eq!((odd.size(), Graph::of(&odd).nodes().len()), (MANY as usize, 2 * MANY as usize - 1));
    assert!(diagrams.iff(&odd, &diagrams.not(&odd)?)?.is_false());
    assert!(diagrams.exists(&odd, &half)?.is_true());
    assert!(diagrams.forall(&odd, &half)?.is_false());
    assert!(diagrams.and_exists(&odd, &cube, &cube)?.is_false(), "an even number of them is true");
    assert!(diagrams.minus_exists(&cube, &odd, &half)?.support().len() == MANY as usize / 2);
    let last = diagrams.cube(&all[MANY as usize - 1..])?;
    assert!(diagrams.differs(&odd, &last)?.is_true());
    let chosen = diagrams.if_then_else(&odd, &neither, &cube)?;
    assert_eq!(diagrams.and(&chosen, &cube)?, cube);
    let next =
        all.iter().map(|&Variable(at)| Ok((Variable(at), diagrams.variable(Variable(at + 1))?)));
    let moved = diagrams.substitute(&odd, &next.collect::<Result<Vec<_>, Limit>>()?)?;
    assert_eq!(moved.support().first(), Some(&Variable(1)));
    assert_eq!(diagrams.copy(&moved, |Variable(at)| Variable(at - 1))?, odd);
    assert_eq!(cube.count(&all), UBig::ONE);
    assert_eq!(half.solutions(&all).next().map(|values| values.len()), Some(MANY as usize));
    Ok(())
}
