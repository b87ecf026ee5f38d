//! How close the others are to knowing what is on the table, as far as the player can tell.

use super::{Advisor, NoAdvice, Piece};
use hexa_engine::Limit;
use hexa_engine::deals::{Chance, Left};
use hexa_logic::Agent;

/// How close an opponent is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Close {
    /// Who.
    pub opponent: Agent,
    /// How likely they know the table.
    pub knows: Chance,
    /// How many tables they can still think of; which limit was hit, if that takes too much.
    pub left: Result<Left, Limit>,
    /// The same for each category, in order.
    pub categories: Vec<CloseCategory>,
}

/// How close an opponent is in a category.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CloseCategory {
    /// How likely they know which of its cards is on the table.
    pub knows: Chance,
    /// How many of its cards they can still think of as being there.
    pub left: Result<Left, Limit>,
}

impl Advisor<'_> {
    /// How close all opponents are who can still win, in the order in which they play.
    pub fn close(&self) -> Result<Vec<Close>, NoAdvice> {
        let opponents = self.rivals();
        let mut close = Vec::new();
        for &opponent in &opponents {
            self.go_on(Piece::Opponents, close.len(), opponents.len())?;
            close.push(self.close_of(opponent)?);
        }
        Ok(close)
    }

    /// How close an opponent is.
    pub fn close_of(&self, opponent: Agent) -> Result<Close, NoAdvice> {
        let regard = self.record.regard(self.me, opponent)?;
        let mut categories = Vec::new();
        for cards in self.categories {
            self.go_on(Piece::Opponents, 0, 1)?;
            let knows = regard.knows_which(cards)?;
            categories.push(CloseCategory { knows, left: or_one(regard.cards_left(cards)) });
        }
        Ok(Close {
            opponent,
            knows: regard.knows_table()?,
            left: or_one(regard.tables_left()),
            categories,
        })
    }
}

/// Without a table there is one way that it can be.
fn or_one(left: Result<Option<Left>, Limit>) -> Result<Left, Limit> {
    left.map(|left| left.unwrap_or(Left { least: 1, most: 1 }))
}
