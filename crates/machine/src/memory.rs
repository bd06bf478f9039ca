//! Reading and writing memory, byte by byte.
//!
//! A block is plain bytes plus a sorted list of *ranges* that are not plain: indeterminate (never written: an
//! uninitialised local, fresh heap memory, an `extern` variable) or lazy (a value the oracle has not fixed). The list is
//! empty for almost every block, and then an access is a bounds check and a copy.
//!
//! Two invariants keep equal situations equal: a lazy range always covers the whole of its value (when half of a lazy
//! value is overwritten, the other half becomes a value of its own, an [`LazyOp::Extract`] of the old one), and
//! neighbouring indeterminate ranges are one range. Reading indeterminate bytes asks the oracle and writes the answer
//! back, so that a second read agrees: an uninitialised object has *some* value.

use std::sync::Arc;

use raddle_program::{NondetKind, Scalar, Span};

use crate::halt::Halt;
use crate::layout::Home;
use crate::machine::Machine;
use crate::oracle::{LazyOp, Oracle, Origin};
use crate::state::{Addr, Block, BlockIx, LazyRange, Memory, ObjectMeta, ThreadIx};
use crate::value::{LazyId, Value};

/// The bytes that an address stands for; they exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// In a block of the state.
    Block {
        /// Index of the block.
        block: BlockIx,
        /// First byte in it.
        offset: u32,
    },
    /// In a constant of the machine.
    Constant {
        /// Index of the constant.
        index: u32,
        /// First byte in it.
        offset: u32,
    },
    /// An element of a map ([`crate::unknown`]).
    Element {
        /// Index of its block.
        block: BlockIx,
        /// Where in the map; in bounds.
        offset: Value,
    },
}

/// Who asks, for questions to the oracle.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// Which thread.
    pub thread: ThreadIx,
    /// Where.
    pub span: Span,
}

fn unsigned(bytes: u32) -> Scalar {
    Scalar::Int { bits: 8 * bytes as u8, signed: false }
}

/// A little-endian bit pattern.
pub fn from_bytes(bytes: &[u8]) -> u128 {
    match *bytes {
        [a] => u128::from(a),
        [a, b, c, d] => u128::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u128::from(u64::from_le_bytes([a, b, c, d, e, f, g, h])),
        ref bytes => bytes.iter().rev().fold(0, |acc, b| acc << 8 | u128::from(*b)),
    }
}

/// Index of the first range that ends after `offset`.
fn first_range(ranges: &[LazyRange], offset: u32) -> usize {
    ranges.partition_point(|r| r.offset + r.len <= offset)
}

/// Whether some byte of `offset .. offset + len` is not plain.
fn is_lazy(block: &Block, offset: u32, len: u32) -> bool {
    !block.lazy.is_empty()
        && block.lazy.get(first_range(&block.lazy, offset)).is_some_and(|range| range.offset < offset + len)
}

