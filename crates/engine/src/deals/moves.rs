//! Moves of card games (thesis def. 11, Cluedo paper sec. 2): what is said in public, a card that is shown, and an
//! accuser who looks at the table. Other actions are not made here.

use super::chart::Chart;
use super::deck::Deck;
use super::model::{Model, Show};
use super::truth::Evaluator;
use crate::announcement;
use crate::definedness;
use crate::evaluation::EvalError;
use crate::explicit::execution;
use crate::limits::{Limit, Work};
use crate::outcomes::UpdateError;
use hexa_logic::{
    Action, ActionNode, Agent, Card, Formula, FormulaNode, GameAction, Group, Move, Response, Stop,
    Terms,
};
use std::sync::{Arc, OnceLock};

/// One step of an action.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Everybody learns that this is so.
    Said(Formula),
    /// Somebody shows somebody a card.
    Shown(Showing),
    /// An agent looks at the table; everybody sees that he does.
    Looked(Looking),
}

/// A card that is shown.
#[derive(Clone, Debug)]
pub(super) struct Showing {
    requester: Agent,
    respondent: Agent,
    cards: Vec<Card>,
    /// Which one; none if it may be any of those that the respondent has.
    given: Option<Card>,
    /// Whether everybody sees it.
    is_public: bool,
    /// That the respondent has each of the cards.
    answers: Vec<Formula>,
    /// The choice between them.
    choice: Action,
}

/// A look at the table.
#[derive(Clone, Debug)]
pub(super) struct Looking {
    agent: Agent,
    /// The hands that it can be.
    hands: Vec<Formula>,
    /// The choice between them.
    choice: Action,
}

/// The most tests of an announcement that are made.
const MOST_TESTS: u64 = 1 << 20;

/// The steps of an action for a group of agents.
pub(super) fn steps(
    terms: &Terms,
    action: Action,
    all: &Group,
    stop: &Stop,
) -> Result<Vec<Step>, EvalError> {
    let mut steps = Vec::new();
    for part in execution::steps(terms, action) {
        let said = if let ActionNode::Game(game) = terms.action_node(part) {
            match showing(terms, game, all) {
                Some(showing) => {
                    steps.push(Step::Shown(showing));
                    continue;
                }
                None => game.description,
            }
        } else {
            part
        };
        if announcement::is_one(terms, said) {
            let mut work = Work::at_most(MOST_TESTS, stop);
            let tests = announcement::tests(terms, said, &mut work).map_err(EvalError::Limit)?;
            steps.extend(tests.into_iter().map(Step::Said));
        } else if let Some(looking) = looking(terms, said, all) {
            steps.push(Step::Looked(looking));
        } else {
            return Err(EvalError::Unsupported(definedness::no_move(part)));
        }
    }
    Ok(steps)
}

/// Whether an action is made of steps that can be taken with a deck.
pub(super) fn admit(terms: &Terms, action: Action, deck: &Deck) -> Result<(), EvalError> {
    for step in steps(terms, action, &deck.agents().collect(), &Stop::new())? {
        if let Step::Looked(Looking { hands, .. }) = step
            && hands.iter().any(|&hand| table_hand(terms, deck, hand).is_none())
        {
            return Err(EvalError::Unsupported(definedness::no_move(action)));
        }
    }
    Ok(())
}

fn showing(terms: &Terms, game: &GameAction, all: &Group) -> Option<Showing> {
    let (Move::Show(cards, given), Some(respondent)) = (&game.name, game.question.respondent)
    else {
        return None;
    };
    let is_public =
        matches!(game.question.response, Response::This(_)) && game.question.hearers == *all;
    Some(Showing {
        requester: game.question.requester,
        respondent,
        cards: cards.to_vec(),
        given: *given,
        is_public,
        answers: game.question.answers.to_vec(),
        choice: if let ActionNode::Learn(_, choice) = terms.action_node(game.description) {
            *choice
        } else {
            game.description
        },
    })
}

/// Who looks at the table, if the action is that everybody learns that somebody learns which hand it is.
fn looking(terms: &Terms, action: Action, all: &Group) -> Option<Looking> {
    let ActionNode::Learn(public, choice) = terms.action_node(action) else { return None };
    if public != all {
        return None;
    }
    let ActionNode::Choice(parts, _) = terms.action_node(*choice) else { return None };
    let mut looking = None;
    let mut hands = Vec::with_capacity(parts.len());
    for &part in parts {
        let ActionNode::Learn(who, test) = terms.action_node(part) else { return None };
        let ActionNode::Test(hand) = *terms.action_node(*test) else { return None };
        let mut who = who.iter();
        let (Some(agent), None) = (who.next(), who.next()) else { return None };
        if *looking.get_or_insert(agent) != agent {
            return None;
        }
        hands.push(hand);
    }
    Some(Looking { agent: looking?, hands, choice: *choice })
}

