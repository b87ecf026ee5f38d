//! `hexa assist cluedo`: an assistant at the table. The game is a file, which is opened or set up; then every line is
//! answered, in words or as JSON.

pub mod input;
mod text;
pub mod typing;

use crate::cli::AssistArgs;
use crate::console::{Console, Status};
use crate::files::{display_name, why_not_written};
use crate::journal::{JournalFile, Unusable};
use crate::watch::Watch;
use hexa_assist::answer::{AssistAnswer, NamedAnswer, NotCopied, NotDone, Opening};
use hexa_assist::dialogue::{Dialogue, Question, Scope};
use hexa_assist::journal::{self, Journal};
use hexa_assist::notebook::Notebook;
use hexa_assist::session::{AssistSession, Finding, Heard, follow};
use hexa_assist::setup::{self, Draft, Setup};
use hexa_assist::words::{self, Detail, Words};
use hexa_engine::Limits;
use hexa_games::cluedo::card_list::CardList;
use hexa_text::clean;
use hexa_workbench::words::wrapping::wrap;
use input::Input;
use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use text::Telling;
use typing::Typing;

/// Something that ends it before it starts, as text.
type Stopped = String;

/// Sits at the table until the user leaves.
pub fn run(args: &AssistArgs, console: &mut Console) -> io::Result<Status> {
    let file = args.file.as_path();
    if args.replay {
        return match read_file(file) {
            Ok((setup, changes)) => replay(setup, &changes, args, console),
            Err(stopped) => stop(&stopped, console),
        };
    }
    let mut input = Input::new()?;
    let opened = match (file.exists(), args.new) {
        (true, true) => Err(words::exists(&display(file))),
        (true, false) => resume(file, console)?,
        (false, _) => match set_up(args, &mut input, console)? {
            Some(setup) => begin_file(file, setup, &console.watch),
            None => return Ok(Status::Broken),
        },
    };
    match opened
        .and_then(|(notebook, journal)| Table::new(notebook, Some(journal), args, &console.watch))
    {
        Ok(mut table) => table.sit(&mut input, console),
        Err(stopped) => stop(&stopped, console),
    }
}

fn stop(why: &str, console: &mut Console) -> io::Result<Status> {
    console.complain(&clean(why))?;
    Ok(Status::Broken)
}

fn display(file: &Path) -> String {
    clean(&display_name(file))
}

fn why_not(file: &Path, unusable: &Unusable) -> Stopped {
    let file = display(file);
    match unusable {
        Unusable::InUse => words::in_use(&file),
        Unusable::Exists => words::exists(&file),
        Unusable::System(error) => words::unusable(&file, &why_not_written(error)),
    }
}

/// A game, and the file that it is kept in.
type Opened = (Notebook, JournalFile);

/// A game that is in a file.
fn resume(file: &Path, console: &mut Console) -> io::Result<Result<Opened, Stopped>> {
    let opened = JournalFile::open(file).map_err(|unusable| why_not(file, &unusable));
    let opened = opened.and_then(|(mut lines, bytes)| {
        let journal = read_journal(file, &bytes)?;
        lines.go_on(journal.end, journal.head);
        Ok((lines, journal))
    });
    let (journal_file, journal) = match opened {
        Ok(opened) => opened,
        Err(stopped) => return Ok(Err(stopped)),
    };
    if let Some(torn) = &journal.torn {
        console.complain(&clean(&words::torn(torn)))?;
    }
    let notebook = setup_of(file, &journal).and_then(|setup| begin(setup, file, &console.watch));
    let notebook = notebook.and_then(|notebook| {
        let setup = notebook.setup().clone();
        let words = Words { setup: &setup };
        follow(notebook, &journal.changes).map_err(|bad| words.bad_line(&display(file), &bad))
    });
    Ok(notebook.map(|notebook| (notebook, journal_file)))
}

/// A game that begins, in a new file.
fn begin_file(file: &Path, setup: Setup, watch: &Watch) -> Result<Opened, Stopped> {
    let notebook = begin(setup, file, watch)?;
    let journal = JournalFile::create(file, &journal::begin(notebook.setup()));
    Ok((notebook, journal.map_err(|unusable| why_not(file, &unusable))?))
}

