//! Which worlds an agent considered possible at first and which step excluded them; how many, where they are too many to
//! list.
//!
//! Worlds of different states are the same if the same atoms are true in them. A step that assigns
//! truth values turns worlds into others, so that only what comes after it can be told.

use super::Why;
use crate::knowledge::considered_worlds;
use crate::naming::Naming;
use crate::snapshot::Passed;
use hexa_engine::{UBig, WorldView};
use hexa_lang::{Step, StepKind};
use hexa_logic::{ActionNode, Agent, Atom, Formula, Terms};
use std::collections::BTreeSet;

/// Worlds that a step excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Exclusion {
    /// The number of the step in its scenario.
    pub step: usize,
    /// Its text.
    pub text: String,
    /// Whether the formula that is known now was true in them before that; none if that was not
    /// defined.
    pub held: Option<bool>,
    /// The worlds.
    pub worlds: Vec<String>,
}

/// A step that excluded worlds where a formula is false, where worlds are too many to list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Narrowing {
    /// The number of the step in its scenario.
    pub step: usize,
    /// Its text.
    pub text: String,
    /// Before it.
    pub before: Doubts,
    /// After it.
    pub after: Doubts,
}

/// What an agent considers possible, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Doubts {
    /// How many worlds.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
    pub possible: UBig,
    /// In how many of them the formula is false.
    #[cfg_attr(feature = "json", serde(rename = "false", serialize_with = "crate::json::digits"))]
    pub against: UBig,
}

/// The steps that excluded worlds for an agent where a formula is false, in games of cards of any size. None if the way is
/// not known, some state is none of a card game, or counting takes too much.
pub fn narrowings(why: &Why<'_>, agent: Agent, formula: Formula) -> Option<Vec<Narrowing>> {
    let doubts = |passed: &Passed<'_>| {
        let state = passed.snapshot.state.card_game()?;
        let counted = state.count_doubts(&why.document.terms, agent, formula);
        counted.ok().map(|(possible, against)| Doubts { possible, against })
    };
    let (first, rest) = why.way.split_first()?;
    let mut before = doubts(first)?;
    let mut found = Vec::new();
    for passed in rest {
        let after = doubts(passed)?;
        let (step, taken) = passed.step?;
        if after.against < before.against {
            let text = taken.text.clone();
            found.push(Narrowing { step, text, before, after: after.clone() });
        }
        before = after;
    }
    Some(found)
}

/// What an agent considers possible in a state on the way.
struct Possible {
    worlds: Vec<WorldView>,
    /// Where the formula is true among them.
    truths: Option<Vec<bool>>,
}

/// The worlds that an agent considered possible at the start of the way and does not at its end,
/// in the order of the steps. None if the way is not known, leads through too large states, or tells
/// nothing since the last step that changed facts.
pub fn exclusions(why: &Why<'_>, agent: Agent, formula: Formula) -> Option<Vec<Exclusion>> {
    let small =
        |passed: &Passed<'_>| passed.snapshot.state.has_at_most(super::MOST_WORLDS) == Ok(true);
    if why.way.is_empty() || !why.way.iter().all(small) {
        return None;
    }
    let naming = Naming::new(why.document, why.snapshot.origin.setup(why.document));
    let mut found: Vec<Exclusion> = Vec::new();
    let mut before = possible(why, &why.way[0], agent, formula)?;
    let mut open: BTreeSet<Vec<Atom>> = valuations(&before);
    let mut assigned = false;
    for passed in &why.way[1..] {
        let after = possible(why, passed, agent, formula)?;
        let left = valuations(&after);
        let (number, taken) = passed.step?;
        if assigns(&why.document.terms, taken) {
            assigned = true;
            found.clear();
            (open, before) = (left, after);
            continue;
        }
        let (step, text) = (number, &taken.text);
        let gone: Vec<Vec<Atom>> = open.difference(&left).cloned().collect();
        for held in [Some(false), Some(true), None] {
            // Several worlds of a state can be the same deal.
            let mut met = BTreeSet::new();
            let labels = before.such(held, &gone).map(|world| naming.name(world).label);
            let worlds: Vec<String> = labels.filter(|name| met.insert(name.clone())).collect();
            if !worlds.is_empty() {
                found.push(Exclusion { step, text: text.clone(), held, worlds });
            }
        }
        gone.iter().for_each(|atoms| _ = open.remove(atoms));
        before = after;
    }
    (!assigned || !found.is_empty()).then_some(found)
}

/// Whether a step can change facts.
fn assigns(terms: &Terms, step: &Step) -> bool {
    let StepKind::Do(action) = step.kind else { return false };
    let changes = |&action: &_| {
        let node = terms.action_node(action);
        let mut events = terms.frame_of(node).into_iter().flat_map(|frame| &frame.events);
        matches!(node, ActionNode::Assign(_)) || events.any(|it| !it.postcondition.is_empty())
    };
    terms.occurring(&[], &[action]).actions.iter().any(changes)
}

impl Possible {
    /// The worlds with these valuations in which the formula has a truth value.
    fn such(&self, held: Option<bool>, gone: &[Vec<Atom>]) -> impl Iterator<Item = &WorldView> {
        self.worlds.iter().enumerate().filter_map(move |(at, world)| {
            let truth = self.truths.as_ref().map(|truths| truths[at]);
            (truth == held && gone.contains(&world.atoms)).then_some(world)
        })
    }
}

fn possible(
    why: &Why<'_>,
    passed: &Passed<'_>,
    agent: Agent,
    formula: Formula,
) -> Option<Possible> {
    let state = &passed.snapshot.state;
    let view = state.view().ok()?;
    let places = considered_worlds(&view, agent)?;
    let truths = state.truth(&why.document.terms, formula).ok();
    Some(Possible {
        truths: truths.map(|truths| places.iter().map(|&place| truths[place]).collect()),
        worlds: places.iter().map(|&place| view.worlds[place].clone()).collect(),
    })
}

fn valuations(possible: &Possible) -> BTreeSet<Vec<Atom>> {
    possible.worlds.iter().map(|world| world.atoms.clone()).collect()
}