impl Step {
    /// What must hold before it, and the model after it.
    pub(super) fn execute(
        &self,
        evaluator: &mut Evaluator<'_>,
        model: &Arc<Model>,
        action: Action,
    ) -> Result<(Chart, Arc<Model>), EvalError> {
        match self {
            Self::Said(formula) => {
                let truth = evaluator.truth(model, *formula)?;
                let next = model.restrict_to(&truth).map_err(EvalError::Limit)?;
                Ok((truth, next))
            }
            Self::Shown(showing) => showing.execute(model).map_err(EvalError::Limit),
            Self::Looked(Looking { agent, hands, .. }) => {
                let mut tables = model.constant(false);
                for &hand in hands {
                    let Some(cards) = table_hand(evaluator.terms, &model.deck, hand) else {
                        return Err(EvalError::Unsupported(definedness::no_move(action)));
                    };
                    let table = model.is_table(&cards);
                    tables = tables.or(&table, model.most()).map_err(EvalError::Limit)?;
                }
                let next = model.restrict_to(&tables).map_err(EvalError::Limit)?;
                Ok((tables, Arc::new(next.after_look(*agent))))
            }
        }
    }

    /// The ways to take it: with each of the cards that may be shown.
    pub(super) fn ways(&self, model: &Model) -> Vec<Option<usize>> {
        let Self::Shown(showing) = self else { return vec![None] };
        match showing.given {
            Some(card) => vec![model.deck.place(card)],
            None => showing.places(model).into_iter().map(Some).collect(),
        }
    }

    /// Why it cannot be taken.
    pub(super) fn why_blocked(&self) -> UpdateError {
        match self {
            Self::Said(test) => UpdateError::NotExecutable { test: *test },
            Self::Shown(Showing { cards, given, answers, choice, .. }) => {
                let place = match given {
                    Some(given) => cards.iter().position(|card| card == given),
                    None => (cards.len() == 1).then_some(0),
                };
                match place.and_then(|place| answers.get(place)) {
                    Some(&test) => UpdateError::NotExecutable { test },
                    None => UpdateError::NoOutcome { action: *choice },
                }
            }
            Self::Looked(looking) => UpdateError::NoOutcome { action: looking.choice },
        }
    }

    /// Where a card can be shown.
    pub(super) fn possible(&self, model: &Model, card: usize) -> Chart {
        match self {
            Self::Shown(showing) => model.holds(card, showing.respondent.index()),
            Self::Said(_) | Self::Looked(_) => model.constant(true),
        }
    }
}

impl Showing {
    fn places(&self, model: &Model) -> Vec<usize> {
        let mut places: Vec<usize> =
            self.cards.iter().filter_map(|&card| model.deck.place(card)).collect();
        places.sort_unstable();
        places
    }

    fn execute(&self, model: &Arc<Model>) -> Result<(Chart, Arc<Model>), Limit> {
        let (requester, respondent) = (self.requester.index(), self.respondent.index());
        let cards = self.places(model);
        let held = model.holds_one(&cards, respondent)?;
        let (is_public, before, alike) = (self.is_public, Arc::clone(model), OnceLock::new());
        let next =
            model.after_show(Show { requester, respondent, cards, is_public, before, alike })?;
        match self.given.and_then(|card| model.deck.place(card)) {
            Some(card) if self.is_public => {
                let this = model.is_shown(next.shows.len() - 1, card);
                Ok((held, next.restrict_to(&this)?))
            }
            _ => Ok((held, next)),
        }
    }
}

/// The cards on the table, if a formula says which ones they are and no more.
#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
fn table_hand(terms: &Terms, deck: &Deck, formula: Formula) -> Option<Vec<usize>> {
    let table = deck.table()?;
    let mut cards = Vec::new();
    let parts = if let FormulaNode::And(parts) = terms.node(formula) {
        parts.to_vec()
    } else {
        vec![formula]
    };
    let mut absent = Vec::new();
    for part in parts {
        let (atom, list) = match *terms.node(part) {
            FormulaNode::Atom(atom) => (atom, &mut cards),
            FormulaNode::Not(inner) => {
                if let FormulaNode::Atom(atom) = *terms.node(inner) {
                    (atom, &mut absent)
                } else {
                    return None;
                }
            }
            _ => return None,
        };
        let (card, holder) = deck.held(atom)?;
        if holder != table {
            return None;
        }
        list.push(card);
    }
    cards.sort_unstable();
    cards.dedup();
    let is_hand = cards.len() == deck.sizes()[table];
    (is_hand && absent.iter().all(|card| !cards.contains(card))).then_some(cards)
}
