//! What worlds are called in texts and drawings: by their deals as in the papers (`rwb`), by what is true there, or by
//! the names they were given. After the product with a frame a world is a pair of a world and an event (*Knowledge games*,
//! def. 14), and is called so where the world alone does not tell it apart.

use hexa_engine::{View, WorldView};
use hexa_lang::Document;
use hexa_logic::{Agent, Atom, Formula, FormulaNode, Setup, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Where negations of all atoms would be longer, in characters, the world where none is true is called `{}`.
const SHORT: usize = 20;
/// Longer lists of atoms are told by what is missing, if that is much shorter.
const LONG: usize = 40;

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
    /// Atoms for which their argument alone stands: `july` for `month(july)`.
    short: BTreeMap<Atom, &'d str>,
}

enum Scheme<'d> {
    /// Hands, one after the other.
    Deal,
    /// The local state of each agent: for each the atoms that say so.
    LocalStates(&'d [Vec<Atom>]),
    /// The true ones of these atoms.
    TrueAtoms(Vec<Atom>),
    /// As SMCDEL writes states: the numbers of the true ones of these atoms.
    Numbers(&'d Document),
    /// The names that the worlds were given; a world that was given none is called by the true ones of these atoms.
    Given(Vec<Atom>),
}

impl<'d> Naming<'d> {
    /// The naming that suits states grown out of a setup.
    pub fn new(document: &'d Document, setup: &'d Setup) -> Self {
        let vocabulary = &document.vocabulary;
        let scheme = match setup {
            Setup::Deal(_) => Scheme::Deal,
            Setup::Hypercube(cube) => Scheme::LocalStates(&cube.atoms),
            Setup::Structure(_) if document.smcdel_numbers().is_some() => Scheme::Numbers(document),
            Setup::Structure(structure) => Scheme::TrueAtoms(structure.atoms.clone()),
            Setup::Model(_) | Setup::Weighed(_) => {
                let worlds = setup.model().into_iter().flat_map(|model| &model.worlds);
                let atoms: BTreeSet<Atom> =
                    worlds.flat_map(|world| &world.atoms).copied().collect();
                Scheme::Given(as_declared(vocabulary, atoms.into_iter().collect()))
            }
        };
        Self { vocabulary, scheme, short: plain_arguments(document, setup) }
    }

    /// The names of the worlds of a state: no two are the same.
    pub fn names(&self, view: &View) -> Vec<WorldName> {
        let mut names = self.names_without_events(view);
        let mut copies: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, name) in names.iter().enumerate() {
            copies.entry(&name.label).or_default().push(at);
        }
        let copies: Vec<Vec<usize>> = copies.into_values().filter(|all| all.len() > 1).collect();
        if copies.is_empty() {
            return names;
        }
        let telling = telling_events(&view.worlds, &copies);
        for (name, world) in names.iter_mut().zip(&view.worlds) {
            let events: Vec<&str> = match &telling {
                Some(places) => places.iter().map(|&place| world.events[place].as_str()).collect(),
                None => world.events.iter().map(String::as_str).collect(),
            };
            if !events.is_empty() {
                name.label = format!("({},{})", name.label, events.join(","));
            }
        }
        number_copies(&mut names);
        names
    }

    /// The names of the worlds of a state, whatever events made them. Several can be the same.
    pub fn names_without_events(&self, view: &View) -> Vec<WorldName> {
        view.worlds.iter().map(|world| self.name(world)).collect()
    }

    /// The name of a world, whatever other worlds there are.
    pub fn name(&self, world: &WorldView) -> WorldName {
        let label = match &self.scheme {
            Scheme::Deal => self.deal(&world.atoms),
            Scheme::LocalStates(states) => self.local_states(states, &world.atoms),
            Scheme::TrueAtoms(atoms) => self.true_atoms(atoms, &world.atoms),
            Scheme::Numbers(document) => document.smcdel_state(&world.atoms),
            Scheme::Given(atoms) => match &world.name {
                Some(name) => name.clone(),
                None => self.true_atoms(atoms, &world.atoms),
            },
        };
        let rest = world.atoms.iter().filter(|&&atom| !self.says(atom)).copied();
        let rest = self.atoms(rest.collect());
        let details = if rest.is_empty() { Vec::new() } else { vec![rest.join(", ")] };
        WorldName { label, details }
    }

    /// What atoms are called, in the order in which they are declared.
    pub fn atoms(&self, atoms: Vec<Atom>) -> Vec<&'d str> {
        let ordered = as_declared(self.vocabulary, atoms).into_iter();
        ordered.map(|atom| self.vocabulary.atom_name(atom)).collect()
    }

    /// Whether the name of a world tells whether the atom is true there.
    fn says(&self, atom: Atom) -> bool {
        match &self.scheme {
            Scheme::Deal => self.vocabulary.holding(atom).is_some(),
            Scheme::LocalStates(states) => states.iter().flatten().any(|&state| state == atom),
            Scheme::TrueAtoms(atoms) => atoms.contains(&atom),
            Scheme::Numbers(_) => true,
            Scheme::Given(_) => false,
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

    fn true_atoms(&self, atoms: &[Atom], truths: &[Atom]) -> String {
        let (held, lacking): (Vec<Atom>, Vec<Atom>) =
            atoms.iter().partition(|&&atom| holds(truths, atom));
        let name = |atom: &Atom| match self.short.get(atom) {
            Some(short) => *short,
            None => self.vocabulary.atom_name(*atom),
        };
        let names = |atoms: &[Atom]| -> Vec<&str> { atoms.iter().map(name).collect() };
        join_facts(&names(&held), &names(&lacking))
    }
}

/// The true atoms of a world, as tightly as can be read: `pq`, `july 14`, `~p`, `all but m(3)`.
fn join_facts(held: &[&str], lacking: &[&str]) -> String {
    let length = |name: &str| name.chars().count();
    let short = held.iter().chain(lacking).all(|name| length(name) == 1);
    let between = if short { "" } else { " " };
    let text = held.join(between);
    match (held, lacking) {
        ([], []) => "-".to_owned(),
        ([], _) => {
            let denied: Vec<String> = lacking.iter().map(|name| format!("~{name}")).collect();
            let denied = denied.join(between);
            if length(&denied) <= SHORT { denied } else { "{}".to_owned() }
        }
        (_, _) if length(&text) <= LONG => text,
        (_, []) => "all true".to_owned(),
        (_, _) => {
            let missing = lacking.join(between);
            match 2 * length(&missing) < length(&text) {
                true => format!("all but {missing}"),
                false => text,
            }
        }
    }
}

/// Atoms in the order in which they are declared; those of one family, such as `day(14)` and `day(16)`, stand where the
/// first of the family does.
fn as_declared(vocabulary: &Vocabulary, mut atoms: Vec<Atom>) -> Vec<Atom> {
    let family = |atom: Atom| {
        let name = vocabulary.atom_name(atom);
        name.split(['(', '_']).next().unwrap_or(name)
    };
    let mut first: BTreeMap<&str, Atom> = BTreeMap::new();
    for atom in vocabulary.atoms() {
        first.entry(family(atom)).or_insert(atom);
    }
    atoms.sort_by_cached_key(|&atom| (first.get(family(atom)).copied(), atom));
    atoms
}

/// The atoms whose arguments say all, as in `july 14`: the law says that of their family just one is true, and no two such families
/// have the same argument.
fn plain_arguments<'d>(document: &'d Document, setup: &Setup) -> BTreeMap<Atom, &'d str> {
    let mut short = BTreeMap::new();
    let Setup::Structure(structure) = setup else { return short };
    let terms = &document.terms;
    let mut laws = vec![structure.law];
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    while let Some(law) = laws.pop() {
        if let FormulaNode::And(parts) = terms.node(law) {
            laws.extend(parts.iter().copied());
        }
        let FormulaNode::Count(of, test) = terms.node(law) else { continue };
        if (0..=of.len() as i64).any(|count| test.accepts(count) != (count == 1)) {
            continue;
        }
        let told = |&part: &Formula| {
            let FormulaNode::Atom(atom) = terms.node(part) else { return None };
            let (family, argument) = argument(document.vocabulary.atom_name(*atom))?;
            Some((*atom, family, argument))
        };
        let family: Option<Vec<(Atom, &str, &str)>> = of.iter().map(told).collect();
        let Some(family) = family.filter(|all| all.windows(2).all(|two| two[0].1 == two[1].1))
        else {
            continue;
        };
        for (atom, _, argument) in family {
            if short.insert(atom, argument).is_none() {
                *times.entry(argument).or_default() += 1;
            }
        }
    }
    short.retain(|_, argument| times[argument] == 1);
    short
}

