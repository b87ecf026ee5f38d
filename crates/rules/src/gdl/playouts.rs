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

/// Why plays were given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// A role has no legal move, and the play is not over.
    NoMove {
        /// Who.
        role: RoleId,
        /// The facts of the position.
        position: Vec<String>,
        /// After how many steps.
        steps: u64,
        /// The moves before, of all roles at each step.
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

/// Makes random plays, one after the other. Who waits is told after every play.
pub fn play<R: Referee>(
    referee: &mut R,
    playing: Playing,
    stop: &Stop,
    observe: &mut dyn FnMut(&Statistics),
) -> Result<Statistics, Stuck> {
    let work = Work::new(stop);
    let mut statistics = Statistics::new(referee.roles());
    for number in 0..playing.plays {
        match play_one(referee, playing, number, &mut statistics, &work) {
            Ok(()) => observe(&statistics),
            Err(Stuck::CutShort(CutShort::Stopped)) => {
                statistics.is_stopped = true;
                break;
            }
            Err(stuck) => return Err(stuck),
        }
    }
    Ok(statistics)
}

/// Makes one of the random plays.
pub(crate) fn play_one<R: Referee>(
    referee: &mut R,
    playing: Playing,
    number: u64,
    statistics: &mut Statistics,
    work: &Work<'_>,
) -> Result<(), Stuck> {
    let position = referee.initial();
    let stream = PlayStreams::new(playing.seed).of_play(number);
    let mut table = Table { position, referee, stream, moves: Vec::new(), history: Vec::new() };
    let mut steps = 0;
    loop {
        work.step(table.referee.weight())?;
        table.referee.enter(&table.position)?;
        if table.referee.is_terminal() {
            let roles = RoleId::first(table.referee.roles());
            let values = roles.map(|role| table.referee.goals(role));
            let values = values.collect::<Result<Vec<_>, _>>()?;
            for (role, values) in RoleId::first(values.len()).zip(&values) {
                statistics.value(role, values);
            }
            statistics.finish(steps);
            return Ok(());
        }
        if steps == playing.max_steps {
            statistics.count(steps);
            return Ok(());
        }
        table.choose(steps)?;
        table.referee.make(&table.moves, &mut table.position)?;
        steps += 1;
    }
}

struct Table<'a, R: Referee> {
    position: R::Position,
    referee: &'a mut R,
    stream: PlayStream,
    moves: Vec<RoleMove>,
    history: Vec<RoleMove>,
}

impl<R: Referee> Table<'_, R> {
    fn choose(&mut self, steps: u64) -> Result<(), Stuck> {
        self.moves.clear();
        for role in RoleId::first(self.referee.roles()) {
            let legal = self.referee.legal(role);
            if legal.is_empty() {
                return Err(self.stuck(role, steps));
            }
            self.moves.push(legal[self.stream.below(legal.len())]);
        }
        self.history.extend_from_slice(&self.moves);
        Ok(())
    }

    fn stuck(&self, role: RoleId, steps: u64) -> Stuck {
        let show = |(role, &made): (usize, &RoleMove)| {
            self.referee.show_move(RoleId::from_index(role), made)
        };
        let joint = |moves: &[RoleMove]| moves.iter().enumerate().map(show).collect();
        let moves = self.history.chunks(self.referee.roles()).map(joint).collect();
        Stuck::NoMove { role, position: self.referee.show_position(&self.position), steps, moves }
    }
}
