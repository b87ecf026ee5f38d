//! Propositional consequence: whether a sentence holds wherever some others do, whatever is true of letters and of what stands
//! behind an operator.
//!
//! The others are supposed to hold and the sentence not to. What follows for the parts of them is found by going up and down through
//! the parts; where nothing follows any more, a part is tried both ways.

use crate::sentence::{Sentence, Sentences, Shape};

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequence {
    /// It follows.
    Follows,
    /// It does not.
    DoesNot,
    /// So many parts were looked at without an end.
    GaveUp(u64),
}

/// Looks for consequences, one after the other.
#[derive(Debug, Default)]
pub struct Consequences {
    /// For each sentence what is supposed of it.
    values: Vec<Option<bool>>,
    /// Whether it is a part of what is looked at.
    is_part: Vec<bool>,
    /// The parts of what is looked at, older ones first.
    parts: Vec<Sentence>,
    /// What was supposed or has followed, in order.
    trail: Vec<Sentence>,
}

/// A part that was tried.
struct Trial {
    part: Sentence,
    /// Where the trail ended before.
    before: usize,
    /// Whether the other value is still to be tried.
    is_first: bool,
}

impl Consequences {
    /// Whether a sentence follows from others. At most so many parts are looked at, each as often as it is.
    pub fn follows(
        &mut self,
        sentences: &Sentences,
        from: &[Sentence],
        what: Sentence,
        most: u64,
    ) -> Consequence {
        self.collect_parts(sentences, from, what);
        let mut suppositions = from.iter().map(|&from| (from, true)).chain([(what, false)]);
        let found = match suppositions.all(|(part, value)| self.suppose(part, value)) {
            true => self.search(sentences, most),
            false => Consequence::Follows,
        };
        for part in self.parts.drain(..) {
            self.values[part.index()] = None;
            self.is_part[part.index()] = false;
        }
        self.trail.clear();
        found
    }

    fn collect_parts(&mut self, sentences: &Sentences, from: &[Sentence], what: Sentence) {
        if self.values.len() < sentences.len() {
            self.values.resize(sentences.len(), None);
            self.is_part.resize(sentences.len(), false);
        }
        let mut open: Vec<Sentence> = from.iter().copied().chain([what]).collect();
        while let Some(part) = open.pop() {
            if !std::mem::replace(&mut self.is_part[part.index()], true) {
                self.parts.push(part);
                let shape = sentences.shape(part);
                if !matches!(shape, Shape::Box(..)) {
                    shape.parts(|inside| open.push(inside));
                }
            }
        }
        self.parts.sort_unstable();
    }

    /// Supposes something; not if the opposite is supposed already.
    fn suppose(&mut self, part: Sentence, value: bool) -> bool {
        let known = &mut self.values[part.index()];
        if known.is_none() {
            *known = Some(value);
            self.trail.push(part);
        }
        *known == Some(value)
    }

    fn search(&mut self, sentences: &Sentences, most: u64) -> Consequence {
        let mut looked_at = 0;
        let mut trials: Vec<Trial> = Vec::new();
        loop {
            let is_possible = self.conclude(sentences, &mut looked_at, most);
            if looked_at > most {
                return Consequence::GaveUp(most);
            }
            if is_possible {
                let Some(part) = self.undecided(sentences) else { return Consequence::DoesNot };
                trials.push(Trial { part, before: self.trail.len(), is_first: true });
                self.suppose(part, true);
                continue;
            }
            // The last part that was tried one way only is tried the other way.
            loop {
                let Some(trial) = trials.pop() else { return Consequence::Follows };
                for part in self.trail.drain(trial.before..) {
                    self.values[part.index()] = None;
                }
                if trial.is_first {
                    self.suppose(trial.part, false);
                    trials.push(Trial { is_first: false, ..trial });
                    break;
                }
            }
        }
    }

