//! Moves on packed models against the explicit engine: the states are bisimilar, and contracted they
//! are of the same size.

mod by_engine;

use by_engine::{Dice, Table};
use hexa_engine::{State, bisimilar, minimal_count};
use hexa_games::{
    Ask, Game, Model, Moved, NoWin, Own, Sizes, Turn, answered, components, contract, passed,
    sizes, state, wins,
};
use hexa_logic::{Holder, WinCondition};
use std::ops::RangeInclusive;

const MOST: usize = 10_000;

/// A packed model with its actual world.
#[derive(Clone)]
struct Packed {
    model: Model,
    point: usize,
}

impl Packed {
    /// After a move; a world before contraction is given.
    fn moved(moved: &Moved, raw: usize) -> Self {
        let (small, block) = contract(&moved.model);
        let point = block[raw];
        let part = components(&small).into_iter().find(|part| part.contains(&point));
        let part = part.expect("the point is somewhere");
        let place = part.iter().position(|&world| world == point).expect("in this part");
        Self { model: small.select(&part), point: place }
    }

    fn hands(&self) -> Vec<Vec<usize>> {
        let mut hands = vec![Vec::new(); self.model.agents() + 1];
        let deal = self.model.deal(self.point);
        (0..self.model.cards()).for_each(|card| hands[deal.holder(card)].push(card));
        hands
    }

    /// What a question leads to, once for each card that can be shown.
    fn asked(&self, game: &Game, ask: Ask) -> Vec<(Turn, Self)> {
        let moved = answered(&self.model, game.own, ask, MOST).expect("few worlds");
        let here = |&raw: &usize| usize::from(moved.origin[raw]) == self.point;
        let cards: Vec<usize> = (0..16).filter(|card| ask.cards >> card & 1 == 1).collect();
        let each = (0..moved.origin.len()).filter(here).map(|raw| {
            let turn = Turn::Answer {
                asker: ask.asker,
                respondent: ask.respondent,
                cards: cards.clone(),
                shown: moved.shown[raw].map(usize::from),
            };
            (turn, Self::moved(&moved, raw))
        });
        each.collect()
    }

    fn ended(&self, game: &Game, asker: usize) -> Option<Self> {
        let moved = passed(&self.model, game.win, game.nowin, asker);
        let raw = moved.origin.iter().position(|&origin| usize::from(origin) == self.point)?;
        Some(Self::moved(&moved, raw))
    }
}

fn assert_same(packed: &Packed, engine: &State, table: &mut Table) {
    let held = state(&packed.model, packed.point, &table.names).expect("a small model");
    assert!(
        bisimilar(&held, engine).expect("few worlds"),
        "{:?} in {:?}",
        packed.hands(),
        table.game
    );
    assert_eq!(minimal_count(engine), Ok(packed.model.worlds()), "{:?}", table.game);
    for player in 0..table.game.agents() {
        let formula = table.wins(player);
        let expected = hexa_engine::holds(engine, &table.terms, formula).expect("defined");
        assert_eq!(wins(&packed.model, table.game.win, player)[packed.point], expected);
    }
}

/// All games with so many cards, with any way to win and any way to end a turn.
fn small_games(cards: usize, players: RangeInclusive<usize>) -> Vec<Game> {
    let mut games = Vec::new();
    for table in [hexa_games::Table::Without, hexa_games::Table::With] {
        for (hands, table) in sizes(&Sizes { table, players: players.clone(), cards }) {
            let ask: Vec<usize> = (1..=(hands.iter().sum::<usize>() + table).min(3)).collect();
            let last = Holder::Agent(hexa_logic::Agent::from_index(hands.len() - 1));
            for win in [WinCondition::Deal, WinCondition::Table, WinCondition::Hand(last)] {
                let game = Game::new(&hands, table, &ask).expect("a small game");
                games.extend(game.won_by(win));
            }
        }
    }
    games
}

fn customs(game: &Game) -> Vec<Game> {
    let mut all = Vec::new();
    for own in [Own::Allowed, Own::Forbidden] {
        for nowin in [NoWin::Asker, NoWin::All] {
            let mut game = game.clone();
            (game.own, game.nowin) = (own, nowin);
            all.push(game);
        }
    }
    all
}

fn initial(game: &Game, world: usize) -> Packed {
    let model = Model::initial(game);
    let worlds = model.worlds();
    let moved = Moved { origin: (0..worlds as u16).collect(), shown: vec![None; worlds], model };
    Packed::moved(&moved, world)
}

#[test]
fn the_first_turn_is_the_same_in_all_small_games() {
    let mut compared = 0;
    for game in small_games(4, 2..=3).iter().flat_map(customs) {
        let mut table = Table::new(&game);
        let start = initial(&game, Model::initial(&game).worlds() / 2);
        let dealt = table.dealt(&start.hands());
        assert_same(&start, &dealt, &mut table);
        for ask in game.asks() {
            for (turn, packed) in start.asked(&game, ask) {
                let engine = table.after(&dealt, &turn).expect("it was played");
                assert_same(&packed, &engine, &mut table);
                let ending = table.ending(ask.asker).expect("somebody passes");
                let (passed, expected) =
                    (packed.ended(&game, ask.asker), table.after(&engine, &ending));
                assert_eq!(passed.is_some(), expected.is_some(), "{game:?}");
                if let (Some(passed), Some(expected)) = (passed, expected) {
                    assert_same(&passed, &expected, &mut table);
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

#[test]
fn random_plays_are_the_same() {
    let mut dice = Dice(6);
    let games = small_games(5, 2..=4);
    let mut turns = 0;
    for _ in 0..300 {
        let game = &games[dice.below(games.len())];
        let customs = customs(game);
        let game = &customs[dice.below(customs.len())];
        let mut table = Table::new(game);
        let asks: Vec<Ask> = game.asks().collect();
        let mut packed = initial(game, dice.below(Model::initial(game).worlds()));
        let mut engine = table.dealt(&packed.hands());
        for _ in 0..5 {
            let ask = asks[dice.below(asks.len())];
            let answers = packed.asked(game, ask);
            let Some((turn, next)) = answers.get(dice.below(answers.len())) else { continue };
            let after = table.after(&engine, turn).expect("it was played");
            engine = hexa_engine::contraction(&after).expect("few worlds");
            packed = next.clone();
            assert_same(&packed, &engine, &mut table);
            let ending = table.ending(ask.asker).expect("somebody passes");
            let Some(passed) = packed.ended(game, ask.asker) else { break };
            engine = table.after(&engine, &ending).expect("it was played");
            packed = passed;
            assert_same(&packed, &engine, &mut table);
            turns += 1;
        }
    }
    assert!(turns > 100, "{turns}");
}
