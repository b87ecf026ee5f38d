//! What the deals engine gives as reasons without listing worlds is what the explicit engine gives: as many worlds, chains
//! as short, the same probabilities; and the worlds that it names are worlds where it is as it says.

use hexa_engine::{
    AccessView, Because, Engine, Explanation, Held, Limits, Scene, UBig, Whose, explain,
};
use hexa_lang::{Document, NoIncludes, StepKind, load};
use hexa_logic::{Agent, Formula, FormulaNode};

const PLAY: &str = "
agents 1, 2, 3
table t
deal a b | c d | e f | g
win table
scenario \"a play\"
FORMULAS
do ask 1 2 for a, e, g: no
FORMULAS
do nowin 1
FORMULAS
do ask 2 3 for e, g, a: show e
FORMULAS
do nowin 2
do ask 3 1 for a, b: show b
FORMULAS
do ask 2 1 for a, c: show a
do L_all ?~K_2 b_1
FORMULAS
scenario \"shown in public\"
do ask 1 3 for e, f: show e
do L_all ?K_1 e_3
FORMULAS
";

const FORMULAS: &str = "
print K_1 a_1
print K_1 c_2
print Kw_2 e_3
print Kw_1 g_t
print M_2 K_3 b_1
print K_3 K_1 e_3
print E_all (a_1 | b_1 | c_1 | d_1 | e_1 | f_1 | g_1)
print E_123 ~g_1
print C_123 ~(a_1 & a_2)
print C_123 ~g_1
print C_12 ~(a_2 & K_1 a_2)
print C_23 ~K_1 e_3
print D_12 g_t
print D_23 (a_1 & b_1)
print P_1(g_t) = 1/3
print P_3(K_1 g_t) > 1/2
print P_2(e_3) = 1
print count(x in cards: K_2 x_3) = 1
print exists x in cards: K_2 x_t
print K_1 a_1 <-> K_2 a_1
print [ask 1 3 for e, f: show] K_1 e_3
print <nowin 3> K_1 ~K_3 g_t
print win_2 -> win_1
";

fn document() -> Document {
    let text = PLAY.replace("FORMULAS", FORMULAS);
    let loaded = load("play.hexa", &text, &NoIncludes, &[]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.document.expect("it can be read")
}

#[test]
fn reasons_are_those_of_the_explicit_engine() {
    let document = document();
    let build = |engine: Engine| {
        let limits = Limits::default();
        let state = engine.build(&document.initial, &document.vocabulary, &document.terms, &limits);
        state.expect("a small deal")
    };
    let mut compared = 0;
    for scenario in &document.scenarios {
        let (mut listed, mut dealt) = (build(Engine::Explicit), build(Engine::Deals));
        for step in &scenario.steps {
            match step.kind {
                StepKind::Do(action) => {
                    for state in [&mut listed, &mut dealt] {
                        let outcomes = state.update(&document.terms, action).expect(&step.text);
                        *state = outcomes.into_single().expect("one outcome");
                    }
                }
                StepKind::Print(formula) => {
                    compare(&document, (&listed, &dealt), formula);
                    compared += 1;
                }
                _ => {}
            }
        }
    }
    assert!(compared > 100);
}

fn compare(document: &Document, (listed, dealt): (&Held, &Held), formula: Formula) {
    let (Some(listed), Some(dealt)) = (listed.as_listed(), dealt.card_game()) else {
        panic!("each by its engine");
    };
    let first = explain(listed, &document.terms, formula).expect("it means something");
    let other = dealt.explain(&document.terms, formula).expect("it means something");
    named_worlds_are_worlds(&first, &other);
    let told = Told { document, other: &other };
    told.same(&first.explanation, &other.explanation);
}

fn named_worlds_are_worlds(first: &Scene, other: &Scene) {
    for world in &other.view.worlds {
        assert!(first.view.worlds.iter().any(|known| known.atoms == world.atoms), "{world:?}");
    }
    let actual = |scene: &Scene| scene.view.worlds[scene.view.actual].atoms.clone();
    assert_eq!(actual(first), actual(other));
}

struct Told<'a> {
    document: &'a Document,
    other: &'a Scene,
}

