//! Descriptions of finite states: the characteristic formula of thesis sec. 3.4. It is true in a
//! state if and only if the state is bisimilar to the one described, for the same agents and atoms.
//!
//! Every world of the contraction gets a formula of its own, δ_w: its valuation, and, where worlds have
//! the same valuation, what tells them apart: what somebody knows of an atom if that is enough, and
//! otherwise what somebody considers possible, as partition refinement finds it. The description says
//! that the formula of the actual world holds, and that everybody commonly knows for each set of worlds
//! that an agent considers possible: where they do, they know that one of them is the case and
//! consider each of them possible. Sets are written once, not once for each world that sees them, so
//! that the description grows with worlds times agents.

use crate::compare::bisimulation::contraction;
use crate::explicit::bits::Bits;
use crate::explicit::relation::Relation;
use crate::explicit::state::State;
use crate::limits::{Limit, Pace, Work};
use hexa_logic::{Agent, Atom, Formula, FormulaNode, Group, Stopped, Terms};
use rustc_hash::FxHashMap;

/// What describes a state.
#[derive(Clone, Debug)]
pub struct Description {
    /// The literals that are true in all worlds.
    pub everywhere: Vec<Formula>,
    /// The worlds of the contraction, each with the formula that is true in no other.
    pub worlds: Vec<Formula>,
    /// What the worlds are called, where they have names.
    pub names: Vec<Option<String>>,
    /// The actual one of them.
    pub actual: usize,
    /// What agents consider possible.
    pub sights: Vec<Sight>,
    /// Who has access.
    pub group: Group,
}

/// What an agent considers possible in some worlds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The agent.
    pub agent: Agent,
    /// The worlds where they do.
    pub from: Vec<usize>,
    /// The worlds that they then consider possible.
    pub seen: Vec<usize>,
}

/// Among which states a description describes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among {
    /// Those where everybody's access is a partition, as in the thesis.
    Partitions,
    /// All.
    All,
}

impl Description {
    /// The characteristic formula.
    pub fn formula(&self, among: Among, terms: &mut Terms) -> Formula {
        let mut common = self.everywhere.clone();
        common.extend(self.sights.iter().map(|sight| self.sight(sight, among, terms)));
        let common = terms.and(common);
        let common = match self.group.is_empty() {
            // Without agents only the actual world counts.
            true => common,
            false => terms.formula(FormulaNode::Common(self.group.clone(), common)),
        };
        terms.and(vec![self.worlds[self.actual], common])
    }

    /// Where an agent considers some worlds possible, they know that it is one of them, and consider
    /// each of them possible.
    pub fn sight(&self, sight: &Sight, among: Among, terms: &mut Terms) -> Formula {
        let one_of = |worlds: &[usize], terms: &mut Terms| {
            terms.or(worlds.iter().map(|&world| self.worlds[world]).collect())
        };
        let (from, seen) = (one_of(&sight.from, terms), one_of(&sight.seen, terms));
        let mut then = vec![terms.formula(FormulaNode::Knows(sight.agent, seen))];
        // In a partition, the only one is possible since it is the case.
        if sight.seen.len() > 1 || among == Among::All {
            then.extend(sight.seen.iter().map(|&world| {
                terms.formula(FormulaNode::Imagines(sight.agent, self.worlds[world]))
            }));
        }
        let then = terms.and(then);
        terms.formula(FormulaNode::Implies(from, then))
    }
}

/// Describes a state.
pub fn describe(state: &State, terms: &mut Terms) -> Result<Description, Limit> {
    let state = contraction(state)?;
    let mut work = Work::new(state.limits());
    let atoms = (0..state.model().atoms()).map(Atom::from_index);
    let (varying, fixed): (Vec<Atom>, Vec<Atom>) = atoms.partition(|&atom| varies(&state, atom));
    let everywhere = fixed.iter().map(|&atom| literal(&state, 0, atom, terms)).collect();
    let sights = sights(&state, work.pace())?;
    let telling = Telling::new(&state, &sights, &varying, terms, work.pace())?;
    let worlds = telling.run(terms, &mut work)?;
    let actual = state.point().index();
    let named = |world: usize| state.model().name(world).map(str::to_owned);
    let names = (0..state.model().worlds()).map(named).collect();
    Ok(Description { everywhere, worlds, names, actual, sights, group: state.group().clone() })
}

fn is_true(state: &State, world: usize, atom: Atom) -> bool {
    state.model().column(atom).is_some_and(|column| column.contains(world))
}

