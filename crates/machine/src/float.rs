//! Floating-point arithmetic on bit patterns.
//!
//! `float` and `double` are computed by the host, whose SSE arithmetic is that of x86-64 code compiled by gcc.
//! `long double` (x87 extended) and `__float128` go through `rustc_apfloat`, the software floats of LLVM. All
//! operations round to nearest even. On ILP32 gcc would use the x87 unit with excess precision for `double` too; we
//! give both data models the SSE meaning (`-msse2 -mfpmath=sse`), which is what the C standard's Annex F asks for.
//!
//! A conversion of a value out of the integer's range is undefined behaviour; we compute what the x86-64 instructions
//! that gcc emits would leave in the register.

use std::cmp::Ordering;

use raddle_program::{BinaryOp, FloatKind};
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

/// `-a`: flips the sign, even of a NaN.
pub fn negate(kind: FloatKind, a: u128) -> u128 {
    a ^ match kind {
        FloatKind::F32 => 1 << 31,
        FloatKind::F64 => 1 << 63,
        FloatKind::F80 => 1 << 79,
        FloatKind::F128 => 1 << 127,
    }
}

/// Whether the value differs from zero (a NaN does).
pub fn is_true(kind: FloatKind, a: u128) -> bool {
    compare(kind, a, 0) != Some(Ordering::Equal)
}

/// The order of two values, `None` if one is a NaN.
pub fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::F32 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        FloatKind::F64 => f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        FloatKind::F80 => X87DoubleExtended::from_bits(a).partial_cmp(&X87DoubleExtended::from_bits(b)),
        FloatKind::F128 => Quad::from_bits(a).partial_cmp(&Quad::from_bits(b)),
    }
}

/// Arithmetic and comparisons; `None` for operators that C does not define on floats.
pub fn binary(kind: FloatKind, op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    let order = || compare(kind, a, b);
    let truth = |b: bool| Some(u128::from(b));
    match op {
        BinaryOp::Add => Some(arithmetic(kind, Arithmetic::Add, a, b)),
        BinaryOp::Sub => Some(arithmetic(kind, Arithmetic::Sub, a, b)),
        BinaryOp::Mul => Some(arithmetic(kind, Arithmetic::Mul, a, b)),
        BinaryOp::Div => Some(arithmetic(kind, Arithmetic::Div, a, b)),
        BinaryOp::Eq => truth(order() == Some(Ordering::Equal)),
        BinaryOp::Ne => truth(order() != Some(Ordering::Equal)),
        BinaryOp::Lt => truth(order() == Some(Ordering::Less)),
        BinaryOp::Le => truth(matches!(order(), Some(Ordering::Less | Ordering::Equal))),
        BinaryOp::Gt => truth(order() == Some(Ordering::Greater)),
        BinaryOp::Ge => truth(matches!(order(), Some(Ordering::Greater | Ordering::Equal))),
        BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => None,
    }
}

/// What C can compute with two floats.
#[derive(Clone, Copy)]
enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
}

fn arithmetic(kind: FloatKind, op: Arithmetic, a: u128, b: u128) -> u128 {
    match kind {
        FloatKind::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            u128::from(
                match op {
                    Arithmetic::Add => a + b,
                    Arithmetic::Sub => a - b,
                    Arithmetic::Mul => a * b,
                    Arithmetic::Div => a / b,
                }
                .to_bits(),
            )
        }
        FloatKind::F64 => {
            let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            u128::from(
                match op {
                    Arithmetic::Add => a + b,
                    Arithmetic::Sub => a - b,
                    Arithmetic::Mul => a * b,
                    Arithmetic::Div => a / b,
                }
                .to_bits(),
            )
        }
        FloatKind::F80 => soft::<X87DoubleExtended>(op, a, b, 0xffff_c000_0000_0000_0000),
        FloatKind::F128 => soft::<Quad>(op, a, b, 0xffff_8000_0000_0000_0000_0000_0000_0000),
    }
}

