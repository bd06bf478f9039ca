//! Allocation: heap blocks and blocks in frames.
//!
//! A heap block lies at the lowest address of the allocating thread's arena where it fits between its neighbours. So
//! the address depends only on the thread and on the blocks of its arena that live, not on the path, and two
//! interleavings that allocate the same blocks reach equal states. The price: a freed address is used again at once, so
//! a use after free is detected until then, not for ever. (Never using an address again would make every state of a
//! program that allocates and frees in a loop a new one.)
//!
//! Who looks for uses after free ([`Watch::memory`](crate::Watch)) gets every address once only. Blocks lie one above the other then, and where the topmost
//! one was, an object without bytes is left behind ([`ObjectKind::Freed`]). The same is done with frames that something may still point to
//! ([`crate::outlive`]). A program that allocates for ever has infinitely many states then, and no proof.

use std::sync::Arc;

use raddle_program::{BlockOwner, Op, Span};

use crate::halt::{Halt, HaltKind, Undefined};
use crate::layout::{align_up, indeterminate};
use crate::machine::Machine;
use crate::memory;
use crate::oracle::{Choice, Oracle};
use crate::state::{Addr, Block, BlockIx, LazyRange, ObjectKind, ObjectMeta, State, ThreadIx};

/// Alignment of `malloc`.
pub(crate) const MALLOC_ALIGN: u64 = 16;

/// So many bytes behind a block that is open belong to it, for all that is known.
const BEHIND_OPEN: u64 = 1 << 20;

