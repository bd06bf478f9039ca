//! Pre-analyses: facts about a [`Program`](crate::Program) that engines use to do less.

mod address_use;
mod bits;
mod effects;
mod exact;
mod faint;
mod liveness;
mod loops;
mod memory_liveness;
mod numbers;
mod points_to;
mod unread;

pub use address_use::{AddressUses, is_harmless, is_harmless_for_ids, prints_only};
pub use bits::BitSet;
pub use effects::{Effects, LockCell, LockId, Resource, Row, Touch};
pub use exact::ExactUses;
pub use faint::Faint;
pub use liveness::Liveness;
pub use loops::Loops;
pub use memory_liveness::{LiveRow, MemoryLiveness};
pub use numbers::{Fact, Numbers};
pub use points_to::{Object, PointsTo};
pub use unread::Unread;
