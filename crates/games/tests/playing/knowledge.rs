//! Knowledge games as games of the interface.

use hexa_games::conformance::{Trials, conform};
use hexa_games::game::{Game, Turn};
use hexa_games::knowledge::{KnowledgeGame, NoWin, OwnCards, PlayedKnowledgeGame};
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
