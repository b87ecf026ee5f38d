//! The sheet as texts at places, before it is drawn: columns are as wide as what stands in them.

use super::cell;
use crate::entry::holder_name;
use crate::setup::Setup;
use crate::sheet::{Mark, Sheet};
use hexa_logic::Holder;

/// What a text tells by its look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    Head,
    Plain,
    /// A card is certain to be there, or certain not to be.
    Yes,
    No,
}

impl Ink {
    /// Red, green and blue.
    pub(super) fn color(self) -> [u8; 3] {
        match self {
            Self::Head | Self::Plain => [0, 0, 0],
            Self::Yes => [0x0a, 0x7a, 0x2f],
            Self::No => [0x99, 0x99, 0x99],
        }
    }

    pub(super) fn is_bold(self) -> bool {
        match self {
            Self::Head | Self::Yes => true,
            Self::Plain | Self::No => false,
        }
    }
}

/// A text at a place.
pub(super) struct Placed {
    pub(super) row: usize,
    /// The first column has names; the others have their texts in the middle.
    pub(super) column: usize,
    pub(super) ink: Ink,
    pub(super) text: String,
}

/// The sheet as texts.
pub(super) struct Picture {
    pub(super) texts: Vec<Placed>,
    pub(super) rows: usize,
    /// How many characters fit into each column.
    pub(super) columns: Vec<usize>,
}

impl Picture {
    pub(super) fn of(setup: &Setup, sheet: &Sheet) -> Self {
        let holders: Vec<Holder> = setup.holders().collect();
        let (deck, mut texts, mut row) = (setup.deck(), Vec::new(), 0);
        for category in deck.categories() {
            let heads = holders.iter().map(|&holder| holder_name(setup, holder));
            for (column, head) in [category.name.as_str()].into_iter().chain(heads).enumerate() {
                texts.push(Placed { row, column, ink: Ink::Head, text: head.to_owned() });
            }
            row += 1;
            for &card in &category.cards {
                let text = deck.name(card).to_owned();
                texts.push(Placed { row, column: 0, ink: Ink::Plain, text });
                for (at, &holder) in holders.iter().enumerate() {
                    let ink = match deck.is_dealt(card).then(|| sheet.mark(holder, card)) {
                        Some(Mark::Yes) => Ink::Yes,
                        Some(Mark::No) | None => Ink::No,
                        Some(Mark::Open) => Ink::Plain,
                    };
                    let text = cell(setup, sheet, holder, card);
                    texts.push(Placed { row, column: at + 1, ink, text });
                }
                row += 1;
            }
        }
        let mut columns = vec![0; holders.len() + 1];
        for placed in &texts {
            columns[placed.column] = columns[placed.column].max(width(&placed.text));
        }
        Self { texts, rows: row, columns }
    }

    /// Where a column begins if each character is so wide, and each column has a gap after it; the end, after the last.
    pub(super) fn start(&self, column: usize, character: usize, gap: usize) -> usize {
        self.columns[..column].iter().map(|wide| wide * character + gap).sum()
    }
}

/// How many characters wide a text is at most: those of some scripts are twice as wide.
fn width(text: &str) -> usize {
    text.chars().map(|c| if c < '\u{1100}' { 1 } else { 2 }).sum()
}
