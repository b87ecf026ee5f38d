//! What players of games by rules consider possible, and how likely it is: weights of plays that lead to one position are summed.

use super::{egdl_game, repository};
use hexa_games::belief::{
    Belief, BeliefLimits, BeliefOf, UniformMoves, belief, enumerate, is_asked,
    knowledge_model_of_play,
};
use hexa_games::conformance::{Trials, conform};
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Forgetting, Game, Play, PlayStep, Player, Recall, Turn};
use hexa_logic::{FormulaNode, Stop, Stream, Terms};
use hexa_rules::egdl::EgdlRecall;
use hexa_rules::gdl::{GdlGame, RuleLimits, load};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

fn krieg(file: &str, recall: EgdlRecall) -> Arc<dyn Game> {
    egdl_game(&repository("games/egdl").join(file), recall)
}

/// The game of nine cells, whose model takes its time, once for all tests.
static NINE_CELLS: LazyLock<Arc<dyn Game>> =
    LazyLock::new(|| krieg("krieg-tictactoe.egdl", EgdlRecall::None));

fn gdl(text: &str) -> Arc<dyn Game> {
    let rulebook = load("test.gdl", text).game.expect("a game");
    let game = GdlGame::new("test.gdl", &rulebook, RuleLimits::default(), &Stop::new());
    Arc::new(game.expect("a game"))
}

fn information(play: &dyn Play, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    play.information(player, &mut bytes);
    bytes
}

fn of(player: Player, information: &[u8]) -> BeliefOf<'_> {
    BeliefOf { player, information, model: &UniformMoves, limits: BeliefLimits::default() }
}

fn random_step(play: &dyn Play, stream: &mut Stream) -> Option<PlayStep> {
    match play.turn() {
        Turn::Over => None,
        Turn::Chance => play.draw(stream).ok().map(|(step, _)| step),
        turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
            let pick = |player: &Player| stream.pick(play.moves(*player)).copied();
            turn.players().iter().map(pick).collect::<Option<_>>().map(PlayStep::Moves)
        }
    }
}

/// How likely each position is, where plays with the same facts and the same turn are one.
fn summed(belief: &Belief) -> BTreeMap<(Vec<String>, String), (Exact, Exact)> {
    let mut sums: BTreeMap<_, (Exact, Exact)> = BTreeMap::new();
    for one in belief.positions() {
        let key = (one.play.facts(), format!("{:?}", one.play.turn()));
        let nothing = || (Exact(RBig::ZERO), Exact(RBig::ZERO));
        let (probability, reach) = sums.entry(key).or_insert_with(nothing);
        *probability = Exact(&probability.0 + &one.probability.0);
        *reach = Exact(&reach.0 + &one.reach.0);
    }
    sums
}

/// Without recall plays that lead to one state are one position, and all of them together weigh what they weigh one by one.
#[test]
fn positions_by_states_are_those_of_all_plays() {
    let game = krieg("krieg-2x2.egdl", EgdlRecall::None);
    let stop = Stop::new();
    let mut merged = 0;
    for seed in 0..6 {
        let mut stream = Stream::new("beliefs", seed);
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        loop {
            for player in Player::first(2) {
                let bytes = information(&*play, player);
                let by_states = belief(&game, of(player, &bytes), &stop).expect("a belief");
                let by_plays = enumerate(&game, of(player, &bytes), &stop).expect("a belief");
                assert_eq!(summed(&by_states), summed(&by_plays));
                assert_eq!(by_states.positions().len(), summed(&by_states).len());
                merged += by_plays.positions().len() - by_states.positions().len();
                for one in by_states.positions() {
                    assert_eq!(information(&*one.play, player), bytes);
                }
            }
            let Some(step) = random_step(&*play, &mut stream) else { break };
            play.apply(&step).expect("it is legal");
        }
    }
    assert!(merged > 10, "{merged}");
}

