//! Puzzles that several benchmarks time, on any engine. Each checks its answer.

// Not every benchmark needs all of them.
#![allow(dead_code)]

use hexa_engine::{Engine, Held, Limits};
use hexa_logic::{
    Action, Agent, Atom, Card, Comparison, CountTest, Formula, FormulaNode, Group, Holder,
    Modality, Setup, Structure, Terms, Vocabulary,
};

/// A state with the terms that are asked of it.
pub struct Scene {
    pub vocabulary: Vocabulary,
    pub terms: Terms,
    pub everybody: Group,
}

impl Scene {
    pub fn new(agents: usize, atoms: usize) -> Self {
        let mut vocabulary = Vocabulary::default();
        (1..=agents).for_each(|agent| {
            vocabulary.add_agent(agent.to_string());
        });
        (0..atoms).for_each(|atom| {
            vocabulary.add_atom(&format!("p{atom}"));
        });
        Self { vocabulary, terms: Terms::default(), everybody: Group::first(agents) }
    }

    pub fn atom(&mut self, atom: usize) -> Formula {
        self.terms.formula(FormulaNode::Atom(Atom::from_index(atom)))
    }

    pub fn node(&mut self, node: FormulaNode) -> Formula {
        self.terms.formula(node)
    }

    pub fn announced(&mut self, formula: Formula) -> Action {
        self.terms.announcement(self.everybody.clone(), formula)
    }

    pub fn build(&self, engine: Engine, setup: &Setup) -> Held {
        engine.build(setup, &self.vocabulary, &self.terms, &Limits::default()).expect("it fits")
    }

    pub fn update(&self, state: &Held, action: Action) -> Held {
        let outcomes = state.update(&self.terms, action).expect("it can be done");
        outcomes.into_single().expect("an announcement has one outcome")
    }
}

/// All children are muddy; what the father says, what nobody knows, and that it is known.
pub struct Muddy {
    pub scene: Scene,
    pub setup: Setup,
    pub father: Action,
    pub silence: Action,
    pub nobody: Formula,
    pub common: Formula,
}

pub fn muddy(children: usize) -> Muddy {
    let mut scene = Scene::new(children, children);
    let muddy: Vec<Formula> = (0..children).map(|child| scene.atom(child)).collect();
    let others = |child| (0..children).filter(move |&other| other != child);
    let setup = Setup::Structure(Structure {
        atoms: (0..children).map(Atom::from_index).collect(),
        observations: (0..children)
            .map(|child| others(child).map(|o| muddy[o]).collect())
            .collect(),
        law: Terms::TRUE,
        point: Some((0..children).map(Atom::from_index).collect()),
    });
    let somebody = scene.terms.or(muddy.clone());
    let father = scene.announced(somebody);
    let unsure = (0..children).map(|child| {
        let whether = FormulaNode::KnowsWhether(Agent::from_index(child), muddy[child]);
        let whether = scene.terms.formula(whether);
        scene.terms.not(whether)
    });
    let unsure: Vec<Formula> = unsure.collect();
    let nobody = scene.terms.and(unsure);
    let silence = scene.announced(nobody);
    let all = scene.terms.and(muddy);
    let common = FormulaNode::Common(scene.everybody.clone(), all);
    let common = scene.node(common);
    Muddy { scene, setup, father, silence, nobody, common }
}

/// One announcement after the other, then common knowledge.
pub fn one_pass(engine: Engine, children: usize) {
    let Muddy { scene, setup, father, silence, common, .. } = muddy(children);
    let mut state = scene.update(&scene.build(engine, &setup), father);
    for _ in 1..children {
        state = scene.update(&state, silence);
    }
    assert_eq!(state.holds(&scene.terms, common), Ok(true));
}

pub fn cards(of: std::ops::Range<usize>) -> Vec<Card> {
    of.map(Card::from_index).collect()
}

pub fn held_by(scene: &mut Scene, card: usize, agent: usize) -> Formula {
    let holder = Holder::Agent(Agent::from_index(agent));
    let atom = scene.vocabulary.add_holding_atom(Card::from_index(card), holder);
    scene.terms.formula(FormulaNode::Atom(atom))
}

/// Adds cards; the formula that an agent holds one.
pub fn add_deal(
    scene: &mut Scene,
    cards: usize,
    agents: &[usize],
) -> fn(&mut Scene, usize, usize) -> Formula {
    for card in 0..cards {
        scene.vocabulary.add_card(&format!("c{card}"));
    }
    for card in 0..cards {
        for &agent in agents {
            held_by(scene, card, agent);
        }
    }
    held_by
}

/// Every pair shares a bit; one of them or nobody has paid. They announce whether what they
/// all say together is odd, and the first learns whether somebody paid, not who.
pub fn cryptographers(engine: Engine, diners: usize) {
    let bits = diners * (diners - 1) / 2;
    let mut scene = Scene::new(diners, 1 + diners + bits);
    let paid: Vec<Formula> = (0..=diners).map(|who| scene.atom(who)).collect();
    let mut seen: Vec<Vec<Formula>> = paid[1..].iter().map(|&own| vec![own]).collect();
    let mut next = 1 + diners;
    for one in 0..diners {
        for other in one + 1..diners {
            let bit = scene.atom(next);
            seen[one].push(bit);
            seen[other].push(bit);
            next += 1;
        }
    }
    let one = CountTest::Compare(Comparison::Equal, 1);
    let law = scene.node(FormulaNode::Count(paid.clone().into(), one));
    let setup = Setup::Structure(Structure {
        atoms: (0..1 + diners + bits).map(Atom::from_index).collect(),
        observations: seen.clone(),
        law,
        point: Some(vec![Atom(0)]),
    });
    let odd = |scene: &mut Scene, of: &[Formula]| {
        let odd = (0..=of.len() as i64).filter(|number| number % 2 == 1).collect();
        scene.node(FormulaNode::Count(of.into(), CountTest::OneOf(odd)))
    };
    let says: Vec<Formula> = seen.iter().map(|own| odd(&mut scene, own)).collect();
    let together = odd(&mut scene, &says);
    let first = Agent(0);
    let nobody: Vec<Formula> = paid[1..].iter().map(|&who| scene.terms.not(who)).collect();
    let nobody = scene.terms.and(nobody);
    let nobody = scene.node(FormulaNode::Knows(first, nobody));
    let somebody = scene.terms.or(paid[2..].to_vec());
    let mut other = vec![scene.node(FormulaNode::Knows(first, somebody))];
    for &who in &paid[2..] {
        let known = scene.node(FormulaNode::Knows(first, who));
        other.push(scene.terms.not(known));
    }
    let other = scene.terms.and(other);
    let learnt = scene.terms.or(vec![nobody, other]);
    let innocent = scene.terms.not(paid[1]);
    let learnt = scene.node(FormulaNode::Implies(innocent, learnt));
    let even = scene.terms.not(together);
    let mut after = Vec::new();
    for said in [together, even] {
        let said = scene.announced(said);
        after.push(scene.node(FormulaNode::After(Modality::Every, said, learnt)));
    }
    let after = scene.terms.and(after);
    let state = scene.build(engine, &setup);
    assert_eq!(state.is_valid(&scene.terms, after), Ok(true));
}
