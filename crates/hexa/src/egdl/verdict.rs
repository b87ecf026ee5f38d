//! Which rules and formulas hold, and if not, where not.

use super::{Game, MOST_STEPS, limit, moves};
use crate::cli::{EgdlArgs, Recalling};
use crate::problem::{Problem, RunCode};
use fixedbitset::FixedBitSet;
use hexa_rules::egdl::Instance;
use hexa_rules::frame::{Frame, Valuation};
use hexa_rules::{Checker, GaveUp, PathWitness, Recall, TransitionModel, Unfolding};

/// What became of a rule or of a formula.
pub struct Verdict {
    /// The number of the rule, or the formula.
    pub label: String,
    /// In how many states, or histories, it does not hold on all paths.
    pub failing: usize,
    /// Where it fails first.
    pub witness: Option<Told>,
}

/// Where something fails.
pub struct Told {
    /// The values of indices.
    pub indices: Vec<(String, String)>,
    /// The path.
    pub here: PathTold,
    /// What agents cannot tell from it.
    pub unseen: Vec<(String, PathTold)>,
}

/// A path as it is told.
pub struct PathTold {
    /// How its first state is reached; none if no play leads there.
    pub play: Option<Vec<String>>,
    /// Its first state.
    pub state: u32,
    /// What is done from there.
    pub along: Vec<String>,
}

/// Histories of perfect recall.
pub struct Histories {
    /// How many.
    pub count: usize,
    /// Whether these are all.
    pub is_whole: bool,
}

/// What is checked where.
pub enum Place {
    /// In all states.
    Everywhere,
    /// On all paths from a state.
    From(u32),
    /// On all paths from a state that go on so.
    Along(u32, Vec<u32>),
}

/// All verdicts.
pub struct Verdicts {
    /// Of the rules.
    pub rules: Vec<Verdict>,
    /// Of other formulas.
    pub checks: Vec<Verdict>,
    /// What agents with perfect recall distinguish.
    pub histories: Option<Histories>,
}

/// Checks all rules and formulas.
pub fn all(args: &EgdlArgs, game: &mut Game, model: &TransitionModel) -> Result<Verdicts, Problem> {
    match args.recall {
        Recalling::None => in_frame(args, game, Setting::of(model, Recall::None)),
        Recalling::OwnAction => in_frame(args, game, Setting::of(model, Recall::OwnAction)),
        Recalling::Perfect => {
            let ahead = deepest(game);
            let unfolding =
                Unfolding::new(&model.frame, args.depth.saturating_add(ahead), args.max_states);
            let unfolding = unfolding.map_err(|error| {
                limit(error.to_string()).help("choose a smaller `--depth`, or raise `--max-states`")
            })?;
            let within = match unfolding.is_whole {
                true => unfolding.frame.states(),
                false => unfolding.within(args.depth),
            };
            let facts = unfolding.facts(model);
            let state = |history: u32| unfolding.state(history);
            let setting = Setting {
                frame: &unfolding.frame,
                facts: &facts,
                recall: Recall::None,
                within,
                state: &state,
            };
            let verdicts = in_frame(args, game, setting)?;
            let histories = Histories { count: within, is_whole: unfolding.is_whole };
            Ok(Verdicts { histories: Some(histories), ..verdicts })
        }
    }
}

/// How far ahead rules and formulas look.
fn deepest(game: &Game) -> usize {
    let rules = game.description.rules.iter().flat_map(|rule| &rule.instances);
    let checks = game.checks.iter().flat_map(|(_, instances)| instances);
    let depth = |instance: &Instance| game.description.formulas.depth(instance.formula);
    rules.chain(checks).map(depth).max().unwrap_or(0)
}

/// What is checked in.
struct Setting<'s> {
    frame: &'s Frame,
    facts: &'s dyn Valuation,
    recall: Recall,
    /// So many states are asked.
    within: usize,
    /// The state of the model.
    state: &'s dyn Fn(u32) -> u32,
}

impl<'s> Setting<'s> {
    fn of(model: &'s TransitionModel, recall: Recall) -> Self {
        let within = model.frame.states();
        Self { frame: &model.frame, facts: model, recall, within, state: &|state| state }
    }
}

