//! Alternation depth, indices and closures (*Epistemic GDL*, sec. 3.2), by the letter, on all small formulas.

use super::{Check, Work, holds_if};
use crate::Verdict;
use Formula::{Atom, Both, Common, Everybody, Knows, Next, Not, OneOf};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "closures: alternation depth", at: file!(), run: depth_by_branches },
    Check { name: "closures: the paper's examples", at: file!(), run: examples },
    Check { name: "closures: closed as defined", at: file!(), run: closed },
    Check { name: "closures: finite and negation-closed", at: file!(), run: negation_closed },
];

const AGENTS: u8 = 2;

/// Formulas of the logic; what is said of them does not depend on which atoms there are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Formula {
    Atom,
    Not(Box<Formula>),
    Both(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    Knows(u8, Box<Formula>),
    Everybody(Box<Formula>),
    Common(Box<Formula>),
    /// A disjunction of different formulas.
    OneOf(BTreeSet<Formula>),
}

fn not(of: Formula) -> Formula {
    Not(Box::new(of))
}

fn knows(agent: u8, of: Formula) -> Formula {
    Knows(agent, Box::new(of))
}

impl Formula {
    fn parts(&self) -> Vec<&Self> {
        match self {
            Atom => Vec::new(),
            Not(of) | Next(of) | Knows(_, of) | Everybody(of) | Common(of) => vec![of],
            Both(left, right) => vec![left, right],
            OneOf(of) => of.iter().collect(),
        }
    }

    fn involves_common_knowledge(&self) -> bool {
        matches!(self, Common(_))
            || self.parts().iter().any(|part| part.involves_common_knowledge())
    }
}

/// σ#r: the agent is added to the index unless it is the last one already.
fn add_to_index(index: &[u8], agent: u8) -> Vec<u8> {
    match index.last() == Some(&agent) {
        true => index.to_vec(),
        false => [index, &[agent]].concat(),
    }
}

/// The most alternations of different agents' knowledge along a branch, 0 if the formula speaks of common knowledge.
fn alternation_depth(formula: &Formula) -> usize {
    fn below(formula: &Formula, index: &[u8]) -> usize {
        let index = match formula {
            Knows(agent, _) => add_to_index(index, *agent),
            Atom | Not(_) | Both(..) | Next(_) | Everybody(_) | Common(_) | OneOf(_) => {
                index.to_vec()
            }
        };
        let deepest = formula.parts().iter().map(|part| below(part, &index)).max();
        deepest.unwrap_or(0).max(index.len())
    }
    if formula.involves_common_knowledge() { 0 } else { below(formula, &[]) }
}

/// All formulas of one atom and two agents with so many operators in each other.
fn formulas(depth: usize) -> BTreeSet<Formula> {
    let Some(less) = depth.checked_sub(1) else { return BTreeSet::from([Atom]) };
    let inner = formulas(less);
    let mut all = inner.clone();
    for of in &inner {
        let of = || Box::new(of.clone());
        all.extend([Not(of()), Next(of()), Everybody(of()), Common(of())]);
        all.extend((0..AGENTS).map(|agent| Knows(agent, of())));
        all.insert(Both(of(), Box::new(Atom)));
    }
    all
}

/// The branches of a formula: the agents whose knowledge is spoken of, one after the other.
fn branches(formula: &Formula) -> Vec<Vec<u8>> {
    let mut below: Vec<Vec<u8>> = formula.parts().into_iter().flat_map(branches).collect();
    if below.is_empty() {
        below.push(Vec::new());
    }
    if let Knows(agent, _) = formula {
        below.iter_mut().for_each(|branch| branch.insert(0, *agent));
    }
    below
}

/// The depth is the length of the longest index of a branch: its runs of equal agents counted once.
fn depth_by_branches(work: &Work) -> Verdict {
    let all = formulas(4);
    let mut by_depth = BTreeMap::<usize, usize>::new();
    all.iter().for_each(|of| *by_depth.entry(alternation_depth(of)).or_default() += 1);
    let told: Vec<String> =
        by_depth.iter().map(|(depth, many)| format!("{many} of depth {depth}")).collect();
    work.tell(format!("formulas by alternation depth: {}", told.join(", ")));
    let runs = |mut branch: Vec<u8>| {
        branch.dedup();
        branch.len()
    };
    let otherwise = all.iter().find(|formula| {
        let longest = branches(formula).into_iter().map(runs).max().unwrap_or(0);
        let expected = if formula.involves_common_knowledge() { 0 } else { longest };
        alternation_depth(formula) != expected
    });
    match otherwise {
        Some(formula) => Verdict::Fails(format!("{formula:?}")),
        None => Verdict::HoldsUpTo(format!("all {} formulas of depth at most 4", all.len())),
    }
}

/// The four formulas of the text have depth 3, 2, 0 and 3.
fn examples(work: &Work) -> Verdict {
    let (one, two) = (0, 1);
    let formulas = [
        knows(one, knows(two, knows(one, Atom))),
        knows(one, knows(one, knows(two, Atom))),
        Common(Box::new(knows(one, knows(two, Atom)))),
        knows(one, knows(two, Next(Box::new(knows(one, Atom))))),
    ];
    let found = formulas.map(|formula| alternation_depth(&formula));
    work.tell(format!("the depths are {found:?}"));
    holds_if(found == [3, 2, 0, 3], || format!("the depths are {found:?}"))
}

