//! Formulas written with atoms, connectives, and boxes alone: `M_a φ` is `~K_a ~φ`, `Kw_a φ` is `K_a φ | K_a ~φ`, `E_B φ` is the
//! conjunction of `K_a φ` for everybody in B, and counts are spelt out. Nothing is simplified, so that a proof is about what was asked.

use super::{Inquiry, Logic, NotInLogic};
use hexa_logic::{Agent, CountTest, Formula, FormulaNode, Group, Terms};
use rustc_hash::FxHashMap;

/// A question in the core language.
pub(super) struct Core {
    pub logic: Logic,
    /// The store of the formulas.
    pub terms: Terms,
    pub premises: Vec<Formula>,
    pub conclusion: Formula,
}

/// The question, with other formulas that mean the same.
pub(super) fn core(question: &Inquiry<'_>) -> Result<Core, NotInLogic> {
    let Inquiry { terms, logic, premises, conclusion, .. } = *question;
    let whole: Vec<Formula> = premises.iter().copied().chain([conclusion]).collect();
    let mut parts: Vec<Formula> = terms.occurring(&whole, &[]).formulas.into_iter().collect();
    parts.sort_unstable();
    let mut writing = Writing { terms: terms.clone(), logic, now: FxHashMap::default() };
    for part in parts {
        let core = writing.write(part)?;
        writing.now.insert(part, core);
    }
    let now = |formula: &Formula| writing.now[formula];
    let (premises, conclusion) = (premises.iter().map(now).collect(), now(&conclusion));
    Ok(Core { logic, premises, conclusion, terms: writing.terms })
}

struct Writing {
    terms: Terms,
    logic: Logic,
    now: FxHashMap<Formula, Formula>,
}

impl Writing {
    /// A formula whose parts are written already.
    fn write(&mut self, formula: Formula) -> Result<Formula, NotInLogic> {
        use FormulaNode as F;
        let now = |part: &Formula, this: &Self| this.now[part];
        let node = self.terms.node(formula).clone();
        Ok(match &node {
            F::True | F::False | F::Atom(_) => formula,
            F::Not(f) => self.terms.formula(F::Not(now(f, self))),
            F::And(of) => {
                let of = of.iter().map(|part| now(part, self)).collect();
                self.terms.and(of)
            }
            F::Or(of) => {
                let of = of.iter().map(|part| now(part, self)).collect();
                self.terms.or(of)
            }
            F::Implies(left, right) => {
                self.terms.formula(F::Implies(now(left, self), now(right, self)))
            }
            F::Iff(left, right) => self.terms.formula(F::Iff(now(left, self), now(right, self))),
            F::Count(of, test) => {
                let of: Vec<Formula> = of.iter().map(|part| now(part, self)).collect();
                spell_out_count(&mut self.terms, &of, test)
            }
            F::Knows(agent, f) | F::Believes(agent, f) => self.knows(*agent, now(f, self)),
            F::Imagines(agent, f) => {
                let denied = self.terms.formula(F::Not(now(f, self)));
                let known = self.knows(*agent, denied);
                self.terms.formula(F::Not(known))
            }
            F::KnowsWhether(agent, f) => {
                let inner = now(f, self);
                let denied = self.terms.formula(F::Not(inner));
                let both = vec![self.knows(*agent, inner), self.knows(*agent, denied)];
                self.terms.or(both)
            }
            F::Everybody(group, f) => {
                let inner = now(f, self);
                let all = group.iter().map(|agent| self.knows(agent, inner)).collect();
                self.terms.and(all)
            }
            F::Common(group, f) => {
                let inner = now(f, self);
                match (one_of(group), self.logic) {
                    _ if group.is_empty() => inner,
                    (Some(agent), Logic::S4) => self.knows(agent, inner),
                    (_, Logic::S5) => self.terms.formula(F::Common(group.clone(), inner)),
                    (_, Logic::K | Logic::T | Logic::S4 | Logic::Kd45) => {
                        return Err(NotInLogic(formula));
                    }
                }
            }
            F::Distributed(group, f) => {
                let inner = now(f, self);
                match (one_of(group), self.logic) {
                    (Some(agent), _) => self.knows(agent, inner),
                    (None, Logic::S5) if !group.is_empty() => {
                        self.terms.formula(F::Distributed(group.clone(), inner))
                    }
                    (None, _) => return Err(NotInLogic(formula)),
                }
            }
            F::After(..) | F::Probability(..) => return Err(NotInLogic(formula)),
        })
    }

    fn knows(&mut self, agent: Agent, inner: Formula) -> Formula {
        self.terms.formula(FormulaNode::Knows(agent, inner))
    }
}

/// The agent of a group of one.
fn one_of(group: &Group) -> Option<Agent> {
    let mut agents = group.iter();
    agents.next().filter(|_| agents.next().is_none())
}

/// How many hold, one after the other: how many of the first ones hold is all that is remembered.
fn spell_out_count(terms: &mut Terms, of: &[Formula], test: &CountTest) -> Formula {
    let whether = |accepted: bool| if accepted { Terms::TRUE } else { Terms::FALSE };
    let mut then: Vec<Formula> =
        (0..=of.len()).map(|count| whether(test.accepts(count as i64))).collect();
    for (before, &next) in of.iter().enumerate().rev() {
        let denied = terms.formula(FormulaNode::Not(next));
        then = (0..=before)
            .map(|count| match (then[count], then[count + 1]) {
                (without, with) if without == with => with,
                (Terms::FALSE, Terms::TRUE) => next,
                (Terms::TRUE, Terms::FALSE) => denied,
                (without, with) => {
                    let one_more = terms.and(vec![next, with]);
                    let same = terms.and(vec![denied, without]);
                    terms.or(vec![one_more, same])
                }
            })
            .collect();
    }
    then[0]
}
