//! What is noticed in a knowledge game, as bytes and in words: a kind, and what there is to say. Everything that happens is
//! noticed by everybody; which card it was, and what was guessed, by some.

use super::super::cards::CardSet;
use super::super::rules::{CARD_NAMES, KnowledgeGame, NoWin};
use super::move_list::{MoveList, cards_text};
use crate::game::{Observation, Player};
use hexa_logic::{Agent, Card};

const DEAL: u8 = 0;
const QUESTION: u8 = 1;
const ANSWER: u8 = 2;
const END_OF_TURN: u8 = 3;
const NEXT: u8 = 4;
const DRAW: u8 = 5;
const DRAWN: u8 = 6;
const PASS: u8 = 7;
const GUESS: u8 = 8;

/// Something that everybody notices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Noticed {
    /// The cards are dealt.
    Deal,
    /// Somebody asks.
    Question { asker: Agent, respondent: Agent, cards: CardSet },
    /// Somebody answers.
    Answer { respondent: Agent, shows: bool },
    /// Who has won, a bit for each player; if nobody has, those who speak cannot.
    EndOfTurn { asker: Agent, winners: u8 },
    /// Chance gives somebody the turn.
    Next(Agent),
    /// Somebody wants to see a card of the table.
    Draw(Agent),
    /// They have seen it.
    Drawn(Agent),
    /// Somebody ends their turn.
    Pass(Agent),
    /// Somebody has guessed; what, if everybody hears it; and whether it is right.
    Guess { guesser: Agent, heard: Option<u16>, is_right: bool },
}

impl Noticed {
    /// As bytes, and how many there are.
    pub(super) fn write(self) -> ([u8; 6], usize) {
        let agent = |agent: Agent| agent.0 as u8;
        match self {
            Self::Deal => ([DEAL, 0, 0, 0, 0, 0], 1),
            Self::Question { asker, respondent, cards } => {
                let [low, high] = cards.0.to_le_bytes();
                ([QUESTION, agent(asker), agent(respondent), low, high, 0], 5)
            }
            Self::Answer { respondent, shows } => {
                ([ANSWER, agent(respondent), u8::from(shows), 0, 0, 0], 3)
            }
            Self::EndOfTurn { asker, winners } => {
                ([END_OF_TURN, agent(asker), winners, 0, 0, 0], 3)
            }
            Self::Next(player) => ([NEXT, agent(player), 0, 0, 0, 0], 2),
            Self::Draw(player) => ([DRAW, agent(player), 0, 0, 0, 0], 2),
            Self::Drawn(player) => ([DRAWN, agent(player), 0, 0, 0, 0], 2),
            Self::Pass(player) => ([PASS, agent(player), 0, 0, 0, 0], 2),
            Self::Guess { guesser, heard: None, is_right } => {
                ([GUESS, agent(guesser), u8::from(is_right), 0, 0, 0], 3)
            }
            Self::Guess { guesser, heard: Some(place), is_right } => {
                let [low, high] = place.to_le_bytes();
                ([GUESS, agent(guesser), u8::from(is_right), low, high, 0], 5)
            }
        }
    }

    /// What these bytes say, if anything.
    pub(super) fn read(public: &[u8]) -> Option<Self> {
        let agent = |byte: u8| Agent(u32::from(byte));
        match *public {
            [DEAL] => Some(Self::Deal),
            [QUESTION, asker, respondent, low, high] => Some(Self::Question {
                asker: agent(asker),
                respondent: agent(respondent),
                cards: CardSet(u16::from_le_bytes([low, high])),
            }),
            [ANSWER, respondent, shows] => {
                Some(Self::Answer { respondent: agent(respondent), shows: shows != 0 })
            }
            [END_OF_TURN, asker, winners] => Some(Self::EndOfTurn { asker: agent(asker), winners }),
            [NEXT, player] => Some(Self::Next(agent(player))),
            [DRAW, player] => Some(Self::Draw(agent(player))),
            [DRAWN, player] => Some(Self::Drawn(agent(player))),
            [PASS, player] => Some(Self::Pass(agent(player))),
            [GUESS, guesser, is_right] => {
                Some(Self::Guess { guesser: agent(guesser), heard: None, is_right: is_right != 0 })
            }
            [GUESS, guesser, is_right, low, high] => Some(Self::Guess {
                guesser: agent(guesser),
                heard: Some(u16::from_le_bytes([low, high])),
                is_right: is_right != 0,
            }),
            _ => None,
        }
    }
}

