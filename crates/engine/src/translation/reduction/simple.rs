//! Formulas made as short as is seen at once: without what always or never holds, without
//! repetitions, without what was assumed already. Every formula is equivalent to the one asked
//! for in all models, whatever the relations.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a formula that no rule speaks of stays as it is"
)]

use hexa_logic::{Agent, Comparison, CountTest, Formula, FormulaNode, Group, Terms};
use rustc_hash::FxHashSet;

/// How deep a formula is searched for what was assumed already.
const ASSUMED_DEPTH: usize = 3;

/// Conjunction.
pub(super) fn and(terms: &mut Terms, of: impl IntoIterator<Item = Formula>) -> Formula {
    let mut parts = Vec::new();
    for formula in of {
        match terms.node(formula) {
            FormulaNode::And(inside) => parts.extend(inside.iter().copied()),
            _ => parts.push(formula),
        }
    }
    let mut seen = FxHashSet::default();
    parts.retain(|&part| part != Terms::TRUE && seen.insert(part));
    let contradicts = |&part: &Formula| match terms.node(part) {
        FormulaNode::False => true,
        FormulaNode::Not(inner) => seen.contains(inner),
        _ => false,
    };
    if parts.iter().any(contradicts) {
        return Terms::FALSE;
    }
    // What follows from another part says nothing new: p & (p | q), q & (p -> q).
    let follows = |&part: &Formula| match terms.node(part) {
        FormulaNode::Or(inside) => inside.iter().any(|one| seen.contains(one)),
        FormulaNode::Implies(_, then) => seen.contains(then),
        _ => false,
    };
    let said: Vec<Formula> = parts.iter().filter(|part| !follows(part)).copied().collect();
    terms.and(said)
}

/// Disjunction.
pub(super) fn or(terms: &mut Terms, of: impl IntoIterator<Item = Formula>) -> Formula {
    let mut parts = Vec::new();
    for formula in of {
        match terms.node(formula) {
            FormulaNode::Or(inside) => parts.extend(inside.iter().copied()),
            _ => parts.push(formula),
        }
    }
    let mut seen = FxHashSet::default();
    parts.retain(|&part| part != Terms::FALSE && seen.insert(part));
    let exhausts = |&part: &Formula| match terms.node(part) {
        FormulaNode::True => true,
        FormulaNode::Not(inner) => seen.contains(inner),
        _ => false,
    };
    if parts.iter().any(exhausts) {
        return Terms::TRUE;
    }
    // What implies another part adds nothing: p | p & q.
    let implies = |&part: &Formula| match terms.node(part) {
        FormulaNode::And(inside) => inside.iter().any(|one| seen.contains(one)),
        _ => false,
    };
    let said: Vec<Formula> = parts.iter().filter(|part| !implies(part)).copied().collect();
    terms.or(said)
}

/// Negation.
pub(super) fn not(terms: &mut Terms, formula: Formula) -> Formula {
    terms.not(formula)
}

/// Implication.
pub(super) fn implies(terms: &mut Terms, left: Formula, right: Formula) -> Formula {
    let right = assuming(terms, left, right);
    match (left, right) {
        (Terms::TRUE, _) | (_, Terms::TRUE) => return right,
        (Terms::FALSE, _) => return Terms::TRUE,
        (_, Terms::FALSE) => return not(terms, left),
        _ => {}
    }
    match *terms.node(right) {
        FormulaNode::Implies(also, then) => {
            let both = and(terms, [left, also]);
            implies(terms, both, then)
        }
        // ~p -> p says p, and p -> ~p says ~p.
        FormulaNode::Not(inner) if inner == left => right,
        _ if *terms.node(left) == FormulaNode::Not(right) => right,
        _ => terms.formula(FormulaNode::Implies(left, right)),
    }
}

/// A formula where another one is known to hold.
pub(super) fn assuming(terms: &mut Terms, known: Formula, formula: Formula) -> Formula {
    let known: FxHashSet<Formula> = match terms.node(known) {
        FormulaNode::True => return formula,
        FormulaNode::And(parts) => parts.iter().copied().collect(),
        _ => [known].into_iter().collect(),
    };
    let denied = known.iter().filter_map(|&part| match terms.node(part) {
        FormulaNode::Not(inner) => Some(*inner),
        _ => None,
    });
    let denied = denied.collect();
    Assumption { known, denied }.simplify_within(terms, formula, ASSUMED_DEPTH)
}

/// Formulas that are known to hold, and those that are known not to.
struct Assumption {
    known: FxHashSet<Formula>,
    denied: FxHashSet<Formula>,
}

impl Assumption {
    fn refutes(&self, terms: &Terms, formula: Formula) -> bool {
        match terms.node(formula) {
            FormulaNode::Not(inner) => self.known.contains(inner),
            _ => self.denied.contains(&formula),
        }
    }

