//! Why two states differ: a formula that is true in one and false in the other, as
//! short as can be. Two states that are not bisimilar (thesis def. 74) always have one,
//! because the models are finite.
//!
//! The language is that of atoms, constants, `~`, `&`, `|`, `K_a`, `M_a`, `Kw_a` and `C_B`,
//! where B is everybody who has access in both states. Each of these counts as one symbol.
//! Formulas are listed by their number of symbols, and of those that are true in the same
//! worlds of both states the first is kept: what can be built from another can be built
//! from it. So the first formula that tells the states apart is a shortest one. A
//! conjunction or disjunction never is, because one of its parts would do.
//!
//! When the list grows too long, a formula is read off partition refinement instead, in
//! the way that bisimilarity of finite depth is refuted. It may be longer than need be.

use crate::compare::bisimulation::contraction;
use crate::explicit::relation::Relation;
use crate::explicit::state::State;
use crate::limits::{Limit, Pace, Work};
use hexa_logic::{Agent, Atom, Formula, FormulaNode, Group, Stopped, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What tells two states apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distinction {
    /// True in the actual world of the first state, false in that of the second.
    pub formula: Formula,
    /// How it was found.
    pub length: Length,
}

/// Whether a formula is as short as can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// There is no shorter one.
    Shortest,
    /// There may be a shorter one.
    Unknown,
}

/// How long shortest formulas are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// How many formulas are tried, and how many columns of truth values are compared.
    pub steps: u64,
    /// Bytes for the columns that are kept.
    pub memory: u64,
}

impl Default for Patience {
    fn default() -> Self {
        Self { steps: 100_000_000, memory: 512 << 20 }
    }
}

/// A formula that is true in the first state and false in the second, and only speaks of agents
/// who have access in both. None if there is no such formula.
pub fn distinguish(
    left: &State,
    right: &State,
    terms: &mut Terms,
    patience: Patience,
) -> Result<Option<Distinction>, Limit> {
    let common: Group = left.group().iter().filter(|&a| right.group().contains(a)).collect();
    let pair = Pair::new(left, right, common)?;
    let mut work = Work::new(left.limits());
    let Some(rounds) = Rounds::new(&pair, left.limits().memory, &mut work)? else {
        return Ok(None);
    };
    if let Some(formula) = Search::new(&pair, patience, work.pace()).run(terms)? {
        return Ok(Some(Distinction { formula, length: Length::Shortest }));
    }
    let formula = rounds.formula(terms, &mut work)?;
    Ok(Some(Distinction { formula, length: Length::Unknown }))
}

/// How many symbols a formula has, an operator with its agents being one; the largest number if
/// there are more than that.
pub fn symbols(terms: &Terms, formula: Formula) -> u64 {
    let mut sizes: FxHashMap<Formula, u64> = FxHashMap::default();
    let mut parts: Vec<Formula> = terms.occurring(&[formula], &[]).formulas.into_iter().collect();
    parts.sort_unstable();
    for part in parts {
        let mut inside = 0u64;
        let mut count = 0u64;
        terms.node(part).parts(|f| {
            inside = inside.saturating_add(sizes[&f]);
            count += 1;
        });
        let own = if let FormulaNode::And(_) | FormulaNode::Or(_) = terms.node(part) {
            count.saturating_sub(1)
        } else {
            1
        };
        sizes.insert(part, inside.saturating_add(own));
    }
    sizes[&formula]
}

/// Both states side by side, contracted: the worlds of the left one come first.
struct Pair {
    worlds: usize,
    /// For each atom the worlds where it is true.
    columns: Vec<Column>,
    agents: Vec<(Agent, Access)>,
    here: u32,
    there: u32,
}

/// The worlds where something is true, one bit each.
type Column = Rc<[u64]>;

/// An agent's access: what is seen, and the sets that worlds see.
struct Access {
    sets: Vec<Set>,
    /// For each world the set it sees.
    seen: Vec<u32>,
}

#[derive(Clone, Default)]
struct Set {
    members: Vec<u32>,
    seen_by: Vec<u32>,
}

impl Pair {
    fn new(left: &State, right: &State, group: Group) -> Result<Self, Limit> {
        let contract = |state: &State| contraction(&state.clone().with_group(group.clone()));
        let (left, right) = (&contract(left)?, &contract(right)?);
        let first = left.model().worlds();
        let worlds = first + right.model().worlds();
        let atoms = left.model().atoms().max(right.model().atoms());
        let column = |atom: usize| {
            let mut column = vec![0; worlds.div_ceil(64)];
            for (state, first) in [(left, 0), (right, first)] {
                let truths = state.model().column(Atom::from_index(atom));
                let truths = truths.iter().flat_map(|truths| truths.ones());
                truths.for_each(|world| insert(&mut column, first + world));
            }
            column.into()
        };
        let access = |agent| (agent, Access::new([left, right], agent));
        Ok(Self {
            worlds,
            columns: (0..atoms).map(column).collect(),
            agents: group.iter().map(access).collect(),
            here: left.point().0,
            there: first as u32 + right.point().0,
        })
    }
}

