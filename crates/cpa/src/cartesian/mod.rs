//! Cartesian abstraction of multi-threaded programs, and exceptions to it.
//!
//! **Idea** (A. Malkis, A. Podelski, A. Rybalchenko, *Precise Thread-Modular Verification*, SAS 2007, and *Thread-Modular Verification Is Cartesian
//! Abstract Interpretation*, ICTAC 2006). A state of n threads is a shared part g and n local parts. The Cartesian abstraction of a set of states forgets
//! which local parts occur together: for every g it keeps the smallest Cartesian product that contains them. The least fixpoint under it *is* thread-modular
//! analysis, at polynomial cost in n, and it cannot prove mutual exclusion by a lock that does not say who holds it. *Exceptions* are states that are
//! taken out before the abstraction and put back after it, so that nothing is forgotten about them.
//!
//! **Rooms.** [`galois`] is section 3: exceptions for any Galois connection. [`Product`] and [`Antichain`] are section 4.3: sets of tuples of local
//! parts as maximized antichains of Cartesian products. [`least_fixpoint`] is corollary 11. [`least_partition`] is the abstraction of a program that
//! remembers something besides, a source of exceptions. [`Reached`] finds exceptions that can only help: products of states that
//! are all reachable.
//!
//! **Soundness.** Whatever the exceptions are, what comes out of [`least_fixpoint`] together with them contains the initial states and is closed under all steps. But exceptions
//! are *added*: those that cannot be reached may ruin a proof. If all of them are reachable the result is never worse with more of them.
//!
//! **Cost.** Lemma 5, propositions 7 to 10 and corollary 11 with the bounds of the paper; each operator says its own.
//!
//! Nothing here knows what a program is: threads are numbered, shared and local parts as well ([`Multithreaded`] numbers them).

mod antichain;
mod fixpoint;
pub mod galois;
mod images;
mod partition;
mod product;
mod reached;
mod set;

pub use antichain::Antichain;
pub use fixpoint::{Element, Exceptions, FixpointEnd, least_fixpoint};
pub use images::{Image, Images, Multithreaded, Step, Steps, ThreadState};
pub use partition::{Ghosts, Partition, least_partition};
pub use product::Product;
pub use reached::{Found, Reached};
pub use set::LocalSet;

/// The number of a shared part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobId(pub u32);

/// The number of a local part, among those of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

/// The number of a thread: which component of the product it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadNo(pub usize);
