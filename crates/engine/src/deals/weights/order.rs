//! The order of the tests. Tracks about hands may be tested in any order, and how much they have to remember
//! depends on it: cards that belong to one answer are best tested one soon after the other. Where much is
//! to be remembered, each level is tried at every place, and stays at the best (Rudell's sifting).

use super::factor::Factors;
use super::sheet;
use super::track::{Levels, Track};

/// With fewer cells than this, finding a better order takes longer than using it saves.
pub(super) const WORTHWHILE: f64 = 40_000.0;

/// Tracks that remember more take too long to be tried in every order.
const MOST_STATES: u32 = 256;

/// Looks for an order of the levels in which the tracks need few cells, if they need more than are no matter,
/// when all hands of one holder are to be kept apart.
pub(super) fn improve(
    tracks: &mut [Track],
    levels: &mut Levels,
    factors: &mut Factors,
    apart: Option<usize>,
    no_matter: f64,
) {
    if tracks.iter().any(|track| track.hand.is_none() || track.width() > MOST_STATES) {
        return;
    }
    let Some(mut sifting) = Sifting::new(tracks, levels, factors, apart) else { return };
    let mut before = sifting.total();
    // What a round takes depends little on the cells; it should not take more than they do.
    while before > no_matter {
        sifting.round();
        let now = sifting.total();
        if now > before / 2.0 {
            return;
        }
        before = now;
    }
}

struct Sifting<'t> {
    tracks: &'t mut [Track],
    levels: &'t mut Levels,
    factors: &'t mut Factors,
    /// By track and layer, how many cards there are in each state.
    counts: Vec<Vec<Vec<u32>>>,
    /// The track whose hands are kept apart.
    apart: Option<usize>,
    /// By layer, how many ways there are to each state of that track.
    ways: Vec<Vec<f64>>,
    passed: Vec<u32>,
    /// By layer.
    cells: Vec<f64>,
}

impl<'t> Sifting<'t> {
    /// None where the tracks do not settle who has how many cards.
    fn new(
        tracks: &'t mut [Track],
        levels: &'t mut Levels,
        factors: &'t mut Factors,
        apart: Option<usize>,
    ) -> Option<Self> {
        let passed = sheet::cards_before_levels(levels, sheet::holders_of(tracks))?;
        let counts: Option<Vec<_>> = tracks.iter().map(|track| track.counts(levels)).collect();
        let apart = tracks.iter().position(|track| apart.is_some() && track.hand == apart);
        let ways = vec![vec![1.0]];
        let (counts, cells) = (counts?, Vec::new());
        let mut sifting = Self { tracks, levels, factors, counts, apart, ways, passed, cells };
        for at in 0..sifting.levels.list.len() {
            let ways = sifting.ways_after(at);
            sifting.ways.push(ways);
        }
        sifting.cells = (0..sifting.passed.len()).map(|at| sifting.cells_at(at)).collect();
        Some(sifting)
    }

    fn total(&self) -> f64 {
        self.cells.iter().sum()
    }

    /// How many states of all tracks together have as many cards as went to them.
    fn cells_at(&self, at: usize) -> f64 {
        let most = self.passed[at] as usize;
        let mut ways = vec![0.0; most + 1];
        let mut next = ways.clone();
        ways[0] = 1.0;
        for (track, counts) in self.counts.iter().enumerate() {
            next.fill(0.0);
            let apart = self.apart == Some(track);
            for (state, &count) in counts[at].iter().enumerate() {
                let (count, times) =
                    (count as usize, if apart { self.ways[at][state] } else { 1.0 });
                for have in count..=most {
                    next[have] += ways[have - count] * times;
                }
            }
            std::mem::swap(&mut ways, &mut next);
        }
        ways[most]
    }

    /// How many ways there are to the states after a level, of the track whose hands are kept apart.
    fn ways_after(&self, at: usize) -> Vec<f64> {
        let Some(track) = self.apart.map(|apart| &self.tracks[apart]) else { return Vec::new() };
        let mut after = vec![0.0; track.states[at + 1] as usize];
        for (steps, ways) in track.steps[at].chunks_exact(2).zip(&self.ways[at]) {
            for step in steps.iter().filter(|step| !step.is_shut()) {
                after[step.to as usize] += ways;
            }
        }
        after
    }

    /// Every level in turn.
    fn round(&mut self) {
        for level in self.levels.list.clone() {
            let place = self.levels.list.iter().position(|&other| other == level);
            // Where one thing only can be found, nothing is to be remembered.
            if let Some(at) = place.filter(|&at| self.levels.open[at].count_ones() > 1) {
                self.sift(at);
            }
        }
    }

    /// Tries a level at every place from where it is.
    fn sift(&mut self, start: usize) {
        let last = self.levels.list.len() - 1;
        let (mut best, mut least) = (start, self.total());
        let mut at = start;
        while at < last {
            self.swap(at);
            at += 1;
            let total = self.total();
            if total < least {
                (best, least) = (at, total);
            } else if total > least * 2.0 {
                break;
            }
        }
        while at > 0 {
            at -= 1;
            self.swap(at);
            let total = self.total();
            if total < least {
                (best, least) = (at, total);
            } else if at < start && total > least * 2.0 {
                break;
            }
        }
        while at < best {
            self.swap(at);
            at += 1;
        }
        while at > best {
            at -= 1;
            self.swap(at);
        }
    }

    /// Tests a level after the next.
    fn swap(&mut self, at: usize) {
        self.levels.list.swap(at, at + 1);
        self.levels.open.swap(at, at + 1);
        let holders = sheet::holders_of(self.tracks);
        let theirs = self.levels.is_holder(at) && self.levels.open[at] & holders != 0;
        self.passed[at + 1] = self.passed[at] + u32::from(theirs);
        for (track, counts) in self.tracks.iter_mut().zip(&mut self.counts) {
            track.swap(at, self.factors);
            let more = u32::from(self.levels.is_holder(at));
            let mut between = vec![0; track.states[at + 1] as usize];
            for (state, steps) in track.steps[at].chunks_exact(2).enumerate() {
                for (taken, step) in [0, more].into_iter().zip(steps) {
                    if !step.is_shut() {
                        between[step.to as usize] = counts[at][state] + taken;
                    }
                }
            }
            counts[at + 1] = between;
        }
        self.ways[at + 1] = self.ways_after(at);
        self.cells[at + 1] = self.cells_at(at + 1);
    }
}
