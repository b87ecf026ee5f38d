//! Random formulas about a play: who knows what of the cards and of each other, what is common and what is
//! distributed knowledge, how likely things are, and what is true after announcements and moves.

use super::Play;
use crate::generate::{COMPARISONS, Choices};
use hexa_logic::{
    Action, Agent, Card, CountTest, Formula, FormulaNode, Group, Holder, Modality, Ratio,
};

/// Whether formulas speak of probabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chances {
    /// They do.
    Asked,
    /// They do not.
    LeftOut,
}

impl Play {
    /// The formula that grows from a list of decisions, with these moves inside.
    pub fn formula(&mut self, chances: Chances, moves: &[Action], decisions: &[u8]) -> Formula {
        Growth { play: self, chances, moves, choices: Choices::new(decisions) }.formula(4)
    }
}

struct Growth<'a> {
    play: &'a mut Play,
    chances: Chances,
    moves: &'a [Action],
    choices: Choices<'a>,
}

impl Growth<'_> {
    fn choose(&mut self, ways: usize) -> usize {
        self.choices.choose(ways)
    }

    fn agent(&mut self) -> Agent {
        Agent::from_index(self.choose(self.play.vocabulary.agent_count()))
    }

    fn holder(&mut self) -> Holder {
        let holders: Vec<Holder> = self.play.vocabulary.holders().collect();
        holders[self.choose(holders.len())]
    }

    fn group(&mut self) -> Group {
        let mask = self.choose(1 << self.play.vocabulary.agent_count());
        self.play.vocabulary.agents().filter(|agent| mask >> agent.index() & 1 == 0).collect()
    }

    fn formula(&mut self, depth: usize) -> Formula {
        let kind = if depth == 0 { 0 } else { self.choose(18) };
        let node = match kind {
            1 | 2 => FormulaNode::Not(self.formula(depth - 1)),
            3 => FormulaNode::And(self.two(depth)),
            4 => FormulaNode::Or(self.two(depth)),
            5 => FormulaNode::Iff(self.formula(depth - 1), self.formula(depth - 1)),
            6 => self.count(),
            7 => FormulaNode::Everybody(self.group(), self.formula(depth - 1)),
            8 | 9 => FormulaNode::Common(self.group(), self.formula(depth - 1)),
            10 | 11 => self.distributed_knowledge(depth),
            12 | 13 => self.after(depth),
            14 if self.chances == Chances::Asked => self.probability(depth),
            14..=17 => self.knowledge(depth),
            _ => {
                let card = Card::from_index(self.choose(self.play.vocabulary.cards().len()));
                let holder = self.holder();
                return self.play.holding(card, holder);
            }
        };
        self.play.terms.formula(node)
    }

    fn two(&mut self, depth: usize) -> Box<[Formula]> {
        [self.formula(depth - 1), self.formula(depth - 1)].into()
    }

    fn knowledge(&mut self, depth: usize) -> FormulaNode {
        let (kind, agent) = (self.choose(3), self.agent());
        let body = self.formula(depth - 1);
        match kind {
            0 => FormulaNode::Knows(agent, body),
            1 => FormulaNode::Imagines(agent, body),
            _ => FormulaNode::KnowsWhether(agent, body),
        }
    }

    /// What nobody knows together is left out: it is about worlds that nobody can reach.
    fn distributed_knowledge(&mut self, depth: usize) -> FormulaNode {
        let mut group = self.group();
        if group.is_empty() {
            group.insert(self.agent());
        }
        FormulaNode::Distributed(group, self.formula(depth - 1))
    }

    /// How many of some cards a holder has.
    fn count(&mut self) -> FormulaNode {
        let (mask, holder) = (self.choose(256), self.holder());
        let cards = self.play.vocabulary.cards();
        let cards: Vec<Card> = cards.filter(|card| mask >> (card.index() % 8) & 1 == 0).collect();
        let of = cards.into_iter().map(|card| self.play.holding(card, holder)).collect();
        let comparison = COMPARISONS[self.choose(6)];
        FormulaNode::Count(of, CountTest::Compare(comparison, self.choose(4) as i64))
    }

    fn after(&mut self, depth: usize) -> FormulaNode {
        let modality = [Modality::Every, Modality::Some][self.choose(2)];
        let action = match self.choose(self.moves.len() + 2) {
            at if at < self.moves.len() => self.moves[at],
            _ => {
                let (everybody, told) = (self.play.everybody(), self.formula(depth - 1));
                self.play.terms.announcement(everybody, told)
            }
        };
        FormulaNode::After(modality, action, self.formula(depth - 1))
    }

    fn probability(&mut self, depth: usize) -> FormulaNode {
        let comparison = COMPARISONS[self.choose(6)];
        let (part, whole) = (self.choose(5) as i64, self.choose(5) as i64 + 1);
        let (agent, body) = (self.agent(), self.formula(depth - 1));
        match Ratio::new(part, whole) {
            Some(ratio) => FormulaNode::Probability(agent, body, comparison, ratio),
            None => FormulaNode::Knows(agent, body),
        }
    }
}
