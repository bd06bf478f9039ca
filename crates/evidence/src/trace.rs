//! A replayed execution as data: what a person needs to follow it.
//!
//! The trace is made by [`replay`](crate::replay::replay) from what the machine really did, never from what an engine
//! claims. It names threads by [`ThreadNo`], in the order of their creation, because the machine uses the slots of
//! ended threads again.

use std::collections::BTreeMap;

use raddle_machine::{Addr, BlockReason, Halt, ThreadIx, Undefined};
use raddle_program::{EdgeId, EndKind, ErrorKind, FuncId, LocalId, NondetKind, Scalar, Span, SyncOp};
use raddle_semantics::Property;

/// A thread of one execution: 0 is `main`, then in order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadNo(pub u32);

/// One entry of a call stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackEntry {
    /// The function.
    pub func: FuncId,
    /// Where control is in it: the statement about to be executed, or the call that has not returned.
    pub span: Span,
    /// A library model of ours: people should not see its inside.
    pub internal: bool,
}

/// A thread of the execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadInfo {
    /// Its number.
    pub no: ThreadNo,
    /// The machine's slot.
    pub slot: ThreadIx,
    /// Its `pthread_t`. Threads that were joined may have had the same.
    pub id: u64,
    /// Its start routine (`main` for thread 0).
    pub start: FuncId,
    /// Who created it, in which step, and the creator's call stack (innermost first); `None` for `main`.
    pub created: Option<Creation>,
}

/// How a thread came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creation {
    /// The creating thread.
    pub by: ThreadNo,
    /// Index into [`Trace::steps`].
    pub step: usize,
    /// The creator's call stack, innermost first.
    pub stack: Vec<StackEntry>,
}

/// A place in memory with the name a person gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// First byte.
    pub addr: Addr,
    /// `counter`, `queue.items[3]`, `*malloc at line 12 + 8`, …
    pub name: String,
    /// Where the variable is declared or the block allocated ([`Span::NONE`] if unknown).
    pub declared: Span,
    /// Whether it is a variable without a name: the value of a compound literal, or of a call.
    pub unnamed: bool,
}

/// A lock that a thread holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldLock {
    /// Which.
    pub lock: Cell,
    /// Whether it is held for reading only (rwlock).
    pub shared: bool,
    /// Where it was taken.
    pub taken_at: Span,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The thread executes an edge of the function of its innermost frame.
    Edge {
        /// The function.
        func: FuncId,
        /// The edge.
        edge: EdgeId,
    },
    /// The thread wakes up on a condition variable although nobody signalled.
    Wake {
        /// Whether because its time was over.
        timed_out: bool,
    },
}

/// Something that happened in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// Memory was read.
    Read {
        /// Where.
        cell: Cell,
        /// Type of the access.
        ty: Scalar,
        /// Bit pattern.
        value: u128,
    },
    /// Memory was written.
    Write {
        /// Where.
        cell: Cell,
        /// Type of the access.
        ty: Scalar,
        /// Bit pattern.
        value: u128,
    },
    /// A named local in a register was set.
    Set {
        /// The function whose local it is.
        func: FuncId,
        /// Which.
        local: LocalId,
        /// Its name in the source.
        name: String,
        /// Its type.
        ty: Scalar,
        /// Bit pattern.
        value: u128,
    },
    /// A nondeterministic value was chosen.
    Input {
        /// Where it comes from.
        kind: NondetKind,
        /// Its type.
        ty: Scalar,
        /// Bit pattern.
        value: u128,
    },
    /// A synchronisation operation completed.
    Sync {
        /// Which.
        op: SyncOp,
        /// The synchronisation objects among its arguments, in order.
        objects: Vec<Cell>,
        /// All arguments as bit patterns.
        args: Vec<u128>,
        /// Its result, if it has one.
        result: Option<u128>,
    },
    /// A heap block was freed.
    Freed(Cell),
    /// A thread was created.
    Created(ThreadNo),
    /// A thread was woken by this step.
    Woken(ThreadNo),
    /// Undefined behaviour to which the hardware gives a meaning.
    Undefined {
        /// What.
        what: String,
        /// The expression.
        span: Span,
    },
    /// Something was printed.
    Output(Vec<u8>),
    /// The thread ended.
    ThreadEnded,
    /// The program ended.
    ProgramEnded(EndKind),
    /// An error edge was reached.
    Error(ErrorKind),
}

