//! Formulas in the formats of other tools, written from the outside in. Formulas may nest deeper than
//! functions may call each other, so that what is still to be written waits in a list.

use hexa_logic::Formula;

/// Longer formulas are not written.
const MOST_BYTES: usize = 1 << 26;

/// What a formula is written with.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Words and signs.
    Text(String),
    /// Another formula.
    Formula(Formula),
}

impl Piece {
    /// Words and signs.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// Writes a formula, of which `pieces` says what it is written with.
///
/// # Errors
/// Whatever `pieces` cannot say, or a formula and that it is too long.
pub fn write<E: From<(Formula, &'static str)>>(
    formula: Formula,
    mut pieces: impl FnMut(Formula) -> Result<Vec<Piece>, E>,
) -> Result<String, E> {
    let mut out = String::new();
    let mut waiting = vec![Piece::Formula(formula)];
    while let Some(piece) = waiting.pop() {
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Formula(formula) => waiting.extend(pieces(formula)?.into_iter().rev()),
        }
        if out.len() > MOST_BYTES {
            return Err((formula, "it is too long to be written").into());
        }
    }
    Ok(out)
}
