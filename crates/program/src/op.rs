//! The operations on edges.
//!
//! Each operation accesses memory at most once, so that interleaving edges is interleaving accesses. Library calls
//! with an effect the scheduler must know are [`Op::Sync`]; what they write through out-pointers (`*retval` of a join,
//! the `pthread_t` of a create) is a [`Op::Store`] edge that follows.

use crate::computation::Computation;
use crate::expr::{Expr, Scalar};
use crate::ids::{FuncId, LocalId};
use crate::types::QualType;

/// The memory orders of C11. Under sequential consistency they all mean the same; they are kept for reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum MemoryOrder {
    Relaxed,
    Consume,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// How memory is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// The type read or written; its [`Scalar::size`] is the number of bytes.
    pub ty: Scalar,
    /// Set for C11 atomics and the `__atomic`/`__sync` builtins: such accesses do not race with each other.
    pub atomic: Option<MemoryOrder>,
    /// Whether the source says `volatile`.
    pub volatile: bool,
}

impl Access {
    /// An ordinary access.
    pub fn plain(ty: Scalar) -> Access {
        Access { ty, atomic: None, volatile: false }
    }
}

/// What an atomic read-modify-write computes from the old value and its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum RmwOp {
    Exchange,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
}

/// Whom a call calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A function by name.
    Direct(FuncId),
    /// Through a pointer value.
    Indirect(Expr),
}

/// Where a nondeterministic value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NondetKind {
    /// A `__VERIFIER_nondet_*` call: an input of the verification task.
    Input(String),
    /// The result of a library function whose value is not modelled exactly (`rand`, `time`, …).
    Library(String),
    /// An uninitialised local.
    Uninitialised,
    /// No value, but a mark: from here on more may happen than the C library allows, because what is named here is not
    /// modelled exactly. A violation that is found behind it is not believed.
    Inexact(String),
    /// No value, but a mark: a verdict that rests on this step assumes what is said here, and says so.
    Assuming(String),
}

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndKind {
    /// `exit`, `_Exit`, `quick_exit`, or `main` returning.
    Exit,
    /// `abort` and relatives; `__builtin_trap`.
    Abort,
}

/// Which error an error edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// `reach_error()`, `__VERIFIER_error()`
    ReachError,
    /// A failing `assert`
    AssertFail,
    /// A call of the function that the property names
    ForbiddenCall,
}

/// An argument of an external function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExternalArg {
    /// Its value.
    pub value: Expr,
    /// Set if it is a pointer through which the function may write (its target is not const and not a function).
    pub writable_target: Option<QualType>,
    /// Whether its target is const but holds pointers through which the function may write (`readv`).
    pub writes_behind: bool,
    /// Whether it is a pointer to something that the function may read.
    pub points: bool,
}

impl ExternalArg {
    /// Whether the function may write something that can be reached from this argument.
    pub fn may_write(&self) -> bool {
        self.writable_target.is_some() || self.writes_behind
    }
}

/// Where formatted output goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OutputSink {
    /// Standard output.
    Stdout,
    /// Standard error or any other stream: not observed.
    Other,
    /// `sprintf`/`snprintf`: at most `size` bytes including the final zero (no limit if absent).
    Buffer {
        /// First byte.
        addr: Expr,
        /// Room.
        size: Option<Expr>,
    },
}

