//! Signed overflow as an end of the execution, for who looks for it ([`Watch::overflow`](crate::Watch)).
//!
//! **What it is** (C11 6.5p5): the type of an operation is a signed integer type, and its exact result is not a value of that type. The operations
//! are `+`, `-`, `*`, the negation, `/` and `%` (`INT_MIN / -1`, `INT_MIN % -1`), and `<<`. Conversions are not among them: they are defined by the implementation,
//! and promotions come first, so that `c++` of a `char` adds in `int` and converts back. Neither are operations on unsigned types, which wrap around, and
//! atomic functions, which C11 7.17.7.5p3 defines to wrap around.
//!
//! **Shifts.** `E1 << E2` with a signed E1 is E1 · 2^E2; if that is not a value of the type, it is an overflow. C11 6.5.7 leaves two more cases undefined: a
//! negative E1 (by whatever it is shifted, by 0 as well), and an E2 that is negative or not below the width, for both directions and for unsigned E1 as well.
//! They have no result of which one could say that it fits, and nothing is said about them: the execution ends as in any other undefined behaviour.
//!
//! **Values that nobody knows.** Whether an operation overflows is a question to the oracle, as the condition of a branch is: the execution goes both ways if
//! both are possible. The question is asked in the form in which it is easiest: a lazy operand is compared with the bound that a known operand leaves
//! to it (`x + 5` overflows if `x > INT_MAX - 5`); two lazy operands are computed with twice the bits. So every value is covered, and one that overflows
//! has a counterexample.

use raddle_program::{BinaryOp, Scalar, Span};

use crate::halt::{Halt, HaltKind, Undefined};
use crate::oracle::{LazyOp, Oracle};
use crate::value::Value;

/// Where signed operations are looked at, and how a violation there is called.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub span: Span,
    /// In a model of ours it is not the program's overflow: nobody knows what the library would do.
    pub internal: bool,
}

impl Site {
    pub(crate) fn overflow(self, what: &str) -> Halt {
        let kind = if self.internal { Undefined::Other } else { Undefined::Overflow };
        Halt::new(HaltKind::Undefined(kind), what, self.span)
    }
}

const WHAT: &str = "signed integer overflow";

/// The least and the greatest value of a signed type.
fn range(bits: u8) -> (i128, i128) {
    let least = -1i128 << (bits - 1);
    (least, !least)
}

/// Halts if the negation of a value may not fit its type.
pub(crate) fn check_negation<O: Oracle>(ty: Scalar, value: Value, site: Site, oracle: &mut O) -> Result<(), Halt> {
    let Scalar::Int { bits, signed: true } = ty else { return Ok(()) };
    match compare(BinaryOp::Eq, ty, value, range(bits).0, site, oracle)? {
        true => Err(site.overflow(WHAT)),
        false => Ok(()),
    }
}

/// Halts if the result of an operation may not fit its type, or if a shift has none. Divisions are looked at elsewhere, since they halt in any case.
pub(crate) fn check_binary<O: Oracle>(
    op: BinaryOp,
    (ty, right_ty): (Scalar, Scalar),
    (left, right): (Value, Value),
    site: Site,
    oracle: &mut O,
) -> Result<(), Halt> {
    let Scalar::Int { bits, signed } = ty else { return Ok(()) };
    if let BinaryOp::Shl | BinaryOp::Shr = op {
        check_amount(bits, right_ty, right, site, oracle)?;
    }
    if !signed {
        return Ok(());
    }
    let (least, most) = range(bits);
    let overflows = match op {
        BinaryOp::Shl => return check_left_shift((ty, right_ty), (left, right), site, oracle),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => match (left, right) {
            (Value::Bits(a), Value::Bits(b)) => {
                let (a, b) = (ty.to_i128(a), ty.to_i128(b));
                exact(op, a, b).is_none_or(|result| result < least || result > most)
            }
            (lazy, Value::Bits(c)) if op == BinaryOp::Mul => {
                outside(ty, lazy, factors(ty.to_i128(c), bits), site, oracle)?
            }
            (Value::Bits(c), lazy) if op == BinaryOp::Mul => {
                outside(ty, lazy, factors(ty.to_i128(c), bits), site, oracle)?
            }
            (lazy, Value::Bits(c)) => {
                let c = ty.to_i128(c);
                let bounds = match op == BinaryOp::Sub {
                    true => (least.saturating_add(c), most.saturating_add(c)),
                    false => (least.saturating_sub(c), most.saturating_sub(c)),
                };
                outside(ty, lazy, bounds, site, oracle)?
            }
            (Value::Bits(c), lazy) => {
                let c = ty.to_i128(c);
                let bounds = match op == BinaryOp::Sub {
                    // c - b is in the range if b is between c - most and c - least.
                    true => (c.saturating_sub(most), c.saturating_sub(least)),
                    false => (least.saturating_sub(c), most.saturating_sub(c)),
                };
                outside(ty, lazy, bounds, site, oracle)?
            }
            (left, right) => return check_wide(op, bits, (left, right), site, oracle),
        },
        BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge => false,
    };
    if overflows { Err(site.overflow(WHAT)) } else { Ok(()) }
}

fn exact(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    if op == BinaryOp::Add {
        a.checked_add(b)
    } else if op == BinaryOp::Sub {
        a.checked_sub(b)
    } else {
        a.checked_mul(b)
    }
}

