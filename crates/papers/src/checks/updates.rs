//! Gerbrandy's updates (thesis sec. 7.1): possibilities, programs with updates, and knowledge actions
//! as such programs.

use super::appendix::group;
use super::sample::action_words;
use super::snippet::{Snippet, if_executable, in_words, is_undefined, verdict_or_open};
use super::{Check, Effort, Work, holds_if, random};
use crate::Verdict;
use crate::verdict::Doubt;
use dashu_int::UBig;
use hexa_engine::generate::action::{Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::{self, AGENTS, Access, Language};
use hexa_engine::translation::updates::{Untranslatable, to_updates};
use hexa_engine::{
    Engine, EvalError, Held, Limits, Outcomes, State, UpdateError, bisimilar, build, contraction,
    definitional, holds, isomorphic, update,
};
use hexa_logic::{Action, ActionNode, Formula, FormulaNode, Group, Modality, Setup, Terms, World};
use std::collections::BTreeSet;
use std::fmt::Write as _;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "nobody told 3 anything", at: file!(), run: no_access },
    Check { name: "ways of showing red", at: file!(), run: ways },
    Check { name: "possibilities are states up to bisimilarity", at: file!(), run: possibilities },
    Check { name: "introspective and reflexive possibilities", at: file!(), run: introspective },
    Check { name: "language of updates", at: file!(), run: language },
    Check { name: "programs with updates", at: file!(), run: programs },
    Check { name: "what is learnt can be executed", at: file!(), run: learnt_is_executable },
    Check { name: "updates are total and functional", at: file!(), run: functional },
    Check { name: "learning is testing and updating", at: file!(), run: learning },
    Check { name: "showing red as a program", at: file!(), run: showing_red },
    Check { name: "red or blue is no knowledge action", at: file!(), run: red_or_blue },
];

/// The worlds of a state of one agent, and where its arrows lead: a bit for each world.
struct Arrows {
    atoms: Vec<bool>,
    to: Vec<u32>,
}

impl Arrows {
    /// All states of so many worlds and one atom.
    fn all(worlds: usize) -> impl Iterator<Item = Self> {
        (0u32..1 << (worlds * worlds)).flat_map(move |arrows| {
            (0u32..1 << worlds).map(move |atoms| Self {
                atoms: (0..worlds).map(|at| atoms >> at & 1 == 1).collect(),
                to: (0..worlds).map(|at| arrows >> (at * worlds) & ((1 << worlds) - 1)).collect(),
            })
        })
    }

    fn leads(&self, from: usize, to: usize) -> bool {
        self.to[from] >> to & 1 == 1
    }

    /// For each world the number of the possibility that it stands for: worlds are the same if they have the same
    /// atoms and lead to the same possibilities.
    fn possibilities(&self) -> Vec<usize> {
        let mut classes: Vec<usize> = self.atoms.iter().map(|&atom| usize::from(atom)).collect();
        for _ in 0..self.atoms.len() {
            let look = |at: usize| (classes[at], self.reached(at, &classes));
            let looks: Vec<_> = (0..classes.len()).map(look).collect();
            let first = |look| looks.iter().position(|other| other == look).unwrap_or(0);
            classes = looks.iter().map(first).collect();
        }
        classes
    }

    fn reached(&self, from: usize, classes: &[usize]) -> BTreeSet<usize> {
        (0..classes.len()).filter(|&to| self.leads(from, to)).map(|to| classes[to]).collect()
    }

    fn is_equivalence(&self) -> bool {
        let worlds = || 0..self.atoms.len();
        let back = |v: usize, w: usize| !self.leads(v, w) || self.leads(w, v);
        let on = |u: usize, v: usize, w: usize| {
            !self.leads(u, v) || !self.leads(v, w) || self.leads(u, w)
        };
        worlds().all(|u| {
            self.leads(u, u) && worlds().all(|v| back(u, v) && worlds().all(|w| on(u, v, w)))
        })
    }

