//! How much a view says of the other threads.
//!
//! **Idea** (A. Cohen, K. Namjoshi, CAV 2007: local proofs become possible when a thread exposes a part of itself; S. Owicki, D. Gries, 1976, for
//! auxiliary variables). With as little as possible there are few views; what is missing then is that an order is kept *among* the others:
//! that they restore what a lock protects before they release it, or that the one that was past its test before is so still. So there are
//! *parts* of knowledge, none of which needs another one, and each is there only where it is needed:
//! - how many there are, always;
//! - *cells*: which cells a thread was the last to test and set ([`super::View::mine`]); without it views say what they do in the papers;
//! - *locks*: which locks somebody holds, who is in an initialiser, and what semaphores count. A thread that waits for a lock goes on only
//!   in a view in which whoever had it has released it;
//! - *crowds*: at most how many threads are where ([`super::crowd`]), so that of any number of like threads it can be said that none or only one
//!   is in a section;
//! - *places*: how far every thread is that is the only one of its template, exactly or as the class of its place in a partition ([`Places`]). Of threads with
//!   the same start routine the first few that exist at the same time have templates of their own then, and only the others share one;
//! - *registers*: what such a thread has in registers, as far as its own view knows the bits.
//!
//! **Classes** (A. Gupta, C. Popeea, A. Rybalchenko, ATVA 2010: control abstraction). Where exactly another thread is says more than is needed: a proof of mutual exclusion wants to
//! know who is before its test, who is past it, and who is inside. So a partition may say which places are told apart, and all that it does not name are one class. A
//! step from a place to another one of the same class is then no effect on anybody. What the paper does to all threads is done here to all but the one whose view it is: that one knows where it is.
//!
//! **Soundness.** All of it is like an auxiliary variable that is shared: a step changes it for everybody in the same way, by what the view of
//! who makes it says of itself, so threads that exist at the same time know the same. That holds for any function of the own view, so for any partition. Of readers of a lock nothing is said: any number of others
//! may be among them.
//!
//! **Cost.** Locks multiply the views by at most two each, places by the product of the lengths of the threads, and classes by the product of their numbers; still nothing is
//! multiplied by what other threads keep in variables of their own, nor by the number of instances.

use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_machine::{State, SyncObject, ThreadIx, Value};
use raddle_program::{FuncId, Id, Loc, LocalId, Op, SyncOp};

use super::{View, Views};

/// Somebody else, of whom nothing is known but that it holds something.
pub(super) const SOMEBODY: ThreadIx = raddle_machine::GONE;

/// How many threads of one start routine have templates of their own, where locations are known.
const SINGLES: usize = 3;

/// The calls that a thread is in with where it is in each, innermost last; none after its end.
pub type Calls = Arc<[InCall]>;

/// How far a thread is in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InCall {
    /// Of this function.
    pub func: FuncId,
    /// Here.
    pub loc: Loc,
}

/// Where a thread is, as much of it as others know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// Here.
    At(Calls),
    /// At a place of this class.
    Among(Class),
}

/// A class of places, as a number; those that no partition names are in class 0.
pub type Class = u32;

/// How far a thread is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Whereabouts {
    /// Where it is.
    pub place: Place,
    /// What is in its registers: the number of the call, the register, its bits.
    pub known: Arc<[(u32, LocalId, u128)]>,
}

/// Which class each place is in, of threads with a start routine.
pub type Partition = BTreeMap<(FuncId, Calls), Class>;

/// What is said of where others are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Places {
    /// Nothing.
    #[default]
    Unsaid,
    /// The class of the place.
    Classes(Arc<Partition>),
    /// The place.
    Each,
}

/// What a view says of others, besides their numbers and where they are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// Which cells somebody was the last to change.
    pub cells: bool,
    /// What others hold.
    pub locks: bool,
    /// How far those are of whose template there is only one.
    pub places: Places,
    /// What those have in registers; nothing is said if nothing is said of places.
    pub registers: bool,
}

