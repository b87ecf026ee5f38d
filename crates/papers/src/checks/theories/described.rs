//! Whether theories describe the states that they are for: a model is bisimilar to the initial state of a deal
//! if and only if kgames is true in all of its worlds, and so on. On random models that are made of copies of
//! the worlds of that state: cells are cut at random, and now and then a world is missing. And on models of any size, where that
//! can be decided.

use super::{HEXA, Theory, Verdict, Work, verdict_or_open};
use crate::checks::random::{search, search_fitting};
use crate::checks::snippet::{Snippet, in_words};
use crate::verdict::Doubt;
use hexa_engine::generate::{Case, Language, decisions, formula};
use hexa_engine::{AccessView, Held, View};
use hexa_logic::{
    Formula, FormulaNode, Group, ModelSetup, RelationSetup, Setup, World, WorldSetup,
};
use hexa_proof::decide::{Bounds, Decision, Inquiry, Logic, decide};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Proposition 4: all models, and random ones.
pub(super) fn by_33(work: &Work) -> Verdict {
    let theory = Theory { work, game: HEXA, parts: &[], worlds: 8 };
    let described = describes(work, &[&with(HEXA, "33")], Access::Cells);
    theory.same("33", "kgames").and(at_any_size(described))
}

/// The verdict on a claim about these games alone: if it is proved for models of any size, it holds.
fn at_any_size(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::HoldsUpTo(bound) if bound == ANY_SIZE => Verdict::Holds,
        Verdict::Holds | Verdict::HoldsUpTo(_) | Verdict::Open(_) | Verdict::Fails(_) => verdict,
    }
}

/// That all models of some games were looked at, in the way of a bound.
const ANY_SIZE: &str = "these games, in models of any size";

/// Proposition 5.
pub(super) fn by_kgames(work: &Work) -> Verdict {
    let games = [
        HEXA,
        "agents 1, 2, 3\ndeal k l | m | -\n",
        "agents 1, 2, 3\ndeal k l | m | n\n",
        "agents 1, 2\ntable t\ndeal r | w | b\n",
    ];
    describes(work, &games.map(|game| with(game, "kgames")), Access::Cells)
}

/// The remark on proposition 5: no more is needed than that access is reflexive.
pub(super) fn reflexive(work: &Work) -> Verdict {
    let games = [HEXA, "agents 1, 2, 3\ndeal k l | m | -\n"];
    describes(work, &games.map(|game| with(game, "kgames")), Access::Reflexive)
}

/// Proposition 7.
pub(super) fn by_prekgames(work: &Work) -> Verdict {
    let games = ["r | w | b", "k l | m | -", "k l | m | n"];
    let game = |deal: &str| with(&format!("agents 1, 2, 3\ndeal facedown {deal}\n"), "prekgames");
    describes(work, &games.map(game), Access::Cells)
}

/// Section 3.1.1: what holds in hexa is common knowledge wherever 33 is.
pub(super) fn what_holds(work: &Work) -> Verdict {
    verdict_or_open(Described::read(work, &with(HEXA, "33")).map(|described| {
        let found =
            search_fitting(work, 200, "formulas and models", |case| described.agrees_on(case));
        // Bisimilar states agree on all formulas.
        match (found, described.is_proved(work, Logic::S5)) {
            (Verdict::HoldsUpTo(_), true) => Verdict::Holds,
            (found, _) => found,
        }
    }))
}

fn with(game: &str, theory: &str) -> String {
    format!("{game}check {theory}\n")
}

/// Which access models have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Equivalences.
    Cells,
    /// Arrows, also from every world to itself.
    Reflexive,
}

/// Models of the theories of some games, and others, are told apart by bisimulation.
fn describes(work: &Work, texts: &[impl AsRef<str>], access: Access) -> Verdict {
    let games: Result<Vec<Described>, String> =
        texts.iter().map(|text| Described::read(work, text.as_ref())).collect();
    let games = match games {
        Ok(games) => games,
        Err(why) => return Verdict::Open(why),
    };
    let [same, different] = [Cell::new(0u32), Cell::new(0u32)];
    let verdict = search(work, 120, "models", |case| {
        let game = &games[case.below(games.len())];
        let count = if game.is_described(case, access)? { &same } else { &different };
        count.set(count.get() + 1);
        Ok(())
    });
    let logic = match access {
        Access::Cells => Logic::S5,
        Access::Reflexive => Logic::T,
    };
    let is_proved = games.iter().all(|game| game.is_proved(work, logic));
    match same.get().min(different.get()) {
        _ if is_proved && matches!(verdict, Verdict::HoldsUpTo(_)) => {
            work.tell("proved for models of any size");
            Verdict::HoldsUpTo(ANY_SIZE.to_owned())
        }
        0..5 if matches!(verdict, Verdict::HoldsUpTo(_)) => {
            Verdict::Open("almost all random models are alike".to_owned())
        }
        _ => verdict,
    }
}

/// A theory, and the state that it should describe.
struct Described {
    snippet: Snippet,
    theory: Formula,
    intended: View,
    /// That state with each of its worlds as the actual one.
    targets: Vec<Held>,
}

