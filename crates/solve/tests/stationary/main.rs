//! Tests of games with situations and their equilibria.

mod certificates;
mod conditions;
mod equilibria;
mod games;
mod mutants;
mod payoffs;
mod remembering;
mod search;
