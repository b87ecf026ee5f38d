//! What can happen: knowledge action types and actions (thesis defs. 26 and 29),
//! with concurrency (Cluedo paper sec. 4), assignment (Pit paper, appendix),
//! action models, Gerbrandy's updates, and the action expressions of thesis sec. 7.2.2.

use crate::vocabulary::index;
use crate::{Atom, EpistemicIndex, Event, Formula, FrameIndex, GameAction, Group, MessageIndex};

index! {
    /// An action, by its place in [`Terms`](crate::Terms).
    Action
}

/// The outermost shape of an action.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ActionNode {
    /// `?φ`
    Test(Formula),
    /// `L_B α`: the group learns α.
    Learn(Group, Action),
    /// `U_B α`: Gerbrandy's update.
    Update(Group, Action),
    /// `α ; β ; ...`. The empty sequence is the unit of `;` and changes nothing.
    Sequence(Box<[Action]>),
    /// `α + β + ...`, with the place of the alternative that was actually chosen, if one is
    /// marked. A choice among nothing is `?false`.
    Choice(Box<[Action]>, Option<u32>),
    /// `α || β || ...`
    Concurrent(Box<[Action]>),
    /// `(p := φ, ...)`, all at the same time. No atom occurs twice.
    Assign(Box<[(Atom, Formula)]>),
    /// `α^*`
    Star(Action),
    /// An event of a frame.
    Event(FrameIndex, Event),
    /// A move of a knowledge game.
    Game(Box<GameAction>),
    /// Something that is said.
    Message(MessageIndex),
    /// `S_B α`: everybody in the group suspects α. Only inside an epistemic action.
    Suspect(Group, Action),
    /// `fix x: α`. Only inside an epistemic action.
    Fix(Action),
    /// The variable of a fixed point: so many fixed points further in is the one that binds it.
    /// Only inside one.
    Variable(u32),
    /// A closed action expression, with what it stands for, whose first event happens.
    Epistemic(Action, EpistemicIndex),
}

impl ActionNode {
    /// The actions directly inside, in order.
    pub fn parts(&self) -> &[Action] {
        match self {
            Self::Test(_)
            | Self::Assign(_)
            | Self::Event(..)
            | Self::Message(_)
            | Self::Variable(_) => &[],
            Self::Learn(_, inner)
            | Self::Update(_, inner)
            | Self::Star(inner)
            | Self::Suspect(_, inner)
            | Self::Fix(inner)
            | Self::Epistemic(inner, _) => std::slice::from_ref(inner),
            Self::Game(game) => std::slice::from_ref(&game.description),
            Self::Sequence(parts) | Self::Choice(parts, _) | Self::Concurrent(parts) => parts,
        }
    }

    /// Calls `each` for the formulas directly inside; not for those of a frame or a message.
    pub fn formulas(&self, mut each: impl FnMut(Formula)) {
        match self {
            Self::Test(formula) => each(*formula),
            Self::Assign(assignments) => assignments.iter().for_each(|&(_, value)| each(value)),
            Self::Learn(..)
            | Self::Update(..)
            | Self::Sequence(_)
            | Self::Choice(..)
            | Self::Concurrent(_)
            | Self::Star(_)
            | Self::Event(..)
            | Self::Game(_)
            | Self::Message(_)
            | Self::Suspect(..)
            | Self::Fix(_)
            | Self::Variable(_)
            | Self::Epistemic(..) => {}
        }
    }
}
