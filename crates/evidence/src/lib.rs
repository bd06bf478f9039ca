//! Evidence: no verdict without it.
//!
//! Engines *claim* ([`Outcome`]); this crate *checks*: a counterexample is replayed in the reference machine
//! ([`replay`]), a proof is re-checked by code that shares no exploration with the engines (`check`). [`confirm`] is
//! the only way from a claim to a [`Verdict`].
//!
//! **Architecture invariant**: this crate does not depend on `raddle-engines`.

use std::time::Instant;

use raddle_deadline::{Deadline, caught};
use raddle_machine::{Config, Halt, HaltKind, Machine};
use raddle_program::{Program, Span};
use raddle_smt::Confirmation;

mod check;
mod environment;
mod outcome;
mod parcel;
mod possible;
mod proof;
pub mod replay;
mod simplify;
mod trace;

pub use check::ViewsOfProof;
use outcome::Shown;
pub use outcome::{
    Answer, Assumption, Basis, Certificate, Claim, Confirmed, Counterexample, Others, Outcome, Reason, Statistics,
    Tried, UndefinedBehaviour, Verdict, Violation,
};
pub use parcel::{Answered, Parcel, unpack};
pub use possible::{AboutRaces, PossibleAccess, PossibleRace, Variable};
pub use proof::{
    Candidate, ClassState, ClosedClasses, ClosedProducts, ClosedStates, ClosedValuations, ClosedViews, ExcludedPairs,
    Expanded, Expansion, KnownValues, Language, PathFormula, ProductAt, Proof, Rank, Sought, SoughtValues, StateIx,
    States,
};
use replay::Goal;

pub use raddle_machine::Note;
pub use raddle_semantics::Property;
pub use raddle_semantics::run::Move;
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
    /// Who confirms that the SAT solver's answers "unsatisfiable" follow from its proofs; none if they are believed.
    pub confirmation: Option<Confirmation>,
    /// Why to stop now, if so.
    pub exceeded: &'a dyn Fn() -> Option<Reason>,
}

/// Checks a claim. FALSE only after replay, TRUE only after the proof checker accepts, otherwise UNKNOWN.
pub fn confirm(program: &Program, outcome: Outcome, checking: &Checking<'_>) -> Verdict {
    let started = Instant::now();
    let Outcome { property, claim, mut assumptions, notes, undefined, mut stats, explanation, races } = outcome;
    let counted = assumptions.iter().any(|assumption| matches!(assumption, Assumption::AllowedRaces(_)));
    if property.looks_at_next_accesses() && !program.allowed_races.is_empty() && !counted {
        // Whoever has found the claim: nobody shows or excludes these races.
        assumptions.insert(Assumption::AllowedRaces(0));
    }
    Assumption::count_allowed_once(&mut assumptions);
    let claimed = matches!(claim, Claim::True(_));
    // What has to end in the middle of a check has checked nothing.
    let answer = caught(|| confirmed(program, property, claim, checking));
    let answer = answer.unwrap_or_else(|over| Answer::Unknown(vec![over.into()]));
    // What the deadline cuts short is not shown.
    let undefined = caught(|| undefined.and_then(|claimed| shown(program, &answer, claimed, checking))).ok().flatten();
    stats.check_micros = started.elapsed().as_micros() as u64;
    stats.confirmed = checking.confirmation.as_ref().map_or(0, Confirmation::answers);
    // What explains a proof says nothing if it is none.
    let explanation = if claimed == matches!(answer, Answer::True(_)) { explanation } else { Vec::new() };
    let races = races.beside(AboutRaces::default(), program, &answer);
    Verdict { property, answer, assumptions, notes, undefined, stats, explanation, races, tried: Vec::new() }
}

/// Replays one counterexample in a machine that has been set up: the violation, or why it is none that counts.
pub fn confirm_violation(machine: &Machine<'_>, claimed: Counterexample) -> Result<Confirmed, Reason> {
    match replay::replay_in(machine, &claimed, Goal::Violation) {
        Ok(trace) => {
            let (counterexample, trace) = simplify::simplify_in(machine, claimed, trace, Goal::Violation);
            match trace.inexact() {
                Some(halt) => Err(Reason::Halt(halt)),
                None => Ok(Confirmed(Violation { counterexample, trace, others: None })),
            }
        }
        Err(error) => Err(match refusal(&error) {
            Some(halt) => Reason::Halt(halt),
            None => Reason::ReplayFailed(error.to_string()),
        }),
    }
}

/// Why a counterexample would not be believed, although nothing is wrong with how it was found: it rests on something that is not
/// modelled exactly, on answers that no environment gives together, or on where objects lie. An engine that asks can look for
/// another one; the verdict is [`confirm`]'s all the same.
///
/// A counterexample without inputs rests on nothing of that kind, and is not replayed for it.
pub fn doubt(machine: &Machine<'_>, claimed: &Counterexample) -> Option<Halt> {
    if claimed.inputs.is_empty() {
        return None;
    }
    match replay::replay_in(machine, claimed, Goal::Violation) {
        Ok(trace) => {
            trace.inexact()?;
            let (_, simpler) = simplify::simplify_in(machine, claimed.clone(), trace, Goal::Violation);
            simpler.inexact()
        }
        Err(error) => refusal(&error),
    }
}

/// Whether an execution really ends in undefined behaviour, and rests on nothing that is not modelled exactly. An engine that asks can look for
/// another one; what is shown is [`confirm`]'s all the same.
pub fn is_shown(machine: &Machine<'_>, claimed: &UndefinedBehaviour) -> bool {
    let trace = replay::replay_in(machine, &claimed.execution, Goal::Halt(&claimed.halt));
    trace.is_ok_and(|trace| trace.inexact().is_none())
}

