//! Any initial state as a knowledge structure whose agents observe atoms. Deals and hypercubes are
//! laws on their atoms. A model written out gets atoms that number the cells of each agent; then a
//! world is told by its valuation, or is one of several that nothing tells apart.

use super::unsayable;
use hexa_lang::Document;
use hexa_logic::{
    Agent, Atom, Card, Comparison, CountTest, DealSetup, Formula, FormulaNode, Holder, Hypercube,
    ModelSetup, RelationSetup, Setup, Sight, Structure, Terms,
};
use hexa_text::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// A structure whose agents observe atoms.
#[derive(Clone, PartialEq, Eq)]
pub struct Observed {
    /// The atoms that vary.
    pub atoms: Vec<Atom>,
    /// What all states obey.
    pub law: Formula,
    /// For each agent the atoms that they observe.
    pub observed: Vec<Vec<Atom>>,
    /// The atoms true in the actual world, if one is set apart.
    pub point: Option<Vec<Atom>>,
    /// Atoms that stand for formulas which somebody observes.
    defined: Vec<(Atom, Formula)>,
}

impl Observed {
    /// Whether the valuation where exactly these atoms are true is a state.
    pub fn obeys(&self, terms: &Terms, point: &[Atom]) -> bool {
        holds(terms, point, self.law)
    }

    /// The state where exactly these atoms are true, of those that the file has.
    pub fn state(&self, terms: &Terms, point: &[Atom]) -> Vec<Atom> {
        let defined = self.defined.iter().filter(|(_, formula)| holds(terms, point, *formula));
        point.iter().copied().chain(defined.map(|(atom, _)| *atom)).collect()
    }
}

/// Whether a formula that speaks of one world holds where exactly these atoms are true.
fn holds(terms: &Terms, point: &[Atom], formula: Formula) -> bool {
    let of = |part: Formula| holds(terms, point, part);
    match terms.node(formula) {
        FormulaNode::True => true,
        FormulaNode::Atom(atom) => point.contains(atom),
        FormulaNode::Not(inner) => !of(*inner),
        FormulaNode::And(all) => all.iter().all(|&part| of(part)),
        FormulaNode::Or(all) => all.iter().any(|&part| of(part)),
        FormulaNode::Implies(left, right) => !of(*left) || of(*right),
        FormulaNode::Iff(left, right) => of(*left) == of(*right),
        FormulaNode::Count(all, test) => {
            test.accepts(all.iter().filter(|&&part| of(part)).count() as i64)
        }
        // Observations speak of one world only.
        FormulaNode::False
        | FormulaNode::Knows(..)
        | FormulaNode::Believes(..)
        | FormulaNode::Imagines(..)
        | FormulaNode::KnowsWhether(..)
        | FormulaNode::Everybody(..)
        | FormulaNode::Common(..)
        | FormulaNode::Distributed(..)
        | FormulaNode::After(..)
        | FormulaNode::Probability(..) => false,
    }
}

/// More worlds are not written out.
const MOST_WORLDS: usize = 4096;

/// The structure of a setup. Terms and names may be added to the document.
pub fn structure(document: &mut Document, setup: &Setup) -> Result<Observed, Diagnostic> {
    match setup {
        Setup::Structure(structure) => Ok(of_structure(document, structure)),
        Setup::Deal(deal) => Ok(of_deal(document, deal)),
        Setup::Hypercube(cube) => Ok(of_hypercube(document, cube)),
        Setup::Model(model) => of_model(document, model),
        Setup::Weighed(_) => Err(unsayable("there are no weights of worlds there")
            .help("leave out the weights, and what is asked about probabilities")),
    }
}

fn atom(terms: &mut Terms, atom: Atom) -> Formula {
    terms.formula(FormulaNode::Atom(atom))
}

fn count(terms: &mut Terms, atoms: &[Atom], number: usize) -> Formula {
    let of = atoms.iter().map(|&a| atom(terms, a)).collect();
    terms.formula(FormulaNode::Count(of, CountTest::Compare(Comparison::Equal, number as i64)))
}

/// A formula that somebody observes becomes an atom, with a law that says which.
fn of_structure(document: &mut Document, setup: &Structure) -> Observed {
    let mut defined: BTreeMap<Formula, Atom> = BTreeMap::new();
    let varies: BTreeSet<Atom> = setup.atoms.iter().copied().collect();
    let mut observed = Vec::new();
    for formulas in &setup.observations {
        let mut atoms = Vec::new();
        for &formula in formulas {
            if let FormulaNode::Atom(atom) = *document.terms.node(formula) {
                // An atom that does not vary tells nothing.
                atoms.extend(Some(atom).filter(|a| varies.contains(a)));
            } else {
                atoms.push(*defined.entry(formula).or_insert_with(|| {
                    let name = document.free_name("seen");
                    let next = document.vocabulary.atom_count();
                    document.vocabulary.add_atom(&format!("{name}{next}"))
                }));
            }
        }
        observed.push(atoms);
    }
    let defined: Vec<(Atom, Formula)> = defined.into_iter().map(|(f, atom)| (atom, f)).collect();
    let mut laws: Vec<Formula> =
        Some(setup.law).filter(|law| *law != Terms::TRUE).into_iter().collect();
    for &(atom, formula) in &defined {
        let seen = self::atom(&mut document.terms, atom);
        laws.push(document.terms.formula(FormulaNode::Iff(seen, formula)));
    }
    let mut atoms = setup.atoms.clone();
    atoms.extend(defined.iter().map(|(atom, _)| *atom));
    let law = document.terms.and(laws);
    let structure = Observed { atoms, law, observed, point: None, defined };
    let point = setup.point.as_ref().map(|point| structure.state(&document.terms, point));
    Observed { point, ..structure }
}

