//! The possible hands of one holder. From both ends of the graph the weights are kept apart by the cards that
//! they got so far, from the end that has less to keep, until the two meet.

use super::factor::ONE;
use super::number::Number;
use super::product::Graph;
use super::sheet::Sheets;
use super::{Ways, WeighedHand};
use crate::limits::{Limit, MOST_STEPS_BETWEEN_LOOKS, Room};
use dashu_int::UBig;
use rustc_hash::FxHashMap;

/// The possible hands of a holder, in order, with their weights.
pub(super) fn of<N: Number>(
    ways: &Ways,
    graph: &Graph,
    holder: usize,
    most: &Room,
) -> Result<Vec<WeighedHand>, Limit> {
    let factors: Vec<N> = ways.numbers();
    let ahead = graph.ahead(&factors);
    if ahead[0].is_zero() {
        return Ok(Vec::new());
    }
    let search = Search { ways, graph, holder: holder as u32, factors, ahead, most };
    search.hands()
}

/// The same from sheets where every hand has its own end.
pub(super) fn at_ends<N: Number>(
    ways: &Ways,
    sheets: &Sheets,
    hands: &[Vec<usize>],
) -> Vec<WeighedHand> {
    let last = sheets.behind::<N>(&ways.numbers());
    let weighed = last.iter().zip(sheets.ends()).filter(|(weight, _)| !weight.is_zero());
    let weighed =
        weighed.map(|(weight, end)| (hands[end as usize].clone(), weight.whole() * &ways.scale));
    let mut weighed: Vec<WeighedHand> = weighed.collect();
    weighed.sort_unstable();
    weighed
}

/// Sets of cards, each made of a smaller one and one more card; the first is empty.
struct Sets {
    list: Vec<(u32, u32)>,
    numbers: FxHashMap<(u32, u32), u32>,
}

impl Sets {
    fn new() -> Self {
        Self { list: vec![(0, 0)], numbers: FxHashMap::default() }
    }

    fn with(&mut self, set: u32, card: u32) -> u32 {
        let next = self.list.len() as u32;
        let list = &mut self.list;
        *self.numbers.entry((set, card)).or_insert_with(|| {
            list.push((set, card));
            next
        })
    }

    fn cards(&self, mut set: u32) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let (rest, card) = self.list[set as usize];
            (set != 0).then(|| {
                set = rest;
                card as usize
            })
        })
    }
}

/// The states of one layer, each with the sets of cards that they may have got and their weights.
struct Front<N> {
    at: usize,
    sets: Sets,
    states: Vec<Vec<(u32, N)>>,
}

impl<N> Front<N> {
    fn size(&self) -> u64 {
        self.states.iter().map(|sets| sets.len() as u64).sum()
    }
}

struct Search<'w, N> {
    ways: &'w Ways,
    graph: &'w Graph,
    holder: u32,
    factors: Vec<N>,
    ahead: Vec<N>,
    most: &'w Room,
}

