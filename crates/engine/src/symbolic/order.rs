//! The order of variables, chosen from the problem before anything is built. What the law and the
//! observations speak of together should stand together, because a diagram must remember what
//! lies between. Atoms are drawn to the middle of what they occur in, again and again (the FORCE
//! heuristic of Aloul, Markov and Sakallah), and the best order seen is taken if it is clearly better than
//! the one in which the atoms were declared.

use crate::order::Order;
use crate::propositional::conjuncts;
use hexa_logic::{Atom, Formula, FormulaNode, Structure, Terms};
use rustc_hash::FxHashMap;

/// Problems with more atoms or more parts keep the declared order.
const MOST_ATOMS: usize = 4_000;
const MOST_EDGES: usize = 20_000;
const ROUNDS: usize = 30;

/// The atoms of a structure in the order of their variables.
pub(super) fn order(terms: &Terms, structure: &Structure, wanted: Order) -> Vec<Atom> {
    let declared = structure.atoms.clone();
    if declared.len() > MOST_ATOMS || wanted == Order::Declared {
        return declared;
    }
    let Some(edges) = edges(terms, structure) else { return declared };
    let found = match wanted {
        Order::Declared => None,
        Order::Mentioned => Some(first_mentions(declared.len(), &edges)),
        Order::DrawnTogether => Some(shortest(declared.len(), &edges).1),
        Order::Auto => better(declared.len(), &edges),
    };
    found.map_or(declared.clone(), |order| order.into_iter().map(|at| declared[at]).collect())
}

/// The atoms that each part of the law and each observation mentions, by their places; none if
/// there are too many parts.
fn edges(terms: &Terms, structure: &Structure) -> Option<Vec<Vec<usize>>> {
    let place: FxHashMap<Atom, usize> =
        structure.atoms.iter().enumerate().map(|(at, &atom)| (atom, at)).collect();
    let mut parts = conjuncts(terms, structure.law);
    let seen = structure.observations.iter().flatten();
    parts.extend(seen.filter(|f| !matches!(terms.node(**f), FormulaNode::Atom(_))));
    if parts.len() > MOST_EDGES {
        return None;
    }
    let edge = |&part: &Formula| {
        let occurring = terms.occurring(&[part], &[]).formulas;
        let places = occurring.iter().filter_map(|&f| {
            if let FormulaNode::Atom(atom) = terms.node(f) {
                place.get(atom).copied()
            } else {
                None
            }
        });
        places.collect::<Vec<usize>>()
    };
    Some(parts.iter().map(edge).filter(|edge| edge.len() > 1).collect())
}

/// The order in which atoms are first mentioned.
fn first_mentions(places: usize, edges: &[Vec<usize>]) -> Vec<usize> {
    let declared: Vec<usize> = (0..places).collect();
    let mut order: Vec<usize> = Vec::with_capacity(places);
    let mut known = vec![false; places];
    for &at in edges.iter().flatten().chain(&declared) {
        if !std::mem::replace(&mut known[at], true) {
            order.push(at);
        }
    }
    order
}

/// The best of some orders, with its length: that in which atoms are mentioned, and what this and
/// the declared one become when atoms are drawn together.
fn shortest(places: usize, edges: &[Vec<usize>]) -> (usize, Vec<usize>) {
    let mentioned = first_mentions(places, edges);
    let drawn =
        [drawn_together((0..places).collect(), edges), drawn_together(mentioned.clone(), edges)];
    let length = |order: Vec<usize>| (span(edges, &positions(&order)), order);
    drawn.into_iter().map(length).fold(length(mentioned), Ord::min)
}

/// An order that is clearly better than the declared one, if there is one.
fn better(places: usize, edges: &[Vec<usize>]) -> Option<Vec<usize>> {
    let declared: Vec<usize> = (0..places).collect();
    let (length, order) = shortest(places, edges);
    // A declared order has been thought about; a little shorter is not better.
    (length * 3 < span(edges, &positions(&declared)) * 2).then_some(order)
}

/// The position of each place in an order.
fn positions(order: &[usize]) -> Vec<usize> {
    let mut positions = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &place)| positions[place] = at);
    positions
}

/// The shortest order seen while places are drawn together.
fn drawn_together(order: Vec<usize>, edges: &[Vec<usize>]) -> Vec<usize> {
    let places = order.len();
    let mut position = positions(&order);
    let mut best = (span(edges, &position), order);
    for _ in 0..ROUNDS {
        let mut pull = vec![(0.0, 0usize); places];
        for edge in edges {
            let middle =
                edge.iter().map(|&at| position[at] as f64).sum::<f64>() / edge.len() as f64;
            for &at in edge {
                pull[at].0 += middle;
                pull[at].1 += 1;
            }
        }
        let goal = |at: usize| match pull[at] {
            (_, 0) => position[at] as f64,
            (sum, times) => sum / times as f64,
        };
        let mut order: Vec<usize> = (0..places).collect();
        order.sort_by(|&l, &r| goal(l).total_cmp(&goal(r)).then(position[l].cmp(&position[r])));
        let next = positions(&order);
        if next == position {
            break;
        }
        position = next;
        let length = span(edges, &position);
        if length < best.0 {
            best = (length, order);
        }
    }
    best.1
}

/// How long the edges are together.
fn span(edges: &[Vec<usize>], position: &[usize]) -> usize {
    let length = |edge: &Vec<usize>| {
        let places = edge.iter().map(|&at| position[at]);
        places.clone().max().unwrap_or(0) - places.min().unwrap_or(0)
    };
    edges.iter().map(length).sum()
}
