//! `hexa tournament`: strategies play a game against each other, on all cores; results go to a folder, from which an interrupted
//! tournament goes on.

pub mod results;
mod threads;

use crate::cli::TournamentArgs;
use crate::console::{Console, Status};
use crate::files::{self, StrategyFiles};
use crate::play::open;
use crate::progress::Progress;
use hexa_games::tournament::{SeatOrder, TournamentSummary};
use hexa_games::words;
use hexa_text::{Code, Diagnostic, Sources};
use hexa_workbench::game_argument::{GameName, OpenedGame, UnopenedGame};
use hexa_workbench::tournament::{Tournament, report_html, report_markdown, summary_table};
use results::Results;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;
use threads::Ended;

/// Plays a tournament.
pub fn run(args: &TournamentArgs, console: &mut Console) -> io::Result<Status> {
    let opened = GameName::read(&args.game).map_err(UnopenedGame::from);
    let opened = match opened.and_then(|name| open(&name, console)) {
        Ok(opened) => opened,
        Err(unopened) => return console.refuse_all(&unopened.problems, &unopened.sources),
    };
    console.warn_all(&opened.diagnostics, &opened.sources)?;
    match make(args, &opened).and_then(|tournament| play(args, &tournament, console)) {
        Ok(summary) => console.answer(&summary, &words::tournament(&summary)),
        Err(problem) => console.refuse(&problem, &Sources::default()),
    }
}

/// The tournament that is asked for.
pub fn make(args: &TournamentArgs, opened: &OpenedGame) -> Result<Tournament, Diagnostic> {
    let (version, players) = (env!("CARGO_PKG_VERSION"), &args.players);
    let (seed, most_steps) = (args.seed, args.max_steps);
    let made = Tournament::new(opened, players, &StrategyFiles, seed, most_steps, version)?;
    made.seated(if args.fixed_seats { SeatOrder::Fixed } else { SeatOrder::Turned })
}

/// Plays what is not there yet, and writes reports.
pub fn play(
    args: &TournamentArgs,
    tournament: &Tournament,
    console: &Console,
) -> Result<TournamentSummary, Diagnostic> {
    let planned = tournament.schedule.whole_rounds(args.games);
    let folder = &args.output;
    results::check_folder(folder)?;
    if args.resume && !results::is_there(folder) {
        let message = format!("there is nothing to go on with in {}", folder.display());
        return Err(Diagnostic::without_place(Code::OtherResults, message)
            .help("without `--resume`, the tournament begins"));
    }
    let (mut results, mut tally) = Results::open(folder, tournament, planned)?;
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let (first, started) = (tally.games(), Instant::now());
    let mut progress = Progress::new().wanted(args.progress);
    let ended = threads::play(
        tournament,
        planned,
        args.threads.unwrap_or(cores),
        &console.watch.stop,
        (&mut results, &mut tally),
        &mut move |games| {
            progress.show(|| {
                let seconds = started.elapsed().as_secs_f64();
                let pace = pace(games - first, planned.saturating_sub(games), seconds);
                let (done, planned) = (words::grouped(games), words::grouped(planned));
                format!("{done} of {planned} games{pace}")
            });
        },
    );
    let measured = args.knowledge.min(tally.games());
    let knowledge = match ended {
        Ended::Finished if measured > 0 => {
            let measured = tournament.measure(measured, &console.watch.stop);
            Some(measured.map_err(say_how_to_measure)).transpose()
        }
        Ended::Finished | Ended::Stopped | Ended::Failed(_) | Ended::Refused(_) => Ok(None),
    };
    let mut summary =
        TournamentSummary::new(&tournament.setup, &tournament.schedule, &tally, planned);
    summary.knowledge = knowledge.clone().unwrap_or_default();
    let written = write_reports(folder, &summary).and(knowledge).map(|_| summary);
    match ended {
        Ended::Finished => written,
        Ended::Refused(problem) => Err(problem),
        Ended::Failed(failed) => Err(tournament.failure(&failed)),
        Ended::Stopped => {
            let there = words::grouped(tally.games());
            let note =
                format!("{there} of {} games are in {}", words::grouped(planned), folder.display());
            Err(Diagnostic::for_stop().note(note).help("the same command goes on with the rest"))
        }
    }
}

/// All games are there when knowledge is measured.
fn say_how_to_measure(problem: Diagnostic) -> Diagnostic {
    if problem.code == Code::Stopped {
        let note = "all games are there; knowledge over time is not";
        return problem.note(note).help("measure it in fewer games, with `--knowledge`");
    }
    problem
}

fn write_reports(folder: &Path, summary: &TournamentSummary) -> Result<(), Diagnostic> {
    for (name, text) in [
        ("summary.csv", summary_table(summary)),
        ("report.md", report_markdown(summary)),
        ("report.html", report_html(summary)),
    ] {
        let path = folder.join(name);
        files::replace(&path, &text).map_err(|error| results::unwritable(&path, &error))?;
    }
    Ok(())
}

/// How fast games are played and how long the rest will take, as far as that is known.
fn pace(played: u64, left: u64, seconds: f64) -> String {
    if played == 0 || seconds <= 0.0 {
        return String::new();
    }
    let rate = played as f64 / seconds;
    let left = time(left as f64 / rate);
    if rate < 1.0 {
        return format!(", {left} left");
    }
    format!(", {} a second, {left} left", words::grouped(rate as u64))
}

fn time(seconds: f64) -> String {
    match seconds.ceil() as u64 {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_told_of_the_time_left_before_a_game_is_played() {
        assert_eq!(pace(0, 6000, 2.0), "");
        assert_eq!(pace(20, 100, 2.0), ", 10 a second, 10 s left");
        assert_eq!(pace(2, 3, 4.0), ", 6 s left");
        assert_eq!(pace(20, 36_000, 2.0), ", 10 a second, 60 min left");
    }
}
