//! Gambit's files of games in extensive form (`.efg`, format 2): read into a flat tree, and written from any.
//!
//! A file is a line with title and players, and then the nodes in prefix order: `c` for chance, `p` for a player, `t` for
//! an end. Information sets and outcomes are described where they are first mentioned; later their number is enough.
//! Numbers of information sets count for each player. What the outcomes on the way pay adds up. All numbers are exact,
//! decimals too, so that files of kind `D` mean what they say.
//!
//! Two things differ from the file. A move of chance with probability zero is left out, with all that follows it, and a
//! warning says so. Moves of one set, and players, have different names: a number is added where they have not, and
//! stands for a name where there is none.

mod amount;
mod build;
mod moves;
mod name;
mod node;
mod problems;
mod token;
mod write;

use build::Building;
use hexa_games::tree::FlatTree;
use hexa_lang::{Code, Diagnostic, SourceId, Span};
use hexa_logic::{Stop, Stopped};
use node::NodeReader;
use problems::Problems;

pub use write::write;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 512 << 20;

/// The most nodes that are read.
pub const MAX_NODES: usize = 10_000_000;

/// The most players that a tree may have.
pub const MAX_PLAYERS: usize = 100;

/// Reads a game that goes by this name: its tree, and what is strange about the file; or all that is wrong with it. Places
/// are in the text with the number 0.
pub fn read(
    name: &str,
    text: &str,
    stop: &Stop,
) -> Result<(FlatTree, Vec<Diagnostic>), Vec<Diagnostic>> {
    let source = SourceId(0);
    if text.len() > MAX_TEXT {
        let message = format!("this file is longer than {MAX_TEXT} bytes, the most that is read");
        return Err(vec![Diagnostic::new(Code::TooLong, source, Span::new(0, 0), message)]);
    }
    let mut problems = Problems::new(source);
    let tree = read_nodes(name, text, stop, &mut problems);
    let problems = match tree {
        Err(Stopped) => return Err(vec![Diagnostic::for_stop()]),
        Ok(Some(tree)) if !problems.has_errors() => return Ok((tree, problems.finish())),
        Ok(_) => problems.finish(),
    };
    Err(problems)
}

/// Goes through the nodes. There is no tree if not even the first line can be read.
fn read_nodes(
    name: &str,
    text: &str,
    stop: &Stop,
    problems: &mut Problems,
) -> Result<Option<FlatTree>, Stopped> {
    let mut reader = NodeReader::new(text);
    let Some(header) = reader.header(problems) else { return Ok(None) };
    let mut building = Building::new(name, header, problems);
    let mut unreported = 0;
    while let Some(read) = reader.node(problems) {
        unreported += 1;
        if unreported == 1024 {
            stop.count(unreported)?;
            unreported = 0;
        }
        match read {
            Ok(record) => building.add(&record, problems),
            Err(node::Unreadable) => building.lose_shape(),
        }
        if building.is_full() || problems.are_many() {
            break;
        }
    }
    stop.count(unreported)?;
    Ok(building.finish(reader.end(), problems))
}
