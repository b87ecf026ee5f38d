//! A function as a disjunction of few conjunctions, none of which can be left out (Minato 1992): what a person can read of a diagram.

use hexa_engine::{Diagram, Diagrams, Limit, Variable};

/// A disjunction of conjunctions of variables and negated variables. Of none it is false; a conjunction of none is true.
pub(super) type Cover = Vec<Vec<(Variable, bool)>>;

/// A cover that is true at least where the first function is, and at most where the second is; with where it is true.
pub(super) fn cover(
    diagrams: &Diagrams,
    at_least: &Diagram,
    at_most: &Diagram,
) -> Result<(Cover, Diagram), Limit> {
    if at_least.is_false() {
        return Ok((Vec::new(), diagrams.constant(false)));
    }
    if at_most.is_true() {
        return Ok((vec![Vec::new()], diagrams.constant(true)));
    }
    let first = [at_least, at_most].into_iter().filter_map(Diagram::first_variable).min();
    let Some(variable) = first else { return Ok((vec![Vec::new()], diagrams.constant(true))) };
    let (least_false, least_true) = diagrams.cofactors(at_least, variable)?;
    let (most_false, most_true) = diagrams.cofactors(at_most, variable)?;
    // What only a conjunction with the variable, or with its negation, can say.
    let only_false = diagrams.minus(&least_false, &most_true)?;
    let only_true = diagrams.minus(&least_true, &most_false)?;
    let (with_false, where_false) = cover(diagrams, &only_false, &most_false)?;
    let (with_true, where_true) = cover(diagrams, &only_true, &most_true)?;
    let left = diagrams.or(
        &diagrams.minus(&least_false, &where_false)?,
        &diagrams.minus(&least_true, &where_true)?,
    )?;
    let (without, where_without) = cover(diagrams, &left, &diagrams.and(&most_false, &most_true)?)?;
    let literal = diagrams.variable(variable)?;
    let either = diagrams.if_then_else(&literal, &where_true, &where_false)?;
    let mut all = Vec::new();
    for (value, part) in [(false, with_false), (true, with_true)] {
        for mut conjunction in part {
            conjunction.insert(0, (variable, value));
            all.push(conjunction);
        }
    }
    all.extend(without);
    Ok((all, diagrams.or(&either, &where_without)?))
}
