//! `no-overflow`: no signed operation has a result that its type cannot hold (`raddle_machine::overflow` says which operations).
//!
//! The violation is a step, and a step of one thread alone: operations are on registers, of which nobody else knows. Their values come from accesses, and
//! these are ordered with whom they depend on. So no reduction hides one, and an analysis of single threads sees every one: in a step of the view of the thread that makes
//! it.

use raddle_machine::{Halt, HaltKind, Undefined, Watch};

use super::{Definition, ViolationKind, Words};

pub(super) struct NoOverflow;

impl Definition for NoOverflow {
    fn words(&self) -> Words {
        Words {
            name: "no-overflow",
            violation: "The result of a signed operation does not fit its type in some interleaving.",
            formulas: &["G ! overflow"],
        }
    }

    fn watch(&self) -> Watch {
        Watch { overflow: true, ..Watch::default() }
    }

    fn in_halt(&self, halt: &Halt) -> Option<ViolationKind> {
        match halt.kind {
            HaltKind::Undefined(Undefined::Overflow) => Some(ViolationKind::Undefined(Undefined::Overflow)),
            HaltKind::Undefined(Undefined::Dereference | Undefined::Free | Undefined::Other)
            | HaltKind::Unsupported
            | HaltKind::TooManyCases
            | HaltKind::Imprecise
            | HaltKind::Layout
            | HaltKind::Limit
            | HaltKind::Unwound
            | HaltKind::Oracle => None,
        }
    }

    fn is_seen_by_single_threads(&self) -> bool {
        true
    }
}
