//! How likely something is, computed a second way: by listing every course of events from every world, with its
//! weight, and dividing. A course is a world and what happened since; an agent tells two courses apart if they
//! begin in different cells of theirs or if they would have noticed the difference on the way. Models are weighed or not,
//! moves are announcements, events with chances, and answers that are chosen.

use hexa_cases::{Failed, cases, ensure};
use hexa_engine::generate::Case;
use hexa_engine::{BuildError, Engine, EvalError, Held, Limits, UpdateError};
use hexa_lang::{Diagnostic, NoIncludes, StepKind, load};
use std::fmt;

const AGENTS: [char; 3] = ['a', 'b', 'c'];
const ATOMS: [char; 2] = ['p', 'q'];
/// What the chances of all moves are multiples of one part of.
const PARTS: u64 = 12;

#[derive(Clone)]
enum Said {
    Atom(usize),
    Not(Box<Said>),
    Or(Box<Said>, Box<Said>),
    Knows(usize, Box<Said>),
    /// An agent's probability is exactly this: part of whole.
    Likely(usize, Box<Said>, u64, u64),
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Atom(atom) => write!(f, "{}", ATOMS[*atom]),
            Said::Not(of) => write!(f, "~{of}"),
            Said::Or(left, right) => write!(f, "({left} | {right})"),
            Said::Knows(agent, of) => write!(f, "K_{} {of}", AGENTS[*agent]),
            Said::Likely(agent, of, part, whole) => {
                write!(f, "(P_{}({of}) = {part}/{whole})", AGENTS[*agent])
            }
        }
    }
}

/// A random thing to say.
fn said(case: &mut Case, depth: usize) -> Said {
    match if depth == 0 { 0 } else { case.below(6) } {
        3 => Said::Not(said(case, depth - 1).into()),
        4 => Said::Or(said(case, depth - 1).into(), said(case, depth - 1).into()),
        5 => Said::Knows(case.below(AGENTS.len()), said(case, depth - 1).into()),
        _ => Said::Atom(case.below(ATOMS.len())),
    }
}

/// One way a move can go.
struct Way {
    /// Where it can.
    when: Said,
    /// How often it does there, in parts of [`PARTS`]; nothing if all ways that can be gone are equally likely.
    chance: Option<u64>,
    /// The first atom becomes this.
    change: Option<bool>,
    /// What each agent notices.
    noticed: [usize; 3],
}

/// A move, written down and as the ways it can go.
struct Move {
    declared: String,
    /// What is done if it goes this way.
    done: Vec<String>,
    ways: Vec<Way>,
}

fn announcement(case: &mut Case) -> Move {
    let when = said(case, 2);
    let done = vec![format!("do L_abc ?({when})")];
    let way = Way { when, chance: Some(PARTS), change: None, noticed: [0; 3] };
    Move { declared: String::new(), done, ways: vec![way] }
}

/// Events with chances that add up to 1 where something is true, and where it is not.
fn events(case: &mut Case, name: &str) -> Move {
    let when = said(case, 2);
    let not = Said::Not(when.clone().into());
    let mut ways = Vec::new();
    for side in [when, not] {
        let chances: &[u64] = [&[12][..], &[4, 8], &[6, 6], &[3, 3, 6], &[]][case.below(5)];
        for &chance in chances {
            let change = [None, Some(true), Some(false)][case.below(3)];
            let noticed = [(); 3].map(|()| case.below(2));
            ways.push(Way { when: side.clone(), chance: Some(chance), change, noticed });
        }
    }
    if ways.is_empty() {
        return announcement(case);
    }
    let mut declared = format!("frame {name}\n");
    for (at, way) in ways.iter().enumerate() {
        let chance = way.chance.unwrap_or(PARTS);
        declared += &format!("  event e{at}: pre {}, chance {chance}/{PARTS}", way.when);
        if let Some(value) = way.change {
            declared += &format!(", post {} := {value}", ATOMS[0]);
        }
        declared.push('\n');
    }
    declared += &cells(&ways, &[0, 1, 2]);
    let done = (0..ways.len()).map(|at| format!("do {name}(e{at})")).collect();
    Move { declared, done, ways }
}

/// The lines that say what some agents notice of events.
fn cells(ways: &[Way], of: &[usize]) -> String {
    let mut text = String::new();
    for &agent in of {
        text += &format!("  cells {}:", AGENTS[agent]);
        for cell in 0..2 {
            let inside = (0..ways.len()).filter(|&at| ways[at].noticed[agent] == cell);
            let names: Vec<String> = inside.map(|at| format!("e{at}")).collect();
            if !names.is_empty() {
                text += &format!(" {{{}}}", names.join(", "));
            }
        }
        text.push('\n');
    }
    text
}

