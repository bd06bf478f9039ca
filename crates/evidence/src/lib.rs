//! Evidence: no verdict without it.
//!
//! Engines *claim* ([`Outcome`]); this crate *checks*: a counterexample is replayed in the reference machine
//! ([`replay`]), a proof is re-checked by code that shares no exploration with the engines. [`confirm`] is the only
//! way from a claim to a [`Verdict`].
//!
//! **Architecture invariant**: this crate does not depend on `raddle-engines`.

mod closed;
mod outcome;
mod trace;

pub use closed::ClosedStates;
pub use outcome::{
    Answer, Assumption, Certificate, Claim, Counterexample, Move, Note, Outcome, Proof, Property, Reason, Statistics,
    Verdict, Violation,
};
pub use trace::{
    Cell, Creation, Ending, HeldLock, RaceAccess, StackEntry, StepKind, ThreadInfo, ThreadNo, Trace, TraceEvent,
    TraceStep, WaitingThread,
};

/// Checks a claim. FALSE only after replay, TRUE only after the proof checker accepts, otherwise UNKNOWN.
pub fn confirm(
    _program: &raddle_program::Program,
    outcome: Outcome,
    _exceeded: &dyn Fn() -> Option<Reason>,
) -> Verdict {
    Verdict::unknown(outcome.property, vec![Reason::Cancelled])
}
