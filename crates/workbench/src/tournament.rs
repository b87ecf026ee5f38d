//! Tournaments: strategies by their names play a game by its name, and what comes out is told as tables, as a page and with plots.
//! Whoever has threads and files plays the games ([`Tournament::referee`]) and keeps what is written of them.

mod agents;
pub(crate) mod html;
pub(crate) mod markdown;
mod plots;
pub(crate) mod table;

pub use html::report_html;
pub use markdown::report_markdown;
pub use table::summary_table;

use crate::game_argument::OpenedGame;
use crate::strategy_argument::{OpenedStrategy, StrategyTexts, read_strategy_name};
use hexa_games::Abandoned;
use hexa_games::belief::NoBelief;
use hexa_games::game::{Game, Player, Trouble};
use hexa_games::strategy::Strategy;
use hexa_games::tournament::{
    Checksum, FailedGame, KnowledgeSummary, KnowledgeTally, Referee, Schedule, SeatOrder,
    TournamentSetup, Unmeasured,
};
use hexa_games::words;
use hexa_logic::Stop;
use hexa_text::{Code, Diagnostic};
use std::sync::Arc;

/// A tournament that can be played.
pub struct Tournament {
    /// The game.
    pub game: Arc<dyn Game>,
    /// Who sits where.
    pub schedule: Schedule,
    /// All that its games depend on.
    pub setup: TournamentSetup,
    strategies: Vec<OpenedStrategy>,
}

/// Steps are shown up to so many from the end.
const MOST_MOVES: usize = 40;

impl Tournament {
    /// The tournament of strategies, whose names stand between commas.
    pub fn new(
        opened: &OpenedGame,
        players: &str,
        texts: &dyn StrategyTexts,
        seed: u64,
        most_steps: u64,
        version: &str,
    ) -> Result<Self, Diagnostic> {
        let game = Arc::clone(&opened.game);
        let declaration = game.declaration();
        let open = |text: &str| {
            let strategy = OpenedStrategy::open(&read_strategy_name(text)?, opened, texts)?;
            // Everybody sits in every seat.
            strategy.check_players(Player::first(declaration.players.len()), &game)?;
            Ok(strategy)
        };
        let strategies = split_names(players).into_iter().map(open);
        let strategies = strategies.collect::<Result<Vec<_>, Diagnostic>>()?;
        let names: Vec<String> = strategies.iter().map(|one| one.name.to_string()).collect();
        let schedule = Schedule::new(&names, &declaration.players, seed).map_err(|why| {
            let example = vec!["random"; declaration.players.len()].join(",");
            refuse(format!("{}: {why}", opened.name)).help(format!("for example `{example}`"))
        })?;
        let source = opened.fingerprint.map_or(String::new(), |print| print.to_string());
        let setup = TournamentSetup {
            version: version.to_owned(),
            game: opened.name.to_string(),
            fingerprint: Checksum::of_game(declaration, &source),
            players: strategies.iter().map(OpenedStrategy::identity).collect(),
            seat_order: schedule.seat_order(),
            seed,
            most_steps,
        };
        Ok(Self { game, schedule, setup, strategies })
    }

    /// The same with other seats.
    pub fn seated(mut self, order: SeatOrder) -> Result<Self, Diagnostic> {
        let schedule = self.schedule.seated(order);
        self.schedule = schedule.map_err(|why| refuse(format!("{}: {why}", self.setup.game)))?;
        self.setup.seat_order = order;
        Ok(self)
    }

