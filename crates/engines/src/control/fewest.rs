//! What control excludes, and what data, so that there are as few classes as the program needs.
//!
//! **Idea.** A counterexample that has mismatches is excluded by control, by data, or by either. The paper (A. Gupta, C. Popeea, A. Rybalchenko, ATVA 2010) prefers data where both do; with the nearest counterexamples that finds ever new
//! predicates around loops that control excludes, and preferring control (decision 33) separates places that need not be apart: what values exclude costs no class. But mostly the classes that other counterexamples ask for
//! exclude it in passing. So each is kept with all its reasons, and it is asked whether values exclude it as well:
//! - those that values admit have to be excluded by control, and the fewest classes for these are the number of classes;
//! - each of the others is excluded by control if that number suffices for it as well, and only otherwise by data.
//!
//! If data finds no predicate that is new, the counterexample is one for control after all.
//!
//! **Minimal.** Whatever the predicates are, each counterexample that values admit is one of the abstraction with these classes unless control excludes it. So the number is a lower bound for every proof by classes, and if the exploration closes it is reached; but for
//! those that became control's because no predicate was found.
//!
//! **Rejected.** Choosing again by data what a whole class was made for only when it is the last reason for it: that is what happens here, one counterexample after the other, in the order in which they came.

use raddle_evidence::Reason;

use super::Search;
use super::valuation::stopped;
use super::way::WayId;
use crate::nonmonotonic::NonMonRefine;
use crate::nonmonotonic::partition::{Mismatch, Partition, Repartition};

/// A counterexample that control can exclude.
pub struct Excluded {
    /// Its steps.
    path: Vec<WayId>,
    /// Why control excludes it.
    mismatches: Vec<Mismatch>,
    /// Whether data may exclude it instead.
    by_data: bool,
}

/// Counterexamples that control excludes, or data where a class is spared.
#[derive(Default)]
pub struct Fewest {
    excluded: Vec<Excluded>,
}

impl Fewest {
    /// One more.
    pub fn add(&mut self, path: Vec<WayId>, mismatches: Vec<Mismatch>, by_data: bool) {
        self.excluded.push(Excluded { path, mismatches, by_data });
    }

    /// How many are excluded by control.
    pub fn count(&self) -> usize {
        self.excluded.len()
    }

    /// Whether a partition excludes one.
    fn is_excluded(partition: &Partition, mismatches: &[Mismatch]) -> bool {
        mismatches.iter().any(|mismatch| partition.separates(mismatch))
    }
}

impl Search<'_, '_> {
    /// Excludes all counterexamples that have mismatches, by as few classes as possible.
    pub(super) fn divide(&mut self) -> Result<(), Reason> {
        while let Some(of_data) = self.divide_once()? {
            let excluded = self.fewest.excluded.remove(of_data);
            if !self.refine_data(&excluded.path)? {
                self.fewest.excluded.push(Excluded { by_data: false, ..excluded });
            }
        }
        let all = self.fewest.excluded.iter();
        let admitted = all.filter(|one| !Fewest::is_excluded(&self.partition, &one.mismatches)).count();
        assert_eq!(admitted, 0, "a partition admits a counterexample that it was chosen to exclude");
        Ok(())
    }

    /// Divides places into the fewest classes for what only control excludes; the number of a counterexample that this number of classes does not suffice for, if there is one.
    fn divide_once(&mut self) -> Result<Option<usize>, Reason> {
        let (needed, mut spared): (Vec<usize>, Vec<usize>) =
            (0..self.fewest.excluded.len()).partition(|number| !self.fewest.excluded[*number].by_data);
        self.partition = self.partition_for(&needed)?;
        let most = self.partition.count();
        let mut kept = needed;
        loop {
            // Those that are excluded in passing.
            spared.retain(|number| {
                let passing = Fewest::is_excluded(&self.partition, &self.fewest.excluded[*number].mismatches);
                if passing {
                    kept.push(*number);
                }
                !passing
            });
            let Some(next) = spared.first().copied() else { break };
            kept.push(next);
            let partition = self.partition_for(&kept)?;
            if partition.count() > most {
                return Ok(Some(next));
            }
            self.partition = partition;
        }
        Ok(None)
    }

    /// The fewest classes with which some counterexamples are impossible.
    fn partition_for(&self, numbers: &[usize]) -> Result<Partition, Reason> {
        let paths: Vec<Vec<Mismatch>> =
            numbers.iter().map(|number| self.fewest.excluded[*number].mismatches.clone()).collect();
        let mut repartition = Repartition::new(&self.system.sizes(), self.limits.deadline(), Some(self.stop.clone()));
        repartition.choose(&paths).ok_or_else(|| stopped(&self.system))
    }
}