impl Access {
    fn new(states: [&State; 2], agent: Agent) -> Self {
        let mut access = Self { sets: Vec::new(), seen: Vec::new() };
        for state in states {
            if let Some(relation) = state.model().relation(agent) {
                access.add(relation, state.model().worlds());
            }
        }
        access
    }

    fn add(&mut self, relation: &Relation, worlds: usize) {
        let (first_set, first_world) = (self.sets.len(), self.seen.len() as u32);
        let class = |world: usize| match relation {
            Relation::Cells(cells) => cells.class()[world] as usize,
            Relation::Arrows(_) => world,
        };
        for world in 0..worlds {
            let set = first_set + class(world);
            self.sets.resize(self.sets.len().max(set + 1), Set::default());
            self.sets[set].seen_by.push(first_world + world as u32);
            match relation {
                Relation::Cells(_) => self.sets[set].members.push(first_world + world as u32),
                Relation::Arrows(arrows) => {
                    let members = arrows.successors(world).iter().map(|&to| first_world + to);
                    self.sets[set].members = members.collect();
                }
            }
            self.seen.push(set as u32);
        }
    }

    /// The worlds an agent in this one considers possible.
    fn from(&self, world: u32) -> &[u32] {
        &self.sets[self.seen[world as usize] as usize].members
    }

    /// The worlds that see a set whose members are such.
    fn seeing(&self, words: usize, such: impl Fn(&[u32]) -> bool) -> Vec<u64> {
        let mut column = vec![0; words];
        for set in self.sets.iter().filter(|set| such(&set.members)) {
            set.seen_by.iter().for_each(|&world| insert(&mut column, world as usize));
        }
        column
    }
}

fn insert(column: &mut [u64], world: usize) {
    column[world / 64] |= 1 << (world % 64);
}

fn contains(column: &[u64], world: u32) -> bool {
    column[world as usize / 64] >> (world % 64) & 1 == 1
}

/// How a formula is built from ones that were found before.
#[derive(Clone, Copy)]
enum Recipe {
    True,
    False,
    Atom(usize),
    Not(u32),
    And(u32, u32),
    Or(u32, u32),
    /// An operator with the place of its agent.
    Knows(usize, u32),
    Imagines(usize, u32),
    Whether(usize, u32),
    Common(u32),
}

/// Formulas by their number of symbols, one for each set of worlds.
struct Search<'p> {
    pair: &'p Pair,
    found: Vec<(Recipe, Column)>,
    known: FxHashMap<Column, u32>,
    /// Where the formulas of each number of symbols start among those found.
    starts: Vec<usize>,
    steps: u64,
    most: usize,
    goal: Option<u32>,
    pace: &'p Pace,
}

/// Why no shortest formula was found.
enum End {
    /// The list grew too long.
    Patience,
    Stopped,
}

impl<'p> Search<'p> {
    fn new(pair: &'p Pair, patience: Patience, pace: &'p Pace) -> Self {
        // A column is kept once, and takes part in two tables.
        let bytes = 8 * pair.worlds.div_ceil(64) as u64 + 64;
        Self {
            pair,
            found: Vec::new(),
            known: FxHashMap::default(),
            starts: vec![0],
            steps: patience.steps,
            most: (patience.memory / bytes) as usize,
            goal: None,
            pace,
        }
    }

    /// A shortest formula; none if the list grew too long before.
    fn run(mut self, terms: &mut Terms) -> Result<Option<Formula>, Stopped> {
        match self.find() {
            Ok(goal) => Ok(Some(self.formula(goal, terms))),
            Err(End::Patience) => Ok(None),
            Err(End::Stopped) => Err(Stopped),
        }
    }

    fn find(&mut self) -> Result<u32, End> {
        self.simple();
        loop {
            if let Some(goal) = self.goal {
                return Ok(goal);
            }
            self.starts.push(self.found.len());
            self.prefix_formulas()?;
            if self.goal.is_none() {
                self.join_formulas()?;
            }
            self.spend(1)?;
        }
    }

