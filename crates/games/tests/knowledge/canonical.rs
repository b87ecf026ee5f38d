//! Canonical forms against trying all renamings: models have the same form iff a renaming of cards
//! and agents makes them bisimilar, and points are in the same orbit iff one makes the states bisimilar.

use crate::by_engine::{any_order, orders};
use hexa_engine::bisimilar;
use hexa_games::knowledge::{
    Canonical, Kinds, KnowledgeGame, NoWin, PackedDeal, PackedModel, SearchBounds, SearchGoal,
    Seat, StateSearch, canonical, state, vocabulary,
};
use hexa_logic::{Agent, Card, Holder, Stop, Stopped, Stream};

/// A renaming of cards and agents, and another order of worlds.
struct Renaming {
    cards: Vec<Card>,
    agents: Vec<Agent>,
    worlds: Vec<usize>,
}

fn renamed(model: &PackedModel, by: &Renaming) -> PackedModel {
    let (cards, agents) = (model.cards(), model.agents());
    let seat = |world: usize, card: Card| {
        let holder = match model.holder(world, card) {
            Holder::Agent(agent) => Holder::Agent(by.agents[agent.index()]),
            Holder::Table => Holder::Table,
        };
        Seat::of(holder, agents)
    };
    let deal = |&world: &usize| {
        (0..cards).map(Card::from_index).fold(PackedDeal::default(), |renamed, card| {
            renamed.with(by.cards[card.index()], seat(world, card))
        })
    };
    let deals = by.worlds.iter().map(deal).collect();
    let mut cells = vec![0; agents * by.worlds.len()];
    for agent in model.all_agents() {
        for (at, &world) in by.worlds.iter().enumerate() {
            let cell = u32::from(model.cells(agent)[world]);
            cells[by.agents[agent.index()].index() * by.worlds.len() + at] = cell;
        }
    }
    PackedModel::new(cards, agents, deals, cells)
}

/// The renamings of cards and agents that respect the kinds.
fn renamings(kinds: &Kinds) -> Vec<(Vec<Card>, Vec<Agent>)> {
    let keeps = |kinds: &[u8], order: &Vec<usize>| {
        order.iter().enumerate().all(|(at, &to)| kinds[at] == kinds[to])
    };
    let of = |kinds: &[u8]| -> Vec<Vec<usize>> {
        orders(kinds.len()).into_iter().filter(|order| keeps(kinds, order)).collect()
    };
    let cards = |order: Vec<usize>| order.into_iter().map(Card::from_index).collect();
    let agents = |order: Vec<usize>| order.into_iter().map(Agent::from_index).collect();
    let cards: Vec<Vec<Card>> = of(&kinds.cards).into_iter().map(cards).collect();
    let agents: Vec<Vec<Agent>> = of(&kinds.agents).into_iter().map(agents).collect();
    let pairs = cards.iter().flat_map(|c| agents.iter().map(move |a| (c.clone(), a.clone())));
    pairs.collect()
}

fn game(hands: &[usize], table: usize, ask: &[usize]) -> KnowledgeGame {
    KnowledgeGame::new(hands, table, ask).expect("a small game")
}

/// The canonical form, which nobody asks to end.
fn form_of(model: &PackedModel, kinds: &Kinds) -> Canonical {
    canonical(model, kinds, &Stop::new()).expect("nobody stops it")
}

/// Models that plays lead to, some of them.
fn models(game: &KnowledgeGame, most: usize) -> Vec<PackedModel> {
    let mut search = StateSearch::new(game.clone(), SearchBounds::default());
    let stop = Stop::new();
    search.run(SearchGoal::Nothing, &stop, &mut |search| {
        if search.models() > most {
            stop.ask();
        }
    });
    let all: Vec<PackedModel> = search.found_models().collect();
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}

fn some_games() -> Vec<KnowledgeGame> {
    let fixed = game(&[1, 1, 2], 0, &[1]).naming(vec![Card(1)], vec![Agent(0)]);
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
    let mut stream = Stream::new("renamings", 7);
    let mut compared = 0;
    for game in some_games() {
        let kinds = game.kinds();
        let all = renamings(&kinds);
        for model in models(&game, 40) {
            let form = form_of(&model, &kinds).form;
            assert_eq!(form.model(game.cards(), game.agents()).worlds(), model.worlds());
            for _ in 0..8 {
                let (cards, agents) = all[stream.below(all.len())].clone();
                let by = Renaming { cards, agents, worlds: any_order(model.worlds(), &mut stream) };
                assert!(form_of(&renamed(&model, &by), &kinds).form == form, "{game:?}");
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
            let found = form_of(&model, &kinds);
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
        let at = |model: &PackedModel, world| state(model, world, &names).expect("small");
        for (i, model) in models.iter().enumerate() {
            let order: Vec<usize> = (0..model.worlds()).collect();
            let all: Vec<PackedModel> = renamings(&kinds)
                .into_iter()
                .map(|(cards, agents)| Renaming { cards, agents, worlds: order.clone() })
                .map(|by| renamed(model, &by))
                .collect();
            // Whether a renaming makes the first world of this model bisimilar to a world of the other.
            let alike = |other: &PackedModel, world| {
                let there = at(other, world);
                all.iter().any(|renamed| bisimilar(&at(renamed, 0), &there) == Ok(true))
            };
            for other in models[..i].iter().filter(|other| other.worlds() == model.worlds()) {
                assert!(!(0..other.worlds()).any(|world| alike(other, world)), "{game:?}");
            }
            let found = form_of(model, &kinds);
            let orbit = |world: usize| found.orbit[found.world[world]];
            for world in 0..model.worlds() {
                assert_eq!(orbit(world) == orbit(0), alike(model, world), "{game:?}");
                orbits += 1;
            }
        }
    }
    assert!(orbits > 100, "{orbits}");
}

#[test]
fn a_form_that_is_stopped_is_not_given() {
    let game = game(&[2, 2, 2], 0, &[2]);
    let (model, kinds) = (PackedModel::initial(&game), game.kinds());
    let stop = Stop::after(100);
    assert_eq!(canonical(&model, &kinds, &stop).err(), Some(Stopped));
    assert!(stop.progress().steps <= 100 + model.worlds() as u64);
}

#[test]
fn forms_of_more_than_256_worlds_are_read_back_and_equal_under_renaming() {
    let game = game(&[2, 2, 2], 1, &[1]);
    let (kinds, whole) = (game.kinds(), PackedModel::initial(&game));
    assert_eq!(whole.worlds(), 630);
    let mut stream = Stream::new("large renamings", 7);
    let all = renamings(&Kinds { cards: kinds.cards.clone(), agents: kinds.agents.clone() });
    // Cells are written with one byte up to 256 worlds, and with two from then on.
    for worlds in [255, 256, 257, 630u16] {
        let model = whole.select(&(0..worlds).collect::<Vec<_>>());
        let found = form_of(&model, &kinds);
        let mut at = vec![0; model.worlds()];
        found.world.iter().enumerate().for_each(|(world, &place)| at[place] = world);
        let by = Renaming { cards: found.card, agents: found.agent, worlds: at };
        assert!(renamed(&model, &by) == found.form.model(7, 3), "{worlds} worlds");
        let (cards, agents) = all[stream.below(all.len())].clone();
        let by = Renaming { cards, agents, worlds: any_order(model.worlds(), &mut stream) };
        assert!(form_of(&renamed(&model, &by), &kinds).form == found.form, "{worlds} worlds");
    }
}
