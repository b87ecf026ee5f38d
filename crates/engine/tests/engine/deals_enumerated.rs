//! Full-size Cluedo late in a game, when the deals that nobody has excluded in public are few enough to be listed one by
//! one: a world is a deal together with the card shown on each occasion, `nowin a` leaves the worlds where a sees
//! what they also see with another table, and a probability is a sum over worlds in which each choice is as
//! likely as the others of the same show. Nothing of the engine is used for that but its answers, which are compared:
//! what each player thinks how likely every card is in every hand, and every table.

use hexa_engine::deals::State;
use hexa_engine::generate::play::{CardGame, Kind, Play, Reply, Step, decisions_from};
use hexa_engine::{Engine, Held, Limits, UBig};
use hexa_logic::{Agent, Card, Holder};
use std::collections::{BTreeMap, BTreeSet};

const PLAYERS: usize = 6;
const CARDS: usize = 21;
const HOLDERS: usize = PLAYERS + 1;
const TABLE: usize = PLAYERS;

/// One of each of these is on the table.
const CATEGORIES: [Cards; 3] = [0x3f, 0x3f << 6, 0x1ff << 12];

/// No more deals than these are listed, and no fewer are of interest.
const MOST_DEALS: usize = 20_000;
const LEAST_DEALS: usize = 200;

/// A set of cards, a bit for each.
type Cards = u32;

/// Who has which cards, the table last.
type Hands = [Cards; HOLDERS];

/// An occasion on which a card was shown.
#[derive(Clone, Copy)]
struct Shown {
    asker: usize,
    respondent: usize,
    cards: Cards,
    /// The card that it was.
    card: usize,
}

