//! Decisions by eliminating types.

mod games;
