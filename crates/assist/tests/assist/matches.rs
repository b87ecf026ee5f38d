//! Whole games against ordinary players, who cross off the cards that they have seen and notice when nobody answers them: a seat that follows the advice to accuse wins no less often than the
//! same seat that accuses only when certain. Games are paired: the same deal, the same questions of the others.
//! `HEXA_CASES=20` plays twenty times as many, on a small deck and on the classic one, and prints what came of it.

use hexa_assist::advice::Recommendation;
use hexa_assist::answer::AssistAnswer;
use hexa_assist::entry::{AnswerGiven, Ending, Entry};
use hexa_assist::notebook::Notebook;
use hexa_assist::session::AssistSession;
use hexa_assist::setup;
use hexa_engine::Limits;
use hexa_logic::{Agent, Card, Holder, Stream};

/// When the seat accuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    Advised,
    Certain,
}

/// A game that goes on.
struct Match {
    session: AssistSession,
    holders: Vec<Holder>,
    categories: Vec<Vec<Card>>,
    /// By player, the cards that they have crossed off.
    crossed: Vec<Vec<Card>>,
    /// By player, the cards that nobody had when they asked.
    found: Vec<Vec<Card>>,
    stream: Stream,
}

const PLAYERS: usize = 3;

/// How many cards the categories have: of a small deck, and of the classic one.
const SMALL: [usize; 3] = [4, 4, 5];
const CLASSIC: [usize; 3] = [6, 6, 9];

fn dealt(sizes: [usize; 3], seed: u64) -> Match {
    let mut stream = Stream::new("matches", seed);
    let all: Vec<String> = ["p", "w", "r"]
        .iter()
        .zip(sizes)
        .flat_map(|(letter, many)| (1..=many).map(move |number| format!("{letter}{number}")))
        .collect();
    let (mut first, mut categories) = (0, Vec::new());
    for size in sizes {
        let cards: Vec<Card> = (first..first + size).map(Card::from_index).collect();
        categories.push(cards);
        first += size;
    }
    let cards = || (0..all.len()).map(Card::from_index);
    let table: Vec<Card> =
        categories.iter().map(|cards| *stream.pick(cards).expect("a card")).collect();
    let mut rest: Vec<Card> = cards().filter(|card| !table.contains(card)).collect();
    stream.shuffle(&mut rest);
    let mut holders = vec![Holder::Table; all.len()];
    for (at, card) in rest.iter().enumerate() {
        holders[card.index()] = Holder::Agent(Agent::from_index(at % PLAYERS));
    }
    let hand_of = |seat: usize| -> Vec<Card> {
        let own = Holder::Agent(Agent::from_index(seat));
        cards().filter(|card| holders[card.index()] == own).collect()
    };
    let names = |cards: &[Card]| {
        cards.iter().map(|card| all[card.index()].as_str()).collect::<Vec<_>>().join(", ")
    };
    let text = format!(
        "players: me, bob, cid\nhands: {} {} {}\nhand: {}\ncategory suspects: {}\ncategory weapons: {}\ncategory rooms: {}\n",
        hand_of(0).len(),
        hand_of(1).len(),
        hand_of(2).len(),
        names(&hand_of(0)),
        names(&categories[0]),
        names(&categories[1]),
        names(&categories[2]),
    );
    let setup = setup::read(&text).unwrap_or_else(|flaws| panic!("{text}: {flaws:?}"));
    let notebook = Notebook::new(setup, Limits::default()).expect("a good set-up");
    let session = AssistSession::new(notebook, 1).expect("no limit");
    let crossed = (0..PLAYERS).map(hand_of).collect();
    let found = vec![Vec::new(); PLAYERS];
    Match { session, holders, categories, crossed, found, stream }
}

impl Match {
    /// Who wins.
    fn play(mut self, plan: Plan) -> Option<usize> {
        let mut is_out = false;
        for turn in 0..90 {
            let seat = turn % PLAYERS;
            if seat == 0 && is_out {
                continue;
            }
            let cards = self.question(seat);
            self.ask(seat, &cards);
            match seat {
                0 => match self.accusation(plan) {
                    Some(named) if self.is_table(&named) => return Some(0),
                    Some(_) => is_out = true,
                    None => {}
                },
                _ => {
                    if self.open(seat).iter().all(|cards| cards.len() == 1) {
                        return Some(seat);
                    }
                }
            }
        }
        None
    }