/// Synchronisation and thread operations.
///
/// The comment names the arguments (in `args` order), then `→ result` (the register `dst`) and `⇒ out` (the register
/// `out`). Results are POSIX error numbers; the models of C11 `threads.h` translate them. Objects are named by their
/// address. Blocking operations are disabled while they cannot proceed. Those that are cancellation points
/// ([`SyncOp::is_cancellation_point`]) may answer [`CANCELLED`]: the caller has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SyncOp {
    /// start, arg, detached(int) → 0 ⇒ thread id
    ThreadCreate,
    /// id → 0 | ESRCH | EINVAL | EDEADLK ⇒ the thread's result; blocks until it has ended
    ThreadJoin,
    /// id → 0 | EBUSY (it has not ended) | ESRCH | EINVAL | EDEADLK ⇒ the thread's result
    ThreadTryjoin,
    /// id → 0 | ESRCH
    ThreadExists,
    /// id → 0 | ESRCH; asks for the end of a thread at its next cancellation point
    ThreadCancel,
    /// → 1 if somebody has asked for the end of the caller, who has to end now; 0
    CancelTest,
    /// what(int; 0 whether cancellation is off, 1 whether it is asynchronous, 2 whether the thread is ending), value(int) → the old value
    CancelSet,
    /// id → 0 | ESRCH | EINVAL
    ThreadDetach,
    /// value; does not return. In `main`, the other threads go on.
    ThreadExit,
    /// → id of the caller
    ThreadSelf,
    /// mutex, attributes(int; the bits of glibc's `pthread_mutexattr_t`, see [`MutexKind`]) → 0 | ENOTSUP
    MutexInit,
    /// mutex → 0 | EBUSY
    MutexDestroy,
    /// mutex → 0 | EINVAL; the state that the mutex protects is consistent again after its owner died
    MutexConsistent,
    /// mutex → 0 | EINVAL ⇒ its priority ceiling
    MutexCeiling,
    /// mutex → 0 | EDEADLK (error-checking kind) | EOWNERDEAD, ENOTRECOVERABLE (robust mutexes); blocks
    MutexLock,
    /// mutex → 0 | EBUSY
    MutexTrylock,
    /// mutex → 0 | ETIMEDOUT (may time out whenever the mutex is not free) | EDEADLK
    MutexTimedlock,
    /// mutex → 0 | EPERM
    MutexUnlock,
    /// lock, kind(int; 2: a reader waits while a writer does) → 0
    RwlockInit,
    /// lock → 0 | EBUSY
    RwlockDestroy,
    /// lock → 0; blocks while a writer holds it
    RwlockRdlock,
    /// lock → 0 | EBUSY
    RwlockTryrdlock,
    /// lock → 0 | ETIMEDOUT
    RwlockTimedrdlock,
    /// lock → 0 | EDEADLK; blocks while anyone holds it
    RwlockWrlock,
    /// lock → 0 | EBUSY
    RwlockTrywrlock,
    /// lock → 0 | ETIMEDOUT
    RwlockTimedwrlock,
    /// lock → 0 | EPERM
    RwlockUnlock,
    /// lock → 0
    SpinInit,
    /// lock → 0
    SpinDestroy,
    /// lock → 0; blocks
    SpinLock,
    /// lock → 0 | EBUSY
    SpinTrylock,
    /// lock → 0
    SpinUnlock,
    /// cond, attributes(int) → 0
    CondInit,
    /// cond → 0 | EBUSY
    CondDestroy,
    /// cond, mutex → 0; releases the mutex and waits; wakes by signal, broadcast or spuriously; takes the mutex again
    CondWait,
    /// cond, mutex → 0 | ETIMEDOUT; as [`SyncOp::CondWait`], and may time out at any time
    CondTimedwait,
    /// cond → 0; wakes any one waiter
    CondSignal,
    /// cond → 0; wakes all waiters
    CondBroadcast,
    /// barrier, count, attributes(int) → 0 | EINVAL
    BarrierInit,
    /// barrier → 0 | EBUSY
    BarrierDestroy,
    /// barrier → 0, or -1 (PTHREAD_BARRIER_SERIAL_THREAD) for one of them; blocks until count threads are there
    BarrierWait,
    /// sem, value → 0 | error
    SemInit,
    /// sem → 0
    SemDestroy,
    /// sem → 0; blocks while the value is 0
    SemWait,
    /// sem → 0 | EAGAIN
    SemTrywait,
    /// sem → 0 | ETIMEDOUT
    SemTimedwait,
    /// sem → 0
    SemPost,
    /// sem → 0 ⇒ value
    SemGetvalue,
    /// once → 1 if the caller must run the initialiser and then leave, 0 if it has been run; blocks while it is running
    OnceEnter,
    /// once; the initialiser has been run
    OnceLeave,
    /// destructor (or null) → 0 ⇒ key
    KeyCreate,
    /// key → 0 | EINVAL
    KeyDelete,
    /// key, value → 0 | EINVAL
    KeySet,
    /// key → value (0 if never set)
    KeyGet,
    /// `sched_yield`, `sleep`, …: nothing but a hint to the scheduler
    Yield,
}

/// The result of an operation at whose cancellation point the thread has to end: `ECANCELED`, which none of them returns.
pub const CANCELLED: u32 = 125;

/// What kind of mutex one is: the bits of glibc's `pthread_mutexattr_t`, and two more that say what has become of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct MutexKind(pub u32);

impl MutexKind {
    /// The owner has died while it held the mutex, and nobody has called `pthread_mutex_consistent` since.
    pub const INCONSISTENT: u32 = 0x100;
    /// It was unlocked in that state: nobody can lock it again.
    pub const UNRECOVERABLE: u32 = 0x200;
    const ROBUST: u32 = 0x4000_0000;
    const PROTOCOL: u32 = 0x3000_0000;
    const INHERIT: u32 = 0x1000_0000;
    const SHARED: u32 = 0x8000_0000;

