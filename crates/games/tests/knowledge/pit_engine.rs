//! Plays of Pit: the fast models against the explicit engine, which runs the actions of the language.

use hexa_engine::{Limits, State, bisimilar, build, holds, update};
use hexa_games::pit::situations::{
    DealTable, PitLanguage, PitLimits, PitState, Round, RoundResult,
};
use hexa_games::pit::{PitDeck, Suit};
use hexa_logic::{Action, Setup, Stop, Stream};

struct Both {
    table: DealTable,
    language: PitLanguage,
}

fn table(players: usize, suits: usize, cards: usize, most: usize) -> DealTable {
    let deck = PitDeck::new(players, suits, cards).expect("a deck");
    DealTable::new(deck, most, &PitLimits::default()).expect("few deals")
}

/// What everybody offers, by suits, with what comes of it.
struct Turn {
    offered: Vec<Suit>,
    round: Round,
}

impl Turn {
    fn given(&self) -> (Suit, Suit) {
        self.round.matched.map_or((0, 0), |(a, b)| (self.offered[a], self.offered[b]))
    }
}

impl Both {
    fn new(players: usize, suits: usize, cards: usize, most: usize) -> Self {
        let table = table(players, suits, cards, most);
        let language = PitLanguage::new(&table);
        Self { table, language }
    }

    fn build(&self, setup: &Setup) -> State {
        let Self { language, .. } = self;
        build(setup, &language.names, &language.terms, &Limits::default()).expect("small")
    }

    fn run(&self, state: &State, action: Action) -> Option<State> {
        update(state, &self.language.terms, action).ok()?.into_single()
    }

    /// By the engine: the cards are dealt, and nobody has a corner.
    fn dealt(&mut self, deal: usize) -> State {
        let down = self.build(&self.language.face_down(&self.table, deal));
        let everybody: Vec<usize> = (0..self.table.deck().players()).collect();
        let (deal, open) = (self.language.deal(), self.language.no_corner(&everybody));
        let looked = self.run(&down, deal).expect("all look");
        self.run(&looked, open).expect("no corner")
    }

    /// By the engine: a round up to the swap.
    fn swapped(&mut self, state: &State, turn: &Turn) -> Option<State> {
        let mut state = state.clone();
        for (player, (&suit, &number)) in turn.offered.iter().zip(&turn.round.numbers).enumerate() {
            let offer = self.language.offer(player, suit, number);
            state = self.run(&state, offer)?;
        }
        let action = match turn.round.matched {
            Some(pair) => self.language.trade(pair, turn.round.numbers[pair.0]),
            None => self.language.withdraw(),
        };
        self.run(&state, action)
    }

    /// Whether everybody has what they offer.
    fn is_possible(&self, state: &PitState, turn: &Turn) -> bool {
        let deal = state.deal(state.world());
        let offers = turn.offered.iter().zip(&turn.round.numbers).enumerate();
        offers.into_iter().all(|(player, (&suit, &number))| {
            usize::from(self.table.hand(deal, player)[suit]) >= number
        })
    }

    /// Both ways; they must agree. Nothing if the play is over, or the round cannot be played.
    fn after(&mut self, fast: &PitState, slow: &State, turn: &Turn) -> Option<(PitState, State)> {
        let stop = Stop::new();
        if !self.is_possible(fast, turn) {
            assert!(self.swapped(slow, turn).is_none());
            return None;
        }
        let played = fast
            .after(&self.table, &turn.round, turn.given(), &PitLimits::default(), &stop)
            .expect("small");
        let slow = self.swapped(slow, turn);
        match played {
            RoundResult::Impossible => {
                panic!("everybody has what they offer");
            }
            RoundResult::Corners(winners) => {
                let slow = slow.expect("it can be played");
                for player in 0..self.table.deck().players() {
                    let corner = self.language.corner(player);
                    let has = holds(&slow, &self.language.terms, corner).expect("small");
                    assert_eq!(has, winners.contains(&player));
                }
                None
            }
            RoundResult::Open(fast) => {
                let everybody: Vec<usize> = (0..self.table.deck().players()).collect();
                let open = self.language.no_corner(&everybody);
                let slow = self.run(&slow.expect("it can be played"), open).expect("no corner");
                self.compare(&fast, &slow);
                Some((fast, slow))
            }
        }
    }

    fn compare(&self, fast: &PitState, slow: &State) {
        let fast = self.build(&self.language.setup(&self.table, fast));
        assert!(bisimilar(&fast, slow).expect("small"));
    }

    /// All ways for players to offer one card each, with all pairs.
    fn turns_of_one_card(&self) -> Vec<Turn> {
        let (players, suits) = (self.table.deck().players(), self.table.deck().suits());
        let mut turns = Vec::new();
        for code in 0..suits.pow(players as u32) {
            let offered: Vec<Suit> =
                (0..players).map(|player| code / suits.pow(player as u32) % suits).collect();
            for pair in self.table.pairs() {
                let round = Round { numbers: vec![1; players], matched: Some(pair) };
                turns.push(Turn { offered: offered.clone(), round });
            }
        }
        turns
    }