impl Described {
    fn read(work: &Work, text: &str) -> Result<Self, String> {
        let snippet = Snippet::read(work, text)?;
        let &[theory] = &snippet.formulas()[..] else {
            return Err("there is one theory".to_owned());
        };
        let intended = in_words(snippet.hold(hexa_engine::Engine::Explicit)?.view())?;
        let targets = at_every_world(&snippet, &as_model(&intended)?)?;
        Ok(Self { snippet, theory, intended, targets })
    }

    /// Whether it is proved that wherever the theory is true in all worlds, each of them is bisimilar to a world of the intended
    /// state. Where its worlds differ in their facts, those that agree in facts are bisimilar if each agent considers the facts
    /// of the same worlds possible, and no others; that is a formula for each world.
    fn is_proved(&self, work: &Work, logic: Logic) -> bool {
        let document = &self.snippet.document;
        let mut terms = document.terms.clone();
        let atoms: Vec<Formula> = document
            .vocabulary
            .atoms()
            .map(|atom| terms.formula(FormulaNode::Atom(atom)))
            .collect();
        let mut facts = Vec::new();
        for world in &self.intended.worlds {
            let literals = document.vocabulary.atoms().zip(&atoms).map(|(atom, &formula)| {
                if world.atoms.contains(&atom) { formula } else { terms.not(formula) }
            });
            let literals = literals.collect();
            facts.push(terms.and(literals));
        }
        if facts.iter().collect::<BTreeSet<_>>().len() < facts.len() {
            return false;
        }
        let mut parts = vec![terms.or(facts.clone())];
        for (&(agent, ref access), at) in
            self.intended.access.iter().flat_map(|one| (0..facts.len()).map(move |at| (one, at)))
        {
            let Ok(cells) = cells_of(access, facts.len()) else { return false };
            let seen: Vec<Formula> =
                (0..facts.len()).filter(|&to| cells[to] == cells[at]).map(|to| facts[to]).collect();
            let mut said: Vec<Formula> = seen
                .iter()
                .map(|&fact| terms.formula(FormulaNode::Imagines(agent, fact)))
                .collect();
            let one_of_them = terms.or(seen);
            said.push(terms.formula(FormulaNode::Knows(agent, one_of_them)));
            let said = terms.and(said);
            parts.push(terms.formula(FormulaNode::Implies(facts[at], said)));
        }
        let conclusion = terms.and(parts);
        let inquiry = Inquiry {
            terms: &terms,
            agents: document.vocabulary.agent_count(),
            logic,
            premises: &[self.theory],
            conclusion,
        };
        let bounds = Bounds { stop: work.limits.stop.clone(), ..Bounds::default() };
        let holds = |state: &Held| state.holds(&document.terms, self.theory) == Ok(true);
        self.targets.iter().all(holds) && matches!(decide(inquiry, &bounds), Ok(Decision::Valid(_)))
    }

    /// Whether the theory is true in all worlds of a random model, which should be so if and only if
    /// each of them is bisimilar to a world of the intended state.
    fn is_described(&self, case: &mut Case, access: Access) -> Result<bool, Doubt> {
        let model = copies(&self.intended, case, access)?;
        let states = at_every_world(&self.snippet, &model)?;
        let terms = &self.snippet.document.terms;
        let (mut theory, mut alike) = (true, true);
        for state in &states {
            theory &= in_words(state.holds(terms, self.theory))?;
            alike &= self.is_like(state)?;
        }
        match theory == alike {
            true => Ok(theory),
            false => Err(Doubt::Witness(format!(
                "{model:?}: {}",
                if alike { "no model" } else { "not bisimilar" }
            ))),
        }
    }

