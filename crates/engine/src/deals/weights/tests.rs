//! Weighted counting against plain enumeration of all worlds of small decks; and how long it takes on random
//! plays (ignored, to be run by hand).

use super::super::chart::{Chart, Level, MANY, YES};
use super::product::Key;
use super::{Grid, Question, Shape, Tracked, Ways, Weighed, hands, order};
use crate::limits::{Limit, Limits, Room};
use dashu_int::UBig;
use hexa_logic::Stream;
use std::collections::BTreeMap;

mod plays;

fn most() -> Room {
    Limits::default().room()
}

/// What the definition says, world by world.
struct Enumerated {
    grid: Grid,
    hands: Vec<BTreeMap<Vec<usize>, UBig>>,
}

/// The deals in which each holder has a number of cards.
fn deals(sizes: &[usize]) -> Chart {
    let cards = sizes.iter().sum();
    let hand = |(at, &size)| Chart::hand(sizes.len(), cards, at, size, &most()).unwrap();
    let hands = sizes.iter().enumerate().map(hand);
    hands.reduce(|one: Chart, two| one.and(&two, &most()).unwrap()).unwrap()
}

fn enumerate_worlds(question: &Question) -> Enumerated {
    let (holders, cards) = (question.holders, question.cards);
    let mut shown: Vec<Level> = question.parts.iter().flat_map(|part| shown_levels(part)).collect();
    shown.sort_unstable();
    shown.dedup();
    let mut all = Enumerated {
        grid: Grid { total: UBig::ZERO, held: vec![vec![UBig::ZERO; holders]; cards] },
        hands: vec![BTreeMap::new(); holders],
    };
    for deal in 0..holders.pow(cards as u32) {
        let owner: Vec<usize> =
            (0..cards).map(|card| deal / holders.pow(card as u32) % holders).collect();
        let mut weight = UBig::ONE;
        for show in question.weighed {
            let has = show.cards.iter().filter(|&&card| owner[card] == show.respondent).count();
            weight *= &show.shares[has];
        }
        let worlds = (0..1usize << shown.len()).filter(|choice| {
            let found = |level: Level| match shown.binary_search(&level) {
                Ok(at) => choice >> at & 1,
                Err(_) => owner[level.card()],
            };
            question.parts.iter().all(|part| part.value(found) == YES)
        });
        weight *= UBig::from(worlds.count());
        if weight.is_zero() {
            continue;
        }
        all.grid.total += &weight;
        for (held, &owner) in all.grid.held.iter_mut().zip(&owner) {
            held[owner] += &weight;
        }
        for (holder, hands) in all.hands.iter_mut().enumerate() {
            let hand = (0..cards).filter(|&card| owner[card] == holder).collect();
            *hands.entry(hand).or_insert(UBig::ZERO) += &weight;
        }
    }
    all
}

fn shown_levels(chart: &Chart) -> Vec<Level> {
    let levels = (0..chart.size()).map(|at| chart.level(at as u32 + MANY + 1));
    levels.filter(|level| level.show().is_some()).collect()
}

/// A chart of clauses about hands, of occasions, and of their opposites.
fn random_chart(stream: &mut Stream, holders: usize, cards: usize) -> Chart {
    let mut chart = Chart::constant(holders, stream.below(2) == 0);
    for _ in 0..1 + stream.below(4) {
        let more = match stream.below(4) {
            0 => {
                let mut asked: Vec<usize> = (0..cards).filter(|_| stream.below(2) == 0).collect();
                asked.truncate(2);
                Chart::choice(holders, stream.below(2), stream.below(holders), &asked)
            }
            1 => random_clause(stream, holders, cards),
            _ => {
                let by = stream.below((1 << holders) - 1) as u32;
                Chart::held(holders, stream.below(cards), by)
            }
        };
        let more = if stream.below(4) == 0 { more.not() } else { more };
        chart = match stream.below(3) {
            0 => chart.or(&more, &most()),
            1 => chart.and(&more, &most()),
            _ => chart.iff(&more, &most()),
        }
        .unwrap();
    }
    chart
}

