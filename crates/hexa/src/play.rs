//! `hexa play` and `hexa replay`: a table in a terminal or behind a pipe, with its log in a file.

use crate::assist::input::Input;
use crate::assist::typing::Typing;
use crate::cli::{PlayArgs, ReplayArgs};
use crate::console::{Console, Status};
use crate::files::{self, MOVE_AWAY, Overwrite, StrategyFiles, display_name};
use crate::journal::{JournalFile, Unusable};
use anstyle::{AnsiColor, Style};
use hexa_draw::plot::render_grid;
use hexa_text::{Code, Diagnostic, Sources, clean};
use hexa_workbench::board_picture::draw_log;
use hexa_workbench::game_argument::{GameName, OpenedGame, UnopenedGame, open_game};
use hexa_workbench::table::log::{self, LogEntry, LogHead, PlayLog};
use hexa_workbench::table::{
    Asked, COMMANDS, Desk, ListedNames, MindWatch, NotesLevel, ReplayEvent, ReplayFor, SeatWishes,
    Seating, Table, TableEvent, replay, sit,
};
use hexa_workbench::words::minds::mind_plot;
use hexa_workbench::words::table::{self as words, Emphasis, WordedLine};
use hexa_workbench::words::wrapping::wrap;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

/// Columns, if nothing is known of them.
const USUAL_COLUMNS: usize = 80;

/// Plays a game, or lists what can be played.
pub fn play(args: &PlayArgs, console: &mut Console) -> io::Result<Status> {
    let columns = args.width.map(usize::from);
    if args.strategies {
        return list(&ListedNames::strategies(), columns, console);
    }
    let begun = match (&args.resume, args.game_text()) {
        (Some(file), _) => match resume(file, console) {
            Ok((table, lines, torn)) => {
                console.warn_all(torn.as_slice(), &Sources::default())?;
                Ok((table, Some(lines)))
            }
            Err(wrong) => Err(wrong),
        },
        (None, Some(game)) => begin(args, &game, console),
        (None, None) => return list(&ListedNames::games(), columns, console),
    };
    match begun {
        Ok((table, file)) => {
            console.warn_all(&table.opened().diagnostics, &table.opened().sources)?;
            sit_down(table, file, args, console)
        }
        Err(wrong) => console.refuse_all(&wrong.problems, &wrong.sources),
    }
}

fn list(names: &ListedNames, columns: Option<usize>, console: &mut Console) -> io::Result<Status> {
    console.deliver(names, &styled(&words::listed(names), columns))
}

/// A game, from its file if it is one.
pub fn open(name: &GameName, console: &Console) -> Result<OpenedGame, UnopenedGame> {
    let text = match name.file().map(|file| files::read_text(Path::new(&file.path))) {
        None => None,
        Some(Ok(text) | Err(files::Unreadable::NotUtf8 { text, .. })) => Some(text),
        Some(Err(unreadable)) => {
            let (problem, sources) = unreadable.into_problem(&name.to_string());
            return Err(UnopenedGame { problems: vec![problem], sources });
        }
    };
    open_game(name, text.as_deref(), &console.watch.stop)
}

fn begin(
    args: &PlayArgs,
    game: &str,
    console: &Console,
) -> Result<(Table, Option<JournalFile>), UnopenedGame> {
    let opened = open(&GameName::read(game)?, console)?;
    let wishes = SeatWishes { persons: args.seat.clone(), against: args.against.clone() };
    let head = LogHead {
        game: opened.name.to_string(),
        fingerprint: opened.fingerprint,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: args.seed.unwrap_or_else(clock_seed),
        limit: console.watch.time_limit(),
        seating: Seating::arrange(&wishes, &opened.game)?,
        strategies: Vec::new(),
    };
    let table = Table::begin(opened, head, Box::new(StrategyFiles), &console.watch.stop)?;
    let create =
        |file| JournalFile::create(file, &table.log_text()).map_err(|why| unusable(file, &why));
    let file = args.log.as_deref().map(create).transpose()?;
    Ok((table, file))
}

/// A seed for whoever does not care. It is told, so that the play can be repeated.
fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(1, |now| now.as_millis() as u64 % 1_000_000)
}

