//! Pure expressions, built with the folding that costs nothing.
//!
//! Every constructor here returns an expression with the same value as the plain one; constants are computed, offsets
//! are added to addresses, double casts disappear. Nothing is folded whose evaluation the machine would report
//! (signed overflow, division by zero, oversized shifts): the report is worth more than the smaller tree.

use raddle_program::{BinaryOp, Expr, ExprKind, FloatKind, Scalar, Span, UnaryOp};

/// `a op b` on operands of one type (but for shifts).
pub(super) fn binary(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    let ty = if op.is_comparison() { Scalar::INT } else { a.ty };
    if let (Some(x), Some(y)) = (a.as_const(), b.as_const())
        && let Some(bits) = evaluate(op, a.ty, x, b.ty, y)
    {
        return Expr::constant(bits, ty, span);
    }
    if let Some(y) = b.as_const() {
        match op {
            BinaryOp::Add | BinaryOp::Sub if is_int(a.ty) => {
                let delta = if op == BinaryOp::Add { y } else { y.wrapping_neg() };
                if y == 0 {
                    return a;
                }
                if let Some(sum) = add_to_address(&a, delta) {
                    return sum;
                }
            }
            BinaryOp::Mul if is_int(a.ty) && y == 1 => return a,
            BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shr if is_int(a.ty) && y == 0 => return a,
            // A negative value must not be shifted to the left, not even by 0.
            BinaryOp::Shl if !signed(a.ty) && y == 0 => return a,
            // A comparison is 0 or 1 already.
            BinaryOp::Ne if y == 0 && is_truth(&a) => return a,
            BinaryOp::Eq if y == 0 => {
                if let Some(negated) = negate_comparison(&a) {
                    return negated;
                }
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => {}
        }
    }
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span }
}

fn is_int(ty: Scalar) -> bool {
    match ty {
        Scalar::Int { .. } => true,
        Scalar::Float(_) => false,
    }
}

/// Whether computing a value may be undefined behaviour.
pub(super) fn is_partial(e: &Expr) -> bool {
    let mut partial = false;
    e.walk(&mut |e| {
        let signed = matches!(e.ty, Scalar::Int { signed: true, .. });
        partial |= match &e.kind {
            ExprKind::Binary(op, _, b) => match op {
                BinaryOp::Div | BinaryOp::Rem => is_int(e.ty),
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => signed,
                BinaryOp::Shl | BinaryOp::Shr => match b.as_const() {
                    Some(amount) if amount < u128::from(e.ty.bits()) => *op == BinaryOp::Shl && signed,
                    Some(_) | None => true,
                },
                BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Eq
                | BinaryOp::Ne
                | BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge => false,
            },
            ExprKind::Unary(UnaryOp::Neg, _) => signed,
            ExprKind::Unary(UnaryOp::BitNot, _)
            | ExprKind::Const(_)
            | ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Cast(_)
            | ExprKind::Ite(..) => false,
        };
    });
    partial
}

/// Whether the value is known to be 0 or 1 of type `int`.
pub(super) fn is_truth(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(op, _, _) => op.is_comparison(),
        ExprKind::Const(bits) => e.ty == Scalar::INT && *bits <= 1,
        ExprKind::Ite(_, a, b) => is_truth(a) && is_truth(b),
        ExprKind::Reg(_)
        | ExprKind::GlobalAddr(..)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Cast(_) => false,
    }
}

/// The opposite comparison, where there is one (on floats only equality has one, because of NaN).
fn negate_comparison(e: &Expr) -> Option<Expr> {
    let ExprKind::Binary(op, a, b) = &e.kind else { return None };
    let integers = is_int(a.ty);
    let op = match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt if integers => BinaryOp::Ge,
        BinaryOp::Le if integers => BinaryOp::Gt,
        BinaryOp::Gt if integers => BinaryOp::Le,
        BinaryOp::Ge if integers => BinaryOp::Lt,
        BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => return None,
    };
    Some(Expr { kind: ExprKind::Binary(op, a.clone(), b.clone()), ty: Scalar::INT, span: e.span })
}

