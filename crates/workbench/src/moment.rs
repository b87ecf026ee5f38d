//! Which state of a file is meant: the initial one, a declared one, or the one after
//! some steps of a scenario. And how it came about, step by step.

use crate::engine_choice::suitable;
use crate::session::{self, Session};
use crate::snapshot::{Origin, Passed, Snapshot};
use hexa_engine::Limits;
use hexa_lang::{Document, Scenario, Sources, Step, StepKind, StepRole};
use hexa_text::clean;
use hexa_text::{Code, Diagnostic};
use std::collections::BTreeMap;

/// A state of a document, before it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The initial state.
    Initial,
    /// A declared state, by its place in the document.
    Declared(usize),
    /// After so many steps of a scenario, by its place in the document.
    After {
        /// The scenario.
        scenario: usize,
        /// How many of its steps.
        steps: usize,
    },
}

/// A state that was reached.
#[derive(Clone, Debug)]
pub struct Reached<'d> {
    /// The states on the way, the one described in the document first and the one reached last.
    pub way: Vec<Passed<'d>>,
}

impl Reached<'_> {
    /// The state that was reached.
    pub fn snapshot(&self) -> &Snapshot {
        &self.way[self.way.len() - 1].snapshot
    }
}

/// The moments of a file: where its scenarios lead, step by step.
pub struct Timeline<'d> {
    /// The document.
    pub document: &'d Document,
    /// Its texts.
    pub sources: &'d Sources,
    /// What may be used.
    pub limits: &'d Limits,
}

impl<'d> Timeline<'d> {
    /// The moment of a name: that of a state that is declared or saved, or the end of a scenario,
    /// by its name or number.
    pub fn moment_named(&self, name: &str) -> Result<Moment, Diagnostic> {
        let found = self.all_named(name);
        match found[..] {
            [moment] => Ok(moment),
            [] => Err(self.nothing_named(name)),
            _ => {
                let message = format!("`{}` can mean several states of this file", clean(name));
                let help = "give them different names, or use the number of the scenario";
                Err(Diagnostic::without_place(Code::NoScenario, message).help(help))
            }
        }
    }

    fn all_named(&self, name: &str) -> Vec<Moment> {
        let mut found = Vec::new();
        if name == session::INITIAL {
            found.push(Moment::Initial);
        }
        let states = self.document.states.iter().enumerate();
        found.extend(states.filter(|(_, s)| s.name == name).map(|(at, _)| Moment::Declared(at)));
        let number = name.parse::<usize>().ok();
        for (at, scenario) in self.document.scenarios.iter().enumerate() {
            let saves = |step: &Step| matches!(&step.kind, StepKind::Save(saved) if saved == name);
            let saved = scenario.steps.iter().enumerate().filter(|(_, step)| saves(step));
            found.extend(saved.map(|(step, _)| Moment::After { scenario: at, steps: step + 1 }));
            if scenario.name.as_deref() == Some(name) || number == Some(at + 1) {
                found.push(Moment::After { scenario: at, steps: scenario.steps.len() });
            }
        }
        found
    }

    fn nothing_named(&self, name: &str) -> Diagnostic {
        let message = format!("this file has no state and no scenario `{}`", clean(name));
        let states = self.document.states.iter().map(|state| state.name.clone());
        let saved = self.document.scenarios.iter().flat_map(|scenario| &scenario.steps);
        let saved = saved.filter_map(|step| {
            if let StepKind::Save(name) = &step.kind { Some(name.clone()) } else { None }
        });
        let mut names: Vec<String> = states.chain(saved).collect();
        names.sort();
        names.dedup();
        let scenarios = self.document.scenarios.iter().enumerate();
        let scenarios = scenarios.map(|(at, scenario)| match &scenario.name {
            Some(name) => format!("{} \"{name}\"", at + 1),
            None => format!("{}", at + 1),
        });
        let list = |what: &str, names: Vec<String>| match names.is_empty() {
            true => format!("no {what}"),
            false => format!("{what} {}", names.join(", ")),
        };
        Diagnostic::without_place(Code::NoScenario, message)
            .note(format!("there are {}", list("saved or declared states", names)))
            .note(format!("there are {}", list("scenarios", scenarios.collect())))
    }

    /// The moment after a step of a scenario: of the one named, or of the first one; without a step
    /// its end; without either the initial state.
    pub fn moment_after(
        &self,
        name: Option<&str>,
        step: Option<usize>,
    ) -> Result<Moment, Diagnostic> {
        let scenario = match name {
            Some(name) => self.scenario(name)?,
            None if step.is_none() => return Ok(Moment::Initial),
            None => 0,
        };
        let all = self.document.scenarios.get(scenario).map_or(0, |found| found.steps.len());
        match step.unwrap_or(all) {
            0 => Ok(Moment::Initial),
            steps if steps <= all => Ok(Moment::After { scenario, steps }),
            steps => {
                let message = format!("there is no step {steps}: the scenario has {all}");
                Err(Diagnostic::without_place(Code::NoScenario, message))
            }
        }
    }