fn of_deal(document: &mut Document, setup: &DealSetup) -> Observed {
    let Document { vocabulary, terms, .. } = document;
    let vocabulary = &*vocabulary;
    let holders: Vec<Holder> = vocabulary.holders().collect();
    // Other states of the file may have other cards.
    let mut cards: Vec<Card> = setup.deal.hands().concat();
    cards.sort_unstable();
    let of_card =
        |card| holders.iter().filter_map(move |&holder| vocabulary.holding_atom(card, holder));
    let of_holder =
        |holder| cards.iter().filter_map(move |&card| vocabulary.holding_atom(card, holder));
    let mut law = Vec::new();
    for &card in &cards {
        let atoms: Vec<Atom> = of_card(card).collect();
        law.push(count(terms, &atoms, 1));
    }
    // The last hand is what the others leave.
    for (holder, hand) in setup.deal.holdings().take(holders.len().saturating_sub(1)) {
        let atoms: Vec<Atom> = of_holder(holder).collect();
        law.push(count(terms, &atoms, hand.len()));
    }
    law.extend((setup.law != Terms::TRUE).then_some(setup.law));
    let sees = |agent| match setup.sight {
        Sight::OwnCards => of_holder(Holder::Agent(agent)).collect(),
        Sight::FaceDown => Vec::new(),
    };
    let held = setup.deal.holdings().flat_map(|(holder, hand)| {
        hand.iter().filter_map(move |&card| vocabulary.holding_atom(card, holder))
    });
    Observed {
        atoms: cards.iter().flat_map(|&card| of_card(card)).collect(),
        law: terms.and(law),
        observed: vocabulary.agents().map(sees).collect(),
        point: Some(held.collect()),
        defined: Vec::new(),
    }
}

fn of_hypercube(document: &mut Document, cube: &Hypercube) -> Observed {
    let terms = &mut document.terms;
    let law = cube.atoms.iter().map(|states| count(terms, states, 1)).collect();
    let actual = cube.atoms.iter().zip(&cube.point).filter_map(|(states, &at)| states.get(at));
    Observed {
        atoms: cube.atoms.concat(),
        law: terms.and(law),
        observed: cube.atoms.clone(),
        point: Some(actual.copied().collect()),
        defined: Vec::new(),
    }
}

fn of_model(document: &mut Document, model: &ModelSetup) -> Result<Observed, Diagnostic> {
    if model.worlds.len() > MOST_WORLDS {
        let message = format!("a model of more than {MOST_WORLDS} worlds is not written out");
        return Err(unsayable(message));
    }
    let mut worlds: Vec<Vec<Atom>> = model.worlds.iter().map(|world| world.atoms.clone()).collect();
    let mut atoms: Vec<Atom> = worlds.concat();
    let mut observed = Vec::new();
    for (at, relation) in model.relations.iter().enumerate() {
        let name = document.vocabulary.agent_name(Agent::from_index(at)).to_owned();
        let Some(RelationSetup::Cells(cells)) = relation else {
            let message =
                format!("{name} has no cells, and there everybody's access is a partition");
            return Err(unsayable(message).help("give them `cells` instead of `arrows`"));
        };
        let bits = cells.iter().max().map_or(0, |&most| u32::BITS - most.leading_zeros());
        let fresh: Vec<Atom> = (0..bits)
            .map(|bit| {
                let name = document.free_name(&format!("cell{name}x{bit}"));
                document.vocabulary.add_atom(&name)
            })
            .collect();
        for (world, &cell) in worlds.iter_mut().zip(cells) {
            world.extend(
                (0..bits).filter(|bit| cell >> bit & 1 == 1).map(|bit| fresh[bit as usize]),
            );
        }
        atoms.extend(&fresh);
        observed.push(fresh);
    }
    atoms.sort_unstable();
    atoms.dedup();
    let terms = &mut document.terms;
    let mut described = Vec::new();
    for world in &worlds {
        let literals = atoms.iter().map(|&a| {
            let formula = atom(terms, a);
            if world.contains(&a) { formula } else { terms.not(formula) }
        });
        let literals = literals.collect();
        described.push(terms.and(literals));
    }
    let point = worlds.get(model.point.index()).cloned();
    Ok(Observed { atoms, law: terms.or(described), observed, point, defined: Vec::new() })
}
