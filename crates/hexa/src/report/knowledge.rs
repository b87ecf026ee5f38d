//! Who knows what: for each agent what he knows of the atoms, as a table of cards and
//! holders where there are cards.

use super::counted;
use crate::card_knowledge::{CardKnowledge, Known};
use hexa_engine::{AccessView, Held, Limit, View, deals};
use hexa_logic::{Agent, Atom, Holder, Vocabulary};
use unicode_width::UnicodeWidthStr;

impl Known {
    fn word(self) -> &'static str {
        match self {
            Self::True => "yes",
            Self::False => "no",
            Self::Open => "?",
        }
    }
}

/// What every agent with access knows in the actual world.
pub fn knowledge(state: &Held, vocabulary: &Vocabulary) -> Result<String, Limit> {
    match state {
        Held::Deals(state) => knowledge_of_cards(state, vocabulary),
        _ => Ok(knowledge_in(&state.view()?, vocabulary)),
    }
}

/// The same for deals of cards, without listing worlds.
fn knowledge_of_cards(state: &deals::State, vocabulary: &Vocabulary) -> Result<String, Limit> {
    let mut text = String::new();
    for agent in vocabulary.agents() {
        let name = vocabulary.agent_name(agent);
        if !state.group().contains(agent) {
            text += &format!("{name} has no access\n");
            continue;
        }
        let cards = CardKnowledge::of(state, agent)?;
        let known = |atom: Atom| match vocabulary.holding(atom) {
            Some((card, holder)) => {
                let place = vocabulary.holders().position(|other| other == holder);
                place.map_or(Known::False, |place| cards.known(card, place))
            }
            None => Known::False,
        };
        let worlds = counted(state.considered_count(agent)?, "world");
        text += &format!("{name} considers {worlds} possible\n");
        text += &tables(vocabulary, known);
    }
    Ok(text)
}

fn knowledge_in(view: &View, vocabulary: &Vocabulary) -> String {
    let mut text = String::new();
    for agent in vocabulary.agents() {
        let name = vocabulary.agent_name(agent);
        match considered(view, agent) {
            None => text += &format!("{name} has no access\n"),
            Some(worlds) if worlds.is_empty() => {
                text += &format!("{name} considers no world possible, and so knows everything\n");
            }
            Some(worlds) => text += &agent_knowledge(view, vocabulary, name, &worlds),
        }
    }
    text
}

/// The worlds that an agent considers possible in the actual one; none if he has no access.
pub fn considered(view: &View, agent: Agent) -> Option<Vec<usize>> {
    let (_, access) = view.access.iter().find(|(of, _)| *of == agent)?;
    Some(match access {
        AccessView::Cells(cells) => cells
            .iter()
            .find(|cell| cell.binary_search(&view.actual).is_ok())
            .cloned()
            .unwrap_or_default(),
        AccessView::Arrows(arrows) => {
            arrows.iter().filter(|(from, _)| *from == view.actual).map(|(_, to)| *to).collect()
        }
    })
}

fn agent_knowledge(view: &View, vocabulary: &Vocabulary, name: &str, worlds: &[usize]) -> String {
    let mut held = vec![0; vocabulary.atom_count()];
    for atom in worlds.iter().flat_map(|&world| &view.worlds[world].atoms) {
        held[atom.index()] += 1;
    }
    let known = |atom: Atom| match held[atom.index()] {
        0 => Known::False,
        all if all == worlds.len() => Known::True,
        _ => Known::Open,
    };
    let worlds = counted(worlds.len(), "world");
    format!("{name} considers {worlds} possible\n") + &tables(vocabulary, known)
}

/// What is known of cards and holders, and of other atoms.
fn tables(vocabulary: &Vocabulary, known: impl Fn(Atom) -> Known) -> String {
    let cards = match vocabulary.cards().len() {
        0 => String::new(),
        _ => card_table(vocabulary, &known),
    };
    let others: Vec<_> =
        vocabulary.atoms().filter(|&atom| vocabulary.holding(atom).is_none()).collect();
    cards + &atom_lists(vocabulary, &others, known)
}

/// A row for each card and a column for each holder.
fn card_table(vocabulary: &Vocabulary, known: impl Fn(Atom) -> Known) -> String {
    let holders: Vec<Holder> = vocabulary.holders().collect();
    let cell = |card, holder| vocabulary.held(card, holder).map_or("", |atom| known(atom).word());
    let head = holders.iter().map(|&holder| vocabulary.holder_name(holder)).collect::<Vec<_>>();
    let mut rows = vec![[&[""], head.as_slice()].concat()];
    for card in vocabulary.cards() {
        let cells = holders.iter().map(|&holder| cell(card, holder));
        rows.push(std::iter::once(vocabulary.card_name(card)).chain(cells).collect());
    }
    aligned(&rows)
}

/// The atoms that the agent knows to be true, to be false, and those he is open about.
fn atom_lists(vocabulary: &Vocabulary, atoms: &[Atom], known: impl Fn(Atom) -> Known) -> String {
    let line = |what: Known, words: &str| {
        let such = atoms.iter().filter(|&&atom| known(atom) == what);
        let names: Vec<_> = such.map(|&atom| vocabulary.atom_name(atom)).collect();
        if names.is_empty() { String::new() } else { format!("  {words}: {}\n", names.join(", ")) }
    };
    line(Known::True, "true") + &line(Known::False, "false") + &line(Known::Open, "open")
}

/// Rows with their columns as wide as the widest entry.
fn aligned(rows: &[Vec<&str>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (cell, width) in row.iter().zip(&widths) {
            let gap = " ".repeat(width - cell.width() + 1);
            line += &format!(" {cell}{gap}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_names_keep_the_columns_aligned() {
        let table = aligned(&[vec!["", "1", "t"], vec!["王", "yes", "no"], vec!["r", "?", "?"]]);
        assert_eq!(table, "      1    t\n  王  yes  no\n  r   ?    ?\n");
    }
}
