//! Which values may be addresses from outside of the program.
//!
//! **Idea.** A function that no file defines returns any pointer, and an `extern` variable that no file defines holds any. That is enough for proofs: nothing is known of them. But an access through such a
//! pointer is no violation, since who wrote that function knows what it returns. So whoever is about to call an access wrong asks first whether its address may come from there.
//!
//! **How.** Values flow from these sources through registers, and through all that is ever stored in an object, by [`PointsTo`]; flow- and context-insensitive, like that. The answer "no" is certain as long as addresses are not
//! invented; the answer "yes" costs a verdict at most.
//!
//! **Cost.** A few passes over the program, only when an access is about to be called wrong.

use std::collections::HashSet;

use super::points_to::{Object, PointsTo};
use crate::expr::{Expr, ExprKind};
use crate::flow::Flow;
use crate::ids::{FuncId, Id, LocalId};
use crate::op::{Callee, NondetKind, Op, SyncOp};
use crate::operands::{AccessKind, MemoryAccess};
use crate::program::{GlobalKind, Program};
use crate::types::{QualType, Type};

/// The values that may be addresses from outside.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    registers: HashSet<(FuncId, LocalId)>,
    objects: HashSet<Object>,
    /// Functions that may return one.
    results: HashSet<FuncId>,
    /// Whether one may be the result of a thread or the value of a key.
    handed_on: bool,
    changed: bool,
}

impl Outside {
    /// Follows all values from outside.
    pub fn new(program: &Program, points_to: &PointsTo) -> Outside {
        let mut out = Outside::default();
        for (id, global) in program.globals.enumerated() {
            if global.kind == GlobalKind::Extern && may_hold_pointers(program, global.ty) {
                out.objects.insert(Object::Global(id));
            }
        }
        loop {
            out.changed = false;
            for (id, function) in program.functions.enumerated().filter(|(id, _)| points_to.is_reachable(*id)) {
                points_to.deadline().look();
                function.edges().iter().for_each(|edge| out.step(program, points_to, id, &edge.op));
            }
            if !out.changed {
                return out;
            }
        }
    }

    /// Whether the value of an expression of a function may be such an address.
    pub fn may_be(&self, function: FuncId, expr: &Expr) -> bool {
        let mut found = false;
        expr.walk(&mut |part| {
            if let ExprKind::Reg(register) = part.kind {
                found |= self.registers.contains(&(function, register));
            }
        });
        found
    }

    fn step(&mut self, program: &Program, points_to: &PointsTo, f: FuncId, op: &Op) {
        let is_pointer = |register: LocalId| may_hold_pointers(program, program.functions[f].locals[register].ty);
        match op.flow() {
            Flow::Nondet { dst, .. } => {
                let made_up = matches!(op, Op::Nondet { kind: NondetKind::Library(_), .. })
                    || matches!(op, Op::Nondet { kind: NondetKind::Input(name), .. } if is_argument(name));
                self.set(f, Some(dst), made_up && is_pointer(dst));
            }
            Flow::External { dst, args } => {
                let returns = dst.is_some_and(is_pointer);
                self.set(f, dst, returns);
                for arg in args.iter().filter(|arg| arg.may_write()) {
                    for object in points_to.closure(points_to.may_address(f, &arg.value)).iter() {
                        self.store(points_to.objects()[object], true);
                    }
                }
            }
            Flow::Assign { dst, value } => self.set(f, Some(dst), self.may_be(f, value)),
            Flow::Access(access) => self.access(points_to, f, access),
            Flow::Call { dst, callee, args } => {
                let callees = match callee {
                    Callee::Direct(callee) => vec![*callee],
                    Callee::Indirect(target) => points_to.callees(f, target),
                };
                for callee in callees {
                    let params = program.functions[callee].params;
                    for (i, arg) in args.iter().take(params).enumerate() {
                        self.set(callee, Some(LocalId::from_index(i)), self.may_be(f, arg));
                    }
                    self.set(f, dst, self.results.contains(&callee));
                }
            }
            Flow::Return { value: Some(value) } if self.may_be(f, value) => {
                self.changed |= self.results.insert(f);
                if points_to.thread_starts().any(|start| start == f) {
                    self.hand_on();
                }
            }
            Flow::Sync { op: SyncOp::ThreadCreate, args: [_, arg, ..], .. } if self.may_be(f, arg) => {
                points_to.thread_starts().for_each(|start| self.set(start, Some(LocalId::from_index(0)), true));
            }
            Flow::Sync { op: SyncOp::ThreadExit | SyncOp::KeySet, args, .. } => {
                if args.iter().any(|arg| self.may_be(f, arg)) {
                    self.hand_on();
                    // A destructor gets the value of its key.
                    points_to.destructors().for_each(|d| self.set(d, Some(LocalId::from_index(0)), true));
                }
            }
            Flow::Sync { op: SyncOp::ThreadJoin | SyncOp::ThreadTryjoin, out, .. } => self.set(f, out, self.handed_on),
            Flow::Sync { op: SyncOp::KeyGet, dst, .. } => self.set(f, dst, self.handed_on),
            Flow::Return { .. }
            | Flow::Sync { .. }
            | Flow::Condition(_)
            | Flow::Declare { .. }
            | Flow::Block { .. }
            | Flow::Size { .. }
            | Flow::Compute { .. }
            | Flow::Output { .. }
            | Flow::Nothing => {}
        }
    }

    fn access(&mut self, points_to: &PointsTo, f: FuncId, access: MemoryAccess<'_>) {
        let objects: Vec<Object> =
            points_to.may_address(f, access.addr).iter().map(|object| points_to.objects()[object]).collect();
        let (dst, stored) = match access.kind {
            AccessKind::Load { dst } => (Some(dst), None),
            AccessKind::Store { value } => (None, Some(value)),
            AccessKind::Rmw { operand, dst, .. } => (dst, Some(operand)),
            AccessKind::CompareExchange { desired, dst, .. } => (Some(dst), Some(desired)),
        };
        let from_outside = self.may_be(f, access.addr) || objects.iter().any(|object| self.objects.contains(object));
        self.set(f, dst, from_outside);
        if stored.is_some_and(|stored| self.may_be(f, stored)) {
            objects.into_iter().for_each(|object| self.store(object, true));
        }
    }

    fn set(&mut self, function: FuncId, register: Option<LocalId>, from_outside: bool) {
        if let Some(register) = register.filter(|_| from_outside) {
            self.changed |= self.registers.insert((function, register));
        }
    }

    fn store(&mut self, object: Object, from_outside: bool) {
        self.changed |= from_outside && self.objects.insert(object);
    }

    fn hand_on(&mut self) {
        self.changed |= !std::mem::replace(&mut self.handed_on, true);
    }
}

/// Whether an input is a parameter of the entry function of which nothing is known.
fn is_argument(name: &str) -> bool {
    matches!(name, "argv" | "program argument")
}

/// Whether an object of a type may have a pointer in it; a number that is made into one is the program's own doing.
fn may_hold_pointers(program: &Program, ty: QualType) -> bool {
    !matches!(program.types.get(ty.ty), Type::Int(_) | Type::Float(_) | Type::Enum(_))
}
