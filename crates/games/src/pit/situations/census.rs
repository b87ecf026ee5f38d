//! The search through all models that plays of Pit lead to, up to other names.
//!
//! What players do not know of a situation is which world of a model is the actual one, so that the search goes through
//! models: whatever everybody sees leads from one model to others, and every world of a model that is reached is the actual
//! one of some play.

use super::canonical::{Canonical, PitForm, canonical};
use super::courses::{Options, RoundEnd, play_all};
use super::known_by_depth::ByDepth;
use super::limits::{PitCut, PitLimits};
use super::renaming::{Exchanged, Renamings};
use super::rounds::{Played, Round, all_numbers, dealt, play_round, rounds_of, split};
use super::states::{ChoiceNames, Standing, States};
use super::table::DealTable;
use crate::knowledge::PackedModel;
use hexa_logic::Stop;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// How many situations were found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PitCensus {
    /// How many models, up to other names.
    pub models: usize,
    /// How many of them were played on from.
    pub explored: usize,
    /// How many situations: models with an actual world, up to other names.
    pub situations: usize,
    /// The most worlds of a model.
    pub largest: usize,
    /// For each number of rounds how many models need so many.
    pub by_rounds: Vec<usize>,
    /// What ended the search early; nothing if there are no more models.
    pub cut: Option<PitCut>,
}

/// A search.
pub(super) struct Search<'a> {
    pub table: &'a DealTable,
    pub renamings: Renamings,
    pub limits: PitLimits,
    pub stop: &'a Stop,
    pub models: IndexMap<PitForm, Found, FxBuildHasher>,
    pub situations: usize,
    /// The bytes of all forms.
    bytes: usize,
}

/// What is kept of a model that was found.
pub(super) struct Found {
    pub worlds: usize,
    /// In how few rounds.
    pub rounds: usize,
}

impl<'a> Search<'a> {
    pub fn new(
        table: &'a DealTable,
        exchanged: Exchanged,
        limits: &PitLimits,
        stop: &'a Stop,
    ) -> Result<Self, PitCut> {
        let renamings = Renamings::new(table, exchanged, limits, stop)?;
        let models = IndexMap::default();
        Ok(Self { table, renamings, limits: *limits, stop, models, situations: 0, bytes: 0 })
    }

    /// The place of a model, which is new if nothing bears its form yet; and its canonical form.
    pub fn enter(
        &mut self,
        model: &PackedModel,
        rounds: usize,
    ) -> Result<(usize, Canonical), PitCut> {
        let found = canonical(model, &self.renamings, self.stop)?;
        if let Some(at) = self.models.get_index_of(&found.form) {
            return Ok((at, found));
        }
        if self.models.len() >= self.limits.models {
            return Err(PitCut::Models(self.limits.models));
        }
        let orbits: BTreeSet<u16> = (0..model.worlds()).map(|world| found.orbit(world)).collect();
        if self.situations + orbits.len() > self.limits.situations {
            return Err(PitCut::Situations(self.limits.situations));
        }
        self.bytes += found.form.bytes();
        if self.bytes > self.limits.bytes {
            return Err(PitCut::Bytes(self.limits.bytes));
        }
        self.situations += orbits.len();
        let kept = Found { worlds: model.worlds(), rounds };
        let (at, _) = self.models.insert_full(found.form.clone(), kept);
        Ok((at, found))
    }

    /// The models after the cards are dealt.
    pub fn start(&mut self) -> Result<Vec<(usize, Canonical, PackedModel)>, PitCut> {
        let (parts, _) = split(&dealt(self.table), self.stop)?;
        let enter = |part: PackedModel| self.enter(&part, 0).map(|(at, form)| (at, form, part));
        parts.into_iter().map(enter).collect()
    }

    /// The model in a place.
    pub fn model(&self, at: usize) -> PackedModel {
        self.models.get_index(at).map_or_else(
            || PackedModel::new(0, 0, Vec::new(), Vec::new()),
            |(form, _)| form.model(self.table.deck().players()),
        )
    }

