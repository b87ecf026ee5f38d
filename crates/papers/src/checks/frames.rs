//! Frames of actions and product interpretation (thesis sec. 5.1).

use super::actions::{SHOW, has_skip, holds_or, limits, on_actions, three_players};
use super::sample::same_outcomes;
use super::snippet::{actions, is_undefined, verdict_or_open};
use super::{Check, Work, holds_if};
use crate::Verdict;
use hexa_engine::UpdateError;
use hexa_engine::definitional::product::{self, ActionFrame};
use hexa_engine::definitional::{Reading, State};
use hexa_engine::generate::action::everybody;
use hexa_engine::translation::frame::Frame;
use hexa_logic::{Action, ActionNode, Agent, Group, Terms};
use std::collections::BTreeSet;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "frames by two engines", at: file!(), run: frames_by_two_engines },
    Check { name: "the frame of showing", at: file!(), run: frame_of_showing },
    Check { name: "the frame of suspicion", at: file!(), run: frame_of_suspicion },
    Check { name: "who actually learns", at: file!(), run: who_actually_learns },
    Check { name: "who confuses actions learns", at: file!(), run: who_confuses_learns },
    Check { name: "who learns nothing inside", at: file!(), run: who_learns_nothing_inside },
    Check { name: "local and product interpretation", at: file!(), run: local_and_product },
    Check { name: "parts of the product", at: file!(), run: parts_of_the_product },
    Check { name: "equal alternatives", at: file!(), run: equal_alternatives },
    Check { name: "preconditions", at: file!(), run: preconditions },
    Check { name: "preconditions without a guard", at: file!(), run: without_a_guard },
    Check { name: "pairs and images", at: file!(), run: pairs_and_images },
    Check { name: "confused actions and models", at: file!(), run: confused_actions_and_models },
];

const MOST_EVENTS: usize = 60;

/// The frame of a random action, by the definitions.
fn literal(work: &Work, terms: &Terms, action: Action) -> Option<ActionFrame> {
    ActionFrame::new(terms, action, &everybody(), &limits(work)).ok()
}

/// Actions, learners, access and preconditions (defs. 38 to 43), by the definitions and as
/// `hexa translate --to frame` finds them.
fn frames_by_two_engines(work: &Work) -> Verdict {
    on_actions(work, 1000, |state, terms, action| {
        let Ok(frame) = Frame::new(terms, action, &everybody(), MOST_EVENTS, &work.limits.stop)
        else {
            return Ok(false);
        };
        let Some(mut literal) = literal(work, terms, action) else { return Ok(false) };
        let actions = literal.actions().to_vec();
        holds_or(frame.events().len() == actions.len(), "has other actions of its type")?;
        let actual: Vec<Action> = literal.actual().collect();
        for (at, event) in frame.events().iter().enumerate() {
            let one = actions[at];
            holds_or(event.actual == actual.contains(&one), "stands for other actions")?;
            let learners = literal.actual_learners(one);
            holds_or(event.learners == learners, "has other learners")?;
            for agent in learners.iter() {
                let alike = |to: usize| {
                    frame.is_related(agent, at, to) == literal.is_related(agent, one, actions[to])
                };
                holds_or((0..actions.len()).all(alike), "has other access")?;
            }
            let condition = literal.precondition(one);
            let left = state.truth(terms, event.precondition);
            let right = state.truth(literal.terms(), condition);
            if let (Ok(left), Ok(right)) = (left, right) {
                holds_or(left == right, "has another precondition")?;
            }
        }
        Ok(true)
    })
}

/// 1 and 2 tell the three actions of showing apart, 3 does not.
fn frame_of_showing(work: &Work) -> Verdict {
    verdict_or_open(frame_is(work, SHOW, 3, &[Agent(2)]))
}

/// 2 and 3 take looking at a card and doing nothing for the same, 1 tells the four actions apart.
fn frame_of_suspicion(work: &Work) -> Verdict {
    let suspicion = "L_123(!L_1 ?r_1 + L_1 ?w_1 + L_1 ?b_1 + skip)";
    verdict_or_open(frame_is(work, suspicion, 4, &[Agent(1), Agent(2)]))
}

/// Whether the frame of an action has so many events, which these agents do not tell apart at all, and the others do.
fn frame_is(work: &Work, text: &str, events: usize, unaware: &[Agent]) -> Result<Verdict, String> {
    let (document, _) = three_players(work, &[text])?;
    let action = actions(&document)[0];
    let frame = ActionFrame::new(&document.terms, action, &Group::first(3), &work.limits);
    let frame = frame.map_err(|no| format!("{no:?}"))?;
    let pairs =
        || frame.actions().iter().flat_map(|&a| frame.actions().iter().map(move |&b| (a, b)));
    let as_told = |agent: Agent, (a, b): (Action, Action)| {
        frame.is_related(agent, a, b) == (unaware.contains(&agent) || a == b)
    };
    let told = (0..3).map(Agent).all(|agent| pairs().all(|pair| as_told(agent, pair)));
    work.tell(format!("the frame has {} events", frame.actions().len()));
    Ok(holds_if(told && frame.actions().len() == events, || "the frame is another".to_owned()))
}

