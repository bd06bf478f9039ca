//! Allocation: heap blocks and blocks in frames.
//!
//! A heap block lies at the lowest address of the allocating thread's arena where it fits between its neighbours. So
//! the address depends only on the thread and on the blocks of its arena that live, not on the path, and two
//! interleavings that allocate the same blocks reach equal states. The price: a freed address is used again at once, so
//! a use after free is detected until then, not for ever. (Never using an address again would make every state of a
//! program that allocates and frees in a loop a new one.)

use std::sync::Arc;

use raddle_program::Span;

use crate::halt::Halt;
use crate::layout::{RED_ZONE, align_up, indeterminate};
use crate::machine::Machine;
use crate::memory;
use crate::oracle::{Choice, Oracle};
use crate::state::{Addr, Block, ObjectKind, ObjectMeta, State, ThreadIx};

/// Alignment of `malloc`.
pub(crate) const MALLOC_ALIGN: u64 = 16;

impl Machine<'_> {
    /// Makes a heap block; returns 0 if the oracle lets the allocation fail.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn allocate<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        size: u128,
        align: u128,
        zeroed: bool,
        kind: ObjectKind,
        span: Span,
        oracle: &mut O,
    ) -> Result<Addr, Halt> {
        if self.config.malloc_may_fail && oracle.choose(2, Choice::AllocationFails, span)? == 1 {
            return Ok(0);
        }
        let size = self.checked_size(size, span)?;
        let place: &dyn Fn(Addr) -> Addr = match u64::try_from(align).unwrap_or(u64::MAX) {
            0 => &|addr| align_up(addr, MALLOC_ALIGN),
            align if align <= 1 << 20 => {
                // Not more aligned than asked for, so that the address tells what may be relied on.
                let align = align.next_power_of_two().max(MALLOC_ALIGN);
                &move |addr| align_up(addr.saturating_sub(align), 2 * align) + align
            }
            _ => return Err(Halt::limit("an alignment of more than one MiB", span)),
        };
        let base = self
            .lowest_gap(state, thread, size, place)
            .ok_or_else(|| Halt::limit("the heap of the thread is exhausted", span))?;
        let block =
            if zeroed { Block { bytes: vec![0; size as usize], lazy: Vec::new() } } else { indeterminate(size) };
        memory::insert(&mut state.memory, ObjectMeta { base, size, kind }, Arc::new(block));
        Ok(base)
    }

    fn checked_size(&self, size: u128, span: Span) -> Result<u64, Halt> {
        let limit = self.config.max_object.min(u64::from(u32::MAX) / 2);
        u64::try_from(size).ok().filter(|size| *size <= limit).ok_or_else(|| {
            Halt::limit(format!("an allocation of {size} bytes, more than the limit of {limit} for one object"), span)
        })
    }

    /// The lowest address of the thread's arena where a block fits.
    fn lowest_gap(&self, state: &State, thread: ThreadIx, size: u64, place: &dyn Fn(Addr) -> Addr) -> Option<Addr> {
        let (start, end) = self.layout.regions.arena(thread);
        let objects = &state.memory.shape.objects;
        let mut base = place(start + RED_ZONE);
        for object in &objects[objects.partition_point(|o| o.base < start)..] {
            if object.base >= end || base + size.max(1) + RED_ZONE <= object.base {
                break;
            }
            base = place(object.base + object.size.max(1) + RED_ZONE);
        }
        (base + size.max(1) + RED_ZONE <= end).then_some(base)
    }

    /// The heap block that starts at an address; `what` is wanted of it.
    pub(crate) fn heap_block(&self, state: &State, addr: Addr, what: &str, span: Span) -> Result<ObjectMeta, Halt> {
        let objects = &state.memory.shape.objects;
        let index = objects.partition_point(|o| o.base < addr);
        match objects.get(index) {
            Some(object) if object.base == addr && matches!(object.kind, ObjectKind::Heap(..)) => Ok(*object),
            _ => {
                let what = if self.layout.regions.is_heap(addr) && self.resolve(&state.memory, addr, 0).is_none() {
                    format!("{what} of a heap block that was freed already or never allocated (double free)")
                } else if addr == 0 {
                    format!("{what} of the block at a null pointer")
                } else {
                    format!("{what} of {}, which is not the start of a heap block", self.describe_addr(state, addr))
                };
                Err(Halt::undefined(what, span))
            }
        }
    }

    /// Frees a heap block.
    pub(crate) fn free(&self, state: &mut State, addr: Addr, span: Span) -> Result<(), Halt> {
        if addr == 0 {
            return Ok(());
        }
        let object = self.heap_block(state, addr, "free", span)?;
        memory::remove(&mut state.memory, object.base, object.base + 1);
        self.drop_sync_objects(state, object.base, object.base + object.size.max(1));
        Ok(())
    }

    /// Makes a block above the thread's innermost frame.
    pub(crate) fn stack_allocate(
        &self,
        state: &mut State,
        thread: ThreadIx,
        size: u128,
        align: u64,
        kind: ObjectKind,
        span: Span,
    ) -> Result<Addr, Halt> {
        let size = self.checked_size(size, span)?;
        let base = align_up(self.stack_top(state, thread), align.max(MALLOC_ALIGN));
        if base + size + RED_ZONE > self.layout.regions.stack(thread).1 {
            return Err(Halt::limit("stack overflow: the thread's stack is exhausted", span));
        }
        memory::insert(&mut state.memory, ObjectMeta { base, size, kind }, Arc::new(indeterminate(size)));
        Ok(base)
    }

    /// Ends the life of a block made by `stack_allocate`.
    pub(crate) fn stack_free(&self, state: &mut State, addr: Addr, span: Span) -> Result<(), Halt> {
        let objects = &state.memory.shape.objects;
        let index = objects.partition_point(|o| o.base < addr);
        match objects.get(index) {
            Some(object) if object.base == addr && matches!(object.kind, ObjectKind::StackBlock(..)) => {
                let size = object.size;
                memory::remove(&mut state.memory, addr, addr + 1);
                self.drop_sync_objects(state, addr, addr + size.max(1));
                Ok(())
            }
            _ => Err(Halt::undefined("the end of an array's life that is not alive", span)),
        }
    }
}
