//! The assistant without a terminal: what is typed, what becomes of it, and what is said about it.

mod advised;
mod entries;
mod explanations;
mod games;
mod matches;
mod play;
mod setups;
mod stopping;
