//! Worlds made of the types that are left: as many as are needed for what each of them says.

use super::rounds::{Rounds, variable};
use crate::proof::ProofSystem;
use crate::sentence::{Operator, Sentence, Sentences, Shape, Who};
use hexa_engine::{Diagram, Limit};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Worlds, who can tell which of them apart, and for games which follows which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// For each world the letters that are true, in order. The formula is false in the first world.
    pub worlds: Vec<Vec<Sentence>>,
    /// For each agent of whom something is said, and each world, the number of its class.
    pub classes: Vec<(Who, Vec<usize>)>,
    /// For games the next state of each.
    pub next: Vec<usize>,
}

/// A type: the value of each decided sentence.
type Type = Vec<bool>;

struct Building<'r, 's> {
    rounds: &'r Rounds<'s>,
    types: Vec<Type>,
    next: Vec<usize>,
    /// For each operator of common knowledge how far its worlds are from where it fails.
    rings: Vec<Vec<Diagram>>,
}

/// Worlds of types that are left, the first of which lacks the formula.
pub(super) fn extract(rounds: &Rounds<'_>) -> Result<Structure, Limit> {
    let mut rings = Vec::new();
    for &(_, party, body) in &rounds.boxes.common {
        rings.push(rounds.rings(party, body)?);
    }
    let mut building = Building { rounds, types: Vec::new(), next: Vec::new(), rings };
    let start = rounds.diagrams.minus(&rounds.left, &rounds.goal_diagram)?;
    building.find(&start)?;
    let mut at = 0;
    while at < building.types.len() {
        rounds.diagrams.stop().count(1)?;
        building.know(at)?;
        building.chain(at)?;
        if rounds.goal.system == ProofSystem::Egdl {
            let next = building.follow(at)?;
            building.next.push(next);
        }
        at += 1;
    }
    Ok(building.finish())
}

impl Building<'_, '_> {
    fn holds(&self, of: &Diagram, at: usize) -> bool {
        of.holds(|variable| self.types[at][variable.0 as usize / 2])
    }

    /// A world in a set: one that is there, or a new one.
    fn find(&mut self, set: &Diagram) -> Result<Option<usize>, Limit> {
        if let Some(known) = (0..self.types.len()).find(|&at| self.holds(set, at)) {
            return Ok(Some(known));
        }
        let variables: Vec<_> = (0..self.rounds.closure.decided.len()).map(variable).collect();
        let Some(found) = set.solutions(&variables).next() else { return Ok(None) };
        self.types.push(found);
        Ok(Some(self.types.len() - 1))
    }

    fn value(&self, sentence: Sentence, at: usize) -> bool {
        self.types[at][self.rounds.closure.places[&sentence]]
    }

    /// The types that are left and look to an agent as a world does.
    fn class(&self, who: Who, at: usize) -> Result<Diagram, Limit> {
        let rounds = self.rounds;
        let mut class = rounds.left.clone();
        for (_, known) in rounds.boxes.known.iter().filter(|(other, _)| *other == who) {
            for (knows, _) in known {
                let knows_diagram = &rounds.truth[knows];
                class = match self.value(*knows, at) {
                    true => rounds.diagrams.and(&class, knows_diagram)?,
                    false => rounds.diagrams.minus(&class, knows_diagram)?,
                };
            }
        }
        Ok(class)
    }

    /// Finds a world for everything that is not known.
    fn know(&mut self, at: usize) -> Result<(), Limit> {
        let rounds = self.rounds;
        for (who, known) in &rounds.boxes.known {
            let class = self.class(*who, at)?;
            for (knows, body) in known {
                if !self.value(*knows, at) {
                    let lacking = rounds.diagrams.minus(&class, &rounds.truth[body])?;
                    self.find(&lacking)?;
                }
            }
        }
        Ok(())
    }

