//! The first suspicion of a game of Cluedo at its full size: one suspect, one weapon, one room, and the others are
//! asked in turn until somebody shows a card. Deals are counted by where the cards asked for lie.

use super::{MeasuredQuestion, MeasuredQuestions, OwnAsked, Preferred};
use crate::share::Share;
use std::collections::BTreeMap;

/// The table at which it is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CluedoTable {
    /// How many suspects, weapons and rooms there are.
    pub kinds: [usize; 3],
    /// How many cards each player has; the first one asks.
    pub hands: Vec<usize>,
    /// How many suspects, weapons and rooms who asks holds.
    pub own: [usize; 3],
}

/// Why there is no such table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoTableLikeThis {
    /// There are from 2 to 6 players.
    Players(usize),
    /// The hands must be all cards but three.
    Hands {
        /// How many cards they have.
        dealt: usize,
        /// How many there are to deal.
        cards: usize,
    },
    /// One's own cards must be as many as one has, and leave one of each kind for the table.
    Own,
    /// There are too many cards to count with.
    Cards(usize),
}

/// More cards lead to larger numbers than there is room for.
const MOST_CARDS: usize = 24;

impl CluedoTable {
    /// A table of an edition with so many of each kind, with the cards dealt as evenly as can be.
    pub fn dealt(
        kinds: [usize; 3],
        players: usize,
        own: Option<[usize; 3]>,
    ) -> Result<Self, NoTableLikeThis> {
        if !(2..=6).contains(&players) {
            return Err(NoTableLikeThis::Players(players));
        }
        let cards: usize = kinds.iter().sum();
        if cards > MOST_CARDS || kinds.contains(&0) {
            return Err(NoTableLikeThis::Cards(cards));
        }
        let (each, more) = ((cards - 3) / players, (cards - 3) % players);
        let hands: Vec<usize> = (0..players).map(|at| each + usize::from(at < more)).collect();
        let own = own.unwrap_or_else(|| spread(hands[0], kinds));
        let table = Self { kinds, hands, own };
        table.check()?;
        Ok(table)
    }

    fn check(&self) -> Result<(), NoTableLikeThis> {
        let (dealt, cards) =
            (self.hands.iter().sum::<usize>(), self.kinds.iter().sum::<usize>() - 3);
        if dealt != cards {
            return Err(NoTableLikeThis::Hands { dealt, cards });
        }
        let fits = self.own.iter().zip(self.kinds).all(|(&own, kind)| own < kind);
        match fits && self.own.iter().sum::<usize>() == self.hands[0] {
            true => Ok(()),
            false => Err(NoTableLikeThis::Own),
        }
    }
}

/// So many cards, spread over the kinds.
fn spread(cards: usize, kinds: [usize; 3]) -> [usize; 3] {
    let mut own = [0; 3];
    for _ in 0..cards {
        let least =
            (0..3).filter(|&kind| own[kind] + 1 < kinds[kind]).min_by_key(|&kind| own[kind]);
        if let Some(kind) = least {
            own[kind] += 1;
        }
    }
    own
}

/// Where a card lies: on the table, or with a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Table,
    Player(usize),
}

/// Who shows a card: a player, who shows the card of this kind; or nobody.
type Shown = Option<(usize, usize)>;

/// Deals weighted by how likely a card is shown in them, deals, and tables.
type Sums = (u128, u128, u128);

/// Numbers of cards that can be shown divide it.
const MULTIPLE: u128 = 6;

fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

/// Cards of which it is not known where they lie, and room for them.
struct Unknown {
    kinds: [usize; 3],
    /// How many cards of players are not known; those of who asks are none if they are.
    hands: Vec<usize>,
    /// Which kinds have a card that is asked for among the unknown ones.
    asked: [bool; 3],
}