fn varies(state: &State, atom: Atom) -> bool {
    let first = is_true(state, 0, atom);
    (0..state.model().worlds()).any(|world| is_true(state, world, atom) != first)
}

fn literal(state: &State, world: usize, atom: Atom, terms: &mut Terms) -> Formula {
    let positive = terms.formula(FormulaNode::Atom(atom));
    if is_true(state, world, atom) { positive } else { terms.not(positive) }
}

/// The sets of worlds that agents see, each once.
fn sights(state: &State, pace: &Pace) -> Result<Vec<Sight>, Stopped> {
    let mut all = Vec::new();
    for agent in state.group().iter() {
        let Some(relation) = state.model().relation(agent) else { continue };
        let mut known: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        let seen = seen_sets(relation, state.model().worlds());
        for (world, seen) in seen.into_iter().enumerate() {
            pace.count(1 + seen.len() as u64)?;
            let at = *known.entry(seen.clone()).or_insert(all.len());
            if at == all.len() {
                all.push(Sight { agent, from: Vec::new(), seen });
            }
            all[at].from.push(world);
        }
    }
    Ok(all)
}

/// For each world the worlds that are seen from it.
fn seen_sets(relation: &Relation, worlds: usize) -> Vec<Vec<usize>> {
    match relation {
        Relation::Cells(cells) => {
            let mut members = vec![Vec::new(); cells.bound()];
            (0..worlds).for_each(|world| members[cells.class()[world] as usize].push(world));
            (0..worlds).map(|world| members[cells.class()[world] as usize].clone()).collect()
        }
        Relation::Arrows(arrows) => {
            let seen = |world| arrows.successors(world).iter().map(|&to| to as usize).collect();
            (0..worlds).map(seen).collect()
        }
    }
}

/// Worlds that are being told apart.
struct Telling<'s> {
    sights: &'s [Sight],
    worlds: usize,
    /// For each world the block it is in.
    block: Vec<usize>,
    /// For each block a formula that is true in its worlds only.
    formulas: Vec<Formula>,
    /// Formulas that are easy to read, with the worlds where they are true.
    easy: Vec<(Formula, Bits)>,
}

impl<'s> Telling<'s> {
    /// At first by what is true.
    fn new(
        state: &State,
        sights: &'s [Sight],
        varying: &[Atom],
        terms: &mut Terms,
        pace: &Pace,
    ) -> Result<Self, Stopped> {
        let worlds = state.model().worlds();
        let mut known: FxHashMap<Formula, usize> = FxHashMap::default();
        let (mut block, mut formulas) = (Vec::new(), Vec::new());
        for world in 0..worlds {
            pace.count(1 + varying.len() as u64)?;
            let literals = varying.iter().map(|&atom| literal(state, world, atom, terms)).collect();
            let valuation = terms.and(literals);
            let at = *known.entry(valuation).or_insert(formulas.len());
            if at == formulas.len() {
                formulas.push(valuation);
            }
            block.push(at);
        }
        let mut telling = Self { sights, worlds, block, formulas, easy: Vec::new() };
        if telling.formulas.len() < worlds {
            telling.easy = telling.known_literals(state, varying, terms, pace)?;
        }
        Ok(telling)
    }

    /// `K_a p` and `K_a ~p`, for all agents and atoms.
    fn known_literals(
        &self,
        state: &State,
        varying: &[Atom],
        terms: &mut Terms,
        pace: &Pace,
    ) -> Result<Vec<(Formula, Bits)>, Stopped> {
        let mut all = Vec::new();
        for agent in state.group().iter() {
            for &atom in varying {
                for value in [true, false] {
                    let positive = terms.formula(FormulaNode::Atom(atom));
                    let literal = if value { positive } else { terms.not(positive) };
                    let holds = |&world: &usize| is_true(state, world, atom) == value;
                    let knows = self.where_all(agent, &holds, pace)?;
                    all.push((terms.formula(FormulaNode::Knows(agent, literal)), knows));
                }
            }
        }
        Ok(all)
    }

    /// The worlds from which an agent only sees such worlds.
    fn where_all(
        &self,
        agent: Agent,
        holds: &dyn Fn(&usize) -> bool,
        pace: &Pace,
    ) -> Result<Bits, Stopped> {
        let mut found = Bits::with_capacity(self.worlds);
        for sight in self.sights.iter().filter(|sight| sight.agent == agent) {
            pace.count((sight.seen.len() + sight.from.len()) as u64)?;
            if sight.seen.iter().all(holds) {
                sight.from.iter().for_each(|&world| found.insert(world));
            }
        }
        Ok(found)
    }

