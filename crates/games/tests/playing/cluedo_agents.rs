//! The agents of the Cluedo agents project: plays that were computed by hand, and what they never believe.

use crate::cluedo_seats::cluedo;
use hexa_games::cluedo::agents::{
    AgentMode, AgentSettings, AgentsMeasure, AgentsTally, ClosingKind, CluedoAgent, DecidedCard,
    EndingKind, GameCourse,
};
use hexa_games::cluedo::{CluedoCards, CluedoGame, CluedoMove};
use hexa_games::exact::RBig;
use hexa_games::game::{Game, Play, PlayStep, Player};
use hexa_games::strategy::Uniform;
use hexa_games::{Decision, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Card, Stop, Stream};
use std::sync::Arc;

fn set(cards: &[u32]) -> CluedoCards {
    cards.iter().fold(0, |set, card| set | 1 << card)
}

/// Suspects are 0, 1, 2, weapons 3, 4, 5, rooms 6, 7, 8. In the envelope are 0, 3 and 6.
const HANDS: [[u32; 2]; 3] = [[1, 4], [2, 5], [7, 8]];

struct Script {
    game: Arc<CluedoGame>,
    play: Box<dyn Play>,
}

impl Script {
    fn new() -> Self {
        let game = cluedo("cluedo(players=3; deck=3/3/3)");
        let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
        let name = |card: &u32| game.rules().deck().name(Card(*card)).to_owned();
        let names = |cards: &[u32]| cards.iter().map(name).collect::<Vec<_>>().join(", ");
        let sets = [&[0, 3, 6][..]].into_iter().chain(HANDS.iter().map(|hand| &hand[..]));
        let deal = sets.map(names).collect::<Vec<_>>().join(" | ");
        let hexa_games::game::Chance::Listed(deals, _) = play.chance().expect("chance deals")
        else {
            panic!("a small deck")
        };
        let dealt = deals.iter().find(|dealt| play.chance_text(**dealt) == deal).copied();
        play.apply(&PlayStep::Chance(dealt.expect("the deal"))).expect("a deal");
        Self { game, play }
    }

    fn make(&mut self, made: CluedoMove) {
        let made = self.game.move_of(made).expect("a move");
        self.play.apply(&PlayStep::Moves(vec![made])).expect("it can be made");
    }

    /// A suspicion; the first who has a card shows it, this one if there are several.
    fn suspect(&mut self, cards: [u32; 3]) {
        self.make(CluedoMove::Suspect(set(&cards)));
    }

    fn turn(&mut self, cards: [u32; 3]) {
        self.suspect(cards);
        self.make(CluedoMove::EndTurn);
    }

    /// An agent that was told all that the player noticed.
    fn agent(&self, player: u32, settings: AgentSettings) -> CluedoAgent {
        let mut agent = CluedoAgent::new(Arc::clone(&self.game), settings);
        agent.begin(Player(player));
        self.play.memory(Player(player)).since(0).for_each(|observed| agent.observe(observed));
        agent
    }

    fn choice(&self, agent: &mut CluedoAgent, seed: u64) -> CluedoMove {
        let player = agent.player();
        let moves = self.play.moves(player);
        let text = |made| self.play.move_text(player, made);
        let decision = Decision { player, information: &[], moves, text: &text };
        let chosen = agent.choose(decision, &mut Stream::new("choice", seed), &Stop::new());
        self.game.meaning(moves[chosen.expect("a move")]).expect("a meaning")
    }

    fn choices(&self, player: u32, settings: AgentSettings) -> Vec<CluedoMove> {
        (0..60).map(|seed| self.choice(&mut self.agent(player, settings), seed)).collect()
    }
}

fn of(order: u8, mode: AgentMode) -> AgentSettings {
    AgentSettings::of_order(order, mode)
}

/// Goal worlds of the first player, and worlds of the hands of the second and the third.
fn sizes(script: &Script, settings: AgentSettings) -> [usize; 3] {
    let mut agent = script.agent(0, settings);
    agent.settle(&Stop::new()).expect("no limit");
    let hand = |player| agent.hand_of(Player(player)).worlds().len();
    [agent.goal().worlds().len(), hand(1), hand(2)]
}

