//! Chains of possibilities, and what rules them out. In the actual world a considers w
//! possible: a chain of one link. There b would consider w' possible: a chain of two.
//! Common knowledge looks at the worlds at the end of chains of any length, and at
//! b's links between them.
//!
//! K_a φ rules out the links of a from the actual world to where φ fails. K_a K_b φ rules
//! out the chains over a and b that end where φ fails, and K_a Kw_b φ those whose link of b
//! joins a world where φ holds and one where it fails. What is known is true if access is by cells:
//! so K_c Kw_b φ rules out links of b from the actual world too.
//!
//! The chains are those of the state before, if executing the action took chains away
//! and added none. Otherwise (facts have changed, or another state was restored) they
//! run between the valuations of both states, wherever that agrees with what was known
//! before and still is: an atom, and common knowledge of who knows whether.

use super::Subject;
use super::facts::{Content, Fact, Knower, Turned};
use super::known::{Kind, Side, contents_of};
use crate::explicit::bits::Bits;
use crate::limits::Pace;
use hexa_logic::{Agent, Atom, Group, Stopped};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Where chains run.
pub(super) struct Base<'a> {
    subject: &'a Subject,
    pub(super) pace: &'a Pace,
    group: Group,
    kinds: Vec<Option<Kind>>,
    values: Vec<Bits>,
    /// Where the formulas observed are true.
    formulas: Vec<Vec<bool>>,
    actual: usize,
    /// For each agent the worlds they consider possible in the actual one.
    first: Vec<Vec<usize>>,
    /// For each agent the worlds they consider possible in each list, and the list of each world.
    links: Vec<Links>,
    /// The worlds that common knowledge looks at.
    reach: Vec<usize>,
    origin: Origin,
}

#[derive(Default)]
struct Links {
    of: Vec<u32>,
    lists: Vec<Vec<usize>>,
}

impl Links {
    fn from(&self, world: usize) -> &[usize] {
        self.of.get(world).map_or(&[], |&list| &self.lists[list as usize])
    }
}

/// Where the chains come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// They are those of the state before.
    Before,
    /// They are those that what was known and still is does not rule out.
    StillKnown,
}

impl<'a> Base<'a> {
    pub(super) fn new(
        before: &Side<'a>,
        after: &Side<'a>,
        group: &Group,
        kept: &BTreeSet<Fact>,
        pace: &'a Pace,
    ) -> Result<Self, Stopped> {
        match takes_away(before, after, group, pace)? {
            true => Ok(Self::of_before(before, group, pace)),
            false => Self::still_known(before, after, group, kept, pace),
        }
    }

    fn of_before(side: &Side<'a>, group: &Group, pace: &'a Pace) -> Self {
        let links = |sight: &Option<super::known::Sight>| {
            let copied =
                |s: &super::known::Sight| Links { of: s.of.clone(), lists: s.lists.clone() };
            sight.as_ref().map_or(Links::default(), copied)
        };
        let links: Vec<Links> = side.sights.iter().map(links).collect();
        Self {
            subject: side.subject,
            pace,
            group: group.clone(),
            kinds: side.sights.iter().map(|s| s.as_ref().map(|s| s.kind)).collect(),
            values: side.values.clone(),
            formulas: side.observed.formulas.to_vec(),
            actual: side.actual(),
            first: links.iter().map(|links| links.from(side.actual()).to_vec()).collect(),
            links,
            reach: side.reach(group),
            origin: Origin::Before,
        }
    }

    fn still_known(
        before: &Side<'a>,
        side: &Side<'a>,
        group: &Group,
        kept: &BTreeSet<Fact>,
        pace: &'a Pace,
    ) -> Result<Self, Stopped> {
        // Without those of the state before, nothing would be ruled out that holds in all worlds now.
        let all: Vec<&Bits> = side.values.iter().chain(&before.values).collect();
        let distinct = Distinct::of(&all, pace)?;
        let values: Vec<Bits> = distinct.worlds.iter().map(|&w| all[w].clone()).collect();
        let formula = |(new, old): (&Vec<bool>, &Vec<bool>)| {
            let truth = |&w: &usize| new.get(w).copied().unwrap_or_else(|| old[w - new.len()]);
            distinct.worlds.iter().map(truth).collect()
        };
        let formulas = side.observed.formulas.iter().zip(before.observed.formulas);
        let agents = 0..side.sights.len();
        let links = agents.clone().map(|at| kept_links(Agent::from_index(at), &values, kept, pace));
        let mut base = Self {
            subject: side.subject,
            pace,
            group: group.clone(),
            kinds: side.sights.iter().map(|s| s.as_ref().map(|s| s.kind)).collect(),
            formulas: formulas.map(formula).collect(),
            actual: distinct.of[side.actual()] as usize,
            first: Vec::new(),
            links: links.collect::<Result<_, _>>()?,
            reach: (0..values.len()).collect(),
            values,
            origin: Origin::StillKnown,
        };
        base.first = agents.map(|at| base.kept_first(Agent::from_index(at), kept)).collect();
        Ok(base)
    }