fn begin(setup: Setup, file: &Path, watch: &Watch) -> Result<Notebook, Stopped> {
    Notebook::new(setup, Limits { stop: watch.stop.clone(), ..Limits::default() })
        .map_err(|misdealt| words::unusable(&display(file), &words::misdealt(&misdealt)))
}

fn read_journal(file: &Path, bytes: &[u8]) -> Result<Journal, Stopped> {
    journal::read(bytes).map_err(|_| words::unusable(&display(file), words::NOT_TEXT))
}

/// What a file says, without keeping it.
fn look(file: &Path) -> Result<Journal, Stopped> {
    let bytes = JournalFile::look(file).map_err(|unusable| why_not(file, &unusable))?;
    read_journal(file, &bytes)
}

fn setup_of(file: &Path, journal: &Journal) -> Result<Setup, Stopped> {
    setup::read(&journal.setup).map_err(|mistakes| mistakes_text(file, &mistakes))
}

fn mistakes_text(file: &Path, mistakes: &[setup::Mistake]) -> Stopped {
    let line = |mistake| format!("{}: {}\n", display(file), words::mistake(mistake));
    mistakes.iter().map(line).collect()
}

/// Asks what has to be known before the game; none, if the user leaves.
fn set_up(
    args: &AssistArgs,
    input: &mut Input,
    console: &mut Console,
) -> io::Result<Option<Setup>> {
    let (draft, scope) = match &args.setup {
        None => (Draft::default(), Scope::All),
        Some(file) => match read_draft(file) {
            Ok(draft) => (draft, Scope::Missing),
            Err(stopped) => {
                stop(&stopped, console)?;
                return Ok(None);
            }
        },
    };
    let mut dialogue = Dialogue::new(draft, scope);
    let columns = columns(args, input);
    if dialogue.question().is_some() && !console.json {
        write!(console.out, "{}", wrap(words::WELCOME, columns))?;
    }
    while let Some(question) = dialogue.question() {
        if !console.json {
            write!(console.out, "{}", wrap(&words::question(&dialogue, question), columns))?;
        }
        input.offer(typing(&dialogue, question));
        let Some(line) = input.line(words::ANSWER, console)? else {
            console.complain(words::NOT_SET_UP)?;
            return Ok(None);
        };
        match line.trim() {
            "back" => dialogue.back(),
            "quit" => {
                console.complain(words::NOT_SET_UP)?;
                return Ok(None);
            }
            answer => {
                if let Err(flaws) = dialogue.answer(answer) {
                    console.complain(&wrap(&clean(&words::bad_answer(&flaws)), columns))?;
                }
            }
        }
    }
    match dialogue.setup() {
        Ok(setup) => Ok(Some(setup)),
        Err(flaws) => {
            console.complain(&clean(&words::bad_answer(&flaws)))?;
            Ok(None)
        }
    }
}

/// How many columns there are, if that is said or somebody types.
fn columns(args: &AssistArgs, input: &mut Input) -> Option<usize> {
    args.width.or_else(|| input.columns()).map(usize::from)
}

/// What a file says of the set-up.
fn read_draft(file: &Path) -> Result<Draft, Stopped> {
    let journal = look(file)?;
    setup::draft(&journal.setup).map_err(|mistakes| mistakes_text(file, &mistakes))
}

fn typing(dialogue: &Dialogue, question: Question) -> Typing {
    match question {
        Question::FaceUp | Question::Hand => {
            let deck = dialogue.deck();
            Typing::Words(deck.cards().map(|card| deck.name(card).to_owned()).collect())
        }
        Question::Me | Question::Logicians => Typing::Words(dialogue.players().to_vec()),
        Question::Cards => {
            let names = CardList::ALL.iter().map(|list| list.names[0].to_owned());
            Typing::Words(names.collect())
        }
        Question::Players | Question::Sizes | Question::Rules => Typing::Anything,
    }
}

/// Who waits no longer is not told how far it is.
const PATIENCE: Duration = Duration::from_millis(300);

