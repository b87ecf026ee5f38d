//! Running a game of a tournament from its number alone.

use super::record::{GameEnd, GameRecord};
use super::schedule::Schedule;
use super::tally::Tally;
use crate::game::{Game, Play, PlayStep, Trouble};
use crate::playing::{Abandoned, PlayEnd, PlayStreams, play_on};
use crate::strategy::Strategy;
use hexa_logic::Stop;
use std::sync::Arc;

/// Runs games. Each thread has its own.
pub struct Referee<'t> {
    schedule: &'t Schedule,
    seed: u64,
    most_steps: usize,
    game: Arc<dyn Game>,
    play: Option<Box<dyn Play>>,
    /// The strategies of all entrants that are not seated.
    waiting: Vec<Option<Box<dyn Strategy>>>,
    seated: Vec<Box<dyn Strategy>>,
}

/// A game that could not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedGame {
    /// Its number.
    pub number: u64,
    /// What happened until then, in order.
    pub moves: Vec<String>,
    /// Why it did not go on.
    pub why: Abandoned,
}

/// Games that were played one after the other, in whole pieces; where somebody asked for the end, in whole rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGames {
    /// Pieces of the table of games, each with how many games are in it.
    pub pieces: Vec<(u64, String)>,
    /// What is counted of them.
    pub tally: Tally,
    /// The game that could not be played, if there is one.
    pub failed: Option<FailedGame>,
}

impl PlayedGames {
    /// Adds games of whole rounds as a piece.
    fn add(&mut self, schedule: &Schedule, games: &[GameRecord]) {
        if games.is_empty() {
            return;
        }
        let mut text = String::new();
        games.iter().for_each(|record| record.write_row(schedule, &mut text));
        self.pieces.push((games.len() as u64, text));
        let rounds = games.chunks_exact(schedule.round() as usize);
        rounds.for_each(|round| self.tally.add_round(schedule, round));
    }
}

impl<'t> Referee<'t> {
    /// For a game and a strategy of each entrant, in order.
    pub fn new(
        schedule: &'t Schedule,
        seed: u64,
        most_steps: usize,
        game: Arc<dyn Game>,
        strategies: Vec<Box<dyn Strategy>>,
    ) -> Self {
        let waiting = strategies.into_iter().map(Some).collect();
        Self { schedule, seed, most_steps, game, play: None, waiting, seated: Vec::new() }
    }

    /// Plays the games from one number up to another; both begin rounds. Where one cannot be played, the whole pieces before
    /// it are kept. Where somebody asked for the end, the whole rounds are: with long games, that is all there may be.
    pub fn run_rounds(&mut self, from: u64, to: u64, stop: &Stop) -> PlayedGames {
        let schedule = self.schedule;
        let (pieces, tally) = (Vec::new(), Tally::new(schedule));
        let mut played = PlayedGames { pieces, tally, failed: None };
        let mut piece = Vec::new();
        for number in from..to {
            match self.run(number, stop) {
                Ok(record) => piece.push(record),
                Err(failed) => {
                    if failed.why == Abandoned::Trouble(Trouble::Stopped) {
                        piece.truncate(piece.len() - piece.len() % schedule.round() as usize);
                        played.add(schedule, &piece);
                    }
                    played.failed = Some(failed);
                    break;
                }
            }
            let next = number + 1;
            if next % schedule.piece() == 0 || next == to {
                played.add(schedule, &piece);
                piece.clear();
            }
        }
        played
    }

    /// Who sits where.
    pub fn schedule(&self) -> &'t Schedule {
        self.schedule
    }

    /// What is played.
    pub fn game(&self) -> Arc<dyn Game> {
        Arc::clone(&self.game)
    }

    /// Plays the game with a number, and shows it before each step and at its end.
    pub fn watch(
        &mut self,
        number: u64,
        stop: &Stop,
        watch: &mut dyn FnMut(&dyn Play),
    ) -> Result<(), FailedGame> {
        let mut steps = Vec::new();
        let played = self.attempt(number, stop, &mut |play, step| {
            watch(play);
            steps.push(step.clone());
        });
        let failed = |why| FailedGame { number, moves: Vec::new(), why };
        played.map_err(failed)?;
        // The play was gone back through; it is gone through once more for its end.
        let mut play = Arc::clone(&self.game).start(stop).map_err(|why| failed(why.into()))?;
        for step in &steps {
            play.apply(step).map_err(|why| failed(why.into()))?;
        }
        watch(&*play);
        Ok(())
    }

    /// Plays the game with a number.
    pub fn run(&mut self, number: u64, stop: &Stop) -> Result<GameRecord, FailedGame> {
        match self.attempt(number, stop, &mut |_, _| {}) {
            Ok(record) => Ok(record),
            // Moves are written down only where somebody wants to know them: the game is played once more.
            Err(Abandoned::Trouble(Trouble::Stopped)) => {
                Err(FailedGame { number, moves: Vec::new(), why: Trouble::Stopped.into() })
            }
            Err(why) => {
                let mut moves = Vec::new();
                let log = &mut |play: &dyn Play, step: &PlayStep| {
                    moves.push(self::text_of(play, step));
                };
                match self.attempt(number, stop, log) {
                    Ok(_) => Err(FailedGame { number, moves, why }),
                    Err(why) => Err(FailedGame { number, moves, why }),
                }
            }
        }
    }

    fn attempt(
        &mut self,
        number: u64,
        stop: &Stop,
        log: &mut dyn FnMut(&dyn Play, &PlayStep),
    ) -> Result<GameRecord, Abandoned> {
        let mut play = match self.play.take() {
            Some(play) => play,
            None => Arc::clone(&self.game).start(stop)?,
        };
        let schedule = self.schedule;
        let entrants = schedule.line_up(number);
        let waiting = &mut self.waiting;
        self.seated.extend(entrants.iter().filter_map(|at| waiting.get_mut(at.index())?.take()));
        let (deal, _) = schedule.place(number);
        let mut streams = PlayStreams::of_deal(self.seed, deal, number, entrants.len());
        let end = play_on(&mut *play, &mut self.seated, &mut streams, self.most_steps, stop, log);
        for (entrant, strategy) in entrants.iter().zip(self.seated.drain(..)) {
            if let Some(place) = self.waiting.get_mut(entrant.index()) {
                *place = Some(strategy);
            }
        }
        // A play that failed is not gone back through: the next one starts anew.
        let end = end?;
        let steps = play.steps();
        (0..steps).for_each(|_| play.undo());
        self.play = Some(play);
        let end = match end {
            PlayEnd::Over(payoffs) => GameEnd::Over(payoffs),
            PlayEnd::TooLong => GameEnd::Left,
        };
        Ok(GameRecord { number, line_up: entrants, steps: steps as u64, end })
    }
}

/// A step as it is written, with who makes it.
fn text_of(play: &dyn Play, step: &PlayStep) -> String {
    match step {
        PlayStep::Moves(moves) => {
            let players = play.turn().players().iter();
            let made = players.zip(moves).map(|(&player, &made)| play.move_text(player, made));
            made.collect::<Vec<_>>().join(", ")
        }
        PlayStep::Chance(made) => play.chance_text(*made),
        PlayStep::Drawn(text) => text.clone(),
    }
}