    /// What an agent may consider possible in the actual world, as far as what they still know says.
    fn kept_first(&self, agent: Agent, kept: &BTreeSet<Fact>) -> Vec<usize> {
        let known: Vec<&Fact> =
            kept.iter().filter(|fact| fact.knower == Knower::Agent(agent)).collect();
        let from = self.links[agent.index()].from(self.actual).iter().copied();
        from.filter(|&w| !known.iter().any(|fact| self.fails_at(fact.content, w))).collect()
    }

    pub(super) fn group(&self) -> &Group {
        &self.group
    }

    pub(super) fn kind(&self, agent: Agent) -> Option<Kind> {
        self.kinds.get(agent.index()).copied().flatten()
    }

    pub(super) fn is_subject(&self, atom: Atom) -> bool {
        self.subject.atoms().contains(atom.index())
    }

    /// Whether "everything" means the cards.
    pub(super) fn has_cards(&self) -> bool {
        matches!(self.subject, Subject::Deal(_))
    }

    /// Whether what is known so is true. Common knowledge always is.
    pub(super) fn is_true_knowledge(&self, knower: Knower) -> bool {
        match knower {
            Knower::Everybody => true,
            Knower::Agent(agent) => self.kind(agent) == Some(Kind::Knowledge),
        }
    }

    /// Whether a fact is the ruling out of chains.
    pub(super) fn rules(&self, fact: Fact) -> bool {
        use Content as C;
        match fact.content {
            C::LacksSomething(_) | C::Unsure(..) => false,
            C::KnowsWhether(agent, _) | C::KnowsEverything(agent) => {
                self.kind(agent) == Some(Kind::Knowledge)
            }
            // An agent who has arrows may know the wrong deal.
            C::Everything => self.is_true_knowledge(fact.knower),
            C::Holds(_) | C::Formula(_) | C::Fails(_) | C::Knows(..) | C::KnowsNot(..) => true,
        }
    }

    /// Whether it is known not to be in a world that is the end of a chain.
    fn fails_at(&self, content: Content, world: usize) -> bool {
        use Content as C;
        let value = &self.values[world];
        match content {
            C::Holds(atom) => !value.contains(atom.index()),
            C::Fails(atom) => value.contains(atom.index()),
            C::Everything => self.differ(self.actual, world),
            C::Formula(at) => !self.formulas[at][world],
            C::Knows(agent, atom) => {
                self.kind(agent) == Some(Kind::Knowledge) && !value.contains(atom.index())
            }
            C::KnowsNot(agent, atom) => {
                self.kind(agent) == Some(Kind::Knowledge) && value.contains(atom.index())
            }
            C::KnowsEverything(_) | C::KnowsWhether(..) | C::LacksSomething(_) | C::Unsure(..) => {
                false
            }
        }
    }

    /// Whether a link of the agent it speaks of is ruled out.
    fn fails_between(&self, content: Content, from: usize, to: usize) -> bool {
        use Content as C;
        let value = |world: usize, atom: Atom| self.values[world].contains(atom.index());
        match content {
            C::Knows(_, atom) => !value(to, atom),
            C::KnowsNot(_, atom) => value(to, atom),
            C::KnowsWhether(agent, atom) => {
                self.kind(agent) == Some(Kind::Knowledge) && value(from, atom) != value(to, atom)
            }
            C::KnowsEverything(agent) => {
                self.kind(agent) == Some(Kind::Knowledge) && self.differ(from, to)
            }
            C::Everything
            | C::Holds(_)
            | C::Formula(_)
            | C::Fails(_)
            | C::LacksSomething(_)
            | C::Unsure(..) => false,
        }
    }

    fn differ(&self, left: usize, right: usize) -> bool {
        let (left, right) = (&self.values[left], &self.values[right]);
        self.subject.atoms().ones().any(|atom| left.contains(atom) != right.contains(atom))
    }

