//! Builtins about types and objects: whether a result fits a type, how large an object is, which of two expressions is meant.

use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;
use raddle_program::{IntKind, Scalar, Span};

use super::fold::as_const;
use super::{Typed, Typer};
use crate::hir::{Arith, Builtin, Expr, ExprKind, Fits, Lvalue, LvalueKind};

/// An integer as sign and magnitude.
type Exact = (bool, u128);

/// How much of an object is behind an address.
#[derive(Clone, Copy)]
struct Extent {
    /// Of the whole object: bytes, and where the address is in it.
    whole: (u64, i64),
    /// Of the smallest part of it that the expression names.
    part: (u64, i64),
}

impl Typer<'_> {
    /// `__builtin_add_overflow(a, b, &result)`; `kind` is the type that the name says.
    pub(super) fn overflow(
        &mut self,
        op: Arith,
        args: &[Node<Expression>],
        kind: Option<IntKind>,
        span: Span,
    ) -> Typed<Expr> {
        let mut left = self.argument_value(args, 0, span)?;
        let mut right = self.argument_value(args, 1, span)?;
        let result = self.argument_value(args, 2, span)?;
        if let Some(kind) = kind {
            let ty = self.p.types.int(kind);
            left = self.convert(left, ty);
            right = self.convert(right, ty);
        }
        let target = self.pointee(result.ty).filter(|t| self.is_integer(t.ty));
        if target.is_none() || !self.is_integer(left.ty) || !self.is_integer(right.ty) {
            return Err(self.error(span, "overflow builtin called with a non-integer argument"));
        }
        let (left, right, result) = (Box::new(left), Box::new(right), Fits::Stored(Box::new(result)));
        Ok(self.builtin_node(Builtin::Overflow { op, left, right, result }, self.p.predeclared.bool, span))
    }

    /// `__builtin_add_overflow_p(a, b, c)`: whether the result fits the type of `c`, which may be a bit-field's.
    pub(super) fn overflow_p(&mut self, op: Arith, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let left = self.argument_value(args, 0, span)?;
        let right = self.argument_value(args, 1, span)?;
        let typed = self.argument_value(args, 2, span)?;
        let scalar = self.p.types.scalar(typed.ty);
        let kind = self.int_kind(typed.ty).filter(|kind| *kind != IntKind::Bool);
        let (Some(Scalar::Int { bits, signed }), Some(_)) = (scalar, kind) else {
            return Err(self.error(span, "the third argument of an overflow builtin must be of an integer type"));
        };
        if !self.is_integer(left.ty) || !self.is_integer(right.ty) {
            return Err(self.error(span, "overflow builtin called with a non-integer argument"));
        }
        let width = self.bit_field_width(&typed).unwrap_or(u32::from(bits));
        self.also_evaluate(typed);
        if let (Some(a), Some(b)) = (self.exact(&left), self.exact(&right)) {
            let fits = exact_result(op, a, b).is_some_and(|result| fits(result, width, signed));
            return Ok(self.int_const(i128::from(!fits), self.p.predeclared.bool, span));
        }
        let (left, right, result) = (Box::new(left), Box::new(right), Fits::Bits { width, signed });
        Ok(self.builtin_node(Builtin::Overflow { op, left, right, result }, self.p.predeclared.bool, span))
    }

    /// The value of a constant.
    fn exact(&self, e: &Expr) -> Option<Exact> {
        let bits = as_const(e)?;
        match self.p.types.scalar(e.ty)? {
            scalar @ Scalar::Int { signed: true, .. } => {
                let value = scalar.to_i128(bits);
                Some((value < 0, value.unsigned_abs()))
            }
            Scalar::Int { signed: false, .. } => Some((false, bits)),
            Scalar::Float(_) => None,
        }
    }

    /// `__builtin_object_size(p, kind)`: bytes behind `p` where the expression says which object that is, as gcc knows them
    /// without optimising; "unknown" otherwise. The argument is not evaluated.
    pub(super) fn object_size(&mut self, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        self.unevaluated += 1;
        let pointer = self.argument_value(args, 0, span);
        self.unevaluated -= 1;
        let pointer = pointer?;
        let kind = self.argument_value(args, 1, span)?;
        let size = self.p.predeclared.size;
        let Some(kind @ 0..=3) = self.constant_integer(&kind) else {
            return Err(self.error(span, "the second argument is a number from 0 to 3"));
        };
        let value = match self.extent(&pointer) {
            Some(extent) => {
                let (bytes, at) = if kind & 1 == 0 { extent.whole } else { extent.part };
                let at = u64::try_from(at).unwrap_or(u64::MAX);
                i128::from(bytes.saturating_sub(at))
            }
            None if kind & 2 != 0 => 0,
            None => -1,
        };
        Ok(self.int_const(value, size, span))
    }

    fn extent(&self, pointer: &Expr) -> Option<Extent> {
        match &pointer.kind {
            ExprKind::AddrOf(lvalue) => self.lvalue_extent(lvalue),
            ExprKind::Convert(inner) => self.extent(inner),
            ExprKind::PtrAdd { pointer, index, size, negative } if size.lengths.is_empty() => {
                let extent = self.extent(pointer)?;
                let index = i64::try_from(self.constant_integer(index)?).ok()?;
                let bytes = index.checked_mul(i64::try_from(size.bytes).ok()?)?;
                let by = if *negative { -bytes } else { bytes };
                let moved = |(size, at): (u64, i64)| (size, at.saturating_add(by));
                Some(Extent { whole: moved(extent.whole), part: moved(extent.part) })
            }
            ExprKind::Const(_)
            | ExprKind::Load(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Arith(..)
            | ExprKind::FieldBits { .. }
            | ExprKind::Compare(..)
            | ExprKind::PtrAdd { .. }
            | ExprKind::PtrDiff { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Cond(..)
            | ExprKind::Elvis(..)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::ArithAssign { .. }
            | ExprKind::PtrAssign { .. }
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr { .. }
            | ExprKind::Builtin(_) => None,
        }
    }

    fn lvalue_extent(&self, lvalue: &Lvalue) -> Option<Extent> {
        let own = self.p.types.size(lvalue.ty.ty);
        match &lvalue.kind {
            LvalueKind::Local(_) | LvalueKind::CompoundLiteral { .. } => {
                let own = own?;
                Some(Extent { whole: (own, 0), part: (own, 0) })
            }
            LvalueKind::Global(global) => {
                let own = own?.max(self.p.globals[global.0 as usize].init.len() as u64);
                Some(Extent { whole: (own, 0), part: (own, 0) })
            }
            LvalueKind::Field { base, offset, .. } => {
                let outer = self.lvalue_extent(base)?;
                let at = outer.whole.1.saturating_add(i64::try_from(*offset).ok()?);
                Some(Extent { whole: (outer.whole.0, at), part: (own?, 0) })
            }
            LvalueKind::Deref(pointer) => {
                let outer = self.extent(pointer)?;
                Some(Extent { whole: outer.whole, part: outer.part })
            }
            LvalueKind::Temporary(_) => None,
        }
    }

    /// The expression that `__builtin_choose_expr` chooses; `None` for other calls. It may be an lvalue.
    pub(super) fn chosen_expression<'n>(&mut self, call: &'n CallExpression) -> Typed<Option<&'n Node<Expression>>> {
        let Expression::Identifier(name) = &call.callee.node else { return Ok(None) };
        if name.node.name != "__builtin_choose_expr" {
            return Ok(None);
        }
        let [condition, first, second] = &call.arguments[..] else {
            let span = self.span(call.callee.span);
            return Err(self.error(span, "wrong number of arguments to '__builtin_choose_expr'"));
        };
        Ok(Some(if self.integer_constant(condition)? != 0 { first } else { second }))
    }
}

