//! What a proof by exhaustive search consists of.

/// A closed set of states, as the engine hands it over for checking.
pub trait ClosedStates {
    /// How many states there are; they are numbered from 0.
    fn len(&self) -> usize;

    /// Whether there are none (never for a real proof: the initial state is one).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
