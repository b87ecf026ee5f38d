//! What an agent without recall considers possible: the states of a class of the model that plays come to, where somebody has a
//! choice or the play is over. Plays that come to one state are one position there, because nobody remembers how it was
//! come to; their weights are summed. So a belief takes as long as the model is large, not as there are plays.
//!
//! A position is told by one of the shortest plays that lead to it. A model of moves is shown positions without what came before.
//! Where plays can come to a state again there may be infinitely many plays, and they are tried one by one, up to a limit.

use super::play::EgdlPlay;
use super::{EgdlGame, Recalls};
use hexa_games::belief::{
    Belief, BeliefLimits, BeliefOf, EpistemicGame, NoBelief, Weighed, enumerate,
};
use hexa_games::exact::RBig;
use hexa_games::game::{Chance, Game, GameLimit, Move, Play, PlayStep, Player, Trouble, Turn};
use hexa_logic::{Stop, Vocabulary};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

impl EpistemicGame for EgdlGame {
    fn find_belief(self: Arc<Self>, of: BeliefOf<'_>, stop: &Stop) -> Result<Belief, NoBelief> {
        if of.player.index() >= self.agents() {
            return Err(NoBelief::Impossible);
        }
        let by_states = match self.recalls {
            Recalls::Everything => None,
            Recalls::Nothing => States::reach(&self, of, stop)?.belief(&self, of, stop)?,
        };
        match by_states {
            Some(belief) => Ok(belief),
            None => enumerate(&(self as Arc<dyn Game>), of, stop),
        }
    }

    fn needed_facts(&self, _: Player, _: &dyn Play) -> Option<Vec<String>> {
        None
    }

    fn is_stake(&self, _: Player, _: Move) -> bool {
        false
    }

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary::default()
    }
}

/// A state at which plays stand; none before chance has drawn where they start.
type Standing = Option<u32>;

/// The positions that plays come to, in the order in which they were met, so that the shortest play comes first.
pub(super) struct States {
    met: IndexMap<Standing, Met, FxBuildHasher>,
    /// What each leads to, in the order of what can be done there.
    leading: Vec<Vec<usize>>,
    /// The positions in an order in which each stands behind all that lead to it; none if plays can come to a state again.
    order: Option<Vec<usize>>,
}

/// How a position was met first.
struct Met {
    before: Option<(usize, PlayStep)>,
    steps: usize,
}

impl States {
    /// All of them. They are found once for a game.
    fn reach(game: &Arc<EgdlGame>, of: BeliefOf<'_>, stop: &Stop) -> Result<Arc<Self>, NoBelief> {
        let states = match game.reached.get() {
            Some(states) => Arc::clone(states),
            None => {
                let found = Arc::new(Self::find(game, of.limits.visited, stop)?);
                Arc::clone(game.reached.get_or_init(|| found))
            }
        };
        let BeliefLimits { visited, steps, .. } = of.limits;
        let longest = states.met.values().map(|met| met.steps).max().unwrap_or(0);
        match (states.met.len() > visited, longest > steps) {
            (true, _) => Err(Trouble::Limit(GameLimit::Nodes(visited)).into()),
            (false, true) => Err(Trouble::Limit(GameLimit::Steps(steps)).into()),
            (false, false) => Ok(states),
        }
    }

    fn find(game: &Arc<EgdlGame>, most: usize, stop: &Stop) -> Result<Self, Trouble> {
        let start = EgdlPlay::start(Arc::clone(game), stop)?;
        let mut states = Self { met: IndexMap::default(), leading: Vec::new(), order: None };
        states.met.insert(start.state(), Met { before: None, steps: 0 });
        while let Some((&state, met)) = states.met.get_index(states.leading.len()) {
            let (at, steps) = (states.leading.len(), met.steps);
            if at >= most {
                return Err(Trouble::Limit(GameLimit::Nodes(most)));
            }
            let mut play = position(game, &start, state, stop)?;
            let mut leading = Vec::new();
            for step in steps_of(&play)? {
                play.apply(&step)?;
                let entry = states.met.entry(play.state());
                leading.push(entry.index());
                entry.or_insert_with(|| Met { before: Some((at, step)), steps: steps + 1 });
                play.undo();
            }
            states.leading.push(leading);
        }
        states.order = states.find_order();
        Ok(states)
    }

    fn find_order(&self) -> Option<Vec<usize>> {
        let mut before = vec![0usize; self.leading.len()];
        for &to in self.leading.iter().flatten() {
            before[to] += 1;
        }
        let mut order: Vec<usize> = (0..before.len()).filter(|&at| before[at] == 0).collect();
        let mut done = 0;
        while let Some(&at) = order.get(done) {
            done += 1;
            for &to in &self.leading[at] {
                before[to] -= 1;
                if before[to] == 0 {
                    order.push(to);
                }
            }
        }
        (order.len() == before.len()).then_some(order)
    }

    /// The positions that lead to some of these, with them.
    fn leading_to(&self, order: &[usize], these: &[usize]) -> Vec<bool> {
        let mut leads = vec![false; order.len()];
        these.iter().for_each(|&at| leads[at] = true);
        for &at in order.iter().rev() {
            leads[at] = leads[at] || self.leading[at].iter().any(|&to| leads[to]);
        }
        leads
    }

