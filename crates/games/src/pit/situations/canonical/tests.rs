//! Canonical forms against random renamings, and against bisimilarity with all renamings tried.

use super::*;
use crate::knowledge::contract;
use crate::pit::PitDeck;
use crate::pit::situations::limits::PitLimits;
use crate::pit::situations::renaming::Exchanged;
use crate::pit::situations::rounds::{all_numbers, dealt, play_round, rounds_of, split};
use crate::pit::situations::table::DealTable;
use hexa_logic::Stream;
use std::collections::BTreeMap;

const EXCHANGED: [Exchanged; 3] = [Exchanged::Nobody, Exchanged::Others(1), Exchanged::Everybody];

fn table(players: usize, suits: usize, cards: usize) -> DealTable {
    let deck = PitDeck::new(players, suits, cards).expect("a deck");
    DealTable::new(deck, cards, &PitLimits::default()).expect("few deals")
}

fn names(table: &DealTable, exchanged: Exchanged) -> Renamings {
    Renamings::new(table, exchanged, &PitLimits::default(), &Stop::new()).expect("few names")
}

/// The models that so many rounds lead to, each round from a few of those before.
fn models(table: &DealTable, rounds: usize, stream: &mut Stream) -> Vec<PackedModel> {
    let (limits, stop) = (PitLimits::default(), Stop::new());
    let (mut all, _) = split(&dealt(table), &stop).expect("small");
    let mut last = all.clone();
    for _ in 0..rounds {
        stream.shuffle(&mut last);
        last.truncate(3);
        let mut next = Vec::new();
        for model in &last {
            for numbers in all_numbers(table) {
                for round in rounds_of(table, &numbers) {
                    let played = play_round(table, model, &round, &limits, &stop);
                    next.extend(played.expect("small").parts);
                }
            }
        }
        all.extend(next.clone());
        last = next;
    }
    all
}

/// The same model with other names, its worlds in another order.
fn renamed(model: &PackedModel, by: &Renaming, stream: &mut Stream) -> PackedModel {
    let mut order: Vec<usize> = (0..model.worlds()).collect();
    stream.shuffle(&mut order);
    let deals = order.iter().map(|&world| by.deals[place_of(model, world)]);
    let deals = deals.map(|deal| PackedDeal(deal.into())).collect();
    let mut cells = vec![0; model.agents() * model.worlds()];
    for (player, &name) in by.players.iter().enumerate() {
        let of = model.cells(Agent::from_index(player));
        for (at, &world) in order.iter().enumerate() {
            cells[usize::from(name) * model.worlds() + at] = of[world].into();
        }
    }
    PackedModel::new(0, model.agents(), deals, cells)
}

#[test]
fn forms_do_not_change_with_names_and_the_order_of_worlds() {
    let mut stream = Stream::of_seed(1);
    for (players, suits, cards, rounds) in [(3, 3, 2, 3), (3, 3, 3, 2), (2, 3, 4, 1), (4, 4, 2, 1)]
    {
        let table = table(players, suits, cards);
        for exchanged in EXCHANGED {
            let renamings = names(&table, exchanged);
            for model in models(&table, rounds, &mut stream) {
                let found = canonical(&model, &renamings, &Stop::new()).expect("not stopped");
                let by = &renamings.all[stream.below(renamings.all.len())];
                let other = renamed(&model, by, &mut stream);
                let again = canonical(&other, &renamings, &Stop::new()).expect("not stopped");
                assert_eq!(found.form, again.form);
                assert_eq!(found.ways.len(), again.ways.len());
                let form = found.form.model(players);
                assert_eq!(form.worlds(), model.worlds());
                // Each way leads to the form: deals and cells are where it says.
                for way in &found.ways {
                    let by = &renamings.all[way.renaming];
                    for world in 0..model.worlds() {
                        let to = usize::from(way.place[world]);
                        let deal = by.deals[place_of(&model, world)];
                        assert_eq!(usize::from(deal), place_of(&form, to));
                        for player in model.all_agents() {
                            let name = Agent(by.players[player.index()].into());
                            let (here, there) = (model.cells(player), form.cells(name));
                            let first = usize::from(way.place[0]);
                            let is_same = here[world] == here[0];
                            assert_eq!(is_same, there[to] == there[first]);
                        }
                    }
                }
            }
        }
    }
}

/// Whether other names make models bisimilar: all are tried, and both models are put side by side and contracted.
fn is_same(left: &PackedModel, right: &PackedModel, renamings: &Renamings) -> bool {
    let stream = &mut Stream::of_seed(0);
    renamings.all.iter().any(|by| {
        let left = renamed(left, by, stream);
        let deals = [left.deals(), right.deals()].concat();
        let mut cells = Vec::new();
        for player in left.all_agents() {
            cells.extend(left.cells(player).iter().map(|&cell| u32::from(cell)));
            let shift = left.worlds() as u32;
            cells.extend(right.cells(player).iter().map(|&cell| u32::from(cell) + shift));
        }
        let both = PackedModel::new(0, left.agents(), deals, cells);
        let (_, stands_for) = contract(&both, &Stop::new()).expect("not stopped");
        let (here, there) = stands_for.split_at(left.worlds());
        here.iter().all(|world| there.contains(world))
            && there.iter().all(|world| here.contains(world))
    })
}

#[test]
fn forms_are_equal_if_names_make_models_bisimilar_and_only_then() {
    let mut stream = Stream::of_seed(2);
    let mut alike = 0;
    for (cards, rounds, most) in [(2, 3, usize::MAX), (3, 1, 60)] {
        let table = table(3, 3, cards);
        let mut all = models(&table, rounds, &mut stream);
        stream.shuffle(&mut all);
        all.truncate(most);
        for exchanged in EXCHANGED {
            let renamings = names(&table, exchanged);
            let mut by_form: BTreeMap<PitForm, Vec<&PackedModel>> = BTreeMap::new();
            for model in &all {
                let found = canonical(model, &renamings, &Stop::new()).expect("not stopped");
                by_form.entry(found.form).or_default().push(model);
            }
            let classes: Vec<&Vec<&PackedModel>> = by_form.values().collect();
            assert!(classes.len() > 1);
            alike += all.len() - classes.len();
            for (at, class) in classes.iter().enumerate() {
                assert!(class.iter().all(|model| is_same(model, class[0], &renamings)));
                let others = &classes[at + 1..];
                assert!(others.iter().all(|other| !is_same(class[0], other[0], &renamings)));
            }
        }
    }
    assert!(alike > 10, "{alike}");
}
