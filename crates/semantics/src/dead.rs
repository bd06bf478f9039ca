//! Cutting what nobody will read again out of states.
//!
//! **Idea.** Two states that differ only in values that no execution looks at any more go on alike, so they may as well be one: the
//! values are set to zero. Registers are dead by [`Liveness`] of the frame they are in, shared memory by
//! [`MemoryLiveness`] of all threads together, the result of a thread if nobody may join any more. (Liveness as a reduction of
//! explicit state spaces: M. Bozga, J.-C. Fernandez, L. Ghirvu, *State Space Reduction Based on Live Variables Analysis*, SAS 1999;
//! for shared variables of several processes, as here, the union over the processes.)
//!
//! **Soundness.** A state and what is cut from it are bisimilar: by induction both take the same steps, since a step reads
//! only what is live, and what it overwrites becomes equal. Violations are not values: errors and deadlocks are control,
//! races are footprints. Addresses of objects, and which objects exist, stay as they are.
//!
//! **Cost.** A few words of bits per frame, and one look at each dead object's bytes.
//!
//! **Rejected**: making dead bytes indeterminate, which is what they are; a read that should not be would then be noticed. But
//! indeterminate bytes beside each other become one range, and ranges cost more than zeros.

use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_program::analysis::Object;

use crate::effects::{Effects, Resource};
use crate::memory_liveness::MemoryLiveness;
use raddle_program::analysis::Liveness;
use raddle_program::{GlobalId, Id, Program};

use raddle_machine::{Block, BlockIx, Machine, Memory, ObjectKind, State, Status, Thread, Value, unknown};

/// What is known before the program runs about what is read when.
#[derive(Clone, Debug)]
pub struct Dead<'p> {
    program: &'p Program,
    registers: Liveness,
    memory: MemoryLiveness,
    /// Shared globals, by resource.
    globals: Vec<Cell>,
    /// Other shared objects: locals and blocks.
    objects: BTreeMap<Object, Resource>,
    /// The words that the sets of resources have.
    words: usize,
    /// The addresses of the heap, if they are kept: whether a block is lost depends on them, read or not.
    keeps: Option<std::ops::Range<u64>>,
}

/// Where a global is in every state.
#[derive(Clone, Copy, Debug)]
struct Cell {
    resource: Resource,
    block: BlockIx,
    offset: u32,
    len: u32,
}

fn contains(words: &[u64], resource: Resource) -> bool {
    words[resource.0 as usize / 64] >> (resource.0 % 64) & 1 == 1
}

impl<'p> Dead<'p> {
    /// Runs the pre-analyses.
    pub fn new(machine: &Machine<'p>, effects: &Effects) -> Dead<'p> {
        let program = machine.program();
        let (mut globals, mut objects) = (Vec::new(), BTreeMap::new());
        for object in machine.points_to().objects().iter() {
            let Some(resource) = effects.resource(*object) else { continue };
            let place = match object {
                Object::Global(global) => machine.global_block(*global).map(|place| (place, &program.globals[*global])),
                Object::Local(..) | Object::Block(..) | Object::Function(_) | Object::ThreadIds => None,
            };
            match place {
                Some(((block, offset), global)) => {
                    globals.push(Cell { resource, block, offset, len: global.size as u32 });
                }
                None => {
                    objects.insert(*object, resource);
                }
            }
        }
        let registers = machine.liveness().clone();
        let memory = MemoryLiveness::new(program, effects);
        let keeps = machine.watch().memory.then(|| machine.heap_addresses());
        Dead { program, registers, memory, globals, objects, words: effects.words(), keeps }
    }

    /// Sets everything to zero that nobody will read again. Threads that the state shares with `from`, in which that
    /// was done before, have no dead registers.
    pub fn cut(&self, state: &mut State, from: Option<&State>) {
        for i in 0..state.threads.len() {
            let old = from.and_then(|from| from.threads.get(i));
            if !old.is_some_and(|old| Arc::ptr_eq(old, &state.threads[i])) {
                self.cut_registers(&mut state.threads[i]);
            }
        }
        if self.keeps.is_some() {
            return;
        }
        let live = self.live(state);
        if !contains(&live, MemoryLiveness::RESULTS) {
            state.threads.iter_mut().for_each(cut_result);
        }
        for cell in self.globals.iter().filter(|cell| !contains(&live, cell.resource)) {
            clear_in(&mut state.memory, cell.block, cell.offset, cell.len);
        }
        if !self.objects.is_empty() {
            self.cut_objects(state, &live);
        }
    }

    /// Sets the dead registers of all threads to zero, and leaves memory as it is.
    pub fn cut_frames(&self, state: &mut State) {
        state.threads.iter_mut().for_each(|thread| self.cut_registers(thread));
    }

    fn cut_objects(&self, state: &mut State, live: &[u64]) {
        let memory = &mut state.memory;
        for (object, block) in memory.shape.objects.iter().zip(&mut memory.blocks) {
            let declared = match object.kind {
                ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::Freed => continue,
                ObjectKind::ThreadLocal(global, _) => Object::Global(global),
                ObjectKind::Local(function, local, _) => Object::Local(function, local),
                ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                    Object::Block(function, edge)
                }
            };
            if self.objects.get(&declared).is_some_and(|resource| !contains(live, *resource)) {
                if object.array.is_some() {
                    clear_map(block);
                    continue;
                }
                let len = block.bytes.len() as u32;
                clear(block, 0, len);
            }
        }
    }

