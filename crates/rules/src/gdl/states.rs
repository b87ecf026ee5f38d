//! The positions that plays lead to, breadth first.

use super::cut_short::CutShort;
use super::referee::{Referee, RoleId, RoleMove};
use crate::work::Work;
use hexa_logic::Stop;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// How many positions there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionCount {
    /// Positions that were met.
    pub states: usize,
    /// Those in which plays are over.
    pub terminal: usize,
    /// Those in which a role has no legal move, and plays are not over.
    pub stuck: usize,
    /// The first of these.
    pub first_stuck: Option<StuckPosition>,
    /// Ways to make a move of every role, in positions in which plays are not over.
    pub steps: usize,
    /// Whether these are all.
    pub is_complete: bool,
    /// Whether somebody asked for the end.
    pub is_stopped: bool,
}

/// A position in which a role has no legal move, and plays are not over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StuckPosition {
    /// Who.
    pub role: RoleId,
    /// The facts of the position.
    pub position: Vec<String>,
    /// The fewest moves that lead there, of all roles at each step.
    pub moves: Vec<Vec<String>>,
}

/// How far to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountLimits {
    /// The most positions.
    pub states: usize,
    /// The most steps.
    pub steps: usize,
}

/// Counts positions and steps up to a limit. Who waits is told now and then.
pub fn count<R: Referee>(
    referee: &mut R,
    most: CountLimits,
    stop: &Stop,
    mut observe: impl FnMut(&PositionCount),
) -> Result<PositionCount, CutShort> {
    let mut count = PositionCount { states: 1, ..PositionCount::default() };
    match count_all(referee, most, &Work::new(stop), &mut count, &mut observe) {
        Err(CutShort::Stopped) => count.is_stopped = true,
        other => other?,
    }
    Ok(count)
}

fn count_all<R: Referee>(
    referee: &mut R,
    most: CountLimits,
    work: &Work<'_>,
    count: &mut PositionCount,
    observe: &mut impl FnMut(&PositionCount),
) -> Result<(), CutShort> {
    let mut positions: IndexSet<R::Position, FxBuildHasher> = IndexSet::default();
    positions.insert(referee.initial());
    let mut next = referee.initial();
    // From where each position but the first was met first, and by which moves.
    let mut before: Vec<(usize, Box<[RoleMove]>)> = Vec::new();
    let mut at = 0;
    while let Some(position) = positions.get_index(at).cloned() {
        at += 1;
        work.step(referee.weight())?;
        referee.enter(&position)?;
        if referee.is_terminal() {
            count.terminal += 1;
            continue;
        }
        let mut joint = JointMoves::of(referee);
        if let Some(role) = joint.without_moves() {
            count.stuck += 1;
            if count.first_stuck.is_none() {
                let moves = moves_to(referee, at - 1, &before);
                let position = referee.show_position(&position);
                count.first_stuck = Some(StuckPosition { role, position, moves });
            }
            continue;
        }
        while let Some(moves) = joint.next() {
            work.step(referee.weight())?;
            referee.make(moves, &mut next)?;
            count.steps += 1;
            if !positions.contains(&next) {
                positions.insert(next.clone());
                before.push((at - 1, moves.into()));
                count.states = positions.len();
            }
            if count.states > most.states || count.steps >= most.steps {
                return Ok(());
            }
            // Many moves of many roles are as long a wait as many positions.
            if count.steps.is_multiple_of(1024) {
                observe(count);
            }
        }
        observe(count);
    }
    count.is_complete = true;
    Ok(())
}

/// The moves that lead to a position.
fn moves_to<R: Referee>(
    referee: &R,
    mut position: usize,
    before: &[(usize, Box<[RoleMove]>)],
) -> Vec<Vec<String>> {
    let mut moves = Vec::new();
    while let Some((from, made)) = position.checked_sub(1).and_then(|at| before.get(at)) {
        let made = RoleId::first(made.len()).zip(made);
        moves.push(made.map(|(role, &made)| referee.show_move(role, made)).collect());
        position = *from;
    }
    moves.reverse();
    moves
}

/// All ways to make one legal move of every role.
pub struct JointMoves {
    legal: Vec<Vec<RoleMove>>,
    chosen: Vec<usize>,
    moves: Vec<RoleMove>,
    is_over: bool,
}

impl JointMoves {
    /// Those of the position that was entered.
    pub fn of(referee: &impl Referee) -> Self {
        let legal: Vec<Vec<RoleMove>> =
            RoleId::first(referee.roles()).map(|role| referee.legal(role).to_vec()).collect();
        let is_over = legal.iter().any(Vec::is_empty);
        Self { chosen: vec![0; legal.len()], moves: Vec::new(), legal, is_over }
    }

    /// A role that has none.
    pub fn without_moves(&self) -> Option<RoleId> {
        self.legal.iter().position(Vec::is_empty).map(RoleId::from_index)
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
