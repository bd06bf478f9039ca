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

use raddle_analyses::threading::Threading;
use raddle_analyses::value::{Precision, ValueDomain, needed};
use raddle_cpa::{Composite, Cpa, Origin};
use raddle_evidence::{Counterexample, Outcome, Property};
use raddle_machine::{Halt, HaltKind, Machine};
use raddle_program::Program;

use crate::cegar::follow::{Followed, Follower, PathEnd};
use crate::cegar::path;
use crate::config::{Config, SchedulerConfig};
use crate::limits::Limits;
use crate::reach::search::{Finding, Paths, Search, Task, attempts, with_task};

/// Threading with components beside it.
pub type Led<'a, 'p> = Composite<'a, Threading<'a, 'p, ValueDomain>>;

/// Adds components.
pub type Add = for<'a, 'p> fn(Led<'a, 'p>, &'a Machine<'p>) -> Led<'a, 'p>;

/// Runs an analysis that is made of components.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits, add: Add) -> Outcome {
    // Components know threads by their number.
    let scheduler = SchedulerConfig { symmetry: false, ..config.scheduler.clone() };
    let mut by_control = false;
    with_task(program, property, config, limits, |task| {
        attempts(scheduler, |scheduler| {
            loop {
                let mut search = search(task, scheduler, by_control, add);
                let finding = search.settle(&mut Follower::new(task))?;
                let proved = matches!(finding, Finding::Nothing) && search.watch.reasons.is_empty();
                if by_control || !proved {
                    return Ok(search.outcome(finding, proof::proof));
                }
                by_control = true;
            }
        })
    })
}

/// A search that has reached nothing yet.
fn search<'a, 'p>(
    task: Task<'a, 'p>,
    scheduler: &SchedulerConfig,
    by_control: bool,
    add: Add,
) -> Search<'a, 'p, Led<'a, 'p>> {
    let machine = task.machine();
    let domain = ValueDomain::new(task.config.program.max_cases, task.limits.deadline());
    let mut threading = task.threading(scheduler, domain);
    threading.stepper.by_control = by_control;
    let cpa = add(Composite::new(threading), machine);
    let precision = cpa.precision(Precision::new(machine, needed(machine.program(), machine.points_to())));
    let mut search = Search::new(task, scheduler, cpa, precision, true);
    search.filter.wakes_count = true;
    search
}

impl<'a, 'p> Paths<'a, 'p, Led<'a, 'p>> for Follower<'a, 'p> {
    /// If nobody takes the path, what the components know is too little.
    fn violating(
        &mut self,
        search: &mut Search<'a, 'p, Led<'a, 'p>>,
        target: &<Led<'a, 'p> as Cpa>::State,
        origin: &Origin<Led<'a, 'p>>,
    ) -> Option<Result<Counterexample, Halt>> {
        let path = path::to(search, origin, PathEnd::of(target.lead.end));
        let execution = match self.follow(&path, None) {
            Followed::Violates(executions) => executions.iter().find_map(|e| self.counterexample(&path, e, None)),
            Followed::Halts(..) | Followed::Nobody | Followed::GaveUp => None,
        };
        let what = "the analysis knows too little to exclude a violation that it cannot confirm";
        let span = path.visible_end(search.task.machine().program());
        Some(execution.ok_or_else(|| Halt::new(HaltKind::Imprecise, what, span)))
    }

    fn halting(
        &mut self,
        search: &mut Search<'a, 'p, Led<'a, 'p>>,
        halt: &Halt,
        origin: &Origin<Led<'a, 'p>>,
    ) -> Option<Counterexample> {
        let path = path::to(search, origin, PathEnd::Halt);
        Follower::halting(self, &path, halt)
    }
}