/// That a holder has so many cards.
pub(super) fn exactly(holders: usize, holder: usize, size: usize, cards: usize) -> Chart {
    let mut counts = vec![Chart::constant(holders, false); size + 1];
    counts[0] = Chart::constant(holders, true);
    for card in (0..cards).rev() {
        let has = Chart::held(holders, card, 1 << holder);
        for count in (0..=size).rev() {
            let without = counts[count].minus(&has, &most()).unwrap();
            counts[count] = match count {
                0 => without,
                _ => counts[count - 1].and(&has, &most()).unwrap().or(&without, &most()).unwrap(),
            };
        }
    }
    counts[size].clone()
}

/// That somebody has one of some cards.
fn random_clause(stream: &mut Stream, holders: usize, cards: usize) -> Chart {
    let by = 1 << stream.below(holders);
    let mut some = Chart::constant(holders, false);
    for card in 0..cards {
        if stream.below(2) == 0 {
            some = some.or(&Chart::held(holders, card, by), &most()).unwrap();
        }
    }
    some
}

fn random_show(stream: &mut Stream, holders: usize, cards: usize) -> Weighed {
    let cards: Vec<usize> = (0..cards).filter(|_| stream.below(2) == 0).collect();
    let shares = (0..=cards.len()).map(|_| UBig::from(stream.below(7))).collect();
    Weighed { respondent: stream.below(holders), cards, shares }
}

fn random_sizes(stream: &mut Stream, holders: usize, cards: usize) -> Vec<usize> {
    let mut sizes = vec![0; holders];
    for _ in 0..cards {
        sizes[stream.below(holders)] += 1;
    }
    sizes
}

fn agrees(question: &Question, case: &str) -> UBig {
    let all = enumerate_worlds(question);
    assert_eq!(question.total().unwrap(), all.grid.total, "{case}");
    assert_eq!(question.grid().unwrap(), all.grid, "{case}");
    for (holder, hands) in all.hands.into_iter().enumerate() {
        let hands: Vec<_> = hands.into_iter().collect();
        assert_eq!(question.hands_of(holder).unwrap(), hands, "{case}");
    }
    all.grid.total
}

/// With the best order of levels, whether that is worthwhile or not, and as a graph. True if there are sheets.
fn agrees_in_another_order(question: &Question, case: &str) -> bool {
    let grid = question.grid().unwrap();
    let tracked = |apart| {
        let mut tracked = question.build_tracks(apart).unwrap()?;
        let Tracked { tracks, levels, factors, .. } = &mut tracked;
        order::improve(tracks, levels, factors, apart, 0.0);
        Some(tracked)
    };
    let Some(sifted) = tracked(None) else { return false };
    let ways = sifted.ways(&most()).unwrap();
    assert_eq!(ways.grid::<UBig>(question.cards), grid, "{case}");
    let graph = tracked(None).map(|sifted| sifted.into_graph(&most()).unwrap());
    assert_eq!(graph.map(|ways| ways.grid::<UBig>(question.cards)), Some(grid), "{case}");
    for holder in 0..question.holders {
        let apart = tracked(Some(holder)).map(|sifted| sifted.ways_apart(holder, &most()).unwrap());
        if let Some((Ways { shape: Shape::Sheets(sheets), .. }, _)) = &apart {
            let (ways, hands) = apart.as_ref().unwrap();
            let same = hands::at_ends::<UBig>(ways, sheets, hands);
            assert_eq!(same, question.hands_of(holder).unwrap(), "{case}");
        }
    }
    matches!(ways.shape, Shape::Sheets(_))
}

