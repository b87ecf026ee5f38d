//! Local interpretation (thesis defs. 33 and 34), lifted to sets of states (Cluedo
//! paper, sec. 4). One clause for each construct says
//! which outcomes every world of a model has: those of the type of an action (→), or
//! those of the action itself, which heeds the marks of local choice (↦).
//!
//! The models that interpreting gives are those that the outcomes are made of.

use super::models::{Constructed, Images, Member, ModelId, Object, Outcome, admit};
use super::reading::{Reading, alternatives, changes_nothing, unsupported_part};
use super::semantics::Semantics;
use super::weights::Weight;
use super::{Access, Given, Model, World};
use crate::evaluation::EvalError;
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Event, EventModel, Formula, FrameIndex, Group, RelationSetup,
    Response, Terms,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// The worlds of what a group learns: outcomes, each with the worlds it is an outcome of.
type Worlds = BTreeMap<Outcome, BTreeSet<usize>>;

impl Semantics<'_> {
    /// The outcomes of all worlds of a model. Where somebody learns, the type is interpreted whatever the
    /// reading (def. 34.a); what no outcome leads to is not interpreted.
    pub(super) fn images(
        &self,
        id: ModelId,
        action: Action,
        reading: Reading,
    ) -> Result<Rc<Images>, EvalError> {
        let key = (id, action, reading);
        if let Some(known) = self.images.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let images = Rc::new(self.deeper(|| self.interpret(id, action, reading))?);
        self.images.borrow_mut().insert(key, Rc::clone(&images));
        Ok(images)
    }

    fn interpret(&self, id: ModelId, action: Action, how: Reading) -> Result<Images, EvalError> {
        use ActionNode as A;
        match self.terms.action_node(action) {
            _ if self.terms.has_update(action) => self.program_images(id, action, how),
            A::Test(f) => self.test(id, *f),
            A::Assign(list) => self.assign(id, list),
            A::Learn(b, inner) => self.learn(id, action, b, *inner, how),
            A::Sequence(of) => self.in_sequence(id, of, how),
            A::Choice(of, mark) => self.interpret_choice(id, of, *mark, how),
            A::Concurrent(of) => self.at_once(id, of, how),
            A::Event(frame, event) => {
                self.answerable(id, action)?;
                self.event(id, action, *frame, *event, how)
            }
            A::Game(game) => {
                self.answerable(id, action)?;
                let images = self.images(id, game.description, how)?;
                match game.question.response {
                    // What is said where no answer is true is not chosen.
                    Response::None => Ok((*images).clone()),
                    Response::This(_) | Response::Some => self.shared_out(id, game, &images),
                }
            }
            A::Epistemic(..) => self.epistemic_action(id, action, how),
            A::Message(index) => self.message(id, action, *index, how),
            A::Star(_) | A::Update(..) | A::Suspect(..) | A::Fix(_) | A::Variable(_) => {
                Err(EvalError::Unsupported(unsupported_part(self.terms, action)))
            }
        }
    }

    /// `?φ`: the φ-worlds without access for anybody; each is the image of itself.
    pub(super) fn test(&self, id: ModelId, formula: Formula) -> Result<Images, EvalError> {
        let mut kept = Vec::new();
        for w in 0..self.model(id).world_count() {
            if self.holds_at((id, w), formula)? {
                kept.push(w);
            }
        }
        let before = self.model(id);
        let worlds = kept.iter().map(|&w| before.model.worlds[w].clone()).collect();
        let objects = kept.iter().map(|&w| before.objects[w].clone()).collect();
        let after = self.without_access(objects, worlds)?;
        let mut images = vec![BTreeSet::new(); before.world_count()];
        for (at, w) in kept.into_iter().enumerate() {
            images[w] = only((after, at));
        }
        Ok(images)
    }

    /// `(p := φ, ...)`: the same worlds without access for anybody, and a new valuation.
    fn assign(&self, id: ModelId, list: &[(Atom, Formula)]) -> Result<Images, EvalError> {
        let before = self.model(id);
        let mut worlds = Vec::new();
        for w in 0..before.world_count() {
            worlds.push(self.assign_values((id, w), list)?);
        }
        let after = self.without_access(before.objects.clone(), worlds)?;
        Ok((0..before.world_count()).map(|w| only((after, w))).collect())
    }

    /// A world with new values, which are all found before any is given.
    fn assign_values(&self, state: Member, list: &[(Atom, Formula)]) -> Result<World, EvalError> {
        let before = self.model(state.0).model.worlds[state.1].clone();
        let mut atoms = before.atoms.clone();
        for &(atom, formula) in list {
            match self.holds_at(state, formula)? {
                true => atoms.insert(atom),
                false => atoms.remove(&atom),
            };
        }
        Ok(World { atoms, ..before })
    }

    fn without_access(
        &self,
        objects: Vec<Object>,
        worlds: Vec<World>,
    ) -> Result<ModelId, EvalError> {
        let model = Arc::new(Model { worlds, access: BTreeMap::new() });
        self.add_model(Constructed { objects, model })
    }

    /// `α ; β`: after an outcome of α, one outcome of β for each member, together. Of nothing, it
    /// changes nothing. Of more than two, the first two come first.
    fn in_sequence(&self, id: ModelId, of: &[Action], how: Reading) -> Result<Images, EvalError> {
        let unit = (0..self.model(id).world_count()).map(|w| only((id, w)));
        of.iter().try_fold(unit.collect(), |images: Images, &next| {
            let then = |outcomes: &BTreeSet<Outcome>| {
                self.compose_outcomes(outcomes, &|(at, w)| {
                    Ok(self.images(at, next, how)?[w].clone())
                })
            };
            images.iter().map(then).collect()
        })
    }

    /// What follows on a set of outcomes, if a state is followed by such outcomes.
    pub(super) fn compose_outcomes(
        &self,
        outcomes: &BTreeSet<Outcome>,
        next: &dyn Fn(Member) -> Result<BTreeSet<Outcome>, EvalError>,
    ) -> Result<BTreeSet<Outcome>, EvalError> {
        let mut all = BTreeSet::new();
        for outcome in outcomes {
            let each: Result<Vec<_>, EvalError> = outcome.iter().map(|&s| next(s)).collect();
            all.extend(self.unions(&each?)?);
        }
        Ok(all)
    }

    /// All unions of one outcome out of each set.
    pub(super) fn unions(&self, of: &[BTreeSet<Outcome>]) -> Result<BTreeSet<Outcome>, EvalError> {
        of.iter().try_fold(BTreeSet::from([Outcome::new()]), |unions, outcomes| {
            let mut longer = BTreeSet::new();
            for union in &unions {
                for outcome in outcomes {
                    self.spend(1 + union.len() + outcome.len())?;
                    longer.insert(union | outcome);
                }
            }
            Ok(longer)
        })
    }

    /// `α + β`: what either leads to. With a mark, the type is the same, and the action leads only
    /// where the marked alternative does (def. 34.b.4 and 5).
    fn interpret_choice(
        &self,
        id: ModelId,
        of: &[Action],
        mark: Option<u32>,
        how: Reading,
    ) -> Result<Images, EvalError> {
        let mut all = vec![BTreeSet::new(); self.model(id).world_count()];
        for &alternative in alternatives(of, mark, how) {
            let images = self.images(id, alternative, how)?;
            all.iter_mut().zip(&*images).for_each(|(all, more)| all.extend(more.iter().cloned()));
        }
        Ok(all)
    }

    /// `α || β`: all unions of an outcome of each. Of nothing, it is `?true`.
    fn at_once(&self, id: ModelId, of: &[Action], how: Reading) -> Result<Images, EvalError> {
        if of.is_empty() {
            return self.test(id, Terms::TRUE);
        }
        let each: Result<Vec<_>, EvalError> =
            of.iter().map(|&part| self.images(id, part, how)).collect();
        let each = each?;
        let of_world = |w: usize| {
            let outcomes: Vec<_> = each.iter().map(|images| images[w].clone()).collect();
            self.unions(&outcomes)
        };
        (0..self.model(id).world_count()).map(of_world).collect()
    }

    /// `L_B α`: one model, of which all outcomes of the type are worlds; the image of a world is
    /// any outcome it has.
    fn learn(
        &self,
        id: ModelId,
        action: Action,
        group: &Group,
        inner: Action,
        how: Reading,
    ) -> Result<Images, EvalError> {
        let inside = |how: Reading| match changes_nothing(self.terms, inner) {
            // Alone under L, what changes nothing is `?true`.
            true => Ok(Rc::new(self.test(id, Terms::TRUE)?)),
            false => self.images(id, inner, how),
        };
        let mut worlds = Worlds::new();
        for (origin, outcomes) in inside(Reading::Type)?.iter().enumerate() {
            for outcome in outcomes {
                worlds.entry(outcome.clone()).or_default().insert(origin);
            }
        }
        let after = self.learnt_model(id, action, group, &worlds)?;
        let model = self.model(after);
        let image = |outcome: &Outcome| {
            let world = model.world(&Object::Outcome(outcome.clone()));
            world.map(|world| Outcome::from([(after, world)]))
        };
        Ok(inside(how)?
            .iter()
            .map(|outcomes| outcomes.iter().filter_map(image).collect())
            .collect())
    }

    fn learnt_model(
        &self,
        id: ModelId,
        action: Action,
        group: &Group,
        worlds: &Worlds,
    ) -> Result<ModelId, EvalError> {
        admit(worlds.len(), &self.limits).map_err(EvalError::Limit)?;
        let mut listed = Vec::new();
        for (outcome, origins) in worlds {
            let mut world = self.valuation(action, outcome)?;
            world.weight = self.weight_of_set(id, action, outcome, origins);
            let torn = |(other, from): (&Outcome, &BTreeSet<usize>)| {
                !from.is_disjoint(origins) && !are_weighed_together(outcome, other)
            };
            if worlds.iter().any(torn) {
                world.weight.lose(action);
            }
            listed.push(world);
        }
        let mut access = BTreeMap::new();
        for agent in group.iter() {
            access.insert(agent, self.learner_access(id, agent, worlds)?);
        }
        let objects = worlds.keys().cloned().map(Object::Outcome).collect();
        let model = Arc::new(Model { worlds: listed, access });
        self.add_model(Constructed { objects, model })
    }

    /// The valuation of an outcome is that of its members, which must agree.
    fn valuation(&self, action: Action, outcome: &Outcome) -> Result<World, EvalError> {
        let worlds: Vec<World> =
            outcome.iter().map(|&(id, w)| self.model(id).model.worlds[w].clone()).collect();
        let Some((first, others)) = worlds.split_first() else { return Ok(World::default()) };
        let other = others.iter().find_map(|w| (&first.atoms ^ &w.atoms).first().copied());
        match other {
            Some(atom) => Err(EvalError::Disagreement { action, atom }),
            None => Ok(first.clone()),
        }
    }

    /// A single state weighs what it does where it is. A set of several weighs what its origin does, if
    /// nothing was chosen on the way to any of them: how choices at the same time go together is not said.
    fn weight_of_set(
        &self,
        id: ModelId,
        action: Action,
        outcome: &Outcome,
        origins: &BTreeSet<usize>,
    ) -> Weight {
        let weight = |&(id, w): &Member| self.model(id).model.worlds[w].weight.clone();
        let mut members = outcome.iter().map(weight);
        if let (Some(only), None) = (members.next(), members.next()) {
            return only;
        }
        let origin = origins.first().map(|&w| weight(&(id, w))).unwrap_or_default();
        let mut together = origin.clone();
        for member in outcome.iter().map(weight) {
            if let Some(before) = member.lost() {
                together.lose(before);
            }
            if member != origin {
                together.lose(action);
            }
        }
        together
    }

    /// Def. 33.e for sets: what a learner sees of the members is kept; where they are in no group of
    /// either side, outcomes are related iff their origins are.
    fn learner_access(
        &self,
        id: ModelId,
        agent: Agent,
        worlds: &Worlds,
    ) -> Result<Access, EvalError> {
        let before = &self.model(id).model;
        let listed: Vec<_> = worlds
            .iter()
            .map(|(outcome, origins)| (outcome, origins, self.is_involved(agent, outcome)))
            .collect();
        let mut pairs = Vec::new();
        for (from, from_origins, from_involved) in &listed {
            self.spend(worlds.len() * from.len())?;
            let row = listed.iter().map(|(to, to_origins, to_involved)| {
                if *from_involved || *to_involved {
                    return self.sets_related(agent, from, to);
                }
                let seen = |&v: &usize| to_origins.iter().any(|&w| before.is_related(agent, v, w));
                from_origins.iter().any(seen)
            });
            pairs.push(row.collect());
        }
        Ok(Access { given: Given::Cells, pairs })
    }

    /// Whether an agent has access in some member.
    fn is_involved(&self, agent: Agent, outcome: &Outcome) -> bool {
        outcome.iter().any(|&state| self.has_access(agent, state))
    }

    fn has_access(&self, agent: Agent, (id, _): Member) -> bool {
        self.model(id).model.access.contains_key(&agent)
    }

    /// Every member with the agent in its group has a related member of the same model on the other
    /// side.
    fn sets_related(&self, agent: Agent, from: &Outcome, to: &Outcome) -> bool {
        let related = |s: &Member, t: &Member| {
            s.0 == t.0 && self.model(s.0).model.is_related(agent, s.1, t.1)
        };
        let inside = |s: &&Member| self.has_access(agent, **s);
        from.iter().filter(inside).all(|s| to.iter().any(|t| related(s, t)))
            && to.iter().filter(inside).all(|t| from.iter().any(|s| related(s, t)))
    }

    /// An event of a frame: the product with the frame. The type is all events.
    fn event(
        &self,
        id: ModelId,
        action: Action,
        frame: FrameIndex,
        event: Event,
        how: Reading,
    ) -> Result<Images, EvalError> {
        let (after, worlds) = self.product(id, action, frame)?;
        let mut images = vec![BTreeSet::new(); self.model(id).world_count()];
        for (at, &(w, happened)) in worlds.iter().enumerate() {
            if how == Reading::Type || happened == event {
                images[w].insert(Outcome::from([(after, at)]));
            }
        }
        Ok(images)
    }

    /// Worlds (w, e) with w ⊨ pre(e), related iff both are.
    fn product(
        &self,
        id: ModelId,
        action: Action,
        index: FrameIndex,
    ) -> Result<(ModelId, Vec<(usize, Event)>), EvalError> {
        let frame = self.terms.frame(index);
        let before = self.model(id);
        let (mut pairs, mut objects, mut worlds) = (Vec::new(), Vec::new(), Vec::new());
        for (at, clause) in frame.events.iter().enumerate() {
            let event = Event::from_index(at);
            for w in 0..before.world_count() {
                if self.holds_at((id, w), clause.precondition)? {
                    let mut after = self.assign_values((id, w), &clause.postcondition)?;
                    after.events.push(clause.name.clone());
                    worlds.push(after);
                    objects.push(Object::Occurred(
                        index,
                        event,
                        Box::new(before.objects[w].clone()),
                    ));
                    pairs.push((w, event));
                }
            }
        }
        admit(pairs.len(), &self.limits).map_err(EvalError::Limit)?;
        self.spend(pairs.len() * pairs.len() * frame.relations.len())?;
        for (world, &(origin, event)) in worlds.iter_mut().zip(&pairs) {
            let here = pairs.iter().filter(|(other, _)| *other == origin);
            let possible: Vec<Event> = here.map(|&(_, event)| event).collect();
            world.weight.share_out(frame, event, &possible, action);
        }
        let access = frame_access(&before.model, frame, &pairs);
        let model = Arc::new(Model { worlds, access });
        Ok((self.add_model(Constructed { objects, model })?, pairs))
    }
}

