//! `Forall` and `Exists`: the same for both values of a variable, in the state itself. The truth of
//! `a knows that φ` depends on what `a` observes only, so that it does not change with the others.

use super::formula::one;
use super::parser::Parser;
use hexa_logic::{Agent, Atom, Formula, FormulaNode, Terms};
use hexa_text::Code;
use hexa_text::Span;
use rustc_hash::FxHashMap;

/// Which quantifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quantifier {
    /// For both values.
    Forall,
    /// For one of them.
    Exists,
}

/// More formulas are not made for one quantifier.
const MOST: usize = 100_000;

impl Parser<'_> {
    /// The formula without the quantifier.
    pub(super) fn quantify(
        &mut self,
        quantifier: Quantifier,
        atoms: &[Atom],
        body: Formula,
        at: Span,
    ) -> Option<Formula> {
        let before = self.terms.formula_count();
        let mut body = body;
        for &atom in atoms {
            let (Some(without), Some(with)) = (
                self.with_value(atom, Terms::FALSE, body),
                self.with_value(atom, Terms::TRUE, body),
            ) else {
                return self.not_bound(at);
            };
            body = match quantifier {
                _ if without == with => with,
                Quantifier::Forall => conjunction(&mut self.terms, vec![without, with]),
                Quantifier::Exists => disjunction(&mut self.terms, vec![without, with]),
            };
            if self.terms.formula_count() - before > MOST {
                let message = format!("this quantifier stands for more than {MOST} formulas");
                let problem = self.report.diagnostic(Code::TooLarge, at, message);
                self.report.add(problem.help("quantify over fewer variables"));
                return None;
            }
        }
        Some(body)
    }

    fn not_bound(&mut self, at: Span) -> Option<Formula> {
        let message =
            "this quantifier binds a variable that somebody sees whose knowledge is spoken of";
        let problem = self.report.diagnostic(Code::NotPropositional, at, message);
        self.report.add(problem.help(
            "a quantifier varies the state itself, which may leave the states that obey the law; \
             quantify over formulas without knowledge and announcements, or over variables that the \
             agents in question do not observe",
        ));
        None
    }

    /// The formula with a value in the place of a variable, outside of knowledge; none if knowledge
    /// would change with it.
    fn with_value(&mut self, atom: Atom, value: Formula, body: Formula) -> Option<Formula> {
        let mut now: FxHashMap<Formula, Formula> = FxHashMap::default();
        for part in self.outside_of_knowledge(body) {
            let node = self.terms.node(part).clone();
            let changed = match node {
                FormulaNode::Atom(this) if this == atom => value,
                FormulaNode::True | FormulaNode::False | FormulaNode::Atom(_) => part,
                FormulaNode::Not(inner) => self.terms.not(now[&inner]),
                FormulaNode::And(of) => {
                    let of = of.iter().map(|part| now[part]).collect();
                    conjunction(&mut self.terms, of)
                }
                FormulaNode::Or(of) => {
                    let of = of.iter().map(|part| now[part]).collect();
                    disjunction(&mut self.terms, of)
                }
                FormulaNode::Implies(left, right) => {
                    let denied = self.terms.not(now[&left]);
                    disjunction(&mut self.terms, vec![denied, now[&right]])
                }
                FormulaNode::Iff(left, right) => {
                    equivalence(&mut self.terms, now[&left], now[&right])
                }
                // The only counts that there are.
                FormulaNode::Count(of, _) => {
                    let of: Vec<Formula> = of.iter().map(|part| now[part]).collect();
                    one(&mut self.terms, &of)
                }
                FormulaNode::Knows(agent, _)
                | FormulaNode::Believes(agent, _)
                | FormulaNode::KnowsWhether(agent, _) => {
                    if self.sees(agent, atom) {
                        return None;
                    }
                    part
                }
                FormulaNode::Distributed(group, _) => {
                    if group.iter().any(|agent| self.sees(agent, atom)) {
                        return None;
                    }
                    part
                }
                FormulaNode::Imagines(..)
                | FormulaNode::Everybody(..)
                | FormulaNode::Common(..)
                | FormulaNode::After(..)
                | FormulaNode::Probability(..) => return None,
            };
            now.insert(part, changed);
        }
        now.get(&body).copied()
    }

    /// The parts of a formula, those inside others before these, without what is inside of
    /// knowledge.
    fn outside_of_knowledge(&self, body: Formula) -> Vec<Formula> {
        let mut found = vec![body];
        let mut seen: rustc_hash::FxHashSet<Formula> = found.iter().copied().collect();
        let mut at = 0;
        while at < found.len() {
            let node = self.terms.node(found[at]);
            if matches!(
                node,
                FormulaNode::Not(_)
                    | FormulaNode::And(_)
                    | FormulaNode::Or(_)
                    | FormulaNode::Implies(..)
                    | FormulaNode::Iff(..)
                    | FormulaNode::Count(..)
            ) {
                node.parts(|part| {
                    if seen.insert(part) {
                        found.push(part);
                    }
                });
            }
            at += 1;
        }
        found.sort_unstable();
        found
    }

    /// Whether what an agent knows can change with a variable.
    fn sees(&self, agent: Agent, atom: Atom) -> bool {
        self.observed[agent.index()].contains(&atom)
    }
}

fn conjunction(terms: &mut Terms, mut of: Vec<Formula>) -> Formula {
    of.retain(|part| *part != Terms::TRUE);
    match of.contains(&Terms::FALSE) {
        true => Terms::FALSE,
        false => terms.and(of),
    }
}

fn disjunction(terms: &mut Terms, mut of: Vec<Formula>) -> Formula {
    of.retain(|part| *part != Terms::FALSE);
    match of.contains(&Terms::TRUE) {
        true => Terms::TRUE,
        false => terms.or(of),
    }
}

fn equivalence(terms: &mut Terms, left: Formula, right: Formula) -> Formula {
    match (left, right) {
        (Terms::TRUE, other) | (other, Terms::TRUE) => other,
        (Terms::FALSE, other) | (other, Terms::FALSE) => terms.not(other),
        _ => terms.formula(FormulaNode::Iff(left, right)),
    }
}
