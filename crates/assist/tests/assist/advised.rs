//! The strategy `assistant` follows the assistant to the letter: at every decision of a game a session is told what its player has
//! noticed, line by line, and asked; the strategy makes the move that it names.

use hexa_assist::advice::Recommendation;
use hexa_assist::answer::AssistAnswer;
use hexa_assist::entry::{AnswerGiven, Ending, Entry};
use hexa_assist::notebook::Notebook;
use hexa_assist::session::AssistSession;
use hexa_assist::setup;
use hexa_assist::words::{Detail, Words};
use hexa_engine::Limits;
use hexa_games::cluedo::players::account::Account;
use hexa_games::cluedo::players::{CluedoReason, CluedoWhy};
use hexa_games::cluedo::{
    CluedoCards, CluedoGame, CluedoMove, CluedoNotice, CluedoRules, cards_in,
};
use hexa_games::game::{Game, Observation, Player};
use hexa_games::named::Named;
use hexa_games::strategy::Why;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{Decision, NoChoice, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Agent, Stop, Stream};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

const NAMES: [&str; 3] = ["me", "bob", "cid"];

/// What a session calls the strategy that does what it says, where nothing is said of the others.
const STRATEGY: &str = "assistant(others=ordinary)";

/// Who suspects, what, and the answers.
type Answered = (Player, CluedoCards, Vec<(Agent, AnswerGiven)>);

/// A seat that compares the strategy with a session.
struct Compared {
    game: Arc<CluedoGame>,
    strategy: Box<dyn Strategy>,
    account: Account,
    /// How often each kind of move was compared: suspicions, cards, ends of turns and
    /// accusations, and of these those where the chance to win was compared.
    counts: Rc<RefCell<[usize; 4]>>,
}

impl Compared {
    fn names(&self, cards: CluedoCards) -> String {
        let deck = self.game.rules().deck();
        cards_in(cards).map(|card| deck.name(card)).collect::<Vec<_>>().join(", ")
    }

    /// A session that was told everything.
    fn session(&self) -> AssistSession {
        let rules = self.game.rules();
        let mut text = format!(
            "players: {}\nhands: {}\nhand: {}\n",
            NAMES.join(", "),
            rules.hands().iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
            self.names(self.account.hand())
        );
        for category in rules.deck().categories() {
            let cards = category.cards.iter().fold(0, |all, card| all | 1u64 << card.0);
            text += &format!("category {}: {}\n", category.name, self.names(cards));
        }
        let setup = setup::read(&text).unwrap_or_else(|flaws| panic!("{text}: {flaws:?}"));
        let notebook = Notebook::new(setup, Limits::default()).expect("a good set-up");
        let mut session = AssistSession::new(notebook, 1).expect("no limit");
        for (asker, cards, answers) in self.answered() {
            let (asker, cards) = (Agent(asker.0), cards_in(cards).collect());
            let entry = Entry::Suspicion { asker, cards, answers, ending: Ending::Answered };
            let line = entry.text(session.notebook().setup());
            let answer = session.answer(&line);
            assert!(!answer.is_refusal(), "{line}: {answer:?}");
        }
        session
    }

    /// The suspicions that were answered, with the answers.
    fn answered(&self) -> Vec<Answered> {
        let mut all: Vec<Answered> = Vec::new();
        for notice in self.account.notices() {
            let answer = match *notice {
                CluedoNotice::Suspicion(by, cards) => {
                    all.push((by, cards, Vec::new()));
                    continue;
                }
                CluedoNotice::Pass(by) => (Agent(by.0), AnswerGiven::No),
                CluedoNotice::Show(by, card) => (Agent(by.0), AnswerGiven::Shows(card)),
                CluedoNotice::Dealt(_)
                | CluedoNotice::Right(..)
                | CluedoNotice::Wrong { .. }
                | CluedoNotice::EndOfTurn(_)
                | CluedoNotice::Board(_) => continue,
            };
            all.last_mut().expect("a suspicion").2.push(answer);
        }
        let is_answered = |(_, _, answers): &Answered| {
            let shows = |one: &(Agent, AnswerGiven)| matches!(one.1, AnswerGiven::Shows(_));
            answers.iter().any(shows) || answers.len() + 1 == NAMES.len()
        };
        all.retain(is_answered);
        all
    }

