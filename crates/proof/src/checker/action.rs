//! What holds after an action, said of the state before it: the actions that an action may be (thesis defs. 29 and 38), who learns in
//! them (def. 39), which of them an agent cannot tell apart (def. 40), and when they can happen (def. 43).
//!
//! An action is executed by the product with these alternatives (def. 44); whoever learns nothing is left with what they see. An
//! axiom speaks of an agent only if the agent learns, and if inside of what is learnt nobody comes back who had left: elsewhere the
//! sentence means nothing.

use super::scheme::Reduction;
use crate::sentence::{Act, ActShape, Members, Operator, Sentence, Sentences, Shape, Who};

/// An action may be so many others.
const MOST_ALTERNATIVES: usize = 200;

/// Why an axiom does not speak of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoReduction {
    /// The sentence is not `[α]φ`, equivalent to something.
    Shape,
    /// The action, or a group in it, may be any.
    General,
    /// What is said after the action is not what the axiom is about.
    Body,
    /// It is not settled which action it is: first it has to be said what it may be.
    Choice,
    /// The agent does not learn in the action.
    Blind(Who),
    /// It may be more actions than this.
    Alternatives(usize),
}

/// What stands on the right of an axiom about actions, whose left side a sentence has.
pub fn reduce(
    sentences: &mut Sentences,
    sentence: Sentence,
    axiom: Reduction,
) -> Result<Sentence, NoReduction> {
    let Shape::Iff(left, _) = *sentences.shape(sentence) else { return Err(NoReduction::Shape) };
    let Shape::Box(Operator::After(act), body) = *sentences.shape(left) else {
        return Err(NoReduction::Shape);
    };
    let right = match axiom {
        Reduction::Facts => {
            if !speaks_of_facts(sentences, body) {
                return Err(NoReduction::Body);
            }
            let can = precondition(sentences, act)?;
            sentences.implies(can, body)
        }
        Reduction::Negation => {
            let Shape::Not(inner) = *sentences.shape(body) else { return Err(NoReduction::Body) };
            let can = precondition(sentences, act)?;
            let after = sentences.boxed(Operator::After(act), inner);
            let not_after = sentences.not(after);
            sentences.implies(can, not_after)
        }
        Reduction::Knowledge => {
            let Shape::Box(Operator::Knows(who), inner) = *sentences.shape(body) else {
                return Err(NoReduction::Body);
            };
            if !matches!(sentences.act_shape(act), ActShape::Learn(..)) {
                return Err(NoReduction::Body);
            }
            let can = precondition(sentences, act)?;
            let mut known = Vec::new();
            for other in indistinguishable(sentences, act, who)? {
                let after = sentences.boxed(Operator::After(other), inner);
                known.push(sentences.boxed(Operator::Knows(who), after));
            }
            let known = sentences.and(known);
            sentences.implies(can, known)
        }
        Reduction::Sequence => {
            let ActShape::Sequence(of) = sentences.act_shape(act).clone() else {
                return Err(NoReduction::Body);
            };
            of.iter().rev().fold(body, |then, &part| sentences.boxed(Operator::After(part), then))
        }
        Reduction::Choice => {
            let of = alternatives_at_the_top(sentences, act)?;
            let after = of.into_iter().map(|part| sentences.boxed(Operator::After(part), body));
            let after = after.collect();
            sentences.and(after)
        }
    };
    Ok(sentences.iff(left, right))
}

/// Whether a sentence is about facts alone.
fn speaks_of_facts(sentences: &Sentences, sentence: Sentence) -> bool {
    let mut open = vec![sentence];
    let mut met = rustc_hash::FxHashSet::default();
    while let Some(part) = open.pop() {
        let shape = sentences.shape(part);
        if matches!(shape, Shape::Box(..) | Shape::Variable(_)) {
            return false;
        }
        shape.parts(|inside| {
            if met.insert(inside) {
                open.push(inside);
            }
        });
    }
    true
}