#[test]
fn sums_of_weights_are_those_of_all_worlds() {
    let mut stream = Stream::new("small questions", 7);
    let (mut possible, mut on_sheets) = (0, 0);
    for case in 0..1500 {
        let (holders, cards) = (1 + stream.below(4), 1 + stream.below(5));
        let mut parts = Vec::new();
        let sizes = random_sizes(&mut stream, holders, cards);
        match stream.below(3) {
            0 => parts.push(deals(&sizes)),
            1 => {
                let each = sizes.iter().enumerate();
                parts.extend(each.map(|(holder, &size)| exactly(holders, holder, size, cards)));
            }
            _ => {}
        }
        for _ in 0..stream.below(4) {
            parts.push(match stream.below(2) {
                0 => random_chart(&mut stream, holders, cards),
                _ => random_clause(&mut stream, holders, cards),
            });
        }
        let weighed: Vec<Weighed> =
            (0..stream.below(5)).map(|_| random_show(&mut stream, holders, cards)).collect();
        let parts: Vec<&Chart> = parts.iter().collect();
        let limits = Limits::default();
        let question =
            Question { holders, cards, parts: &parts, weighed: &weighed, room: &limits.room() };
        possible += usize::from(!agrees(&question, &format!("case {case}")).is_zero());
        on_sheets += usize::from(agrees_in_another_order(&question, &format!("case {case}")));
    }
    assert!(on_sheets > 100, "only {on_sheets} cases were answered on sheets");
    assert!(possible > 500, "only {possible} cases had a world");
}

#[test]
fn parts_split_differently_weigh_the_same() {
    let mut stream = Stream::new("larger questions", 11);
    let mut compared = 0;
    for case in 0..300 {
        let (holders, cards) = (2 + stream.below(4), 4 + stream.below(5));
        let sizes = random_sizes(&mut stream, holders, cards);
        let mut parts = vec![deals(&sizes)];
        for _ in 0..1 + stream.below(4) {
            parts.push(random_chart(&mut stream, holders, cards));
            parts.push(random_clause(&mut stream, holders, cards));
        }
        let weighed: Vec<Weighed> =
            (0..stream.below(8)).map(|_| random_show(&mut stream, holders, cards)).collect();
        let mut whole = Chart::constant(holders, true);
        for part in &parts {
            whole = whole.and(part, &most()).unwrap();
        }
        // A test that only some part makes, and the whole does not, would count twice.
        let shown: Vec<Level> = parts.iter().flat_map(shown_levels).collect();
        if shown.iter().any(|level| !shown_levels(&whole).contains(level)) {
            continue;
        }
        compared += 1;
        let apart: Vec<&Chart> = parts.iter().collect();
        let limits = Limits::default();
        let ask = |parts: &[&Chart]| {
            let question =
                Question { holders, cards, parts, weighed: &weighed, room: &limits.room() };
            let hands: Vec<_> =
                (0..holders).map(|holder| question.hands_of(holder).unwrap()).collect();
            (question.total().unwrap(), question.grid().unwrap(), hands)
        };
        let (total, grid, hands) = ask(&[&whole]);
        assert_eq!(ask(&apart), (total.clone(), grid.clone(), hands), "case {case}");
        for row in &grid.held {
            assert_eq!(row.iter().sum::<UBig>(), total, "case {case}");
        }
    }
    assert!(compared > 100, "only {compared} cases were compared");
}

#[test]
fn weights_beyond_machine_numbers() {
    let (holders, cards) = (2, 4);
    let show = |respondent: usize, power: usize| Weighed {
        respondent,
        cards: vec![0, 2],
        shares: vec![UBig::from(2u8), UBig::from(3u8).pow(power), UBig::from(5u8).pow(power)],
    };
    for power in [1, 30, 60, 300] {
        let weighed: Vec<Weighed> = (0..4).map(|at| show(at % 2, power)).collect();
        let limits = Limits::default();
        let question =
            Question { holders, cards, parts: &[], weighed: &weighed, room: &limits.room() };
        agrees(&question, &format!("power {power}"));
    }
}