    fn count(&self, kind: usize) {
        self.counts.borrow_mut()[kind] += 1;
    }

    fn compare(&self, made: CluedoMove, is_begin: bool) {
        let set =
            |cards: &[hexa_logic::Card]| cards.iter().fold(0u64, |all, card| all | 1 << card.0);
        let mut session = self.session();
        match made {
            CluedoMove::Suspect(cards) => {
                let AssistAnswer::Suggest { ranked, strategy, .. } = session.answer("suggest")
                else {
                    panic!("no suggestion")
                };
                assert_eq!(strategy, Named::read(STRATEGY).ok());
                assert_eq!(set(&ranked[0].cards), cards);
                self.count(0);
            }
            CluedoMove::Show(card) => {
                let suspicion = self.account.suspicion().expect("they are asked");
                let by = NAMES[suspicion.by.index()];
                let line = format!("show {by}: {}", self.names(suspicion.cards));
                let AssistAnswer::Show { advice, strategy } = session.answer(&line) else {
                    panic!("{line}")
                };
                assert_eq!(strategy, Named::read(STRATEGY).ok());
                assert_eq!(advice.cards[0].card, card, "{line}");
                self.count(1);
            }
            CluedoMove::Accuse(_) | CluedoMove::EndTurn if is_begin => {}
            CluedoMove::Accuse(_) | CluedoMove::EndTurn | CluedoMove::Travel(_) => {
                let AssistAnswer::Guess { guess, strategy } = session.answer("guess?") else {
                    panic!("no guess")
                };
                assert_eq!(strategy, Named::read(STRATEGY).ok());
                let advised = match guess.recommendation {
                    Recommendation::Accuse | Recommendation::Risk => {
                        CluedoMove::Accuse(set(&guess.best.table))
                    }
                    Recommendation::Wait | Recommendation::TooClose => CluedoMove::EndTurn,
                };
                assert_eq!(advised, made);
                if let Some(Why::Cluedo(CluedoReason {
                    why: CluedoWhy::Weighed { wins, games, .. },
                    ..
                })) = self.strategy.explain()
                {
                    let waiting = guess.waiting;
                    assert_eq!((wins, games), (waiting.hits, waiting.draws), "what both expect");
                    self.count(3);
                }
                self.count(2);
            }
        }
    }
}

impl Strategy for Compared {
    fn begin(&mut self, player: Player) {
        self.account.begin(player);
        self.strategy.begin(player);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        self.account.observe(observed);
        self.strategy.observe(observed);
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        let at = self.strategy.choose(decision, stream, stop)?;
        let meaning = |at: usize| self.game.meaning(decision.moves[at]).expect("a move");
        let is_begin = matches!(meaning(0), CluedoMove::Suspect(_));
        self.compare(meaning(at), is_begin);
        Ok(at)
    }
}

