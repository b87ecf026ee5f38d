//! Twenty cards shown in a row in the game with four cards (thesis, example 12 and sec.
//! 6.3). Each time the worlds double, for the respondent has two cards to choose
//! from; contracted after every step, the state stays as small as it can be, and
//! bisimilar to what it would be without contraction. Nothing is contracted unless
//! asked for. `cargo bench` compares with up to 200000 uncontracted worlds and goes on
//! to the end; as a test, or with `--quick`, it shows eight cards.

#![allow(clippy::print_stdout)]

mod measuring;

use hexa_engine::{Limits, State, bisimilar, build, contraction, minimal_count, update};
use hexa_logic::{
    Action, Agent, Card, Deal, DealSetup, FormulaNode, Group, Holder, Move, Question, Response,
    Setup, Sight, Terms, Vocabulary,
};
use measuring::{is_full, time};

/// From so many worlds on, sizes are reported and comparisons left out.
const COMPARED: usize = 200_000;

fn main() {
    let steps = if is_full() { 20 } else { 8 };
    let mut table = Table::new();
    let initial = table.build();
    let shows = table.shows();
    let (mut large, mut small) = (initial.clone(), contraction(&initial).unwrap());
    for step in 0..steps {
        let show = shows[step % shows.len()];
        let next = table.execute(&small, show);
        assert!(next.world_count() <= 2 * small.world_count());
        let minimal = contraction(&next).unwrap();
        let taken = time(|| contraction(&table.execute(&small, show)));
        large = table.execute(&large, show);
        assert_eq!(large.world_count(), initial.world_count() << (step + 1), "none is dropped");
        assert_eq!(minimal.world_count(), minimal_count(&minimal).unwrap(), "it cannot be smaller");
        assert_eq!(minimal.world_count(), initial.world_count() * seen(step + 1), "step {step}");
        let compared = large.world_count() <= COMPARED;
        if compared {
            assert_eq!(bisimilar(&large, &minimal), Ok(true), "step {step}");
            assert_eq!(minimal.world_count(), minimal_count(&large).unwrap(), "step {step}");
        }
        println!(
            "{:>2} cards shown: {:>2} worlds, before contraction {:>2}, never contracted {:>8}{}; \
             {:.0} µs for a step",
            step + 1,
            minimal.world_count(),
            next.world_count(),
            large.world_count(),
            if compared { ", bisimilar" } else { "" },
            taken.as_secs_f64() * 1e6,
        );
        small = minimal;
    }
}

/// What 2 and 1 can have seen of 3's hand after so many cards, shown to them in turn: none, one of
/// two, or one of two or both.
fn seen(cards: usize) -> usize {
    let ways = |shown: usize| (shown + 1).min(3);
    ways(cards.div_ceil(2)) * ways(cards / 2)
}

struct Table {
    vocabulary: Vocabulary,
    terms: Terms,
    cards: Vec<Card>,
}

impl Table {
    fn new() -> Self {
        let (vocabulary, cards) = Vocabulary::of_cards(&["1", "2", "3"], &["n", "e", "s", "w"]);
        Self { vocabulary, terms: Terms::default(), cards }
    }

    /// `n | e | s w`
    fn build(&self) -> State {
        let hands = vec![vec![self.cards[0]], vec![self.cards[1]], self.cards[2..].to_vec()];
        let deal = Deal::new(hands, &self.vocabulary);
        let setup = Setup::Deal(DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE });
        build(&setup, &self.vocabulary, &self.terms, &Limits::default()).expect("twelve worlds")
    }

    /// 3 shows each of their cards to 2 and to 1 in turn, who ask for any card.
    fn shows(&mut self) -> Vec<Action> {
        let (south, west) = (self.cards[2], self.cards[3]);
        let turns = [(1, south), (0, west), (1, west), (0, south)];
        turns.map(|(asker, shown)| self.show(Agent::from_index(asker), shown)).into()
    }

    fn show(&mut self, asker: Agent, shown: Card) -> Action {
        let respondent = Agent(2);
        let mut answers = Vec::new();
        for &card in &self.cards {
            let held =
                self.vocabulary.holding_atom(card, Holder::Agent(respondent)).expect("an atom");
            answers.push(self.terms.formula(FormulaNode::Atom(held)));
        }
        let chosen = self.cards.iter().position(|&card| card == shown).expect("a card");
        let question = Question {
            requester: asker,
            respondent: Some(respondent),
            answers: answers.into(),
            response: Response::This(chosen as u32),
            hearers: [asker, respondent].into_iter().collect(),
        };
        let name = Move::Show(self.cards.clone().into(), Some(shown));
        question.action(name, &mut self.terms, &Group::first(3))
    }

    fn execute(&self, state: &State, action: Action) -> State {
        let outcomes = update(state, &self.terms, action).expect("they have the card");
        outcomes.into_single().expect("one card is shown")
    }
}