    fn is_like(&self, state: &Held) -> Result<bool, String> {
        for target in &self.targets {
            if in_words(state.bisimilar(target))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A random formula is to be true everywhere in a random model of the theory just if it is true everywhere in the
    /// intended state. Whether the model is one of the theory.
    fn agrees_on(&self, case: &mut Case) -> Result<bool, Doubt> {
        let model = copies(&self.intended, case, Access::Cells)?;
        let states = at_every_world(&self.snippet, &model)?;
        let mut terms = self.snippet.document.terms.clone();
        let everybody = Group::first(self.snippet.document.vocabulary.agent_count());
        let grown = formula(&mut terms, Language::INVARIANT, &everybody, &decisions(case));
        let everywhere = |states: &[Held], formula: Formula| -> Result<bool, String> {
            let truths: Result<Vec<bool>, _> =
                states.iter().map(|state| state.holds(&terms, formula)).collect();
            Ok(in_words(truths)?.into_iter().all(|holds| holds))
        };
        let is_model = everywhere(&states, self.theory)?;
        match is_model && everywhere(&self.targets, grown)? != everywhere(&states, grown)? {
            true => Err(Doubt::Witness(format!("a formula tells {model:?} apart"))),
            false => Ok(is_model),
        }
    }
}

/// The same model with each of its worlds as the actual one.
fn at_every_world(snippet: &Snippet, model: &ModelSetup) -> Result<Vec<Held>, String> {
    let point = |at: usize| ModelSetup { point: World::from_index(at), ..model.clone() };
    let held = |at: usize| snippet.build(&Setup::Model(point(at))).map(Held::from);
    (0..model.worlds.len()).map(held).collect()
}

/// The model that is seen in a view.
pub(in crate::checks) fn as_model(view: &View) -> Result<ModelSetup, String> {
    let world =
        |atoms: &[hexa_logic::Atom]| WorldSetup { name: String::new(), atoms: atoms.to_vec() };
    let relations: Result<Vec<_>, String> = view
        .access
        .iter()
        .map(|(_, access)| Ok(Some(RelationSetup::Cells(cells_of(access, view.worlds.len())?))))
        .collect();
    Ok(ModelSetup {
        worlds: view.worlds.iter().map(|w| world(&w.atoms)).collect(),
        relations: relations?,
        point: World::from_index(view.actual),
    })
}

/// The number of the cell of each world.
fn cells_of(access: &AccessView, worlds: usize) -> Result<Vec<u32>, String> {
    let AccessView::Cells(cells) = access else { return Err("there are no cells".to_owned()) };
    let mut of = vec![0; worlds];
    for (number, cell) in (0..).zip(cells) {
        cell.iter().for_each(|&world| of[world] = number);
    }
    Ok(of)
}

/// How the cells of an agent are made of cells of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// Copies stay together.
    Whole,
    /// Of two copies of a world, each goes to one half, whichever: every half has them all.
    Twisted,
    /// Anything goes to either half.
    Anyhow,
}

/// A model of copies of the worlds of a state: for each of its worlds, which one it copies and the
/// number of the copy.
fn copies(view: &View, case: &mut Case, access: Access) -> Result<ModelSetup, String> {
    let twice = case.below(2) == 0;
    let mut originals: Vec<(usize, usize)> = Vec::new();
    for world in 0..view.worlds.len() {
        let times = if twice { 2 } else { [1, 1, 1, 1, 1, 1, 2, 3, 1, 0][case.below(10)] };
        originals.extend((0..times).map(|copy| (world, copy)));
    }
    if originals.is_empty() {
        originals.push((0, 0));
    }
    let mut relations = Vec::new();
    for (_, of) in &view.access {
        let cells = cells_of(of, view.worlds.len())?;
        relations.push(Some(match access {
            Access::Cells => RelationSetup::Cells(cut(&cells, &originals, twice, case)),
            Access::Reflexive => RelationSetup::Arrows(arrows(&cells, &originals, case)),
        }));
    }
    let world = |(at, &(original, _)): (usize, &(usize, usize))| WorldSetup {
        name: format!("w{at}"),
        atoms: view.worlds[original].atoms.clone(),
    };
    let worlds = originals.iter().enumerate().map(world).collect();
    Ok(ModelSetup { worlds, relations, point: World(0) })
}

/// Cells, whole or cut in two.
fn cut(cells: &[u32], originals: &[(usize, usize)], twice: bool, case: &mut Case) -> Vec<u32> {
    let ways = [Cut::Whole, Cut::Whole, Cut::Whole, Cut::Twisted, Cut::Twisted, Cut::Anyhow];
    let cut = match ways[case.below(ways.len())] {
        Cut::Twisted if !twice => Cut::Whole,
        cut @ (Cut::Whole | Cut::Twisted | Cut::Anyhow) => cut,
    };
    let twist: Vec<usize> = cells.iter().map(|_| case.below(2)).collect();
    let mut numbered: BTreeMap<(u32, usize), u32> = BTreeMap::new();
    let mut place = |&(world, copy): &(usize, usize)| {
        let half = match cut {
            Cut::Whole => 0,
            Cut::Twisted => (copy + twist[world]) % 2,
            Cut::Anyhow => case.below(2),
        };
        let next = numbered.len() as u32;
        *numbered.entry((cells[world], half)).or_insert(next)
    };
    originals.iter().map(&mut place).collect()
}

/// Arrows from every world to itself and to some copy of each world of its cell; now and then one arrow
/// too many.
fn arrows(cells: &[u32], originals: &[(usize, usize)], case: &mut Case) -> Vec<(u32, u32)> {
    let all = originals.len();
    let mut pairs: BTreeSet<(u32, u32)> = (0..all as u32).map(|at| (at, at)).collect();
    for from in 0..all {
        for other in (0..cells.len()).filter(|&other| cells[other] == cells[originals[from].0]) {
            let copies: Vec<usize> = (0..all).filter(|&to| originals[to].0 == other).collect();
            let Some(last) = copies.len().checked_sub(1) else { continue };
            let sure = case.below(last + 1);
            let to = copies.iter().enumerate();
            let chosen = to.filter(|&(at, _)| at == sure || case.below(2) == 0);
            pairs.extend(chosen.map(|(_, &to)| (from as u32, to as u32)));
        }
    }
    if case.below(4) == 0 {
        pairs.insert((case.below(all) as u32, case.below(all) as u32));
    }
    pairs.into_iter().collect()
}
