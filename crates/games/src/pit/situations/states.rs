//! What the derivation of a game asks of those who keep track of knowledge: which situations there are up to other names for
//! suits, where they lead, and what a player can tell apart in them.

use super::limits::PitCut;
use super::rounds::Round;
use crate::pit::{Player, Suit};

/// A situation, by numbers that whoever keeps track of knowledge gives it. Situations that differ only in the names of suits
/// have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Standing {
    pub knowledge: u32,
    pub point: u32,
}

/// Whether a choice of a player depends on who of the others is who.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ChoiceNames {
    /// It does: a choice after a trade with one player is another than after a trade with somebody else.
    Kept,
    /// It does not: it is the same whoever it was, if what is known is alike.
    Forgotten,
}

/// What a player makes of where they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Outlook {
    /// The same number wherever the player is in the same position, up to other names.
    pub class: usize,
    /// For each suit what it is called there: the same for suits that another choice of names exchanges.
    pub suits: Vec<u8>,
}

/// Keeps track of knowledge.
pub(super) trait States {
    /// Where play stands when this deal was dealt, and nobody has a corner.
    fn dealt(&mut self, deal: usize) -> Result<Standing, PitCut>;

    /// Where it stands after a round in which these suits were swapped, and nobody got a corner.
    fn after(
        &mut self,
        from: Standing,
        round: &Round,
        given: (Suit, Suit),
    ) -> Result<Standing, PitCut>;

    /// The deal.
    fn deal(&mut self, at: Standing) -> Result<usize, PitCut>;

    /// What a player makes of it.
    fn outlook(&mut self, at: Standing, player: Player) -> Result<Outlook, PitCut>;

    /// The deals that a player considers possible, in order.
    fn considered(&mut self, at: Standing, player: Player) -> Result<Vec<usize>, PitCut>;

    /// For each of these situations a number, the same for those that differ only in the names of suits and players; if that
    /// can be said.
    fn kinds(&mut self, _: &[Standing]) -> Result<Option<Vec<usize>>, PitCut> {
        Ok(None)
    }

    /// How many worlds the model has in which play stands, if there is a model.
    fn worlds(&self, at: Standing) -> Option<usize>;
}
