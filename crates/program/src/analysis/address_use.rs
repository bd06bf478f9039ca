//! Which edges compute with addresses as if they were numbers.
//!
//! **Idea.** Where objects lie is nobody's business, and most code does not look: it compares an address with null,
//! adds offsets to it and accesses memory. Only the other uses (an order, a comparison with another value, a mask, a
//! hash, a conversion to a narrower type) can tell one layout of memory from another. This analysis finds the edges
//! that have such a use, from the types of the operands and from the registers that may hold addresses
//! ([`PointsTo`]), so that the machine looks at the operands there and nowhere else.
//!
//! **Soundness.** An edge is left out only if no operand as wide as a pointer may be an address, or if the use is one
//! that all layouts agree on: a comparison with a [harmless](is_harmless) constant, or the sum that makes up the
//! address of an access, which the access itself checks; or if nothing depends on the result ([`Faint`]). Library models of ours may compare addresses (`memmove` does):
//! they are written so that the outcome does not matter, and only their reads of single bytes are looked at.
//!
//! **Bytes of addresses.** A load narrower than a pointer may get a part of one (a hash over the bytes of a key). It
//! counts as a use unless all that happens to the register is that it is stored elsewhere, which is how loops copy.
//!
//! **Ids of threads** are numbers of the same kind: another run, another library gives others. They flow as addresses do
//! ([`Object::ThreadIds`](super::Object)) and are looked at in library models, too (`pthread_equal` is one). They agree on less than addresses:
//! on Linux no id is zero or has all bits set, and that is all ([`is_harmless_for_ids`]).
//!
//! **Cost**: one walk over all expressions. Rejected: looking at every expression when it is evaluated, which every
//! step of every program would pay for.

use std::cell::Cell;

use raddle_deadline::Deadline;

use super::bits::BitSet;
use super::faint::Faint;
use super::points_to::PointsTo;
use crate::expr::{BinaryOp, Expr, ExprKind, Scalar};
use crate::function::{Edge, Function};
use crate::ids::{EdgeId, FuncId, Id, IdVec, Loc, LocalId};
use crate::op::{Callee, Op, OutputSink, RmwOp};
use crate::operands::{AccessKind, MemoryAccess};
use crate::program::Program;

/// No object lies below this address or in the last bytes of the address space, as many as this: null pointers with
/// offsets and error numbers cast to pointers are no addresses in any layout.
pub const UNUSED: u128 = 4096;

/// Whether every address, of whatever object in whatever layout, compares in the same way with a number of a type.
pub fn is_harmless(op: BinaryOp, ty: Scalar, number: u128, pointer: Scalar) -> bool {
    let Scalar::Int { signed, .. } = ty else { return false };
    let top = |ty: Scalar| ty.truncate(u128::MAX) - (UNUSED - 1);
    let unused = number < UNUSED || number >= top(ty) || (top(pointer)..=pointer.truncate(u128::MAX)).contains(&number);
    // With 32 bits some addresses are negative as signed numbers and some are not; with 64 bits none is.
    let ordered = !signed || (pointer.bits() == 64 && ty.bits() == 64);
    unused && (matches!(op, BinaryOp::Eq | BinaryOp::Ne) || ordered)
}

/// Whether the id of every thread, whatever its number, compares in the same way with a number of a type. Ids of the C libraries of Linux
/// are addresses of what the library keeps of a thread, so no id is zero or -1, and programs mark with these that there is no thread.
pub fn is_harmless_for_ids(op: BinaryOp, ty: Scalar, number: u128) -> bool {
    let Scalar::Int { signed, .. } = ty else { return false };
    match op {
        BinaryOp::Eq | BinaryOp::Ne => number == 0 || number == ty.truncate(u128::MAX),
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => number == 0 && !signed,
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => false,
    }
}

/// The edges whose operands have to be looked at.
#[derive(Clone, Debug)]
pub struct AddressUses {
    edges: IdVec<FuncId, BitSet>,
    compares_ids: bool,
}

