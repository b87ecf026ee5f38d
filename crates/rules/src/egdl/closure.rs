//! The closures of a formula (*Epistemic GDL*, sec. 3.2): the finite sets of formulas that the completeness proof builds its
//! pre-model from, and how often knowledge of different agents alternates. `E` stands for a conjunction, as axiom 14 has it,
//! conjunctions and disjunctions have any number of parts, and `~~φ` is φ. The basic closure is listed. Of the others, which are
//! exponentially larger each time, the sizes are counted: disjunctions of different sets of formulas count as different.

use super::answer::EgdlFailure;
use super::answering::read_all;
use super::request::EgdlRequest;
use super::signature::Signature;
use hexa_lang::Sources;
use hexa_logic::{Agent, PathFormula, PathFormulas, PathNode, Stop, Stopped};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;

/// What came of asking for closures, with the texts that problems point into.
#[derive(Debug)]
pub struct ClosuresOutcome {
    /// The description and the formulas.
    pub sources: Sources,
    /// The answer, or why there is none.
    pub answer: Result<EgdlClosures, EgdlFailure>,
}

/// The closures of some formulas.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EgdlClosures {
    /// One for each formula.
    pub closures: Vec<Closure>,
}

/// The closures of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Closure {
    /// The formula, as it was typed.
    pub formula: String,
    /// The values of its free indices: the first of all.
    pub indices: Vec<(String, String)>,
    /// How many values there are.
    pub instances: usize,
    /// The most alternations of different agents' knowledge along a branch; 0 if it speaks of common knowledge.
    pub alternation_depth: usize,
    /// The basic closure, cl_0.
    pub basic: Vec<String>,
    /// The sizes of all closures that the pre-model needs, up to cl_d for the alternation depth d.
    pub sizes: Vec<ClosureSize>,
}

/// How large a closure is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClosureSize {
    /// The k of cl_k and of cl_{k,r}.
    pub level: usize,
    /// The r of cl_{k,r}.
    pub agent: Option<String>,
    /// How many formulas it has.
    pub size: SetSize,
}

/// The size of a set, which may be more than can be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetSize {
    /// So many.
    Exact(u128),
    /// More than two to the power of so many.
    MoreThanTwoTo(Box<SetSize>),
}

