//! Floating-point values as text, exactly as `printf` prints them.
//!
//! A finite float is `m · 2^e` with an integer `m`, so its decimal expansion is finite: for negative `e` it is
//! `m · 5^-e` with the point moved by `-e` digits. We compute all digits with a small bignum and round half to even at
//! the wanted place, which is what glibc does. Shortest-digit algorithms are of no use here: `printf` asks for a given
//! number of digits, and may ask for more than 17. Cost: quadratic in the exponent; thousands of digits for extreme
//! `long double` values, a dozen limbs for ordinary ones.

use raddle_program::FloatKind;

use crate::float;

/// A float taken apart.
pub enum Parts {
    /// Not a number.
    Nan,
    /// Infinite.
    Infinite,
    /// `mantissa · 2^exponent`.
    Finite {
        /// An integer.
        mantissa: u128,
        /// Of two.
        exponent: i32,
    },
}

/// The sign bit and the rest of a value.
pub fn parts(kind: FloatKind, bits: u128) -> (bool, Parts) {
    let (fraction_bits, exponent_bits, explicit) = match kind {
        FloatKind::F32 => (23, 8, false),
        FloatKind::F64 => (52, 11, false),
        FloatKind::F80 => (64, 15, true),
        FloatKind::F128 => (112, 15, false),
    };
    let negative = bits >> (fraction_bits + exponent_bits) & 1 == 1;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let exponent = (bits >> fraction_bits) as i32 & ((1 << exponent_bits) - 1);
    let all_ones = (1 << exponent_bits) - 1;
    let bias = (1 << (exponent_bits - 1)) - 1;
    let places = if explicit { 63 } else { fraction_bits };
    if exponent == all_ones {
        let payload = if explicit { fraction & ((1 << 63) - 1) } else { fraction };
        return (negative, if payload == 0 { Parts::Infinite } else { Parts::Nan });
    }
    let hidden = if explicit || exponent == 0 { 0 } else { 1 << fraction_bits };
    let mantissa = fraction | hidden;
    (negative, Parts::Finite { mantissa, exponent: exponent.max(1) - bias - places })
}

/// A decimal number: `0.d1 d2 d3 … · 10^point`.
struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

/// Limbs of nine decimal digits, least significant first.
fn multiply(limbs: &mut Vec<u32>, by: u64) {
    let mut carry = 0;
    for limb in limbs.iter_mut() {
        let product = u64::from(*limb) * by + carry;
        *limb = (product % 1_000_000_000) as u32;
        carry = product / 1_000_000_000;
    }
    while carry > 0 {
        limbs.push((carry % 1_000_000_000) as u32);
        carry /= 1_000_000_000;
    }
}

impl Decimal {
    fn new(mut mantissa: u128, exponent: i32) -> Decimal {
        let mut limbs = Vec::new();
        while mantissa > 0 {
            limbs.push((mantissa % 1_000_000_000) as u32);
            mantissa /= 1_000_000_000;
        }
        let (factor, chunk, mut left) =
            if exponent >= 0 { (2u64, 29, exponent) } else { (5u64, 13, exponent.wrapping_neg()) };
        while left > 0 {
            let n = left.min(chunk);
            multiply(&mut limbs, factor.pow(n as u32));
            left -= n;
        }
        let mut text = String::new();
        for (i, limb) in limbs.iter().rev().enumerate() {
            text += &if i == 0 { limb.to_string() } else { format!("{limb:09}") };
        }
        let digits: Vec<u8> = text.bytes().map(|b| b - b'0').collect();
        let point = digits.len() as i64 + i64::from(exponent.min(0));
        Decimal { point: if digits.is_empty() { 0 } else { point }, digits }
    }

    /// Keeps `keep` digits (at least none), rounding half to even.
    fn round(&mut self, keep: i64) {
        let Ok(keep) = usize::try_from(keep) else {
            self.digits.clear();
            return;
        };
        if keep >= self.digits.len() {
            return;
        }
        let rest = &self.digits[keep..];
        let half = match rest[0].cmp(&5) {
            std::cmp::Ordering::Equal if rest[1..].iter().all(|d| *d == 0) => {
                keep > 0 && self.digits[keep - 1] % 2 == 1
            }
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal | std::cmp::Ordering::Greater => true,
        };
        self.digits.truncate(keep);
        if !half {
            return;
        }
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.digits.truncate(keep.max(1));
        self.point += 1;
    }

