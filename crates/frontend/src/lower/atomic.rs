//! Atomic accesses: C11 `_Atomic` objects and the `__atomic_*` and `__sync_*` builtins.
//!
//! A compound assignment on an atomic object is one read-modify-write where the operation commutes with the cut to
//! the object's width. Where it does not (`_Atomic char c; c += 1.5`), it is the loop of compare-and-exchange that
//! C11 6.5.16.2 gives as its meaning.

use raddle_program::{Access, BinaryOp, Expr, IntKind, MemoryOrder, Op, RmwOp, Scalar, Span, Type, TypeId, UnaryOp};

use super::body::Body;
use super::fold;
use crate::hir::{self, Arith};

impl<'h> Body<'_, 'h> {
    /// An atomic read-modify-write; the result is the old value.
    pub fn rmw(&mut self, addr: Expr, op: RmwOp, operand: Expr, access: Access, span: Span) -> Expr {
        let dst = self.temporary(access.ty, span);
        self.emit(Op::Rmw { dst: Some(dst), addr, op, operand, access }, span);
        Expr::reg(dst, access.ty, span)
    }

    /// Compound assignment to an atomic object.
    #[allow(clippy::too_many_arguments)]
    pub fn atomic_arith(
        &mut self,
        addr: Expr,
        access: Access,
        ty: TypeId,
        op: Arith,
        operand: Expr,
        computation: TypeId,
        postfix: bool,
        span: Span,
    ) -> Expr {
        let operand = self.hold(operand);
        if let Some((rmw, cut)) = self.direct_rmw(access.ty, ty, op, &operand, computation, span) {
            let old = self.rmw(addr, rmw, cut, access, span);
            return if postfix { old } else { self.computed(old, op, operand, ty, computation, span) };
        }
        // old = *addr; do new = old op operand; while (!cas(addr, &old, new));
        let loaded = self.load(addr.clone(), access, span);
        let old = self.temporary(access.ty, span);
        self.set(old, loaded, span);
        let (head, again, after) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
        self.automaton.enter(head);
        let old_value = Expr::reg(old, access.ty, span);
        let new = self.computed(old_value.clone(), op, operand, ty, computation, span);
        let new = self.hold(new);
        let (seen, failed) = self.compare_exchange(addr, old_value.clone(), new.clone(), false, access, span);
        self.automaton.branch(failed, span, again, after);
        self.automaton.resume(again);
        self.emit(Op::Assign { dst: old, value: seen }, span);
        self.automaton.jump(head);
        self.automaton.resume(after);
        if postfix { old_value } else { new }
    }

    /// The single operation with the same effect, if there is one.
    fn direct_rmw(
        &self,
        object: Scalar,
        ty: TypeId,
        op: Arith,
        operand: &Expr,
        computation: TypeId,
        span: Span,
    ) -> Option<(RmwOp, Expr)> {
        if matches!(self.linker.types.get(ty), Type::Int(IntKind::Bool)) {
            return None;
        }
        let computed = self.scalar(computation);
        let integers = matches!((object, computed), (Scalar::Int { .. }, Scalar::Int { .. }));
        let same = object == computed;
        let cut = || fold::cast(operand.clone(), object, span);
        match op {
            Arith::Add if same || integers => Some((RmwOp::Add, cut())),
            Arith::Sub if same || integers => Some((RmwOp::Sub, cut())),
            // A product that is computed in a wider signed type may overflow there.
            Arith::Mul if same || integers && self.wraps(computation) => Some((RmwOp::Mul, cut())),
            Arith::And if integers => Some((RmwOp::And, cut())),
            Arith::Or if integers => Some((RmwOp::Or, cut())),
            Arith::Xor if integers => Some((RmwOp::Xor, cut())),
            Arith::Div if same => Some((RmwOp::Div, cut())),
            Arith::Rem if same => Some((RmwOp::Rem, cut())),
            Arith::Shl if same => Some((RmwOp::Shl, operand.clone())),
            Arith::Shr if same => Some((RmwOp::Shr, operand.clone())),
            Arith::Add
            | Arith::Sub
            | Arith::Mul
            | Arith::And
            | Arith::Or
            | Arith::Xor
            | Arith::Div
            | Arith::Rem
            | Arith::Shl
            | Arith::Shr => None,
        }
    }

    /// A compare-and-exchange; the results are the old value and whether it failed.
    fn compare_exchange(
        &mut self,
        addr: Expr,
        expected: Expr,
        desired: Expr,
        weak: bool,
        access: Access,
        span: Span,
    ) -> (Expr, Expr) {
        let dst = self.temporary(access.ty, span);
        let failed = self.temporary(Scalar::INT, span);
        self.emit(Op::CompareExchange { dst, failed, addr, expected, desired, weak, access }, span);
        (Expr::reg(dst, access.ty, span), Expr::reg(failed, Scalar::INT, span))
    }

    /// How an object of a type is accessed in one piece: a scalar as itself, a small record as an integer.
    pub fn atomic_access(&self, ty: TypeId, order: MemoryOrder) -> Option<Access> {
        let scalar = match self.linker.types.scalar(ty) {
            Some(scalar) => scalar,
            None => match self.linker.types.size(ty)? {
                size @ (1 | 2 | 4 | 8 | 16) => Scalar::Int { bits: 8 * size as u8, signed: false },
                _ => return None,
            },
        };
        Some(Access { ty: scalar, atomic: Some(order), volatile: false })
    }

    /// A value that has been loaded in one piece, as an rvalue of its type: a record is put into memory.
    pub fn unpack(&mut self, value: Expr, ty: TypeId, span: Span) -> Expr {
        if !self.linker.is_record(ty) {
            return fold::cast(value, self.scalar(ty), span);
        }
        let size = value.ty.size();
        let local = self.memory_temporary(ty, size, self.linker.types.align(ty).max(1), span);
        let addr = self.local_address(local, span);
        self.store(addr.clone(), value.clone(), Access::plain(value.ty), span);
        addr
    }

    /// An rvalue of a type in one piece, to be stored atomically.
    pub fn pack(&mut self, value: Expr, ty: TypeId, access: Access, span: Span) -> Expr {
        if !self.linker.is_record(ty) {
            return fold::cast(value, access.ty, span);
        }
        self.load(value, Access::plain(access.ty), span)
    }

    /// `__atomic_load_n(pointer, order)`.
    pub fn atomic_load(&mut self, pointer: &'h hir::Expr, order: MemoryOrder, ty: TypeId, span: Span) -> Expr {
        let addr = self.expression(pointer);
        let Some(access) = self.atomic_access(ty, order) else {
            return self.unsupported_value("an atomic access to an object of this size", ty, span);
        };
        let value = self.load(addr, access, span);
        self.unpack(value, ty, span)
    }

    /// `__atomic_store_n(pointer, value, order)`.
    pub fn atomic_store(&mut self, pointer: &'h hir::Expr, value: &'h hir::Expr, order: MemoryOrder, span: Span) {
        let addr = self.expression(pointer);
        let ty = value.ty;
        let value = self.expression(value);
        let Some(access) = self.atomic_access(ty, order) else {
            return self.unsupported("an atomic access to an object of this size", span);
        };
        let value = self.pack(value, ty, access, span);
        self.store(addr, value, access, span);
    }

    /// `__atomic_fetch_add` and relatives.
    #[allow(clippy::too_many_arguments)]
    pub fn atomic_rmw(
        &mut self,
        pointer: &'h hir::Expr,
        op: RmwOp,
        operand: &'h hir::Expr,
        new_value: bool,
        order: MemoryOrder,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        let addr = self.expression(pointer);
        let operand_type = operand.ty;
        let operand = self.expression(operand);
        let Some(access) = self.atomic_access(operand_type, order) else {
            return self.unsupported_value("an atomic access to an object of this size", ty, span);
        };
        let operand = self.pack(operand, operand_type, access, span);
        let operand = self.hold(operand);
        let old = self.rmw(addr, op, operand.clone(), access, span);
        let value = if new_value { combined(op, old, operand, span) } else { old };
        if self.is_void(ty) { value } else { self.unpack(value, ty, span) }
    }

    /// `__atomic_compare_exchange_n`: on failure the old value is stored through `expected`.
    #[allow(clippy::too_many_arguments)]
    pub fn atomic_compare_exchange(
        &mut self,
        pointer: &'h hir::Expr,
        expected: &'h hir::Expr,
        desired: &'h hir::Expr,
        weak: bool,
        order: MemoryOrder,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        let addr = self.expression(pointer);
        let expected = self.expression(expected);
        let expected = self.hold(expected);
        let object = desired.ty;
        let desired = self.expression(desired);
        let Some(access) = self.atomic_access(object, order) else {
            return self.unsupported_value("an atomic access to an object of this size", ty, span);
        };
        let desired = self.pack(desired, object, access, span);
        let plain = Access::plain(access.ty);
        let old_expected = self.load(expected.clone(), plain, span);
        let (seen, failed) = self.compare_exchange(addr, old_expected, desired, weak, access, span);
        let (update, after) = (self.automaton.fresh(), self.automaton.fresh());
        self.automaton.branch(failed.clone(), span, update, after);
        self.automaton.resume(update);
        self.store(expected, seen, plain, span);
        self.automaton.enter(after);
        fold::cast(fold::not(failed, span), self.scalar(ty), span)
    }

    /// `__sync_bool_compare_and_swap` and `__sync_val_compare_and_swap`.
    pub fn sync_compare_and_swap(
        &mut self,
        pointer: &'h hir::Expr,
        expected: &'h hir::Expr,
        desired: &'h hir::Expr,
        success: bool,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        let addr = self.expression(pointer);
        let object = desired.ty;
        let expected = self.expression(expected);
        let desired = self.expression(desired);
        let Some(access) = self.atomic_access(object, MemoryOrder::SeqCst) else {
            return self.unsupported_value("an atomic access to an object of this size", ty, span);
        };
        let expected = fold::cast(expected, access.ty, span);
        let desired = fold::cast(desired, access.ty, span);
        let (seen, failed) = self.compare_exchange(addr, expected, desired, false, access, span);
        let value = if success { fold::not(failed, span) } else { seen };
        fold::cast(value, self.scalar(ty), span)
    }
}

