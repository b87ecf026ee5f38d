//! What is looked for in a search, if it is a formula: read in the names of the game, and evaluated by
//! the explicit engine in all worlds of a model at once. Cards and agents that it mentions keep their
//! names in the search.

use crate::ask;
use crate::cli::SearchArgs;
use crate::command::{Console, Status};
use hexa_engine::{EvalError, truth};
use hexa_games::{CARD_NAMES, Game, Model, WorldSet, declarations, state};
use hexa_lang::NoIncludes;
use hexa_logic::{Formula, FormulaNode};
use hexa_text::{Code, Diagnostic};
use hexa_workbench::{Opened, Typing};
use std::io;

/// A formula that is looked for.
pub struct Property {
    /// What the scenario checks at the end.
    pub checks: Vec<String>,
    /// The cards that it mentions.
    pub cards: Vec<usize>,
    /// The agents that it mentions.
    pub agents: Vec<usize>,
    opened: Opened,
    formula: Formula,
    typing: Typing,
}

/// Reads what was typed, if anything was; nothing if that could not be read.
pub fn read(
    args: &SearchArgs,
    game: &Game,
    console: &mut Console,
) -> io::Result<Option<Option<Property>>> {
    let texts = Texts::new(args);
    if texts.is_empty() {
        return Ok(Some(None));
    }
    let text = declarations(game, &hands(game));
    let loaded = hexa_lang::load("game", &text, &NoIncludes, &[]);
    let Some(mut opened) = ask::opened(Ok(loaded), "game", &Default::default(), console)? else {
        return Ok(None);
    };
    match texts.read(&mut opened) {
        Ok((formula, typing)) => {
            let (cards, agents) = texts.mentions(game);
            let checks = texts.checks();
            let property = Property { checks, cards, agents, opened, formula, typing };
            match property.worlds(&Model::initial(game)) {
                Ok(_) => Ok(Some(Some(property))),
                Err(error) => property.refuse(&error, console).map(|_| None),
            }
        }
        Err(problem) => console.refuse(&problem, &opened.sources).map(|_| None),
    }
}

/// The first player has the first cards, and so on.
fn hands(game: &Game) -> Vec<Vec<usize>> {
    let mut next = 0;
    let hand = |size: usize| {
        next += size;
        (next - size..next).collect()
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

    /// The cards and agents whose names occur. A number may mean something else, and then too much is
    /// kept apart.
    fn mentions(&self, game: &Game) -> (Vec<usize>, Vec<usize>) {
        let text = self.checks().join(" ");
        let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '\'')).collect();
        let everybody: String = (1..=game.agents()).map(|agent| agent.to_string()).collect();
        let is_named = |agent: &usize| {
            let name = (agent + 1).to_string();
            words.iter().any(|word| {
                let digits = word.chars().all(|c| c.is_ascii_digit());
                digits && **word != everybody && word.contains(&name)
            })
        };
        let cards = (0..game.cards()).filter(|&card| words.contains(&CARD_NAMES[card])).collect();
        (cards, (0..game.agents()).filter(is_named).collect())
    }
}

/// A comment would swallow the rest of its line.
fn in_one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Worlds that are bisimilar are taken together, and not all formulas can be asked then.
fn is_kept(formula: Formula, typing: &Typing, opened: &Opened) -> Result<(), Diagnostic> {
    let terms = &opened.document.terms;
    let counts = |&&part: &&Formula| {
        matches!(terms.node(part), FormulaNode::Distributed(..) | FormulaNode::Probability(..))
    };
    let occurring = terms.occurring(&[formula], &[]);
    let Some(&part) = occurring.formulas.iter().find(counts) else { return Ok(()) };
    let message = "`D` and `P` cannot be asked for in a search";
    let at = typing.step.places.formula(part).unwrap_or(typing.step.at);
    let problem = Diagnostic::without_place(Code::WrongKind, message)
        .at(at, "")
        .help("states are searched up to bisimilarity, which these do not respect");
    Err(opened.as_typed(problem, typing))
}

impl Property {
    /// Where it holds.
    pub fn worlds(&self, model: &Model) -> Result<WorldSet, EvalError> {
        let document = &self.opened.document;
        let Ok(state) = state(model, 0, &document.vocabulary) else {
            return Ok(WorldSet::none(model.worlds()));
        };
        let worlds = truth(&state, &document.terms, self.formula)?;
        Ok(WorldSet::of(model.worlds(), |world| worlds.contains(world)))
    }

    /// Tells why it cannot be evaluated.
    pub fn refuse(&self, error: &EvalError, console: &mut Console) -> io::Result<Status> {
        let code = match error {
            EvalError::Undefined(_) => Code::NoAccess,
            EvalError::Unsupported(_) => Code::Unsupported,
            EvalError::Unanswerable { .. } => Code::Unanswerable,
            _ => Code::Limit,
        };
        let problem =
            Diagnostic::without_place(code, error.to_string()).at(self.typing.step.at, "");
        console.refuse(&self.opened.as_typed(problem, &self.typing), &self.opened.sources)
    }
}
