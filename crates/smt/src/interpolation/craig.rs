//! Craig interpolation from the SAT solver's proof.

use super::{Block, Failure, Settings};
use crate::term::Term;
use crate::terms::Terms;

/// Interpolants from one refutation.
pub(super) fn sequence(_: &mut Terms, _: &[Block], _: &Settings) -> Result<Vec<Term>, Failure> {
    Err(Failure::Proof)
}
