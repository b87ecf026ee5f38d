//! Texts of Hexa and of SMCDEL behind the parser: elaborated and run with small limits, on the engine that suits them and
//! on all engines, which must agree wherever they answer.

use super::Outcome;
use super::small::{MOST_BYTES, assert_kept, digest, limits, stop};
use hexa_engine::Engine;
use hexa_lang::{Code, NoIncludes, load_until};
use hexa_workbench::convert::Target;
use hexa_workbench::words::{event, trace::Length, verdict};
use hexa_workbench::{Event, Opened, Printed, Problem, RunSettings, StepPlace, Tally};

/// Runs a text of Hexa on the engine that suits it, and tells everything that can be told.
pub fn run(text: &str) -> Outcome {
    run_named("f.hexa", text)
}

/// Runs a text of Hexa on every engine.
pub fn compare_engines(text: &str) -> Outcome {
    compare_engines_on("f.hexa", text)
}

/// Runs a text of SMCDEL on every engine, and once more as the text of Hexa that it is converted to.
pub fn smcdel(text: &str) -> Outcome {
    const NAME: &str = "f.smcdel.txt";
    let outcome = compare_engines_on(NAME, text);
    let Some(mut opened) = open(NAME, text) else { return outcome };
    if let Ok(converted) = opened.convert(Target::Hexa).and_then(|converted| converted.whole()) {
        let (before, after) = (tally(&opened), open("f.hexa", &converted).as_ref().map(tally));
        let known = |tally: Tally| (tally.not_run == 0 && tally.errors == 0).then_some(tally);
        if let (Some(before), Some(after)) = (known(before), after.and_then(known)) {
            assert_eq!(
                (before.passed, before.failed),
                (after.passed, after.failed),
                "it says something else as Hexa:\n{text}\n----\n{converted}"
            );
        }
    }
    outcome
}

fn open(name: &str, text: &str) -> Option<Opened> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let stop = stop();
    let loaded = load_until(name, text, &NoIncludes, &[], &stop);
    for diagnostic in &loaded.diagnostics {
        let _ = Problem::new(diagnostic.clone(), &loaded.sources);
    }
    assert_kept(&stop);
    Opened::new(name, loaded, limits(&stop)).ok()
}

/// With a new allowance of work.
fn again(opened: &Opened) -> Opened {
    Opened { limits: limits(&stop()), ..opened.clone() }
}

fn tally(opened: &Opened) -> Tally {
    let opened = again(opened);
    let mut tally = Tally::default();
    opened.run(RunSettings::default()).for_each(|event| tally.add(&event));
    tally
}

fn run_named(name: &str, text: &str) -> Outcome {
    let Some(opened) = open(name, text).map(|opened| again(&opened)) else {
        return Outcome::Refused;
    };
    let settings = RunSettings {
        trace: Some(Length::Short),
        pictures: text.len().is_multiple_of(4),
        sizes: true,
        ..RunSettings::default()
    };
    let (mut told, mut tally, mut gave_up) = (String::new(), Tally::default(), false);
    for event in opened.run(settings) {
        tally.add(&event);
        gave_up |= is_giving_up(&event);
        told += &word(&event);
    }
    told += &event::tally(tally);
    assert_kept(&opened.limits.stop);
    match gave_up {
        true => Outcome::GaveUp,
        false => Outcome::Answered(digest(&told)),
    }
}

fn is_giving_up(event: &Event) -> bool {
    match event {
        Event::Problem { problem, .. } | Event::Stuck { problem, .. } => {
            matches!(problem.diagnostic.code, Code::Limit | Code::Stopped | Code::TooLarge)
        }
        Event::MoreProblems { .. }
        | Event::Exercise { .. }
        | Event::NotRead { .. }
        | Event::AssertsNothing { .. }
        | Event::Held { .. }
        | Event::Begins { .. }
        | Event::Pictured { .. }
        | Event::Verdict { .. }
        | Event::Printed { .. }
        | Event::Drawn { .. }
        | Event::Taken { .. }
        | Event::Changed { .. }
        | Event::Unreadable { .. }
        | Event::NotRun { .. } => false,
    }
}

