//! What is known in a state, for all atoms at once: of every cell which atoms are true
//! everywhere in it and which somewhere, as sets of atoms.

use super::facts::{Content, Fact, Knower};
use super::{Observed, Subject};
use crate::explicit::bits::Bits;
use crate::limits::Pace;
use crate::view::AccessView;
use hexa_logic::{Agent, Atom, Group, Stopped, Vocabulary};
use std::collections::BTreeSet;

/// A state, ready to be asked.
pub(super) struct Side<'a> {
    pub(super) observed: Observed<'a>,
    /// The atoms true in each world.
    pub(super) values: Vec<Bits>,
    /// For each agent what they see; none if they have no access.
    pub(super) sights: Vec<Option<Sight>>,
    /// The atoms that "everything" means.
    pub(super) subject: &'a Subject,
}

/// What an agent considers possible where.
pub(super) struct Sight {
    /// The list of each world.
    pub(super) of: Vec<u32>,
    /// The worlds considered possible.
    pub(super) lists: Vec<Vec<usize>>,
    /// Of each list the atoms true everywhere in it, and those true somewhere.
    extremes: Vec<Extremes>,
    pub(super) kind: Kind,
}

/// Whether what an agent knows is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Cells.
    Knowledge,
    /// Arrows.
    Belief,
}

/// The atoms true everywhere in a set of worlds, and those true somewhere.
#[derive(Clone)]
struct Extremes {
    everywhere: Bits,
    somewhere: Bits,
}

impl Extremes {
    /// Of no world.
    fn new(atoms: usize) -> Self {
        let mut everywhere = Bits::with_capacity(atoms);
        everywhere.insert_range(..);
        Self { everywhere, somewhere: Bits::with_capacity(atoms) }
    }

    fn add(&mut self, world: &Bits) {
        self.everywhere.intersect_with(world);
        self.somewhere.union_with(world);
    }

    fn of<'w>(atoms: usize, worlds: impl Iterator<Item = &'w Bits>) -> Self {
        let mut extremes = Self::new(atoms);
        worlds.for_each(|world| extremes.add(world));
        extremes
    }

    fn nowhere(&self) -> Bits {
        complement(&self.somewhere)
    }

    /// The atoms whose value is the same in all worlds.
    fn settled_atoms(&self) -> Bits {
        let mut settled = self.nowhere();
        settled.union_with(&self.everywhere);
        settled
    }
}

fn complement(set: &Bits) -> Bits {
    let mut other = set.clone();
    other.toggle_range(..);
    other
}

impl Sight {
    pub(super) fn new(
        of: Vec<u32>,
        lists: Vec<Vec<usize>>,
        kind: Kind,
        values: &[Bits],
        atoms: usize,
        pace: &Pace,
    ) -> Result<Self, Stopped> {
        let mut extremes = Vec::with_capacity(lists.len());
        for list in &lists {
            pace.count(1 + list.len() as u64)?;
            extremes.push(Extremes::of(atoms, list.iter().map(|&w| &values[w])));
        }
        Ok(Self { of, lists, extremes, kind })
    }

    fn from_access(
        access: &AccessView,
        values: &[Bits],
        atoms: usize,
        pace: &Pace,
    ) -> Result<Self, Stopped> {
        let worlds = values.len();
        match access {
            AccessView::Cells(cells) => {
                let mut of = vec![0; worlds];
                for (at, cell) in cells.iter().enumerate() {
                    cell.iter().for_each(|&world| of[world] = at as u32);
                }
                Self::new(of, cells.clone(), Kind::Knowledge, values, atoms, pace)
            }
            AccessView::Arrows(arrows) => {
                let mut lists = vec![Vec::new(); worlds];
                arrows.iter().for_each(|&(from, to)| lists[from].push(to));
                let of = (0..worlds as u32).collect();
                Self::new(of, lists, Kind::Belief, values, atoms, pace)
            }
        }
    }

    /// What the agent considers possible in a world.
    pub(super) fn from(&self, world: usize) -> &[usize] {
        &self.lists[self.of[world] as usize]
    }
}

impl<'a> Side<'a> {
    pub(super) fn new(
        observed: Observed<'a>,
        vocabulary: &Vocabulary,
        subject: &'a Subject,
        pace: &Pace,
    ) -> Result<Self, Stopped> {
        let atoms = vocabulary.atom_count();
        let value = |world: &crate::view::WorldView| {
            let mut value = Bits::with_capacity(atoms);
            value.extend(world.atoms.iter().map(|atom| atom.index()));
            value
        };
        let values: Vec<Bits> = pace.collect(observed.view.worlds.iter().map(value))?;
        let sight = |agent| {
            super::cells::access(observed.view, agent)
                .map(|access| Sight::from_access(access, &values, atoms, pace))
                .transpose()
        };
        let sights = vocabulary.agents().map(sight).collect::<Result<_, _>>()?;
        Ok(Self { observed, values, sights, subject })
    }

    pub(super) fn actual(&self) -> usize {
        self.observed.view.actual
    }

    /// Who has access.
    pub(super) fn group(&self) -> Group {
        let agents = (0..self.sights.len()).map(Agent::from_index);
        agents.filter(|agent| self.sights[agent.index()].is_some()).collect()
    }

    pub(super) fn sight(&self, agent: Agent) -> Option<&Sight> {
        self.sights.get(agent.index())?.as_ref()
    }

