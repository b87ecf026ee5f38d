//! What a person is shown.

/// What a player is shown of a position, as plain data: it is worded and drawn by interfaces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerView {
    /// What the player can see, in lines.
    pub lines: Vec<String>,
    /// Facts shaped like places on a board, if there are any: column, row, and what is there.
    pub board: Vec<(String, String, String)>,
    /// What the player has heard and seen so far, step by step.
    pub heard: Vec<String>,
}
