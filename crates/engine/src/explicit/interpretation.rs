//! Local interpretation of actions (thesis defs. 33 and 34), lifted to sets of states
//! for concurrent ones (Cluedo paper, sec. 4).
//!
//! An action leads from a model to other models, its *images*; every world of an
//! image comes from one world of the model, its *origin*. The type of an action
//! decides which images there are, the marks of local choice decide which of their
//! worlds were actually *chosen*. Learning puts all images side by side in one model:
//! an agent with access inside an image keeps it, all others see what they saw of the
//! origins. Everything is linear in the worlds that come out.
//!
//! Images are the same model if they were made in the same way from the same parts,
//! which is equality of the sets that the definitions construct. Such count once.

mod answer;
mod concurrency;
mod outcome;
mod product;
mod sum;
mod update;

pub(crate) use crate::explicit::places::Place;
pub(crate) use outcome::Pointed;

use crate::definedness::frame_group;
use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits, WORD, Word};
use crate::explicit::model::Submodel;
use crate::explicit::places::Places;
use crate::explicit::truth;
use crate::explicit::weights::Weights;
use crate::limits::{Limit, Limits, Pace, Work};
use concurrency::Collected;
use dashu_int::UBig;
use hexa_logic::{
    Action, ActionNode, Atom, EpistemicIndex, Event, EventModel, Formula, FrameIndex, Group,
    MessageIndex, Stopped, Terms, World,
};
use product::Product;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use sum::Sum;

/// Modalities and actions may nest this deep; announcements are not limited.
const MAX_DEPTH: u64 = 500;

/// What an action leads to.
#[derive(Clone, Debug)]
pub(crate) enum Interpretation {
    /// Every outcome is a single state: a chosen world of an image.
    Images(Vec<Image>),
    /// Outcomes are sets of states: the action is concurrent.
    Sets(Vec<Image>, Vec<Outcome>),
}

/// A model that an action leads to.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    pub(crate) place: Place,
    origin: Origin,
    /// The worlds that the marked alternatives lead to; none: all of them.
    chosen: Option<Arc<Bits>>,
}

/// Where the worlds of an image come from.
#[derive(Clone, Debug)]
enum Origin {
    /// Worlds have kept their numbers.
    Same,
    Table(Arc<Vec<u32>>),
}

/// A set of states that a world leads to.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) origin: u32,
    /// At least one.
    pub(crate) members: Members,
    pub(crate) chosen: Choice,
}

/// Places in a list of images, with worlds: sorted, each once.
type Members = Vec<(u32, u32)>;

/// Sets of states with whether they are chosen.
type Unions = Vec<(Members, Choice)>;

/// A set of states, by the models they are in.
type Located = Box<[(Place, u32)]>;

/// Whether the marked alternatives lead to an outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Choice {
    Possible,
    Actual,
}

impl Image {
    /// The world that a world comes from.
    pub(crate) fn origin(&self, world: usize) -> usize {
        match &self.origin {
            Origin::Same => world,
            Origin::Table(table) => table[world] as usize,
        }
    }

    /// The worlds that come from a world, and perhaps some that do not exist.
    pub(crate) fn worlds_from(&self, origin: usize) -> Vec<usize> {
        match &self.origin {
            Origin::Same => vec![origin],
            Origin::Table(table) => {
                let here = table.iter().enumerate().filter(|&(_, &from)| from as usize == origin);
                here.map(|(world, _)| world).collect()
            }
        }
    }

    /// Whether some world was chosen.
    pub(crate) fn is_ever_chosen(&self) -> bool {
        self.chosen.as_ref().is_none_or(|chosen| !chosen.is_clear())
    }

    pub(crate) fn is_chosen(&self, world: usize) -> bool {
        self.chosen.as_ref().is_none_or(|chosen| chosen.contains(world))
    }

    fn choice(&self, world: usize) -> Choice {
        if self.is_chosen(world) { Choice::Actual } else { Choice::Possible }
    }
}

