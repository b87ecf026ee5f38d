//! What others know in Pit, as somebody can tell who thinks about them: for each player the deals that they consider possible.
//! Each such set is kept once, and so is what becomes of it.

use super::super::account::PitEvent;
use super::super::game::PitGame;
use super::super::knowledge::{DealFilter, Holding};
use super::super::packed::PackedHands;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// What a player considers possible, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PitMind(u32);

/// What players consider possible.
#[derive(Default)]
pub(super) struct PitMinds {
    /// By the player and the deals that are possible for them.
    minds: IndexMap<(usize, Vec<PackedHands>), DealFilter<()>, FxBuildHasher>,
    next: FxHashMap<(PitMind, PitEvent), PitMind>,
}

impl PitMinds {
    /// What a player considers possible who holds this before anything else happens.
    pub(super) fn first(&mut self, game: &PitGame, player: usize, hand: &[u8]) -> Option<PitMind> {
        let mut filter = DealFilter::new(game, player)?;
        filter.follow(game, PitEvent::Dealt, hand);
        Some(self.keep(player, filter))
    }

    fn keep(&mut self, player: usize, filter: DealFilter<()>) -> PitMind {
        let deals = filter.deals().map(|(hands, ())| hands).collect();
        let entry = self.minds.entry((player, deals));
        let mind = PitMind(entry.index() as u32);
        entry.or_insert(filter);
        mind
    }

    /// After the player has noticed something.
    pub(super) fn follow(&mut self, game: &PitGame, mind: PitMind, event: PitEvent) -> PitMind {
        if let Some(&next) = self.next.get(&(mind, event)) {
            return next;
        }
        let Some(((player, _), filter)) = self.minds.get_index(mind.0 as usize) else {
            return mind;
        };
        let (player, mut filter) = (*player, filter.clone());
        filter.follow(game, event, &[]);
        let next = self.keep(player, filter);
        self.next.insert((mind, event), next);
        next
    }

    /// Whether the player knows that another holds cards of a suit, or none.
    pub(super) fn holding(&self, mind: PitMind, other: usize, suit: usize) -> Holding {
        let filter = self.minds.get_index(mind.0 as usize).map(|(_, filter)| filter);
        filter.map_or(Holding::Open, |filter| filter.holding(other, suit))
    }

    /// How many are kept.
    pub(super) fn len(&self) -> usize {
        self.minds.len()
    }
}
