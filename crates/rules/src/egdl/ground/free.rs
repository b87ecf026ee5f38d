//! The declared indices that are free in names, terms and formulas: they take all their values.

use super::Reader;
use crate::egdl::tree::{Applied, Expression, Term};
use indexmap::IndexSet;

/// The declared indices of a name.
pub(super) fn in_name_declared(reader: &Reader<'_>, applied: &Applied) -> Vec<String> {
    let mut free = IndexSet::new();
    let terms = applied.above.iter().chain(&applied.below).chain(&applied.behind);
    terms.for_each(|term| in_term(reader, term, &[], &mut free));
    free.into_iter().collect()
}

fn in_term(reader: &Reader<'_>, term: &Term, bound: &[String], free: &mut IndexSet<String>) {
    match term {
        Term::Number(_) => {}
        Term::Named(applied) => in_name(reader, applied, bound, free),
        Term::Opponent(of, _) => in_term(reader, of, bound, free),
        Term::Sum(left, right, _) | Term::Difference(left, right, _) => {
            in_term(reader, left, bound, free);
            in_term(reader, right, bound, free);
        }
    }
}

fn in_name(reader: &Reader<'_>, of: &Applied, bound: &[String], free: &mut IndexSet<String>) {
    let is_index = reader.description.names.indices.contains_key(&of.name);
    if of.is_plain() && is_index && !bound.contains(&of.name) {
        free.insert(of.name.clone());
    }
    let terms = of.above.iter().chain(&of.below).chain(&of.behind);
    terms.for_each(|term| in_term(reader, term, bound, free));
}

/// The declared indices that are free in a formula, in the order in which they occur.
pub(super) fn in_formula(
    reader: &Reader<'_>,
    of: &Expression,
    bound: &mut Vec<String>,
    free: &mut IndexSet<String>,
) {
    use Expression as E;
    match of {
        E::Constant(_) | E::Initial | E::Terminal => {}
        E::Wins(term, _) | E::Legal(term, _) | E::Does(term, _) => {
            in_term(reader, term, bound, free);
        }
        E::Atom(applied) => in_name(reader, applied, bound, free),
        E::Compare(_, left, right, _) => {
            in_term(reader, left, bound, free);
            in_term(reader, right, bound, free);
        }
        E::Not(body) | E::Next(body) | E::Everybody(body) | E::Common(body) => {
            in_formula(reader, body, bound, free);
        }
        E::Sees(agent, _, seen) => {
            in_term(reader, agent, bound, free);
            seen.iter().for_each(|part| in_formula(reader, part, bound, free));
        }
        E::Knows(agent, _, body) | E::Imagines(agent, _, body) => {
            in_term(reader, agent, bound, free);
            in_formula(reader, body, bound, free);
        }
        E::And(parts) | E::Or(parts) => {
            parts.iter().for_each(|part| in_formula(reader, part, bound, free));
        }
        E::Implies(left, right) | E::Iff(left, right) => {
            in_formula(reader, left, bound, free);
            in_formula(reader, right, bound, free);
        }
        E::Forall(binder, body) | E::Exists(binder, body) => {
            let before = bound.len();
            bound.extend(binder.names.iter().map(|(name, _)| name.clone()));
            in_formula(reader, body, bound, free);
            bound.truncate(before);
        }
    }
}
