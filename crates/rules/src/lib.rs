//! Games that are given by rules: descriptions in EGDL (*On axiomatization of epistemic GDL*) and in GDL, GDL-II and
//! GDL-III, the models that they define, and what holds there. Nothing here reads files or prints, and nothing looks
//! at a clock.

pub mod gdl;
