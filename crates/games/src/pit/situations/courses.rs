//! What can come of a round (section 3): all offer at once, chance picks one of the pairs whose numbers are equal, they swap,
//! and of those who have a corner then chance picks the winner.

use super::rounds::{Round, rounds_of};
use super::states::Outlook;
use super::table::{DealTable, Swap, Swapped};
use crate::exact::RBig;
use crate::pit::{Player, Suit};
use std::collections::{BTreeMap, BTreeSet};

/// Offers that a player does not tell apart: a suit by what it is called where other names do not matter, and how many cards.
pub(super) type OfferClass = (u8, usize);

/// An offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    pub suit: Suit,
    pub number: usize,
    pub class: OfferClass,
}

/// All that a player can offer.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub offers: Vec<Offer>,
    /// The classes, in order.
    pub classes: Vec<OfferClass>,
    /// The place of the choice, if there is more than one class.
    pub choice: Option<usize>,
}

impl Options {
    pub fn new(table: &DealTable, hand: &[u8], outlook: &Outlook) -> Self {
        let mut offers = Vec::new();
        for (suit, &many) in hand.iter().enumerate() {
            for number in 1..=usize::from(many).min(table.most()) {
                offers.push(Offer { suit, number, class: (outlook.suits[suit], number) });
            }
        }
        let classes: BTreeSet<OfferClass> = offers.iter().map(|offer| offer.class).collect();
        Self { offers, classes: classes.into_iter().collect(), choice: None }
    }

    /// All offers with a hand, each a class of its own.
    pub fn all(table: &DealTable, hand: &[u8]) -> Self {
        let suits = (0..hand.len() as u8).collect();
        Self::new(table, hand, &Outlook { class: 0, suits })
    }

    /// How many offers are like this one.
    fn alike(&self, offer: Offer) -> usize {
        self.offers.iter().filter(|other| other.class == offer.class).count()
    }

    /// The alternative that is made with an offer.
    pub fn made(&self, offer: Offer) -> Option<(usize, usize)> {
        let at = self.classes.iter().position(|&class| class == offer.class)?;
        self.choice.map(|choice| (choice, at))
    }
}

/// What comes of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RoundEnd {
    /// The game goes on; these suits were swapped, if any were.
    Open((Suit, Suit)),
    /// Somebody has a corner, and wins.
    Won(Player),
}

/// What is made, what everybody sees, what comes of it, and how likely that is if all this is made.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub made: Vec<(usize, usize)>,
    pub round: Round,
    pub end: RoundEnd,
    pub chance: RBig,
}

/// Everything that can come of a round in a deal, pair by pair.
pub(super) fn play_all(table: &DealTable, deal: usize, options: &[Options]) -> Vec<Played> {
    let mut all = Vec::new();
    let mut at = vec![0; options.len()];
    if options.iter().any(|of| of.offers.is_empty()) {
        return all;
    }
    loop {
        let offers: Vec<Offer> = at.iter().zip(options).map(|(&at, of)| of.offers[at]).collect();
        play_offers(table, deal, options, &offers, &mut all);
        let Some(next) = (0..at.len()).find(|&n| at[n] + 1 < options[n].offers.len()) else {
            break;
        };
        at[next] += 1;
        at[..next].fill(0);
    }
    all.sort_by_key(|played| played.round.matched);
    all
}

fn play_offers(
    table: &DealTable,
    deal: usize,
    options: &[Options],
    offers: &[Offer],
    all: &mut Vec<Played>,
) {
    let numbers: Vec<usize> = offers.iter().map(|offer| offer.number).collect();
    let made: Vec<_> =
        options.iter().zip(offers).filter_map(|(of, &offer)| of.made(offer)).collect();
    let alike: usize = options.iter().zip(offers).map(|(of, &offer)| of.alike(offer)).product();
    let rounds = rounds_of(table, &numbers);
    let ways = alike * rounds.len();
    for round in rounds {
        let ends = ends_of(table, deal, offers, &round);
        let chance = RBig::from_parts(1.into(), (ways * ends.len()).into());
        all.extend(ends.into_iter().map(|end| {
            let (made, round, chance) = (made.clone(), round.clone(), chance.clone());
            Played { made, round, end, chance }
        }));
    }
}

/// What comes of it when chance has picked who trade; all alike.
fn ends_of(table: &DealTable, deal: usize, offers: &[Offer], round: &Round) -> Vec<RoundEnd> {
    let Some(traders) = round.matched else {
        return vec![RoundEnd::Open((0, 0))];
    };
    let given = (offers[traders.0].suit, offers[traders.1].suit);
    let swap = Swap { traders, given, number: offers[traders.0].number };
    match table.swap(deal, swap) {
        Swapped::Impossible => Vec::new(),
        Swapped::Corner => table.winners(deal, swap).into_iter().map(RoundEnd::Won).collect(),
        Swapped::Open(_) => vec![RoundEnd::Open(given)],
    }
}

/// Where a course leads: to a situation, to somebody's corner, or to an end without one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Leads {
    To(usize),
    Won(Player),
    Nowhere,
}

/// How likely courses are, by what is made in them and where they lead.
pub(super) type Courses = BTreeMap<(Vec<(usize, usize)>, Leads), RBig>;

/// Leaves choices out of courses where they make no difference: where all alternatives lead to the same, as likely.
pub(super) fn leave_out_idle(
    mut courses: Courses,
    alternatives: impl Fn(usize) -> usize,
) -> Courses {
    let choices: BTreeSet<usize> =
        courses.keys().flat_map(|(made, _)| made.iter().map(|&(choice, _)| choice)).collect();
    for choice in choices {
        let mut groups: BTreeMap<_, Vec<(usize, RBig)>> = BTreeMap::new();
        let mut next = Courses::new();
        for ((made, leads), chance) in courses {
            match made.iter().position(|&(of, _)| of == choice) {
                None => *next.entry((made, leads)).or_default() += chance,
                Some(at) => {
                    let mut rest = made;
                    let (_, alternative) = rest.remove(at);
                    groups.entry((rest, leads)).or_default().push((alternative, chance));
                }
            }
        }
        for ((rest, leads), group) in groups {
            let is_idle = group.len() == alternatives(choice)
                && group.iter().all(|(_, chance)| *chance == group[0].1);
            if is_idle {
                *next.entry((rest, leads)).or_default() += &group[0].1;
                continue;
            }
            for (alternative, chance) in group {
                let mut made = rest.clone();
                made.push((choice, alternative));
                made.sort_unstable();
                *next.entry((made, leads.clone())).or_default() += chance;
            }
        }
        courses = next;
    }
    courses
}
