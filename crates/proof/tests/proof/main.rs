//! Proofs that are proofs, and texts that only look like them.

mod cheating;
mod games;
mod library;
mod models;
mod mutants;
mod page;
mod reading;
mod second;
