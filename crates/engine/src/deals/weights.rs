//! Exact weighted counting of deals. A question is several charts, all of which have to hold, and how much a
//! world weighs: each weighed show gives its respondent's hand a share by how many of the cards asked for
//! it has. With share j for j cards the sum of the weights is the number of worlds with what was shown on
//! each occasion; with shares in proportion to 1/j it gives the probabilities for showers who choose
//! uniformly.
//!
//! The charts are never conjoined. Each becomes a track, all that is about one hand becomes one track, and
//! the worlds are the ways through the product of the tracks: on sheets if every hand has a track of its
//! own, which is much sooner, and else through a graph. Weights are never below zero and never rounded: a
//! sum is zero just where nothing is possible.

mod drawing;
mod factor;
mod hands;
mod number;
mod order;
mod product;
mod sheet;
#[cfg(test)]
mod tests;
mod track;

pub(super) use drawing::Draws;

use super::chart::Chart;
use crate::limits::{Limit, Room};
use dashu_int::UBig;
use factor::{Factor, Factors, ONE};
use number::Number;
use product::Graph;
use sheet::Sheets;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use track::{Levels, Track};

/// A show that weighs worlds by the hand of who showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weighed {
    /// Who showed a card.
    pub(super) respondent: usize,
    /// The cards asked for, in order.
    pub(super) cards: Vec<usize>,
    /// The weight by how many of the cards they have, from none to all.
    pub(super) shares: Vec<UBig>,
}

/// The weights of where each card may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    /// The weight of all worlds.
    pub(super) total: UBig,
    /// By card and holder, the weight of the worlds where they have it.
    pub(super) held: Vec<Vec<UBig>>,
}

/// A question about weights: of which worlds, and how much each weighs.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    /// How many holders there are.
    pub(super) holders: usize,
    /// How many cards there are; the parts test no others.
    pub(super) cards: usize,
    /// What holds in the worlds.
    pub(super) parts: &'q [&'q Chart],
    /// What weighs them.
    pub(super) weighed: &'q [Weighed],
    /// How many states may be made.
    pub(super) room: &'q Room,
}

/// A possible hand and the weight of the worlds where a holder has it.
pub(super) type WeighedHand = (Vec<usize>, UBig);

