//! What of a state no diagram knows, as a number: states that may be joined have the same.

use std::hash::{Hash, Hasher};

use raddle_machine::{Block, ObjectMeta, State, Status, ThreadIx, Value, unknown};
use rustc_hash::FxHasher;

use super::cells::{Cells, Content, bytes_of};

fn hash_known(value: Value, hasher: &mut FxHasher) {
    match value {
        Value::Bits(bits) => bits.hash(hasher),
        Value::Lazy(_) => u64::MAX.hash(hasher),
    }
}

impl Cells {
    /// The number of a state, before or after its holders have got their symbols; known values count if `plain` says so.
    pub fn skeleton(&self, state: &State, plain: bool) -> u64 {
        let hasher = &mut FxHasher::default();
        state.sync.hash(hasher);
        state.memory.shape.objects.len().hash(hasher);
        for (index, thread) in state.threads.iter().enumerate() {
            (thread.atomic, thread.detached, thread.ending, thread.ending_key, thread.cancel, thread.created)
                .hash(hasher);
            match thread.status {
                Status::Ended { result } => hash_known(result, hasher),
                Status::Running
                | Status::Waiting { .. }
                | Status::Reacquiring { .. }
                | Status::Queued { .. }
                | Status::AtBarrier { .. }
                | Status::Stuck
                | Status::Free => thread.status.hash(hasher),
            }
            thread.keys.iter().for_each(|(_, value)| hash_known(*value, hasher));
            hash_known(thread.result, hasher);
            for (depth, frame) in thread.frames.iter().enumerate() {
                (frame.func, frame.loc, frame.base, frame.dst).hash(hasher);
                let (words, _) = self.live(state, ThreadIx(index as u16), depth);
                for (i, value) in frame.regs.iter().enumerate() {
                    let live = words[i / 64] >> (i % 64) & 1 == 1;
                    if live && (plain || matches!(self.register(frame.func, i).0, Content::Plain)) {
                        hash_known(*value, hasher);
                    }
                }
            }
        }
        for (index, (block, object)) in state.memory.blocks.iter().zip(&state.memory.shape.objects).enumerate() {
            self.hash_block(index, block, object, plain, hasher);
        }
        hasher.finish()
    }

    fn hash_block(&self, index: usize, block: &Block, object: &ObjectMeta, plain: bool, hasher: &mut FxHasher) {
        if object.array.is_some() {
            // The map is not hashed: what is known of it is in formulas.
            match unknown::cells(block) {
                Some([size, _]) => hash_known(size, hasher),
                None => block.hash(hasher),
            }
            return;
        }
        let cells = if plain { &[] } else { self.of_block(index, object) };
        let bound: Vec<_> = cells.iter().filter(|c| bytes_of(block, c.offset, c.len).is_some()).collect();
        let mut at = 0;
        for cell in &bound {
            block.bytes[at..cell.offset as usize].hash(hasher);
            at = (cell.offset + cell.len) as usize;
        }
        block.bytes[at..].hash(hasher);
        for range in block.lazy.iter().filter(|r| !bound.iter().any(|c| c.offset == r.offset)) {
            (range.offset, range.len, range.value.is_some()).hash(hasher);
        }
    }
}
