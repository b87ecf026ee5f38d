//! Truth in all worlds at once (thesis defs. 32 and 66). Every subformula becomes a
//! column of bits, computed once for each set of worlds it is asked on, and dropped
//! when the last formula that needs it has been computed.
//!
//! `[α]φ` and `<α>φ` lead to other sets of worlds. All of them are laid out before
//! anything is computed, so that equal questions on equal sets are one question.
//! Nothing recurses: formulas may be 10^5 deep.
//!
//! Bits of worlds outside the set are meaningless in between and cleared at the end.

use crate::announcement;
use crate::definedness;
use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits};
use crate::explicit::counting::Counter;
use crate::explicit::interpretation::{self, Interpreter};
use crate::explicit::knowledge;
use crate::explicit::modality;
use crate::explicit::model::{Model, Submodel};
use crate::explicit::probability;
use crate::explicit::state::State;
use crate::limits::{Limit, Pace, Work};
use hexa_logic::{Action, Formula, FormulaNode, Modality, Stopped, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The worlds of a state where a formula is true.
pub fn truth(state: &State, terms: &Terms, formula: Formula) -> Result<Bits, EvalError> {
    check(state, terms, formula)?;
    column(state, terms, formula)
}

/// Whether a formula is defined in a state.
pub(crate) fn check(state: &State, terms: &Terms, formula: Formula) -> Result<(), EvalError> {
    let arrows = state.model().arrow_agents();
    definedness::check_formula(terms, formula, state.group(), &arrows)?;
    check_weights(terms, formula, state.model(), || state.relevant())
}

/// Whether the probabilities that a formula asks for are defined on these worlds, and what all worlds have in
/// common, which after updates is nothing definite; what it asks after actions is not looked at.
fn check_weights(
    terms: &Terms,
    formula: Formula,
    model: &Model,
    worlds: impl FnOnce() -> Result<Bits, Limit>,
) -> Result<(), EvalError> {
    if !model.weights().are_lost_somewhere() {
        return Ok(());
    }
    let Some(action) = model.weights().lost_in(&worlds()?) else { return Ok(()) };
    match left_undefined(terms, formula, action) {
        Some(formula) => Err(EvalError::NoProbability { formula, action }),
        None => Ok(()),
    }
}

/// A part of a formula that asks here for a probability, which this action lost; or, if it is a program with
/// updates, for what is true in all worlds: which possibilities there are depends on how they were found.
#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
fn left_undefined(terms: &Terms, formula: Formula, action: Action) -> Option<Formula> {
    let mut waiting = vec![formula];
    let mut seen = FxHashSet::default();
    while let Some(formula) = waiting.pop() {
        match terms.node(formula) {
            FormulaNode::Probability(..) => return Some(formula),
            FormulaNode::Distributed(group, _) if group.is_empty() && terms.has_update(action) => {
                return Some(formula);
            }
            FormulaNode::After(..) => {}
            node if seen.insert(formula) => node.parts(|part| waiting.push(part)),
            _ => {}
        }
    }
    None
}

/// Whether all that a formula asks can be laid out before anything is computed: it leads to sets of worlds only, and
/// what is defined does not depend on which worlds are left. Where weights are lost, probabilities do.
pub(crate) fn can_be_laid_out(state: &State, terms: &Terms, formula: Formula) -> bool {
    announcement::are_all(terms, formula) && !state.model().weights().are_lost_somewhere()
}

/// The worlds where a formula is true that is known to be defined.
pub(crate) fn column(state: &State, terms: &Terms, formula: Formula) -> Result<Bits, EvalError> {
    if can_be_laid_out(state, terms, formula) {
        // Announcements that share formulas can lead to exponentially many sets of worlds, most of
        // them equal. Then it is better to find out which before asking on.
        let limits = state.limits();
        let work = Work::at_most(limits.work.min(MOST_LAID_OUT * QUESTION), &limits.stop);
        match Plan::new(terms, formula, work, Modalities::Laid) {
            Ok(plan) => return Ok(Evaluation::new(plan, state.submodel.clone()).run(formula)?),
            Err(Limit::Stopped) => return Err(Stopped.into()),
            Err(_) => {}
        }
    }
    let (submodel, group) = (state.submodel.clone(), state.group().clone());
    let mut interpreter = Interpreter::new(terms, state.limits(), submodel, group);
    let truth = interpreter.truth(Interpreter::START, formula)?;
    Ok(Bits::clone(&truth))
}

/// The worlds of a model that has been reached where a formula is true. What is true after actions is
/// found first.
pub(crate) fn column_at(
    interpreter: &mut Interpreter<'_>,
    place: interpretation::Place,
    formula: Formula,
) -> Result<Bits, EvalError> {
    let submodel = interpreter.submodel(place);
    let domain = || Ok(Bits::clone(&submodel.domain));
    check_weights(interpreter.terms(), formula, &submodel.model, domain)?;
    let work = interpreter.work();
    let plan = Plan::new(interpreter.terms(), formula, work, Modalities::Given);
    let plan = plan.map_err(EvalError::Limit)?;
    let mut after = Vec::new();
    for &formula in &plan.given {
        after.push((formula, Arc::new(modality::truth(interpreter, place, formula)?)));
    }
    let mut evaluation = Evaluation::new(plan, interpreter.submodel(place).clone());
    evaluation.answers.extend(after.into_iter().map(|(formula, truth)| ((0, formula), truth)));
    Ok(evaluation.run(formula)?)
}

/// What a question counts, in steps.
const QUESTION: u64 = 64;

/// More questions than this are not laid out.
const MOST_LAID_OUT: u64 = 1_000_000;

/// How `[α]φ` and `<α>φ` are answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modalities {
    /// All actions are announcements, and the sets of worlds they lead to are laid out.
    Laid,
    /// They are answered before anything else.
    Given,
}