impl fmt::Display for SetSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut inner = self;
        let mut towers = 0;
        while let Self::MoreThanTwoTo(exponent) = inner {
            write!(f, "{}2^", if towers == 0 { "more than " } else { "(" })?;
            (inner, towers) = (exponent, towers + 1);
        }
        if let Self::Exact(many) = inner {
            write!(f, "{many}")?;
        }
        (1..towers).try_for_each(|_| write!(f, ")"))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for SetSize {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The closures of the formulas that a request asks about. No model is built.
pub fn closures(request: &EgdlRequest, stop: &Stop) -> ClosuresOutcome {
    let mut sources = Sources::default();
    let answer = read_all(request, &mut sources, stop).and_then(|game| {
        let (mut description, mut closures) = (game.description, Vec::new());
        for (formula, instances) in game.checks {
            let Some(first) = instances.first() else { continue };
            let agents = description.signature.agents().len();
            let found = basic_closure(&mut description.formulas, agents, first.formula, stop)
                .map_err(|Stopped| EgdlFailure::Stopped(stop.progress()))?;
            let (signature, formulas) = (&description.signature, &description.formulas);
            let depth = alternation_depth(formulas, first.formula);
            let mut writer = Writer { signature, formulas, lengths: FxHashMap::default() };
            closures.push(Closure {
                formula,
                indices: first.indices.clone(),
                instances: instances.len(),
                alternation_depth: depth,
                basic: found.iter().map(|&formula| writer.write(formula)).collect(),
                sizes: sizes(signature, formulas, &found, depth),
            });
        }
        Ok(EgdlClosures { closures })
    });
    ClosuresOutcome { sources, answer }
}

/// The formulas that a formula is made of.
fn parts(formulas: &PathFormulas, formula: PathFormula) -> Vec<PathFormula> {
    match formulas.node(formula) {
        PathNode::Constant(_) | PathNode::Fluent(_) | PathNode::Does(_) => Vec::new(),
        PathNode::Not(of) | PathNode::Next(of) | PathNode::Knows(_, of) | PathNode::Common(of) => {
            vec![*of]
        }
        PathNode::And(of) | PathNode::Or(of) => of.to_vec(),
    }
}

/// cl_0, in the order in which formulas were made: subformulas, `E C φ` for `C φ`, and the negation of what is none.
fn basic_closure(
    formulas: &mut PathFormulas,
    agents: usize,
    formula: PathFormula,
    stop: &Stop,
) -> Result<BTreeSet<PathFormula>, Stopped> {
    let mut closure = BTreeSet::new();
    let mut waiting = vec![formula];
    while let Some(formula) = waiting.pop() {
        stop.count(1)?;
        if !closure.insert(formula) {
            continue;
        }
        waiting.extend(parts(formulas, formula));
        match formulas.node(formula) {
            PathNode::Not(_) => {}
            PathNode::Common(_) => {
                waiting.push(formulas.everybody(agents, formula));
                waiting.push(formulas.not(formula));
            }
            PathNode::Constant(_)
            | PathNode::Fluent(_)
            | PathNode::Does(_)
            | PathNode::And(_)
            | PathNode::Or(_)
            | PathNode::Next(_)
            | PathNode::Knows(..) => waiting.push(formulas.not(formula)),
        }
    }
    Ok(closure)
}

/// The most alternations of different agents' knowledge along a branch, 0 if the formula speaks of common knowledge.
fn alternation_depth(formulas: &PathFormulas, formula: PathFormula) -> usize {
    let mut known = FxHashMap::default();
    alternations(formulas, formula, None, &mut known).unwrap_or(0)
}

/// How often knowledge alternates below, after that of an agent; none if common knowledge is spoken of.
fn alternations(
    formulas: &PathFormulas,
    formula: PathFormula,
    last: Option<Agent>,
    known: &mut FxHashMap<(PathFormula, Option<Agent>), Option<usize>>,
) -> Option<usize> {
    if let Some(found) = known.get(&(formula, last)) {
        return *found;
    }
    let (here, then) = match formulas.node(formula) {
        PathNode::Common(_) => {
            known.insert((formula, last), None);
            return None;
        }
        PathNode::Knows(agent, _) => (usize::from(last != Some(*agent)), Some(*agent)),
        PathNode::Constant(_)
        | PathNode::Fluent(_)
        | PathNode::Does(_)
        | PathNode::Not(_)
        | PathNode::And(_)
        | PathNode::Or(_)
        | PathNode::Next(_) => (0, last),
    };
    let mut deepest = Some(0);
    for part in parts(formulas, formula) {
        let below = alternations(formulas, part, then, known);
        deepest = deepest.zip(below).map(|(one, two): (usize, usize)| one.max(two));
    }
    let found = deepest.map(|below| here + below);
    known.insert((formula, last), found);
    found
}

/// Powers of two are written up to this exponent.
const LARGEST_EXPONENT: u128 = 100;

/// The sizes of cl_0, and of cl_{k,r} and cl_{k+1} for each k below the depth.
fn sizes(
    signature: &Signature,
    formulas: &PathFormulas,
    basic: &BTreeSet<PathFormula>,
    depth: usize,
) -> Vec<ClosureSize> {
    let of_agent = |at: usize| {
        let is_known = |formula: &&PathFormula| matches!(formulas.node(**formula), PathNode::Knows(agent, _) if agent.index() == at);
        basic.iter().filter(is_known).count() as u128
    };
    let names: Vec<&str> = signature.agents().collect();
    // For each agent, how many formulas `K_r (φ1 | ... | φn)` there are already.
    let mut there: Vec<u128> = (0..names.len()).map(of_agent).collect();
    let mut size = SetSize::Exact(basic.len() as u128);
    let mut all = vec![ClosureSize { level: 0, agent: None, size: size.clone() }];
    for level in 0..depth {
        let with_new = |there: &[u128]| larger(&size, there);
        for (name, there) in names.iter().zip(&there) {
            let size = with_new(std::slice::from_ref(there));
            all.push(ClosureSize { level, agent: Some((*name).to_owned()), size });
        }
        let next = with_new(&there);
        if let SetSize::Exact(many) = size
            && many <= LARGEST_EXPONENT
        {
            there = vec![(1 << many) - 1; names.len()];
        }
        all.push(ClosureSize { level: level + 1, agent: None, size: next.clone() });
        size = next;
    }
    all
}

/// The size of a set with what some agents know of disjunctions of it, and do not know, if so many of each agent are there.
fn larger(size: &SetSize, there: &[u128]) -> SetSize {
    let too_large = || SetSize::MoreThanTwoTo(Box::new(size.clone()));
    let SetSize::Exact(many) = *size else { return too_large() };
    if many > LARGEST_EXPONENT {
        return too_large();
    }
    let mut new = there.iter().map(|there| 2 * ((1u128 << many) - 1 - there));
    let sum = new.try_fold(many, u128::checked_add);
    sum.map_or_else(too_large, SetSize::Exact)
}

/// Formulas that are longer are not written.
const LONGEST: usize = 2_000;

struct Writer<'w> {
    signature: &'w Signature,
    formulas: &'w PathFormulas,
    /// How many parts formulas have, with the parts of their parts.
    lengths: FxHashMap<PathFormula, usize>,
}

