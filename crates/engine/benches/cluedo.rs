//! Full-size Cluedo on the deals engine: random games from fixed seeds, suspicion after suspicion. Each answer is checked
//! against another way to get it before times are told: what a grid of probabilities says to be certain is known, and
//! nothing else is; its rows add up; the hands of the table do too.
//!
//! The tables have, for each stretch of suspicions, the mean and the worst CPU time in milliseconds. *with nowin*
//! every player says at the end of their turn that they cannot win, until one can. `cargo bench --bench cluedo` takes
//! games of sixty suspicions; as a test, or with `--quick`, one game of a few. What is named after `--` is taken
//! only: `cargo bench --bench cluedo -- "3 players"`.

#![allow(clippy::print_stdout)]

mod measuring;

use hexa_engine::deals::State;
use hexa_engine::generate::play::{
    Asking, CardGame, Category, Kind, Play, Seat, Step, decisions_from,
};
use hexa_engine::{Engine, Held, Limits, UBig};
use hexa_logic::{Agent, Card, Formula, FormulaNode, Holder, WinCondition};
use measuring::{clock, is_full, peak_of};
use std::collections::BTreeMap;
use std::time::Duration;

/// Suspicions that are told of together, by the last of them.
const STRETCHES: [usize; 6] = [5, 10, 15, 20, 40, 60];

/// For each kind of work and stretch the times it took.
type Times = BTreeMap<(&'static str, usize), Vec<Duration>>;

fn main() {
    let turns = if is_full() { 60 } else { 3 };
    for table in tables().iter().filter(|table| is_wanted(table)) {
        let games = if is_full() { table.games } else { 1 };
        let mut times = Times::new();
        let peak = peak_of(|| {
            for seed in 0..games {
                let decisions = decisions_from(seed, 4000);
                let play = table.game.play(turns, Kind::Suspicions, &decisions);
                match table.work {
                    Work::All(ending) => follow(play, ending, &mut times),
                    Work::Grids => first_order(play, &mut times),
                }
            }
        });
        tell(&format!("{}; {games} games", table.name), &times);
        println!("\nAt most {:.0} MB resident.", peak / 1e6);
    }
}

/// Games that are told of together.
struct Table {
    name: String,
    game: CardGame,
    games: u64,
    work: Work,
}

/// What is measured.
#[derive(Clone, Copy)]
enum Work {
    All(Ending),
    /// Only probabilities of the cards.
    Grids,
}

fn tables() -> Vec<Table> {
    let mut tables = Vec::new();
    for players in [6, 5, 4, 3] {
        for ending in [Ending::Silent, Ending::NoWin] {
            let (name, game) =
                (format!("{players} players, {}", ending.name()), CardGame::cluedo(players));
            // With more cards in a hand there is more to find out, and it takes longer.
            let games = if players < 5 { 5 } else { 20 };
            tables.push(Table { name, game, games, work: Work::All(ending) });
        }
    }
    for players in [9, 10] {
        let name = format!("{players} players, 30 cards, first order");
        let game = thirty_cards(players);
        tables.push(Table { name, game, games: 3, work: Work::Grids });
    }
    tables
}

/// Whether a table is to be made: all are, or those whose name begins with an argument.
fn is_wanted(table: &Table) -> bool {
    let mut wanted = std::env::args().skip(1).filter(|wanted| !wanted.starts_with('-')).peekable();
    wanted.peek().is_none() || wanted.any(|wanted| table.name.starts_with(&wanted))
}

/// What a player says at the end of their turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Nothing.
    Silent,
    /// That they cannot win.
    NoWin,
}

impl Ending {
    fn name(self) -> &'static str {
        match self {
            Self::Silent => "without nowin",
            Self::NoWin => "with nowin",
        }
    }
}

/// Thirty cards for nine players and a table, or for ten players: three cards each.
fn thirty_cards(players: usize) -> CardGame {
    let seat = |at: usize| Seat { name: (at + 1).to_string(), cards: 3 };
    let kind = |kind: usize| Category {
        name: format!("kind{kind}"),
        cards: (0..10).map(|card| format!("c{kind}x{card}")).collect(),
    };
    let has_table = players < 10;
    let kinds: Vec<Category> = (0..3).map(kind).collect();
    let others = kinds.iter().flat_map(|kind| kind.cards.clone()).filter(|_| !has_table);
    CardGame {
        players: (0..players).map(seat).collect(),
        table: has_table.then(|| Seat { name: "t".to_owned(), cards: 3 }),
        others: others.collect(),
        categories: if has_table { kinds } else { Vec::new() },
        asking: if has_table { Asking::OneOfEach } else { Asking::AtMost(3) },
        win: if has_table { WinCondition::Table } else { WinCondition::Deal },
    }
}

