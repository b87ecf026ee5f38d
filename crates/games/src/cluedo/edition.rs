//! Rules that differ between editions, as far as they matter for what players can know. How one moves over the board is
//! left to the players.

pub use hexa_engine::deals::Asked;

/// Whether a wrong accusation is heard.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum WrongAccusation {
    /// The others hear that it was wrong, and nothing of what was named.
    #[default]
    NotHeard,
    /// The others hear what was named.
    Heard,
}

/// What becomes of players who accused wrongly.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum AfterAccusing {
    /// They still show cards.
    #[default]
    StillShow,
    /// They are not asked any more.
    NotAsked,
}

/// What somebody sees who accused wrongly.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Accuser {
    /// They look into the envelope.
    #[default]
    Looks,
    /// They are only told that they were wrong.
    DoesNotLook,
}

/// Whether the last player who has not accused wrongly wins.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LastPlayer {
    /// They do.
    #[default]
    Wins,
    /// They still have to accuse.
    MustAccuse,
}

/// Whether a player may stay in a room and ask there again.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Staying {
    /// They may.
    #[default]
    Allowed,
    /// They may not.
    Forbidden,
}

/// How many can play.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Players {
    /// From three to six.
    #[default]
    ThreeToSix,
    /// Two can play as well.
    TwoAllowed,
}

/// The rules of an edition.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Edition {
    /// Whether a wrong accusation is heard.
    pub wrong_accusation: WrongAccusation,
    /// What becomes of players who accused wrongly.
    pub after_accusing: AfterAccusing,
    /// What they see.
    pub accuser: Accuser,
    /// Who answers a suspicion.
    pub asked: Asked,
    /// Whether the last player left wins.
    pub last_player: LastPlayer,
    /// Whether one may stay in a room and ask again.
    pub staying: Staying,
    /// How many can play.
    pub players: Players,
}
