//! Gerbrandy's updates (thesis defs. 51-55). A program with `U` leads from
//! possibilities to possibilities. A possibility is a set built from sets, perhaps
//! without end, and states are pictures of the same possibility iff they are
//! bisimilar (def. 52). So possibilities are kept as the worlds of one growing model
//! in which no two worlds are bisimilar: a test keeps a possibility or not, and an
//! update adds new ones, of which those that are there already are not new.
//!
//! `U_B π` of w has, for a in B, access to the `U_B π` of whatever π makes of the
//! possibilities that w gave a access to. If updates occur in π, these need not be
//! possibilities of the model that the program started from, and executing π in
//! theirs leads further. All of them are found first, round by round. Whether that
//! ever ends is not clear for every program; if it takes too long, it is given up.

use super::{Image, Interpretation, Interpreted, Interpreter, Origin, Place};
use crate::compare::bisimulation;
use crate::definedness::beside_update;
use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits};
use crate::explicit::model::{Model, Submodel};
use crate::explicit::relation::{Arrows, Relation};
use crate::explicit::weights::Weights;
use crate::limits::{Limit, Pace};
use crate::outcomes::UpdateError;
use dashu_int::UBig;
use hexa_logic::{Action, ActionNode, Agent, Formula, Group, Stopped};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A possibility, by its place in the graph.
type Node = u32;

/// So many possibilities more than this, for each one at the start, are not followed.
const MOST_FOR_EACH: usize = 100;

/// So many are followed in any case.
const MOST_ANYWAY: usize = 2_000;

/// What looking at one arrow counts, in steps, when bisimilar possibilities are found.
const ARROW: usize = 512;

/// Whether marks of local choice count: outside of updates they do, and under `U_B` everything
/// might have been chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Reading {
    Marked,
    Type,
}

impl Interpreter<'_> {
    /// What a program with `U` leads to, from all worlds.
    pub(super) fn update(&mut self, place: Place, action: Action) -> Interpreted {
        let worlds = bits::list(&self.submodel(place).domain, self.pace())?;
        self.update_from(place, action, &worlds)
    }

    /// What a program with `U` leads to, from these worlds. Everybody keeps access.
    pub(super) fn update_from(
        &mut self,
        place: Place,
        action: Action,
        worlds: &[u32],
    ) -> Interpreted {
        let group = self.reached_at(place).group.clone();
        let mut graph = Graph::of(self, place, action)?;
        let from: Vec<Node> = worlds.iter().map(|&world| graph.standing[world as usize]).collect();
        let outcomes = graph.outcomes(self, &from, action, Reading::Marked)?;
        let roots = worlds.iter().zip(&outcomes);
        let roots: Vec<(u32, Node)> =
            roots.flat_map(|(&world, to)| to.iter().map(move |&to| (world, to))).collect();
        if roots.is_empty() {
            return Ok(Rc::new(Interpretation::Images(Vec::new())));
        }
        let first = graph.len();
        roots.iter().for_each(|&(_, to)| graph.copy(to));
        let submodel = graph.submodel(self)?;
        let mut origin = vec![0; first];
        origin.extend(roots.iter().map(|&(world, _)| world));
        let is_root = (0..graph.len()).map(|node| node >= first);
        let chosen = bits::pack(graph.len(), is_root, self.pace())?;
        let image = Image {
            place: self.reach(submodel, group),
            origin: Origin::Table(Arc::new(origin)),
            chosen: Some(Arc::new(chosen)),
        };
        Ok(Rc::new(Interpretation::Images(vec![image])))
    }

    /// Why a program with `U` cannot be executed in a world.
    pub(crate) fn why_no_update(
        &mut self,
        place: Place,
        action: Action,
        world: u32,
    ) -> Result<UpdateError, EvalError> {
        let mut graph = Graph::of(self, place, action)?;
        let from = graph.standing[world as usize];
        graph.fault(self, &[from], action)
    }
}

