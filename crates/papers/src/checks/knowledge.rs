//! Knowledge and common knowledge on states: axioms and rules, access in initial states, and what is
//! commonly known of a state itself.

use super::random::search_fitting;
use super::{Check, Effort, decided};
use crate::Verdict;
use hexa_engine::generate::{self, Access, Language};
use hexa_engine::{
    Among, Engine, Held, Limits, State, bisimilar, build, describe, is_valid, state_size, update,
};
use hexa_lang::{Document, NoIncludes, StepKind, load};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Deal, DealSetup, Formula, FormulaNode, Group, ModelSetup,
    RelationSetup, Setup, Sight, Terms, Vocabulary, World, WorldSetup,
};
use proptest::strategy::Strategy;
use std::collections::BTreeSet;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "tautologies", at: file!(), run: tautologies },
    Check { name: "modus ponens", at: file!(), run: modus_ponens },
    Check { name: "knowledge distributes", at: file!(), run: |e| s5(e, Said::distribution) },
    Check { name: "knowledge is true", at: file!(), run: |e| s5(e, Said::veridicality) },
    Check { name: "positive introspection", at: file!(), run: |e| s5(e, Said::positive) },
    Check { name: "negative introspection", at: file!(), run: |e| s5(e, Said::negative) },
    Check { name: "everybody knows", at: file!(), run: everybody_knows },
    Check { name: "common knowledge", at: file!(), run: common_knowledge },
    Check { name: "necessitation", at: file!(), run: necessitation },
    Check { name: "induction for common knowledge", at: file!(), run: induction },
    Check { name: "knowing a winning action", at: file!(), run: winning_action },
    Check { name: "access in initial states", at: file!(), run: initial_states },
    Check {
        name: "the model is common knowledge",
        at: file!(),
        run: the_model_is_common_knowledge,
    },
    Check { name: "announcements and sizes", at: file!(), run: announcements },
];

fn everybody() -> Group {
    Group::first(generate::AGENTS)
}

fn state(setup: &Setup) -> Option<State> {
    build(setup, &generate::vocabulary(), &Terms::default(), &Limits::default()).ok()
}

/// Formulas, for stating axioms about them.
struct Said {
    terms: Terms,
    phi: Formula,
    psi: Formula,
    chi: Formula,
}

impl Said {
    fn new(decisions: [&[u8]; 3]) -> Self {
        let mut terms = Terms::default();
        let [phi, psi, chi] =
            decisions.map(|list| generate::formula(&mut terms, Language::FULL, &everybody(), list));
        Self { terms, phi, psi, chi }
    }

    fn implies(&mut self, left: Formula, right: Formula) -> Formula {
        self.terms.formula(FormulaNode::Implies(left, right))
    }

    fn knows(&mut self, agent: Agent, formula: Formula) -> Formula {
        self.terms.formula(FormulaNode::Knows(agent, formula))
    }

    fn generally(&mut self, formula: Formula) -> Formula {
        self.terms.formula(FormulaNode::Everybody(everybody(), formula))
    }

    fn common(&mut self, formula: Formula) -> Formula {
        self.terms.formula(FormulaNode::Common(everybody(), formula))
    }

    /// `K(φ -> ψ) -> (Kφ -> Kψ)`
    fn distribution(&mut self, agent: Agent) -> Formula {
        let step = self.implies(self.phi, self.psi);
        let [step, phi, psi] = [step, self.phi, self.psi].map(|of| self.knows(agent, of));
        let then = self.implies(phi, psi);
        self.implies(step, then)
    }

    /// `Kφ -> φ`
    fn veridicality(&mut self, agent: Agent) -> Formula {
        let known = self.knows(agent, self.phi);
        self.implies(known, self.phi)
    }

    /// `Kφ -> KKφ`
    fn positive(&mut self, agent: Agent) -> Formula {
        let known = self.knows(agent, self.phi);
        let twice = self.knows(agent, known);
        self.implies(known, twice)
    }

    /// `~Kφ -> K~Kφ`
    fn negative(&mut self, agent: Agent) -> Formula {
        let known = self.knows(agent, self.phi);
        let unknown = self.terms.not(known);
        let known_to_be = self.knows(agent, unknown);
        self.implies(unknown, known_to_be)
    }
}

type Case = (Setup, Vec<u8>, Vec<u8>, Vec<u8>);

fn cases() -> impl Strategy<Value = Case> {
    let lists = || generate::decisions();
    (generate::models(8, Access::Cells), lists(), lists(), lists())
}

const OF_WHAT: &str = "models of up to 8 worlds with formulas";