/// The learning agents of a type (def. 27).
fn learners(terms: &Terms, action: Action) -> Group {
    let parts = terms.action_node(action).parts();
    let inside = parts.iter().fold(Group::empty(), |all, &part| all.union(&learners(terms, part)));
    if let ActionNode::Learn(group, _) = terms.action_node(action) {
        return group.union(&inside);
    }
    inside
}

/// Those who actually learn are learning agents, and have access afterwards; of `L_12 ?r_1 + L_23 ?w_2`
/// they are 1 and 2, or 2 and 3.
fn who_actually_learns(work: &Work) -> Verdict {
    let random = on_actions(work, 600, |state, terms, action| {
        if has_skip(terms, action) {
            return Ok(false);
        }
        let Some(frame) = literal(work, terms, action) else { return Ok(false) };
        for &one in frame.actions() {
            let actually = frame.actual_learners(one);
            let inside = actually.is_subset(&learners(frame.terms(), one));
            holds_or(inside, "has an actual learner who is none")?;
            let Ok(images) = state.images(frame.terms(), one, Reading::Marked) else {
                return Ok(false);
            };
            let left = |image: &State| image.group() == actually;
            holds_or(images.iter().flatten().flatten().all(left), "leaves others access")?;
        }
        Ok(true)
    });
    let example = || -> Result<Verdict, String> {
        let (document, _) = three_players(work, &["L_12 ?r_1 + L_23 ?w_2"])?;
        let action = actions(&document)[0];
        let frame = ActionFrame::new(&document.terms, action, &Group::first(3), &work.limits);
        let frame = frame.map_err(|no| format!("{no:?}"))?;
        let found: Vec<Group> =
            frame.actions().iter().map(|&one| frame.actual_learners(one)).collect();
        let told = [[0, 1], [1, 2]].map(|group| group.into_iter().map(Agent).collect::<Group>());
        let all = learners(&document.terms, action) == Group::first(3);
        Ok(holds_if(all && found == told, || format!("they are {found:?}")))
    };
    random.and(verdict_or_open(example()))
}

/// Actions are the same for an agent only if they learn in the type.
fn who_confuses_learns(work: &Work) -> Verdict {
    on_actions(work, 1000, |_, terms, action| {
        let Some(frame) = literal(work, terms, action) else { return Ok(false) };
        if has_skip(terms, action) {
            return Ok(false);
        }
        let learners = learners(terms, action);
        for agent in everybody().iter().filter(|&agent| !learners.contains(agent)) {
            let confused = |a: &Action, b: &Action| frame.is_related(agent, *a, *b);
            let all = frame.actions();
            let any = all.iter().any(|a| all.iter().any(|b| confused(a, b)));
            holds_or(!any, "is confused by somebody who does not learn")?;
        }
        Ok(true)
    })
}

/// Who learns which, but in neither of two actions inside, cannot tell them apart.
fn who_learns_nothing_inside(work: &Work) -> Verdict {
    on_actions(work, 1000, |_, terms, action| {
        let learnt = terms.action(ActionNode::Learn(everybody(), action));
        if has_skip(terms, action) {
            return Ok(false);
        }
        let Some(frame) = literal(work, terms, learnt) else { return Ok(false) };
        let inside = |one: Action| frame.terms().action_node(one).parts()[0];
        for &left in frame.actions() {
            for &right in frame.actions() {
                for agent in everybody().iter() {
                    let learns = |one| frame.actual_learners(inside(one)).contains(agent);
                    if !learns(left) && !learns(right) {
                        let confused = frame.is_related(agent, left, right);
                        holds_or(confused, "is told apart by one who learns nothing in it")?;
                    }
                }
            }
        }
        Ok(true)
    })
}

/// The outcomes of both interpretations are bisimilar (prop. 15), and there are some for both or none.
fn local_and_product(work: &Work) -> Verdict {
    on_actions(work, 1500, |state, terms, action| {
        let local = state.update(terms, action);
        match (local, product::update(state, terms, action)) {
            (Ok(local), Ok(product)) => holds_or(
                same_outcomes(local.alternatives(), product.alternatives()),
                "leads to different states",
            ),
            (Ok(_), Err(UpdateError::NoOutcome { .. })) => holds_or(false, "has only local images"),
            (Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }), Ok(_)) => {
                holds_or(false, "has only images in the product")
            }
            _ => Ok(false),
        }
    })
}

/// Whatever its learners, the part of the product that a pair is in is S5 for those who actually learn.
fn parts_of_the_product(work: &Work) -> Verdict {
    on_actions(work, 600, |state, terms, action| {
        let mut looked = false;
        for point in 0..state.world_count() {
            let Some(there) = state.at(point) else { continue };
            let Ok(outcomes) = product::update(&there, terms, action) else { continue };
            looked = true;
            for outcome in outcomes.alternatives().iter().flatten() {
                let part: BTreeSet<usize> = outcome.relevant();
                let s5 = outcome.group().iter().all(|agent| outcome.is_equivalence(agent, &part));
                holds_or(s5, "has a product with a part that is not S5")?;
            }
        }
        Ok(looked)
    })
}