/// The bits of `x op y`, unless the operation is one the machine has something to say about.
fn evaluate(op: BinaryOp, ty: Scalar, x: u128, right: Scalar, y: u128) -> Option<u128> {
    let Scalar::Int { bits, signed } = ty else { return None };
    let (a, b) = (ty.to_i128(x), right.to_i128(y));
    let exact = |value: Option<i128>| {
        let value = value?;
        let cut = ty.truncate(value as u128);
        (!signed || ty.to_i128(cut) == value).then_some(cut)
    };
    let truth = |holds: bool| Some(u128::from(holds));
    let less = if signed { a < b } else { x < y };
    match op {
        BinaryOp::Add if signed => exact(a.checked_add(b)),
        BinaryOp::Sub if signed => exact(a.checked_sub(b)),
        BinaryOp::Mul if signed => exact(a.checked_mul(b)),
        BinaryOp::Add => Some(ty.truncate(x.wrapping_add(y))),
        BinaryOp::Sub => Some(ty.truncate(x.wrapping_sub(y))),
        BinaryOp::Mul => Some(ty.truncate(x.wrapping_mul(y))),
        BinaryOp::Div if y == 0 => None,
        BinaryOp::Rem if y == 0 => None,
        BinaryOp::Div if signed => exact(a.checked_div(b)),
        BinaryOp::Rem if signed => exact(a.checked_div(b)).and_then(|_| exact(a.checked_rem(b))),
        BinaryOp::Div => Some(x / y),
        BinaryOp::Rem => Some(x % y),
        BinaryOp::Shl | BinaryOp::Shr if b < 0 || b >= i128::from(bits) => None,
        BinaryOp::Shl if signed && a < 0 => None,
        BinaryOp::Shl if signed => exact(a.checked_mul(1i128.checked_shl(b as u32)?)),
        BinaryOp::Shl => Some(ty.truncate(x << b)),
        BinaryOp::Shr if signed => Some(ty.truncate((a >> b) as u128)),
        BinaryOp::Shr => Some(x >> b),
        BinaryOp::And => Some(x & y),
        BinaryOp::Or => Some(x | y),
        BinaryOp::Xor => Some(x ^ y),
        BinaryOp::Eq => truth(x == y),
        BinaryOp::Ne => truth(x != y),
        BinaryOp::Lt => truth(less),
        BinaryOp::Le => truth(less || x == y),
        BinaryOp::Gt => truth(!less && x != y),
        BinaryOp::Ge => truth(!less),
    }
}

/// An address plus a constant, with the constant inside the address where it fits.
fn add_to_address(a: &Expr, delta: u128) -> Option<Expr> {
    let width = a.ty.bits();
    let delta = ((delta << (128 - width)) as i128 >> (128 - width)) as i64;
    let kind = match &a.kind {
        ExprKind::GlobalAddr(global, by) => ExprKind::GlobalAddr(*global, by.checked_add(delta)?),
        ExprKind::LocalAddr(local, by) => ExprKind::LocalAddr(*local, by.checked_add(delta)?),
        ExprKind::Binary(BinaryOp::Add, base, by) if !signed(a.ty) => {
            let by = by.as_const()?;
            let sum = Expr::constant(by.wrapping_add(delta as u128), a.ty, a.span);
            return Some(binary(BinaryOp::Add, (**base).clone(), sum, a.span));
        }
        ExprKind::Const(_)
        | ExprKind::Reg(_)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Ite(..) => return None,
    };
    Some(Expr { kind, ty: a.ty, span: a.span })
}

fn signed(ty: Scalar) -> bool {
    match ty {
        Scalar::Int { signed, .. } => signed,
        Scalar::Float(_) => true,
    }
}

/// `op a`.
pub(super) fn unary(op: UnaryOp, a: Expr, span: Span) -> Expr {
    if let (Some(x), Scalar::Int { .. }) = (a.as_const(), a.ty) {
        match op {
            UnaryOp::BitNot => return Expr::constant(!x, a.ty, span),
            UnaryOp::Neg => {
                if let Some(bits) = evaluate(BinaryOp::Sub, a.ty, 0, a.ty, x) {
                    return Expr::constant(bits, a.ty, span);
                }
            }
        }
    }
    Expr { ty: a.ty, kind: ExprKind::Unary(op, Box::new(a)), span }
}

/// Conversion between scalar types; not to `_Bool`, which is [`truth`].
pub(super) fn cast(a: Expr, ty: Scalar, span: Span) -> Expr {
    if a.ty == ty {
        return a;
    }
    if let (Some(x), Scalar::Int { .. }, Scalar::Int { .. }) = (a.as_const(), a.ty, ty) {
        return Expr::constant(a.ty.to_i128(x) as u128, ty, span);
    }
    if let (Scalar::Int { bits, .. }, ExprKind::Cast(inner)) = (ty, &a.kind)
        && let (Scalar::Int { bits: middle, .. }, Scalar::Int { .. }) = (a.ty, inner.ty)
        // The lower bits of an extension or a truncation are those of the operand.
        && bits <= middle
    {
        return cast((**inner).clone(), ty, span);
    }
    Expr { kind: ExprKind::Cast(Box::new(a)), ty, span }
}

/// The zero of a type (positive zero for floats).
pub(super) fn zero(ty: Scalar, span: Span) -> Expr {
    Expr::constant(0, ty, span)
}

/// `a != 0` as an `int`.
pub(super) fn truth(a: Expr, span: Span) -> Expr {
    let zero = zero(a.ty, span);
    binary(BinaryOp::Ne, a, zero, span)
}

/// `a == 0` as an `int`.
pub(super) fn not(a: Expr, span: Span) -> Expr {
    let zero = zero(a.ty, span);
    binary(BinaryOp::Eq, a, zero, span)
}

