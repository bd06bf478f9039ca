//! Components beside values: the engine of analyses that are a [`Component`](raddle_cpa::Component).
//!
//! Threading leads, with only those values tracked that a step cannot be executed without; the components know the rest. A path to
//! a violation is followed again with everything tracked: if somebody takes it, it is a counterexample with its inputs; if
//! nobody does, the components were too coarse and the answer is UNKNOWN.
//!
//! **Twice.** The checker knows in its steps what the components know, and a step ends earlier where less is known. So that it ends where the
//! search had it end, control alone has to say where ([`Runs::by_control`](raddle_semantics::run::Runs)); then there are more states, more of them cover each
//! other, and fewer of the paths to a violation are real. So violations are looked for without that, and if there are none, a proof with it.
//!
//! **Soundness.** FALSE is replayed. What the components know is written into the states of the proof ([`proof`]), and the checker sees for
//! itself that it holds: a component need not be right, it only has to be useful.
//!
//! **Rejected**: trusting the components; a checker for each of them.

mod proof;

use raddle_analyses::threading::{Action, Choice, Stepper, Threading};
use raddle_analyses::value::{Precision, ValueDomain, needed};
use raddle_cpa::{Arg, Composite, End, OfLead, Origin, explore};
use raddle_evidence::{AboutRaces, Claim, Counterexample, Outcome, Proof, Property, Reason, doubt};
use raddle_machine::lazy::Terms;
use raddle_machine::{Halt, HaltKind, Machine};
use raddle_program::Program;
use raddle_semantics::dependence::Dependence;

use crate::cegar::follow::{Followed, Follower, Path, PathEnd, PathRun};
use crate::config::{Config, External, Reduction, SchedulerConfig};
use crate::limits::Limits;
use crate::reach::{self, Watch};
use crate::scheduler::Filter;

/// Threading with components beside it.
pub type Led<'a, 'p> = Composite<'a, Threading<'a, 'p, ValueDomain>>;

/// Adds components.
pub type Add = for<'a, 'p> fn(Led<'a, 'p>, &'a Machine<'p>) -> Led<'a, 'p>;

/// Runs an analysis that is made of components.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits, add: Add) -> Outcome {
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let mut scheduler = config.scheduler.clone();
    // Components know threads by their number.
    scheduler.symmetry = false;
    let mut by_control = false;
    loop {
        match explored(&dependence, property, config, limits, (&scheduler, by_control), add) {
            Explored::Said(outcome) => return *outcome,
            Explored::NothingFound => by_control = true,
            // A section that waits inside lets others in; the reduction does not reason about that.
            Explored::SectionWaits => scheduler.reduction = Reduction::None,
        }
    }
}

/// What an exploration says.
enum Explored {
    /// This.
    Said(Box<Outcome>),
    /// There is no violation; the proof needs steps that end where control says.
    NothingFound,
    /// A thread waits inside an atomic section: it has to be repeated without reduction.
    SectionWaits,
}

