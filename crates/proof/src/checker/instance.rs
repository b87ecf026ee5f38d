//! Whether a sentence is an instance of another: what stands for its variables is found by matching.
//!
//! All variables are replaced at once, and what stands for them is not looked into again; so nothing is captured, even if the same
//! names occur on both sides.

use crate::proof::{Argument, GroupCondition, Parameter};
use crate::sentence::{
    Act, ActShape, Members, Operator, Party, Sentence, Sentences, Shape, Variable, Who,
};
use rustc_hash::FxHashMap;

/// What stands for the variables of a pattern.
#[derive(Clone, Debug)]
pub struct Instance<'s> {
    /// The store of the pattern.
    from: &'s Sentences,
    /// The store of what it is compared with.
    to: &'s Sentences,
    bound: FxHashMap<Variable, Argument>,
    /// Groups that are compared once all variables are known.
    parties: Vec<(Party, Party)>,
    /// Letters and agents of both stores are the same.
    is_one_store: bool,
}

impl<'s> Instance<'s> {
    /// Nothing stands for anything yet; pattern and instance are of the same store.
    pub fn within(store: &'s Sentences) -> Self {
        Self { is_one_store: true, ..Self::between(store, store) }
    }

    /// Nothing stands for anything yet. Letters are the same if they have the same name; the pattern names no agent.
    pub fn between(from: &'s Sentences, to: &'s Sentences) -> Self {
        let (bound, parties) = (FxHashMap::default(), Vec::new());
        Self { from, to, bound, parties, is_one_store: false }
    }

    /// Puts something in the place of a parameter; not if it is of another kind, or if something else stands there.
    pub fn put(&mut self, parameter: Parameter, argument: Argument) -> bool {
        let fits = match parameter {
            Parameter::Sentence(_) => matches!(argument, Argument::Sentence(_)),
            Parameter::Agent(_) => matches!(argument, Argument::Agent(_)),
            Parameter::Group(_) => matches!(argument, Argument::Group(_)),
            Parameter::Act(_) => matches!(argument, Argument::Act(_)),
        };
        fits && self.bind(parameter.variable(), argument)
    }

    fn bind(&mut self, variable: Variable, argument: Argument) -> bool {
        *self.bound.entry(variable).or_insert(argument) == argument
    }

    /// Whether a sentence can be this instance of a pattern; groups are left for [`Self::settle`].
    pub fn fits(&mut self, pattern: Sentence, sentence: Sentence) -> bool {
        let mut open = vec![Pair::Sentences(pattern, sentence)];
        while let Some(pair) = open.pop() {
            let is_alike = match pair {
                Pair::Sentences(one, other) => self.fits_sentence(one, other, &mut open),
                Pair::Acts(one, other) => self.fits_act(one, other, &mut open),
            };
            if !is_alike {
                return false;
            }
        }
        true
    }

    fn fits_sentence(&mut self, one: Sentence, other: Sentence, open: &mut Vec<Pair>) -> bool {
        let (from, to) = (self.from.shape(one), self.to.shape(other));
        let is_alike = match (from, to) {
            (Shape::Variable(variable), _) => {
                return self.bind(*variable, Argument::Sentence(other));
            }
            (Shape::True, Shape::True) | (Shape::False, Shape::False) => true,
            (Shape::Letter(one), Shape::Letter(other)) => match self.is_one_store {
                true => one == other,
                false => self.from.letter_name(*one) == self.to.letter_name(*other),
            },
            (Shape::Not(_), Shape::Not(_))
            | (Shape::Implies(..), Shape::Implies(..))
            | (Shape::Iff(..), Shape::Iff(..)) => true,
            (Shape::And(one), Shape::And(other)) | (Shape::Or(one), Shape::Or(other)) => {
                one.len() == other.len()
            }
            (Shape::Box(one, _), Shape::Box(other, _)) => self.fits_operator(*one, *other, open),
            (
                Shape::True
                | Shape::False
                | Shape::Letter(_)
                | Shape::Not(_)
                | Shape::And(_)
                | Shape::Or(_)
                | Shape::Implies(..)
                | Shape::Iff(..)
                | Shape::Box(..),
                _,
            ) => false,
        };
        let (mut inside, mut parts) = (Vec::new(), Vec::new());
        from.parts(|part| inside.push(part));
        to.parts(|part| parts.push(part));
        // What stands first is compared first: what is bound there is known further on.
        open.extend(inside.into_iter().zip(parts).rev().map(|(a, b)| Pair::Sentences(a, b)));
        is_alike
    }

    fn fits_operator(&mut self, one: Operator, other: Operator, open: &mut Vec<Pair>) -> bool {
        use Operator as O;
        match (one, other) {
            (O::Knows(one), O::Knows(other)) => self.fits_agent(one, other),
            (O::Everybody(one), O::Everybody(other))
            | (O::Common(one), O::Common(other))
            | (O::Distributed(one), O::Distributed(other)) => self.fits_party(one, other),
            (O::Next, O::Next) => true,
            (O::After(one), O::After(other)) => {
                open.push(Pair::Acts(one, other));
                true
            }
            (
                O::Knows(_)
                | O::Everybody(_)
                | O::Common(_)
                | O::Distributed(_)
                | O::Next
                | O::After(_),
                _,
            ) => false,
        }
    }

    fn fits_agent(&mut self, one: Who, other: Who) -> bool {
        match one {
            Who::Variable(variable) => self.bind(variable, Argument::Agent(other)),
            Who::Agent(_) => self.is_one_store && one == other,
        }
    }

