//! The value of an array in a model: finitely many elements that differ from a default.

use std::collections::BTreeMap;

/// The value of an array.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayValue {
    /// The element everywhere else.
    pub default: u128,
    /// The elements at the indices that have been looked at.
    pub elements: BTreeMap<u128, u128>,
}

impl ArrayValue {
    /// The array with this element everywhere.
    pub fn constant(default: u128) -> Self {
        Self { default, elements: BTreeMap::new() }
    }

    /// The element at an index.
    pub fn get(&self, index: u128) -> u128 {
        self.elements.get(&index).copied().unwrap_or(self.default)
    }

    /// Changes the element at an index.
    pub fn set(&mut self, index: u128, element: u128) {
        self.elements.insert(index, element);
    }

    /// Whether two arrays with indices of that width are the same map.
    pub fn same(&self, other: &Self, index_width: u32) -> bool {
        let listed: std::collections::BTreeSet<u128> =
            self.elements.keys().chain(other.elements.keys()).copied().collect();
        let everywhere = index_width < 64 && listed.len() as u128 == 1 << index_width;
        (everywhere || self.default == other.default) && listed.iter().all(|i| self.get(*i) == other.get(*i))
    }
}
