//! Moves for somebody who is to choose one: all of them with their numbers, or where they are many the first of each kind.

use crate::table::has_numbers;
use unicode_width::UnicodeWidthStr;

/// So many moves are listed where somebody is asked; the others, where they are asked for.
pub(super) const MOST_MOVES: usize = 40;

/// So many kinds of moves have an example.
const MOST_KINDS: usize = 8;

/// Whether these are more than are listed unasked.
pub(super) fn is_long(moves: &[String]) -> bool {
    moves.len() > MOST_MOVES
}

/// The first move of each kind, with its number, and how many there are; moves are of one kind if they begin with the same word.
pub(super) fn kinds_of_moves(moves: &[String]) -> Vec<String> {
    let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
    let mut kinds: Vec<(String, usize, usize)> = Vec::new();
    for (at, text) in moves.iter().enumerate() {
        let word = word(text);
        match kinds.iter_mut().find(|(known, ..)| *known == word) {
            Some((_, _, many)) => *many += 1,
            None => kinds.push((word, at, 1)),
        }
    }
    let mut lines = vec![format!("  There are {} moves; `moves` lists them.", moves.len())];
    if kinds.len() > MOST_KINDS {
        return lines;
    }
    let numbers = number_moves(moves);
    for (_, at, many) in kinds {
        let others = match many {
            1 => String::new(),
            2 => ", and one more like it".to_owned(),
            many => format!(", and {} more like it", many - 1),
        };
        lines.push(format!("  {}{others}", numbers[at]));
    }
    lines
}

/// Moves with their numbers, in as many columns as fit.
pub(super) fn list_moves(moves: &[String], columns: usize) -> Vec<String> {
    columns_of(&number_moves(moves), columns)
}

/// Moves with their numbers, if they can be told by them.
fn number_moves(moves: &[String]) -> Vec<String> {
    let is_numbered = has_numbers(moves.iter().map(String::as_str));
    let digits = moves.len().to_string().len();
    let number = |(text, number): (&String, usize)| match is_numbered {
        true => format!("{number:>digits$} {text}"),
        false => text.clone(),
    };
    moves.iter().zip(1..).map(number).collect()
}

/// Texts side by side, from top to bottom, as many as fit.
pub(super) fn columns_of(texts: &[String], columns: usize) -> Vec<String> {
    let widest = texts.iter().map(|text| text.width()).max().unwrap_or(0);
    let across = (columns.saturating_sub(2) / (widest + 3)).clamp(1, texts.len().max(1));
    // A short list is easier to read in one column.
    let across = if texts.len() <= 6 { 1 } else { across };
    let down = texts.len().div_ceil(across);
    (0..down)
        .map(|row| {
            let cells = (0..across).filter_map(|column| texts.get(column * down + row));
            let padded = cells.map(|text| {
                format!("{text}{}", " ".repeat((widest + 3).saturating_sub(text.width())))
            });
            format!("  {}", padded.collect::<String>().trim_end())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_moves_the_first_of_each_kind_is_told() {
        let many = |word: &str, to: usize| (0..to).map(|at| format!("{word} {at}")).collect();
        let moves: Vec<String> = [many("accuse", 40), many("show", 2), many("end", 1)]
            .into_iter()
            .flat_map(|m: Vec<String>| m)
            .collect();
        assert!(is_long(&moves));
        let told = [
            "  There are 43 moves; `moves` lists them.",
            "   1 accuse 0, and 39 more like it",
            "  41 show 0, and one more like it",
            "  43 end 0",
        ];
        assert_eq!(kinds_of_moves(&moves), told);
        // Where there are too many kinds, examples would say little.
        let different: Vec<String> = (0..50).map(|at| format!("go{at}")).collect();
        assert_eq!(kinds_of_moves(&different).len(), 1);
    }
}
