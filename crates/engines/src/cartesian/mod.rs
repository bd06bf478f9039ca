//! Thread-modular reachability as Cartesian abstraction, with exceptions.
//!
//! **Idea** (A. Malkis, A. Podelski, A. Rybalchenko, *Precise Thread-Modular Verification*, SAS 2007). States are split into what is shared and a local part for each thread ([`raddle_semantics::split`]);
//! for each shared part only the set of local parts of each thread is kept, not which of them occur together ([`raddle_cpa::cartesian`]). States that this abstraction must not blur are
//! exceptions to it. `cartesian.exceptions` says where they come from:
//! - `none`: plain Cartesian abstraction.
//! - `locks`: the states in which a lock is held that does not say by whom ([`holders`]); the family of section 5.
//! - `auto`: states that a search has reached, in products ([`raddle_cpa::cartesian::Reached`]); more and more of them, until the proof closes. With all reachable states as exceptions nothing is abstracted,
//!   so in the limit every program with finitely many states is decided; mostly a few are enough.
//!
//! Shared and local parts are with all their values ([`exact`]), of which there must be few; or with `cartesian.values=predicates` with what predicates say of the values ([`predicates`]).
//!
//! **Soundness.** The proof is the abstract element with the exceptions; the checker executes its steps again. An error in it may be one of no execution, so executions are looked for beside the analysis
//! as in `thread-modular` ([`Executions`]), and only what is replayed is FALSE.
//!
//! **Cost.** Polynomial in the numbers of threads, local parts, shared parts and exceptions.
//!
//! **Rejected**: exceptions from spurious counterexamples. They are not reachable, and exceptions are added to what the abstraction stands for.

mod attempt;
mod exact;
mod explain;
mod holders;
mod numbered;
mod predicates;
mod valued;

use std::collections::BTreeSet;
use std::time::Instant;

use raddle_cpa::cartesian::{Element, Exceptions, GlobId, LocalId, LocalSet, Product};
use raddle_evidence::{AboutRaces, Assumption, Claim, Note, Outcome, ProductAt, Property, Reason, Statistics};
use raddle_machine::{Halt, HaltKind, Machine};
use raddle_program::{Program, Span};
use raddle_semantics::dependence::Dependence;

use crate::config::{Config, ExceptionSet, PartValues};
use crate::limits::Limits;
use crate::reach;
use crate::thread_modular::concrete::Executions;
use exact::Exact;
use predicates::ByPredicates;

/// Whether products of local parts say anything about a property.
pub fn checks(property: Property) -> bool {
    property.is_about_errors()
}

/// What an analysis leaves besides its claim.
#[derive(Default)]
struct Finished {
    stats: Statistics,
    assumptions: BTreeSet<Assumption>,
    notes: BTreeSet<Note>,
    explanation: Vec<String>,
}

/// Runs the analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let started = Instant::now();
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let mut executions = Executions::new(&dependence, config, limits);
    let stop = || limits.exceeded().is_some();
    let none = || Finished { assumptions: reach::assumed(program, &BTreeSet::new(), config), ..Finished::default() };
    let (claim, finished) = match (checks(property), config.cartesian.values) {
        (false, _) => {
            let what = format!("Cartesian abstraction does not check {property}");
            let halt = Halt::new(HaltKind::Unsupported, what, Span::NONE);
            (Claim::Unknown(vec![Reason::Halt(halt)]), none())
        }
        (true, PartValues::Exact) => match Exact::new(&dependence, property, config, limits) {
            Err(reason) => (Claim::Unknown(vec![reason]), none()),
            Ok(mut analysis) => (claimed(&mut executions, limits, || analysis.prove()), analysis.finish()),
        },
        (true, PartValues::Predicates) => match ByPredicates::new(&dependence, property, config, limits, &stop) {
            Err(reason) => (Claim::Unknown(vec![reason]), none()),
            Ok(mut analysis) => (claimed(&mut executions, limits, || analysis.prove()), analysis.finish()),
        },
    };
    let Finished { stats, mut assumptions, notes, explanation } = finished;
    assumptions.extend(std::mem::take(&mut executions.assumptions));
    let stats = Statistics { search_micros: started.elapsed().as_micros() as u64, ..stats };
    let undefined = executions.shown.into_found();
    Outcome { property, claim, assumptions, notes, undefined, stats, explanation, races: AboutRaces::default() }
}

/// What an analysis claims, with executions looked for before and after it.
fn claimed(
    executions: &mut Executions<'_, '_>,
    limits: &Limits,
    prove: impl FnOnce() -> Result<Claim, Reason>,
) -> Claim {
    if let Some(counterexample) = executions.after_expansions(0) {
        return Claim::False(counterexample);
    }
    let reason = match prove() {
        Ok(claim) => return claim,
        Err(reason) => reason,
    };
    match executions.everywhere() {
        Some(counterexample) => Claim::False(counterexample),
        None => {
            let limit = limits.exceeded().filter(|limit| *limit != reason);
            let refused = std::mem::take(&mut executions.refused).into_iter().map(Reason::Halt);
            Claim::Unknown(limit.into_iter().chain(refused).chain([reason]).collect())
        }
    }
}

/// Why there is no proof.
fn not_excluded(config: &Config) -> &'static str {
    match config.cartesian.exceptions {
        ExceptionSet::None => "cartesian: without exceptions it is not excluded that a thread gets to an error",
        ExceptionSet::Locks => {
            "cartesian: with the states in which a lock is held as exceptions it is not excluded that a thread gets to an error"
        }
        ExceptionSet::Auto => "cartesian: it is not excluded that a thread gets to an error",
    }
}

/// The products of a proof: of the element, and the exceptions.
fn products(element: &Element, exceptions: &Exceptions, threads: usize, absent: LocalId) -> Vec<ProductAt> {
    let at = |glob: GlobId, product: &Product, exception: bool| {
        let mut product = product.clone();
        product.grow(threads, absent);
        let numbers = |set: &LocalSet| set.iter().map(|local| local.0).collect();
        ProductAt { shared: glob.0 as usize, parts: product.parts().iter().map(numbers).collect(), exception }
    };
    let mut products: Vec<ProductAt> =
        element.products().iter().map(|(glob, product)| at(*glob, product, false)).collect();
    for (glob, set) in exceptions.sets() {
        products.extend(set.products().iter().map(|product| at(*glob, product, true)));
    }
    products
}
