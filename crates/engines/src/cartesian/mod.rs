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
//! **Soundness.** The proof is the abstract element with the exceptions; the checker executes its steps again. An error in it may be one of no execution, so executions are looked for beside the analysis
//! as in `thread-modular` ([`Executions`]), and only what is replayed is FALSE.
//!
//! **Cost.** Polynomial in the numbers of threads, local parts, shared parts and exceptions. Values are explicit, so shared and local parts may be many.
//!
//! **Rejected**: exceptions from spurious counterexamples. They are not reachable, and exceptions are added to what the abstraction stands for.

mod explain;
mod holders;
mod numbered;

use std::collections::BTreeSet;
use std::time::Instant;

use raddle_cpa::cartesian::{
    Element, Exceptions, FixpointEnd, Found, GlobId, LocalSet, Multithreaded, Product, Reached, ThreadState,
    least_fixpoint,
};
use raddle_evidence::{AboutRaces, Claim, ClosedProducts, Outcome, ProductAt, Proof, Property, Reason, Statistics};
use raddle_machine::{Halt, HaltKind, Machine, ThreadIx};
use raddle_program::{Program, Span};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::split::Splitting;

use crate::config::{Config, ExceptionSet, External};
use crate::limits::{Limits, Progress};
use crate::reach;
use crate::thread_modular::concrete::Executions;
use numbered::Numbered;

/// So many products at a shared part may come up while exceptions are maximized.
const MOST_PRODUCTS: usize = 512;

/// Whether products of local parts say anything about a property.
pub fn checks(property: Property) -> bool {
    property.is_about_errors()
}

/// Runs the analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let started = Instant::now();
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let strict = config.program.external == External::Strict;
    let splitting = match checks(property) {
        true => Splitting::new(&dependence, property, config.program.max_cases, strict),
        false => {
            let what = format!("Cartesian abstraction does not check {property}");
            Err(Halt::new(HaltKind::Unsupported, what, Span::NONE))
        }
    };
    let mut executions = Executions::new(&dependence, config, limits);
    let (claim, stats, externals, explanation) = match splitting {
        Err(halt) => (Claim::Unknown(vec![Reason::Halt(halt)]), Statistics::default(), BTreeSet::new(), Vec::new()),
        Ok(splitting) => {
            let numbered = Numbered::new(splitting, limits.deadline().clone());
            let mut search = Search { config, limits, program: numbered, executions: &mut executions };
            let (claim, explanation) = search.run();
            let stats = search.statistics(&claim);
            (claim, stats, search.program.splitting.externals.take(), explanation)
        }
    };
    let mut assumptions = reach::assumed(program, &externals, config);
    assumptions.extend(std::mem::take(&mut executions.assumptions));
    let stats = Statistics { search_micros: started.elapsed().as_micros() as u64, ..stats };
    let undefined = executions.shown.into_found();
    Outcome {
        property,
        claim,
        assumptions,
        notes: BTreeSet::new(),
        undefined,
        stats,
        explanation,
        races: AboutRaces::default(),
    }
}

/// What an attempt at a proof has come to.
enum Attempt {
    /// It is one.
    Proof(Element),
    /// A step fails.
    Fails(ThreadState),
    /// A step cannot be followed.
    Halts(Halt),
}

struct Search<'s, 'a, 'p> {
    config: &'a Config,
    limits: &'a Limits,
    program: Numbered<'a, 'p>,
    executions: &'s mut Executions<'a, 'p>,
}

