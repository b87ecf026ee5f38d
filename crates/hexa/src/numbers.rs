//! `hexa gossip`, `hexa questions` and `hexa sizes`: numbers of the papers, for any parameters.

use crate::cli::{GossipArgs, QuestionsArgs, SizesArgs};
use crate::console::{Console, Status};
use crate::search;
use hexa_games::gossip::{self, GossipRequest, NoGossip};
use hexa_games::knowledge::{KnowledgeGame, RepeatedQuestion, StateSizes, count_deals};
use hexa_games::measures::{CluedoTable, MeasuredQuestions, compare_questions, compare_suspicions};
use hexa_games::words;
use hexa_text::{Code, Diagnostic, Sources};
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
            let code = match why {
                NoGossip::Persons(_) | NoGossip::NoCall(_) => Code::NoState,
                NoGossip::Stopped => Code::Limit,
            };
            refuse(Diagnostic::without_place(code, why.to_string()), console)
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
    let problem = |message: String| Diagnostic::without_place(Code::NoState, message);
    let three = |of: &[usize]| {
        let wrong = "write three numbers, of suspects, weapons and rooms, such as 6,6,9";
        <[usize; 3]>::try_from(of).map_err(|_| problem(wrong.to_owned()))
    };
    let hold = if args.hold.is_empty() { None } else { Some(three(&args.hold)?) };
    let table = CluedoTable::dealt(three(&args.kinds)?, args.players, hold);
    Ok(compare_suspicions(&table.map_err(|why| problem(why.to_string()))?))
}

/// States of more worlds are not built.
const MOST_WORLDS: usize = 20_000;

fn dealt(args: &QuestionsArgs, console: &Console) -> Result<MeasuredQuestions, Diagnostic> {
    let game = KnowledgeGame::new(&args.hands, args.table, &args.ask.0)
        .and_then(|game| game.won_by(search::win_condition(args.win)));
    let mut game = game.map_err(|why| search::no_game(&why))?;
    game.own = search::own_cards(args.own);
    match compare_questions(&game, MOST_WORLDS, &console.watch.stop) {
        Ok(Some(found)) => Ok(found),
        Ok(None) => {
            let message = format!("a state would have more than {MOST_WORLDS} worlds");
            Err(Diagnostic::without_place(Code::Limit, message).help("take fewer cards"))
        }
        Err(stopped) => Err(Diagnostic::without_place(Code::Limit, stopped.to_string())),
    }
}

/// How large states become.
pub fn sizes(args: &SizesArgs, console: &mut Console) -> io::Result<Status> {
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
