//! Advice in recorded random games of Cluedo with six players, as one of them writes them down: how much time of the processor each
//! kind takes at every turn of theirs, worst and mean, once the answers are checked. `cargo bench` takes several games; as a test, or
//! with `--quick`, it takes a short one.

#![allow(clippy::print_stdout)]

#[path = "../../engine/benches/measuring/mod.rs"]
mod measuring;

use hexa_assist::advice::{
    Advisor, Basis, GameRequest, GuessRequest, ShowRequest, Strength, SuggestProgress,
    SuggestRequest, When, WhenQuestion,
};
use hexa_engine::deals::{Dealing, Event, Fact, Record, Witness};
use hexa_engine::generate::play::{CardGame, Kind, Play, Reply, Step, decisions_from};
use hexa_logic::{Agent, Card, Holder};
use measuring::{clock, is_full};
use std::collections::BTreeMap;
use std::time::Duration;

/// Who asks for advice.
const ME: Agent = Agent(0);

fn main() {
    let (seeds, turns) = if is_full() { (5, 36) } else { (1, 7) };
    let mut times = Times::default();
    for seed in 0..seeds {
        let play = CardGame::cluedo(6).play(turns, Kind::Suspicions, &decisions_from(seed, 4000));
        advise(&play, &mut times);
    }
    times.print();
}

fn categories() -> Vec<Vec<Card>> {
    let cards = |(from, to): (usize, usize)| (from..to).map(Card::from_index).collect();
    [(0, 6), (6, 12), (12, 21)].map(cards).into()
}

/// Follows a play and asks for advice before each turn of the player.
fn advise(play: &Play, times: &mut Times) {
    let mut dealing = Dealing::new(&play.vocabulary, play.deal().size());
    dealing.categories = categories();
    let mut record = Record::new(&dealing).expect("a deal");
    for &card in play.deal().hand(Holder::Agent(ME)) {
        let (holder, seen) = (Holder::Agent(ME), Witness::Only(ME));
        record = record.with(Event::Holds { holder, card, seen }).expect("their hand");
    }
    for (number, turn) in play.turns.iter().enumerate() {
        if turn.player == ME {
            ask(play, &record, number, times);
        }
        for step in &turn.steps {
            record = times.of("enter", || record.with(event(step))).expect("it happened");
        }
    }
}

fn event(step: &Step) -> Event {
    let Step::Answer { asker, respondent, cards, reply } = step else { return Event::NoWin(ME) };
    let (requester, respondent, cards) = (*asker, *respondent, cards.clone());
    match *reply {
        Reply::No => Event::NoCard { requester, respondent, cards },
        Reply::Shows(card) => {
            let card = (requester == ME || respondent == ME).then_some(card);
            Event::Shows { requester, respondent, cards, card }
        }
        Reply::ShowsSome => Event::Shows { requester, respondent, cards, card: None },
    }
}

