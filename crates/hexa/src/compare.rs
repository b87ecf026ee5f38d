//! `hexa compare`: whether two states are the same, in each sense of the papers, and
//! if formulas can tell them apart, a shortest one that does.

mod report;

use crate::cli::CompareArgs;
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::limits::limits;
use crate::moment::{Asked, Moment};
use crate::opened::{Opened, open};
use crate::problem::{Problem, RunCode};
use crate::refusal::Means;
use crate::report::{clean, render};
use hexa_engine::{
    Length, Limit, Limits, Patience, State, bisimilar, distinguish, holds, isomorphic,
    minimal_count, similar, symbols, translated,
};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, Sources};
use hexa_logic::{Agent, Atom, Terms, Vocabulary};
use report::{Comparison, Difference, Size, Sought};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Longer formulas are not printed.
const MOST_BYTES: usize = 4000;

/// Compares two states.
pub fn run(args: &CompareArgs, console: &mut Console) -> io::Result<Status> {
    let (left, right) = (split(&args.left), split(&args.right));
    let Some(first) = open(&left.0, &args.settings, console)? else { return Ok(Status::Broken) };
    // Standard input cannot be read twice, and nobody wants to be told the same errors twice.
    let second = match left.0 == right.0 {
        true => Some(first.clone()),
        false => open(&right.0, &args.settings, console)?,
    };
    let Some(second) = second else { return Ok(Status::Broken) };
    let Some(left) = side(&args.left, first, args, console)? else { return Ok(Status::Broken) };
    let Some(right) = side(&args.right, second, args, console)? else { return Ok(Status::Broken) };
    match compared(&left, &right) {
        Ok(comparison) => {
            match args.json {
                true => writeln!(console.out, "{}", comparison.json())?,
                false => console.out.write_all(clean(&comparison.text()).as_bytes())?,
            }
            Ok(comparison.status())
        }
        Err(problem) => {
            console.complain(&render(&problem, &Sources::default()))?;
            Ok(Status::Broken)
        }
    }
}

/// One of the states, with the names that it is told in.
struct Side {
    called: String,
    document: Document,
    state: State,
}

/// The file and the name in a text such as `hexa.hexa#nowhite`. A file that has a `#` in its name
/// is found all the same.
fn split(text: &str) -> (PathBuf, Option<&str>) {
    match text.split_once('#') {
        Some((file, name)) if !Path::new(text).exists() => (PathBuf::from(file), Some(name)),
        _ => (PathBuf::from(text), None),
    }
}

/// Goes to a state; what is wrong is told.
fn side(
    text: &str,
    opened: Opened,
    args: &CompareArgs,
    console: &mut Console,
) -> io::Result<Option<Side>> {
    match reached(&opened, split(text).1, limits(&args.limits)) {
        Ok(state) => Ok(Some(Side { called: text.to_owned(), document: opened.document, state })),
        Err(problem) => opened.complain(&problem, console).map(|_| None),
    }
}

fn reached(opened: &Opened, name: Option<&str>, limits: Limits) -> Result<State, Problem> {
    let Opened { document, sources, name: file, .. } = opened;
    let asked = Asked { document, sources, limits: limits.clone() };
    let moment = name.map_or(Ok(Moment::Initial), |name| asked.named(name))?;
    let reached = asked.reach(moment).map_err(|found| at_initial_state(found, file, sources))?;
    let state = &reached.snapshot().state;
    let means = Means { document, engine: state.engine(), limits };
    let listed = state.listed().map_err(|error| means.comparison(&error));
    listed.map_err(|problem| at_initial_state(problem, file, sources))
}

fn compared(left: &Side, right: &Side) -> Result<Comparison, Problem> {
    let mut common = Common::of(left, right)?;
    let (a, b) = (&left.state, &common.right.clone());
    let alike = bisimilar(a, b).map_err(over)?;
    let difference = if alike { Sought::Needless } else { common.difference(a) };
    let vocabulary = &common.vocabulary;
    let agents = similar(a, b).map(|found| found.map(|pairs| named(&pairs, vocabulary)));
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

impl Size {
    fn of(called: &str, state: &State) -> Result<Self, Problem> {
        let worlds = state.relevant_count().map_err(over)?;
        let minimal = minimal_count(state).map_err(over)?;
        Ok(Self { called: clean(called), worlds, minimal })
    }
}

fn over(limit: Limit) -> Problem {
    Problem::new(RunCode::Limit.as_str(), format!("gave up: {limit}"))
}

/// The permutation of all agents. Who has no access stands for somebody who has none, in order.
fn named(pairs: &[(Agent, Agent)], vocabulary: &Vocabulary) -> Vec<(String, String)> {
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
    fn of(left: &Side, right: &Side) -> Result<Self, Problem> {
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
            right: translated(&right.state, &agents, &atoms).map_err(over)?,
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
fn same_agents(left: &Side, right: &Side) -> Result<Vec<Agent>, Problem> {
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
    let problem = Problem::new(
        RunCode::Incomparable.as_str(),
        "these are not states of the same agents, and cannot be compared",
    );
    let note = |problem: Problem, (side, names): &(&Side, Vec<String>)| match names.is_empty() {
        true => problem,
        false => problem.note(format!("only {} has {}", clean(&side.called), names.join(", "))),
    };
    let help = "name the agents of both files alike; who is not in the game can be declared too";
    Err(differing.iter().fold(problem, note).help(help))
}

/// What a limit that was reached says.
fn gave_up(limit: &Limit) -> String {
    format!("gave up: {limit}")
}
