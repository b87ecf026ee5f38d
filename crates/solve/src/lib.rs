//! Games solved. Nothing here reads files or prints, and nothing looks at a clock.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod stationary;
