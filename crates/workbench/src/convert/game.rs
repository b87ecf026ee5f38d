//! A game as a file: its whole tree, for Gambit or for programs that read flat trees (`docs/games.md`). A tree that is too large is
//! not begun to be written.

use crate::game_argument::{OpenedGame, trouble_problem};
use hexa_games::game::{GameLimit, Trouble};
use hexa_games::tree::FlatTree;
use hexa_logic::Stop;
use hexa_rules::efg;
use hexa_text::{Diagnostic, Setting, WayOut};

/// A format that games are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameTarget {
    /// That of Gambit.
    Efg,
    /// The flat tree, as JSON.
    #[cfg(feature = "json")]
    Tree,
}

/// Trees have at most so many nodes, if nothing else is said.
pub const USUAL_NODES: usize = 1_000_000;

/// The tree of a game as a file.
pub fn write_game(
    opened: &OpenedGame,
    to: GameTarget,
    most_nodes: usize,
    stop: &Stop,
) -> Result<String, Diagnostic> {
    let tree = FlatTree::of(&opened.game, most_nodes, stop);
    let tree = tree.map_err(|trouble| {
        let problem = trouble_problem(&*opened.game, &trouble);
        match matches!(trouble, Trouble::Limit(GameLimit::Nodes(_))) {
            true => problem.help(WayOut::from("take more nodes with ").then(Setting::MaxNodes)),
            false => problem,
        }
    })?;
    match to {
        GameTarget::Efg => Ok(efg::write(&tree)),
        #[cfg(feature = "json")]
        GameTarget::Tree => {
            let written = serde_json::to_string(&tree);
            let text = written.map_err(|why| {
                let message = format!("the tree cannot be written: {why}");
                Diagnostic::without_place(hexa_text::Code::CannotDraw, message)
            })?;
            Ok(text + "\n")
        }
    }
}
