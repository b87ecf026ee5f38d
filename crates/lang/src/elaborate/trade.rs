//! Trading cards face down (*Logic and game theory of Pit*, section 4.1, Trade): two players give each other equally many
//! cards; everybody sees that, and only they see which cards these are. The paper's Swap is read so that players hold
//! what they give and know it: to the letter it leaves out both, and traders would not learn what they gave.
//!
//! It is written out in the terms of the action language: everybody learns that the two learn one of the exchanges.

use super::Elaborator;
use super::scope::{Env, Node};
use super::state::count_noun;
use crate::syntax::tree::{Expr, Trade};
use hexa_logic::{Action, ActionNode, Agent, Atom, Card, Formula, Group, Holder, Terms};
use hexa_text::Code;

/// What the two who trade give each other.
type Exchange = [Vec<Card>; 2];

impl Elaborator<'_> {
    /// `trade a b: w for y`; `trade a b`: one card each, whichever.
    pub(super) fn trade(&mut self, node: Node, trade: &Trade, env: &Env) -> Option<Action> {
        self.require_cards(node)?;
        let [first, second] = trade.traders.map(|agent| self.agent(node.with(agent), env));
        let traders = [first?, second?];
        if traders[0] == traders[1] {
            let message = "players cannot trade with themselves";
            return self.error(Code::BadRequest, node.with(trade.traders[1]), message);
        }
        let (made, size) = match &trade.given {
            None => (None, 1),
            Some(given) => {
                let made = self.exchange(node, given, env)?;
                let size = made[0].len();
                (Some(made), size)
            }
        };
        let mut exchanges = Vec::new();
        for mine in self.sets_of_cards(node, size)? {
            for theirs in self.sets_of_cards(node, size)? {
                self.spend(node)?;
                if !mine.iter().any(|card| theirs.contains(card)) {
                    exchanges.push([mine.clone(), theirs]);
                }
            }
        }
        let chosen = made.and_then(|made| exchanges.iter().position(|one| *one == made));
        let learnt: Box<[Action]> =
            exchanges.iter().map(|exchange| self.exchanged(traders, exchange)).collect();
        let choice = match learnt[..] {
            [] => self.terms.action(ActionNode::Test(Terms::FALSE)),
            [only] => only,
            _ => self.terms.action(ActionNode::Choice(learnt, chosen.map(|at| at as u32))),
        };
        let everybody = self.everybody();
        Some(self.terms.action(ActionNode::Learn(everybody, choice)))
    }

    /// What is given for what, each in the order of the deck.
    fn exchange(&mut self, node: Node, given: &[Vec<Expr>; 2], env: &Env) -> Option<Exchange> {
        let mut exchange = [Vec::new(), Vec::new()];
        for (cards, names) in exchange.iter_mut().zip(given) {
            for &name in names {
                let card = self.card(node.with(name), env)?;
                if cards.contains(&card) {
                    let message = "this card is given twice";
                    return self.error(Code::BadRequest, node.with(name), message);
                }
                cards.push(card);
            }
            cards.sort_unstable();
        }
        let [mine, theirs] = &exchange;
        if let Some(place) = given[1].iter().zip(theirs).find(|(_, card)| mine.contains(card)) {
            let message = "both cannot give the same card";
            return self.error(Code::BadRequest, node.with(*place.0), message);
        }
        if mine.len() == theirs.len() && !mine.is_empty() {
            return Some(exchange);
        }
        let (mine, theirs) = (count_noun(mine.len(), "card"), count_noun(theirs.len(), "card"));
        let message = format!("{mine} for {theirs}: who trades gives as many cards as they get");
        self.error_help(Code::BadRequest, node, message, "one for one: `trade a b: w for y`")
    }

    /// The two learn that they exchange these cards, and do.
    fn exchanged(&mut self, traders: [Agent; 2], exchange: &Exchange) -> Action {
        let [first, second] = traders.map(Holder::Agent);
        let [mine, theirs] = exchange;
        let (mut held, mut changes): (Vec<Formula>, Vec<(Atom, Formula)>) = Default::default();
        for (cards, from, to) in [(mine, first, second), (theirs, second, first)] {
            for &card in cards {
                held.push(self.holds(card, from));
                changes.push((self.vocabulary.add_holding_atom(card, from), Terms::FALSE));
                changes.push((self.vocabulary.add_holding_atom(card, to), Terms::TRUE));
            }
        }
        let held = self.terms.and(held);
        let test = self.terms.action(ActionNode::Test(held));
        let assign = self.terms.action(ActionNode::Assign(changes.into()));
        let swap = self.terms.action(ActionNode::Sequence([test, assign].into()));
        let both: Group = traders.into_iter().collect();
        self.terms.action(ActionNode::Learn(both, swap))
    }
}
