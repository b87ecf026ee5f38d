//! A structure and its queries in ISPL, the language of the model checker MCMAS (Lomuscio, Qu and
//! Raimondi). The environment holds the variables, every agent holds a copy of those that they
//! observes, and the initial states are the states of the structure. Nothing ever happens, so that they
//! are also the reachable ones. A formula is true in MCMAS if it is in all initial states. What
//! holds after announcements is said of the state before them, where that is possible.

use super::queries::{Query, questions};
use super::{Converted, unsayable};
use crate::opened::Opened;
use hexa_engine::translation::reduction::{Size, reduce};
use hexa_lang::pieces::{self, Piece};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, Step};
use hexa_logic::{Agent, Atom, CountTest, Formula, FormulaNode, Group};
use hexa_text::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// Longer counts are not spelt out.
const MOST_CASES: u32 = 12;

/// The file as text.
pub fn write_ispl(opened: &mut Opened) -> Result<Converted, Diagnostic> {
    let mut questions = questions(&mut opened.document)?;
    for (query, place) in &mut questions.queries {
        if let Ok(asked) = query
            && let Err(problem) = without_actions(asked, &mut opened.document, *place)
        {
            *query = Err(problem);
        }
    }
    let document = &opened.document;
    let structure = &questions.structure;
    let mut names = Names::new(document, structure.observed.len(), &structure.atoms);
    let mut text = format!("-- From {}\nAgent Environment\n", super::plain(&opened.name));
    text += &variables(structure.atoms.iter().map(|atom| names.atoms[atom].as_str()));
    for (name, observed) in names.agents.iter().zip(&structure.observed) {
        text += &format!("\nAgent {name}\n");
        let seen: Vec<&str> = observed.iter().map(|atom| names.atoms[atom].as_str()).collect();
        // An agent has at least one variable.
        text += &variables(seen.iter().copied().chain(seen.is_empty().then_some("sees_nothing")));
    }
    text += "\nEvaluation\n";
    for name in structure.atoms.iter().map(|atom| &names.atoms[atom]) {
        text += &format!("  {name} if Environment.{name} = true;\n");
    }
    text += "end Evaluation\n\nInitStates\n";
    let law = Writing { document, names: &mut names, site: Site::States };
    let law = law.formula(structure.law).map_err(|why| refusal(document, why, None))?;
    text += &format!("  {law}{};\nend InitStates\n", copies(&names, &structure.observed));
    let mut converted = Converted::default();
    for (query, (scenario, at)) in &questions.queries {
        let step = &document.scenarios[*scenario].steps[*at];
        let said = query.as_ref().map_err(Clone::clone).and_then(|query| {
            let formula = Writing { document, names: &mut names, site: Site::Formulae };
            let formula = formula.formula(query.formula());
            let formula = formula.map_err(|why| refusal(document, why, Some(step)))?;
            Ok(match query {
                Query::Valid(_) => format!("  {formula};\n"),
                Query::True(point, _) => {
                    format!("  {} -> {formula};\n", state(&names, &structure.atoms, point))
                }
                // MCMAS says whether, not where.
                Query::Where(_) => format!("  -- where is it true: {formula}\n"),
            })
        });
        converted.add(said, ("  --", step));
    }
    if !names.groups.is_empty() {
        text += "\nGroups\n";
        for (group, name) in names.groups.values() {
            text += &format!("  {name} = {{{group}}};\n");
        }
        text += "end Groups\n";
    }
    let Converted { text: formulae, left_out } = converted;
    Ok(Converted { text: format!("{text}\nFormulae\n{formulae}end Formulae\n"), left_out })
}

/// Says a query without announcements, of which MCMAS has none.
fn without_actions(
    query: &mut Query,
    document: &mut Document,
    (scenario, at): (usize, usize),
) -> Result<(), Diagnostic> {
    let everybody = Group::first(document.vocabulary.agent_count());
    let (Query::True(_, formula) | Query::Valid(formula) | Query::Where(formula)) = query;
    let reduced = reduce(&mut document.terms, *formula, &everybody, Size::default());
    *formula = reduced.map_err(|why| {
        let step = &document.scenarios[scenario].steps[at];
        unsayable(format!("this cannot be said in ISPL: {why}"))
            .at(step.at, "MCMAS has no announcements, and this cannot be said without")
    })?;
    Ok(())
}

/// What an agent holds, and that it never changes.
fn variables<'a>(names: impl Iterator<Item = &'a str> + Clone) -> String {
    let declared: String = names.clone().map(|name| format!("    {name} : boolean;\n")).collect();
    let kept: String = names
        .map(|name| format!("    {name} = true if {name} = true and Action = none;\n"))
        .collect();
    format!(
        "  Vars:\n{declared}  end Vars\n  Actions = {{none}};\n  Protocol:\n    Other : {{none}};\n  end \
         Protocol\n  Evolution:\n{kept}  end Evolution\nend Agent\n"
    )
}

