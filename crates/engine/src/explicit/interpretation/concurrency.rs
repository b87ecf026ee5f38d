//! Concurrent actions: outcomes that are sets of states (Cluedo paper sec. 4).
//! Learning makes one world of each set; an agent sees of it what they see of its
//! members.

use super::{Choice, Image, Interpretation, Interpreted, Interpreter, Located, Making, Members};
use super::{Origin, Outcome, Place, Unions};
use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits};
use crate::explicit::model::{Model, Submodel};
use crate::explicit::relation::{Cells, Relation};
use crate::explicit::weights::Weights;
use crate::limits::Pace;
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Atom, Group, Stopped};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

impl Interpreter<'_> {
    /// `α || β`: unions of one outcome of each.
    pub(super) fn concurrent(&mut self, place: Place, parts: &[Action]) -> Interpreted {
        let mut whole: Option<Collected> = None;
        for &part in parts {
            let part = self.interpret(place, part)?;
            let mut next = Collected::default();
            next.add(self, &part, Choice::Actual)?;
            next.as_sets(self)?;
            whole = Some(match whole {
                None => next,
                Some(before) => before.unite_outcomes(next, self)?,
            });
        }
        let whole = whole.unwrap_or_default().into_interpretation(self)?;
        Ok(Rc::new(whole))
    }

    /// One outcome of the action for each member, all together.
    pub(super) fn then_sets(
        &mut self,
        images: &[Image],
        outcomes: &[Outcome],
        action: Action,
    ) -> Result<Interpretation, EvalError> {
        let mut whole = Collected::sets();
        let mut following = Vec::new();
        for image in images {
            let next = self.interpret(image.place, action)?;
            let mut sets = Collected::default();
            sets.add(self, &next, Choice::Actual)?;
            sets.as_sets(self)?;
            let renamed = whole.take_images(&sets);
            following.push(sets.by_origin(&renamed, self.pace())?);
        }
        for outcome in outcomes {
            let mut unions = vec![(Vec::new(), outcome.chosen)];
            for &(image, world) in &outcome.members {
                let none = Vec::new();
                let next = following[image as usize].get(&world).unwrap_or(&none);
                self.spend(unions.len() * next.len() + 1)?;
                unions = products(&unions, next);
            }
            for (members, chosen) in unions {
                whole.push(Outcome { origin: outcome.origin, members, chosen });
            }
        }
        Ok(whole.into_interpretation(self)?)
    }

    /// `L_B` on sets of states: a world is a set. Agents see of it what they see of its members.
    pub(super) fn learn_sets(
        &mut self,
        place: Place,
        action: Action,
        group: &Group,
        images: &[Image],
        outcomes: &[Outcome],
    ) -> Result<Image, EvalError> {
        let located = |outcome: &Outcome| -> Located {
            let member = |&(image, world): &(u32, u32)| (images[image as usize].place, world);
            let mut members: Vec<(Place, u32)> = outcome.members.iter().map(member).collect();
            members.sort_unstable();
            members.into()
        };
        // Sets of sets are equal in whatever order they were found.
        let mut outcomes = outcomes.to_vec();
        outcomes.sort_by_cached_key(located);
        let making = Making::Sets(outcomes.iter().map(located).collect());
        let outcomes = &outcomes[..];
        let size = UBig::from(outcomes.len());
        let base = self.submodel(place).clone();
        self.admit(&size, group.len(), base.model.atoms())?;
        let columns = self.common_values(action, images, outcomes)?;
        let mut relations = Vec::new();
        for agent in group.iter() {
            relations.resize(agent.index(), None);
            let cells = self.cells_of_sets(agent, &base, images, outcomes)?;
            relations.push(Some(Arc::new(Relation::Cells(cells))));
        }
        let origins = outcomes.iter().map(|outcome| outcome.origin as usize);
        let called = base.model.called_all(origins);
        let weights = self.weights_of_sets(place, action, images, outcomes)?;
        let model = Model::new(outcomes.len(), columns, relations, called).weighing(weights);
        let submodel = Submodel::whole(model);
        let place = self.make_model(making, group, |_| Ok(submodel))?;
        let mut chosen = Bits::with_capacity(outcomes.len());
        let actual = outcomes.iter().enumerate().filter(|(_, o)| o.chosen == Choice::Actual);
        actual.for_each(|(world, _)| chosen.insert(world));
        let origin = outcomes.iter().map(|outcome| outcome.origin).collect();
        Ok(Image { place, origin: Origin::Table(Arc::new(origin)), chosen: Some(Arc::new(chosen)) })
    }

    /// The weights of sets of states. A single state weighs what it does where it is. A set of several
    /// weighs what its origin does if nothing was chosen on the way to any of them; how choices at the same
    /// time go together is not said, and the weight is lost. So are those of outcomes of one origin, unless
    /// they are worlds of one model, which have shared its weight.
    fn weights_of_sets(
        &self,
        place: Place,
        action: Action,
        images: &[Image],
        outcomes: &[Outcome],
    ) -> Result<Weights, Stopped> {
        let pace = self.pace();
        let base = self.submodel(place).model.weights();
        let of_image = |image: u32| self.submodel(images[image as usize].place).model.weights();
        let mut first: FxHashMap<u32, &Outcome> = FxHashMap::default();
        let mut torn: FxHashSet<u32> = FxHashSet::default();
        for outcome in outcomes {
            pace.count(1)?;
            let alone = |outcome: &Outcome| match outcome.members[..] {
                [(image, _)] => Some(image),
                _ => None,
            };
            let other = *first.entry(outcome.origin).or_insert(outcome);
            let is_shared = alone(other).is_some() && alone(other) == alone(outcome);
            if !std::ptr::eq(other, outcome) && !is_shared {
                torn.insert(outcome.origin);
            }
        }
        let mut lost: Vec<Option<Action>> = Vec::with_capacity(outcomes.len());
        let mut fractions = Vec::with_capacity(outcomes.len());
        for outcome in outcomes {
            pace.count(outcome.members.len() as u64)?;
            let origin = base.fraction_of(outcome.origin as usize);
            let weight = |&(image, w): &(u32, u32)| of_image(image).fraction_of(w as usize);
            let lost_before = |&(image, w): &(u32, u32)| of_image(image).lost_at(w as usize);
            let mut why = outcome.members.iter().find_map(lost_before);
            if torn.contains(&outcome.origin)
                || outcome.members.len() > 1
                    && outcome.members.iter().any(|member| weight(member) != origin)
            {
                why = why.or(Some(action));
            }
            lost.push(why);
            fractions.push(match outcome.members[..] {
                [member] => weight(&member),
                _ => origin,
            });
        }
        let gone = bits::pack(outcomes.len(), lost.iter().map(Option::is_some), pace)?;
        let because = lost.into_iter().flatten().next().unwrap_or(action);
        Ok(Weights::of_worlds(fractions).losing(because, gone))
    }

    /// The values of the members of each set, which must agree.
    fn common_values(
        &self,
        action: Action,
        images: &[Image],
        outcomes: &[Outcome],
    ) -> Result<Vec<Arc<Bits>>, EvalError> {
        let atoms = images.iter().map(|image| self.submodel(image.place).model.atoms());
        let mut columns = Vec::new();
        for atom in (0..atoms.max().unwrap_or(0)).map(Atom::from_index) {
            let mut column = Bits::with_capacity(outcomes.len());
            for (world, outcome) in outcomes.iter().enumerate() {
                self.pace().count(outcome.members.len() as u64)?;
                let holds = |&(image, member): &(u32, u32)| {
                    let model = &self.submodel(images[image as usize].place).model;
                    model.column(atom).is_some_and(|column| column.contains(member as usize))
                };
                let first = holds(&outcome.members[0]);
                if outcome.members.iter().any(|member| holds(member) != first) {
                    return Err(EvalError::Disagreement { action, atom });
                }
                column.set(world, first);
            }
            columns.push(Arc::new(column));
        }
        Ok(columns)
    }

    /// Sets look the same to an agent iff the same cells of the same models meet them; where they
    /// have access to no member, iff their origins do.
    fn cells_of_sets(
        &self,
        agent: Agent,
        base: &Submodel,
        images: &[Image],
        outcomes: &[Outcome],
    ) -> Result<Cells, Stopped> {
        let class = |submodel: &Submodel, world: u32| match submodel.model.relation(agent) {
            Some(Relation::Cells(cells)) => cells.class()[world as usize],
            _ => 0,
        };
        let mut numbers: FxHashMap<Vec<(Place, u32)>, u32> = FxHashMap::default();
        let sight = |outcome: &Outcome| {
            let mut seen: Vec<(Place, u32)> = Vec::new();
            for &(image, world) in &outcome.members {
                let place = images[image as usize].place;
                if self.reached[place].group.contains(agent) {
                    seen.push((place, class(self.submodel(place), world)));
                }
            }
            seen.sort_unstable();
            seen.dedup();
            if seen.is_empty() {
                // No place has this number, so that origins are never taken for members.
                seen.push((Place::MAX, class(base, outcome.origin)));
            }
            let next = numbers.len() as u32;
            *numbers.entry(seen).or_insert(next)
        };
        Ok(Cells::new(self.pace().collect(outcomes.iter().map(sight))?))
    }
}

