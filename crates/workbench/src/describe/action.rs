//! The knowledge action that describes a game action (thesis defs. 46 to 48), and who learns more than whom.

use crate::latex::{self, Form};
use crate::opened::{Opened, Typing, When};
use crate::questions::Fault;
use crate::refusal::Refused;
use crate::words::{self, description};
use hexa_engine::{
    Described, EvalError, Held, Hierarchy, NoGameAction, Understood, Undescribed, UpdateError,
    describe_game_action, game_action, hierarchy,
};
use hexa_lang::Document;
use hexa_lang::syntax::Printer;
use hexa_logic::{Action, Formula, Group};
use hexa_text::{Code, Diagnostic};

/// A game action, described.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ActionDescription {
    /// Who asks, if somebody does.
    pub requester: Option<String>,
    /// Who answers, if somebody does.
    pub respondent: Option<String>,
    /// The possible answers.
    pub answers: Vec<PossibleAnswer>,
    /// The groups that learn, those who learn more later; with those that are the first to learn more.
    pub hierarchy: Vec<Level>,
    /// The knowledge action, without the answers that everybody can tell from the one given.
    pub action: String,
    /// The same with them.
    pub whole: String,
    /// The same as it can be added to the file or to a paper, with remarks.
    pub text: String,
}

/// A possible answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct PossibleAnswer {
    /// What it says.
    pub formula: String,
    /// Whether it is, or may be, the one given.
    pub given: bool,
}

/// A group that learns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Level {
    /// Its agents.
    pub group: Vec<String>,
    /// The groups below that are the first to learn more, by their places.
    pub first_to_learn_more: Vec<usize>,
}

impl Opened {
    /// Describes the game action that an action is in a state.
    pub fn describe_action(
        &mut self,
        action: &str,
        when: &When,
        form: Form,
    ) -> Result<ActionDescription, Diagnostic> {
        let (action, typing) = self.action(action)?;
        let found = describe_action(action, self, &typing, when);
        let found = found.map_err(|problem| self.as_typed(problem, &typing))?;
        Ok(match form {
            Form::Hexa => found,
            Form::Latex => ActionDescription { text: latex::page(&found.text)?, ..found },
        })
    }
}

fn describe_action(
    action: Action,
    opened: &Opened,
    typing: &Typing,
    when: &When,
) -> Result<ActionDescription, Diagnostic> {
    let Opened { document, limits, .. } = opened;
    let reached = opened.reach(when)?;
    let snapshot = reached.snapshot();
    let refused = Refused { document, step: &typing.step, snapshot, limits };
    let found = game_action(&snapshot.state, &document.terms, action);
    let mut found = found.map_err(|why| match why {
        NoGameAction::Flawed(flawed) => {
            let why = words::verdict::fault(&Fault::new(&flawed, &document.vocabulary));
            Diagnostic::without_place(Code::NoGameAction, format!("this is no game action: {why}"))
                .at(typing.step.at, "")
        }
        NoGameAction::Undecided(error) => refused.update(&error),
    })?;
    if found.game.answer.is_empty() {
        let message = "the answer that this gives is true in no world";
        return Err(Diagnostic::without_place(Code::NotExecutable, message).at(typing.step.at, ""));
    }
    let levels = hierarchy(&found.game, limits).map_err(|limit| refused.limit(&limit))?;
    let actions = describe_game_action(&found.game, &found.answers, limits, &mut found.terms);
    let actions = actions.map_err(|why| match &why {
        Undescribed::Limit(limit) => refused.limit(limit),
        Undescribed::Tangled { .. } | Undescribed::SeveralAnswers => {
            no_description(&why, &found, document).at(typing.step.at, "")
        }
    })?;
    let compared = Compared { state: &snapshot.state, found: &found };
    let checked = compared.with(action, actions).map_err(|error| refused.update(&error))?;
    opened.go_on()?;
    let Some(checked) = checked else {
        let message = "the description was not found to do what the action does";
        return Err(Diagnostic::without_place(Code::Limit, message));
    };
    Ok(Written { document, found: &found, levels: &levels }.answer(actions, &checked))
}

/// Why there is no description.
fn no_description(why: &Undescribed, found: &Understood, document: &Document) -> Diagnostic {
    let printer = Printer::new(&found.terms, &document.vocabulary);
    let message = match why {
        Undescribed::Tangled { group, answers } => {
            let answers: Vec<String> =
                answers.iter().map(|&at| printer.formula(found.answers[at])).collect();
            format!(
                "no knowledge action without `;` describes this: {} cannot tell the answers {} apart, and \
                 there is no way to cut these into parts of which some learn which it is and the others \
                 nothing",
                names(document, group),
                answers.join(", ")
            )
        }
        Undescribed::SeveralAnswers => {
            "this is some of the answers to a question, and not all that are alike".to_owned()
        }
        Undescribed::Limit(limit) => format!("gave up: {limit}"),
    };
    Diagnostic::without_place(Code::NoGameAction, message)
        .help("a frame describes every game action: translate it into one")
}

/// A game action beside what describes it.
struct Compared<'a> {
    state: &'a Held,
    found: &'a Understood,
}

/// What was compared, and found to be the same.
enum Checked {
    /// The frames: the action cannot be executed here.
    Frames,
    /// The frames, and the states after the action.
    FramesAndStates,
}

