//! Sets of small numbers as words of bits.

/// A set of small numbers; grows as needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// Adds a number; true if it was not there.
    pub fn insert(&mut self, item: u32) -> bool {
        let (word, bit) = (item as usize / 64, 1u64 << (item % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes a number out.
    pub fn remove(&mut self, item: u32) {
        if let Some(word) = self.words.get_mut(item as usize / 64) {
            *word &= !(1 << (item % 64));
        }
    }

    /// Whether a number is in the set.
    pub fn contains(&self, item: u32) -> bool {
        self.words.get(item as usize / 64).is_some_and(|w| w >> (item % 64) & 1 == 1)
    }

    /// Adds all of another set; true if something was new.
    pub fn union_with(&mut self, other: &BitSet) -> bool {
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

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(i, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(i as u32 * 64 + bit)
            })
        })
    }

    /// Whether nothing is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }
}

impl FromIterator<u32> for BitSet {
    fn from_iter<I: IntoIterator<Item = u32>>(items: I) -> BitSet {
        let mut set = BitSet::default();
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
