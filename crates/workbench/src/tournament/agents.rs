//! What the agents of the Cluedo agents project keep in mind in the games of a tournament, which are played once more for it.

use super::Tournament;
use crate::strategy_argument::StrategyName;
use hexa_games::cluedo::CluedoGame;
use hexa_games::cluedo::agents::{AgentSettings, AgentsMeasure, AgentsTally, CluedoAgent};
use hexa_games::game::{Game, Play, Turn};
use hexa_logic::Stop;
use hexa_text::Diagnostic;
use std::any::Any;
use std::sync::Arc;

impl Tournament {
    /// The settings of each strategy that is an agent of the project.
    pub fn agent_settings(&self) -> Vec<Option<AgentSettings>> {
        let settings = |name: &StrategyName| match name {
            StrategyName::Known(named) if named.word == "agent" => AgentSettings::named(named).ok(),
            StrategyName::Known(_) | StrategyName::Files(_) => None,
        };
        self.strategies.iter().map(|one| settings(&one.name)).collect()
    }

    /// What is measured of the first so many games; `None` if the game is not Cluedo.
    pub fn measure_agents(
        &self,
        games: u64,
        stop: &Stop,
    ) -> Result<Option<AgentsTally>, Diagnostic> {
        let game: Arc<dyn Any + Send + Sync> = Arc::<dyn Game>::clone(&self.game);
        let Ok(game) = game.downcast::<CluedoGame>() else { return Ok(None) };
        let agent = |settings: Option<AgentSettings>| {
            settings.map(|settings| CluedoAgent::new(Arc::clone(&game), settings))
        };
        let agents = self.agent_settings().into_iter().map(agent).collect();
        let mut measure = AgentsMeasure::new(Arc::clone(&game), agents);
        let mut referee = self.referee()?;
        for number in 0..games {
            let line_up: Vec<usize> =
                self.schedule.line_up(number).iter().map(|entrant| entrant.index()).collect();
            let played = referee.watch(number, stop, &mut |play: &dyn Play| {
                if *play.turn() == Turn::Over {
                    measure.add(play, &line_up);
                }
            });
            played.map_err(|failed| self.failure(&failed))?;
        }
        Ok(Some(measure.into_tally()))
    }
}
