//! Random plays: every role makes each of its legal moves with the same chance. Every play has a random stream of its
//! own, so that the same seed gives the same plays, in whatever order and by whichever referee they are made.

use super::cut_short::CutShort;
use super::referee::{Referee, RoleId, RoleMove};
use crate::work::Work;
use hexa_logic::{Stop, Stopped, Stream};
use std::collections::BTreeMap;

/// Where the random numbers of plays come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayStreams {
    first: u64,
}

impl PlayStreams {
    /// Those of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { first: Stream::new("playouts", seed).word() }
    }

    /// The random numbers of a play.
    #[inline]
    pub(crate) fn of_play(self, number: u64) -> PlayStream {
        PlayStream(Stream::new("play", self.first.wrapping_add(number)))
    }
}

/// The random numbers of a play.
#[derive(Clone, Debug)]
pub(crate) struct PlayStream(Stream);

impl PlayStream {
    /// A number below another, all with the same chance up to one part in 2^32. A play draws so many of them that
    /// drawing again until all are equally likely would show.
    #[inline]
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.word()) * end as u128) >> 64) as usize
    }
}

/// What random plays came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// How many plays were made: to their end, or left after too many steps.
    pub plays: u64,
    /// How many of them came to an end.
    pub finished: u64,
    /// How many of them got stuck: a role had no legal move, and the play was not over.
    pub stuck: u64,
    /// The number of the first of these.
    pub first_stuck: Option<u64>,
    /// The number of the first play that came to an end without exactly one value for every role but chance.
    pub first_without_value: Option<u64>,
    /// How many steps were made in all.
    pub steps: u64,
    /// The fewest and the most steps of a play that came to an end.
    pub shortest: Option<u64>,
    /// The most steps.
    pub longest: Option<u64>,
    /// For each role, how often a play that came to an end had this worth; nothing if the rules do not say one number.
    pub goals: Vec<BTreeMap<Option<i64>, u64>>,
    /// Whether somebody asked for the end. Plays that were not over by then are missing, and these are long ones
    /// rather than short ones.
    pub is_stopped: bool,
}

impl Statistics {
    /// None so far, for so many roles.
    pub fn new(roles: usize) -> Self {
        Self { goals: vec![BTreeMap::new(); roles], ..Self::default() }
    }

    /// A play came to an end.
    pub fn finish(&mut self, steps: u64) {
        self.finished += 1;
        self.shortest = Some(self.shortest.map_or(steps, |known| known.min(steps)));
        self.longest = Some(self.longest.map_or(steps, |known| known.max(steps)));
        self.count(steps);
    }

    /// A play got stuck.
    pub fn get_stuck(&mut self, number: u64, steps: u64) {
        self.stuck += 1;
        self.first_stuck = Some(self.first_stuck.map_or(number, |known| known.min(number)));
        self.count(steps);
    }

    /// A play came to an end in which a role has no value, or several.
    pub fn lack_value(&mut self, number: u64) {
        let known = self.first_without_value;
        self.first_without_value = Some(known.map_or(number, |known| known.min(number)));
    }

    /// How many plays were left after too many steps.
    pub fn left(&self) -> u64 {
        self.plays.saturating_sub(self.finished + self.stuck)
    }

    /// A play was made, to its end or not.
    pub fn count(&mut self, steps: u64) {
        self.plays += 1;
        self.steps += steps;
    }

    /// A play that came to an end has these values for a role.
    pub fn value(&mut self, role: RoleId, values: &[i64]) {
        let only = if let [only] = values { Some(*only) } else { None };
        *self.goals[role.index()].entry(only).or_default() += 1;
    }
}

/// Why positions, or histories, were given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// A role has no legal move, and the play is not over.
    NoMove {
        /// Who.
        role: RoleId,
        /// The facts of the position.
        position: Vec<String>,
        /// The moves that lead to it, of all roles in each step.
        moves: Vec<Vec<String>>,
    },
    /// The rules were not applied to the end.
    CutShort(CutShort),
}

impl From<Stopped> for Stuck {
    fn from(_: Stopped) -> Self {
        Self::CutShort(CutShort::Stopped)
    }
}

impl From<CutShort> for Stuck {
    fn from(cut_short: CutShort) -> Self {
        Self::CutShort(cut_short)
    }
}

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playing {
    /// How many plays.
    pub plays: u64,
    /// The seed.
    pub seed: u64,
    /// Plays are given up after so many steps.
    pub max_steps: u64,
}

/// How a play ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayEnd {
    /// It is over, and worth this for each role: every number for which the rules say so.
    Over(Vec<Vec<i64>>),
    /// It was left after too many steps.
    Left,
    /// This role has no legal move, and it is not over.
    Stuck(RoleId),
}

