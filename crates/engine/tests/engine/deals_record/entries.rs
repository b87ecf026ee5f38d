//! Entries by random decisions, some of them wrong.

use super::*;

/// Decisions one after the other; zeros when there are none left.
pub(super) struct Picks<'d>(pub(super) std::slice::Iter<'d, u8>);

impl Picks<'_> {
    pub(super) fn of(&mut self, many: usize) -> usize {
        self.0.next().map_or(0, |&pick| usize::from(pick) % many)
    }

    fn agent(&mut self, play: &Play) -> Agent {
        Agent::from_index(self.of(play.vocabulary.agent_count()))
    }

    fn card(&mut self, play: &Play) -> Card {
        Card::from_index(self.of(play.vocabulary.cards().len()))
    }

    fn holder(&mut self, play: &Play) -> Holder {
        let holders: Vec<Holder> = play.vocabulary.holders().collect();
        holders[self.of(holders.len())]
    }

    fn player(&mut self) -> Player {
        [Player::Logician, Player::Guesser][self.of(2)]
    }

    fn tables(&mut self, play: &Play) -> Option<Vec<Card>> {
        let own = play.deal().hand(Holder::Table).to_vec();
        match self.of(3) {
            0 => None,
            1 => Some(own),
            _ => {
                let mut cards: Vec<Card> = play.vocabulary.cards().collect();
                Some(own.iter().map(|_| cards.remove(self.of(cards.len()))).collect())
            }
        }
    }

    /// An event, mostly a true one.
    pub(super) fn event(&mut self, play: &Play) -> Event {
        let table = play.game.table.is_some();
        let agents = play.vocabulary.agent_count();
        let requester = self.agent(play);
        let respondent = Agent::from_index((requester.index() + 1 + self.of(agents - 1)) % agents);
        let mut cards: Vec<Card> = (0..=self.of(3)).map(|_| self.card(play)).collect();
        cards.sort_unstable();
        cards.dedup();
        match self.of(17) {
            kind @ 0..=1 => {
                let (holder, card) = (self.holder(play), self.card(play));
                let seen = match self.of(3) {
                    0 => Witness::Everybody,
                    1 => Witness::Only(self.agent(play)),
                    _ => match holder {
                        Holder::Agent(agent) => Witness::Only(agent),
                        Holder::Table => Witness::Everybody,
                    },
                };
                let is_true = play.deal().hand(holder).contains(&card) == (self.of(5) > 0);
                match is_true && kind == 0 {
                    true => Event::Holds { holder, card, seen },
                    false => Event::Lacks { holder, card, seen },
                }
            }
            2..=8 => {
                let hand = play.deal().hand(Holder::Agent(respondent));
                let held: Vec<Card> =
                    cards.iter().copied().filter(|card| hand.contains(card)).collect();
                match (self.of(6), held.first()) {
                    (0, _) => Event::NoCard { requester, respondent, cards },
                    (1, _) => {
                        let card = Some(cards[self.of(cards.len())]);
                        Event::Shows { requester, respondent, cards, card }
                    }
                    (_, None) => Event::NoCard { requester, respondent, cards },
                    (2..=3, _) => Event::Shows { requester, respondent, cards, card: None },
                    _ => {
                        let card = Some(held[self.of(held.len())]);
                        Event::Shows { requester, respondent, cards, card }
                    }
                }
            }
            9 => {
                let others = play.vocabulary.agents().filter(|&agent| agent != requester);
                let respondents = others.take(1 + self.of(2)).collect();
                Event::SomebodyShows { requester, respondents, cards }
            }
            10..=11 if table => Event::NoWin(requester),
            12 if table => {
                Event::Wins { agent: requester, table: self.tables(play), player: self.player() }
            }
            14 if table => Event::Knows { agent: requester, cards },
            15..=16 if table => Event::KnowsNot { agent: requester, cards },
            13 if table => Event::WrongAccusation {
                accuser: requester,
                accused: self.tables(play),
                heard: match self.of(3) {
                    0 => Witness::Everybody,
                    1 => Witness::Only(requester),
                    _ => Witness::Only(respondent),
                },
                player: self.player(),
                looks: [Looks::AtTable, Looks::AtNothing][self.of(2)],
            },
            _ => Event::NoCard { requester, respondent, cards },
        }
    }
}
