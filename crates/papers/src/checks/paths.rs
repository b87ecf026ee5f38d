//! Epistemic state transition models, and truth on their paths (*Epistemic GDL*, definitions 1 to 5), by the
//! letter: axioms and rules on random small models.

use super::random::search_fitting;
use super::{Check, Effort, Work};
use crate::Verdict;
use crate::verdict::Doubt;
use Formula::{Atom, Common, Does, Initial, Legal, Terminal, Wins};
use fixedbitset::FixedBitSet;
use hexa_engine::generate::Choices;
use hexa_logic::Agent;
use hexa_logic::{AgentAction, Fluent, PathFormula, PathFormulas, Stop, Stopped};
use hexa_rules::frame::{Classes, Frame, FrameBuilder, Valuation};
use hexa_rules::{Checker, Recall};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "paths: tautologies", at: file!(), run: |e| axiom(e, tautologies) },
    Check { name: "paths: never back to the start", at: file!(), run: |e| axiom(e, never_initial) },
    Check { name: "paths: the end", at: file!(), run: |e| axiom(e, only_nothing) },
    Check { name: "paths: some action is taken", at: file!(), run: |e| axiom(e, some_action) },
    Check { name: "paths: one action is taken", at: file!(), run: |e| axiom(e, one_action) },
    Check { name: "paths: what is taken is legal", at: file!(), run: |e| axiom(e, legal) },
    Check { name: "paths: something is legal", at: file!(), run: |e| axiom(e, some_legal) },
    Check { name: "paths: the end repeats", at: file!(), run: |e| axiom(e, repeats) },
    Check { name: "paths: next distributes", at: file!(), run: |e| axiom(e, next_distributes) },
    Check { name: "paths: next is a function", at: file!(), run: |e| axiom(e, next_is_function) },
    Check { name: "paths: knowledge distributes", at: file!(), run: |e| axiom(e, distribution) },
    Check { name: "paths: knowledge is true", at: file!(), run: |e| axiom(e, veridicality) },
    Check { name: "paths: positive introspection", at: file!(), run: |e| axiom(e, positive) },
    Check { name: "paths: negative introspection", at: file!(), run: |e| axiom(e, negative) },
    Check { name: "paths: common knowledge", at: file!(), run: |e| axiom(e, common_knowledge) },
    Check { name: "paths: modus ponens", at: file!(), run: |e| rule(e, modus_ponens) },
    Check { name: "paths: next of what is valid", at: file!(), run: |e| rule(e, next_of_valid) },
    Check { name: "paths: knowing what is valid", at: file!(), run: |e| rule(e, necessitation) },
    Check { name: "paths: induction", at: file!(), run: |e| rule(e, induction) },
    Check { name: "paths: updates that lead nowhere", at: file!(), run: partial_updates },
    Check { name: "paths: legal actions that are not known", at: file!(), run: legal_not_known },
    Check { name: "paths: only the first state is initial", at: file!(), run: first_only },
    Check { name: "paths: knowledge and time", at: file!(), run: no_interaction },
    Check { name: "paths: the checker follows the definitions", at: file!(), run: checker },
    Check { name: "paths: finitely many steps", at: file!(), run: finitely_many_steps },
];

const AGENTS: usize = 2;
/// Each agent can do nothing, which is action 0, or something, which is action 1.
const ACTIONS: u8 = 2;
/// How many actions of a path are looked at: formulas speak of no more than two steps.
const LENGTH: usize = 3;

/// What each agent does.
type Joint = [u8; AGENTS];

fn joint_actions() -> impl Iterator<Item = Joint> {
    (0..ACTIONS).flat_map(|first| (0..ACTIONS).map(move |second| [first, second]))
}

/// A state of a model.
#[derive(Clone, Debug)]
struct State {
    initial: bool,
    terminal: bool,
    /// For each agent the cell of states that look the same to them.
    cells: [usize; AGENTS],
    /// For each agent which actions are legal.
    legal: [[bool; ACTIONS as usize]; AGENTS],
    /// For each joint action where it leads, if anywhere.
    update: [Option<usize>; 4],
    wins: [bool; AGENTS],
    atoms: [bool; 2],
}

#[derive(Clone, Debug)]
enum Formula {
    Atom(usize),
    Initial,
    Terminal,
    Legal(usize, u8),
    Wins(usize),
    Does(usize, u8),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    Knows(usize, Box<Formula>),
    Common(Box<Formula>),
    /// What depends on the state only: for each state whether it holds.
    Settled(Vec<bool>),
}

