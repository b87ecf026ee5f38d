//! What worlds are called in texts and drawings: by their deals as in the papers
//! (`rwb`), by what is true there, or by the names they were given.

use hexa_engine::WorldView;
use hexa_lang::Document;
use hexa_logic::{Agent, Atom, Setup, Vocabulary};
use std::collections::BTreeMap;

/// The name of a world, and what else is true there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldName {
    /// The name.
    pub label: String,
    /// What the name does not say.
    pub details: Vec<String>,
}

/// How the worlds of a state are named.
pub struct Naming<'d> {
    vocabulary: &'d Vocabulary,
    scheme: Scheme<'d>,
}

enum Scheme<'d> {
    /// Hands, one after the other.
    Deal,
    /// The local state of each agent: for each the atoms that say so.
    LocalStates(&'d [Vec<Atom>]),
    /// The true ones of these atoms.
    TrueAtoms(Vec<Atom>),
    /// One digit for each of these atoms.
    Digits(Vec<Atom>),
    /// As SMCDEL writes states: the numbers of the true ones of these atoms.
    Numbers(&'d Document),
    /// The names that the worlds were given.
    Given,
}

impl<'d> Naming<'d> {
    /// The naming that suits states grown out of a setup.
    pub fn new(document: &'d Document, setup: &'d Setup) -> Self {
        let vocabulary = &document.vocabulary;
        let scheme = match setup {
            Setup::Deal(_) => Scheme::Deal,
            Setup::Hypercube(cube) => Scheme::LocalStates(&cube.atoms),
            Setup::Structure(_) if document.smcdel_numbers().is_some() => Scheme::Numbers(document),
            Setup::Structure(structure) => atoms_scheme(vocabulary, &structure.atoms),
            Setup::Model(_) | Setup::Weighed(_) => Scheme::Given,
        };
        Self { vocabulary, scheme }
    }

    /// How to read the names, if that is not plain.
    pub fn legend(&self) -> Option<String> {
        let Scheme::Digits(atoms) = &self.scheme else { return None };
        let names: Vec<_> = atoms.iter().map(|&atom| self.vocabulary.atom_name(atom)).collect();
        Some(format!("digits: {}", names.join(" ")))
    }

    /// The name of a world.
    pub fn name(&self, world: &WorldView) -> WorldName {
        let label = match &self.scheme {
            Scheme::Deal => self.deal(&world.atoms),
            Scheme::LocalStates(states) => self.local_states(states, &world.atoms),
            Scheme::TrueAtoms(atoms) => self.true_atoms(atoms, &world.atoms),
            Scheme::Digits(atoms) => atoms
                .iter()
                .map(|atom| if holds(&world.atoms, *atom) { '1' } else { '0' })
                .collect(),
            Scheme::Numbers(document) => document.smcdel_state(&world.atoms),
            Scheme::Given => world.name.clone().unwrap_or_else(|| self.all_atoms(&world.atoms)),
        };
        let rest = world.atoms.iter().filter(|&&atom| !self.says(atom));
        let rest: Vec<_> = rest.map(|&atom| self.vocabulary.atom_name(atom)).collect();
        let details = if rest.is_empty() { Vec::new() } else { vec![rest.join(", ")] };
        WorldName { label, details }
    }

    /// Whether the name of a world tells whether the atom is true there.
    fn says(&self, atom: Atom) -> bool {
        match &self.scheme {
            Scheme::Deal => self.vocabulary.holding(atom).is_some(),
            Scheme::LocalStates(states) => states.iter().flatten().any(|&state| state == atom),
            Scheme::TrueAtoms(atoms) | Scheme::Digits(atoms) => atoms.contains(&atom),
            Scheme::Numbers(_) => true,
            Scheme::Given => false,
        }
    }

    fn deal(&self, truths: &[Atom]) -> String {
        let hand = |holder| {
            let held = self.vocabulary.cards().filter(|&card| {
                self.vocabulary.holding_atom(card, holder).is_some_and(|atom| holds(truths, atom))
            });
            held.map(|card| self.vocabulary.card_name(card)).collect::<Vec<_>>()
        };
        join_hands(&self.vocabulary.holders().map(hand).collect::<Vec<_>>())
    }

    fn local_states(&self, states: &[Vec<Atom>], truths: &[Atom]) -> String {
        let local = |(at, atoms): (usize, &Vec<Atom>)| {
            let agent = self.vocabulary.agent_name(Agent::from_index(at));
            let held = atoms.iter().filter(|&&atom| holds(truths, atom));
            held.map(|&atom| without_agent(self.vocabulary.atom_name(atom), agent)).collect()
        };
        join_hands(&states.iter().enumerate().map(local).collect::<Vec<_>>())
    }

    /// A world without a name of its own, after a change that made it.
    fn all_atoms(&self, truths: &[Atom]) -> String {
        let names: Vec<_> = truths.iter().map(|&atom| self.vocabulary.atom_name(atom)).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(", ") }
    }

    fn true_atoms(&self, atoms: &[Atom], truths: &[Atom]) -> String {
        let held = atoms.iter().filter(|&&atom| holds(truths, atom));
        let names: Vec<_> = held.map(|&atom| self.vocabulary.atom_name(atom)).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(", ") }
    }
}