/// pre(α) of an action that is settled (def. 43).
fn precondition(sentences: &mut Sentences, act: Act) -> Result<Sentence, NoReduction> {
    match sentences.act_shape(act).clone() {
        ActShape::Variable(_) => Err(NoReduction::General),
        ActShape::Test(sentence) => Ok(sentence),
        ActShape::Learn(_, inside) => precondition(sentences, inside),
        ActShape::Choice(of, Some(chosen)) => precondition(sentences, of[chosen as usize]),
        ActShape::Choice(_, None) => Err(NoReduction::Choice),
        ActShape::Sequence(of) => {
            let mut can = Vec::new();
            for (at, &part) in of.iter().enumerate() {
                let pre = precondition(sentences, part)?;
                let after = of[..at].iter().rev();
                can.push(
                    after.fold(pre, |then, &before| sentences.boxed(Operator::After(before), then)),
                );
            }
            Ok(sentences.and(can))
        }
    }
}

/// What an action may be, as it stands: of a choice the parts, of anything else with choices inside the settled actions.
fn alternatives_at_the_top(sentences: &mut Sentences, act: Act) -> Result<Vec<Act>, NoReduction> {
    match sentences.act_shape(act).clone() {
        ActShape::Choice(of, Some(chosen)) => Ok(vec![of[chosen as usize]]),
        ActShape::Choice(of, None) => Ok(of.into()),
        ActShape::Variable(_) => Err(NoReduction::General),
        ActShape::Test(_) | ActShape::Learn(..) | ActShape::Sequence(_) => {
            let settled = settle(sentences, act)?;
            match settled[..] == [act] {
                true => Err(NoReduction::Body),
                false => Ok(settled),
            }
        }
    }
}

/// The settled actions that an action may be; what is marked is kept.
fn settle(sentences: &mut Sentences, act: Act) -> Result<Vec<Act>, NoReduction> {
    let mut found = Vec::new();
    match sentences.act_shape(act).clone() {
        ActShape::Variable(_) => return Err(NoReduction::General),
        ActShape::Test(_) => found.push(act),
        ActShape::Learn(who, inside) => {
            for inside in settle(sentences, inside)? {
                found.push(sentences.act(ActShape::Learn(who, inside)));
            }
        }
        ActShape::Choice(of, mark) => {
            let types = of.iter().map(|&part| type_of(sentences, part)).collect::<Vec<Act>>();
            for (at, &part) in of.iter().enumerate() {
                if mark.is_some_and(|mark| mark as usize != at) {
                    continue;
                }
                for part in settle(sentences, part)? {
                    let mut of = types.clone();
                    of[at] = part;
                    found.push(sentences.act(ActShape::Choice(of.into(), Some(at as u32))));
                }
            }
        }
        ActShape::Sequence(of) => {
            let mut sequences: Vec<Vec<Act>> = vec![Vec::new()];
            for &part in &of {
                let next = settle(sentences, part)?;
                if sequences.len() * next.len() > MOST_ALTERNATIVES {
                    return Err(NoReduction::Alternatives(MOST_ALTERNATIVES));
                }
                let longer = |sequence: &Vec<Act>| -> Vec<Vec<Act>> {
                    next.iter().map(|&last| [sequence.as_slice(), &[last]].concat()).collect()
                };
                sequences = sequences.iter().flat_map(longer).collect();
            }
            for sequence in sequences {
                found.push(sentences.act(ActShape::Sequence(sequence.into())));
            }
        }
    }
    match found.len() <= MOST_ALTERNATIVES {
        true => Ok(found),
        false => Err(NoReduction::Alternatives(MOST_ALTERNATIVES)),
    }
}

/// An action without marks.
fn type_of(sentences: &mut Sentences, act: Act) -> Act {
    let shape = match sentences.act_shape(act).clone() {
        ActShape::Variable(_) | ActShape::Test(_) => return act,
        ActShape::Learn(who, inside) => ActShape::Learn(who, type_of(sentences, inside)),
        ActShape::Sequence(of) => {
            ActShape::Sequence(of.iter().map(|&part| type_of(sentences, part)).collect())
        }
        ActShape::Choice(of, _) => {
            ActShape::Choice(of.iter().map(|&part| type_of(sentences, part)).collect(), None)
        }
    };
    sentences.act(shape)
}