const MODES: [AgentMode; 3] = [AgentMode::Page, AgentMode::Program, AgentMode::Right];

/// The first player has a suspect and a weapon: 2 * 2 * 3 goals, and 7 over 2 hands.
#[test]
fn models_shrink_as_computed_by_hand() {
    let mut script = Script::new();
    for mode in MODES {
        assert_eq!(sizes(&script, of(1, mode)), [12, 21, 21], "{mode:?}");
    }
    // The second player shows 5: 2 * 1 * 3 goals are left, and 6 hands with 5.
    script.suspect([0, 5, 7]);
    for mode in MODES {
        assert_eq!(sizes(&script, of(0, mode)), [6, 6, 21], "{mode:?}");
    }
    script.make(CluedoMove::EndTurn);
    // The third player shows one of 1, 4 and 7, of which the first has two. Their hand has 7, as 6 of 21 hands have. On the page
    // 7 then leaves the goal model, 2 * 1 * 2; in the program only after an own suspicion. What is right besides: the
    // second has 5.
    script.turn([1, 4, 7]);
    assert_eq!(sizes(&script, of(1, AgentMode::Page)), [4, 6, 6]);
    assert_eq!(sizes(&script, of(1, AgentMode::Program)), [6, 6, 6]);
    assert_eq!(sizes(&script, of(1, AgentMode::Right)), [4, 6, 6]);
    script.turn([0, 4, 6]);
    script.suspect([2, 3, 8]);
    // The second player shows 2 to the first: one suspect, one weapon, and 6 and 8 are left. The hand of the second is known.
    assert_eq!(sizes(&script, of(1, AgentMode::Page)), [2, 1, 6]);
    assert_eq!(sizes(&script, of(1, AgentMode::Program)), [2, 1, 6]);
    let mut right = script.agent(0, of(1, AgentMode::Right));
    right.settle_hands(&Stop::new()).expect("no limit");
    // 0, 3, 6, 7 and 8 are left for the goal deck and the third player, who has 7, and with it 6 or 8.
    assert_eq!(right.goal().worlds(), [set(&[0, 3, 6]), set(&[0, 3, 8])]);
    assert_eq!(right.hand_of(Player(2)).worlds(), [set(&[6, 7]), set(&[7, 8])]);
}

/// Nobody has a card: the page has no formula for it, the program one that says little, and what is right says all.
#[test]
fn who_passes_has_none_of_the_cards_if_the_agent_is_right() {
    let mut script = Script::new();
    script.suspect([0, 3, 6]);
    assert_eq!(sizes(&script, of(1, AgentMode::Page)), [12, 21, 21]);
    // Hands of two cards never have all three.
    assert_eq!(sizes(&script, of(1, AgentMode::Program)), [12, 21, 21]);
    // Four cards are left for two hands of two, and the goal deck is what was suspected.
    assert_eq!(sizes(&script, of(1, AgentMode::Right)), [1, 6, 6]);
    for order in 0..3 {
        for mode in MODES {
            let chosen = script.choice(&mut script.agent(0, of(order, mode)), 1);
            assert_eq!(chosen, CluedoMove::Accuse(set(&[0, 3, 6])), "{order} {mode:?}");
        }
    }
}

/// In the program hands have as many cards as one's own.
#[test]
fn the_program_takes_everybody_to_have_as_many_cards_as_it_has() {
    let game = cluedo("cluedo(players=3; deck=3/3/3; hands=1,2,3)");
    let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
    let (dealt, _) = play.draw(&mut Stream::new("deal", 1)).expect("a deal");
    play.apply(&dealt).expect("a deal");
    for (mode, sizes) in [(AgentMode::Page, [2, 3]), (AgentMode::Program, [1, 1])] {
        let mut agent = CluedoAgent::new(Arc::clone(&game), of(1, mode));
        agent.begin(Player(0));
        play.memory(Player(0)).since(0).for_each(|observed| agent.observe(observed));
        for (player, size) in [Player(1), Player(2)].into_iter().zip(sizes) {
            let mut worlds = agent.hand_of(player).worlds().iter();
            assert!(worlds.all(|world| world.count_ones() == size), "{mode:?}");
        }
    }
}

