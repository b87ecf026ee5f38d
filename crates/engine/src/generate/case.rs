//! Random cases. What is drawn for a case comes from a stream and is written down, so that the case can be
//! looked at again with less: a case on which something fails gets smaller by drawing smaller numbers and
//! shorter lists, and trying again (MacIver, Donaldson 2020: *Test-case reduction via test-case generation*).
//!
//! Structures grow from lists of decisions: each number of a list decides one thing, and where the list ends
//! the first way is taken, which is always the simplest.

use hexa_logic::{Setup, Stream};
use std::ops::Range;

/// A case, as far as it was drawn.
#[derive(Debug)]
pub struct Case {
    source: Source,
    drawn: Drawn,
    models: Vec<Setup>,
}

/// What was drawn for a case. Numbers and lists are kept apart: with fewer numbers the lists stay what they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawn {
    /// The numbers, in the order in which they were drawn.
    pub numbers: Vec<usize>,
    /// The lists of decisions, in the order in which they were drawn.
    pub lists: Vec<Vec<u8>>,
}

#[derive(Debug)]
enum Source {
    Fresh(Stream),
    Again { numbers: std::vec::IntoIter<usize>, lists: std::vec::IntoIter<Vec<u8>> },
}

impl Case {
    /// A case that is drawn from a stream.
    pub fn new(stream: Stream) -> Self {
        Self::from_source(Source::Fresh(stream))
    }

    /// A case for which this was drawn. If more is asked for, numbers are 0 and lists as short as may be.
    pub fn again(drawn: Drawn) -> Self {
        let Drawn { numbers, lists } = drawn;
        Self::from_source(Source::Again { numbers: numbers.into_iter(), lists: lists.into_iter() })
    }

    fn from_source(source: Source) -> Self {
        Self { source, drawn: Drawn::default(), models: Vec::new() }
    }

    /// A number below a bound, all equally likely; zero if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        let number = match &mut self.source {
            Source::Fresh(stream) => stream.below(bound),
            Source::Again { numbers, .. } => {
                numbers.next().unwrap_or(0).min(bound.saturating_sub(1))
            }
        };
        self.drawn.numbers.push(number);
        number
    }

    /// A number of a range, all equally likely; its start if it is empty.
    pub fn between(&mut self, range: Range<usize>) -> usize {
        range.start + self.below(range.len())
    }

    /// True half of the time.
    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// A list of decisions, of any of these lengths.
    pub fn decisions(&mut self, lengths: Range<usize>) -> Vec<u8> {
        let list = match &mut self.source {
            Source::Fresh(stream) => {
                let length = stream.between(lengths);
                (0..length).map(|_| (stream.word() >> 56) as u8).collect()
            }
            Source::Again { lists, .. } => {
                let mut list = lists.next().unwrap_or_default();
                let most = lengths.end.saturating_sub(1).max(lengths.start);
                list.resize(list.len().clamp(lengths.start, most), 0);
                list
            }
        };
        self.drawn.lists.push(list.clone());
        list
    }

    /// What was drawn.
    pub fn drawn(&self) -> &Drawn {
        &self.drawn
    }

    /// The models that were drawn ([`model`](super::model())), to be told if something fails.
    pub fn models(&self) -> &[Setup] {
        &self.models
    }

    /// Remembers a model that was made from what was drawn.
    pub(super) fn remember(&mut self, model: Setup) {
        self.models.push(model);
    }
}

/// The decisions of a list, one after the other; the first way when there are none left.
#[derive(Clone, Debug)]
pub struct Choices<'a>(std::slice::Iter<'a, u8>);

impl<'a> Choices<'a> {
    /// From the first decision of a list on.
    pub fn new(decisions: &'a [u8]) -> Self {
        Self(decisions.iter())
    }

    /// One of so many ways.
    pub fn choose(&mut self, ways: usize) -> usize {
        self.0.next().map_or(0, |&decision| decision as usize % ways)
    }

    /// One of these; there must be one.
    pub fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.choose(of.len())]
    }

    /// How many decisions are left.
    pub fn decisions_left(&self) -> usize {
        self.0.len()
    }
}

/// Makes what was drawn for a case smaller as long as the smaller case fails too. So many cases are tried that
/// in the end, as a rule, no list can be made shorter and no number smaller.
pub fn shrink(drawn: Drawn, fails: impl FnMut(&mut Case) -> bool) -> Drawn {
    let mut shrinking = Shrinking { best: drawn, fails, tries_left: 3000 };
    while shrinking.pass() {}
    shrinking.best
}

struct Shrinking<F> {
    best: Drawn,
    fails: F,
    tries_left: usize,
}

