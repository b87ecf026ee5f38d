//! Games in GDL, GDL-II and GDL-III as games that are played ([`hexa_games::game`]).
//!
//! *Turns.* A round of GDL is a move of every role at once. Only players with at least two legal moves are asked; where there
//! is one, it is made for them, and rounds in which nobody has a choice are made at once, at most [`MOST_FORCED`] in a
//! row. The role `random` is chance: each of its legal moves is equally likely. Where players and chance choose in the
//! same round, the players choose first, then chance draws, and nobody notices anything in between.
//!
//! *Observations.* There is one for every round, also for those that are made at once, because all players know how many
//! rounds have passed. Where rules have neither `sees` nor `random`, everybody sees everything: the moves of all roles are
//! public. Elsewhere a player notices their own move and their percepts. A percept is *public* if one gate of the network
//! decides for all players whether they see it: then they see it in the same cases, whatever happens, by the rules
//! alone, which everybody knows. Other percepts are private, even if all players happen to see them, and all are where
//! the rules are too large for a network. In games with chance a choice is an observation of its own, before that of its
//! round: whether chance had a choice in the same round must not show.
//!
//! *Knowledge.* Rules with `knows` (GDL-III) are applied to all histories of a length at a time ([`layers`]).

mod layers;
mod observing;
mod play;
mod room;

use super::cut_short::{CutShort, RuleLimits};
use super::interpreter::Interpreter;
use super::model::{HistoryLimits, NoHistoryModel, Remembering, build};
use super::network::Network;
use super::playouts::{Playing, Statistics, Stuck, play as play_randomly};
use super::program::{Pattern, Predicate};
use super::query::Queries;
use super::referee::{Referee, RoleId};
use super::request::RuleEngine;
use super::rulebook::Rulebook;
use super::states::JointMoves;
use crate::pointed::readable_names;
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{
    Declaration, Game, GameLimit, Memory, MoveNumbers, Observation, Play, Player, PlayerView,
    Trouble, Weights,
};
use hexa_logic::Stop;
use indexmap::IndexSet;
use layers::Layers;
use observing::{KnownTexts, lines, tell};
use play::GdlPlay;
use rustc_hash::FxBuildHasher;
use std::sync::{Arc, OnceLock};

/// So many rounds in a row in which nobody has a choice are made, at most.
pub const MOST_FORCED: usize = 10_000;

/// Positions are looked at for players who move at once as long as that takes this much work.
const LITTLE_WORK: u64 = 100_000;

/// A game in GDL that can be played.
pub struct GdlGame {
    declaration: Declaration,
    rulebook: Rulebook,
    applied: Applied,
    roles: Vec<String>,
    chance: Option<RoleId>,
    /// The roles that are no chance, in order.
    players: Vec<RoleId>,
    sees_all: bool,
    numbers_are_listed: bool,
    texts: KnownTexts,
    /// The facts as atoms, where all of them are known beforehand.
    atoms: Vec<String>,
    /// For so many outcomes of chance their weights, once they were needed.
    weights: Vec<OnceLock<Option<Arc<Weights>>>>,
}

/// Weights of at most so many outcomes are kept.
const FEW_OUTCOMES: usize = 256;

/// Who applies the rules. Every play has a copy.
enum Applied {
    Network(Box<Network>),
    Knowing(Box<Network>, Arc<Layers<Network>>),
    Interpreter(Box<Interpreter>),
}

impl GdlGame {
    /// The game with these rules; the name is what to type to get it. Rules are applied by a network if it is not too large.
    pub fn new(
        name: &str,
        rulebook: &Rulebook,
        limits: RuleLimits,
        stop: &Stop,
    ) -> Result<Self, CutShort> {
        Self::with_engine(name, rulebook, RuleEngine::Auto, limits, stop)
    }

    /// The same, where it is said how rules are applied. What is known is found out by networks alone.
    pub fn with_engine(
        name: &str,
        rulebook: &Rulebook,
        engine: RuleEngine,
        limits: RuleLimits,
        stop: &Stop,
    ) -> Result<Self, CutShort> {
        let knows = rulebook.program.speaks_of_knowledge();
        let interpreter = || Interpreter::new(rulebook, &[], limits, stop).map(Box::new);
        let applied = match (engine, knows) {
            (RuleEngine::Interpreter, false) => Applied::Interpreter(interpreter()?),
            (RuleEngine::Interpreter | RuleEngine::Network | RuleEngine::Auto, _) => {
                match (Network::new(rulebook, &[], limits, stop), engine) {
                    (Ok(network), _) if knows => {
                        let queries = Queries::new(&network.ground().statics);
                        let layers = Layers::new(network.clone(), rulebook, &queries, stop)?;
                        Applied::Knowing(Box::new(network), Arc::new(layers))
                    }
                    (Ok(network), _) => Applied::Network(Box::new(network)),
                    (Err(CutShort::Stopped), _) => return Err(CutShort::Stopped),
                    (Err(_), RuleEngine::Auto) if !knows => Applied::Interpreter(interpreter()?),
                    (Err(cut_short), _) => return Err(cut_short),
                }
            }
        };
        Self::of(name, rulebook.clone(), applied, stop)
    }

