//! Trees in Gambit's format: read, checked, written and read again, which is the same tree, and played at random.

use super::Outcome;
use super::small::{MOST_BYTES, assert_kept, digest, stop};
use hexa_games::game::{Game, Player};
use hexa_games::tree::TreeGame;
use hexa_games::{PlayStreams, Strategy, Uniform, play_on};
use hexa_rules::efg;
use std::sync::Arc;

/// Longer plays are left.
const MOST_STEPS: usize = 50;

/// Reads a tree and plays it.
pub fn grow(text: &str) -> Outcome {
    if text.len() > MOST_BYTES {
        return Outcome::Refused;
    }
    let stop = stop();
    let read = efg::read("f.efg", text, &stop);
    assert_kept(&stop);
    let Ok((tree, _)) = read else { return Outcome::Refused };
    tree.check().unwrap_or_else(|fault| panic!("a tree that was read is none: {fault:?}\n{text}"));
    let written = efg::write(&tree);
    let again = efg::read("f.efg", &written, &stop);
    let (again, _) =
        again.unwrap_or_else(|wrong| panic!("{wrong:#?} in what was written:\n{written}"));
    // Labels are those of the game that is written; everything else is read back.
    assert_eq!(again.nodes.len(), tree.nodes.len(), "{written}");
    assert_eq!(efg::write(&again), written, "written twice it is not the same");
    let game = Arc::new(TreeGame::new(tree));
    let players = game.declaration().players.len();
    let mut told = written;
    for number in 0..3 {
        let Ok(mut play) = game.clone().start(&stop) else { return Outcome::GaveUp };
        let mut strategies: Vec<Box<dyn Strategy>> =
            Player::first(players).map(|_| Box::new(Uniform) as Box<dyn Strategy>).collect();
        let mut streams = PlayStreams::new(1, number, players);
        let end =
            play_on(&mut *play, &mut strategies, &mut streams, MOST_STEPS, &stop, &mut |_, _| {});
        told += &format!("{end:?}\n");
        assert_kept(&stop);
    }
    if stop.is_asked() { Outcome::GaveUp } else { Outcome::Answered(digest(&told)) }
}
