//! Cartesian products of sets of local parts: the *Cartesian abstract elements* of section 4.3.

use super::{LocalId, LocalSet, ThreadNo};

/// A product of as many sets as there are threads. It is empty if one of them is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Product {
    parts: Vec<LocalSet>,
}

impl Product {
    /// The product of these.
    pub fn new(parts: Vec<LocalSet>) -> Product {
        Product { parts }
    }

    /// The product with only one tuple in it.
    pub fn of(tuple: &[LocalId]) -> Product {
        Product { parts: tuple.iter().map(|local| LocalSet::of(*local)).collect() }
    }

    /// The sets, one for each thread.
    pub fn parts(&self) -> &[LocalSet] {
        &self.parts
    }

    /// The set of one thread.
    pub fn part(&self, thread: ThreadNo) -> &LocalSet {
        &self.parts[thread.0]
    }

    /// Whether it has no tuples.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().any(LocalSet::is_empty)
    }

    /// Whether a tuple is in it.
    pub fn contains(&self, tuple: &[LocalId]) -> bool {
        self.parts.iter().zip(tuple).all(|(set, local)| set.contains(*local))
    }

    /// Lemma 5: whether all its tuples are in the other. n inclusions of sets.
    pub fn is_within(&self, other: &Product) -> bool {
        self.parts.iter().zip(&other.parts).all(|(a, b)| a.is_within(b)) || self.is_empty()
    }

    /// The smallest product that contains both; whether that is larger than this one. Neither is empty.
    pub fn join(&mut self, other: &Product) -> bool {
        let mut grows = false;
        for (a, b) in self.parts.iter_mut().zip(&other.parts) {
            grows |= a.join(b);
        }
        grows
    }

    /// The tuples that are in both.
    #[must_use]
    pub fn meet(&self, other: &Product) -> Product {
        Product { parts: self.parts.iter().zip(&other.parts).map(|(a, b)| a.meet(b)).collect() }
    }

    /// The product with another set for one thread.
    #[must_use]
    pub fn with(&self, thread: ThreadNo, set: LocalSet) -> Product {
        let mut with = self.clone();
        with.parts[thread.0] = set;
        with
    }

    /// The product without one thread.
    #[must_use]
    pub fn without_thread(&self, thread: ThreadNo) -> Product {
        let mut without = self.clone();
        without.parts.remove(thread.0);
        without
    }

    /// The product of more threads, of which the new ones have only this local part.
    pub fn grow(&mut self, threads: usize, local: LocalId) {
        if self.parts.len() < threads {
            self.parts.resize(threads, LocalSet::of(local));
        }
    }

    /// Sets the set of one thread.
    pub(super) fn set(&mut self, thread: ThreadNo, set: LocalSet) {
        self.parts[thread.0] = set;
    }

    pub(super) fn part_mut(&mut self, thread: ThreadNo) -> &mut LocalSet {
        &mut self.parts[thread.0]
    }
}
