//! What can be told of hands in Pit at any size: for each player and suit at least and at most how many cards they hold. All
//! that is told is true; not all that is known is told. Where deals can be listed, a filter of them tells all.

use super::account::PitEvent;
use super::deck::{MOST_PLAYERS, MOST_SUITS, PitDeck};
use super::knowledge::Holding;

/// At least and at most so many cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    least: usize,
    most: usize,
}

/// At least and at most how many cards of each suit each player holds.
#[derive(Clone, Debug)]
pub(super) struct HandBounds {
    deck: PitDeck,
    player: usize,
    ranges: [[Range; MOST_SUITS]; MOST_PLAYERS],
}

impl HandBounds {
    /// For a player, before the cards are dealt.
    pub(super) fn new(deck: PitDeck, player: usize) -> Self {
        let any = Range { least: 0, most: deck.cards().min(deck.hand()) };
        Self { deck, player, ranges: [[any; MOST_SUITS]; MOST_PLAYERS] }
    }

    /// The player does or notices something; these are their own cards now.
    pub(super) fn follow(&mut self, event: PitEvent, hand: &[u8]) {
        match event {
            PitEvent::Dealt => *self = Self::new(self.deck, self.player),
            PitEvent::Traded(pair, cards, Some(suits)) => self.see_trade(pair, cards, suits),
            PitEvent::Traded(pair, cards, None) => self.hear_trade(pair, cards),
            PitEvent::GoesOn => {
                let most = self.deck.cards().saturating_sub(1);
                let ranges = self.ranges.iter_mut().flatten();
                ranges.for_each(|range| range.most = range.most.min(most));
            }
            PitEvent::Offered(..)
            | PitEvent::Matched(_)
            | PitEvent::Answered(..)
            | PitEvent::Withdrawn
            | PitEvent::Corner(..)
            | PitEvent::LastRound => return,
        }
        for (range, &count) in self.ranges[self.player].iter_mut().zip(hand) {
            *range = Range { least: usize::from(count), most: usize::from(count) };
        }
        while self.tighten() {}
    }

    /// The player traded: the first of the pair gave the first suit.
    fn see_trade(&mut self, pair: (usize, usize), cards: usize, suits: (usize, usize)) {
        let is_first = pair.0 == self.player;
        let (other, gave, got) =
            if is_first { (pair.1, suits.1, suits.0) } else { (pair.0, suits.0, suits.1) };
        let range = &mut self.ranges[other][gave];
        range.least = range.least.max(cards) - cards;
        range.most = range.most.saturating_sub(cards);
        let range = &mut self.ranges[other][got];
        range.least += cards;
        range.most = (range.most + cards).min(self.deck.cards());
    }

    /// Others traded: any suit may have gone either way.
    fn hear_trade(&mut self, pair: (usize, usize), cards: usize) {
        for player in [pair.0, pair.1] {
            for range in &mut self.ranges[player] {
                range.least = range.least.saturating_sub(cards);
                range.most = (range.most + cards).min(self.deck.cards());
            }
        }
    }

    /// What somebody holds is what the others leave of a suit, and what other suits leave of a hand. Whether that told more.
    fn tighten(&mut self) -> bool {
        let (players, suits) = (self.deck.players(), self.deck.suits());
        let mut tells_more = false;
        for suit in 0..suits {
            let places: Vec<(usize, usize)> = (0..players).map(|player| (player, suit)).collect();
            tells_more |= self.tighten_sum(&places, self.deck.cards());
        }
        for player in 0..players {
            let places: Vec<(usize, usize)> = (0..suits).map(|suit| (player, suit)).collect();
            tells_more |= self.tighten_sum(&places, self.deck.hand());
        }
        tells_more
    }

    /// These places hold so many cards together.
    fn tighten_sum(&mut self, places: &[(usize, usize)], whole: usize) -> bool {
        let ranges = || places.iter().map(|&(player, suit)| self.ranges[player][suit]);
        let least: usize = ranges().map(|range| range.least).sum();
        let most: usize = ranges().map(|range| range.most).sum();
        let mut tells_more = false;
        for &(player, suit) in places {
            let range = &mut self.ranges[player][suit];
            let before = *range;
            range.least = before.least.max((whole + before.most).saturating_sub(most));
            range.most = before.most.min((whole + before.least).saturating_sub(least));
            tells_more |= *range != before;
        }
        tells_more
    }

    /// Whether a player is known to hold cards of a suit, or none.
    pub(super) fn holding(&self, player: usize, suit: usize) -> Holding {
        match self.ranges[player][suit] {
            Range { least: 1.., .. } => Holding::Some,
            Range { most: 0, .. } => Holding::None,
            Range { .. } => Holding::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::account::PitAccount;
    use super::super::game::PitGame;
    use super::super::knowledge::DealFilter;
    use super::super::rules::PitRules;
    use super::*;
    use crate::game::{Game, Play, PlayStep, Player, Turn};
    use hexa_logic::{Stop, Stream};
    use std::sync::Arc;

    /// How many things bounds tell in random plays, and how many are known: what they tell is known.
    fn compare(deck: PitDeck) -> (usize, usize) {
        let game = Arc::new(PitGame::new(PitRules::of_deck(deck)).expect("a game"));
        let (mut told, mut known) = (0, 0);
        for seed in 0..30 {
            let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
            let mut stream = Stream::new("bounds", seed);
            for _ in 0..12 {
                let step = match play.turn() {
                    Turn::Over => break,
                    Turn::Chance => play.draw(&mut stream).expect("it is drawn").0,
                    turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
                        let pick =
                            |&player: &Player| *stream.pick(play.moves(player)).expect("one");
                        PlayStep::Moves(turn.players().iter().map(pick).collect())
                    }
                };
                play.apply(&step).expect("it is legal");
                for player in Player::first(deck.players()) {
                    let (least, most) = follow(&game, &*play, player);
                    told += least;
                    known += most;
                }
            }
        }
        (told, known)
    }

    fn follow(game: &PitGame, play: &dyn Play, player: Player) -> (usize, usize) {
        let deck = game.rules.deck;
        let mut account = PitAccount::new(game.rules, player);
        let mut bounds = HandBounds::new(deck, player.index());
        let mut filter = DealFilter::<()>::new(game, player.index()).expect("few deals");
        for observed in play.memory(player).since(0) {
            let event = account.notice(observed).expect("it can be noticed");
            filter.follow(game, event, account.first_hand());
            bounds.follow(event, account.hand());
        }
        let (mut told, mut known) = (0, 0);
        for other in 0..deck.players() {
            for suit in 0..deck.suits() {
                let counts =
                    filter.deals().map(|(hands, ())| filter.packing().count(hands, other, suit));
                let Range { least, most } = bounds.ranges[other][suit];
                counts.for_each(|count| assert!((least..=most).contains(&count), "{count}"));
                let [by_bounds, by_deals] =
                    [bounds.holding(other, suit), filter.holding(other, suit)];
                assert!(by_bounds == Holding::Open || by_bounds == by_deals);
                told += usize::from(by_bounds != Holding::Open);
                known += usize::from(by_deals != Holding::Open);
            }
        }
        (told, known)
    }

    /// They tell most of what is known.
    #[test]
    fn bounds_tell_nothing_that_is_not_known() {
        for (players, suits, cards) in [(3, 3, 2), (3, 3, 3), (2, 4, 2), (4, 4, 2)] {
            let (told, known) = compare(PitDeck::new(players, suits, cards).expect("a deck"));
            assert!(told <= known && told * 10 > known * 7, "{told} of {known}");
        }
    }
}
