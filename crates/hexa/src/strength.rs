//! `hexa strength`: whether two formulas are equally strong in a theory (thesis def. 17), as far as models of
//! limited size can tell. What is found against it can be added to the file and run.

use crate::cli::StrengthArgs;
use crate::command::{Console, Status};
use crate::opened::{Opened, Typing, open};
use crate::problem::{Problem, RunCode};
use crate::report::clean;
use hexa_engine::{Bounds, Engine, Entailment, Limits, NotStatic, Searched, TooMuch, countermodel};
use hexa_lang::syntax::Printer;
use hexa_lang::{Code, Writer};
use hexa_logic::{Formula, FormulaNode, ModelSetup, Setup, Stop, Terms};
use std::io::{self, Write};

/// Longer formulas are not written into the scenario.
const MOST_BYTES: usize = 2000;

/// A formula, with how it was typed.
struct Said {
    formula: Formula,
    text: String,
    typing: Typing,
}

/// What was asked.
struct Question {
    left: Said,
    right: Said,
    theory: Vec<Said>,
    bounds: Bounds,
}

/// One formula in the place of another, in a theory.
struct Direction<'a> {
    has: &'a Said,
    lacks: &'a Said,
    premises: Vec<Formula>,
    found: Searched,
    /// If nothing was found, what was found of models of the premises.
    models: Option<Searched>,
    /// How the countermodel is called.
    name: String,
}

/// Compares two formulas.
pub fn run(args: &StrengthArgs, console: &mut Console) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.settings, console)? else {
        return Ok(Status::Broken);
    };
    let told = question(args, &mut opened).and_then(|question| answer(&question, &opened));
    match told {
        Ok((text, status)) => {
            console.out.write_all(clean(&text).as_bytes())?;
            Ok(status)
        }
        Err(problem) => opened.complain(&problem, console),
    }
}

fn question(args: &StrengthArgs, opened: &mut Opened) -> Result<Question, Problem> {
    let left = said(&args.left, opened)?;
    let right = said(&args.right, opened)?;
    let theory = args.theory.iter().map(|text| said(text, opened)).collect::<Result<_, _>>()?;
    let bounds =
        Bounds { worlds: args.worlds.into(), conflicts: args.conflicts, stop: Stop::new() };
    Ok(Question { left, right, theory, bounds })
}

fn said(text: &str, opened: &mut Opened) -> Result<Said, Problem> {
    let (formula, typing) = opened.formula(text)?;
    let printed =
        || Printer::new(&opened.document.terms, &opened.document.vocabulary).formula(formula);
    // A comment would swallow the rest of its line.
    let text = if text.contains('#') { printed() } else { text.to_owned() };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Said { formula, text, typing })
}

fn answer(question: &Question, opened: &Opened) -> Result<(String, Status), Problem> {
    let Question { left, right, .. } = question;
    let forth = direction(question, left, right, opened)?;
    let back = direction(question, right, left, opened)?;
    let mut text = format!("# {}\n# {}\n", outcome(&forth), outcome(&back));
    text.push_str(&format!("# {}\n", verdict(&forth, &back)));
    for direction in [&forth, &back] {
        if let Searched::Found(model) = &direction.found {
            confirm(direction, model, opened)?;
            text.push_str(&witness(question, direction, model, opened));
        }
    }
    Ok((text, status(&forth).max(status(&back))))
}

fn direction<'a>(
    question: &Question,
    has: &'a Said,
    lacks: &'a Said,
    opened: &Opened,
) -> Result<Direction<'a>, Problem> {
    let terms = &opened.document.terms;
    let theory = question.theory.iter().map(|said| said.formula);
    let mut premises: Vec<Formula> =
        theory.flat_map(|part| without(terms, part, lacks.formula)).collect();
    premises.push(has.formula);
    let agents = opened.document.vocabulary.agent_count();
    let search = |conclusion: Formula| {
        let asked = Entailment { terms, agents, premises: &premises, conclusion };
        countermodel(asked, question.bounds.clone())
            .map_err(|refused| not_static(refused, question, opened))
    };
    let found = search(lacks.formula)?;
    // Against what is false, any model of the premises will do.
    let models = match found {
        Searched::NoneOfAtMost(_) => Some(search(Terms::FALSE)?),
        _ => None,
    };
    let name = unused(if std::ptr::eq(has, &question.left) { 1 } else { 2 }, opened);
    Ok(Direction { has, lacks, premises, found, models, name })
}

/// A name for a countermodel that no state of the file has.
fn unused(number: usize, opened: &Opened) -> String {
    let mut name = format!("countermodel{number}");
    while opened.document.states.iter().any(|state| state.name == name) {
        name.push('\'');
    }
    name
}

/// A theory is the set of its conjuncts: what is left of it without one of them.
fn without(terms: &Terms, theory: Formula, part: Formula) -> Vec<Formula> {
    match terms.node(theory) {
        _ if theory == part => Vec::new(),
        FormulaNode::And(of) if terms.occurring(&[theory], &[]).formulas.contains(&part) => {
            of.iter().flat_map(|&inner| without(terms, inner, part)).collect()
        }
        _ => vec![theory],
    }
}

fn not_static(NotStatic(part): NotStatic, question: &Question, opened: &Opened) -> Problem {
    let message = "the search for models does not handle this";
    let help = "atoms, connectives, count, K, M, Kw, E, C, and D of somebody";
    let all = [&question.left, &question.right].into_iter().chain(&question.theory);
    let mut problem = Problem::new(Code::WrongKind.as_str(), message).help(help);
    for said in all {
        let step = &said.typing.step;
        let within = opened.document.terms.occurring(&[said.formula], &[]);
        if within.formulas.contains(&part) {
            problem = problem.at(step.places.formula(part).unwrap_or(step.at), "");
            return opened.as_typed(problem, &said.typing);
        }
    }
    problem
}

