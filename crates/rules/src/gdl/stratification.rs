//! Whether atoms depend on their own negation. Relations may do so by name, as in `(<= (win ?x) (edge ?x ?y) (not (win
//! ?y)))`, and yet no atom does: what counts are the rules without variables (local stratification, Przymusinski 1988,
//! for the rules that can ever be applied). Where these are too many, circles are found in play.

use super::cut_short::{CutShort, RuleLimits};
use super::dependency::{Use, uses};
use super::ground::Ground;
use super::program::{Condition, Predicate};
use super::rulebook::Rulebook;
use crate::work::Work;
use hexa_lang::{Code, Diagnostic, Location, SourceId, Span};
use hexa_logic::Stopped;

/// So many rules without variables are looked at when a description is read.
const MOST_RULES: usize = 300_000;

/// The circles of a game that are found when it is read.
pub(crate) fn check(
    game: &Rulebook,
    source: SourceId,
    work: &Work<'_>,
) -> Result<Option<Diagnostic>, Stopped> {
    if !game.dependencies.has_mixed() {
        return Ok(None);
    }
    let all = (0..game.program.relations.len() as u32).map(Predicate);
    let mixed: Vec<Predicate> =
        all.filter(|&predicate| game.dependencies.is_mixed(predicate)).collect();
    let limits = RuleLimits { instances: MOST_RULES, atoms: MOST_RULES, answers: MOST_RULES };
    let (atoms, at, rule) = match Ground::new(game, &mixed, limits, work) {
        Ok(ground) => match ground.circle(work)? {
            Some(circle) => {
                let rule = &game.program.rules[circle.rule];
                let (denied, _) = ground.atom(circle.atoms[1]);
                let is_denied = |condition: &Condition| match condition {
                    Condition::Fails(atom) => atom.predicate == denied,
                    Condition::Holds(_) | Condition::Distinct(..) | Condition::Same(..) => false,
                };
                let literal = rule.body.iter().find(|literal| is_denied(&literal.condition));
                let at = literal.map_or(rule.at, |literal| literal.at);
                (ground.show_circle(game, &circle), at, Some(rule.at))
            }
            None => return Ok(None),
        },
        Err(CutShort::Circle(atoms)) => {
            let (at, rule) = first_mixed(game);
            (atoms, at, rule)
        }
        Err(CutShort::Stopped) => return Err(Stopped),
        Err(_) => return Ok(None),
    };
    Ok(Some(unstratified(&atoms, source, at, rule)))
}

/// A condition of a relation on the negation of its own, by name.
fn first_mixed(game: &Rulebook) -> (Span, Option<Span>) {
    for rule in &game.program.rules {
        let own = |used: Predicate| game.dependencies.is_mutual(used, rule.head.predicate);
        let is_mixed = |(used, how): (Predicate, Use)| how == Use::Strict && own(used);
        for literal in &rule.body {
            if uses(&game.program, literal).into_iter().any(is_mixed) {
                return (literal.at, Some(rule.at));
            }
        }
    }
    (Span::new(0, 0), None)
}

/// That an atom depends on its own negation.
fn unstratified(atoms: &[String], source: SourceId, at: Span, rule: Option<Span>) -> Diagnostic {
    let first = atoms.first().map_or("", String::as_str);
    let message = format!("`{first}` depends on its own negation");
    let mut wrong = Diagnostic::new(Code::Unstratified, source, at, message);
    if let Some(span) = rule.filter(|&rule| rule != at) {
        wrong = wrong.at(Location { source, span }, "in this rule");
    }
    wrong.help(format!("break this circle: {}", describe_circle(atoms)))
}

/// A circle in words: the first atom needs that the second does not hold, and so on.
pub(crate) fn describe_circle(atoms: &[String]) -> String {
    let mut text = String::new();
    for (at, atom) in atoms.iter().enumerate() {
        text += match at {
            0 => "",
            1 => " needs not ",
            _ => " needs ",
        };
        text += &format!("`{atom}`");
    }
    if let ([only], true) = (atoms, atoms.len() == 1) {
        text += &format!(" needs not `{only}`");
    }
    text
}
