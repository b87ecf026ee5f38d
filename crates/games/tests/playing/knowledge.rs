//! Knowledge games as games of the interface.

use hexa_games::catalogue::{NoGame, named_game};
use hexa_games::conformance::{Trials, conform};
use hexa_games::game::{Chance, Game, Move, Play, PlayStep, Player, Turn};
use hexa_games::knowledge::{KnowledgeGame, NoWin, NotPlayed, OwnCards, PlayedKnowledgeGame};
use hexa_games::named::Named;
use hexa_games::{PlayEnd, PlayStreams, Strategy, Uniform, play_on};
use hexa_logic::Stop;
use std::sync::Arc;

fn game(hands: &[usize], table: usize, ask: &[usize]) -> KnowledgeGame {
    KnowledgeGame::new(hands, table, ask).expect("there is such a game")
}

fn played(rules: KnowledgeGame) -> Arc<dyn Game> {
    Arc::new(PlayedKnowledgeGame::new(rules).expect("it can be played"))
}

#[test]
fn every_knowledge_game_conforms() {
    for own in [OwnCards::Allowed, OwnCards::Avoided, OwnCards::Forbidden] {
        for nowin in [NoWin::Asker, NoWin::All] {
            for (hands, table, ask) in
                [(&[1, 1, 1][..], 0, &[1][..]), (&[2, 2], 1, &[1, 2]), (&[1, 2, 1], 1, &[2])]
            {
                let mut rules = game(hands, table, ask);
                (rules.own, rules.nowin) = (own, nowin);
                let trials = Trials { plays: 60, steps: 60, seed: 1 };
                let tried = conform(&played(rules), trials, &Stop::new());
                let tried = tried.unwrap_or_else(|violation| panic!("{violation:#?}"));
                assert_eq!(tried.finished, 60, "{own:?} {nowin:?}");
            }
        }
    }
}

/// Every protocol, on two games; names are canonical and lead to the same game again.
#[test]
fn every_protocol_conforms() {
    let mut tried_names = 0;
    for base in ["hands=1,1,1; ask=1", "hands=2,1; table=2; ask=1,2; win=table"] {
        for order in ["", "; order=start", "; order=any"] {
            for end in ["", "; nowin=all", "; end=may"] {
                for guess in
                    ["", "; guess=after", "; guess=instead; wrong=heard", "; guess=instead"]
                {
                    for draw in ["", "; draw=allowed"] {
                        if !draw.is_empty() && !base.contains("table") {
                            continue;
                        }
                        let name = {
                            let (nowin, end) =
                                if end.contains("nowin") { (end, "") } else { ("", end) };
                            format!("knowledge({base}{nowin}{order}{end}{guess}{draw})")
                        };
                        let game =
                            named_game(&Named::read(&name).expect("a name")).expect("a game");
                        assert_eq!(game.declaration().name, name);
                        let trials = Trials { plays: 15, steps: 300, seed: 1 };
                        let tried = conform(&game, trials, &Stop::new());
                        let tried =
                            tried.unwrap_or_else(|violation| panic!("{name} {violation:#?}"));
                        assert_eq!(tried.finished, 15, "{name}");
                        tried_names += 1;
                    }
                }
            }
        }
    }
    assert_eq!(tried_names, 108);
}

fn refused(name: &str) -> Option<NoGame> {
    named_game(&Named::read(name).expect("a name")).err()
}

#[test]
fn protocols_that_make_no_sense_are_refused() {
    let not_played = |why| Some(NoGame::NotPlayed(why));
    assert_eq!(refused("knowledge(draw=allowed)"), not_played(NotPlayed::NothingToDraw));
    assert_eq!(refused("knowledge(nowin=all; end=may)"), not_played(NotPlayed::EverybodyMay));
    let many = refused("knowledge(hands=3,3,3; guess=after; table=1)");
    assert_eq!(many, not_played(NotPlayed::Guesses(16_800)));
    assert!(matches!(refused("knowledge(order=none)"), Some(NoGame::Setting(_))));
}

