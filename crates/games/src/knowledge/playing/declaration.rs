//! What a knowledge game says of itself before it is played, and its canonical name.

use super::super::protocol::{Drawing, Guessing, Protocol, TurnOrder, Winning, WrongGuess};
use super::super::rules::{CARD_NAMES, KnowledgeGame, NoWin, OwnCards};
use super::move_list::MoveList;
use crate::exact::{Exact, RBig};
use crate::game::{Declaration, MoveNumbers, PlayLength, Player, Symmetry};
use crate::named::Named;
use hexa_logic::{Agent, Holder, WinCondition};

/// The canonical name: settings that are as usual are left out, but for hands and questions.
pub(super) fn canonical_name(rules: &KnowledgeGame, protocol: Protocol) -> Named {
    let plays_without_guesses = protocol.guessing == Guessing::No;
    let is_left_out = |key: &str, value: &str| match key {
        "hands" | "ask" => false,
        // How a wrong guess is told says nothing where nobody guesses.
        "wrong" => plays_without_guesses || value == "hidden",
        _ => USUAL.contains(&(key, value)),
    };
    let mut name = Named::word("knowledge");
    for (key, value) in parameters(rules, protocol) {
        if !is_left_out(key, &value) {
            name = name.with(key, value);
        }
    }
    name
}

/// Settings as they are if nothing is said.
const USUAL: [(&str, &str); 8] = [
    ("table", "0"),
    ("win", "deal"),
    ("own", "allowed"),
    ("nowin", "asker"),
    ("order", "round"),
    ("end", "must"),
    ("guess", "no"),
    ("draw", "no"),
];

/// All settings, in the order in which the canonical name has them.
fn parameters(rules: &KnowledgeGame, protocol: Protocol) -> Vec<(&'static str, String)> {
    let list = |sizes: &[usize]| sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let win = match rules.win {
        WinCondition::Deal => "deal".to_owned(),
        WinCondition::Table | WinCondition::Hand(Holder::Table) => "table".to_owned(),
        WinCondition::Hand(Holder::Agent(agent)) => format!("hand:{}", agent.0 + 1),
    };
    let own = match rules.own {
        OwnCards::Allowed => "allowed",
        OwnCards::Avoided => "avoided",
        OwnCards::Forbidden => "forbidden",
    };
    let nowin = match rules.nowin {
        NoWin::Asker => "asker",
        NoWin::All => "all",
        NoWin::None => "none",
    };
    let order = match protocol.order {
        TurnOrder::Round => "round",
        TurnOrder::RandomStart => "start",
        TurnOrder::Any => "any",
    };
    let end = match protocol.winning {
        Winning::Must => "must",
        Winning::May => "may",
    };
    let guess = match protocol.guessing {
        Guessing::No => "no",
        Guessing::After => "after",
        Guessing::Instead => "instead",
    };
    let wrong = match protocol.wrong {
        WrongGuess::Hidden => "hidden",
        WrongGuess::Heard => "heard",
    };
    let draw = match protocol.drawing {
        Drawing::No => "no",
        Drawing::Allowed => "allowed",
    };
    let mut all = vec![
        ("hands", list(rules.hands())),
        ("table", rules.table().to_string()),
        ("ask", list(rules.ask())),
        ("win", win),
    ];
    let words = [
        ("own", own),
        ("nowin", nowin),
        ("order", order),
        ("end", end),
        ("guess", guess),
        ("wrong", wrong),
        ("draw", draw),
    ];
    all.extend(words.map(|(key, value)| (key, value.to_owned())));
    all
}

/// Cards have the same rights, so that any two can be exchanged; two neighbours at a time make all renamings. Players who
/// hold as many cards and are not spoken of can change places, if nobody has a place in an order: all of them if chance says
/// each time who is next, together in a circle if it says who begins.
fn symmetries(rules: &KnowledgeGame, protocol: Protocol) -> Vec<Symmetry> {
    let players = rules.agents();
    let is_named = |player: usize| match rules.win {
        WinCondition::Hand(Holder::Agent(agent)) => agent.index() == player,
        WinCondition::Deal | WinCondition::Table | WinCondition::Hand(Holder::Table) => false,
    };
    let renaming = |of_player: &dyn Fn(usize) -> usize, of_card: &dyn Fn(usize) -> usize| {
        let name = |card: usize| CARD_NAMES[card].to_owned();
        Symmetry {
            players: (0..players).map(|player| Player::from_index(of_player(player))).collect(),
            names: (0..rules.cards()).map(|card| (name(card), name(of_card(card)))).collect(),
        }
    };
    let exchange = |first: usize| {
        move |at: usize| match at {
            at if at == first => first + 1,
            at if at == first + 1 => first,
            at => at,
        }
    };
    let stays = |at: usize| at;
    let mut found: Vec<Symmetry> =
        (1..rules.cards()).map(|card| renaming(&stays, &exchange(card - 1))).collect();
    let alike = |left: usize, right: usize| {
        rules.hands()[left] == rules.hands()[right] && is_named(left) == is_named(right)
    };
    match protocol.order {
        TurnOrder::Round => {}
        TurnOrder::RandomStart => {
            let turns = (1..players)
                .filter(|turn| (0..players).all(|player| alike(player, (player + turn) % players)));
            found.extend(turns.map(|turn| renaming(&|at| (at + turn) % players, &stays)));
        }
        TurnOrder::Any => {
            let pairs = (1..players).filter(|&player| alike(player - 1, player));
            found.extend(pairs.map(|player| renaming(&exchange(player - 1), &stays)));
        }
    }
    found
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
        parameters: parameters(rules, protocol)
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
        numbers: MoveNumbers::Listed(texts),
        payoffs: Some((Exact(RBig::ZERO), Exact(RBig::ONE))),
        length: PlayLength::AtMost(longest(rules, protocol, moves)),
        symmetries: symmetries(rules, protocol),
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
