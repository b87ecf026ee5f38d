//! What is said of how somebody plays, beside the rules.

/// A habit of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Habit {
    /// They accuse as soon as they can.
    Logician,
    /// They draw every conclusion; all others only cross off cards.
    Perfect,
    /// They do not remember which cards they have shown to whom.
    Forgetful,
}

impl Habit {
    /// All habits.
    pub const ALL: [Self; 3] = [Self::Logician, Self::Perfect, Self::Forgetful];
}