/// Looks for a random model where a rule fails.
fn on_models(effort: Effort, test: impl Fn(&State, &mut Said) -> Result<bool, String>) -> Verdict {
    search_fitting(effort, 2000, OF_WHAT, cases(), |(setup, phi, psi, chi)| {
        let mut said = Said::new([&phi, &psi, &chi]);
        match state(&setup) {
            Some(state) => test(&state, &mut said),
            None => Ok(false),
        }
    })
}

/// Whether a formula is true in all worlds, the unreachable ones too.
fn everywhere(state: &State, said: &Said, formula: Formula) -> bool {
    hexa_engine::truth(state, &said.terms, formula).is_ok_and(|truth| truth == *state.domain())
}

fn all_true(state: &State, said: &Said, axioms: &[Formula]) -> Result<bool, String> {
    match axioms.iter().position(|&axiom| !everywhere(state, said, axiom)) {
        None => Ok(true),
        Some(at) => Err(format!("instance {} fails in a model: {state:?}", at + 1)),
    }
}

/// Three schemes from which all tautologies follow by modus ponens.
fn tautologies(effort: Effort) -> Verdict {
    on_models(effort, |state, said| {
        let (phi, psi, chi) = (said.phi, said.psi, said.chi);
        let back = said.implies(psi, phi);
        let weaken = said.implies(phi, back);
        let [phi_psi, psi_chi, phi_chi] =
            [(phi, psi), (psi, chi), (phi, chi)].map(|(from, to)| said.implies(from, to));
        let (nested, after) = (said.implies(phi, psi_chi), said.implies(phi_psi, phi_chi));
        let distribute = said.implies(nested, after);
        let (not_phi, not_psi) = (said.terms.not(phi), said.terms.not(psi));
        let contrary = said.implies(not_phi, not_psi);
        let contrapose = said.implies(contrary, back);
        all_true(state, said, &[weaken, distribute, contrapose])
    })
}

fn modus_ponens(effort: Effort) -> Verdict {
    on_models(effort, |state, said| {
        let step = said.implies(said.phi, said.psi);
        let given = everywhere(state, said, said.phi) && everywhere(state, said, step);
        if given { all_true(state, said, &[said.psi]) } else { Ok(false) }
    })
}

fn s5(effort: Effort, axiom: fn(&mut Said, Agent) -> Formula) -> Verdict {
    on_models(effort, |state, said| {
        let axioms: Vec<Formula> = everybody().iter().map(|agent| axiom(said, agent)).collect();
        all_true(state, said, &axioms)
    })
}

/// `Eφ` is the conjunction of all `Kφ`.
fn everybody_knows(effort: Effort) -> Verdict {
    on_models(effort, |state, said| {
        let each = everybody().iter().map(|agent| said.knows(agent, said.phi)).collect();
        let (each, generally) = (said.terms.and(each), said.generally(said.phi));
        let same = said.terms.formula(FormulaNode::Iff(generally, each));
        all_true(state, said, &[same])
    })
}

/// `Cφ -> E(φ & Cφ)`
fn common_knowledge(effort: Effort) -> Verdict {
    on_models(effort, |state, said| {
        let common = said.common(said.phi);
        let both = said.terms.and(vec![said.phi, common]);
        let generally = said.generally(both);
        let axiom = said.implies(common, generally);
        all_true(state, said, &[axiom])
    })
}

/// What is true everywhere in a model is known everywhere in it.
fn necessitation(effort: Effort) -> Verdict {
    on_models(effort, |state, said| {
        if !everywhere(state, said, said.phi) {
            return Ok(false);
        }
        let known: Vec<Formula> =
            everybody().iter().map(|agent| said.knows(agent, said.phi)).collect();
        all_true(state, said, &known)
    })
}

/// If `φ -> E(φ & ψ)` is true everywhere in a model, so is `φ -> Cψ`. For φ also a formula is taken
/// that makes the premise true: that χ is common knowledge, and ψ weaker than χ.
fn induction(effort: Effort) -> Verdict {
    on_models(effort, |state, said| {
        let weaker = said.terms.or(vec![said.chi, said.psi]);
        let common = said.common(said.chi);
        let mut fits = false;
        for (phi, psi) in [(said.phi, said.psi), (common, weaker)] {
            let both = said.terms.and(vec![phi, psi]);
            let generally = said.generally(both);
            let premise = said.implies(phi, generally);
            let common = said.common(psi);
            let conclusion = said.implies(phi, common);
            if everywhere(state, said, premise) {
                fits |= all_true(state, said, &[conclusion])?;
            }
        }
        Ok(fits)
    })
}