/// A set of worlds on which formulas are asked, by its place in the plan.
type Place = u32;

/// A formula on a set of worlds.
type Question = (Place, Formula);

/// What will be asked: how often each question, and how the sets of worlds come about.
struct Plan<'t> {
    terms: &'t Terms,
    /// How many times each question's answer will be needed.
    uses: FxHashMap<Question, u32>,
    /// The set that is left of a set after a test.
    after: FxHashMap<Question, Place>,
    places: u32,
    /// The tests of an action, each where it is made, and where the action ends.
    routes: FxHashMap<(Place, Action), Arc<Route>>,
    modalities: Modalities,
    /// The modalities to be answered before anything else.
    given: Vec<Formula>,
    work: Work,
}

/// How an announcement leads from one set of worlds to another.
struct Route {
    tests: Vec<Question>,
    end: Place,
}

impl<'t> Plan<'t> {
    fn new(
        terms: &'t Terms,
        formula: Formula,
        work: Work,
        modalities: Modalities,
    ) -> Result<Self, Limit> {
        let mut plan = Self {
            terms,
            uses: FxHashMap::default(),
            after: FxHashMap::default(),
            places: 1,
            routes: FxHashMap::default(),
            modalities,
            given: Vec::new(),
            work,
        };
        let mut waiting = Vec::new();
        plan.need((0, formula), &mut waiting);
        while let Some(question) = waiting.pop() {
            plan.work.spend(QUESTION)?;
            plan.lay_out(question)?;
            let mut at = 0;
            while let Some(part) = plan.part(question, at) {
                plan.need(part, &mut waiting);
                at += 1;
            }
        }
        Ok(plan)
    }

    fn need(&mut self, question: Question, waiting: &mut Vec<Question>) {
        let uses = self.uses.entry(question).or_insert(0);
        *uses += 1;
        if *uses == 1 {
            waiting.push(question);
        }
    }

    /// Finds the sets of worlds that a question leads to.
    fn lay_out(&mut self, (place, formula): Question) -> Result<(), Limit> {
        let FormulaNode::After(_, action, _) = self.terms.node(formula) else { return Ok(()) };
        if self.modalities == Modalities::Given {
            self.given.push(formula);
            return Ok(());
        }
        if self.routes.contains_key(&(place, *action)) {
            return Ok(());
        }
        let mut route = Route { tests: Vec::new(), end: place };
        for test in announcement::tests(self.terms, *action, &mut self.work)? {
            let made = (route.end, test);
            route.tests.push(made);
            route.end = *self.after.entry(made).or_insert(self.places);
            self.places = self.places.max(route.end + 1);
        }
        self.routes.insert((place, *action), Arc::new(route));
        Ok(())
    }

