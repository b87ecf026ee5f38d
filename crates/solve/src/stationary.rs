//! Equilibria in stationary strategies of games that come back to the same situations.

pub mod bernstein;
pub mod endings;
pub mod limits;
pub mod payoffs;
pub mod polynomial;
pub mod region;
pub mod univariate;