    fn of(name: &str, rulebook: Rulebook, applied: Applied, stop: &Stop) -> Result<Self, CutShort> {
        let roles = match &applied {
            Applied::Network(network) | Applied::Knowing(network, _) => network.role_names(),
            Applied::Interpreter(interpreter) => interpreter.role_names(),
        };
        let chance = super::playouts::chance_of(&roles);
        let players: Vec<RoleId> =
            RoleId::first(roles.len()).filter(|role| chance != Some(*role)).collect();
        let (mut texts, mut atoms) = (KnownTexts::default(), Vec::new());
        let mut numbers_are_listed = false;
        if let Applied::Network(network) | Applied::Knowing(network, _) = &applied {
            let all = RoleId::first(roles.len());
            texts.moves = all.clone().map(|role| network.move_texts(role)).collect();
            texts.percepts = all.map(|role| network.percept_texts(role, &players)).collect();
            atoms = readable_names(&roles, &network.fact_texts()).1;
            numbers_are_listed = true;
        }
        let sees_all = !rulebook.has_percepts() && chance.is_none();
        let names = players.iter().map(|role| roles[role.index()].clone()).collect();
        let declaration = Declaration::of_players(name, names);
        let mut game = Self {
            declaration,
            rulebook,
            applied,
            roles,
            chance,
            players,
            sees_all,
            numbers_are_listed,
            texts,
            atoms,
            weights: (0..FEW_OUTCOMES).map(|_| OnceLock::new()).collect(),
        };
        game.declare(stop)?;
        Ok(game)
    }

    fn declare(&mut self, stop: &Stop) -> Result<(), CutShort> {
        if self.numbers_are_listed {
            let moves = self.players.iter().map(|role| self.texts.moves[role.index()].clone());
            self.declaration.numbers = MoveNumbers::Listed(moves.collect());
        }
        let language = match (self.rulebook.program.speaks_of_knowledge(), self.sees_all) {
            (true, _) => "GDL-III",
            (false, false) => "GDL-II",
            (false, true) => "GDL",
        };
        self.declaration.about = format!("A game given by rules in {language}");
        self.declaration.payoffs = self.goal_bounds();
        let assumptions = &mut self.declaration.assumptions;
        if self.chance.is_some() {
            assumptions.push("All moves that chance can make are equally likely.".to_owned());
        }
        match self.sees_all {
            true => assumptions.push("Everybody sees all moves.".to_owned()),
            false => assumptions.push(
                "Players remember their moves and what they see, and how many rounds have passed."
                    .to_owned(),
            ),
        }
        if let (true, Applied::Network(network)) = (self.sees_all, &self.applied) {
            match moves_at_once(&mut (**network).clone(), &self.players, stop)? {
                AtOnce::Never => self.declaration.perfect_information = true,
                AtOnce::Sometimes => {}
                AtOnce::Unknown => self.declaration.assumptions.push(
                    "Whether players ever choose at once was not looked for in all positions."
                        .to_owned(),
                ),
            }
        }
        Ok(())
    }

    /// The least and the most that rules ever say that a play is worth, where they say it by a number.
    fn goal_bounds(&self) -> Option<(Exact, Exact)> {
        let program = &self.rulebook.program;
        let goals = program.rules.iter().filter(|rule| rule.head.predicate == Predicate::GOAL);
        let value = |pattern: Option<&Pattern>| match pattern {
            Some(Pattern::Ground(term)) => {
                program.terms.name(program.terms.node(*term).name).parse::<i64>().ok()
            }
            Some(Pattern::Variable(_) | Pattern::Compound(..)) | None => None,
        };
        let values: Option<Vec<i64>> =
            goals.map(|rule| value(rule.head.arguments.get(1))).collect();
        let values = values?;
        let exact = |value: &i64| Exact(RBig::from(*value));
        Some((exact(values.iter().min()?), exact(values.iter().max()?)))
    }

