//! Strategy files: written, read, refused, played.

use hexa_games::behaviour::{
    BehaviourFault, BehaviourFile, BehaviourStrategy, Elsewhere, OtherGame, uniform_behaviour,
};
use hexa_games::catalogue::named_game;
use hexa_games::exact::Exact;
use hexa_games::game::{Game, Player};
use hexa_games::named::Named;
use hexa_games::tree::{FlatTree, TreeGame};
use hexa_games::{Abandoned, NoChoice, PlayEnd, PlayStreams, Strategy, Uniform, play_on};
use hexa_logic::Stop;
use std::sync::Arc;

fn named(name: &str) -> Arc<dyn Game> {
    named_game(&Named::read(name).expect("a name")).expect("a game")
}

fn tree_of(game: &Arc<dyn Game>) -> FlatTree {
    FlatTree::of(game, 1_000_000, &Stop::new()).expect("it is small")
}

fn strategy(file: &BehaviourFile, game: &Arc<dyn Game>) -> BehaviourStrategy {
    BehaviourStrategy::new(file, game.declaration(), None).expect("it is for this game")
}

/// Plays so many games; the strategy of the file is the first player's, or the second's if that is whose it is.
fn play(
    game: &Arc<dyn Game>,
    files: [&BehaviourFile; 2],
    plays: u64,
) -> Result<Vec<Exact>, Abandoned> {
    let stop = Stop::new();
    let mut worths = Vec::new();
    for number in 0..plays {
        let mut play = Arc::clone(game).start(&stop).expect("it starts");
        let mut strategies: Vec<Box<dyn Strategy>> =
            files.iter().map(|file| Box::new(strategy(file, game)) as Box<dyn Strategy>).collect();
        let mut streams = PlayStreams::new(3, number, 2);
        match play_on(&mut *play, &mut strategies, &mut streams, 100, &stop, &mut |_, _| {})? {
            PlayEnd::Over(returns) => worths.push(returns[0].clone()),
            PlayEnd::TooLong => panic!("a play is too long"),
        }
    }
    Ok(worths)
}

#[test]
fn a_strategy_is_written_and_read_again() {
    for name in ["kuhn(cards=3)", "knowledge(hands=1,1,1; ask=1)"] {
        let tree = tree_of(&named(name));
        for player in Player::first(2) {
            let mut file = uniform_behaviour(&tree, player);
            assert_eq!(file.sets.len(), tree.count_sets(player));
            assert_eq!(BehaviourFile::read(&file.write()), Ok(file.clone()));
            (file.elsewhere, file.game.fingerprint) = (Elsewhere::Uniform, Some(0xAB));
            file.player = " a\nb\\".to_owned();
            assert_eq!(BehaviourFile::read(&file.write()), Ok(file));
        }
    }
    let text = uniform_behaviour(&tree_of(&named("kuhn(cards=2)")), Player(1)).write();
    let begins = "hexa-strategy 1\ngame kuhn(cards=2)\nplayer 2\n\nset 00000400000001000200000\
                  0\nwords you get 2; 1: pass\nmove 1/2 pass\nmove 1/2 bet\n";
    assert!(text.starts_with(begins), "{text}");
}

/// The example of the reference page is a strategy for its game, which meets its information set there.
#[test]
fn the_documented_strategy_is_one() {
    let page = include_str!("../../../../docs/games.md");
    let lines = page.lines().skip_while(|line| *line != "    hexa-strategy 1");
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    let text: String = lines.map(|line| format!("{}\n", line.trim())).collect();
    let file = BehaviourFile::read(&text).expect("a strategy");
    let game = named("kuhn(cards=3)");
    let tree = tree_of(&game);
    let [set] = &file.sets[..] else { panic!("{file:?}") };
    let known = tree.sets.iter().find(|known| known.label == set.information).expect("is met");
    assert_eq!((&known.words, known.player), (&set.words, Player(0)));
    let second = uniform_behaviour(&tree, Player(1));
    assert!(play(&game, [&file, &second], 20).is_ok());
}

/// Player 1 always passes and gives way, player 2 always bets: player 1 loses one each time.
#[test]
fn plays_follow_the_file() {
    let game = named("kuhn(cards=3)");
    let tree = tree_of(&game);
    let always = |player: Player, made: &str| {
        let mut file = uniform_behaviour(&tree, player);
        for (name, chance) in file.sets.iter_mut().flat_map(|set| &mut set.moves) {
            *chance = Exact::read(if name == made { "1" } else { "0" }).expect("a number");
        }
        BehaviourFile::read(&file.write()).expect("a strategy")
    };
    let worths = play(&game, [&always(Player(0), "pass"), &always(Player(1), "bet")], 50);
    let lost = Exact::read("-1").expect("a number");
    assert_eq!(worths, Ok(vec![lost; 50]));
}

