//! Text in drawings: made harmless, cut to length, measured, and the sentences of
//! the legend.

use super::graph::{Graph, Implied, Relation};
use super::picture::{Cells, Cut, Picture, Spread, Whole};
use std::collections::BTreeSet;

/// Longest name of a world in a sentence, in characters.
const NAME: usize = 120;
/// Longest text that is kept at all.
const FULL: usize = 4000;

/// Text without control characters and without marks that reorder what follows.
pub fn clean(text: &str) -> String {
    let keep = |c: &char| !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}');
    let spaced =
        text.chars().take(FULL + 1).filter(keep).map(|c| if c.is_control() { ' ' } else { c });
    shorten(spaced.collect::<String>().trim(), FULL)
}

/// The text, or its beginning and an ellipsis.
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_string();
    }
    let mut kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept.push('…');
    kept
}

/// The name of a world as it appears in sentences.
pub fn world_name(label: &str) -> String {
    let name = shorten(&clean(label), NAME);
    if name.is_empty() { "·".to_string() } else { name }
}

/// About how wide a text is at a font size; errs on the wide side.
pub fn width(text: &str, size: f64) -> f64 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '|' | '.' | ',' | ';' | ':' | '\'' | '!' => 0.32,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | ' ' | '-' | '/' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
        'A'..='Z' | '&' | '#' | '+' | '<' | '>' | '=' | '~' | '¬' => 0.72,
        c if (c as u32) >= 0x1100 => 1.0,
        _ => 0.6,
    };
    text.chars().map(of).sum::<f64>() * size
}

/// About how wide a text in bold letters is.
pub fn bold_width(text: &str, size: f64) -> f64 {
    1.12 * width(text, size)
}

/// Breaks a text into lines of at most some width.
pub fn wrap(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.len() - 1;
        let longer = if lines[line].is_empty() {
            word.to_string()
        } else {
            format!("{} {word}", lines[line])
        };
        if width(&longer, size) <= most || lines[line].is_empty() {
            lines[line] = longer;
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

/// What the drawing shows in another way, or less of.
pub struct LeftOut<'a> {
    /// The number of lines behind or across a solid.
    pub behind: usize,
    /// Agents whose classes are marked on the worlds.
    pub marked: &'a BTreeSet<usize>,
}

/// The sentences under a picture.
pub fn notes(picture: &Picture, graph: &Graph, left_out: &LeftOut) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(whole) = &picture.whole {
        notes.extend(about_whole(picture, whole));
    }
    if picture.worlds.is_empty() {
        notes.push(format!("There are no {}s.", picture.things.one()));
    }
    let linked = |r: &Relation| matches!(r, Relation::Cells { cells, .. } if !cells.is_empty());
    let outlined = picture.cells == Cells::Outlines;
    if graph.relations.iter().any(linked) && outlined {
        notes.push(format!(
            "An outline holds {}s that its agent cannot tell apart; the others the agent can tell from all.",
            picture.things.one()
        ));
    }
    if graph.relations.iter().any(linked) && !outlined {
        notes.push(format!(
            "{}eflexive and transitive links are left out.",
            of_whom(picture, graph)
        ));
    }
    notes.extend(about_all_access(picture, graph));
    if graph.relations.iter().any(has_two_way_arrows) {
        notes.push("A line without a head goes both ways.".to_string());
    }
    if left_out.behind > 0 {
        notes.push("Dotted links run behind or across the figure.".to_string());
    }
    for &agent in left_out.marked.iter().take(AGENTS_TOLD) {
        let name = shorten(&clean(&picture.agents[agent]), NAME);
        notes.push(format!("{name}: no lines; it links the worlds with the same mark {name}:x."));
    }
    if picture.worlds.iter().any(|world| world.cut == Cut::LeadsOut) {
        notes.push("Dashed outline: some links lead to worlds that are not shown.".to_string());
    }
    notes.extend(picture.notes.iter().take(20).map(|note| clean(note)));
    notes
}

/// The beginning of the sentence about links left out: of whom, if not of all.
fn of_whom(picture: &Picture, graph: &Graph) -> String {
    let arrows = |relation: &Relation| matches!(relation, Relation::Arrows(_));
    if !graph.relations.iter().any(arrows) {
        return "R".to_string();
    }
    let relations = graph.relations.iter().zip(&picture.agents);
    let classes = relations.filter(|(relation, _)| matches!(relation, Relation::Cells { .. }));
    let names = classes.take(AGENTS_TOLD).map(|(_, name)| shorten(&clean(name), NAME));
    format!("{}: r", names.collect::<Vec<_>>().join(", "))
}

fn has_two_way_arrows(relation: &Relation) -> bool {
    let Relation::Arrows(arrows) = relation else { return false };
    arrows.drawn.iter().any(|&(u, v)| arrows.drawn.contains(&(v, u)))
}

/// Agents that get sentences of their own.
pub const AGENTS_TOLD: usize = 24;
/// Cell sizes listed for one agent.
const SIZES_TOLD: usize = 6;

