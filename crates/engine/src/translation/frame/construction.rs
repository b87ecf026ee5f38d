//! The frame of an action is put together from those of its parts (thesis defs. 38 to 43). What the
//! formulas in it become is left open: they are kept, or said without actions.

use super::access::{self, Access, Pairs};
use super::{Frame, MAX_DEPTH, NoFrame, Occurrence};
use crate::definedness::frame_group;
use crate::definedness::{Construct, Unsupported};
use crate::limits::Pace;
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Event, EventModel, Formula, FormulaNode, Group, Modality,
    Stop, Terms,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What becomes of the formulas that actions are made of.
pub(crate) trait Carrying {
    /// Why it cannot be said.
    type Error: From<NoFrame>;

    /// A formula about the state before the whole action.
    fn here(&mut self, terms: &mut Terms, formula: Formula) -> Result<Formula, Self::Error>;

    /// A formula that holds before an event iff the other one holds after it, where it can happen.
    fn before(
        &mut self,
        terms: &mut Terms,
        frame: &Rc<Frame>,
        event: usize,
        formula: Formula,
    ) -> Result<Formula, Self::Error>;
}

/// Formulas are kept as they are; what holds later is said with `[α]`.
pub(super) struct Symbolic;

impl Carrying for Symbolic {
    type Error = NoFrame;

    fn here(&mut self, _: &mut Terms, formula: Formula) -> Result<Formula, NoFrame> {
        Ok(formula)
    }

    fn before(
        &mut self,
        terms: &mut Terms,
        frame: &Rc<Frame>,
        event: usize,
        formula: Formula,
    ) -> Result<Formula, NoFrame> {
        let Occurrence { action, postcondition, .. } = &frame.events[event];
        Ok(match factual(terms, formula, postcondition) {
            Some(before) => before,
            None => terms.formula(FormulaNode::After(Modality::Every, *action, formula)),
        })
    }
}

/// A formula about facts only, with other values for atoms. None if it is about more than facts.
#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
fn factual(terms: &mut Terms, formula: Formula, values: &[(Atom, Formula)]) -> Option<Formula> {
    use FormulaNode as F;
    let mut parts: Vec<Formula> = terms.occurring(&[formula], &[]).formulas.into_iter().collect();
    // Parts come before what they are parts of.
    parts.sort_unstable();
    let mut now: FxHashMap<Formula, Formula> = FxHashMap::default();
    for part in parts {
        let node = match terms.node(part).clone() {
            F::True | F::False => {
                now.insert(part, part);
                continue;
            }
            F::Atom(atom) => {
                let value = values.iter().find(|(changed, _)| *changed == atom);
                now.insert(part, value.map_or(part, |&(_, value)| value));
                continue;
            }
            F::Not(inner) => F::Not(now[&inner]),
            F::And(of) => F::And(of.iter().map(|part| now[part]).collect()),
            F::Or(of) => F::Or(of.iter().map(|part| now[part]).collect()),
            F::Count(of, test) => F::Count(of.iter().map(|part| now[part]).collect(), test),
            F::Implies(left, right) => F::Implies(now[&left], now[&right]),
            F::Iff(left, right) => F::Iff(now[&left], now[&right]),
            _ => return None,
        };
        now.insert(part, terms.formula(node));
    }
    now.get(&formula).copied()
}

/// Builds frames, those of equal actions for equal groups once.
pub(crate) struct Frames<C> {
    pub(crate) carrying: C,
    known: FxHashMap<(Action, Group), Rc<Frame>>,
    types: FxHashMap<Action, Action>,
    most: usize,
    depth: u64,
    pace: Pace,
}

impl<C: Carrying> Frames<C> {
    pub(crate) fn new(carrying: C, most: usize, stop: &Stop) -> Self {
        let (known, types) = (FxHashMap::default(), FxHashMap::default());
        Self { carrying, known, types, most, depth: 0, pace: Pace::new(stop) }
    }

    /// What reports the events that are made.
    pub(crate) fn pace(&self) -> &Pace {
        &self.pace
    }

