//! Epistemic logic and other preliminaries (thesis app. A): truth, axioms, coverings and partitions, sums and products
//! of models, bisimulations and isomorphisms.

use super::snippet::in_words;
use super::{Check, Effort, Work, holds_if, random};
use crate::Verdict;
use crate::verdict::Doubt;
use hexa_engine::generate::model::{partitions, with_worlds_reversed};
use hexa_engine::generate::{self, AGENTS, Access, Language};
use hexa_engine::{
    Engine, Held, State, bisimilar, build, contraction, definitional, holds, isomorphic, truth,
};
use hexa_logic::{
    Agent, Atom, Formula, FormulaNode, Group, ModelSetup, RelationSetup, Setup, Terms, Vocabulary,
    World, WorldSetup,
};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "truth in small models", at: file!(), run: truth_in_small_models },
    Check { name: "access of S5 models", at: file!(), run: equivalences },
    Check { name: "access of groups", at: file!(), run: access_of_groups },
    Check { name: "axioms of knowledge", at: file!(), run: knowledge_axioms },
    Check { name: "axioms of common knowledge", at: file!(), run: common_axioms },
    Check { name: "coverings and partitions", at: file!(), run: coverings_and_partitions },
    Check { name: "relation of a partition", at: file!(), run: relation_of_a_partition },
    Check { name: "relation of a covering", at: file!(), run: relation_of_a_covering },
    Check { name: "coarser relations", at: file!(), run: coarser_relations },
    Check { name: "coarser coverings", at: file!(), run: coarser_coverings },
    Check { name: "a covering of four", at: file!(), run: a_covering_of_four },
    Check { name: "direct sums", at: file!(), run: direct_sums },
    Check { name: "direct products", at: file!(), run: direct_products },
    Check { name: "bisimulations", at: file!(), run: bisimulations },
    Check { name: "isomorphisms", at: file!(), run: isomorphisms },
    Check { name: "bijective bisimulations", at: file!(), run: bijective_bisimulations },
];

fn explicit(work: &Work, setup: &Setup) -> Result<State, String> {
    in_words(build(setup, &generate::vocabulary(), &Terms::default(), &work.limits))
}

fn literal(work: &Work, setup: &Setup) -> Result<definitional::State, String> {
    let (names, terms) = (generate::vocabulary(), Terms::default());
    in_words(definitional::build(setup, &names, &terms, &work.limits))
}

fn everybody() -> Group {
    Group::first(AGENTS)
}

/// A model for two agents and one atom, which is true in the worlds of a mask.
fn small(true_in: u32, cells: [&Vec<u32>; 2]) -> Setup {
    let world = |at: usize| WorldSetup {
        name: format!("w{at}"),
        atoms: if true_in >> at & 1 == 1 { vec![Atom(0)] } else { Vec::new() },
    };
    Setup::Model(ModelSetup {
        worlds: (0..cells[0].len()).map(world).collect(),
        relations: cells.map(|cells| Some(RelationSetup::Cells(cells.clone()))).to_vec(),
        point: World(0),
    })
}

/// All S5 models of so many worlds for two agents and one atom.
fn all_small(worlds: usize) -> Vec<(u32, [Vec<u32>; 2])> {
    let partitions = partitions(worlds);
    let mut all = Vec::new();
    for mask in 0..1 << worlds {
        for one in &partitions {
            all.extend(partitions.iter().map(|two| (mask, [one.clone(), two.clone()])));
        }
    }
    all
}

fn two_agents() -> Vocabulary {
    let mut names = Vocabulary::default();
    ["1", "2"].iter().for_each(|name| _ = names.add_agent(*name));
    names.add_atom("p");
    names
}

