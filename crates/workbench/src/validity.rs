//! Whether a formula is valid, or satisfiable: decided without a bound, with a proof or with a model that can be run.
//!
//! Formulas with actions are reduced first: what holds after an action is said of the state before it, and that is decided.

mod found_proof;
#[cfg(feature = "diagrams")]
mod of_games;
mod spoken_of;

use crate::opened::{Opened, Typing};
use crate::reduce::irreducible;
use crate::tally::Standing;
use hexa_engine::translation::reduction::{Size, reduce};
use hexa_engine::{Engine, Entailment, Limits, Searched, countermodel};
use hexa_lang::Writer;
use hexa_lang::syntax::Printer;
use hexa_logic::{
    Atom, Formula, FormulaNode, Group, ModelSetup, Setup, Terms, Vocabulary, WorldSetup,
};
use hexa_proof::decide::{Bounds, Decision, Inquiry, Logic, NotInLogic, TooMuch, decide};
use hexa_text::{Code, Diagnostic, Setting, Sources, WayOut};
use std::collections::BTreeSet;

/// Longer formulas are not written into a scenario.
const MOST_BYTES: usize = 100_000;

#[cfg(feature = "diagrams")]
pub use of_games::{GameText, decide_of_games};

/// What is asked of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Asked {
    /// Whether it is true in all worlds of all models.
    Valid,
    /// Whether it is true in some world of some model.
    Satisfiable,
}

/// A logic, as it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum LogicName {
    /// Any access.
    K,
    /// Access that is reflexive.
    T,
    /// Access that is reflexive and transitive.
    S4,
    /// Access that is an equivalence; with `E`, `D` and `C` where they are spoken of.
    #[default]
    S5,
    /// The same, by the name under which `E` and `C` are axiomatized.
    S5ec,
    /// Access that is serial, transitive and Euclidean.
    Kd45,
    /// S5 with actions.
    Del,
    /// Games that are given by rules.
    Egdl,
}

impl LogicName {
    /// How it is written where it is asked for.
    pub fn key(self) -> &'static str {
        match self {
            Self::K => "k",
            Self::T => "t",
            Self::S4 => "s4",
            Self::S5 => "s5",
            Self::S5ec => "s5ec",
            Self::Kd45 => "kd45",
            Self::Del => "del",
            Self::Egdl => "egdl",
        }
    }
}

/// How a formula is decided.
#[derive(Clone, Debug, Default)]
pub struct Deciding {
    /// The logic.
    pub logic: LogicName,
    /// What is true in all worlds.
    pub premises: Vec<String>,
    /// Whether to look for a model with the fewest worlds.
    pub model: ModelWanted,
}

/// Which model is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum ModelWanted {
    /// The one that is found first, contracted.
    #[default]
    First,
    /// One with the fewest worlds.
    Smallest,
}

/// A formula, decided.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Validity {
    /// What was asked.
    pub asked: Asked,
    /// The logic.
    pub logic: LogicName,
    /// The formula, as it was typed.
    pub formula: String,
    /// What is true in all worlds, as it was typed.
    pub premises: Vec<String>,
    /// The answer.
    pub answer: ValidityAnswer,
    /// The agents and atoms that were found in the formula, where there is no text that declares them.
    pub spoken_of: Option<SpokenOf>,
}

/// The names in a formula, by what they can stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SpokenOf {
    /// The agents.
    pub agents: Vec<String>,
    /// The atoms.
    pub atoms: Vec<String>,
}

/// What was found.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ValidityAnswer {
    /// It is true in all worlds of all models; or, if that was asked, in none.
    Proved(Proved),
    /// There is a model that shows it: a countermodel, or one in which it is true.
    Shown(ShownModel),
    /// It is not valid, or it is satisfiable, but no finite model of few worlds was found that could be written down.
    ShownWithoutModel,
    /// It is not known.
    GaveUp(GaveUp),
}

/// What it took to decide that there is no model.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Proved {
    /// How many theorems were learnt on the way.
    pub theorems: usize,
    /// How many worlds were looked at.
    pub worlds: usize,
    /// A proof that the checker accepts, unless it would be too long.
    pub proof: Option<FoundProof>,
}

/// A proof that the checker accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct FoundProof {
    /// Whether it is about the formula as it is without actions, and not as it was typed.
    pub is_of_reduced: bool,
    /// Its lines.
    pub lines: Vec<FoundLine>,
    /// The proof as a text that can be checked.
    pub text: String,
}

/// A line of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundLine {
    /// What it says.
    pub formula: String,
    /// Why.
    pub inference: hexa_proof::Inference,
}

/// A model.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ShownModel {
    /// How many worlds it has.
    pub worlds: usize,
    /// Whether there is none with fewer worlds; none if that was not asked, or is not known.
    pub is_smallest: Option<bool>,
    /// The model as a file, with a scenario that checks it.
    pub text: String,
}