/// `july` of `month(july)`, and the family `month`.
fn argument(name: &str) -> Option<(&str, &str)> {
    let (family, rest) = name.split_once('(')?;
    let argument = rest.strip_suffix(')')?;
    (!argument.contains(['(', ','])).then_some((family, argument))
}

/// Which events tell worlds of the same name apart: their places in the histories, as few as there can be left of all. None if
/// histories are not of one length.
fn telling_events(worlds: &[WorldView], copies: &[Vec<usize>]) -> Option<Vec<usize>> {
    let length = worlds.first()?.events.len();
    if worlds.iter().any(|world| world.events.len() != length) {
        return None;
    }
    let kinds = |places: &[usize]| -> usize {
        let told = |at: &usize| -> Vec<&str> {
            places.iter().map(|&place| worlds[*at].events[place].as_str()).collect()
        };
        copies.iter().map(|all| all.iter().map(told).collect::<BTreeSet<_>>().len()).sum()
    };
    let mut places: Vec<usize> = (0..length).collect();
    let most = kinds(&places);
    // Of what tells as much, the last events are kept.
    for place in 0..length {
        let without: Vec<usize> = places.iter().copied().filter(|&kept| kept != place).collect();
        if kinds(&without) == most {
            places = without;
        }
    }
    Some(places)
}