/// Only who knows may say that they win, and they may as well wait.
#[test]
fn winning_is_a_choice_of_those_who_know() {
    let game = named_game(&Named::read("knowledge(end=may)").expect("a name")).expect("a game");
    let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
    let by = |made: u32| PlayStep::Moves(vec![Move(made)]);
    play.apply(&PlayStep::Chance(Move(0))).expect("a deal");
    assert_eq!(play.move_text(Player(0), Move(1)), "ask 2 for l");
    play.apply(&by(1)).expect("a question");
    assert_eq!(*play.turn(), Turn::Decision(Player(0)));
    let texts: Vec<String> =
        play.moves(Player(0)).iter().map(|&made| play.move_text(Player(0), made)).collect();
    assert_eq!(texts, ["pass", "win"]);
    let mut other = play.fork();
    other.apply(&by(play.moves(Player(0))[1].0)).expect("they know");
    assert_eq!(other.returns().expect("it is over")[0].to_string(), "1");
    play.apply(&by(play.moves(Player(0))[0].0)).expect("they may pass");
    // The second player asks for their own card, learns nothing, and cannot win: they pass without being asked.
    assert_eq!(play.move_text(Player(1), Move(1)), "ask 1 for l");
    play.apply(&by(1)).expect("a question");
    assert_eq!(*play.turn(), Turn::Decision(Player(2)));
}

/// Who guesses wrong is out, has seen the truth, and still answers.
#[test]
fn a_wrong_guess_is_the_end_for_who_guessed() {
    let name = "knowledge(hands=1,1; table=1; ask=1; win=table; guess=after)";
    let game = named_game(&Named::read(name).expect("a name")).expect("a game");
    let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
    let by = |play: &dyn Play, player: u32, text: &str| {
        let moves = play.moves(Player(player));
        let made = moves.iter().find(|&&made| play.move_text(Player(player), made) == text);
        PlayStep::Moves(vec![*made.unwrap_or_else(|| panic!("no {text}"))])
    };
    let Ok(Chance::Listed(deals, _)) = play.chance() else { panic!("it is listed") };
    let deal = deals.iter().find(|&&deal| play.chance_text(deal) == "k | l | m");
    play.apply(&PlayStep::Chance(*deal.expect("there is such a deal"))).expect("a deal");
    play.apply(&by(&*play, 0, "ask 2 for k")).expect("a question");
    play.apply(&by(&*play, 0, "guess l")).expect("a guess");
    let told: Vec<String> =
        play.memory(Player(0)).since(0).map(|o| game.tell(Player(0), o)).collect();
    assert_eq!(told.last().map(String::as_str), Some("1 guesses l, and is wrong: it is m"));
    let told: Vec<String> =
        play.memory(Player(1)).since(0).map(|o| game.tell(Player(1), o)).collect();
    assert_eq!(told.last().map(String::as_str), Some("1 guesses, and is wrong"));
    // If 1 had m, then 1 would have known that k is on the table. So 2 knows that 1 has k.
    play.apply(&by(&*play, 1, "ask 1 for l")).expect("1 answers");
    assert_eq!(*play.turn(), Turn::Over, "2 knows the table");
    assert_eq!(play.returns().expect("it is over")[1].to_string(), "1");
}

/// With one card each, the first player wins at once by asking for a card of somebody else. If they ask for their own,
/// everybody hears that they did, and the second player wins.
#[test]
fn random_plays_of_three_cards_are_won() {
    let game = played(game(&[1, 1, 1], 0, &[1]));
    let stop = Stop::new();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let mut wins = [0; 4];
    for number in 0..300 {
        let mut strategies: Vec<Box<dyn Strategy>> =
            (0..3).map(|_| Box::new(Uniform) as Box<dyn Strategy>).collect();
        let mut streams = PlayStreams::new(7, number, 3);
        let end = play_on(&mut *play, &mut strategies, &mut streams, 100, &stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        let winner = returns.iter().position(|worth| worth.to_string() == "1");
        wins[winner.unwrap_or(3)] += 1;
        while play.steps() > 0 {
            play.undo();
        }
        assert_eq!(*play.turn(), Turn::Chance);
    }
    assert!((170..230).contains(&wins[0]) && wins[0] + wins[1] == 300, "{wins:?}");
}
