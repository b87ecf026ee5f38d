//! What players know and believe in the course of plays.
//!
//! A *belief* is what a player with an information set considers possible: the positions that the rules allow, with weights.
//! Which positions are possible follows from the rules alone. Knowledge is therefore about the protocol, not about strategies:
//! nobody concludes anything from the others having chosen well. How likely positions are is another matter: the weight of
//! a position is chance times a *named* model of the others' moves ([`MoveModel`]); the player's own moves are given, and
//! count once.
//!
//! A play can pass through an information set at several positions, because others move and the player does not notice. All of
//! these are different positions, and each counts with the probability that a play reaches it; a belief is about where one
//! is *now*, and its probabilities are these, divided by their sum. Whether one is asked counts only where it is noticed; who
//! is asked can take it into account ([`Belief::given`]).
//!
//! Every game has beliefs: all plays are tried that can lead to what the player has noticed ([`enumerate`]). Games that keep
//! account of knowledge have their own way ([`EpistemicGame`]), which gives the same.

mod enumeration;
mod known_facts;
mod model;
mod weighing;

pub use enumeration::enumerate;
pub use known_facts::KnownFacts;
pub use model::{KnowledgeModel, NoAnswer, knowledge_model, knowledge_model_of_play};
pub use weighing::{MoveModel, UniformMoves};

use crate::exact::{Exact, RBig};
use crate::game::{Game, Move, Play, PlayStep, Player, Trouble};
use hexa_logic::{Stop, Stream, Vocabulary};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How much may be tried for a belief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeliefLimits {
    /// The most positions that are considered possible.
    pub positions: usize,
    /// The most positions that are visited to find them.
    pub visited: usize,
    /// The most steps of a play.
    pub steps: usize,
}

impl Default for BeliefLimits {
    fn default() -> Self {
        Self { positions: 20_000, visited: 2_000_000, steps: 1_000 }
    }
}

/// Why there is no belief.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoBelief {
    /// Chance can do more than can be listed, and the game has no way of its own to find what is possible.
    DrawnChance,
    /// No play leads to this information set.
    Impossible,
    /// The model of the others' moves rules out every position that the rules allow.
    NeverPlayed {
        /// The name of the model.
        model: String,
    },
    /// There is more than the limit, or something is wrong with the game.
    Trouble(Trouble),
}

impl From<Trouble> for NoBelief {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

/// A position that a player considers possible.
pub struct Possible {
    /// The position, as a play of its own.
    pub play: Box<dyn Play>,
    /// What leads to it from the start; one of several ways, if weights of several were summed.
    pub way: Vec<PlayStep>,
    /// How likely it is for the player.
    pub probability: Exact,
    /// How likely plays come by it if all players move as the model says.
    pub reach: Exact,
}

/// What a player considers possible.
pub struct Belief {
    /// The name of the model of the others' moves.
    pub model: String,
    positions: Vec<Possible>,
    /// For each position the sum of the probabilities up to it.
    sums: Vec<RBig>,
}

/// What is asked for when a belief is asked for.
#[derive(Clone, Copy)]
pub struct BeliefOf<'b> {
    /// Whose belief.
    pub player: Player,
    /// What they cannot tell apart, as canonical bytes.
    pub information: &'b [u8],
    /// How the others move.
    pub model: &'b dyn MoveModel,
    /// How much may be tried.
    pub limits: BeliefLimits,
}

/// Positions that a player who is asked considers possible, to be drawn; there may be more of them than could be listed.
pub trait PositionSampler: Send {
    /// Draws a position, exactly as likely as it is.
    fn draw(&self, stream: &mut Stream, stop: &Stop) -> Result<Box<dyn Play>, NoBelief>;
}

impl PositionSampler for Belief {
    fn draw(&self, stream: &mut Stream, _: &Stop) -> Result<Box<dyn Play>, NoBelief> {
        Ok(self.draw(stream))
    }
}

/// How things stand for a player, fact by fact, where the positions that are possible are too many to list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// The facts that are the case in some position that is possible, with how likely they are. What has probability one is known.
    pub facts: BTreeMap<String, Exact>,
}

