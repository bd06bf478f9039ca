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
use raddle_analyses::threading::Configuration;
use raddle_cpa::{Arg, Composite, End, OfLead, Origin, explore};
use raddle_evidence::{AboutRaces, Assumption, Claim, Counterexample, Outcome, Proof, Property, Reason, doubt};
use raddle_machine::{HaltKind, Machine};
use raddle_program::Program;
use raddle_semantics::dependence::Dependence;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::config::{Config, Reduction, SchedulerConfig};
use crate::limits::Limits;
use crate::predicate::path::{self, Followed};
use crate::predicate::{Led, proof, threading};
use crate::reach::{self, Watch};
use crate::scheduler::Filter;

/// What kind of bounded model checking.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Whether known values stay in the state.
    pub values: bool,
    /// Whether common parts are factored out where paths are merged.
    pub simplify: bool,
}

/// Runs bounded model checking.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits, kind: Kind) -> Outcome {
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let mut scheduler = config.scheduler.clone();
    // A node that is joined with a state in which others sleep has to be expanded again.
    scheduler.sleep = false;
    let mut bound = Bound { rounds: config.bmc.unwind.min(config.bmc.max_unwind), nodes: None };
    loop {
        let next = (bound.rounds + config.bmc.increment).min(config.bmc.max_unwind);
        match bounded(&dependence, property, config, limits, &scheduler, kind, bound) {
            Bounded::Waits => scheduler.reduction = Reduction::None,
            Bounded::Unwound(_) if next > bound.rounds => bound.rounds = next,
            Bounded::Unwound(outcome) | Bounded::Done(outcome) => return *outcome,
        }
    }
}

/// Looks for a violation within some nodes, however often loops are gone round; it says nothing if there is none.
pub fn find(
    dependence: &Dependence<'_>,
    property: Property,
    config: &Config,
    limits: &Limits,
    nodes: u64,
) -> Option<(Counterexample, BTreeSet<Assumption>)> {
    let mut scheduler = config.scheduler.clone();
    scheduler.sleep = false;
    let kind = Kind { values: true, simplify: false };
    let bound = Bound { rounds: u64::from(u32::MAX), nodes: Some(nodes) };
    loop {
        match bounded(dependence, property, config, limits, &scheduler, kind, bound) {
            Bounded::Waits => scheduler.reduction = Reduction::None,
            Bounded::Unwound(outcome) | Bounded::Done(outcome) => {
                return match outcome.claim {
                    Claim::False(counterexample) => Some((counterexample, outcome.assumptions)),
                    Claim::True(_) | Claim::Several { .. } | Claim::Unknown(_) => None,
                };
            }
        }
    }
}

/// How far an exploration goes.
#[derive(Clone, Copy)]
struct Bound {
    /// How often loops are gone round.
    rounds: u64,
    /// How many nodes are expanded, if not as many as there are.
    nodes: Option<u64>,
}

/// What an exploration with a bound has found.
enum Bounded {
    /// Something final.
    Done(Box<Outcome>),
    /// Nothing, but some loop goes on.
    Unwound(Box<Outcome>),
    /// A section that waits inside lets others in; the reduction does not reason about that.
    Waits,
}

