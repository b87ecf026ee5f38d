//! Random texts in SMCDEL's format, answered by all engines as by a transcription of what SMCDEL's
//! semantics says: a structure is its states and what each agent observes of them, a public
//! announcement keeps states, and an announcement to a group adds a variable that the group observes.
//! Texts have no more brackets than SMCDEL needs, so that its precedence is tried as well.

use hexa_engine::{Engine, Held, Limits};
use hexa_lang::{Document, NoIncludes, StepKind, load};
use hexa_logic::Stream;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A state: the variables true in it. Those that announcements add are above all others.
type State = BTreeSet<usize>;

#[derive(Clone, Debug)]
struct Structure {
    variables: usize,
    states: Vec<State>,
    observed: Vec<BTreeSet<usize>>,
}

#[derive(Clone, Debug)]
enum Form {
    Top,
    Bot,
    Variable(usize),
    Not(Box<Form>),
    And(Vec<Form>),
    Or(Vec<Form>),
    Xor(Vec<Form>),
    OneOf(Vec<Form>),
    Infix(Infix, Box<Form>, Box<Form>),
    Knows(usize, Mood, Box<Form>),
    WideKnows(usize, Mood, Box<Form>),
    WhetherAll(usize, Vec<Form>),
    Common(Vec<usize>, Mood, Box<Form>),
    Distributed(Vec<usize>, Mood, Box<Form>),
    Announced {
        box_like: bool,
        to: Option<Vec<usize>>,
        mood: Mood,
        said: Box<Form>,
        then: Box<Form>,
    },
    Quantified {
        forall: bool,
        variables: Vec<usize>,
        body: Box<Form>,
    },
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Infix {
    And,
    Or,
    Implies,
    Iff,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Mood {
    That,
    Whether,
}

const AGENTS: [&str; 3] = ["ann", "bob", "Kwame"];

// What it means.

impl Structure {
    fn same_for(&self, observed: &BTreeSet<usize>, s: &State, t: &State) -> bool {
        observed.iter().all(|variable| s.contains(variable) == t.contains(variable))
    }

    fn considered(&self, agent: usize, at: &State) -> Vec<&State> {
        let observed = &self.observed[agent];
        self.states.iter().filter(|state| self.same_for(observed, at, state)).collect()
    }

    fn holds(&self, at: &State, form: &Form) -> bool {
        match form {
            Form::Top => true,
            Form::Bot => false,
            Form::Variable(variable) => at.contains(variable),
            Form::Not(of) => !self.holds(at, of),
            Form::And(of) => of.iter().all(|form| self.holds(at, form)),
            Form::Or(of) => of.iter().any(|form| self.holds(at, form)),
            Form::Xor(of) => self.count(at, of) % 2 == 1,
            Form::OneOf(of) => self.count(at, of) == 1,
            Form::Infix(Infix::And, l, r) => self.holds(at, l) && self.holds(at, r),
            Form::Infix(Infix::Or, l, r) => self.holds(at, l) || self.holds(at, r),
            Form::Infix(Infix::Implies, l, r) => !self.holds(at, l) || self.holds(at, r),
            Form::Infix(Infix::Iff, l, r) => self.holds(at, l) == self.holds(at, r),
            Form::Knows(agent, mood, of) | Form::WideKnows(agent, mood, of) => {
                self.known(&self.considered(*agent, at), *mood, of)
            }
            Form::WhetherAll(agent, of) => {
                let worlds = self.considered(*agent, at);
                of.iter().all(|form| self.known(&worlds, Mood::Whether, form))
            }
            Form::Common(group, mood, of) => self.known(&self.reached(group, at), *mood, of),
            Form::Distributed(group, mood, of) => {
                let all = |state: &&State| {
                    group.iter().all(|&a| self.same_for(&self.observed[a], at, state))
                };
                self.known(&self.states.iter().filter(all).collect::<Vec<_>>(), *mood, of)
            }
            Form::Announced { box_like, to, mood, said, then } => {
                let true_here = self.holds(at, said);
                if *mood == Mood::That && !true_here {
                    return *box_like;
                }
                let (next, now) = self.after(at, to.as_deref(), said, true_here);
                next.holds(&now, then)
            }
            Form::Quantified { forall, variables, body } => {
                let mut values = (0..1usize << variables.len()).map(|bits| {
                    let mut state = at.clone();
                    for (place, &variable) in variables.iter().enumerate() {
                        match bits >> place & 1 {
                            1 => state.insert(variable),
                            _ => state.remove(&variable),
                        };
                    }
                    self.holds(&state, body)
                });
                if *forall { values.all(|value| value) } else { values.any(|value| value) }
            }
        }
    }

    fn count(&self, at: &State, of: &[Form]) -> usize {
        of.iter().filter(|form| self.holds(at, form)).count()
    }

    fn known(&self, worlds: &[&State], mood: Mood, of: &Form) -> bool {
        let all = worlds.iter().all(|state| self.holds(state, of));
        all || (mood == Mood::Whether && worlds.iter().all(|state| !self.holds(state, of)))
    }

    /// The states that steps of the group lead to, this one included.
    fn reached(&self, group: &[usize], at: &State) -> Vec<&State> {
        let mut reached: Vec<&State> = self.states.iter().filter(|state| *state == at).collect();
        let mut next = 0;
        while next < reached.len() {
            for &agent in group {
                for state in self.considered(agent, reached[next]) {
                    if !reached.contains(&state) {
                        reached.push(state);
                    }
                }
            }
            next += 1;
        }
        reached
    }

    /// The structure after an announcement, and the same state in it.
    fn after(
        &self,
        at: &State,
        to: Option<&[usize]>,
        said: &Form,
        value: bool,
    ) -> (Structure, State) {
        let mut next = self.clone();
        let truth = |state: &State| self.holds(state, said);
        let Some(group) = to else {
            next.states.retain(|state| truth(state) == value);
            return (next, at.clone());
        };
        let fresh = self.variables;
        next.variables += 1;
        let told = |state: &State| {
            let heard = truth(state).then_some(fresh);
            state.iter().copied().chain(heard).collect::<State>()
        };
        next.states = self.states.iter().map(told).collect();
        for &agent in group {
            next.observed[agent].insert(fresh);
        }
        (next, told(at))
    }
}

// How it is written.

/// Where a formula stands: where it needs brackets if it is looser.
#[derive(Clone, Copy, PartialEq)]
enum Site {
    /// Anything goes.
    Whole,
    /// The left or right side of an infix, of `->` and `iff` or of `&` and `|`.
    LeftOf(Infix),
    RightOf(Infix),
    /// After a prefix.
    Operand,
}

fn tight(infix: Infix) -> bool {
    matches!(infix, Infix::And | Infix::Or)
}

fn text(form: &Form, site: Site) -> String {
    let written = match form {
        Form::Top => "Top".to_owned(),
        Form::Bot => "Bot".to_owned(),
        Form::Variable(variable) => number(*variable),
        Form::Not(of) => format!("~{}", text(of, Site::Operand)),
        Form::And(of) => format!("AND({})", list(of)),
        Form::Or(of) => format!("OR ({})", list(of)),
        Form::Xor(of) => format!("XOR( {})", list(of)),
        Form::OneOf(of) => format!("ONEOF({})", list(of)),
        Form::Infix(infix, l, r) => {
            let sign = match infix {
                Infix::And => "&",
                Infix::Or => "|",
                Infix::Implies => "->",
                Infix::Iff => "iff",
            };
            format!("{} {sign} {}", text(l, Site::LeftOf(*infix)), text(r, Site::RightOf(*infix)))
        }
        Form::Knows(agent, mood, of) => {
            format!("{} knows {} {}", AGENTS[*agent], word(*mood), text(of, Site::Operand))
        }
        Form::WideKnows(agent, mood, of) => {
            let operator = if *mood == Mood::That { "K" } else { "Kw" };
            format!("{operator} {} {}", AGENTS[*agent], text(of, Site::Whole))
        }
        Form::WhetherAll(agent, of) => format!("{} knows whether ({})", AGENTS[*agent], list(of)),
        Form::Common(group, mood, of) => {
            format!("({}) comknow {} {}", names(group), word(*mood), text(of, Site::Operand))
        }
        Form::Distributed(group, mood, of) => {
            format!("{} distknow {} {}", names(group), word(*mood), text(of, Site::Operand))
        }
        Form::Announced { box_like, to, mood, said, then } => {
            let (open, close) = if *box_like { ("[", "]") } else { ("<", ">") };
            let whether = if *mood == Mood::Whether { "?" } else { "" };
            let group = to.as_ref().map_or(String::new(), |group| names(group) + " ");
            let (said, then) = (text(said, Site::Whole), text(then, Site::Operand));
            format!("{open}{group}{whether}! {said} {close} {then}")
        }
        Form::Quantified { forall, variables, body } => {
            let word = if *forall { "Forall" } else { "Exists" };
            let numbers: Vec<String> = variables.iter().map(|&v| number(v)).collect();
            format!("{word} {} {}", numbers.join(","), text(body, Site::Whole))
        }
    };
    let enclosed = match (form, site) {
        (_, Site::Whole) => false,
        (Form::Infix(inner, ..), Site::LeftOf(outer)) => tight(outer) && !tight(*inner),
        (Form::Infix(inner, ..), Site::RightOf(outer)) => tight(outer) || !tight(*inner),
        (Form::Infix(..), Site::Operand) => true,
        // These reach as far as they can, whatever stands before them.
        (form, Site::LeftOf(_) | Site::Operand | Site::RightOf(_)) => ends_wide(form),
    };
    if enclosed { format!("({written})") } else { written }
}

/// Whether what follows would be taken for a part of the formula.
fn ends_wide(form: &Form) -> bool {
    match form {
        Form::WideKnows(..) | Form::Quantified { .. } => true,
        Form::Not(of) | Form::Knows(_, _, of) => ends_wide(of),
        Form::Common(_, _, of) | Form::Distributed(_, _, of) => ends_wide(of),
        Form::Announced { then, .. } => ends_wide(then),
        _ => false,
    }
}

/// Variables are numbers with gaps.
fn number(variable: usize) -> String {
    (3 * variable + 1).to_string()
}

fn word(mood: Mood) -> &'static str {
    if mood == Mood::That { "that" } else { "whether" }
}

fn list(of: &[Form]) -> String {
    of.iter().map(|form| text(form, Site::Whole)).collect::<Vec<_>>().join(", ")
}

fn names(group: &[usize]) -> String {
    group.iter().map(|&agent| AGENTS[agent]).collect::<Vec<_>>().join(",")
}

fn state_text(state: &State) -> String {
    let numbers: Vec<String> = state.iter().map(|&variable| number(variable)).collect();
    format!("{{{}}}", numbers.join(","))
}

// What is tried.

struct Dice(Stream);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(Stream::new("SMCDEL", seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn mood(&mut self) -> Mood {
        if self.coin() { Mood::That } else { Mood::Whether }
    }

    fn group(&mut self) -> Vec<usize> {
        let first = self.below(AGENTS.len());
        (0..AGENTS.len()).filter(|&agent| agent == first || self.coin()).collect()
    }

    fn several(&mut self, variables: usize, depth: usize, propositional: bool) -> Vec<Form> {
        (0..2 + self.below(2)).map(|_| self.form(variables, depth, propositional)).collect()
    }

    fn form(&mut self, variables: usize, depth: usize, propositional: bool) -> Form {
        if depth == 0 || self.below(8) == 0 {
            return match self.below(12) {
                0 => Form::Top,
                1 => Form::Bot,
                _ => Form::Variable(self.below(variables)),
            };
        }
        let depth = depth - 1;
        let inner = |dice: &mut Self| Box::new(dice.form(variables, depth, propositional));
        match self.below(if propositional { 10 } else { 18 }) {
            0 => Form::Not(inner(self)),
            1 => Form::And(self.several(variables, depth, propositional)),
            2 => Form::Or(self.several(variables, depth, propositional)),
            3 => Form::Xor(self.several(variables, depth, propositional)),
            4 => Form::OneOf(self.several(variables, depth, propositional)),
            5 => Form::Infix(Infix::And, inner(self), inner(self)),
            6 => Form::Infix(Infix::Or, inner(self), inner(self)),
            7 => Form::Infix(Infix::Implies, inner(self), inner(self)),
            8 => Form::Infix(Infix::Iff, inner(self), inner(self)),
            9 => Form::Quantified {
                forall: self.coin(),
                variables: vec![self.below(variables)],
                body: Box::new(self.form(variables, depth, true)),
            },
            10 => Form::Knows(self.below(AGENTS.len()), self.mood(), inner(self)),
            11 => Form::WideKnows(self.below(AGENTS.len()), self.mood(), inner(self)),
            12 => Form::WhetherAll(self.below(AGENTS.len()), self.several(variables, depth, false)),
            13 => Form::Common(self.group(), self.mood(), inner(self)),
            14 => Form::Distributed(self.group(), self.mood(), inner(self)),
            _ => Form::Announced {
                box_like: self.coin(),
                to: self.coin().then(|| self.group()),
                mood: self.mood(),
                said: inner(self),
                then: inner(self),
            },
        }
    }

    fn structure(&mut self) -> (Structure, String) {
        loop {
            let variables = 1 + self.below(4);
            let law = self.form(variables, 2, true);
            let observed: Vec<BTreeSet<usize>> =
                AGENTS.iter().map(|_| (0..variables).filter(|_| self.coin()).collect()).collect();
            let all = Structure { variables, states: Vec::new(), observed };
            let of = |bits: usize| (0..variables).filter(|v| bits >> v & 1 == 1).collect::<State>();
            let states = (0..1usize << variables).map(of).filter(|s| all.holds(s, &law)).collect();
            let structure = Structure { states, ..all };
            if !structure.states.is_empty() {
                let head = structure.head(&law);
                return (structure, head);
            }
        }
    }
}

impl Structure {
    fn head(&self, law: &Form) -> String {
        let numbers: Vec<String> = (0..self.variables).map(number).collect();
        let mut head =
            format!("VARS {}\nLAW {}\nOBS\n", numbers.join(", "), text(law, Site::Whole));
        for (name, observed) in AGENTS.iter().zip(&self.observed) {
            let numbers: Vec<String> = observed.iter().map(|&variable| number(variable)).collect();
            head += &format!("  {name}: {}\n", numbers.join(","));
        }
        head
    }
}

fn built(document: &Document, engine: Engine) -> Held {
    let Document { initial, vocabulary, terms, .. } = document;
    engine.build(initial, vocabulary, terms, &Limits::default()).expect("small")
}

/// The document of a text that must be in order.
fn document(text: &str) -> Document {
    let loaded = load("random.smcdel.txt", text, &NoIncludes, &[]);
    assert!(loaded.diagnostics.is_empty(), "{text}\n{:?}", loaded.diagnostics);
    loaded.document.expect("a document")
}

#[test]
fn random_queries_are_answered_as_smcdel_defines_them() {
    let mut dice = Dice::new(2015);
    for _ in 0..1500 {
        let (structure, mut text_of_all) = dice.structure();
        let form = dice.form(structure.variables, 3, false);
        let query = text(&form, Site::Whole);
        text_of_all += &format!("WHERE? {query}\nVALID? {query}\n");
        for state in &structure.states {
            text_of_all += &format!("TRUE? {} {query}\n", state_text(state));
        }
        let truth: Vec<bool> = structure.states.iter().map(|s| structure.holds(s, &form)).collect();
        let document = document(&text_of_all);
        let steps = &document.scenarios[0].steps;
        for engine in Engine::GENERAL {
            let state = built(&document, engine);
            for (at, step) in steps.iter().enumerate() {
                let terms = &document.terms;
                match &step.kind {
                    StepKind::Where(formula) => {
                        let found = state.extension(terms, *formula, 100).expect("defined");
                        let found: BTreeSet<String> =
                            found.first.iter().map(|atoms| document.smcdel_state(atoms)).collect();
                        let states = structure.states.iter().zip(&truth);
                        let expected: BTreeSet<String> =
                            states.filter(|(_, t)| **t).map(|(s, _)| state_text(s)).collect();
                        assert_eq!(found, expected, "{text_of_all}");
                    }
                    StepKind::CheckValid(formula) => {
                        let valid = truth.iter().all(|truth| *truth);
                        assert_eq!(state.is_valid(terms, *formula), Ok(valid), "{text_of_all}");
                    }
                    StepKind::CheckAt(atoms, formula) => {
                        let moved =
                            state.moved_to(atoms).expect("few nodes").expect("it obeys the law");
                        assert_eq!(
                            moved.holds(terms, *formula),
                            Ok(truth[at - 2]),
                            "{text_of_all}"
                        );
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

#[test]
fn the_files_of_the_project_are_answered_alike_by_all_engines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/smcdel");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let files: Vec<PathBuf> = files.collect();
    assert!(files.len() >= 4);
    for file in files {
        let answers = Engine::GENERAL.map(|engine| {
            let hexa = Command::new(env!("CARGO_BIN_EXE_hexa"))
                .args(["run", "--engine", engine.name()])
                .arg(&file)
                .output()
                .expect("hexa can be run");
            assert!(hexa.status.success(), "{} on {}", file.display(), engine.name());
            hexa.stdout
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{}", file.display());
    }
}

/// Runs the binary in a folder, and gives back what it prints.
fn hexa(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_hexa")).args(args).current_dir(folder).output();
    let output = output.expect("hexa can be run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() != Some(2), "{args:?}: {said}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// For each query whether it holds, or in how many worlds.
fn answers(folder: &Path, file: &str) -> Vec<serde_json::Value> {
    let lines = hexa(folder, &["run", file, "--json"]);
    let lines = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let lines: Vec<serde_json::Value> = lines.collect();
    let told = lines.iter().filter(|line| line.get("file").is_some());
    told.map(|line| line.get("holds").unwrap_or(&line["count"]).clone()).collect()
}

#[test]
fn converted_files_give_the_same_answers() {
    let mut dice = Dice::new(1999);
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    for _ in 0..60 {
        let (structure, mut text_of_all) = dice.structure();
        for _ in 0..3 {
            let query = text(&dice.form(structure.variables, 3, false), Site::Whole);
            let state = state_text(&structure.states[dice.below(structure.states.len())]);
            text_of_all += &format!("WHERE? {query}\nVALID? {query}\nTRUE? {state} {query}\n");
        }
        write("given.smcdel.txt", &text_of_all);
        let given = answers(folder.path(), "given.smcdel.txt");
        write("ours.hexa", &hexa(folder.path(), &["convert", "given.smcdel.txt", "--to", "hexa"]));
        assert_eq!(answers(folder.path(), "ours.hexa"), given, "{text_of_all}");
        for from in ["ours.hexa", "given.smcdel.txt"] {
            write("back.smcdel.txt", &hexa(folder.path(), &["convert", from, "--to", "smcdel"]));
            assert_eq!(answers(folder.path(), "back.smcdel.txt"), given, "{from}\n{text_of_all}");
        }
    }
}

#[test]
fn what_holds_in_scenarios_holds_in_smcdels_format() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut asked = 0;
    for name in ["facedown", "hexa", "hypercube", "muddy", "reduction", "tetra", "unsuccessful"] {
        let file = scenarios.join(name).with_extension("hexa");
        let file = file.to_str().expect("UTF-8");
        let text = hexa(folder.path(), &["convert", file, "--to", "smcdel", "--partial"]);
        std::fs::write(folder.path().join("c.smcdel.txt"), &text).expect("a file can be written");
        let answers = answers(folder.path(), "c.smcdel.txt");
        let all = answers.iter().filter(|answer| answer.is_boolean());
        assert!(all.clone().all(|answer| *answer == true), "{name}\n{text}");
        asked += all.count();
    }
    assert!(asked > 50, "{asked}");
}

// ISPL, as far as it is exported, by its own semantics.

/// A formula of ISPL.
enum Ispl {
    Value(String, bool),
    Not(Box<Ispl>),
    And(Box<Ispl>, Box<Ispl>),
    Or(Box<Ispl>, Box<Ispl>),
    Known(String, String, Box<Ispl>),
}

/// Reads formulas of ISPL: loosest first `->`, `or`, `and`, and then prefixes.
struct IsplReader<'a> {
    tokens: Vec<&'a str>,
    at: usize,
}

impl<'a> IsplReader<'a> {
    fn read(text: &'a str) -> Ispl {
        let mut tokens = Vec::new();
        let mut rest = text.trim();
        while let Some(first) = rest.chars().next() {
            let word = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
            let length = match first {
                '-' => 2,
                _ if word(first) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
                _ => 1,
            };
            tokens.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
        let mut reader = Self { tokens, at: 0 };
        let formula = reader.implication();
        assert_eq!(reader.at, reader.tokens.len(), "{text}");
        formula
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at) == Some(&token);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].to_owned()
    }

    fn implication(&mut self) -> Ispl {
        let left = self.disjunction();
        match self.eat("->") {
            true => Ispl::Or(Box::new(Ispl::Not(Box::new(left))), Box::new(self.implication())),
            false => left,
        }
    }

    fn disjunction(&mut self) -> Ispl {
        let mut left = self.conjunction();
        while self.eat("or") {
            left = Ispl::Or(Box::new(left), Box::new(self.conjunction()));
        }
        left
    }

    fn conjunction(&mut self) -> Ispl {
        let mut left = self.prefixed();
        while self.eat("and") {
            left = Ispl::And(Box::new(left), Box::new(self.prefixed()));
        }
        left
    }

    fn prefixed(&mut self) -> Ispl {
        if self.eat("!") {
            return Ispl::Not(Box::new(self.prefixed()));
        }
        if self.eat("(") {
            let inner = self.implication();
            assert!(self.eat(")"));
            return inner;
        }
        let word = self.word();
        if matches!(word.as_str(), "K" | "GK" | "GCK" | "DK") {
            assert!(self.eat("("));
            let whose = self.word();
            assert!(self.eat(","));
            let inner = self.implication();
            assert!(self.eat(")"));
            return Ispl::Known(word, whose, Box::new(inner));
        }
        match self.eat("=") {
            true => Ispl::Value(word, self.word() == "true"),
            // What the evaluation defines is named like the variable of the environment.
            false => Ispl::Value(format!("Environment.{word}"), true),
        }
    }
}

/// A system of ISPL whose states are its initial states.
#[derive(Default)]
struct System {
    /// For each agent the variables that they hold.
    agents: Vec<(String, Vec<String>)>,
    groups: Vec<(String, Vec<String>)>,
    /// For each state the variables that are true.
    states: Vec<BTreeSet<String>>,
}

impl System {
    fn holds(&self, at: usize, formula: &Ispl) -> bool {
        match formula {
            Ispl::Value(name, value) => self.states[at].contains(name) == *value,
            Ispl::Not(of) => !self.holds(at, of),
            Ispl::And(l, r) => self.holds(at, l) && self.holds(at, r),
            Ispl::Or(l, r) => self.holds(at, l) || self.holds(at, r),
            Ispl::Known(how, whose, of) => {
                let group = self.groups.iter().find(|(name, _)| name == whose);
                let alone = || vec![whose.clone()];
                let members = group.map_or_else(alone, |(_, members)| members.clone());
                let mut reached = vec![at];
                let mut next = 0;
                while next < reached.len() && (how == "GCK" || next == 0) {
                    let from = reached[next];
                    let related = |to: &usize| match how.as_str() {
                        "DK" => members.iter().all(|agent| self.same_for(agent, from, *to)),
                        _ => members.iter().any(|agent| self.same_for(agent, from, *to)),
                    };
                    let more: Vec<usize> = (0..self.states.len()).filter(related).collect();
                    reached.extend(
                        more.into_iter().filter(|to| !reached.contains(to)).collect::<Vec<_>>(),
                    );
                    next += 1;
                }
                reached.iter().all(|&state| self.holds(state, of))
            }
        }
    }

    fn same_for(&self, agent: &str, s: usize, t: usize) -> bool {
        let (_, held) = self.agents.iter().find(|(name, _)| name == agent).expect("an agent");
        held.iter().all(|name| self.states[s].contains(name) == self.states[t].contains(name))
    }
}

/// The system that a text describes, and its formulas; none for a comment.
fn system(text: &str) -> (System, Vec<Option<Ispl>>) {
    let part = |from: &str, to: &str| {
        let rest = text.split_once(from).map_or("", |(_, rest)| rest);
        rest.split_once(to).map_or("", |(part, _)| part).to_owned()
    };
    let mut system = System::default();
    for agent in text.split("\nAgent ").skip(1) {
        let (name, rest) = agent.split_once('\n').expect("a name");
        let (_, rest) = rest.split_once("Vars:").expect("variables");
        let (held, _) = rest.split_once("end Vars").expect("variables");
        let held = held.lines().filter_map(|line| line.trim().strip_suffix(" : boolean;"));
        let held = held.map(|variable| format!("{name}.{variable}")).collect();
        system.agents.push((name.to_owned(), held));
    }
    for line in part("\nGroups\n", "end Groups").lines() {
        let (name, members) = line.trim().split_once(" = {").expect("a group");
        let members = members.trim_end_matches("};").split(", ").map(str::to_owned).collect();
        system.groups.push((name.to_owned(), members));
    }
    let names: Vec<String> = system.agents.iter().flat_map(|(_, held)| held.clone()).collect();
    let initial = part("InitStates\n", ";\nend InitStates");
    let initial = IsplReader::read(&initial);
    for bits in 0..1u32 << names.len() {
        let chosen = names.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        system.states.push(chosen.map(|(_, name)| name.clone()).collect());
        let last = system.states.len() - 1;
        if !system.holds(last, &initial) {
            system.states.pop();
        }
    }
    let formulas = part("\nFormulae\n", "end Formulae");
    let formulas = formulas.lines().map(|line| {
        let formula = line.trim().strip_suffix(';').filter(|line| !line.starts_with("--"));
        formula.map(IsplReader::read)
    });
    let formulas = formulas.collect();
    (system, formulas)
}

#[test]
fn systems_in_ispl_have_the_same_states_and_formulas() {
    let mut dice = Dice::new(2017);
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut compared = 0;
    for _ in 0..40 {
        let (structure, mut given) = dice.structure();
        let mut expected = Vec::new();
        for _ in 0..3 {
            let form = dice.form(structure.variables, 2, false);
            let query = text(&form, Site::Whole);
            let state = &structure.states[dice.below(structure.states.len())];
            given += &format!("VALID? {query}\nTRUE? {} {query}\n", state_text(state));
            expected.push(structure.states.iter().all(|state| structure.holds(state, &form)));
            expected.push(structure.holds(state, &form));
        }
        std::fs::write(folder.path().join("g.smcdel.txt"), &given).expect("a file can be written");
        let exported =
            hexa(folder.path(), &["convert", "g.smcdel.txt", "--to", "ispl", "--partial"]);
        let (system, formulas) = system(&exported);
        assert_eq!(system.states.len(), structure.states.len(), "{given}\n{exported}");
        assert_eq!(formulas.len(), expected.len(), "{exported}");
        for (formula, expected) in formulas.iter().zip(expected) {
            let Some(formula) = formula else { continue };
            let found = (0..system.states.len()).all(|state| system.holds(state, formula));
            assert_eq!(found, expected, "{given}\n{exported}");
            compared += 1;
        }
    }
    assert!(compared > 180, "{compared}");
}
