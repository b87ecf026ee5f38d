//! What holds in all worlds alike, as clauses: what the connectives mean, and what was learnt. A solver is asked for worlds.

use super::core_language::Core;
use super::{Accessibility, Bounds, SignedBox, TooMuch};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use hexa_logic::{Atom, Formula, FormulaNode, Stop, Terms};
use rustc_hash::FxHashMap;

/// Literals in the clauses of one question; more would take gigabytes.
const MOST_LITERALS: u64 = 100_000_000;

/// Stops the solver after so many conflicts, which come out the same every time, or when somebody asks for it.
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

/// A box: a formula about all worlds to which access leads.
pub(super) struct BoxAtom {
    /// Whose access, by its place in [`Closure::accesses`].
    pub access: usize,
    pub formula: Formula,
    /// What is said of these worlds.
    pub body: Formula,
    pub body_literal: Lit,
    /// That the box is true.
    pub literal: Lit,
}

/// What the solver answers: a world, or which of the assumptions cannot all be true.
pub(super) enum Answer {
    World(Box<[u64]>),
    Core(Vec<Lit>),
}

/// The formulas of a question as literals of a solver.
pub(super) struct Closure {
    pub terms: Terms,
    pub boxes: Vec<BoxAtom>,
    pub accesses: Vec<Accessibility>,
    pub atoms: Vec<(Atom, Lit)>,
    pub literals: FxHashMap<Formula, Lit>,
    solver: Solver<Patience>,
    top: Lit,
    box_of: FxHashMap<Var, usize>,
    /// How many literals there are in clauses.
    size: u64,
    /// Variables below this are part of a world.
    variables: u32,
    bounds: Bounds,
}

/// Whether a literal is true in a world.
pub(super) fn is_true(world: &[u64], literal: Lit) -> bool {
    let variable = literal.var().idx();
    let value = world[variable as usize / 64] >> (variable % 64) & 1 == 1;
    value == literal.sign()
}

impl Closure {
    /// With what the logic says of a box in its own world, and the premises.
    pub fn new(core: &Core, bounds: &Bounds) -> Result<Self, TooMuch> {
        let whole: Vec<Formula> = core.premises.iter().copied().chain([core.conclusion]).collect();
        let mut closure = Self::of_formulas(&core.terms, &whole, bounds)?;
        closure.add_agents();
        if core.logic.is_reflexive() {
            for at in 0..closure.boxes.len() {
                let (known, body) = (closure.boxes[at].literal, closure.boxes[at].body_literal);
                closure.clause(&[!known, body]);
            }
        }
        for premise in &core.premises {
            let holds = closure.literals[premise];
            closure.clause(&[holds]);
        }
        closure.variables = closure.solver.num_vars();
        Ok(closure)
    }

    /// With what the connectives mean, and nothing else.
    pub fn of_formulas(terms: &Terms, whole: &[Formula], bounds: &Bounds) -> Result<Self, TooMuch> {
        let patience = Patience { left: bounds.conflicts, stop: bounds.stop.clone() };
        let mut solver = Solver::new(SolverOpts::default(), patience);
        let top = Lit::new(solver.new_var_default(), true);
        let mut closure = Self {
            terms: terms.clone(),
            boxes: Vec::new(),
            accesses: Vec::new(),
            atoms: Vec::new(),
            literals: FxHashMap::default(),
            solver,
            top,
            box_of: FxHashMap::default(),
            size: 0,
            variables: 0,
            bounds: bounds.clone(),
        };
        closure.clause(&[top]);
        let mut parts: Vec<Formula> = terms.occurring(whole, &[]).formulas.into_iter().collect();
        parts.sort_unstable();
        for part in parts {
            let literal = closure.encode(part);
            closure.literals.insert(part, literal);
            bounds.stop.count(1)?;
            if closure.size > MOST_LITERALS {
                return Err(TooMuch::Literals(MOST_LITERALS));
            }
        }
        Ok(closure)
    }

