//! The moves of a knowledge game that is played, numbered once for all positions: questions in the order of their texts, cards to
//! show, and what else the protocol allows.

use super::super::cards::{CardSet, PackedDeal, Seat};
use super::super::moves::target;
use super::super::packed::PackedModel;
use super::super::protocol::{Drawing, Guessing, Protocol, Winning};
use super::super::rules::{CARD_NAMES, KnowledgeGame};
use crate::game::Move;
use hexa_logic::{Agent, Card, WinCondition};

/// What a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveKind {
    /// Asks somebody for one of some cards.
    Ask(Agent, CardSet),
    /// Shows a card.
    Show(Card),
    /// Looks at a card of the table.
    Draw,
    /// Ends the turn.
    Pass,
    /// Says that they know.
    Win,
    /// Guesses, by the place among all that can be guessed.
    Guess(usize),
}

/// All moves of each player.
pub(super) struct MoveList {
    cards: usize,
    /// The questions of each player, in the order of their texts; all have as many.
    questions: Vec<Vec<(Agent, CardSet)>>,
    /// What can be guessed, in the order of the texts.
    guesses: Vec<u64>,
    guess_texts: Vec<String>,
}

impl MoveList {
    pub(super) fn new(rules: &KnowledgeGame, protocol: Protocol, root: &PackedModel) -> Self {
        let all: Vec<CardSet> = rules.questions().collect();
        let agents = || (0..rules.agents() as u32).map(Agent);
        let of = |asker: Agent| {
            let others = agents().filter(move |&other| other != asker);
            let mut questions: Vec<(Agent, CardSet)> =
                others.flat_map(|other| all.iter().map(move |&cards| (other, cards))).collect();
            questions.sort_by_key(|&question| question_text(question));
            questions
        };
        let questions = agents().map(of).collect();
        let mut guesses: Vec<(String, u64)> = match protocol.guessing {
            Guessing::No => Vec::new(),
            Guessing::After | Guessing::Instead => (0..root.worlds())
                .map(|world| target(root, rules.win, world))
                .map(|guess| (guess_text(rules, guess), guess))
                .collect(),
        };
        guesses.sort_unstable();
        guesses.dedup();
        let (guess_texts, guesses) = guesses.into_iter().unzip();
        Self { cards: rules.cards(), questions, guesses, guess_texts }
    }

    pub(super) fn questions(&self, asker: Agent) -> &[(Agent, CardSet)] {
        self.questions.get(asker.index()).map_or(&[], Vec::as_slice)
    }

    pub(super) fn guesses(&self) -> &[u64] {
        &self.guesses
    }

    fn first_show(&self) -> usize {
        self.questions(Agent(0)).len()
    }

    pub(super) fn show(&self, card: Card) -> Move {
        Move((self.first_show() + card.index()) as u32)
    }

    pub(super) fn draw(&self) -> Move {
        Move((self.first_show() + self.cards) as u32)
    }

    pub(super) fn pass(&self) -> Move {
        Move(self.draw().0 + 1)
    }

    pub(super) fn win(&self) -> Move {
        Move(self.draw().0 + 2)
    }

    pub(super) fn guess(&self, place: usize) -> Move {
        Move(self.draw().0 + 3 + place as u32)
    }

    /// The place of something among all that can be guessed.
    pub(super) fn guess_place(&self, guess: u64) -> Option<usize> {
        self.guesses.iter().position(|&known| known == guess)
    }

    /// The number of a question.
    pub(super) fn question(&self, asker: Agent, respondent: Agent, cards: CardSet) -> Option<Move> {
        let place = self.questions(asker).iter().position(|&known| known == (respondent, cards))?;
        Some(Move(place as u32))
    }

    /// What a move of a player is.
    pub(super) fn kind(&self, player: Agent, made: Move) -> Option<MoveKind> {
        if let Some(&(respondent, cards)) = self.questions(player).get(made.index()) {
            return Some(MoveKind::Ask(respondent, cards));
        }
        let after = made.index().checked_sub(self.first_show())?;
        match after.checked_sub(self.cards) {
            None => Some(MoveKind::Show(Card::from_index(after))),
            Some(0) => Some(MoveKind::Draw),
            Some(1) => Some(MoveKind::Pass),
            Some(2) => Some(MoveKind::Win),
            Some(guess) => {
                let place = guess - 3;
                (place < self.guesses.len()).then_some(MoveKind::Guess(place))
            }
        }
    }

    /// The texts of all moves of a player.
    pub(super) fn texts(&self, player: Agent, protocol: Protocol) -> Vec<String> {
        let questions = self.questions(player).iter().map(|&question| question_text(question));
        let shows = CARD_NAMES.iter().take(self.cards).map(|card| format!("show {card}"));
        let mut texts: Vec<String> = questions.chain(shows).collect();
        let more = protocol.drawing != Drawing::No
            || protocol.guessing != Guessing::No
            || protocol.winning != Winning::Must;
        if more {
            texts.extend(["draw", "pass", "win"].map(str::to_owned));
            texts.extend(self.guess_texts.iter().map(|guess| format!("guess {guess}")));
        }
        texts
    }

    pub(super) fn guess_text(&self, place: usize) -> &str {
        self.guess_texts.get(place).map_or("", String::as_str)
    }
}

fn question_text((respondent, cards): (Agent, CardSet)) -> String {
    format!("ask {} for {}", respondent.0 + 1, cards_text(cards))
}

pub(super) fn cards_text(cards: CardSet) -> String {
    let names: Vec<&str> = cards.cards().map(|card| CARD_NAMES[card.index()]).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(" ") }
}

pub(super) fn deal_text(rules: &KnowledgeGame, deal: PackedDeal) -> String {
    let hand = |seat| cards_text(deal.hand(rules.cards(), Seat(seat as u8)));
    let holders = rules.agents() + usize::from(rules.table() > 0);
    (0..holders).map(hand).collect::<Vec<_>>().join(" | ")
}

fn guess_text(rules: &KnowledgeGame, guess: u64) -> String {
    match rules.win {
        WinCondition::Deal => deal_text(rules, PackedDeal(guess)),
        WinCondition::Table | WinCondition::Hand(_) => cards_text(CardSet(guess as u16)),
    }
}
