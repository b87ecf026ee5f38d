//! Models and frames as texts that can be read back: whatever a computation finds can be pasted into a
//! file and run.

use crate::syntax::{Printer, ratio_text};
use hexa_logic::{
    Agent, Atom, EventClause, EventModel, ModelSetup, Ratio, RelationSetup, Terms, Vocabulary,
    WeighedModel,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Writes declarations.
pub struct Writer<'a> {
    terms: &'a Terms,
    vocabulary: &'a Vocabulary,
}

impl<'a> Writer<'a> {
    /// A writer for terms in these names.
    pub fn new(terms: &'a Terms, vocabulary: &'a Vocabulary) -> Self {
        Self { terms, vocabulary }
    }

    /// A model as the initial state, with its agents, its atoms, and all frames.
    pub fn model(&self, model: &ModelSetup) -> String {
        self.initial(model, None)
    }

    /// The same of a model whose worlds have weights.
    pub fn weighed_model(&self, weighed: &WeighedModel) -> String {
        self.initial(&weighed.model, Some(&weighed.weights))
    }

    fn initial(&self, model: &ModelSetup, weights: Option<&[Ratio]>) -> String {
        let agents: Vec<&str> =
            self.vocabulary.agents().map(|agent| self.vocabulary.agent_name(agent)).collect();
        let mut lines = vec![format!("agents {}", agents.join(", "))];
        let true_somewhere: BTreeSet<Atom> =
            model.worlds.iter().flat_map(|world| world.atoms.iter().copied()).collect();
        let all = (0..self.vocabulary.atom_count()).map(Atom::from_index);
        let never: Vec<String> =
            all.filter(|atom| !true_somewhere.contains(atom)).map(|atom| self.atom(atom)).collect();
        if !never.is_empty() {
            lines.push(format!("atoms {}", never.join(", ")));
        }
        lines.extend(self.block(model, weights));
        for frame in self.terms.frames() {
            lines.push(String::new());
            lines.extend(self.frame_lines(frame));
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// A model as a further state of a file that has these agents and atoms.
    pub fn state(&self, name: &str, model: &ModelSetup) -> String {
        let block =
            self.block(model, None).into_iter().map(|line| format!("  {}\n", line.trim_end()));
        format!("state {name} =\n{}", block.collect::<String>())
    }

    /// `model` and its clauses.
    fn block(&self, model: &ModelSetup, weights: Option<&[Ratio]>) -> Vec<String> {
        let mut lines = vec!["model".to_owned()];
        for (at, world) in model.worlds.iter().enumerate() {
            let mut said: Vec<String> = Vec::new();
            if !world.atoms.is_empty() {
                let atoms: Vec<String> = world.atoms.iter().map(|&atom| self.atom(atom)).collect();
                said.push(atoms.join(", "));
            }
            said.extend(weights.map(|weights| format!("weight {}", ratio_text(weights[at]))));
            lines.push(format!("  world {}: {}", world.name, said.join(" ")));
        }
        let names: Vec<&str> = model.worlds.iter().map(|world| world.name.as_str()).collect();
        lines.extend(self.relations(&model.relations, &names));
        lines.push(format!("  point {}", names[model.point.index()]));
        lines
    }

    fn atom(&self, atom: Atom) -> String {
        self.vocabulary.atom_name(atom).to_string()
    }

    /// The declaration of a frame.
    pub fn frame(&self, frame: &EventModel) -> String {
        self.frame_lines(frame).iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    fn frame_lines(&self, frame: &EventModel) -> Vec<String> {
        let mut lines = vec![format!("frame {}", frame.name)];
        if let Some(roles) = frame.roles {
            let name = |agent| self.vocabulary.agent_name(agent);
            lines.push(format!("  ask {} {}", name(roles.requester), name(roles.respondent)));
        }
        let chance = |at: usize| frame.chances.as_ref().map(|chances| chances[at]);
        let events = frame.events.iter().enumerate();
        lines.extend(events.map(|(at, event)| self.event(event, chance(at))));
        let names: Vec<&str> = frame.events.iter().map(|event| event.name.as_str()).collect();
        lines.extend(self.relations(&frame.relations, &names));
        lines
    }

    fn event(&self, event: &EventClause, chance: Option<Ratio>) -> String {
        let printer = Printer::new(self.terms, self.vocabulary);
        let assignments: Vec<String> = event
            .postcondition
            .iter()
            .map(|&(atom, value)| format!("{} := {}", self.atom(atom), printer.formula(value)))
            .collect();
        let mut said = vec![format!("pre {}", printer.formula(event.precondition))];
        said.extend(chance.map(|chance| format!("chance {}", ratio_text(chance))));
        if !assignments.is_empty() {
            said.push(format!("post {}", assignments.join(", ")));
        }
        format!("  event {}: {}", event.name, said.join(", "))
    }

    /// `cells` and `arrows` between things of these names.
    fn relations(&self, relations: &[Option<RelationSetup>], names: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, relation) in relations.iter().enumerate() {
            let agent = self.vocabulary.agent_name(Agent::from_index(at));
            lines.extend(relation.as_ref().map(|relation| match relation {
                RelationSetup::Cells(cells) => {
                    format!("  cells {agent}: {}", cell_list(cells, names))
                }
                RelationSetup::Arrows(arrows) => {
                    let arrow = |&(from, to): &(u32, u32)| {
                        format!("{} -> {}", names[from as usize], names[to as usize])
                    };
                    let arrows: Vec<String> = arrows.iter().map(arrow).collect();
                    format!("  arrows {agent}: {}", arrows.join(", "))
                }
            }));
        }
        lines
    }
}

/// Cells in braces, in the order of their first members.
fn cell_list(cells: &[u32], names: &[&str]) -> String {
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    let mut listed: Vec<Vec<&str>> = Vec::new();
    for (&cell, &name) in cells.iter().zip(names) {
        let place = *places.entry(cell).or_insert(listed.len());
        if place == listed.len() {
            listed.push(Vec::new());
        }
        listed[place].push(name);
    }
    let cells: Vec<String> =
        listed.iter().map(|members| format!("{{{}}}", members.join(", "))).collect();
    cells.join(" ")
}
