//! Counterexample-guided abstraction refinement for `value`.
//!
//! **Idea** (E. Clarke, O. Grumberg, S. Jha, Y. Lu, H. Veith, CAV 2000; for explicit values: Beyer and Löwe, FASE 2013).
//! Explore with few variables tracked. A path to a violation (or to a halt) is followed again with everything tracked
//! ([`follow`]): if somebody takes it, it is a counterexample with its inputs; if nobody does, [`refine`] finds variables that refute it,
//! and they are tracked from then on. With all variables tracked every path is real, so the loop ends at the latest there.
//!
//! **Soundness.** A graph without violations is a proof under any precision, and the checker does not need to know the precision
//! (`proof`). FALSE is replayed.

pub(crate) mod follow;
mod proof;
mod refine;

use std::collections::BTreeSet;

use raddle_analyses::threading::{Action, Choice, Configuration, Stepper, Threading, Unrenamed, Way};
use raddle_analyses::value::{Precision, ValueDomain, Variable, needed, variables};
use raddle_cpa::{Arg, End, Origin, explore};
use raddle_evidence::{AboutRaces, Claim, Counterexample, Outcome, Proof, Property, Reason, doubt};
use raddle_machine::lazy::Terms;
use raddle_machine::{Halt, HaltKind, Machine};
use raddle_program::analysis::PointsTo;
use raddle_program::{Program, Span};
use raddle_semantics::ViolationKind;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::symmetry::Symmetry;

use crate::config::{Config, External, Reduction, SchedulerConfig};
use crate::limits::Limits;
use crate::reach::{self, Watch};
use crate::scheduler::Filter;
use follow::{Followed, Follower, Path, PathEnd, PathRun};

type Analysis<'a, 'p> = Threading<'a, 'p, ValueDomain>;

/// Runs the value analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let mut scheduler = config.scheduler.clone();
    let stop = || limits.exceeded().is_some();
    loop {
        let cegar = Cegar::new(&dependence, property, config, limits, &stop, &scheduler);
        match cegar.run(&scheduler) {
            Ok(outcome) => return outcome,
            Err(Again::WithoutReduction) => scheduler.reduction = Reduction::None,
            Err(Again::WithoutSymmetry) => scheduler.symmetry = false,
        }
    }
}

/// Why the search has to be repeated.
enum Again {
    /// A section that waits inside lets others in; the reduction does not reason about that.
    WithoutReduction,
    /// A path through states in which threads have changed places could not be told as an execution.
    WithoutSymmetry,
}

/// What a suspicious path turned out to be.
enum Judged {
    Real(Counterexample),
    RealHalt(Halt),
    Refined,
    Unknown(Halt),
}

struct Cegar<'a, 'p> {
    config: &'a Config,
    property: Property,
    threading: Analysis<'a, 'p>,
    follower: Follower<'a, 'p>,
    watch: Watch<'a, Analysis<'a, 'p>>,
    points_to: PointsTo,
    tracked: BTreeSet<Variable>,
    everything: BTreeSet<Variable>,
    refinements: u64,
}