impl Machine<'_> {
    /// The bytes `addr .. addr + len`, if they lie in one object.
    pub(crate) fn resolve(&self, memory: &Memory, addr: Addr, len: u64) -> Option<Resolved> {
        let objects = &memory.shape.objects;
        let Some(index) = objects.partition_point(|o| o.base <= addr).checked_sub(1) else {
            return self.resolve_constant(addr, len);
        };
        let object = &objects[index];
        let offset = addr - object.base;
        if offset.checked_add(len)? > object.size {
            return self.resolve_constant(addr, len);
        }
        if object.array.is_some() {
            return None;
        }
        if index < self.layout.pages.len() {
            let entry = self.layout.page_entry(index, addr)?;
            let offset = addr - entry.addr;
            (offset + len <= entry.size)
                .then_some(Resolved::Block { block: BlockIx(index as u32), offset: entry.offset + offset as u32 })
        } else {
            Some(Resolved::Block { block: BlockIx(index as u32), offset: offset as u32 })
        }
    }

    #[cold]
    fn resolve_constant(&self, addr: Addr, len: u64) -> Option<Resolved> {
        if !self.layout.regions.is_constant(addr) {
            return None;
        }
        let (index, constant) = self.layout.constant_at(addr)?;
        let offset = addr - constant.addr;
        (offset.checked_add(len)? <= constant.bytes.len() as u64)
            .then_some(Resolved::Constant { index: index as u32, offset: offset as u32 })
    }

    /// The bytes of a global, when the address is known before the program runs.
    pub(crate) fn resolve_global(&self, global: raddle_program::GlobalId, offset: i64, len: u64) -> Option<Resolved> {
        let object = &self.layout.globals[global];
        let offset = u64::try_from(offset).ok()?;
        if offset.checked_add(len)? > object.size {
            return None;
        }
        match object.home {
            Home::Block { block, offset: first } => Some(Resolved::Block { block, offset: first + offset as u32 }),
            Home::Constant(index) => Some(Resolved::Constant { index, offset: offset as u32 }),
            Home::ThreadLocal => None,
        }
    }

    /// Reads a value.
    pub(crate) fn read<O: Oracle>(
        &self,
        memory: &mut Memory,
        resolved: Resolved,
        ty: Scalar,
        asker: Asker,
        oracle: &mut O,
    ) -> Result<Value, Halt> {
        let len = ty.size() as u32;
        match resolved {
            Resolved::Constant { index, offset } => {
                let bytes = &self.layout.constants[index as usize].bytes[offset as usize..(offset + len) as usize];
                Ok(Value::Bits(from_bytes(bytes)))
            }
            Resolved::Block { block, offset } => {
                let content = &memory[block];
                if is_lazy(content, offset, len) {
                    return read_pieces(&mut memory[block], offset, ty, asker, oracle);
                }
                Ok(Value::Bits(from_bytes(&content.bytes[offset as usize..(offset + len) as usize])))
            }
            Resolved::Element { block, offset } => self.select(memory, (block, offset), asker, oracle),
        }
    }

    /// The bit pattern at a place if it is plain, without asking anybody.
    pub(crate) fn peek(&self, memory: &Memory, resolved: Resolved, len: u32) -> Option<u128> {
        match resolved {
            Resolved::Constant { index, offset } => {
                Some(from_bytes(&self.layout.constants[index as usize].bytes[offset as usize..(offset + len) as usize]))
            }
            Resolved::Block { block, offset } => {
                let content = &memory[block];
                let bytes = &content.bytes[offset as usize..(offset + len) as usize];
                (!is_lazy(content, offset, len)).then(|| from_bytes(bytes))
            }
            Resolved::Element { .. } => None,
        }
    }
}

/// Reads a value of which some bytes are not plain.
#[cold]
fn read_pieces<O: Oracle>(
    block: &mut Arc<Block>,
    offset: u32,
    ty: Scalar,
    asker: Asker,
    oracle: &mut O,
) -> Result<Value, Halt> {
    let end = offset + ty.size() as u32;
    let mut joined: Option<Value> = None;
    let mut position = offset;
    while position < end {
        let next = block.lazy.get(first_range(&block.lazy, position)).cloned();
        let (value, len) = match next {
            Some(LazyRange { offset: first, len, value }) if first <= position => {
                let count = (first + len).min(end) - position;
                match value {
                    Some((LazyId::ANY, _)) => (Value::ANY, count),
                    Some((id, _)) if count == len => (Value::Lazy(id), len),
                    Some((id, _)) => {
                        let op =
                            LazyOp::Extract { of: unsigned(len), first: (position - first) as u8, count: count as u8 };
                        (oracle.apply(op, &[Value::Lazy(id)], asker.span)?, count)
                    }
                    None => {
                        let part = if count == end - offset { ty } else { unsigned(count) };
                        let kind = NondetKind::Uninitialised;
                        let origin = Origin { kind: &kind, thread: asker.thread, span: asker.span };
                        let value = oracle.nondet(part, None, origin)?;
                        write(block, position, count, value, asker.span, oracle)?;
                        (value, count)
                    }
                }
            }
            other => {
                let stop = other.map_or(end, |range| range.offset.min(end));
                (Value::Bits(from_bytes(&block.bytes[position as usize..stop as usize])), stop - position)
            }
        };
        let low = position - offset;
        joined = Some(match joined {
            None => value,
            Some(Value::Bits(a)) if matches!(value, Value::Bits(_)) => {
                let Value::Bits(b) = value else { unreachable!("just matched") };
                Value::Bits(a | b << (8 * low))
            }
            Some(acc) => oracle.apply(LazyOp::Concat { low: low as u8, high: len as u8 }, &[acc, value], asker.span)?,
        });
        position += len;
    }
    Ok(joined.unwrap_or(Value::ZERO))
}

