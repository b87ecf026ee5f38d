//! Product interpretation (thesis defs. 38 to 45), to the letter: the frame of an
//! action type has all actions of that type as events, and a state is multiplied with
//! it. For knowledge actions only: tests, learning, sequences and choices.
//!
//! An action is written with its marks (def. 30): of a type, every choice that is not
//! pruned gets one. That is one term for each bundle (def. 28), and the actions that a
//! partly marked action stands for are those that keep its marks.
//!
//! As for local interpretation, an action must be defined, strictly; the thesis leaves
//! that out. An empty sequence changes nothing: everybody sees that it happens.

use super::models::admit;
use super::reading::{changes_nothing, unsupported_part};
use super::semantics::Semantics;
use super::{Access, Given, Model, State, World, comparison};
use crate::definedness::Unsupported;
use crate::evaluation::EvalError;
use crate::limits::{Limit, Limits};
use crate::outcomes::{Outcomes, UpdateError};
use dashu_int::UBig;
use hexa_logic::{Action, ActionNode, Agent, Formula, FormulaNode, Group, Modality, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Why an action has no frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoFrame {
    /// It is no knowledge action.
    Unsupported(Unsupported),
    /// It has too many actions of its type, or is too deep.
    Limit(Limit),
}

impl From<NoFrame> for EvalError {
    fn from(why: NoFrame) -> Self {
        match why {
            NoFrame::Unsupported(what) => Self::Unsupported(what),
            NoFrame::Limit(limit) => Self::Limit(limit),
        }
    }
}

/// Actions may be nested this deep.
const MAX_DEPTH: u64 = 200;

/// The frame of a knowledge action (defs. 41 and 42). More than one of its actions can be the
/// actual one if not all choices are marked.
#[derive(Clone, Debug)]
pub struct ActionFrame {
    terms: Terms,
    actions: Vec<Action>,
    actual: BTreeSet<Action>,
    public: Group,
}

impl ActionFrame {
    /// The frame of an action for a public.
    pub fn new(
        terms: &Terms,
        action: Action,
        public: &Group,
        limits: &Limits,
    ) -> Result<Self, NoFrame> {
        let mut bundles = Bundles { terms: terms.clone(), limits, depth: 0 };
        let whole = bundles.type_of(action)?;
        let actions = bundles.actions_of(whole)?;
        let actual = bundles.actions_of(action)?.into_iter().collect();
        Ok(Self { terms: bundles.terms, actions, actual, public: public.clone() })
    }

    /// How many actions the type of an action has, without listing them.
    pub fn size(terms: &Terms, action: Action) -> Result<UBig, NoFrame> {
        Sizes { terms, known: BTreeMap::new() }.size(action, MAX_DEPTH)
    }

    /// The store that the actions and preconditions are terms of.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// KA(τ), the actions of the type (def. 38).
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Those of them that the action itself stands for.
    pub fn actual(&self) -> impl Iterator<Item = Action> + '_ {
        self.actions.iter().copied().filter(|action| self.actual.contains(action))
    }

    /// The actually learning agents, ala(α) (def. 39).
    pub fn actual_learners(&self, action: Action) -> Group {
        self.learners_after(self.public.clone(), action)
    }

    /// Where a group has access: nothing leaves it as it is, and a sequence what its last part leaves.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn learners_after(&self, before: Group, action: Action) -> Group {
        use ActionNode as A;
        match self.terms.action_node(action) {
            A::Learn(b, _) => b.clone(),
            A::Choice(of, Some(mark)) => match of.get(*mark as usize) {
                Some(&chosen) => self.learners_after(before, chosen),
                None => Group::empty(),
            },
            A::Sequence(of) => {
                of.iter().fold(before, |group, &next| self.learners_after(group, next))
            }
            _ => Group::empty(),
        }
    }

    /// α ~_a β, for actions of the same type (def. 40, with the reading for ∪).
    pub fn is_related(&self, agent: Agent, left: Action, right: Action) -> bool {
        use ActionNode as A;
        match (self.terms.action_node(left), self.terms.action_node(right)) {
            (A::Learn(b, i), A::Learn(_, j)) => {
                let learns = |action| self.learns_inside(agent, action);
                self.related_inside(agent, *i, *j)
                    || b.contains(agent) && !learns(*i) && !learns(*j)
            }
            (A::Sequence(i), A::Sequence(j)) => {
                i.iter().zip(j).all(|(&i, &j)| self.is_related(agent, i, j))
            }
            (A::Choice(i, Some(left)), A::Choice(j, Some(right))) => {
                let chosen = i.get(*left as usize).zip(j.get(*right as usize));
                left == right && chosen.is_some_and(|(&i, &j)| self.is_related(agent, i, j))
            }
            _ => false,
        }
    }

    fn learns_inside(&self, agent: Agent, inner: Action) -> bool {
        !changes_nothing(&self.terms, inner) && self.actual_learners(inner).contains(agent)
    }

    fn related_inside(&self, agent: Agent, left: Action, right: Action) -> bool {
        !changes_nothing(&self.terms, left) && self.is_related(agent, left, right)
    }

    /// pre(α) (def. 43).
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    pub fn precondition(&mut self, action: Action) -> Formula {
        use ActionNode as A;
        match self.terms.action_node(action).clone() {
            A::Test(f) => f,
            A::Learn(_, inner) => self.precondition(inner),
            A::Choice(of, Some(mark)) => match of.get(mark as usize) {
                Some(&chosen) => self.precondition(chosen),
                None => Terms::FALSE,
            },
            A::Sequence(of) => self.precondition_of_sequence(&of),
            _ => Terms::FALSE,
        }
    }

    /// pre(α ; β) = pre(α) ∧ [α]pre(β), the first two coming first.
    fn precondition_of_sequence(&mut self, of: &[Action]) -> Formula {
        let Some((&last, before)) = of.split_last() else { return Terms::TRUE };
        let first = self.precondition_of_sequence(before);
        let next = self.precondition(last);
        let before = self.terms.action(ActionNode::Sequence(before.into()));
        let then = self.terms.formula(FormulaNode::After(Modality::Every, before, next));
        self.terms.and(vec![first, then])
    }
}

