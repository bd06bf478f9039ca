//! What is lost stays lost.

use raddle_machine::{Addr, ObjectKind, State};

use super::{Law, Tally, Tried};

/// A heap block that is lost before a step is there afterwards, and still lost.
pub(super) fn lost(tried: &Tried<'_>, next: &State, tally: &mut Tally) -> Result<(), String> {
    let has_blocks = tried.state.memory.shape.objects.iter().any(|o| matches!(o.kind, ObjectKind::Heap(..)));
    if !has_blocks {
        return Ok(());
    }
    tally.count(Law::Lost);
    let after: Vec<Addr> = tried.beliefs.lost(next);
    match tried.beliefs.lost(tried.state).into_iter().find(|block| !after.contains(block)) {
        Some(block) => Err(format!("the block at {block:#x} was called lost and is no longer")),
        None => Ok(()),
    }
}