    /// Formulas of one symbol.
    fn simple(&mut self) {
        let words = self.pair.worlds.div_ceil(64);
        for (atom, column) in self.pair.columns.iter().enumerate() {
            self.keep(Recipe::Atom(atom), Rc::clone(column));
        }
        let nowhere = vec![0; words];
        self.keep(Recipe::True, self.complement(&nowhere).into());
        self.keep(Recipe::False, nowhere.into());
    }

    /// The formulas of the last number of symbols but one, with one symbol before them. Negations
    /// come first: `~K_a p` is plainer than `Kw_b K_a p`.
    fn prefix_formulas(&mut self) -> Result<(), End> {
        let last = self.starts.len() - 1;
        let bodies = self.starts[last - 1]..self.starts[last];
        for body in bodies.clone() {
            self.spend(1)?;
            let not = self.complement(&self.found[body].1);
            self.keep(Recipe::Not(body as u32), not.into());
        }
        for body in bodies {
            let column = Rc::clone(&self.found[body].1);
            self.prefixed_by_agents(body as u32, &column)?;
            if self.pair.agents.len() > 1 {
                self.spend(1)?;
                let common = self.common(&column)?;
                self.keep(Recipe::Common(body as u32), common.into());
            }
        }
        Ok(())
    }

    fn prefixed_by_agents(&mut self, body: u32, column: &Column) -> Result<(), End> {
        let words = column.len();
        for (place, (_, access)) in self.pair.agents.iter().enumerate() {
            self.spend(3)?;
            let holds = |&world: &u32| contains(column, world);
            let knows = access.seeing(words, |members| members.iter().all(holds));
            let imagines = access.seeing(words, |members| members.iter().any(holds));
            // Who does not consider it possible knows that it is not so.
            let whether =
                knows.iter().zip(&self.complement(&imagines)).map(|(k, n)| k | n).collect();
            self.keep(Recipe::Knows(place, body), knows.into());
            self.keep(Recipe::Imagines(place, body), imagines.into());
            self.keep(Recipe::Whether(place, body), whether);
        }
        Ok(())
    }

    /// Conjunctions and disjunctions of the next number of symbols.
    fn join_formulas(&mut self) -> Result<(), End> {
        let both = self.starts.len() - 1;
        let range = |starts: &[usize], size: usize| starts[size - 1]..starts[size];
        for smaller in 1..=both / 2 {
            for left in range(&self.starts, smaller) {
                for right in range(&self.starts, both - smaller) {
                    self.join(left as u32, right as u32)?;
                }
            }
        }
        Ok(())
    }

    fn join(&mut self, left: u32, right: u32) -> Result<(), End> {
        let (f, g) = (&self.found[left as usize].1, &self.found[right as usize].1);
        let and: Column = f.iter().zip(&**g).map(|(f, g)| f & g).collect();
        let or: Column = f.iter().zip(&**g).map(|(f, g)| f | g).collect();
        self.spend(1)?;
        self.keep(Recipe::And(left, right), and);
        self.keep(Recipe::Or(left, right), or);
        Ok(())
    }

    /// Common knowledge: what remains of the worlds when those that see others are taken away.
    fn common(&mut self, column: &Column) -> Result<Vec<u64>, End> {
        let mut now = column.to_vec();
        loop {
            let mut next = now.clone();
            for (_, access) in &self.pair.agents {
                let knows = access.seeing(now.len(), |members| {
                    members.iter().all(|&world| contains(&now, world))
                });
                next.iter_mut().zip(knows).for_each(|(next, knows)| *next &= knows);
            }
            if next == now {
                return Ok(now);
            }
            now = next;
            self.spend(1)?;
        }
    }

    fn complement(&self, column: &[u64]) -> Vec<u64> {
        let mut all: Vec<u64> = column.iter().map(|word| !word).collect();
        if let (Some(last), over @ 1..) = (all.last_mut(), self.pair.worlds % 64) {
            *last &= (1 << over) - 1;
        }
        all
    }

    fn spend(&mut self, operations: u64) -> Result<(), End> {
        // Looking a column up takes about as long as a few words of it.
        let each = 8 + self.pair.worlds.div_ceil(16) as u64;
        self.pace.count(operations * each.min(1 << 12)).map_err(|Stopped| End::Stopped)?;
        self.steps = self.steps.checked_sub(operations * each).ok_or(End::Patience)?;
        match self.found.len() < self.most {
            true => Ok(()),
            false => Err(End::Patience),
        }
    }

    fn keep(&mut self, recipe: Recipe, column: Column) {
        if self.known.contains_key(&column) {
            return;
        }
        let place = self.found.len() as u32;
        let apart = contains(&column, self.pair.here) && !contains(&column, self.pair.there);
        if apart && self.goal.is_none() {
            self.goal = Some(place);
        }
        self.known.insert(Rc::clone(&column), place);
        self.found.push((recipe, column));
    }

