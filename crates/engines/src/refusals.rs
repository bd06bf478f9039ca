//! How often violations at the same place are tried that are not believed.
//!
//! A counterexample that is refused ([`raddle_evidence::doubt`]) has cost the way back to the beginning and a replay. The next one at the same
//! place may be real: another path, other answers of the environment. After some of them it is not worth the time, and the place is given up; the
//! reason for UNKNOWN is known by then. Work is counted in counterexamples, never in time, so that the same input gives the same answer.

use std::collections::BTreeMap;

use crate::config::Config;

/// Counts them, place by place.
pub struct Refusals<P> {
    most: u64,
    counted: BTreeMap<P, u64>,
}

impl<P: Ord> Refusals<P> {
    /// None yet.
    pub fn new(config: &Config) -> Refusals<P> {
        Refusals { most: config.evidence.max_refused, counted: BTreeMap::new() }
    }

    /// One more at a place.
    pub fn count(&mut self, place: P) {
        *self.counted.entry(place).or_default() += 1;
    }

    /// Whether a place is given up.
    pub fn is_tired_of(&self, place: P) -> bool {
        self.counted.get(&place).is_some_and(|count| *count >= self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_has_its_own_number() {
        let mut config = Config::default();
        config.assign("evidence.max_refused=2").expect("an option");
        let mut refusals = Refusals::new(&config);
        refusals.count("a");
        refusals.count("b");
        assert!(!refusals.is_tired_of("a"));
        refusals.count("a");
        assert!(refusals.is_tired_of("a") && !refusals.is_tired_of("b") && !refusals.is_tired_of("c"));
    }
}
