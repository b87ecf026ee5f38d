//! Cluedo as a game of the interface.

use hexa_games::belief::{BeliefLimits, BeliefOf, UniformMoves, belief};
use hexa_games::catalogue::{NoGame, named_game};
use hexa_games::cluedo::agents::{AgentMode, AgentSettings, CluedoAgent};
use hexa_games::cluedo::{CluedoGame, CluedoRules};
use hexa_games::conformance::{Trials, conform};
use hexa_games::game::{Chance, Game, Observation, Play, PlayStep, Player};
use hexa_games::named::Named;
use hexa_games::{Decision, NoChoice, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Stop, Stream};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

fn game(name: &str) -> Arc<dyn Game> {
    named_game(&Named::read(name).expect("a name")).unwrap_or_else(|why| panic!("{name}: {why:?}"))
}

#[test]
fn every_kind_of_cluedo_conforms() {
    for name in [
        "cluedo(players=3; deck=2/2/3)",
        "cluedo(players=2; deck=2/2/2; wrong=heard; turns=30)",
        "cluedo(players=4; deck=3/3/3; asked=everybody; out=not-asked; accuser=told; last=accuses; turns=40)",
        "cluedo(players=3; deck=2/2/3; hands=2,1,1)",
    ] {
        let game = game(name);
        assert_eq!(game.declaration().name, name.replace("; hands=2,1,1", ""), "canonical");
        let tried = conform(&game, Trials { plays: 60, steps: 400, seed: 2 }, &Stop::new());
        let tried = tried.unwrap_or_else(|violation| panic!("{name}: {violation:#?}"));
        assert_eq!(tried.finished, 60, "{name}");
    }
    let full =
        conform(&game("cluedo(players=6)"), Trials { plays: 2, steps: 40, seed: 2 }, &Stop::new());
    full.unwrap_or_else(|violation| panic!("{violation:#?}"));
}

/// All deals of a small deck are listed, so that what players know can be found by trying all plays.
#[test]
fn what_players_know_of_a_small_deck() {
    let game = game("cluedo(players=2; deck=2/1/2; turns=4)");
    let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
    let Ok(Chance::Listed(deals, _)) = play.chance() else { panic!("a small deck") };
    // Four envelopes, and two cards that are left for two players.
    assert_eq!(deals.len(), 8);
    play.apply(&PlayStep::Chance(deals[0])).expect("a deal");
    let mut information = Vec::new();
    play.information(Player(0), &mut information);
    let of = BeliefOf {
        player: Player(0),
        information: &information,
        model: &UniformMoves,
        limits: BeliefLimits::default(),
    };
    let belief = belief(&game, of, &Stop::new()).expect("it is small");
    // The player has one of the four cards that are not certain: the other player's is of the other kind.
    assert_eq!(belief.positions().len(), 2);
}

#[test]
fn names_are_canonical() {
    for (typed, name) in [
        ("cluedo", "cluedo(players=3)"),
        ("cluedo(deck=6/6/9; asked=in-turn; turns=1000)", "cluedo(players=3)"),
        ("cluedo(hands=4,4,4,3,3; deck=classic)", "cluedo(players=5)"),
        ("cluedo(hands=6,6,3,3)", "cluedo(players=4; hands=6,6,3,3)"),
    ] {
        assert_eq!(game(typed).declaration().name, name);
    }
}

#[test]
fn games_that_cannot_be_are_refused() {
    let refused = |text: &str| named_game(&Named::read(text).expect("a name")).err();
    assert!(matches!(refused("cluedo(hands=6,6,7)"), Some(NoGame::Cluedo(_))));
    assert!(matches!(refused("cluedo(deck=1/1/1)"), Some(NoGame::Cluedo(_))));
    for text in [
        "cluedo(deck=99/1/1)",
        "cluedo(players=11)",
        "cluedo(players=2; hands=6,6,6)",
        "cluedo(deck=0/1/2)",
    ] {
        assert!(matches!(refused(text), Some(NoGame::Setting(_))), "{text}");
    }
}

fn agents(game: &Arc<CluedoGame>, orders: &[u8], mode: AgentMode) -> Vec<Box<dyn Strategy>> {
    let agent = |&order: &u8| -> Box<dyn Strategy> {
        Box::new(CluedoAgent::new(Arc::clone(game), AgentSettings::of_order(order, mode)))
    };
    orders.iter().map(agent).collect()
}