/// Each switch alone, turned off in agents of the second order of the page.
#[test]
fn every_bullet_point_makes_its_own_difference() {
    let page = of(2, AgentMode::Page);
    let mut script = Script::new();
    script.suspect([0, 5, 7]);
    // Before the turn ends: a card that is shown leaves the goal model.
    assert_eq!(sizes(&script, page), [6, 6, 21]);
    assert_eq!(sizes(&script, AgentSettings { sees: false, ..page }), [12, 6, 21]);
    script.make(CluedoMove::EndTurn);
    // The third player shows 7, 0 or 3 to the second: five of six goal worlds are left, and 15 of 21 hands.
    script.turn([0, 3, 7]);
    assert_eq!(sizes(&script, page), [5, 6, 15]);
    assert_eq!(sizes(&script, AgentSettings { watches: false, ..page }), [6, 6, 15]);
    assert_eq!(sizes(&script, AgentSettings { follows: false, ..page }), [5, 6, 21]);
    script.turn([0, 4, 6]);
    script.turn([0, 3, 6]);
    // One of 1, 4 and 8: the third player has 8.
    script.turn([1, 4, 8]);
    assert_eq!(sizes(&script, page), [3, 6, 3]);
    assert_eq!(sizes(&script, AgentSettings { checks: false, ..page }), [5, 6, 3]);
}

#[test]
fn who_combines_suspects_the_most_frequent_cards_and_others_a_world() {
    let mut script = Script::new();
    script.turn([0, 5, 7]);
    script.turn([0, 3, 7]);
    script.turn([0, 4, 6]);
    // Of {0, 2} * {3} * {6, 7, 8} all but 0 3 7 are left: 2 is in three of five, and 6 and 8 are in two. Only 3 is a weapon.
    for mode in MODES {
        let agent = AgentSettings { decided: DecidedCard::Goal, ..of(1, mode) };
        let mut chosen = script.choices(0, agent);
        let expected: &[[u32; 3]] = match mode {
            AgentMode::Page | AgentMode::Right => &[[2, 3, 6], [2, 3, 8]],
            // The first of those that are in as many worlds.
            AgentMode::Program => &[[2, 3, 6]],
        };
        let expected: Vec<_> = expected.iter().map(|t| CluedoMove::Suspect(set(t))).collect();
        chosen.retain(|made| !expected.contains(made));
        assert_eq!(chosen, [], "{mode:?}");
    }
    let page = of(0, AgentMode::Page);
    let mut worlds: Vec<_> = script.choices(0, page);
    worlds.sort_by_key(|made| format!("{made:?}"));
    worlds.dedup();
    let goal = script.agent(0, page);
    assert_eq!(worlds.len(), goal.goal().worlds().len());
    assert!(worlds.iter().all(|made| {
        matches!(made, CluedoMove::Suspect(cards) if goal.goal().worlds().contains(cards))
    }));
}

#[test]
fn of_a_kind_that_is_decided_something_else_can_be_suspected() {
    let mut script = Script::new();
    script.turn([0, 5, 7]);
    script.turn([0, 3, 7]);
    script.turn([0, 4, 6]);
    // 3 is known to be in the goal deck, 4 is the player's own, and 5 another's.
    for (decided, weapon) in
        [(DecidedCard::Goal, 3), (DecidedCard::Own, 4), (DecidedCard::Other, 5)]
    {
        let settings = AgentSettings { decided, ..of(1, AgentMode::Page) };
        for made in script.choices(0, settings) {
            let CluedoMove::Suspect(cards) = made else { panic!("{made:?}") };
            assert_eq!(cards & set(&[3, 4, 5]), 1 << weapon, "{decided:?}");
        }
    }
    assert_eq!(of(1, AgentMode::Page).decided, DecidedCard::Other);
    assert_eq!(of(1, AgentMode::Program).decided, DecidedCard::Goal);
}

