//! The algorithms that search for proofs and counterexamples.
//!
//! An engine gets a program, a property, a [`Config`] and [`Limits`], and returns an
//! [`Outcome`](raddle_evidence::Outcome): a claim with evidence. [`registry::check`] runs it and has the claim checked.
//!
//! **Architecture invariant**: who may move (`scheduler`) and what a move does (`raddle-machine`) are different modules.

mod bdd;
mod bmc;
mod calls;
mod cartesian;
mod cegar;
pub mod composite;
pub mod config;
mod control;
mod explicit;
mod limits;
pub mod locks;
pub mod nonmonotonic;
pub mod portfolio;
mod predicate;
mod reach;
mod refusals;
pub mod registry;
pub mod scheduler;
mod tar;
mod thread_modular;
mod undefined;

pub use config::Config;
pub use limits::{Apart, Brought, Errand, Limits, Listener, Progress};
