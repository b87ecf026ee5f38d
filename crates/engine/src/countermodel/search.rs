//! The question whether there is a countermodel of so many worlds (thesis def. 17), as clauses for a SAT solver.

use super::{Bounds, Entailment, TooMuch};
use crate::limits::{MOST_STEPS_BETWEEN_LOOKS, Pace};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use hexa_logic::{
    Agent, Atom, CountTest, Formula, FormulaNode, Group, ModelSetup, RelationSetup, Stop, Terms,
    World, WorldSetup,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Literals in the clauses of one search; more would take gigabytes.
const MOST_LITERALS: u64 = 100_000_000;

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
pub(super) struct Search<'a> {
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
    pub(super) fn new(terms: &'a Terms, worlds: usize, bounds: &Bounds) -> Self {
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

    pub(super) fn run(
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
            FormulaNode::Knows(agent, inner) | FormulaNode::Believes(agent, inner) => {
                self.encode_knowledge(Access::Of(*agent), *inner)
            }
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
