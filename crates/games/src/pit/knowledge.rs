//! What players know in the course of Pit (*Logic and game theory of Pit*, section 4): from the deals that are possible, and what
//! everybody can have noticed. It is knowledge of the rules, and not of how others choose what they offer.
//!
//! A position is a deal with all offers that were made, also those that came to nothing; how many are possible grows with
//! every round. Where they are too many to list, it is still told which hands are possible and how likely they are, if
//! everybody moves uniformly: for then it does not matter how they came about. Of decks with too many deals nothing is told.

mod filter;
mod histories;

pub(super) use filter::{DealFilter, Holding};

use super::dealing::MOST_LISTED_DEALS;
use super::game::PitGame;
use super::moves::PitOffer;
use super::play::{holding_fact, offer_fact};
use crate::belief::{Belief, BeliefOf, EpistemicGame, MoveModel, NoBelief, Outlook, UniformMoves};
use crate::exact::{Exact, RBig};
use crate::game::{GameLimit, Move, Play, Player, Trouble};
use filter::Weighed;
use hexa_logic::{Stop, Vocabulary};
use std::sync::Arc;

impl EpistemicGame for PitGame {
    fn find_belief(self: Arc<Self>, of: BeliefOf<'_>, stop: &Stop) -> Result<Belief, NoBelief> {
        histories::find(&self, of, stop)
    }

    fn find_outlook(
        self: Arc<Self>,
        of: BeliefOf<'_>,
        stop: &Stop,
    ) -> Option<Result<Outlook, NoBelief>> {
        if !is_uniform(of.model) {
            return None;
        }
        match self.weigh(of, stop) {
            Err(why) => Some(Err(why)),
            Ok(filter) if filter.histories() <= of.limits.positions as u128 => None,
            Ok(filter) => Some(self.outlook(of, &filter)),
        }
    }

    fn needed_facts(&self, _: Player, _: &dyn Play) -> Option<Vec<String>> {
        None
    }

    fn is_stake(&self, _: Player, _: Move) -> bool {
        false
    }

    fn vocabulary(&self) -> Vocabulary {
        let deck = self.rules.deck;
        let mut vocabulary = Vocabulary::default();
        (1..=deck.players()).for_each(|player| _ = vocabulary.add_agent(player.to_string()));
        for player in 0..deck.players() {
            for suit in 0..deck.suits() {
                for cards in 1..=deck.cards().min(deck.hand()) {
                    vocabulary.add_atom(&holding_fact(player, suit, cards));
                }
            }
        }
        vocabulary
    }
}

/// What is computed here from hands alone is for players who move uniformly.
fn is_uniform(model: &dyn MoveModel) -> bool {
    model.name() == UniformMoves.name()
}

/// There are more deals than are listed.
fn too_many_deals() -> NoBelief {
    Trouble::Limit(GameLimit::Positions(MOST_LISTED_DEALS)).into()
}

impl PitGame {
    /// The hands that a player considers possible, with how likely they are and in how many ways they can have come about.
    fn weigh(&self, of: BeliefOf<'_>, stop: &Stop) -> Result<DealFilter<Weighed>, NoBelief> {
        let (account, events) = self.read(of.player, of.information).ok_or(NoBelief::Impossible)?;
        let mut filter = DealFilter::new(self, of.player.index()).ok_or_else(too_many_deals)?;
        for &event in &events {
            stop.count(1 + filter.len() as u64).map_err(Trouble::from)?;
            filter.follow(self, event, account.first_hand());
        }
        Ok(filter)
    }

    fn outlook(&self, of: BeliefOf<'_>, filter: &DealFilter<Weighed>) -> Result<Outlook, NoBelief> {
        let (account, _) = self.read(of.player, of.information).ok_or(NoBelief::Impossible)?;
        let whole = filter.deals().fold(RBig::ZERO, |sum, (_, part)| sum + &part.weight);
        if whole == RBig::ZERO {
            return Err(NoBelief::Impossible);
        }
        let mut outlook = Outlook::default();
        let mut add = |fact: String, part: RBig| {
            outlook.facts.entry(fact).or_default().0 += part;
        };
        let (deck, packing) = (self.rules.deck, filter.packing());
        for (hands, part) in filter.deals() {
            let part = &part.weight / &whole;
            for player in 0..deck.players() {
                let number = usize::from(account.numbers[player]);
                let among = packing.suits_with(hands, player, number);
                for suit in 0..deck.suits() {
                    let held = packing.count(hands, player, suit);
                    (1..=held)
                        .for_each(|cards| add(holding_fact(player, suit, cards), part.clone()));
                    let is_own = player == of.player.index();
                    if number > 0 && held >= number && !is_own {
                        let offer = PitOffer { suit, cards: number };
                        add(offer_fact(player, offer), &part / RBig::from(among as u64));
                    }
                }
            }
        }
        if let Some(own) = account.own {
            add(offer_fact(of.player.index(), own), RBig::ONE);
        }
        Ok(outlook)
    }
}

impl Default for Weighed {
    fn default() -> Self {
        Self { weight: Exact::default().0, histories: 0 }
    }
}