/// The actions that an agent cannot tell from one that is settled, itself included.
fn indistinguishable(
    sentences: &mut Sentences,
    act: Act,
    who: Who,
) -> Result<Vec<Act>, NoReduction> {
    let whole = type_of(sentences, act);
    let all = settle(sentences, whole)?;
    if !all.contains(&act) {
        return Err(NoReduction::Choice);
    }
    for &one in &all {
        if !is_well_grouped(sentences, one) {
            return Err(NoReduction::Blind(who));
        }
        // Who is meant by a variable is not known, so that it cannot be said what they do not learn.
        if !names_everybody(sentences, one, who) {
            return Err(NoReduction::General);
        }
    }
    if !learns(sentences, act, who) {
        return Err(NoReduction::Blind(who));
    }
    let mut found = Vec::new();
    for other in all {
        if is_alike(sentences, act, other, who) {
            found.push(other);
        }
    }
    match found.contains(&act) {
        true => Ok(found),
        false => Err(NoReduction::Blind(who)),
    }
}

/// Whether an agent actually learns in an action that is settled (def. 39).
fn learns(sentences: &Sentences, act: Act, who: Who) -> bool {
    match sentences.act_shape(act) {
        ActShape::Test(_) | ActShape::Variable(_) | ActShape::Choice(_, None) => false,
        ActShape::Learn(party, _) => sentences.members(*party).agents.contains(&who),
        ActShape::Choice(of, Some(chosen)) => learns(sentences, of[*chosen as usize], who),
        ActShape::Sequence(of) => of.last().is_some_and(|&last| learns(sentences, last, who)),
    }
}

/// Everybody who learns in an action that is settled.
fn learners(sentences: &Sentences, act: Act) -> Members {
    match sentences.act_shape(act) {
        ActShape::Test(_) | ActShape::Variable(_) | ActShape::Choice(_, None) => Members::default(),
        ActShape::Learn(party, _) => sentences.members(*party).clone(),
        ActShape::Choice(of, Some(chosen)) => learners(sentences, of[*chosen as usize]),
        ActShape::Sequence(of) => {
            of.last().map_or_else(Members::default, |&last| learners(sentences, last))
        }
    }
}

/// Whether those who learn inside or later are among those who learn outside or before.
fn is_well_grouped(sentences: &Sentences, act: Act) -> bool {
    match sentences.act_shape(act) {
        ActShape::Test(_) | ActShape::Variable(_) => true,
        ActShape::Learn(party, inside) => {
            sentences.members(*party).include(&learners(sentences, *inside))
                && is_well_grouped(sentences, *inside)
        }
        ActShape::Choice(of, Some(chosen)) => is_well_grouped(sentences, of[*chosen as usize]),
        ActShape::Choice(_, None) => false,
        ActShape::Sequence(of) => {
            of.iter().all(|&part| is_well_grouped(sentences, part))
                && of
                    .windows(2)
                    .all(|pair| learners(sentences, pair[0]).include(&learners(sentences, pair[1])))
        }
    }
}

/// Whether it is said by name who learns in an action, and who is asked for.
fn names_everybody(sentences: &Sentences, act: Act, who: Who) -> bool {
    let is_named = |who: &Who| matches!(who, Who::Agent(_));
    is_named(&who)
        && match sentences.act_shape(act) {
            ActShape::Test(_) => true,
            ActShape::Variable(_) => false,
            ActShape::Learn(party, inside) => {
                let members = sentences.members(*party);
                members.groups.is_empty()
                    && members.agents.iter().all(is_named)
                    && names_everybody(sentences, *inside, who)
            }
            ActShape::Choice(of, _) | ActShape::Sequence(of) => {
                of.iter().all(|&part| names_everybody(sentences, part, who))
            }
        }
}

/// Whether an agent cannot tell two settled actions of the same type apart (def. 40).
fn is_alike(sentences: &Sentences, one: Act, other: Act, who: Who) -> bool {
    match (sentences.act_shape(one), sentences.act_shape(other)) {
        (ActShape::Learn(party, one), ActShape::Learn(_, other)) => {
            let sees_nothing = !learns(sentences, *one, who) && !learns(sentences, *other, who);
            sentences.members(*party).agents.contains(&who)
                && (sees_nothing || is_alike(sentences, *one, *other, who))
        }
        (ActShape::Sequence(one), ActShape::Sequence(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(&one, &other)| is_alike(sentences, one, other, who))
        }
        (ActShape::Choice(one, Some(first)), ActShape::Choice(other, Some(second))) => {
            let at = *first as usize;
            first == second && is_alike(sentences, one[at], other[at], who)
        }
        (
            ActShape::Test(_)
            | ActShape::Variable(_)
            | ActShape::Learn(..)
            | ActShape::Sequence(_)
            | ActShape::Choice(..),
            _,
        ) => false,
    }
}
