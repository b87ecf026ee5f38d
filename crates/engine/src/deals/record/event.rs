//! The entries of a record: what somebody at the table has seen or heard.

use hexa_logic::{Agent, Card, Holder};

/// Who has seen where a card is. Everybody sees their own cards anyway.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Witness {
    /// Everybody, and everybody knows that.
    Everybody,
    /// One agent, and the others do not think of it.
    Only(Agent),
}

/// How somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// They accuse only when they know the table, or think of nothing that they could still learn.
    Logician,
    /// They may guess: that they accuse says nothing about what they know.
    Guesser,
}

/// What somebody sees who has accused wrongly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Looks {
    /// They look at the table, and everybody sees that.
    AtTable,
    /// They are only told that they were wrong.
    AtNothing,
}

/// An entry of a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A holder has a card.
    Holds {
        /// Who has it.
        holder: Holder,
        /// The card.
        card: Card,
        /// Who has seen it.
        seen: Witness,
    },
    /// A holder does not have a card.
    Lacks {
        /// Who does not have it.
        holder: Holder,
        /// The card.
        card: Card,
        /// Who has seen that.
        seen: Witness,
    },
    /// Somebody who is asked has none of the cards.
    NoCard {
        /// Who asks.
        requester: Agent,
        /// Who answers.
        respondent: Agent,
        /// The cards asked for.
        cards: Vec<Card>,
    },
    /// Somebody who is asked shows one of the cards to the one who asks.
    Shows {
        /// Who asks.
        requester: Agent,
        /// Who answers.
        respondent: Agent,
        /// The cards asked for.
        cards: Vec<Card>,
        /// The card that was shown, if that is known.
        card: Option<Card>,
    },
    /// Somebody showed one of the cards, it was not seen who. Nothing is known of what the others have seen of it: they are
    /// taken to have seen no more.
    SomebodyShows {
        /// Who asks.
        requester: Agent,
        /// Who may have answered: those who do not show one have none.
        respondents: Vec<Agent>,
        /// The cards asked for.
        cards: Vec<Card>,
    },
    /// Somebody who would say so if they knew the table does not.
    NoWin(Agent),
    /// Somebody lets everybody hear that they know which of some cards are on the table.
    Knows {
        /// Who says so. If somebody may have seen more than the record tells, it says nothing.
        agent: Agent,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Somebody lets everybody hear that they do not know which of some cards are on the table.
    KnowsNot {
        /// Who says so.
        agent: Agent,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Somebody names the table, and is right.
    Wins {
        /// Who wins.
        agent: Agent,
        /// What is on the table, if that is known.
        table: Option<Vec<Card>>,
        /// Whether that says that they knew it. If somebody may have seen more than the record tells, it does not.
        player: Player,
    },
    /// Somebody names a table, and is wrong.
    WrongAccusation {
        /// Who is wrong.
        accuser: Agent,
        /// What they named, if the record tells it.
        accused: Option<Vec<Card>>,
        /// Who has heard what was named, beside the accuser. All hear that it was wrong.
        heard: Witness,
        /// Whether that says that they did not know the table.
        player: Player,
        /// What they see then.
        looks: Looks,
    },
}

/// What an event says of somebody's knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::deals) enum Knowledge<'e> {
    /// They know what is on the table.
    OfTable(Agent),
    /// They do not.
    NotOfTable(Agent),
    /// They know which of some cards are on the table.
    OfCards(Agent, &'e [Card]),
    /// They do not.
    NotOfCards(Agent, &'e [Card]),
}

impl Knowledge<'_> {
    /// Whose knowledge it is.
    pub(in crate::deals) fn agent(&self) -> Agent {
        match self {
            Self::OfTable(agent)
            | Self::NotOfTable(agent)
            | Self::OfCards(agent, _)
            | Self::NotOfCards(agent, _) => *agent,
        }
    }
}

impl Event {
    /// Who alone has seen whether a holder has a card, and the holder.
    pub fn glimpse(&self) -> Option<(Agent, Holder)> {
        let (Self::Holds { holder, seen, .. } | Self::Lacks { holder, seen, .. }) = self else {
            return None;
        };
        match seen {
            Witness::Only(agent) => Some((*agent, *holder)),
            Witness::Everybody => None,
        }
    }

    /// Who alone has heard what somebody named who was wrong: the accuser, and perhaps one more.
    pub(in crate::deals) fn hearers(&self) -> Option<[Agent; 2]> {
        let Self::WrongAccusation { accuser, heard, .. } = self else { return None };
        match heard {
            Witness::Only(agent) => Some([*accuser, *agent]),
            Witness::Everybody => None,
        }
    }

    /// Whether it says where a card is that its witness sees anyway, and nothing to the others.
    pub(in crate::deals) fn is_own(&self) -> bool {
        self.glimpse().is_some_and(|(agent, holder)| holder == Holder::Agent(agent))
    }

    /// Whether the others cannot tell it from another event.
    pub(in crate::deals) fn is_same_for_others(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Shows { requester, respondent, cards, .. },
                Self::Shows { requester: asking, respondent: showing, cards: asked, .. },
            ) => (requester, respondent, cards) == (asking, showing, asked),
            (
                Self::WrongAccusation {
                    accuser, heard: one @ Witness::Only(_), player, looks, ..
                },
                Self::WrongAccusation {
                    accuser: naming,
                    heard: two @ Witness::Only(_),
                    player: kind,
                    looks: sees,
                    ..
                },
            ) => (accuser, one, player, looks) == (naming, two, kind, sees),
            _ => self.is_own() && other.is_own(),
        }
    }

    /// Whether it says something of what somebody knows.
    pub(in crate::deals) fn is_about_knowledge(&self) -> bool {
        self.knowledge().is_some()
    }

    /// What it says of what somebody knows.
    pub(in crate::deals) fn knowledge(&self) -> Option<Knowledge<'_>> {
        match self {
            Self::Knows { agent, cards } => Some(Knowledge::OfCards(*agent, cards)),
            Self::KnowsNot { agent, cards } => Some(Knowledge::NotOfCards(*agent, cards)),
            Self::NoWin(agent)
            | Self::WrongAccusation { accuser: agent, player: Player::Logician, .. } => {
                Some(Knowledge::NotOfTable(*agent))
            }
            Self::Wins { agent, player: Player::Logician, .. } => Some(Knowledge::OfTable(*agent)),
            Self::Wins { player: Player::Guesser, .. }
            | Self::WrongAccusation { player: Player::Guesser, .. }
            | Self::Holds { .. }
            | Self::Lacks { .. }
            | Self::NoCard { .. }
            | Self::Shows { .. }
            | Self::SomebodyShows { .. } => None,
        }
    }
}
