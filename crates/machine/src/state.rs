//! States: memory, threads, synchronisation objects.
//!
//! A state is made of *components* behind [`Arc`]s: one per memory block, one per thread, one for the shape of memory,
//! one for synchronisation. A step copies only the components it changes, and the search stores each distinct
//! component once (`collapse` compression). All components have structural equality and hashing.
//!
//! **Addresses are integers.** Every object has a base address which depends only on how it came about (which global;
//! which thread and stack depth; which allocating thread and lowest free slot), never on the path. A pointer in memory
//! is the bytes of that integer, so `memcpy`, unions and casts through `uintptr_t` need no special care.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use raddle_program::{EdgeId, EndKind, FuncId, GlobalId, Id, Loc, LocalId, MutexKind, Program, Span};

use crate::value::{LazyId, Value};

/// A byte address.
pub type Addr = u64;

/// Index of a thread in [`State::threads`]; `main` is 0. The slot of a thread that has ended and was joined (or is
/// detached) is used again.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadIx(pub u16);

impl std::fmt::Debug for ThreadIx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "T{}", self.0)
    }
}

/// Bytes of one block that are not plain: lazy or indeterminate. Sorted by offset, disjoint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LazyRange {
    /// First byte in the block.
    pub offset: u32,
    /// How many bytes.
    pub len: u32,
    /// `None`: indeterminate, nobody has read it yet. `Some((v, first))`: the bytes `first ..` of lazy value `v`.
    pub value: Option<(LazyId, u8)>,
}

/// The content of a memory block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Block {
    /// Plain bytes; zero where a lazy range lies.
    pub bytes: Vec<u8>,
    /// What is not plain.
    pub lazy: Vec<LazyRange>,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ObjectKind {
    /// Several small globals share a block; the machine knows which is where. (They lie densely in the block, with red
    /// zones in the address space: offsets in the block are not offsets from the base.)
    GlobalPage(u32),
    /// A global with a block of its own.
    Global(GlobalId),
    /// A thread-local variable of a thread.
    ThreadLocal(GlobalId, ThreadIx),
    /// A memory local of a frame.
    Local(FuncId, LocalId, ThreadIx),
    /// A VLA or `alloca` block, by the edge that made it.
    StackBlock(FuncId, EdgeId, ThreadIx),
    /// A heap block, by the edge that made it.
    Heap(FuncId, EdgeId),
    /// No object: memory was used up to here, and its addresses are not used again ([`crate::Watch::memory`]). It has no bytes.
    Freed,
}

/// An object without its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectMeta {
    /// First byte.
    pub base: Addr,
    /// Bytes.
    pub size: u64,
    /// What it is.
    pub kind: ObjectKind,
    /// Bytes of an element, if the content is a map from offsets to elements ([`crate::unknown`]); its block has other bytes then.
    pub array: Option<u8>,
}

/// Which objects exist, sorted by address.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Shape {
    /// `objects[i]` has its content in `blocks[i]` of the memory.
    pub objects: Vec<ObjectMeta>,
}

/// All writable memory. (String literals and constants live in the machine: they never change.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Which objects exist.
    pub shape: Arc<Shape>,
    /// Their contents.
    pub blocks: Vec<Arc<Block>>,
}

raddle_program::ids! {
    /// The position of an object in its memory, and so of its content: of one state, as others may have objects before it.
    BlockIx = "b";
}

impl Index<BlockIx> for Memory {
    type Output = Arc<Block>;

    fn index(&self, block: BlockIx) -> &Arc<Block> {
        &self.blocks[block.index()]
    }
}

impl IndexMut<BlockIx> for Memory {
    fn index_mut(&mut self, block: BlockIx) -> &mut Arc<Block> {
        &mut self.blocks[block.index()]
    }
}

/// An activation of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Of which function.
    pub func: FuncId,
    /// Where control is; in a caller: where the call edge starts.
    pub loc: Loc,
    /// Registers, indexed by local (memory locals have an unused zero).
    pub regs: Vec<Value>,
    /// Address of the first byte of the frame's memory locals.
    pub base: Addr,
    /// The caller's register that receives the result.
    pub dst: Option<LocalId>,
}

/// What a blocked thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockReason {
    /// A mutex, rwlock or spin lock held by another (or, wrongly, by itself).
    Lock(Addr),
    /// A condition variable.
    Condition(Addr),
    /// A semaphore with value 0.
    Semaphore(Addr),
    /// A barrier.
    Barrier(Addr),
    /// The end of a thread.
    Join(ThreadIx),
    /// Another thread's initialiser of a once object.
    Once(Addr),
    /// Another thread is in an atomic section.
    AtomicSection(ThreadIx),
}

