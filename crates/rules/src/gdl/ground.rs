//! Rules without variables: all that can ever be applied. What can hold at some time is over-estimated first: facts
//! stay true, whatever may become legal is done, and conditions with `not` are taken to hold unless they speak of
//! what never changes. The ways to apply rules that are found on the way are the rules without variables.

use super::components::Graph;
use super::cut_short::{CutShort, RuleLimits};
use super::database::Database;
use super::dependency::Phase;
use super::join::{Negation, existing, instance};
use super::program::{Atom, Condition, Literal, Pattern, Predicate, Program, ProgramRule};
use super::read::atom_of;
use super::rulebook::{Rulebook, Statics};
use super::saturation::{Listener, Saturation, Workspace};
use super::term::{Term, Terms};
use crate::work::Work;
use hexa_lang::Span;
use hexa_logic::{Stop, Stopped};

/// An atom without variables, by its number.
pub type AtomId = u32;

/// A condition of a rule without variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GroundLiteral {
    /// The atom holds.
    Holds(AtomId),
    /// It does not.
    Fails(AtomId),
}

impl GroundLiteral {
    /// The atom that it speaks of.
    pub fn atom(self) -> AtomId {
        let (Self::Holds(atom) | Self::Fails(atom)) = self;
        atom
    }
}

/// The rules of a game without variables.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The atoms; those of relations that never change are not numbered.
    pub statics: Statics,
    /// Where the numbers of each relation start; at the end, how many there are.
    offsets: Vec<u32>,
    is_numbered: Vec<bool>,
    /// The heads of the rules.
    pub heads: Vec<AtomId>,
    /// The rules that they are cases of.
    cases: Vec<u32>,
    starts: Vec<u32>,
    literals: Vec<GroundLiteral>,
}

impl Ground {
    /// The rules of a game without variables, for what plays need and some other relations.
    pub(crate) fn new(
        game: &Rulebook,
        also: &[Predicate],
        limits: RuleLimits,
        work: &Work<'_>,
    ) -> Result<Self, CutShort> {
        let mut statics = game.statics(also, limits, work.stop())?;
        if let Some(name) = asked_only(game, &statics) {
            return Err(CutShort::OnDemand(name));
        }
        let applied = reachable(game, &mut statics, limits, work.stop())?;
        let mut resolver = Resolver { program: &game.program, statics: &mut statics, game };
        resolver.name_known(&applied, work)?;
        let (offsets, is_numbered) = numbering(game, &statics.database);
        let mut ground = Self {
            statics,
            offsets,
            is_numbered,
            heads: Vec::new(),
            cases: Vec::new(),
            starts: vec![0],
            literals: Vec::new(),
        };
        ground.resolve(game, &applied, work)?;
        Ok(ground)
    }

    /// How many atoms are numbered.
    pub fn atoms(&self) -> usize {
        self.offsets.last().map_or(0, |&count| count as usize)
    }

    /// The conditions of a rule.
    pub fn body(&self, rule: usize) -> &[GroundLiteral] {
        &self.literals[self.starts[rule] as usize..self.starts[rule + 1] as usize]
    }

    /// The numbers of the atoms of a relation.
    pub fn numbers(&self, predicate: Predicate) -> std::ops::Range<AtomId> {
        match self.is_numbered[predicate.index()] {
            true => self.offsets[predicate.index()]..self.offsets[predicate.index() + 1],
            false => 0..0,
        }
    }

    /// The number of an atom, if it can hold at some time.
    pub fn find(&self, predicate: Predicate, row: &[Term]) -> Option<AtomId> {
        let found = self.statics.database.table(predicate).find(row)?;
        self.is_numbered[predicate.index()].then(|| self.offsets[predicate.index()] + found)
    }

    /// Whether an atom of a relation that never changes holds.
    pub fn always_holds(&self, predicate: Predicate, row: &[Term]) -> bool {
        !self.is_numbered[predicate.index()]
            && self.statics.database.table(predicate).find(row).is_some()
    }

    /// What an atom is.
    pub fn atom(&self, id: AtomId) -> (Predicate, &[Term]) {
        // Relations without atoms start where the next one does.
        let predicate = self.offsets.partition_point(|&start| start <= id) - 1;
        let row = id - self.offsets[predicate];
        (
            Predicate(predicate as u32),
            self.statics.database.table(Predicate(predicate as u32)).row(row),
        )
    }

    fn resolve(
        &mut self,
        game: &Rulebook,
        applied: &Applied,
        work: &Work<'_>,
    ) -> Result<(), Stopped> {
        for (number, values) in applied.each() {
            work.step(1)?;
            let rule = &game.program.rules[number];
            if let Some(body) = self.conditions(game, rule, values) {
                let head = self
                    .row(&rule.head, values)
                    .and_then(|row| self.find(rule.head.predicate, &row));
                let Some(head) = head else { continue };
                self.heads.push(head);
                self.cases.push(number as u32);
                self.literals.extend(body);
                self.starts.push(self.literals.len() as u32);
            }
        }
        Ok(())
    }

