//! The search for a model, world by world, or for what stands against every model.
//!
//! Worlds that agree on what an access hands on lie in one *cluster*: the same boxes of that access are false there, and each
//! wants a world where its body is false. A cluster keeps the worlds that were found for it, for all that come later. Worlds whose wants
//! cannot be met are struck, by what is learnt then, and the search is made anew where they were counted on; what was found before
//! is found again at once.

use super::closure::{Answer, Closure, is_true};
use super::core_language::Core;
use super::found_model;
use super::invariant::{self, Reached};
use super::kinds::{Kind, Kinds};
use super::{Accessibility, Bounds, Decision, Evidence, Learnt, Logic, TooMuch};
use batsat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A world, by its place in [`Search::worlds`].
pub(super) type WorldAt = usize;

pub(super) struct World {
    pub kind: Kind,
    /// The value of each variable.
    pub values: Box<[u64]>,
    is_struck: bool,
    /// So many of the theorems were looked at.
    looked: usize,
    /// In which pass it was last needed.
    pass: u64,
    /// For each access, its cluster.
    clusters: Option<Rc<[usize]>>,
}

/// Worlds that agree on what an access hands on.
pub(super) struct Cluster {
    access: usize,
    /// What is known to be so, or not to be so, as boxes.
    boxes: Vec<Lit>,
    /// The kind of the worlds to which the access leads.
    kind: Kind,
    members: Vec<WorldAt>,
}

/// A theorem, to strike worlds that break it.
pub(super) enum Theorem {
    Clause(Vec<Lit>),
    /// The box holds, or all of these are true.
    Induction(Lit, Vec<Vec<Lit>>),
}

type Key = (usize, Kind, Vec<Lit>);

pub(super) struct Search<'a> {
    pub core: &'a Core,
    pub closure: Closure,
    pub kinds: Kinds,
    pub worlds: Vec<World>,
    pub clusters: Vec<Cluster>,
    by_key: FxHashMap<Key, usize>,
    /// For a cluster and a box that is false there, the world that was found; without a box, any world.
    witnesses: FxHashMap<(usize, Option<u32>), WorldAt>,
    /// For a world and a common knowledge that is missing there, the next world on a path to where it is false.
    paths: FxHashMap<(WorldAt, u32), WorldAt>,
    theorems: Vec<Theorem>,
    known: FxHashSet<Vec<Lit>>,
    learnt: Vec<Learnt>,
    pass: u64,
    most_worlds: usize,
}

/// A world that is looked at, with how many of its wants were met.
struct Frame {
    world: WorldAt,
    wants: Rc<[Want]>,
    met: usize,
}

/// What a world needs.
#[derive(Clone, Copy)]
pub(super) enum Want {
    /// A world of a cluster where the body of a box is false; without a box, any.
    Member(usize, Option<u32>),
    /// The next world on the way to where what a box says to be common knowledge is false.
    Path(u32),
}

/// Decides a question.
pub(super) fn search(core: Core, agents: usize, bounds: &Bounds) -> Result<Decision, TooMuch> {
    let closure = Closure::new(&core, bounds)?;
    let kinds = Kinds::new(&core, &closure)?;
    let mut search = Search {
        core: &core,
        closure,
        kinds,
        worlds: Vec::new(),
        clusters: Vec::new(),
        by_key: FxHashMap::default(),
        witnesses: FxHashMap::default(),
        paths: FxHashMap::default(),
        theorems: Vec::new(),
        known: FxHashSet::default(),
        learnt: Vec::new(),
        pass: 0,
        most_worlds: bounds.worlds,
    };
    let goal = !search.closure.literals[&core.conclusion];
    let mut root = None;
    loop {
        let at = match root.filter(|&at| search.is_alive(at)) {
            Some(at) => at,
            None => match search.closure.solve(&[goal])? {
                Answer::Core(_) => return Ok(Decision::Valid(Box::new(search.evidence()))),
                Answer::World(values) => search.add_world(Kinds::ROOT, values)?,
            },
        };
        root = Some(at);
        search.pass += 1;
        if search.meet_wants(at)? && search.find_paths(at)? {
            return found_model::model(&mut search, at, agents);
        }
    }
}

