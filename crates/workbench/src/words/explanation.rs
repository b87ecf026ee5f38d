//! An explanation in plain sentences.

use super::count_noun;
use crate::why::Why;
use crate::why::exclusion::{Exclusion, Narrowing, exclusions, narrowings};
use crate::why::names::{Names, inside};
use hexa_engine::{Because, Explanation, PathStep, Scene, UBig, Whose};
use hexa_logic::{Agent, FormulaNode, Modality, Setup, Sight};
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

/// As many columns are used.
const WIDTH: usize = 80;
/// So many worlds are named.
const MOST_NAMED: usize = 8;

/// The whole explanation.
pub(crate) fn text(why: &Why<'_>) -> String {
    let names = Names::new(why, &why.scene.view).unbroken();
    let mut telling =
        Telling { names, origin: Origin::Asked, remembered: BTreeSet::new(), text: String::new() };
    let told = &why.scene.explanation;
    telling.explanation(told, 0, &format!("the actual {}", telling.kind_of_world()));
    let path = way_down(told);
    if path.len() > 1 && !is_one_chain(told, path.len()) {
        let path = telling.names.path(told.world, &path);
        telling.line(0, &format!("The path: {path}."));
    }
    telling.text.replace('\u{a0}', " ")
}

/// Whether a path has been told already, as the chain of the first line.
fn is_one_chain(told: &Explanation, steps: usize) -> bool {
    matches!(&told.because, Because::World { path, .. } if path.len() == steps)
}

/// The steps from the first world to the last one that the explanation speaks of.
fn way_down(told: &Explanation) -> Vec<PathStep> {
    if let Because::World { path, there } = &told.because {
        let mut steps = path.clone();
        steps.retain(|step| step.to != told.world || path.len() > 1);
        steps.extend(way_down(there));
        return steps;
    }
    if let Because::Parts { shown, .. } = &told.because
        && let [only] = &shown[..]
    {
        return way_down(only);
    }
    Vec::new()
}

/// Which state is spoken of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The one that was asked about, whose history is known.
    Asked,
    /// What an action would make of it.
    Imagined,
}

struct Telling<'a> {
    names: Names<'a>,
    origin: Origin,
    /// Those of whom it has been told how they came to consider what they consider.
    remembered: BTreeSet<Agent>,
    text: String,
}

