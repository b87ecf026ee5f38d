//! Whether two formulas are equally strong in a theory (thesis def. 17), or whether one implies the other. That is decided for models of
//! any size; where the decision gives up, models of limited size are searched. What is found against it can be added to the file
//! and run.
//!
//! These are two questions. A formula that can take the place of another makes it true in all worlds wherever it is true
//! in all worlds itself; one that implies another makes it true in each world where it is true itself, which is more.

use crate::opened::{Opened, Typing};
use hexa_engine::{Bounds, Engine, Entailment, Limits, NotStatic, Searched, countermodel};
use hexa_lang::Writer;
use hexa_lang::syntax::Printer;
use hexa_logic::{Formula, FormulaNode, ModelSetup, Setup, Terms};
use hexa_proof::decide::{self, Decision, Logic};
use hexa_text::{Code, Diagnostic};

/// Longer formulas are not written into the scenario.
const MOST_BYTES: usize = 2000;

/// Which relation between formulas is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Notion {
    /// One can take the place of the other in a theory: where the theory, with the one in it, is true in all worlds, the
    /// other is true in all worlds (thesis def. 17).
    #[default]
    Replacement,
    /// One implies the other: where the theory is true in all worlds, the other is true in each world where the one is.
    Implication,
}

/// Two formulas, compared.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Strength {
    /// What was asked.
    pub notion: Notion,
    /// The first in the place of the second.
    pub forth: Direction,
    /// The second in the place of the first.
    pub back: Direction,
}

/// One formula in the place of another, in a theory, or implying it there.
#[derive(Clone, Debug)]
pub struct Direction {
    /// What was asked.
    pub notion: Notion,
    /// The formula that stands in its place, or implies it.
    pub has: String,
    /// The formula in whose place it stands, or that it implies.
    pub lacks: String,
    /// What was found against it.
    pub found: Searched,
    /// How far it is known that nothing stands against it.
    pub reach: Reach,
    /// If nothing was found, what was found of models of the premises.
    pub models: Option<Searched>,
    /// How the countermodel is called.
    pub name: String,
    /// The countermodel as a state of the file, with a scenario that checks it.
    pub witness: Option<String>,
}

/// In which models nothing stands against something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// In models of any size: it follows.
    AnySize,
    /// In those that were searched.
    Searched,
}

/// A formula, with how it was typed.
struct Said {
    formula: Formula,
    text: String,
    typing: Typing,
}

/// What was asked.
struct Question {
    notion: Notion,
    left: Said,
    right: Said,
    theory: Vec<Said>,
    bounds: Bounds,
}

/// What is to follow for one formula from another.
struct Instead<'a> {
    has: &'a Said,
    lacks: &'a Said,
    /// True in all worlds.
    premises: Vec<Formula>,
    /// Found to be false in some world if it does not follow.
    conclusion: Formula,
    /// False in all worlds of all models if the premises, or the formula that implies, are never true.
    never: Formula,
}

impl Opened {
    /// Compares two formulas in a theory.
    pub fn strength(
        &mut self,
        notion: Notion,
        (left, right): (&str, &str),
        theory: &[String],
        bounds: Bounds,
    ) -> Result<Strength, Diagnostic> {
        let left = read_proposition(left, self)?;
        let right = read_proposition(right, self)?;
        let theory =
            theory.iter().map(|text| read_proposition(text, self)).collect::<Result<_, _>>()?;
        let question = Question { notion, left, right, theory, bounds };
        let forth = direction(&question, (&question.left, &question.right), 1, self)?;
        let back = direction(&question, (&question.right, &question.left), 2, self)?;
        Ok(Strength { notion, forth, back })
    }
}

fn read_proposition(text: &str, opened: &mut Opened) -> Result<Said, Diagnostic> {
    let (formula, typing) = opened.formula(text)?;
    let printed =
        || Printer::new(&opened.document.terms, &opened.document.vocabulary).formula(formula);
    // A comment would swallow the rest of its line.
    let text = if text.contains('#') { printed() } else { text.to_owned() };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Said { formula, text, typing })
}

