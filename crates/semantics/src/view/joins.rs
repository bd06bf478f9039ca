//! Whether every join is one of a thread that was created and not joined before.
//!
//! Views know nothing of ids, so they cannot tell a join that has to wait from one that fails because the thread was joined before or
//! never existed. Where a program is written plainly, it can be told from its text: each join happens at most once in an activation of its
//! function, with an id from a local variable of its own that is written once, by a creation that comes before on every path. So every activation has
//! its own variable and joins what it has created itself, once. Everywhere else a join may fail at once.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::analysis::Object;
use raddle_program::{Edge, EdgeId, Expr, ExprKind, FuncId, Function, Id, Loc, LocalId, Op, SyncOp};

use crate::dependence::{Dependence, is_in_loop};

/// Start routines, for each join.
pub(super) type Plain = BTreeMap<(FuncId, EdgeId), Vec<FuncId>>;

/// If that can be told of all joins of a program: what the threads that each of them may join have started with.
pub(super) fn plain(dependence: &Dependence<'_>) -> Option<Plain> {
    let program = dependence.machine().program();
    let mut slots = BTreeSet::new();
    let mut plain = Plain::new();
    for (id, function) in program.functions.enumerated() {
        for (number, edge) in function.edges().enumerated() {
            let Op::Sync { op, args, .. } = &edge.op else { continue };
            // A thread may be created detached.
            let joinable = || args.get(2).is_some_and(|detached| matches!(detached.kind, ExprKind::Const(0)));
            if *op == SyncOp::ThreadDetach || (*op == SyncOp::ThreadCreate && !joinable()) {
                return None;
            }
            if *op == SyncOp::ThreadJoin {
                let (slot, load) = loaded_from(function, register(args.first()?)?)?;
                let start = created_before(dependence, id, slot, function.edge(load))?;
                let skipped = reaches_without(function, edge.source, load);
                if is_in_loop(function, edge) || skipped || !slots.insert((id, slot)) {
                    return None;
                }
                plain.insert((id, number), dependence.machine().points_to().callees(id, start));
            }
        }
    }
    Some(plain)
}

/// The register that an expression is, but for conversions.
pub(super) fn register(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Reg(local) => Some(*local),
        ExprKind::Cast(inner) => register(inner),
        ExprKind::Const(_)
        | ExprKind::GlobalAddr(..)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Ite(..) => None,
    }
}

/// The variable of a function that a register is loaded from, and where, if it is set nowhere else.
fn loaded_from(function: &Function, register: LocalId) -> Option<(LocalId, EdgeId)> {
    let mut sources = function.edges().enumerated().filter(|(_, edge)| edge.op.defs().contains(&Some(register)));
    let ((id, edge), None) = (sources.next()?, sources.next()) else { return None };
    let Op::Load { addr, .. } = &edge.op else { return None };
    if let ExprKind::LocalAddr(local, 0) = addr.kind { Some((local, id)) } else { None }
}

/// What the thread starts with whose id a variable of a function holds at an edge, if the variable is written once, with the id of a
/// thread, before the edge on every path to it.
fn created_before<'p>(dependence: &Dependence<'p>, name: FuncId, slot: LocalId, load: &Edge) -> Option<&'p Expr> {
    let function = &dependence.machine().program().functions[name];
    let object = Object::Local(name, slot);
    if !dependence.is_written_directly(object) {
        return None;
    }
    let writes = |edge: &Edge| matches!(&edge.op, Op::Store { addr, .. } if matches!(addr.kind, ExprKind::LocalAddr(local, _) if local == slot));
    let mut stores = function.edges().enumerated().filter(|(_, edge)| writes(edge));
    let (Some((id, store)), None) = (stores.next(), stores.next()) else { return None };
    let Op::Store { value, .. } = &store.op else { return None };
    let id_register = register(value)?;
    let mut sets = function.edges().iter().filter(|edge| edge.op.defs().contains(&Some(id_register)));
    let (made, None) = (&sets.next()?.op, sets.next()) else { return None };
    let Op::Sync { op: SyncOp::ThreadCreate, args, out: Some(out), .. } = made else { return None };
    let surely = *out == id_register && !reaches_without(function, load.source, id);
    args.first().filter(|_| surely)
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
