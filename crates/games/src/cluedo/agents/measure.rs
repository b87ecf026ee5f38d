//! What is measured of finished games by agents of the project (the site's results): how they ended, how many goal worlds each
//! agent had left after every round, and whether it took something for impossible that was so. Each agent is told once more what
//! its player noticed; what it keeps follows from that alone.

use super::agent::CluedoAgent;
use crate::cluedo::{CluedoCards, CluedoGame, CluedoNotice};
use crate::game::{Play, Player};
use crate::strategy::Strategy;
use crate::tournament::Entrant;
use std::sync::Arc;

/// Rounds after these are not measured.
pub const MOST_MEASURED_ROUNDS: usize = 40;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum EndingKind {
    /// The winner's last suspicion was refuted: they found out what was left.
    Deduced,
    /// It was not, and before it one goal deck was left to them.
    Known,
    /// It was not, and before it several were left.
    Unrefuted,
    /// The winner did not accuse, or is no agent of the project.
    Otherwise,
    /// Nobody won.
    Nobody,
}

impl EndingKind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Deduced, Self::Known, Self::Unrefuted, Self::Otherwise, Self::Nobody];
}

/// Measures games: a game, and an agent of each strategy that is one.
pub struct AgentsMeasure {
    game: Arc<CluedoGame>,
    agents: Vec<Option<CluedoAgent>>,
    tally: AgentsTally,
}

/// What was measured.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AgentsTally {
    /// How many games.
    pub games: u64,
    /// How many ended in which way, in the order of the kinds.
    pub endings: [u64; 5],
    /// In how many games the winner had one goal world left in the end.
    pub one_left: u64,
    /// In how many somebody took something for impossible that was so.
    pub games_with_falsehoods: u64,
    /// All rounds of all games together, the last one as a whole.
    pub rounds: u64,
    /// Of each strategy.
    pub curves: Vec<GoalCurve>,
}

/// What is measured of a strategy.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GoalCurve {
    /// After each round, beginning with the deal.
    pub points: Vec<CurvePoint>,
    /// In how many games it took something for impossible that was so.
    pub falsehoods: u64,
}

/// How many goal worlds were left after so many rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CurvePoint {
    /// In all plays together.
    pub worlds: u64,
    /// In how many plays there were so many rounds.
    pub plays: u64,
}

/// What one agent shows of a game.
struct Told {
    /// Goal worlds after each round.
    rounds: Vec<u64>,
    /// Before the player's last suspicion.
    before: usize,
    /// In the end.
    after: usize,
    is_refuted: bool,
    turns: usize,
    winner: Option<Player>,
}

impl AgentsMeasure {
    /// Of a game, with an agent for each strategy that is one.
    pub fn new(game: Arc<CluedoGame>, agents: Vec<Option<CluedoAgent>>) -> Self {
        let curves = vec![GoalCurve::default(); agents.len()];
        Self { game, agents, tally: AgentsTally { curves, ..AgentsTally::default() } }
    }

    /// What was measured so far.
    pub fn into_tally(self) -> AgentsTally {
        self.tally
    }

    /// A finished game with who sat where.
    pub fn add(&mut self, play: &dyn Play, line_up: &[Entrant]) {
        let Some(truth) = self.deal_of(play, line_up.len()) else { return };
        let tally = &mut self.tally;
        tally.games += 1;
        let mut told_of_winner = None;
        let (mut turns, mut winner, mut is_somebody_wrong) = (0, None, false);
        for (entrant, player) in line_up.iter().zip(Player::first(line_up.len())) {
            let Some(Some(agent)) = self.agents.get_mut(entrant.index()) else { continue };
            let told = tell(agent, play, player, line_up.len());
            (turns, winner) = (told.turns, told.winner);
            let curve = &mut tally.curves[entrant.index()];
            for (at, &worlds) in told.rounds.iter().enumerate() {
                if curve.points.len() <= at {
                    curve.points.push(CurvePoint::default());
                }
                curve.points[at].worlds += worlds;
                curve.points[at].plays += 1;
            }
            let is_wrong = believes_falsehood(agent, &truth);
            curve.falsehoods += u64::from(is_wrong);
            is_somebody_wrong |= is_wrong;
            if told.winner == Some(player) {
                told_of_winner = Some(told);
            }
        }
        tally.games_with_falsehoods += u64::from(is_somebody_wrong);
        tally.rounds += turns.div_ceil(line_up.len()) as u64;
        let kind = match (&told_of_winner, winner) {
            (Some(told), _) if told.is_refuted => EndingKind::Deduced,
            (Some(told), _) if told.before == 1 => EndingKind::Known,
            (Some(_), _) => EndingKind::Unrefuted,
            (None, Some(_)) => EndingKind::Otherwise,
            (None, None) => EndingKind::Nobody,
        };
        tally.endings[kind as usize] += 1;
        tally.one_left += u64::from(told_of_winner.is_some_and(|told| told.after == 1));
    }

