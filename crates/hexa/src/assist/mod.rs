//! `hexa assist cluedo`: an assistant at the table. The game is a file, which is opened or set up; then every line is
//! answered, in words or as JSON.

mod advising;
mod input;
mod journal;
mod json;
mod reply;
mod session;
mod text;
mod typing;

use crate::cli::AssistArgs;
use crate::command::{Console, Status};
use crate::files::display_name;
use hexa_assist::dialogue::{Dialogue, Question, Scope};
use hexa_assist::game::Game;
use hexa_assist::setup::{self, Draft, Setup};
use hexa_assist::words::{self, Words};
use hexa_engine::Limits;
use hexa_text::clean;
use input::Input;
use journal::{Contents, Journal, Unusable};
use reply::{No, Reply, Told};
use session::{Op, Session};
use std::io::{self, Write};
use std::path::Path;
use typing::Typing;

/// Something that ends it before it starts, as text.
type Stopped = String;

/// Sits at the table until the user leaves.
pub fn run(args: &AssistArgs, console: &mut Console) -> io::Result<Status> {
    let file = args.file.as_path();
    if args.replay {
        return match replayed(file) {
            Ok((setup, changes)) => replay(setup, &changes, args, console),
            Err(stopped) => stop(&stopped, console),
        };
    }
    let mut input = Input::new()?;
    let session = match (file.exists(), args.new) {
        (true, true) => Err(words::exists(&shown(file))),
        (true, false) => resumed(file, console)?,
        (false, _) => match set_up(args, &mut input, console)? {
            Some(setup) => begun(file, setup),
            None => return Ok(Status::Broken),
        },
    };
    match session {
        Ok(session) => {
            let session = session.with_seed(args.seed);
            Table { session, args, lines: 0 }.sit(&mut input, console)
        }
        Err(stopped) => stop(&stopped, console),
    }
}

fn stop(why: &str, console: &mut Console) -> io::Result<Status> {
    console.complain(&clean(why))?;
    Ok(Status::Broken)
}

fn shown(file: &Path) -> String {
    clean(&display_name(file))
}

fn why_not(file: &Path, unusable: &Unusable) -> Stopped {
    let file = shown(file);
    match unusable {
        Unusable::InUse => words::in_use(&file),
        Unusable::Exists => words::exists(&file),
        Unusable::System(error) => words::unusable(&file, &error.to_string()),
        Unusable::NotText => words::unusable(&file, words::NOT_TEXT),
    }
}

/// A game that is in a file.
fn resumed(file: &Path, console: &mut Console) -> io::Result<Result<Session, Stopped>> {
    let (journal, contents) = match Journal::open(file) {
        Ok(opened) => opened,
        Err(unusable) => return Ok(Err(why_not(file, &unusable))),
    };
    if let Some(torn) = &contents.torn {
        console.complain(&clean(&words::torn(torn)))?;
    }
    let game = setup_of(file, &contents).and_then(|setup| begin(setup, file));
    let game = game.and_then(|game| followed(game, file, &contents.changes));
    Ok(game.and_then(|game| session_of(game, Some(journal))))
}

/// A game that begins.
fn begun(file: &Path, setup: Setup) -> Result<Session, Stopped> {
    let text = setup::written(&setup);
    let game = begin(setup, file)?;
    let journal = Journal::create(file, &text).map_err(|unusable| why_not(file, &unusable))?;
    session_of(game, Some(journal))
}

fn session_of(game: Game, journal: Option<Journal>) -> Result<Session, Stopped> {
    Session::new(game, journal).map_err(|limit| words::gave_up(&limit.to_string()) + "\n")
}

fn begin(setup: Setup, file: &Path) -> Result<Game, Stopped> {
    Game::new(setup, Limits::default())
        .map_err(|misdealt| words::unusable(&shown(file), &words::misdealt(&misdealt)))
}

fn setup_of(file: &Path, contents: &Contents) -> Result<Setup, Stopped> {
    setup::read(&contents.setup).map_err(|mistakes| told_mistakes(file, &mistakes))
}

fn told_mistakes(file: &Path, mistakes: &[setup::Mistake]) -> Stopped {
    let lines =
        mistakes.iter().map(|mistake| format!("{}: {}\n", shown(file), words::mistake(mistake)));
    lines.collect()
}

/// Makes the changes of a file.
fn followed(mut game: Game, file: &Path, changes: &[(usize, String)]) -> Result<Game, Stopped> {
    for (number, line) in changes {
        follow(&mut game, line).map_err(|why| words::bad_line(&shown(file), *number, &why))?;
    }
    Ok(game)
}

fn follow(game: &mut Game, line: &str) -> Result<(), Vec<String>> {
    let op = Op::read(line).ok_or_else(|| vec![words::no_change(line)])?;
    let setup = game.setup().clone();
    let words = Words { setup: &setup };
    match op.apply(game) {
        Ok(_) => Ok(()),
        Err(No::Unread { line, unread }) => {
            let (what, help) = words.unread(&line, &unread);
            Err([line, what].into_iter().chain(help).collect())
        }
        Err(No::Refused { refusal, .. }) => Err(words.refusal(&refusal)),
        Err(No::Other(why)) => Err(vec![why]),
    }
}

