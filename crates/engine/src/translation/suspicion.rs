//! Knowledge actions as action expressions (thesis def. 59): `α ↦ α^▽`, with the actions inside
//! tests translated as well.
//!
//! There are two ways. [`Way::Displayed`] is the clause for `L_B` as the thesis displays it, with
//! `C_{I,J}` read as those who confuse `!_(I) L_B τ` and `!_(J) L_B τ` (the inner actions, which the text
//! names, nobody outside their groups ever confuses). It does not describe the action in general: who
//! learns inside suspects the inner expression, too, in which the others suspect nothing; and
//! alternatives are suspected beside the actual one only. [`Way::Faithful`] reads the frame of the
//! action (defs. 40 to 43) as a system of equations, one for each alternative, suspected by those who
//! confuse it with another, and solves it by nested fixed points.

use super::frame::{Frame, NoFrame, Occurrence};
use crate::definedness::{Construct, Unsupported};
use hexa_logic::{
    Action, ActionNode, Agent, Formula, FormulaNode, Group, Modality, NoEpistemicAction, Stop,
    Terms,
};
use rustc_hash::FxHashMap;
use std::fmt;
use std::rc::Rc;

/// Which translation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Def. 59 as displayed.
    Displayed,
    /// The one that has the frame of the action.
    Faithful,
}

/// Why an action is not translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoExpression {
    /// A choice in it is not marked: it is a type, and may have several outcomes.
    Type(Action),
    /// It has no frame.
    Frame(NoFrame),
    /// The expression has more parts than this.
    Size(usize),
    /// The expression has too many events.
    Epistemic(NoEpistemicAction),
}

impl fmt::Display for NoExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(_) => {
                write!(f, "this is an action type: it is not said which choice is made")
            }
            Self::Frame(why) => why.fmt(f),
            Self::Size(most) => write!(f, "the action expression has more than {most} parts"),
            Self::Epistemic(_) => write!(f, "the action expression has too many events"),
        }
    }
}

impl std::error::Error for NoExpression {}

impl From<NoFrame> for NoExpression {
    fn from(why: NoFrame) -> Self {
        Self::Frame(why)
    }
}

/// An expression may have so many parts.
const MAX_PARTS: usize = 20_000;
/// A frame on the way may have so many events.
const MAX_EVENTS: usize = 200;

/// The expression of an action, as an epistemic action, where everybody of so many agents has access.
pub fn suspicion(
    terms: &mut Terms,
    action: Action,
    agents: usize,
    way: Way,
    stop: &Stop,
) -> Result<Action, NoExpression> {
    Translation::new(terms, agents, way, stop).epistemic(action)
}

/// φ^▽, where everybody of so many agents has access.
pub fn suspicion_formula(
    terms: &mut Terms,
    formula: Formula,
    agents: usize,
    way: Way,
    stop: &Stop,
) -> Result<Formula, NoExpression> {
    Translation::new(terms, agents, way, stop).formula(formula)
}

struct Translation<'t> {
    terms: &'t mut Terms,
    public: Group,
    way: Way,
    parts: usize,
    formulas: FxHashMap<Formula, Formula>,
    stop: &'t Stop,
}

impl<'t> Translation<'t> {
    fn new(terms: &'t mut Terms, agents: usize, way: Way, stop: &'t Stop) -> Self {
        let public = Group::first(agents);
        Self { terms, public, way, parts: 0, formulas: FxHashMap::default(), stop }
    }

    fn epistemic(&mut self, action: Action) -> Result<Action, NoExpression> {
        let frame = self.frame(action)?;
        let actual: Vec<usize> = frame.actual().collect();
        let [actual] = actual[..] else { return Err(NoExpression::Type(action)) };
        self.of_event(&frame, actual)
    }

    fn frame(&mut self, action: Action) -> Result<Rc<Frame>, NoExpression> {
        Ok(Frame::new(self.terms, action, &self.public, MAX_EVENTS, self.stop)?)
    }

