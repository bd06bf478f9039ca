//! The reference semantics: what a [`Program`](raddle_program::Program) *is*.
//!
//! A [`State`] is a concrete state of all threads and of memory, byte by byte. [`Machine::step`] executes one edge of
//! one thread. Everything that is not determined by the state — nondeterministic values, which waiter a signal wakes,
//! whether a timed lock times out — is asked of an [`Oracle`]. With an oracle that answers from a recorded list this
//! is the interpreter that replays counterexamples; with one that answers *lazily* it is the transfer function of
//! exhaustive search.
//!
//! The machine decides what a step does, never who moves next: scheduling lives in `raddle-engines`.

mod accesses;
mod addresses;
pub mod arith;
mod cancellation;
mod compute;
mod decimal;
mod describe;
mod eval;
mod external;
pub mod float;
mod halt;
mod heap;
mod inexact;
mod layout;
pub mod lazy;
mod locks;
mod machine;
mod memory;
mod names;
mod oracle;
mod oracles;
mod outlive;
mod output;
mod overflow;
mod pending;
mod run;
mod state;
mod step;
mod sync;
mod thread_ids;
mod thread_set;
mod threads;
pub mod unknown;
mod value;
mod waiting;
mod within;

pub use accesses::{Extent, NextAccess};
pub use describe::ObjectRef;
pub use halt::{Halt, HaltKind, Note, Undefined};
pub use machine::{Config, Enabled, Machine, Progress, Watch};
pub use names::{Names, member};
pub use oracle::{ArrayOp, Choice, Event, LazyOp, Oracle, Origin, Parted, Widths};
pub use oracles::{ScriptedOracle, SeededOracle, ZeroOracle};
pub use pending::Pending;
pub use run::{RoundRobin, RunEnd, RunResult, Schedule, run};
pub use state::{
    Addr, Block, BlockIx, BlockReason, Frame, GONE, Inexact, LazyRange, Memory, Numbered, ObjectKind, ObjectMeta,
    Shape, State, Status, SyncObject, SyncTable, Thread, ThreadIx, cancel,
};
pub use sync::{lookup as sync_object, put as put_sync_object};
pub use thread_set::ThreadSet;
pub use value::{LazyId, Value};
