//! The sheet for other programs to show: as a table of values between commas (RFC 4180), and as a picture in SVG. What is
//! certain is told apart from what is only likely, as in the grid.

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
    /// A picture.
    Svg,
}

impl SheetFormat {
    /// The format of a file, by how its name ends.
    pub fn of_file(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1.to_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }

    /// A sheet as text.
    pub fn write(self, setup: &Setup, sheet: &Sheet) -> String {
        match self {
            Self::Csv => csv(setup, sheet),
            Self::Svg => svg(setup, sheet),
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

/// Sizes of the picture, in its units.
const ROW: usize = 20;
const LABEL: usize = 130;
const COLUMN: usize = 70;

fn svg(setup: &Setup, sheet: &Sheet) -> String {
    let holders: Vec<Holder> = setup.holders().collect();
    let rows = setup.deck().cards().len() + setup.deck().categories().len();
    let (width, height) = (LABEL + COLUMN * holders.len() + 10, ROW * rows + 10);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let mut row = 0;
    let put = |text: &mut String, row: usize, column: Option<usize>, style: &str, value: &str| {
        let y = ROW * (row + 1) - 4;
        let (x, anchor) = match column {
            None => (6, "start"),
            Some(at) => (LABEL + COLUMN * at + COLUMN / 2, "middle"),
        };
        let value = escape(value);
        *text +=
            &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\"{style}>{value}</text>\n");
    };
    for category in setup.deck().categories() {
        let bold = " font-weight=\"bold\"";
        put(&mut text, row, None, bold, &category.name);
        for (at, &holder) in holders.iter().enumerate() {
            put(&mut text, row, Some(at), bold, holder_name(setup, holder));
        }
        row += 1;
        for &card in &category.cards {
            put(&mut text, row, None, "", setup.deck().name(card));
            for (at, &holder) in holders.iter().enumerate() {
                let style = match setup.deck().is_dealt(card).then(|| sheet.mark(holder, card)) {
                    Some(Mark::Yes) => " fill=\"#0a7a2f\" font-weight=\"bold\"",
                    Some(Mark::No) | None => " fill=\"#999999\"",
                    Some(Mark::Open) => "",
                };
                put(&mut text, row, Some(at), style, &cell(setup, sheet, holder, card));
            }
            row += 1;
        }
    }
    text + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
