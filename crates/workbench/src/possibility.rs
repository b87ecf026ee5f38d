//! Possibilities: a state as the solution of a system of equations (*Knowledge games*, defs. 51 and 52, example 48).
//! Bisimilar worlds are one possibility. For a subgroup, its restriction (sec. 7.1.2): the equations of the others are
//! left out.

use crate::naming::{Naming, WorldName};
use crate::opened::{Opened, When};
use crate::refusal::Means;
use crate::snapshot::Snapshot;
use hexa_engine::{AccessView, Limits, View, contraction, view};
use hexa_lang::Document;
use hexa_logic::Group;
use hexa_text::{Code, Diagnostic, Setting, WayOut};

/// Larger systems are not written down.
const MOST_EQUATIONS: usize = 100_000;
/// Information states that are larger in all are not listed.
const MOST_LINKS: usize = 10_000_000;

/// A state as a system of equations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Equations {
    /// The possibility that the state is, by its place.
    pub actual: usize,
    /// The possibilities.
    pub possibilities: Vec<Possibility>,
}

/// A possibility.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Possibility {
    /// The indeterminate that stands for it.
    pub name: String,
    /// For each agent what they consider possible there, by places.
    pub information: Vec<(String, Vec<usize>)>,
    /// The atoms that are true there.
    pub atoms: Vec<String>,
}

impl Opened {
    /// A state as equations, for a group if there is one.
    pub fn equations(&mut self, when: &When, group: Option<&str>) -> Result<Equations, Diagnostic> {
        let group = group.map(|text| self.group(text)).transpose()?;
        let reached = self.reach(when)?;
        let system = system(&self.document, reached.snapshot(), group, &self.limits)?;
        let view = &system.view;
        let count = view.worlds.len().saturating_mul(view.access.len() + 1);
        if count > MOST_EQUATIONS {
            let message =
                format!("there are {count} equations; at most {MOST_EQUATIONS} are printed");
            return Err(Diagnostic::without_place(Code::Limit, message).help(smaller()));
        }
        Ok(system.equations(&self.document))
    }
}

fn smaller() -> WayOut {
    WayOut::from("take a smaller state, or a smaller group with ").then(Setting::Group)
}

/// Possibilities with their information states.
pub struct System {
    /// The worlds, up to bisimilarity, and who has access.
    pub view: View,
    /// The name of each possibility.
    pub names: Vec<WorldName>,
    /// For each agent of the view and each possibility what they consider possible.
    pub access: Vec<Vec<Vec<usize>>>,
}

/// The possibilities of a state, restricted to a group if there is one.
pub fn system(
    document: &Document,
    snapshot: &Snapshot,
    group: Option<Group>,
    limits: &Limits,
) -> Result<System, Diagnostic> {
    let means = Means { document, engine: snapshot.state.engine(), limits };
    let state = snapshot.state.list_worlds().map_err(|error| means.comparison(&error))?;
    let group = group.unwrap_or_else(|| state.group().clone());
    if let Some(agent) = group.first_outside(state.group()) {
        let name = document.vocabulary.agent_name(agent);
        let message = format!("undefined: agent {name} has no access to the state here");
        return Err(Diagnostic::without_place(Code::NoAccess, message)
            .help("restrict it to agents who have access"));
    }
    let small = contraction(&state.restricted_to(&group));
    let view = small.and_then(|small| view(&small)).map_err(|limit| means.limit(&limit))?;
    let size: usize = view.access.iter().map(|(_, access)| size(access)).sum();
    if size > MOST_LINKS {
        let message = format!(
            "the information states have {size} possibilities in all; at most {MOST_LINKS} are listed"
        );
        return Err(Diagnostic::without_place(Code::Limit, message).help(smaller()));
    }
    let naming = Naming::new(document, snapshot.origin.setup(document));
    Ok(System { names: naming.names(&view), access: accessible_worlds(&view), view })
}

/// How many pairs of worlds an agent links.
fn size(access: &AccessView) -> usize {
    match access {
        AccessView::Cells(cells) => cells.iter().map(|cell| cell.len() * cell.len()).sum(),
        AccessView::Arrows(arrows) => arrows.len(),
    }
}

impl Equations {
    /// In lines.
    pub fn text(&self) -> String {
        let name = |at: usize| self.possibilities[at].name.as_str();
        let count = self.possibilities.len();
        let word = if count == 1 { "possibility" } else { "possibilities" };
        let mut lines = vec![format!("# {count} {word}; this state is {}.", name(self.actual))];
        for Possibility { name: here, information, atoms } in &self.possibilities {
            for (agent, seen) in information {
                let seen: Vec<&str> = seen.iter().map(|&to| name(to)).collect();
                lines.push(format!("{here}({agent}) = {{{}}}", seen.join(", ")));
            }
            lines.push(format!("{here}(p) = 1 iff p is in {{{}}}", atoms.join(", ")));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

impl System {
    fn equations(&self, document: &Document) -> Equations {
        let vocabulary = &document.vocabulary;
        let possibility = |(world, name): (usize, String)| {
            let seen = self.view.access.iter().zip(&self.access);
            let information = seen.map(|((agent, _), access)| {
                (vocabulary.agent_name(*agent).to_owned(), access[world].clone())
            });
            let atoms = self.view.worlds[world].atoms.iter();
            Possibility {
                name,
                information: information.collect(),
                atoms: atoms.map(|&atom| vocabulary.atom_name(atom).to_owned()).collect(),
            }
        };
        let names = self.indeterminates().into_iter().enumerate();
        Equations { actual: self.view.actual, possibilities: names.map(possibility).collect() }
    }

    /// `v_` and the name of a world.
    fn indeterminates(&self) -> Vec<String> {
        let name =
            |WorldName { label, .. }: &WorldName| match label.chars().all(char::is_alphanumeric) {
                true => format!("v_{label}"),
                false => format!("v_{{{label}}}"),
            };
        self.names.iter().map(name).collect()
    }
}

/// For each agent and world the worlds they have access to, in order.
fn accessible_worlds(view: &View) -> Vec<Vec<Vec<usize>>> {
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
