//! Finding all ways to satisfy the body of a rule in a database. The order of the conditions, and how the rows of
//! each are found, are fixed beforehand: a plan.

use super::cut_short::CutShort;
use super::database::{Database, Key, KeyAccess, Path};
use super::dependency::{Dependencies, Phase};
use super::program::{Atom, Condition, Pattern, Predicate, ProgramRule};
use super::term::{Symbol, Term, Terms};
use crate::work::Work;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// How to satisfy a body.
#[derive(Clone, Debug)]
pub struct Plan {
    steps: Vec<Step>,
    variables: usize,
}

#[derive(Clone, Debug)]
enum Step {
    /// Some row matches.
    Find(Find),
    /// No row is this one.
    Lack(Atom),
    Distinct(Pattern, Pattern),
    Same(Pattern, Pattern),
}

#[derive(Clone, Debug)]
struct Find {
    predicate: Predicate,
    /// Which condition of the body it is.
    position: usize,
    index: Option<usize>,
    key: Vec<KeyPart>,
    matches: Box<[Match]>,
}

#[derive(Clone, Debug)]
pub(super) enum KeyPart {
    Ground(Term),
    Variable(u32),
    Function(Symbol, usize),
}

/// How a term is compared: variables that are met first are bound.
#[derive(Clone, Debug)]
pub(super) enum Match {
    Ground(Term),
    Check(u32),
    Bind(u32),
    Compound(Symbol, Box<[Match]>),
}

/// What negative conditions are good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Negation {
    /// They are tested.
    Exact,
    /// They are tested of relations that never change; others might hold or not.
    Relaxed,
}

/// How plans are made.
pub struct Planner<'a> {
    /// The tables, which get the indexes that plans need.
    pub database: &'a mut Database,
    /// The terms.
    pub terms: &'a Terms,
    /// What relations depend on.
    pub dependencies: &'a Dependencies,
    /// How to read `not`.
    pub negation: Negation,
}

impl Planner<'_> {
    /// A plan for a rule that starts with one of its conditions, or with any.
    pub fn plan(&mut self, rule: &ProgramRule, first: Option<usize>) -> Plan {
        let mut rest: Vec<usize> =
            (0..rule.body.len()).filter(|&at| self.is_tested(rule, at)).collect();
        let mut bound = FxHashSet::default();
        let mut steps = Vec::new();
        let mut next = first;
        while let Some(position) = next.or_else(|| self.best(rule, &rest, &bound)) {
            rest.retain(|&other| other != position);
            steps.push(self.step(rule, position, &mut bound));
            next = None;
        }
        Plan { steps, variables: rule.variables.len() }
    }

    fn is_tested(&self, rule: &ProgramRule, at: usize) -> bool {
        match (&rule.body[at].condition, self.negation) {
            (Condition::Fails(atom), Negation::Relaxed) => {
                self.dependencies.phase(atom.predicate) == Phase::Static
            }
            (Condition::Holds(atom), Negation::Relaxed) => {
                !matches!(atom.predicate, Predicate::KNOWS | Predicate::COMMON)
            }
            _ => true,
        }
    }

    /// Tests as soon as they can be made; then what is joined to what is bound; then what is rare.
    fn best(&self, rule: &ProgramRule, rest: &[usize], bound: &FxHashSet<u32>) -> Option<usize> {
        let rank = |&position: &usize| {
            let mut known = 0_usize;
            let mut fresh = FxHashSet::default();
            let mut note = |variable| match bound.contains(&variable) {
                true => known += 1,
                false => _ = fresh.insert(variable),
            };
            match &rule.body[position].condition {
                Condition::Holds(atom) => {
                    atom.each_variable(&mut note);
                    let rare = match self.dependencies.phase(atom.predicate) {
                        Phase::Moves => 0,
                        Phase::State => 1,
                        Phase::Static => 2,
                    };
                    let kind = match (fresh.is_empty(), known) {
                        (true, _) => 1,
                        (false, 1..) => 2,
                        (false, 0) => 3,
                    };
                    (kind, fresh.len(), rare, position)
                }
                Condition::Fails(atom) => {
                    atom.each_variable(&mut note);
                    (if fresh.is_empty() { 0 } else { 4 }, 0, 0, position)
                }
                Condition::Distinct(left, right) | Condition::Same(left, right) => {
                    left.each_variable(&mut note);
                    right.each_variable(&mut note);
                    (if fresh.is_empty() { 0 } else { 4 }, 0, 0, position)
                }
            }
        };
        rest.iter().copied().min_by_key(rank)
    }

    fn step(&mut self, rule: &ProgramRule, position: usize, bound: &mut FxHashSet<u32>) -> Step {
        match &rule.body[position].condition {
            Condition::Holds(atom) => Step::Find(self.find(atom, position, bound)),
            Condition::Fails(atom) => Step::Lack(atom.clone()),
            Condition::Distinct(left, right) => Step::Distinct(left.clone(), right.clone()),
            Condition::Same(left, right) => Step::Same(left.clone(), right.clone()),
        }
    }

    fn find(&mut self, atom: &Atom, position: usize, bound: &mut FxHashSet<u32>) -> Find {
        let (mut access, mut key) = (Vec::new(), Vec::new());
        for (place, pattern) in atom.arguments.iter().enumerate().take(KEY_PLACES) {
            note_access(pattern, vec![place as u16], bound, &mut access, &mut key);
        }
        let index = (!access.is_empty())
            .then(|| self.database.table_mut(atom.predicate).index(&access, self.terms));
        let matches = atom.arguments.iter().map(|pattern| compile(pattern, bound)).collect();
        Find { predicate: atom.predicate, position, index, key, matches }
    }
}