fn not(of: Formula) -> Formula {
    Formula::Not(Box::new(of))
}

fn and(left: Formula, right: Formula) -> Formula {
    Formula::And(Box::new(left), Box::new(right))
}

fn or(left: Formula, right: Formula) -> Formula {
    not(and(not(left), not(right)))
}

fn implies(left: Formula, right: Formula) -> Formula {
    not(and(left, not(right)))
}

fn iff(left: Formula, right: Formula) -> Formula {
    and(implies(left.clone(), right.clone()), implies(right, left))
}

fn next(of: Formula) -> Formula {
    Formula::Next(Box::new(of))
}

fn knows(agent: usize, of: Formula) -> Formula {
    Formula::Knows(agent, Box::new(of))
}

fn common(of: Formula) -> Formula {
    Common(Box::new(of))
}

fn everybody(of: Formula) -> Formula {
    and(knows(0, of.clone()), knows(1, of))
}

/// Grows models and formulas from a list of decisions.
struct Growth<'a>(Choices<'a>);

impl Growth<'_> {
    fn choose(&mut self, ways: usize) -> usize {
        self.0.choose(ways)
    }

    fn bit(&mut self) -> bool {
        self.choose(2) == 1
    }

    fn model(&mut self) -> Model {
        let count = 1 + self.choose(3);
        let mut states: Vec<State> = (0..count).map(|_| self.state()).collect();
        let initial: Vec<bool> = states.iter().map(|state| state.initial).collect();
        for (at, state) in states.iter_mut().enumerate() {
            for place in 0..state.update.len() {
                // One way more than there are states: that one leads nowhere. Nothing leads to an initial state.
                let to = self.choose(count + 1);
                state.update[place] = (to < count && !initial[to]).then_some(to);
            }
            if state.terminal {
                state.update[place([0, 0])] = Some(at);
            }
        }
        Model::new(states)
    }

    fn state(&mut self) -> State {
        let initial = self.bit();
        let terminal = !initial && self.choose(3) == 1;
        let legal = [0; AGENTS].map(|_| match self.choose(3) {
            _ if terminal => [true, false],
            0 => [true, true],
            1 => [true, false],
            _ => [false, true],
        });
        State {
            initial,
            terminal,
            cells: [0; AGENTS].map(|_| self.choose(2)),
            legal,
            update: [None; 4],
            wins: [0; AGENTS].map(|_| self.bit()),
            atoms: [0; 2].map(|_| self.bit()),
        }
    }

    /// A formula with at most so many steps into the future between epistemic operators.
    fn formula(&mut self, depth: usize, steps: usize) -> Formula {
        let kind = if depth == 0 { self.choose(6) } else { self.choose(12) };
        match kind {
            1 => Initial,
            2 => Terminal,
            3 => Legal(self.choose(AGENTS), self.choose(2) as u8),
            4 => Wins(self.choose(AGENTS)),
            5 | 11 => Does(self.choose(AGENTS), self.choose(2) as u8),
            6 => not(self.formula(depth - 1, steps)),
            7 => and(self.formula(depth - 1, steps), self.formula(depth - 1, steps)),
            8 if steps > 0 => next(self.formula(depth - 1, steps - 1)),
            8 | 9 => knows(self.choose(AGENTS), self.formula(depth - 1, 1)),
            10 => common(self.formula(depth - 1, 1)),
            _ => Atom(self.choose(2)),
        }
    }
}

/// Where a joint action stands in a table.
fn place([first, second]: Joint) -> usize {
    usize::from(first * ACTIONS + second)
}

/// A model, with the beginnings of all paths from each of its states. Beginnings that cannot be
/// continued without end are none.
#[derive(Debug)]
struct Model {
    states: Vec<State>,
    paths: Vec<Vec<Vec<Joint>>>,
}

impl Model {
    fn new(states: Vec<State>) -> Self {
        let mut live = vec![true; states.len()];
        loop {
            let still = |at: usize| steps(&states, at).any(|(_, to)| live[to]);
            let now: Vec<bool> = (0..states.len()).map(|at| live[at] && still(at)).collect();
            if now == live {
                break;
            }
            live = now;
        }
        let paths = (0..states.len()).map(|at| beginnings(&states, &live, at, LENGTH)).collect();
        Self { states, paths }
    }