/// What the second agent answers when the first one asks. The third hears which answer it is, or does not.
fn answer(case: &mut Case, name: &str) -> Move {
    let mut whens: Vec<Said> = Vec::new();
    for _ in 0..2 + case.below(2) {
        let known = Said::Knows(1, said(case, 1).into());
        if whens.iter().all(|when| when.to_string() != known.to_string()) {
            whens.push(known);
        }
    }
    let aloud = case.flip();
    let other = |at: usize| if aloud { at } else { 0 };
    let any = whens.iter().cloned().reduce(|left, right| Said::Or(left.into(), right.into()));
    let none = Said::Not(any.expect("there are two or more").into());
    let all = whens.iter().cloned().chain([none]).enumerate();
    let way = |(at, when)| Way { when, chance: None, change: None, noticed: [at, at, other(at)] };
    let mut ways: Vec<Way> = all.map(way).collect();
    if case.flip() {
        // That none of them is true is heard by everybody.
        ways[whens.len()].noticed = [whens.len(); 3];
        let listed: Vec<String> = whens.iter().map(Said::to_string).collect();
        let listed = listed.join(", ");
        let how = if aloud { "say" } else { "tell" };
        let done = |answer: &str| format!("do ask a b which {listed}: {how} {answer}");
        let done = whens.iter().map(|when| done(&when.to_string()));
        return Move { declared: String::new(), done: done.collect(), ways };
    }
    let mut declared = format!("frame {name}\n  ask a b\n");
    for (at, when) in whens.iter().enumerate() {
        declared += &format!("  event e{at}: pre {when}\n");
    }
    declared += &format!("  event e{}: otherwise\n", whens.len());
    if !aloud {
        let all: Vec<String> = (0..=whens.len()).map(|at| format!("e{at}")).collect();
        declared += &format!("  cells c: {{{}}}\n", all.join(", "));
    }
    let done = (0..=whens.len()).map(|at| format!("do {name}(e{at})")).collect();
    Move { declared, done, ways }
}

/// A world, and what happened since.
#[derive(Clone)]
struct Course {
    atoms: [bool; 2],
    weight: u64,
    /// For each agent what they have noticed: first of all the cell of the world.
    noticed: [Vec<usize>; 3],
}

fn truth(courses: &[Course], at: usize, said: &Said) -> bool {
    match said {
        Said::Atom(atom) => courses[at].atoms[*atom],
        Said::Not(of) => !truth(courses, at, of),
        Said::Or(left, right) => truth(courses, at, left) || truth(courses, at, right),
        Said::Knows(agent, of) => {
            possible(courses, at, *agent).all(|other| truth(courses, other, of))
        }
        Said::Likely(agent, of, part, whole) => {
            let (with, all) = share(courses, at, *agent, of);
            u128::from(with) * u128::from(*whole) == u128::from(all) * u128::from(*part)
        }
    }
}

fn possible(courses: &[Course], at: usize, agent: usize) -> impl Iterator<Item = usize> {
    let here = &courses[at].noticed[agent];
    (0..courses.len()).filter(move |&other| courses[other].noticed[agent] == *here)
}

/// The weight of the courses that an agent thinks possible, with something true and in all.
fn share(courses: &[Course], at: usize, agent: usize, of: &Said) -> (u64, u64) {
    let weight = |other: usize| courses[other].weight;
    let with = possible(courses, at, agent).filter(|&other| truth(courses, other, of)).map(weight);
    (with.sum(), possible(courses, at, agent).map(weight).sum())
}

/// The courses after a move, and which of them each course goes to by each way.
fn go(courses: &[Course], step: &Move) -> (Vec<Course>, Vec<Vec<Option<usize>>>) {
    let mut after = Vec::new();
    let mut places = Vec::new();
    for (at, course) in courses.iter().enumerate() {
        let open: Vec<bool> = step.ways.iter().map(|way| truth(courses, at, &way.when)).collect();
        let count = open.iter().filter(|&&open| open).count() as u64;
        let mut there = Vec::new();
        for (way, &open) in step.ways.iter().zip(&open) {
            if !open {
                there.push(None);
                continue;
            }
            let mut next = course.clone();
            next.weight *= way.chance.unwrap_or(PARTS / count);
            next.atoms[0] = way.change.unwrap_or(next.atoms[0]);
            for agent in 0..AGENTS.len() {
                next.noticed[agent].push(way.noticed[agent]);
            }
            there.push(Some(after.len()));
            after.push(next);
        }
        places.push(there);
    }
    (after, places)
}

/// A model as text and as courses to which nothing has happened yet.
fn model(case: &mut Case) -> (String, Vec<Course>) {
    let count = case.between(1..6);
    let weighed = case.flip();
    let mut text = String::from("model\n");
    let mut courses = Vec::new();
    for at in 0..count {
        let atoms = [case.flip(), case.flip()];
        let weight = if weighed { 1 + case.below(4) as u64 } else { 1 };
        let noticed = [(); 3].map(|()| vec![case.below(3)]);
        let names: Vec<String> =
            (0..2).filter(|&atom| atoms[atom]).map(|atom| ATOMS[atom].to_string()).collect();
        text += &format!("  world w{at}: {}", names.join(", "));
        text += &if weighed { format!(" weight {weight}/7\n") } else { "\n".to_owned() };
        courses.push(Course { atoms, weight, noticed });
    }
    // The atoms are those of the worlds. Nobody thinks this one possible.
    text += if weighed { "  world far: p, q weight 1\n" } else { "  world far: p, q\n" };
    for (agent, name) in AGENTS.iter().enumerate() {
        text += &format!("  cells {name}: {{far}}");
        for cell in 0..3 {
            let inside = (0..count).filter(|&at| courses[at].noticed[agent][0] == cell);
            let names: Vec<String> = inside.map(|at| format!("w{at}")).collect();
            if !names.is_empty() {
                text += &format!(" {{{}}}", names.join(", "));
            }
        }
        text.push('\n');
    }
    (text, courses)
}