fn direction(
    question: &Question,
    (has, lacks): (&Said, &Said),
    number: usize,
    opened: &mut Opened,
) -> Result<Direction, Diagnostic> {
    let instead = follow(question, (has, lacks), &mut opened.document.terms);
    let opened = &*opened;
    let terms = &opened.document.terms;
    let agents = opened.document.vocabulary.agent_count();
    let search = |conclusion: Formula| {
        let asked = Entailment { terms, agents, premises: &instead.premises, conclusion };
        countermodel(asked, question.bounds.clone())
            .map_err(|refused| not_static(refused, question, opened))
    };
    let decide = |conclusion: Formula| {
        let logic = Logic::S5;
        let asked =
            decide::Inquiry { terms, agents, logic, premises: &instead.premises, conclusion };
        let Bounds { conflicts, ref stop, .. } = question.bounds;
        let bounds = decide::Bounds { conflicts, stop: stop.clone(), ..decide::Bounds::default() };
        decide::decide(asked, &bounds).ok()
    };
    let decided = decide(instead.conclusion);
    let (found, reach, models) = if let Some(Decision::Valid(_)) = decided {
        let models = match decide(instead.never) {
            Some(Decision::Refuted(model)) => Some(Searched::Found(model)),
            Some(Decision::Valid(_)) => Some(Searched::NoneOfAtMost(question.bounds.worlds)),
            Some(Decision::RefutedWithoutModel | Decision::GaveUp(_)) | None => None,
        };
        (Searched::NoneOfAtMost(question.bounds.worlds), Reach::AnySize, models)
    } else {
        // A smaller model is easier to read.
        let found = match (search(instead.conclusion)?, decided) {
            (
                Searched::NoneOfAtMost(_) | Searched::GaveUp { .. },
                Some(Decision::Refuted(model)),
            ) => Searched::Found(model),
            (found, _) => found,
        };
        let models = match found {
            Searched::NoneOfAtMost(_) => Some(search(instead.never)?),
            Searched::Found(_) | Searched::GaveUp { .. } => None,
        };
        (found, Reach::Searched, models)
    };
    let name = free_state_name(number, opened);
    let witness = match &found {
        Searched::Found(model) => {
            confirm(&instead, model, opened)?;
            Some(witness(question, &instead, (&name, model), opened))
        }
        Searched::NoneOfAtMost(_) | Searched::GaveUp { .. } => None,
    };
    let (has, lacks) = (has.text.clone(), lacks.text.clone());
    Ok(Direction { notion: question.notion, has, lacks, found, reach, models, name, witness })
}

fn follow<'a>(
    question: &Question,
    (has, lacks): (&'a Said, &'a Said),
    terms: &mut Terms,
) -> Instead<'a> {
    let theory = question.theory.iter().map(|said| said.formula);
    match question.notion {
        Notion::Replacement => {
            let mut premises: Vec<Formula> =
                theory.flat_map(|part| without(terms, part, lacks.formula)).collect();
            premises.push(has.formula);
            // Against what is false, any model of the premises will do.
            let (conclusion, never) = (lacks.formula, Terms::FALSE);
            Instead { has, lacks, premises, conclusion, never }
        }
        Notion::Implication => {
            let conclusion = terms.formula(FormulaNode::Implies(has.formula, lacks.formula));
            let never = terms.not(has.formula);
            Instead { has, lacks, premises: theory.collect(), conclusion, never }
        }
    }
}

/// A name for a countermodel that no state of the file has.
fn free_state_name(number: usize, opened: &Opened) -> String {
    let mut name = format!("countermodel{number}");
    while opened.document.states.iter().any(|state| state.name == name) {
        name.push('\'');
    }
    name
}