impl Unknown {
    /// All ways for the cards asked for to lie, with how many deals there are with each.
    fn placements(&self) -> Vec<([Option<Place>; 3], u128)> {
        let players = (0..self.hands.len()).filter(|&player| self.hands[player] > 0);
        let places: Vec<Place> =
            std::iter::once(Place::Table).chain(players.map(Place::Player)).collect();
        let mut all = vec![[None; 3]];
        for kind in (0..3).filter(|&kind| self.asked[kind]) {
            let with = |placed: [Option<Place>; 3]| {
                places.iter().map(move |&place| {
                    let mut placed = placed;
                    placed[kind] = Some(place);
                    placed
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all.into_iter().map(|placed| (placed, self.ways(&placed))).collect()
    }

    /// How many tables there are if the cards asked for lie so.
    fn tables(&self, placed: &[Option<Place>; 3]) -> u128 {
        let of = |kind: usize| match placed[kind] {
            Some(Place::Table) => 1,
            Some(Place::Player(_)) => self.kinds[kind] as u128 - 1,
            None => self.kinds[kind] as u128,
        };
        (0..3).map(of).product()
    }

    fn ways(&self, placed: &[Option<Place>; 3]) -> u128 {
        let mut ways = self.tables(placed);
        let held = |player| placed.iter().filter(|&&at| at == Some(Place::Player(player))).count();
        let mut left = 0;
        for (player, &hand) in self.hands.iter().enumerate() {
            let Some(free) = hand.checked_sub(held(player)) else { return 0 };
            left += free;
            // The cards that are left are dealt to one player after the other.
            ways *= factorial(left) / factorial(free) / factorial(left - free);
        }
        ways
    }
}

/// Who shows what in a deal, in turn after who asks: each possibility, with how many there are.
fn showings(placed: &[Option<Place>; 3], players: usize) -> Vec<Shown> {
    for player in 1..players {
        let held = (0..3).filter(|&kind| placed[kind] == Some(Place::Player(player)));
        let shown: Vec<Shown> = held.map(|kind| Some((player, kind))).collect();
        if !shown.is_empty() {
            return shown;
        }
    }
    vec![None]
}

/// Compares the first suspicions of the player who begins, by which of the cards are the player's own.
pub fn compare_suspicions(table: &CluedoTable) -> MeasuredQuestions {
    let own_kinds = (0..8u32).map(|bits| [0, 1, 2].map(|kind| bits >> kind & 1 == 1));
    let possible = own_kinds.filter(|own| (0..3).all(|kind| !own[kind] || table.own[kind] > 0));
    let questions: Vec<MeasuredQuestion> = possible.map(|own| measure(table, own)).collect();
    let nothing = for_asker(table, [true; 3]);
    let tables = nothing.tables(&[None; 3]);
    MeasuredQuestions {
        deals_before: nothing.ways(&[None; 3]),
        worlds_before: for_everybody(table, [false; 3]).ways(&[None; 3]),
        entropy_before: (tables as f64).log2(),
        preferred: Preferred::new(&questions),
        questions,
    }
}

/// What who asks does not know.
fn for_asker(table: &CluedoTable, own: [bool; 3]) -> Unknown {
    let mut hands = table.hands.clone();
    hands[0] = 0;
    let kinds = [0, 1, 2].map(|kind| table.kinds[kind] - table.own[kind]);
    Unknown { kinds, hands, asked: own.map(|own| !own) }
}

/// What is not public.
fn for_everybody(table: &CluedoTable, asked: [bool; 3]) -> Unknown {
    Unknown { kinds: table.kinds, hands: table.hands.clone(), asked }
}

fn measure(table: &CluedoTable, own: [bool; 3]) -> MeasuredQuestion {
    let players = table.hands.len();
    let unknown = for_asker(table, own);
    // For each showing, by which cards asked for lie on the table: weights, deals, and how many tables there are.
    let mut found: BTreeMap<Shown, BTreeMap<[bool; 3], Sums>> = BTreeMap::new();
    for (placed, ways) in unknown.placements() {
        let shown = showings(&placed, players);
        let on_table = placed.map(|place| place == Some(Place::Table));
        for showing in &shown {
            let sums = found.entry(*showing).or_default().entry(on_table).or_default();
            sums.0 += ways * MULTIPLE / shown.len() as u128;
            sums.1 += ways;
            sums.2 = unknown.tables(&placed);
        }
    }
    let whole: u128 = found.values().flat_map(BTreeMap::values).map(|sums| sums.0).sum();
    let public = public_worlds(table);
    let (mut deals, mut worlds, mut win, mut bits) = (0, 0, 0, 0.0);
    for (showing, patterns) in &found {
        let possible = || patterns.values().filter(|sums| sums.0 > 0);
        let weight: u128 = possible().map(|sums| sums.0).sum();
        deals += weight / MULTIPLE * possible().map(|sums| sums.1).sum::<u128>();
        worlds += weight / MULTIPLE
            * public.get(&showing.map(|(player, _)| player)).copied().unwrap_or(0);
        win += if possible().map(|sums| sums.2).sum::<u128>() == 1 { weight } else { 0 };
        let each = |&(part, _, tables): &Sums| {
            let share = part as f64 / weight as f64;
            share * ((tables as f64).log2() - share.log2())
        };
        bits += possible().map(each).sum::<f64>() * weight as f64 / whole as f64;
    }
    MeasuredQuestion {
        respondent: None,
        own: OwnAsked::Kinds(own),
        others: own.iter().filter(|&&own| !own).count(),
        deals: Share::of(deals, whole / MULTIPLE),
        worlds: Share::of(worlds, whole / MULTIPLE),
        entropy: bits,
        win: Share::of(win, whole),
    }
}

/// How many worlds the state has after each player showed a card, or nobody did: one for each deal and card.
fn public_worlds(table: &CluedoTable) -> BTreeMap<Option<usize>, u128> {
    let mut worlds = BTreeMap::new();
    for (placed, ways) in for_everybody(table, [true; 3]).placements() {
        let shown = showings(&placed, table.hands.len());
        *worlds.entry(shown[0].map(|(player, _)| player)).or_default() +=
            ways * shown.len() as u128;
    }
    worlds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classic() -> CluedoTable {
        CluedoTable::dealt([6, 6, 9], 6, None).expect("a table")
    }

    /// 324 tables and 18!/(3!)^6 ways to deal; a first card that is shown leaves 23/54 (scenarios/large).
    #[test]
    fn deals_and_worlds_are_those_of_the_scenarios() {
        let found = compare_suspicions(&classic());
        assert_eq!(found.worlds_before, 44_460_928_512_000);
        assert_eq!(public_worlds(&classic())[&Some(1)], 18_937_062_144_000);
        assert_eq!(found.deals_before, 5 * 5 * 8 * factorial(15) / factorial(3).pow(5));
        assert_eq!(found.questions.len(), 8);
    }

    /// Who asks for three cards of the own hand learns nothing; who asks for three others wins if these are the table.
    #[test]
    fn own_cards_tell_nothing_and_three_others_may_be_the_table() {
        let found = compare_suspicions(&classic());
        let [none, all] = [[false; 3], [true; 3]].map(|own| {
            found.questions.iter().find(|q| q.own == OwnAsked::Kinds(own)).expect("a question")
        });
        assert_eq!(all.deals, Share::of(found.deals_before, 1));
        assert!((all.entropy - found.entropy_before).abs() < 1e-9);
        assert_eq!((all.win, none.win), (Share::of(0, 1), Share::of(1, 200)));
    }
}
