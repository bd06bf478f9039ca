//! The places of a state that hold values, one after the other.
//!
//! What an analysis knows about values it knows about *places*: registers that are live, integers in memory, values that threads
//! keep. This is the one walk over all of them. It visits the places of a state in an order that depends on its control part
//! only, so two states that agree in that have the same places in the same order.

use std::sync::Arc;

use raddle_machine::lazy::Terms;
use raddle_machine::{LazyRange, State, Status, ThreadIx, Value};
use raddle_program::{LocalId, Program, Scalar};

use crate::bdd::{Bytes, Cells, Content, ValuePlace, bytes_of, value_of};

/// A place with what is in it.
#[derive(Clone, Copy, Debug)]
pub struct Held<'c> {
    /// The place.
    pub place: ValuePlace,
    /// What it holds.
    pub value: Value,
    /// What is known about it without looking at a state.
    pub content: &'c Content,
    /// Its bits.
    pub width: u32,
}

/// Who visits places; what is returned is put there.
pub trait Visit: FnMut(&mut Terms, Held<'_>) -> Option<Value> {}

impl<F: FnMut(&mut Terms, Held<'_>) -> Option<Value>> Visit for F {}

/// Visits every place.
pub fn replace(cells: &Cells, program: &Program, terms: &mut Terms, state: &mut State, visit: &mut impl Visit) {
    for index in 0..state.threads.len() {
        registers(cells, terms, state, index, visit);
        kept_by_thread(program, terms, state, index, visit);
    }
    for index in 0..state.memory.blocks.len() {
        block(cells, terms, state, index, visit);
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
                let place = ValuePlace::Register(thread.0, depth as u32, function, LocalId(i as u32));
                if let Some(new) = visit(terms, Held { place, value: *value, content, width }) {
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
    let number = index as u16;
    let thread = &state.threads[index];
    let mut places: Vec<(ValuePlace, Value)> =
        thread.keys.iter().map(|(key, v)| (ValuePlace::Key(number, *key), *v)).collect();
    places.push((ValuePlace::Result(number), thread.result));
    if let Status::Ended { result } = thread.status {
        places.push((ValuePlace::Ended(number), result));
    }
    for (place, value) in places {
        let Some(new) = visit(terms, Held { place, value, content: &Content::Plain, width }) else { continue };
        let thread = Arc::make_mut(&mut state.threads[index]);
        match place {
            ValuePlace::Key(_, key) => thread.keys.iter_mut().filter(|(k, _)| *k == key).for_each(|(_, v)| *v = new),
            ValuePlace::Result(_) => thread.result = new,
            ValuePlace::Ended(_) => thread.status = Status::Ended { result: new },
            ValuePlace::Register(..) | ValuePlace::Memory(..) => {}
        }
    }
}

fn block(cells: &Cells, terms: &mut Terms, state: &mut State, index: usize, visit: &mut impl Visit) {
    let object = state.memory.shape.objects[index];
    let block = &state.memory.blocks[index];
    let mut changes: Vec<(u32, u32, Value)> = Vec::new();
    let known = cells.of_block(index, &object);
    for cell in known {
        if let Some(bytes) = bytes_of(block, cell.offset, cell.len) {
            let value = value_of(bytes, cell.len, terms);
            let place = ValuePlace::Memory(object.base, cell.offset, cell.len);
            let new = visit(terms, Held { place, value, content: &cell.content, width: 8 * cell.len });
            changes.extend(new.map(|new| (cell.offset, cell.len, new)));
        }
    }
    for range in &block.lazy {
        let whole = |c: &crate::bdd::Cell| c.offset == range.offset && bytes_of(block, c.offset, c.len).is_some();
        if let Some((id, first)) = range.value
            && !known.iter().any(whole)
        {
            let place = ValuePlace::Memory(object.base, range.offset, range.len);
            let value = value_of(Bytes::Lazy(id, first), range.len, terms);
            let new = visit(terms, Held { place, value, content: &Content::Plain, width: 8 * range.len });
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