#[test]
fn agents_who_reason_win_more_often_than_agents_who_do_not() {
    let rules = CluedoRules::named(&Named::read("cluedo(players=4; deck=6/6/7)").expect("a name"));
    let game = Arc::new(CluedoGame::new(rules.expect("a game")));
    let stop = Stop::new();
    let mut wins = [0; 4];
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let mut strategies = agents(&game, &[1, 1, 0, 0], AgentMode::Right);
    for number in 0..100 {
        let mut streams = PlayStreams::new(3, number, 4);
        let end = play_on(&mut *play, &mut strategies, &mut streams, 4000, &stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        let winner = returns.iter().position(|worth| worth.to_string() == "1").expect("a winner");
        wins[winner] += 1;
        while play.steps() > 0 {
            play.undo();
        }
    }
    assert!(wins[0] + wins[1] > 80, "{wins:?}");
}

/// An agent that the test can look at while it plays.
struct Watched(Rc<RefCell<CluedoAgent>>);

impl Strategy for Watched {
    fn begin(&mut self, player: Player) {
        self.0.borrow_mut().begin(player);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        self.0.borrow_mut().observe(observed);
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        self.0.borrow_mut().choose(decision, stream, stop)
    }
}

/// How many of the games by agents of an order had a moment in which somebody took the true deal for impossible.
fn count_false_beliefs(name: &str, order: u8, mode: AgentMode, games: u64) -> u64 {
    let rules = CluedoRules::named(&Named::read(name).expect("a name")).expect("a game");
    let game = Arc::new(CluedoGame::new(rules));
    let players = game.rules().hands().len();
    let agent = |_| CluedoAgent::new(Arc::clone(&game), AgentSettings::of_order(order, mode));
    let agents: Vec<_> = (0..players).map(|at| Rc::new(RefCell::new(agent(at)))).collect();
    let watched = |agent: &Rc<_>| Box::new(Watched(Rc::clone(agent))) as Box<dyn Strategy>;
    let mut strategies: Vec<Box<dyn Strategy>> = agents.iter().map(watched).collect();
    let stop = Stop::new();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let is_false = || {
        let hands: Vec<u64> = agents.iter().map(|agent| agent.borrow().hand()).collect();
        let all = game.rules().deck().cards().fold(0u64, |all, card| all | 1 << card.0);
        let envelope = hands.iter().fold(all, |left, hand| left & !hand);
        agents.iter().enumerate().any(|(at, agent)| {
            let agent = agent.borrow();
            let excludes = |(other, hand): (usize, &u64)| {
                other != at && !agent.hand_of(Player::from_index(other)).worlds().contains(hand)
            };
            !agent.goal().worlds().contains(&envelope) || hands.iter().enumerate().any(excludes)
        })
    };
    let mut wrong = 0;
    for number in 0..games {
        let mut streams = PlayStreams::new(11, number, players);
        let mut was_false = false;
        let look = &mut |play: &dyn Play, _: &PlayStep| was_false |= play.steps() > 0 && is_false();
        let end = play_on(&mut *play, &mut strategies, &mut streams, 10_000, &stop, look);
        assert!(matches!(end, Ok(PlayEnd::Over(_))), "{end:?}");
        wrong += u64::from(was_false);
        while play.steps() > 0 {
            play.undo();
        }
    }
    wrong
}

#[test]
fn no_agent_believes_a_falsehood_if_it_reasons_rightly() {
    let times = std::env::var("HEXA_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    for name in ["cluedo(players=3; deck=4/4/4)", "cluedo(players=4; deck=3/3/4; hands=3,2,1,1)"] {
        for order in 0..=2 {
            assert_eq!(count_false_beliefs(name, order, AgentMode::Right, 60 * times), 0, "{name}");
        }
    }
}

/// With uneven hands the program takes everybody to have as many cards as it has itself.
#[test]
fn the_program_believes_falsehoods_when_hands_are_uneven() {
    let even = count_false_beliefs("cluedo(players=3; deck=4/4/4)", 1, AgentMode::Program, 60);
    let uneven = "cluedo(players=3; deck=3/3/4; hands=3,2,2)";
    let uneven = count_false_beliefs(uneven, 1, AgentMode::Program, 60);
    assert_eq!((even, uneven), (0, 60));
}
