//! Formulas without actions: what holds after an action is said of the state before it, through
//! the events of the action's frame (thesis defs. 40 to 44). After an event,
//!
//! - an atom is true iff the value that the event gives it was,
//! - an agent knows φ iff they knew, of every event that they cannot tell from this one, that φ would hold
//!   after it if it happened.
//!
//! Everything else follows, except common knowledge: it speaks of paths through all worlds that
//! are left, and those cannot be said of the state before. It is reduced where no path is cut, and
//! where the same is said at the end of all; otherwise its place is told. Probabilities are not
//! reduced either.
//!
//! The formula found is equivalent to the one given in every state where that one means something.
//! Formulas are shared: every part is carried through every event once.

mod simple;

use super::frame::construction::{Carrying, Frames};
use super::frame::{Frame, NoFrame, name_of_construct};
use crate::definedness::{Meaningless, Undefined, Unsupported, check_formula};
use crate::limits::Pace;
use hexa_logic::{
    Action, ActionNode, Agent, Formula, FormulaNode, Group, Modality, Stop, Stopped, Terms,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

/// How large a reduction may become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// The most formulas that may be made on the way, equal ones counted once.
    pub formulas: usize,
    /// The most events of a frame.
    pub events: usize,
    /// What ends the reduction from outside.
    pub stop: Stop,
}

impl Default for Size {
    fn default() -> Self {
        Self { formulas: 100_000, events: 1000, stop: Stop::new() }
    }
}

/// Why a formula is not reduced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Irreducible {
    /// It means nothing where the group has access.
    Undefined(Undefined),
    /// Common knowledge after this action.
    Common(Formula, Action),
    /// A probability after this action.
    Probability(Formula, Action),
    /// An action that has no frame.
    Unsupported(Unsupported),
    /// More formulas were made than were allowed, on the way through this action.
    Size(usize, Action),
    /// The frame of an action has more events than were allowed.
    Events(usize),
    /// It is nested deeper than this.
    Depth(u64),
    /// Somebody asked for the end of the work.
    Stopped,
}

impl From<Stopped> for Irreducible {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for Irreducible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(why) => why.fmt(f),
            Self::Common(..) => write!(f, "common knowledge after an action cannot be reduced"),
            Self::Probability(..) => write!(f, "a probability after an action cannot be reduced"),
            Self::Unsupported(what) => write!(f, "{} cannot be reduced", name_of_construct(what)),
            Self::Size(made, _) => write!(f, "{made} formulas were made and no end is reached"),
            Self::Events(most) => write!(f, "an action has more than {most} events"),
            Self::Depth(most) => write!(f, "it is nested deeper than {most} levels"),
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

impl std::error::Error for Irreducible {}

impl From<NoFrame> for Irreducible {
    fn from(why: NoFrame) -> Self {
        match why {
            NoFrame::Undefined(why) => Self::Undefined(why),
            NoFrame::Unsupported(what) => Self::Unsupported(what),
            NoFrame::Events(most) => Self::Events(most),
            NoFrame::Depth(most) => Self::Depth(most),
            NoFrame::Stopped => Self::Stopped,
        }
    }
}

/// A formula without actions that is equivalent to a formula, wherever that one means something
/// and a group has access.
pub fn reduce(
    terms: &mut Terms,
    formula: Formula,
    group: &Group,
    size: Size,
) -> Result<Formula, Irreducible> {
    check_formula(terms, formula, group, &Group::empty()).map_err(|why| match why {
        Meaningless::Undefined(why) => Irreducible::Undefined(why),
        Meaningless::Unsupported(what) => Irreducible::Unsupported(what),
        Meaningless::Limit(_) => Irreducible::Depth(MAX_DEPTH),
    })?;
    let mut parts: Vec<Formula> = terms.occurring(&[formula], &[]).formulas.into_iter().collect();
    // Parts come before what they are parts of, also those inside actions.
    parts.sort_unstable();
    let carrier = Carrier {
        now: FxHashMap::default(),
        carried: FxHashMap::default(),
        kept: FxHashMap::default(),
        told_as: FxHashMap::default(),
        most: terms.formula_count().saturating_add(size.formulas),
        allowed: size.formulas,
        through: None,
        pace: Pace::new(&size.stop),
    };
    let mut reduction =
        Reduction { frames: Frames::new(carrier, size.events, &size.stop), group: group.clone() };
    for part in parts {
        reduction.frames.pace().count(1)?;
        let now = reduction.without_actions(terms, part)?;
        let carrier = &mut reduction.frames.carrying;
        carrier.told_as.entry(now).or_insert(part);
        carrier.now.insert(part, now);
    }
    Ok(reduction.frames.carrying.now[&formula])
}

/// Actions may be nested this deep.
const MAX_DEPTH: u64 = 500;

/// How many formulas a formula is made of, equal ones counted once.
pub fn size(terms: &Terms, formula: Formula) -> usize {
    terms.occurring(&[formula], &[]).formulas.len()
}

struct Reduction {
    frames: Frames<Carrier>,
    /// Who has access in the beginning.
    group: Group,
}

impl Reduction {
    /// A formula whose parts are reduced already.
    fn without_actions(
        &mut self,
        terms: &mut Terms,
        formula: Formula,
    ) -> Result<Formula, Irreducible> {
        if let FormulaNode::After(modality, action, body) = *terms.node(formula) {
            let body = self.frames.carrying.now[&body];
            self.after(terms, modality, action, body)
        } else {
            let now = &self.frames.carrying.now;
            Ok(rebuild(terms, formula, |part| now[&part]))
        }
    }

