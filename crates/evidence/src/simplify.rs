//! Fewer context switches: the same violation, easier to read.
//!
//! **Idea.** A search finds a violating interleaving, not a readable one: threads alternate where nothing depends on it.
//! Take two runs of one thread with others in between and try to make them one, by delaying the first or hastening the
//! second; try to leave out the last run of a thread. Every candidate is *replayed*: what still ends in a violation is a
//! counterexample in its own right, whatever the reason why the moves commute, so no independence has to be argued.
//! (Compare context-switch minimisation as in "Finding and reproducing Heisenbugs", Musuvathi et al., OSDI 2008, and delta
//! debugging.)
//!
//! **Cost.** Quadratic in the number of runs, each candidate one replay. A budget of executed edges bounds it to some
//! milliseconds; a long counterexample is simplified as far as that goes. If the time ends on the way, the best so far stands: it was replayed.
//!
//! **Rejected.** Reordering by static independence: it needs an argument where a replay needs none.

use raddle_deadline::caught;
use raddle_machine::{Config, Machine, ThreadIx};
use raddle_program::Program;
use raddle_semantics::run::Move;

use crate::outcome::Counterexample;
use crate::replay::{Goal, replay_in};
use crate::trace::Trace;

/// Edges that all candidates together may execute.
const BUDGET: usize = 10_000;

/// A counterexample with at most as many context switches, and its trace.
pub fn simplify(
    program: &Program,
    config: &Config,
    counterexample: Counterexample,
    trace: Trace,
) -> (Counterexample, Trace) {
    let machine = Machine::new(program, counterexample.property.watching(config.clone()));
    simplify_in(&machine, counterexample, trace, Goal::Violation)
}

/// The same in a machine that has been set up, for an execution that has to end so.
pub fn simplify_in(
    machine: &Machine<'_>,
    counterexample: Counterexample,
    trace: Trace,
    goal: Goal<'_>,
) -> (Counterexample, Trace) {
    let mut best = Counterexample { schedule: joined(counterexample.schedule.clone()), ..counterexample };
    let mut told = trace;
    let mut budget = BUDGET;
    let _ = caught(|| {
        while let Some((better, trace)) = improve(machine, &best, goal, told.steps.len(), &mut budget) {
            (best, told) = (better, trace);
        }
    });
    (best, told)
}

/// The first candidate with fewer runs that still ends so.
fn improve(
    machine: &Machine<'_>,
    best: &Counterexample,
    goal: Goal<'_>,
    steps: usize,
    budget: &mut usize,
) -> Option<(Counterexample, Trace)> {
    for schedule in candidates(&best.schedule) {
        *budget = budget.checked_sub(steps)?;
        let candidate = Counterexample { schedule, ..best.clone() };
        machine.deadline().look();
        if let Ok(trace) = replay_in(machine, &candidate, goal) {
            return Some((candidate, trace));
        }
    }
    None
}

/// Schedules with fewer runs, the most promising first.
fn candidates(schedule: &[Move]) -> impl Iterator<Item = Vec<Move>> + '_ {
    let pairs = (0..schedule.len()).filter_map(|first| {
        let later = &schedule[first + 1..];
        let second = first + 1 + later.iter().position(|m| thread(m) == thread(&schedule[first]))?;
        Some((first, second))
    });
    let merged = pairs.flat_map(|(first, second)| {
        let moved = |from: usize, to: usize| {
            let mut changed = schedule.to_vec();
            let run = changed.remove(from);
            changed.insert(to, run);
            joined(changed)
        };
        [moved(second, first + 1), moved(first, second - 1)]
    });
    let without = (0..schedule.len()).rev().filter_map(|last| {
        let used_later = schedule[last + 1..].iter().any(|m| thread(m) == thread(&schedule[last]));
        let mut changed = schedule.to_vec();
        changed.remove(last);
        (!used_later).then(|| joined(changed))
    });
    merged.chain(without).filter(|candidate| candidate.len() < schedule.len())
}

fn thread(step: &Move) -> ThreadIx {
    match step {
        Move::Run { thread, .. } | Move::Wake { thread, .. } => *thread,
    }
}

/// Runs of the same thread that follow each other are one.
fn joined(schedule: Vec<Move>) -> Vec<Move> {
    let mut out: Vec<Move> = Vec::new();
    for step in schedule {
        match (out.last_mut(), step) {
            (Some(Move::Run { thread: last, edges }), Move::Run { thread, edges: more })
                if *last == thread && edges.checked_add(more).is_some() =>
            {
                *edges += more;
            }
            (_, step) => out.push(step),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(thread: u16, edges: u32) -> Move {
        Move::Run { thread: ThreadIx(thread), edges }
    }

    #[test]
    fn neighbours_are_joined() {
        assert_eq!(joined(vec![run(0, 1), run(0, 2), run(1, 3)]), [run(0, 3), run(1, 3)]);
    }

    #[test]
    fn candidates_have_fewer_runs_and_keep_the_order_within_each_thread() {
        let schedule = [run(0, 1), run(1, 2), run(0, 3), run(1, 4)];
        let all: Vec<_> = candidates(&schedule).collect();
        assert!(all.contains(&vec![run(0, 4), run(1, 6)]), "{all:?}");
        assert!(all.contains(&vec![run(1, 2), run(0, 4), run(1, 4)]), "{all:?}");
        assert!(all.contains(&vec![run(0, 1), run(1, 2), run(0, 3)]), "{all:?}");
        assert!(all.iter().all(|c| c.len() < schedule.len()));
    }
}