/// A theory is the set of its conjuncts: what is left of it without one of them.
fn without(terms: &Terms, theory: Formula, part: Formula) -> Vec<Formula> {
    if theory == part {
        return Vec::new();
    }
    if let FormulaNode::And(of) = terms.node(theory)
        && terms.occurring(&[theory], &[]).formulas.contains(&part)
    {
        return of.iter().flat_map(|&inner| without(terms, inner, part)).collect();
    }
    vec![theory]
}

fn not_static(NotStatic(part): NotStatic, question: &Question, opened: &Opened) -> Diagnostic {
    let message = "the search for models does not handle this";
    let help = "atoms, connectives, count, K, M, Kw, E, C, and D of somebody";
    let all = [&question.left, &question.right].into_iter().chain(&question.theory);
    let mut problem = Diagnostic::without_place(Code::WrongKind, message).help(help);
    for said in all {
        let step = &said.typing.step;
        let within = opened.document.terms.occurring(&[said.formula], &[]);
        if within.formulas.contains(&part) {
            problem = problem.at(step.places.formula(part).unwrap_or(step.at), "");
            return opened.as_typed(problem, &said.typing);
        }
    }
    problem
}

/// All engines must find the countermodel to be one.
fn confirm(instead: &Instead<'_>, model: &ModelSetup, opened: &Opened) -> Result<(), Diagnostic> {
    let document = &opened.document;
    let setup = Setup::Model(model.clone());
    for engine in Engine::GENERAL.into_iter().filter(|engine| engine.is_included()) {
        let (vocabulary, terms) = (&document.vocabulary, &document.terms);
        let state = engine.build(&setup, vocabulary, terms, &Limits::default());
        let holds = |premise: &Formula| {
            state.as_ref().is_ok_and(|state| state.is_valid(terms, *premise) == Ok(true))
        };
        let fails = |state: &hexa_engine::Held| state.holds(terms, instead.conclusion) == Ok(false);
        if !(instead.premises.iter().all(holds) && state.as_ref().is_ok_and(fails)) {
            let message = "a countermodel was found, but could not be confirmed";
            return Err(Diagnostic::without_place(Code::NotRun, message)
                .help("nothing is known; ask for fewer worlds"));
        }
    }
    Ok(())
}

/// The countermodel as a state of the file, with a scenario that checks it.
fn witness(
    question: &Question,
    instead: &Instead<'_>,
    (name, model): (&str, &ModelSetup),
    opened: &Opened,
) -> String {
    let document = &opened.document;
    let writer = Writer::new(&document.terms, &document.vocabulary);
    let mut text = format!("\n{}", writer.state(name, model));
    let (has, lacks) = (&instead.has.text, &instead.lacks.text);
    let title = match question.notion {
        Notion::Replacement => format!("{has} in the place of {lacks}"),
        Notion::Implication => format!("{has} without {lacks}"),
    };
    let title = title.replace('"', "'");
    text.push_str(&format!("\nscenario \"{title}\"\nrestore {name}\n"));
    for premise in premise_texts(question, instead, opened) {
        text.push_str(&format!("check valid {premise}\n"));
    }
    match question.notion {
        Notion::Replacement => text.push_str(&format!("check ~({lacks})\n")),
        Notion::Implication => text.push_str(&format!("check ({has}) & ~({lacks})\n")),
    }
    text
}

/// The premises as they were typed; what is left of a theory, spelt out if that is not too long.
fn premise_texts(question: &Question, instead: &Instead<'_>, opened: &Opened) -> Vec<String> {
    let document = &opened.document;
    let printer =
        Printer { limit: MOST_BYTES, ..Printer::new(&document.terms, &document.vocabulary) };
    let typed = |formula: Formula| {
        let all = question.theory.iter().chain([instead.has]);
        all.into_iter().find(|said| said.formula == formula).map(|said| said.text.clone())
    };
    let texts = instead
        .premises
        .iter()
        .map(|&premise| typed(premise).unwrap_or_else(|| printer.formula(premise)));
    texts.filter(|text| text.len() < MOST_BYTES).collect()
}
