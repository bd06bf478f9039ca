//! One order for threads that may change places.
//!
//! Which threads those are is defined in [`raddle_semantics::symmetry`]. Here they are sorted: by where they are, by their
//! plain values, and by the locks they hold. Values that are not plain count as equal, so that the order does not depend on how
//! they are named. Two threads that cannot be told apart that way stay in the order in which they are; a state may then
//! have several representatives, which costs time but is right.

use std::hash::{Hash, Hasher};

use raddle_machine::{Enabled, State, Status, SyncObject, ThreadIx, Value};
use raddle_program::{Op, Program, SyncOp};
use raddle_semantics::dependence::{Dependence, threads};
use raddle_semantics::symmetry::{Renaming, Symmetry};
use rustc_hash::FxHasher;

use super::Taken;

/// The new slots of all threads of a state; empty if all are where they belong.
pub fn canonical(symmetry: &Symmetry, dependence: &Dependence<'_>, state: &State) -> Renaming {
    let keys: Vec<u64> = threads(state).map(|t| key(state, t)).collect();
    let key = |t: &ThreadIx| keys[t.0 as usize];
    let in_order = |slots: &[ThreadIx]| slots.is_sorted_by_key(key);
    if in_order(&symmetry.candidates(state)) || joins_now(dependence, state) {
        return Renaming::new();
    }
    let slots = symmetry.interchangeable(dependence, state);
    if in_order(&slots) {
        return Renaming::new();
    }
    let mut sorted = slots.clone();
    sorted.sort_by_key(key);
    let mut renaming: Renaming = threads(state).collect();
    for (old, new) in sorted.iter().zip(&slots) {
        renaming[old.0 as usize] = *new;
    }
    renaming
}

/// Whether `main` can join a thread at once. Then threads stay where they are until it has: if they changed places, it might
/// have to wait, and if nobody else can move, a state that is none would look like a deadlock before `main` has got as far as it can.
fn joins_now(dependence: &Dependence<'_>, state: &State) -> bool {
    let machine = dependence.machine();
    let main = ThreadIx(0);
    machine.edge(state, main).is_some_and(|(function, edge)| {
        let op = &machine.program().functions[function].edge(edge).op;
        matches!(op, Op::Sync { op: SyncOp::ThreadJoin, .. }) && machine.enabled(state, main) == Enabled::Yes
    })
}

/// All about a thread that does not depend on its slot, as a number.
fn key(state: &State, thread: ThreadIx) -> u64 {
    let hasher = &mut FxHasher::default();
    let t = &state.threads[thread.0 as usize];
    match t.status {
        Status::Ended { result } => plain(result).hash(hasher),
        Status::Running
        | Status::Waiting { .. }
        | Status::Reacquiring { .. }
        | Status::Queued { .. }
        | Status::AtBarrier { .. }
        | Status::Stuck
        | Status::Free => t.status.hash(hasher),
    }
    (t.atomic, t.detached, t.ending, t.ending_key, t.cancel, t.created, plain(t.result)).hash(hasher);
    for frame in &t.frames {
        (frame.func, frame.loc, frame.dst).hash(hasher);
        frame.regs.iter().for_each(|value| plain(*value).hash(hasher));
    }
    for (number, value) in &t.keys {
        (number, plain(*value)).hash(hasher);
    }
    for (addr, object) in &state.sync.objects {
        let held = match object {
            SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => usize::from(*owner == Some(thread)),
            SyncObject::Rwlock { writer, readers, .. } => {
                2 * readers.iter().filter(|r| **r == thread).count() + usize::from(*writer == Some(thread))
            }
            SyncObject::Once { running, .. } => usize::from(*running == Some(thread)),
            SyncObject::Cond | SyncObject::Barrier { .. } | SyncObject::Semaphore { .. } | SyncObject::Destroyed => 0,
        };
        if held > 0 {
            (addr, held).hash(hasher);
        }
    }
    hasher.finish()
}

fn plain(value: Value) -> Option<u128> {
    match value {
        Value::Bits(bits) => Some(bits),
        Value::Lazy(_) => None,
    }
}

/// A path through states in which threads have changed places, told as an execution in which they have not.
///
/// Where a thread really lives follows from the renamings along the path. `main` joins threads in a row there, perhaps in
/// another order than here; so its joins, and what it does between them, wait until it goes on after the last. (If it never
/// does, they are left out; if the path ends in a deadlock, that may be too early, and the path is not found again.)
pub struct Unrenamed<'p> {
    program: &'p Program,
    /// The real slot of each slot.
    real: Vec<ThreadIx>,
    waiting: Vec<Taken>,
}

impl<'p> Unrenamed<'p> {
    /// An execution that has not begun.
    pub fn new(program: &'p Program) -> Unrenamed<'p> {
        Unrenamed { program, real: Vec::new(), waiting: Vec::new() }
    }

    /// The real slot of a thread.
    pub fn slot(&self, thread: ThreadIx) -> ThreadIx {
        self.real.get(thread.0 as usize).copied().unwrap_or(thread)
    }

    /// The real edges of a run.
    pub fn run(&mut self, edges: &[Taken]) -> Vec<Taken> {
        let mut out = Vec::new();
        for edge in edges {
            if edge.thread.0 != 0 {
                out.push(Taken { thread: self.slot(edge.thread), ..*edge });
                continue;
            }
            let op = &self.program.functions[edge.function].edge(edge.edge).op;
            if matches!(op, Op::Sync { op: SyncOp::ThreadJoin, .. }) || !self.waiting.is_empty() && is_quiet(op) {
                self.waiting.push(*edge);
            } else {
                out.append(&mut self.waiting);
                out.push(*edge);
            }
        }
        out
    }

    /// The run has led to this state, in which threads have changed places.
    pub fn reached(&mut self, state: &State, renaming: &Renaming) {
        if !renaming.is_empty() {
            let mut real: Vec<ThreadIx> = threads(state).collect();
            for (old, new) in renaming.iter().enumerate() {
                real[new.0 as usize] = self.slot(ThreadIx(old as u16));
            }
            self.real = real;
        }
        self.real.truncate(state.threads.len());
        for (slot, real) in self.real.iter_mut().enumerate() {
            if state.threads[slot].status == Status::Free {
                *real = ThreadIx(slot as u16);
            }
        }
    }

    /// What `main` still has to do to take part in what comes now.
    pub fn rest(&mut self) -> Vec<Taken> {
        std::mem::take(&mut self.waiting)
    }
}

/// Whether an operation between two joins may wait with them: it asks nothing.
fn is_quiet(op: &Op) -> bool {
    matches!(
        op,
        Op::Skip
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Declare { .. }
            | Op::Live { .. }
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::Call { .. }
            | Op::Return { .. }
    )
}
