//! A play of a game in EGDL: a path of its model.

use super::{EgdlGame, Recalls};
use crate::gdl::MOST_FORCED;
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{
    Chance, GameLimit, Memory, Move, Observation, Play, PlayStep, Player, Trouble, Turn,
};
use hexa_logic::{Agent, AgentAction, Stop, Stream};
use std::sync::Arc;

/// A play.
#[derive(Clone)]
pub(super) struct EgdlPlay {
    game: Arc<EgdlGame>,
    stop: Stop,
    /// From the start on; the last is where the play stands.
    stages: Vec<Stage>,
    memories: Vec<Memory>,
}

/// Where a play stands.
#[derive(Clone)]
struct Stage {
    /// The state; none before chance has drawn where the play starts.
    state: Option<u32>,
    turn: Turn,
    /// The legal actions of each agent, and their numbers.
    legal: Vec<Vec<AgentAction>>,
    numbers: Vec<Vec<Move>>,
    /// How many observations there were of each agent; all have as many.
    noticed: usize,
}

impl EgdlPlay {
    /// A play at its start, after steps in which nobody has a choice.
    pub(super) fn start(game: Arc<EgdlGame>, stop: &Stop) -> Result<Self, Trouble> {
        let agents = game.agents();
        let stop = stop.clone();
        let mut play =
            Self { game, stop, stages: Vec::new(), memories: vec![Memory::default(); agents] };
        match (play.game.starts.1.is_some(), play.game.model.frame.initial().first()) {
            (false, Some(&state)) => play.begin(state)?,
            (true, _) | (_, None) => {
                let (legal, numbers) = (vec![Vec::new(); agents], vec![Vec::new(); agents]);
                let turn = Turn::Chance;
                play.stages.push(Stage { state: None, turn, legal, numbers, noticed: 0 });
            }
        }
        Ok(play)
    }

    /// A position at a state at which plays stand, without what came before.
    pub(super) fn at(game: Arc<EgdlGame>, state: u32, stop: &Stop) -> Result<Self, Trouble> {
        let memories = vec![Memory::default(); game.agents()];
        let mut play = Self { game, stop: stop.clone(), stages: Vec::new(), memories };
        play.settle(state)?;
        Ok(play)
    }

    /// The state at which it stands; none before chance has drawn where it starts.
    pub(super) fn state(&self) -> Option<u32> {
        self.now().state
    }

    fn now(&self) -> &Stage {
        &self.stages[self.stages.len() - 1]
    }

    fn begin(&mut self, state: u32) -> Result<(), Trouble> {
        self.notice(state, None, &[]);
        self.settle(state)
    }

    /// Everybody notices the state that was reached, and what they did to reach it.
    fn notice(&mut self, state: u32, joint: Option<&[AgentAction]>, own: &[(Player, Move)]) {
        let game = &self.game;
        let at = state as usize;
        let public = match game.common.count {
            1 => Vec::new(),
            _ => game.common.of[at].to_le_bytes().to_vec(),
        };
        for (agent, memory) in self.memories.iter_mut().enumerate() {
            let mut private = game.classes(agent).of[at].to_le_bytes().to_vec();
            private.extend(joint.iter().flat_map(|joint| joint[agent].0.to_le_bytes()));
            let own = own.iter().find(|(who, _)| who.index() == agent).map(|own| own.1);
            memory.record(Observation { own, public: &public, private: &private });
        }
    }

    /// Goes on from a state until somebody has a choice or the play is over.
    fn settle(&mut self, mut state: u32) -> Result<(), Trouble> {
        for _ in 0..=MOST_FORCED {
            self.stop.count(1)?;
            let agents = self.game.agents();
            let noticed = self.memories.first().map_or(0, Memory::len);
            if self.game.is_over(state) {
                let (legal, numbers) = (vec![Vec::new(); agents], vec![Vec::new(); agents]);
                let turn = Turn::Over;
                self.stages.push(Stage { state: Some(state), turn, legal, numbers, noticed });
                return Ok(());
            }
            let legal: Vec<Vec<AgentAction>> =
                (0..agents).map(|agent| self.game.legal(agent, state)).collect();
            let asked: Vec<Player> =
                Player::first(agents).filter(|player| legal[player.index()].len() > 1).collect();
            let turn = match asked[..] {
                [] => {
                    let joint: Option<Vec<AgentAction>> =
                        legal.iter().map(|legal| legal.first().copied()).collect();
                    let stuck = legal.iter().position(Vec::is_empty).unwrap_or(0);
                    let joint = joint.ok_or(Trouble::Stuck(Player::from_index(stuck)))?;
                    state = self.go(state, &joint, &[])?;
                    continue;
                }
                [player] => Turn::Decision(player),
                _ => Turn::Simultaneous(asked),
            };
            let number = |(agent, legal): (usize, &Vec<AgentAction>)| {
                let all = &self.game.actions[agent];
                let place = |action: &AgentAction| all.binary_search(action).ok();
                legal.iter().filter_map(place).map(|at| Move(at as u32)).collect()
            };
            let numbers = legal.iter().enumerate().map(number).collect();
            self.stages.push(Stage { state: Some(state), turn, legal, numbers, noticed });
            return Ok(());
        }
        Err(Trouble::Limit(GameLimit::Steps(MOST_FORCED)))
    }

