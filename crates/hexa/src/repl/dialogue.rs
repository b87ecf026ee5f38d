//! The dialogue itself: what is typed is a command, or goes to the workbench, and what comes back is printed.

use super::editor::Completion;
use super::help::HELP;
use super::input::{Input, inputs, kind};
use crate::ask;
use crate::cli::ReplArgs;
use crate::console::{Console, Status};
use crate::diagnostics::render;
use crate::files::{self, MOVE_AWAY, Overwrite};
use crate::progress::Patience;
use hexa_files::IncludedFiles;
use hexa_lang::NoIncludes;
use hexa_text::{Sources, clean};
use hexa_workbench::refusal::format_of;
use hexa_workbench::{Dialogue, Heard, Problem, StepReply, THREE_PLAYERS, words};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many worlds are listed.
const MOST_LISTED: usize = 1000;

/// So many names are told in one line.
const MOST_NAMES: usize = 12;

/// Some names, and how many more there are.
fn few(names: &[String]) -> String {
    let told: Vec<String> = names.iter().take(MOST_NAMES).map(|name| clean(name)).collect();
    match names.len().saturating_sub(MOST_NAMES) {
        0 => told.join(", "),
        more => format!("{} and {more} more", told.join(", ")),
    }
}

/// What comes after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next line.
    Listen,
    /// The end.
    Leave,
}

/// A dialogue at a console.
pub struct Conversation {
    args: ReplArgs,
    dialogue: Dialogue,
    status: Status,
}

impl Conversation {
    /// About a file, or about three players with one card each. None if there is no state to talk about, which has been
    /// told.
    pub fn start(args: &ReplArgs, console: &mut Console) -> io::Result<Option<Self>> {
        let (args, mut status) = (args.clone(), Status::Fine);
        let dialogue = begin(&args, &mut status, console)?;
        Ok(dialogue.map(|dialogue| Self { args, dialogue, status }))
    }

    /// How it has gone so far.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What to say at the beginning.
    pub fn greeting(&self) -> String {
        let about = match &self.args.file {
            Some(file) => clean(&files::display_name(file)),
            None => "three players with one card each; 1 holds r, 2 holds w, 3 holds b".to_owned(),
        };
        let cast = self.dialogue.cast();
        let worlds = self.size();
        let names: String =
            [("agents", &cast.agents), ("cards", &cast.cards), ("atoms", &cast.atoms)]
                .iter()
                .filter(|(_, names)| !names.is_empty())
                .map(|(what, names)| format!("{what} {}\n", few(names)))
                .collect();
        let example = cast.example.unwrap_or_else(|| "true".to_owned());
        format!(
            "Hexa: {about} ({worlds})\n{names}Type a formula such as {example}, a step, `help` or `quit`. Tab completes.\n"
        )
    }

    /// What completes a line.
    pub fn completion(&self) -> Completion {
        let file = self.args.file.as_ref();
        let resolver =
            file.map(|file| IncludedFiles::of(file, &self.args.reading.settings.include_dir));
        Completion { prompt: self.dialogue.prompt(), resolver }
    }

