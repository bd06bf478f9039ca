//! Bit-fields that are wider than `int` and narrower than their declared type.
//!
//! gcc gives `unsigned long long x : 40` a type of 40 bits of its own: it is not promoted, and arithmetic with it is done
//! in 40 bits unless the other operand is wider, so that `x + 1` is 0 after the largest value and `x == -1` can be true.
//! (C11 6.3.1.1 leaves the type of such a field open; clang takes the declared one.) Of two operands the one with more bits
//! gives the type of the result, of two with as many bits an unsigned one.
//!
//! Here the value of such a field has the declared type, and [`ExprKind::FieldBits`] marks what was computed in fewer
//! bits: it cuts the result to them, and tells the next operator that the value is of the field's type.

use raddle_program::{Scalar, TypeId};

use super::Typer;
use crate::hir::{Expr, ExprKind, Lvalue, LvalueKind};

/// The type of a wide field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldType {
    /// Its bits: more than an `int` has, less than `ty` has.
    width: u32,
    signed: bool,
    /// The declared type.
    ty: TypeId,
}

impl Typer<'_> {
    /// The type of a wide field that an expression has, if it has one.
    pub(super) fn wide_field(&self, e: &Expr) -> Option<FieldType> {
        match &e.kind {
            ExprKind::Load(lvalue) | ExprKind::Assign(lvalue, _) => self.wide_lvalue(lvalue),
            ExprKind::ArithAssign { lvalue, .. } => self.wide_lvalue(lvalue),
            ExprKind::FieldBits { width, .. } => self.field_type(e.ty, *width),
            ExprKind::Comma(_, last) => self.wide_field(last),
            // The second operand has been brought to the common type.
            ExprKind::Cond(_, _, b) | ExprKind::Elvis(_, b) => self.wide_field(b),
            ExprKind::StmtExpr { value: Some(value), .. } => self.wide_field(value),
            ExprKind::Const(_)
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
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Convert(_)
            | ExprKind::PtrAssign { .. }
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr { value: None, .. }
            | ExprKind::Builtin(_) => None,
        }
    }

    fn wide_lvalue(&self, lvalue: &Lvalue) -> Option<FieldType> {
        let LvalueKind::Field { bits: Some(range), .. } = &lvalue.kind else { return None };
        self.field_type(lvalue.ty.ty, range.width)
    }

    fn field_type(&self, ty: TypeId, width: u32) -> Option<FieldType> {
        let Scalar::Int { bits, signed } = self.p.types.scalar(ty)? else { return None };
        (width > 32 && width < u32::from(bits)).then_some(FieldType { width, signed, ty })
    }

    /// The type in which two integers are computed if one of them is a wide field: a type of C, and the field's if that is
    /// the common one.
    pub(super) fn common_of_field(&mut self, a: &Expr, b: &Expr) -> Option<(TypeId, Option<FieldType>)> {
        let (left, right) = (self.wide_field(a), self.wide_field(b));
        if left.is_none() && right.is_none() || !self.is_integer(a.ty) || !self.is_integer(b.ty) {
            return None;
        }
        let (x, y) = (self.precision(a, left)?, self.precision(b, right)?);
        let first = if x.width == y.width { !x.signed } else { x.width > y.width };
        let (common, field) = if first { (x, left) } else { (y, right) };
        Some((common.ty, field))
    }

    /// How many bits an operand has after promotion.
    fn precision(&mut self, e: &Expr, field: Option<FieldType>) -> Option<FieldType> {
        if field.is_some() {
            return field;
        }
        let ty = self.promoted_value_type(e);
        let Scalar::Int { bits, signed } = self.p.types.scalar(ty)? else { return None };
        Some(FieldType { width: u32::from(bits), signed, ty })
    }

    /// The value in the common type that [`Self::common_of_field`] has found.
    pub(super) fn in_common(&mut self, value: Expr, ty: TypeId, field: Option<FieldType>) -> Expr {
        let value = self.convert(value, ty);
        if field.is_none() && self.wide_field(&value).is_some() {
            let span = value.span;
            return Expr { kind: ExprKind::Convert(Box::new(value)), ty, span };
        }
        self.of_field(value, field)
    }

    /// The value in the type of a field.
    pub(super) fn of_field(&self, value: Expr, field: Option<FieldType>) -> Expr {
        match field {
            Some(field) if self.wide_field(&value) != Some(field) => {
                let (ty, span) = (field.ty, value.span);
                Expr { kind: ExprKind::FieldBits { value: Box::new(value), width: field.width }, ty, span }
            }
            Some(_) | None => value,
        }
    }
}