/// Models of one agent who considers all worlds possible: any set of the four valuations of two atoms.
/// Up to bisimilarity there are no others.
fn one_agent() -> impl Iterator<Item = ModelSetup> {
    (1..16u32).flat_map(|set| {
        let valuations: Vec<u32> = (0..4).filter(|at| set >> at & 1 == 1).collect();
        let worlds: Vec<WorldSetup> = valuations
            .iter()
            .map(|&valuation| WorldSetup {
                name: format!("w{valuation}"),
                atoms: (0..2).filter(|at| valuation >> at & 1 == 1).map(Atom).collect(),
            })
            .collect();
        (0..worlds.len()).map(move |point| ModelSetup {
            worlds: worlds.clone(),
            relations: vec![Some(RelationSetup::Cells(vec![0; worlds.len()]))],
            point: World::from_index(point),
        })
    })
}

/// The rule that who knows a winning action takes it, as it is written down: that he knows that he takes
/// it and wins implies that he takes it. A rule that some agents follow and others do not would be
/// false somewhere.
fn winning_action(_: Effort) -> Verdict {
    let mut terms = Terms::default();
    let [takes, wins] = [0, 1].map(|atom| terms.formula(FormulaNode::Atom(Atom(atom))));
    let both = terms.and(vec![takes, wins]);
    let known = terms.formula(FormulaNode::Knows(Agent(0), both));
    let rule = terms.formula(FormulaNode::Implies(known, takes));
    let false_somewhere = one_agent().any(|model| {
        let state =
            build(&Setup::Model(model), &generate::vocabulary(), &terms, &Limits::default());
        state.is_ok_and(|state| is_valid(&state, &terms, rule) == Ok(false))
    });
    decided(false_somewhere, || {
        "K(p & q) -> p is true in all models, whatever agents do, since knowledge is true: it says nothing about \
         them".to_owned()
    })
}

/// A deal: so many cards for each player, and for the table.
fn deal(sizes: [usize; 3], table: usize) -> (Vocabulary, Setup) {
    let mut names = Vocabulary::default();
    for at in 1..=sizes.len() {
        names.add_agent(at.to_string());
    }
    names.set_table("t");
    let mut hands = Vec::new();
    for size in sizes.into_iter().chain([table]) {
        let hand = (0..size).map(|at| names.add_card(&format!("c{}x{at}", hands.len())));
        hands.push(hand.collect());
    }
    for card in names.cards() {
        for holder in names.holders() {
            names.add_held(card, holder);
        }
    }
    let deal = Deal::new(hands, &names);
    (names, Setup::Deal(DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE }))
}

/// All deals of the same sizes are worlds, and a player cannot tell two of them apart if and only if he
/// has the same cards in both. So access is reflexive, transitive and euclidean. All engines list the
/// same worlds.
fn initial_states(effort: Effort) -> Verdict {
    let most = match effort {
        Effort::Short => 4,
        Effort::Deep => 6,
    };
    for (a, b, c, table) in sizes(most) {
        let (names, setup) = deal([a, b, c], table);
        if let Some(why) = wrong_initial_state(&names, &setup) {
            return Verdict::Fails(format!("{a}, {b}, {c} cards and {table} on the table: {why}"));
        }
    }
    Verdict::HoldsUpTo(format!(
        "all sizes of hands of three players and a table, up to {most} cards"
    ))
}

fn sizes(most: usize) -> impl Iterator<Item = (usize, usize, usize, usize)> {
    let up_to = move || 0..=most;
    let all = up_to().flat_map(move |a| up_to().flat_map(move |b| up_to().map(move |c| (a, b, c))));
    let all = all.flat_map(move |(a, b, c)| up_to().map(move |t| (a, b, c, t)));
    all.filter(move |&(a, b, c, t)| (1..=most).contains(&(a + b + c + t)))
}

fn wrong_initial_state(names: &Vocabulary, setup: &Setup) -> Option<String> {
    let terms = Terms::default();
    let limits = Limits::default();
    let state = hexa_engine::definitional::build(setup, names, &terms, &limits).ok()?;
    let distinct: BTreeSet<Vec<Atom>> =
        (0..state.world_count()).map(|world| state.atoms(world)).collect();
    if distinct.len() != state.world_count() || state_size(setup) != distinct.len().into() {
        return Some("the worlds are not all deals".to_owned());
    }
    for agent in names.agents() {
        let cards = |world: usize| -> Vec<Atom> {
            let his = |atom: &Atom| {
                let holding = names.holding(*atom);
                holding
                    .is_some_and(|(_, holder)| names.holder_name(holder) == names.agent_name(agent))
            };
            state.atoms(world).into_iter().filter(his).collect()
        };
        for v in 0..state.world_count() {
            for w in 0..state.world_count() {
                if state.related(agent, v, w) != (cards(v) == cards(w)) {
                    return Some("a player does not see just his cards".to_owned());
                }
            }
        }
    }
    let views = Engine::ALL.map(|engine| {
        let held = engine.build(setup, names, &terms, &limits);
        held.ok().and_then(|held| held.relevant_count().ok())
    });
    let same = views.windows(2).all(|two| two[0] == two[1]);
    (!same).then(|| "the engines disagree".to_owned())
}

