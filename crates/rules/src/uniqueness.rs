//! Is there one model of a description only? The states, and which actions lead where, are what the rules say. What players
//! cannot tell apart is the most that the rules allow: players who see more may obey them as well.

use crate::checking::{Checker, GaveUp, Recall};
use crate::egdl::Description;
use crate::frame::Classes;
use crate::model::Model;
use hexa_logic::Agent;

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
    model: &Model,
    most: u64,
) -> Result<Uniqueness, GaveUp> {
    let states = model.frame.states();
    let agents = (0..model.frame.agents()).map(Agent::from_index);
    let mut unsure = agents.filter(|&agent| model.frame.classes(agent).count < states);
    let Some(agent) = unsure.next() else { return Ok(Uniqueness::Unique) };
    let apart = Classes { of: (0..states as u32).collect(), count: states };
    let seeing = model.frame.with_classes(vec![apart; model.frame.agents()]);
    let rules = description.rules.clone();
    for (place, rule) in rules.iter().enumerate() {
        for instance in &rule.instances {
            let formula = instance.formula;
            if !description.formulas.is_of_knowledge(formula) {
                continue;
            }
            let mut holds = |frame| -> Result<bool, GaveUp> {
                let mut checker =
                    Checker::new(frame, model, &mut description.formulas, Recall::None, most);
                Ok(checker.everywhere(formula)?.count_zeroes(..) == 0)
            };
            if holds(&model.frame)? && !holds(&seeing)? {
                return Ok(Uniqueness::Unknown(place));
            }
        }
    }
    Ok(Uniqueness::SeesMore(agent))
}