/// That agents hold copies of what they observe.
fn copies(names: &Names, observed: &[Vec<Atom>]) -> String {
    let mut text = String::new();
    for (agent, atoms) in names.agents.iter().zip(observed) {
        for name in atoms.iter().map(|atom| &names.atoms[atom]) {
            let both =
                |value| format!("({agent}.{name} = {value} and Environment.{name} = {value})");
            text += &format!("\n  and ({} or {})", both(true), both(false));
        }
        if atoms.is_empty() {
            text += &format!("\n  and {agent}.sees_nothing = true");
        }
    }
    text
}

/// One state: which variables are true in it, and which are not.
fn state(names: &Names, atoms: &[Atom], point: &[Atom]) -> String {
    let literal = |atom: &Atom| {
        let name = &names.atoms[atom];
        if point.contains(atom) { name.clone() } else { format!("!{name}") }
    };
    format!("({})", atoms.iter().map(literal).collect::<Vec<_>>().join(" and "))
}

/// Names as MCMAS takes them.
struct Names {
    agents: Vec<String>,
    atoms: BTreeMap<Atom, String>,
    /// For each group its members and its name, in the order found.
    groups: BTreeMap<Group, (String, String)>,
}

impl Names {
    fn new(document: &Document, agents: usize, atoms: &[Atom]) -> Self {
        let mut taken: BTreeSet<String> =
            ["Environment", "sees_nothing", "none"].into_iter().map(str::to_owned).collect();
        let mut free = |name: &str, prefix: &str| {
            let plain: String =
                name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            let mut name = format!("{prefix}_{plain}");
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            name
        };
        let vocabulary = &document.vocabulary;
        let agent = (0..agents).map(|at| free(vocabulary.agent_name(Agent::from_index(at)), "ag"));
        let agents = agent.collect();
        let atoms =
            atoms.iter().map(|&atom| (atom, free(vocabulary.atom_name(atom), "is"))).collect();
        Self { agents, atoms, groups: BTreeMap::new() }
    }

    fn group(&mut self, group: &Group) -> String {
        let next = format!("group_{}", self.groups.len() + 1);
        let members: Vec<&str> = group.iter().map(|a| self.agents[a.index()].as_str()).collect();
        let members = members.join(", ");
        self.groups.entry(group.clone()).or_insert((members, next)).1.clone()
    }
}

/// Where a formula stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Site {
    /// Among the initial states, which are told by variables.
    States,
    /// Among the formulas, which are told by what the evaluation defines.
    Formulae,
}

/// The part that cannot be said, and why.
type Refusal = (Formula, &'static str);

struct Writing<'a> {
    document: &'a Document,
    names: &'a mut Names,
    site: Site,
}

