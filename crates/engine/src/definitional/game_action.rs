//! Game actions (thesis defs. 9 to 14), literally: questions as sets of sets of worlds, and the product
//! of a state with the frame of a game action.

use super::models::ModelId;
use super::semantics::Semantics;
use super::{Access, Given, Model, State};
use crate::evaluation::EvalError;
use crate::evaluation::Unanswerable;
use hexa_logic::{Action, ActionNode, Agent, Formula, Move};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A possible answer: the worlds where it is true.
pub type Answer = BTreeSet<usize>;

/// Pairs of answers that somebody cannot tell apart.
pub type Confusion = BTreeSet<(Answer, Answer)>;

/// A game action ⟨q, Q, r, R, pub⟩ (def. 9), worlds by their places. Who asks plays no part in what it
/// does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameAction {
    /// Q, the possible answers.
    pub question: BTreeSet<Answer>,
    /// r, who answers.
    pub respondent: Agent,
    /// R, the answer given.
    pub answer: Answer,
    /// pub: for each agent the pairs of answers that they cannot tell apart.
    pub publicity: BTreeMap<Agent, Confusion>,
}

impl GameAction {
    /// Whether it is a game action for a state (def. 9): Q covers the worlds with unions of the
    /// respondent's cells, R is in Q, pub is an equivalence for everybody, and the identity for the
    /// respondent.
    pub fn is_for(&self, state: &State) -> bool {
        let all: Answer = (0..state.world_count()).collect();
        let covered: Answer = self.question.iter().flatten().copied().collect();
        let closed = |answer: &Answer| {
            let cell =
                |v: usize| all.iter().filter(move |&&w| state.is_related(self.respondent, v, w));
            answer.iter().all(|&v| cell(v).all(|w| answer.contains(w)))
        };
        covered == all
            && self.question.iter().all(|answer| !answer.is_empty() && closed(answer))
            && self.question.contains(&self.answer)
            && state.group().iter().all(|agent| self.is_equivalence(agent))
            && self.pairs(self.respondent).iter().all(|(left, right)| left == right)
    }

    fn pairs(&self, agent: Agent) -> Confusion {
        self.publicity.get(&agent).cloned().unwrap_or_default()
    }

    fn is_equivalence(&self, agent: Agent) -> bool {
        let pairs = self.pairs(agent);
        let q = &self.question;
        let symmetric = pairs.iter().all(|(i, j)| pairs.contains(&(j.clone(), i.clone())));
        let next = |j: &Answer| {
            let j = j.clone();
            pairs.iter().filter(move |(from, _)| *from == j).map(|(_, to)| to.clone())
        };
        q.iter().all(|i| pairs.contains(&(i.clone(), i.clone())))
            && symmetric
            && pairs.iter().all(|(i, j)| next(j).all(|k| pairs.contains(&(i.clone(), k))))
    }

    /// Whether it can be executed (def. 10).
    pub fn is_executable(&self, state: &State) -> bool {
        self.answer.contains(&state.point)
    }

    /// Whether everybody knows the answer already, and no other could be given (def. 12).
    pub fn is_trivial(&self, state: &State) -> bool {
        let known = |agent: Agent| {
            let mut cell =
                (0..state.world_count()).filter(|&w| state.is_related(agent, state.point, w));
            cell.all(|w| self.answer.contains(&w))
        };
        let others = self.question.iter().filter(|answer| **answer != self.answer);
        state.group().iter().all(known) && others.into_iter().all(|o| !o.contains(&state.point))
    }

    /// s ⊗ μ (def. 14), if it can be executed.
    pub fn execute(&self, state: &State) -> Option<State> {
        let pairs: Vec<(usize, &Answer)> = self
            .question
            .iter()
            .flat_map(|answer| answer.iter().map(move |&world| (world, answer)))
            .collect();
        let actual = |&(w, answer): &(usize, &Answer)| w == state.point && *answer == self.answer;
        let point = pairs.iter().position(actual)?;
        let access = |agent: Agent| {
            let heard = self.pairs(agent);
            let related = |(v, i): (usize, &Answer), (w, j): (usize, &Answer)| {
                state.is_related(agent, v, w) && heard.contains(&(i.clone(), j.clone()))
            };
            let row =
                |&from: &(usize, &Answer)| pairs.iter().map(|&to| related(from, to)).collect();
            (agent, Access { given: Given::Cells, pairs: pairs.iter().map(row).collect() })
        };
        let worlds = pairs.iter().map(|&(w, _)| state.model.worlds[w].clone()).collect();
        let access = state.group().iter().map(access).collect();
        let model = Arc::new(Model { worlds, access });
        Some(State { model, point, ..state.clone() })
    }
}

impl Semantics<'_> {
    /// Whether a question can be asked here (def. 9), if an action asks one: its answers cover the
    /// worlds, and who answers knows whether they are true.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    pub(super) fn answerable(&self, id: ModelId, action: Action) -> Result<(), EvalError> {
        let (respondent, answers): (Agent, Vec<Formula>) = match self.terms.action_node(action) {
            ActionNode::Game(game) if game.name == Move::Answer => match game.question.respondent {
                Some(respondent) => (respondent, game.question.answers.to_vec()),
                None => return Ok(()),
            },
            ActionNode::Event(frame, _) => {
                let frame = self.terms.frame(*frame);
                let Some(roles) = frame.roles else { return Ok(()) };
                let answers: Vec<_> = frame.events.iter().map(|e| e.precondition).collect();
                self.covers(id, action, &answers)?;
                (roles.respondent, answers)
            }
            _ => return Ok(()),
        };
        for answer in answers {
            if !self.is_known(id, respondent, answer)? {
                let why = Unanswerable::NotKnown { answer, respondent };
                return Err(EvalError::Unanswerable { action, why });
            }
        }
        Ok(())
    }

    fn covers(&self, id: ModelId, action: Action, answers: &[Formula]) -> Result<(), EvalError> {
        for world in 0..self.model(id).world_count() {
            let mut covered = false;
            for &answer in answers {
                covered |= self.holds_at((id, world), answer)?;
            }
            if !covered {
                return Err(EvalError::Unanswerable { action, why: Unanswerable::NoAnswer });
            }
        }
        Ok(())
    }

    fn is_known(&self, id: ModelId, agent: Agent, answer: Formula) -> Result<bool, EvalError> {
        let model = self.model(id);
        for v in 0..model.world_count() {
            for w in 0..model.world_count() {
                let related = model.model.is_related(agent, v, w);
                if related && self.holds_at((id, v), answer)? != self.holds_at((id, w), answer)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
