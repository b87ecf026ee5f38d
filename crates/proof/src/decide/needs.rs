//! What each step of a proof needs. A conclusion follows from theorems, from what the logic says of boxes in their own world, and from
//! the premises; the solver names those that it used. Theorems that nothing needs are left out.

use super::closure::{Answer, Closure};
use super::{Bounds, Evidence, Learnt, SignedBox, TooMuch};
use batsat::Lit;
use hexa_logic::{Formula, Stop};
use rustc_hash::FxHashMap;

/// What a propositional step uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Need {
    /// A theorem that was learnt.
    Theorem(usize),
    /// That a box is true only if its body is.
    Truth(Formula),
    /// A premise.
    Given(usize),
}

/// What the steps of a proof need.
pub(crate) struct Needs {
    /// For each theorem that is needed, what each of its propositional steps needs.
    pub of_theorem: Vec<Option<Vec<Vec<Need>>>>,
    /// Theorems about boxes for which the bodies of those that are true are enough.
    pub by_bodies: Vec<bool>,
    /// What the conclusion needs.
    pub of_conclusion: Vec<Need>,
}

struct Finding<'a> {
    evidence: &'a Evidence,
    closure: Closure,
    /// For each theorem that it counts.
    theorems: Vec<Lit>,
    others: Vec<Lit>,
    by_bodies: Vec<bool>,
    means: FxHashMap<Lit, Need>,
}

impl Needs {
    /// Finds what is needed.
    pub fn find(evidence: &Evidence, stop: &Stop) -> Result<Self, TooMuch> {
        let whole: Vec<Formula> =
            evidence.premises.iter().copied().chain([evidence.conclusion]).collect();
        let bounds = Bounds { stop: stop.clone(), ..Bounds::default() };
        let closure = Closure::of_formulas(&evidence.terms, &whole, &bounds)?;
        let (theorems, others, means) = (Vec::new(), Vec::new(), FxHashMap::default());
        let by_bodies = vec![false; evidence.learnt.len()];
        let mut finding = Finding { evidence, closure, theorems, others, by_bodies, means };
        finding.add_all();
        finding.run()
    }
}

