//! Situations as models with an actual world, up to bisimilarity: all that players know, and know of each other's knowledge.

use super::canonical::{Canonical, PitForm, Way, canonical, place_of};
use super::census::Search;
use super::limits::{PitCut, PitLimits};
use super::renaming::{Exchanged, Renamings};
use super::rounds::{Played, Round};
use super::states::{ChoiceNames, Outlook, Standing, States};
use super::table::DealTable;
use crate::knowledge::{PackedModel, members};
use crate::pit::{Player, Suit};
use hexa_logic::{Agent, Stop};
use indexmap::{IndexMap, IndexSet};
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
    /// The model from which play goes on.
    last: Option<Open>,
    /// Models of which only worlds and cells were asked, mostly those to which play leads.
    looked: IndexMap<u32, Looked, FxBuildHasher>,
}

/// Models that were looked at are kept up to so many worlds.
const MOST_LOOKED: usize = 500_000;

/// The worlds of a model, and for each player and cell which worlds are in it.
struct Looked {
    model: PackedModel,
    members: Vec<Vec<Vec<u16>>>,
}

impl Looked {
    fn new(model: PackedModel) -> Self {
        let members = model.all_agents().map(|agent| members(&model, agent)).collect();
        Self { model, members }
    }

    /// The worlds that a player cannot tell from this one.
    fn cell(&self, world: usize, player: Player) -> &[u16] {
        let cells = self.model.cells(Agent::from_index(player));
        &self.members[player][usize::from(cells[world])]
    }
}

/// A model that is being looked at.
struct Open {
    at: usize,
    own: Looked,
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
        let (classes, looked) = (IndexSet::default(), IndexMap::default());
        let limits = *limits;
        Ok(Self { search, limits, others, starts, frames, classes, last: None, looked })
    }

    /// The worlds of the model in a place. Play leads to few models from one, so that these are kept for a while.
    fn look(&mut self, at: u32) -> &Looked {
        let is_last = self.last.as_ref().is_some_and(|open| open.at == at as usize);
        if !is_last && !self.looked.contains_key(&at) {
            let looked = Looked::new(self.search.model(at as usize));
            let kept: usize = self.looked.values().map(|looked| looked.model.worlds()).sum();
            if kept + looked.model.worlds() > MOST_LOOKED {
                self.looked.clear();
            }
            self.looked.insert(at, looked);
        }
        match &self.last {
            Some(open) if is_last => &open.own,
            Some(_) | None => &self.looked[&at],
        }
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
            Open { at, own: Looked::new(model), form, played: FxHashMap::default(), frames }
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
        let played = search.play(&self.own.model, round)?;
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
        Ok(place_of(&self.look(at.knowledge).model, at.point as usize))
    }

    fn outlook(&mut self, at: Standing, player: Player) -> Result<Outlook, PitCut> {
        let open = open(&self.search, &mut self.last, at.knowledge)?;
        let cell = open.own.cell(at.point as usize, player);
        let (frame, ways, names) = match &self.others {
            None => (open.at, &open.form.ways, &self.search.renamings),
            Some(others) => {
                let frame = &mut open.frames[player];
                if frame.is_none() {
                    let found = canonical(&open.own.model, &others[player], self.search.stop)?;
                    let at = self.frames[player].insert_full(found.form).0;
                    *frame = Some((at, found.ways));
                }
                let Some((at, ways)) = frame else { unreachable!("it was put there") };
                (*at, &*ways, &others[player])
            }
        };
        let (image, least) = least_images(cell, ways);
        let suits = (0..self.search.table.deck().suits()).map(|suit| {
            least.iter().map(|way| names.all[way.renaming].suits[suit]).min().unwrap_or(0)
        });
        let suits = suits.collect();
        let class = self.classes.insert_full((player, frame, image)).0;
        Ok(Outlook { class, suits })
    }

    fn considered(&mut self, at: Standing, player: Player) -> Result<Vec<usize>, PitCut> {
        let looked = self.look(at.knowledge);
        let cell = looked.cell(at.point as usize, player).iter();
        let deal = |&world: &u16| place_of(&looked.model, world.into());
        let mut deals: Vec<usize> = cell.map(deal).collect();
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
            let model = &self.look(at.knowledge).model;
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

/// The least image of a cell, and the ways that lead to it.
fn least_images<'w>(cell: &[u16], ways: &'w [Way]) -> (Vec<u16>, Vec<&'w Way>) {
    let image = |way: &Way| {
        let mut image: Vec<u16> = cell.iter().map(|&world| way.place[usize::from(world)]).collect();
        image.sort_unstable();
        image
    };
    let images: Vec<Vec<u16>> = ways.iter().map(image).collect();
    let least = images.iter().min().cloned().unwrap_or_default();
    let least_ways = ways.iter().zip(&images).filter(|(_, image)| **image == least);
    let least_ways = least_ways.map(|(way, _)| way).collect();
    (least, least_ways)
}
