//! How soon an answer comes after somebody has asked to stop: for every question that may take long. Each
//! is stopped half-way, by its count of steps, and must then say so within a stated number of steps. `cargo
//! bench` asks from another thread while it works, and prints how long it takes to stop; as a test, texts are small.

#![allow(clippy::print_stdout)]

use hexa_engine::Limits;
use hexa_lang::NoIncludes;
use hexa_logic::Stop;
use hexa_text::Code;
use hexa_workbench::latex::Form;
use hexa_workbench::strength::Notion;
use hexa_workbench::translate::Framework;
use hexa_workbench::{Answer, Request, Spell, StateName, TextId, When, Workbench};
use std::time::{Duration, Instant};

/// What may still be counted after somebody has asked.
const MOST_STEPS: u64 = 65_536;

/// The least that is counted, so that there is something to be stopped.
const LONG: u64 = 20_000;

/// A question, asked of a text.
struct Question {
    name: &'static str,
    text: String,
    ask: fn(TextId) -> Request,
}

fn main() {
    let full = std::env::args().any(|argument| argument == "--bench");
    for question in questions(full) {
        let steps = count(&question);
        assert!(steps >= LONG, "{} counts {steps} steps only", question.name);
        for part in [1, 2] {
            stop_after(&question, steps * part / 4);
        }
        if full {
            measure(&question, steps);
        }
    }
}

/// The steps of a question that is not stopped.
fn count(question: &Question) -> u64 {
    let stop = Stop::new();
    let (mut workbench, text) = open(question, &stop);
    let before = stop.progress().steps;
    let answer = workbench.handle(&(question.ask)(text));
    assert!(!is_stopped(&answer), "{}: {answer:?}", question.name);
    stop.progress().steps - before
}

fn stop_after(question: &Question, steps: u64) {
    let all = Stop::new();
    open(question, &all);
    let opened = all.progress().steps;
    let stop = Stop::after(opened + steps);
    let (mut workbench, text) = open(question, &stop);
    let answer = workbench.handle(&(question.ask)(text));
    let more = stop.progress().steps.saturating_sub(opened + steps);
    assert!(more <= MOST_STEPS, "{}: {more} steps more after {steps}", question.name);
    assert!(is_stopped(&answer), "{} after {steps} steps: {answer:?}", question.name);
}

/// Asks while it works, and prints how long the answer takes from then on.
fn measure(question: &Question, steps: u64) {
    let mut slowest = Duration::ZERO;
    let mut whole = Duration::ZERO;
    for part in [0, 1, 2, 3, 4] {
        let stop = Stop::new();
        let (mut workbench, text) = open(question, &stop);
        let request = (question.ask)(text);
        let started = Instant::now();
        if part == 0 {
            workbench.handle(&request);
            whole = started.elapsed();
            continue;
        }
        let asked = std::thread::scope(|scope| {
            let asking = scope.spawn(|| {
                std::thread::sleep(whole * part / 5);
                stop.ask();
                Instant::now()
            });
            workbench.handle(&request);
            let ended = Instant::now();
            ended.saturating_duration_since(asking.join().expect("it only asks"))
        });
        slowest = slowest.max(asked);
    }
    println!(
        "{:24} {:9.3} s for {steps} steps; stopped within {:.3} s",
        question.name,
        whole.as_secs_f64(),
        slowest.as_secs_f64()
    );
}

fn open(question: &Question, stop: &Stop) -> (Workbench, TextId) {
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let mut workbench = Workbench::new(limits, Box::new(NoIncludes));
    let name = "f.hexa".to_owned();
    let answer =
        workbench.handle(&Request::Open { name, text: question.text.clone(), settings: vec![] });
    match answer {
        Answer::Opened(opened) if opened.text.is_some() => {
            (workbench, opened.text.expect("just looked"))
        }
        answer => panic!("{}: {answer:?}", question.name),
    }
}

/// Whether an answer says that it was stopped.
fn is_stopped(answer: &Answer) -> bool {
    match answer {
        Answer::Refused(problems) => {
            problems.iter().any(|problem| problem.diagnostic.code == Code::Stopped)
        }
        other => format!("{other:?}").contains("Stopped"),
    }
}

/// Three players hold so many cards each.
fn cards(each: usize) -> String {
    let hand = |player: usize| {
        let names = (0..each).map(|at| format!("c{}", player * each + at));
        names.collect::<Vec<_>>().join(" ")
    };
    format!("agents 1, 2, 3\ndeal {} | {} | {}\n", hand(0), hand(1), hand(2))
}

/// Three who see everything but one thing each.
fn children(atoms: usize) -> String {
    let seen = |child: usize| {
        let others = (1..=atoms).filter(|&at| at != child).map(|at| format!("p({at})"));
        format!("observe {child}: {}\n", others.collect::<Vec<_>>().join(", "))
    };
    let seen: String = (1..=3).map(seen).collect();
    format!("agents 1, 2, 3\natoms p(i) for i in 1..{atoms}\n{seen}point p(1)\n")
}

