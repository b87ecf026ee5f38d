//! Proofs that are proofs, and texts that only look like them.

mod cheating;
mod library;
mod page;
mod reading;