#[test]
fn agents_of_the_second_order_show_again_what_they_have_shown() {
    let mut script = Script::new();
    script.turn([0, 5, 6]);
    script.turn([0, 3, 7]);
    script.turn([0, 4, 6]);
    script.turn([0, 5, 6]);
    script.turn([0, 3, 8]);
    // Only 4 was shown to the third player.
    script.suspect([1, 4, 6]);
    for mode in MODES {
        let again = [CluedoMove::Show(Card(4))];
        assert!(script.choices(0, of(2, mode)).iter().all(|made| again.contains(made)), "{mode:?}");
        for settings in [of(1, mode), AgentSettings { repeats: false, ..of(2, mode) }] {
            let any = script.choices(0, settings);
            assert!(any.contains(&CluedoMove::Show(Card(1))), "{mode:?}");
            assert!(any.contains(&again[0]), "{mode:?}");
        }
    }
    let agent = script.agent(0, of(2, AgentMode::Right));
    assert_eq!(agent.shown().known_to(2), set(&[4]));
    assert_eq!(agent.shown().known_to(1), 0);
}

/// Nobody suspects a card again that they were shown, so that no card can be shown again: agents of the second order play like
/// those of the first, unless other cards than the most frequent ones are suspected.
#[test]
fn the_second_order_makes_no_difference_to_agents_who_combine() {
    let game = cluedo("cluedo(players=3; deck=4/4/4)");
    let play_all = |settings: AgentSettings| -> Vec<Vec<u8>> {
        let agent =
            |_| -> Box<dyn Strategy> { Box::new(CluedoAgent::new(Arc::clone(&game), settings)) };
        let mut strategies: Vec<Box<dyn Strategy>> = (0..3).map(agent).collect();
        let one = |number| {
            let stop = Stop::new();
            let mut play = Arc::clone(&game).start(&stop).expect("it starts");
            let mut streams = PlayStreams::new(5, number, 3);
            let end =
                play_on(&mut *play, &mut strategies, &mut streams, 10_000, &stop, &mut |_, _| {});
            assert!(matches!(end, Ok(PlayEnd::Over(_))), "{end:?}");
            play.memory(Player(0)).bytes().to_vec()
        };
        (0..30).map(one).collect()
    };
    for mode in MODES {
        let [first, second] =
            [1, 2].map(|order| AgentSettings { decided: DecidedCard::Goal, ..of(order, mode) });
        assert_eq!(play_all(first), play_all(second), "{mode:?}");
        let [first, second] = [first, second]
            .map(|settings| AgentSettings { decided: DecidedCard::Other, ..settings });
        assert_ne!(play_all(first), play_all(second), "{mode:?}");
    }
}

/// Games by agents of one kind, measured.
fn measure(name: &str, settings: AgentSettings, games: u64) -> AgentsTally {
    let game = cluedo(name);
    let play = || Box::new(CluedoAgent::new(Arc::clone(&game), settings)) as Box<dyn Strategy>;
    measure_games(&game, settings, games, &play)
}

/// Games that somebody plays in all seats, told to agents of one kind.
fn measure_games(
    game: &Arc<CluedoGame>,
    settings: AgentSettings,
    games: u64,
    make: &dyn Fn() -> Box<dyn Strategy>,
) -> AgentsTally {
    let players = game.rules().hands().len();
    let agent = || CluedoAgent::new(Arc::clone(game), settings);
    let mut strategies: Vec<Box<dyn Strategy>> = (0..players).map(|_| make()).collect();
    let mut measure =
        AgentsMeasure::new(Arc::clone(game), (0..players).map(|_| Some(agent())).collect());
    let mut line_up: Vec<usize> = (0..players).collect();
    let stop = Stop::new();
    let mut play = Arc::clone(game).start(&stop).expect("it starts");
    for number in 0..games {
        let mut streams = PlayStreams::new(11, number, players);
        let end = play_on(&mut *play, &mut strategies, &mut streams, 10_000, &stop, &mut |_, _| {});
        assert!(matches!(end, Ok(PlayEnd::Over(_))), "{end:?}");
        measure.add(&*play, &line_up);
        // Everybody sits in another seat in the next game.
        strategies.rotate_left(1);
        line_up.rotate_left(1);
        while play.steps() > 0 {
            play.undo();
        }
    }
    measure.into_tally()
}