/// Possibilities: worlds of a model in which no two are bisimilar.
struct Graph {
    /// The program that is executed.
    action: Action,
    agents: Vec<Agent>,
    /// The possibilities that there were at the start, as a model.
    base: Place,
    /// How many they are. They come first, and lead to no others.
    base_len: usize,
    /// For each world of the model at the start its possibility.
    standing: Vec<Node>,
    /// For each possibility one of the start that has the same valuation.
    value: Vec<u32>,
    /// For each agent and possibility the possibilities they have access to, sorted.
    access: Vec<Vec<Box<[Node]>>>,
    /// How many arrows there are.
    arrows: usize,
    /// What updates lead to.
    updated: FxHashMap<(Action, Node), Node>,
    /// The model of so many possibilities.
    extended: Option<(usize, Place)>,
}

impl Graph {
    fn of(
        interpreter: &mut Interpreter<'_>,
        place: Place,
        action: Action,
    ) -> Result<Self, EvalError> {
        let reached = interpreter.reached_at(place).clone();
        let (small, standing) =
            bisimulation::contract(&reached.submodel, &reached.group, interpreter.limits())?;
        let worlds = small.model.worlds();
        let agents: Vec<Agent> = reached.group.iter().collect();
        let mut arrows = 0;
        for &agent in &agents {
            arrows += arrow_count(&small.model, agent, interpreter.pace())?;
        }
        admit_arrows(interpreter, arrows)?;
        let access =
            agents.iter().map(|&agent| successors(&small.model, agent, interpreter.pace()));
        let access = access.collect::<Result<_, _>>()?;
        let lost = Weights::default().losing(action, bits::all(worlds));
        let base = Submodel::whole(small.model.copy_without_memory().weighing(lost));
        Ok(Self {
            action,
            agents,
            base: interpreter.reach(base, reached.group),
            base_len: worlds,
            standing,
            value: (0..worlds as u32).collect(),
            access,
            arrows,
            updated: FxHashMap::default(),
            extended: None,
        })
    }

    fn len(&self) -> usize {
        self.value.len()
    }

    /// What a program leads to from each of some possibilities (def. 55).
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn outcomes(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        from: &[Node],
        action: Action,
        reading: Reading,
    ) -> Result<Vec<Vec<Node>>, EvalError> {
        interpreter.deeper()?;
        interpreter.spend(from.len() + 1)?;
        let terms = interpreter.terms;
        let outcomes = match terms.action_node(action) {
            ActionNode::Test(formula) => {
                let truth = self.truth(interpreter, from, *formula)?;
                let kept = |(&node, holds): (&Node, bool)| if holds { vec![node] } else { vec![] };
                from.iter().zip(truth).map(kept).collect()
            }
            ActionNode::Sequence(parts) => self.sequence(interpreter, from, parts, reading)?,
            ActionNode::Choice(parts, mark) => {
                let counted = match (mark, reading) {
                    (Some(mark), Reading::Marked) => &parts[*mark as usize..*mark as usize + 1],
                    _ => parts,
                };
                self.choice(interpreter, from, counted, reading)?
            }
            ActionNode::Update(group, inner) => {
                let to = self.update(interpreter, from, action, group, *inner)?;
                to.into_iter().map(|node| vec![node]).collect()
            }
            _ => return Err(EvalError::Unsupported(beside_update(action))),
        };
        interpreter.depth -= 1;
        Ok(outcomes)
    }

    fn sequence(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        from: &[Node],
        parts: &[Action],
        reading: Reading,
    ) -> Result<Vec<Vec<Node>>, EvalError> {
        let mut outcomes: Vec<Vec<Node>> = from.iter().map(|&node| vec![node]).collect();
        for &part in parts {
            let between = distinct(outcomes.iter().flatten().copied());
            let next = self.outcomes(interpreter, &between, part, reading)?;
            let next: FxHashMap<Node, Vec<Node>> = between.into_iter().zip(next).collect();
            for set in &mut outcomes {
                *set = distinct(set.iter().flat_map(|node| next[node].iter().copied()));
            }
        }
        Ok(outcomes)
    }