    /// `help`, `quit` and `exit` are commands also without a colon, unless the text gives them a meaning.
    fn bare_command<'i>(&self, input: &'i str) -> Option<&'i str> {
        let word = input.trim();
        let known = ["help", "quit", "exit", "?"].contains(&word);
        (known && !self.dialogue.names().iter().any(|name| name == word)).then_some(word)
    }

    /// Answers everything that was typed, or pasted, at once.
    pub fn hear(&mut self, text: &str, console: &mut Console) -> io::Result<Next> {
        console.watch.begin();
        let _patience = Patience::begin(&console.watch.stop);
        for input in inputs(text) {
            if self.answer(input, console)? == Next::Leave {
                return Ok(Next::Leave);
            }
        }
        Ok(Next::Listen)
    }

    fn answer(&mut self, input: &str, console: &mut Console) -> io::Result<Next> {
        match kind(input) {
            Input::Nothing => Ok(Next::Listen),
            Input::Command(word, argument) => self.command(word, argument, console),
            Input::Statement => {
                let heard = self.dialogue.statement(input);
                self.tell(&heard, console)
            }
            Input::Expression if self.bare_command(input).is_some() => {
                self.command(input.trim(), "", console)
            }
            Input::Expression => {
                let heard = self.dialogue.expression(input);
                self.tell(&heard, console)
            }
        }
    }

    fn size(&self) -> String {
        words::state::size(&self.dialogue.worlds())
    }

    /// Says what there is to say to something that was typed.
    fn tell(&mut self, heard: &Heard, console: &mut Console) -> io::Result<Next> {
        if console.json {
            console.print(heard)?;
        }
        for reply in &heard.replies {
            self.reply(reply, console)?;
        }
        self.problems(&heard.problems, console)?;
        if heard.is_action {
            console.complain("this is an action; to execute it, write `do` before it\n")?;
        }
        Ok(Next::Listen)
    }

    fn reply(&mut self, reply: &StepReply, console: &mut Console) -> io::Result<()> {
        let text = match reply {
            StepReply::Moved { worlds, change } => {
                let change = change.as_ref().map(|change| match change {
                    Ok(traced) => traced.lines.iter().map(|line| format!("{line}\n")).collect(),
                    Err(limit) => format!("what this changed is not told: {limit}\n"),
                });
                format!("{}\n{}", words::state::size(worlds), change.unwrap_or_default())
            }
            StepReply::Saved => String::new(),
            StepReply::Verdict(verdict) if verdict.holds => "ok\n".to_owned(),
            StepReply::Verdict(verdict) => {
                self.status = self.status.max(Status::Failed);
                let reason = verdict.reason.as_ref().map(words::verdict::reason);
                let reason = reason.map_or(String::new(), |why| format!("  ({})", clean(&why)));
                format!("FAILED{reason}\n")
            }
            StepReply::Printed(printed, why) => {
                let why =
                    why.as_ref().map(|why| format!("{}\n", clean(&words::verdict::reason(why))));
                words::verdict::word_print(printed) + &why.unwrap_or_default()
            }
            StepReply::Drawn { file, picture } => return self.write(file, picture, console),
        };
        console.say(&text)
    }

    fn problems(&mut self, problems: &[Problem], console: &mut Console) -> io::Result<()> {
        for problem in problems {
            self.status = Status::Broken;
            let problem = console.watch.reworded(&problem.diagnostic);
            console.complain(&render(&problem, self.dialogue.sources()))?;
        }
        Ok(())
    }

    /// Something that was typed is no command.
    fn refuse_typing(&mut self, message: &str, console: &mut Console) -> io::Result<()> {
        self.status = Status::Broken;
        console.complain(message)
    }
}

/// The commands.
impl Conversation {
    fn command(&mut self, word: &str, argument: &str, console: &mut Console) -> io::Result<Next> {
        match word {
            "quit" | "q" | "exit" => return Ok(Next::Leave),
            "help" | "h" | "?" => console.out.write_all(HELP.as_bytes())?,
            "undo" => match self.dialogue.undo() {
                true => self.tell_size(console)?,
                false => console.say("nothing to undo\n")?,
            },
            "redo" => match self.dialogue.redo() {
                true => self.tell_size(console)?,
                false => console.say("nothing to redo\n")?,
            },
            "reset" => {
                self.dialogue.reset();
                self.tell_size(console)?;
            }
            "state" => self.show(self.dialogue.listing(), words::state::listing, console)?,
            "worlds" => {
                let words = |worlds: &_| words::state::worlds(worlds, MOST_LISTED);
                self.show(self.dialogue.all_worlds(), words, console)?;
            }
            "who" | "knowledge" => {
                self.show(self.dialogue.knowledge(), words::knowledge::knowledge, console)?;
            }
            "why" => self.why(argument, console)?,
            "draw" => self.draw(argument, console)?,
            "trace" => match argument {
                "on" | "" => self.dialogue.tracing = true,
                "off" => self.dialogue.tracing = false,
                _ => self.refuse_typing("say :trace on or :trace off\n", console)?,
            },
            "load" => self.load(argument, console)?,
            "names" => console.say(&format!("{}\n", self.dialogue.names().join(" ")))?,
            _ => {
                let message = format!("there is no command :{}; :help lists them\n", clean(word));
                self.refuse_typing(&message, console)?;
            }
        }
        Ok(Next::Listen)
    }

