//! Models of games in GDL: the histories that plays lead to, as states of a [`Frame`], and which of them a player cannot
//! tell apart. With perfect recall these are the histories in which they have made the same moves and seen the same
//! (GDL-II); histories that end in the same state and look the same to everybody are one. In plain GDL everybody sees
//! everything, and histories are states. After the end of a play nothing changes any more.

pub(super) mod knowledge;
pub(super) mod views;

use super::cut_short::CutShort;
use super::playouts::{PlayStreams, Playing, Statistics, Stuck};
use super::query::{GdlFluent, Queries};
use super::referee::{Referee, RoleId, RoleMove};
use super::rulebook::Rulebook;
use super::states::JointMoves;
use crate::frame::{Classes, Frame, FrameBuilder, Valuation};
use crate::packed::Packed;
use crate::work::Work;
use fixedbitset::FixedBitSet;
use hexa_logic::{AgentAction, Fluent, Stop, Stopped};
use indexmap::IndexSet;
use knowledge::Knowledge;
use rustc_hash::{FxBuildHasher, FxHashMap};
use views::Views;

/// What players remember.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remembering {
    /// All that they have done and seen.
    Everything,
    /// What they have seen in the last step.
    LastStep,
}

/// How far a model goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryLimits {
    /// The most histories.
    pub states: usize,
    /// The most steps of a history; without it, all histories are there.
    pub depth: Option<usize>,
}

/// The model of a game.
pub struct HistoryModel<S> {
    /// Its histories and steps.
    pub frame: Frame,
    /// Whether these are all histories.
    pub is_whole: bool,
    /// How many of them end in a terminal state.
    pub terminal: usize,
    /// How many steps there are from others.
    pub steps: usize,
    states: IndexSet<S, FxBuildHasher>,
    /// The last state of each history.
    state: Vec<u32>,
    /// The first history of each number of steps.
    layers: Vec<u32>,
    truth: Vec<FixedBitSet>,
    /// For each history that is over, what it is worth for each role.
    worth: FxHashMap<u32, Vec<Vec<i64>>>,
}

/// Why there is no model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoHistoryModel {
    /// There are more histories than the limit; so many steps are within it.
    TooMany {
        /// The limit.
        most: usize,
        /// The steps of the longest histories of which all are within it.
        depth: usize,
    },
    /// There are more steps than this.
    TooManySteps(u64),
    /// Somebody has no move, too much follows, or somebody asked for the end.
    Stuck(Stuck),
}

impl From<CutShort> for NoHistoryModel {
    fn from(cut_short: CutShort) -> Self {
        Self::Stuck(Stuck::CutShort(cut_short))
    }
}

impl From<Stopped> for NoHistoryModel {
    fn from(_: Stopped) -> Self {
        Self::Stuck(Stuck::CutShort(CutShort::Stopped))
    }
}

impl<S> Valuation for HistoryModel<S> {
    fn truth(&self, fact: Fluent) -> FixedBitSet {
        self.truth[fact.0 as usize].clone()
    }
}

impl<S> HistoryModel<S> {
    /// How many histories have at most so many steps.
    pub fn within(&self, steps: usize) -> usize {
        self.layers.get(steps.saturating_add(1)).map_or(self.state.len(), |&first| first as usize)
    }

    /// How many states there are, histories aside.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The last state of a history.
    pub fn state(&self, history: u32) -> &S
    where
        S: std::hash::Hash + Eq,
    {
        &self.states[self.state[history as usize] as usize]
    }

    /// Whether a history ends in a terminal state.
    pub fn is_over(&self, history: u32) -> bool {
        self.worth.contains_key(&history)
    }

    /// Makes random plays along the steps of the model.
    pub fn plays(&self, roles: usize, playing: Playing, stop: &Stop) -> Statistics {
        let work = Work::new(stop);
        let mut statistics = Statistics::new(roles);
        for number in 0..playing.plays {
            let Ok((end, steps)) = self.play(playing, number, &work) else {
                statistics.is_stopped = true;
                break;
            };
            match self.worth.get(&end) {
                Some(worth) => {
                    for (role, values) in RoleId::first(worth.len()).zip(worth) {
                        statistics.value(role, values);
                    }
                    statistics.finish(steps);
                }
                None => statistics.count(steps),
            }
        }
        statistics
    }

    /// Makes one random play: the history that it comes to, and its steps.
    fn play(&self, playing: Playing, number: u64, work: &Work<'_>) -> Result<(u32, u64), Stopped> {
        let mut stream = PlayStreams::new(playing.seed).of_play(number);
        let (mut at, mut steps) = (0, 0);
        while !self.worth.contains_key(&at) && steps < playing.max_steps {
            work.step(1)?;
            let from = self.frame.steps(at);
            at = self.frame.to(from.start + stream.below(from.len()) as u32);
            steps += 1;
        }
        Ok((at, steps))
    }
}

