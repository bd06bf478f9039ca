//! Sets of ids as words of bits.

use std::marker::PhantomData;

use crate::ids::Id;

/// A set of ids; grows as needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdSet<I> {
    words: Vec<u64>,
    id: PhantomData<fn(I)>,
}

/// A set of small numbers.
pub type BitSet = IdSet<u32>;

impl<I> Default for IdSet<I> {
    fn default() -> IdSet<I> {
        IdSet { words: Vec::new(), id: PhantomData }
    }
}

impl<I: Id> IdSet<I> {
    /// Adds an id; true if it was not there.
    pub fn insert(&mut self, item: I) -> bool {
        let (word, bit) = (item.index() / 64, 1u64 << (item.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes an id out.
    pub fn remove(&mut self, item: I) {
        if let Some(word) = self.words.get_mut(item.index() / 64) {
            *word &= !(1 << (item.index() % 64));
        }
    }

    /// Whether an id is in the set.
    pub fn contains(&self, item: I) -> bool {
        self.words.get(item.index() / 64).is_some_and(|w| w >> (item.index() % 64) & 1 == 1)
    }

    /// Adds all of another set; true if something was new.
    pub fn union_with(&mut self, other: &IdSet<I>) -> bool {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut changed = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            changed |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    /// The ids in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.words.iter().enumerate().flat_map(|(i, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(I::from_index(i * 64 + bit as usize))
            })
        })
    }

    /// Whether nothing is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }
}

impl<I: Id> FromIterator<I> for IdSet<I> {
    fn from_iter<A: IntoIterator<Item = I>>(items: A) -> IdSet<I> {
        let mut set = IdSet::default();
        for item in items {
            set.insert(item);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_like_a_set() {
        let mut set = BitSet::default();
        assert!(set.insert(3) && set.insert(200) && !set.insert(3));
        let mut other = BitSet::default();
        other.insert(64);
        assert!(other.union_with(&set) && !other.union_with(&set));
        assert_eq!(other.iter().collect::<Vec<_>>(), [3, 64, 200]);
        assert!(other.contains(200) && !other.contains(5000) && !other.is_empty());
    }
}