    /// The weights of so many outcomes that are equally likely.
    fn equal_weights(&self, outcomes: usize) -> Option<Arc<Weights>> {
        let equal = || Weights::equal(outcomes).ok().map(Arc::new);
        match self.weights.get(outcomes) {
            Some(kept) => kept.get_or_init(equal).clone(),
            None => equal(),
        }
    }

    /// The roles, chance among them.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// Makes random plays, by a network 64 at a time: those that a seed stands for, the same as those that are made one by
    /// one. Who waits is told now and then.
    pub fn random_plays(
        &self,
        playing: Playing,
        stop: &Stop,
        observe: &mut dyn FnMut(&Statistics),
    ) -> Result<Statistics, Trouble> {
        match &self.applied {
            Applied::Network(network) => {
                (**network).clone().plays(playing, stop, observe).map_err(trouble_of)
            }
            Applied::Interpreter(interpreter) => {
                let mut interpreter = (**interpreter).clone();
                interpreter.set_stop(stop);
                play_randomly(&mut interpreter, playing, stop, observe).map_err(trouble_of)
            }
            Applied::Knowing(network, _) => {
                let mut queries = Queries::new(&network.ground().statics);
                let limits = HistoryLimits { states: layers::MOST_HISTORIES, depth: None };
                let (rules, memory) = (&self.rulebook, Remembering::Everything);
                let referee = &mut (**network).clone();
                let model = build(referee, rules, &mut queries, memory, limits, stop, |_, _| ());
                let model = model.map_err(|why| self.trouble_of_model(why))?;
                Ok(model.plays(self.roles.len(), playing, stop))
            }
        }
    }

    fn trouble_of_model(&self, why: NoHistoryModel) -> Trouble {
        match why {
            NoHistoryModel::TooMany { most, .. } => Trouble::Limit(GameLimit::Positions(most)),
            NoHistoryModel::TooManySteps(most) => {
                Trouble::Limit(GameLimit::Source("steps of histories", most))
            }
            NoHistoryModel::Stuck(Stuck::CutShort(cut_short)) => trouble_of(cut_short),
            NoHistoryModel::Stuck(Stuck::NoMove { role, .. }) => {
                match self.players.iter().position(|player| *player == role) {
                    Some(player) => Trouble::Stuck(Player::from_index(player)),
                    None => Trouble::Chance(hexa_games::game::ChanceError::Nothing),
                }
            }
        }
    }

    /// The facts that hold after what was noticed, where everybody sees everything and nothing depends on knowledge.
    fn facts_after(&self, memory: &Memory) -> Result<Option<Vec<String>>, Trouble> {
        match &self.applied {
            Applied::Network(network) if self.sees_all => {
                replay(&mut (**network).clone(), memory).map(Some)
            }
            Applied::Interpreter(interpreter) if self.sees_all => {
                replay(&mut (**interpreter).clone(), memory).map(Some)
            }
            Applied::Network(_) | Applied::Interpreter(_) | Applied::Knowing(..) => Ok(None),
        }
    }
}

/// Makes the moves again that everybody has seen: the facts that they lead to.
fn replay<R: Referee>(referee: &mut R, memory: &Memory) -> Result<Vec<String>, Trouble> {
    let mut position = referee.initial();
    let mut moves = Vec::new();
    for observed in memory.since(0) {
        referee.enter(&position).map_err(trouble_of)?;
        moves.clear();
        let mut texts = lines(observed.public);
        for role in RoleId::first(referee.roles()) {
            let text = texts.next().ok_or(Trouble::NoInformation)?;
            let legal = referee.legal(role);
            let made = legal.iter().find(|&&made| referee.show_move(role, made) == text);
            moves.push(*made.ok_or(Trouble::NoInformation)?);
        }
        if texts.next().is_some() || referee.is_terminal() {
            return Err(Trouble::NoInformation);
        }
        referee.make(&moves, &mut position).map_err(trouble_of)?;
    }
    Ok(referee.show_position(&position))
}

/// Whether several players have a choice at once.
enum AtOnce {
    Never,
    Sometimes,
    Unknown,
}

fn moves_at_once<R: Referee>(
    referee: &mut R,
    players: &[RoleId],
    stop: &Stop,
) -> Result<AtOnce, CutShort> {
    let mut positions: IndexSet<R::Position, FxBuildHasher> = IndexSet::default();
    positions.insert(referee.initial());
    let (mut at, mut work) = (0, 0);
    while let Some(position) = positions.get_index(at).cloned() {
        at += 1;
        referee.enter(&position)?;
        stop.look()?;
        if referee.is_terminal() {
            continue;
        }
        if players.iter().filter(|&&role| referee.legal(role).len() > 1).count() > 1 {
            return Ok(AtOnce::Sometimes);
        }
        let mut joint = JointMoves::of(referee);
        let mut next = position;
        while let Some(moves) = joint.next() {
            work += referee.weight();
            if work > LITTLE_WORK {
                return Ok(AtOnce::Unknown);
            }
            referee.make(moves, &mut next)?;
            if !positions.contains(&next) {
                positions.insert(next.clone());
            }
        }
    }
    Ok(AtOnce::Never)
}