/// There are far more plays than could be tried, and a few thousand states.
#[test]
fn what_is_known_without_recall_takes_no_trying_of_all_plays() {
    let game = Arc::clone(&NINE_CELLS);
    let stop = Stop::new();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let mut way = Vec::new();
    let mut stream = Stream::new("krieg", 1);
    for _ in 0..3 {
        let step = random_step(&*play, &mut stream).expect("it goes on");
        play.apply(&step).expect("it is legal");
        way.push(step);
    }
    let Turn::Decision(player) = *play.turn() else { panic!("somebody moves") };
    let bytes = information(&*play, player);
    let found = belief(&game, of(player, &bytes), &stop).expect("a belief");
    let found = found.given(&|play| is_asked(play, player)).expect("they are asked");
    assert!(found.positions().len() > 1);
    let sum = found.positions().iter().fold(RBig::ZERO, |sum, one| sum + &one.probability.0);
    assert_eq!(sum, RBig::ONE);
    let fact = &play.facts()[0];
    assert!(found.probability_of_fact(fact).0 > RBig::ZERO, "{fact}");
}

/// A play that was not the first to lead to its state has a world all the same.
#[test]
fn a_moment_without_recall_is_a_model() {
    let game = krieg("krieg-2x2.egdl", EgdlRecall::None);
    let stop = Stop::new();
    for seed in 0..4 {
        let mut stream = Stream::new("models", seed);
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        let mut way = Vec::new();
        while let Some(step) = random_step(&*play, &mut stream) {
            play.apply(&step).expect("it is legal");
            way.push(step);
        }
        let asked = (&UniformMoves as &_, BeliefLimits::default());
        let model = knowledge_model_of_play(&game, &way, asked, &stop).expect("a model");
        let mut terms = Terms::default();
        for fact in play.facts() {
            let atom = model.vocabulary.atom(&fact).expect("a fact of the model");
            let formula = terms.formula(FormulaNode::Atom(atom));
            assert_eq!(model.holds(&terms, formula, &stop), Ok(true), "{fact}");
        }
    }
}

/// Who has no recall is told to forget, in which way, and by plays that show it.
#[test]
fn forgetting_of_agents_without_recall_is_shown() {
    let mut kinds = Vec::new();
    for file in ["krieg-2x2.egdl", "krieg-tictactoe.egdl", "cups.egdl", "kuhn-poker.egdl"] {
        let game = match file {
            "krieg-tictactoe.egdl" => Arc::clone(&NINE_CELLS),
            file => krieg(file, EgdlRecall::None),
        };
        let tried = conform(&game, Trials { plays: 5, steps: 60, seed: 1 }, &Stop::new());
        tried.unwrap_or_else(|violation| panic!("{file}: {violation:#?}"));
        for recall in &game.declaration().recall {
            if let Recall::Imperfect(failure) = recall {
                kinds.push((file, failure.as_ref().map(|failure| failure.kind)));
            }
        }
    }
    // In the larger game nobody remembers which of their marks came first. In the smaller ones what is forgotten is forgotten
    // where nobody asks any more.
    let told = ["krieg-2x2.egdl", "krieg-tictactoe.egdl", "cups.egdl"].map(|file| {
        let kind = (file == "krieg-tictactoe.egdl").then_some(Forgetting::OwnMove);
        [(file, kind); 2]
    });
    assert_eq!(kinds, told.concat());
    let remembering = krieg_recall(EgdlRecall::Perfect { depth: 0 });
    assert!(remembering.iter().all(|recall| *recall == Recall::Perfect));
}

fn krieg_recall(recall: EgdlRecall) -> Vec<Recall> {
    krieg("krieg-2x2.egdl", recall).declaration().recall.clone()
}