/// `invalid` is what the hardware makes of an operation without a result (0/0): a NaN with its sign set.
fn soft<F: Float>(op: Arithmetic, a: u128, b: u128, invalid: u128) -> u128 {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let round = Round::NearestTiesToEven;
    let result = match op {
        Arithmetic::Add => a.add_r(b, round),
        Arithmetic::Sub => a.sub_r(b, round),
        Arithmetic::Mul => a.mul_r(b, round),
        Arithmetic::Div => a.div_r(b, round),
    };
    if result.value.is_nan() && !a.is_nan() && !b.is_nan() { invalid } else { result.value.to_bits() }
}

/// From one floating format to another.
pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    match (from, to) {
        (FloatKind::F32, FloatKind::F64) => u128::from(f64::from(f32::from_bits(a as u32)).to_bits()),
        (FloatKind::F64, FloatKind::F32) => u128::from((f64::from_bits(a as u64) as f32).to_bits()),
        (from, to) if from == to => a,
        (FloatKind::F32, to) => convert_soft(Single::from_bits(a), to),
        (FloatKind::F64, to) => convert_soft(Double::from_bits(a), to),
        (FloatKind::F80, to) => convert_soft(X87DoubleExtended::from_bits(a), to),
        (FloatKind::F128, to) => convert_soft(Quad::from_bits(a), to),
    }
}

fn convert_soft<F>(a: F, to: FloatKind) -> u128
where
    F: FloatConvert<Single> + FloatConvert<Double> + FloatConvert<X87DoubleExtended> + FloatConvert<Quad>,
{
    let mut inexact = false;
    match to {
        FloatKind::F32 => FloatConvert::<Single>::convert(a, &mut inexact).value.to_bits(),
        FloatKind::F64 => FloatConvert::<Double>::convert(a, &mut inexact).value.to_bits(),
        FloatKind::F80 => FloatConvert::<X87DoubleExtended>::convert(a, &mut inexact).value.to_bits(),
        FloatKind::F128 => FloatConvert::<Quad>::convert(a, &mut inexact).value.to_bits(),
    }
}

/// The floating value of an integer, given as its mathematical value (or, for large unsigned values, its bits).
pub fn from_int(to: FloatKind, bits: u128, signed: bool) -> u128 {
    match (to, signed) {
        (FloatKind::F32, true) => u128::from((bits as i128 as f32).to_bits()),
        (FloatKind::F32, false) => u128::from((bits as f32).to_bits()),
        (FloatKind::F64, true) => u128::from((bits as i128 as f64).to_bits()),
        (FloatKind::F64, false) => u128::from((bits as f64).to_bits()),
        (FloatKind::F80, true) => X87DoubleExtended::from_i128(bits as i128).value.to_bits(),
        (FloatKind::F80, false) => X87DoubleExtended::from_u128(bits).value.to_bits(),
        (FloatKind::F128, true) => Quad::from_i128(bits as i128).value.to_bits(),
        (FloatKind::F128, false) => Quad::from_u128(bits).value.to_bits(),
    }
}

/// The integer of `width` bits a float converts to (towards zero), and whether the value was in range.
pub fn to_int(from: FloatKind, a: u128, width: u32, signed: bool) -> (u128, bool) {
    let exact = |v: Option<u128>| (v.unwrap_or(1 << (width - 1)), v.is_some());
    match from {
        FloatKind::F32 => double_to_int(f64::from(f32::from_bits(a as u32)), width, signed),
        FloatKind::F64 => double_to_int(f64::from_bits(a as u64), width, signed),
        FloatKind::F80 => exact(soft_to_int(X87DoubleExtended::from_bits(a), width, signed)),
        FloatKind::F128 => exact(soft_to_int(Quad::from_bits(a), width, signed)),
    }
}

fn soft_to_int<F: Float>(a: F, width: u32, signed: bool) -> Option<u128> {
    let mut is_exact = false;
    let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
    let (value, status) = if signed {
        let r = a.to_i128_r(width as usize, Round::TowardZero, &mut is_exact);
        (r.value as u128, r.status)
    } else {
        let r = a.to_u128_r(width as usize, Round::TowardZero, &mut is_exact);
        (r.value, r.status)
    };
    (!status.intersects(rustc_apfloat::Status::INVALID_OP)).then_some(value & mask)
}

