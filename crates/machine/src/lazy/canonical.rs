//! One representation for states that differ only in the names of symbols.
//!
//! Symbols that no component mentions any more are dropped, symbols with one value left become constants, and the rest
//! are numbered in the order of their first occurrence. Two states that are equal up to a renaming of symbols become
//! equal if the terms that mention them do so in the same order, which is the common case; otherwise the search visits
//! both, which costs time but is right.

use std::sync::Arc;

use raddle_program::Span;

use super::terms::{Constraint, Substitute, Symbol, Terms};
use crate::halt::{Halt, HaltKind};
use crate::state::{Block, State, Status, Thread};
use crate::value::{LazyId, Value};

/// Calls `visit` on every lazy value of a thread.
fn thread_lazies(thread: &Thread, visit: &mut impl FnMut(LazyId)) {
    let mut see = |value: &Value| match value {
        Value::Bits(_) => {}
        Value::Lazy(id) => visit(*id),
    };
    thread.frames.iter().flat_map(|f| &f.regs).for_each(&mut see);
    thread.keys.iter().for_each(|(_, value)| see(value));
    see(&thread.result);
    if let Status::Ended { result } = &thread.status {
        see(result);
    }
}

/// Replaces every lazy value of a thread.
fn rewrite_thread(thread: &mut Thread, replace: &mut impl FnMut(LazyId) -> Result<Value, Halt>) -> Result<(), Halt> {
    let mut change = |value: &mut Value| {
        if let Value::Lazy(id) = value {
            *value = replace(*id)?;
        }
        Ok(())
    };
    for register in thread.frames.iter_mut().flat_map(|f| &mut f.regs) {
        change(register)?;
    }
    for (_, value) in &mut thread.keys {
        change(value)?;
    }
    change(&mut thread.result)?;
    if let Status::Ended { result } = &mut thread.status {
        change(result)?;
    }
    Ok(())
}

/// Replaces every lazy value of a block; constants become plain bytes.
fn rewrite_block(block: &mut Block, replace: &mut impl FnMut(LazyId) -> Result<Value, Halt>) -> Result<(), Halt> {
    let mut kept = Vec::with_capacity(block.lazy.len());
    for mut range in std::mem::take(&mut block.lazy) {
        let Some((id, first)) = range.value else {
            kept.push(range);
            continue;
        };
        match replace(id)? {
            Value::Lazy(id) => {
                range.value = Some((id, first));
                kept.push(range);
            }
            Value::Bits(bits) => {
                let bytes = bits.to_le_bytes();
                let start = range.offset as usize;
                for i in 0..range.len as usize {
                    block.bytes[start + i] = bytes.get(first as usize + i).copied().unwrap_or(0);
                }
            }
        }
    }
    block.lazy = kept;
    Ok(())
}

/// Gives a state its canonical form; returns the symbols that are left.
pub fn canonicalise(state: &mut State, symbols: Vec<Symbol>, terms: &mut Terms) -> Result<Vec<Symbol>, Halt> {
    if symbols.is_empty() {
        return Ok(symbols);
    }
    let mut new_index: Vec<Option<u32>> = vec![None; symbols.len()];
    let mut order: Vec<u32> = Vec::new();
    let mut constants = false;
    let mut visit = |id: LazyId| {
        for symbol in terms.symbols(id) {
            let slot = &mut new_index[*symbol as usize];
            if symbols[*symbol as usize].domain.as_single().is_some() {
                constants = true;
            } else if slot.is_none() {
                *slot = Some(order.len() as u32);
                order.push(*symbol);
            }
        }
    };
    for thread in &state.threads {
        thread_lazies(thread, &mut visit);
    }
    for block in &state.memory.blocks {
        block.lazy.iter().filter_map(|range| range.value).for_each(|(id, _)| visit(id));
    }
    let mut symbols = symbols;
    let unchanged = !constants && order.iter().enumerate().all(|(new, old)| new as u32 == *old);
    if !unchanged {
        let mut renamed: Vec<Vec<Constraint>> = symbols.iter().map(|s| s.constraints.clone()).collect();
        let rename = |symbol: u32| match (symbols[symbol as usize].domain.as_single(), new_index[symbol as usize]) {
            (Some(bits), _) => Substitute::Constant(bits),
            (None, new) => Substitute::Symbol(new.unwrap_or(symbol)),
        };
        let mut replace = |id: LazyId| {
            terms.substitute(id, &rename).ok_or_else(|| Halt {
                kind: HaltKind::Undefined,
                what: "an operation without a value".to_string(),
                span: Span::NONE,
            })
        };
        for thread in &mut state.threads {
            let mut any = false;
            thread_lazies(thread, &mut |_| any = true);
            if any {
                rewrite_thread(Arc::make_mut(thread), &mut replace)?;
            }
        }
        for old in &order {
            // A constraint is about its symbol alone, so it stays a term.
            for constraint in &mut renamed[*old as usize] {
                if let Value::Lazy(term) = replace(constraint.term)? {
                    constraint.term = term;
                }
            }
        }
        for block in &mut state.memory.blocks {
            if block.lazy.iter().any(|range| range.value.is_some()) {
                rewrite_block(Arc::make_mut(block), &mut replace)?;
            }
        }
        for (symbol, mut constraints) in symbols.iter_mut().zip(renamed) {
            constraints.sort_unstable();
            symbol.constraints = constraints;
        }
    }
    let mut symbols: Vec<Option<Symbol>> = symbols.into_iter().map(Some).collect();
    Ok(order.iter().filter_map(|old| symbols[*old as usize].take()).collect())
}
