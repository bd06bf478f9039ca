//! How much a view says of the other threads.
//!
//! **Idea** (A. Cohen, K. Namjoshi, CAV 2007: local proofs become possible when a thread exposes a part of itself; S. Owicki, D. Gries, 1976, for
//! auxiliary variables). With as little as possible there are few views; what is missing then is that an order is kept *among* the others:
//! that they restore what a lock protects before they release it, or that the one that was past its test before is so still. So it
//! is said in steps, and only where it is needed:
//! - [`Knowledge::Numbers`]: how many there are;
//! - [`Knowledge::Locks`]: also which locks somebody holds, who is in an initialiser, and what semaphores count. A thread that waits for a lock goes on only
//!   in a view in which whoever had it has released it;
//! - [`Knowledge::Crowds`]: also at most how many threads are where ([`super::crowd`]), so that of any number of like threads it can be said that none or only one
//!   is in a section;
//! - [`Knowledge::Locations`]: instead, how far every thread is that is the only one of its template. Of threads with the same start routine
//!   the first few that exist at the same time have templates of their own then, and only the others share one;
//! - [`Knowledge::Locals`]: also what such a thread has in registers, as far as its own view knows the bits.
//!
//! **Soundness.** All of it is like an auxiliary variable that is shared: a step changes it for everybody in the same way, by what the view of
//! who makes it says of itself, so threads that exist at the same time know the same. Of readers of a lock nothing is said: any number of others
//! may be among them.
//!
//! **Cost.** Locks multiply the views by at most two each, locations by the product of the lengths of the threads; still nothing is
//! multiplied by what other threads keep in variables of their own, nor by the number of instances.

use std::sync::Arc;

use raddle_machine::{Frame, State, Status, SyncObject, ThreadIx, Value};
use raddle_program::{FuncId, Id, Loc, LocalId, Op, SyncOp};

use super::{View, Views};

/// Somebody else, of whom nothing is known but that it holds something.
pub(super) const SOMEBODY: ThreadIx = raddle_machine::GONE;

/// How many threads of one start routine have templates of their own, where locations are known.
const SINGLES: usize = 3;

/// How far a thread is: the calls that it is in, innermost last; none after its end.
pub type Whereabouts = Arc<[InCall]>;

/// How far a thread is in a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InCall {
    /// Of this function.
    pub func: FuncId,
    /// Here.
    pub loc: Loc,
    /// Registers with their bits.
    pub known: Vec<(LocalId, u128)>,
}

/// What a view says of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Knowledge {
    /// How many there are.
    #[default]
    Numbers,
    /// Also what they hold.
    Locks,
    /// Also at most how many are where.
    Crowds,
    /// Instead, how far they are, if there is only one of a template.
    Locations,
    /// Also what those have in registers.
    Locals,
}

impl Views<'_, '_> {
    /// What views say of others.
    pub fn knowledge(&self) -> Knowledge {
        self.knowledge
    }

    /// Has views say something else of others. Those that there are already mean nothing any more.
    pub fn know(&mut self, knowledge: Knowledge) {
        let mut starts = self.templates.clone();
        starts.dedup();
        let single = |start: FuncId| !self.dependence.may_start_twice(start);
        let singles = match knowledge {
            Knowledge::Numbers | Knowledge::Locks | Knowledge::Crowds => 0,
            Knowledge::Locations | Knowledge::Locals => SINGLES,
        };
        let of_start = |start: FuncId| match single(start) {
            true => vec![(start, false)],
            false => [vec![(start, false); singles], vec![(start, true)]].concat(),
        };
        (self.templates, self.several) = starts.into_iter().flat_map(of_start).unzip();
        self.parallel.borrow_mut().clear();
        self.counted.clear();
        self.knowledge = knowledge;
    }

    /// The template of a thread that is about to be created with a start routine.
    pub(super) fn template(&self, view: &View, start: FuncId) -> Option<ThreadIx> {
        let of_start = self.templates.iter().enumerate().skip(1).filter(|(_, of)| **of == start);
        let mut free = of_start.map(|(at, _)| at).filter(|at| self.several[*at] || view.whereabouts[*at].is_none());
        free.next().map(|at| ThreadIx(at as u16))
    }

