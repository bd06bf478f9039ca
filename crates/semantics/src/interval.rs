//! Intervals of integers with steps: what a value lies between, and in which steps it goes, as far as that is known without the state.
//!
//! The steps (P. Granger's congruences, 1989, within the bounds) tell threads apart that take turns in an array: `i = id; i < n; i += threads`. A value of a type of fewer than 128 bits is its mathematical value; of anything else (floating-point numbers, 128-bit integers) nothing is
//! known. Law: the value of an expression is in its interval if the values of its registers are in theirs. What wraps around, in part, is
//! any value of the type.

use raddle_program::{BinaryOp, Scalar, UnaryOp};

/// The values from `lo` to `hi`, in steps from `lo` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Interval {
    pub(crate) lo: i128,
    /// One of the values.
    pub(crate) hi: i128,
    /// At least 1; 0 if there is one value only.
    pub(crate) step: i128,
}

/// The greatest number that divides both, as a number that is not negative.
fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

impl Interval {
    /// The truth values.
    const TRUTH: Interval = Interval { lo: 0, hi: 1, step: 1 };

    /// One value.
    pub(crate) fn one(value: i128) -> Interval {
        Interval { lo: value, hi: value, step: 0 }
    }

    /// All values from one to another.
    pub(crate) fn span(lo: i128, hi: i128) -> Interval {
        Interval::stepping(lo, hi, 1)
    }

    /// The values from one on that are not above another, in steps.
    pub(crate) fn stepping(lo: i128, hi: i128, step: i128) -> Interval {
        let step = step.max(1);
        let Some(width) = hi.checked_sub(lo) else { return Interval { lo, hi, step: 1 } };
        let hi = lo + (width - width.rem_euclid(step));
        Interval { lo, hi, step: if lo == hi { 0 } else { step } }
    }

