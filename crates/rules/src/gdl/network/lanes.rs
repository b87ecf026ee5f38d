//! Random plays, 64 at a time: every value has a bit for each play, and a gate is computed for all of them by the
//! same few operations. The plays are those that are made one after the other.

use super::Network;
use crate::gdl::cut_short::CutShort;
use crate::gdl::playouts::{PlayStream, PlayStreams, Playing, Statistics, chance_of};
use crate::gdl::referee::{Referee, RoleId};
use crate::work::Work;
use hexa_logic::Stop;

const LANES: usize = 64;

impl Network {
    /// Makes random plays, as [`play`](crate::gdl::play) does. Who waits is told now and then.
    pub fn plays(
        &mut self,
        playing: Playing,
        stop: &Stop,
        observe: &mut dyn FnMut(&Statistics),
    ) -> Result<Statistics, CutShort> {
        let work = Work::new(stop);
        let weight = self.weight();
        let mut tables = Tables::new(self, playing);
        tables.seat(!0);
        while tables.seated != 0 {
            if work.step(weight).is_err() {
                tables.statistics.is_stopped = true;
                return Ok(tables.result());
            }
            tables.step();
            observe(&tables.statistics);
        }
        Ok(tables.result())
    }
}

/// The plays that are going on.
struct Tables<'a> {
    network: &'a Network,
    playing: Playing,
    streams: PlayStreams,
    values: Vec<u64>,
    /// Lanes in which somebody plays.
    seated: u64,
    plays: [Seat; LANES],
    /// How many steps were made in all lanes.
    clock: u64,
    /// Before that, no play has made too many steps.
    patience: u64,
    /// The next play.
    next: u64,
    /// The role that is chance.
    chance: Option<RoleId>,
    statistics: Statistics,
    /// How often a role had each of its goals alone, and how often none or several.
    worth: Vec<Vec<u64>>,
    legal: Legal,
    facts: Vec<u64>,
}

/// The play in a lane.
#[derive(Clone)]
struct Seat {
    number: u64,
    started: u64,
    stream: PlayStream,
}

/// The legal moves of a role in each lane.
struct Legal {
    moves: Vec<u32>,
    most: usize,
    count: [u32; LANES],
}

impl<'a> Tables<'a> {
    fn new(network: &'a Network, playing: Playing) -> Self {
        let mut values = vec![0; network.values.len()];
        values[0] = !0;
        let streams = PlayStreams::new(playing.seed);
        let empty = Seat { number: 0, started: 0, stream: streams.of_play(0) };
        let most = network.wiring.moves.iter().map(|moves| moves.terms.len()).max().unwrap_or(0);
        Self {
            network,
            playing,
            streams,
            values,
            seated: 0,
            plays: std::array::from_fn(|_| empty.clone()),
            clock: 0,
            patience: playing.max_steps,
            next: 0,
            chance: chance_of(&network.role_names()),
            statistics: Statistics::new(network.roles()),
            worth: network.wiring.goals.iter().map(|goals| vec![0; goals.len() + 1]).collect(),
            legal: Legal { moves: vec![0; most * LANES], most, count: [0; LANES] },
            facts: vec![0; network.wiring.facts.len()],
        }
    }

    /// Starts plays in some lanes, as long as there are plays to make.
    fn seat(&mut self, free: u64) {
        let mut filled = 0;
        for lane in lanes(free) {
            if self.next == self.playing.plays {
                break;
            }
            let stream = self.streams.of_play(self.next);
            self.plays[lane] = Seat { number: self.next, started: self.clock, stream };
            self.next += 1;
            filled |= 1 << lane;
        }
        if filled == 0 {
            return;
        }
        self.seated |= filled;
        for (at, value) in self.values[1..=self.network.wiring.facts.len()].iter_mut().enumerate() {
            let holds = self.network.initial[at / 64] >> (at % 64) & 1 == 1;
            *value = (*value & !filled) | if holds { filled } else { 0 };
        }
    }