#[test]
fn no_cards_have_one_world() {
    let limits = Limits::default();
    let yes = Chart::constant(2, true);
    let no = Chart::constant(2, false);
    let weighed = [Weighed { respondent: 1, cards: Vec::new(), shares: vec![UBig::from(3u8)] }];
    let ask = |parts: &[&Chart]| {
        let question =
            Question { holders: 2, cards: 0, parts, weighed: &weighed, room: &limits.room() };
        (question.total().unwrap(), question.hands_of(0).unwrap())
    };
    assert_eq!(ask(&[&yes]), (UBig::from(3u8), vec![(Vec::new(), UBig::from(3u8))]));
    assert_eq!(ask(&[&yes, &no]), (UBig::ZERO, Vec::new()));
}

/// Keys of several words hold what is put into them, as keys of one word do.
#[test]
fn keys_hold_what_is_put_into_them() {
    fn holds<K: Key>(stream: &mut Stream) {
        let (mut key, mut shift, mut put) = (K::zero(), 0, Vec::new());
        while shift < K::BITS {
            let bits = (1 + stream.below(31) as u32).min(K::BITS - shift);
            let value = stream.below(1 << bits) as u32;
            let other = stream.below(1 << bits) as u32;
            key = key.with(shift, other).replace_field(shift, other, value);
            put.push((shift, bits, value));
            shift += bits;
        }
        for (shift, bits, value) in put {
            assert_eq!(key.at(shift, bits), value, "{bits} bits at {shift}");
        }
    }
    let mut stream = Stream::new("packed keys", 17);
    for _ in 0..100 {
        holds::<u64>(&mut stream);
        holds::<[u64; 8]>(&mut stream);
    }
}

/// So many holders that a state of all tracks needs several words.
#[test]
fn many_holders_have_as_many_deals_as_there_are() {
    let (holders, cards) = (32, 4);
    let spare: Vec<Chart> = (0..holders)
        .map(|holder| {
            // At most two cards each.
            let few = (0..3).map(|size| exactly(holders, holder, size, cards));
            few.reduce(|all, one| all.or(&one, &most()).unwrap()).unwrap()
        })
        .collect();
    let parts: Vec<&Chart> = spare.iter().collect();
    let limits = Limits::default();
    let question = Question { holders, cards, parts: &parts, weighed: &[], room: &limits.room() };
    let grid = question.grid().unwrap();
    // All deals but those where somebody has three cards or four.
    let total = 32u64.pow(4) - 32 * 4 * 31 - 32;
    assert_eq!(grid.total, UBig::from(total));
    assert!(grid.held.iter().flatten().all(|held| *held == UBig::from(total / 32)));
}

#[test]
fn too_many_ways_to_share_are_refused() {
    let mut stream = Stream::new("many shows", 3);
    let show = |stream: &mut Stream| {
        let cards: Vec<usize> = (0..40).filter(|_| stream.below(2) == 0).collect();
        let shares = (0..=cards.len()).map(|count| UBig::from(count + 1)).collect();
        Weighed { respondent: 0, cards, shares }
    };
    let weighed: Vec<Weighed> = (0..12).map(|_| show(&mut stream)).collect();
    let limits = Limits { nodes: 10_000, ..Limits::default() };
    let question =
        Question { holders: 3, cards: 40, parts: &[], weighed: &weighed, room: &limits.room() };
    assert_eq!(question.grid(), Err(Limit::Nodes(10_000)));
}

#[test]
fn too_many_states_are_refused() {
    let limits = Limits { nodes: 500, ..Limits::default() };
    let law = deals(&[3, 3, 3, 3]);
    let question =
        Question { holders: 4, cards: 12, parts: &[&law], weighed: &[], room: &limits.room() };
    assert_eq!(question.total(), Err(Limit::Nodes(500)));
    assert_eq!(question.grid(), Err(Limit::Nodes(500)));
    assert_eq!(question.hands_of(0), Err(Limit::Nodes(500)));
}
