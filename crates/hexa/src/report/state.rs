//! A state in words: its worlds by name, and what each agent cannot tell apart.

use crate::naming::Naming;
use crate::session::Snapshot;
use dashu_int::UBig;
use hexa_engine::{AccessView, Held, Limit, View};
use hexa_lang::Document;
use std::fmt::Display;

/// In larger states only the sizes are told.
const MOST_WORLDS: usize = 200;

/// The worlds of a state and everybody's access.
pub fn state(snapshot: &Snapshot, document: &Document) -> Result<String, Limit> {
    let count = snapshot.state.relevant_count()?;
    if count > UBig::from(MOST_WORLDS) {
        return sizes(snapshot, document, &count);
    }
    let view = snapshot.state.view()?;
    let naming = Naming::new(document, snapshot.origin.setup(document));
    let names: Vec<String> = view.worlds.iter().map(|world| naming.name(world).label).collect();
    let mut text = format!("{}, actual {}\n", counted(&count, "world"), names[view.actual]);
    text += &naming.legend().map_or(String::new(), |legend| legend + "\n");
    text += &worlds(&view, &naming);
    for (agent, access) in &view.access {
        let agent = document.vocabulary.agent_name(*agent);
        text += &format!("{agent}: {}\n", access_in_words(access, &names));
    }
    for agent in
        document.vocabulary.agents().filter(|&agent| !snapshot.state.group().contains(agent))
    {
        text += &format!("{}: no access\n", document.vocabulary.agent_name(agent));
    }
    Ok(text)
}

/// One line for each world if there is more to say than its name; otherwise nothing, because the
/// cells name them all.
fn worlds(view: &View, naming: &Naming<'_>) -> String {
    let named: Vec<_> = view.worlds.iter().map(|world| naming.name(world)).collect();
    if named.iter().all(|name| name.details.is_empty()) && !view.access.is_empty() {
        return String::new();
    }
    let line = |name: &crate::naming::WorldName| {
        format!("{}: {}", name.label, name.details.join(", ")).trim_end().to_owned() + "\n"
    };
    named.iter().map(line).collect()
}

fn access_in_words(access: &AccessView, names: &[String]) -> String {
    // Names with spaces in them need more than a space between them.
    let between = if names.iter().any(|name| name.contains(' ')) { ";  " } else { " " };
    match access {
        AccessView::Cells(cells) => {
            let cell = |cell: &Vec<usize>| {
                let members: Vec<_> = cell.iter().map(|&world| names[world].as_str()).collect();
                format!("{{{}}}", members.join(between))
            };
            cells.iter().map(cell).collect::<Vec<_>>().join(" ")
        }
        AccessView::Arrows(arrows) => {
            let arrow = |(from, to): &(usize, usize)| format!("{} -> {}", names[*from], names[*to]);
            arrows.iter().map(arrow).collect::<Vec<_>>().join(", ")
        }
    }
}

fn sizes(snapshot: &Snapshot, document: &Document, count: &UBig) -> Result<String, Limit> {
    let mut text = format!("{}, too many to list\n", counted(count, "world"));
    for agent in document.vocabulary.agents() {
        let name = document.vocabulary.agent_name(agent);
        text += &match snapshot.state.class_count(agent)? {
            Ok(cells) => format!("{name}: {}\n", counted(&cells, "cell")),
            Err(_) if snapshot.state.group().contains(agent) => format!("{name}: arrows\n"),
            Err(_) => format!("{name}: no access\n"),
        };
    }
    Ok(text)
}

/// `1 world`, `6 worlds`.
pub fn counted(count: impl Display, what: &str) -> String {
    match count.to_string().as_str() {
        "1" => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}

/// How many worlds a state has, in words; whoever only mentions it does not fail over it.
pub fn size(state: &Held) -> String {
    match state.relevant_count() {
        Ok(count) => counted(count, "world"),
        Err(limit) => format!("an unknown number of worlds ({limit})"),
    }
}