impl Question<'_> {
    /// The weight of all worlds.
    pub(super) fn total(&self) -> Result<UBig, Limit> {
        let Some(ways) = self.ways()? else { return Ok(UBig::ZERO) };
        let sum = match ways.size() {
            Size::Word => ways.total::<u64>(),
            Size::Double => ways.total::<u128>(),
            Size::Any => ways.total::<UBig>(),
        };
        Ok(sum * ways.scale)
    }

    /// Who holds each card in some world; none if no world is possible.
    pub(super) fn first(&self) -> Result<Option<Vec<u8>>, Limit> {
        let Some(tracked) = self.build_tracks(None)? else { return Ok(None) };
        Ok(tracked.into_graph(self.room)?.first(self.cards))
    }

    /// The weight of the worlds where each holder has each card.
    pub(super) fn grid(&self) -> Result<Grid, Limit> {
        let Some(ways) = self.ways()? else {
            let held = vec![vec![UBig::ZERO; self.holders]; self.cards];
            return Ok(Grid { total: UBig::ZERO, held });
        };
        Ok(match ways.size() {
            Size::Word => ways.grid::<u64>(self.cards),
            Size::Double => ways.grid::<u128>(self.cards),
            Size::Any => ways.grid::<UBig>(self.cards),
        })
    }

    /// The possible hands of a holder, in order, and the weight of the worlds where they have them.
    pub(super) fn hands_of(&self, holder: usize) -> Result<Vec<WeighedHand>, Limit> {
        let Some(tracked) = self.build_tracks(Some(holder))? else { return Ok(Vec::new()) };
        let most = self.room;
        let (ways, hands) = tracked.ways_apart(holder, most)?;
        match &ways.shape {
            Shape::Graph(graph) => match ways.size() {
                Size::Word => hands::of::<u64>(&ways, graph, holder, most),
                Size::Double => hands::of::<u128>(&ways, graph, holder, most),
                Size::Any => hands::of::<UBig>(&ways, graph, holder, most),
            },
            Shape::Sheets(sheets) => Ok(match ways.size_at_most() {
                Size::Word => hands::at_ends::<u64>(&ways, sheets, &hands),
                Size::Double => hands::at_ends::<u128>(&ways, sheets, &hands),
                Size::Any => hands::at_ends::<UBig>(&ways, sheets, &hands),
            }),
        }
    }

    /// The ways that are worlds; none if no world is possible.
    fn ways(&self) -> Result<Option<Ways>, Limit> {
        self.build_tracks(None)?.map(|tracked| tracked.ways(self.room)).transpose()
    }

    /// The tracks, in an order in which all hands of a holder can be kept apart; none if no world is
    /// possible.
    fn build_tracks(&self, apart: Option<usize>) -> Result<Option<Tracked>, Limit> {
        let mut levels = Levels::new(self.holders, self.cards, self.parts);
        let mut factors = Factors::new();
        if levels.list.is_empty() {
            return Ok(self.nothing_tested(levels, factors));
        }
        let Some(mut tracks) = self.tracks(&mut levels, &mut factors)? else { return Ok(None) };
        let enough = order::WORTHWHILE;
        order::improve(&mut tracks, &mut levels, &mut factors, apart, enough);
        let mut scale = UBig::ONE;
        for track in &tracks {
            scale *= &factors.values()[track.scale as usize];
        }
        Ok(Some(Tracked { levels, tracks, factors, scale }))
    }

    /// With no card there is one world at most.
    fn nothing_tested(&self, levels: Levels, factors: Factors) -> Option<Tracked> {
        let scale: UBig = self.weighed.iter().map(|show| &show.shares[0]).product();
        let possible = !scale.is_zero() && self.parts.iter().all(|part| part.is_true());
        possible.then(|| Tracked { levels, tracks: Vec::new(), factors, scale })
    }

    /// One track for each hand and one for each part about more; none if no world is possible.
    fn tracks(
        &self,
        levels: &mut Levels,
        factors: &mut Factors,
    ) -> Result<Option<Vec<Track>>, Limit> {
        let (mut hands, mut wide) = self.parts_by_hand(levels, factors)?;
        narrow_all(&mut hands, levels, factors);
        for track in &mut wide {
            track.trim(levels);
            track.narrow(levels);
        }
        if levels.are_shut() {
            return Ok(None);
        }
        for (holder, track) in hands.iter_mut().enumerate() {
            self.weigh(holder, track, &wide, levels, factors)?;
        }
        narrow_all(&mut hands, levels, factors);
        let mut tracks: Vec<Track> = hands.into_iter().flatten().chain(wide).collect();
        if levels.are_shut() || tracks.iter().any(Track::is_shut) {
            return Ok(None);
        }
        tracks.retain(|track| !track.is_plain() || track.scale != ONE);
        Ok(Some(tracks))
    }

    /// The tracks of what is said of each hand, and of the parts that are about more.
    fn parts_by_hand(
        &self,
        levels: &mut Levels,
        factors: &mut Factors,
    ) -> Result<(Vec<Option<Track>>, Vec<Track>), Limit> {
        let most = self.room;
        let mut parts: Vec<&Chart> = self.parts.to_vec();
        // Small ones first: what they exclude need not be looked at in large ones.
        parts.sort_by_key(|part| part.size());
        let (mut hands, mut wide) = (vec![None; self.holders], Vec::new());
        for part in parts {
            let mut track = Track::of_chart(part, levels, most)?;
            match track.hand {
                Some(hand) => join(&mut hands[hand], track, levels, factors, most)?.narrow(levels),
                None => {
                    track.trim(levels);
                    wide.push(track);
                    wide[wide.len() - 1].narrow(levels)
                }
            };
        }
        Ok((hands, wide))
    }

    /// Puts all shares of a holder's hand into its track.
    fn weigh(
        &self,
        holder: usize,
        track: &mut Option<Track>,
        wide: &[Track],
        levels: &Levels,
        factors: &mut Factors,
    ) -> Result<(), Limit> {
        let most = self.room;
        let shows = self.weighed.iter().filter(|show| show.respondent == holder);
        let shows: Vec<&Weighed> = shows.collect();
        if shows.is_empty() {
            return Ok(());
        }
        // Without a limit on the hand there may be too many ways to share.
        let all = levels.list.iter().filter(|level| level.show().is_none()).count() as u32;
        let bound = |track: &Track| track.count(holder, levels).filter(|&(_, most)| most < all);
        let bounded = track.as_ref().and_then(&bound).is_some();
        if let Some(sizes) = wide.iter().filter(|_| !bounded).find_map(bound) {
            join(track, Track::sizes(holder, sizes, levels), levels, factors, most)?;
        }
        for (cards, shares) in joint_shares(&shows, levels) {
            let shares: Vec<Option<Factor>> = shares
                .into_iter()
                .map(|share| (!share.is_zero()).then(|| factors.number(share)))
                .collect();
            let shares = Track::shares(holder, &cards, &shares, levels);
            join(track, shares, levels, factors, most)?;
        }
        Ok(())
    }
}

