//! Functions of exact numbers ([`Computation`]).
//!
//! What the standard leaves to the library (`sin`, `pow`) is computed with the C library of this system: Rust's methods of `f64` and `f32` call
//! it, and a test compares them with compiled programs. Everything else has one right result, to the last bit: it is computed by the host
//! where it has an instruction or function for it, and with `rustc_apfloat` where it has not (`long double`, numbers in text).
//!
//! An argument that is not known is asked for exactly: a value with few cases is followed case by case, and of any other nothing is concluded.
//! *Rejected*: results in the ranges that everyone relies on (`sin` between -1 and 1), which no path that ends in an error may use, since the
//! function never returns most of them.
//!
//! The C library for 32-bit programs computes with other instructions and differs in the last bits; of it only results are taken
//! that every library gives: at 0, 1 and infinities, and powers of integers that are integers.

use raddle_program::{Computation, DataModel, Expr, FloatKind, Scalar, Span};
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round, Status};

use crate::halt::{Halt, HaltKind};
use crate::machine::Machine;
use crate::oracle::Oracle;
use crate::state::{State, ThreadIx};
use crate::step::top;

/// `ERANGE`
const OUT_OF_RANGE: u128 = 34;

/// Exponents beyond this one make every number zero or infinite.
const LARGEST_EXPONENT: i128 = 60_000;

impl Machine<'_> {
    /// The bits of the result.
    pub(crate) fn compute<O: Oracle>(
        &self,
        state: &State,
        thread: ThreadIx,
        (function, result): (Computation, Scalar),
        args: &[Expr],
        span: Span,
        oracle: &mut O,
    ) -> Result<u128, Halt> {
        let frame = top(state, thread);
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push((self.eval_exact(arg, frame, thread, oracle)?, arg.ty));
        }
        let unsupported = |what: String| Halt::new(HaltKind::Unsupported, what, span);
        let bits = apply(function, result, &values)
            .ok_or_else(|| unsupported(format!("`{function:?}` of arguments of these types is not modelled")))?;
        if function.is_approximate()
            && self.program.data_model() == DataModel::Ilp32
            && !is_certain(function, &values, bits)
        {
            return Err(unsupported(format!(
                "the last bits of `{function:?}` in the C library for 32-bit programs are not known"
            )));
        }
        Ok(bits)
    }
}

/// Whether all libraries give this result: see the essay.
fn is_certain(function: Computation, args: &[(u128, Scalar)], result: u128) -> bool {
    let number = |(bits, ty): &(u128, Scalar)| match ty {
        Scalar::Float(FloatKind::F32) => f64::from(f32::from_bits(*bits as u32)),
        Scalar::Float(_) => f64::from_bits(*bits as u64),
        Scalar::Int { .. } => f64::NAN,
    };
    let simple = |x: f64| x.is_nan() || x.is_infinite() || x == 0.0;
    let integral = |x: f64| x.trunc() == x && x.abs() < 4503599627370496.0;
    let ty = args.first().map_or(Scalar::INT, |(_, ty)| *ty);
    args.iter().all(|arg| simple(number(arg)))
        || function == Computation::Log && args.iter().all(|arg| number(arg) == 1.0)
        || function == Computation::Pow
            && args.iter().all(|arg| integral(number(arg)))
            && integral(number(&(result, ty)))
}

