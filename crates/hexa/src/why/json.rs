//! An explanation as programs read it: the same tree.

use super::Why;
use super::exclusion::{Exclusion, exclusions};
use super::names::Names;
use super::wording::inside;
use hexa_engine::{Because, Explanation, PathStep, UBig, Whose};
use hexa_logic::Agent;
use serde_json::{Value, json};

/// The whole explanation.
pub(super) fn value(why: &Why<'_>) -> Value {
    Tree { names: Names::new(why, &why.scene.view) }.explanation(&why.scene.explanation)
}

struct Tree<'a> {
    names: Names<'a>,
}

impl Tree<'_> {
    fn explanation(&self, told: &Explanation) -> Value {
        json!({
            "formula": self.names.formula(told.formula),
            "world": self.names.world(told.world),
            "holds": told.holds,
            "because": self.because(told),
        })
    }

    fn because(&self, told: &Explanation) -> Value {
        match &told.because {
            Because::Valuation => json!({ "kind": "valuation" }),
            Because::Parts { shown, decisive, of } => {
                let shown: Vec<Value> = shown.iter().map(|part| self.explanation(part)).collect();
                json!({ "kind": "parts", "decisive": decisive, "of": of, "parts": shown })
            }
            Because::World { path, there } => {
                let step = |step: &PathStep| json!({ "by": self.whose(&step.by), "to": self.names.world(step.to) });
                let path: Vec<Value> = path.iter().map(step).collect();
                json!({ "kind": "world", "path": path, "there": self.explanation(there) })
            }
            Because::Both { agent, yes, no } => json!({
                "kind": "both",
                "agent": self.names.agent(*agent),
                "true_in": self.names.world(*yes),
                "false_in": self.names.world(*no),
            }),
            Because::AllWorlds { of, worlds, value } => json!({
                "kind": "all worlds",
                "of": self.whose(of),
                "worlds": self.worlds(worlds),
                "value": value,
                "excluded": self.excluded(told, of),
            }),
            Because::ManyWorlds { of, value } => {
                let one = |(whose, count): &(Whose, UBig)| json!({ "of": self.whose(whose), "count": count.to_string() });
                let counts: Vec<Value> = of.iter().map(one).collect();
                json!({ "kind": "many worlds", "worlds": counts, "value": value })
            }
            Because::Everybody(all) => {
                let one = |(agent, worlds): &(Agent, Vec<usize>)| json!({ "agent": self.names.agent(*agent), "worlds": self.worlds(worlds) });
                json!({ "kind": "everybody", "agents": all.iter().map(one).collect::<Vec<_>>() })
            }
            Because::Blocked => json!({ "kind": "not executable" }),
            Because::After { outcomes, scene } => {
                let other = Tree { names: Names::new(self.names.why, &scene.view) };
                let there = other.explanation(&scene.explanation);
                json!({ "kind": "after", "outcomes": outcomes, "there": there })
            }
            Because::Count { holding, of } => {
                let holding: Vec<String> =
                    holding.iter().map(|&part| self.names.formula(part)).collect();
                json!({ "kind": "count", "of": of, "holding": holding })
            }
            Because::Probability { part, whole } => {
                json!({ "kind": "probability", "part": part, "whole": whole })
            }
            Because::Unexplained => json!({ "kind": "unexplained" }),
        }
    }

    fn worlds(&self, places: &[usize]) -> Vec<&str> {
        places.iter().map(|&place| self.names.world(place)).collect()
    }

    fn whose(&self, whose: &Whose) -> Value {
        match whose {
            Whose::Agent(agent) => json!([self.names.agent(*agent)]),
            Whose::Together(group) | Whose::Chains(group) => {
                group.iter().map(|agent| self.names.agent(agent)).collect()
            }
        }
    }

    /// The worlds that steps excluded for the agent, in the actual world of the state asked about.
    fn excluded(&self, told: &Explanation, of: &Whose) -> Value {
        let why = self.names.why;
        let asked = std::ptr::eq(self.names.view, &raw const why.scene.view);
        let (Whose::Agent(agent), true) = (of, asked && told.world == self.names.view.actual)
        else {
            return Value::Null;
        };
        let Some(found) = inside(why, told).and_then(|body| exclusions(why, *agent, body)) else {
            return Value::Null;
        };
        let one = |exclusion: &Exclusion| {
            json!({
                "step": exclusion.step.0,
                "text": exclusion.step.1,
                "held": exclusion.held,
                "worlds": exclusion.worlds,
            })
        };
        found.iter().map(one).collect()
    }
}