    /// Whether a fact rules out that an agent considers a world possible in the actual one.
    fn excludes_first(&self, fact: Fact, agent: Agent, world: usize) -> bool {
        let known = fact.knower == Knower::Agent(agent) || fact.knower == Knower::Everybody;
        known && self.fails_at(fact.content, world)
            || fact.content.about() == Some(agent)
                && self.is_true_knowledge(fact.knower)
                && self.fails_between(fact.content, self.actual, world)
    }

    /// Whether a fact rules out a chain over two agents.
    fn excludes_second(&self, fact: Fact, agents: (Agent, Agent), (v, w): (usize, usize)) -> bool {
        let (agent, other) = agents;
        let public = fact.knower == Knower::Everybody;
        let known = public || fact.knower == Knower::Agent(agent);
        self.excludes_first(fact, agent, v)
            || known
                && fact.content.about() == Some(other)
                && self.fails_between(fact.content, v, w)
            || public && self.fails_at(fact.content, w)
    }

    /// Whether common knowledge rules out a link of an agent.
    fn excludes_link(&self, fact: Fact, agent: Agent, (v, w): (usize, usize)) -> bool {
        fact.knower == Knower::Everybody
            && (self.fails_at(fact.content, v)
                || self.fails_at(fact.content, w)
                || fact.content.about() == Some(agent) && self.fails_between(fact.content, v, w))
    }

    fn excludes_world(&self, fact: Fact, world: usize) -> bool {
        fact.knower == Knower::Everybody && self.fails_at(fact.content, world)
    }

    /// For two facts of the same knower about the facts: whether one fails wherever the other does.
    pub(super) fn worlds_imply(&self, strong: Fact, weak: Fact) -> bool {
        let plain = |fact: Fact| fact.content.about().is_none();
        let worlds = match strong.knower {
            Knower::Everybody => &self.reach,
            Knower::Agent(agent) => &self.first[agent.index()],
        };
        plain(strong)
            && plain(weak)
            && self.origin == Origin::StillKnown
            && worlds
                .iter()
                .all(|&w| !self.fails_at(weak.content, w) || self.fails_at(strong.content, w))
    }
}

/// The links of an agent that common knowledge of what they know does not rule out.
fn kept_links(
    agent: Agent,
    values: &[Bits],
    kept: &BTreeSet<Fact>,
    pace: &Pace,
) -> Result<Links, Stopped> {
    let mut seen = Bits::with_capacity(values.first().map_or(0, Bits::len));
    for fact in kept.iter().filter(|fact| fact.knower == Knower::Everybody) {
        if let Content::KnowsWhether(of, atom) = fact.content
            && of == agent
        {
            seen.insert(atom.index());
        }
    }
    let mut lists: Vec<Vec<usize>> = Vec::new();
    let mut known: FxHashMap<Vec<usize>, u32> = FxHashMap::default();
    let mut of = Vec::with_capacity(values.len());
    for (world, value) in values.iter().enumerate() {
        pace.count(1)?;
        let looks: Vec<usize> = value.intersection(&seen).collect();
        let list = *known.entry(looks).or_insert(lists.len() as u32);
        if list as usize == lists.len() {
            lists.push(Vec::new());
        }
        lists[list as usize].push(world);
        of.push(list);
    }
    Ok(Links { of, lists })
}

/// Worlds taken together by their valuations.
struct Distinct {
    /// The number of each world's valuation.
    of: Vec<u32>,
    /// A world for each valuation.
    worlds: Vec<usize>,
}

impl Distinct {
    fn of(values: &[&Bits], pace: &Pace) -> Result<Self, Stopped> {
        let mut numbers: FxHashMap<&Bits, u32> = FxHashMap::default();
        let mut worlds = Vec::new();
        let mut of = Vec::with_capacity(values.len());
        for (world, &value) in values.iter().enumerate() {
            pace.count(1)?;
            let number = *numbers.entry(value).or_insert(worlds.len() as u32);
            if number as usize == worlds.len() {
                worlds.push(world);
            }
            of.push(number);
        }
        Ok(Self { of, worlds })
    }
}

