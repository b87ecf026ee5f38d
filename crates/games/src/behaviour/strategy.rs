//! A strategy that was read from a file, as it is played.

use super::read::weights_of;
use super::{BehaviourFile, Elsewhere, OtherGame};
use crate::exact::RBig;
use crate::game::{Declaration, Observation, Player, Weights};
use crate::strategy::{Decision, NoChoice, Strategy};
use hexa_logic::{Stop, Stream};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Does in each information set what a file says. Copies share what was read.
#[derive(Clone, Debug)]
pub struct BehaviourStrategy {
    player: Player,
    elsewhere: Elsewhere,
    sets: Arc<FxHashMap<Box<[u8]>, Behaviour>>,
}

/// The moves that are made, with their weights.
#[derive(Debug)]
struct Behaviour {
    moves: Vec<String>,
    weights: Weights,
}

impl BehaviourStrategy {
    /// The strategy of a file for a game, if it is for this one.
    pub fn new(
        file: &BehaviourFile,
        declaration: &Declaration,
        fingerprint: Option<u64>,
    ) -> Result<Self, OtherGame> {
        let player = file.check_game(declaration, fingerprint)?;
        let prepare = |set: &super::BehaviourSet| {
            let made = set.moves.iter().filter(|(_, chance)| chance.0 != RBig::ZERO);
            let moves = made.map(|(name, _)| name.clone()).collect();
            // What is no probability is not known; a file that was read has none of that.
            let weights = weights_of(&set.moves).ok()?;
            Some((set.information.clone(), Behaviour { moves, weights }))
        };
        let sets = Arc::new(file.sets.iter().filter_map(prepare).collect());
        Ok(Self { player, elsewhere: file.elsewhere, sets })
    }
}

impl Strategy for BehaviourStrategy {
    fn begin(&mut self, _: Player) {}

    fn observe(&mut self, _: Observation<'_>) {}

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        _: &Stop,
    ) -> Result<usize, NoChoice> {
        if decision.player != self.player {
            return Err(NoChoice::UnknownInformation);
        }
        let Some(behaviour) = self.sets.get(decision.information) else {
            return match self.elsewhere {
                Elsewhere::Refuse => Err(NoChoice::UnknownInformation),
                Elsewhere::Uniform => Ok(stream.below(decision.moves.len())),
            };
        };
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        for (place, &made) in decision.moves.iter().enumerate() {
            places.insert((decision.text)(made), place);
        }
        // All are looked at before one is drawn, so that what is refused does not depend on luck.
        let legal: Option<Vec<usize>> =
            behaviour.moves.iter().map(|name| places.get(name).copied()).collect();
        let legal = legal.ok_or(NoChoice::UnknownInformation)?;
        let drawn = behaviour.weights.draw(stream);
        legal.get(drawn).copied().ok_or(NoChoice::UnknownInformation)
    }
}
