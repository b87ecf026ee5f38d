//! From the command line to what is done about it, and its exit status.

use crate::cli::{AssistGame, Cli, ColorChoice, Command, FmtArgs};
use crate::console::{Console, Status};
use crate::progress::Patience;
use crate::watch::Watch;
use crate::{
    ask, assist, egdl, experiment, explain, fmt, gdl, last_words, learn, lsp, numbers, play, proof,
    repl, reproduce, run, search, tournament, validity,
};
use clap::CommandFactory;
use hexa_workbench::validity::Asked;
use std::io::{self, Write};
use std::path::Path;

/// Does what the command line asks.
pub fn run(cli: Cli) -> Status {
    let color = if cli.no_color { ColorChoice::Never } else { cli.color };
    if cli.json {
        last_words::speak_json();
    }
    let mut console =
        Console::new(color, cli.json, Watch::start(cli.timeout, cli.max_memory), cli.deny);
    let done = dispatch(cli.command, &mut console);
    let written = console.out.flush();
    match done.and_then(|status| written.map(|()| status)) {
        Ok(status) => status,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Unread,
        Err(error) => {
            // If this cannot be written either, there is nobody left to tell.
            let _ = console.err.write_all(format!("hexa: cannot write: {error}\n").as_bytes());
            let _ = console.err.flush();
            Status::Broken
        }
    }
}

fn dispatch(command: Command, console: &mut Console) -> io::Result<Status> {
    // At a prompt nobody waits, and some tell more exactly how far they are.
    let _patience = match &command {
        Command::Run(_)
        | Command::Draw(_)
        | Command::Compare(_)
        | Command::Why(_)
        | Command::Describe(_)
        | Command::Strength(_)
        | Command::Valid(_)
        | Command::Satisfiable(_)
        | Command::Prove(_)
        | Command::Proof(_)
        | Command::Translate(_)
        | Command::Reduce(_)
        | Command::Egdl(_)
        | Command::Convert(_)
        | Command::Fmt(_) => Some(Patience::begin(&console.watch.stop)),
        Command::Repl(_)
        | Command::Reproduce(_)
        | Command::Search(_)
        | Command::Play(_)
        | Command::Replay(_)
        | Command::Gossip(_)
        | Command::Questions(_)
        | Command::Sizes(_)
        | Command::Value(_)
        | Command::Pit(_)
        | Command::Dice(_)
        | Command::Assist { .. }
        | Command::Gdl(_)
        | Command::Tournament(_)
        | Command::Experiment(_)
        | Command::Lsp(_)
        | Command::New { .. }
        | Command::Learn(_)
        | Command::Explain(_)
        | Command::Man { .. }
        | Command::Completions { .. } => None,
    };
    match command {
        Command::Run(args) => run::run(&args, console),
        Command::Repl(args) => repl::run(&args, console),
        Command::Draw(args) => ask::draw(&args, console),
        Command::Compare(args) => ask::compare_states(&args, console),
        Command::Why(args) => ask::why(&args, console),
        Command::Describe(args) => ask::describe(&args, console),
        Command::Strength(args) => ask::strength(&args, console),
        Command::Valid(args) => validity::decide(Asked::Valid, &args, console),
        Command::Satisfiable(args) => validity::decide(Asked::Satisfiable, &args, console),
        Command::Prove(args) => validity::prove(&args, console),
        Command::Reproduce(args) => reproduce::run(&args, console),
        Command::Translate(args) => ask::translate(&args, console),
        Command::Reduce(args) => ask::reduce(&args, console),
        Command::Search(args) => search::run(&args, console),
        Command::Play(args) => play::play(&args, console),
        Command::Replay(args) => play::tell(&args, console),
        Command::Gossip(args) => numbers::gossip(&args, console),
        Command::Questions(args) => numbers::questions(&args, console),
        Command::Sizes(args) => numbers::sizes(&args, console),
        Command::Value(args) => numbers::value(&args, console),
        Command::Pit(args) => numbers::pit(&args, console),
        Command::Dice(args) => numbers::dice(&args, console),
        Command::Assist { game: AssistGame::Cluedo(args) } => assist::run(&args, console),
        Command::Gdl(args) => gdl::run(&args, console),
        Command::Egdl(args) => egdl::run(&args, console),
        Command::Proof(command) => proof::run(&command, console),
        Command::Tournament(args) => tournament::run(&args, console),
        Command::Experiment(args) => experiment::run(&args, console),
        Command::Convert(args) => ask::convert(&args, console),
        Command::Fmt(args) => format_files(&args, console),
        Command::Lsp(args) => lsp::run(&args, console),
        Command::Learn(args) => learn::run(&args, console),
        Command::New { file } => fmt::write_first(&file, console),
        Command::Explain(args) => explain::run(args.code.as_deref(), console),
        Command::Man { folder } => write_manual(&folder, console),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "hexa", &mut script);
            let script = String::from_utf8_lossy(&script);
            console.deliver(&Script { script: &script }, &script)
        }
    }
}

/// Writes a manual page for each command into a folder that is there.
fn write_manual(folder: &Path, console: &mut Console) -> io::Result<Status> {
    clap_mangen::generate_to(Cli::command(), folder)?;
    console.say(&format!("the manual is in {}\n", folder.display())).map(|()| Status::Fine)
}

fn format_files(args: &FmtArgs, console: &mut Console) -> io::Result<Status> {
    let file = |status: Status, file| Ok(status.max(fmt::file(file, args, console)?));
    args.files.iter().map(std::path::PathBuf::as_path).try_fold(Status::Fine, file)
}

/// A completion script.
#[derive(serde::Serialize)]
struct Script<'a> {
    script: &'a str,
}
