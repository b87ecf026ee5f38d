//! How the cards of Cluedo can be dealt: how many deals there are, and all of them where they are few.

use super::super::agents::HandModel;
use super::super::rules::CluedoRules;
use super::cards::CluedoCards;
use crate::exact::RBig;
use crate::game::{Move, Weights};

/// All deals of a small deck, equally likely.
pub(super) struct ListedDeals {
    /// The envelope, and the hands.
    pub(super) deals: Vec<CluedoDeal>,
    /// The moves of chance that deal them.
    pub(super) moves: Vec<Move>,
    /// That they are equally likely.
    pub(super) weights: Weights,
}

/// What lies in the envelope, and what everybody gets.
pub(in crate::cluedo) type CluedoDeal = (CluedoCards, Vec<CluedoCards>);

/// So many deals are listed; of more, one is drawn.
const MOST_LISTED_DEALS: usize = 10_000;

/// How many deals there are: an envelope of one card of each category, and the rest as hands.
pub(super) fn count_deals(rules: &CluedoRules) -> RBig {
    let sizes = rules.deck().categories().iter().map(|category| category.cards.len());
    let envelopes = sizes.fold(RBig::ONE, |product, size| product * RBig::from(size as u64));
    let mut left = rules.hands().iter().sum::<usize>() as u64;
    let mut deals = envelopes;
    for &hand in rules.hands() {
        for card in 1..=hand as u64 {
            deals = deals * RBig::from(left) / RBig::from(card);
            left -= 1;
        }
    }
    deals
}

/// All deals in order, if they are not too many to list.
pub(super) fn list_deals(rules: &CluedoRules, triples: &[CluedoCards]) -> Option<ListedDeals> {
    if count_deals(rules) > RBig::from(MOST_LISTED_DEALS as u64) {
        return None;
    }
    let all = rules.deck().cards().fold(0, |all: CluedoCards, card| all | 1 << card.0);
    let mut deals: Vec<CluedoDeal> = triples.iter().map(|&triple| (triple, Vec::new())).collect();
    for &size in rules.hands() {
        let mut dealt = Vec::new();
        for (envelope, hands) in deals {
            let left = hands.iter().fold(all & !envelope, |left, hand| left & !hand);
            let mut model = HandModel::default();
            model.reset(left, size);
            let with = |&hand: &CluedoCards| {
                let hands = hands.iter().copied().chain([hand]).collect();
                (envelope, hands)
            };
            dealt.extend(model.worlds().iter().map(with));
        }
        deals = dealt;
    }
    let (moves, weights) = equal_moves(deals.len())?;
    Some(ListedDeals { deals, moves, weights })
}

/// So many moves of chance, equally likely.
pub(super) fn equal_moves(many: usize) -> Option<(Vec<Move>, Weights)> {
    Some(((0..many as u32).map(Move).collect(), Weights::equal(many).ok()?))
}
