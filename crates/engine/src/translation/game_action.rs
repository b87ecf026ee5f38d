//! Game actions as semantic objects (thesis defs. 9 to 13): a question is a covering of the worlds by
//! possible answers, and every agent hears more or less of the answer that is given. Which actions
//! are game actions in a state (thesis sec. 5.2, example 42), whether they can be executed there, and
//! whether they are trivial.
//!
//! Only relevant worlds count. Answers that are true in none of them are no answers (def. 11), and a
//! description may leave out what everybody can tell from the answer given (sec. 5.2): it need not
//! cover the worlds.

use crate::evaluation::EvalError;
use crate::held::Held;
use crate::outcomes::UpdateError;
use crate::translation::frame::{self, NoFrame};
use crate::view::{AccessView, View};
use hexa_logic::{
    Action, ActionNode, Agent, EventModel, Formula, Group, Question, RelationSetup, Response, Stop,
    Terms,
};
use std::collections::BTreeSet;

/// A game action for a state, ⟨q, Q, r, R, pub⟩ (def. 9).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameAction {
    /// q; none if the action does not say who asks.
    pub requester: Option<Agent>,
    /// r; none if nobody's mind answers.
    pub respondent: Option<Agent>,
    /// Q: for each possible answer, in which worlds of the view it is true. Each is true somewhere.
    pub question: Vec<Vec<bool>>,
    /// R, by its place in the question. More than one for the type of an action; none if the answer
    /// is true nowhere.
    pub answer: Vec<usize>,
    /// pub: for each agent a number for each answer, the same for those they cannot tell apart.
    pub publicity: Vec<(Agent, Vec<u32>)>,
}

impl GameAction {
    /// Whether the answer is true in a world (def. 10).
    pub fn is_executable(&self, world: usize) -> bool {
        self.answer.iter().any(|&answer| self.question[answer][world])
    }

    /// Whether another action has the same possible answers, the same ones given, and lets everybody
    /// hear the same of them: then its frame is the same (def. 46).
    pub fn is_same(&self, other: &GameAction) -> bool {
        let place = |answer| other.question.iter().position(|theirs| theirs == answer);
        let places: Option<Vec<usize>> = self.question.iter().map(place).collect();
        let Some(places) = places.filter(|places| places.len() == other.question.len()) else {
            return false;
        };
        let given: BTreeSet<usize> = self.answer.iter().map(|&at| places[at]).collect();
        let pairs = || (0..places.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let heard_alike = |(agent, heard): &(Agent, Vec<u32>)| {
            let theirs = other.publicity.iter().find(|(name, _)| name == agent);
            theirs.is_some_and(|(_, theirs)| {
                let alike = |i: usize, j: usize| theirs[places[i]] == theirs[places[j]];
                pairs().all(|(i, j)| (heard[i] == heard[j]) == alike(i, j))
            })
        };
        given == other.answer.iter().copied().collect()
            && self.publicity.len() == other.publicity.len()
            && self.publicity.iter().all(heard_alike)
    }

    /// Whether everybody knows the answer before it is given, and no other could be given (def. 12).
    pub fn is_trivial(&self, view: &View, world: usize) -> bool {
        let possible: Vec<usize> =
            (0..self.question.len()).filter(|&answer| self.question[answer][world]).collect();
        let [only] = possible[..] else { return false };
        let known = |cells: &Vec<Vec<usize>>| {
            let cell = cells.iter().find(|cell| cell.contains(&world));
            cell.is_some_and(|cell| cell.iter().all(|&other| self.question[only][other]))
        };
        let knows = |(_, access): &(Agent, AccessView)| match access {
            AccessView::Cells(cells) => known(cells),
            AccessView::Arrows(_) => false,
        };
        self.answer.contains(&only) && view.access.iter().all(knows)
    }
}

/// A game action, with formulas for its answers.
#[derive(Clone, Debug)]
pub struct Understood {
    /// The game action.
    pub game: GameAction,
    /// For each possible answer a formula that is true in its worlds.
    pub answers: Vec<Formula>,
    /// The store that the formulas are of.
    pub terms: Terms,
}

/// Why it was not found out which game action an action is.
#[derive(Clone, Debug)]
pub enum NoGameAction {
    /// It is none.
    Flawed(Box<Flawed>),
    /// It has no meaning here, or a limit was hit.
    Undecided(UpdateError),
}

/// What is wrong, with the store that the formulas are of.
#[derive(Clone, Debug)]
pub struct Flawed {
    /// The store.
    pub terms: Terms,
    /// What is wrong.
    pub flaw: Flaw,
}

/// Why an action is no game action in a state (thesis sec. 5.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It changes facts.
    ChangesFacts,
    /// The agent's access in the state is no partition.
    NoPartition(Agent),
    /// The agent does not learn at all, if this is the answer.
    LeavesOut(Agent, Formula),
    /// What the agent confuses is no equivalence.
    NoEquivalence(Agent),
    /// Two answers are true in the same worlds.
    SameAnswer(Formula, Formula),
    /// Nobody can be the one who answers: for each agent why not.
    NoRespondent(Vec<(Agent, Unfit)>),
}