struct Finder<'a> {
    points_to: &'a PointsTo,
    faint: &'a Faint,
    function: FuncId,
    pointer: Scalar,
    /// Whether only ids of threads count: addresses are compared here without effect on the result.
    only_ids: bool,
    /// Whether an operator was found of which both operands may be ids.
    compares_ids: Cell<bool>,
}

impl AddressUses {
    /// Looks at every expression of a program.
    pub fn new(program: &Program, points_to: &PointsTo) -> AddressUses {
        let pointer = Scalar::pointer(program.data_model());
        let faint = &Faint::new(program, points_to);
        let mut edges = IdVec::new();
        let mut compares_ids = false;
        for (function, f) in program.functions.enumerated() {
            let mut set = BitSet::default();
            let only_ids = f.internal;
            let finder = Finder { points_to, faint, function, pointer, only_ids, compares_ids: Cell::new(false) };
            for (id, edge) in f.edges().enumerated() {
                points_to.deadline().look();
                if finder.reads_part(f, edge) || finder.edge(edge) {
                    set.insert(id.0);
                }
            }
            edges.push(set);
            compares_ids |= finder.compares_ids.get() && points_to.is_reachable(function);
        }
        AddressUses { edges, compares_ids }
    }

    /// Whether the program may compare ids of threads with each other.
    pub fn compare_ids(&self) -> bool {
        self.compares_ids
    }

    /// Whether an edge may compute with an address as if it were a number.
    #[inline]
    pub fn contains(&self, function: FuncId, edge: EdgeId) -> bool {
        self.edges[function].contains(edge.0)
    }
}

impl Finder<'_> {
    fn edge(&self, edge: &Edge) -> bool {
        let Some(MemoryAccess { addr, access, kind }) = edge.op.access() else { return self.any(&edge.op) };
        let wide = self.is_wide(access.ty);
        let with_content = |e: &Expr| {
            let ids = wide && self.points_to.may_hold_ids(self.function, addr) && self.may_be_id(e);
            self.compares_ids.set(self.compares_ids.get() || ids);
            let content = if self.only_ids {
                self.points_to.may_hold_ids(self.function, addr)
            } else {
                self.content_may_be_address(addr)
            };
            wide && (content || self.may_be_address(e))
        };
        let harmless = |e: &Expr| {
            let ids = self.points_to.may_hold_ids(self.function, addr);
            e.as_const().is_some_and(|c| self.is_harmless(BinaryOp::Eq, access.ty, c, ids))
        };
        self.place(addr)
            || match kind {
                AccessKind::Load { .. } => false,
                AccessKind::Store { value } => self.value(value),
                AccessKind::Rmw { op, operand, .. } => {
                    self.value(operand) || op != RmwOp::Exchange && with_content(operand)
                }
                AccessKind::CompareExchange { expected, desired, .. } => {
                    self.value(expected) || self.value(desired) || !harmless(expected) && with_content(expected)
                }
            }
    }

    /// Whether an edge may read a part of an address that is then used for more than storing it elsewhere.
    fn reads_part(&self, function: &Function, edge: &Edge) -> bool {
        let Some(MemoryAccess { addr, access, kind: AccessKind::Load { dst } }) = edge.op.access() else {
            return false;
        };
        !self.is_wide(access.ty)
            && self.content_may_be_address(addr)
            && is_used(function, dst, edge.target, self.points_to.deadline())
    }

    fn any(&self, op: &Op) -> bool {
        let dropped = matches!(op, Op::Assign { dst, .. } if self.faint.register(self.function, *dst))
            || matches!(op, Op::Return { .. }) && self.faint.result(self.function);
        if dropped {
            return false;
        }
        if prints_only(op) {
            return false;
        }
        if let Op::Call { callee: Callee::Direct(callee), args, .. } = op {
            let faint = |i: usize| self.faint.register(*callee, LocalId(i as u32));
            return args.iter().enumerate().any(|(i, arg)| !faint(i) && self.value(arg));
        }
        let mut found = false;
        op.for_each_expr(&mut |e| found = found || self.value(e));
        found
    }

    fn is_wide(&self, ty: Scalar) -> bool {
        match ty {
            Scalar::Int { bits, .. } => u32::from(bits) >= self.pointer.bits(),
            Scalar::Float(_) => false,
        }
    }

    fn may_be_address(&self, expr: &Expr) -> bool {
        match self.only_ids {
            true => self.may_be_id(expr),
            false => self.is_wide(expr.ty) && self.points_to.may_be_address(self.function, expr),
        }
    }

    fn may_be_id(&self, expr: &Expr) -> bool {
        self.is_wide(expr.ty) && self.points_to.may_be_id(self.function, expr)
    }

    /// Whether all addresses, and all ids if one may be compared, compare in the same way with a number.
    fn is_harmless(&self, op: BinaryOp, ty: Scalar, number: u128, with_ids: bool) -> bool {
        is_harmless(op, ty, number, self.pointer) && (!with_ids || is_harmless_for_ids(op, ty, number))
    }

    fn content_may_be_address(&self, addr: &Expr) -> bool {
        self.points_to.may_address(self.function, addr).iter().any(|o| !self.points_to.content(o).is_empty())
    }

    /// Whether the address of an access is computed with anything but sums.
    fn place(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => self.place(a) || self.place(b),
            ExprKind::Cast(a) if self.is_wide(expr.ty) => self.place(a),
            ExprKind::Const(_)
            | ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Ite(..) => self.value(expr),
        }
    }

    /// Whether some operator of an expression may get an address as its operand and use it as a number.
    fn value(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Const(_)
            | ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_) => false,
            ExprKind::Unary(_, a) => self.may_be_address(a) || self.value(a),
            ExprKind::Cast(a) => (!self.is_wide(expr.ty) && self.may_be_address(a)) || self.value(a),
            ExprKind::Binary(op, a, b) => {
                let ids = (self.may_be_id(a), self.may_be_id(b));
                self.compares_ids.set(self.compares_ids.get() || ids == (true, true));
                let harmless = |e: &Expr| {
                    let number = e.as_const();
                    number.is_some_and(|c| self.is_harmless(*op, e.ty, c, ids.0 || ids.1))
                };
                let compared = op.is_comparison() && (harmless(a) || harmless(b));
                !compared && (self.may_be_address(a) || self.may_be_address(b)) || self.value(a) || self.value(b)
            }
            ExprKind::Ite(c, a, b) => self.value(c) || self.value(a) || self.value(b),
        }
    }
}

