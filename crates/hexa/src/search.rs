//! `hexa search`: looks through the states that plays of a knowledge game lead to (thesis ch. 2), those
//! with the fewest questions first. What is found is told as a scenario that can be run.

mod property;
mod report;

use crate::cli::{OwnCards, Passing, Saying, SearchArgs, Winning};
use crate::command::{Console, Status};
use crate::report::render;
use crate::timeout::Deadline;
use hexa_games::{Bounds, End, Game, Goal, NoGame, NoWin, Own, Search, scenario};
use hexa_lang::Sources;
use hexa_logic::{Agent, Holder, WinCondition};
use hexa_text::{Code, Diagnostic};
use property::Property;
use report::Report;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Searches.
pub fn run(args: &SearchArgs, console: &mut Console) -> io::Result<Status> {
    let game = match game(args) {
        Ok(game) => game,
        Err(problem) => {
            console.complain(&render(&problem, &Sources::default()))?;
            return Ok(Status::Broken);
        }
    };
    match property::read(args, &game, console)? {
        Some(property) => search(args, game, property, console),
        None => Ok(Status::Broken),
    }
}

fn game(args: &SearchArgs) -> Result<Game, Diagnostic> {
    let win = match args.win {
        Winning::Deal => WinCondition::Deal,
        Winning::Table => WinCondition::Table,
        Winning::Hand(player) => WinCondition::Hand(Holder::Agent(Agent::from_index(player - 1))),
    };
    let game = Game::new(&args.hands, args.table, &args.ask.0);
    let mut game = game.and_then(|game| game.won_by(win)).map_err(|why| no_game(&why))?;
    game.own = match args.own {
        OwnCards::Allowed => Own::Allowed,
        OwnCards::Avoided => Own::Avoided,
        OwnCards::Forbidden => Own::Forbidden,
    };
    game.nowin = match args.nowin {
        Passing::Asker => NoWin::Asker,
        Passing::All => NoWin::All,
        Passing::None => NoWin::None,
    };
    match (args.unsuccessful, args.nowin) {
        (Some(Saying::Asker), Passing::All | Passing::None) => {
            let message = "with `--unsuccessful asker`, who has asked must say that he cannot win";
            Err(Diagnostic::without_place(Code::NoState, message).help("write `--nowin asker` too"))
        }
        _ => Ok(game),
    }
}

fn no_game(why: &NoGame) -> Diagnostic {
    let help = match why {
        NoGame::Players(_) | NoGame::Deals(_) => "write for example `--hands 1,1,2`",
        NoGame::Cards(_) => "`--hands` and `--table` say how many there are",
        NoGame::Question(_) => "write for example `--ask 2`, `--ask 1,3` or `--ask 1..3`",
        NoGame::NoTable => "write `--table 1` too, or another `--win`",
        NoGame::NoPlayer(_) => "players are counted from 1",
    };
    Diagnostic::without_place(Code::NoState, format!("there is no such game: {why}")).help(help)
}

fn search(
    args: &SearchArgs,
    game: Game,
    property: Option<Property>,
    console: &mut Console,
) -> io::Result<Status> {
    let bounds = Bounds {
        depth: args.depth,
        states: args.max_states,
        worlds: args.max_worlds,
        ..Bounds::default()
    };
    let game = match &property {
        Some(property) => game.naming(property.cards.clone(), property.agents.clone()),
        None => game,
    };
    let mut search = Search::new(game, bounds);
    let mut progress = Progress::new(args);
    let start = Instant::now();
    let mut refused = None;
    let end = match &property {
        Some(property) => {
            let mut holds = |model: &hexa_games::Model| match property.worlds(model) {
                Ok(worlds) => ControlFlow::Continue(worlds),
                Err(error) => {
                    refused = Some(error);
                    ControlFlow::Break(())
                }
            };
            search.run(Goal::Holds(&mut holds), |search| progress.told(search))
        }
        None => search.run(goal(args), |search| progress.told(search)),
    };
    progress.clear();
    let taken = start.elapsed();
    if let (Some(error), Some(property)) = (refused, &property) {
        return property.refuse(&error, console);
    }
    let found = match &end {
        End::Found(found) => {
            let play = search.play(found);
            let checks = property.as_ref().map_or(&[][..], |property| &property.checks);
            let text = scenario(search.game(), &play, &goal(args), checks);
            Some((play.questions(), text))
        }
        _ => None,
    };
    let timeout = args.timeout.filter(|_| progress.is_over()).map(|timeout| timeout.to_string());
    let report = Report { args, search: &search, end: &end, found, timeout };
    let text = if args.json { report.json() } else { report.text() };
    console.out.write_all(text.as_bytes())?;
    if args.stats {
        console.complain(&stats(&search, taken))?;
    }
    Ok(report.status())
}

/// What is looked for, if it is no formula.
fn goal(args: &SearchArgs) -> Goal<'static> {
    match (args.unsuccessful, args.grows) {
        (Some(Saying::Asker), _) => Goal::Unsuccessful(NoWin::Asker),
        (Some(Saying::All), _) => Goal::Unsuccessful(NoWin::All),
        (None, true) => Goal::Grows,
        (None, false) => Goal::Nothing,
    }
}

fn stats(search: &Search, taken: Duration) -> String {
    let seconds = taken.as_secs_f64();
    let rate = search.states() as f64 / seconds.max(1e-9) * 60.0;
    let (states, models) = (search.states(), search.models());
    format!("{states} states of {models} models in {seconds:.2} s: {rate:.0} states in a minute\n")
}

/// What is told on a terminal while the search goes on, and when to stop it.
struct Progress {
    deadline: Option<Deadline>,
    shown: Option<Instant>,
    is_terminal: bool,
}

/// How often something is told.
const OFTEN: Duration = Duration::from_millis(200);

impl Progress {
    fn new(args: &SearchArgs) -> Self {
        let deadline = args.timeout.map(Deadline::after);
        Self { deadline, shown: None, is_terminal: io::stderr().is_terminal() }
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    fn told(&mut self, search: &Search) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Break(());
        }
        if self.is_terminal && self.shown.is_none_or(|shown| shown.elapsed() > OFTEN) {
            self.shown = Some(Instant::now());
            let questions = search.counts().len().saturating_sub(1);
            let (states, models) = (search.states(), search.models());
            let line = format!("\r\x1b[K{states} states, {models} models, {questions} questions");
            // It is only for those who wait.
            let _ = io::stderr().write_all(line.as_bytes());
        }
        ControlFlow::Continue(())
    }

    fn clear(&self) {
        if self.shown.is_some() {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}
