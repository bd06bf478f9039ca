//! The engine of the BDD analysis: exploration, counterexample, proof.
//!
//! Valuations are sets, and nothing is forgotten ([`raddle_analyses::bdd`]), so there is no refinement: one exploration decides
//! what it finishes. Nodes are expanded breadth first by default: paths of the same length meet before they go on, and a
//! node that has been joined with something new after its expansion has to be expanded again.

mod path;
mod proof;

use raddle_analyses::bdd::Bdd;
use raddle_analyses::threading::{Stepper, Threading};
use raddle_cpa::{Arg, End, explore};
use raddle_evidence::{AboutRaces, Claim, Outcome, Proof, Property, Reason, doubt};
use raddle_machine::Machine;
use raddle_program::Program;
use raddle_semantics::dependence::Dependence;

use crate::config::{Config, External, Reduction, SchedulerConfig};
use crate::limits::Limits;
use crate::reach::{self, Watch};
use crate::scheduler::Filter;

type Analysis<'a, 'p> = Threading<'a, 'p, Bdd<'p>>;

/// Runs the BDD analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let mut scheduler = config.scheduler.clone();
    // A node that is joined with a state in which others sleep has to be expanded again: here that costs more than the steps
    // that sleep sets save.
    scheduler.sleep = false;
    loop {
        match attempt(&dependence, property, config, limits, &scheduler) {
            Some(outcome) => return outcome,
            // A section that waits inside lets others in; the reduction does not reason about that.
            None => scheduler.reduction = Reduction::None,
        }
    }
}

/// One exploration; `None` if it has to be done without reduction.
fn attempt(
    dependence: &Dependence<'_>,
    property: Property,
    config: &Config,
    limits: &Limits,
    scheduler: &SchedulerConfig,
) -> Option<Outcome> {
    let strict = config.program.external == External::Strict;
    let reduce = scheduler.reduction == Reduction::Persistent;
    let stepper = Stepper::new(dependence, property, reduce, strict);
    let domain = Bdd::new(dependence.machine(), config.program.max_cases);
    let mut threading: Analysis<'_, '_> = Threading::new(stepper, domain);
    let mut filter = Filter::new(dependence, scheduler.clone());
    let stop = || limits.exceeded().is_some();
    threading.stop = Some(&stop);
    let clock = limits.clone();
    threading.domain.encoder.gates.stop = Some(Box::new(move || clock.exceeded().is_some()));
    if !scheduler.dead {
        threading.dead = None;
        threading.domain.cells.keep_dead();
    }
    let mut watch = Watch::new(config, limits, true);
    let mut arg = Arg::new(reach::order(config));
    let (end, found) = loop {
        let end = explore(&mut threading, &mut filter, &(), &mut arg, &mut watch);
        if threading.section_waits {
            return None;
        }
        if let Some((halt, origin)) = watch.doubtful.take() {
            let execution = path::halting(&mut threading, &arg, &halt, &origin);
            watch.shown.offer(dependence.machine(), &halt, execution);
            watch.believe(&mut arg, origin, halt);
            continue;
        }
        let End::Target(state, origin) = &end else { break (end, None) };
        let found = path::counterexample(&mut threading, &arg, state, origin);
        match found.as_ref().and_then(|counterexample| doubt(dependence.machine(), counterexample)) {
            Some(halt) => watch.refuse(&mut arg, origin.clone(), halt),
            None => break (end, found),
        }
    };
    let threads = arg.nodes().map(|(_, n)| n.state.state.threads.len() as u64).max().unwrap_or(1);
    let stats = watch.statistics(&arg, &threading, threads);
    let assumptions = reach::assumptions(&threading.stepper, config);
    let mut halts = std::mem::take(&mut watch.reasons);
    halts.append(&mut filter.halts);
    let halted = !halts.is_empty();
    let reasons = |limit: Option<Reason>| limit.into_iter().chain(halts.into_iter().map(Reason::Halt)).collect();
    let notes = std::mem::take(&mut threading.notes);
    let claim = match end {
        End::Target(..) => match found {
            Some(counterexample) => Claim::False(counterexample),
            None => {
                let limit = limits.exceeded();
                let failed = || Reason::Internal("the path to a violation could not be rebuilt".to_string());
                Claim::Unknown(vec![limit.unwrap_or_else(failed)])
            }
        },
        End::Stopped => {
            limits.let_go((arg, threading));
            Claim::Unknown(reasons(watch.exceeded.take()))
        }
        End::Exhausted if halted => Claim::Unknown(reasons(None)),
        End::Exhausted => Claim::True(Proof::States(proof::proof(arg, &mut filter, threading))),
    };
    let undefined = watch.shown.into_found();
    Some(Outcome { property, claim, assumptions, notes, undefined, stats, explanation: Vec::new(), races: AboutRaces::default() })
}