/// The integer closest to a float, as compilers fold a conversion of a constant that is out of range; 0 for a NaN.
pub fn saturate(from: FloatKind, a: u128, width: u32, signed: bool) -> u128 {
    let greatest = u128::MAX >> (128 - width + u32::from(signed));
    match compare(from, a, 0) {
        None => 0,
        Some(Ordering::Less) if signed => greatest + 1,
        Some(Ordering::Less) => 0,
        Some(Ordering::Equal | Ordering::Greater) => greatest,
    }
}

/// Powers of two up to 2^128 are exact in a double.
fn power(exponent: u32) -> f64 {
    2f64.powi(exponent as i32)
}

fn in_range(truncated: f64, width: u32, signed: bool) -> bool {
    if signed {
        truncated >= -power(width - 1) && truncated < power(width - 1)
    } else {
        truncated > -1.0 && truncated < power(width)
    }
}

fn double_to_int(a: f64, width: u32, signed: bool) -> (u128, bool) {
    let truncated = a.trunc();
    let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
    if in_range(truncated, width, signed) {
        return (if signed { (truncated as i128) as u128 & mask } else { truncated as u128 }, true);
    }
    // What cvttsd2si leaves: the "integer indefinite" pattern of its width.
    let converted = |a: f64, width: u32| -> u128 {
        if in_range(a.trunc(), width, true) { (a.trunc() as i128) as u128 } else { 1 << (width - 1) }
    };
    let pattern = match (width, signed) {
        (0..=16, _) | (17..=32, true) => converted(a, 32),
        (17..=32, false) | (33..=64, true) => converted(a, 64),
        (33..=64, false) if a >= power(63) => converted(a - power(63), 64) ^ (1 << 63),
        (33..=64, false) => converted(a, 64),
        _ => 1 << (width - 1),
    };
    (pattern & mask, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_precision_keeps_64_bits_of_mantissa() {
        let one = from_int(FloatKind::F80, 1, true);
        let big = from_int(FloatKind::F80, 1 << 63, false);
        let sum = binary(FloatKind::F80, BinaryOp::Add, big, one).unwrap();
        assert_eq!(to_int(FloatKind::F80, sum, 64, false), ((1 << 63) + 1, true));
        let rounded = convert(FloatKind::F80, FloatKind::F64, sum);
        assert_eq!(to_int(FloatKind::F64, rounded, 64, false), (1 << 63, true));
    }

    #[test]
    fn out_of_range_conversions_leave_what_the_hardware_leaves() {
        let bits = |x: f64| u128::from(x.to_bits());
        assert_eq!(to_int(FloatKind::F64, bits(-1.0), 64, false), (u128::from(u64::MAX), false));
        assert_eq!(to_int(FloatKind::F64, bits(1e10), 32, true), (0x8000_0000, false));
        assert_eq!(to_int(FloatKind::F64, bits(-1.0), 32, false), (0xffff_ffff, false));
        assert_eq!(to_int(FloatKind::F64, bits(300.7), 8, true), (44, false));
        assert_eq!(to_int(FloatKind::F64, bits(f64::NAN), 32, true), (0x8000_0000, false));
        assert_eq!(to_int(FloatKind::F64, bits(-0.5), 8, false), (0, true));
    }

    #[test]
    fn constants_saturate() {
        let bits = |x: f64| u128::from(x.to_bits());
        let cases = [
            (1e30, 32, true, 0x7fff_ffff),
            (-1e30, 32, true, 0x8000_0000),
            (-1.0, 32, false, 0),
            (1e40, 128, false, u128::MAX),
            (f64::NAN, 8, true, 0),
        ];
        for (value, width, signed, expected) in cases {
            assert_eq!(saturate(FloatKind::F64, bits(value), width, signed), expected, "{value}");
        }
    }

    #[test]
    fn comparisons_with_nan_are_false() {
        let nan = u128::from(f64::NAN.to_bits());
        for op in [BinaryOp::Eq, BinaryOp::Lt, BinaryOp::Ge] {
            assert_eq!(binary(FloatKind::F64, op, nan, nan), Some(0));
        }
        assert_eq!(binary(FloatKind::F64, BinaryOp::Ne, nan, nan), Some(1));
        assert!(is_true(FloatKind::F64, nan));
        assert!(!is_true(FloatKind::F32, 1 << 31));
    }
}