/// Measures some work.
fn measured<T>(
    times: &mut Times,
    (work, stretch): (&'static str, usize),
    run: impl FnOnce() -> T,
) -> T {
    let start = clock();
    let done = run();
    times.entry((work, stretch)).or_default().push(clock().saturating_sub(start));
    done
}

fn stretch(suspicion: usize) -> usize {
    STRETCHES.into_iter().find(|&last| suspicion < last).unwrap_or(usize::MAX)
}

fn deals(held: &Held) -> &State {
    held.card_game().expect("the deals engine was asked")
}

fn start(play: &Play) -> Held {
    let limits = Limits::default();
    let built = Engine::Deals.build(&play.setup, &play.vocabulary, &play.terms, &limits);
    built.expect("a deal of cards")
}

/// Plays, and measures everything after every suspicion.
fn follow(mut play: Play, ending: Ending, times: &mut Times) {
    let agents: Vec<Agent> = play.vocabulary.agents().collect();
    let cards: Vec<Card> = play.vocabulary.cards().collect();
    let holders: Vec<Holder> = play.vocabulary.holders().collect();
    let mut state = start(&play);
    for at in 0..play.turns.len() {
        let (turn, here) = (play.turns[at].clone(), stretch(at));
        let moves: Vec<_> = turn.steps.iter().map(|step| play.action(step)).collect();
        let card = cards[7 * at % cards.len()];
        let holds = |holder: &&Holder| play.deal().hand(**holder).contains(&card);
        let holder = *holders.iter().find(holds).expect("somebody has it");
        let (one, two) = (agents[(at + 2) % agents.len()], agents[(at + 1) % agents.len()]);
        let fact = play.holding(card, holder);
        let known = play.terms.formula(FormulaNode::Knows(two, fact));
        let doubts = play.terms.not(known);
        // Something to be looked for: it is not known, or not known not to be known.
        let nested = play.terms.formula(FormulaNode::Knows(one, doubts));
        state = measured(times, ("suspicion", here), || {
            let mut next = state.clone();
            for &action in &moves {
                next = next
                    .update(&play.terms, action)
                    .expect("it happens")
                    .into_single()
                    .expect("once");
            }
            // The first question is answered from what all that was said leaves.
            next.holds(&play.terms, known).expect("a truth value");
            next
        });
        let everybody = play.everybody();
        let common = play.terms.formula(FormulaNode::Common(everybody, doubts));
        measured(times, ("C_all", here), || {
            state.holds(&play.terms, common).expect("a truth value")
        });
        measured(times, ("count", here), || state.relevant_count().expect("a number"));
        measured(times, ("K_a K_b", here), || {
            state.holds(&play.terms, nested).expect("a truth value")
        });
        let grids = measured(times, ("all grids", here), || {
            let grid = |&agent: &Agent| deals(&state).grid(agent).expect("a grid");
            agents.iter().map(grid).collect::<Vec<_>>()
        });
        let table = Holder::Table;
        let tables = measured(times, ("tables, one observer", here), || {
            deals(&state).hands(one, table).expect("hands")
        });
        measured(times, ("one grid", here), || deals(&state).grid(one).expect("a grid"));
        // What is certain is known, and the numbers add up.
        for (agent, grid) in agents.iter().zip(&grids) {
            assert!(grid.held.iter().all(|row| row.iter().sum::<UBig>() == grid.total));
            let place = cards.iter().position(|&other| other == card).expect("a card");
            let at = holders.iter().position(|&other| other == holder).expect("a holder");
            let certain = grid.held[place][at] == grid.total;
            let knows: Formula = play.terms.formula(FormulaNode::Knows(*agent, fact));
            assert_eq!(state.holds(&play.terms, knows), Ok(certain));
        }
        let total = &grids[one.index()].total;
        assert_eq!(tables.iter().map(|(_, weight)| weight).sum::<UBig>(), *total);
        if ending == Ending::NoWin {
            let nowin = play.action(&Step::NoWin(turn.player));
            let next = measured(times, ("nowin", here), || state.update(&play.terms, nowin));
            match next {
                Ok(next) => state = next.into_single().expect("once"),
                Err(_) => return,
            }
        }
    }
}

/// Plays, and measures grids.
fn first_order(mut play: Play, times: &mut Times) {
    let agents: Vec<Agent> = play.vocabulary.agents().collect();
    let mut state = start(&play);
    for at in 0..play.turns.len() {
        let (turn, here) = (play.turns[at].clone(), stretch(at));
        let moves: Vec<_> = turn.steps.iter().map(|step| play.action(step)).collect();
        state = measured(times, ("suspicion", here), || {
            moves.iter().fold(state.clone(), |state, &action| {
                let next = state.update(&play.terms, action).expect("it happens");
                next.into_single().expect("once")
            })
        });
        let agent = agents[(at + 1) % agents.len()];
        let grid =
            measured(times, ("one grid", here), || deals(&state).grid(agent).expect("a grid"));
        assert!(grid.held.iter().all(|row| row.iter().sum::<UBig>() == grid.total));
    }
}

/// Prints mean and worst times, by stretches.
fn tell(what: &str, times: &Times) {
    let stretches: Vec<usize> =
        STRETCHES.into_iter().filter(|last| times.keys().any(|(_, at)| at == last)).collect();
    let upto = |last: &usize| format!(" to {last} |");
    println!("\n| {what} |{}", stretches.iter().map(upto).collect::<String>());
    println!("|---|{}", "---|".repeat(stretches.len()));
    let mut works: Vec<&str> = times.keys().map(|(work, _)| *work).collect();
    works.dedup();
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    for work in works {
        let cell = |last: &usize| match times.get(&(work, *last)) {
            Some(taken) => {
                let mean = taken.iter().map(|&time| millis(time)).sum::<f64>() / taken.len() as f64;
                let worst = taken.iter().copied().max().unwrap_or_default();
                format!(" {mean:.2}, {:.2} |", millis(worst))
            }
            None => " |".to_owned(),
        };
        println!("| {work} |{}", stretches.iter().map(cell).collect::<String>());
    }
}
