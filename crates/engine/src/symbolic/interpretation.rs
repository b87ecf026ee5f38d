//! Local interpretation of actions (thesis defs. 33 and 34) on models whose worlds are not
//! listed. An action leads from a model to other models, its *images*; the variables of an image
//! include those of the model, and a world comes from the one with the same values of these.
//!
//! Images are the same model if they were made in the same way from the same parts, which is
//! equality of the sets that the definitions construct. Such count once.

pub(super) use crate::explicit::places::Place;

use super::conversion;
use super::model::{Access, Model, Parts, Sight};
use super::sum::{self, Insight, Part, Seen};
use super::update;
use crate::announcement;
use crate::definedness;
use crate::definedness::frame_group;
use crate::diagram::{Diagram, Diagrams};
use crate::evaluation::EvalError;
use crate::evaluation::Unanswerable;
use crate::explicit::interpretation::Frame;
use crate::explicit::places::Places;
use crate::limits::{Limit, Limits, Work};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Event, EventModel, Formula, GameAction, Group, Move, Question,
    RelationSetup, Response, Terms,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// A model that an action leads to.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) place: Place,
    /// The worlds that the marked alternatives lead to.
    pub(super) chosen: Diagram,
}

/// A model with the group that has access.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    pub(super) model: Arc<Model>,
    pub(super) group: Group,
    /// What its worlds are.
    universe: usize,
    /// The atoms that were assigned since the worlds of its universe were made.
    changed: Vec<Atom>,
    /// Variables that were added although the others fix them.
    fixed: Diagram,
}

/// What a model is, as the definitions construct it. Equal keys are equal models.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    universe: usize,
    /// The worlds, without the variables that others fix.
    law: Diagram,
    group: Group,
    values: Vec<(Atom, Diagram)>,
}

/// How worlds are made: a world that somebody learns is a pair of a model and a world of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Making {
    /// Worlds of several models.
    Pairs(Vec<Place>),
    /// The product of a model with a frame.
    Product(Place, Frame),
}

/// Modalities and actions may nest this deep; announcements are not limited.
const MAX_DEPTH: u64 = 500;

/// Models reached from one state, with what is known of them.
pub(super) struct Interpreter<'t> {
    pub(super) terms: &'t Terms,
    pub(super) limits: Limits,
    pub(super) diagrams: Arc<Diagrams>,
    pub(super) work: Work,
    pub(super) reached: Places<Reached, Key, Making>,
    /// Models that were reached by announcements.
    pub(super) by_model: FxHashMap<(usize, Group), Place>,
    images: FxHashMap<(Place, Action, bool), Rc<[Image]>>,
    /// How many operators under which all alternatives count stand around what is interpreted.
    learning: usize,
    pub(super) answers: FxHashMap<(Place, Formula), Diagram>,
    pub(super) routes: FxHashMap<(Place, Action), (usize, Place)>,
    pub(super) tests: FxHashMap<Action, Rc<[Formula]>>,
    pub(super) exports: FxHashMap<Place, Rc<conversion::Export>>,
    depth: u64,
}

type Interpreted = Result<Rc<[Image]>, EvalError>;

impl<'t> Interpreter<'t> {
    /// The place of the model to start from.
    pub(super) const START: Place = 0;

    pub(super) fn new(terms: &'t Terms, limits: &Limits, model: Arc<Model>, group: Group) -> Self {
        let diagrams = Arc::clone(&model.diagrams);
        let mut interpreter = Self {
            terms,
            limits: limits.clone(),
            work: Work::new(limits),
            reached: Places::default(),
            by_model: FxHashMap::default(),
            images: FxHashMap::default(),
            learning: 0,
            answers: FxHashMap::default(),
            routes: FxHashMap::default(),
            tests: FxHashMap::default(),
            exports: FxHashMap::default(),
            diagrams,
            depth: 0,
        };
        interpreter.reach(model, group);
        interpreter
    }

    /// A model that was reached in another way.
    pub(super) fn reach(&mut self, model: Arc<Model>, group: Group) -> Place {
        let key = (Arc::as_ptr(&model) as usize, group.clone());
        let (reached, fixed) = (&mut self.reached, self.diagrams.constant(true));
        *self.by_model.entry(key).or_insert_with(|| {
            let changed = Vec::new();
            reached.add(|universe| Reached { model, group, universe, changed, fixed })
        })
    }

