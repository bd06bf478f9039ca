//! Threads are in functions that calls lead to.

use std::collections::BTreeSet;

use raddle_program::FuncId;

use super::{Law, Tally, Tried};

/// Every frame of every thread is in one of the functions that may run.
pub(super) fn calls(tried: &Tried<'_>, may_run: &BTreeSet<FuncId>, tally: &mut Tally) -> Result<(), String> {
    tally.count(Law::Calls);
    let mut frames = tried.state.threads.iter().flat_map(|thread| &thread.frames);
    match frames.find(|frame| !may_run.contains(&frame.func)) {
        Some(frame) => {
            let program = tried.beliefs.runs().dependence.machine().program();
            Err(format!("a thread is in `{}`, which nothing leads to", program.functions[frame.func].name))
        }
        None => Ok(()),
    }
}