impl<F: FnMut(&mut Case) -> bool> Shrinking<F> {
    /// Tries everything once; whether something helped.
    fn pass(&mut self) -> bool {
        let before = self.best.size();
        for list in 0..self.best.lists.len() {
            self.shorten(list);
        }
        let mut at = 0;
        while at < self.best.numbers.len() {
            self.lower(|drawn| drawn.numbers.get_mut(at));
            at += 1;
        }
        for list in 0..self.best.lists.len() {
            self.lower_decisions(list);
        }
        self.best.size() < before
    }

    /// Whether the case fails with this change, and is smaller; then it is kept.
    fn keeps(&mut self, change: impl FnOnce(&mut Drawn)) -> bool {
        if self.tries_left == 0 {
            return false;
        }
        self.tries_left -= 1;
        let mut changed = self.best.clone();
        change(&mut changed);
        let mut case = Case::again(changed);
        // What is drawn may be less than what was there to be drawn.
        let is_better = (self.fails)(&mut case) && case.drawn.size() < self.best.size();
        if is_better {
            self.best = case.drawn;
        }
        is_better
    }

    fn length(&self, list: usize) -> usize {
        self.best.lists.get(list).map_or(0, Vec::len)
    }

    /// Leaves out decisions, from the end of a list on, many at a time first.
    fn shorten(&mut self, list: usize) {
        for many in [64, 16, 4, 1] {
            let mut end = self.length(list);
            while end >= many && end <= self.length(list) {
                self.keeps(|drawn| _ = drawn.lists[list].drain(end - many..end));
                end -= many;
            }
        }
    }

    fn lower_decisions(&mut self, list: usize) {
        let mut at = 0;
        while at < self.length(list) {
            self.lower(|drawn| drawn.lists.get_mut(list)?.get_mut(at));
            at += 1;
        }
    }

    /// Makes a number zero, or else as small as halving it and taking one away can make it.
    fn lower<N: Number>(&mut self, place: impl Fn(&mut Drawn) -> Option<&mut N>) {
        for smaller in [|_| 0, |number| number / 2, |number: usize| number.saturating_sub(1)] {
            while self.keeps(|drawn| {
                if let Some(number) = place(drawn) {
                    number.set(smaller(number.get()));
                }
            }) {}
        }
    }
}

trait Number {
    fn get(&self) -> usize;
    fn set(&mut self, smaller: usize);
}

impl Number for usize {
    fn get(&self) -> usize {
        *self
    }

    fn set(&mut self, smaller: usize) {
        *self = smaller;
    }
}

impl Number for u8 {
    fn get(&self) -> usize {
        usize::from(*self)
    }

    fn set(&mut self, smaller: usize) {
        *self = u8::try_from(smaller).unwrap_or(*self);
    }
}

impl Drawn {
    /// What gets smaller: first how much there is, then how large it is.
    fn size(&self) -> (usize, usize) {
        let lists = self.lists.iter().flatten().map(|&decision| usize::from(decision));
        let count = self.numbers.len() + self.lists.iter().map(Vec::len).sum::<usize>();
        (count, self.numbers.iter().copied().chain(lists).fold(0, usize::saturating_add))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(seed: u64) -> Case {
        Case::new(Stream::new("cases", seed))
    }

    #[test]
    fn what_was_drawn_can_be_drawn_again() {
        for seed in 0..50 {
            let draw = |case: &mut Case| (case.below(9), case.decisions(2..9), case.between(3..5));
            let mut first = case(seed);
            let mut again = Case::again(Drawn::default());
            let drawn = draw(&mut first);
            assert!((3..5).contains(&drawn.2) && (2..9).contains(&drawn.1.len()));
            assert_eq!(draw(&mut again), (0, vec![0, 0], 3));
            assert_eq!(draw(&mut Case::again(first.drawn().clone())), drawn);
        }
    }

    /// A number above 100, and a list with a decision above 20 after one above 10, for any seed.
    #[test]
    fn cases_get_as_small_as_they_can() {
        let fails = |case: &mut Case| {
            let (number, list) = (case.below(1000), case.decisions(0..40));
            let rises = list.iter().skip_while(|&&one| one <= 10).skip(1).any(|&two| two > 20);
            number > 100 && rises
        };
        let mut found = 0;
        for seed in 0..50 {
            let mut first = case(seed);
            if fails(&mut first) {
                found += 1;
                let small = shrink(first.drawn().clone(), fails);
                assert_eq!(small, Drawn { numbers: vec![101], lists: vec![vec![11, 21]] });
            }
        }
        assert!(found > 30, "{found}");
    }
}
