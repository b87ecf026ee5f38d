//! A structure and its queries as a file of SMCDEL.

use super::queries::{Query, Questions, questions};
use super::{Converted, unsayable};
use crate::opened::Opened;
use hexa_lang::smcdel::{Speech, Unsayable};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, Step};
use hexa_logic::{ActionNode, Agent, Atom, Formula, FormulaNode, Group, Terms};
use hexa_text::Diagnostic;
use std::collections::BTreeSet;

/// The file as text.
pub fn write_smcdel(opened: &mut Opened) -> Result<Converted, Diagnostic> {
    let questions = questions(&mut opened.document)?;
    let document = &opened.document;
    let (agents, numbers) = (agent_names(document, &questions), numbers(document, &questions));
    let speech = Speech { terms: &document.terms, agents: &agents, numbers: &numbers };
    let listed = |atoms: &[Atom]| {
        let numbers = atoms.iter().filter_map(|atom| numbers[atom.index()]);
        let numbers: BTreeSet<u64> = numbers.collect();
        numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
    };
    let mut text = format!("-- From {}\n", super::plain(&opened.name));
    text += &legend(document, &questions, &numbers);
    text += &format!("VARS {}\n", in_order(&questions.structure.atoms, &numbers));
    let law = speech.formula(questions.structure.law);
    text += &format!("LAW {}\n", law.map_err(|why| refusal(document, &why, &[]))?);
    let named = agents.iter().zip(&questions.structure.observed);
    let named = named.filter_map(|(name, observed)| Some((name.as_ref()?, observed)));
    for (at, (name, observed)) in named.enumerate() {
        let word = if at == 0 { "OBS" } else { "   " };
        text += format!("{word} {name}: {}", listed(observed)).trim_end();
        text.push('\n');
    }
    let mut converted = Converted { text, left_out: Vec::new() };
    for (query, (scenario, at)) in &questions.queries {
        let steps = &document.scenarios[*scenario].steps[..=*at];
        let said = query.as_ref().map_err(Clone::clone).and_then(|query| {
            let formula = speech.formula(query.formula());
            let formula = formula.map_err(|why| refusal(document, &why, steps))?;
            Ok(match query {
                Query::True(point, _) => format!("TRUE? {{{}}} {formula}\n", listed(point)),
                Query::Valid(_) => format!("VALID? {formula}\n"),
                Query::Where(_) => format!("WHERE? {formula}\n"),
            })
        });
        converted.add(said, ("--", &steps[*at]));
    }
    Ok(converted)
}

/// Something cannot be said in the last of these steps; what was executed stands in one before it.
fn refusal(document: &Document, why: &Unsayable, steps: &[Step]) -> Diagnostic {
    let printer = Printer { limit: 100, ..Printer::new(&document.terms, &document.vocabulary) };
    let mut latest = steps.iter().rev();
    let (part, place) = match why.term {
        Ok(formula) => {
            (printer.formula(formula), latest.find_map(|step| step.places.formula(formula)))
        }
        Err(action) => (printer.action(action), latest.find_map(|step| step.places.action(action))),
    };
    let problem = unsayable(format!("`{part}` cannot be said in SMCDEL's format"));
    match place.or(steps.last().map(|step| step.at)) {
        Some(at) => problem.at(at, why.why),
        None => problem.note(why.why),
    }
}

