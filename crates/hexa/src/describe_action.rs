//! `hexa describe --action`: the knowledge action that describes a game action (thesis defs. 46 to 48),
//! and who learns more than whom.

use crate::cli::DescribeArgs;
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::latex;
use crate::limits::limits;
use crate::moment::Asked;
use crate::opened::{Opened, Typing, open};
use crate::problem::{Problem, RunCode};
use crate::questions;
use crate::refusal::Refused;
use crate::report::clean;
use hexa_engine::{
    Described, EvalError, Held, Hierarchy, NoGameAction, Understood, Undescribed, UpdateError,
    describe_game_action, game_action, hierarchy,
};
use hexa_lang::Document;
use hexa_lang::syntax::Printer;
use hexa_logic::{Action, Formula, Group};
use std::io::{self, Write};

/// Describes the game action that an action is in a state.
pub fn run(args: &DescribeArgs, action: &str, console: &mut Console) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.settings, console)? else {
        return Ok(Status::Broken);
    };
    let (action, typing) = match opened.action(action) {
        Ok(read) => read,
        Err(problem) => return opened.complain(&problem, console),
    };
    match described(args, action, &opened, &typing) {
        Ok(text) => {
            console.out.write_all(clean(&text).as_bytes())?;
            Ok(Status::Fine)
        }
        Err(problem) => opened.complain(&opened.as_typed(problem, &typing), console),
    }
}

fn described(
    args: &DescribeArgs,
    action: Action,
    opened: &Opened,
    typing: &Typing,
) -> Result<String, Problem> {
    let Opened { document, sources, name, .. } = opened;
    let limits = limits(&args.limits);
    let asked = Asked { document, sources, limits: limits.clone() };
    let moment = asked.stepped(args.moment.scenario.as_deref(), args.moment.step)?;
    let reached =
        asked.reach(moment).map_err(|problem| at_initial_state(problem, name, sources))?;
    let snapshot = reached.snapshot();
    let refused = Refused { document, step: &typing.step, snapshot, limits: limits.clone() };
    let found = game_action(&snapshot.state, &document.terms, action);
    let mut found = found.map_err(|why| match why {
        NoGameAction::Flawed(flawed) => {
            let why = questions::flaw(&flawed, &document.vocabulary);
            Problem::new(RunCode::NoGameAction.as_str(), format!("this is no game action: {why}"))
                .at(typing.step.at, "")
        }
        NoGameAction::Undecided(error) => refused.update(&error),
    })?;
    if found.game.answer.is_empty() {
        let message = "the answer that this gives is true in no world";
        return Err(Problem::new(RunCode::NotExecutable.as_str(), message).at(typing.step.at, ""));
    }
    let levels = hierarchy(&found.game, &limits).map_err(|limit| refused.limit(&limit))?;
    let actions = describe_game_action(&found.game, &found.answers, &limits, &mut found.terms);
    let actions = actions.map_err(|why| match why {
        Undescribed::Limit(limit) => refused.limit(&limit),
        other => undescribed(&other, &found, document).at(typing.step.at, ""),
    })?;
    let compared = Compared { state: &snapshot.state, found: &found };
    let checked = compared.with(action, actions).map_err(|error| refused.update(&error))?;
    if let Checked::Wrong = checked {
        let message = "the description was not found to do what the action does";
        return Err(Problem::new(RunCode::Limit.as_str(), message));
    }
    let written = Written { document, found: &found, levels: &levels };
    let text = written.text(actions, &checked);
    if args.latex { latex::page(&text) } else { Ok(text) }
}

/// Why there is no description.
fn undescribed(why: &Undescribed, found: &Understood, document: &Document) -> Problem {
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
        _ => "this is some of the answers to a question, and not all that are alike".to_owned(),
    };
    Problem::new(RunCode::NoGameAction.as_str(), message)
        .help("a frame describes every game action: `hexa translate FILE ACTION --to frame`")
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
    /// Something differs.
    Wrong,
}

impl Compared<'_> {
    /// Whether the descriptions do what the action does.
    fn with(&self, action: Action, actions: Described) -> Result<Checked, UpdateError> {
        let terms = &self.found.terms;
        let whole = game_action(self.state, terms, actions.whole);
        if !whole.is_ok_and(|whole| whole.game.is_same(&self.found.game)) {
            return Ok(Checked::Wrong);
        }
        let view = self.state.view().map_err(EvalError::Limit)?;
        if !self.found.game.is_executable(view.actual) {
            return Ok(Checked::Frames);
        }
        let left = self.state.update(terms, action)?;
        for described in [actions.whole, actions.short] {
            let right = self.state.update(terms, described)?;
            if !are_alike(left.alternatives(), right.alternatives()) {
                return Ok(Checked::Wrong);
            }
        }
        Ok(Checked::FramesAndStates)
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
        lines.push(match checked {
            Checked::FramesAndStates => {
                "# Checked: its frame is that of the game action, and executing either here gives \
                 bisimilar states."
                    .to_owned()
            }
            _ => "# Checked: its frame is that of the game action, which cannot be executed here."
                .to_owned(),
        });
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn question(&self) -> String {
        let name = |agent| self.document.vocabulary.agent_name(agent);
        let game = &self.found.game;
        let answers = match game.question.len() {
            1 => "one possible answer".to_owned(),
            several => format!("{several} possible answers"),
        };
        match (game.requester, game.respondent) {
            (Some(asks), Some(answered)) if asks != answered => {
                format!("{} asks, {} answers. There are {answers}:", name(asks), name(answered))
            }
            (_, Some(answered)) => format!("{} answers. There are {answers}:", name(answered)),
            _ => format!("Nobody answers, something is seen. There are {answers}:"),
        }
        .replace("There are one", "There is one")
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
