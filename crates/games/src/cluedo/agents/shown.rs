//! The model of what others know of the agent's own hand (Agents page, Modelling the Hand Cards): one world for each set of
//! own cards, and access for each other player, which an update with `K_n k` takes away. No world is ever taken away.

use super::super::CluedoCards;
use hexa_logic::Card;

/// The model of what others know of the agent's own hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShownModel {
    /// The cards that were shown to each player.
    shown: Vec<CluedoCards>,
}

/// Which access between worlds without a shown card is left by an update with `K_n k`. From the actual world, in which all
/// own cards are, both leave the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lacking {
    /// That between two of them: player n is told whether the card is there. So the page's update is read.
    Linked,
    /// None but of each to itself: so the program does it, which takes away all access to and from such worlds.
    Apart,
}

impl ShownModel {
    /// Nothing has been shown to so many players.
    pub fn reset(&mut self, players: usize) {
        self.shown.clear();
        self.shown.resize(players, 0);
    }

    /// Update with `K_n k`.
    pub fn show(&mut self, player: usize, card: Card) {
        self.shown[player] |= 1 << card.0;
    }

    /// The cards k for which `K_n k` holds in the actual world, in which all own cards are.
    pub fn known_to(&self, player: usize) -> CluedoCards {
        // Before the deal there is nobody to show a card to.
        self.shown.get(player).copied().unwrap_or_default()
    }

    /// The worlds: all sets of a hand, the hand first.
    pub fn worlds(hand: CluedoCards) -> impl Iterator<Item = CluedoCards> {
        let mut next = Some(hand);
        std::iter::from_fn(move || {
            let world = next?;
            next = world.checked_sub(1).map(|less| less & hand);
            Some(world)
        })
    }

    /// Whether a player has access from one world to another.
    pub fn is_linked(
        &self,
        player: usize,
        from: CluedoCards,
        to: CluedoCards,
        lacking: Lacking,
    ) -> bool {
        let shown = self.shown[player];
        let has_all = |world: CluedoCards| shown & !world == 0;
        match lacking {
            Lacking::Linked => (from ^ to) & shown == 0,
            Lacking::Apart => from == to || (has_all(from) && has_all(to)),
        }
    }

    /// The worlds that a player has access to from the actual one.
    pub fn accessible(&self, player: usize, hand: CluedoCards) -> Vec<CluedoCards> {
        let linked = |world: &CluedoCards| self.is_linked(player, hand, *world, Lacking::Linked);
        Self::worlds(hand).filter(linked).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's own example: two cards make four worlds.
    #[test]
    fn what_was_shown_is_known() {
        assert_eq!(ShownModel::worlds(0b11).collect::<Vec<_>>(), [0b11, 0b10, 0b01, 0b00]);
        let mut shown = ShownModel::default();
        shown.reset(3);
        shown.show(1, Card(2));
        let hand = 0b1_0101;
        assert_eq!(shown.accessible(0, hand).len(), 8);
        let of_second = shown.accessible(1, hand);
        assert_eq!(of_second.len(), 4);
        assert!(of_second.iter().all(|world| world & 0b100 != 0));
        assert_eq!(shown.known_to(1), 0b100);
    }

    /// Every pair of worlds, every set of cards that can have been shown: both readings are equivalences, and from the actual
    /// world they are the same.
    #[test]
    fn access_is_reflexive_symmetric_and_transitive() {
        let hand = 0b1_1010;
        for shown in ShownModel::worlds(hand) {
            let model = ShownModel { shown: vec![shown] };
            let linked = |from, to, lacking| model.is_linked(0, from, to, lacking);
            for lacking in [Lacking::Linked, Lacking::Apart] {
                for v in ShownModel::worlds(hand) {
                    assert!(linked(v, v, lacking));
                    assert_eq!(linked(hand, v, lacking), linked(hand, v, Lacking::Linked));
                    for w in ShownModel::worlds(hand).filter(|&w| linked(v, w, lacking)) {
                        assert!(linked(w, v, lacking));
                        let mut beyond = ShownModel::worlds(hand);
                        assert!(beyond.all(|u| !linked(w, u, lacking) || linked(v, u, lacking)));
                    }
                }
            }
        }
    }
}
