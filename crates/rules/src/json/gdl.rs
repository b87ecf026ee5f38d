//! Answers about games in GDL, for programs.

use crate::gdl::{
    CutShort, GdlAnswer, HistorySummary, HistoryVerdict, PlayEnd, PlaySummary, PlayerClasses,
    PositionCount, Remembering, RulesApplied, ShownHistory, ShownPosition, StuckPosition,
    TracedPlay,
};
use crate::words::gdl::{language, sum_of_goals};
use hexa_logic::Progress;
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Answer<'a> {
    file: &'a str,
    language: &'static str,
    roles: &'a [String],
    random: Option<&'a str>,
    rules: usize,
    engine: &'static str,
    fallback: Option<String>,
    facts: Option<usize>,
    moves: Option<&'a [usize]>,
    ground: Option<usize>,
    gates: Option<usize>,
    states: Option<usize>,
    terminal: Option<usize>,
    transitions: Option<usize>,
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stuck: Option<StuckStates<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<&'a ShownPosition>,
    model: Option<Model<'a>>,
    checks: Option<Vec<Check<'a>>>,
    playouts: Option<Playouts<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Stopped>,
}

#[derive(Serialize)]
struct StuckStates<'a> {
    states: usize,
    role: &'a str,
    state: &'a [String],
    moves: &'a [Vec<String>],
}

#[derive(Serialize)]
struct Traced<'a> {
    play: u64,
    moves: &'a [Vec<String>],
    state: &'a [String],
    end: &'static str,
    role: Option<&'a str>,
    goals: Option<&'a [Vec<i64>]>,
}

#[derive(Serialize)]
struct Stopped {
    steps: u64,
}

#[derive(Serialize)]
struct Model<'a> {
    recall: &'static str,
    histories: usize,
    states: usize,
    terminal: usize,
    transitions: usize,
    complete: bool,
    classes: &'a [PlayerClasses],
    common: usize,
}

#[derive(Serialize)]
struct Check<'a> {
    formula: &'a str,
    holds: bool,
    checked: usize,
    failing: usize,
    witness: Option<Witness<'a>>,
}

#[derive(Serialize)]
struct Witness<'a> {
    history: &'a ShownHistory,
    then: &'a [String],
    player: Option<&'a str>,
    unseen: Option<&'a ShownHistory>,
    unseen_then: &'a [String],
}

#[derive(Serialize)]
struct Playouts<'a> {
    plays: u64,
    seed: u64,
    finished: u64,
    stuck: u64,
    first_stuck: Option<Traced<'a>>,
    steps: u64,
    shortest: Option<u64>,
    longest: Option<u64>,
    roles: Vec<RolePlays<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    without_value: Option<Traced<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    traces: Vec<Traced<'a>>,
}

#[derive(Serialize)]
struct RolePlays<'a> {
    role: &'a str,
    mean: Option<f64>,
    goals: Vec<Goal>,
}

#[derive(Serialize)]
struct Goal {
    goal: Option<i64>,
    plays: u64,
}

impl Serialize for GdlAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (engine, fallback, size, moves) = match &self.applied {
            RulesApplied::Network { size, moves } => {
                ("network", None, Some(size), Some(&moves[..]))
            }
            RulesApplied::Interpreter { instead_of_network } => {
                ("interpreter", instead_of_network.as_ref().map(CutShort::to_string), None, None)
            }
        };
        let answer = Answer {
            file: &self.file,
            language: language(self.language),
            roles: &self.roles,
            random: self.chance.map(|role| &self.roles[role.index()][..]),
            rules: self.rules,
            engine,
            fallback,
            facts: size.map(|size| size.facts),
            moves,
            ground: size.map(|size| size.rules),
            gates: size.map(|size| size.gates),
            states: self.positions.as_ref().map(|count| count.states),
            terminal: self.positions.as_ref().map(|count| count.terminal),
            transitions: self.positions.as_ref().map(|count| count.steps),
            complete: self.positions.as_ref().map(|count| count.is_complete),
            stuck: self.positions.as_ref().and_then(|count| stuck_states(count, &self.roles)),
            after: self.after.as_ref(),
            model: self.model.as_ref().map(model),
            checks: self.model.as_ref().map(checks),
            playouts: self.plays.as_ref().map(|plays| playouts(plays, &self.roles)),
            stopped: self.stopped.map(|Progress { steps, .. }| Stopped { steps }),
        };
        answer.serialize(serializer)
    }
}

fn stuck_states<'a>(count: &'a PositionCount, roles: &'a [String]) -> Option<StuckStates<'a>> {
    let StuckPosition { role, position, moves } = count.first_stuck.as_ref()?;
    Some(StuckStates { states: count.stuck, role: &roles[role.index()], state: position, moves })
}

fn traced<'a>(play: &'a TracedPlay, roles: &'a [String]) -> Traced<'a> {
    let (end, role, goals) = match &play.end {
        PlayEnd::Over(goals) => ("over", None, Some(&goals[..])),
        PlayEnd::Left => ("left", None, None),
        PlayEnd::Stuck(role) => ("stuck", Some(&roles[role.index()][..]), None),
    };
    Traced { play: play.number + 1, moves: &play.moves, state: &play.position, end, role, goals }
}

fn model(model: &HistorySummary) -> Model<'_> {
    Model {
        recall: match model.remembering {
            Remembering::Everything => "perfect",
            Remembering::LastStep => "state",
        },
        histories: model.histories,
        states: model.positions,
        terminal: model.terminal,
        transitions: model.steps,
        complete: model.is_whole,
        classes: &model.classes,
        common: model.common,
    }
}

fn checks(model: &HistorySummary) -> Vec<Check<'_>> {
    model.verdicts.iter().map(check).collect()
}

fn check(verdict: &HistoryVerdict) -> Check<'_> {
    let witness = verdict.witness.as_ref().map(|witness| Witness {
        history: &witness.history,
        then: &witness.then,
        player: witness.unseen.as_ref().map(|unseen| &unseen.player[..]),
        unseen: witness.unseen.as_ref().map(|unseen| &unseen.history),
        unseen_then: witness.unseen.as_ref().map_or(&[], |unseen| &unseen.then),
    });
    let HistoryVerdict { formula, checked, failing, .. } = verdict;
    Check { formula, holds: *failing == 0, checked: *checked, failing: *failing, witness }
}

fn playouts<'a>(summary: &'a PlaySummary, roles: &'a [String]) -> Playouts<'a> {
    let PlaySummary { playing, statistics, stuck, without_value, traces } = summary;
    let traced = |play| traced(play, roles);
    let of_role = |(role, goals)| {
        let (sum, count) = sum_of_goals(goals);
        let goals = goals.iter().map(|(&goal, &plays)| Goal { goal, plays });
        let mean = (count > 0).then(|| sum as f64 / count as f64);
        RolePlays { role, mean, goals: goals.collect() }
    };
    Playouts {
        plays: statistics.plays,
        seed: playing.seed,
        finished: statistics.finished,
        stuck: statistics.stuck,
        first_stuck: stuck.as_ref().map(traced),
        steps: statistics.steps,
        shortest: statistics.shortest,
        longest: statistics.longest,
        roles: roles.iter().map(String::as_str).zip(&statistics.goals).map(of_role).collect(),
        without_value: without_value.as_ref().map(traced),
        traces: traces.iter().map(traced).collect(),
    }
}
