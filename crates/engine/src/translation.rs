//! From one way to say what happens to another: actions into other actions that mean the same,
//! whatever the state.

pub mod frame;
pub(crate) mod game_action;
pub(crate) mod learning;
pub mod reduction;
pub mod suspicion;
pub mod updates;