    /// One world for each possibility.
    fn contract(&self) -> Self {
        let classes = self.possibilities();
        let kept: Vec<usize> = (0..classes.len()).filter(|&at| classes[at] == at).collect();
        let leads = |from: usize, to: usize| self.reached(from, &classes).contains(&to);
        let row = |&from: &usize| {
            kept.iter().enumerate().filter(|&(_, &to)| leads(from, to)).map(|(at, _)| 1 << at).sum()
        };
        Self {
            atoms: kept.iter().map(|&at| self.atoms[at]).collect(),
            to: kept.iter().map(row).collect(),
        }
    }

    /// Each possibility is among those that it leads to, and these lead to the same.
    fn is_introspective_and_reflexive(&self) -> bool {
        let classes = self.possibilities();
        (0..classes.len()).all(|at| {
            let reached = self.reached(at, &classes);
            let same = |to: usize| !self.leads(at, to) || self.reached(to, &classes) == reached;
            reached.contains(&classes[at]) && (0..classes.len()).all(same)
        })
    }
}

/// States with equivalences stand for introspective and reflexive possibilities, and these are solved by such states.
fn introspective(work: &Work) -> Verdict {
    const MOST: usize = 3;
    let mut states = 0;
    for state in (1..=MOST).flat_map(Arrows::all) {
        if let Err(stopped) = work.go_on() {
            return Verdict::Open(stopped);
        }
        states += 1;
        let found = state.is_introspective_and_reflexive();
        if (state.is_equivalence() && !found) || found != state.contract().is_equivalence() {
            return Verdict::Fails(format!("atoms {:?}, arrows {:?}", state.atoms, state.to));
        }
    }
    Verdict::HoldsUpTo(format!(
        "all {states} models of one agent, one atom and up to {MOST} worlds"
    ))
}

const HEXA: &str = "agents 1, 2, 3\ndeal r | w | b\n";

fn limits(work: &Work) -> Limits {
    Limits { max_worlds: Some(300), work: 20_000_000, ..work.limits.clone() }
}

fn held(work: &Work, engine: Engine, setup: &Setup, terms: &Terms) -> Result<Held, String> {
    in_words(engine.build(setup, &generate::vocabulary(), terms, &limits(work)))
}

fn explicit(work: &Work, setup: &Setup, terms: &Terms) -> Result<State, String> {
    in_words(build(setup, &generate::vocabulary(), terms, &limits(work)))
}

/// After `L_12 ?r_1` there is no access for 3: what they know is undefined.
fn no_access(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let text =
            Snippet::read(work, &format!("{HEXA}do L_12 ?r_1\ncheck K_3 b_3\ncheck K_2 r_1\n"))?;
        let after = text.after(&text.initial()?, text.actions()[0])?;
        let [of_3, of_2] =
            [0, 1].map(|at| holds(&after, &text.document.terms, text.formulas()[at]));
        let (undefined, known) = (is_undefined(of_3)?, in_words(of_2)?);
        Ok(holds_if(undefined && known && *after.group() == Group::first(2), || {
            format!("what 3 knows is undefined: {undefined}; 2 knows red: {known}")
        }))
    })())
}

/// Somebody else sees the card too, of which the others notice nothing, and so on: each time it is another way of
/// showing red.
fn ways(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let most = match work.effort {
            Effort::Short => 6,
            Effort::Deep => 8,
        };
        let mut lines = "action way1 = ?r_1 ; U_12 ?r_1\n".to_owned();
        for way in 2..=most {
            let before = way - 1;
            let group = if way % 2 == 0 { "3" } else { "12" };
            let _ = writeln!(lines, "action way{way} = way{before} ; U_{group} way{before}");
        }
        (1..=most).for_each(|way| _ = writeln!(lines, "do way{way}"));
        let text = Snippet::read(work, &format!("{HEXA}{lines}"))?;
        let initial = text.initial()?;
        let mut known: Vec<State> = Vec::new();
        for action in text.actions() {
            let after = text.after(&initial, action)?;
            let is_same = |known: &State| bisimilar(known, &after) == Ok(true);
            if let Some(before) = known.iter().position(is_same) {
                let (before, now) = (before + 1, known.len() + 1);
                return Ok(Verdict::Open(format!("ways {before} and {now} are the same")));
            }
            known.push(after);
        }
        Ok(Verdict::HoldsUpTo(format!("{most} ways, no two of which are the same")))
    })())
}

