//! Which objects are arrays of elements of one size.
//!
//! **Idea.** The content of an object whose size nobody knows, or that is accessed at places nobody knows, can be a map from offsets to elements if all
//! accesses have one size: no two of them overlap then unless they are the same, as long as offsets are multiples of that size (which the machine checks). This pass
//! finds the objects for which that may work.
//!
//! **Soundness.** An object is left out if anything but a load, a store or an atomic operation may look at it or change it (a lock in it, output, an external, a
//! library function that is one step), if two accesses of different sizes may reach it, or if it may hold an address or the id of a thread: whoever looks for addresses
//! in memory need not look into a map. The life of an object may end.
//!
//! **Cost**: one walk over all edges.

use std::collections::BTreeMap;

use super::points_to::{Object, ObjectIx, ObjectSet, PointsTo};
use crate::expr::Expr;
use crate::ids::FuncId;
use crate::op::{Op, SyncOp};
use crate::program::Program;

/// The largest element, in bytes.
const LARGEST: u64 = 8;

/// Bytes of the elements of objects that can be maps from offsets to elements.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    sizes: BTreeMap<Object, u8>,
}

/// What was seen of an object.
enum Seen {
    Accesses(u64),
    SomethingElse,
}

impl Elements {
    /// Runs the pass.
    pub fn new(program: &Program, points_to: &PointsTo) -> Elements {
        let mut finder = Finder { points_to, seen: BTreeMap::new() };
        for (function, body) in program.functions.enumerated() {
            if points_to.is_reachable(function) {
                for edge in body.edges().iter() {
                    points_to.deadline().look();
                    finder.op(function, &edge.op);
                }
            }
        }
        let mut sizes = BTreeMap::new();
        for (number, seen) in finder.seen {
            let Seen::Accesses(size) = seen else { continue };
            let object = points_to.objects()[number];
            let is_memory = match object {
                Object::Global(_) | Object::Local(..) | Object::Block(..) => true,
                Object::Function(_) | Object::ThreadIds => false,
            };
            if is_memory && size <= LARGEST && size.is_power_of_two() && points_to.content(number).is_empty() {
                sizes.insert(object, size as u8);
            }
        }
        Elements { sizes }
    }

    /// Whether there is no such object.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Bytes of the elements of an object, if it can be a map.
    pub fn of(&self, object: Object) -> Option<u8> {
        self.sizes.get(&object).copied()
    }

    /// Whether all objects of a set can be maps, and there are some.
    pub fn are_all(&self, objects: &ObjectSet, points_to: &PointsTo) -> bool {
        !objects.is_empty() && objects.iter().all(|object| self.of(points_to.objects()[object]).is_some())
    }
}

struct Finder<'a> {
    points_to: &'a PointsTo,
    seen: BTreeMap<ObjectIx, Seen>,
}

impl Finder<'_> {
    fn op(&mut self, function: FuncId, op: &Op) {
        if let Some(access) = op.access() {
            let size = access.access.ty.size();
            for object in self.points_to.may_address(function, access.addr).iter() {
                let seen = self.seen.entry(object).or_insert(Seen::Accesses(size));
                if matches!(seen, Seen::Accesses(other) if *other != size) {
                    *seen = Seen::SomethingElse;
                }
            }
            return;
        }
        match op {
            Op::Skip
            | Op::Fence
            | Op::Assume { .. }
            | Op::Require { .. }
            | Op::Assign { .. }
            | Op::Nondet { .. }
            | Op::Declare { .. }
            | Op::Live { .. }
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::Rmw { .. }
            | Op::CompareExchange { .. }
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::Alloc { .. }
            | Op::Free { .. }
            | Op::StackAlloc { .. }
            | Op::StackFree { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => {}
            Op::Sync { op, args, .. } => {
                for (i, arg) in args.iter().enumerate() {
                    let handed_on =
                        [(SyncOp::ThreadCreate, 1), (SyncOp::KeySet, 1), (SyncOp::ThreadExit, 0)].contains(&(*op, i));
                    if !handed_on {
                        self.refuse(function, arg);
                    }
                }
            }
            Op::External { .. }
            | Op::BlockSize { .. }
            | Op::TakeText { .. }
            | Op::Compute { .. }
            | Op::Output { .. } => op.for_each_expr(&mut |expr| self.refuse(function, expr)),
        }
    }

    /// Somebody may do anything with what an expression leads to.
    fn refuse(&mut self, function: FuncId, expr: &Expr) {
        let objects = self.points_to.closure(self.points_to.may_address(function, expr));
        self.seen.extend(objects.iter().map(|object| (object, Seen::SomethingElse)));
    }
}