/// `!τ + τ`, `τ + !τ` and τ lead to the same.
fn equal_alternatives(work: &Work) -> Verdict {
    on_actions(work, 600, |state, terms, action| {
        let marked = [Some(0), Some(1)]
            .map(|mark| terms.action(ActionNode::Choice([action, action].into(), mark)));
        let alone = state.update(terms, action);
        for one in marked {
            match (&alone, state.update(terms, one)) {
                (Ok(left), Ok(right)) => {
                    let alike = same_outcomes(left.alternatives(), right.alternatives());
                    holds_or(alike, "is different beside itself")?;
                }
                (Ok(_), Err(UpdateError::NoOutcome { .. } | UpdateError::NotExecutable { .. })) => {
                    return holds_or(false, "cannot be executed beside itself");
                }
                _ => return Ok(false),
            }
        }
        Ok(true)
    })
}

/// An action that is defined can be executed just where its precondition holds (prop. 14).
fn preconditions(work: &Work) -> Verdict {
    on_actions(work, 500, |state, terms, action| {
        let Some(mut frame) = literal(work, terms, action) else { return Ok(false) };
        for one in frame.actions().to_vec() {
            let condition = frame.precondition(one);
            let images = state.images(frame.terms(), one, Reading::Marked);
            let truth = state.truth(frame.terms(), condition);
            let (Ok(images), Ok(truth)) = (images, truth) else { return Ok(false) };
            let agree = images.iter().zip(truth).all(|(images, holds)| images.is_empty() != holds);
            holds_or(agree, "is not executable just where its precondition holds")?;
        }
        Ok(true)
    })
}

/// Without the guard: an action that is undefined, and whose precondition holds.
fn without_a_guard(work: &Work) -> Verdict {
    let found = || -> Result<Verdict, String> {
        let text = "L_12 ?r_1 ; L_3 ?b_3";
        let (document, state) = three_players(work, &[text])?;
        let action = actions(&document)[0];
        let frame = ActionFrame::new(&document.terms, action, &Group::first(3), &work.limits);
        let mut frame = frame.map_err(|no| format!("{no:?}"))?;
        let one = frame.actions()[0];
        let condition = frame.precondition(one);
        let holds = state.holds(frame.terms(), condition).map_err(|error| format!("{error:?}"))?;
        let undefined = match state.update(frame.terms(), one) {
            Err(UpdateError::Evaluation(error)) => is_undefined(Err::<(), _>(error))?,
            _ => false,
        };
        Ok(holds_if(!(holds && undefined), || {
            format!("the precondition of `{text}` holds in rwb, and it is undefined there")
        }))
    };
    verdict_or_open(found())
}

/// Every world of an image model comes from a pair of a world and an action whose precondition holds
/// there; there are at least as many pairs as worlds.
fn pairs_and_images(work: &Work) -> Verdict {
    on_actions(work, 600, |state, terms, action| {
        let Some(mut frame) = literal(work, terms, action) else { return Ok(false) };
        let mut pairs = 0;
        for one in frame.actions().to_vec() {
            let condition = frame.precondition(one);
            let Ok(truth) = state.truth(frame.terms(), condition) else { return Ok(false) };
            pairs += truth.into_iter().filter(|holds| *holds).count();
        }
        let mut terms = frame.terms().clone();
        let all = terms.action(ActionNode::Choice(frame.actions().into(), None));
        let Ok(images) = state.images(&terms, all, Reading::Marked) else { return Ok(false) };
        let mut reached: Vec<&State> = Vec::new();
        for image in images.iter().flatten().flatten() {
            let known = |s: &&&State| s.shares_model(image) && s.point() == image.point();
            if reached.iter().find(known).is_none() {
                reached.push(image);
            }
        }
        for image in &reached {
            let here = reached.iter().filter(|other| other.shares_model(image)).count();
            holds_or(here == image.world_count(), "has a world that is no pair's image")?;
        }
        holds_or(pairs >= reached.len(), "has fewer pairs than images")
    })
}

/// Actions that an agent of the group cannot tell apart, because they learn in neither, need not lead to
/// different models: for `L_1 ?p` there is one action and one model.
fn confused_actions_and_models(work: &Work) -> Verdict {
    let found = || -> Result<Verdict, String> {
        let (document, state) = three_players(work, &["?r_1"])?;
        let images = state.images(&document.terms, actions(&document)[0], Reading::Type);
        let images = images.map_err(|error| error.to_string())?;
        let models: Vec<&State> = images.iter().flatten().flatten().collect();
        let nobody = models.iter().all(|model| model.group().is_empty());
        let one = models.windows(2).all(|pair| pair[0].shares_model(pair[1]));
        Ok(holds_if(!(nobody && one && !models.is_empty()), || {
            "inside of `L_1 ?r_1` there is one action, in which 1 learns nothing, and one model"
                .to_owned()
        }))
    };
    verdict_or_open(found())
}