/// What the moves of games say of turns, accusations and who won is what their course says that everybody heard.
#[test]
fn courses_of_games_agree_with_their_moves() {
    let mut closings = [0; 5];
    for (name, games) in [
        ("cluedo(players=3; deck=2/2/2)", 200),
        ("cluedo(players=2; deck=2/2/2; last=accuses; out=not-asked)", 200),
        ("cluedo(players=3; deck=3/3/4; turns=1)", 50),
        (
            "cluedo(players=3; deck=2/2/3; ends=unrefuted; board=ring; summons=in-reach; cards=drawn)",
            50,
        ),
    ] {
        let game = cluedo(name);
        let players = game.rules().hands().len();
        let mut strategies: Vec<Box<dyn Strategy>> =
            (0..players).map(|_| Box::new(Uniform) as Box<dyn Strategy>).collect();
        let stop = Stop::new();
        for number in 0..games {
            let mut play = Arc::clone(&game).start(&stop).expect("it starts");
            let mut streams = PlayStreams::new(3, number, players);
            let (mut ended, mut accusations) = (0, 0);
            let see = &mut |_: &dyn Play, step: &PlayStep| {
                let PlayStep::Moves(moves) = step else { return };
                match moves.first().and_then(|made| game.meaning(*made)) {
                    Some(CluedoMove::EndTurn) => ended += 1,
                    Some(CluedoMove::Accuse(_)) => accusations += 1,
                    Some(CluedoMove::Suspect(_) | CluedoMove::Show(_) | CluedoMove::Travel(_))
                    | None => {}
                }
            };
            let end = play_on(&mut *play, &mut strategies, &mut streams, 10_000, &stop, see);
            let Ok(PlayEnd::Over(payoffs)) = end else { panic!("{name}: {end:?}") };
            let course = GameCourse::of(&*play, &vec![0; players]);
            closings[course.closing as usize] += 1;
            let paid = payoffs.iter().position(|worth| worth.0 > RBig::ZERO);
            assert_eq!(course.winner.map(Player::index), paid, "{name}");
            let right = u64::from(
                course.closing == ClosingKind::Accused || course.closing == ClosingKind::Unrefuted,
            );
            if name.contains("board") {
                // On the pathways a turn ends by itself, and an unrefuted suspicion is an accusation.
                assert!(course.turns >= ended, "{name}");
            } else {
                assert_eq!(course.turns, ended + accusations, "{name}");
                assert_eq!(course.wrong_accusations + right, accusations, "{name}");
            }
        }
    }
    assert!(closings.iter().all(|&games| games > 0), "every kind of end is there: {closings:?}");
}

