//! The path to a node of a graph, as an execution would take it: runs of threads, with their edges and choices.
//!
//! Where threads have changed places on the way ([`raddle_semantics::symmetry`]), each gets back the place that it would have in an execution.

use raddle_analyses::threading::{Action, Choice, Configuration, Unrenamed};
use raddle_cpa::Origin;
use raddle_semantics::ViolationKind;

use super::follow::{Path, PathEnd, PathRun};
use crate::reach::search::{Executing, Search};

/// The path to a state, run by run.
pub fn to<'a, 'p, A: Executing<'a, 'p>>(search: &mut Search<'a, 'p, A>, last: &Origin<A>, end: PathEnd) -> Path {
    let Search { task, cpa, arg, .. } = search;
    let mut origins = vec![last];
    while let Some((parent, _)) = &origins[origins.len() - 1].from {
        origins.push(&arg.node(*parent).origins[0]);
    }
    let mut runs = Vec::new();
    let mut execution = Unrenamed::new(task.machine().program());
    let mut nodes = origins.iter().filter_map(|o| o.from.as_ref());
    let renamed = nodes.any(|(node, _)| !A::configuration(&arg.node(*node).state).renaming.is_empty());
    for origin in origins.into_iter().rev() {
        let from = origin.from.as_ref().map(|(parent, _)| A::configuration(&arg.node(*parent).state));
        if let Some(Configuration { state, renaming, .. }) = from {
            execution.reached(state, renaming);
        }
        let choice = origin.from.as_ref().map(|(_, choice)| *choice);
        let rerun = cpa.threading().rerun(from, choice, origin.label).expect("a way that was taken can be taken again");
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
