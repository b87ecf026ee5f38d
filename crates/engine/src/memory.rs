//! What was found out and may be asked again. It never takes over: when it is too much, all of it is forgotten.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Answers by questions, at most so many.
#[derive(Debug)]
pub(crate) struct Memory<K, V> {
    answers: Mutex<FxHashMap<K, V>>,
    most: usize,
}

impl<K: Eq + Hash, V: Clone> Memory<K, V> {
    pub(crate) fn new(most: usize) -> Self {
        Self { answers: Mutex::default(), most }
    }

    /// The answer, if it was found before.
    pub(crate) fn recall(&self, question: &K) -> Option<V> {
        self.answers().get(question).cloned()
    }

    /// Remembers an answer.
    pub(crate) fn remember(&self, question: K, answer: V) {
        let mut answers = self.answers();
        if answers.len() >= self.most {
            answers.clear();
        }
        answers.insert(question, answer);
    }

    /// Forgets everything.
    pub(crate) fn forget(&self) {
        self.answers().clear();
    }

    fn answers(&self) -> MutexGuard<'_, FxHashMap<K, V>> {
        // A thread that panicked while holding the lock left the table as it was.
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