    fn row(&self, atom: &Atom, values: &[Term]) -> Option<Vec<Term>> {
        atom.arguments
            .iter()
            .map(|pattern| existing(pattern, values, &self.statics.terms))
            .collect()
    }

    /// What is left of a body once what never changes is gone; nothing if it can never hold.
    fn conditions(
        &self,
        game: &Rulebook,
        rule: &ProgramRule,
        values: &[Term],
    ) -> Option<Vec<GroundLiteral>> {
        let mut body = Vec::new();
        for literal in &rule.body {
            let (atom, holds) = match &literal.condition {
                Condition::Holds(atom) => (atom, true),
                Condition::Fails(atom) => (atom, false),
                Condition::Distinct(..) | Condition::Same(..) => continue,
            };
            if game.dependencies.phase(atom.predicate) == Phase::Static {
                continue;
            }
            let number = self.row(atom, values).and_then(|row| self.find(atom.predicate, &row));
            match (number, holds) {
                (Some(number), true) => body.push(GroundLiteral::Holds(number)),
                (Some(number), false) => body.push(GroundLiteral::Fails(number)),
                (None, false) => {}
                (None, true) => return None,
            }
        }
        body.sort_unstable();
        body.dedup();
        Some(body)
    }
}

/// Atoms that depend on each other, and a rule by which the first depends on the negation of the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundCircle {
    /// The rule of the game.
    pub rule: usize,
    /// The atoms; the last is the first again.
    pub atoms: Vec<AtomId>,
}

impl Ground {
    /// A circle through a negation, if there is one.
    pub(crate) fn circle(&self, work: &Work<'_>) -> Result<Option<GroundCircle>, Stopped> {
        let mut arrows = Vec::new();
        for (rule, &head) in self.heads.iter().enumerate() {
            work.step(1)?;
            arrows.extend(self.body(rule).iter().map(|literal| (head, literal.atom())));
        }
        let graph = Graph::new(self.atoms(), &arrows);
        drop(arrows);
        let mut component_of = vec![0; self.atoms()];
        for (number, members) in graph.components(|| work.step(1))?.iter().enumerate() {
            members.iter().for_each(|&member| component_of[member as usize] = number as u32);
        }
        let is_mutual =
            |one: AtomId, other: AtomId| component_of[one as usize] == component_of[other as usize];
        for (rule, &head) in self.heads.iter().enumerate() {
            work.step(1)?;
            for literal in self.body(rule) {
                if let GroundLiteral::Fails(denied) = *literal
                    && is_mutual(head, denied)
                {
                    let mut atoms = vec![head];
                    atoms.extend(graph.path(denied, head, || work.step(1))?);
                    return Ok(Some(GroundCircle { rule: self.cases[rule] as usize, atoms }));
                }
            }
        }
        Ok(None)
    }

    /// The atoms of a circle as they are written.
    pub(crate) fn show_circle(&self, game: &Rulebook, circle: &GroundCircle) -> Vec<String> {
        let show = |&atom: &AtomId| {
            let (predicate, row) = self.atom(atom);
            let row: Vec<String> =
                row.iter().map(|&term| self.statics.terms.show(term).to_string()).collect();
            let name = game.program.relation_name(predicate);
            if row.is_empty() { name.to_owned() } else { format!("({name} {})", row.join(" ")) }
        };
        circle.atoms.iter().map(show).collect()
    }
}

/// A relation that rules without variables cannot have, because it can only be asked.
fn asked_only(game: &Rulebook, statics: &Statics) -> Option<String> {
    let all = (0..game.program.relations.len() as u32).map(Predicate);
    let mut needed = all.filter(|predicate| statics.needed[predicate.index()]);
    let found = needed.find(|predicate| {
        statics.on_demand[predicate.index()] || game.required[predicate.index()] != 0
    });
    found.map(|predicate| game.program.relation_name(predicate).to_owned())
}

/// The ways in which rules were applied.
#[derive(Default)]
struct Applied {
    rules: Vec<u32>,
    starts: Vec<u32>,
    values: Vec<Term>,
    /// Rules with larger numbers are not of the game.
    count: u32,
}

impl Applied {
    fn each(&self) -> impl Iterator<Item = (usize, &[Term])> {
        let ends = self.starts.iter().skip(1).copied().chain([self.values.len() as u32]);
        let ranges = self.starts.iter().zip(ends);
        self.rules
            .iter()
            .zip(ranges)
            .map(|(&rule, (&from, to))| (rule as usize, &self.values[from as usize..to as usize]))
    }
}

impl Listener for Applied {
    fn note_applied(&mut self, rule: u32, values: &[Term]) {
        if rule < self.count {
            self.rules.push(rule);
            self.starts.push(self.values.len() as u32);
            self.values.extend_from_slice(values);
        }
    }
}