    /// A formula for each world that is true in no other.
    fn run(mut self, terms: &mut Terms, work: &mut Work) -> Result<Vec<Formula>, Limit> {
        while self.formulas.len() < self.worlds {
            let before = self.formulas.len();
            self.split(terms, work)?;
            // A contraction has no two bisimilar worlds: every round splits something.
            if self.formulas.len() == before {
                break;
            }
        }
        Ok(self.block.iter().map(|&block| self.formulas[block]).collect())
    }

    /// One round: worlds of a block that do not see worlds of the same blocks are told apart.
    fn split(&mut self, terms: &mut Terms, work: &mut Work) -> Result<(), Limit> {
        let signatures = self.signatures(work.pace())?;
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); self.formulas.len()];
        (0..self.worlds).for_each(|world| members[self.block[world]].push(world));
        let old = self.formulas.clone();
        let mut next = self.block.clone();
        for (block, worlds) in members.iter().enumerate().filter(|(_, worlds)| worlds.len() > 1) {
            let mut parts: Vec<Vec<usize>> = Vec::new();
            for &world in worlds {
                work.pace().count(1 + parts.len() as u64)?;
                let same = |part: &&mut Vec<usize>| signatures[part[0]] == signatures[world];
                match parts.iter_mut().find(same) {
                    Some(part) => part.push(world),
                    None => parts.push(vec![world]),
                }
            }
            for at in 0..parts.len() {
                work.spend((self.easy.len() * parts.len()) as u64 + 1)?;
                let tests = self.tests(at, &parts, &signatures, &old, terms);
                let formula = terms.and([vec![old[block]], tests].concat());
                let number = if at == 0 { block } else { self.formulas.len() };
                parts[at].iter().for_each(|&world| next[world] = number);
                match at {
                    0 => self.formulas[block] = formula,
                    _ => self.formulas.push(formula),
                }
            }
        }
        self.block = next;
        Ok(())
    }

    /// For each world which blocks each agent sees, sorted.
    fn signatures(&self, pace: &Pace) -> Result<Vec<Vec<(Agent, usize)>>, Stopped> {
        let mut all = vec![Vec::new(); self.worlds];
        for sight in self.sights {
            let mut seen: Vec<usize> = sight.seen.iter().map(|&world| self.block[world]).collect();
            seen.sort_unstable();
            seen.dedup();
            for &world in &sight.from {
                pace.count(1 + seen.len() as u64)?;
                all[world].extend(seen.iter().map(|&block| (sight.agent, block)));
            }
        }
        Ok(all)
    }

    /// What is true in one part of a block and, together, in none of the others.
    fn tests(
        &self,
        at: usize,
        parts: &[Vec<usize>],
        signatures: &[Vec<(Agent, usize)>],
        formulas: &[Formula],
        terms: &mut Terms,
    ) -> Vec<Formula> {
        let mut others: Vec<&Vec<usize>> =
            parts.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, p)| p).collect();
        let mut tests = Vec::new();
        while let Some((test, against)) = self.best_easy(&parts[at], &others) {
            tests.push(test);
            others.retain(|other| !other.iter().all(|&world| !against.contains(world)));
        }
        while let Some(other) = others.first() {
            let (mine, theirs) = (&signatures[parts[at][0]], &signatures[other[0]]);
            let only = |left: &[(Agent, usize)], right: &[(Agent, usize)]| {
                left.iter().find(|seen| !right.contains(seen)).copied()
            };
            let (seen, positive) = match only(mine, theirs) {
                Some(seen) => (seen, true),
                None => match only(theirs, mine) {
                    Some(seen) => (seen, false),
                    None => break,
                },
            };
            let possible = terms.formula(FormulaNode::Imagines(seen.0, formulas[seen.1]));
            tests.push(if positive { possible } else { terms.not(possible) });
            others.retain(|other| signatures[other[0]].contains(&seen) == positive);
        }
        tests
    }

    /// The easy formula that is true here and in no world of as many other parts as can be.
    fn best_easy(&self, here: &[usize], others: &[&Vec<usize>]) -> Option<(Formula, &Bits)> {
        let excluded = |bits: &Bits| {
            let apart = |other: &&&Vec<usize>| other.iter().all(|&world| !bits.contains(world));
            others.iter().filter(apart).count()
        };
        let true_here = self.easy.iter().filter(|(_, b)| here.iter().all(|&w| b.contains(w)));
        let best = true_here.map(|(formula, bits)| (excluded(bits), *formula, bits));
        // Of several, the first.
        let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        (best.0 > 0).then_some((best.1, best.2))
    }
}