/// Why a play does not go on where rules were not applied to the end.
fn trouble_of(cut_short: CutShort) -> Trouble {
    let limit = |what: &'static str, most: usize| {
        Trouble::Limit(GameLimit::Source(what, u64::try_from(most).unwrap_or(u64::MAX)))
    };
    match cut_short {
        CutShort::Atoms(most) => limit("atoms that follow from the rules", most),
        CutShort::Instances(most) => limit("ways to apply the rules", most),
        CutShort::Depth(most) => limit("depth of terms", most as usize),
        CutShort::Answers(most) => limit("questions and answers that are kept", most),
        CutShort::OnDemand(_) => limit("relations that can only be asked", 0),
        CutShort::Unbound(_) => limit("relations that are asked without what must be known", 0),
        CutShort::Circle(_) => limit("atoms that depend on their own negation", 0),
        CutShort::Stopped => Trouble::Stopped,
    }
}

fn network_facts(
    game: &GdlGame,
    network: &Network,
    position: &<Network as Referee>::Position,
) -> Vec<String> {
    let facts = network.facts_in(position).filter_map(|fact| game.atoms.get(fact).cloned());
    let mut facts: Vec<String> = facts.collect();
    facts.sort_unstable();
    facts
}

fn interpreted_facts(
    game: &GdlGame,
    interpreter: &Interpreter,
    position: &<Interpreter as Referee>::Position,
) -> Vec<String> {
    let mut facts = readable_names(&game.roles, &interpreter.show_position(position)).1;
    facts.sort_unstable();
    facts
}

impl Game for GdlGame {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, player: Player, observed: Observation<'_>) -> String {
        tell(self, player, observed)
    }

    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble> {
        let memory = Memory::read(information).ok_or(Trouble::NoInformation)?;
        let heard = memory.since(0).map(|observed| self.tell(player, observed));
        let heard = heard.filter(|told| !told.is_empty()).collect();
        let facts = self.facts_after(&memory)?.unwrap_or_default();
        let (board, rest) = board_of(facts);
        Ok(PlayerView { lines: rest, board, heard })
    }

    fn start(self: Arc<Self>, stop: &Stop) -> Result<Box<dyn Play>, Trouble> {
        let game = Arc::clone(&self);
        Ok(match &self.applied {
            Applied::Network(network) => {
                let referee = (**network).clone();
                Box::new(GdlPlay::start(game, referee, network_facts, None, stop)?)
            }
            Applied::Knowing(network, layers) => {
                let (referee, layers) = ((**network).clone(), Some(Arc::clone(layers)));
                Box::new(GdlPlay::start(game, referee, network_facts, layers, stop)?)
            }
            Applied::Interpreter(interpreter) => {
                let mut referee = (**interpreter).clone();
                referee.set_stop(stop);
                Box::new(GdlPlay::start(game, referee, interpreted_facts, None, stop)?)
            }
        })
    }
}

/// A place on a board: column, row, and what is there.
type Cell = (String, String, String);

/// The facts that are shaped like places on a board, `(cell x y m)`, and the others. Such facts are called `cell`; if none are,
/// they are those with three arguments that are all called the same.
fn board_of(facts: Vec<String>) -> (Vec<Cell>, Vec<String>) {
    let parts = |fact: &str| -> Option<[String; 4]> {
        let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
        let words: Vec<String> = inner.split(' ').map(str::to_owned).collect();
        words.try_into().ok().filter(|_| !inner.contains(['(', ')']))
    };
    let mut names: Vec<String> =
        facts.iter().filter_map(|fact| parts(fact)).map(|[name, ..]| name).collect();
    names.sort_unstable();
    names.dedup();
    let chosen = match &names[..] {
        [only] => Some(only.clone()),
        several => several.iter().find(|name| *name == "cell").cloned(),
    };
    let (mut board, mut rest) = (Vec::new(), Vec::new());
    for fact in facts {
        match parts(&fact) {
            Some([name, column, row, mark]) if chosen.as_ref() == Some(&name) => {
                board.push((column, row, mark));
            }
            Some(_) | None => rest.push(fact),
        }
    }
    (board, rest)
}
