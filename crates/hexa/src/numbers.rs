//! `hexa gossip`, `hexa questions`, `hexa sizes`, `hexa value`, `hexa pit` and `hexa dice`: numbers of the papers, for
//! any parameters.

use crate::ask::deliver_picture;
use crate::cli::{DiceArgs, GossipArgs, PitArgs, QuestionsArgs, SizesArgs, ValueArgs};
use crate::console::{Console, Status};
use crate::files;
use crate::progress::Progress;
use crate::search;
use hexa_games::dice::throw;
use hexa_games::gossip::{self, GossipRequest, NoGossip};
use hexa_games::knowledge::{RepeatedQuestion, StateSizes, count_deals};
use hexa_games::measures::{CluedoTable, MeasuredQuestions, compare_questions, compare_suspicions};
use hexa_games::split::split_sizes;
use hexa_games::value::{self, NoValue, TableGame};
use hexa_games::words;
use hexa_logic::Stopped;
use hexa_text::{Code, Diagnostic, Sources};
use hexa_workbench::pit::{PitRequest, TreePicture, TreeRequest, draw_tree, grow, report_pit};
use hexa_workbench::words::pit as worded;
use std::io;

fn refuse(problem: Diagnostic, console: &mut Console) -> io::Result<Status> {
    console.refuse(&problem, &Sources::default())
}

/// Who knows what when secrets are spread, and how many calls that takes.
pub fn gossip(args: &GossipArgs, console: &mut Console) -> io::Result<Status> {
    let calls = (!args.calls.is_empty()).then(|| args.calls.clone());
    let request = GossipRequest { persons: args.agents, calls };
    match gossip::answer(&request, &console.watch.stop) {
        Ok(answer) => console.answer(&answer, &words::gossip(&answer)),
        Err(why) => {
            let problem = match why {
                NoGossip::Persons(_) | NoGossip::NoCall(_) => no_state(why),
                NoGossip::Stopped => Diagnostic::for_stop(),
            };
            refuse(problem, console)
        }
    }
}

/// By which measure which question is best.
pub fn questions(args: &QuestionsArgs, console: &mut Console) -> io::Result<Status> {
    let found = if args.cluedo { suspicions(args) } else { dealt(args, console) };
    match found {
        Ok(found) => console.answer(&found, &words::questions(&found)),
        Err(problem) => refuse(problem, console),
    }
}

fn suspicions(args: &QuestionsArgs) -> Result<MeasuredQuestions, Diagnostic> {
    Ok(compare_suspicions(&cluedo_table(&args.kinds, args.players, &args.hold)?))
}

fn no_state(why: impl ToString) -> Diagnostic {
    Diagnostic::without_place(Code::NoState, why.to_string())
}

fn cluedo_table(
    kinds: &[usize],
    players: usize,
    hold: &[usize],
) -> Result<CluedoTable, Diagnostic> {
    let three = |of: &[usize]| {
        let wrong = "write three numbers, of suspects, weapons and rooms, such as 6,6,9";
        <[usize; 3]>::try_from(of).map_err(|_| no_state(wrong))
    };
    let hold = if hold.is_empty() { None } else { Some(three(hold)?) };
    CluedoTable::dealt(three(kinds)?, players, hold).map_err(no_state)
}

/// States of more worlds are not built.
const MOST_WORLDS: usize = 20_000;

fn dealt(args: &QuestionsArgs, console: &Console) -> Result<MeasuredQuestions, Diagnostic> {
    let game =
        search::knowledge_game(&args.hands, &args.game).map_err(|why| search::no_game(&why))?;
    match compare_questions(&game, MOST_WORLDS, &console.watch.stop) {
        Ok(Some(found)) => Ok(found),
        Ok(None) => {
            let message = format!("a state would have more than {MOST_WORLDS} worlds");
            Err(Diagnostic::without_place(Code::Limit, message).help("take fewer cards"))
        }
        Err(Stopped) => Err(Diagnostic::for_stop()),
    }
}

