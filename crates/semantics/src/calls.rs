//! Which functions can ever run.
//!
//! **Idea.** A thread is in a function because it was called by name, or because its address was there to call: threads, exit handlers, destructors of keys, comparison functions and callbacks
//! all begin with an address. So the functions that can run are those closed under *mentions*: the entry and what the last thread does at the end; what a running function calls by name, or
//! takes the address of; and what initialised memory holds the address of. [`mentioned`] is the step, [`roots`] is the beginning; both are asked by the engine that makes the set and by the checker that believes nothing of it.
//!
//! **Soundness.** Addresses of functions are not made up: an execution that computes one from a number ends with undefined behaviour, or as not modelled. Code that cannot be followed (assembly, `longjmp`) is an [`Op::Unsupported`],
//! about which whoever concludes something has to ask. The law: in every state of an execution every frame of every thread is in one of these functions ([`crate::laws`]).
//!
//! **Cost.** One look at each edge of these functions. Nothing is known of values, so that a branch that is never taken counts.
//!
//! *Rejected*: points-to sets for calls through pointers. They leave out functions whose address is taken and never called, which is rare, and cost a hundred times as much.

use std::collections::BTreeSet;

use raddle_program::{Callee, Expr, ExprKind, Flow, FuncId, Program, RelocationTarget};

/// The functions that may run whatever else does: the entry, what the last thread does, and those whose addresses are in initialised memory.
pub fn roots(program: &Program) -> BTreeSet<FuncId> {
    let stored = program.globals.iter().flat_map(|global| &global.relocations).filter_map(|r| match r.target {
        RelocationTarget::Function(function) => Some(function),
        RelocationTarget::Global(_) => None,
    });
    stored.chain([program.entry]).chain(program.after_last_thread).collect()
}

/// The functions that may run because a given one does: it calls them, or takes their addresses.
pub fn mentioned(program: &Program, function: FuncId) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    for edge in program.functions[function].edges().iter() {
        if let Flow::Call { callee: Callee::Direct(callee), .. } = edge.op.flow() {
            found.insert(*callee);
        }
        edge.op.for_each_expr(&mut |expr: &Expr| {
            expr.walk(&mut |part| {
                if let ExprKind::FuncAddr(target) = part.kind {
                    found.insert(target);
                }
            });
        });
    }
    found
}

/// All functions that may run.
pub fn may_run(program: &Program) -> BTreeSet<FuncId> {
    let mut found = roots(program);
    let mut left: Vec<FuncId> = found.iter().copied().collect();
    while let Some(function) = left.pop() {
        left.extend(mentioned(program, function).into_iter().filter(|next| found.insert(*next)));
    }
    found
}
