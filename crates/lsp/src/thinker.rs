//! The thinker: answers what takes computing, one question after the other. A question that was asked later about the state
//! at the cursor makes the one before superfluous.

use crate::message::{OpenRequest, Unanswered, answer, guarded};
use crate::shelf::{Shelf, Shelved};
use gen_lsp_types::{
    Contents, ExecuteCommandParams, Hover, MarkupContent, MarkupKind, TextDocumentPositionParams,
};
use hexa_workbench::editor::{Judgement, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// What a formula is worth is nice to know, and nobody waits for it longer.
const HOVER_LIMIT: Duration = Duration::from_secs(1);

/// A question about a version.
pub struct Computation {
    /// What was asked.
    pub asked: OpenRequest,
    /// The version.
    pub shelved: Arc<Shelved>,
}

/// The step that is to be explained, or the scenario that is to be run.
#[derive(Deserialize)]
struct Which {
    scenario: usize,
    #[serde(default)]
    step: usize,
}

/// Answers what comes, until nothing can come any more.
pub fn work(shelf: &Shelf, questions: &Receiver<Computation>) {
    for question in questions {
        let told = match question.asked.stop.is_asked() {
            true => Err(Unanswered::Cancelled),
            false => guarded(|| question.think(shelf)).and_then(|told| told),
        };
        (shelf.say)(question.asked.reply(told));
        // The clock need not look at it any more.
        question.asked.stop.ask();
    }
}

impl Computation {
    fn think(&self, shelf: &Shelf) -> Result<Value, Unanswered> {
        match self.asked.request.method.as_str() {
            "textDocument/hover" => self.hover(shelf),
            "hexa/state" => self.state(shelf),
            "hexa/explain" => {
                let which: Which = self.asked.params()?;
                answer(json!({ "text": self.explain(shelf, &which)? }))
            }
            "workspace/executeCommand" => self.execute(shelf),
            other => Err(Unanswered::Unknown(other.to_owned())),
        }
    }

    fn place(&self, shelf: &Shelf) -> Result<usize, Unanswered> {
        let params: TextDocumentPositionParams = self.asked.params()?;
        Ok(shelf.translator(&self.shelved).byte(params.position))
    }

    fn hover(&self, shelf: &Shelf) -> Result<Value, Unanswered> {
        let at = self.place(shelf)?;
        let (draft, stop) = (&self.shelved.draft, &self.asked.stop);
        shelf.clock.limit(stop, HOVER_LIMIT);
        let told = draft.hover(at);
        let value = draft.value_at(at, &shelf.limits(stop));
        let translator = shelf.translator(&self.shelved);
        let mut parts = Vec::new();
        if let Some(value) = &value {
            let formula = &draft.text[value.span.range()];
            parts.push(format!("`{}` {}: {}", formula.replace('`', "'"), value.place, value.value));
            parts.extend(value.reading.clone());
        }
        if let Some(told) = &told {
            parts.push(told.title.clone());
            parts.extend(told.code.as_ref().map(|code| format!("```hexa\n{code}\n```")));
            parts.push(told.text.clone());
        }
        parts.retain(|part| !part.is_empty());
        let span = told.map(|told| told.span).or(value.map(|value| value.span));
        answer(span.map(|span| {
            let value = parts.join("\n\n");
            let contents =
                Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
            Hover { contents, range: Some(translator.range(span)) }
        }))
    }

    fn state(&self, shelf: &Shelf) -> Result<Value, Unanswered> {
        let at = self.place(shelf)?;
        let stop = &self.asked.stop;
        shelf.clock.limit(stop, shelf.options.limit());
        let shown =
            self.shelved.draft.state_at(at, &shelf.limits(stop)).ok_or(Unanswered::Cancelled)?;
        answer(json!({
            "version": self.shelved.version,
            "title": shown.title,
            "scenario": shown.scenario,
            "steps": shown.steps,
            "text": shown.text,
            "picture": shown.picture,
            "problem": shown.problem.map(|problem| problem.message),
        }))
    }

    fn explain(&self, shelf: &Shelf, which: &Which) -> Result<String, Unanswered> {
        let stop = &self.asked.stop;
        shelf.clock.limit(stop, shelf.options.limit());
        let Which { scenario, step } = *which;
        match self.shelved.draft.explain(scenario, step, &shelf.limits(stop)) {
            Some(Ok(text)) => Ok(text),
            Some(Err(_)) if stop.is_asked() => Err(Unanswered::Cancelled),
            Some(Err(problem)) => Err(Unanswered::Refused(problem.message)),
            None => self.known(scenario, step),
        }
    }

    /// What came out for a step that checks no formula.
    fn known(&self, scenario: usize, step: usize) -> Result<String, Unanswered> {
        let judged = self.shelved.judged();
        let mut all = judged.judgements.iter();
        let found = all.find(|one| (one.scenario, one.step) == (scenario, step));
        let nothing = || Unanswered::Refused("nothing is known about this step".to_owned());
        found.map(|found| self.line(found)).ok_or_else(nothing)
    }

    fn line(&self, judgement: &Judgement) -> String {
        let text = self.shelved.draft.text[judgement.span.range()].split_whitespace();
        let text: Vec<&str> = text.collect();
        let line = self.shelved.draft.lines.line(judgement.span.start as usize) + 1;
        let outcome = match &judgement.outcome {
            Outcome::Holds(_) => "ok".to_owned(),
            Outcome::Fails(why) => format!("FAILED: {why}"),
            Outcome::Stuck(problem) => format!("could not be taken: {}", problem.message),
            Outcome::NotRun(why) => format!("not run: {why}"),
            Outcome::Stopped => "gave up: it took too long".to_owned(),
            Outcome::Shows(shown) => shown.trim_end().to_owned(),
        };
        format!("line {line}: {}: {outcome}\n", text.join(" "))
    }

    fn execute(&self, shelf: &Shelf) -> Result<Value, Unanswered> {
        let params: ExecuteCommandParams = self.asked.params()?;
        let argument = params.arguments.as_deref().and_then(<[Value]>::first).cloned();
        let which = serde_json::from_value(argument.unwrap_or_default());
        let which: Which = which.map_err(|error| Unanswered::Invalid(error.to_string()))?;
        let text = match params.command.as_str() {
            "hexa.run" => self.run(shelf, which.scenario)?,
            "hexa.explain" => self.explain(shelf, &which)?,
            other => return Err(Unanswered::Invalid(format!("there is no command {other}"))),
        };
        if shelf.options.messages {
            // 3 is an information.
            shelf.notify("window/showMessage", json!({ "type": 3, "message": text }));
        }
        answer(text)
    }

    /// Runs one scenario, for as long as it takes: whoever asked for it can cancel it.
    fn run(&self, shelf: &Shelf, scenario: usize) -> Result<String, Unanswered> {
        let mut told = String::new();
        let limits = shelf.limits(&self.asked.stop);
        let (mut holds, mut others) = (0, 0);
        let obstacle = self.shelved.draft.judge(Some(scenario), &limits, |judgement| {
            match judgement.outcome {
                Outcome::Holds(_) => holds += 1,
                Outcome::Shows(_) => {}
                Outcome::Fails(_) | Outcome::Stuck(_) | Outcome::NotRun(_) | Outcome::Stopped => {
                    others += 1;
                }
            }
            told.push_str(&self.line(&judgement));
        });
        if self.asked.stop.is_asked() {
            return Err(Unanswered::Cancelled);
        }
        if let Some(obstacle) = obstacle {
            told = format!("{}: {}\n{told}", obstacle.code.as_str(), obstacle.message);
        }
        Ok(format!("{told}{holds} passed, {others} failed or could not be run\n"))
    }
}