impl Search<'_, '_, '_> {
    fn run(&mut self) -> (Claim, Vec<String>) {
        if let Some(counterexample) = self.executions.after_expansions(0) {
            return (Claim::False(counterexample), Vec::new());
        }
        let attempt = match self.config.cartesian.exceptions {
            ExceptionSet::None => self.attempt(Exceptions::new()),
            ExceptionSet::Locks => match holders::exceptions(&mut self.program) {
                Ok(exceptions) => self.attempt(exceptions),
                Err(halt) => (Attempt::Halts(halt), Exceptions::new()),
            },
            ExceptionSet::Auto => self.grow(),
        };
        let reason = match attempt {
            (Attempt::Proof(element), exceptions) => {
                let explanation = match self.config.cartesian.explain {
                    true => explain::lines(&self.program, &element, &exceptions),
                    false => Vec::new(),
                };
                return (Claim::True(self.proof(&element, &exceptions)), explanation);
            }
            (Attempt::Fails(at), _) => self.not_excluded(at),
            (Attempt::Halts(halt), _) => halt,
        };
        match self.executions.everywhere() {
            Some(counterexample) => (Claim::False(counterexample), Vec::new()),
            None => {
                let limit = self.limits.exceeded();
                let refused = std::mem::take(&mut self.executions.refused);
                let halts = refused.into_iter().chain([reason]).map(Reason::Halt);
                (Claim::Unknown(limit.into_iter().chain(halts).collect()), Vec::new())
            }
        }
    }

    /// An attempt with some exceptions.
    fn attempt(&mut self, mut exceptions: Exceptions) -> (Attempt, Exceptions) {
        exceptions.maximise(MOST_PRODUCTS);
        let attempt = match least_fixpoint(&mut self.program, &exceptions) {
            Ok(FixpointEnd::Closed(element)) => Attempt::Proof(element),
            Ok(FixpointEnd::Fails(at)) => Attempt::Fails(at),
            Err(halt) => Attempt::Halts(halt),
        };
        exceptions.grow(self.program.threads(), numbered::ABSENT);
        (attempt, exceptions)
    }

    /// Attempts with more and more states that were reached.
    fn grow(&mut self) -> (Attempt, Exceptions) {
        let (mut attempt, mut exceptions) = self.attempt(Exceptions::new());
        let mut reached = match Reached::new(&mut self.program) {
            Ok(reached) => reached,
            Err(halt) => return (Attempt::Halts(halt), exceptions),
        };
        let mut products = 1;
        while !matches!(attempt, Attempt::Proof(_)) {
            self.report(&reached);
            let found = match reached.expand(&mut self.program, products) {
                Ok(found) => found,
                Err(halt) => return (Attempt::Halts(halt), exceptions),
            };
            // A step that fails is one of an execution, unless values were forgotten: that is for the search of executions to say.
            if let Found::Fails(at) = found {
                return (Attempt::Fails(at), exceptions);
            }
            (attempt, exceptions) = self.attempt(reached.exceptions());
            if found == Found::Everything {
                break;
            }
            products *= 2;
        }
        (attempt, exceptions)
    }

    fn report(&mut self, reached: &Reached) {
        let states = self.program.shared_parts() as u64;
        self.limits.report(Progress { states, frontier: reached.len() as u64, depth: 0 });
    }

    /// Why there is no proof.
    fn not_excluded(&self, (glob, thread, local): ThreadState) -> Halt {
        let slot = ThreadIx(thread.0 as u16);
        let span = self.program.state(glob, thread, local).map_or(Span::NONE, |state| {
            let machine = self.program.splitting.machine();
            let edge = machine.edge(&state, slot);
            let span =
                edge.map_or(Span::NONE, |(function, edge)| machine.program().functions[function].edge(edge).span);
            machine.visible_place(&state, slot, span)
        });
        let what = match self.config.cartesian.exceptions {
            ExceptionSet::None => "cartesian: without exceptions it is not excluded that a thread gets to an error",
            ExceptionSet::Locks => {
                "cartesian: with the states in which a lock is held as exceptions it is not excluded that a thread gets to an error"
            }
            ExceptionSet::Auto => "cartesian: it is not excluded that a thread gets to an error",
        };
        Halt::new(HaltKind::Imprecise, what, span)
    }

    fn proof(&self, element: &Element, exceptions: &Exceptions) -> Proof {
        let (shared, locals) = self.program.parts();
        let threads = self.program.threads();
        let at = |glob: GlobId, product: &Product, exception: bool| {
            let mut product = product.clone();
            product.grow(threads, numbered::ABSENT);
            let numbers = |set: &LocalSet| set.iter().map(|local| local.0).collect();
            ProductAt { shared: glob.0 as usize, parts: product.parts().iter().map(numbers).collect(), exception }
        };
        let mut products: Vec<ProductAt> =
            element.products().iter().map(|(g, product)| at(*g, product, false)).collect();
        for (glob, set) in exceptions.sets() {
            products.extend(set.products().iter().map(|product| at(*glob, product, true)));
        }
        Proof::Products(Box::new(ClosedProducts { shared, locals, products }))
    }

    fn statistics(&self, claim: &Claim) -> Statistics {
        let products = match claim {
            Claim::True(Proof::Products(products)) => products.products.len() as u64,
            Claim::True(_) | Claim::False(_) | Claim::Several { .. } | Claim::Unknown(_) => {
                self.program.shared_parts() as u64
            }
        };
        Statistics {
            states: products,
            transitions: self.program.executed,
            threads: self.program.threads() as u64,
            ..Statistics::default()
        }
    }
}
