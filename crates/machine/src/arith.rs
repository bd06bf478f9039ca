//! The operators of pure expressions on bit patterns.
//!
//! One definition of C's arithmetic for everybody: the machine evaluates concrete operands with it, an oracle that
//! keeps lazy values as terms evaluates the terms with [`apply`], and so both agree by construction. Results wrap as
//! the hardware wraps; [`overflow`] says when C calls that undefined.

use raddle_program::{BinaryOp, Scalar, UnaryOp};

use crate::float;
use crate::oracle::LazyOp;

/// An operator with one operand.
pub fn unary(op: UnaryOp, ty: Scalar, a: u128) -> u128 {
    match (op, ty) {
        (UnaryOp::Neg, Scalar::Int { .. }) => ty.truncate(a.wrapping_neg()),
        (UnaryOp::Neg, Scalar::Float(kind)) => float::negate(kind, a),
        (UnaryOp::BitNot, _) => ty.truncate(!a),
    }
}

/// The amount a shift of a `width`-bit register really shifts by: x86 masks it to 5, 6 or (in pairs) 7 bits.
fn shift_amount(width: u32, amount: u128) -> u32 {
    let mask = match width {
        0..=32 => 31,
        33..=64 => 63,
        _ => 127,
    };
    amount as u32 & mask
}

/// An operator with two operands, the right one of type `right_ty` (which differs from `ty` for shifts only).
/// `None`: division by zero, a quotient that does not fit, or an operator that floats do not have.
pub fn binary(op: BinaryOp, ty: Scalar, right_ty: Scalar, a: u128, b: u128) -> Option<u128> {
    let (width, signed) = match ty {
        Scalar::Float(kind) => return float::binary(kind, op, a, b),
        Scalar::Int { bits, signed } => (u32::from(bits), signed),
    };
    let order = || if signed { ty.to_i128(a).cmp(&ty.to_i128(b)) } else { a.cmp(&b) };
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div if signed => {
            let (x, y) = (ty.to_i128(a), ty.to_i128(b));
            let quotient = x.checked_div(y)?;
            if ty.to_i128(ty.truncate(quotient as u128)) != quotient {
                return None;
            }
            quotient as u128
        }
        BinaryOp::Rem if signed => {
            let (x, y) = (ty.to_i128(a), ty.to_i128(b));
            if y == -1 && ty.truncate(x as u128) == 1 << (width - 1) {
                return None;
            }
            x.wrapping_rem(y) as u128
        }
        BinaryOp::Div => a / b,
        BinaryOp::Rem => a % b,
        BinaryOp::Shl => {
            let amount = shift_amount(width, right_ty.to_i128(b) as u128);
            if amount >= width { 0 } else { a << amount }
        }
        BinaryOp::Shr => {
            let amount = shift_amount(width, right_ty.to_i128(b) as u128);
            if signed {
                (ty.to_i128(a) >> amount.min(127)) as u128
            } else if amount >= width {
                0
            } else {
                a >> amount
            }
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Eq => return Some(u128::from(a == b)),
        BinaryOp::Ne => return Some(u128::from(a != b)),
        BinaryOp::Lt => return Some(u128::from(order().is_lt())),
        BinaryOp::Le => return Some(u128::from(order().is_le())),
        BinaryOp::Gt => return Some(u128::from(order().is_gt())),
        BinaryOp::Ge => return Some(u128::from(order().is_ge())),
    };
    Some(ty.truncate(result))
}

/// Whether C calls the operation undefined although the hardware gives it a value, and in which words.
pub fn overflow(op: BinaryOp, ty: Scalar, right_ty: Scalar, a: u128, b: u128) -> Option<&'static str> {
    let Scalar::Int { bits, signed } = ty else { return None };
    let exact = |r: Option<i128>| match r {
        Some(r) if ty.to_i128(ty.truncate(r as u128)) == r => None,
        _ => Some("signed integer overflow"),
    };
    match op {
        BinaryOp::Add if signed => exact(ty.to_i128(a).checked_add(ty.to_i128(b))),
        BinaryOp::Sub if signed => exact(ty.to_i128(a).checked_sub(ty.to_i128(b))),
        BinaryOp::Mul if signed => exact(ty.to_i128(a).checked_mul(ty.to_i128(b))),
        BinaryOp::Shl | BinaryOp::Shr => {
            let amount = right_ty.to_i128(b);
            (amount < 0 || amount >= i128::from(bits)).then_some("shift by the width of the type or more")
        }
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge => None,
    }
}

