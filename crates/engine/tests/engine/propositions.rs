//! Propositions about knowledge and change, each tested on random states.

use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::model::with_worlds_reversed;
use hexa_engine::generate::{self, Access, Language};
use hexa_engine::{
    Limits, State, bisimilar, build, contraction, is_valid, isomorphic, minimal_count, truth,
    update,
};
use hexa_logic::{Agent, Formula, FormulaNode, Group, ModelSetup, Setup, Terms};

fn state(setup: &Setup) -> State {
    let names = generate::vocabulary();
    build(setup, &names, &Terms::default(), &Limits::default()).expect("a small model")
}

fn everybody() -> Group {
    Group::first(generate::AGENTS)
}

/// A formula and its parts, for stating axioms.
struct Said {
    terms: Terms,
    phi: Formula,
    psi: Formula,
}

impl Said {
    fn new(language: Language, first: &[u8], second: &[u8]) -> Self {
        let mut terms = Terms::default();
        let phi = generate::formula(&mut terms, language, &everybody(), first);
        let psi = generate::formula(&mut terms, language, &everybody(), second);
        Self { terms, phi, psi }
    }

    fn implies(&mut self, left: Formula, right: Formula) -> Formula {
        self.terms.formula(FormulaNode::Implies(left, right))
    }

    fn knows(&mut self, agent: Agent, formula: Formula) -> Formula {
        self.terms.formula(FormulaNode::Knows(agent, formula))
    }

    fn common(&mut self, group: &Group, formula: Formula) -> Formula {
        self.terms.formula(FormulaNode::Common(group.clone(), formula))
    }

    fn generally(&mut self, group: &Group, formula: Formula) -> Formula {
        self.terms.formula(FormulaNode::Everybody(group.clone(), formula))
    }

    fn true_everywhere(&self, state: &State, formula: Formula) -> bool {
        truth(state, &self.terms, formula).expect("defined") == *state.domain()
    }
}

/// Two copies of a model side by side; the actual world is in the first.
fn doubled(setup: &Setup) -> Setup {
    use hexa_logic::RelationSetup::{Arrows, Cells};
    let Setup::Model(model) = setup else { return setup.clone() };
    let worlds = model.worlds.len() as u32;
    let twice = |relation: &hexa_logic::RelationSetup| match relation {
        // One cell with all copies of its worlds.
        Cells(class) => Cells([class.as_slice(), class].concat()),
        Arrows(pairs) => {
            let moved = pairs.iter().map(|&(v, w)| (v + worlds, w + worlds));
            Arrows(pairs.iter().copied().chain(moved).collect())
        }
    };
    Setup::Model(ModelSetup {
        worlds: [model.worlds.as_slice(), &model.worlds].concat(),
        relations: model.relations.iter().map(|r| r.as_ref().map(twice)).collect(),
        point: model.point,
    })
}

#[test]
fn s5_axioms_of_definition_67_hold() {
    cases("s5 axioms of definition 67 hold", 1000, |case| {
        let setup = generate::model(case, 12, Access::Cells);
        let first = generate::decisions(case);
        let second = generate::decisions(case);
        let state = state(&setup);
        let mut said = Said::new(Language::FULL, &first, &second);
        let (phi, psi) = (said.phi, said.psi);
        for agent in everybody().iter() {
            let (k_phi, k_psi) = (said.knows(agent, phi), said.knows(agent, psi));
            let step = said.implies(phi, psi);
            let k_step = said.knows(agent, step);
            let then = said.implies(k_phi, k_psi);
            let distribution = said.implies(k_step, then);
            let veridicality = said.implies(k_phi, phi);
            let kk_phi = said.knows(agent, k_phi);
            let positive = said.implies(k_phi, kk_phi);
            let unknown = said.terms.not(k_phi);
            let k_unknown = said.knows(agent, unknown);
            let negative = said.implies(unknown, k_unknown);
            for axiom in [distribution, veridicality, positive, negative] {
                ensure!(said.true_everywhere(&state, axiom));
            }
        }
        Ok(())
    });
}

#[test]
fn common_knowledge_axioms_of_definition_68_hold() {
    cases("common knowledge axioms of definition 68 hold", 1000, |case| {
        let setup = generate::model(case, 12, Access::Cells);
        let first = generate::decisions(case);
        let second = generate::decisions(case);
        let mask = case.below(8) as u8;
        let state = state(&setup);
        let group: Group = everybody().iter().filter(|a| mask >> a.index() & 1 == 1).collect();
        let mut said = Said::new(Language::FULL, &first, &second);
        let (phi, psi) = (said.phi, said.psi);
        let (c_phi, c_psi) = (said.common(&group, phi), said.common(&group, psi));
        let step = said.implies(phi, psi);
        let c_step = said.common(&group, step);
        let then = said.implies(c_phi, c_psi);
        let distribution = said.implies(c_step, then);
        let veridicality = said.implies(c_phi, phi);
        let ec_phi = said.generally(&group, c_phi);
        let mixed = said.implies(c_phi, ec_phi);
        let e_phi = said.generally(&group, phi);
        let grows = said.implies(phi, e_phi);
        let c_grows = said.common(&group, grows);
        let then = said.implies(phi, c_phi);
        let induction = said.implies(c_grows, then);
        for axiom in [distribution, veridicality, mixed, induction] {
            ensure!(said.true_everywhere(&state, axiom));
        }
        Ok(())
    });
}