    fn choice(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        from: &[Node],
        parts: &[Action],
        reading: Reading,
    ) -> Result<Vec<Vec<Node>>, EvalError> {
        let mut outcomes = vec![Vec::new(); from.len()];
        for &part in parts {
            let more = self.outcomes(interpreter, from, part, reading)?;
            outcomes.iter_mut().zip(more).for_each(|(all, more)| all.extend(more));
        }
        Ok(outcomes.into_iter().map(distinct).collect())
    }

    /// `U_B π` of each of some possibilities. It is total and functional.
    fn update(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        from: &[Node],
        action: Action,
        group: &Group,
        inner: Action,
    ) -> Result<Vec<Node>, EvalError> {
        let learners: Vec<bool> = self.agents.iter().map(|&a| group.contains(a)).collect();
        let closure = self.closure(interpreter, from, action, &learners, inner)?;
        self.add(interpreter, action, &learners, &closure)?;
        Ok(from.iter().map(|&node| self.updated[&(action, node)]).collect())
    }

    /// The possibilities whose update has to be known, round by round: those asked for, and what the
    /// inner program makes of those that the learners have access to.
    fn closure(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        from: &[Node],
        action: Action,
        learners: &[bool],
        inner: Action,
    ) -> Result<Closure, EvalError> {
        let mut closure = Closure::default();
        let mut new = distinct(from.iter().copied());
        loop {
            new.retain(|&node| !self.updated.contains_key(&(action, node)));
            new.retain(|&node| closure.add(node));
            if new.is_empty() {
                return Ok(closure);
            }
            let seen = learners.iter().zip(&self.access).filter(|(learns, _)| **learns);
            let seen = seen.flat_map(|(_, access)| {
                new.iter().flat_map(|&node| access[node as usize].iter().copied())
            });
            let mut seen = distinct(seen);
            seen.retain(|node| !closure.inner.contains_key(node));
            let outcomes = self.outcomes(interpreter, &seen, inner, Reading::Type)?;
            new = distinct(outcomes.iter().flatten().copied());
            closure.inner.extend(seen.into_iter().zip(outcomes));
        }
    }

    /// Adds the updates of all these possibilities.
    fn add(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        action: Action,
        learners: &[bool],
        closure: &Closure,
    ) -> Result<(), EvalError> {
        if closure.members.is_empty() {
            return Ok(());
        }
        let first = self.len();
        let target = |node: &Node| match closure.place.get(node) {
            Some(&place) => first as Node + place,
            None => self.updated[&(action, *node)],
        };
        let mut access = Vec::new();
        for (agent, &learns) in self.access.iter().zip(learners) {
            interpreter.pace().count(closure.members.len() as u64)?;
            let seen = closure.members.iter().map(|&node| &agent[node as usize]);
            let learnt = |seen: &[Node]| {
                let outcomes = seen.iter().flat_map(|node| &closure.inner[node]);
                distinct(outcomes.map(target)).into_boxed_slice()
            };
            let sets: Vec<Box<[Node]>> =
                seen.map(|seen| if learns { learnt(seen) } else { seen.clone() }).collect();
            access.push(sets);
        }
        for (agent, sets) in self.access.iter_mut().zip(access) {
            self.arrows += sets.iter().map(|set| set.len()).sum::<usize>();
            agent.extend(sets);
        }
        let values: Vec<u32> = closure.members.iter().map(|&n| self.value[n as usize]).collect();
        self.value.extend(values);
        let standing = self.identify(interpreter, first)?;
        for (at, &node) in closure.members.iter().enumerate() {
            self.updated.insert((action, node), standing[first + at]);
        }
        Ok(())
    }

