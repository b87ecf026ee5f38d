//! Strategy files: read, written and read again, which is the same strategy; and played in the games that they may be for.

use super::Outcome;
use super::small::{MOST_BYTES, digest, stop};
use hexa_games::behaviour::{BehaviourFile, BehaviourStrategy};
use hexa_games::game::{Game, Player};
use hexa_games::kuhn::KuhnPoker;
use hexa_games::{PlayStreams, Strategy, Uniform, play_on};
use std::sync::Arc;

/// Reads a strategy and plays it.
pub fn follow(text: &str) -> Outcome {
    if text.len() > MOST_BYTES {
        return Outcome::Refused;
    }
    let Ok(file) = BehaviourFile::read(text) else { return Outcome::Refused };
    let written = file.write();
    let again = BehaviourFile::read(&written);
    let again = again.unwrap_or_else(|wrong| panic!("{wrong:?} in what was written:\n{written}"));
    assert_eq!(again, file, "it reads back as another one:\n{written}");
    let game = Arc::new(KuhnPoker::new(3).expect("three cards are enough"));
    let declaration = game.declaration();
    let mut told = written;
    if let Ok(strategy) = BehaviourStrategy::new(&file, declaration, None) {
        let players = declaration.players.len();
        for number in 0..4 {
            let stop = stop();
            let Ok(mut play) = game.clone().start(&stop) else { return Outcome::GaveUp };
            let seat = |player: Player| match declaration.players[player.index()] == file.player {
                true => Box::new(strategy.clone()) as Box<dyn Strategy>,
                false => Box::new(Uniform),
            };
            let mut strategies: Vec<Box<dyn Strategy>> = Player::first(players).map(seat).collect();
            let mut streams = PlayStreams::new(1, number, players);
            let end = play_on(&mut *play, &mut strategies, &mut streams, 50, &stop, &mut |_, _| {});
            told += &format!("{end:?}\n");
        }
    }
    Outcome::Answered(digest(&told))
}