impl Search<'_> {
    fn evidence(self) -> Evidence {
        Evidence {
            logic: self.core.logic,
            terms: self.closure.terms,
            premises: self.core.premises.clone(),
            conclusion: self.core.conclusion,
            learnt: self.learnt,
            worlds: self.worlds.len(),
        }
    }

    pub fn add_world(&mut self, kind: Kind, values: Box<[u64]>) -> Result<WorldAt, TooMuch> {
        if self.worlds.len() >= self.most_worlds {
            return Err(TooMuch::Worlds(self.most_worlds as u64));
        }
        let looked = self.theorems.len();
        let world = World { kind, values, is_struck: false, looked, pass: 0, clusters: None };
        self.worlds.push(world);
        let at = self.worlds.len() - 1;
        if self.core.logic == Logic::S5 {
            self.clusters_of(at)?;
        }
        Ok(at)
    }

    /// Whether nothing that was learnt stands against a world.
    pub fn is_alive(&mut self, at: WorldAt) -> bool {
        let world = &mut self.worlds[at];
        if !world.is_struck {
            let values = &world.values;
            let breaks = |theorem: &Theorem| match theorem {
                Theorem::Clause(of) => of.iter().all(|&literal| !is_true(values, literal)),
                Theorem::Induction(common, never) => {
                    let happens =
                        |list: &Vec<Lit>| list.iter().all(|&literal| is_true(values, literal));
                    !is_true(values, *common) && !never.iter().any(happens)
                }
            };
            world.is_struck = self.theorems[world.looked..].iter().any(breaks);
            world.looked = self.theorems.len();
        }
        !world.is_struck
    }

    /// Those whose access clusters are made of: agents, and groups with distributed knowledge.
    fn leading(&self) -> impl Iterator<Item = usize> + use<> {
        let leads: Vec<usize> = self
            .closure
            .accesses
            .iter()
            .enumerate()
            .filter(|(_, access)| !matches!(access, Accessibility::Common(_)))
            .map(|(at, _)| at)
            .collect();
        leads.into_iter()
    }

    /// The clusters of a world, one for each access; those of common knowledge have none.
    pub fn clusters_of(&mut self, at: WorldAt) -> Result<Rc<[usize]>, TooMuch> {
        if let Some(known) = &self.worlds[at].clusters {
            return Ok(known.clone());
        }
        let mut clusters = vec![usize::MAX; self.closure.accesses.len()];
        for access in self.leading() {
            let (handed, kind) = self.kinds.lead(self.worlds[at].kind, access, &self.closure)?;
            let values = &self.worlds[at].values;
            let is_seen = |literal: &Lit| self.core.logic.is_euclidean() || literal.sign();
            let boxes: Vec<Lit> = handed
                .iter()
                .map(|&at| self.closure.boxes[at as usize].literal)
                .map(|literal| if is_true(values, literal) { literal } else { !literal })
                .filter(is_seen)
                .collect();
            let next = self.clusters.len();
            let cluster = *self.by_key.entry((access, kind, boxes.clone())).or_insert(next);
            if cluster == next {
                self.clusters.push(Cluster { access, boxes, kind, members: Vec::new() });
            }
            if self.core.logic == Logic::S5 {
                self.clusters[cluster].members.push(at);
            }
            clusters[access] = cluster;
        }
        let clusters: Rc<[usize]> = clusters.into();
        self.worlds[at].clusters = Some(clusters.clone());
        Ok(clusters)
    }

    /// What a world needs.
    pub fn wants(&mut self, at: WorldAt) -> Result<Rc<[Want]>, TooMuch> {
        let clusters = self.clusters_of(at)?;
        let (kind, values) = (self.worlds[at].kind, &self.worlds[at].values);
        let mut wants = Vec::new();
        if self.core.logic == Logic::Kd45 {
            let leading = clusters.iter().filter(|&&cluster| cluster != usize::MAX);
            wants.extend(leading.map(|&cluster| Want::Member(cluster, None)));
        }
        for &place in &self.kinds.all[kind].visible {
            let of = &self.closure.boxes[place as usize];
            if is_true(values, of.literal) {
                continue;
            }
            match self.closure.accesses[of.access] {
                Accessibility::Common(_) => wants.push(Want::Path(place)),
                Accessibility::Agent(_) | Accessibility::Distributed(_) => {
                    let is_met_here =
                        self.core.logic.is_reflexive() && !is_true(values, of.body_literal);
                    if !is_met_here {
                        wants.push(Want::Member(clusters[of.access], Some(place)));
                    }
                }
            }
        }
        Ok(wants.into())
    }

    /// Looks at all worlds that are needed. False if some were struck that were counted on.
    fn meet_wants(&mut self, root: WorldAt) -> Result<bool, TooMuch> {
        let mut is_settled = true;
        let mut stack = vec![self.frame(root)?];
        while let Some(frame) = stack.last_mut() {
            let Some(&want) = frame.wants.get(frame.met) else {
                stack.pop();
                continue;
            };
            let world = frame.world;
            let found = match want {
                Want::Path(place) => self.path(world, place),
                Want::Member(cluster, place) => self.member(cluster, place),
            };
            match found {
                Some(next) if self.worlds[next].pass == self.pass => frame.met += 1,
                Some(next) => stack.push(self.frame(next)?),
                None => match want {
                    // It is looked for later, when it is known which worlds there are.
                    Want::Path(_) => frame.met += 1,
                    Want::Member(cluster, place) => {
                        if !self.make_member(cluster, place)? {
                            is_settled = false;
                            let struck = stack.iter().position(|frame| !self.is_alive(frame.world));
                            stack.truncate(struck.unwrap_or(0));
                        }
                    }
                },
            }
        }
        Ok(is_settled)
    }

    fn frame(&mut self, world: WorldAt) -> Result<Frame, TooMuch> {
        self.worlds[world].pass = self.pass;
        Ok(Frame { world, wants: self.wants(world)?, met: 0 })
    }

    /// The next world on a path that was found.
    pub fn path(&mut self, at: WorldAt, place: u32) -> Option<WorldAt> {
        let next = *self.paths.get(&(at, place))?;
        if self.is_alive(next) {
            return Some(next);
        }
        self.paths.remove(&(at, place));
        None
    }

    /// A world of a cluster where the body of a box is false, if one was found; one that is needed anyway, if possible.
    pub fn member(&mut self, cluster: usize, place: Option<u32>) -> Option<WorldAt> {
        if let Some(&known) = self.witnesses.get(&(cluster, place))
            && self.is_alive(known)
        {
            return Some(known);
        }
        let body = place.map(|place| self.closure.boxes[place as usize].body_literal);
        let members = std::mem::take(&mut self.clusters[cluster].members);
        let members: Vec<WorldAt> =
            members.into_iter().filter(|&member| self.is_alive(member)).collect();
        let fits = |world: &World| body.is_none_or(|body| !is_true(&world.values, body));
        let mut fitting = members.iter().copied().filter(|&member| fits(&self.worlds[member]));
        let first = fitting.next();
        let needed =
            first.into_iter().chain(fitting).find(|&member| self.worlds[member].pass == self.pass);
        self.clusters[cluster].members = members;
        let found = needed.or(first)?;
        self.witnesses.insert((cluster, place), found);
        Some(found)
    }

    /// Finds a new world for a cluster; if there is none, learns why.
    fn make_member(&mut self, cluster: usize, place: Option<u32>) -> Result<bool, TooMuch> {
        let logic = self.core.logic;
        let Cluster { kind, ref boxes, .. } = self.clusters[cluster];
        let boxes = boxes.clone();
        let mut assumed: Vec<Lit> = Vec::with_capacity(2 * boxes.len() + 1);
        let denied = place.map(|place| !self.closure.boxes[place as usize].body_literal);
        assumed.extend(denied);
        for &literal in &boxes {
            if logic.is_transitive() {
                assumed.push(literal);
            }
            if literal.sign() && (!logic.is_reflexive() || !logic.is_transitive()) {
                assumed.push(self.body_of(literal));
            }
        }
        match self.closure.solve(&assumed)? {
            Answer::World(values) => {
                let at = self.add_world(kind, values)?;
                if logic != Logic::S5 {
                    self.clusters[cluster].members.push(at);
                }
                self.witnesses.insert((cluster, place), at);
                Ok(true)
            }
            Answer::Core(core) => {
                let blamed: FxHashSet<Lit> = core.into_iter().collect();
                let is_blamed = |literal: &Lit| {
                    logic.is_transitive() && blamed.contains(literal)
                        || literal.sign() && blamed.contains(&self.body_of(*literal))
                };
                let from: Vec<Lit> = boxes.into_iter().filter(is_blamed).collect();
                let needs_box =
                    !logic.is_serial() || denied.is_some_and(|denied| blamed.contains(&denied));
                let to = place.filter(|_| needs_box);
                self.learn_step(cluster, from, to);
                Ok(false)
            }
        }
    }

    fn body_of(&self, literal: Lit) -> Lit {
        self.closure.boxes[self.closure.box_at(literal)].body_literal
    }

    /// Learns that from these boxes follows another one.
    fn learn_step(&mut self, cluster: usize, from: Vec<Lit>, to: Option<u32>) {
        let access = self.closure.accesses[self.clusters[cluster].access].clone();
        let to_literal = to.map(|place| self.closure.boxes[place as usize].literal);
        let clause: Vec<Lit> = from.iter().map(|&literal| !literal).chain(to_literal).collect();
        if self.known.insert(clause.clone()) {
            self.closure.clause(&clause);
            self.theorems.push(Theorem::Clause(clause));
            let from = from.iter().map(|&literal| self.closure.named(literal)).collect();
            let to = to.map(|place| self.closure.boxes[place as usize].formula);
            self.learnt.push(Learnt::Step { access, from, to });
        }
    }

    /// Looks, for each world in which something is no common knowledge, for a path to where it is false. False if the worlds that are needed have changed.
    fn find_paths(&mut self, root: WorldAt) -> Result<bool, TooMuch> {
        let has_common = |access: &Accessibility| matches!(access, Accessibility::Common(_));
        if !self.closure.accesses.iter().any(has_common) {
            return Ok(true);
        }
        let needed = self.needed(root)?;
        for access in 0..self.closure.accesses.len() {
            let Accessibility::Common(group) = self.closure.accesses[access].clone() else {
                continue;
            };
            let members: Vec<usize> = self
                .closure
                .accesses
                .iter()
                .enumerate()
                .filter(
                    |(_, one)| matches!(one, Accessibility::Agent(agent) if group.contains(*agent)),
                )
                .map(|(at, _)| at)
                .collect();
            let component = self.components(&needed, &members)?;
            for (place, of) in self.closure.boxes.iter().enumerate() {
                if of.access != access {
                    continue;
                }
                let (common, body) = (of.literal, of.body_literal);
                let place = place as u32;
                let reaching: FxHashSet<usize> = needed
                    .iter()
                    .zip(&component)
                    .filter(|&(&world, _)| !is_true(&self.worlds[world].values, body))
                    .map(|(_, &component)| component)
                    .collect();
                let stuck = needed.iter().zip(&component).find(|&(&world, component)| {
                    let world = &self.worlds[world];
                    self.kinds.all[world.kind].visible.binary_search(&place).is_ok()
                        && !is_true(&world.values, common)
                        && !reaching.contains(component)
                });
                if let Some((&world, _)) = stuck {
                    self.reach(world, place, &group)?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// All worlds that are needed.
    pub fn needed(&mut self, root: WorldAt) -> Result<Vec<WorldAt>, TooMuch> {
        let mut needed = vec![root];
        let mut seen: FxHashSet<WorldAt> = needed.iter().copied().collect();
        let mut at = 0;
        while at < needed.len() {
            let world = needed[at];
            at += 1;
            for &want in self.wants(world)?.iter() {
                let next = match want {
                    Want::Path(place) => self.path(world, place),
                    Want::Member(cluster, place) => self.member(cluster, place),
                };
                if let Some(next) = next
                    && seen.insert(next)
                {
                    needed.push(next);
                }
            }
        }
        Ok(needed)
    }

    /// For each world, its component: worlds in one cluster of these accesses are in one.
    fn components(
        &mut self,
        needed: &[WorldAt],
        accesses: &[usize],
    ) -> Result<Vec<usize>, TooMuch> {
        let mut parents: Vec<usize> = (0..needed.len()).collect();
        fn root(parents: &mut [usize], mut at: usize) -> usize {
            while parents[at] != at {
                parents[at] = parents[parents[at]];
                at = parents[at];
            }
            at
        }
        let mut first: FxHashMap<usize, usize> = FxHashMap::default();
        for (at, &world) in needed.iter().enumerate() {
            let clusters = self.clusters_of(world)?;
            for &access in accesses {
                let earlier = *first.entry(clusters[access]).or_insert(at);
                let (one, other) = (root(&mut parents, earlier), root(&mut parents, at));
                parents[one] = other;
            }
        }
        Ok((0..needed.len()).map(|at| root(&mut parents, at)).collect())
    }

    /// Finds a path from a world to where something is false that is no common knowledge; if there is none, learns why.
    fn reach(
        &mut self,
        start: WorldAt,
        place: u32,
        group: &hexa_logic::Group,
    ) -> Result<(), TooMuch> {
        match invariant::reach(self, start, place)? {
            Reached::Path(path) => {
                let mut from = start;
                for (access, values) in path {
                    let kind = self.kinds.lead(self.worlds[from].kind, access, &self.closure)?.1;
                    let next = self.add_world(kind, values)?;
                    self.paths.insert((from, place), next);
                    from = next;
                }
            }
            Reached::Never(never) => {
                let of = &self.closure.boxes[place as usize];
                let (literal, common) = (of.literal, of.formula);
                let mut clause = vec![literal];
                for list in &never {
                    let happens = self.closure.fresh();
                    list.iter().for_each(|&part| self.closure.clause(&[!happens, part]));
                    clause.push(happens);
                }
                self.closure.clause(&clause);
                let named = |list: &Vec<Lit>| {
                    list.iter().map(|&literal| self.closure.named(literal)).collect()
                };
                let lists = never.iter().map(named).collect();
                self.learnt.push(Learnt::Induction { group: group.clone(), common, never: lists });
                self.theorems.push(Theorem::Induction(literal, never));
            }
        }
        Ok(())
    }
}