    fn step(&mut self) {
        let network = self.network;
        network.wiring.phases.enter.run_lanes(&mut self.values);
        let over = network.wiring.terminal.lanes(&self.values) & self.seated;
        if over != 0 {
            self.finish(over);
        }
        self.seated &= !over;
        if self.clock >= self.patience {
            self.give_up();
        }
        self.choose();
        network.wiring.phases.next.run_lanes(&mut self.values);
        // The signals may be facts themselves, so that all are read before any is written.
        for (fact, signal) in self.facts.iter_mut().zip(&network.wiring.next) {
            *fact = signal.lanes(&self.values);
        }
        self.values[1..=self.facts.len()].copy_from_slice(&self.facts);
        self.clock += 1;
        self.seat(!self.seated);
    }

    fn steps(&self, lane: usize) -> u64 {
        self.clock - self.plays[lane].started
    }

    /// Leaves plays that have made too many steps.
    fn give_up(&mut self) {
        for lane in lanes(self.seated) {
            if self.steps(lane) == self.playing.max_steps {
                self.statistics.count(self.playing.max_steps);
                self.seated &= !(1 << lane);
            }
        }
        let oldest = lanes(self.seated).map(|lane| self.plays[lane].started).min();
        self.patience = oldest.unwrap_or(self.clock + 1).saturating_add(self.playing.max_steps);
    }

    fn finish(&mut self, over: u64) {
        self.network.wiring.phases.goals.run_lanes(&mut self.values);
        let mut without_value = 0;
        for (role, (goals, worth)) in
            self.network.wiring.goals.iter().zip(&mut self.worth).enumerate()
        {
            let (mut some, mut several) = (0, 0);
            for (_, signal) in goals {
                let on = signal.lanes(&self.values);
                several |= some & on;
                some |= on;
            }
            let (alone, rest) = (some & !several & over, over & !(some & !several));
            for ((_, signal), count) in goals.iter().zip(worth.iter_mut()) {
                *count += u64::from((signal.lanes(&self.values) & alone).count_ones());
            }
            worth[goals.len()] += u64::from(rest.count_ones());
            if self.chance != Some(RoleId::from_index(role)) {
                without_value |= rest;
            }
        }
        for lane in lanes(without_value) {
            self.statistics.lack_value(self.plays[lane].number);
        }
        for lane in lanes(over) {
            self.statistics.finish(self.steps(lane));
        }
    }

    fn choose(&mut self) {
        for moves in &self.network.wiring.moves {
            self.legal.count = [0; LANES];
            for (number, signal) in moves.legal.iter().enumerate() {
                for lane in lanes(signal.lanes(&self.values) & self.seated) {
                    self.legal.push(lane, number as u32);
                }
                if let Some(does) = moves.does[number] {
                    self.values[does as usize] = 0;
                }
            }
            for lane in lanes(self.seated) {
                let legal = self.legal.of(lane);
                if legal.is_empty() {
                    self.get_stuck(lane);
                    continue;
                }
                let made = legal[self.plays[lane].stream.below(legal.len())];
                if let Some(does) = moves.does[made as usize] {
                    self.values[does as usize] |= 1 << lane;
                }
            }
        }
    }

    /// Somebody in this lane has no move.
    fn get_stuck(&mut self, lane: usize) {
        self.statistics.get_stuck(self.plays[lane].number, self.steps(lane));
        self.seated &= !(1 << lane);
    }

    /// What the plays came to.
    fn result(mut self) -> Statistics {
        for (role, (goals, worth)) in self.network.wiring.goals.iter().zip(&self.worth).enumerate()
        {
            let values = goals.iter().map(|(value, _)| Some(*value)).chain([None]);
            for (value, &count) in values.zip(worth).filter(|(_, count)| **count > 0) {
                *self.statistics.goals[role].entry(value).or_default() += count;
            }
        }
        self.statistics
    }
}

impl Legal {
    fn push(&mut self, lane: usize, made: u32) {
        self.moves[lane * self.most + self.count[lane] as usize] = made;
        self.count[lane] += 1;
    }

    fn of(&self, lane: usize) -> &[u32] {
        &self.moves[lane * self.most..][..self.count[lane] as usize]
    }
}

/// The lanes of a set.
fn lanes(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as usize;
        let found = (set != 0).then_some(lane);
        set &= set.wrapping_sub(1);
        found
    })
}
