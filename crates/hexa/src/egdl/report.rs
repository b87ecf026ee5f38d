//! What a model is like and what holds in it, for people or for programs.

use super::verdict::{Histories, PathTold, Told, Verdict};
use super::{Game, place_text, unique_text, verdict};
use crate::cli::{EgdlArgs, Recalling};
use crate::report::counted;
use hexa_logic::Agent;
use hexa_logic::{Fluent, PathFormula, PathNode};
use hexa_rules::egdl::Board;
use hexa_rules::frame::Valuation;
use hexa_rules::{TransitionModel, Uniqueness};
use serde_json::{Map, Value, json};

/// What there is to tell.
pub struct Report<'r> {
    /// What was asked.
    pub args: &'r EgdlArgs,
    /// The game.
    pub game: &'r Game,
    /// Its model.
    pub model: &'r TransitionModel,
    /// Which rules hold.
    pub rules: Vec<Verdict>,
    /// Which formulas hold.
    pub checks: Vec<Verdict>,
    /// What agents with perfect recall distinguish.
    pub histories: Option<Histories>,
    /// Whether there are other models.
    pub unique: Uniqueness,
}

impl Report<'_> {
    fn agents(&self) -> impl Iterator<Item = (Agent, &str)> {
        self.game
            .description
            .signature
            .agents()
            .enumerate()
            .map(|(at, name)| (Agent::from_index(at), name))
    }

    fn count(&self, fact: Fluent) -> usize {
        self.model.truth(fact).count_ones(..)
    }

    /// For programs.
    pub fn json(&self) -> String {
        let (signature, frame) = (&self.game.description.signature, &self.model.frame);
        let by_agent = |value: &dyn Fn(Agent) -> usize| -> Map<String, Value> {
            self.agents().map(|(agent, name)| (name.to_owned(), json!(value(agent)))).collect()
        };
        let value = json!({
            "game": self.game.description.title,
            "states": frame.states(),
            "initial": frame.initial().len(),
            "terminal": self.count(signature.terminal()),
            "wins": by_agent(&|agent| self.count(signature.wins(agent))),
            "transitions": self.model.transitions(),
            "classes": by_agent(&|agent| frame.classes(agent).count),
            "common": frame.common().count,
            "unique": match self.unique {
                Uniqueness::Unique => json!(true),
                Uniqueness::SeesMore(_) => json!(false),
                Uniqueness::Unknown(_) => Value::Null,
            },
            "recall": match self.args.recall {
                Recalling::None => "none",
                Recalling::OwnAction => "own-action",
                Recalling::Perfect => "perfect",
            },
            "histories": self.histories.as_ref().map(|histories| {
                json!({"count": histories.count, "depth": self.args.depth, "all": histories.is_whole})
            }),
            "rules": self.rules.iter().map(|rule| self.verdict_json("rule", rule)).collect::<Vec<_>>(),
            "checks": self.checks.iter().map(|check| self.verdict_json("check", check)).collect::<Vec<_>>(),
        });
        format!("{value}\n")
    }

    fn verdict_json(&self, kind: &str, verdict: &Verdict) -> Value {
        json!({
            kind: verdict.label,
            "holds": verdict.failing == 0,
            "failing": verdict.failing,
            "witness": verdict.witness.as_ref().map(|told| self.witness_json(told)),
        })
    }

    fn witness_json(&self, told: &Told) -> Value {
        let mut value = self.path_json(&told.here);
        let indices: Map<String, Value> =
            told.indices.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        value["indices"] = Value::Object(indices);
        let unseen = told.unseen.iter().map(|(agent, path)| {
            let mut value = self.path_json(path);
            value["agent"] = json!(agent);
            value
        });
        value["unseen"] = unseen.collect();
        value
    }

    fn path_json(&self, path: &PathTold) -> Value {
        let signature = &self.game.description.signature;
        let atoms: Vec<String> =
            self.model.atoms(path.state).iter().map(|&fact| signature.fact_name(fact)).collect();
        let board = self.game.description.board.as_ref().map(|board| self.board(board, path.state));
        json!({"play": path.play, "state": atoms, "board": board, "along": path.along})
    }

    /// For people.
    pub fn text(&self) -> String {
        let (signature, frame) = (&self.game.description.signature, &self.model.frame);
        let title = self.game.description.title.as_deref().unwrap_or(&self.game.name);
        let mut text = format!(
            "{title}: {}, {} initial, {} terminal, {}\n",
            counted(frame.states(), "state"),
            frame.initial().len(),
            self.count(signature.terminal()),
            counted(self.model.transitions(), "transition"),
        );
        for (agent, name) in self.agents() {
            text += &format!(
                "{name} wins in {} of them, and tells {} apart\n",
                self.count(signature.wins(agent)),
                classes(frame.classes(agent).count),
            );
        }
        text += &format!("{} of what is common knowledge\n", classes(frame.common().count));
        text += &format!("{}\n", unique_text(self.unique, self.game));
        if let Some(histories) = &self.histories {
            text += &format!(
                "perfect recall: {} of {}\n",
                histories_text(histories.count),
                match histories.is_whole {
                    true => "all plays".to_owned(),
                    false => format!("at most {}", counted(self.args.depth, "move")),
                }
            );
        }
        text += "\n";
        text += &self.rules_text();
        let place = verdict::place(self.args, self.game, frame);
        let place = place.as_ref().map_or("there", place_text);
        for check in &self.checks {
            text += &self.verdict_text(&check.label, check, place);
        }
        text
    }

    /// The rules; those in a row that hold in one line.
    fn rules_text(&self) -> String {
        let mut text = String::new();
        for rules in self.rules.chunk_by(|one, next| one.failing == 0 && next.failing == 0) {
            text += &match rules {
                [] => String::new(),
                [rule] => self.verdict_text(&format!("rule {}", rule.label), rule, "on all paths"),
                [first, .., last] => {
                    format!("rules {} to {} hold on all paths\n", first.label, last.label)
                }
            };
        }
        text
    }

    fn verdict_text(&self, label: &str, verdict: &Verdict, place: &str) -> String {
        let Some(told) = &verdict.witness else { return format!("{label} holds {place}\n") };
        let mut text = format!("{label} fails");
        if place == "on all paths" {
            text += &match self.histories {
                Some(_) => format!(" in {}", histories_text(verdict.failing)),
                None => format!(" in {}", counted(verdict.failing, "state")),
            };
        }
        let indices: Vec<String> =
            told.indices.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        if !indices.is_empty() {
            text += &format!(", first for {}", indices.join(", "));
        }
        text += "\n";
        text += &self.path_text(&told.here, "here: ");
        let mut before = told.here.state;
        for (agent, path) in &told.unseen {
            let what = format!("{agent} cannot tell that from: ");
            match path.state == before && !path.along.is_empty() {
                true => {
                    text += &format!("  {what}the same state, and then {}\n", path.along.join("; "))
                }
                false => text += &self.path_text(path, &what),
            }
            before = path.state;
        }
        text
    }

    fn path_text(&self, path: &PathTold, what: &str) -> String {
        let mut text = match path.play.as_deref() {
            Some([]) => format!("  {what}the initial state"),
            Some(play) => format!("  {what}the state after {}", play.join("; ")),
            None => format!("  {what}a state that no play leads to"),
        };
        if !path.along.is_empty() {
            text += &format!(", and then {}", path.along.join("; "));
        }
        text += "\n";
        let rows = match &self.game.description.board {
            Some(board) => self.board(board, path.state),
            None => {
                let signature = &self.game.description.signature;
                let atoms: Vec<String> = self
                    .model
                    .atoms(path.state)
                    .iter()
                    .map(|&fact| signature.fact_name(fact))
                    .collect();
                match atoms.is_empty() {
                    true => "no atom is true".to_owned(),
                    false => format!("true: {}", atoms.join(", ")),
                }
            }
        };
        rows.lines().for_each(|row| text += &format!("    {row}\n"));
        text
    }

    /// A state as it is drawn.
    fn board(&self, board: &Board, state: u32) -> String {
        let sign = |signs: &Vec<(String, PathFormula)>| {
            signs
                .iter()
                .find(|(_, when)| self.holds(*when, state))
                .map_or(" ", |(sign, _)| sign)
                .to_owned()
        };
        let width = board
            .cells
            .iter()
            .flatten()
            .flatten()
            .map(|(sign, _)| sign.chars().count())
            .max()
            .unwrap_or(1);
        let row = |row: &Vec<Vec<(String, PathFormula)>>| {
            let cells: Vec<String> =
                row.iter().map(|signs| format!("{:<width$}", sign(signs))).collect();
            cells.join(if width == 1 { "" } else { " " }).trim_end().to_owned()
        };
        board.cells.iter().map(row).collect::<Vec<_>>().join("\n")
    }

    /// Whether a formula about one state holds there.
    fn holds(&self, formula: PathFormula, state: u32) -> bool {
        match self.game.description.formulas.node(formula) {
            PathNode::Constant(value) => *value,
            PathNode::Fluent(fact) => self.model.holds(*fact, state),
            PathNode::Not(body) => !self.holds(*body, state),
            PathNode::And(of) => of.iter().all(|&part| self.holds(part, state)),
            PathNode::Or(of) => of.iter().any(|&part| self.holds(part, state)),
            PathNode::Does(_) | PathNode::Next(_) | PathNode::Knows(..) | PathNode::Common(_) => {
                false
            }
        }
    }
}

fn classes(count: usize) -> String {
    match count {
        1 => "1 class".to_owned(),
        _ => format!("{count} classes"),
    }
}

fn histories_text(count: usize) -> String {
    match count {
        1 => "1 history".to_owned(),
        _ => format!("{count} histories"),
    }
}
