//! Games as they are played: the conformance suite, and plays by strategies.

mod behaviour;
mod belief;
mod catalogue;
mod cluedo;
mod cluedo_accusing;
mod cluedo_agents;
mod cluedo_board;
mod cluedo_knowledge;
mod cluedo_nested;
mod cluedo_players;
mod cluedo_seats;
mod cluedo_tiny;
mod conformance;
mod knowledge;
mod pit;
#[cfg(feature = "serde")]
mod serial;
mod strategy;
mod tree;
