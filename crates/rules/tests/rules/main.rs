//! Games that are given by rules: GDL and EGDL, their models, and what holds in them.

mod checking;
mod egdl;
mod gdl;