/// Worlds of the same name are told apart by numbers.
fn number_copies(names: &mut [WorldName]) {
    let mut count: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    names.iter().for_each(|name| count.entry(name.label.clone()).or_default().0 += 1);
    for name in names {
        let Some((copies, before)) = count.get_mut(&name.label) else { continue };
        *before += 1;
        if *copies > 1 {
            name.label = numbered(&name.label, *before);
        }
    }
}

/// `rwb(2)`, `july 14 (2)`.
fn numbered(label: &str, number: usize) -> String {
    let between = if label.contains(' ') { " " } else { "" };
    format!("{label}{between}({number})")
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
    fn worlds_of_the_same_name_are_numbered() {
        let name = |label: &str| WorldName { label: label.to_owned(), details: Vec::new() };
        let mut names = ["rwb", "w", "rwb", "july 14", "july 14"].map(name);
        number_copies(&mut names);
        let labels = names.map(|name| name.label);
        assert_eq!(labels, ["rwb(1)", "w", "rwb(2)", "july 14 (1)", "july 14 (2)"]);
    }

    #[test]
    fn worlds_are_called_by_what_is_true() {
        assert_eq!(join_facts(&["p", "q"], &["r"]), "pq");
        assert_eq!(join_facts(&[], &["p", "q"]), "~p~q");
        assert_eq!(join_facts(&["july", "d14"], &["may", "d15"]), "july d14");
        let kids: Vec<String> = (1..=12).map(|kid| format!("m({kid})")).collect();
        let kids: Vec<&str> = kids.iter().map(String::as_str).collect();
        assert_eq!(join_facts(&[], &kids), "{}");
        assert_eq!(join_facts(&kids, &[]), "all true");
        assert_eq!(join_facts(&kids[1..], &kids[..1]), "all but m(1)");
    }

    #[test]
    fn a_local_state_is_the_atom_without_its_agent() {
        assert_eq!(without_agent("r_1", "1"), "r");
        assert_eq!(without_agent("r1", "1"), "r1");
    }
}