/// Three doors: the host opens one that was not chosen, at random where both others hide nothing.
const DOORS: &str = "(role random) (role guest) (init (step 1)) (door 1) (door 2) (door 3)
(<= (legal random (hide ?d)) (true (step 1)) (door ?d))
(<= (legal guest (choose ?d)) (true (step 1)) (door ?d))
(<= (legal random (open ?d)) (true (step 2)) (door ?d) (not (true (car ?d))) (not (true (chosen ?d))))
(<= (legal guest noop) (true (step 2)))
(<= (legal random noop) (true (step 3)))
(<= (legal guest stay) (true (step 3))) (<= (legal guest switch) (true (step 3)))
(<= (sees guest ?d) (does random (open ?d)))
(<= (next (car ?d)) (does random (hide ?d))) (<= (next (car ?d)) (true (car ?d)))
(<= (next (chosen ?d)) (does guest (choose ?d))) (<= (next (chosen ?d)) (true (chosen ?d)))
(<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
(<= (next (step 4)) (true (step 3)))
(<= terminal (true (step 4)))
(<= (goal guest 100) (true (step 4))) (<= (goal random 0) (true (step 4)))";

#[test]
fn the_other_door_is_twice_as_likely() {
    let game = gdl(DOORS);
    let stop = Stop::new();
    for seed in 0..5 {
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        let mut stream = Stream::new("doors", seed);
        while !play.facts().contains(&"step(3)".to_owned()) {
            let step = random_step(&*play, &mut stream).expect("it goes on");
            play.apply(&step).expect("it is legal");
        }
        let bytes = information(&*play, Player(0));
        let found = belief(&game, of(Player(0), &bytes), &stop).expect("a belief");
        assert_eq!(found.positions().len(), 2);
        let chosen = (1..=3).find(|door| play.facts().contains(&format!("chosen({door})")));
        let chosen = format!("car({})", chosen.expect("a door is chosen"));
        assert_eq!(found.probability_of_fact(&chosen).to_string(), "1/3");
    }
}

/// Nobody sees where marks are set, and one cell has two moves that do the same: it is marked first with probability 2/3.
const BLIND: &str = "(role random) (role guest) (cell 1) (cell 2) (init (left 2)) (init blank)
(<= (marked ?c) (cell ?c) (true (mark ?c)))
(<= (legal random (mark 1 a)) (true blank) (not (marked 1)))
(<= (legal random (mark 1 b)) (true blank) (not (marked 1)))
(<= (legal random (mark 2 a)) (true blank) (not (marked 2)))
(<= (legal random noop) (true (left 0)))
(<= (legal guest noop) (true blank) (true (left 2)))
(<= (legal guest noop) (true blank) (true (left 1)))
(<= (legal guest (guess ?c)) (true (left 0)) (cell ?c))
(<= (next (mark ?c)) (does random (mark ?c ?h)))
(<= (next (mark ?c)) (true (mark ?c)))
(<= (next (first ?c)) (true (left 2)) (does random (mark ?c ?h)))
(<= (next (first ?c)) (true (first ?c)))
(<= (next blank) (true blank) (true (left 2)))
(<= (next (left 1)) (true (left 2))) (<= (next (left 0)) (true (left 1)))
(<= (next over) (true (left 0)))
(<= terminal (true over))
(<= (goal guest 100) (true over)) (<= (goal random 0) (true over))
(<= (sees guest nothing) (true over))";

#[test]
fn several_ways_to_one_position_weigh_together() {
    let game = gdl(BLIND);
    let stop = Stop::new();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let mut stream = Stream::new("blind", 1);
    while *play.turn() == Turn::Chance {
        let step = random_step(&*play, &mut stream).expect("it goes on");
        play.apply(&step).expect("it is legal");
    }
    let bytes = information(&*play, Player(0));
    let found = belief(&game, of(Player(0), &bytes), &stop).expect("a belief");
    // Two ways to mark the first cell before the second, two to mark it after.
    assert_eq!(found.positions().len(), 4);
    let likely = |fact: &str| found.probability_of_fact(fact).to_string();
    assert_eq!([likely("first(1)"), likely("first(2)")], ["2/3", "1/3"]);
    assert_eq!([likely("mark(1)"), likely("mark(2)")], ["1", "1"]);
}
