//! What a step changed, in words and for programs.

use super::card_trace::CardTelling;
use super::{count_noun, list};
use crate::latex as notation;
use crate::trace::{
    AgentChange, BeforeAfter, LearntFact, StepChange, Trace, WorldTrace, WorldsChange,
};
use hexa_engine::{AccessChange, CellChange, Content, Extent, Fact, Knower, LeftOut, Proof};
use hexa_lang::Document;
use hexa_lang::syntax::Printer;
use hexa_logic::{Agent, Group, Terms};
use hexa_text::latex_escaped;
use std::collections::BTreeMap;

/// How much is told of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// A few lines.
    Short,
    /// All facts.
    Full,
}

/// So many lines of facts of one kind are told in short.
const MOST_LINES: usize = 12;
/// Longer formulas are cut.
const MOST_BYTES: usize = 400;

/// What a step changed, as data and in words.
#[derive(Clone, Debug)]
pub struct Traced {
    /// The change.
    pub change: StepChange,
    /// The change in lines.
    pub lines: Vec<String>,
}

/// What a step changed in lines of LaTeX: how many worlds there are, and the facts as formulas.
pub fn latex(trace: &Trace, document: &Document, length: Length) -> Vec<String> {
    match trace {
        Trace::Worlds(trace) => WorldTelling { trace, document, length }.latex(),
        Trace::Cards(trace) => CardTelling { trace, document, length }.latex(),
    }
}

impl Traced {
    /// Words a change.
    pub fn new(trace: &Trace, document: &Document, length: Length) -> Self {
        match trace {
            Trace::Worlds(trace) => {
                let telling = WorldTelling { trace, document, length };
                let change = StepChange::Worlds(telling.data());
                Self { change, lines: telling.lines() }
            }
            Trace::Cards(trace) => {
                let telling = CardTelling { trace, document, length };
                let change = StepChange::Cards(telling.data());
                Self { change, lines: telling.lines() }
            }
        }
    }
}

/// A change of worlds and access, with the words for it.
struct WorldTelling<'a> {
    trace: &'a WorldTrace,
    document: &'a Document,
    length: Length,
}