/// The mathematical result; `None` if even 128 bits and a sign do not hold it.
fn exact_result(op: Arith, a: Exact, b: Exact) -> Option<Exact> {
    match op {
        Arith::Add if a.0 == b.0 => Some((a.0, a.1.checked_add(b.1)?)),
        Arith::Add if a.1 >= b.1 => Some((a.0, a.1 - b.1)),
        Arith::Add => Some((b.0, b.1 - a.1)),
        Arith::Sub => exact_result(Arith::Add, a, (!b.0, b.1)),
        Arith::Mul => Some((a.0 != b.0, a.1.checked_mul(b.1)?)),
        Arith::Div | Arith::Rem | Arith::Shl | Arith::Shr | Arith::And | Arith::Or | Arith::Xor => None,
    }
}

fn fits((negative, magnitude): Exact, width: u32, signed: bool) -> bool {
    let limit = 1u128.checked_shl(width - u32::from(signed));
    match (negative && magnitude > 0, signed) {
        (true, true) => limit.is_none_or(|limit| magnitude <= limit),
        (true, false) => false,
        (false, _) => limit.is_none_or(|limit| magnitude < limit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_at_the_edges_of_their_types() {
        assert!(fits((true, 128), 8, true) && !fits((true, 129), 8, true));
        assert!(fits((false, 127), 8, true) && !fits((false, 128), 8, true));
        assert!(fits((false, 255), 8, false) && !fits((false, 256), 8, false) && !fits((true, 1), 8, false));
        assert!(fits((true, 0), 8, false));
        assert!(fits((false, u128::MAX), 128, false) && !fits((false, u128::MAX), 128, true));
        assert_eq!(exact_result(Arith::Sub, (false, 1), (false, 2)), Some((true, 1)));
        assert_eq!(exact_result(Arith::Mul, (true, 3), (false, 2)), Some((true, 6)));
        assert_eq!(exact_result(Arith::Add, (false, u128::MAX), (false, 1)), None);
    }
}
