//! Is there one model of a description only? The states, and which actions lead where, are what the rules say. What players
//! cannot tell apart is the most that the rules allow: players who see more may obey them as well.

use super::ground::Description;
use super::model::TransitionModel;
use crate::checking::{Checker, GaveUp, Recall};
use crate::frame::Classes;
use hexa_logic::{Agent, PathFormula, Stop};
use rustc_hash::FxHashSet;

/// Whether there is one model only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uniqueness {
    /// Nobody can see more.
    Unique,
    /// If everybody saw everything, the same rules would hold; an agent who then knows more.
    SeesMore(Agent),
    /// If everybody saw everything, a rule would not hold any more; by its place. There may be other models.
    Unknown(usize),
}

/// Looks whether the rules that hold in a model do so as well if everybody sees everything.
pub fn uniqueness(
    description: &mut Description,
    model: &TransitionModel,
    most: u64,
    stop: &Stop,
) -> Result<Uniqueness, GaveUp> {
    let states = model.frame.states();
    let agents = (0..model.frame.agents()).map(Agent::from_index);
    let mut unsure = agents.filter(|&agent| model.frame.classes(agent).count < states);
    let Some(agent) = unsure.next() else { return Ok(Uniqueness::Unique) };
    let apart = Classes { of: (0..states as u32).collect(), count: states };
    let seeing = model.frame.with_classes(vec![apart; model.frame.agents()]);
    let of_knowledge =
        |&(_, formula): &(usize, PathFormula)| description.formulas.is_of_knowledge(formula);
    let rules = description.rules.iter().enumerate();
    let rules = rules.flat_map(|(place, rule)| {
        rule.instances.iter().map(move |instance| (place, instance.formula))
    });
    let mut rules: Vec<(usize, PathFormula)> = rules.filter(of_knowledge).collect();
    let formulas = &mut description.formulas;
    let mut checker = Checker::new(&model.frame, model, formulas, Recall::None, most, stop);
    let holds = rules_that_hold(&mut checker, &rules)?;
    drop(checker);
    rules.retain(|rule| holds.contains(rule));
    let mut checker = Checker::new(&seeing, model, formulas, Recall::None, most, stop);
    let still = rules_that_hold(&mut checker, &rules)?;
    if let Some((place, _)) = rules.iter().find(|rule| !still.contains(rule)) {
        return Ok(Uniqueness::Unknown(*place));
    }
    Ok(Uniqueness::SeesMore(agent))
}

/// Those that hold on all paths.
fn rules_that_hold(
    checker: &mut Checker<'_>,
    rules: &[(usize, PathFormula)],
) -> Result<FxHashSet<(usize, PathFormula)>, GaveUp> {
    let mut holding = FxHashSet::default();
    for &(place, formula) in rules {
        if checker.everywhere(formula)?.count_zeroes(..) == 0 {
            holding.insert((place, formula));
        }
    }
    Ok(holding)
}
