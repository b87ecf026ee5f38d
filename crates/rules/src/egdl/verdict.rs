//! Which rules and formulas hold, and if not, where not.

use super::answer::{
    CheckPlace, EgdlFailure, PathVerdict, ShownPath, ShownStart, ShownWitness, UnseenPath,
};
use super::ground::{Board, Description, Instance};
use super::model::TransitionModel;
use super::moves::{find_start, find_steps, show_moves};
use super::request::{EgdlRecall, EgdlRequest};
use super::signature::Signature;
use crate::checking::{Checker, GaveUp, Recall};
use crate::frame::{Frame, Valuation};
use crate::unfolding::{NoUnfolding, Unfolding};
use crate::witness::PathWitness;
use fixedbitset::FixedBitSet;
use hexa_lang::SourceId;
use hexa_logic::{Fluent, PathFormula, PathFormulas, PathNode, Stop, Stopped};

/// So many steps are taken along paths.
pub(super) const MOST_STEPS: u64 = 2_000_000_000;

/// A game that was read, with the formulas to check.
pub(super) struct Described {
    pub(super) description: Description,
    pub(super) checks: Vec<(String, Vec<Instance>)>,
    pub(super) source: SourceId,
}

/// All verdicts.
pub(super) struct Verdicts {
    /// Of the rules.
    pub(super) rules: Vec<PathVerdict>,
    /// Of other formulas.
    pub(super) checks: Vec<PathVerdict>,
    /// How many histories there are, and whether these are all, if agents remember everything.
    pub(super) histories: Option<(usize, bool)>,
}

/// What is checked where.
enum Place {
    /// In all states.
    Everywhere,
    /// On all paths from a state that go on so.
    From(u32, Vec<u32>),
}

/// Where formulas are checked.
pub(super) fn place_of(request: &EgdlRequest) -> CheckPlace {
    match (&request.from, &request.along) {
        (None, None) => CheckPlace::Everywhere,
        (Some(_), None) => CheckPlace::From,
        (_, Some(_)) => CheckPlace::Along,
    }
}

/// Checks all rules and formulas.
pub(super) fn check_all(
    request: &EgdlRequest,
    game: &mut Described,
    model: &TransitionModel,
    stop: &Stop,
) -> Result<Verdicts, EgdlFailure> {
    let depth = match request.recall {
        EgdlRecall::None => {
            return check_in(request, game, &Setting::of(model, Recall::None, stop));
        }
        EgdlRecall::OwnAction => {
            return check_in(request, game, &Setting::of(model, Recall::OwnAction, stop));
        }
        EgdlRecall::Perfect { depth } => depth,
    };
    let ahead = look_ahead(game);
    let moves = depth.saturating_add(ahead);
    let unfolding = unfold(model, moves, request.max_states, stop)?;
    let within = match unfolding.is_whole {
        true => unfolding.frame.states(),
        false => unfolding.within(depth),
    };
    let facts = unfolding.facts(model);
    let state = |history: u32| unfolding.state(history);
    let recall = Recall::None;
    let setting = Setting {
        model,
        frame: &unfolding.frame,
        facts: &facts,
        recall,
        within,
        state: &state,
        stop,
    };
    let verdicts = check_in(request, game, &setting)?;
    Ok(Verdicts { histories: Some((within, unfolding.is_whole)), ..verdicts })
}

/// The histories of at most so many moves.
pub(super) fn unfold(
    model: &TransitionModel,
    moves: usize,
    most: usize,
    stop: &Stop,
) -> Result<Unfolding, EgdlFailure> {
    Unfolding::new(&model.frame, moves, most, stop).map_err(|why| match why {
        NoUnfolding::TooMany { most, moves } => EgdlFailure::TooManyHistories { most, moves },
        NoUnfolding::Stopped => EgdlFailure::Stopped(stop.progress()),
    })
}

/// How far ahead rules and formulas look.
fn look_ahead(game: &Described) -> usize {
    let rules = game.description.rules.iter().flat_map(|rule| &rule.instances);
    let checks = game.checks.iter().flat_map(|(_, instances)| instances);
    let depth = |instance: &Instance| game.description.formulas.depth(instance.formula);
    rules.chain(checks).map(depth).max().unwrap_or(0)
}

/// What is checked in.
struct Setting<'s> {
    model: &'s TransitionModel,
    frame: &'s Frame,
    facts: &'s dyn Valuation,
    recall: Recall,
    /// So many states are asked.
    within: usize,
    /// The state of the model.
    state: &'s dyn Fn(u32) -> u32,
    stop: &'s Stop,
}