    /// Takes possibilities together that are bisimilar, and tells which became which. Those before the
    /// first new one keep their numbers.
    fn identify(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        first: usize,
    ) -> Result<Vec<Node>, EvalError> {
        let most = MOST_ANYWAY + MOST_FOR_EACH * self.base_len;
        if self.len() > most {
            return Err(EvalError::Limit(Limit::Possibilities(most as u64)));
        }
        interpreter.spend(ARROW * (self.arrows + self.len()))?;
        let submodel = self.submodel(interpreter)?;
        let group = self.agents.iter().copied().collect();
        let (_, standing) = bisimulation::contract(&submodel, &group, interpreter.limits())?;
        let mut kept = first;
        let keep: Vec<bool> = (first..self.len())
            .map(|node| {
                let new = standing[node] as usize == kept;
                kept += usize::from(new);
                new
            })
            .collect();
        retain_after(&mut self.value, first, &keep);
        for sets in &mut self.access {
            retain_after(sets, first, &keep);
            for set in &mut sets[first..] {
                *set = distinct(set.iter().map(|&to| standing[to as usize])).into();
            }
        }
        self.arrows = self.access.iter().flatten().map(|set| set.len()).sum();
        Ok(standing)
    }

    /// One more world with the valuation and the access of a possibility.
    fn copy(&mut self, node: Node) {
        self.value.push(self.value[node as usize]);
        for sets in &mut self.access {
            let set = sets[node as usize].clone();
            self.arrows += set.len();
            sets.push(set);
        }
    }

    /// All possibilities as a model, in which nobody is known to have cells.
    fn submodel(&self, interpreter: &Interpreter<'_>) -> Result<Submodel, EvalError> {
        let base = &interpreter.submodel(self.base).model;
        admit_arrows(interpreter, self.arrows)?;
        interpreter.admit(&UBig::from(self.len()), self.agents.len(), base.atoms())?;
        let pace = interpreter.pace();
        let column = |column: &Arc<Bits>| {
            let bits = self.value.iter().map(|&value| column.contains(value as usize));
            bits::pack(self.len(), bits, pace).map(Arc::new)
        };
        let columns = base.columns().iter().map(column).collect::<Result<_, _>>()?;
        let called = base.called_all(self.value.iter().map(|&value| value as usize));
        let lost = Weights::default().losing(self.action, bits::all(self.len()));
        let model = Model::new(self.len(), columns, self.relations(pace)?, called).weighing(lost);
        Ok(Submodel::whole(model))
    }

    fn relations(&self, pace: &Pace) -> Result<Vec<Option<Arc<Relation>>>, Stopped> {
        let mut relations = Vec::new();
        for (agent, sets) in self.agents.iter().zip(&self.access) {
            let pairs = sets.iter().enumerate();
            let pairs: Vec<(u32, u32)> = pairs
                .flat_map(|(from, set)| set.iter().map(move |&to| (from as u32, to)))
                .collect();
            relations.resize(agent.index(), None);
            let arrows = Arrows::new(sets.len(), &pairs, pace)?;
            relations.push(Some(Arc::new(Relation::Arrows(arrows))));
        }
        Ok(relations)
    }

    /// Where a formula is true. Those of the start are asked in the model of the start, where
    /// agents may have cells.
    fn truth(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        nodes: &[Node],
        formula: Formula,
    ) -> Result<Vec<bool>, EvalError> {
        let base_len = self.base_len;
        let is_new = |node: Node| node as usize >= base_len;
        let mut old = None;
        if nodes.iter().any(|&node| !is_new(node)) {
            old = Some(interpreter.truth(self.base, formula)?);
        }
        let mut new = None;
        if nodes.iter().any(|&node| is_new(node)) {
            let place = self.place(interpreter)?;
            new = Some(interpreter.truth(place, formula)?);
        }
        let holds = |&node: &Node| {
            let truth = if is_new(node) { &new } else { &old };
            truth.as_ref().is_some_and(|truth| truth.contains(node as usize))
        };
        Ok(nodes.iter().map(holds).collect())
    }