/// A card that is noticed by some.
pub(super) fn read_card(private: &[u8]) -> Option<Card> {
    match *private {
        [card] => Some(Card(u32::from(card))),
        _ => None,
    }
}

/// A number of two bytes that is noticed by some: a hand, or what was to be guessed.
pub(super) fn read_number(private: &[u8]) -> Option<u16> {
    <[u8; 2]>::try_from(private).ok().map(u16::from_le_bytes)
}

/// An observation of a player in words.
pub(super) fn tell(
    rules: &KnowledgeGame,
    moves: &MoveList,
    player: Player,
    observed: Observation<'_>,
) -> String {
    let Some(noticed) = Noticed::read(observed.public) else { return String::new() };
    let name = |agent: Agent| agent.0 + 1;
    let is_self = |agent: Agent| agent.0 == player.0;
    let card = read_card(observed.private).and_then(|card| CARD_NAMES.get(card.index()).copied());
    match noticed {
        Noticed::Deal => match read_number(observed.private) {
            Some(hand) => format!("you get {}", cards_text(CardSet(hand))),
            None => "the cards are dealt".to_owned(),
        },
        Noticed::Question { asker, respondent, cards } => {
            format!("{} asks {} for {}", name(asker), name(respondent), cards_text(cards))
        }
        Noticed::Answer { respondent, shows } => match (shows, card) {
            (false, _) => format!("{} has none of them", name(respondent)),
            (true, None) => format!("{} shows a card", name(respondent)),
            (true, Some(card)) if is_self(respondent) => format!("you show {card}"),
            (true, Some(card)) => format!("{} shows you {card}", name(respondent)),
        },
        Noticed::EndOfTurn { asker, winners: 0 } => match rules.nowin {
            NoWin::All => "nobody can win".to_owned(),
            NoWin::Asker | NoWin::None => format!("{} cannot win", name(asker)),
        },
        Noticed::EndOfTurn { winners, .. } => {
            let won = Player::first(rules.agents()).filter(|p| winners >> p.0 & 1 == 1);
            let won: Vec<String> = won.map(|winner| (winner.0 + 1).to_string()).collect();
            format!("{} wins", won.join(" and "))
        }
        Noticed::Next(next) => format!("it is the turn of {}", name(next)),
        Noticed::Draw(who) => format!("{} draws a card from the table", name(who)),
        Noticed::Drawn(who) => match card {
            Some(card) => format!("you see {card} on the table"),
            None => format!("{} sees it, and puts it back", name(who)),
        },
        Noticed::Pass(who) => format!("{} passes", name(who)),
        Noticed::Guess { guesser, heard, is_right } => {
            let own = observed.own.and_then(|made| match moves.kind(guesser, made)? {
                super::move_list::MoveKind::Guess(place) => Some(place),
                super::move_list::MoveKind::Ask(..)
                | super::move_list::MoveKind::Show(_)
                | super::move_list::MoveKind::Draw
                | super::move_list::MoveKind::Pass
                | super::move_list::MoveKind::Win => None,
            });
            let guess = match own.or(heard.map(usize::from)) {
                Some(place) => format!(" {}", moves.guess_text(place)),
                None => String::new(),
            };
            let truth = match read_number(observed.private) {
                Some(place) => format!(": it is {}", moves.guess_text(usize::from(place))),
                None => String::new(),
            };
            let judged = if is_right { "right, and wins" } else { "wrong" };
            format!("{} guesses{guess}, and is {judged}{truth}", name(guesser))
        }
    }
}