#[test]
fn common_knowledge_is_the_greatest_fixed_point_of_everybody_knows() {
    cases("common knowledge is the greatest fixed point of everybody knows", 1000, |case| {
        let setup = generate::model(case, 10, Access::Any);
        let decisions = generate::decisions(case);
        let mask = case.below(8) as u8;
        let state = state(&setup);
        let group: Group = everybody().iter().filter(|a| mask >> a.index() & 1 == 1).collect();
        let mut said = Said::new(Language::ARROWS, &decisions, &[]);
        // X, E(X) & X, ... from X = φ comes to rest at C φ, for it can only shrink.
        let mut known = said.phi;
        for _ in 0..state.world_count() {
            let next = said.generally(&group, known);
            known = said.terms.and(vec![known, next]);
        }
        let common = said.common(&group, said.phi);
        let [reached, common] = [known, common].map(|f| truth(&state, &said.terms, f));
        ensure_eq!(reached.expect("defined"), common.expect("defined"));
        Ok(())
    });
}

#[test]
fn bisimilar_states_satisfy_the_same_formulas() {
    cases("bisimilar states satisfy the same formulas", 1000, |case| {
        let setup = generate::model(case, 6, Access::Any);
        let decisions = generate::decisions(case);
        let (one, two) = (state(&setup), state(&doubled(&setup)));
        ensure_eq!(bisimilar(&one, &two), Ok(true));
        let said = Said::new(Language::INVARIANT_ARROWS, &decisions, &[]);
        let holds = |state| hexa_engine::holds(state, &said.terms, said.phi).expect("defined");
        ensure_eq!(holds(&one), holds(&two));
        Ok(())
    });
}

#[test]
fn announcements_preserve_bisimilarity() {
    cases("announcements preserve bisimilarity", 1000, |case| {
        let setup = generate::model(case, 6, Access::Cells);
        let decisions = generate::decisions(case);
        let mut terms = Terms::default();
        let language = Language::INVARIANT;
        let (action, _) = generate::announcement(&mut terms, language, &everybody(), &decisions);
        let after = |setup: &Setup| update(&state(setup), &terms, action);
        match (after(&setup), after(&doubled(&setup))) {
            (Ok(one), Ok(two)) => {
                let [one, two] = [one, two].map(|o| o.into_single().expect("one outcome"));
                ensure_eq!(bisimilar(&one, &two), Ok(true));
            }
            (one, two) => ensure!(one.is_err() && two.is_err()),
        }
        Ok(())
    });
}

#[test]
fn contraction_preserves_truth() {
    cases("contraction preserves truth", 1000, |case| {
        let setup = generate::model(case, 10, Access::Any);
        let decisions = generate::decisions(case);
        let state = state(&setup);
        let small = contraction(&state).unwrap();
        ensure_eq!(bisimilar(&state, &small), Ok(true));
        ensure_eq!(Ok(small.world_count()), minimal_count(&state));
        ensure_eq!(minimal_count(&small), Ok(small.world_count()));
        let said = Said::new(Language::INVARIANT_ARROWS, &decisions, &[]);
        let holds = |state| hexa_engine::holds(state, &said.terms, said.phi).expect("defined");
        let valid = |state| is_valid(state, &said.terms, said.phi).expect("defined");
        ensure_eq!(holds(&state), holds(&small));
        ensure_eq!(valid(&state), valid(&small));
        Ok(())
    });
}

#[test]
fn isomorphic_states_are_bisimilar() {
    cases("isomorphic states are bisimilar", 1000, |case| {
        let left = generate::model(case, 5, Access::Any);
        let right = generate::model(case, 5, Access::Any);
        let (here, back, other) =
            (state(&left), state(&with_worlds_reversed(&left)), state(&right));
        ensure_eq!(isomorphic(&here, &back), Ok(true));
        ensure_eq!(bisimilar(&here, &back), Ok(true));
        if isomorphic(&here, &other) == Ok(true) {
            ensure_eq!(bisimilar(&here, &other), Ok(true));
        }
        Ok(())
    });
}

#[test]
fn building_arrays_anew_changes_nothing() {
    cases("building arrays anew changes nothing", 1000, |case| {
        let setup = generate::model(case, 12, Access::Cells);
        let said = generate::decisions(case);
        let asked = generate::decisions(case);
        let mut terms = Terms::default();
        let heard = generate::formula(&mut terms, Language::FULL, &everybody(), &said);
        let asked = generate::formula(&mut terms, Language::FULL, &everybody(), &asked);
        let public = terms.announcement(everybody(), heard);
        if let Ok(outcomes) = update(&state(&setup), &terms, public) {
            let after = outcomes.into_single().expect("one outcome");
            let anew = after.compact().unwrap();
            let values = |state: &State| -> Vec<bool> {
                let truth = truth(state, &terms, asked).expect("defined");
                state.domain().ones().map(|world| truth.contains(world)).collect()
            };
            ensure_eq!(values(&after), values(&anew));
            ensure_eq!(after.relevant_count(), anew.relevant_count());
            ensure_eq!(isomorphic(&after, &anew), Ok(true));
        }
        Ok(())
    });
}

#[test]
fn an_announcement_leaves_the_worlds_where_it_is_true() {
    cases("an announcement leaves the worlds where it is true", 1000, |case| {
        let setup = generate::model(case, 12, Access::Cells);
        let decisions = generate::decisions(case);
        let state = state(&setup);
        let mut terms = Terms::default();
        let heard = generate::formula(&mut terms, Language::FULL, &everybody(), &decisions);
        let public = terms.announcement(everybody(), heard);
        let true_in = truth(&state, &terms, heard).expect("defined");
        match update(&state, &terms, public) {
            Ok(outcomes) => {
                let after = outcomes.into_single().expect("one outcome");
                ensure!(true_in.contains(state.point().index()));
                ensure_eq!(after.world_count(), true_in.count_ones(..));
            }
            Err(_) => ensure!(!true_in.contains(state.point().index())),
        }
        Ok(())
    });
}
