//! What Cluedo says of itself before it is played.

use super::super::deck::Category;
use super::super::rules::{CluedoRules, FirstPlayer};
use super::cards::{CluedoCards, list_cards};
use super::journeys::Journeys;
use crate::exact::{Exact, RBig};
use crate::game::{Declaration, MoveNumbers, PlayLength, Player, Symmetry};
use hexa_logic::Card;

/// The settings, those of the name first.
fn parameters(rules: &CluedoRules) -> Vec<(String, String)> {
    let hands: Vec<String> = rules.hands().iter().map(usize::to_string).collect();
    let usual = [
        ("hands", hands.join(",")),
        ("asked", "in-turn".to_owned()),
        ("wrong", "not-heard".to_owned()),
        ("out", "still-show".to_owned()),
        ("accuser", "looks".to_owned()),
        ("last", "wins".to_owned()),
        ("turns", rules.most_turns.to_string()),
        ("ends", "accusation".to_owned()),
        ("suspicion", "must".to_owned()),
    ];
    let named = rules.name();
    let left = usual.into_iter().filter(|(key, _)| named.setting(key).is_none());
    let left = left.map(|(key, value)| (key.to_owned(), value));
    named.settings.iter().cloned().chain(left).collect()
}

pub(super) fn declare(
    rules: &CluedoRules,
    triples: &[CluedoCards],
    journeys: Option<&Journeys>,
) -> Declaration {
    let deck = rules.deck();
    let players: Vec<String> = (1..=rules.hands().len()).map(|at| at.to_string()).collect();
    let word = |word: &'static str| {
        triples.iter().map(move |&triple| format!("{word} {}", list_cards(deck, triple)))
    };
    let shows = deck.cards().map(|card| format!("show {}", deck.name(card)));
    let end = std::iter::once("end".to_owned());
    let texts: Vec<String> =
        word("suspect").chain(word("accuse")).chain(end).chain(shows).collect();
    let texts: Vec<String> =
        texts.into_iter().chain(journeys.into_iter().flat_map(Journeys::texts)).collect();
    // With a board a turn also has a choice before the dice, the dice, and a choice after them.
    let (before, of_turn) = if rules.board.is_some() { (3, 4) } else { (1, 1) };
    let before = before + usize::from(rules.first == FirstPlayer::HighestThrow);
    Declaration {
        parameters: parameters(rules),
        about: "Who finds out which cards lie in the envelope, and says so, wins".to_owned(),
        numbers: MoveNumbers::Listed(vec![texts; players.len()]),
        payoffs: Some((Exact(RBig::ZERO), Exact(RBig::ONE))),
        length: PlayLength::AtMost(before + rules.most_turns as usize * (players.len() + of_turn)),
        assumptions: vec![
            "All deals are equally likely.".to_owned(),
            format!("After {} turns nobody wins.", rules.most_turns),
        ],
        symmetries: symmetries(rules),
        ..Declaration::of_players(&rules.name().to_string(), players)
    }
}

/// Cards of a kind have the same rights, so that any two can be exchanged; two neighbours at a time make all renamings. On a
/// board this is so of weapons alone: suspects have pawns, and rooms have places.
fn symmetries(rules: &CluedoRules) -> Vec<Symmetry> {
    let deck = rules.deck();
    let players = || Player::first(rules.hands().len()).collect::<Vec<_>>();
    let exchange = |kind: &Category, first: Card, second: Card| {
        let name = |card: &Card| {
            let new = match *card {
                card if card == first => second,
                card if card == second => first,
                card => card,
            };
            (deck.name(*card).to_owned(), deck.name(new).to_owned())
        };
        Symmetry { players: players(), names: kind.cards.iter().map(name).collect() }
    };
    let kinds = deck.categories();
    let free = match rules.board {
        None => kinds,
        Some(_) => kinds.get(1..kinds.len().saturating_sub(1)).unwrap_or_default(),
    };
    let pairs = free.iter().flat_map(|kind| {
        kind.cards.windows(2).map(|pair| exchange(kind, pair[0], pair[1])).collect::<Vec<_>>()
    });
    pairs.collect()
}
