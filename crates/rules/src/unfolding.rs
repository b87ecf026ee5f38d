//! Perfect recall: the states of a frame together with what each agent has seen and done on the way there, layer by layer. An
//! agent cannot tell two such histories apart if they have seen and done the same in both. Histories that end in the same state and
//! look the same to everybody are one: what is ahead of them is the same.

use crate::frame::{Classes, Frame, FrameBuilder, Valuation, bits_of};
use crate::packed::Packed;
use crate::work::Work;
use fixedbitset::FixedBitSet;
use hexa_logic::{Agent, AgentAction, Fluent, Stop, Stopped};
use rustc_hash::FxHashMap;

/// The histories of a frame.
#[derive(Clone, Debug)]
pub struct Unfolding {
    /// The histories as states.
    pub frame: Frame,
    /// Whether these are all: nothing changes any more after the last layer.
    pub is_whole: bool,
    /// For each history its last state.
    state: Vec<u32>,
    /// The first history of each layer.
    layers: Vec<u32>,
}

/// Why there is no unfolding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoUnfolding {
    /// There are more histories than the limit.
    TooMany {
        /// The limit.
        most: usize,
        /// So many moves are unfolded within it.
        moves: usize,
    },
    /// Somebody asked for the end.
    Stopped,
}

impl From<Stopped> for NoUnfolding {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// What an agent has seen and done, as far as it goes.
#[derive(Clone, Default)]
struct Views {
    numbers: FxHashMap<(u32, AgentAction, u32), u32>,
}

impl Views {
    fn number(&mut self, before: u32, done: AgentAction, seen: u32) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry((before, done, seen)).or_insert(next)
    }
}

/// Nothing has been seen or done.
const NOTHING: (u32, AgentAction) = (u32::MAX, AgentAction(u32::MAX));

impl Unfolding {
    /// The histories of at most so many moves, unless there are too many.
    pub fn new(frame: &Frame, moves: usize, most: usize, stop: &Stop) -> Result<Self, NoUnfolding> {
        let work = Work::new(stop);
        let agents = frame.agents();
        let mut views = vec![Views::default(); agents];
        let mut layer = Packed::new(agents + 1);
        for &state in frame.initial() {
            let seen = |agent: usize| frame.classes(Agent::from_index(agent)).of[state as usize];
            let numbers: Vec<u64> = (0..agents)
                .map(|agent| u64::from(views[agent].number(NOTHING.0, NOTHING.1, seen(agent))))
                .collect();
            layer.insert(&row(state, &numbers));
        }
        let initial = (0..layer.len() as u32).collect();
        let mut builder = FrameBuilder::new(frame.joint().to_vec(), initial);
        let mut classes = vec![Classes::default(); agents];
        let (mut state, mut layers) = (Vec::new(), Vec::new());
        loop {
            let first = state.len();
            layers.push(first as u32);
            for at in 0..layer.len() as u32 {
                let history = layer.row(at);
                state.push(history[0] as u32);
                classes
                    .iter_mut()
                    .zip(&history[1..])
                    .for_each(|(classes, &view)| classes.of.push(view as u32));
            }
            let is_last = layers.len() > moves;
            let is_whole = state[first..].iter().all(|&at| is_over(frame, at));
            if is_last || is_whole {
                end(frame, &state[first..], first as u32, &mut builder);
                for (classes, views) in classes.iter_mut().zip(&views) {
                    classes.count = views.numbers.len();
                }
                let frame = builder.finish(classes, stop)?;
                return Ok(Self { frame, is_whole, state, layers });
            }
            let shorter = (&layer, state.len() as u32);
            layer = longer_histories(frame, shorter, &mut views, &mut builder, &work)?;
            if state.len() + layer.len() > most {
                return Err(NoUnfolding::TooMany { most, moves: layers.len() - 1 });
            }
        }
    }

    /// The last state of a history.
    pub fn state(&self, history: u32) -> u32 {
        self.state[history as usize]
    }

    /// How many histories have at most so many moves.
    pub fn within(&self, moves: usize) -> usize {
        self.layers.get(moves.saturating_add(1)).map_or(self.state.len(), |&first| first as usize)
    }

    /// What holds in a history: what does in its last state.
    pub fn facts<'f>(&'f self, of_states: &'f dyn Valuation) -> impl Valuation + 'f {
        OfStates { of_states, state: &self.state }
    }
}

struct OfStates<'f> {
    of_states: &'f dyn Valuation,
    state: &'f [u32],
}

impl Valuation for OfStates<'_> {
    fn truth(&self, fact: Fluent) -> FixedBitSet {
        let truth = self.of_states.truth(fact);
        bits_of(self.state.len(), |history| truth[self.state[history] as usize])
    }
}

fn row(state: u32, views: &[u64]) -> Vec<u64> {
    [&[u64::from(state)], views].concat()
}

/// Whether nothing changes any more: one thing can be done, which leads to the same state. Where there is a choice, agents
/// remember what they did.
fn is_over(frame: &Frame, state: u32) -> bool {
    let steps = frame.steps(state);
    steps.len() == 1 && frame.to(steps.start) == state
}

/// The histories that are one move longer; those of this layer get their steps.
fn longer_histories(
    frame: &Frame,
    (layer, first): (&Packed, u32),
    views: &mut [Views],
    builder: &mut FrameBuilder,
    work: &Work<'_>,
) -> Result<Packed, Stopped> {
    let mut next = Packed::new(views.len() + 1);
    for at in 0..layer.len() as u32 {
        let history = layer.row(at);
        for step in frame.steps(history[0] as u32) {
            work.step(1)?;
            let (to, done) = (frame.to(step), frame.actions(step));
            let view = |(agent, views): (usize, &mut Views)| {
                let seen = frame.classes(Agent::from_index(agent)).of[to as usize];
                u64::from(views.number(history[agent + 1] as u32, done[agent], seen))
            };
            let numbers: Vec<u64> = views.iter_mut().enumerate().map(view).collect();
            let (number, _) = next.insert(&row(to, &numbers));
            builder.step(frame.joint_of(step), first + number);
        }
        builder.end_state();
    }
    Ok(next)
}

/// The last histories: what is ahead of them is not looked at, or is always the same.
fn end(frame: &Frame, states: &[u32], first: u32, builder: &mut FrameBuilder) {
    for (at, &state) in states.iter().enumerate() {
        let joint = frame.steps(state).next().map(|step| frame.joint_of(step));
        builder.step(joint.unwrap_or(0), first + at as u32);
        builder.end_state();
    }
}