/// Hexa, and the moves that can be made in it.
fn hexa() -> Option<(Document, Vec<Action>)> {
    let mut text = "agents 1, 2, 3\ndeal r | w | b\n".to_owned();
    for i in 1..=3 {
        text.push_str(&format!("do nowin {i}\n"));
        for j in (1..=3).filter(|&j| j != i) {
            for c in ["r", "w", "b"] {
                text.push_str(&format!(
                    "do ask {i} {j} for {c}: no\ndo ask {i} {j} for cards: show {c}\n"
                ));
            }
        }
    }
    let document = load("hexa.hexa", &text, &NoIncludes, &[]).document?;
    let steps = document.scenarios.first()?.steps.iter();
    let moves = steps.filter_map(|step| match step.kind {
        StepKind::Do(action) => Some(action),
        _ => None,
    });
    let moves = moves.collect();
    Some((document, moves))
}

/// The states that so many moves lead to, up to bisimilarity.
fn reachable(document: &Document, moves: &[Action], steps: usize) -> Vec<State> {
    let start = build(&document.initial, &document.vocabulary, &document.terms, &Limits::default());
    let mut found: Vec<State> = start.into_iter().collect();
    let mut last = found.clone();
    for _ in 0..steps {
        let mut next = Vec::new();
        for state in &last {
            for &action in moves {
                let after = update(state, &document.terms, action).ok();
                let after = after.and_then(|outcomes| outcomes.into_single());
                let new =
                    |after: &State| !found.iter().chain(&next).any(|known| bisimilar(known, after));
                next.extend(after.filter(new));
            }
        }
        found.extend(next.iter().cloned());
        last = next;
    }
    found
}

/// In every state that is reached in Hexa, everybody commonly knows which worlds there are and what the
/// players consider possible in each; and nobody who considers two worlds possible knows which it is.
fn the_model_is_common_knowledge(effort: Effort) -> Verdict {
    let steps = match effort {
        Effort::Short => 2,
        Effort::Deep => 4,
    };
    let Some((document, moves)) = hexa() else {
        return Verdict::Open("the moves of Hexa could not be read".to_owned());
    };
    let states = reachable(&document, &moves, steps);
    for state in &states {
        let mut terms = document.terms.clone();
        let Ok(description) = describe(state, &mut terms) else {
            return Verdict::Open("a state is too large to be described".to_owned());
        };
        let mut parts = description.everywhere.clone();
        for sight in &description.sights {
            parts.push(description.sight(sight, Among::Partitions, &mut terms));
            for &world in sight.from.iter().filter(|_| sight.seen.len() > 1) {
                let world = description.worlds[world];
                let known = terms.formula(FormulaNode::Knows(sight.agent, world));
                let unknown = terms.not(known);
                parts.push(terms.formula(FormulaNode::Implies(world, unknown)));
            }
        }
        let one_of = terms.or(description.worlds.clone());
        parts.push(one_of);
        let all = terms.and(parts);
        let common = terms.formula(FormulaNode::Common(description.group.clone(), all));
        if is_valid(state, &terms, common) != Ok(true) {
            return Verdict::Fails(format!("not in the state {state:?}"));
        }
    }
    let count = states.len();
    Verdict::HoldsUpTo(format!("the {count} states that at most {steps} moves lead to in Hexa"))
}

/// An announcement leaves some of the worlds, and no more.
fn announcements(effort: Effort) -> Verdict {
    on_models(effort, |state, said| {
        let action = said.terms.announcement(everybody(), said.phi);
        let test = matches!(said.terms.action_node(action), ActionNode::Learn(..));
        let Ok(outcomes) = update(state, &said.terms, action) else { return Ok(false) };
        let smaller = outcomes.into_single().is_some_and(|after| {
            let count = |state: &State| Held::Explicit(state.clone()).relevant_count().ok();
            count(&after) <= count(state)
        });
        match test && smaller {
            true => Ok(true),
            false => Err("an announcement makes a state larger".to_owned()),
        }
    })
}