fn unusable(file: &Path, why: &Unusable) -> Diagnostic {
    let name = display_name(file);
    let message = match why {
        Unusable::InUse => format!("{name} is in use: another program plays there"),
        Unusable::Exists => format!("{name} is there already"),
        Unusable::System(error) => {
            format!("cannot use {name}: {}", files::why_not_written(error))
        }
    };
    let problem = Diagnostic::without_place(Code::BadLog, message).of_file(name);
    match why {
        Unusable::Exists => problem.help("`--resume` goes on with it; or choose another name"),
        Unusable::InUse | Unusable::System(_) => problem,
    }
}

fn read_log(file: &Path, bytes: &[u8]) -> Result<PlayLog, UnopenedGame> {
    log::read(bytes).map_err(|faults| {
        let problems = words::log_faults(&display_name(file), &faults);
        UnopenedGame { problems, sources: Sources::default() }
    })
}

/// A play that goes on, with its file, and what is said of a line that is cut off.
fn resume(
    file: &Path,
    console: &Console,
) -> Result<(Table, JournalFile, Option<Diagnostic>), UnopenedGame> {
    let (mut lines, bytes) = JournalFile::open(file).map_err(|why| unusable(file, &why))?;
    let log = read_log(file, &bytes)?;
    lines.go_on(log.end, "");
    let opened = open(&GameName::read(&log.head.game)?, console)?;
    let table = Table::resume(
        opened,
        &log,
        &display_name(file),
        Box::new(StrategyFiles),
        &console.watch.stop,
    )?;
    let torn = log.torn.is_some().then(|| words::torn_line(&display_name(file)));
    Ok((table, lines, torn))
}

fn sit_down(
    mut table: Table,
    file: Option<JournalFile>,
    args: &PlayArgs,
    console: &mut Console,
) -> io::Result<Status> {
    let log = args.log.as_deref().or(args.resume.as_deref()).map(display_name);
    let stop = console.watch.stop.clone();
    if args.minds || args.minds_to.is_some() {
        table.watching = MindWatch::Shown;
    }
    let notes = NotesLevel::read(&args.notes).unwrap_or_default();
    let (width, drawings) = (args.width.map(usize::from), args.minds_to.as_deref());
    let mut desk = Screen { input: Input::new()?, console, file, log, width, notes, drawings };
    let sat = sit(&mut table, &mut desk, &stop)?;
    let is_typed = desk.input.is_terminal();
    if !sat.is_over {
        desk.remark(&match &desk.log {
            Some(log) => format!("The play is kept: `hexa play --resume {log}` goes on with it.\n"),
            None => "The play was not kept; `--log FILE` or `save FILE` keeps one.\n".to_owned(),
        })?;
    }
    Ok(if sat.refused > 0 && !is_typed { Status::Broken } else { Status::Fine })
}

/// A terminal or a pipe.
struct Screen<'c> {
    console: &'c mut Console,
    input: Input,
    file: Option<JournalFile>,
    log: Option<String>,
    width: Option<usize>,
    notes: NotesLevel,
    /// Where what strategies keep in mind is drawn.
    drawings: Option<&'c Path>,
}

impl Screen<'_> {
    fn columns(&mut self) -> Option<usize> {
        self.width.or_else(|| self.input.columns().map(usize::from))
    }

    /// Whether what was shown can be taken away again.
    fn can_hide(&self) -> bool {
        self.input.is_terminal() && !self.console.json
    }

    /// Waits for Enter. What was typed before cannot be called back afterwards.
    fn press_enter(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.input.offer(Typing::Anything);
        self.input.forget();
        self.input.line(prompt, self.console)
    }

    /// Says something in words that is no event.
    fn remark(&mut self, text: &str) -> io::Result<()> {
        let text = wrap(&clean(text), self.columns());
        self.console.say(&text)
    }
}

