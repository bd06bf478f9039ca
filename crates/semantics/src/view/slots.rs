//! Arrays of which views keep nothing.
//!
//! **Idea.** Ten thousand threads with `&args[i]` differ in an address, and a view that holds it is one of ten thousand. What is in `args` seldom matters to a proof for any number of threads,
//! and if it does, then as a fact about all elements. So where the argument of a thread that a loop creates, or a counter of that loop, would be needed exactly only to say where in some arrays an access goes, those
//! arrays are *forgotten*, like rows of ids ([`super::rows`]): their bytes are zero in every view, a load gives any value, a store goes anywhere inside of them.
//!
//! **Which.** Arrays of integers with many elements that are accessed by plain loads and stores only, each of which accesses nothing else; in which no address is kept; whose address goes nowhere but into other addresses, calls, threads and variables. All of them
//! or none: it is asked whether creating threads depends on exact numbers if they are not kept.
//!
//! **Soundness.** [`PointsTo`] says who may access the array: all those edges are treated like this, so what views hold of it is never read. A load gives more values than there are; that an access is inside is asked of the
//! address that it has, and outside of the array the execution halts. If races are looked for nothing is forgotten: which element is accessed is what matters then.
//!
//! **Cost**: linear in the edges. **Rejected**: the elements as one summary, joined over all stores: it would be shared memory that every store changes and every load reads, and so more views, not fewer.

use std::collections::{BTreeMap, BTreeSet};

use raddle_machine::State;
use raddle_program::analysis::{Object, PointsTo};
use raddle_program::{
    Access, EdgeId, Expr, ExprKind, FuncId, GlobalKind, LocalId, Op, Program, Scalar, Storage, SyncOp,
};

use super::rows::Rows;
use crate::dependence::{Dependence, may_repeat};
use crate::exact::{ExactUses, Needs};
use crate::unread::Unread;

type Site = (FuncId, EdgeId);

/// Arrays with no more elements stay as they are.
const FEW: u64 = 64;

/// The arrays that are forgotten.
#[derive(Debug, Default)]
pub(super) struct Slots {
    objects: BTreeSet<Object>,
    accesses: BTreeMap<Site, Object>,
}

impl Slots {
    /// Finds out whether it helps to forget arrays.
    pub(super) fn new(dependence: &Dependence<'_>, rows: &Rows, unread: &Unread) -> Slots {
        let (program, points_to) = (dependence.machine().program(), dependence.machine().points_to());
        let counters = counters(program, points_to, rows);
        let are_needed = |slots: &Slots| {
            let exact = ExactUses::besides(program, points_to, unread, &|site| needs(rows, slots, site));
            counters.iter().any(|(function, local)| exact.register(*function, *local))
        };
        let nothing = Slots::default();
        if dependence.property().looks_at_next_accesses() || counters.is_empty() || !are_needed(&nothing) {
            return nothing;
        }
        let slots = Slots::all(program, points_to, rows);
        if slots.objects.is_empty() || are_needed(&slots) { nothing } else { slots }
    }

    /// All arrays that can be forgotten.
    fn all(program: &Program, points_to: &PointsTo, rows: &Rows) -> Slots {
        let mut slots = Slots::default();
        let mut refused = BTreeSet::new();
        for (id, function) in program.functions.enumerated().filter(|(id, _)| points_to.is_reachable(*id)) {
            for (number, edge) in function.edges().enumerated() {
                points_to.deadline().look();
                let site = (id, number);
                let objects_of = |expr: &Expr| -> Vec<Object> {
                    points_to.may_address(id, expr).iter().map(|n| points_to.objects()[n]).collect()
                };
                let (Op::Load { addr, access, .. } | Op::Store { addr, access, .. }) = &edge.op else {
                    if !hands_on(&edge.op) {
                        edge.op.for_each_expr(&mut |expr| refused.extend(objects_of(expr)));
                    }
                    continue;
                };
                let objects = objects_of(addr);
                match objects[..] {
                    [one] if is_array(program, one, access) && !rows.is_access(site) => {
                        slots.objects.insert(one);
                        slots.accesses.insert(site, one);
                    }
                    _ => refused.extend(objects),
                }
            }
        }
        for (number, object) in points_to.objects().enumerated() {
            if !points_to.content(number).is_empty() {
                refused.insert(*object);
            }
        }
        slots.objects.retain(|object| !refused.contains(object));
        slots.accesses.retain(|_, object| !refused.contains(object));
        slots
    }

    /// The one that an edge loads from or stores into.
    pub(super) fn accessed(&self, site: Site) -> Option<Object> {
        self.accesses.get(&site).copied()
    }

    /// Makes all of them zero.
    pub(super) fn clear(&self, dependence: &Dependence<'_>, state: &mut State) {
        super::rows::clear(dependence, &self.objects, state);
    }
}

/// Whether an operation does nothing with an address but hand it on.
fn hands_on(op: &Op) -> bool {
    let creates = matches!(op, Op::Sync { op: SyncOp::ThreadCreate, .. });
    creates || matches!(op, Op::Assign { .. } | Op::Assume { .. } | Op::Call { .. } | Op::Return { .. })
}

/// What an edge needs to know exactly of the address that it accesses.
pub(super) fn needs(rows: &Rows, slots: &Slots, site: Site) -> Needs {
    if slots.accesses.contains_key(&site) {
        Needs::Nothing
    } else if rows.is_access(site) {
        Needs::Base
    } else {
        Needs::All
    }
}

/// Whether an object is an array of integers with many elements.
fn is_array(program: &Program, object: Object, access: &Access) -> bool {
    let size = match object {
        Object::Global(global) => match program.globals[global].kind {
            GlobalKind::Variable | GlobalKind::StaticLocal => program.globals[global].size,
            GlobalKind::ThreadLocal | GlobalKind::Constant | GlobalKind::Extern => return false,
        },
        Object::Local(function, local) => match program.functions[function].locals[local].storage {
            Storage::Memory { size, .. } => size,
            Storage::Register(_) => return false,
        },
        // How large a block is, is not known here.
        Object::Block(..) => u64::MAX,
        Object::Function(_) | Object::ThreadIds => return false,
    };
    matches!(access.ty, Scalar::Int { bits: 0..=64, .. }) && size / access.ty.size().max(1) > FEW
}

/// The registers that decide what like threads get, and where their ids go.
fn counters(program: &Program, points_to: &PointsTo, rows: &Rows) -> BTreeSet<(FuncId, LocalId)> {
    let mut counters = BTreeSet::new();
    for (id, function) in program.functions.enumerated().filter(|(id, _)| points_to.is_reachable(*id)) {
        for (number, edge) in function.edges().enumerated() {
            let mut exprs = Vec::new();
            if let Op::Sync { op: SyncOp::ThreadCreate, args, .. } = &edge.op
                && may_repeat(program, id, edge)
            {
                exprs.extend(args.get(1));
            } else if let Op::Store { addr, .. } = &edge.op
                && rows.is_access((id, number))
            {
                exprs.push(addr);
            }
            for expr in exprs {
                expr.walk(&mut |e| {
                    if let ExprKind::Reg(local) = e.kind {
                        counters.insert((id, local));
                    }
                });
            }
        }
    }
    counters
}
