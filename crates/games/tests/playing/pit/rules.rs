//! The rules of Pit, by whole plays and by the conformance suite.

use super::{chance, dealt, game, is_over, moves, start, worth};
use hexa_games::conformance::{Trials, conform};
use hexa_games::game::{Chance, Game, Play, PlayStep, Player, Turn};
use hexa_logic::{Stop, Stream};

fn texts(play: &dyn Play, player: u32) -> Vec<String> {
    let player = Player(player);
    play.moves(player).iter().map(|&made| play.move_text(player, made)).collect()
}

/// What a player was told of everything that happened.
fn told(game: &dyn Game, play: &dyn Play, player: u32) -> Vec<String> {
    let player = Player(player);
    play.memory(player).since(0).map(|observed| game.tell(player, observed)).collect()
}

/// Settings one by one, and all together, on small decks.
#[test]
fn every_pit_conforms() {
    let decks = [
        "players=3; cards=2",
        "players=2; cards=3",
        "players=2; suits=4; cards=2",
        "players=4; cards=2",
    ];
    let settings = [
        "",
        "; most=1",
        "; pass=allowed",
        "; refuse=allowed",
        "; offers=valid",
        "; pass=allowed; refuse=allowed; offers=valid; deal=open",
        "; pairs=all",
        "; pass=allowed; refuse=allowed; offers=valid; pairs=all",
        "; rounds=3",
    ];
    for deck in decks {
        for setting in settings {
            let name = format!("pit({deck}{setting})");
            let game = game(&name);
            assert_eq!(game.declaration().name, name);
            let trials = Trials { plays: 25, steps: 2_500, seed: 3 };
            let tried = conform(&game, trials, &Stop::new());
            let tried = tried.unwrap_or_else(|violation| panic!("{name} {violation:#?}"));
            assert_eq!((tried.finished, tried.stranded), (25, 0), "{name}");
        }
    }
    for name in
        ["pit(players=5; cards=4; rounds=20)", "pit(players=2; suits=10; cards=20; rounds=20)"]
    {
        let trials = Trials { plays: 6, steps: 60, seed: 3 };
        let tried = conform(&game(name), trials, &Stop::new());
        tried.unwrap_or_else(|violation| panic!("{name} {violation:#?}"));
    }
}

/// The example of section 5: Anne and Bill trade wheat; then `shared_a`, `distinct_b` and flax of Cath, rye of Cath.
#[test]
fn the_example_of_the_paper_is_played() {
    for (third, pair, worths, hands) in [
        ("offer y", "match 1 2", ["-1", "2", "-1"], "x y | w w | x y"),
        ("offer x", "match 1 3", ["2", "-1", "-1"], "x x | w y | w y"),
    ] {
        let mut play = dealt("pit", "w x | w y | x y");
        moves(&mut *play, &["offer w", "offer w", "offer x"]);
        chance(&mut *play, "match 1 2");
        assert!(!is_over(&*play));
        moves(&mut *play, &["offer w", "offer y", third]);
        chance(&mut *play, pair);
        assert!(is_over(&*play), "{pair}");
        assert_eq!(worth(&*play), worths);
        let expected = super::facts_of(hands);
        assert_eq!(play.facts(), expected);
    }
    // If Anne and Cath trade wheat for rye, nobody wins: `xy.wy.wx` (section 5 writes `a` and `c` offering w and x, which wins).
    let mut play = dealt("pit", "w x | w y | x y");
    moves(&mut *play, &["offer w", "offer w", "offer x"]);
    chance(&mut *play, "match 1 2");
    moves(&mut *play, &["offer w", "offer y", "offer y"]);
    chance(&mut *play, "match 1 3");
    assert!(!is_over(&*play));
    assert_eq!(play.facts(), super::facts_of("x y | w y | w x"));
}