    /// What is to hold now so that a formula holds after an action. Only what somebody learns needs
    /// a frame; what happens in front of it is done step by step.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn after(
        &mut self,
        terms: &mut Terms,
        modality: Modality,
        action: Action,
        formula: Formula,
    ) -> Result<Formula, Irreducible> {
        use ActionNode as A;
        let all = |terms: &mut Terms, of: Vec<Formula>| match modality {
            Modality::Every => simple::and(terms, of),
            Modality::Some => simple::or(terms, of),
        };
        match terms.action_node(action).clone() {
            A::Sequence(of) => of
                .iter()
                .rev()
                .try_fold(formula, |then, &part| self.after(terms, modality, part, then)),
            A::Choice(of, mark) => {
                let of = match mark.and_then(|mark| of.get(mark as usize)) {
                    Some(&marked) => [marked].into(),
                    None => of,
                };
                let of = of.iter().map(|&part| self.after(terms, modality, part, formula));
                let of = of.collect::<Result<_, _>>()?;
                Ok(all(terms, of))
            }
            // Every outcome has a member in which it holds, or some outcome holds in all members.
            A::Concurrent(of) => {
                let of = of.iter().map(|&part| self.after(terms, modality, part, formula));
                let of: Vec<Formula> = of.collect::<Result<_, _>>()?;
                Ok(match modality {
                    Modality::Every => simple::or(terms, of),
                    Modality::Some => simple::and(terms, of),
                })
            }
            A::Game(game) => self.after(terms, modality, game.description, formula),
            _ => {
                self.frames.carrying.through = Some(action);
                let frame = self.frames.frame(terms, action, &self.group)?;
                let mut of = Vec::new();
                for event in frame.actual() {
                    let can = frame.events()[event].precondition;
                    let then = self.frames.carrying.before(terms, &frame, event, formula)?;
                    of.push(match modality {
                        Modality::Every => simple::implies(terms, can, then),
                        Modality::Some => {
                            let then = simple::assuming(terms, can, then);
                            simple::and(terms, [can, then])
                        }
                    });
                }
                Ok(all(terms, of))
            }
        }
    }
}

/// A formula with other parts; it is no `[α]φ`.
fn rebuild(terms: &mut Terms, formula: Formula, now: impl Fn(Formula) -> Formula) -> Formula {
    use FormulaNode as F;
    let all = |of: &[Formula]| -> Vec<Formula> { of.iter().map(|&part| now(part)).collect() };
    match terms.node(formula).clone() {
        F::True | F::False | F::Atom(_) | F::After(..) => formula,
        F::Not(f) => simple::not(terms, now(f)),
        F::And(of) => simple::and(terms, all(&of)),
        F::Or(of) => simple::or(terms, all(&of)),
        F::Implies(left, right) => simple::implies(terms, now(left), now(right)),
        F::Iff(left, right) => simple::iff(terms, now(left), now(right)),
        F::Knows(agent, f) => simple::knows(terms, agent, now(f)),
        F::Believes(agent, f) => simple::believes(terms, agent, now(f)),
        F::Imagines(agent, f) => simple::imagines(terms, agent, now(f)),
        F::KnowsWhether(agent, f) => simple::knows_whether(terms, agent, now(f)),
        F::Everybody(group, f) => simple::everybody(terms, group, now(f)),
        F::Common(group, f) => simple::common(terms, group, now(f)),
        F::Distributed(group, f) => simple::distributed_knowledge(terms, group, now(f)),
        F::Count(of, test) => simple::count(terms, all(&of), &test),
        F::Probability(agent, f, how, number) => {
            terms.formula(F::Probability(agent, now(f), how, number))
        }
    }
}

