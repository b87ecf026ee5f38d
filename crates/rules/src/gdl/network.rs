//! Playing by a network of gates: one bit for each fact of a state, each move and each derived atom, computed in an
//! order in which everything comes after what it depends on. Atoms that depend on each other are computed together,
//! until nothing changes.

mod compile;
mod gates;
mod lanes;

use super::cut_short::{CutShort, RuleLimits};
use super::ground::{AtomId, Ground};
use super::interpreter::{in_order, values};
use super::program::Predicate;
use super::referee::{KnowledgeAtom, Percept, Referee, RoleId, RoleMove};
use super::rulebook::Rulebook;

use super::term::Term;
use crate::work::Work;
use compile::Compiler;
use gates::{Gates, Signal};
use hexa_logic::Stop;
use std::sync::Arc;

/// A network for a game. Copies share the gates, and each has values of its own: whoever plays beside others takes a copy.
#[derive(Clone, Debug)]
pub struct Network {
    wiring: Arc<Wiring>,
    /// The value of every input and gate.
    values: Vec<u8>,
    initial: Box<[u64]>,
    legal: Vec<Vec<RoleMove>>,
    made: Vec<u32>,
    /// Whether it was computed what is seen of the moves that were made last.
    has_looked: bool,
}

/// What does not change while a network is used.
#[derive(Debug)]
struct Wiring {
    ground: Ground,
    /// The facts: the terms, and where their values stand, from the first on.
    facts: Vec<Term>,
    moves: Vec<MovesOfRole>,
    terminal: Signal,
    goals: Vec<Vec<(i64, Signal)>>,
    next: Vec<Signal>,
    sees: Vec<Vec<(Term, Signal)>>,
    /// What is known: the atoms, and where their values stand.
    known: Vec<(AtomId, u32)>,
    knowledge: Vec<KnowledgeAtom>,
    /// Every atom that can hold, by its number.
    signals: Vec<Signal>,
    phases: Phases,
    gates: usize,
}

/// The moves of a role: in the order of their texts.
#[derive(Clone, Debug)]
struct MovesOfRole {
    terms: Vec<Term>,
    legal: Vec<Signal>,
    /// Where the value of `does` stands, if anything depends on it.
    does: Vec<Option<u32>>,
}

/// The gates for each question.
#[derive(Clone, Debug)]
struct Phases {
    /// Whether the play is over, and what is legal.
    enter: Gates,
    goals: Gates,
    next: Gates,
    sees: Gates,
    /// All other atoms of the state.
    rest: Gates,
}

/// Whether some roles see something in just the same cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alike {
    /// They do, whatever happens.
    Yes,
    /// That is not known.
    No,
}

/// How large a network is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkSize {
    /// Facts of states.
    pub facts: usize,
    /// Moves of all roles.
    pub moves: usize,
    /// Rules without variables.
    pub rules: usize,
    /// Gates.
    pub gates: usize,
}

impl Network {
    /// Compiles a game. Also the relations that are given are computed.
    pub fn new(
        game: &Rulebook,
        also: &[Predicate],
        limits: RuleLimits,
        stop: &Stop,
    ) -> Result<Self, CutShort> {
        let work = Work::new(stop);
        let ground = Ground::new(game, also, limits, &work)?;
        if game.dependencies.has_mixed()
            && let Some(circle) = ground.circle(&work)?
        {
            return Err(CutShort::Circle(ground.show_circle(game, &circle)));
        }
        Ok(Compiler::new(ground, &work).network(game)?)
    }

    /// How large it is.
    pub fn size(&self) -> NetworkSize {
        NetworkSize {
            facts: self.wiring.facts.len(),
            moves: self.wiring.moves.iter().map(|moves| moves.terms.len()).sum(),
            rules: self.wiring.ground.heads.len(),
            gates: self.wiring.gates,
        }
    }

    /// The rules without variables.
    pub fn ground(&self) -> &Ground {
        &self.wiring.ground
    }

