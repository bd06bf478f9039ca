//! Sets of threads.

use crate::state::ThreadIx;

/// A set of threads as bits; only the first 64 threads can be in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ThreadSet(pub u64);

impl ThreadSet {
    /// Nobody.
    pub const NONE: ThreadSet = ThreadSet(0);

    /// Whether a thread can be in a set at all.
    pub fn can_hold(thread: ThreadIx) -> bool {
        thread.0 < 64
    }

    /// Whether a thread belongs to the set.
    pub fn contains(self, thread: ThreadIx) -> bool {
        ThreadSet::can_hold(thread) && self.0 >> thread.0 & 1 == 1
    }

    /// The set with one more thread, if it can hold it.
    #[must_use]
    pub fn with(self, thread: ThreadIx) -> ThreadSet {
        if ThreadSet::can_hold(thread) { ThreadSet(self.0 | 1 << thread.0) } else { self }
    }

    /// Who is in one of them.
    #[must_use]
    pub fn or(self, other: ThreadSet) -> ThreadSet {
        ThreadSet(self.0 | other.0)
    }

    /// Who is in both.
    #[must_use]
    pub fn and(self, other: ThreadSet) -> ThreadSet {
        ThreadSet(self.0 & other.0)
    }

    /// Who is in this set but not in the other.
    #[must_use]
    pub fn without(self, other: ThreadSet) -> ThreadSet {
        ThreadSet(self.0 & !other.0)
    }

    /// Whether everybody in it is in the other.
    pub fn is_inside(self, other: ThreadSet) -> bool {
        self.without(other).is_empty()
    }

    /// Whether nobody is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}