impl Told<'_> {
    fn same(&self, first: &Explanation, other: &Explanation) {
        let text = format!("{:?}\n{first:#?}\n{other:#?}", self.document.terms.node(first.formula));
        assert_eq!((first.formula, first.holds), (other.formula, other.holds), "{text}");
        match (&first.because, &other.because) {
            (Because::Valuation, Because::Valuation) | (Because::Blocked, Because::Blocked) => {}
            (
                Because::Parts { shown, decisive, of },
                Because::Parts { shown: parts, decisive: number, of: all },
            ) => {
                assert_eq!((shown.len(), decisive, of), (parts.len(), number, all), "{text}");
                shown.iter().zip(parts).for_each(|(first, other)| self.same(first, other));
            }
            (Because::World { path, there }, Because::World { path: chain, there: end }) => {
                assert_eq!((path.len(), there.holds), (chain.len(), end.holds), "{text}");
                self.leads(other.world, other);
            }
            (Because::Both { .. }, Because::Both { agent, yes, no }) => {
                let see = |to: usize| self.sees(&Whose::Agent(*agent), other.world, to);
                assert!(see(*yes) && see(*no), "{text}");
            }
            (Because::AllWorlds { worlds, value, .. }, Because::ManyWorlds { of, value: so }) => {
                assert_eq!(value, so, "{text}");
                assert_eq!(of.len(), 1, "{text}");
                assert_eq!(UBig::from(worlds.len()), of[0].1, "{text}");
            }
            (Because::Everybody(all), Because::ManyWorlds { of, .. }) => {
                let numbers: Vec<UBig> = all.iter().map(|(_, w)| UBig::from(w.len())).collect();
                assert_eq!(
                    numbers,
                    of.iter().map(|(_, n)| n.clone()).collect::<Vec<_>>(),
                    "{text}"
                );
            }
            (Because::Count { holding, .. }, Because::Count { holding: such, .. }) => {
                assert_eq!(holding, such, "{text}");
            }
            (
                Because::Probability { part, whole },
                Because::Probability { part: some, whole: all },
            ) => assert_eq!((part, whole), (some, all), "{text}"),
            (
                Because::After { outcomes, scene },
                Because::After { outcomes: number, scene: after },
            ) => {
                assert_eq!(outcomes, number, "{text}");
                let told = Told { document: self.document, other: after };
                told.same(&scene.explanation, &after.explanation);
            }
            _ => panic!("different reasons: {text}"),
        }
    }

    /// Every world on a path is one that the agent considers possible, and at its end it is as it is said.
    fn leads(&self, mut from: usize, told: &Explanation) {
        let Because::World { path, there } = &told.because else { return };
        for step in path {
            assert!(self.sees(&step.by, from, step.to), "{told:#?}");
            from = step.to;
        }
        assert_eq!(there.world, from, "{told:#?}");
        if let FormulaNode::Atom(atom) = *self.document.terms.node(there.formula) {
            let atoms = &self.other.view.worlds[there.world].atoms;
            assert_eq!(atoms.binary_search(&atom).is_ok(), there.holds, "{told:#?}");
        }
        self.leads(from, there);
    }

    /// Whether agents consider a world possible, together if they are several.
    fn sees(&self, whose: &Whose, from: usize, to: usize) -> bool {
        let hand = |agent: Agent| {
            let (_, access) =
                self.other.view.access.iter().find(|(of, _)| *of == agent).expect("access");
            match access {
                AccessView::Cells(cells) => {
                    cells.iter().any(|cell| cell.contains(&from) && cell.contains(&to))
                }
                AccessView::Arrows(_) => false,
            }
        };
        match whose {
            Whose::Agent(agent) => hand(*agent),
            Whose::Together(group) | Whose::Chains(group) => group.iter().all(hand),
        }
    }
}