    fn is_table(&self, cards: &[Card]) -> bool {
        cards.iter().all(|card| self.holders[card.index()] == Holder::Table)
    }

    /// By category, the cards that can be on the table for a player.
    fn open(&self, seat: usize) -> Vec<Vec<Card>> {
        let left = |cards: &Vec<Card>| match cards
            .iter()
            .find(|card| self.found[seat].contains(card))
        {
            Some(&found) => vec![found],
            None => {
                cards.iter().copied().filter(|card| !self.crossed[seat].contains(card)).collect()
            }
        };
        self.categories.iter().map(left).collect()
    }

    /// The seat asks for what is likeliest, the others for anything that they have not crossed off.
    fn question(&mut self, seat: usize) -> Vec<Card> {
        if seat == 0 {
            let sheet = self.session.notebook().sheet().expect("no limit");
            return sheet.candidates()[0].cards.clone();
        }
        let open = self.open(seat);
        open.iter().map(|cards| *self.stream.pick(cards).expect("one is on the table")).collect()
    }

    fn ask(&mut self, seat: usize, cards: &[Card]) {
        let (asker, mut answers) = (Agent::from_index(seat), Vec::new());
        for after in 1..PLAYERS {
            let player = Agent::from_index((seat + after) % PLAYERS);
            let held = cards.iter().copied();
            let held: Vec<Card> =
                held.filter(|card| self.holders[card.index()] == Holder::Agent(player)).collect();
            let Some(&card) = self.stream.pick(&held) else {
                answers.push((player, AnswerGiven::No));
                continue;
            };
            self.crossed[seat].push(card);
            let is_mine = seat == 0 || player == Agent(0);
            answers.push((player, AnswerGiven::Shows(is_mine.then_some(card))));
            break;
        }
        if answers.iter().all(|(_, answer)| *answer == AnswerGiven::No) {
            let own = Holder::Agent(asker);
            let others = cards.iter().copied();
            self.found[seat].extend(others.filter(|card| self.holders[card.index()] != own));
        }
        let entry =
            Entry::Suspicion { asker, cards: cards.to_vec(), answers, ending: Ending::Answered };
        let line = entry.text(self.session.notebook().setup());
        let answer = self.session.answer(&line);
        assert!(!answer.is_refusal(), "{line}: {answer:?}");
    }

    fn accusation(&mut self, plan: Plan) -> Option<Vec<Card>> {
        let sheet = self.session.notebook().sheet().expect("no limit");
        match plan {
            Plan::Certain => match sheet.candidates() {
                [only] => Some(only.cards.clone()),
                _ => None,
            },
            Plan::Advised => {
                let answer = self.session.answer("guess?");
                let AssistAnswer::Guess { guess, .. } = answer else { panic!("{answer:?}") };
                match guess.recommendation {
                    Recommendation::Accuse | Recommendation::Risk => Some(guess.best.table),
                    Recommendation::Wait | Recommendation::TooClose => None,
                }
            }
        }
    }
}

/// How many games the seat wins by either plan, and how many by one only.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    advised: usize,
    certain: usize,
    only_advised: usize,
    only_certain: usize,
}

fn play_pairs(sizes: [usize; 3], games: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..games as u64 {
        let wins = |plan: Plan| dealt(sizes, seed).play(plan) == Some(0);
        let (advised, certain) = (wins(Plan::Advised), wins(Plan::Certain));
        tally.advised += usize::from(advised);
        tally.certain += usize::from(certain);
        tally.only_advised += usize::from(advised && !certain);
        tally.only_certain += usize::from(certain && !advised);
    }
    tally
}

/// What one plan wins alone is compared with what the other does, as far as chance allows (three standard deviations of a
/// fair coin).
#[allow(clippy::print_stdout)]
#[test]
fn following_the_advice_is_no_worse_than_to_accuse_only_when_certain() {
    let cases = std::env::var("HEXA_CASES").ok().and_then(|cases| cases.parse::<usize>().ok());
    let many = cases.unwrap_or(1);
    for (name, sizes, games) in [("small", SMALL, 24 * many), ("classic", CLASSIC, 4 * many)] {
        let tally = play_pairs(sizes, games);
        if cases.is_some() {
            println!("{name} deck, {games} games: {tally:?}");
        }
        let differ = (tally.only_advised + tally.only_certain) as f64;
        let behind = tally.only_certain as f64 - tally.only_advised as f64;
        assert!(tally.certain > 0 && behind <= 3.0 * differ.sqrt(), "{name}: {tally:?}");
    }
}
