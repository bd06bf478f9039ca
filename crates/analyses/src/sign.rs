//! `sign`: whether integers are negative, zero or positive. The example of docs/adding-an-analysis.md.
//!
//! **Idea** (the textbook domain; P. Cousot, R. Cousot, POPL 1977). For every variable a set of signs; how that is followed through a
//! program is said in [`nonrelational`](crate::nonrelational).
//!
//! **Soundness.** Arithmetic wraps around as the machine does, so the sum of two positive numbers may be negative.
//!
//! **Cost**: nothing. **Rejected**: intervals, which need widening to come to an end in loops; an example should be small.

use raddle_program::{BinaryOp, Scalar, UnaryOp};

use crate::nonrelational::{NonRelational, Values};

/// The analysis.
pub type Sign<'a, 'p> = NonRelational<'a, 'p, Signs>;

// doc: signs
/// A set of signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signs(u8);

impl Signs {
    const NONE: Signs = Signs(0);
    const NEGATIVE: Signs = Signs(1);
    const ZERO: Signs = Signs(2);
    const POSITIVE: Signs = Signs(4);
    const ALL: [Signs; 3] = [Signs::NEGATIVE, Signs::ZERO, Signs::POSITIVE];

    fn has(self, sign: Signs) -> bool {
        self.0 & sign.0 != 0
    }

    /// The numbers that have a sign.
    fn numbers(self, ty: Scalar) -> (i128, i128) {
        let (signed, bits) = (matches!(ty, Scalar::Int { signed: true, .. }), ty.bits());
        match self {
            Signs::NEGATIVE => (if signed { -(1 << (bits - 1)) } else { 0 }, -1),
            Signs::ZERO => (0, 0),
            _ => (1, if signed { (1 << (bits - 1)) - 1 } else { (1 << bits) - 1 }),
        }
    }

    fn each(self) -> impl Iterator<Item = Signs> {
        Signs::ALL.into_iter().filter(move |sign| self.has(*sign))
    }

    /// The results of an operation on each sign together.
    fn map(self, f: impl Fn(Signs) -> Signs) -> Signs {
        self.each().fold(Signs::NONE, |all, sign| all.or(&f(sign)))
    }
}
// end

// doc: values
impl Values for Signs {
    const NAME: &'static str = "sign";

    fn all(ty: Scalar) -> Signs {
        match ty {
            Scalar::Int { signed: false, .. } => Signs::ZERO.or(&Signs::POSITIVE),
            Scalar::Int { signed: true, .. } | Scalar::Float(_) => Signs(7),
        }
    }

    fn of(ty: Scalar, ranges: &[(i128, i128)]) -> Signs {
        let meets = |(lo, hi): (i128, i128)| ranges.iter().any(|(a, b)| *a <= hi && lo <= *b);
        Signs(7).map(|sign| if meets(sign.numbers(ty)) { sign } else { Signs::NONE })
    }

    fn ranges(&self, ty: Scalar) -> Vec<(i128, i128)> {
        self.each().map(|sign| sign.numbers(ty)).filter(|(lo, hi)| lo <= hi).collect()
    }

    fn within(&self, other: &Signs) -> bool {
        self.0 & !other.0 == 0
    }

    fn or(&self, other: &Signs) -> Signs {
        Signs(self.0 | other.0)
    }

    fn unary(op: UnaryOp, ty: Scalar, x: &Signs) -> Signs {
        x.map(|x| unary(op, ty, x))
    }

    fn binary(op: BinaryOp, ty: Scalar, x: &Signs, y: &Signs) -> Signs {
        x.map(|x| y.map(|y| if op.is_comparison() { compare(op, x, y) } else { arithmetic(op, ty, x, y) }))
    }

    fn cast(from: Scalar, to: Scalar, x: &Signs) -> Signs {
        x.map(|x| cast(from, to, x))
    }

    fn may_be(&self, truth: bool) -> bool {
        if truth { self.has(Signs(5)) } else { self.has(Signs::ZERO) }
    }

