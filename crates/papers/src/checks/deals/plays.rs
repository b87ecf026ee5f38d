//! Plays: moves of the game (thesis def. 11), one after the other, as random numbers decide. The explicit engine makes
//! them, the definitional engine does, and so does the product of a state with the frame of an action (def. 14).

use crate::Verdict;
use crate::checks::Work;
use crate::checks::random::search;
use crate::checks::snippet::{Snippet, if_executable, in_words};
use crate::checks::theories::as_model;
use crate::verdict::Doubt;
use hexa_engine::definitional::{State, game_action as literal};
use hexa_engine::{Engine, GameAction, Held, game_action};
use hexa_logic::{Action, Setup};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Players, a table if there is one, and the hands.
const GAMES: [(usize, bool, &[&str]); 4] = [
    (2, false, &["b", "w"]),
    (3, false, &["r", "w", "b"]),
    (3, false, &["n", "e", "s w"]),
    (2, true, &["a", "b c", "d"]),
];

/// Larger states are not played on.
const MOST_WORLDS: usize = 60;

/// A game with all its moves.
struct Game {
    snippet: Snippet,
    moves: Vec<Action>,
}

/// A move that was made.
struct Made {
    action: Action,
    before: Held,
    explicit: Held,
    literally: Held,
}

impl Game {
    fn read(work: &Work, &(agents, table, hands): &(usize, bool, &[&str])) -> Result<Self, String> {
        let names: Vec<String> = (1..=agents).map(|agent| agent.to_string()).collect();
        let cards: Vec<&str> = hands.iter().flat_map(|hand| hand.split(' ')).collect();
        let mut text = format!("agents {}\n", names.join(", "));
        if table {
            text += "table t\n";
        }
        text += &format!("deal {}\n", hands.join(" | "));
        for asker in 1..=agents {
            text += &format!("do win {asker}\ndo nowin {asker}\n");
            for other in (1..=agents).filter(|&other| other != asker) {
                text += &questions(asker, other, &cards);
            }
        }
        let snippet = Snippet::read(work, &text)?;
        let moves = snippet.actions();
        Ok(Self { snippet, moves })
    }

    /// Makes a move on two engines, if it can be made; both must agree on that.
    fn make(&self, explicit: &Held, before: &Held, action: Action) -> Result<Option<Made>, Doubt> {
        let terms = &self.snippet.document.terms;
        let several = || Doubt::Witness(format!("{action:?} has several outcomes"));
        let single = |held: &Held| -> Result<Option<Held>, Doubt> {
            let outcomes = if_executable(held.update(terms, action))?;
            outcomes.map(|all| all.into_single().ok_or_else(several)).transpose()
        };
        match (single(explicit)?, single(before)?) {
            (Some(explicit), Some(literally)) => {
                Ok(Some(Made { action, before: before.clone(), explicit, literally }))
            }
            (None, None) => Ok(None),
            _ => Err(Doubt::Witness("only one engine can make a move".to_owned())),
        }
    }

    /// Whether two engines hold the same state, up to names of worlds.
    fn is_same(&self, left: &Held, right: &Held) -> Result<bool, String> {
        let listed = |held: &Held| -> Result<Held, String> {
            let model = as_model(&in_words(held.view())?)?;
            self.snippet.build(&Setup::Model(model)).map(Held::from)
        };
        in_words(listed(left)?.isomorphic(&listed(right)?))
    }
}

/// All questions of one player to another, with all answers.
fn questions(asker: usize, other: usize, cards: &[&str]) -> String {
    let mut text = String::new();
    for set in 1..1usize << cards.len() {
        let asked: Vec<&str> =
            (0..cards.len()).filter(|at| set >> at & 1 == 1).map(|at| cards[at]).collect();
        let question = format!("do ask {asker} {other} for {}", asked.join(", "));
        text += &format!("{question}: no\n");
        for card in asked {
            text += &format!("{question}: show {card}\n");
        }
    }
    let lacking = |card: &&str| format!("~{card}_{other}");
    let answers: Vec<String> = cards.iter().map(lacking).collect();
    for answer in &answers {
        text += &format!("do ask {asker} {other} which {}: tell {answer}\n", answers.join(", "));
    }
    text
}

