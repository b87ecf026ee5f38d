//! Games as they are played: the conformance suite, and plays by strategies.

mod knowledge;
mod tree;