    fn assume(op: BinaryOp, _: Scalar, x: &Signs, y: &Signs, holds: bool) -> (Signs, Signs) {
        let keep = |possible: bool, sign: Signs| if possible { sign } else { Signs::NONE };
        (
            x.map(|x| keep(y.map(|y| compare(op, x, y)).may_be(holds), x)),
            y.map(|y| keep(x.map(|x| compare(op, x, y)).may_be(holds), y)),
        )
    }
}
// end

fn unary(op: UnaryOp, ty: Scalar, sign: Signs) -> Signs {
    match (op, ty) {
        (UnaryOp::Neg, Scalar::Int { .. }) if sign == Signs::ZERO => Signs::ZERO,
        (UnaryOp::Neg, Scalar::Int { signed: true, .. }) if sign == Signs::POSITIVE => Signs::NEGATIVE,
        // The smallest number is its own negation.
        (UnaryOp::Neg, Scalar::Int { signed: true, .. }) => Signs::NEGATIVE.or(&Signs::POSITIVE),
        (UnaryOp::Neg, Scalar::Int { signed: false, .. }) => Signs::POSITIVE,
        (UnaryOp::BitNot, Scalar::Int { signed: true, .. }) if sign == Signs::NEGATIVE => {
            Signs::ZERO.or(&Signs::POSITIVE)
        }
        (UnaryOp::BitNot, Scalar::Int { signed: true, .. }) => Signs::NEGATIVE,
        (UnaryOp::BitNot, Scalar::Int { signed: false, .. }) | (UnaryOp::Neg | UnaryOp::BitNot, Scalar::Float(_)) => {
            Signs::all(ty)
        }
    }
}

// doc: arithmetic
/// Arithmetic on two signs; it wraps around.
fn arithmetic(op: BinaryOp, ty: Scalar, x: Signs, y: Signs) -> Signs {
    let (zero, not_negative) = (Signs::ZERO, Signs::ZERO.or(&Signs::POSITIVE));
    match op {
        BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor if x == zero => y,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor if y == zero => x,
        BinaryOp::Mul | BinaryOp::And if x == zero || y == zero => zero,
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr if x == zero => zero,
        BinaryOp::And if x == Signs::POSITIVE || y == Signs::POSITIVE => not_negative,
        BinaryOp::Or if x == Signs::NEGATIVE || y == Signs::NEGATIVE => Signs::NEGATIVE,
        BinaryOp::Or => Signs::POSITIVE,
        BinaryOp::Div if x == Signs::POSITIVE && y == Signs::POSITIVE => not_negative,
        BinaryOp::Rem => x.or(&zero),
        BinaryOp::Shr if x == Signs::POSITIVE => not_negative,
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Xor
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge => Signs::all(ty),
    }
}
// end

/// A comparison of two signs: zero is false, positive is true.
fn compare(op: BinaryOp, x: Signs, y: Signs) -> Signs {
    let either = Signs::ZERO.or(&Signs::POSITIVE);
    let truth = |holds: bool| if holds { Signs::POSITIVE } else { Signs::ZERO };
    if x == y && x != Signs::ZERO {
        return either;
    }
    match op {
        BinaryOp::Eq => truth(x == y),
        BinaryOp::Ne => truth(x != y),
        BinaryOp::Lt => truth(x < y),
        BinaryOp::Le => truth(x <= y),
        BinaryOp::Gt => truth(x > y),
        BinaryOp::Ge => truth(x >= y),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => either,
    }
}

fn cast(from: Scalar, to: Scalar, sign: Signs) -> Signs {
    match (from, to) {
        (Scalar::Int { .. }, Scalar::Int { .. }) if sign == Signs::ZERO => sign,
        (Scalar::Int { bits: f, signed: was }, Scalar::Int { bits: t, signed }) if t > f || t == f && was == signed => {
            if signed {
                sign
            } else {
                Signs::POSITIVE
            }
        }
        (Scalar::Int { bits: f, .. }, Scalar::Int { bits: t, signed: false }) if t == f => Signs::POSITIVE,
        (Scalar::Int { .. }, Scalar::Int { bits: _, signed: true }) if from.bits() == to.bits() => {
            Signs::NEGATIVE.or(&Signs::POSITIVE)
        }
        (Scalar::Int { .. } | Scalar::Float(_), Scalar::Int { .. } | Scalar::Float(_)) => Signs::all(to),
    }
}