    fn formula(&self, goal: u32, terms: &mut Terms) -> Formula {
        let group = || self.pair.agents.iter().map(|(agent, _)| *agent).collect();
        let agent = |place: usize| self.pair.agents[place].0;
        let mut inner = |body| self.formula(body, terms);
        let node = match self.found[goal as usize].0 {
            Recipe::True => FormulaNode::True,
            Recipe::False => FormulaNode::False,
            Recipe::Atom(atom) => FormulaNode::Atom(Atom::from_index(atom)),
            Recipe::Not(body) => FormulaNode::Not(inner(body)),
            Recipe::And(left, right) => FormulaNode::And([inner(left), inner(right)].into()),
            Recipe::Or(left, right) => FormulaNode::Or([inner(left), inner(right)].into()),
            Recipe::Knows(place, body) => FormulaNode::Knows(agent(place), inner(body)),
            Recipe::Imagines(place, body) => FormulaNode::Imagines(agent(place), inner(body)),
            Recipe::Whether(place, body) => FormulaNode::KnowsWhether(agent(place), inner(body)),
            Recipe::Common(body) => FormulaNode::Common(group(), inner(body)),
        };
        terms.formula(node)
    }
}

/// Bisimilarity up to a depth: worlds are in the same block of a round if formulas with operators
/// nested so deep cannot tell them apart.
struct Rounds<'p> {
    pair: &'p Pair,
    blocks: Vec<Vec<u32>>,
}

impl<'p> Rounds<'p> {
    /// As many rounds as tell the actual worlds apart; none if that never happens.
    fn new(pair: &'p Pair, memory: u64, work: &mut Work) -> Result<Option<Self>, Limit> {
        let valuation = |world| -> Vec<bool> {
            pair.columns.iter().map(|column| contains(column, world)).collect()
        };
        let first = number_equals((0..pair.worlds as u32).map(valuation));
        let mut rounds = Self { pair, blocks: vec![first] };
        loop {
            let last = &rounds.blocks[rounds.blocks.len() - 1];
            if last[pair.here as usize] != last[pair.there as usize] {
                return Ok(Some(rounds));
            }
            let members = |(_, access): &(Agent, Access)| -> usize {
                access.sets.iter().map(|set| set.members.len()).sum()
            };
            work.spend((pair.worlds + pair.agents.iter().map(members).sum::<usize>()) as u64)?;
            rounds.admit(memory)?;
            let next = rounds.refine_classes(last);
            if next.iter().max() == last.iter().max() {
                return Ok(None);
            }
            rounds.blocks.push(next);
        }
    }

    /// Whether one more round fits in so many bytes.
    fn admit(&self, allowed: u64) -> Result<(), Limit> {
        let needed = 4 * (self.blocks.len() as u64 + 1) * self.pair.worlds as u64;
        match needed > allowed {
            true => Err(Limit::Memory { allowed, needed: needed.into() }),
            false => Ok(()),
        }
    }

    fn refine_classes(&self, last: &[u32]) -> Vec<u32> {
        let kinds: Vec<Vec<u32>> = self
            .pair
            .agents
            .iter()
            .map(|(_, access)| {
                number_equals(access.sets.iter().map(|set| {
                    let mut met: Vec<u32> = set.members.iter().map(|&w| last[w as usize]).collect();
                    met.sort_unstable();
                    met.dedup();
                    met
                }))
            })
            .collect();
        number_equals((0..self.pair.worlds).map(|world| {
            let seen = |(at, (_, access)): (usize, &(Agent, Access))| {
                kinds[at][access.seen[world] as usize]
            };
            let seen = self.pair.agents.iter().enumerate().map(seen);
            std::iter::once(last[world]).chain(seen).collect::<Vec<u32>>()
        }))
    }

    /// A formula that is true in the actual world of the left state and false in that of the right.
    fn formula(&self, terms: &mut Terms, work: &mut Work) -> Result<Formula, Limit> {
        let goal = (self.pair.here, self.pair.there);
        let mut known: FxHashMap<(u32, u32), Formula> = FxHashMap::default();
        let mut open = vec![goal];
        while let Some(&(v, w)) = open.last() {
            let difference = self.difference(v, w);
            work.spend(self.pair.worlds as u64)?;
            let missing: Vec<(u32, u32)> =
                difference.parts().filter(|pair| !known.contains_key(pair)).collect();
            if missing.is_empty() {
                known.insert((v, w), difference.formula(terms, &known));
                open.pop();
            }
            open.extend(missing);
        }
        Ok(known[&goal])
    }