fn bounded(
    dependence: &Dependence<'_>,
    property: Property,
    config: &Config,
    limits: &Limits,
    scheduler: &SchedulerConfig,
    kind: Kind,
    bound: Bound,
) -> Bounded {
    let stop = || limits.exceeded().is_some();
    let options = Options {
        block: Block::Never,
        combination: Combination::Cartesian,
        values: kind.values,
        simplify: kind.simplify,
        max_cases: config.program.max_cases,
    };
    let lead = threading(dependence, property, config, &stop, scheduler, options);
    let mut cpa: Led<'_, '_> =
        Composite::new(lead).with(LoopBound::new(dependence.machine().program(), bound.rounds as u32).apart());
    let precision = cpa.precision(Rc::default());
    let mut filter = Filter::new(dependence, scheduler.clone());
    let mut watch = Watch::new(config, limits, true);
    watch.max_nodes = bound.nodes;
    let mut arg = Arg::new(reach::order(config));
    let (end, found) = loop {
        let end = explore(&mut cpa, &mut OfLead(&mut filter), &precision, &mut arg, &mut watch);
        if cpa.lead.section_waits {
            return Bounded::Waits;
        }
        if let Some((halt, origin)) = watch.doubtful.take() {
            let formula = path::at_halt(&mut cpa, &arg, &origin);
            let path = formula.and_then(|formula| path::back(&mut cpa, &arg, formula, &origin));
            let execution = path.and_then(|path| path.halting(&mut cpa.lead));
            watch.shown.offer(dependence.machine(), &halt, execution);
            watch.believe(&mut arg, origin, halt);
            continue;
        }
        let End::Target(state, origin) = &end else { break (end, None) };
        let found = counterexample(&mut cpa, &arg, &state.lead, origin);
        match found.as_ref().and_then(|counterexample| doubt(dependence.machine(), counterexample)) {
            Some(halt) => watch.refuse(&mut arg, origin.clone(), halt),
            None => break (end, found),
        }
    };
    reach::tell_session(limits, &cpa.lead.domain.logic);
    let (unwound, mut halts): (Vec<_>, Vec<_>) =
        std::mem::take(&mut watch.reasons).into_iter().partition(|h| h.kind == HaltKind::Unwound);
    halts.extend(std::mem::take(&mut filter.halts));
    let threads = arg.nodes().map(|(_, n)| n.state.lead.state.threads.len() as u64).max().unwrap_or(1);
    let stats = watch.statistics(&arg, &cpa.lead, threads);
    let assumptions = reach::assumptions(&cpa.lead.stepper, config);
    let notes = std::mem::take(&mut cpa.lead.notes);
    let undefined = std::mem::take(&mut watch.shown).into_found();
    let known = halts.clone();
    let unknown =
        |first: Option<Reason>| Claim::Unknown(first.into_iter().chain(known.into_iter().map(Reason::Halt)).collect());
    let claim = match end {
        End::Stopped => {
            limits.let_go((arg, cpa));
            unknown(watch.exceeded.clone())
        }
        // A violation may be further on, whatever else could not be followed.
        End::Exhausted if !unwound.is_empty() => {
            let claim = Claim::Unknown(halts.into_iter().chain(unwound).map(Reason::Halt).collect());
            return Bounded::Unwound(Box::new(Outcome {
                property,
                claim,
                assumptions,
                notes,
                undefined,
                stats,
                explanation: Vec::new(),
                races: AboutRaces::default(),
            }));
        }
        End::Exhausted if !halts.is_empty() => unknown(None),
        End::Exhausted => Claim::True(Proof::States(proof::proof(arg, &mut filter, cpa))),
        End::Target(..) => match found {
            Some(example) => Claim::False(example),
            None if watch.is_over() => unknown(watch.exceeded.clone()),
            None => Claim::Unknown(vec![Reason::Internal("the path to a violation could not be rebuilt".to_string())]),
        },
    };
    Bounded::Done(Box::new(Outcome { property, claim, assumptions, notes, undefined, stats, explanation: Vec::new(), races: AboutRaces::default() }))
}

/// The execution that ends in a target.
fn counterexample<'a, 'p>(
    cpa: &mut Led<'a, 'p>,
    arg: &Arg<Led<'a, 'p>>,
    target: &Configuration<Formula>,
    origin: &Origin<Led<'a, 'p>>,
) -> Option<Counterexample> {
    let Formula { abstraction, path, .. } = target.element;
    let path = path::back(cpa, arg, (abstraction, path), origin)?;
    match path.follow(&mut cpa.lead.domain)? {
        Ok(Followed::Real(inputs)) => path.counterexample(&mut cpa.lead, &inputs, Some(target.end)),
        Ok(Followed::Spurious) | Err(_) => None,
    }
}
