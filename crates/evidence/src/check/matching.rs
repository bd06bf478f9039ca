//! What two states hold where one of them has values that are not plain.

use raddle_machine::lazy::Terms;
use raddle_machine::{Block, LazyId, LazyRange, State, Status, Thread, Value};

/// For each value that is not plain in one state: what the other holds there; `None` if the two differ elsewhere.
pub(super) fn pairs(known: &State, state: &State, terms: &mut Terms) -> Option<Vec<(LazyId, Value)>> {
    let mut found = Vec::new();
    let same_shape = known.threads.len() == state.threads.len()
        && known.sync == state.sync
        && known.ended == state.ended
        && known.memory.shape == state.memory.shape
        && known.memory.blocks.len() == state.memory.blocks.len();
    if !same_shape {
        return None;
    }
    for (a, b) in known.threads.iter().zip(&state.threads) {
        thread(a, b, &mut found)?;
    }
    for (a, b) in known.memory.blocks.iter().zip(&state.memory.blocks) {
        block(a, b, terms, &mut found)?;
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

fn value(known: Value, value: Value, found: &mut Vec<(LazyId, Value)>) -> Option<()> {
    match known {
        Value::Bits(_) => (known == value).then_some(()),
        Value::Lazy(id) => {
            found.push((id, value));
            Some(())
        }
    }
}

fn thread(known: &Thread, thread: &Thread, found: &mut Vec<(LazyId, Value)>) -> Option<()> {
    let Thread { frames, status, atomic, detached, keys, ending, ending_key, result, cancel, created } = known;
    let same = *atomic == thread.atomic
        && *detached == thread.detached
        && *ending == thread.ending
        && *ending_key == thread.ending_key
        && *cancel == thread.cancel
        && *created == thread.created
        && frames.len() == thread.frames.len()
        && keys.len() == thread.keys.len();
    if !same {
        return None;
    }
    match (*status, thread.status) {
        (Status::Ended { result: a }, Status::Ended { result: b }) => value(a, b, found)?,
        (a, b) => (a == b).then_some(())?,
    }
    value(*result, thread.result, found)?;
    for ((key, a), (other, b)) in keys.iter().zip(&thread.keys) {
        (key == other).then_some(())?;
        value(*a, *b, found)?;
    }
    for (a, b) in frames.iter().zip(&thread.frames) {
        let same = a.func == b.func && a.loc == b.loc && a.base == b.base && a.dst == b.dst;
        (same && a.regs.len() == b.regs.len()).then_some(())?;
        for (x, y) in a.regs.iter().zip(&b.regs) {
            value(*x, *y, found)?;
        }
    }
    Some(())
}

fn block(known: &Block, block: &Block, terms: &mut Terms, found: &mut Vec<(LazyId, Value)>) -> Option<()> {
    if known.lazy.is_empty() {
        return (known == block).then_some(());
    }
    let mut bytes = block.bytes.clone();
    let mut rest = block.lazy.clone();
    (known.bytes.len() == bytes.len()).then_some(())?;
    for range in &known.lazy {
        match range.value {
            Some((id, 0)) => {
                let held = taken(&mut bytes, &mut rest, range, terms)?;
                value(Value::Lazy(id), held, found)?;
            }
            // Indeterminate, or a part of a value: only the same will do.
            None | Some(_) => {
                let at = rest.iter().position(|r| r == range)?;
                rest.remove(at);
                if let Some((id, _)) = range.value {
                    found.push((id, Value::Lazy(id)));
                }
            }
        }
    }
    (rest.is_empty() && bytes == known.bytes).then_some(())
}

/// Takes the value of a range out of the content of a block: plain bytes, or bytes of one lazy value.
fn taken(bytes: &mut [u8], rest: &mut Vec<LazyRange>, range: &LazyRange, terms: &mut Terms) -> Option<Value> {
    let overlaps = |r: &LazyRange| r.offset < range.offset + range.len && range.offset < r.offset + r.len;
    let own = bytes.get_mut(range.offset as usize..(range.offset + range.len) as usize)?;
    match rest.iter().position(overlaps) {
        None => {
            (range.len <= 16).then_some(())?;
            let value = own.iter().rev().fold(0u128, |n, b| n << 8 | u128::from(*b));
            own.fill(0);
            Some(Value::Bits(value))
        }
        Some(at) => {
            let found = rest.remove(at);
            let whole = found.offset == range.offset && found.len == range.len;
            let (id, first) = found.value?;
            whole.then(|| if first == 0 { Value::Lazy(id) } else { terms.bytes(id, first, range.len as u8) })
        }
    }
}
