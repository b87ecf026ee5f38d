//! Epistemic actions (thesis sec. 7.2.2, after Baltag): what a closed action expression
//! stands for. Its events are the expression and all that are accessible from it; the
//! precondition of an expression and what agents suspect in it are read off its shape.
//!
//! | expression | PRE | accessible for a |
//! |---|---|---|
//! | `?φ` | φ | nothing |
//! | `S_B α` | nothing | α, if a is in B |
//! | `α \|\| β` | both | what is from either |
//! | `α ; β` | that of α, and `[α]` that of β | `γ ; δ`, with γ from α and δ from β |
//! | `fix x: α` | that of the unfolded expression | what is from the unfolded expression |
//!
//! In `fix x: (?p || S_1 x) ; ?q` the precondition speaks of what holds after an action in which
//! x can happen, so that it would speak of itself: such are refused.
//!
//! Events are the same if they are the same expression. The empty sequence is the unit of
//! `;`: it has no precondition, and everybody suspects just that.

use crate::vocabulary::index;
use crate::{
    Action, ActionNode, Agent, EventClause, EventModel, Formula, FormulaNode, Modality,
    RelationSetup, Terms,
};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;

index! {
    /// An epistemic action of a store of terms.
    EpistemicIndex
}

/// The events of an expression, itself first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpistemicAction {
    /// For each event the closed expression that it is.
    pub expressions: Vec<Action>,
    /// The frame. An agent whose access is an equivalence has cells in it.
    pub frame: EventModel,
}

/// Why an expression stands for no epistemic action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoEpistemicAction {
    /// This part is of another language of actions.
    Foreign(Action),
    /// A variable is not bound.
    Open,
    /// In this fixed point the variable occurs where nobody suspects it: its precondition would
    /// depend on itself.
    Unguarded(Action),
    /// Whether an alternative can happen after another depends on itself.
    Circular,
    /// There are more events than this.
    TooManyEvents(usize),
    /// There are more arrows between events than this.
    TooManyArrows(usize),
}

/// An expression may have so many events.
pub const MAX_EVENTS: usize = 1000;
/// Together with the expressions in its preconditions it may have so many,
const ALL_EVENTS: usize = 100_000;
/// and so many arrows between them.
const ALL_ARROWS: usize = 1_000_000;

/// What has been built already.
#[derive(Clone, Debug, Default)]
pub(crate) struct EpistemicActions {
    all: Vec<EpistemicAction>,
    /// By the expression and the number of agents.
    known: FxHashMap<(Action, usize), EpistemicIndex>,
}

/// What may still be built for one expression, with those that its preconditions speak of.
struct Budget {
    events: usize,
    arrows: usize,
    /// Being built: a precondition that asks for one of these speaks of itself.
    busy: Vec<Action>,
}

impl Budget {
    fn spend_events(&mut self, events: usize) -> Result<(), NoEpistemicAction> {
        let left = self.events.checked_sub(events);
        self.events = left.ok_or(NoEpistemicAction::TooManyEvents(ALL_EVENTS))?;
        Ok(())
    }

    fn spend_arrows(&mut self, arrows: usize) -> Result<(), NoEpistemicAction> {
        let left = self.arrows.checked_sub(arrows);
        self.arrows = left.ok_or(NoEpistemicAction::TooManyArrows(ALL_ARROWS))?;
        Ok(())
    }
}

impl Terms {
    /// What a closed expression stands for, if there are so many agents.
    pub fn epistemic_action(
        &mut self,
        expression: Action,
        agents: usize,
    ) -> Result<Action, NoEpistemicAction> {
        let mut budget = Budget { events: ALL_EVENTS, arrows: ALL_ARROWS, busy: Vec::new() };
        self.happening(expression, agents, &mut budget)
    }

    /// An epistemic action of this store.
    pub fn epistemic(&self, index: EpistemicIndex) -> &EpistemicAction {
        &self.epistemic_actions.all[index.index()]
    }

    fn happening(
        &mut self,
        expression: Action,
        agents: usize,
        budget: &mut Budget,
    ) -> Result<Action, NoEpistemicAction> {
        let index = match self.epistemic_actions.known.get(&(expression, agents)) {
            Some(&known) => known,
            None if budget.busy.contains(&expression) => return Err(NoEpistemicAction::Circular),
            None => {
                budget.busy.push(expression);
                let built = Builder::new(self, agents, budget).build(expression)?;
                budget.busy.pop();
                let known = &mut self.epistemic_actions;
                let index = EpistemicIndex::from_index(known.all.len());
                known.known.insert((expression, agents), index);
                known.all.push(built);
                index
            }
        };
        Ok(self.action(ActionNode::Epistemic(expression, index)))
    }
}

