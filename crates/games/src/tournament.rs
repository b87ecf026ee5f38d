//! Tournaments: strategies play a game against each other, in all seats, on the same deals, and what comes out is counted
//! and compared. A game of a tournament follows from the set-up and its number alone, and counts can be added up in
//! any order, so that whoever has threads may use them, and whoever was interrupted may go on.
//!
//! A *round* is a deal that every line-up plays once. What chance does in a round is the same for all line-ups; what players
//! do at random is not, so that games of one round have nothing but the deal in common.

mod checks;
mod knowledge;
mod record;
mod resumption;
mod running;
mod schedule;
mod setup;
mod statistics;
mod summary;
mod tally;

pub use checks::{Check, Checksum, read_checks};
pub use knowledge::{
    KnowledgeCourse, KnowledgePoint, KnowledgeSummary, KnowledgeTally, MOST_MEASURED_STEPS,
    Unmeasured,
};
pub use record::{BadRow, GameEnd, GameRecord};
pub use resumption::{Damage, Resumption, WholePart};
pub use running::{FailedGame, PlayedGames, Referee};
pub use schedule::{
    Entrant, LineUp, MOST_ENTRANTS, MOST_LINE_UPS, NoSchedule, Schedule, SeatOrder,
};
pub use setup::{Difference, TournamentSetup};
pub use statistics::{Interval, holm, sign_test, sign_test_against, wilson, wilson_of_several};
pub use summary::{
    Bin, LEVEL, LengthSummary, PairSummary, PairVerdict, Rate, SeatSummary, StrategySummary,
    TournamentSummary,
};
pub use tally::Tally;