/// Why an agent is not the one who answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// They cannot tell these answers apart.
    Confuses(Formula, Formula),
    /// They do not know in every world whether this answer is true.
    DoesNotKnow(Formula),
}

/// Frames of more events are no game actions that anybody plays.
const MOST_EVENTS: usize = 1000;

/// The game action that an action is in a state, if it is one.
pub fn game_action(held: &Held, terms: &Terms, action: Action) -> Result<Understood, NoGameAction> {
    let undecided = |error: UpdateError| NoGameAction::Undecided(error);
    held.check_action(terms, action).map_err(undecided)?;
    let frame =
        Frame::of(terms, action, &held.group(), &held.limits().stop).map_err(|no| match no {
            NoFrame::Unsupported(_) if changes_facts(terms, action) => {
                with_flaw(terms.clone(), Flaw::ChangesFacts)
            }
            other @ NoFrame::Undefined(_)
            | other @ NoFrame::Unsupported(_)
            | other @ NoFrame::Events(_)
            | other @ NoFrame::Depth(_)
            | other @ NoFrame::Stopped => undecided(EvalError::from(other).into()),
        })?;
    let view = held.view().map_err(|limit| undecided(EvalError::Limit(limit).into()))?;
    let mut answers = Vec::new();
    for &answer in &frame.answers {
        let truth = held.truth(&frame.terms, answer);
        answers.push(truth.map_err(|error| undecided(error.into()))?);
    }
    let given = Given { frame: &frame, view: &view, answers };
    match given.game_action() {
        Ok((game, kept)) => {
            let answers = kept.into_iter().map(|at| frame.answers[at]).collect();
            Ok(Understood { game, answers, terms: frame.terms })
        }
        Err(flaw) => Err(with_flaw(frame.terms, flaw)),
    }
}

fn with_flaw(terms: Terms, flaw: Flaw) -> NoGameAction {
    NoGameAction::Flawed(Box::new(Flawed { terms, flaw }))
}

fn changes_facts(terms: &Terms, action: Action) -> bool {
    let occurring = terms.occurring(&[], &[action]);
    occurring.actions.iter().any(|&part| matches!(terms.action_node(part), ActionNode::Assign(_)))
}

/// The frame of an action (defs. 13 and 42), with a formula for each event.
struct Frame {
    terms: Terms,
    requester: Option<Agent>,
    respondent: Who,
    answers: Vec<Formula>,
    equal_answers: EqualAnswers,
    actual: Vec<usize>,
    /// For each agent whether they can confuse two events.
    confused: Vec<(Agent, Vec<Vec<bool>>)>,
    changes_facts: bool,
}

/// What becomes of answers that are true in the same worlds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EqualAnswers {
    /// They are one answer: the question of a move is the set of its answers (def. 11).
    AreOne,
    /// The events of a frame are never the same (def. 46).
    AreSeveral,
}

/// Who answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    /// Whoever can.
    Anybody,
    /// This agent.
    This(Agent),
    /// Nobody's mind.
    Nobody,
}

