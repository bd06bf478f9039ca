//! Memory of unknown size, and accesses at unknown places in one object.
//!
//! **Idea.** The content of an object can be one value: a map from offsets to elements, as the theory of arrays has it (J. McCarthy, *Towards a mathematical science of
//! computation*, 1962). A load is a *select* from it, a store makes a new map; an offset need not be known for that, nor the size of the object. The block of such an
//! object has two values instead of its bytes: its size, and the map. [`ObjectMeta::array`] says so.
//!
//! **When.** An object becomes a map if it is allocated with a size that can have many values, or at the first access to it at an offset that can have many (few
//! are looked at one after the other, as everywhere). Only an oracle that has maps is asked ([`Oracle::has_arrays`]), and only objects that can be maps become
//! one ([`Elements`](raddle_program::analysis::Elements)): all accesses have one size, and no addresses are in it.
//!
//! **Which object** an access is in is what its address says that is known of it: the number in the sum `base + 4 * i`. Arithmetic on a pointer that leads from one object into another is
//! undefined, so whatever else is in the sum is an offset in the object. For that reason objects may lie closer together here than their sizes would allow.
//!
//! **Soundness.** Whether an offset is in bounds is asked of the oracle, in formulas over size and offset, and so is whether it is a multiple of the element's size unless the sum shows it; what
//! is not halts. So every access is to a whole element in the object, and the map is the content exactly. An address that is a plain number and was made from that of such
//! an object has to lie in the addresses that are kept free for it ([`Machine::check_strays`]), else it would be taken for another object's. No allocator gives more bytes than the largest difference
//! of two pointers ([`Machine::largest_block`]).
//!
//! **Cost**: a question or two for each access.
//!
//! **Rejected**: maps from addresses for all of memory, which put everything into one term; maps of bytes, in which a load of a word is four reads.

use std::sync::Arc;

use raddle_program::{BinaryOp, BlockOwner, DataModel, Expr, ExprKind, NondetKind, Scalar, Span};

use crate::describe::ObjectRef;
use crate::halt::{Halt, HaltKind, Undefined};
use crate::layout::align_up;
use crate::machine::Machine;
use crate::memory::{self, Asker, Resolved};
use crate::oracle::{ArrayOp, Choice, LazyOp, Oracle, Origin, Widths};
use crate::state::{Addr, Block, BlockIx, LazyRange, Memory, ObjectKind, ObjectMeta, State, ThreadIx};
use crate::step::top;
use crate::value::{LazyId, Value};

/// Where the size is in the block of a map, and where the map is. Both have room for a pointer.
pub const CELLS: [u32; 2] = [0, 8];

/// Bytes of each of them.
pub const CELL: u32 = 8;

/// Stores from which a map is made at most.
const MOST_STORES: usize = 256;

/// What a cell holds. (A block that the machine has not made may have no such cell.)
fn cell(block: &Block, at: u32) -> Option<Value> {
    match block.lazy.iter().find(|range| range.offset < at + CELL && at < range.offset + range.len) {
        Some(LazyRange { offset, len: CELL, value: Some((id, 0)) }) if *offset == at => Some(Value::Lazy(*id)),
        Some(_) => None,
        None => {
            let bytes = block.bytes.get(at as usize..(at + CELL) as usize)?;
            Some(Value::Bits(memory::from_bytes(bytes)))
        }
    }
}

/// The size of a map and the map.
pub fn cells(block: &Block) -> Option<[Value; 2]> {
    Some([cell(block, CELLS[0])?, cell(block, CELLS[1])?])
}

/// A block with a size and a map.
pub fn block_of(values: [Value; 2]) -> Block {
    let mut block = Block { bytes: vec![0; 2 * CELL as usize], lazy: Vec::new() };
    for (at, value) in CELLS.into_iter().zip(values) {
        match value {
            Value::Bits(bits) => {
                block.bytes[at as usize..(at + CELL) as usize].copy_from_slice(&(bits as u64).to_le_bytes())
            }
            Value::Lazy(id) => block.lazy.push(LazyRange { offset: at, len: CELL, value: Some((id, 0)) }),
        }
    }
    block
}