/// What a thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// At the location of its top frame.
    Running,
    /// In `pthread_cond_wait`: has released `mutex`, waits on `cond`. `timed` may time out.
    Waiting {
        /// The condition variable.
        cond: Addr,
        /// To be taken again.
        mutex: Addr,
        /// Whether it may time out.
        timed: bool,
    },
    /// Woken up (or timed out): has to take the mutex again, then completes the edge with `result`.
    Reacquiring {
        /// The mutex.
        mutex: Addr,
        /// The result of the wait.
        result: u32,
        /// Lock count to restore for a recursive mutex.
        count: u32,
    },
    /// Waits for a read-write lock that prefers waiting writers, to write.
    Queued {
        /// The lock.
        lock: Addr,
    },
    /// At a barrier, in the given round.
    AtBarrier {
        /// The barrier.
        barrier: Addr,
        /// Which round it arrived in.
        round: u32,
    },
    /// A `__VERIFIER_assume` was false: loops for ever.
    Stuck,
    /// Has ended with a result; not joined yet.
    Ended {
        /// What a join receives.
        result: Value,
    },
    /// The slot is free.
    Free,
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// Its call stack, innermost last.
    pub frames: Vec<Frame>,
    /// What it is doing.
    pub status: Status,
    /// Depth of atomic sections it is in.
    pub atomic: u32,
    /// Whether it was detached.
    pub detached: bool,
    /// Values of `pthread_setspecific`, sorted by key, without nulls.
    pub keys: Vec<(u32, Value)>,
    /// Key destructor calls still to be made at its end: rounds left (0 = not ending).
    pub ending: u8,
    /// While ending: the next key to look at in this round.
    pub ending_key: u32,
    /// What it will end with, while destructors run.
    pub result: Value,
    /// Whether it shall end, and whether it may: [`cancel`] has the bits.
    pub cancel: u8,
    /// The edge that created it, with the function that edge belongs to (`None` for main). The start routine is the
    /// function of its first frame.
    pub created: Option<(FuncId, EdgeId)>,
}

impl Thread {
    /// Where a frame goes on, and the register that it waits for: a caller goes on after its call.
    pub fn goes_on(&self, program: &Program, depth: usize) -> (Loc, Option<LocalId>) {
        let frame = &self.frames[depth];
        let function = &program.functions[frame.func];
        match function.first_edge(frame.loc) {
            Some(edge) if depth + 1 < self.frames.len() => {
                let edge = function.edge(edge);
                (edge.target, edge.op.defs()[0])
            }
            Some(_) | None => (frame.loc, None),
        }
    }
}

/// The bits of [`Thread::cancel`].
pub mod cancel {
    /// `PTHREAD_CANCEL_DISABLE`
    pub const DISABLED: u8 = 1;
    /// `PTHREAD_CANCEL_ASYNCHRONOUS`
    pub const ASYNCHRONOUS: u8 = 2;
    /// Somebody has asked for the end of the thread.
    pub const PENDING: u8 = 4;
    /// It is ending, by cancellation or `pthread_exit`: nobody can ask again.
    pub const ENDING: u8 = 8;
}

/// The owner of a lock whose holder has ended without letting go of it: nobody that exists.
pub const GONE: ThreadIx = ThreadIx(u16::MAX);

/// A synchronisation object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SyncObject {
    /// A mutex.
    Mutex {
        /// What kind of mutex.
        kind: MutexKind,
        /// Who holds it.
        owner: Option<ThreadIx>,
        /// How often (recursive).
        count: u32,
    },
    /// Readers (with multiplicity, sorted) or one writer.
    Rwlock {
        /// Who holds it for writing.
        writer: Option<ThreadIx>,
        /// Who holds it for reading.
        readers: Vec<ThreadIx>,
        /// Whether a reader waits while a writer does (`PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP`).
        writers_first: bool,
    },
    /// A spin lock.
    Spin {
        /// Who holds it.
        owner: Option<ThreadIx>,
    },
    /// Waiters are the threads with `Status::Waiting` on its address.
    Cond,
    /// A barrier.
    Barrier {
        /// How many must come.
        count: u32,
        /// How many have.
        arrived: u32,
        /// Parity of the round is enough: nobody can be two rounds behind.
        round: u32,
    },
    /// A semaphore.
    Semaphore {
        /// Its value.
        value: u32,
    },
    /// A once object.
    Once {
        /// Who runs the initialiser.
        running: Option<ThreadIx>,
        /// Whether it has been run.
        done: bool,
    },
    /// Destroyed: any use but initialisation is undefined.
    Destroyed,
}

/// All synchronisation objects that are not in their initial state, sorted by address; thread-specific keys; and what else
/// belongs to the execution as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct SyncTable {
    /// By address.
    pub objects: Vec<(Addr, SyncObject)>,
    /// Destructor of each key (`None`: the key is free).
    pub keys: Vec<Option<Addr>>,
    /// Who the threads are that were created, if the program compares ids; sorted by slot. Without an entry the id of a thread is that of
    /// its slot.
    pub numbered: Vec<Numbered>,
    /// No number from this one on was ever given to a thread.
    pub next_number: u32,
    /// The first step so far behind which more may happen than the C library allows.
    pub inexact: Option<Inexact>,
}

/// A step behind which only proofs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inexact {
    /// The edge, with the function it belongs to.
    pub at: (FuncId, EdgeId),
    /// What the user wrote.
    pub span: Span,
}

/// The number that the id of a thread is made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Numbered {
    /// The thread.
    pub slot: ThreadIx,
    /// Its number.
    pub number: u32,
    /// Numbers of threads that are gone and existed at the same time as this one, sorted: they had other ids.
    pub beside: Vec<u32>,
}

/// A state of the whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Memory.
    pub memory: Memory,
    /// Threads; slot 0 is `main`.
    pub threads: Vec<Arc<Thread>>,
    /// Locks and the like.
    pub sync: Arc<SyncTable>,
    /// Set when the program has ended.
    pub ended: Option<EndKind>,
}
