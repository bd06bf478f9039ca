//! Assignments: plain, compound, `++` and `--`.

use raddle_program::{BinaryOp, Expr, Span, TypeId};

use super::body::Body;
use super::expression::arith;
use super::fold;
use super::lvalue::Target;
use crate::hir::{self, Arith, SizeOf};

impl<'h> Body<'_, 'h> {
    /// `lvalue = value`. The lvalue is evaluated first; the result is the new value.
    pub fn assign(&mut self, lvalue: &'h hir::Lvalue, value: &'h hir::Expr, span: Span) -> Expr {
        if self.linker.is_record(lvalue.ty.ty) {
            return self.assign_record(lvalue, value, span);
        }
        let target = self.lvalue(lvalue);
        let value = self.expression(value);
        // The value of the assignment may be used after the lvalue has been changed by somebody else, and the store
        // must see the same value as the result.
        self.write(&target, value, span)
    }

    /// `lvalue op= value`, `lvalue++` and relatives on numbers.
    pub fn arith_assign(
        &mut self,
        lvalue: &'h hir::Lvalue,
        op: Arith,
        value: &'h hir::Expr,
        computation: TypeId,
        postfix: bool,
        span: Span,
    ) -> Expr {
        let target = self.lvalue(lvalue);
        let target = self.hold_target(target);
        let operand = self.expression(value);
        if let Target::Memory { addr, access } = &target
            && access.atomic.is_some()
        {
            let (addr, access) = (addr.clone(), *access);
            return self.atomic_arith(addr, access, lvalue.ty.ty, op, operand, computation, postfix, span);
        }
        let old = self.read(&target, span);
        let old = if postfix { self.hold(old) } else { old };
        let new = self.computed(old.clone(), op, operand, lvalue.ty.ty, computation, span);
        let new = self.write(&target, new, span);
        if postfix { old } else { new }
    }

    /// `(T)((C)old op operand)`.
    pub fn computed(
        &mut self,
        old: Expr,
        op: Arith,
        operand: Expr,
        ty: TypeId,
        computation: TypeId,
        span: Span,
    ) -> Expr {
        let wide = self.scalar(computation);
        let old = self.convert(old, wide, computation, span);
        let result = arith(op, old, operand, span);
        self.convert(result, self.scalar(ty), ty, span)
    }

    /// `pointer += index` and relatives.
    pub fn pointer_assign(
        &mut self,
        lvalue: &'h hir::Lvalue,
        index: &'h hir::Expr,
        size: &SizeOf,
        negative: bool,
        postfix: bool,
        span: Span,
    ) -> Expr {
        let target = self.lvalue(lvalue);
        let target = self.hold_target(target);
        let bytes = self.index_bytes(index, size, span);
        let op = if negative { BinaryOp::Sub } else { BinaryOp::Add };
        if let Target::Memory { addr, access } = &target
            && access.atomic.is_some()
        {
            let (addr, access) = (addr.clone(), *access);
            let bytes = self.hold(bytes);
            let rmw = if negative { raddle_program::RmwOp::Sub } else { raddle_program::RmwOp::Add };
            let old = self.rmw(addr, rmw, bytes.clone(), access, span);
            return if postfix { old } else { fold::binary(op, old, bytes, span) };
        }
        let old = self.read(&target, span);
        let old = if postfix { self.hold(old) } else { old };
        let new = fold::binary(op, old.clone(), bytes, span);
        let new = self.write(&target, new, span);
        if postfix { old } else { new }
    }
}