    /// One of the actions of a type.
    fn of_event(&mut self, frame: &Frame, event: usize) -> Result<Action, NoExpression> {
        let expression = match self.way {
            Way::Displayed => self.display_action(frame.events()[event].action)?,
            Way::Faithful => {
                Equations { translation: self, frame, path: Vec::new() }.solve_event(event)?
            }
        };
        let expression = self.terms.epistemic_action(expression, self.public.len());
        expression.map_err(NoExpression::Epistemic)
    }

    fn part(&mut self, node: ActionNode) -> Result<Action, NoExpression> {
        self.parts += 1;
        match self.parts > MAX_PARTS {
            true => Err(NoExpression::Size(MAX_PARTS)),
            false => Ok(self.terms.action(node)),
        }
    }

    fn suspect(&mut self, group: Group, action: Action) -> Result<Action, NoExpression> {
        self.part(ActionNode::Suspect(group, action))
    }

    /// Def. 59, clause by clause, for an action in which all choices that are not pruned are marked.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn display_action(&mut self, action: Action) -> Result<Action, NoExpression> {
        match self.terms.action_node(action).clone() {
            ActionNode::Test(formula) => {
                let formula = self.formula(formula)?;
                self.part(ActionNode::Test(formula))
            }
            ActionNode::Sequence(of) => {
                let of: Result<_, _> = of.iter().map(|&part| self.display_action(part)).collect();
                self.part(ActionNode::Sequence(of?))
            }
            ActionNode::Choice(of, Some(mark)) => self.display_action(of[mark as usize]),
            ActionNode::Choice(_, None) => Err(NoExpression::Type(action)),
            ActionNode::Game(game) => self.display_action(game.description),
            ActionNode::Learn(group, inner) => self.displayed_learning(action, &group, inner),
            _ => {
                Err(NoFrame::Unsupported(Unsupported { action, construct: Construct::Frame })
                    .into())
            }
        }
    }

    fn displayed_learning(
        &mut self,
        action: Action,
        group: &Group,
        inner: Action,
    ) -> Result<Action, NoExpression> {
        let frame = self.frame(action)?;
        let Some(actual) = frame.actual().next() else { return Err(NoExpression::Type(action)) };
        let inner = self.display_action(inner)?;
        let own = self.part(ActionNode::Variable(0))?;
        let mut parts = vec![inner, self.suspect(group.clone(), own)?];
        for (at, other) in frame.events().iter().enumerate().filter(|(at, _)| *at != actual) {
            let confused: Group =
                group.iter().filter(|&agent| frame.is_related(agent, actual, at)).collect();
            if confused.is_empty() {
                continue;
            }
            if let ActionNode::Learn(_, inner) = *self.terms.action_node(other.action) {
                let inner = self.display_action(inner)?;
                let outer = self.part(ActionNode::Variable(1))?;
                let back = self.suspect(confused.clone(), outer)?;
                let body = self.part(ActionNode::Concurrent([inner, back].into()))?;
                let fixed = self.part(ActionNode::Fix(body))?;
                parts.push(self.suspect(confused, fixed)?);
            }
        }
        let body = self.part(ActionNode::Concurrent(parts.into()))?;
        self.part(ActionNode::Fix(body))
    }

    /// φ^▽. For a type, `[τ]φ` speaks of all its actions.
    fn formula(&mut self, formula: Formula) -> Result<Formula, NoExpression> {
        let mut parts: Vec<Formula> =
            self.terms.occurring(&[formula], &[]).formulas.into_iter().collect();
        // Parts come before what they are parts of.
        parts.sort_unstable();
        for part in parts {
            if !self.formulas.contains_key(&part) {
                let translated = self.formula_clause(part)?;
                self.formulas.insert(part, translated);
            }
        }
        Ok(self.formulas.get(&formula).copied().unwrap_or(formula))
    }

    fn formula_clause(&mut self, formula: Formula) -> Result<Formula, NoExpression> {
        use FormulaNode as F;
        let of = |f: &Formula| self.formulas.get(f).copied().unwrap_or(*f);
        let node = match self.terms.node(formula).clone() {
            F::True | F::False | F::Atom(_) => return Ok(formula),
            F::Not(f) => F::Not(of(&f)),
            F::And(all) => F::And(all.iter().map(of).collect()),
            F::Or(all) => F::Or(all.iter().map(of).collect()),
            F::Count(all, test) => F::Count(all.iter().map(of).collect(), test),
            F::Implies(f, g) => F::Implies(of(&f), of(&g)),
            F::Iff(f, g) => F::Iff(of(&f), of(&g)),
            F::Knows(a, f) => F::Knows(a, of(&f)),
            F::Believes(a, f) => F::Believes(a, of(&f)),
            F::Imagines(a, f) => F::Imagines(a, of(&f)),
            F::KnowsWhether(a, f) => F::KnowsWhether(a, of(&f)),
            F::Everybody(b, f) => F::Everybody(b, of(&f)),
            F::Common(b, f) => F::Common(b, of(&f)),
            F::Distributed(b, f) => F::Distributed(b, of(&f)),
            F::Probability(a, f, comparison, ratio) => F::Probability(a, of(&f), comparison, ratio),
            F::After(modality, action, f) => {
                let f = of(&f);
                return self.after(modality, action, f);
            }
        };
        Ok(self.terms.formula(node))
    }

    fn after(
        &mut self,
        modality: Modality,
        action: Action,
        formula: Formula,
    ) -> Result<Formula, NoExpression> {
        let kept = matches!(
            self.terms.action_node(action),
            ActionNode::Event(..) | ActionNode::Epistemic(..) | ActionNode::Message(_)
        );
        if kept {
            return Ok(self.terms.formula(FormulaNode::After(modality, action, formula)));
        }
        let frame = self.frame(action)?;
        let mut all = Vec::new();
        for event in frame.actual().collect::<Vec<_>>() {
            let action = self.of_event(&frame, event)?;
            all.push(self.terms.formula(FormulaNode::After(modality, action, formula)));
        }
        Ok(match modality {
            Modality::Every => self.terms.and(all),
            Modality::Some => self.terms.or(all),
        })
    }
}

