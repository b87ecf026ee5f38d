//! A text that attempts an exercise, judged: what is missing next, or that nothing is.

use crate::engine_choice::suitable;
use crate::exercise::{Exercise, ExerciseMoment, ExerciseOutcome, GAP, Missing, Wanted};
use crate::opened::Opened;
use crate::run::{Event, RunSettings};
use crate::session::{Effect, Session};
use crate::tally::Standing;
use hexa_lang::{Scenario, StepKind};
use hexa_text::{Code, Diagnostic};

/// A text that attempts an exercise.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What it is called in messages.
    pub file: String,
    /// The text.
    pub text: String,
    /// The exercise.
    pub exercise: Exercise,
    /// The name of the exercise after it.
    pub next: Option<String>,
}

impl Attempt {
    /// Whether there are gaps, so that it cannot be run.
    pub fn has_gaps(&self) -> bool {
        self.exercise.judge_gaps(&self.text).is_some()
    }

    /// What it comes to, and what was opened from it, unless it describes no state.
    pub fn judge(&self, opened: Option<&Opened>) -> Event {
        Event::Exercise {
            file: self.file.clone(),
            name: self.exercise.name.clone(),
            outcome: self.exercise.judge(&self.text, opened),
            next: self.next.clone(),
        }
    }
}

impl Exercise {
    /// Whether a gap is left, which is said before the text is read: it cannot be.
    fn judge_gaps(&self, text: &str) -> Option<Missing> {
        let at = text.lines().position(|line| code_of(line).contains(GAP))?;
        Some(Missing::Gap { line: at + 1, hint: self.gap.clone() })
    }

    /// What a text comes to, and what was opened from it, unless it describes no state.
    pub fn judge(&self, text: &str, opened: Option<&Opened>) -> ExerciseOutcome {
        let missing = self.judge_gaps(text).or_else(|| self.judge_given(text));
        match missing.or_else(|| self.judge_requirements(text, opened)) {
            Some(missing) => ExerciseOutcome::Missing(missing),
            None => ExerciseOutcome::Solved,
        }
    }

    /// A line of the start that is not there any more, in its order.
    fn judge_given(&self, text: &str) -> Option<Missing> {
        let mut there = text.lines().map(words_of);
        let mut given = self.given_lines().filter(|_| !self.open);
        let lost = given.find(|line| !there.any(|other| other == *line))?;
        Some(Missing::Given { given: lost })
    }

    /// The lines of the start that have no gap.
    fn given_lines(&self) -> impl Iterator<Item = String> {
        let lines = self.start.lines().filter(|line| !code_of(line).contains(GAP));
        lines.map(words_of).filter(|line| !line.is_empty())
    }

    /// The lines that the start does not have already.
    fn own_lines<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut given = self.given_lines().peekable();
        text.lines().filter(|line| given.next_if_eq(&words_of(line)).is_none()).collect()
    }

    fn judge_requirements(&self, text: &str, opened: Option<&Opened>) -> Option<Missing> {
        let own = self.own_lines(text);
        for (at, requirement) in self.requirements.iter().enumerate() {
            let is_met = match (&requirement.wanted, opened) {
                (Wanted::Uses(words), _) => words.iter().any(|word| uses(&own, word)),
                (Wanted::Avoids(words), _) => !words.iter().any(|word| uses(&own, word)),
                (Wanted::Holds { moment, steps }, Some(opened)) if !opened.has_errors() => {
                    match holds(opened, moment, steps) {
                        Ok(holds) => holds,
                        Err(missing) => return Some(missing),
                    }
                }
                (Wanted::Holds { .. }, _) => return Some(Missing::Unreadable),
            };
            if !is_met {
                return Some(Missing::Requirement { at, hint: requirement.hint.clone() });
            }
        }
        opened.map_or(Some(Missing::Unreadable), own_check)
    }
}

/// The first of a text's own assertions that does not hold.
fn own_check(opened: &Opened) -> Option<Missing> {
    let mut events = opened.run(RunSettings::default());
    let event = events.find(|event| event.standing() != Standing::Fine)?;
    if let Event::Verdict { place, .. } = event {
        return Some(Missing::OwnCheck { line: place.line, step: place.step });
    }
    Some(Missing::Unreadable)
}

/// Whether steps hold in a state of a text.
fn holds(opened: &Opened, moment: &ExerciseMoment, steps: &str) -> Result<bool, Missing> {
    let Opened { mut document, mut sources, limits, .. } = opened.clone();
    let played = match moment {
        ExerciseMoment::Initially => None,
        ExerciseMoment::Finally => document.scenarios.first().cloned(),
        ExerciseMoment::After(name) => {
            let named = |scenario: &&Scenario| scenario.name.as_deref() == Some(name);
            let Some(found) = document.scenarios.iter().find(named) else { return Ok(false) };
            Some(found.clone())
        }
    };
    let unspeakable = |problem: &Diagnostic| Missing::Unspeakable { why: problem.message.clone() };
    let read = document.read_until(steps, &mut sources, &limits.stop);
    let steps = read.map_err(|found| found.first().map_or(Missing::Unreadable, unspeakable))?;
    let engine = suitable(&document, &limits).engine;
    let unplayable = |_| Missing::Unreadable;
    let mut session = Session::start(&document, engine, &limits).map_err(unplayable)?;
    for step in played.iter().flat_map(|scenario| &scenario.steps) {
        // Assertions and pictures of the text say nothing about where its steps lead.
        if matches!(step.kind, StepKind::Do(_) | StepKind::Save(_) | StepKind::Restore(_)) {
            session.take(&document, &sources, step).map_err(unplayable)?;
        }
    }
    for step in &steps {
        match session.take(&document, &sources, step) {
            Ok(Effect::Verdict(verdict)) if !verdict.holds => return Ok(false),
            Ok(_) => {}
            Err(problem) if matches!(problem.code, Code::Stopped | Code::Limit) => {
                return Err(unspeakable(&problem));
            }
            // What cannot be taken or is undefined does not hold.
            Err(_) => return Ok(false),
        }
    }
    Ok(true)
}

/// Whether a word stands in lines, outside of remarks.
fn uses(lines: &[&str], word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    lines.iter().copied().map(code_of).any(|line| {
        line.match_indices(word).any(|(at, _)| {
            // What does not end in a letter, such as `K_`, may be followed by one.
            let goes_on = word.ends_with(char::is_alphanumeric)
                && line[at + word.len()..].starts_with(is_part);
            let began = word.starts_with(is_part) && line[..at].ends_with(is_part);
            !goes_on && !began
        })
    })
}

/// A line without its remark. No name of the language has a `#` in it, and no quoted one should.
fn code_of(line: &str) -> &str {
    line.split_once('#').map_or(line, |(code, _)| code)
}

/// A line without its remark, with single spaces.
fn words_of(line: &str) -> String {
    code_of(line).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