    fn digit(&self, index: i64) -> char {
        let digit = usize::try_from(index).ok().and_then(|i| self.digits.get(i)).copied().unwrap_or(0);
        char::from(b'0' + digit)
    }

    /// The exponent of the first digit.
    fn exponent(&self) -> i64 {
        if self.digits.is_empty() { 0 } else { self.point - 1 }
    }
}

fn with_point(whole: String, fraction: String, keep_point: bool) -> String {
    if fraction.is_empty() && !keep_point { whole } else { format!("{whole}.{fraction}") }
}

fn fixed(mantissa: u128, exponent: i32, precision: i64, alternate: bool) -> String {
    let mut decimal = Decimal::new(mantissa, exponent);
    decimal.round(decimal.point + precision);
    let whole = match decimal.point {
        point if point > 0 && !decimal.digits.is_empty() => (0..point).map(|i| decimal.digit(i)).collect(),
        _ => "0".to_string(),
    };
    let fraction = (0..precision).map(|i| decimal.digit(decimal.point + i)).collect();
    with_point(whole, fraction, alternate)
}

fn scientific(mantissa: u128, exponent: i32, precision: i64, alternate: bool) -> String {
    let mut decimal = Decimal::new(mantissa, exponent);
    decimal.round(precision + 1);
    let fraction = (1..=precision).map(|i| decimal.digit(i)).collect();
    let number = with_point(decimal.digit(0).to_string(), fraction, alternate);
    let exponent = decimal.exponent();
    format!("{number}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

fn strip_zeros(number: String) -> String {
    let (digits, exponent) = match number.find('e') {
        Some(at) => number.split_at(at),
        None => (number.as_str(), ""),
    };
    if !digits.contains('.') {
        return number;
    }
    format!("{}{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
}

fn general(mantissa: u128, exponent: i32, precision: i64, alternate: bool) -> String {
    let precision = precision.max(1);
    let mut decimal = Decimal::new(mantissa, exponent);
    decimal.round(precision);
    let leading = decimal.exponent();
    let number = if leading >= -4 && leading < precision {
        fixed(mantissa, exponent, precision - 1 - leading, alternate)
    } else {
        scientific(mantissa, exponent, precision - 1, alternate)
    };
    if alternate { number } else { strip_zeros(number) }
}

fn hexadecimal(kind: FloatKind, bits: u128, precision: Option<i64>, alternate: bool) -> String {
    // glibc prints one hexadecimal digit before the point: four bits of a long double, one of the other formats.
    let (fraction_bits, exponent_bits) = match kind {
        FloatKind::F32 => {
            return hexadecimal(FloatKind::F64, float::convert(kind, FloatKind::F64, bits), precision, alternate);
        }
        FloatKind::F64 => (52u32, 11u32),
        FloatKind::F80 => (60, 15),
        FloatKind::F128 => (112, 15),
    };
    let width = if kind == FloatKind::F80 { 64 } else { fraction_bits };
    let raw_exponent = (bits >> width) as i32 & ((1 << exponent_bits) - 1);
    let stored = bits & ((1 << width) - 1);
    let bias = (1 << (exponent_bits - 1)) - 1;
    let mut exponent = raw_exponent.max(1) - bias;
    let mut mantissa = stored;
    if kind == FloatKind::F80 {
        exponent -= 3;
    } else if raw_exponent > 0 {
        mantissa |= 1 << fraction_bits;
    }
    if mantissa == 0 {
        exponent = 0;
    }
    let all = i64::from(fraction_bits / 4);
    let digits = match precision {
        Some(precision) if precision < all => {
            let drop = 4 * (all - precision) as u32;
            let (kept, rest, half) = (mantissa >> drop, mantissa & ((1 << drop) - 1), 1 << (drop - 1));
            mantissa = (kept + u128::from(rest > half || rest == half && kept & 1 == 1)) << drop;
            precision
        }
        Some(precision) => precision,
        None => all,
    };
    if mantissa >> fraction_bits == 16 {
        // Rounded up to a digit more, of which a long double has one only.
        mantissa >>= 4;
        exponent += 4;
    }
    let whole = format!("{:x}", mantissa >> fraction_bits);
    let mut fraction = format!("{:0width$x}", mantissa & ((1 << fraction_bits) - 1), width = all as usize);
    if precision.is_none() {
        fraction = fraction.trim_end_matches('0').to_string();
    }
    while (fraction.len() as i64) < digits && precision.is_some() {
        fraction.push('0');
    }
    fraction.truncate(digits as usize);
    format!("0x{}p{exponent:+}", with_point(whole, fraction, alternate))
}

/// The text of a value without its sign, for one of the conversions `f F e E g G a A`.
pub fn text(kind: FloatKind, bits: u128, conversion: u8, precision: Option<u32>, alternate: bool) -> String {
    let lower = match parts(kind, bits).1 {
        Parts::Nan => "nan".to_string(),
        Parts::Infinite => "inf".to_string(),
        Parts::Finite { mantissa, exponent } => {
            let given = precision.map(i64::from);
            let precision = given.unwrap_or(6);
            match conversion.to_ascii_lowercase() {
                b'f' => fixed(mantissa, exponent, precision, alternate),
                b'e' => scientific(mantissa, exponent, precision, alternate),
                b'g' => general(mantissa, exponent, precision, alternate),
                _ => hexadecimal(kind, bits, given, alternate),
            }
        }
    };
    if conversion.is_ascii_uppercase() { lower.to_ascii_uppercase() } else { lower }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_print_as_glibc_prints_them() {
        let cases: &[(f64, u8, Option<u32>, &str)] = &[
            (0.0, b'f', None, "0.000000"),
            (1.5, b'f', Some(0), "2"),
            (2.5, b'f', Some(0), "2"),
            (0.5, b'f', Some(0), "0"),
            (0.1, b'f', Some(20), "0.10000000000000000555"),
            (1e22, b'f', Some(1), "10000000000000000000000.0"),
            (9.9995, b'f', Some(3), "9.999"),
            (9.9996, b'f', Some(3), "10.000"),
            (0.0004, b'f', Some(3), "0.000"),
            (0.0006, b'f', Some(3), "0.001"),
            (12345.678, b'e', None, "1.234568e+04"),
            (0.0, b'e', Some(2), "0.00e+00"),
            (9.99, b'e', Some(1), "1.0e+01"),
            (1e-300, b'e', Some(3), "1.000e-300"),
            (100000.0, b'g', None, "100000"),
            (1000000.0, b'g', None, "1e+06"),
            (0.0001, b'g', None, "0.0001"),
            (0.00001, b'g', None, "1e-05"),
            (1.0, b'g', None, "1"),
            (0.0, b'g', None, "0"),
            (1.0, b'a', None, "0x1p+0"),
            (0.1, b'a', None, "0x1.999999999999ap-4"),
            (1.9999, b'a', Some(1), "0x2.0p+0"),
            (f64::INFINITY, b'F', None, "INF"),
        ];
        for (value, conversion, precision, expected) in cases {
            let got = text(FloatKind::F64, u128::from(value.to_bits()), *conversion, *precision, false);
            assert_eq!(got, *expected, "{value} with %{}", char::from(*conversion));
        }
    }

    #[test]
    fn extended_precision_has_its_own_digits() {
        let one = float::from_int(FloatKind::F80, 1, true);
        let three = float::from_int(FloatKind::F80, 3, true);
        let third = float::binary(FloatKind::F80, raddle_program::BinaryOp::Div, one, three).unwrap();
        assert_eq!(text(FloatKind::F80, third, b'f', Some(22), false), "0.3333333333333333333424");
        assert_eq!(text(FloatKind::F80, one, b'a', None, false), "0x8p-3");
    }
}
