//! Whatever takes long can be stopped: it ends soon, says that it is not finished, and gives its memory back.

#![allow(unsafe_code)]

use crate::play::Table;
use hexa_assist::advice::{MOST_STEPS_AT_ONCE, NoAdvice, SuggestProgress};
use hexa_assist::answer::{AssistAnswer, NotDone};
use hexa_assist::notebook::{Notebook, Refusal};
use hexa_assist::session::AssistSession;
use hexa_engine::Limits;
use hexa_games::knowledge::{
    KnowledgeGame, MOST_WORLDS, SearchBounds, SearchCut, SearchEnd, SearchRequest, SimilarStates,
    Sought, search,
};
use hexa_logic::{Agent, Stop, Stream};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The bytes that this thread has allocated and not given back.
    static LIVE: Cell<isize> = const { Cell::new(0) };
}

/// Counts the bytes of each thread.
struct Counting;

fn add(bytes: isize) {
    // A thread that ends counts no more.
    let _ = LIVE.try_with(|live| live.set(live.get() + bytes));
}

// SAFETY: all is left to the system's allocator; only numbers are added up.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn live() -> isize {
    LIVE.with(Cell::get)
}

/// Whether an answer says that it is not finished.
fn is_unfinished(answer: &AssistAnswer) -> bool {
    match answer {
        AssistAnswer::Suggest { progress, .. } => *progress != SuggestProgress::Done,
        AssistAnswer::NotDone(why) => matches!(
            why,
            NotDone::NoAdvice(NoAdvice::Unfinished(_))
                | NotDone::ReasonsUnfinished
                | NotDone::Refused { refusal: Refusal::Unfinished { .. }, .. }
        ),
        _ => false,
    }
}

/// A game that is dealt and played, and lines that ask for all kinds of advice.
fn table() -> (Table, Vec<String>) {
    let mut stream = Stream::new("stopping", 1);
    let table = Table::dealt(3, &mut stream);
    let name = |card| table.setup.deck().name(card).to_owned();
    let mine = table.setup.hand()[0];
    let other = table.suspicion(Agent(0), &mut stream).text(&table.setup);
    let (asked, _) = other.split_once('.').expect("a suspicion and its answers");
    let lines = vec![
        "suggest".to_owned(),
        "who".to_owned(),
        "what bob".to_owned(),
        "guess?".to_owned(),
        "when".to_owned(),
        format!("show {asked}"),
        format!("why {}", name(mine)),
        other.clone(),
    ];
    (table, lines)
}

fn session(table: &Table, stop: &Stop) -> AssistSession {
    let game = table.played(4, &mut Stream::new("stopped games", 1));
    AssistSession::new(game.with_stop(stop), 1).expect("no limit")
}

#[test]
fn advice_that_is_stopped_ends_soon_and_gives_its_memory_back() {
    let (table, lines) = table();
    let (mut stopped, mut finished) = (0, 0);
    for line in &lines {
        for steps in [1, 2, 10, 1_000, 30_000, 100_000_000] {
            let before = live();
            let stop = Stop::after(steps);
            let mut session = session(&table, &stop);
            let answer = session.answer(line);
            let done = stop.progress().steps;
            assert!(done <= steps + MOST_STEPS_AT_ONCE, "{line}: {done} after {steps}");
            assert_eq!(stop.is_asked(), is_unfinished(&answer), "{line} after {steps}: {answer:?}");
            match stop.is_asked() {
                true => stopped += 1,
                false => finished += 1,
            }
            drop((session, answer, stop));
            assert_eq!(live(), before, "{line} after {steps}");
        }
    }
    assert!(stopped > 15 && finished >= lines.len(), "{stopped} {finished}");
}

#[test]
fn a_session_goes_on_after_it_was_stopped() {
    let (table, _) = table();
    let stop = Stop::new();
    let mut session = session(&table, &stop);
    let heard = session.hear("suggest", &mut |_, _| stop.ask());
    let AssistAnswer::Suggest { ranked, progress, .. } = &heard.answer else { panic!("{heard:?}") };
    assert!(*progress != SuggestProgress::Done && !ranked.is_empty());
    stop.clear();
    assert!(matches!(session.answer("grid"), AssistAnswer::Grid { .. }));
    let answer = session.answer("suggest");
    assert!(!is_unfinished(&answer), "{answer:?}");
}

/// Whoever ends the thinking in the middle of a step is told what was ranked before it.
#[test]
fn suspicions_that_are_stopped_within_a_step_are_told() {
    let (table, _) = table();
    let session = |stop: &Stop| {
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let setup = table.setup.clone();
        let game = Notebook::new(setup, limits).expect("it is dealt").with_stop(stop);
        AssistSession::new(game, 1).expect("no limit")
    };
    let stop = Stop::new();
    let mut first = None;
    let found = session(&stop).hear("suggest hall", &mut |_, _| {
        first.get_or_insert(stop.progress().steps);
    });
    assert!(!is_unfinished(&found.answer), "{found:?}");
    let (first, all) = (first.expect("something was found"), stop.progress().steps);
    for part in 1..10 {
        let steps = first + (all - first) * part / 10;
        let answer = session(&Stop::after(steps)).answer("suggest hall");
        let AssistAnswer::Suggest { ranked, progress, .. } = &answer else {
            panic!("after {steps} of {all}: {answer:?}")
        };
        assert!(*progress != SuggestProgress::Done && !ranked.is_empty(), "after {steps} of {all}");
    }
}

#[test]
fn a_search_that_is_stopped_ends_soon_and_gives_its_memory_back() {
    for steps in [1, 100, 50_000, 1_000_000] {
        let before = live();
        let stop = Stop::after(steps);
        let request = SearchRequest {
            game: KnowledgeGame::new(&[2, 2, 2], 1, &[2, 3]).expect("seven cards"),
            sought: Sought::Nothing,
            bounds: SearchBounds { worlds: MOST_WORLDS, ..SearchBounds::default() },
            similar: SimilarStates::Counted,
        };
        let answer = search(&request, &stop, &mut |_| {}).expect("no formula");
        assert_eq!(answer.end, SearchEnd::Cut(SearchCut::Stopped));
        assert!(answer.similar.is_none() && answer.found.is_none());
        assert!(stop.progress().steps <= steps + MOST_WORLDS as u64);
        drop((request, answer, stop));
        assert_eq!(live(), before, "{steps}");
    }
}
