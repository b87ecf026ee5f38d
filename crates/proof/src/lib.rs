//! Proofs in logics of knowledge and of games, and their checker.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod decide;
