//! The steps of a text with their numbers, and the state of a question in words: after which step of which scenario.

use crate::moment::Moment;
use crate::opened::{Opened, When};
use hexa_lang::{Scenario, Step};
use hexa_text::{Diagnostic, Location, clean};

/// The steps of a text, by scenarios.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct StepList {
    /// The scenarios, in order.
    pub scenarios: Vec<ListedScenario>,
}

/// A scenario with its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ListedScenario {
    /// Its number, from 1.
    pub scenario: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its steps, in order.
    pub steps: Vec<ListedStep>,
}

/// A step that is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ListedStep {
    /// Its number in the scenario, from 1.
    pub step: usize,
    /// The line that it starts in, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

impl StepList {
    /// One line for each step.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for ListedScenario { scenario, name, steps } in &self.scenarios {
            let name = name.as_ref().map_or(String::new(), |name| format!(" \"{}\"", clean(name)));
            text += &format!("scenario {scenario}{name}\n");
            for ListedStep { step, line, text: said } in steps {
                text += &format!("  step {step}, line {line}: {}\n", clean(said));
            }
        }
        if text.is_empty() { "there are no steps\n".to_owned() } else { text }
    }
}

impl Opened {
    /// The steps with their numbers.
    pub fn list_steps(&self) -> StepList {
        let scenario = |(at, scenario): (usize, &Scenario)| {
            let step = |(at, step): (usize, &Step)| ListedStep {
                step: at + 1,
                line: self.line(step.at),
                text: step.text.clone(),
            };
            let steps = scenario.steps.iter().enumerate().map(step).collect();
            ListedScenario { scenario: at + 1, name: scenario.name.clone(), steps }
        };
        StepList { scenarios: self.document.scenarios.iter().enumerate().map(scenario).collect() }
    }

    /// The state that is meant where nothing else is said: the last one of the first scenario.
    pub fn last_state(&self) -> When {
        let steps = self.document.scenarios.first().map(|scenario| scenario.steps.len());
        When { step: steps, ..When::default() }
    }

    /// The moment that is meant.
    pub fn moment(&self, when: &When) -> Result<Moment, Diagnostic> {
        match when.line {
            Some(line) => Ok(self.moment_at(line)),
            None => self.timeline().moment_after(when.scenario.as_deref(), when.step),
        }
    }

    /// The state at a line of the text: after the steps of its scenario that start there or before.
    fn moment_at(&self, line: usize) -> Moment {
        let mut found = Moment::Initial;
        for (scenario, played) in self.document.scenarios.iter().enumerate() {
            if played.name.is_some() && self.line(played.at) <= line {
                found = Moment::Initial;
            }
            let before = |step: &&Step| self.line(step.at) <= line;
            match played.steps.iter().take_while(before).count() {
                0 => {}
                steps => found = Moment::After { scenario, steps },
            }
        }
        found
    }

    /// The state that is meant, in words: `the state after step 2 of scenario "show", line 5`.
    pub fn name_moment(&self, when: &When) -> Result<String, Diagnostic> {
        Ok(match self.moment(when)? {
            Moment::Initial => "the initial state".to_owned(),
            Moment::Declared(at) => format!("the state `{}`", self.document.states[at].name),
            Moment::After { scenario, steps } => {
                let played = &self.document.scenarios[scenario];
                let of = match (&played.name, self.document.scenarios.len()) {
                    (Some(name), _) => format!(" of scenario \"{}\"", clean(name)),
                    (None, 1) => String::new(),
                    (None, _) => format!(" of scenario {}", scenario + 1),
                };
                let line = played.steps.get(steps - 1).map_or(0, |step| self.line(step.at));
                match steps == played.steps.len() {
                    true => format!("the last state{of}, after step {steps}, line {line}"),
                    false => format!("the state after step {steps}{of}, line {line}"),
                }
            }
        })
    }

    fn line(&self, at: Location) -> usize {
        let text = self.sources.get(at.source).text.as_bytes();
        let before = text.get(..at.span.start as usize).unwrap_or_default();
        1 + before.iter().filter(|&&byte| byte == b'\n').count()
    }
}
