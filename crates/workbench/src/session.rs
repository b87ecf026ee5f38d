//! A scenario being played: the current state, the saved ones, and what the steps do
//! to them.

use crate::knowledge::Knowledge;
use crate::listing::Listing;
use crate::printed::{Printed, States, Truth};
use crate::quantity::{Classes, Number, Sizes};
use crate::questions::Fault;
use crate::refusal::{Means, Refused};
use crate::snapshot::{Origin, Snapshot};
use crate::verdict::{Reason, Verdict};
use crate::witness::Witness;
use hexa_engine::{
    Engine, Extension, GameAction, Held, Limits, NoGameAction, Order, UBig, UpdateError, View,
    game_action,
};
use hexa_lang::{ActionProperty, Document, Likeness, Quantity, Sources, Step, StepKind};
use hexa_logic::{Action, ActionNode, Agent, Atom, Formula, Terms};
use hexa_text::{Code, Diagnostic};
use std::collections::BTreeMap;

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
    pub fn start(document: &Document, engine: Engine, limits: &Limits) -> Result<Self, Diagnostic> {
        Self::with_arrangement(document, engine, limits, Arrangement::default())
    }

    /// At the initial state of a document, its variables in some order.
    pub fn with_arrangement(
        document: &Document,
        engine: Engine,
        limits: &Limits,
        arrangement: Arrangement,
    ) -> Result<Self, Diagnostic> {
        let current = built(document, Origin::Initial, engine, limits, arrangement.order)?;
        let saved = BTreeMap::new();
        let limits = limits.clone();
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
        if let Ok(state) = self.current.state.reorder() {
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

    /// As if no state had been saved under this name.
    pub(crate) fn forget(&mut self, name: &str) {
        self.saved.remove(name);
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
    ) -> Result<Effect, Diagnostic> {
        let asked =
            Asked { document, sources, step, snapshot: &self.current, limits: &self.limits };
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
                self.current = self.state_named(document, step, name)?;
                Ok(Effect::Quiet)
            }
            StepKind::ExpectCompare(likeness, name) => {
                let other = self.state_named(document, step, name)?;
                Ok(Effect::Verdict(asked.compare(*likeness, name, &other)?))
            }
            StepKind::Draw(file) => Ok(Effect::Draw(file.clone())),
            StepKind::CheckAt(atoms, formula) => {
                let snapshot = asked.moved_to(atoms)?;
                let asked = Asked { snapshot: &snapshot, ..asked };
                asked.check(*formula).map(Effect::Verdict)
            }
            StepKind::Print(formula) => {
                asked.truth(*formula).map(|truth| Effect::Printed(Printed::Truth(truth)))
            }
            StepKind::PrintNumber(quantity) => asked.number(quantity).map(Effect::Printed),
            StepKind::PrintCount => asked.sizes().map(Effect::Printed),
            StepKind::Where(formula) => asked.states(*formula).map(Effect::Printed),
            StepKind::PrintState => asked.listing().map(Effect::Printed),
            StepKind::PrintKnowledge => asked.knowledge().map(Effect::Printed),
            StepKind::Check(formula) => asked.check(*formula).map(Effect::Verdict),
            StepKind::CheckValid(formula) => asked.check_valid(*formula).map(Effect::Verdict),
            StepKind::CheckExecutable(action) => {
                asked.executable(*action).map(|can| Verdict::new(can, Reason::NotExecutable).into())
            }
            StepKind::CheckBlocked(action) => {
                asked.executable(*action).map(|can| Verdict::new(!can, Reason::Executable).into())
            }
            StepKind::ExpectOutcomes(expected, action) => {
                let found = asked.outcomes(*action)?;
                Ok(Verdict::of_numbers(&(*expected).into(), &found.into()).into())
            }
            StepKind::ExpectAction(property, action) => {
                asked.expect_action(*property, *action).map(Effect::Verdict)
            }
            StepKind::ExpectWorlds(expected) => {
                let all = asked.snapshot.whole_count();
                asked.worlds().map(|found| Verdict::of_worlds(expected, &found, all).into())
            }
            StepKind::ExpectAllWorlds(expected) => {
                let found = asked.all_worlds()?;
                Ok(Verdict::of_numbers(expected, &found).into())
            }
            StepKind::ExpectMinimal(expected) => {
                let found = asked.minimal()?;
                Ok(Verdict::of_numbers(&(*expected).into(), &found).into())
            }
            StepKind::ExpectClasses(agent, expected) => {
                let found = asked.classes(*agent)?;
                Ok(Verdict::of_numbers(&(*expected).into(), &found).into())
            }
            StepKind::ExpectNumber(quantity, comparison, bound) => {
                let found = asked.quantity(quantity)?;
                let holds = comparison.holds(found.cmp(bound));
                let comparison = comparison.symbol();
                let reason = Reason::Bound { comparison, bound: bound.clone(), found };
                Ok(Verdict::new(holds, reason).into())
            }
            StepKind::Broken => Err(asked.refuse_unread()),
        }
    }

    /// A state that was saved, or declared and is built now.
    fn state_named(
        &self,
        document: &Document,
        step: &Step,
        name: &str,
    ) -> Result<Snapshot, Diagnostic> {
        if let Some(saved) = self.saved.get(name) {
            return Ok(saved.clone());
        }
        match document.states.iter().position(|state| state.name == name) {
            Some(at) => {
                let (origin, order) = (Origin::Named(at), self.arrangement.order);
                built(document, origin, self.engine, &self.limits, order)
            }
            // The reader of the text has checked names; in a dialogue a state can still be gone.
            None => {
                let message = format!("no state is saved or declared under the name `{name}`");
                Err(Diagnostic::without_place(Code::UnknownState, message).at(step.at, ""))
            }
        }
    }
}

