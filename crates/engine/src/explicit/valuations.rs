//! The worlds of a knowledge structure: the valuations that obey a law. The first
//! atoms are tried one after the other, turning back as soon as the law cannot be
//! obeyed any more; the last ones are tried all at once, in blocks of valuations
//! whose columns have a fixed pattern.

use crate::building::{BuildError, Counted};
use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits, WORD, Word};
use crate::explicit::initial::Columns;
use crate::explicit::truth;
use crate::limits::{Limit, Limits, Work};
use crate::propositional::{NotPropositional, Proposition};
use dashu_int::UBig;
use hexa_logic::{Atom, Stopped, Structure, Terms, Vocabulary};
use std::sync::Arc;

/// How many atoms a block tries at once.
const BLOCK: usize = 16;

/// The columns of the valuations that obey the law of a structure.
pub(crate) fn obeying(
    setup: &Structure,
    law: Proposition,
    terms: &Terms,
    vocabulary: &Vocabulary,
    limits: &Limits,
) -> Result<Columns, BuildError> {
    let mut search = Search::new(setup, law, terms, vocabulary, limits);
    search.run(usize::MAX)?;
    match search.found {
        0 => Err(BuildError::NoWorldObeysTheLaw),
        _ => Ok(search.into_columns()),
    }
}

/// The first valuation that obeys the law of a structure.
pub(crate) fn first(
    setup: &Structure,
    law: Proposition,
    terms: &Terms,
    vocabulary: &Vocabulary,
    limits: &Limits,
) -> Result<Vec<Atom>, BuildError> {
    let mut search = Search::new(setup, law, terms, vocabulary, limits);
    search.run(1)?;
    match search.found {
        0 => Err(BuildError::NoWorldObeysTheLaw),
        _ => Ok(search.into_columns().atoms_at(0)),
    }
}

struct Search<'a> {
    setup: &'a Structure,
    law: Proposition,
    terms: &'a Terms,
    vocabulary: &'a Vocabulary,
    limits: &'a Limits,
    work: Work,
    /// The atoms tried one after the other; the rest of the structure's are tried at once.
    tried: &'a [Atom],
    /// The columns of the atoms of a block.
    patterns: Vec<Arc<Bits>>,
    /// The values chosen so far, for each atom of the vocabulary.
    values: Vec<Option<bool>>,
    columns: Vec<Growing>,
    found: usize,
}

impl<'a> Search<'a> {
    fn new(
        setup: &'a Structure,
        law: Proposition,
        terms: &'a Terms,
        vocabulary: &'a Vocabulary,
        limits: &'a Limits,
    ) -> Self {
        let block = setup.atoms.len().min(BLOCK);
        // Atoms outside the structure are false everywhere.
        let mut values = vec![Some(false); vocabulary.atom_count()];
        for atom in &setup.atoms {
            if let Some(value) = values.get_mut(atom.index()) {
                *value = None;
            }
        }
        Self {
            setup,
            law,
            terms,
            vocabulary,
            limits,
            work: Work::new(limits),
            tried: &setup.atoms[..setup.atoms.len() - block],
            patterns: (0..block).map(|at| Arc::new(pattern(block, at))).collect(),
            values,
            columns: vec![Growing::default(); setup.atoms.len()],
            found: 0,
        }
    }

    /// Depth first, false before true, until there are enough.
    fn run(&mut self, enough: usize) -> Result<(), BuildError> {
        let mut choices: Vec<bool> = Vec::new();
        loop {
            self.spend(self.law.len() as u64)?;
            let hopeless = self.law.value(&self.values) == Some(false);
            if !hopeless && choices.len() < self.tried.len() {
                self.choose(&mut choices, false);
                continue;
            }
            if !hopeless {
                self.block(&choices)?;
            }
            if self.found >= enough {
                return Ok(());
            }
            while choices.pop_if(|last| *last).is_some() {
                self.forget(choices.len());
            }
            if choices.pop().is_none() {
                return Ok(());
            }
            self.choose(&mut choices, true);
        }
    }

    fn choose(&mut self, choices: &mut Vec<bool>, value: bool) {
        self.values[self.tried[choices.len()].index()] = Some(value);
        choices.push(value);
    }

