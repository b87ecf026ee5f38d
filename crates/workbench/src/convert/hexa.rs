//! A file of SMCDEL as a file of Hexa: every point that is asked about is a state.

use super::queries::{Query, Questions, questions};
use super::{Converted, unsayable};
use crate::engine_choice::suitable;
use crate::opened::Opened;
use crate::refusal::Means;
use crate::session;
use hexa_engine::first_state;
use hexa_lang::Document;
use hexa_lang::syntax::{GroupSpelling, Printer};
use hexa_logic::{Agent, Atom, Setup, Terms, Vocabulary};
use hexa_text::{Code, Diagnostic};

/// Longer formulas are not written.
const MOST_BYTES: usize = 1 << 26;

/// The file as text.
pub fn write_hexa(opened: &mut Opened) -> Result<Converted, Diagnostic> {
    if opened.document.smcdel_numbers().is_none() {
        return Err(unsayable(format!("{} is a file of Hexa already", opened.name))
            .help("the formatter brings it into its usual form"));
    }
    let mut questions = questions(&mut opened.document)?;
    only_states(&opened.document, &mut questions);
    let points = points(&questions);
    let first = match points.first() {
        Some(point) => point.clone(),
        None => first(opened)?,
    };
    let document = &opened.document;
    let vocabulary = readable(document);
    let writing =
        Writing { document, vocabulary: &vocabulary, questions: &questions, points: &points };
    writing.text(&first, &opened.name)
}

/// A point for a file that asks about none.
fn first(opened: &Opened) -> Result<Vec<Atom>, Diagnostic> {
    let Opened { document, limits, .. } = opened;
    let Document { initial, vocabulary, terms, .. } = document;
    let Setup::Structure(structure) = initial else { return Ok(Vec::new()) };
    first_state(structure, vocabulary, terms, limits).map_err(|error| {
        let engine = suitable(document, limits).engine;
        Means { document, engine, limits }.build(&error)
    })
}

/// Takes out what is asked about valuations that are no states.
fn only_states(document: &Document, questions: &mut Questions) {
    let structure = &questions.structure;
    for (query, (scenario, at)) in &mut questions.queries {
        let Ok(Query::True(point, _)) = query else { continue };
        if !structure.obeys(&document.terms, point) {
            let message = format!("{} is not one of the states", document.smcdel_state(point));
            let at = document.scenarios[*scenario].steps[*at].at;
            let problem = Diagnostic::without_place(Code::NoState, message);
            *query = Err(problem.at(at, "it breaks the law"));
        }
    }
}

/// The different points that are asked about, in order.
fn points(questions: &Questions) -> Vec<Vec<Atom>> {
    let mut points: Vec<Vec<Atom>> = Vec::new();
    for query in questions.questions() {
        let Query::True(point, _) = query else { continue };
        let point = sort_atoms(point);
        if !points.contains(&point) {
            points.push(point);
        }
    }
    points
}

fn sort_atoms(point: &[Atom]) -> Vec<Atom> {
    let mut point = point.to_vec();
    point.sort_unstable();
    point.dedup();
    point
}

/// The names, with primes where Hexa has another use for them.
fn readable(document: &Document) -> Vocabulary {
    const RESERVED: [&str; 20] = [
        "true", "false", "forall", "exists", "count", "choice", "seq", "for", "in", "where",
        "skip", "all", "agents", "cards", "holders", "deals", "sub", "size", "initial", "fix",
    ];
    let mut vocabulary = Vocabulary::default();
    vocabulary.keep_agents_apart();
    for agent in document.vocabulary.agents() {
        let name = document.vocabulary.agent_name(agent);
        let prime = if RESERVED.contains(&name) { "'" } else { "" };
        vocabulary.add_agent(format!("{name}{prime}"));
    }
    for atom in document.vocabulary.atoms() {
        vocabulary.add_atom(document.vocabulary.atom_name(atom));
    }
    vocabulary
}

struct Writing<'a> {
    document: &'a Document,
    vocabulary: &'a Vocabulary,
    questions: &'a Questions,
    points: &'a [Vec<Atom>],
}

impl Writing<'_> {
    fn printer(&self) -> Printer<'_> {
        Printer {
            limit: MOST_BYTES,
            groups: GroupSpelling::Braces,
            ..Printer::new(&self.document.terms, self.vocabulary)
        }
    }

    fn text(&self, point: &[Atom], name: &str) -> Result<Converted, Diagnostic> {
        let printer = self.printer();
        let agents: Vec<&str> =
            self.vocabulary.agents().map(|agent| self.vocabulary.agent_name(agent)).collect();
        let mut text =
            format!("# From {}. The variable 1 is the atom p1, and so on.\n", super::plain(name));
        text += &format!("agents {}\n", agents.join(", "));
        let law = match self.points.len() > 1 && self.questions.structure.law != Terms::TRUE {
            true => {
                let name = self.document.free_name("lawful");
                let law = printer.formula(self.questions.structure.law);
                text += &format!("formula {name} = {law}\n");
                name
            }
            false => printer.formula(self.questions.structure.law),
        };
        text += &self.clauses("", &law, point);
        for (at, point) in self.points.iter().enumerate().skip(1) {
            text += &format!("\nstate {} =\n{}", state_name(at), self.clauses("  ", &law, point));
        }
        text.push('\n');
        let steps = self.steps();
        text += &steps.text;
        match text.contains('…') {
            true => Err(unsayable("it is too long to be written in Hexa")),
            false => Ok(Converted { text, ..steps }),
        }
    }

    /// What describes the structure with one of its points.
    fn clauses(&self, indent: &str, law: &str, point: &[Atom]) -> String {
        let mut lines = vec![format!("atoms {}", self.names(&self.questions.structure.atoms))];
        for (at, observed) in self.questions.structure.observed.iter().enumerate() {
            let agent = self.vocabulary.agent_name(Agent::from_index(at));
            if !observed.is_empty() {
                lines.push(format!("observe {agent}: {}", self.names(observed)));
            }
        }
        if self.questions.structure.law != Terms::TRUE {
            lines.push(format!("law {law}"));
        }
        lines.push(format!("point {}", self.names(point)));
        lines.iter().map(|line| format!("{indent}{}\n", line.trim_end())).collect()
    }

    fn names(&self, atoms: &[Atom]) -> String {
        let names: Vec<&str> = atoms.iter().map(|&atom| self.vocabulary.atom_name(atom)).collect();
        names.join(", ")
    }

    fn steps(&self) -> Converted {
        let mut converted = Converted::default();
        let mut here = 0;
        for (query, (scenario, at)) in &self.questions.queries {
            let said = query.as_ref().map_err(Clone::clone);
            let said = said.map(|query| self.step(query, &mut here));
            converted.add(said, ("#", &self.document.scenarios[*scenario].steps[*at]));
        }
        converted
    }

    fn step(&self, query: &Query, here: &mut usize) -> String {
        let formula = self.printer().formula(query.formula());
        match query {
            Query::Valid(_) => format!("check valid {formula}\n"),
            Query::Where(_) => format!("print {formula}\n"),
            Query::True(point, _) => {
                let point = sort_atoms(point);
                let at = self.points.iter().position(|other| *other == point).unwrap_or(0);
                match std::mem::replace(here, at) == at {
                    true => format!("check {formula}\n"),
                    false => format!("restore {}\ncheck {formula}\n", state_name(at)),
                }
            }
        }
    }
}

/// The state of the first point is the initial one.
fn state_name(at: usize) -> String {
    if at == 0 { session::INITIAL.to_owned() } else { format!("s{at}") }
}