    /// The frame of an action that is defined where the group has access.
    pub(crate) fn frame(
        &mut self,
        terms: &mut Terms,
        action: Action,
        group: &Group,
    ) -> Result<Rc<Frame>, C::Error> {
        let key = (action, group.clone());
        if let Some(known) = self.known.get(&key) {
            return Ok(Rc::clone(known));
        }
        if self.depth >= MAX_DEPTH {
            return Err(NoFrame::Depth(MAX_DEPTH).into());
        }
        self.depth += 1;
        let frame = self.clause(terms, action, group);
        self.depth -= 1;
        let frame = frame?;
        self.admit(frame.events.len())?;
        self.known.insert(key, Rc::clone(&frame));
        Ok(frame)
    }

    fn admit(&self, events: usize) -> Result<(), NoFrame> {
        // Events are compared with each other.
        self.pace.count((events * events).clamp(1, 1 << 15) as u64)?;
        if events > self.most { Err(NoFrame::Events(self.most)) } else { Ok(()) }
    }

    fn clause(
        &mut self,
        terms: &mut Terms,
        action: Action,
        group: &Group,
    ) -> Result<Rc<Frame>, C::Error> {
        use ActionNode as A;
        let construct = match terms.action_node(action).clone() {
            A::Test(formula) => {
                let formula = self.carrying.here(terms, formula)?;
                return Ok(Rc::new(alone(action, formula, Vec::new())));
            }
            A::Assign(list) => {
                let mut changed = Vec::new();
                for &(atom, value) in &list {
                    changed.push((atom, self.carrying.here(terms, value)?));
                }
                return Ok(Rc::new(alone(action, Terms::TRUE, changed)));
            }
            A::Learn(who, inner) => {
                let inner = self.frame(terms, inner, group)?;
                return Ok(Rc::new(learn_frame(terms, &inner, &who)));
            }
            A::Sequence(of) => return self.sequence(terms, &of, group),
            A::Choice(of, mark) => return self.choice(terms, &of, mark, group),
            A::Event(index, event) => {
                let frame = terms.frame(index).clone();
                let occurring = |terms: &mut Terms, at| terms.action(A::Event(index, at));
                return Ok(Rc::new(self.frame_of_event(terms, &frame, event, occurring)?));
            }
            A::Message(index) => {
                let frame = terms.said(index).1.clone();
                let occurring = |terms: &mut Terms, at| terms.other_message(index, at);
                return Ok(Rc::new(self.frame_of_event(terms, &frame, Event(0), occurring)?));
            }
            A::Epistemic(_, index) => {
                let epistemic = terms.epistemic(index).clone();
                let agents = epistemic.frame.relations.len();
                let occurring = |terms: &mut Terms, at: Event| {
                    let alternative = epistemic.expressions[at.index()];
                    terms.epistemic_action(alternative, agents).unwrap_or(alternative)
                };
                let frame = self.frame_of_event(terms, &epistemic.frame, Event(0), occurring)?;
                return Ok(Rc::new(frame));
            }
            A::Game(game) => return self.frame(terms, game.description, group),
            A::Concurrent(_) => Construct::Concurrent,
            A::Star(_) => Construct::Star,
            A::Update(..) => Construct::Update,
            A::Suspect(..) | A::Fix(_) | A::Variable(_) => Construct::Suspicion,
        };
        Err(NoFrame::Unsupported(Unsupported { action, construct }).into())
    }

    /// One after the other: pairs of events, related iff both are. Nothing at all is an event that
    /// everybody sees.
    fn sequence(
        &mut self,
        terms: &mut Terms,
        of: &[Action],
        group: &Group,
    ) -> Result<Rc<Frame>, C::Error> {
        let Some((&first, rest)) = of.split_first() else {
            return Ok(Rc::new(nothing(terms, group)));
        };
        let mut whole = Frame::clone(&*self.frame(terms, first, group)?);
        for event in &mut whole.events {
            event.action = terms.action(ActionNode::Sequence([event.action].into()));
        }
        for &next in rest {
            whole = self.then(terms, &Rc::new(whole), next)?;
        }
        Ok(Rc::new(whole))
    }