    /// The question that a question needs answered at some step; none when all are.
    fn part(&self, (place, formula): Question, at: usize) -> Option<Question> {
        use FormulaNode as F;
        let inner = match self.terms.node(formula) {
            F::True | F::False | F::Atom(_) => None,
            F::And(of) | F::Or(of) | F::Count(of, _) => of.get(at).copied(),
            F::Implies(left, right) | F::Iff(left, right) => [*left, *right].get(at).copied(),
            F::After(_, action, body) => {
                let route = self.routes.get(&(place, *action))?;
                let last = (at == route.tests.len()).then_some((route.end, *body));
                return route.tests.get(at).copied().or(last);
            }
            F::Not(f)
            | F::Knows(_, f)
            | F::Believes(_, f)
            | F::Imagines(_, f)
            | F::KnowsWhether(_, f)
            | F::Everybody(_, f)
            | F::Common(_, f)
            | F::Distributed(_, f)
            | F::Probability(_, f, _, _) => (at == 0).then_some(*f),
        };
        inner.map(|formula| (place, formula))
    }
}

/// A question whose parts are being answered.
struct Frame {
    question: Question,
    /// How many parts have been answered.
    answered: usize,
    gathered: Gathered,
}

/// What the parts answered so far come to.
enum Gathered {
    Nothing,
    Column(Arc<Bits>),
    Counter(Counter),
}

impl Gathered {
    /// The column, to be changed; `otherwise` if nothing was gathered.
    fn into_bits(self, otherwise: impl FnOnce() -> Bits) -> Bits {
        match self {
            Self::Column(column) => Arc::unwrap_or_clone(column),
            Self::Nothing | Self::Counter(_) => otherwise(),
        }
    }
}

struct Evaluation<'t> {
    plan: Plan<'t>,
    /// The sets of worlds. Those not known yet are the whole set, and nothing is asked there
    /// before the tests that lead there are made.
    submodels: Vec<Submodel>,
    known: Bits,
    answers: FxHashMap<Question, Arc<Bits>>,
    worlds: usize,
}

impl<'t> Evaluation<'t> {
    fn new(plan: Plan<'t>, submodel: Submodel) -> Self {
        let worlds = submodel.model.worlds();
        let known = Bits::with_capacity(plan.places as usize);
        let submodels = vec![submodel; plan.places as usize];
        Self { plan, submodels, known, answers: FxHashMap::default(), worlds }
    }

    fn run(mut self, formula: Formula) -> Result<Bits, Stopped> {
        let asked = (0, formula);
        let mut stack = Vec::new();
        if !self.answers.contains_key(&asked) {
            stack.push(frame(asked));
        }
        while let Some(top) = stack.last_mut() {
            match self.plan.part(top.question, top.answered) {
                Some(part) => match self.take(part) {
                    Some(answer) => {
                        self.gather(top, part, answer)?;
                        top.answered += 1;
                    }
                    None => stack.push(frame(part)),
                },
                None => {
                    if let Some(done) = stack.pop() {
                        let question = done.question;
                        let answer = self.conclude(done)?;
                        self.answers.insert(question, answer);
                    }
                }
            }
        }
        let answer = self.take(asked);
        let mut answer = answer.map_or_else(|| self.nowhere(), Arc::unwrap_or_clone);
        answer.intersect_with(&self.submodel(0).domain);
        Ok(answer)
    }

    fn pace(&self) -> &Pace {
        self.plan.work.pace()
    }

    /// An answer, if it is there; forgotten when it will not be needed again.
    fn take(&mut self, question: Question) -> Option<Arc<Bits>> {
        let answer = self.answers.get(&question)?;
        let uses = self.plan.uses.entry(question).or_insert(1);
        *uses -= 1;
        match *uses {
            0 => self.answers.remove(&question),
            _ => Some(Arc::clone(answer)),
        }
    }

    fn submodel(&self, place: Place) -> &Submodel {
        &self.submodels[place as usize]
    }

    fn nowhere(&self) -> Bits {
        Bits::with_capacity(self.worlds)
    }

    /// Joins the answer to a part to what was gathered before.
    fn gather(
        &mut self,
        frame: &mut Frame,
        part: Question,
        answer: Arc<Bits>,
    ) -> Result<(), Stopped> {
        use FormulaNode as F;
        self.pace().count(1)?;
        let before = std::mem::replace(&mut frame.gathered, Gathered::Nothing);
        let node = self.plan.terms.node(frame.question.1);
        frame.gathered = match (node, before) {
            (F::After(_, action, _), _) => self.step(frame, *action, part, answer),
            (F::Count(of, _), Gathered::Nothing) => {
                Gathered::Counter(Counter::new(of.len(), &answer))
            }
            (F::Count(..), Gathered::Counter(mut counter)) => {
                counter.add(&answer, self.pace())?;
                Gathered::Counter(counter)
            }
            (node, Gathered::Column(column)) => {
                let column = Arc::unwrap_or_clone(column);
                Gathered::Column(Arc::new(join(node, column, &answer, self.pace())?))
            }
            (_, _) => Gathered::Column(answer),
        };
        Ok(())
    }