/// Why it is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct GaveUp {
    /// The limit that was hit.
    pub because: String,
    /// Whether somebody asked for the end.
    pub was_stopped: bool,
}

impl Validity {
    /// Fine if the answer is yes, failed if it is no, broken if it is not known.
    pub fn standing(&self) -> Standing {
        match (&self.answer, self.asked) {
            (ValidityAnswer::Proved(_), Asked::Valid)
            | (ValidityAnswer::Shown(_) | ValidityAnswer::ShownWithoutModel, Asked::Satisfiable) => {
                Standing::Fine
            }
            (ValidityAnswer::Proved(_), Asked::Satisfiable)
            | (ValidityAnswer::Shown(_) | ValidityAnswer::ShownWithoutModel, Asked::Valid) => {
                Standing::Failed
            }
            (ValidityAnswer::GaveUp(_), _) => Standing::Broken,
        }
    }
}

/// A text that declares the agents and atoms of some formulas, and those that were found in them.
fn declared(formulas: &[&str], limits: Limits) -> Result<(Opened, SpokenOf), Diagnostic> {
    let spoken_of = spoken_of::names(formulas)?;
    let text = spoken_of::declarations(&spoken_of);
    let loaded = hexa_lang::load("formula", &text, &hexa_lang::NoIncludes, &[]);
    let opened = Opened::new("formula", loaded, limits);
    match opened {
        Ok(opened) if !opened.has_errors() => Ok((opened, spoken_of)),
        Ok(Opened { diagnostics, .. }) => Err(untold(diagnostics)),
        Err(unopened) => Err(untold(unopened.diagnostics)),
    }
}

fn untold(diagnostics: Vec<Diagnostic>) -> Diagnostic {
    let message = "from the formula alone it cannot be told what its names stand for";
    let problem = Diagnostic::without_place(Code::Expected, message).help(
        WayOut::from("declare agents and atoms in a file, and name it with ")
            .then(Setting::Sources),
    );
    diagnostics.into_iter().take(1).fold(problem, |problem, first| problem.note(first.message))
}

/// Decides a formula that stands alone: agents and atoms are told by where their names stand.
pub fn decide_alone(
    asked: Asked,
    formula: &str,
    how: &Deciding,
    limits: Limits,
) -> Result<Validity, Box<(Diagnostic, Sources)>> {
    let all: Vec<&str> = how.premises.iter().map(String::as_str).chain([formula]).collect();
    let (mut opened, spoken_of) =
        declared(&all, limits).map_err(|problem| Box::new((problem, Sources::default())))?;
    let decided = opened.decide(asked, formula, how);
    let decided = decided.map_err(|problem| Box::new((problem, opened.sources)))?;
    Ok(Validity { spoken_of: Some(spoken_of), ..decided })
}

/// A formula as it was typed, with what is decided of it.
struct Said {
    formula: Formula,
    text: String,
    typing: Typing,
}

impl Opened {
    /// Decides a formula.
    pub fn decide(
        &mut self,
        asked: Asked,
        formula: &str,
        how: &Deciding,
    ) -> Result<Validity, Diagnostic> {
        let said = self.said(formula)?;
        let premises: Vec<Said> =
            how.premises.iter().map(|text| self.said(text)).collect::<Result<_, _>>()?;
        let mut logic = how.logic;
        let all: Vec<Formula> =
            premises.iter().map(|said| said.formula).chain([said.formula]).collect();
        let occurring = self.document.terms.occurring(&all, &[]).formulas;
        let is_dynamic =
            |part: &Formula| matches!(self.document.terms.node(*part), FormulaNode::After(..));
        if occurring.iter().any(is_dynamic) && matches!(logic, LogicName::S5 | LogicName::S5ec) {
            logic = LogicName::Del;
        }
        let class = self.class(logic)?;
        let mut terms = self.document.terms.clone();
        let reduced = match logic {
            LogicName::Del => self.reduced(&said, &premises, &mut terms)?,
            LogicName::K
            | LogicName::T
            | LogicName::S4
            | LogicName::S5
            | LogicName::S5ec
            | LogicName::Kd45
            | LogicName::Egdl => all,
        };
        let (&decided, given) = reduced.split_last().expect("the formula is the last one");
        let conclusion = match asked {
            Asked::Valid => decided,
            Asked::Satisfiable => terms.not(decided),
        };
        let agents = self.document.vocabulary.agent_count();
        let question = Inquiry { terms: &terms, agents, logic: class, premises: given, conclusion };
        let bounds = Bounds { stop: self.limits.stop.clone(), ..Bounds::default() };
        let decision = decide(question, &bounds)
            .map_err(|not| self.not_in_logic(not, logic, &said, &premises))?;
        let answer = match decision {
            Decision::Valid(evidence) => ValidityAnswer::Proved(Proved {
                theorems: evidence.learnt.len(),
                worlds: evidence.worlds,
                proof: self.proof_of(&evidence, &question, logic == LogicName::Del)?,
            }),
            Decision::Refuted(model) => {
                let (model, is_smallest) = smaller(model, &question, how.model, &bounds)?;
                self.shown(asked, &said, &premises, &model, is_smallest)?
            }
            Decision::RefutedWithoutModel => match small(&question, 8, &bounds)? {
                Searched::Found(model) => {
                    self.shown(asked, &said, &premises, &model, Some(true))?
                }
                Searched::NoneOfAtMost(_) | Searched::GaveUp { .. } => {
                    ValidityAnswer::ShownWithoutModel
                }
            },
            Decision::GaveUp(because) => ValidityAnswer::GaveUp(GaveUp {
                because: because.to_string(),
                was_stopped: because == TooMuch::Stopped,
            }),
        };
        let (formula, premises) = (said.text, premises.into_iter().map(|said| said.text).collect());
        Ok(Validity { asked, logic, formula, premises, answer, spoken_of: None })
    }

