//! A workbench: texts that are open, each with its dialogue, and what is asked of them by messages. It lives on one
//! thread; whoever is elsewhere sends it messages, and ends long work by the `Stop` in its limits.

use crate::compare::compare;
use crate::convert::Converted;
use crate::dialogue::{Dialogue, Heard};
use crate::engine_choice::engine_named;
use crate::exercise::{ExerciseOutcome, find_exercise, lessons};
use crate::opened::{Opened, Unopened, When};
use crate::picture::{Drawing, Subject};
use crate::problem::Problem;
use crate::request::{
    Answer, AttemptAnswer, ConvertedAnswer, MovedAnswer, OpenedAnswer, Request, RunAnswer,
    ScenarioAnswer, Spell, StateName, StepAnswer,
};
use crate::run::{Event, MOST_SHOWN, RunSettings};
use crate::tally::{Standing, Tally};
use crate::validity::{Asked, Deciding, decide_alone};

use crate::words;
use crate::words::trace::Length;
use hexa_draw::Format;
use hexa_engine::{Bounds, Limits};
use hexa_lang::syntax::{STATEMENT_WORDS, Spelling, format_until};
use hexa_lang::{Resolver, smcdel};
use hexa_logic::Stop;
use hexa_text::{Code, Diagnostic, Sources, clean};
use std::collections::BTreeMap;

/// A text that is open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct TextId(pub u32);

/// Texts that are open.
pub struct Workbench {
    limits: Limits,
    /// Brings the texts that others include; texts from strangers get none.
    resolver: Box<dyn Resolver>,
    texts: BTreeMap<TextId, Dialogue>,
    next: u32,
}

/// What there is to say, or what is wrong.
type Answered = Result<Answer, Vec<Problem>>;

impl Workbench {
    /// With these limits for every state, and this way to find what texts include.
    pub fn new(limits: Limits, resolver: Box<dyn Resolver>) -> Self {
        Self { limits, resolver, texts: BTreeMap::new(), next: 0 }
    }

    /// What may be used, and what ends long work.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Answers a request.
    pub fn handle(&mut self, request: &Request) -> Answer {
        self.answer(request).unwrap_or_else(Answer::Refused)
    }

    fn answer(&mut self, request: &Request) -> Answered {
        match request {
            Request::Open { name, text, settings } => Ok(self.open(name, text, settings)),
            Request::Close { text } => {
                self.dialogue(*text)?;
                self.texts.remove(text);
                Ok(Answer::Done)
            }
            Request::Steps { text } => Ok(Answer::Steps(steps(self.opened(*text)?))),
            Request::Run { text, engine, trace } => self.run(*text, engine.as_deref(), *trace),
            Request::Step { text, line } => {
                let dialogue = self.dialogue(*text)?;
                Ok(Answer::Heard(heard(dialogue, line)))
            }
            Request::Evaluate { text, formula } => {
                Ok(Answer::Heard(self.dialogue(*text)?.expression(formula)))
            }
            Request::Undo { text } => self.go(*text, Dialogue::undo),
            Request::Redo { text } => self.go(*text, Dialogue::redo),
            Request::Reset { text } => self.go(*text, |dialogue| {
                dialogue.reset();
                true
            }),
            Request::Trace { text, on } => {
                self.dialogue(*text)?.tracing = *on;
                Ok(Answer::Done)
            }
            Request::State { text } => {
                self.dialogue(*text)?.listing().map(Answer::State).map_err(|problem| vec![problem])
            }
            Request::Knowledge { text } => {
                let known = self.dialogue(*text)?.knowledge();
                known.map(Answer::Knowledge).map_err(|problem| vec![problem])
            }
            Request::Explain { text, formula, when: None } => {
                self.dialogue(*text)?.explain(formula).map(Answer::Explained)
            }
            Request::Explain { text, formula, when: Some(when) } => {
                self.ask(*text, |opened| opened.explain(formula, when).map(Answer::Explained))
            }
            Request::Compare { left, right } => self.compare(left, right),
            Request::Describe { text, when, after, form } => self.ask(*text, |opened| {
                opened.describe(when, after.as_deref(), *form).map(Answer::Described)
            }),
            Request::DescribeAction { text, action, when, form } => self.ask(*text, |opened| {
                opened.describe_action(action, when, *form).map(Answer::DescribedAction)
            }),
            Request::Equations { text, when, group } => self.ask(*text, |opened| {
                opened.equations(when, group.as_deref()).map(Answer::Equations)
            }),
            Request::Translate { text, action, to, form } => self
                .ask(*text, |opened| opened.translate(action, *to, *form).map(Answer::Translated)),
            Request::Reduce { text, formula, max_size, form } => self
                .ask(*text, |opened| opened.reduce(formula, *max_size, *form).map(Answer::Reduced)),
            Request::Strength { text, notion, left, right, theory, worlds, conflicts } => {
                let stop = self.limits.stop.clone();
                let bounds = Bounds { worlds: *worlds, conflicts: *conflicts, stop };
                self.ask(*text, |opened| {
                    let compared = opened.strength(*notion, (left, right), theory, bounds);
                    compared.map(Answer::Strength)
                })
            }
            Request::Decide { text, asked, formula, logic, premises, model } => {
                let how = Deciding { logic: *logic, premises: premises.clone(), model: *model };
                self.decide(*text, *asked, formula, &how)
            }
            Request::Draw { text, when, format } => self.draw(*text, when.as_ref(), format),
            Request::Complete { text, prefix } => {
                let mut names = self.dialogue(*text)?.names();
                names.retain(|name| name.starts_with(prefix.as_str()));
                Ok(Answer::Names(names))
            }
            Request::Diagnose { name, text } => {
                let loaded =
                    hexa_lang::load_until(name, text, &*self.resolver, &[], &self.limits.stop);
                Ok(Answer::Diagnosed(problems(&loaded.diagnostics, &loaded.sources)))
            }
            Request::Format { name, text, spelling } => {
                format_text(name, text, *spelling, &self.limits.stop)
            }
            Request::Convert { text, to } => self.ask(*text, |opened| {
                let Converted { text, left_out } = opened.convert(*to)?;
                let left_out = problems(&left_out, &opened.sources);
                Ok(Answer::Converted(ConvertedAnswer { text, left_out }))
            }),
            Request::Lessons => Ok(Answer::Lessons(lessons().to_vec())),
            Request::Attempt { exercise, text } => self.attempt(exercise, text),
        }
    }

