//! Searching for a small S5 model that stands against an entailment between theories (thesis def. 17): all of
//! its worlds satisfy the premises, and in one of them the conclusion is false.
//!
//! That is what `C_A Σ` not entailing `C_A ψ` means. In a state where `C_A Σ` is true and `C_A ψ` is not, the
//! worlds that can be reached are such a model, because reachable worlds decide the truth of formulas; and in
//! such a model, `C_A Σ` is true in the world where ψ is false.
//!
//! For each number of worlds the question is given to a SAT solver: a variable for every atom in every
//! world, for every pair of worlds and agent, and for every part of the formulas in every world. A model with
//! fewer worlds is one with more, some of them twice, so that no countermodel of a size means none of a
//! smaller one either.

#[cfg(feature = "sat")]
mod search;
#[cfg(not(feature = "sat"))]
mod without_solver;

use hexa_logic::{Formula, FormulaNode, ModelSetup, Stop, Stopped, Terms};
#[cfg(feature = "sat")]
use search::Search;
use std::fmt;
#[cfg(not(feature = "sat"))]
use without_solver::Search;

/// What is asked: whether the conclusion holds wherever all premises hold everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Entailment<'a> {
    /// The store of the formulas.
    pub terms: &'a Terms,
    /// How many agents there are.
    pub agents: usize,
    /// What is true in all worlds.
    pub premises: &'a [Formula],
    /// What should be true in all worlds then.
    pub conclusion: Formula,
}

/// How far to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most worlds of a countermodel.
    pub worlds: usize,
    /// The most conflicts that the solver may run into, for each number of worlds.
    pub conflicts: u64,
    /// What ends the search from outside. The solver looks at it between conflicts.
    pub stop: Stop,
}

/// What came of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Searched {
    /// A countermodel with the fewest worlds; its point is a world where the conclusion is false.
    Found(ModelSetup),
    /// There is none of at most so many worlds.
    NoneOfAtMost(usize),
    /// There is none of at most so many worlds; with one more, the search was given up.
    GaveUp {
        /// How many worlds were done with.
        after: usize,
        /// What was too much.
        over: TooMuch,
    },
}

/// Why a search was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooMuch {
    /// The solver ran into so many conflicts.
    Conflicts(u64),
    /// The question has more than so many literals.
    Literals(u64),
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
            Self::Conflicts(most) => {
                write!(f, "the search ran into as many conflicts as it may ({most})")
            }
            Self::Literals(most) => write!(f, "the question has more than {most} literals"),
            Self::Stopped => Stopped.fmt(f),
            Self::NoSolver => write!(f, "this program was built without a SAT solver"),
        }
    }
}

/// A part of a formula that the search cannot handle: it speaks of change or of probability, or, as `D` of
/// nobody does, of worlds that cannot be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotStatic(pub Formula);

/// Looks for a countermodel, the smallest first.
pub fn countermodel(asked: Entailment<'_>, bounds: Bounds) -> Result<Searched, NotStatic> {
    let parts = parts(&asked)?;
    for worlds in 1..=bounds.worlds {
        match Search::new(asked.terms, worlds, &bounds).run(&asked, &parts) {
            Ok(Some(model)) => return Ok(Searched::Found(model)),
            Ok(None) => {}
            Err(over) => return Ok(Searched::GaveUp { after: worlds - 1, over }),
        }
    }
    Ok(Searched::NoneOfAtMost(bounds.worlds))
}

/// All formulas that occur, parts before wholes.
fn parts(asked: &Entailment<'_>) -> Result<Vec<Formula>, NotStatic> {
    let whole: Vec<Formula> = asked.premises.iter().copied().chain([asked.conclusion]).collect();
    let mut parts: Vec<Formula> = asked.terms.occurring(&whole, &[]).formulas.into_iter().collect();
    parts.sort_unstable();
    match parts.iter().find(|&&part| !is_static(asked.terms.node(part))) {
        Some(&part) => Err(NotStatic(part)),
        None => Ok(parts),
    }
}

fn is_static(node: &FormulaNode) -> bool {
    let is_dynamic = matches!(node, FormulaNode::After(..) | FormulaNode::Probability(..));
    let is_of_nobody = matches!(node, FormulaNode::Distributed(group, _) if group.is_empty());
    !is_dynamic && !is_of_nobody
}
