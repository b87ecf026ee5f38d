//! What a strategy keeps in mind, as data for whoever wants to see it: models of the world, with how many worlds of each a card is
//! in.

use crate::game::Player;

/// What a strategy keeps in mind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mind {
    /// Its models.
    pub models: Vec<MindModel>,
    /// The cards, by their kinds.
    pub kinds: Vec<Vec<MindCard>>,
}

/// A model, with how many worlds are left of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MindModel {
    /// What it is about.
    pub about: MindSubject,
    /// How many worlds.
    pub worlds: u64,
}

/// What a model is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MindSubject {
    /// The cards that are to be found out.
    Goal,
    /// A player's hand.
    Hand(Player),
}

/// A card in the models.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MindCard {
    /// What it is called.
    pub name: String,
    /// In how many worlds of each model it is.
    pub worlds: Vec<u64>,
    /// Whether it is one's own.
    pub is_own: bool,
    /// Who knows that one has it: it was shown to them.
    pub shown_to: Vec<Player>,
}