/// cl_0: subformulas, what everybody knows is known by each, what is common is known by everybody to be so, and negations.
fn basic_closure(formula: &Formula) -> BTreeSet<Formula> {
    let mut closure = BTreeSet::new();
    let mut waiting = vec![formula.clone()];
    while let Some(formula) = waiting.pop() {
        if !closure.insert(formula.clone()) {
            continue;
        }
        waiting.extend(formula.parts().into_iter().cloned());
        match &formula {
            Everybody(of) => waiting.extend((0..AGENTS).map(|agent| knows(agent, (**of).clone()))),
            Common(_) => waiting.push(Everybody(Box::new(formula.clone()))),
            Atom | Not(_) | Both(..) | Next(_) | Knows(..) | OneOf(_) => {}
        }
        if !matches!(formula, Not(_)) {
            waiting.push(not(formula));
        }
    }
    closure
}

/// cl_{k,r} of cl_k: also what the agent knows, or does not know, of disjunctions of different formulas of it.
fn closure_for(closure: &BTreeSet<Formula>, agent: u8) -> BTreeSet<Formula> {
    let formulas: Vec<&Formula> = closure.iter().collect();
    let mut all = closure.clone();
    for chosen in 1u32..1 << formulas.len() {
        let some = (0..formulas.len()).filter(|at| chosen >> at & 1 == 1);
        let known = knows(agent, OneOf(some.map(|at| formulas[at].clone()).collect()));
        all.extend([not(known.clone()), known]);
    }
    all
}

fn is_negation_closed(closure: &BTreeSet<Formula>) -> bool {
    closure.iter().all(|formula| match formula {
        Not(of) => closure.contains(&**of) || closure.contains(&not(formula.clone())),
        Atom | Both(..) | Next(_) | Knows(..) | Everybody(_) | Common(_) | OneOf(_) => {
            closure.contains(&not(formula.clone()))
        }
    })
}

/// The clauses (a) to (d) hold of basic closures, and indices never repeat an agent.
fn closed(work: &Work) -> Verdict {
    let all = formulas(3);
    let sizes = || all.iter().map(|formula| basic_closure(formula).len());
    let (least, most) = (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0));
    work.tell(format!("basic closures have {least} to {most} formulas"));
    let fine = |closure: &BTreeSet<Formula>| {
        closure.iter().all(|formula| {
            let each =
                |of: &Formula| (0..AGENTS).all(|agent| closure.contains(&knows(agent, of.clone())));
            formula.parts().into_iter().all(|part| closure.contains(part))
                && match formula {
                    Everybody(of) => each(of),
                    Common(_) => closure.contains(&Everybody(Box::new(formula.clone()))),
                    Atom | Not(_) | Both(..) | Next(_) | Knows(..) | OneOf(_) => true,
                }
        })
    };
    let index = |mut word: u32| {
        let mut index = Vec::new();
        while word > 1 {
            index = add_to_index(&index, (word & 1) as u8);
            word >>= 1;
        }
        index
    };
    let repeated =
        (1..1 << 8).map(index).find(|index| index.windows(2).any(|two| two[0] == two[1]));
    let open = all.iter().find(|formula| !fine(&basic_closure(formula)));
    match (open, repeated) {
        (None, None) => {
            Verdict::HoldsUpTo(format!("all {} formulas of depth at most 3", all.len()))
        }
        (Some(formula), _) => Verdict::Fails(format!("the closure of {formula:?}")),
        (None, Some(index)) => Verdict::Fails(format!("the index {index:?}")),
    }
}

/// Closures are finite, as they come out, and have a negation of each of their formulas, up to cl_1.
fn negation_closed(work: &Work) -> Verdict {
    /// A closure of n formulas leads to one of more than 2^n.
    const MOST: usize = 6;
    let all = formulas(3);
    let (mut largest, mut further) = (0, 0);
    for formula in &all {
        if let Err(stopped) = work.go_on() {
            return Verdict::Open(stopped);
        }
        let basic = basic_closure(formula);
        largest = largest.max(basic.len());
        let mut closures = vec![basic];
        if closures[0].len() <= MOST {
            further += 1;
            let of = |agent| closure_for(&closures[0], agent);
            let each: Vec<BTreeSet<Formula>> = (0..AGENTS).map(of).collect();
            closures.push(each.iter().flatten().cloned().collect());
            closures.extend(each);
        }
        if !closures.iter().all(is_negation_closed) {
            return Verdict::Fails(format!("a closure of {formula:?}"));
        }
    }
    work.tell(format!("the largest basic closure has {largest} formulas"));
    Verdict::HoldsUpTo(format!(
        "cl_0 of all {} formulas of depth at most 3, and cl_1 of the {further} with at most {MOST} formulas in it",
        all.len()
    ))
}
