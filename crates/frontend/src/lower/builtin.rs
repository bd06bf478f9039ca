//! Compiler builtins that are not ordinary calls.

use raddle_program::{Access, BinaryOp, Expr, NondetKind, Op, Scalar, Span, Type, TypeId, UnaryOp};

use super::body::Body;
use super::expression::{arith, field_bits};
use super::fold;
use crate::hir::{self, Arith, BitsOp, Builtin};

impl<'h> Body<'_, 'h> {
    /// Evaluates a builtin; the value of one without a result is meaningless.
    pub fn builtin(&mut self, builtin: &'h Builtin, ty: TypeId, span: Span) -> Expr {
        let nothing = fold::zero(Scalar::INT, span);
        match builtin {
            Builtin::VaStart(list) => {
                self.va_start(list, span);
                nothing
            }
            Builtin::VaArg(list) => self.va_arg(list, ty, span),
            Builtin::VaEnd(_) => nothing,
            Builtin::VaCopy(to, from) => {
                self.va_copy(to, from, span);
                nothing
            }
            Builtin::AtomicLoad { pointer, order } => self.atomic_load(pointer, *order, ty, span),
            Builtin::AtomicStore { pointer, value, order } => {
                self.atomic_store(pointer, value, *order, span);
                nothing
            }
            Builtin::AtomicRmw { pointer, op, operand, new_value, order } => {
                self.atomic_rmw(pointer, *op, operand, *new_value, *order, ty, span)
            }
            Builtin::AtomicCompareExchange { pointer, expected, desired, weak, order } => {
                self.atomic_compare_exchange(pointer, expected, desired, *weak, *order, ty, span)
            }
            Builtin::SyncCompareAndSwap { pointer, expected, desired, success } => {
                self.sync_compare_and_swap(pointer, expected, desired, *success, ty, span)
            }
            Builtin::Overflow { op, left, right, result } => self.overflow(*op, left, right, result, ty, span),
            Builtin::Bits(op, a) => {
                let value = self.expression(a);
                let result = self.count_bits(*op, value, span);
                fold::cast(result, self.scalar(ty), span)
            }
            Builtin::Alloca(size) => {
                let size = self.expression(size);
                let size = fold::cast(size, self.linker.pointer(), span);
                self.stack_block(size, span)
            }
            Builtin::Unsupported(what) => self.unsupported_value(what.clone(), ty, span),
        }
    }

    /// A block of the frame that lives until the function returns.
    pub fn stack_block(&mut self, size: Expr, span: Span) -> Expr {
        let dst = self.temporary(self.linker.pointer(), span);
        self.emit(Op::StackAlloc { dst, size, align: 16 }, span);
        self.pointer_register(dst, span)
    }

    /// The exact result is computed with more bits than any of the three types has, and compared with what is stored.
    fn overflow(
        &mut self,
        op: Arith,
        left: &'h hir::Expr,
        right: &'h hir::Expr,
        result: &'h hir::Fits,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        let (left, right) = (self.expression(left), self.expression(right));
        let (pointer, stored, width) = match result {
            hir::Fits::Stored(pointer) => {
                let stored = self.scalar(self.target_of(pointer.ty));
                (Some(self.expression(pointer)), stored, stored.bits())
            }
            hir::Fits::Bits { width, signed } => {
                let bits = if *width > 64 { 128 } else { 64 };
                (None, Scalar::Int { bits, signed: *signed }, *width)
            }
        };
        let unsigned = |s: Scalar| matches!(s, Scalar::Int { signed: false, .. });
        if [left.ty, right.ty, stored].iter().any(|s| s.bits() > 64 || matches!(s, Scalar::Float(_))) {
            return self.unsupported_value("an overflow builtin on 128-bit integers", ty, span);
        }
        // A product of two unsigned 64-bit numbers needs all 128 bits; everything else fits with a sign.
        let signed = !(op == Arith::Mul && unsigned(left.ty) && unsigned(right.ty));
        let wide = Scalar::Int { bits: 128, signed };
        let exact = arith(op, fold::cast(left, wide, span), fold::cast(right, wide, span), span);
        let exact = self.hold(exact);
        let value = field_bits(fold::cast(exact.clone(), stored, span), width, span);
        if let Some(pointer) = pointer {
            self.store(pointer, value.clone(), Access::plain(stored), span);
        }
        let wrapped = fold::binary(BinaryOp::Ne, fold::cast(value, wide, span), exact, span);
        fold::cast(wrapped, self.scalar(ty), span)
    }

    /// What a pointer type points to.
    fn target_of(&self, ty: TypeId) -> TypeId {
        match self.linker.types.get(ty) {
            Type::Pointer(target) => target.ty,
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => ty,
        }
    }

    /// Bit counting without a loop: the sums of bits, then of pairs, nibbles and bytes, side by side in one word.
    fn count_bits(&mut self, op: BitsOp, value: Expr, span: Span) -> Expr {
        let bits = value.ty.bits();
        let word = Scalar::Int { bits: bits as u8, signed: false };
        let value = fold::cast(value, word, span);
        let value = self.hold(value);
        let constant = |v: u128| Expr::constant(v, word, span);
        let int = |v: u128| Expr::constant(v, Scalar::INT, span);
        match op {
            BitsOp::Popcount => self.popcount(value, span),
            BitsOp::Parity => {
                let count = self.popcount(value, span);
                fold::binary(BinaryOp::And, count, int(1), span)
            }
            BitsOp::Ctz => {
                let zeros = self.trailing_zeros(value.clone(), span);
                self.unless_zero(value, zeros, span)
            }
            BitsOp::Ffs => {
                let zeros = self.trailing_zeros(value.clone(), span);
                let position = fold::binary(BinaryOp::Add, zeros, int(1), span);
                fold::ite(value, position, int(0), span)
            }
            BitsOp::Clz => {
                let zeros = self.leading_zeros(value.clone(), span);
                self.unless_zero(value, zeros, span)
            }
            BitsOp::Clrsb => {
                // Leading copies of the sign bit, without the sign bit itself: those of x ^ (x >> width - 1).
                let signed = Scalar::Int { bits: bits as u8, signed: true };
                let shift = int(u128::from(bits - 1));
                let sign = fold::binary(BinaryOp::Shr, fold::cast(value.clone(), signed, span), shift, span);
                let folded = fold::binary(BinaryOp::Xor, value, fold::cast(sign, word, span), span);
                let folded = self.hold(folded);
                let zeros = self.leading_zeros(folded, span);
                fold::binary(BinaryOp::Sub, zeros, int(1), span)
            }
            BitsOp::Bswap => {
                let mut swapped = constant(0);
                for byte in 0..bits / 8 {
                    let low = fold::binary(BinaryOp::Shr, value.clone(), int(u128::from(8 * byte)), span);
                    let low = fold::binary(BinaryOp::And, low, constant(0xff), span);
                    let moved = fold::binary(BinaryOp::Shl, low, int(u128::from(bits - 8 - 8 * byte)), span);
                    swapped = fold::binary(BinaryOp::Or, moved, swapped, span);
                }
                swapped
            }
        }
    }

    /// The number of zeros of zero is undefined: gcc's instructions leave any number there.
    fn unless_zero(&mut self, value: Expr, zeros: Expr, span: Span) -> Expr {
        let dst = self.temporary(Scalar::INT, span);
        self.emit(Op::Nondet { dst, kind: NondetKind::Uninitialised, ranges: None }, span);
        fold::ite(value, zeros, Expr::reg(dst, Scalar::INT, span), span)
    }

    fn popcount(&mut self, value: Expr, span: Span) -> Expr {
        let ty = value.ty;
        let bits = ty.bits();
        let int = |v: u32| Expr::constant(u128::from(v), Scalar::INT, span);
        let repeat = |pattern: u128, width: u32| {
            let mut mask = 0u128;
            for i in 0..bits / width {
                mask |= pattern << (i * width);
            }
            Expr::constant(mask, ty, span)
        };
        let mut sum = value;
        for step in [1u32, 2, 4, 8, 16, 32, 64].into_iter().filter(|s| 2 * s <= bits) {
            let mask = repeat((1 << step) - 1, 2 * step);
            let low = fold::binary(BinaryOp::And, sum.clone(), mask.clone(), span);
            let high = fold::binary(BinaryOp::Shr, sum, int(step), span);
            let high = fold::binary(BinaryOp::And, high, mask, span);
            sum = fold::binary(BinaryOp::Add, low, high, span);
            sum = self.hold(sum);
        }
        fold::cast(sum, Scalar::INT, span)
    }

    /// The number of ones below the lowest one.
    fn trailing_zeros(&mut self, value: Expr, span: Span) -> Expr {
        let one = Expr::constant(1, value.ty, span);
        let below = fold::binary(BinaryOp::Sub, value.clone(), one, span);
        let others = fold::unary(UnaryOp::BitNot, value, span);
        let mask = fold::binary(BinaryOp::And, below, others, span);
        self.popcount(mask, span)
    }

    /// All bits below the highest one are set, then the zeros are counted.
    fn leading_zeros(&mut self, value: Expr, span: Span) -> Expr {
        let bits = value.ty.bits();
        let mut smeared = value;
        for step in [1u32, 2, 4, 8, 16, 32, 64].into_iter().filter(|s| *s < bits) {
            let shift = Expr::constant(u128::from(step), Scalar::INT, span);
            let shifted = fold::binary(BinaryOp::Shr, smeared.clone(), shift, span);
            smeared = fold::binary(BinaryOp::Or, smeared, shifted, span);
            smeared = self.hold(smeared);
        }
        self.popcount(fold::unary(UnaryOp::BitNot, smeared, span), span)
    }
}
