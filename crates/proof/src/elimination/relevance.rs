//! Which rules of a game may matter to a formula: those that speak of its letters first, then those that speak of what they speak of.
//! A proof from some of the rules is one from all of them.

use super::Goal;
use crate::sentence::{Sentence, Sentences, Shape};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rules by their names, with their instances.
pub(super) type Rules = Vec<(Box<str>, Vec<Sentence>)>;

/// Ever more of the rules, and at last all of them.
pub(super) fn stages(sentences: &mut Sentences, goal: &Goal<'_>) -> Vec<Rules> {
    let mut known = FxHashMap::default();
    let rules: Vec<Vec<FxHashSet<Sentence>>> = goal
        .everywhere
        .iter()
        .map(|(_, instances)| {
            instances.iter().map(|&instance| letters(sentences, instance, &mut known)).collect()
        })
        .collect();
    let deeds: Vec<Vec<Sentence>> = goal
        .signature
        .actions
        .iter()
        .map(|deeds| {
            let both = deeds.iter().flat_map(|deed| [deed.legal, deed.does]);
            both.map(|letter| sentences.make(Shape::Letter(letter))).collect()
        })
        .collect();
    let mut matter = letters(sentences, goal.formula, &mut known);
    let mut stages: Vec<Rules> = Vec::new();
    let mut before = None;
    loop {
        let chosen: Rules = goal
            .everywhere
            .iter()
            .zip(&rules)
            .map(|((name, instances), letters)| {
                let all = instances.iter().zip(letters);
                let chosen = all.filter(|(_, letters)| letters.is_subset(&matter));
                (name.clone(), chosen.map(|(&instance, _)| instance).collect())
            })
            .collect();
        let count: usize = chosen.iter().map(|(_, instances)| instances.len()).sum();
        let all: usize = goal.everywhere.iter().map(|(_, instances)| instances.len()).sum();
        if before != Some(count) {
            stages.push(chosen);
        }
        if count == all {
            return stages;
        }
        let mut more: FxHashSet<Sentence> = FxHashSet::default();
        for letters in rules.iter().flatten() {
            if !letters.is_disjoint(&matter) {
                more.extend(letters);
            }
        }
        // What is legal and what is done have to do with each other.
        for deeds in &deeds {
            if deeds.iter().any(|letter| matter.contains(letter)) {
                more.extend(deeds);
            }
        }
        let size = matter.len();
        matter.extend(more);
        if matter.len() == size {
            stages.push(goal.everywhere.to_vec());
            return stages;
        }
        before = Some(count);
    }
}

/// The letters of a sentence.
fn letters(
    sentences: &Sentences,
    sentence: Sentence,
    known: &mut FxHashMap<Sentence, FxHashSet<Sentence>>,
) -> FxHashSet<Sentence> {
    if let Some(known) = known.get(&sentence) {
        return known.clone();
    }
    let (mut met, mut waiting) = (FxHashSet::default(), vec![sentence]);
    let mut found = FxHashSet::default();
    while let Some(at) = waiting.pop() {
        if met.insert(at) {
            if matches!(sentences.shape(at), Shape::Letter(_)) {
                found.insert(at);
            }
            sentences.shape(at).parts(|part| waiting.push(part));
        }
    }
    known.insert(sentence, found.clone());
    found
}
