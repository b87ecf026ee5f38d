//! What is looked for in a search, if it is a formula: read in the names of the game.

use crate::ask;
use crate::cli::{LimitArgs, SearchArgs};
use crate::console::{Console, Status};
use hexa_engine::EvalError;
use hexa_games::knowledge::{
    KnowledgeGame, PackedModel, Property, declarations, mentions, unpreserved_part,
};
use hexa_lang::NoIncludes;
use hexa_logic::{Card, Formula};
use hexa_text::{Code, Diagnostic};
use hexa_workbench::{Opened, Typing};
use std::io;

/// A formula that is looked for, as it was typed.
pub struct TypedProperty {
    /// What it says.
    pub property: Property,
    opened: Opened,
    typing: Typing,
}

/// What was typed.
pub enum Reading {
    /// A formula.
    Property(Box<TypedProperty>),
    /// Nothing.
    Nothing,
    /// Something that cannot be read, of which was told why.
    Unread,
}

/// Reads what was typed.
pub fn read(args: &SearchArgs, game: &KnowledgeGame, console: &mut Console) -> io::Result<Reading> {
    let texts = Texts::new(args);
    if texts.is_empty() {
        return Ok(Reading::Nothing);
    }
    let text = declarations(game, &hands(game));
    let loaded = hexa_lang::load_until("game", &text, &NoIncludes, &[], &console.watch.stop);
    let Some(mut opened) = ask::opened(Ok(loaded), "game", &LimitArgs::default(), console)? else {
        return Ok(Reading::Unread);
    };
    let (formula, typing) = match texts.read(&mut opened) {
        Ok(read) => read,
        Err(problem) => return console.refuse(&problem, &opened.sources).map(|_| Reading::Unread),
    };
    let checks = texts.checks();
    let (cards, agents) = mentions(game, &checks.join(" "));
    let (vocabulary, terms) = (opened.document.vocabulary.clone(), opened.document.terms.clone());
    let property = Property { vocabulary, terms, formula, checks, cards, agents };
    let typed = TypedProperty { property, opened, typing };
    match typed.property.worlds(&PackedModel::initial(game)) {
        Ok(_) => Ok(Reading::Property(Box::new(typed))),
        Err(error) => typed.refuse(&error, console).map(|_| Reading::Unread),
    }
}

/// The first player has the first cards, and so on.
fn hands(game: &KnowledgeGame) -> Vec<Vec<Card>> {
    let mut next = 0;
    let hand = |size: usize| {
        next += size;
        (next - size..next).map(Card::from_index).collect()
    };
    game.hand_sizes().into_iter().map(hand).collect()
}

/// What was typed, each in one line.
struct Texts {
    before: Option<String>,
    then: Option<(String, String)>,
}

impl Texts {
    fn new(args: &SearchArgs) -> Self {
        let then = args.action.as_ref().zip(args.becomes.as_ref());
        Self {
            before: args.property.as_deref().map(in_one_line),
            then: then.map(|(action, after)| (in_one_line(action), in_one_line(after))),
        }
    }

    fn is_empty(&self) -> bool {
        self.before.is_none() && self.then.is_none()
    }

    /// Each by itself, so that errors show what is wrong with it; and then all as one formula.
    fn read(&self, opened: &mut Opened) -> Result<(Formula, Typing), Diagnostic> {
        if let Some(before) = &self.before {
            let (formula, typing) = opened.formula(before)?;
            is_kept(formula, &typing, opened)?;
        }
        if let Some((action, after)) = &self.then {
            opened.action(action)?;
            opened.formula(after)?;
        }
        let (formula, typing) = opened.formula(&self.checks().join(" & "))?;
        is_kept(formula, &typing, opened)?;
        Ok((formula, typing))
    }

    fn checks(&self) -> Vec<String> {
        let before = self.before.as_ref().map(|before| format!("({before})"));
        let then = self.then.as_ref();
        let then = then.map(|(action, after)| format!("<({action})> ({after})"));
        before.into_iter().chain(then).collect()
    }
}

/// A comment would swallow the rest of its line.
fn in_one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Worlds that are bisimilar are taken together, and not all formulas can be asked then.
fn is_kept(formula: Formula, typing: &Typing, opened: &Opened) -> Result<(), Diagnostic> {
    let Some(part) = unpreserved_part(&opened.document.terms, formula) else { return Ok(()) };
    let message = "`D` and `P` cannot be asked for in a search";
    let at = typing.step.places.formula(part).unwrap_or(typing.step.at);
    let problem = Diagnostic::without_place(Code::WrongKind, message)
        .at(at, "")
        .help("states are searched up to bisimilarity, which these do not respect");
    Err(opened.as_typed(problem, typing))
}

impl TypedProperty {
    /// Tells why it cannot be evaluated.
    pub fn refuse(&self, error: &EvalError, console: &mut Console) -> io::Result<Status> {
        let code = match error {
            EvalError::Undefined(_)
            | EvalError::NoProbability { .. }
            | EvalError::Disagreement { .. } => Code::NoAccess,
            EvalError::Unsupported(_) => Code::Unsupported,
            EvalError::Unanswerable { .. } => Code::Unanswerable,
            EvalError::Limit(_) | EvalError::Unweighed { .. } => Code::Limit,
        };
        let problem =
            Diagnostic::without_place(code, error.to_string()).at(self.typing.step.at, "");
        console.refuse(&self.opened.as_typed(problem, &self.typing), &self.opened.sources)
    }
}