impl WorldTelling<'_> {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.sizes()];
        lines.extend(self.values());
        lines.extend(self.access());
        let facts = &self.trace.change.facts;
        let mut some = !self.trace.change.values.is_empty();
        for (word, facts) in
            [("now", &facts.now), ("so", &facts.so), ("no longer", &facts.no_longer)]
        {
            some |= !facts.is_empty();
            lines.extend(
                self.shorten(&self.sentences(facts)).iter().map(|s| format!("{word}: {s}")),
            );
        }
        if some && let Some(who) = self.fallible() {
            lines.push(format!("arrows for {who}: what is said to be known may be false"));
        }
        if !some {
            lines.push("nobody learnt or forgot anything that a trace tells of".to_owned());
        }
        if facts.proof == Proof::Irredundant {
            lines.push("none of these facts is superfluous, but perhaps fewer would do".to_owned());
        }
        if let LeftOut::KnowledgeOfKnowledge(most) = facts.left_out {
            lines.push(format!(
                "left out: who knows what others know, which would take more than {most} steps"
            ));
        }
        lines
    }

    fn latex(&self) -> Vec<String> {
        let mut lines = vec![self.sizes().replace("->", "$\\to$")];
        lines.extend(self.values().map(|line| latex_escaped(&line)));
        let facts = &self.trace.change.facts;
        for (word, facts) in
            [("now", &facts.now), ("so", &facts.so), ("no longer", &facts.no_longer)]
        {
            let facts = self.fact_objects(facts);
            let formulas: Vec<String> =
                facts.iter().map(|fact| notation::formula(&fact.formula)).collect();
            let formulas = self.shorten(&formulas);
            if !formulas.is_empty() {
                lines.push(format!("{word}: {}", formulas.join(", ")));
            }
        }
        lines
    }

    /// Those who have arrows.
    fn fallible(&self) -> Option<String> {
        let has_arrows = |access: &&AccessChange| {
            access.before.iter().chain(&access.after).any(|extent| extent.cells.is_none())
        };
        let access = self.trace.change.access.iter().filter(has_arrows);
        let names: Vec<String> = access.map(|a| self.agent(a.agent).to_owned()).collect();
        (!names.is_empty()).then(|| list(&names))
    }

    fn shorten(&self, lines: &[String]) -> Vec<String> {
        shorten(lines, self.length)
    }

    fn sizes(&self) -> String {
        let change = &self.trace.change;
        let worlds =
            format!("{} -> {}", count_noun(change.worlds_before, "world"), change.worlds_after);
        match self.trace.minimal {
            Some(sizes) if sizes != (change.worlds_before, change.worlds_after) => {
                format!("{worlds}, up to bisimilarity {} -> {}", sizes.0, sizes.1)
            }
            _ => worlds,
        }
    }

    fn values(&self) -> Option<String> {
        let value = |&(atom, value): &(hexa_logic::Atom, bool)| {
            let name = self.document.vocabulary.atom_name(atom);
            format!("{name} is {value}")
        };
        let values: Vec<String> = self.trace.change.values.iter().map(value).collect();
        (!values.is_empty()).then(|| format!("facts: {}", values.join(", ")))
    }

    /// One line for each agent whose cells have changed, and one for all the others.
    fn access(&self) -> Vec<String> {
        let changes = &self.trace.change.access;
        let same = |change: &&AccessChange| {
            change.cells == CellChange::Unchanged && change.before == change.after
        };
        let mut lines: Vec<String> = changes
            .iter()
            .filter(|change| !same(change))
            .map(|change| self.one_access(change))
            .collect();
        let same: Vec<String> =
            changes.iter().filter(same).map(|change| self.agent(change.agent).to_owned()).collect();
        if !same.is_empty() {
            lines.push(format!("{}: unchanged", same.join(", ")));
        }
        lines
    }

    fn one_access(&self, change: &AccessChange) -> String {
        let agent = self.agent(change.agent);
        match (change.before, change.after) {
            (Some(_), None) => format!("{agent}: has no access any more"),
            (None, Some(_)) => format!("{agent}: has access now"),
            (Some(before), Some(after)) => {
                let cells = cells(before, after, change.cells);
                format!(
                    "{agent}: {cells}; possible {} -> {}",
                    count_noun(before.considered, "world"),
                    after.considered
                )
            }
            (None, None) => format!("{agent}: has no access"),
        }
    }

    fn agent(&self, agent: Agent) -> &str {
        self.document.vocabulary.agent_name(agent)
    }

    /// Facts in words: those of several agents, and those about several atoms, in one sentence.
    fn sentences(&self, facts: &[Fact]) -> Vec<String> {
        let mut knowers: BTreeMap<Content, Vec<Knower>> = BTreeMap::new();
        for fact in facts {
            knowers.entry(fact.content).or_default().push(fact.knower);
        }
        let mut contents: BTreeMap<(Vec<Knower>, Verb), Vec<Content>> = BTreeMap::new();
        for (content, knowers) in knowers {
            contents.entry((knowers, Verb::of(content))).or_default().push(content);
        }
        contents.iter().map(|((knowers, verb), of)| self.sentence(knowers, *verb, of)).collect()
    }

    fn sentence(&self, knowers: &[Knower], verb: Verb, contents: &[Content]) -> String {
        let what = self.what(verb, contents);
        if knowers.contains(&Knower::Everybody) {
            return format!("{} {what}", self.all_commonly_know());
        }
        let names: Vec<String> = knowers
            .iter()
            .filter_map(|knower| match knower {
                Knower::Agent(agent) => Some(self.agent(*agent).to_owned()),
                Knower::Everybody => None,
            })
            .collect();
        let know = if names.len() == 1 { "knows" } else { "know" };
        format!("{} {know} {what}", list(&names))
    }

    /// Agents without access are not among those who know.
    fn all_commonly_know(&self) -> String {
        let knowers = self.everybody();
        if knowers.len() == self.trace.change.access.len() {
            return "everybody commonly knows".to_owned();
        }
        let names: Vec<String> = knowers.iter().map(|agent| self.agent(agent).to_owned()).collect();
        format!("{} commonly know", list(&names))
    }

    /// Those who have access before and after.
    fn everybody(&self) -> Group {
        let both = |access: &&AccessChange| access.before.is_some() && access.after.is_some();
        self.trace.change.access.iter().filter(both).map(|access| access.agent).collect()
    }

    fn what(&self, verb: Verb, contents: &[Content]) -> String {
        let parts: Vec<String> = contents.iter().map(|&content| self.object(content)).collect();
        let parts = list(&parts);
        match verb {
            Verb::Plain => parts,
            Verb::Knows(agent) => format!("that {} knows {parts}", self.agent(agent)),
            Verb::Whether(agent) => format!("that {} knows whether {parts}", self.agent(agent)),
            Verb::Lacks(agent) => format!("that {} does not know {parts}", self.agent(agent)),
            Verb::Unsure(agent) => {
                format!("that {} does not know whether {parts}", self.agent(agent))
            }
        }
    }

    fn object(&self, content: Content) -> String {
        let vocabulary = &self.document.vocabulary;
        match content {
            Content::Holds(atom)
            | Content::Knows(_, atom)
            | Content::KnowsWhether(_, atom)
            | Content::Unsure(_, atom) => vocabulary.atom_name(atom).to_owned(),
            Content::Fails(atom) | Content::KnowsNot(_, atom) => {
                format!("~{}", vocabulary.atom_name(atom))
            }
            Content::Formula(at) => self.formula_text(at),
            Content::Everything | Content::KnowsEverything(_) | Content::LacksSomething(_) => {
                match vocabulary.cards().len() {
                    0 => "the value of every atom".to_owned(),
                    _ => "the deal".to_owned(),
                }
            }
        }
    }

    fn formula_text(&self, at: usize) -> String {
        let Document { terms, vocabulary, .. } = self.document;
        let printer = Printer { limit: MOST_BYTES, ..Printer::new(terms, vocabulary) };
        self.trace.formulas.get(at).map_or(String::new(), |&formula| printer.formula(formula))
    }
}

