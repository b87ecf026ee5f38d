//! How long answers take on random plays.

use super::super::super::chart::Chart;
use super::super::{Question, Shape, Weighed};
use super::{exactly, most};
use crate::limits::Limits;
use dashu_int::UBig;
use hexa_logic::Stream;

/// A game: its kinds of cards, hands, and the deal. The table is the last holder.
struct Play {
    players: usize,
    kinds: Vec<Vec<usize>>,
    sizes: Vec<usize>,
    owner: Vec<usize>,
    /// What is known of each hand, apart from its size.
    said: Vec<Chart>,
    shows: Vec<Show>,
}

struct Show {
    asker: usize,
    respondent: usize,
    cards: Vec<usize>,
    shown: usize,
}

impl Play {
    /// With one card of each kind on the table, if there is one.
    fn new(stream: &mut Stream, players: usize, kinds: &[usize], table: Option<usize>) -> Self {
        let cards: usize = kinds.iter().sum();
        let mut start = 0;
        let kinds: Vec<Vec<usize>> = kinds
            .iter()
            .map(|&size| {
                start += size;
                (start - size..start).collect()
            })
            .collect();
        let mut owner = vec![usize::MAX; cards];
        for kind in kinds.iter().filter(|_| table.is_some()) {
            owner[kind[stream.below(kind.len())]] = players;
        }
        let mut rest: Vec<usize> = (0..cards).filter(|&card| owner[card] == usize::MAX).collect();
        let mut sizes = vec![0; players];
        for at in 0..rest.len() {
            let other = at + stream.below(rest.len() - at);
            rest.swap(at, other);
            owner[rest[at]] = at % players;
            sizes[at % players] += 1;
        }
        sizes.extend(table.map(|_| kinds.len()));
        let holders = sizes.len();
        let mut said: Vec<Chart> =
            (0..holders).map(|h| exactly(holders, h, sizes[h], cards)).collect();
        for kind in kinds.iter().filter(|_| table.is_some()) {
            said[players] = said[players].and(&some(holders, players, kind), &most()).unwrap();
        }
        Self { players, kinds, sizes, owner, said, shows: Vec::new() }
    }

    fn suspicion(&mut self, stream: &mut Stream, asker: usize) {
        let holders = self.sizes.len();
        let cards: Vec<usize> =
            self.kinds.iter().map(|kind| kind[stream.below(kind.len())]).collect();
        for next in 1..self.players {
            let respondent = (asker + next) % self.players;
            let clause = some(holders, respondent, &cards);
            let has: Vec<usize> =
                cards.iter().copied().filter(|&card| self.owner[card] == respondent).collect();
            let said = &mut self.said[respondent];
            if has.is_empty() {
                *said = said.minus(&clause, &most()).unwrap();
            } else {
                *said = said.and(&clause, &most()).unwrap();
                let shown = has[stream.below(has.len())];
                self.shows.push(Show { asker, respondent, cards, shown });
                break;
            }
        }
    }

    /// What an observer knows for sure: their cards and what they were shown.
    fn certain_facts(&self, observer: usize) -> Chart {
        let holders = self.sizes.len();
        let mut known = Chart::constant(holders, true);
        for (card, &owner) in self.owner.iter().enumerate() {
            let set = if owner == observer { 1 << observer } else { !(1 << observer) };
            known = known
                .and(&Chart::held(holders, card, set & ((1 << holders) - 1)), &most())
                .unwrap();
        }
        for show in self.shows.iter().filter(|show| show.asker == observer) {
            let has = Chart::held(holders, show.shown, 1 << show.respondent);
            known = known.and(&has, &most()).unwrap();
        }
        known
    }

    fn weighed_choices(&self) -> Vec<Weighed> {
        let shares: Vec<UBig> = [0u8, 6, 3, 2].map(UBig::from).to_vec();
        let weighed = self.shows.iter().map(|show| Weighed {
            respondent: show.respondent,
            cards: show.cards.clone(),
            shares: shares.clone(),
        });
        weighed.collect()
    }
}

/// That a holder has one of some cards.
fn some(holders: usize, holder: usize, cards: &[usize]) -> Chart {
    let mut some = Chart::constant(holders, false);
    for &card in cards.iter().rev() {
        some = some.or(&Chart::held(holders, card, 1 << holder), &most()).unwrap();
    }
    some
}

/// The law of a play: the deals of which everything holds that was said.
fn law(play: &Play) -> Chart {
    let mut law = super::deals(&play.sizes);
    for said in &play.said {
        law = law.and(said, &most()).unwrap();
    }
    law
}

/// One chart for all goes through a graph, and one for each hand through sheets.
#[test]
fn law_and_hands_agree_in_plays() {
    for (players, suspicions) in [(2, 30), (3, 20), (4, 9)] {
        let mut stream = Stream::new("plays", 2);
        let mut play = Play::new(&mut stream, players, &[6, 6, 9], Some(players));
        for suspicion in 0..suspicions {
            play.suspicion(&mut stream, suspicion % players);
        }
        let (holders, cards, weighed) = (players + 1, 21, play.weighed_choices());
        let (law, known) = (law(&play), play.certain_facts(0));
        let room = Limits::default().room();
        let everybody = Chart::constant(holders, true);
        for known in [&known, &everybody] {
            let mut hands: Vec<&Chart> = play.said.iter().collect();
            hands.push(known);
            let ask = |parts| Question { holders, cards, parts, weighed: &weighed, room: &room };
            let (one, many) = (&[&law, known][..], &hands[..]);
            let (one, many) = (ask(one), ask(many));
            assert!(matches!(many.ways().unwrap().unwrap().shape, Shape::Sheets(_)));
            assert!(matches!(one.ways().unwrap().unwrap().shape, Shape::Graph(_)));
            assert_eq!(one.grid().unwrap(), many.grid().unwrap());
            assert_eq!(one.hands_of(players).unwrap(), many.hands_of(players).unwrap());
            assert_eq!(one.total().unwrap(), many.total().unwrap());
        }
    }
}