impl Telling<'_> {
    fn explanation(&mut self, told: &Explanation, depth: usize, world: &str) {
        let formula = self.names.formula(told.formula);
        let value = if told.holds { "true" } else { "false" };
        let named = self.names.world(told.world);
        let place = if world.is_empty() { named.to_owned() } else { format!("{world} {named}") };
        let head = format!("`{formula}` is {value} in {place}");
        match self.reason(told) {
            Some(reason) => self.line(depth, &format!("{head}: {reason}")),
            None => self.line(depth, &format!("{head}.")),
        }
        self.rest(told, depth + 1);
    }

    /// What is said in the same line.
    fn reason(&self, told: &Explanation) -> Option<String> {
        match &told.because {
            Because::Valuation => None,
            Because::Parts { shown, decisive, of } => self.parts(told, shown, *decisive, *of),
            Because::World { path, .. } => Some(self.world(told, path)),
            Because::Both { agent, yes, no } => Some(format!(
                "{} considers both {} and {} possible; `{}` is true in the first and false in the \
                 second.",
                self.names.agent(*agent),
                self.names.world(*yes),
                self.names.world(*no),
                self.body(told)
            )),
            Because::AllWorlds { of, worlds, value } => {
                let value = if *value { "true" } else { "false" };
                Some(self.all_worlds(of, worlds, &format!("`{}` is {value}", self.body(told))))
            }
            Because::ManyWorlds { of, value } => {
                let value = if *value { "true" } else { "false" };
                let so = format!("`{}` is {value} in all of them", self.body(told));
                let counted = |(whose, count): &(Whose, UBig)| self.many_worlds(whose, count);
                let counts: Vec<String> = of.iter().map(counted).collect();
                Some(format!("{}, and {so}.", counts.join(", ")))
            }
            Because::Everybody(all) if all.is_empty() => Some("there is nobody to know it.".into()),
            Because::Everybody(_) => Some("each of them knows it.".to_owned()),
            Because::Blocked => Some("the action cannot be executed there.".to_owned()),
            Because::After { outcomes, .. } => Some(self.outcomes(told, *outcomes)),
            Because::Count { holding, of } => {
                let holding: Vec<String> =
                    holding.iter().map(|&part| self.names.formula(part)).collect();
                let listed = list_some(&holding);
                Some(match holding.len() {
                    0 => format!("none of the {of} holds."),
                    1 => format!("1 of the {of} holds: {listed}."),
                    number => format!("{number} of the {of} hold: {listed}."),
                })
            }
            Because::Probability { part, whole } => {
                let number = if whole == "1" { part.clone() } else { format!("{part}/{whole}") };
                Some(format!("the probability is {number}."))
            }
            Because::Unexplained => Some("that is what evaluation says.".to_owned()),
        }
    }

    /// What is said in further lines.
    fn rest(&mut self, told: &Explanation, depth: usize) {
        match &told.because {
            Because::Parts { shown, decisive, .. } => {
                shown.iter().for_each(|part| self.explanation(part, depth, ""));
                if *decisive > shown.len() && shown.len() > 1 {
                    self.line(depth, &format!("and {} more parts.", decisive - shown.len()));
                }
            }
            Because::World { there, .. } => self.explanation(there, depth, ""),
            Because::AllWorlds { of: Whose::Agent(agent), worlds, .. } => {
                self.history(told, *agent, worlds.len(), depth);
            }
            Because::ManyWorlds { of, value: true } => {
                if let [(Whose::Agent(agent), _)] = &of[..] {
                    self.large_history(told, *agent, depth);
                }
            }
            Because::Everybody(all) => {
                for (agent, worlds) in all {
                    let so = format!("`{}` is true", self.body(told));
                    let line = self.all_worlds(&Whose::Agent(*agent), worlds, &so);
                    self.line(depth, &line);
                }
            }
            Because::After { scene, .. } => self.explain_elsewhere(scene, depth),
            Because::Valuation
            | Because::Both { .. }
            | Because::AllWorlds { .. }
            | Because::ManyWorlds { .. }
            | Because::Blocked
            | Because::Count { .. }
            | Because::Probability { .. }
            | Because::Unexplained => {}
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others are told by how many parts they have"
    )]
    fn parts(
        &self,
        told: &Explanation,
        shown: &[Explanation],
        decisive: usize,
        of: usize,
    ) -> Option<String> {
        let value = |value: bool| if value { "true" } else { "false" };
        Some(match self.names.why.document.terms.node(told.formula) {
            FormulaNode::Not(_) => "it denies what follows.".to_owned(),
            FormulaNode::Iff(..) if told.holds => "both sides have the same value.".to_owned(),
            FormulaNode::Iff(..) => "the sides have different values.".to_owned(),
            FormulaNode::Implies(..) if !told.holds => {
                "the condition holds and the rest does not.".to_owned()
            }
            FormulaNode::Implies(left, _) if shown.first().is_some_and(|p| p.formula == *left) => {
                "the condition does not hold.".to_owned()
            }
            FormulaNode::Implies(..) => "what follows from the condition holds.".to_owned(),
            _ => match (decisive, of) {
                (_, 0) => "it has no parts.".to_owned(),
                (2, 2) => format!("both parts are {}.", value(told.holds)),
                _ if decisive == of => format!("all {of} parts are {}.", value(told.holds)),
                (1, _) => format!("one of its {of} parts is {}.", value(told.holds)),
                _ => format!("{decisive} of its {of} parts are {}; the first:", value(told.holds)),
            },
        })
    }

    fn world(&self, told: &Explanation, path: &[PathStep]) -> String {
        let here = self.names.world(told.world);
        match path {
            [] => "common knowledge includes the world itself.".to_owned(),
            [PathStep { by, to }] if *to == told.world => {
                format!("{} {here} itself possible.", self.considers(by))
            }
            [PathStep { by: by @ Whose::Agent(agent), to }] if self.names.confuses(by) => {
                let there = self.names.world(*to);
                let reason = self.names.same_sight(*agent, told.world, *to);
                let reason = reason.map_or(String::new(), |reason| format!(", because {reason}"));
                format!("{} cannot tell {here} from {there}{reason}.", self.names.agent(*agent))
            }
            [PathStep { by, to }] => {
                format!("{} {} possible.", self.considers(by), self.names.world(*to))
            }
            _ => format!("there is the chain {}.", self.names.path(told.world, path)),
        }
    }

    fn considers(&self, whose: &Whose) -> String {
        match whose {
            Whose::Agent(agent) => format!("{} considers", self.names.agent(*agent)),
            Whose::Together(group) | Whose::Chains(group) => {
                format!("{} together consider", self.names.agents(group))
            }
        }
    }

    /// The formula inside an operator.
    fn body(&self, told: &Explanation) -> String {
        inside(self.names.why, told).map_or(String::new(), |body| self.names.formula(body))
    }

    fn all_worlds(&self, of: &Whose, worlds: &[usize], so: &str) -> String {
        let kind = self.kind_of_world();
        let names: Vec<String> = worlds.iter().map(|&w| self.names.world(w).to_owned()).collect();
        let listed = list_some(&names);
        let who = match of {
            Whose::Chains(group) => {
                let agents = self.names.agents(group);
                return match worlds.len() {
                    1 => format!("chains of {agents} lead to no other {kind}, and {so} there."),
                    number => format!(
                        "chains of {agents} lead to {number} {kind}s, and {so} in all of them: {listed}."
                    ),
                };
            }
            Whose::Agent(_) | Whose::Together(_) => self.considers(of),
        };
        match worlds.len() {
            0 => format!("{who} no {kind} possible."),
            1 => format!("{who} only {listed} possible, and {so} there."),
            number => {
                format!("{who} {number} {kind}s possible, and {so} in all of them: {listed}.")
            }
        }
    }

    /// How many worlds somebody considers possible, where they are too many to list.
    fn many_worlds(&self, whose: &Whose, count: &UBig) -> String {
        let deals = count_noun(count, self.kind_of_world());
        match whose {
            Whose::Chains(group) => {
                format!("chains of {} lead to {deals}", self.names.agents(group))
            }
            Whose::Agent(_) | Whose::Together(_) => {
                format!("{} {deals} possible", self.considers(whose))
            }
        }
    }

    fn outcomes(&self, told: &Explanation, outcomes: usize) -> String {
        let one = if let FormulaNode::After(Modality::Every, ..) =
            *self.names.why.document.terms.node(told.formula)
        {
            !told.holds
        } else {
            told.holds
        };
        match (outcomes, one) {
            (1, _) => "after the action:".to_owned(),
            (number, true) => format!("the action has {number} outcomes, one of which is:"),
            (number, false) => format!("so it is in all {number} outcomes; the first:"),
        }
    }

    /// Explains something in another state.
    fn explain_elsewhere(&mut self, scene: &Scene, depth: usize) {
        let names = Names::new(self.names.why, &scene.view).unbroken();
        let mut other = Telling {
            names,
            origin: Origin::Imagined,
            remembered: BTreeSet::new(),
            text: std::mem::take(&mut self.text),
        };
        other.explanation(&scene.explanation, depth, "the new actual world");
        self.text = other.text;
    }

    /// How an agent came to consider what they consider in the actual world.
    fn history(&mut self, told: &Explanation, agent: Agent, left: usize, depth: usize) {
        let actual = told.world == self.names.view.actual;
        if !actual || self.origin != Origin::Asked || !self.remembered.insert(agent) {
            return;
        }
        let why = self.names.why;
        let (Some(body), name) = (inside(why, told), self.names.agent(agent)) else { return };
        match why.way {
            [] => {}
            [_] => {
                if let Some(line) = self.at_the_start(agent, left) {
                    self.line(depth, &line);
                }
            }
            _ => {
                let found = exclusions(why, agent, body);
                let lines = found
                    .map(|found| self.tell_exclusions(name, &self.body(told), &found))
                    .unwrap_or_default();
                lines.iter().for_each(|line| self.line(depth, line));
            }
        }
    }

    /// The same where worlds are too many to list: which steps excluded some, and how many.
    fn large_history(&mut self, told: &Explanation, agent: Agent, depth: usize) {
        let actual = told.world == self.names.view.actual;
        let why = self.names.why;
        if !actual || self.origin != Origin::Asked || why.way.len() < 2 {
            return;
        }
        if !self.remembered.insert(agent) {
            return;
        }
        let Some(found) = inside(why, told).and_then(|body| narrowings(why, agent, body)) else {
            return;
        };
        let (name, body) = (self.names.agent(agent).to_owned(), self.body(told));
        let lines: Vec<String> = match found.is_empty() {
            true => vec![format!(
                "{name} knew it from the start: no step has excluded a {} where `{body}` is false.",
                self.kind_of_world()
            )],
            false => found.iter().map(|step| self.tell_narrowing(&name, &body, step)).collect(),
        };
        lines.iter().for_each(|line| self.line(depth, line));
    }

    fn tell_narrowing(&self, name: &str, body: &str, narrowing: &Narrowing) -> String {
        let Narrowing { step, text, before, after } = narrowing;
        let left = match after.against == UBig::ZERO {
            true => "none".to_owned(),
            false => after.against.to_string(),
        };
        let possible = count_noun(&before.possible, self.kind_of_world());
        format!(
            "Before step {step}, `{text}`, {name} considered {possible} possible, and `{body}` was false in {} of \
             them; after it {}, and in {left}.",
            before.against, after.possible
        )
    }

    /// What an agent sees in the initial state, if that is what they go by.
    fn at_the_start(&self, agent: Agent, left: usize) -> Option<String> {
        let view = self.names.view;
        let same = |place: &usize| self.names.same_sight(agent, view.actual, *place).is_some();
        let alike = (0..view.worlds.len()).filter(same).count();
        let (name, worlds) = (self.names.agent(agent), view.worlds.len());
        if alike != left {
            return None;
        }
        let kind = self.kind_of_world();
        let sees = if let Setup::Deal(deal) = self.names.setup()
            && deal.sight == Sight::OwnCards
        {
            let hand = self.names.hand(agent, &view.worlds[view.actual]);
            format!("{name} sees {hand} in their own hand, which")
        } else {
            format!("what {name} observes")
        };
        Some(format!("{sees} leaves {left} of {worlds} {kind}s."))
    }

    fn tell_exclusions(&self, name: &str, body: &str, found: &[Exclusion]) -> Vec<String> {
        if found.is_empty() {
            return vec![format!("No step has excluded a {} for {name}.", self.kind_of_world())];
        }
        let line = |exclusion: &Exclusion| {
            let (number, step) = (exclusion.step, &exclusion.text);
            let was = match exclusion.held {
                Some(true) => format!(", where `{body}` was true"),
                Some(false) => format!(", where `{body}` was false"),
                None => String::new(),
            };
            let worlds = list_some(&exclusion.worlds);
            format!("Excluded for {name} by step {number}, `{step}`: {worlds}{was}.")
        };
        found.iter().map(line).collect()
    }

    fn kind_of_world(&self) -> &'static str {
        match self.names.setup() {
            Setup::Deal(_) => "deal",
            Setup::Structure(_) | Setup::Hypercube(_) | Setup::Model(_) | Setup::Weighed(_) => {
                "world"
            }
        }
    }

    /// Writes a paragraph, broken between words.
    fn line(&mut self, depth: usize, text: &str) {
        let indent = "  ".repeat(depth.min(12));
        let mut line = indent.clone();
        for word in text.split(' ') {
            let full = line.width() + 1 + word.width() > WIDTH;
            match line.len() == indent.len() {
                true => line += word,
                false if full => {
                    self.text += &line;
                    self.text.push('\n');
                    line = format!("{indent}  {word}");
                }
                false => {
                    line.push(' ');
                    line += word;
                }
            }
        }
        self.text += &line;
        self.text.push('\n');
    }
}

/// Some names, and how many more there are.
fn list_some(names: &[String]) -> String {
    // Names with commas or spaces in them need more than a comma between them.
    let between = if names.iter().any(|name| name.contains([' ', ','])) { "; " } else { ", " };
    match names.len() {
        0..=MOST_NAMED => names.join(between),
        all => format!("{} and {} more", names[..MOST_NAMED].join(between), all - MOST_NAMED),
    }
}
