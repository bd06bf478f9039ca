//! For which values of its symbol does a term lie in a given set?
//!
//! Programs look at inputs mostly through chains of invertible steps: `(char)x - 48 < 10u`, `!(x >= y + 1)` with known
//! `y`. Such a question is answered exactly by walking the chain from the outside in, turning the wanted set of
//! results into the set of operands that give them. Every case is exact or gives up (`None`); the caller then
//! enumerates the domain if it is small. Giving up is also the answer when a set would shatter into too many
//! intervals (`x % 2 == 0` over all integers).

use raddle_program::{BinaryOp, FloatKind, Scalar, UnaryOp};

use super::domain::{Domain, mask};
use super::terms::{Term, Terms};
use crate::oracle::LazyOp;
use crate::value::{LazyId, Value};

/// Beyond this many intervals enumeration is the better way.
const MAX_INTERVALS: usize = 4096;

/// The patterns of a type that count as true.
pub(super) fn true_set(ty: Scalar) -> Domain {
    let bits = ty.bits();
    match ty {
        Scalar::Int { .. } => Domain::interval(1, mask(bits)),
        // Only the two zeros are false; NaNs differ from zero.
        Scalar::Float(FloatKind::F32 | FloatKind::F64 | FloatKind::F128 | FloatKind::F80) => {
            Domain::from_values([0, 1 << (bits - 1)]).complement(bits)
        }
    }
}

/// The set of values of the only symbol of `term` for which the term lies in `wanted`.
pub(super) fn preimage(terms: &Terms, term: LazyId, wanted: &Domain) -> Option<Domain> {
    terms.deadline().look();
    if wanted.intervals().len() > MAX_INTERVALS {
        return None;
    }
    match terms.get(term) {
        Term::Any => None,
        Term::Symbol(_) => Some(wanted.clone()),
        Term::Apply(op, args) => match op {
            LazyOp::Unary(op, Scalar::Int { bits, .. }) => {
                let bits = u32::from(bits);
                of_value(
                    terms,
                    args[0],
                    &match op {
                        UnaryOp::Neg => wanted.negate(bits),
                        UnaryOp::BitNot => wanted.bit_not(bits),
                    },
                )
            }
            LazyOp::Unary(UnaryOp::Neg, ty @ Scalar::Float(kind)) => match kind {
                // Negation flips the sign bit, which for the top bit is adding it.
                FloatKind::F32 | FloatKind::F64 | FloatKind::F128 | FloatKind::F80 => {
                    of_value(terms, args[0], &wanted.rotate(1 << (ty.bits() - 1), ty.bits()))
                }
            },
            LazyOp::Unary(UnaryOp::BitNot, Scalar::Float(_)) => None,
            LazyOp::Binary(op, ty, _) => binary(terms, op, ty, args[0], args[1], wanted),
            LazyOp::Cast(Scalar::Int { bits: from, signed }, Scalar::Int { bits: to, .. }) => {
                let (from, to) = (u32::from(from), u32::from(to));
                of_value(
                    terms,
                    args[0],
                    &if to <= from {
                        low_bits(wanted, from, to)?
                    } else if signed {
                        let half = 1 << (from - 1);
                        let positive = wanted.intersect(&Domain::interval(0, half - 1));
                        let negative = wanted.intersect(&Domain::interval(mask(to) - (half - 1), mask(to)));
                        // The negative ones lose the bits that the sign extension has set.
                        positive.union(&negative.rotate((mask(from) + 1).wrapping_sub(mask(to).wrapping_add(1)), 128))
                    } else {
                        wanted.intersect(&Domain::full(from))
                    },
                )
            }
            LazyOp::Cast(..) => None,
            LazyOp::Ite(condition, _) => {
                let holds = true_set(condition);
                let then = of_value(terms, args[0], &holds)?.intersect(&of_value(terms, args[1], wanted)?);
                let fails = of_value(terms, args[0], &holds.complement(condition.bits()))?;
                Some(then.union(&fails.intersect(&of_value(terms, args[2], wanted)?)))
            }
            LazyOp::Extract { of, first, count } => {
                let (bits, shift) = (of.bits(), 8 * u32::from(first));
                let shifted = low_bits(wanted, bits - shift, 8 * u32::from(count))?;
                of_value(terms, args[0], &high_bits(&shifted, shift))
            }
            LazyOp::Concat { low, high } => {
                let (low, high) = (8 * u32::from(low), 8 * u32::from(high));
                match (args[0], args[1]) {
                    (Value::Lazy(x), Value::Bits(h)) => {
                        let window = Domain::interval(h << low, h << low | mask(low));
                        let inside = wanted.intersect(&window);
                        preimage(terms, x, &inside.rotate((h << low).wrapping_neg(), 128))
                    }
                    (Value::Bits(l), Value::Lazy(x)) => preimage(terms, x, &scaled(wanted, l, low, high)),
                    (Value::Lazy(_), Value::Lazy(_)) | (Value::Bits(_), Value::Bits(_)) => None,
                }
            }
            LazyOp::Array(..) => None,
        },
    }
}