/// Carries formulas without actions through events.
struct Carrier {
    /// Formulas and what they are without actions.
    now: FxHashMap<Formula, Formula>,
    /// What is to hold before an event of a frame so that a formula holds after it.
    carried: FxHashMap<(FrameId, usize, Formula), Formula>,
    /// The frames that there are such formulas for, so that their places are not used again.
    kept: FxHashMap<FrameId, Rc<Frame>>,
    /// Formulas without actions, and those of the text that they come from.
    told_as: FxHashMap<Formula, Formula>,
    /// The most formulas that there may be.
    most: usize,
    allowed: usize,
    pace: Pace,
    /// The action that is being reduced.
    through: Option<Action>,
}

/// Where a frame is in memory.
type FrameId = *const Frame;

impl Carrying for Carrier {
    type Error = Irreducible;

    fn here(&mut self, _: &mut Terms, formula: Formula) -> Result<Formula, Irreducible> {
        Ok(self.now[&formula])
    }

    fn before(
        &mut self,
        terms: &mut Terms,
        frame: &Rc<Frame>,
        event: usize,
        formula: Formula,
    ) -> Result<Formula, Irreducible> {
        let table = FrameId::from(Rc::as_ptr(frame));
        self.kept.entry(table).or_insert_with(|| Rc::clone(frame));
        for (part, events) in self.events_needed(terms, frame, event, formula) {
            for event in events {
                let before = Through { frame, event, table }.carry_through(self, terms, part)?;
                self.carried.insert((table, event, part), before);
                self.admit(terms)?;
            }
        }
        Ok(self.carried[&(table, event, formula)])
    }
}

impl Carrier {
    fn admit(&self, terms: &Terms) -> Result<(), Irreducible> {
        self.pace.count(1)?;
        match (terms.formula_count() > self.most, self.through) {
            (true, Some(action)) => {
                let made = terms.formula_count() - (self.most - self.allowed);
                Err(Irreducible::Size(made, action))
            }
            _ => Ok(()),
        }
    }

    /// The parts of a formula, smaller ones first, each with the events that it is to be carried
    /// through.
    fn events_needed(
        &self,
        terms: &Terms,
        frame: &Rc<Frame>,
        event: usize,
        formula: Formula,
    ) -> BTreeMap<Formula, BTreeSet<usize>> {
        let table = FrameId::from(Rc::as_ptr(frame));
        let mut needed: BTreeMap<Formula, BTreeSet<usize>> = BTreeMap::new();
        let mut waiting = vec![(formula, event)];
        while let Some((formula, event)) = waiting.pop() {
            let known = self.carried.contains_key(&(table, event, formula));
            if known || !needed.entry(formula).or_default().insert(event) {
                continue;
            }
            let node = terms.node(formula);
            let events = seen_from(frame, event, node);
            node.parts(|part| waiting.extend(events.iter().map(|&event| (part, event))));
        }
        needed
    }
}

/// The events after which the parts of a formula are asked for, if it is asked for after an event.
#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
fn seen_from(frame: &Frame, event: usize, node: &FormulaNode) -> Vec<usize> {
    use FormulaNode as F;
    match node {
        F::Knows(agent, _)
        | F::Believes(agent, _)
        | F::Imagines(agent, _)
        | F::KnowsWhether(agent, _) => frame.events_considered(*agent, event),
        F::Everybody(group, _) => {
            let seen = group.iter().flat_map(|agent| frame.events_considered(agent, event));
            seen.collect::<BTreeSet<usize>>().into_iter().collect()
        }
        F::Common(group, _) => events_reached(frame, group, event),
        F::Distributed(group, _) => seen_by_all(frame, group, event),
        _ => vec![event],
    }
}

/// The events that are reached from one by any number of steps of a group, itself included.
fn events_reached(frame: &Frame, group: &Group, event: usize) -> Vec<usize> {
    let mut found = BTreeSet::from([event]);
    let mut waiting = vec![event];
    while let Some(event) = waiting.pop() {
        for agent in group.iter() {
            let next = frame.events_considered(agent, event).into_iter();
            waiting.extend(next.filter(|&next| found.insert(next)));
        }
    }
    found.into_iter().collect()
}