impl<'a, 'p> Cegar<'a, 'p> {
    fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        config: &'a Config,
        limits: &'a Limits,
        stop: &'a dyn Fn() -> bool,
        scheduler: &SchedulerConfig,
    ) -> Cegar<'a, 'p> {
        let strict = config.program.external == External::Strict;
        let program = dependence.machine().program();
        let points_to = dependence.machine().points_to().clone();
        let everything = variables(program, &points_to);
        let tracked = if config.value.refinement { needed(program, &points_to) } else { everything.clone() };
        let stepper = Stepper::new(dependence, property, scheduler.reduction == Reduction::Persistent, strict);
        let max_cases = config.program.max_cases;
        let mut threading = Threading::new(stepper, ValueDomain::new(max_cases, limits.deadline()));
        threading.stop = Some(stop);
        threading.dead = threading.dead.filter(|_| scheduler.dead);
        threading.symmetry = if scheduler.symmetry { Symmetry::new(dependence.machine()) } else { None };
        Cegar {
            config,
            property,
            threading,
            follower: Follower { dependence, property, terms: Terms::within(limits.deadline()), max_cases, stop },
            watch: Watch::new(config, limits, false),
            points_to,
            tracked,
            everything,
            refinements: 0,
        }
    }

    /// The loop.
    fn run(mut self, scheduler: &SchedulerConfig) -> Result<Outcome, Again> {
        let dependence = self.threading.dependence();
        let mut filter = Filter::new(dependence, scheduler.clone());
        // Who sleeps would have to change places as well.
        filter.options.sleep &= self.threading.symmetry.is_none();
        let mut precision = Precision::new(dependence.machine(), self.tracked.clone());
        let mut arg = Arg::new(reach::order(self.config));
        loop {
            self.watch.believe_halts = self.tracked == self.everything;
            let end = explore(&mut self.threading, &mut filter, &precision, &mut arg, &mut self.watch);
            if self.threading.section_waits {
                return Err(Again::WithoutReduction);
            }
            let mut doubtful = None;
            let (path, origin) = match end {
                End::Exhausted => {
                    self.watch.reasons.append(&mut filter.halts);
                    let claim = match self.watch.reasons.is_empty() {
                        true => {
                            let proof = proof::proof(&arg, &mut filter, &self.threading, precision);
                            Claim::True(Proof::States(proof))
                        }
                        false => Claim::Unknown(self.reasons(None)),
                    };
                    return Ok(self.outcome(claim, arg));
                }
                End::Target(state, origin) => (self.path(&arg, &origin, PathEnd::of(state.end)), origin),
                End::Stopped => match self.watch.doubtful.take() {
                    Some((halt, origin)) => {
                        doubtful = Some(halt);
                        (self.path(&arg, &origin, PathEnd::Halt), origin)
                    }
                    None => {
                        let reasons = self.reasons(self.watch.exceeded.clone());
                        return Ok(self.outcome(Claim::Unknown(reasons), arg));
                    }
                },
            };
            if self.watch.is_over() {
                let reasons = self.reasons(self.watch.exceeded.clone());
                return Ok(self.outcome(Claim::Unknown(reasons), arg));
            }
            if let Some(halt) = doubtful.take_if(|halt| self.watch.believe_halts || self.watch.reasons.contains(halt)) {
                // It is a reason for UNKNOWN already, and only to be shown.
                self.show(&path, &halt);
                self.watch.believe(&mut arg, origin, halt);
                continue;
            }
            match self.judge(&path) {
                Judged::Real(counterexample) => match doubt(dependence.machine(), &counterexample) {
                    Some(halt) => self.watch.refuse(&mut arg, origin, halt),
                    None => return Ok(self.outcome(Claim::False(counterexample), arg)),
                },
                Judged::Unknown(_) if path.renamed => return Err(Again::WithoutSymmetry),
                // There may be another violation, which is real.
                Judged::Unknown(halt) if doubtful.is_none() => self.watch.refuse(&mut arg, origin, halt),
                Judged::RealHalt(halt) | Judged::Unknown(halt) => {
                    self.watch.reasons.insert(halt);
                    // There is a reason for UNKNOWN now, so it does not matter whether this one is real as well.
                    self.watch.reasons.extend(doubtful);
                    match origin.from {
                        Some((parent, _)) => arg.expand_again(parent, precision.clone()),
                        None => arg.clear(),
                    }
                }
                Judged::Refined => {
                    self.refinements += 1;
                    if self.refinements >= self.config.value.max_refinements {
                        self.tracked = self.everything.clone();
                    }
                    precision = Precision::new(dependence.machine(), self.tracked.clone());
                    arg.clear();
                    self.watch.anew();
                }
            }
        }
    }
}

impl<'a, 'p> Cegar<'a, 'p> {
    /// The path to a state, run by run.
    fn path(&mut self, arg: &Arg<Analysis<'a, 'p>>, last: &Origin<Analysis<'a, 'p>>, end: PathEnd) -> Path {
        let mut origins = vec![last];
        while let Some((parent, _)) = &origins[origins.len() - 1].from {
            origins.push(&arg.node(*parent).origins[0]);
        }
        let mut runs = Vec::new();
        let mut execution = Unrenamed::new(self.threading.dependence().machine().program());
        let nodes = origins.iter().filter_map(|o| o.from.as_ref());
        let renamed = nodes.into_iter().any(|(node, _)| !arg.node(*node).state.renaming.is_empty());
        for origin in origins.into_iter().rev() {
            if let Some((parent, _)) = &origin.from {
                let Configuration { state, renaming, .. } = &arg.node(*parent).state;
                execution.reached(state, renaming);
            }
            let from = origin.from.as_ref().map(|(parent, _)| &arg.node(*parent).state);
            let choice = origin.from.as_ref().map(|(_, choice)| *choice);
            let way: Way = origin.label;
            let rerun = self.threading.rerun(from, choice, way).expect("a way that was taken can be taken again");
            let wakes = choice.and_then(|Choice { thread, action }| match action {
                Action::Step => None,
                Action::Wake => Some((execution.slot(thread), false)),
                Action::TimeOut => Some((execution.slot(thread), true)),
            });
            let edges = if renamed { execution.run(&rerun.edges) } else { rerun.edges };
            runs.push(PathRun { wakes, edges, choices: rerun.choices });
        }
        let end = match end {
            PathEnd::Violation(ViolationKind::Race(a, b)) => {
                PathEnd::Violation(ViolationKind::Race(execution.slot(a), execution.slot(b)))
            }
            PathEnd::Violation(_) | PathEnd::Halt => end,
        };
        let main_takes_part = match end {
            PathEnd::Violation(ViolationKind::Race(a, b)) => a.0 == 0 || b.0 == 0,
            PathEnd::Violation(ViolationKind::Deadlock | ViolationKind::Lost) => true,
            PathEnd::Violation(ViolationKind::Error | ViolationKind::Undefined(_)) | PathEnd::Halt => false,
        };
        if renamed && main_takes_part {
            runs.push(PathRun { wakes: None, edges: execution.rest(), choices: Vec::new() });
        }
        Path { runs, end, renamed }
    }