/// What agents are said to do with the atoms of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verb {
    Plain,
    Knows(Agent),
    Whether(Agent),
    Lacks(Agent),
    Unsure(Agent),
}

impl Verb {
    fn of(content: Content) -> Self {
        match content {
            Content::Everything | Content::Holds(_) | Content::Formula(_) | Content::Fails(_) => {
                Self::Plain
            }
            Content::KnowsEverything(agent)
            | Content::Knows(agent, _)
            | Content::KnowsNot(agent, _) => Self::Knows(agent),
            Content::KnowsWhether(agent, _) => Self::Whether(agent),
            Content::LacksSomething(agent) => Self::Lacks(agent),
            Content::Unsure(agent, _) => Self::Unsure(agent),
        }
    }
}

fn cells(before: Extent, after: Extent, change: CellChange) -> String {
    let sizes = match (before.cells, after.cells) {
        (Some(before), Some(after)) => format!("{} -> {after}", count_noun(before, "cell")),
        (None, None) => "arrows".to_owned(),
        (_, None) => "arrows instead of cells".to_owned(),
        (None, _) => "cells instead of arrows".to_owned(),
    };
    let CellChange::Changed { split, smaller, gone, merged, new } = change else { return sizes };
    let parts =
        [(split, "split"), (smaller, "smaller"), (gone, "gone"), (merged, "merged"), (new, "new")];
    let parts: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if parts.is_empty() { sizes } else { format!("{sizes} ({})", parts.join(", ")) }
}

/// The first lines, and how many more there are.
pub(super) fn shorten(lines: &[String], length: Length) -> Vec<String> {
    if length == Length::Full || lines.len() <= MOST_LINES {
        return lines.to_vec();
    }
    let mut shown = lines[..MOST_LINES].to_vec();
    let more = lines.len() - MOST_LINES;
    shown.push(format!("... and {more} more; a full trace tells all"));
    shown
}

impl WorldTelling<'_> {
    fn data(&self) -> WorldsChange {
        let change = &self.trace.change;
        let name = |&(atom, value): &(hexa_logic::Atom, bool)| {
            (self.document.vocabulary.atom_name(atom).to_owned(), value)
        };
        let pair = |(before, after)| BeforeAfter { before, after };
        WorldsChange {
            worlds: pair((change.worlds_before, change.worlds_after)),
            minimal: self.trace.minimal.map(pair),
            values: change.values.iter().map(name).collect(),
            agents: change.access.iter().map(|access| self.agent_object(access)).collect(),
            now: self.fact_objects(&change.facts.now),
            so: self.fact_objects(&change.facts.so),
            no_longer: self.fact_objects(&change.facts.no_longer),
            smallest: change.facts.proof == Proof::Smallest,
            left_out: change.facts.left_out != LeftOut::Nothing,
        }
    }

    fn agent_object(&self, access: &AccessChange) -> AgentChange {
        let (split, smaller, gone, merged, new) = match access.cells {
            CellChange::Changed { split, smaller, gone, merged, new } => {
                (split, smaller, gone, merged, new)
            }
            CellChange::Unchanged | CellChange::NotCells => (0, 0, 0, 0, 0),
        };
        let cells = |extent: Option<Extent>| extent.and_then(|extent| extent.cells);
        let possible = |extent: Option<Extent>| extent.map(|extent| extent.considered);
        AgentChange {
            agent: self.agent(access.agent).to_owned(),
            cells: BeforeAfter { before: cells(access.before), after: cells(access.after) },
            possible: BeforeAfter {
                before: possible(access.before),
                after: possible(access.after),
            },
            unchanged: access.cells == CellChange::Unchanged && access.before == access.after,
            split,
            smaller,
            gone,
            merged,
            new,
        }
    }

    fn fact_objects(&self, facts: &[Fact]) -> Vec<LearntFact> {
        let mut terms = self.document.terms.clone();
        facts.iter().map(|fact| self.fact_object(fact, &mut terms)).collect()
    }

    fn fact_object(&self, fact: &Fact, terms: &mut Terms) -> LearntFact {
        let vocabulary = &self.document.vocabulary;
        let formula = fact.formula(terms, vocabulary, &self.everybody(), &self.trace.formulas);
        let printer = Printer { limit: MOST_BYTES, ..Printer::new(terms, vocabulary) };
        LearntFact { text: self.sentences(&[*fact]).concat(), formula: printer.formula(formula) }
    }
}
