//! The theories of Knowledge games, ch. 3, describe what they should: an S5 model is bisimilar to the initial
//! state of a deal if and only if kgames is true in all of its worlds (fact 3, prop. 5), to the state before
//! anybody has looked iff prekgames is (fact 4, prop. 7), and to hexa iff 33 is (fact 2, prop. 4). On random
//! models: copies of deals, each agent's cells cut at random, now and then a world too few.

use hexa_engine::{AccessView, Engine, Held, Limits, View};
use hexa_lang::{Document, NoIncludes, StepKind, load};
use hexa_logic::{Formula, ModelSetup, RelationSetup, Setup, World, WorldSetup};
use std::collections::BTreeMap;

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// A deal, the formula that should describe it, and the state that it should describe.
struct Case {
    document: Document,
    theory: Formula,
    intended: Held,
}

fn case(text: &str) -> Case {
    let loaded = load("case.hexa", text, &NoIncludes, &[]);
    let document = loaded.document.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let StepKind::CheckValid(theory) = document.scenarios[0].steps[0].kind else {
        panic!("one step, `check valid`");
    };
    let intended = built(&document, &document.initial);
    Case { document, theory, intended }
}

fn built(document: &Document, setup: &Setup) -> Held {
    let Document { vocabulary, terms, .. } = document;
    Engine::Explicit.build(setup, vocabulary, terms, &Limits::default()).expect("small")
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

/// A model of copies of the worlds of a state.
fn copies(view: &View, numbers: &mut Numbers) -> ModelSetup {
    let twice = numbers.below(2) == 0;
    let mut originals: Vec<(usize, usize)> = Vec::new();
    for world in 0..view.worlds.len() {
        let times = if twice { 2 } else { [0, 1, 1, 1, 1, 1, 1, 1, 2, 3][numbers.below(10)] };
        originals.extend((0..times).map(|copy| (world, copy)));
    }
    if originals.is_empty() {
        originals.push((0, 0));
    }
    let world = |at: usize, original: usize| WorldSetup {
        name: format!("w{at}"),
        atoms: view.worlds[original].atoms.clone(),
    };
    let mut relations = Vec::new();
    for (_, access) in &view.access {
        let ways = [Cut::Whole, Cut::Whole, Cut::Whole, Cut::Twisted, Cut::Twisted, Cut::Anyhow];
        let cut = match ways[numbers.below(ways.len())] {
            Cut::Twisted if !twice => Cut::Whole,
            cut => cut,
        };
        relations.push(Some(RelationSetup::Cells(cells(access, &originals, cut, numbers))));
    }
    let worlds = originals.iter().enumerate().map(|(at, &(original, _))| world(at, original));
    ModelSetup { worlds: worlds.collect(), relations, point: World(0) }
}

fn cells(
    access: &AccessView,
    originals: &[(usize, usize)],
    cut: Cut,
    numbers: &mut Numbers,
) -> Vec<u32> {
    let AccessView::Cells(cells) = access else { panic!("deals have cells") };
    let cell_of = |world: usize| cells.iter().position(|cell| cell.contains(&world));
    let twist: Vec<usize> = (0..=originals.len()).map(|_| numbers.below(2)).collect();
    let mut numbered = BTreeMap::new();
    let mut place = |key| {
        let next = numbered.len() as u32;
        *numbered.entry(key).or_insert(next)
    };
    let half = |&(world, copy): &(usize, usize), numbers: &mut Numbers| match cut {
        Cut::Whole => 0,
        Cut::Twisted => (copy + twist[world]) % 2,
        Cut::Anyhow => numbers.below(2),
    };
    originals.iter().map(|of| place((cell_of(of.0), half(of, numbers)))).collect()
}

/// The same state with each of its worlds as the actual one.
fn pointed(document: &Document, model: &ModelSetup) -> Vec<Held> {
    let point = |at: usize| ModelSetup { point: World::from_index(at), ..model.clone() };
    (0..model.worlds.len()).map(|at| built(document, &Setup::Model(point(at)))).collect()
}

/// Whether every world is bisimilar to some world of the intended model.
fn is_bisimilar(case: &Case, model: &ModelSetup) -> bool {
    let intended = as_model(&case.intended.view().expect("it is small"));
    let targets = pointed(&case.document, &intended);
    let like = |state: &Held| targets.iter().any(|to| state.bisimilar(to) == Ok(true));
    pointed(&case.document, model).iter().all(like)
}

fn as_model(view: &View) -> ModelSetup {
    let cells = |cells: &[Vec<usize>]| {
        let of = |world: usize| cells.iter().position(|cell| cell.contains(&world));
        (0..view.worlds.len()).map(|world| of(world).expect("in a cell") as u32).collect()
    };
    ModelSetup {
        worlds: view
            .worlds
            .iter()
            .map(|world| WorldSetup { name: "w".to_owned(), atoms: world.atoms.clone() })
            .collect(),
        relations: view
            .access
            .iter()
            .map(|(_, access)| match access {
                AccessView::Cells(of) => Some(RelationSetup::Cells(cells(of))),
                _ => panic!("deals have cells"),
            })
            .collect(),
        point: World::from_index(view.actual),
    }
}

#[allow(clippy::print_stdout)]
fn check(text: &str, times: usize) {
    let case = case(text);
    assert_eq!(case.intended.is_valid(&case.document.terms, case.theory), Ok(true), "{text}");
    let view = case.intended.view().expect("it is small");
    let mut numbers = Numbers(7);
    let mut counts = [0, 0];
    for _ in 0..times {
        let model = copies(&view, &mut numbers);
        let states = pointed(&case.document, &model);
        let holds = |state: &Held| state.holds(&case.document.terms, case.theory) == Ok(true);
        let everywhere = states.iter().all(holds);
        assert_eq!(everywhere, is_bisimilar(&case, &model), "{text}\n{model:?}");
        counts[usize::from(everywhere)] += 1;
    }
    let [different, same] = counts;
    println!("{text}{same} models of the theory, {different} others");
    assert!(same * 20 > times && different * 20 > times, "{text}: {counts:?}");
}

#[test]
fn proposition_4_theory_33_describes_hexa() {
    check("agents 1, 2, 3\ndeal r | w | b\ncheck valid 33\n", 200);
}

#[test]
fn proposition_5_kgames_describes_the_initial_state() {
    for (deal, times) in
        [("r | w | b", 200), ("k l | m | -", 200), ("k l | m | n", 100), ("k l m | n | o", 40)]
    {
        check(&format!("agents 1, 2, 3\ndeal {deal}\ncheck valid kgames\n"), times);
    }
    let table = "agents 1, 2\ntable t\ndeal r | w | b\nlaw ~r_2\ncheck valid kgames\n";
    check(table, 100);
}

#[test]
fn proposition_7_prekgames_describes_the_state_before_anybody_has_looked() {
    for deal in ["r | w | b", "k l | m | -", "k l | m | n"] {
        check(&format!("agents 1, 2, 3\ndeal facedown {deal}\ncheck valid prekgames\n"), 120);
    }
}
