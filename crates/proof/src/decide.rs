//! Whether a formula is valid, decided without a bound.
//!
//! A formula is valid iff its negation is satisfiable in no model of the logic. Satisfiability is decided by a search for a
//! model whose worlds are valuations of the formula's *boxes* (its parts `K_a ψ`, `C_B ψ`, `D_B ψ`) and atoms, each found by a SAT
//! solver (`closure.rs`). The solver knows what holds in all worlds alike: what the connectives mean, what the logic says of a
//! box in its own world, and everything that was learnt. A world in which `K_a ψ` is false needs another one, which agrees with it on what
//! a's access hands on, and in which ψ is false (`search.rs`). If there is none, the solver names a few boxes that are to blame, and
//! that they cannot all be as they are is a *theorem* of the logic. It is learnt as a clause: no world is tried again that
//! breaks it, wherever it stands. In the end there is a model, or the formula itself contradicts the theorems; these are
//! then the evidence from which a proof is made ([`Evidence`]).
//!
//! A world in which `C_B ψ` is false needs a path to one in which ψ is false. Where none is at hand it is searched for in frames, as in
//! property-directed reachability (Bradley 2011); if there is none, that search ends in a formula that is true in the world, that everybody in B
//! knows where it is true, and from which ψ follows: the formula of an induction (`invariant.rs`).
//!
//! The two closures of Fischer and Ladner, and of Halpern and Moses, are both there: valuations of boxes are their consistent
//! sets, of which only those are ever made that are asked for.

#[cfg(feature = "sat")]
mod closure;
mod core_language;
#[cfg(feature = "sat")]
mod found_model;
#[cfg(feature = "sat")]
mod invariant;
#[cfg(feature = "sat")]
mod kinds;
#[cfg(feature = "sat")]
pub(crate) mod needs;
#[cfg(feature = "sat")]
mod search;
#[cfg(not(feature = "sat"))]
mod without_solver;

use hexa_logic::{Agent, Formula, FormulaNode, Group, ModelSetup, Stop, Stopped, Terms};
#[cfg(feature = "sat")]
use search::search;
use std::fmt;
#[cfg(not(feature = "sat"))]
use without_solver::search;

/// A class of models, by what access is like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Logic {
    /// Any access.
    K,
    /// Access that is reflexive.
    T,
    /// Access that is reflexive and transitive.
    S4,
    /// Access that is an equivalence, with distributed and common knowledge.
    S5,
    /// Access that is serial, transitive and Euclidean: beliefs.
    Kd45,
}

impl Logic {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::K, Self::T, Self::S4, Self::S5, Self::Kd45];

    /// Whether what is known is true.
    pub fn is_reflexive(self) -> bool {
        match self {
            Self::T | Self::S4 | Self::S5 => true,
            Self::K | Self::Kd45 => false,
        }
    }

    /// Whether what is known is known to be known.
    pub fn is_transitive(self) -> bool {
        match self {
            Self::S4 | Self::S5 | Self::Kd45 => true,
            Self::K | Self::T => false,
        }
    }

    /// Whether what is not known is known not to be known.
    pub fn is_euclidean(self) -> bool {
        match self {
            Self::S5 | Self::Kd45 => true,
            Self::K | Self::T | Self::S4 => false,
        }
    }

    /// Whether nobody believes a contradiction.
    pub fn is_serial(self) -> bool {
        match self {
            Self::T | Self::S4 | Self::S5 | Self::Kd45 => true,
            Self::K => false,
        }
    }

    /// How it is usually written.
    pub fn name(self) -> &'static str {
        match self {
            Self::K => "K",
            Self::T => "T",
            Self::S4 => "S4",
            Self::S5 => "S5",
            Self::Kd45 => "KD45",
        }
    }
}

/// What is asked: whether the conclusion is true in all worlds of all models in which the premises are true in all worlds.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'a> {
    /// The store of the formulas.
    pub terms: &'a Terms,
    /// How many agents there are.
    pub agents: usize,
    /// The models that are meant.
    pub logic: Logic,
    /// What is true in all worlds.
    pub premises: &'a [Formula],
    /// What may follow.
    pub conclusion: Formula,
}

/// How much may be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most conflicts that the solver may run into.
    pub conflicts: u64,
    /// The most worlds that may be made.
    pub worlds: usize,
    /// What ends the work from outside.
    pub stop: Stop,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { conflicts: 20_000_000, worlds: 1_000_000, stop: Stop::new() }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Decision {
    /// The conclusion follows.
    Valid(Box<Evidence>),
    /// It does not: in the actual world of a model of the premises it is false.
    Refuted(ModelSetup),
    /// It does not, but the model that shows it is not a finite one that could be written down.
    RefutedWithoutModel,
    /// It is not known.
    GaveUp(TooMuch),
}