/// Whether an operation writes text where nobody can read it, and nobody asks how much: then the text may show addresses. (What `%n`
/// counts is looked at when it is executed.)
pub fn prints_only(op: &Op) -> bool {
    match op {
        Op::Output { dst, sink, .. } => match sink {
            OutputSink::Stdout | OutputSink::Other => dst.is_none(),
            OutputSink::Buffer { .. } => false,
        },
        Op::Skip
        | Op::Assign { .. }
        | Op::Assume { .. }
        | Op::Require { .. }
        | Op::Nondet { .. }
        | Op::Declare { .. }
        | Op::Live { .. }
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::Rmw { .. }
        | Op::CompareExchange { .. }
        | Op::Fence
        | Op::Call { .. }
        | Op::External { .. }
        | Op::Return { .. }
        | Op::Alloc { .. }
        | Op::Free { .. }
        | Op::BlockSize { .. }
        | Op::Compute { .. }
        | Op::StackAlloc { .. }
        | Op::StackFree { .. }
        | Op::Sync { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Error { .. }
        | Op::End { .. }
        | Op::Unreachable
        | Op::Unsupported { .. } => false,
    }
}

/// Whether what a register holds at a location is used for anything but storing it in memory as it is.
fn is_used(function: &Function, register: LocalId, from: Loc, deadline: &Deadline) -> bool {
    let mut seen = vec![false; function.locations()];
    let mut queue = vec![from];
    while let Some(loc) = queue.pop() {
        deadline.look();
        if std::mem::replace(&mut seen[loc.index()], true) {
            continue;
        }
        for (_, edge) in function.leaving(loc) {
            let mut reads = 0;
            edge.op.for_each_expr(&mut |e| e.walk(&mut |e| reads += usize::from(e.kind == ExprKind::Reg(register))));
            if reads > usize::from(stores(&edge.op, register)) {
                return true;
            }
            if !edge.op.defs().contains(&Some(register)) {
                queue.push(edge.target);
            }
        }
    }
    false
}

/// Whether an operation stores a register as it is, but for conversions.
fn stores(op: &Op, register: LocalId) -> bool {
    let Op::Store { value, .. } = op else { return false };
    let mut value = value;
    while let ExprKind::Cast(inner) = &value.kind {
        value = inner;
    }
    value.kind == ExprKind::Reg(register)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Scalar = Scalar::Int { bits: 64, signed: true };
    const ULONG: Scalar = Scalar::Int { bits: 64, signed: false };
    const INT: Scalar = Scalar::INT;
    const UINT: Scalar = Scalar::Int { bits: 32, signed: false };

    /// Whether all addresses that an object can have, in some layouts, answer a comparison with a number alike.
    fn agree(op: BinaryOp, ty: Scalar, number: u128, pointer: Scalar) -> bool {
        let top = pointer.truncate(u128::MAX);
        // With 64 bits, user space ends far below half of the addresses.
        let last = if pointer.bits() == 64 { (1 << 47) - 1 } else { top - UNUSED };
        let places = [UNUSED, UNUSED + 1, 0x0804_8000, 0x5555_5555, 0x7fff_fff0, 0x8000_0000, last - 1, last];
        let holds = |address: u128| {
            let (a, b) = (ty.to_i128(address), ty.to_i128(number));
            match op {
                BinaryOp::Eq => address == number,
                BinaryOp::Ne => address != number,
                BinaryOp::Lt => a < b,
                BinaryOp::Le => a <= b,
                BinaryOp::Gt => a > b,
                BinaryOp::Ge => a >= b,
                _ => panic!("no comparison"),
            }
        };
        let mut answers = places.into_iter().filter(|place| *place <= last).map(holds);
        let first = answers.next().expect("some places");
        answers.all(|answer| answer == first)
    }

    #[test]
    fn a_harmless_number_tells_no_layout_from_another() {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let mut harmless = 0;
        for (pointer, types) in [(ULONG, &[LONG, ULONG][..]), (UINT, &[INT, UINT, LONG, ULONG])] {
            for ty in types {
                let all = ty.truncate(u128::MAX);
                let numbers = [0, 1, 4095, 4096, 4097, 0x0804_8000, 0x5555_5555, 0x7fff_ffff, 0x8000_0000];
                let high =
                    [pointer.truncate(u128::MAX), pointer.truncate(u128::MAX) - 4095, all, all - 4095, all - 4096];
                for number in numbers.into_iter().chain(high) {
                    for op in [Eq, Ne, Lt, Le, Gt, Ge] {
                        if is_harmless(op, *ty, number, pointer) {
                            harmless += 1;
                            assert!(agree(op, *ty, number, pointer), "{op} {number:#x} as {ty}, pointers {pointer}");
                        }
                    }
                }
                assert!(is_harmless(Eq, *ty, 0, pointer) && is_harmless(Ne, *ty, all, pointer));
                assert!(!is_harmless(Eq, *ty, 0x5555_5555, pointer));
            }
        }
        assert!(harmless > 100, "{harmless}");
        assert!(!is_harmless(Eq, Scalar::Float(crate::FloatKind::F64), 0, ULONG));
    }

    #[test]
    fn ids_are_no_zero_and_not_all_ones_and_nothing_else_is_known() {
        use BinaryOp::{Eq, Ge, Lt, Ne, Sub};
        assert!(is_harmless_for_ids(Eq, ULONG, 0) && is_harmless_for_ids(Ne, ULONG, u64::MAX.into()));
        assert!(is_harmless_for_ids(Lt, ULONG, 0) && !is_harmless_for_ids(Lt, LONG, 0));
        assert!(!is_harmless_for_ids(Eq, ULONG, 1) && !is_harmless_for_ids(Ge, ULONG, 1));
        assert!(!is_harmless_for_ids(Eq, ULONG, u32::MAX.into()) && !is_harmless_for_ids(Sub, ULONG, 0));
    }
}