    fn holds(&self, formula: &Formula, at: usize, path: &[Joint]) -> bool {
        let state = &self.states[at];
        match formula {
            Atom(atom) => state.atoms[*atom],
            Initial => state.initial,
            Terminal => state.terminal,
            Legal(agent, action) => state.legal[*agent][usize::from(*action)],
            Wins(agent) => state.wins[*agent],
            Does(agent, action) => path[0][*agent] == *action,
            Formula::Not(of) => !self.holds(of, at, path),
            Formula::And(left, right) => self.holds(left, at, path) && self.holds(right, at, path),
            Formula::Next(of) => {
                state.update[place(path[0])].is_some_and(|to| self.holds(of, to, &path[1..]))
            }
            Formula::Settled(holds) => holds[at],
            Formula::Knows(..) | Common(_) => {
                self.holds(&self.with_knowledge_worked_out(formula), at, path)
            }
        }
    }

    /// The same with what is known in each state worked out once, from the inside out.
    fn with_knowledge_worked_out(&self, formula: &Formula) -> Formula {
        let everywhere = |of: &Formula, seen: &dyn Fn(usize) -> Vec<usize>| {
            let of = self.with_knowledge_worked_out(of);
            let all: Vec<usize> = (0..self.states.len()).collect();
            let holds: Vec<bool> = all.iter().map(|&at| self.holds_on_all(&of, at)).collect();
            let known = |&at: &usize| seen(at).into_iter().all(|to| holds[to]);
            Formula::Settled(all.iter().map(known).collect())
        };
        match formula {
            Formula::Not(of) => not(self.with_knowledge_worked_out(of)),
            Formula::And(left, right) => {
                and(self.with_knowledge_worked_out(left), self.with_knowledge_worked_out(right))
            }
            Formula::Next(of) => next(self.with_knowledge_worked_out(of)),
            Formula::Knows(agent, of) => everywhere(of, &|at| self.alike(*agent, at)),
            Common(of) => everywhere(of, &|at| self.together(at)),
            Formula::Atom(_)
            | Formula::Initial
            | Formula::Terminal
            | Formula::Legal(..)
            | Formula::Wins(_)
            | Formula::Does(..)
            | Formula::Settled(_) => formula.clone(),
        }
    }

    /// The states that look the same to an agent.
    fn alike(&self, agent: usize, at: usize) -> Vec<usize> {
        let same = |&to: &usize| self.states[to].cells[agent] == self.states[at].cells[agent];
        self.with_paths().filter(same).collect()
    }

    /// The states that paths start from.
    fn with_paths(&self) -> impl Iterator<Item = usize> {
        (0..self.states.len()).filter(|&at| !self.paths[at].is_empty())
    }

    fn holds_on_all(&self, formula: &Formula, at: usize) -> bool {
        self.paths[at].iter().all(|path| self.holds(formula, at, path))
    }

    /// The states that steps of any agents lead to.
    fn together(&self, at: usize) -> Vec<usize> {
        let mut found = vec![at];
        let mut last = 0;
        while last < found.len() {
            let from = &self.states[found[last]];
            let same = |to: usize| (0..AGENTS).any(|a| self.states[to].cells[a] == from.cells[a]);
            let new: Vec<usize> =
                self.with_paths().filter(|to| same(*to) && !found.contains(to)).collect();
            found.extend(new);
            last += 1;
        }
        found
    }

    fn is_valid(&self, formula: &Formula) -> bool {
        let settled = self.with_knowledge_worked_out(formula);
        self.with_paths().all(|at| self.holds_on_all(&settled, at))
    }
}

/// The legal joint actions that lead somewhere.
fn steps(states: &[State], at: usize) -> impl Iterator<Item = (Joint, usize)> {
    let state = &states[at];
    let legal = |joint: Joint| (0..AGENTS).all(|a| state.legal[a][usize::from(joint[a])]);
    let legal = joint_actions().filter(move |&joint| legal(joint));
    legal.filter_map(|joint| Some((joint, state.update[place(joint)]?)))
}

fn beginnings(states: &[State], live: &[bool], at: usize, length: usize) -> Vec<Vec<Joint>> {
    if length == 0 {
        return vec![Vec::new()];
    }
    let onwards = steps(states, at).filter(|&(_, to)| live[at] && live[to]);
    let all = onwards.flat_map(|(joint, to)| {
        let rest = beginnings(states, live, to, length - 1);
        rest.into_iter().map(move |rest| [&[joint], &rest[..]].concat())
    });
    all.collect()
}

