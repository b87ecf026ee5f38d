//! Searching for a small S5 model that stands against an entailment between theories (thesis def. 17): all of
//! its worlds satisfy the premises, and in one of them the conclusion is false.
//!
//! That is what `C_A Σ` not entailing `C_A ψ` means. In a state where `C_A Σ` is true and `C_A ψ` is not, the
//! worlds that can be reached are such a model, because reachable worlds decide the truth of formulas; and in
//! such a model, `C_A Σ` is true in the world where ψ is false.
//!
//! For each number of worlds the question is given to a SAT solver: a variable for every atom in every
//! world, for every pair of worlds and agent, and for every part of the formulas in every world. A model with
//! fewer worlds is one with more, some of them twice, so that no countermodel of a size means none of a
//! smaller one either.

use crate::limits::{MOST_STEPS_BETWEEN_LOOKS, Pace};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use hexa_logic::{
    Agent, Atom, CountTest, Formula, FormulaNode, Group, ModelSetup, RelationSetup, Stop, Stopped,
    Terms, World, WorldSetup,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;

/// Literals in the clauses of one search; more would take gigabytes.
const MOST_LITERALS: u64 = 100_000_000;

/// What is asked: whether the conclusion holds wherever all premises hold everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Entailment<'a> {
    /// The store of the formulas.
    pub terms: &'a Terms,
    /// How many agents there are.
    pub agents: usize,
    /// What is true in all worlds.
    pub premises: &'a [Formula],
    /// What should be true in all worlds then.
    pub conclusion: Formula,
}

/// How far to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most worlds of a countermodel.
    pub worlds: usize,
    /// The most conflicts that the solver may run into, for each number of worlds.
    pub conflicts: u64,
    /// What ends the search from outside. The solver looks at it between conflicts.
    pub stop: Stop,
}

/// What came of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Searched {
    /// A countermodel with the fewest worlds; its point is a world where the conclusion is false.
    Found(ModelSetup),
    /// There is none of at most so many worlds.
    NoneOfAtMost(usize),
    /// There is none of at most so many worlds; with one more, the search was given up.
    GaveUp {
        /// How many worlds were done with.
        after: usize,
        /// What was too much.
        over: TooMuch,
    },
}

/// Why a search was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooMuch {
    /// The solver ran into so many conflicts.
    Conflicts(u64),
    /// The question has more than so many literals.
    Literals(u64),
    /// Somebody asked for the end of the work.
    Stopped,
}

impl From<Stopped> for TooMuch {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflicts(most) => {
                write!(f, "the search ran into as many conflicts as it may ({most})")
            }
            Self::Literals(most) => write!(f, "the question has more than {most} literals"),
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

/// A part of a formula that the search cannot handle: it speaks of change or of probability, or, as `D` of
/// nobody does, of worlds that cannot be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotStatic(pub Formula);

/// Looks for a countermodel, the smallest first.
pub fn countermodel(asked: Entailment<'_>, bounds: Bounds) -> Result<Searched, NotStatic> {
    let parts = parts(&asked)?;
    for worlds in 1..=bounds.worlds {
        let mut search = Search::new(asked.terms, worlds, &bounds);
        match search.run(&asked, &parts) {
            Ok(Some(model)) => return Ok(Searched::Found(model)),
            Ok(None) => {}
            Err(over) => return Ok(Searched::GaveUp { after: worlds - 1, over }),
        }
    }
    Ok(Searched::NoneOfAtMost(bounds.worlds))
}

/// All formulas that occur, parts before wholes.
fn parts(asked: &Entailment<'_>) -> Result<Vec<Formula>, NotStatic> {
    let whole: Vec<Formula> = asked.premises.iter().copied().chain([asked.conclusion]).collect();
    let mut parts: Vec<Formula> = asked.terms.occurring(&whole, &[]).formulas.into_iter().collect();
    parts.sort_unstable();
    match parts.iter().find(|&&part| !is_static(asked.terms.node(part))) {
        Some(&part) => Err(NotStatic(part)),
        None => Ok(parts),
    }
}

fn is_static(node: &FormulaNode) -> bool {
    match node {
        FormulaNode::After(..) | FormulaNode::Probability(..) => false,
        FormulaNode::Distributed(group, _) => !group.is_empty(),
        _ => true,
    }
}

/// Stops a solver after so many conflicts, which come out the same every time, or when somebody asks
/// for it.
struct Patience {
    left: u64,
    stop: Stop,
}

impl Callbacks for Patience {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.left = self.left.saturating_sub(1);
            if self.stop.count(1).is_err() {
                self.left = 0;
            }
        }
    }

    fn stop(&self) -> bool {
        self.left == 0 || self.stop.is_asked()
    }
}