/// How large states become.
pub fn sizes(args: &SizesArgs, console: &mut Console) -> io::Result<Status> {
    if !args.kinds.is_empty() {
        return match cluedo_table(&args.kinds, args.players, &args.hold) {
            Ok(table) => {
                let found = split_sizes(&table);
                console.answer(&found, &words::split(&found))
            }
            Err(problem) => refuse(problem, console),
        };
    }
    let cards =
        args.hands.iter().chain([&args.table]).fold(0usize, |sum, n| sum.saturating_add(*n));
    let hand = args.hands[0];
    if !(1..=60).contains(&cards) || !(1..=cards).contains(&args.ask) {
        let message = "there must be 1 to 60 cards, and a question for at least one and at most for all of them";
        return refuse(Diagnostic::without_place(Code::NoState, message), console);
    }
    let question = RepeatedQuestion { cards, hand, asked: args.ask };
    let sizes = question.sizes(args.shown.min(100));
    let all: Vec<usize> = args.hands.iter().copied().chain([args.table]).collect();
    let Some(initial) = count_deals(&all) else {
        let message = "there are more deals than can be counted with";
        return refuse(
            Diagnostic::without_place(Code::Limit, message).help("take fewer cards"),
            console,
        );
    };
    let initial = initial.to_string();
    let answer = Sizes { initial: &initial, not_shown: question.not_shown(), sizes: &sizes };
    console.answer(&answer, &words::sizes(&question, &initial, &sizes))
}

/// What is told to programs.
#[derive(serde::Serialize)]
struct Sizes<'a> {
    initial: &'a str,
    not_shown: hexa_games::Share,
    sizes: &'a [StateSizes],
}

/// How likely who begins wins.
pub fn value(args: &ValueArgs, console: &mut Console) -> io::Result<Status> {
    let Ok(hands) = <[u32; 2]>::try_from(&args.hands[..]) else {
        return refuse(
            no_state("write two numbers, the cards of two players, such as 2,2"),
            console,
        );
    };
    let game = TableGame { hands, table: args.table, asked: args.ask };
    match value::value(game, &console.watch.stop) {
        Ok(found) => console.answer(&found, &words::value(game, &found)),
        Err(why @ NoValue::NoGame) => refuse(no_state(why), console),
        Err(why @ NoValue::LongerPlay) => {
            refuse(Diagnostic::without_place(Code::Limit, why.to_string()), console)
        }
        Err(NoValue::Stopped) => refuse(Diagnostic::for_stop(), console),
    }
}

/// What can be said of a game of Pit.
pub fn pit(args: &PitArgs, console: &mut Console) -> io::Result<Status> {
    let PitArgs { players, suits, cards, most, shared, .. } = args;
    let request = PitRequest::new(*players, *suits, *cards, *most, shared);
    let done = request.map_err(Diagnostic::from).and_then(|request| {
        if args.tree { pit_tree(args, &request, console) } else { pit_report(&request, console) }
    });
    done.unwrap_or_else(|problem| refuse(problem, console))
}

fn pit_report(
    request: &PitRequest,
    console: &mut Console,
) -> Result<io::Result<Status>, Diagnostic> {
    let mut progress = Progress::new();
    let found = report_pit(request, &console.watch.stop, &mut move |step| {
        progress.begin(worded::step(step));
    })?;
    let status = if found.is_whole() { Status::Fine } else { Status::Broken };
    Ok(console.answer(&found, &worded::report(&found)).map(|_| status))
}

fn pit_tree(
    args: &PitArgs,
    request: &PitRequest,
    console: &mut Console,
) -> Result<io::Result<Status>, Diagnostic> {
    let wanted = TreeRequest::new(request, args.deal.as_deref(), args.first.as_deref(), args.depth);
    let tree = wanted.and_then(|wanted| grow(&wanted, &console.watch.stop))?;
    let status = if tree.cut.is_none() { Status::Fine } else { Status::Broken };
    let Some(output) = &args.output else {
        return Ok(console.answer(&tree, &worded::tree(&tree)).map(|_| status));
    };
    let is_standard = files::is_standard(output);
    let drawn = TreePicture::of_file(&output.display().to_string(), is_standard)
        .map(|picture| draw_tree(&tree, &worded::title(request), args.players, picture))
        .map_err(Diagnostic::from);
    let done = deliver_picture(drawn, output, args.force, &Sources::default(), console);
    Ok(done.map(|done| done.max(status)))
}

/// What dice throw.
pub fn dice(args: &DiceArgs, console: &mut Console) -> io::Result<Status> {
    match throw(args.dice, args.sides) {
        Ok(found) => console.answer(&found, &words::dice(&found)),
        Err(why) => refuse(no_state(why), console),
    }
}
