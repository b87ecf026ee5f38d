//! Descriptions of game states (thesis ch. 3): which formulas are equally strong in a theory (def. 17), by
//! deciding whether a model of any size tells them apart, and whether theories describe the states that they are for
//! (props. 4, 5 and 7).

mod described;
mod models;

pub(super) use described::as_model;

use super::snippet::{Snippet, verdict_or_open};
use super::{Check, Effort, Work, holds_if};
use crate::Verdict;
use hexa_engine::{Bounds, Entailment, Searched, countermodel};
use hexa_logic::{Formula, ModelSetup, Terms};
use hexa_proof::decide::{self, Decision, Logic};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "equally strong by definition", at: file!(), run: models::by_listing },
    Check { name: "seeing and not seeing 33", at: file!(), run: seeing_33 },
    Check { name: "not knowing others 33", at: file!(), run: not_knowing_others_33 },
    Check { name: "not knowing that not 33", at: file!(), run: not_knowing_not_33 },
    Check { name: "six forms of seeing", at: file!(), run: six_forms_of_seeing },
    Check { name: "forms of ignorance", at: file!(), run: forms_of_ignorance },
    Check { name: "fixed point and kgames", at: file!(), run: fixed_point },
    Check { name: "fixed point describes hexa", at: file!(), run: fixed_point_describes },
    Check { name: "33 describes hexa", at: file!(), run: described::by_33 },
    Check { name: "kgames describes initial states", at: file!(), run: described::by_kgames },
    Check { name: "kgames in reflexive models", at: file!(), run: described::reflexive },
    Check { name: "prekgames describes dealt cards", at: file!(), run: described::by_prekgames },
    Check { name: "what holds in hexa", at: file!(), run: described::what_holds },
];

/// The most conflicts of a search for a model.
const PATIENCE: u64 = 1_000_000;

/// Three players with one card each.
const HEXA: &str = "agents 1, 2, 3\ndeal r | w | b\n";

/// A game, and what is true in all worlds of the models that are looked at.
struct Theory<'a> {
    work: &'a Work,
    game: &'a str,
    parts: &'a [&'a str],
    worlds: usize,
}

impl Theory<'_> {
    /// Whether either of two formulas can be replaced by the other.
    fn same(&self, left: &str, right: &str) -> Verdict {
        self.entails(left, right).and(self.entails(right, left))
    }

    /// Whether a formula that is common knowledge makes another one common knowledge.
    fn entails(&self, premise: &str, conclusion: &str) -> Verdict {
        verdict_or_open(self.search_for_countermodel(premise, conclusion))
    }

    fn search_for_countermodel(&self, premise: &str, conclusion: &str) -> Result<Verdict, String> {
        let said = [conclusion, premise].into_iter().chain(self.parts.iter().copied());
        let checks: String = said.map(|formula| format!("check {formula}\n")).collect();
        let snippet = Snippet::read(self.work, &format!("{}{checks}", self.game))?;
        let formulas = snippet.formulas();
        let [conclusion, ref premises @ ..] = formulas[..] else {
            return Err("nothing is asked".to_owned());
        };
        if let Some(verdict) = self.decide(&snippet, premises, conclusion)? {
            return Ok(verdict);
        }
        let against = search(self.work, &snippet, premises, conclusion, self.worlds)?;
        // That nothing is found says something only if the premises have a model at all.
        let model = search(self.work, &snippet, premises, Terms::FALSE, self.worlds)?;
        match (against, model) {
            (Some(model), _) => Ok(Verdict::Fails(describe_model(&snippet, &model))),
            (None, Some(_)) => {
                Ok(Verdict::HoldsUpTo(format!("models of at most {} worlds", self.worlds)))
            }
            (None, None) => Err(format!("no model has at most {} worlds", self.worlds)),
        }
    }
}

impl Theory<'_> {
    /// The verdict for models of any size, unless the decision gives up.
    fn decide(
        &self,
        snippet: &Snippet,
        premises: &[Formula],
        conclusion: Formula,
    ) -> Result<Option<Verdict>, String> {
        let terms = &snippet.document.terms;
        let agents = snippet.document.vocabulary.agent_count();
        let bounds = decide::Bounds {
            conflicts: PATIENCE,
            stop: self.work.limits.stop.clone(),
            ..decide::Bounds::default()
        };
        let follows = |conclusion: Formula| {
            let logic = Logic::S5;
            let question = decide::Inquiry { terms, agents, logic, premises, conclusion };
            decide::decide(question, &bounds).ok()
        };
        match follows(conclusion) {
            // That it follows says something only if the premises have a model at all.
            Some(Decision::Valid(_)) => match follows(Terms::FALSE) {
                Some(Decision::Refuted(_) | Decision::RefutedWithoutModel) => {
                    self.work.tell("proved for models of any size");
                    Ok(Some(Verdict::Holds))
                }
                Some(Decision::Valid(_)) => Err("the premises have no model".to_owned()),
                Some(Decision::GaveUp(_)) | None => Ok(None),
            },
            Some(Decision::Refuted(model)) => {
                let smallest = search(self.work, snippet, premises, conclusion, self.worlds);
                let model = smallest.ok().flatten().unwrap_or(model);
                Ok(Some(Verdict::Fails(describe_model(snippet, &model))))
            }
            Some(Decision::RefutedWithoutModel | Decision::GaveUp(_)) | None => Ok(None),
        }
    }
}