    /// Somebody who runs its games, with strategies of their own.
    pub fn referee(&self) -> Result<Referee<'_>, Diagnostic> {
        let make =
            |one: &OpenedStrategy| one.make(&self.game).map(|made| made as Box<dyn Strategy>);
        let made = self.strategies.iter().map(make);
        let strategies = made.collect::<Result<Vec<_>, _>>()?;
        let most_steps = usize::try_from(self.setup.most_steps).unwrap_or(usize::MAX);
        let game = Arc::clone(&self.game);
        Ok(Referee::new(&self.schedule, self.setup.seed, most_steps, game, strategies))
    }

    /// What players know over time in the first so many games.
    pub fn measure(&self, games: u64, stop: &Stop) -> Result<KnowledgeSummary, Diagnostic> {
        let mut referee = self.referee()?;
        let mut tally = KnowledgeTally::new(&self.schedule);
        for number in 0..games {
            referee.measure(number, &mut tally, stop).map_err(|why| match why {
                Unmeasured::Failed(failed) => self.failure(&failed),
                Unmeasured::NoBelief(NoBelief::Trouble(Trouble::Stopped)) => Diagnostic::for_stop(),
                Unmeasured::NoBelief(why) => {
                    let why = words::no_belief(&why, self.game.declaration());
                    let message = format!("knowledge over time cannot be measured: {why}");
                    Diagnostic::without_place(Code::Limit, message)
                }
            })?;
        }
        Ok(tally.summary(&self.schedule))
    }

    /// What is wrong with a game that could not be played, with the moves that led there.
    pub fn failure(&self, failed: &FailedGame) -> Diagnostic {
        let code = match &failed.why {
            Abandoned::Trouble(Trouble::Stopped) => return Diagnostic::for_stop(),
            Abandoned::Trouble(Trouble::Stuck(_)) => Code::NoMove,
            Abandoned::Trouble(Trouble::Limit(_)) => Code::Limit,
            Abandoned::Trouble(
                Trouble::NoSuchMove { .. }
                | Trouble::WrongTurn
                | Trouble::NoSuchChance
                | Trouble::Chance(_)
                | Trouble::NoPayoff(_)
                | Trouble::NoInformation
                | Trouble::MovesDiffer(_),
            )
            | Abandoned::NoChoice(..) => Code::NotExecutable,
        };
        let declaration = self.game.declaration();
        let message = words::failed_game(failed, &self.schedule, declaration);
        let skipped = failed.moves.len().saturating_sub(MOST_MOVES);
        let moves = failed.moves.get(skipped..).unwrap_or_default().join("; ");
        let before = if skipped > 0 { format!("({skipped} steps before) ") } else { String::new() };
        Diagnostic::without_place(code, message)
            .note(words::seated(failed.number, &self.schedule))
            .note(format!("what happened until then: {before}{moves}"))
    }
}

fn refuse(message: String) -> Diagnostic {
    Diagnostic::without_place(Code::NoSuchGame, message)
}

/// The names between commas that stand outside of parentheses.
fn split_names(text: &str) -> Vec<&str> {
    let (mut names, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                names.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    names.push(&text[start..]);
    names.into_iter().map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_argument::{GameName, open_game};
    use crate::strategy_argument::NoStrategyTexts;
    use hexa_games::tournament::{Tally, TournamentSummary};

    fn tournament(game: &str, players: &str) -> Result<Tournament, Diagnostic> {
        let name = GameName::read(game).expect("a name");
        let opened = open_game(&name, None, &Stop::new()).expect("a game");
        Tournament::new(&opened, players, &NoStrategyTexts, 7, 1_000, "0")
    }

    /// The first player passes and the second bets, or the first bets: showdowns are worth nothing on average.
    #[test]
    fn random_players_of_kuhn_poker_get_what_they_can_expect() {
        let tournament = tournament("kuhn(cards=3)", "random,random").expect("a tournament");
        let mut referee = tournament.referee().expect("strategies");
        let stop = Stop::new();
        let played = referee.run_rounds(0, 40_000, &stop);
        let summary =
            TournamentSummary::new(&tournament.setup, &tournament.schedule, &played.tally, 40_000);
        for (seat, expected) in [(0, 0.125), (1, -0.125)] {
            for strategy in &summary.strategies {
                let mean = strategy.seats[seat].mean_payoff.as_ref().expect("a mean");
                let mean = mean.0.to_f64_fast();
                assert!((mean - expected).abs() < 0.04, "{mean} in seat {seat}");
            }
        }
        let pair = &summary.pairs[0];
        assert_eq!(pair.better + pair.equal + pair.worse, 20_000);
        // Parts of it, however they are cut, add up to the whole.
        let mut sum = Tally::new(&tournament.schedule);
        for from in (0..40_000).step_by(8_000) {
            let part = referee.run_rounds(from, from + 8_000, &stop);
            sum.merge(&part.tally);
        }
        assert_eq!(sum, played.tally);
    }

    #[test]
    fn games_follow_from_their_numbers_and_deals_are_shared() {
        let tournament = tournament("kuhn(cards=1000)", "random,random").expect("a tournament");
        let mut referee = tournament.referee().expect("strategies");
        let stop = Stop::new();
        let forwards: Vec<_> = (0..40).map(|number| referee.run(number, &stop)).collect();
        let mut backwards: Vec<_> =
            (0..40).rev().map(|number| referee.run(number, &stop)).collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
    }

    #[test]
    fn what_cannot_take_part_is_refused() {
        let refused = |game: &str, players: &str| {
            let problem = tournament(game, players).err().expect("it is refused");
            format!("{} {:?}", problem.message, problem.way_out)
        };
        assert!(refused("kuhn", "randm,random").contains("did you mean `random`?"));
        assert!(refused("kuhn", "random").contains("for 2 players, and 1 is named"));
        assert!(refused("kuhn", "random,").contains("is no name"));
        assert!(refused("kuhn", "random(x=1,2),random").contains("there is no setting `x`"));
    }
}