fn run_on(engine: &str, text: TextId) -> Request {
    Request::Run { text, engine: Some(engine.to_owned()), trace: false }
}

fn questions(full: bool) -> Vec<Question> {
    let of = |small: usize, large: usize| if full { large } else { small };
    let question = |name, text, ask| Question { name, text, ask };
    vec![
        question(
            "run, explicit",
            cards(of(4, 6)) + "check ~K_1 c4_2\ncheck C_123 ~K_1 c4_2\n",
            |text| run_on("explicit", text),
        ),
        question("run, traced", cards(of(3, 4)) + "do L_123 ?~c0_2\n", |text| Request::Run {
            text,
            engine: None,
            trace: true,
        }),
        question(
            "run, definitional",
            cards(of(2, 3))
                + "do ask 2 1 for c0, c1: show c0\ndo ask 3 1 for c0, c1: show c0\ncheck C_123 c0_1\n",
            |text| run_on("definitional", text),
        ),
        question(
            "run, symbolic",
            cards(of(5, 8))
                + "do ask 2 1 for c0, c1: show c0\ndo ask 1 3 for c12, c14: show c14\ncheck ~K_3 c0_1\ncheck C_12 c0_1\n",
            |text| run_on("symbolic", text),
        ),
        question("step", children(14), |text| Request::Step {
            text,
            line: "do L_123 ?(p(1) | p(2) | p(3))".to_owned(),
        }),
        question("evaluate", children(14), |text| Request::Evaluate {
            text,
            formula: "C_123 ~K_1 p(1)".to_owned(),
        }),
        question("state", children(14), |text| Request::State { text }),
        question("knowledge", children(14), |text| Request::Knowledge { text }),
        question("explain", cards(of(3, 4)), |text| Request::Explain {
            text,
            formula: "C_123 ~K_1 c4_2".to_owned(),
            when: Some(When::default()),
        }),
        question(
            "compare",
            cards(of(3, 4)) + "scenario \"s\"\ndo L_123 ?~c0_2\nsave said\n",
            |text| Request::Compare {
                left: StateName { text, name: None },
                right: StateName { text, name: Some("said".to_owned()) },
            },
        ),
        question("describe", cards(of(2, 3)), |text| Request::Describe {
            text,
            when: When::default(),
            after: None,
            form: Form::default(),
        }),
        question("describe an action", cards(of(2, 3)), |text| Request::DescribeAction {
            text,
            action: "ask 2 1 for c0, c1: show c0".to_owned(),
            when: When::default(),
            form: Form::default(),
        }),
        question("equations", cards(of(3, 4)), |text| Request::Equations {
            text,
            when: When::default(),
            group: None,
        }),
        question("translate", one_each() + &wide(of(9, 13)), |text| Request::Translate {
            text,
            action: "wide ; wide".to_owned(),
            to: Framework::Frame,
            form: Form::default(),
        }),
        question("reduce", one_each() + &repeated(of(80, 400)), |text| Request::Reduce {
            text,
            formula: "[said] K_1 c1_2".to_owned(),
            max_size: 1 << 24,
            form: Form::default(),
        }),
        question("strength", one_each(), |text| Request::Strength {
            text,
            notion: Notion::default(),
            left: "K_1 (c0_1 | K_2 c1_2) | K_3 c2_3".to_owned(),
            right: "K_1 K_1 (c0_1 | K_2 K_2 c1_2) | K_3 K_3 c2_3".to_owned(),
            theory: Vec::new(),
            worlds: 8,
            conflicts: 1 << 24,
        }),
        question("format", cards(1), |_| Request::Format {
            name: "f.hexa".to_owned(),
            text: "check ~K_1 (c0_2 | c1_2)\n".repeat(20_000),
            spelling: Spell::AsWritten,
        }),
        question("diagnose", cards(1), |_| Request::Diagnose {
            name: "f.hexa".to_owned(),
            text: cards(1) + &"check ~K_1 (c0_2 | c1_2)\n".repeat(20_000),
        }),
        question("draw", cards(3), |text| Request::Draw {
            text,
            when: Some(When::default()),
            format: "svg".to_owned(),
        }),
    ]
}

fn one_each() -> String {
    cards(1)
}

/// A choice of so many things to learn.
fn wide(many: usize) -> String {
    let part = |at: usize| format!("L_12 ?(c{}_1 | K_{} c{}_2)", at % 3, at % 2 + 1, (at / 3) % 3);
    let parts: Vec<String> = (0..many).map(part).collect();
    format!("action wide = L_123 ({})\n", parts.join(" + "))
}

/// So many announcements of ignorance.
fn repeated(times: usize) -> String {
    let part = |at: usize| format!("L_123 ?~K_{} c{}_{}", at % 3 + 1, at % 2, (at + 1) % 3 + 1);
    let parts: Vec<String> = (0..times).map(part).collect();
    format!("action said = {}\n", parts.join(" ; "))
}
