//! The belief of a player in any game: all plays are tried, depth first, that can lead to what the player has noticed.
//!
//! A player who forgets nothing has noticed the beginning of it at every earlier moment, so that plays which they would have
//! noticed otherwise are left at once. For other players, and for games whose information sets are not written as what is
//! remembered, all plays are tried to their ends. Chance that cannot be listed cannot be tried.

use super::{Belief, BeliefLimits, BeliefOf, NoBelief, Weighed};
use crate::exact::RBig;
use crate::game::{Chance, Game, GameLimit, Move, Play, PlayStep, Player, Recall, Trouble, Turn};
use hexa_logic::Stop;
use std::sync::Arc;

/// The belief of a player with an information set, by trying all plays.
pub fn enumerate(game: &Arc<dyn Game>, of: BeliefOf<'_>, stop: &Stop) -> Result<Belief, NoBelief> {
    let recall = game.declaration().recall.get(of.player.index());
    let recall = recall.ok_or(NoBelief::Impossible)?;
    let mut prunes = *recall == Recall::Perfect;
    loop {
        let mut play = Arc::clone(game).start(stop)?;
        let mut search = Search {
            of,
            prunes,
            is_misled: false,
            visited: 0,
            bytes: Vec::new(),
            way: Vec::new(),
            found: Vec::new(),
        };
        search.run(&mut *play, stop)?;
        if !search.is_misled {
            return Belief::of(search.found, of.model);
        }
        prunes = false;
    }
}

/// A step that can be taken, with what it does to the weight for the player and to the probability to come by.
struct Alternative {
    step: PlayStep,
    weight: RBig,
    reach: RBig,
}

struct Search<'b> {
    of: BeliefOf<'b>,
    /// Whether plays are left that the player would have noticed otherwise.
    prunes: bool,
    /// Whether some information set is not written as what is remembered, so that nothing may be left.
    is_misled: bool,
    visited: usize,
    bytes: Vec<u8>,
    way: Vec<PlayStep>,
    found: Vec<Weighed>,
}

impl Search<'_> {
    fn run(&mut self, play: &mut dyn Play, stop: &Stop) -> Result<(), NoBelief> {
        let mut open = vec![self.enter(play, (RBig::ONE, RBig::ONE), stop)?];
        while let Some(alternatives) = open.last_mut() {
            let Some(next) = alternatives.pop() else {
                open.pop();
                if self.way.pop().is_some() {
                    play.undo();
                }
                continue;
            };
            play.apply(&next.step)?;
            self.way.push(next.step);
            open.push(self.enter(play, (next.weight, next.reach), stop)?);
        }
        Ok(())
    }

    /// Looks at a position; what can be done there, with the weights after it.
    fn enter(
        &mut self,
        play: &dyn Play,
        (weight, reach): (RBig, RBig),
        stop: &Stop,
    ) -> Result<Vec<Alternative>, NoBelief> {
        stop.count(1).map_err(Trouble::from)?;
        let BeliefLimits { positions, visited, steps } = self.of.limits;
        self.visited += 1;
        if self.visited > visited {
            return Err(Trouble::Limit(GameLimit::Nodes(visited)).into());
        }
        let noticed = play.memory(self.of.player).bytes();
        self.bytes.clear();
        play.information(self.of.player, &mut self.bytes);
        self.is_misled |= self.prunes && self.bytes != noticed;
        if self.is_misled || self.prunes && !self.of.information.starts_with(noticed) {
            return Ok(Vec::new());
        }
        if self.bytes == self.of.information {
            if self.found.len() == positions {
                return Err(Trouble::Limit(GameLimit::Positions(positions)).into());
            }
            let (weight, reach) = (weight.clone(), reach.clone());
            self.found.push(Weighed { play: play.fork(), way: self.way.clone(), weight, reach });
        }
        let mut alternatives = self.alternatives(play)?;
        if !alternatives.is_empty() && self.way.len() >= steps {
            return Err(Trouble::Limit(GameLimit::Steps(steps)).into());
        }
        for one in &mut alternatives {
            one.weight *= &weight;
            one.reach *= &reach;
        }
        Ok(alternatives)
    }

    fn alternatives(&self, play: &dyn Play) -> Result<Vec<Alternative>, NoBelief> {
        match play.turn() {
            Turn::Over => Ok(Vec::new()),
            Turn::Chance => match play.chance()? {
                Chance::Drawn => Err(NoBelief::DrawnChance),
                Chance::Listed(moves, weights) => {
                    let of = |(at, &made): (usize, &Move)| {
                        let chance = weights.probability(at).0;
                        let step = PlayStep::Chance(made);
                        Alternative { step, weight: chance.clone(), reach: chance }
                    };
                    Ok(moves.iter().enumerate().map(of).collect())
                }
            },
            turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
                self.joint_moves(play, turn.players())
            }
        }
    }

    /// All that players who are asked can do together. The player's own moves count once, whatever they are.
    fn joint_moves(
        &self,
        play: &dyn Play,
        players: &[Player],
    ) -> Result<Vec<Alternative>, NoBelief> {
        let most = self.of.limits.visited;
        let mut joint = vec![(Vec::new(), RBig::ONE, RBig::ONE)];
        for &player in players {
            let moves = play.moves(player);
            if moves.is_empty() {
                return Err(Trouble::Stuck(player).into());
            }
            if joint.len().saturating_mul(moves.len()) > most {
                return Err(Trouble::Limit(GameLimit::Nodes(most)).into());
            }
            let mut longer = Vec::with_capacity(joint.len() * moves.len());
            for (before, weight, reach) in &joint {
                for &made in moves {
                    let chance = self.of.model.chance_of(play, player, made).0;
                    let mut together: Vec<Move> = before.clone();
                    together.push(made);
                    let is_own = player == self.of.player;
                    let own = if is_own { weight.clone() } else { weight * &chance };
                    longer.push((together, own, reach * chance));
                }
            }
            joint = longer;
        }
        let of =
            |(moves, weight, reach)| Alternative { step: PlayStep::Moves(moves), weight, reach };
        Ok(joint.into_iter().map(of).collect())
    }
}
