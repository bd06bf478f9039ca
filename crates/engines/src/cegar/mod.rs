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
pub(crate) mod path;
mod proof;
mod refine;

use std::collections::BTreeSet;

use raddle_analyses::threading::Threading;
use raddle_analyses::value::{Precision, ValueDomain, Variable, needed, variables};
use raddle_evidence::{Counterexample, Outcome, Property};
use raddle_machine::{Halt, HaltKind};
use raddle_program::{Program, Span};
use raddle_semantics::symmetry::Symmetry;

use crate::config::{Config, SchedulerConfig};
use crate::limits::Limits;
use crate::reach::search::{Again, Explored, Finding, Search, Task, attempts, with_task};
use follow::{Followed, Follower, Path, PathEnd};

type Analysis<'a, 'p> = Threading<'a, 'p, ValueDomain>;

/// Runs the value analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    with_task(program, property, config, limits, |task| {
        attempts(config.scheduler.clone(), |scheduler| {
            let mut cegar = Cegar::new(task, scheduler);
            let finding = cegar.run()?;
            cegar.drop_vague_reasons(&finding);
            Ok(cegar.search.outcome(finding, proof::proof))
        })
    })
}

/// What a suspicious path turned out to be.
enum Judged {
    Real(Counterexample),
    RealHalt(Halt),
    Refined,
    Unknown(Halt),
}

struct Cegar<'a, 'p> {
    search: Search<'a, 'p, Analysis<'a, 'p>>,
    follower: Follower<'a, 'p>,
    tracked: BTreeSet<Variable>,
    everything: BTreeSet<Variable>,
    refinements: u64,
}

impl<'a, 'p> Cegar<'a, 'p> {
    fn new(task: Task<'a, 'p>, scheduler: &SchedulerConfig) -> Cegar<'a, 'p> {
        let (machine, config) = (task.machine(), task.config);
        let everything = variables(machine.program(), machine.points_to());
        let tracked = match config.value.refinement {
            true => needed(machine.program(), machine.points_to()),
            false => everything.clone(),
        };
        let domain = ValueDomain::new(config.program.max_cases, task.limits.deadline());
        let mut threading = task.threading(scheduler, domain);
        threading.symmetry = if scheduler.symmetry { Symmetry::new(machine) } else { None };
        // Who sleeps would have to change places as well.
        let sleep = scheduler.sleep && threading.symmetry.is_none();
        let scheduler = SchedulerConfig { sleep, ..scheduler.clone() };
        let precision = Precision::new(machine, tracked.clone());
        let mut search = Search::new(task, &scheduler, threading, precision, false);
        search.filter.wakes_count = true;
        Cegar { search, follower: Follower::new(task), tracked, everything, refinements: 0 }
    }

    /// The loop: explore, follow the path that was found, refine.
    fn run(&mut self) -> Result<Finding, Again> {
        loop {
            self.search.watch.believe_halts = self.tracked == self.everything;
            let (path, origin, mut halt) = match self.search.explore()? {
                Explored::Everything => return Ok(Finding::Nothing),
                Explored::Over(limit) => return Ok(Finding::GaveUp(limit)),
                Explored::Target(state, origin) => {
                    (path::to(&mut self.search, &origin, PathEnd::of(state.end)), origin, None)
                }
                Explored::Halted(halt, origin) => {
                    (path::to(&mut self.search, &origin, PathEnd::Halt), origin, Some(halt))
                }
            };
            if self.search.watch.is_over() {
                return Ok(Finding::GaveUp(self.search.watch.over()));
            }
            if let Some(halt) = halt.take_if(|halt| self.is_reason(halt)) {
                self.show(&path, &halt);
                self.search.watch.believe(&mut self.search.arg, origin, halt);
                continue;
            }
            match (self.judge(&path), halt) {
                (Judged::Real(counterexample), _) => {
                    if let Some(counterexample) = self.search.believed(counterexample, origin) {
                        return Ok(Finding::Violation(counterexample));
                    }
                }
                (Judged::Unknown(_), _) if path.renamed => return Err(Again::WithoutSymmetry),
                // There may be another violation, which is real.
                (Judged::Unknown(why), None) => self.search.watch.refuse(&mut self.search.arg, origin, why),
                // There is a reason for UNKNOWN now, so it does not matter whether the one that was found is real as well.
                (Judged::RealHalt(why) | Judged::Unknown(why), halt) => {
                    self.search.watch.reasons.extend([why].into_iter().chain(halt));
                    self.search.expand_again(&origin);
                }
                (Judged::Refined, _) => self.begin_again(),
            }
        }
    }

    /// Explores everything again, with what is tracked now.
    fn begin_again(&mut self) {
        self.refinements += 1;
        if self.refinements >= self.search.task.config.value.max_refinements {
            self.tracked = self.everything.clone();
        }
        self.search.precision = Precision::new(self.search.task.machine(), self.tracked.clone());
        self.search.arg.clear();
        self.search.watch.anew();
    }

    /// Whether a halt is a reason for UNKNOWN already, and only to be shown.
    fn is_reason(&self, halt: &Halt) -> bool {
        self.search.watch.believe_halts || self.search.watch.reasons.contains(halt)
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
                let machine = self.search.task.machine();
                let touched = refine::touched(machine.program(), machine.points_to(), path);
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
        if self.search.watch.shown.wants(halt) {
            let execution = self.follower.halting(path, halt);
            self.search.watch.shown.offer(self.search.task.machine(), halt, execution);
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
        let program = self.search.task.machine().program();
        path.visible_end(program)
    }

    /// That a value was not tracked is no reason for UNKNOWN if there are others.
    fn drop_vague_reasons(&mut self, finding: &Finding) {
        let reasons = &mut self.search.watch.reasons;
        let limit = matches!(finding, Finding::GaveUp(_));
        if limit || reasons.iter().any(|halt| halt.kind != HaltKind::Imprecise) {
            reasons.retain(|halt| halt.kind != HaltKind::Imprecise);
        }
    }
}
