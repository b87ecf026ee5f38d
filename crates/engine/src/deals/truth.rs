//! Truth in all worlds at once (thesis defs. 32 and 66), as a chart. Every subformula is evaluated once for each model
//! that it is asked on. Values outside of the law are meaningless.

use super::chart::Chart;
use super::model::Model;
use super::moves::{Step, steps};
use crate::evaluation::EvalError;
use crate::limits::Limit;
use crate::propositional::is_epistemic;
use hexa_logic::{Action, Agent, Atom, CountTest, Formula, FormulaNode, Group, Modality, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Actions inside formulas inside actions are followed this deep.
pub(super) const MOST_DEPTH: u64 = 64;

/// Evaluates formulas.
pub(super) struct Evaluator<'t> {
    pub(super) terms: &'t Terms,
    pub(super) group: Group,
    depth: u64,
}

impl<'t> Evaluator<'t> {
    pub(super) fn new(terms: &'t Terms, group: Group) -> Self {
        Self { terms, group, depth: 0 }
    }

    /// Where a formula is true in a model.
    pub(super) fn truth(
        &mut self,
        model: &Arc<Model>,
        formula: Formula,
    ) -> Result<Chart, EvalError> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(EvalError::Limit(Limit::Depth(MOST_DEPTH)));
        }
        let store = self.terms.stamp().number();
        let mut known: FxHashMap<Formula, Chart> = FxHashMap::default();
        for formula in self.formulas_needed(model, formula) {
            let truth = match model.recall(store, formula) {
                Some(known) => known,
                None => {
                    let truth = self.conclude(model, formula, &known)?;
                    if self.is_remembered(model, formula) {
                        model.remember(store, formula, &truth);
                    }
                    truth
                }
            };
            known.insert(formula, truth);
        }
        self.depth -= 1;
        let truth = known.remove(&formula);
        Ok(truth.unwrap_or_else(|| model.constant(false)))
    }

    /// The formulas to be evaluated in a model for a formula, parts before what they are parts of.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    fn formulas_needed(&self, model: &Model, formula: Formula) -> Vec<Formula> {
        let (terms, store) = (self.terms, self.terms.stamp().number());
        let mut needed = FxHashSet::default();
        let mut waiting = vec![formula];
        while let Some(formula) = waiting.pop() {
            if !needed.insert(formula) || model.recall(store, formula).is_some() {
                continue;
            }
            match terms.node(formula) {
                FormulaNode::After(..) => {}
                FormulaNode::And(_) if self.hands_known(model, formula).is_some() => {}
                FormulaNode::Knows(_, part)
                | FormulaNode::Believes(_, part)
                | FormulaNode::Everybody(_, part)
                | FormulaNode::Common(_, part)
                | FormulaNode::Distributed(_, part) => waiting.extend(self.conjuncts(model, *part)),
                node => node.parts(|part| waiting.push(part)),
            }
        }
        // Older formulas never contain newer ones.
        let mut needed: Vec<Formula> = needed.into_iter().collect();
        needed.sort_unstable();
        needed
    }

    /// The parts of a conjunction, or the formula itself.
    fn conjuncts(&self, model: &Model, formula: Formula) -> Vec<Formula> {
        if let FormulaNode::And(parts) = self.terms.node(formula)
            && self.hands_known(model, formula).is_none()
        {
            parts.to_vec()
        } else {
            vec![formula]
        }
    }

    /// An agent and holders, if a formula says that the agent knows whether they have each of the cards.
    fn hands_known(&self, model: &Model, formula: Formula) -> Option<(Agent, u32)> {
        let FormulaNode::And(parts) = self.terms.node(formula) else { return None };
        let mut held: Vec<(usize, usize)> = Vec::with_capacity(parts.len());
        let mut agent = None;
        for &part in parts {
            let FormulaNode::KnowsWhether(knower, of) = *self.terms.node(part) else { return None };
            let FormulaNode::Atom(atom) = *self.terms.node(of) else { return None };
            if *agent.get_or_insert(knower) != knower {
                return None;
            }
            held.push(model.deck.holding(atom)?);
        }
        held.sort_unstable();
        held.dedup();
        let hands = held.iter().fold(0, |hands, (_, holder)| hands | 1u32 << holder);
        let all = hands.count_ones() as usize * model.deck.cards();
        (held.len() == all).then_some((agent?, hands))
    }

    /// Where a formula is true, if that is known of its parts.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    fn conclude(
        &mut self,
        model: &Arc<Model>,
        formula: Formula,
        known: &FxHashMap<Formula, Chart>,
    ) -> Result<Chart, EvalError> {
        match *self.terms.node(formula) {
            FormulaNode::After(modality, action, body) => {
                let steps =
                    steps(self.terms, action, (&model.deck, &self.group), &model.most().stop)?;
                self.after(model, (modality, action), &steps, body)
            }
            FormulaNode::Probability(agent, part, comparison, ratio) => {
                let limit = EvalError::Limit;
                model.compares(agent, &known[&part], comparison, ratio).map_err(limit)
            }
            ref node => self.within(model, formula, node, known).map_err(EvalError::Limit),
        }
    }

    /// Operators that stay in the model.
    fn within(
        &self,
        model: &Model,
        formula: Formula,
        node: &FormulaNode,
        known: &FxHashMap<Formula, Chart>,
    ) -> Result<Chart, Limit> {
        use FormulaNode as F;
        let (most, of) = (model.most(), |part: &Formula| &known[part]);
        let all = |part: &Formula| -> Vec<Chart> {
            self.conjuncts(model, *part).iter().map(|part| known[part].clone()).collect()
        };
        match node {
            F::True => Ok(model.constant(true)),
            F::False => Ok(model.constant(false)),
            F::Atom(atom) => Ok(atom_truth(model, *atom)),
            F::Not(part) => Ok(of(part).not()),
            F::And(parts) => match self.hands_known(model, formula) {
                Some((agent, hands)) => model.knows_hands(&model.sight(agent), hands),
                None => {
                    let mut rest = parts.iter().rev();
                    rest.try_fold(model.constant(true), |all, part| of(part).and(&all, most))
                }
            },
            F::Or(parts) => {
                let mut rest = parts.iter().rev();
                rest.try_fold(model.constant(false), |some, part| of(part).or(&some, most))
            }
            F::Implies(left, right) => of(left).not().or(of(right), most),
            F::Iff(left, right) => of(left).iff(of(right), most),
            F::Knows(agent, part) | F::Believes(agent, part) => model.knows(*agent, &all(part)),
            F::Imagines(agent, part) => {
                model.imagines(&model.sight(*agent), of(part), super::chart::YES)
            }
            F::KnowsWhether(agent, part) => model.knows_whether(*agent, of(part)),
            F::Everybody(group, part) => model.everybody(group, &all(part)),
            F::Common(group, part) => model.common(group, &all(part)),
            F::Distributed(group, part) => model.distributed_knowledge(group, &all(part)),
            F::Count(parts, test) => {
                where_count_passes(model, &parts.iter().map(of).collect::<Vec<_>>(), test)
            }
            F::After(..) | F::Probability(..) => Ok(model.constant(false)),
        }
    }

    /// What takes more than a moment to find out.
    fn is_remembered(&self, model: &Model, formula: Formula) -> bool {
        let node = self.terms.node(formula);
        let is_conjunction = matches!(node, FormulaNode::And(_));
        is_epistemic(node) || is_conjunction && self.hands_known(model, formula).is_some()
    }

    /// Where a formula is true after every way of taking some steps, or after some.
    fn after(
        &mut self,
        model: &Arc<Model>,
        (modality, action): (Modality, Action),
        steps: &[Step],
        body: Formula,
    ) -> Result<Chart, EvalError> {
        // What must hold before each step, and for each way to take it what is known then.
        let mut models = vec![Arc::clone(model)];
        let mut tests = Vec::new();
        for step in steps {
            let here = &models[models.len() - 1];
            let (test, next) = step.execute(self, here, action)?;
            tests.push(test);
            models.push(next);
        }
        let last = &models[models.len() - 1];
        let mut truth = self.truth(last, body)?;
        let most = model.most();
        for ((step, test), here) in steps.iter().zip(&tests).zip(&models).rev() {
            let show = here.shows.len();
            let ways = step.ways(here);
            let mut found = model.constant(modality == Modality::Every);
            for way in ways {
                let then = match way {
                    None => truth.clone(),
                    Some(card) => {
                        let shown = |level: super::chart::Level| {
                            (level.show() == Some(show)).then(|| usize::from(level.card() == card))
                        };
                        truth.condition_on(shown, most).map_err(EvalError::Limit)?
                    }
                };
                let possible = match way {
                    None => test.clone(),
                    Some(card) => step.possible(here, card),
                };
                let joined = match modality {
                    Modality::Every => {
                        let then = possible.not().or(&then, most).map_err(EvalError::Limit)?;
                        found.and(&then, most)
                    }
                    Modality::Some => {
                        let then = possible.and(&then, most).map_err(EvalError::Limit)?;
                        found.or(&then, most)
                    }
                };
                found = joined.map_err(EvalError::Limit)?;
            }
            truth = found;
        }
        Ok(truth)
    }
}

/// Where an atom is true. What does not speak of cards is false: it could only be assigned.
fn atom_truth(model: &Model, atom: Atom) -> Chart {
    match model.deck.holding(atom) {
        Some((card, holder)) => model.holds(card, holder),
        None => model.constant(false),
    }
}

/// Where the number of sets that hold passes a test, from the last set to the first.
fn where_count_passes(model: &Model, parts: &[&Chart], test: &CountTest) -> Result<Chart, Limit> {
    let most = model.most();
    let bound = test.bound(parts.len());
    let passes = |count: usize| model.constant(test.accepts(count as i64));
    let mut row: Vec<Chart> = (0..=bound).map(passes).collect();
    for (before, part) in parts.iter().enumerate().rev() {
        for count in 0..=bound.min(before) {
            let more = &row[(count + 1).min(bound)];
            if *more != row[count] {
                let (yes, no) = (more.and(part, most)?, row[count].minus(part, most)?);
                row[count] = yes.or(&no, most)?;
            }
        }
    }
    Ok(row.swap_remove(0))
}