    pub(super) fn model(&self, place: Place) -> &Arc<Model> {
        &self.reached[place].model
    }

    pub(super) fn deeper(&mut self) -> Result<(), EvalError> {
        self.depth += 1;
        match self.depth > MAX_DEPTH {
            true => Err(EvalError::Limit(Limit::Depth(MAX_DEPTH))),
            false => Ok(()),
        }
    }

    pub(super) fn shallower(&mut self) {
        self.depth -= 1;
    }

    /// What an action leads to.
    pub(super) fn interpret(&mut self, place: Place, action: Action) -> Interpreted {
        let key = (place, action, self.learning > 0);
        if let Some(known) = self.images.get(&key) {
            return Ok(Rc::clone(known));
        }
        self.deeper()?;
        self.work.spend(64).map_err(EvalError::Limit)?;
        let images: Rc<[Image]> = self.clause(place, action)?.into();
        self.shallower();
        self.images.insert(key, Rc::clone(&images));
        Ok(images)
    }

    /// One clause of the definition for each construct.
    fn clause(&mut self, place: Place, action: Action) -> Result<Vec<Image>, EvalError> {
        let terms = self.terms;
        match terms.action_node(action) {
            _ if terms.has_update(action) => self.with_all(|this| this.program(place, action)),
            ActionNode::Test(formula) => self.test(place, *formula),
            ActionNode::Assign(assignments) => self.assign(place, assignments),
            ActionNode::Learn(group, inner) => self.learn(place, action, group, *inner),
            ActionNode::Sequence(parts) => {
                self.compose_images(place, parts, |this, place, part| {
                    Ok(this.interpret(place, part)?.to_vec())
                })
            }
            ActionNode::Choice(parts, chosen) => self.choose(place, parts, *chosen),
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
            // Callers have seen to it that there are no others.
            ActionNode::Update(..)
            | ActionNode::Concurrent(_)
            | ActionNode::Star(_)
            | ActionNode::Suspect(..)
            | ActionNode::Fix(_)
            | ActionNode::Variable(_) => {
                Err(EvalError::Unsupported(definedness::unsupported_part(terms, action)))
            }
        }
    }

    /// `?φ`: the worlds where it holds, and access for nobody.
    fn test(&mut self, place: Place, formula: Formula) -> Result<Vec<Image>, EvalError> {
        self.keep(place, formula, Group::empty())
    }

    /// `announce φ`: the worlds where it holds, with the access that there is.
    fn announce(&mut self, place: Place, formula: Formula) -> Result<Vec<Image>, EvalError> {
        let group = self.reached[place].group.clone();
        self.keep(place, formula, group)
    }

    /// The worlds where a formula holds, with access for a group.
    fn keep(
        &mut self,
        place: Place,
        formula: Formula,
        group: Group,
    ) -> Result<Vec<Image>, EvalError> {
        let truth = self.truth(place, formula)?;
        let model = self.model(place).restrict_to(&truth).map_err(EvalError::Limit)?;
        if model.law.is_false() {
            return Ok(Vec::new());
        }
        let place = self.place_within(place, model, group, &[])?;
        Ok(vec![self.whole(place)])
    }

    fn whole(&self, place: Place) -> Image {
        Image { place, chosen: self.diagrams.constant(true) }
    }

    /// `(p := φ, ...)`: the same worlds, other values, and access for nobody.
    fn assign(
        &mut self,
        place: Place,
        assignments: &[(Atom, Formula)],
    ) -> Result<Vec<Image>, EvalError> {
        let mut changes = Vec::new();
        for &(atom, formula) in assignments {
            changes.push((atom, self.truth(place, formula)?));
        }
        let old = self.model(place);
        let parts = Parts { values: change_values(old, &changes), ..old.parts() };
        let model = Arc::new(parts.model());
        let atoms: Vec<Atom> = assignments.iter().map(|&(atom, _)| atom).collect();
        let place = self.bare(place, model, &atoms)?;
        Ok(vec![self.whole(place)])
    }