impl Writer<'_> {
    fn length(&mut self, formula: PathFormula) -> usize {
        if let Some(length) = self.lengths.get(&formula) {
            return *length;
        }
        let parts = parts(self.formulas, formula);
        let length =
            parts.into_iter().fold(1, |sum: usize, of| sum.saturating_add(self.length(of)));
        self.lengths.insert(formula, length);
        length
    }

    fn write(&mut self, formula: PathFormula) -> String {
        match self.length(formula) > LONGEST {
            true => "…".to_owned(),
            false => self.write_short(formula),
        }
    }

    fn write_short(&self, formula: PathFormula) -> String {
        let joined = |of: &[PathFormula], by: &str| {
            of.iter().map(|&of| self.write_part(of)).collect::<Vec<_>>().join(by)
        };
        match self.formulas.node(formula) {
            PathNode::Constant(value) => value.to_string(),
            PathNode::Fluent(fluent) => self.signature.fluent_name(*fluent),
            PathNode::Does(action) => format!("does({})", self.signature.move_name(*action)),
            PathNode::Not(of) => format!("~{}", self.write_part(*of)),
            PathNode::And(of) => joined(of, " & "),
            PathNode::Or(of) => joined(of, " | "),
            PathNode::Next(of) => format!("next {}", self.write_part(*of)),
            PathNode::Knows(agent, of) => {
                let name = self.signature.agents().nth(agent.index()).unwrap_or("?");
                format!("K_{name} {}", self.write_part(*of))
            }
            PathNode::Common(of) => format!("C {}", self.write_part(*of)),
        }
    }

    /// In brackets, where they are needed.
    fn write_part(&self, formula: PathFormula) -> String {
        let text = self.write_short(formula);
        match self.formulas.node(formula) {
            PathNode::And(_) | PathNode::Or(_) => format!("({text})"),
            PathNode::Constant(_)
            | PathNode::Fluent(_)
            | PathNode::Does(_)
            | PathNode::Not(_)
            | PathNode::Next(_)
            | PathNode::Knows(..)
            | PathNode::Common(_) => text,
        }
    }
}
