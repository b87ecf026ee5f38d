//! Which arguments of a relation must be known before it can be asked. GDL demands that every variable is bound by a
//! positive condition; a rule such as `(<= (member ?x (cons ?x ?rest)))` breaks that, but means something to whoever
//! asks it with both arguments known, and descriptions in use have such rules.

use super::program::{Atom, Condition, Predicate, Program, ProgramRule};
use crate::work::Work;
use hexa_logic::Stopped;
use rustc_hash::FxHashSet;

/// Only the first so many arguments can be known beforehand.
const PLACES: usize = 64;

/// For every relation the set of places that must be known. Rules that would need more than that are unsafe.
pub(crate) fn required_places(
    program: &Program,
    is_open: impl Fn(Predicate) -> bool,
    work: &Work<'_>,
) -> Result<Vec<u64>, Stopped> {
    let mut required = vec![0; program.relations.len()];
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); program.relations.len()];
    for (number, rule) in program.rules.iter().enumerate() {
        work.step(1 + rule.body.len() as u64)?;
        let used = rule.positive().map(|atom| atom.predicate).chain([rule.head.predicate]);
        used.for_each(|predicate| users[predicate.index()].push(number as u32));
    }
    let mut open: Vec<u32> = (0..program.rules.len() as u32).rev().collect();
    while let Some(number) = open.pop() {
        let rule = &program.rules[number as usize];
        work.step(1 + rule.body.len() as u64)?;
        let head = rule.head.predicate;
        if !is_open(head) {
            continue;
        }
        let unbound = unbound_variables(rule, &required);
        let more = places_of(&rule.head, &unbound) & !required[head.index()];
        if more != 0 {
            required[head.index()] |= more;
            open.extend(&users[head.index()]);
        }
    }
    Ok(required)
}

/// The variables of a rule that nothing binds, if what must be known of the head is known. Of relations that are not
/// listed nothing must be known.
pub(crate) fn unbound_variables(rule: &ProgramRule, required: &[u64]) -> FxHashSet<u32> {
    let mut bound = FxHashSet::default();
    let of = |predicate: Predicate| required.get(predicate.index()).copied().unwrap_or(0);
    let known = of(rule.head.predicate);
    each_variable_at(&rule.head, known, &mut |variable| _ = bound.insert(variable));
    let mut rest: Vec<&Atom> = rule.positive().collect();
    loop {
        let before = rest.len();
        rest.retain(|atom| {
            let mut is_ready = true;
            let known = of(atom.predicate);
            each_variable_at(atom, known, &mut |variable| is_ready &= bound.contains(&variable));
            if is_ready {
                atom.each_variable(&mut |variable| _ = bound.insert(variable));
            }
            !is_ready
        });
        if rest.len() == before {
            break;
        }
    }
    let mut unbound = FxHashSet::default();
    let mut note = |variable| {
        if !bound.contains(&variable) {
            unbound.insert(variable);
        }
    };
    rule.head.each_variable(&mut note);
    for atom in rest {
        each_variable_at(atom, of(atom.predicate), &mut note);
    }
    for literal in &rule.body {
        match &literal.condition {
            Condition::Holds(_) => {}
            Condition::Fails(atom) => atom.each_variable(&mut note),
            Condition::Distinct(left, right) | Condition::Same(left, right) => {
                left.each_variable(&mut note);
                right.each_variable(&mut note);
            }
        }
    }
    unbound
}

/// Tells of the variables at some places of an atom.
pub(crate) fn each_variable_at(atom: &Atom, places: u64, f: &mut impl FnMut(u32)) {
    if places == 0 {
        return;
    }
    for (place, pattern) in atom.arguments.iter().enumerate().take(PLACES) {
        if places >> place & 1 == 1 {
            pattern.each_variable(f);
        }
    }
}

/// Places of an atom that are enough to know these variables, as far as they stand in it: always the place next that tells
/// most of those that are not known yet. So of `(member ?x (cons ?x ?rest))` only the list must be known.
fn places_of(atom: &Atom, variables: &FxHashSet<u32>) -> u64 {
    let mut open: Vec<(usize, FxHashSet<u32>)> = Vec::new();
    if variables.is_empty() {
        return 0;
    }
    for (place, pattern) in atom.arguments.iter().enumerate().take(PLACES) {
        let mut here = FxHashSet::default();
        pattern.each_variable(&mut |variable| {
            if variables.contains(&variable) {
                here.insert(variable);
            }
        });
        open.push((place, here));
    }
    let mut places = 0;
    loop {
        let most = open.iter().max_by_key(|(place, here)| (here.len(), PLACES - place));
        let Some((place, here)) = most.filter(|(_, here)| !here.is_empty()).cloned() else {
            return places;
        };
        places |= 1 << place;
        for (_, other) in &mut open {
            other.retain(|variable| !here.contains(variable));
        }
    }
}
