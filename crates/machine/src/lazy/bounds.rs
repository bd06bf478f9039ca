//! Between which numbers a term lies, whatever its symbols are.
//!
//! A question about several symbols cannot be turned into a question about each of them, but often the answer does not depend on them: the hour of
//! a time that nobody knows, in a zone that nobody knows, is below 100. So a term is evaluated with an interval for each symbol (R. E. Moore, Interval
//! Analysis, 1966): the smallest and the largest value of its domain. An operation that may wrap around gives any value of its type.
//!
//! **Soundness**: each value that the term takes for values of the domains lies between the bounds; a test evaluates all of them. What the symbols have
//! to do with each other, and what else is known of them, is left out, which only makes the bounds wider.
//!
//! **Cost**: once per part of the term, however often it occurs.

use std::collections::BTreeMap;

use raddle_program::{BinaryOp, Id, Scalar, UnaryOp};

use super::domain::Domain;
use super::terms::{Symbol, Term, Terms};
use crate::oracle::LazyOp;
use crate::value::{LazyId, Value};

type Bounds = (i128, i128);

/// Whether a term of an integer type is true, if its bounds say so.
pub(super) fn truth(terms: &Terms, symbols: &[Symbol], term: LazyId, ty: Scalar) -> Option<bool> {
    let (lo, hi) = Evaluation { terms, symbols, known: BTreeMap::new() }.value(Value::Lazy(term), ty)?;
    match (lo, hi) {
        (0, 0) => Some(false),
        _ if lo > 0 || hi < 0 => Some(true),
        _ => None,
    }
}

/// Whether the bounds of a term that is read as a number of this type show that it is in a domain.
pub(super) fn within(terms: &Terms, symbols: &[Symbol], term: LazyId, ty: Scalar, domain: &Domain) -> bool {
    let bounds = Evaluation { terms, symbols, known: BTreeMap::new() }.value(Value::Lazy(term), ty);
    bounds.is_some_and(|(lo, hi)| {
        let all = Domain::of_range(ty, lo, hi);
        all.intersect(domain) == all
    })
}

/// All values of an integer type of at most 64 bits, or of a signed one of 128; `None` for others.
fn all(ty: Scalar) -> Option<Bounds> {
    match ty {
        Scalar::Int { bits, signed: true } if bits <= 64 => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        Scalar::Int { bits: 128, signed: true } => Some((i128::MIN, i128::MAX)),
        Scalar::Int { bits, signed: false } if bits <= 64 => Some((0, (1 << bits) - 1)),
        Scalar::Int { .. } | Scalar::Float(_) => None,
    }
}

struct Evaluation<'a> {
    terms: &'a Terms,
    symbols: &'a [Symbol],
    /// By term and the type it is read as.
    known: BTreeMap<(LazyId, Scalar), Option<Bounds>>,
}

impl Evaluation<'_> {
    /// The bounds of a value that is read as a number of this type; `None` if it is not of an integer type of at most 64 bits.
    fn value(&mut self, value: Value, ty: Scalar) -> Option<Bounds> {
        let whole = all(ty)?;
        let term = match value {
            Value::Bits(bits) => return Some((ty.to_i128(bits), ty.to_i128(bits))),
            Value::Lazy(term) => term,
        };
        if let Some(known) = self.known.get(&(term, ty)) {
            return *known;
        }
        self.terms.deadline().look();
        let bounds = match self.term(term, ty) {
            Some((own, found)) => {
                // What may wrap around is any value of the term's own type.
                let any = all(own)?;
                let (lo, hi) = found.filter(|(lo, hi)| *lo >= any.0 && *hi <= any.1).unwrap_or(any);
                // A conversion that keeps the bits is no part of a term, and only what is not negative is the same number in both types.
                if own == ty || lo >= 0 && hi <= whole.1 { (lo, hi) } else { whole }
            }
            None => whole,
        };
        self.known.insert((term, ty), Some(bounds));
        Some(bounds)
    }

    /// The term's own type, and the bounds of its mathematical value, which count only if they are in that type.
    fn term(&mut self, term: LazyId, ty: Scalar) -> Option<(Scalar, Option<Bounds>)> {
        match self.terms.get(term) {
            Term::Any => None,
            Term::Symbol(index) => {
                let symbol = self.symbols.get(index.index())?;
                // The domain has bit patterns, which may be read as either type of the same width.
                let own = if width(symbol.ty) == width(ty) { ty } else { symbol.ty };
                Some((own, of_domain(&symbol.domain, own)))
            }
            Term::Apply(LazyOp::Unary(UnaryOp::Neg, own), args) => {
                let (lo, hi) = self.value(args[0], own)?;
                Some((own, hi.checked_neg().zip(lo.checked_neg())))
            }
            Term::Apply(LazyOp::Unary(UnaryOp::BitNot, own), _) => Some((own, None)),
            Term::Apply(LazyOp::Cast(from @ Scalar::Int { .. }, own), args) => Some((own, self.value(args[0], from))),
            Term::Apply(LazyOp::Cast(Scalar::Float(_), own), _) => Some((own, None)),
            Term::Apply(LazyOp::Ite(_, own), args) => {
                let (a, b) = (self.value(args[1], own)?, self.value(args[2], own)?);
                Some((own, Some((a.0.min(b.0), a.1.max(b.1)))))
            }
            Term::Apply(LazyOp::Binary(op, of, second), args) => {
                let own = if op.is_comparison() { Scalar::INT } else { of };
                let found = match (self.value(args[0], of), self.value(args[1], second)) {
                    (Some(a), Some(b)) => binary(op, a, b),
                    (_, _) if op.is_comparison() => Some((0, 1)),
                    (_, _) => None,
                };
                Some((own, found))
            }
            Term::Apply(LazyOp::Extract { .. } | LazyOp::Concat { .. } | LazyOp::Array(..), _) => None,
        }
    }
}

