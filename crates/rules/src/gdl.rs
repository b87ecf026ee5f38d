//! GDL, GDL-II and GDL-III: games whose rules are a logic program. A text is read ([`load`]) and checked; then a
//! [`Referee`] applies the rules: a [`Network`] of gates that is compiled before play, an [`Interpreter`] for what is
//! too large for that, or the [`Definitional`] one, which is slow and transcribes the meaning of the rules.

mod components;
mod database;
mod definitional;
mod dependency;
mod game;
mod ground;
mod interpreter;
mod join;
mod kif;
mod model;
mod network;
mod playouts;
mod program;
mod query;
mod read;
mod referee;
mod safety;
mod saturation;
mod states;
mod term;

pub use definitional::Definitional;
pub use dependency::{Dependencies, Phase};
pub use game::{Game, Loaded, load};
pub use interpreter::Interpreter;
pub use model::{Extent, GameModel, NoGameModel, Remembering, build};
pub use network::{Network, Size};
pub use playouts::{Chance, Playing, Statistics, Stuck, play};
pub use program::{Predicate, Program};
pub use query::{Queries, Said};
pub use referee::{Known, Move, Percept, Referee};
pub use saturation::{Bounds, Exceeded};
pub use states::{Count, Few, count};
pub use term::{Term, Terms};
