//! The strategy that follows advice: what is said to a player at the table, it does in a game, if it has noticed the same. Its name
//! has the settings with which it takes the others for what they are said to be.

use crate::advice::Strength;
use crate::habit::Habit;
use crate::setup::Setup;
use hexa_games::cluedo::players::ASSISTANT;
use hexa_games::named::Named;
use hexa_logic::Agent;

/// Where the strategy's drawing of deals starts if its name does not say it.
const USUAL_SEED: u64 = 1;

/// The name of the strategy whose move is advised in a game, where the advice depends on how these players reason. There is none
/// if they do not all reason alike, or if there are players who forget or who always accuse when they can: the strategy takes
/// all others for players of one kind, who remember what they have shown, and concludes nothing from their not accusing.
pub fn follower(setup: &Setup, judged: &[Agent]) -> Option<Named> {
    let others = || setup.players().filter(|&player| player != setup.me());
    let is_unlike = |player| {
        [Habit::Forgetful, Habit::Logician].into_iter().any(|habit| setup.has_habit(habit, player))
    };
    if others().any(is_unlike) {
        return None;
    }
    let all: Vec<Agent> = others().collect();
    let strength = match (one_strength(setup, &all), judged) {
        (Some(strength), _) => Some(strength),
        (None, []) => None,
        (None, judged) => Some(one_strength(setup, judged)?),
    };
    let mut named = Named::word(ASSISTANT);
    if let Some(strength) = strength {
        named = named.with("others", strength_word(strength));
    }
    Some(named)
}

/// The same strategy, where the advice depends on where the drawing of deals starts, as that on what to ask for does.
pub fn drawing_from(strategy: Named, seed: u64) -> Named {
    if seed == USUAL_SEED { strategy } else { strategy.with("seed", seed) }
}

/// How all of these reason, if they reason alike.
fn one_strength(setup: &Setup, players: &[Agent]) -> Option<Strength> {
    let mut strengths = players.iter().map(|&player| setup.strength(player));
    let first = strengths.next()?;
    strengths.all(|strength| strength == first).then_some(first)
}

/// As the settings of the strategy say it.
fn strength_word(strength: Strength) -> &'static str {
    match strength {
        Strength::Ordinary => "ordinary",
        Strength::Perfect => "perfect",
    }
}