impl<'s> Setting<'s> {
    fn of(model: &'s TransitionModel, recall: Recall, stop: &'s Stop) -> Self {
        let within = model.frame.states();
        Self {
            model,
            frame: &model.frame,
            facts: model,
            recall,
            within,
            state: &|state| state,
            stop,
        }
    }
}

fn check_in(
    request: &EgdlRequest,
    game: &mut Described,
    setting: &Setting<'_>,
) -> Result<Verdicts, EgdlFailure> {
    let place = find_place(request, &game.description.signature, setting)?;
    let rules = game.description.rules.clone();
    // The checker makes new formulas: boards are drawn by those that there were.
    let formulas = game.description.formulas.clone();
    let mut checker = Checker::new(
        setting.frame,
        setting.facts,
        &mut game.description.formulas,
        setting.recall,
        MOST_STEPS,
        setting.stop,
    );
    let artist = Artist {
        model: setting.model,
        formulas: &formulas,
        board: game.description.board.as_ref(),
        signature: &game.description.signature,
        of_starts: setting.model.atoms_of_starts(),
    };
    let mut judge = Judge { setting, checker: &mut checker, artist };
    let mut verdict = |label: &str, instances: &[Instance], place: &Place| {
        judge.verdict(label, instances, place).map_err(|gave_up| match gave_up {
            GaveUp::Steps(most) => EgdlFailure::CheckTooLong(most),
            GaveUp::Stopped => EgdlFailure::Stopped(setting.stop.progress()),
        })
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
fn find_place(
    request: &EgdlRequest,
    signature: &Signature,
    setting: &Setting<'_>,
) -> Result<Place, EgdlFailure> {
    if place_of(request) == CheckPlace::Everywhere {
        return Ok(Place::Everywhere);
    }
    let from = request.from.as_deref().unwrap_or("");
    let along = request.along.as_deref().unwrap_or("");
    let (state, along) = follow((setting.model, signature), setting.frame, (from, along))?;
    Ok(Place::From(state, along))
}

/// The state that moves lead to, from an initial state on, and the steps of those that follow. The frame has the initial states
/// of the model, in the same order.
pub(super) fn follow(
    (model, signature): (&TransitionModel, &Signature),
    frame: &Frame,
    (from, along): (&str, &str),
) -> Result<(u32, Vec<u32>), EgdlFailure> {
    let initial = model.frame.initial();
    let Some((place, moves)) = find_start(initial.len(), from)? else {
        let of_starts = model.atoms_of_starts();
        let first = initial.iter().copied().enumerate().take(MOST_STARTS);
        let first = first.filter_map(|at| show_start((model, signature), &of_starts, at));
        let (count, first) = (initial.len(), first.collect());
        return Err(EgdlFailure::SeveralInitialStates { count, first });
    };
    let start = frame.initial()[place];
    let steps = find_steps(signature, frame, start, moves)?;
    let state = steps.last().map_or(start, |&step| frame.to(step));
    let along = find_steps(signature, frame, state, along)?;
    Ok((state, along))
}

/// So many initial states are listed.
const MOST_STARTS: usize = 10;

struct Judge<'j, 's, 'c> {
    setting: &'j Setting<'s>,
    checker: &'j mut Checker<'c>,
    artist: Artist<'j>,
}

impl Judge<'_, '_, '_> {
    fn verdict(
        &mut self,
        label: &str,
        instances: &[Instance],
        place: &Place,
    ) -> Result<PathVerdict, GaveUp> {
        let mut failing = FixedBitSet::with_capacity(self.setting.frame.states());
        let mut witness = None;
        for instance in instances {
            let state = match place {
                Place::Everywhere => {
                    let holds = self.checker.everywhere(instance.formula)?;
                    failing.extend(holds.zeroes().take_while(|&at| at < self.setting.within));
                    holds.zeroes().next().filter(|&at| at < self.setting.within).map(|at| at as u32)
                }
                Place::From(state, steps) => {
                    let holds = self.checker.along(instance.formula, *state, steps)?;
                    (!holds).then_some(*state)
                }
            };
            let Some(state) = state else { continue };
            failing.insert(state as usize);
            if witness.is_none() {
                witness = self.witness(instance, state, place)?;
            }
        }
        Ok(PathVerdict { label: label.to_owned(), failing: failing.count_ones(..), witness })
    }

    fn witness(
        &mut self,
        instance: &Instance,
        state: u32,
        place: &Place,
    ) -> Result<Option<ShownWitness>, GaveUp> {
        let found = match place {
            Place::From(_, steps) if !steps.is_empty() => {
                Some(self.checker.witness_along(instance.formula, state, steps)?)
            }
            Place::From(..) | Place::Everywhere => self.checker.witness(instance.formula, state)?,
        };
        let Some(PathWitness { state, steps, unseen }) = found else { return Ok(None) };
        let here = self.path(state, &steps)?;
        let agents: Vec<&str> = self.artist.signature.agents().collect();
        let unseen = unseen.iter().map(|unseen| {
            let agent = agents[unseen.agent.index()].to_owned();
            let path = self.path(unseen.state, &unseen.steps)?;
            Ok(UnseenPath { agent, from: unseen.from, path })
        });
        let unseen = unseen.collect::<Result<Vec<_>, Stopped>>()?;
        Ok(Some(ShownWitness { indices: instance.indices.clone(), here, unseen }))
    }

    fn path(&self, state: u32, steps: &[u32]) -> Result<ShownPath, Stopped> {
        let frame = self.setting.frame;
        let show = |&step: &u32| show_moves(self.artist.signature, frame.actions(step));
        let play = frame.play_to(state, self.setting.stop)?;
        let start = play.as_ref().and_then(|play| {
            let first = play.first().map_or(state, |&step| frame.from(step));
            let number = frame.initial().iter().position(|&initial| initial == first)?;
            self.artist.start(number, (self.setting.state)(first))
        });
        let play = play.map(|steps| steps.iter().map(show).collect());
        let state = (self.setting.state)(state);
        Ok(ShownPath {
            play,
            start,
            state,
            atoms: self.artist.atoms(state),
            board: self.artist.board(state),
            along: steps.iter().map(show).collect(),
        })
    }
}