    /// Whether a path is real; if not, tracks what refutes it.
    fn judge(&mut self, path: &Path) -> Judged {
        match self.follower.follow(path, None) {
            Followed::Violates(executions) => {
                match executions.iter().find_map(|e| self.follower.counterexample(path, e, None)) {
                    Some(counterexample) => Judged::Real(counterexample),
                    None => Judged::Unknown(Halt::new(
                        HaltKind::TooManyCases,
                        "a violation depends on nondeterministic values that satisfy a condition too complex to solve here",
                        self.end_of(path),
                    )),
                }
            }
            Followed::Halts(halt, _) => {
                self.show(path, &halt);
                Judged::RealHalt(halt)
            }
            Followed::Nobody => {
                let program = self.threading.dependence().machine().program();
                let touched = refine::touched(program, &self.points_to, path);
                let candidates = touched.intersection(&self.everything).filter(|v| !self.tracked.contains(v));
                let candidates = candidates.copied().collect();
                match refine::needed_for(&mut self.follower, path, &self.tracked, candidates) {
                    Some(more) if !more.is_empty() => {
                        self.tracked.extend(more);
                        Judged::Refined
                    }
                    Some(_) | None => self.track_everything(path),
                }
            }
            Followed::GaveUp => self.track_everything(path),
        }
    }

    /// Makes the execution along a path that ends in a halt, if it is one to be shown.
    fn show(&mut self, path: &Path, halt: &Halt) {
        if self.watch.shown.wants(halt) {
            let execution = self.follower.halting(path, halt);
            self.watch.shown.offer(self.threading.dependence().machine(), halt, execution);
        }
    }

    /// The last resort.
    fn track_everything(&mut self, path: &Path) -> Judged {
        if self.tracked == self.everything {
            let what = "a path that could not be followed again";
            return Judged::Unknown(Halt::new(HaltKind::TooManyCases, what, self.end_of(path)));
        }
        self.tracked = self.everything.clone();
        Judged::Refined
    }

    /// The place of the last edge of a path.
    fn end_of(&self, path: &Path) -> Span {
        let program = self.threading.dependence().machine().program();
        path.visible_end(program)
    }

    /// The reasons for UNKNOWN, a limit first. That a value was not tracked is none if there are others.
    fn reasons(&mut self, limit: Option<Reason>) -> Vec<Reason> {
        let mut halts = std::mem::take(&mut self.watch.reasons);
        if halts.iter().any(|h| h.kind != HaltKind::Imprecise) || limit.is_some() {
            halts.retain(|h| h.kind != HaltKind::Imprecise);
        }
        limit.into_iter().chain(halts.into_iter().map(Reason::Halt)).collect()
    }

    fn outcome(mut self, claim: Claim, arg: Arg<Analysis<'a, 'p>>) -> Outcome {
        let threads = arg.nodes().map(|(_, n)| n.state.state.threads.len() as u64).max().unwrap_or(1);
        let stats = self.watch.statistics(&arg, &self.threading, threads);
        let assumptions = reach::assumptions(&self.threading.stepper, self.config);
        let notes = std::mem::take(&mut self.threading.notes);
        let undefined = std::mem::take(&mut self.watch.shown).into_found();
        self.watch.limits.let_go((arg, self.threading));
        Outcome { property: self.property, claim, assumptions, notes, undefined, stats, explanation: Vec::new(), races: AboutRaces::default() }
    }
}
