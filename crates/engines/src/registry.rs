//! The analyses a user can choose.

use std::collections::BTreeSet;

use raddle_analyses::sign::Sign;
use raddle_deadline::caught;
use raddle_evidence::{Checking, Claim, Outcome, Property, Verdict};
use raddle_program::Program;
use raddle_smt::Confirmation;

use crate::bdd;
use crate::bmc::{self, Kind};
use crate::config::Config;
use crate::limits::Limits;
use crate::{cegar, composite, control, explicit, locks, predicate, tar, thread_modular};

/// A selectable analysis.
#[derive(Clone, Copy)]
pub struct Analysis {
    /// What `--analysis` takes.
    pub name: &'static str,
    /// One line.
    pub doc: &'static str,
    /// Whether it can check a property at all.
    pub checks: fn(Property) -> bool,
    /// Runs it. The outcome is a claim: only [`check`] gives a verdict.
    pub run: fn(&Program, Property, &Config, &Limits) -> Outcome,
}

/// All interleavings are executed with the definition of a run, which knows every property.
fn any(_: Property) -> bool {
    true
}

/// All analyses, the default first.
pub const ANALYSES: &[Analysis] = &[
    Analysis {
        name: "auto",
        doc: "the best analysis there is; at present `explicit`",
        checks: any,
        run: explicit::run,
    },
    Analysis {
        name: "explicit",
        doc: "exhaustive search over all interleavings with explicit values and partial-order reduction",
        checks: any,
        run: explicit::run,
    },
    Analysis {
        name: "value",
        doc: "explicit values of as few variables as possible, all interleavings, with refinement (CEGAR)",
        checks: any,
        run: cegar::run,
    },
    Analysis {
        name: "bdd",
        doc: "sets of valuations as decision diagrams, joined where threads are at the same places, all interleavings",
        checks: any,
        run: bdd::run,
    },
    Analysis {
        name: "predicate",
        doc: "predicate abstraction with formulas for blocks of steps, all interleavings, with refinement (CEGAR)",
        checks: any,
        run: |p, property, c, l| predicate::run(p, property, c, l, false),
    },
    Analysis {
        name: "predicate+value",
        doc: "predicate abstraction in which values that are known stay explicit",
        checks: any,
        run: |p, property, c, l| predicate::run(p, property, c, l, true),
    },
    Analysis {
        name: "bmc",
        doc: "bounded model checking: formulas for all interleavings, loops unwound as often as needed up to a bound",
        checks: any,
        run: |p, property, c, l| bmc::run(p, property, c, l, Kind { values: false, simplify: false }),
    },
    Analysis {
        name: "bmc+simplify",
        doc: "bounded model checking with common parts of merged paths factored out",
        checks: any,
        run: |p, property, c, l| bmc::run(p, property, c, l, Kind { values: false, simplify: true }),
    },
    Analysis {
        name: "bmc+value",
        doc: "bounded model checking in which values that are known stay explicit",
        checks: any,
        run: |p, property, c, l| bmc::run(p, property, c, l, Kind { values: true, simplify: false }),
    },
    Analysis {
        name: "thread-modular",
        doc: "predicate abstraction of every thread by itself, with the effects of the others and refinement of both",
        checks: thread_modular::checks,
        run: thread_modular::run,
    },
    Analysis {
        name: "locks",
        doc: "data races excluded by locks, by who knows what memory, and by which threads run at the same time; executes nothing",
        checks: locks::checks,
        run: locks::run,
    },
    Analysis {
        name: "tar",
        doc: "thread-modular abstraction refinement: every thread by itself, under assumptions about the others that begin with nothing and grow",
        checks: tar::checks,
        run: tar::run,
    },
    Analysis {
        name: "control",
        doc: "predicate abstraction in which it is known of each thread only in which class of places it is, with refinement of both",
        checks: control::checks,
        run: control::run,
    },
    Analysis {
        name: "sign",
        doc: "the signs of integers: the example of docs/adding-an-analysis.md",
        checks: any,
        run: |p, property, c, l| composite::run(p, property, c, l, |lead, machine| lead.with(Sign::new(machine))),
    },
];

/// The analysis with this name.
pub fn find(name: &str) -> Option<&'static Analysis> {
    ANALYSES.iter().find(|a| a.name == name)
}

/// Runs an analysis and checks what it claims.
pub fn check(analysis: &Analysis, program: &Program, property: Property, config: &Config, limits: &Limits) -> Verdict {
    let outcome = caught(|| (analysis.run)(program, property, config, limits)).unwrap_or_else(|over| Outcome {
        property,
        claim: Claim::Unknown(vec![over.into()]),
        assumptions: BTreeSet::new(),
        notes: BTreeSet::new(),
        undefined: None,
        stats: limits.seen(),
        explanation: Vec::new(),
    });
    let checking = Checking {
        machine: &limits.machine(config),
        max_cases: config.program.max_cases,
        proofs: config.evidence.check_proof,
        confirmation: config.evidence.check_unsat.then(Confirmation::new),
        exceeded: &|| limits.exceeded(),
    };
    raddle_evidence::confirm(program, outcome, &checking)
}
