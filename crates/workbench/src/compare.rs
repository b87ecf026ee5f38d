//! Whether two states are the same, in each sense of the papers, and if formulas can tell them apart, a shortest one
//! that does.

use crate::moment::Moment;
use crate::opened::Opened;
use crate::refusal::{self, Means};
use hexa_engine::{
    Length, Limit, Patience, State, bisimilar, distinguish, holds, isomorphic, minimal_count,
    rename_state, similar, symbols,
};
use hexa_lang::Document;
use hexa_lang::syntax::Printer;
use hexa_logic::{Agent, Atom, Terms, Vocabulary};
use hexa_text::{Code, Diagnostic, clean};

/// Longer formulas are not printed.
const MOST_BYTES: usize = 4000;

/// All that is found out about two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What they are called, and how large they are.
    pub sizes: [Size; 2],
    /// Whether they are isomorphic.
    pub isomorphic: Result<bool, Limit>,
    /// Whether they are bisimilar.
    pub bisimilar: bool,
    /// Who stands for whom, if they are agent-similar.
    pub agents: Result<Option<Vec<(String, String)>>, Limit>,
    /// Why they are not bisimilar.
    pub difference: Sought,
    /// Who has access in one of them only.
    pub access: [Vec<String>; 2],
    /// The atoms that only one of the files has.
    pub atoms: [Vec<String>; 2],
}

/// A state, by its name and size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Size {
    /// How it was asked for.
    #[cfg_attr(feature = "json", serde(rename = "state"))]
    pub called: String,
    /// Its relevant worlds.
    pub worlds: usize,
    /// Those of its contraction.
    pub minimal: usize,
}

/// A formula that is true in the first state only.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Difference {
    /// The formula, cut off if it is very long.
    pub formula: String,
    /// How many symbols it has.
    pub symbols: u64,
    /// Whether there is no shorter one.
    pub shortest: bool,
}

/// What became of the search for such a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// The states are bisimilar.
    Needless,
    /// It was found, and evaluated in both states.
    Found(Difference),
    /// There is none that is defined in both.
    None,
    /// The search was given up.
    GaveUp(Limit),
    /// Evaluation does not agree with the search. This is an error of the program.
    Wrong,
}

impl Comparison {
    /// Whether something could not be found out.
    pub fn is_incomplete(&self) -> bool {
        let unsought = matches!(self.difference, Sought::GaveUp(_) | Sought::Wrong);
        self.isomorphic.is_err() || self.agents.is_err() || unsought
    }
}

/// One of the states, with the names that it is told in.
#[derive(Debug)]
pub struct Side<'a> {
    called: String,
    document: &'a Document,
    state: State,
}

impl Opened {
    /// A state to compare: the initial one, or the one of a name, called as it was asked for.
    pub fn side(&self, called: &str, name: Option<&str>) -> Result<Side<'_>, Diagnostic> {
        let timeline = self.timeline();
        let moment = name.map_or(Ok(Moment::Initial), |name| timeline.moment_named(name))?;
        let reached = timeline.reach(moment).map_err(|found| self.at_initial_state(found))?;
        let state = &reached.snapshot().state;
        let (document, limits) = (&self.document, &self.limits);
        let means = Means { document, engine: state.engine(), limits };
        let listed = state.list_worlds().map_err(|error| means.comparison(&error));
        let state = listed.map_err(|problem| self.at_initial_state(problem))?;
        Ok(Side { called: called.to_owned(), document, state })
    }
}

/// Compares two states.
pub fn compare(left: &Side<'_>, right: &Side<'_>) -> Result<Comparison, Diagnostic> {
    let mut common = Common::of(left, right)?;
    let (a, b) = (&left.state, &common.right.clone());
    let alike = bisimilar(a, b).map_err(gave_up)?;
    let difference = if alike { Sought::Needless } else { common.difference(a) };
    let vocabulary = &common.vocabulary;
    let agents = similar(a, b).map(|found| found.map(|pairs| name_pairs(&pairs, vocabulary)));
    let names =
        |atoms: &[Atom]| atoms.iter().map(|&a| vocabulary.atom_name(a).to_owned()).collect();
    let only = |of: &State, not: &State| -> Vec<String> {
        let agents = of.group().iter().filter(|&agent| !not.group().contains(agent));
        agents.map(|agent| vocabulary.agent_name(agent).to_owned()).collect()
    };
    Ok(Comparison {
        sizes: [Size::of(&left.called, a)?, Size::of(&right.called, b)?],
        isomorphic: isomorphic(a, b),
        bisimilar: alike,
        agents,
        difference,
        access: [only(a, b), only(b, a)],
        atoms: [names(&common.only_left), names(&common.only_right)],
    })
}

fn gave_up(limit: Limit) -> Diagnostic {
    refusal::gave_up(&limit)
}

impl Size {
    fn of(called: &str, state: &State) -> Result<Self, Diagnostic> {
        let worlds = state.relevant_count().map_err(gave_up)?;
        let minimal = minimal_count(state).map_err(gave_up)?;
        Ok(Self { called: clean(called), worlds, minimal })
    }
}