const OF_WHAT: &str = "models of up to 3 states with formulas";

/// Looks at random models that have paths, with three formulas.
fn on_models(work: &Work, test: impl Fn(&Model, [Formula; 3]) -> Result<bool, Doubt>) -> Verdict {
    search_fitting(work, 10_000, OF_WHAT, |case| {
        let model = Growth(Choices::new(&case.decisions(0..60))).model();
        let formulas = [0; 3].map(|_| Growth(Choices::new(&case.decisions(0..20))).formula(3, 1));
        match model.with_paths().next() {
            Some(_) => test(&model, formulas),
            None => Ok(false),
        }
    })
}

/// All instances of an axiom are true on all paths.
fn axiom(work: &Work, instances: fn([Formula; 3]) -> Vec<Formula>) -> Verdict {
    on_models(work, |model, formulas| {
        match instances(formulas).into_iter().find(|instance| !model.is_valid(instance)) {
            None => Ok(true),
            Some(instance) => Err(Doubt::Witness(format!("{instance:?} in {:?}", model.states))),
        }
    })
}

/// If the premise is true on all paths of a model, so are the conclusions.
fn rule(work: &Work, rule: fn([Formula; 3]) -> (Formula, Vec<Formula>)) -> Verdict {
    on_models(work, |model, formulas| {
        let (premise, conclusions) = rule(formulas);
        if !model.is_valid(&premise) {
            return Ok(false);
        }
        match conclusions.into_iter().find(|conclusion| !model.is_valid(conclusion)) {
            None => Ok(true),
            Some(conclusion) => {
                Err(Doubt::Witness(format!("{conclusion:?} in {:?}", model.states)))
            }
        }
    })
}

/// Three schemes from which all tautologies follow by modus ponens.
fn tautologies([phi, psi, chi]: [Formula; 3]) -> Vec<Formula> {
    let step = |from: &Formula, to: &Formula| implies(from.clone(), to.clone());
    let (back, forth) = (step(&psi, &phi), step(&phi, &psi));
    vec![
        step(&phi, &back),
        implies(step(&phi, &step(&psi, &chi)), implies(forth, step(&phi, &chi))),
        implies(implies(not(phi), not(psi)), back),
    ]
}

fn never_initial(_: [Formula; 3]) -> Vec<Formula> {
    vec![not(next(Initial))]
}

fn only_nothing(_: [Formula; 3]) -> Vec<Formula> {
    let nothing = |agent| and(not(Legal(agent, 1)), Legal(agent, 0));
    (0..AGENTS).map(|agent| implies(Terminal, nothing(agent))).collect()
}

fn some_action(_: [Formula; 3]) -> Vec<Formula> {
    (0..AGENTS).map(|agent| or(Does(agent, 0), Does(agent, 1))).collect()
}

fn one_action(_: [Formula; 3]) -> Vec<Formula> {
    (0..AGENTS).map(|agent| not(and(Does(agent, 0), Does(agent, 1)))).collect()
}

fn legal(_: [Formula; 3]) -> Vec<Formula> {
    let one = |agent, action| implies(Does(agent, action), Legal(agent, action));
    (0..AGENTS).flat_map(|agent| (0..ACTIONS).map(move |action| one(agent, action))).collect()
}

fn some_legal(_: [Formula; 3]) -> Vec<Formula> {
    (0..AGENTS).map(|agent| or(Legal(agent, 0), Legal(agent, 1))).collect()
}

fn repeats([phi, ..]: [Formula; 3]) -> Vec<Formula> {
    vec![implies(and(Terminal, phi.clone()), next(phi))]
}

fn next_distributes([phi, psi, _]: [Formula; 3]) -> Vec<Formula> {
    let step = next(implies(phi.clone(), psi.clone()));
    vec![implies(step, implies(next(phi), next(psi)))]
}

fn next_is_function([phi, ..]: [Formula; 3]) -> Vec<Formula> {
    vec![iff(not(next(phi.clone())), next(not(phi)))]
}

fn for_each_agent(axiom: impl Fn(usize) -> Formula) -> Vec<Formula> {
    (0..AGENTS).map(axiom).collect()
}

fn distribution([phi, psi, _]: [Formula; 3]) -> Vec<Formula> {
    for_each_agent(|agent| {
        let step = knows(agent, implies(phi.clone(), psi.clone()));
        implies(step, implies(knows(agent, phi.clone()), knows(agent, psi.clone())))
    })
}

