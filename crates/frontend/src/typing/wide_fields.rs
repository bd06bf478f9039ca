//! Bit-fields that are wider than `int` and narrower than their declared type.
//!
//! gcc gives `unsigned long long x : 40` a type of 40 bits of its own: it is not promoted, and arithmetic with it is done
//! in 40 bits unless the other operand is wider, so that `x + 1` is 0 after the largest value and `x == -1` can be true.
//! Here its value has the declared type. Where 64 bits give the same result as 40 (always for signed ones unless they
//! overflow, which is undefined; for unsigned ones where nothing can leave the range, and where the other operand has 64
//! bits itself), the difference does not show; everything else is not supported.

use raddle_program::{IntKind, Scalar, Span, Type};

use super::Checker;
use super::fold::as_const;
use crate::hir::{Arith, Expr, ExprKind, Place, PlaceKind};

impl Checker<'_> {
    /// The bits of an unsigned bit-field that an expression has the type of, if they are more than those of an `int` and
    /// less than those of its declared type.
    pub(super) fn wide_field(&self, e: &Expr) -> Option<u32> {
        match &e.kind {
            ExprKind::Load(place) | ExprKind::Assign(place, _) => self.wide_place(place),
            ExprKind::ArithAssign { place, .. } => self.wide_place(place),
            ExprKind::Comma(_, b) => self.wide_field(b),
            ExprKind::Cond(_, a, b) | ExprKind::Elvis(a, b) => self.wide_field(a).or_else(|| self.wide_field(b)),
            ExprKind::StmtExpr { value: Some(value), .. } => self.wide_field(value),
            // Of two operands the wider one gives the type; one that was converted, or is constant, was not wider.
            ExprKind::Arith(op, a, b) => match op {
                Arith::Shl | Arith::Shr => self.wide_field(a),
                Arith::Add
                | Arith::Sub
                | Arith::Mul
                | Arith::Div
                | Arith::Rem
                | Arith::And
                | Arith::Or
                | Arith::Xor => {
                    let (left, right) = (self.wide_field(a), self.wide_field(b));
                    let narrow = |e: &Expr| matches!(e.kind, ExprKind::Convert(_) | ExprKind::Const(_));
                    match (left, right) {
                        (Some(a), Some(b)) => Some(a.max(b)),
                        (Some(width), None) => Some(width).filter(|_| narrow(b)),
                        (None, Some(width)) => Some(width).filter(|_| narrow(a)),
                        (None, None) => None,
                    }
                }
            },
            ExprKind::Const(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Compare(..)
            | ExprKind::PtrAdd { .. }
            | ExprKind::PtrDiff { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Convert(_)
            | ExprKind::PtrAssign { .. }
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr { value: None, .. }
            | ExprKind::Builtin(_) => None,
        }
    }

    fn wide_place(&self, place: &Place) -> Option<u32> {
        let PlaceKind::Field { bits: Some(range), .. } = &place.kind else { return None };
        let Scalar::Int { bits, signed: false } = self.p.types.scalar(place.ty.ty)? else { return None };
        (range.width > 32 && range.width < u32::from(bits)).then_some(range.width)
    }

    /// Whether arithmetic on two operands (before their conversion to a common type) is done in the bits of a field, and
    /// may give another result than in the declared type.
    pub(super) fn differs_in_field_bits(&self, op: Option<Arith>, a: &Expr, b: &Expr) -> bool {
        let (left, right) = (self.wide_field(a), self.wide_field(b));
        let shift = matches!(op, Some(Arith::Shl | Arith::Shr));
        if left.is_none() && (right.is_none() || shift) {
            return false;
        }
        if op == Some(Arith::Shr) || !self.is_integer(a.ty) || !self.is_integer(b.ty) {
            return false;
        }
        if op == Some(Arith::Shl) {
            return true;
        }
        let bits = |e: &Expr| self.p.types.scalar(e.ty).map_or(0, |s| s.bits());
        let wider = |own: Option<u32>, other: &Expr| own.is_none() && bits(other) > 32;
        if wider(left, a) || wider(right, b) {
            return false;
        }
        match op {
            Some(Arith::Add | Arith::Sub | Arith::Mul) => true,
            // A negative operand becomes another number in fewer bits.
            None | Some(Arith::Div | Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr) => {
                let negative = |e: &Expr| match (as_const(e), self.p.types.scalar(e.ty)) {
                    (_, Some(Scalar::Int { signed: false, .. })) => false,
                    (Some(value), Some(Scalar::Int { bits, .. })) => value >> (bits - 1) & 1 == 1,
                    (_, _) => true,
                };
                negative(a) || negative(b)
            }
        }
    }

    /// What stands for an operation that is done in the bits of a field.
    pub(super) fn in_field_bits(&mut self, ty: raddle_program::TypeId, span: Span) -> Expr {
        let ty = match self.ty(ty) {
            Type::Int(_) => ty,
            Type::Void
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => self.p.types.int(IntKind::ULongLong),
        };
        self.unsupported("arithmetic in the bits of a field that is wider than `int`", ty, span)
    }
}
