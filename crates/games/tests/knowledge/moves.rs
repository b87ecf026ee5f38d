//! Moves on packed models against the explicit engine: the states are bisimilar, and contracted they
//! are of the same size.

use crate::by_engine::Table;
use hexa_engine::{State, bisimilar, minimal_count};
use hexa_games::knowledge::{
    Ask, KnowledgeGame, Moved, NoWin, OwnCards, PackedModel, PlayEvent, Sizes, TableCards,
    apply_ask, apply_nowin, components, contract, sizes, state, worlds_won_by,
};
use hexa_logic::{Agent, Card, Holder, Stop, Stream, WinCondition};
use std::ops::RangeInclusive;

const MOST: usize = 10_000;

/// A packed model with its actual world.
#[derive(Clone)]
struct Packed {
    model: PackedModel,
    point: usize,
}

impl Packed {
    /// After a move; a world before contraction is given.
    fn moved(moved: &Moved, raw: usize) -> Self {
        let (small, block) = contract(&moved.model, &Stop::new()).expect("nobody stops it");
        let point = block[raw];
        let part = components(&small).into_iter().find(|part| part.contains(&point));
        let part = part.expect("the point is somewhere");
        let place = part.iter().position(|&world| world == point).expect("in this part");
        Self { model: small.select(&part), point: place }
    }

    fn hands(&self) -> Vec<Vec<Card>> {
        let mut hands = vec![Vec::new(); self.model.agents() + 1];
        let deal = self.model.deal(self.point);
        let cards = (0..self.model.cards()).map(Card::from_index);
        cards.for_each(|card| hands[deal.seat(card).index()].push(card));
        hands
    }

    /// What a question leads to, once for each card that can be shown.
    fn asked(&self, game: &KnowledgeGame, ask: Ask) -> Vec<(PlayEvent, Self)> {
        let moved = apply_ask(&self.model, game.own, ask, MOST).expect("few worlds");
        let here = |&raw: &usize| usize::from(moved.origin[raw]) == self.point;
        let cards: Vec<Card> = ask.cards.cards().collect();
        let each = (0..moved.origin.len()).filter(here).map(|raw| {
            let turn = PlayEvent::Answer {
                asker: ask.asker,
                respondent: ask.respondent,
                cards: cards.clone(),
                shown: moved.shown[raw],
            };
            (turn, Self::moved(&moved, raw))
        });
        each.collect()
    }

    fn ended(&self, game: &KnowledgeGame, asker: Agent) -> Option<Self> {
        let moved = apply_nowin(&self.model, game.win, game.nowin, asker);
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
    for player in packed.model.all_agents() {
        let formula = table.wins(player);
        let expected = hexa_engine::holds(engine, &table.terms, formula).expect("defined");
        assert_eq!(worlds_won_by(&packed.model, table.game.win, player)[packed.point], expected);
    }
}

/// All games with so many cards, with any way to win and any way to end a turn.
fn small_games(cards: usize, players: RangeInclusive<usize>) -> Vec<KnowledgeGame> {
    let mut games = Vec::new();
    for table in [TableCards::Without, TableCards::With] {
        for (hands, table) in sizes(&Sizes { table, players: players.clone(), cards }) {
            let ask: Vec<usize> = (1..=(hands.iter().sum::<usize>() + table).min(3)).collect();
            let last = Holder::Agent(Agent::from_index(hands.len() - 1));
            for win in [WinCondition::Deal, WinCondition::Table, WinCondition::Hand(last)] {
                let game = KnowledgeGame::new(&hands, table, &ask).expect("a small game");
                games.extend(game.won_by(win));
            }
        }
    }
    games
}

fn customs(game: &KnowledgeGame) -> Vec<KnowledgeGame> {
    let mut all = Vec::new();
    for own in [OwnCards::Allowed, OwnCards::Forbidden] {
        for nowin in [NoWin::Asker, NoWin::All] {
            let mut game = game.clone();
            (game.own, game.nowin) = (own, nowin);
            all.push(game);
        }
    }
    all
}

fn initial(game: &KnowledgeGame, world: usize) -> Packed {
    let model = PackedModel::initial(game);
    let worlds = model.worlds();
    let moved = Moved { origin: (0..worlds as u16).collect(), shown: vec![None; worlds], model };
    Packed::moved(&moved, world)
}

#[test]
fn the_first_turn_is_the_same_in_all_small_games() {
    let mut compared = 0;
    for game in small_games(4, 2..=3).iter().flat_map(customs) {
        let mut table = Table::new(&game);
        let start = initial(&game, PackedModel::initial(&game).worlds() / 2);
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
    let mut stream = Stream::new("plays", 6);
    let games = small_games(5, 2..=4);
    let mut turns = 0;
    for _ in 0..300 {
        let game = &games[stream.below(games.len())];
        let customs = customs(game);
        let game = &customs[stream.below(customs.len())];
        let mut table = Table::new(game);
        let asks: Vec<Ask> = game.asks().collect();
        let mut packed = initial(game, stream.below(PackedModel::initial(game).worlds()));
        let mut engine = table.dealt(&packed.hands());
        for _ in 0..5 {
            let ask = asks[stream.below(asks.len())];
            let answers = packed.asked(game, ask);
            let Some((turn, next)) = answers.get(stream.below(answers.len())) else { continue };
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