/// Asks what has to be known before the game; none, if the user leaves.
fn set_up(
    args: &AssistArgs,
    input: &mut Input,
    console: &mut Console,
) -> io::Result<Option<Setup>> {
    let (draft, scope) = match &args.setup {
        None => (Draft::default(), Scope::All),
        Some(file) => match given(file) {
            Ok(draft) => (draft, Scope::Missing),
            Err(stopped) => {
                stop(&stopped, console)?;
                return Ok(None);
            }
        },
    };
    let mut dialogue = Dialogue::new(draft, scope);
    if dialogue.question().is_some() && !args.json {
        write!(console.out, "{}", words::WELCOME)?;
    }
    while let Some(question) = dialogue.question() {
        if !args.json {
            let hand = dialogue.hand_size();
            writeln!(console.out, "{}", words::question(question, &dialogue.sizes(), hand))?;
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
                    console.complain(&clean(&words::bad_answer(&flaws)))?;
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

/// What a file says of the set-up.
fn given(file: &Path) -> Result<Draft, Stopped> {
    let contents = Journal::look(file).map_err(|unusable| why_not(file, &unusable))?;
    setup::draft(&contents.setup).map_err(|mistakes| told_mistakes(file, &mistakes))
}

fn typing(dialogue: &Dialogue, question: Question) -> Typing {
    match question {
        Question::FaceUp | Question::Hand => {
            let deck = dialogue.deck();
            Typing::Words(deck.cards().map(|card| deck.name(card).to_owned()).collect())
        }
        Question::Me | Question::Logicians => Typing::Words(dialogue.players().to_vec()),
        Question::Players | Question::Sizes | Question::Rules => Typing::Anything,
    }
}

/// A session in words or JSON.
struct Table<'a> {
    session: Session,
    args: &'a AssistArgs,
    /// How many lines were read.
    lines: usize,
}

impl Table<'_> {
    fn sit(mut self, input: &mut Input, console: &mut Console) -> io::Result<Status> {
        self.greet(input, console)?;
        let mut status = Status::Fine;
        loop {
            let setup = Box::new(self.session.game().setup().clone());
            input.offer(Typing::Game { setup, out: self.session.game().out() });
            let Some(line) = input.line(words::PROMPT, console)? else { return Ok(status) };
            self.lines += 1;
            let reply = self.session.hear(&line);
            if matches!(reply, Reply::No(_)) && !input.is_terminal() {
                status = Status::Broken;
            }
            self.tell(&reply, console)?;
            if matches!(reply, Reply::Quit) {
                return Ok(status);
            }
        }
    }

    fn greet(&self, input: &Input, console: &mut Console) -> io::Result<()> {
        let game = self.session.game();
        let (setup, entries) = (game.setup(), game.entries().len());
        if self.args.json {
            return writeln!(console.out, "{}", json::opened(setup, entries));
        }
        if input.is_terminal() {
            let greeting = Words { setup }.greeting(&shown(&self.args.file), entries);
            write!(console.out, "{greeting}")?;
        }
        Ok(())
    }

    fn tell(&self, reply: &Reply, console: &mut Console) -> io::Result<()> {
        let told = Told { reply, setup: self.session.game().setup() };
        match self.args.json {
            true => writeln!(console.out, "{}", json::line(told, self.lines))?,
            false => write!(console.out, "{}", text::text(told, self.args.width.into()))?,
        }
        console.out.flush()
    }
}

/// The set-up and the changes of a file, without keeping it.
fn replayed(file: &Path) -> Result<(Setup, Vec<(usize, String)>), Stopped> {
    if !file.exists() {
        return Err(words::nothing_there(&shown(file)));
    }
    let contents = Journal::look(file).map_err(|unusable| why_not(file, &unusable))?;
    Ok((setup_of(file, &contents)?, contents.changes))
}

/// Tells a game step by step.
fn replay(
    setup: Setup,
    changes: &[(usize, String)],
    args: &AssistArgs,
    console: &mut Console,
) -> io::Result<Status> {
    let session = begin(setup, &args.file).and_then(|game| session_of(game, None));
    let session = match session {
        Ok(session) => session,
        Err(stopped) => return stop(&stopped, console),
    };
    let mut table = Table { session, args, lines: 0 };
    let mut status = Status::Fine;
    if args.json {
        writeln!(console.out, "{}", json::opened(table.session.game().setup(), 0))?;
    }
    for line in changes.iter().map(|(_, line)| line.as_str()).chain(["grid"]) {
        table.lines += 1;
        if !args.json {
            writeln!(console.out, "{}{}", words::PROMPT, clean(line))?;
        }
        let reply = table.session.hear(line);
        if matches!(reply, Reply::No(_)) {
            status = Status::Broken;
        }
        table.tell(&reply, console)?;
    }
    Ok(status)
}