/// Writes the low `len` bytes of a value.
pub fn write<O: Oracle>(
    block: &mut Arc<Block>,
    offset: u32,
    len: u32,
    value: Value,
    span: Span,
    oracle: &mut O,
) -> Result<(), Halt> {
    let range = offset as usize..(offset + len) as usize;
    match value {
        Value::Bits(bits) => {
            let bytes = &bits.to_le_bytes()[..len as usize];
            if block.lazy.is_empty() {
                // A store of what is there already keeps the block shared with other states.
                if block.bytes[range.clone()] != *bytes {
                    Arc::make_mut(block).bytes[range].copy_from_slice(bytes);
                }
                return Ok(());
            }
            let block = Arc::make_mut(block);
            clear(block, offset, len, span, oracle)?;
            block.bytes[range].copy_from_slice(bytes);
        }
        Value::Lazy(id) => {
            let block = Arc::make_mut(block);
            clear(block, offset, len, span, oracle)?;
            block.bytes[range].fill(0);
            let at = first_range(&block.lazy, offset);
            block.lazy.insert(at, LazyRange { offset, len, value: Some((id, 0)) });
        }
    }
    Ok(())
}

/// Makes bytes indeterminate.
pub fn forget<O: Oracle>(
    block: &mut Arc<Block>,
    offset: u32,
    len: u32,
    span: Span,
    oracle: &mut O,
) -> Result<(), Halt> {
    if len == 0 {
        return Ok(());
    }
    let block = Arc::make_mut(block);
    clear(block, offset, len, span, oracle)?;
    block.bytes[offset as usize..(offset + len) as usize].fill(0);
    let at = first_range(&block.lazy, offset);
    let mut range = LazyRange { offset, len, value: None };
    if let Some(after) = block.lazy.get(at).filter(|r| r.value.is_none() && r.offset == offset + len) {
        range.len += after.len;
        block.lazy.remove(at);
    }
    match at.checked_sub(1).map(|i| &mut block.lazy[i]) {
        Some(before) if before.value.is_none() && before.offset + before.len == offset => before.len += range.len,
        _ => block.lazy.insert(at, range),
    }
    Ok(())
}

/// Removes the ranges that overlap `offset .. offset + len`; what sticks out on either side stays.
fn clear<O: Oracle>(block: &mut Block, offset: u32, len: u32, span: Span, oracle: &mut O) -> Result<(), Halt> {
    let end = offset + len;
    let first = first_range(&block.lazy, offset);
    let last = block.lazy.partition_point(|r| r.offset < end);
    if first >= last {
        return Ok(());
    }
    let (head, tail) = (block.lazy[first].clone(), block.lazy[last - 1].clone());
    let left = part(block, &head, head.offset, offset, span, oracle)?;
    let right = part(block, &tail, end, tail.offset + tail.len, span, oracle)?;
    block.lazy.splice(first..last, left.into_iter().chain(right));
    Ok(())
}

/// The bytes `from .. to` of a range as a range of their own, if there are any and they are not plain.
fn part<O: Oracle>(
    block: &mut Block,
    range: &LazyRange,
    from: u32,
    to: u32,
    span: Span,
    oracle: &mut O,
) -> Result<Option<LazyRange>, Halt> {
    let Some(len) = to.checked_sub(from).filter(|len| *len > 0) else { return Ok(None) };
    let id = match range.value {
        Some((id, _)) if id != LazyId::ANY => id,
        whole => return Ok(Some(LazyRange { offset: from, len, value: whole })),
    };
    let op = LazyOp::Extract { of: unsigned(range.len), first: (from - range.offset) as u8, count: len as u8 };
    match oracle.apply(op, &[Value::Lazy(id)], span)? {
        Value::Lazy(part) => Ok(Some(LazyRange { offset: from, len, value: Some((part, 0)) })),
        Value::Bits(bits) => {
            block.bytes[from as usize..to as usize].copy_from_slice(&bits.to_le_bytes()[..len as usize]);
            Ok(None)
        }
    }
}

/// Adds an object.
pub fn insert(memory: &mut Memory, meta: ObjectMeta, block: Arc<Block>) {
    let at = memory.shape.objects.partition_point(|o| o.base < meta.base);
    Arc::make_mut(&mut memory.shape).objects.insert(at, meta);
    memory.blocks.insert(at, block);
}

/// Removes the objects whose base lies in `from .. to`.
pub fn remove(memory: &mut Memory, from: Addr, to: Addr) {
    let first = memory.shape.objects.partition_point(|o| o.base < from);
    let last = memory.shape.objects.partition_point(|o| o.base < to);
    if first < last {
        Arc::make_mut(&mut memory.shape).objects.drain(first..last);
        memory.blocks.drain(first..last);
    }
}

#[cfg(test)]
mod tests {
    use raddle_program::{NondetKind, Scalar};

    use super::*;
    use crate::oracle::Choice;

    /// Hands out numbered lazy values and writes down what it is asked.
    #[derive(Default)]
    struct Recorder {
        asked: Vec<String>,
    }

    impl Recorder {
        fn fresh(&mut self, what: String) -> Result<Value, Halt> {
            self.asked.push(what);
            Ok(Value::Lazy(LazyId(99 + self.asked.len() as u32)))
        }
    }

