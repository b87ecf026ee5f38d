//! A scenario being played: the current state, the saved ones, and what the steps do
//! to them.

use crate::problem::Problem;
use crate::questions;
use crate::refusal::{Means, Refused};
use crate::report::{self, Printed, States, Verdict};
use crate::witness::Witness;
use dashu_int::UBig;
use hexa_engine::{
    Engine, Extension, GameAction, Held, Limits, NoGameAction, Order, UpdateError, View,
    game_action,
};
use hexa_lang::{ActionProperty, Document, Likeness, Location, Sources, Step, StepKind};
use hexa_logic::{Action, Atom, Formula, Setup};
use std::collections::BTreeMap;

/// Which description a state has grown out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The initial state.
    Initial,
    /// A further named state, by its place in the document.
    Named(usize),
}

impl Origin {
    /// The description.
    pub fn setup(self, document: &Document) -> &Setup {
        match self {
            Self::Initial => &document.initial,
            Self::Named(at) => &document.states[at].setup,
        }
    }
}

/// A state with what there is to remember about how it came about.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The state.
    pub state: Held,
    /// Which description it has grown out of.
    pub origin: Origin,
    /// The last step that took somebody's access away.
    pub access_lost: Option<Location>,
}

/// What a step does, beside changing the state.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Nothing more.
    Quiet,
    /// It asserts, and this is the verdict.
    Verdict(Verdict),
    /// It shows something.
    Printed(Printed),
    /// It wants a picture of the current state in this file.
    Draw(String),
}

/// A scenario being played.
#[derive(Clone, Debug)]
pub struct Session {
    engine: Engine,
    limits: Limits,
    arrangement: Arrangement,
    current: Snapshot,
    saved: BTreeMap<String, Snapshot>,
    /// The most nodes that a law has had after looking for a better order.
    settled: usize,
}

/// In which order diagrams ask for variables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrangement {
    /// At first.
    pub order: Order,
    /// Later.
    pub reordering: Reordering,
}

/// When a better order is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reordering {
    /// Never.
    #[default]
    Never,
    /// When a state has been built, and when its law has become twice as large.
    WhenGrown,
}

impl Session {
    /// At the initial state of a document.
    pub fn start(document: &Document, engine: Engine, limits: Limits) -> Result<Self, Problem> {
        Self::arranged(document, engine, limits, Arrangement::default())
    }

    /// At the initial state of a document, its variables in some order.
    pub fn arranged(
        document: &Document,
        engine: Engine,
        limits: Limits,
        arrangement: Arrangement,
    ) -> Result<Self, Problem> {
        let current = built(document, Origin::Initial, engine, limits.clone(), arrangement.order)?;
        let saved = BTreeMap::new();
        let mut session = Self { engine, limits, arrangement, current, saved, settled: 0 };
        session.settle();
        session.saved.insert(INITIAL.to_owned(), session.current.clone());
        Ok(session)
    }

    /// Looks for a better order of variables if the law has grown.
    fn settle(&mut self) {
        let law = self.current.state.nodes().map_or(0, |nodes| nodes.law);
        if self.arrangement.reordering == Reordering::Never || law <= 2 * self.settled {
            return;
        }
        // Where there is no room for another order, the one there is does.
        if let Ok(state) = self.current.state.reordered() {
            self.current.state = state;
        }
        self.settled = self.current.state.nodes().map_or(0, |nodes| nodes.law);
    }

    /// Back to the initial state. Saved states stay.
    pub fn reset(&mut self) {
        if let Some(initial) = self.saved.get(INITIAL) {
            self.current = initial.clone();
        }
    }

    /// The current state.
    pub fn current(&self) -> &Snapshot {
        &self.current
    }

    /// The names of the saved states, sorted.
    pub fn saved_names(&self) -> impl Iterator<Item = &str> {
        self.saved.keys().map(String::as_str)
    }

