//! What the strategies at a table keep in mind, for whoever asked to see it: it is not hidden from those who play against them.

use super::Table;
use hexa_games::game::Player;
use hexa_games::strategy::{Mind, MindCard, MindSubject};

/// What a strategy keeps in mind.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct MindShown {
    /// Whose it is.
    pub player: String,
    /// The strategy.
    pub strategy: String,
    /// After so many lines of the log.
    pub lines: u64,
    /// Its models.
    pub models: Vec<MindModelShown>,
    /// The cards.
    pub cards: Vec<MindCardShown>,
}

/// A model.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct MindModelShown {
    /// The player whose hand it is about; `None` if it is about the goal.
    pub hand_of: Option<String>,
    /// How many worlds are left.
    pub worlds: u64,
}

/// A card in the models.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct MindCardShown {
    /// What it is called.
    pub name: String,
    /// Of which kind it is, counted from 0.
    pub kind: usize,
    /// In how many worlds of each model it is.
    pub worlds: Vec<u64>,
    /// Whether it is the player's own.
    pub is_own: bool,
    /// To whom it was shown.
    pub shown_to: Vec<String>,
}

impl MindShown {
    /// Whether the same is kept in mind, whenever it was looked at.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        (&self.player, &self.models, &self.cards) == (&other.player, &other.models, &other.cards)
    }
}

impl Table {
    /// What each strategy keeps in mind now, of those that can show it.
    pub fn minds(&self) -> Vec<MindShown> {
        let seats = Player::first(self.game().declaration().players.len());
        seats.filter_map(|player| self.mind(player)).collect()
    }

    fn mind(&self, player: Player) -> Option<MindShown> {
        let opened = self.strategies.get(player.index())?.as_ref()?;
        let mut strategy = opened.make(self.game()).ok()?;
        let mind = self.course.seen(player).mind(&mut *strategy)?;
        let (player, strategy) = (self.name(player).to_owned(), opened.name.to_string());
        let lines = self.course.entries().len() as u64;
        Some(self.show_mind(
            mind,
            MindShown { player, strategy, lines, models: Vec::new(), cards: Vec::new() },
        ))
    }

    fn show_mind(&self, mind: Mind, shown: MindShown) -> MindShown {
        let name = |player: Player| self.name(player).to_owned();
        let models = mind.models.iter().map(|model| MindModelShown {
            hand_of: match model.about {
                MindSubject::Goal => None,
                MindSubject::Hand(of) => Some(name(of)),
            },
            worlds: model.worlds,
        });
        let card = |(kind, card): (usize, MindCard)| MindCardShown {
            name: card.name,
            kind,
            worlds: card.worlds,
            is_own: card.is_own,
            shown_to: card.shown_to.into_iter().map(name).collect(),
        };
        let cards = mind.kinds.into_iter().enumerate();
        let cards = cards.flat_map(|(kind, cards)| cards.into_iter().map(move |card| (kind, card)));
        MindShown { models: models.collect(), cards: cards.map(card).collect(), ..shown }
    }
}