    /// A test of an action was answered, or its body.
    fn step(
        &mut self,
        frame: &Frame,
        action: Action,
        part: Question,
        answer: Arc<Bits>,
    ) -> Gathered {
        let route = &self.plan.routes[&(frame.question.0, action)];
        if frame.answered == route.tests.len() {
            return Gathered::Column(answer);
        }
        let next = self.plan.after[&part] as usize;
        if !self.known.put(next) {
            self.submodels[next] = self.submodel(part.0).narrow(&answer);
        }
        Gathered::Nothing
    }

    /// The answer to a question all of whose parts are answered.
    fn conclude(&self, frame: Frame) -> Result<Arc<Bits>, Stopped> {
        use FormulaNode as F;
        let (place, formula) = frame.question;
        let submodel = self.submodel(place);
        let node = self.plan.terms.node(formula);
        let bits = match (node, frame.gathered) {
            (F::Atom(atom), _) => match submodel.model.column(*atom) {
                Some(column) => return Ok(Arc::clone(column)),
                None => self.nowhere(),
            },
            (F::Count(of, test), Gathered::Counter(counter)) => {
                counter.worlds_passing(of.len(), test, self.pace())?
            }
            (F::Count(_, test), _) => self.constant(test.accepts(0)),
            (F::True | F::And(_), gathered) => gathered.into_bits(|| self.constant(true)),
            (F::After(modality, action, _), gathered) => {
                let end = self.plan.routes[&(place, *action)].end;
                let executed = &self.submodel(end).domain;
                let body = gathered.into_bits(|| self.nowhere());
                after(*modality, body, executed, self.pace())?
            }
            (node, gathered) => {
                unary(node, submodel, gathered.into_bits(|| self.nowhere()), self.pace())?
            }
        };
        Ok(Arc::new(bits))
    }

    fn constant(&self, value: bool) -> Bits {
        match value {
            true => bits::all(self.worlds),
            false => self.nowhere(),
        }
    }
}

fn frame(question: Question) -> Frame {
    Frame { question, answered: 0, gathered: Gathered::Nothing }
}

/// The second and later parts of a connective.
#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
fn join(node: &FormulaNode, mut column: Bits, answer: &Bits, pace: &Pace) -> Result<Bits, Stopped> {
    let operation: fn(bits::Word, bits::Word) -> bits::Word = match node {
        FormulaNode::Or(_) => |l, r| l | r,
        FormulaNode::Implies(..) => |l, r| !l | r,
        FormulaNode::Iff(..) => |l, r| !(l ^ r),
        _ => |l, r| l & r,
    };
    bits::zip_with(&mut column, answer, pace, operation)?;
    Ok(column)
}

/// Where the body holds after every execution, or after some; an announcement has at most one.
fn after(
    modality: Modality,
    mut body: Bits,
    executed: &Bits,
    pace: &Pace,
) -> Result<Bits, Stopped> {
    match modality {
        Modality::Every => bits::zip_with(&mut body, executed, pace, |body, done| !done | body)?,
        Modality::Some => body.intersect_with(executed),
    }
    Ok(body)
}

/// Operators with one part; connectives are what was gathered.
fn unary(
    node: &FormulaNode,
    submodel: &Submodel,
    mut column: Bits,
    pace: &Pace,
) -> Result<Bits, Stopped> {
    use FormulaNode as F;
    match node {
        F::Not(_) => {
            bits::flip(&mut column);
            Ok(column)
        }
        F::Knows(agent, _) | F::Believes(agent, _) => {
            knowledge::knows(submodel, *agent, &column, pace)
        }
        F::Imagines(agent, _) => knowledge::imagines(submodel, *agent, column, pace),
        F::KnowsWhether(agent, _) => knowledge::knows_whether(submodel, *agent, column, pace),
        F::Everybody(group, _) => knowledge::everybody(submodel, group, &column, pace),
        F::Common(group, _) => knowledge::common(submodel, group, column, pace),
        F::Distributed(group, _) => {
            knowledge::distributed_knowledge(submodel, group, &column, pace)
        }
        F::Probability(agent, _, comparison, ratio) => {
            probability::compares(submodel, *agent, &column, *comparison, *ratio, pace)
        }
        F::True
        | F::False
        | F::Atom(_)
        | F::And(_)
        | F::Or(_)
        | F::Implies(..)
        | F::Iff(..)
        | F::Count(..)
        | F::After(..) => Ok(column),
    }
}
