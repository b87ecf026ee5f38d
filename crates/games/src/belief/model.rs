//! A moment of a play as a model for the engine, so that any formula can be asked of it: the worlds are all positions that
//! somebody considers possible, or considers possible that somebody does, and so on; what a player cannot tell apart is what
//! gives them the same information set; atoms are the facts of positions.
//!
//! Chance times one model of everybody's moves is a prior that all players share: worlds weigh as much as plays come by them.
//! `P` of a player who forgets nothing is then what their belief says.

use super::{Belief, BeliefLimits, BeliefOf, MoveModel, NoBelief, Possible, belief};
use crate::exact::{Exact, RBig};
use crate::game::{Game, GameLimit, Play, PlayStep, Player, Trouble};
use hexa_engine::{BuildError, EvalError, Limits, State, build, truth};
use hexa_logic::{
    Formula, FormulaNode, ModelSetup, Ratio, RelationSetup, Setup, Stop, Terms, Vocabulary,
    WeighedModel, World, WorldSetup,
};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Arc;

/// What everybody knows at a moment.
#[derive(Clone, Debug)]
pub struct KnowledgeModel {
    /// The names: agents are called as players are.
    pub vocabulary: Vocabulary,
    /// The model, with its actual world: the first one that is asked about.
    pub setup: Setup,
    /// For each world what leads there from the start.
    pub ways: Vec<Vec<PlayStep>>,
    /// The worlds that are asked about: the actual one of a play, all of a belief.
    pub asked: Vec<World>,
}

/// Why a formula is neither true nor false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// It speaks of probabilities, and how likely the worlds are cannot be written down: the numbers are too large, or the model
    /// of moves says never of what the rules allow.
    NoWeights(Formula),
    /// There is no such model.
    Build(BuildError),
    /// The engine has no answer.
    Eval(EvalError),
}

/// What everybody knows, for a player with an information set: a formula is asked of all that they consider possible.
pub fn knowledge_model(
    game: &Arc<dyn Game>,
    of: BeliefOf<'_>,
    stop: &Stop,
) -> Result<KnowledgeModel, NoBelief> {
    let mut building = Building::new(game, of.model, of.limits);
    let first = belief(game, of, stop)?;
    let asked = first.positions().len();
    building.add_belief(of.player, of.information, &first)?;
    building.close(stop)?;
    Ok(building.finish((0..asked).map(World::from_index).collect()))
}

/// What everybody knows after these steps of a play.
pub fn knowledge_model_of_play(
    game: &Arc<dyn Game>,
    way: &[PlayStep],
    (model, limits): (&dyn MoveModel, BeliefLimits),
    stop: &Stop,
) -> Result<KnowledgeModel, NoBelief> {
    let mut play = Arc::clone(game).start(stop)?;
    for step in way {
        play.apply(step)?;
    }
    let mut information = Vec::new();
    play.information(Player(0), &mut information);
    let of = BeliefOf { player: Player(0), information: &information, model, limits };
    let mut building = Building::new(game, model, limits);
    building.add_belief(of.player, of.information, &belief(game, of, stop)?)?;
    building.close(stop)?;
    let actual = building.place_of(way, &*play).ok_or(NoBelief::Impossible)?;
    Ok(building.finish(vec![World::from_index(actual)]))
}

impl KnowledgeModel {
    /// Whether a formula is true in all worlds that are asked about: after a play whether it is true, with a belief whether the
    /// player knows it.
    pub fn holds(&self, terms: &Terms, formula: Formula, stop: &Stop) -> Result<bool, NoAnswer> {
        let state = self.state(terms, formula, stop)?;
        let worlds = truth(&state, terms, formula).map_err(NoAnswer::Eval)?;
        Ok(self.asked.iter().all(|world| worlds.contains(world.index())))
    }

    fn state(&self, terms: &Terms, formula: Formula, stop: &Stop) -> Result<State, NoAnswer> {
        if let Setup::Model(_) = self.setup {
            let weighs = |part: &Formula| matches!(terms.node(*part), FormulaNode::Probability(..));
            if let Some(part) = terms.occurring(&[formula], &[]).formulas.into_iter().find(weighs) {
                return Err(NoAnswer::NoWeights(part));
            }
        }
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        build(&self.setup, &self.vocabulary, terms, &limits).map_err(NoAnswer::Build)
    }
}

/// A position: its facts, the information set of each player, and how likely plays come by it.
struct Seen {
    facts: Vec<String>,
    sets: Vec<u32>,
    reach: Exact,
}

struct Building<'b> {
    game: &'b Arc<dyn Game>,
    model: &'b dyn MoveModel,
    limits: BeliefLimits,
    worlds: IndexMap<Vec<PlayStep>, Seen, FxBuildHasher>,
    /// The information sets of each player, and whether all their positions are among the worlds.
    sets: Vec<IndexMap<Vec<u8>, bool, FxBuildHasher>>,
}

impl<'b> Building<'b> {
    fn new(game: &'b Arc<dyn Game>, model: &'b dyn MoveModel, limits: BeliefLimits) -> Self {
        let sets = game.declaration().players.iter().map(|_| IndexMap::default()).collect();
        Self { game, model, limits, worlds: IndexMap::default(), sets }
    }