/// Between which values a factor has to be so that the product with `c` fits.
fn factors(c: i128, bits: u8) -> (i128, i128) {
    let (least, most) = range(bits);
    match c {
        0 | 1 => (least, most),
        -1 => (-most, most),
        // Division rounds towards zero, which is into the range.
        c if c > 0 => (least / c, most / c),
        c => (most / c, least / c),
    }
}

/// Whether a lazy value is not between two bounds.
fn outside<O: Oracle>(
    ty: Scalar,
    value: Value,
    (from, to): (i128, i128),
    site: Site,
    oracle: &mut O,
) -> Result<bool, Halt> {
    Ok(compare(BinaryOp::Gt, ty, value, to, site, oracle)? || compare(BinaryOp::Lt, ty, value, from, site, oracle)?)
}

/// Compares a value with a number, which the type may not have: nothing is beyond its range.
fn compare<O: Oracle>(
    op: BinaryOp,
    ty: Scalar,
    value: Value,
    number: i128,
    site: Site,
    oracle: &mut O,
) -> Result<bool, Halt> {
    let Scalar::Int { bits, signed: true } = ty else { return Ok(false) };
    let (least, most) = range(bits);
    if op == BinaryOp::Gt && number >= most || op == BinaryOp::Lt && number <= least {
        return Ok(false);
    }
    let number = Value::Bits(ty.truncate(number as u128));
    truth(LazyOp::Binary(op, ty, ty), &[value, number], site, oracle)
}

/// The truth of a comparison.
fn truth<O: Oracle>(op: LazyOp, args: &[Value; 2], site: Site, oracle: &mut O) -> Result<bool, Halt> {
    let value = match args {
        [Value::Bits(a), Value::Bits(b)] => crate::arith::apply(op, &[*a, *b]).map(Value::Bits),
        _ => None,
    };
    let value = match value {
        Some(value) => value,
        None => oracle.apply(op, args, site.span)?,
    };
    match value {
        Value::Bits(bits) => Ok(bits != 0),
        Value::Lazy(id) => oracle.truth(id, Scalar::INT, site.span),
    }
}

/// Two lazy operands: their exact result has twice the bits at most.
fn check_wide<O: Oracle>(
    op: BinaryOp,
    bits: u8,
    (left, right): (Value, Value),
    site: Site,
    oracle: &mut O,
) -> Result<(), Halt> {
    if bits > 64 {
        let what = "whether an operation on two unknown values of 128 bits overflows is not decided";
        return Err(Halt::new(HaltKind::Unsupported, what, site.span));
    }
    let ty = Scalar::Int { bits, signed: true };
    let wide = Scalar::Int { bits: 2 * bits, signed: true };
    let left = oracle.apply(LazyOp::Cast(ty, wide), &[left], site.span)?;
    let right = oracle.apply(LazyOp::Cast(ty, wide), &[right], site.span)?;
    let result = match (left, right) {
        (Value::Bits(a), Value::Bits(b)) => crate::arith::binary(op, wide, wide, a, b).map(Value::Bits),
        _ => None,
    };
    let result = match result {
        Some(result) => result,
        None => oracle.apply(LazyOp::Binary(op, wide, wide), &[left, right], site.span)?,
    };
    let (least, most) = range(bits);
    match outside(wide, result, (least, most), site, oracle)? {
        true => Err(site.overflow(WHAT)),
        false => Ok(()),
    }
}

/// Halts if a value of so many bits cannot be shifted by this amount.
fn check_amount<O: Oracle>(bits: u8, right_ty: Scalar, right: Value, site: Site, oracle: &mut O) -> Result<(), Halt> {
    // A negative amount is a large one.
    let unsigned = Scalar::Int { bits: right_ty.bits() as u8, signed: false };
    let width = Value::Bits(u128::from(bits));
    match truth(LazyOp::Binary(BinaryOp::Ge, unsigned, unsigned), &[right, width], site, oracle)? {
        true => Err(Halt::undefined("shift by a negative number, or by the width of the type or more", site.span)),
        false => Ok(()),
    }
}

/// Halts if a signed value cannot be shifted to the left by an amount that is below its width.
fn check_left_shift<O: Oracle>(
    (ty, right_ty): (Scalar, Scalar),
    (left, right): (Value, Value),
    site: Site,
    oracle: &mut O,
) -> Result<(), Halt> {
    let Scalar::Int { bits, .. } = ty else { return Ok(()) };
    let amount = match right {
        Value::Bits(amount) => amount,
        Value::Lazy(id) => oracle.exact(id, right_ty, site.span)?,
    } as u32;
    let (least, most) = range(bits);
    let (from, to) = (least >> amount, most >> amount);
    let overflows = match left {
        Value::Bits(a) => !(from..=to).contains(&ty.to_i128(a)),
        lazy => outside(ty, lazy, (from, to), site, oracle)?,
    };
    if overflows {
        return Err(site.overflow("signed integer overflow in a left shift"));
    }
    let negative = match left {
        Value::Bits(a) => ty.to_i128(a) < 0,
        lazy => compare(BinaryOp::Lt, ty, lazy, 0, site, oracle)?,
    };
    if negative { Err(Halt::undefined("left shift of a negative value", site.span)) } else { Ok(()) }
}
