//! One representation for states that differ only in the names of symbols.
//!
//! Symbols that no component mentions any more are dropped, symbols with one value left become constants, and the rest
//! are numbered in the order of their first occurrence. Two states that are equal up to a renaming of symbols become
//! equal if the terms that mention them do so in the same order, which is the common case; otherwise the search visits
//! both, which costs time but is right.
//!
//! What was answered about a symbol that is dropped is dropped with it, also if it says something about others that stay (`x < y`, and
//! nobody mentions `x` any more). That is forgetting: a proof may need it, and a loop that compares with the last value in every round
//! would never come back to the same state with it.

use std::sync::Arc;

use raddle_program::{Id, Span};

use super::reading::Reading;
use super::terms::{Constraint, Substitute, Symbol, SymbolId, Terms};
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
    canonical_order(state, symbols, terms).map(|(symbols, _)| symbols)
}

/// Gives a state its canonical form; returns the symbols that are left, and which each of them was.
pub fn canonical_order(
    state: &mut State,
    symbols: Vec<Symbol>,
    terms: &mut Terms,
) -> Result<(Vec<Symbol>, Vec<SymbolId>), Halt> {
    if symbols.is_empty() {
        return Ok((symbols, Vec::new()));
    }
    let mut new_index: Vec<Option<SymbolId>> = vec![None; symbols.len()];
    let mut order: Vec<SymbolId> = Vec::new();
    let mut constants = false;
    let mut visit = |id: LazyId| {
        for symbol in terms.symbols(id) {
            let slot = &mut new_index[symbol.index()];
            if symbols[symbol.index()].domain.as_single().is_some() {
                constants = true;
            } else if slot.is_none() {
                *slot = Some(SymbolId::from_index(order.len()));
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
    let unchanged = !constants && order.iter().enumerate().all(|(new, old)| new == old.index());
    let constrained = symbols.iter().any(|s| !s.constraints.is_empty());
    let rename = |symbol: SymbolId| match (symbols[symbol.index()].domain.as_single(), new_index[symbol.index()]) {
        (Some(bits), _) => Substitute::Constant(bits),
        (None, new) => Substitute::Symbol(new.unwrap_or(symbol)),
    };
    let replace = |id: LazyId, terms: &mut Terms| {
        terms.substitute(id, &rename).ok_or_else(|| Halt {
            kind: HaltKind::Undefined(crate::halt::Undefined::Other),
            what: "an operation without a value".to_string(),
            span: Span::NONE,
        })
    };
    if !unchanged {
        for thread in &mut state.threads {
            let mut any = false;
            thread_lazies(thread, &mut |_| any = true);
            if any {
                rewrite_thread(Arc::make_mut(thread), &mut |id| replace(id, terms))?;
            }
        }
        for block in &mut state.memory.blocks {
            if block.lazy.iter().any(|range| range.value.is_some()) {
                rewrite_block(Arc::make_mut(block), &mut |id| replace(id, terms))?;
            }
        }
    }
    let mut constraints: Vec<Vec<Constraint>> = vec![Vec::new(); order.len()];
    if constrained {
        let goes = |symbol: &SymbolId| {
            symbols[symbol.index()].domain.as_single().is_none() && new_index[symbol.index()].is_none()
        };
        for constraint in symbols.iter().flat_map(|s| &s.constraints) {
            // What is said about a symbol that nobody mentions any more is forgotten.
            if terms.symbols(constraint.term).iter().any(goes) {
                continue;
            }
            // A question that has become one about constants has been answered.
            if let Value::Lazy(term) = replace(constraint.term, terms)?
                && let Some(home) = terms.symbols(term).last()
            {
                constraints[home.index()].push(Constraint { term, ..*constraint });
            }
        }
    }
    let mut symbols: Vec<Option<Symbol>> = symbols.into_iter().map(Some).collect();
    let kept = order.iter().filter_map(|old| symbols[old.index()].take());
    let kept = kept.zip(constraints).map(|(symbol, mut constraints)| {
        constraints.sort_unstable();
        constraints.dedup();
        // What goes with a value that is gone has no partner any more.
        let reading = symbol.reading.map(|r| Reading { with: r.with.and_then(|s| new_index[s.index()]), ..r });
        Symbol { constraints, reading, ..symbol }
    });
    Ok((kept.collect(), order))
}
