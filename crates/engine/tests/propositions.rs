//! Propositions about knowledge and change, each tested on random states.

use hexa_engine::generate::model::reversed;
use hexa_engine::generate::{self, Access, Language};
use hexa_engine::{
    Limits, State, bisimilar, build, contraction, is_valid, isomorphic, minimal_count, truth,
    update,
};
use hexa_logic::{Agent, Formula, FormulaNode, Group, ModelSetup, Setup, Terms};
use proptest::prelude::*;

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn s5_axioms_of_definition_67_hold(
        setup in generate::models(12, Access::Cells),
        first in generate::decisions(),
        second in generate::decisions(),
    ) {
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
                prop_assert!(said.true_everywhere(&state, axiom));
            }
        }
    }

    #[test]
    fn common_knowledge_axioms_of_definition_68_hold(
        setup in generate::models(12, Access::Cells),
        first in generate::decisions(),
        second in generate::decisions(),
        mask in 0u8..8,
    ) {
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
            prop_assert!(said.true_everywhere(&state, axiom));
        }
    }

    #[test]
    fn common_knowledge_is_the_greatest_fixed_point_of_everybody_knows(
        setup in generate::models(10, Access::Any),
        decisions in generate::decisions(),
        mask in 0u8..8,
    ) {
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
        prop_assert_eq!(reached.expect("defined"), common.expect("defined"));
    }

    #[test]
    fn bisimilar_states_satisfy_the_same_formulas(
        setup in generate::models(6, Access::Any),
        decisions in generate::decisions(),
    ) {
        let (one, two) = (state(&setup), state(&doubled(&setup)));
        prop_assert_eq!(bisimilar(&one, &two), Ok(true));
        let said = Said::new(Language::INVARIANT_ARROWS, &decisions, &[]);
        let holds = |state| hexa_engine::holds(state, &said.terms, said.phi).expect("defined");
        prop_assert_eq!(holds(&one), holds(&two));
    }

    #[test]
    fn announcements_preserve_bisimilarity(
        setup in generate::models(6, Access::Cells),
        decisions in generate::decisions(),
    ) {
        let mut terms = Terms::default();
        let language = Language::INVARIANT;
        let (action, _) = generate::announcement(&mut terms, language, &everybody(), &decisions);
        let after = |setup: &Setup| update(&state(setup), &terms, action);
        match (after(&setup), after(&doubled(&setup))) {
            (Ok(one), Ok(two)) => {
                let [one, two] = [one, two].map(|o| o.into_single().expect("one outcome"));
                prop_assert_eq!(bisimilar(&one, &two), Ok(true));
            }
            (one, two) => prop_assert!(one.is_err() && two.is_err()),
        }
    }

    #[test]
    fn contraction_preserves_truth(
        setup in generate::models(10, Access::Any),
        decisions in generate::decisions(),
    ) {
        let state = state(&setup);
        let small = contraction(&state).unwrap();
        prop_assert_eq!(bisimilar(&state, &small), Ok(true));
        prop_assert_eq!(Ok(small.world_count()), minimal_count(&state));
        prop_assert_eq!(minimal_count(&small), Ok(small.world_count()));
        let said = Said::new(Language::INVARIANT_ARROWS, &decisions, &[]);
        let holds = |state| hexa_engine::holds(state, &said.terms, said.phi).expect("defined");
        let valid = |state| is_valid(state, &said.terms, said.phi).expect("defined");
        prop_assert_eq!(holds(&state), holds(&small));
        prop_assert_eq!(valid(&state), valid(&small));
    }

    #[test]
    fn isomorphic_states_are_bisimilar(
        left in generate::models(5, Access::Any),
        right in generate::models(5, Access::Any),
    ) {
        let (here, back, other) = (state(&left), state(&reversed(&left)), state(&right));
        prop_assert_eq!(isomorphic(&here, &back), Ok(true));
        prop_assert_eq!(bisimilar(&here, &back), Ok(true));
        if isomorphic(&here, &other) == Ok(true) {
            prop_assert_eq!(bisimilar(&here, &other), Ok(true));
        }
    }

    #[test]
    fn building_arrays_anew_changes_nothing(
        setup in generate::models(12, Access::Cells),
        said in generate::decisions(),
        asked in generate::decisions(),
    ) {
        let mut terms = Terms::default();
        let heard = generate::formula(&mut terms, Language::FULL, &everybody(), &said);
        let asked = generate::formula(&mut terms, Language::FULL, &everybody(), &asked);
        let public = terms.announcement(everybody(), heard);
        if let Ok(outcomes) = update(&state(&setup), &terms, public) {
            let after = outcomes.into_single().expect("one outcome");
            let anew = after.compacted().unwrap();
            let values = |state: &State| -> Vec<bool> {
                let truth = truth(state, &terms, asked).expect("defined");
                state.domain().ones().map(|world| truth.contains(world)).collect()
            };
            prop_assert_eq!(values(&after), values(&anew));
            prop_assert_eq!(after.relevant_count(), anew.relevant_count());
            prop_assert_eq!(isomorphic(&after, &anew), Ok(true));
        }
    }

    #[test]
    fn an_announcement_leaves_the_worlds_where_it_is_true(
        setup in generate::models(12, Access::Cells),
        decisions in generate::decisions(),
    ) {
        let state = state(&setup);
        let mut terms = Terms::default();
        let heard = generate::formula(&mut terms, Language::FULL, &everybody(), &decisions);
        let public = terms.announcement(everybody(), heard);
        let true_in = truth(&state, &terms, heard).expect("defined");
        match update(&state, &terms, public) {
            Ok(outcomes) => {
                let after = outcomes.into_single().expect("one outcome");
                prop_assert!(true_in.contains(state.point().index()));
                prop_assert_eq!(after.world_count(), true_in.count_ones(..));
            }
            Err(_) => prop_assert!(!true_in.contains(state.point().index())),
        }
    }
}