/// A play with its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedPlay {
    /// Its number; the first is 0.
    pub number: u64,
    /// The moves, of all roles at each step.
    pub moves: Vec<Vec<String>>,
    /// The facts of its last position.
    pub position: Vec<String>,
    /// How it ended.
    pub end: PlayEnd,
}

/// Makes random plays, one after the other. Who waits is told after every play.
pub fn play<R: Referee>(
    referee: &mut R,
    playing: Playing,
    stop: &Stop,
    observe: &mut dyn FnMut(&Statistics),
) -> Result<Statistics, CutShort> {
    let work = Work::new(stop);
    let mut statistics = Statistics::new(referee.roles());
    let chance = chance_of(&referee.role_names());
    for number in 0..playing.plays {
        match Table::new(referee, playing, number).play(playing.max_steps, &work) {
            Ok((end, steps)) => note_end(&mut statistics, number, end, steps, chance),
            Err(CutShort::Stopped) => {
                statistics.is_stopped = true;
                break;
            }
            Err(cut_short) => return Err(cut_short),
        }
        observe(&statistics);
    }
    Ok(statistics)
}

/// Makes one of the random plays again, and notes its moves.
pub fn trace<R: Referee>(
    referee: &mut R,
    playing: Playing,
    number: u64,
    stop: &Stop,
) -> Result<TracedPlay, CutShort> {
    let mut table = Table::new(referee, playing, number);
    let (end, _) = table.play(playing.max_steps, &Work::new(stop))?;
    let position = table.referee.show_position(&table.position);
    Ok(TracedPlay { number, moves: table.show_history(), position, end })
}

/// The role that is chance.
pub(crate) fn chance_of(roles: &[String]) -> Option<RoleId> {
    roles.iter().position(|role| role == "random").map(RoleId::from_index)
}

fn note_end(
    statistics: &mut Statistics,
    number: u64,
    end: PlayEnd,
    steps: u64,
    chance: Option<RoleId>,
) {
    match end {
        PlayEnd::Over(values) => {
            for (role, values) in RoleId::first(values.len()).zip(&values) {
                statistics.value(role, values);
                if values.len() != 1 && chance != Some(role) {
                    statistics.lack_value(number);
                }
            }
            statistics.finish(steps);
        }
        PlayEnd::Left => statistics.count(steps),
        PlayEnd::Stuck(_) => statistics.get_stuck(number, steps),
    }
}

struct Table<'a, R: Referee> {
    position: R::Position,
    referee: &'a mut R,
    stream: PlayStream,
    moves: Vec<RoleMove>,
    history: Vec<RoleMove>,
}

impl<'a, R: Referee> Table<'a, R> {
    fn new(referee: &'a mut R, playing: Playing, number: u64) -> Self {
        let position = referee.initial();
        let stream = PlayStreams::new(playing.seed).of_play(number);
        Self { position, referee, stream, moves: Vec::new(), history: Vec::new() }
    }

    /// Makes a play to its end, or so many steps of it.
    fn play(&mut self, max_steps: u64, work: &Work<'_>) -> Result<(PlayEnd, u64), CutShort> {
        let mut steps = 0;
        loop {
            work.step(self.referee.weight())?;
            self.referee.enter(&self.position)?;
            if self.referee.is_terminal() {
                let roles = RoleId::first(self.referee.roles());
                let values = roles.map(|role| self.referee.goals(role));
                return Ok((PlayEnd::Over(values.collect::<Result<_, _>>()?), steps));
            }
            if steps == max_steps {
                return Ok((PlayEnd::Left, steps));
            }
            if let Some(role) = self.choose() {
                return Ok((PlayEnd::Stuck(role), steps));
            }
            self.referee.make(&self.moves, &mut self.position)?;
            steps += 1;
        }
    }

    /// Chooses a move of every role; a role that has none is told.
    fn choose(&mut self) -> Option<RoleId> {
        self.moves.clear();
        for role in RoleId::first(self.referee.roles()) {
            let legal = self.referee.legal(role);
            if legal.is_empty() {
                return Some(role);
            }
            self.moves.push(legal[self.stream.below(legal.len())]);
        }
        self.history.extend_from_slice(&self.moves);
        None
    }

    fn show_history(&self) -> Vec<Vec<String>> {
        let show = |(role, &made): (usize, &RoleMove)| {
            self.referee.show_move(RoleId::from_index(role), made)
        };
        let joint = |moves: &[RoleMove]| moves.iter().enumerate().map(show).collect();
        self.history.chunks(self.referee.roles().max(1)).map(joint).collect()
    }
}
