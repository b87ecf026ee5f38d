//! Games and plays as texts in the Hexa language, so that what was found can be run again.

use crate::game::{Game, NoWin, Own};
use crate::play::{Play, Turn};
use crate::search::Goal;
use hexa_logic::{Holder, WinCondition};

/// The names of cards. They leave the letters that formulas use for variables.
pub const CARD_NAMES: [&str; 12] = ["k", "l", "m", "n", "o", "p", "q", "r", "s", "u", "v", "w"];

const NOBODY: &str = "forall i in agents: ~win_i";

/// The declarations of a game with these hands, the table's last.
pub fn declarations(game: &Game, hands: &[Vec<usize>]) -> String {
    let agents: Vec<String> = (1..=game.agents()).map(|agent| agent.to_string()).collect();
    let mut text = format!("agents {}\n", agents.join(", "));
    let holders = match game.table() {
        0 => game.agents(),
        _ => {
            text.push_str("table t\n");
            game.agents() + 1
        }
    };
    let hand = |cards: &Vec<usize>| match cards.is_empty() {
        true => "-".to_owned(),
        false => names(cards).join(" "),
    };
    let hands: Vec<String> = hands[..holders].iter().map(hand).collect();
    text.push_str(&format!("deal {}\n", hands.join(" | ")));
    match game.win {
        WinCondition::Deal => {}
        WinCondition::Table | WinCondition::Hand(Holder::Table) => text.push_str("win table\n"),
        WinCondition::Hand(Holder::Agent(agent)) => {
            text.push_str(&format!("win hand {}\n", agent.index() + 1));
        }
    }
    text
}

/// The game and the play as a file with one scenario, which checks what was looked for. What
/// holds at the end, if that was the goal, is given as text.
pub fn scenario(game: &Game, play: &Play, goal: &Goal<'_>, holds: &[String]) -> String {
    let mut text = declarations(game, &play.hands);
    text.push_str(&format!("\nscenario \"{}\"\n", title(goal)));
    play.turns.iter().for_each(|turn| text.push_str(&line(turn, game.own)));
    if let Some((turn, growth)) = &play.growth {
        text.push_str(&format!("expect minimal {}\n", growth.before));
        text.push_str(&line(turn, game.own));
        text.push_str(&format!("expect minimal {}\n", growth.after));
    }
    if let Goal::Unsuccessful(who) = goal {
        let said = match (who, play.last_asker()) {
            (NoWin::Asker, Some(asker)) => line(&Turn::NoWin(asker), game.own),
            _ => line(&Turn::NobodyWins, game.own),
        };
        text.push_str(&format!("check {NOBODY}\n{said}check exists i in agents: win_i\n"));
    }
    holds.iter().for_each(|formula| text.push_str(&format!("check {formula}\n")));
    text
}

fn title(goal: &Goal<'_>) -> &'static str {
    match goal {
        Goal::Nothing | Goal::Holds(_) => "a state where it holds",
        Goal::Unsuccessful(_) => "nobody can win, until that is said",
        Goal::Grows => "a card is shown, and the state grows",
    }
}

fn line(turn: &Turn, own: Own) -> String {
    match turn {
        Turn::NoWin(agent) => format!("do nowin {}\n", agent + 1),
        Turn::NobodyWins => format!("do L_all ?({NOBODY})\n"),
        Turn::Answer { asker, respondent, cards, shown } => {
            let (asker, respondent) = (asker + 1, respondent + 1);
            let cards = names(cards).join(", ");
            let asks = match own {
                Own::Forbidden => format!("do L_all ?(forall c in {{{cards}}}: ~c_{asker})\n"),
                Own::Allowed | Own::Avoided => String::new(),
            };
            let answer = match shown {
                Some(card) => format!("show {}", CARD_NAMES[*card]),
                None => "no".to_owned(),
            };
            format!("{asks}do ask {asker} {respondent} for {cards}: {answer}\n")
        }
    }
}

fn names(cards: &[usize]) -> Vec<&'static str> {
    cards.iter().map(|&card| CARD_NAMES[card]).collect()
}