    /// The resources that some thread may still read.
    fn live(&self, state: &State) -> Vec<u64> {
        let mut live = vec![0; self.words];
        let mut passing = vec![0; self.words];
        for thread in &state.threads {
            match thread.status {
                Status::Running
                | Status::Waiting { .. }
                | Status::Reacquiring { .. }
                | Status::Queued { .. }
                | Status::AtBarrier { .. } => {}
                Status::Stuck | Status::Ended { .. } | Status::Free => continue,
            }
            passing.fill(u64::MAX);
            for depth in (0..thread.frames.len()).rev() {
                let frame = &thread.frames[depth];
                let (loc, _) = thread.goes_on(self.program, depth);
                let row = self.memory.from(frame.func, loc);
                for (i, live) in live.iter_mut().enumerate() {
                    *live |= passing[i] & row.reads[i];
                    passing[i] &= row.passes[i];
                }
            }
            live.iter_mut().zip(self.memory.at_end()).for_each(|(live, more)| *live |= more);
        }
        live
    }

    /// Whether a variable's value may say that a block is not lost.
    fn keeps(&self, frame: &raddle_machine::Frame, register: usize) -> bool {
        let (Some(heap), Value::Bits(bits)) = (&self.keeps, frame.regs[register]) else { return false };
        let local = &self.program.functions[frame.func].locals[raddle_program::Id::from_index(register)];
        heap.contains(&(bits as u64)) && local.name.is_some()
    }

    fn cut_registers(&self, slot: &mut Arc<Thread>) {
        for depth in 0..slot.frames.len() {
            let (loc, awaited) = slot.goes_on(self.program, depth);
            let frame = &slot.frames[depth];
            let words = self.registers.words(frame.func, loc);
            let is_dead = |i: usize| {
                let unread =
                    words[i / 64] >> (i % 64) & 1 == 0 || awaited.is_some_and(|r| raddle_program::Id::index(r) == i);
                unread && !self.keeps(frame, i)
            };
            let dead: Vec<usize> =
                (0..frame.regs.len()).filter(|i| frame.regs[*i] != Value::ZERO && is_dead(*i)).collect();
            if !dead.is_empty() {
                let frame = &mut Arc::make_mut(slot).frames[depth];
                dead.into_iter().for_each(|i| frame.regs[i] = Value::ZERO);
            }
        }
    }
}

/// Makes all bytes of a global zero, if it is a variable that all threads share.
pub(crate) fn clear_global(machine: &Machine<'_>, state: &mut State, global: GlobalId) {
    if let Some((block, offset)) = machine.global_block(global) {
        clear_in(&mut state.memory, block, offset, machine.program().globals[global].size as u32);
    }
}

