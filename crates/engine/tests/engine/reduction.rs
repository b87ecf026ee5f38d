//! A reduced formula has no actions, and is true where the formula is: on random models, for both
//! engines. How large reductions become is printed.

use crate::small::{build, count};
use hexa_cases::{Failed, cases, ensure, ensure_eq};
use hexa_engine::generate::action::{Growth, Kind, decisions, everybody, grow_formula};
use hexa_engine::generate::{self, AGENTS, Access, Choices, Language};
use hexa_engine::translation::reduction::{self, Irreducible, Size, reduce};
use hexa_engine::{Engine, EvalError};
use hexa_logic::{
    ActionNode, Agent, Atom, Event, EventClause, EventModel, Formula, FormulaNode, Modality,
    RelationSetup, Setup, Stop, Terms,
};
use std::cell::Cell;

fn size() -> Size {
    Size { formulas: 3000, events: 100, stop: Stop::new() }
}

#[derive(Default)]
struct Tally {
    all: Cell<u32>,
    compared: Cell<u32>,
    /// Not just true or false.
    telling: Cell<u32>,
    common: Cell<u32>,
    refused: Cell<u32>,
    undefined: Cell<u32>,
    too_large: Cell<u32>,
    too_long: Cell<u32>,
    largest: Cell<usize>,
}

impl Tally {
    #[allow(clippy::print_stdout)]
    fn print(&self, name: &str) {
        println!(
            "{name}: {} formulas, {} truth values compared on all worlds of a model ({} of formulas that say something), \
             {} with common knowledge and {} with other things in the way, {} undefined, {} too large, {} too long, \
             the largest of {} nodes",
            self.all.get(),
            self.compared.get(),
            self.telling.get(),
            self.common.get(),
            self.refused.get(),
            self.undefined.get(),
            self.too_large.get(),
            self.too_long.get(),
            self.largest.get(),
        );
        assert!(self.compared.get() > self.all.get() / 2, "{name}: too few were compared");
        assert!(self.telling.get() * 4 > self.compared.get(), "{name}: too few say something");
    }
}

fn run(
    name: &str,
    many: u32,
    access: Access,
    formula: impl Fn(&mut Terms, &[u8], &[u8]) -> Formula,
) {
    let tally = Tally::default();
    cases(name, many, |case| {
        let setup = generate::model(case, 4, access);
        let (first, second) = (decisions(case), decisions(case));
        let mut terms = Terms::default();
        let formula = formula(&mut terms, &first, &second);
        reduced_is_equivalent(&tally, &setup, &mut terms, formula)
    });
    tally.print(name);
}

fn has_actions(terms: &Terms, formula: Formula) -> bool {
    !terms.occurring(&[formula], &[]).actions.is_empty()
}

fn reduced_is_equivalent(
    tally: &Tally,
    setup: &Setup,
    terms: &mut Terms,
    formula: Formula,
) -> Result<(), Failed> {
    count(&tally.all);
    let reduced = match reduce(terms, formula, &everybody(), size()) {
        Ok(reduced) => reduced,
        Err(why) => {
            count(match why {
                Irreducible::Common(..) => &tally.common,
                Irreducible::Undefined(_) => &tally.undefined,
                Irreducible::Size(..)
                | Irreducible::Events(_)
                | Irreducible::Depth(_)
                | Irreducible::Stopped => &tally.too_large,
                Irreducible::Unsupported(_) | Irreducible::Probability(..) => &tally.refused,
            });
            return Ok(());
        }
    };
    ensure!(!has_actions(terms, reduced), "{:?}", terms);
    tally.largest.set(tally.largest.get().max(reduction::size(terms, reduced)));
    for engine in Engine::GENERAL {
        let state = build(engine, setup, terms);
        match [formula, reduced].map(|formula| state.truth(terms, formula)) {
            [Ok(before), Ok(after)] => {
                ensure_eq!(before, after, "{:?} {:?} {:?} {:?}", engine, formula, reduced, terms);
                count(&tally.compared);
                if ![Terms::TRUE, Terms::FALSE].contains(&reduced) {
                    count(&tally.telling);
                }
            }
            // The symbolic engine gives up probabilities after actions that are no announcements.
            [Err(EvalError::Limit(_) | EvalError::Unweighed { .. }), _]
            | [_, Err(EvalError::Limit(_))] => {
                count(&tally.too_long);
            }
            // Learning is not defined on arrows, and sets that disagree are no state.
            [
                Err(
                    EvalError::Undefined(_)
                    | EvalError::Disagreement { .. }
                    | EvalError::NoProbability { .. },
                ),
                _,
            ] => {
                count(&tally.undefined);
            }
            told => ensure!(false, "{engine:?} {told:?} {:?}", terms),
        }
    }
    Ok(())
}

