//! `[α^*]φ` and `<α^*>φ`: α any number of times. The models that α leads to are
//! explored up to bisimilarity of whole models, so that a loop is noticed; then truth
//! is a fixed point over all of them. Where the formula or the action distinguishes
//! bisimilar worlds (`D`, `P`), models are not contracted and a loop may never be
//! noticed: the search then ends at its limit.

use crate::compare::bisimulation;
use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits};
use crate::explicit::interpretation::{Interpretation, Interpreter, Place};
use crate::explicit::modality::{self, Claim};
use crate::explicit::model::Submodel;
use crate::limits::Limit;
use hexa_logic::{Action, Formula, FormulaNode, Modality, Stopped, Terms};
use std::rc::Rc;

/// More models than this are not explored.
const MAX_MODELS: u64 = 10_000;

/// A model that iterating leads to: what the action leads to from it, and for each image the model
/// that stands for it with, for each of its worlds, the world there.
struct Explored {
    place: Place,
    next: Rc<Interpretation>,
    targets: Vec<(usize, Vec<u32>)>,
}

/// Where a formula is true after an action any number of times, then others.
pub(crate) fn after(
    interpreter: &mut Interpreter<'_>,
    place: Place,
    action: Action,
    then: Claim<'_>,
) -> Result<Bits, EvalError> {
    let Submodel { model, size, .. } = interpreter.submodel(place);
    if *size == 0 {
        return Ok(Bits::with_capacity(model.worlds()));
    }
    let (modality, invariant) = (then.modality, invariant(interpreter.terms(), action, then));
    let models = explore(interpreter, place, action, invariant)?;
    let mut truths = Vec::new();
    for model in &models {
        truths.push(modality::after(interpreter, model.place, then)?);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..models.len() {
            let next = step(interpreter, &models, at, modality, &truths)?;
            let mut now = truths[at].clone();
            match modality {
                Modality::Every => now.intersect_with(&next),
                Modality::Some => now.union_with(&next),
            }
            changed |= now != truths[at];
            truths[at] = now;
        }
    }
    Ok(truths.swap_remove(0))
}

/// Where the formula is true after one more time.
fn step(
    interpreter: &Interpreter<'_>,
    models: &[Explored],
    at: usize,
    modality: Modality,
    truths: &[Bits],
) -> Result<Bits, Stopped> {
    let model = &models[at];
    let moved = |(target, worlds): &(usize, Vec<u32>)| {
        let holds = worlds.iter().map(|&there| truths[*target].contains(there as usize));
        bits::pack(worlds.len(), holds, interpreter.pace())
    };
    let truths = model.targets.iter().map(moved).collect::<Result<Vec<Bits>, _>>()?;
    modality::join(interpreter, model.place, modality, &model.next, &truths)
}

/// Whether bisimilar worlds can stand for each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bisimilarity {
    Invariant,
    Matters,
}

fn explore(
    interpreter: &mut Interpreter<'_>,
    place: Place,
    action: Action,
    invariant: Bisimilarity,
) -> Result<Vec<Explored>, EvalError> {
    let mut places = vec![place];
    let mut models: Vec<Explored> = Vec::new();
    while models.len() < places.len() {
        if places.len() as u64 > MAX_MODELS {
            return Err(EvalError::Limit(Limit::Work(MAX_MODELS)));
        }
        let place = places[models.len()];
        let next = interpreter.interpret(place, action)?;
        let images = match &*next {
            Interpretation::Images(images) | Interpretation::Sets(images, _) => images,
        };
        let mut targets = Vec::new();
        for image in images {
            targets.push(match invariant {
                Bisimilarity::Invariant => representative(interpreter, &mut places, image.place)?,
                Bisimilarity::Matters => same(interpreter, &mut places, image.place),
            });
        }
        models.push(Explored { place, next: Rc::clone(&next), targets });
    }
    Ok(models)
}

/// The model among those found that an image is, to the world.
fn same(interpreter: &Interpreter<'_>, places: &mut Vec<Place>, image: Place) -> (usize, Vec<u32>) {
    let known = places.iter().position(|&place| place == image);
    let target = known.unwrap_or_else(|| {
        places.push(image);
        places.len() - 1
    });
    (target, (0..interpreter.submodel(image).model.worlds() as u32).collect())
}

/// The model among those found that has the same worlds up to bisimilarity; a new one if there is none.
fn representative(
    interpreter: &mut Interpreter<'_>,
    places: &mut Vec<Place>,
    image: Place,
) -> Result<(usize, Vec<u32>), EvalError> {
    let reached = interpreter.reached_at(image).clone();
    let (small, to_small) =
        bisimulation::contract(&reached.submodel, &reached.group, interpreter.limits())?;
    interpreter.spend(to_small.len() + 1)?;
    for (target, &place) in places.iter().enumerate().skip(1) {
        let other = interpreter.reached_at(place);
        if other.group != reached.group || other.submodel.size != small.size {
            continue;
        }
        let other = other.clone();
        interpreter.spend(small.size + 1)?;
        let limits = interpreter.limits();
        let across = bisimulation::matching(&small, &other.submodel, &reached.group, limits)?;
        if let Some(across) = across {
            let worlds = to_small.iter().map(|&world| across[world as usize]).collect();
            return Ok((target, worlds));
        }
    }
    places.push(interpreter.reach(small, reached.group));
    Ok((places.len() - 1, to_small))
}

fn invariant(terms: &Terms, action: Action, then: Claim<'_>) -> Bisimilarity {
    let actions: Vec<Action> = then.actions.iter().copied().chain([action]).collect();
    let occurring = terms.occurring(&[then.body], &actions);
    let matters = |&formula: &Formula| {
        matches!(terms.node(formula), FormulaNode::Distributed(..) | FormulaNode::Probability(..))
    };
    match occurring.formulas.iter().any(matters) {
        true => Bisimilarity::Matters,
        false => Bisimilarity::Invariant,
    }
}
