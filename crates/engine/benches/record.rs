//! Records of random plays of Cluedo with six players and sixty suspicions, as one of the players writes them down: how long
//! it takes to enter an event, to look at the grid, to find the smallest set of events that a wrong entry
//! contradicts, to say why a card is somewhere, and to correct an early event. `cargo bench` takes several
//! plays; as a test, or with `--quick`, it takes a short one.

#![allow(clippy::print_stdout)]

mod measuring;

use hexa_engine::deals::{Dealing, Event, Fact, Record, Refused, Size, Witness};
use hexa_engine::generate::play::{CardGame, Kind, Play, Reply, Step, decisions_from};
use hexa_logic::{Agent, Card, Holder};
use measuring::is_full;
use std::time::{Duration, Instant};

/// Who writes the record.
const OWNER: Agent = Agent(0);

fn main() {
    let (seeds, turns) = if is_full() { (5, 60) } else { (1, 12) };
    for seed in 0..seeds {
        for ending in [Ending::Silent, Ending::NoWin] {
            // Who would say so if they knew ends a play early.
            let turns = if ending == Ending::NoWin { turns / 2 } else { turns };
            let decisions = decisions_from(seed, 4000);
            let play = CardGame::cluedo(6).play(turns, Kind::Suspicions, &decisions);
            println!("play {seed}, {turns} suspicions, turns end {ending:?}");
            Writing::new(&play, ending).print();
        }
    }
}

/// What the end of a turn says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    Silent,
    NoWin,
}

/// All that the owner sees.
fn events(play: &Play, ending: Ending) -> Vec<Event> {
    let own = play.deal().hand(Holder::Agent(OWNER)).iter().map(|&card| Event::Holds {
        holder: Holder::Agent(OWNER),
        card,
        seen: Witness::Only(OWNER),
    });
    let mut events: Vec<Event> = own.collect();
    for turn in &play.turns {
        events.extend(turn.steps.iter().map(event));
        events.extend((ending == Ending::NoWin).then_some(Event::NoWin(turn.player)));
    }
    events
}

fn event(step: &Step) -> Event {
    let Step::Answer { asker, respondent, cards, reply } = step else {
        return Event::NoWin(OWNER);
    };
    let (requester, respondent, cards) = (*asker, *respondent, cards.clone());
    match *reply {
        Reply::No => Event::NoCard { requester, respondent, cards },
        Reply::Shows(card) => {
            let card = (requester == OWNER || respondent == OWNER).then_some(card);
            Event::Shows { requester, respondent, cards, card }
        }
        Reply::ShowsSome => Event::Shows { requester, respondent, cards, card: None },
    }
}

/// A record that is written down, and what it took.
#[derive(Default)]
struct Writing {
    entering: Times,
    ending: Times,
    looking: Times,
    clashing: Times,
    asking: Times,
    editing: Times,
    events: usize,
    largest: usize,
    given_up: usize,
}

impl Writing {
    fn new(play: &Play, ending: Ending) -> Self {
        let mut dealing = Dealing::new(&play.vocabulary, play.deal().size());
        let kinds = [(0, 6), (6, 12), (12, 21)];
        let cards = |(from, to): (usize, usize)| (from..to).map(Card::from_index).collect();
        dealing.categories = kinds.map(cards).into();
        let mut record = Record::new(&dealing).expect("a deal");
        let mut writing = Self::default();
        for (at, event) in events(play, ending).into_iter().enumerate() {
            let is_end = matches!(event, Event::NoWin(_));
            let times = if is_end { &mut writing.ending } else { &mut writing.entering };
            match times.of(|| record.with(event)) {
                Ok(next) => record = next,
                Err(refused) if is_end => {
                    println!("  they know: {refused:?}");
                    break;
                }
                Err(refused) => panic!("it happened: {refused:?}"),
            }
            if at >= 3 && at % 10 == 0 {
                writing.ask(play, &record, at);
            }
        }
        for index in [3, 10, record.events().len() / 2] {
            let edited = writing.editing.of(|| record.without_event(index));
            assert!(edited.is_ok(), "less is possible: {edited:?}");
        }
        writing.events = record.events().len();
        writing
    }

    fn ask(&mut self, play: &Play, record: &Record, at: usize) {
        let grid = self.looking.of(|| record.grid_of(OWNER).expect("their hand is known"));
        for wrong in wrong_entries(at) {
            let refused = self.clashing.of(|| record.with(wrong));
            if let Err(Refused::Conflict(conflict)) = refused {
                self.found(conflict.size, conflict.events.len());
            }
        }
        for card in play.vocabulary.cards() {
            for (place, holder) in play.vocabulary.holders().enumerate() {
                let weight = &grid.held[card.index()][place];
                let fact = match weight.is_zero() {
                    true => Fact::Lacks(holder, card),
                    false => Fact::Holds(holder, card),
                };
                let is_certain = weight.is_zero() || *weight == grid.total;
                if is_certain && (card.index() + place + at).is_multiple_of(7) {
                    let core = self.asking.of(|| record.why(fact));
                    let core = core.expect("no limit").expect("it is certain");
                    self.found(core.size, core.events.len());
                }
            }
        }
    }

    fn found(&mut self, size: Size, many: usize) {
        self.largest = self.largest.max(many);
        self.given_up += usize::from(size == Size::Small);
    }

    fn print(self) {
        let Self { events, largest, given_up, .. } = self;
        for (name, times) in [
            ("with", self.entering),
            ("nowin", self.ending),
            ("grid", self.looking),
            ("wrong entry", self.clashing),
            ("why", self.asking),
            ("without", self.editing),
        ] {
            times.print(name);
        }
        println!("  {events} events, largest set {largest}, {given_up} sets may not be smallest");
    }
}

/// Entries that may be wrong.
fn wrong_entries(seed: usize) -> Vec<Event> {
    let picks = decisions_from(1000 + seed as u64, 24);
    let pick = |at: usize, many: usize| usize::from(picks[at]) % many;
    let cards = |at: usize| {
        [pick(at, 6), 6 + pick(at + 1, 6), 12 + pick(at + 2, 9)].map(Card::from_index).to_vec()
    };
    (0..6)
        .map(|one| {
            let (requester, respondent) = (OWNER, Agent::from_index(1 + pick(4 * one, 5)));
            let cards = cards(4 * one + 1 - usize::from(one == 5));
            match one % 3 {
                0 => Event::NoCard { requester, respondent, cards },
                1 => Event::Shows { requester, respondent, card: Some(cards[0]), cards },
                _ => Event::Shows { requester, respondent, cards, card: None },
            }
        })
        .collect()
}

/// How long things took.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn of<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        self.0.push(start.elapsed());
        done
    }

    fn print(mut self, name: &str) {
        self.0.sort_unstable();
        let at = |part: usize| {
            self.0
                .get(self.0.len().saturating_sub(1) * part / 100)
                .map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        println!(
            "  {name:>12}: {:>4} times, median {:.2} ms, 95 of 100 {:.2} ms, worst {:.2} ms",
            self.0.len(),
            at(50),
            at(95),
            at(100)
        );
    }
}