/// Over-estimates what can hold at some time.
fn reachable(
    game: &Rulebook,
    statics: &mut Statics,
    limits: RuleLimits,
    stop: &Stop,
) -> Result<Applied, CutShort> {
    let is_changing = |predicate: &Predicate| {
        statics.needed[predicate.index()] && game.dependencies.phase(*predicate) != Phase::Static
    };
    let defined: Vec<Predicate> =
        (0..game.program.relations.len() as u32).map(Predicate).filter(is_changing).collect();
    let count = game.program.rules.len() as u32;
    let rules = game
        .program
        .rules
        .iter()
        .enumerate()
        .filter(|(_, rule)| defined.contains(&rule.head.predicate));
    let rules = rules.map(|(number, rule)| (number as u32, rule.clone()));
    let links = [
        (Predicate::TRUE, Predicate::INIT),
        (Predicate::TRUE, Predicate::NEXT),
        (Predicate::DOES, Predicate::LEGAL),
    ];
    let links = links.map(|(head, body)| (count, link(&game.program, head, body)));
    let tables = (&mut statics.database, &statics.terms);
    let relaxed = Saturation::new(
        rules.chain(links),
        &defined,
        tables,
        (&game.dependencies, Negation::Relaxed),
    );
    let mut applied = Applied { count, ..Applied::default() };
    let Statics { database, terms, .. } = statics;
    relaxed.run(&mut Workspace { database, terms, limits, stop }, &mut applied)?;
    Ok(applied)
}

/// The rule that all of one relation is of another.
fn link(program: &Program, head: Predicate, body: Predicate) -> ProgramRule {
    let arity = program.relations[head.index()].arity as u32;
    let atom =
        |predicate| Atom { predicate, arguments: (0..arity).map(Pattern::Variable).collect() };
    let literal = Literal { condition: Condition::Holds(atom(body)), at: Span::default() };
    let variables = (0..arity).map(|variable| variable.to_string().into()).collect();
    ProgramRule { head: atom(head), body: vec![literal], variables, at: Span::default() }
}

/// Gives rows to what is known, which no rule has derived.
struct Resolver<'a> {
    program: &'a Program,
    statics: &'a mut Statics,
    game: &'a Rulebook,
}

impl Resolver<'_> {
    fn name_known(&mut self, applied: &Applied, work: &Work<'_>) -> Result<(), Stopped> {
        let is_known = |atom: &Atom| matches!(atom.predicate, Predicate::KNOWS | Predicate::COMMON);
        let mut known: Vec<Vec<&Atom>> = vec![Vec::new(); self.program.rules.len()];
        for (rule, known) in self.program.rules.iter().zip(&mut known) {
            known.extend(rule.body.iter().filter_map(|literal| match &literal.condition {
                Condition::Holds(atom) | Condition::Fails(atom) if is_known(atom) => Some(atom),
                Condition::Holds(_)
                | Condition::Fails(_)
                | Condition::Distinct(..)
                | Condition::Same(..) => None,
            }));
        }
        for (number, values) in applied.each() {
            work.step(1)?;
            for atom in &known[number] {
                self.name(atom, values);
            }
        }
        Ok(())
    }

    /// What is known can only be what can hold, and by who plays.
    fn name(&mut self, atom: &Atom, values: &[Term]) {
        let terms: &mut Terms = &mut self.statics.terms;
        let row: Vec<Term> =
            atom.arguments.iter().map(|pattern| instance(pattern, values, terms)).collect();
        let Some(&inner) = row.last() else { return };
        let who_plays = row.len() == 1 || self.statics.roles.contains(&row[0]);
        let Some(inner) = atom_of(self.program, &self.statics.terms, &Pattern::Ground(inner))
        else {
            return;
        };
        if matches!(inner.predicate, Predicate::KNOWS | Predicate::COMMON) {
            self.name(&inner, &[]);
        }
        let arguments: Option<Vec<Term>> = inner
            .arguments
            .iter()
            .map(|pattern| existing(pattern, &[], &self.statics.terms))
            .collect();
        let database: &mut Database = &mut self.statics.database;
        let can_hold =
            arguments.is_some_and(|row| database.table(inner.predicate).find(&row).is_some());
        debug_assert!(self.game.dependencies.phase(atom.predicate) == Phase::State);
        if who_plays && can_hold {
            database.table_mut(atom.predicate).insert(&row, &self.statics.terms);
        }
    }
}

fn numbering(game: &Rulebook, database: &Database) -> (Vec<u32>, Vec<bool>) {
    let mut offsets = vec![0];
    let mut is_numbered = Vec::new();
    for predicate in (0..game.program.relations.len() as u32).map(Predicate) {
        let changes = game.dependencies.phase(predicate) != Phase::Static;
        let rows = if changes { database.table(predicate).len() } else { 0 };
        offsets.push(offsets[predicate.index()] + rows);
        is_numbered.push(changes);
    }
    (offsets, is_numbered)
}