/// The events that everybody in a group considers possible in one; of nobody, all that lead to the
/// same model.
fn seen_by_all(frame: &Frame, group: &Group, event: usize) -> Vec<usize> {
    let seen = |&to: &usize| {
        frame.leads_together(event, to)
            && group.iter().all(|agent| frame.is_related(agent, event, to))
    };
    (0..frame.events().len()).filter(seen).collect()
}

/// One event of a frame.
#[derive(Clone, Copy)]
struct Through<'a> {
    frame: &'a Rc<Frame>,
    event: usize,
    table: FrameId,
}

impl Through<'_> {
    /// What is to hold before the event so that a formula holds after it. Its parts were carried
    /// through the events that they are needed for.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    fn carry_through(
        self,
        carrier: &mut Carrier,
        terms: &mut Terms,
        formula: Formula,
    ) -> Result<Formula, Irreducible> {
        use FormulaNode as F;
        Ok(match terms.node(formula).clone() {
            F::Atom(atom) => {
                let changed = &self.frame.events()[self.event].postcondition;
                let value = changed.iter().find(|&&(other, _)| other == atom);
                value.map_or(formula, |&(_, value)| value)
            }
            F::Knows(agent, f) => {
                let body = self.whatever_happens(carrier, terms, self.events_seen(agent), f);
                simple::knows(terms, agent, body)
            }
            F::Believes(agent, f) => {
                let body = self.whatever_happens(carrier, terms, self.events_seen(agent), f);
                simple::believes(terms, agent, body)
            }
            F::Imagines(agent, f) => {
                let mut of = Vec::new();
                for to in self.events_seen(agent) {
                    let (can, then) = self.after(carrier, to, f);
                    let then = simple::assuming(terms, can, then);
                    of.push(simple::and(terms, [can, then]));
                }
                let body = simple::or(terms, of);
                simple::imagines(terms, agent, body)
            }
            F::KnowsWhether(agent, f) => self.knows_whether(carrier, terms, agent, f),
            F::Everybody(group, f) => self.everybody(carrier, terms, &group, f),
            F::Distributed(group, f) => {
                let seen = seen_by_all(self.frame, &group, self.event);
                let body = self.whatever_happens(carrier, terms, seen, f);
                simple::distributed_knowledge(terms, group, body)
            }
            F::Common(group, f) => return self.common(carrier, terms, formula, &group, f),
            F::Probability(..) => {
                let told = carrier.told_as.get(&formula).copied().unwrap_or(formula);
                return Err(Irreducible::Probability(told, self.action(carrier)));
            }
            _ => {
                let (table, event) = (self.table, self.event);
                rebuild(terms, formula, |part| carrier.carried[&(table, event, part)])
            }
        })
    }

    fn action(self, carrier: &Carrier) -> Action {
        carrier.through.unwrap_or(self.frame.events()[self.event].action)
    }

    fn events_seen(self, agent: Agent) -> Vec<usize> {
        self.frame.events_considered(agent, self.event)
    }

    /// When an event can happen, and what is to hold so that a formula holds after it.
    fn after(self, carrier: &Carrier, event: usize, formula: Formula) -> (Formula, Formula) {
        let can = self.frame.events()[event].precondition;
        (can, carrier.carried[&(self.table, event, formula)])
    }

    /// Whichever of some events happens, a formula holds after it. Events after which the same is to
    /// hold are taken together.
    fn whatever_happens(
        self,
        carrier: &Carrier,
        terms: &mut Terms,
        events: Vec<usize>,
        formula: Formula,
    ) -> Formula {
        let each = events.into_iter().map(|event| self.after(carrier, event, formula)).collect();
        join_implications(terms, each)
    }

    fn knows_whether(
        self,
        carrier: &Carrier,
        terms: &mut Terms,
        agent: Agent,
        formula: Formula,
    ) -> Formula {
        let each: Vec<(Formula, Formula)> = self
            .events_seen(agent)
            .iter()
            .map(|&event| self.after(carrier, event, formula))
            .collect();
        if let [(Terms::TRUE, then)] = each[..] {
            return simple::knows_whether(terms, agent, then);
        }
        let denied = each.iter().map(|&(can, then)| (can, simple::not(terms, then))).collect();
        let bodies = [join_implications(terms, each), join_implications(terms, denied)];
        let known = bodies.map(|body| simple::knows(terms, agent, body));
        simple::or(terms, known)
    }

    /// Those who see the same know the same.
    fn everybody(
        self,
        carrier: &Carrier,
        terms: &mut Terms,
        group: &Group,
        formula: Formula,
    ) -> Formula {
        let mut alike: Vec<(Vec<usize>, Group)> = Vec::new();
        for agent in group.iter() {
            let seen = self.events_seen(agent);
            match alike.iter_mut().find(|(events, _)| *events == seen) {
                Some((_, who)) => who.insert(agent),
                None => alike.push((seen, Group::from(agent))),
            }
        }
        let mut of = Vec::new();
        for (seen, who) in alike {
            let body = self.whatever_happens(carrier, terms, seen, formula);
            of.push(simple::everybody(terms, who, body));
        }
        simple::and(terms, of)
    }

    /// Common knowledge, where it can be said before the event:
    ///
    /// - what holds after all events that can be reached, whatever was known, is common knowledge,
    /// - if all of these can always happen, and everybody always considers one possible, then no path
    ///   through the worlds is cut; it is common knowledge that the same holds after all of them,
    /// - from an event that is not reached again, one step can be taken.
    fn common(
        self,
        carrier: &mut Carrier,
        terms: &mut Terms,
        whole: Formula,
        group: &Group,
        formula: Formula,
    ) -> Result<Formula, Irreducible> {
        let events = events_reached(self.frame, group, self.event);
        let each: Vec<(Formula, Formula)> =
            events.iter().map(|&event| self.after(carrier, event, formula)).collect();
        if join_implications(terms, each.clone()) == Terms::TRUE {
            return Ok(Terms::TRUE);
        }
        let here = self.after(carrier, self.event, formula).1;
        let goes_on = |&event: &usize| {
            group.iter().all(|agent| !self.frame.events_considered(agent, event).is_empty())
        };
        let uncut = each.iter().all(|&(can, then)| can == Terms::TRUE && then == here);
        if uncut && events.iter().all(goes_on) {
            let said = simple::common(terms, group.clone(), here);
            let told = carrier.told_as.get(&whole).copied().unwrap_or(whole);
            carrier.told_as.entry(said).or_insert(told);
            return Ok(said);
        }
        let next =
            |event: usize| group.iter().flat_map(move |a| self.frame.events_considered(a, event));
        let again = next(self.event)
            .collect::<BTreeSet<usize>>()
            .into_iter()
            .any(|to| events_reached(self.frame, group, to).contains(&self.event));
        if again {
            let told = carrier.told_as.get(&whole).copied().unwrap_or(whole);
            return Err(Irreducible::Common(told, self.action(carrier)));
        }
        self.one_step(carrier, terms, whole, group, here)
    }

    fn one_step(
        self,
        carrier: &mut Carrier,
        terms: &mut Terms,
        whole: Formula,
        group: &Group,
        here: Formula,
    ) -> Result<Formula, Irreducible> {
        let mut of = vec![here];
        for agent in group.iter() {
            let mut each = Vec::new();
            for event in self.events_seen(agent) {
                let key = (self.table, event, whole);
                let then = match carrier.carried.get(&key) {
                    Some(&then) => then,
                    None => {
                        let then = Self { event, ..self }.carry_through(carrier, terms, whole)?;
                        carrier.carried.insert(key, then);
                        then
                    }
                };
                each.push((self.frame.events()[event].precondition, then));
            }
            let body = join_implications(terms, each);
            of.push(simple::knows(terms, agent, body));
        }
        Ok(simple::and(terms, of))
    }
}

/// Every one of some conditions implies what goes with it. Conditions of the same are taken together.
fn join_implications(terms: &mut Terms, each: Vec<(Formula, Formula)>) -> Formula {
    let mut conditions: Vec<(Formula, Vec<Formula>)> = Vec::new();
    for (can, then) in each {
        match conditions.iter_mut().find(|(same, _)| *same == then) {
            Some((_, conditions)) => conditions.push(can),
            None => conditions.push((then, vec![can])),
        }
    }
    let mut of = Vec::new();
    for (then, conditions) in conditions {
        let can = simple::or(terms, conditions);
        of.push(simple::implies(terms, can, then));
    }
    simple::and(terms, of)
}
