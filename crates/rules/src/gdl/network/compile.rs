//! From rules without variables to gates. What is always or never on is computed away, gates that only repeat
//! another are left out, and each question gets the gates that it needs and that are not computed before.

use super::gates::{BlockKind, Gates, Signal};
use super::*;
use crate::gdl::components::Graph;
use crate::gdl::ground::GroundLiteral;
use hexa_logic::Stopped;
use rustc_hash::FxHashMap;
use std::ops::Range;

type Clauses = Vec<Vec<Signal>>;

/// Compiles a network.
pub struct Compiler<'w> {
    work: &'w Work<'w>,
    ground: Ground,
    /// Every atom, once it is known what it is.
    signals: Vec<Signal>,
    /// The gates in order, with those that depend on each other together.
    blocks: Vec<(BlockKind, Vec<u32>)>,
    clauses: FxHashMap<u32, Clauses>,
    places: u32,
    /// Where the values of moves stand.
    does: Range<u32>,
}

impl<'w> Compiler<'w> {
    /// Starts with the inputs: the facts, the moves, what is known.
    pub fn new(ground: Ground, work: &'w Work<'w>) -> Self {
        let mut signals = vec![Signal::OFF; ground.atoms()];
        let mut places = 1;
        for predicate in [Predicate::TRUE, Predicate::DOES, Predicate::KNOWS, Predicate::COMMON] {
            for atom in ground.numbers(predicate) {
                signals[atom as usize] = Signal::at(places);
                places += 1;
            }
        }
        let facts = 1 + ground.numbers(Predicate::TRUE).len() as u32;
        let does = facts..facts + ground.numbers(Predicate::DOES).len() as u32;
        let (blocks, clauses) = (Vec::new(), FxHashMap::default());
        Self { work, ground, signals, blocks, clauses, places, does }
    }

    /// The network.
    pub fn network(mut self, game: &Rulebook) -> Result<Network, Stopped> {
        self.gates()?;
        let facts: Vec<Term> = self.terms_of(Predicate::TRUE);
        let moves = self.moves();
        let goals = self.goals();
        let next: Vec<Signal> =
            facts.iter().map(|&fact| self.signal(Predicate::NEXT, &[fact])).collect();
        let sees = self.sees();
        let terminal = self.signal(Predicate::TERMINAL, &[]);
        let known =
            [Predicate::KNOWS, Predicate::COMMON].map(|predicate| self.ground.numbers(predicate));
        let known: Vec<(AtomId, u32)> = known
            .into_iter()
            .flatten()
            .map(|atom| (atom, self.signals[atom as usize].place()))
            .collect();
        let legal: Vec<Signal> =
            moves.iter().flat_map(|moves| moves.legal.iter().copied()).collect();
        let mut done = vec![false; self.places as usize];
        let enter = self.phase(&mut done, legal.iter().chain([&terminal]))?;
        let after = done.clone();
        let goal_signals: Vec<Signal> = goals.iter().flatten().map(|(_, signal)| *signal).collect();
        let goal_gates = self.phase(&mut done, goal_signals.iter())?;
        let rest = self.phase(&mut done, self.of_state()?.iter())?;
        let mut done = after;
        let next_gates = self.phase(&mut done, next.iter())?;
        let seen: Vec<Signal> = sees.iter().flatten().map(|(_, signal)| *signal).collect();
        let sees_gates = self.phase(&mut done, seen.iter())?;
        let mut values = vec![0; self.places as usize];
        values[0] = 1;
        let knowledge =
            known.iter().map(|&(atom, _)| known_atom(&self.ground, game, atom)).collect();
        Ok(Network {
            initial: self.initial(&facts),
            values,
            legal: vec![Vec::new(); moves.len()],
            made: Vec::new(),
            has_looked: false,
            wiring: Arc::new(Wiring {
                gates: self.clauses.len(),
                phases: Phases {
                    enter,
                    goals: goal_gates,
                    next: next_gates,
                    sees: sees_gates,
                    rest,
                },
                facts,
                moves,
                terminal,
                goals,
                next,
                sees,
                known,
                knowledge,
                signals: self.signals,
                ground: self.ground,
            }),
        })
    }