/// What is known of the variables of an expression.
#[derive(Clone, Default)]
struct Shape {
    /// All free variables are below this.
    open: u32,
    /// The free variables that nobody suspects.
    exposed: BTreeSet<u32>,
}

/// The shapes of expressions, each found once.
#[derive(Default)]
struct Shapes(FxHashMap<Action, Shape>);

impl Shapes {
    fn of(&mut self, terms: &Terms, action: Action) -> Result<Shape, NoEpistemicAction> {
        if let Some(known) = self.0.get(&action) {
            return Ok(known.clone());
        }
        let node = terms.action_node(action);
        let mut shape = Shape::default();
        for &part in node.parts() {
            let part = self.of(terms, part)?;
            shape.open = shape.open.max(part.open);
            shape.exposed.extend(part.exposed);
        }
        match node {
            ActionNode::Test(_) | ActionNode::Sequence(_) | ActionNode::Concurrent(_) => {}
            ActionNode::Suspect(..) => shape.exposed.clear(),
            ActionNode::Variable(index) => {
                shape = Shape { open: index + 1, exposed: [*index].into() }
            }
            ActionNode::Fix(_) => {
                if shape.exposed.contains(&0) {
                    return Err(NoEpistemicAction::Unguarded(action));
                }
                let outside = shape.exposed.iter().map(|index| index - 1).collect();
                shape = Shape { open: shape.open.saturating_sub(1), exposed: outside };
            }
            ActionNode::Learn(..)
            | ActionNode::Update(..)
            | ActionNode::Choice(..)
            | ActionNode::Assign(_)
            | ActionNode::Star(_)
            | ActionNode::Event(..)
            | ActionNode::Game(_)
            | ActionNode::Message(_)
            | ActionNode::Epistemic(..) => return Err(NoEpistemicAction::Foreign(action)),
        }
        self.0.insert(action, shape.clone());
        Ok(shape)
    }
}

/// Expressions with who can access them, in the order they are found.
type Seen = IndexSet<(Agent, Action), FxBuildHasher>;
type Events = IndexSet<Action, FxBuildHasher>;
type Arrows = BTreeSet<(u32, u32)>;
type Conditions = IndexSet<Formula, FxBuildHasher>;

/// The work of building one epistemic action.
struct Builder<'t> {
    terms: &'t mut Terms,
    agents: usize,
    budget: &'t mut Budget,
    shapes: Shapes,
    seen: FxHashMap<Action, Seen>,
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "`Shapes::of` has refused what is no action expression"
)]
impl<'t> Builder<'t> {
    fn new(terms: &'t mut Terms, agents: usize, budget: &'t mut Budget) -> Self {
        Self { terms, agents, budget, shapes: Shapes::default(), seen: FxHashMap::default() }
    }

    fn build(&mut self, expression: Action) -> Result<EpistemicAction, NoEpistemicAction> {
        if self.shapes.of(self.terms, expression)?.open > 0 {
            return Err(NoEpistemicAction::Open);
        }
        let (events, arrows) = self.alternatives(expression)?;
        let mut clauses = Vec::new();
        for (at, &event) in events.iter().enumerate() {
            let conditions = self.preconditions(event)?.into_iter().collect();
            let precondition = self.terms.and(conditions);
            let name = format!("k{at}");
            clauses.push(EventClause { name, precondition, postcondition: Vec::new() });
        }
        let relations =
            arrows.into_iter().map(|arrows| Some(RelationSetup::of_pairs(events.len(), arrows)));
        let frame = EventModel {
            name: "epistemic".to_owned(),
            events: clauses,
            relations: relations.collect(),
            roles: None,
            chances: None,
        };
        Ok(EpistemicAction { expressions: events.into_iter().collect(), frame })
    }

    /// ALT(α), the expression first, and for each agent the arrows.
    fn alternatives(
        &mut self,
        expression: Action,
    ) -> Result<(Events, Vec<Arrows>), NoEpistemicAction> {
        let mut events = Events::default();
        events.insert(expression);
        let mut arrows = vec![Arrows::new(); self.agents];
        let mut at = 0;
        while let Some(&event) = events.get_index(at) {
            self.budget.spend_events(1)?;
            for (agent, to) in self.accessible(event)? {
                let (to, _) = events.insert_full(to);
                if let Some(arrows) = arrows.get_mut(agent.index()) {
                    arrows.insert((at as u32, to as u32));
                }
            }
            if events.len() > MAX_EVENTS {
                return Err(NoEpistemicAction::TooManyEvents(MAX_EVENTS));
            }
            at += 1;
        }
        Ok((events, arrows))
    }

