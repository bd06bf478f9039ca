//! Evidence: no verdict without it.
//!
//! Engines *claim* ([`Outcome`]); this crate *checks*: a counterexample is replayed in the reference machine
//! ([`replay`]), a proof is re-checked by code that shares no exploration with the engines (`check`). [`confirm`] is
//! the only way from a claim to a [`Verdict`].
//!
//! **Architecture invariant**: this crate does not depend on `raddle-engines`.

use std::time::Instant;

use raddle_deadline::caught;
use raddle_machine::{Config, Halt, HaltKind};
use raddle_program::{Program, Span};

mod check;
mod closed;
pub mod dependence;
mod environment;
mod footprint;
mod formula;
mod matching;
mod modular;
mod outcome;
pub mod race;
mod relation;
pub mod replay;
mod simplify;
pub mod symmetry;
mod trace;
pub mod view;
mod walk;

pub use closed::{ClosedStates, Expanded, Found, Sought, ThreadBits};
pub use formula::{Candidate, ClosedFormulas, Known};
pub use modular::ClosedViews;
pub use outcome::{
    Answer, Assumption, Certificate, Claim, Counterexample, Move, Note, Outcome, Proof, Property, Reason, Statistics,
    Verdict, Violation,
};
pub use relation::ClosedRelation;
pub use trace::{
    Cell, Creation, Ending, HeldLock, RaceAccess, StackEntry, StepKind, ThreadInfo, ThreadNo, Trace, TraceEvent,
    TraceStep, WaitingThread,
};

/// How a claim is checked.
pub struct Checking<'a> {
    /// How the machine is set up; the same for the engine and the check.
    pub machine: &'a Config,
    /// Into how many cases a nondeterministic value may be split.
    pub max_cases: u64,
    /// Whether proofs are re-checked; if not, TRUE is never said.
    pub proofs: bool,
    /// Why to stop now, if so.
    pub exceeded: &'a dyn Fn() -> Option<Reason>,
}

/// Checks a claim. FALSE only after replay, TRUE only after the proof checker accepts, otherwise UNKNOWN.
pub fn confirm(program: &Program, outcome: Outcome, checking: &Checking<'_>) -> Verdict {
    let started = Instant::now();
    let Outcome { property, claim, assumptions, notes, mut stats, explanation } = outcome;
    let claimed = matches!(claim, Claim::True(_));
    // What has to end in the middle of a check has checked nothing.
    let answer = caught(|| confirmed(program, property, claim, checking));
    let answer = answer.unwrap_or_else(|over| Answer::Unknown(vec![over.into()]));
    stats.check_micros = started.elapsed().as_micros() as u64;
    // What explains a proof says nothing if it is none.
    let explanation = if claimed == matches!(answer, Answer::True(_)) { explanation } else { Vec::new() };
    Verdict { property, answer, assumptions, notes, stats, explanation }
}

/// What is left of a claim.
fn confirmed(program: &Program, property: Property, claim: Claim, checking: &Checking<'_>) -> Answer {
    match claim {
        Claim::Unknown(reasons) => Answer::Unknown(reasons),
        Claim::False(counterexample) => match replay::replay(program, checking.machine, &counterexample) {
            Ok(trace) => {
                let (counterexample, trace) = simplify::simplify(program, checking.machine, counterexample, trace);
                match trace.inexact() {
                    Some(halt) => Answer::Unknown(vec![Reason::Halt(halt)]),
                    None => Answer::False(Box::new(Violation { counterexample, trace })),
                }
            }
            // A nondeterministic value may turn out to be an address.
            Err(replay::ReplayError::Halted(halt)) if halt.kind == HaltKind::Layout => {
                Answer::Unknown(vec![Reason::Halt(halt)])
            }
            Err(error @ replay::ReplayError::Environment) => {
                Answer::Unknown(vec![Reason::Halt(Halt::new(HaltKind::Unsupported, error.to_string(), Span::NONE))])
            }
            Err(error) => Answer::Unknown(vec![Reason::ReplayFailed(error.to_string())]),
        },
        Claim::True(_) if !checking.proofs => Answer::Unknown(vec![Reason::ProofNotChecked]),
        Claim::True(Proof::ClosedStates(states)) => {
            let (machine, cases) = (checking.machine, checking.max_cases);
            checked(check::check_closed(program, machine, property, cases, &*states, checking.exceeded))
        }
        Claim::True(Proof::ClosedRelation(states)) => {
            let (machine, cases) = (checking.machine, checking.max_cases);
            checked(relation::check_relation(program, machine, property, cases, &*states, checking.exceeded))
        }
        Claim::True(Proof::ClosedFormulas(states)) => {
            let (machine, cases) = (checking.machine, checking.max_cases);
            checked(formula::check_formulas(program, machine, property, cases, &*states, checking.exceeded))
        }
        Claim::True(Proof::ClosedViews(views)) => {
            let (machine, cases) = (checking.machine, checking.max_cases);
            checked(modular::check_views(program, machine, property, cases, &*views, checking.exceeded))
        }
    }
}

fn checked(result: Result<Certificate, check::Rejected>) -> Answer {
    match result {
        Ok(certificate) => Answer::True(certificate),
        Err(check::Rejected::Wrong(what)) => Answer::Unknown(vec![Reason::ProofRejected(what)]),
        Err(check::Rejected::Stopped(reason)) => Answer::Unknown(vec![reason]),
    }
}