/// Whose access a relation is made of.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Access {
    Of(Agent),
    /// Of somebody in the group.
    Union(Group),
    /// Of everybody in the group.
    Intersection(Group),
}

/// A relation as one literal for each pair of worlds.
type Pairs = Vec<Vec<Lit>>;

/// The question for one number of worlds.
struct Search<'a> {
    terms: &'a Terms,
    worlds: usize,
    conflicts: u64,
    pace: Pace,
    stop: Stop,
    solver: Solver<Patience>,
    literals: u64,
    /// What is true.
    top: Lit,
    atoms: FxHashMap<Atom, Vec<Lit>>,
    access: FxHashMap<Access, Pairs>,
    /// For each formula done, in which worlds it is true.
    truth: FxHashMap<Formula, Vec<Lit>>,
}

impl<'a> Search<'a> {
    fn new(terms: &'a Terms, worlds: usize, bounds: &Bounds) -> Self {
        let Bounds { conflicts, ref stop, .. } = *bounds;
        let patience = Patience { left: conflicts, stop: stop.clone() };
        let mut solver = Solver::new(SolverOpts::default(), patience);
        let top = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![top]);
        Self {
            terms,
            worlds,
            conflicts,
            pace: Pace::new(stop),
            stop: stop.clone(),
            solver,
            literals: 0,
            top,
            atoms: FxHashMap::default(),
            access: FxHashMap::default(),
            truth: FxHashMap::default(),
        }
    }

    fn run(
        &mut self,
        asked: &Entailment<'_>,
        parts: &[Formula],
    ) -> Result<Option<ModelSetup>, TooMuch> {
        for &part in parts {
            let before = self.literals;
            let truth = self.encode(part);
            self.truth.insert(part, truth);
            self.pace.count(1 + (self.literals - before).min(MOST_STEPS_BETWEEN_LOOKS / 2))?;
            if self.literals > MOST_LITERALS {
                return Err(TooMuch::Literals(MOST_LITERALS));
            }
        }
        for &premise in asked.premises {
            self.truth[&premise].clone().into_iter().for_each(|holds| self.clause(&[holds]));
        }
        let fails = !self.truth[&asked.conclusion][0];
        self.clause(&[fails]);
        self.order_worlds();
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::TRUE {
            Ok(Some(self.model(asked)))
        } else if answer == lbool::FALSE {
            Ok(None)
        } else {
            self.stop.look()?;
            Err(TooMuch::Conflicts(self.conflicts))
        }
    }

    fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.literals += literals.len() as u64;
        // A contradiction shows when the solver is asked.
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    /// A literal that is true iff all of these are.
    fn all(&mut self, of: &[Lit]) -> Lit {
        match *of {
            [] => self.top,
            [only] => only,
            _ => {
                let all = self.fresh();
                of.iter().for_each(|&part| self.clause(&[!all, part]));
                let otherwise: Vec<Lit> = of.iter().map(|&part| !part).chain([all]).collect();
                self.clause(&otherwise);
                all
            }
        }
    }

    fn any(&mut self, of: &[Lit]) -> Lit {
        let none: Vec<Lit> = of.iter().map(|&part| !part).collect();
        !self.all(&none)
    }

    fn iff(&mut self, left: Lit, right: Lit) -> Lit {
        let both = self.all(&[left, right]);
        let neither = self.all(&[!left, !right]);
        self.any(&[both, neither])
    }

    /// In which worlds a formula is true, when that is known of its parts.
    fn encode(&mut self, formula: Formula) -> Vec<Lit> {
        let terms = self.terms;
        match terms.node(formula) {
            FormulaNode::True => vec![self.top; self.worlds],
            FormulaNode::Atom(atom) => self.atom(*atom),
            FormulaNode::Not(inner) => self.truth[inner].iter().map(|&holds| !holds).collect(),
            FormulaNode::And(of) => self.by_world(of, Self::all),
            FormulaNode::Or(of) => self.by_world(of, Self::any),
            FormulaNode::Implies(left, right) => {
                self.by_world(&[*left, *right], |this, of| this.any(&[!of[0], of[1]]))
            }
            FormulaNode::Iff(left, right) => {
                self.by_world(&[*left, *right], |this, of| this.iff(of[0], of[1]))
            }
            FormulaNode::Count(of, test) => self.by_world(of, |this, of| this.count(of, test)),
            FormulaNode::Knows(agent, inner) => self.encode_knowledge(Access::Of(*agent), *inner),
            FormulaNode::Imagines(agent, inner) => {
                let inner = self.truth[inner].clone();
                self.possible(Access::Of(*agent), &inner)
            }
            FormulaNode::KnowsWhether(agent, inner) => {
                let known = self.encode_knowledge(Access::Of(*agent), *inner);
                let inner = self.truth[inner].clone();
                let imagined = self.possible(Access::Of(*agent), &inner);
                let pairs = known.into_iter().zip(imagined);
                pairs.map(|(known, imagined)| self.any(&[known, !imagined])).collect()
            }
            FormulaNode::Everybody(group, inner) => self.encode_knowledge(union(group), *inner),
            FormulaNode::Common(group, inner) => self.common(group, *inner),
            FormulaNode::Distributed(group, inner) => {
                self.encode_knowledge(Access::Intersection(group.clone()), *inner)
            }
            // What speaks of change or of probability is refused before.
            FormulaNode::False | FormulaNode::After(..) | FormulaNode::Probability(..) => {
                vec![!self.top; self.worlds]
            }
        }
    }

    fn atom(&mut self, atom: Atom) -> Vec<Lit> {
        let values: Vec<Lit> = (0..self.worlds).map(|_| self.fresh()).collect();
        self.atoms.insert(atom, values.clone());
        values
    }

    /// What a connective says, world by world.
    fn by_world(
        &mut self,
        of: &[Formula],
        mut connective: impl FnMut(&mut Self, &[Lit]) -> Lit,
    ) -> Vec<Lit> {
        let column = |world: usize, this: &Self| -> Vec<Lit> {
            of.iter().map(|part| this.truth[part][world]).collect()
        };
        (0..self.worlds)
            .map(|world| {
                let parts = column(world, self);
                connective(self, &parts)
            })
            .collect()
    }

    /// Whether a count passes a test. Beyond some number the test no longer looks at it, and counting stops.
    fn count(&mut self, of: &[Lit], test: &CountTest) -> Lit {
        let most = of.len();
        let accepts = |count: usize| test.accepts(count as i64);
        let same_from = (0..=most).rev().take_while(|&count| accepts(count) == accepts(most));
        let enough = same_from.last().unwrap_or(most);
        let at_least = self.at_least(of, enough);
        let exactly: Vec<Lit> = (0..=enough)
            .filter(|&count| accepts(count))
            .map(|count| match at_least.get(count + 1) {
                Some(&more) => self.all(&[at_least[count], !more]),
                None => at_least[count],
            })
            .collect();
        self.any(&exactly)
    }

    /// For each number up to a bound, that at least so many of these are true.
    fn at_least(&mut self, of: &[Lit], bound: usize) -> Vec<Lit> {
        let mut counted = vec![!self.top; bound + 1];
        counted[0] = self.top;
        for &part in of {
            for number in (1..=bound).rev() {
                let one_more = self.all(&[counted[number - 1], part]);
                counted[number] = self.any(&[counted[number], one_more]);
            }
        }
        counted
    }

    /// In which worlds a formula is true in all worlds that are accessible.
    fn encode_knowledge(&mut self, access: Access, inner: Formula) -> Vec<Lit> {
        let fails: Vec<Lit> = self.truth[&inner].iter().map(|&holds| !holds).collect();
        self.possible(access, &fails).into_iter().map(|possible| !possible).collect()
    }

    /// In which worlds one of these is accessible.
    fn possible(&mut self, access: Access, where_true: &[Lit]) -> Vec<Lit> {
        let pairs = self.pairs(access);
        (0..self.worlds)
            .map(|from| {
                let both: Vec<Lit> = pairs[from]
                    .iter()
                    .zip(where_true)
                    .map(|(&accessible, &holds)| self.all(&[accessible, holds]))
                    .collect();
                self.any(&both)
            })
            .collect()
    }

    /// Common knowledge: what is false nowhere within as many steps as it takes to get anywhere.
    fn common(&mut self, group: &Group, inner: Formula) -> Vec<Lit> {
        let mut reached: Vec<Lit> = self.truth[&inner].iter().map(|&holds| !holds).collect();
        if group.is_empty() {
            return reached.into_iter().map(|fails| !fails).collect();
        }
        for _ in 1..self.worlds {
            reached = self.possible(union(group), &reached);
        }
        reached.into_iter().map(|fails| !fails).collect()
    }

    fn pairs(&mut self, access: Access) -> Pairs {
        if let Some(known) = self.access.get(&access) {
            return known.clone();
        }
        let pairs = match &access {
            Access::Of(_) => self.partition(),
            Access::Union(group) => self.join_access(group, Self::any),
            Access::Intersection(group) => self.join_access(group, Self::all),
        };
        self.access.insert(access, pairs.clone());
        pairs
    }

    fn join_access(&mut self, group: &Group, join: fn(&mut Self, &[Lit]) -> Lit) -> Pairs {
        let of: Vec<Pairs> = group.iter().map(|agent| self.pairs(Access::Of(agent))).collect();
        let pair = |from: usize, to: usize, this: &mut Self| {
            let each: Vec<Lit> = of.iter().map(|pairs| pairs[from][to]).collect();
            join(this, &each)
        };
        let worlds = self.worlds;
        (0..worlds).map(|from| (0..worlds).map(|to| pair(from, to, self)).collect()).collect()
    }

    /// A relation that is reflexive, symmetric and transitive.
    fn partition(&mut self) -> Pairs {
        let mut pairs = vec![vec![self.top; self.worlds]; self.worlds];
        let once = (0..self.worlds).flat_map(|from| (0..from).map(move |to| (from, to)));
        for (from, to) in once {
            pairs[from][to] = self.fresh();
            pairs[to][from] = pairs[from][to];
        }
        for a in 0..self.worlds {
            for b in 0..a {
                for c in 0..b {
                    let (ab, bc, ac) = (pairs[a][b], pairs[b][c], pairs[a][c]);
                    self.clause(&[!ab, !bc, ac]);
                    self.clause(&[!ab, !ac, bc]);
                    self.clause(&[!ac, !bc, ab]);
                }
            }
        }
        pairs
    }

    /// Worlds after the first can be renamed, so their valuations may be in order.
    fn order_worlds(&mut self) {
        let mut atoms: Vec<Atom> = self.atoms.keys().copied().collect();
        atoms.sort_unstable();
        for world in 1..self.worlds.saturating_sub(1) {
            let mut same = self.top;
            for atom in &atoms {
                let (here, next) = (self.atoms[atom][world], self.atoms[atom][world + 1]);
                self.clause(&[!same, here, !next]);
                let equal = self.iff(here, next);
                same = self.all(&[same, equal]);
            }
        }
    }

    fn is_true(&self, literal: Lit) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }

    /// The model that the solver found.
    fn model(&self, asked: &Entailment<'_>) -> ModelSetup {
        let atoms: BTreeSet<Atom> = self.atoms.keys().copied().collect();
        let world = |at: usize| WorldSetup {
            name: format!("w{}", at + 1),
            atoms: atoms.iter().copied().filter(|a| self.is_true(self.atoms[a][at])).collect(),
        };
        let relation = |agent: usize| self.cells(Access::Of(Agent::from_index(agent)));
        ModelSetup {
            worlds: (0..self.worlds).map(world).collect(),
            relations: (0..asked.agents).map(|agent| Some(relation(agent))).collect(),
            point: World::from_index(0),
        }
    }

    /// The cells of an agent; of one who is not spoken of, each world alone.
    fn cells(&self, access: Access) -> RelationSetup {
        let mut cells: Vec<u32> = Vec::new();
        let mut next = 0;
        for world in 0..self.worlds {
            let before = self
                .access
                .get(&access)
                .and_then(|pairs| (0..world).find(|&earlier| self.is_true(pairs[world][earlier])));
            cells.push(before.map_or(next, |earlier| cells[earlier]));
            next += u32::from(before.is_none());
        }
        RelationSetup::Cells(cells)
    }
}

fn union(group: &Group) -> Access {
    Access::Union(group.clone())
}
