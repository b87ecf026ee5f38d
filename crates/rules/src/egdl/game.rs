//! Games in EGDL as games that are played ([`hexa_games::game`]), along the steps of their model (def. 1).
//!
//! *Turns.* Agents act at once. Only those with at least two legal actions are asked; others do the only thing they can, and
//! steps in which nobody has a choice are made at once, at most [`MOST_FORCED`](crate::gdl::MOST_FORCED) in a row. Where there are several initial
//! states, chance draws one, all equally likely. A play is worth 1 for whoever wins and 0 for others.
//!
//! *Observations.* At the start and after every step an agent notices what they see of the state, as the number of their class,
//! and their own action. Public is what is common knowledge of the state by what agents see: its class in the finest
//! partition that is coarser than those of all agents.
//!
//! *Information sets.* With perfect recall, all that was done and noticed. Without, the class of the state: agents then know what
//! they see now, and so it is if they know what they are about to do, because they are asked before they choose.

mod beliefs;
mod forgetting;
mod play;

use super::answer::EgdlFailure;
use super::answering::{build_model, read_all};
use super::model::TransitionModel;
use super::request::{EgdlRecall, EgdlRequest};
use super::signature::Signature;
use crate::frame::Classes;
use crate::pointed::readable_names;
use beliefs::States;
use hexa_games::belief::EpistemicGame;
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{
    Declaration, Game, Memory, Move, MoveNumbers, Observation, Play, Player, PlayerView, Recall,
    Trouble, Weights,
};
use hexa_lang::Sources;
use hexa_logic::{Agent, AgentAction, Fluent, Stop, Stopped};
use play::EgdlPlay;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// A game in EGDL that can be played.
pub struct EgdlGame {
    declaration: Declaration,
    signature: Signature,
    model: TransitionModel,
    /// What is common knowledge of each state.
    common: Classes,
    recalls: Recalls,
    /// The actions of each agent; moves are places among them.
    actions: Vec<Vec<AgentAction>>,
    /// The atoms as they are written in the Hexa language.
    atoms: Vec<String>,
    starts: (Vec<Move>, Option<Weights>),
    /// For each agent the states of each class, once somebody has asked.
    members: OnceLock<Vec<Vec<Vec<u32>>>>,
    /// The states that plays come to, once somebody has asked what is possible.
    reached: OnceLock<Arc<States>>,
}

/// What information sets are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Recalls {
    Nothing,
    Everything,
}

impl EgdlGame {
    /// The game that a request is about, with its recall. What is checked there plays no part, and a play may be of any length.
    pub fn new(
        request: &EgdlRequest,
        sources: &mut Sources,
        stop: &Stop,
    ) -> Result<Self, EgdlFailure> {
        let mut described = read_all(request, sources, stop)?;
        let model = build_model(request, &mut described, stop)?;
        let description = described.description;
        let stopped = |Stopped| EgdlFailure::Stopped(stop.progress());
        let common = model.frame.common(stop).map_err(stopped)?;
        let signature = description.signature;
        let mut actions = vec![Vec::new(); signature.agents().len()];
        for ((_, agent), action) in signature.moves().zip((0..).map(AgentAction)) {
            actions[agent.index()].push(action);
        }
        let agents: Vec<String> = signature.agents().map(str::to_owned).collect();
        let atoms: Vec<String> = signature.atoms().map(str::to_owned).collect();
        let atoms = readable_names(&agents, &atoms).1;
        let recalls = match request.recall {
            EgdlRecall::None | EgdlRecall::OwnAction => Recalls::Nothing,
            EgdlRecall::Perfect { .. } => Recalls::Everything,
        };
        let starts = model.frame.initial().len();
        let weights = if starts > 1 { Weights::equal(starts).ok() } else { None };
        let starts = ((0..starts as u32).map(Move).collect(), weights);
        let declaration = Declaration::of_players(&request.name, agents);
        let (members, reached) = (OnceLock::new(), OnceLock::new());
        let mut game = Self {
            declaration,
            signature,
            model,
            common,
            recalls,
            actions,
            atoms,
            starts,
            members,
            reached,
        };
        game.declare(description.title, stop).map_err(stopped)?;
        Ok(game)
    }

    fn declare(&mut self, title: Option<String>, stop: &Stop) -> Result<(), Stopped> {
        let names = |actions: &Vec<AgentAction>| {
            actions.iter().map(|&action| self.signature.move_name(action).to_owned()).collect()
        };
        let numbers = MoveNumbers::Listed(self.actions.iter().map(names).collect());
        let found = self.survey(stop)?;
        let declared = &mut self.declaration;
        declared.about = title.unwrap_or_else(|| "A game given by rules in EGDL".to_owned());
        declared.numbers = numbers;
        declared.payoffs = Some((Exact(RBig::ZERO), Exact(RBig::ONE)));
        declared.perfect_information = found.is_perfect;
        declared.tries = found.tries;
        declared.recall = found.recall;
        declared.assumptions.push("Who wins gets 1, everybody else 0.".to_owned());
        if self.starts.1.is_some() {
            declared.assumptions.push("All initial states are equally likely.".to_owned());
        }
        Ok(())
    }