/// An answer, and whether a part of it was told already.
struct Told {
    answer: AssistAnswer,
    is_begun: bool,
}

/// A session in words or JSON, with the file that it is kept in.
struct Table<'a> {
    session: AssistSession,
    journal: Option<JournalFile>,
    /// Ends the thinking.
    watch: Watch,
    args: &'a AssistArgs,
    /// How many lines were read.
    lines: usize,
    telling: Telling,
}

impl<'a> Table<'a> {
    fn new(
        notebook: Notebook,
        journal: Option<JournalFile>,
        args: &'a AssistArgs,
        watch: &Watch,
    ) -> Result<Self, Stopped> {
        let session = AssistSession::new(notebook.with_stop(&watch.stop), args.seed)
            .map_err(|limit| words::gave_up(&limit.to_string()) + "\n")?;
        let detail = if args.detail { Detail::Numbers } else { Detail::Plain };
        let telling = Telling { columns: args.width.map(usize::from), detail };
        Ok(Self { session, journal, watch: watch.clone(), args, lines: 0, telling })
    }

    fn sit(&mut self, input: &mut Input, console: &mut Console) -> io::Result<Status> {
        self.telling.columns = columns(self.args, input);
        self.greet(input, console)?;
        let mut status = Status::Fine;
        loop {
            let setup = Box::new(self.session.notebook().setup().clone());
            input.offer(Typing::Game { setup, out: self.session.notebook().out() });
            let Some(line) = input.line(words::PROMPT, console)? else { return Ok(status) };
            // The window may have become wider or narrower.
            self.telling.columns = columns(self.args, input);
            let told = self.answer(&line, console)?;
            if told.answer.is_refusal() && !input.is_terminal() {
                status = Status::Broken;
            }
            self.print(&told, console)?;
            if matches!(told.answer, AssistAnswer::Quit) {
                return Ok(status);
            }
        }
    }

    fn greet(&self, input: &Input, console: &mut Console) -> io::Result<()> {
        let notebook = self.session.notebook();
        let (setup, entries) = (notebook.setup(), notebook.entries().len());
        if console.json {
            return console.print(&Opening { setup, entries });
        }
        if input.is_terminal() {
            let greeting = Words { setup }.greeting(&display(&self.args.file), entries);
            write!(console.out, "{}", wrap(&greeting, self.telling.columns))?;
        }
        Ok(())
    }

    /// Answers a line. What it changes is in the file before it is so. What is found on the way is told at once, if it is told
    /// in words.
    fn answer(&mut self, line: &str, console: &mut Console) -> io::Result<Told> {
        self.lines += 1;
        self.watch.begin();
        let (mut is_shown, mut parts) = (false, Ok(0));
        let (columns, start) = (self.telling.columns, Instant::now());
        let heard = self.session.hear(line, &mut |setup, finding| {
            let words = Words { setup };
            match text::finding_text(words, finding) {
                Some(part) if !console.json && parts.is_ok() => {
                    show_waiting("");
                    let written = console.out.write_all(wrap(&part, columns).as_bytes());
                    let many = parts.as_ref().map_or(0, |many| *many);
                    parts = written.and_then(|()| console.out.flush()).map(|()| many + 1);
                    is_shown = true;
                    show_waiting(words::LOOKING);
                }
                Some(_) => {}
                None if start.elapsed() > PATIENCE => {
                    is_shown = true;
                    show_waiting(&waiting_text(words, finding));
                }
                None => {}
            }
        });
        if is_shown {
            show_waiting("");
        }
        let is_begun = parts? > 0;
        Ok(Told { answer: self.keep(heard), is_begun })
    }

    /// Makes a change that is in the file.
    fn keep(&mut self, heard: Heard) -> AssistAnswer {
        let kept = self.journal.as_mut().map_or(Ok(()), |journal| journal.append(&heard.lines));
        match kept {
            Ok(()) => {
                let answer = self.session.accept(heard);
                if let AssistAnswer::SaveAs(file) = answer {
                    self.save_as(file)
                } else if let AssistAnswer::SheetAs { file, content } = answer {
                    write_sheet(file, &content)
                } else {
                    answer
                }
            }
            Err(error) => {
                let file = self.journal.as_ref().map(|journal| display(journal.path()));
                let (file, why) = (file.unwrap_or_default(), why_not_written(&error));
                AssistAnswer::NotDone(NotDone::NotSaved { file, why })
            }
        }
    }

