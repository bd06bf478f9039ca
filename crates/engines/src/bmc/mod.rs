//! Bounded model checking.
//!
//! **Idea** (A. Biere, A. Cimatti, E. Clarke, Y. Zhu, TACAS 1999; as a CPA D. Beyer, M. Dangl, P. Wendler, JAR 2018; for all interleavings V.
//! Kolesnykov, *SMT-based Model Checking of Concurrent Programs*, section 2.5.1). Formulas that are never abstracted, beside
//! [`loop_bound`](raddle_analyses::loop_bound), which counts how often loops are gone round: paths that meet in the same control
//! state after the same rounds are merged, and one formula stands for all of them. What would go round once more
//! halts; if nothing does, all executions were explored, and the graph is a proof like any other. If something does, the bound is
//! raised, up to a maximum.
//!
//! **Soundness.** An unwinding assertion is a halt: it is there exactly if somebody can go round once more, so an exploration
//! without one is complete. FALSE is replayed.

use raddle_analyses::loop_bound::LoopBound;
use raddle_analyses::predicate::{Block, Combination, Formula, Options};
use raddle_cpa::{Composite, Cpa, Origin};
use raddle_evidence::{Assumption, Claim, Counterexample, Outcome, Property, Reason};
use raddle_machine::{Halt, HaltKind};
use raddle_program::Program;
use raddle_semantics::dependence::Dependence;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::config::{Config, SchedulerConfig};
use crate::limits::Limits;
use crate::predicate::path::{self, Followed};
use crate::predicate::{Led, may_need_arrays, proof, threading};
use crate::reach;
use crate::reach::search::{Again, Finding, Paths, Search, Task, attempts, with_task};
use crate::scheduler::facts::{Next, Relations};

/// Which bounded model checking.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Whether known values stay in the state.
    pub values: bool,
    /// Whether common parts are factored out where paths are merged.
    pub simplify: bool,
}

/// Runs bounded model checking.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits, variant: Variant) -> Outcome {
    let mut rounds = config.bmc.unwind.min(config.bmc.max_unwind);
    let arrays = Cell::new(false);
    with_task(program, property, config, limits, |task| {
        attempts(without_sleep(config), |scheduler| {
            loop {
                let next = (rounds + config.bmc.increment).min(config.bmc.max_unwind);
                let bound = Bound { rounds, nodes: None };
                let (outcome, goes_on) = bounded(task, scheduler, variant, bound, Some(&arrays))?;
                if !goes_on || next == rounds {
                    return Ok(outcome);
                }
                rounds = next;
            }
        })
    })
}

/// Looks for a violation within some nodes, however often loops are gone round; it says nothing if there is none.
pub fn find(
    dependence: &Dependence<'_>,
    config: &Config,
    limits: &Limits,
    nodes: u64,
) -> Option<(Counterexample, BTreeSet<Assumption>)> {
    let stop = || limits.exceeded().is_some();
    let (relations, facts) = (Relations::new(dependence), Cell::new(Next::Nothing));
    let task = Task { relations: &relations, config, limits, stop: &stop, facts: &facts };
    let variant = Variant { values: true, simplify: false };
    let bound = Bound { rounds: u64::from(u32::MAX), nodes: Some(nodes) };
    let (outcome, _) = attempts(without_sleep(config), |scheduler| bounded(task, scheduler, variant, bound, None));
    match outcome.claim {
        Claim::False(counterexample) => Some((counterexample, outcome.assumptions)),
        Claim::True(_) | Claim::Several { .. } | Claim::Unknown(_) => None,
    }
}

/// A node that is joined with a state in which others sleep has to be expanded again.
fn without_sleep(config: &Config) -> SchedulerConfig {
    SchedulerConfig { sleep: false, ..config.scheduler.clone() }
}

/// How far an exploration goes.
#[derive(Clone, Copy)]
struct Bound {
    /// How often loops are gone round.
    rounds: u64,
    /// How many nodes are expanded, if not as many as there are.
    nodes: Option<u64>,
}

/// An exploration with a bound: what it has found, and whether some loop goes on behind the bound, where a violation may be.
fn bounded(
    task: Task<'_, '_>,
    scheduler: &SchedulerConfig,
    variant: Variant,
    bound: Bound,
    arrays: Option<&Cell<bool>>,
) -> Result<(Outcome, bool), Again> {
    let options = Options {
        block: Block::Never,
        combination: Combination::Cartesian,
        values: variant.values,
        max_values: 0,
        simplify: variant.simplify || task.config.bmc.simplify,
        max_cases: task.config.program.max_cases,
        arrays: arrays.is_some_and(Cell::get),
    };
    if options.arrays {
        // Facts about the whole program say where accesses are; in a map nobody knows.
        task.facts.set(Next::Nothing);
    }
    let rounds = LoopBound::new(task.machine().program(), bound.rounds as u32);
    let cpa = Composite::new(threading(task, scheduler, options)).with(rounds.apart());
    let precision = cpa.precision(Rc::default());
    let mut search = Search::new(task, scheduler, cpa, precision, true);
    search.watch.max_nodes = bound.nodes;
    let finding = search.settle(&mut Back)?;
    let unknown = matches!(finding, Finding::Nothing | Finding::GaveUp(_));
    let needed = unknown && may_need_arrays(task, &search.watch.reasons);
    if needed && arrays.is_some_and(|arrays| !arrays.replace(true)) {
        return Err(Again::WithArrays);
    }
    reach::tell_session(task.limits, &search.cpa.lead.domain.logic);
    let everything = matches!(finding, Finding::Nothing);
    let mut outcome = search.outcome(finding, proof::proof);
    let unwound = |reason: &Reason| matches!(reason, Reason::Halt(halt) if halt.kind == HaltKind::Unwound);
    let mut goes_on = false;
    if let Claim::Unknown(reasons) = &mut outcome.claim {
        goes_on = everything && reasons.iter().any(unwound);
        // What could not be followed is said first; that loops go on is said only if nothing else ended the exploration.
        reasons.sort_by_key(unwound);
        reasons.retain(|reason| everything || !unwound(reason));
    }
    Ok((outcome, goes_on))
}

/// From formulas back to the beginning.
struct Back;

impl<'a, 'p> Paths<'a, 'p, Led<'a, 'p>> for Back {
    fn violating(
        &mut self,
        Search { cpa, arg, .. }: &mut Search<'a, 'p, Led<'a, 'p>>,
        target: &<Led<'a, 'p> as Cpa>::State,
        origin: &Origin<Led<'a, 'p>>,
    ) -> Option<Result<Counterexample, Halt>> {
        let Formula { abstraction, path, .. } = target.lead.element;
        let path = path::back(cpa, arg, (abstraction, path), origin)?;
        match path.follow(&mut cpa.lead.domain)? {
            Ok(Followed::Real(inputs)) => path.counterexample(&mut cpa.lead, &inputs, Some(target.lead.end)).map(Ok),
            Ok(Followed::Spurious) | Err(_) => None,
        }
    }

    fn halting(
        &mut self,
        Search { cpa, arg, .. }: &mut Search<'a, 'p, Led<'a, 'p>>,
        _: &Halt,
        origin: &Origin<Led<'a, 'p>>,
    ) -> Option<Counterexample> {
        let formula = path::at_halt(cpa, arg, origin)?;
        path::back(cpa, arg, formula, origin)?.halting(&mut cpa.lead)
    }
}
