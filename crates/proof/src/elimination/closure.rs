//! The sentences that a type decides (*Epistemic GDL*, sec. 3.2, the basic closure): what the formula and the rules are made of, and
//! for `C ψ` what its axiom speaks of.

use super::Goal;
use crate::proof::ProofSystem;
use crate::sentence::{Operator, Sentence, Sentences, Shape, Who};
use rustc_hash::FxHashMap;

/// The most sentences with an operator in front, and letters, that are decided.
pub(super) const MOST_DECIDED: usize = 1_000;

/// Why types do not decide a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsuitable {
    /// This operator has no place in the logic, or none here.
    Operator(Sentence),
    /// The logic is another one.
    Logic(ProofSystem),
    /// There are more letters and operators than this.
    TooMany(usize),
    /// What nobody commonly knows has no axiom.
    EmptyGroup(Sentence),
}

/// The sentences that matter.
#[derive(Debug)]
pub(super) struct Closure {
    /// All of them, parts before what they are parts of.
    pub order: Vec<Sentence>,
    /// What a type decides: letters, and sentences with an operator in front. In this order they are the variables of diagrams.
    pub decided: Vec<Sentence>,
    /// The places in `decided`.
    pub places: FxHashMap<Sentence, usize>,
}

/// How far a sentence has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Met {
    /// Its parts come first.
    Waits,
    /// It has its place.
    Placed,
}

impl Closure {
    /// The closure of what is asked, and of other sentences.
    pub(super) fn new(
        sentences: &mut Sentences,
        goal: &Goal<'_>,
        others: &[Sentence],
    ) -> Result<Self, Unsuitable> {
        match goal.system {
            ProofSystem::S5 | ProofSystem::Egdl => {}
            other @ (ProofSystem::K | ProofSystem::T | ProofSystem::S4 | ProofSystem::KD45) => {
                return Err(Unsuitable::Logic(other));
            }
        }
        let mut closure =
            Self { order: Vec::new(), decided: Vec::new(), places: FxHashMap::default() };
        let mut met = FxHashMap::default();
        closure.add(sentences, goal, goal.formula, &mut met)?;
        let rules = goal.everywhere.iter().flat_map(|(_, instances)| instances);
        for &other in rules.chain(others) {
            closure.add(sentences, goal, other, &mut met)?;
        }
        Ok(closure)
    }

    /// Adds a sentence with all that it needs.
    fn add(
        &mut self,
        sentences: &mut Sentences,
        goal: &Goal<'_>,
        sentence: Sentence,
        met: &mut FxHashMap<Sentence, Met>,
    ) -> Result<(), Unsuitable> {
        // What the axioms for a sentence speak of contains it, and so comes after it.
        let mut later = vec![sentence];
        while let Some(next) = later.pop() {
            let mut waiting = vec![next];
            while let Some(&at) = waiting.last() {
                match met.get(&at) {
                    Some(Met::Placed) => {
                        waiting.pop();
                    }
                    Some(Met::Waits) => {
                        waiting.pop();
                        met.insert(at, Met::Placed);
                        self.place(sentences, at)?;
                    }
                    None => {
                        met.insert(at, Met::Waits);
                        let from = waiting.len();
                        sentences.shape(at).parts(|part| waiting.push(part));
                        waiting[from..].reverse();
                        later.extend(needed(sentences, goal, at)?);
                    }
                }
            }
        }
        Ok(())
    }

    fn place(&mut self, sentences: &Sentences, sentence: Sentence) -> Result<(), Unsuitable> {
        self.order.push(sentence);
        if matches!(
            sentences.shape(sentence),
            Shape::Letter(_) | Shape::Variable(_) | Shape::Box(..)
        ) {
            if self.decided.len() >= MOST_DECIDED {
                return Err(Unsuitable::TooMany(MOST_DECIDED));
            }
            self.places.insert(sentence, self.decided.len());
            self.decided.push(sentence);
        }
        Ok(())
    }
}

/// What the axioms for a sentence speak of, besides its parts.
fn needed(
    sentences: &mut Sentences,
    goal: &Goal<'_>,
    sentence: Sentence,
) -> Result<Vec<Sentence>, Unsuitable> {
    let Shape::Box(operator, body) = *sentences.shape(sentence) else { return Ok(Vec::new()) };
    match operator {
        Operator::Knows(_) => Ok(Vec::new()),
        Operator::Next if goal.system == ProofSystem::Egdl => Ok(Vec::new()),
        Operator::Everybody(party) | Operator::Common(party)
            if !sentences.members(party).groups.is_empty() =>
        {
            Err(Unsuitable::Operator(sentence))
        }
        Operator::Everybody(party) => Ok(each_knows(sentences, party, body)),
        Operator::Common(party) => {
            if sentences.members(party).agents.is_empty() {
                return Err(Unsuitable::EmptyGroup(sentence));
            }
            let both = sentences.and(vec![body, sentence]);
            Ok(vec![sentences.boxed(Operator::Everybody(party), both)])
        }
        Operator::Next | Operator::Distributed(_) | Operator::After(_) => {
            Err(Unsuitable::Operator(sentence))
        }
    }
}

/// That each of a group knows.
pub(super) fn each_knows(
    sentences: &mut Sentences,
    party: crate::sentence::Party,
    body: Sentence,
) -> Vec<Sentence> {
    let agents: Vec<Who> = sentences.members(party).agents.clone();
    agents.into_iter().map(|who| sentences.boxed(Operator::Knows(who), body)).collect()
}
