//! The least model of rules, from the facts up: a round applies every rule to what the round before has added
//! (semi-naive evaluation). Each way to apply a rule is met exactly once.

use super::cut_short::{CutShort, RuleLimits};
use super::database::Database;
use super::dependency::Dependencies;
use super::join::{Join, Negation, Plan, Planner, Rows, instance};
use super::program::{Condition, Predicate, ProgramRule};
use super::term::{MAX_DEPTH, Term, Terms};
use crate::work::Work;
use hexa_logic::Stop;
use std::ops::Range;

/// Rules that are applied until nothing is added any more.
#[derive(Clone, Debug)]
pub struct Saturation {
    rules: Vec<Planned>,
    /// The relations that the rules define.
    defined: Vec<Predicate>,
    /// The place of each relation among these.
    slots: Vec<Option<usize>>,
}

#[derive(Clone, Debug)]
struct Planned {
    /// The number of the rule, for those who listen.
    number: u32,
    rule: ProgramRule,
    start: Plan,
    /// A plan for each condition on a relation that is still growing.
    growing: Vec<(usize, Plan)>,
    /// Which conditions are on relations that are still growing.
    grows: Vec<bool>,
}

/// Who listens to how rules are applied.
pub trait Listener {
    /// A rule was applied, with these values of its variables.
    fn note_applied(&mut self, rule: u32, values: &[Term]);
}

/// Nobody listens.
pub struct Nobody;

impl Listener for Nobody {
    fn note_applied(&mut self, _: u32, _: &[Term]) {}
}

/// What a saturation works on.
pub struct Workspace<'a> {
    /// The atoms that hold.
    pub database: &'a mut Database,
    /// The terms.
    pub terms: &'a mut Terms,
    /// How much may be computed.
    pub limits: RuleLimits,
    /// To whom work is reported.
    pub stop: &'a Stop,
}

impl Saturation {
    /// Plans for rules that define some relations.
    pub fn new(
        rules: impl Iterator<Item = (u32, ProgramRule)>,
        defined: &[Predicate],
        (database, terms): (&mut Database, &Terms),
        (dependencies, negation): (&Dependencies, Negation),
    ) -> Self {
        let mut slots = vec![None; database.relations()];
        for (slot, predicate) in defined.iter().enumerate() {
            slots[predicate.index()] = Some(slot);
        }
        let mut planner = Planner { database, terms, dependencies, negation };
        let planned = rules.map(|(number, rule)| {
            let grows = rule.body.iter().map(|literal| match &literal.condition {
                Condition::Holds(atom) => slots[atom.predicate.index()].is_some(),
                Condition::Fails(_) | Condition::Distinct(..) | Condition::Same(..) => false,
            });
            let grows: Vec<bool> = grows.collect();
            let start = planner.plan(&rule, None);
            let positions = (0..rule.body.len()).filter(|&position| grows[position]);
            let growing =
                positions.map(|position| (position, planner.plan(&rule, Some(position)))).collect();
            Planned { number, rule, start, growing, grows }
        });
        Self { rules: planned.collect(), defined: defined.to_vec(), slots }
    }

    /// Applies the rules until nothing is added any more.
    pub fn run(
        &self,
        on: &mut Workspace<'_>,
        listener: &mut impl Listener,
    ) -> Result<(), CutShort> {
        let mut marks: Vec<(u32, u32)> = self.defined.iter().map(|_| (0, 0)).collect();
        let mut applied = 0;
        // Small runs, one for each position of a play, report no batch of their own.
        on.stop.look()?;
        let work = Work::new(on.stop);
        for planned in &self.rules {
            let rows = Round { saturation: self, marks: &marks, planned, changed: None };
            apply(planned, &planned.start, rows, on, listener, (&mut applied, &work))?;
        }
        loop {
            for (mark, &predicate) in marks.iter_mut().zip(&self.defined) {
                *mark = (mark.1, on.database.table(predicate).len());
            }
            if marks.iter().all(|(from, to)| from == to) {
                return Ok(());
            }
            for planned in &self.rules {
                for (position, plan) in &planned.growing {
                    let rows = Round {
                        saturation: self,
                        marks: &marks,
                        planned,
                        changed: Some(*position),
                    };
                    if !rows.is_idle(*position) {
                        apply(planned, plan, rows, on, listener, (&mut applied, &work))?;
                    }
                }
            }
        }
    }
}

/// Finds the new ways to apply a rule, then adds what follows.
fn apply(
    planned: &Planned,
    plan: &Plan,
    rows: Round<'_>,
    on: &mut Workspace<'_>,
    listener: &mut impl Listener,
    (applied, work): (&mut usize, &Work<'_>),
) -> Result<(), CutShort> {
    let width = planned.rule.variables.len();
    let mut found: Vec<Term> = Vec::new();
    let mut ways = 0;
    let rows = Bounded { database: on.database, rows };
    let join = Join { database: on.database, terms: on.terms, rows, work };
    join.each(plan, &mut |values| {
        ways += 1;
        *applied += 1;
        found.extend_from_slice(values);
        match *applied > on.limits.instances {
            true => Err(CutShort::Instances(on.limits.instances)),
            false => Ok(()),
        }
    })?;
    let head = &planned.rule.head;
    let mut row = Vec::new();
    for way in 0..ways {
        work.step(1)?;
        let values = &found[way * width..(way + 1) * width];
        row.clear();
        row.extend(head.arguments.iter().map(|pattern| instance(pattern, values, on.terms)));
        if row.iter().any(|&term| on.terms.depth(term) > MAX_DEPTH) {
            return Err(CutShort::Depth(MAX_DEPTH));
        }
        listener.note_applied(planned.number, values);
        if on.database.table_mut(head.predicate).insert(&row, on.terms)
            && on.database.table(head.predicate).len() as usize > on.limits.atoms
        {
            return Err(CutShort::Atoms(on.limits.atoms));
        }
    }
    Ok(())
}

/// Which rows count in a round: of the conditions before the one that changed, what was there before; of that one,
/// what is new; of those after it, both.
struct Round<'a> {
    saturation: &'a Saturation,
    marks: &'a [(u32, u32)],
    planned: &'a Planned,
    changed: Option<usize>,
}

impl Round<'_> {
    fn mark(&self, predicate: Predicate) -> Option<(u32, u32)> {
        self.saturation.slots[predicate.index()].map(|slot| self.marks[slot])
    }

    fn is_idle(&self, position: usize) -> bool {
        match &self.planned.rule.body[position].condition {
            Condition::Holds(atom) => {
                self.mark(atom.predicate).is_some_and(|(from, to)| from == to)
            }
            Condition::Fails(_) | Condition::Distinct(..) | Condition::Same(..) => true,
        }
    }

    fn range(&self, position: usize, predicate: Predicate, all: u32) -> Range<u32> {
        if !self.planned.grows[position] {
            return 0..all;
        }
        let (from, to) = self.mark(predicate).unwrap_or((0, all));
        match self.changed {
            None => 0..0,
            Some(changed) if position < changed => 0..from,
            Some(changed) if position == changed => from..to,
            Some(_) => 0..to,
        }
    }
}

struct Bounded<'a> {
    database: &'a Database,
    rows: Round<'a>,
}

impl Rows for Bounded<'_> {
    fn rows(&self, position: usize, predicate: Predicate) -> Range<u32> {
        self.rows.range(position, predicate, self.database.table(predicate).len())
    }
}
