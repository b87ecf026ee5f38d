//! How likely worlds are, compared with each other. At first all are equally likely unless weights
//! are given, and announcements condition. Whoever answers a question picks uniformly among the
//! answers that are true, an event of a frame happens as often as its chance says, and each of the
//! worlds that a world becomes gets its share (Kooi 2003: a chance is the probability of the event
//! where it can happen). Where another action made several worlds out of one, or the chances in a
//! world do not add up to one, nobody knows how often it does which, and the weights are lost.

use crate::explicit::bits::{self, Bits};
use crate::limits::Pace;
use dashu_int::UBig;
use dashu_int::ops::Gcd;
use hexa_logic::{Action, Ratio, Stopped};
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

/// For each world a fraction: few different ones, so that each is kept once.
#[derive(Clone, Debug)]
struct Shares {
    of: Vec<u32>,
    fractions: Vec<Fraction>,
}

/// The weight of a world.
#[derive(Clone, Debug)]
pub(crate) struct Fraction {
    numerator: UBig,
    denominator: UBig,
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        &self.numerator * &other.denominator == &other.numerator * &self.denominator
    }
}

impl Weights {
    /// Those that are written down, for each world.
    pub(crate) fn given(weights: &[Ratio]) -> Self {
        let fraction = |weight: &Ratio| Fraction {
            numerator: UBig::from(weight.numerator().unsigned_abs()),
            denominator: UBig::from(weight.denominator()),
        };
        Self::of_worlds(weights.iter().map(fraction).collect())
    }

    /// Those of each world.
    pub(crate) fn of_worlds(fractions: Vec<Fraction>) -> Self {
        if fractions.iter().all(|one| one.numerator == one.denominator) {
            return Self::default();
        }
        let of = (0..fractions.len() as u32).collect();
        Self { shares: Some(Arc::new(Shares { of, fractions })), lost: None }
    }

    /// That of a world.
    pub(crate) fn fraction_of(&self, world: usize) -> Fraction {
        self.fraction(self.shares.as_ref().map_or(0, |shares| shares.of[world]))
    }

    /// The action that lost the weight of a world.
    pub(crate) fn lost_at(&self, world: usize) -> Option<Action> {
        self.lost.as_ref().filter(|(_, lost)| lost.contains(world)).map(|(action, _)| *action)
    }

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
    pub(crate) fn gather(&self, list: &[u32], pace: &Pace) -> Result<Self, Stopped> {
        let shares = self.shares.as_ref().map(|shares| {
            let of = pace.table(list.len(), |at| shares.of[list[at] as usize])?;
            Ok(Arc::new(Shares { of, fractions: shares.fractions.clone() }))
        });
        let lost = self.lost.as_ref().map(|(action, lost)| {
            let gone = list.iter().map(|&world| lost.contains(world as usize));
            Ok((*action, Arc::new(bits::pack(list.len(), gone, pace)?)))
        });
        Ok(Self { shares: shares.transpose()?, lost: lost.transpose()? })
    }

    /// The weights of some worlds of several models, in the order listed.
    pub(crate) fn side_by_side(parts: &[(&Self, &[u32])], pace: &Pace) -> Result<Self, Stopped> {
        let mut whole = Self::default();
        let size = parts.iter().map(|(_, worlds)| worlds.len()).sum();
        if parts.iter().any(|(weights, _)| weights.shares.is_some()) {
            let (mut of, mut fractions) = (Vec::with_capacity(size), Vec::new());
            for (weights, worlds) in parts {
                let before = fractions.len() as u32;
                let share = |&w: &u32| weights.shares.as_ref().map_or(0, |s| s.of[w as usize]);
                pace.each(worlds.iter(), |world| of.push(before + share(world)))?;
                fractions.extend((0..weights.kinds()).map(|number| weights.fraction(number)));
            }
            whole.shares = Some(Arc::new(Shares { of, fractions }));
        }
        let first = parts.iter().find_map(|(weights, _)| weights.lost.as_ref());
        if let Some((action, _)) = first {
            let lost = |weights: &Self, world: u32| {
                weights.lost.as_ref().is_some_and(|(_, lost)| lost.contains(world as usize))
            };
            let lost = parts.iter().flat_map(|&(weights, worlds)| {
                worlds.iter().map(move |&world| lost(weights, world))
            });
            return Ok(whole.losing(*action, bits::pack(size, lost, pace)?));
        }
        Ok(whole)
    }

    /// How many different fractions there are.
    fn kinds(&self) -> u32 {
        self.shares.as_ref().map_or(1, |shares| shares.fractions.len() as u32)
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

    /// The same weights, each times a fraction for its world, which is not zero.
    pub(crate) fn multiply_by(
        &self,
        worlds: usize,
        by: impl Fn(usize) -> (UBig, UBig),
        pace: &Pace,
    ) -> Result<Self, Stopped> {
        let mut numbers: FxHashMap<(u32, (UBig, UBig)), u32> = FxHashMap::default();
        let mut fractions = Vec::new();
        let of = pace.table(worlds, |world| {
            let before = self.shares.as_ref().map_or(0, |shares| shares.of[world]);
            let by = by(world);
            let next = fractions.len() as u32;
            *numbers.entry((before, by)).or_insert_with_key(|(before, by)| {
                fractions.push(self.fraction(*before).times(by));
                next
            })
        })?;
        let shares = Some(Arc::new(Shares { of, fractions }));
        Ok(Self { shares, lost: self.lost.clone() })
    }

    fn fraction(&self, number: u32) -> Fraction {
        let one = || Fraction { numerator: UBig::ONE, denominator: UBig::ONE };
        self.shares.as_ref().map_or_else(one, |shares| shares.fractions[number as usize].clone())
    }

    /// A whole number for each world, in proportion to the weights; none if all are equal.
    pub(crate) fn whole_numbers(&self) -> Option<impl Fn(usize) -> UBig + '_> {
        let shares = self.shares.as_ref()?;
        let common = shares.fractions.iter().fold(UBig::ONE, |all, one| {
            let divisor = (&all).gcd(&one.denominator);
            all * &one.denominator / divisor
        });
        let whole = |share: &Fraction| &common / &share.denominator * &share.numerator;
        let numbers: Vec<UBig> = shares.fractions.iter().map(whole).collect();
        Some(move |world: usize| numbers[shares.of[world] as usize].clone())
    }
}

impl Fraction {
    fn times(&self, (numerator, denominator): &(UBig, UBig)) -> Self {
        // Worlds outside of every answer have no weight, and do not exist.
        let or_one = |number: &UBig| number.max(&UBig::ONE).clone();
        Self {
            numerator: &self.numerator * or_one(numerator),
            denominator: &self.denominator * or_one(denominator),
        }
    }
}