/// All values of the symbol if a constant lies in the set, none if not; the preimage of a term.
fn of_value(terms: &Terms, value: Value, wanted: &Domain) -> Option<Domain> {
    match value {
        Value::Bits(bits) if wanted.contains(bits) => Some(Domain::full(128)),
        Value::Bits(_) => Some(Domain::EMPTY),
        Value::Lazy(id) => preimage(terms, id, wanted),
    }
}

/// The patterns of `from` bits whose low `to` bits lie in the set.
fn low_bits(wanted: &Domain, from: u32, to: u32) -> Option<Domain> {
    let inside = wanted.intersect(&Domain::full(to));
    if inside == Domain::full(to) {
        return Some(Domain::full(from));
    }
    let copies = 1usize.checked_shl(from - to)?;
    if inside.is_empty() || copies == 1 {
        return Some(inside);
    }
    if copies > MAX_INTERVALS || copies * inside.intervals().len() > MAX_INTERVALS {
        return None;
    }
    let copy =
        |i: usize| inside.intervals().iter().map(move |(lo, hi)| ((i as u128) << to | lo, (i as u128) << to | hi));
    Some(Domain::from_intervals((0..copies).flat_map(copy).collect()))
}

/// The patterns that give one of the set after a logical shift to the right.
fn high_bits(wanted: &Domain, shift: u32) -> Domain {
    Domain::from_intervals(wanted.intervals().iter().map(|(lo, hi)| (lo << shift, hi << shift | mask(shift))).collect())
}

/// The patterns `x` of `bits` bits with `x << shift | low` in the set.
fn scaled(wanted: &Domain, low: u128, shift: u32, bits: u32) -> Domain {
    let mut out = Vec::new();
    for (lo, hi) in wanted.intervals() {
        // The smallest x with (x << shift) + low >= lo, and the largest with (x << shift) + low <= hi.
        let first = if *lo <= low { 0 } else { (lo - low).div_ceil(1 << shift) };
        if *hi >= low {
            out.push((first, ((hi - low) >> shift).min(mask(bits))));
        }
    }
    Domain::from_intervals(out)
}

/// The patterns `x` with `x op constant`.
fn comparison(op: BinaryOp, bits: u32, signed: bool, constant: u128) -> Domain {
    // Adding the sign bit maps the order of signed numbers to that of patterns, and back.
    let bias = if signed { 1 << (bits - 1) } else { 0 };
    let m = mask(bits);
    let c = constant.wrapping_add(bias) & m;
    let below = if c == 0 { Domain::EMPTY } else { Domain::interval(0, c - 1) };
    let above = if c == m { Domain::EMPTY } else { Domain::interval(c + 1, m) };
    let set = match op {
        BinaryOp::Lt => below,
        BinaryOp::Gt => above,
        BinaryOp::Le => above.complement(bits),
        BinaryOp::Ge => below.complement(bits),
        BinaryOp::Eq => Domain::single(c),
        BinaryOp::Ne => Domain::single(c).complement(bits),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => unreachable!("{op} is not a comparison"),
    };
    set.rotate(bias, bits)
}

/// `a op b` as `b op' a`.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => op,
    }
}

