//! How rounds of GDL become turns: forced moves, chance, what is noticed and what is public, and what goes wrong.

use super::{gdl_game, repository};
use hexa_games::conformance::{Trials, Wrong, conform};
use hexa_games::game::{Chance, Game, GameLimit, Play, PlayStep, Player, Trouble, Turn};
use hexa_games::tree::FlatTree;
use hexa_logic::{Stop, Stream};
use hexa_rules::gdl::{GdlGame, MOST_FORCED, Network, Playing, RuleEngine, RuleLimits, load};
use std::sync::Arc;

fn game_with(text: &str, engine: RuleEngine) -> Arc<GdlGame> {
    let loaded = load("test.gdl", text);
    let rulebook = loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.errors));
    let game =
        GdlGame::with_engine("test.gdl", &rulebook, engine, RuleLimits::default(), &Stop::new());
    Arc::new(game.expect("a game"))
}

fn game_of(text: &str) -> Arc<GdlGame> {
    game_with(text, RuleEngine::Auto)
}

fn start(game: &Arc<GdlGame>) -> Box<dyn Play> {
    (Arc::clone(game) as Arc<dyn Game>).start(&Stop::new()).expect("a play")
}

/// Makes the move with this text.
fn make(play: &mut dyn Play, player: u32, text: &str) -> Result<(), Trouble> {
    let player = Player(player);
    let fits = |made: &&_| play.move_text(player, **made) == text;
    let made = *play.moves(player).iter().find(fits).expect("such a move");
    play.apply(&PlayStep::Moves(vec![made]))
}

/// What a player noticed last, public and private.
fn noticed(play: &dyn Play, player: u32) -> (String, String) {
    let memory = play.memory(Player(player));
    let last = memory.since(memory.len() - 1).next().expect("an observation");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\n', " ").trim().to_owned();
    (text(last.public), text(last.private))
}

/// A walker who goes left or right; to the left somebody must move and cannot, to the right nothing ever changes.
const CROSSROADS: &str = "(role walker) (role guard) (init crossing)
(<= (legal walker left) (true crossing)) (<= (legal walker right) (true crossing))
(<= (legal walker ahead) (true crossing))
(<= (legal walker on) (true endless)) (<= (legal walker on) (true ditch))
(<= (legal guard look) (true crossing)) (<= (legal guard look) (true endless))
(<= (next ditch) (does walker left)) (<= (next endless) (does walker right))
(<= (next goal) (does walker ahead))
(<= (next endless) (true endless))
(<= terminal (true goal))
(<= (goal walker 100) (true goal)) (<= (goal walker 0) (not (true goal)))
(<= (goal guard 1) (true goal)) (<= (goal guard 2) (true goal))";

#[test]
fn steps_that_lead_nowhere_are_refused_and_change_nothing() {
    for engine in [RuleEngine::Network, RuleEngine::Interpreter] {
        let mut play = start(&game_with(CROSSROADS, engine));
        assert_eq!(play.turn(), &Turn::Decision(Player(0)));
        let before = play.facts();
        assert_eq!(make(&mut *play, 0, "left"), Err(Trouble::Stuck(Player(1))));
        let endless = Trouble::Limit(GameLimit::Steps(MOST_FORCED));
        assert_eq!(make(&mut *play, 0, "right"), Err(endless));
        assert_eq!((play.steps(), play.memory(Player(0)).len(), play.facts()), (0, 0, before));
        assert_eq!(make(&mut *play, 0, "ahead"), Ok(()));
        assert_eq!(play.turn(), &Turn::Over);
        assert_eq!(play.returns(), Err(Trouble::NoPayoff(Player(1))));
    }
}

/// A player bets on a coin that is thrown in the same round; then a round passes in which nobody has a choice.
const COIN: &str = "(role random) (role bettor) (init betting)
(side heads) (side tails)
(<= (legal random (throw ?s)) (side ?s) (true betting)) (<= (legal random noop) (not (true betting)))
(<= (legal bettor (bet ?s)) (side ?s) (true betting)) (<= (legal bettor noop) (not (true betting)))
(<= (next waiting) (true betting)) (<= (next over) (true waiting))
(<= (next won) (does random (throw ?s)) (does bettor (bet ?s))) (<= (next won) (true won))
(<= (sees bettor won) (true waiting) (true won))
(<= terminal (true over))
(<= (goal bettor 100) (true won)) (<= (goal bettor 0) (not (true won)))
(<= (goal random 0) (true over))";

