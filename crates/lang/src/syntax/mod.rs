//! Text to tree. The lexer finds tokens and comments, the layout rules cut them
//! into statements, the parser builds a [`Tree`]. Parsing never fails: what cannot
//! be read becomes [`ExprKind::Error`](tree::ExprKind::Error) and a diagnostic.

pub mod symbol;
pub mod tree;

pub use symbol::{Symbol, Symbols};
pub use tree::Tree;