/// Few short atoms are listed; of many, one digit each is easier to read.
fn atoms_scheme<'d>(vocabulary: &Vocabulary, atoms: &[Atom]) -> Scheme<'d> {
    let length: usize = atoms.iter().map(|&atom| vocabulary.atom_name(atom).chars().count()).sum();
    match length <= 12 {
        true => Scheme::TrueAtoms(atoms.to_vec()),
        false => Scheme::Digits(atoms.to_vec()),
    }
}

/// For each label as many primes as it occurred before, to tell worlds of the same name apart.
pub fn primes(labels: &[String]) -> Vec<String> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    let mut primes = Vec::new();
    for label in labels {
        let before = times.entry(label).or_insert(0);
        primes.push("'".repeat(*before));
        *before += 1;
    }
    primes
}

fn holds(truths: &[Atom], atom: Atom) -> bool {
    truths.binary_search(&atom).is_ok()
}

/// `r_1` is the local state `r` of agent 1.
fn without_agent<'a>(atom: &'a str, agent: &str) -> &'a str {
    atom.strip_suffix(agent).and_then(|rest| rest.strip_suffix('_')).unwrap_or(atom)
}

/// Hands, one after the other, as tightly as can be read: `rwb`, `n|e|sw`, `plum rope | hall`.
fn join_hands(hands: &[Vec<&str>]) -> String {
    let short = hands.iter().flatten().all(|card| card.chars().count() == 1);
    let single = hands.iter().all(|hand| hand.len() == 1);
    let (between_cards, between_hands) = match (short, single) {
        (true, true) => ("", ""),
        (true, false) => ("", "|"),
        (false, _) => (" ", " | "),
    };
    let hand = |hand: &Vec<&str>| match hand.is_empty() {
        true => "-".to_owned(),
        false => hand.join(between_cards),
    };
    hands.iter().map(hand).collect::<Vec<_>>().join(between_hands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_joined_as_tightly_as_can_be_read() {
        assert_eq!(join_hands(&[vec!["r"], vec!["w"], vec!["b"]]), "rwb");
        assert_eq!(join_hands(&[vec!["n"], vec!["e"], vec!["s", "w"]]), "n|e|sw");
        assert_eq!(join_hands(&[vec!["n"], vec![]]), "n|-");
        assert_eq!(join_hands(&[vec!["plum", "rope"], vec!["hall"]]), "plum rope | hall");
    }

    #[test]
    fn worlds_of_the_same_name_get_primes() {
        let labels = ["rwb", "w", "rwb", "rwb"].map(str::to_owned);
        assert_eq!(primes(&labels), ["", "", "'", "''"]);
    }

    #[test]
    fn a_local_state_is_the_atom_without_its_agent() {
        assert_eq!(without_agent("r_1", "1"), "r");
        assert_eq!(without_agent("r1", "1"), "r1");
    }
}