    /// Finds what follows for the parts; false if they contradict each other.
    fn conclude(&mut self, sentences: &Sentences, looked_at: &mut u64, most: u64) -> bool {
        loop {
            let before = self.trail.len();
            *looked_at += 2 * self.parts.len() as u64;
            for at in 0..self.parts.len() {
                let part = self.parts[at];
                if let Some(value) = self.value_of(sentences.shape(part))
                    && !self.suppose(part, value)
                {
                    return false;
                }
            }
            for at in (0..self.parts.len()).rev() {
                let part = self.parts[at];
                if let Some(value) = self.values[part.index()]
                    && !self.suppose_inside(sentences.shape(part), value)
                {
                    return false;
                }
            }
            if self.trail.len() == before || *looked_at > most {
                return true;
            }
        }
    }

    fn is(&self, part: Sentence) -> Option<bool> {
        self.values[part.index()]
    }

    /// The value of a sentence by those of its parts.
    fn value_of(&self, shape: &Shape) -> Option<bool> {
        match shape {
            Shape::True => Some(true),
            Shape::False => Some(false),
            Shape::Letter(_) | Shape::Variable(_) | Shape::Box(..) => None,
            Shape::Not(body) => self.is(*body).map(|value| !value),
            Shape::And(of) => self.value_of_list(of, false),
            Shape::Or(of) => self.value_of_list(of, true),
            Shape::Implies(left, right) => match (self.is(*left), self.is(*right)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                (None, _) | (_, None) => None,
            },
            Shape::Iff(left, right) => Some(self.is(*left)? == self.is(*right)?),
        }
    }

    /// One part with this value settles it; otherwise all of them must be known.
    fn value_of_list(&self, of: &[Sentence], settling: bool) -> Option<bool> {
        if of.iter().any(|&part| self.is(part) == Some(settling)) {
            return Some(settling);
        }
        of.iter().all(|&part| self.is(part).is_some()).then_some(!settling)
    }

    /// What a value of a sentence says of its parts; false if that cannot be.
    fn suppose_inside(&mut self, shape: &Shape, value: bool) -> bool {
        match shape {
            Shape::True => value,
            Shape::False => !value,
            Shape::Letter(_) | Shape::Variable(_) | Shape::Box(..) => true,
            Shape::Not(body) => self.suppose(*body, !value),
            Shape::And(of) => self.suppose_in_list(of, value, false),
            Shape::Or(of) => self.suppose_in_list(of, value, true),
            Shape::Implies(left, right) => match (value, self.is(*left), self.is(*right)) {
                (false, _, _) => self.suppose(*left, true) && self.suppose(*right, false),
                (true, Some(true), _) => self.suppose(*right, true),
                (true, _, Some(false)) => self.suppose(*left, false),
                (true, None | Some(false), None | Some(true)) => true,
            },
            Shape::Iff(left, right) => match (self.is(*left), self.is(*right)) {
                (Some(left), _) => self.suppose(*right, left == value),
                (None, Some(right)) => self.suppose(*left, right == value),
                (None, None) => true,
            },
        }
    }

    fn suppose_in_list(&mut self, of: &[Sentence], value: bool, settling: bool) -> bool {
        if value != settling {
            return of.iter().all(|&part| self.suppose(part, value));
        }
        // Some part settles it: the last one that can.
        let mut open = of.iter().copied().filter(|&part| self.is(part) != Some(!settling));
        match (open.next(), open.next()) {
            (None, _) => false,
            (Some(only), None) => self.suppose(only, settling),
            (Some(_), Some(_)) => true,
        }
    }

    /// A part that is to be tried, because what is supposed of a sentence does not yet hold by its parts.
    fn undecided(&self, sentences: &Sentences) -> Option<Sentence> {
        let is_open = |part: &&Sentence| {
            let shape = sentences.shape(**part);
            let is_compound = !matches!(
                shape,
                Shape::True | Shape::False | Shape::Letter(_) | Shape::Variable(_) | Shape::Box(..)
            );
            is_compound && self.is(**part).is_some() && self.value_of(shape).is_none()
        };
        let open = self.parts.iter().find(is_open)?;
        let mut first = None;
        sentences.shape(*open).parts(|part| {
            if first.is_none() && self.is(part).is_none() {
                first = Some(part);
            }
        });
        first
    }
}
