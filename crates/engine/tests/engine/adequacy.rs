//! How knowledge actions and their translations into updates (thesis def. 56) are related: the conjecture of
//! sec. 7.1.2, which is false, and what is true. Small counterexamples are in `scenarios/updates.hexa`.

use hexa_cases::{cases, ensure};
use hexa_engine::generate::action::{self, Kind, decisions};
use hexa_engine::generate::{self, AGENTS, ATOMS, Access, Choices};
use hexa_engine::translation::updates::to_updates;
use hexa_engine::{Limits, State, bisimilar, build, update};
use hexa_logic::{Action, ActionNode, Atom, Formula, FormulaNode, Group, Setup, Terms};
use std::cell::Cell;

fn state(setup: &Setup, terms: &Terms) -> State {
    let limits = Limits { max_worlds: Some(2_000), work: 50_000_000, ..Limits::default() };
    build(setup, &generate::vocabulary(), terms, &limits).expect("a small model")
}

/// The outcomes of an action; none if it cannot be executed, nothing if it is undefined or too long.
fn outcomes(state: &State, terms: &Terms, action: Action) -> Option<Vec<State>> {
    use hexa_engine::UpdateError as E;
    match update(state, terms, action) {
        Ok(outcomes) => Some(outcomes.alternatives().iter().flatten().cloned().collect()),
        Err(E::NotExecutable { .. } | E::NoOutcome { .. }) => Some(Vec::new()),
        Err(E::Evaluation(_)) => None,
    }
}

/// Whether an action and its translation have the same outcomes, up to access of those who did not learn.
fn adequate(state: &State, terms: &mut Terms, action: Action) -> Option<bool> {
    let program = to_updates(terms, action).expect("it has a translation");
    let learnt = outcomes(state, terms, action)?;
    let updated = outcomes(state, terms, program)?;
    let same = |v: &State, s: &State| bisimilar(&v.restricted_to(s.group()), s) == Ok(true);
    Some(
        learnt.iter().all(|s| updated.iter().any(|v| same(v, s)))
            && updated.iter().all(|v| learnt.iter().any(|s| same(v, s))),
    )
}

/// Grows knowledge actions from decisions.
struct Growth<'a> {
    terms: &'a mut Terms,
    decisions: Choices<'a>,
    tests: Tests,
    alternatives: Alternatives,
}

/// What is tested.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tests {
    Facts,
    Knowledge,
}

/// Which choices there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alternatives {
    None,
    Any,
}

impl Growth<'_> {
    fn choose(&mut self, ways: usize) -> usize {
        self.decisions.choose(ways)
    }

    fn subgroup(&mut self, group: &Group) -> Group {
        let mask = self.choose(1 << AGENTS);
        group.iter().filter(|agent| mask >> agent.index() & 1 == 0).collect()
    }

    fn fact(&mut self) -> Formula {
        let atom = Atom::from_index(self.choose(ATOMS));
        let atom = self.terms.formula(FormulaNode::Atom(atom));
        match self.choose(4) {
            0 => atom,
            1 => self.terms.not(atom),
            2 => {
                let other = self.fact();
                self.terms.or(vec![atom, other])
            }
            _ => Terms::TRUE,
        }
    }

    fn test(&mut self, group: &Group) -> Formula {
        let fact = self.fact();
        let agent = self.choose(group.len().max(1));
        match (self.tests, self.choose(4), group.iter().nth(agent)) {
            (Tests::Knowledge, 1, Some(a)) => self.terms.formula(FormulaNode::Knows(a, fact)),
            (Tests::Knowledge, 2, Some(a)) => {
                let knows = self.terms.formula(FormulaNode::Knows(a, fact));
                let not = self.terms.not(knows);
                self.terms.and(vec![fact, not])
            }
            _ => fact,
        }
    }

    /// `L_B α`.
    fn learning(&mut self, group: &Group, depth: usize) -> Action {
        let who = self.subgroup(group);
        let inner = self.action(group, &who, depth - 1);
        self.terms.action(ActionNode::Learn(who, inner))
    }

    /// An action where a group has access and some may learn.
    fn action(&mut self, group: &Group, learners: &Group, depth: usize) -> Action {
        let kind = if depth == 0 { 0 } else { self.choose(8) };
        match (kind, self.alternatives) {
            (1..=3, _) => self.learning(learners, depth),
            (4, _) => {
                let first = self.learning(learners, depth);
                let ActionNode::Learn(left, _) = self.terms.action_node(first).clone() else {
                    return first;
                };
                let next = self.action(&left, &left, depth - 1);
                self.terms.action(ActionNode::Sequence([first, next].into()))
            }
            (5 | 6, Alternatives::Any) => {
                let of = [0, 0].map(|_| self.action(group, learners, depth - 1));
                let mark = [None, Some(0)][self.choose(2)];
                self.terms.action(ActionNode::Choice(of.into(), mark))
            }
            _ => {
                let test = self.test(group);
                self.terms.action(ActionNode::Test(test))
            }
        }
    }
}

