//! What is wrong with trees, in words.

#[cfg(feature = "serde")]
use crate::game::ChanceError;
use crate::tree::TreeFault;
use std::fmt;

/// Why some weights of a tree are none.
#[cfg(feature = "serde")]
pub(crate) fn weights_fault(at: usize, why: &ChanceError) -> String {
    match why {
        ChanceError::Nothing => format!("weights {at} are empty"),
        ChanceError::NotPositive(chance) => {
            format!("weights {at} have {chance}, which is not positive")
        }
        ChanceError::Sum(sum) => format!("weights {at} add up to {sum}, not to 1"),
        ChanceError::Denominator => {
            format!("the common denominator of weights {at} has more than 64 bits")
        }
    }
}

impl fmt::Display for TreeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(0) => write!(f, "a tree has at least one node"),
            Self::Nodes(many) => write!(f, "a tree cannot have {many} nodes"),
            Self::Root => write!(f, "node 0 is the root, and its own parent"),
            Self::Children(at) => {
                write!(
                    f,
                    "the children of node {at} must be nodes with larger numbers that have it as their parent"
                )
            }
            Self::Loose(many) => write!(f, "{many} nodes are nobody's children"),
            Self::End(at) => {
                write!(f, "node {at} must have children, or be an end without any")
            }
            Self::Set(at) => {
                write!(
                    f,
                    "node {at} must have an information set with as many moves as it has children"
                )
            }
            Self::Chance(at) => {
                write!(
                    f,
                    "node {at} must have weights and names of chance, as many as it has children"
                )
            }
            Self::Pays(at) => write!(f, "node {at} pays what is not among the payoffs"),
            Self::Player(at) => write!(f, "information set {at} is of no player"),
            Self::Moves(at) => write!(f, "information set {at} has a move twice"),
            Self::Denominator => {
                write!(f, "the common denominator of all payoffs has more than 128 bits")
            }
            Self::Payoffs(at) => write!(f, "payoffs {at} must be one for each player"),
        }
    }
}

impl std::error::Error for TreeFault {}