    /// What a round makes of a model.
    pub fn play(&self, model: &PackedModel, round: &Round) -> Result<Played, PitCut> {
        play_round(self.table, model, round, &self.limits, self.stop)
    }

    /// Everything that rounds make of a model is entered.
    fn expand(&mut self, at: usize) -> Result<(), PitCut> {
        let model = self.model(at);
        let rounds = self.models[at].rounds + 1;
        for numbers in all_numbers(self.table) {
            for round in rounds_of(self.table, &numbers) {
                for part in self.play(&model, &round)?.parts {
                    self.enter(&part, rounds)?;
                }
            }
        }
        Ok(())
    }

    fn census(&self, explored: usize, cut: Option<PitCut>) -> PitCensus {
        PitCensus {
            models: self.models.len(),
            explored,
            situations: self.situations,
            largest: self.models.values().map(|found| found.worlds).max().unwrap_or(0),
            by_rounds: count_by_rounds(self.models.values().map(|found| found.rounds)),
            cut,
        }
    }
}

/// How many situations there are to a depth of knowledge, up to other names for suits and for some players. There are no models.
pub fn count_to_depth(
    table: &DealTable,
    depth: NonZeroUsize,
    exchanged: Exchanged,
    limits: &PitLimits,
    stop: &Stop,
) -> Result<PitCensus, PitCut> {
    let mut states = ByDepth::new(table, depth, exchanged, ChoiceNames::Kept, limits, stop)?;
    let mut found: IndexMap<Standing, usize, FxBuildHasher> = IndexMap::default();
    for deal in 0..table.open() {
        found.insert(states.dealt(deal)?, 0);
    }
    let (mut explored, mut cut) = (0, None);
    while cut.is_none() && explored < found.len() {
        cut = spread(table, &mut states, &mut found, explored, limits).err();
        explored += usize::from(cut.is_none());
    }
    Ok(PitCensus {
        models: 0,
        explored,
        situations: found.len(),
        largest: 0,
        by_rounds: count_by_rounds(found.values().copied()),
        cut,
    })
}

/// Enters everything that a round leads to from a situation.
fn spread(
    table: &DealTable,
    states: &mut impl States,
    found: &mut IndexMap<Standing, usize, FxBuildHasher>,
    at: usize,
    limits: &PitLimits,
) -> Result<(), PitCut> {
    let Some((&from, &rounds)) = found.get_index(at) else { return Ok(()) };
    let deal = states.deal(from)?;
    let everything = |player| Options::all(table, table.hand(deal, player));
    let options: Vec<Options> = (0..table.deck().players()).map(everything).collect();
    for played in play_all(table, deal, &options) {
        if let RoundEnd::Open(given) = played.end {
            let next = states.after(from, &played.round, given)?;
            found.entry(next).or_insert(rounds + 1);
        }
        if found.len() > limits.situations {
            return Err(PitCut::Situations(limits.situations));
        }
    }
    Ok(())
}

fn count_by_rounds(rounds: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut many = Vec::new();
    for rounds in rounds {
        if many.len() <= rounds {
            many.resize(rounds + 1, 0);
        }
        many[rounds] += 1;
    }
    many
}

/// How many situations there are, up to other names for suits and for some players.
pub fn count_situations(
    table: &DealTable,
    exchanged: Exchanged,
    limits: &PitLimits,
    stop: &Stop,
) -> Result<PitCensus, PitCut> {
    let mut search = Search::new(table, exchanged, limits, stop)?;
    if let Err(cut) = search.start() {
        return Ok(search.census(0, Some(cut)));
    }
    let mut explored = 0;
    while explored < search.models.len() {
        if let Err(cut) = search.expand(explored) {
            return Ok(search.census(explored, Some(cut)));
        }
        explored += 1;
    }
    Ok(search.census(explored, None))
}