impl Writing<'_> {
    fn formula(mut self, formula: Formula) -> Result<String, Refusal> {
        pieces::write(formula, |formula| self.pieces(formula))
    }

    fn pieces(&mut self, formula: Formula) -> Result<Vec<Piece>, Refusal> {
        let refuse = |why| Err((formula, why));
        Ok(match self.document.terms.node(formula) {
            FormulaNode::True => self.constant("or"),
            FormulaNode::False => self.constant("and"),
            FormulaNode::Atom(atom) => match (self.names.atoms.get(atom), self.site) {
                (Some(name), Site::States) => {
                    vec![Piece::text(format!("Environment.{name} = true"))]
                }
                (Some(name), Site::Formulae) => vec![Piece::text(name.clone())],
                (None, _) => self.constant("and"),
            },
            FormulaNode::Not(inner) => {
                vec![Piece::text("!("), Piece::Formula(*inner), Piece::text(")")]
            }
            FormulaNode::And(of) if of.is_empty() => self.constant("or"),
            FormulaNode::Or(of) if of.is_empty() => self.constant("and"),
            FormulaNode::And(of) => join(of, " and "),
            FormulaNode::Or(of) => join(of, " or "),
            FormulaNode::Implies(left, right) => vec![
                Piece::text("(!("),
                Piece::Formula(*left),
                Piece::text(") or "),
                Piece::Formula(*right),
                Piece::text(")"),
            ],
            FormulaNode::Iff(left, right) => {
                let (left, right) = (*left, *right);
                vec![
                    Piece::text("(("),
                    Piece::Formula(left),
                    Piece::text(" and "),
                    Piece::Formula(right),
                    Piece::text(") or (!("),
                    Piece::Formula(left),
                    Piece::text(") and !("),
                    Piece::Formula(right),
                    Piece::text(")))"),
                ]
            }
            FormulaNode::Count(of, test) => match self.count_cases(of, test) {
                Some(parts) => parts,
                None => return refuse("MCMAS does not count, and this list is long"),
            },
            FormulaNode::Knows(agent, inner) | FormulaNode::Believes(agent, inner) => {
                self.knowledge(*agent, *inner)
            }
            FormulaNode::Imagines(agent, inner) => {
                let name = &self.names.agents[agent.index()];
                vec![
                    Piece::text(format!("!K({name}, !(")),
                    Piece::Formula(*inner),
                    Piece::text("))"),
                ]
            }
            FormulaNode::KnowsWhether(agent, inner) => {
                let name = &self.names.agents[agent.index()];
                vec![
                    Piece::text(format!("(K({name}, ")),
                    Piece::Formula(*inner),
                    Piece::text(format!(") or K({name}, !(")),
                    Piece::Formula(*inner),
                    Piece::text(")))"),
                ]
            }
            FormulaNode::Everybody(group, inner) if !group.is_empty() => {
                self.of_group("GK", &group.clone(), *inner)
            }
            FormulaNode::Common(group, inner) if !group.is_empty() => {
                self.of_group("GCK", &group.clone(), *inner)
            }
            FormulaNode::Distributed(group, inner) if !group.is_empty() => {
                self.of_group("DK", &group.clone(), *inner)
            }
            FormulaNode::Everybody(..) => self.constant("or"),
            FormulaNode::Common(_, inner) => vec![Piece::Formula(*inner)],
            FormulaNode::Distributed(..) => {
                return refuse("MCMAS has no distributed knowledge of nobody");
            }
            FormulaNode::After(..) => {
                return refuse("MCMAS has no announcements");
            }
            FormulaNode::Probability(..) => return refuse("MCMAS has no probabilities"),
        })
    }

    fn knowledge(&self, agent: Agent, inner: Formula) -> Vec<Piece> {
        let name = &self.names.agents[agent.index()];
        vec![Piece::text(format!("K({name}, ")), Piece::Formula(inner), Piece::text(")")]
    }

    fn of_group(&mut self, operator: &str, group: &Group, inner: Formula) -> Vec<Piece> {
        let name = self.names.group(group);
        vec![Piece::text(format!("{operator}({name}, ")), Piece::Formula(inner), Piece::text(")")]
    }

    /// What always holds (`or`) or never (`and`): there are no constants.
    fn constant(&self, sign: &str) -> Vec<Piece> {
        let Some(name) = self.names.atoms.values().next() else {
            return vec![Piece::text(if sign == "or" { "true" } else { "false" })];
        };
        vec![Piece::text(match self.site {
            Site::States => {
                format!("(Environment.{name} = true {sign} Environment.{name} = false)")
            }
            Site::Formulae => format!("({name} {sign} !{name})"),
        })]
    }

    /// All cases one by one, if they are few.
    fn count_cases(&self, of: &[Formula], test: &CountTest) -> Option<Vec<Piece>> {
        let exactly_one = *test == CountTest::Compare(hexa_logic::Comparison::Equal, 1);
        let many = of.len() as u32 > MOST_CASES;
        let masks: Vec<Vec<usize>> = match (exactly_one, many) {
            (true, _) => (0..of.len()).map(|at| vec![at]).collect(),
            (false, true) => return None,
            (false, false) => (0..1u32 << of.len())
                .filter(|mask| test.accepts(i64::from(mask.count_ones())))
                .map(|mask| (0..of.len()).filter(|at| mask >> at & 1 == 1).collect())
                .collect(),
        };
        if masks.is_empty() {
            return Some(self.constant("and"));
        }
        let mut parts = vec![Piece::text("(")];
        for (at, mask) in masks.iter().enumerate() {
            parts.push(Piece::text(if at == 0 { "(" } else { " or (" }));
            for (place, &part) in of.iter().enumerate() {
                let chosen = mask.contains(&place);
                let and = if place == 0 { "" } else { " and " };
                parts.push(Piece::text(format!("{and}{}", if chosen { "(" } else { "!(" })));
                parts.push(Piece::Formula(part));
                parts.push(Piece::text(")"));
            }
            parts.push(Piece::text(")"));
        }
        parts.push(Piece::text(")"));
        Some(if of.is_empty() { self.constant("or") } else { parts })
    }
}

fn join(of: &[Formula], sign: &str) -> Vec<Piece> {
    let mut parts = vec![Piece::text("(")];
    for (at, &part) in of.iter().enumerate() {
        parts.extend((at > 0).then(|| Piece::text(sign)));
        parts.push(Piece::Formula(part));
    }
    parts.push(Piece::text(")"));
    parts
}

fn refusal(document: &Document, (part, why): Refusal, step: Option<&Step>) -> Diagnostic {
    let printer = Printer { limit: 100, ..Printer::new(&document.terms, &document.vocabulary) };
    let problem = unsayable(format!("`{}` cannot be said in ISPL", printer.formula(part)));
    let place = step.and_then(|step| step.places.formula(part).or(Some(step.at)));
    match place {
        Some(at) => problem.at(at, why),
        None => problem.note(why),
    }
}
