//! The sheet for other programs to show: as a table of values between commas (RFC 4180), and as a picture. What is certain is
//! told apart from what is only likely, as in the grid.

mod picture;
#[cfg(feature = "png")]
mod png;
mod svg;

use crate::entry::holder_name;
use crate::setup::Setup;
use crate::sheet::{Mark, MarkChance, Sheet};
use crate::words;
use hexa_logic::{Card, Holder};

/// How a sheet is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SheetFormat {
    /// Values between commas.
    Csv,
    /// A picture that can be scaled.
    Svg,
    /// A picture of dots.
    #[cfg(feature = "png")]
    Png,
}

/// There is no picture of this character.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoGlyph(pub char);

impl SheetFormat {
    /// The formats, by how the names of their files end.
    pub const ENDINGS: &[(&str, Self)] = &[
        ("csv", Self::Csv),
        ("svg", Self::Svg),
        #[cfg(feature = "png")]
        ("png", Self::Png),
    ];

    /// The format of a file, by how its name ends.
    pub fn of_file(name: &str) -> Option<Self> {
        let ending = name.rsplit_once('.')?.1.to_lowercase();
        Self::ENDINGS.iter().find(|(one, _)| *one == ending).map(|(_, format)| *format)
    }

    /// What is in the file of a sheet.
    pub fn write(self, setup: &Setup, sheet: &Sheet) -> Result<Vec<u8>, NoGlyph> {
        match self {
            Self::Csv => Ok(csv(setup, sheet).into_bytes()),
            Self::Svg => Ok(svg::write(&picture::Picture::of(setup, sheet)).into_bytes()),
            #[cfg(feature = "png")]
            Self::Png => png::write(&picture::Picture::of(setup, sheet)),
        }
    }
}

/// What stands in a cell: as in the grid.
fn cell(setup: &Setup, sheet: &Sheet, holder: Holder, card: Card) -> String {
    if !setup.deck().is_dealt(card) {
        return match holder {
            Holder::Table => words::FACE_UP.to_owned(),
            Holder::Agent(_) => String::new(),
        };
    }
    let chance = sheet.chance(holder, card);
    match chance.mark() {
        Mark::Yes => words::YES.to_owned(),
        Mark::No => words::NO.to_owned(),
        Mark::Open => chance.percent().to_string(),
    }
}

fn csv(setup: &Setup, sheet: &Sheet) -> String {
    let quoted = |value: &str| match value.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    };
    let line = |values: Vec<String>| {
        values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(",") + "\r\n"
    };
    let names = setup.holders().map(|holder| holder_name(setup, holder).to_owned());
    let mut text =
        line(["category".to_owned(), "card".to_owned()].into_iter().chain(names).collect());
    for category in setup.deck().categories() {
        for &card in &category.cards {
            let cells = setup.holders().map(|holder| cell(setup, sheet, holder, card));
            let first = [category.name.clone(), setup.deck().name(card).to_owned()];
            text += &line(first.into_iter().chain(cells).collect());
        }
    }
    text
}