    /// Finds the next world on a chain to where something fails that is not common knowledge.
    fn chain(&mut self, at: usize) -> Result<(), Limit> {
        let rounds = self.rounds;
        for (index, &(common, party, _)) in rounds.boxes.common.iter().enumerate() {
            if self.value(common, at) {
                continue;
            }
            let ring =
                (0..self.rings[index].len()).find(|&ring| self.holds(&self.rings[index][ring], at));
            let Some(before) = ring.and_then(|ring| ring.checked_sub(1)) else { continue };
            let nearer = self.rings[index][before].clone();
            for who in &rounds.sentences.members(party).agents {
                let there = rounds.diagrams.and(&self.class(*who, at)?, &nearer)?;
                if self.find(&there)?.is_some() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The next state.
    fn follow(&mut self, at: usize) -> Result<usize, Limit> {
        let rounds = self.rounds;
        let named = |name: &str| {
            let letter = rounds.sentences.known_letter(name).map(Shape::Letter);
            let is_it = |s: &&Sentence| Some(rounds.sentences.shape(**s)) == letter.as_ref();
            rounds.closure.decided.iter().find(is_it).copied()
        };
        if named("terminal").is_some_and(|terminal| self.value(terminal, at)) {
            return Ok(at);
        }
        let mut next = rounds.left.clone();
        if let Some(initial) = named("initial") {
            next = rounds.diagrams.minus(&next, &rounds.truth[&initial])?;
        }
        for (sentence, body) in &rounds.boxes.next {
            let truth = &rounds.truth[body];
            next = match self.value(*sentence, at) {
                true => rounds.diagrams.and(&next, truth)?,
                false => rounds.diagrams.minus(&next, truth)?,
            };
        }
        Ok(self.find(&next)?.unwrap_or(at))
    }

    fn finish(self) -> Structure {
        let rounds = self.rounds;
        let is_letter = |s: &&Sentence| {
            matches!(rounds.sentences.shape(**s), Shape::Letter(_) | Shape::Variable(_))
        };
        let letters: Vec<Sentence> =
            rounds.closure.decided.iter().filter(is_letter).copied().collect();
        let worlds = (0..self.types.len())
            .map(|at| letters.iter().copied().filter(|&letter| self.value(letter, at)).collect());
        let classes = rounds.boxes.known.iter().map(|(who, known)| {
            let mut numbers: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
            let class = |at: usize| {
                let look = known.iter().map(|(knows, _)| self.value(*knows, at)).collect();
                let new = numbers.len();
                *numbers.entry(look).or_insert(new)
            };
            (*who, (0..self.types.len()).map(class).collect())
        });
        let (worlds, classes) = (worlds.collect(), classes.collect());
        Structure { worlds, classes, next: self.next }
    }
}

impl Structure {
    /// Where a sentence holds, by the definition of truth (thesis def. 32; *Epistemic GDL*, def. 5, where each state has one path).
    /// Agents of whom the structure says nothing can tell all worlds apart.
    pub fn truth(&self, sentences: &Sentences, sentence: Sentence) -> Vec<bool> {
        let (mut parts, mut waiting) = (BTreeSet::new(), vec![sentence]);
        while let Some(at) = waiting.pop() {
            if parts.insert(at) {
                sentences.shape(at).parts(|part| waiting.push(part));
            }
        }
        // Parts are older than what they are parts of.
        let mut known: FxHashMap<Sentence, Vec<bool>> = FxHashMap::default();
        for at in parts {
            let truth = self.truth_of_shape(sentences, at, &known);
            known.insert(at, truth);
        }
        known.remove(&sentence).unwrap_or_default()
    }

    fn truth_of_shape(
        &self,
        sentences: &Sentences,
        sentence: Sentence,
        known: &FxHashMap<Sentence, Vec<bool>>,
    ) -> Vec<bool> {
        let each = |holds: &dyn Fn(usize) -> bool| (0..self.worlds.len()).map(holds).collect();
        match sentences.shape(sentence) {
            Shape::True => each(&|_| true),
            Shape::False => each(&|_| false),
            Shape::Letter(_) | Shape::Variable(_) => {
                each(&|at| self.worlds[at].contains(&sentence))
            }
            Shape::Not(body) => each(&|at| !known[body][at]),
            Shape::And(of) => each(&|at| of.iter().all(|part| known[part][at])),
            Shape::Or(of) => each(&|at| of.iter().any(|part| known[part][at])),
            Shape::Implies(left, right) => each(&|at| !known[left][at] || known[right][at]),
            Shape::Iff(left, right) => each(&|at| known[left][at] == known[right][at]),
            Shape::Box(operator, body) => {
                each(&|at| self.boxed(sentences, *operator, &known[body], at))
            }
        }
    }

    fn boxed(&self, sentences: &Sentences, operator: Operator, body: &[bool], at: usize) -> bool {
        let sees = |who: Who, from: usize, to: usize| {
            let classes = self.classes.iter().find(|(other, _)| *other == who);
            classes.map_or(from == to, |(_, class)| class[from] == class[to])
        };
        let worlds = 0..self.worlds.len();
        match operator {
            Operator::Knows(who) => worlds.into_iter().all(|to| !sees(who, at, to) || body[to]),
            Operator::Everybody(party) => {
                let agents = &sentences.members(party).agents;
                worlds
                    .into_iter()
                    .all(|to| body[to] || !agents.iter().any(|who| sees(*who, at, to)))
            }
            Operator::Distributed(party) => {
                let agents = &sentences.members(party).agents;
                worlds
                    .into_iter()
                    .all(|to| body[to] || !agents.iter().all(|who| sees(*who, at, to)))
            }
            Operator::Common(party) => {
                let agents = &sentences.members(party).agents;
                let (mut met, mut waiting) = (vec![false; body.len()], vec![at]);
                met[at] = true;
                while let Some(from) = waiting.pop() {
                    if !body[from] {
                        return false;
                    }
                    for to in worlds.clone() {
                        if !met[to] && agents.iter().any(|who| sees(*who, from, to)) {
                            met[to] = true;
                            waiting.push(to);
                        }
                    }
                }
                true
            }
            Operator::Next => self.next.get(at).is_some_and(|&next| body[next]),
            Operator::After(_) => false,
        }
    }
}
