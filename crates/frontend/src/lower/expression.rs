//! Expressions: the edges that evaluate them, and a pure expression for their value.

use raddle_program::{BinaryOp, Expr, Op, Scalar, Span, Type, TypeId, UnaryOp};

use super::body::Body;
use super::fold;
use crate::hir::{self, Arith, Compare, ExprKind, SizeOf};

/// Expressions with more nodes than this are not considered for evaluation without a branch.
const SMALL: u32 = 24;

impl<'h> Body<'_, 'h> {
    /// Evaluates an expression; the result is its value (the address of the object, for a record).
    pub fn expression(&mut self, e: &'h hir::Expr) -> Expr {
        if self.linker.is_record(e.ty) {
            return self.record(e);
        }
        let span = e.span;
        match &e.kind {
            ExprKind::Const(bits) => Expr::constant(*bits, self.scalar(e.ty), span),
            ExprKind::Load(lvalue) => {
                let lvalue = self.lvalue(lvalue);
                self.read(&lvalue, span)
            }
            ExprKind::AddrOf(lvalue) => self.address(lvalue),
            ExprKind::FuncAddr(f) => {
                let id = self.linker.function(*f);
                self.function_address(id, span)
            }
            ExprKind::LabelAddr(label) => self.word(label.address(), span),
            ExprKind::Neg(a) => fold::unary(UnaryOp::Neg, self.expression(a), span),
            ExprKind::BitNot(a) => fold::unary(UnaryOp::BitNot, self.expression(a), span),
            ExprKind::Not(a) => fold::not(self.expression(a), span),
            ExprKind::Arith(op, a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                arith(*op, a, b, span)
            }
            ExprKind::FieldBits { value, width } => {
                let value = self.expression(value);
                field_bits(value, *width, span)
            }
            ExprKind::Compare(op, a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                // Two pointers may reach us in integer types of their own.
                let b = fold::cast(b, a.ty, span);
                fold::binary(comparison(*op), a, b, span)
            }
            ExprKind::PtrAdd { pointer, index, size, negative } => {
                let pointer = self.expression(pointer);
                let bytes = self.index_bytes(index, size, span);
                let op = if *negative { BinaryOp::Sub } else { BinaryOp::Add };
                fold::binary(op, pointer, bytes, span)
            }
            ExprKind::PtrDiff { left, right, size } => {
                let (left, right) = (self.expression(left), self.expression(right));
                let bytes = fold::cast(fold::binary(BinaryOp::Sub, left, right, span), self.scalar(e.ty), span);
                let size = self.size_of(size, span);
                let size = fold::cast(size, bytes.ty, span);
                match size.as_const() {
                    Some(1) => bytes,
                    Some(_) | None => fold::binary(BinaryOp::Div, bytes, size, span),
                }
            }
            ExprKind::SizeOf(size) => {
                let size = self.size_of(size, span);
                fold::cast(size, self.scalar(e.ty), span)
            }
            ExprKind::And(a, b) if self.is_pure(e) => {
                let (a, b) = (self.expression(a), self.expression(b));
                fold::ite(a, fold::truth(b, span), fold::zero(Scalar::INT, span), span)
            }
            ExprKind::Or(a, b) if self.is_pure(e) => {
                let (a, b) = (self.expression(a), self.expression(b));
                fold::ite(a, Expr::constant(1, Scalar::INT, span), fold::truth(b, span), span)
            }
            ExprKind::Cond(c, a, b) if self.is_pure(e) => {
                let (c, a, b) = (self.expression(c), self.expression(a), self.expression(b));
                let a = fold::cast(a, b.ty, span);
                fold::ite(c, a, b, span)
            }
            ExprKind::And(..) | ExprKind::Or(..) => {
                let (yes, no) = (self.automaton.fresh(), self.automaton.fresh());
                self.condition(e, yes, no);
                self.truth_of_branches(yes, no, span)
            }
            ExprKind::Cond(c, a, b) => self.conditional(c, a, b, e.ty, span),
            ExprKind::Elvis(a, b) => self.elvis(a, b, e.ty, span),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.expression(b)
            }
            ExprKind::Convert(a) => self.conversion(a, e.ty, span),
            ExprKind::Assign(lvalue, value) => self.assign(lvalue, value, span),
            ExprKind::ArithAssign { lvalue, op, value, computation, postfix } => {
                self.arith_assign(lvalue, *op, value, *computation, *postfix, span)
            }
            ExprKind::PtrAssign { lvalue, index, size, negative, postfix } => {
                self.pointer_assign(lvalue, index, size, *negative, *postfix, span)
            }
            ExprKind::Call { callee, args } => {
                let value = self.call(callee, args, e.ty, None, true, span);
                value.unwrap_or_else(|| fold::zero(Scalar::INT, span))
            }
            ExprKind::StmtExpr { stmts, value } => {
                let before = self.endings.len();
                self.depth += 1;
                self.statements(stmts);
                self.depth -= 1;
                let value = match value {
                    Some(value) => self.expression(value),
                    None => fold::zero(Scalar::INT, span),
                };
                if self.endings.len() > before {
                    let value = self.hold(value);
                    self.close_scope(before, span);
                    return value;
                }
                value
            }
            ExprKind::Builtin(builtin) => self.builtin(builtin, e.ty, span),
        }
    }

    /// Evaluates an expression for its effect.
    pub fn effect(&mut self, e: &'h hir::Expr) {
        let span = e.span;
        match &e.kind {
            ExprKind::Call { callee, args } => {
                self.call(callee, args, e.ty, None, false, span);
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            ExprKind::Convert(a) if self.is_void(e.ty) => self.effect(a),
            ExprKind::Cond(c, a, b) => {
                let (yes, no, after) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
                self.condition(c, yes, no);
                self.automaton.resume(yes);
                self.effect(a);
                self.automaton.jump(after);
                self.automaton.resume(no);
                self.effect(b);
                self.automaton.enter(after);
            }
            ExprKind::And(..) | ExprKind::Or(..) => {
                let after = self.automaton.fresh();
                self.condition(e, after, after);
                self.automaton.resume(after);
            }
            // What is assigned is computed for the lvalue.
            ExprKind::Assign(lvalue, value) => {
                self.assign(lvalue, value, span);
            }
            ExprKind::StmtExpr { stmts, value } => {
                let before = self.endings.len();
                self.depth += 1;
                self.statements(stmts);
                self.depth -= 1;
                if let Some(value) = value {
                    self.effect(value);
                }
                self.close_scope(before, span);
            }
            ExprKind::ArithAssign { lvalue, op, value, computation, postfix: _ } => {
                self.arith_assign(lvalue, *op, value, *computation, false, span);
            }
            ExprKind::PtrAssign { lvalue, index, size, negative, postfix: _ } => {
                self.pointer_assign(lvalue, index, size, *negative, false, span);
            }
            ExprKind::Const(_)
            | ExprKind::Load(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Arith(..)
            | ExprKind::Compare(..)
            | ExprKind::PtrAdd { .. }
            | ExprKind::PtrDiff { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::FieldBits { .. }
            | ExprKind::Elvis(..)
            | ExprKind::Convert(_)
            | ExprKind::Builtin(_) => {
                let value = self.expression(e);
                // Nobody wants the value, but computing it may be undefined.
                if fold::is_partial(&value) {
                    let dst = self.temporary(value.ty, span);
                    self.emit(Op::Assign { dst, value }, span);
                }
            }
        }
    }

    /// The register type of a C type. Typing gives values only scalar and record types; for anything else (`void` in
    /// a place where a value is discarded) any type will do.
    pub fn scalar(&self, ty: TypeId) -> Scalar {
        self.linker.types.scalar(ty).unwrap_or(match self.is_void(ty) {
            true => Scalar::INT,
            false => self.linker.pointer(),
        })
    }

    /// Whether a type is `void`.
    pub fn is_void(&self, ty: TypeId) -> bool {
        matches!(self.linker.types.get(ty), Type::Void)
    }

    fn conversion(&mut self, a: &'h hir::Expr, to: TypeId, span: Span) -> Expr {
        if self.is_void(to) {
            self.effect(a);
            return fold::zero(Scalar::INT, span);
        }
        let value = self.expression(a);
        self.convert(value, self.scalar(to), to, span)
    }

    /// Converts a scalar as C says.
    pub fn convert(&mut self, value: Expr, to: Scalar, ty: TypeId, span: Span) -> Expr {
        match self.linker.types.get(ty) {
            Type::Int(raddle_program::IntKind::Bool) => fold::cast(fold::truth(value, span), to, span),
            Type::Int(_)
            | Type::Void
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => fold::cast(value, to, span),
        }
    }

    /// `index * size` in bytes, as wide as a pointer.
    pub fn index_bytes(&mut self, index: &'h hir::Expr, size: &SizeOf, span: Span) -> Expr {
        let index = self.expression(index);
        let index = fold::cast(index, self.linker.pointer(), span);
        let size = self.size_of(size, span);
        fold::binary(BinaryOp::Mul, index, size, span)
    }

    /// A size in bytes; the run-time factors are registers.
    pub fn size_of(&mut self, size: &SizeOf, span: Span) -> Expr {
        let mut bytes = self.word(size.bytes, span);
        for vla in &size.lengths {
            match self.lengths.get(vla) {
                Some(length) => {
                    let length = self.pointer_register(*length, span);
                    bytes = fold::binary(BinaryOp::Mul, length, bytes, span);
                }
                None => {
                    return self.unsupported_value(
                        "the length of an array that another function declares",
                        self.linker.word.ty,
                        span,
                    );
                }
            }
        }
        bytes
    }

    /// 1 where control comes from `yes`, 0 where it comes from `no`.
    fn truth_of_branches(&mut self, yes: raddle_program::Loc, no: raddle_program::Loc, span: Span) -> Expr {
        let dst = self.temporary(Scalar::INT, span);
        let after = self.automaton.fresh();
        self.automaton.resume(yes);
        self.emit(Op::Assign { dst, value: Expr::constant(1, Scalar::INT, span) }, span);
        self.automaton.jump(after);
        self.automaton.resume(no);
        self.emit(Op::Assign { dst, value: fold::zero(Scalar::INT, span) }, span);
        self.automaton.enter(after);
        Expr::reg(dst, Scalar::INT, span)
    }

    fn conditional(&mut self, c: &'h hir::Expr, a: &'h hir::Expr, b: &'h hir::Expr, ty: TypeId, span: Span) -> Expr {
        let scalar = self.scalar(ty);
        let dst = self.typed_temporary(ty, scalar, span);
        let (yes, no, after) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
        self.condition(c, yes, no);
        for (start, value) in [(yes, a), (no, b)] {
            self.automaton.resume(start);
            let value = self.expression(value);
            self.set(dst, fold::cast(value, scalar, span), span);
            self.automaton.jump(after);
        }
        self.automaton.resume(after);
        Expr::reg(dst, scalar, span)
    }

    fn elvis(&mut self, a: &'h hir::Expr, b: &'h hir::Expr, ty: TypeId, span: Span) -> Expr {
        let scalar = self.scalar(ty);
        let dst = self.typed_temporary(ty, scalar, span);
        let value = self.expression(a);
        let value = self.hold(value);
        let (yes, no, after) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
        self.automaton.branch(value.clone(), span, yes, no);
        self.automaton.resume(yes);
        let value = self.convert(value, scalar, ty, span);
        self.emit(Op::Assign { dst, value }, span);
        self.automaton.jump(after);
        self.automaton.resume(no);
        let value = self.expression(b);
        self.set(dst, fold::cast(value, scalar, span), span);
        self.automaton.enter(after);
        Expr::reg(dst, scalar, span)
    }

    /// Sets a register; if the value is a temporary that the last edge has just set, that edge sets the register.
    pub fn set(&mut self, dst: raddle_program::LocalId, value: Expr, span: Span) {
        if let raddle_program::ExprKind::Reg(from) = value.kind {
            let locals = &self.automaton.locals;
            let same = locals[from].storage == locals[dst].storage;
            if from == dst {
                return;
            }
            if same && locals[from].name.is_none() && self.automaton.retarget(from, dst) {
                return;
            }
        }
        self.emit(Op::Assign { dst, value }, span);
    }

    /// Whether evaluating the expression needs no edge and can neither trap nor be reported as undefined behaviour:
    /// then both sides of `&&`, `||` and `?:` may be evaluated.
    fn is_pure(&self, e: &hir::Expr) -> bool {
        self.pure_within(e, &mut SMALL.clone())
    }

    fn pure_within(&self, e: &hir::Expr, budget: &mut u32) -> bool {
        if *budget == 0 || self.linker.types.scalar(e.ty).is_none() {
            return false;
        }
        *budget -= 1;
        match &e.kind {
            ExprKind::Const(_) | ExprKind::FuncAddr(_) => true,
            ExprKind::Load(lvalue) => self.is_register(lvalue),
            ExprKind::AddrOf(lvalue) => self.is_static(lvalue),
            ExprKind::BitNot(a) | ExprKind::Not(a) | ExprKind::FieldBits { value: a, .. } => {
                self.pure_within(a, budget)
            }
            ExprKind::Convert(a) => {
                // A float out of range has no integer value.
                let float = matches!(self.linker.types.scalar(a.ty), Some(Scalar::Float(_)));
                !float && self.pure_within(a, budget)
            }
            ExprKind::Neg(a) => self.wraps(e.ty) && self.pure_within(a, budget),
            ExprKind::Arith(op, a, b) => {
                let total = match op {
                    Arith::Add | Arith::Sub | Arith::Mul => self.wraps(e.ty),
                    Arith::And | Arith::Or | Arith::Xor => true,
                    Arith::Div | Arith::Rem | Arith::Shl | Arith::Shr => false,
                };
                total && self.pure_within(a, budget) && self.pure_within(b, budget)
            }
            ExprKind::Compare(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.pure_within(a, budget) && self.pure_within(b, budget)
            }
            ExprKind::Cond(c, a, b) => {
                self.pure_within(c, budget) && self.pure_within(a, budget) && self.pure_within(b, budget)
            }
            ExprKind::PtrAdd { pointer, index, size, .. } => {
                size.lengths.is_empty() && self.pure_within(pointer, budget) && self.pure_within(index, budget)
            }
            ExprKind::LabelAddr(_)
            | ExprKind::PtrDiff { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::Elvis(..)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::ArithAssign { .. }
            | ExprKind::PtrAssign { .. }
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr { .. }
            | ExprKind::Builtin(_) => false,
        }
    }

    /// Whether arithmetic of the type is defined for all operands.
    pub(super) fn wraps(&self, ty: TypeId) -> bool {
        match self.linker.types.scalar(ty) {
            Some(Scalar::Int { signed, .. }) => !signed,
            Some(Scalar::Float(_)) => true,
            None => false,
        }
    }
}

/// The low bits of an integer, extended to its type again.
pub(super) fn field_bits(value: Expr, width: u32, span: Span) -> Expr {
    let Scalar::Int { bits, signed } = value.ty else { return value };
    let ty = value.ty;
    let Some(above) = u32::from(bits).checked_sub(width).filter(|above| *above > 0) else { return value };
    if !signed {
        let mask = Expr::constant((1u128 << width) - 1, ty, span);
        return fold::binary(BinaryOp::And, value, mask, span);
    }
    let by = || Expr::constant(u128::from(above), Scalar::INT, span);
    let unsigned = Scalar::Int { bits, signed: false };
    let up = fold::binary(BinaryOp::Shl, fold::cast(value, unsigned, span), by(), span);
    fold::binary(BinaryOp::Shr, fold::cast(up, ty, span), by(), span)
}

/// `a op b` in the type of `a`.
pub(super) fn arith(op: Arith, a: Expr, b: Expr, span: Span) -> Expr {
    let op = match op {
        Arith::Add => BinaryOp::Add,
        Arith::Sub => BinaryOp::Sub,
        Arith::Mul => BinaryOp::Mul,
        Arith::Div => BinaryOp::Div,
        Arith::Rem => BinaryOp::Rem,
        Arith::Shl => BinaryOp::Shl,
        Arith::Shr => BinaryOp::Shr,
        Arith::And => BinaryOp::And,
        Arith::Or => BinaryOp::Or,
        Arith::Xor => BinaryOp::Xor,
    };
    fold::binary(op, a, b, span)
}

fn comparison(op: Compare) -> BinaryOp {
    match op {
        Compare::Eq => BinaryOp::Eq,
        Compare::Ne => BinaryOp::Ne,
        Compare::Lt => BinaryOp::Lt,
        Compare::Le => BinaryOp::Le,
        Compare::Gt => BinaryOp::Gt,
        Compare::Ge => BinaryOp::Ge,
    }
}