    fn said(&mut self, text: &str) -> Result<Said, Diagnostic> {
        let (formula, typing) = self.formula(text)?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Said { formula, text, typing })
    }

    /// The models that a logic is about.
    fn class(&self, logic: LogicName) -> Result<Logic, Diagnostic> {
        match logic {
            LogicName::K => Ok(Logic::K),
            LogicName::T => Ok(Logic::T),
            LogicName::S4 => Ok(Logic::S4),
            LogicName::S5 | LogicName::S5ec | LogicName::Del => Ok(Logic::S5),
            LogicName::Kd45 => Ok(Logic::Kd45),
            LogicName::Egdl => {
                let message = "formulas of EGDL are not decided";
                Err(Diagnostic::without_place(Code::NotRun, message).help(
                    "`hexa egdl FILE --check 'FORMULA'` checks a formula in the model of a game",
                ))
            }
        }
    }

    /// The formulas without actions, the premises first.
    fn reduced(
        &self,
        said: &Said,
        premises: &[Said],
        terms: &mut Terms,
    ) -> Result<Vec<Formula>, Diagnostic> {
        let group = Group::first(self.document.vocabulary.agent_count());
        let reduce_one = |said: &Said, terms: &mut Terms| {
            let size =
                Size { formulas: 1_000_000, stop: self.limits.stop.clone(), ..Size::default() };
            let most = size.formulas;
            reduce(terms, said.formula, &group, size).map_err(|why| {
                self.as_typed(irreducible(&why, most, self, &said.typing), &said.typing)
            })
        };
        premises.iter().chain([said]).map(|said| reduce_one(said, terms)).collect()
    }

    fn not_in_logic(
        &self,
        NotInLogic(part): NotInLogic,
        logic: LogicName,
        said: &Said,
        premises: &[Said],
    ) -> Diagnostic {
        let terms = &self.document.terms;
        let (message, help) = match (logic, part.index() < terms.formula_count()) {
            (LogicName::S5 | LogicName::S5ec | LogicName::Del, _) => (
                "this cannot be decided",
                "atoms, connectives, count, K, M, Kw, E, C, and D of somebody; and actions that can be reduced",
            ),
            (_, _) => (
                "this is no part of the logic",
                "atoms, connectives, count, K, B, M, Kw and E; C and D of several agents, and actions, belong to S5",
            ),
        };
        let mut problem = Diagnostic::without_place(Code::WrongKind, message).help(help);
        for said in premises.iter().chain([said]) {
            let within = terms.occurring(&[said.formula], &[]);
            if within.formulas.contains(&part) {
                let step = &said.typing.step;
                problem = problem.at(step.places.formula(part).unwrap_or(step.at), "");
                return self.as_typed(problem, &said.typing);
            }
        }
        problem
    }

    /// A model that all engines find to be one, as a file.
    fn shown(
        &self,
        asked: Asked,
        said: &Said,
        premises: &[Said],
        model: &ModelSetup,
        is_smallest: Option<bool>,
    ) -> Result<ValidityAnswer, Diagnostic> {
        self.confirm(asked, said, premises, model)?;
        let text = self.model_text(asked, said, premises, model);
        let worlds = model.worlds.len();
        Ok(ValidityAnswer::Shown(ShownModel { worlds, is_smallest, text }))
    }

    fn confirm(
        &self,
        asked: Asked,
        said: &Said,
        premises: &[Said],
        model: &ModelSetup,
    ) -> Result<(), Diagnostic> {
        let (vocabulary, terms) = (&self.document.vocabulary, &self.document.terms);
        let setup = Setup::Model(model.clone());
        for engine in [Engine::Explicit, Engine::Definitional] {
            let limits = Limits { stop: self.limits.stop.clone(), ..Limits::default() };
            let state = engine.build(&setup, vocabulary, terms, &limits);
            let holds = |premise: &Said| {
                state.as_ref().is_ok_and(|state| state.is_valid(terms, premise.formula) == Ok(true))
            };
            let fits = |state: &hexa_engine::Held| {
                state.holds(terms, said.formula) == Ok(asked == Asked::Satisfiable)
            };
            // The definitions follow formulas to a limited depth only.
            let gave_up = |state: &hexa_engine::Held| state.holds(terms, said.formula).is_err();
            if engine == Engine::Definitional && state.as_ref().is_ok_and(gave_up) {
                continue;
            }
            if !(premises.iter().all(holds) && state.as_ref().is_ok_and(fits)) {
                self.go_on()?;
                let message = "a model was found, but could not be confirmed";
                return Err(
                    Diagnostic::without_place(Code::NotRun, message).help("nothing is known")
                );
            }
        }
        Ok(())
    }

    /// The model as a file of its own, with a scenario that checks it.
    fn model_text(
        &self,
        asked: Asked,
        said: &Said,
        premises: &[Said],
        model: &ModelSetup,
    ) -> String {
        let (terms, names) = (&self.document.terms, &self.document.vocabulary);
        let all: Vec<Formula> =
            premises.iter().map(|said| said.formula).chain([said.formula]).collect();
        let atoms: BTreeSet<Atom> = terms
            .occurring(&all, &[])
            .formulas
            .iter()
            .filter_map(|part| {
                if let FormulaNode::Atom(atom) = terms.node(*part) { Some(*atom) } else { None }
            })
            .collect();
        let mut vocabulary = Vocabulary::default();
        names.agents().for_each(|agent| _ = vocabulary.add_agent(names.agent_name(agent)));
        if !names.agents_join() {
            vocabulary.keep_agents_apart();
        }
        let renamed =
            |atom: &Atom, vocabulary: &mut Vocabulary| vocabulary.add_atom(names.atom_name(*atom));
        atoms.iter().for_each(|atom| _ = renamed(atom, &mut vocabulary));
        let worlds = model.worlds.iter().map(|world| WorldSetup {
            name: world.name.clone(),
            atoms: world
                .atoms
                .iter()
                .filter(|atom| atoms.contains(atom))
                .map(|atom| renamed(atom, &mut vocabulary))
                .collect(),
        });
        let model = ModelSetup { worlds: worlds.collect(), ..model.clone() };
        let plain = Terms::default();
        let mut text = Writer::new(&plain, &vocabulary).model(&model);
        let printer = Printer { limit: MOST_BYTES, ..Printer::new(terms, names) };
        let printed = |formula: Formula| {
            let text = printer.formula(formula);
            (text.len() < MOST_BYTES).then_some(text)
        };
        let premises = premises
            .iter()
            .filter_map(|said| printed(said.formula))
            .map(|premise| format!("check valid {premise}\n"));
        text.push_str("\nscenario \"the formula\"\n");
        text.extend(premises);
        text.push_str(&match (printed(said.formula), asked) {
            (Some(formula), Asked::Valid) => format!("check ~({formula})\n"),
            (Some(formula), Asked::Satisfiable) => format!("check {formula}\n"),
            (None, _) => "# the formula is too long to be written here\n".to_owned(),
        });
        text
    }
}

