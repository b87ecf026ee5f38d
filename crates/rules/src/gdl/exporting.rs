//! The histories of one length of a game in GDL, with what players cannot tell apart, as a model of that moment. Players who remember
//! everything know how long they have played; where they do not, histories of other lengths that somebody considers possible are
//! there too. Where everybody sees everything, histories are states.

use super::answer::GdlFailure;
use super::check::Shower;
use super::model::HistoryModel;
use super::query::Queries;
use super::referee::Referee;
use super::request::{HistoryExport, HistoryMoment};
use crate::frame::Classes;
use crate::pointed::{MomentWorlds, NoPointedModel, Plays, PointedModel, reach_by_classes};
use crate::work::Work;
use hexa_logic::{Agent, Stop, Stopped};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The histories of one length as a model.
pub(crate) fn export_moment<R: Referee>(
    export: &HistoryExport,
    model: &HistoryModel<R::Position>,
    queries: &Queries,
    referee: &R,
    stop: &Stop,
) -> Result<PointedModel, GdlFailure> {
    let exporter = Exporter { export, model, queries, referee, work: Work::new(stop) };
    exporter.export().map(MomentWorlds::name).map_err(|why| match why {
        NoMoment::Failure(failure) => failure,
        NoMoment::NoModel(NoPointedModel::TooManyWorlds(most)) => GdlFailure::TooManyWorlds(most),
        NoMoment::NoModel(NoPointedModel::Stopped) => GdlFailure::Stopped(stop.progress()),
    })
}

/// Why there is no model of a moment.
enum NoMoment {
    Failure(GdlFailure),
    NoModel(NoPointedModel),
}

impl From<Stopped> for NoMoment {
    fn from(stopped: Stopped) -> Self {
        Self::NoModel(stopped.into())
    }
}

impl From<NoPointedModel> for NoMoment {
    fn from(why: NoPointedModel) -> Self {
        Self::NoModel(why)
    }
}

struct Exporter<'e, R: Referee> {
    export: &'e HistoryExport,
    model: &'e HistoryModel<R::Position>,
    queries: &'e Queries,
    referee: &'e R,
    work: Work<'e>,
}

/// The atom that a play is over.
const TERMINAL: &str = "terminal";

/// For each number of steps the histories of this length, each with the last step.
type Layers = Vec<FxHashMap<u32, Option<u32>>>;