    /// Takes a step. If it cannot be taken, nothing has changed.
    pub fn take(
        &mut self,
        document: &Document,
        sources: &Sources,
        step: &Step,
    ) -> Result<Effect, Problem> {
        let asked =
            Asked { document, sources, step, snapshot: &self.current, limits: self.limits.clone() };
        match &step.kind {
            StepKind::Do(action) => {
                self.current = asked.execute(*action)?;
                self.settle();
                Ok(Effect::Quiet)
            }
            StepKind::Save(name) => {
                self.saved.insert(name.clone(), self.current.clone());
                Ok(Effect::Quiet)
            }
            StepKind::Restore(name) => {
                self.current = self.named(document, step, name)?;
                Ok(Effect::Quiet)
            }
            StepKind::ExpectCompare(likeness, name) => {
                let other = self.named(document, step, name)?;
                Ok(Effect::Verdict(asked.compare(*likeness, name, &other)?))
            }
            StepKind::Draw(file) => Ok(Effect::Draw(file.clone())),
            StepKind::CheckAt(atoms, formula) => {
                let snapshot = asked.moved_to(atoms)?;
                let asked = Asked { snapshot: &snapshot, ..asked };
                Ok(Effect::Verdict(asked.check(*formula)?))
            }
            StepKind::Print(_)
            | StepKind::Where(_)
            | StepKind::PrintState
            | StepKind::PrintKnowledge => asked.print().map(Effect::Printed),
            _ => asked.judge().map(Effect::Verdict),
        }
    }

    /// A state that was saved, or declared and is built now.
    fn named(&self, document: &Document, step: &Step, name: &str) -> Result<Snapshot, Problem> {
        if let Some(saved) = self.saved.get(name) {
            return Ok(saved.clone());
        }
        match document.states.iter().position(|state| state.name == name) {
            Some(at) => {
                let (origin, order) = (Origin::Named(at), self.arrangement.order);
                built(document, origin, self.engine, self.limits.clone(), order)
            }
            // The reader of the text has checked names; in a dialogue a state can still be gone.
            None => {
                let message = format!("no state is saved or declared under the name `{name}`");
                Err(Problem::new(hexa_lang::Code::UnknownState.as_str(), message).at(step.at, ""))
            }
        }
    }
}

/// So many of the states that a query asks for are listed; of the others only the number is told.
const MOST_LISTED: usize = 1000;

/// The name under which the initial state is always saved.
pub const INITIAL: &str = "initial";

/// Builds a state that a document describes.
pub fn build(
    document: &Document,
    origin: Origin,
    engine: Engine,
    limits: Limits,
) -> Result<Snapshot, Problem> {
    built(document, origin, engine, limits, Order::default())
}

fn built(
    document: &Document,
    origin: Origin,
    engine: Engine,
    limits: Limits,
    order: Order,
) -> Result<Snapshot, Problem> {
    let (setup, vocabulary) = (origin.setup(document), &document.vocabulary);
    let built = engine.build_ordered(setup, vocabulary, &document.terms, &limits, order);
    let means = Means { document, engine, limits };
    let state = built.map_err(|error| match origin {
        Origin::Initial => means.build(&error),
        Origin::Named(at) => means.build(&error).at(document.states[at].at, "this state"),
    })?;
    Ok(Snapshot { state, origin, access_lost: None })
}

/// The state after an action that a step executes in another state.
pub fn executed(
    (document, sources): (&Document, &Sources),
    step: &Step,
    action: Action,
    snapshot: &Snapshot,
    limits: Limits,
) -> Result<Snapshot, Problem> {
    Asked { document, sources, step, snapshot, limits }.execute(action)
}

/// A step that is taken in a state.
struct Asked<'a> {
    document: &'a Document,
    sources: &'a Sources,
    step: &'a Step,
    snapshot: &'a Snapshot,
    limits: Limits,
}