/// The alternatives of a frame as equations, one for each.
struct Equations<'a, 't> {
    translation: &'a mut Translation<'t>,
    frame: &'a Frame,
    /// The alternatives around, outermost first: each has a variable.
    path: Vec<usize>,
}

impl Equations<'_, '_> {
    /// `fix x: ?φ || S_B x || S_C (...)`: what can happen, and what who suspects.
    fn solve_event(&mut self, event: usize) -> Result<Action, NoExpression> {
        let Occurrence { precondition, postcondition, .. } = self.frame.events()[event].clone();
        if !postcondition.is_empty() {
            let action = self.frame.events()[event].action;
            let construct = Construct::Assignment;
            return Err(NoFrame::Unsupported(Unsupported { action, construct }).into());
        }
        let precondition = self.translation.formula(precondition)?;
        let test = self.translation.part(ActionNode::Test(precondition))?;
        self.path.push(event);
        let mut parts = vec![test];
        for (other, group) in self.confusions(event) {
            let inner = match self.path.iter().rev().position(|&outer| outer == other) {
                Some(at) => self.translation.part(ActionNode::Variable(at as u32))?,
                None => self.solve_event(other)?,
            };
            parts.push(self.translation.suspect(group, inner)?);
        }
        self.path.pop();
        if parts.len() == 1 {
            return Ok(test);
        }
        let body = self.translation.part(ActionNode::Concurrent(parts.into()))?;
        self.translation.part(ActionNode::Fix(body))
    }

    /// The alternatives that somebody confuses with this one, itself first, and who does.
    fn confusions(&self, event: usize) -> Vec<(usize, Group)> {
        let others = (0..self.frame.events().len()).filter(|&other| other != event);
        let confused = |other: usize| -> (usize, Group) {
            let related = |agent: &Agent| self.frame.is_related(*agent, event, other);
            (other, self.translation.public.iter().filter(related).collect())
        };
        let all = std::iter::once(event).chain(others).map(confused);
        all.filter(|(_, group)| !group.is_empty()).collect()
    }
}
