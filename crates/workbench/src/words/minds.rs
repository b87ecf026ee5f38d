//! The English of what strategies keep in mind: a grid of cards and models, with in how many worlds of a model a card is.

use crate::table::{MindCardShown, MindModelShown, MindShown};
use hexa_draw::plot::{GridPlot, GridRow};
use unicode_width::UnicodeWidthStr;

/// What a cell says: one's own card, a card that is in none or in all of the worlds, or in how many it is.
fn cell(card: &MindCardShown, worlds: u64, all: u64) -> String {
    match worlds {
        0 if card.is_own => "own".to_owned(),
        0 => "-".to_owned(),
        _ if worlds == all => "yes".to_owned(),
        _ => worlds.to_string(),
    }
}

fn title(mind: &MindShown) -> String {
    format!("{} (`{}`)", mind.player, mind.strategy)
}

fn about(model: &MindModelShown) -> String {
    model.hand_of.clone().unwrap_or_else(|| "goal".to_owned())
}

fn shown_to(card: &MindCardShown) -> String {
    match card.shown_to.is_empty() {
        true => String::new(),
        false => format!("shown to {}", card.shown_to.join(", ")),
    }
}

/// What a drawing calls the model of what others know of one's own hand.
const SHOWN_TO: &str = "shown to";

/// A grid, line by line.
pub fn mind(mind: &MindShown) -> Vec<String> {
    let heads: Vec<String> = mind.models.iter().map(about).collect();
    let totals: Vec<String> = mind.models.iter().map(|model| model.worlds.to_string()).collect();
    let names = mind.cards.iter().map(|card| card.name.width()).max().unwrap_or(0).max(6);
    let widths: Vec<usize> = heads
        .iter()
        .zip(&totals)
        .map(|(head, total)| head.width().max(total.len()).max(3))
        .collect();
    let row = |name: &str, cells: &[String], note: &str| {
        let padding = " ".repeat(names.saturating_sub(name.width()));
        let cells: String =
            cells.iter().zip(&widths).map(|(cell, width)| format!(" {cell:>width$}")).collect();
        format!("  {name}{padding}{cells} {note}").trim_end().to_owned()
    };
    let mut lines = vec![format!("{} keeps in mind:", title(mind))];
    lines.push(row("", &heads, ""));
    lines.push(row("worlds", &totals, ""));
    for card in &mind.cards {
        let cells: Vec<String> = card
            .worlds
            .iter()
            .zip(&mind.models)
            .map(|(&n, model)| cell(card, n, model.worlds))
            .collect();
        lines.push(row(&card.name, &cells, &shown_to(card)));
    }
    lines
}

/// The same as a drawing. The last column is the model of what others know of one's own cards.
pub fn mind_plot(mind: &MindShown) -> GridPlot {
    let others = mind.models.iter().filter(|model| model.hand_of.is_some()).count();
    let shown = |card: &MindCardShown| {
        (card.shown_to.len() as f64 / others.max(1) as f64, card.shown_to.join(", "))
    };
    let head = |model: &MindModelShown| {
        let worlds = if model.worlds == 1 { "world" } else { "worlds" };
        format!("{}: {} {worlds}", about(model), model.worlds)
    };
    let row = |card: &MindCardShown| GridRow {
        label: card.name.clone(),
        group: card.kind,
        cells: card
            .worlds
            .iter()
            .zip(&mind.models)
            .map(|(&n, model)| (n as f64 / model.worlds.max(1) as f64, cell(card, n, model.worlds)))
            .chain([shown(card)])
            .collect(),
    };
    GridPlot {
        title: format!("What {} keeps in mind", title(mind)),
        columns: mind.models.iter().map(head).chain([SHOWN_TO.to_owned()]).collect(),
        rows: mind.cards.iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_says_what_is_left() {
        let model = |hand_of: Option<&str>, worlds| MindModelShown {
            hand_of: hand_of.map(str::to_owned),
            worlds,
        };
        let card = |name: &str, worlds: [u64; 2], is_own| MindCardShown {
            name: name.to_owned(),
            kind: 0,
            worlds: worlds.to_vec(),
            is_own,
            shown_to: if is_own { vec!["3".to_owned()] } else { Vec::new() },
        };
        let shown = MindShown {
            player: "2".to_owned(),
            strategy: "agent".to_owned(),
            lines: 1,
            models: vec![model(None, 12), model(Some("1"), 21)],
            cards: vec![card("plum", [0, 21], false), card("rope", [0, 0], true)],
        };
        let lines = mind(&shown);
        assert_eq!(
            lines,
            [
                "2 (`agent`) keeps in mind:",
                "         goal   1",
                "  worlds   12  21",
                "  plum      - yes",
                "  rope    own own shown to 3",
            ]
        );
        let plot = mind_plot(&shown);
        assert_eq!(plot.columns, ["goal: 12 worlds", "1: 21 worlds", "shown to"]);
        let cell = |share, text: &str| (share, text.to_owned());
        assert_eq!(plot.rows[0].cells, [cell(0.0, "-"), cell(1.0, "yes"), cell(0.0, "")]);
        assert_eq!(plot.rows[1].cells[2], cell(1.0, "3"), "the third model is drawn as well");
    }
}
