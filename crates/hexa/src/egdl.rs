//! `hexa egdl`: builds the model that a description in EGDL defines, and checks its rules and other formulas there (*Epistemic
//! GDL*, defs. 1 to 5, figure 1).

mod moves;
mod report;
mod verdict;

use crate::cli::EgdlArgs;
use crate::command::{Console, Status};
use crate::files;
use crate::problem::{Problem, RunCode};
use crate::report::render;
use hexa_lang::{Diagnostic, SourceId, Sources};
use hexa_rules::egdl::{self, Description, Instance};
use hexa_rules::{
    ModelLimits, NoModel, PositionFlaw, ReachedPosition, TransitionModel, Uniqueness, uniqueness,
};
use report::Report;
use std::io::{self, Write};
use verdict::{Place, Verdict, Verdicts};

/// So many problems of a text are shown.
const MOST_SHOWN: usize = 20;

/// So many steps are taken along paths.
pub const MOST_STEPS: u64 = 2_000_000_000;

/// Builds the model and checks formulas.
pub fn run(args: &EgdlArgs, console: &mut Console) -> io::Result<Status> {
    match opened(args).and_then(|game| checked(args, game)) {
        Ok((text, status)) => {
            console.out.write_all(text.as_bytes())?;
            Ok(status)
        }
        Err(refusal) => {
            let (problems, sources) = *refusal;
            for problem in problems.iter().take(MOST_SHOWN) {
                console.complain(&render(problem, &sources))?;
            }
            Ok(Status::Broken)
        }
    }
}

/// What is wrong, with the texts in which it shows.
type Refusal = Box<(Vec<Problem>, Sources)>;

/// A game that was read, with the formulas to check.
struct Game {
    name: String,
    sources: Sources,
    source: SourceId,
    description: Description,
    checks: Vec<(String, Vec<Instance>)>,
}

impl Game {
    fn refuse(self, problem: Problem) -> Refusal {
        Box::new((vec![problem], self.sources))
    }
}

fn opened(args: &EgdlArgs) -> Result<Game, Refusal> {
    let name = files::display_name(&args.file);
    let text = files::read_text(&args.file).map_err(|error| {
        let (problem, sources) = error.into_problem(&name);
        Box::new((vec![problem], sources))
    })?;
    let mut sources = Sources::default();
    let source = sources.add(name.clone(), text.clone());
    let (description, wrong) = egdl::read(&text, source);
    let Some(mut description) = description else { return Err(refusal(&wrong, sources)) };
    let mut checks = Vec::new();
    for check in &args.check {
        let typed = sources.add("--check", check.clone());
        match egdl::read_formula(&mut description, check, typed) {
            Ok(instances) => checks.push((check.clone(), instances)),
            Err(wrong) => return Err(refusal(&wrong, sources)),
        }
    }
    Ok(Game { name, sources, source, description, checks })
}

fn refusal(wrong: &[Diagnostic], sources: Sources) -> Refusal {
    Box::new((wrong.iter().map(Problem::from).collect(), sources))
}

fn checked(args: &EgdlArgs, mut game: Game) -> Result<(String, Status), Refusal> {
    let limits = ModelLimits { states: args.max_states, ..ModelLimits::default() };
    let model = match TransitionModel::new(&mut game.description, game.source, limits) {
        Ok(model) => model,
        Err(NoModel::Rules(wrong)) => return Err(refusal(&wrong, game.sources)),
        Err(refused) => {
            let problem = no_model(&refused, &game);
            return Err(game.refuse(problem));
        }
    };
    let Verdicts { rules, checks, histories } = match verdict::all(args, &mut game, &model) {
        Ok(verdicts) => verdicts,
        Err(problem) => return Err(game.refuse(problem)),
    };
    let unique = uniqueness(&mut game.description, &model, MOST_STEPS);
    let unique = match unique {
        Ok(unique) => unique,
        Err(gave_up) => return Err(game.refuse(limit(gave_up.to_string()))),
    };
    let all = rules.iter().chain(&checks);
    let status = match all.into_iter().all(|verdict: &Verdict| verdict.failing == 0) {
        true => Status::Fine,
        false => Status::Failed,
    };
    let report = Report { args, game: &game, model: &model, rules, checks, histories, unique };
    Ok((if args.json { report.json() } else { report.text() }, status))
}

/// That something takes too much.
fn limit(message: impl Into<String>) -> Problem {
    Problem::new(RunCode::Limit.as_str(), message)
}

