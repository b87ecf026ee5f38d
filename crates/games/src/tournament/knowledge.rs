//! Knowledge over time: how many positions the players of a strategy consider possible after so many steps of a game. It is measured
//! on games that are played again from their numbers, so that nothing of it needs to be kept.

use super::running::{FailedGame, Referee};
use super::schedule::{LineUp, Schedule};
use crate::belief::{BeliefLimits, BeliefOf, NoBelief, UniformMoves, belief};
use crate::exact::{Exact, RBig};
use crate::game::{Game, Play, Player};
use hexa_logic::Stop;
use std::sync::Arc;

/// Steps after these are not measured.
pub const MOST_MEASURED_STEPS: usize = 60;

/// What was measured so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnowledgeTally {
    games: u64,
    /// Of each entrant, after each number of steps: how many positions in all, and in how many games.
    courses: Vec<Vec<(u128, u64)>>,
}

/// Knowledge over time.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct KnowledgeSummary {
    /// How many games were measured.
    pub games: u64,
    /// The course of each strategy.
    pub courses: Vec<KnowledgeCourse>,
}

/// How much a strategy knows over time.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct KnowledgeCourse {
    /// Its name.
    pub strategy: String,
    /// What it considers possible after each number of steps, from none on.
    pub points: Vec<KnowledgePoint>,
}

/// How much is known at some moment.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct KnowledgePoint {
    /// After so many steps.
    pub steps: u64,
    /// The mean number of positions that are considered possible, exactly.
    pub possible: Exact,
    /// In how many games there were so many steps.
    pub games: u64,
}

/// Why knowledge could not be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmeasured {
    /// The game could not be played.
    Failed(FailedGame),
    /// What a player considers possible cannot be told.
    NoBelief(NoBelief),
}

impl KnowledgeTally {
    /// Of nothing.
    pub fn new(schedule: &Schedule) -> Self {
        Self { games: 0, courses: vec![Vec::new(); schedule.names.len()] }
    }

    fn add(
        &mut self,
        game: &Arc<dyn Game>,
        play: &dyn Play,
        line_up: &LineUp,
        stop: &Stop,
    ) -> Result<(), NoBelief> {
        let steps = play.steps();
        if steps > MOST_MEASURED_STEPS {
            return Ok(());
        }
        for (entrant, player) in line_up.iter().zip(Player::first(line_up.len())) {
            let mut information = Vec::new();
            play.information(player, &mut information);
            let (information, limits) = (&information[..], BeliefLimits::default());
            let of = BeliefOf { player, information, model: &UniformMoves, limits };
            let possible = belief(game, of, stop)?.positions().len();
            let Some(course) = self.courses.get_mut(entrant.index()) else { continue };
            if course.len() <= steps {
                course.resize(steps + 1, (0, 0));
            }
            if let Some((sum, games)) = course.get_mut(steps) {
                (*sum, *games) = (*sum + possible as u128, *games + 1);
            }
        }
        Ok(())
    }

    /// What it comes to.
    pub fn summary(&self, schedule: &Schedule) -> KnowledgeSummary {
        let point = |(steps, &(sum, games)): (usize, &(u128, u64))| {
            let possible = (games > 0).then(|| Exact(RBig::from(sum) / RBig::from(games)))?;
            Some(KnowledgePoint { steps: steps as u64, possible, games })
        };
        let course = |(name, course): (&String, &Vec<(u128, u64)>)| KnowledgeCourse {
            strategy: name.clone(),
            points: course.iter().enumerate().filter_map(point).collect(),
        };
        let courses = schedule.names.iter().zip(&self.courses).map(course).collect();
        KnowledgeSummary { games: self.games, courses }
    }
}

impl Referee<'_> {
    /// Plays the game with a number once more, and measures what its players consider possible.
    pub fn measure(
        &mut self,
        number: u64,
        tally: &mut KnowledgeTally,
        stop: &Stop,
    ) -> Result<(), Unmeasured> {
        let (game, line_up) = (self.game(), self.schedule().line_up(number));
        let mut wrong = None;
        let played = self.watch(number, stop, &mut |play| {
            if wrong.is_none() {
                wrong = tally.add(&game, play, &line_up, stop).err();
            }
        });
        played.map_err(Unmeasured::Failed)?;
        tally.games += 1;
        wrong.map_or(Ok(()), |why| Err(Unmeasured::NoBelief(why)))
    }
}