    /// Any offers that can be made, and any pair that is matched.
    fn any_turn(&self, state: &PitState, stream: &mut Stream) -> Turn {
        let deal = state.deal(state.world());
        let (mut offered, mut numbers) = (Vec::new(), Vec::new());
        for player in 0..self.table.deck().players() {
            let hand = self.table.hand(deal, player);
            let suits: Vec<Suit> = (0..hand.len()).filter(|&suit| hand[suit] > 0).collect();
            let suit = suits[stream.below(suits.len())];
            let most = usize::from(hand[suit]).min(self.table.most());
            offered.push(suit);
            numbers.push(1 + stream.below(most));
        }
        let pairs = self.table.pairs();
        let pairs: Vec<_> = pairs.into_iter().filter(|&(a, b)| numbers[a] == numbers[b]).collect();
        let matched = (!pairs.is_empty()).then(|| pairs[stream.below(pairs.len())]);
        Turn { offered, round: Round { numbers, matched } }
    }
}

#[test]
fn sixpit_of_two_trades_is_as_the_engine_has_it() {
    let mut both = Both::new(3, 3, 2, 1);
    let turns = both.turns_of_one_card();
    let deal = 0;
    let fast = PitState::dealt(&both.table, deal, &Stop::new()).expect("small");
    let slow = both.dealt(deal);
    both.compare(&fast, &slow);
    let (mut first, mut second) = (0, 0);
    for turn in &turns {
        let Some((fast, slow)) = both.after(&fast, &slow, turn) else { continue };
        first += 1;
        // What the one who is not matched offers was compared now, and makes no difference later.
        if turn.offered[3 - turn.round.matched.map_or(0, |(a, b)| a + b)]
            != least_suit(&both.table, &fast, turn)
        {
            continue;
        }
        for next in &turns {
            second += usize::from(both.after(&fast, &slow, next).is_some());
        }
    }
    // Of the 24 offers and pairs half go on, and so again.
    assert_eq!((first, second), (12, 6 * 12));
}

/// The first suit that the player who is not matched holds.
fn least_suit(table: &DealTable, state: &PitState, turn: &Turn) -> Suit {
    let player = 3 - turn.round.matched.map_or(0, |(a, b)| a + b);
    let hand = table.hand(state.deal(state.world()), player);
    hand.iter().position(|&many| many > 0).unwrap_or(0)
}

#[test]
fn longer_plays_are_as_the_engine_has_them() {
    let mut stream = Stream::of_seed(23);
    let mut deepest = 0;
    for play in 0..12 {
        let mut both = Both::new(3, 3, 2, 1);
        let deal = play % both.table.open();
        let mut fast = PitState::dealt(&both.table, deal, &Stop::new()).expect("small");
        let mut slow = both.dealt(deal);
        for round in 1..=5 {
            let turn = both.any_turn(&fast, &mut stream);
            let Some(next) = both.after(&fast, &slow, &turn) else { break };
            (fast, slow) = next;
            deepest = deepest.max(round);
        }
    }
    assert!(deepest >= 4, "{deepest}");
}

#[test]
fn nine_cards_of_one_round_are_as_the_engine_has_them() {
    let mut stream = Stream::of_seed(9);
    let (mut open, mut several) = (0, 0);
    let mut both = Both::new(3, 3, 3, 3);
    for deal in 0..both.table.open() {
        let fast = PitState::dealt(&both.table, deal, &Stop::new()).expect("small");
        let slow = both.dealt(deal);
        both.compare(&fast, &slow);
        let turn = both.any_turn(&fast, &mut stream);
        if both.after(&fast, &slow, &turn).is_some() {
            open += 1;
            several +=
                usize::from(turn.round.matched.is_some_and(|(a, _)| turn.round.numbers[a] > 1));
        }
    }
    assert!(open > 10 && several > 0, "{open} {several}");
}

#[test]
fn two_and_four_players_are_as_the_engine_has_them() {
    let mut stream = Stream::of_seed(4);
    let (mut matched, mut unmatched) = (0, 0);
    for (players, suits, cards, most) in [(2, 2, 4, 4), (2, 3, 2, 2), (4, 4, 2, 1)] {
        let mut both = Both::new(players, suits, cards, most);
        for play in 0..6 {
            let deal = play % both.table.open();
            let fast = PitState::dealt(&both.table, deal, &Stop::new()).expect("small");
            let slow = both.dealt(deal);
            both.compare(&fast, &slow);
            let turn = both.any_turn(&fast, &mut stream);
            both.after(&fast, &slow, &turn);
            *if turn.round.matched.is_some() { &mut matched } else { &mut unmatched } += 1;
        }
    }
    assert!(matched > 0 && unmatched > 0, "{matched} {unmatched}");
}