/// The file says how to draw exactly as somebody does who plays at random.
#[test]
fn the_uniform_file_plays_like_the_uniform_strategy() {
    let game = named("kuhn(cards=3)");
    let tree = tree_of(&game);
    let files = [uniform_behaviour(&tree, Player(0)), uniform_behaviour(&tree, Player(1))];
    let by_file = play(&game, [&files[0], &files[1]], 100).expect("they are played");
    let stop = Stop::new();
    for (number, worth) in (0..).zip(by_file) {
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        let mut strategies: Vec<Box<dyn Strategy>> = vec![Box::new(Uniform), Box::new(Uniform)];
        let mut streams = PlayStreams::new(3, number, 2);
        let end = play_on(&mut *play, &mut strategies, &mut streams, 100, &stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        assert_eq!(returns[0], worth);
    }
}

#[test]
fn what_is_not_in_the_file_is_refused_or_played_at_random() {
    let game = named("kuhn(cards=3)");
    let tree = tree_of(&game);
    let (mut first, second) =
        (uniform_behaviour(&tree, Player(0)), uniform_behaviour(&tree, Player(1)));
    first.sets.truncate(1);
    let unknown = Abandoned::NoChoice(Player(0), NoChoice::UnknownInformation);
    assert_eq!(play(&game, [&first, &second], 50), Err(unknown.clone()));
    first.elsewhere = Elsewhere::Uniform;
    assert!(play(&game, [&first, &second], 50).is_ok());
    first.sets[0].moves[0].0 = "fold".to_owned();
    assert_eq!(play(&game, [&first, &second], 50), Err(unknown));
}

#[test]
fn a_strategy_for_another_game_is_refused_with_both_names() {
    let (three, four) = (named("kuhn(cards=3)"), named("kuhn(cards=4)"));
    let file = uniform_behaviour(&tree_of(&three), Player(0));
    let refused =
        BehaviourStrategy::new(&file, four.declaration(), None).expect_err("another game");
    assert!(matches!(refused, OtherGame::Game { .. }));
    assert_eq!(
        refused.to_string(),
        "this strategy is for `kuhn(cards=3)`, and the game is `kuhn(cards=4)`"
    );
    let refused = BehaviourStrategy::new(&file, three.declaration(), Some(7)).expect_err("a file");
    assert!(refused.to_string().ends_with("the game is `kuhn(cards=3)` (text 0000000000000007)"));
    let nobody = BehaviourFile { player: "3".to_owned(), ..file };
    let refused = BehaviourStrategy::new(&nobody, three.declaration(), None).expect_err("nobody");
    assert_eq!(
        refused.to_string(),
        "this strategy is for the player `3`, and the players are 1, 2"
    );
}

/// A game that is a tree is asked for by the numbers of its sets: its own tree has them.
#[test]
fn strategies_of_trees_are_played_too() {
    let tree = tree_of(&named("kuhn(cards=3)"));
    let game: Arc<dyn Game> = Arc::new(TreeGame::new(tree));
    let again = tree_of(&game);
    let files = [uniform_behaviour(&again, Player(0)), uniform_behaviour(&again, Player(1))];
    assert!(play(&game, [&files[0], &files[1]], 20).is_ok());
}

#[test]
fn every_fault_of_a_file_is_told_with_its_line() {
    let told = |text: &str| match BehaviourFile::read(text) {
        Ok(file) => panic!("{file:?}"),
        Err(faults) => faults.iter().map(BehaviourFault::to_string).collect::<Vec<_>>().join("\n"),
    };
    assert!(told("").starts_with("line 1: this is no strategy"));
    assert!(told("{\"a\": 1}").starts_with("line 1: this is no strategy"));
    assert!(told("# 1\nhexa-strategy 2").starts_with("line 2: strategies of version `2`"));
    let head = "hexa-strategy 1\ngame kuhn(cards=3)\nplayer 1\n";
    for (text, expected) in [
        ("hexa-strategy 1\n", "line 1: there is no line that starts with `game`"),
        ("hexa-strategy 1\n", "line 1: there is no line that starts with `player`"),
        ("hexa-strategy 1\nmove 1 a\n", "line 2: `move` must follow"),
        (&format!("{head}game x\n"), "line 4: `game` is given twice"),
        (&format!("{head}strategy x\n"), "line 4: a line cannot start with `strategy`"),
        (&format!("{head}text 12\n"), "line 4: `12` is no text of hexadecimal digits"),
        (&format!("{head}text +123456789abcdef\n"), "line 4: `+123456789abcdef` is no"),
        (&format!("{head}elsewhere pass\n"), "line 4: `elsewhere` is followed by"),
        (&format!("{head}set 0g\nmove 1 a\n"), "line 4: `0g` is no text"),
        (&format!("{head}set 00\n"), "line 4: this information set has no moves"),
        (
            &format!("{head}set 00\nmove 1/2 a\nmove 1/3 b\n"),
            "line 4: the probabilities of this information set add up to 5/6, not to 1",
        ),
        (
            &format!("{head}set 00\nmove 0 a\n"),
            "line 4: the probabilities of this information set add up to 0",
        ),
        (&format!("{head}set 00\nmove 1/2 a\nmove 1/2 a\n"), "line 6: the move `a` is given twice"),
        (
            &format!("{head}set 00\nmove 3/2 a\nmove -1/2 b\n"),
            "line 6: the probability -1/2 is negative",
        ),
        (&format!("{head}set 00\nmove 0.5 a\n"), "line 5: `0.5` is no probability"),
        (&format!("{head}set 00\nmove 1 a\\\n"), "line 5: in the text after `move`, a backslash"),
        (
            &format!("{head}set 00\nmove 1 a\nset 00\nmove 1 a\n"),
            "line 6: this information set is given on line 4 already",
        ),
        (&format!("{head}set 00\nmove 1 a\nplayer 2\n"), "line 6: `player` must stand before"),
        (
            &format!(
                "{head}set 00\nmove 1/18446744073709551629 a\nmove 18446744073709551628/18446744073709551629 b\n"
            ),
            "more than 64 bits",
        ),
    ] {
        let told = told(text);
        assert!(told.contains(expected), "{text}\n{told}");
    }
    let several = told(&format!("{head}set 00\nmove 1 a\nmove 1 a\nset 01\nset 0\nmove x a\n"));
    assert_eq!(several.lines().count(), 4, "{several}");
}
