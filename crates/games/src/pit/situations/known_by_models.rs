//! Situations as models with an actual world, up to bisimilarity: all that players know, and know of each other's knowledge.

use super::canonical::{Canonical, PitForm, Way, canonical, place_of};
use super::census::Search;
use super::limits::{PitCut, PitLimits};
use super::renaming::{Exchanged, Renamings};
use super::rounds::{Played, Round};
use super::states::{ChoiceNames, Outlook, Standing, States};
use super::table::DealTable;
use crate::knowledge::PackedModel;
use crate::pit::{Player, Suit};
use hexa_logic::{Agent, Stop};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Keeps track by models.
pub(super) struct ByModels<'a> {
    search: Search<'a>,
    limits: PitLimits,
    /// For each player, if it does not matter who the others are: which of them can be exchanged.
    others: Option<Vec<Renamings>>,
    /// For each deal where play begins.
    starts: Vec<Standing>,
    /// For each player the models that they take for different ones, if it does not matter who the others are.
    frames: Vec<IndexSet<PitForm, FxBuildHasher>>,
    /// What players cannot tell apart: a player, a model, and a cell of it.
    classes: IndexSet<(Player, usize, Vec<u16>), FxBuildHasher>,
    /// The model that was looked at last.
    last: Option<Open>,
}

/// A model that is being looked at.
struct Open {
    at: usize,
    model: PackedModel,
    form: Canonical,
    played: FxHashMap<Round, (Played, Vec<(usize, Canonical)>)>,
    /// For each player, if it does not matter who the others are: what model they take it for, and how.
    frames: Vec<Option<(usize, Vec<Way>)>>,
}

impl<'a> ByModels<'a> {
    /// From the deals without a corner on. It matters to choices who the others are, or it does not.
    pub fn new(
        table: &'a DealTable,
        names: ChoiceNames,
        limits: &PitLimits,
        stop: &'a Stop,
    ) -> Result<Self, PitCut> {
        let mut search = Search::new(table, Exchanged::Nobody, limits, stop)?;
        let mut starts = vec![Standing { knowledge: 0, point: 0 }; table.open()];
        for (at, form, model) in search.start()? {
            for world in 0..model.worlds() {
                starts[place_of(&model, world)] = standing(at, &form, world);
            }
        }
        let players = table.deck().players();
        let renamings = |player| Renamings::new(table, Exchanged::Others(player), limits, stop);
        let others = match names {
            ChoiceNames::Kept => None,
            ChoiceNames::Forgotten => Some((0..players).map(renamings).collect::<Result<_, _>>()?),
        };
        let frames = (0..players).map(|_| IndexSet::default()).collect();
        let classes = IndexSet::default();
        Ok(Self { search, limits: *limits, others, starts, frames, classes, last: None })
    }
}

/// Opens the model in a place.
fn open<'o>(
    search: &Search<'_>,
    last: &'o mut Option<Open>,
    at: u32,
) -> Result<&'o mut Open, PitCut> {
    let at = at as usize;
    let open = match last.take() {
        Some(open) if open.at == at => open,
        Some(_) | None => {
            let model = search.model(at);
            let form = canonical(&model, &search.renamings, search.stop)?;
            let frames = vec![None; model.agents()];
            Open { at, model, form, played: FxHashMap::default(), frames }
        }
    };
    Ok(last.insert(open))
}

impl Open {
    /// Plays a round on from here, if that was not done yet.
    fn play(&mut self, search: &mut Search<'_>, round: &Round) -> Result<(), PitCut> {
        if self.played.contains_key(round) {
            return Ok(());
        }
        let played = search.play(&self.model, round)?;
        let rounds = search.models[self.at].rounds + 1;
        let mut forms = Vec::with_capacity(played.parts.len());
        for part in &played.parts {
            forms.push(search.enter(part, rounds)?);
        }
        self.played.insert(round.clone(), (played, forms));
        Ok(())
    }
}

fn standing(at: usize, form: &Canonical, world: usize) -> Standing {
    Standing { knowledge: at as u32, point: form.orbit(world).into() }
}