/// Where a comparison that holds on a set gives one of the wanted truth values.
fn truth_preimage(wanted: &Domain, holds: &Domain, bits: u32) -> Domain {
    match (wanted.contains(0), wanted.contains(1)) {
        (true, true) => Domain::full(bits),
        (false, true) => holds.clone(),
        (true, false) => holds.complement(bits),
        (false, false) => Domain::EMPTY,
    }
}

/// `c` if the term is its symbol plus the constant `c`, in arithmetic of this width.
fn offset(terms: &Terms, term: LazyId, bits: u32) -> Option<u128> {
    match terms.get(term) {
        Term::Any => None,
        Term::Symbol(_) => Some(0),
        Term::Apply(LazyOp::Binary(op, Scalar::Int { bits: width, .. }, _), args) if u32::from(width) == bits => {
            match (op, args[0], args[1]) {
                (BinaryOp::Add, Value::Lazy(x), Value::Bits(c)) | (BinaryOp::Add, Value::Bits(c), Value::Lazy(x)) => {
                    Some(offset(terms, x, bits)?.wrapping_add(c) & mask(bits))
                }
                (BinaryOp::Sub, Value::Lazy(x), Value::Bits(c)) => {
                    Some(offset(terms, x, bits)?.wrapping_sub(c) & mask(bits))
                }
                _ => None,
            }
        }
        Term::Apply(..) => None,
    }
}

/// The values of `x` with `x + a op x + b`, as in `x + 1 < x`: it holds where just one of the sums wraps around.
fn shifted_comparison(
    terms: &Terms,
    op: BinaryOp,
    bits: u32,
    signed: bool,
    left: LazyId,
    right: LazyId,
) -> Option<Domain> {
    let (a, b) = (offset(terms, left, bits)?, offset(terms, right, bits)?);
    let m = mask(bits);
    let bias: u128 = if signed { 1 << (bits - 1) } else { 0 };
    // With y = x + b and the order of patterns: y + by < y iff y + by wraps.
    let by = a.wrapping_sub(b) & m;
    let less = if by == 0 { Domain::EMPTY } else { Domain::interval(m - by + 1, m) };
    let equal = if by == 0 { Domain::full(bits) } else { Domain::EMPTY };
    let holds = match op {
        BinaryOp::Lt => less,
        BinaryOp::Ge => less.complement(bits),
        BinaryOp::Le => less.union(&equal),
        BinaryOp::Gt => less.union(&equal).complement(bits),
        BinaryOp::Eq => equal,
        BinaryOp::Ne => equal.complement(bits),
        BinaryOp::Add
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
    Some(holds.rotate(bias.wrapping_sub(b) & m, bits))
}

fn binary(terms: &Terms, op: BinaryOp, ty: Scalar, a: Value, b: Value, wanted: &Domain) -> Option<Domain> {
    let Scalar::Int { bits, signed } = ty else { return None };
    let bits = u32::from(bits);
    let (x, c, constant_left) = match (a, b) {
        (Value::Lazy(x), Value::Bits(c)) => (x, c, false),
        (Value::Bits(c), Value::Lazy(x)) => (x, c, true),
        (Value::Lazy(a), Value::Lazy(b)) if op.is_comparison() => {
            let holds = shifted_comparison(terms, op, bits, signed, a, b)?;
            return Some(truth_preimage(wanted, &holds, bits));
        }
        (Value::Lazy(_), Value::Lazy(_)) | (Value::Bits(_), Value::Bits(_)) => return None,
    };
    let operand = match op {
        BinaryOp::Add => wanted.rotate(c.wrapping_neg(), bits),
        BinaryOp::Sub if constant_left => wanted.negate(bits).rotate(c, bits),
        BinaryOp::Sub => wanted.rotate(c, bits),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            let holds = comparison(if constant_left { mirrored(op) } else { op }, bits, signed, c);
            truth_preimage(wanted, &holds, bits)
        }
        BinaryOp::And if c & c.wrapping_add(1) == 0 => low_bits(wanted, bits, c.trailing_ones())?,
        BinaryOp::And if (!c & mask(bits)).wrapping_add(1).is_power_of_two() && c != 0 => {
            // A mask of high bits: whole blocks of patterns have the same result.
            let low = c.trailing_zeros();
            high_bits(&scaled(wanted, 0, low, bits - low), low)
        }
        BinaryOp::Xor if c == mask(bits) => wanted.bit_not(bits),
        BinaryOp::Xor if c == 1 << (bits - 1) => wanted.rotate(c, bits),
        BinaryOp::Shr if !constant_left && c < u128::from(bits) && !signed => {
            high_bits(&wanted.intersect(&Domain::full(bits - c as u32)), c as u32)
        }
        BinaryOp::Shl if !constant_left && c < u128::from(bits) => {
            let low = c as u32;
            low_bits(&scaled(wanted, 0, low, bits - low), bits, bits - low)?
        }
        BinaryOp::Div if !constant_left && c != 0 && !signed => Domain::from_intervals(
            wanted
                .intervals()
                .iter()
                .filter_map(|(lo, hi)| {
                    let last = hi.checked_mul(c).and_then(|h| h.checked_add(c - 1)).unwrap_or(u128::MAX);
                    Some((lo.checked_mul(c)?, last.min(mask(bits))))
                })
                .collect(),
        ),
        BinaryOp::Div if !constant_left && signed && bits <= 64 && ty.to_i128(c) > 0 => {
            let c = ty.to_i128(c);
            let mut out = Domain::EMPTY;
            for (lo, hi) in signed_intervals(wanted, ty) {
                // Division truncates towards zero: the quotient 0 has 2c - 1 dividends.
                let first = if lo > 0 { lo * c } else { lo * c - (c - 1) };
                let last = if hi < 0 { hi * c } else { hi * c + (c - 1) };
                out = out.union(&Domain::of_range(ty, first, last));
            }
            out
        }
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => return None,
        BinaryOp::Shl | BinaryOp::Shr | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return None,
    };
    preimage(terms, x, &operand)
}

