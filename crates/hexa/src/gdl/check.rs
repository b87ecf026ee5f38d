//! Formulas about a game: checked in its model, with a play that speaks against them.

use super::progress::Progress;
use super::{stuck, too_large};
use crate::cli::{GdlArgs, GdlRecall};
use crate::problem::{Problem, RunCode};
use hexa_logic::Agent;
use hexa_logic::PathFormula;
use hexa_rules::gdl::{
    HistoryLimits, HistoryModel, NoHistoryModel, Queries, Referee, Remembering, Rulebook, Stuck,
    build,
};
use hexa_rules::{Checker, GaveUp, Recall};

/// So many steps are taken along paths.
const MOST_STEPS: u64 = 500_000_000;

/// What is asked of a game: formulas with their texts.
#[derive(Clone)]
pub struct Asked {
    /// What the formulas speak of.
    pub queries: Queries,
    /// The formulas.
    pub formulas: Vec<(String, PathFormula)>,
}

/// What a model is like, and what holds in it.
pub struct Checked {
    /// Histories.
    pub histories: usize,
    /// States that they end in.
    pub states: usize,
    /// Histories that are over.
    pub terminal: usize,
    /// Steps from the others.
    pub steps: usize,
    /// Whether these are all.
    pub is_whole: bool,
    /// The names of the players, and how many classes each has.
    pub classes: Vec<(String, usize)>,
    /// Classes of common knowledge.
    pub common: usize,
    /// What came of each formula.
    pub verdicts: Vec<Verdict>,
}

/// What came of a formula.
pub struct Verdict {
    /// The formula as it was typed.
    pub text: String,
    /// In how many histories it was checked.
    pub checked: usize,
    /// In how many of them it does not hold.
    pub failing: usize,
    /// A shortest history in which it does not.
    pub witness: Option<Witness>,
}

/// A history in which a formula does not hold.
pub struct Witness {
    /// How it comes about.
    pub history: History,
    /// The moves after it that matter.
    pub then: Vec<String>,
    /// Why somebody does not know: who, and a history that he cannot tell from it.
    pub unseen: Option<(String, History)>,
    /// The moves after that history that matter.
    pub unseen_then: Vec<String>,
}

/// A history as it is shown.
pub struct History {
    /// The moves, of all roles at each step.
    pub moves: Vec<String>,
    /// The facts at its end.
    pub facts: Vec<String>,
}

/// Builds the model of a game.
pub fn model<R: Referee>(
    args: &GdlArgs,
    (game, referee): (&Rulebook, &mut R),
    asked: &mut Asked,
    roles: &[String],
) -> Result<HistoryModel<R::Position>, Problem> {
    let remembering = match args.recall {
        GdlRecall::Perfect => Remembering::Everything,
        GdlRecall::State => Remembering::LastStep,
    };
    let ahead =
        asked.formulas.iter().map(|(_, formula)| asked.queries.formulas.depth(*formula)).max();
    let depth = args.depth.map(|depth| depth.saturating_add(ahead.unwrap_or(0)));
    let extent = HistoryLimits { states: args.max_states, depth };
    let mut progress = Progress::new();
    let built =
        build(referee, game, &mut asked.queries, remembering, extent, |histories, steps| {
            progress.histories(histories, steps)
        });
    built.map_err(|why| match why {
        NoHistoryModel::TooMany { most, depth } => {
            let depth = depth.saturating_sub(ahead.unwrap_or(0));
            let message = format!("there are more than {most} histories");
            let help = match args.recall {
                GdlRecall::Perfect => format!(
                    "raise the limit with --max-states, or look at shorter ones: --depth {depth}"
                ),
                GdlRecall::State => "raise the limit with --max-states".to_owned(),
            };
            Problem::new(RunCode::Limit.as_str(), message).help(help)
        }
        NoHistoryModel::TooManySteps(most) => {
            let message = format!("there are more than {most} steps");
            Problem::new(RunCode::Limit.as_str(), message)
                .help("look at shorter histories: --depth 1")
        }
        NoHistoryModel::Stuck(Stuck::CutShort(exceeded)) => too_large(exceeded),
        NoHistoryModel::Stuck(why) => stuck(why, roles),
        NoHistoryModel::Stopped => Problem::new(RunCode::Limit.as_str(), "gave up"),
    })
}

