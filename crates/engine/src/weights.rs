//! How likely worlds are, compared with each other. At first all are equally likely, and
//! announcements condition. When somebody shows one of the cards he was asked for, he
//! picks uniformly among those he has, and each of the worlds that a world becomes gets
//! its share. Where another action made several worlds out of one, nobody knows how
//! often it does which, and the weights are lost.

use crate::bits::{self, Bits};
use dashu_int::UBig;
use dashu_int::ops::Gcd;
use hexa_logic::Action;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The weights of the worlds of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    /// None: all are equally likely.
    shares: Option<Arc<Shares>>,
    /// The worlds that an action made out of one, and the action.
    lost: Option<(Action, Arc<Bits>)>,
}

/// For each world one over a number: few different ones, so that each is kept once.
#[derive(Clone, Debug)]
struct Shares {
    of: Vec<u32>,
    /// One over this is the share.
    divisors: Vec<UBig>,
}

impl Weights {
    /// Whether some worlds have lost theirs.
    pub(crate) fn are_lost_somewhere(&self) -> bool {
        self.lost.is_some()
    }

    /// The action that lost the weights of some of these worlds.
    pub(crate) fn lost_in(&self, worlds: &Bits) -> Option<Action> {
        let (action, lost) = self.lost.as_ref()?;
        (!lost.is_disjoint(worlds)).then_some(*action)
    }

    /// The weights of some worlds of the model, in the order listed.
    pub(crate) fn gather(&self, list: &[u32]) -> Self {
        let shares = self.shares.as_ref().map(|shares| {
            let of = list.iter().map(|&world| shares.of[world as usize]).collect();
            Arc::new(Shares { of, divisors: shares.divisors.clone() })
        });
        let lost = self.lost.as_ref().map(|(action, lost)| {
            let gone = list.iter().map(|&world| lost.contains(world as usize));
            (*action, Arc::new(bits::pack(list.len(), gone)))
        });
        Self { shares, lost }
    }

    /// The same weights, but for worlds that an action made out of one.
    pub(crate) fn losing(mut self, action: Action, made: Bits) -> Self {
        if made.is_clear() {
            return self;
        }
        self.lost = Some(match self.lost.take() {
            None => (action, Arc::new(made)),
            Some((first, before)) => {
                let mut all = Bits::clone(&before);
                all.union_with(&made);
                (first, Arc::new(all))
            }
        });
        self
    }

    /// The same weights, each divided by a number for its world.
    pub(crate) fn divided(&self, worlds: usize, by: impl Fn(usize) -> usize) -> Self {
        let mut numbers: FxHashMap<(u32, usize), u32> = FxHashMap::default();
        let mut divisors = Vec::new();
        let mut of = Vec::with_capacity(worlds);
        for world in 0..worlds {
            let before = self.shares.as_ref().map_or(0, |shares| shares.of[world]);
            let by = by(world).max(1);
            let next = divisors.len() as u32;
            of.push(*numbers.entry((before, by)).or_insert_with(|| {
                divisors.push(self.divisor(before) * UBig::from(by));
                next
            }));
        }
        Self { shares: Some(Arc::new(Shares { of, divisors })), lost: self.lost.clone() }
    }

    fn divisor(&self, number: u32) -> UBig {
        let one = UBig::ONE;
        self.shares.as_ref().map_or(one, |shares| shares.divisors[number as usize].clone())
    }

    /// A whole number for each world, in proportion to the weights; none if all are equal.
    pub(crate) fn whole_numbers(&self) -> Option<impl Fn(usize) -> UBig + '_> {
        let shares = self.shares.as_ref()?;
        let common = shares.divisors.iter().fold(UBig::ONE, |all, one| {
            let divisor = (&all).gcd(one);
            all * one / divisor
        });
        let numbers: Vec<UBig> = shares.divisors.iter().map(|divisor| &common / divisor).collect();
        Some(move |world: usize| numbers[shares.of[world] as usize].clone())
    }
}