/// All formulas of at most so many operators over one atom and two agents.
fn formulas(terms: &mut Terms, most: usize) -> Vec<Formula> {
    let both = Group::first(2);
    let mut by_size = vec![vec![terms.formula(FormulaNode::Atom(Atom(0)))]];
    for size in 1..=most {
        let mut found = Vec::new();
        for &f in &by_size[size - 1] {
            let unary = [
                FormulaNode::Not(f),
                FormulaNode::Knows(Agent(0), f),
                FormulaNode::Knows(Agent(1), f),
                FormulaNode::Everybody(both.clone(), f),
                FormulaNode::Common(both.clone(), f),
            ];
            found.extend(unary.map(|node| terms.formula(node)));
        }
        for left in 0..size {
            for &f in &by_size[left] {
                for &g in &by_size[size - 1 - left] {
                    found.push(terms.formula(FormulaNode::And([f, g].into())));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        by_size.push(found);
    }
    by_size.concat()
}

/// Three engines agree on all formulas of at most two operators, or three, in all S5 models of at most three worlds
/// for two agents and one atom.
fn truth_in_small_models(work: &Work) -> Verdict {
    let most = match work.effort {
        Effort::Short => 2,
        Effort::Deep => 3,
    };
    let mut terms = Terms::default();
    let formulas = formulas(&mut terms, most);
    let names = two_agents();
    for (mask, cells) in (1..=3).flat_map(all_small) {
        let setup = small(mask, cells.each_ref());
        match disagreement(work, &setup, &names, &terms, &formulas) {
            Ok(None) => {}
            Ok(Some(formula)) => {
                return Verdict::Fails(format!("{:?} in {setup:?}", terms.node(formula)));
            }
            Err(why) => return Verdict::Open(why),
        }
    }
    Verdict::HoldsUpTo(format!(
        "{} formulas of at most {most} operators in all models of at most 3 worlds",
        formulas.len()
    ))
}

/// The first formula on which engines disagree.
fn disagreement(
    work: &Work,
    setup: &Setup,
    names: &Vocabulary,
    terms: &Terms,
    formulas: &[Formula],
) -> Result<Option<Formula>, String> {
    let states: Result<Vec<Held>, String> = Engine::GENERAL
        .iter()
        .map(|engine| in_words(engine.build(setup, names, terms, &work.limits)))
        .collect();
    let states = states?;
    for &formula in formulas {
        let answers: Result<Vec<_>, String> =
            states.iter().map(|state| in_words(state.truth(terms, formula))).collect();
        if answers?.windows(2).any(|two| two[0] != two[1]) {
            return Ok(Some(formula));
        }
    }
    Ok(None)
}

/// Access that is given by cells is an equivalence for every agent, and there is an actual world.
fn equivalences(work: &Work) -> Verdict {
    random::search(work, 300, "models of at most 6 worlds", |case| {
        let setup = generate::model(case, 6, Access::Cells);
        let state = literal(work, &setup)?;
        let worlds = || 0..state.world_count();
        let broken = everybody().iter().find(|&agent| {
            let related = |v, w| state.is_related(agent, v, w);
            worlds().any(|v| {
                !related(v, v)
                    || worlds().any(|w| {
                        related(v, w) != related(w, v)
                            || worlds().any(|u| related(v, w) && related(w, u) && !related(v, u))
                    })
            })
        });
        match (broken, state.point() < state.world_count()) {
            (None, true) => Ok(()),
            _ => Err(Doubt::Witness(format!("{setup:?}"))),
        }
    })
}

/// The agents of a mask.
pub(super) fn group(mask: u8) -> Group {
    (0..AGENTS).filter(|at| mask >> at & 1 == 1).map(Agent::from_index).collect()
}

/// `E_B φ` looks at the worlds that somebody of B has access to, `C_B φ` at all that steps of them lead to.
fn access_of_groups(work: &Work) -> Verdict {
    random::search(work, 300, "formulas in models of at most 5 worlds", |case| {
        let setup = generate::model(case, 5, Access::Cells);
        let formula = generate::decisions(case);
        let mask = case.between(1..1 << AGENTS) as u8;
        let (mut terms, group) = (Terms::default(), group(mask));
        let formula = generate::formula(&mut terms, Language::FULL, &everybody(), &formula);
        let generally = terms.formula(FormulaNode::Everybody(group.clone(), formula));
        let common = terms.formula(FormulaNode::Common(group.clone(), formula));
        let state = literal(work, &setup)?;
        let worlds = state.world_count();
        let step = |v: usize, w: usize| group.iter().any(|agent| state.is_related(agent, v, w));
        let mut reach: Vec<Vec<bool>> =
            (0..worlds).map(|v| (0..worlds).map(|w| v == w || step(v, w)).collect()).collect();
        for over in 0..worlds {
            for v in 0..worlds {
                for w in 0..worlds {
                    reach[v][w] |= reach[v][over] && reach[over][w];
                }
            }
        }
        let explicit = explicit(work, &setup)?;
        let true_in = in_words(truth(&explicit, &terms, formula))?;
        let all = |linked: &dyn Fn(usize, usize) -> bool| -> Vec<bool> {
            let everywhere = |v| (0..worlds).all(|w| !linked(v, w) || true_in.contains(w));
            (0..worlds).map(everywhere).collect()
        };
        for (asked, expected) in [(generally, all(&step)), (common, all(&|v, w| reach[v][w]))] {
            let found = in_words(truth(&explicit, &terms, asked))?;
            if (0..worlds).any(|world| found.contains(world) != expected[world]) {
                return Err(Doubt::Witness(format!("{:?} in {setup:?}", terms.node(asked))));
            }
        }
        Ok(())
    })
}

/// Two formulas, and what can be said of them.
struct Said {
    terms: Terms,
    phi: Formula,
    psi: Formula,
}

impl Said {
    fn new(first: &[u8], second: &[u8]) -> Self {
        let mut terms = Terms::default();
        let phi = generate::formula(&mut terms, Language::FULL, &everybody(), first);
        let psi = generate::formula(&mut terms, Language::FULL, &everybody(), second);
        Self { terms, phi, psi }
    }

    fn implies(&mut self, left: Formula, right: Formula) -> Formula {
        self.terms.formula(FormulaNode::Implies(left, right))
    }

    /// `K(φ -> ψ) -> (Kφ -> Kψ)` and `Kφ -> φ`, for an operator.
    fn normal(&mut self, mut operator: impl FnMut(&mut Terms, Formula) -> Formula) -> [Formula; 2] {
        let (phi, psi) = (self.phi, self.psi);
        let step = self.implies(phi, psi);
        let of = [step, phi, psi].map(|formula| operator(&mut self.terms, formula));
        let then = self.implies(of[1], of[2]);
        [self.implies(of[0], then), self.implies(of[1], phi)]
    }

    /// The first of the axioms that is not true everywhere is a witness.
    fn broken(&self, work: &Work, setup: &Setup, axioms: &[Formula]) -> Result<(), Doubt> {
        let state = explicit(work, setup)?;
        for &axiom in axioms {
            if in_words(truth(&state, &self.terms, axiom))? != *state.domain() {
                return Err(Doubt::Witness(format!("{:?} in {setup:?}", self.terms.node(axiom))));
            }
        }
        Ok(())
    }
}

/// Distribution, veridicality, positive and negative introspection.
fn knowledge_axioms(work: &Work) -> Verdict {
    random::search(work, 400, "pairs of formulas in models of at most 8 worlds", |case| {
        let setup = generate::model(case, 8, Access::Cells);
        let first = generate::decisions(case);
        let second = generate::decisions(case);
        let mut said = Said::new(&first, &second);
        for agent in everybody().iter() {
            let knows =
                |terms: &mut Terms, formula| terms.formula(FormulaNode::Knows(agent, formula));
            let [distribution, veridicality] = said.normal(knows);
            let known = knows(&mut said.terms, said.phi);
            let twice = knows(&mut said.terms, known);
            let unknown = said.terms.not(known);
            let known_unknown = knows(&mut said.terms, unknown);
            let positive = said.implies(known, twice);
            let negative = said.implies(unknown, known_unknown);
            said.broken(work, &setup, &[distribution, veridicality, positive, negative])?;
        }
        Ok(())
    })
}

/// Distribution, veridicality, use and induction.
fn common_axioms(work: &Work) -> Verdict {
    random::search(work, 400, "pairs of formulas in models of at most 8 worlds", |case| {
        let setup = generate::model(case, 8, Access::Cells);
        let first = generate::decisions(case);
        let second = generate::decisions(case);
        let mask = case.below(1 << AGENTS) as u8;
        let (mut said, group) = (Said::new(&first, &second), group(mask));
        let common =
            |terms: &mut Terms, formula| terms.formula(FormulaNode::Common(group.clone(), formula));
        let generally = |terms: &mut Terms, formula| {
            terms.formula(FormulaNode::Everybody(group.clone(), formula))
        };
        let [distribution, veridicality] = said.normal(common);
        let phi = said.phi;
        let known = common(&mut said.terms, phi);
        let used = generally(&mut said.terms, known);
        let used = said.implies(known, used);
        let next = generally(&mut said.terms, phi);
        let grows = said.implies(phi, next);
        let grows = common(&mut said.terms, grows);
        let then = said.implies(phi, known);
        let induction = said.implies(grows, then);
        said.broken(work, &setup, &[distribution, veridicality, used, induction])
    })
}

/// A set of at most four things, as a mask.
type Set = u32;

/// All families of nonempty sets of so many things that cover them.
fn coverings(things: u32) -> Vec<Vec<Set>> {
    let whole: Set = (1 << things) - 1;
    let families = 1..1u64 << whole;
    let family =
        |mask: u64| -> Vec<Set> { (1..=whole).filter(|set| mask >> (set - 1) & 1 == 1).collect() };
    let covers = |family: &Vec<Set>| family.iter().fold(0, |all, set| all | set) == whole;
    families.map(family).filter(covers).collect()
}

/// Partitions as families of sets.
fn families(things: u32) -> Vec<Vec<Set>> {
    let family = |class: Vec<u32>| -> Vec<Set> {
        let cells = class.iter().max().map_or(0, |most| most + 1);
        let mut family = vec![0; cells as usize];
        class.iter().enumerate().for_each(|(at, &cell)| family[cell as usize] |= 1 << at);
        family
    };
    partitions(things as usize).into_iter().map(family).collect()
}

fn is_disjoint(family: &[Set]) -> bool {
    family.iter().enumerate().all(|(at, one)| family[at + 1..].iter().all(|other| one & other == 0))
}

/// Two things are related if they are together in a set of the family.
fn related(family: &[Set], one: u32, other: u32) -> bool {
    family.iter().any(|set| set >> one & 1 == 1 && set >> other & 1 == 1)
}

fn pairs(things: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..things).flat_map(move |one| (0..things).map(move |other| (one, other)))
}

fn is_reflexive_and_symmetric(family: &[Set], things: u32) -> bool {
    pairs(things).all(|(one, other)| {
        related(family, one, one) && related(family, one, other) == related(family, other, one)
    })
}

fn is_transitive(family: &[Set], things: u32) -> bool {
    pairs(things).all(|(one, other)| {
        (0..things).all(|over| {
            !related(family, one, over)
                || !related(family, over, other)
                || related(family, one, other)
        })
    })
}

/// The coverings by disjoint sets are the partitions, for up to four things.
fn coverings_and_partitions(_: &Work) -> Verdict {
    for things in 1..=4 {
        let mut disjoint: Vec<_> =
            coverings(things).into_iter().filter(|family| is_disjoint(family)).collect();
        let mut partitions = families(things);
        partitions.iter_mut().for_each(|family| family.sort_unstable());
        disjoint.sort();
        partitions.sort();
        if disjoint != partitions {
            return Verdict::Fails(format!("{things} things"));
        }
    }
    Verdict::HoldsUpTo("all coverings of at most 4 things".to_owned())
}

/// The relation of a partition is an equivalence.
fn relation_of_a_partition(_: &Work) -> Verdict {
    let all = (1..=6).flat_map(|things| families(things).into_iter().map(move |of| (things, of)));
    let broken = all.into_iter().find(|(things, family)| {
        !is_reflexive_and_symmetric(family, *things) || !is_transitive(family, *things)
    });
    match broken {
        Some((_, family)) => Verdict::Fails(format!("{family:?}")),
        None => Verdict::HoldsUpTo("all partitions of at most 6 things".to_owned()),
    }
}

/// The relation of a covering is reflexive and symmetric; from three things on it need not be transitive.
fn relation_of_a_covering(_: &Work) -> Verdict {
    let mut not_transitive = Vec::new();
    for things in 1..=4 {
        let all = coverings(things);
        if let Some(family) = all.iter().find(|of| !is_reflexive_and_symmetric(of, things)) {
            return Verdict::Fails(format!("{family:?}"));
        }
        not_transitive.push(all.iter().filter(|of| !is_transitive(of, things)).count());
    }
    match not_transitive[..] {
        [0, 0, three, four] if three > 0 && four > 0 => {
            Verdict::HoldsUpTo("all coverings of at most 4 things".to_owned())
        }
        _ => Verdict::Fails(format!("not transitive: {not_transitive:?}")),
    }
}

/// Whether the relation of a family has all pairs that the relation of another has.
fn is_coarser(family: &[Set], than: &[Set], things: u32) -> bool {
    pairs(things).all(|(one, other)| !related(than, one, other) || related(family, one, other))
}

/// Whether all sets of a family are unions of cells of a partition.
fn are_unions(family: &[Set], cells: &[Set]) -> bool {
    family.iter().all(|set| cells.iter().all(|cell| cell & set == 0 || cell & set == *cell))
}

/// Between partitions, coarser means that cells are unions of cells, and it is an order.
fn coarser_relations(_: &Work) -> Verdict {
    for things in 1..=5 {
        let all = families(things);
        for one in &all {
            for other in &all {
                let coarser = is_coarser(one, other, things);
                let both = coarser && is_coarser(other, one, things);
                if coarser != are_unions(one, other) || both != (one == other) {
                    return Verdict::Fails(format!("{one:?} and {other:?}"));
                }
            }
        }
    }
    Verdict::HoldsUpTo("all pairs of partitions of at most 5 things".to_owned())
}

fn sets(family: &[Set]) -> String {
    let set = |set: &Set| {
        let members: Vec<String> =
            (0..32).filter(|at| set >> at & 1 == 1).map(|at| (at + 1).to_string()).collect();
        format!("{{{}}}", members.join(","))
    };
    family.iter().map(set).collect::<Vec<_>>().join(", ")
}

/// The sets of a covering whose relation is coarser than a partition are unions of its cells.
fn coarser_coverings(_: &Work) -> Verdict {
    for things in 1..=3 {
        for cells in families(things) {
            let odd = coverings(things)
                .into_iter()
                .find(|family| is_coarser(family, &cells, things) && !are_unions(family, &cells));
            if let Some(family) = odd {
                return Verdict::Fails(format!(
                    "with {things} things, the covering {} is coarser than the partition {}, and its sets are not \
                     all unions of cells",
                    sets(&family),
                    sets(&cells)
                ));
            }
        }
    }
    Verdict::HoldsUpTo("all coverings of at most 3 things".to_owned())
}

/// Example 58.
fn a_covering_of_four(_: &Work) -> Verdict {
    let (covering, partition) = ([0b1101, 0b1110], [0b0001, 0b0010, 0b1100]);
    let covers = covering.iter().fold(0, |all, set| all | set) == 0b1111;
    let coarser = is_coarser(&covering, &partition, 4) && are_unions(&covering, &partition);
    holds_if(covers && !is_disjoint(&covering) && coarser, || {
        format!("covers: {covers}; coarser: {coarser}")
    })
}

/// Two models side by side; the actual world is in the first.
fn sum(left: &ModelSetup, right: &ModelSetup) -> ModelSetup {
    use RelationSetup::{Arrows, Cells};
    let moved = left.worlds.len() as u32;
    let relation = |left: &Option<RelationSetup>, right: &Option<RelationSetup>| match (left, right)
    {
        (Some(Cells(one)), Some(Cells(other))) => {
            let next = one.iter().max().map_or(0, |most| most + 1);
            let other = other.iter().map(|cell| cell + next);
            Some(Cells(one.iter().copied().chain(other).collect()))
        }
        (Some(Arrows(one)), Some(Arrows(other))) => {
            let other = other.iter().map(|&(v, w)| (v + moved, w + moved));
            Some(Arrows(one.iter().copied().chain(other).collect()))
        }
        _ => None,
    };
    let relations = left.relations.iter().zip(&right.relations);
    ModelSetup {
        worlds: [left.worlds.as_slice(), &right.worlds].concat(),
        relations: relations.map(|(left, right)| relation(left, right)).collect(),
        point: left.point,
    }
}

/// In a direct sum the worlds add up, and each world is bisimilar to itself in its part.
fn direct_sums(work: &Work) -> Verdict {
    random::search(work, 300, "pairs of models of at most 4 worlds", |case| {
        let models =
            (generate::model(case, 4, Access::Cells), generate::model(case, 4, Access::Cells));
        let (Setup::Model(left), Setup::Model(right)) = models else { return Ok(()) };
        let sum = sum(&left, &right);
        let first = left.worlds.len() as u32;
        for (part, moved) in [(&left, 0), (&right, first)] {
            for world in 0..part.worlds.len() as u32 {
                let alone = Setup::Model(ModelSetup { point: World(world), ..part.clone() });
                let inside = ModelSetup { point: World(world + moved), ..sum.clone() };
                let inside = Setup::Model(inside);
                let same =
                    in_words(bisimilar(&explicit(work, &alone)?, &explicit(work, &inside)?))?;
                let count = literal(work, &inside)?.world_count();
                if !same || count != left.worlds.len() + right.worlds.len() {
                    return Err(Doubt::Witness(format!("{alone:?} in {inside:?}")));
                }
            }
        }
        Ok(())
    })
}

/// The product of two models: pairs of worlds, access in both parts, and true is what is true in both.
fn product(left: &ModelSetup, right: &ModelSetup) -> ModelSetup {
    let pairs = || {
        let right = right.worlds.len();
        (0..left.worlds.len()).flat_map(move |v| (0..right).map(move |w| (v, w)))
    };
    let world = |(v, w): (usize, usize)| {
        let atoms = left.worlds[v].atoms.iter().copied();
        let atoms = atoms.filter(|atom| right.worlds[w].atoms.contains(atom)).collect();
        WorldSetup { name: format!("w{v}x{w}"), atoms }
    };
    let relation =
        |(one, other): (&Option<RelationSetup>, &Option<RelationSetup>)| match (one, other) {
            (Some(RelationSetup::Cells(one)), Some(RelationSetup::Cells(other))) => {
                let width = other.iter().max().map_or(1, |most| most + 1);
                let cells = pairs().map(|(v, w)| one[v] * width + other[w]).collect();
                Some(RelationSetup::Cells(cells))
            }
            _ => None,
        };
    let relations = left.relations.iter().zip(&right.relations).map(relation).collect();
    let point = left.point.index() * right.worlds.len() + right.point.index();
    ModelSetup { worlds: pairs().map(world).collect(), relations, point: World::from_index(point) }
}

/// In a direct product the worlds multiply, a conjunction of facts is true where it is true in both parts, and one knows
/// such a conjunction where one knows it in both.
fn direct_products(work: &Work) -> Verdict {
    random::search(work, 300, "pairs of models of at most 3 worlds", |case| {
        let models =
            (generate::model(case, 3, Access::Cells), generate::model(case, 3, Access::Cells));
        let (Setup::Model(left), Setup::Model(right)) = models else { return Ok(()) };
        // With a frame all atoms are as in the model: as with a model in which all are true everywhere.
        let mut frame = right.clone();
        let all: Vec<Atom> = generate::vocabulary().atoms().collect();
        frame.worlds.iter_mut().for_each(|world| world.atoms.clone_from(&all));
        let mut terms = Terms::default();
        let p = terms.formula(FormulaNode::Atom(Atom(0)));
        let known =
            everybody().iter().map(|agent| FormulaNode::Knows(agent, p)).collect::<Vec<_>>();
        let known = known.into_iter().map(|node| terms.formula(node)).collect::<Vec<_>>();
        let products = [product(&left, &right), product(&left, &frame)].map(Setup::Model);
        let of = |setup: &Setup| explicit(work, setup);
        let (with_model, with_frame) = (of(&products[0])?, of(&products[1])?);
        let (left, right) = (of(&Setup::Model(left))?, of(&Setup::Model(right))?);
        for product in [&with_model, &with_frame] {
            if product.world_count() != left.world_count() * right.world_count() {
                return Err(Doubt::Witness("the worlds do not multiply".to_owned()));
            }
        }
        for formula in known.into_iter().chain([p]) {
            let [one, other, both, framed] = [&left, &right, &with_model, &with_frame]
                .map(|state| in_words(holds(state, &terms, formula)));
            let one = one?;
            if (one && other?) != both? || framed? != one {
                return Err(Doubt::Witness(format!("{:?}", terms.node(formula))));
            }
        }
        Ok(())
    })
}

/// Two engines agree on what is bisimilar, and bisimilar states satisfy the same formulas.
fn bisimulations(work: &Work) -> Verdict {
    random::search(work, 300, "pairs of states of at most 4 worlds", |case| {
        let one = generate::model(case, 4, Access::Any);
        let other = generate::model(case, 4, Access::Any);
        let formula = generate::decisions(case);
        let mut terms = Terms::default();
        let formula =
            generate::formula(&mut terms, Language::INVARIANT_ARROWS, &everybody(), &formula);
        let (here, there) = (explicit(work, &one)?, explicit(work, &other)?);
        let same = in_words(bisimilar(&here, &there))?;
        if same
            != in_words(definitional::bisimilar(&literal(work, &one)?, &literal(work, &other)?))?
        {
            return Err(Doubt::Witness(format!("two engines disagree on {one:?} and {other:?}")));
        }
        let small = in_words(contraction(&here))?;
        let alike = if same { vec![&there, &small] } else { vec![&small] };
        let value = in_words(holds(&here, &terms, formula))?;
        for state in alike {
            if in_words(holds(state, &terms, formula))? != value
                || !in_words(bisimilar(&here, state))?
            {
                return Err(Doubt::Witness(format!("{:?} in {one:?}", terms.node(formula))));
            }
        }
        Ok(())
    })
}

/// Two engines agree on what is isomorphic, isomorphic states are bisimilar, and an order of worlds does not matter.
fn isomorphisms(work: &Work) -> Verdict {
    random::search(work, 300, "pairs of states of at most 4 worlds", |case| {
        let one = generate::model(case, 4, Access::Cells);
        let other = generate::model(case, 4, Access::Cells);
        for other in [&other, &with_worlds_reversed(&one)] {
            let (here, there) = (explicit(work, &one)?, explicit(work, other)?);
            let same = in_words(isomorphic(&here, &there))?;
            let literally =
                in_words(definitional::isomorphic(&literal(work, &one)?, &literal(work, other)?))?;
            if same != literally || (same && !in_words(bisimilar(&here, &there))?) {
                return Err(Doubt::Witness(format!("{one:?} and {other:?}")));
            }
        }
        match in_words(isomorphic(
            &explicit(work, &one)?,
            &explicit(work, &with_worlds_reversed(&one))?,
        ))? {
            true => Ok(()),
            false => Err(Doubt::Witness(format!("not isomorphic to itself backwards: {one:?}"))),
        }
    })
}

/// A small model: where the atom is true, and the cells of two agents.
type Small = (u32, [Vec<u32>; 2]);

fn links((_, cells): &Small, agent: usize, v: usize, w: usize) -> bool {
    cells[agent][v] == cells[agent][w]
}

/// Atoms, forth and back (def. 74), for a bijection given by the images of the worlds.
fn is_bisimulation(left: &Small, right: &Small, images: &[usize]) -> bool {
    let worlds = || 0..images.len();
    worlds().all(|v| {
        let atoms = left.0 >> v & 1 == right.0 >> images[v] & 1;
        atoms
            && (0..2).all(|agent| {
                let forth = worlds()
                    .filter(|&x| links(left, agent, v, x))
                    .all(|x| worlds().any(|y| links(right, agent, images[v], y) && images[x] == y));
                let back = worlds()
                    .filter(|&y| links(right, agent, images[v], y))
                    .all(|y| worlds().any(|x| links(left, agent, v, x) && images[x] == y));
                forth && back
            })
    })
}

/// Atoms and access are the same for all worlds and their images (def. 76).
fn is_isomorphism(left: &Small, right: &Small, images: &[usize]) -> bool {
    let worlds = || 0..images.len();
    worlds().all(|v| {
        left.0 >> v & 1 == right.0 >> images[v] & 1
            && worlds().all(|w| {
                (0..2).all(|agent| {
                    links(left, agent, v, w) == links(right, agent, images[v], images[w])
                })
            })
    })
}

/// Among bijections, bisimulations and isomorphisms are the same.
fn bijective_bisimulations(_: &Work) -> Verdict {
    let orders: [&[&[usize]]; 3] = [
        &[&[0]],
        &[&[0, 1], &[1, 0]],
        &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
    ];
    for (worlds, orders) in (1..=3).zip(orders) {
        let all = all_small(worlds);
        for left in &all {
            for right in &all {
                let odd = orders.iter().find(|images| {
                    is_bisimulation(left, right, images) != is_isomorphism(left, right, images)
                });
                if let Some(images) = odd {
                    return Verdict::Fails(format!("{left:?} and {right:?} by {images:?}"));
                }
            }
        }
    }
    Verdict::HoldsUpTo("all pairs of models of at most 3 worlds".to_owned())
}
