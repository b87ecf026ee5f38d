//! Random models and formulas, for property tests and for claims about all models. What is random is drawn for a
//! [`Case`] from a named stream. A formula grows from a list of numbers, each deciding one thing, so that shorter
//! lists with smaller numbers are simpler formulas, and failing cases shrink. Formulas only speak of agents who
//! have access where they are evaluated.
//!
//! All numbers of worlds up to the most are equally likely, and so are all valuations, all class arrays, and all
//! lengths of lists of decisions below 40 (for actions: 160).

pub mod action;
mod case;
pub mod expression;
pub mod model;
pub mod play;

pub use case::{Case, Choices, Drawn, shrink};

use hexa_logic::{
    Action, ActionNode, Agent, Atom, Comparison, CountTest, Formula, FormulaNode, Group, Modality,
    ModelSetup, Ratio, RelationSetup, Setup, Terms, Vocabulary, World, WorldSetup,
};
use std::collections::BTreeSet;

/// How many agents random models have.
pub const AGENTS: usize = 3;

/// How many atoms random models have.
pub const ATOMS: usize = 2;

/// What relations a random model may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Cells only.
    Cells,
    /// Cells or arrows.
    Any,
}

/// Agents `a1`, ... and atoms `p1`, ...
pub fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::default();
    for at in 1..=AGENTS {
        vocabulary.add_agent(format!("a{at}"));
    }
    for at in 1..=ATOMS {
        vocabulary.add_atom(&format!("p{at}"));
    }
    vocabulary
}

/// A model written out, with at most so many worlds.
pub fn model(case: &mut Case, most: usize, access: Access) -> Setup {
    let worlds = 1 + case.below(most);
    let named = |at| WorldSetup { name: format!("w{at}"), atoms: valuation(case) };
    let valuations = (0..worlds).map(named).collect();
    let relations = (0..AGENTS).map(|_| Some(relation(case, worlds, access))).collect();
    let point = World::from_index(case.below(worlds));
    let model = Setup::Model(ModelSetup { worlds: valuations, relations, point });
    case.remember(model.clone());
    model
}

fn valuation(case: &mut Case) -> Vec<Atom> {
    (0..ATOMS).map(Atom::from_index).filter(|_| case.flip()).collect()
}

/// Cells, or as often up to twice as many arrows as there are worlds.
fn relation(case: &mut Case, worlds: usize, access: Access) -> RelationSetup {
    let world = |case: &mut Case| case.below(worlds) as u32;
    if access == Access::Any && case.flip() {
        let arrows = case.below(2 * worlds + 1);
        let pairs: BTreeSet<_> = (0..arrows).map(|_| (world(case), world(case))).collect();
        return RelationSetup::Arrows(pairs.into_iter().collect());
    }
    RelationSetup::Cells((0..worlds).map(|_| world(case)).collect())
}

/// A list of decisions for [`formula`].
pub fn decisions(case: &mut Case) -> Vec<u8> {
    case.decisions(0..40)
}

/// What a random formula may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Language {
    /// Probabilities and announcements, which need cells.
    pub cells: Use,
    /// `D` and `P`, which bisimulation does not preserve.
    pub invariant_only: Use,
}

/// Whether something is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// It is.
    Yes,
    /// It is not.
    No,
}

impl Language {
    /// Everything, for models with cells only.
    pub const FULL: Language = Language { cells: Use::Yes, invariant_only: Use::No };
    /// What is defined on arrows too.
    pub const ARROWS: Language = Language { cells: Use::No, invariant_only: Use::No };
    /// What bisimulation preserves, for models with cells only.
    pub const INVARIANT: Language = Language { cells: Use::Yes, invariant_only: Use::Yes };
    /// What bisimulation preserves, on arrows too.
    pub const INVARIANT_ARROWS: Language = Language { cells: Use::No, invariant_only: Use::Yes };
}

/// The formula that grows from a list of decisions where this group has access.
pub fn formula(terms: &mut Terms, language: Language, group: &Group, decisions: &[u8]) -> Formula {
    Growth { terms, language, choices: Choices::new(decisions) }.formula(group, 4)
}

/// The announcement that grows from a list of decisions, and the group that it leaves access.
pub fn announcement(
    terms: &mut Terms,
    language: Language,
    group: &Group,
    decisions: &[u8],
) -> (Action, Group) {
    Growth { terms, language, choices: Choices::new(decisions) }.action(group, 3)
}

struct Growth<'a> {
    terms: &'a mut Terms,
    language: Language,
    choices: Choices<'a>,
}

