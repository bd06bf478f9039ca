//! What holds the values of a state, one after the other.
//!
//! What an analysis knows about values it knows about *holders*: registers that are live, integers in memory, values that threads
//! keep. This is the one walk over all of them. It visits the holders of a state in an order that depends on its control part
//! only, so two states that agree in that have the same holders in the same order.

use std::sync::Arc;

use raddle_machine::lazy::Terms;
use raddle_machine::{LazyRange, State, Status, ThreadIx, Value, unknown};
use raddle_program::{LocalId, Program, Scalar};
use raddle_smt::Sort;

use crate::bdd::{Bytes, Cells, Content, Holder, bytes_of, value_of};

/// A holder with what is in it.
#[derive(Clone, Copy, Debug)]
pub struct Held<'c> {
    /// The holder.
    pub holder: Holder,
    /// What it holds.
    pub value: Value,
    /// What is known about it without looking at a state.
    pub content: &'c Content,
    /// Its sort.
    pub sort: Sort,
}

/// Who visits holders; what is returned is put there.
pub trait Visit: FnMut(&mut Terms, Held<'_>) -> Option<Value> {}

impl<F: FnMut(&mut Terms, Held<'_>) -> Option<Value>> Visit for F {}

/// Visits every holder.
pub fn replace(cells: &Cells, program: &Program, terms: &mut Terms, state: &mut State, visit: &mut impl Visit) {
    for index in 0..state.threads.len() {
        registers(cells, terms, state, index, visit);
        kept_by_thread(program, terms, state, index, visit);
    }
    for index in 0..state.memory.blocks.len() {
        block(cells, program, terms, state, index, visit);
    }
}

fn registers(cells: &Cells, terms: &mut Terms, state: &mut State, index: usize, visit: &mut impl Visit) {
    let thread = ThreadIx(index as u16);
    for depth in 0..state.threads[index].frames.len() {
        let (words, awaited) = cells.live(state, thread, depth);
        let frame = &state.threads[index].frames[depth];
        let function = frame.func;
        let mut changes = Vec::new();
        for (word, bits) in words.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                let i = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let Some(value) = frame.regs.get(i) else { break };
                // What a call will set holds nothing until then.
                if awaited.is_some_and(|a| a.0 as usize == i) {
                    continue;
                }
                let (content, width) = cells.register(function, i);
                let holder = Holder::Register(thread, depth as u32, function, LocalId(i as u32));
                if let Some(new) = visit(terms, Held { holder, value: *value, content, sort: Sort::Bv(width) }) {
                    changes.push((i, new));
                }
            }
        }
        if !changes.is_empty() {
            let frame = &mut Arc::make_mut(&mut state.threads[index]).frames[depth];
            changes.into_iter().for_each(|(i, new)| frame.regs[i] = new);
        }
    }
}

/// Values of a thread that are in no register.
fn kept_by_thread(program: &Program, terms: &mut Terms, state: &mut State, index: usize, visit: &mut impl Visit) {
    let width = Scalar::pointer(program.data_model()).bits();
    let number = ThreadIx(index as u16);
    let thread = &state.threads[index];
    let mut holders: Vec<(Holder, Value)> =
        thread.keys.iter().map(|(key, v)| (Holder::Key(number, *key), *v)).collect();
    holders.push((Holder::Result(number), thread.result));
    if let Status::Ended { result } = thread.status {
        holders.push((Holder::Ended(number), result));
    }
    for (holder, value) in holders {
        let Some(new) = visit(terms, Held { holder, value, content: &Content::Plain, sort: Sort::Bv(width) }) else {
            continue;
        };
        let thread = Arc::make_mut(&mut state.threads[index]);
        match holder {
            Holder::Key(_, key) => thread.keys.iter_mut().filter(|(k, _)| *k == key).for_each(|(_, v)| *v = new),
            Holder::Result(_) => thread.result = new,
            Holder::Ended(_) => thread.status = Status::Ended { result: new },
            Holder::Register(..) | Holder::Memory(..) => {}
        }
    }
}

/// The size of a map and the map.
fn map(program: &Program, terms: &mut Terms, (state, index): (&mut State, usize), element: u8, visit: &mut impl Visit) {
    let object = state.memory.shape.objects[index];
    let Some(values) = unknown::cells(&state.memory.blocks[index]) else { return };
    let width = Scalar::pointer(program.data_model()).bits();
    let sorts = [Sort::Bv(width), Sort::Array { index: width, element: 8 * u32::from(element) }];
    // A size that is known stays so.
    let contents = [Content::Plain, Content::Many];
    let mut new = values;
    for (i, at) in unknown::CELLS.into_iter().enumerate() {
        let holder = Holder::Memory(object.base, at, unknown::CELL, object.kind);
        let held = Held { holder, value: values[i], content: &contents[i], sort: sorts[i] };
        if let Some(value) = visit(terms, held) {
            new[i] = value;
        }
    }
    if new != values {
        state.memory.blocks[index] = Arc::new(unknown::block_of(new));
    }
}

fn block(cells: &Cells, program: &Program, terms: &mut Terms, state: &mut State, index: usize, visit: &mut impl Visit) {
    let object = state.memory.shape.objects[index];
    if let Some(element) = object.array {
        return map(program, terms, (state, index), element, visit);
    }
    let block = &state.memory.blocks[index];
    let mut changes: Vec<(u32, u32, Value)> = Vec::new();
    let known = cells.of_block(index, &object);
    for cell in known {
        if let Some(bytes) = bytes_of(block, cell.offset, cell.len) {
            let value = value_of(bytes, cell.len, terms);
            let holder = Holder::Memory(object.base, cell.offset, cell.len, object.kind);
            let new = visit(terms, Held { holder, value, content: &cell.content, sort: Sort::Bv(8 * cell.len) });
            changes.extend(new.map(|new| (cell.offset, cell.len, new)));
        }
    }
    for range in &block.lazy {
        let whole = |c: &crate::bdd::Cell| c.offset == range.offset && bytes_of(block, c.offset, c.len).is_some();
        if let Some((id, first)) = range.value
            && !known.iter().any(whole)
        {
            let holder = Holder::Memory(object.base, range.offset, range.len, object.kind);
            let value = value_of(Bytes::Lazy(id, first), range.len, terms);
            let new = visit(terms, Held { holder, value, content: &Content::Plain, sort: Sort::Bv(8 * range.len) });
            changes.extend(new.map(|new| (range.offset, range.len, new)));
        }
    }
    if !changes.is_empty() {
        let block = Arc::make_mut(&mut state.memory.blocks[index]);
        changes.into_iter().for_each(|(offset, len, new)| write(block, offset, len, new));
    }
}

/// Puts a value where there are plain bytes or one lazy value.
fn write(block: &mut raddle_machine::Block, offset: u32, len: u32, value: Value) {
    block.lazy.retain(|r| r.offset != offset);
    let bytes = &mut block.bytes[offset as usize..(offset + len) as usize];
    match value {
        Value::Bits(bits) => bytes.iter_mut().enumerate().for_each(|(i, b)| *b = (bits >> (8 * i)) as u8),
        Value::Lazy(id) => {
            bytes.fill(0);
            let at = block.lazy.partition_point(|r| r.offset < offset);
            block.lazy.insert(at, LazyRange { offset, len, value: Some((id, 0)) });
        }
    }
}
