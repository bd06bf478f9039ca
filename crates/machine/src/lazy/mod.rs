//! Lazy nondeterminism: values that are split only when and as far as the program observes them.

mod address;
mod arrays;
mod bounds;
mod canonical;
mod domain;
mod forget;
pub mod formula;
mod inputs;
mod joint;
mod member;
mod oracle;
mod order;
mod period;
mod preimage;
mod reading;
pub mod relation;
mod sample;
mod terms;

pub use canonical::{canonical_order, canonicalise};
pub use domain::Domain;
pub use forget::{forget_bytes, name_bytes};
pub use inputs::inputs;
pub use member::may_contain;
pub use oracle::{Decide, LazyOracle};
pub use order::{Piece, is_below, pieces};
pub use reading::Reading;
pub use terms::{Constraint, Substitute, Symbol, SymbolId, Term, Terms};