    fn attempt(&self, name: &str, text: &str) -> Answered {
        let Some(exercise) = find_exercise(lessons(), name) else {
            let message = format!("there is no exercise `{}`", clean(name));
            return Err(vec![Problem::without_place(Code::NoScenario, message)]);
        };
        let file = exercise.file_name();
        let loaded = hexa_lang::load_until(&file, text, &*self.resolver, &[], &self.limits.stop);
        let (outcome, problems) = match Opened::new(&file, loaded, self.limits.clone()) {
            Ok(opened) => {
                let outcome = exercise.judge(text, Some(&opened));
                (outcome, problems(&opened.diagnostics, &opened.sources))
            }
            Err(unopened) => {
                let problems = problems(&unopened.diagnostics, &unopened.sources);
                (exercise.judge(text, None), problems)
            }
        };
        let hint = match &outcome {
            ExerciseOutcome::Solved => None,
            ExerciseOutcome::Missing(missing) => Some(words::exercise::missing(missing)),
        };
        Ok(Answer::Attempted(AttemptAnswer { outcome, hint, problems }))
    }

    fn open(&mut self, name: &str, text: &str, settings: &[(String, i64)]) -> Answer {
        let loaded =
            hexa_lang::load_until(name, text, &*self.resolver, settings, &self.limits.stop);
        let opened = match Opened::new(name, loaded, self.limits.clone()) {
            Ok(opened) => opened,
            Err(unopened) => {
                let Unopened { sources, diagnostics, .. } = *unopened;
                let problems = problems(&diagnostics, &sources);
                return Answer::Opened(OpenedAnswer { text: None, problems, agents: Vec::new() });
            }
        };
        let mut problems = problems(&opened.diagnostics, &opened.sources);
        let names = &opened.document.vocabulary;
        let agents = names.agents().map(|agent| names.agent_name(agent).to_owned()).collect();
        let text = match Dialogue::start(opened) {
            Ok(dialogue) => {
                let id = TextId(self.next);
                self.next += 1;
                self.texts.insert(id, dialogue);
                Some(id)
            }
            Err(problem) => {
                problems.push(problem);
                None
            }
        };
        Answer::Opened(OpenedAnswer { text, problems, agents })
    }

    fn dialogue(&mut self, text: TextId) -> Result<&mut Dialogue, Vec<Problem>> {
        self.texts.get_mut(&text).ok_or_else(|| vec![not_open(text)])
    }

    fn opened(&self, text: TextId) -> Result<&Opened, Vec<Problem>> {
        self.texts.get(&text).map(Dialogue::opened).ok_or_else(|| vec![not_open(text)])
    }

    /// Asks something of a text that is not about the current state. What is typed for it is forgotten.
    fn ask(
        &mut self,
        text: TextId,
        ask: impl FnOnce(&mut Opened) -> Result<Answer, Diagnostic>,
    ) -> Answered {
        let mut opened = self.opened(text)?.clone();
        ask(&mut opened).map_err(|problem| vec![Problem::new(problem, &opened.sources)])
    }

    fn decide(
        &mut self,
        text: Option<TextId>,
        asked: Asked,
        formula: &str,
        how: &Deciding,
    ) -> Answered {
        if let Some(text) = text {
            return self
                .ask(text, |opened| opened.decide(asked, formula, how).map(Answer::Decided));
        }
        let decided = decide_alone(asked, formula, how, self.limits.clone());
        decided.map(Answer::Decided).map_err(|unread| vec![Problem::new(unread.0, &unread.1)])
    }

