//! Several models side by side in one, with the access of a group that learns which
//! they are (thesis def. 33.e).

use super::{Image, Interpreter, Origin, Place, Reached};
use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits};
use crate::explicit::called::Called;
use crate::explicit::model::{Model, Submodel};
use crate::explicit::relation::{Cells, Piece, Relation};
use crate::explicit::weights::Weights;
use crate::limits::Pace;
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Atom, Group, Stopped};
use std::sync::Arc;

/// Several images side by side.
pub(super) struct Sum<'i> {
    images: &'i [Image],
    /// Where the worlds of each image begin, and the number of all.
    starts: Vec<usize>,
    /// The worlds of the images that exist, one image after the other.
    worlds: Arc<Vec<u32>>,
    /// Where they come from.
    origins: Arc<Vec<u32>>,
}

impl<'i> Sum<'i> {
    pub(super) fn new(
        interpreter: &Interpreter<'_>,
        images: &'i [Image],
    ) -> Result<Self, EvalError> {
        let submodels = || images.iter().map(|image| interpreter.submodel(image.place));
        let mut starts = vec![0];
        submodels().for_each(|submodel| starts.push(starts[starts.len() - 1] + submodel.size));
        let size = starts[images.len()];
        let agents = interpreter.reached[Interpreter::START].group.len();
        let atoms = submodels().map(|submodel| submodel.model.atoms()).max().unwrap_or(0);
        interpreter.admit(&UBig::from(size), agents, atoms)?;
        let mut worlds = Vec::with_capacity(size);
        for submodel in submodels() {
            bits::append(&submodel.domain, &mut worlds, interpreter.pace())?;
        }
        let worlds = Arc::new(worlds);
        let origins = Arc::clone(&worlds);
        let mut sum = Self { images, starts, worlds, origins };
        if !images.iter().all(|image| matches!(image.origin, Origin::Same)) {
            sum.origins = Arc::new(sum.find_origins(interpreter.pace())?);
        }
        Ok(sum)
    }

    fn find_origins(&self, pace: &Pace) -> Result<Vec<u32>, Stopped> {
        let mut origins = Vec::with_capacity(self.size());
        for (image, worlds) in self.parts() {
            match &image.origin {
                Origin::Same => origins.extend(worlds),
                Origin::Table(table) => pace.pass(worlds.len(), |piece| {
                    origins.extend(worlds[piece].iter().map(|&w| table[w as usize]));
                })?,
            }
        }
        Ok(origins)
    }

    /// Where the worlds come from.
    pub(super) fn origins(&self) -> &Arc<Vec<u32>> {
        &self.origins
    }

    fn size(&self) -> usize {
        self.worlds.len()
    }

    /// The images with their worlds.
    fn parts(&self) -> impl Iterator<Item = (&Image, &[u32])> {
        let worlds = self.starts.windows(2).map(|ends| &self.worlds[ends[0]..ends[1]]);
        self.images.iter().zip(worlds)
    }

    pub(super) fn chosen_worlds(&self, pace: &Pace) -> Result<Option<Arc<Bits>>, Stopped> {
        if self.images.iter().all(|image| image.chosen.is_none()) {
            return Ok(None);
        }
        let mut bits = Bits::with_capacity(self.size());
        for (at, (image, worlds)) in self.parts().enumerate() {
            let (start, end) = (self.starts[at], self.starts[at + 1]);
            match &image.chosen {
                None => bits.insert_range(start..end),
                Some(chosen) if chosen.is_clear() => {}
                Some(chosen) => pace.each(worlds.iter().enumerate(), |(at, &world)| {
                    if chosen.contains(world as usize) {
                        bits.insert(start + at);
                    }
                })?,
            }
        }
        Ok(Some(Arc::new(bits)))
    }

    pub(super) fn model(
        &self,
        interpreter: &Interpreter<'_>,
        place: Place,
        group: &Group,
    ) -> Result<Model, Stopped> {
        let columns = self.columns(interpreter)?;
        let mut relations = Vec::new();
        for agent in group.iter() {
            relations.resize(agent.index(), None);
            let cells = self.cells(interpreter, place, agent)?;
            relations.push(Some(Arc::new(Relation::Cells(cells))));
        }
        let model = |image: &Image| &interpreter.submodel(image.place).model;
        let called = match self.parts().all(|(image, _)| model(image).is_anonymous()) {
            true => None,
            false => Called::list(self.parts().flat_map(|(image, worlds)| {
                worlds.iter().map(move |&world| model(image).called(world as usize))
            })),
        };
        Ok(Model::new(self.size(), columns, relations, called))
    }