impl Frame {
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn of(terms: &Terms, action: Action, public: &Group, stop: &Stop) -> Result<Self, NoFrame> {
        match terms.action_node(action) {
            ActionNode::Game(game) => Ok(Self::of_question(terms, &game.question, public)),
            ActionNode::Event(frame, event) => {
                Ok(Self::of_events(terms, terms.frame(*frame), event.index(), public))
            }
            ActionNode::Message(index) => {
                Ok(Self::of_events(terms, terms.said(*index).1, 0, public))
            }
            ActionNode::Epistemic(_, index) => {
                Ok(Self::of_events(terms, &terms.epistemic(*index).frame, 0, public))
            }
            _ => Self::of_knowledge_action(terms, action, public, stop),
        }
    }

    /// The answers, and what is heard by everybody: none of them.
    fn of_question(terms: &Terms, question: &Question, public: &Group) -> Self {
        let mut terms = terms.clone();
        let mut answers = question.answers.to_vec();
        let none = answers.iter().map(|&answer| terms.not(answer)).collect();
        let last = answers.len();
        answers.push(terms.and(none));
        let actual = match question.response {
            Response::This(at) => vec![at as usize],
            Response::Some => (0..last).collect(),
            Response::None => vec![last],
        };
        let confused = |agent: Agent| {
            let hears = question.hearers.contains(agent);
            table(last + 1, |i, j| i == j || !hears && i < last && j < last)
        };
        Self {
            terms,
            requester: Some(question.requester),
            respondent: question.respondent.map_or(Who::Nobody, Who::This),
            answers,
            equal_answers: EqualAnswers::AreOne,
            actual,
            confused: public.iter().map(|agent| (agent, confused(agent))).collect(),
            changes_facts: false,
        }
    }

    fn of_events(terms: &Terms, frame: &EventModel, event: usize, public: &Group) -> Self {
        let relation = |agent: Agent| frame.relations.get(agent.index()).and_then(Option::as_ref);
        let confused = |agent: Agent| {
            table(frame.events.len(), |i, j| match relation(agent) {
                Some(RelationSetup::Cells(cells)) => cells[i] == cells[j],
                Some(RelationSetup::Arrows(arrows)) => arrows.contains(&(i as u32, j as u32)),
                None => false,
            })
        };
        Self {
            terms: terms.clone(),
            requester: frame.roles.map(|roles| roles.requester),
            respondent: frame.roles.map_or(Who::Anybody, |roles| Who::This(roles.respondent)),
            answers: frame.events.iter().map(|event| event.precondition).collect(),
            equal_answers: EqualAnswers::AreSeveral,
            actual: vec![event],
            confused: public.iter().map(|agent| (agent, confused(agent))).collect(),
            changes_facts: frame.events.iter().any(|event| !event.postcondition.is_empty()),
        }
    }

    fn of_knowledge_action(
        terms: &Terms,
        action: Action,
        public: &Group,
        stop: &Stop,
    ) -> Result<Self, NoFrame> {
        let mut terms = terms.clone();
        let frame = frame::Frame::new(&mut terms, action, public, MOST_EVENTS, stop)?;
        let events = frame.events();
        let confused = |agent: Agent| table(events.len(), |i, j| frame.is_related(agent, i, j));
        Ok(Self {
            requester: None,
            respondent: Who::Anybody,
            answers: events.iter().map(|event| event.precondition).collect(),
            equal_answers: EqualAnswers::AreSeveral,
            actual: frame.actual().collect(),
            confused: public.iter().map(|agent| (agent, confused(agent))).collect(),
            changes_facts: events.iter().any(|event| !event.postcondition.is_empty()),
            terms,
        })
    }
}

fn table(size: usize, entry: impl Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
    (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
}

/// A frame in a state.
struct Given<'f> {
    frame: &'f Frame,
    view: &'f View,
    /// For each event the worlds where it can happen.
    answers: Vec<Vec<bool>>,
}

