//! What a data race and what a deadlock is, as a property of one state.
//!
//! **Race** (C11 5.1.2.4p25, under sequential consistency): a state in which two threads are about to access the same
//! byte, at least one of them writes, and not both accesses are atomic. `free` accesses its whole block (C11 7.22.3p2).
//! So do operations on locks, conditions, semaphores and the like with the object's bytes: those that make or unmake it
//! write them, the others work on them atomically (`raddle_program::SyncUse`). What `printf` and relatives read and write
//! counts, too. Accesses inside atomic sections exclude each other; an access inside a section races with one outside.
//!
//! **Deadlock**: some thread waits and none can ever move. A spurious wake-up is no way out (nobody can rely on it), a
//! time-out is. A thread stuck at a false `__VERIFIER_assume` runs for ever, so it is no deadlock.

use raddle_machine::{BlockReason, Enabled, Extent, Halt, HaltKind, Machine, State, ThreadIx};
use raddle_program::Span;

use crate::dependence::{Dependence, Footprint, threads};
use crate::effects::Touch;

pub use raddle_machine::NextAccess;

/// Two accesses of two threads' next steps that race, if there are some and both are made in any case.
pub fn racing_accesses(
    machine: &Machine<'_>,
    state: &State,
    a: ThreadIx,
    b: ThreadIx,
) -> Option<(NextAccess, NextAccess)> {
    let list = |thread| {
        let mut accesses = Vec::new();
        machine.for_each_access(state, thread, &mut |access| accesses.push(access));
        accesses.into_iter().filter(|access: &NextAccess| access.sure)
    };
    list(a).find_map(|mine| list(b).find(|theirs| mine.conflicts(theirs)).map(|theirs| (mine, theirs)))
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
        match machine.for_each_access(state, thread, &mut |access| exact.push((thread, access))) {
            Extent::Known => {}
            Extent::Unknown => vague.push(thread),
        }
    }
    let mut feared = None;
    for (i, (a, mine)) in exact.iter().enumerate() {
        for (b, theirs) in exact[i + 1..].iter().filter(|(b, _)| b != a) {
            match mine.conflicts(theirs) {
                true if mine.sure && theirs.sure => return Ok(Some((*a, *b))),
                true => feared = Some(if mine.sure { *b } else { *a }),
                false => {}
            }
        }
    }
    if let Some(thread) = feared {
        return Err(unclear(machine, state, thread));
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
    let mut mine: Vec<NextAccess> = Vec::new();
    let extent = machine.for_each_access(state, inside, &mut |access| mine.push(access));
    if mine.is_empty() && extent == Extent::Known {
        return Ok(None);
    }
    let mut feared = None;
    for other in threads(state).filter(|t| *t != inside && state.threads[t.0 as usize].atomic == 0) {
        let (mut races, mut unsure, mut any) = (false, false, false);
        machine.for_each_access(state, other, &mut |theirs| {
            any = true;
            for access in mine.iter().filter(|access| access.conflicts(&theirs)) {
                races |= access.sure && theirs.sure;
                unsure |= !(access.sure && theirs.sure);
            }
        });
        if !any || !could_move(machine, state, other, inside) {
            continue;
        }
        if races {
            return Ok(Some(other));
        }
        let vague = extent == Extent::Unknown
            && overlap(dependence.edge_footprint(state, inside)?, dependence.footprint(state, other)?);
        if unsure || vague {
            feared = Some(inside);
        }
    }
    match feared {
        Some(thread) => Err(unclear(machine, state, thread)),
        None => Ok(None),
    }
}

/// Whether nothing but the atomic section of another thread keeps a thread from moving.
pub fn could_move(machine: &Machine<'_>, state: &State, thread: ThreadIx, inside: ThreadIx) -> bool {
    match machine.enabled(state, thread) {
        Enabled::Yes => true,
        Enabled::Blocked(BlockReason::AtomicSection(holder)) => holder == inside,
        Enabled::Blocked(_) | Enabled::Stuck | Enabled::Done => false,
    }
}

/// Why nothing can be said about a step of unknown extent that may race with another.
pub(crate) fn unclear(machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Halt {
    let span = machine.edge(state, thread).map_or(Span::NONE, |(f, e)| machine.program().functions[f].edge(e).span);
    let span = machine.visible_place(state, thread, span);
    Halt {
        kind: HaltKind::Unsupported,
        what: "it is not known which memory this accesses, and another thread may access it at the same time"
            .to_string(),
        span,
    }
}

/// Whether two footprints may touch the same resource, one of them writing.
fn overlap(a: Footprint<'_>, b: Footprint<'_>) -> bool {
    may_touch_the_same(touched(a).as_deref(), touched(b).as_deref())
}

/// What a footprint may access; `None` if that is everything.
pub(crate) fn touched(footprint: Footprint<'_>) -> Option<Vec<Touch>> {
    match footprint {
        Footprint::Nothing => Some(Vec::new()),
        Footprint::One(touch) => Some(vec![touch]),
        Footprint::Many(touches) => Some(touches.to_vec()),
        Footprint::End(..) => Some(Vec::new()),
        Footprint::Row(row) => Some(row.touches()),
        Footprint::Everything => None,
    }
}

/// Whether one may change what the other touches; `None` is everything.
pub(crate) fn may_touch_the_same(a: Option<&[Touch]>, b: Option<&[Touch]>) -> bool {
    match (a, b) {
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