/// Every check of a text, on every engine that holds any model.
fn run(text: &str) -> Result<(), Failed> {
    let loaded = load("case.hexa", text, &NoIncludes, &[]);
    let document =
        loaded.document.filter(|_| loaded.diagnostics.iter().all(Diagnostic::is_warning));
    let Some(document) = document else {
        return Err(Failed(format!("{:?}\n{text}", loaded.diagnostics)));
    };
    for engine in Engine::GENERAL {
        let why = |why: &dyn fmt::Debug| Failed(format!("{engine:?}: {why:?}\n{text}"));
        let (vocabulary, terms) = (&document.vocabulary, &document.terms);
        let built = engine.build(&document.initial, vocabulary, terms, &Limits::default());
        let mut state: Held = match built {
            Ok(state) => state,
            // Diagrams do not keep weights, and say so.
            Err(BuildError::Weighed) if engine == Engine::Symbolic => continue,
            Err(error) => return Err(why(&error)),
        };
        for step in &document.scenarios[0].steps {
            match step.kind {
                StepKind::Do(action) => {
                    let outcomes = state.update(terms, action).map_err(|error| why(&error))?;
                    state = outcomes.into_single().ok_or_else(|| why(&"several outcomes"))?;
                }
                StepKind::Check(formula) => match state.holds(terms, formula) {
                    Ok(holds) => ensure!(holds, "{engine:?}: {step:?}\n{text}"),
                    Err(EvalError::Unweighed { .. }) if engine == Engine::Symbolic => break,
                    Err(error) => return Err(why(&error)),
                },
                _ => return Err(why(&step)),
            }
        }
    }
    Ok(())
}

#[test]
fn probabilities_are_shares_of_the_courses_of_events() {
    cases("probabilities are shares of the courses of events", 600, |case| {
        let (model, mut courses) = model(case);
        let mut at = case.below(courses.len());
        let mut declared = String::from("agents a, b, c\n");
        declared += &format!("{model}  point w{at}\n");
        let mut steps = String::new();
        for number in 0..case.between(1..4) {
            let name = format!("f{number}");
            let step = match case.below(3) {
                0 => announcement(case),
                1 => events(case, &name),
                _ => answer(case, &name),
            };
            let (after, places) = go(&courses, &step);
            let open: Vec<usize> =
                (0..step.done.len()).filter(|&way| places[at][way].is_some()).collect();
            let Some(&way) = open.get(case.below(open.len())) else { break };
            declared += &step.declared;
            steps += &step.done[way];
            steps.push('\n');
            at = places[at][way].expect("it is open");
            courses = after;
        }
        for agent in 0..AGENTS.len() {
            let of = said(case, 2);
            let (part, whole) = share(&courses, at, agent, &of);
            let likely = Said::Likely(agent, of.into(), part, whole);
            steps += &format!("check {likely}\n");
            let other = Said::Knows(case.below(AGENTS.len()), likely.into());
            let not = if truth(&courses, at, &other) { "" } else { "~" };
            steps += &format!("check {not}{other}\n");
        }
        run(&format!("{declared}{steps}"))
    });
}

/// Diagrams keep no weights. What depends on them is refused, also where worlds are listed for it.
#[test]
fn diagrams_refuse_what_depends_on_chances() {
    let text = "agents a, b\nmodel\n  world x: p\n  world y:\n  cells all: {x, y}\n  point x\n\
                frame toss\n  event up: chance 9/10, post p := true\n  event down: chance 1/10, post p := false\n  \
                cells all: {up, down}\n\
                do toss(up)\ndo L_ab (?(P_a(p) = 9/10) || ?true)\n";
    let document = load("case.hexa", text, &NoIncludes, &[]).document.expect("it can be read");
    let (vocabulary, terms) = (&document.vocabulary, &document.terms);
    let [StepKind::Do(toss), StepKind::Do(asked)] =
        [0, 1].map(|at| document.scenarios[0].steps[at].kind.clone())
    else {
        panic!("two actions");
    };
    for engine in Engine::GENERAL {
        let built = engine.build(&document.initial, vocabulary, terms, &Limits::default());
        let tossed = built.expect("a small model").update(terms, toss).expect("it can be tossed");
        let tossed = tossed.into_single().expect("one outcome");
        let done = tossed.update(terms, asked).map(|outcomes| outcomes.alternatives().len());
        match (engine, done) {
            (
                Engine::Symbolic,
                Err(UpdateError::Evaluation(EvalError::Unweighed { action, .. })),
            ) => assert_eq!(action, toss),
            (Engine::Explicit | Engine::Definitional, Ok(1)) => {}
            (engine, done) => panic!("{engine:?}: {done:?}"),
        }
    }
}
