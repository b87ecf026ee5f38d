//! Decisions by eliminating types.

mod decided;
