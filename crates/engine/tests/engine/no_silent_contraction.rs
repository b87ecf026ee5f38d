//! Executing an action never drops bisimilar copies: after cards were shown, the worlds are
//! those of local interpretation (thesis def. 33), and the worlds' weights are what the cards
//! shown say. All engines are compared with the histories of the game, written out: a deal
//! and who was shown which card.

use hexa_engine::{Engine, EvalError, Held, Limits};
use hexa_logic::{
    Action, Agent, Card, Comparison, Deal, DealSetup, Formula, FormulaNode, Group, Holder, Move,
    Ratio, Response, Setup, Sight, Terms, Vocabulary,
};
use std::collections::BTreeSet;

/// North, east, south, west.
const CARDS: usize = 4;

/// The actual deal, n | e | s w, as sets of cards.
const ACTUAL: [u8; 3] = [0b0001, 0b0010, 0b1100];

/// A question for some cards, by agents' places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Question {
    asker: usize,
    respondent: usize,
    cards: u8,
}

/// A deal with the cards shown so far.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct History {
    hands: [u8; 3],
    shown: Vec<usize>,
    /// How many histories as likely as this one its deal has become.
    share: u64,
}

impl History {
    /// What an agent knows of it: their hand, and the cards that they have shown or were shown.
    fn view(&self, agent: usize, asked: &[Question]) -> (u8, Vec<Option<usize>>) {
        let sees = |question: &Question| [question.asker, question.respondent].contains(&agent);
        let seen = asked.iter().zip(&self.shown).map(|(q, &card)| sees(q).then_some(card));
        (self.hands[agent], seen.collect())
    }
}

/// All histories of a game after some questions, each answered by showing a card.
fn histories(asked: &[Question]) -> Vec<History> {
    let mut all: Vec<History> = Vec::new();
    for (first, second) in (0..CARDS).flat_map(|i| (0..CARDS).map(move |j| (i, j))) {
        if first != second {
            let hands = [1 << first, 1 << second, 0b1111 & !(1 << first) & !(1 << second)];
            all.push(History { hands, shown: Vec::new(), share: 1 });
        }
    }
    asked.iter().fold(all, |all, &question| answered(&all, question))
}

fn answered(all: &[History], question: Question) -> Vec<History> {
    let has = |history: &History, card: usize| history.hands[question.respondent] >> card & 1 == 1;
    let mut next = Vec::new();
    for card in (0..CARDS).filter(|&card| question.cards >> card & 1 == 1) {
        for history in all.iter().filter(|history| has(history, card)) {
            let choices = (history.hands[question.respondent] & question.cards).count_ones();
            let mut history = history.clone();
            history.shown.push(card);
            history.share *= u64::from(choices);
            next.push(history);
        }
    }
    next
}

/// Whether two cards asked for are held in the same histories. Then showing one is the same model as
/// showing the other, which counts once: such questions are left out here.
fn are_told_apart(all: &[History], question: Question) -> bool {
    let holding = |card: usize| {
        let has = |history: &&History| history.hands[question.respondent] >> card & 1 == 1;
        all.iter().filter(has).collect::<BTreeSet<_>>()
    };
    let asked = (0..CARDS).filter(|&card| question.cards >> card & 1 == 1).map(holding);
    let possible: Vec<_> = asked.filter(|set| !set.is_empty()).collect();
    possible.iter().collect::<BTreeSet<_>>().len() == possible.len()
}

/// The histories that somebody considers possible, or considers it possible that somebody does, ...
fn relevant(all: &[History], actual: &History, asked: &[Question]) -> usize {
    let mut found = vec![actual];
    let mut at = 0;
    while at < found.len() {
        let here = found[at];
        let sees = |there: &&History| {
            (0..3).any(|agent| here.view(agent, asked) == there.view(agent, asked))
        };
        let new: Vec<_> = all.iter().filter(sees).filter(|h| !found.contains(h)).collect();
        found.extend(new);
        at += 1;
    }
    found.len()
}

struct Game {
    vocabulary: Vocabulary,
    terms: Terms,
    cards: Vec<Card>,
}

impl Game {
    fn new() -> Self {
        let (vocabulary, cards) = Vocabulary::of_cards(&["1", "2", "3"], &["n", "e", "s", "w"]);
        Self { vocabulary, terms: Terms::default(), cards }
    }