/// Whether the weights of two outcomes compare: worlds of one model have shared the weight of the world
/// that they come from, or lost it, when the model was made.
fn are_weighed_together(left: &Outcome, right: &Outcome) -> bool {
    let alone = |outcome: &Outcome| match outcome.iter().collect::<Vec<_>>()[..] {
        [&(id, _)] => Some(id),
        _ => None,
    };
    left == right || alone(left).is_some_and(|id| alone(right) == Some(id))
}

fn only(state: Member) -> BTreeSet<Outcome> {
    BTreeSet::from([Outcome::from([state])])
}

/// Access of everybody who has a relation in the frame.
fn frame_access(
    model: &Model,
    frame: &EventModel,
    pairs: &[(usize, Event)],
) -> BTreeMap<Agent, Access> {
    let relation = |(at, relation): (usize, &Option<RelationSetup>)| {
        let agent = Agent::from_index(at);
        let (relation, before) = (relation.as_ref()?, model.access.get(&agent)?);
        let related = |&(v, d): &(usize, Event), &(w, e): &(usize, Event)| {
            before.pairs[v][w] && events_related(relation, d, e)
        };
        let row = |from| pairs.iter().map(|to| related(from, to)).collect();
        let given = match relation {
            RelationSetup::Cells(_) => before.given,
            RelationSetup::Arrows(_) => Given::Arrows,
        };
        Some((agent, Access { given, pairs: pairs.iter().map(row).collect() }))
    };
    frame.relations.iter().enumerate().filter_map(relation).collect()
}

fn events_related(relation: &RelationSetup, from: Event, to: Event) -> bool {
    match relation {
        RelationSetup::Cells(cell) => cell.get(from.index()) == cell.get(to.index()),
        RelationSetup::Arrows(arrows) => arrows.contains(&(from.index() as u32, to.index() as u32)),
    }
}