    /// The envelope and the hands.
    fn deal_of(&self, play: &dyn Play, players: usize) -> Option<(CluedoCards, Vec<CluedoCards>)> {
        let hand = |player| {
            let notices = play.memory(player).since(0).filter_map(CluedoNotice::read);
            notices.into_iter().find_map(|notice| match notice {
                CluedoNotice::Dealt(hand) => Some(hand),
                CluedoNotice::Suspicion(..)
                | CluedoNotice::Pass(_)
                | CluedoNotice::Show(..)
                | CluedoNotice::Right(..)
                | CluedoNotice::Wrong { .. }
                | CluedoNotice::EndOfTurn(_)
                | CluedoNotice::Board(_) => None,
            })
        };
        let hands = Player::first(players).map(hand).collect::<Option<Vec<CluedoCards>>>()?;
        let all = self.game.rules().deck().cards().fold(0, |all: u64, card| all | 1 << card.0);
        Some((hands.iter().fold(all, |left, hand| left & !hand), hands))
    }
}

/// Tells an agent all that a player noticed.
fn tell(agent: &mut CluedoAgent, play: &dyn Play, player: Player, players: usize) -> Told {
    agent.begin(player);
    let mut told =
        Told { rounds: Vec::new(), before: 0, after: 0, is_refuted: false, turns: 0, winner: None };
    for observed in play.memory(player).since(0) {
        let notice = CluedoNotice::read(observed);
        if let Some(CluedoNotice::Suspicion(by, _)) = notice {
            // A round is over when the next one begins, and the deal is before the first one.
            let is_round = told.turns.is_multiple_of(players);
            if is_round && told.rounds.len() <= MOST_MEASURED_ROUNDS {
                agent.settle();
                told.rounds.push(agent.goal().worlds().len() as u64);
            }
            told.turns += 1;
            told.is_refuted = false;
            if by == player {
                agent.settle();
                told.before = agent.goal().worlds().len();
            }
        }
        agent.observe(observed);
        match notice {
            Some(CluedoNotice::Show(..)) => told.is_refuted = true,
            Some(CluedoNotice::Right(by, _)) => told.winner = Some(by),
            Some(
                CluedoNotice::Dealt(_)
                | CluedoNotice::Suspicion(..)
                | CluedoNotice::Pass(_)
                | CluedoNotice::Wrong { .. }
                | CluedoNotice::EndOfTurn(_)
                | CluedoNotice::Board(_),
            )
            | None => {}
        }
    }
    agent.end_turn();
    agent.settle();
    told.after = agent.goal().worlds().len();
    told
}

/// Whether an agent takes the true goal deck or a true hand for impossible. Worlds never come back, so that it is enough to
/// ask in the end.
fn believes_falsehood(agent: &mut CluedoAgent, truth: &(CluedoCards, Vec<CluedoCards>)) -> bool {
    agent.settle_hands();
    let (envelope, hands) = truth;
    let others = hands.iter().zip(Player::first(hands.len()));
    let mut others = others.filter(|(_, player)| *player != agent.player());
    !agent.goal().worlds().contains(envelope)
        || others.any(|(hand, player)| !agent.hand_of(player).worlds().contains(hand))
}