    fn tell_size(&self, console: &mut Console) -> io::Result<()> {
        console.say(&format!("{}\n", self.size()))
    }

    /// Shows an answer, or why there is none.
    fn show<A: Serialize>(
        &mut self,
        found: Result<A, Problem>,
        words: impl FnOnce(&A) -> String,
        console: &mut Console,
    ) -> io::Result<()> {
        match found {
            Ok(answer) => console.answer(&answer, &words(&answer)).map(|_| ()),
            Err(problem) => self.problems(&[problem], console),
        }
    }

    /// Explains a formula. The steps that led to the state are not told.
    fn why(&mut self, text: &str, console: &mut Console) -> io::Result<()> {
        if text.is_empty() {
            return self.refuse_typing("say what to explain: :why K_1 r_1\n", console);
        }
        match self.dialogue.explain(text) {
            Ok(answer) => console.answer(&answer, &answer.text).map(|_| ()),
            Err(problems) => self.problems(&problems, console),
        }
    }

    fn draw(&mut self, file: &str, console: &mut Console) -> io::Result<()> {
        let problem = |problem| Problem::new(problem, &Sources::default());
        let format = format_of(file).map_err(problem);
        match format.and_then(|format| self.dialogue.picture(format)) {
            Ok(picture) => self.write(file, &picture, console),
            Err(problem) => self.problems(&[problem], console),
        }
    }

    fn write(&mut self, file: &str, picture: &str, console: &mut Console) -> io::Result<()> {
        let overwrite = Overwrite::OnlyDrawings(MOVE_AWAY.into());
        match files::write_picture(Path::new(file), picture, &overwrite) {
            Ok(()) => console.say(&format!("drawn: {}\n", clean(file))),
            Err(problem) => self.problems(&[Problem::new(problem, &Sources::default())], console),
        }
    }

    fn load(&mut self, file: &str, console: &mut Console) -> io::Result<()> {
        if file.is_empty() {
            return self.refuse_typing("say which file, for example :load hexa.hexa\n", console);
        }
        let args = ReplArgs { file: Some(PathBuf::from(file)), ..self.args.clone() };
        match begin(&args, &mut self.status, console)? {
            Some(dialogue) => {
                let tracing = self.dialogue.tracing;
                (self.args, self.dialogue) = (args, dialogue);
                self.dialogue.tracing = tracing;
                self.tell_size(console)
            }
            None => {
                self.status = Status::Broken;
                Ok(())
            }
        }
    }
}

/// Opens a document at its initial state. What is wrong with it is told.
fn begin(
    args: &ReplArgs,
    status: &mut Status,
    console: &mut Console,
) -> io::Result<Option<Dialogue>> {
    let settings = &args.reading.settings;
    let loaded = match &args.file {
        Some(path) => files::load(path, settings, &console.watch.stop),
        None => Ok(hexa_lang::load("hexa", THREE_PLAYERS, &NoIncludes, &settings.set)),
    };
    let name = args.file.as_deref().map_or(String::new(), files::display_name);
    let Some(opened) = ask::opened(loaded, &name, &args.reading.limits, console)? else {
        return Ok(None);
    };
    if opened.has_errors() {
        *status = Status::Broken;
    }
    let sources = opened.sources.clone();
    match Dialogue::start(opened) {
        Ok(dialogue) => Ok(Some(dialogue)),
        Err(problem) => {
            console.refuse(&problem.diagnostic, &sources)?;
            Ok(None)
        }
    }
}
