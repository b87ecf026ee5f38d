//! Whether what a game declares can be so at all, before it is played, and whether plays show that players forget.

use super::{Wrong, word_step};
use crate::game::{
    Chance, Declaration, Forgetting, Game, MoveNumbers, Play, PlayStep, Player, Recall,
    RecallFailure, Seats, Trouble, Turn,
};
use hexa_logic::Stop;
use std::sync::Arc;

/// What of a declaration cannot be so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclarationFault {
    /// There are no players, or their names are not distinct.
    Players,
    /// There are fewer seats than players, or their names are not distinct.
    Seats,
    /// It is not said of each player whether they remember.
    Recall,
    /// Moves are not listed for each player.
    Moves,
    /// A setting has no name, or stands there twice.
    Parameters,
    /// A symmetry does not exchange players, or names, with each other.
    Symmetry(usize),
}

/// Whether a declaration fits itself.
pub(super) fn check(declaration: &Declaration) -> Result<(), DeclarationFault> {
    let players = declaration.players.len();
    if players == 0 || !are_distinct(&declaration.players) {
        return Err(DeclarationFault::Players);
    }
    match &declaration.seats {
        Seats::OfPlayers => {}
        Seats::Exchanged(seats) if seats.len() >= players && are_distinct(seats) => {}
        Seats::Exchanged(_) => return Err(DeclarationFault::Seats),
    }
    if declaration.recall.len() != players {
        return Err(DeclarationFault::Recall);
    }
    match &declaration.numbers {
        MoveNumbers::Listed(moves) if moves.len() != players => {
            return Err(DeclarationFault::Moves);
        }
        MoveNumbers::Listed(_) | MoveNumbers::PerPosition => {}
    }
    let keys = declaration.parameters.iter().map(|(key, _)| key.clone());
    if !are_distinct(&keys.collect::<Vec<_>>()) {
        return Err(DeclarationFault::Parameters);
    }
    for (number, symmetry) in declaration.symmetries.iter().enumerate() {
        let mut taken = symmetry.players.clone();
        taken.sort_unstable();
        let (mut old, mut new): (Vec<&String>, Vec<&String>) =
            symmetry.names.iter().map(|(old, new)| (old, new)).unzip();
        old.sort_unstable();
        new.sort_unstable();
        if !taken.into_iter().eq(Player::first(players)) || old != new {
            return Err(DeclarationFault::Symmetry(number));
        }
    }
    Ok(())
}

fn are_distinct(names: &[String]) -> bool {
    let mut names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
    names.sort_unstable();
    !names.contains(&"") && names.is_sorted_by(|left, right| left < right)
}

/// Whether the plays by which a player is said to forget show it.
pub(super) fn check_recall(game: &Arc<dyn Game>, stop: &Stop) -> Result<(), Wrong> {
    let recall = &game.declaration().recall;
    for (player, recall) in Player::first(recall.len()).zip(recall) {
        match recall {
            Recall::Imperfect(Some(failure)) => {
                if !is_shown(game, player, failure, stop).map_err(Wrong::Trouble)? {
                    return Err(Wrong::ForgettingUnshown(player));
                }
            }
            Recall::Imperfect(None) | Recall::Perfect => {}
        }
    }
    Ok(())
}

/// After both plays the player is asked in the same information set, and has done or noticed other things.
fn is_shown(
    game: &Arc<dyn Game>,
    player: Player,
    failure: &RecallFailure,
    stop: &Stop,
) -> Result<bool, Trouble> {
    let [first, second] = &failure.plays;
    if failure.kind == Forgetting::Absentminded
        && !(is_beginning(first, second) || is_beginning(second, first))
    {
        return Ok(false);
    }
    let (left, right) = (after(game, first, stop)?, after(game, second, stop)?);
    let known = |play: &dyn Play| {
        let mut bytes = Vec::new();
        play.information(player, &mut bytes);
        (bytes, play.memory(player).bytes().to_vec())
    };
    let is_asked = |play: &dyn Play| play.turn().players().contains(&player);
    Ok(left.iter().filter(|play| is_asked(&***play)).any(|left| {
        let (set, memory) = known(&**left);
        right
            .iter()
            .filter(|play| is_asked(&***play))
            .map(|right| known(&**right))
            .any(|(other, remembered)| set == other && memory != remembered)
    }))
}

fn is_beginning(shorter: &[String], longer: &[String]) -> bool {
    shorter.len() < longer.len() && longer.starts_with(shorter)
}

/// The positions after steps with these texts: several, where steps have the same text.
fn after(
    game: &Arc<dyn Game>,
    texts: &[String],
    stop: &Stop,
) -> Result<Vec<Box<dyn Play>>, Trouble> {
    let mut plays = vec![Arc::clone(game).start(stop)?];
    for text in texts {
        let mut next = Vec::new();
        for play in plays {
            for step in steps_of(&*play)? {
                if word_step(&*play, &**game, &step) == *text {
                    let mut fork = play.fork();
                    fork.apply(&step)?;
                    next.push(fork);
                }
            }
        }
        plays = next;
    }
    Ok(plays)
}

/// All steps that can be made.
fn steps_of(play: &dyn Play) -> Result<Vec<PlayStep>, Trouble> {
    let mut joint = vec![Vec::new()];
    match play.turn() {
        Turn::Over => return Ok(Vec::new()),
        Turn::Chance => {
            return match play.chance()? {
                Chance::Listed(moves, _) => {
                    Ok(moves.iter().copied().map(PlayStep::Chance).collect())
                }
                Chance::Drawn => Ok(Vec::new()),
            };
        }
        turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
            for &player in turn.players() {
                let moves = play.moves(player);
                let longer = joint.iter().flat_map(|before: &Vec<_>| {
                    moves.iter().map(move |&made| [before.clone(), vec![made]].concat())
                });
                joint = longer.collect();
            }
        }
    }
    Ok(joint.into_iter().map(PlayStep::Moves).collect())
}
