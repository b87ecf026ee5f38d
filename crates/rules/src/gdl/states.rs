//! The states that plays lead to, breadth first.

use super::playouts::Stuck;
use super::referee::{Referee, RoleMove};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::ops::ControlFlow;

/// How many states there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionCount {
    /// States that were met.
    pub states: usize,
    /// Those in which plays are over.
    pub terminal: usize,
    /// Ways to make a move of every role, in states in which plays are not over.
    pub steps: usize,
    /// Whether these are all.
    pub is_complete: bool,
}

/// How far to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountLimits {
    /// The most states.
    pub states: usize,
    /// The most steps.
    pub steps: usize,
}

/// Counts states and steps up to a limit. Who waits is told after every state, and may break off.
pub fn count<R: Referee>(
    referee: &mut R,
    most: CountLimits,
    mut told: impl FnMut(&PositionCount) -> ControlFlow<()>,
) -> Result<PositionCount, Stuck> {
    let mut states: IndexSet<R::Position, FxBuildHasher> = IndexSet::default();
    states.insert(referee.initial());
    let mut count = PositionCount { states: 1, ..PositionCount::default() };
    let mut next = referee.initial();
    let mut at = 0;
    while let Some(state) = states.get_index(at).cloned() {
        at += 1;
        referee.enter(&state)?;
        if referee.is_terminal() {
            count.terminal += 1;
            continue;
        }
        let mut joint = JointMoves::of(referee);
        if let Some(role) = joint.without_moves() {
            let state = referee.show_position(&state);
            return Err(Stuck::NoMove { role, state, steps: 0, moves: Vec::new() });
        }
        while let Some(moves) = joint.next() {
            referee.make(moves, &mut next)?;
            count.steps += 1;
            if !states.contains(&next) {
                states.insert(next.clone());
                count.states = states.len();
            }
            let is_enough = count.states > most.states || count.steps >= most.steps;
            // Many moves of many roles are as long a wait as many states.
            if is_enough || (count.steps.is_multiple_of(1024) && told(&count).is_break()) {
                return Ok(count);
            }
        }
        if told(&count).is_break() {
            return Ok(count);
        }
    }
    count.is_complete = true;
    Ok(count)
}

/// All ways to make one legal move of every role.
pub struct JointMoves {
    legal: Vec<Vec<RoleMove>>,
    chosen: Vec<usize>,
    moves: Vec<RoleMove>,
    is_over: bool,
}

impl JointMoves {
    /// Those of the state that was entered.
    pub fn of(referee: &impl Referee) -> Self {
        let legal: Vec<Vec<RoleMove>> =
            (0..referee.roles()).map(|role| referee.legal(role).to_vec()).collect();
        let is_over = legal.iter().any(Vec::is_empty);
        Self { chosen: vec![0; legal.len()], moves: Vec::new(), legal, is_over }
    }

    /// A role that has none.
    pub fn without_moves(&self) -> Option<usize> {
        self.legal.iter().position(Vec::is_empty)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.legal.iter().fold(1, |count: u64, legal| count.saturating_mul(legal.len() as u64))
    }

    /// The next one; the last role changes its move first.
    pub fn next(&mut self) -> Option<&[RoleMove]> {
        if self.is_over {
            return None;
        }
        self.moves.clear();
        self.moves
            .extend(self.legal.iter().zip(&self.chosen).map(|(legal, &chosen)| legal[chosen]));
        self.advance();
        Some(&self.moves)
    }

    fn advance(&mut self) {
        for (chosen, legal) in self.chosen.iter_mut().zip(&self.legal).rev() {
            *chosen += 1;
            if *chosen < legal.len() {
                return;
            }
            *chosen = 0;
        }
        self.is_over = true;
    }
}
