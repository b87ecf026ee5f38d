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

/// A network for a game.
#[derive(Clone, Debug)]
pub struct Network {
    ground: Ground,
    /// The value of every input and gate.
    values: Vec<u8>,
    /// The facts: the terms, and where their values stand, from the first on.
    facts: Vec<Term>,
    initial: Box<[u64]>,
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
    legal: Vec<Vec<RoleMove>>,
    made: Vec<u32>,
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
        let mut network = Compiler::new(ground, &work).network()?;
        network.knowledge =
            network.known.iter().map(|&(atom, _)| network.known_atom(game, atom)).collect();
        Ok(network)
    }

    /// How large it is.
    pub fn size(&self) -> NetworkSize {
        NetworkSize {
            facts: self.facts.len(),
            moves: self.moves.iter().map(|moves| moves.terms.len()).sum(),
            rules: self.ground.heads.len(),
            gates: self.gates,
        }
    }

    /// The rules without variables.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// How many moves a role has in all states together.
    pub fn moves_of(&self, role: RoleId) -> usize {
        self.moves[role.index()].terms.len()
    }

    /// What an atom about knowledge speaks of.
    fn known_atom(&self, game: &Rulebook, atom: AtomId) -> KnowledgeAtom {
        let statics = &self.ground.statics;
        let (_, row) = self.ground.atom(atom);
        let role = match row {
            [who, _] => {
                let place = statics.roles.iter().position(|role| role == who);
                place.map(RoleId::from_index)
            }
            _ => None,
        };
        let inner = row.last().map(|&inner| statics.terms.node(inner));
        let inner = inner
            .map(|node| (game.program.atom_of(node.name, node.arguments.len()), &node.arguments));
        match inner {
            Some((Some(predicate), row)) => KnowledgeAtom { role, predicate, row: row.clone() },
            // Only atoms are known.
            _ => KnowledgeAtom { role, predicate: Predicate::TERMINAL, row: Box::default() },
        }
    }

    fn collect_legal(&mut self) {
        for (moves, legal) in self.moves.iter().zip(&mut self.legal) {
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
        for (role, made) in self.moves.iter().zip(moves) {
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
        self.moves.len()
    }

    fn role_names(&self) -> Vec<String> {
        self.ground.statics.role_names()
    }

    fn weight(&self) -> u64 {
        1 + self.gates as u64 / 64
    }

    fn initial(&mut self) -> Self::Position {
        self.initial.clone()
    }

    fn start_from(&mut self, position: Self::Position) {
        self.initial = position;
    }

    fn enter(&mut self, position: &Self::Position) -> Result<(), CutShort> {
        let inputs = &mut self.values[1..];
        for (bits, inputs) in position.iter().zip(inputs[..self.facts.len()].chunks_mut(64)) {
            for (bit, input) in inputs.iter_mut().enumerate() {
                *input = (bits >> bit & 1) as u8;
            }
        }
        self.phases.enter.run(&mut self.values);
        self.collect_legal();
        Ok(())
    }

    fn is_terminal(&self) -> bool {
        self.terminal.is_on(&self.values)
    }

    fn legal(&self, role: RoleId) -> &[RoleMove] {
        &self.legal[role.index()]
    }

    fn goals(&mut self, role: RoleId) -> Result<Vec<i64>, CutShort> {
        self.phases.goals.run(&mut self.values);
        let on = self.goals[role.index()].iter().filter(|(_, signal)| signal.is_on(&self.values));
        Ok(on.map(|(value, _)| *value).collect())
    }

    fn make(&mut self, moves: &[RoleMove], next: &mut Self::Position) -> Result<(), CutShort> {
        self.does(moves);
        self.phases.next.run(&mut self.values);
        for (bits, signals) in next.iter_mut().zip(self.next.chunks(64)) {
            *bits = 0;
            for (bit, signal) in signals.iter().enumerate() {
                *bits |= u64::from(signal.is_on(&self.values)) << bit;
            }
        }
        Ok(())
    }

    fn sees(&mut self, role: RoleId) -> Result<Vec<Percept>, CutShort> {
        self.phases.sees.run(&mut self.values);
        let seen = self.sees[role.index()]
            .iter()
            .enumerate()
            .filter(|(_, (_, signal))| signal.is_on(&self.values));
        Ok(seen.map(|(number, _)| Percept(number as u32)).collect())
    }

    fn complete(&mut self) -> Result<(), CutShort> {
        self.phases.goals.run(&mut self.values);
        self.phases.rest.run(&mut self.values);
        Ok(())
    }

    fn holds(&mut self, predicate: Predicate, row: &[Term]) -> Result<bool, CutShort> {
        Ok(match self.ground.find(predicate, row) {
            Some(atom) => self.signals[atom as usize].is_on(&self.values),
            None => self.ground.always_holds(predicate, row),
        })
    }

    fn move_term(&self, role: RoleId, made: RoleMove) -> Term {
        self.moves[role.index()].terms[made.0 as usize]
    }

    fn knowledge_atoms(&self) -> Vec<KnowledgeAtom> {
        self.knowledge.clone()
    }

    fn set_known(&mut self, holds: &[bool]) {
        for (&(_, at), &holds) in self.known.iter().zip(holds) {
            self.values[at as usize] = holds.into();
        }
    }

    fn show_position(&self, position: &Self::Position) -> Vec<String> {
        let holds = |&at: &usize| position[at / 64] >> (at % 64) & 1 == 1;
        let facts = (0..self.facts.len()).filter(holds);
        let mut shown: Vec<String> =
            facts.map(|at| self.ground.statics.terms.show(self.facts[at]).to_string()).collect();
        shown.sort_unstable();
        shown
    }

    fn show_term(&self, term: Term) -> String {
        self.ground.statics.terms.show(term).to_string()
    }

    fn show_move(&self, role: RoleId, made: RoleMove) -> String {
        self.ground.statics.terms.show(self.moves[role.index()].terms[made.0 as usize]).to_string()
    }

    fn show_percept(&self, role: RoleId, percept: Percept) -> String {
        self.ground.statics.terms.show(self.sees[role.index()][percept.0 as usize].0).to_string()
    }
}