/// The possibility that a state stands for is what is left when bisimilar worlds are taken together: two states
/// stand for the same one if and only if they are bisimilar.
fn possibilities(work: &Work) -> Verdict {
    random::search(work, 400, "pairs of states of at most 3 worlds", |case| {
        let one = generate::model(case, 3, Access::Any);
        let other = generate::model(case, 3, Access::Any);
        let terms = Terms::default();
        // The second state with another point, and beside itself, so that some are bisimilar.
        let all = [one.clone(), other, with_next_point(&one), two_copies(&one)];
        let state = explicit(work, &one, &terms)?;
        for other in all {
            let there = explicit(work, &other, &terms)?;
            let same = in_words(isomorphic(
                &in_words(contraction(&state))?,
                &in_words(contraction(&there))?,
            ))?;
            let names = generate::vocabulary();
            let [one, two] = [&one, &other]
                .map(|setup| in_words(definitional::build(setup, &names, &terms, &limits(work))));
            if same != in_words(definitional::bisimilar(&one?, &two?))? {
                return Err(Doubt::Witness(format!("{other:?}")));
            }
        }
        Ok(())
    })
}

/// The same model with another actual world.
fn with_next_point(setup: &Setup) -> Setup {
    let Setup::Model(model) = setup else { return setup.clone() };
    let mut model = model.clone();
    model.point = World((model.point.0 + 1) % model.worlds.len() as u32);
    Setup::Model(model)
}

/// Two copies of a model; whoever confuses worlds confuses all copies of them.
fn two_copies(setup: &Setup) -> Setup {
    use hexa_logic::RelationSetup::{Arrows, Cells};
    let Setup::Model(model) = setup else { return setup.clone() };
    let mut model = model.clone();
    let worlds = model.worlds.len() as u32;
    model.worlds.extend(model.worlds.clone());
    for relation in model.relations.iter_mut().flatten() {
        match relation {
            Cells(class) => class.extend(class.clone()),
            Arrows(pairs) => {
                let moved: Vec<_> = pairs.iter().map(|&(v, w)| (v + worlds, w + worlds)).collect();
                pairs.extend(moved);
            }
        }
    }
    Setup::Model(model)
}

/// Knowledge actions become tests, updates, sequences and choices; common knowledge has no counterpart.
fn language(work: &Work) -> Verdict {
    random::search_fitting(work, 400, "knowledge actions", |case| {
        let decisions = decisions(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &decisions);
        match to_updates(&mut terms, action) {
            Ok(program) => {
                let parts = terms.occurring(&[], &[program]);
                let foreign = parts.actions.iter().any(|&part| !is_of_updates(&terms, part))
                    || parts.formulas.iter().any(|&part| is_beyond(&terms, part));
                if foreign { Err(Doubt::Witness(action_words(&terms, program))) } else { Ok(true) }
            }
            Err(Untranslatable::Formula(part)) if is_beyond(&terms, part) => Ok(true),
            Err(Untranslatable::TooLong(_)) => Ok(false),
            Err(_) => Err(Doubt::Witness(action_words(&terms, action))),
        }
    })
}

/// Whether the language of programs with updates has such actions.
fn is_of_updates(terms: &Terms, action: Action) -> bool {
    use ActionNode::{Choice, Sequence, Test, Update};
    matches!(terms.action_node(action), Test(_) | Update(..) | Sequence(_) | Choice(..))
}

/// What it does not have.
fn is_beyond(terms: &Terms, formula: Formula) -> bool {
    use FormulaNode::{Common, Distributed, Probability};
    matches!(terms.node(formula), Common(..) | Distributed(..) | Probability(..))
}

type Done = Result<Vec<Vec<Held>>, UpdateError>;

fn is_too_long(done: &Done) -> bool {
    matches!(done, Err(UpdateError::Evaluation(EvalError::Limit(_))))
}

/// The sizes of all outcomes, in an order that does not depend on the engine; nothing if that takes too much.
fn sizes(outcomes: &[Vec<Held>]) -> Option<Vec<UBig>> {
    let sizes = outcomes.iter().flatten().map(|state| state.minimal_count().ok());
    let mut sizes: Vec<_> = sizes.collect::<Option<_>>()?;
    sizes.sort_unstable();
    Some(sizes)
}