    fn then(
        &mut self,
        terms: &mut Terms,
        first: &Rc<Frame>,
        next: Action,
    ) -> Result<Frame, C::Error> {
        let mut following = Vec::new();
        for event in &first.events {
            following.push(self.frame(terms, next, &event.learners)?);
            self.admit(following.iter().map(|frame| frame.events.len()).sum())?;
        }
        let mut events = Vec::new();
        for (at, second) in following.iter().enumerate() {
            for event in &second.events {
                events.push(self.after(terms, first, at, event)?);
            }
        }
        let pairs = Pairs { first, following: &following };
        let agents = following.iter().map(|frame| frame.access.len()).max().unwrap_or(0);
        let access = (0..agents.min(first.access.len())).map(|agent| pairs.access(agent));
        Ok(Frame { access: access.collect(), models: pairs.models(), events })
    }

    /// An event after another, as one.
    fn after(
        &mut self,
        terms: &mut Terms,
        first: &Rc<Frame>,
        at: usize,
        second: &Occurrence,
    ) -> Result<Occurrence, C::Error> {
        let before = &first.events[at];
        let then = self.carrying.before(terms, first, at, second.precondition)?;
        let mut postcondition = Vec::new();
        for &(atom, value) in &second.postcondition {
            postcondition.push((atom, self.carrying.before(terms, first, at, value)?));
        }
        let changed_again = |atom| second.postcondition.iter().any(|&(again, _)| again == atom);
        let kept = before.postcondition.iter().filter(|&&(atom, _)| !changed_again(atom));
        postcondition.extend(kept.copied());
        postcondition.sort_unstable_by_key(|&(atom, _)| atom);
        Ok(Occurrence {
            action: longer(terms, before.action, second.action),
            precondition: both(terms, before.precondition, then),
            postcondition,
            learners: second.learners.clone(),
            actual: before.actual && second.actual,
        })
    }

    /// Any of the alternatives; they lead to different models.
    fn choice(
        &mut self,
        terms: &mut Terms,
        of: &[Action],
        mark: Option<u32>,
        group: &Group,
    ) -> Result<Rc<Frame>, C::Error> {
        let mut parts = Vec::new();
        for &part in of {
            parts.push(self.frame(terms, part, group)?);
            self.admit(parts.iter().map(|part| part.events.len()).sum())?;
        }
        let types = self.types_of(terms, of);
        let mut events = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            for event in &part.events {
                let mut of = types.clone();
                of[at] = event.action;
                let marked = mark.is_none_or(|mark| mark as usize == at);
                events.push(Occurrence {
                    action: terms.action(ActionNode::Choice(of, Some(at as u32))),
                    actual: event.actual && marked,
                    ..event.clone()
                });
            }
        }
        Ok(Rc::new(beside(&parts, events)))
    }

    /// The type of an action: without marks (def. 29).
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn type_of(&mut self, terms: &mut Terms, action: Action) -> Action {
        use ActionNode as A;
        if let Some(&known) = self.types.get(&action) {
            return known;
        }
        let node = match terms.action_node(action).clone() {
            A::Learn(who, inner) => A::Learn(who, self.type_of(terms, inner)),
            A::Game(game) => return self.type_of(terms, game.description),
            A::Sequence(of) => A::Sequence(self.types_of(terms, &of)),
            A::Choice(of, _) => A::Choice(self.types_of(terms, &of), None),
            _ => return action,
        };
        let whole = terms.action(node);
        self.types.insert(action, whole);
        whole
    }

    fn types_of(&mut self, terms: &mut Terms, of: &[Action]) -> Box<[Action]> {
        of.iter().map(|&part| self.type_of(terms, part)).collect()
    }

    /// The frame that an event is of.
    fn frame_of_event(
        &mut self,
        terms: &mut Terms,
        frame: &EventModel,
        actual: Event,
        occurring: impl Fn(&mut Terms, Event) -> Action,
    ) -> Result<Frame, C::Error> {
        let learners = frame_group(frame);
        let mut events = Vec::new();
        for (at, clause) in frame.events.iter().enumerate() {
            let event = Event::from_index(at);
            let mut postcondition = Vec::new();
            for &(atom, value) in &clause.postcondition {
                postcondition.push((atom, self.carrying.here(terms, value)?));
            }
            events.push(Occurrence {
                action: occurring(terms, event),
                precondition: self.carrying.here(terms, clause.precondition)?,
                postcondition,
                learners: learners.clone(),
                actual: event == actual,
            });
        }
        let access = frame
            .relations
            .iter()
            .map(|relation| access::access_of(relation.as_ref(), events.len()));
        let access = access.collect();
        Ok(Frame { models: vec![0; events.len()], access, events })
    }
}

