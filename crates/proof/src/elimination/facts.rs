//! What all types that are left have in common, and why that is provable; and which of it a proof needs.

use super::rounds::Rounds;
use crate::sentence::{Party, Sentence, Who};
use hexa_engine::{Diagram, Limit};
use std::collections::BTreeSet;

/// A disjunction of conjunctions of sentences and negated sentences.
pub(super) type Normal = Vec<Vec<(Sentence, bool)>>;

/// A theorem that the types obey.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    /// Where it holds.
    pub diagram: Diagram,
    /// Why it is one.
    pub why: Why,
}

/// Why something is provable.
#[derive(Clone, Debug)]
pub(super) enum Why {
    /// It is an instance of a rule of the game.
    Rule(Box<str>, Sentence),
    /// It is an instance of a scheme.
    Axiom(Law, Sentence),
    /// `terminal -> (next ψ <-> ψ)`, for this `next ψ`.
    End(Sentence),
    /// `terminal -> ~initial`
    EndIsNoStart,
    /// What follows if an agent does not lack ψ where they look as this says: `W | K_r ψ`.
    Known(Known),
    /// A clause after `next`, where it holds in all states but initial ones.
    Next(Vec<(Sentence, bool)>),
    /// `~β | C ψ`
    Common(Chainless),
}

/// `W | K_r ψ`
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub who: Who,
    pub body: Sentence,
    /// W, of sentences `K_r χ`.
    pub unless: Normal,
    /// `W | ψ`, from which it comes.
    pub source: Diagram,
}

/// From where no chain of a group leads to where ψ fails.
#[derive(Clone, Debug)]
pub(super) struct Chainless {
    pub party: Party,
    /// ψ
    pub body: Sentence,
    /// β
    pub cut_off: Normal,
    /// For each of the group that β lets nobody look as if ψ might fail, and then everybody knows β and ψ.
    pub steps: Vec<Escape>,
}

/// What keeps an agent where one is cut off.
#[derive(Clone, Debug)]
pub(super) struct Escape {
    /// `W | K_r (β & ψ)`
    pub known: Known,
    /// `~β | ~W`
    pub shut: Diagram,
}

/// A scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Law {
    /// `K_r (φ -> ψ) -> (K_r φ -> K_r ψ)`
    Distribution,
    /// `K_r φ -> φ`
    Truth,
    /// `K_r φ -> K_r K_r φ`
    PositiveIntrospection,
    /// `~K_r φ -> K_r ~K_r φ`
    NegativeIntrospection,
    /// `E φ <-> K_1 φ & ... & K_n φ`
    Everybody,
    /// `C φ -> E (φ & C φ)`
    Common,
    /// `~next initial`
    NeverInitial,
    /// At the end only the action without effect is legal.
    EndIsIdle,
    /// Everybody does something.
    SomethingIsDone,
    /// Nobody does two things.
    OneThingIsDone,
    /// `next (φ -> ψ) -> (next φ -> next ψ)`
    NextDistribution,
    /// `~next φ <-> next ~φ`
    NextOfNot,
    /// What is done is legal.
    DoneIsLegal,
    /// `φ & terminal -> next φ`
    EndStays,
}

/// Those facts from which the formula follows by propositional logic, and those that they need; and what each of them follows from.
#[derive(Clone, Debug)]
pub(super) struct Needed {
    /// What the formula follows from.
    pub for_formula: Vec<usize>,
    /// In order, each fact with what its sources follow from: one list for each of [`sources`].
    pub facts: Vec<(usize, Vec<Vec<usize>>)>,
}

/// What has to follow from earlier facts for a fact to be provable.
fn sources(rounds: &Rounds<'_>, fact: &Fact) -> Result<Vec<Diagram>, Limit> {
    Ok(match &fact.why {
        Why::Rule(..) | Why::Axiom(..) | Why::End(_) | Why::EndIsNoStart => Vec::new(),
        Why::Known(known) => vec![known.source.clone()],
        Why::Next(clause) => vec![rounds.clause_source(clause)?],
        Why::Common(chainless) => {
            let each = chainless.steps.iter();
            each.flat_map(|step| [step.known.source.clone(), step.shut.clone()]).collect()
        }
    })
}

/// Which facts a proof of the formula needs.
pub(super) fn needed(rounds: &Rounds<'_>) -> Result<Needed, Limit> {
    let all = rounds.facts.len();
    let for_formula = core(rounds, all, &rounds.goal_diagram)?;
    let mut waiting: BTreeSet<usize> = for_formula.iter().copied().collect();
    let mut facts = Vec::new();
    while let Some(fact) = waiting.pop_last() {
        let mut lists = Vec::new();
        for source in sources(rounds, &rounds.facts[fact])? {
            let list = core(rounds, fact, &source)?;
            waiting.extend(&list);
            lists.push(list);
        }
        facts.push((fact, lists));
    }
    facts.reverse();
    Ok(Needed { for_formula, facts })
}

/// Of the first facts, few from which something follows: none of them can be left out.
fn core(rounds: &Rounds<'_>, first: usize, wanted: &Diagram) -> Result<Vec<usize>, Limit> {
    let diagrams = &rounds.diagrams;
    let mut kept_diagram = diagrams.not(wanted)?;
    // Where nothing of a fact is decided by what is wanted it can rarely help; what helps is found by going back.
    let mut before = vec![kept_diagram.clone()];
    for fact in &rounds.facts[..first] {
        let last = &before[before.len() - 1];
        before.push(diagrams.and(last, &fact.diagram)?);
        if before[before.len() - 1].is_false() {
            break;
        }
    }
    let mut kept = Vec::new();
    for fact in (0..before.len() - 1).rev() {
        if diagrams.and(&before[fact], &kept_diagram)?.is_false() {
            continue;
        }
        kept.push(fact);
        kept_diagram = diagrams.and(&kept_diagram, &rounds.facts[fact].diagram)?;
    }
    kept.reverse();
    Ok(kept)
}
