//! Games and plays as texts in the Hexa language, so that what was found can be run again.

use super::play::{FoundPlay, PlayEvent};
use super::rules::{CARD_NAMES, KnowledgeGame, NoWin, OwnCards};
use super::search::SearchGoal;
use hexa_logic::{Agent, Card, Holder, WinCondition};

const NOBODY: &str = "forall i in agents: ~win_i";

/// The declarations of a game with these hands, the table's last.
pub fn declarations(game: &KnowledgeGame, hands: &[Vec<Card>]) -> String {
    let agents: Vec<String> = (1..=game.agents()).map(|agent| agent.to_string()).collect();
    let mut text = format!("agents {}\n", agents.join(", "));
    let holders = match game.table() {
        0 => game.agents(),
        _ => {
            text.push_str("table t\n");
            game.agents() + 1
        }
    };
    let hand = |cards: &Vec<Card>| match cards.is_empty() {
        true => "-".to_owned(),
        false => names(cards).join(" "),
    };
    let hands: Vec<String> = hands[..holders].iter().map(hand).collect();
    text.push_str(&format!("deal {}\n", hands.join(" | ")));
    match game.win {
        WinCondition::Deal => {}
        WinCondition::Table | WinCondition::Hand(Holder::Table) => text.push_str("win table\n"),
        WinCondition::Hand(Holder::Agent(agent)) => {
            text.push_str(&format!("win hand {}\n", number(agent)));
        }
    }
    text
}

/// The game and the play as a file with one scenario, which checks what was looked for. What
/// holds at the end, if that was the goal, is given as text.
pub fn scenario(
    game: &KnowledgeGame,
    play: &FoundPlay,
    goal: &SearchGoal<'_>,
    holds: &[String],
) -> String {
    let mut text = declarations(game, &play.hands);
    text.push_str(&format!("\nscenario \"{}\"\n", title(goal)));
    play.turns.iter().for_each(|turn| text.push_str(&line(turn, game.own)));
    if let Some((turn, growth)) = &play.growth {
        text.push_str(&format!("expect minimal {}\n", growth.before));
        text.push_str(&line(turn, game.own));
        text.push_str(&format!("expect minimal {}\n", growth.after));
    }
    if let SearchGoal::Unsuccessful(who) = goal {
        let said = match (who, play.last_asker()) {
            (NoWin::Asker, Some(asker)) => line(&PlayEvent::NoWin(asker), game.own),
            (NoWin::Asker, None) | (NoWin::All | NoWin::None, _) => {
                line(&PlayEvent::NobodyWins, game.own)
            }
        };
        text.push_str(&format!("check {NOBODY}\n{said}check exists i in agents: win_i\n"));
    }
    holds.iter().for_each(|formula| text.push_str(&format!("check {formula}\n")));
    text
}

fn title(goal: &SearchGoal<'_>) -> &'static str {
    match goal {
        SearchGoal::Nothing | SearchGoal::Holds(_) => "a state where it holds",
        SearchGoal::Unsuccessful(_) => "nobody can win, until that is said",
        SearchGoal::Grows => "a card is shown, and the state grows",
    }
}

fn line(event: &PlayEvent, own: OwnCards) -> String {
    match event {
        PlayEvent::NoWin(agent) => format!("do nowin {}\n", number(*agent)),
        PlayEvent::NobodyWins => format!("do L_all ?({NOBODY})\n"),
        PlayEvent::Answer { asker, respondent, cards, shown } => {
            let (asker, respondent) = (number(*asker), number(*respondent));
            let cards = names(cards).join(", ");
            let asks = match own {
                OwnCards::Forbidden => format!("do L_all ?(forall c in {{{cards}}}: ~c_{asker})\n"),
                OwnCards::Allowed | OwnCards::Avoided => String::new(),
            };
            let answer = match shown {
                Some(card) => format!("show {}", CARD_NAMES[card.index()]),
                None => "no".to_owned(),
            };
            format!("{asks}do ask {asker} {respondent} for {cards}: {answer}\n")
        }
    }
}

fn names(cards: &[Card]) -> Vec<&'static str> {
    cards.iter().map(|card| CARD_NAMES[card.index()]).collect()
}

/// Agents are called by their numbers, from 1 on.
fn number(agent: Agent) -> usize {
    agent.index() + 1
}
