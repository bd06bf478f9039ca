//! The definitions that search and checker both believe.
//!
//! A proof is checked by code that shares no exploration with the search. But both have to mean the same by *one step of a thread*
//! ([`run`]), *independent* ([`dependence`]), *dead* ([`dead`]), *symmetric* ([`symmetry`]), *race* and *deadlock* ([`race`]), and by
//! what a single thread sees ([`view`]). A wrong definition would be wrong on both sides, and a wrong proof would be accepted.
//! So the definitions live here, by themselves, and are tested against what really happens: against executions of the reference
//! machine. Each of them states its law; `tests/` checks the laws on programs, and that lies are noticed.
//!
//! **Architecture invariant**: nothing here explores. Who moves next is the business of the engines, whether a proof is one that of
//! `raddle-evidence`.

mod apart;
mod asking;
pub mod calls;
pub mod dead;
pub mod dependence;
mod effects;
mod exact;
mod footprint;
mod interval;
pub mod laws;
pub mod locks;
pub mod lost;
mod memory_liveness;
mod noting;
mod parts;
mod property;
pub mod race;
pub mod run;
pub mod split;
pub mod stations;
pub mod survey;
pub mod symmetry;
mod unread;
pub mod view;

pub use apart::Apart;
pub use asking::Asking;
pub use dead::Dead;
pub use effects::{Effects, LockCell, LockId, Resource, Row, Touch};
pub use exact::{ExactUses, Needs};
pub use memory_liveness::{LiveRow, MemoryLiveness};
pub use property::{Property, ViolationKind, Words};
pub use unread::Unread;