/// Whether all links after were there before, as far as valuations tell.
fn takes_away(
    before: &Side<'_>,
    after: &Side<'_>,
    group: &Group,
    pace: &Pace,
) -> Result<bool, Stopped> {
    let mut places: FxHashMap<&Bits, Vec<usize>> = FxHashMap::default();
    for (world, value) in before.values.iter().enumerate() {
        pace.count(1)?;
        places.entry(value).or_default().push(world);
    }
    if before.values[before.actual()] != after.values[after.actual()]
        || after.values.iter().any(|value| !places.contains_key(value))
    {
        return Ok(false);
    }
    let distinct = places.len() == before.values.len();
    let one = |agent: Agent| {
        let (Some(old), Some(new)) = (before.sight(agent), after.sight(agent)) else {
            return Ok(false);
        };
        if distinct && old.kind == Kind::Knowledge && new.kind == Kind::Knowledge {
            let cell = |&w: &usize| old.of[places[&after.values[w]][0]];
            for list in &new.lists {
                pace.count(1 + list.len() as u64)?;
                if !list.iter().map(cell).is_sorted_by(|a, b| a == b) {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let inside = |from: usize, list: &[usize]| {
            let there: FxHashSet<&Bits> =
                old.from(from).iter().map(|&w| &before.values[w]).collect();
            list.iter().all(|&w| there.contains(&after.values[w]))
        };
        let mut done = FxHashSet::default();
        if !inside(before.actual(), new.from(after.actual())) {
            return Ok(false);
        }
        let worlds =
            (0..after.values.len()).filter(|&w| done.insert((new.of[w], &after.values[w])));
        for w in worlds {
            let mut found = false;
            for &v in &places[&after.values[w]] {
                pace.count(1 + (old.from(v).len() + new.from(w).len()) as u64)?;
                found = found || inside(v, new.from(w));
            }
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    };
    for agent in group.iter() {
        if !one(agent)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Which facts rule out which chains.
impl Base<'_> {
    /// How many questions finding that out takes.
    pub(super) fn steps(&self, turned: &Turned) -> u64 {
        let count = |set: &BTreeSet<Fact>, knower: Knower, agent: Agent| {
            let such = |f: &&Fact| f.knower == knower && f.content.about() == Some(agent);
            set.iter().filter(such).count() as u64
        };
        let facts = (turned.gained.len() + 1) as u64;
        let mut steps = 0;
        for other in self.group.iter() {
            let public = Knower::Everybody;
            if count(&turned.gained, public, other) + count(&turned.lost, public, other) > 0 {
                steps += self.link_count(&self.reach, other) * facts;
            }
            for agent in self.group.iter().filter(|&agent| agent != other) {
                let knower = Knower::Agent(agent);
                if count(&turned.gained, knower, other) + count(&turned.lost, knower, other) > 0 {
                    steps += self.link_count(&self.first[agent.index()], other) * facts;
                }
            }
        }
        steps
    }

    fn link_count(&self, from: &[usize], agent: Agent) -> u64 {
        from.iter().map(|&world| self.links[agent.index()].from(world).len() as u64).sum()
    }

    /// For each chain that some fact rules out, which ones do.
    pub(super) fn chains(&self, facts: &[Fact]) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut found: FxHashSet<Vec<u32>> = FxHashSet::default();
        found.extend(self.first_links(facts)?);
        let such = |wanted: &dyn Fn(&Fact) -> bool| facts.iter().any(wanted);
        if such(&|fact| fact.knower == Knower::Everybody) {
            for &w in &self.reach {
                found.insert(self.pick(facts, |f| self.excludes_world(f, w))?);
            }
        }
        for other in self.group.iter() {
            let about = |fact: &Fact| fact.content.about() == Some(other);
            if such(&|fact| fact.knower == Knower::Everybody && about(fact)) {
                for link in self.links_from(&self.reach, other) {
                    found.insert(self.pick(facts, |f| self.excludes_link(f, other, link))?);
                }
            }
            for agent in self.group.iter().filter(|&agent| agent != other) {
                if such(&|fact| fact.knower == Knower::Agent(agent) && about(fact)) {
                    let agents = (agent, other);
                    for link in self.links_from(&self.first[agent.index()], other) {
                        found.insert(self.pick(facts, |f| self.excludes_second(f, agents, link))?);
                    }
                }
            }
        }
        Ok(sort_chains(found))
    }

    /// The same for the links from the actual world.
    pub(super) fn first_links(&self, facts: &[Fact]) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut found = FxHashSet::default();
        for agent in self.group.iter() {
            let own = |fact: &Fact| fact.knower == Knower::Agent(agent) && self.rules(*fact);
            let learnt = facts.iter().any(own);
            for &world in self.first[agent.index()].iter().filter(|_| learnt) {
                found.insert(self.pick(facts, |fact| {
                    self.rules(fact) && self.excludes_first(fact, agent, world)
                })?);
            }
        }
        Ok(sort_chains(found))
    }

    /// The places of the facts that rule something out.
    fn pick(&self, facts: &[Fact], excludes: impl Fn(Fact) -> bool) -> Result<Vec<u32>, Stopped> {
        self.pace.count(1 + facts.len() as u64)?;
        let excluding = (0..).zip(facts).filter(|&(_, &fact)| excludes(fact));
        Ok(excluding.map(|(at, _)| at).collect())
    }

    fn links_from<'s>(
        &'s self,
        from: &'s [usize],
        agent: Agent,
    ) -> impl Iterator<Item = (usize, usize)> + 's {
        let links = &self.links[agent.index()];
        from.iter().flat_map(move |&v| links.from(v).iter().map(move |&w| (v, w)))
    }
}

fn sort_chains(found: FxHashSet<Vec<u32>>) -> Vec<Vec<u32>> {
    let mut chains: Vec<Vec<u32>> = found.into_iter().filter(|facts| !facts.is_empty()).collect();
    chains.sort_unstable();
    chains
}

/// What is left when only the listed facts rule chains out.
impl Base<'_> {
    /// The facts that rule nothing out, and those lost, that what is left does not explain.
    pub(super) fn unexplained_facts(
        &self,
        listed: &[Fact],
        mute: &[Fact],
        lost: &BTreeSet<Fact>,
    ) -> Result<Turned, Stopped> {
        let mut open = Turned { lost: lost.clone(), ..Turned::default() };
        open.gained.extend(mute.iter().copied());
        // What has become false cannot be known any more.
        let is_false = |fact: &Fact| {
            self.is_true_knowledge(fact.knower) && self.fails_at(fact.content, self.actual)
        };
        open.lost.retain(|fact| !is_false(fact));
        if self.origin == Origin::StillKnown {
            return Ok(open);
        }
        let reach = self.left_worlds(listed)?;
        let topic = |fact: &Fact| Some((fact.knower, fact.content.about()?));
        let topics: BTreeSet<(Knower, Agent)> = mute.iter().chain(lost).filter_map(topic).collect();
        for (knower, other) in topics {
            let left: BTreeSet<Content> =
                self.remaining_contents(listed, knower, other, &reach)?.into_iter().collect();
            let here = |fact: &Fact| topic(fact) == Some((knower, other));
            open.gained.retain(|fact| !here(fact) || !left.contains(&fact.content));
            open.lost.retain(|fact| !here(fact) || left.contains(&fact.content));
        }
        Ok(open)
    }

    /// What holds of an agent's knowledge wherever chains that are left lead.
    fn remaining_contents(
        &self,
        listed: &[Fact],
        knower: Knower,
        other: Agent,
        reach: &[usize],
    ) -> Result<Vec<Content>, Stopped> {
        let links = &self.links[other.index()];
        let effort = |v: &usize| 1 + (links.from(*v).len() * (1 + listed.len())) as u64;
        let lists: Vec<Vec<usize>> = match knower {
            Knower::Everybody => {
                let gone = |v, w| listed.iter().any(|&f| self.excludes_link(f, other, (v, w)));
                let rest = |v: &usize| {
                    self.pace.count(effort(v))?;
                    Ok(links.from(*v).iter().copied().filter(|&w| !gone(*v, w)).collect())
                };
                reach.iter().map(rest).collect::<Result<_, _>>()?
            }
            Knower::Agent(agent) => {
                let known =
                    |&&v: &&usize| !listed.iter().any(|&f| self.excludes_first(f, agent, v));
                let agents = (agent, other);
                let gone = |v, w| listed.iter().any(|&f| self.excludes_second(f, agents, (v, w)));
                let rest = |v: &usize| {
                    self.pace.count(effort(v))?;
                    Ok(links.from(*v).iter().copied().filter(|&w| !gone(*v, w)).collect())
                };
                let first = self.first[agent.index()].iter().filter(known);
                first.map(rest).collect::<Result<_, _>>()?
            }
        };
        Ok(contents_of(other, &lists, &self.values, self.subject))
    }

    /// The worlds that common knowledge still looks at.
    fn left_worlds(&self, listed: &[Fact]) -> Result<Vec<usize>, Stopped> {
        let mut met = Bits::with_capacity(self.values.len());
        met.insert(self.actual);
        let mut waiting = vec![self.actual];
        while let Some(v) = waiting.pop() {
            for agent in self.group.iter() {
                let next = self.links[agent.index()].from(v);
                self.pace.count(1 + (next.len() * (1 + listed.len())) as u64)?;
                for &w in next {
                    let gone = listed.iter().any(|&f| self.excludes_link(f, agent, (v, w)));
                    if !gone && !met.put(w) {
                        waiting.push(w);
                    }
                }
            }
        }
        Ok(met.ones().collect())
    }
}
