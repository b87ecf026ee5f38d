//! The extension of a formula: the relevant worlds where it is true, told by the atoms
//! that are true there. There may be far more of them than anybody wants to read, so that
//! they are counted, and only the first are listed.

use crate::bits::Bits;
use crate::state::State;
use crate::truth::{self, EvalError};
use crate::view::atoms_at;
use dashu_int::UBig;
use hexa_logic::{Atom, Formula, Terms, World};

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

/// Where a formula is true: at most so many worlds, and how many there are.
pub(crate) fn extension(
    state: &State,
    terms: &Terms,
    formula: Formula,
    most: usize,
) -> Result<Extension, EvalError> {
    let mut worlds = truth::truth(state, terms, formula)?;
    worlds.intersect_with(&state.relevant()?);
    Ok(Extension {
        count: UBig::from(worlds.count_ones(..)),
        first: worlds.ones().take(most).map(|world| atoms_at(state, world)).collect(),
    })
}

/// The same state with another actual world: the first one where exactly these atoms are true.
pub(crate) fn moved_to(state: &State, atoms: &[Atom]) -> Option<State> {
    let columns = state.model().columns();
    let mut left: Bits = state.domain().clone();
    for (at, column) in columns.iter().enumerate() {
        match atoms.contains(&Atom::from_index(at)) {
            true => left.intersect_with(column),
            false => left.difference_with(column),
        }
    }
    let known = atoms.iter().all(|atom| atom.index() < columns.len());
    let world = left.ones().next().filter(|_| known)?;
    state.at(World::from_index(world))
}
