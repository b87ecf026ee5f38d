//! States in words.

use super::count_noun;
use crate::listing::{ListedAccess, Listing, Worlds};
use hexa_engine::{Limit, UBig};

/// The worlds of a state and everybody's access, in lines.
pub fn listing(listing: &Listing) -> String {
    let size = count_noun(&listing.count, "world");
    let mut text = match &listing.worlds {
        None => format!("{size}, too many to list\n"),
        Some(worlds) => {
            format!("{size}, actual {}\n", worlds.names[worlds.actual]) + &details(listing, worlds)
        }
    };
    let names = listing.worlds.as_ref().map_or(&[][..], |worlds| &worlds.names);
    for of in &listing.agents {
        text += &format!("{}: {}\n", of.agent, access(&of.access, names));
    }
    text
}

/// One line for each world if there is more to say than its name; otherwise nothing, because the
/// cells name them all.
fn details(listing: &Listing, worlds: &Worlds) -> String {
    let has_access = |access: &ListedAccess| *access != ListedAccess::Nothing;
    let cells_name_them = listing.agents.iter().any(|of| has_access(&of.access));
    if worlds.details.iter().all(Vec::is_empty) && cells_name_them {
        return String::new();
    }
    let line = |(name, details): (&String, &Vec<String>)| {
        format!("{name}: {}", details.join(", ")).trim_end().to_owned() + "\n"
    };
    worlds.names.iter().zip(&worlds.details).map(line).collect()
}

fn access(access: &ListedAccess, names: &[String]) -> String {
    // Names with spaces in them need more than a space between them.
    let between = if names.iter().any(|name| name.contains(' ')) { ";  " } else { " " };
    match access {
        ListedAccess::Cells(cells) => {
            let cell = |cell: &Vec<usize>| {
                let members: Vec<_> = cell.iter().map(|&world| names[world].as_str()).collect();
                format!("{{{}}}", members.join(between))
            };
            cells.iter().map(cell).collect::<Vec<_>>().join(" ")
        }
        ListedAccess::Arrows(arrows) => {
            let arrow = |(from, to): &(usize, usize)| format!("{} -> {}", names[*from], names[*to]);
            arrows.iter().map(arrow).collect::<Vec<_>>().join(", ")
        }
        ListedAccess::Count(cells) => count_noun(cells, "cell"),
        ListedAccess::SomeArrows => "arrows".to_owned(),
        ListedAccess::Nothing => "no access".to_owned(),
    }
}

/// The names of worlds with what is true there, the actual one marked, as many as are wanted.
pub fn worlds(worlds: &Worlds, most: usize) -> String {
    let mut text = String::new();
    for (at, name) in worlds.names.iter().enumerate().take(most) {
        let mark = if at == worlds.actual { '*' } else { ' ' };
        let line = format!("{mark} {name}  {}", worlds.details[at].join(", "));
        text += &format!("{}\n", line.trim_end());
    }
    match worlds.names.len().saturating_sub(most) {
        0 => text,
        more => text + &format!("and {more} more\n"),
    }
}

/// How many worlds a state has; whoever only mentions it does not fail over it.
pub fn size(worlds: &Result<UBig, Limit>) -> String {
    match worlds {
        Ok(count) => count_noun(count, "world"),
        Err(limit) => format!("an unknown number of worlds ({limit})"),
    }
}