fn in_frame(args: &EgdlArgs, game: &mut Game, setting: Setting<'_>) -> Result<Verdicts, Problem> {
    let place = place(args, game, setting.frame)?;
    let rules = game.description.rules.clone();
    let signature = game.description.signature.clone();
    let mut checker = Checker::new(
        setting.frame,
        setting.facts,
        &mut game.description.formulas,
        setting.recall,
        MOST_STEPS,
    );
    let mut judge = Judge { setting: &setting, checker: &mut checker, signature: &signature };
    let mut verdict = |label: &str, instances: &[Instance], place: &Place| {
        judge.verdict(label, instances, place).map_err(|gave_up| limit(gave_up.to_string()))
    };
    let mut found = Verdicts { rules: Vec::new(), checks: Vec::new(), histories: None };
    for rule in &rules {
        found.rules.push(verdict(&rule.label, &rule.instances, &Place::Everywhere)?);
    }
    for (text, instances) in &game.checks {
        found.checks.push(verdict(text, instances, &place)?);
    }
    Ok(found)
}

/// The place that formulas are checked at.
pub fn place(args: &EgdlArgs, game: &Game, frame: &Frame) -> Result<Place, Problem> {
    let signature = &game.description.signature;
    if args.from.is_none() && args.along.is_none() {
        return Ok(Place::Everywhere);
    }
    let &[start] = frame.initial() else {
        let message =
            format!("there are {} initial states: `--from` needs one", frame.initial().len());
        return Err(Problem::new(RunCode::NoState.as_str(), message));
    };
    let steps = moves::steps(signature, frame, start, args.from.as_deref().unwrap_or(""))?;
    let state = steps.last().map_or(start, |&step| frame.to(step));
    match &args.along {
        None => Ok(Place::From(state)),
        Some(along) => Ok(Place::Along(state, moves::steps(signature, frame, state, along)?)),
    }
}

struct Judge<'j, 's, 'c> {
    setting: &'j Setting<'s>,
    checker: &'j mut Checker<'c>,
    signature: &'j hexa_rules::egdl::Signature,
}

impl Judge<'_, '_, '_> {
    fn verdict(
        &mut self,
        label: &str,
        instances: &[Instance],
        place: &Place,
    ) -> Result<Verdict, GaveUp> {
        let mut failing = FixedBitSet::with_capacity(self.setting.frame.states());
        let mut witness = None;
        for instance in instances {
            let state = match place {
                Place::Everywhere => {
                    let holds = self.checker.everywhere(instance.formula)?;
                    failing.extend(holds.zeroes().take_while(|&at| at < self.setting.within));
                    holds.zeroes().next().filter(|&at| at < self.setting.within).map(|at| at as u32)
                }
                Place::From(state) => {
                    let holds = self.checker.along(instance.formula, *state, &[])?;
                    (!holds).then_some(*state)
                }
                Place::Along(state, steps) => {
                    let holds = self.checker.along(instance.formula, *state, steps)?;
                    (!holds).then_some(*state)
                }
            };
            let Some(state) = state else { continue };
            failing.insert(state as usize);
            if witness.is_none() {
                witness = self.told(instance, state, place)?;
            }
        }
        Ok(Verdict { label: label.to_owned(), failing: failing.count_ones(..), witness })
    }

    fn told(
        &mut self,
        instance: &Instance,
        state: u32,
        place: &Place,
    ) -> Result<Option<Told>, GaveUp> {
        let found = match place {
            Place::Along(_, steps) => {
                Some(self.checker.witness_along(instance.formula, state, steps)?)
            }
            _ => self.checker.witness(instance.formula, state)?,
        };
        let Some(PathWitness { state, steps, unseen }) = found else { return Ok(None) };
        let here = self.path(state, &steps);
        let agents: Vec<&str> = self.signature.agents().collect();
        let unseen = unseen.iter().map(|unseen| {
            (agents[unseen.agent.index()].to_owned(), self.path(unseen.state, &unseen.steps))
        });
        Ok(Some(Told { indices: instance.indices.clone(), here, unseen: unseen.collect() }))
    }

    fn path(&self, state: u32, steps: &[u32]) -> PathTold {
        let frame = self.setting.frame;
        let written = |&step: &u32| moves::written(self.signature, frame.done(step));
        let play = frame.play_to(state).map(|steps| steps.iter().map(written).collect());
        let along = steps.iter().map(written).collect();
        PathTold { play, state: (self.setting.state)(state), along }
    }
}
