//! How an action is read: as its type, or with the marks of local choice (thesis defs. 33.c and 34.b); and what no
//! reading gives a meaning to.

use crate::definedness::{Construct, Unsupported};
use hexa_logic::{Action, ActionNode, Terms};

/// Whether the marks of local choice count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// They do not: what the type of the action leads to (def. 33.c).
    Type,
    /// They do: what the action itself leads to (def. 34.b).
    Marked,
}

/// The alternatives of a choice that count.
pub(super) fn alternatives(of: &[Action], mark: Option<u32>, how: Reading) -> &[Action] {
    match (mark, how) {
        (Some(mark), Reading::Marked) => of.get(mark as usize).map_or(&[], std::slice::from_ref),
        _ => of,
    }
}

/// Whether an action is the unit of `;`: nothing, or nothing after nothing.
pub(super) fn changes_nothing(terms: &Terms, action: Action) -> bool {
    if let ActionNode::Sequence(of) = terms.action_node(action) {
        of.iter().all(|&part| changes_nothing(terms, part))
    } else {
        false
    }
}

/// What has no meaning in a program with `U` (def. 53).
pub(super) fn beside_update(action: Action) -> Unsupported {
    Unsupported { action, construct: Construct::BesideUpdate }
}

pub(super) fn unsupported_part(terms: &Terms, action: Action) -> Unsupported {
    let construct = match terms.action_node(action) {
        ActionNode::Update(..) => Construct::Update,
        ActionNode::Choice(..) => Construct::Choice,
        ActionNode::Concurrent(_) => Construct::Concurrent,
        ActionNode::Assign(_) => Construct::Assignment,
        ActionNode::Star(_) => Construct::Star,
        ActionNode::Suspect(..) | ActionNode::Fix(_) | ActionNode::Variable(_) => {
            Construct::Suspicion
        }
        ActionNode::Test(_)
        | ActionNode::Learn(..)
        | ActionNode::Sequence(_)
        | ActionNode::Event(..)
        | ActionNode::Game(_)
        | ActionNode::Message(_)
        | ActionNode::Epistemic(..) => Construct::Frame,
    };
    Unsupported { action, construct }
}