fn width(ty: Scalar) -> Option<u8> {
    match ty {
        Scalar::Int { bits, .. } => Some(bits),
        Scalar::Float(_) => None,
    }
}

/// The bounds of a set of bit patterns.
fn of_domain(domain: &Domain, ty: Scalar) -> Option<Bounds> {
    let whole = all(ty)?;
    let of = |(lo, hi): &(u128, u128)| {
        let (a, b) = (ty.to_i128(*lo), ty.to_i128(*hi));
        // An interval of bit patterns that goes over the sign has both ends of the type in it.
        if a <= b { (a, b) } else { whole }
    };
    domain.intervals().iter().map(of).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn binary(op: BinaryOp, a: Bounds, b: Bounds) -> Option<Bounds> {
    let truth = |always: bool, never: bool| {
        Some(if always {
            (1, 1)
        } else if never {
            (0, 0)
        } else {
            (0, 1)
        })
    };
    let corners = |f: &dyn Fn(i128, i128) -> Option<i128>| {
        let all = [f(a.0, b.0)?, f(a.0, b.1)?, f(a.1, b.0)?, f(a.1, b.1)?];
        Some((*all.iter().min()?, *all.iter().max()?))
    };
    match op {
        BinaryOp::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
        BinaryOp::Sub => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
        BinaryOp::Mul => corners(&i128::checked_mul),
        BinaryOp::Div if b.0 > 0 => corners(&i128::checked_div),
        // What is less than the divisor stays as it is.
        BinaryOp::Rem if b.0 > 0 && a.0 >= 0 => Some(if a.1 < b.0 { a } else { (0, a.1.min(b.1 - 1)) }),
        BinaryOp::Rem if b.0 > 0 => Some((-(b.1 - 1), b.1 - 1)),
        BinaryOp::And if a.0 >= 0 && b.0 >= 0 => Some((0, a.1.min(b.1))),
        BinaryOp::Or | BinaryOp::Xor if a.0 >= 0 && b.0 >= 0 => {
            let bits = 128 - a.1.max(b.1).leading_zeros();
            if bits > 120 { None } else { Some((0, (1i128 << bits) - 1)) }
        }
        BinaryOp::Shr if a.0 >= 0 && b.0 == b.1 && (0..64).contains(&b.0) => Some((a.0 >> b.0, a.1 >> b.0)),
        BinaryOp::Eq => truth(a.0 == a.1 && a == b, a.1 < b.0 || b.1 < a.0),
        BinaryOp::Ne => truth(a.1 < b.0 || b.1 < a.0, a.0 == a.1 && a == b),
        BinaryOp::Lt => truth(a.1 < b.0, a.0 >= b.1),
        BinaryOp::Le => truth(a.1 <= b.0, a.0 > b.1),
        BinaryOp::Gt => truth(a.0 > b.1, a.1 <= b.0),
        BinaryOp::Ge => truth(a.0 >= b.1, a.1 < b.0),
        BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::Shr => None,
    }
}

#[cfg(test)]
mod tests {
    use raddle_deadline::Deadline;

    use super::*;
    use crate::lazy::SymbolId;

    const U8: Scalar = Scalar::Int { bits: 8, signed: false };
    const I8: Scalar = Scalar::Int { bits: 8, signed: true };
    const U16: Scalar = Scalar::Int { bits: 16, signed: false };

    /// All values of `(x op y) op' c`, for x and y of some domains, lie between the bounds.
    #[test]
    fn every_value_lies_between_the_bounds() {
        use BinaryOp::*;
        let operators = [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Eq, Ne, Lt, Le, Gt, Ge];
        for ty in [U8, I8] {
            for (x, y) in [((0, 5), (3, 9)), ((120, 135), (1, 2)), ((200, 255), (250, 254)), ((0, 255), (7, 7))] {
                let symbol =
                    |(lo, hi)| Symbol { ty, domain: Domain::interval(lo, hi), constraints: Vec::new(), reading: None };
                let symbols = [symbol(x), symbol(y)];
                for first in operators {
                    for second in operators {
                        compare(ty, (x, y), &symbols, first, second);
                    }
                }
            }
        }
    }

    fn compare(
        ty: Scalar,
        (x, y): ((u128, u128), (u128, u128)),
        symbols: &[Symbol],
        first: BinaryOp,
        second: BinaryOp,
    ) {
        let mut terms = Terms::within(&Deadline::new());
        let (a, b) = (Value::Lazy(terms.symbol(SymbolId(0))), Value::Lazy(terms.symbol(SymbolId(1))));
        let result = |op: BinaryOp, ty| if op.is_comparison() { Scalar::INT } else { ty };
        let inner = result(first, ty);
        let Some(once) = terms.apply(LazyOp::Binary(first, ty, ty), &[a, b]) else { return };
        let Some(wide) = terms.apply(LazyOp::Cast(inner, U16), &[once]) else { return };
        let Some(Value::Lazy(term)) = terms.apply(LazyOp::Binary(second, U16, U16), &[wide, Value::Bits(6)]) else {
            return;
        };
        let outer = result(second, U16);
        let (lo, hi) = Evaluation { terms: &terms, symbols, known: BTreeMap::new() }
            .value(Value::Lazy(term), outer)
            .expect("an integer type");
        for p in x.0..=x.1 {
            for q in y.0..=y.1 {
                if let Some(bits) = terms.evaluate(term, &|s| if s == SymbolId(0) { p } else { q }) {
                    let value = outer.to_i128(bits);
                    assert!(lo <= value && value <= hi, "{first:?} {second:?} {p} {q}: {value} not in {lo}..{hi}");
                }
            }
        }
    }
}