    fn build(&self, engine: Engine) -> Held {
        let hand = |set: u8| (0..CARDS).filter(move |c| set >> c & 1 == 1).map(|c| self.cards[c]);
        let hands = ACTUAL.iter().map(|&set| hand(set).collect()).collect();
        let deal = Deal::new(hands, &self.vocabulary);
        let setup = Setup::Deal(DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE });
        engine.build(&setup, &self.vocabulary, &self.terms, &Limits::default()).expect("it fits")
    }

    fn held(&mut self, card: usize, agent: usize) -> Formula {
        let holder = Holder::Agent(Agent::from_index(agent));
        let atom = self.vocabulary.holding_atom(self.cards[card], holder).expect("an atom");
        self.terms.formula(FormulaNode::Atom(atom))
    }

    fn show(&mut self, question: Question, shown: usize) -> Action {
        let asked: Vec<usize> = (0..CARDS).filter(|&c| question.cards >> c & 1 == 1).collect();
        let (asker, respondent) =
            (Agent::from_index(question.asker), Agent::from_index(question.respondent));
        let answers = asked.iter().map(|&card| self.held(card, question.respondent)).collect();
        let chosen = asked.iter().position(|&card| card == shown).expect("asked for");
        let cards = asked.iter().map(|&card| self.cards[card]).collect();
        let asked = hexa_logic::Question {
            requester: asker,
            respondent: Some(respondent),
            answers,
            response: Response::This(chosen as u32),
            hearers: [asker, respondent].into_iter().collect(),
        };
        let name = Move::Show(cards, Some(self.cards[shown]));
        asked.action(name, &mut self.terms, &Group::first(3))
    }

    /// What is true after the questions in all engines, against the histories.
    fn check(&mut self, asked: &[Question], shown: &[usize]) {
        let all = histories(asked);
        let is_actual = |h: &&History| h.hands == ACTUAL && h.shown == shown;
        let actual = all.iter().find(is_actual).expect("cards that the respondents have");
        let shows: Vec<Action> = asked.iter().zip(shown).map(|(&q, &c)| self.show(q, c)).collect();
        for engine in Engine::GENERAL {
            let mut state = self.build(engine);
            for &show in &shows {
                let outcomes = state.update(&self.terms, show).expect("they have the card");
                state = outcomes.into_single().expect("one card is shown");
            }
            let count = relevant(&all, actual, asked);
            assert_eq!(state.relevant_count(), Ok(count.into()), "{engine:?}: {asked:?} {shown:?}");
            for agent in 0..3 {
                self.check_probabilities(&state, &all, actual, asked, agent);
            }
        }
    }

    fn check_probabilities(
        &mut self,
        state: &Held,
        all: &[History],
        actual: &History,
        asked: &[Question],
        agent: usize,
    ) {
        // Shares are products of hands' sizes, one or two.
        let weight = |history: &&History| (1 << asked.len()) / history.share as i64;
        let view = actual.view(agent, asked);
        let possible: Vec<_> = all.iter().filter(|h| h.view(agent, asked) == view).collect();
        let whole: i64 = possible.iter().map(weight).sum();
        for card in 0..CARDS {
            for holder in 0..3 {
                let has = |history: &&&History| history.hands[holder] >> card & 1 == 1;
                let part: i64 = possible.iter().filter(has).map(weight).sum();
                let ratio = Ratio::new(part, whole).expect("not divided by zero");
                let (held, agent) = (self.held(card, holder), Agent::from_index(agent));
                let node = FormulaNode::Probability(agent, held, Comparison::Equal, ratio);
                let formula = self.terms.formula(node);
                match (state.engine(), state.holds(&self.terms, formula)) {
                    // It may say that it does not keep weights; it may not say what is wrong.
                    (Engine::Symbolic, Err(EvalError::Unweighed { .. })) => {}
                    (engine, holds) => assert_eq!(
                        holds,
                        Ok(true),
                        "{engine:?}, {asked:?}: {agent:?} thinks {card} is at {holder}: {ratio:?}"
                    ),
                }
            }
        }
    }
}

fn questions() -> Vec<Question> {
    let pairs = (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).filter(|(i, j)| i != j);
    let ask = |(asker, respondent)| (1..16).map(move |cards| Question { asker, respondent, cards });
    pairs.flat_map(ask).collect()
}

/// The cards that the respondent can show in answer to a question.
fn possible_answers(question: Question) -> Vec<usize> {
    let cards = ACTUAL[question.respondent] & question.cards;
    (0..CARDS).filter(|&card| cards >> card & 1 == 1).collect()
}

#[test]
fn after_any_card_is_shown_the_worlds_are_the_histories() {
    let mut checked = 0;
    for question in questions() {
        for shown in possible_answers(question) {
            if are_told_apart(&histories(&[]), question) {
                Game::new().check(&[question], &[shown]);
                checked += 1;
            }
        }
    }
    // Of the 15 requests for cards, 8 name a given one. Both cards of 3 are given twice, to two askers.
    assert_eq!(checked, 8 * 2 + 8 * 2 + 2 * 8 * 2);
}

#[test]
fn after_several_cards_are_shown_the_worlds_are_the_histories() {
    let questions = questions();
    let mut seed = 29u64;
    let mut next = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    let (mut checked, mut more_than_deals) = (0, 0);
    while checked < 40 {
        let (mut asked, mut shown) = (Vec::new(), Vec::new());
        while asked.len() < 3 {
            let question = questions[next(questions.len())];
            let answers = possible_answers(question);
            if !answers.is_empty() && are_told_apart(&histories(&asked), question) {
                shown.push(answers[next(answers.len())]);
                asked.push(question);
            }
        }
        Game::new().check(&asked, &shown);
        checked += 1;
        let all = histories(&asked);
        let deals: BTreeSet<_> = all.iter().map(|history| history.hands).collect();
        more_than_deals += usize::from(all.len() > deals.len());
    }
    assert!(more_than_deals > 10, "only {more_than_deals} chains make several worlds of one");
}

#[test]
fn a_card_shown_again_doubles_the_worlds_although_nobody_learns_anything() {
    let mut game = Game::new();
    let question = Question { asker: 1, respondent: 2, cards: 0b1111 };
    let show = game.show(question, 2);
    for engine in Engine::GENERAL {
        let mut state = game.build(engine);
        for (relevant, minimal) in [(24u32, 24u32), (48, 36), (96, 36)] {
            let outcomes = state.update(&game.terms, show).expect("they have south");
            state = outcomes.into_single().expect("south is shown");
            assert_eq!(state.relevant_count(), Ok(relevant.into()), "{engine:?}");
            assert_eq!(state.minimal_count(), Ok(minimal.into()), "{engine:?}");
        }
    }
}