/// A model with fewer worlds, if that is wanted and there is one; and whether it is known that there is none with fewer still.
fn smaller(
    model: ModelSetup,
    question: &Inquiry<'_>,
    wanted: ModelWanted,
    bounds: &Bounds,
) -> Result<(ModelSetup, Option<bool>), Diagnostic> {
    match wanted {
        ModelWanted::First => Ok((model, None)),
        ModelWanted::Smallest => Ok(match small(question, model.worlds.len() - 1, bounds)? {
            Searched::Found(smallest) => (smallest, Some(true)),
            Searched::NoneOfAtMost(_) => (model, Some(true)),
            Searched::GaveUp { .. } => (model, None),
        }),
    }
}

/// A model with the fewest worlds, if at most so many suffice.
fn small(question: &Inquiry<'_>, worlds: usize, bounds: &Bounds) -> Result<Searched, Diagnostic> {
    let Inquiry { terms, agents, logic, premises, conclusion } = *question;
    if logic != Logic::S5 {
        let over = hexa_engine::TooMuch::Conflicts(0);
        return Ok(Searched::GaveUp { after: 0, over });
    }
    let asked = Entailment { terms, agents, premises, conclusion };
    let limits = hexa_engine::Bounds { worlds, conflicts: 1_000_000, stop: bounds.stop.clone() };
    countermodel(asked, limits).map_err(|_| {
        Diagnostic::without_place(Code::WrongKind, "the search for models does not handle this")
    })
}
