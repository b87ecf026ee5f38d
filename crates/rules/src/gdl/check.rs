//! Formulas about a game: checked in its model, with a play that speaks against them.

use super::answer::{
    GdlFailure, HistorySummary, HistoryVerdict, HistoryWitness, PlayerClasses, ShownHistory,
    UnseenHistory,
};
use super::model::HistoryModel;
use super::query::Queries;
use super::referee::Referee;
use super::request::GdlRequest;
use crate::checking::{Checker, GaveUp, Recall};
use crate::witness::PathWitness;
use hexa_logic::{Agent, PathFormula, Stop, Stopped};

/// So many steps are taken along paths.
const MOST_STEPS: u64 = 500_000_000;

/// What is asked of a game: formulas with their texts.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// What the formulas speak of.
    pub(crate) queries: Queries,
    /// The formulas.
    pub(crate) formulas: Vec<(String, PathFormula)>,
}

impl Asked {
    /// How many steps formulas look ahead.
    pub(crate) fn look_ahead(&self) -> usize {
        let depth = |(_, formula): &(String, PathFormula)| self.queries.formulas.depth(*formula);
        self.formulas.iter().map(depth).max().unwrap_or(0)
    }
}

/// Checks formulas in a model.
pub(crate) fn check_formulas<R: Referee>(
    request: &GdlRequest,
    model: &HistoryModel<R::Position>,
    asked: &Asked,
    referee: &R,
    stop: &Stop,
) -> Result<HistorySummary, GdlFailure> {
    let names = referee.role_names();
    let players = asked.queries.players().iter().map(|role| names[role.index()].clone());
    let players: Vec<String> = players.collect();
    let mut formulas = asked.queries.formulas.clone();
    let facts = (&model.frame, model);
    let mut checker = Checker::new(facts.0, facts.1, &mut formulas, Recall::None, MOST_STEPS, stop);
    let within = request.depth.map_or(model.frame.states(), |depth| model.within(depth));
    let shower = Shower { model, queries: &asked.queries, referee, players: &players, stop };
    let verdicts = asked.formulas.iter().map(|(text, formula)| {
        verdict(&mut checker, (text, *formula), within, &shower).map_err(|gave_up| match gave_up {
            GaveUp::Steps(most) => GdlFailure::CheckTooLong(most),
            GaveUp::Stopped => GdlFailure::Stopped(stop.progress()),
        })
    });
    let verdicts = verdicts.collect::<Result<Vec<_>, _>>()?;
    let common = model.frame.common(stop);
    let common = common.map_err(|Stopped| GdlFailure::Stopped(stop.progress()))?.count;
    let classes = players.iter().enumerate().map(|(at, player)| PlayerClasses {
        player: player.clone(),
        classes: model.frame.classes(Agent::from_index(at)).count,
    });
    Ok(HistorySummary {
        remembering: request.remembering,
        histories: model.frame.states(),
        positions: model.states(),
        terminal: model.terminal,
        steps: model.steps,
        is_whole: model.is_whole,
        classes: classes.collect(),
        common,
        verdicts,
    })
}

fn verdict<R: Referee>(
    checker: &mut Checker<'_>,
    (text, formula): (&str, PathFormula),
    within: usize,
    shower: &Shower<'_, R>,
) -> Result<HistoryVerdict, GaveUp> {
    let holds = checker.everywhere(formula)?;
    let failing = within - holds.count_ones(..within);
    let first = holds.zeroes().next().filter(|&first| first < within);
    let found = match first {
        Some(history) => checker.witness(formula, history as u32)?,
        None => None,
    };
    let witness = found.map(|found| shower.witness(&found)).transpose()?;
    Ok(HistoryVerdict { formula: text.to_owned(), checked: within, failing, witness })
}

/// Shows histories.
pub(super) struct Shower<'a, R: Referee> {
    pub(super) model: &'a HistoryModel<R::Position>,
    pub(super) queries: &'a Queries,
    pub(super) referee: &'a R,
    pub(super) players: &'a [String],
    pub(super) stop: &'a Stop,
}

impl<R: Referee> Shower<'_, R> {
    fn witness(&self, found: &PathWitness) -> Result<HistoryWitness, Stopped> {
        let unseen = found.unseen.first().map(|unseen| {
            Ok(UnseenHistory {
                player: self.players[unseen.agent.index()].clone(),
                history: self.history(unseen.state)?,
                then: self.steps(&unseen.steps),
            })
        });
        Ok(HistoryWitness {
            history: self.history(found.state)?,
            then: self.steps(&found.steps),
            unseen: unseen.transpose()?,
        })
    }

    /// The moves of some steps.
    pub(super) fn steps(&self, steps: &[u32]) -> Vec<String> {
        steps.iter().filter_map(|&step| self.step(step)).collect()
    }

    fn history(&self, history: u32) -> Result<ShownHistory, Stopped> {
        let steps = self.model.frame.play_to(history, self.stop)?.unwrap_or_default();
        let facts = self.referee.show_position(self.model.state(history));
        Ok(ShownHistory { moves: self.steps(&steps), facts })
    }

    /// The moves of a step, in the order of the roles; nothing after the end.
    fn step(&self, step: u32) -> Option<String> {
        let made = self.model.frame.actions(step).iter().map(|&made| self.queries.move_of(made));
        let mut made = made.collect::<Option<Vec<_>>>()?;
        made.sort_by_key(|(role, _)| *role);
        let shown = made.into_iter().map(|(_, term)| self.referee.show_term(term));
        Some(shown.collect::<Vec<_>>().join(" "))
    }
}