    /// How many values there are, if they can be counted.
    pub(crate) fn count(self) -> Option<i128> {
        self.hi.checked_sub(self.lo).map(|width| if self.step == 0 { 1 } else { width / self.step + 1 })
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
                Interval::span(-half, half - 1)
            }
            Scalar::Int { bits, signed: false } if bits < 127 => Interval::span(0, (1i128 << bits) - 1),
            Scalar::Int { .. } | Scalar::Float(_) => Interval::span(i128::MIN, i128::MAX),
        }
    }

    /// The value, if there is only one.
    pub(crate) fn single(self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Whether it contains all values of another.
    pub(crate) fn contains(self, other: Interval) -> bool {
        let in_step = match (self.step, other.lo.checked_sub(self.lo)) {
            (0 | 1, _) => true,
            (step, Some(ahead)) => ahead % step == 0 && other.step % step == 0,
            (_, None) => false,
        };
        self.lo <= other.lo && other.hi <= self.hi && in_step
    }

    /// All values of both, and those between, in steps that both take.
    pub(crate) fn hull(self, other: Interval) -> Interval {
        let (lo, hi) = (self.lo.min(other.lo), self.hi.max(other.hi));
        let apart = self.lo.checked_sub(other.lo).unwrap_or(1);
        let steps = gcd(gcd(self.step, other.step), apart);
        if lo == hi { Interval::one(lo) } else { Interval::stepping(lo, hi, steps) }
    }

    /// With a lower and an upper bound that are at most so far out, in the same steps.
    pub(crate) fn widened(self, lo: i128, hi: i128) -> Interval {
        let step = self.step.max(1);
        let (Some(below), Some(above)) = (self.lo.checked_sub(lo), hi.checked_sub(self.hi)) else {
            return Interval::span(lo, hi);
        };
        let first = self.lo - (below - below.rem_euclid(step));
        Interval::stepping(first, self.hi + (above - above.rem_euclid(step)), step)
    }

    /// The values that are in both, if there are some; in the longer steps of the two.
    pub(crate) fn meet(self, other: Interval) -> Option<Interval> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        // One value has the longest steps of all.
        let is_longer = self.step == 0 || other.step != 0 && self.step >= other.step;
        let stepping = if is_longer { self } else { other };
        if stepping.step == 0 {
            return (lo <= stepping.lo && stepping.lo <= hi).then_some(stepping);
        }
        let ahead = lo.checked_sub(stepping.lo).map_or(0, |ahead| (-ahead).rem_euclid(stepping.step));
        let lo = lo.checked_add(ahead)?;
        (lo <= hi).then(|| Interval::stepping(lo, hi, stepping.step))
    }

    /// Itself if all its values are of a type, else all values of the type.
    pub(crate) fn within(self, ty: Scalar) -> Interval {
        let any = Interval::any(ty);
        if is_number(ty) && any.contains(self) { self } else { any }
    }

    /// The truth of a condition, if it is certain.
    pub(crate) fn truth(self) -> Option<bool> {
        match self {
            Interval { lo: 0, hi: 0, .. } => Some(false),
            Interval { lo, hi, .. } if lo > 0 || hi < 0 => Some(true),
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
        UnaryOp::Neg => Interval { lo: -a.hi, hi: -a.lo, ..a }.within(ty),
        UnaryOp::BitNot if signed => Interval { lo: -1 - a.hi, hi: -1 - a.lo, ..a },
        UnaryOp::BitNot => {
            let most = Interval::any(ty).hi;
            Interval { lo: most - a.hi, hi: most - a.lo, ..a }
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
        BinaryOp::Add => Interval::stepping(a.lo.checked_add(b.lo)?, a.hi.checked_add(b.hi)?, gcd(a.step, b.step)),
        BinaryOp::Sub => Interval::stepping(a.lo.checked_sub(b.hi)?, a.hi.checked_sub(b.lo)?, gcd(a.step, b.step)),
        BinaryOp::Mul => {
            let corners =
                [a.lo.checked_mul(b.lo)?, a.lo.checked_mul(b.hi)?, a.hi.checked_mul(b.lo)?, a.hi.checked_mul(b.hi)?];
            let (least, most) = (corners.into_iter().min()?, corners.into_iter().max()?);
            // Products differ by these, so many times.
            let moves = [a.lo.checked_mul(b.step)?, b.lo.checked_mul(a.step)?, a.step.checked_mul(b.step)?];
            Interval::stepping(least, most, moves.into_iter().fold(0, gcd))
        }
        BinaryOp::Div => {
            let by = amount.filter(|by| *by > 0)?;
            Interval::span(a.lo / by, a.hi / by)
        }
        BinaryOp::Rem => {
            let by = amount.filter(|by| *by > 0)?;
            match a.lo >= 0 {
                true if a.hi < by => a,
                true => Interval::span(0, by - 1),
                false => Interval::span(1 - by, by - 1),
            }
        }
        BinaryOp::Shl => {
            let by = amount.filter(|by| (0..width).contains(by))?;
            arithmetic(BinaryOp::Mul, a, Interval::one(1 << by), width)?
        }
        BinaryOp::Shr => {
            let by = amount.filter(|by| (0..width).contains(by))?;
            Interval::span(a.lo >> by, a.hi >> by)
        }
        BinaryOp::And if positive => Interval::span(0, a.hi.min(b.hi)),
        BinaryOp::Or | BinaryOp::Xor if positive => {
            let bits = 128 - a.hi.max(b.hi).leading_zeros();
            Interval::span(0, 1i128.checked_shl(bits).filter(|_| bits < 127)? - 1)
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
    let (below, above) = (|hi| Interval::span(i128::MIN, hi), |lo| Interval::span(lo, i128::MAX));
    match op {
        BinaryOp::Lt => a.meet(below(b.hi.saturating_sub(1))),
        BinaryOp::Le => a.meet(below(b.hi)),
        BinaryOp::Gt => a.meet(above(b.lo.saturating_add(1))),
        BinaryOp::Ge => a.meet(above(b.lo)),
        BinaryOp::Eq => a.meet(b),
        BinaryOp::Ne => match b.single() {
            Some(value) if a.single() == Some(value) => None,
            Some(value) if a.lo == value => Some(Interval::stepping(value + a.step, a.hi, a.step)),
            Some(value) if a.hi == value => Some(Interval::stepping(a.lo, value - a.step, a.step)),
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
        let Interval { lo, hi, .. } = Interval::any(ty);
        let ends = [lo, lo + 1, -3, -1, 0, 1, 2, 5, 7, 8, 100, hi - 1, hi];
        let inside: Vec<i128> = ends.into_iter().filter(|v| (lo..=hi).contains(v)).collect();
        let pairs = inside.iter().flat_map(|lo| inside.iter().map(move |hi| (*lo, *hi))).filter(|(lo, hi)| lo <= hi);
        let mut all: Vec<Interval> =
            pairs.flat_map(|(lo, hi)| [1, 3, 4].map(|step| Interval::stepping(lo, hi, step))).collect();
        all.dedup();
        all
    }

    /// Some values of an interval, the first and the last among them.
    fn values(i: Interval) -> Vec<i128> {
        let second = (i.step > 0).then(|| i.lo + i.step);
        let before = (i.step > 0).then(|| i.hi - i.step);
        [Some(i.lo), second, before, Some(i.hi)].into_iter().flatten().collect()
    }

    #[test]
    fn hull_meet_and_widening_lose_no_value() {
        let all = samples(BYTE);
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b))) {
            let hull = a.hull(b);
            assert!(hull.contains(a) && hull.contains(b), "{a:?} {b:?} {hull:?}");
            assert!(a.widened(a.lo - 5, a.hi + 7).contains(a), "{a:?}");
            let is_in = |i: Interval, v: i128| i.contains(Interval::one(v));
            for v in -128..128 {
                let both = is_in(a, v) && is_in(b, v);
                assert!(!both || a.meet(b).is_some_and(|meet| is_in(meet, v)), "{a:?} {b:?} {v}");
            }
        }
    }

    #[test]
    fn results_of_values_are_in_results_of_intervals() {
        for ty in [BYTE, WORD] {
            let samples = samples(ty);
            for op in OPS {
                for (a, b) in samples.iter().flat_map(|a| samples.iter().map(move |b| (*a, *b))) {
                    let result_ty = if op.is_comparison() { Scalar::INT } else { ty };
                    let result = binary(op, a, b, ty, result_ty);
                    for (x, y) in values(a).into_iter().flat_map(|x| values(b).into_iter().map(move |y| (x, y))) {
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
                for x in values(*a) {
                    let cut = |value: i128| ty.to_i128(ty.truncate(value as u128));
                    assert!(unary(UnaryOp::Neg, *a, ty).contains(Interval::one(cut(-x))));
                    assert!(unary(UnaryOp::BitNot, *a, ty).contains(Interval::one(cut(!x))));
                }
            }
        }
    }
}