fn cases() -> u64 {
    std::env::var("HEXA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1)
}

#[test]
fn the_strategy_makes_the_moves_that_a_session_names() {
    let name = Named::read("cluedo(hands=4,2,2; deck=3/4/4)").expect("a name");
    let game = Arc::new(CluedoGame::new(CluedoRules::named(&name).expect("a game")));
    let shared: Arc<dyn Game> = Arc::<CluedoGame>::clone(&game);
    let strategy = |name: &str| -> Box<dyn Strategy> {
        named_strategy(&Named::read(name).expect("a name"), &shared).expect("a strategy")
    };
    let counts = Rc::new(RefCell::new([0; 4]));
    let stop = Stop::new();
    for number in 0..2 * cases() {
        let compared = Compared {
            game: Arc::clone(&game),
            strategy: strategy(STRATEGY),
            account: Account::new(game.rules()),
            counts: Rc::clone(&counts),
        };
        let mut seats: Vec<Box<dyn Strategy>> =
            vec![Box::new(compared), strategy("perfect(asks=any)"), strategy("perfect(asks=any)")];
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        let mut streams = PlayStreams::new(8, number, 3);
        let end = play_on(&mut *play, &mut seats, &mut streams, 4_000, &stop, &mut |_, _| {});
        assert!(matches!(end, Ok(PlayEnd::Over(_))), "{end:?}");
    }
    let [suspicions, cards, ends, chances] = *counts.borrow();
    let counts = format!("{suspicions} {cards} {ends} {chances}");
    assert!(suspicions > 2 && cards > 0 && ends > 2 && chances > 0, "{counts}");
}

/// What a session about four players says of the strategy that follows its advice, in words.
fn said_of_the_strategy(habits: &str, question: &str) -> String {
    let text = format!("{FOUR}{habits}");
    let setup = setup::read(&text).unwrap_or_else(|flaws| panic!("{text}: {flaws:?}"));
    let notebook = Notebook::new(setup.clone(), Limits::default()).expect("a good set-up");
    let answer = AssistSession::new(notebook, 1).expect("no limit").answer(question);
    let (words, detail) = (Words { setup: &setup }, Detail::Plain);
    let lines = match &answer {
        AssistAnswer::Suggest { ranked, progress, likely, among, strategy } => {
            words.suggested((ranked, *progress), *likely, (*among, strategy), detail)
        }
        AssistAnswer::Show { advice, strategy } => words.cards_to_show(advice, strategy, detail),
        AssistAnswer::Guess { guess, strategy } => words.guess(guess, strategy),
        other => panic!("{question}: {other:?}"),
    };
    let said = lines.into_iter().find(|line| line.contains("strategy"));
    said.unwrap_or_else(|| panic!("no strategy is named: {question}"))
}

const FOUR: &str = "players: ann, bob, me, eve\nhands: 5 5 4 4\nhand: plum, rope, hall, study\n";

/// The strategy is named with its settings, and what it expects is said, by all three questions. Where a player is judged
/// otherwise than the rest, there is a strategy only if that does not matter.
#[test]
fn advice_names_the_strategy_that_follows_it() {
    let all = "perfect: ann, bob, eve\n";
    for (habits, question, said) in [
        ("", "suggest", "`assistant(others=ordinary)` makes the first one, and expects that"),
        ("", "show ann: plum rope kitchen", "`assistant(others=ordinary)` shows plum, and expects"),
        ("", "guess?", "`assistant(others=ordinary)` does so too, and expects this"),
        (all, "show ann: plum dagger kitchen", "`assistant(others=perfect)` shows plum."),
        ("perfect: bob\n", "suggest", "`assistant` makes the first one, and expects that"),
        ("perfect: bob\n", "show bob: plum rope kitchen", "`assistant(others=perfect)` shows"),
        ("perfect: bob\n", "guess?", "No strategy takes the players as the settings have them"),
        ("logicians: bob\n", "suggest", "No strategy takes"),
        ("forgetful: bob\n", "show ann: plum rope kitchen", "No strategy takes"),
    ] {
        let strategy = said_of_the_strategy(habits, question);
        assert!(strategy.contains(said), "{habits}{question}: {strategy}");
    }
}

/// The strategy chooses among all suspicions: nothing else is said where only some were ranked.
#[test]
fn of_some_suspicions_it_is_not_said_that_the_strategy_makes_one() {
    for question in ["suggest lounge", "suggest kitchen ballroom", "suggest plum"] {
        let strategy = said_of_the_strategy("", question);
        assert!(strategy.contains("chooses among all suspicions"), "{question}: {strategy}");
    }
}