    /// The kind that an attribute object asks for. Adaptive mutexes behave as normal ones, and there is one process only.
    pub fn of_attributes(bits: u32) -> MutexKind {
        let bits = bits & !MutexKind::SHARED;
        MutexKind(if bits & 0xfff == 3 { bits & !0xfff } else { bits })
    }

    /// Neither recursive nor error-checking.
    pub fn is_normal(self) -> bool {
        self.0 & 3 == 0
    }

    /// `PTHREAD_MUTEX_RECURSIVE`
    pub fn is_recursive(self) -> bool {
        self.0 & 3 == 1
    }

    /// `PTHREAD_MUTEX_ERRORCHECK`
    pub fn is_error_checking(self) -> bool {
        self.0 & 3 == 2
    }

    /// `PTHREAD_MUTEX_ROBUST`
    pub fn is_robust(self) -> bool {
        self.0 & MutexKind::ROBUST != 0
    }

    /// `PTHREAD_PRIO_INHERIT`
    pub fn inherits_priority(self) -> bool {
        self.0 & MutexKind::PROTOCOL == MutexKind::INHERIT
    }

    /// `PTHREAD_PRIO_PROTECT`
    pub fn has_ceiling(self) -> bool {
        self.0 & MutexKind::PROTOCOL > MutexKind::INHERIT
    }

    /// The priority ceiling.
    pub fn ceiling(self) -> u32 {
        (self.0 >> 12 & 0xfff).max(1)
    }

    /// Whether one of the bits is set.
    pub fn is(self, bit: u32) -> bool {
        self.0 & bit != 0
    }

    /// With a bit set or not.
    pub fn with(self, bit: u32, set: bool) -> MutexKind {
        MutexKind(if set { self.0 | bit } else { self.0 & !bit })
    }
}

/// Who made a heap block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockOwner {
    /// The program, which may free it and can lose it.
    Program,
    /// Who started the program, or the library: its arguments, its environment. It cannot be freed.
    Environment {
        /// Whether it may be longer than its size says: what lies behind is not modelled, and an access to it is not wrong.
        open: bool,
    },
}