/// Programs with updates have the outcomes that the definition says, and formulas about them are true where it
/// says.
fn programs(work: &Work) -> Verdict {
    random::search_fitting(work, 300, "programs and states of at most 3 worlds", |case| {
        let setup = generate::model(case, 3, Access::Any);
        let program = decisions(case);
        let formula = decisions(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Update, &program);
        let body = grow_formula(&mut terms, Kind::Update, &everybody(), &formula);
        let after = terms.formula(FormulaNode::After(Modality::Every, action, body));
        let engines = [Engine::Explicit, Engine::Definitional];
        let [fast, slow] = engines.map(|engine| held(work, engine, &setup, &terms));
        let (fast, slow) = (fast?, slow?);
        let [one, other]: [Done; 2] =
            [&fast, &slow].map(|state| Ok(state.update(&terms, action)?.alternatives().to_vec()));
        if is_too_long(&one) || is_too_long(&other) {
            return Ok(false);
        }
        let same = match (&one, &other) {
            (Ok(one), Ok(other)) => match (sizes(one), sizes(other)) {
                (Some(one), Some(other)) => one == other,
                _ => return Ok(false),
            },
            (one, other) => one.is_err() && other.is_err(),
        };
        let executed = one.is_ok();
        let [one, other] = [&fast, &slow].map(|state| state.truth(&terms, after));
        let too_long =
            [&one, &other].iter().any(|answer| matches!(answer, Err(EvalError::Limit(_))));
        match same && (too_long || one == other) {
            true => Ok(executed),
            false => Err(Doubt::Witness(format!("{} in {setup:?}", action_words(&terms, action)))),
        }
    })
}

/// `U_B π` has one outcome, whatever the group and the program.
fn functional(work: &Work) -> Verdict {
    random::search_fitting(work, 400, "updates of states of at most 3 worlds", |case| {
        let setup = generate::model(case, 3, Access::Any);
        let program = decisions(case);
        let mask = case.below(1 << AGENTS) as u8;
        let mut terms = Terms::default();
        let inner = grow(&mut terms, Kind::Update, &program);
        let action = terms.action(ActionNode::Update(group(mask), inner));
        match update(&explicit(work, &setup, &terms)?, &terms, action) {
            Ok(outcomes) if outcomes.alternatives().iter().flatten().count() == 1 => Ok(true),
            Err(UpdateError::Evaluation(EvalError::Limit(_))) => Ok(false),
            _ => Err(Doubt::Witness(format!("{} in {setup:?}", action_words(&terms, action)))),
        }
    })
}

/// Where an action can be learnt by all, it can be executed.
fn learnt_is_executable(work: &Work) -> Verdict {
    random::search_fitting(work, 400, "actions in states of at most 4 worlds", |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let decisions = decisions(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &decisions);
        let learnt = terms.action(ActionNode::Learn(everybody(), action));
        let state = explicit(work, &setup, &terms)?;
        let [learnt, done] = [learnt, action].map(|action| update(&state, &terms, action));
        match (learnt, done) {
            (Err(UpdateError::Evaluation(_)), _) | (_, Err(UpdateError::Evaluation(_))) => {
                Ok(false)
            }
            (Ok(_), Err(_)) => {
                Err(Doubt::Witness(format!("{} in {setup:?}", action_words(&terms, action))))
            }
            (learnt, _) => Ok(learnt.is_ok()),
        }
    })
}

/// `L_B ?φ` and its translation lead to the same, as far as the group is concerned.
fn learning(work: &Work) -> Verdict {
    random::search_fitting(work, 400, "formulas learnt in states of at most 4 worlds", |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let formula = generate::decisions(case);
        let mask = case.between(1..1 << AGENTS) as u8;
        let mut terms = Terms::default();
        let language = Language::INVARIANT_ARROWS;
        let formula = generate::formula(&mut terms, language, &everybody(), &formula);
        let action = terms.announcement(group(mask), formula);
        let Ok(program) = to_updates(&mut terms, action) else { return Ok(false) };
        let state = explicit(work, &setup, &terms)?;
        let [learnt, updated] =
            [action, program].map(|action| if_executable(update(&state, &terms, action)));
        let [learnt, updated] =
            [learnt?, updated?].map(|done| done.and_then(Outcomes::into_single));
        let same = match (&learnt, &updated) {
            (Some(learnt), Some(updated)) => {
                in_words(bisimilar(&updated.restricted_to(learnt.group()), learnt))?
            }
            (learnt, updated) => learnt.is_none() && updated.is_none(),
        };
        match same {
            true => Ok(learnt.is_some()),
            false => Err(Doubt::Witness(format!("{} in {setup:?}", action_words(&terms, action)))),
        }
    })
}