    /// The worlds that steps of a group lead to from the actual one, itself included.
    pub(super) fn reach(&self, group: &Group) -> Vec<usize> {
        let mut met = Bits::with_capacity(self.values.len());
        let mut lists: Vec<Bits> = self
            .sights
            .iter()
            .map(|s| Bits::with_capacity(s.as_ref().map_or(0, |s| s.lists.len())))
            .collect();
        let mut waiting = vec![self.actual()];
        met.insert(self.actual());
        while let Some(world) = waiting.pop() {
            for agent in group.iter() {
                let Some(sight) = self.sight(agent) else { continue };
                let list = sight.of[world] as usize;
                if lists[agent.index()].put(list) {
                    continue;
                }
                waiting.extend(sight.lists[list].iter().filter(|&&next| !met.put(next)));
            }
        }
        met.ones().collect()
    }

    /// The worlds in which something must hold that somebody knows.
    pub(super) fn possible(&self, knower: Knower, group: &Group) -> Vec<usize> {
        match knower {
            Knower::Everybody => self.reach(group),
            Knower::Agent(agent) => {
                self.sight(agent).map_or(Vec::new(), |sight| sight.from(self.actual()).to_vec())
            }
        }
    }

    /// Everything of the kinds we speak of that is known of the facts.
    pub(super) fn of_facts(&self, knower: Knower, worlds: &[usize], found: &mut BTreeSet<Fact>) {
        let extremes = Extremes::of(
            self.subject.atoms().len(),
            worlds.iter().map(|&world| &self.values[world]),
        );
        let mut tell = |content| found.extend([Fact { knower, content }]);
        atoms(&extremes.everywhere).for_each(|atom| tell(Content::Holds(atom)));
        atoms(&extremes.nowhere()).for_each(|atom| tell(Content::Fails(atom)));
        if self.subject.atoms().is_subset(&extremes.settled_atoms()) {
            tell(Content::Everything);
        }
        for (at, truth) in self.observed.formulas.iter().enumerate() {
            if worlds.iter().all(|&world| truth[world]) {
                tell(Content::Formula(at));
            }
        }
    }

    /// Everything of the kinds we speak of that is known of an agent's knowledge.
    pub(super) fn of_knowledge(
        &self,
        knower: Knower,
        worlds: &[usize],
        agent: Agent,
        found: &mut BTreeSet<Fact>,
    ) {
        let Some(sight) = self.sight(agent) else { return };
        let mut lists: Vec<u32> = worlds.iter().map(|&world| sight.of[world]).collect();
        lists.sort_unstable();
        lists.dedup();
        let seen = lists.iter().map(|&list| &sight.extremes[list as usize]);
        let contents = About::of(seen, self.subject).contents(agent);
        found.extend(contents.into_iter().map(|content| Fact { knower, content }));
    }
}

/// What holds of an agent's knowledge in all of several worlds.
struct About {
    yes: Bits,
    no: Bits,
    whether: Bits,
    unsure: Bits,
    everything: usize,
    worlds: usize,
    /// Only of cards is it a plain thing to say that somebody knows everything.
    cards: bool,
}

impl About {
    fn of<'e>(seen: impl Iterator<Item = &'e Extremes>, subject: &Subject) -> Self {
        let all = Extremes::new(subject.atoms().len()).everywhere;
        let mut about = Self {
            yes: all.clone(),
            no: all.clone(),
            whether: all.clone(),
            unsure: all,
            everything: 0,
            worlds: 0,
            cards: matches!(subject, Subject::Deal(_)),
        };
        for extremes in seen {
            let settled = extremes.settled_atoms();
            about.everything += usize::from(subject.atoms().is_subset(&settled));
            about.worlds += 1;
            about.yes.intersect_with(&extremes.everywhere);
            about.no.intersect_with(&extremes.nowhere());
            about.unsure.difference_with(&settled);
            about.whether.intersect_with(&settled);
        }
        about
    }

    fn contents(&self, agent: Agent) -> Vec<Content> {
        let mut found: Vec<Content> = Vec::new();
        found.extend(atoms(&self.yes).map(|atom| Content::Knows(agent, atom)));
        found.extend(atoms(&self.no).map(|atom| Content::KnowsNot(agent, atom)));
        found.extend(atoms(&self.whether).map(|atom| Content::KnowsWhether(agent, atom)));
        found.extend(atoms(&self.unsure).map(|atom| Content::Unsure(agent, atom)));
        if self.cards && self.everything == self.worlds {
            found.push(Content::KnowsEverything(agent));
        }
        if self.cards && self.everything == 0 {
            found.push(Content::LacksSomething(agent));
        }
        found
    }
}

/// What holds of an agent's knowledge in all of several worlds, each given by what they consider
/// possible there.
pub(super) fn contents_of(
    agent: Agent,
    lists: &[Vec<usize>],
    values: &[Bits],
    subject: &Subject,
) -> Vec<Content> {
    let seen: Vec<Extremes> = lists
        .iter()
        .map(|list| Extremes::of(subject.atoms().len(), list.iter().map(|&world| &values[world])))
        .collect();
    About::of(seen.iter(), subject).contents(agent)
}

fn atoms(set: &Bits) -> impl Iterator<Item = Atom> + '_ {
    set.ones().map(Atom::from_index)
}