fn ask(play: &Play, record: &Record, number: usize, times: &mut Times) {
    let categories = categories();
    let advisor = Advisor::new(record, &categories, ME);
    let grid = times.of("grid", || record.grid_of(ME)).expect("their hand is known");
    for (card, held) in grid.held.iter().enumerate() {
        let holder = play
            .vocabulary
            .holders()
            .position(|holder| play.deal().hand(holder).contains(&Card::from_index(card)));
        assert!(!held[holder.expect("somebody has it")].is_zero(), "what is so is possible");
    }
    let close = times.of("close", || advisor.close()).expect("no limit");
    assert_eq!(close.len(), 5);
    for one in &close {
        let left = one.left.as_ref().expect("no limit");
        assert_eq!(one.knows.is_certain(), left.most == 1, "who has one left knows it");
        assert_eq!(one.knows.is_impossible(), left.least > 1);
    }
    let opponent = Agent::from_index(1 + number / 6 % 5);
    let what = times.of("what", || advisor.what(opponent)).expect("no limit");
    for card in &what.cards {
        for (holder, chance) in &card.holds {
            let is_so = play.deal().hand(*holder).contains(&card.card);
            assert!(is_so || !chance.is_certain(), "what is known is so");
        }
    }
    suggest(&advisor, times);
    let asked =
        vec![categories[0][number % 6], categories[1][number % 5], categories[2][number % 9]];
    for (name, strength) in
        [("show, ordinary", Strength::Ordinary), ("show, perfect", Strength::Perfect)]
    {
        let request = ShowRequest::new(opponent, strength, asked.clone());
        times.of(name, || advisor.show(&request)).expect("no limit");
    }
    let guess = |name: &'static str, strength: Strength, times: &mut Times| {
        let (strengths, next, asked) = (vec![strength; 6], Agent(1), Default::default());
        let game = GameRequest { strengths, out: Vec::new(), silent: Vec::new(), next, asked };
        times.of(name, || advisor.guess(&GuessRequest::new(game))).expect("no limit")
    };
    guess("guess, perfect", Strength::Perfect, times);
    let guess = guess("guess, ordinary", Strength::Ordinary, times);
    assert!(guess.between.is_none_or(|between| between.low <= between.high));
    why(record, &grid, play, times);
    let when = times.of("when", || advisor.when(WhenQuestion::Table)).expect("no limit");
    assert_eq!(when == When::NotYet, guess.candidates > 1);
}

fn suggest(advisor: &Advisor<'_>, times: &mut Times) {
    let start = clock();
    let mut suggestions = advisor.suggest(SuggestRequest::new(1)).expect("no limit");
    suggestions.step().expect("no limit");
    times.add("suggest, first", clock().saturating_sub(start));
    while !matches!(suggestions.progress(), SuggestProgress::Refining(_)) {
        suggestions.step().expect("no limit");
    }
    times.add("suggest, all", clock().saturating_sub(start));
    let drawn: BTreeMap<Vec<Card>, f64> =
        suggestions.ranked().iter().map(|one| (one.cards.clone(), one.gain)).collect();
    assert_eq!(drawn.len(), 324);
    while suggestions.ranked()[..5].iter().any(|one| one.basis != Basis::Exact) {
        suggestions.step().expect("no limit");
    }
    times.add("suggest, exact", clock().saturating_sub(start));
    suggestions.finish().expect("no limit");
    times.add("suggest, details", clock().saturating_sub(start));
    for exact in suggestions.ranked().into_iter().filter(|one| one.basis == Basis::Exact) {
        let off = (exact.gain - drawn[&exact.cards]).abs();
        assert!(off < 0.15, "{off} bits off");
    }
}

fn why(record: &Record, grid: &hexa_engine::deals::Grid, play: &Play, times: &mut Times) {
    for card in play.vocabulary.cards().filter(|card| card.index() % 4 == 0) {
        for (place, holder) in play.vocabulary.holders().enumerate() {
            if grid.held[card.index()][place] == grid.total {
                let core = times.of("why", || record.why(Fact::Holds(holder, card)));
                assert!(core.expect("no limit").is_some(), "it is certain");
            }
        }
    }
}

/// How long things took.
#[derive(Default)]
struct Times(BTreeMap<&'static str, Vec<Duration>>);

impl Times {
    fn of<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let start = clock();
        let done = work();
        self.add(name, clock().saturating_sub(start));
        done
    }

    fn add(&mut self, name: &'static str, time: Duration) {
        self.0.entry(name).or_default().push(time);
    }

    fn print(&self) {
        for (name, times) in &self.0 {
            let worst = times.iter().max().copied().unwrap_or_default().as_secs_f64() * 1e3;
            let all: Duration = times.iter().sum();
            let mean = all.as_secs_f64() * 1e3 / times.len() as f64;
            println!(
                "{name:>16}: {:>4} times, mean {mean:8.2} ms, worst {worst:8.2} ms",
                times.len()
            );
        }
    }
}
