//! Tests of games with situations and their equilibria.

mod conditions;
mod games;
mod payoffs;
mod search;
