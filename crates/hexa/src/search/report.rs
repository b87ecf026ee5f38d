//! What a search came to, for people or for programs. A search that was cut off never looks like one
//! that has found all there is.

use crate::cli::{OwnCards, Passing, SearchArgs, Winning};
use crate::command::Status;
use hexa_games::{Count, Cut, End, Search};
use serde_json::{Value, json};

/// What a search came to.
pub struct Report<'a> {
    /// What was asked.
    pub args: &'a SearchArgs,
    /// The search.
    pub search: &'a Search,
    /// How it ended.
    pub end: &'a End,
    /// After how many questions something was found, and the scenario.
    pub found: Option<(usize, String)>,
    /// The time limit, if it was over.
    pub timeout: Option<String>,
}

impl Report<'_> {
    /// For people. With a scenario, all else is comments.
    pub fn text(&self) -> String {
        match (&self.found, self.seeks()) {
            (Some((questions, scenario)), _) => {
                let (questions, states) = (counted(*questions, "question"), self.states());
                format!("# Found after {questions}, among {states}.\n{scenario}")
            }
            (None, true) => self.none(),
            (None, false) => self.table(),
        }
    }

    /// For programs.
    pub fn json(&self) -> String {
        let depths = self.search.counts().iter().enumerate();
        let depth = |(questions, count): (usize, &Count)| {
            let Count { models, states, worlds } = *count;
            json!({"questions": questions, "models": models, "states": states, "largest": worlds})
        };
        let game = self.search.game();
        let value = json!({
            "hands": game.hands(),
            "table": game.table(),
            "ask": game.ask(),
            "win": self.win(),
            "own": self.own(),
            "nowin": self.nowin(),
            "end": match self.end {
                End::Found(_) => "found",
                End::Exhausted => "exhausted",
                End::Cut(_) => "cut off",
            },
            "cut": self.cut(),
            "found": self.is_found(),
            "models": self.search.models(),
            "states": self.search.states(),
            "depths": depths.map(depth).collect::<Vec<_>>(),
            "similar": self.args.similar.then(|| {
                let similar = self.search.similar();
                json!({"models": similar.models, "states": similar.states})
            }),
            "questions": self.found.as_ref().map(|(questions, _)| questions),
            "scenario": self.found.as_ref().map(|(_, scenario)| scenario),
        });
        format!("{value}\n")
    }

    /// The exit status.
    pub fn status(&self) -> Status {
        match (self.end, self.seeks()) {
            (End::Found(_), _) => Status::Fine,
            (End::Exhausted | End::Cut(Cut::Depth(_)), false) => Status::Fine,
            (End::Exhausted | End::Cut(Cut::Depth(_)), true) => Status::Failed,
            (End::Cut(_), _) => Status::Broken,
        }
    }

    /// Whether something is looked for.
    fn seeks(&self) -> bool {
        let SearchArgs { property, action, unsuccessful, grows, .. } = self.args;
        property.is_some() || action.is_some() || unsuccessful.is_some() || *grows
    }

    /// Whether it was found; nothing if that is not known.
    fn is_found(&self) -> Value {
        match self.end {
            _ if !self.seeks() => Value::Null,
            End::Found(_) => Value::Bool(true),
            End::Exhausted => Value::Bool(false),
            End::Cut(_) => Value::Null,
        }
    }

    fn cut(&self) -> Option<String> {
        match (self.end, &self.timeout) {
            (End::Cut(Cut::Stopped), Some(timeout)) => Some(format!("{timeout} was reached")),
            (End::Cut(cut), _) => Some(cut.to_string()),
            _ => None,
        }
    }

    fn states(&self) -> String {
        let (states, models) = (self.search.states(), self.search.models());
        format!("{} of {}", counted(states, "state"), counted(models, "model"))
    }

    fn none(&self) -> String {
        let states = self.states();
        match self.cut() {
            None => format!("None. There are {states}, and all were searched.\n"),
            Some(cut) => {
                let most = self.search.counts().len().saturating_sub(1);
                let most = counted(most, "question");
                format!(
                    "None among {states}, after at most {most}. The search was cut off: {cut}. \
                     Nothing is known of other states.\n"
                )
            }
        }
    }

    fn table(&self) -> String {
        let mut text =
            format!("{:>9} {:>9} {:>9} {:>14}\n", "questions", "models", "states", "largest model");
        for (questions, count) in self.search.counts().iter().enumerate() {
            let Count { models, states, worlds } = count;
            text.push_str(&format!("{questions:>9} {models:>9} {states:>9} {worlds:>14}\n"));
        }
        let states = self.states();
        text.push_str(&match self.cut() {
            None => format!("There are {states}.\n"),
            Some(cut) => format!("At least {states}. The search was cut off: {cut}.\n"),
        });
        if self.args.similar {
            let similar = self.search.similar();
            let (states, models) =
                (counted(similar.states, "state"), counted(similar.models, "model"));
            text.push_str(&format!("Of these, {states} of {models} up to agent-similarity.\n"));
        }
        text
    }

    fn win(&self) -> String {
        match self.args.win {
            Winning::Deal => "deal".to_owned(),
            Winning::Table => "table".to_owned(),
            Winning::Hand(player) => format!("hand:{player}"),
        }
    }

    fn own(&self) -> &'static str {
        match self.args.own {
            OwnCards::Allowed => "allowed",
            OwnCards::Avoided => "avoided",
            OwnCards::Forbidden => "forbidden",
        }
    }

    fn nowin(&self) -> &'static str {
        match self.args.nowin {
            Passing::Asker => "asker",
            Passing::All => "all",
            Passing::None => "none",
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
