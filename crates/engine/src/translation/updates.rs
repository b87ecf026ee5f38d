//! Knowledge actions as programs with updates (thesis def. 56): `L_B α` becomes
//! `α ; U_B α`, where the second α is the type of the first, marked alternatives or not.
//! Formulas are translated part by part; the operators of the language that the thesis
//! defines by others are, too.
//!
//! A program without `U` would be read by local interpretation, where tests leave nobody
//! access. The translation of one gets an update of nobody, which changes nothing.

use hexa_logic::{Action, ActionNode, Formula, FormulaNode, Group, Terms};
use rustc_hash::FxHashMap;

/// What has no translation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Untranslatable {
    /// `C_B φ`, `D_B φ` or a probability: Gerbrandy's language has none of them.
    Formula(Formula),
    /// `p := φ`, `α || β`, `α^*`, an event of a frame, a suspicion or an update.
    Action(Action),
    /// Written out, the translation has more than so many tests and updates.
    TooLong(u64),
}

/// More tests and updates than this are not written out.
pub const MOST_PARTS: u64 = 100_000;

/// The translation of an action.
pub fn to_updates(terms: &mut Terms, action: Action) -> Result<Action, Untranslatable> {
    let mut translation = Translation::new(terms);
    let program = translation.action(action, Reading::Marked)?;
    let program = translation.program(program);
    let mut sizes = FxHashMap::default();
    match size(terms, program, &mut sizes) > MOST_PARTS {
        true => Err(Untranslatable::TooLong(MOST_PARTS)),
        false => Ok(program),
    }
}

/// How many tests and updates an action has, written out. What it tests does not count.
fn size(terms: &Terms, action: Action, sizes: &mut FxHashMap<Action, u64>) -> u64 {
    if let Some(&known) = sizes.get(&action) {
        return known;
    }
    let parts = terms.action_node(action).parts().iter();
    let inside = parts.fold(0u64, |sum, &part| sum.saturating_add(size(terms, part, sizes)));
    let size = inside.saturating_add(1);
    sizes.insert(action, size);
    size
}

/// Whether marks of local choice count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Reading {
    /// What is executed: the marked alternatives.
    Marked,
    /// What is learnt: the type.
    Type,
}

struct Translation<'t> {
    terms: &'t mut Terms,
    formulas: FxHashMap<Formula, Formula>,
    actions: FxHashMap<(Action, Reading), Action>,
}

impl<'t> Translation<'t> {
    fn new(terms: &'t mut Terms) -> Self {
        Self { terms, formulas: FxHashMap::default(), actions: FxHashMap::default() }
    }

    /// The same program, to be read as one with updates.
    fn program(&mut self, action: Action) -> Action {
        if self.terms.has_update(action) {
            return action;
        }
        let skip = self.terms.skip();
        let nothing = self.terms.action(ActionNode::Update(Group::empty(), skip));
        self.terms.action(ActionNode::Sequence([action, nothing].into()))
    }

    fn action(&mut self, action: Action, reading: Reading) -> Result<Action, Untranslatable> {
        if let Some(&known) = self.actions.get(&(action, reading)) {
            return Ok(known);
        }
        let translated = self.clause(action, reading)?;
        self.actions.insert((action, reading), translated);
        Ok(translated)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn clause(&mut self, action: Action, reading: Reading) -> Result<Action, Untranslatable> {
        use ActionNode as A;
        let node = match self.terms.action_node(action).clone() {
            A::Test(formula) => A::Test(self.formula(formula)?),
            A::Learn(group, inner) => {
                let executed = self.action(inner, reading)?;
                let learnt = self.action(inner, Reading::Type)?;
                let update = self.terms.action(A::Update(group, learnt));
                A::Sequence([executed, update].into())
            }
            A::Sequence(of) if of.is_empty() => return Ok(self.terms.skip()),
            A::Sequence(of) => A::Sequence(self.each(&of, reading)?),
            A::Choice(of, Some(mark)) if reading == Reading::Marked => {
                return self.action(of[mark as usize], reading);
            }
            A::Choice(of, _) => A::Choice(self.each(&of, reading)?, None),
            A::Game(game) => return self.action(game.description, reading),
            // What everybody hears and believes is learnt by everybody.
            A::Message(index) if self.terms.announced(index).is_some() => {
                let everybody = Group::first(self.terms.said(index).1.relations.len());
                let said = self.terms.announced(index).unwrap_or(Terms::TRUE);
                let learnt = self.terms.announcement(everybody, said);
                return self.action(learnt, reading);
            }
            _ => return Err(Untranslatable::Action(action)),
        };
        Ok(self.terms.action(node))
    }

    fn each(&mut self, of: &[Action], reading: Reading) -> Result<Box<[Action]>, Untranslatable> {
        of.iter().map(|&part| self.action(part, reading)).collect()
    }

    fn formula(&mut self, formula: Formula) -> Result<Formula, Untranslatable> {
        if let Some(&known) = self.formulas.get(&formula) {
            return Ok(known);
        }
        let translated = self.formula_clause(formula)?;
        self.formulas.insert(formula, translated);
        Ok(translated)
    }

    fn formula_clause(&mut self, formula: Formula) -> Result<Formula, Untranslatable> {
        use FormulaNode as F;
        let node = match self.terms.node(formula).clone() {
            F::True | F::False | F::Atom(_) => return Ok(formula),
            F::Not(f) => F::Not(self.formula(f)?),
            F::And(of) => F::And(self.formulas(&of)?),
            F::Or(of) => F::Or(self.formulas(&of)?),
            F::Count(of, test) => F::Count(self.formulas(&of)?, test),
            F::Implies(f, g) => F::Implies(self.formula(f)?, self.formula(g)?),
            F::Iff(f, g) => F::Iff(self.formula(f)?, self.formula(g)?),
            F::Knows(a, f) => F::Knows(a, self.formula(f)?),
            F::Believes(a, f) => F::Believes(a, self.formula(f)?),
            F::Imagines(a, f) => F::Imagines(a, self.formula(f)?),
            F::KnowsWhether(a, f) => F::KnowsWhether(a, self.formula(f)?),
            F::Everybody(b, f) => F::Everybody(b, self.formula(f)?),
            F::After(modality, action, f) => {
                let program = self.action(action, Reading::Marked)?;
                F::After(modality, self.program(program), self.formula(f)?)
            }
            F::Common(..) | F::Distributed(..) | F::Probability(..) => {
                return Err(Untranslatable::Formula(formula));
            }
        };
        Ok(self.terms.formula(node))
    }

    fn formulas(&mut self, of: &[Formula]) -> Result<Box<[Formula]>, Untranslatable> {
        of.iter().map(|&f| self.formula(f)).collect()
    }
}
