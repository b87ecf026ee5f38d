//! Answers for programs. Keys stay what they are: what is new is added.

mod egdl;
mod gdl;