    /// What the model says of the game as a whole.
    fn survey(&self, stop: &Stop) -> Result<Survey, Stopped> {
        let agents = self.agents();
        let states = self.model.frame.states();
        let sees_all = |agent: usize| self.classes(agent).count == states;
        let mut survey =
            Survey { is_perfect: (0..agents).all(sees_all), tries: false, recall: Vec::new() };
        let mut legal_of: Vec<FxHashMap<u32, Vec<AgentAction>>> =
            vec![FxHashMap::default(); agents];
        for state in 0..states as u32 {
            stop.count(1)?;
            if self.is_over(state) {
                continue;
            }
            let mut choosing = 0;
            for (agent, known) in legal_of.iter_mut().enumerate() {
                let legal = self.legal(agent, state);
                if legal.len() < 2 {
                    continue;
                }
                choosing += 1;
                let class = self.classes(agent).of[state as usize];
                survey.tries |= *known.entry(class).or_insert_with(|| legal.clone()) != legal;
            }
            survey.is_perfect &= choosing < 2;
        }
        let recall = (0..agents).map(|agent| match self.recalls {
            Recalls::Everything => Ok(Recall::Perfect),
            Recalls::Nothing => self.recall_of_classes(agent, stop),
        });
        survey.recall = recall.collect::<Result<_, _>>()?;
        Ok(survey)
    }

    fn agents(&self) -> usize {
        self.actions.len()
    }

    fn classes(&self, agent: usize) -> &Classes {
        self.model.frame.classes(Agent::from_index(agent))
    }

    /// What an agent sees of a state, as bytes; nothing before chance has drawn where a play starts.
    fn write_seen(&self, player: Player, state: Option<u32>, bytes: &mut Vec<u8>) {
        if let Some(state) = state {
            let class = self.classes(player.index()).of[state as usize];
            bytes.extend_from_slice(&class.to_le_bytes());
        }
    }

    fn is_over(&self, state: u32) -> bool {
        self.model.holds(self.signature.terminal(), state)
    }

    fn legal(&self, agent: usize, state: u32) -> Vec<AgentAction> {
        let is_legal =
            |&action: &AgentAction| self.model.holds(self.signature.legal(action), state);
        self.actions[agent].iter().copied().filter(is_legal).collect()
    }

    /// The atoms that are true in all states of a class.
    fn seen_atoms(&self, agent: usize, class: u32) -> Option<Vec<String>> {
        let members = self.members.get_or_init(|| {
            (0..self.agents()).map(|agent| self.classes(agent).members()).collect()
        });
        let (first, rest) = members.get(agent)?.get(class as usize)?.split_first()?;
        let holds = |atom: Fluent| rest.iter().all(|&state| self.model.holds(atom, state));
        let atoms = self.model.atoms(*first).into_iter().filter(|&atom| holds(atom));
        Some(atoms.map(|atom| self.signature.fluent_name(atom)).collect())
    }
}

/// What a model says of a game.
struct Survey {
    is_perfect: bool,
    tries: bool,
    recall: Vec<Recall>,
}

/// The class in the private part of an observation, and the action before it.
fn noticed(private: &[u8]) -> Option<(u32, Option<AgentAction>)> {
    let (class, rest) = private.split_first_chunk::<4>()?;
    let class = u32::from_le_bytes(*class);
    match rest {
        [] => Some((class, None)),
        rest => Some((class, Some(AgentAction(u32::from_le_bytes(rest.try_into().ok()?))))),
    }
}

impl Game for EgdlGame {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, player: Player, observed: Observation<'_>) -> String {
        let noop = self.signature.noop(Agent(player.0));
        match noticed(observed.private) {
            Some((_, Some(action))) if action != noop => {
                format!("you: {}", self.signature.move_name(action))
            }
            Some(_) | None => String::new(),
        }
    }

    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble> {
        let (class, heard) = match self.recalls {
            Recalls::Nothing => match information {
                [] => (None, Vec::new()),
                bytes => {
                    let class = bytes.try_into().map_err(|_| Trouble::NoInformation)?;
                    (Some(u32::from_le_bytes(class)), Vec::new())
                }
            },
            Recalls::Everything => {
                let memory = Memory::read(information).ok_or(Trouble::NoInformation)?;
                let heard = memory.since(0).map(|observed| self.tell(player, observed));
                let heard = heard.filter(|told| !told.is_empty()).collect();
                let last = memory.since(memory.len().saturating_sub(1)).next();
                let last = last.map(|last| noticed(last.private).ok_or(Trouble::NoInformation));
                (last.transpose()?.map(|(class, _)| class), heard)
            }
        };
        let seen = class.map(|class| self.seen_atoms(player.index(), class));
        let lines = match seen {
            Some(None) => return Err(Trouble::NoInformation),
            Some(Some(atoms)) => atoms,
            None => Vec::new(),
        };
        Ok(PlayerView { lines, board: Vec::new(), heard })
    }

    fn start(self: Arc<Self>, stop: &Stop) -> Result<Box<dyn Play>, Trouble> {
        Ok(Box::new(EgdlPlay::start(self, stop)?))
    }

    fn epistemic(self: Arc<Self>) -> Option<Arc<dyn EpistemicGame>> {
        Some(self)
    }
}