impl Finding<'_> {
    fn add_all(&mut self) {
        if self.evidence.logic.is_reflexive() {
            for at in 0..self.closure.boxes.len() {
                let of = &self.closure.boxes[at];
                let (known, body, formula) = (of.literal, of.body_literal, of.formula);
                let counts = self.count(Need::Truth(formula));
                self.others.push(counts);
                self.closure.clause(&[!counts, !known, body]);
            }
        }
        for (at, premise) in self.evidence.premises.iter().enumerate() {
            let holds = self.closure.literals[premise];
            let counts = self.count(Need::Given(at));
            self.others.push(counts);
            self.closure.clause(&[!counts, holds]);
        }
        for (at, learnt) in self.evidence.learnt.iter().enumerate() {
            let counts = self.count(Need::Theorem(at));
            self.theorems.push(counts);
            let mut clause = vec![!counts];
            match learnt {
                Learnt::Step { from, to, .. } => {
                    clause.extend(from.iter().map(|&literal| !self.literal(literal)));
                    clause.extend(to.map(|to| self.closure.literals[&to]));
                }
                Learnt::Induction { common, never, .. } => {
                    clause.push(self.closure.literals[common]);
                    for list in never {
                        let happens = self.closure.fresh();
                        for &literal in list {
                            let literal = self.literal(literal);
                            self.closure.clause(&[!happens, literal]);
                        }
                        clause.push(happens);
                    }
                }
            }
            self.closure.clause(&clause);
        }
    }

    fn count(&mut self, need: Need) -> Lit {
        let counts = self.closure.fresh();
        self.means.insert(counts, need);
        counts
    }

    fn literal(&self, literal: SignedBox) -> Lit {
        let holds = self.closure.literals[&literal.formula];
        if literal.holds { holds } else { !holds }
    }

    fn run(mut self) -> Result<Needs, TooMuch> {
        let many = self.evidence.learnt.len();
        let mut of_theorem: Vec<Option<Vec<Vec<Need>>>> = vec![None; many];
        let mut wanted = vec![false; many];
        let conclusion = !self.closure.literals[&self.evidence.conclusion];
        let of_conclusion = self.ask(many, &[conclusion])?;
        want(&of_conclusion, &mut wanted);
        for at in (0..many).rev() {
            if wanted[at] {
                let steps = self.steps(at)?;
                steps.iter().for_each(|needs| want(needs, &mut wanted));
                of_theorem[at] = Some(steps);
            }
        }
        Ok(Needs { of_theorem, by_bodies: self.by_bodies, of_conclusion })
    }

    fn steps(&mut self, at: usize) -> Result<Vec<Vec<Need>>, TooMuch> {
        match &self.evidence.learnt[at] {
            Learnt::Step { access, from, to } => {
                let goal = to.map(|to| self.denied_body(to));
                for by_bodies in [true, false] {
                    let mut assumed: Vec<Lit> = goal.into_iter().collect();
                    for &literal in from {
                        let there = self.evidence.there(access, literal, to.is_none(), by_bodies);
                        if there.is_box {
                            assumed.push(self.literal(literal));
                        }
                        if there.is_body {
                            assumed.push(!self.denied_body(literal.formula));
                        }
                    }
                    if let Some(needs) = self.find_core(at, &assumed)? {
                        self.by_bodies[at] = by_bodies;
                        return Ok(vec![needs]);
                    }
                }
                // The checker will say so.
                Ok(vec![Vec::new()])
            }
            Learnt::Induction { group, common, never } => {
                let goal = self.denied_body(*common);
                let invariant = self.closure.fresh();
                for list in never {
                    let clause: Vec<Lit> = list
                        .iter()
                        .map(|&literal| !self.literal(literal))
                        .chain([!invariant])
                        .collect();
                    self.closure.clause(&clause);
                }
                let mut steps = vec![self.ask(at, &[invariant, goal])?];
                for agent in group.iter() {
                    for list in never {
                        let own = list
                            .iter()
                            .filter(|literal| self.evidence.is_handed_on(agent, literal.formula))
                            .map(|&literal| self.literal(literal));
                        let assumed: Vec<Lit> = [invariant].into_iter().chain(own).collect();
                        steps.push(self.ask(at, &assumed)?);
                    }
                }
                Ok(steps)
            }
        }
    }

    fn denied_body(&self, known: Formula) -> Lit {
        let place = self.closure.box_at(self.closure.literals[&known]);
        !self.closure.boxes[place].body_literal
    }

    /// What it takes to contradict this, of the first theorems and all that is no theorem.
    fn ask(&mut self, theorems: usize, contradicted: &[Lit]) -> Result<Vec<Need>, TooMuch> {
        // If nothing does, the checker will say so.
        Ok(self.find_core(theorems, contradicted)?.unwrap_or_default())
    }

    fn find_core(
        &mut self,
        theorems: usize,
        contradicted: &[Lit],
    ) -> Result<Option<Vec<Need>>, TooMuch> {
        let mut assumed = contradicted.to_vec();
        assumed.extend(&self.others);
        assumed.extend(&self.theorems[..theorems]);
        Ok(match self.closure.solve(&assumed)? {
            Answer::Core(core) => {
                let mut needs: Vec<Need> =
                    core.iter().filter_map(|counts| self.means.get(counts).copied()).collect();
                needs.sort_unstable();
                Some(needs)
            }
            Answer::World(_) => None,
        })
    }
}

fn want(needs: &[Need], wanted: &mut [bool]) {
    for need in needs {
        if let Need::Theorem(at) = *need {
            wanted[at] = true;
        }
    }
}