/// The execution to undefined behaviour that is a reason for UNKNOWN, replayed and simplified.
fn shown(
    program: &Program,
    answer: &Answer,
    claimed: UndefinedBehaviour,
    checking: &Checking<'_>,
) -> Option<Box<Shown>> {
    let Shown { claimed: UndefinedBehaviour { halt, execution }, trace } =
        replayed(program, answer, claimed, checking)?;
    if (checking.exceeded)().is_some() {
        return Some(Box::new(Shown { claimed: UndefinedBehaviour { halt, execution }, trace }));
    }
    let machine = Machine::new(program, execution.property.watching(checking.machine.clone()));
    let (execution, trace) = simplify::simplify_in(&machine, execution, trace, Goal::Halt(&halt));
    let exact = trace.inexact().is_none();
    exact.then(|| Box::new(Shown { claimed: UndefinedBehaviour { halt, execution }, trace }))
}

/// The execution to undefined behaviour that is a reason for UNKNOWN, replayed. It may be inexact until it is simplified.
fn replayed(program: &Program, answer: &Answer, claimed: UndefinedBehaviour, checking: &Checking<'_>) -> Option<Shown> {
    let is_reason = matches!(answer, Answer::Unknown(reasons) if reasons.contains(&Reason::Halt(claimed.halt.clone())));
    if !is_reason {
        return None;
    }
    // The search may have ended because its time is over. It has found the execution before, and one replay more is all that is missing.
    let setup = claimed.execution.property.watching(checking.machine.clone());
    let unhurried = Machine::new(program, Config { deadline: Deadline::new(), ..setup });
    let trace = replay::replay_in(&unhurried, &claimed.execution, Goal::Halt(&claimed.halt)).ok()?;
    Some(Shown { claimed, trace })
}

/// The reason for UNKNOWN if a replay fails for what the counterexample rests on, and not because it is wrong.
fn refusal(error: &replay::ReplayError) -> Option<Halt> {
    match error {
        // A nondeterministic value may turn out to be an address.
        replay::ReplayError::Halted(halt) if halt.kind == HaltKind::Layout => Some(halt.clone()),
        replay::ReplayError::Environment => Some(Halt::new(HaltKind::Unsupported, error.to_string(), Span::NONE)),
        replay::ReplayError::Halted(_)
        | replay::ReplayError::NotEnabled { .. }
        | replay::ReplayError::EndsEarly
        | replay::ReplayError::NoViolation => None,
    }
}

/// What is left of a claim.
fn confirmed(program: &Program, property: Property, claim: Claim, checking: &Checking<'_>) -> Answer {
    match claim {
        Claim::Unknown(reasons) => Answer::Unknown(reasons),
        Claim::False(counterexample) if counterexample.property != property => {
            Answer::Unknown(vec![Reason::ReplayFailed("it is about another property".to_string())])
        }
        Claim::False(counterexample) => {
            let machine = Machine::new(program, property.watching(checking.machine.clone()));
            match confirm_violation(&machine, counterexample) {
                Ok(Confirmed(violation)) => Answer::False(Box::new(violation)),
                Err(reason) => Answer::Unknown(vec![reason]),
            }
        }
        Claim::Several { violations, open } => {
            let about_it = |confirmed: &Confirmed| confirmed.0.counterexample.property == property;
            let mut violations = violations.into_iter().filter(about_it).map(|Confirmed(violation)| violation);
            match violations.next() {
                Some(first) => {
                    let others = Some(Others { violations: violations.collect(), open });
                    Answer::False(Box::new(Violation { others, ..first }))
                }
                None => {
                    Answer::Unknown(vec![Reason::Internal("several violations were claimed, but none".to_string())])
                }
            }
        }
        Claim::True(_) if !checking.proofs => Answer::Unknown(vec![Reason::ProofNotChecked]),
        Claim::True(proof) => {
            let Checking { machine, max_cases, exceeded, ref confirmation, .. } = *checking;
            let confirmation = confirmation.as_ref();
            let task = check::Task { program, machine, property, max_cases, confirmation, exceeded };
            let result = match proof {
                Proof::States(states) => check::check_states(task, states),
                Proof::Views(views) => check::check_views(task, views),
                Proof::Pairs(pairs) => check::check_pairs(task, &pairs),
                Proof::Products(products) => check::check_products(task, &products),
                Proof::Classes(classes) => check::check_classes(task, *classes),
                Proof::Valuations(valuations) => check::check_valuations(task, *valuations),
                Proof::Functions(functions) => check::check_functions(task, &functions),
            };
            // Whatever the check has come to: it may rest on an answer that is wrong.
            match confirmation.and_then(Confirmation::failure) {
                Some(what) => Answer::Unknown(vec![Reason::ProofRejected(unconfirmed(&what))]),
                None => checked(result),
            }
        }
    }
}

fn unconfirmed(what: &str) -> String {
    format!("the solver said \"unsatisfiable\", and its proof of that is wrong: {what}")
}

fn checked(result: Result<Certificate, check::Rejected>) -> Answer {
    match result {
        Ok(certificate) => Answer::True(certificate),
        Err(check::Rejected::Wrong(what)) => Answer::Unknown(vec![Reason::ProofRejected(what)]),
        Err(check::Rejected::Stopped(reason)) => Answer::Unknown(vec![reason]),
    }
}
