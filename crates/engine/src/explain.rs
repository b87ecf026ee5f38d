//! What a state is like, why something is true there, and what a step changed.

pub(crate) mod change;
pub(crate) mod description;
pub(crate) mod explanation;
pub(crate) mod revision;
pub(crate) mod theory_models;