impl Growth<'_> {
    fn choose(&mut self, ways: usize) -> usize {
        self.choices.choose(ways)
    }

    fn agent(&mut self, group: &Group) -> Option<Agent> {
        let at = self.choose(group.len().max(1));
        group.iter().nth(at)
    }

    fn subgroup(&mut self, group: &Group) -> Group {
        let mask = self.choose(1 << AGENTS);
        group.iter().filter(|agent| mask >> agent.index() & 1 == 1).collect()
    }

    fn formula(&mut self, group: &Group, depth: usize) -> Formula {
        let kind = if depth == 0 { self.choose(3) } else { self.choose(18) };
        let node = match kind {
            0 | 1 => FormulaNode::Atom(Atom::from_index(self.choose(ATOMS))),
            2 => [FormulaNode::True, FormulaNode::False][self.choose(2)].clone(),
            3 | 4 => FormulaNode::Not(self.formula(group, depth - 1)),
            5 => FormulaNode::And(self.several(group, depth)),
            6 => FormulaNode::Or(self.several(group, depth)),
            7 => {
                FormulaNode::Implies(self.formula(group, depth - 1), self.formula(group, depth - 1))
            }
            8 => FormulaNode::Iff(self.formula(group, depth - 1), self.formula(group, depth - 1)),
            9 => self.count(group, depth),
            10 => FormulaNode::Everybody(self.subgroup(group), self.formula(group, depth - 1)),
            11 => FormulaNode::Common(self.subgroup(group), self.formula(group, depth - 1)),
            12 => self.distributed_knowledge(group, depth),
            13 if self.language.cells == Use::Yes => self.after(group, depth),
            14 => self.probability(group, depth),
            _ => self.knowledge(group, depth),
        };
        self.terms.formula(node)
    }

    fn several(&mut self, group: &Group, depth: usize) -> Box<[Formula]> {
        (0..self.choose(4)).map(|_| self.formula(group, depth - 1)).collect()
    }

    fn count(&mut self, group: &Group, depth: usize) -> FormulaNode {
        let of = self.several(group, depth);
        let number = self.choose(5) as i64 - 1;
        let test = match self.choose(7) {
            0 => CountTest::OneOf([number, number + 2].into()),
            other => CountTest::Compare(COMPARISONS[other - 1], number),
        };
        FormulaNode::Count(of, test)
    }

    fn distributed_knowledge(&mut self, group: &Group, depth: usize) -> FormulaNode {
        let (who, body) = (self.subgroup(group), self.formula(group, depth - 1));
        match self.language.invariant_only {
            Use::Yes => FormulaNode::Common(who, body),
            Use::No => FormulaNode::Distributed(who, body),
        }
    }

    fn probability(&mut self, group: &Group, depth: usize) -> FormulaNode {
        let language = self.language;
        if language.cells == Use::No || language.invariant_only == Use::Yes {
            return self.knowledge(group, depth);
        }
        let Some(agent) = self.agent(group) else { return self.knowledge(group, depth) };
        let comparison = COMPARISONS[self.choose(6)];
        let (part, whole) = (self.choose(4) as i64, self.choose(3) as i64 + 1);
        let body = self.formula(group, depth - 1);
        match Ratio::new(part, whole) {
            Some(ratio) => FormulaNode::Probability(agent, body, comparison, ratio),
            None => FormulaNode::Knows(agent, body),
        }
    }

    fn knowledge(&mut self, group: &Group, depth: usize) -> FormulaNode {
        let kind = self.choose(3);
        let agent = self.agent(group);
        let body = self.formula(group, depth - 1);
        match (agent, kind) {
            (None, _) => FormulaNode::Not(body),
            (Some(agent), 0) => FormulaNode::Knows(agent, body),
            (Some(agent), 1) => FormulaNode::Imagines(agent, body),
            (Some(agent), _) => FormulaNode::KnowsWhether(agent, body),
        }
    }

    fn after(&mut self, group: &Group, depth: usize) -> FormulaNode {
        let modality = [Modality::Every, Modality::Some][self.choose(2)];
        let (action, left) = self.action(group, depth - 1);
        FormulaNode::After(modality, action, self.formula(&left, depth - 1))
    }

    fn action(&mut self, group: &Group, depth: usize) -> (Action, Group) {
        let kind = if depth == 0 { 0 } else { self.choose(5) };
        match kind {
            0 | 1 => self.learning(group, group.clone(), depth),
            2 => {
                let learners = self.subgroup(group);
                self.learning(group, learners, depth)
            }
            3 => {
                let test = ActionNode::Test(self.formula(group, depth - 1));
                (self.terms.action(test), Group::empty())
            }
            _ => self.sequence(group, depth),
        }
    }

    /// The learners learn a test, or what some of them learn.
    fn learning(&mut self, group: &Group, learners: Group, depth: usize) -> (Action, Group) {
        let nested = depth > 1 && self.choose(4) == 3;
        let inner = if nested {
            let some = self.subgroup(&learners);
            self.learning(group, some, depth - 1).0
        } else {
            let test = ActionNode::Test(self.formula(group, depth.saturating_sub(1)));
            self.terms.action(test)
        };
        (self.terms.action(ActionNode::Learn(learners.clone(), inner)), learners)
    }

    fn sequence(&mut self, group: &Group, depth: usize) -> (Action, Group) {
        let mut left = group.clone();
        let mut of = Vec::new();
        for _ in 0..self.choose(3) {
            let (next, after) = self.action(&left, depth - 1);
            of.push(next);
            left = after;
        }
        (self.terms.action(ActionNode::Sequence(of.into())), left)
    }
}

const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::AtMost,
    Comparison::Greater,
    Comparison::AtLeast,
];