    fn add_belief(
        &mut self,
        player: Player,
        information: &[u8],
        belief: &Belief,
    ) -> Result<(), NoBelief> {
        self.sets[player.index()].insert(information.to_vec(), true);
        belief.positions().iter().try_for_each(|one| self.add(one))
    }

    fn add(&mut self, one: &Possible) -> Result<(), NoBelief> {
        if self.worlds.contains_key(&one.way) {
            return Ok(());
        }
        let most = self.limits.positions;
        if self.worlds.len() == most {
            return Err(Trouble::Limit(GameLimit::Worlds(most)).into());
        }
        let mut sets = Vec::with_capacity(self.sets.len());
        for (known, player) in self.sets.iter_mut().zip((0..).map(Player)) {
            let mut bytes = Vec::new();
            one.play.information(player, &mut bytes);
            let entry = known.entry(bytes);
            sets.push(entry.index() as u32);
            entry.or_insert(false);
        }
        let seen = Seen { facts: one.play.facts(), sets, reach: one.reach.clone() };
        self.worlds.insert(one.way.clone(), seen);
        Ok(())
    }

    /// Adds what is possible in each information set that was met, until there is no new one.
    fn close(&mut self, stop: &Stop) -> Result<(), NoBelief> {
        let mut done = vec![0; self.sets.len()];
        while done.iter().zip(&self.sets).any(|(&done, sets)| done < sets.len()) {
            for (at, done) in done.iter_mut().enumerate() {
                let player = Player::from_index(at);
                while let Some((information, is_complete)) = self.sets[at].get_index(*done) {
                    *done += 1;
                    if *is_complete {
                        continue;
                    }
                    let information = information.clone();
                    let (model, limits) = (self.model, self.limits);
                    let of = BeliefOf { player, information: &information, model, limits };
                    self.add_belief(player, &information, &belief(self.game, of, stop)?)?;
                }
            }
        }
        Ok(())
    }

    /// The world of a play. Where several plays are one position, another of them may stand for it: the same is the case there,
    /// and nobody can tell them apart.
    fn place_of(&self, way: &[PlayStep], play: &dyn Play) -> Option<usize> {
        if let Some(at) = self.worlds.get_index_of(way) {
            return Some(at);
        }
        let set = |(known, player): (&IndexMap<Vec<u8>, bool, FxBuildHasher>, Player)| {
            let mut bytes = Vec::new();
            play.information(player, &mut bytes);
            Some(known.get_index_of(&bytes)? as u32)
        };
        let sets: Vec<u32> =
            self.sets.iter().zip((0..).map(Player)).map(set).collect::<Option<_>>()?;
        let facts = play.facts();
        self.worlds.values().position(|seen| seen.sets == sets && seen.facts == facts)
    }

    fn finish(self, asked: Vec<World>) -> KnowledgeModel {
        let mut vocabulary = match Arc::clone(self.game).epistemic() {
            Some(game) => game.vocabulary(),
            None => Vocabulary::default(),
        };
        for name in &self.game.declaration().players {
            if vocabulary.agent(name).is_none() {
                vocabulary.add_agent(name.clone());
            }
        }
        let mut facts: Vec<&String> = self.worlds.values().flat_map(|seen| &seen.facts).collect();
        facts.sort_unstable();
        facts.dedup();
        for fact in facts {
            if vocabulary.atom(fact).is_none() {
                vocabulary.add_atom(fact);
            }
        }
        let world = |(at, seen): (usize, &Seen)| WorldSetup {
            name: format!("w{}", at + 1),
            atoms: seen.facts.iter().filter_map(|fact| vocabulary.atom(fact)).collect(),
        };
        let cells = |player: usize| {
            let classes = self.worlds.values().map(|seen| seen.sets[player]);
            Some(RelationSetup::Cells(number_cells(classes)))
        };
        let model = ModelSetup {
            worlds: self.worlds.values().enumerate().map(world).collect(),
            relations: (0..self.sets.len()).map(cells).collect(),
            point: asked.first().copied().unwrap_or(World(0)),
        };
        let setup = match weights(self.worlds.values().map(|seen| &seen.reach)) {
            Some(weights) => Setup::Weighed(WeighedModel { model, weights }),
            None => Setup::Model(model),
        };
        KnowledgeModel { vocabulary, setup, ways: self.worlds.into_keys().collect(), asked }
    }
}

/// Cells are numbered in the order of their first worlds.
fn number_cells(classes: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let number = |class: u32| {
        let next = numbers.len() as u32;
        *numbers.entry(class).or_insert(next)
    };
    classes.map(number).collect()
}

/// How worlds compare, if it can be written with small numbers and nothing is never reached.
fn weights<'s>(reach: impl Iterator<Item = &'s Exact> + Clone) -> Option<Vec<Ratio>> {
    let first = reach.clone().next()?;
    if first.0 == RBig::ZERO {
        return None;
    }
    let weight = |one: &Exact| {
        let (numerator, denominator) = (&one.0 / &first.0).into_parts();
        let (numerator, denominator) =
            (i64::try_from(numerator).ok()?, i64::try_from(denominator).ok()?);
        Ratio::new(numerator, denominator).filter(|weight| weight.numerator() > 0)
    };
    reach.map(weight).collect()
}