/// What an edge does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Nothing.
    Skip,
    /// Passes only if the truth of `cond` is `holds`. The edges of a branch are the two halves of one condition, so
    /// exactly one of them passes.
    Assume {
        /// True if its bits are not zero.
        cond: Expr,
        /// The truth value that passes.
        holds: bool,
    },
    /// `__VERIFIER_assume`: if the condition is false the thread stays here for ever (and is not deadlocked).
    Require {
        /// True if its bits are not zero.
        cond: Expr,
    },
    /// Sets a register.
    Assign {
        /// A register local.
        dst: LocalId,
        /// Of the register's type.
        value: Expr,
    },
    /// Sets a register to any value of its type, or to any of `ranges`.
    Nondet {
        /// A register local.
        dst: LocalId,
        /// Its origin.
        kind: NondetKind,
        /// Inclusive ranges of mathematical values, in ascending order, if the contract of the source limits it.
        ranges: Option<Box<[(i128, i128)]>>,
    },
    /// The lifetime of a local begins: its value is indeterminate (a register, or the bytes of a memory local).
    Declare {
        /// Which.
        local: LocalId,
    },
    /// The block of a memory local is entered or left: from here on it lives, or does not. Only in programs that are made to say so
    /// ([`Program::lifetimes`](crate::Program)); nothing else says when a local's life ends before that of its frame.
    Live {
        /// Which.
        local: LocalId,
        /// Whether it lives from here on.
        begins: bool,
    },
    /// Reads memory into a register.
    Load {
        /// A register local.
        dst: LocalId,
        /// The address.
        addr: Expr,
        /// How.
        access: Access,
    },
    /// Writes a value to memory.
    Store {
        /// The address.
        addr: Expr,
        /// The value, of the access' type.
        value: Expr,
        /// How.
        access: Access,
    },
    /// Atomically `old = *addr; *addr = op(old, operand); dst = old`.
    Rmw {
        /// Receives the old value.
        dst: Option<LocalId>,
        /// The address.
        addr: Expr,
        /// What is computed.
        op: RmwOp,
        /// Of the access' type (any integer type for shifts).
        operand: Expr,
        /// How; always atomic.
        access: Access,
    },
    /// Atomically `old = *addr; if (old == expected) *addr = desired; dst = old`. A weak one may fail even if equal:
    /// then `failed` is set to 1 and `dst` to the old value.
    CompareExchange {
        /// Receives the old value.
        dst: LocalId,
        /// Receives 0 if the exchange took place, 1 if not.
        failed: LocalId,
        /// The address.
        addr: Expr,
        /// Compared bit by bit.
        expected: Expr,
        /// Stored on success.
        desired: Expr,
        /// Whether it may fail spuriously.
        weak: bool,
        /// How; always atomic.
        access: Access,
    },
    /// A memory fence: no effect under sequential consistency.
    Fence,
    /// Calls a function of the program. Arguments are scalars; how records are passed is the front end's business.
    Call {
        /// Receives the result.
        dst: Option<LocalId>,
        /// Whom.
        callee: Callee,
        /// One per parameter of the callee (a mismatch through a wrong pointer is undefined behaviour).
        args: Vec<Expr>,
    },
    /// Calls a function that has no body and no meaning: see design, externals.
    External {
        /// Receives any value.
        dst: Option<LocalId>,
        /// Its name.
        name: String,
        /// Its arguments.
        args: Vec<ExternalArg>,
    },
    /// Returns from the function; the target location is not used. From the last frame of a thread: the thread ends
    /// with this result; from the last frame of `main`: the program ends.
    Return {
        /// The result.
        value: Option<Expr>,
    },
    /// Heap allocation: `dst` is the address of a new block (never null unless the configuration says so).
    Alloc {
        /// Receives the address.
        dst: LocalId,
        /// Bytes.
        size: Expr,
        /// Alignment in bytes (0: the platform's).
        align: Expr,
        /// Whether the bytes are zero or indeterminate.
        zeroed: bool,
        /// Who made it.
        owner: BlockOwner,
    },
    /// Frees a heap block (null is allowed).
    Free {
        /// Its address.
        addr: Expr,
    },
    /// The size in bytes of the heap block that starts at an address.
    BlockSize {
        /// Receives the size.
        dst: LocalId,
        /// The address.
        addr: Expr,
    },
    /// Takes a text away that the environment gave and nobody has looked at: what it says as a whole is about to be decided, and from now on
    /// nothing is modelled of its characters.
    TakeText {
        /// Receives 1 if it was there to be taken: the address is the beginning of an open block of the environment, and every byte of it is as it was. 2 if it
        /// was taken before. Otherwise 0, and nothing happens.
        dst: LocalId,
        /// Where it begins.
        addr: Expr,
    },
    /// Sets a register to a function of exact numbers.
    Compute {
        /// A register local.
        dst: LocalId,
        /// Which function.
        function: Computation,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// A block in the current frame (VLA, `alloca`): gone when the function returns.
    StackAlloc {
        /// Receives the address.
        dst: LocalId,
        /// Bytes.
        size: Expr,
        /// Alignment in bytes.
        align: u64,
    },
    /// Ends the life of a block made by [`Op::StackAlloc`] before the function returns (a VLA leaves its scope).
    StackFree {
        /// Its address.
        addr: Expr,
    },
    /// Synchronisation and threads.
    Sync {
        /// Which.
        op: SyncOp,
        /// As [`SyncOp`] says.
        args: Vec<Expr>,
        /// Receives the result.
        dst: Option<LocalId>,
        /// Receives the out value.
        out: Option<LocalId>,
    },
    /// `__VERIFIER_atomic_begin`: the sections of all threads exclude each other. Sections nest.
    AtomicBegin,
    /// `__VERIFIER_atomic_end`.
    AtomicEnd,
    /// `printf` and relatives. Reads the format and `%s` strings; only the interpreter looks at what is printed.
    Output {
        /// Receives the number of characters.
        dst: Option<LocalId>,
        /// Where to.
        sink: OutputSink,
        /// Address of the format string.
        format: Expr,
        /// The variable arguments after default promotion.
        args: Vec<Expr>,
    },
    /// The error location: reaching this edge violates `unreach-call`.
    Error {
        /// Which.
        kind: ErrorKind,
    },
    /// Ends the whole program.
    End {
        /// How.
        kind: EndKind,
    },
    /// Control cannot get here unless behaviour is undefined (`__builtin_unreachable`, falling off a `_Noreturn`).
    Unreachable,
    /// A construct that is not modelled: reaching it makes the verdict UNKNOWN.
    Unsupported {
        /// What, in the user's words: "inline assembly", "pthread_cancel", …
        what: String,
    },
}
