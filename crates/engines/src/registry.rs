//! The analyses a user can choose.

use std::collections::BTreeSet;

use raddle_analyses::sign::Sign;
use raddle_deadline::caught;
use raddle_evidence::{AboutRaces, Checking, Claim, Outcome, Parcel, Property, Verdict};
use raddle_program::Program;
use raddle_smt::Confirmation;

use crate::bdd;
use crate::bmc::{self, Variant};
use crate::config::Config;
use crate::limits::Limits;
use crate::portfolio::strategy::{Line, STRATEGY};
use crate::{calls, cartesian, cegar, composite, control, explicit, locks, portfolio, predicate, tar, thread_modular};

/// A selectable analysis.
#[derive(Clone, Copy)]
pub struct Analysis {
    /// What `--analysis` takes.
    pub name: &'static str,
    /// One line.
    pub doc: &'static str,
    /// Whether it can check a property at all.
    pub checks: fn(Property) -> bool,
    /// What it runs.
    pub run: Run,
}

/// An algorithm. The outcome is a claim: only [`check`] gives a verdict.
pub type Engine = fn(&Program, Property, &Config, &Limits) -> Outcome;

/// What an analysis runs.
#[derive(Clone, Copy)]
pub enum Run {
    /// One engine.
    One(Engine),
    /// Other analyses, one after the other.
    InTurn(&'static [Line]),
}

impl Analysis {
    /// Whether it goes on behind a race, and tells all of them or what it cannot exclude.
    pub fn tells_all_races(&self) -> bool {
        ["auto", "explicit", "locks", "thread-modular", "tar"].contains(&self.name)
    }

    /// Its engine, if it is one of its own.
    pub fn engine(&self) -> Option<Engine> {
        match self.run {
            Run::One(engine) => Some(engine),
            Run::InTurn(_) => None,
        }
    }
}

/// All interleavings are executed with the definition of a run, which knows every property.
fn any(_: Property) -> bool {
    true
}

/// All analyses, the default first.
pub const ANALYSES: &[Analysis] = &[
    Analysis {
        name: "auto",
        doc: "the others in turn, each for a part of the time, until one has an answer",
        checks: any,
        run: Run::InTurn(STRATEGY),
    },
    Analysis {
        name: "explicit",
        doc: "exhaustive search over all interleavings with explicit values and partial-order reduction",
        checks: any,
        run: Run::One(explicit::run),
    },
    Analysis {
        name: "value",
        doc: "explicit values of as few variables as possible, all interleavings, with refinement (CEGAR)",
        checks: any,
        run: Run::One(cegar::run),
    },
    Analysis {
        name: "bdd",
        doc: "sets of valuations as decision diagrams, joined where threads are at the same places, all interleavings",
        checks: any,
        run: Run::One(bdd::run),
    },
    Analysis {
        name: "predicate",
        doc: "predicate abstraction with formulas for blocks of steps, all interleavings, with refinement (CEGAR)",
        checks: any,
        run: Run::One(|p, property, c, l| predicate::run(p, property, c, l, false)),
    },
    Analysis {
        name: "predicate+value",
        doc: "predicate abstraction in which values that are known stay explicit",
        checks: any,
        run: Run::One(|p, property, c, l| predicate::run(p, property, c, l, true)),
    },
    Analysis {
        name: "bmc",
        doc: "bounded model checking: formulas for all interleavings, loops unwound as often as needed up to a bound",
        checks: any,
        run: Run::One(|p, property, c, l| bmc::run(p, property, c, l, Variant { values: false, simplify: false })),
    },
    Analysis {
        name: "bmc+simplify",
        doc: "bounded model checking with common parts of merged paths factored out",
        checks: any,
        run: Run::One(|p, property, c, l| bmc::run(p, property, c, l, Variant { values: false, simplify: true })),
    },
    Analysis {
        name: "bmc+value",
        doc: "bounded model checking in which values that are known stay explicit",
        checks: any,
        run: Run::One(|p, property, c, l| bmc::run(p, property, c, l, Variant { values: true, simplify: false })),
    },
    Analysis {
        name: "thread-modular",
        doc: "predicate abstraction of every thread by itself, with the effects of the others and refinement of both",
        checks: thread_modular::checks,
        run: Run::One(thread_modular::run),
    },
    Analysis {
        name: "locks",
        doc: "data races excluded by locks, by who knows what memory, and by which threads run at the same time; executes nothing",
        checks: locks::checks,
        run: Run::One(locks::run),
    },
    Analysis {
        name: "calls",
        doc: "no assertion and no call of an error function is in anything that can run; executes nothing",
        checks: calls::checks,
        run: Run::One(calls::run),
    },
    Analysis {
        name: "tar",
        doc: "thread-modular abstraction refinement: every thread by itself, under assumptions about the others that begin with nothing and grow",
        checks: tar::checks,
        run: Run::One(tar::run),
    },
    Analysis {
        name: "cartesian",
        doc: "thread-modular analysis as Cartesian abstraction of explicit values, with exceptions: states of several threads that are kept as they are",
        checks: cartesian::checks,
        run: Run::One(cartesian::run),
    },
    Analysis {
        name: "control",
        doc: "predicate abstraction in which it is known of each thread only in which class of places it is, with refinement of both",
        checks: control::checks,
        run: Run::One(control::run),
    },
    Analysis {
        name: "sign",
        doc: "the signs of integers: the example of docs/adding-an-analysis.md",
        checks: any,
        run: Run::One(|p, property, c, l| {
            composite::run(p, property, c, l, |lead, machine| lead.with(Sign::new(machine)))
        }),
    },
];

/// The analysis with this name.
pub fn find(name: &str) -> Option<&'static Analysis> {
    ANALYSES.iter().find(|a| a.name == name)
}

/// Runs an analysis and checks what it claims.
pub fn check(analysis: &Analysis, program: &Program, property: Property, config: &Config, limits: &Limits) -> Verdict {
    match analysis.run {
        Run::One(engine) => confirm(program, claim(engine, program, property, config, limits), config, limits),
        Run::InTurn(strategy) => portfolio::check(strategy, program, property, config, limits),
    }
}

/// What an engine claims until its limits end it.
pub(crate) fn claim(
    engine: Engine,
    program: &Program,
    property: Property,
    config: &Config,
    limits: &Limits,
) -> Outcome {
    caught(|| engine(program, property, config, limits)).unwrap_or_else(|over| Outcome {
        property,
        claim: Claim::Unknown(vec![over.into()]),
        assumptions: BTreeSet::new(),
        notes: BTreeSet::new(),
        undefined: None,
        stats: limits.seen(),
        explanation: Vec::new(),
        races: AboutRaces::default(),
    })
}

/// Checks a claim.
pub(crate) fn confirm(program: &Program, outcome: Outcome, config: &Config, limits: &Limits) -> Verdict {
    checked(config, limits, |checking| raddle_evidence::confirm(program, outcome, checking))
}

/// Makes a verdict of what another process has brought.
pub(crate) fn unpack(program: &Program, parcel: Parcel, config: &Config, limits: &Limits) -> Verdict {
    checked(config, limits, |checking| raddle_evidence::unpack(program, parcel, checking))
}

fn checked(config: &Config, limits: &Limits, check: impl FnOnce(&Checking<'_>) -> Verdict) -> Verdict {
    check(&Checking {
        machine: &limits.machine(config),
        max_cases: config.program.max_cases,
        proofs: config.evidence.check_proof,
        confirmation: config.evidence.check_unsat.then(Confirmation::new),
        exceeded: &|| limits.exceeded(),
    })
}
