//! The extension of a formula: the relevant worlds where it is true, told by the atoms
//! that are true there. There may be far more of them than anybody wants to read, so that
//! they are counted, and only the first are listed.

use dashu_int::UBig;
use hexa_logic::Atom;

/// Where a formula is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extension {
    /// In how many relevant worlds, exactly.
    pub count: UBig,
    /// The atoms true in the first of these worlds. Worlds come in the order in which the initial
    /// state lists them: of the valuations of a structure, those where its first atom is false
    /// come first, and so on.
    pub first: Vec<Vec<Atom>>,
}