/// The variables in the order of the structure.
fn in_order(atoms: &[Atom], numbers: &[Option<u64>]) -> String {
    let numbers = atoms.iter().filter_map(|atom| numbers[atom.index()]);
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

/// Which variable stands for which atom, unless the names say so.
fn legend(document: &Document, questions: &Questions, numbers: &[Option<u64>]) -> String {
    let mut lines = String::new();
    for &atom in &questions.structure.atoms {
        let name = document.vocabulary.atom_name(atom);
        if let Some(number) =
            numbers[atom.index()].filter(|number| named_number(name) != Some(*number))
        {
            lines += &format!("-- {number}: {name}\n");
        }
    }
    lines
}

/// The number of a name like `p12`.
fn named_number(name: &str) -> Option<u64> {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().ok()?;
    let usual = name.len() > digits.len() && number.to_string() == digits;
    (usual && number <= u64::from(u32::MAX)).then_some(number)
}

/// For each atom its number: its own if all names have one, or else by order.
fn numbers(document: &Document, questions: &Questions) -> Vec<Option<u64>> {
    let mut numbers = vec![None; document.vocabulary.atom_count()];
    let atoms = &questions.structure.atoms;
    let own: Option<Vec<u64>> =
        atoms.iter().map(|&atom| named_number(document.vocabulary.atom_name(atom))).collect();
    let distinct = |own: &Vec<u64>| own.iter().collect::<BTreeSet<_>>().len() == own.len();
    let own = own.filter(distinct).unwrap_or_else(|| (1..=atoms.len() as u64).collect());
    for (atom, number) in atoms.iter().zip(own) {
        numbers[atom.index()] = Some(number);
    }
    numbers
}

/// For each agent a name of letters and digits; none for those who see nothing and are never spoken of.
fn agent_names(document: &Document, questions: &Questions) -> Vec<Option<String>> {
    let formulas: Vec<Formula> = questions.questions().map(Query::formula).collect();
    let spoken_of = spoken_of(&document.terms, &formulas);
    let mut taken = BTreeSet::new();
    let blind = |agent: Agent| questions.structure.observed[agent.index()].is_empty();
    // There is at least one agent.
    let all = document.vocabulary.agents().all(|agent| blind(agent) && !spoken_of.contains(agent));
    let name = |agent: Agent| {
        (all || !blind(agent) || spoken_of.contains(agent)).then(|| {
            let mut name = usable(document.vocabulary.agent_name(agent), agent);
            while !taken.insert(name.clone()) {
                name.push('x');
            }
            name
        })
    };
    document.vocabulary.agents().map(name).collect()
}

/// The agents that formulas speak of, and those who hear what others do not.
fn spoken_of(terms: &Terms, formulas: &[Formula]) -> Group {
    let occurring = terms.occurring(formulas, &[]);
    let mut group = Group::empty();
    for &formula in &occurring.formulas {
        match terms.node(formula) {
            FormulaNode::Knows(agent, _)
            | FormulaNode::Believes(agent, _)
            | FormulaNode::Imagines(agent, _)
            | FormulaNode::KnowsWhether(agent, _)
            | FormulaNode::Probability(agent, ..) => group.insert(*agent),
            FormulaNode::Everybody(of, _)
            | FormulaNode::Common(of, _)
            | FormulaNode::Distributed(of, _) => group = group.union(of),
            FormulaNode::True
            | FormulaNode::False
            | FormulaNode::Atom(_)
            | FormulaNode::Not(_)
            | FormulaNode::And(_)
            | FormulaNode::Or(_)
            | FormulaNode::Implies(..)
            | FormulaNode::Iff(..)
            | FormulaNode::After(..)
            | FormulaNode::Count(..) => {}
        }
    }
    for &action in &occurring.actions {
        if let ActionNode::Learn(outer, inner) = terms.action_node(action) {
            let inside = terms.action_node(*inner).parts().iter();
            let hearing = inside.filter_map(|&part| {
                if let ActionNode::Learn(hearers, _) = terms.action_node(part)
                    && hearers != outer
                {
                    Some(hearers)
                } else {
                    None
                }
            });
            group = hearing.fold(group, |group, hearers| group.union(hearers));
        }
        if let ActionNode::Message(index) = terms.action_node(action) {
            let message = terms.said(*index).0;
            group = message.to.iter().fold(group, |group, told| group.union(told));
        }
    }
    group
}

/// The name, if SMCDEL takes it for a name of an agent.
fn usable(name: &str, agent: Agent) -> String {
    const WORDS: [&str; 17] = [
        "VARS", "LAW", "OBS", "TRUE", "VALID", "WHERE", "Top", "Bot", "Not", "not", "iff", "AND",
        "OR", "XOR", "ONEOF", "K", "Kw",
    ];
    let other =
        ["ForAll", "Forall", "Exists", "G", "knows", "comknow", "distknow", "that", "whether"];
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match plain.chars().next() {
        None => format!("agent{}", agent.0 + 1),
        Some(first) if !first.is_ascii_alphabetic() => format!("a{plain}"),
        _ if WORDS.contains(&name) || other.contains(&name) => format!("a{plain}"),
        _ => plain,
    }
}