impl Compared<'_> {
    /// In what the descriptions do what the action does; none if something differs.
    fn with(&self, action: Action, actions: Described) -> Result<Option<Checked>, UpdateError> {
        let terms = &self.found.terms;
        let whole = game_action(self.state, terms, actions.whole);
        if !whole.is_ok_and(|whole| whole.game.is_same(&self.found.game)) {
            return Ok(None);
        }
        let view = self.state.view().map_err(EvalError::Limit)?;
        if !self.found.game.is_executable(view.actual) {
            return Ok(Some(Checked::Frames));
        }
        let left = self.state.update(terms, action)?;
        for described in [actions.whole, actions.short] {
            let right = self.state.update(terms, described)?;
            if !are_alike(left.alternatives(), right.alternatives()) {
                return Ok(None);
            }
        }
        Ok(Some(Checked::FramesAndStates))
    }
}

/// Whether two actions have the same outcomes, which are single states.
fn are_alike(left: &[Vec<Held>], right: &[Vec<Held>]) -> bool {
    let alike = |left: &Vec<Held>, right: &Vec<Held>| match (&left[..], &right[..]) {
        ([left], [right]) => left.bisimilar(right) == Ok(true),
        _ => false,
    };
    left.len() == right.len() && left.iter().all(|l| right.iter().any(|r| alike(l, r)))
}

/// Writes a description.
struct Written<'a> {
    document: &'a Document,
    found: &'a Understood,
    levels: &'a Hierarchy,
}

impl Written<'_> {
    fn answer(&self, actions: Described, checked: &Checked) -> ActionDescription {
        let name = |agent| self.document.vocabulary.agent_name(agent).to_owned();
        let game = &self.found.game;
        let answer = |(at, &formula): (usize, &Formula)| PossibleAnswer {
            formula: self.formula(formula),
            given: game.answer.contains(&at),
        };
        let level = |(at, group): (usize, &Group)| Level {
            group: group.iter().map(name).collect(),
            first_to_learn_more: self.levels.first_to_learn_more[at].clone(),
        };
        let printer = Printer::new(&self.found.terms, &self.document.vocabulary);
        ActionDescription {
            requester: game.requester.map(name),
            respondent: game.respondent.map(name),
            answers: self.found.answers.iter().enumerate().map(answer).collect(),
            hierarchy: self.levels.groups.iter().enumerate().map(level).collect(),
            action: printer.action(actions.short),
            whole: printer.action(actions.whole),
            text: self.text(actions, checked),
        }
    }

    fn text(&self, actions: Described, checked: &Checked) -> String {
        let mut lines = vec![format!("# {}", self.question())];
        let given = &self.found.game.answer;
        lines.extend(self.found.answers.iter().enumerate().map(|(at, &answer)| {
            let mark = match (given.contains(&at), given.len()) {
                (false, _) => "",
                (true, 1) => "   <- given",
                (true, _) => "   <- may be given",
            };
            format!("#   {}{mark}", self.formula(answer))
        }));
        lines.extend(self.hierarchy().into_iter().map(|line| format!("# {line}")));
        let printer = Printer::new(&self.found.terms, &self.document.vocabulary);
        let name = self.document.free_name("described");
        if actions.whole != actions.short {
            let whole = self.document.free_name("describedwhole");
            lines.push("# With the answers that everybody can tell from the one given:".to_owned());
            lines.push(format!("action {whole} = {}", printer.action(actions.whole)));
            lines.push("# and without them:".to_owned());
        }
        lines.push(format!("action {name} = {}", printer.action(actions.short)));
        let and = match checked {
            Checked::FramesAndStates => "and executing either here gives bisimilar states",
            Checked::Frames => "which cannot be executed here",
        };
        lines.push(format!("# Checked: its frame is that of the game action, {and}."));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn question(&self) -> String {
        let name = |agent| self.document.vocabulary.agent_name(agent);
        let game = &self.found.game;
        let (asks, answered) = (game.requester.map(name), game.respondent.map(name));
        description::question(asks, answered, game.question.len())
    }

    /// The chain of groups, or for each group those that are the first to learn more.
    fn hierarchy(&self) -> Vec<String> {
        let levels = self.levels;
        let name = |at: &usize| names(self.document, &levels.groups[*at]);
        let chain = levels.first_to_learn_more.iter().all(|below| below.len() <= 1);
        let mut lines = match chain {
            true => {
                let all: Vec<String> = (0..levels.groups.len()).map(|at| name(&at)).collect();
                vec![format!("Hierarchy of learning: {{}} < {}", all.join(" < "))]
            }
            false => {
                let more = |at: usize| match &levels.first_to_learn_more[at][..] {
                    [] => "{}".to_owned(),
                    below => below.iter().map(name).collect::<Vec<_>>().join(", "),
                };
                let line = |at: usize| format!("  {} < {}", more(at), name(&at));
                let mut lines = vec!["Hierarchy of learning:".to_owned()];
                lines.extend((0..levels.groups.len()).map(line));
                lines
            }
        };
        if let [unit] = levels.broadcast_units().collect::<Vec<_>>()[..] {
            lines.push(format!("Broadcast unit: {}", names(self.document, unit)));
        }
        lines
    }

    fn formula(&self, formula: Formula) -> String {
        Printer::new(&self.found.terms, &self.document.vocabulary).formula(formula)
    }
}

/// `{1, 2}`
fn names(document: &Document, group: &Group) -> String {
    let names: Vec<&str> =
        group.iter().map(|agent| document.vocabulary.agent_name(agent)).collect();
    format!("{{{}}}", names.join(", "))
}
