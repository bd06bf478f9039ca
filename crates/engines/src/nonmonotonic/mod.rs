//! Refinement that does not only add: the abstraction is chosen anew for all spurious counterexamples so far.
//!
//! **Idea** (A. Gupta, C. Popeea, A. Rybalchenko, *Non-Monotonic Refinement of Control Abstraction for Concurrent Programs*, ATVA 2010, Figure 3). Ordinary refinement adds to the abstraction
//! what excludes the last spurious counterexample, and never takes anything back. Here all counterexamples are kept, each with *every* reason why no execution takes it, and after each new one
//! the abstraction is *replaced* by the cheapest that honours some reason of every counterexample ([`NonMonRefine`]). What an earlier choice has separated in vain is put together again.
//!
//! **Progress** (the paper's Theorem 1): no counterexample comes twice, because the abstraction excludes all that came before. It is asserted here, by [`History::refine`], for every instance and in
//! every run: that the new counterexample was not there before, and that the new abstraction honours a reason of every one.
//!
//! **Instances.** [`partition`]: classes of control locations (the paper's Figure 4). [`cover`]: predicates about data, which the paper keeps monotonic; with it also the environment of thread-modular analysis, where a predicate belongs to a thread
//! (`crates/engines/src/thread_modular/anew.rs`).
//!
//! **Cost.** The constraints grow with the history, and each choice is an optimisation; what it buys is a smaller abstraction in every exploration that follows.

pub mod cover;
pub mod partition;

use std::collections::BTreeSet;

/// A way to choose abstractions: the paper's `NonMonRefine`.
pub trait NonMonRefine {
    /// Why no execution takes a path, in terms of what an abstraction would have to keep apart.
    type Reason;
    /// What is chosen.
    type Abstraction;

    /// The cheapest abstraction that honours a reason of every path; `None` if there is none (a path without reasons), or it could not be found in time.
    ///
    /// Law: for every path there is a reason that the result [honours](NonMonRefine::honours), and no abstraction that costs less has this property.
    fn choose(&mut self, paths: &[Vec<Self::Reason>]) -> Option<Self::Abstraction>;

    /// Whether paths with this reason are excluded by an abstraction.
    fn honours(&self, abstraction: &Self::Abstraction, reason: &Self::Reason) -> bool;
}

/// All spurious counterexamples so far: the paper's `Paths`.
#[derive(Clone, Debug)]
pub struct History<P, R> {
    seen: BTreeSet<P>,
    reasons: Vec<Vec<R>>,
}

impl<P, R> Default for History<P, R> {
    fn default() -> History<P, R> {
        History { seen: BTreeSet::new(), reasons: Vec::new() }
    }
}

impl<P: Ord, R> History<P, R> {
    /// How many there were.
    pub fn count(&self) -> usize {
        self.reasons.len()
    }

    /// Whether a counterexample came before.
    pub fn has(&self, path: &P) -> bool {
        self.seen.contains(path)
    }

    /// An abstraction that excludes all counterexamples so far, and one more; `None` if none was found.
    ///
    /// # Panics
    /// If the counterexample came before, or the abstraction does not exclude all of them: Theorem 1 does not hold then.
    pub fn refine<N: NonMonRefine<Reason = R>>(
        &mut self,
        refinement: &mut N,
        path: P,
        reasons: Vec<R>,
    ) -> Option<N::Abstraction> {
        self.add(path, reasons);
        self.choose(refinement)
    }

    /// One more counterexample.
    ///
    /// # Panics
    /// If it came before.
    pub fn add(&mut self, path: P, reasons: Vec<R>) {
        assert!(self.seen.insert(path), "a spurious counterexample came twice");
        self.reasons.push(reasons);
    }

    /// An abstraction that excludes all counterexamples so far; `None` if none was found.
    ///
    /// # Panics
    /// If the abstraction does not exclude all of them.
    pub fn choose<N: NonMonRefine<Reason = R>>(&self, refinement: &mut N) -> Option<N::Abstraction> {
        let chosen = refinement.choose(&self.reasons)?;
        let excluded = |reasons: &Vec<R>| reasons.iter().any(|reason| refinement.honours(&chosen, reason));
        assert!(
            self.reasons.iter().all(excluded),
            "an abstraction admits a counterexample that it was chosen to exclude"
        );
        Some(chosen)
    }
}

#[cfg(test)]
mod bakery;
#[cfg(test)]
mod tests;