/// Makes all bytes of a block zero.
pub(crate) fn clear_block(block: &mut Arc<Block>) {
    let len = block.bytes.len() as u32;
    clear(block, 0, len);
}

fn cut_result(slot: &mut Arc<Thread>) {
    if slot.result != Value::ZERO {
        Arc::make_mut(slot).result = Value::ZERO;
    }
    if matches!(slot.status, Status::Ended { result } if result != Value::ZERO) {
        Arc::make_mut(slot).status = Status::Ended { result: Value::ZERO };
    }
}

/// Makes bytes of an object zero, or all of a map.
fn clear_in(memory: &mut Memory, block: BlockIx, offset: u32, len: u32) {
    match memory.shape.objects[block.index()].array {
        Some(_) => clear_map(&mut memory[block]),
        None => clear(&mut memory[block], offset, len),
    }
}

/// Makes all elements of a map zero. Its size stays: it says which accesses are in bounds.
fn clear_map(block: &mut Arc<Block>) {
    if let Some([size, map]) = unknown::cells(block)
        && map != Value::ZERO
    {
        *block = Arc::new(unknown::block_of([size, Value::ZERO]));
    }
}

/// Makes bytes zero. A lazy value never lies in two objects; indeterminate and forgotten ranges may.
fn clear(block: &mut Arc<Block>, offset: u32, len: u32) {
    let (start, end) = (offset, offset + len);
    debug_assert!(end as usize <= block.bytes.len());
    let plain = block.bytes[start as usize..end as usize].iter().all(|b| *b == 0);
    let first = block.lazy.partition_point(|r| r.offset + r.len <= start);
    let last = block.lazy.partition_point(|r| r.offset < end);
    if plain && first >= last {
        return;
    }
    let block = Arc::make_mut(block);
    block.bytes[start as usize..end as usize].fill(0);
    if first < last {
        let (mut head, mut tail) = (block.lazy[first].clone(), block.lazy[last - 1].clone());
        head.len = start.saturating_sub(head.offset);
        tail.len = (tail.offset + tail.len).saturating_sub(end);
        tail.offset = end;
        block.lazy.splice(first..last, [head, tail].into_iter().filter(|range| range.len > 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_machine::{LazyId, LazyRange};

    fn check(before: &[(u32, u32, Option<u32>)], (offset, len): (u32, u32), after: &[(u32, u32, Option<u32>)]) {
        let ranges = |list: &[(u32, u32, Option<u32>)]| -> Vec<LazyRange> {
            list.iter()
                .map(|(offset, len, v)| LazyRange { offset: *offset, len: *len, value: v.map(|v| (LazyId(v), 0)) })
                .collect()
        };
        let mut block = Arc::new(Block { bytes: vec![7; 16], lazy: ranges(before) });
        clear(&mut block, offset, len);
        assert_eq!(block.lazy, ranges(after));
        for (i, byte) in block.bytes.iter().enumerate() {
            let inside = (offset..offset + len).contains(&(i as u32));
            assert_eq!(*byte, if inside { 0 } else { 7 }, "byte {i}");
        }
    }

    #[test]
    fn ranges_are_cut_at_both_ends() {
        check(&[], (4, 4), &[]);
        check(&[(4, 4, Some(5))], (4, 4), &[]);
        check(&[(0, 16, None)], (4, 4), &[(0, 4, None), (8, 8, None)]);
        check(&[(0, 6, None), (6, 6, Some(0))], (4, 4), &[(0, 4, None), (8, 4, Some(0))]);
        check(&[(0, 4, Some(5)), (8, 4, Some(6))], (4, 4), &[(0, 4, Some(5)), (8, 4, Some(6))]);
        check(&[(0, 4, Some(5)), (4, 4, None), (8, 4, Some(6))], (4, 4), &[(0, 4, Some(5)), (8, 4, Some(6))]);
    }
}