fn times() -> u64 {
    std::env::var("HEXA_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// With `HEXA_CASES=100` these are more than 100,000 games.
#[test]
fn no_agent_believes_a_falsehood_if_it_reasons_rightly() {
    for (name, games) in [
        ("cluedo(players=3; deck=4/4/4)", 100),
        ("cluedo(players=4; deck=3/3/4; hands=3,2,1,1)", 100),
        ("cluedo(players=2; deck=4/4/4; asked=everybody; wrong=heard)", 100),
        ("cluedo(players=5; deck=4/4/5)", 40),
    ] {
        for order in 0..=2 {
            let tally = measure(name, of(order, AgentMode::Right), games * times());
            assert_eq!((tally.games, tally.games_with_falsehoods), (games * times(), 0), "{name}");
        }
    }
}

/// Whatever others do: all move at random, name their own cards, and accuse wrongly. With `HEXA_CASES=40` these are more than
/// 100,000 games.
#[test]
fn no_agent_believes_a_falsehood_of_players_who_move_at_random() {
    for (name, games) in [
        ("cluedo(players=3; deck=4/4/4)", 200),
        ("cluedo(players=4; deck=3/3/4; hands=3,2,1,1; wrong=heard; out=not-asked)", 200),
        ("cluedo(players=2; deck=3/3/3; asked=everybody; wrong=heard; last=accuses)", 200),
        ("cluedo(players=3; deck=4/4/4; wrong=heard; accuser=told; suspicion=may)", 200),
        ("cluedo(players=3; deck=3/3/4; board=ring; ends=unrefuted; cards=drawn)", 60),
    ] {
        let game = cluedo(name);
        let mut wrong = 0;
        for order in 0..=2 {
            let games = games * times();
            let random = &|| Box::new(Uniform) as Box<dyn Strategy>;
            let tally = measure_games(&game, of(order, AgentMode::Right), games, random);
            assert_eq!((tally.games, tally.games_with_falsehoods), (games, 0), "{name}");
            wrong += tally.wrong_accusations;
        }
        assert!(wrong > 100, "{name}: {wrong} wrong accusations");
    }
}

/// With uneven hands the program takes everybody to have as many cards as it has itself; with even ones it and the page
/// believe too little, and nothing false.
#[test]
fn the_program_believes_falsehoods_when_hands_are_uneven() {
    let (even, uneven) =
        ("cluedo(players=3; deck=4/4/4)", "cluedo(players=3; deck=3/3/4; hands=3,2,2)");
    let falsehoods =
        |name, mode| measure(name, of(1, mode), 60 * times()).games_with_falsehoods / times();
    assert_eq!(falsehoods(even, AgentMode::Program), 0);
    assert_eq!(falsehoods(uneven, AgentMode::Program), 60);
    assert_eq!([even, uneven].map(|name| falsehoods(name, AgentMode::Page)), [0, 0]);
}

#[test]
fn what_is_measured_of_games_adds_up() {
    let tally = measure("cluedo(players=3; deck=4/4/4)", of(1, AgentMode::Program), 50);
    assert_eq!((tally.games, tally.endings.iter().sum::<u64>()), (50, 50));
    assert_eq!(tally.endings[EndingKind::Nobody as usize], 0);
    let deduced = tally.endings[EndingKind::Deduced as usize];
    assert!(tally.one_left >= deduced && deduced > 0, "{tally:?}");
    for curve in &tally.curves {
        // Three cards of twelve are one's own.
        let first = curve.points[0];
        assert_eq!(first.plays, 50);
        assert!((18 * 50..=48 * 50).contains(&first.worlds), "{first:?}");
        let mean = |at: usize| curve.points[at].worlds as f64 / curve.points[at].plays as f64;
        assert!(mean(2) < mean(1) && mean(1) < mean(0), "{curve:?}");
    }
}

#[test]
fn agents_who_reason_win_more_often_than_agents_who_do_not() {
    let game = cluedo("cluedo(players=4; deck=6/6/7)");
    let stop = Stop::new();
    let mut wins = [0; 4];
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let agent = |order| -> Box<dyn Strategy> {
        Box::new(CluedoAgent::new(Arc::clone(&game), of(order, AgentMode::Right)))
    };
    let mut strategies = [1, 1, 0, 0].map(agent);
    for number in 0..60 {
        let mut streams = PlayStreams::new(3, number, 4);
        let end = play_on(&mut *play, &mut strategies, &mut streams, 4000, &stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        let winner = returns.iter().position(|worth| worth.to_string() == "1").expect("a winner");
        wins[winner] += 1;
        while play.steps() > 0 {
            play.undo();
        }
    }
    assert!(wins[0] + wins[1] > 48, "{wins:?}");
}