/// So many of the states that a query asks for are listed; of the others only the number is told.
const MOST_LISTED: usize = 1000;

/// Of larger states it is not told how many worlds are left up to bisimilarity.
const MOST_MINIMISED: usize = 10_000;

/// The name under which the initial state is always saved.
pub const INITIAL: &str = "initial";

/// Builds a state that a document describes.
pub fn build(
    document: &Document,
    origin: Origin,
    engine: Engine,
    limits: &Limits,
) -> Result<Snapshot, Diagnostic> {
    built(document, origin, engine, limits, Order::default())
}

fn built(
    document: &Document,
    origin: Origin,
    engine: Engine,
    limits: &Limits,
    order: Order,
) -> Result<Snapshot, Diagnostic> {
    let (setup, vocabulary) = (origin.setup(document), &document.vocabulary);
    let built = engine.build_ordered(setup, vocabulary, &document.terms, limits, order);
    let means = Means { document, engine, limits };
    let state = built.map_err(|error| match origin {
        Origin::Initial => means.build(&error),
        Origin::Named(at) => means.build(&error).at(document.states[at].at, "this state"),
    })?;
    Ok(Snapshot { state, origin, access_lost: None, unfolded: None })
}

/// The state after an action that a step executes in another state.
pub fn execute(
    (document, sources): (&Document, &Sources),
    step: &Step,
    action: Action,
    snapshot: &Snapshot,
    limits: &Limits,
) -> Result<Snapshot, Diagnostic> {
    Asked { document, sources, step, snapshot, limits }.execute(action)
}

/// Whether an action is read by thesis def. 55 or sec. 7.2.2, so that it unfolds a state from its actual world.
fn unfolds(terms: &Terms, action: Action) -> bool {
    let within = terms.occurring(&[], &[action]).actions;
    let mut nodes = within.iter().map(|&part| terms.action_node(part));
    terms.has_update(action) || nodes.any(|node| matches!(node, ActionNode::Epistemic(..)))
}

/// A step that is taken in a state.
struct Asked<'a> {
    document: &'a Document,
    sources: &'a Sources,
    step: &'a Step,
    snapshot: &'a Snapshot,
    limits: &'a Limits,
}

