//! Possibilities, and `hexa describe --equations`: a state as a possibility, the solution of a system of equations
//! (*Knowledge games*, defs. 51 and 52, example 48). Bisimilar worlds are one possibility. With
//! `--group`, its restriction to a subgroup (sec. 7.1.2): the equations of the others are left out.

use crate::cli::DescribeArgs;
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::files;
use crate::limits::limits;
use crate::moment::Asked;
use crate::naming::{Naming, WorldName, primes};
use crate::opened::{Opened, open};
use crate::problem::{Problem, RunCode};
use crate::refusal::Means;
use crate::report::clean;
use crate::session::Snapshot;
use hexa_engine::{AccessView, Limits, View, contraction, view};
use hexa_lang::Document;
use hexa_logic::{Atom, Group};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Larger systems are not written down.
const MOST_EQUATIONS: usize = 100_000;
/// Information states that are larger in all are not listed.
const MOST_LINKS: usize = 10_000_000;

/// Prints the equations of a state.
pub fn run(args: &DescribeArgs, console: &mut Console) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.settings, console)? else {
        return Ok(Status::Broken);
    };
    let group = args.group.as_deref().map(|text| opened.group(text)).transpose();
    match group.and_then(|group| equations(args, &opened, group)) {
        Ok(text) => {
            console.out.write_all(clean(&text).as_bytes())?;
            Ok(Status::Fine)
        }
        Err(problem) => opened.complain(&problem, console),
    }
}

fn equations(
    args: &DescribeArgs,
    opened: &Opened,
    group: Option<Group>,
) -> Result<String, Problem> {
    let (document, sources) = (&opened.document, &opened.sources);
    let asked = Asked { document, sources, limits: limits(&args.limits) };
    let moment = asked.stepped(args.moment.scenario.as_deref(), args.moment.step)?;
    let file = files::display_name(&args.file);
    let reached =
        asked.reach(moment).map_err(|problem| at_initial_state(problem, &file, sources))?;
    let system = system(document, reached.snapshot(), group, asked.limits)?;
    let view = &system.view;
    let count = view.worlds.len().saturating_mul(view.access.len() + 1);
    if count > MOST_EQUATIONS {
        let message = format!("there are {count} equations; at most {MOST_EQUATIONS} are printed");
        return Err(Problem::new(RunCode::Limit.as_str(), message)
            .help("take a smaller state, or a smaller group with --group"));
    }
    let agent = |at: usize| document.vocabulary.agent_name(view.access[at].0).to_owned();
    let atom = |atom: Atom| document.vocabulary.atom_name(atom).to_owned();
    Ok(system.text(agent, atom))
}

/// Possibilities with their information states.
pub struct System {
    /// The worlds, up to bisimilarity, and who has access.
    pub view: View,
    /// The name of each possibility.
    pub names: Vec<WorldName>,
    /// What tells possibilities of the same name apart.
    pub primes: Vec<String>,
    /// For each agent of the view and each possibility what he considers possible.
    pub access: Vec<Vec<Vec<usize>>>,
}

/// The possibilities of a state, restricted to a group if there is one.
pub fn system(
    document: &Document,
    snapshot: &Snapshot,
    group: Option<Group>,
    limits: Limits,
) -> Result<System, Problem> {
    let means = Means { document, engine: snapshot.state.engine(), limits };
    let state = snapshot.state.listed().map_err(|error| means.comparison(&error))?;
    let group = group.unwrap_or_else(|| state.group().clone());
    if let Some(agent) = group.first_outside(state.group()) {
        let name = document.vocabulary.agent_name(agent);
        let message = format!("undefined: agent {name} has no access to the state here");
        return Err(Problem::new(RunCode::Undefined.as_str(), message)
            .help("restrict it to agents who have access"));
    }
    let small = contraction(&state.restricted_to(&group));
    let view = small.and_then(|small| view(&small)).map_err(|limit| means.limit(&limit))?;
    let size: usize = view.access.iter().map(|(_, access)| size(access)).sum();
    if size > MOST_LINKS {
        let message = format!(
            "the information states have {size} possibilities in all; at most {MOST_LINKS} are listed"
        );
        return Err(Problem::new(RunCode::Limit.as_str(), message)
            .help("take a smaller state, or a smaller group with --group"));
    }
    let naming = Naming::new(document, snapshot.origin.setup(document));
    let names: Vec<WorldName> = view.worlds.iter().map(|world| naming.name(world)).collect();
    let labels: Vec<String> = names.iter().map(|name| name.label.clone()).collect();
    Ok(System { primes: primes(&labels), names, access: seen(&view), view })
}

/// How many pairs of worlds an agent links.
fn size(access: &AccessView) -> usize {
    match access {
        AccessView::Cells(cells) => cells.iter().map(|cell| cell.len() * cell.len()).sum(),
        AccessView::Arrows(arrows) => arrows.len(),
    }
}

impl System {
    fn text(&self, agent: impl Fn(usize) -> String, atom: impl Fn(Atom) -> String) -> String {
        let mut out = String::new();
        let names = self.indeterminates();
        let (count, actual) = (names.len(), &names[self.view.actual]);
        let word = if count == 1 { "possibility" } else { "possibilities" };
        let _ = writeln!(out, "# {count} {word}; this state is {actual}.");
        for (world, name) in names.iter().enumerate() {
            for at in 0..self.access.len() {
                let seen = self.access[at][world].iter().map(|&to| names[to].as_str());
                let seen: Vec<&str> = seen.collect();
                let _ = writeln!(out, "{name}({}) = {{{}}}", agent(at), seen.join(", "));
            }
            let truths = &self.view.worlds[world].atoms;
            let truths: Vec<String> = truths.iter().map(|&truth| atom(truth)).collect();
            let _ = writeln!(out, "{name}(p) = 1 iff p is in {{{}}}", truths.join(", "));
        }
        out
    }
    /// `v_` and the name of a world, with primes where several have the same.
    fn indeterminates(&self) -> Vec<String> {
        let name = |(name, primes): (&WorldName, &String)| {
            let label = &name.label;
            match label.chars().all(char::is_alphanumeric) {
                true => format!("v_{label}{primes}"),
                false => format!("v_{{{label}}}{primes}"),
            }
        };
        self.names.iter().zip(&self.primes).map(name).collect()
    }
}

/// For each agent and world the worlds he has access to, in order.
fn seen(view: &View) -> Vec<Vec<Vec<usize>>> {
    let of_agent = |access: &AccessView| {
        let mut seen = vec![Vec::new(); view.worlds.len()];
        match access {
            AccessView::Cells(cells) => {
                for cell in cells {
                    cell.iter().for_each(|&world| seen[world] = cell.clone());
                }
            }
            AccessView::Arrows(arrows) => {
                arrows.iter().for_each(|&(from, to)| seen[from].push(to));
            }
        }
        seen
    };
    view.access.iter().map(|(_, access)| of_agent(access)).collect()
}
