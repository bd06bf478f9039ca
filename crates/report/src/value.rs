//! Bit patterns as C values.

use raddle_program::{FloatKind, Scalar};

/// A bit pattern as a person writes the value. Large unsigned 32- and 64-bit values are nearly always addresses or masks:
/// they are shown in hexadecimal.
pub fn show_value(ty: Scalar, bits: u128) -> String {
    const LARGE: u128 = 1 << 20;
    match ty {
        Scalar::Int { signed: true, .. } => ty.to_i128(bits).to_string(),
        Scalar::Int { signed: false, .. } if bits >= LARGE => format!("{bits:#x}"),
        Scalar::Int { signed: false, .. } => bits.to_string(),
        Scalar::Float(FloatKind::F32) => format!("{:?}f", f32::from_bits(bits as u32)),
        Scalar::Float(FloatKind::F64) => format!("{:?}", f64::from_bits(bits as u64)),
        Scalar::Float(FloatKind::F80) => format!("{:?}L", extended(bits)),
        Scalar::Float(FloatKind::F128) => format!("{bits:#034x}"),
    }
}

/// An x87 number rounded to a double, good enough to be read.
fn extended(bits: u128) -> f64 {
    let mantissa = bits as u64;
    let exponent = ((bits >> 64) & 0x7fff) as i32;
    let sign = if bits >> 79 & 1 == 1 { -1.0 } else { 1.0 };
    match exponent {
        0x7fff if mantissa << 1 == 0 => sign * f64::INFINITY,
        0x7fff => f64::NAN,
        _ => sign * mantissa as f64 * 2f64.powi(exponent - 16383 - 63),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_as_in_c() {
        let int = |bits, signed| Scalar::Int { bits, signed };
        assert_eq!(show_value(int(32, true), 0xffff_ffff), "-1");
        assert_eq!(show_value(int(8, false), 255), "255");
        assert_eq!(show_value(int(64, false), 0x7fff_0000_1000), "0x7fff00001000");
        assert_eq!(show_value(Scalar::Float(FloatKind::F64), u128::from(1.5f64.to_bits())), "1.5");
        assert_eq!(show_value(Scalar::Float(FloatKind::F80), (16383 << 64) | (1 << 63)), "1.0L");
    }
}
