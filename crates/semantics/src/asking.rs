//! Oracles whose questions are counted.
//!
//! Where a run ends depends on whether a question on its way had several answers ([`crate::run`]), so search and checker have to count
//! them in the same way, whatever they know about values.

use raddle_machine::lazy::formula::FormulaOracle;
use raddle_machine::lazy::relation::{Gates, RelationOracle};
use raddle_machine::lazy::{Decide, LazyOracle};
use raddle_machine::{Halt, LazyId, Oracle};
use raddle_program::{Scalar, Span};

/// An oracle that counts the questions that had several answers.
pub trait Asking: Oracle {
    /// How many there were so far.
    fn asked(&self) -> u32;

    /// How many of them were about values that are forgotten.
    fn asked_forgotten(&self) -> u32 {
        0
    }

    /// One of the values that a lazy value can have, if there are at most `most` and the oracle can tell.
    fn few(&mut self, _value: LazyId, _ty: Scalar, _most: u64, _span: Span) -> Result<Option<u128>, Halt> {
        Ok(None)
    }
}

impl<D: Decide> Asking for LazyOracle<'_, D> {
    fn asked(&self) -> u32 {
        self.decisions
    }

    fn asked_forgotten(&self) -> u32 {
        self.forgotten
    }
}

impl<G: Gates, D: Decide> Asking for RelationOracle<'_, G, D> {
    fn asked(&self) -> u32 {
        self.decisions
    }
}

impl<D: Decide> Asking for FormulaOracle<'_, '_, D> {
    fn asked(&self) -> u32 {
        self.decisions
    }

    fn asked_forgotten(&self) -> u32 {
        self.branches
    }

    fn few(&mut self, value: LazyId, ty: Scalar, most: u64, span: Span) -> Result<Option<u128>, Halt> {
        FormulaOracle::few(self, value, ty, most, span)
    }
}
