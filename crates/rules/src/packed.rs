//! Rows of words, each of them once, numbered in the order in which they come.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Rows of words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packed {
    words: usize,
    rows: Vec<u64>,
    table: HashTable<u32>,
}

impl Packed {
    /// No rows of so many words, at least one.
    pub(crate) fn new(words: usize) -> Self {
        Self { words: words.max(1), rows: Vec::new(), table: HashTable::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len() / self.words
    }

    pub(crate) fn row(&self, at: u32) -> &[u64] {
        &self.rows[at as usize * self.words..][..self.words]
    }

    /// The number of a row, and whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, row: &[u64]) -> (u32, bool) {
        let (words, rows) = (self.words, &mut self.rows);
        let at = |rows: &[u64], at: u32| -> u64 { hash(&rows[at as usize * words..][..words]) };
        // One word is compared as such: that is what small games have.
        let is_same = |&known: &u32| match words {
            1 => rows[known as usize] == row[0],
            _ => &rows[known as usize * words..][..words] == row,
        };
        let code = hash(row);
        if let Some(&known) = self.table.find(code, is_same) {
            return (known, false);
        }
        let new = (rows.len() / words) as u32;
        rows.extend_from_slice(row);
        self.table.insert_unique(code, new, |&known| at(rows, known));
        (new, true)
    }
}

#[inline]
fn hash(row: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    row.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}
