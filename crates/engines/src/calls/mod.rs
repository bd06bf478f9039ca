//! Errors excluded because nothing that can run is one.
//!
//! **Idea.** Many programs have no assertion at all, or none in what is linked and called. Exploring them for one that fails is in vain, and may take for ever. [`raddle_semantics::calls`] says which functions can run;
//! if none of them has an error edge, that set is the proof. Nothing is executed.
//!
//! **Soundness.** The checker asks of each function of the set what it leads to (`evidence`, `check/calls.rs`). What undefined behaviour does nobody knows, and it is not looked for here, so that its absence is an assumption of the verdict,
//! as it is with `locks`. A search would have found some of it and said UNKNOWN: `docs/decisions/0035-what-is-checked-by-default.md` has the reason why this one is TRUE.
//!
//! **Cost.** A look at each edge: a millisecond for a large program.

use std::collections::BTreeSet;
use std::time::Instant;

use raddle_evidence::{AboutRaces, Assumption, Claim, Outcome, Proof, Property, Reason, Statistics};
use raddle_machine::{Halt, HaltKind};
use raddle_program::{Control, Edge, Op, Program};
use raddle_semantics::calls::may_run;

use crate::config::{Config, External};
use crate::limits::Limits;
use crate::reach;

/// Whether the functions that run decide a property.
pub fn checks(property: Property) -> bool {
    property.is_about_errors()
}

/// Runs the analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let started = Instant::now();
    let functions = may_run(program);
    let mut externals = BTreeSet::new();
    let (mut edges, mut obstacle) = (0, None);
    for function in &functions {
        limits.deadline().look();
        for (id, edge) in program.functions[*function].edges().enumerated() {
            edges += 1;
            obstacle = obstacle.or_else(|| obstacle_at(edge, config));
            if let Op::External { .. } = edge.op {
                externals.insert((*function, id));
            }
        }
    }
    let mut assumptions = reach::assumed(program, &externals, config);
    assumptions.retain(|assumption| matches!(assumption, Assumption::External { .. }));
    assumptions.insert(Assumption::DefinedOtherwise);
    let stats = Statistics {
        states: functions.len() as u64,
        edges,
        search_micros: started.elapsed().as_micros() as u64,
        ..Statistics::default()
    };
    let claim = match obstacle {
        None => Claim::True(Proof::Functions(functions)),
        Some(halt) => Claim::Unknown(vec![Reason::Halt(halt)]),
    };
    Outcome {
        property,
        claim,
        assumptions,
        notes: BTreeSet::new(),
        undefined: None,
        stats,
        explanation: Vec::new(),
        races: AboutRaces::default(),
    }
}

/// Why an edge keeps the functions from being a proof, if it does.
fn obstacle_at(edge: &Edge, config: &Config) -> Option<Halt> {
    if let Control::Error(_) = edge.op.control() {
        let what = "calls: a function that can run has an assertion or calls an error function";
        return Some(Halt::new(HaltKind::Imprecise, what.to_string(), edge.span));
    }
    match &edge.op {
        Op::Unsupported { what } => Some(Halt::new(HaltKind::Unsupported, what.clone(), edge.span)),
        Op::External { name, .. } if config.program.external == External::Strict => {
            Some(Halt::new(HaltKind::Unsupported, format!("no definition of `{name}`"), edge.span))
        }
        Op::Assume { .. }
        | Op::Require { .. }
        | Op::Skip
        | Op::Assign { .. }
        | Op::Nondet { .. }
        | Op::Declare { .. }
        | Op::Live { .. }
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::Rmw { .. }
        | Op::CompareExchange { .. }
        | Op::Fence
        | Op::Call { .. }
        | Op::External { .. }
        | Op::Return { .. }
        | Op::Alloc { .. }
        | Op::Free { .. }
        | Op::BlockSize { .. }
        | Op::TakeText { .. }
        | Op::Compute { .. }
        | Op::StackAlloc { .. }
        | Op::StackFree { .. }
        | Op::Sync { .. }
        | Op::Output { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Error { .. }
        | Op::End { .. }
        | Op::Unreachable => None,
    }
}