/// Only the first so many arguments find rows; the others are compared after all.
pub(super) const KEY_PLACES: usize = 64;

pub(super) fn note_access(
    pattern: &Pattern,
    path: Vec<u16>,
    bound: &FxHashSet<u32>,
    access: &mut Vec<KeyAccess>,
    key: &mut Vec<KeyPart>,
) {
    match pattern {
        Pattern::Ground(term) => {
            access.push(KeyAccess::Term(Path::from(path)));
            key.push(KeyPart::Ground(*term));
        }
        Pattern::Variable(variable) if bound.contains(variable) => {
            access.push(KeyAccess::Term(Path::from(path)));
            key.push(KeyPart::Variable(*variable));
        }
        Pattern::Variable(_) => {}
        Pattern::Compound(name, inner) => {
            access.push(KeyAccess::Function(Path::from(path.clone())));
            key.push(KeyPart::Function(*name, inner.len()));
            for (place, pattern) in inner.iter().enumerate().take(KEY_PLACES) {
                let mut path = path.clone();
                path.push(place as u16);
                note_access(pattern, path, bound, access, key);
            }
        }
    }
}

pub(super) fn compile(pattern: &Pattern, bound: &mut FxHashSet<u32>) -> Match {
    match pattern {
        Pattern::Ground(term) => Match::Ground(*term),
        Pattern::Variable(variable) => match bound.insert(*variable) {
            true => Match::Bind(*variable),
            false => Match::Check(*variable),
        },
        Pattern::Compound(name, inner) => {
            Match::Compound(*name, inner.iter().map(|pattern| compile(pattern, bound)).collect())
        }
    }
}

/// Which rows of each condition count.
pub trait Rows {
    /// The rows of the table of a condition.
    fn rows(&self, position: usize, predicate: Predicate) -> Range<u32>;
}

/// A search for all ways to satisfy a body.
pub struct Join<'a, R> {
    /// Where atoms are looked up.
    pub database: &'a Database,
    /// The terms.
    pub terms: &'a Terms,
    /// Which rows count.
    pub rows: R,
    /// To whom rows that are looked at are reported.
    pub work: &'a Work<'a>,
}