impl Asked<'_> {
    fn state(&self) -> &Held {
        &self.snapshot.state
    }

    fn refusal(&self) -> Refused<'_> {
        Refused {
            document: self.document,
            step: self.step,
            snapshot: self.snapshot,
            limits: self.limits,
        }
    }

    fn execute(&self, action: Action) -> Result<Snapshot, Diagnostic> {
        let outcomes = self.state().update(&self.document.terms, action);
        let outcomes = outcomes.map_err(|error| self.refusal().update(&error))?;
        let count = outcomes.alternatives().len();
        let state = outcomes.into_single().ok_or_else(|| self.refusal().several(count))?;
        let lost = !self.state().group().is_subset(&state.group());
        let access_lost = if lost { Some(self.step.at) } else { self.snapshot.access_lost };
        let unfolds = unfolds(&self.document.terms, action).then_some(self.step.at);
        let unfolded = self.snapshot.unfolded.or(unfolds);
        Ok(Snapshot { state, origin: self.snapshot.origin, access_lost, unfolded })
    }

    /// The same state in another world of it, told by the atoms that are true there.
    fn moved_to(&self, atoms: &[Atom]) -> Result<Snapshot, Diagnostic> {
        let moved = self.state().moved_to(atoms).map_err(|limit| self.refusal().limit(&limit))?;
        let state = moved.ok_or_else(|| self.refusal().no_such_world(atoms))?;
        Ok(Snapshot { state, ..self.snapshot.clone() })
    }

    /// A step that could not be read is not taken: what is wrong with it has been reported already.
    fn refuse_unread(&self) -> Diagnostic {
        Diagnostic::without_place(Code::NotRun, "this step could not be read").at(self.step.at, "")
    }

    fn worlds(&self) -> Result<UBig, Diagnostic> {
        self.state().relevant_count().map_err(|limit| self.refusal().limit(&limit))
    }

    /// How many worlds there are, reachable or not.
    fn all_worlds(&self) -> Result<UBig, Diagnostic> {
        self.snapshot.whole_count().ok_or_else(|| self.refusal().unreachable())
    }

    /// How many cells an agent's partition has.
    fn classes(&self, agent: Agent) -> Result<UBig, Diagnostic> {
        let found = self.state().class_count(agent).map_err(|e| self.refusal().limit(&e))?;
        found.map_err(|e| self.refusal().classes(e))
    }

    /// How many worlds are left when bisimilar ones are taken together.
    fn minimal(&self) -> Result<UBig, Diagnostic> {
        let found = self.state().minimal_count();
        found.map_err(|error| self.refusal().comparison(&error))
    }

    /// A whole number that the state gives.
    fn quantity(&self, quantity: &Quantity) -> Result<UBig, Diagnostic> {
        match quantity {
            Quantity::Worlds => self.worlds(),
            Quantity::AllWorlds => self.all_worlds(),
            Quantity::Minimal => self.minimal(),
            Quantity::Classes(agent) => self.classes(*agent),
            Quantity::Instances(of) => {
                let mut count = 0_usize;
                for &formula in of {
                    count += usize::from(self.holds(formula)?);
                }
                Ok(count.into())
            }
            Quantity::Number(number) => Ok(number.unsigned_abs().into()),
            Quantity::Probability(certain) => {
                self.holds(*certain).map(|holds| u8::from(holds).into())
            }
        }
    }

    /// A number as `print` shows it.
    fn number(&self, quantity: &Quantity) -> Result<Printed, Diagnostic> {
        let value = match quantity {
            Quantity::Number(number) => number.to_string(),
            Quantity::Probability(certain) => self.likelihood(*certain)?,
            Quantity::Worlds
            | Quantity::AllWorlds
            | Quantity::Minimal
            | Quantity::Classes(_)
            | Quantity::Instances(_) => self.quantity(quantity)?.to_string(),
        };
        Ok(Printed::Number(Number { value }))
    }

    /// How likely something is, of which a formula says that it is certain.
    fn likelihood(&self, certain: Formula) -> Result<String, Diagnostic> {
        if self.holds(certain)? {
            return Ok("1".to_owned());
        }
        self.witness().likelihood(certain).ok_or_else(|| self.refusal().unlisted(certain))
    }

    fn sizes(&self) -> Result<Printed, Diagnostic> {
        let vocabulary = &self.document.vocabulary;
        let few = self.state().has_at_most(MOST_MINIMISED) == Ok(true);
        let minimal = if few {
            self.state().minimal_count().ok().and_then(|many| many.try_into().ok())
        } else {
            None
        };
        let mut classes = Vec::new();
        for agent in vocabulary.agents() {
            let count = self.state().class_count(agent).map_err(|e| self.refusal().limit(&e))?;
            let name = vocabulary.agent_name(agent).to_owned();
            classes.extend(count.ok().map(|count| Classes { agent: name, count }));
        }
        Ok(Printed::Sizes(Sizes { worlds: self.worlds()?, minimal, classes }))
    }

    fn view(&self) -> Result<View, Diagnostic> {
        self.state().view().map_err(|limit| self.refusal().limit(&limit))
    }

    fn check(&self, formula: Formula) -> Result<Verdict, Diagnostic> {
        let holds = self.holds(formula)?;
        let reason = if holds { None } else { self.witness().against(formula) };
        Ok(Verdict { holds, reason })
    }

    fn check_valid(&self, formula: Formula) -> Result<Verdict, Diagnostic> {
        let valid = self.state().is_valid(&self.document.terms, formula);
        let holds = valid.map_err(|error| self.refusal().evaluation(&error))?;
        let reason = if holds { None } else { self.witness().against_everywhere(formula) };
        Ok(Verdict { holds, reason })
    }

    fn holds(&self, formula: Formula) -> Result<bool, Diagnostic> {
        let holds = self.state().holds(&self.document.terms, formula);
        holds.map_err(|error| self.refusal().evaluation(&error))
    }

    fn witness(&self) -> Witness<'_> {
        Witness {
            document: self.document,
            sources: self.sources,
            step: self.step,
            snapshot: self.snapshot,
        }
    }

    /// Whether an action can be executed. What is undefined neither can nor cannot.
    fn executable(&self, action: Action) -> Result<bool, Diagnostic> {
        self.outcomes(action).map(|outcomes| outcomes > 0)
    }

    fn outcomes(&self, action: Action) -> Result<usize, Diagnostic> {
        match self.state().update(&self.document.terms, action) {
            Ok(outcomes) => Ok(outcomes.alternatives().len()),
            Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }) => Ok(0),
            Err(error) => Err(self.refusal().update(&error)),
        }
    }

    fn expect_action(
        &self,
        property: ActionProperty,
        action: Action,
    ) -> Result<Verdict, Diagnostic> {
        let vocabulary = &self.document.vocabulary;
        let game = match game_action(self.state(), &self.document.terms, action) {
            Ok(found) => found.game,
            Err(NoGameAction::Flawed(why)) => {
                let fault = Fault::new(&why, vocabulary);
                let is_none = property == ActionProperty::NoGame;
                return Ok(Verdict::new(is_none, Reason::NoGameAction { fault }));
            }
            Err(NoGameAction::Undecided(error)) => return Err(self.refusal().update(&error)),
        };
        let trivial = |game: &GameAction| -> Result<bool, Diagnostic> {
            let view = self.view()?;
            Ok(game.is_trivial(&view, view.actual))
        };
        Ok(match property {
            ActionProperty::Game => Verdict::HOLDS,
            ActionProperty::NoGame => {
                let respondent =
                    game.respondent.map(|agent| vocabulary.agent_name(agent).to_owned());
                let answers = game.question.len();
                Verdict::new(false, Reason::GameAction { answers, respondent })
            }
            ActionProperty::Trivial => Verdict::new(trivial(&game)?, Reason::Informative),
            ActionProperty::NonTrivial => Verdict::new(!trivial(&game)?, Reason::Trivial),
        })
    }

    fn compare(
        &self,
        likeness: Likeness,
        name: &str,
        other: &Snapshot,
    ) -> Result<Verdict, Diagnostic> {
        let compared = match likeness {
            Likeness::Bisimilar => self.state().bisimilar(&other.state),
            Likeness::Different => self.state().bisimilar(&other.state).map(|alike| !alike),
            Likeness::Isomorphic => self.state().isomorphic(&other.state),
            Likeness::Similar => self.state().similar(&other.state).map(|found| found.is_some()),
        };
        let holds = compared.map_err(|error| self.refusal().comparison(&error))?;
        Ok(Verdict::new(holds, Reason::Compared { likeness, other: name.to_owned() }))
    }

    fn extension(&self, formula: Formula, most: usize) -> Result<Extension, Diagnostic> {
        let extension = self.state().extension(&self.document.terms, formula, most);
        extension.map_err(|error| self.refusal().evaluation(&error))
    }

    fn truth(&self, formula: Formula) -> Result<Truth, Diagnostic> {
        let here = self.holds(formula)?;
        let count = self.extension(formula, 0)?.count;
        Ok(Truth { here, count, worlds: self.worlds()? })
    }

    fn states(&self, formula: Formula) -> Result<Printed, Diagnostic> {
        let extension = self.extension(formula, MOST_LISTED)?;
        Ok(Printed::States(States::new(&extension, self.document)))
    }

    fn listing(&self) -> Result<Printed, Diagnostic> {
        let listing = Listing::new(self.snapshot, self.document);
        listing.map(Printed::State).map_err(|limit| self.refusal().limit(&limit))
    }

    fn knowledge(&self) -> Result<Printed, Diagnostic> {
        let knowledge = Knowledge::new(self.state(), &self.document.vocabulary);
        knowledge.map(Printed::Knowledge).map_err(|limit| self.refusal().limit(&limit))
    }
}

impl From<Verdict> for Effect {
    fn from(verdict: Verdict) -> Self {
        Self::Verdict(verdict)
    }
}