/// What a read-modify-write has stored.
fn combined(op: RmwOp, old: Expr, operand: Expr, span: Span) -> Expr {
    let op = match op {
        RmwOp::Exchange => return operand,
        RmwOp::Nand => {
            return fold::unary(UnaryOp::BitNot, fold::binary(BinaryOp::And, old, operand, span), span);
        }
        RmwOp::Add => BinaryOp::Add,
        RmwOp::Sub => BinaryOp::Sub,
        RmwOp::And => BinaryOp::And,
        RmwOp::Or => BinaryOp::Or,
        RmwOp::Xor => BinaryOp::Xor,
        RmwOp::Mul => BinaryOp::Mul,
        RmwOp::Div => BinaryOp::Div,
        RmwOp::Rem => BinaryOp::Rem,
        RmwOp::Shl => BinaryOp::Shl,
        RmwOp::Shr => BinaryOp::Shr,
    };
    // Atomic arithmetic wraps silently, signed or not; the machine reports overflow on signed operands only.
    let Scalar::Int { bits, signed: true } = old.ty else { return fold::binary(op, old, operand, span) };
    let (ty, wrapping) = (old.ty, Scalar::Int { bits, signed: false });
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            let (a, b) = (fold::cast(old, wrapping, span), fold::cast(operand, wrapping, span));
            fold::cast(fold::binary(op, a, b, span), ty, span)
        }
        BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge => fold::binary(op, old, operand, span),
    }
}