fn veridicality([phi, ..]: [Formula; 3]) -> Vec<Formula> {
    for_each_agent(|agent| implies(knows(agent, phi.clone()), phi.clone()))
}

fn positive([phi, ..]: [Formula; 3]) -> Vec<Formula> {
    for_each_agent(|agent| {
        let known = knows(agent, phi.clone());
        implies(known.clone(), knows(agent, known))
    })
}

fn negative([phi, ..]: [Formula; 3]) -> Vec<Formula> {
    for_each_agent(|agent| {
        let unknown = not(knows(agent, phi.clone()));
        implies(unknown.clone(), knows(agent, unknown))
    })
}

fn common_knowledge([phi, ..]: [Formula; 3]) -> Vec<Formula> {
    let both = and(phi.clone(), common(phi.clone()));
    vec![implies(common(phi), everybody(both))]
}

fn modus_ponens([phi, psi, _]: [Formula; 3]) -> (Formula, Vec<Formula>) {
    (and(phi.clone(), implies(phi, psi.clone())), vec![psi])
}

fn next_of_valid([phi, ..]: [Formula; 3]) -> (Formula, Vec<Formula>) {
    (phi.clone(), vec![next(phi)])
}

fn necessitation([phi, ..]: [Formula; 3]) -> (Formula, Vec<Formula>) {
    (phi.clone(), for_each_agent(|agent| knows(agent, phi.clone())))
}

/// For the premise to be true more often, φ also says that the other premise is common knowledge.
fn induction([phi, psi, chi]: [Formula; 3]) -> (Formula, Vec<Formula>) {
    let phi = or(and(phi, common(psi.clone())), common(and(psi.clone(), chi)));
    let premise = implies(phi.clone(), everybody(and(phi.clone(), psi.clone())));
    (premise, vec![implies(phi, common(psi))])
}

/// Whether a random model is as wanted: then there is such a model.
fn there_is(work: &Work, what: &str, wanted: impl Fn(&Model) -> bool) -> Verdict {
    let found = |model: &Model, _| match wanted(model) {
        true => Err(Doubt::Witness("found".to_owned())),
        false => Ok(true),
    };
    match on_models(&Work { effort: Effort::Short, ..work.clone() }, found) {
        Verdict::Fails(_) => Verdict::Holds,
        Verdict::HoldsUpTo(bound) => Verdict::Open(format!("no {what} among {bound}")),
        other @ (Verdict::Holds | Verdict::Open(_)) => other,
    }
}

/// In some model a legal joint action leads nowhere.
fn partial_updates(work: &Work) -> Verdict {
    there_is(work, "such model", |model| {
        let legal = |state: &State, joint: Joint| {
            (0..AGENTS).all(|agent| state.legal[agent][usize::from(joint[agent])])
        };
        model.states.iter().any(|state| {
            joint_actions().any(|joint| legal(state, joint) && state.update[place(joint)].is_none())
        })
    })
}

/// In some model an agent does not know which of their actions are legal.
fn legal_not_known(work: &Work) -> Verdict {
    there_is(work, "such model", |model| {
        !model.is_valid(&implies(Legal(0, 1), knows(0, Legal(0, 1))))
    })
}

/// No step leads to an initial state.
fn first_only(work: &Work) -> Verdict {
    on_models(work, |model, _| {
        let (states, mut all) = (&model.states, 0..model.states.len());
        match all.any(|at| steps(states, at).any(|(_, to)| states[to].initial)) {
            true => Err(Doubt::Witness(format!("{states:?}"))),
            false => Ok(true),
        }
    })
}

/// Neither that what is known of the next state will be known then, nor the converse, is valid.
fn no_interaction(work: &Work) -> Verdict {
    let (known, then) = (knows(0, next(Atom(0))), next(knows(0, Atom(0))));
    let lost = there_is(work, "countermodel", |model| {
        !model.is_valid(&implies(known.clone(), then.clone()))
    });
    let gained = there_is(work, "countermodel", |model| {
        !model.is_valid(&implies(then.clone(), known.clone()))
    });
    lost.and(gained)
}

/// Facts of states for the checker: two atoms, initial, terminal, who wins, what is legal.
struct OfStates<'m>(&'m Model);