fn about_whole(picture: &Picture, whole: &Whole) -> Vec<String> {
    let shown = picture.worlds.len();
    let mut notes = vec![format!(
        "{shown} of {} worlds shown: {}.",
        clean(&whole.worlds),
        clean(&whole.selection)
    )];
    for (name, spread) in picture.agents.iter().zip(&whole.spread).take(AGENTS_TOLD) {
        let name = shorten(&clean(name), NAME);
        match spread {
            Spread::Unknown => {}
            Spread::Cells(sizes) => notes.push(format!("{name}: {}", told_sizes(sizes))),
            Spread::Arrows(count) => notes.push(format!("{name}: {}", count_noun(*count, "arrow"))),
        }
    }
    notes
}

fn told_sizes(sizes: &[(usize, usize)]) -> String {
    let total: usize = sizes.iter().map(|(_, number)| number).sum();
    if let [(size, _)] = sizes {
        return format!("{} of {}", count_noun(total, "cell"), count_noun(*size, "world"));
    }
    let mut told: Vec<String> = sizes
        .iter()
        .take(SIZES_TOLD)
        .map(|(size, number)| format!("{number} of {}", count_noun(*size, "world")))
        .collect();
    if sizes.len() > SIZES_TOLD {
        told.push(format!("and {} other sizes", sizes.len() - SIZES_TOLD));
    }
    let list = if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) };
    format!("{}{list}", count_noun(total, "cell"))
}

/// A number of things.
pub fn count_noun(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// What is to be said of each agent's access; the same of several at once.
fn about_all_access(picture: &Picture, graph: &Graph) -> Vec<String> {
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for (agent, relation) in graph.relations.iter().enumerate().take(AGENTS_TOLD) {
        let Some(text) = about_access(picture, relation) else { continue };
        let name = shorten(&clean(&picture.agents[agent]), NAME);
        match told.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) => names.push(name),
            None => told.push((text, vec![name])),
        }
    }
    told.into_iter().map(|(text, names)| format!("{}: {text}", names.join(", "))).collect()
}

fn about_access(picture: &Picture, relation: &Relation) -> Option<String> {
    match relation {
        Relation::Nobody => Some("no access.".to_owned()),
        Relation::Cells { outside, .. } if outside.is_empty() => None,
        Relation::Cells { outside, .. } => Some(about_outside(picture, outside)),
        Relation::Arrows(arrows) => match arrows.implied {
            Implied::Nothing => None,
            Implied::Loops => Some(format!("every {} has a loop, left out.", picture.things.one())),
            Implied::Steps => Some("transitive; links that follow are left out.".to_owned()),
            Implied::LoopsAndSteps => {
                Some("reflexive and transitive; links that follow are left out.".to_owned())
            }
        },
    }
}

fn about_outside(picture: &Picture, outside: &[usize]) -> String {
    if outside.len() == picture.worlds.len() {
        return "no access.".to_owned();
    }
    if outside.len() > 4 {
        return format!("no access in {} of the {}s.", outside.len(), picture.things.one());
    }
    let names: Vec<String> =
        outside.iter().map(|&w| world_name(&picture.worlds[w].label)).collect();
    format!("no access in {}.", names.join(" and "))
}

/// A description in words, for those who cannot see the picture.
pub fn description(picture: &Picture, graph: &Graph) -> String {
    let thing = picture.things.one();
    let mut told = vec![count_noun(picture.worlds.len(), thing)];
    if let Some(world) = picture.point.and_then(|w| picture.worlds.get(w)) {
        told.push(format!("actual {thing} {}", world_name(&world.label)));
    }
    for (agent, relation) in graph.relations.iter().enumerate().take(AGENTS_TOLD) {
        let name = shorten(&clean(&picture.agents[agent]), NAME);
        told.push(match relation {
            Relation::Nobody => format!("{name} has no access"),
            Relation::Cells { cells, .. } => {
                format!("{name} cannot tell apart {}", listed_cells(picture, cells))
            }
            Relation::Arrows(arrows) => {
                format!("{name} has {}", count_noun(arrows.drawn.len(), "arrow"))
            }
        });
    }
    format!("{}.", told.join("; "))
}

fn listed_cells(picture: &Picture, cells: &[Vec<usize>]) -> String {
    let large: Vec<&Vec<usize>> = cells.iter().filter(|cell| cell.len() > 1).collect();
    if large.is_empty() {
        return "no two worlds".to_string();
    }
    let name = |&w: &usize| world_name(&picture.worlds[w].label);
    let told = large.iter().take(8).map(|cell| {
        let names: Vec<String> = cell.iter().take(8).map(name).collect();
        let more = if cell.len() > 8 { " and more" } else { "" };
        format!("{}{more}", names.join(" "))
    });
    let more = if large.len() > 8 {
        format!(", and {} more cells", large.len() - 8)
    } else {
        String::new()
    };
    format!("{}{more}", told.collect::<Vec<_>>().join(", "))
}