/// One event that nobody sees.
fn alone(action: Action, precondition: Formula, postcondition: Vec<(Atom, Formula)>) -> Frame {
    let learners = Group::empty();
    let event = Occurrence { action, precondition, postcondition, learners, actual: true };
    Frame { events: vec![event], access: Vec::new(), models: vec![0] }
}

/// One event that changes nothing, and that everybody sees.
fn nothing(terms: &mut Terms, group: &Group) -> Frame {
    let action = terms.action(ActionNode::Sequence(Box::default()));
    let one = alone(action, Terms::TRUE, Vec::new());
    let access = (0..agents(group))
        .map(|agent| Access::Cells(vec![group.contains(Agent::from_index(agent)).then_some(0)]));
    let event = Occurrence { learners: group.clone(), ..one.events[0].clone() };
    Frame { events: vec![event], access: access.collect(), ..one }
}

/// Agents have indices below this.
fn agents(group: &Group) -> usize {
    group.iter().map(|agent| agent.index() + 1).max().unwrap_or(0)
}

/// `L_B`: who learns inside keeps their access; of the others, those in B see only that one of the
/// events happens in which they learn nothing (def. 40).
fn learn_frame(terms: &mut Terms, inner: &Frame, who: &Group) -> Frame {
    let access = |agent: usize| {
        let agent = Agent::from_index(agent);
        match who.contains(agent) {
            true => access::of_learner(inner, agent),
            false => Access::none(inner.events.len()),
        }
    };
    let access = (0..agents(who)).map(access).collect();
    let event = |event: &Occurrence| Occurrence {
        action: terms.action(ActionNode::Learn(who.clone(), event.action)),
        learners: who.clone(),
        ..event.clone()
    };
    let events = inner.events.iter().map(event).collect();
    Frame { events, access, models: vec![0; inner.events.len()] }
}

/// Frames beside each other, with these events.
fn beside(parts: &[Rc<Frame>], events: Vec<Occurrence>) -> Frame {
    let models = parts
        .iter()
        .enumerate()
        .flat_map(|(part, frame)| frame.models.iter().map(move |&model| (part, model)));
    let models = access::number_equals(models);
    let agents = parts.iter().map(|part| part.access.len()).max().unwrap_or(0);
    let access = (0..agents).map(|agent| access::beside(parts, agent)).collect();
    Frame { events, access, models }
}

/// A sequence with one more action.
fn longer(terms: &mut Terms, sequence: Action, last: Action) -> Action {
    let of: Box<[Action]> = if let ActionNode::Sequence(of) = terms.action_node(sequence) {
        of.iter().copied().chain([last]).collect()
    } else {
        [sequence, last].into()
    };
    terms.action(ActionNode::Sequence(of))
}

/// Both, without what always holds.
#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
fn both(terms: &mut Terms, left: Formula, right: Formula) -> Formula {
    if left == Terms::FALSE || right == Terms::FALSE {
        return Terms::FALSE;
    }
    let mut of = Vec::new();
    for formula in [left, right] {
        match terms.node(formula) {
            FormulaNode::True => {}
            FormulaNode::And(parts) => of.extend(parts.iter().copied()),
            _ => of.push(formula),
        }
    }
    let mut seen = FxHashSet::default();
    of.retain(|&formula| seen.insert(formula));
    terms.and(of)
}