/// All ways to add one of the sets that follow.
fn products(unions: &Unions, next: &Unions) -> Unions {
    let mut products = Vec::with_capacity(unions.len() * next.len());
    for (members, chosen) in unions {
        for (more, also) in next {
            products.push((unite_members(members, more), (*chosen).min(*also)));
        }
    }
    products
}

fn unite_members(left: &[(u32, u32)], right: &[(u32, u32)]) -> Members {
    let mut members: Members = left.iter().chain(right).copied().collect();
    members.sort_unstable();
    members.dedup();
    members
}

/// Images and outcomes gathered from several sides, equal ones once.
#[derive(Default)]
pub(super) struct Collected {
    images: Vec<Image>,
    by_place: FxHashMap<Place, usize>,
    /// Sets of states, if some outcome is one.
    outcomes: Option<Vec<Outcome>>,
    known: FxHashMap<(u32, Members), usize>,
}

impl Collected {
    fn sets() -> Self {
        Self { outcomes: Some(Vec::new()), ..Self::default() }
    }

    pub(super) fn add(
        &mut self,
        interpreter: &Interpreter<'_>,
        more: &Interpretation,
        choice: Choice,
    ) -> Result<(), Stopped> {
        let pace = interpreter.pace();
        match more {
            Interpretation::Images(images) if self.outcomes.is_none() => {
                images.iter().for_each(|image| self.add_image(interpreter, image, choice));
                Ok(())
            }
            Interpretation::Images(images) => {
                let mut sets = Self { images: images.clone(), ..Self::default() };
                sets.as_sets(interpreter)?;
                self.add_sets(&sets.images, sets.outcomes.unwrap_or_default(), choice, pace)
            }
            Interpretation::Sets(images, outcomes) => {
                self.as_sets(interpreter)?;
                self.add_sets(images, outcomes.clone(), choice, pace)
            }
        }
    }

