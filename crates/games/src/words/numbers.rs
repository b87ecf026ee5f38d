//! Dice, values of games, and the agents' models in words.

use crate::dice::{Dice, MOST_DICE, MOST_SIDES, NoDice};
use crate::split::SplitSizes;
use crate::value::{GameValue, MOST_CARDS, NoValue, TableGame};
use hexa_logic::Stopped;
use std::fmt;

impl fmt::Display for NoDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there must be 1 to {MOST_DICE} dice with 1 to {MOST_SIDES} sides")
    }
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => write!(
                f,
                "there must be a card on the table and at most {MOST_CARDS} cards in all, and a question must be for \
                 one card or for one of two"
            ),
            Self::LongerPlay => write!(
                f,
                "gave up: only games are solved in which player 1 wins with the second question at the latest, and in \
                 which it does not matter which card is shown"
            ),
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

/// What dice throw.
pub fn dice(of: &Dice) -> String {
    let dice = if of.dice == 1 { "1 die".to_owned() } else { format!("{} dice", of.dice) };
    let mut text = format!("{dice} of {} sides: {} on average\n\n", of.sides, of.mean);
    text += &format!("{:>5} {:>16} {:>16}\n", "sum", "exactly", "or more");
    for sum in &of.sums {
        let (exactly, more) = (sum.exactly.to_string(), sum.at_least.to_string());
        text += &format!("{:>5} {exactly:>16} {more:>16}\n", sum.sum);
    }
    text
}

/// The value of a game.
pub fn value(game: TableGame, found: &GameValue) -> String {
    let [first, second] = game.hands;
    let mut text = format!(
        "hands of {first} and {second} cards, {} on the table; a question is for {}\n",
        game.table,
        if game.asked == 1 { "one card" } else { "one of two cards" },
    );
    text += &format!("who begins wins with probability {}\n", found.value);
    for (own, often) in found.own.iter().enumerate() {
        text += &format!("  asks first for {own} of their own cards: {often} of the time\n");
    }
    text
}

/// Sizes of the models that the agents keep.
pub fn split(of: &SplitSizes) -> String {
    let hands: Vec<String> = of.hands.iter().map(ToString::to_string).collect();
    let [suspects, weapons, rooms] = of.own;
    let mut text = format!(
        "hands of {} cards; player 1 holds {suspects} of the suspects, {weapons} of the weapons, {rooms} of the rooms\n",
        hands.join(", ")
    );
    let mut line = |many: &str, what: &str| text += &format!("{many:>28}  {what}\n");
    line(&of.goal, "goal decks: one card of each kind");
    line(&of.any_three, "sets of any three cards");
    line(&of.goal_without_own, "goal decks without own cards");
    for (at, [all, left]) in of.hand_models.iter().enumerate() {
        line(all, &format!("hands of player {}", at + 2));
        line(left, "of these without own cards");
    }
    line(&of.known_of_own, "sets of own cards that somebody may know");
    line(&of.product, "worlds of the goal model times the hand models, without own cards");
    line(&of.deals, "of these are deals: no card is in two places");
    line(&of.all_deals, "deals in all");
    text
}