    /// What is accessible from an expression, and for whom.
    fn accessible(&mut self, action: Action) -> Result<Seen, NoEpistemicAction> {
        if let Some(known) = self.seen.get(&action) {
            return Ok(known.clone());
        }
        let seen = match self.terms.action_node(action).clone() {
            ActionNode::Suspect(group, inner) => group.iter().map(|agent| (agent, inner)).collect(),
            ActionNode::Concurrent(of) => {
                let mut all = Seen::default();
                for &part in &of {
                    all.extend(self.accessible(part)?);
                }
                all
            }
            ActionNode::Sequence(of) => self.accessible_in_sequence(&of)?,
            ActionNode::Fix(body) => {
                let unfolded = self.replace_variable(body, 0, action)?;
                self.accessible(unfolded)?
            }
            _ => Seen::default(),
        };
        self.budget.spend_arrows(seen.len())?;
        self.seen.insert(action, seen.clone());
        Ok(seen)
    }

    /// For each agent, one after the other of what is accessible from the parts.
    fn accessible_in_sequence(&mut self, of: &[Action]) -> Result<Seen, NoEpistemicAction> {
        let parts: Vec<Seen> =
            of.iter().map(|&part| self.accessible(part)).collect::<Result<_, _>>()?;
        let mut all = Seen::default();
        for agent in (0..self.agents).map(Agent::from_index) {
            let mut sequences: Vec<Vec<Action>> = vec![Vec::new()];
            for part in &parts {
                let next = part.iter().filter(|(who, _)| *who == agent).map(|&(_, to)| to);
                let next: Vec<Action> = next.collect();
                self.budget.spend_arrows(sequences.len() * next.len())?;
                let longer = |sequence: &Vec<Action>| -> Vec<Vec<Action>> {
                    next.iter().map(|&last| [sequence.as_slice(), &[last]].concat()).collect()
                };
                sequences = sequences.iter().flat_map(longer).collect();
            }
            for sequence in sequences {
                let sequence = ActionNode::Sequence(sequence.into());
                all.insert((agent, self.terms.action(sequence)));
            }
        }
        Ok(all)
    }

    /// PRE(α), without what always holds.
    fn preconditions(&mut self, action: Action) -> Result<Conditions, NoEpistemicAction> {
        let mut all = Conditions::default();
        match self.terms.action_node(action).clone() {
            ActionNode::Test(formula) => all.extend(Some(formula).filter(|f| *f != Terms::TRUE)),
            ActionNode::Concurrent(of) => {
                for &part in &of {
                    all.extend(self.preconditions(part)?);
                }
            }
            ActionNode::Sequence(of) => {
                for &part in of.iter().rev() {
                    let later = self.terms.and(all.into_iter().collect());
                    all = self.preconditions(part)?;
                    all.extend(self.afterwards(part, later)?);
                }
            }
            ActionNode::Fix(body) => {
                let unfolded = self.replace_variable(body, 0, action)?;
                all = self.preconditions(unfolded)?;
            }
            _ => {}
        }
        Ok(all)
    }

    /// `[α]φ`, unless φ always holds.
    fn afterwards(
        &mut self,
        action: Action,
        formula: Formula,
    ) -> Result<Option<Formula>, NoEpistemicAction> {
        if formula == Terms::TRUE {
            return Ok(None);
        }
        let action = self.terms.happening(action, self.agents, self.budget)?;
        let after = FormulaNode::After(Modality::Every, action, formula);
        Ok(Some(self.terms.formula(after)))
    }

    /// The expression with a variable replaced by a closed expression. What is closed stays as it is.
    fn replace_variable(
        &mut self,
        action: Action,
        variable: u32,
        by: Action,
    ) -> Result<Action, NoEpistemicAction> {
        if self.shapes.of(self.terms, action)?.open <= variable {
            return Ok(action);
        }
        let node = match self.terms.action_node(action).clone() {
            ActionNode::Variable(_) => return Ok(by),
            ActionNode::Suspect(group, inner) => {
                ActionNode::Suspect(group, self.replace_variable(inner, variable, by)?)
            }
            ActionNode::Fix(body) => {
                ActionNode::Fix(self.replace_variable(body, variable + 1, by)?)
            }
            ActionNode::Sequence(of) => ActionNode::Sequence(self.all_replaced(&of, variable, by)?),
            ActionNode::Concurrent(of) => {
                ActionNode::Concurrent(self.all_replaced(&of, variable, by)?)
            }
            _ => return Ok(action),
        };
        Ok(self.terms.action(node))
    }

    fn all_replaced(
        &mut self,
        of: &[Action],
        variable: u32,
        by: Action,
    ) -> Result<Box<[Action]>, NoEpistemicAction> {
        of.iter().map(|&part| self.replace_variable(part, variable, by)).collect()
    }
}
