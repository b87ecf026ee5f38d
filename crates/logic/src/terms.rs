//! The store of formulas, actions and frames. Equal terms are stored once, so that what is
//! shared in a text is shared in memory, and an engine computes it once.

use crate::epistemic_action::EpistemicActions;
use crate::event_model::Messages;
use crate::{Action, ActionNode, EventModel, Formula, FormulaNode, FrameIndex, Group};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};

/// A store of formulas and actions, with the frames that actions name.
#[derive(Clone, Debug)]
pub struct Terms {
    formulas: IndexSet<FormulaNode, FxBuildHasher>,
    actions: IndexSet<ActionNode, FxBuildHasher>,
    /// For each action whether it contains an update.
    updates: Vec<bool>,
    frames: Vec<EventModel>,
    pub(crate) epistemic_actions: EpistemicActions,
    pub(crate) messages: Messages,
    stamp: Stamp,
}

/// Which store handles belong to. Handles of one store never change their meaning, so that what
/// was found out about them stays true; a copy of a store can grow in another way, and is another
/// one.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Stamp(u64);

static STORES: AtomicU64 = AtomicU64::new(0);

impl Default for Stamp {
    fn default() -> Self {
        Self(STORES.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Stamp {
    /// That of another store.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Stamp {
    /// A number that no other store has.
    pub fn number(&self) -> u64 {
        self.0
    }
}

/// Formulas and actions that occur somewhere, in the order they were found.
#[derive(Clone, Debug, Default)]
pub struct Occurring {
    /// The formulas.
    pub formulas: IndexSet<Formula, FxBuildHasher>,
    /// The actions.
    pub actions: IndexSet<Action, FxBuildHasher>,
}

impl Default for Terms {
    fn default() -> Self {
        let mut formulas = IndexSet::default();
        formulas.insert(FormulaNode::True);
        formulas.insert(FormulaNode::False);
        Self {
            formulas,
            actions: IndexSet::default(),
            updates: Vec::new(),
            frames: Vec::new(),
            epistemic_actions: EpistemicActions::default(),
            messages: Messages::default(),
            stamp: Stamp::default(),
        }
    }
}

impl Terms {
    /// What always holds; in every store the same handle.
    pub const TRUE: Formula = Formula(0);
    /// What never holds; in every store the same handle.
    pub const FALSE: Formula = Formula(1);

    /// Which store this is.
    pub fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// The formula of that shape.
    pub fn formula(&mut self, node: FormulaNode) -> Formula {
        Formula::from_index(self.formulas.insert_full(node).0)
    }

    /// The action of that shape.
    pub fn action(&mut self, node: ActionNode) -> Action {
        let (index, new) = self.actions.insert_full(node);
        if new {
            let node = &self.actions[index];
            let inside = node.parts().iter().any(|part| self.updates[part.index()]);
            self.updates.push(inside || matches!(node, ActionNode::Update(..)));
        }
        Action::from_index(index)
    }

    /// Whether an action is a program with `U`, which is read by thesis def. 55: whether an update
    /// occurs in it, outside of its formulas.
    pub fn has_update(&self, action: Action) -> bool {
        self.updates[action.index()]
    }

    /// The shape of a formula of this store.
    pub fn node(&self, formula: Formula) -> &FormulaNode {
        &self.formulas[formula.index()]
    }

    /// The shape of an action of this store.
    pub fn action_node(&self, action: Action) -> &ActionNode {
        &self.actions[action.index()]
    }

    /// Adds a frame, whose formulas are of this store.
    pub fn add_frame(&mut self, frame: EventModel) -> FrameIndex {
        self.frames.push(frame);
        FrameIndex::from_index(self.frames.len() - 1)
    }

    /// A frame of this store.
    pub fn frame(&self, frame: FrameIndex) -> &EventModel {
        &self.frames[frame.index()]
    }

    /// The frame that an action is an event of, if it is one.
    pub fn frame_of(&self, node: &ActionNode) -> Option<&EventModel> {
        if let ActionNode::Event(frame, _) = node {
            return Some(self.frame(*frame));
        }
        if let ActionNode::Epistemic(_, index) = node {
            return Some(&self.epistemic(*index).frame);
        }
        if let ActionNode::Message(index) = node {
            return Some(self.said(*index).1);
        }
        None
    }

    /// All frames, in the order they were added.
    pub fn frames(&self) -> &[EventModel] {
        &self.frames
    }

    /// Everything that occurs in some formulas and actions, themselves included, each once.
    pub fn occurring(&self, formulas: &[Formula], actions: &[Action]) -> Occurring {
        let mut found = Occurring::default();
        let mut open_formulas = formulas.to_vec();
        let mut open_actions = actions.to_vec();
        loop {
            if let Some(formula) = open_formulas.pop() {
                if found.formulas.insert(formula) {
                    let node = self.node(formula);
                    node.parts(|part| open_formulas.push(part));
                    if let FormulaNode::After(_, action, _) = node {
                        open_actions.push(*action);
                    }
                }
            } else if let Some(action) = open_actions.pop() {
                if found.actions.insert(action) {
                    let node = self.action_node(action);
                    open_actions.extend(node.parts());
                    node.formulas(|formula| open_formulas.push(formula));
                    open_formulas.extend(self.frame_of(node).iter().flat_map(|f| f.formulas()));
                }
            } else {
                return found;
            }
        }
    }

    /// How many formulas there are; their indices are below this.
    pub fn formula_count(&self) -> usize {
        self.formulas.len()
    }

    /// How many actions there are; their indices are below this.
    pub fn action_count(&self) -> usize {
        self.actions.len()
    }

    /// Negation; a double one falls away.
    pub fn not(&mut self, formula: Formula) -> Formula {
        if let FormulaNode::Not(inner) = *self.node(formula) {
            return inner;
        }
        match formula {
            Self::TRUE => Self::FALSE,
            Self::FALSE => Self::TRUE,
            _ => self.formula(FormulaNode::Not(formula)),
        }
    }

    /// Conjunction; of one it is that one, of none it is true.
    pub fn and(&mut self, of: Vec<Formula>) -> Formula {
        match of[..] {
            [] => Self::TRUE,
            [only] => only,
            _ => self.formula(FormulaNode::And(of.into())),
        }
    }

    /// Disjunction; of one it is that one, of none it is false.
    pub fn or(&mut self, of: Vec<Formula>) -> Formula {
        match of[..] {
            [] => Self::FALSE,
            [only] => only,
            _ => self.formula(FormulaNode::Or(of.into())),
        }
    }

    /// `L_B ?φ`: the group learns that φ holds. For everybody it is a public announcement.
    pub fn announcement(&mut self, group: Group, formula: Formula) -> Action {
        let test = self.action(ActionNode::Test(formula));
        self.action(ActionNode::Learn(group, test))
    }

    /// `?true`
    pub fn skip(&mut self) -> Action {
        self.action(ActionNode::Test(Self::TRUE))
    }
}