    /// Finds out what every derived atom is, those first that others depend on.
    fn gates(&mut self) -> Result<(), Stopped> {
        let ground = &self.ground;
        let mut rules: Vec<Vec<u32>> = vec![Vec::new(); ground.atoms()];
        let mut arrows = Vec::new();
        for (rule, &head) in ground.heads.iter().enumerate() {
            self.work.step(1)?;
            rules[head as usize].push(rule as u32);
            for literal in ground.body(rule) {
                let (GroundLiteral::Holds(used) | GroundLiteral::Fails(used)) = literal;
                arrows.push((head, *used));
            }
        }
        let graph = Graph::new(ground.atoms(), &arrows);
        drop(arrows);
        let mut same: FxHashMap<Clauses, Signal> = FxHashMap::default();
        for component in graph.components(|| self.work.step(1))? {
            self.work.step(component.len() as u64)?;
            let is_mutual = component.len() > 1 || graph.row(component[0]).contains(&component[0]);
            if is_mutual {
                self.together(component, &rules);
            } else if !rules[component[0] as usize].is_empty() {
                let clauses = self.clauses_of(component[0], &rules);
                let signal = self.once(clauses, &mut same);
                self.signals[component[0] as usize] = signal;
            }
        }
        Ok(())
    }

    /// The clauses of an atom, without what is always or never on.
    fn clauses_of(&self, atom: AtomId, rules: &[Vec<u32>]) -> Clauses {
        let mut clauses: Clauses = Vec::new();
        'rules: for &rule in &rules[atom as usize] {
            let mut clause = Vec::new();
            for literal in self.ground.body(rule as usize) {
                let signal = match *literal {
                    GroundLiteral::Holds(used) => self.signals[used as usize],
                    GroundLiteral::Fails(used) => self.signals[used as usize].opposite(),
                };
                match signal {
                    Signal::ON => {}
                    Signal::OFF => continue 'rules,
                    signal => clause.push(signal),
                }
            }
            clause.sort_unstable();
            clause.dedup();
            let is_contradiction = clause.windows(2).any(|pair| pair[0].opposite() == pair[1]);
            if !is_contradiction {
                // A move is rarely made, so that it decides first.
                clause.sort_by_key(|signal| !self.does.contains(&signal.place()));
                clauses.push(clause);
            }
        }
        clauses.sort_unstable_by(|one, other| one.len().cmp(&other.len()).then(one.cmp(other)));
        clauses.dedup();
        clauses
    }

    fn once(&mut self, clauses: Clauses, same: &mut FxHashMap<Clauses, Signal>) -> Signal {
        match clauses.as_slice() {
            [] => return Signal::OFF,
            [first, ..] if first.is_empty() => return Signal::ON,
            [only] if only.len() == 1 => return only[0],
            _ => {}
        }
        if let Some(&known) = same.get(&clauses) {
            return known;
        }
        let place = self.place();
        self.blocks.push((BlockKind::Once, vec![place]));
        self.clauses.insert(place, clauses.clone());
        same.insert(clauses, Signal::at(place));
        Signal::at(place)
    }

    fn together(&mut self, component: Vec<AtomId>, rules: &[Vec<u32>]) {
        for &atom in &component {
            self.signals[atom as usize] = Signal::at(self.place());
        }
        for &atom in &component {
            let clauses = self.clauses_of(atom, rules);
            self.clauses.insert(self.signals[atom as usize].place(), clauses);
        }
        let places = component.iter().map(|&atom| self.signals[atom as usize].place()).collect();
        self.blocks.push((BlockKind::Together, places));
    }

    fn place(&mut self) -> u32 {
        self.places += 1;
        self.places - 1
    }

    fn signal(&self, predicate: Predicate, row: &[Term]) -> Signal {
        if let Some(atom) = self.ground.find(predicate, row) {
            return self.signals[atom as usize];
        }
        if self.ground.always_holds(predicate, row) { Signal::ON } else { Signal::OFF }
    }

    fn terms_of(&self, predicate: Predicate) -> Vec<Term> {
        let table = self.ground.statics.database.table(predicate);
        (0..table.len()).map(|row| table.row(row)[0]).collect()
    }

    /// The rows of a relation for each role, with what is said of it.
    fn by_role(&self, predicate: Predicate) -> Vec<Vec<Term>> {
        let table = self.ground.statics.database.table(predicate);
        let rows = |role: &Term| {
            let rows = (0..table.len()).map(|row| table.row(row));
            let mut terms: Vec<Term> =
                rows.filter(|row| row[0] == *role).map(|row| row[1]).collect();
            terms.sort_by(|&one, &other| in_order(&self.ground.statics.terms, one, other));
            terms
        };
        self.ground.statics.roles.iter().map(rows).collect()
    }

    fn moves(&self) -> Vec<MovesOfRole> {
        let roles = self.ground.statics.roles.clone();
        let of_role = |(role, terms): (Term, Vec<Term>)| {
            let legal =
                terms.iter().map(|&term| self.signal(Predicate::LEGAL, &[role, term])).collect();
            let does = |&term: &Term| match self.signal(Predicate::DOES, &[role, term]) {
                Signal::ON | Signal::OFF => None,
                signal => Some(signal.place()),
            };
            let does = terms.iter().map(does).collect();
            MovesOfRole { legal, does, terms }
        };
        roles.into_iter().zip(self.by_role(Predicate::LEGAL)).map(of_role).collect()
    }

    fn goals(&self) -> Vec<Vec<(i64, Signal)>> {
        let terms = &self.ground.statics.terms;
        let of_role = |(&role, goals): (&Term, Vec<Term>)| {
            let value = |goal| {
                let signal = self.signal(Predicate::GOAL, &[role, goal]);
                values(terms, vec![goal]).first().map(|&value| (value, signal))
            };
            let mut goals: Vec<(i64, Signal)> = goals.into_iter().filter_map(value).collect();
            goals.sort_unstable();
            goals
        };
        self.ground.statics.roles.iter().zip(self.by_role(Predicate::GOAL)).map(of_role).collect()
    }

    fn sees(&self) -> Vec<Vec<(Term, Signal)>> {
        let of_role = |(&role, seen): (&Term, Vec<Term>)| {
            seen.into_iter()
                .map(|term| (term, self.signal(Predicate::SEES, &[role, term])))
                .collect()
        };
        self.ground.statics.roles.iter().zip(self.by_role(Predicate::SEES)).map(of_role).collect()
    }

    fn initial(&self, facts: &[Term]) -> Box<[u64]> {
        let mut bits = vec![0; facts.len().div_ceil(64)];
        let table = self.ground.statics.database.table(Predicate::INIT);
        for (at, &fact) in facts.iter().enumerate() {
            if table.find(&[fact]).is_some() {
                bits[at / 64] |= 1 << (at % 64);
            }
        }
        bits.into()
    }

    /// The atoms that do not depend on moves.
    fn of_state(&self) -> Result<Vec<Signal>, Stopped> {
        let mut depends = vec![false; self.places as usize];
        for atom in self.ground.numbers(Predicate::DOES) {
            depends[self.signals[atom as usize].place() as usize] = true;
        }
        for (_, places) in &self.blocks {
            self.work.step(places.len() as u64)?;
            let uses = |place: &u32| {
                self.clauses[place].iter().flatten().any(|signal| depends[signal.place() as usize])
            };
            let any = places.iter().any(uses);
            places.iter().for_each(|&place| depends[place as usize] = any);
        }
        let is_free = |signal: &Signal| !depends[signal.place() as usize];
        Ok(self.signals.iter().copied().filter(is_free).collect())
    }

    /// The gates that some signals need and that are not done.
    fn phase<'a>(
        &self,
        done: &mut [bool],
        signals: impl Iterator<Item = &'a Signal>,
    ) -> Result<Gates, Stopped> {
        let mut needed = vec![false; self.places as usize];
        signals.for_each(|signal| needed[signal.place() as usize] = true);
        let mut chosen = Vec::new();
        for (kind, places) in self.blocks.iter().rev() {
            self.work.step(places.len() as u64)?;
            let is_needed =
                places.iter().any(|&place| needed[place as usize] && !done[place as usize]);
            if is_needed {
                for place in places {
                    done[*place as usize] = true;
                    let used = self.clauses[place].iter().flatten();
                    used.for_each(|signal| needed[signal.place() as usize] = true);
                }
                chosen.push((*kind, places));
            }
        }
        let mut gates = Gates::default();
        for (kind, places) in chosen.into_iter().rev() {
            gates.push(kind, places.iter().map(|place| (*place, self.clauses[place].as_slice())));
        }
        Ok(gates)
    }
}