/// Builds the model of a game. Who waits is told how many histories and steps there are.
pub fn build<R: Referee>(
    referee: &mut R,
    game: &Rulebook,
    queries: &mut Queries,
    remembering: Remembering,
    limits: HistoryLimits,
    stop: &Stop,
    mut observe: impl FnMut(usize, usize),
) -> Result<HistoryModel<R::Position>, NoHistoryModel> {
    let views = Views::new(referee, game, queries, remembering);
    let mut builder = Builder::new(referee, queries, views, Work::new(stop));
    builder.most = limits.states;
    let mut layer = builder.start();
    loop {
        let first = builder.state.len();
        builder.layers.push(first as u32);
        let is_last = limits.depth.is_some_and(|depth| builder.layers.len() > depth);
        let Builder { referee, states, views, work, .. } = &mut builder;
        let knowledge = Knowledge::of_layer(*referee, &layer, states, views, work)?;
        let mut is_over = true;
        for (number, node) in layer.into_iter().enumerate() {
            let is_end = builder.history(node, knowledge.row(number), is_last)?;
            is_over &= is_end == End::Over;
            observe(builder.state.len(), builder.builder.steps());
        }
        layer = builder.fresh();
        if layer.is_empty() {
            return Ok(builder.finish(is_over || !is_last)?);
        }
    }
}

/// A history: its last state, and how it looks to everybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) state: u32,
    pub(super) views: Box<[u32]>,
}

/// Whether a history goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Over,
    GoesOn,
}

/// The most steps of a model.
const MOST_STEPS: u64 = 50_000_000;

struct Builder<'a, R: Referee> {
    referee: &'a mut R,
    queries: &'a mut Queries,
    views: Views,
    work: Work<'a>,
    states: IndexSet<R::Position, FxBuildHasher>,
    /// Rows of a state and the views of it.
    nodes: Packed,
    /// How many of them have been looked at or are waiting.
    waiting: u32,
    /// For each history but the first, of which it is a continuation.
    before: Vec<u32>,
    /// And by which moves: one of each role.
    made: Vec<RoleMove>,
    builder: FrameBuilder,
    joint: FxHashMap<Box<[AgentAction]>, u32>,
    /// The most histories.
    most: usize,
    state: Vec<u32>,
    looks: Vec<Vec<u32>>,
    layers: Vec<u32>,
    truth: Vec<FixedBitSet>,
    terminal: usize,
    steps: usize,
    worth: FxHashMap<u32, Vec<Vec<i64>>>,
}

impl<'a, R: Referee> Builder<'a, R> {
    fn new(referee: &'a mut R, queries: &'a mut Queries, views: Views, work: Work<'a>) -> Self {
        let nodes = Packed::new(1 + views.viewers());
        let truth = vec![FixedBitSet::new(); queries.gdl_fluents().len()];
        Self {
            most: usize::MAX,
            builder: FrameBuilder::new(Vec::new(), vec![0]),
            looks: vec![Vec::new(); views.players()],
            referee,
            queries,
            views,
            work,
            states: IndexSet::default(),
            nodes,
            waiting: 0,
            before: Vec::new(),
            made: Vec::new(),
            joint: FxHashMap::default(),
            state: Vec::new(),
            layers: Vec::new(),
            truth,
            terminal: 0,
            steps: 0,
            worth: FxHashMap::default(),
        }
    }

    fn start(&mut self) -> Vec<Node> {
        let initial = self.referee.initial();
        let views = self.views.at_start();
        self.node(initial, &views);
        self.fresh()
    }

    /// The number of a history.
    fn node(&mut self, state: R::Position, views: &[u32]) -> u32 {
        let (state, _) = self.states.insert_full(state);
        let row: Vec<u64> =
            [state as u64].into_iter().chain(views.iter().map(|&view| u64::from(view))).collect();
        self.nodes.insert(&row).0
    }

    /// The histories that were met since the last call.
    fn fresh(&mut self) -> Vec<Node> {
        let fresh = self.waiting..self.nodes.len() as u32;
        self.waiting = fresh.end;
        let node = |number: u32| {
            let row = self.nodes.row(number);
            let views = row[1..1 + self.views.viewers()].iter().map(|&view| view as u32).collect();
            Node { state: row[0] as u32, views }
        };
        fresh.map(node).collect()
    }