/// Checks formulas in a model.
pub fn check<R: Referee>(
    args: &GdlArgs,
    model: &HistoryModel<R::Position>,
    asked: &Asked,
    referee: &R,
) -> Result<Checked, Problem> {
    let names = referee.role_names();
    let players: Vec<String> =
        asked.queries.players().iter().map(|&role| names[role].clone()).collect();
    let mut formulas = asked.queries.formulas.clone();
    let mut checker = Checker::new(&model.frame, model, &mut formulas, Recall::None, MOST_STEPS);
    let within = args.depth.map_or(model.frame.states(), |depth| model.within(depth));
    let shower = Shower { model, queries: &asked.queries, referee, players: &players };
    let mut verdicts = Vec::new();
    for (text, formula) in &asked.formulas {
        let verdict = verdict(&mut checker, (text, *formula), within, &shower);
        verdicts.push(
            verdict
                .map_err(|gave_up| Problem::new(RunCode::Limit.as_str(), gave_up.to_string()))?,
        );
    }
    let classes =
        (0..model.frame.agents()).map(|agent| model.frame.classes(Agent::from_index(agent)).count);
    Ok(Checked {
        histories: model.frame.states(),
        states: model.states(),
        terminal: model.terminal,
        steps: model.steps,
        is_whole: model.is_whole,
        classes: players.iter().cloned().zip(classes).collect(),
        common: model.frame.common().count,
        verdicts,
    })
}

fn verdict<R: Referee>(
    checker: &mut Checker<'_>,
    (text, formula): (&str, PathFormula),
    within: usize,
    shower: &Shower<'_, R>,
) -> Result<Verdict, GaveUp> {
    let holds = checker.everywhere(formula)?;
    let failing = within - holds.count_ones(..within);
    let first = holds.zeroes().next().filter(|&first| first < within);
    let found = match first {
        Some(history) => checker.witness(formula, history as u32)?,
        None => None,
    };
    let witness = found.map(|found| shower.witness(&found));
    Ok(Verdict { text: text.to_owned(), checked: within, failing, witness })
}

/// Shows histories.
struct Shower<'a, R: Referee> {
    model: &'a HistoryModel<R::Position>,
    queries: &'a Queries,
    referee: &'a R,
    players: &'a [String],
}

impl<R: Referee> Shower<'_, R> {
    fn witness(&self, found: &hexa_rules::PathWitness) -> Witness {
        let unseen = found.unseen.first();
        Witness {
            history: self.history(found.state),
            then: self.steps(&found.steps),
            unseen_then: unseen.map_or(Vec::new(), |unseen| self.steps(&unseen.steps)),
            unseen: unseen.map(|unseen| {
                (self.players[unseen.agent.index()].clone(), self.history(unseen.state))
            }),
        }
    }

    fn steps(&self, steps: &[u32]) -> Vec<String> {
        steps.iter().filter_map(|&step| self.step(step)).collect()
    }

    fn history(&self, history: u32) -> History {
        let steps = self.model.frame.play_to(history).unwrap_or_default();
        History {
            moves: steps.into_iter().filter_map(|step| self.step(step)).collect(),
            facts: self.referee.show_position(self.model.state(history)),
        }
    }

    /// The moves of a step, in the order of the roles; nothing after the end.
    fn step(&self, step: u32) -> Option<String> {
        let made = self.model.frame.done(step).iter().map(|&made| self.queries.move_of(made));
        let mut made = made.collect::<Option<Vec<_>>>()?;
        made.sort_by_key(|(role, _)| *role);
        let shown: Vec<String> =
            made.into_iter().map(|(_, term)| self.referee.show_term(term)).collect();
        Some(shown.join(" "))
    }
}
