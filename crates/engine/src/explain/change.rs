//! What a step changed: the sizes, whose cells split, and the fewest facts of the
//! kind "a now knows (whether) ..." that say what became known (thesis sec. 2.4: an
//! action is what the players learn from it, and learn of each other's learning).
//!
//! Worlds have no identity across steps, so that everything here is said of
//! valuations: two cells are the same if the same valuations occur in them.
//!
//! `cells` compares partitions, `known` finds what is known in a state, `facts` what
//! became known, `chains` what follows from what, `cover` the smallest selection.

mod cells;
mod chains;
mod cover;
mod facts;
mod known;

pub use cells::{AccessChange, CellChange, Extent};
pub use facts::{Content, Fact, FactChange, Knower, LeftOut, Proof};

use crate::explicit::bits::Bits;
use crate::limits::Pace;
use crate::view::View;
use hexa_logic::{Atom, Stop, Stopped, Vocabulary};
use known::Side;

/// One side of a change: a state, and where some propositional formulas are true in it.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// The relevant worlds.
    pub view: &'a View,
    /// For each formula, its truth in these worlds; the same formulas on both sides.
    pub formulas: &'a [Vec<bool>],
}

/// What changed between two states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// How many worlds were relevant.
    pub worlds_before: usize,
    /// How many are.
    pub worlds_after: usize,
    /// The atoms whose value in the actual world changed, with the new value.
    pub values: Vec<(Atom, bool)>,
    /// For each agent how their access changed.
    pub access: Vec<AccessChange>,
    /// What became known, and what is not known any more.
    pub facts: FactChange,
}

/// What changed from one state to another over the same vocabulary.
pub fn change(
    before: Observed<'_>,
    after: Observed<'_>,
    vocabulary: &Vocabulary,
    stop: &Stop,
) -> Result<Change, Stopped> {
    let (subject, pace) = (Subject::of(vocabulary), &Pace::new(stop));
    let old = Side::new(before, vocabulary, &subject, pace)?;
    let new = Side::new(after, vocabulary, &subject, pace)?;
    Ok(Change {
        worlds_before: before.view.worlds.len(),
        worlds_after: after.view.worlds.len(),
        values: values(before.view, after.view),
        access: cells::compare(before.view, after.view, vocabulary, pace)?,
        facts: facts::compare(&old, &new, pace)?,
    })
}

/// What "everything" means: who has which card, if there are cards, and otherwise all atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Subject {
    Deal(Bits),
    Atoms(Bits),
}

impl Subject {
    fn of(vocabulary: &Vocabulary) -> Self {
        let mut atoms = Bits::with_capacity(vocabulary.atom_count());
        let held = vocabulary.atoms().filter(|&atom| vocabulary.holding(atom).is_some());
        held.for_each(|atom| atoms.insert(atom.index()));
        if !atoms.is_clear() {
            return Self::Deal(atoms);
        }
        atoms.insert_range(..);
        Self::Atoms(atoms)
    }

    fn atoms(&self) -> &Bits {
        match self {
            Self::Deal(atoms) | Self::Atoms(atoms) => atoms,
        }
    }
}

fn values(before: &View, after: &View) -> Vec<(Atom, bool)> {
    let atoms = |view: &View| view.worlds[view.actual].atoms.clone();
    let (old, new) = (atoms(before), atoms(after));
    let mut changed: Vec<(Atom, bool)> =
        new.iter().filter(|atom| !old.contains(atom)).map(|&atom| (atom, true)).collect();
    changed.extend(old.iter().filter(|atom| !new.contains(atom)).map(|&atom| (atom, false)));
    changed.sort_unstable();
    changed
}