    /// All possibilities found so far, as a model that has been reached.
    fn place(&mut self, interpreter: &mut Interpreter<'_>) -> Result<Place, EvalError> {
        if let Some((size, place)) = self.extended
            && size == self.len()
        {
            return Ok(place);
        }
        let submodel = self.submodel(interpreter)?;
        let place = interpreter.reach(submodel, self.agents.iter().copied().collect());
        self.extended = Some((self.len(), place));
        Ok(place)
    }

    /// The smallest part of a program that leads nowhere from all of these.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn fault(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        from: &[Node],
        action: Action,
    ) -> Result<UpdateError, EvalError> {
        let terms = interpreter.terms;
        match terms.action_node(action) {
            ActionNode::Test(test) => Ok(UpdateError::NotExecutable { test: *test }),
            ActionNode::Choice(parts, Some(mark)) => {
                self.fault(interpreter, from, parts[*mark as usize])
            }
            ActionNode::Sequence(parts) => {
                let mut from = from.to_vec();
                for &part in parts {
                    let next = self.outcomes(interpreter, &from, part, Reading::Marked)?;
                    let next = distinct(next.into_iter().flatten());
                    if next.is_empty() {
                        return self.fault(interpreter, &from, part);
                    }
                    from = next;
                }
                Ok(UpdateError::NoOutcome { action })
            }
            _ => Ok(UpdateError::NoOutcome { action }),
        }
    }
}

/// Possibilities whose update has to be known.
#[derive(Default)]
struct Closure {
    members: Vec<Node>,
    place: FxHashMap<Node, u32>,
    /// What the inner program makes of those that the learners have access to.
    inner: FxHashMap<Node, Vec<Node>>,
}

impl Closure {
    /// Adds a possibility; whether it is new.
    fn add(&mut self, node: Node) -> bool {
        let next = self.members.len() as u32;
        let new = *self.place.entry(node).or_insert(next) == next;
        if new {
            self.members.push(node);
        }
        new
    }
}

/// Sorted, each once.
fn distinct(nodes: impl IntoIterator<Item = Node>) -> Vec<Node> {
    let mut nodes: Vec<Node> = nodes.into_iter().collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Keeps those of the items after the first ones that are to be kept.
fn retain_after<T>(items: &mut Vec<T>, first: usize, keep: &[bool]) {
    let mut at = 0;
    items.retain(|_| {
        at += 1;
        at <= first || keep[at - 1 - first]
    });
}

/// Eight bytes for each arrow, in both directions.
fn admit_arrows(interpreter: &Interpreter<'_>, arrows: usize) -> Result<(), EvalError> {
    let (allowed, needed) = (interpreter.limits.memory, 16 * arrows as u64);
    match needed > allowed {
        true => Err(EvalError::Limit(Limit::Memory { allowed, needed: UBig::from(needed) })),
        false => Ok(()),
    }
}

fn arrow_count(model: &Model, agent: Agent, pace: &Pace) -> Result<usize, Stopped> {
    Ok(match model.relation(agent) {
        Some(Relation::Cells(cells)) => {
            let members = cells.members(pace)?;
            (0..cells.bound()).map(|class| members.list(class).len().pow(2)).sum()
        }
        Some(Relation::Arrows(arrows)) => arrows.pairs().count(),
        None => 0,
    })
}

/// For each world the worlds that an agent has access to, sorted.
fn successors(model: &Model, agent: Agent, pace: &Pace) -> Result<Vec<Box<[Node]>>, Stopped> {
    match model.relation(agent) {
        Some(Relation::Cells(cells)) => {
            let members = cells.members(pace)?;
            pace.collect(cells.class().iter().map(|&class| members.list(class as usize).into()))
        }
        Some(Relation::Arrows(arrows)) => {
            pace.table(model.worlds(), |world| arrows.successors(world).into())
        }
        None => Ok(vec![Box::default(); model.worlds()]),
    }
}
