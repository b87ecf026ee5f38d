//! Games in GDL: the ways to apply rules agree, what is wrong is told, and the numbers are those of the games.

mod agreement;
mod asking;
mod games;
mod kinds;
mod models;
mod refusals;
mod walk;
