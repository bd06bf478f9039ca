//! Intervals of integers: what a value lies between, as far as it is known without the state.
//!
//! A value of a type of fewer than 128 bits is its mathematical value; of anything else (floating-point numbers, 128-bit integers) nothing is
//! known. Law: the value of an expression is in its interval if the values of its registers are in theirs. What wraps around, in part, is
//! any value of the type.

use raddle_program::{BinaryOp, Scalar, UnaryOp};

/// All values from `lo` to `hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Interval {
    pub(crate) lo: i128,
    pub(crate) hi: i128,
}

impl Interval {
    /// The truth values.
    const TRUTH: Interval = Interval { lo: 0, hi: 1 };

    /// One value.
    pub(crate) fn one(value: i128) -> Interval {
        Interval { lo: value, hi: value }
    }

    /// A bit pattern of a type.
    pub(crate) fn of_bits(bits: u128, ty: Scalar) -> Interval {
        if is_number(ty) { Interval::one(ty.to_i128(bits)) } else { Interval::any(ty) }
    }

    /// All values of a type.
    pub(crate) fn any(ty: Scalar) -> Interval {
        match ty {
            Scalar::Int { bits, signed: true } if bits < 128 => {
                let half = 1i128 << (bits - 1);
                Interval { lo: -half, hi: half - 1 }
            }
            Scalar::Int { bits, signed: false } if bits < 127 => Interval { lo: 0, hi: (1i128 << bits) - 1 },
            Scalar::Int { .. } | Scalar::Float(_) => Interval { lo: i128::MIN, hi: i128::MAX },
        }
    }