/// What an interface would say, or at least all that it would say it from.
fn word(event: &Event) -> String {
    match event {
        Event::Verdict { verdict, .. } => {
            let reason = verdict.reason.as_ref().map(verdict::reason);
            format!("{} {}", verdict.holds, reason.unwrap_or_default())
        }
        Event::Printed { printed, .. } => verdict::word_print(printed),
        Event::NotRun { why, .. } => event::not_run(*why),
        Event::Held { usage, .. } => event::engine_and_sizes(usage),
        Event::Taken { usage, .. } => event::sizes(usage),
        Event::Pictured { picture } | Event::Drawn { picture, .. } => picture.clone(),
        Event::Problem { .. }
        | Event::Exercise { .. }
        | Event::MoreProblems { .. }
        | Event::NotRead { .. }
        | Event::AssertsNothing { .. }
        | Event::Begins { .. }
        | Event::Changed { .. }
        | Event::Stuck { .. }
        | Event::Unreadable { .. } => format!("{event:?}"),
    }
}

/// What an engine says of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Said {
    /// Whether it holds.
    Holds(bool),
    /// What it shows: the truth of a formula, and in how many worlds.
    Shows(String),
    /// There is no answer, whoever is asked.
    Undefined(Code),
    /// Nothing is known: it gave up, or cannot do this at all.
    Unknown,
}

fn compare_engines_on(name: &str, text: &str) -> Outcome {
    let Some(opened) = open(name, text) else { return Outcome::Refused };
    let all = Engine::ALL.map(|engine| (engine, answers(&opened, engine)));
    let (mut told, mut gave_up) = (String::new(), false);
    for (engine, answers) in &all {
        for (place, said) in answers {
            told += &format!("{said:?}");
            let mut is_answered = *said != Said::Unknown;
            for (other, others) in &all {
                let find = |(there, _): &&(StepPlace, Said)| there == place;
                let Some((_, otherwise)) = others.iter().find(find) else { continue };
                is_answered |= *otherwise != Said::Unknown;
                let is_known = *said != Said::Unknown && *otherwise != Said::Unknown;
                assert!(
                    !is_known || said == otherwise,
                    "{} says {said:?} and {} says {otherwise:?} of `{}` in line {} of\n{text}",
                    engine.name(),
                    other.name(),
                    place.step,
                    place.line
                );
            }
            gave_up |= !is_answered;
        }
    }
    match gave_up {
        true => Outcome::GaveUp,
        false => Outcome::Answered(digest(&told)),
    }
}

fn answers(opened: &Opened, engine: Engine) -> Vec<(StepPlace, Said)> {
    let opened = again(opened);
    let settings = RunSettings { engine: Some(engine), ..RunSettings::default() };
    let mut answers: Vec<(StepPlace, Said)> = Vec::new();
    for event in opened.run(settings) {
        let (place, said) = match event {
            Event::Verdict { place, verdict } => (place, Said::Holds(verdict.holds)),
            Event::Stuck { place, problem, .. } => (place, said_of(problem.diagnostic.code)),
            Event::NotRun { place, .. } => (place, Said::Unknown),
            Event::Printed { place, printed } => match printed {
                Printed::Truth(truth) => (place, Said::Shows(format!("{truth:?}"))),
                Printed::Number(number) => (place, Said::Shows(number.value)),
                Printed::Sizes(sizes) => (place, Said::Shows(format!("{sizes:?}"))),
                // Worlds have other names in other engines.
                Printed::States(_) | Printed::State(_) | Printed::Knowledge(_) => continue,
            },
            Event::Problem { .. }
            | Event::Exercise { .. }
            | Event::MoreProblems { .. }
            | Event::NotRead { .. }
            | Event::AssertsNothing { .. }
            | Event::Held { .. }
            | Event::Begins { .. }
            | Event::Pictured { .. }
            | Event::Drawn { .. }
            | Event::Taken { .. }
            | Event::Changed { .. }
            | Event::Unreadable { .. } => continue,
        };
        answers.push((place, said));
    }
    assert_kept(&opened.limits.stop);
    answers
}

fn said_of(code: Code) -> Said {
    let is_unknown = [
        Code::Limit,
        Code::Stopped,
        Code::TooLarge,
        Code::WrongEngine,
        Code::Unsupported,
        Code::NotRun,
        Code::CannotDraw,
        // Nothing was saved by an engine that gave up before.
        Code::UnknownState,
    ];
    match is_unknown.contains(&code) {
        true => Said::Unknown,
        false => Said::Undefined(code),
    }
}