/// Plays at random, and looks at every move.
fn play(work: &Work, cases: u32, each: impl Fn(&Game, &Made) -> Result<(), Doubt>) -> Verdict {
    let games: Result<Vec<Game>, String> =
        GAMES.iter().map(|game| Game::read(work, game)).collect();
    let games = match games {
        Ok(games) => games,
        Err(why) => return Verdict::Open(why),
    };
    search(work, cases, "plays", |case| {
        let game = &games[case.below(games.len())];
        let mut states =
            (game.snippet.hold(Engine::Explicit)?, game.snippet.hold(Engine::Definitional)?);
        for _ in 0..case.between(1..39) {
            let action = game.moves[case.below(game.moves.len())];
            let Some(made) = game.make(&states.0, &states.1, action)? else { continue };
            each(game, &made)?;
            if made.explicit.has_at_most(MOST_WORLDS) != Ok(true) {
                break;
            }
            states = (made.explicit, made.literally);
        }
        Ok(())
    })
}

/// The deal and the moves determine the state: there is one outcome, and both engines find the same.
pub(super) fn one_outcome(work: &Work) -> Verdict {
    play(work, 150, |game, made| match game.is_same(&made.explicit, &made.literally)? {
        true => Ok(()),
        false => Err(Doubt::Witness(format!("two engines disagree on {:?}", made.action))),
    })
}

/// A move does what the product with the frame of its game action does. Only moves are compared of which it is found
/// out which game action they are, and in states whose worlds are all relevant.
pub(super) fn products(work: &Work) -> Verdict {
    let [all, compared] = [Cell::new(0u32), Cell::new(0u32)];
    let verdict = play(work, 80, |game, made| {
        all.set(all.get() + 1);
        let terms = &game.snippet.document.terms;
        let found = game_action(&made.before, terms, made.action).ok();
        let Some(before) = made.before.as_defined() else {
            return Err("the definitional engine was asked".into());
        };
        if before.relevant().len() < before.world_count() {
            return Ok(());
        }
        let Some(action) = found.and_then(|found| quintuple(&found.game, before)) else {
            return Ok(());
        };
        compared.set(compared.get() + 1);
        let product = action.execute(before).filter(|_| action.is_for(before));
        let product = product.map(Held::from);
        match product.map(|product| game.is_same(&product, &made.literally)).transpose()? {
            Some(true) => Ok(()),
            _ => Err(Doubt::Witness(format!("{action:?}"))),
        }
    });
    match (verdict, compared.get()) {
        (Verdict::HoldsUpTo(_), 0..50) => {
            Verdict::Open("few moves are known game actions".to_owned())
        }
        (Verdict::HoldsUpTo(plays), moves) => {
            Verdict::HoldsUpTo(format!("{moves} of {} moves in {plays}", all.get()))
        }
        (verdict, _) => verdict,
    }
}

/// A game action with its answers as sets of worlds.
fn quintuple(found: &GameAction, state: &State) -> Option<literal::GameAction> {
    let worlds: Vec<usize> = state.relevant().into_iter().collect();
    let set = |answer: &Vec<bool>| -> BTreeSet<usize> {
        answer.iter().zip(&worlds).filter(|(inside, _)| **inside).map(|(_, &w)| w).collect()
    };
    let answers: Vec<BTreeSet<usize>> = found.question.iter().map(set).collect();
    let [answer] = found.answer[..] else { return None };
    let pairs = || (0..answers.len()).flat_map(|i| (0..answers.len()).map(move |j| (i, j)));
    let heard = |class: &[u32]| {
        let confused = pairs().filter(|&(i, j)| class[i] == class[j]);
        confused.map(|(i, j)| (answers[i].clone(), answers[j].clone())).collect()
    };
    Some(literal::GameAction {
        question: answers.iter().cloned().collect(),
        respondent: found.respondent?,
        answer: answers[answer].clone(),
        publicity: found.publicity.iter().map(|(agent, class)| (*agent, heard(class))).collect(),
    })
}
