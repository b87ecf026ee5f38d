//! A search as a request and its answer, both plain data.

use super::property::Property;
use super::rules::{KnowledgeGame, NoWin};
use super::scenario::scenario;
use super::search::{DepthCount, SearchBounds, SearchEnd, SearchGoal, SimilarCount, StateSearch};
use hexa_engine::EvalError;
use hexa_logic::Stop;
use std::ops::ControlFlow;

/// What is looked for.
#[derive(Clone, Debug)]
pub enum Sought {
    /// Nothing: all states are counted.
    Nothing,
    /// A state where a formula holds.
    Holds(Box<Property>),
    /// A state where nobody can win, until that is said.
    Unsuccessful(NoWin),
    /// A state that becomes larger when a card is shown.
    Growth,
}

/// Whether states are counted up to agent-similarity too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimilarStates {
    /// They are.
    Counted,
    /// They are not.
    NotCounted,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The game.
    pub game: KnowledgeGame,
    /// What is looked for.
    pub sought: Sought,
    /// How far to go.
    pub bounds: SearchBounds,
    /// Whether states are counted up to agent-similarity too.
    pub similar: SimilarStates,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum NoSearch {
    /// A state is looked for that changes when who has asked says that they cannot win; by the rules of
    /// the game they do not say so.
    AskerIsSilent,
    /// The formula cannot be evaluated.
    Formula(EvalError),
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct SearchAnswer {
    /// The game.
    pub game: KnowledgeGame,
    /// Whether something was looked for.
    pub seeks: Seeks,
    /// How the search ended. One that was cut off never looks like one that has found all there is.
    pub end: SearchEnd,
    /// What asked for its end, as the interface words it that did so.
    pub stopped_by: Option<String>,
    /// How many models were found.
    pub models: usize,
    /// How many states were found.
    pub states: usize,
    /// What was found with each number of questions.
    pub depths: Vec<DepthCount>,
    /// States and models up to agent-similarity, if they were asked for and counted.
    pub similar: Option<SimilarCount>,
    /// What was found.
    pub found: Option<FoundScenario>,
}

/// Whether something is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seeks {
    /// A state of some kind.
    Something,
    /// Nothing: states are counted.
    Nothing,
}

/// A play that leads to what was looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundScenario {
    /// How many questions are asked in it.
    pub questions: usize,
    /// The game and the play as a text that can be run.
    pub scenario: String,
}

impl Sought {
    fn goal(&self) -> SearchGoal<'static> {
        match self {
            Self::Nothing | Self::Holds(_) => SearchGoal::Nothing,
            Self::Unsuccessful(who) => SearchGoal::Unsuccessful(*who),
            Self::Growth => SearchGoal::Grows,
        }
    }

    fn seeks(&self) -> Seeks {
        match self {
            Self::Nothing => Seeks::Nothing,
            Self::Holds(_) | Self::Unsuccessful(_) | Self::Growth => Seeks::Something,
        }
    }
}

/// Searches. Whoever waits is shown the search before every move.
pub fn search(
    request: &SearchRequest,
    stop: &Stop,
    watch: &mut dyn FnMut(&StateSearch),
) -> Result<SearchAnswer, NoSearch> {
    let SearchRequest { game, sought, bounds, similar } = request;
    match (sought, game.nowin) {
        (Sought::Unsuccessful(NoWin::Asker), NoWin::All | NoWin::None) => {
            return Err(NoSearch::AskerIsSilent);
        }
        (Sought::Unsuccessful(_) | Sought::Nothing | Sought::Holds(_) | Sought::Growth, _) => {}
    }
    let (search, end) = match sought {
        Sought::Holds(property) => run_for_property(game, *bounds, property, stop, watch)?,
        Sought::Nothing | Sought::Unsuccessful(_) | Sought::Growth => {
            let mut search = StateSearch::new(game.clone(), *bounds);
            let end = search.run(sought.goal(), stop, watch);
            (search, end)
        }
    };
    let similar = match similar {
        SimilarStates::Counted => search.similar(stop).ok(),
        SimilarStates::NotCounted => None,
    };
    Ok(SearchAnswer {
        game: game.clone(),
        seeks: sought.seeks(),
        found: find_scenario(&search, sought, &end),
        end,
        stopped_by: None,
        models: search.models(),
        states: search.states(),
        depths: search.counts().to_vec(),
        similar,
    })
}

fn run_for_property(
    game: &KnowledgeGame,
    bounds: SearchBounds,
    property: &Property,
    stop: &Stop,
    watch: &mut dyn FnMut(&StateSearch),
) -> Result<(StateSearch, SearchEnd), NoSearch> {
    let game = game.clone().naming(property.cards.clone(), property.agents.clone());
    let mut search = StateSearch::new(game, bounds);
    let mut refused = None;
    let mut holds = |model: &_| match property.worlds(model) {
        Ok(worlds) => ControlFlow::Continue(worlds),
        Err(error) => {
            refused = Some(error);
            ControlFlow::Break(())
        }
    };
    let end = search.run(SearchGoal::Holds(&mut holds), stop, watch);
    match refused {
        Some(error) => Err(NoSearch::Formula(error)),
        None => Ok((search, end)),
    }
}

fn find_scenario(search: &StateSearch, sought: &Sought, end: &SearchEnd) -> Option<FoundScenario> {
    let SearchEnd::Found(found) = end else { return None };
    let play = search.play(found);
    let checks = match sought {
        Sought::Holds(property) => &property.checks[..],
        Sought::Nothing | Sought::Unsuccessful(_) | Sought::Growth => &[],
    };
    let scenario = scenario(search.game(), &play, &sought.goal(), checks);
    Some(FoundScenario { questions: play.questions(), scenario })
}
