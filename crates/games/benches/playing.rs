//! Games through their interface: random plays of the game of three cards a second, with the table of models and without;
//! nodes of flat trees of Kuhn poker a second; games of Pit by traders a second. Who wins, and how many nodes there are, is
//! checked first.

#![allow(clippy::print_stdout)]

use hexa_games::catalogue::named_game;
use hexa_games::cluedo::agents::{
    AgentMode, AgentSettings, AgentsMeasure, CluedoAgent, EndingKind,
};
use hexa_games::cluedo::{CluedoGame, CluedoRules};
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Game, Play};
use hexa_games::knowledge::{KnowledgeGame, PlayedKnowledgeGame, Protocol, TableUse};
use hexa_games::kuhn::KuhnPoker;
use hexa_games::named::Named;
use hexa_games::pit::PitDeck;
use hexa_games::pit::situations::{
    ChoiceNames, DealtCorners, DerivationRequest, KnowledgeDepth, PitLimits, derive,
};
use hexa_games::situations::values_at;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::tree::FlatTree;
use hexa_games::{PlayEnd, PlayStreams, Strategy, Uniform, play_on};
use hexa_logic::Stop;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let is_test = !std::env::args().any(|argument| argument == "--bench");
    tree(is_test);
    cluedo(is_test);
    pit(is_test);
    let plays = if is_test { 200 } else { 1_000_000 };
    for (name, kept) in [("with a table of models", 4_000_000), ("without", 0)] {
        let rules = KnowledgeGame::new(&[1, 1, 1], 0, &[1]).expect("there is such a game");
        let game = PlayedKnowledgeGame::with_table(rules, Protocol::default(), kept)
            .expect("it can be played");
        let game = Arc::new(game);
        let stop = Stop::new();
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        let plays = if kept == 0 { plays / 10 } else { plays };
        let started = Instant::now();
        let wins = (0..plays).filter(|&number| first_wins(&mut *play, number)).count();
        let seconds = started.elapsed().as_secs_f64();
        let share = wins as f64 / plays as f64;
        assert!((0.55..0.78).contains(&share), "{share}");
        if !is_test {
            let rate = plays as f64 / seconds;
            let TableUse { worlds, found, computed } = game.table_use();
            let hits = 100.0 * found as f64 / (found + computed).max(1) as f64;
            println!(
                "{name}: {rate:.0} plays a second; {worlds} worlds in the table of at most {kept}, \
                 {hits:.2} % of {} models found there",
                found + computed
            );
        }
    }
}

fn tree(is_test: bool) {
    let cards = if is_test { 20 } else { 1_000 };
    let game: Arc<dyn Game> = Arc::new(KuhnPoker::new(cards).expect("so many cards"));
    let started = Instant::now();
    let tree = FlatTree::of(&game, 100_000_000, &Stop::new()).expect("it is not too large");
    let seconds = started.elapsed().as_secs_f64();
    let nodes = tree.nodes.len();
    assert_eq!(nodes, (1 + cards + 9 * cards * (cards - 1)) as usize);
    if !is_test {
        let rate = nodes as f64 / seconds;
        println!("Kuhn poker with {cards} cards: {nodes} nodes, {rate:.0} a second");
    }
}

fn first_wins(play: &mut dyn Play, number: u64) -> bool {
    let mut strategies: Vec<Box<dyn Strategy>> =
        (0..3).map(|_| Box::new(Uniform) as Box<dyn Strategy>).collect();
    let mut streams = PlayStreams::new(7, number, 3);
    let end = play_on(play, &mut strategies, &mut streams, 100, &Stop::new(), &mut |_, _| {});
    let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
    while play.steps() > 0 {
        play.undo();
    }
    returns[0] > returns[1]
}

