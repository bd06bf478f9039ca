//! What an engine claims, and what may be said after the claim was checked.
//!
//! An engine returns an [`Outcome`]: a *claim* with its evidence. Only [`confirm`](crate::confirm) turns it into a
//! [`Verdict`]. There is no other constructor of a verdict that says TRUE or FALSE, so no report can show a claim that
//! nobody has checked.

use std::collections::BTreeSet;

use raddle_deadline::Over;
use raddle_machine::{Halt, HaltKind, Note, ThreadIx};
use raddle_program::{Program, Span};
use raddle_semantics::Property;
use raddle_semantics::run::Move;

use crate::possible::AboutRaces;
use crate::proof::Proof;
use crate::trace::Trace;

/// A violation as an engine claims it: everything that makes the execution deterministic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What is violated at the end.
    pub property: Property,
    /// Who moves, in order.
    pub schedule: Vec<Move>,
    /// Nondeterministic values, in the order in which the machine asks for them.
    pub inputs: Vec<u128>,
    /// Which alternative is taken, in the order in which the machine asks.
    pub choices: Vec<u32>,
    /// For a race: the two threads whose next accesses conflict in the final state.
    pub racing: Option<(ThreadIx, ThreadIx)>,
}

/// Undefined behaviour that the property does not look for, as an engine claims it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndefinedBehaviour {
    /// Why the execution cannot be continued.
    pub halt: Halt,
    /// The execution, the step that is undefined included.
    pub execution: Counterexample,
}

/// What an engine says about the property.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one in a run")]
pub enum Claim {
    /// It holds.
    True(Proof),
    /// It does not.
    False(Counterexample),
    /// It does not, in several ways, at least one. Each was confirmed when it was found.
    Several {
        /// The ways, in the order in which they were found.
        violations: Vec<Confirmed>,
        /// Why there may be others; empty if there are none.
        open: Vec<Reason>,
    },
    /// The engine cannot tell.
    Unknown(Vec<Reason>),
}

/// Why nothing can be said.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// Some execution cannot be followed.
    Halt(Halt),
    /// The time is over.
    TimeLimit,
    /// The memory is used up.
    MemoryLimit,
    /// The option `explicit.max_states` is reached.
    StateLimit(u64),
    /// The user interrupted.
    Cancelled,
    /// The search is complete, but the option `evidence.check_proof` says not to check it.
    ProofNotChecked,
    /// The engine claimed a counterexample that does not replay: an error of ours.
    ReplayFailed(String),
    /// The engine claimed a proof that the checker rejects: an error of ours.
    ProofRejected(String),
    /// The engine cannot do what it should always be able to: an error of ours.
    Internal(String),
}

impl From<Over> for Reason {
    fn from(over: Over) -> Reason {
        match over {
            Over::Time => Reason::TimeLimit,
            Over::Memory => Reason::MemoryLimit,
            Over::Cancelled => Reason::Cancelled,
        }
    }
}

impl Reason {
    /// Whether it is an error of ours: an engine and its check disagree, or something broke.
    pub fn is_internal(&self) -> bool {
        match self {
            Reason::ReplayFailed(_) | Reason::ProofRejected(_) | Reason::Internal(_) => true,
            Reason::TimeLimit
            | Reason::MemoryLimit
            | Reason::StateLimit(_)
            | Reason::Cancelled
            | Reason::ProofNotChecked
            | Reason::Halt(_) => false,
        }
    }

    /// The reason in the user's words, with its place.
    pub fn text(&self, program: &Program) -> String {
        match self {
            Reason::Halt(halt) => {
                let what = match halt.kind {
                    HaltKind::Undefined(_) => format!("the behaviour is undefined: {}", halt.what),
                    HaltKind::Unsupported
                    | HaltKind::TooManyCases
                    | HaltKind::Imprecise
                    | HaltKind::Layout
                    | HaltKind::Limit
                    | HaltKind::Unwound
                    | HaltKind::Oracle => halt.what.clone(),
                };
                match program.source.place(halt.span) {
                    // A line of a model of ours says nothing to a user, but the function does.
                    Some(place) if program.source.is_internal(halt.span) => {
                        let function = Some(place.file).filter(|name| !name.starts_with("__raddle_"));
                        function.map_or(what.clone(), |name| format!("{what}, in the library function `{name}`"))
                    }
                    Some(place) => format!("{what}, {place}"),
                    None => what,
                }
            }
            Reason::TimeLimit => "time limit".to_string(),
            Reason::MemoryLimit => "memory limit".to_string(),
            Reason::StateLimit(n) => format!("the limit of {n} states is reached"),
            Reason::Cancelled => "interrupted".to_string(),
            Reason::ProofNotChecked => "proof found but not checked".to_string(),
            Reason::ReplayFailed(what) => format!("internal: the counterexample does not replay: {what}"),
            Reason::ProofRejected(what) => format!("internal: the proof was rejected: {what}"),
            Reason::Internal(what) => format!("internal: {what}"),
        }
    }
}