    fn add_image(&mut self, interpreter: &Interpreter<'_>, image: &Image, choice: Choice) {
        let worlds = interpreter.submodel(image.place).model.worlds();
        let mut image = image.clone();
        if choice == Choice::Possible {
            image.chosen = Some(Arc::new(Bits::with_capacity(worlds)));
        }
        match self.by_place.get(&image.place) {
            None => {
                self.by_place.insert(image.place, self.images.len());
                self.images.push(image);
            }
            Some(&known) => {
                let known = &mut self.images[known];
                known.chosen = match (&known.chosen, &image.chosen) {
                    (Some(left), Some(right)) => {
                        let mut both = Bits::clone(left);
                        both.union_with(right);
                        Some(Arc::new(both))
                    }
                    _ => None,
                };
            }
        }
    }

    fn add_sets(
        &mut self,
        images: &[Image],
        outcomes: Vec<Outcome>,
        choice: Choice,
        pace: &Pace,
    ) -> Result<(), Stopped> {
        let renamed = self.rename(images);
        pace.each(outcomes.into_iter(), |mut outcome| {
            let member = |&(image, world): &(u32, u32)| (renamed[image as usize], world);
            outcome.members = outcome.members.iter().map(member).collect();
            outcome.members.sort_unstable();
            outcome.chosen = outcome.chosen.min(choice);
            self.push(outcome);
        })
    }

    /// The places of images in this list, with new ones added.
    fn rename(&mut self, images: &[Image]) -> Vec<u32> {
        let mut renamed = Vec::new();
        for image in images {
            let next = self.images.len();
            let at = *self.by_place.entry(image.place).or_insert(next);
            if at == next {
                self.images.push(Image { chosen: None, ..image.clone() });
            }
            renamed.push(at as u32);
        }
        renamed
    }

    fn take_images(&mut self, other: &Collected) -> Vec<u32> {
        self.rename(&other.images)
    }

    fn push(&mut self, outcome: Outcome) {
        let outcomes = self.outcomes.get_or_insert_default();
        match self.known.entry((outcome.origin, outcome.members.clone())) {
            std::collections::hash_map::Entry::Vacant(new) => {
                new.insert(outcomes.len());
                outcomes.push(outcome);
            }
            std::collections::hash_map::Entry::Occupied(known) => {
                let known = &mut outcomes[*known.get()];
                known.chosen = known.chosen.max(outcome.chosen);
            }
        }
    }

