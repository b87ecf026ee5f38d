//! What a knowledge game says of itself before it is played, and its canonical name.

use super::super::protocol::{Drawing, Guessing, Protocol, TurnOrder, Winning, WrongGuess};
use super::super::rules::{KnowledgeGame, NoWin, OwnCards};
use super::move_list::MoveList;
use crate::exact::{Exact, RBig};
use crate::game::{Declaration, MoveNumbers, PlayLength};
use crate::named::Named;
use hexa_logic::{Agent, Holder, WinCondition};

/// The canonical name: settings that are as usual are left out, but for hands and questions.
pub(super) fn canonical_name(rules: &KnowledgeGame, protocol: Protocol) -> Named {
    let list = |sizes: &[usize]| sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let mut name = Named::word("knowledge").with("hands", list(rules.hands()));
    if rules.table() > 0 {
        name = name.with("table", rules.table());
    }
    name = name.with("ask", list(rules.ask()));
    let win = match rules.win {
        WinCondition::Deal => None,
        WinCondition::Table | WinCondition::Hand(Holder::Table) => Some("table".to_owned()),
        WinCondition::Hand(Holder::Agent(agent)) => Some(format!("hand:{}", agent.0 + 1)),
    };
    let own = match rules.own {
        OwnCards::Allowed => None,
        OwnCards::Avoided => Some("avoided"),
        OwnCards::Forbidden => Some("forbidden"),
    };
    let nowin = match rules.nowin {
        NoWin::Asker => None,
        NoWin::All => Some("all"),
        NoWin::None => Some("none"),
    };
    let order = match protocol.order {
        TurnOrder::Round => None,
        TurnOrder::RandomStart => Some("start"),
        TurnOrder::Any => Some("any"),
    };
    let end = match protocol.winning {
        Winning::Must => None,
        Winning::May => Some("may"),
    };
    let guess = match protocol.guessing {
        Guessing::No => None,
        Guessing::After => Some("after"),
        Guessing::Instead => Some("instead"),
    };
    let wrong = match (protocol.guessing, protocol.wrong) {
        (Guessing::No, _) | (_, WrongGuess::Hidden) => None,
        (Guessing::After | Guessing::Instead, WrongGuess::Heard) => Some("heard"),
    };
    let draw = match protocol.drawing {
        Drawing::No => None,
        Drawing::Allowed => Some("allowed"),
    };
    let words = [
        ("own", own),
        ("nowin", nowin),
        ("order", order),
        ("end", end),
        ("guess", guess),
        ("wrong", wrong),
        ("draw", draw),
    ];
    if let Some(win) = win {
        name = name.with("win", win);
    }
    for (key, value) in words {
        if let Some(value) = value {
            name = name.with(key, value);
        }
    }
    name
}

pub(super) fn declare(rules: &KnowledgeGame, protocol: Protocol, moves: &MoveList) -> Declaration {
    let players = (1..=rules.agents()).map(|player| player.to_string()).collect();
    let agents = || (0..rules.agents() as u32).map(Agent);
    let texts = agents().map(|agent| moves.texts(agent, protocol)).collect();
    let what = match rules.win {
        WinCondition::Deal => "the deal".to_owned(),
        WinCondition::Table | WinCondition::Hand(Holder::Table) => "the table".to_owned(),
        WinCondition::Hand(Holder::Agent(agent)) => format!("the hand of {}", agent.0 + 1),
    };
    Declaration {
        about: format!("Players ask for cards, and who knows {what} wins"),
        numbers: MoveNumbers::Listed(texts),
        payoffs: Some((Exact(RBig::ZERO), Exact(RBig::ONE))),
        length: PlayLength::AtMost(longest(rules, protocol, moves)),
        assumptions: assumptions(rules, protocol),
        ..Declaration::of_players(&canonical_name(rules, protocol).to_string(), players)
    }
}

/// The most steps of a play: the deal, and for each question the choice of who asks, the question, the answer, and how the
/// turn ends, as far as the protocol has them. Nobody asks the same twice, nor draws or guesses twice.
fn longest(rules: &KnowledgeGame, protocol: Protocol, moves: &MoveList) -> usize {
    let players = rules.agents();
    let questions = players * moves.questions(Agent(0)).len();
    let draws = match protocol.drawing {
        Drawing::No => 0,
        Drawing::Allowed => players,
    };
    let (starts, choosers) = match protocol.order {
        TurnOrder::Round => (0, 0),
        TurnOrder::RandomStart => (1, 0),
        TurnOrder::Any => (0, 1),
    };
    let ends = match (protocol.guessing, protocol.winning) {
        (Guessing::After, _) | (Guessing::No, Winning::May) => 1,
        (Guessing::No | Guessing::Instead, _) => 0,
    };
    let guesses = match protocol.guessing {
        Guessing::Instead => players * (1 + choosers),
        Guessing::No | Guessing::After => 0,
    };
    1 + starts + (questions + draws) * (2 + choosers + ends) + guesses
}

fn assumptions(rules: &KnowledgeGame, protocol: Protocol) -> Vec<String> {
    let mut assumed = vec![
        "All deals are equally likely.".to_owned(),
        "Nobody asks the same twice; who has nothing left to ask is passed over.".to_owned(),
    ];
    let mut assume = |text: &str| assumed.push(text.to_owned());
    match (protocol.winning, protocol.guessing) {
        (Winning::Must, Guessing::No | Guessing::After) => {
            assume("Who can win at the end of a turn does; if several can, they share it.");
        }
        (Winning::Must, Guessing::Instead) => {
            assume("Who can win at the beginning of a turn does; if several can, they share it.");
        }
        (Winning::May, _) => assume("Nobody concludes anything from somebody not winning."),
    }
    match rules.own {
        OwnCards::Avoided => {
            assume("Nobody asks for cards of their own, and nobody counts on that.");
        }
        OwnCards::Allowed | OwnCards::Forbidden => {}
    }
    match protocol.order {
        TurnOrder::Round => {}
        TurnOrder::RandomStart => assume("Everybody is equally likely to begin."),
        TurnOrder::Any => {
            assume("All who have something left to ask are equally likely to be next.");
        }
    }
    if protocol.guessing != Guessing::No {
        assume("Anything can be guessed; who guesses wrong is out, and still answers.");
        match protocol.wrong {
            WrongGuess::Hidden => {
                assume(
                    "Who guesses wrong sees what was to be guessed, and nobody else hears the guess.",
                );
            }
            WrongGuess::Heard => assume("Everybody hears a wrong guess."),
        }
    }
    match protocol.drawing {
        Drawing::No => {}
        Drawing::Allowed => assume(
            "A card that is drawn stays on the table; all are equally likely, and everybody draws at most once.",
        ),
    }
    assumed
}
