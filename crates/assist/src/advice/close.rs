//! How close the others are to knowing what is on the table, as far as the player can tell.

use super::Advisor;
use hexa_engine::Limit;
use hexa_engine::deals::{Chance, Left, NoView};
use hexa_logic::Agent;

/// How close an opponent is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Close {
    /// Who.
    pub opponent: Agent,
    /// How likely he knows the table.
    pub knows: Chance,
    /// How many tables he can still think of; which limit was hit, if that takes too much.
    pub left: Result<Left, Limit>,
    /// The same for each category, in order.
    pub categories: Vec<CloseCategory>,
}

/// How close an opponent is in a category.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CloseCategory {
    /// How likely he knows which of its cards is on the table.
    pub knows: Chance,
    /// How many of its cards he can still think of as being there.
    pub left: Result<Left, Limit>,
}

impl Advisor<'_> {
    /// How close all opponents are, in the order in which they play.
    pub fn close(&self) -> Result<Vec<Close>, NoView> {
        self.opponents().into_iter().map(|opponent| self.close_of(opponent)).collect()
    }

    /// How close an opponent is.
    pub fn close_of(&self, opponent: Agent) -> Result<Close, NoView> {
        let regard = self.record.regard(self.me, opponent)?;
        let category = |cards: &Vec<_>| {
            Ok(CloseCategory {
                knows: regard.knows_which(cards)?,
                left: counted(regard.cards_left(cards)),
            })
        };
        Ok(Close {
            opponent,
            knows: regard.knows_table()?,
            left: counted(regard.tables_left()),
            categories: self.categories.iter().map(category).collect::<Result<_, Limit>>()?,
        })
    }
}

/// Without a table there is one way that it can be.
fn counted(left: Result<Option<Left>, Limit>) -> Result<Left, Limit> {
    left.map(|left| left.unwrap_or(Left { least: 1, most: 1 }))
}
