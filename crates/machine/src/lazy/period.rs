//! Questions that repeat: `x % 6 == 0` has the same answer for `x` and `x + 6`.
//!
//! **Idea.** A term in which the symbol occurs only as `x % c` (or `x & (2^k - 1)`) is a function of the residue of `x`. If
//! all that is asked about a symbol has a common period, and the domain has as many neighbouring values as the period is
//! long, then looking at those values is looking at all: an answer that none of them gives is no answer.
//!
//! **Soundness.** Under `%` the symbol may be converted only in ways that keep its value, and it must not be negative
//! there, where C's `%` is not periodic. Conversions under a mask may cut bits that the mask cuts too.
//!
//! **Cost**: the period times the size of the terms, for each question of this kind. Rejected: giving both answers and
//! looking for an input in the end; it finds errors that have none.

use raddle_program::{BinaryOp, Scalar};

use super::domain::Domain;
use super::terms::{Symbol, Term, Terms};
use crate::oracle::LazyOp;
use crate::value::{LazyId, Value};

/// As many neighbouring values of a symbol as the common period of a term and the constraints is long, at most `limit`.
pub(super) fn representatives(terms: &Terms, term: LazyId, symbol: &Symbol, limit: u64) -> Option<Domain> {
    let mut common = period(terms, term, symbol)?;
    for constraint in symbol.own(terms) {
        common = least_common_multiple(common, period(terms, constraint.term, symbol)?)?;
    }
    if common > u128::from(limit) {
        return None;
    }
    let long_enough = |(lo, hi): &&(u128, u128)| hi - lo >= common - 1;
    let (lo, _) = symbol.domain.intervals().iter().find(long_enough)?;
    Some(Domain::interval(*lo, lo + (common - 1)))
}

/// A number that can be added to the symbol without changing the term.
fn period(terms: &Terms, term: LazyId, symbol: &Symbol) -> Option<u128> {
    terms.deadline().look();
    let Term::Apply(op, args) = terms.get(term) else { return None };
    if let (LazyOp::Binary(op, ty @ Scalar::Int { .. }, _), [Value::Lazy(a), Value::Bits(c), _]) = (op, args) {
        if op == BinaryOp::Rem && ty.to_i128(c) > 0 && keeps_value(terms, a, symbol, ty) {
            return Some(c);
        }
        let mask = c.checked_add(1).filter(|n| n.is_power_of_two());
        if let (BinaryOp::And, Some(period)) = (op, mask)
            && keeps_low_bits(terms, a, period.trailing_zeros())
        {
            return Some(period);
        }
    }
    let lazy = args.iter().filter_map(|arg| match arg {
        Value::Lazy(id) => Some(*id),
        Value::Bits(_) => None,
    });
    lazy.map(|arg| period(terms, arg, symbol)).reduce(|a, b| least_common_multiple(a?, b?))?
}

/// Whether a term is the symbol itself, in other types perhaps but with the same value, and never negative.
fn keeps_value(terms: &Terms, term: LazyId, symbol: &Symbol, ty: Scalar) -> bool {
    let width = symbol.ty.bits();
    let largest = symbol.domain.intervals().last().map_or(0, |(_, hi)| *hi);
    let never_negative = |ty: Scalar| match ty {
        Scalar::Int { signed: true, .. } => ty.bits() > width || largest >> (width - 1) == 0,
        Scalar::Int { signed: false, .. } => true,
        Scalar::Float(_) => false,
    };
    match terms.get(term) {
        Term::Symbol(_) => never_negative(ty) && never_negative(symbol.ty) && ty.bits() >= width,
        Term::Apply(LazyOp::Cast(from, to), [Value::Lazy(a), ..]) => {
            to.bits() >= width && never_negative(to) && keeps_value(terms, a, symbol, from)
        }
        Term::Any | Term::Apply(..) => false,
    }
}

/// Whether a term is the symbol, converted perhaps to types that have this many bits.
fn keeps_low_bits(terms: &Terms, term: LazyId, bits: u32) -> bool {
    match terms.get(term) {
        Term::Symbol(_) => true,
        Term::Apply(LazyOp::Cast(Scalar::Int { .. }, to @ Scalar::Int { .. }), [Value::Lazy(a), ..]) => {
            to.bits() >= bits && keeps_low_bits(terms, a, bits)
        }
        Term::Any | Term::Apply(..) => false,
    }
}

fn least_common_multiple(a: u128, b: u128) -> Option<u128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lazy::SymbolId;

    const I32: Scalar = Scalar::INT;
    const U32: Scalar = Scalar::Int { bits: 32, signed: false };
    const U8: Scalar = Scalar::Int { bits: 8, signed: false };

    #[test]
    fn residues_repeat_and_nothing_else() {
        let mut terms = Terms::default();
        let x = Value::Lazy(terms.symbol(SymbolId(0)));
        let mut apply = |op, args: &[Value]| terms.apply(op, args).expect("defined");
        let binary = |op, ty| LazyOp::Binary(op, ty, ty);
        let rem = apply(binary(BinaryOp::Rem, I32), &[x, Value::Bits(6)]);
        let plus = apply(binary(BinaryOp::Add, I32), &[rem, Value::Bits(1)]);
        let wide = apply(LazyOp::Cast(I32, U32), &[x]);
        let unsigned = apply(binary(BinaryOp::Rem, U32), &[wide, Value::Bits(4)]);
        let narrow = apply(LazyOp::Cast(I32, U8), &[x]);
        let cut = apply(binary(BinaryOp::Rem, U8), &[narrow, Value::Bits(6)]);
        let masked = apply(binary(BinaryOp::And, U8), &[narrow, Value::Bits(7)]);
        let both = apply(binary(BinaryOp::Mul, I32), &[rem, plus]);
        let mixed = apply(binary(BinaryOp::Add, I32), &[rem, x]);
        let positive = Domain::interval(0, 0x7fff_ffff);
        let full = Domain::full(32);
        let cases = [
            (rem, &positive, Some(6)),
            (plus, &positive, Some(6)),
            (unsigned, &positive, Some(4)),
            (both, &positive, Some(6)),
            (masked, &full, Some(8)),
            (rem, &full, None),
            (cut, &positive, None),
            (mixed, &positive, None),
        ];
        for (term, domain, expected) in cases {
            let symbol = Symbol::new(I32, domain.clone());
            let Value::Lazy(id) = term else { panic!("a constant") };
            assert_eq!(period(&terms, id, &symbol), expected, "{:?}", terms.get(id));
        }
    }
}