    /// How likely plays come by each of these positions: for the player, whose own moves count once, and at all.
    fn weigh(
        &self,
        game: &Arc<EgdlGame>,
        (of, order, these): (BeliefOf<'_>, &[usize], &[usize]),
        stop: &Stop,
    ) -> Result<Vec<(RBig, RBig)>, NoBelief> {
        let start = EgdlPlay::start(Arc::clone(game), stop)?;
        let leads = self.leading_to(order, these);
        let mut sums = vec![(RBig::ZERO, RBig::ZERO); order.len()];
        if let Some(&first) = order.first() {
            sums[first] = (RBig::ONE, RBig::ONE);
        }
        for &at in order {
            if !self.leading[at].iter().any(|&to| leads[to]) {
                continue;
            }
            let Some((&state, _)) = self.met.get_index(at) else { continue };
            let play = position(game, &start, state, stop)?;
            let (weight, reach) = std::mem::take(&mut sums[at]);
            for (likely, &to) in likelihoods(&play, of)?.into_iter().zip(&self.leading[at]) {
                if leads[to] {
                    let sum = &mut sums[to];
                    sum.0 += &weight * likely.0;
                    sum.1 += &reach * likely.1;
                }
            }
            sums[at] = (weight, reach);
        }
        Ok(these.iter().map(|&at| sums[at].clone()).collect())
    }

    /// The shortest play that leads to a position, of those that were met first.
    fn way_to(&self, mut at: usize) -> Vec<PlayStep> {
        let before = |at: usize| self.met.get_index(at).and_then(|(_, met)| met.before.as_ref());
        let mut way = Vec::new();
        while let Some((before, step)) = before(at) {
            way.push(step.clone());
            at = *before;
        }
        way.reverse();
        way
    }

    /// The belief; none if plays can come to a state again.
    fn belief(
        &self,
        game: &Arc<EgdlGame>,
        of: BeliefOf<'_>,
        stop: &Stop,
    ) -> Result<Option<Belief>, NoBelief> {
        let Some(order) = &self.order else { return Ok(None) };
        let mut bytes = Vec::new();
        let mut is_in_set = |state: Standing| {
            bytes.clear();
            game.write_seen(of.player, state, &mut bytes);
            bytes == of.information
        };
        let these: Vec<usize> = (0..order.len())
            .zip(self.met.keys())
            .filter(|(_, state)| is_in_set(**state))
            .map(|(at, _)| at)
            .collect();
        if these.len() > of.limits.positions {
            return Err(Trouble::Limit(GameLimit::Positions(of.limits.positions)).into());
        }
        let sums = self.weigh(game, (of, order, &these), stop)?;
        let start = EgdlPlay::start(Arc::clone(game), stop)?;
        let mut positions = Vec::new();
        for (at, (weight, reach)) in these.into_iter().zip(sums) {
            let way = self.way_to(at);
            let mut play: Box<dyn Play> = Box::new(start.clone());
            way.iter().try_for_each(|step| play.apply(step))?;
            positions.push(Weighed { play, way, weight, reach });
        }
        Belief::of(positions, of.model).map(Some)
    }
}

/// A position without what came before.
fn position(
    game: &Arc<EgdlGame>,
    start: &EgdlPlay,
    state: Standing,
    stop: &Stop,
) -> Result<EgdlPlay, Trouble> {
    match state {
        Some(state) => EgdlPlay::at(Arc::clone(game), state, stop),
        None => Ok(start.clone()),
    }
}

/// All that can be done at a position.
fn steps_of(play: &EgdlPlay) -> Result<Vec<PlayStep>, Trouble> {
    match play.turn() {
        Turn::Over => Ok(Vec::new()),
        Turn::Chance => match play.chance()? {
            Chance::Drawn => Err(Trouble::WrongTurn),
            Chance::Listed(moves, _) => Ok(moves.iter().copied().map(PlayStep::Chance).collect()),
        },
        turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
            let mut joint = vec![Vec::new()];
            for &player in turn.players() {
                let longer = joint.iter().flat_map(|before: &Vec<Move>| {
                    play.moves(player).iter().map(move |&made| [&before[..], &[made]].concat())
                });
                joint = longer.collect();
            }
            Ok(joint.into_iter().map(PlayStep::Moves).collect())
        }
    }
}

/// How likely each of the steps at a position is, in their order: for the player, whose own moves count once, and at all.
fn likelihoods(play: &EgdlPlay, of: BeliefOf<'_>) -> Result<Vec<(RBig, RBig)>, Trouble> {
    if *play.turn() == Turn::Chance {
        let Chance::Listed(_, weights) = play.chance()? else { return Err(Trouble::WrongTurn) };
        let chance = |at| weights.probability(at).0;
        return Ok((0..weights.len()).map(|at| (chance(at), chance(at))).collect());
    }
    let mut joint = vec![(RBig::ONE, RBig::ONE)];
    for &player in play.turn().players() {
        let moves = play.moves(player).iter();
        let chances: Vec<RBig> =
            moves.map(|&made| of.model.chance_of(play, player, made).0).collect();
        let mut longer = Vec::with_capacity(joint.len() * chances.len());
        for (weight, reach) in &joint {
            for chance in &chances {
                let own = player == of.player;
                let weight = if own { weight.clone() } else { weight * chance };
                longer.push((weight, reach * chance));
            }
        }
        joint = longer;
    }
    Ok(joint)
}