/// A whole play as everybody hears it.
#[test]
fn everybody_hears_numbers_and_who_trades_sees_suits() {
    let game = game("pit(players=3; cards=3; refuse=allowed)");
    let mut play = dealt("pit(players=3; cards=3; refuse=allowed)", "w w x | w x y | x y y");
    moves(&mut *play, &["offer two w", "offer w", "offer x"]);
    assert_eq!(*play.turn(), Turn::Simultaneous(vec![Player(1), Player(2)]));
    assert_eq!(texts(&*play, 1), ["trade", "refuse"]);
    moves(&mut *play, &["trade", "refuse"]);
    moves(&mut *play, &["offer x", "offer x", "offer y"]);
    chance(&mut *play, "match 1 2");
    moves(&mut *play, &["refuse", "refuse"]);
    chance(&mut *play, "match 1 3");
    moves(&mut *play, &["trade", "trade"]);
    assert_eq!(
        told(&*game, &*play, 0),
        [
            "you get w w x",
            "nobody has a corner",
            "you offer two w; 2 offers one; 3 offers one",
            "2 and 3 are matched",
            "2 trades; 3 refuses",
            "nobody trades, and all offers are withdrawn",
            "you offer x; 2 offers one; 3 offers one",
            "you and 2 are matched",
            "you refuse; 2 refuses",
            "you and 3 are matched",
            "you trade; 3 trades",
            "you and 3 trade one: you get y",
            "nobody has a corner",
        ]
    );
    assert_eq!(told(&*game, &*play, 1)[11], "1 and 3 trade one");
    assert_eq!(told(&*game, &*play, 2)[11], "you and 1 trade one: you get x");
    let mut bytes = Vec::new();
    play.information(Player(2), &mut bytes);
    let view = game.view(Player(2), &bytes).expect("a view");
    assert_eq!(view.lines, ["your cards: x x y"]);
    moves(&mut *play, &["offer two w", "offer w", "offer two x"]);
    moves(&mut *play, &["trade", "trade"]);
    assert_eq!(play.facts(), super::facts_of("x x y | w x y | w w y"));
}

/// Offers of those who did not trade stand. They are withdrawn when nobody can be matched.
#[test]
fn valid_offers_stand_until_they_are_traded_or_nobody_matches() {
    let name = "pit(players=3; cards=3; offers=valid; pass=allowed)";
    let mut play = dealt(name, "w w x | w x y | x y y");
    moves(&mut *play, &["offer two w", "offer w", "offer x"]);
    // 2 and 3 traded at once. 1 is not asked again.
    assert_eq!(*play.turn(), Turn::Simultaneous(vec![Player(1), Player(2)]));
    assert!(play.facts().contains(&"offer(w,1,2)".to_owned()));
    moves(&mut *play, &["pass", "offer two y"]);
    assert_eq!(*play.turn(), Turn::Over, "{:?}", play.facts());
    let mut play = dealt(name, "w w x | w x y | x y y");
    moves(&mut *play, &["offer two w", "offer w", "offer x"]);
    moves(&mut *play, &["pass", "offer w"]);
    assert_eq!(play.turn().players().len(), 3, "nobody matches");
    assert!(play.facts().iter().all(|fact| !fact.starts_with("offer")));
}

/// With hands larger than a suit, one player can have several corners, and several players can have one.
#[test]
fn chance_says_who_wins_if_several_have_a_corner() {
    let mut play = start("pit(players=2; suits=4; cards=2)");
    chance(&mut *play, "w w x x | y y z z");
    let Ok(Chance::Listed(moves, weights)) = play.chance() else { panic!("two have a corner") };
    let listed: Vec<_> = (0..moves.len())
        .map(|at| (play.chance_text(moves[at]), weights.probability(at).to_string()))
        .collect();
    assert_eq!(listed, [("corner 1".into(), "1/2".into()), ("corner 2".into(), "1/2".to_owned())]);
    chance(&mut *play, "corner 2");
    assert_eq!(worth(&*play), ["-1", "1"]);
    let game = game("pit(players=2; suits=4; cards=2)");
    assert_eq!(told(&*game, &*play, 0)[1], "2 has a corner in y and z");
}