    /// Worlds of a place, perhaps with other values, with access for nobody.
    fn bare(
        &mut self,
        place: Place,
        model: Arc<Model>,
        atoms: &[Atom],
    ) -> Result<Place, EvalError> {
        self.place_within(place, model, Group::empty(), atoms)
    }

    /// Worlds of a place, perhaps with other values, with access for those of a group who have it there.
    fn place_within(
        &mut self,
        place: Place,
        model: Arc<Model>,
        group: Group,
        atoms: &[Atom],
    ) -> Result<Place, EvalError> {
        let Reached { universe, changed, fixed, .. } = self.reached[place].clone();
        let mut changed = changed;
        changed.extend(atoms);
        changed.sort_unstable();
        changed.dedup();
        let reached = Reached { model, group, universe, changed, fixed };
        self.place(reached).map_err(EvalError::Limit)
    }

    fn place(&mut self, reached: Reached) -> Result<Place, Limit> {
        let law = self.diagrams.exists(&reached.model.law, &reached.fixed)?;
        let mut values = Vec::new();
        if let Some(first) = self.reached.first_of(reached.universe) {
            for &atom in &reached.changed {
                let now = self.diagrams.and(&law, &reached.model.value(atom))?;
                if now != self.diagrams.and(&law, &first.model.value(atom))? {
                    values.push((atom, now));
                }
            }
        }
        let key = Key { universe: reached.universe, law, group: reached.group.clone(), values };
        Ok(self.reached.place(key, reached))
    }

    /// `α + β`: the images of both. With a mark, only those of one are chosen.
    fn choose(
        &mut self,
        place: Place,
        parts: &[Action],
        chosen: Option<u32>,
    ) -> Result<Vec<Image>, EvalError> {
        let mut whole = Vec::new();
        for (at, &part) in parts.iter().enumerate() {
            let images = self.interpret(place, part)?;
            let marked = chosen.is_none_or(|chosen| chosen as usize == at);
            for image in images.iter() {
                let chosen = match marked {
                    true => image.chosen.clone(),
                    false => self.diagrams.constant(false),
                };
                self.collect(&mut whole, Image { place: image.place, chosen })?;
            }
        }
        Ok(whole)
    }

    /// Equal models count once, chosen where one of them is.
    pub(super) fn collect(&self, whole: &mut Vec<Image>, image: Image) -> Result<(), EvalError> {
        match whole.iter_mut().find(|known| known.place == image.place) {
            Some(known) => {
                let either = self.diagrams.or(&known.chosen, &image.chosen);
                known.chosen = either.map_err(EvalError::Limit)?;
            }
            None => whole.push(image),
        }
        Ok(())
    }

    /// `α ; β`: what β leads to from what α leads to.
    pub(super) fn compose_images(
        &mut self,
        place: Place,
        parts: &[Action],
        step: impl Fn(&mut Self, Place, Action) -> Result<Vec<Image>, EvalError>,
    ) -> Result<Vec<Image>, EvalError> {
        let mut whole = vec![self.whole(place)];
        for &part in parts {
            let mut next = Vec::new();
            for first in &whole {
                // What no outcome leads to is not interpreted, unless somebody learns what it would be.
                if self.learning == 0 && !self.is_ever_chosen(first)? {
                    continue;
                }
                for image in step(self, first.place, part)? {
                    let chosen = self.diagrams.and(&image.chosen, &first.chosen);
                    let chosen = chosen.map_err(EvalError::Limit)?;
                    self.collect(&mut next, Image { place: image.place, chosen })?;
                }
            }
            whole = next;
        }
        Ok(whole)
    }

    /// Interprets something of which all alternatives count, marked or not.
    fn with_all<T>(
        &mut self,
        f: impl FnOnce(&mut Self) -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        self.learning += 1;
        let found = f(self);
        self.learning -= 1;
        found
    }

