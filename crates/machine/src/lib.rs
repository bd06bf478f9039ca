//! The reference semantics: what a [`Program`](raddle_program::Program) *is*.
//!
//! A [`State`] is a concrete state of all threads and of memory, byte by byte. [`Machine::step`] executes one edge of
//! one thread. Everything that is not determined by the state — nondeterministic values, which waiter a signal wakes,
//! whether a timed lock times out — is asked of an [`Oracle`]. With an oracle that answers from a recorded list this
//! is the interpreter that replays counterexamples; with one that answers *lazily* it is the transfer function of
//! exhaustive search.
//!
//! The machine decides what a step does, never who moves next: scheduling lives in `raddle-engines`.

mod halt;
mod oracle;
mod state;
mod value;

pub use halt::{Halt, HaltKind};
pub use oracle::{Choice, Event, LazyOp, Oracle, Origin};
pub use state::{
    Addr, Block, BlockReason, Frame, LazyRange, Memory, ObjectKind, ObjectMeta, Shape, State, Status, SyncObject,
    SyncTable, Thread, ThreadIx,
};
pub use value::{LazyId, Value};