/// Shows of one holder whose cards are the same but for those that they surely have or have not make one.
fn joint_shares(shows: &[&Weighed], levels: &Levels) -> BTreeMap<Vec<usize>, Vec<UBig>> {
    let mut joint: BTreeMap<Vec<usize>, Vec<UBig>> = BTreeMap::new();
    for show in shows {
        let his = 1 << show.respondent;
        let open = |card: &usize| levels.open_at(*card);
        let sure = show.cards.iter().filter(|card| open(card) == his).count();
        let unsure = show.cards.iter().filter(|card| open(card) & his != 0 && open(card) != his);
        let unsure: Vec<usize> = unsure.copied().collect();
        let shares = &show.shares[sure..=sure + unsure.len()];
        match joint.entry(unsure) {
            Entry::Vacant(new) => {
                new.insert(shares.to_vec());
            }
            Entry::Occupied(mut known) => {
                for (share, more) in known.get_mut().iter_mut().zip(shares) {
                    *share *= more;
                }
            }
        }
    }
    joint
}

/// Makes a track one with another about the same hand.
fn join<'t>(
    track: &'t mut Option<Track>,
    more: Track,
    levels: &Levels,
    factors: &mut Factors,
    most: &Room,
) -> Result<&'t Track, Limit> {
    let mut both = match track.take() {
        Some(track) => track.and(&more, levels, factors, most)?,
        None => more,
    };
    both.reduce(levels, factors);
    Ok(track.insert(both))
}

/// Shuts what some hand excludes, until there is nothing more.
fn narrow_all(hands: &mut [Option<Track>], levels: &mut Levels, factors: &mut Factors) {
    loop {
        let mut changed = false;
        for track in hands.iter_mut().flatten() {
            track.reduce(levels, factors);
            changed |= track.narrow(levels);
        }
        if !changed || levels.are_shut() {
            return;
        }
    }
}

/// All tracks of a question.
struct Tracked {
    levels: Levels,
    tracks: Vec<Track>,
    factors: Factors,
    /// A factor of every weight.
    scale: UBig,
}

/// Hands are kept apart on sheets if there are no more than this; else they are looked for in the graph.
const MOST_APART: usize = 1 << 12;

impl Tracked {
    fn ways(mut self, most: &Room) -> Result<Ways, Limit> {
        let sheets = Sheets::new(&self.tracks, &self.levels, &mut self.factors, most)?;
        match sheets {
            Some(sheets) => Ok(self.with_shape(Shape::Sheets(Box::new(sheets)))),
            None => self.into_graph(most),
        }
    }

    /// The ways with the hands of a holder apart at their ends, and these hands; or else a graph.
    fn ways_apart(mut self, holder: usize, most: &Room) -> Result<(Ways, Vec<Vec<usize>>), Limit> {
        let his = self.tracks.iter().position(|track| track.hand == Some(holder));
        let unfolded = his.and_then(|at| self.tracks[at].unfold_hands(&self.levels, MOST_APART));
        if let (Some(at), Some((track, hands))) = (his, unfolded) {
            let mut tracks = self.tracks.clone();
            tracks[at] = track;
            if let Some(sheets) = Sheets::new(&tracks, &self.levels, &mut self.factors, most)? {
                return Ok((self.with_shape(Shape::Sheets(Box::new(sheets))), hands));
            }
        }
        Ok((self.into_graph(most)?, Vec::new()))
    }

    fn into_graph(mut self, most: &Room) -> Result<Ways, Limit> {
        let graph = product::graph(&self.tracks, &self.levels, &mut self.factors, most)?;
        Ok(self.with_shape(Shape::Graph(graph)))
    }

    /// No less than the sum of all weights: the greatest weight of every hand, for all deals.
    fn bound(&self) -> f64 {
        let factors: Vec<f64> = self.factors.values().iter().map(f64::of).collect();
        let weights: f64 = self.tracks.iter().map(|track| track.greatest(&factors)).product();
        weights * self.deals_bound()
    }