    /// How many moves a role has in all states together.
    pub fn moves_of(&self, role: RoleId) -> usize {
        self.wiring.moves[role.index()].terms.len()
    }

    /// The moves of a role in all states together, as they are written, in the order of their numbers.
    pub fn move_texts(&self, role: RoleId) -> Vec<String> {
        let moves = (0..self.moves_of(role) as u32).map(RoleMove);
        moves.map(|made| self.show_move(role, made)).collect()
    }

    /// What a role can ever see, as it is written, in the order of its numbers; each with whether these roles see it in just
    /// the same cases. They do where one gate says so for all of them.
    pub fn percept_texts(&self, role: RoleId, alike: &[RoleId]) -> Vec<(String, Alike)> {
        let sees = &self.wiring.sees;
        let is_alike = |term: Term, signal: Signal| {
            alike.iter().all(|other| sees[other.index()].contains(&(term, signal)))
        };
        let texts = sees[role.index()].iter().map(|&(term, signal)| {
            let alike = if is_alike(term, signal) { Alike::Yes } else { Alike::No };
            (self.show_term(term), alike)
        });
        texts.collect()
    }

    /// The facts that can ever hold, as they are written.
    pub fn fact_texts(&self) -> Vec<String> {
        self.wiring.facts.iter().map(|&fact| self.show_term(fact)).collect()
    }

    /// The numbers of the facts that hold in a position.
    pub fn facts_in<'p>(&self, position: &'p [u64]) -> impl Iterator<Item = usize> + 'p {
        let holds =
            |at: &usize| position.get(at / 64).is_some_and(|bits| bits >> (at % 64) & 1 == 1);
        (0..self.wiring.facts.len()).filter(holds)
    }

    fn collect_legal(&mut self) {
        for (moves, legal) in self.wiring.moves.iter().zip(&mut self.legal) {
            legal.clear();
            for (number, signal) in moves.legal.iter().enumerate() {
                if signal.is_on(&self.values) {
                    legal.push(RoleMove(number as u32));
                }
            }
        }
    }

    fn does(&mut self, moves: &[RoleMove]) {
        for &at in &self.made {
            self.values[at as usize] = 0;
        }
        self.made.clear();
        for (role, made) in self.wiring.moves.iter().zip(moves) {
            if let Some(at) = role.does[made.0 as usize] {
                self.values[at as usize] = 1;
                self.made.push(at);
            }
        }
    }
}

impl Referee for Network {
    type Position = Box<[u64]>;

    fn roles(&self) -> usize {
        self.wiring.moves.len()
    }

    fn role_names(&self) -> Vec<String> {
        self.wiring.ground.statics.role_names()
    }

    fn weight(&self) -> u64 {
        1 + self.wiring.gates as u64 / 64
    }

    fn initial(&mut self) -> Self::Position {
        self.initial.clone()
    }

    fn start_from(&mut self, position: Self::Position) {
        self.initial = position;
    }

    fn enter(&mut self, position: &Self::Position) -> Result<(), CutShort> {
        let inputs = &mut self.values[1..];
        for (bits, inputs) in position.iter().zip(inputs[..self.wiring.facts.len()].chunks_mut(64))
        {
            for (bit, input) in inputs.iter_mut().enumerate() {
                *input = (bits >> bit & 1) as u8;
            }
        }
        self.wiring.phases.enter.run(&mut self.values);
        self.collect_legal();
        Ok(())
    }

    fn is_terminal(&self) -> bool {
        self.wiring.terminal.is_on(&self.values)
    }

    fn legal(&self, role: RoleId) -> &[RoleMove] {
        &self.legal[role.index()]
    }

    fn goals(&mut self, role: RoleId) -> Result<Vec<i64>, CutShort> {
        self.wiring.phases.goals.run(&mut self.values);
        let on =
            self.wiring.goals[role.index()].iter().filter(|(_, signal)| signal.is_on(&self.values));
        Ok(on.map(|(value, _)| *value).collect())
    }

