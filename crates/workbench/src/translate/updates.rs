//! Actions as programs with updates (thesis def. 56).

use super::as_definition;
use crate::opened::{Opened, Typing};
use hexa_engine::translation::updates::{Untranslatable, to_updates};
use hexa_lang::syntax::Printer;
use hexa_logic::Action;
use hexa_text::{Code, Diagnostic};

/// The program with updates that an action is (def. 56).
pub(super) fn text(
    action: Action,
    opened: &mut Opened,
    typing: &Typing,
) -> Result<String, Diagnostic> {
    let document = &mut opened.document;
    match to_updates(&mut document.terms, action) {
        Ok(program) => {
            let program = Printer::new(&document.terms, &document.vocabulary).action(program);
            as_definition(&program, opened)
        }
        Err(why) => Err(no_updates(why, typing)),
    }
}

fn no_updates(why: Untranslatable, typing: &Typing) -> Diagnostic {
    let places = &typing.step.places;
    let code = Code::NoTranslation;
    match why {
        Untranslatable::Formula(formula) => Diagnostic::without_place(
            code,
            "this action has no translation into updates, because of what it tests",
        )
        .at(places.formula(formula).unwrap_or(typing.step.at), "this has no counterpart")
        .help("tests may not speak of `C`, `D` or `P`: Gerbrandy's language has only `K`"),
        Untranslatable::Action(part) => {
            Diagnostic::without_place(code, "this action has no translation into updates")
                .at(places.action(part).unwrap_or(typing.step.at), "this has no counterpart")
                .help(
                    "what can be translated is made of `?φ`, `L_B α`, `;`, `+` and moves of a game",
                )
        }
        Untranslatable::TooLong(most) => {
            let message = format!("gave up: the translation has more than {most} parts");
            Diagnostic::without_place(Code::Limit, message)
                .at(typing.step.at, "every `L` in it writes down twice what is learnt")
                .help("translate parts of it, and give names to them")
        }
    }
}
