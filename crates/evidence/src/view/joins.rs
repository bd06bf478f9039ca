//! Whether every join is one of a thread that was created and not joined before.
//!
//! Views know nothing of ids, so they cannot tell a join that has to wait from one that fails because the thread was joined before or
//! never existed. Where a program is written plainly, it can be told from its text: each join happens at most once, in the entry function,
//! with an id from a variable of its own that is written once, by a creation that comes before on every path. Everywhere else a join may
//! fail at once.

use std::collections::BTreeSet;

use raddle_program::analysis::Object;
use raddle_program::{Edge, EdgeId, Expr, ExprKind, Function, Id, Loc, LocalId, Op, SyncOp};

use crate::dependence::{Dependence, may_repeat};

/// Whether that can be told of all joins of a program.
pub(super) fn are_plain(dependence: &Dependence<'_>) -> bool {
    let program = dependence.machine().program();
    let entry = &program.functions[program.entry];
    let mut slots = BTreeSet::new();
    for (id, function) in program.functions.enumerated() {
        for edge in function.edges().iter() {
            match &edge.op {
                Op::Sync { op: SyncOp::ThreadDetach, .. } => return false,
                // A thread may be created detached.
                Op::Sync { op: SyncOp::ThreadCreate, args, .. }
                    if !args.get(2).is_some_and(|detached| matches!(detached.kind, ExprKind::Const(0))) =>
                {
                    return false;
                }
                Op::Sync { op: SyncOp::ThreadJoin, args, .. } => {
                    let once = id == program.entry && !may_repeat(program, id, edge);
                    let slot = args.first().and_then(register).and_then(|register| loaded_from(entry, register));
                    let own =
                        slot.is_some_and(|slot| slots.insert(slot) && created_before(dependence, entry, slot, edge));
                    if !once || !own {
                        return false;
                    }
                }
                _ => {}
            }
        }
    }
    true
}

/// The register that an expression is, but for conversions.
pub(super) fn register(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Reg(local) => Some(*local),
        ExprKind::Cast(inner) => register(inner),
        _ => None,
    }
}

/// The variable of the entry function that a register is loaded from, if it is set nowhere else.
fn loaded_from(function: &Function, register: LocalId) -> Option<LocalId> {
    let mut sources = function.edges().iter().filter(|edge| edge.op.defs().contains(&Some(register)));
    match (&sources.next()?.op, sources.next()) {
        (Op::Load { addr, .. }, None) => match addr.kind {
            ExprKind::LocalAddr(local, 0) => Some(local),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a variable of the entry function is written once, with the id of a thread, before an edge on every path to it.
fn created_before(dependence: &Dependence<'_>, entry: &Function, slot: LocalId, join: &Edge) -> bool {
    let program = dependence.machine().program();
    let object = Object::Local(program.entry, slot);
    if !dependence.is_written_directly(object) {
        return false;
    }
    let writes = |edge: &Edge| matches!(&edge.op, Op::Store { addr, .. } if matches!(addr.kind, ExprKind::LocalAddr(local, _) if local == slot));
    let mut stores = entry.edges().enumerated().filter(|(_, edge)| writes(edge));
    let (Some((id, store)), None) = (stores.next(), stores.next()) else { return false };
    let Op::Store { value, .. } = &store.op else { return false };
    let creates = |register: LocalId| {
        let mut sets = entry.edges().iter().filter(|edge| edge.op.defs().contains(&Some(register)));
        let first = sets.next().map(|edge| &edge.op);
        let is_id =
            matches!(first, Some(Op::Sync { op: SyncOp::ThreadCreate, out: Some(out), .. }) if *out == register);
        is_id && sets.next().is_none()
    };
    register(value).is_some_and(creates) && !reaches_without(entry, join.source, id)
}

/// Whether a location can be reached without taking an edge.
fn reaches_without(function: &Function, to: Loc, without: EdgeId) -> bool {
    let mut seen = vec![false; function.locations()];
    let mut queue = vec![function.entry];
    while let Some(loc) = queue.pop() {
        if loc == to {
            return true;
        }
        if !std::mem::replace(&mut seen[loc.index()], true) {
            queue.extend(function.leaving(loc).filter(|(id, _)| *id != without).map(|(_, edge)| edge.target));
        }
    }
    false
}
