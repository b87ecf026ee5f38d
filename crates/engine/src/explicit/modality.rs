//! What is true after actions (thesis def. 32): `[α]φ` holds if every outcome of α has
//! some member where φ holds, `<α>φ` if some outcome has φ in all members. For
//! actions that are not concurrent, outcomes have one member each.
//!
//! Sequences, choices and iterations are taken apart first: `[α ; β]φ` is `[α][β]φ`,
//! also on sets of states, since the outcomes of β are picked for each member
//! separately.

use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits};
use crate::explicit::interpretation::{Choice, Interpretation, Interpreter, Place};
use crate::explicit::iteration;
use hexa_logic::{Action, ActionNode, Formula, FormulaNode, Modality, Stopped};
use std::sync::Arc;

/// What is to be done, and what should hold then.
#[derive(Clone, Copy)]
pub(crate) struct Claim<'a> {
    /// After every outcome, or after some.
    pub modality: Modality,
    /// The actions, one after the other.
    pub actions: &'a [Action],
    /// What should hold.
    pub body: Formula,
}

/// Where a modality is true in a model that has been reached.
pub(crate) fn truth(
    interpreter: &mut Interpreter<'_>,
    place: Place,
    formula: Formula,
) -> Result<Bits, EvalError> {
    if let FormulaNode::After(modality, action, body) = interpreter.terms().node(formula) {
        let claim = Claim { modality: *modality, actions: &[*action], body: *body };
        after(interpreter, place, claim)
    } else {
        interpreter.truth(place, formula).map(Arc::unwrap_or_clone)
    }
}

/// Where a formula is true after actions, one after the other.
#[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
pub(crate) fn after(
    interpreter: &mut Interpreter<'_>,
    place: Place,
    claim: Claim<'_>,
) -> Result<Bits, EvalError> {
    let Some((&action, rest)) = claim.actions.split_first() else {
        return interpreter.truth(place, claim.body).map(Arc::unwrap_or_clone);
    };
    let then = Claim { actions: rest, ..claim };
    match interpreter.terms().action_node(action) {
        // What a test does depends on the updates around it.
        _ if interpreter.terms().has_update(action) => {
            after_images(interpreter, place, action, then)
        }
        ActionNode::Sequence(parts) => {
            let actions: Vec<Action> = parts.iter().chain(rest).copied().collect();
            after(interpreter, place, Claim { actions: &actions, ..claim })
        }
        ActionNode::Star(inner) => iteration::after(interpreter, place, *inner, then),
        _ => after_images(interpreter, place, action, then),
    }
}

fn after_images(
    interpreter: &mut Interpreter<'_>,
    place: Place,
    action: Action,
    then: Claim<'_>,
) -> Result<Bits, EvalError> {
    let interpretation = interpreter.interpret(place, action)?;
    let images = match &*interpretation {
        Interpretation::Images(images) | Interpretation::Sets(images, _) => images,
    };
    let mut truths = Vec::new();
    for image in images {
        // Where no world was chosen, the body is not asked, and may not even be defined.
        truths.push(match image.is_ever_chosen() {
            true => after(interpreter, image.place, then)?,
            false => Bits::with_capacity(interpreter.submodel(image.place).model.worlds()),
        });
    }
    Ok(join(interpreter, place, then.modality, &interpretation, &truths)?)
}

/// Where a modality is true, given where its body is true in each image.
pub(crate) fn join(
    interpreter: &Interpreter<'_>,
    place: Place,
    modality: Modality,
    interpretation: &Interpretation,
    truths: &[Bits],
) -> Result<Bits, Stopped> {
    let pace = interpreter.pace();
    let mut result = match modality {
        Modality::Every => bits::all(interpreter.submodel(place).model.worlds()),
        Modality::Some => Bits::with_capacity(interpreter.submodel(place).model.worlds()),
    };
    let mut tell = |origin: usize, some: bool, all: bool| match modality {
        Modality::Every if !some => result.set(origin, false),
        Modality::Some if all => result.set(origin, true),
        Modality::Every | Modality::Some => {}
    };
    match interpretation {
        Interpretation::Images(images) => {
            for (image, truth) in images.iter().zip(truths) {
                bits::each(&interpreter.submodel(image.place).domain, pace, |world| {
                    if image.is_chosen(world) {
                        let holds = truth.contains(world);
                        tell(image.origin(world), holds, holds);
                    }
                })?;
            }
        }
        Interpretation::Sets(_, outcomes) => {
            let actual = outcomes.iter().filter(|outcome| outcome.chosen == Choice::Actual);
            pace.each(actual, |outcome| {
                let holds =
                    |&(image, world): &(u32, u32)| truths[image as usize].contains(world as usize);
                let some = outcome.members.iter().any(holds);
                let all = outcome.members.iter().all(holds);
                tell(outcome.origin as usize, some, all);
            })?;
        }
    }
    Ok(result)
}
