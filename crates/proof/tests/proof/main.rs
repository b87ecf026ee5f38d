//! Proofs that are proofs, and texts that only look like them.

mod library;
