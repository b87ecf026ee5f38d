//! Several models side by side in one, with the access of a group that learns which
//! they are (thesis def. 33.e).

use super::{Image, Interpreter, Origin, Place};
use crate::bits::{self, Bits};
use crate::model::{Model, Submodel};
use crate::relation::{Cells, Relation};
use crate::truth::EvalError;
use dashu_int::UBig;
use hexa_logic::{Agent, Atom, Group};
use std::sync::Arc;

/// Several images side by side.
pub(super) struct Sum<'i, 't> {
    interpreter: &'i Interpreter<'t>,
    images: &'i [Image],
    /// The worlds of each image that exist.
    lists: Vec<Vec<u32>>,
    size: usize,
}

impl<'i, 't> Sum<'i, 't> {
    pub(super) fn new(
        interpreter: &'i Interpreter<'t>,
        images: &'i [Image],
    ) -> Result<Self, EvalError> {
        let submodels = || images.iter().map(|image| interpreter.submodel(image.place));
        let size: usize = submodels().map(|submodel| submodel.size).sum();
        let agents = interpreter.reached[Interpreter::START].group.len();
        let atoms = submodels().map(|submodel| submodel.model.atoms()).max().unwrap_or(0);
        interpreter.admit(&UBig::from(size), agents, atoms)?;
        let lists = submodels().map(|submodel| bits::list(&submodel.domain)).collect();
        Ok(Self { interpreter, images, lists, size })
    }

    /// The worlds of each image, to build the sum later.
    pub(super) fn into_lists(self) -> Vec<Vec<u32>> {
        self.lists
    }

    pub(super) fn from_lists(
        interpreter: &'i Interpreter<'t>,
        images: &'i [Image],
        lists: Vec<Vec<u32>>,
    ) -> Self {
        let size = lists.iter().map(Vec::len).sum();
        Self { interpreter, images, lists, size }
    }

    pub(super) fn origins(&self) -> Vec<u32> {
        let mut origins = Vec::with_capacity(self.size);
        for (image, list) in self.images.iter().zip(&self.lists) {
            match &image.origin {
                Origin::Same => origins.extend(list),
                Origin::Table(table) => origins.extend(list.iter().map(|&w| table[w as usize])),
            }
        }
        origins
    }

    pub(super) fn chosen(&self) -> Option<Arc<Bits>> {
        if self.images.iter().all(|image| image.chosen.is_none()) {
            return None;
        }
        let chosen = self.images.iter().zip(&self.lists).flat_map(|(image, list)| {
            list.iter().map(move |&world| image.is_chosen(world as usize))
        });
        Some(Arc::new(bits::pack(self.size, chosen)))
    }

    pub(super) fn model(&self, place: Place, group: &Group) -> Model {
        let atoms = self.images.iter().map(|image| self.submodel(image).model.atoms()).max();
        let columns = (0..atoms.unwrap_or(0)).map(|atom| self.column(Atom::from_index(atom)));
        let columns = columns.collect();
        let mut relations = Vec::new();
        for agent in group.iter() {
            relations.resize(agent.index(), None);
            relations.push(Some(Arc::new(Relation::Cells(self.cells(place, agent)))));
        }
        let names = self.images.iter().zip(&self.lists).flat_map(|(image, list)| {
            let model = &self.submodel(image).model;
            list.iter().map(move |&world| model.name(world as usize).map(str::to_owned))
        });
        Model::new(self.size, columns, relations, names.collect())
    }

    fn submodel(&self, image: &Image) -> &Submodel {
        self.interpreter.submodel(image.place)
    }

    fn column(&self, atom: Atom) -> Arc<Bits> {
        let mut packing = bits::Packing::new(self.size);
        for (image, list) in self.images.iter().zip(&self.lists) {
            match self.submodel(image).model.column(atom) {
                Some(column) => {
                    list.iter().for_each(|&w| packing.push(column.contains(w as usize)))
                }
                None => list.iter().for_each(|_| packing.push(false)),
            }
        }
        Arc::new(packing.finish())
    }

    /// Access inside an image is kept; where an image has none, it is that of the origins.
    fn cells(&self, place: Place, agent: Agent) -> Cells {
        let outside = classes(self.interpreter.submodel(place), agent);
        let mut class = Vec::with_capacity(self.size);
        let mut shared = Numbers::new(outside.map_or(0, |cells| cells.bound()));
        let mut own = Numbers::new(0);
        let mut next = 0;
        for (image, list) in self.images.iter().zip(&self.lists) {
            let inside = classes(self.submodel(image), agent);
            let has_access = self.interpreter.reached[image.place].group.contains(agent);
            match (inside, outside) {
                (Some(inside), _) if has_access => {
                    own.begin(inside.bound());
                    let number = |&w: &u32| own.number(inside.class()[w as usize], &mut next);
                    class.extend(list.iter().map(number));
                }
                (_, Some(outside)) => {
                    let number = |&w: &u32| {
                        let origin = image.origin(w as usize);
                        shared.number(outside.class()[origin], &mut next)
                    };
                    class.extend(list.iter().map(number));
                }
                // Whoever learns has access, and on cells: that was checked before.
                _ => class.extend(list.iter().map(|_| 0)),
            }
        }
        Cells::with_bound(class, next)
    }
}

/// One model, with the access of a group that learns it: where the model has none, it is that of the
/// origins.
pub(super) fn single(
    interpreter: &Interpreter<'_>,
    place: Place,
    image: &Image,
    group: &Group,
) -> Submodel {
    let part = &interpreter.reached[image.place];
    let outside = interpreter.submodel(place);
    let access = |agent: Agent| match &image.origin {
        _ if part.group.contains(agent) => part.submodel.model.shared_relation(agent),
        Origin::Same => outside.model.shared_relation(agent),
        Origin::Table(origins) => {
            let cells = classes(outside, agent)?;
            let seen = origins.iter().map(|&origin| cells.class()[origin as usize]).collect();
            Some(Arc::new(Relation::Cells(Cells::with_bound(seen, cells.bound() as u32))))
        }
    };
    let mut relations = Vec::new();
    for agent in group.iter() {
        relations.resize(agent.index(), None);
        relations.push(access(agent));
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
        return part.submodel.clone();
    }
    let model = Arc::new(part.submodel.model.copied().relating(relations));
    Submodel { model, components: Arc::default(), ..part.submodel.clone() }
}

fn classes(submodel: &Submodel, agent: Agent) -> Option<&Cells> {
    match submodel.model.relation(agent) {
        Some(Relation::Cells(cells)) => Some(cells),
        _ => None,
    }
}

/// New numbers for the classes of one image after the other, in time for the worlds they have.
struct Numbers {
    /// For each class when it was numbered, and its number.
    given: Vec<(u32, u32)>,
    round: u32,
}

impl Numbers {
    pub(super) fn new(bound: usize) -> Self {
        Self { given: vec![(0, 0); bound], round: 1 }
    }

    /// Forgets all numbers.
    fn begin(&mut self, bound: usize) {
        self.round += 1;
        if self.given.len() < bound {
            self.given.resize(bound, (0, 0));
        }
    }

    fn number(&mut self, class: u32, next: &mut u32) -> u32 {
        let given = &mut self.given[class as usize];
        if given.0 != self.round {
            *given = (self.round, *next);
            *next += 1;
        }
        given.1
    }
}
