//! Configurable program analysis: the framework.
//!
//! After D. Beyer, T. Henzinger, G. Théoduloz, *Program Analysis with Dynamic Precision Adjustment* (ASE 2008): an
//! analysis is a tuple of an abstract domain, precisions, and the operators *post*, *merge*, *stop* and *prec*
//! ([`Cpa`]); one algorithm ([`explore`]) runs them all. Between the two stand the [`Arg`], which is the reached set, and
//! the [`Scheduler`], which says which steps of a state have to be taken.
//!
//! **Architecture invariant**: this crate knows no analysis and no solver.

mod algorithm;
mod arg;
pub mod cartesian;
mod composite;
mod cpa;
pub mod laws;
mod modular;
mod run;
mod scheduler;
mod waitlist;

pub use algorithm::{End, Observer, explore};
pub use arg::{Arg, Node, NodeId, Origin};
pub use composite::{
    Component, Composite, CompositePrecision, CompositeState, Fact, Lead, OfLead, Part, PartPrecision, Recorded,
    Variable,
};
pub use cpa::{Cpa, Nowhere, ReachedSet, Successor};
pub use modular::{EffectId, Graph, How, Modular, ModularEnd, ModularObserver, ModularOrder, Published, Reached};
pub use run::Taken;
pub use scheduler::{Plan, PlannedStep, Scheduler};
pub use waitlist::{Order, Waitlist};