/// Shows states.
struct Artist<'a> {
    model: &'a TransitionModel,
    formulas: &'a PathFormulas,
    board: Option<&'a Board>,
    signature: &'a Signature,
    /// The atoms that tell initial states apart.
    of_starts: Vec<Fluent>,
}

/// An initial state, if there are several; by its place among them.
pub(super) fn show_start(
    (model, signature): (&TransitionModel, &Signature),
    of_starts: &[Fluent],
    (place, state): (usize, u32),
) -> Option<ShownStart> {
    let of = model.frame.initial().len();
    let (is, is_not): (Vec<Fluent>, Vec<Fluent>) =
        of_starts.iter().partition(|&&atom| model.holds(atom, state));
    let mut told_by: Vec<String> = is.iter().map(|&atom| signature.fluent_name(atom)).collect();
    if told_by.is_empty() {
        told_by.extend(is_not.iter().map(|&atom| format!("~{}", signature.fluent_name(atom))));
    }
    (of > 1).then_some(ShownStart { number: place + 1, of, told_by })
}

impl Artist<'_> {
    fn start(&self, place: usize, state: u32) -> Option<ShownStart> {
        show_start((self.model, self.signature), &self.of_starts, (place, state))
    }

    /// The atoms that are true in a state.
    fn atoms(&self, state: u32) -> Vec<String> {
        let atoms = self.model.atoms(state);
        atoms.iter().map(|&atom| self.signature.fluent_name(atom)).collect()
    }

    /// A state as it is drawn, row by row.
    fn board(&self, state: u32) -> Option<Vec<String>> {
        let board = self.board?;
        let signs = board.cells.iter().flatten().flatten();
        let width = signs.map(|(sign, _)| sign.chars().count()).max().unwrap_or(1);
        let between = if width == 1 { "" } else { " " };
        let row = |row: &Vec<Vec<(String, PathFormula)>>| {
            let cells = row.iter().map(|signs| format!("{:<width$}", self.sign(signs, state)));
            cells.collect::<Vec<_>>().join(between).trim_end().to_owned()
        };
        Some(board.cells.iter().map(row).collect())
    }

    fn sign<'s>(&self, signs: &'s [(String, PathFormula)], state: u32) -> &'s str {
        let shown = signs.iter().find(|(_, when)| self.holds(*when, state));
        shown.map_or(" ", |(sign, _)| sign)
    }

    /// Whether a formula about one state holds there.
    fn holds(&self, formula: PathFormula, state: u32) -> bool {
        match self.formulas.node(formula) {
            PathNode::Constant(value) => *value,
            PathNode::Fluent(fact) => self.model.holds(*fact, state),
            PathNode::Not(body) => !self.holds(*body, state),
            PathNode::And(of) => of.iter().all(|&part| self.holds(part, state)),
            PathNode::Or(of) => of.iter().any(|&part| self.holds(part, state)),
            PathNode::Does(_) | PathNode::Next(_) | PathNode::Knows(..) | PathNode::Common(_) => {
                false
            }
        }
    }
}
