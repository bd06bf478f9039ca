//! Exhaustive search (under construction).

use std::collections::BTreeSet;

use raddle_evidence::{Claim, Outcome, Property, Reason, Statistics};
use raddle_program::Program;

use crate::config::Config;
use crate::limits::Limits;

/// Searches all interleavings.
pub fn run(_program: &Program, property: Property, _config: &Config, _limits: &Limits) -> Outcome {
    Outcome {
        property,
        claim: Claim::Unknown(vec![Reason::Cancelled]),
        assumptions: BTreeSet::new(),
        notes: BTreeSet::new(),
        stats: Statistics::default(),
    }
}
