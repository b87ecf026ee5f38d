//! What asking for cards may give away: that the player has a certain card, or that he knows the table.

use super::{Advisor, hand_of};
use hexa_engine::deals::{Chance, Event, NoView, Record, Refused, Reply};
use hexa_logic::{Agent, Card};

/// Something that an answer may give away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warning {
    /// An opponent learns that the player has a card.
    Hand {
        /// Who.
        opponent: Agent,
        /// The card.
        card: Card,
        /// How likely that is.
        chance: Chance,
    },
    /// After an answer, an opponent knows that the player knows the table.
    Table {
        /// Who.
        opponent: Agent,
        /// The answer.
        reply: Reply,
        /// How likely that is if the answer is this one.
        chance: Chance,
    },
}

impl Advisor<'_> {
    /// Which of the player's cards asking may give away, and to whom.
    pub fn hand_warnings(&self, cards: &[Card]) -> Result<Vec<Warning>, NoView> {
        let (others, hand, mut warnings) = (self.opponents(), self.hand()?, Vec::new());
        for &opponent in &others {
            let mine = (hand_of(self.me), hand.as_slice());
            let chances = self.record.learns(self.me, opponent, mine, (&others, cards))?;
            for (&card, chance) in hand.iter().zip(chances) {
                if !chance.is_impossible() {
                    warnings.push(Warning::Hand { opponent, card, chance });
                }
            }
        }
        Ok(warnings)
    }

    /// Who may then know that the player knows the table, after answers that tell it to him.
    pub fn table_warnings(
        &self,
        cards: &[Card],
        settling: &[Reply],
    ) -> Result<Vec<Warning>, NoView> {
        let (others, mut warnings) = (self.opponents(), Vec::new());
        for &reply in settling {
            let after = self.answered(cards, reply)?;
            for &opponent in &others {
                let chance = after.knows_of_table(self.me, (opponent, self.me))?;
                if !chance.is_impossible() {
                    warnings.push(Warning::Table { opponent, reply, chance });
                }
            }
        }
        Ok(warnings)
    }

    /// The record after the player has asked and was answered so.
    fn answered(&self, cards: &[Card], reply: Reply) -> Result<Record, NoView> {
        let mut record = self.record.clone();
        for respondent in self.opponents() {
            let (requester, cards) = (self.me, cards.to_vec());
            let (event, is_last) = match reply {
                Reply::Shows(agent, card) if agent == respondent => {
                    (Event::Shows { requester, respondent, cards, card }, true)
                }
                _ => (Event::NoCard { requester, respondent, cards }, false),
            };
            record = match record.with(event) {
                Ok(after) => after,
                Err(Refused::GaveUp(limit)) => return Err(NoView::GaveUp(limit)),
                // It was possible; as it is not, nothing is given away.
                Err(Refused::Conflict(_)) => return Ok(record),
            };
            if is_last {
                break;
            }
        }
        Ok(record)
    }
}
