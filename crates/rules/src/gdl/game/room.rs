//! What a play of a game in GDL keeps so that a round makes little anew: room to write in, and the turns that there are.

use crate::gdl::referee::RoleMove;
use hexa_games::game::{Memory, Move, Observation, Player, Turn};
use std::sync::Arc;

/// Room for the moves of some stages, so that it is not enlarged at every one of them.
pub(super) const SOME: usize = 64;

/// What is written again and again.
#[derive(Default)]
pub(super) struct Room {
    pub(super) moves: Vec<RoleMove>,
    pub(super) own: Vec<(Player, Move)>,
    pub(super) public: Vec<u8>,
    pub(super) private: Vec<u8>,
}

impl Room {
    /// For so many roles, so that no round has to enlarge it.
    pub(super) fn of_roles(roles: usize) -> Self {
        Self {
            moves: Vec::with_capacity(roles),
            own: Vec::with_capacity(roles),
            public: Vec::with_capacity(SOME),
            private: Vec::with_capacity(SOME),
        }
    }
}

/// Players who remember nothing yet, with room for what they will notice.
pub(super) fn fresh_memories(players: usize) -> Vec<Memory> {
    let mut memories: Vec<Memory> = (0..players).map(|_| Memory::default()).collect();
    for memory in &mut memories {
        // Room is made when something is noticed for the first time.
        memory.record(Observation { own: None, public: &[], private: &[] });
        memory.truncate(0);
    }
    memories
}

/// So many turns of several players are kept.
const SOME_TURNS: usize = 8;

/// Turns that were met, so that none is made anew in every round.
#[derive(Clone)]
pub(super) struct Turns {
    pub(super) over: Arc<Turn>,
    pub(super) chance: Arc<Turn>,
    /// Of each player alone.
    pub(super) decisions: Vec<Arc<Turn>>,
    /// Of several players; where there are many such turns, not all are kept.
    simultaneous: Vec<Arc<Turn>>,
}

impl Turns {
    pub(super) fn new(players: usize) -> Self {
        Self {
            over: Arc::new(Turn::Over),
            chance: Arc::new(Turn::Chance),
            decisions: Player::first(players).map(|who| Arc::new(Turn::Decision(who))).collect(),
            simultaneous: Vec::new(),
        }
    }

    /// The turn of these players, who are several.
    pub(super) fn of_several(&mut self, asked: impl Iterator<Item = Player> + Clone) -> Arc<Turn> {
        let is_theirs = |turn: &&Arc<Turn>| turn.players().iter().copied().eq(asked.clone());
        if let Some(kept) = self.simultaneous.iter().find(is_theirs) {
            return Arc::clone(kept);
        }
        let turn = Arc::new(Turn::Simultaneous(asked.collect()));
        if self.simultaneous.len() < SOME_TURNS {
            self.simultaneous.push(Arc::clone(&turn));
        }
        turn
    }
}