    impl Oracle for Recorder {
        fn nondet(&mut self, ty: Scalar, _: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
            assert_eq!(*origin.kind, NondetKind::Uninitialised);
            self.fresh(format!("nondet {ty}"))
        }
        fn choose(&mut self, _: u32, _: Choice, _: Span) -> Result<u32, Halt> {
            unreachable!("memory makes no choices")
        }
        fn apply(&mut self, op: LazyOp, args: &[Value], _: Span) -> Result<Value, Halt> {
            self.fresh(match op {
                LazyOp::Extract { first, count, .. } => format!("{:?}[{first}..+{count}]", args[0]),
                LazyOp::Concat { low, high } => format!("{:?}:{low} {:?}:{high}", args[0], args[1]),
                other => unreachable!("{other:?}"),
            })
        }
        fn truth(&mut self, _: LazyId, _: Scalar, _: Span) -> Result<bool, Halt> {
            unreachable!("memory asks for no truth")
        }
        fn exact(&mut self, _: LazyId, _: Scalar, _: Span) -> Result<u128, Halt> {
            unreachable!("memory asks for no pattern")
        }
    }

    const I32: Scalar = Scalar::INT;
    const ASKER: Asker = Asker { thread: ThreadIx(0), span: Span::NONE };

    fn lazy(id: u32) -> Value {
        Value::Lazy(LazyId(id))
    }

    fn block(size: u64) -> Arc<Block> {
        Arc::new(crate::layout::indeterminate(size))
    }

    #[test]
    fn an_indeterminate_value_is_asked_for_once() {
        let (mut b, mut o) = (block(12), Recorder::default());
        let first = read_pieces(&mut b, 4, I32, ASKER, &mut o).unwrap();
        let second = read_pieces(&mut b, 4, I32, ASKER, &mut o).unwrap();
        assert_eq!((first, o.asked.as_slice()), (second, &["nondet i32".to_string()][..]));
        let ranges: Vec<_> = b.lazy.iter().map(|r| (r.offset, r.len, r.value.is_some())).collect();
        assert_eq!(ranges, [(0, 4, false), (4, 4, true), (8, 4, false)]);
    }

    #[test]
    fn overwriting_a_part_of_a_lazy_value_keeps_the_rest() {
        let (mut b, mut o) = (block(8), Recorder::default());
        write(&mut b, 0, 8, lazy(7), Span::NONE, &mut o).unwrap();
        write(&mut b, 2, 3, Value::Bits(0x112233), Span::NONE, &mut o).unwrap();
        assert_eq!(o.asked, ["Lazy(LazyId(7))[0..+2]", "Lazy(LazyId(7))[5..+3]"]);
        assert_eq!(b.bytes, [0, 0, 0x33, 0x22, 0x11, 0, 0, 0]);
        let ranges: Vec<_> = b.lazy.iter().map(|r| (r.offset, r.len)).collect();
        assert_eq!(ranges, [(0, 2), (5, 3)]);
        read_pieces(&mut b, 0, I32, ASKER, &mut o).unwrap();
        assert_eq!(o.asked[2..], ["Lazy(LazyId(100)):2 Bits(8755):2"]);
    }

    #[test]
    fn forgetting_merges_neighbours_and_writing_all_leaves_plain_bytes() {
        let (mut b, mut o) = (Arc::new(Block { bytes: vec![1; 12], lazy: Vec::new() }), Recorder::default());
        forget(&mut b, 0, 4, Span::NONE, &mut o).unwrap();
        forget(&mut b, 8, 4, Span::NONE, &mut o).unwrap();
        forget(&mut b, 4, 4, Span::NONE, &mut o).unwrap();
        assert_eq!(*b, *block(12));
        for offset in (0..12).step_by(4) {
            write(&mut b, offset, 4, Value::Bits(5), Span::NONE, &mut o).unwrap();
        }
        assert_eq!(b.lazy, []);
        assert_eq!(o.asked, Vec::<String>::new());
    }

    #[test]
    fn a_store_of_the_same_value_shares_the_block() {
        let (mut b, mut o) = (Arc::new(Block { bytes: vec![0; 4], lazy: Vec::new() }), Recorder::default());
        let other = b.clone();
        write(&mut b, 0, 4, Value::ZERO, Span::NONE, &mut o).unwrap();
        assert!(Arc::ptr_eq(&b, &other));
        write(&mut b, 0, 4, Value::Bits(1), Span::NONE, &mut o).unwrap();
        assert_eq!((other.bytes[0], b.bytes[0]), (0, 1));
    }
}