/// A model with the group that has access.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) submodel: Submodel,
    pub(crate) group: Group,
    /// What its worlds are.
    universe: usize,
    /// The atoms that were assigned since the worlds of its universe were made.
    changed: Vec<Atom>,
}

/// What a model is, as the definitions construct it: which worlds it has, with access for whom, with
/// which new values. Access and the other values are those of the worlds. Equal keys are equal models.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    objects: Objects,
    group: Group,
    /// For each atom that was assigned, its values in the worlds of the model, closed up.
    values: Box<[(Atom, Box<[Word]>)]>,
}

/// Which worlds a model has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Objects {
    /// Those of a universe.
    Of(usize, Box<[Word]>),
    /// Pairs of a model and a world of it: of each model, which of its worlds, closed up. The same pairs
    /// may be of several universes.
    Pairs(Box<[(Place, Box<[Word]>)]>),
}

/// How worlds are made: a world that somebody learns is a pair of a model and a world of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Making {
    /// Worlds of several models.
    Pairs(Box<[Place]>),
    /// Sets of states, sorted.
    Sets(Box<[Located]>),
    /// The product of a model with a frame.
    Product(Place, Frame),
    /// A model whose worlds are as likely as a move of a game makes them.
    Weighed(Place, Action),
}

/// A frame that models are multiplied with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Frame {
    Declared(FrameIndex),
    /// That of an action expression (thesis def. 58).
    Epistemic(EpistemicIndex),
    /// That of a message.
    Message(MessageIndex),
}

impl Frame {
    /// Its events.
    pub(crate) fn event_model(self, terms: &Terms) -> &EventModel {
        match self {
            Self::Declared(index) => terms.frame(index),
            Self::Epistemic(index) => &terms.epistemic(index).frame,
            Self::Message(index) => terms.said(index).1,
        }
    }
}

/// Models reached from one state, with what is known of them.
pub(crate) struct Interpreter<'t> {
    terms: &'t Terms,
    limits: Limits,
    work: Work,
    reached: Places<Reached, Key, Making>,
    /// For each place the first one with the same worlds, values and access: the same is true there.
    alike: Vec<Option<Place>>,
    by_content: FxHashMap<(usize, Box<[Word]>, Group), Place>,
    interpretations: FxHashMap<(Place, Action), Rc<Interpretation>>,
    truths: FxHashMap<(Place, Formula), Arc<Bits>>,
    depth: u64,
}

type Interpreted = Result<Rc<Interpretation>, EvalError>;

impl<'t> Interpreter<'t> {
    /// The place of the model to start from.
    pub(crate) const START: Place = 0;

    pub(crate) fn new(terms: &'t Terms, limits: &Limits, submodel: Submodel, group: Group) -> Self {
        let mut interpreter = Self {
            terms,
            limits: limits.clone(),
            work: Work::new(limits),
            reached: Places::default(),
            alike: Vec::new(),
            by_content: FxHashMap::default(),
            interpretations: FxHashMap::default(),
            truths: FxHashMap::default(),
            depth: 0,
        };
        interpreter.reach(submodel, group);
        interpreter
    }

    pub(crate) fn reached_at(&self, place: Place) -> &Reached {
        &self.reached[place]
    }

    pub(crate) fn submodel(&self, place: Place) -> &Submodel {
        &self.reached[place].submodel
    }