impl<R: Referee> Exporter<'_, R> {
    fn export(&self) -> Result<MomentWorlds, NoMoment> {
        let frame = &self.model.frame;
        let (steps, point) = match &self.export.moment {
            HistoryMoment::Steps(steps) => (*steps, None),
            HistoryMoment::After(moves) => {
                let (steps, point) = self.follow(moves).map_err(NoMoment::Failure)?;
                (steps, Some(point))
            }
        };
        let layers = self.layers(steps)?;
        let mut seeds: Vec<u32> =
            layers.get(steps).into_iter().flat_map(|layer| layer.keys().copied()).collect();
        seeds.sort_unstable();
        let Some(point) = point.or(seeds.first().copied()) else {
            return Err(NoMoment::Failure(GdlFailure::NoHistoryOfLength(steps)));
        };
        let agents = (0..frame.agents()).map(Agent::from_index);
        let classes: Vec<Classes> = agents.map(|agent| frame.classes(agent).clone()).collect();
        let most = self.export.max_worlds;
        let worlds = reach_by_classes(&seeds, &classes, |_| true, most, &self.work)?;
        let plays = Plays::new(frame, &self.work)?;
        let holding: Vec<Vec<String>> =
            worlds.iter().map(|&history| self.facts_after(history)).collect();
        // What is asked of a moment is also whether the play is over, where it is not.
        let terminal = TERMINAL.to_owned();
        let held = holding.iter().flatten().chain([&terminal]);
        let facts: IndexSet<&String> = held.collect::<BTreeSet<_>>().into_iter().collect();
        let places = |held: &Vec<String>| {
            let places = held.iter().filter_map(|fact| facts.get_index_of(fact));
            places.map(|place| place as u32).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let names = self.referee.role_names();
        Ok(MomentWorlds {
            agents: self.queries.players().iter().map(|role| names[role.index()].clone()).collect(),
            holding: holding.iter().map(places).collect(),
            facts: facts.iter().map(|&fact| fact.clone()).collect(),
            classes: classes
                .iter()
                .map(|of| worlds.iter().map(|&world| of.of[world as usize]).collect())
                .collect(),
            point: worlds.binary_search(&point).unwrap_or(0),
            plays: worlds
                .iter()
                .map(|&world| self.tell(&self.play_to(world, &layers, &plays)))
                .collect(),
        })
    }

    /// The facts of the state that a history ends in, and `terminal`.
    fn facts_after(&self, history: u32) -> Vec<String> {
        let mut facts = self.referee.show_position(self.model.state(history));
        facts.extend(self.model.is_over(history).then(|| TERMINAL.to_owned()));
        facts
    }

    /// The histories of each length up to this one.
    fn layers(&self, steps: usize) -> Result<Layers, Stopped> {
        let frame = &self.model.frame;
        let mut layers: Layers = vec![frame.initial().iter().map(|&start| (start, None)).collect()];
        while layers.len() <= steps {
            let Some(last) = layers.last().filter(|last| !last.is_empty()) else { break };
            let mut going_on: Vec<u32> =
                last.keys().copied().filter(|&history| !self.model.is_over(history)).collect();
            going_on.sort_unstable();
            let mut next = FxHashMap::default();
            for step in going_on.into_iter().flat_map(|history| frame.steps(history)) {
                self.work.step(1)?;
                next.entry(frame.to(step)).or_insert(Some(step));
            }
            layers.push(next);
        }
        Ok(layers)
    }

    /// The steps that lead to a history: of the right length, if it has it.
    fn play_to(&self, history: u32, layers: &Layers, plays: &Plays) -> Vec<u32> {
        let frame = &self.model.frame;
        if !layers.last().is_some_and(|last| last.contains_key(&history)) {
            return plays.to(frame, history).1;
        }
        let (mut at, mut steps) = (history, Vec::new());
        for layer in layers.iter().rev() {
            let Some(&Some(step)) = layer.get(&at) else { break };
            steps.push(step);
            at = frame.from(step);
        }
        steps.reverse();
        steps
    }

    fn shower(&self) -> Shower<'_, R> {
        let Self { model, queries, referee, work, .. } = self;
        Shower { model, queries, referee: *referee, players: &[], stop: work.stop() }
    }

    fn tell(&self, steps: &[u32]) -> String {
        match steps.is_empty() {
            true => "no moves".to_owned(),
            false => self.shower().steps(steps).join("; "),
        }
    }

    /// The history that typed moves lead to, and how many they are.
    fn follow(&self, typed: &str) -> Result<(usize, u32), GdlFailure> {
        let frame = &self.model.frame;
        let mut at = frame.initial().first().copied().unwrap_or(0);
        let parts = split_steps(typed);
        for part in &parts {
            let steps = frame.steps(at).filter(|_| !self.model.is_over(at));
            let shown = |step: u32| self.shower().steps(&[step]).concat();
            let found = steps.clone().find(|&step| normalise(&shown(step)) == normalise(part));
            let Some(step) = found else {
                let legal = steps.take(SHOWN).map(shown).collect();
                let (moves, roles) = ((*part).to_owned(), self.referee.role_names());
                return Err(GdlFailure::NotLegal { moves, roles, legal });
            };
            at = frame.to(step);
        }
        Ok((parts.len(), at))
    }
}

impl HistoryMoment {
    /// How long histories are.
    pub(crate) fn steps(&self) -> usize {
        match self {
            Self::Steps(steps) => *steps,
            Self::After(moves) => split_steps(moves).len(),
        }
    }
}

/// So many legal moves are shown.
const SHOWN: usize = 20;

/// Moves of all roles, step by step.
fn split_steps(typed: &str) -> Vec<&str> {
    typed.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Moves without spaces that do not matter.
fn normalise(moves: &str) -> String {
    let spaced = moves.replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}
