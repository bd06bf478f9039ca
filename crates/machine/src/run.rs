//! Running a program from start to end under one schedule.

use raddle_program::{EndKind, ErrorKind};

use crate::halt::Halt;
use crate::machine::{Enabled, Machine, Progress};
use crate::oracle::Oracle;
use crate::state::{State, ThreadIx};
use crate::value::Value;

/// How a run came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The program ended.
    Ended(EndKind),
    /// An error location was reached.
    Error(ErrorKind),
    /// Some thread waits (or loops in a false assumption) and none can move.
    Blocked,
    /// The execution cannot be continued.
    Halted(Halt),
    /// The limit of steps was reached.
    StepLimit,
}

/// A run that is over.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// How it ended.
    pub end: RunEnd,
    /// What `main` returned, if it did.
    pub result: Option<Value>,
    /// How many edges were executed.
    pub steps: u64,
}

/// Picks the thread that moves next among those that can, which are at least one.
pub trait Schedule {
    /// One of `enabled`.
    fn pick(&mut self, state: &State, enabled: &[ThreadIx]) -> ThreadIx;
}

/// Every thread in turn, one step each.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundRobin {
    last: ThreadIx,
}

impl Schedule for RoundRobin {
    fn pick(&mut self, _state: &State, enabled: &[ThreadIx]) -> ThreadIx {
        let next = enabled.iter().find(|t| **t > self.last).unwrap_or(&enabled[0]);
        self.last = *next;
        *next
    }
}

/// Runs a program for at most `limit` steps. Threads that wait on a condition variable are woken for no reason only when
/// nobody else can move and a time-out is possible.
pub fn run<O: Oracle>(machine: &Machine<'_>, oracle: &mut O, schedule: &mut impl Schedule, limit: u64) -> RunResult {
    let mut steps = 0;
    let mut state = match machine.initial(oracle) {
        Ok(state) => state,
        Err(halt) => return RunResult { end: RunEnd::Halted(halt), result: None, steps },
    };
    let mut enabled = Vec::new();
    let end = loop {
        if steps >= limit {
            break RunEnd::StepLimit;
        }
        let threads = || (0..state.threads.len()).map(|i| ThreadIx(i as u16));
        enabled.clear();
        enabled.extend(threads().filter(|t| machine.enabled(&state, *t) == Enabled::Yes));
        if enabled.is_empty() {
            match threads().find(|t| machine.can_time_out(&state, *t)) {
                Some(thread) => machine.wake(&mut state, thread, true),
                None => break RunEnd::Blocked,
            }
            steps += 1;
            continue;
        }
        let thread = schedule.pick(&state, &enabled);
        steps += 1;
        match machine.step(&mut state, thread, oracle) {
            Ok(Progress::Ran) => {}
            Ok(Progress::Error(kind)) => break RunEnd::Error(kind),
            Ok(Progress::Ended(kind)) => break RunEnd::Ended(kind),
            Err(halt) => break RunEnd::Halted(halt),
        }
    };
    let result = match end {
        RunEnd::Ended(EndKind::Exit) => state.threads.first().filter(|m| m.frames.is_empty()).map(|main| main.result),
        RunEnd::Ended(EndKind::Abort) | RunEnd::Error(_) | RunEnd::Blocked | RunEnd::Halted(_) | RunEnd::StepLimit => {
            None
        }
    };
    RunResult { end, result, steps }
}
