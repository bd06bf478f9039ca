//! Floating-point constants, bit-exact.
//!
//! Constants are folded in the format they have at run time, so that a folded expression and an executed one can
//! never differ. All four formats go through `rustc_apfloat` (a port of LLVM's soft floats), rounding to nearest even
//! as C's default environment does. The host's `f32`/`f64` would do for two of them; one path is easier to trust.

use std::cmp::Ordering;

use raddle_program::FloatKind;
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use crate::hir::{Arith, Compare};

/// Runs the body with `F` bound to the soft-float type of a [`FloatKind`].
macro_rules! with_format {
    ($kind:expr, $format:ident => $body:expr) => {
        match $kind {
            FloatKind::F32 => {
                type $format = Single;
                $body
            }
            FloatKind::F64 => {
                type $format = Double;
                $body
            }
            FloatKind::F80 => {
                type $format = X87DoubleExtended;
                $body
            }
            FloatKind::F128 => {
                type $format = Quad;
                $body
            }
        }
    };
}

/// Parses the digits of a literal (`1.5e3`, or with the prefix `0x`: `0x1.8p3`), rounded once.
pub fn parse(text: &str, kind: FloatKind) -> Option<u128> {
    with_format!(kind, F => F::from_str_r(text, Round::NearestTiesToEven).ok().map(|r| r.value.to_bits()))
}

/// Positive infinity.
pub fn infinity(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::INFINITY.to_bits())
}

/// A quiet NaN.
pub fn nan(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::NAN.to_bits())
}

/// `-a`
pub fn negate(a: u128, kind: FloatKind) -> u128 {
    with_format!(kind, F => (-F::from_bits(a)).to_bits())
}

/// Whether `a` is a zero of either sign.
pub fn is_zero(a: u128, kind: FloatKind) -> bool {
    with_format!(kind, F => F::from_bits(a).is_zero())
}

/// The four operations; `None` for operators that floats do not have.
pub fn arith(op: Arith, a: u128, b: u128, kind: FloatKind) -> Option<u128> {
    with_format!(kind, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            Arith::Add => a + b,
            Arith::Sub => a - b,
            Arith::Mul => a * b,
            Arith::Div => a / b,
            Arith::Rem | Arith::Shl | Arith::Shr | Arith::And | Arith::Or | Arith::Xor => return None,
        };
        Some(result.value.to_bits())
    })
}

/// A comparison; every one but `!=` is false if an operand is a NaN.
pub fn compare(op: Compare, a: u128, b: u128, kind: FloatKind) -> bool {
    let order = with_format!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b)));
    match op {
        Compare::Eq => order == Some(Ordering::Equal),
        Compare::Ne => order != Some(Ordering::Equal),
        Compare::Lt => order == Some(Ordering::Less),
        Compare::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Compare::Gt => order == Some(Ordering::Greater),
        Compare::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// From one format to another.
pub fn convert(a: u128, from: FloatKind, to: FloatKind) -> u128 {
    let mut inexact = false;
    with_format!(from, A => {
        let a = A::from_bits(a);
        with_format!(to, B => {
            let b: B = a.convert(&mut inexact).value;
            b.to_bits()
        })
    })
}

/// From an integer.
pub fn from_int(value: u128, signed: bool, to: FloatKind) -> u128 {
    with_format!(to, F => {
        if signed { F::from_i128(value as i128).value.to_bits() } else { F::from_u128(value).value.to_bits() }
    })
}

/// To an integer of `width` bits, rounded towards zero; what does not fit is undefined in C and becomes the nearest
/// value, as when gcc folds it. With it comes whether it did fit.
pub fn to_int(a: u128, from: FloatKind, width: u32, signed: bool) -> (u128, bool) {
    let mut exact = false;
    with_format!(from, F => {
        let a = F::from_bits(a);
        if signed {
            let result = a.to_i128_r(width as usize, Round::TowardZero, &mut exact);
            (result.value as u128, !result.status.contains(Status::INVALID_OP))
        } else {
            let result = a.to_u128_r(width as usize, Round::TowardZero, &mut exact);
            (result.value, !result.status.contains(Status::INVALID_OP))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_round_once_in_their_own_format() {
        assert_eq!(parse("0.1", FloatKind::F32), Some(u128::from(0.1f32.to_bits())));
        assert_eq!(parse("0.1", FloatKind::F64), Some(u128::from(0.1f64.to_bits())));
        assert_eq!(parse("0x1.8p3", FloatKind::F64), Some(u128::from(12.0f64.to_bits())));
        assert_eq!(parse(".5", FloatKind::F64), Some(u128::from(0.5f64.to_bits())));
        assert_eq!(parse("5.", FloatKind::F64), Some(u128::from(5.0f64.to_bits())));
        assert_eq!(parse("1e400", FloatKind::F64), Some(u128::from(f64::INFINITY.to_bits())));
        assert_eq!(parse("1", FloatKind::F80), Some(0x3fff_8000_0000_0000_0000));
    }

    #[test]
    fn conversions_follow_c() {
        let f64_bits = |x: f64| u128::from(x.to_bits());
        assert_eq!(to_int(f64_bits(-1.9), FloatKind::F64, 32, true), (-1i128 as u128, true));
        assert_eq!(to_int(f64_bits(1e30), FloatKind::F64, 32, true), (0x7fff_ffff, false));
        assert_eq!(from_int(-3i128 as u128, true, FloatKind::F64), f64_bits(-3.0));
        assert_eq!(convert(f64_bits(0.1), FloatKind::F64, FloatKind::F32), u128::from(0.1f32.to_bits()));
        assert!(!compare(Compare::Eq, nan(FloatKind::F64), nan(FloatKind::F64), FloatKind::F64));
    }
}
