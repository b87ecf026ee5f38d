//! Dice, values of games, Pit, and the agents' models in words.

use super::count;
use crate::dice::{Dice, MOST_DICE, MOST_SIDES, NoDice};
use crate::exact::Exact;
use crate::pit::{NoChance, NoPit, PitDeals, SixPit};
use crate::split::SplitSizes;
use crate::value::{GameValue, MOST_CARDS, NoValue, TableGame};
use hexa_logic::Stopped;
use std::fmt;

impl fmt::Display for NoDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there must be 1 to {MOST_DICE} dice with 1 to {MOST_SIDES} sides")
    }
}

impl fmt::Display for NoPit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(n) => write!(f, "there must be 2 to 7 players, not {n}"),
            Self::Cards(n) => write!(f, "a hand must have 1 to 9 cards, not {n}"),
            Self::TooLarge => write!(f, "there are more deals than can be counted with"),
        }
    }
}

impl fmt::Display for NoChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a chance is from 0 to 1")
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

/// Numbers of deals, and what can be expected of SixPit.
pub fn pit(deals: &PitDeals, play: Option<&SixPit>) -> String {
    let mut text = format!(
        "{} players, {} suits, {} in each suit and in each hand\n",
        deals.players,
        deals.players,
        count(deals.cards, "card")
    );
    text += &format!("{:>28}  hands, if cards of a suit look alike\n", deals.hands);
    text += &format!("{:>28}  deals of cards that are told apart\n", deals.named);
    text += &format!("{:>28}  deals, if cards of a suit look alike\n", deals.by_suit);
    text += &format!("{:>28}  of these without a corner\n", deals.without_corner);
    let Some(play) = play else { return text };
    let [a, b, c] = &play.shared;
    text += &format!("\nSixPit, if Anne shares {a}, Bill {b} and Cath {c} of the time\n");
    text += &format!("{:<34} {:>10} {:>10} {:>10}\n", "can expect", "Anne", "Bill", "Cath");
    let mut line = |when: &str, of: &[Exact; 3]| {
        let [a, b, c] = of.each_ref().map(ToString::to_string);
        text += &format!("{when:<34} {a:>10} {b:>10} {c:>10}\n");
    };
    line("of one move after Anne and Bill", &play.one_move);
    for (pair, of) in
        ["Anne and Bill", "Anne and Cath", "Bill and Cath"].iter().zip(&play.play.after)
    {
        line(&format!("of the rest after {pair}"), of);
    }
    line("of the whole play", &play.play.before);
    let all: Vec<String> = play.equilibria.iter().map(|[a, b]| format!("({a}, {b})")).collect();
    text += &format!("\nequilibria of that one move (Anne, Bill): {}\n", all.join(" "));
    text += match play.is_equilibrium {
        true => "what they do here is one of them\n",
        false => "what they do here is none of them\n",
    };
    text + &not_offering(play) + &trades(play)
}

fn name_of(player: char) -> &'static str {
    match player {
        'a' => "Anne",
        'b' => "Bill",
        _ => "Cath",
    }
}

/// What comes of not offering.
fn not_offering(play: &SixPit) -> String {
    let mut text = format!(
        "\n{:<34} {:>10} {:>10} {:>10}\n",
        "who offers nothing can expect", "Anne", "Bill", "Cath"
    );
    let mut line = |when: &str, of: [&Exact; 3]| {
        let [a, b, c] = of.map(ToString::to_string);
        text += &format!("{when:<34} {a:>10} {b:>10} {c:>10}\n");
    };
    let each = play.not_offering.each_ref();
    line("if the others trade in 1 move of 3", each.map(|of| &of.as_often));
    line("if the others trade for sure", each.map(|of| &of.surely));
    line("and wins with probability", each.map(|of| &of.wins));
    text
}

/// The matrices of single trades.
fn trades(play: &SixPit) -> String {
    let mut text =
        "\ntrades in wx.wy.xy (wheat, flax, rye), and what Anne, Bill and Cath get\n".to_owned();
    for trade in &play.trades {
        let ([i, j], [u, v], [a, b, c]) = (trade.traders, trade.offered, trade.payoff);
        let traders = format!("{}'s {u} for {}'s {v}", name_of(i), name_of(j));
        let winner = trade
            .winner
            .map_or("nobody wins".to_owned(), |player| format!("{} wins", name_of(player)));
        text += &format!("  {traders:<22} {}  {a:>3} {b:>3} {c:>3}  {winner}\n", trade.deal);
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