/// A model of the premises where the conclusion is false somewhere, if there is one of so many worlds.
fn search(
    work: &Work,
    snippet: &Snippet,
    premises: &[Formula],
    conclusion: Formula,
    worlds: usize,
) -> Result<Option<ModelSetup>, String> {
    let terms = &snippet.document.terms;
    let agents = snippet.document.vocabulary.agent_count();
    let bounds = Bounds { worlds, conflicts: PATIENCE, stop: work.limits.stop.clone() };
    match countermodel(Entailment { terms, agents, premises, conclusion }, bounds) {
        Ok(Searched::Found(model)) => Ok(Some(model)),
        Ok(Searched::NoneOfAtMost(_)) => Ok(None),
        Ok(Searched::GaveUp { over, .. }) => Err(over.to_string()),
        Err(_) => Err("a formula speaks of change".to_owned()),
    }
}

/// The worlds of a model, by what is true in them.
fn describe_model(snippet: &Snippet, model: &ModelSetup) -> String {
    let names = &snippet.document.vocabulary;
    let world = |atoms: &[hexa_logic::Atom]| {
        let atoms: Vec<&str> = atoms.iter().map(|&atom| names.atom_name(atom)).collect();
        format!("{{{}}}", atoms.join(", "))
    };
    let worlds: Vec<String> = model.worlds.iter().map(|w| world(&w.atoms)).collect();
    format!("{} worlds: {}", worlds.len(), worlds.join(" "))
}

fn seeing_33(work: &Work) -> Verdict {
    let parts = &["deals33", "dontknowthat33"];
    Theory { work, game: HEXA, parts, worlds: 8 }.same("see33", "dontsee33")
}

fn not_knowing_others_33(work: &Work) -> Verdict {
    let parts = &["deals33", "see33"];
    Theory { work, game: HEXA, parts, worlds: 8 }.same("dontknowthat33", "dontknowother33")
}

fn not_knowing_not_33(work: &Work) -> Verdict {
    let parts = &["deals33", "see33"];
    Theory { work, game: HEXA, parts, worlds: 8 }.same("dontknowthat33", "dontknownot33")
}

/// The verdict on a claim about all games, of which these were looked at: in models of any size, it says at most that.
fn for_games(verdict: Verdict, games: &str) -> Verdict {
    match verdict {
        Verdict::Holds => Verdict::HoldsUpTo(format!("{games}, in models of any size")),
        Verdict::HoldsUpTo(_) | Verdict::Open(_) | Verdict::Fails(_) => verdict,
    }
}

/// In the theory of deals alone: in kgames they are equally strong anyway, because dontknow
/// implies all of them.
fn six_forms_of_seeing(work: &Work) -> Verdict {
    let worlds = if work.effort == Effort::Deep { 7 } else { 5 };
    let mut verdict = Verdict::Holds;
    for game in [HEXA, "agents 1, 2, 3\ndeal k l | m | n\n", "agents 1, 2, 3\ndeal k l | m | -\n"] {
        let theory = Theory { work, game, parts: &["deals"], worlds };
        for form in ["see", "dontsee", "seeall", "dontseeall", "dontseedeal"] {
            verdict = verdict.and(theory.same(form, "seedeal"));
        }
    }
    for_games(verdict, "hands 1,1,1, 2,1,1 and 2,1,0")
}

/// Proposition 6. Four players are not asked for dontknow, of which they have no small model.
fn forms_of_ignorance(work: &Work) -> Verdict {
    let parts = &["deals", "see"];
    let mut verdict = Verdict::Holds;
    let games = [(HEXA, 8), ("agents 1, 2, 3\ndeal k l | m | -\n", 8)];
    let larger = [("agents 1, 2, 3\ndeal k l | m | n\n", 12)];
    let larger = if work.effort == Effort::Deep { &larger[..] } else { &[] };
    for &(game, worlds) in games.iter().chain(larger) {
        let theory = Theory { work, game, parts, worlds };
        verdict = verdict.and(theory.entails("dontknow", "dontknownot"));
        verdict = verdict.and(theory.same("dontknownot", "dontknowthat"));
    }
    let four = Theory { work, game: "agents 1, 2, 3, 4\ndeal k | l | m | n\n", parts, worlds: 12 };
    match work.effort {
        Effort::Deep => for_games(
            verdict.and(four.same("dontknownot", "dontknowthat")),
            "hands 1,1,1, 2,1,0, 2,1,1 and 1,1,1,1",
        ),
        Effort::Short => for_games(verdict, "hands 1,1,1 and 2,1,0"),
    }
}

/// Hexa with its fixed point (section 3.4), as it was before it was simplified and as it is displayed.
fn with_fixed_points() -> String {
    let deal = "forall i in agents, d in deals: (deal(d) -> ";
    let imagined = "forall e in deals: (hand_i(d) & hand_i(e) -> M_i deal(e)))";
    format!(
        "{HEXA}formula fixedpoint = {deal}K_i(exists e in deals: (deal(e) & hand_i(d))) & {imagined}\n\
         formula simplified = {deal}K_i hand_i(d) & {imagined}\n"
    )
}

/// Proposition 8, for both formulas.
fn fixed_point(work: &Work) -> Verdict {
    let theory = Theory { work, game: &with_fixed_points(), parts: &["deals"], worlds: 8 };
    let verdict =
        theory.same("simplified", "seedontknow").and(theory.same("fixedpoint", "seedontknow"));
    for_games(verdict, "hands 1,1,1")
}

/// Section 3.4: common knowledge of the fixed point describes the initial state, where there is a deal.
fn fixed_point_describes(work: &Work) -> Verdict {
    let theory = Theory { work, game: &with_fixed_points(), parts: &[], worlds: 8 };
    let verdict = theory
        .entails("fixedpoint", "deals -> C_123 kgames")
        .and(theory.entails("kgames", "fixedpoint"));
    for_games(verdict, "hands 1,1,1")
}
