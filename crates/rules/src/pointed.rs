//! One moment of a game as a model of what is possible (S5): worlds, the facts that hold there, what each agent cannot tell apart,
//! and the actual world. Nothing is said of what can be done next. So questions about knowledge and about what is announced can
//! be asked of it wherever models are understood.
//!
//! Names become names of the Hexa language: the words of a fact in their order, the first one with the others as its arguments, so
//! that `p^x_{1,1}` and `(p x 1 1)` are `p(x,1,1)`. What is written is read back; if it says anything else, facts get numbers.

use crate::frame::{Classes, Frame};
use crate::work::Work;
use hexa_lang::{NoIncludes, Writer, load};
use hexa_logic::{
    Atom, ModelSetup, RelationSetup, Setup, Stopped, Terms, Vocabulary, World, WorldSetup,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A model of one moment of a game, with its actual world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointedModel {
    /// The agents.
    pub agents: Vec<NameInGame>,
    /// The atoms.
    pub atoms: Vec<NameInGame>,
    /// Worlds, cells and the actual world.
    pub model: ModelSetup,
    /// For each world the play that leads there.
    pub plays: Vec<String>,
}

/// A name, and what the game calls it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NameInGame {
    /// The name in the model.
    pub name: String,
    /// What the game calls it.
    pub game: String,
}

/// Why there is no such model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoPointedModel {
    /// There are more worlds than this.
    TooManyWorlds(usize),
    /// Somebody asked for the end.
    Stopped,
}

impl From<Stopped> for NoPointedModel {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The worlds of a model, before they have names.
pub(crate) struct MomentWorlds {
    /// What agents are called in the game.
    pub(crate) agents: Vec<String>,
    /// What facts are called in the game.
    pub(crate) facts: Vec<String>,
    /// For each world the facts that hold, by their places, in order.
    pub(crate) holding: Vec<Vec<u32>>,
    /// For each agent the class of each world.
    pub(crate) classes: Vec<Vec<u32>>,
    /// The actual world.
    pub(crate) point: usize,
    /// For each world the play that leads there.
    pub(crate) plays: Vec<String>,
}

impl PointedModel {
    /// The names.
    pub fn vocabulary(&self) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for agent in &self.agents {
            vocabulary.add_agent(agent.name.clone());
        }
        for atom in &self.atoms {
            vocabulary.add_atom(&atom.name);
        }
        vocabulary
    }

    /// The model as a text of the Hexa language.
    pub fn declarations(&self) -> String {
        Writer::new(&Terms::default(), &self.vocabulary()).model(&self.model)
    }
}

impl MomentWorlds {
    /// Gives everything names that can be read back.
    pub(crate) fn name(self) -> PointedModel {
        let model = self.with_names(&readable_names(&self.agents, &self.facts));
        match is_read_back(&model) {
            true => model,
            false => {
                let numbered = |letter: char, of: &[String]| {
                    (1..=of.len()).map(|number| format!("{letter}{number}")).collect()
                };
                self.with_names(&(numbered('a', &self.agents), numbered('f', &self.facts)))
            }
        }
    }

    fn with_names(&self, (agents, atoms): &(Vec<String>, Vec<String>)) -> PointedModel {
        let named = |names: &[String], game: &[String]| {
            let pairs = names.iter().cloned().zip(game.iter().cloned());
            pairs.map(|(name, game)| NameInGame { name, game }).collect()
        };
        let world = |(at, holding): (usize, &Vec<u32>)| WorldSetup {
            name: format!("w{}", at + 1),
            atoms: holding.iter().map(|&fact| Atom(fact)).collect(),
        };
        let cells = |classes: &Vec<u32>| Some(RelationSetup::Cells(number_cells(classes)));
        PointedModel {
            agents: named(agents, &self.agents),
            atoms: named(atoms, &self.facts),
            model: ModelSetup {
                worlds: self.holding.iter().enumerate().map(world).collect(),
                relations: self.classes.iter().map(cells).collect(),
                point: World::from_index(self.point),
            },
            plays: self.plays.clone(),
        }
    }
}

/// Cells are numbered in the order of their first worlds.
fn number_cells(classes: &[u32]) -> Vec<u32> {
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let number = |class: &u32| {
        let next = numbers.len() as u32;
        *numbers.entry(*class).or_insert(next)
    };
    classes.iter().map(number).collect()
}

/// Words that are no names in the Hexa language, or that start operators.
const RESERVED: [&str; 31] = [
    "true", "false", "forall", "exists", "count", "choice", "seq", "for", "in", "where", "skip",
    "all", "agents", "cards", "holders", "deals", "sub", "size", "initial", "fix", "K", "M", "Kw",
    "E", "C", "D", "P", "L", "U", "win", "hand",
];

