//! Deciding what is provable by eliminating types (*Epistemic GDL*, sec. 3.2; for knowledge alone thesis def. 68).
//!
//! A *type* says of every letter, and of every sentence with an operator in front that matters, whether it holds: an atom of the
//! closure, in the words of the paper. All types that obey the instances of axioms which the closure knows are held as one decision
//! diagram. Then those go that cannot be: where something is not known, and no type that looks the same to the agent lacks it; where
//! the next state would have to be what no type is; where something is not common knowledge, and no chain leads to where it fails.
//! What goes, goes for a reason that is a theorem: `W | K_r ψ`, where `W` says what r's knowledge must be like in a type without ψ;
//! a clause after `next`; `β -> C ψ` by induction, where β says that one is cut off. So a formula that no type lacks in the end has
//! a short proof, and types that are left are the worlds of a countermodel.
//!
//! In the logic of games, where agents know by states alone (def. 3), nothing connects `next` with knowledge. A world of a countermodel
//! is therefore a state with one path: every type is a state of its own, and does what it says it does. That the update is a partial
//! function (def. 1) is what allows this.

mod closure;
mod consistency;
mod countermodel;
mod cover;
mod derivation;
mod facts;
mod relevance;
mod rounds;

use crate::proof::{ProofLine, ProofSystem, Signature};
use crate::sentence::{Sentence, Sentences};
pub use closure::Unsuitable;
pub use consistency::Consistent;
pub use countermodel::Structure;
use hexa_engine::{Limit, Limits};

/// What is asked: whether a formula can be proved.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'g> {
    /// The logic: S5 with `E` and `C`, or that of games.
    pub system: ProofSystem,
    /// Who can do what in the game, if it is one.
    pub signature: &'g Signature,
    /// What holds everywhere: the rules of a game by their names, and their instances. What has no name is given: if it is a
    /// theorem, so is the formula.
    pub everywhere: &'g [(Box<str>, Vec<Sentence>)],
    /// The formula.
    pub formula: Sentence,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Decision {
    /// The lines of a proof, the last of which is the formula.
    Provable(Vec<ProofLine>),
    /// Worlds in the first of which the formula is false.
    Refutable(Structure),
}

/// Why there is no decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// It cannot be asked here.
    Unsuitable(Unsuitable),
    /// A limit was reached.
    Limit(Limit),
}

impl From<Limit> for Undecided {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<Unsuitable> for Undecided {
    fn from(unsuitable: Unsuitable) -> Self {
        Self::Unsuitable(unsuitable)
    }
}

/// Decides whether a formula can be proved, from what holds everywhere.
pub fn decide(
    sentences: &mut Sentences,
    goal: &Goal<'_>,
    limits: &Limits,
) -> Result<Decision, Undecided> {
    let mut stages = relevance::stages(sentences, goal);
    let all = stages.pop().unwrap_or_default();
    for some in stages {
        let goal = Goal { everywhere: &some, ..*goal };
        match decide_from(sentences, &goal, limits) {
            Ok(Decision::Provable(lines)) => return Ok(Decision::Provable(lines)),
            // More rules may help.
            Ok(Decision::Refutable(_)) => {}
            Err(undecided) => return Err(undecided),
        }
    }
    decide_from(sentences, &Goal { everywhere: &all, ..*goal }, limits)
}

/// Decides from all the rules that are given.
fn decide_from(
    sentences: &mut Sentences,
    goal: &Goal<'_>,
    limits: &Limits,
) -> Result<Decision, Undecided> {
    let closure = closure::Closure::new(sentences, goal, &[])?;
    let mut rounds = rounds::Rounds::new(sentences, goal, closure, limits)?;
    if rounds.run()? {
        let needed = facts::needed(&rounds)?;
        return Ok(Decision::Provable(derivation::derive(rounds, needed)));
    }
    Ok(Decision::Refutable(countermodel::extract(&rounds)?))
}