    /// The value, if there is only one.
    pub(crate) fn single(self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Whether it contains all values of another.
    pub(crate) fn contains(self, other: Interval) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// All values of both, and those between.
    pub(crate) fn hull(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The values that are in both, if there are some.
    pub(crate) fn meet(self, other: Interval) -> Option<Interval> {
        let both = Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        (both.lo <= both.hi).then_some(both)
    }

    /// Itself if all its values are of a type, else all values of the type.
    pub(crate) fn within(self, ty: Scalar) -> Interval {
        let any = Interval::any(ty);
        if is_number(ty) && any.contains(self) { self } else { any }
    }

    /// The truth of a condition, if it is certain.
    pub(crate) fn truth(self) -> Option<bool> {
        match self {
            Interval { lo: 0, hi: 0 } => Some(false),
            Interval { lo, hi } if lo > 0 || hi < 0 => Some(true),
            Interval { .. } => None,
        }
    }
}

/// Whether something is known of values of a type.
pub(crate) fn is_number(ty: Scalar) -> bool {
    matches!(ty, Scalar::Int { bits, .. } if bits < 127)
}

/// The result of an operator with one operand.
pub(crate) fn unary(op: UnaryOp, a: Interval, ty: Scalar) -> Interval {
    if !is_number(ty) {
        return Interval::any(ty);
    }
    let signed = matches!(ty, Scalar::Int { signed: true, .. });
    match op {
        UnaryOp::Neg => Interval { lo: -a.hi, hi: -a.lo }.within(ty),
        UnaryOp::BitNot if signed => Interval { lo: -1 - a.hi, hi: -1 - a.lo },
        UnaryOp::BitNot => {
            let most = Interval::any(ty).hi;
            Interval { lo: most - a.hi, hi: most - a.lo }
        }
    }
}

/// The result of an operator with two operands of type `of`; `ty` is the type of the result.
pub(crate) fn binary(op: BinaryOp, a: Interval, b: Interval, of: Scalar, ty: Scalar) -> Interval {
    if op.is_comparison() {
        return if is_number(of) { compare(op, a, b) } else { Interval::TRUTH };
    }
    if !is_number(ty) || !is_number(of) {
        return Interval::any(ty);
    }
    arithmetic(op, a, b, i128::from(of.bits())).map_or(Interval::any(ty), |result| result.within(ty))
}

/// `width`: the bits of the left operand. A shift by that much or more is undefined, and the hardware does something else.
fn arithmetic(op: BinaryOp, a: Interval, b: Interval, width: i128) -> Option<Interval> {
    let amount = b.single();
    let positive = a.lo >= 0 && b.lo >= 0;
    Some(match op {
        BinaryOp::Add => Interval { lo: a.lo.checked_add(b.lo)?, hi: a.hi.checked_add(b.hi)? },
        BinaryOp::Sub => Interval { lo: a.lo.checked_sub(b.hi)?, hi: a.hi.checked_sub(b.lo)? },
        BinaryOp::Mul => {
            let corners =
                [a.lo.checked_mul(b.lo)?, a.lo.checked_mul(b.hi)?, a.hi.checked_mul(b.lo)?, a.hi.checked_mul(b.hi)?];
            corners.into_iter().map(Interval::one).reduce(Interval::hull)?
        }
        BinaryOp::Div => {
            let by = amount.filter(|by| *by > 0)?;
            Interval { lo: a.lo / by, hi: a.hi / by }
        }
        BinaryOp::Rem => {
            let by = amount.filter(|by| *by > 0)?;
            match a.lo >= 0 {
                true if a.hi < by => a,
                true => Interval { lo: 0, hi: by - 1 },
                false => Interval { lo: 1 - by, hi: by - 1 },
            }
        }
        BinaryOp::Shl => {
            let by = amount.filter(|by| (0..width).contains(by))?;
            arithmetic(BinaryOp::Mul, a, Interval::one(1 << by), width)?
        }
        BinaryOp::Shr => {
            let by = amount.filter(|by| (0..width).contains(by))?;
            Interval { lo: a.lo >> by, hi: a.hi >> by }
        }
        BinaryOp::And if positive => Interval { lo: 0, hi: a.hi.min(b.hi) },
        BinaryOp::Or | BinaryOp::Xor if positive => {
            let bits = 128 - a.hi.max(b.hi).leading_zeros();
            Interval { lo: 0, hi: 1i128.checked_shl(bits).filter(|_| bits < 127)? - 1 }
        }
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return None,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => return None,
    })
}

fn compare(op: BinaryOp, a: Interval, b: Interval) -> Interval {
    let (always, never) = match op {
        BinaryOp::Lt => (a.hi < b.lo, a.lo >= b.hi),
        BinaryOp::Le => (a.hi <= b.lo, a.lo > b.hi),
        BinaryOp::Gt => (a.lo > b.hi, a.hi <= b.lo),
        BinaryOp::Ge => (a.lo >= b.hi, a.hi < b.lo),
        BinaryOp::Eq => (a.single().is_some() && a == b, a.meet(b).is_none()),
        BinaryOp::Ne => (a.meet(b).is_none(), a.single().is_some() && a == b),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => (false, false),
    };
    match (always, never) {
        (true, _) => Interval::one(1),
        (false, true) => Interval::one(0),
        (false, false) => Interval::TRUTH,
    }
}

/// The values of the left operand for which a comparison with the right one can hold.
pub(crate) fn left_of(op: BinaryOp, a: Interval, b: Interval) -> Option<Interval> {
    let all = Interval { lo: i128::MIN, hi: i128::MAX };
    match op {
        BinaryOp::Lt => a.meet(Interval { hi: b.hi.saturating_sub(1), ..all }),
        BinaryOp::Le => a.meet(Interval { hi: b.hi, ..all }),
        BinaryOp::Gt => a.meet(Interval { lo: b.lo.saturating_add(1), ..all }),
        BinaryOp::Ge => a.meet(Interval { lo: b.lo, ..all }),
        BinaryOp::Eq => a.meet(b),
        BinaryOp::Ne => match b.single() {
            Some(value) if a.single() == Some(value) => None,
            Some(value) if a.lo == value => Some(Interval { lo: value + 1, ..a }),
            Some(value) if a.hi == value => Some(Interval { hi: value - 1, ..a }),
            Some(_) | None => Some(a),
        },
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => Some(a),
    }
}

/// The comparison that says the same with its operands exchanged, and the one that says the opposite.
pub(crate) fn mirrored_and_negated(op: BinaryOp) -> Option<(BinaryOp, BinaryOp)> {
    Some(match op {
        BinaryOp::Lt => (BinaryOp::Gt, BinaryOp::Ge),
        BinaryOp::Le => (BinaryOp::Ge, BinaryOp::Gt),
        BinaryOp::Gt => (BinaryOp::Lt, BinaryOp::Le),
        BinaryOp::Ge => (BinaryOp::Le, BinaryOp::Lt),
        BinaryOp::Eq => (BinaryOp::Eq, BinaryOp::Ne),
        BinaryOp::Ne => (BinaryOp::Ne, BinaryOp::Eq),
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
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: Scalar = Scalar::Int { bits: 8, signed: true };
    const WORD: Scalar = Scalar::Int { bits: 8, signed: false };
    const OPS: [BinaryOp; 16] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
    ];

    /// The result for two values, as the machine computes it; none where it is undefined.
    fn exact(op: BinaryOp, a: i128, b: i128, ty: Scalar) -> Option<i128> {
        let cut = |value: i128| ty.to_i128(ty.truncate(value as u128));
        Some(match op {
            BinaryOp::Add => cut(a + b),
            BinaryOp::Sub => cut(a - b),
            BinaryOp::Mul => cut(a * b),
            BinaryOp::Div => cut(a.checked_div(b)?),
            BinaryOp::Rem => cut(a.checked_rem(b)?),
            BinaryOp::Shl => cut(a << u32::try_from(b).ok().filter(|b| *b < 8)?),
            BinaryOp::Shr => cut(a >> u32::try_from(b).ok().filter(|b| *b < 8)?),
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => cut(a ^ b),
            BinaryOp::Eq => i128::from(a == b),
            BinaryOp::Ne => i128::from(a != b),
            BinaryOp::Lt => i128::from(a < b),
            BinaryOp::Le => i128::from(a <= b),
            BinaryOp::Gt => i128::from(a > b),
            BinaryOp::Ge => i128::from(a >= b),
        })
    }

    fn samples(ty: Scalar) -> Vec<Interval> {
        let Interval { lo, hi } = Interval::any(ty);
        let ends = [lo, lo + 1, -3, -1, 0, 1, 2, 5, 7, 8, 100, hi - 1, hi];
        let inside: Vec<i128> = ends.into_iter().filter(|v| (lo..=hi).contains(v)).collect();
        let pairs = inside.iter().flat_map(|lo| inside.iter().map(move |hi| Interval { lo: *lo, hi: *hi }));
        pairs.filter(|i| i.lo <= i.hi).collect()
    }

    #[test]
    fn results_of_values_are_in_results_of_intervals() {
        for ty in [BYTE, WORD] {
            let samples = samples(ty);
            for op in OPS {
                for (a, b) in samples.iter().flat_map(|a| samples.iter().map(move |b| (*a, *b))) {
                    let result_ty = if op.is_comparison() { Scalar::INT } else { ty };
                    let result = binary(op, a, b, ty, result_ty);
                    for (x, y) in [a.lo, a.hi].into_iter().flat_map(|x| [b.lo, b.hi].map(|y| (x, y))) {
                        let value = exact(op, x, y, ty);
                        assert!(
                            value.is_none_or(|v| result.contains(Interval::one(v))),
                            "{op:?} {a:?} {b:?} {x} {y}: {result:?}"
                        );
                        if let Some((mirrored, negated)) = mirrored_and_negated(op) {
                            let (holds, left) = if value == Some(1) { (op, x) } else { (negated, x) };
                            assert!(left_of(holds, a, b).is_some_and(|i| i.contains(Interval::one(left))));
                            assert_eq!(exact(mirrored, y, x, ty), value);
                        }
                    }
                }
            }
            for a in &samples {
                for x in [a.lo, a.hi] {
                    let cut = |value: i128| ty.to_i128(ty.truncate(value as u128));
                    assert!(unary(UnaryOp::Neg, *a, ty).contains(Interval::one(cut(-x))));
                    assert!(unary(UnaryOp::BitNot, *a, ty).contains(Interval::one(cut(!x))));
                }
            }
        }
    }
}
