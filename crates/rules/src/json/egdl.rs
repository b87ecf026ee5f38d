//! Answers about games in EGDL, for programs.

use crate::egdl::{
    AgentSummary, EgdlAnswer, EgdlRecall, ModelUniqueness, PathVerdict, RecalledHistories,
    ShownPath, ShownStart, ShownWitness,
};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Answer<'a> {
    game: Option<&'a str>,
    states: usize,
    initial: usize,
    terminal: usize,
    wins: BTreeMap<&'a str, usize>,
    transitions: usize,
    classes: BTreeMap<&'a str, usize>,
    common: usize,
    unique: Option<bool>,
    recall: &'static str,
    histories: Option<RecalledHistories>,
    rules: Vec<Rule<'a>>,
    checks: Vec<Check<'a>>,
}

#[derive(Serialize)]
struct Rule<'a> {
    rule: &'a str,
    #[serde(flatten)]
    verdict: Verdict<'a>,
}

#[derive(Serialize)]
struct Check<'a> {
    check: &'a str,
    #[serde(flatten)]
    verdict: Verdict<'a>,
}

#[derive(Serialize)]
struct Verdict<'a> {
    holds: bool,
    failing: usize,
    witness: Option<Witness<'a>>,
}

#[derive(Serialize)]
struct Witness<'a> {
    #[serde(flatten)]
    path: Path<'a>,
    indices: BTreeMap<&'a str, &'a str>,
    unseen: Vec<Unseen<'a>>,
}

#[derive(Serialize)]
struct Unseen<'a> {
    agent: &'a str,
    from: Option<usize>,
    #[serde(flatten)]
    path: Path<'a>,
}

#[derive(Serialize)]
struct Path<'a> {
    play: Option<&'a [String]>,
    start: Option<&'a ShownStart>,
    state: &'a [String],
    board: Option<String>,
    along: &'a [String],
}

impl Serialize for EgdlAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let by_agent = |value: fn(&AgentSummary) -> usize| {
            self.agents.iter().map(|agent| (&agent.name[..], value(agent))).collect()
        };
        let answer = Answer {
            game: self.title.as_deref(),
            states: self.states,
            initial: self.initial,
            terminal: self.terminal,
            wins: by_agent(|agent| agent.wins),
            transitions: self.transitions,
            classes: by_agent(|agent| agent.classes),
            common: self.common,
            unique: match self.uniqueness {
                ModelUniqueness::Unique => Some(true),
                ModelUniqueness::SeesMore { .. } => Some(false),
                ModelUniqueness::Unknown { .. } => None,
            },
            recall: match self.recall {
                EgdlRecall::None => "none",
                EgdlRecall::OwnAction => "own-action",
                EgdlRecall::Perfect { .. } => "perfect",
            },
            histories: self.histories,
            rules: self.rules.iter().map(rule).collect(),
            checks: self.checks.iter().map(check).collect(),
        };
        answer.serialize(serializer)
    }
}

fn rule(of: &PathVerdict) -> Rule<'_> {
    Rule { rule: &of.label, verdict: verdict(of) }
}

fn check(of: &PathVerdict) -> Check<'_> {
    Check { check: &of.label, verdict: verdict(of) }
}

fn verdict(verdict: &PathVerdict) -> Verdict<'_> {
    let PathVerdict { failing, witness, .. } = verdict;
    let witness = witness.as_ref().map(|ShownWitness { indices, here, unseen }| Witness {
        path: path(here),
        indices: indices.iter().map(|(name, value)| (&name[..], &value[..])).collect(),
        unseen: unseen
            .iter()
            .map(|unseen| Unseen {
                agent: &unseen.agent,
                from: unseen.from,
                path: path(&unseen.path),
            })
            .collect(),
    });
    Verdict { holds: *failing == 0, failing: *failing, witness }
}

fn path(path: &ShownPath) -> Path<'_> {
    Path {
        play: path.play.as_deref(),
        start: path.start.as_ref(),
        state: &path.atoms,
        board: path.board.as_ref().map(|rows| rows.join("\n")),
        along: &path.along,
    }
}
