//! How a knowledge game is played (thesis sec. 2.6), beside what may be asked and what must be known: who has the next turn,
//! whether who can win must, whether players may guess, and whether they may draw a card from the table. A search for states
//! needs none of this.
//!
//! The thesis fixes one protocol and mentions others. *Guessing*: a player either asks or guesses in their turn, and guesses
//! once; who guesses wrong has lost, and still answers ([`Guessing::Instead`]); or they may guess after the answer
//! ([`Guessing::After`]). *Drawing*: the table can respond to the request to show one of its cards, and not choose which: chance
//! does. *Order*: it is randomly determined who starts; the rest is left open.

/// Who has the next turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TurnOrder {
    /// The first player begins, and the others follow in order.
    #[default]
    Round,
    /// Chance says who begins, and the others follow in order.
    RandomStart,
    /// Chance says who is next, each time: all who have something left to ask are equally likely.
    Any,
}

/// Whether who can win must.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Winning {
    /// Who can win does. Whoever does not win cannot, and everybody hears that.
    #[default]
    Must,
    /// Who can win may say so or pass; only they may. Nobody concludes anything from passing.
    May,
}

/// Whether players may guess what must be known to win. Everybody may guess once, anything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Guessing {
    /// They may not.
    #[default]
    No,
    /// Who has asked may, when they were answered.
    After,
    /// Who has the turn may, instead of asking.
    Instead,
}

/// What a wrong guess tells. Who has guessed wrong is out of the game, and still answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum WrongGuess {
    /// Who has guessed sees, alone, what was to be guessed; nobody else learns what the guess was.
    #[default]
    Hidden,
    /// Everybody hears the guess, and that it is wrong.
    Heard,
}

/// Whether players may look at a card of the table instead of asking, each of them once. Chance says which card it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Drawing {
    /// They may not.
    #[default]
    No,
    /// They may.
    Allowed,
}

/// How a knowledge game is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Protocol {
    /// Who has the next turn.
    pub order: TurnOrder,
    /// Whether who can win must.
    pub winning: Winning,
    /// Whether players may guess.
    pub guessing: Guessing,
    /// What a wrong guess tells.
    pub wrong: WrongGuess,
    /// Whether players may draw a card from the table.
    pub drawing: Drawing,
}
