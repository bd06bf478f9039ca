//! What a data race and what a deadlock is, as a property of one state.
//!
//! **Race** (C11 5.1.2.4p25, under sequential consistency): a state in which two threads are about to access the same
//! byte, at least one of them writes, and not both accesses are atomic. `free` accesses its whole block (C11 7.22.3p2).
//! Accesses inside atomic sections exclude each other; an access inside a section races with one outside.
//!
//! **Deadlock**: some thread waits and none can ever move. A spurious wake-up is no way out (nobody can rely on it), a
//! time-out is. A thread stuck at a false `__VERIFIER_assume` runs for ever, so it is no deadlock.

use raddle_machine::{Addr, Enabled, Halt, HaltKind, Machine, Pending, State, ThreadIx};
use raddle_program::{Op, Span};

use crate::dependence::{Dependence, Footprint, threads};

/// An access a thread is about to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextAccess {
    /// First byte.
    pub addr: Addr,
    /// How many.
    pub len: u64,
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
}

impl NextAccess {
    /// Whether the two cannot happen at the same time without a race.
    pub fn conflicts(&self, other: &NextAccess) -> bool {
        self.addr < other.addr + other.len
            && other.addr < self.addr + self.len
            && (self.write || other.write)
            && !(self.atomic && other.atomic)
    }
}

/// The memory access of a thread's next step, if it is one and its address is known.
pub fn next_access(machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Option<NextAccess> {
    match machine.pending(state, thread) {
        Pending::Access { addr, len, write, atomic, .. } => {
            Some(NextAccess { addr, len: u64::from(len), write, atomic })
        }
        Pending::Heap { block: Some((addr, len)) } => {
            let (function, edge) = machine.edge(state, thread)?;
            let frees = matches!(machine.program().functions[function].edge(edge).op, Op::Free { .. });
            frees.then_some(NextAccess { addr, len, write: true, atomic: false })
        }
        Pending::Local
        | Pending::Sync { .. }
        | Pending::AtomicBegin
        | Pending::AtomicEnd
        | Pending::Heap { block: None }
        | Pending::Thread(_)
        | Pending::End
        | Pending::Error
        | Pending::Everything
        | Pending::None => None,
    }
}

/// Two threads that race in this state. `Err` if a step of unknown extent (an external function, a pointer that is not
/// known) may race with another.
pub fn find_race(dependence: &Dependence<'_>, state: &State) -> Result<Option<(ThreadIx, ThreadIx)>, Halt> {
    let machine = dependence.machine();
    let mut exact: Vec<(ThreadIx, NextAccess)> = Vec::new();
    let mut vague: Vec<ThreadIx> = Vec::new();
    for thread in threads(state) {
        if machine.enabled(state, thread) != Enabled::Yes {
            continue;
        }
        match next_access(machine, state, thread) {
            Some(access) => exact.push((thread, access)),
            None if machine.pending(state, thread) == Pending::Everything => vague.push(thread),
            None => {}
        }
    }
    for (i, (a, mine)) in exact.iter().enumerate() {
        for (b, theirs) in &exact[i + 1..] {
            if mine.conflicts(theirs) {
                return Ok(Some((*a, *b)));
            }
        }
    }
    for a in &vague {
        let others = exact.iter().map(|(t, _)| t).chain(&vague).filter(|t| *t != a);
        for b in others {
            let (mine, theirs) = (dependence.footprint(state, *a)?, dependence.footprint(state, *b)?);
            if overlap(mine, theirs) {
                return Err(unclear(machine, state, *a));
            }
        }
    }
    Ok(None)
}

/// A thread whose pending access outside of atomic sections races with the next access of `inside`, which is in one.
pub fn find_section_race(
    dependence: &Dependence<'_>,
    state: &State,
    inside: ThreadIx,
) -> Result<Option<ThreadIx>, Halt> {
    let machine = dependence.machine();
    let Some(mine) = next_access(machine, state, inside) else {
        if machine.pending(state, inside) == Pending::Everything {
            let mine = dependence.edge_footprint(state, inside)?;
            for other in threads(state).filter(|t| *t != inside && state.threads[t.0 as usize].atomic == 0) {
                if next_access(machine, state, other).is_some() && overlap(mine, dependence.footprint(state, other)?) {
                    return Err(unclear(machine, state, inside));
                }
            }
        }
        return Ok(None);
    };
    let racing = |other: &ThreadIx| {
        *other != inside
            && state.threads[other.0 as usize].atomic == 0
            && next_access(machine, state, *other).is_some_and(|theirs| mine.conflicts(&theirs))
    };
    Ok(threads(state).find(racing))
}

fn unclear(machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Halt {
    let span = machine.edge(state, thread).map_or(Span::NONE, |(f, e)| machine.program().functions[f].edge(e).span);
    Halt {
        kind: HaltKind::Unsupported,
        what: "it is not known which memory this accesses, and another thread may access it at the same time"
            .to_string(),
        span,
    }
}

/// Whether two footprints may touch the same resource, one of them writing.
fn overlap(a: Footprint<'_>, b: Footprint<'_>) -> bool {
    let list = |footprint| match footprint {
        Footprint::Nothing => Some(Vec::new()),
        Footprint::One(touch) => Some(vec![touch]),
        Footprint::Many(touches) => Some(touches.to_vec()),
        Footprint::End(..) => Some(Vec::new()),
        Footprint::Row(row) => Some(row.touches()),
        Footprint::Everything => None,
    };
    match (list(a), list(b)) {
        (Some(a), Some(b)) => a.iter().any(|x| b.iter().any(|y| x.resource == y.resource && (x.write || y.write))),
        (None, _) | (_, None) => true,
    }
}

/// Whether some thread waits and none can ever move.
pub fn is_deadlock(machine: &Machine<'_>, state: &State) -> bool {
    let mut waits = false;
    for thread in threads(state) {
        match machine.enabled(state, thread) {
            Enabled::Yes | Enabled::Stuck => return false,
            Enabled::Blocked(_) if machine.can_time_out(state, thread) => return false,
            Enabled::Blocked(_) => waits = true,
            Enabled::Done => {}
        }
    }
    waits
}