    /// `L_B α`: all images side by side in one model.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn learn(
        &mut self,
        place: Place,
        action: Action,
        group: &Group,
        inner: Action,
    ) -> Result<Vec<Image>, EvalError> {
        let images = match self.terms.action_node(inner) {
            // Alone under L, what changes nothing is a test that always holds.
            ActionNode::Sequence(parts) if parts.is_empty() => self.test(place, Terms::TRUE)?,
            _ => self.with_all(|this| Ok(this.interpret(place, inner)?.to_vec()))?,
        };
        match images.is_empty() {
            true => Ok(images),
            false => Ok(vec![self.learn_images(place, action, group, images)?]),
        }
    }

    fn learn_images(
        &mut self,
        place: Place,
        action: Action,
        group: &Group,
        mut images: Vec<Image>,
    ) -> Result<Image, EvalError> {
        // Sets of parts are equal in whatever order the parts were found.
        images.sort_by_key(|image| image.place);
        let universe =
            self.reached.universe(Making::Pairs(images.iter().map(|image| image.place).collect()));
        let (model, fixed, chosen) = match &images[..] {
            [image] => self.alone(place, group, image),
            _ => self.together(place, action, group, &images).map_err(EvalError::Limit)?,
        };
        let model = Arc::new(model);
        let reached = Reached { model, group: group.clone(), universe, changed: Vec::new(), fixed };
        let place = self.place(reached).map_err(EvalError::Limit)?;
        Ok(Image { place, chosen })
    }

    /// One model, with the access of a group that learns it: where the model has none, it is that
    /// of the origins.
    fn alone(&self, place: Place, group: &Group, image: &Image) -> (Model, Diagram, Diagram) {
        let part = &self.reached[image.place];
        let (inside, outside) = (part.model.parts(), self.model(place).parts());
        let mut sights: Vec<Option<Sight>> = Vec::new();
        for agent in group.iter() {
            sights.resize(agent.index(), None);
            let from = if part.group.contains(agent) { &inside } else { &outside };
            sights.push(from.sights.get(agent.index()).cloned().flatten());
        }
        let model = Parts { sights, ..inside }.model();
        (model, part.fixed.clone(), image.chosen.clone())
    }

    /// Several models side by side.
    fn together(
        &self,
        place: Place,
        action: Action,
        group: &Group,
        images: &[Image],
    ) -> Result<(Model, Diagram, Diagram), Limit> {
        let part = |image: &Image| {
            let model = self.model(image.place);
            Part {
                law: model.law.clone(),
                variables: Arc::clone(&model.variables),
                values: Arc::clone(&model.values),
                likelihood: model.likelihood,
            }
        };
        let parts: Vec<Part> = images.iter().map(part).collect();
        let insight = |agent: Agent| {
            let seen = images.iter().enumerate().map(|(at, image)| {
                let Reached { model, group, .. } = &self.reached[image.place];
                match model.access(agent) {
                    Some(Access::Sees(seeing)) if group.contains(agent) => {
                        Seen::Label(at, seeing.seen.clone().into())
                    }
                    _ => Seen::Origin,
                }
            });
            (agent, Insight::Seen(seen.collect()))
        };
        let insights = group.iter().map(insight).collect();
        let sum = sum::sum(self.model(place), &parts, insights, action)?;
        let mut fixed = self.diagrams.cube(&sum.fixed)?;
        for image in images {
            fixed = self.diagrams.and(&fixed, &self.reached[image.place].fixed)?;
        }
        let chosen = sum.shares.iter().zip(images);
        let chosen = chosen.map(|(share, image)| self.diagrams.and(share, &image.chosen));
        let chosen = self.diagrams.any(chosen.collect::<Result<_, _>>()?)?;
        Ok((sum.model, fixed, chosen))
    }

    /// The product of a model with a frame.
    fn product(
        &mut self,
        place: Place,
        action: Action,
        frame: Frame,
        event: Event,
    ) -> Result<Vec<Image>, EvalError> {
        let events = frame.event_model(self.terms);
        self.answerable(place, action, events)?;
        let mut parts = Vec::new();
        for clause in &events.events {
            let possible = self.truth(place, clause.precondition)?;
            let mut changes = Vec::new();
            for &(atom, formula) in &clause.postcondition {
                changes.push((atom, self.truth(place, formula)?));
            }
            let model = self.model(place);
            parts.push(Part {
                law: model.worlds(&possible).map_err(EvalError::Limit)?,
                variables: Arc::clone(&model.variables),
                values: change_values(model, &changes),
                likelihood: model.likelihood,
            });
        }
        if parts.iter().all(|part| part.law.is_false()) {
            return Ok(Vec::new());
        }
        let sum = sum::sum(self.model(place), &parts, insights(events), action)
            .map_err(EvalError::Limit)?;
        // Pairs of worlds and events are the same whoever had access to the worlds.
        let bare = self.bare(place, Arc::clone(self.model(place)), &[])?;
        let universe = self.reached.universe(Making::Product(bare, frame));
        let mut fixed = self.diagrams.cube(&sum.fixed).map_err(EvalError::Limit)?;
        fixed = self.diagrams.and(&fixed, &self.reached[place].fixed).map_err(EvalError::Limit)?;
        let shares = events.events.iter().zip(&sum.shares);
        let shares: Vec<_> = shares.map(|(event, share)| (event.name.as_str(), share)).collect();
        let listing = Arc::new(sum.model.listing.with_events(&self.diagrams, &shares));
        let mut model = Parts { listing, ..sum.model.parts() }.model();
        if events.chances.is_some() {
            model.likelihood = model.likelihood.losing(action);
        }
        let (model, group) = (Arc::new(model), frame_group(events));
        let reached = Reached { model, group, universe, changed: Vec::new(), fixed };
        let place = self.place(reached).map_err(EvalError::Limit)?;
        Ok(vec![Image { place, chosen: sum.shares[event.index()].clone() }])
    }

    /// A move of a knowledge game: what describes it, if the question can be asked here.
    fn game(
        &mut self,
        place: Place,
        action: Action,
        game: &GameAction,
    ) -> Result<Vec<Image>, EvalError> {
        if let (Move::Answer, Some(respondent)) = (&game.name, game.question.respondent) {
            self.about_knowledge(place, action, respondent, &game.question.answers)?;
        }
        let mut images = self.interpret(place, game.description)?.to_vec();
        if self.is_chosen(place, &game.question)? {
            // Whoever answers picks one of the answers: that is not kept.
            for image in &mut images {
                let Reached { model, group, .. } = self.reached[image.place].clone();
                let likelihood = model.likelihood.losing(action);
                let parts = Parts { likelihood, ..model.parts() };
                image.place = self.reach(Arc::new(parts.model()), group);
            }
        }
        Ok(images)
    }

    /// Whether several answers of a question that is answered are true in the same world.
    fn is_chosen(&mut self, place: Place, question: &Question) -> Result<bool, EvalError> {
        if question.response == Response::None {
            return Ok(false);
        }
        let mut some = self.diagrams.constant(false);
        for &answer in &question.answers {
            let truth = self.truth(place, answer)?;
            let truth = self.model(place).worlds(&truth).map_err(EvalError::Limit)?;
            if !self.diagrams.and(&some, &truth).map_err(EvalError::Limit)?.is_false() {
                return Ok(true);
            }
            some = self.diagrams.or(&some, &truth).map_err(EvalError::Limit)?;
        }
        Ok(false)
    }

    /// Whether a frame that has a question is one here (def. 9): the answers cover all worlds, and
    /// each says something that the respondent knows.
    fn answerable(
        &mut self,
        place: Place,
        action: Action,
        frame: &EventModel,
    ) -> Result<(), EvalError> {
        let Some(roles) = frame.roles else { return Ok(()) };
        let mut rest = self.model(place).law.clone();
        let mut answers = Vec::new();
        for event in &frame.events {
            answers.push(event.precondition);
            let answer = self.truth(place, event.precondition)?;
            rest = self.diagrams.minus(&rest, &answer).map_err(EvalError::Limit)?;
        }
        if !rest.is_false() {
            return Err(EvalError::Unanswerable { action, why: Unanswerable::NoAnswer });
        }
        self.about_knowledge(place, action, roles.respondent, &answers)
    }

    /// Every answer must be coarser than what the respondent can tell apart.
    fn about_knowledge(
        &mut self,
        place: Place,
        action: Action,
        respondent: Agent,
        answers: &[Formula],
    ) -> Result<(), EvalError> {
        if self.model(place).access(respondent).is_none() {
            return Ok(());
        }
        for &answer in answers {
            let worlds = self.truth(place, answer)?;
            let model = self.model(place);
            let told = model.tells_apart(respondent, &worlds).map_err(EvalError::Limit)?;
            if !told {
                let why = Unanswerable::NotKnown { answer, respondent };
                return Err(EvalError::Unanswerable { action, why });
            }
        }
        Ok(())
    }
}

