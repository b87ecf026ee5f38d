//! An action in the language of a neighbouring framework (thesis defs. 41, 42, 56 and 59), as text that can be added to
//! the file.

pub mod frame;
mod updates;

use crate::latex::{self, Form};
use crate::opened::{Opened, Typing};
use hexa_engine::translation::frame::NoFrame;
use hexa_engine::translation::suspicion::{NoExpression, Way, suspicion};
use hexa_lang::Document;
use hexa_lang::syntax::Printer;
use hexa_logic::Action;
use hexa_text::{Code, Diagnostic};

/// A neighbouring framework.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Framework {
    /// Frames: all actions of its type, when each can happen, and who cannot tell them apart.
    Frame,
    /// Gerbrandy's updates.
    Updates,
    /// Baltag's action expressions.
    Suspicion,
}

/// An action in another framework.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Translated {
    /// Declarations that can be added to the file, the last one that of the action.
    pub text: String,
}

impl Opened {
    /// Translates an action.
    pub fn translate(
        &mut self,
        action: &str,
        to: Framework,
        form: Form,
    ) -> Result<Translated, Diagnostic> {
        let (action, typing) = self.action(action)?;
        let text = match to {
            Framework::Frame => frame::text(action, self, &typing),
            Framework::Suspicion => as_expression(action, self, &typing),
            Framework::Updates => updates::text(action, self, &typing),
        };
        let text = text.map_err(|problem| self.as_typed(problem, &typing))?;
        Ok(Translated {
            text: match form {
                Form::Hexa => text,
                Form::Latex => latex::page(&text)?,
            },
        })
    }
}

/// An action as a definition, which is known to fit into the file.
fn as_definition(action: &str, opened: &Opened) -> Result<String, Diagnostic> {
    let name = opened.document.free_name("translated");
    let text = format!("action {name} = {action}\n");
    let asked = format!("{text}do {name}\n");
    match opened.can_read(&asked)? {
        true => Ok(text),
        false => {
            let message = "the translation could not be read back";
            Err(Diagnostic::without_place(Code::NoTranslation, message))
        }
    }
}

/// The action expression that has the frame of the action.
fn as_expression(
    action: Action,
    opened: &mut Opened,
    typing: &Typing,
) -> Result<String, Diagnostic> {
    let taken = opened.document.names();
    let stop = opened.limits.stop.clone();
    let Document { terms, vocabulary, .. } = &mut opened.document;
    match suspicion(terms, action, vocabulary.agent_count(), Way::Faithful, &stop) {
        Ok(expression) => {
            let printer = Printer { taken: &taken, ..Printer::new(terms, vocabulary) };
            let expression = printer.action(expression);
            as_definition(&expression, opened)
        }
        Err(why) => Err(no_expression(&why, typing)),
    }
}

fn no_expression(why: &NoExpression, typing: &Typing) -> Diagnostic {
    let message = why.to_string();
    let (code, help) = match why {
        NoExpression::Frame(NoFrame::Stopped) => {
            return Diagnostic::for_stop().at(typing.step.at, "");
        }
        NoExpression::Type(_) => {
            (Code::SeveralOutcomes, "mark the alternative that was chosen: `!α + β`")
        }
        NoExpression::Frame(NoFrame::Undefined(_)) => {
            (Code::NoAccess, "the action must mean something where everybody has access")
        }
        NoExpression::Frame(NoFrame::Unsupported(_)) => (
            Code::NoTranslation,
            "tests, `L_B`, `;`, `+` and moves of the game are translated, and events that change nothing",
        ),
        NoExpression::Frame(NoFrame::Events(_) | NoFrame::Depth(_))
        | NoExpression::Size(_)
        | NoExpression::Epistemic(_) => {
            (Code::Limit, "translate a part of it, or an action with fewer alternatives")
        }
    };
    Diagnostic::without_place(code, message).at(typing.step.at, "").help(help)
}