    pub(crate) fn terms(&self) -> &'t Terms {
        self.terms
    }

    /// A model that was reached in another way.
    pub(crate) fn reach(&mut self, submodel: Submodel, group: Group) -> Place {
        self.reached.add(|universe| Reached { submodel, group, universe, changed: Vec::new() })
    }

    /// The work that is left.
    pub(crate) fn work(&self) -> Work {
        self.work.clone()
    }

    /// The outcomes of one world, as places with worlds.
    fn outcomes_of(
        &self,
        interpretation: &Interpretation,
        world: World,
    ) -> Vec<Vec<(Place, World)>> {
        match interpretation {
            Interpretation::Images(images) => {
                let mut outcomes = Vec::new();
                for image in images {
                    let exists = &self.submodel(image.place).domain;
                    let here = image.worlds_from(world.index()).into_iter();
                    let here = here.filter(|&w| exists.contains(w) && image.is_chosen(w));
                    outcomes.extend(here.map(|w| vec![(image.place, World::from_index(w))]));
                }
                outcomes
            }
            Interpretation::Sets(images, outcomes) => {
                let here =
                    outcomes.iter().filter(|o| o.origin == world.0 && o.chosen == Choice::Actual);
                let member = |&(image, w): &(u32, u32)| (images[image as usize].place, World(w));
                here.map(|outcome| outcome.members.iter().map(member).collect()).collect()
            }
        }
    }

    /// What reports the steps of passes over models.
    pub(crate) fn pace(&self) -> &Pace {
        self.work.pace()
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), EvalError> {
        self.work.spend(steps as u64).map_err(EvalError::Limit)
    }

    /// Where a formula is true in a model that has been reached.
    pub(crate) fn truth(&mut self, place: Place, formula: Formula) -> Result<Arc<Bits>, EvalError> {
        let place = self.alike(place);
        if let Some(known) = self.truths.get(&(place, formula)) {
            return Ok(Arc::clone(known));
        }
        self.deeper()?;
        let truth = Arc::new(truth::column_at(self, place, formula)?);
        self.depth -= 1;
        self.truths.insert((place, formula), Arc::clone(&truth));
        Ok(truth)
    }

    /// The first place that has the same worlds of the same model, and access for the same group.
    fn alike(&mut self, place: Place) -> Place {
        self.alike.resize(self.reached.len(), None);
        if let Some(known) = self.alike[place] {
            return known;
        }
        let Reached { submodel, group, .. } = &self.reached[place];
        let model = Arc::as_ptr(&submodel.model) as usize;
        let content = (model, submodel.words().into(), group.clone());
        let first = *self.by_content.entry(content).or_insert(place);
        self.alike[place] = Some(first);
        first
    }

    /// Goes one level deeper.
    pub(crate) fn deepen(&mut self) -> Result<(), EvalError> {
        self.deeper()
    }

    /// Goes back up.
    pub(crate) fn rise(&mut self) {
        self.depth -= 1;
    }

    /// Does something; if it fails, the levels it went deeper do not count any more.
    pub(crate) fn attempt<T>(
        &mut self,
        what: impl FnOnce(&mut Self) -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        let depth = self.depth;
        what(self).inspect_err(|_| self.depth = depth)
    }

    fn deeper(&mut self) -> Result<(), EvalError> {
        self.depth += 1;
        match self.depth > MAX_DEPTH {
            true => Err(EvalError::Limit(Limit::Depth(MAX_DEPTH))),
            false => Ok(()),
        }
    }

    /// What an action leads to.
    pub(crate) fn interpret(&mut self, place: Place, action: Action) -> Interpreted {
        if let Some(known) = self.interpretations.get(&(place, action)) {
            return Ok(Rc::clone(known));
        }
        self.deeper()?;
        self.spend(self.submodel(place).size / WORD + 1)?;
        let interpretation = match self.terms.has_update(action) {
            true => self.update(place, action)?,
            false => self.clause(place, action)?,
        };
        self.depth -= 1;
        self.interpretations.insert((place, action), Rc::clone(&interpretation));
        Ok(interpretation)
    }

    /// One clause of the definition for each construct.
    fn clause(&mut self, place: Place, action: Action) -> Interpreted {
        let terms = self.terms;
        match terms.action_node(action) {
            ActionNode::Test(formula) => self.test(place, *formula),
            ActionNode::Assign(assignments) => self.assign(place, assignments),
            ActionNode::Learn(group, inner) => self.learn(place, action, group, *inner),
            ActionNode::Sequence(parts) => self.sequence(place, parts),
            ActionNode::Choice(parts, chosen) => self.choose(place, parts, *chosen),
            ActionNode::Concurrent(parts) => self.concurrent(place, parts),
            ActionNode::Event(frame, event) => {
                self.product(place, action, Frame::Declared(*frame), *event)
            }
            ActionNode::Epistemic(_, index) => {
                self.product(place, action, Frame::Epistemic(*index), Event(0))
            }
            ActionNode::Message(index) => match terms.announced(*index) {
                Some(formula) => self.announce(place, formula),
                None => self.product(place, action, Frame::Message(*index), Event(0)),
            },
            ActionNode::Game(game) => self.game(place, action, game),
            ActionNode::Star(_)
            | ActionNode::Suspect(..)
            | ActionNode::Fix(_)
            | ActionNode::Variable(_) => {
                Err(EvalError::Unsupported(crate::definedness::unsupported_part(terms, action)))
            }
            ActionNode::Update(..) => self.update(place, action),
        }
    }

    /// `?φ`: the worlds where it holds, and access for nobody.
    fn test(&mut self, place: Place, formula: Formula) -> Interpreted {
        self.keep(place, formula, Group::empty())
    }

    /// `announce φ`: the worlds where it holds, with the access that there is.
    fn announce(&mut self, place: Place, formula: Formula) -> Interpreted {
        let group = self.reached[place].group.clone();
        self.keep(place, formula, group)
    }

    /// The worlds where a formula holds, with access for a group.
    fn keep(&mut self, place: Place, formula: Formula, group: Group) -> Interpreted {
        let truth = self.truth(place, formula)?;
        let submodel = self.submodel(place).narrow(&truth);
        if submodel.size == 0 {
            return Ok(Rc::new(Interpretation::Images(Vec::new())));
        }
        let image = self.image_within(place, submodel, group, &[])?;
        Ok(Rc::new(Interpretation::Images(vec![image])))
    }

    /// `(p := φ, ...)`: the same worlds, other values, and access for nobody.
    fn assign(&mut self, place: Place, assignments: &[(Atom, Formula)]) -> Interpreted {
        let mut columns = Vec::new();
        for &(atom, formula) in assignments {
            columns.push((atom, self.truth(place, formula)?));
        }
        let old = self.submodel(place);
        let model = old.model.with_columns(&columns);
        let submodel = Submodel { model: Arc::new(model), ..old.clone() };
        let atoms: Vec<Atom> = assignments.iter().map(|&(atom, _)| atom).collect();
        Ok(self.bare(place, submodel, &atoms)?)
    }

    /// Worlds of a place, with access for nobody.
    fn bare(
        &mut self,
        place: Place,
        submodel: Submodel,
        atoms: &[Atom],
    ) -> Result<Rc<Interpretation>, Stopped> {
        let image = self.image_within(place, submodel, Group::empty(), atoms)?;
        Ok(Rc::new(Interpretation::Images(vec![image])))
    }

    /// Worlds of a place as an image of it, with access for those of a group who have it there.
    fn image_within(
        &mut self,
        place: Place,
        submodel: Submodel,
        group: Group,
        atoms: &[Atom],
    ) -> Result<Image, Stopped> {
        let Reached { universe, changed, .. } = &self.reached[place];
        let (universe, mut changed) = (*universe, changed.clone());
        changed.extend(atoms);
        changed.sort_unstable();
        changed.dedup();
        let domain = Arc::clone(&submodel.domain);
        let mut values = Vec::new();
        for &atom in &changed {
            let now = self.close_up(&submodel, atom, &domain)?;
            let first = self.reached.first_of(universe);
            let then = first.map(|first| self.close_up(&first.submodel, atom, &domain));
            if then.transpose()?.as_ref() != Some(&now) {
                values.push((atom, now));
            }
        }
        let objects = self.objects(universe, &domain)?;
        let key = Key { objects, group: group.clone(), values: values.into() };
        let reached = Reached { submodel, group, universe, changed };
        let place = self.reached.place(key, reached);
        // The same worlds may have other numbers in the universe where they were found first.
        self.renumber(place, &domain, Image { place, origin: Origin::Same, chosen: None })
    }

    /// An atom's values in some worlds, closed up.
    fn close_up(
        &self,
        submodel: &Submodel,
        atom: Atom,
        domain: &Bits,
    ) -> Result<Box<[Word]>, Stopped> {
        Ok(match submodel.model.column(atom) {
            Some(column) => bits::gather(column, domain, self.pace())?.as_slice().into(),
            None => Bits::with_capacity(domain.count_ones(..)).as_slice().into(),
        })
    }

    /// Which worlds some worlds of a universe are.
    fn objects(&self, universe: usize, domain: &Bits) -> Result<Objects, Stopped> {
        let Some(Making::Pairs(parts)) = self.reached.making(universe) else {
            return Ok(Objects::Of(universe, domain.as_slice().into()));
        };
        let mut pairs = Vec::new();
        let mut start = 0;
        for &part in parts {
            let Submodel { domain: worlds, size, .. } = self.submodel(part);
            let kept = match parts.len() {
                // The worlds of a single model keep their numbers.
                1 => bits::gather(domain, worlds, self.pace())?,
                _ => bits::slice(domain, start, *size, self.pace())?,
            };
            start += size;
            if !kept.is_clear() {
                pairs.push((part, kept.as_slice().into()));
            }
        }
        Ok(Objects::Pairs(pairs.into()))
    }

    /// The model of all worlds that are made so, with access for a group.
    fn make_model(
        &mut self,
        making: Making,
        group: &Group,
        make: impl FnOnce(&Self) -> Result<Submodel, Stopped>,
    ) -> Result<Place, Stopped> {
        let universe = self.reached.universe(making);
        let key = |this: &Self, submodel: &Submodel| {
            let objects = this.objects(universe, &submodel.domain)?;
            Ok(Key { objects, group: group.clone(), values: Box::default() })
        };
        if let Some(first) = self.reached.first_of(universe) {
            let key = key(self, &first.submodel)?;
            if let Some(place) = self.reached.find(&key) {
                return Ok(place);
            }
        }
        let is_new = self.reached.first_of(universe).is_none();
        let submodel = make(self)?;
        let key = key(self, &submodel)?;
        let reached = Reached { submodel, group: group.clone(), universe, changed: Vec::new() };
        Ok(match is_new {
            true => self.reached.place_first(key, reached),
            false => self.reached.place(key, reached),
        })
    }

    /// An image whose worlds have the numbers that they have in a place: those of some worlds, in order.
    fn renumber(&self, place: Place, worlds: &Bits, image: Image) -> Result<Image, Stopped> {
        let there = self.submodel(place);
        if *there.domain == *worlds {
            return Ok(Image { place, ..image });
        }
        let mut origins = vec![0; there.model.worlds()];
        let mut chosen = Bits::with_capacity(there.model.worlds());
        self.pace().each(there.domain.ones().zip(worlds.ones()), |(now, before)| {
            origins[now] = image.origin(before) as u32;
            chosen.set(now, image.is_chosen(before));
        })?;
        let chosen = image.chosen.is_some().then(|| Arc::new(chosen));
        Ok(Image { place, origin: Origin::Table(Arc::new(origins)), chosen })
    }

    /// `α + β`: the images of both. With a mark, only those of one are chosen.
    fn choose(&mut self, place: Place, parts: &[Action], chosen: Option<u32>) -> Interpreted {
        let mut whole = Collected::default();
        for (at, &part) in parts.iter().enumerate() {
            let part = self.interpret(place, part)?;
            let marked = chosen.is_none_or(|chosen| chosen as usize == at);
            let choice = if marked { Choice::Actual } else { Choice::Possible };
            whole.add(self, &part, choice)?;
        }
        Ok(Rc::new(whole.into_interpretation(self)?))
    }

    /// `α ; β`: what β leads to from what α leads to.
    fn sequence(&mut self, place: Place, parts: &[Action]) -> Interpreted {
        let unit = Image { place, origin: Origin::Same, chosen: None };
        let mut whole = Rc::new(Interpretation::Images(vec![unit]));
        for &part in parts {
            whole = Rc::new(match &*whole {
                Interpretation::Images(images) => self.then(images, part)?,
                Interpretation::Sets(images, outcomes) => self.then_sets(images, outcomes, part)?,
            });
        }
        Ok(whole)
    }

    fn then(&mut self, images: &[Image], action: Action) -> Result<Interpretation, EvalError> {
        let mut whole = Collected::default();
        for image in images {
            let next = self.interpret(image.place, action)?;
            let next = self.compose(image, &next)?;
            whole.add(self, &next, Choice::Actual)?;
        }
        Ok(whole.into_interpretation(self)?)
    }

    /// The same images, as images of where the first comes from.
    fn compose(&self, first: &Image, next: &Interpretation) -> Result<Interpretation, Stopped> {
        let image = |image: &Image| self.compose_image(first, image);
        Ok(match next {
            Interpretation::Images(images) => {
                Interpretation::Images(images.iter().map(image).collect::<Result<_, _>>()?)
            }
            Interpretation::Sets(images, outcomes) => {
                let outcome = |outcome: &Outcome| {
                    let between = outcome.origin as usize;
                    Outcome {
                        origin: first.origin(between) as u32,
                        members: outcome.members.clone(),
                        chosen: outcome.chosen.min(first.choice(between)),
                    }
                };
                let images = images.iter().map(image).collect::<Result<_, _>>()?;
                Interpretation::Sets(images, self.pace().collect(outcomes.iter().map(outcome))?)
            }
        })
    }

    fn compose_image(&self, first: &Image, next: &Image) -> Result<Image, Stopped> {
        let origin = match (&first.origin, &next.origin) {
            (origin, Origin::Same) => origin.clone(),
            (Origin::Same, origin) => origin.clone(),
            (Origin::Table(first), Origin::Table(next)) => {
                let origins = self.pace().table(next.len(), |w| first[next[w] as usize])?;
                Origin::Table(Arc::new(origins))
            }
        };
        let chosen = match (&first.chosen, &next.chosen) {
            (None, chosen) => chosen.clone(),
            (Some(_), _) => {
                let submodel = self.submodel(next.place);
                let mut chosen = Bits::with_capacity(submodel.model.worlds());
                bits::each(&submodel.domain, self.pace(), |w| {
                    if next.is_chosen(w) && first.is_chosen(next.origin(w)) {
                        chosen.insert(w);
                    }
                })?;
                Some(Arc::new(chosen))
            }
        };
        Ok(Image { place: next.place, origin, chosen })
    }

    /// `L_B α`: all images side by side in one model.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn learn(&mut self, place: Place, action: Action, group: &Group, inner: Action) -> Interpreted {
        let inside = match self.terms.action_node(inner) {
            // Alone under L, what changes nothing is a test that always holds.
            ActionNode::Sequence(parts) if parts.is_empty() => self.test(place, Terms::TRUE)?,
            _ => self.interpret(place, inner)?,
        };
        let images = match &*inside {
            Interpretation::Images(images) if images.is_empty() => return Ok(inside),
            Interpretation::Images(images) => {
                vec![self.learn_images(place, action, group, images)?]
            }
            Interpretation::Sets(_, outcomes) if outcomes.is_empty() => {
                return Ok(Rc::new(Interpretation::Images(Vec::new())));
            }
            Interpretation::Sets(images, outcomes) => {
                vec![self.learn_sets(place, action, group, images, outcomes)?]
            }
        };
        Ok(Rc::new(Interpretation::Images(images)))
    }

    /// The weights of the origins; worlds that come from the same one have lost theirs.
    fn carry_weights(
        &self,
        place: Place,
        action: Action,
        origins: &[u32],
    ) -> Result<Weights, Stopped> {
        let (old, pace) = (&self.submodel(place).model, self.pace());
        let mut times = vec![0u8; old.worlds()];
        pace.each(origins.iter(), |&w| times[w as usize] = times[w as usize].saturating_add(1))?;
        let several = origins.iter().map(|&w| times[w as usize] > 1);
        let made = bits::pack(origins.len(), several, pace)?;
        Ok(old.weights().gather(origins, pace)?.losing(action, made))
    }

    fn learn_images(
        &mut self,
        place: Place,
        action: Action,
        group: &Group,
        images: &[Image],
    ) -> Result<Image, EvalError> {
        // Sets of parts are equal in whatever order the parts were found.
        let mut images = images.to_vec();
        images.sort_by_key(|image| image.place);
        let parts: Box<[Place]> = images.iter().map(|image| image.place).collect();
        let making = Making::Pairs(parts);
        // The worlds of a single model keep their numbers.
        if let [image] = &images[..] {
            let place =
                self.make_model(making, group, |this| sum::single(this, place, image, group))?;
            let worlds = Arc::clone(&self.submodel(image.place).domain);
            return Ok(self.renumber(place, &worlds, image.clone())?);
        }
        let sum = Sum::new(self, &images)?;
        let place = self.make_model(making, group, |this| {
            let weights = sum.weights(this, action)?;
            Ok(Submodel::whole(sum.model(this, place, group)?.weighing(weights)))
        })?;
        let origin = Origin::Table(Arc::clone(sum.origins()));
        let image = Image { place, origin, chosen: sum.chosen_worlds(self.pace())? };
        Ok(self.renumber(place, &bits::all(sum.origins().len()), image)?)
    }

    /// The product of a model with a frame.
    fn product(&mut self, place: Place, action: Action, frame: Frame, event: Event) -> Interpreted {
        let event_model = frame.event_model(self.terms);
        self.answerable(place, action, event_model)?;
        let product = Product::new(self, place, event_model)?;
        let origin: Vec<u32> = product.lists.concat();
        if origin.is_empty() {
            return Ok(Rc::new(Interpretation::Images(Vec::new())));
        }
        let chosen = product.worlds_of(event.index());
        let group = frame_group(event_model);
        // Pairs of worlds and events are the same whoever had access to the worlds.
        let submodel = self.submodel(place).clone();
        let making =
            Making::Product(self.image_within(place, submodel, Group::empty(), &[])?.place, frame);
        let place = self.make_model(making, &group, |this| {
            let (old, pace) = (this.submodel(place), this.pace());
            let weights = match (&event_model.chances, event_model.roles) {
                (None, None) => this.carry_weights(place, action, &origin)?,
                (None, Some(_)) => {
                    product.weights_of_answers(old.model.weights(), &origin, pace)?
                }
                (Some(chances), _) => product.weights_by_chance(
                    old.model.weights(),
                    &origin,
                    chances,
                    action,
                    pace,
                )?,
            };
            let model = product.model(old, event_model, pace)?;
            Ok(Submodel::whole(model.weighing(weights)))
        })?;
        let origin = Origin::Table(Arc::new(origin));
        let image = Image { place, origin, chosen: Some(Arc::new(chosen)) };
        Ok(Rc::new(Interpretation::Images(vec![image])))
    }

    fn admit(&self, worlds: &UBig, agents: usize, atoms: usize) -> Result<(), EvalError> {
        self.limits.admit(worlds, agents, atoms).map_err(EvalError::Limit)
    }
}