#[test]
fn players_choose_before_chance_and_forced_rounds_are_noticed() {
    let mut play = start(&game_of(COIN));
    assert_eq!(play.turn(), &Turn::Decision(Player(0)));
    make(&mut *play, 0, "(bet heads)").expect("a bet");
    // Nothing but the choice is noticed before chance has drawn.
    assert_eq!((play.turn(), play.memory(Player(0)).len()), (&Turn::Chance, 1));
    assert_eq!(noticed(&*play, 0), (String::new(), String::new()));
    let Ok(Chance::Listed(moves, weights)) = play.chance() else { panic!("no list") };
    assert_eq!(weights.probability(0).to_string(), "1/2");
    let heads =
        *moves.iter().find(|made| play.chance_text(**made) == "(throw heads)").expect("heads");
    play.apply(&PlayStep::Chance(heads)).expect("a throw");
    assert_eq!(play.turn(), &Turn::Over);
    // The choice, the round of it, and the round that was forced, with what was seen there. A single player sees
    // everything that is seen publicly.
    assert_eq!(play.memory(Player(0)).len(), 3);
    assert_eq!(noticed(&*play, 0), ("won".to_owned(), "noop".to_owned()));
    assert_eq!(play.returns().expect("a payoff")[0].to_string(), "100");
    play.undo();
    assert_eq!((play.turn(), play.memory(Player(0)).len()), (&Turn::Chance, 1));
}

#[test]
fn what_all_players_see_alike_is_public() {
    let game = gdl_game(&repository("games/gdl/kuhn.gdl"));
    let mut play = Arc::clone(&game).start(&Stop::new()).expect("a play");
    let mut stream = Stream::new("test", 1);
    let (card, _) = play.draw(&mut stream).expect("chance");
    play.apply(&card).expect("a deal");
    let (public, private) = noticed(&*play, 0);
    assert!(public.is_empty() && private.starts_with("noop (card "), "{public} {private}");
    assert_eq!(noticed(&*play, 1), (String::new(), "noop".to_owned()));
    let (card, _) = play.draw(&mut stream).expect("chance");
    play.apply(&card).expect("a deal");
    make(&mut *play, 0, "bet").expect("a bet");
    assert_eq!(noticed(&*play, 0), ("(said 1 bet)".to_owned(), "bet".to_owned()));
    assert_eq!(noticed(&*play, 1), ("(said 1 bet)".to_owned(), "noop".to_owned()));
}

#[test]
fn both_ways_to_apply_rules_give_the_same_plays() {
    for file in ["drop.gdl", "countdown.gdl", "bridges.gdl", "guess.gdl", "kuhn.gdl"] {
        let text = std::fs::read_to_string(repository("games/gdl").join(file)).expect("a file");
        let [mut network, mut interpreter] = [RuleEngine::Network, RuleEngine::Interpreter]
            .map(|engine| start(&game_with(&text, engine)));
        let mut stream = Stream::new(file, 1);
        while *network.turn() != Turn::Over {
            assert_eq!(
                (network.turn(), network.facts()),
                (interpreter.turn(), interpreter.facts())
            );
            let made = |network: &[_], interpreter: &[_], at: usize| (network[at], interpreter[at]);
            let steps = match network.turn() {
                Turn::Chance => {
                    let (Ok(Chance::Listed(left, weights)), Ok(Chance::Listed(right, others))) =
                        (network.chance(), interpreter.chance())
                    else {
                        panic!("{file}: no list");
                    };
                    assert_eq!(weights, others, "{file}");
                    let (left, right) = made(left, right, stream.below(left.len()));
                    assert_eq!(network.chance_text(left), interpreter.chance_text(right));
                    (PlayStep::Chance(left), PlayStep::Chance(right))
                }
                turn => {
                    let mut moves = (Vec::new(), Vec::new());
                    for &player in turn.players() {
                        let (left, right) = (network.moves(player), interpreter.moves(player));
                        assert_eq!(left.len(), right.len(), "{file}");
                        let (left, right) = made(left, right, stream.below(left.len()));
                        let texts =
                            (network.move_text(player, left), interpreter.move_text(player, right));
                        assert_eq!(texts.0, texts.1, "{file}");
                        moves.0.push(left);
                        moves.1.push(right);
                    }
                    (PlayStep::Moves(moves.0), PlayStep::Moves(moves.1))
                }
            };
            network.apply(&steps.0).expect("a legal step");
            interpreter.apply(&steps.1).expect("a legal step");
        }
        assert_eq!(interpreter.turn(), &Turn::Over, "{file}");
        assert_eq!(network.returns(), interpreter.returns(), "{file}");
    }
}

