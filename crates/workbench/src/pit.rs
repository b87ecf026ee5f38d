//! What can be said of Pit (*Logic and game theory of Pit*): how many deals there are, which situations plays come back to,
//! what everybody can expect, and all equilibria in stationary strategies, with what shows that there are no others.
//!
//! Everything is derived: situations from what players know, payoffs from situations, equilibria from payoffs. Certificates are
//! checked by a checker of their own before an answer says that a list is complete.

mod equilibria;
mod play_tree;

pub use equilibria::{
    EquilibriaReport, EquilibriumRow, FunctionRow, MatrixRow, NumberRow, RefutedRow, Settled,
    VariableRow,
};
pub use play_tree::{TreeRequest, draw_tree, grow};

use equilibria::report;
use hexa_games::exact::RBig;
use hexa_games::pit::situations::{
    ChoiceNames, DealtCorners, DerivationRequest, Derived, KnowledgeDepth, NoDerivation, PitCut,
    PitLimits, PitSituation, derive, write_hands,
};
use hexa_games::pit::{NoPitDeck, Pair, PitDeck};
use hexa_games::situations::{CourseEnd, SituationGame};
use hexa_logic::Stop;
use hexa_solve::stationary::limits::SolveLimits;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PitRequest {
    /// The deck.
    pub deck: PitDeck,
    /// The most cards that are offered at once.
    pub most: usize,
    /// How far to go.
    pub limits: PitLimits,
}

/// What can be said of a game of Pit.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct PitReport {
    /// How many players there are.
    pub players: usize,
    /// How many suits.
    pub suits: usize,
    /// How many cards of each.
    pub cards: usize,
    /// The most cards that are offered at once.
    pub most: usize,
    /// The situations after the deal, or those that were found.
    pub situations: Vec<SituationRow>,
    /// What ended their derivation early.
    pub cut: Option<PitCut>,
    /// One move, after a trade without a corner: play that goes on is worth nothing. For two who choose alone.
    pub one_move: Option<EquilibriaReport>,
    /// The full game, if everybody offers alike after all of their trades.
    pub full: Option<EquilibriaReport>,
    /// The full game, if it may matter who traded last.
    pub by_last_trade: Option<EquilibriaReport>,
}

/// A situation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SituationRow {
    /// What it is called: who traded last.
    pub name: String,
    /// Who holds what, with some names of suits.
    pub hands: String,
    /// Who traded last, where that is always the same.
    pub last: Option<Pair>,
    /// After how few trades it occurs.
    pub rounds: usize,
    /// How many worlds its model has.
    pub worlds: Option<usize>,
    /// How many deals each player considers possible.
    pub considered: Vec<usize>,
}

/// Why nothing can be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPitReport {
    /// There is no such deck.
    Deck(NoPitDeck),
    /// There are no situations.
    Derivation(NoDerivation),
    /// There is no such deal, or somebody has a corner in it.
    NoSuchDeal,
}

/// What can be said of a game of Pit.
pub fn report_pit(request: &PitRequest, stop: &Stop) -> Result<PitReport, NoPitReport> {
    let derived = |names| {
        let asked = DerivationRequest {
            deck: request.deck,
            most: request.most,
            knowledge: KnowledgeDepth::All,
            names,
            corners: DealtCorners::Never,
            rounds: None,
        };
        derive(&asked, &request.limits, stop).map_err(NoPitReport::Derivation)
    };
    let constant = derived(ChoiceNames::Forgotten)?;
    let kept = derived(ChoiceNames::Kept)?;
    let limits = SolveLimits::default();
    let solved = |game: &SituationGame| report(game, &limits, stop);
    Ok(PitReport {
        players: request.deck.players(),
        suits: request.deck.suits(),
        cards: request.deck.cards(),
        most: request.most,
        situations: rows(&constant),
        cut: constant.cut,
        one_move: one_move(&constant).as_ref().map(solved),
        full: constant.game.as_ref().map(solved),
        by_last_trade: kept.game.as_ref().map(solved),
    })
}

fn rows(derived: &Derived) -> Vec<SituationRow> {
    let name = |at: usize| match &derived.game {
        Some(game) => game.situations.get(at + 1).map_or(String::new(), |one| one.name.clone()),
        None => String::new(),
    };
    let row = |(at, one): (usize, &PitSituation)| SituationRow {
        name: name(at),
        hands: write_hands(&one.hands),
        last: one.last_traders(),
        rounds: one.rounds,
        worlds: one.worlds,
        considered: one.considered.clone(),
    };
    derived.situations.iter().enumerate().map(row).collect()
}

/// The game of one move that begins in the first situation after a trade, in which play that goes on is worth nothing.
fn one_move(derived: &Derived) -> Option<SituationGame> {
    let game = derived.game.as_ref()?;
    let place = derived.situations.iter().position(|one| one.last_traders().is_some())?;
    let mut situation = game.situations.get(place + 1)?.clone();
    for course in &mut situation.courses {
        if let CourseEnd::Situation(_) = course.end {
            course.end = CourseEnd::Over(vec![RBig::ZERO; game.players.len()]);
        }
    }
    let mut used: Vec<usize> =
        situation.courses.iter().flat_map(|course| &course.made).map(|&(at, _)| at).collect();
    used.sort_unstable();
    used.dedup();
    for (choice, _) in situation.courses.iter_mut().flat_map(|course| &mut course.made) {
        *choice = used.binary_search(choice).unwrap_or(0);
    }
    let choices = used.iter().map(|&at| game.choices[at].clone()).collect();
    let players = game.players.clone();
    Some(SituationGame { players, choices, situations: vec![situation], start: 0 })
}

#[cfg(test)]
mod tests;