    fn fits_party(&mut self, one: Party, other: Party) -> bool {
        let members = self.from.members(one);
        match (&members.agents[..], &members.groups[..]) {
            ([], [group]) => return self.bind(*group, Argument::Group(other)),
            ([Who::Variable(agent)], []) => {
                let Members { agents, groups } = self.to.members(other);
                return match (&agents[..], groups.is_empty()) {
                    ([only], true) => self.bind(*agent, Argument::Agent(*only)),
                    _ => false,
                };
            }
            _ => self.parties.push((one, other)),
        }
        true
    }

    fn fits_act(&mut self, one: Act, other: Act, open: &mut Vec<Pair>) -> bool {
        let pairs = |one: &[Act], other: &[Act]| -> Vec<Pair> {
            one.iter().zip(other).map(|(&one, &other)| Pair::Acts(one, other)).collect()
        };
        match (self.from.act_shape(one), self.to.act_shape(other)) {
            (ActShape::Variable(variable), _) => self.bind(*variable, Argument::Act(other)),
            (ActShape::Test(one), ActShape::Test(other)) => {
                open.push(Pair::Sentences(*one, *other));
                true
            }
            (ActShape::Learn(one, inside), ActShape::Learn(other, part)) => {
                open.push(Pair::Acts(*inside, *part));
                self.fits_party(*one, *other)
            }
            (ActShape::Sequence(one), ActShape::Sequence(other)) => {
                open.extend(pairs(one, other));
                one.len() == other.len()
            }
            (ActShape::Choice(one, mark), ActShape::Choice(other, chosen)) => {
                open.extend(pairs(one, other));
                one.len() == other.len() && mark == chosen
            }
            (
                ActShape::Test(_)
                | ActShape::Learn(..)
                | ActShape::Sequence(_)
                | ActShape::Choice(..),
                _,
            ) => false,
        }
    }

    /// Whether the groups that were left are as they should be, now that all variables are known.
    pub fn settle(&mut self) -> bool {
        let parties = std::mem::take(&mut self.parties);
        parties.into_iter().all(|(one, other)| {
            self.members(one).is_some_and(|members| members == *self.to.members(other))
        })
    }

    /// The group that a group of the pattern has become; none if something in it is not known.
    fn members(&self, party: Party) -> Option<Members> {
        let Members { agents, groups } = self.from.members(party);
        let mut members = Members::default();
        for &who in agents {
            members.agents.push(self.agent(who)?);
        }
        for group in groups {
            let Some(Argument::Group(party)) = self.bound.get(group) else { return None };
            members = members.join(self.to.members(*party));
        }
        Some(members.join(&Members::default()))
    }

    fn agent(&self, who: Who) -> Option<Who> {
        match who {
            Who::Agent(_) => self.is_one_store.then_some(who),
            Who::Variable(variable) => match self.bound.get(&variable) {
                Some(Argument::Agent(who)) => Some(*who),
                _ => None,
            },
        }
    }

    /// Whether something is certain of agents and groups of the pattern, if that is known of others.
    pub fn meets(&self, condition: GroupCondition, known: &[GroupCondition]) -> bool {
        match condition {
            GroupCondition::Member(who, party) => {
                let (who, members) = (self.agent(who), self.members(party));
                let one = who.map(|who| Members { agents: vec![who], groups: Vec::new() });
                one.zip(members).is_some_and(|(one, all)| includes(self.to, all, &one, known))
            }
            GroupCondition::Subset(part, whole) => {
                let pair = self.members(part).zip(self.members(whole));
                pair.is_some_and(|(part, all)| includes(self.to, all, &part, known))
            }
            GroupCondition::Inhabited(party) => {
                self.members(party).is_some_and(|members| is_inhabited(self.to, &members, known))
            }
        }
    }
}

/// Whether some are certainly among others.
fn includes(
    sentences: &Sentences,
    mut all: Members,
    some: &Members,
    known: &[GroupCondition],
) -> bool {
    // What is included in what is included; each condition is used once at least.
    for condition in known.iter().flat_map(|_| known) {
        match *condition {
            GroupCondition::Member(who, whole) if all.include(sentences.members(whole)) => {
                all = all.join(&Members { agents: vec![who], groups: Vec::new() });
            }
            GroupCondition::Subset(part, whole) if all.include(sentences.members(whole)) => {
                all = all.join(sentences.members(part));
            }
            GroupCondition::Member(..)
            | GroupCondition::Subset(..)
            | GroupCondition::Inhabited(_) => {}
        }
    }
    all.include(some)
}

/// Whether everybody in one group is certainly in another.
pub fn is_included(
    sentences: &Sentences,
    part: Party,
    whole: Party,
    known: &[GroupCondition],
) -> bool {
    let (part, whole) = (sentences.members(part), sentences.members(whole));
    includes(sentences, whole.clone(), part, known)
}

/// Whether somebody is certainly in a group.
pub fn is_inhabited(sentences: &Sentences, members: &Members, known: &[GroupCondition]) -> bool {
    let says_so = |known: &GroupCondition| match known {
        GroupCondition::Inhabited(part) | GroupCondition::Member(_, part) => {
            members.include(sentences.members(*part))
        }
        GroupCondition::Subset(..) => false,
    };
    !members.agents.is_empty() || known.iter().any(says_so)
}

/// What is still to be compared.
#[derive(Clone, Copy)]
enum Pair {
    Sentences(Sentence, Sentence),
    Acts(Act, Act),
}
