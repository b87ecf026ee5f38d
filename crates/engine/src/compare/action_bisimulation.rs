//! Action bisimilarity (thesis sec. 7.2.3, after Baltag): events with the same precondition and the
//! same change, whose arrows lead back and forth to such events. Multiplying a state with
//! frames that are bisimilar in this sense gives bisimilar states.
//!
//! Which preconditions are the same is for the caller to say: equal formulas always are, and
//! formulas that are true in the same worlds of a state are, in that state. An agent without a relation
//! counts as one without arrows.

use hexa_logic::{Agent, Event, EventClause, EventModel, Formula, RelationSetup};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Whether two events are the same, if preconditions with equal labels are.
pub fn action_bisimilar<L: Ord + Clone + std::hash::Hash>(
    left: (&EventModel, Event),
    right: (&EventModel, Event),
    label: impl Fn(Formula) -> L,
) -> bool {
    let arrows = beside(&arrows(left.0), &arrows(right.0), left.0.events.len());
    let clauses: Vec<&EventClause> = left.0.events.iter().chain(&right.0.events).collect();
    let classes = classes(&clauses, &arrows, label);
    classes[left.1.index()] == classes[left.0.events.len() + right.1.index()]
}

/// The part of a frame that matters for one event, with events taken together that are the same; the
/// event is the first.
pub fn action_contraction(frame: &EventModel, event: Event) -> EventModel {
    let arrows = arrows(frame);
    let clauses: Vec<&EventClause> = frame.events.iter().collect();
    let classes = classes(&clauses, &arrows, |formula| formula);
    let mut kept = vec![event.index()];
    let mut at = 0;
    while at < kept.len() {
        let from = kept[at];
        for &next in arrows.iter().flat_map(|of_agent| &of_agent[from]) {
            if kept.iter().all(|&known| classes[known] != classes[next]) {
                kept.push(next);
            }
        }
        at += 1;
    }
    let place: FxHashMap<usize, u32> =
        kept.iter().enumerate().map(|(at, &event)| (classes[event], at as u32)).collect();
    let relation = |(agent, relation): (usize, &Option<RelationSetup>)| {
        relation.as_ref()?;
        let mut pairs = BTreeSet::new();
        for (from, &event) in kept.iter().enumerate() {
            let next = arrows[agent][event].iter().filter_map(|to| place.get(&classes[*to]));
            pairs.extend(next.map(|&to| (from as u32, to)));
        }
        Some(RelationSetup::of_pairs(kept.len(), pairs))
    };
    EventModel {
        name: frame.name.clone(),
        events: kept.iter().map(|&event| frame.events[event].clone()).collect(),
        relations: frame.relations.iter().enumerate().map(relation).collect(),
        roles: frame.roles,
        // Probabilities are not the same after frames that are bisimilar.
        chances: None,
    }
}

/// For each agent, for each event, where their arrows lead.
type Arrows = Vec<Vec<Vec<usize>>>;

fn arrows(frame: &EventModel) -> Arrows {
    let of_agent = |agent: usize| {
        let mut next = vec![Vec::new(); frame.events.len()];
        match frame.relations.get(Agent::from_index(agent).index()).and_then(Option::as_ref) {
            None => {}
            Some(RelationSetup::Arrows(pairs)) => {
                pairs.iter().for_each(|&(from, to)| next[from as usize].push(to as usize));
            }
            Some(RelationSetup::Cells(cells)) => {
                for (from, cell) in cells.iter().enumerate() {
                    next[from] = (0..cells.len()).filter(|&to| cells[to] == *cell).collect();
                }
            }
        }
        next
    };
    (0..frame.relations.len()).map(of_agent).collect()
}

/// The arrows of two frames, the events of the second after those of the first.
fn beside(left: &Arrows, right: &Arrows, events: usize) -> Arrows {
    let none = Vec::new();
    let of_agent = |agent: usize| {
        let mut next = left.get(agent).unwrap_or(&none).clone();
        next.resize(events, Vec::new());
        let moved = |next: &Vec<usize>| next.iter().map(|to| to + events).collect();
        next.extend(right.get(agent).unwrap_or(&none).iter().map(moved).collect::<Vec<Vec<_>>>());
        next
    };
    (0..left.len().max(right.len())).map(of_agent).collect()
}

/// For each event its class: the coarsest partition that keeps labels apart and that arrows respect.
fn classes<L: Ord + Clone + std::hash::Hash>(
    clauses: &[&EventClause],
    arrows: &Arrows,
    label: impl Fn(Formula) -> L,
) -> Vec<usize> {
    let labels = clauses.iter().map(|clause| {
        let changed: Vec<_> =
            clause.postcondition.iter().map(|&(atom, value)| (atom, label(value))).collect();
        (label(clause.precondition), changed)
    });
    let (mut classes, mut count) = number_equals(labels);
    loop {
        let signature = |event: usize| {
            let seen = |of_agent: &Vec<Vec<usize>>| -> BTreeSet<usize> {
                let next = of_agent.get(event).map_or(&[][..], Vec::as_slice);
                next.iter().map(|&to| classes[to]).collect()
            };
            (classes[event], arrows.iter().map(seen).collect::<Vec<_>>())
        };
        let (finer, more) = number_equals((0..clauses.len()).map(signature));
        if more == count {
            return classes;
        }
        (classes, count) = (finer, more);
    }
}

fn number_equals<T: Eq + std::hash::Hash>(of: impl Iterator<Item = T>) -> (Vec<usize>, usize) {
    let mut numbers: FxHashMap<T, usize> = FxHashMap::default();
    let all = of
        .map(|thing| {
            let next = numbers.len();
            *numbers.entry(thing).or_insert(next)
        })
        .collect();
    (all, numbers.len())
}