impl Asked<'_> {
    fn state(&self) -> &Held {
        &self.snapshot.state
    }

    fn refused(&self) -> Refused<'_> {
        Refused {
            document: self.document,
            step: self.step,
            snapshot: self.snapshot,
            limits: self.limits.clone(),
        }
    }

    fn execute(&self, action: Action) -> Result<Snapshot, Problem> {
        let outcomes = self.state().update(&self.document.terms, action);
        let outcomes = outcomes.map_err(|error| self.refused().update(&error))?;
        let count = outcomes.alternatives().len();
        let state = outcomes.into_single().ok_or_else(|| self.refused().several(count))?;
        let lost = !self.state().group().is_subset(&state.group());
        let access_lost = if lost { Some(self.step.at) } else { self.snapshot.access_lost };
        Ok(Snapshot { state, origin: self.snapshot.origin, access_lost })
    }

    /// The same state in another world of it, told by the atoms that are true there.
    fn moved_to(&self, atoms: &[Atom]) -> Result<Snapshot, Problem> {
        let moved = self.state().moved_to(atoms).map_err(|limit| self.refused().limit(&limit))?;
        let state = moved.ok_or_else(|| self.refused().no_such_world(atoms))?;
        Ok(Snapshot { state, ..self.snapshot.clone() })
    }

    /// The verdict on a step that asserts something of the current state alone.
    fn judge(&self) -> Result<Verdict, Problem> {
        let state = self.state();
        match self.step.kind {
            StepKind::Check(formula) => self.check(formula),
            StepKind::CheckValid(formula) => self.check_valid(formula),
            StepKind::CheckExecutable(action) => {
                self.executable(action).map(|can| verdict(can, "it cannot be executed"))
            }
            StepKind::CheckBlocked(action) => {
                self.executable(action).map(|can| verdict(!can, "it can be executed"))
            }
            StepKind::ExpectOutcomes(expected, action) => {
                self.outcomes(action).map(|found| number(&expected.into(), &found.into()))
            }
            StepKind::ExpectAction(property, action) => self.expect_action(property, action),
            StepKind::ExpectWorlds(ref expected) => {
                self.worlds().map(|found| number(expected, &found))
            }
            StepKind::ExpectMinimal(expected) => {
                let found = state.minimal_count();
                found
                    .map(|found| number(&expected.into(), &found.into()))
                    .map_err(|e| self.refused().comparison(&e))
            }
            StepKind::ExpectClasses(agent, expected) => {
                let found = state.class_count(agent).map_err(|e| self.refused().limit(&e))?;
                found
                    .map(|found| number(&expected.into(), &found))
                    .map_err(|e| self.refused().classes(e))
            }
            _ => Ok(verdict(true, "")),
        }
    }

    fn worlds(&self) -> Result<UBig, Problem> {
        self.state().relevant_count().map_err(|limit| self.refused().limit(&limit))
    }

    fn view(&self) -> Result<View, Problem> {
        self.state().view().map_err(|limit| self.refused().limit(&limit))
    }

    fn check(&self, formula: Formula) -> Result<Verdict, Problem> {
        let holds = self.holds(formula)?;
        let reason = if holds { None } else { self.witness().against(formula) };
        Ok(Verdict { holds, reason })
    }

    fn check_valid(&self, formula: Formula) -> Result<Verdict, Problem> {
        let valid = self.state().is_valid(&self.document.terms, formula);
        let holds = valid.map_err(|error| self.refused().evaluation(&error))?;
        let reason = if holds { None } else { self.witness().against_everywhere(formula) };
        Ok(Verdict { holds, reason })
    }

    fn holds(&self, formula: Formula) -> Result<bool, Problem> {
        let holds = self.state().holds(&self.document.terms, formula);
        holds.map_err(|error| self.refused().evaluation(&error))
    }

    fn witness(&self) -> Witness<'_> {
        Witness {
            document: self.document,
            sources: self.sources,
            places: &self.step.places,
            snapshot: self.snapshot,
        }
    }

    /// Whether an action can be executed. What is undefined neither can nor cannot.
    fn executable(&self, action: Action) -> Result<bool, Problem> {
        self.outcomes(action).map(|outcomes| outcomes > 0)
    }

    fn outcomes(&self, action: Action) -> Result<usize, Problem> {
        match self.state().update(&self.document.terms, action) {
            Ok(outcomes) => Ok(outcomes.alternatives().len()),
            Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }) => Ok(0),
            Err(error) => Err(self.refused().update(&error)),
        }
    }

    fn expect_action(&self, property: ActionProperty, action: Action) -> Result<Verdict, Problem> {
        let found = game_action(self.state(), &self.document.terms, action);
        let game = match found {
            Ok(found) => Ok(found.game),
            Err(NoGameAction::Flawed(why)) => Err(questions::flaw(&why, &self.document.vocabulary)),
            Err(NoGameAction::Undecided(error)) => return Err(self.refused().update(&error)),
        };
        let view = self.view()?;
        let trivial = |game: &GameAction| game.is_trivial(&view, view.actual);
        Ok(match (property, game) {
            (ActionProperty::NoGame, Err(_)) => verdict(true, ""),
            (_, Err(why)) => verdict(false, &format!("it is no game action: {why}")),
            (ActionProperty::Game, Ok(_)) => verdict(true, ""),
            (ActionProperty::NoGame, Ok(game)) => {
                verdict(false, &questions::summary(&game, &self.document.vocabulary))
            }
            (ActionProperty::Trivial, Ok(game)) => {
                verdict(trivial(&game), "somebody can learn something from it")
            }
            (ActionProperty::NonTrivial, Ok(game)) => {
                verdict(!trivial(&game), "everybody knows the answer already")
            }
        })
    }

    fn compare(
        &self,
        likeness: Likeness,
        name: &str,
        other: &Snapshot,
    ) -> Result<Verdict, Problem> {
        let compared = match likeness {
            Likeness::Bisimilar => self.state().bisimilar(&other.state),
            Likeness::Different => self.state().bisimilar(&other.state).map(|alike| !alike),
            Likeness::Isomorphic => self.state().isomorphic(&other.state),
            Likeness::Similar => self.state().similar(&other.state).map(|found| found.is_some()),
        };
        let holds = compared.map_err(|error| self.refused().comparison(&error))?;
        let reason = match likeness {
            Likeness::Bisimilar => format!("it is not bisimilar to {name}"),
            Likeness::Different => format!("it is bisimilar to {name}"),
            Likeness::Isomorphic => format!("it is not isomorphic to {name}"),
            Likeness::Similar => format!("it is not agent-similar to {name}"),
        };
        Ok(verdict(holds, &reason))
    }

    fn extension(&self, formula: Formula, most: usize) -> Result<Extension, Problem> {
        let extension = self.state().extension(&self.document.terms, formula, most);
        extension.map_err(|error| self.refused().evaluation(&error))
    }

    fn print(&self) -> Result<Printed, Problem> {
        match self.step.kind {
            StepKind::Print(formula) => {
                let here = self.holds(formula)?;
                let count = self.extension(formula, 0)?.count;
                Ok(Printed::Truth { here, count, worlds: self.worlds()? })
            }
            StepKind::Where(formula) => {
                let extension = self.extension(formula, MOST_LISTED)?;
                Ok(Printed::States(States::new(&extension, self.document)))
            }
            StepKind::PrintKnowledge => {
                let text = report::knowledge(self.state(), &self.document.vocabulary);
                text.map(Printed::Lines).map_err(|limit| self.refused().limit(&limit))
            }
            _ => {
                let text = report::state(self.snapshot, self.document);
                text.map(Printed::Lines).map_err(|limit| self.refused().limit(&limit))
            }
        }
    }
}

fn verdict(holds: bool, otherwise: &str) -> Verdict {
    Verdict { holds, reason: (!holds).then(|| otherwise.to_owned()) }
}

fn number(expected: &UBig, found: &UBig) -> Verdict {
    verdict(found == expected, &format!("expected {expected}, found {found}"))
}