/// Names of agents and of facts that a person recognises.
pub(crate) fn readable_names(agents: &[String], facts: &[String]) -> (Vec<String>, Vec<String>) {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let of_agents: Vec<String> = agents
        .iter()
        .map(|agent| {
            let words = words_of(agent);
            let name = if words.is_empty() { "agent".to_owned() } else { words.concat() };
            take(&mut taken, &usable(&name, WordUse::Agent), "")
        })
        .collect();
    let words: Vec<Vec<String>> = facts.iter().map(|fact| words_of(fact)).collect();
    // A name without arguments is not also an argument.
    let arguments = words.iter().flat_map(|words| words.iter().skip(1));
    taken.extend(arguments.map(|word| usable(word, WordUse::Argument)));
    let of_facts = words.iter().map(|words| {
        let (first, rest) = match words.split_first() {
            Some((first, rest)) => (usable(first, WordUse::Atom), rest),
            None => ("fact".to_owned(), &[][..]),
        };
        // Nothing is called like an agent, not even with arguments.
        let first = if of_agents.contains(&first) { format!("{first}'") } else { first };
        let rest: Vec<String> = rest.iter().map(|word| usable(word, WordUse::Argument)).collect();
        let rest = if rest.is_empty() { String::new() } else { format!("({})", rest.join(",")) };
        take(&mut taken, &first, &rest)
    });
    let of_facts = of_facts.collect();
    (of_agents, of_facts)
}

/// The words of a name: letters and digits that stand together.
fn words_of(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// What a word becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WordUse {
    Agent,
    Atom,
    Argument,
}

/// A word that can be a name: reserved ones get a prime, numbers that would be something else an `n`.
fn usable(word: &str, of: WordUse) -> String {
    if RESERVED.contains(&word) {
        return format!("{word}'");
    }
    let is_number = word.chars().all(|c| c.is_ascii_digit());
    let is_plain = word.len() < 10 && (word == "0" || !word.starts_with('0'));
    match is_number && (of == WordUse::Atom || !is_plain) {
        true => format!("n{word}"),
        false => word.to_owned(),
    }
}

/// A name that is free, with primes if need be.
fn take(taken: &mut FxHashSet<String>, first: &str, rest: &str) -> String {
    let mut first = first.to_owned();
    loop {
        let name = format!("{first}{rest}");
        if taken.insert(name.clone()) {
            return name;
        }
        first.push('\'');
    }
}

/// Whether a model is the same after it was written and read.
fn is_read_back(written: &PointedModel) -> bool {
    let loaded = load("moment.hexa", &written.declarations(), &NoIncludes, &[]);
    let (Some(document), true) = (loaded.document, loaded.diagnostics.is_empty()) else {
        return false;
    };
    let Setup::Model(read) = &document.initial else { return false };
    let own = written.vocabulary();
    let agents = |names: &Vocabulary| {
        names.agents().map(|agent| names.agent_name(agent).to_owned()).collect::<Vec<_>>()
    };
    let worlds = |model: &ModelSetup, names: &Vocabulary| {
        let atoms = |world: &WorldSetup| {
            let atoms = world.atoms.iter().map(|&atom| names.atom_name(atom).to_string());
            (world.name.clone(), atoms.collect::<BTreeSet<_>>())
        };
        model.worlds.iter().map(atoms).collect::<Vec<_>>()
    };
    let model = &written.model;
    agents(&own) == agents(&document.vocabulary)
        && worlds(model, &own) == worlds(read, &document.vocabulary)
        && model.relations == read.relations
        && model.point == read.point
}

/// What can be reached from some by what agents cannot tell apart, in order; at most so many.
pub(crate) fn reach_by_classes(
    seeds: &[u32],
    classes: &[Classes],
    is_possible: impl Fn(u32) -> bool,
    most: usize,
    work: &Work<'_>,
) -> Result<Vec<u32>, NoPointedModel> {
    let mut members = Vec::new();
    for classes in classes {
        work.step(classes.of.len() as u64)?;
        members.push(classes.members());
    }
    let mut found: FxHashSet<u32> = seeds.iter().copied().collect();
    let mut waiting = seeds.to_vec();
    while let Some(at) = waiting.pop() {
        for (classes, members) in classes.iter().zip(&mut members) {
            // A class is looked at once.
            for to in std::mem::take(&mut members[classes.of[at as usize] as usize]) {
                work.step(1)?;
                if is_possible(to) && found.insert(to) {
                    waiting.push(to);
                }
            }
        }
        if found.len() > most {
            return Err(NoPointedModel::TooManyWorlds(most));
        }
    }
    let mut found: Vec<u32> = found.into_iter().collect();
    found.sort_unstable();
    Ok(found)
}

/// Shortest plays to all states of a frame: for each state the last step, none in initial states.
pub(crate) struct Plays {
    came: Vec<Option<u32>>,
}

impl Plays {
    pub(crate) fn new(frame: &Frame, work: &Work<'_>) -> Result<Self, Stopped> {
        let mut came = vec![None; frame.states()];
        let mut is_met = vec![false; frame.states()];
        let mut waiting: Vec<u32> = frame.initial().to_vec();
        waiting.iter().for_each(|&state| is_met[state as usize] = true);
        let mut next = 0;
        while let Some(&at) = waiting.get(next) {
            next += 1;
            for step in frame.steps(at) {
                work.step(1)?;
                let to = frame.to(step) as usize;
                if !std::mem::replace(&mut is_met[to], true) {
                    came[to] = Some(step);
                    waiting.push(to as u32);
                }
            }
        }
        Ok(Self { came })
    }

    /// The initial state of a shortest play to a state, and its steps.
    pub(crate) fn to(&self, frame: &Frame, state: u32) -> (u32, Vec<u32>) {
        let (mut at, mut steps) = (state, Vec::new());
        while let Some(step) = self.came[at as usize] {
            steps.push(step);
            at = frame.from(step);
        }
        steps.reverse();
        (at, steps)
    }
}