    /// No less than the number of ways: what can be found at each level, or if all sizes of hands are known,
    /// the deals of so many cards.
    fn deals_bound(&self) -> f64 {
        let found: f64 = self.levels.open.iter().map(|open| f64::from(open.count_ones())).product();
        let Some(passed) =
            sheet::cards_before_levels(&self.levels, sheet::holders_of(&self.tracks))
        else {
            return found;
        };
        let (mut left, mut deals) = (passed[passed.len() - 1], 1.0);
        for track in self.tracks.iter().filter(|track| track.hand.is_some()) {
            match track.count(track.hand.unwrap_or(0), &self.levels) {
                Some((size, most)) if size == most && size <= left => {
                    deals *= (0..size)
                        .map(|at| f64::from(left - at) / f64::from(at + 1))
                        .product::<f64>();
                    left -= size;
                }
                _ => return found,
            }
        }
        let shown = (0..self.levels.list.len()).filter(|&at| !self.levels.is_holder(at)).count();
        found.min(deals * 2f64.powi(shown as i32))
    }

    fn with_shape(self, shape: Shape) -> Ways {
        let bound = self.bound();
        Ways { levels: self.levels, shape, factors: self.factors, scale: self.scale, bound }
    }
}

/// The worlds as ways from a first test to the end.
struct Ways {
    levels: Levels,
    shape: Shape,
    factors: Factors,
    /// A factor of every weight.
    scale: UBig,
    /// No less than the sum of all weights without that factor.
    bound: f64,
}

/// How the ways are kept.
enum Shape {
    Graph(Graph),
    Sheets(Box<Sheets>),
}

/// What holds every sum.
enum Size {
    Word,
    Double,
    Any,
}

impl Size {
    /// What holds every number up to one that was rounded: a bit is left to spare.
    fn of(most: f64) -> Self {
        if most < (1u64 << 63) as f64 {
            Self::Word
        } else if most < (1u128 << 127) as f64 {
            Self::Double
        } else {
            Self::Any
        }
    }
}

impl Ways {
    /// Every sum of weights is at most the sum of all, and so is every factor on a way.
    fn size(&self) -> Size {
        if let Size::Word = Size::of(self.bound) {
            return Size::Word;
        }
        let factors = self.numbers();
        Size::of(match &self.shape {
            Shape::Graph(graph) => graph.ahead::<f64>(&factors)[0],
            Shape::Sheets(sheets) => sheets.total(&factors),
        })
    }

    /// The same with less work, where more would be half of all.
    fn size_at_most(&self) -> Size {
        match Size::of(self.bound) {
            Size::Any => self.size(),
            size @ Size::Word | size @ Size::Double => size,
        }
    }

    fn numbers<N: Number>(&self) -> Vec<N> {
        self.factors.values().iter().map(N::of).collect()
    }

    /// Who holds each card on the first way to the end.
    fn first(&self, cards: usize) -> Option<Vec<u8>> {
        let Shape::Graph(graph) = &self.shape else { return None };
        let ahead = graph.ahead::<f64>(&self.numbers());
        let (mut state, mut holder_of) = (0, vec![0; cards]);
        for level in &self.levels.list {
            let edges = graph.edges(state).iter();
            let edge = edges.copied().find(|edge| !ahead[edge.to as usize].is_zero())?;
            if level.show().is_none() {
                holder_of[level.card()] = edge.found as u8;
            }
            state = edge.to as usize;
        }
        (!ahead[state].is_zero()).then_some(holder_of)
    }

    fn total<N: Number>(&self) -> UBig {
        let factors: Vec<N> = self.numbers();
        match &self.shape {
            Shape::Graph(graph) => graph.ahead(&factors)[0].whole(),
            Shape::Sheets(sheets) => sheets.total(&factors).whole(),
        }
    }

    fn grid<N: Number>(&self, cards: usize) -> Grid {
        let factors: Vec<N> = self.numbers();
        let mut held = vec![vec![N::zero(); self.levels.holders]; cards];
        let mut add = |at: usize, found: usize, weight: &N| {
            let level = self.levels.list[at];
            if level.show().is_none() {
                held[level.card()][found].add(weight);
            }
        };
        let total = match &self.shape {
            Shape::Graph(graph) => {
                let ahead = graph.ahead(&factors);
                graph.behind(&factors, &ahead, |at, edge, weight| {
                    add(at, edge.found as usize, &weight.times(&ahead[edge.to as usize]));
                });
                ahead[0].clone()
            }
            Shape::Sheets(sheets) => {
                let ahead = sheets.ahead(&factors);
                sheets.weigh_outcomes(&factors, &ahead, &mut add);
                ahead[0].first().cloned().unwrap_or(N::zero())
            }
        };
        let whole = |number: &N| number.whole() * &self.scale;
        let held = held.iter().map(|row| row.iter().map(whole).collect()).collect();
        Grid { total: whole(&total), held }
    }
}
