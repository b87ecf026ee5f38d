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
    /// An agent looks at the table; everybody sees that they do.
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

/// The steps of an action with a deck, for a group of agents.
pub(super) fn steps(
    terms: &Terms,
    action: Action,
    (deck, all): (&Deck, &Group),
    stop: &Stop,
) -> Result<Vec<Step>, EvalError> {
    let mut steps = Vec::new();
    for part in execution::steps(terms, action) {
        let said = if let ActionNode::Game(game) = terms.action_node(part) {
            match showing(terms, game, deck, all) {
                Some(showing) => {
                    steps.push(Step::Shown(showing));
                    continue;
                }
                None if is_said(terms, game, deck) => game.description,
                None => return Err(EvalError::Unsupported(definedness::no_move(part))),
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
    for step in steps(terms, action, (deck, &deck.agents().collect()), &Stop::new())? {
        if let Step::Looked(Looking { hands, .. }) = step
            && hands.iter().any(|&hand| table_hand(terms, deck, hand).is_none())
        {
            return Err(EvalError::Unsupported(definedness::no_move(action)));
        }
    }
    Ok(())
}

/// A card that is shown, or told of: to say that one has a card is to show it.
fn showing(terms: &Terms, game: &GameAction, deck: &Deck, all: &Group) -> Option<Showing> {
    let question = &game.question;
    let (requester, respondent) = (question.requester, question.respondent?);
    let cards = match &game.name {
        Move::Show(cards, _) => cards.to_vec(),
        Move::Answer => cards_of(terms, deck, &question.answers, respondent)?,
        Move::Look | Move::NoShow(_) | Move::Win | Move::NoWin => return None,
    };
    let is_public = matches!(question.response, Response::This(_)) && question.hearers == *all;
    let pair: Group = [requester, respondent].into_iter().collect();
    if requester == respondent || !is_public && question.hearers != pair {
        return None;
    }
    let given = match question.response {
        Response::This(at) => Some(*cards.get(at as usize)?),
        Response::Some => None,
        Response::None => return None,
    };
    Some(Showing {
        requester,
        respondent,
        cards,
        given,
        is_public,
        answers: game.question.answers.to_vec(),
        choice: if let ActionNode::Learn(_, choice) = terms.action_node(game.description) {
            *choice
        } else {
            game.description
        },
    })
}

/// The cards that somebody says to have, if that is what the answers are.
fn cards_of(
    terms: &Terms,
    deck: &Deck,
    answers: &[Formula],
    respondent: Agent,
) -> Option<Vec<Card>> {
    let card = |answer: &Formula| {
        let FormulaNode::Atom(atom) = terms.node(*answer) else { return None };
        let (card, holder) = deck.holding(*atom)?;
        (holder == respondent.index()).then(|| deck.card(card))
    };
    answers.iter().map(card).collect()
}

/// Whether a move is what its description says in public, and no more: nothing is chosen, and whoever
/// answers knows what they say.
fn is_said(terms: &Terms, game: &GameAction, deck: &Deck) -> bool {
    let question = &game.question;
    match (&game.name, question.respondent) {
        (Move::Answer, Some(respondent)) => {
            let is_known = |answer: &Formula| is_known_by(terms, deck, respondent, *answer);
            (question.response == Response::None || question.answers.len() == 1)
                && question.answers.iter().all(is_known)
        }
        (Move::Answer, None) => false,
        (Move::Look | Move::Show(..) | Move::NoShow(_) | Move::Win | Move::NoWin, _) => true,
    }
}

/// Whether somebody knows whether a formula is true, as far as its form tells: it speaks of their own
/// cards, and of what they know.
fn is_known_by(terms: &Terms, deck: &Deck, agent: Agent, formula: Formula) -> bool {
    use FormulaNode as F;
    let mut waiting = vec![formula];
    while let Some(formula) = waiting.pop() {
        match terms.node(formula) {
            F::True | F::False => {}
            F::Atom(atom) => match deck.holding(*atom) {
                Some((_, holder)) if holder == agent.index() => {}
                _ => return false,
            },
            F::Knows(who, _)
            | F::Believes(who, _)
            | F::Imagines(who, _)
            | F::KnowsWhether(who, _)
            | F::Probability(who, ..) => {
                if *who != agent {
                    return false;
                }
            }
            F::Everybody(..) | F::Common(..) | F::Distributed(..) | F::After(..) => return false,
            node @ (F::Not(_)
            | F::And(_)
            | F::Or(_)
            | F::Implies(..)
            | F::Iff(..)
            | F::Count(..)) => node.parts(|part| waiting.push(part)),
        }
    }
    true
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
            // Nobody can show a card that is not in the game.
            Some(card) => model.deck.place(card).into_iter().map(Some).collect(),
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
        let Some(card) = self.given.filter(|_| self.is_public) else { return Ok((held, next)) };
        let this = match model.deck.place(card) {
            Some(card) => model.is_shown(next.shows.len() - 1, card),
            None => model.constant(false),
        };
        Ok((held, next.restrict_to(&this)?))
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
        let (card, holder) = deck.holding(atom)?;
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
