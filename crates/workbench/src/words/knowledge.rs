//! Who knows what, in words: a table for each agent.

use super::count_noun;
use crate::card_knowledge::Known;
use crate::knowledge::{AgentKnowledge, CardRow, Knowledge};
use hexa_engine::UBig;
use unicode_width::UnicodeWidthStr;

/// What everybody knows, in lines.
pub fn knowledge(knowledge: &Knowledge) -> String {
    knowledge.agents.iter().map(|agent| of_agent(agent, &knowledge.holders)).collect()
}

fn of_agent(known: &AgentKnowledge, holders: &[String]) -> String {
    let name = &known.agent;
    match &known.possible {
        None => format!("{name} has no access\n"),
        Some(none) if *none == UBig::ZERO => {
            format!("{name} considers no world possible, and so knows everything\n")
        }
        Some(worlds) => {
            let head = format!("{name} considers {} possible\n", count_noun(worlds, "world"));
            let cards = if known.cards.is_empty() { String::new() } else { table(known, holders) };
            head + &cards
                + &list("true", &known.known_true)
                + &list("false", &known.known_false)
                + &list("open", &known.open)
        }
    }
}

/// A row for each card and a column for each holder.
fn table(known: &AgentKnowledge, holders: &[String]) -> String {
    let head = holders.iter().map(String::as_str);
    let mut rows = vec![std::iter::once("").chain(head).collect::<Vec<_>>()];
    for CardRow { card, held } in &known.cards {
        let cells = held.iter().map(|known| known.map_or("", word));
        rows.push(std::iter::once(card.as_str()).chain(cells).collect());
    }
    align(&rows)
}

fn word(known: Known) -> &'static str {
    match known {
        Known::True => "yes",
        Known::False => "no",
        Known::Open => "?",
    }
}

fn list(what: &str, names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("  {what}: {}\n", names.join(", ")) }
}

/// Rows with their columns as wide as the widest entry.
fn align(rows: &[Vec<&str>]) -> String {
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
        let table = align(&[vec!["", "1", "t"], vec!["王", "yes", "no"], vec!["r", "?", "?"]]);
        assert_eq!(table, "      1    t\n  王  yes  no\n  r   ?    ?\n");
    }
}
