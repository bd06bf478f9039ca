//! Threading as the lead of a composite: it tells the components which edges it has executed.
//!
//! Edges are recorded only if somebody follows them, so threading alone pays nothing for it.

use raddle_cpa::{Cpa, Lead, Recorded, Successor, Taken};
use raddle_machine::{ThreadIx, arith};
use raddle_program::Expr;

use super::{Choice, Configuration, Domain, Threading, Way};

impl<D: Domain> Threading<'_, '_, D> {
    /// Remembers what was executed on the ways that were found since the last time, if that is wanted.
    pub(super) fn record(&mut self, ways: usize) {
        if let Some(taken) = &self.stepper.edges_taken {
            self.recorded.resize(ways, taken.clone());
        }
    }

    fn recording(
        &mut self,
        from: Option<&Configuration<D::Element>>,
        choice: Option<Choice>,
    ) -> Vec<Recorded<Configuration<D::Element>, Way>> {
        self.stepper.edges_taken = Some(Vec::new());
        self.recorded.clear();
        let ways: Vec<Successor<_, _>> = self.ways(from, choice);
        self.stepper.edges_taken = None;
        let runs: Vec<Vec<Taken>> = std::mem::take(&mut self.recorded);
        ways.into_iter().zip(runs).map(|(successor, run)| Recorded { successor, run }).collect()
    }
}

impl<D: Domain> Lead for Threading<'_, '_, D> {
    fn initial_recorded(&mut self, _: &D::Precision) -> Vec<Recorded<Self::State, Way>> {
        self.recording(None, None)
    }

    fn post_recorded(
        &mut self,
        state: &Self::State,
        step: &<Self as Cpa>::Step,
        _: &D::Precision,
    ) -> Vec<Recorded<Self::State, Way>> {
        self.recording(Some(state), Some(*step))
    }

    fn must_equal(&self, state: &Self::State, thread: ThreadIx, expr: &Expr) -> Option<u128> {
        self.stepper.dependence.machine().plain_value(&state.state, thread, expr)
    }

    fn may_be_true(&self, state: &Self::State, thread: ThreadIx, expr: &Expr) -> bool {
        self.must_equal(state, thread, expr).is_none_or(|bits| arith::is_true(expr.ty, bits))
    }
}