    fn forget(&mut self, depth: usize) {
        self.values[self.tried[depth].index()] = None;
    }

    fn spend(&mut self, steps: u64) -> Result<(), BuildError> {
        let found = self.found as u64;
        self.work.spend(steps).map_err(|limit| BuildError::SearchTooLong { found, limit })
    }

    /// Adds the valuations of a block that obey the law.
    fn block(&mut self, choices: &[bool]) -> Result<(), BuildError> {
        let worlds = 1 << self.patterns.len();
        self.spend(((self.law.len() + self.columns.len()) * worlds / WORD) as u64)?;
        let kept = self.obeying_valuations(choices, worlds)?;
        let more = kept.count_ones(..);
        self.admit(self.found + more)?;
        for (column, &choice) in self.columns.iter_mut().zip(choices) {
            column.repeat(choice, more);
        }
        for (column, pattern) in self.columns[choices.len()..].iter_mut().zip(&self.patterns) {
            match more == worlds {
                true => column.append(pattern),
                false => column.append(&bits::gather(pattern, &kept, self.work.pace())?),
            }
        }
        self.found += more;
        Ok(())
    }

    /// Which valuations of a block obey the law.
    fn obeying_valuations(&self, choices: &[bool], worlds: usize) -> Result<Bits, BuildError> {
        if self.setup.law == Terms::TRUE {
            return Ok(bits::all(worlds));
        }
        let mut block = Columns::nowhere(worlds, self.vocabulary.atom_count());
        let everywhere = Arc::new(bits::all(worlds));
        for (atom, _) in self.tried.iter().zip(choices).filter(|&(_, &choice)| choice) {
            block.of[atom.index()] = Arc::clone(&everywhere);
        }
        for (atom, pattern) in self.setup.atoms[choices.len()..].iter().zip(&self.patterns) {
            block.of[atom.index()] = Arc::clone(pattern);
        }
        let state = block.without_access(self.limits);
        truth::column(&state, self.terms, self.setup.law).map_err(|error| {
            if let EvalError::Limit(Limit::Stopped) = error {
                Stopped.into()
            } else {
                NotPropositional { formula: self.setup.law }.into()
            }
        })
    }

    fn admit(&self, worlds: usize) -> Result<(), BuildError> {
        let (agents, atoms) = (self.vocabulary.agent_count(), self.vocabulary.atom_count());
        let worlds = UBig::from(worlds);
        let admitted = self.limits.admit(&worlds, agents, atoms);
        admitted.map_err(|limit| BuildError::TooManyWorlds {
            worlds,
            counted: Counted::AtLeast,
            limit,
        })
    }

    fn into_columns(self) -> Columns {
        let mut columns = Columns::nowhere(self.found, self.vocabulary.atom_count());
        for (atom, column) in self.setup.atoms.iter().zip(self.columns) {
            columns.of[atom.index()] = Arc::new(column.into_bits());
        }
        columns
    }
}

/// Where one of so many atoms is true, if all valuations are listed in order, the first atom
/// weighing most.
fn pattern(atoms: usize, at: usize) -> Bits {
    let run = 1 << (atoms - 1 - at);
    let mut bits = Bits::with_capacity(1 << atoms);
    let mut start = run;
    while start < 1 << atoms {
        bits.insert_range(start..start + run);
        start += 2 * run;
    }
    bits
}

/// A column that grows at its end.
#[derive(Clone, Default)]
struct Growing {
    words: Vec<Word>,
    len: usize,
}

impl Growing {
    fn repeat(&mut self, value: bool, times: usize) {
        let mut bits = Bits::with_capacity(times);
        bits.set_range(.., value);
        self.append(&bits);
    }

    fn append(&mut self, more: &Bits) {
        let shift = self.len % WORD;
        for &word in more.as_slice() {
            match self.words.last_mut().filter(|_| shift != 0) {
                Some(last) => {
                    *last |= word << shift;
                    self.words.push(word >> (WORD - shift));
                }
                None => self.words.push(word),
            }
        }
        self.len += more.len();
        self.words.truncate(self.len.div_ceil(WORD));
    }

    fn into_bits(self) -> Bits {
        Bits::with_capacity_and_blocks(self.len, self.words)
    }
}