    /// Single states as sets of one.
    pub(super) fn as_sets(&mut self, interpreter: &Interpreter<'_>) -> Result<(), Stopped> {
        if self.outcomes.is_some() {
            return Ok(());
        }
        self.outcomes = Some(Vec::new());
        self.by_place = self.images.iter().enumerate().map(|(at, i)| (i.place, at)).collect();
        let singles = self.images.clone();
        // From now on the outcomes say what was chosen.
        self.images.iter_mut().for_each(|image| image.chosen = None);
        for (at, image) in singles.into_iter().enumerate() {
            let worlds = interpreter.submodel(image.place).domain.ones();
            interpreter.pace().each(worlds, |world| {
                let members = vec![(at as u32, world as u32)];
                let origin = image.origin(world) as u32;
                self.push(Outcome { origin, members, chosen: image.choice(world) });
            })?;
        }
        Ok(())
    }

    /// For each origin its outcomes, with images renamed.
    fn by_origin(&self, renamed: &[u32], pace: &Pace) -> Result<FxHashMap<u32, Unions>, Stopped> {
        let mut by_origin: FxHashMap<u32, Vec<_>> = FxHashMap::default();
        pace.each(self.outcomes.iter().flatten(), |outcome| {
            let member = |&(image, world): &(u32, u32)| (renamed[image as usize], world);
            let members: Members = outcome.members.iter().map(member).collect();
            by_origin.entry(outcome.origin).or_default().push((members, outcome.chosen));
        })?;
        Ok(by_origin)
    }

    /// Unions of one outcome of each side, from the same origin.
    pub(super) fn unite_outcomes(
        mut self,
        other: Collected,
        interpreter: &mut Interpreter<'_>,
    ) -> Result<Self, EvalError> {
        let left = self.outcomes.take().unwrap_or_default();
        let mut whole = Self { images: self.images, by_place: self.by_place, ..Self::sets() };
        let renamed = whole.take_images(&other);
        let right = other.by_origin(&renamed, interpreter.pace())?;
        for outcome in left {
            let none = Vec::new();
            let following = right.get(&outcome.origin).unwrap_or(&none);
            interpreter.spend(following.len() + 1)?;
            for (more, chosen) in following {
                let members = unite_members(&outcome.members, more);
                let chosen = outcome.chosen.min(*chosen);
                whole.push(Outcome { origin: outcome.origin, members, chosen });
            }
        }
        Ok(whole)
    }

    pub(super) fn into_interpretation(
        self,
        interpreter: &Interpreter<'_>,
    ) -> Result<Interpretation, Stopped> {
        Ok(match self.outcomes {
            None => Interpretation::Images(self.images),
            Some(outcomes) => match singles(interpreter, &self.images, &outcomes)? {
                Some(images) => Interpretation::Images(images),
                None => Interpretation::Sets(self.images, outcomes),
            },
        })
    }
}

/// Outcomes that are all the worlds of their images, one each: then there are no sets to speak of.
fn singles(
    interpreter: &Interpreter<'_>,
    images: &[Image],
    outcomes: &[Outcome],
) -> Result<Option<Vec<Image>>, Stopped> {
    let worlds = |image: &Image| interpreter.submodel(image.place).model.worlds();
    let mut origins: Vec<Vec<u32>> = images.iter().map(|image| vec![0; worlds(image)]).collect();
    let mut chosen: Vec<Bits> =
        images.iter().map(|image| Bits::with_capacity(worlds(image))).collect();
    let mut covered = chosen.clone();
    for outcome in outcomes {
        interpreter.pace().count(1)?;
        let &[(image, world)] = &outcome.members[..] else { return Ok(None) };
        let (image, world) = (image as usize, world as usize);
        if covered[image].put(world) {
            return Ok(None);
        }
        origins[image][world] = outcome.origin;
        chosen[image].set(world, outcome.chosen == Choice::Actual);
    }
    let whole = |(image, covered): (&Image, &Bits)| {
        covered.count_ones(..) == interpreter.submodel(image.place).size
    };
    if !images.iter().zip(&covered).all(whole) {
        return Ok(None);
    }
    let single = |(image, (origins, chosen)): (&Image, (Vec<u32>, Bits))| Image {
        place: image.place,
        origin: Origin::Table(Arc::new(origins)),
        chosen: Some(Arc::new(chosen)),
    };
    Ok(Some(images.iter().zip(origins.into_iter().zip(chosen)).map(single).collect()))
}
