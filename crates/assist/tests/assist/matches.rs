//! Whole games on a small deck against players who only cross off cards: a seat that follows the advice to accuse wins no less often
//! than the same seat that accuses only when certain. Games are paired: the same deal, the same questions of the others.
//! `HEXA_CASES=20` plays twenty times as many.

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
    stream: Stream,
}

const PLAYERS: usize = 3;

fn dealt(seed: u64) -> Match {
    let mut stream = Stream::new("matches", seed);
    let names = |letter: &str, many: usize| -> Vec<String> {
        (1..=many).map(|number| format!("{letter}{number}")).collect()
    };
    let sets = [names("p", 4), names("w", 4), names("r", 5)];
    let categories: Vec<Vec<Card>> = [0..4, 4..8, 8..13]
        .map(|range: std::ops::Range<usize>| range.map(Card::from_index).collect())
        .into();
    let mut rest: Vec<Card> = (0..13).map(Card::from_index).collect();
    let table: Vec<Card> =
        categories.iter().map(|cards| *stream.pick(cards).expect("a card")).collect();
    rest.retain(|card| !table.contains(card));
    stream.shuffle(&mut rest);
    let mut holders = vec![Holder::Table; 13];
    for (at, card) in rest.iter().enumerate() {
        holders[card.index()] = Holder::Agent(Agent::from_index(at % PLAYERS));
    }
    let all: Vec<&String> = sets.iter().flatten().collect();
    let hand_of = |seat: usize| -> Vec<Card> {
        let own = Holder::Agent(Agent::from_index(seat));
        (0..13).map(Card::from_index).filter(|card| holders[card.index()] == own).collect()
    };
    let hand: Vec<&str> = hand_of(0).iter().map(|card| all[card.index()].as_str()).collect();
    let text = format!(
        "players: me, bob, cid\nhands: 4 3 3\nhand: {}\ncategory suspects: {}\ncategory weapons: {}\ncategory rooms: {}\n",
        hand.join(", "),
        sets[0].join(", "),
        sets[1].join(", "),
        sets[2].join(", ")
    );
    let setup = setup::read(&text).unwrap_or_else(|flaws| panic!("{text}: {flaws:?}"));
    let notebook = Notebook::new(setup, Limits::default()).expect("a good set-up");
    let session = AssistSession::new(notebook, 1).expect("no limit");
    let crossed = (0..PLAYERS).map(hand_of).collect();
    Match { session, holders, categories, crossed, stream }
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

    /// By category, the cards that a player has not crossed off.
    fn open(&self, seat: usize) -> Vec<Vec<Card>> {
        let left = |cards: &Vec<Card>| {
            cards.iter().copied().filter(|card| !self.crossed[seat].contains(card)).collect()
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
                let AssistAnswer::Guess(guess) = answer else { panic!("{answer:?}") };
                match guess.recommendation {
                    Recommendation::Accuse | Recommendation::Risk => Some(guess.best.table),
                    Recommendation::Wait | Recommendation::TooClose => None,
                }
            }
        }
    }
}

#[test]
fn following_the_advice_is_no_worse_than_to_accuse_only_when_certain() {
    let cases = std::env::var("HEXA_CASES").ok().and_then(|cases| cases.parse().ok());
    let games = 24 * cases.unwrap_or(1);
    let wins = |plan: Plan| (0..games).filter(|&seed| dealt(seed).play(plan) == Some(0)).count();
    let (advised, certain) = (wins(Plan::Advised), wins(Plan::Certain));
    assert!(advised >= certain && certain > 0, "{advised} and {certain} of {games}");
}