/// `[α]φ` or `<α>φ`, the other way round half of the time.
fn after(terms: &mut Terms, kind: Kind, first: &[u8], second: &[u8]) -> Formula {
    let growth = &mut Growth::new(terms, kind, first);
    let (action, left) = growth.action(&everybody(), &everybody(), 4);
    let body = grow_formula(terms, kind, &left, second);
    let modality = match second.first() {
        Some(decision) if decision % 2 == 1 => Modality::Some,
        _ => Modality::Every,
    };
    terms.formula(FormulaNode::After(modality, action, body))
}

#[test]
fn reduced_formulas_are_equivalent() {
    run("knowledge actions", 2000, Access::Cells, |terms, first, second| {
        after(terms, Kind::Knowledge, first, second)
    });
}

#[test]
fn reduced_formulas_are_equivalent_whatever_the_action() {
    run("any actions", 3000, Access::Cells, |terms, first, second| {
        after(terms, Kind::Any, first, second)
    });
}

#[test]
fn reduced_formulas_are_equivalent_on_arrows() {
    run("arrows", 2000, Access::Any, |terms, first, second| {
        after(terms, Kind::Single, first, second)
    });
}

/// What any formula of the language may say after an event of a frame with arrows, or after two.
fn after_arrows(terms: &mut Terms, first: &[u8], second: &[u8]) -> Formula {
    let mut decisions = Choices::new(first);
    let mut choose = |ways: usize| decisions.choose(ways);
    let mut actions = Vec::new();
    for _ in 0..1 + choose(2) {
        let count = 1 + choose(3);
        let mut clause = |at: usize| {
            let mut formula = || {
                let from = choose(second.len().max(1));
                generate::formula(
                    terms,
                    Language::ARROWS,
                    &everybody(),
                    second.get(from..).unwrap_or(&[]),
                )
            };
            let (precondition, value) = (formula(), formula());
            let postcondition = if value.0 % 2 == 0 { Vec::new() } else { vec![(Atom(0), value)] };
            EventClause { name: format!("e{at}"), precondition, postcondition }
        };
        let events: Vec<EventClause> = (0..count).map(&mut clause).collect();
        let pairs = |mask: usize| {
            let all = (0..count as u32).flat_map(|u| (0..count as u32).map(move |v| (u, v)));
            all.enumerate()
                .filter(|(at, _)| mask >> (at % 8) & 1 == 1)
                .map(|(_, pair)| pair)
                .collect()
        };
        let relations =
            (0..AGENTS).map(|_| Some(RelationSetup::Arrows(pairs(choose(256))))).collect();
        let name = format!("f{}", terms.frames().len());
        let frame =
            terms.add_frame(EventModel { name, events, relations, roles: None, chances: None });
        actions.push(terms.action(ActionNode::Event(frame, Event::from_index(choose(count)))));
    }
    let action = terms.action(ActionNode::Sequence(actions.into()));
    let body = generate::formula(terms, Language::ARROWS, &everybody(), second);
    terms.formula(FormulaNode::After(Modality::Every, action, body))
}

#[test]
fn reduced_formulas_are_equivalent_after_frames_with_arrows() {
    run("frames with arrows", 2000, Access::Any, after_arrows);
}

#[test]
fn reduced_formulas_are_equivalent_whatever_they_say() {
    run("any formulas", 2000, Access::Cells, |terms, first, second| {
        let growth = &mut Growth::new(terms, Kind::Single, first);
        let (action, left) = growth.action(&everybody(), &everybody(), 4);
        let body = generate::formula(terms, Language::FULL, &left, second);
        terms.formula(FormulaNode::After(Modality::Every, action, body))
    });
}

/// How reductions grow. Announcements one after the other, each of which is about the knowledge
/// that the one before left.
#[test]
#[allow(clippy::print_stdout)]
fn reductions_of_announcements_grow_slowly() {
    let mut sizes = Vec::new();
    for length in [1, 2, 4, 8, 16] {
        let mut terms = Terms::default();
        let atom = terms.formula(FormulaNode::Atom(Atom(0)));
        let mut formula = terms.formula(FormulaNode::Knows(Agent(0), atom));
        for at in (0..length).rev() {
            let known = terms.formula(FormulaNode::KnowsWhether(Agent(at % 3), atom));
            let said = terms.not(known);
            let action = terms.announcement(everybody(), said);
            formula = terms.formula(FormulaNode::After(Modality::Every, action, formula));
        }
        let reduced = reduce(&mut terms, formula, &everybody(), Size::default());
        let reduced = reduced.expect("announcements are reduced");
        sizes.push(reduction::size(&terms, reduced));
    }
    println!("announcements 1, 2, 4, 8, 16: {sizes:?} nodes");
    assert!(sizes.windows(2).all(|pair| pair[1] <= 4 * pair[0]), "{sizes:?}");
}
