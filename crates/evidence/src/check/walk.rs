//! Steps of a proof, as the checker executes them.

use raddle_machine::State;
use raddle_semantics::run::{Choice, Runs, StepEnd};
use raddle_semantics::{Asking, Dead};

use super::Rejected;

/// Where a step starts.
#[derive(Clone, Copy)]
pub(crate) enum Start<'a> {
    /// From the initial state, with `main`.
    Beginning,
    /// From a state, with a move.
    Move(&'a State, Choice),
}

/// Executes steps.
pub(crate) struct Walker<'a, 'p> {
    pub(crate) runs: Runs<'a, 'p>,
    /// What is read when, if dead values are cut.
    pub(crate) dead: Option<Dead<'p>>,
}

impl Walker<'_, '_> {
    /// Cuts dead values out of a state that a step has led to, if the proof wants it.
    pub(crate) fn cut(&self, state: &mut State) {
        if let Some(dead) = &self.dead {
            dead.cut(state, None);
        }
    }

    /// Executes one step; `None` if the program ends or the move turns out to be none.
    pub(crate) fn execute(&self, start: Start<'_>, oracle: &mut impl Asking) -> Result<Option<State>, Rejected> {
        let (state, end) = match start {
            Start::Beginning => {
                let mut state = self.runs.dependence.machine().initial(oracle)?;
                let end = self.runs.start(&mut state, oracle, &mut ())?;
                (state, end)
            }
            Start::Move(state, choice) => {
                let mut state = state.clone();
                let end = self.runs.execute(&mut state, choice, oracle, &mut ())?;
                (state, end)
            }
        };
        match end {
            StepEnd::State => Ok(Some(state)),
            StepEnd::Nothing => Ok(None),
            StepEnd::Violation(violation) => Err(Rejected::Wrong(format!("{violation} is reachable"))),
        }
    }
}