impl Given<'_> {
    /// The game action, and which events its answers are.
    fn game_action(&self) -> Result<(GameAction, Vec<usize>), Flaw> {
        if self.frame.changes_facts {
            return Err(Flaw::ChangesFacts);
        }
        let counts =
            |&at: &usize| self.is_true(at) && !(0..at).any(|other| self.are_one(at, other));
        let kept: Vec<usize> = (0..self.answers.len()).filter(counts).collect();
        for (agent, access) in &self.view.access {
            if let AccessView::Arrows(_) = access {
                return Err(Flaw::NoPartition(*agent));
            }
        }
        let mut publicity = Vec::new();
        for (agent, confused) in &self.frame.confused {
            publicity.push((*agent, self.heard(*agent, confused, &kept)?));
        }
        self.are_different(&kept)?;
        let respondent = self.respondent(&kept, &publicity)?;
        let answer = |&at: &usize| self.frame.actual.iter().any(|&given| self.are_one(given, at));
        let game = GameAction {
            requester: self.frame.requester,
            respondent,
            question: kept.iter().map(|&at| self.answers[at].clone()).collect(),
            answer: (0..kept.len()).filter(|&at| answer(&kept[at])).collect(),
            publicity,
        };
        Ok((game, kept))
    }

    fn are_one(&self, left: usize, right: usize) -> bool {
        let one = self.frame.equal_answers == EqualAnswers::AreOne;
        left == right || one && self.answers[left] == self.answers[right]
    }

    fn is_true(&self, answer: usize) -> bool {
        self.answers[answer].contains(&true)
    }

    /// Classes of answers that an agent cannot tell apart.
    fn heard(
        &self,
        agent: Agent,
        confused: &[Vec<bool>],
        kept: &[usize],
    ) -> Result<Vec<u32>, Flaw> {
        if let Some(&at) = kept.iter().find(|&&at| !confused[at][at]) {
            return Err(Flaw::LeavesOut(agent, self.frame.answers[at]));
        }
        let first = |at: usize| kept.iter().position(|&other| confused[at][other]);
        let class: Vec<u32> = kept.iter().map(|&at| first(at).unwrap_or(0) as u32).collect();
        let pairs = || (0..kept.len()).flat_map(|i| (0..kept.len()).map(move |j| (i, j)));
        let equivalence =
            pairs().all(|(i, j)| confused[kept[i]][kept[j]] == (class[i] == class[j]));
        if equivalence { Ok(class) } else { Err(Flaw::NoEquivalence(agent)) }
    }

    /// No two answers are true in the same worlds.
    fn are_different(&self, kept: &[usize]) -> Result<(), Flaw> {
        for (at, &left) in kept.iter().enumerate() {
            for &right in &kept[at + 1..] {
                if self.answers[left] == self.answers[right] {
                    let (left, right) = (self.frame.answers[left], self.frame.answers[right]);
                    return Err(Flaw::SameAnswer(left, right));
                }
            }
        }
        Ok(())
    }

    fn respondent(
        &self,
        kept: &[usize],
        publicity: &[(Agent, Vec<u32>)],
    ) -> Result<Option<Agent>, Flaw> {
        let mut unfit = Vec::new();
        for (agent, heard) in publicity {
            match self.frame.respondent {
                Who::Nobody => return Ok(None),
                Who::This(respondent) if respondent != *agent => continue,
                Who::Anybody | Who::This(_) => {}
            }
            match self.unfit(*agent, heard, kept) {
                None => return Ok(Some(*agent)),
                Some(why) => unfit.push((*agent, why)),
            }
        }
        Err(Flaw::NoRespondent(unfit))
    }

    /// Why an agent cannot be the one who answers. Who answers tells their answers apart, and each is
    /// true in whole cells of their partition.
    fn unfit(&self, agent: Agent, heard: &[u32], kept: &[usize]) -> Option<Unfit> {
        let cells = self.view.access.iter().find(|(other, _)| *other == agent);
        let Some((_, AccessView::Cells(cells))) = cells else { return None };
        for &at in kept {
            let truth = &self.answers[at];
            let whole = |cell: &Vec<usize>| cell.iter().all(|&w| truth[w] == truth[cell[0]]);
            if !cells.iter().all(whole) {
                return Some(Unfit::DoesNotKnow(self.frame.answers[at]));
            }
        }
        let pairs = (0..kept.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let mut confused = pairs.filter(|&(i, j)| heard[i] == heard[j]);
        let (i, j) = confused.next()?;
        Some(Unfit::Confuses(self.frame.answers[kept[i]], self.frame.answers[kept[j]]))
    }
}
