//! What an agent without recall considers possible: the states of a class of the model that plays come to, where somebody has a
//! choice or the play is over. Plays that come to one state are one position there, because nobody remembers how it was
//! come to; their weights are summed. So a belief takes as long as the model is large, not as there are plays.
//!
//! A position is told by one of the shortest plays that lead to it. A model of moves is shown positions without what came before.
//! Where plays can come to a state again there may be infinitely many plays, and they are tried one by one, up to a limit.

use super::play::EgdlPlay;
use super::{EgdlGame, Recalls};
use hexa_games::belief::{Belief, BeliefOf, EpistemicGame, NoBelief, Weighed, enumerate};
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

/// What leads from one position to another.
struct Leading {
    to: usize,
    weight: RBig,
    reach: RBig,
}

/// The positions that plays come to, in the order in which they were met, so that the shortest play comes first.
struct States {
    met: IndexMap<Standing, Met, FxBuildHasher>,
    leading: Vec<Vec<Leading>>,
}

/// How a position was met first.
struct Met {
    before: Option<(usize, PlayStep)>,
    steps: usize,
}

impl States {
    /// All of them.
    fn reach(game: &Arc<EgdlGame>, of: BeliefOf<'_>, stop: &Stop) -> Result<Self, NoBelief> {
        let start = EgdlPlay::start(Arc::clone(game), stop)?;
        let mut states = Self { met: IndexMap::default(), leading: Vec::new() };
        states.met.insert(start.state(), Met { before: None, steps: 0 });
        let mut at = 0;
        while let Some((&state, met)) = states.met.get_index(at) {
            let steps = met.steps;
            if at >= of.limits.visited {
                return Err(Trouble::Limit(GameLimit::Nodes(of.limits.visited)).into());
            }
            let play = match state {
                Some(state) => EgdlPlay::at(Arc::clone(game), state, stop)?,
                None => start.clone(),
            };
            let mut leading = Vec::new();
            for (step, weight, reach) in alternatives(&play, of)? {
                let mut next = play.clone();
                next.apply(&step)?;
                let entry = states.met.entry(next.state());
                let to = entry.index();
                entry.or_insert_with(|| Met { before: Some((at, step.clone())), steps: steps + 1 });
                leading.push(Leading { to, weight, reach });
            }
            if !leading.is_empty() && steps >= of.limits.steps {
                return Err(Trouble::Limit(GameLimit::Steps(of.limits.steps)).into());
            }
            states.leading.push(leading);
            at += 1;
        }
        Ok(states)
    }

    /// The positions in an order in which each stands behind all that lead to it, if there is one.
    fn order(&self) -> Option<Vec<usize>> {
        let mut before = vec![0usize; self.leading.len()];
        for leading in self.leading.iter().flatten() {
            before[leading.to] += 1;
        }
        let mut order: Vec<usize> = (0..before.len()).filter(|&at| before[at] == 0).collect();
        let mut done = 0;
        while let Some(&at) = order.get(done) {
            done += 1;
            for leading in &self.leading[at] {
                before[leading.to] -= 1;
                if before[leading.to] == 0 {
                    order.push(leading.to);
                }
            }
        }
        (order.len() == before.len()).then_some(order)
    }

    /// How likely plays come by each position: for the player, whose own moves count once, and at all.
    fn weigh(&self, order: &[usize], stop: &Stop) -> Result<Vec<(RBig, RBig)>, Trouble> {
        let mut sums = vec![(RBig::ZERO, RBig::ZERO); order.len()];
        if let Some(&start) = order.first() {
            sums[start] = (RBig::ONE, RBig::ONE);
        }
        for &at in order {
            stop.count(1)?;
            let (weight, reach) = sums[at].clone();
            for leading in &self.leading[at] {
                let sum = &mut sums[leading.to];
                sum.0 += &weight * &leading.weight;
                sum.1 += &reach * &leading.reach;
            }
        }
        Ok(sums)
    }

    /// The shortest play that leads to a position, of those that were met first.
    fn way_to(&self, mut at: usize) -> Vec<PlayStep> {
        let mut way = Vec::new();
        while let Some((before, step)) =
            self.met.get_index(at).and_then(|(_, met)| met.before.as_ref())
        {
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
        let Some(order) = self.order() else { return Ok(None) };
        let sums = self.weigh(&order, stop)?;
        let start = EgdlPlay::start(Arc::clone(game), stop)?;
        let mut positions = Vec::new();
        let mut bytes = Vec::new();
        for (at, (weight, reach)) in sums.into_iter().enumerate() {
            let Some((&state, _)) = self.met.get_index(at) else { continue };
            bytes.clear();
            game.write_seen(of.player, state, &mut bytes);
            if bytes != of.information {
                continue;
            }
            if positions.len() == of.limits.positions {
                return Err(Trouble::Limit(GameLimit::Positions(of.limits.positions)).into());
            }
            let way = self.way_to(at);
            let mut play: Box<dyn Play> = Box::new(start.clone());
            way.iter().try_for_each(|step| play.apply(step))?;
            positions.push(Weighed { play, way, weight, reach });
        }
        Belief::of(positions, of.model).map(Some)
    }
}

/// All that can be done at a position, with how likely it is for the player and at all.
fn alternatives(
    play: &EgdlPlay,
    of: BeliefOf<'_>,
) -> Result<Vec<(PlayStep, RBig, RBig)>, NoBelief> {
    match play.turn() {
        Turn::Over => Ok(Vec::new()),
        Turn::Chance => match play.chance()? {
            Chance::Drawn => Err(NoBelief::DrawnChance),
            Chance::Listed(moves, weights) => {
                let one = |(at, &made): (usize, &Move)| {
                    let chance = weights.probability(at).0;
                    (PlayStep::Chance(made), chance.clone(), chance)
                };
                Ok(moves.iter().enumerate().map(one).collect())
            }
        },
        turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
            let mut joint = vec![(Vec::new(), RBig::ONE, RBig::ONE)];
            for &player in turn.players() {
                let mut longer = Vec::new();
                for (before, weight, reach) in joint {
                    for &made in play.moves(player) {
                        let chance = of.model.chance_of(play, player, made).0;
                        let own = if player == of.player { RBig::ONE } else { chance.clone() };
                        let together: Vec<Move> = [&before[..], &[made]].concat();
                        longer.push((together, &weight * own, &reach * chance));
                    }
                }
                joint = longer;
            }
            let one = |(moves, weight, reach)| (PlayStep::Moves(moves), weight, reach);
            Ok(joint.into_iter().map(one).collect())
        }
    }
}
