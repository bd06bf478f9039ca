//! Threading as the lead of a composite: it tells the components which edges it has executed.
//!
//! Edges are recorded only if somebody follows them, so threading alone pays nothing for it.

use raddle_cpa::laws::Concrete;
use raddle_cpa::{Cpa, Lead, Recorded, Successor, Taken};
use raddle_machine::{Enabled, Machine, State, ThreadIx};
use raddle_program::Span;
use raddle_semantics::dependence::threads;

use super::{Action, Choice, Configuration, Domain, Threading, Way};

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

    fn visible_place(&self, state: &Self::State, thread: ThreadIx, span: Span) -> Span {
        self.stepper.dependence.machine().visible_place(&state.state, thread, span)
    }
}

/// Every way to go on in a state.
pub fn all_steps(machine: &Machine<'_>, state: &State) -> Vec<Choice> {
    let mut out = Vec::new();
    for thread in threads(state) {
        let mut add = |possible: bool, action| out.extend(possible.then_some(Choice { thread, action }));
        add(machine.enabled(state, thread) == Enabled::Yes, Action::Step);
        add(machine.can_wake_spuriously(state, thread), Action::Wake);
        add(machine.can_time_out(state, thread), Action::TimeOut);
    }
    out
}

impl<D: Domain> Concrete for Threading<'_, '_, D> {
    fn steps(&self, machine: &Machine<'_>, concrete: &State) -> Vec<Choice> {
        all_steps(machine, concrete)
    }

    fn begin(&self, machine: &Machine<'_>, step: &Choice, concrete: &mut State) {
        match step.action {
            Action::Step => {}
            Action::Wake => machine.wake(concrete, step.thread, false),
            Action::TimeOut => machine.wake(concrete, step.thread, true),
        }
    }

    fn contains(&mut self, state: &Self::State, concrete: &State) -> bool {
        let mut concrete = concrete.clone();
        if let Some(dead) = &self.dead {
            dead.cut(&mut concrete, None);
        }
        self.domain.contains(state, &concrete)
    }
}