    /// The state after a joint action.
    fn go(
        &mut self,
        state: u32,
        joint: &[AgentAction],
        own: &[(Player, Move)],
    ) -> Result<u32, Trouble> {
        let frame = &self.game.model.frame;
        let step = frame.steps(state).find(|&step| frame.actions(step) == joint);
        let to = frame.to(step.ok_or(Trouble::WrongTurn)?);
        self.notice(to, Some(joint), own);
        Ok(to)
    }

    fn take_moves(&mut self, moves: &[Move]) -> Result<(), Trouble> {
        let now = self.now();
        let asked = now.turn.players();
        let (Some(state), false, true) = (now.state, asked.is_empty(), asked.len() == moves.len())
        else {
            return Err(Trouble::WrongTurn);
        };
        let first = |legal: &Vec<AgentAction>| legal.first().copied().unwrap_or(AgentAction(0));
        let mut joint: Vec<AgentAction> = now.legal.iter().map(first).collect();
        let own: Vec<(Player, Move)> = asked.iter().copied().zip(moves.iter().copied()).collect();
        for &(player, made) in &own {
            let at = now.numbers[player.index()].binary_search(&made);
            let at = at.map_err(|_| Trouble::NoSuchMove { player, made })?;
            joint[player.index()] = now.legal[player.index()][at];
        }
        let to = self.go(state, &joint, &own)?;
        self.settle(to)
    }

    fn take_chance(&mut self, made: Move) -> Result<(), Trouble> {
        let state = self.game.model.frame.initial().get(made.index()).copied();
        self.begin(state.ok_or(Trouble::NoSuchChance)?)
    }

    fn go_back(&mut self) {
        let noticed = self.now().noticed;
        self.memories.iter_mut().for_each(|memory| memory.truncate(noticed));
    }
}

impl Play for EgdlPlay {
    fn turn(&self) -> &Turn {
        &self.now().turn
    }

    fn moves(&self, player: Player) -> &[Move] {
        match self.now().turn.players().contains(&player) {
            true => &self.now().numbers[player.index()],
            false => &[],
        }
    }

    fn move_text(&self, player: Player, made: Move) -> String {
        let actions = self.game.actions.get(player.index());
        let action = actions.and_then(|actions| actions.get(made.index()));
        action.map(|&action| self.game.signature.move_name(action).to_owned()).unwrap_or_default()
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        match (&self.now().turn, &self.game.starts) {
            (Turn::Chance, (moves, Some(weights))) => Ok(Chance::Listed(moves, weights)),
            (Turn::Chance | Turn::Decision(_) | Turn::Simultaneous(_) | Turn::Over, _) => {
                Err(Trouble::WrongTurn)
            }
        }
    }

    fn chance_text(&self, made: Move) -> String {
        format!("initial {}", u64::from(made.0) + 1)
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        let Chance::Listed(moves, weights) = self.chance()? else { return Err(Trouble::WrongTurn) };
        let at = weights.draw(stream);
        Ok((PlayStep::Chance(moves[at]), weights.probability(at)))
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        let taken = match (step, &self.now().turn) {
            (PlayStep::Moves(moves), Turn::Decision(_) | Turn::Simultaneous(_)) => {
                self.take_moves(moves)
            }
            (PlayStep::Chance(made), Turn::Chance) => self.take_chance(*made),
            (PlayStep::Moves(_) | PlayStep::Chance(_) | PlayStep::Drawn(_), _) => {
                return Err(Trouble::WrongTurn);
            }
        };
        if taken.is_err() {
            self.go_back();
        }
        taken
    }

    fn undo(&mut self) {
        if self.stages.len() > 1 {
            self.stages.pop();
            self.go_back();
        }
    }

    fn steps(&self) -> usize {
        self.stages.len() - 1
    }

    fn memory(&self, player: Player) -> &Memory {
        &self.memories[player.index()]
    }

    fn information(&self, player: Player, bytes: &mut Vec<u8>) {
        match self.game.recalls {
            Recalls::Everything => bytes.extend_from_slice(self.memories[player.index()].bytes()),
            Recalls::Nothing => self.game.write_seen(player, self.now().state, bytes),
        }
    }

    fn facts(&self) -> Vec<String> {
        let Some(state) = self.now().state else { return Vec::new() };
        let atoms = self.game.model.atoms(state).into_iter();
        let names = atoms.filter_map(|atom| self.game.atoms.get(atom.0 as usize).cloned());
        let mut facts: Vec<String> = names.collect();
        facts.sort_unstable();
        facts
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        self.returns()
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        let now = self.now();
        let won = |player: Player| match (&now.turn, now.state) {
            (Turn::Over, Some(state)) => {
                self.game.model.holds(self.game.signature.wins(Agent(player.0)), state)
            }
            (Turn::Over | Turn::Chance | Turn::Decision(_) | Turn::Simultaneous(_), _) => false,
        };
        let worth = |player| Exact(if won(player) { RBig::ONE } else { RBig::ZERO });
        Ok(Player::first(self.memories.len()).map(worth).collect())
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }
}