/// A set of patterns as intervals of signed numbers.
fn signed_intervals(set: &Domain, ty: Scalar) -> Vec<(i128, i128)> {
    let half = 1u128 << (ty.bits() - 1);
    let mut out = Vec::new();
    for (lo, hi) in set.intervals() {
        if *lo < half && *hi >= half {
            out.push((ty.to_i128(*lo), ty.to_i128(half - 1)));
            out.push((ty.to_i128(half), ty.to_i128(*hi)));
        } else {
            out.push((ty.to_i128(*lo), ty.to_i128(*hi)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lazy::SymbolId;

    const U8: Scalar = Scalar::Int { bits: 8, signed: false };
    const I8: Scalar = Scalar::Int { bits: 8, signed: true };
    const U16: Scalar = Scalar::Int { bits: 16, signed: false };
    const I16: Scalar = Scalar::Int { bits: 16, signed: true };

    /// Every way to apply an operation to an 8-bit term and a constant.
    fn shapes(terms: &mut Terms, x: Value, c: u128) -> Vec<(Value, Scalar)> {
        let mut out = Vec::new();
        let mut push = |terms: &mut Terms, op, args: &[Value], ty| {
            if let Some(value) = terms.apply(op, args) {
                out.push((value, ty));
            }
        };
        use BinaryOp::*;
        for ty in [U8, I8] {
            for op in [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Eq, Ne, Lt, Le, Gt, Ge] {
                let result = if op.is_comparison() { Scalar::INT } else { ty };
                let divides = matches!(op, Div | Rem);
                if !(divides && (c == 0 || c == 255)) {
                    push(terms, LazyOp::Binary(op, ty, ty), &[x, Value::Bits(c)], result);
                }
                if !divides {
                    push(terms, LazyOp::Binary(op, ty, ty), &[Value::Bits(c), x], result);
                }
            }
            push(terms, LazyOp::Unary(UnaryOp::Neg, ty), &[x], ty);
            push(terms, LazyOp::Unary(UnaryOp::BitNot, ty), &[x], ty);
            push(terms, LazyOp::Cast(ty, U16), &[x], U16);
            push(terms, LazyOp::Ite(ty, ty), &[x, Value::Bits(c), Value::Bits(7)], ty);
        }
        push(terms, LazyOp::Concat { low: 1, high: 1 }, &[x, Value::Bits(c)], U16);
        push(terms, LazyOp::Concat { low: 1, high: 1 }, &[Value::Bits(c), x], U16);
        out
    }

    fn check(terms: &Terms, value: Value, wanted: &Domain) -> Option<()> {
        let Value::Lazy(term) = value else { return None };
        let set = preimage(terms, term, wanted)?;
        for v in 0..256u128 {
            let result = terms.evaluate(term, &|_| v).unwrap();
            let context = terms.args(term);
            assert_eq!(set.contains(v), wanted.contains(result), "{context:?} of {v} is {result}, wanted {wanted:?}");
        }
        Some(())
    }

    #[test]
    fn preimages_are_exact_on_eight_bits() {
        let mut terms = Terms::default();
        let x = Value::Lazy(terms.symbol(SymbolId(0)));
        let mut answered = 0;
        for c in [0, 1, 2, 3, 7, 8, 16, 100, 127, 128, 129, 240, 254, 255] {
            for (value, ty) in shapes(&mut terms, x, c) {
                for wanted in [Domain::interval(1, mask(ty.bits())), Domain::interval(0, 9), Domain::interval(5, 200)] {
                    answered += usize::from(check(&terms, value, &wanted).is_some());
                }
                // Chains: a second operation on the result of the first, seen as eight bits again.
                let Some(narrow) = terms.apply(LazyOp::Cast(ty, U8), &[value]) else { continue };
                for (value, ty) in shapes(&mut terms, narrow, 200) {
                    let wanted = Domain::interval(1, mask(ty.bits()) / 2);
                    answered += usize::from(check(&terms, value, &wanted).is_some());
                }
            }
        }
        assert!(answered > 15_000, "only {answered} answers");
    }

    #[test]
    fn sign_extension_and_truncation() {
        let mut terms = Terms::default();
        let x = Value::Lazy(terms.symbol(SymbolId(0)));
        let wide = terms.apply(LazyOp::Cast(I8, I16), &[x]).unwrap();
        check(&terms, wide, &Domain::of_range(I16, -5, 3)).unwrap();
        let back = terms.apply(LazyOp::Cast(I16, I8), &[wide]).unwrap();
        check(&terms, back, &Domain::of_range(I8, -5, 3)).unwrap();
        let bytes = terms.apply(LazyOp::Extract { of: I16, first: 1, count: 1 }, &[wide]).unwrap();
        check(&terms, bytes, &Domain::single(255)).unwrap();
    }

    #[test]
    fn a_value_compared_with_itself_plus_something() {
        use BinaryOp::*;
        let mut terms = Terms::default();
        let x = Value::Lazy(terms.symbol(SymbolId(0)));
        let mut answered = 0;
        for ty in [U8, I8] {
            for (a, b) in [(1, 0), (0, 1), (255, 0), (100, 200), (128, 0), (7, 7), (3, 130)] {
                let left = terms.apply(LazyOp::Binary(Add, ty, ty), &[x, Value::Bits(a)]).unwrap();
                let right = terms.apply(LazyOp::Binary(Sub, ty, ty), &[x, Value::Bits((256 - b) & 255)]).unwrap();
                for op in [Eq, Ne, Lt, Le, Gt, Ge] {
                    let compared = terms.apply(LazyOp::Binary(op, ty, ty), &[left, right]).unwrap();
                    answered += usize::from(check(&terms, compared, &Domain::single(1)).is_some());
                }
            }
        }
        assert!(answered > 60, "only {answered} answers");
    }

    #[test]
    fn full_width_comparisons_need_no_enumeration() {
        let i64 = Scalar::Int { bits: 64, signed: true };
        let mut terms = Terms::default();
        let x = Value::Lazy(terms.symbol(SymbolId(0)));
        let Value::Lazy(term) =
            terms.apply(LazyOp::Binary(BinaryOp::Lt, i64, i64), &[x, Value::Bits(mask(64))]).unwrap()
        else {
            panic!("not folded")
        };
        let negative = preimage(&terms, term, &true_set(Scalar::INT)).unwrap();
        assert_eq!(negative, Domain::interval(1 << 63, mask(64) - 1), "below -1");
    }
}
