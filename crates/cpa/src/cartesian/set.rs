//! Sets of local parts, as bits.

use super::LocalId;

/// A set of local parts of one thread. The first 64 need no memory of their own: most threads have no more.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalSet {
    first: u64,
    /// Those from 64 on; never ends in a zero.
    rest: Vec<u64>,
}

impl LocalSet {
    /// Nothing.
    pub fn new() -> LocalSet {
        LocalSet::default()
    }

    /// Only this one.
    pub fn of(local: LocalId) -> LocalSet {
        let mut set = LocalSet::new();
        set.insert(local);
        set
    }

    fn place(local: LocalId) -> (usize, u64) {
        (local.0 as usize / 64, 1 << (local.0 % 64))
    }

    /// Adds one; whether it was new.
    pub fn insert(&mut self, local: LocalId) -> bool {
        let (word, bit) = LocalSet::place(local);
        let held = match word.checked_sub(1) {
            None => &mut self.first,
            Some(word) => {
                if self.rest.len() <= word {
                    self.rest.resize(word + 1, 0);
                }
                &mut self.rest[word]
            }
        };
        let new = *held & bit == 0;
        *held |= bit;
        new
    }

    /// Whether it is in the set.
    pub fn contains(&self, local: LocalId) -> bool {
        let (word, bit) = LocalSet::place(local);
        let held = match word.checked_sub(1) {
            None => self.first,
            Some(word) => self.rest.get(word).copied().unwrap_or(0),
        };
        held & bit != 0
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.rest.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let ones = |word: &u64| word.count_ones() as usize;
        ones(&self.first) + self.rest.iter().map(ones).sum::<usize>()
    }

    /// Whether everything in it is in the other.
    pub fn is_within(&self, other: &LocalSet) -> bool {
        self.first & !other.first == 0
            && (self.rest.is_empty()
                || self.rest.len() <= other.rest.len() && self.rest.iter().zip(&other.rest).all(|(a, b)| a & !b == 0))
    }

    /// Whether both are the same; faster than `==` where there is nothing from 64 on, as that compares no memory.
    pub fn is_same(&self, other: &LocalSet) -> bool {
        self.first == other.first
            && self.rest.len() == other.rest.len()
            && (self.rest.is_empty() || self.rest == other.rest)
    }

    /// Whether nothing is in both.
    pub fn is_disjoint(&self, other: &LocalSet) -> bool {
        self.first & other.first == 0 && self.rest.iter().zip(&other.rest).all(|(a, b)| a & b == 0)
    }

    /// Adds everything that is in the other; whether something was new.
    pub fn join(&mut self, other: &LocalSet) -> bool {
        let grows = !other.is_within(self);
        if grows {
            self.first |= other.first;
            if self.rest.len() < other.rest.len() {
                self.rest.resize(other.rest.len(), 0);
            }
            for (a, b) in self.rest.iter_mut().zip(&other.rest) {
                *a |= b;
            }
        }
        grows
    }

    /// What is in both.
    #[must_use]
    pub fn meet(&self, other: &LocalSet) -> LocalSet {
        LocalSet {
            first: self.first & other.first,
            rest: self.rest.iter().zip(&other.rest).map(|(a, b)| a & b).collect(),
        }
        .trimmed()
    }

    /// Takes out everything that is in the other.
    pub fn remove(&mut self, other: &LocalSet) {
        self.first &= !other.first;
        for (a, b) in self.rest.iter_mut().zip(&other.rest) {
            *a &= !b;
        }
        *self = std::mem::take(self).trimmed();
    }

    fn trimmed(mut self) -> LocalSet {
        while self.rest.last() == Some(&0) {
            self.rest.pop();
        }
        self
    }

    /// All of them, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = LocalId> + '_ {
        std::iter::once(&self.first).chain(&self.rest).enumerate().flat_map(|(index, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(LocalId(64 * index as u32 + bit))
            })
        })
    }
}

impl FromIterator<LocalId> for LocalSet {
    fn from_iter<T: IntoIterator<Item = LocalId>>(locals: T) -> LocalSet {
        let mut set = LocalSet::new();
        for local in locals {
            set.insert(local);
        }
        set
    }
}

impl std::fmt::Debug for LocalSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|local| local.0)).finish()
    }
}