    /// The weights that the worlds have in the images; worlds of different images that come from the
    /// same one have lost theirs.
    pub(super) fn weights(
        &self,
        interpreter: &Interpreter<'_>,
        action: Action,
    ) -> Result<Weights, Stopped> {
        let pace = interpreter.pace();
        let parts = self
            .parts()
            .map(|(image, worlds)| (interpreter.submodel(image.place).model.weights(), worlds));
        let beside = Weights::side_by_side(&parts.collect::<Vec<_>>(), pace)?;
        let most = self.origins.iter().max().map_or(0, |&most| most as usize + 1);
        let mut first = vec![u32::MAX; most];
        let mut torn = Bits::with_capacity(most);
        for (at, ends) in self.starts.windows(2).enumerate() {
            pace.each(self.origins[ends[0]..ends[1]].iter(), |&origin| {
                match &mut first[origin as usize] {
                    here if *here == u32::MAX => *here = at as u32,
                    here if *here == at as u32 => {}
                    _ => torn.insert(origin as usize),
                }
            })?;
        }
        let torn = self.origins.iter().map(|&origin| torn.contains(origin as usize));
        Ok(beside.losing(action, bits::pack(self.size(), torn, pace)?))
    }

    fn columns(&self, interpreter: &Interpreter<'_>) -> Result<Vec<Arc<Bits>>, Stopped> {
        let model = |image: &Image| &interpreter.submodel(image.place).model;
        let atoms = self.images.iter().map(|image| model(image).atoms()).max().unwrap_or(0);
        let mut gathering = bits::Gathering::new(atoms, self.size());
        for (image, worlds) in self.parts() {
            let column = |atom| model(image).column(Atom::from_index(atom)).map(|c| &**c);
            let columns: Vec<Option<&Bits>> = (0..atoms).map(column).collect();
            gathering.list(&columns, worlds, interpreter.pace())?;
        }
        Ok(gathering.finish().into_iter().map(Arc::new).collect())
    }

    /// Access inside an image is kept; where an image has none, it is that of the origins.
    fn cells(
        &self,
        interpreter: &Interpreter<'_>,
        place: Place,
        agent: Agent,
    ) -> Result<Cells, Stopped> {
        let before = interpreter.submodel(place);
        let nothing;
        let outside = match classes(before, agent) {
            Some(cells) => cells,
            // Whoever learns has access, and on cells: that was checked before.
            None => {
                nothing = Cells::universal(before.model.worlds());
                &nothing
            }
        };
        let mut pieces = Vec::new();
        for (at, (image, worlds)) in self.parts().enumerate() {
            let Reached { submodel, group, .. } = interpreter.reached_at(image.place);
            pieces.push(match classes(submodel, agent) {
                Some(cells) if group.contains(agent) => Piece { family: at + 1, cells, worlds },
                _ => {
                    let worlds = &self.origins[self.starts[at]..self.starts[at + 1]];
                    Piece { family: 0, cells: outside, worlds }
                }
            });
        }
        Cells::join_pieces(&pieces, interpreter.pace())
    }
}

/// One model, with the access of a group that learns it: where the model has none, it is that of the
/// origins.
pub(super) fn single(
    interpreter: &Interpreter<'_>,
    place: Place,
    image: &Image,
    group: &Group,
) -> Result<Submodel, Stopped> {
    let part = &interpreter.reached[image.place];
    let outside = interpreter.submodel(place);
    let access = |agent: Agent| match &image.origin {
        _ if part.group.contains(agent) => Ok(part.submodel.model.shared_relation(agent)),
        Origin::Same => Ok(outside.model.shared_relation(agent)),
        Origin::Table(origins) => {
            let Some(cells) = classes(outside, agent) else { return Ok(None) };
            let class = |at: usize| cells.class()[origins[at] as usize];
            let seen = interpreter.pace().table(origins.len(), class)?;
            Ok(Some(Arc::new(Relation::Cells(Cells::with_bound(seen, cells.bound() as u32)))))
        }
    };
    let mut relations = Vec::new();
    for agent in group.iter() {
        relations.resize(agent.index(), None);
        relations.push(access(agent)?);
    }
    // Worlds that have kept their numbers mostly have everybody's access already.
    let kept = |agent: Agent| match (
        &relations[agent.index()],
        part.submodel.model.shared_relation(agent),
    ) {
        (Some(left), Some(right)) => Arc::ptr_eq(left, &right),
        _ => false,
    };
    if group.iter().all(kept) {
        return Ok(part.submodel.clone());
    }
    let model = Arc::new(part.submodel.model.copy_without_memory().relating(relations));
    Ok(Submodel { model, components: Arc::default(), ..part.submodel.clone() })
}

fn classes(submodel: &Submodel, agent: Agent) -> Option<&Cells> {
    match submodel.model.relation(agent) {
        Some(Relation::Cells(cells)) => Some(cells),
        _ => None,
    }
}
