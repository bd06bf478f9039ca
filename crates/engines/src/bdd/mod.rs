//! The engine of the BDD analysis: exploration, counterexample, proof.
//!
//! Valuations are sets, and nothing is forgotten ([`raddle_analyses::bdd`]), so there is no refinement: one exploration decides
//! what it finishes. Nodes are expanded breadth first by default: paths of the same length meet before they go on, and a
//! node that has been joined with something new after its expansion has to be expanded again.

mod path;
mod proof;

use raddle_analyses::bdd::Bdd;
use raddle_analyses::threading::Threading;
use raddle_evidence::{Outcome, Property};
use raddle_program::Program;

use crate::config::{Config, SchedulerConfig};
use crate::limits::Limits;
use crate::reach::search::{Search, Task, attempts, with_task};

type Analysis<'a, 'p> = Threading<'a, 'p, Bdd<'p>>;

/// Runs the BDD analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    // A node that is joined with a state in which others sleep has to be expanded again: here that costs more than the steps
    // that sleep sets save.
    let scheduler = SchedulerConfig { sleep: false, ..config.scheduler.clone() };
    with_task(program, property, config, limits, |task| {
        attempts(scheduler, |scheduler| {
            let mut search = Search::new(task, scheduler, analysis(task, scheduler), (), true);
            let finding = search.settle(&mut path::Back)?;
            Ok(search.outcome(finding, proof::proof))
        })
    })
}

/// Threading with diagrams.
fn analysis<'a, 'p>(task: Task<'a, 'p>, scheduler: &SchedulerConfig) -> Analysis<'a, 'p> {
    let domain = Bdd::new(task.machine(), task.config.program.max_cases);
    let mut threading = task.threading(scheduler, domain);
    let limits = task.limits.clone();
    threading.domain.encoder.gates.stop = Some(Box::new(move || limits.exceeded().is_some()));
    if !scheduler.dead {
        threading.domain.cells.keep_dead();
    }
    threading
}
