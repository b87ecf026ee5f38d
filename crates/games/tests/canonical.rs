//! Canonical forms against trying all renamings: models have the same form iff a renaming of cards
//! and agents makes them bisimilar, and points are in the same orbit iff one makes the states bisimilar.

mod by_engine;

use by_engine::{Dice, orders};
use hexa_engine::bisimilar;
use hexa_games::{
    Bounds, Game, Goal, Kinds, Model, NoWin, PackedDeal, Search, canonical, state, vocabulary,
};
use std::ops::ControlFlow;

/// A renaming of cards and agents, and another order of worlds.
struct Renaming {
    cards: Vec<usize>,
    agents: Vec<usize>,
    worlds: Vec<usize>,
}

fn renamed(model: &Model, by: &Renaming) -> Model {
    let (cards, agents) = (model.cards(), model.agents());
    let holder = |at: usize| if at == agents { at } else { by.agents[at] };
    let deal = |deal: PackedDeal| {
        (0..cards).fold(PackedDeal::default(), |renamed, card| {
            renamed.with(by.cards[card], holder(deal.holder(card)))
        })
    };
    let deals = by.worlds.iter().map(|&world| deal(model.deal(world))).collect();
    let mut cells = vec![0; agents * by.worlds.len()];
    for agent in 0..agents {
        for (at, &world) in by.worlds.iter().enumerate() {
            let cell = u32::from(model.cells(agent)[world]);
            cells[by.agents[agent] * by.worlds.len() + at] = cell;
        }
    }
    Model::new(cards, agents, deals, cells)
}

/// The renamings of cards and agents that respect the kinds.
fn renamings(kinds: &Kinds) -> Vec<(Vec<usize>, Vec<usize>)> {
    let keeps = |kinds: &[u8], order: &Vec<usize>| {
        order.iter().enumerate().all(|(at, &to)| kinds[at] == kinds[to])
    };
    let of = |kinds: &[u8]| -> Vec<Vec<usize>> {
        orders(kinds.len()).into_iter().filter(|order| keeps(kinds, order)).collect()
    };
    let (cards, agents) = (of(&kinds.cards), of(&kinds.agents));
    let pairs = cards.iter().flat_map(|c| agents.iter().map(move |a| (c.clone(), a.clone())));
    pairs.collect()
}

fn game(hands: &[usize], table: usize, ask: &[usize]) -> Game {
    Game::new(hands, table, ask).expect("a small game")
}

/// Models that plays lead to, some of them.
fn models(game: &Game, most: usize) -> Vec<Model> {
    let mut search = Search::new(game.clone(), Bounds::default());
    search.run(Goal::Nothing, |search| match search.models() > most {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    let all: Vec<Model> = search.found_models().collect();
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}

fn some_games() -> Vec<Game> {
    let fixed = game(&[1, 1, 2], 0, &[1]).naming(vec![1], vec![0]);
    let mut silent = game(&[1, 1, 2], 1, &[2]);
    silent.nowin = NoWin::None;
    vec![
        game(&[1, 1, 1], 0, &[1, 2]),
        game(&[1, 1, 2], 0, &[2]),
        fixed,
        silent,
        game(&[2, 2], 1, &[2]),
        game(&[1, 1, 1, 1], 1, &[1, 2]),
    ]
}

#[test]
fn renamed_models_have_the_same_form() {
    let mut dice = Dice(7);
    let mut compared = 0;
    for game in some_games() {
        let kinds = game.kinds();
        let all = renamings(&kinds);
        for model in models(&game, 40) {
            let form = canonical(&model, &kinds).form;
            assert_eq!(form.model(game.cards(), game.agents()).worlds(), model.worlds());
            for _ in 0..8 {
                let (cards, agents) = all[dice.below(all.len())].clone();
                let by = Renaming { cards, agents, worlds: dice.order(model.worlds()) };
                assert!(canonical(&renamed(&model, &by), &kinds).form == form, "{game:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn the_form_is_the_model_under_the_names_it_gives() {
    for game in some_games() {
        let kinds = game.kinds();
        for model in models(&game, 40) {
            let found = canonical(&model, &kinds);
            let mut worlds = vec![0; model.worlds()];
            found.world.iter().enumerate().for_each(|(world, &place)| worlds[place] = world);
            let by = Renaming { cards: found.card, agents: found.agent, worlds };
            assert_eq!(renamed(&model, &by), found.form.model(game.cards(), game.agents()));
            assert!(renamings(&kinds).contains(&(by.cards, by.agents)), "kinds are respected");
        }
    }
}

#[test]
fn different_models_have_different_forms_and_orbits_are_those_of_all_renamings() {
    let mut orbits = 0;
    for game in [game(&[1, 1, 1], 0, &[1, 2]), game(&[1, 1, 2], 0, &[2])] {
        let kinds = game.kinds();
        let names = vocabulary(&game);
        let models = models(&game, 25);
        let at = |model: &Model, world| state(model, world, &names).expect("small");
        for (i, model) in models.iter().enumerate() {
            let order: Vec<usize> = (0..model.worlds()).collect();
            let all: Vec<Model> = renamings(&kinds)
                .into_iter()
                .map(|(cards, agents)| Renaming { cards, agents, worlds: order.clone() })
                .map(|by| renamed(model, &by))
                .collect();
            // Whether a renaming makes the first world of this model bisimilar to a world of the other.
            let alike = |other: &Model, world| {
                let there = at(other, world);
                all.iter().any(|renamed| bisimilar(&at(renamed, 0), &there) == Ok(true))
            };
            for other in models[..i].iter().filter(|other| other.worlds() == model.worlds()) {
                assert!(!(0..other.worlds()).any(|world| alike(other, world)), "{game:?}");
            }
            let found = canonical(model, &kinds);
            let orbit = |world: usize| found.orbit[found.world[world]];
            for world in 0..model.worlds() {
                assert_eq!(orbit(world) == orbit(0), alike(model, world), "{game:?}");
                orbits += 1;
            }
        }
    }
    assert!(orbits > 100, "{orbits}");
}