/// How many cases were adequate, and how many were not.
#[allow(clippy::print_stdout)]
fn tally(name: &str, tests: Tests, alternatives: Alternatives, depth: usize) -> (u32, u32) {
    let counts = (Cell::new(0), Cell::new(0));
    cases(name, 1000, |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let decisions = case.decisions(0..60);
        let decisions = Choices::new(&decisions);
        let mut terms = Terms::default();
        let mut growth = Growth { terms: &mut terms, decisions, tests, alternatives };
        let everybody = Group::first(AGENTS);
        let action = growth.learning(&everybody, depth);
        let state = state(&setup, &terms);
        match adequate(&state, &mut terms, action) {
            Some(true) => counts.0.set(counts.0.get() + 1),
            Some(false) => counts.1.set(counts.1.get() + 1),
            None => {}
        }
        Ok(())
    });
    let (adequate, inadequate) = (counts.0.get(), counts.1.get());
    println!("{name}: {adequate} adequate, {inadequate} not");
    (adequate, inadequate)
}

#[test]
fn translations_are_adequate_where_facts_are_learnt_without_choice() {
    let (adequate, inadequate) = tally("facts", Tests::Facts, Alternatives::None, 4);
    assert!(adequate > 900 && inadequate == 0);
}

#[test]
fn translations_are_adequate_where_one_group_learns_what_is_known() {
    let (adequate, inadequate) = tally("one group", Tests::Knowledge, Alternatives::None, 1);
    assert!(adequate > 900 && inadequate == 0);
}

#[test]
fn translations_are_not_adequate_in_general() {
    assert!(tally("knowledge, several groups", Tests::Knowledge, Alternatives::None, 3).1 > 0);
    assert!(tally("facts, with choices", Tests::Facts, Alternatives::Any, 3).1 > 0);
}

/// Of "x⟦π⟧x' iff x|A⟦π⟧x'|A" (sec. 7.1.2) only this is true: x' is not determined by x'|A.
#[test]
#[allow(clippy::print_stdout)]
fn programs_about_a_group_lead_to_the_same_restrictions_to_it() {
    let compared = Cell::new(0);
    cases("restrictions to a group", 500, |case| {
        let setup = generate::model(case, 3, Access::Any);
        let decisions = decisions(case);
        let mut terms = Terms::default();
        let group = Group::first(2);
        let program =
            action::Growth::new(&mut terms, Kind::Update, &decisions).action(&group, &group, 3).0;
        let state = state(&setup, &terms);
        let whole = outcomes(&state, &terms, program);
        let part = outcomes(&state.restricted_to(&group), &terms, program);
        let (Some(whole), Some(part)) = (whole, part) else { return Ok(()) };
        let same = |v: &State, s: &State| bisimilar(&v.restricted_to(&group), s) == Ok(true);
        compared.set(compared.get() + whole.len());
        ensure!(whole.iter().all(|v| part.iter().any(|s| same(v, s))));
        ensure!(part.iter().all(|s| whole.iter().any(|v| same(v, s))));
        Ok(())
    });
    println!("{} outcomes compared", compared.get());
    assert!(compared.get() > 300);
}
