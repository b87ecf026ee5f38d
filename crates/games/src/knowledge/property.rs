//! What is looked for in a search, if it is a formula: evaluated in all worlds of a model at once. Cards
//! and agents that it mentions keep their names in the search.

use super::explicit::state;
use super::packed::PackedModel;
use super::rules::{CARD_NAMES, KnowledgeGame};
use super::world_set::WorldSet;
use hexa_engine::{EvalError, truth};
use hexa_logic::{Agent, Card, Formula, FormulaNode, Terms, Vocabulary};

/// A formula that is looked for.
#[derive(Clone, Debug)]
pub struct Property {
    /// The names of the game: its cards and holders, in order.
    pub vocabulary: Vocabulary,
    /// Where the formula is.
    pub terms: Terms,
    /// The formula.
    pub formula: Formula,
    /// What a scenario checks at the end, as text: all of these together say the same.
    pub checks: Vec<String>,
    /// The cards that it mentions.
    pub cards: Vec<Card>,
    /// The agents that it mentions.
    pub agents: Vec<Agent>,
}

impl Property {
    /// Where it holds.
    pub fn worlds(&self, model: &PackedModel) -> Result<WorldSet, EvalError> {
        let Ok(state) = state(model, 0, &self.vocabulary) else {
            return Ok(WorldSet::none(model.worlds()));
        };
        let worlds = truth(&state, &self.terms, self.formula)?;
        Ok(WorldSet::of(model.worlds(), |world| worlds.contains(world)))
    }
}

/// A part of a formula that bisimilar states can tell apart, so that it cannot be asked for in a search:
/// distributed knowledge, or a probability.
pub fn unpreserved_part(terms: &Terms, formula: Formula) -> Option<Formula> {
    let counts = |part: &Formula| {
        matches!(terms.node(*part), FormulaNode::Distributed(..) | FormulaNode::Probability(..))
    };
    terms.occurring(&[formula], &[]).formulas.into_iter().find(counts)
}

/// The cards and agents whose names occur in a text. A number may mean something else, and then too much
/// is kept apart.
pub fn mentions(game: &KnowledgeGame, text: &str) -> (Vec<Card>, Vec<Agent>) {
    let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '\'')).collect();
    let everybody: String = (1..=game.agents()).map(|agent| agent.to_string()).collect();
    let is_named = |agent: &Agent| {
        let name = (agent.index() + 1).to_string();
        words.iter().any(|word| {
            let digits = word.chars().all(|c| c.is_ascii_digit());
            digits && **word != everybody && word.contains(&name)
        })
    };
    let cards = (0..game.cards()).filter(|&card| words.contains(&CARD_NAMES[card]));
    let agents = (0..game.agents()).map(Agent::from_index);
    (cards.map(Card::from_index).collect(), agents.filter(is_named).collect())
}
