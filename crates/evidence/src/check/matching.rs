//! What two states hold where one of them has values that are not plain.
//!
//! The state of the proof may be anything; the other one is the machine's. So whatever the machine takes for granted about a state is
//! looked at here: that the ranges of a block are sorted and disjoint (it looks for them by bisection), and that a value fits into the
//! symbol it is to be ([`fitting`]).

use raddle_machine::lazy::Terms;
use raddle_machine::lazy::formula::Logic;
use raddle_machine::{Block, Frame, LazyId, LazyRange, Memory, State, Status, Thread, Value};
use raddle_smt::{Sort, Term as Formula};

/// For each value that is not plain in one state: what the other holds there; `None` if the two differ elsewhere.
pub(super) fn pairs(known: &State, state: &State, terms: &mut Terms) -> Option<Vec<(LazyId, Value)>> {
    let mut found = Vec::new();
    let State { memory: Memory { shape, blocks }, threads, sync, ended } = known;
    let same_shape = threads.len() == state.threads.len()
        && *sync == state.sync
        && *ended == state.ended
        && *shape == state.memory.shape
        && blocks.len() == state.memory.blocks.len();
    if !same_shape {
        return None;
    }
    for (a, b) in threads.iter().zip(&state.threads) {
        thread(a, b, &mut found)?;
    }
    for (a, b) in blocks.iter().zip(&state.memory.blocks) {
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
        let Frame { func, loc, regs, base, dst } = a;
        let same = (*func, *loc, *base, *dst) == (b.func, b.loc, b.base, b.dst);
        (same && regs.len() == b.regs.len()).then_some(())?;
        for (x, y) in regs.iter().zip(&b.regs) {
            value(*x, *y, found)?;
        }
    }
    Some(())
}

fn block(known: &Block, block: &Block, terms: &mut Terms, found: &mut Vec<(LazyId, Value)>) -> Option<()> {
    if known.lazy.is_empty() {
        return (known == block).then_some(());
    }
    let Block { bytes: plain, lazy } = known;
    lazy.windows(2).all(|w| w[0].offset.checked_add(w[0].len).is_some_and(|end| end <= w[1].offset)).then_some(())?;
    let mut bytes = block.bytes.clone();
    let mut rest = block.lazy.clone();
    (plain.len() == bytes.len()).then_some(())?;
    for range in lazy {
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
    (rest.is_empty() && bytes == *plain).then_some(())
}

/// Takes the value of a range out of the content of a block: plain bytes, or bytes of one lazy value.
fn taken(bytes: &mut [u8], rest: &mut Vec<LazyRange>, range: &LazyRange, terms: &mut Terms) -> Option<Value> {
    let end = range.offset.checked_add(range.len)?;
    let overlaps = |r: &LazyRange| r.offset < end && range.offset < r.offset + r.len;
    let own = bytes.get_mut(range.offset as usize..end as usize)?;
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

/// A value as a term of the sort of the symbol that it is to be; `None` if it may be larger than the symbol can be, is a map and the symbol is not or the other way
/// round, or has no meaning in the logic.
pub(super) fn fitting(logic: &mut Logic<'_>, terms: &Terms, value: Value, sort: Sort) -> Option<Formula> {
    let fits = match (value, sort) {
        (_, Sort::Array { .. }) => true,
        (Value::Bits(bits), Sort::Bool | Sort::Bv(_)) => sort.width() >= u128::BITS || bits >> sort.width() == 0,
        (Value::Lazy(id), Sort::Bool | Sort::Bv(_)) => {
            let term = logic.term(terms, id)?;
            match logic.smt.sort(term) {
                Sort::Array { .. } => false,
                own @ (Sort::Bool | Sort::Bv(_)) => own.width() <= sort.width(),
            }
        }
    };
    fits.then(|| logic.value_of(terms, value, sort))?
}

#[cfg(test)]
mod tests;