    fn simplify_within(&self, terms: &mut Terms, formula: Formula, depth: usize) -> Formula {
        if self.known.contains(&formula) {
            return Terms::TRUE;
        }
        if self.refutes(terms, formula) {
            return Terms::FALSE;
        }
        let Some(depth) = depth.checked_sub(1) else { return formula };
        let inside = |terms: &mut Terms, of: &[Formula]| -> Vec<Formula> {
            of.iter().map(|&part| self.simplify_within(terms, part, depth)).collect()
        };
        match terms.node(formula).clone() {
            FormulaNode::And(of) => {
                let of = inside(terms, &of);
                and(terms, of)
            }
            FormulaNode::Or(of) => {
                let of = inside(terms, &of);
                or(terms, of)
            }
            FormulaNode::Not(of) => {
                let of = self.simplify_within(terms, of, depth);
                not(terms, of)
            }
            FormulaNode::Implies(left, right) => {
                let of = inside(terms, &[left, right]);
                match of[..] {
                    [same_left, same_right] if (same_left, same_right) == (left, right) => formula,
                    [left, right] => implies(terms, left, right),
                    _ => formula,
                }
            }
            _ => formula,
        }
    }
}

/// Equivalence.
pub(super) fn iff(terms: &mut Terms, left: Formula, right: Formula) -> Formula {
    match (left, right) {
        _ if left == right => Terms::TRUE,
        (Terms::TRUE, other) | (other, Terms::TRUE) => other,
        (Terms::FALSE, other) | (other, Terms::FALSE) => not(terms, other),
        _ if not(terms, left) == right => Terms::FALSE,
        _ => terms.formula(FormulaNode::Iff(left, right)),
    }
}

/// `K_a`
pub(super) fn knows(terms: &mut Terms, agent: Agent, formula: Formula) -> Formula {
    match formula {
        Terms::TRUE => Terms::TRUE,
        _ => terms.formula(FormulaNode::Knows(agent, formula)),
    }
}

/// `B_a`
pub(super) fn believes(terms: &mut Terms, agent: Agent, formula: Formula) -> Formula {
    match formula {
        Terms::TRUE => Terms::TRUE,
        _ => terms.formula(FormulaNode::Believes(agent, formula)),
    }
}

/// `M_a`
pub(super) fn imagines(terms: &mut Terms, agent: Agent, formula: Formula) -> Formula {
    match formula {
        Terms::FALSE => Terms::FALSE,
        _ => terms.formula(FormulaNode::Imagines(agent, formula)),
    }
}

/// `Kw_a`
pub(super) fn knows_whether(terms: &mut Terms, agent: Agent, formula: Formula) -> Formula {
    match formula {
        Terms::TRUE | Terms::FALSE => Terms::TRUE,
        _ => terms.formula(FormulaNode::KnowsWhether(agent, formula)),
    }
}

/// `E_B`
pub(super) fn everybody(terms: &mut Terms, group: Group, formula: Formula) -> Formula {
    let agents: Vec<Agent> = group.iter().take(2).collect();
    match (formula, &agents[..]) {
        (Terms::TRUE, _) | (_, []) => Terms::TRUE,
        (_, [only]) => knows(terms, *only, formula),
        _ => terms.formula(FormulaNode::Everybody(group, formula)),
    }
}

/// `C_B`
pub(super) fn common(terms: &mut Terms, group: Group, formula: Formula) -> Formula {
    match formula {
        Terms::TRUE | Terms::FALSE => formula,
        _ if group.is_empty() => formula,
        _ => terms.formula(FormulaNode::Common(group, formula)),
    }
}

/// `D_B`
pub(super) fn distributed_knowledge(terms: &mut Terms, group: Group, formula: Formula) -> Formula {
    match formula {
        Terms::TRUE => Terms::TRUE,
        _ => terms.formula(FormulaNode::Distributed(group, formula)),
    }
}

/// How many hold.
pub(super) fn count(terms: &mut Terms, of: Vec<Formula>, test: &CountTest) -> Formula {
    let holding = of.iter().filter(|&&part| part == Terms::TRUE).count() as i64;
    let open: Box<[Formula]> =
        of.into_iter().filter(|part| ![Terms::TRUE, Terms::FALSE].contains(part)).collect();
    let most = open.len() as i64;
    let accepted = (0..=most).filter(|&more| test.accepts(holding + more)).count() as i64;
    match accepted {
        0 => Terms::FALSE,
        _ if accepted == most + 1 => Terms::TRUE,
        _ => {
            let test = less(test, holding);
            terms.formula(FormulaNode::Count(open, test))
        }
    }
}

/// What is asked of the others, if so many hold.
fn less(test: &CountTest, holding: i64) -> CountTest {
    match test {
        CountTest::Compare(how, number) => match number.checked_sub(holding) {
            Some(number) => CountTest::Compare(*how, number),
            // Smaller than any number: only what is `greater` holds, which was found above.
            None => CountTest::Compare(Comparison::Less, 0),
        },
        CountTest::OneOf(numbers) => {
            CountTest::OneOf(numbers.iter().filter_map(|n| n.checked_sub(holding)).collect())
        }
    }
}