/// Counts the actions of types, those of equal parts once.
struct Sizes<'t> {
    terms: &'t Terms,
    known: BTreeMap<Action, UBig>,
}

impl Sizes<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn size(&mut self, action: Action, depth: u64) -> Result<UBig, NoFrame> {
        use ActionNode as A;
        if let Some(known) = self.known.get(&action) {
            return Ok(known.clone());
        }
        let depth = depth.checked_sub(1).ok_or(NoFrame::Limit(Limit::Depth(MAX_DEPTH)))?;
        let node = self.terms.action_node(action);
        let parts: Vec<UBig> =
            node.parts().iter().map(|&part| self.size(part, depth)).collect::<Result<_, _>>()?;
        let size = match node {
            A::Test(_) => UBig::ONE,
            A::Learn(..) | A::Game(..) | A::Sequence(_) => parts.iter().product(),
            A::Choice(..) => parts.iter().sum(),
            _ => return Err(NoFrame::Unsupported(unsupported_part(self.terms, action))),
        };
        self.known.insert(action, size.clone());
        Ok(size)
    }
}

/// Finds types and the actions of types.
struct Bundles<'l> {
    terms: Terms,
    limits: &'l Limits,
    depth: u64,
}

impl Bundles<'_> {
    fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, NoFrame>) -> Result<T, NoFrame> {
        if self.depth >= MAX_DEPTH {
            return Err(NoFrame::Limit(Limit::Depth(MAX_DEPTH)));
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// The type of an action: without marks.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn type_of(&mut self, action: Action) -> Result<Action, NoFrame> {
        use ActionNode as A;
        let node = match self.terms.action_node(action).clone() {
            A::Test(_) => return Ok(action),
            A::Learn(b, inner) => A::Learn(b, self.deeper(|this| this.type_of(inner))?),
            A::Game(game) => return self.deeper(|this| this.type_of(game.description)),
            A::Sequence(of) => A::Sequence(self.types_of(&of)?),
            A::Choice(of, _) => A::Choice(self.types_of(&of)?, None),
            _ => return Err(NoFrame::Unsupported(unsupported_part(&self.terms, action))),
        };
        Ok(self.terms.action(node))
    }

    fn types_of(&mut self, of: &[Action]) -> Result<Box<[Action]>, NoFrame> {
        of.iter().map(|&part| self.deeper(|this| this.type_of(part))).collect()
    }

    /// All actions that an action stands for: every choice is marked that is not pruned.
    fn actions_of(&mut self, action: Action) -> Result<Vec<Action>, NoFrame> {
        self.deeper(|this| this.mark_choices(action))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn mark_choices(&mut self, action: Action) -> Result<Vec<Action>, NoFrame> {
        use ActionNode as A;
        let nodes: Vec<ActionNode> = match self.terms.action_node(action).clone() {
            A::Learn(b, inner) => {
                let inside = self.actions_of(inner)?.into_iter();
                inside.map(|inner| A::Learn(b.clone(), inner)).collect()
            }
            A::Game(game) => return self.actions_of(game.description),
            A::Sequence(of) => {
                let all = self.sequences(&of)?.into_iter();
                all.map(|of| A::Sequence(of.into())).collect()
            }
            A::Choice(of, mark) => self.choices(&of, mark)?,
            _ => return Ok(vec![action]),
        };
        Ok(nodes.into_iter().map(|node| self.terms.action(node)).collect())
    }

    fn sequences(&mut self, of: &[Action]) -> Result<Vec<Vec<Action>>, NoFrame> {
        let mut all = vec![Vec::new()];
        for &part in of {
            let next = self.actions_of(part)?;
            admit(all.len() * next.len(), self.limits).map_err(NoFrame::Limit)?;
            let longer = |before: Vec<Action>| {
                next.iter().map(move |&last| [before.as_slice(), &[last]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        Ok(all)
    }

    fn choices(&mut self, of: &[Action], mark: Option<u32>) -> Result<Vec<ActionNode>, NoFrame> {
        let types = self.types_of(of)?;
        let mut all = Vec::new();
        for (at, &alternative) in (0..).zip(of) {
            if mark.is_some_and(|mark| mark != at) {
                continue;
            }
            for chosen in self.actions_of(alternative)? {
                let mut of = types.clone();
                of[at as usize] = chosen;
                all.push(ActionNode::Choice(of, Some(at)));
            }
        }
        admit(all.len(), self.limits).map_err(NoFrame::Limit)?;
        Ok(all)
    }
}

/// Executes a knowledge action by product interpretation. The alternatives are the actions it
/// stands for, up to bisimilarity.
pub fn update(
    state: &State,
    terms: &Terms,
    action: Action,
) -> Result<Outcomes<State>, UpdateError> {
    Semantics::new(terms, &state.model, &state.limits).executable(action)?;
    let mut frame = ActionFrame::new(terms, action, &state.group(), &state.limits)?;
    let (model, pairs) = multiply(state, &mut frame)?;
    let model = Arc::new(model);
    let mut found: Vec<State> = Vec::new();
    for (point, (world, happened)) in pairs.into_iter().enumerate() {
        if world != state.point || !frame.actual.contains(&happened) {
            continue;
        }
        let model = restrict_access(&model, &frame.actual_learners(happened));
        let next = State { model, point, limits: state.limits.clone() };
        if !among(&found, &next).map_err(EvalError::Limit)? {
            found.push(next);
        }
    }
    match found.is_empty() {
        true => Err(UpdateError::NoOutcome { action }),
        false => Ok(Outcomes::new(found.into_iter().map(|state| vec![state]).collect())),
    }
}

fn among(found: &[State], state: &State) -> Result<bool, Limit> {
    for other in found {
        if comparison::bisimilar(other, state)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// M ⊗ τ (def. 44): pairs (w, α) with w ⊨ pre(α), related iff both are.
fn multiply(
    state: &State,
    frame: &mut ActionFrame,
) -> Result<(Model, Vec<(usize, Action)>), EvalError> {
    let conditions: Vec<(Action, Formula)> =
        frame.actions.clone().into_iter().map(|a| (a, frame.precondition(a))).collect();
    let semantics = Semantics::new(&frame.terms, &state.model, &state.limits);
    let mut pairs = Vec::new();
    for (action, condition) in conditions {
        for world in 0..state.world_count() {
            if semantics.holds(world, condition)? {
                pairs.push((world, action));
            }
        }
        admit(pairs.len(), &state.limits).map_err(EvalError::Limit)?;
    }
    semantics.spend(pairs.len() * pairs.len() * state.group().len())?;
    let worlds: Vec<World> =
        pairs.iter().map(|&(world, _)| state.model.worlds[world].clone()).collect();
    let access = |agent: Agent| {
        let related = |&(v, a): &(usize, Action), &(w, b): &(usize, Action)| {
            state.model.is_related(agent, v, w) && frame.is_related(agent, a, b)
        };
        let row = |from| pairs.iter().map(|to| related(from, to)).collect();
        Access { given: Given::Cells, pairs: pairs.iter().map(row).collect() }
    };
    let access = state.group().iter().map(|agent| (agent, access(agent))).collect();
    Ok((Model { worlds, access }, pairs))
}

/// The model for the agents who actually learn: nobody else has access.
fn restrict_access(model: &Model, group: &Group) -> Arc<Model> {
    let kept = model.access.iter().filter(|(agent, _)| group.contains(**agent));
    let access: BTreeMap<_, _> = kept.map(|(&agent, access)| (agent, access.clone())).collect();
    Arc::new(Model { worlds: model.worlds.clone(), access })
}
