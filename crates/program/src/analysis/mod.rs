//! Pre-analyses: facts about a [`Program`](crate::Program) that engines use to do less.

mod address_use;
mod bits;
mod elements;
mod faint;
mod liveness;
mod loops;
mod outside;
mod points_to;

pub use address_use::{AddressUses, is_harmless, is_harmless_for_ids, prints_only};
pub use bits::{BitSet, IdSet};
pub use elements::Elements;
pub use faint::Faint;
pub use liveness::Liveness;
pub use loops::Loops;
pub use outside::Outside;
pub use points_to::{Object, ObjectIx, ObjectSet, PointsTo};