impl States for ByModels<'_> {
    fn dealt(&mut self, deal: usize) -> Result<Standing, PitCut> {
        Ok(self.starts[deal])
    }

    fn after(
        &mut self,
        from: Standing,
        round: &Round,
        given: (Suit, Suit),
    ) -> Result<Standing, PitCut> {
        let open = open(&self.search, &mut self.last, from.knowledge)?;
        open.play(&mut self.search, round)?;
        let (played, forms) = &open.played[round];
        let (part, world) = played.ends[&(from.point as u16, given.0, given.1)];
        let (at, form) = &forms[part];
        Ok(standing(*at, form, world))
    }

    fn deal(&mut self, at: Standing) -> Result<usize, PitCut> {
        let open = open(&self.search, &mut self.last, at.knowledge)?;
        Ok(place_of(&open.model, at.point as usize))
    }

    fn outlook(&mut self, at: Standing, player: Player) -> Result<Outlook, PitCut> {
        let open = open(&self.search, &mut self.last, at.knowledge)?;
        let cell = cell_of(&open.model, at.point as usize, player);
        let (frame, ways, names) = match &self.others {
            None => (open.at, &open.form.ways, &self.search.renamings),
            Some(others) => {
                let frame = &mut open.frames[player];
                if frame.is_none() {
                    let found = canonical(&open.model, &others[player], self.search.stop)?;
                    let at = self.frames[player].insert_full(found.form).0;
                    *frame = Some((at, found.ways));
                }
                let Some((at, ways)) = frame else { unreachable!("it was put there") };
                (*at, &*ways, &others[player])
            }
        };
        let (image, least) = least_images(&cell, ways);
        let suits = (0..self.search.table.deck().suits()).map(|suit| {
            least.iter().map(|way| names.all[way.renaming].suits[suit]).min().unwrap_or(0)
        });
        let suits = suits.collect();
        let class = self.classes.insert_full((player, frame, image)).0;
        Ok(Outlook { class, suits })
    }

    fn considered(&mut self, at: Standing, player: Player) -> Result<Vec<usize>, PitCut> {
        let model = &open(&self.search, &mut self.last, at.knowledge)?.model;
        let cell = cell_of(model, at.point as usize, player);
        let mut deals: Vec<usize> = cell.into_iter().map(|world| place_of(model, world)).collect();
        deals.sort_unstable();
        deals.dedup();
        Ok(deals)
    }

    fn kinds(&mut self, all: &[Standing]) -> Result<Option<Vec<usize>>, PitCut> {
        let (table, stop) = (self.search.table, self.search.stop);
        let renamings = Renamings::new(table, Exchanged::Everybody, &self.limits, stop)?;
        let mut found: IndexSet<(PitForm, u16)> = IndexSet::new();
        let mut kinds = Vec::with_capacity(all.len());
        for &at in all {
            let model = &open(&self.search, &mut self.last, at.knowledge)?.model;
            let renamed = canonical(model, &renamings, stop)?;
            let orbit = renamed.orbit(at.point as usize);
            kinds.push(found.insert_full((renamed.form, orbit)).0);
        }
        Ok(Some(kinds))
    }

    fn worlds(&self, at: Standing) -> Option<usize> {
        self.search.models.get_index(at.knowledge as usize).map(|(_, found)| found.worlds)
    }
}

/// The worlds that a player cannot tell from this one.
fn cell_of(model: &PackedModel, world: usize, player: Player) -> Vec<usize> {
    let cells = model.cells(Agent::from_index(player));
    (0..model.worlds()).filter(|&other| cells[other] == cells[world]).collect()
}

/// The least image of a cell, and the ways that lead to it.
fn least_images<'w>(cell: &[usize], ways: &'w [Way]) -> (Vec<u16>, Vec<&'w Way>) {
    let image = |way: &Way| {
        let mut image: Vec<u16> = cell.iter().map(|&world| way.place[world]).collect();
        image.sort_unstable();
        image
    };
    let images: Vec<Vec<u16>> = ways.iter().map(image).collect();
    let least = images.iter().min().cloned().unwrap_or_default();
    let least_ways = ways.iter().zip(&images).filter(|(_, image)| **image == least);
    let least_ways = least_ways.map(|(way, _)| way).collect();
    (least, least_ways)
}