impl Default for Knowledge {
    fn default() -> Knowledge {
        Knowledge::NUMBERS
    }
}

impl Knowledge {
    /// What the papers have: no more than how many threads there are.
    pub const PLAIN: Knowledge = Knowledge { cells: false, locks: false, places: Places::Unsaid, registers: false };
    /// How many there are, and whose the cells are.
    pub const NUMBERS: Knowledge = Knowledge { cells: true, ..Knowledge::PLAIN };
    /// Also what they hold.
    pub const LOCKS: Knowledge = Knowledge { locks: true, ..Knowledge::NUMBERS };
    /// Also where each one is.
    pub const LOCATIONS: Knowledge = Knowledge { places: Places::Each, ..Knowledge::LOCKS };
    /// Also what it has in registers.
    pub const LOCALS: Knowledge = Knowledge { registers: true, ..Knowledge::LOCATIONS };

    /// Whether like threads are told apart, the first few.
    pub fn tells_apart(&self) -> bool {
        match self.places {
            Places::Unsaid => false,
            Places::Classes(_) | Places::Each => true,
        }
    }
}

impl Views<'_, '_> {
    /// What views say of others.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Has views say something else of others. Those that there are already mean nothing any more; templates keep their numbers, but that those which tell like
    /// threads apart come and go.
    pub fn know(&mut self, knowledge: Knowledge) {
        let singles = if knowledge.tells_apart() { SINGLES } else { 0 };
        self.templates.truncate(self.kinds);
        self.several.truncate(self.kinds);
        for kind in 1..self.kinds {
            if self.several[kind] {
                self.templates.extend([self.templates[kind]].repeat(singles));
                self.several.extend([false].repeat(singles));
            }
        }
        self.parallel.borrow_mut().clear();
        self.counted.clear();
        self.knowledge = knowledge;
    }

    /// The template of a thread that is about to be created with a start routine.
    pub(super) fn template(&self, view: &View, start: FuncId) -> Option<ThreadIx> {
        let of_start = || self.templates.iter().enumerate().skip(1).filter(|(_, of)| **of == start).map(|(at, _)| at);
        let single = of_start().find(|at| !self.several[*at] && view.whereabouts[*at].is_none());
        single.or_else(|| of_start().find(|at| self.several[*at])).map(|at| ThreadIx(at as u16))
    }

    /// The template of all threads with the same start routine that are not told apart.
    pub fn kind(&self, template: ThreadIx) -> ThreadIx {
        let start = self.templates[template.0 as usize];
        let mut of_start = (1..self.kinds).filter(|kind| template.0 != 0 && self.templates[*kind] == start);
        of_start.next().map_or(template, |kind| ThreadIx(kind as u16))
    }

    /// Whether threads hold or count anything.
    pub fn has_locks(&self) -> bool {
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
        self.knowledge.locks
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
        if self.several[me] {
            return;
        }
        let place = match &self.knowledge.places {
            Places::Unsaid => return,
            Places::Each => Place::At(view.calls()),
            Places::Classes(classes) => {
                Place::Among(classes.get(&(self.templates[me], view.calls())).copied().unwrap_or(0))
            }
        };
        view.whereabouts[me] = Some(Whereabouts { place, known: self.shown(view) });
    }

    /// What others know of the registers of a thread.
    fn shown(&self, view: &View) -> Arc<[(u32, LocalId, u128)]> {
        let frames = view.thread().frames.iter().filter(|_| self.knowledge.registers && !view.has_ended());
        let shown = frames.enumerate().flat_map(|(depth, frame)| {
            frame.regs.iter().enumerate().filter_map(move |(register, value)| match value {
                Value::Bits(bits) => Some((depth as u32, LocalId::from_index(register), *bits)),
                Value::Lazy(_) => None,
            })
        });
        shown.collect()
    }
}

/// Has a view say of the thread of another where that one is.
pub(super) fn learn_whereabouts(view: &mut View, other: &View) {
    let at = other.me.0 as usize;
    view.whereabouts[at].clone_from(&other.whereabouts[at]);
}