impl Valuation for OfStates<'_> {
    fn truth(&self, fact: Fluent) -> FixedBitSet {
        let of = |state: &State| match fact.0 as usize {
            at @ 0..2 => state.atoms[at],
            2 => state.initial,
            3 => state.terminal,
            at @ 4..6 => state.wins[at - 4],
            at => state.legal[(at - 6) / 2][(at - 6) % 2],
        };
        let mut truth = FixedBitSet::with_capacity(self.0.states.len());
        self.0.states.iter().enumerate().for_each(|(at, state)| truth.set(at, of(state)));
        truth
    }
}

/// A model as the checker has it.
fn frame(model: &Model, stop: &Stop) -> Result<Frame, Stopped> {
    let joint = |[first, second]: Joint| {
        [AgentAction(first.into()), AgentAction((ACTIONS + second).into())].into()
    };
    let initial = model.states.iter().enumerate().filter(|(_, state)| state.initial);
    let initial = initial.map(|(at, _)| at as u32).collect();
    let mut builder = FrameBuilder::new(joint_actions().map(joint).collect(), initial);
    for at in 0..model.states.len() {
        for (done, to) in steps(&model.states, at) {
            builder.step(place(done) as u32, to as u32);
        }
        builder.end_state();
    }
    let classes = |agent: usize| {
        let of = model.states.iter().map(|state| state.cells[agent] as u32).collect();
        Classes { of, count: 2 }
    };
    builder.finish((0..AGENTS).map(classes).collect(), stop)
}

/// A formula as the checker has it.
fn translate(formulas: &mut PathFormulas, formula: &Formula) -> PathFormula {
    let fact = |formulas: &mut PathFormulas, at: usize| formulas.fact(Fluent(at as u32));
    match formula {
        Atom(atom) => fact(formulas, *atom),
        Initial => fact(formulas, 2),
        Terminal => fact(formulas, 3),
        Wins(agent) => fact(formulas, 4 + agent),
        Legal(agent, action) => fact(formulas, 6 + 2 * agent + usize::from(*action)),
        Does(agent, action) => {
            formulas.does(AgentAction((2 * agent + usize::from(*action)) as u32))
        }
        Formula::Not(of) => {
            let of = translate(formulas, of);
            formulas.not(of)
        }
        Formula::And(left, right) => {
            let both = [left, right].map(|part| translate(formulas, part));
            formulas.and(both)
        }
        Formula::Next(of) => {
            let of = translate(formulas, of);
            formulas.next(of)
        }
        Formula::Knows(agent, of) => {
            let of = translate(formulas, of);
            formulas.knows(Agent::from_index(*agent), of)
        }
        Common(of) => {
            let of = translate(formulas, of);
            formulas.common(of)
        }
        Formula::Settled(_) => formulas.constant(false),
    }
}

/// The checker finds a formula true on all paths from a state if and only if it is so by the definitions.
fn checker(work: &Work) -> Verdict {
    on_models(work, |model, [formula, ..]| {
        let stop = work.limits.stop.clone();
        let frame = frame(model, &stop).map_err(|stopped| Doubt::Unsettled(stopped.to_string()))?;
        let (facts, mut formulas) = (OfStates(model), PathFormulas::default());
        let asked = translate(&mut formulas, &formula);
        let mut checker =
            Checker::new(&frame, &facts, &mut formulas, Recall::None, u64::MAX, &stop);
        let found = checker.everywhere(asked);
        let found = found.map_err(|gave_up| Doubt::Unsettled(gave_up.to_string()))?;
        let settled = model.with_knowledge_worked_out(&formula);
        match model.with_paths().find(|&at| found[at] != model.holds_on_all(&settled, at)) {
            None => Ok(true),
            Some(at) => {
                Err(Doubt::Witness(format!("{formula:?} in state {at} of {:?}", model.states)))
            }
        }
    })
}

/// Whether a formula holds on a path is settled by as many steps as it has `next` and `does` in each other.
fn finitely_many_steps(work: &Work) -> Verdict {
    on_models(work, |model, [formula, ..]| {
        let settled = model.with_knowledge_worked_out(&formula);
        let mut formulas = PathFormulas::default();
        let asked = translate(&mut formulas, &formula);
        let depth = formulas.depth(asked).min(LENGTH);
        for at in model.with_paths() {
            for path in &model.paths[at] {
                let holds = model.holds(&settled, at, path);
                let same = model.paths[at].iter().filter(|other| other[..depth] == path[..depth]);
                for other in same {
                    if model.holds(&settled, at, other) != holds {
                        return Err(Doubt::Witness(format!("{formula:?} in {:?}", model.states)));
                    }
                }
            }
        }
        Ok(true)
    })
}