impl Machine<'_> {
    /// The widths in a map.
    pub fn elements_of(&self, bytes: u8) -> Widths {
        Widths { offset: self.pointer.bits() as u8, element: 8 * bytes }
    }

    /// Addresses that are kept free for a map.
    fn room_of_maps(&self) -> u64 {
        match self.program.data_model() {
            DataModel::Lp64 => 1 << 34,
            DataModel::Ilp32 => 1 << 20,
        }
    }

    /// No block has more bytes: the difference of two pointers into it would not fit.
    pub(crate) fn largest_block(&self) -> u64 {
        u64::MAX >> (65 - self.pointer.bits())
    }

    /// Bytes of the elements of an object, if its content can be a map.
    fn element(&self, kind: ObjectKind) -> Option<u8> {
        self.elements().of(ObjectRef::Object { kind, base: 0 }.declared()?)
    }

    /// Whether anything is a map.
    fn has_maps(state: &State) -> bool {
        state.memory.shape.objects.iter().any(|o| o.array.is_some())
    }

    fn decide<O: Oracle>(&self, op: BinaryOp, [a, b]: [Value; 2], span: Span, oracle: &mut O) -> Result<bool, Halt> {
        match self.computed(op, [a, b], span, oracle)? {
            Value::Bits(bits) => Ok(bits != 0),
            Value::Lazy(id) => oracle.truth(id, Scalar::INT, span),
        }
    }

    fn computed<O: Oracle>(&self, op: BinaryOp, args: [Value; 2], span: Span, oracle: &mut O) -> Result<Value, Halt> {
        if let [Value::Bits(a), Value::Bits(b)] = args
            && let Some(bits) = crate::arith::binary(op, self.pointer, self.pointer, a, b)
        {
            return Ok(Value::Bits(bits));
        }
        oracle.apply(LazyOp::Binary(op, self.pointer, self.pointer), &args, span)
    }

    /// Makes a heap block or an array in a frame whose size can have many values, and gives its address; `Err` with the size if it is as good as known.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn allocate_unknown<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        (size, ty): (LazyId, Scalar),
        zeroed: bool,
        kind: ObjectKind,
        span: Span,
        oracle: &mut O,
    ) -> Result<Result<Addr, u128>, Halt> {
        let element = self.element(kind);
        let usable = oracle.has_arrays() && !self.config.watch.memory && ty.bits() == self.pointer.bits();
        let Some(element) = element.filter(|_| usable) else { return oracle.exact(size, ty, span).map(Err) };
        if let Some(known) = oracle.one_of_few(size, ty, span)? {
            return Ok(Err(known));
        }
        let size = Value::Lazy(size);
        let on_stack = matches!(kind, ObjectKind::StackBlock(..));
        let most = if on_stack { self.room_of_maps() } else { self.largest_block() };
        if !self.decide(BinaryOp::Le, [size, Value::Bits(u128::from(most))], span, oracle)? {
            return match on_stack {
                true => Err(Halt::limit("stack overflow: an array of unknown size may be larger than any stack", span)),
                false => Ok(Ok(0)),
            };
        }
        if !on_stack && self.config.malloc_may_fail && oracle.choose(2, Choice::AllocationFails, span)? == 1 {
            return Ok(Ok(0));
        }
        let base = match on_stack {
            true => {
                let base = align_up(self.stack_top(state, thread), crate::heap::MALLOC_ALIGN);
                (base + self.room_of_maps() <= self.layout.regions.stack(thread).1).then_some(base)
            }
            false => {
                let place = |addr| align_up(addr, crate::heap::MALLOC_ALIGN);
                self.lowest_gap(state, thread, self.room_of_maps(), &place)
            }
        };
        let base = base.ok_or_else(|| Halt::limit("no room for another block of unknown size", span))?;
        let map = match zeroed {
            true => Value::ZERO,
            false => {
                let origin = Origin { kind: &NondetKind::Uninitialised, thread, span };
                oracle.unknown_array(self.elements_of(element), origin)?
            }
        };
        let meta = ObjectMeta { base, size: self.room_of_maps(), kind, array: Some(element) };
        memory::insert(&mut state.memory, meta, Arc::new(block_of([size, map])));
        Ok(Ok(base))
    }

    /// Where an access is if it is in a map, or in an object that becomes one now.
    pub(crate) fn locate_element<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        (addr, value): (&Expr, Value),
        len: u64,
        oracle: &mut O,
    ) -> Result<Option<(Addr, Resolved)>, Halt> {
        let (number, rest) = match value {
            Value::Bits(bits) => (bits, Value::ZERO),
            Value::Lazy(id) => {
                let parted = oracle.parted(id, addr.ty);
                (parted.number, parted.rest)
            }
        };
        let objects = &state.memory.shape.objects;
        let number = number as Addr;
        let before = objects.partition_point(|o| o.base <= number.saturating_add(self.layout.red_zone / 2));
        let at = before.checked_sub(1).filter(|at| {
            let object = &objects[*at];
            number < object.base + object.size.max(1) + self.layout.red_zone / 2
        });
        self.check_strays(state, thread, (addr, value), at)?;
        let Some(at) = at else { return Ok(None) };
        let object = objects[at];
        if object.array.is_none() {
            let Value::Lazy(id) = value else { return Ok(None) };
            if !self.can_become(&object, len) {
                return Ok(None);
            }
            if let Some(known) = oracle.one_of_few(id, addr.ty, addr.span)? {
                let known = known as Addr;
                let resolved = self.resolve(&state.memory, known, len);
                let resolved = resolved.ok_or_else(|| self.fault(state, thread, known, len, addr.span))?;
                return Ok(Some((known, resolved)));
            }
            if !self.become_map(state, thread, BlockIx(at as u32), addr.span, oracle)? {
                return Ok(None);
            }
        }
        let object = state.memory.shape.objects[at];
        if object.array.map(u64::from) != Some(len) {
            return Err(Halt::new(
                HaltKind::TooManyCases,
                "an access to a part of an element of an array of unknown size",
                addr.span,
            ));
        }
        let distance = Value::Bits(self.pointer.truncate(u128::from(number).wrapping_sub(u128::from(object.base))));
        let offset = self.computed(BinaryOp::Add, [rest, distance], addr.span, oracle)?;
        self.check_bounds(state, at, offset, len, addr.span, oracle)?;
        Ok(Some((object.base, Resolved::Element { block: BlockIx(at as u32), offset })))
    }

    /// Halts unless an offset is one of an element in the object.
    fn check_bounds<O: Oracle>(
        &self,
        state: &State,
        at: usize,
        offset: Value,
        len: u64,
        span: Span,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let Some([size, _]) = cells(&state.memory.blocks[at]) else {
            return Err(Halt::new(HaltKind::TooManyCases, "an array that is not one", span));
        };
        let bytes = Value::Bits(u128::from(len));
        let outside = || {
            let what = "access out of bounds of an array whose size is not known";
            Halt::new(HaltKind::Undefined(Undefined::Dereference), what, span)
        };
        if !self.decide(BinaryOp::Le, [bytes, size], span, oracle)? {
            return Err(outside());
        }
        let last = self.computed(BinaryOp::Sub, [size, bytes], span, oracle)?;
        if !self.decide(BinaryOp::Le, [offset, last], span, oracle)? {
            return Err(outside());
        }
        let known = match offset {
            Value::Bits(bits) => bits % u128::from(len) == 0,
            Value::Lazy(id) => {
                let parted = oracle.parted(id, self.pointer);
                parted.zeros >= len.trailing_zeros() && parted.number % u128::from(len) == 0
            }
        };
        let mask = Value::Bits(u128::from(len - 1));
        if !known {
            let low = self.computed(BinaryOp::And, [offset, mask], span, oracle)?;
            if !self.decide(BinaryOp::Eq, [low, Value::ZERO], span, oracle)? {
                let what = "an access across two elements of an array of unknown size";
                return Err(Halt::new(HaltKind::TooManyCases, what, span));
            }
        }
        Ok(())
    }

    /// Halts if an address was made from that of a map and its number lies elsewhere.
    ///
    /// With 32 bits a room is small enough to be left by a sum. So an address that is not known has to be a sum with one that is.
    fn check_strays(
        &self,
        state: &State,
        thread: ThreadIx,
        (addr, value): (&Expr, Value),
        at: Option<usize>,
    ) -> Result<(), Halt> {
        if !Self::has_maps(state) {
            return Ok(());
        }
        let frame = top(state, thread);
        let (mut strays, mut from_known) = (false, false);
        self.summands(addr, frame.func, &mut |part| {
            if let Some(number) = self.fast(part, frame, thread) {
                from_known = true;
                let map = self.map_with(state, number);
                strays |= map.is_some() && map != at;
            }
        });
        let narrow = matches!(self.program.data_model(), DataModel::Ilp32);
        if let Value::Lazy(_) = value {
            strays |= at.is_none() || narrow && !from_known;
        }
        match strays {
            true => {
                let what = "an access far away from the beginning of an array of unknown size";
                Err(Halt::new(HaltKind::TooManyCases, what, addr.span))
            }
            false => Ok(()),
        }
    }

    /// The position of the map whose addresses an address is one of.
    fn map_with(&self, state: &State, addr: Addr) -> Option<usize> {
        let objects = &state.memory.shape.objects;
        let at = objects.partition_point(|o| o.base <= addr).checked_sub(1)?;
        (objects[at].array.is_some() && addr - objects[at].base < objects[at].size.max(1)).then_some(at)
    }

    /// Whether an object can become a map of elements of some bytes.
    fn can_become(&self, object: &ObjectMeta, len: u64) -> bool {
        self.element(object.kind).map(u64::from) == Some(len)
            && self.owner(object.kind) == BlockOwner::Program
            && !self.config.watch.memory
    }

    /// Makes the content of an object a map; false if that is not possible.
    fn become_map<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        block: BlockIx,
        span: Span,
        oracle: &mut O,
    ) -> Result<bool, Halt> {
        let object = state.memory.shape.objects[block.0 as usize];
        let Some(element) = self.element(object.kind) else { return Ok(false) };
        let content = state.memory[block].clone();
        let bytes = usize::from(element);
        let is_whole = |range: &LazyRange| {
            range.value.is_none_or(|(id, first)| {
                id != LazyId::ANY
                    && first == 0
                    && range.len as usize == bytes
                    && (range.offset as usize).is_multiple_of(bytes)
            })
        };
        if !content.bytes.len().is_multiple_of(bytes) || !content.lazy.iter().all(is_whole) {
            return Ok(false);
        }
        let unwritten = content.lazy.iter().any(|range| range.value.is_none());
        let mut stores: Vec<(usize, Value)> = Vec::new();
        for (number, plain) in content.bytes.chunks(bytes).enumerate() {
            let at = number * bytes;
            let over =
                content.lazy.iter().find(|r| (r.offset as usize) < at + bytes && at < (r.offset + r.len) as usize);
            match over {
                Some(LazyRange { value: Some((id, _)), .. }) => stores.push((at, Value::Lazy(*id))),
                Some(LazyRange { value: None, offset, len }) => {
                    if (*offset as usize) > at || ((offset + len) as usize) < at + bytes {
                        return Ok(false);
                    }
                }
                None if !unwritten && plain.iter().all(|b| *b == 0) => {}
                None => stores.push((at, Value::Bits(memory::from_bytes(plain)))),
            }
            if stores.len() > MOST_STORES {
                return Ok(false);
            }
        }
        let elements = self.elements_of(element);
        let mut map = match unwritten {
            false => Value::ZERO,
            true => {
                let origin = Origin { kind: &NondetKind::Uninitialised, thread, span };
                oracle.unknown_array(elements, origin)?
            }
        };
        for (at, value) in stores {
            let store = LazyOp::Array(ArrayOp::Store, elements);
            map = oracle.apply(store, &[map, Value::Bits(at as u128), value], span)?;
        }
        let size = Value::Bits(content.bytes.len() as u128);
        state.memory[block] = Arc::new(block_of([size, map]));
        Arc::make_mut(&mut state.memory.shape).objects[block.0 as usize].array = Some(element);
        Ok(true)
    }

    /// The element of a map at an offset in it.
    pub(crate) fn select<O: Oracle>(
        &self,
        memory: &Memory,
        (block, offset): (BlockIx, Value),
        asker: Asker,
        oracle: &mut O,
    ) -> Result<Value, Halt> {
        let (elements, [_, map]) = self.map_at(memory, block, asker.span)?;
        oracle.apply(LazyOp::Array(ArrayOp::Select, elements), &[map, offset], asker.span)
    }

    /// Changes the element of a map at an offset in it.
    pub(crate) fn put<O: Oracle>(
        &self,
        memory: &mut Memory,
        (block, offset): (BlockIx, Value),
        value: Value,
        span: Span,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let (elements, [size, map]) = self.map_at(memory, block, span)?;
        let map = oracle.apply(LazyOp::Array(ArrayOp::Store, elements), &[map, offset, value], span)?;
        memory[block] = Arc::new(block_of([size, map]));
        Ok(())
    }

    fn map_at(&self, memory: &Memory, block: BlockIx, span: Span) -> Result<(Widths, [Value; 2]), Halt> {
        let element = memory.shape.objects.get(block.0 as usize).and_then(|object| object.array);
        match (element, cells(&memory[block])) {
            (Some(element), Some(cells)) => Ok((self.elements_of(element), cells)),
            (None, _) | (_, None) => Err(Halt::new(HaltKind::TooManyCases, "an array that is not one", span)),
        }
    }

    /// The map that the next access of a thread is in, if it is known which: its object is known although its offset is not.
    pub(crate) fn map_of_access(&self, state: &State, thread: ThreadIx, addr: &Expr) -> Option<ObjectMeta> {
        if !Self::has_maps(state) {
            return None;
        }
        let frame = top(state, thread);
        let mut known = Vec::new();
        let mut others = false;
        self.summands(addr, frame.func, &mut |part| match self.fast(part, frame, thread) {
            Some(addr) => known.push(addr),
            None => others = true,
        });
        let [number] = known[..] else { return None };
        let object = state.memory.shape.objects[self.map_with(state, number)?];
        (!others).then_some(object)
    }

    /// The parts of a sum that may be addresses.
    fn summands(&self, expr: &Expr, function: raddle_program::FuncId, visit: &mut impl FnMut(&Expr)) {
        if !self.addresses.points_to.may_be_address(function, expr) {
            return;
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                self.summands(a, function, visit);
                self.summands(b, function, visit);
            }
            ExprKind::Const(_)
            | ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Ite(..) => visit(expr),
        }
    }
}