    /// What tells two worlds apart that are in different blocks of the last round.
    fn difference(&self, v: u32, w: u32) -> Difference {
        let apart = |blocks: &Vec<u32>| blocks[v as usize] != blocks[w as usize];
        let round = self.blocks.iter().position(apart).unwrap_or(0);
        if round == 0 {
            return self.literal(v, w);
        }
        let before = &self.blocks[round - 1];
        let agents = self.pair.agents.iter();
        let sights = agents.flat_map(|(agent, access)| {
            let (from_v, from_w) = (access.from(v), access.from(w));
            let only_v = lonely(before, from_v, from_w);
            let only_w = lonely(before, from_w, from_v);
            let imagined = only_v.map(|x| Difference::Imagined(*agent, x, firsts(before, from_w)));
            imagined.or(only_w.map(|y| Difference::Known(*agent, firsts(before, from_v), y)))
        });
        // Blocks of one round that differ in the next see different blocks, so there is one.
        sights.min_by_key(|found| found.parts().count()).unwrap_or(Difference::Nothing)
    }

    fn literal(&self, v: u32, w: u32) -> Difference {
        let differs = |column: &&Column| contains(column, v) != contains(column, w);
        match self.pair.columns.iter().position(|column| differs(&column)) {
            Some(atom) => {
                let atom = Atom::from_index(atom);
                let holds = contains(&self.pair.columns[atom.index()], v);
                if holds { Difference::Holds(atom) } else { Difference::Fails(atom) }
            }
            None => Difference::Nothing,
        }
    }
}

/// How one world differs from another.
enum Difference {
    /// The atom is true in the first only.
    Holds(Atom),
    /// The atom is true in the second only.
    Fails(Atom),
    /// The agent considers a world possible that differs from these, which are all that they do in
    /// the second.
    Imagined(Agent, u32, Vec<u32>),
    /// In the second the agent considers a world possible that differs from these, which are all
    /// that they do in the first.
    Known(Agent, Vec<u32>, u32),
    /// It does not.
    Nothing,
}

impl Difference {
    /// The pairs of worlds that must be told apart.
    fn parts(&self) -> Box<dyn Iterator<Item = (u32, u32)> + '_> {
        match self {
            Self::Imagined(_, x, others) => Box::new(others.iter().map(|&y| (*x, y))),
            Self::Known(_, others, y) => Box::new(others.iter().map(|&x| (x, *y))),
            Self::Holds(_) | Self::Fails(_) | Self::Nothing => Box::new(std::iter::empty()),
        }
    }

    fn formula(&self, terms: &mut Terms, known: &FxHashMap<(u32, u32), Formula>) -> Formula {
        let mut parts: Vec<Formula> = self.parts().map(|pair| known[&pair]).collect();
        parts.sort_unstable();
        parts.dedup();
        match self {
            Self::Holds(atom) => terms.formula(FormulaNode::Atom(*atom)),
            Self::Fails(atom) => {
                let atom = terms.formula(FormulaNode::Atom(*atom));
                terms.not(atom)
            }
            Self::Imagined(agent, ..) => {
                let all = terms.and(parts);
                terms.formula(FormulaNode::Imagines(*agent, all))
            }
            Self::Known(agent, ..) => {
                let one = terms.or(parts);
                terms.formula(FormulaNode::Knows(*agent, one))
            }
            Self::Nothing => Terms::FALSE,
        }
    }
}

/// A world whose block none of the others is in.
fn lonely(blocks: &[u32], worlds: &[u32], others: &[u32]) -> Option<u32> {
    let mut met: Vec<u32> = others.iter().map(|&other| blocks[other as usize]).collect();
    met.sort_unstable();
    let alone = |&&world: &&u32| met.binary_search(&blocks[world as usize]).is_err();
    worlds.iter().find(alone).copied()
}

/// The first world of each block.
fn firsts(blocks: &[u32], worlds: &[u32]) -> Vec<u32> {
    let mut firsts = worlds.to_vec();
    firsts.sort_by_key(|&world| (blocks[world as usize], world));
    firsts.dedup_by_key(|world| blocks[*world as usize]);
    firsts
}

/// Equal things get equal numbers, in order of appearance.
fn number_equals<T: std::hash::Hash + Eq>(things: impl Iterator<Item = T>) -> Vec<u32> {
    let mut numbers: FxHashMap<T, u32> = FxHashMap::default();
    things
        .map(|thing| {
            let next = numbers.len() as u32;
            *numbers.entry(thing).or_insert(next)
        })
        .collect()
}
