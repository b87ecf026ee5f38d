//! Sets of atoms without variables, one table for each relation, and what finds the rows of a table by what is
//! known of them: terms at some places, also inside of functions.

use super::program::Predicate;
use super::term::{Symbol, Term, Terms};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// A place in the arguments of an atom: an argument, then an argument of that, and so on.
pub type Path = Box<[u16]>;

/// What is known at a place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum KeyAccess {
    /// The whole term.
    Term(Path),
    /// Only the function, and with how many arguments.
    Function(Path),
}

/// The rows of a relation.
#[derive(Clone, Debug, Default)]
pub struct Table {
    arity: usize,
    cells: Vec<Term>,
    rows: u32,
    places: HashTable<u32>,
    indexes: Vec<Index>,
}

/// Finds rows by what is known of them. Different keys may meet, so that rows are compared after all.
#[derive(Clone, Debug)]
struct Index {
    access: Box<[KeyAccess]>,
    rows: FxHashMap<u64, Vec<u32>>,
}

impl Table {
    /// An empty table.
    pub fn new(arity: usize) -> Self {
        Self { arity, ..Self::default() }
    }

    /// How many rows there are.
    pub fn len(&self) -> u32 {
        self.rows
    }

    /// A row.
    pub fn row(&self, row: u32) -> &[Term] {
        &self.cells[row as usize * self.arity..(row as usize + 1) * self.arity]
    }

    /// The number of a row.
    pub fn find(&self, terms: &[Term]) -> Option<u32> {
        self.places.find(hash(terms), |&row| self.row(row) == terms).copied()
    }

    /// Adds a row; says whether it is new.
    pub fn insert(&mut self, row: &[Term], terms: &Terms) -> bool {
        let hashed = hash(row);
        if self.find(row).is_some() {
            return false;
        }
        let number = self.rows;
        self.cells.extend_from_slice(row);
        self.rows += 1;
        let (cells, arity) = (&self.cells, self.arity);
        let rehash = |&row: &u32| hash(&cells[row as usize * arity..(row as usize + 1) * arity]);
        self.places.insert_unique(hashed, number, rehash);
        for index in &mut self.indexes {
            index.add(number, row, terms);
        }
        true
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.rows = 0;
        self.places.clear();
        for index in &mut self.indexes {
            index.rows.clear();
        }
    }

    /// The number of the index for this access; it is made if there is none.
    pub fn index(&mut self, access: &[KeyAccess], terms: &Terms) -> usize {
        if let Some(known) = self.indexes.iter().position(|index| *index.access == *access) {
            return known;
        }
        let mut index = Index { access: access.into(), rows: FxHashMap::default() };
        for row in 0..self.rows {
            index.add(row, self.row(row), terms);
        }
        self.indexes.push(index);
        self.indexes.len() - 1
    }

    /// The rows that an index finds for a key, in their order.
    pub fn rows_with(&self, index: usize, key: u64) -> &[u32] {
        self.indexes[index].rows.get(&key).map_or(&[], Vec::as_slice)
    }
}

impl Index {
    fn add(&mut self, number: u32, row: &[Term], terms: &Terms) {
        let mut key = Key::default();
        for access in &self.access {
            let known = match access {
                KeyAccess::Term(path) => at(row, path, terms).map(|term| key.term(term)),
                KeyAccess::Function(path) => at(row, path, terms).map(|term| {
                    let node = terms.node(term);
                    key.function(node.name, node.arguments.len());
                }),
            };
            if known.is_none() {
                return;
            }
        }
        self.rows.entry(key.finish()).or_default().push(number);
    }
}

/// What is looked for, as a number.
#[derive(Default)]
pub struct Key(FxHasher);

impl Key {
    /// A term at the next place.
    pub fn term(&mut self, term: Term) {
        self.0.write_u32(term.0);
    }

    /// A function at the next place.
    pub fn function(&mut self, name: Symbol, arity: usize) {
        self.0.write_u32(name.0);
        self.0.write_u32(arity as u32);
    }

    /// The number.
    pub fn finish(self) -> u64 {
        self.0.finish()
    }
}

fn at(row: &[Term], path: &[u16], terms: &Terms) -> Option<Term> {
    let (&first, rest) = path.split_first()?;
    let mut term = *row.get(first as usize)?;
    for &next in rest {
        term = *terms.node(term).arguments.get(next as usize)?;
    }
    Some(term)
}

fn hash(row: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    row.iter().for_each(|term| hasher.write_u32(term.0));
    hasher.finish()
}

/// A table for each relation.
#[derive(Clone, Debug)]
pub struct Database {
    tables: Vec<Table>,
}

impl Database {
    /// Empty tables with these numbers of arguments.
    pub fn new(arities: impl Iterator<Item = usize>) -> Self {
        Self { tables: arities.map(Table::new).collect() }
    }

    /// The table of a relation.
    pub fn table(&self, predicate: Predicate) -> &Table {
        &self.tables[predicate.index()]
    }

    /// The table of a relation, to change it.
    pub fn table_mut(&mut self, predicate: Predicate) -> &mut Table {
        &mut self.tables[predicate.index()]
    }

    /// How many relations there are.
    pub fn relations(&self) -> usize {
        self.tables.len()
    }

    /// How many rows there are in all tables.
    pub fn rows(&self) -> usize {
        self.tables.iter().map(|table| table.len() as usize).sum()
    }
}
