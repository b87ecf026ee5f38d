//! What is measured of finished games (the site's results): how they ended, and of agents of the project how many goal worlds each
//! had left after every round, and whether it took something for impossible that was so. Each agent is told once more what
//! its player noticed; what it keeps follows from that alone.

use super::agent::CluedoAgent;
use super::course::{GameCourse, TurnCount};
use crate::cluedo::{CluedoCards, CluedoGame, CluedoNotice};
use crate::game::{Play, Player};
use crate::strategy::Strategy;
use hexa_logic::Stop;
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
    /// All turns of all games together.
    pub turns: u64,
    /// How many games ended in which way by what everybody heard, in the order of the kinds.
    pub closings: [u64; 5],
    /// How many accusations were wrong, in all games together.
    pub wrong_accusations: u64,
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
    /// How many suspicions it made.
    pub suspicions: u64,
    /// How many of them had cards of its own.
    pub with_own_cards: u64,
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

    /// A finished game, with the place of the strategy that sat in each seat.
    pub fn add(&mut self, play: &dyn Play, line_up: &[usize]) {
        let Some(truth) = self.deal_of(play, line_up.len()) else { return };
        let course = GameCourse::of(play, &truth.1);
        self.tally.count(&course, line_up);
        let (mut told_of_winner, mut is_somebody_wrong) = (None, false);
        for (&strategy, player) in line_up.iter().zip(Player::first(line_up.len())) {
            let Some(Some(agent)) = self.agents.get_mut(strategy) else { continue };
            let told = tell(agent, play, player, line_up.len());
            let is_wrong = believes_falsehood(agent, &truth);
            self.tally.curves[strategy].add(&told.rounds, is_wrong);
            is_somebody_wrong |= is_wrong;
            if course.winner == Some(player) {
                told_of_winner = Some(told);
            }
        }
        let tally = &mut self.tally;
        tally.games_with_falsehoods += u64::from(is_somebody_wrong);
        let told_of_winner = told_of_winner.filter(|_| course.has_accused());
        let kind = match (&told_of_winner, course.winner) {
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

impl AgentsTally {
    /// A game more, by what everybody heard.
    fn count(&mut self, course: &GameCourse, line_up: &[usize]) {
        self.games += 1;
        self.turns += course.turns;
        self.rounds += course.turns.div_ceil(line_up.len() as u64);
        self.closings[course.closing as usize] += 1;
        self.wrong_accusations += course.wrong_accusations;
        for (&strategy, (all, own)) in line_up.iter().zip(&course.suspicions) {
            if let Some(curve) = self.curves.get_mut(strategy) {
                curve.suspicions += all;
                curve.with_own_cards += own;
            }
        }
    }
}

impl GoalCurve {
    /// A play more.
    fn add(&mut self, rounds: &[u64], is_wrong: bool) {
        self.falsehoods += u64::from(is_wrong);
        for (at, &worlds) in rounds.iter().enumerate() {
            if self.points.len() <= at {
                self.points.push(CurvePoint::default());
            }
            self.points[at].worlds += worlds;
            self.points[at].plays += 1;
        }
    }
}

/// Tells an agent all that a player noticed. In games that were played to the end its models were settled before within limits.
fn tell(agent: &mut CluedoAgent, play: &dyn Play, player: Player, players: usize) -> Told {
    agent.begin(player);
    let mut told = Told { rounds: Vec::new(), before: 0, after: 0, is_refuted: false };
    let mut turns = TurnCount::default();
    for observed in play.memory(player).since(0) {
        let notice = CluedoNotice::read(observed);
        // A round is over when the next one begins, and the deal is before the first one.
        let is_round = turns.begin(notice).is_some_and(|turn| turn.is_multiple_of(players as u64));
        if is_round && told.rounds.len() <= MOST_MEASURED_ROUNDS {
            _ = agent.settle(&Stop::new());
            told.rounds.push(agent.goal().worlds().len() as u64);
        }
        if let Some(CluedoNotice::Suspicion(by, _)) = notice {
            told.is_refuted = false;
            if by == player {
                _ = agent.settle(&Stop::new());
                told.before = agent.goal().worlds().len();
            }
        }
        agent.observe(observed);
        told.is_refuted |= matches!(notice, Some(CluedoNotice::Show(..)));
    }
    agent.end_turn();
    _ = agent.settle(&Stop::new());
    told.after = agent.goal().worlds().len();
    told
}

/// Whether an agent takes the true goal deck or a true hand for impossible. Worlds never come back, so that it is enough to
/// ask in the end.
fn believes_falsehood(agent: &mut CluedoAgent, truth: &(CluedoCards, Vec<CluedoCards>)) -> bool {
    _ = agent.settle_hands(&Stop::new());
    let (envelope, hands) = truth;
    let others = hands.iter().zip(Player::first(hands.len()));
    let mut others = others.filter(|(_, player)| *player != agent.player());
    !agent.goal().worlds().contains(envelope)
        || others.any(|(hand, player)| !agent.hand_of(player).worlds().contains(hand))
}