/// A branch condition: only its truth counts, so that widening casts and comparisons with zero can go. A float is
/// compared with zero explicitly, since -0.0 is false although its bits are not zero.
pub(super) fn condition(a: Expr) -> Expr {
    let span = a.span;
    match &a.kind {
        ExprKind::Binary(BinaryOp::Ne, inner, other) if is_int(inner.ty) && other.as_const() == Some(0) => {
            condition((**inner).clone())
        }
        ExprKind::Cast(inner) if is_int(inner.ty) && is_int(a.ty) && inner.ty.bits() <= a.ty.bits() => {
            condition((**inner).clone())
        }
        ExprKind::Const(_)
        | ExprKind::Reg(_)
        | ExprKind::GlobalAddr(..)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Ite(..) => match a.ty {
            Scalar::Int { .. } => a,
            Scalar::Float(FloatKind::F32 | FloatKind::F64 | FloatKind::F80 | FloatKind::F128) => truth(a, span),
        },
    }
}

/// `c ? a : b`.
pub(super) fn ite(c: Expr, a: Expr, b: Expr, span: Span) -> Expr {
    match c.as_const() {
        Some(0) => b,
        Some(_) => a,
        None if a == b => a,
        None => {
            let ty = a.ty;
            Expr { kind: ExprKind::Ite(Box::new(condition(c)), Box::new(a), Box::new(b)), ty, span }
        }
    }
}

/// An address moved by a constant.
pub(super) fn offset(addr: Expr, by: u64, span: Span) -> Expr {
    let by = Expr::constant(u128::from(by), addr.ty, span);
    binary(BinaryOp::Add, addr, by, span)
}

/// Whether copying the expression costs nothing and its value cannot change by evaluating something else: a constant
/// or an address.
pub(super) fn is_fixed(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(_) | ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) | ExprKind::FuncAddr(_) => true,
        ExprKind::Cast(a) => is_fixed(a),
        ExprKind::Reg(_) | ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Ite(..) => false,
    }
}

/// Whether an address is counted from the beginning of an object. (Outside of it C knows no address.)
pub(super) fn is_in_object(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) => true,
        ExprKind::Binary(BinaryOp::Add, a, _) => is_in_object(a),
        ExprKind::Const(_)
        | ExprKind::Reg(_)
        | ExprKind::FuncAddr(_)
        | ExprKind::Cast(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Ite(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::GlobalId;

    const U32: Scalar = Scalar::Int { bits: 32, signed: false };
    const U8: Scalar = Scalar::Int { bits: 8, signed: false };
    const I64: Scalar = Scalar::Int { bits: 64, signed: true };

    fn int(value: i128) -> Expr {
        Expr::constant(value as u128, Scalar::INT, Span::NONE)
    }

    #[test]
    fn constants_fold_unless_the_machine_would_report() {
        let fold = |op, a, b| binary(op, int(a), int(b), Span::NONE).as_const().map(|v| Scalar::INT.to_i128(v));
        assert_eq!(fold(BinaryOp::Sub, 3, 5), Some(-2));
        assert_eq!(fold(BinaryOp::Div, -7, 2), Some(-3));
        assert_eq!(fold(BinaryOp::Rem, -7, 2), Some(-1));
        assert_eq!(fold(BinaryOp::Shr, -8, 1), Some(-4));
        assert_eq!(fold(BinaryOp::Lt, -1, 0), Some(1));
        assert_eq!(fold(BinaryOp::Add, i128::from(i32::MAX), 1), None);
        assert_eq!(fold(BinaryOp::Div, i128::from(i32::MIN), -1), None);
        assert_eq!(fold(BinaryOp::Rem, i128::from(i32::MIN), -1), None);
        assert_eq!(fold(BinaryOp::Div, 1, 0), None);
        assert_eq!(fold(BinaryOp::Shl, 1, 32), None);
    }

    #[test]
    fn offsets_go_into_addresses() {
        let base = Expr { kind: ExprKind::GlobalAddr(GlobalId(0), 4), ty: U32, span: Span::NONE };
        let moved =
            binary(BinaryOp::Sub, offset(base, 12, Span::NONE), Expr::constant(20, U32, Span::NONE), Span::NONE);
        assert_eq!(moved.kind, ExprKind::GlobalAddr(GlobalId(0), -4));
    }

    #[test]
    fn a_double_cast_is_one_only_if_no_bits_are_lost_between() {
        let reg = |ty| Expr::reg(raddle_program::LocalId(0), ty, Span::NONE);
        let there_and_back = cast(cast(reg(Scalar::INT), I64, Span::NONE), Scalar::INT, Span::NONE);
        assert_eq!(there_and_back, reg(Scalar::INT));
        let through_byte = cast(cast(reg(Scalar::INT), U8, Span::NONE), Scalar::INT, Span::NONE);
        assert!(matches!(&through_byte.kind, ExprKind::Cast(inner) if inner.ty == U8));
    }
}
