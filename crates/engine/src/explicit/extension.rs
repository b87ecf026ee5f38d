//! Where a formula is true, in a state whose worlds are listed.

use crate::evaluation::EvalError;
use crate::explicit::bits::Bits;
use crate::explicit::state::State;
use crate::explicit::truth;
use crate::explicit::view::atoms_at;
use crate::extension::Extension;
use dashu_int::UBig;
use hexa_logic::{Atom, Formula, Terms, World};

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