/// What a verdict rests on besides the program text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// A function without a body returns any value, writes only through its pointer arguments and creates no threads.
    External {
        /// Its name.
        name: String,
        /// The first call that was reached.
        span: Span,
    },
    /// The environment of the program is as a model of a library function says.
    Environment(String),
    /// Allocation never fails.
    AllocationSucceeds,
    /// Executions are sequentially consistent.
    SequentialConsistency,
    /// Nothing but a race makes an execution undefined: memory is accessed inside of objects that live, through pointers that were set.
    DefinedOtherwise,
    /// Races that the user allows do not count; that many were met.
    AllowedRaces(usize),
    /// A load from where no object is gives any value, and nothing else happens.
    UndefinedReads,
    /// No signed operation has a result that is not a value of its type.
    NoOverflow,
    /// The address of a freed block goes to the next block of the same thread that fits (docs/soundness.md, A6).
    FreedAddressesAgain,
}

impl Assumption {
    /// Leaves one count of the races that do not count, the largest: searches that go on with what others have met say a larger one.
    pub(crate) fn count_allowed_once(all: &mut BTreeSet<Assumption>) {
        let count = |assumption: &Assumption| match assumption {
            Assumption::AllowedRaces(count) => Some(*count),
            Assumption::External { .. }
            | Assumption::Environment(_)
            | Assumption::AllocationSucceeds
            | Assumption::SequentialConsistency
            | Assumption::DefinedOtherwise
            | Assumption::UndefinedReads
            | Assumption::NoOverflow
            | Assumption::FreedAddressesAgain => None,
        };
        let most = all.iter().filter_map(count).max();
        all.retain(|assumption| count(assumption).is_none() || count(assumption) == most);
    }

    /// The assumption as a sentence without a stop.
    pub fn text(&self, program: &Program) -> String {
        match self {
            Assumption::External { name, span } => {
                let place = program.source.place(*span).map_or(String::new(), |p| format!(" ({p})"));
                let effect = "returns any value and writes only through its pointer arguments";
                format!(
                    "{name}{place}, which no file that was given defines, {effect} (give the file to have it checked)"
                )
            }
            Assumption::Environment(what) => what.clone(),
            Assumption::AllocationSucceeds => "memory allocation never fails".to_string(),
            Assumption::AllowedRaces(0) => "suppressed races do not count".to_string(),
            Assumption::AllowedRaces(1) => "1 suppressed race does not count".to_string(),
            Assumption::AllowedRaces(n) => format!("{n} suppressed races do not count"),
            Assumption::SequentialConsistency => "memory is sequentially consistent".to_string(),
            Assumption::DefinedOtherwise => {
                "no execution has undefined behaviour other than a race: no access out of bounds, after `free` or through a pointer that was \
                 never set (`--property valid-memsafety` looks for that)"
                    .to_string()
            }
            Assumption::UndefinedReads => {
                "a read outside of every object, after `free` or through null gives any value, and nothing else happens (program.undefined_reads=any)"
                    .to_string()
            }
            Assumption::NoOverflow => "no signed operation overflows (program.overflow=never)".to_string(),
            Assumption::FreedAddressesAgain => "freed memory is used again as soon as it fits".to_string(),
        }
    }
}

/// How much work it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// States stored.
    pub states: u64,
    /// Scheduler steps explored.
    pub transitions: u64,
    /// Edges executed.
    pub edges: u64,
    /// Longest distance from the initial state, in scheduler steps.
    pub depth: u64,
    /// States found but not yet expanded when the search stopped.
    pub frontier: u64,
    /// Largest number of threads alive at once.
    pub threads: u64,
    /// Bytes used for stored states, components included.
    pub bytes: u64,
    /// Wall-clock time of the search, in microseconds.
    pub search_micros: u64,
    /// How much of that was refinement, where an engine tells it apart from the exploration; in microseconds.
    pub refinement_micros: u64,
    /// Wall-clock time of replay or proof check, in microseconds.
    pub check_micros: u64,
    /// Answers "unsatisfiable" of the SAT solver in the proof check that were confirmed.
    pub confirmed: u64,
}

/// What an engine returns.
#[derive(Debug)]
pub struct Outcome {
    /// About which property.
    pub property: Property,
    /// The claim.
    pub claim: Claim,
    /// What it rests on.
    pub assumptions: BTreeSet<Assumption>,
    /// What was seen on the way.
    pub notes: BTreeSet<Note>,
    /// Undefined behaviour that is one of the reasons for UNKNOWN.
    pub undefined: Option<UndefinedBehaviour>,
    /// How much work it was.
    pub stats: Statistics,
    /// The proof as a person reads it, in lines, if that was asked for; or what a proof would have to exclude.
    pub explanation: Vec<String>,
    /// What is known about races besides.
    pub races: AboutRaces,
}

/// What the proof checker has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// How many states the proof rests on.
    pub states: u64,
    /// How many steps between them were re-executed.
    pub transitions: u64,
    /// What the proof is made of.
    pub basis: Basis,
}

