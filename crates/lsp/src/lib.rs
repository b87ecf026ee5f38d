//! The language server of Hexa, `hexa lsp`: the Language Server Protocol on one side, `hexa_workbench::editor` on the other.
//!
//! Who calls it: editors, over standard input and output. VS Code by the extension in `editors/vscode`; Vim, Neovim, Emacs
//! and Helix by their own clients ([`docs/editors.md`](../../../docs/editors.md)). A page in a browser does not: it has the
//! workbench, and asks that. So nothing is answered here. Requests are taken apart, places are turned into bytes, and what
//! comes back is turned into the words of the protocol.
//!
//! Four threads, and one that writes. The first one hears messages and keeps the texts that are open. The *reader* reads every version and
//! answers what takes no computing, in the order of asking, so that an answer belongs to the version that was asked about. The *judge*
//! runs the scenarios once nobody has typed for a moment, and publishes verdicts. The *thinker* answers what takes computing: the
//! state at the cursor, what a formula is worth, why a check fails. Every piece of work has a `Stop`, which the next edit of its
//! text asks, or the clock, or the client when it has lost interest. So no text can hold the server up.
//!
//! Beyond the protocol there are: the request `hexa/state` (a place; the state there as text and as a picture in SVG), the request
//! `hexa/explain` (a text and a scenario with a step of it; why it holds or not), the commands `hexa.run` and `hexa.explain`, and the
//! notification `hexa/judged` (all scenarios of a version have been run).

#![deny(clippy::wildcard_enum_match_arm)]

mod address;
mod clock;
mod includers;
mod judge;
mod message;
mod open_text;
mod options;
mod reader;
mod server;
mod shelf;
mod thinker;
mod translate;
mod wire;

pub use server::{Farewell, Service, serve, serve_stdio};