#[test]
fn many_plays_at_once_are_those_of_the_seed() {
    let text = std::fs::read_to_string(repository("games/gdl/drop.gdl")).expect("a file");
    let playing = Playing { plays: 200, seed: 7, max_steps: 100 };
    let rulebook = load("drop.gdl", &text).game.expect("a game");
    let stop = Stop::new();
    let mut network =
        Network::new(&rulebook, &[], RuleLimits::default(), &stop).expect("a network");
    let known = network.plays(playing, &stop, &mut |_| ()).expect("plays");
    for engine in [RuleEngine::Network, RuleEngine::Interpreter] {
        let game = game_with(&text, engine);
        assert_eq!(game.random_plays(playing, &stop, &mut |_| ()), Ok(known.clone()));
    }
    let muddy = std::fs::read_to_string(repository("games/gdl/muddy.gdl")).expect("a file");
    let plays = game_of(&muddy).random_plays(playing, &stop, &mut |_| ()).expect("plays");
    assert_eq!(plays.finished, 200);
}

#[test]
fn a_view_shows_the_board_to_those_who_see_everything() {
    let text = std::fs::read_to_string(repository("games/gdl/drop.gdl")).expect("a file");
    let game = game_of(&text);
    let mut play = start(&game);
    make(&mut *play, 0, "(drop 2)").expect("a move");
    let mut information = Vec::new();
    play.information(Player(1), &mut information);
    let view = game.view(Player(1), &information).expect("a view");
    let cell = ["2", "1", "white"].map(str::to_owned);
    assert_eq!(view.board, [cell.into()]);
    assert_eq!(
        (view.lines, view.heard),
        (vec!["(control black)".to_owned()], vec!["white: (drop 2)".to_owned()])
    );
    assert_eq!(play.facts(), ["at(2,1,white)", "control(black)"]);
    assert!(game.declaration().assumptions.contains(&"Everybody sees all moves.".to_owned()));
    assert_eq!(game.view(Player(1), b"nonsense"), Err(Trouble::NoInformation));
}

#[test]
fn whoever_asks_for_the_end_gets_it() {
    let text = std::fs::read_to_string(repository("games/gdl/drop.gdl")).expect("a file");
    let game = game_of(&text);
    let stop = Stop::after(10_000);
    let mut stopped = 0;
    for number in 0..2_000 {
        let mut stream = Stream::new("test", number);
        let Ok(mut play) = (Arc::clone(&game) as Arc<dyn Game>).start(&stop) else {
            stopped += 1;
            continue;
        };
        // One play is longer than all others together could be.
        for _ in 0..10_000 {
            let moves: Vec<_> = play.turn().players().to_vec();
            let picked =
                moves.iter().filter_map(|&player| stream.pick(play.moves(player)).copied());
            match play.apply(&PlayStep::Moves(picked.collect())) {
                Err(Trouble::Stopped) => stopped += 1,
                Ok(()) if *play.turn() != Turn::Over => continue,
                Ok(()) | Err(_) => play.undo(),
            }
            if stopped > 0 {
                return;
            }
        }
    }
    panic!("nobody was stopped");
}

/// Chance decides unseen which of two moves is legal beside the first: the player cannot know what they may do.
#[test]
fn hidden_legality_is_found_and_makes_no_tree() {
    let game = game_of(
        "(role random) (role guest) (init begin) (side left) (side right)
        (<= (legal random (turn ?s)) (true begin) (side ?s)) (<= (legal random noop) (not (true begin)))
        (<= (legal guest noop) (true begin)) (<= (legal guest stay) (not (true begin)))
        (<= (legal guest (go ?s)) (true (open ?s)))
        (<= (next (open ?s)) (does random (turn ?s)))
        (<= (next done) (true (open ?s)))
        (<= terminal (true done)) (<= (goal guest 100) (true done)) (<= (goal random 0) (true done))
        (<= (sees guest nothing) (true done))",
    ) as Arc<dyn Game>;
    let trials = Trials { plays: 20, steps: 10, seed: 1 };
    let violation = conform(&game, trials, &Stop::new()).expect_err("moves are not known");
    assert_eq!(violation.wrong, Wrong::MovesDiffer(Player(0)));
    assert!(violation.other.is_some_and(|other| other != violation.play));
    let tree = FlatTree::of(&game, 100, &Stop::new());
    assert_eq!(tree.err(), Some(Trouble::MovesDiffer(Player(0))));
}