/// One edge executed (or one wake-up).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// Who.
    pub thread: ThreadNo,
    /// What.
    pub kind: StepKind,
    /// The statement or expression.
    pub span: Span,
    /// The call stack before the step, innermost first; the first entry's span is that of the step.
    pub stack: Vec<StackEntry>,
    /// What happened, in order.
    pub events: Vec<TraceEvent>,
    /// The locks the thread holds after the step, in the order they were taken.
    pub locks: Vec<HeldLock>,
    /// Whether the thread is inside an atomic section after the step.
    pub in_atomic: bool,
    /// Whether the edge belongs to a library model of ours (the caller's statement is the one to show).
    pub internal: bool,
}

/// One side of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceAccess {
    /// Who.
    pub thread: ThreadNo,
    /// Whether it writes.
    pub write: bool,
    /// Whether it is an atomic access.
    pub atomic: bool,
    /// What is touched; bytes.
    pub cell: Cell,
    /// How many bytes.
    pub len: u64,
    /// The edge about to be executed.
    pub func: FuncId,
    /// The edge about to be executed.
    pub edge: EdgeId,
    /// The statement.
    pub span: Span,
    /// Call stack, innermost first.
    pub stack: Vec<StackEntry>,
    /// Locks held.
    pub locks: Vec<HeldLock>,
    /// Whether inside an atomic section.
    pub in_atomic: bool,
}

/// What a thread is doing when nobody can move any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingThread {
    /// Who.
    pub thread: ThreadNo,
    /// What it waits for.
    pub reason: BlockReason,
    /// The object it waits for, if it has an address.
    pub object: Option<Cell>,
    /// The thread it waits for: the holder of the lock, the thread to be joined.
    pub waits_for: Option<ThreadNo>,
    /// Where.
    pub span: Span,
    /// Call stack, innermost first.
    pub stack: Vec<StackEntry>,
    /// Locks held.
    pub locks: Vec<HeldLock>,
}

/// The violation at the end of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last step is an error edge.
    Error {
        /// Who.
        thread: ThreadNo,
        /// Which.
        kind: ErrorKind,
        /// Where.
        span: Span,
    },
    /// Two accesses conflict in the final state.
    Race {
        /// The bytes both touch.
        cell: Cell,
        /// The call stack in which the heap block was allocated, innermost first; empty if it is none.
        allocated: Vec<StackEntry>,
        /// Both sides.
        accesses: Box<[RaceAccess; 2]>,
    },
    /// Nobody can move and somebody waits.
    Deadlock(Vec<WaitingThread>),
    /// Heap blocks that were not freed are no longer pointed to.
    Lost(Vec<Cell>),
    /// The last step is undefined behaviour.
    Undefined {
        /// Who.
        thread: ThreadNo,
        /// Which kind.
        kind: Undefined,
        /// What: "signed integer overflow".
        what: String,
        /// The expression.
        span: Span,
    },
}

/// A replayed execution that ends in a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What was looked for.
    pub property: Property,
    /// What is violated: the property, or a part of it; "undefined behaviour" if the property does not look for that.
    pub violated: &'static str,
    /// All threads, by number.
    pub threads: Vec<ThreadInfo>,
    /// What happened, in order.
    pub steps: Vec<TraceStep>,
    /// The violation.
    pub ending: Ending,
    /// What the source calls the values that are addresses of globals, functions and texts: `&table[1]`.
    pub addresses: BTreeMap<u128, String>,
}

impl Trace {
    /// Why the violation is not to be believed, if more happens on the way to it than the C library allows.
    pub fn inexact(&self) -> Option<Halt> {
        self.steps.iter().find_map(|step| {
            let what = step.events.iter().find_map(|event| {
                let TraceEvent::Input { kind: NondetKind::Inexact(what), .. } = event else { return None };
                Some(what)
            })?;
            let span = step.stack.iter().find(|entry| !entry.internal).map_or(step.span, |entry| entry.span);
            Some(Halt::inexact(what, span))
        })
    }
}