/// Example 50: the translation of showing red, written out.
fn showing_red(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let actions = "do L_123(!L_12 ?r_1 + L_12 ?w_1 + L_12 ?b_1)\n\
             do (?r_1 ; U_12 ?r_1) ; U_123(?r_1 ; U_12 ?r_1 + ?w_1 ; U_12 ?w_1 + ?b_1 ; U_12 ?b_1)\n";
        let mut text = Snippet::read(work, &format!("{HEXA}{actions}"))?;
        let (action, expected) = (text.actions()[0], text.actions()[1]);
        let found =
            to_updates(&mut text.document.terms, action).map_err(|why| format!("{why:?}"))?;
        Ok(holds_if(found == expected, || "the translation is another program".to_owned()))
    })())
}

/// What 1 may say of their card.
const CARDS: [&str; 6] = ["r_1", "w_1", "b_1", "~r_1", "~w_1", "~b_1"];

/// Learning a choice of at most three things that 1 and 2, or all, learn of the card of 1: the types, and
/// for each type its actions.
fn choices() -> Vec<String> {
    let learnt: Vec<String> = ["L_12", "L_123"]
        .iter()
        .flat_map(|who| CARDS.map(|card| format!("{who} ?{card}")))
        .collect();
    let mut all = Vec::new();
    for mask in (1..1u32 << learnt.len()).filter(|mask| mask.count_ones() <= 3) {
        let chosen: Vec<&String> =
            (0..learnt.len()).filter(|at| mask >> at & 1 == 1).map(|at| &learnt[at]).collect();
        // As a type, and with one of the alternatives marked.
        let marks = if chosen.len() > 1 { chosen.len() } else { 0 };
        for mark in (0..=marks).map(|at| at.checked_sub(1)) {
            let marked = chosen.iter().enumerate().map(|(at, part)| match mark == Some(at) {
                true => format!("!{part}"),
                false => (*part).clone(),
            });
            all.push(format!("L_123({})", marked.collect::<Vec<_>>().join(" + ")));
        }
    }
    all
}

/// Showing red or showing blue: none of so many knowledge actions and types has just its outcomes.
fn red_or_blue(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let words = choices();
        let mut lines =
            "action shows(c) = ?c_1 ; U_12 ?c_1\naction one = choice c in cards: shows(c)\n\
             do shows(r) ; U_123 one + (shows(b) ; U_123 one)\n"
                .to_owned();
        words.iter().for_each(|word| _ = writeln!(lines, "do {word}"));
        let text = Snippet::read(work, &format!("{HEXA}{lines}"))?;
        let initial = text.initial()?;
        let actions = text.actions();
        let deals: Vec<State> = (0..6).filter_map(|at| initial.at(World(at))).collect();
        let mut wanted = Vec::new();
        for deal in &deals {
            wanted.push(text.outcomes(deal, actions[0])?);
        }
        if deals.len() != 6 || wanted.iter().filter(|outcomes| outcomes.len() == 1).count() != 4 {
            return Ok(Verdict::Fails("it is not executable just with red and blue".to_owned()));
        }
        let same = |action: Action| -> Result<bool, String> {
            for (deal, wanted) in deals.iter().zip(&wanted) {
                let found = text.outcomes(deal, action)?;
                let alike =
                    wanted.iter().zip(&found).all(|(one, other)| bisimilar(one, other) == Ok(true));
                if wanted.len() != found.len() || !alike {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        for (&action, word) in actions[1..].iter().zip(&words) {
            if same(action)? {
                return Ok(Verdict::Fails(word.clone()));
            }
        }
        Ok(Verdict::HoldsUpTo(format!(
            "{} learnt choices of at most three alternatives",
            words.len()
        )))
    })())
}
