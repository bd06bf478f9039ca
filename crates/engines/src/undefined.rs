//! Undefined behaviour that ends a search is shown: the execution that leads there is kept.
//!
//! A use after free that is met while something else is checked is a reason for UNKNOWN, since nothing can be said of what comes after it. It is also an
//! error that somebody wants to see. So the first time that a search meets undefined behaviour it makes the execution, as it does for a violation,
//! and [`confirm`](raddle_evidence::confirm) replays it.
//!
//! **Soundness.** The claim is not touched: undefined behaviour stays a reason for UNKNOWN, with its execution or without.
//!
//! **Cost.** One way back to the beginning and a replay, for few halts: of several kinds of undefined behaviour the first is shown in the order in
//! which reasons are listed, and each is tried a few times at most, because the path to it may turn out to be none.

use std::collections::BTreeMap;

use raddle_evidence::{Counterexample, UndefinedBehaviour, is_shown};
use raddle_machine::{Halt, HaltKind, Machine};

/// How often an execution to the same undefined behaviour is looked for.
const TRIES: u32 = 8;

/// The execution that is shown, if one was found.
#[derive(Default)]
pub struct Shown {
    best: Option<UndefinedBehaviour>,
    tried: BTreeMap<Halt, u32>,
}

impl Shown {
    /// Whether an execution to a halt would be shown.
    pub fn wants(&self, halt: &Halt) -> bool {
        matches!(halt.kind, HaltKind::Undefined(_))
            && self.best.as_ref().is_none_or(|best| *halt < best.halt)
            && self.tried.get(halt).is_none_or(|times| *times < TRIES)
    }

    /// An execution that is said to end in a halt, or that there is none on this path.
    pub fn offer(&mut self, machine: &Machine<'_>, halt: &Halt, execution: Option<Counterexample>) {
        if !self.wants(halt) {
            return;
        }
        *self.tried.entry(halt.clone()).or_default() += 1;
        let claimed = execution.map(|execution| UndefinedBehaviour { halt: halt.clone(), execution });
        if let Some(claimed) = claimed.filter(|claimed| is_shown(machine, claimed)) {
            self.best = Some(claimed);
        }
    }

    /// What another search has found.
    pub fn take(&mut self, other: Shown) {
        if let Some(found) = other.best.filter(|found| self.wants(&found.halt)) {
            self.best = Some(found);
        }
    }

    /// What was found.
    pub fn into_found(self) -> Option<UndefinedBehaviour> {
        self.best
    }
}
