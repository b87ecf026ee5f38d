//! Tests of games with situations and their equilibria.

mod games;
mod payoffs;
