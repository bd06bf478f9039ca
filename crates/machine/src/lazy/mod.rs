//! Lazy nondeterminism: values that are split only when and as far as the program observes them.

mod address;
mod canonical;
mod domain;
mod forget;
pub mod formula;
mod member;
mod oracle;
mod order;
mod period;
mod preimage;
pub mod relation;
mod terms;

pub use canonical::canonicalise;
pub use domain::Domain;
pub use forget::forget_bytes;
pub use member::may_contain;
pub use oracle::{Decide, LazyOracle};
pub use order::{Piece, is_below, pieces};
pub use terms::{Constraint, Substitute, Symbol, Term, Terms};