    /// The next more detailed knowledge that makes a difference for the program, if any.
    pub fn more_knowledge(&self) -> Option<Knowledge> {
        match self.knowledge {
            Knowledge::Numbers if self.has_locks() => Some(Knowledge::Locks),
            Knowledge::Numbers | Knowledge::Locks if self.several.contains(&true) => Some(Knowledge::Crowds),
            Knowledge::Numbers | Knowledge::Locks if self.templates.len() > 1 => Some(Knowledge::Locations),
            Knowledge::Crowds => Some(Knowledge::Locations),
            Knowledge::Locations => Some(Knowledge::Locals),
            Knowledge::Numbers | Knowledge::Locks | Knowledge::Locals => None,
        }
    }

    /// Whether threads hold or count anything.
    fn has_locks(&self) -> bool {
        let program = self.machine().program();
        let edges = program.functions.iter().flat_map(|function| function.edges().iter());
        edges.into_iter().any(|edge| {
            let Op::Sync { op, .. } = &edge.op else { return false };
            matches!(
                op,
                SyncOp::MutexLock
                    | SyncOp::MutexTrylock
                    | SyncOp::MutexTimedlock
                    | SyncOp::RwlockWrlock
                    | SyncOp::RwlockTrywrlock
                    | SyncOp::RwlockTimedwrlock
                    | SyncOp::SpinLock
                    | SyncOp::SpinTrylock
                    | SyncOp::SemWait
                    | SyncOp::SemTrywait
                    | SyncOp::SemTimedwait
                    | SyncOp::OnceEnter
            )
        })
    }

    /// Whether it is known what others hold.
    pub(super) fn knows_locks(&self) -> bool {
        self.knowledge >= Knowledge::Locks
    }

    /// Makes a state one in which it does not matter who a thread is: what it holds is somebody's, if that is known at all.
    pub(super) fn hide(&self, state: &mut State, thread: ThreadIx) {
        if self.knows_locks() {
            let sync = Arc::make_mut(&mut state.sync);
            for (_, object) in &mut sync.objects {
                match object {
                    SyncObject::Mutex { owner: owner @ Some(_), count, .. } => (*owner, *count) = (Some(SOMEBODY), 1),
                    SyncObject::Rwlock { writer: writer @ Some(_), .. } => *writer = Some(SOMEBODY),
                    SyncObject::Spin { owner: owner @ Some(_) } => *owner = Some(SOMEBODY),
                    SyncObject::Once { running: running @ Some(_), .. } => *running = Some(SOMEBODY),
                    SyncObject::Mutex { .. }
                    | SyncObject::Rwlock { .. }
                    | SyncObject::Spin { .. }
                    | SyncObject::Cond
                    | SyncObject::Barrier { .. }
                    | SyncObject::Semaphore { .. }
                    | SyncObject::Once { .. }
                    | SyncObject::Destroyed => {}
                }
            }
        }
        // Readers are never known; everything else that was its own has another owner by now.
        self.machine().let_go(state, thread);
    }

    /// Has a view say where its own thread is.
    pub(super) fn locate(&self, view: &mut View) {
        let me = view.me.0 as usize;
        if self.knowledge < Knowledge::Locations || self.several[me] {
            return;
        }
        let thread = view.thread();
        let ended = matches!(thread.status, Status::Ended { .. });
        let frames = thread.frames.iter().filter(|_| !ended);
        view.whereabouts[me] = Some(frames.map(|frame| self.in_call(frame)).collect());
    }

    fn in_call(&self, frame: &Frame) -> InCall {
        let bits = |(register, value): (usize, &Value)| match value {
            Value::Bits(bits) => Some((LocalId::from_index(register), *bits)),
            Value::Lazy(_) => None,
        };
        let known = match self.knowledge {
            Knowledge::Numbers | Knowledge::Locks | Knowledge::Crowds | Knowledge::Locations => Vec::new(),
            Knowledge::Locals => frame.regs.iter().enumerate().filter_map(bits).collect(),
        };
        InCall { func: frame.func, loc: frame.loc, known }
    }
}

/// Has a view say of the thread of another where that one is.
pub(super) fn learn_whereabouts(view: &mut View, other: &View) {
    let at = other.me.0 as usize;
    view.whereabouts[at].clone_from(&other.whereabouts[at]);
}
