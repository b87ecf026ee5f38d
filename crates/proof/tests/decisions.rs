//! Decisions, against the definitions, against exhaustive search, and against a tableau.

mod tableau;

use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::{self, AGENTS, Case, Language};
use hexa_engine::{Engine, Entailment, Limits, Searched};
use hexa_logic::{
    Agent, Formula, FormulaNode, Group, ModelSetup, RelationSetup, Setup, Stop, Terms,
};
use hexa_proof::checker;
use hexa_proof::decide::{Bounds, Decision, Evidence, Inquiry, Logic, decide};
use hexa_proof::prover::{self, Goal};
use std::cell::Cell;
use std::collections::BTreeSet;
use tableau::Size;

fn bounds() -> Bounds {
    Bounds { conflicts: 100_000, worlds: 20_000, stop: Stop::new() }
}

/// Whether access in a model is as the logic says.
fn is_of(model: &ModelSetup, logic: Logic) -> bool {
    let worlds = model.worlds.len() as u32;
    model.relations.iter().flatten().all(|relation| {
        let pairs: BTreeSet<(u32, u32)> = match relation {
            RelationSetup::Arrows(pairs) => pairs.iter().copied().collect(),
            RelationSetup::Cells(_) => return true,
        };
        let has = |from, to| pairs.contains(&(from, to));
        let all = || 0..worlds;
        (!logic.is_reflexive() || all().all(|w| has(w, w)))
            && (!logic.is_serial() || all().all(|w| all().any(|v| has(w, v))))
            && pairs.iter().all(|&(u, v)| {
                all().all(|w| {
                    (!logic.is_transitive() || !has(v, w) || has(u, w))
                        && (!logic.is_euclidean() || !has(u, w) || has(v, w))
                })
            })
    })
}

/// Whether the definitions say that a model stands against a question.
fn stands_against(model: &ModelSetup, question: &Inquiry<'_>) -> bool {
    let vocabulary = generate::vocabulary();
    let setup = Setup::Model(model.clone());
    let state = Engine::Definitional
        .build(&setup, &vocabulary, question.terms, &Limits::default())
        .expect("a model can be built");
    let premises = question
        .premises
        .iter()
        .all(|&premise| state.is_valid(question.terms, premise) == Ok(true));
    premises && state.holds(question.terms, question.conclusion) == Ok(false)
}

fn random(case: &mut Case, terms: &mut Terms, language: Language) -> Formula {
    let decisions = generate::decisions(case);
    generate::formula(terms, language, &Group::first(AGENTS), &decisions)
}

#[test]
fn what_is_refuted_is_false_in_the_model_and_what_is_valid_has_no_small_countermodel() {
    cases("decisions in S5", 300, |case| {
        let mut terms = Terms::default();
        let language =
            [Language::INVARIANT_ARROWS, Language::ARROWS][usize::from(case.below(4) == 0)];
        let conclusion = random(case, &mut terms, language);
        let premises: Vec<Formula> =
            (0..case.below(3)).map(|_| random(case, &mut terms, language)).collect();
        let question = Inquiry {
            terms: &terms,
            agents: AGENTS,
            logic: Logic::S5,
            premises: &premises,
            conclusion,
        };
        let asked = Entailment { terms: &terms, agents: AGENTS, premises: &premises, conclusion };
        let limits = hexa_engine::Bounds { worlds: 4, conflicts: 1_000_000, stop: Stop::new() };
        let Ok(small) = hexa_engine::countermodel(asked, limits) else { return Ok(()) };
        match decide(question, &bounds()) {
            Ok(Decision::Valid(_)) => ensure_eq!(small, Searched::NoneOfAtMost(4)),
            Ok(Decision::Refuted(model)) => {
                ensure!(is_of(&model, Logic::S5));
                ensure!(stands_against(&model, &question), "{model:?}");
                if let Searched::Found(smallest) = small {
                    ensure!(smallest.worlds.len() <= model.worlds.len());
                } else {
                    ensure!(model.worlds.len() > 4);
                }
            }
            Ok(Decision::RefutedWithoutModel) => {
                ensure!(
                    terms
                        .occurring(&[conclusion], &[])
                        .formulas
                        .iter()
                        .chain(&premises)
                        .any(|&part| matches!(terms.node(part), FormulaNode::Distributed(..))
                            || premises.contains(&part))
                );
            }
            other => ensure!(false, "{other:?}"),
        }
        Ok(())
    });
}