    /// Finds out what holds in a history and where its steps lead.
    fn history(
        &mut self,
        node: Node,
        known: &[bool],
        is_last: bool,
    ) -> Result<End, NoHistoryModel> {
        let number = self.state.len() as u32;
        self.state.push(node.state);
        for (looks, view) in self.looks.iter_mut().zip(self.views.of_players(number, &node.views)) {
            looks.push(view);
        }
        let state = self.states[node.state as usize].clone();
        self.work.step(self.referee.weight())?;
        self.referee.set_known(known);
        self.referee.enter(&state)?;
        self.note_truth(number)?;
        if self.referee.is_terminal() {
            self.terminal += 1;
            let worth = RoleId::first(self.referee.roles())
                .map(|role| self.referee.goals(role))
                .collect::<Result<_, _>>()?;
            self.worth.insert(number, worth);
            self.rest(number);
            return Ok(End::Over);
        }
        match is_last {
            true => self.rest(number),
            false => self.go_on(number, &node, &state)?,
        }
        Ok(End::GoesOn)
    }

    fn note_truth(&mut self, number: u32) -> Result<(), NoHistoryModel> {
        if self.truth.is_empty() {
            return Ok(());
        }
        self.referee.complete()?;
        for (said, truth) in self.queries.gdl_fluents().zip(&mut self.truth) {
            let holds = match said {
                GdlFluent::Initial => number == 0,
                GdlFluent::Atom(predicate, row) => self.referee.holds(*predicate, row)?,
            };
            truth.grow(number as usize + 1);
            truth.set(number as usize, holds);
        }
        Ok(())
    }

    /// Nothing changes any more, or is not looked at.
    fn rest(&mut self, number: u32) {
        let nothing = vec![AgentAction(u32::MAX); self.referee.roles()];
        let joint = self.joint_number(nothing.into());
        self.builder.step(joint, number);
        self.builder.end_state();
    }

    /// The moves of a history.
    fn moves_to(&self, mut number: u32) -> Vec<Vec<String>> {
        let steps: Vec<&[RoleMove]> = self.made.chunks(self.referee.roles().max(1)).collect();
        let mut moves = Vec::new();
        while let Some(at) = (number as usize).checked_sub(1) {
            let shown = RoleId::first(steps[at].len()).zip(steps[at]);
            moves.push(shown.map(|(role, &made)| self.referee.show_move(role, made)).collect());
            number = self.before[at];
        }
        moves.reverse();
        moves
    }

    fn go_on(
        &mut self,
        number: u32,
        node: &Node,
        state: &R::Position,
    ) -> Result<(), NoHistoryModel> {
        let mut joint = JointMoves::of(self.referee);
        if let Some(role) = joint.without_moves() {
            let position = self.referee.show_position(state);
            let stuck = Stuck::NoMove { role, position, moves: self.moves_to(number) };
            return Err(NoHistoryModel::Stuck(stuck));
        }
        // Many moves of many roles are too many together before the first is made.
        if joint.count().saturating_add(self.steps as u64) > MOST_STEPS {
            return Err(NoHistoryModel::TooManySteps(MOST_STEPS));
        }
        let mut next = state.clone();
        while let Some(moves) = joint.next() {
            self.work.step(self.referee.weight())?;
            self.referee.make(moves, &mut next)?;
            let views = self.views.after(self.referee, &node.views, moves)?;
            let known = self.nodes.len();
            let to = self.node(next.clone(), &views);
            if self.nodes.len() > known {
                self.before.push(number);
                self.made.extend(moves);
            }
            if self.nodes.len() > self.most {
                let depth = self.layers.len() - 1;
                return Err(NoHistoryModel::TooMany { most: self.most, depth });
            }
            let order = self.views.order().to_vec();
            let made = order.iter().map(|&role| {
                let term = self.referee.move_term(role, moves[role.index()]);
                self.queries.action_of(role, term)
            });
            let made = made.collect();
            let done = self.joint_number(made);
            self.builder.step(done, to);
            self.steps += 1;
        }
        self.builder.end_state();
        Ok(())
    }

    fn joint_number(&mut self, made: Box<[AgentAction]>) -> u32 {
        let builder = &mut self.builder;
        *self.joint.entry(made).or_insert_with_key(|made| builder.joint(made.clone()))
    }

    fn finish(self, is_whole: bool) -> Result<HistoryModel<R::Position>, Stopped> {
        let classes = self.looks.into_iter().map(number_classes).collect();
        Ok(HistoryModel {
            frame: self.builder.finish(classes, self.work.stop())?,
            is_whole,
            terminal: self.terminal,
            steps: self.steps,
            states: self.states,
            state: self.state,
            layers: self.layers,
            truth: self.truth,
            worth: self.worth,
        })
    }
}

/// Classes without gaps in their numbers.
fn number_classes(looks: Vec<u32>) -> Classes {
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let number = |look: u32| {
        let next = numbers.len() as u32;
        *numbers.entry(look).or_insert(next)
    };
    let of: Vec<u32> = looks.into_iter().map(number).collect();
    Classes { count: numbers.len(), of }
}