impl<N: Number> Search<'_, N> {
    fn hands(&self) -> Result<Vec<WeighedHand>, Limit> {
        let (graph, last) = (self.graph, self.ways.levels.list.len());
        let one = || vec![(0, N::of(&UBig::ONE))];
        let mut front = Front { at: 0, sets: Sets::new(), states: vec![one()] };
        let ends = graph.layer(last).map(|_| one()).collect();
        let mut back = Front { at: last, sets: Sets::new(), states: ends };
        let pace = self.most.pace();
        while front.at < back.at {
            let smaller = if front.size() <= back.size() {
                self.advance(&mut front);
                front.size()
            } else {
                self.retreat(&mut back);
                back.size()
            };
            self.most.admit(smaller)?;
            pace.count(smaller.min(MOST_STEPS_BETWEEN_LOOKS / 2))?;
        }
        self.meet(&front, &back)
    }

    /// Their card, if the level is about a card and they are who was found.
    fn card(&self, at: usize, found: u32) -> Option<u32> {
        let level = self.ways.levels.list[at];
        (level.show().is_none() && found == self.holder).then(|| level.card() as u32)
    }

    fn times(&self, weight: &N, factor: u32) -> N {
        match factor {
            ONE => weight.clone(),
            factor => weight.times(&self.factors[factor as usize]),
        }
    }

    fn advance(&self, front: &mut Front<N>) {
        let graph = self.graph;
        let (from, to) = (graph.layer(front.at), graph.layer(front.at + 1));
        let mut next: Vec<Vec<(u32, N)>> = vec![Vec::new(); to.len()];
        for (state, sets) in from.zip(&front.states) {
            for edge in graph.edges(state) {
                if self.ahead[edge.to as usize].is_zero() {
                    continue;
                }
                let card = self.card(front.at, edge.found);
                let into = &mut next[edge.to as usize - to.start];
                for (set, weight) in sets {
                    let set = card.map_or(*set, |card| front.sets.with(*set, card));
                    into.push((set, self.times(weight, edge.factor)));
                }
            }
        }
        let mut sums = vec![N::zero(); front.sets.list.len()];
        for sets in &mut next {
            *sets = sum_by_set(sets, &mut sums);
        }
        front.states = next;
        front.at += 1;
    }

    fn retreat(&self, back: &mut Front<N>) {
        let graph = self.graph;
        let (from, to) = (graph.layer(back.at - 1), graph.layer(back.at));
        let mut sums: Vec<N> = vec![N::zero(); back.sets.list.len()];
        let mut before = Vec::with_capacity(from.len());
        for state in from {
            let mut all = Vec::new();
            for edge in graph.edges(state) {
                let card = self.card(back.at - 1, edge.found);
                for (set, weight) in &back.states[edge.to as usize - to.start] {
                    let set = card.map_or(*set, |card| back.sets.with(*set, card));
                    all.push((set, self.times(weight, edge.factor)));
                }
            }
            sums.resize(back.sets.list.len(), N::zero());
            before.push(sum_by_set(&all, &mut sums));
        }
        back.states = before;
        back.at -= 1;
    }

    /// The hands made of what they got on the way to a state and what they get from there on.
    fn meet(&self, front: &Front<N>, back: &Front<N>) -> Result<Vec<WeighedHand>, Limit> {
        let mut by_set: Vec<Vec<(usize, &N)>> = vec![Vec::new(); front.sets.list.len()];
        for (state, sets) in front.states.iter().enumerate() {
            for (set, weight) in sets {
                by_set[*set as usize].push((state, weight));
            }
        }
        let mut sums: Vec<N> = vec![N::zero(); back.sets.list.len()];
        let pace = self.most.pace();
        let mut hands: Vec<WeighedHand> = Vec::new();
        for (first, states) in by_set.iter().enumerate() {
            let mut touched: Vec<u32> = Vec::new();
            for (state, weight) in states {
                for (rest, more) in &back.states[*state] {
                    let sum = &mut sums[*rest as usize];
                    if sum.is_zero() {
                        touched.push(*rest);
                    }
                    sum.add(&weight.times(more));
                }
            }
            for rest in touched {
                let sum = std::mem::replace(&mut sums[rest as usize], N::zero());
                let mut hand: Vec<usize> = front.sets.cards(first as u32).collect();
                hand.extend(back.sets.cards(rest));
                hand.sort_unstable();
                hands.push((hand, sum.whole() * &self.ways.scale));
            }
            self.most.admit(hands.len() as u64)?;
            pace.count(1 + states.len() as u64)?;
        }
        hands.sort_unstable();
        Ok(hands)
    }
}

/// The weight of each set once; the sums are zero before and after.
fn sum_by_set<N: Number>(sets: &[(u32, N)], sums: &mut [N]) -> Vec<(u32, N)> {
    let mut touched = Vec::new();
    for (set, weight) in sets {
        let sum = &mut sums[*set as usize];
        if sum.is_zero() {
            touched.push(*set);
        }
        sum.add(weight);
    }
    let taken =
        touched.into_iter().map(|set| (set, std::mem::replace(&mut sums[set as usize], N::zero())));
    taken.collect()
}
