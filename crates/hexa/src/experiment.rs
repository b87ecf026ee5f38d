//! `hexa experiment`: tournaments, one after the other, each in a folder of its own, and one report on all of them.

use crate::cli::{ExperimentArgs, TournamentArgs};
use crate::console::{Console, Status};
use crate::play::open;
use crate::{files, tournament};
use hexa_games::tournament::SeatOrder;
use hexa_text::{Code, Diagnostic, Sources};
use hexa_workbench::experiment::{
    ExperimentSetup, ExperimentSize, ExperimentSummary, FoundTournament, PlannedTournament,
    comparison_table, experiment_html, experiment_markdown, experiment_table,
};
use hexa_workbench::game_argument::{GameName, UnopenedGame};
use hexa_workbench::words::experiment as words;
use std::io;
use std::num::NonZeroU64;
use std::path::Path;

/// What a folder says of its experiment.
const SETUP: &str = "experiment.toml";

/// Plays an experiment.
pub fn run(args: &ExperimentArgs, console: &mut Console) -> io::Result<Status> {
    match play(args, console) {
        Ok(summary) => console.answer(&summary, &words::experiment(&summary)),
        Err(wrong) => console.refuse_all(&wrong.problems, &wrong.sources),
    }
}

fn play(args: &ExperimentArgs, console: &Console) -> Result<ExperimentSummary, UnopenedGame> {
    let size = match (args.quick, args.full) {
        (true, _) => ExperimentSize::Quick,
        (false, true) => ExperimentSize::Full,
        (false, false) => ExperimentSize::Usual,
    };
    tournament::results::check_folder(&args.output).map_err(refused)?;
    let setup = ExperimentSetup { size, most: args.games.map(NonZeroU64::get), seed: args.seed };
    take_folder(&args.output, setup).map_err(refused)?;
    let (mut found, mut unfinished) = (Vec::new(), None);
    for planned in setup.tournaments() {
        match play_one(planned, args, console) {
            Ok(one) => found.push(one),
            Err(why) => {
                unfinished = Some(why);
                break;
            }
        }
    }
    // What is finished is told even if the rest is not.
    let summary = ExperimentSummary::new(args.seed, found);
    for (name, text) in [
        ("experiment.csv", experiment_table(&summary)),
        ("comparisons.csv", comparison_table(&summary)),
        ("report.md", experiment_markdown(&summary)),
        ("report.html", experiment_html(&summary)),
    ] {
        let path = args.output.join(name);
        let written = files::replace(&path, &text);
        written.map_err(|error| refused(tournament::results::unwritable(&path, &error)))?;
    }
    unfinished.map_or(Ok(summary), Err)
}

/// A new folder says what experiment it is of; one that is there must be of the same or a smaller one.
fn take_folder(folder: &Path, setup: ExperimentSetup) -> Result<(), Diagnostic> {
    let path = folder.join(SETUP);
    if path.exists() {
        let there = files::read_text(&path).map_err(|error| error.into_problem(SETUP).0)?;
        setup.check(&there).map_err(|other| {
            let (message, help) = words::other_experiment(&folder.display().to_string(), other);
            Diagnostic::without_place(Code::OtherResults, message).help(help)
        })?;
    }
    let written =
        std::fs::create_dir_all(folder).and_then(|()| files::replace(&path, &setup.text()));
    written.map_err(|error| tournament::results::unwritable(&path, &error))
}

fn play_one(
    planned: PlannedTournament,
    args: &ExperimentArgs,
    console: &Console,
) -> Result<FoundTournament, UnopenedGame> {
    let of_tournament = TournamentArgs {
        game: planned.game.clone(),
        players: planned.players.clone(),
        games: planned.games,
        fixed_seats: planned.seats == SeatOrder::Fixed,
        seed: args.seed,
        output: args.output.join(&planned.name),
        resume: false,
        max_steps: 10_000,
        knowledge: 0,
        threads: args.threads,
        progress: false,
    };
    let opened = open(&GameName::read(&planned.game)?, console)?;
    let tournament = tournament::make(&of_tournament, &opened).map_err(refused)?;
    let summary = tournament::play(&of_tournament, &tournament, console).map_err(refused)?;
    let measured = tournament.measure_agents(planned.measured, &console.watch.stop);
    let agents = measured.map_err(refused)?.unwrap_or_default();
    let settings = tournament.agent_settings();
    Ok(FoundTournament { planned, summary, agents, settings })
}

fn refused(problem: Diagnostic) -> UnopenedGame {
    UnopenedGame { problems: vec![problem], sources: Sources::default() }
}
