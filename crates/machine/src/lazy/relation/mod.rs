//! Relations between unknown values: what is known about all of them together, as a function of bits.
//!
//! **Idea.** A symbol is encoded by Boolean variables ([`Encoding`]): one per bit of its width, or, if it has few values,
//! enough of them to number these. A term over symbols then is a vector of Boolean functions ([`Encoder::bits`]), built
//! with the operations that a representation of such functions offers ([`Gates`]); C. Meinel and T. Theobald,
//! *Algorithms and Data Structures in VLSI Design*, 1998, is the textbook. What is known is one more function, the *path*:
//! true for exactly those values of the variables that are possible. A question has those answers that are possible
//! together with the path ([`RelationOracle`]), and unlike with [`super::LazyOracle`] no symbol has to be fixed for that.
//!
//! **Who uses it.** The BDD analysis, with the decision diagrams of a library; and the checker of its proofs, with diagrams of
//! its own. The two share the meaning of operators, as everybody shares [`crate::arith`], not the diagrams.
//!
//! **Soundness.** Every operator is either built exactly or refused ([`Full`]), which halts the execution.
//!
//! **Cost.** Adders, comparisons and bit operations are linear in gates; multiplication and floating point are done by cases
//! and refused if there are too many of them. What a gate costs is up to the representation.

mod blast;
mod encoder;
mod gates;
mod oracle;

pub use encoder::{Encoder, Encoding, Variables};
pub use gates::{Full, Gates};
pub use oracle::RelationOracle;
pub(super) use oracle::operand_types;

#[cfg(test)]
mod tests;
