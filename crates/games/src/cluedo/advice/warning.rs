//! What asking for cards may give away: that the player has a certain card, or that they know the table.

use super::{Advisor, NoAdvice, Piece, hand_of};
use hexa_engine::deals::{Asked, Chance, Event, Inquiry, Obstacle, Record, Reply};
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
    pub fn hand_warnings(&self, cards: &[Card], asked: Asked) -> Result<Vec<Warning>, NoAdvice> {
        let (others, hand, mut warnings) = (self.respondents(), self.hand()?, Vec::new());
        let rivals = self.rivals();
        for (done, &opponent) in rivals.iter().enumerate() {
            self.go_on(Piece::Opponents, done, rivals.len())?;
            let mine = (hand_of(self.me), hand.as_slice());
            let inquiry = Inquiry { others: &others, cards, asked };
            let chances = self.record.learns(self.me, opponent, mine, inquiry)?;
            for (&card, chance) in hand.iter().zip(chances) {
                if !chance.is_impossible() {
                    warnings.push(Warning::Hand { opponent, card, chance });
                }
            }
        }
        Ok(warnings)
    }

    /// Who may then know that the player knows the table, after answers that tell it to the player.
    pub fn table_warnings(
        &self,
        cards: &[Card],
        settling: &[Reply],
    ) -> Result<Vec<Warning>, NoAdvice> {
        let (others, mut warnings) = (self.rivals(), Vec::new());
        for reply in settling {
            let after = self.record_after(cards, reply)?;
            for (done, &opponent) in others.iter().enumerate() {
                self.go_on(Piece::Opponents, done, others.len())?;
                let chance = after.knows_of_table(self.me, (opponent, self.me))?;
                if !chance.is_impossible() {
                    warnings.push(Warning::Table { opponent, reply: reply.clone(), chance });
                }
            }
        }
        Ok(warnings)
    }

    /// The record after the player has asked and was answered so.
    fn record_after(&self, cards: &[Card], reply: &Reply) -> Result<Record, NoAdvice> {
        let mut record = self.record.clone();
        for respondent in self.respondents() {
            let (requester, cards) = (self.me, cards.to_vec());
            let (shown, is_last) = match reply {
                Reply::Shows(agent, card) => {
                    ((*agent == respondent).then_some(*card), *agent == respondent)
                }
                Reply::Nobody => (None, false),
                Reply::All(shown) => {
                    let own = shown.iter().find(|(agent, _)| *agent == respondent);
                    (own.map(|(_, card)| *card), false)
                }
            };
            let event = match shown {
                Some(card) => Event::Shows { requester, respondent, cards, card },
                None => Event::NoCard { requester, respondent, cards },
            };
            self.go_on(Piece::Opponents, 0, 1)?;
            record = match record.try_with(event) {
                Ok(after) => after,
                Err(Obstacle::GaveUp(limit)) => return Err(limit.into()),
                // It was possible; as it is not, nothing is given away.
                Err(Obstacle::Reason(_)) => return Ok(record),
            };
            if is_last {
                break;
            }
        }
        Ok(record)
    }
}
