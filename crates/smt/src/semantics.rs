//! What the bit-vector operators compute, as SMT-LIB defines them, on values below 2^width.

/// All ones of a width.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The largest signed value of a width.
pub(crate) fn signed_max(width: u32) -> u128 {
    mask(width) >> 1
}

/// The smallest signed value of a width, as bits.
pub(crate) fn signed_min(width: u32) -> u128 {
    1 << (width - 1)
}

/// The bits as a signed number.
pub(crate) fn signed(value: u128, width: u32) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

pub(crate) fn neg(a: u128, width: u32) -> u128 {
    a.wrapping_neg() & mask(width)
}

pub(crate) fn add(a: u128, b: u128, width: u32) -> u128 {
    a.wrapping_add(b) & mask(width)
}

pub(crate) fn sub(a: u128, b: u128, width: u32) -> u128 {
    a.wrapping_sub(b) & mask(width)
}

pub(crate) fn mul(a: u128, b: u128, width: u32) -> u128 {
    a.wrapping_mul(b) & mask(width)
}

pub(crate) fn udiv(a: u128, b: u128, width: u32) -> u128 {
    a.checked_div(b).unwrap_or(mask(width))
}

pub(crate) fn urem(a: u128, b: u128) -> u128 {
    a.checked_rem(b).unwrap_or(a)
}

pub(crate) fn sdiv(a: u128, b: u128, width: u32) -> u128 {
    let quotient = udiv(magnitude(a, width), magnitude(b, width), width);
    if negative(a, width) != negative(b, width) { neg(quotient, width) } else { quotient }
}

pub(crate) fn srem(a: u128, b: u128, width: u32) -> u128 {
    let remainder = urem(magnitude(a, width), magnitude(b, width));
    if negative(a, width) { neg(remainder, width) } else { remainder }
}

fn negative(a: u128, width: u32) -> bool {
    a >> (width - 1) & 1 == 1
}

fn magnitude(a: u128, width: u32) -> u128 {
    if negative(a, width) { neg(a, width) } else { a }
}

pub(crate) fn shl(a: u128, b: u128, width: u32) -> u128 {
    if b >= width.into() { 0 } else { a << b & mask(width) }
}

pub(crate) fn lshr(a: u128, b: u128, width: u32) -> u128 {
    if b >= width.into() { 0 } else { a >> b }
}

pub(crate) fn ashr(a: u128, b: u128, width: u32) -> u128 {
    let by = b.min((width - 1).into());
    (signed(a, width) >> by) as u128 & mask(width)
}

pub(crate) fn slt(a: u128, b: u128, width: u32) -> bool {
    signed(a, width) < signed(b, width)
}

pub(crate) fn extract(a: u128, low: u32, width: u32) -> u128 {
    a >> low & mask(width)
}

pub(crate) fn sign_extend(a: u128, from: u32, to: u32) -> u128 {
    signed(a, from) as u128 & mask(to)
}
