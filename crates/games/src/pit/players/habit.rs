//! What traders choose from (*Logic and game theory of Pit*, section 5): the offers of suits that the other is known to hold,
//! and those of suits that the other is known not to hold.

use super::super::knowledge::Holding;
use super::super::moves::PitOffer;
use super::odds::Odds;
use crate::exact::RBig;

/// The places of offers by what is known of the other.
pub(super) struct Kinds {
    pub(super) shared: Vec<usize>,
    pub(super) distinct: Vec<usize>,
}

impl Kinds {
    /// Those of offers at these places, where suits stand so.
    pub(super) fn of(
        offers: impl Iterator<Item = (usize, PitOffer)>,
        holding: impl Fn(usize) -> Holding,
    ) -> Self {
        let mut kinds = Self { shared: Vec::new(), distinct: Vec::new() };
        for (at, offer) in offers {
            match holding(offer.suit) {
                Holding::Some => kinds.shared.push(at),
                Holding::None => kinds.distinct.push(at),
                Holding::Open => {}
            }
        }
        kinds
    }

    /// How likely a trader who shares so often makes each of so many offers.
    pub(super) fn chances(&self, many: usize, shared: Odds) -> Vec<RBig> {
        let shared = match (self.shared.is_empty(), self.distinct.is_empty()) {
            (true, true) => return vec![RBig::ONE / RBig::from(many as u64); many],
            (false, true) => RBig::ONE,
            (true, false) => RBig::ZERO,
            (false, false) => shared.probability().0,
        };
        let mut chances = vec![RBig::ZERO; many];
        let mut spread = |places: &[usize], whole: RBig| {
            let each = whole / RBig::from(places.len().max(1) as u64);
            places.iter().for_each(|&at| chances[at] = each.clone());
        };
        let distinct = RBig::ONE - &shared;
        spread(&self.shared, shared);
        spread(&self.distinct, distinct);
        chances
    }
}
