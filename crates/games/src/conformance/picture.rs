//! All that can be asked of a play, to see whether two positions are the same.

use crate::exact::Exact;
use crate::game::{Memory, Move, Play, Player, Trouble, Turn};

/// Moves, their texts, what is remembered, and the information set.
type PlayerPicture = (Vec<Move>, Vec<String>, Memory, Vec<u8>);

/// All that can be asked of a play.
#[derive(PartialEq)]
pub(super) struct Picture {
    turn: Turn,
    steps: usize,
    players: Vec<PlayerPicture>,
    returns: Result<Vec<Exact>, Trouble>,
    rewards: Result<Vec<Exact>, Trouble>,
}

impl Picture {
    pub(super) fn of(play: &dyn Play) -> Self {
        let returns = play.returns();
        let many = returns.as_ref().map_or(0, Vec::len);
        let of = |player| {
            let moves = play.moves(player).to_vec();
            let texts = moves.iter().map(|&made| play.move_text(player, made)).collect();
            let mut bytes = Vec::new();
            play.information(player, &mut bytes);
            (moves, texts, play.memory(player).clone(), bytes)
        };
        let players = Player::first(many).map(of).collect();
        let (turn, rewards) = (play.turn().clone(), play.rewards());
        Self { turn, steps: play.steps(), players, returns, rewards }
    }
}