/// What has become of a text of the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakenText {
    /// It is none, or somebody has looked at it.
    No,
    /// It is taken now.
    Now,
    /// It was taken before.
    Before,
}

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
        (kind, owner): (ObjectKind, BlockOwner),
        span: Span,
        oracle: &mut O,
    ) -> Result<Addr, Halt> {
        let may_fail = self.config.malloc_may_fail && owner == BlockOwner::Program;
        if may_fail && oracle.choose(2, Choice::AllocationFails, span)? == 1 {
            return Ok(0);
        }
        if owner == BlockOwner::Program && size > u128::from(self.largest_block()) {
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
        if self.config.watch.memory {
            // What lies above says where memory was used up to now.
            let (start, end) = self.layout.regions.arena(thread);
            self.forget_freed(state, start, end);
        }
        memory::insert(&mut state.memory, ObjectMeta { base, size, kind, array: None }, Arc::new(block));
        Ok(base)
    }

    /// Whether blocks that a thread allocates may lie at an address.
    pub fn allocates_at(&self, thread: ThreadIx, addr: Addr) -> bool {
        let (start, end) = self.layout.regions.arena(thread);
        (start..end).contains(&addr)
    }

    /// Remembers up to where memory was used, at the last byte of it: nothing is put there or below again.
    pub(crate) fn remember_freed(&self, state: &mut State, last_byte: Addr, end: Addr) {
        let objects = &state.memory.shape.objects;
        let above = objects.partition_point(|o| o.base < last_byte);
        if objects.get(above).is_some_and(|o| o.base < end) {
            return;
        }
        let meta = ObjectMeta { base: last_byte, size: 0, kind: ObjectKind::Freed, array: None };
        memory::insert(&mut state.memory, meta, Arc::new(Block::default()));
    }

    /// Forgets up to where memory was used, because something lies above.
    fn forget_freed(&self, state: &mut State, start: Addr, end: Addr) {
        let objects = &state.memory.shape.objects;
        let last = objects[..objects.partition_point(|o| o.base < end)].last();
        if let Some(ObjectMeta { base, kind: ObjectKind::Freed, .. }) = last.filter(|o| o.base >= start) {
            let base = *base;
            memory::remove(&mut state.memory, base, base + 1);
        }
    }

    fn checked_size(&self, size: u128, span: Span) -> Result<u64, Halt> {
        let limit = self.config.max_object.min(u64::from(u32::MAX) / 2);
        u64::try_from(size).ok().filter(|size| *size <= limit).ok_or_else(|| {
            Halt::limit(format!("an allocation of {size} bytes, more than the limit of {limit} for one object"), span)
        })
    }

    /// Who made a block; the program, if it is no heap block.
    pub fn owner(&self, kind: ObjectKind) -> BlockOwner {
        let ObjectKind::Heap(function, edge) = kind else { return BlockOwner::Program };
        let edge = self.program.functions[function].edge(edge);
        if let Op::Alloc { owner, .. } = edge.op { owner } else { BlockOwner::Program }
    }

    /// Whether an address belongs to a block that is open, behind what is modelled of it.
    pub(crate) fn is_behind_open(&self, object: &ObjectMeta, addr: Addr) -> bool {
        self.owner(object.kind) == BlockOwner::Environment { open: true } && addr < self.kept_free(object)
    }

    /// Up to where nothing else lies: what is behind a block that is open must be noticed.
    fn kept_free(&self, object: &ObjectMeta) -> Addr {
        let more = match self.owner(object.kind) {
            BlockOwner::Environment { open: true } => BEHIND_OPEN,
            BlockOwner::Environment { open: false } | BlockOwner::Program => 0,
        };
        object.base + object.size.max(1) + self.layout.red_zone + more
    }

    /// The lowest address of the thread's arena where a block fits.
    pub(crate) fn lowest_gap(
        &self,
        state: &State,
        thread: ThreadIx,
        size: u64,
        place: &dyn Fn(Addr) -> Addr,
    ) -> Option<Addr> {
        let (start, end) = self.layout.regions.arena(thread);
        let objects = &state.memory.shape.objects;
        if self.config.watch.memory {
            // No address a second time: above all that is there, or was.
            let last = objects[..objects.partition_point(|o| o.base < end)].last().filter(|o| o.base >= start);
            let base = place(last.map_or(start + self.layout.red_zone, |last| self.kept_free(last)));
            return (base + size.max(1) + self.layout.red_zone <= end).then_some(base);
        }
        let mut base = place(start + self.layout.red_zone);
        for object in &objects[objects.partition_point(|o| o.base < start)..] {
            if object.base >= end || base + size.max(1) + self.layout.red_zone <= object.base {
                break;
            }
            base = place(self.kept_free(object));
        }
        (base + size.max(1) + self.layout.red_zone <= end).then_some(base)
    }

    /// The heap block that starts at an address; `what` is wanted of it.
    pub(crate) fn heap_block(&self, state: &State, addr: Addr, what: &str, span: Span) -> Result<ObjectMeta, Halt> {
        let objects = &state.memory.shape.objects;
        let index = objects.partition_point(|o| o.base < addr);
        match objects.get(index) {
            Some(object)
                if object.base == addr
                    && matches!(object.kind, ObjectKind::Heap(..))
                    && self.owner(object.kind) == BlockOwner::Program =>
            {
                Ok(*object)
            }
            _ => {
                let what = if self.layout.regions.is_heap(addr) && self.resolve(&state.memory, addr, 0).is_none() {
                    format!("{what} of a heap block that was freed already or never allocated (double free)")
                } else if addr == 0 {
                    format!("{what} of the block at a null pointer")
                } else {
                    format!("{what} of {}, which is not the start of a heap block", self.describe_addr(state, addr))
                };
                Err(Halt::new(HaltKind::Undefined(Undefined::Free), what, span))
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
        if self.config.watch.memory {
            let end = self.layout.regions.arena_end(object.base);
            self.remember_freed(state, object.base + object.size.max(1) - 1, end);
        }
        Ok(())
    }

    /// Whether an open block of the environment begins at an address.
    pub(crate) fn is_open_at(&self, state: &State, addr: Addr) -> bool {
        let objects = &state.memory.shape.objects;
        let object = objects.get(objects.partition_point(|o| o.base < addr)).filter(|o| o.base == addr);
        object.is_some_and(|o| self.owner(o.kind) == BlockOwner::Environment { open: true })
    }

    /// Takes away the text that begins at an address, if the environment gave it and no byte of it was read or written: the block stays, open from its first byte on.
    pub(crate) fn take_text(&self, state: &mut State, addr: Addr) -> TakenText {
        if !self.is_open_at(state, addr) {
            return TakenText::No;
        }
        let index = state.memory.shape.objects.partition_point(|o| o.base < addr);
        let object = state.memory.shape.objects[index];
        if object.size == 0 {
            return TakenText::Before;
        }
        let untouched = [LazyRange { offset: 0, len: object.size as u32, value: None }];
        if state.memory[BlockIx(index as u32)].lazy != untouched {
            return TakenText::No;
        }
        memory::remove(&mut state.memory, object.base, object.base + 1);
        memory::insert(&mut state.memory, ObjectMeta { size: 0, ..object }, Arc::new(indeterminate(0)));
        TakenText::Now
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
        if base + size + self.layout.red_zone > self.layout.regions.stack(thread).1 {
            return Err(Halt::limit("stack overflow: the thread's stack is exhausted", span));
        }
        memory::insert(&mut state.memory, ObjectMeta { base, size, kind, array: None }, Arc::new(indeterminate(size)));
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
