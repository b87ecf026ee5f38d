//! What can be so together: the types that are left when nothing goes any more.

use super::closure::Closure;
use super::rounds::{Rounds, variable};
use super::{Goal, Undecided};
use crate::sentence::{Sentence, Sentences, Who};
use hexa_engine::{Diagram, Limit, Limits};

/// Sentences with their values.
pub type Values = [(Sentence, bool)];

/// What can be so together, of all that some sentences speak of.
pub struct Consistent<'s> {
    rounds: Rounds<'s>,
}

impl std::fmt::Debug for Consistent<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "types of {} decided sentences", self.rounds.closure.decided.len())
    }
}

impl<'s> Consistent<'s> {
    /// For these sentences, the formula of the goal, and the rules.
    pub fn new(
        sentences: &'s mut Sentences,
        goal: &Goal<'s>,
        about: &[Sentence],
        limits: &Limits,
    ) -> Result<Self, Undecided> {
        let closure = Closure::new(sentences, goal, about)?;
        let mut rounds = Rounds::new(sentences, goal, closure, limits)?;
        rounds.exhaust()?;
        Ok(Self { rounds })
    }

    /// The sentences.
    pub fn sentences(&self) -> &Sentences {
        self.rounds.sentences
    }

    /// Whether a sentence is one of those whose values are everything: a letter, or one with an operator in front.
    pub fn is_decided(&self, sentence: Sentence) -> bool {
        self.rounds.closure.places.contains_key(&sentence)
    }

    fn with(&self, types: &Diagram, values: &Values) -> Result<Diagram, Limit> {
        let mut with = types.clone();
        for (sentence, value) in values {
            let truth = &self.rounds.truth[sentence];
            with = match value {
                true => self.rounds.diagrams.and(&with, truth)?,
                false => self.rounds.diagrams.minus(&with, truth)?,
            };
        }
        Ok(with)
    }

    /// Whether these can be so together.
    pub fn allows(&self, values: &Values) -> Result<bool, Limit> {
        Ok(!self.with(&self.rounds.left, values)?.is_false())
    }

    /// Whether a sentence follows.
    pub fn entails(&self, values: &Values, sentence: Sentence) -> Result<bool, Limit> {
        let lacking = self.with(&self.rounds.left, &[(sentence, false)])?;
        Ok(self.with(&lacking, values)?.is_false())
    }

    /// Whether these can be so where an agent considers it possible that those are.
    pub fn allows_to_imagine(
        &self,
        values: &Values,
        who: Who,
        those: &Values,
    ) -> Result<bool, Limit> {
        let like = self.rounds.alike(who, &self.with(&self.rounds.left, those)?)?;
        let both = self.rounds.diagrams.and(&self.rounds.left, &like)?;
        Ok(!self.with(&both, values)?.is_false())
    }

    /// All values that decided sentences can have together.
    pub fn atoms(&self, of: &[Sentence]) -> Result<Vec<Vec<(Sentence, bool)>>, Limit> {
        let mut places: Vec<usize> =
            of.iter().map(|sentence| self.rounds.closure.places[sentence]).collect();
        places.sort_unstable();
        let others = (0..self.rounds.closure.decided.len()).filter(|at| !places.contains(at));
        let cube = self.rounds.diagrams.cube(&others.map(variable).collect::<Vec<_>>())?;
        let of_these = self.rounds.diagrams.exists(&self.rounds.left, &cube)?;
        let variables: Vec<_> = places.iter().map(|&place| variable(place)).collect();
        let named = |values: Vec<bool>| {
            let decided = places.iter().map(|&place| self.rounds.closure.decided[place]);
            decided.zip(values).collect()
        };
        Ok(of_these.solutions(&variables).map(named).collect())
    }

    /// The value of a sentence that is made of decided ones.
    pub fn value(&self, values: &Values, sentence: Sentence) -> bool {
        self.rounds.truth[&sentence].holds(|variable| {
            let decided = self.rounds.closure.decided[variable.0 as usize / 2];
            values.contains(&(decided, true))
        })
    }
}