impl<R: Rows> Join<'_, R> {
    /// Tells of all ways, as the values of the variables. Variables of conditions that are not tested stay as they
    /// are in `unbound`.
    pub fn each(
        &self,
        plan: &Plan,
        f: &mut impl FnMut(&[Term]) -> Result<(), CutShort>,
    ) -> Result<(), CutShort> {
        let mut values = vec![Term(u32::MAX); plan.variables];
        self.from(&plan.steps, &mut values, f)
    }

    fn from(
        &self,
        steps: &[Step],
        values: &mut [Term],
        f: &mut impl FnMut(&[Term]) -> Result<(), CutShort>,
    ) -> Result<(), CutShort> {
        let Some((step, rest)) = steps.split_first() else { return f(values) };
        match step {
            Step::Find(find) => return self.find(find, rest, values, f),
            Step::Lack(atom) => {
                if !self.holds(atom, values) {
                    return self.from(rest, values, f);
                }
            }
            Step::Distinct(left, right) => {
                if !is_same(left, right, values, self.terms) {
                    return self.from(rest, values, f);
                }
            }
            Step::Same(left, right) => {
                if is_same(left, right, values, self.terms) {
                    return self.from(rest, values, f);
                }
            }
        }
        Ok(())
    }

    fn find(
        &self,
        find: &Find,
        rest: &[Step],
        values: &mut [Term],
        f: &mut impl FnMut(&[Term]) -> Result<(), CutShort>,
    ) -> Result<(), CutShort> {
        let table = self.database.table(find.predicate);
        let range = self.rows.rows(find.position, find.predicate);
        // A range of few rows is looked through; otherwise what is known finds them.
        if let Some(index) = find.index.filter(|_| range.len() > 4) {
            let found = table.rows_with(index, key(&find.key, values));
            let from = found.partition_point(|&row| row < range.start);
            for &row in found[from..].iter().take_while(|&&row| row < range.end) {
                self.work.step(1)?;
                if match_row(&find.matches, table.row(row), values, self.terms) {
                    self.from(rest, values, f)?;
                }
            }
            return Ok(());
        }
        for row in range {
            self.work.step(1)?;
            if match_row(&find.matches, table.row(row), values, self.terms) {
                self.from(rest, values, f)?;
            }
        }
        Ok(())
    }

    fn holds(&self, atom: &Atom, values: &[Term]) -> bool {
        let row: Option<Vec<Term>> =
            atom.arguments.iter().map(|pattern| existing(pattern, values, self.terms)).collect();
        row.is_some_and(|row| self.database.table(atom.predicate).find(&row).is_some())
    }
}

/// Whether the terms of a row match; variables that are met first are bound.
pub(super) fn match_row(
    matches: &[Match],
    row: &[Term],
    values: &mut [Term],
    terms: &Terms,
) -> bool {
    matches.iter().zip(row).all(|(matched, &term)| match_term(matched, term, values, terms))
}

/// Whether a term matches; variables that are met first are bound.
pub(super) fn match_term(matched: &Match, term: Term, values: &mut [Term], terms: &Terms) -> bool {
    match matched {
        Match::Ground(ground) => *ground == term,
        Match::Check(variable) => values[*variable as usize] == term,
        Match::Bind(variable) => {
            values[*variable as usize] = term;
            true
        }
        Match::Compound(name, inner) => {
            let node = terms.node(term);
            node.name == *name
                && node.arguments.len() == inner.len()
                && match_row(inner, &node.arguments, values, terms)
        }
    }
}

/// Whether two patterns stand for the same term. Terms that do not exist anywhere may still be the same, so that they
/// are compared part by part.
pub(super) fn is_same(left: &Pattern, right: &Pattern, values: &[Term], terms: &Terms) -> bool {
    match (existing(left, values, terms), existing(right, values, terms)) {
        (Some(left), Some(right)) => left == right,
        (None, None) => same_parts(left, right, values, terms),
        _ => false,
    }
}

fn same_parts(left: &Pattern, right: &Pattern, values: &[Term], terms: &Terms) -> bool {
    match (left, right) {
        (Pattern::Compound(one, left), Pattern::Compound(other, right)) => {
            one == other
                && left.len() == right.len()
                && left
                    .iter()
                    .zip(right.iter())
                    .all(|(left, right)| is_same(left, right, values, terms))
        }
        _ => false,
    }
}

pub(super) fn key(parts: &[KeyPart], values: &[Term]) -> u64 {
    let mut key = Key::default();
    for part in parts {
        match part {
            KeyPart::Ground(term) => key.term(*term),
            KeyPart::Variable(variable) => key.term(values[*variable as usize]),
            KeyPart::Function(name, arity) => key.function(*name, *arity),
        }
    }
    key.finish()
}

/// The term that a pattern stands for, if it occurs anywhere.
pub fn existing(pattern: &Pattern, values: &[Term], terms: &Terms) -> Option<Term> {
    match pattern {
        Pattern::Ground(term) => Some(*term),
        Pattern::Variable(variable) => Some(values[*variable as usize]),
        Pattern::Compound(name, inner) => {
            let inner: Option<Vec<Term>> =
                inner.iter().map(|pattern| existing(pattern, values, terms)).collect();
            terms.find(*name, &inner?)
        }
    }
}

/// The term that a pattern stands for.
pub fn instance(pattern: &Pattern, values: &[Term], terms: &mut Terms) -> Term {
    match pattern {
        Pattern::Ground(term) => *term,
        Pattern::Variable(variable) => values[*variable as usize],
        Pattern::Compound(name, inner) => {
            let inner = inner.iter().map(|pattern| instance(pattern, values, terms)).collect();
            terms.compound(*name, inner)
        }
    }
}
