//! Laws and observations: formulas that speak of one world only. With some atoms
//! still open such a formula is true, false or open (strong Kleene logic), which is
//! what lets a search for the worlds that obey a law turn back early.

use hexa_logic::{Atom, CountTest, Formula, FormulaNode, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A formula that should speak of one world only, and does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotPropositional {
    /// The smallest part at fault.
    pub formula: Formula,
}

/// The parts of a conjunction of conjunctions.
#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
pub(crate) fn conjuncts(terms: &Terms, formula: Formula) -> Vec<Formula> {
    let (mut parts, mut waiting) = (Vec::new(), vec![formula]);
    while let Some(formula) = waiting.pop() {
        match terms.node(formula) {
            FormulaNode::And(of) => waiting.extend(of.iter().rev()),
            FormulaNode::True => {}
            _ => parts.push(formula),
        }
    }
    parts
}

/// A propositional formula, laid out so that parts come before wholes.
pub(crate) struct Proposition {
    steps: Vec<Step>,
    values: Vec<Option<bool>>,
}

enum Step {
    Constant(bool),
    Atom(Atom),
    Not(u32),
    And(Vec<u32>),
    Or(Vec<u32>),
    Implies(u32, u32),
    Iff(u32, u32),
    Count(Vec<u32>, CountTest),
}

impl Proposition {
    /// Lays out a formula.
    pub(crate) fn new(terms: &Terms, formula: Formula) -> Result<Self, NotPropositional> {
        let mut numbers: FxHashMap<Formula, u32> = FxHashMap::default();
        let mut steps = Vec::new();
        for part in parts(terms, formula)? {
            numbers.insert(part, steps.len() as u32);
            steps.push(step(terms.node(part), &numbers));
        }
        let values = vec![None; steps.len()];
        Ok(Self { steps, values })
    }

    /// How many parts it has.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Its value where some atoms have values.
    pub(crate) fn value(&mut self, atoms: &[Option<bool>]) -> Option<bool> {
        for (at, step) in self.steps.iter().enumerate() {
            let (before, rest) = self.values.split_at_mut(at);
            rest[0] = step.value(before, atoms);
        }
        self.values.last().copied().flatten()
    }
}

impl Step {
    fn value(&self, of: &[Option<bool>], atoms: &[Option<bool>]) -> Option<bool> {
        let at = |part: &u32| of[*part as usize];
        match self {
            Self::Constant(value) => Some(*value),
            Self::Atom(atom) => atoms.get(atom.index()).copied().unwrap_or(Some(false)),
            Self::Not(part) => at(part).map(|value| !value),
            Self::And(parts) => all(parts.iter().map(at)),
            Self::Or(parts) => all(parts.iter().map(|p| at(p).map(|v| !v))).map(|v| !v),
            Self::Implies(left, right) => {
                all([at(left), at(right).map(|value| !value)].into_iter()).map(|value| !value)
            }
            Self::Iff(left, right) => Some(at(left)? == at(right)?),
            Self::Count(parts, test) => count(parts.iter().map(at), test),
        }
    }
}

/// Whether all are true: false if one is false, open if one of the others is.
fn all(mut values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    values.try_for_each(|value| {
        match value {
            Some(true) => {}
            Some(false) => result = Some(false),
            None => result = None,
        }
        (value != Some(false)).then_some(())
    });
    result
}

/// Whether the count passes, if all counts that are still possible agree.
fn count(values: impl Iterator<Item = Option<bool>>, test: &CountTest) -> Option<bool> {
    let (mut least, mut most) = (0, 0);
    for value in values {
        least += i64::from(value == Some(true));
        most += i64::from(value != Some(false));
    }
    let first = test.accepts(least);
    (least + 1..=most).all(|count| test.accepts(count) == first).then_some(first)
}

/// The parts of a propositional formula, itself last.
fn parts(terms: &Terms, formula: Formula) -> Result<Vec<Formula>, NotPropositional> {
    let mut found = vec![formula];
    let mut seen: FxHashSet<Formula> = FxHashSet::default();
    let mut at = 0;
    while at < found.len() {
        for part in children(terms, found[at])? {
            if seen.insert(part) {
                found.push(part);
            }
        }
        at += 1;
    }
    // Older formulas never contain newer ones.
    found.sort_unstable();
    Ok(found)
}

fn children(terms: &Terms, formula: Formula) -> Result<Vec<Formula>, NotPropositional> {
    let node = terms.node(formula);
    if is_epistemic(node) {
        return Err(NotPropositional { formula });
    }
    let mut parts = Vec::new();
    node.parts(|part| parts.push(part));
    Ok(parts)
}

/// Whether a formula speaks of other worlds, whatever its parts do.
pub(crate) fn is_epistemic(node: &FormulaNode) -> bool {
    use FormulaNode as F;
    match node {
        F::True | F::False | F::Atom(_) | F::Not(_) | F::And(_) | F::Or(_) => false,
        F::Implies(..) | F::Iff(..) | F::Count(..) => false,
        F::Knows(..) | F::Believes(..) | F::Imagines(..) | F::KnowsWhether(..) => true,
        F::Everybody(..) | F::Common(..) | F::Distributed(..) => true,
        F::After(..) | F::Probability(..) => true,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
fn step(node: &FormulaNode, numbers: &FxHashMap<Formula, u32>) -> Step {
    use FormulaNode as F;
    let number = |part: &Formula| numbers[part];
    let all = |of: &[Formula]| of.iter().map(number).collect();
    match node {
        F::Atom(atom) => Step::Atom(*atom),
        F::Not(part) => Step::Not(number(part)),
        F::And(of) => Step::And(all(of)),
        F::Or(of) => Step::Or(all(of)),
        F::Count(of, test) => Step::Count(all(of), test.clone()),
        F::Implies(left, right) => Step::Implies(number(left), number(right)),
        F::Iff(left, right) => Step::Iff(number(left), number(right)),
        // Only constants are left: parts() has refused everything else.
        node => Step::Constant(*node == F::True),
    }
}
