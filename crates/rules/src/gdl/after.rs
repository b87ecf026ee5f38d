//! Moves that are typed: a play is led along them, and what is asked is asked of the position that they lead to. Steps are
//! separated by `;`, and each has a move of every role, in their order: `(mark 1 1) noop; noop (mark 2 2)`.

use super::answer::ShownPosition;
use super::cut_short::CutShort;
use super::kif::{self, Expression, ExpressionKind};
use super::referee::{Referee, RoleId, RoleMove};
use crate::work::Work;
use hexa_lang::{Code, Diagnostic, SourceId, Span};
use hexa_logic::Stopped;

/// So many legal moves are shown to who has typed another.
const MOST_SHOWN: usize = 12;

/// Moves as they were typed.
#[derive(Clone, Debug)]
pub(crate) struct TypedMoves {
    source: SourceId,
    steps: Vec<(Span, Vec<String>)>,
}

/// Why moves cannot be made.
pub(crate) enum NotMade {
    /// They are not legal.
    Wrong(Box<Diagnostic>),
    /// The rules were not applied to the end.
    CutShort(CutShort),
}

impl From<CutShort> for NotMade {
    fn from(cut_short: CutShort) -> Self {
        Self::CutShort(cut_short)
    }
}

/// Reads moves.
pub(crate) fn read_moves(
    text: &str,
    source: SourceId,
    work: &Work<'_>,
) -> Result<Result<TypedMoves, Diagnostic>, Stopped> {
    let mut steps = Vec::new();
    let mut from = 0;
    for piece in text.split(';') {
        let span = Span::new(from, from + piece.len());
        from += piece.len() + 1;
        if piece.trim().is_empty() {
            continue;
        }
        let (moves, wrong) = kif::read(piece, source, work)?;
        if let Some(wrong) = wrong.into_iter().next() {
            return Ok(Err(Diagnostic::new(wrong.code, source, span, wrong.message)));
        }
        steps.push((span, moves.iter().map(show).collect()));
    }
    Ok(Ok(TypedMoves { source, steps }))
}

/// A term as referees show it.
fn show(term: &Expression) -> String {
    match &term.kind {
        ExpressionKind::Word(word) => word.to_string(),
        ExpressionKind::List(parts) => {
            let parts: Vec<String> = parts.iter().map(show).collect();
            match &parts[..] {
                [only] => only.clone(),
                parts => format!("({})", parts.join(" ")),
            }
        }
    }
}

/// Leads a play along moves. From now on plays start there.
pub(crate) fn follow<R: Referee>(
    referee: &mut R,
    typed: &TypedMoves,
) -> Result<ShownPosition, NotMade> {
    let mut position = referee.initial();
    for (span, moves) in &typed.steps {
        referee.enter(&position)?;
        let made = choose(referee, moves).map_err(|(message, help)| {
            let wrong = Diagnostic::new(Code::IllegalMove, typed.source, *span, message);
            NotMade::Wrong(Box::new(wrong.help(help)))
        })?;
        referee.make(&made, &mut position)?;
    }
    referee.enter(&position)?;
    let roles = RoleId::first(referee.roles());
    let legal = roles.clone().map(|role| show_legal(referee, role)).collect();
    let goals = roles.map(|role| referee.goals(role)).collect::<Result<_, _>>()?;
    let shown = ShownPosition {
        steps: typed.steps.len(),
        facts: referee.show_position(&position),
        is_terminal: referee.is_terminal(),
        legal,
        goals,
    };
    referee.start_from(position);
    Ok(shown)
}

fn show_legal<R: Referee>(referee: &R, role: RoleId) -> Vec<String> {
    referee.legal(role).iter().map(|&made| referee.show_move(role, made)).collect()
}

/// The moves with these names; or why there are none, and what would be.
fn choose<R: Referee>(referee: &R, moves: &[String]) -> Result<Vec<RoleMove>, (String, String)> {
    let roles = referee.role_names();
    if referee.is_terminal() {
        let help = "leave out this step and what follows".to_owned();
        return Err(("the play is over before this step".to_owned(), help));
    }
    if moves.len() != roles.len() {
        let message = format!("a step has {} moves, not {}", roles.len(), moves.len());
        return Err((message, format!("write a move of each role: {}", roles.join(", "))));
    }
    let mut made = Vec::new();
    for ((role, name), typed) in RoleId::first(roles.len()).zip(&roles).zip(moves) {
        let legal = referee.legal(role);
        match legal.iter().find(|&&made| referee.show_move(role, made) == *typed) {
            Some(&found) => made.push(found),
            None => {
                let mut shown = show_legal(referee, role);
                let more = shown.len().saturating_sub(MOST_SHOWN);
                shown.truncate(MOST_SHOWN);
                let more = if more > 0 { format!(", and {more} more") } else { String::new() };
                let help = match shown.is_empty() {
                    true => format!("`{name}` has no legal move here"),
                    false => format!("legal are: {}{more}", shown.join(", ")),
                };
                return Err((format!("`{typed}` is no legal move of `{name}`"), help));
            }
        }
    }
    Ok(made)
}