#[test]
fn what_is_refuted_in_other_logics_is_false_in_a_model_of_the_logic() {
    cases("decisions in other logics", 300, |case| {
        let mut terms = Terms::default();
        let conclusion = random(case, &mut terms, Language::INVARIANT_ARROWS);
        let premises: Vec<Formula> = (0..case.below(2))
            .map(|_| random(case, &mut terms, Language::INVARIANT_ARROWS))
            .collect();
        for logic in Logic::ALL {
            let question =
                Inquiry { terms: &terms, agents: AGENTS, logic, premises: &premises, conclusion };
            match decide(question, &bounds()) {
                Ok(Decision::Refuted(model)) => {
                    ensure!(is_of(&model, logic), "{logic:?} {model:?}");
                    ensure!(stands_against(&model, &question), "{logic:?} {model:?}");
                }
                Ok(Decision::Valid(_)) | Err(_) => {}
                other => ensure!(false, "{other:?}"),
            }
        }
        Ok(())
    });
}

/// So many steps, after which a baseline gives up.
fn patience(steps: usize) -> impl Fn() -> bool {
    let left = Cell::new(steps);
    move || {
        left.set(left.get().saturating_sub(1));
        left.get() == 0
    }
}

#[test]
fn decisions_are_those_of_a_tableau() {
    let (ended, refuted) = (Cell::new(0), Cell::new(0));
    cases("decisions by tableau", 200, |case| {
        let mut terms = Terms::default();
        let conclusion = match case.flip() {
            true => random(case, &mut terms, Language::INVARIANT_ARROWS),
            false => {
                let (boxes, clauses) = (1 + case.below(5), 1 + case.below(30));
                let size = Size { agents: 2, atoms: 2, boxes, clauses, has_common: false };
                tableau::random_clauses(&mut terms, |bound| case.below(bound), size)
            }
        };
        let denied = terms.not(conclusion);
        for logic in Logic::ALL {
            let give_up = patience(20_000);
            let expected = tableau::is_satisfiable(&terms, logic, AGENTS, denied, &give_up);
            let question =
                Inquiry { terms: &terms, agents: AGENTS, logic, premises: &[], conclusion };
            if let Some(is_satisfiable) = expected {
                ended.set(ended.get() + 1);
                let is_refuted = match decide(question, &bounds()) {
                    Ok(Decision::Refuted(_)) => true,
                    Ok(Decision::Valid(_)) => false,
                    other => return Err(hexa_cases::Failed(format!("{other:?}"))),
                };
                refuted.set(refuted.get() + usize::from(is_refuted));
                ensure_eq!(is_refuted, is_satisfiable, "{logic:?}");
            }
        }
        Ok(())
    });
    assert!(ended.get() > 200 && refuted.get() > 50 && refuted.get() < ended.get() - 50);
}

#[test]
fn decisions_with_common_knowledge_are_those_of_elimination() {
    let (ended, refuted) = (Cell::new(0), Cell::new(0));
    cases("decisions by elimination", 150, |case| {
        let mut terms = Terms::default();
        let (boxes, clauses) = (4 + case.below(5), 1 + case.below(40));
        let size = Size { agents: 2, atoms: 2, boxes, clauses, has_common: true };
        let formula = tableau::random_clauses(&mut terms, |bound| case.below(bound), size);
        let conclusion = terms.not(formula);
        let expected = tableau::is_satisfiable_by_elimination(&terms, formula, &|| false);
        let question =
            Inquiry { terms: &terms, agents: AGENTS, logic: Logic::S5, premises: &[], conclusion };
        let is_refuted = match decide(question, &bounds()) {
            Ok(Decision::Refuted(model)) => {
                ensure!(stands_against(&model, &question));
                true
            }
            Ok(Decision::Valid(_)) => false,
            other => return Err(hexa_cases::Failed(format!("{other:?}"))),
        };
        ended.set(ended.get() + 1);
        refuted.set(refuted.get() + usize::from(is_refuted));
        ensure_eq!(Some(is_refuted), expected);
        Ok(())
    });
    assert!(
        ended.get() > 30 && refuted.get() > 5 && refuted.get() < ended.get() - 5,
        "{ended:?} {refuted:?}"
    );
}