    /// The place of the only scenario of that name; or of that number, or whose name begins so.
    fn scenario(&self, name: &str) -> Result<usize, Diagnostic> {
        let scenarios = &self.document.scenarios;
        let all = |such: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let named = |&at: &usize| scenarios[at].name.as_deref().is_some_and(such);
            (0..scenarios.len()).filter(named).collect()
        };
        let number = name.parse().ok().filter(|number| (1..=scenarios.len()).contains(number));
        let (exact, begun) = (all(&|known| known == name), all(&|known| known.starts_with(name)));
        let found = match (&exact[..], number) {
            ([], Some(number)) => vec![number - 1],
            ([], None) if name.is_empty() => Vec::new(),
            ([], None) => begun,
            _ => exact,
        };
        match found[..] {
            [only] => Ok(only),
            [] => {
                let names = scenarios.iter().filter_map(|scenario| scenario.name.as_deref());
                let names: Vec<_> = names.map(|name| format!("\"{name}\"")).collect();
                let message = format!("there is no scenario \"{}\"", clean(name));
                let problem = Diagnostic::without_place(Code::NoScenario, message);
                Err(match names.is_empty() {
                    true => problem.help("no scenario of this file has a name"),
                    false => problem.help(format!("there are {}", names.join(", "))),
                })
            }
            ref several => {
                let exact = several.iter().any(|&at| scenarios[at].name.as_deref() == Some(name));
                let (which, help) = match exact {
                    true => ("called", "choose one by its number, or give them different names"),
                    false => ("whose names begin with", "write more of the name"),
                };
                let message =
                    format!("there are {} scenarios {which} \"{}\"", several.len(), clean(name));
                let problem = Diagnostic::without_place(Code::NoScenario, message).help(help);
                let place = |problem: Diagnostic, &at: &usize| problem.at(scenarios[at].at, "");
                Err(several.iter().fold(problem, place))
            }
        }
    }

    /// Goes to a moment.
    pub fn reach(&self, moment: Moment) -> Result<Reached<'d>, Diagnostic> {
        let start = |snapshot| Reached { way: vec![Passed { step: None, snapshot }] };
        let engine = suitable(self.document, self.limits).engine;
        let (scenario, steps) = match moment {
            Moment::Declared(at) => {
                let origin = Origin::Named(at);
                let built = session::build(self.document, origin, engine, self.limits);
                return built.map(start);
            }
            Moment::Initial => (None, &[][..]),
            Moment::After { scenario, steps } => {
                let all = &self.document.scenarios[scenario].steps;
                (Some(scenario), &all[..steps])
            }
        };
        let session = Session::start(self.document, engine, self.limits)?;
        let mut play = Play { timeline: self, saved: BTreeMap::new(), session, way: Vec::new() };
        let earlier = scenario.filter(|_| self.looks_back(steps)).unwrap_or(0);
        for scenario in &self.document.scenarios[..earlier] {
            play.rehearse(scenario);
        }
        play.start();
        for (at, step) in steps.iter().enumerate() {
            play.take(at, step)?;
        }
        Ok(Reached { way: play.way })
    }

    /// Whether steps go back to a state that another scenario saved.
    fn looks_back(&self, steps: &[Step]) -> bool {
        let mut known: Vec<&str> = vec![session::INITIAL];
        known.extend(self.document.states.iter().map(|state| state.name.as_str()));
        steps.iter().any(|step| {
            if let StepKind::Save(name) = &step.kind {
                known.push(name);
            }
            matches!(&step.kind, StepKind::Restore(name) if !known.contains(&name.as_str()))
        })
    }
}

/// Steps being taken, with the way to every state.
struct Play<'a, 'd> {
    timeline: &'a Timeline<'d>,
    saved: BTreeMap<String, Vec<Passed<'d>>>,
    session: Session,
    way: Vec<Passed<'d>>,
}

impl<'d> Play<'_, 'd> {
    /// At the initial state.
    fn start(&mut self) {
        self.session.reset();
        self.way = vec![Passed { step: None, snapshot: self.session.current().clone() }];
    }

    /// Plays an earlier scenario, as far as it goes, for the states that it saves. What it would have saved after that
    /// is not known, even if a scenario before it has saved something under the same name.
    fn rehearse(&mut self, scenario: &'d Scenario) {
        self.start();
        for (at, step) in scenario.steps.iter().enumerate() {
            if self.take(at, step).is_err() {
                return scenario.steps[at..].iter().for_each(|step| self.forget(step));
            }
        }
    }

    fn forget(&mut self, step: &Step) {
        if let StepKind::Save(name) = &step.kind {
            self.session.forget(name);
            self.saved.remove(name);
        }
    }

    /// Takes a step if it may change the state.
    fn take(&mut self, at: usize, step: &'d Step) -> Result<(), Diagnostic> {
        let Timeline { document, sources, .. } = self.timeline;
        match step.kind.role() {
            StepRole::Move | StepRole::Memory => {}
            // It might have been one of these.
            StepRole::Unknown => {
                let message = "a step on the way to the state could not be read";
                let problem = Diagnostic::without_place(Code::NotRun, message);
                return Err(problem
                    .at(step.at, "")
                    .help("a run of the file says what is wrong with it"));
            }
            StepRole::Assertion | StepRole::Display => return Ok(()),
        }
        self.session.take(document, sources, step)?;
        let snapshot = self.session.current().clone();
        if let StepKind::Save(name) = &step.kind {
            self.saved.insert(name.clone(), self.way.clone());
        } else if let StepKind::Restore(name) = &step.kind {
            let described = || vec![Passed { step: None, snapshot }];
            self.way = self.saved.get(name).cloned().unwrap_or_else(described);
        } else {
            self.way.push(Passed { step: Some((at + 1, step)), snapshot });
        }
        Ok(())
    }
}
