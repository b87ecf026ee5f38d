//! Equilibria in stationary strategies of games that come back to the same situations.

pub mod bernstein;
pub mod candidate;
pub mod certificate;
pub mod checker;
pub mod conditions;
pub mod definite;
pub mod deviations;
pub mod equilibria;
pub mod exact_point;
pub mod field;
pub mod isolation;
pub mod limits;
pub mod payoffs;
pub mod polynomial;
pub mod region;
pub mod resultant;
pub mod search;
pub mod sign;
pub mod system;
pub mod termination;
pub mod univariate;