    fn make(&mut self, moves: &[RoleMove], next: &mut Self::Position) -> Result<(), CutShort> {
        self.does(moves);
        self.has_looked = false;
        self.wiring.phases.next.run(&mut self.values);
        for (bits, signals) in next.iter_mut().zip(self.wiring.next.chunks(64)) {
            *bits = 0;
            for (bit, signal) in signals.iter().enumerate() {
                *bits |= u64::from(signal.is_on(&self.values)) << bit;
            }
        }
        Ok(())
    }

    fn sees(&mut self, role: RoleId) -> Result<Vec<Percept>, CutShort> {
        if !std::mem::replace(&mut self.has_looked, true) {
            self.wiring.phases.sees.run(&mut self.values);
        }
        let seen = self.wiring.sees[role.index()]
            .iter()
            .enumerate()
            .filter(|(_, (_, signal))| signal.is_on(&self.values));
        Ok(seen.map(|(number, _)| Percept(number as u32)).collect())
    }

    fn complete(&mut self) -> Result<(), CutShort> {
        self.wiring.phases.goals.run(&mut self.values);
        self.wiring.phases.rest.run(&mut self.values);
        Ok(())
    }

    fn holds(&mut self, predicate: Predicate, row: &[Term]) -> Result<bool, CutShort> {
        Ok(match self.wiring.ground.find(predicate, row) {
            Some(atom) => self.wiring.signals[atom as usize].is_on(&self.values),
            None => self.wiring.ground.always_holds(predicate, row),
        })
    }

    fn move_term(&self, role: RoleId, made: RoleMove) -> Term {
        self.wiring.moves[role.index()].terms[made.0 as usize]
    }

    fn knowledge_atoms(&self) -> Vec<KnowledgeAtom> {
        self.wiring.knowledge.clone()
    }

    fn set_known(&mut self, holds: &[bool]) {
        for (&(_, at), &holds) in self.wiring.known.iter().zip(holds) {
            self.values[at as usize] = holds.into();
        }
    }

    fn show_position(&self, position: &Self::Position) -> Vec<String> {
        let holds = |&at: &usize| position[at / 64] >> (at % 64) & 1 == 1;
        let facts = (0..self.wiring.facts.len()).filter(holds);
        let mut shown: Vec<String> = facts
            .map(|at| self.wiring.ground.statics.terms.show(self.wiring.facts[at]).to_string())
            .collect();
        shown.sort_unstable();
        shown
    }

    fn show_term(&self, term: Term) -> String {
        self.wiring.ground.statics.terms.show(term).to_string()
    }

    fn show_move(&self, role: RoleId, made: RoleMove) -> String {
        self.wiring
            .ground
            .statics
            .terms
            .show(self.wiring.moves[role.index()].terms[made.0 as usize])
            .to_string()
    }

    fn show_percept(&self, role: RoleId, percept: Percept) -> String {
        self.wiring
            .ground
            .statics
            .terms
            .show(self.wiring.sees[role.index()][percept.0 as usize].0)
            .to_string()
    }
}

/// What an atom about knowledge speaks of.
fn known_atom(ground: &Ground, game: &Rulebook, atom: AtomId) -> KnowledgeAtom {
    let statics = &ground.statics;
    let (_, row) = ground.atom(atom);
    let role = match row {
        [who, _] => {
            let place = statics.roles.iter().position(|role| role == who);
            place.map(RoleId::from_index)
        }
        _ => None,
    };
    let inner = row.last().map(|&inner| statics.terms.node(inner));
    let inner =
        inner.map(|node| (game.program.atom_of(node.name, node.arguments.len()), &node.arguments));
    match inner {
        Some((Some(predicate), row)) => KnowledgeAtom { role, predicate, row: row.clone() },
        // Only atoms are known.
        _ => KnowledgeAtom { role, predicate: Predicate::TERMINAL, row: Box::default() },
    }
}