impl Model {
    /// Whether an agent never takes a world inside a set for one outside, or the other way round.
    fn tells_apart(&self, agent: Agent, set: &Diagram) -> Result<bool, Limit> {
        let outside = self.diagrams.not(set)?;
        let mistaken = [(set, &outside), (&outside, set)].map(|(here, there)| {
            let imagined = self.imagines(agent, there)?;
            Ok::<bool, Limit>(self.worlds(&self.diagrams.and(&imagined, here)?)?.is_false())
        });
        let [inside, outside] = mistaken;
        Ok(inside? && outside?)
    }
}

/// The values of a model, some of them changed.
fn change_values(model: &Model, changes: &[(Atom, Diagram)]) -> Arc<[Diagram]> {
    if changes.is_empty() {
        return Arc::clone(&model.values);
    }
    let mut values = model.values.to_vec();
    for (atom, value) in changes {
        if values.len() <= atom.index() {
            values.resize(atom.index() + 1, model.diagrams.constant(false));
        }
        values[atom.index()] = value.clone();
    }
    values.into()
}

/// What agents see of the events of a frame.
fn insights(frame: &EventModel) -> Vec<(Agent, Insight)> {
    let relations = frame.relations.iter().enumerate();
    let insight = |(agent, relation): (usize, &Option<RelationSetup>)| {
        let insight = match relation.as_ref()? {
            RelationSetup::Cells(cells) => {
                let label = |&cell: &u32| Seen::Label(cell as usize, Arc::default());
                Insight::Seen(cells.iter().map(label).collect())
            }
            RelationSetup::Arrows(pairs) => {
                Insight::Arrows(pairs.iter().map(|&(u, v)| (u as usize, v as usize)).collect())
            }
        };
        Some((Agent::from_index(agent), insight))
    };
    relations.filter_map(insight).collect()
}

