//! `hexa search`: looks through the states that plays of a knowledge game lead to (thesis ch. 2), those
//! with the fewest questions first. What is found is told as a scenario that can be run.

mod property;

use crate::cli::{GameArgs, OwnCards, Passing, Saying, SearchArgs, Winning};
use crate::console::{Console, Status};
use crate::progress::Progress;
use hexa_games::knowledge::{
    self, KnowledgeGame, NoSearch, NoSuchGame, NoWin, SearchAnswer, SearchBounds, SearchCut,
    SearchEnd, SearchRequest, Seeks, SimilarStates, Sought,
};
use hexa_games::words;
use hexa_logic::{Agent, Holder, WinCondition};
use hexa_text::{Code, Diagnostic, Sources};
use property::Reading;
use std::io;
use std::time::{Duration, Instant};

/// Searches.
pub fn run(args: &SearchArgs, console: &mut Console) -> io::Result<Status> {
    let game = match game(args) {
        Ok(game) => game,
        Err(why) => return complain(&no_game(&why), console),
    };
    match property::read(args, &game, console)? {
        Reading::Property(typed) => {
            let request = request(args, game, Sought::Holds(Box::new(typed.property.clone())));
            search(args, &request, console, |error, console| typed.refuse(error, console))
        }
        Reading::Nothing => {
            let request = request(args, game, goal(args));
            search(args, &request, console, |_, _| Ok(Status::Broken))
        }
        Reading::Unread => Ok(Status::Broken),
    }
}

fn complain(problem: &Diagnostic, console: &mut Console) -> io::Result<Status> {
    console.refuse(problem, &Sources::default())
}

/// A game with these hands.
pub fn knowledge_game(hands: &[usize], args: &GameArgs) -> Result<KnowledgeGame, NoSuchGame> {
    let win = win_condition(args.win);
    let mut game = KnowledgeGame::new(hands, args.table, &args.ask.0)?.won_by(win)?;
    game.own = own_cards(args.own);
    Ok(game)
}

fn game(args: &SearchArgs) -> Result<KnowledgeGame, NoSuchGame> {
    let mut game = knowledge_game(&args.hands, &args.game)?;
    game.nowin = match args.nowin {
        Passing::Asker => NoWin::Asker,
        Passing::All => NoWin::All,
        Passing::None => NoWin::None,
    };
    Ok(game)
}

/// What one must know to win.
fn win_condition(typed: Winning) -> WinCondition {
    match typed {
        Winning::Deal => WinCondition::Deal,
        Winning::Table => WinCondition::Table,
        Winning::Hand(player) => WinCondition::Hand(Holder::Agent(Agent::from_index(player - 1))),
    }
}

/// Whether players ask for cards of their own.
fn own_cards(typed: OwnCards) -> knowledge::OwnCards {
    match typed {
        OwnCards::Allowed => knowledge::OwnCards::Allowed,
        OwnCards::Avoided => knowledge::OwnCards::Avoided,
        OwnCards::Forbidden => knowledge::OwnCards::Forbidden,
    }
}

/// Why there is no such game, and what to do about it.
pub fn no_game(why: &NoSuchGame) -> Diagnostic {
    let help = match why {
        NoSuchGame::Players(_) | NoSuchGame::Deals(_) => "write for example `--hands 1,1,2`",
        NoSuchGame::Cards(_) => "`--hands` and `--table` say how many there are",
        NoSuchGame::Question(_) => "write for example `--ask 2`, `--ask 1,3` or `--ask 1..3`",
        NoSuchGame::NoTable => "write `--table 1` too, or another `--win`",
        NoSuchGame::NoPlayer(_) => "players are counted from 1",
    };
    Diagnostic::without_place(Code::NoState, format!("there is no such game: {why}")).help(help)
}

/// What is looked for, if it is no formula.
fn goal(args: &SearchArgs) -> Sought {
    match (args.unsuccessful, args.grows) {
        (Some(Saying::Asker), _) => Sought::Unsuccessful(NoWin::Asker),
        (Some(Saying::All), _) => Sought::Unsuccessful(NoWin::All),
        (None, true) => Sought::Growth,
        (None, false) => Sought::Nothing,
    }
}

fn request(args: &SearchArgs, game: KnowledgeGame, sought: Sought) -> SearchRequest {
    let bounds = SearchBounds {
        depth: args.depth,
        states: args.max_states,
        worlds: args.max_worlds,
        ..SearchBounds::default()
    };
    let similar = if args.similar { SimilarStates::Counted } else { SimilarStates::NotCounted };
    SearchRequest { game, sought, bounds, similar }
}

fn search(
    args: &SearchArgs,
    request: &SearchRequest,
    console: &mut Console,
    refuse: impl FnOnce(&hexa_engine::EvalError, &mut Console) -> io::Result<Status>,
) -> io::Result<Status> {
    let (stop, start) = (console.watch.stop.clone(), Instant::now());
    let mut progress = Progress::new();
    let answer = knowledge::search(request, &stop, &mut move |search| {
        let questions = search.counts().len().saturating_sub(1);
        progress.show(|| words::so_far(search.states(), search.models(), questions));
    });
    match answer {
        Ok(mut answer) => {
            answer.stopped_by = console.watch.limit_reached().map(|reached| reached.to_string());
            print(args, &answer, start.elapsed(), console)
        }
        Err(NoSearch::AskerIsSilent) => {
            let message =
                "with `--unsuccessful asker`, who has asked must say that they cannot win";
            let problem = Diagnostic::without_place(Code::NoState, message);
            complain(&problem.help("write `--nowin asker` too"), console)
        }
        Err(NoSearch::Formula(error)) => refuse(&error, console),
    }
}

fn print(
    args: &SearchArgs,
    answer: &SearchAnswer,
    taken: Duration,
    console: &mut Console,
) -> io::Result<Status> {
    console.answer(answer, &words::answer(answer))?;
    if args.stats {
        console.complain(&stats(answer, taken))?;
    }
    Ok(status(answer))
}

fn status(answer: &SearchAnswer) -> Status {
    match (&answer.end, answer.seeks) {
        (SearchEnd::Found(_), _) => Status::Fine,
        (SearchEnd::Exhausted | SearchEnd::Cut(SearchCut::Depth(_)), Seeks::Nothing) => {
            Status::Fine
        }
        (SearchEnd::Exhausted | SearchEnd::Cut(SearchCut::Depth(_)), Seeks::Something) => {
            Status::Failed
        }
        (
            SearchEnd::Cut(
                SearchCut::States(_)
                | SearchCut::Worlds(..)
                | SearchCut::Memory(_)
                | SearchCut::Stopped,
            ),
            _,
        ) => Status::Broken,
    }
}

fn stats(answer: &SearchAnswer, taken: Duration) -> String {
    let seconds = taken.as_secs_f64();
    let rate = answer.states as f64 / seconds.max(1e-9) * 60.0;
    let (states, models) = (answer.states, answer.models);
    format!("{states} states of {models} models in {seconds:.2} s: {rate:.0} states in a minute\n")
}
