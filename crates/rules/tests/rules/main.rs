//! Games that are given by rules: GDL and EGDL, their models, and what holds in them; and Gambit's files.

mod checking;
mod efg;
mod egdl;
mod gambit;
mod gdl;
mod playing;