/// Whether an action can be interpreted here; the others are interpreted world by world.
#[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
pub(crate) fn is_held(terms: &Terms, action: Action) -> bool {
    use ActionNode as A;
    if terms.has_update(action) {
        return update::is_held(terms, action);
    }
    let mut waiting = vec![action];
    let mut seen = FxHashSet::default();
    while let Some(action) = waiting.pop() {
        if !seen.insert(action) {
            continue;
        }
        match terms.action_node(action) {
            A::Concurrent(_) | A::Star(_) => return false,
            A::Learn(_, inner) if meets_models_again(terms, *inner) => return false,
            A::Epistemic(..) | A::Message(_) => {}
            node => waiting.extend(node.parts()),
        }
    }
    true
}

/// Whether somebody learns what is left of models that were made in different ways: they may be equal, and count
/// once, but here they have different variables.
#[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
fn meets_models_again(terms: &Terms, learnt: Action) -> bool {
    use ActionNode as A;
    let is_made = |part: &Action| {
        let mut waiting = vec![*part];
        while let Some(action) = waiting.pop() {
            match terms.action_node(action) {
                A::Learn(..) | A::Event(..) | A::Game(_) | A::Epistemic(..) | A::Message(_) => {
                    return true;
                }
                A::Choice(parts, _) | A::Sequence(parts) => waiting.extend(parts.iter()),
                _ => {}
            }
        }
        false
    };
    let (mut chooses, mut goes_on) = (false, false);
    let mut waiting = vec![learnt];
    while let Some(action) = waiting.pop() {
        match terms.action_node(action) {
            A::Sequence(parts) => {
                let before = parts.split_last().map_or(&[][..], |(_, before)| before);
                goes_on |= before.iter().any(is_made);
                waiting.extend(parts.iter());
            }
            A::Choice(parts, _) => {
                chooses |= parts.len() > 1;
                waiting.extend(parts.iter());
            }
            _ => {}
        }
    }
    chooses && goes_on
}

/// The tests that an announcement makes.
pub(super) fn tests(
    terms: &Terms,
    action: Action,
    work: &mut Work,
) -> Result<Option<Rc<[Formula]>>, Limit> {
    match announcement::is_one(terms, action) {
        true => announcement::tests(terms, action, work).map(|tests| Some(tests.into())),
        false => Ok(None),
    }
}