/// Why there is no model.
fn no_model(refused: &NoModel, game: &Game) -> Problem {
    let signature = &game.description.signature;
    let agent =
        |agent: hexa_logic::Agent| signature.agents().nth(agent.index()).unwrap_or("?").to_owned();
    let no_state =
        |message: String| Problem::new(RunCode::NoState.as_str(), message).of_file(&game.name[..]);
    let (flaw, reached) = match refused {
        NoModel::TooManyStates(most) => {
            return limit(format!("there are more than {most} states"))
                .help("raise the limit with `--max-states`, or take smaller sets of indices");
        }
        NoModel::TooManySteps(most) => {
            return limit(format!("there are more than {most} transitions"));
        }
        NoModel::NoInitialState => {
            return no_state("no state is initial".to_owned()).help(
                "the rule for `initial` and the rules about single states contradict each other",
            );
        }
        NoModel::Rules(_) => return no_state("the rules define no model".to_owned()),
        NoModel::State(flaw, reached) => (flaw, reached),
    };
    let (message, help) = match flaw {
        PositionFlaw::InitialAndTerminal => {
            ("a state is initial and terminal".to_owned(), "no state may be both")
        }
        PositionFlaw::InitialAgain => (
            "a play leads back to an initial state".to_owned(),
            "an atom that says that the game has begun would tell the states apart",
        ),
        PositionFlaw::NoLegalAction(who) => (
            format!("{} has no legal action", agent(*who)),
            "a rule for `legal(noop^r)` can give one",
        ),
        PositionFlaw::LegalAtTheEnd(action) => (
            format!("{} is legal in a terminal state", signature.move_name(*action)),
            "add `& ~terminal` to its rule",
        ),
        PositionFlaw::NoNoopAtTheEnd(who) => (
            format!("noop^{} is not legal in a terminal state", agent(*who)),
            "add `| terminal` to its rule",
        ),
        PositionFlaw::NotSaid(fact, _) => (
            format!("no rule says whether {} holds next", signature.fact_name(*fact)),
            "a rule `next p <-> ...` says it everywhere",
        ),
        PositionFlaw::BothSaid(fact, _, rules) => {
            let label = |at: usize| &game.description.rules[at].label;
            let message = format!(
                "rules {} and {} say that {} holds next, and that it does not",
                label(rules[0]),
                label(rules[1]),
                signature.fact_name(*fact)
            );
            (message, "their conditions must exclude each other")
        }
    };
    let problem = no_state(message).help(help);
    let mut problem = told(problem, reached, game);
    if let PositionFlaw::NotSaid(_, done) | PositionFlaw::BothSaid(_, done, _) = flaw {
        problem = problem.note(format!("after {}", moves::written(signature, done)));
    }
    problem
}

/// Says how a state is reached, and what holds there.
fn told(problem: Problem, reached: &ReachedPosition, game: &Game) -> Problem {
    let signature = &game.description.signature;
    let play: Vec<String> =
        reached.play.iter().map(|done| moves::written(signature, done)).collect();
    let atoms: Vec<String> = reached.atoms.iter().map(|&fact| signature.fact_name(fact)).collect();
    let problem = match play.is_empty() {
        true => problem.note("in an initial state"),
        false => problem.note(format!("in the state after {}", play.join("; "))),
    };
    match atoms.is_empty() {
        true => problem.note("no atom is true there"),
        false => problem.note(format!("true there: {}", atoms.join(", "))),
    }
}

/// Whether there are other models of the rules.
fn unique_text(unique: Uniqueness, game: &Game) -> String {
    match unique {
        Uniqueness::Unique => {
            "this is the only model in which all legal actions lead somewhere".to_owned()
        }
        Uniqueness::SeesMore(agent) => {
            let agent = game.description.signature.agents().nth(agent.index()).unwrap_or("?");
            format!(
                "this is not the only model: if {agent} and everybody saw all of a state, the same rules would hold"
            )
        }
        Uniqueness::Unknown(rule) => {
            let label = game.description.rules.get(rule).map_or("?", |rule| &rule.label);
            format!(
                "there may be other models; not one in which everybody sees everything, for rule {label} would fail"
            )
        }
    }
}

/// The place that a formula is checked at.
fn place_text(place: &Place) -> &'static str {
    match place {
        Place::Everywhere => "on all paths",
        Place::From(_) => "on all paths from there",
        Place::Along(..) => "on the paths that go on so",
    }
}