/// Games of Cluedo a second by agents of the first order, and by all orders together.
fn cluedo(is_test: bool) {
    let plays = if is_test { 20 } else { 20_000 };
    for (name, orders) in [
        ("cluedo(players=3; deck=4/4/4)", &[1, 1, 1][..]),
        ("cluedo(players=4; deck=6/6/7)", &[2, 2, 0, 0]),
        ("cluedo(players=6; deck=6/7/8)", &[2, 2, 1, 1, 0, 0]),
    ] {
        let rules = CluedoRules::named(&Named::read(name).expect("a name")).expect("a game");
        let game = Arc::new(CluedoGame::new(rules));
        let agent = |&order: &u8| -> Box<dyn Strategy> {
            let settings = AgentSettings::of_order(order, AgentMode::Right);
            Box::new(CluedoAgent::new(Arc::clone(&game), settings))
        };
        let mut agents: Vec<Box<dyn Strategy>> = orders.iter().map(agent).collect();
        let stop = Stop::new();
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        check_beliefs(&game, &mut agents, orders);
        let mut wins = vec![0u64; orders.len()];
        let started = Instant::now();
        for number in 0..plays {
            let mut streams = PlayStreams::new(7, number, orders.len());
            let end =
                play_on(&mut *play, &mut agents, &mut streams, 100_000, &stop, &mut |_, _| {});
            let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
            let winner = returns.iter().position(|worth| worth.to_string() == "1");
            wins[winner.expect("agents that believe nothing false win")] += 1;
            while play.steps() > 0 {
                play.undo();
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        if !is_test {
            let rate = plays as f64 / seconds;
            println!("{name}, orders {orders:?}: {rate:.0} games a second; wins {wins:?}");
        }
    }
}

/// Before games are timed: nobody believes anything false in some of them, and all are won.
fn check_beliefs(game: &Arc<CluedoGame>, agents: &mut [Box<dyn Strategy>], orders: &[u8]) {
    let agent = |&order: &u8| {
        let settings = AgentSettings::of_order(order, AgentMode::Right);
        Some(CluedoAgent::new(Arc::clone(game), settings))
    };
    let mut measure = AgentsMeasure::new(Arc::clone(game), orders.iter().map(agent).collect());
    let line_up: Vec<usize> = (0..orders.len()).collect();
    for number in 0..10 {
        let mut play = Arc::clone(game).start(&Stop::new()).expect("it starts");
        let mut streams = PlayStreams::new(8, number, orders.len());
        let end = play_on(&mut *play, agents, &mut streams, 100_000, &Stop::new(), &mut |_, _| {});
        assert!(matches!(end, Ok(PlayEnd::Over(_))), "{end:?}");
        measure.add(&*play, &line_up);
    }
    let tally = measure.into_tally();
    let won = tally.games - tally.endings[EndingKind::Nobody as usize];
    assert_eq!((tally.games, won, tally.games_with_falsehoods), (10, 10, 0));
}

/// Games of Pit a second: SixPit by traders, which are worth what can be expected of the full game; and larger decks, by those
/// who keep what they hold most of.
fn pit(is_test: bool) {
    let shared = ["1", "1/3", "1/2"];
    let traders = shared.map(|shared| format!("trader(shared={shared})"));
    let plays = if is_test { 2_000 } else { 1_000_000 };
    let sums = pit_plays("pit", &traders, (plays, is_test));
    let chances = shared.map(|shared| Exact::read(shared).expect("a fraction").0);
    // Of 90 deals 48 have no corner.
    let goes_on = RBig::from(48) / RBig::from(90);
    for (sum, expected) in sums.iter().zip(expect_sixpit(&chances)) {
        let (mean, expected) = (*sum as f64 / plays as f64, expected * &goes_on);
        let distance = (mean - expected.to_f64().value()).abs();
        assert!(distance < 4.0 * (2.0 / plays as f64).sqrt(), "{mean} {expected}");
    }
    for (name, plays) in [("pit(players=3; cards=3)", 100_000), ("pit(players=7; cards=9)", 300)] {
        let plays = if is_test { 2 } else { plays };
        let players = if name.contains('7') { 7 } else { 3 };
        let keepers = vec!["corner".to_owned(); players];
        let sums = pit_plays(name, &keepers, (plays, is_test));
        assert_eq!(sums.iter().sum::<i64>(), 0);
    }
}

/// What everybody can expect of SixPit if they share so often.
fn expect_sixpit(shared: &[RBig; 3]) -> Vec<RBig> {
    let request = DerivationRequest {
        deck: PitDeck::new(3, 3, 2).expect("a deck"),
        most: 1,
        knowledge: KnowledgeDepth::All,
        names: ChoiceNames::Forgotten,
        corners: DealtCorners::Never,
        rounds: None,
    };
    let derived = derive(&request, &PitLimits::default(), &Stop::new()).expect("situations");
    let game = derived.game.expect("finitely many");
    let chances = game.choices.iter().map(|of| &shared[of.player]);
    let strategies: Vec<_> = chances.map(|one| vec![one.clone(), RBig::ONE - one]).collect();
    values_at(&game, &strategies).expect("strategies").swap_remove(game.start)
}

/// What so many plays are worth for each player in all.
fn pit_plays(name: &str, players: &[String], (plays, is_test): (u64, bool)) -> Vec<i64> {
    let game = named_game(&Named::read(name).expect("a name")).expect("a game");
    let strategy = |name: &String| -> Box<dyn Strategy> {
        named_strategy(&Named::read(name).expect("a name"), &game).expect("a strategy")
    };
    let mut strategies: Vec<Box<dyn Strategy>> = players.iter().map(strategy).collect();
    let stop = Stop::new();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let (mut sums, mut steps) = (vec![0; players.len()], 0);
    let started = Instant::now();
    for number in 0..plays {
        let mut streams = PlayStreams::new(7, number, players.len());
        let end =
            play_on(&mut *play, &mut strategies, &mut streams, 100_000, &stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        for (sum, worth) in sums.iter_mut().zip(&returns) {
            *sum += i64::try_from(worth.0.numerator().clone()).expect("a small number");
        }
        steps += play.steps();
        while play.steps() > 0 {
            play.undo();
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    if !is_test {
        let rate = plays as f64 / seconds;
        println!(
            "{name}: {rate:.0} games a second, {} steps a game; worth {sums:?}",
            steps / plays as usize
        );
    }
    sums
}
