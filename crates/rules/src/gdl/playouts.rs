//! Random plays: every role makes each of its legal moves with the same chance. Every play has a chance of its own,
//! so that the same seed gives the same plays, in whatever order and by whichever referee they are made.

use super::referee::{Referee, RoleMove};
use super::saturation::CutShort;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Numbers that look random: those of SplitMix64.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// That of a play.
    pub fn of_play(seed: u64, play: u64) -> Self {
        Self(mixed(seed.wrapping_add(mixed(play.wrapping_add(STEP)))))
    }

    /// A number below another, all with the same chance up to one part in 2^32.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(STEP);
        ((u128::from(mixed(self.0)) * end as u128) >> 64) as usize
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// What random plays came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// How many plays were made.
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
    pub fn value(&mut self, role: usize, values: &[i64]) {
        let only = if let [only] = values { Some(*only) } else { None };
        *self.goals[role].entry(only).or_default() += 1;
    }
}

/// Why plays were given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// A role has no legal move, and the play is not over.
    NoMove {
        /// Who.
        role: usize,
        /// The facts of the state.
        state: Vec<String>,
        /// After how many steps.
        steps: u64,
        /// The moves before, of all roles at each step.
        moves: Vec<Vec<String>>,
    },
    /// A bound was passed.
    CutShort(CutShort),
}

impl From<CutShort> for Stuck {
    fn from(exceeded: CutShort) -> Self {
        Self::CutShort(exceeded)
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

/// Makes random plays, one after the other. Who waits is told after every play, and may break off.
pub fn play<R: Referee>(
    referee: &mut R,
    playing: Playing,
    mut told: impl FnMut(&Statistics) -> ControlFlow<()>,
) -> Result<Statistics, Stuck> {
    let mut statistics = Statistics::new(referee.roles());
    for number in 0..playing.plays {
        play_one(referee, playing, number, &mut statistics)?;
        if told(&statistics).is_break() {
            break;
        }
    }
    Ok(statistics)
}

/// Makes one of the random plays.
pub fn play_one<R: Referee>(
    referee: &mut R,
    playing: Playing,
    number: u64,
    statistics: &mut Statistics,
) -> Result<(), Stuck> {
    let state = referee.initial();
    let chance = Chance::of_play(playing.seed, number);
    let mut table = Table { state, referee, chance, moves: Vec::new(), history: Vec::new() };
    let mut steps = 0;
    loop {
        table.referee.enter(&table.state)?;
        if table.referee.is_terminal() {
            for role in 0..table.referee.roles() {
                let values = table.referee.goals(role)?;
                statistics.value(role, &values);
            }
            statistics.finish(steps);
            return Ok(());
        }
        if steps == playing.max_steps {
            statistics.count(steps);
            return Ok(());
        }
        table.choose(steps)?;
        table.referee.make(&table.moves, &mut table.state)?;
        steps += 1;
    }
}

struct Table<'a, R: Referee> {
    state: R::Position,
    referee: &'a mut R,
    chance: Chance,
    moves: Vec<RoleMove>,
    history: Vec<RoleMove>,
}

impl<R: Referee> Table<'_, R> {
    fn choose(&mut self, steps: u64) -> Result<(), Stuck> {
        self.moves.clear();
        for role in 0..self.referee.roles() {
            let legal = self.referee.legal(role);
            if legal.is_empty() {
                return Err(self.stuck(role, steps));
            }
            self.moves.push(legal[self.chance.below(legal.len())]);
        }
        self.history.extend_from_slice(&self.moves);
        Ok(())
    }

    fn stuck(&self, role: usize, steps: u64) -> Stuck {
        let show = |(role, &made): (usize, &RoleMove)| self.referee.show_move(role, made);
        let joint = |moves: &[RoleMove]| moves.iter().enumerate().map(show).collect();
        let moves = self.history.chunks(self.referee.roles()).map(joint).collect();
        Stuck::NoMove { role, state: self.referee.show_position(&self.state), steps, moves }
    }
}