fn outcome(direction: &Direction<'_>) -> String {
    let Direction { has, lacks, found, name, .. } = direction;
    let instead = format!("{} in the place of {}", has.text, lacks.text);
    match found {
        Searched::Found(model) => {
            let worlds = worlds(model.worlds.len());
            format!("{instead}: not as strong. {name} has {worlds}.")
        }
        Searched::NoneOfAtMost(most) => {
            let meaning = meaning(direction.models.as_ref());
            format!("{instead}: no countermodel of at most {}{meaning}.", worlds(*most))
        }
        Searched::GaveUp { after, over } => {
            let more = worlds(after + 1);
            format!("{instead}: gave up at {more}, {}; {}.", because(*over), none_so_far(*after))
        }
    }
}

/// How much it says that there is no countermodel: nothing if the premises have no model so small.
fn meaning(models: Option<&Searched>) -> String {
    match models {
        Some(Searched::Found(model)) => {
            format!("; the smallest model of the premises has {}", worlds(model.worlds.len()))
        }
        Some(Searched::NoneOfAtMost(_)) => {
            ", but the premises have no model so small, so this says nothing".to_owned()
        }
        _ => ", but it is not known whether the premises have a model so small".to_owned(),
    }
}

fn because(over: TooMuch) -> String {
    format!("because {over}")
}

fn none_so_far(after: usize) -> String {
    match after {
        0 => "nothing is known".to_owned(),
        _ => format!("no countermodel of at most {}", worlds(after)),
    }
}

fn worlds(count: usize) -> String {
    if count == 1 { "1 world".to_owned() } else { format!("{count} worlds") }
}

/// What follows for the two together, and never more.
fn verdict(forth: &Direction<'_>, back: &Direction<'_>) -> String {
    let stronger = |strong: &Said, weak: &Said, converse: &Searched| match converse {
        Searched::NoneOfAtMost(most) => format!(
            "{} is stronger than {}, unless a model of more than {} shows that neither is.",
            strong.text,
            weak.text,
            worlds(*most)
        ),
        _ => format!("{} is not as strong as {}; the converse is open.", weak.text, strong.text),
    };
    match (&forth.found, &back.found) {
        (Searched::Found(_), Searched::Found(_)) => "Neither is as strong as the other.".to_owned(),
        (Searched::Found(_), converse) => stronger(forth.lacks, forth.has, converse),
        (converse, Searched::Found(_)) => stronger(forth.has, forth.lacks, converse),
        (Searched::NoneOfAtMost(most), Searched::NoneOfAtMost(_)) => {
            format!("No difference shows in models of at most {}.", worlds(*most))
        }
        _ => "No difference was found, and not all was searched.".to_owned(),
    }
}

/// Without a model of the premises nothing was found out.
fn status(direction: &Direction<'_>) -> Status {
    match (&direction.found, &direction.models) {
        (Searched::Found(_), _) => Status::Failed,
        (Searched::NoneOfAtMost(_), Some(Searched::Found(_))) => Status::Fine,
        (Searched::NoneOfAtMost(_) | Searched::GaveUp { .. }, _) => Status::Broken,
    }
}

/// Both engines must find the countermodel to be one.
fn confirm(direction: &Direction<'_>, model: &ModelSetup, opened: &Opened) -> Result<(), Problem> {
    let document = &opened.document;
    let setup = Setup::Model(model.clone());
    for engine in Engine::GENERAL {
        let (vocabulary, terms) = (&document.vocabulary, &document.terms);
        let state = engine.build(&setup, vocabulary, terms, &Limits::default());
        let holds = |premise: &Formula| {
            state.as_ref().is_ok_and(|state| state.is_valid(terms, *premise) == Ok(true))
        };
        let fails =
            |state: &hexa_engine::Held| state.holds(terms, direction.lacks.formula) == Ok(false);
        if !(direction.premises.iter().all(holds) && state.as_ref().is_ok_and(fails)) {
            let message = "a countermodel was found, but could not be confirmed";
            return Err(Problem::new(RunCode::NotRun.as_str(), message)
                .help("nothing is known; ask for fewer worlds"));
        }
    }
    Ok(())
}

/// The countermodel as a state of the file, with a scenario that checks it.
fn witness(
    question: &Question,
    direction: &Direction<'_>,
    model: &ModelSetup,
    opened: &Opened,
) -> String {
    let name = &direction.name;
    let document = &opened.document;
    let writer = Writer::new(&document.terms, &document.vocabulary);
    let mut text = format!("\n{}", writer.state(name, model));
    let (has, lacks) = (&direction.has.text, &direction.lacks.text);
    let instead = format!("{has} in the place of {lacks}").replace('"', "'");
    text.push_str(&format!("\nscenario \"{instead}\"\nrestore {name}\n"));
    for premise in premise_texts(question, direction, opened) {
        text.push_str(&format!("check valid {premise}\n"));
    }
    text.push_str(&format!("check ~({lacks})\n"));
    text
}

/// The premises as they were typed; what is left of a theory, spelt out if that is not too long.
fn premise_texts(question: &Question, direction: &Direction<'_>, opened: &Opened) -> Vec<String> {
    let document = &opened.document;
    let printer =
        Printer { limit: MOST_BYTES, ..Printer::new(&document.terms, &document.vocabulary) };
    let typed = |formula: Formula| {
        let all = question.theory.iter().chain([direction.has]);
        all.into_iter().find(|said| said.formula == formula).map(|said| said.text.clone())
    };
    let texts = direction
        .premises
        .iter()
        .map(|&premise| typed(premise).unwrap_or_else(|| printer.formula(premise)));
    texts.filter(|text| text.len() < MOST_BYTES).collect()
}