/// The limit that was hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooMuch {
    /// [`Bounds::conflicts`]
    Conflicts(u64),
    /// [`Bounds::worlds`]
    Worlds(u64),
    /// The question has more than so many literals.
    Literals(u64),
    /// For each kind of world it is listed what matters there; these lists would have more than so many entries.
    Kinds(u64),
    /// Somebody asked for the end of the work.
    Stopped,
    /// There is no solver: it was not built into this program.
    NoSolver,
}

impl From<Stopped> for TooMuch {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflicts(most) => write!(f, "the solver ran into {most} conflicts"),
            Self::Worlds(most) => write!(f, "{most} worlds were made and no end is reached"),
            Self::Literals(most) => write!(f, "the formula has more than {most} literals"),
            Self::Kinds(most) => {
                write!(
                    f,
                    "knowledge is nested so deeply that listing what matters where takes more than {most} steps"
                )
            }
            Self::Stopped => Stopped.fmt(f),
            Self::NoSolver => write!(f, "this program was built without a SAT solver"),
        }
    }
}

/// A part of a formula that is no part of the logic: it speaks of change or probability, or of groups where the logic has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotInLogic(pub Formula);

/// Whose access a box speaks of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Accessibility {
    /// That of an agent: `K_a`.
    Agent(Agent),
    /// The intersection of that of a group: `D_B`.
    Distributed(Group),
    /// The closure of that of a group: `C_B`.
    Common(Group),
}

/// A box that is true, or false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SignedBox {
    /// The box.
    pub formula: Formula,
    /// Whether it is true.
    pub holds: bool,
}

/// Something that was learnt, and holds in all worlds of all models.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Learnt {
    /// From these boxes, which access hands on, follows this box; without one, they contradict each other.
    Step {
        /// Whose access.
        access: Accessibility,
        /// The boxes.
        from: Vec<SignedBox>,
        /// What follows.
        to: Option<Formula>,
    },
    /// If for each of these lists some literal is false, then this is common knowledge. That some is false in each list is what the
    /// induction is about: whoever is in the group knows it then.
    Induction {
        /// The group.
        group: Group,
        /// What is common knowledge.
        common: Formula,
        /// The lists.
        never: Vec<Vec<SignedBox>>,
    },
}

/// Why a formula is valid: what was learnt, in an order in which each follows from earlier ones, from what the logic says of boxes in one
/// world, and from the premises, by propositional logic. From all of it together follows the conclusion.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The logic.
    pub logic: Logic,
    /// The store of the formulas.
    pub terms: Terms,
    /// The premises, in the core language.
    pub premises: Vec<Formula>,
    /// The conclusion, in the core language.
    pub conclusion: Formula,
    /// What was learnt.
    pub learnt: Vec<Learnt>,
    /// How many worlds were looked at.
    pub worlds: usize,
}

/// What of a box is used where access leads.
#[cfg(feature = "sat")]
pub(crate) struct There {
    /// That the box is true, or false.
    pub is_box: bool,
    /// That its body is true.
    pub is_body: bool,
}

impl Evidence {
    /// What of a box is used where access leads; if boxes contradict each other and what is known is so, they do so here. Bodies alone
    /// make shorter proofs, where they are enough.
    #[cfg(feature = "sat")]
    pub(crate) fn there(
        &self,
        access: &Accessibility,
        literal: SignedBox,
        is_contradiction: bool,
        by_bodies: bool,
    ) -> There {
        let logic = self.logic;
        if is_contradiction && logic.is_reflexive() {
            return There { is_box: true, is_body: false };
        }
        if by_bodies && literal.holds && self.is_own(access, literal.formula) {
            return There { is_box: false, is_body: true };
        }
        let is_box = logic.is_transitive();
        There { is_box, is_body: literal.holds && !(is_box && logic.is_reflexive()) }
    }

    /// Whether a box is one of this very access.
    #[cfg(feature = "sat")]
    fn is_own(&self, access: &Accessibility, formula: Formula) -> bool {
        match (self.terms.node(formula), access) {
            (FormulaNode::Knows(agent, _), Accessibility::Agent(own)) => agent == own,
            (FormulaNode::Distributed(group, _), Accessibility::Distributed(own)) => group == own,
            _ => false,
        }
    }

    /// Whether an agent's access hands on a box.
    #[cfg(feature = "sat")]
    #[expect(clippy::wildcard_enum_match_arm, reason = "other formulas are no boxes of agents")]
    pub(crate) fn is_handed_on(&self, agent: Agent, formula: Formula) -> bool {
        match self.terms.node(formula) {
            FormulaNode::Knows(other, _) => *other == agent,
            FormulaNode::Common(group, _) => group.contains(agent),
            _ => false,
        }
    }
}

/// Decides a question.
pub fn decide(question: Inquiry<'_>, bounds: &Bounds) -> Result<Decision, NotInLogic> {
    let core = core_language::core(&question)?;
    Ok(match search(core, question.agents, bounds) {
        Ok(decision) => decision,
        Err(too_much) => Decision::GaveUp(too_much),
    })
}