    pub fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    pub fn clause(&mut self, literals: &[Lit]) {
        self.size += literals.len() as u64;
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
        let same = self.fresh();
        self.clause(&[!same, !left, right]);
        self.clause(&[!same, left, !right]);
        self.clause(&[same, left, right]);
        self.clause(&[same, !left, !right]);
        same
    }

    fn encode(&mut self, formula: Formula) -> Lit {
        use FormulaNode as F;
        let of = |parts: &[Formula], this: &Self| -> Vec<Lit> {
            parts.iter().map(|part| this.literals[part]).collect()
        };
        match self.terms.node(formula).clone() {
            F::True => self.top,
            F::False => !self.top,
            F::Atom(atom) => {
                let literal = self.fresh();
                self.atoms.push((atom, literal));
                literal
            }
            F::Not(inner) => !self.literals[&inner],
            F::And(parts) => {
                let parts = of(&parts, self);
                self.all(&parts)
            }
            F::Or(parts) => {
                let parts = of(&parts, self);
                self.any(&parts)
            }
            F::Implies(left, right) => {
                let parts = of(&[left, right], self);
                self.any(&[!parts[0], parts[1]])
            }
            F::Iff(left, right) => {
                let parts = of(&[left, right], self);
                self.iff(parts[0], parts[1])
            }
            F::Knows(agent, body) => self.make_box(Accessibility::Agent(agent), formula, body),
            F::Common(group, body) => self.make_box(Accessibility::Common(group), formula, body),
            F::Distributed(group, body) => {
                self.make_box(Accessibility::Distributed(group), formula, body)
            }
            F::Believes(..)
            | F::Imagines(..)
            | F::KnowsWhether(..)
            | F::Everybody(..)
            | F::After(..)
            | F::Count(..)
            | F::Probability(..) => unreachable!("this is not written in the core language"),
        }
    }

    fn make_box(&mut self, access: Accessibility, formula: Formula, body: Formula) -> Lit {
        let known = self.accesses.iter().position(|known| *known == access);
        let access = known.unwrap_or_else(|| {
            self.accesses.push(access);
            self.accesses.len() - 1
        });
        let literal = self.fresh();
        let body_literal = self.literals[&body];
        self.box_of.insert(literal.var(), self.boxes.len());
        self.boxes.push(BoxAtom { access, formula, body, body_literal, literal });
        literal
    }

    /// Whoever is in a group that is spoken of has access, too.
    fn add_agents(&mut self) {
        let groups: Vec<Accessibility> = self.accesses.clone();
        for access in groups {
            let group = match access {
                Accessibility::Agent(_) => continue,
                Accessibility::Common(group) | Accessibility::Distributed(group) => group,
            };
            for agent in group.iter().map(Accessibility::Agent) {
                if !self.accesses.contains(&agent) {
                    self.accesses.push(agent);
                }
            }
        }
    }

    /// The place of the box of a literal.
    pub fn box_at(&self, literal: Lit) -> usize {
        self.box_of[&literal.var()]
    }

    /// The box of a literal, with whether it is true.
    pub fn named(&self, literal: Lit) -> SignedBox {
        let at = self.box_at(literal);
        SignedBox { formula: self.boxes[at].formula, holds: literal.sign() }
    }

    /// A world in which these are true.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, TooMuch> {
        self.bounds.stop.count(1)?;
        let answer = self.solver.solve_limited(assumptions);
        if answer == lbool::TRUE {
            let model = self.solver.get_model();
            let mut world = vec![0u64; (self.variables as usize).div_ceil(64)];
            for (at, &value) in model.iter().enumerate().take(self.variables as usize) {
                if value == lbool::TRUE {
                    world[at / 64] |= 1 << (at % 64);
                }
            }
            Ok(Answer::World(world.into()))
        } else if answer == lbool::FALSE {
            // What contradicts itself is told by its negation.
            let core = self.solver.unsat_core();
            let is_blamed = |literal: &Lit| core.contains(&!*literal) || core.contains(literal);
            Ok(Answer::Core(assumptions.iter().copied().filter(is_blamed).collect()))
        } else {
            self.bounds.stop.look()?;
            Err(TooMuch::Conflicts(self.bounds.conflicts))
        }
    }
}