impl Shown {
    fn is_seen_by(&self, player: usize) -> bool {
        self.asker == player || self.respondent == player
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct World {
    hands: Hands,
    /// The card shown on each occasion that is kept.
    choices: Vec<u8>,
}

/// The worlds that are left. Choices are kept for the questions of those who say that they cannot win; nothing depends on
/// the others.
struct Listing {
    speakers: BTreeSet<usize>,
    kept: Vec<Shown>,
    others: Vec<Shown>,
    worlds: Vec<World>,
}

/// What is said of hands in public: cards that a holder has not, and cards of which they have one.
#[derive(Clone, Default)]
struct Said {
    without: [Cards; HOLDERS],
    one_of: Vec<(usize, Cards)>,
    shown: Vec<Shown>,
}

impl Said {
    fn add(&mut self, step: &Step) {
        let Step::Answer { asker, respondent, cards, reply } = step else { panic!("an answer") };
        let (respondent, cards) = (respondent.index(), set_of(cards));
        match reply {
            Reply::No => self.without[respondent] |= cards,
            Reply::Shows(card) => {
                self.one_of.push((respondent, cards));
                let (asker, card) = (asker.index(), card.index());
                self.shown.push(Shown { asker, respondent, cards, card });
            }
            Reply::ShowsSome => panic!("the card is told"),
        }
    }

    /// All deals of which nothing of this is false; none if there are too many.
    fn deals(&self) -> Option<Vec<Hands>> {
        let mut found = Vec::new();
        self.deal(0, &mut [0; HOLDERS], &mut found).then_some(found)
    }

    /// The deals in which the cards before this one are dealt so. False as soon as there are too many.
    fn deal(&self, card: usize, hands: &mut Hands, found: &mut Vec<Hands>) -> bool {
        if card == CARDS {
            found.push(*hands);
            return found.len() <= MOST_DEALS;
        }
        for holder in 0..HOLDERS {
            if hands[holder].count_ones() == 3 || self.without[holder] >> card & 1 == 1 {
                continue;
            }
            hands[holder] |= 1 << card;
            let more = !self.can_end(card + 1, hands) || self.deal(card + 1, hands, found);
            hands[holder] &= !(1 << card);
            if !more {
                return false;
            }
        }
        true
    }

    /// Whether the cards from this one on can make everything true by themselves.
    fn can_end(&self, card: usize, hands: &Hands) -> bool {
        let ahead = Cards::MAX << card;
        let table = hands[TABLE];
        let fits = |kind: &Cards| {
            let there = (table & kind).count_ones();
            there == 1 || there == 0 && kind & ahead & !self.without[TABLE] != 0
        };
        let met = |&(holder, cards): &(usize, Cards)| {
            let full = hands[holder].count_ones() == 3;
            hands[holder] & cards != 0 || !full && cards & ahead & !self.without[holder] != 0
        };
        CATEGORIES.iter().all(fits) && self.one_of.iter().all(met)
    }
}

impl Listing {
    /// The worlds with these deals and every choice that could be made.
    fn new(deals: &[Hands], said: &Said, speakers: &[usize]) -> Self {
        let speakers: BTreeSet<usize> = speakers.iter().copied().collect();
        let world = |&hands: &Hands| World { hands, choices: Vec::new() };
        let worlds = deals.iter().map(world).collect();
        let mut listing = Self { speakers, kept: Vec::new(), others: Vec::new(), worlds };
        said.shown.iter().for_each(|&shown| listing.choose(shown));
        listing
    }

    fn choose(&mut self, shown: Shown) {
        if !self.speakers.contains(&shown.asker) {
            return self.others.push(shown);
        }
        self.kept.push(shown);
        let chosen = |world: World| {
            let could = world.hands[shown.respondent] & shown.cards;
            let cards = (0..CARDS).filter(move |card| could >> card & 1 == 1);
            cards.map(move |card| {
                let choices = world.choices.iter().copied().chain([card as u8]).collect();
                World { hands: world.hands, choices }
            })
        };
        self.worlds = std::mem::take(&mut self.worlds).into_iter().flat_map(chosen).collect();
    }

    /// What somebody answers in public.
    fn answer(&mut self, step: &Step) {
        let mut said = Said::default();
        said.add(step);
        for (holder, without) in said.without.into_iter().enumerate() {
            self.worlds.retain(|world| world.hands[holder] & without == 0);
        }
        for (holder, cards) in said.one_of {
            self.worlds.retain(|world| world.hands[holder] & cards != 0);
        }
        said.shown.into_iter().for_each(|shown| self.choose(shown));
    }

    /// What a player sees in a world.
    fn sight(&self, player: usize, world: &World) -> (Cards, Vec<u8>) {
        let choices = world.choices.iter().zip(&self.kept);
        let seen = choices.filter(|(_, shown)| shown.is_seen_by(player));
        (world.hands[player], seen.map(|(&card, _)| card).collect())
    }

    /// For everything that a player can see, the tables that there are then.
    fn tables_by_sight(&self, player: usize) -> BTreeMap<(Cards, Vec<u8>), BTreeSet<Cards>> {
        let mut tables: BTreeMap<_, BTreeSet<Cards>> = BTreeMap::new();
        for world in &self.worlds {
            tables.entry(self.sight(player, world)).or_default().insert(world.hands[TABLE]);
        }
        tables
    }

    /// A player says that they cannot win. Whether it depends on a choice where that is so: true if of two worlds with the
    /// same deal one is left and one is not.
    fn nowin(&mut self, player: usize) -> bool {
        let tables = self.tables_by_sight(player);
        let worlds = std::mem::take(&mut self.worlds).into_iter();
        let (left, gone): (Vec<World>, Vec<World>) =
            worlds.partition(|world| tables[&self.sight(player, world)].len() > 1);
        let deals: BTreeSet<Hands> = left.iter().map(|world| world.hands).collect();
        self.worlds = left;
        gone.iter().any(|world| deals.contains(&world.hands))
    }

    fn actual(&self, hands: Hands) -> World {
        World { hands, choices: self.kept.iter().map(|shown| shown.card as u8).collect() }
    }

    /// What worlds weigh that a player considers possible, when the cards are dealt so.
    fn possible(&self, player: usize, actual: Hands) -> Vec<(Hands, UBig)> {
        let here = self.sight(player, &self.actual(actual));
        let possible = self.worlds.iter().filter(|world| self.sight(player, world) == here);
        possible.map(|world| (world.hands, self.weight(player, &world.hands))).collect()
    }

    /// How likely a world is for a player, times a number that is the same for all.
    fn weight(&self, player: usize, hands: &Hands) -> UBig {
        let mut weight = UBig::ONE;
        // Choices that nobody depends on are made in some way, unless they have seen in which.
        let others = self.others.iter().filter(|shown| shown.asker == player);
        for shown in others.clone() {
            if hands[shown.respondent] >> shown.card & 1 == 0 {
                return UBig::ZERO;
            }
        }
        for shown in self.kept.iter().chain(others) {
            weight *= 6 / (hands[shown.respondent] & shown.cards).count_ones();
        }
        weight
    }
}

fn set_of(cards: &[Card]) -> Cards {
    cards.iter().fold(0, |set, card| set | 1 << card.index())
}

fn hands_of(play: &Play) -> Hands {
    let mut hands = [0; HOLDERS];
    for (at, holder) in play.vocabulary.holders().enumerate() {
        hands[at] = set_of(play.deal().hand(holder));
    }
    hands
}

fn deals(held: &Held) -> &State {
    held.card_game().expect("the deals engine was asked")
}

/// The engine says of everybody's probabilities what the list says.
fn compare(state: &State, listing: &Listing, play: &Play, case: &str) {
    for agent in play.vocabulary.agents() {
        let possible = listing.possible(agent.index(), hands_of(play));
        let total: UBig = possible.iter().map(|(_, weight)| weight).sum();
        let grid = state.grid(agent).expect("a grid");
        for card in 0..CARDS {
            for holder in 0..HOLDERS {
                let with = possible.iter().filter(|(hands, _)| hands[holder] >> card & 1 == 1);
                let listed: UBig = with.map(|(_, weight)| weight).sum();
                let case = format!("{case}: {agent:?} on card {card} of holder {holder}");
                assert_eq!(listed * &grid.total, &grid.held[card][holder] * &total, "{case}");
            }
        }
        let mut tables: BTreeMap<Cards, UBig> = BTreeMap::new();
        for (hands, weight) in possible.iter().filter(|(_, weight)| !weight.is_zero()) {
            *tables.entry(hands[TABLE]).or_default() += weight;
        }
        let found = state.hands(agent, Holder::Table).expect("tables");
        assert_eq!(found.len(), tables.len(), "{case}: tables of {agent:?}");
        for (table, weight) in found {
            let listed = &tables[&set_of(&table)];
            assert_eq!(listed * &grid.total, weight * &total, "{case}: {agent:?} on {table:?}");
        }
    }
}

/// A play up to where the deals can be listed: how many turns that takes, what was said, and the deals.
fn late(play: &Play) -> Option<(usize, Said, Vec<Hands>)> {
    let mut said = Said::default();
    for (at, turn) in play.turns.iter().enumerate() {
        turn.steps.iter().for_each(|step| said.add(step));
        if at < 12 {
            continue;
        }
        if let Some(deals) = said.deals() {
            return (deals.len() >= LEAST_DEALS).then_some((at + 1, said, deals));
        }
    }
    None
}

/// How many times what a player said depended on choices.
fn follow(seed: u64, mut play: Play) -> usize {
    let Some((start, said, dealt)) = late(&play) else { return 0 };
    let built = Engine::Deals.build(&play.setup, &play.vocabulary, &play.terms, &Limits::default());
    let mut state = built.expect("a deal of cards");
    for step in play.turns[..start].iter().flat_map(|turn| turn.steps.clone()).collect::<Vec<_>>() {
        let action = play.action(&step);
        let next = state.update(&play.terms, action).expect("it happens");
        state = next.into_single().expect("one outcome");
    }
    let mut depended = 0;
    let turns = play.turns[start..].iter().take(2).cloned().collect::<Vec<_>>();
    let speakers: Vec<usize> = turns.iter().map(|turn| turn.player.index()).collect();
    let mut listing = Listing::new(&dealt, &said, &speakers);
    for turn in turns {
        for step in &turn.steps {
            let action = play.action(step);
            let next = state.update(&play.terms, action).expect("it happens");
            state = next.into_single().expect("one outcome");
            listing.answer(step);
        }
        let player = turn.player.index();
        let here = listing.sight(player, &listing.actual(hands_of(&play)));
        let can_win = listing.tables_by_sight(player)[&here].len() == 1;
        let nowin = play.action(&Step::NoWin(Agent::from_index(player)));
        let next = state.update(&play.terms, nowin);
        assert_eq!(next.is_err(), can_win, "game {seed}: {player} can win");
        let Ok(next) = next else { return depended };
        state = next.into_single().expect("one outcome");
        depended += usize::from(listing.nowin(player));
        compare(deals(&state), &listing, &play, &format!("game {seed}, after {player}"));
    }
    depended
}

#[test]
fn probabilities_after_a_nowin_that_depends_on_choices() {
    let mut depended = 0;
    for seed in 0..12 {
        let play =
            CardGame::cluedo(PLAYERS).play(50, Kind::Suspicions, &decisions_from(seed, 4000));
        depended += follow(seed, play);
    }
    assert!(depended >= 3, "only {depended} of them depend on choices");
}