    fn go(&mut self, text: TextId, go: impl FnOnce(&mut Dialogue) -> bool) -> Answered {
        let dialogue = self.dialogue(text)?;
        let moved = go(dialogue);
        Ok(Answer::Moved(MovedAnswer { moved, worlds: dialogue.worlds().ok() }))
    }

    fn run(&self, text: TextId, engine: Option<&str>, trace: bool) -> Answered {
        let engine = engine
            .map(engine_named)
            .transpose()
            .map_err(|problem| vec![Problem::new(problem, &Sources::default())])?;
        let trace = trace.then_some(Length::Full);
        let settings = RunSettings { engine, trace, ..RunSettings::default() };
        let events: Vec<Event> = self.opened(text)?.run(settings).collect();
        let mut tally = Tally::default();
        events.iter().for_each(|event| tally.add(event));
        let standing = events.iter().map(Event::standing).fold(Standing::Fine, Ord::max);
        Ok(Answer::Run(RunAnswer { events, tally, standing }))
    }

    fn compare(&self, left: &StateName, right: &StateName) -> Answered {
        let (first, second) = (self.opened(left.text)?, self.opened(right.text)?);
        let refused = |opened: &Opened| {
            let sources = opened.sources.clone();
            move |problem: Diagnostic| vec![Problem::new(problem, &sources)]
        };
        let called = |opened: &Opened, name: &Option<String>| match name {
            Some(name) => format!("{}#{name}", opened.name),
            None => opened.name.clone(),
        };
        let a = first.side(&called(first, &left.name), left.name.as_deref());
        let a = a.map_err(refused(first))?;
        let b = second.side(&called(second, &right.name), right.name.as_deref());
        let b = b.map_err(refused(second))?;
        compare(&a, &b).map(Answer::Compared).map_err(refused(first))
    }

    fn draw(&mut self, text: TextId, when: Option<&When>, ending: &str) -> Answered {
        let Some(format) = Format::from_extension(ending) else {
            let message = format!("pictures are not written as `{ending}`");
            let help = "`svg`, `dot` and `tikz` are formats of pictures";
            let problem = Diagnostic::without_place(Code::CannotDraw, message).help(help);
            return Err(vec![Problem::new(problem, &Sources::default())]);
        };
        match when {
            None => {
                let drawn = self.dialogue(text)?.picture(format);
                drawn.map(Answer::Drawn).map_err(|problem| vec![problem])
            }
            Some(when) => self.ask(text, |opened| {
                let drawing = Drawing { format, ..Drawing::of(Subject::State, when.clone()) };
                opened.draw(&drawing).map(Answer::Drawn)
            }),
        }
    }
}

fn not_open(text: TextId) -> Problem {
    Problem::without_place(Code::CannotRead, format!("no text is open under the number {}", text.0))
}

/// What is wrong with a text, as far as it is told.
fn problems(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Problem> {
    let shown = diagnostics.iter().take(MOST_SHOWN);
    shown.map(|problem| Problem::new(problem.clone(), sources)).collect()
}

/// A statement is taken, anything else is evaluated.
fn heard(dialogue: &mut Dialogue, line: &str) -> Heard {
    let word = line.split_whitespace().next().unwrap_or_default();
    match STATEMENT_WORDS.contains(&word) {
        true => dialogue.statement(line),
        false => dialogue.expression(line),
    }
}

fn steps(opened: &Opened) -> Vec<ScenarioAnswer> {
    let step = |step: &hexa_lang::Step| StepAnswer {
        line: opened.sources.line_column(step.at).0,
        text: step.text.clone(),
        asserts: step.kind.asserts(),
    };
    let scenario = |scenario: &hexa_lang::Scenario| ScenarioAnswer {
        name: scenario.name.clone(),
        steps: scenario.steps.iter().map(step).collect(),
    };
    opened.document.scenarios.iter().map(scenario).collect()
}

fn format_text(name: &str, text: &str, spelling: Spell, stop: &Stop) -> Answered {
    if smcdel::is_smcdel(name, text) {
        let message = format!("{name} is a file of SMCDEL, and only files of Hexa are formatted");
        let problem = Diagnostic::without_place(Code::UnknownStatement, message)
            .help("converting it to SMCDEL writes it anew, without its comments");
        return Err(vec![Problem::new(problem, &Sources::default())]);
    }
    let spelling = match spelling {
        Spell::AsWritten => Spelling::AsWritten,
        Spell::Ascii => Spelling::Ascii,
        Spell::Unicode => Spelling::Unicode,
    };
    format_until(text, spelling, stop).map(Answer::Formatted).map_err(|found| {
        let mut sources = Sources::default();
        sources.add(name, text);
        problems(&found, &sources)
    })
}
