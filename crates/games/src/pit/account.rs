//! What a player of Pit can tell from what they have noticed, without thinking: their own cards, what they offer, the numbers
//! that are offered, and who traded with whom last.

use super::deck::{MOST_PLAYERS, PitDeck};
use super::hands::PitHands;
use super::moves::{MoveNumbering, PitMove, PitOffer};
use super::notice::{OfferNumbers, Pair, PitNotice, read_suit};
use super::rules::{OfferLife, PitRules, TradingPairs};
use crate::game::{Move, Observation, Player};

/// What a player can tell without thinking.
#[derive(Clone, Debug)]
pub(super) struct PitAccount {
    rules: PitRules,
    numbering: MoveNumbering,
    pub(super) player: usize,
    /// The own cards, and those that were dealt; those of others are not known.
    hands: PitHands,
    first: PitHands,
    /// What the player has done, in order.
    made: Vec<Move>,
    /// What the player offers, as long as it stands.
    pub(super) own: Option<PitOffer>,
    /// The numbers of cards that are offered now.
    pub(super) numbers: OfferNumbers,
    /// With whom everybody traded in the last round in which somebody traded.
    partners: [Option<usize>; MOST_PLAYERS],
    /// Whether somebody has traded since offers were made.
    has_traded: bool,
    /// How many rounds are over.
    pub(super) rounds: u32,
}

/// What a player does or learns, with what they know of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum PitEvent {
    /// The cards are dealt.
    Dealt,
    /// Everybody offers so many cards. For each player whether they were asked now.
    Offered(OfferNumbers, u16),
    /// These two are matched.
    Matched(Pair),
    /// They say whether they trade.
    Answered(Pair, [bool; 2]),
    /// They trade so many cards. If the player is one of them, they know both suits, in the order of the pair.
    Traded(Pair, usize, Option<(usize, usize)>),
    /// All offers are withdrawn.
    Withdrawn,
    /// Nobody has a corner.
    GoesOn,
    /// Somebody has a corner in these suits.
    Corner(usize, u16),
    /// That was the last round.
    LastRound,
}

impl PitAccount {
    pub(super) fn new(rules: PitRules, player: Player) -> Self {
        Self {
            rules,
            numbering: MoveNumbering::new(&rules),
            player: player.index(),
            hands: PitHands::EMPTY,
            first: PitHands::EMPTY,
            made: Vec::new(),
            own: None,
            numbers: OfferNumbers::default(),
            partners: [None; MOST_PLAYERS],
            has_traded: false,
            rounds: 0,
        }
    }

    fn deck(&self) -> PitDeck {
        self.rules.deck
    }

    /// The own cards.
    pub(super) fn hand(&self) -> &[u8] {
        self.hands.of(self.player, self.rules.deck)
    }

    /// The cards that were dealt.
    pub(super) fn first_hand(&self) -> &[u8] {
        self.first.of(self.player, self.rules.deck)
    }

    /// What the player has done, in order.
    pub(super) fn own_moves(&self) -> std::vec::IntoIter<Move> {
        self.made.clone().into_iter()
    }

    /// Something more is noticed. `None` if it is nothing that could be noticed here.
    pub(super) fn notice(&mut self, observed: Observation<'_>) -> Option<PitEvent> {
        self.made.extend(observed.own);
        let event = match PitNotice::read(observed.public, self.deck())? {
            PitNotice::Deal => self.deal(observed.private)?,
            PitNotice::Offers(numbers) => self.offer(observed, numbers)?,
            PitNotice::Match(pair) => PitEvent::Matched(pair),
            PitNotice::Answers(pair, answers) => PitEvent::Answered(pair, answers),
            PitNotice::Trade(pair, cards) => self.trade(observed, pair, usize::from(cards))?,
            PitNotice::NoTrade => {
                self.rounds += 1;
                self.withdraw();
                PitEvent::Withdrawn
            }
            PitNotice::NoCorner => {
                self.rounds += u32::from(self.partners.iter().any(Option::is_some));
                self.end_round();
                PitEvent::GoesOn
            }
            PitNotice::Corner(player, suits) => {
                self.end_round();
                PitEvent::Corner(player, suits)
            }
            PitNotice::LastRound => PitEvent::LastRound,
        };
        Some(event)
    }

    fn deal(&mut self, hand: &[u8]) -> Option<PitEvent> {
        let is_hand = hand.len() == self.deck().suits()
            && hand.iter().all(|&count| usize::from(count) <= self.deck().cards())
            && hand.iter().map(|&count| usize::from(count)).sum::<usize>() == self.deck().hand();
        if !is_hand {
            return None;
        }
        let counts = hand.iter().enumerate();
        counts.for_each(|(suit, &count)| self.hands.set(self.player, suit, usize::from(count)));
        self.first = self.hands;
        Some(PitEvent::Dealt)
    }

    fn offer(&mut self, observed: Observation<'_>, numbers: OfferNumbers) -> Option<PitEvent> {
        let asked = (0..self.deck().players()).filter(|&player| self.numbers[player] == 0);
        let asked = asked.fold(0, |set, player| set | 1 << player);
        if let Some(made) = observed.own {
            self.own = match self.numbering.meaning(made)? {
                PitMove::Offer(offer) => Some(offer),
                PitMove::Pass => None,
                PitMove::Trade | PitMove::Refuse => return None,
            };
        }
        let own = self.own.map_or(0, |offer| offer.cards);
        if usize::from(numbers[self.player]) != own {
            return None;
        }
        self.numbers = numbers;
        self.has_traded = false;
        Some(PitEvent::Offered(numbers, asked))
    }

    fn trade(&mut self, observed: Observation<'_>, pair: Pair, cards: usize) -> Option<PitEvent> {
        let suits = if pair.0 == self.player || pair.1 == self.player {
            let given = self.own.filter(|own| own.cards == cards)?.suit;
            let got = read_suit(observed, self.deck())?;
            self.exchange(given, got, cards)?;
            Some(if pair.0 == self.player { (given, got) } else { (got, given) })
        } else {
            None
        };
        if !self.has_traded {
            self.partners = [None; MOST_PLAYERS];
            self.has_traded = true;
        }
        self.partners[pair.0] = Some(pair.1);
        self.partners[pair.1] = Some(pair.0);
        [pair.0, pair.1].into_iter().for_each(|player| self.numbers[player] = 0);
        self.own = self.own.filter(|_| suits.is_none());
        match self.rules.trading {
            TradingPairs::One => self.end_round(),
            // Others may trade before the round is over.
            TradingPairs::All => {}
        }
        Some(PitEvent::Traded(pair, cards, suits))
    }

    /// No more pairs trade.
    fn end_round(&mut self) {
        match self.rules.offers {
            OfferLife::Withdrawn => self.withdraw(),
            OfferLife::Valid => {}
        }
    }

    fn exchange(&mut self, given: usize, got: usize, cards: usize) -> Option<()> {
        let left = self.hands.count(self.player, given).checked_sub(cards)?;
        self.hands.set(self.player, given, left);
        let now = self.hands.count(self.player, got) + cards;
        self.hands.set(self.player, got, now);
        (now <= self.deck().cards()).then_some(())
    }

    fn withdraw(&mut self) {
        self.numbers = OfferNumbers::default();
        self.own = None;
    }

    /// With whom somebody traded, if they did in the last round in which somebody traded.
    pub(super) fn partner_of(&self, player: usize) -> Option<usize> {
        self.partners[player]
    }
}