/// The permutation of all agents. Who has no access stands for somebody who has none, in order.
fn name_pairs(pairs: &[(Agent, Agent)], vocabulary: &Vocabulary) -> Vec<(String, String)> {
    let rest = |used: Vec<Agent>| vocabulary.agents().filter(move |agent| !used.contains(agent));
    let (here, there): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    let mut all: Vec<(Agent, Agent)> = pairs.to_vec();
    all.extend(rest(here).zip(rest(there)));
    all.sort_unstable();
    let name = |agent| vocabulary.agent_name(agent).to_owned();
    all.into_iter().map(|(here, there)| (name(here), name(there))).collect()
}

/// The names of both states, and the second state in them.
struct Common {
    vocabulary: Vocabulary,
    terms: Terms,
    right: State,
    only_left: Vec<Atom>,
    only_right: Vec<Atom>,
}

impl Common {
    fn of(left: &Side<'_>, right: &Side<'_>) -> Result<Self, Diagnostic> {
        let theirs = &right.document.vocabulary;
        let mut vocabulary = left.document.vocabulary.clone();
        let agents = same_agents(left, right)?;
        let own = vocabulary.atom_count();
        let atoms: Vec<Atom> =
            theirs.atoms().map(|atom| vocabulary.add_atom(theirs.atom_name(atom))).collect();
        let missing = |&atom: &Atom| theirs.atom(vocabulary.atom_name(atom)).is_none();
        Ok(Self {
            only_left: vocabulary.atoms().take(own).filter(missing).collect(),
            only_right: vocabulary.atoms().skip(own).collect(),
            right: rename_state(&right.state, &agents, &atoms).map_err(gave_up)?,
            terms: Terms::default(),
            vocabulary,
        })
    }

    /// A formula that is true in the first state only, found out and then evaluated in both.
    fn difference(&mut self, left: &State) -> Sought {
        let right = &self.right;
        let found = match distinguish(left, right, &mut self.terms, Patience::default()) {
            Ok(Some(found)) => found,
            Ok(None) => return Sought::None,
            Err(limit) => return Sought::GaveUp(limit),
        };
        let truths = [left, right].map(|state| holds(state, &self.terms, found.formula));
        if truths != [Ok(true), Ok(false)] {
            return Sought::Wrong;
        }
        let printer = Printer::new(&self.terms, &self.vocabulary);
        let text = Printer { limit: MOST_BYTES, ..printer }.formula(found.formula);
        Sought::Found(Difference {
            formula: text,
            symbols: symbols(&self.terms, found.formula),
            shortest: found.length == Length::Shortest,
        })
    }
}

/// For each agent of the right file the agent of that name of the left one.
fn same_agents(left: &Side<'_>, right: &Side<'_>) -> Result<Vec<Agent>, Diagnostic> {
    let (ours, theirs) = (&left.document.vocabulary, &right.document.vocabulary);
    let lacking = |of: &Vocabulary, not: &Vocabulary| -> Vec<String> {
        let agents = of.agents().map(|agent| of.agent_name(agent).to_owned());
        agents.filter(|name| not.agent(name).is_none()).collect()
    };
    let differing = [(left, lacking(ours, theirs)), (right, lacking(theirs, ours))];
    if differing.iter().all(|(_, names)| names.is_empty()) {
        let agent = |agent| ours.agent(theirs.agent_name(agent));
        return Ok(theirs.agents().filter_map(agent).collect());
    }
    let problem = Diagnostic::without_place(
        Code::Incomparable,
        "these are not states of the same agents, and cannot be compared",
    );
    let note =
        |problem: Diagnostic, (side, names): &(&Side<'_>, Vec<String>)| match names.is_empty() {
            true => problem,
            false => problem.note(format!("only {} has {}", clean(&side.called), names.join(", "))),
        };
    let help = "name the agents of both files alike; who is not in the game can be declared too";
    Err(differing.iter().fold(problem, note).help(help))
}

#[cfg(feature = "json")]
mod json {
    use super::{Comparison, Difference, Size, Sought};
    use serde::{Serialize, Serializer};

    /// The order of the fields is the order of the keys.
    #[derive(Serialize)]
    struct Object<'a> {
        a: &'a Size,
        b: &'a Size,
        isomorphic: Option<bool>,
        bisimilar: bool,
        similar: Option<bool>,
        agents: Option<&'a Vec<(String, String)>>,
        difference: Option<&'a Difference>,
        only_a: Only<'a>,
        only_b: Only<'a>,
        error: Option<String>,
    }

    /// What only one of the states has.
    #[derive(Serialize)]
    struct Only<'a> {
        atoms: &'a [String],
        access: &'a [String],
    }

    impl Serialize for Comparison {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let only = |at: usize| Only { atoms: &self.atoms[at], access: &self.access[at] };
            let [a, b] = &self.sizes;
            Object {
                a,
                b,
                isomorphic: self.isomorphic.as_ref().ok().copied(),
                bisimilar: self.bisimilar,
                similar: self.agents.as_ref().ok().map(Option::is_some),
                agents: self.agents.as_ref().ok().and_then(Option::as_ref),
                difference: match &self.difference {
                    Sought::Found(found) => Some(found),
                    Sought::Needless | Sought::None | Sought::GaveUp(_) | Sought::Wrong => None,
                },
                only_a: only(0),
                only_b: only(1),
                error: self.trouble(),
            }
            .serialize(serializer)
        }
    }
}