fn apply(function: Computation, result: Scalar, args: &[(u128, Scalar)]) -> Option<u128> {
    let integer = |index: usize| match args.get(index)? {
        (bits, ty @ Scalar::Int { .. }) => Some(ty.to_i128(*bits)),
        (_, Scalar::Float(_)) => None,
    };
    let kind_of = |ty: Scalar| match ty {
        Scalar::Float(kind) => Some(kind),
        Scalar::Int { .. } => None,
    };
    match function {
        Computation::FromDecimal | Computation::FromBinary => {
            let text = numeral(function == Computation::FromDecimal, integer(0)?, integer(1)?, integer(2)?);
            Some(parse(kind_of(result)?, &text)?.0)
        }
        Computation::DecimalStatus | Computation::BinaryStatus => {
            let text = numeral(function == Computation::DecimalStatus, integer(0)?, integer(1)?, integer(2)?);
            let kind = match integer(3)? {
                4 => FloatKind::F32,
                8 => FloatKind::F64,
                _ => FloatKind::F80,
            };
            let (_, out_of_range) = parse(kind, &text)?;
            Some(if out_of_range { OUT_OF_RANGE } else { 0 })
        }
        Computation::Exponent => {
            let (bits, ty) = args.first()?;
            let exponent = match kind_of(*ty)? {
                FloatKind::F32 => Single::from_bits(*bits).ilogb(),
                FloatKind::F64 => Double::from_bits(*bits).ilogb(),
                FloatKind::F80 => X87DoubleExtended::from_bits(*bits).ilogb(),
                FloatKind::F128 => Quad::from_bits(*bits).ilogb(),
            };
            Some(u128::from(exponent as u32))
        }
        Computation::Scale => {
            let by = integer(1)?.clamp(-70_000, 70_000) as i32;
            let bits = args.first()?.0;
            Some(match kind_of(result)? {
                FloatKind::F32 => scale(Single::from_bits(bits), by),
                FloatKind::F64 => scale(Double::from_bits(bits), by),
                FloatKind::F80 => scale(X87DoubleExtended::from_bits(bits), by),
                FloatKind::F128 => scale(Quad::from_bits(bits), by),
            })
        }
        Computation::Sin
        | Computation::Cos
        | Computation::Tan
        | Computation::Asin
        | Computation::Acos
        | Computation::Atan
        | Computation::Atan2
        | Computation::Sinh
        | Computation::Cosh
        | Computation::Tanh
        | Computation::Exp
        | Computation::Exp2
        | Computation::Expm1
        | Computation::Log
        | Computation::Log2
        | Computation::Log10
        | Computation::Log1p
        | Computation::Pow
        | Computation::Hypot
        | Computation::Fma
        | Computation::Sqrt
        | Computation::Fmod
        | Computation::Remainder
        | Computation::Rint
        | Computation::Round
        | Computation::Floor
        | Computation::Ceil
        | Computation::Trunc
        | Computation::NextAfter => {
            let bits = |index: usize| args.get(index).map_or(0, |(bits, _)| *bits);
            match kind_of(result)? {
                FloatKind::F32 => {
                    let x = |index: usize| f32::from_bits(bits(index) as u32);
                    match host_single(function, x(0), x(1), x(2)) {
                        Some(value) => Some(u128::from(value.to_bits())),
                        None => soft::<Single>(function, bits(0), bits(1), bits(2)),
                    }
                }
                FloatKind::F64 => {
                    let x = |index: usize| f64::from_bits(bits(index) as u64);
                    match host_double(function, x(0), x(1), x(2)) {
                        Some(value) => Some(u128::from(value.to_bits())),
                        None => soft::<Double>(function, bits(0), bits(1), bits(2)),
                    }
                }
                FloatKind::F80 if function == Computation::Sqrt => Some(extended_root(bits(0))),
                FloatKind::F80 => soft::<X87DoubleExtended>(function, bits(0), bits(1), bits(2)),
                FloatKind::F128 => soft::<Quad>(function, bits(0), bits(1), bits(2)),
            }
        }
    }
}

macro_rules! host {
    ($name:ident, $float:ty) => {
        /// What the C library of this system returns; `None` where Rust has no function that calls it.
        fn $name(function: Computation, x: $float, y: $float, z: $float) -> Option<$float> {
            Some(match function {
                Computation::Sin => x.sin(),
                Computation::Cos => x.cos(),
                Computation::Tan => x.tan(),
                Computation::Asin => x.asin(),
                Computation::Acos => x.acos(),
                Computation::Atan => x.atan(),
                Computation::Atan2 => x.atan2(y),
                Computation::Sinh => x.sinh(),
                Computation::Cosh => x.cosh(),
                Computation::Tanh => x.tanh(),
                Computation::Exp => x.exp(),
                Computation::Exp2 => x.exp2(),
                Computation::Expm1 => x.exp_m1(),
                Computation::Log => x.ln(),
                Computation::Log2 => x.log2(),
                Computation::Log10 => x.log10(),
                Computation::Log1p => x.ln_1p(),
                Computation::Pow => x.powf(y),
                Computation::Hypot => x.hypot(y),
                Computation::Fma => x.mul_add(y, z),
                Computation::Sqrt => x.sqrt(),
                Computation::Fmod => x % y,
                Computation::Remainder
                | Computation::Rint
                | Computation::Round
                | Computation::Floor
                | Computation::Ceil
                | Computation::Trunc
                | Computation::NextAfter
                | Computation::Scale
                | Computation::Exponent
                | Computation::FromDecimal
                | Computation::FromBinary
                | Computation::DecimalStatus
                | Computation::BinaryStatus => return None,
            })
        }
    };
}

host!(host_single, f32);
host!(host_double, f64);

