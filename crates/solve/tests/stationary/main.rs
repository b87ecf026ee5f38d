//! Tests of games with situations and their equilibria.

mod conditions;
mod equilibria;
mod games;
mod payoffs;
mod search;
