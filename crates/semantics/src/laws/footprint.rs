//! The accesses of a step are compared with its footprint.

use raddle_machine::Enabled;

use super::{Answers, Law, Tally, Tried};
use crate::dependence::threads;
use crate::effects::Touch;

/// A step accesses nothing of others' that is not in its footprint.
pub(super) fn footprint(tried: &Tried<'_>, tally: &mut Tally) -> Result<(), String> {
    let state = tried.state;
    let dependence = tried.beliefs.runs().dependence;
    let machine = dependence.machine();
    let able = threads(state).filter(|t| machine.enabled(state, *t) == Enabled::Yes);
    for thread in able.filter(|t| state.threads[t.0 as usize].atomic == 0) {
        let mut next = state.clone();
        let mut answers = Answers::new(tried.seed, thread);
        if machine.step(&mut next, thread, &mut answers).is_err() {
            continue;
        }
        for (addr, _, write) in answers.accesses {
            // What the step itself has made nobody else knows.
            let Some(resource) = dependence.resource_at(state, addr) else { continue };
            tally.count(Law::Footprint);
            if let Ok(false) = tried.beliefs.covers(state, thread, Touch { resource, write }) {
                let what = if write { "writes" } else { "reads" };
                return Err(format!("{thread:?} {what} something at {addr:#x} that is not in its footprint"));
            }
        }
    }
    Ok(())
}