fn soft<F: Float>(function: Computation, x: u128, y: u128, z: u128) -> Option<u128> {
    let (x, y, z) = (F::from_bits(x), F::from_bits(y), F::from_bits(z));
    let rounded = |round: Round| x.round_to_integral(round).value;
    let value = match function {
        Computation::Fma => x.mul_add_r(y, z, Round::NearestTiesToEven).value,
        Computation::Fmod => x.c_fmod(y).value,
        Computation::Remainder => x.ieee_rem(y).value,
        Computation::Rint => rounded(Round::NearestTiesToEven),
        Computation::Round => rounded(Round::NearestTiesToAway),
        Computation::Floor => rounded(Round::TowardNegative),
        Computation::Ceil => rounded(Round::TowardPositive),
        Computation::Trunc => rounded(Round::TowardZero),
        Computation::NextAfter if x < y => x.next_up().value,
        Computation::NextAfter => x.next_down().value,
        Computation::Sin
        | Computation::Cos
        | Computation::Tan
        | Computation::Asin
        | Computation::Acos
        | Computation::Atan
        | Computation::Atan2
        | Computation::Sinh
        | Computation::Cosh
        | Computation::Tanh
        | Computation::Exp
        | Computation::Exp2
        | Computation::Expm1
        | Computation::Log
        | Computation::Log2
        | Computation::Log10
        | Computation::Log1p
        | Computation::Pow
        | Computation::Hypot
        | Computation::Sqrt
        | Computation::Scale
        | Computation::Exponent
        | Computation::FromDecimal
        | Computation::FromBinary
        | Computation::DecimalStatus
        | Computation::BinaryStatus => return None,
    };
    Some(value.to_bits())
}

/// x · 2^n
fn scale<F: Float>(x: F, by: i32) -> u128 {
    x.scalbn_r(by, Round::NearestTiesToEven).to_bits()
}

/// The square root of a positive finite `long double`: the integer root of the mantissa with 128 bits has 64, and what is left
/// of it says how to round.
fn extended_root(bits: u128) -> u128 {
    let (_, parts) = crate::decimal::parts(FloatKind::F80, bits);
    let crate::decimal::Parts::Finite { mantissa, exponent } = parts else { return bits };
    if mantissa == 0 {
        return bits;
    }
    let mut shift = mantissa.leading_zeros() as i32;
    if (exponent - shift) % 2 != 0 {
        shift -= 1;
    }
    let mantissa = mantissa << shift;
    let root = mantissa.isqrt();
    let rounded = root + u128::from(mantissa - root * root > root);
    let value = X87DoubleExtended::from_u128(rounded).value;
    scale(value, (exponent - shift) / 2)
}

/// A number as software floats read it.
fn numeral(decimal: bool, high: i128, low: i128, exponent: i128) -> String {
    let exponent = exponent.clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT);
    if decimal {
        let mantissa = high as u128 * 10_000_000_000_000_000_000 + low as u128;
        if mantissa == 0 { "0".to_string() } else { format!("{mantissa}e{exponent}") }
    } else {
        let mantissa = (high as u128) << 64 | low as u128;
        format!("0x{mantissa:x}p{exponent}")
    }
}

/// The bits of the closest value, and whether the C library would complain: it is infinite, or not exact and smaller than every number with
/// all its digits. (Smaller is what would be smaller if exponents had no limit, rounded to as many digits.)
fn parse(kind: FloatKind, text: &str) -> Option<(u128, bool)> {
    match kind {
        FloatKind::F32 => parse_as::<Single>(text),
        FloatKind::F64 => parse_as::<Double>(text),
        FloatKind::F80 => parse_as::<X87DoubleExtended>(text),
        FloatKind::F128 => parse_as::<Quad>(text),
    }
}

fn parse_as<F: Float>(text: &str) -> Option<(u128, bool)> {
    let round = Round::NearestTiesToEven;
    let parsed = F::from_str_r(text, round).ok()?;
    let (value, inexact) = (parsed.value, parsed.status.intersects(Status::INEXACT));
    if value.is_infinite() {
        return Some((value.to_bits(), true));
    }
    let smallest = F::smallest_normalized();
    let tiny = if value < smallest {
        true
    } else if value == smallest {
        // It was rounded up from less than 2^e, to a number with fewer digits than there are at that size.
        let exponent = smallest.ilogb();
        let below = format!("0x{:x}p{}", (1u128 << (F::PRECISION + 1)) - 1, exponent - F::PRECISION as i32 - 1);
        Quad::from_str_r(text, round).ok()?.value < Quad::from_str_r(&below, round).ok()?.value
    } else {
        false
    };
    Some((value.to_bits(), inexact && tiny))
}