impl Desk for Screen<'_> {
    type Broken = io::Error;

    fn show(&mut self, event: &TableEvent) -> io::Result<()> {
        if let (TableEvent::Minds { minds }, Some(folder)) = (event, self.drawings) {
            std::fs::create_dir_all(folder)?;
            for mind in minds {
                let path = folder.join(format!("{:04}-{}.svg", mind.lines, mind.player));
                files::replace(&path, &render_grid(&mind_plot(mind)))?;
            }
        }
        if self.console.json {
            self.console.print(event)?;
            return self.console.out.flush();
        }
        // What the one before was shown is gone before the next one looks.
        let clears = matches!(event, TableEvent::Turn(_)) && self.input.is_terminal();
        let columns = self.columns();
        let lines = words::event(event, columns.unwrap_or(USUAL_COLUMNS));
        let gap = if clears { "\n" } else { "" };
        write!(self.console.out, "{gap}{}", styled(&lines, columns))?;
        if matches!(event, TableEvent::Began { .. }) && self.input.is_terminal() {
            self.remark(&format!("{}\n", words::HOW_TO_PLAY))?;
        }
        self.console.out.flush()
    }

    fn ask(&mut self, asked: &Asked<'_>) -> io::Result<Option<String>> {
        match asked {
            Asked::Read if !self.can_hide() => Ok(Some(String::new())),
            Asked::Read => self.press_enter(words::PRESS_ENTER_TO_HIDE),
            Asked::Ready => self.press_enter(words::PRESS_ENTER),
            Asked::Line { player, moves } => {
                let words = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
                let all = moves.iter().cloned().chain(words.map(str::to_owned)).collect();
                self.input.offer(Typing::Lines(all));
                self.input.line(&format!("{}> ", clean(player)), self.console)
            }
        }
    }

    fn hide(&mut self) -> io::Result<()> {
        if !self.can_hide() {
            return Ok(());
        }
        // The screen, and what scrolled out of it; also where colours are not wanted.
        self.console.out.flush()?;
        io::stdout().write_all(b"\x1b[2J\x1b[3J\x1b[H")?;
        io::stdout().flush()
    }

    fn notes(&self) -> NotesLevel {
        self.notes
    }

    fn begin(&mut self) {
        self.console.watch.begin();
    }

    fn keep(&mut self, entry: &LogEntry) -> Result<(), String> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.append(&[entry.to_string()]).map_err(|error| files::why_not_written(&error))
    }

    fn save(&mut self, file: &str, log: &str) -> Result<(), String> {
        let path = Path::new(file);
        let created = JournalFile::create(path, log).map_err(|why| unusable(path, &why).message)?;
        self.file = Some(created);
        self.log = Some(file.to_owned());
        Ok(())
    }
}

/// Lines with colours, which the console drops where they are not wanted.
fn styled(lines: &[WordedLine], columns: Option<usize>) -> String {
    let line = |line: &WordedLine| {
        let style = match line.emphasis {
            Emphasis::Plain => Style::new(),
            Emphasis::Head => Style::new().bold(),
            Emphasis::Quiet => Style::new().dimmed(),
            Emphasis::Bad => AnsiColor::Red.on_default().bold(),
        };
        let text = wrap(&clean(&line.text), columns);
        format!("{style}{}{style:#}\n", text.trim_end_matches('\n'))
    };
    lines.iter().map(line).collect()
}

/// Tells a play again.
pub fn tell(args: &ReplayArgs, console: &mut Console) -> io::Result<Status> {
    let mut written = Ok(());
    match tell_log(args, console, &mut written) {
        Ok(()) => written.map(|()| Status::Fine),
        Err(wrong) => written.and_then(|()| console.refuse_all(&wrong.problems, &wrong.sources)),
    }
}

fn tell_log(
    args: &ReplayArgs,
    console: &mut Console,
    written: &mut io::Result<()>,
) -> Result<(), UnopenedGame> {
    let file = display_name(&args.log);
    let bytes = JournalFile::look(&args.log).map_err(|why| unusable(&args.log, &why))?;
    let log = read_log(&args.log, &bytes)?;
    let opened = open(&GameName::read(&log.head.game)?, console)?;
    let players = &opened.game.declaration().players;
    let whom = ReplayFor::read(args.seat.as_deref(), &log.head.seating, players)?;
    if let Some(picture) = &args.picture {
        let drawn = draw_log(&opened, &log, &file, &console.watch.stop)?;
        files::write_picture(picture, &drawn, &Overwrite::OnlyDrawings(MOVE_AWAY.into()))?;
    }
    let (stop, columns) = (console.watch.stop.clone(), args.width.map(usize::from));
    replay(&opened, &log, &file, whom, &stop, &mut |event: ReplayEvent| {
        if written.is_ok() {
            *written = match console.json {
                true => console.print(&event),
                false => console.out.write_all(
                    styled(&words::replayed(&event, columns.unwrap_or(USUAL_COLUMNS)), columns)
                        .as_bytes(),
                ),
            };
        }
    })?;
    Ok(())
}