/// What a proof is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// States, or parts of them.
    States,
    /// So many pairs of accesses, each excluded for a reason; states are locations then, and steps are edges.
    Pairs(u64),
    /// The functions that can run; states are functions then, and steps are edges.
    Functions,
}

/// A violation that was replayed.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What was replayed.
    pub counterexample: Counterexample,
    /// What happened.
    pub trace: Trace,
    /// The others, if the search went on behind the first one.
    pub others: Option<Others>,
}

/// Violations besides the first one.
#[derive(Clone, Debug)]
pub struct Others {
    /// In the order in which they were found.
    pub violations: Vec<Violation>,
    /// Why there may be more; empty if there are none.
    pub open: Vec<Reason>,
}

/// A violation that was replayed. Only [`confirm_violation`](crate::confirm_violation) makes one.
#[derive(Clone, Debug)]
pub struct Confirmed(pub(crate) Violation);

/// What is said about the property.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The property holds; the proof was re-checked.
    True(Certificate),
    /// The property is violated; the counterexample was replayed.
    False(Box<Violation>),
    /// Nothing can be said; at least one reason, the most important first.
    Unknown(Vec<Reason>),
}

/// An execution to undefined behaviour that was replayed.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) claimed: UndefinedBehaviour,
    pub(crate) trace: Trace,
}

/// What one of several analyses has tried, without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The analysis, with the options that it was given.
    pub by: String,
    /// Why it has no answer; at least one reason.
    pub reasons: Vec<Reason>,
}

/// A checked result. Only [`confirm`](crate::confirm) makes one.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub(crate) property: Property,
    pub(crate) answer: Answer,
    pub(crate) assumptions: BTreeSet<Assumption>,
    pub(crate) notes: BTreeSet<Note>,
    pub(crate) undefined: Option<Box<Shown>>,
    pub(crate) stats: Statistics,
    pub(crate) explanation: Vec<String>,
    pub(crate) races: AboutRaces,
    pub(crate) tried: Vec<Tried>,
}

impl Verdict {
    /// About which property.
    pub fn property(&self) -> Property {
        self.property
    }

    /// The worst of several: FALSE is worse than UNKNOWN, UNKNOWN is worse than TRUE; of those that are as bad the first.
    pub fn worst(verdicts: &[Verdict]) -> Option<&Verdict> {
        let badness = |verdict: &&Verdict| match verdict.answer {
            Answer::False(_) => 0,
            Answer::Unknown(_) => 1,
            Answer::True(_) => 2,
        };
        verdicts.iter().min_by_key(badness)
    }

    /// The answer.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// What it rests on.
    pub fn assumptions(&self) -> &BTreeSet<Assumption> {
        &self.assumptions
    }

    /// What was seen on the way.
    pub fn notes(&self) -> &BTreeSet<Note> {
        &self.notes
    }

    /// For UNKNOWN: an execution that ends in undefined behaviour, if that is one of the reasons. It was replayed.
    pub fn undefined(&self) -> Option<&Trace> {
        self.undefined.as_deref().map(|shown| &shown.trace)
    }

    /// How much work it was.
    pub fn stats(&self) -> &Statistics {
        &self.stats
    }

    /// The proof as a person reads it, in lines, if that was asked for.
    pub fn explanation(&self) -> &[String] {
        &self.explanation
    }

    /// Races that nobody has excluded and nobody has shown, and what each variable is.
    pub fn races(&self) -> &AboutRaces {
        &self.races
    }

    /// The same verdict, with what another analysis knows; what is shown here is more than possible.
    #[must_use]
    pub fn beside(mut self, program: &Program, other: AboutRaces) -> Verdict {
        self.races = self.races.beside(other, program, &self.answer);
        self
    }

    /// What other analyses had tried before, in order.
    pub fn tried(&self) -> &[Tried] {
        &self.tried
    }

    /// The same verdict after others have tried; it tells of undefined behaviour that they have seen and it has not.
    #[must_use]
    pub fn after(mut self, others: Vec<(String, Verdict)>) -> Verdict {
        for (by, other) in others {
            if let (Answer::Unknown(_), Answer::Unknown(_)) = (&self.answer, &other.answer) {
                self.notes.extend(other.notes);
                self.undefined = self.undefined.or(other.undefined);
            }
            if let Answer::Unknown(reasons) = other.answer {
                self.tried.push(Tried { by, reasons });
            }
        }
        self
    }

    /// A verdict for an analysis that could not run, or that had to end with no more than statistics.
    pub fn unknown(property: Property, reasons: Vec<Reason>, stats: Statistics) -> Verdict {
        Verdict {
            property,
            answer: Answer::Unknown(reasons),
            assumptions: BTreeSet::new(),
            notes: BTreeSet::new(),
            undefined: None,
            stats,
            explanation: Vec::new(),
            races: AboutRaces::default(),
            tried: Vec::new(),
        }
    }
}