/// A game that keeps account of what players know.
pub trait EpistemicGame: Game {
    /// The belief of a player, from what the game keeps of knowledge. It is the same as [`enumerate`] gives, but that a game whose
    /// players forget may take several plays for one position, and sum their weights.
    fn find_belief(self: Arc<Self>, of: BeliefOf<'_>, stop: &Stop) -> Result<Belief, NoBelief>;

    /// How things stand for a player, where the game has more positions than could be listed and finds it in its own way; `None`
    /// if [`EpistemicGame::find_belief`] tells it.
    fn find_outlook(
        self: Arc<Self>,
        _: BeliefOf<'_>,
        _: &Stop,
    ) -> Option<Result<Outlook, NoBelief>> {
        None
    }

    /// Positions to be drawn for a player who is asked. Games with more positions than could be listed draw them in their own
    /// way, and say of [`EpistemicGame::find_belief`] that there are too many.
    fn find_sampler(
        self: Arc<Self>,
        of: BeliefOf<'_>,
        stop: &Stop,
    ) -> Result<Box<dyn PositionSampler>, NoBelief> {
        let belief = self.find_belief(of, stop)?.given(&|play| is_asked(play, of.player))?;
        Ok(Box::new(belief))
    }

    /// The facts of a position that a player needs to know to win; `None` if nobody wins by what they know.
    fn needed_facts(&self, player: Player, play: &dyn Play) -> Option<Vec<String>>;

    /// Whether a move stakes the play on being right, so that only who is certain should make it.
    fn is_stake(&self, player: Player, made: Move) -> bool;

    /// The names of players and facts, so that formulas can be read; facts that are not among them are added when they are met.
    fn vocabulary(&self) -> Vocabulary;
}

/// The belief of a player with an information set.
pub fn belief(game: &Arc<dyn Game>, of: BeliefOf<'_>, stop: &Stop) -> Result<Belief, NoBelief> {
    match Arc::clone(game).epistemic() {
        Some(game) => game.find_belief(of, stop),
        None => enumerate(game, of, stop),
    }
}

/// Positions to be drawn for a player who is asked.
pub fn sampler(
    game: &Arc<dyn Game>,
    of: BeliefOf<'_>,
    stop: &Stop,
) -> Result<Box<dyn PositionSampler>, NoBelief> {
    match Arc::clone(game).epistemic() {
        Some(game) => game.find_sampler(of, stop),
        None => {
            let belief = enumerate(game, of, stop)?.given(&|play| is_asked(play, of.player))?;
            Ok(Box::new(belief))
        }
    }
}

/// Whether a player is asked: who is asked sees that they are.
pub fn is_asked(play: &dyn Play, player: Player) -> bool {
    play.turn().players().contains(&player)
}

/// A position with its weight for the player, before weights are divided by their sum.
pub struct Weighed {
    /// The position, as a play of its own.
    pub play: Box<dyn Play>,
    /// What leads to it from the start; one of several ways, if the game sums the weights of several that lead to one position.
    pub way: Vec<PlayStep>,
    /// How likely plays come by it by chance and what the others do.
    pub weight: RBig,
    /// How likely plays come by it if the player moves as the model says too.
    pub reach: RBig,
}

impl Belief {
    /// The belief in these positions.
    pub fn of(positions: Vec<Weighed>, model: &dyn MoveModel) -> Result<Self, NoBelief> {
        Self::normalise(positions, model.name())
    }

    fn normalise(positions: Vec<Weighed>, model: String) -> Result<Self, NoBelief> {
        if positions.is_empty() {
            return Err(NoBelief::Impossible);
        }
        let sum = positions.iter().fold(RBig::ZERO, |sum, one| sum + &one.weight);
        if sum == RBig::ZERO {
            return Err(NoBelief::NeverPlayed { model });
        }
        let divide = |one: Weighed| Possible {
            play: one.play,
            way: one.way,
            probability: Exact(one.weight / &sum),
            reach: Exact(one.reach),
        };
        let mut positions: Vec<Possible> = positions.into_iter().map(divide).collect();
        positions.sort_by(|left, right| compare_ways(&left.way, &right.way));
        let mut so_far = RBig::ZERO;
        let sums = positions.iter().map(|one| {
            so_far += &one.probability.0;
            so_far.clone()
        });
        let sums = sums.collect();
        Ok(Self { model, positions, sums })
    }

    /// What is possible, in the order of the steps that lead there. There always is something.
    pub fn positions(&self) -> &[Possible] {
        &self.positions
    }

    /// How likely it is that something is the case.
    pub fn probability(&self, is_so: &dyn Fn(&dyn Play) -> bool) -> Exact {
        let such = self.positions.iter().filter(|one| is_so(&*one.play));
        Exact(such.fold(RBig::ZERO, |sum, one| sum + &one.probability.0))
    }

    /// How likely a fact is.
    pub fn probability_of_fact(&self, fact: &str) -> Exact {
        self.probability(&|play| play.facts().iter().any(|known| known == fact))
    }

    /// What is possible for somebody who also learns that something is the case: who is asked, for one, sees that they are.
    pub fn given(self, is_so: &dyn Fn(&dyn Play) -> bool) -> Result<Self, NoBelief> {
        let such = self.positions.into_iter().filter(|one| is_so(&*one.play));
        let weigh = |one: Possible| Weighed {
            play: one.play,
            way: one.way,
            weight: one.probability.0,
            reach: one.reach.0,
        };
        Self::normalise(such.map(weigh).collect(), self.model)
    }

    /// Draws a position, exactly as likely as it is.
    pub fn draw(&self, stream: &mut Stream) -> Box<dyn Play> {
        self.positions[self.draw_place(stream)].play.fork()
    }

    /// The place of a position that is drawn: a number between 0 and 1 is drawn, digit by digit, until it is clear which it is.
    fn draw_place(&self, stream: &mut Stream) -> usize {
        let mut low = RBig::ZERO;
        let mut size = RBig::ONE;
        loop {
            size /= RBig::from(u128::from(u64::MAX) + 1);
            low += RBig::from(stream.word()) * &size;
            let high = &low + &size;
            let place = self.sums.partition_point(|sum| *sum <= low);
            match self.sums.get(place) {
                Some(sum) if *sum >= high => return place,
                Some(_) | None => {}
            }
        }
    }
}

/// The order of steps: moves before chance, and smaller numbers before larger.
fn compare_ways(left: &[PlayStep], right: &[PlayStep]) -> std::cmp::Ordering {
    let key = |step: &PlayStep| match step {
        PlayStep::Moves(moves) => (0, moves.clone(), String::new()),
        PlayStep::Chance(made) => (1, vec![*made], String::new()),
        PlayStep::Drawn(text) => (2, Vec::new(), text.clone()),
    };
    left.iter().map(key).cmp(right.iter().map(key))
}