/// The schemes that tell the logics apart.
#[test]
fn each_logic_has_its_theorems_and_no_others() {
    let mut terms = Terms::default();
    let a = Agent(0);
    let p = terms.formula(FormulaNode::Atom(hexa_logic::Atom(0)));
    let q = terms.formula(FormulaNode::Atom(hexa_logic::Atom(1)));
    let knows = |terms: &mut Terms, f| terms.formula(FormulaNode::Knows(a, f));
    let implies = |terms: &mut Terms, f, g| terms.formula(FormulaNode::Implies(f, g));
    let kp = knows(&mut terms, p);
    let kq = knows(&mut terms, q);
    let kkp = knows(&mut terms, kp);
    let nkp = terms.not(kp);
    let knkp = knows(&mut terms, nkp);
    let both = terms.and(vec![p, q]);
    let kboth = knows(&mut terms, both);
    let kfalse = knows(&mut terms, Terms::FALSE);
    let apart = terms.and(vec![kp, kq]);
    let schemes = [
        ("K", terms.formula(FormulaNode::Iff(kboth, apart)), &Logic::ALL[..]),
        ("D", terms.not(kfalse), &[Logic::T, Logic::S4, Logic::S5, Logic::Kd45][..]),
        ("T", implies(&mut terms, kp, p), &[Logic::T, Logic::S4, Logic::S5]),
        ("4", implies(&mut terms, kp, kkp), &[Logic::S4, Logic::S5, Logic::Kd45]),
        ("5", implies(&mut terms, nkp, knkp), &[Logic::S5, Logic::Kd45]),
        ("converse of T", implies(&mut terms, p, kp), &[]),
    ];
    for (name, conclusion, of) in schemes {
        for logic in Logic::ALL {
            let question = Inquiry { terms: &terms, agents: 1, logic, premises: &[], conclusion };
            let is_valid = match decide(question, &bounds()) {
                Ok(Decision::Valid(_)) => true,
                Ok(Decision::Refuted(_)) => false,
                other => panic!("{other:?}"),
            };
            assert_eq!(is_valid, of.contains(&logic), "{name} in {logic:?}");
        }
    }
}

/// What the checker says of the proof of a valid formula; how many lines it has.
fn prove(evidence: &Evidence, question: &Inquiry<'_>) -> Result<usize, hexa_cases::Failed> {
    let vocabulary = generate::vocabulary();
    let goal = Goal {
        terms: question.terms,
        vocabulary: &vocabulary,
        premises: question.premises,
        conclusion: question.conclusion,
    };
    let mut proved = prover::prove(evidence, goal, "found", &Stop::new())
        .map_err(|why| hexa_cases::Failed(format!("{why:?}")))?;
    let text = proved.text();
    let checked = checker::check(&mut proved, &checker::Limits::default())
        .map_err(|_| hexa_cases::Failed("stopped".to_owned()))?;
    ensure!(checked[0].faults.is_empty(), "{:?}\n{text}", checked[0].faults);
    ensure!(checked[0].foundations.premises.is_empty(), "{text}");
    ensure!(question.premises.is_empty() <= checked[0].foundations.given.is_empty(), "{text}");
    Ok(proved.theorems[0].lines.len())
}

#[test]
fn what_is_valid_has_a_proof_that_the_checker_accepts() {
    let proved = Cell::new(0);
    cases("proofs", 300, |case| {
        let mut terms = Terms::default();
        let (conclusion, premises) = match case.below(3) {
            0 => {
                let premises: Vec<Formula> = (0..case.below(3))
                    .map(|_| random(case, &mut terms, Language::ARROWS))
                    .collect();
                (random(case, &mut terms, Language::ARROWS), premises)
            }
            1 => {
                let (boxes, clauses) = (3 + case.below(6), 10 + case.below(30));
                let size = Size { agents: 2, atoms: 2, boxes, clauses, has_common: case.flip() };
                let formula = tableau::random_clauses(&mut terms, |bound| case.below(bound), size);
                (terms.not(formula), Vec::new())
            }
            _ => (random(case, &mut terms, Language::INVARIANT_ARROWS), Vec::new()),
        };
        let speaks_of_nobody = |part: &Formula| match terms.node(*part) {
            FormulaNode::Everybody(group, _)
            | FormulaNode::Common(group, _)
            | FormulaNode::Distributed(group, _) => group.is_empty(),
            _ => false,
        };
        let all: Vec<Formula> = premises.iter().copied().chain([conclusion]).collect();
        if terms.occurring(&all, &[]).formulas.iter().any(speaks_of_nobody) {
            return Ok(());
        }
        for logic in Logic::ALL {
            let question =
                Inquiry { terms: &terms, agents: AGENTS, logic, premises: &premises, conclusion };
            if let Ok(Decision::Valid(evidence)) = decide(question, &bounds()) {
                // S4 has common knowledge of one agent as what they know.
                let is_common =
                    |part: &Formula| matches!(terms.node(*part), FormulaNode::Common(..));
                let occurring = terms.occurring(&all, &[]).formulas;
                if logic == Logic::S4 && occurring.iter().any(is_common) {
                    continue;
                }
                prove(&evidence, &question)?;
                proved.set(proved.get() + 1);
            }
        }
        Ok(())
    });
    assert!(proved.get() > 100, "{proved:?}");
}