/// One exploration.
fn explored(
    dependence: &Dependence<'_>,
    property: Property,
    config: &Config,
    limits: &Limits,
    (scheduler, by_control): (&SchedulerConfig, bool),
    add: Add,
) -> Explored {
    let (machine, max_cases) = (dependence.machine(), config.program.max_cases);
    let program = machine.program();
    let strict = config.program.external == External::Strict;
    let mut stepper = Stepper::new(dependence, property, scheduler.reduction == Reduction::Persistent, strict);
    stepper.by_control = by_control;
    let mut threading = Threading::new(stepper, ValueDomain::new(max_cases, limits.deadline()));
    threading.dead = threading.dead.filter(|_| scheduler.dead);
    let mut cpa = add(Composite::new(threading), machine);
    let precision = cpa.precision(Precision::new(machine, needed(program, machine.points_to())));
    let mut filter = Filter::new(dependence, scheduler.clone());
    let mut watch = Watch::new(config, limits, true);
    let mut arg = Arg::new(reach::order(config));
    let stop = || limits.exceeded().is_some();
    let mut follower =
        Follower { dependence, property, terms: Terms::within(limits.deadline()), max_cases, stop: &stop };
    let (end, claimed) = loop {
        let end = explore(&mut cpa, &mut OfLead(&mut filter), &precision, &mut arg, &mut watch);
        if cpa.lead.section_waits {
            return Explored::SectionWaits;
        }
        if let Some((halt, origin)) = watch.doubtful.take() {
            let path = path(&mut cpa, &arg, &origin, PathEnd::Halt);
            let execution = follower.halting(&path, &halt);
            watch.shown.offer(machine, &halt, execution);
            watch.believe(&mut arg, origin, halt);
            continue;
        }
        let End::Target(state, origin) = &end else { break (end, None) };
        let path = path(&mut cpa, &arg, origin, PathEnd::of(state.lead.end));
        match real(&mut follower, &path).ok_or_else(|| coarse(program, &path)) {
            // There may be another violation, which is real.
            Err(halt) => watch.refuse(&mut arg, origin.clone(), halt),
            Ok(counterexample) => match doubt(machine, &counterexample) {
                Some(halt) => watch.refuse(&mut arg, origin.clone(), halt),
                None => break (end, Some(counterexample)),
            },
        }
    };
    watch.reasons.append(&mut filter.halts);
    let mut reasons: Vec<Reason> = watch.reasons.iter().cloned().map(Reason::Halt).collect();
    let claim = match end {
        End::Exhausted if reasons.is_empty() && !by_control => return Explored::NothingFound,
        End::Exhausted if reasons.is_empty() => {
            Claim::True(Proof::States(proof::proof(&arg, &mut filter, &cpa, precision.lead)))
        }
        End::Exhausted => Claim::Unknown(reasons),
        End::Stopped => {
            reasons.splice(0..0, watch.exceeded.clone());
            Claim::Unknown(reasons)
        }
        End::Target(..) => claimed.map_or(Claim::Unknown(reasons), Claim::False),
    };
    let threads = arg.nodes().map(|(_, n)| n.state.lead.state.threads.len() as u64).max().unwrap_or(1);
    Explored::Said(Box::new(Outcome {
        explanation: Vec::new(),
        races: AboutRaces::default(),
        property,
        claim,
        assumptions: reach::assumptions(&cpa.lead.stepper, config),
        stats: watch.statistics(&arg, &cpa.lead, threads),
        undefined: watch.shown.into_found(),
        notes: cpa.lead.notes,
    }))
}

/// The path to a violation or a halt, run by run.
fn path<'a, 'p>(cpa: &mut Led<'a, 'p>, arg: &Arg<Led<'a, 'p>>, last: &Origin<Led<'a, 'p>>, end: PathEnd) -> Path {
    let mut origins = vec![last];
    while let Some((parent, _)) = &origins[origins.len() - 1].from {
        origins.push(&arg.node(*parent).origins[0]);
    }
    let mut runs = Vec::new();
    for origin in origins.into_iter().rev() {
        let from = origin.from.as_ref().map(|(parent, _)| &arg.node(*parent).state.lead);
        let choice = origin.from.as_ref().map(|(_, choice)| *choice);
        let rerun = cpa.lead.rerun(from, choice, origin.label).expect("a way that was taken can be taken again");
        let wakes = choice.and_then(|Choice { thread, action }| match action {
            Action::Step => None,
            Action::Wake => Some((thread, false)),
            Action::TimeOut => Some((thread, true)),
        });
        runs.push(PathRun { wakes, edges: rerun.edges, choices: rerun.choices });
    }
    Path { runs, end, renamed: false }
}

/// An execution that takes the path.
fn real(follower: &mut Follower<'_, '_>, path: &Path) -> Option<Counterexample> {
    match follower.follow(path, None) {
        Followed::Violates(executions) => executions.iter().find_map(|e| follower.counterexample(path, e, None)),
        Followed::Halts(..) | Followed::Nobody | Followed::GaveUp => None,
    }
}

/// Nobody takes the path: what is known is too little.
fn coarse(program: &Program, path: &Path) -> Halt {
    let span = path.visible_end(program);
    let what = "the analysis knows too little to exclude a violation that it cannot confirm";
    Halt::new(HaltKind::Imprecise, what, span)
}
