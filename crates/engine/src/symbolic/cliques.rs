//! Conjuncts that say of two atoms that not both are true. Where they say it of every two of some atoms, together they say
//! that at most one of these is true, and that is built at once: its diagram is a chain, and one conjunction instead of very many.

use crate::diagram::{Diagram, Diagrams};
use crate::limits::Limit;
use hexa_logic::{Atom, Formula, FormulaNode, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What a conjunction says.
#[derive(Debug)]
pub(super) struct Exclusions {
    /// Of each of these sets, of three atoms or more, at most one is true.
    pub(super) cliques: Vec<Vec<Atom>>,
    /// What else is said.
    pub(super) others: Vec<Formula>,
}

/// For one atom, so many sets are looked for at most.
const MOST_OF_ONE: usize = 8;

impl Exclusions {
    /// Puts conjuncts together.
    pub(super) fn new(terms: &Terms, conjuncts: Vec<Formula>) -> Self {
        let mut others = Vec::new();
        let mut open: BTreeMap<Atom, BTreeMap<Atom, Formula>> = BTreeMap::new();
        let mut excluded = FxHashSet::default();
        for conjunct in conjuncts {
            match excluded_pair(terms, conjunct) {
                Some((first, second)) => {
                    excluded.insert((first, second));
                    open.entry(first).or_default().insert(second, conjunct);
                }
                None => others.push(conjunct),
            }
        }
        let mut cliques = Vec::new();
        let atoms: Vec<Atom> = open.keys().copied().collect();
        for first in atoms {
            for _ in 0..MOST_OF_ONE {
                let clique = grow(first, &open[&first], &excluded);
                if clique.len() < 3 {
                    break;
                }
                for (at, first) in clique.iter().enumerate() {
                    if let Some(open) = open.get_mut(first) {
                        open.retain(|second, _| clique[at + 1..].binary_search(second).is_err());
                    }
                }
                cliques.push(clique);
            }
        }
        others.extend(open.into_values().flat_map(BTreeMap::into_values));
        Self { cliques, others }
    }
}

/// An atom with as many of those that it excludes as exclude each other, the first ones first.
fn grow(
    first: Atom,
    open: &BTreeMap<Atom, Formula>,
    excluded: &FxHashSet<(Atom, Atom)>,
) -> Vec<Atom> {
    let mut clique = vec![first];
    for &next in open.keys() {
        // Those of a clique come in order.
        if clique[1..].iter().all(|&before| excluded.contains(&(before, next))) {
            clique.push(next);
        }
    }
    clique
}

/// The two atoms, in order, of which a formula says just that not both are true.
fn excluded_pair(terms: &Terms, formula: Formula) -> Option<(Atom, Atom)> {
    let FormulaNode::Not(both) = terms.node(formula) else { return None };
    let FormulaNode::And(parts) = terms.node(*both) else { return None };
    let &[left, right] = &**parts else { return None };
    let (FormulaNode::Atom(left), FormulaNode::Atom(right)) = (terms.node(left), terms.node(right))
    else {
        return None;
    };
    (left != right).then_some((*left.min(right), *left.max(right)))
}

/// Where at most one of these functions holds.
pub(super) fn at_most_one(diagrams: &Diagrams, mut of: Vec<Diagram>) -> Result<Diagram, Limit> {
    // A chain is built from the last variable to the first.
    of.sort_by_cached_key(Diagram::support);
    let always = diagrams.constant(true);
    let cases = vec![&always; of.len() + 1];
    Ok(diagrams.one_or_none(&of, &[cases])?.pop().unwrap_or(always))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Variable;
    use crate::limits::Limits;
    use crate::order::Order;
    use crate::propositional::conjuncts;
    use crate::symbolic::build;
    use hexa_logic::{Comparison, CountTest, Setup, Stop, Structure, Vocabulary};

    fn atoms(terms: &mut Terms, count: usize) -> Vec<Formula> {
        (0..count).map(|at| terms.formula(FormulaNode::Atom(Atom::from_index(at)))).collect()
    }

    fn pairwise(
        terms: &mut Terms,
        of: &[Formula],
        wanted: impl Fn(usize, usize) -> bool,
    ) -> Vec<Formula> {
        let mut clauses = Vec::new();
        for (second, &right) in of.iter().enumerate() {
            for (first, &left) in of[..second].iter().enumerate() {
                if wanted(first, second) {
                    let both = terms.formula(FormulaNode::And([right, left].into()));
                    clauses.push(terms.formula(FormulaNode::Not(both)));
                }
            }
        }
        clauses
    }

    #[test]
    fn clauses_about_every_two_atoms_are_one_clique() {
        let mut terms = Terms::default();
        let of = atoms(&mut terms, 30);
        let mut clauses = pairwise(&mut terms, &of, |first, second| first / 10 == second / 10);
        let some = terms.formula(FormulaNode::Or(of.into()));
        clauses.insert(7, some);
        let found = Exclusions::new(&terms, clauses);
        assert_eq!(found.cliques.iter().map(Vec::len).collect::<Vec<_>>(), [10, 10, 10]);
        assert_eq!(found.others, [some]);
    }

    /// All graphs of 5 atoms: the cliques and the other clauses say what the clauses say.
    #[test]
    fn cliques_and_what_is_left_say_the_same() -> Result<(), Limit> {
        let mut terms = Terms::default();
        let of = atoms(&mut terms, 5);
        let diagrams = Diagrams::new(1 << 16, Stop::new());
        let values = (0..5).map(|at| diagrams.variable(Variable::at(at)));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        for graph in 0..1 << 10 {
            let wanted = |first, second| graph >> (second * (second - 1) / 2 + first) & 1 == 1;
            let clauses = pairwise(&mut terms, &of, wanted);
            let clause = |&formula: &Formula| {
                let (left, right) = excluded_pair(&terms, formula).expect("a clause");
                let both = diagrams.and(&values[left.index()], &values[right.index()])?;
                diagrams.not(&both)
            };
            let all = clauses.iter().map(clause).collect::<Result<Vec<_>, _>>()?;
            let found = Exclusions::new(&terms, clauses);
            let mut parts = found.others.iter().map(clause).collect::<Result<Vec<_>, _>>()?;
            for clique in &found.cliques {
                let clique = clique.iter().rev().map(|atom| values[atom.index()].clone());
                parts.push(at_most_one(&diagrams, clique.collect())?);
            }
            assert_eq!(
                diagrams.smallest_first(parts)?,
                diagrams.smallest_first(all)?,
                "graph {graph}"
            );
        }
        Ok(())
    }

    /// How many nodes are made for a structure with a law.
    fn made(terms: &Terms, atoms: usize, law: Formula) -> u64 {
        let mut names = Vocabulary::default();
        for at in 0..atoms {
            names.add_atom(&format!("p{at}"));
        }
        let structure = Structure {
            atoms: (0..atoms).map(Atom::from_index).collect(),
            observations: Vec::new(),
            law,
            point: None,
        };
        let limits = Limits::default();
        let setup = Setup::Structure(structure);
        let state = build(&setup, &names, terms, &limits, Order::Auto).expect("a state");
        state.model.diagrams.made()
    }

    #[test]
    fn exactly_one_by_pairs_takes_no_more_than_three_times_the_nodes_of_counting() {
        let mut terms = Terms::default();
        let of = atoms(&mut terms, 100);
        let mut clauses = pairwise(&mut terms, &of, |_, _| true);
        clauses.push(terms.formula(FormulaNode::Or(of.clone().into())));
        let pairs = terms.formula(FormulaNode::And(clauses.into()));
        let one = CountTest::Compare(Comparison::Equal, 1);
        let one = terms.formula(FormulaNode::Count(of.into(), one));
        let (pairs, one) = (made(&terms, 100, pairs), made(&terms, 100, one));
        assert!(pairs <= 3 * one, "{pairs} nodes by pairs, {one} by counting");
    }

    #[test]
    fn conjuncts_of_conjuncts_count() {
        let mut terms = Terms::default();
        let of = atoms(&mut terms, 4);
        let clauses = pairwise(&mut terms, &of, |_, _| true);
        let (left, right) = clauses.split_at(2);
        let parts = [left, right].map(|part| terms.formula(FormulaNode::And(part.into())));
        let law = terms.formula(FormulaNode::And(parts.into()));
        assert_eq!(Exclusions::new(&terms, conjuncts(&terms, law)).cliques.len(), 1);
    }
}