    fn save_as(&mut self, file: String) -> AssistAnswer {
        let copied = match &mut self.journal {
            None => Err(NotCopied::NoFile),
            Some(journal) => journal.copy_to(Path::new(&file)).map_err(|unusable| match unusable {
                Unusable::Exists => NotCopied::Exists,
                Unusable::System(error) => NotCopied::System(why_not_written(&error)),
                Unusable::InUse => NotCopied::System(String::new()),
            }),
        };
        match copied {
            Ok(()) => AssistAnswer::Saved(file),
            Err(why) => AssistAnswer::NotDone(NotDone::NotCopied { file, why }),
        }
    }

    fn print(&self, told: &Told, console: &mut Console) -> io::Result<()> {
        let (answer, setup) = (&told.answer, self.session.notebook().setup());
        let named = NamedAnswer { answer, setup, line: self.lines };
        if console.json {
            console.print(&named)?;
        } else if told.is_begun {
            let rest = wrap(text::rest_text(answer), self.telling.columns);
            write!(console.out, "{rest}")?;
        } else {
            write!(console.out, "{}", text::text(named, self.telling))?;
        }
        console.out.flush()
    }
}

/// Writes the sheet to a file, which must not be there.
fn write_sheet(file: String, content: &[u8]) -> AssistAnswer {
    let created = OpenOptions::new().write(true).create_new(true).open(&file);
    match created.and_then(|mut created| created.write_all(content)) {
        Ok(()) => AssistAnswer::SheetWritten(file),
        Err(error) => {
            let why = match error.kind() == io::ErrorKind::AlreadyExists {
                true => NotCopied::Exists,
                false => NotCopied::System(why_not_written(&error)),
            };
            AssistAnswer::NotDone(NotDone::NotCopied { file, why })
        }
    }
}

/// What somebody reads who waits.
fn waiting_text(words: Words<'_>, finding: Finding<'_>) -> String {
    match finding {
        Finding::Best(best) => words.so_far(best),
        Finding::Possible => words::WORKING_OUT.to_owned(),
        Finding::Impossible(_) | Finding::Contradicted { .. } | Finding::WayOut { .. } => {
            String::new()
        }
    }
}

/// Tells somebody who waits how far it is; an empty text takes that away again.
fn show_waiting(text: &str) {
    if io::stderr().is_terminal() {
        // It is only for those who wait.
        let _ = write!(io::stderr(), "\r\x1b[K{text}");
    }
}

/// The set-up and the changes of a file, without keeping it.
fn read_file(file: &Path) -> Result<(Setup, Vec<(usize, String)>), Stopped> {
    if !file.exists() {
        return Err(words::nothing_there(&display(file)));
    }
    let journal = look(file)?;
    Ok((setup_of(file, &journal)?, journal.changes))
}

/// Tells a game step by step.
fn replay(
    setup: Setup,
    changes: &[(usize, String)],
    args: &AssistArgs,
    console: &mut Console,
) -> io::Result<Status> {
    let table = begin(setup, &args.file, &console.watch)
        .and_then(|notebook| Table::new(notebook, None, args, &console.watch));
    let mut table = match table {
        Ok(table) => table,
        Err(stopped) => return stop(&stopped, console),
    };
    let mut status = Status::Fine;
    if console.json {
        console.print(&Opening { setup: table.session.notebook().setup(), entries: 0 })?;
    }
    for line in changes.iter().map(|(_, line)| line.as_str()).chain(["grid"]) {
        if !console.json {
            writeln!(console.out, "{}{}", words::PROMPT, clean(line))?;
        }
        let told = table.answer(line, console)?;
        if told.answer.is_refusal() {
            status = Status::Broken;
        }
        table.print(&told, console)?;
    }
    Ok(status)
}