/// Conversion between scalar types; the flag is false if a float was out of the integer's range.
pub fn cast(from: Scalar, to: Scalar, a: u128) -> (u128, bool) {
    match (from, to) {
        (Scalar::Int { .. }, Scalar::Int { .. }) => (to.truncate(from.to_i128(a) as u128), true),
        (Scalar::Int { signed, .. }, Scalar::Float(kind)) => {
            (float::from_int(kind, if signed { from.to_i128(a) as u128 } else { a }, signed), true)
        }
        (Scalar::Float(from), Scalar::Float(to)) => (float::convert(from, to, a), true),
        (Scalar::Float(kind), Scalar::Int { bits, signed }) => float::to_int(kind, a, u32::from(bits), signed),
    }
}

/// Whether a value counts as true: an integer that is not zero, a float that does not equal zero.
pub fn is_true(ty: Scalar, a: u128) -> bool {
    match ty {
        Scalar::Int { .. } => a != 0,
        Scalar::Float(kind) => float::is_true(kind, a),
    }
}

/// The concrete meaning of a lazy operation. `None` where the machine would have halted (division by zero), which it
/// excludes before it asks an oracle to apply the operation, and for a wrong number of arguments.
pub fn apply(op: LazyOp, args: &[u128]) -> Option<u128> {
    match (op, args) {
        (LazyOp::Unary(op, ty), [a]) => Some(unary(op, ty, *a)),
        (LazyOp::Binary(op, ty, right), [a, b]) => binary(op, ty, right, *a, *b),
        (LazyOp::Cast(from, to), [a]) => Some(cast(from, to, *a).0),
        (LazyOp::Ite(ty, _), [c, a, b]) => Some(if is_true(ty, *c) { *a } else { *b }),
        (LazyOp::Extract { first, count, .. }, [a]) => {
            Some(Scalar::Int { bits: 8 * count, signed: false }.truncate(a >> (8 * u32::from(first))))
        }
        (LazyOp::Concat { low, .. }, [a, b]) => Some(a | b << (8 * u32::from(low))),
        (
            LazyOp::Unary(..)
            | LazyOp::Binary(..)
            | LazyOp::Cast(..)
            | LazyOp::Ite(..)
            | LazyOp::Extract { .. }
            | LazyOp::Concat { .. }
            | LazyOp::Array(..),
            _,
        ) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const I32: Scalar = Scalar::INT;
    const U8: Scalar = Scalar::Int { bits: 8, signed: false };
    const I128: Scalar = Scalar::Int { bits: 128, signed: true };

    fn int(value: i128) -> u128 {
        I32.truncate(value as u128)
    }

    #[test]
    fn arithmetic_wraps_and_overflow_is_told() {
        use BinaryOp::*;
        let cases = [
            (Add, i32::MAX as i128, 1, Some(i32::MIN as i128), true),
            (Sub, i32::MIN as i128, 1, Some(i32::MAX as i128), true),
            (Mul, 65536, 65536, Some(0), true),
            (Div, -7, 2, Some(-3), false),
            (Rem, -7, 2, Some(-1), false),
            (Div, i32::MIN as i128, -1, None, false),
            (Rem, i32::MIN as i128, -1, None, false),
            (Div, 1, 0, None, false),
            (Shl, 1, 33, Some(2), true),
            (Shr, -8, 1, Some(-4), false),
            (Lt, -1, 0, Some(1), false),
        ];
        for (op, a, b, expected, undefined) in cases {
            assert_eq!(binary(op, I32, I32, int(a), int(b)), expected.map(int), "{a} {op} {b}");
            assert_eq!(overflow(op, I32, I32, int(a), int(b)).is_some(), undefined, "{a} {op} {b}");
        }
    }

    #[test]
    fn wide_and_narrow_types() {
        assert_eq!(binary(BinaryOp::Add, U8, U8, 255, 1), Some(0));
        assert_eq!(binary(BinaryOp::Div, I128, I128, i128::MIN as u128, u128::MAX), None);
        assert!(overflow(BinaryOp::Mul, I128, I128, i128::MAX as u128, 2).is_some());
        assert_eq!(cast(I32, U8, int(-1)), (255, true));
        assert_eq!(cast(I32, I128, int(-1)), (u128::MAX, true));
    }

    #[test]
    fn parts_and_joins_are_inverse() {
        let low = apply(LazyOp::Extract { of: I32, first: 0, count: 1 }, &[0x11223344]).unwrap();
        let high = apply(LazyOp::Extract { of: I32, first: 1, count: 3 }, &[0x11223344]).unwrap();
        assert_eq!(apply(LazyOp::Concat { low: 1, high: 3 }, &[low, high]), Some(0x11223344));
    }
}