/// Two pairs trade in a round, and then corners are looked for: of two who have one, chance says who wins.
#[test]
fn several_pairs_trade_at_once() {
    let name = "pit(players=4; cards=2; pairs=all)";
    let mut play = dealt(name, "w x | w x | y z | y z");
    moves(&mut *play, &["offer w", "offer w", "offer y", "offer y"]);
    chance(&mut *play, "match 1 2");
    // Those who are left have traded, too, and nobody has a corner.
    assert_eq!(play.turn().players().len(), 4);
    let game = game(name);
    assert_eq!(
        told(&*game, &*play, 0)[2..],
        [
            "you offer w; 2 offers one; 3 offers one; 4 offers one",
            "you and 2 trade one: you get w",
            "3 and 4 trade one",
            "nobody has a corner",
        ]
    );
    moves(&mut *play, &["offer w", "offer x", "offer y", "offer z"]);
    chance(&mut *play, "match 3 4");
    let Ok(Chance::Listed(lots, _)) = play.chance() else { panic!("{play:?}") };
    let lots: Vec<String> = lots.iter().map(|&made| play.chance_text(made)).collect();
    assert_eq!(lots, ["corner 1", "corner 2", "corner 3", "corner 4"]);
    chance(&mut *play, "corner 3");
    assert_eq!(worth(&*play), ["-1", "-1", "3", "-1"]);
    // With three players there is never a second pair.
    let mut play = dealt("pit(pairs=all)", "w x | w y | x y");
    moves(&mut *play, &["offer w", "offer w", "offer x"]);
    chance(&mut *play, "match 1 2");
    assert_eq!(play.facts(), super::facts_of("w x | w y | x y"));
}

/// After the last round nobody wins.
#[test]
fn plays_end_after_so_many_rounds() {
    let mut play = dealt("pit(rounds=2)", "w x | w y | x y");
    for _ in 0..2 {
        moves(&mut *play, &["offer w", "offer w", "offer x"]);
        chance(&mut *play, "match 1 2");
    }
    assert!(is_over(&*play));
    assert_eq!(worth(&*play), ["0", "0", "0"]);
}

/// Which deals there are, and that none has a corner if they are open.
#[test]
fn deals_are_listed_with_their_weights() {
    let chances = |name: &str| {
        let play = start(name);
        let Ok(Chance::Listed(moves, weights)) = play.chance() else { panic!("{name}") };
        let one = |at: usize| (play.chance_text(moves[at]), weights.probability(at).to_string());
        (0..moves.len()).map(one).collect::<Vec<_>>()
    };
    let all = chances("pit");
    assert_eq!(all.len(), 21);
    assert!(all.contains(&("w w | x x | y y".to_owned(), "1/90".to_owned())));
    assert!(all.contains(&("w w | x y | x y".to_owned(), "2/45".to_owned())));
    assert!(all.contains(&("w x | w y | x y".to_owned(), "4/45".to_owned())));
    let open = chances("pit(deal=open)");
    assert_eq!(open.len(), 6);
    assert!(open.iter().all(|(_, chance)| chance == "1/6"), "{open:?}");
}

/// Seven players with nine cards of seven suits.
#[test]
fn the_whole_deck_is_played() {
    let game = game("pit(players=7; cards=9; rounds=200)");
    let mut play = std::sync::Arc::clone(&game).start(&Stop::new()).expect("it starts");
    assert!(matches!(play.chance(), Ok(Chance::Drawn)));
    let mut stream = Stream::new("whole deck", 1);
    while !is_over(&*play) {
        let step = match play.turn() {
            Turn::Chance => play.draw(&mut stream).expect("it is drawn").0,
            turn => {
                let pick = |&player: &Player| *stream.pick(play.moves(player)).expect("a move");
                PlayStep::Moves(turn.players().iter().map(pick).collect())
            }
        };
        play.apply(&step).expect("it is legal");
    }
    assert!(play.steps() > 100);
    for text in ["w w", "w x | y", "z"] {
        let mut start = std::sync::Arc::clone(&game).start(&Stop::new()).expect("it starts");
        assert!(start.apply(&PlayStep::Drawn(text.to_owned())).is_err());
    }
}
